"""`printkit tune`: its results as files, and the best one as a kit that is proved and played."""

from __future__ import annotations

import csv
import json
import tomllib
from dataclasses import replace

import pytest

from printkit.cli.app import main
from printkit.games.youscout.cards import NUMBERS
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.play.play_book import kit_game, play_book
from printkit.kit.load import load_kit
from printkit.kit.text import fill
from printkit.lab.youscout.experiments import Sweep
from printkit.lab.youscout.jobs.puzzle_search import SLOTS
from printkit.lab.youscout.jobs.tune import Tuning, tuning_reports, tuning_search
from printkit.lab.youscout.jobs.tuned_books import Effort
from printkit.lab.youscout.jobs.tuned_kit import tuned_kit
from printkit.lab.youscout.tuning import Aims, Found, Parameters, Score, confirm, missed_aims, options_of
from printkit.paths import templates_dir
from tests.lab.youscout.report_pages import off_the_page, text_of
from tests.one_size import in_one_size

TABLE = tuple(tuple(reversed(NUMBERS[number])) for number in sorted(NUMBERS))
PILES = ("upper-sword-card=discarded", "upper-wand-card=stays", "move-discards=coins")
KNOBS = Parameters("youscout", ("terminals=4", "court=K13b", "influence=1", *PILES), ((1, 5), (3, 6)), TABLE)
FOUND = Found(KNOBS, Score(1.0, 4.0, 5.0, 0.2, 0.0, (0.3,) * 6, (0,) * 6), 0.0)


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    effort = Effort(SLOTS[2:4], (), 6_000)
    return tuned_kit(FOUND, tmp_path_factory.mktemp("kits") / "youscout-tuned", effort)


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


def test_the_kit_is_proved_and_says_how_to_print_it(kit, capsys, monkeypatch):
    monkeypatch.setattr("printkit.jobs.check.check_kit.load_kit", in_one_size)
    assert main(["check", str(kit)]) == 0
    assert "goal=15-36" in load_kit(kit).options
    assert "proved" in capsys.readouterr().out


def test_it_is_played_with_its_own_numbers_and_options(kit):
    game = kit_game("youscout", (), kit)
    assert (game.options["terminals"], game.options["goal"]) == ("4", "15-36")
    assert game.start.rules.numbers["21"] == TABLE[21]
    simplified = kit_game("youscout-simplified", (), kit)
    assert (simplified.options["terminals"], simplified.options["goal"]) == ("4", "15-36")


def test_its_books_are_of_its_own_numbers(kit):
    """Turns, the first game and a round for several are played by its own rules, and the puzzles are its own."""
    own = load_kit(kit)
    book = play_book(own, own.options)
    assert book.steps[-1].result == "win"
    assert any(turn.chooses for turn in book.turns.values())
    puzzles = tomllib.loads((kit / "puzzles.toml").read_text(encoding="utf-8"))["puzzle"]
    assert puzzles
    assert all("goal=15-36" in puzzle["options"] for puzzle in puzzles)
    usual = tomllib.loads((templates_dir() / "youscout" / "puzzles.toml").read_text(encoding="utf-8"))[
        "puzzle"
    ]
    assert not {puzzle["deal"] for puzzle in puzzles} & {puzzle["deal"] for puzzle in usual}


def test_its_files_name_the_command_that_found_them(kit):
    for name in ("puzzles.toml", "walkthrough.toml"):
        text = (kit / name).read_text(encoding="utf-8")
        assert "`printkit tune`" in text
        assert "python -m" not in text


def test_its_puzzles_count_court_cards_as_its_own_rules_do(kit):
    from printkit.jobs.check.prove_problems import prove_puzzles

    _, puzzles = prove_puzzles(load_kit(kit))
    for puzzle in puzzles:
        assert [puzzle.words[rank] for rank in ("11", "12", "13", "14")] == ["11", "11", "12", "13"]
        assert (puzzle.words["lower-wins-en"], puzzle.words["upper-wins-en"]) == ("1 or 5", "3 or 6")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_its_books_say_nothing_that_only_the_usual_kit_can_say(kit, language):
    # Nor does it have the leaflet of advice, which is about the usual numbers.
    assert not [*kit.glob("leaflet-playing*")]
    rules = (kit / f"rules.{language}.md").read_text(encoding="utf-8")
    usual = {
        "en": ("5 or 6", "2 or 5", "**third**", "**×2**"),
        "ja": ("5か6", "2か5", "**三度**", "**2倍**"),
    }[language]
    for words in usual:
        assert words not in rules
    walkthrough = (kit / f"walkthrough.{language}.md").read_text(encoding="utf-8")
    for words in ("best of its form", "一番よかった", "far more", "ずっと"):
        assert words not in walkthrough
    puzzles = (kit / f"puzzles.{language}.md").read_text(encoding="utf-8")
    for words in ("doubled", "2倍", "× 3", "Three talons", "三つの山"):
        assert words not in puzzles


