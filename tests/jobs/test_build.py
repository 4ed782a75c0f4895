"""The build job: names, manifest, choices, and its errors when something cannot be built."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

from printkit.errors import InputError
from printkit.jobs.build.build import BuildRequest, build
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


def request(kit, tmp_path, **choices):
    return BuildRequest(kit_dir=kit, out=tmp_path / "out", **choices)  # type: ignore[arg-type]


def manifest(tmp_path):
    return dict(json.loads((tmp_path / "out" / "tiny" / "manifest.json").read_bytes())["files"])


def test_a_deck_and_its_manifest(kit, tmp_path):
    built = build(request(kit, tmp_path))
    assert [(entry.file.name, entry.pages, entry.cards) for entry in built] == [("tiny-deck.pdf", 2, 2)]
    entry = manifest(tmp_path)["tiny-deck.pdf"]
    data = built[0].file.read_bytes()
    assert entry["sha256"] == hashlib.sha256(data).hexdigest()
    assert (entry["pages"], entry["paper"], entry["card"], entry["press"]) == (2, "a4", "small", "home")
    placements = entry["placements"]
    assert [(row["page"], row["card"], row["side"]) for row in placements] == [
        (1, "one", "front"), (1, "two", "front"), (2, "one", "back"), (2, "two", "back"),
    ]  # fmt: skip
    assert all(row["trim_mm"][2:] == [40.0, 60.0] for row in placements)


def test_the_same_input_gives_the_same_bytes_in_another_process(kit, tmp_path):
    first = build(request(kit, tmp_path))[0].file.read_bytes()
    code = (
        "import sys; from pathlib import Path; from printkit.jobs.build.build import *;"
        f"build(BuildRequest(kit_dir=Path({str(kit)!r}), out=Path({str(tmp_path / 'again')!r})))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert (tmp_path / "again" / "tiny" / "tiny-deck.pdf").read_bytes() == first
    assert (tmp_path / "again" / "tiny" / "manifest.json").read_bytes() == (
        tmp_path / "out" / "tiny" / "manifest.json"
    ).read_bytes()


def test_names_say_what_is_not_the_default(kit, tmp_path):
    build(request(kit, tmp_path))
    build(request(kit, tmp_path, paper="letter"))
    build(request(kit, tmp_path, paper="card", ink="low"))
    assert sorted(manifest(tmp_path)) == ["tiny-deck-card-low.pdf", "tiny-deck-letter.pdf", "tiny-deck.pdf"]


def test_the_manifest_forgets_files_that_are_gone(kit, tmp_path):
    build(request(kit, tmp_path))[0].file.unlink()
    build(request(kit, tmp_path, paper="a3"))
    assert list(manifest(tmp_path)) == ["tiny-deck-a3.pdf"]


def test_a_broken_manifest_does_not_stop_a_build(kit, tmp_path):
    (tmp_path / "out" / "tiny").mkdir(parents=True)
    (tmp_path / "out" / "tiny" / "manifest.json").write_text("[" * 100_000, encoding="utf-8")
    build(request(kit, tmp_path))
    assert list(manifest(tmp_path)) == ["tiny-deck.pdf"]


def test_copies_and_chosen_cards(kit, tmp_path):
    spoil(kit, "cards.toml", "number = 2", "number = 2\ncopies = 3")
    assert build(request(kit, tmp_path))[0].cards == 4
    assert build(request(kit, tmp_path, cards=("one",)))[0].cards == 1


def test_some_cards_or_pages_mean_their_component_not_every_part(tmp_path):
    built = build(BuildRequest(kits=("youscout",), cards=("major-18",), out=tmp_path))
    assert [(entry.file.name, entry.cards) for entry in built] == [("youscout-deck.pdf", 1)]
    built = build(BuildRequest(kits=("youscout",), pages="3-4", out=tmp_path))
    assert [(entry.file.name, entry.pages) for entry in built] == [("youscout-deck.pdf", 2)]


def test_only_some_pages(kit, tmp_path):
    (built,) = build(request(kit, tmp_path, paper="card", pages="1,3-4"))
    assert (built.pages, built.cards) == (3, 2)
    (built,) = build(request(kit, tmp_path, paper="card", pages="1,2"))
    assert (built.pages, built.cards) == (2, 1)


def test_fronts_only(kit, tmp_path):
    assert build(request(kit, tmp_path, duplex="none"))[0].pages == 1


def test_a_component_without_a_back_has_fronts_only(kit, tmp_path):
    spoil(kit, "kit.toml", 'back = "back"', 'back = ""')
    text = (kit / "layout.toml").read_text(encoding="utf-8")
    (kit / "layout.toml").write_text(text[: text.index("[[faces.back")], encoding="utf-8")
    assert build(request(kit, tmp_path))[0].pages == 1


CANNOT = {
    "unknown component": ({"only": ("decks",)}, "'deck'"),
    "unknown size": ({"card": "smal"}, "'small'"),
    "unknown paper": ({"paper": "a44"}, "a44"),
    "unknown duplex": ({"duplex": "lnog"}, "'long'"),
    "unknown ink": ({"ink": "lo"}, "'low'"),
    "unknown mark": ({"marks": ("corp",)}, "'crop'"),
    "unknown card": ({"cards": ("onne",)}, "'one'"),
    "no page range": ({"pages": "a-b"}, "page range"),
    "a range that ends before it begins": ({"pages": "6-3"}, "count up"),
    "a page before the first": ({"pages": "0-2"}, "count up"),
    "commas without a page": ({"pages": " ,"}, "page range"),
    "no such page": ({"pages": "9"}, "no page 9"),
    "an option without a game": ({"options": ("influence=2",)}, "no game"),
    "a card larger than the paper": ({"paper": "30x40mm"}, "does not fit"),
    "a margin wider than the paper": ({"margin": 200.0}, "does not fit"),
}


@pytest.mark.parametrize("case", CANNOT)
def test_what_cannot_be_built_is_one_line_and_writes_nothing(case, kit, tmp_path):
    choices, words = CANNOT[case]
    with pytest.raises(InputError) as caught:
        build(request(kit, tmp_path, **choices))
    assert len(caught.value.problems) == 1
    assert words in str(caught.value)
    assert not any((tmp_path / "out").rglob("*.pdf"))
    assert not any((tmp_path / "out").rglob(".*"))


def test_an_output_folder_that_is_a_file(kit, tmp_path):
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="is a file"):
        build(request(kit, tmp_path))


def test_a_failed_build_leaves_the_old_files_whole(kit, tmp_path):
    old = build(request(kit, tmp_path))[0].file.read_bytes()
    spoil(kit, "text.en.toml", '"Two"', '"A name that is far too long for the place it has on this card"')
    with pytest.raises(InputError, match=r"faces\.plain\.small\[1\] card two"):
        build(request(kit, tmp_path))
    assert (tmp_path / "out" / "tiny" / "tiny-deck.pdf").read_bytes() == old
    assert sorted(os.listdir(tmp_path / "out" / "tiny")) == ["manifest.json", "tiny-deck.pdf"]


def test_the_manifest_says_how_well_the_back_hides_a_face(kit, tmp_path):
    """Numbers taken when the art was made; what is not a number is left out."""
    (kit / "kit.toml").write_text(
        (kit / "kit.toml").read_text(encoding="utf-8") + '\n[art]\nfull = "full"\n', encoding="utf-8"
    )
    (kit / "full").mkdir()
    rows = {
        "back": {"coverage": 0.8, "lightest": 0.7},
        "one": {"darkness": 0.25},
        "two": {"darkness": 0.5},
        "three": {"darkness": "dark"},
    }
    (kit / "full" / "figures.json").write_text(json.dumps(rows), encoding="utf-8")
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    manifest_file = json.loads((tmp_path / "out" / "tiny" / "manifest.json").read_bytes())
    assert manifest_file["art"]["full"] == {
        "back": {"coverage": 0.8, "lightest": 0.7},
        "faces": {
            "darkest": {"picture": "two", "darkness": 0.5},
            "lightest": {"picture": "one", "darkness": 0.25},
        },
    }


@pytest.mark.parametrize("text", ["{", "[1]", '{"back": 1}', "[" * 100_000])
def test_figures_that_cannot_be_read_are_left_out(kit, tmp_path, text):
    (kit / "kit.toml").write_text(
        (kit / "kit.toml").read_text(encoding="utf-8") + '\n[art]\nfull = "full"\n', encoding="utf-8"
    )
    (kit / "full").mkdir()
    (kit / "full" / "figures.json").write_text(text, encoding="utf-8")
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    assert "art" not in json.loads((tmp_path / "out" / "tiny" / "manifest.json").read_bytes())


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ({"only": ("deck",)}, "add --only walkthrough"),
        ({"cards": ("major-01",)}, "add --only walkthrough"),
        ({"profile": "drivethrucards"}, "leave out --profile"),
    ],
    ids=str,
)
def test_h14_deals_without_a_walkthrough_are_refused(tmp_path, asked, hint):
    with pytest.raises(InputError) as caught:
        build(BuildRequest(kits=("youscout",), deals=("31Z7-35VZ",), out=tmp_path, **asked))
    (problem,) = caught.value.problems
    assert (problem.key, problem.hint) == ("--deal", hint)


def test_h14_deals_of_a_kit_that_has_no_walkthrough_are_refused(tmp_path):
    kit = write_kit(tmp_path)
    with pytest.raises(InputError, match="leave it out"):
        build(BuildRequest(kit_dir=kit, deals=("31Z7-35VZ",), out=tmp_path / "out"))
