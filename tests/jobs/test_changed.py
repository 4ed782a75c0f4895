"""Patch sheets: of a deck that was printed, only the cards that look different now are printed again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit import art
from tests.tiny_kit import spoil, write_kit


def redraw(kit, name, old, new):
    """Change a picture; art is read once by a process, so it has to be forgotten."""
    spoil(kit, name, old, new)
    art._read.clear()


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path / "kits")


@pytest.fixture
def printed(kit, tmp_path):
    request = BuildRequest(kit_dir=kit, out=tmp_path / "printed")
    (built,) = build(request)
    return built.file.parent / "manifest.json"


@pytest.fixture
def patch_of(kit, printed, tmp_path):
    def make(**choices):
        return build(BuildRequest(kit_dir=kit, out=tmp_path / "out", changed_since=printed, **choices))

    return make


def _cards(built):
    manifest = json.loads((built.file.parent / "manifest.json").read_text(encoding="utf-8"))
    return [(place["card"], place["side"]) for place in manifest["files"][built.file.name]["placements"]]


def test_nothing_changed_writes_nothing(patch_of, tmp_path):
    assert patch_of() == ()
    assert not (tmp_path / "out").exists()


def test_nothing_changed_is_said_and_is_no_error(run, kit, printed, tmp_path):
    answer = run("build", "--kit-dir", kit, "--changed-since", printed, "--out", tmp_path / "out")
    assert (answer.code, answer.err) == (0, "")
    assert "nothing has changed since" in answer.out


def test_a_changed_picture_prints_its_card_alone(kit, patch_of):
    redraw(kit, "art/two.svg", "#c64033", "#009277")
    (built,) = patch_of()
    assert built.file.name == "tiny-deck-patch.pdf"
    assert _cards(built) == [("two", "front"), ("two", "back")]


def test_a_changed_number_prints_its_card_alone(kit, patch_of):
    spoil(kit, "text.en.toml", 'one.name = "', 'one.name = "The ')
    (built,) = patch_of()
    assert {card for card, _ in _cards(built)} == {"one"}


def test_a_changed_layout_prints_every_card(kit, patch_of):
    spoil(kit, "layout.toml", "[5, 15, 30, 30]", "[5, 16, 30, 30]")
    (built,) = patch_of()
    assert {card for card, _ in _cards(built)} == {"one", "two"}


def test_a_card_put_first_prints_no_other_again(kit, patch_of):
    cards = kit / "cards.toml"
    new = cards.read_text(encoding="utf-8").split("\n\n")[0].replace('"one"', '"new"').replace("= 1", "= 3")
    cards.write_text(new + "\n\n" + cards.read_text(encoding="utf-8"), encoding="utf-8")
    for language in ("ja", "en"):
        spoil(kit, f"text.{language}.toml", "one.name", 'new.name = "N"\none.name')
    (built,) = patch_of()
    assert {card for card, _ in _cards(built)} == {"new"}


def test_more_copies_print_those_that_are_wanting(kit, patch_of):
    spoil(kit, "cards.toml", "number = 2", "copies = 3\nnumber = 2")
    (built,) = patch_of()
    assert [card for card, side in _cards(built) if side == "front"] == ["two", "two"]


def test_a_card_taken_out_is_named(kit, patch_of):
    cards = kit / "cards.toml"
    cards.write_text(cards.read_text(encoding="utf-8").split("\n\n")[0] + "\n", encoding="utf-8")
    for language in ("ja", "en"):
        lines = (kit / f"text.{language}.toml").read_text(encoding="utf-8").splitlines(keepends=True)
        kept = "".join(line for line in lines if "two.name" not in line)
        (kit / f"text.{language}.toml").write_text(kept, encoding="utf-8")
    (kit / "art" / "two.svg").unlink()
    redraw(kit, "art/one.svg", "#231f20", "#009277")
    (built,) = patch_of()
    assert built.warnings == ("printed, but no longer in the kit: two",)


def test_other_paper_and_fewer_cards_compare_alike(kit, printed, tmp_path):
    request = BuildRequest(kit_dir=kit, out=tmp_path / "some", cards=("two",), paper="letter")
    (built,) = build(request)
    some = built.file.parent / "manifest.json"
    (rest,) = build(replace(request, cards=(), changed_since=some, out=tmp_path / "out"))
    assert {card for card, _ in _cards(rest)} == {"one"}


def test_a_patch_does_not_take_the_place_of_the_deck(kit, printed, tmp_path):
    redraw(kit, "art/two.svg", "#c64033", "#009277")
    build(BuildRequest(kit_dir=kit, out=tmp_path / "printed", changed_since=printed))
    files = json.loads(printed.read_text(encoding="utf-8"))["files"]
    assert set(files) == {"tiny-deck.pdf", "tiny-deck-patch.pdf"}
    # The deck is still what was printed: asked again, the same card differs.
    (built,) = build(BuildRequest(kit_dir=kit, out=tmp_path / "out", changed_since=printed))
    assert {card for card, _ in _cards(built)} == {"two"}


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"press": "x1a-2003", "condition": "FOGRA39"}, "printed were"),
        ({"only": ("mat",)}, "no part"),
        ({"profile": "drivethrucards"}, "home printing"),
    ],
)
def test_what_cannot_be_compared_is_refused(patch_of, choices, words):
    with pytest.raises(InputError) as caught:
        patch_of(**choices)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"kit": "tiny", "files": []}',
        b'{"kit": "tiny", "files": {"a": 1}}',
        b'{"kit": "tiny", "files": {"a": {"card": "small"}}}',
        b'{"kit": "tiny", "files": {"a": {"card": "small", "press": "home", "ink": "full", "placements": [{}]}}}',
        b'{"kit": "other", "files": {}}',
        b"[" * 100_000,
    ],
)
def test_a_bad_manifest_is_2_with_one_line(run, kit, tmp_path, content):
    file = tmp_path / "manifest.json"
    file.write_bytes(content)
    answer = run("build", "--kit-dir", kit, "--changed-since", file, "--out", tmp_path / "out")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_missing_manifest_is_2_with_one_line(run, kit, tmp_path):
    for name in ("none.json", "."):
        answer = run("build", "--kit-dir", kit, "--changed-since", tmp_path / name)
        assert answer.code == 2
        assert answer.err.count("\n") == 1


def test_backs_that_reach_further_are_compared_as_they_were_printed(kit, tmp_path):
    request = BuildRequest(kit_dir=kit, back_bleed=2.0, out=tmp_path / "wide")
    (built,) = build(request)
    manifest = built.file.parent / "manifest.json"
    assert build(replace(request, changed_since=manifest, out=tmp_path / "out")) == ()
    assert build(replace(request, back_bleed=0.0, changed_since=manifest, out=tmp_path / "out")) != ()