@pytest.mark.parametrize(
    ("language", "below", "above"),
    [("en", "win on 1 or 5.", "win on 3 or 6."), ("ja", "1か5で勝ち。", "3か6で勝ち。")],
)
@pytest.mark.parametrize("card", ["rule", "simple"])
def test_its_cards_name_the_places_that_win(kit, card, language, below, above):
    own = load_kit(kit)
    words = print_variables(own, ())
    assert fill(own.text(language, f"{card}.lower.foot"), words).endswith(below)
    assert fill(own.text(language, f"{card}.upper.foot"), words).endswith(above)


def test_all_of_it_is_printed_and_checked(kit, tmp_path):
    parts = "rules,puzzles"
    assert (
        main(["build", "--kit-dir", str(kit), "--only", parts, "--lang", "en", "--out", str(tmp_path)]) == 0
    )
    files = sorted((tmp_path / "youscout-tuned").glob("*.pdf"))
    files = [each for each in files if each.stem in ("youscout-tuned-rules", "youscout-tuned-puzzles-en")]
    assert len(files) == 2
    assert main(["check", *map(str, files), "--kit-dir", str(kit)]) == 0


def test_a_folder_that_exists_is_refused(kit, capsys):
    assert (
        main(
            ["tune", "youscout", "--generations", "1", "--write", str(kit), "--out", str(kit.parent / "out")]
        )
        == 2
    )
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["tottarot"],
        ["youscout", "--goal", "best"],
        ["youscout", "--piles", "all"],
        ["youscout-simplified", "--sweep"],
        ["youscout", "--sweep", "--write", "nowhere"],
        ["youscout", "--sweep", "--goal", "usual"],
    ],
)
def test_searches_nobody_knows_are_refused(words, capsys):
    assert main(["tune", *words]) == 2
    assert capsys.readouterr().err.startswith("printkit: error:")


def test_a_sweep_says_what_every_choice_of_options_misses(tmp_path, monkeypatch, capsys):
    import printkit.lab.youscout.experiments as solver

    every = list(solver._choices())
    assert len(every) == 4 * 4 * 4 * 2 * (1 + 2) + 4 * (3 * 3 * 2 * 4 - 1)
    assert len(set(every)) == len(every)
    monkeypatch.setattr(solver, "_choices", lambda: every[::130])
    monkeypatch.setattr(
        "printkit.lab.youscout.jobs.balance.Sweep", lambda: Sweep(deals=300, weighed=1, imagined=4)
    )
    assert main(["tune", "youscout", "--sweep", "--out", str(tmp_path)]) == 0
    stated = capsys.readouterr().out
    assert stated.startswith(f"{len(every[::130])} choices of options")
    found = json.loads((tmp_path / "sweep-youscout.json").read_text(encoding="utf-8"))["swept"]
    for each in found:
        assert each["misses"] in ("", "spread", "choices", "worth")
        assert each["spread_least"] <= each["spread"]
        assert (each["misses"] == "spread") == (each["spread_least"] > 1)
    lines = (tmp_path / "sweep-youscout.csv").read_text(encoding="utf-8").splitlines()
    assert len(list(csv.DictReader(lines))) == len(found)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_names_unusual_options_only_and_has_room_for_them(language):
    tuning = Tuning(
        "youscout", tuning_search("youscout", seed=1, generations=1, goal="any"), (FOUND,), (FOUND,)
    )
    data = tuning_reports(tuning)[language]
    (text,) = text_of(data)
    assert "terminals=4 court=K13b influence=1 upper-sword-card=discarded" in text
    usual = FOUND._replace(
        parameters=KNOBS._replace(options=("terminals=3", "court=K14"), goal=((2, 5), (5, 6)))
    )
    (text,) = text_of(tuning_reports(tuning._replace(best=(usual,)))[language])
    assert "=" not in text
    assert not off_the_page(data)


