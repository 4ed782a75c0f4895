"""`printkit tune`: finds as files, and the best one as a kit that proves itself and plays."""

from __future__ import annotations

import csv
import json
import tomllib

import pytest

from printkit.cli.app import main
from printkit.games.youscout.cards import NUMBERS
from printkit.jobs.tune import tuned_kit, tuning_search
from printkit.solver.tuning import Found, Knobs, Merit, options_of

TABLE = tuple(tuple(reversed(NUMBERS[number])) for number in sorted(NUMBERS))
KNOBS = Knobs("youscout", ("terminals=4", "influence=1"), ((1, 5), (3, 6)), TABLE)
FOUND = Found(KNOBS, Merit(1.0, 4.0, 5.0, 0.2, 0.0, (0.3,) * 6, (0,) * 6), 0.0)


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    return tuned_kit(FOUND, tmp_path_factory.mktemp("kits") / "youscout-tuned")


def test_the_kit_is_a_variant_with_the_tuned_numbers(kit):
    assert tomllib.loads((kit / "kit.toml").read_text(encoding="utf-8"))["variant"] is True
    majors = [
        card
        for card in tomllib.loads((kit / "cards.toml").read_text(encoding="utf-8"))["card"]
        if "sword" in card
    ]
    assert len(majors) == 22
    for card in majors:
        row = [number for suit in ("sword", "coin", "cup", "wand") for number in card[suit]]
        assert tuple(row) == TABLE[card["number"]]
    assert options_of(KNOBS)[-1] == "goal=15-36"


def test_the_kit_is_proved_and_says_how_to_print_it(kit, capsys):
    assert main(["check", str(kit)]) == 0
    assert "--option goal=15-36" in (kit / "kit.toml").read_text(encoding="utf-8")
    assert "proved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "below", "above"),
    [("en", "win on 1 or 5", "win on 3 or 6"), ("ja", "1か5で勝ち", "3か6で勝ち")],
)
def test_its_texts_name_the_places_that_win(kit, language, below, above):
    rule = tomllib.loads((kit / f"text.{language}.toml").read_text(encoding="utf-8"))["rule"]
    assert below in rule["lower"]["foot"]
    assert above in rule["upper"]["foot"]


def test_its_rule_cards_are_printed(kit, tmp_path):
    words = [part for option in options_of(KNOBS) for part in ("--option", option)]
    assert main(["build", "--kit-dir", str(kit), "--only", "rules", *words, "--out", str(tmp_path)]) == 0
    assert (tmp_path / "youscout-tuned" / "youscout-tuned-rules.pdf").stat().st_size > 10_000


def test_a_folder_that_exists_is_refused(kit, capsys):
    assert (
        main(
            ["tune", "youscout", "--generations", "1", "--write", str(kit), "--out", str(kit.parent / "out")]
        )
        == 2
    )
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "goal"), [("tottarot", "any"), ("youscout", "best")])
def test_searches_nobody_knows_are_refused(game, goal, capsys):
    assert main(["tune", game, "--goal", goal]) == 2
    assert capsys.readouterr().err.startswith("printkit: error:")


def test_what_is_found_is_written_with_its_front(tmp_path, monkeypatch, capsys):
    import printkit.jobs.tune as job

    def small(*words, **options):
        from dataclasses import replace

        return replace(tuning_search(*words, **options), brood=3, deals=30, weighed=1, imagined=2)

    monkeypatch.setattr(job, "tuning_search", small)
    monkeypatch.setattr("printkit.solver.tuning.EVEN_DEALS", 300)
    words = ["tune", "youscout-simplified", "--generations", "2", "--out"]
    assert main([*words, str(tmp_path / "one")]) == 0
    assert main([*words, str(tmp_path / "two"), "--workers", "2"]) == 0
    capsys.readouterr()
    for name in ("json", "csv"):
        file = f"tune-youscout-simplified.{name}"
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    told = json.loads((tmp_path / "one" / "tune-youscout-simplified.json").read_text(encoding="utf-8"))
    assert {each["game"] for each in told["front"]} == {"youscout-simplified"}
    assert told["best"][0]["short"] == min(each["short"] for each in told["best"])
    lines = (tmp_path / "one" / "tune-youscout-simplified.csv").read_text(encoding="utf-8").splitlines()
    assert len(list(csv.DictReader(lines))) == len(told["front"]) + len(told["best"])
    for language in ("ja", "en"):
        pdf = f"tune-youscout-simplified-{language}.pdf"
        assert (tmp_path / "one" / pdf).read_bytes() == (tmp_path / "two" / pdf).read_bytes()
