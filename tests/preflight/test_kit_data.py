"""What game, pictures and common sense know of a kit: each kind of mistake is found, and good kits have none."""

from __future__ import annotations

import shutil

import pytest

from printkit.kit.find import find_kits
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.kit_data import prove_kit_data
from printkit.scene.art import read_art
from printkit.scene.raster import ink_spread, kept_spreads
from printkit.sheets.model import find_paper
from tests.tiny_kit import spoil


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good") / "youscout"
    shutil.copytree(templates_dir() / "youscout", folder)
    return folder


@pytest.fixture
def folder(good, tmp_path):
    own = tmp_path / "youscout"
    shutil.copytree(good, own)
    return own


def codes(folder):
    """What is wrong with a kit, one after the other: whoever has found a code need not wait for the others."""
    return (finding.code for finding in prove_kit_data(load_kit(folder, ()), find_paper))


@pytest.mark.parametrize("kit", find_kits(None, ()), ids=lambda kit: kit.id)
def test_the_kits_that_are_shipped_have_none(kit):  # type: ignore[no-untyped-def]
    assert list(prove_kit_data(kit, find_paper)) == []


SPOILT = {
    "names exchanged": ("text.en.toml", 'major-05.name = "Hierophant"', 'major-05.name = "Lovers"', "word"),
    "suits' words": ("text.ja.toml", 'sword.name = "ソード"', 'sword.name = "カップ"', "word"),
    "yes and no": ("text.en.toml", 'yes = "if greater"', 'yes = "if not"', "word"),
    "forward and backward": ("text.ja.toml", 'forward = "順"', 'forward = "逆"', "word"),
    "lines": ("text.ja.toml", 'line-1 = "初爻"', 'line-1 = "上爻"', "word"),
    "a suit's code": ("kit.toml", 'code = "Sw"\nink = "blue"', 'code = "Co"\nink = "blue"', "suit"),
    "a suit's ink": ("kit.toml", 'code = "Sw"\nink = "blue"', 'code = "Sw"\nink = "red"', "suit"),
    "an emblem": ("kit.toml", "emblem-sword.svg", "emblem-cup.svg", "picture"),
    "a picture": ("cards.toml", 'art = "major-05.svg"', 'art = "major-06.svg"', "picture"),
    "the pairs across": ("mat.toml", '["1", "4"], ["2", "5"]', '["1", "5"], ["2", "4"]', "mat"),
    "the order": ("mat.toml", '["1", "2", "3", "4"', '["1", "3", "2", "4"', "mat"),
    "a place's suit": (
        "mat.toml",
        'text = "mat.line-3"\nsuit = "cup"',
        'text = "mat.line-3"\nsuit = "coin"',
        "mat",
    ),
    "a way's word": ("mat.toml", 'forward = "legend.forward"', 'forward = "legend.backward"', "mat"),
    "a terminal": ("tokens.toml", 'figure = "0"', 'figure = "8"', "token"),
    "a card's thickness": ("box.toml", 'caliper = "0.32mm"', 'caliper = "0.032mm"', "length"),
    "names of two suits": (
        "text.en.toml",
        'cups-03.name = "Three of Cups"',
        'cups-03.name = "Three of Wands"',
        "word",
    ),
    "court names": (
        "text.ja.toml",
        'wands-12.name = "ワンドのナイト"',
        'wands-12.name = "ワンドのペイジ"',
        "word",
    ),
    "a box's tuck": ("box.toml", 'tuck = "15mm"', 'tuck = "60mm"', "length"),
    "a box's play": ("box.toml", 'play = "0.8mm"', 'play = "0mm"', "length"),
    "labels' pitch": ("labels.toml", 'across = "40.6mm"', 'across = "41.5mm"', "length"),
    "labels beside their place": ("labels.toml", 'left = "7.25mm"', 'left = "2.25mm"', "length"),
}


@pytest.mark.parametrize("words", SPOILT)
def test_what_the_game_knows_is_held_to_it(folder, words):
    file, old, new, code = SPOILT[words]
    if file == "kit.toml" and "code" in words:
        # Two suits of one code are refused before: they are exchanged.
        text = (folder / file).read_text(encoding="utf-8")
        text = text.replace('code = "Sw"', 'code = "?"').replace('code = "Co"', 'code = "Sw"')
        (folder / file).write_text(text.replace('code = "?"', 'code = "Co"'), encoding="utf-8")
    else:
        spoil(folder, file, old, new)
    assert code in codes(folder)


@pytest.mark.parametrize(
    ("file", "one", "other", "code"),
    [
        ("mat.toml", 'text = "mat.line-3"', 'text = "mat.line-2"', "mat"),
        ("tokens.toml", 'text = "token.upper"', 'text = "token.lower"', "token"),
    ],
)
def test_texts_exchanged_are_found(folder, file, one, other, code):
    text = (folder / file).read_text(encoding="utf-8")
    text = text.replace(one, "?").replace(other, one).replace("?", other)
    (folder / file).write_text(text, encoding="utf-8")
    assert code in codes(folder)


def test_pictures_exchanged_in_their_files_are_found(folder):
    for ink in ("full", "low"):
        one, other = (folder / "art" / ink / f"major-{number}.svg" for number in ("05", "06"))
        first, second = one.read_bytes(), other.read_bytes()
        one.write_bytes(second)
        other.write_bytes(first)
    assert "picture" in codes(folder)


def turned_about(text, transform):
    return text.replace("</title>", f'</title><g transform="{transform}">').replace("</svg>", "</g></svg>")