@pytest.fixture
def small_search(monkeypatch):
    """Searches so small that they are done in a moment."""
    import printkit.lab.youscout.jobs.tune as job

    def small(*words, **options):
        return replace(tuning_search(*words, **options), brood=3, deals=30, weighed=1, imagined=2)

    monkeypatch.setattr(job, "tuning_search", small)
    monkeypatch.setattr("printkit.lab.youscout.tuning.EVEN_DEALS", 300)
    monkeypatch.setattr(job, "_SIFTED_DEALS", 60)


def test_a_kit_that_misses_an_aim_is_not_written_unless_so_wished(
    small_search, tmp_path, monkeypatch, capsys
):
    """So small a search reaches no aim: it is named, and only --anyway writes the kit."""
    written = []
    monkeypatch.setattr(
        "printkit.lab.youscout.jobs.tuned_kit.tuned_kit",
        lambda found, folder: written.append(found) or folder,
    )
    words = ["tune", "youscout-simplified", "--generations", "1", "--seeds", "1", "--out", str(tmp_path)]
    write = ["--write", str(tmp_path / "kit")]
    assert main([*words, *write]) == 1
    error = capsys.readouterr().err
    assert "misses its aims: " in error
    assert "wanted" in error
    assert "--anyway" in error
    assert not written
    assert (tmp_path / "tune-youscout-simplified.json").is_file()
    assert main([*words, *write, "--anyway"]) == 0
    assert "aim missed: " in capsys.readouterr().err
    assert len(written) == 1


def test_every_aim_that_is_missed_is_named():
    reached = Score(1.0, 4.0, 5.0, 0.1, 0.01, (), ())
    assert missed_aims(reached, Aims()) == ()
    for field, words in (
        ("spread", "apart"),
        ("choices", "choices"),
        ("worth", "worth"),
        ("lesser", "rarer"),
    ):
        worse = reached._replace(**{field: 1.2 if field == "spread" else getattr(reached, field) / 2})
        (missed,) = missed_aims(worse, Aims())
        assert words in missed
    assert "stuck" in missed_aims(reached._replace(stuck=0.02), Aims())[0]


def test_the_best_of_several_is_measured_once_more(small_search):
    """Its score is that of deals on which none was chosen; those of the others are not."""
    import printkit.lab.youscout.jobs.tune as job

    search = job.tuning_search("youscout-simplified", seed=1, generations=1, goal="any")
    heard = []
    tuning = job.tune_game("youscout-simplified", search, 1, lambda *words: heard.append(words))
    first, *others = tuning.best
    last = replace(search, seed=search.seed + job.LAST, weighed=job.SURER * search.weighed)
    assert confirm([first], last, job.FINER) == (first,)
    surer = replace(last, seed=search.seed)
    assert confirm([first], surer, job.FINER) != (first,)
    assert confirm(others[:1], surer, job.FINER) == tuple(others[:1])
    assert {stage for stage, _, _ in heard} == {"generations", "sifting", "confirming", "measuring the best"}


def test_what_is_found_is_written_with_its_front(small_search, tmp_path, capsys):
    words = ["tune", "youscout-simplified", "--generations", "2", "--seeds", "2", "--out"]
    assert main([*words, str(tmp_path / "one")]) == 0
    assert main([*words, str(tmp_path / "two"), "--workers", "2"]) == 0
    capsys.readouterr()
    for name in ("json", "csv"):
        file = f"tune-youscout-simplified.{name}"
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    stated = json.loads((tmp_path / "one" / "tune-youscout-simplified.json").read_text(encoding="utf-8"))
    assert {each["game"] for each in stated["front"]} == {"youscout-simplified"}
    short = [each["short"] for each in stated["best"]]
    assert short[1:] == sorted(short[1:])
    assert bool(stated["missed"]) == (short[0] > 0)
    lines = (tmp_path / "one" / "tune-youscout-simplified.csv").read_text(encoding="utf-8").splitlines()
    assert len(list(csv.DictReader(lines))) == len(stated["front"]) + len(stated["best"])
    for language in ("ja", "en"):
        pdf = f"tune-youscout-simplified-{language}.pdf"
        assert (tmp_path / "one" / pdf).read_bytes() == (tmp_path / "two" / pdf).read_bytes()
