"""mat.toml, tokens.toml and box.toml: what a kit may leave out, and how mistakes in them are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit

MAT = """\
spread = "8mm"
gap = "4mm"
forward = ["1", "2"]
across = [["1", "2"]]

[ways]
forward = "mat.ways"
backward = "mat.ways"
across = "mat.ways"

[[boards]]
paper = "a4"
width = "190mm"
height = "260mm"

[[places]]
id = "1"
kind = "line"
column = 0
row = 1
text = "mat.place"

[[places]]
id = "2"
kind = "line"
column = 0
row = 0
text = "mat.place"
suit = "sword"
"""

TOKENS = """\
[[tokens]]
id = "counter"
shape = "round"
size = "20mm"
copies = 3
front = { motif = "figure", figure = "7", ink = "red" }
back = { motif = "ripple" }
"""

BOX = """\
component = "deck"
caliper = "0.3mm"
play = "0.8mm"
maker = "box.words"
spine = "box.words"
"""


@pytest.fixture
def kit(tmp_path):
    folder = write_kit(tmp_path)
    for name, text in (("mat", MAT), ("tokens", TOKENS), ("box", BOX)):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    for language in ("ja", "en"):
        with (folder / f"text.{language}.toml").open("a", encoding="utf-8") as file:
            file.write('[mat]\nplace = "ab"\nways = "cd"\n[box]\nwords = "ef"\n')
    return folder


def problems(kit):
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    return [(Path(each.file).name, each.key, each.message) for each in caught.value.problems]


def test_a_kit_may_do_without(tmp_path):
    kit = load_kit(write_kit(tmp_path))
    assert (kit.mat, kit.tokens, kit.box) == (None, (), None)


def test_all_is_read_as_it_stands(kit):
    loaded = load_kit(kit)
    assert loaded.mat is not None
    assert (loaded.mat.spread, loaded.mat.rows, loaded.mat.columns) == (8.0, 1.0, 1)
    assert [place.id for place in loaded.mat.places] == ["1", "2"]
    (token,) = loaded.tokens
    assert (token.size, token.copies, token.front.figure, token.back.motif) == (20.0, 3, "7", "ripple")
    assert loaded.box is not None
    assert (loaded.box.component, loaded.box.tuck) == ("deck", 15.0)


WRONG = [
    ("mat.toml", 'spread = "8mm"', 'spread = "8km"', "spread", "not a length"),
    ("mat.toml", 'forward = ["1", "2"]', 'forward = ["1", "9"]', "forward", "'9' is not a line"),
    ("mat.toml", '["1", "2"]]', '["1", "X"]]', "across", "'X' is not a line"),
    ("mat.toml", "row = 0\n", "row = 0.5\n", "places[1].row", "overlaps another"),
    ("mat.toml", 'id = "2"', 'id = "1"', "places[1].id", "is defined twice"),
    ("mat.toml", 'suit = "sword"', 'suit = "swrd"', "places[1].suit", "unknown suit"),
    ("mat.toml", 'kind = "line"', 'kind = "river"', "places[0].kind", "'river'"),
    ("mat.toml", "spread =", "spraed =", "spraed", "unknown key"),
    ("tokens.toml", 'size = "20mm"', 'size = "2mm"', "tokens[0].size", "greater than"),
    ("tokens.toml", "copies = 3", "copies = 0", "tokens[0].copies", "greater than"),
    ("tokens.toml", 'motif = "ripple"', 'motif = "gear"', "tokens[0].back.motif", "'gear'"),
    ("tokens.toml", 'ink = "red"', 'ink = "pink"', "tokens[0].front.ink", "unknown ink"),
    ("tokens.toml", 'figure = "7", ', "", "tokens[0].front", "figure and motif do not fit"),
    ("tokens.toml", 'motif = "ripple"', 'motif = "art"', "tokens[0].back", "art and motif do not fit"),
    (
        "tokens.toml",
        'motif = "ripple"',
        'motif = "art", art = "art/no.svg"',
        "token counter.back.art",
        "no art file",
    ),
    ("tokens.toml", 'shape = "round"', 'shape = "standee"', "tokens[0].height", "a height of 0 mm"),
    ("box.toml", 'caliper = "0.3mm"', 'caliper = "-1mm"', "caliper", "greater than"),
    ("box.toml", 'component = "deck"', 'component = "dcek"', "component", "unknown component"),
    ("box.toml", 'component = "deck"', 'component = "deck"\nink = "bleu"', "ink", "unknown ink"),
    ("box.toml", 'component = "deck"', 'component = "deck"\nroom = "-1mm"', "room", "greater than"),
    ("box.toml", 'maker = "box.words"', 'maker = "box.wrds"', "box.wrds", "the text is missing"),
    (
        "box.toml",
        'component = "deck"',
        'component = "deck"\nglyph = "船"',
        "glyph",
        "the kit has no sign '船'",
    ),
    (
        "box.toml",
        'component = "deck"',
        'component = "deck"\nshore = ["token-countr"]',
        "shore[0]",
        "no part 'token-countr'",
    ),
    (
        "box.toml",
        'component = "deck"',
        'component = "deck"\npictures = [{ show = ["card-nobody"] }]',
        "pictures[0].show[0]",
        "no part 'card-nobody'",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "key", "message"), WRONG)
def test_a_mistake_is_reported_with_file_and_key(kit, file, old, new, key, message):
    found = problems(spoil(kit, file, old, new))
    assert any(each[1] == key and message in each[2] for each in found), found
    assert any(each[0] == (file if "text" not in message else "text.ja.toml") for each in found)


def test_a_text_nothing_prints_is_still_reported(kit):
    (kit / "box.toml").unlink()
    assert {(file, key) for file, key, _ in problems(kit)} == {
        ("text.ja.toml", "box.words"), ("text.en.toml", "box.words"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("table", "file"),
    [("puzzles", "puzzles.toml"), ("walkthrough", "walkthrough.toml"), ("booklet", "booklet.toml")],
)
def test_a_book_without_its_file_is_one_line(tmp_path, table, file):
    """Its texts show that there was one: the missing file is reported, not each of them."""
    kit = write_kit(tmp_path)
    for path in kit.glob("text.*.toml"):
        words = f'\n[{table}]\ntitle = "A"\nother = "B"\n'
        path.write_text(path.read_text(encoding="utf-8") + words, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    (problem,) = caught.value.problems
    assert problem.message == f"the file is missing, so the texts of [{table}] are not used"
    assert Path(problem.file).name == file
