"""Spoils what a game knows of its kit, one thing in one copy, and counts what `printkit check KIT` misses.

Every class is written from the rules and from the list of things a kit states; exit code 0 only if nothing is missed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

from printkit.errors import PrintkitError
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.kit_data import prove_kit_data
from printkit.preflight.model import ERROR
from printkit.sheets.model import find_paper

__all__ = ["KINDS", "judge", "spoil"]

SUITS = ("sword", "coin", "cup", "wand")
MINORS = ("swords", "coins", "cups", "wands")
LANGUAGES = ("ja", "en")
FATES = ("sun", "star", "lovers", "hermit", "hanged-man", "tower", "devil")
ICONS = ("mutual-look", "look", "reveal", "flip")

Change = Callable[[Path, Random], str]


def _edit(file: Path, change: Callable[[str], str]) -> None:
    old = file.read_text(encoding="utf-8")
    new = change(old)
    assert new != old, f"nothing changed in {file.name}"
    file.write_text(new, encoding="utf-8")


def _put(folder: Path, file: str, old: str, new: str) -> str:
    assert old in (folder / file).read_text(encoding="utf-8"), f"{old!r} is not in {file}"
    _edit(folder / file, lambda text: text.replace(old, new, 1))
    return f"{file}: {new.strip()[:60]!r} for {old.strip()[:60]!r}"


def _exchange(folder: Path, file: str, one: str, other: str) -> str:
    text = (folder / file).read_text(encoding="utf-8")
    assert one in text, f"{one!r} is not in {file}"
    assert other in text, f"{other!r} is not in {file}"
    _edit(folder / file, lambda own: own.replace(one, "\0").replace(other, one).replace("\0", other))
    return f"{file}: {one[:50]!r} and {other[:50]!r}"


def _values(folder: Path, file: str, one: str, other: str) -> str:
    """Exchanges what two keys of a file say."""
    text = (folder / file).read_text(encoding="utf-8")
    found = [re.search(rf"^{re.escape(key)} = (.*)$", text, re.M) for key in (one, other)]
    assert all(found), f"{one} or {other} is not in {file}"
    first, second = (each.group(1) for each in found if each)
    assert first != second
    new = re.sub(rf"^({re.escape(one)} = ).*$", lambda own: own[1] + second, text, count=1, flags=re.M)
    new = re.sub(rf"^({re.escape(other)} = ).*$", lambda own: own[1] + first, new, count=1, flags=re.M)
    (folder / file).write_text(new, encoding="utf-8")
    return f"{file}: {one} and {other}"


def _table(text: str, name: str) -> tuple[int, int]:
    """Where the table of that id begins and ends."""
    at = text.index(f'id = "{name}"')
    begin, end = text.rfind("\n[[", 0, at), text.find("\n[[", at)
    return begin, len(text) if end < 0 else end


def _in_table(folder: Path, file: str, name: str, change: Callable[[str], str]) -> str:
    def edit(text: str) -> str:
        begin, end = _table(text, name)
        return text[:begin] + change(text[begin:end]) + text[end:]

    _edit(folder / file, edit)
    return f"{file}: {name}"


def _tables_exchange(folder: Path, file: str, one: str, other: str, key: str) -> str:
    """Exchanges what two tables of a file say for a key."""
    text = (folder / file).read_text(encoding="utf-8")
    own = []
    for name in (one, other):
        begin, end = _table(text, name)
        found = re.search(rf"^{key} = (.*)$", text[begin:end], re.M)
        assert found, f"{name} has no {key}"
        own.append(found.group(1))
    assert own[0] != own[1], f"{one} and {other} have the same {key}"
    for name, value in ((one, own[1]), (other, own[0])):
        _in_table(
            folder,
            file,
            name,
            lambda part, value=value: re.sub(rf"^{key} = .*$", f"{key} = {value}", part, count=1, flags=re.M),
        )
    return f"{file}: {key} of {one} and {other}"


def _art(folder: Path, name: str) -> list[Path]:
    found = [
        path for path in (folder / "art" / ink / f"{name}.svg" for ink in ("full", "low")) if path.exists()
    ]
    return found or [folder / "art" / f"{name}.svg"]


def _cards(luck: Random, count: int = 2) -> list[str]:
    names = [f"major-{number:02}" for number in range(22)]
    names += [f"{suit}-{number:02}" for suit in MINORS for number in range(1, 15)]
    return luck.sample(names, count)


# ---------------------------------------------------------------- pictures


def _pictures_exchanged(folder: Path, luck: Random) -> str:
    one, other = _cards(luck)
    for first, second in zip(_art(folder, one), _art(folder, other), strict=True):
        kept, taken = first.read_bytes(), second.read_bytes()
        first.write_bytes(taken)
        second.write_bytes(kept)
    return f"{one} and {other}"


def _drawings_exchanged(folder: Path, luck: Random) -> str:
    """The drawings change places, but each file goes on saying that it shows its own card."""
    one, other = _cards(luck)
    for first, second in zip(_art(folder, one), _art(folder, other), strict=True):
        kept, taken = first.read_text(encoding="utf-8"), second.read_text(encoding="utf-8")
        first.write_text(taken.replace(f"<title>{other}<", f"<title>{one}<"), encoding="utf-8")
        second.write_text(kept.replace(f"<title>{one}<", f"<title>{other}<"), encoding="utf-8")
    return f"{one} and {other}"


def _another_picture(folder: Path, luck: Random) -> str:
    one, other = _cards(luck)
    return _put(folder, "cards.toml", f'art = "{one}.svg"', f'art = "{other}.svg"')


def _cups_on_wands(folder: Path, luck: Random) -> str:
    number = luck.randrange(1, 15)
    one, other = luck.sample(MINORS, 2)
    return _put(folder, "cards.toml", f'art = "{one}-{number:02}.svg"', f'art = "{other}-{number:02}.svg"')


def _around(name_of: Callable[[Random], str], transform: str) -> Change:
    """A class that puts a transform around all of a picture, in both printings."""

    def change(folder: Path, luck: Random) -> str:
        name = name_of(luck)
        for file in _art(folder, name):
            _edit(
                file,
                lambda text: re.sub(
                    r"(</title>\s*|<svg[^>]*>\s*)(?=<(?!title))",
                    rf'\1<g transform="{transform}">',
                    text,
                    count=1,
                ).replace("</svg>", "</g></svg>"),
            )
        return name

    return change


def _any_card(luck: Random) -> str:
    return _cards(luck, 1)[0]


def _one_printing(folder: Path, luck: Random) -> str:
    """Only the low-ink printing shows another card."""
    one, other = _cards(luck)
    shutil.copy(folder / "art" / "low" / f"{other}.svg", folder / "art" / "low" / f"{one}.svg")
    return f"{one} as {other}"


def _blank_picture(folder: Path, luck: Random) -> str:
    name = _any_card(luck)
    for file in _art(folder, name):
        _edit(
            file, lambda text: re.sub(r"<path[^>]*/>", '<path fill="#231f20" d="M35 60h.5v.5h-.5z"/>', text)
        )
    return name


def _black_picture(folder: Path, luck: Random) -> str:
    name = _any_card(luck)
    for file in _art(folder, name):
        _edit(file, lambda text: text.replace("</svg>", '<path fill="#231f20" d="M10 30h50v60h-50z"/></svg>'))
    return name


def _part_gone(folder: Path, luck: Random) -> str:
    """All ink of one colour is gone."""
    name = f"{luck.choice(MINORS)}-{luck.randrange(2, 11):02}"
    for file in _art(folder, name):
        _edit(file, lambda text: re.sub(r"<path[^>]*/>", "", text, count=1))
    return name


def _back(drawing: str) -> Change:
    def change(folder: Path, luck: Random) -> str:
        x, y = luck.randrange(8, 60), luck.randrange(10, 50)
        for file in _art(folder, "back"):
            _edit(file, lambda text: text.replace("</svg>", drawing.format(x=x, y=y) + "</svg>"))
        return f"{x} {y}"

    return change


def _emblem_files(folder: Path, luck: Random) -> str:
    one, other = (folder / "art" / f"emblem-{name}.svg" for name in luck.sample(SUITS, 2))
    kept = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(kept)
    return f"{one.stem} and {other.stem}"


def _emblem_drawings(folder: Path, luck: Random) -> str:
    one, other = luck.sample(SUITS, 2)
    first, second = (folder / "art" / f"emblem-{name}.svg" for name in (one, other))
    kept = first.read_text(encoding="utf-8")
    first.write_text(second.read_text(encoding="utf-8").replace(f"emblem-{other}<", f"emblem-{one}<"))
    second.write_text(kept.replace(f"emblem-{one}<", f"emblem-{other}<"), encoding="utf-8")
    return f"{one} and {other}"


# ---------------------------------------------------------------- suits and words


def _suit_inks(folder: Path, luck: Random) -> str:
    inks = {"sword": "blue", "coin": "gold", "cup": "red", "wand": "green"}
    one, other = luck.sample(SUITS, 2)
    return _exchange(folder, "kit.toml", f'ink = "{inks[one]}"', f'ink = "{inks[other]}"')


def _suit_codes(folder: Path, luck: Random) -> str:
    codes = {"sword": "Sw", "coin": "Co", "cup": "Cu", "wand": "Wa"}
    one, other = luck.sample(SUITS, 2)
    return _exchange(folder, "kit.toml", f'code = "{codes[one]}"', f'code = "{codes[other]}"')


def _emblems(folder: Path, luck: Random) -> str:
    one, other = luck.sample(SUITS, 2)
    return _exchange(folder, "kit.toml", f"emblem-{one}.svg", f"emblem-{other}.svg")


def _one_suit_ink(folder: Path, luck: Random) -> str:
    inks = {"blue": "gold", "gold": "red", "red": "green", "green": "blue"}
    old = luck.choice(tuple(inks))
    return _put(folder, "kit.toml", f'ink = "{old}"', f'ink = "{inks[old]}"')


def _texts(*pairs: tuple[str, str], both: bool = True) -> Change:
    """A class that exchanges what two keys of the texts say, in both languages or in one."""

    def change(folder: Path, luck: Random) -> str:
        one, other = luck.choice(pairs)
        languages = LANGUAGES if both else (luck.choice(LANGUAGES),)
        return "; ".join(_values(folder, f"text.{language}.toml", one, other) for language in languages)

    return change


def _names(both: bool) -> Change:
    def change(folder: Path, luck: Random) -> str:
        one, other = _cards(luck)
        languages = LANGUAGES if both else (luck.choice(LANGUAGES),)
        return "; ".join(
            _values(folder, f"text.{language}.toml", f"{one}.name", f"{other}.name") for language in languages
        )

    return change


def _court_names(folder: Path, luck: Random) -> str:
    suit = luck.choice(MINORS)
    one, other = luck.sample(range(11, 15), 2)
    return "; ".join(
        _values(folder, f"text.{language}.toml", f"{suit}-{one}.name", f"{suit}-{other}.name")
        for language in LANGUAGES
    )


def _legend(folder: Path, luck: Random) -> str:
    ways = (("forward", "backward"), ("yes", "no"), ("across", "forward"))
    pairs = [pair for pair in ways if _has(folder, *pair)]
    return _texts(luck.choice(pairs))(folder, luck)


# Tables of texts whose numbers are the rules', and lines whose numbers are not.
_SENTENCES = (
    "rule.",
    "simple.",
    "together.",
    "start.",
    "mat.",
    "puzzles.goal",
    "box.item-c",
    "box.item-r",
    "box.item-s",
)
_FREE = ("start.draw", "start.turns", "mat.line", "together.lower.foot")


def _sentence_number(folder: Path, luck: Random) -> str:
    """A number in a sentence that the rules know becomes another one."""
    language = luck.choice(LANGUAGES)
    path = folder / f"text.{language}.toml"
    lines, table, places = path.read_text(encoding="utf-8").splitlines(), "", []
    for at, line in enumerate(lines):
        table = line.strip("[]") if line.startswith("[") else table
        key = f"{table}.{line.partition(' = ')[0]}"
        if key.startswith(_SENTENCES) and not key.startswith(_FREE):
            places += [(at, key, found) for found in re.finditer(r"(?<![\w{-])\d+(?![\w}]*-en)", line)]
    at, key, number = luck.choice(places)
    other = int(number[0]) + luck.choice((1, 2))
    lines[at] = f"{lines[at][: number.start()]}{other}{lines[at][number.end() :]}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"{key} in {language}: {other} for {number[0]}"


def _has(folder: Path, *keys: str) -> bool:
    text = (folder / "text.en.toml").read_text(encoding="utf-8")
    return all(re.search(rf"^{re.escape(key)} = ", text, re.M) for key in keys)


def _lines(folder: Path, luck: Random) -> str:
    one, other = luck.sample(range(1, 7), 2)
    return _texts((f"line-{one}", f"line-{other}"))(folder, luck)


# ---------------------------------------------------------------- numbers, mat, tokens, box, labels, layout


def _number(folder: Path, luck: Random) -> str:
    name = f"major-{luck.randrange(22):02}"
    suit = luck.choice(SUITS)

    def change(part: str) -> str:
        return re.sub(
            rf"^{suit} = \[(\d+), (\d+)\]", lambda m: f"{suit} = [{m[1]}, {int(m[2]) + 1}]", part, flags=re.M
        )

    return _in_table(folder, "cards.toml", name, change)


def _rule_row(folder: Path, luck: Random) -> str:
    one, other = luck.choice((("left", "right"), ("forward", "backward"), ("max", "sum")))
    text = (folder / "rules.toml").read_text(encoding="utf-8")
    body = text.index("[[")
    places = [match.start() for match in re.finditer(rf"\b{one}\b", text) if match.start() > body]
    places = [at for at in places if "#" not in text[text.rfind("\n", 0, at) : at]]
    if not places:
        return _rule_row(folder, luck)
    at = luck.choice(places)
    (folder / "rules.toml").write_text(text[:at] + other + text[at + len(one) :], encoding="utf-8")
    return f"rules.toml: {other} for {one} at {at}"


def _mat_order(folder: Path, luck: Random) -> str:
    at = luck.randrange(5)
    order = [str(number) for number in range(1, 7)]
    order[at], order[at + 1] = order[at + 1], order[at]
    new = ", ".join(f'"{each}"' for each in order)
    return _put(folder, "mat.toml", 'forward = ["1", "2", "3", "4", "5", "6"]', f"forward = [{new}]")


def _mat_pairs(folder: Path, luck: Random) -> str:
    new = luck.choice(('["1", "5"], ["2", "4"], ["3", "6"]', '["1", "2"], ["3", "4"], ["5", "6"]'))
    return _put(folder, "mat.toml", '["1", "4"], ["2", "5"], ["3", "6"]', new)


def _mat_places(key: str, *pairs: tuple[str, str]) -> Change:
    def change(folder: Path, luck: Random) -> str:
        return _tables_exchange(folder, "mat.toml", *luck.choice(pairs), key)

    return change


def _mat_both(folder: Path, luck: Random) -> str:
    """Two places of one column change their rows."""
    pair = luck.choice((("1", "4"), ("2", "5"), ("3", "6")))
    return _tables_exchange(folder, "mat.toml", *pair, "row")


def _mat_columns(folder: Path, luck: Random) -> str:
    """Both places of a pair change columns with another pair: the pairs still face each other."""
    one, other = luck.sample((("1", "4"), ("2", "5"), ("3", "6")), 2)
    for first, second in zip(one, other, strict=True):
        said = _tables_exchange(folder, "mat.toml", first, second, "column")
    return said


def _set(file: str, key: str, *values: str) -> Change:
    """A class that gives a key of a file another value."""

    def change(folder: Path, luck: Random) -> str:
        new = luck.choice(values)
        _edit(
            folder / file,
            lambda text: re.sub(rf"^{re.escape(key)} = .*$", f"{key} = {new}", text, count=1, flags=re.M),
        )
        return f"{file}: {key} = {new}"

    return change


def _terminal(folder: Path, luck: Random) -> str:
    old, new = luck.choice((('figure = "0"', 'figure = "8"'), ('figure = "13"', 'figure = "18"')))
    return _put(folder, "tokens.toml", old, new)


def _figure_gone(folder: Path, luck: Random) -> str:
    old = luck.choice(("0", "13"))
    return _put(folder, "tokens.toml", f'motif = "figure", figure = "{old}"', 'motif = "whirl"')


def _label(key: str, shift: float) -> Change:
    def change(folder: Path, luck: Random) -> str:
        grids = re.findall(r"^\[grid\.([\w-]+)\]", (folder / "labels.toml").read_text(), re.M)
        name = luck.choice(grids)

        def edit(text: str) -> str:
            at = text.index(f"[grid.{name}]")
            end = text.find("\n[", at + 1)
            end = len(text) if end < 0 else end
            own = re.sub(
                rf"^{key} = \"([\d.]+)(mm|in)\"",
                lambda m: f'{key} = "{float(m[1]) + (shift if m[2] == "mm" else shift / 25.4):.4f}{m[2]}"',
                text[at:end],
                flags=re.M,
            )
            return text[:at] + own + text[end:]

        _edit(folder / "labels.toml", edit)
        return f"{name}: {key} {shift:+} mm"

    return change


def _size(key: str, *values: str) -> Change:
    """A class that gives a size of the layout another measure, or a safe zone, bleed or corner."""

    def change(folder: Path, luck: Random) -> str:
        text = (folder / "layout.toml").read_text(encoding="utf-8")
        found = list(re.finditer(rf"^{key} = \"[^\"]+\"", text, re.M))
        assert found, f"layout.toml has no {key}"
        chosen, new = luck.choice(found[:4]), luck.choice(values)
        (folder / "layout.toml").write_text(
            text[: chosen.start()] + f'{key} = "{new}"' + text[chosen.end() :], encoding="utf-8"
        )
        return f"{chosen[0]} -> {new}"

    return change


# ---------------------------------------------------------------- the other kits


def _fate_pictures(folder: Path, luck: Random) -> str:
    one, other = luck.sample(FATES, 2)
    number = luck.randrange(1, 4)
    for first, second in zip(_art(folder, f"{one}-{number}"), _art(folder, f"{other}-{number}"), strict=True):
        kept = first.read_bytes()
        first.write_bytes(second.read_bytes())
        second.write_bytes(kept)
    return f"{one} and {other}"


def _fate_listed(folder: Path, luck: Random) -> str:
    one, other = luck.sample(FATES, 2)
    return _exchange(folder, "cards.toml", f'"{one}-1.svg"', f'"{other}-1.svg"')


def _fate_names(folder: Path, luck: Random) -> str:
    one, other = luck.sample(FATES, 2)
    return "; ".join(
        _values(folder, f"text.{language}.toml", f"{one}.name", f"{other}.name") for language in LANGUAGES
    )


def _icon_words(folder: Path, luck: Random) -> str:
    one, other = luck.sample(ICONS, 2)
    part = luck.choice(("name", "text"))
    return "; ".join(
        _values(folder, f"text.{language}.toml", f"{one}.{part}", f"{other}.{part}") for language in LANGUAGES
    )


def _icon_files(folder: Path, luck: Random) -> str:
    one, other = luck.sample(ICONS, 2)
    return _exchange(folder, "kit.toml", f'"art/emblem-{one}.svg"', f'"art/emblem-{other}.svg"')


def _fate_turned(luck: Random) -> str:
    return f"{luck.choice(FATES)}-{luck.randrange(1, 4)}"


def _will(folder: Path, luck: Random) -> str:
    old = luck.randrange(0, 4)
    return _put(folder, "tokens.toml", f'figure = "{old}"', f'figure = "{old + 5}"')


def _will_back(folder: Path, luck: Random) -> str:
    """One kind of will token has a back of its own."""
    name = f"will-{luck.randrange(0, 4)}"
    return _in_table(
        folder, "tokens.toml", name,
        lambda part: part.replace('"whirl", ink = "red"', '"whirl", ink = "blue"'),
    )  # fmt: skip


def _piece(folder: Path, luck: Random) -> str:
    one, other = luck.choice((("船", "兵"), ("弓", "船"), ("兵", "弓")))
    text = (folder / "tokens.toml").read_text(encoding="utf-8")
    assert f'glyph = "{one}"' in text
    return _put(
        folder,
        "tokens.toml",
        f'front = {{ motif = "glyph", glyph = "{one}"',
        f'front = {{ motif = "glyph", glyph = "{other}"',
    )


def _piece_copies(folder: Path, luck: Random) -> str:
    return _in_table(
        folder,
        "tokens.toml",
        "black-pawn",
        lambda part: part.replace("copies = 8", f"copies = {luck.choice((7, 9))}"),
    )


def _square(folder: Path, luck: Random) -> str:
    return _put(folder, "board.toml", "'~~^~~'", luck.choice(("'~~.~~'", "'~.^~~'")))


def _piece_ink(folder: Path, luck: Random) -> str:
    return _in_table(
        folder, "tokens.toml", "black-bow", lambda part: part.replace('ink = "black"', 'ink = "red"')
    )


def _piece_name(folder: Path, luck: Random) -> str:
    return _exchange(folder, "tokens.toml", 'piece = "黒船"', 'piece = "黒弓"')


# ---------------------------------------------------------------- the kits of the Air Republic's other games


def _strip(pattern: str, new: Callable[[Random, re.Match[str]], str]) -> Change:
    """A class that gives a strip of the deck of 48 another value."""

    def change(folder: Path, luck: Random) -> str:
        name = luck.choice(("b1", "b2", "b3", "b4", "b5", "r2", "r3", "r6"))
        return _in_table(
            folder,
            "cards.toml",
            name,
            lambda part: re.sub(pattern, lambda m: new(luck, m), part, count=1, flags=re.M),
        )

    return change


def _other_piece(luck: Random, match: re.Match[str]) -> str:
    return f'piece = "{luck.choice([each for each in "無兵弓車虎馬筆" if each != match[1]])}"'


def _odds(key: str) -> Change:
    def change(folder: Path, luck: Random) -> str:
        name = luck.choice(("odds-5", "odds-6"))

        def edit(part: str) -> str:
            found = re.search(rf'^{key} = "(.*)"$', part, re.M)
            assert found
            values = found[1].split("\\n")
            at = luck.randrange(len(values))
            values[at] = str(int(values[at]) + luck.choice((1, 2)))
            return part.replace(found[0], f'{key} = "' + "\\n".join(values) + '"')

        return _in_table(folder, "cards.toml", name, edit)

    return change


def _row(*pairs: tuple[str, str]) -> Change:
    """A class that changes a square of a row of a board."""

    def change(folder: Path, luck: Random) -> str:
        return _put(folder, "board.toml", *luck.choice(pairs))

    return change


def _slip(key: str, *values: int) -> Change:
    def change(folder: Path, luck: Random) -> str:
        name = f"slip-{luck.choice(('black', 'red', 'blue', 'green'))}"
        new = luck.choice(values)
        return _in_table(
            folder,
            "cards.toml",
            name,
            lambda part: re.sub(rf"^{key} = \d+", f"{key} = {new}", part, flags=re.M),
        )

    return change


def _track(folder: Path, luck: Random) -> str:
    """親の加点 begins at 2."""
    return _put(folder, "tokens.toml", "×2-9", luck.choice(("×1-9", "×3-9")))


def _feet(folder: Path, luck: Random) -> str:
    """Two pawns stand on feet of one shape and one ink: nobody can distinguish them."""
    text = (folder / "tokens.toml").read_text(encoding="utf-8")
    names = re.findall(r'^id = "((?:pawn)-\w+)"', text, re.M)
    one, other = luck.sample(names, 2)
    begin, end = _table(text, one)
    twin = text[begin:end]

    def same(part: str) -> str:
        for key in ("foot", "front", "back"):
            own = re.search(rf"^{key} = .*$", twin, re.M)
            assert own
            part = re.sub(rf"^{key} = .*$", lambda m, own=own: own[0], part, flags=re.M)
        return part

    return _in_table(folder, "tokens.toml", other, same) + f" as {one}"


def _tally(key: str) -> Change:
    """A counting stick says another number, or has other notches."""

    def change(folder: Path, luck: Random) -> str:
        name = luck.choice(("stick-1", "stick-5"))

        def edit(part: str) -> str:
            if key == "figure":
                return re.sub(r'figure = "(\d+)"', lambda m: f'figure = "{int(m[1]) + 1}"', part, count=1)
            return re.sub(
                r"(?:notches = (\d+), )?ink", lambda m: f"notches = {int(m[1] or 0) + 1}, ink", part, count=1
            )

        return _in_table(folder, "tokens.toml", name, edit)

    return change


def _glyph_files(folder: Path, luck: Random) -> str:
    """Two signs change drawings; each file goes on saying what it is of."""
    one, other = luck.sample(("pawn", "bow", "cart", "tiger", "horse", "brush", "shaman"), 2)
    first, second = (folder.parent / "air" / "art" / f"glyph-{name}.svg" for name in (one, other))
    kept, taken = first.read_text(encoding="utf-8"), second.read_text(encoding="utf-8")
    title = re.compile(r"<title>.*?</title>")
    first.write_text(title.sub(title.search(kept)[0], taken), encoding="utf-8")  # type: ignore[index]
    second.write_text(title.sub(title.search(taken)[0], kept), encoding="utf-8")  # type: ignore[index]
    return f"{one} and {other}"


def _glyph_listed(folder: Path, luck: Random) -> str:
    one, other = luck.sample(("pawn", "bow", "cart", "tiger"), 2)
    return _exchange(
        folder.parent / "air", "glyphs.toml", f'"art/glyph-{one}.svg"', f'"art/glyph-{other}.svg"'
    )


def _glyph_turned(folder: Path, luck: Random) -> str:
    name = luck.choice(("pawn", "bow", "cart", "tiger"))
    file = folder.parent / "air" / "art" / f"glyph-{name}.svg"
    text = file.read_text(encoding="utf-8")
    box = re.search(r'viewBox="([^"]+)"', text)
    assert box
    left, top, wide, high = (float(each) for each in box[1].split())
    around = f'<g transform="rotate(180 {left + wide / 2:g} {top + high / 2:g})">'
    at = text.index("</title>") + len("</title>") if "</title>" in text else text.index(">") + 1
    file.write_text((text[:at] + around + text[at:]).replace("</svg>", "</g></svg>"), encoding="utf-8")
    return name


KINDS: dict[str, tuple[str, Change]] = {
    "pictures exchanged": ("youscout", _pictures_exchanged),
    "drawings exchanged below their titles": ("youscout", _drawings_exchanged),
    "another card's picture": ("youscout", _another_picture),
    "another suit's picture": ("youscout", _cups_on_wands),
    "a picture upside down": ("youscout", _around(_any_card, "rotate(180 35 60)")),
    "a picture off the trim": ("youscout", _around(_any_card, "translate(25 0)")),
    "a picture beside its place": ("youscout", _around(_any_card, "translate(0 4)")),
    "a picture smaller": ("youscout", _around(_any_card, "translate(7 12) scale(0.8)")),
    "a picture mirrored": ("youscout", _around(_any_card, "translate(70 0) scale(-1 1)")),
    "one printing of another card": ("youscout", _one_printing),
    "a picture blank": ("youscout", _blank_picture),
    "a picture painted over": ("youscout", _black_picture),
    "a colour of a picture gone": ("youscout", _part_gone),
    "a back with a spot": ("youscout", _back('<path fill="#ffffff" d="M{x} {y}h1.2v1.2h-1.2z"/>')),
    "a back with a line": ("youscout", _back('<path fill="#231f20" d="M{x} {y}h14v.7h-14z"/>')),
    "a back off its middle": ("youscout", _around(lambda luck: "back", "translate(0.8 0)")),
    "emblem files exchanged": ("youscout", _emblem_files),
    "emblems exchanged below their titles": ("youscout", _emblem_drawings),
    "an emblem upside down": ("youscout", _around(lambda luck: f"emblem-{luck.choice(SUITS)}", "rotate(180 5 5)")),
    "suit inks exchanged": ("youscout", _suit_inks),
    "a suit in another's ink": ("youscout", _one_suit_ink),
    "suit codes exchanged": ("youscout", _suit_codes),
    "emblems exchanged": ("youscout", _emblems),
    "names exchanged in both languages": ("youscout", _names(True)),
    "names exchanged in one language": ("youscout", _names(False)),
    "court names exchanged": ("youscout", _court_names),
    "suit names exchanged": ("youscout", _texts(("sword.name", "cup.name"), ("coin.name", "wand.name"))),
    "the legend": ("youscout", _legend),
    "a number in a sentence": ("youscout", _sentence_number),
    "what the box counts": (
        "tottarot",
        _texts(("item-cards", "item-will"), ("item-victory", "item-guide"), ("item-cards", "item-victory")),
    ),
    "where a suit leads": ("youscout", _texts(("cup", "coin"), ("sword", "wand"))),
    "lines' words exchanged": ("youscout", _lines),
    "a number of a card": ("youscout", _number),
    "a rule row": ("youscout", _rule_row),
    "the mat's order": ("youscout", _mat_order),
    "the mat's pairs": ("youscout", _mat_pairs),
    "places' words exchanged": ("youscout", _mat_places("text", *combinations("123456", 2))),
    "places' suits exchanged": ("youscout", _mat_places("suit", ("3", "6"), ("1", "5"), ("Sw", "Co"))),
    "places of two columns exchanged": ("youscout", _mat_places("column", *combinations("123", 2))),
    "upper and lower place exchanged": ("youscout", _mat_both),
    "pairs of places exchanged": ("youscout", _mat_columns),
    "a terminal's figure": ("youscout", _terminal),
    "a terminal's figure gone": ("youscout", _figure_gone),
    "the box's caliper": ("youscout", _set("box.toml", "caliper", '"0.032mm"', '"3.2mm"', '"0.9mm"')),
    "the box's play": ("youscout", _set("box.toml", "play", '"8mm"', '"0mm"')),
    "the box's tuck": ("youscout", _set("box.toml", "tuck", '"1.5mm"', '"60mm"')),
    "the box's glue": ("youscout", _set("box.toml", "glue", '"1mm"', '"0.5mm"')),
    "the box's board": ("youscout", _set("box.toml", "board", '"3mm"', '"30mm"')),
    "labels' pitch across": ("youscout", _label("across", 1.2)),
    "labels' pitch down": ("youscout", _label("down", 0.9)),
    "labels' margin": ("youscout", _label("left", 3.0)),
    "labels' size": ("youscout", _label("width", 3.0)),
    "a card's width": ("youscout", _size("width", "7mm", "17.5mm", "270mm")),
    "a bleed": ("youscout", _size("bleed", "0.3mm", "30mm")),
    "a safe zone": ("youscout", _size("safe", "0.3mm", "13mm")),
    "a corner": ("youscout", _size("corner", "13mm", "30mm")),
    "a token's size": ("youscout", _set("tokens.toml", "size", '"2.5mm"', '"250mm"')),
    "fates' pictures exchanged": ("tottarot", _fate_pictures),
    "fates' pictures listed for another": ("tottarot", _fate_listed),
    "fates' names exchanged": ("tottarot", _fate_names),
    "icons' words exchanged": ("tottarot", _icon_words),
    "icons' files exchanged": ("tottarot", _icon_files),
    "a fate upside down": ("tottarot", _around(_fate_turned, "rotate(180 35 60)")),
    "a fate off the trim": ("tottarot", _around(_fate_turned, "translate(-22 0)")),
    "the sun's points": ("tottarot", _set("cards.toml", "points", "4", "-3")),
    "a will token's figure": ("tottarot", _will),
    "a will token's back": ("tottarot", _will_back),
    "a box's caliper": ("tottarot", _set("box.toml", "caliper", '"0.032mm"', '"3.2mm"')),
    "a piece's sign": ("cetkaik", _piece),
    "a piece's copies": ("cetkaik", _piece_copies),
    "a piece's ink": ("cetkaik", _piece_ink),
    "pieces' names": ("cetkaik", _piece_name),
    "a square of the board": ("cetkaik", _square),
    "a square of the old board": ("cetkaik", _row(("'....~....'", "'.........'"), ("'..~~~~~..'", "'..~~^~~..'"))),
    "a strip's strength": ("paper-cetkaik", _strip(r"^strength = (\d)", lambda luck, m: f"strength = {int(m[1]) + 1}")),
    "a strip's piece": ("paper-cetkaik", _strip(r'^piece = "(.)"', _other_piece)),
    "a strip's colour": ("paper-cetkaik", _strip(
        r'^colour = "(\w+)"', lambda luck, m: f'colour = "{"red" if m[1] == "black" else "black"}"')),
    "a strip's copies": ("paper-cetkaik", _strip(r"^copies = (\d)", lambda luck, m: f"copies = {int(m[1]) + 1}")
    ),
    "the dealer's track": ("paper-cetkaik", _track),
    "odds of a throw": ("throwing-sticks", _odds("odds")),
    "odds of a number or more": ("throwing-sticks", _odds("least")),
    "sticks too few": ("throwing-sticks", _set("sticks.toml", "copies", "3", "5")),
    "lines of a square": ("throwing-sticks", _row(("'...3...G'", "'...2...G'"), ("'.2..2..S'", "'.2..3..S'"))),
    "the start of a way": ("throwing-sticks", _row(("'.2..2..S'", "'.2..2.S.'"), ("'...3...G'", "'...3..G.'"))),
    "two pawns alike": ("throwing-sticks", _feet),
    "a slip's goal": ("linked-ships", _slip("goal", 20, 24, 30)),
    "a slip's start": ("linked-ships", _slip("ship-start", 4, 10)),
    "a slip's stock": ("linked-ships", _slip("stock-start", 10, 15)),
    "steps of the ring": ("linked-ships", _row(("19 18 17", "18 19 17"), (" 4  5  6", " 4  6  5"))),
    "steps of the road": ("mountain-road", _row((" 8  7  6", " 7  8  6"), ("11 22 23", "11 23 22"))),
    "a square of the road": ("mountain-road", _row(("'~~^~~'", "'~.^~~'"), ("'/~/~^'", "'/~~~^'"))),
    "pawns of one foot": ("mountain-road", _feet),
    "a counting stick's number": ("mountain-road", _tally("figure")),
    "a counting stick's notches": ("mountain-road", _tally("notches")),
    "signs' drawings exchanged": ("cetkaik", _glyph_files),
    "signs listed for another": ("paper-cetkaik", _glyph_listed),
    "a sign upside down": ("throwing-sticks", _glyph_turned),
}  # fmt: skip


def spoil(folder: Path, number: int, seed: int) -> str:
    """Spoils a copy of the shipped kits in `folder`; returns what was done, `kind: where`, and the kit first."""
    kind = tuple(KINDS)[number % len(KINDS)]
    kit, change = KINDS[kind]
    for name in (kit,) if kit in ("youscout", "tottarot") else (kit, "air"):
        shutil.copytree(templates_dir() / name, folder / name)
    return f"{kit}, {kind}: {change(folder / kit, Random(f'{seed} {number}'))}"


def judge(number: int, seed: int) -> tuple[str, str]:
    """What was done, and what became of it: the code of the first error, `refused`, or `missed`."""
    with tempfile.TemporaryDirectory(prefix="printkit-kit-") as name:
        what = spoil(Path(name), number, seed)
        folder = Path(name) / what.partition(",")[0]
        try:
            for findings in (prove_kit_data(load_kit(folder, ()), find_paper), _whole(folder)):
                code = next((each.code for each in findings if each.severity == ERROR), "")
                if code:
                    return what, code
        except PrintkitError as error:
            return what, f"refused: {error.problems[0].message[:60]}"
        return what, "missed"


def _whole(folder: Path):  # type: ignore[no-untyped-def]
    yield from kit_report(folder).findings


def main() -> int:
    """Prints a line for each miss, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=2 * len(KINDS))
    parser.add_argument("--first", type=int, default=0, help="number of the first spoiled kit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print those that are found, too")
    options = parser.parse_args()
    start = time.perf_counter()
    codes: Counter[str] = Counter()
    for number in range(options.first, options.first + options.count):
        what, code = judge(number, options.seed)
        codes[code.partition(":")[0]] += 1
        if options.all or code == "missed":
            print(f"{code}: {number} {what}", flush=True)
    found = options.count - codes["missed"]
    print(", ".join(f"{code} {count}" for code, count in sorted(codes.items())))
    print(f"{found} of {options.count} spoiled kits found; {time.perf_counter() - start:.0f} s")
    return 1 if codes["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