@pytest.mark.parametrize(
    ("name", "transform"),
    [
        ("full/major-05", "rotate(180 35 60)"),
        ("low/cups-03", "translate(0 4)"),
        ("full/wands-03", "translate(70 0) scale(-1 1)"),
        ("emblem-cup", "rotate(180)"),
    ],
)
def test_a_picture_lies_as_it_was_measured(folder, name, transform):
    file = folder / "art" / f"{name}.svg"
    file.write_text(turned_about(file.read_text(encoding="utf-8"), transform), encoding="utf-8")
    assert "picture" in codes(folder)


def test_drawings_exchanged_below_their_titles_are_found(folder):
    for ink in ("full", "low"):
        one, other = (folder / "art" / ink / f"coins-{number}.svg" for number in ("04", "05"))
        first, second = one.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")
        one.write_text(second.replace("<title>coins-05", "<title>coins-04"), encoding="utf-8")
        other.write_text(first.replace("<title>coins-04", "<title>coins-05"), encoding="utf-8")
    assert "picture" in codes(folder)


def test_the_upper_trigram_lies_above_the_lower(folder):
    text = (folder / "mat.toml").read_text(encoding="utf-8")
    text = text.replace("row = 1\n", "?").replace("row = 2\n", "row = 1\n").replace("?", "row = 2\n")
    (folder / "mat.toml").write_text(text, encoding="utf-8")
    assert "mat" in codes(folder)


FATES = {
    "a fate's name": ("text.en.toml", 'sun.name = "The Sun"', 'sun.name = "The Star"', "word"),
    "an icon's words": ("text.ja.toml", 'look.name = "のぞく"', 'look.name = "明かす"', "word"),
    "an icon's sign": ("kit.toml", "art/emblem-look.svg", "art/emblem-reveal.svg", "picture"),
    "a will nobody has": ("tokens.toml", 'figure = "1"', 'figure = "6"', "token"),
    "a will with its own back": (
        "tokens.toml",
        'figure = "3", ink = "green" }\nback = { motif = "whirl", ink = "red" }',
        'figure = "3", ink = "green" }\nback = { motif = "whirl", ink = "blue" }',
        "token",
    ),
}


@pytest.mark.parametrize("words", FATES)
def test_what_tottarot_knows_is_held_to_it(tmp_path, words):
    folder = tmp_path / "tottarot"
    shutil.copytree(templates_dir() / "tottarot", folder)
    file, old, new, code = FATES[words]
    spoil(folder, file, old, new)
    assert code in codes(folder)


@pytest.mark.parametrize(
    "mark",
    [
        '<circle cx="10" cy="10" r="0.8" fill="#ffffff"/>',
        '<path fill="#231f20" d="M40 25h14v.7h-14z"/>',
    ],
)
def test_a_marked_back_is_found(folder, mark):
    spoil(folder, "art/full/back.svg", "</svg>", f"{mark}</svg>")
    assert "back-one-way" in codes(folder)


# The kits of the Air Republic: what is spoilt in which, or in the folder they share.
AIR = {
    "a track that begins with 3": (
        "paper-cetkaik",
        "tokens.toml",
        'figure = "×2-9"',
        'figure = "×3-9"',
        "token",
    ),
    "pawns alike": (
        "mountain-road",
        "tokens.toml",
        'foot = "round"\nfront = { motif = "climber", figure = "B", ink = "red" }\n'
        'back = { motif = "climber", figure = "B", ink = "red" }',
        'foot = "square"\nfront = { motif = "climber", figure = "A", ink = "black" }\n'
        'back = { motif = "climber", figure = "A", ink = "black" }',
        "token",
    ),
    "a stick's number": ("paper-cetkaik", "../air/tokens.toml", 'figure = "5"', 'figure = "6"', "token"),
    "a coin's number": ("mountain-road", "tokens.toml", 'figure = "5"', 'figure = "6"', "token"),
    "a notch on one end": ("paper-cetkaik", "../air/tokens.toml", "notches = 2", "notches = 3", "token"),
    "as few notches as a cheaper one": (
        "paper-cetkaik",
        "../air/tokens.toml",
        "notches = 4",
        "notches = 2",
        "token",
    ),
}


@pytest.mark.parametrize("words", AIR)
def test_what_lies_beside_cards_and_boards_is_held_to_it(tmp_path, words):
    kit, file, old, new, code = AIR[words]
    for name in (kit, "air"):
        shutil.copytree(templates_dir() / name, tmp_path / name)
    spoil(tmp_path / kit, file, old, new)
    assert set(codes(tmp_path / kit)) == {code}


@pytest.mark.parametrize(
    "name", ["glyph-bow", "glyph-tiger-small", "motto-king-2", "number-4", "season-spring"]
)
def test_a_sign_upside_down_is_found(tmp_path, name):
    for folder in ("cetkaik", "throwing-sticks", "air"):
        shutil.copytree(templates_dir() / folder, tmp_path / folder)
    file = tmp_path / "air" / "art" / f"{name}.svg"
    file.write_text(turned_about(file.read_text(encoding="utf-8"), "rotate(180 50 50)"), encoding="utf-8")
    assert set(codes(tmp_path / ("throwing-sticks" if name.startswith("number") else "cetkaik"))) == {
        "picture"
    }


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in templates_dir().glob("*/art/**/figures.json")}), ids=str
)
def test_measured_pictures_are_those_that_lie_there(folder):
    kept = kept_spreads(folder)
    assert kept
    for name, spread in kept.items():
        path = folder / f"{name}.svg"
        far = max(abs(a - b) for a, b in zip(spread, ink_spread(read_art(path, file=path.name)), strict=True))
        assert far <= 1, name
