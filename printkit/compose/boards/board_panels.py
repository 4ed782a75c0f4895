"""Draws what stands beside a board: hands with their points, the score, rates, seasons and the title."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate

from printkit.compose.boards.harbours import (
    harbour_items,
    lagoon_items,
    mooring_items,
    quay_items,
    seal_items,
)
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.carving import bar_items, stroke
from printkit.compose.pieces.glyphs import seal_items as sealed_items
from printkit.compose.pieces.glyphs import tag_items
from printkit.compose.pieces.sign_window import sign_window
from printkit.compose.text.titles import even_lines, shrunk
from printkit.compose.text.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    is_wide,
    line_width,
    set_line,
    signed,
)
from printkit.errors import InputError
from printkit.games.board_facts import BoardFacts, HandFact
from printkit.geometry import Affine, Rect
from printkit.kit.art import Art, art_of, art_source
from printkit.kit.board import BoardPanel, BoardSpec
from printkit.kit.model import Kit
from printkit.kit.text import Names
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, polyline, rectangle, rounded_rectangle, segment

__all__ = ["column_lines", "hands_items", "panel_items"]

BAR = 6.6
FIGURES = re.compile(r"\d+(?:\s*[·・、]\s*\d+)+\s*$")
"""Figures at the end of a text that are drawn as medals."""
NAMED, MEDAL, SMALLER, LEAST_MEDAL = 11.0, 8.2, 0.9, 4.6
"""The room for their name above them; their radii: the first, by how much each next one is smaller, the least; mm."""
# A piece of a hand at most, and in heights of its row; how many stand on a line; the room of the points before them.
TAG, TAG_SHARE, TAG_GAP, ACROSS, POINTS = 9.2, 0.9, 0.045, 5, 8.2
# The largest and least em of the names of hands, on how many lines, which fill so much of a row, and from one to the
# next; the bar's cuts.
NAME_EMS, NAME_LINES, FILLED, NAME_STEP, BAR_CUTS = (3.9, 2.2), 2, 0.86, 1.07, 4
NAME_SHARE = 0.54
# What adds and costs points: its room, and the em of its words and figures. Below one column figures stand over their
# words: how high both are, and their ems. From such a height on rows have names on one line more.
FOOT, COUNTED, COUNTS = 6.4, 2.5, 4.0
ROOMY, OVER, LARGER = 11.0, (5.6, 3.5), (5.2, 3.0)
BACK_INSET = 1.5
LONG_SEASON, SEASON_ROOM = 0.3, (0.07, 0.12)
"""Of a season's square: how long a name in its corner may be; what is free round the sign for that and a longer one."""


def panel_items(
    kit: Kit, board: BoardSpec, panel: BoardPanel, facts: BoardFacts, choices: Choices
) -> Iterator[Item]:
    """The panel as the player below reads it."""
    low = choices.ink == "low"
    if panel.panel == "harbour":
        yield from harbour_items(kit, board, panel, low=low)
    elif panel.panel == "seal":
        yield from seal_items(kit, board, panel, low=low)
    elif panel.panel == "lagoon":
        yield from lagoon_items(board, panel)
    else:
        yield from _PANELS[panel.panel](kit, panel, facts, choices)


def _hands(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    yield from hands_items(kit, facts, panel.box, panel.columns, low=choices.ink == "low")


def hands_items(
    kit: Kit, facts: BoardFacts, box: Rect, columns: int = 1, *, low: bool, title: str = "board.hands"
) -> Iterator[Item]:
    """The table of hands: a bar with the text `title`, a row a hand in black or red by turns, and what else counts."""
    bar = box._replace(height=BAR)
    yield from bar_items(bar, 0.6, BAR_CUTS, low=low)
    titles = Rect.from_edges(bar.x + 2.4, bar.y, bar.right - 1.5 * BAR, bar.bottom)
    yield from _titles(kit.in_two(title), kit.fonts["display"], titles, BLACK if low else PAPER)
    lines = column_lines(facts, columns)
    below = OVER[0] + OVER[1] * len(kit.languages[:2])
    roomy = (box.bottom - bar.bottom - below) / lines > ROOMY
    foot = below if columns == 1 else FOOT
    room = Rect.from_edges(box.x, bar.bottom + 1.2, box.right, box.bottom - foot - 0.5)
    rows = list(_hand_rows(facts, room, columns))
    unit = rows[0][1].height / _lines(facts.hands[0])
    most = max(min(len(hand.pieces), ACROSS) for hand in facts.hands)
    tag = min(TAG, unit * TAG_SHARE, (rows[0][1].width - 22.0) / most)
    tag = max(tag, min(4.0, unit * TAG_SHARE))
    places = [_name_room(kit, hand, row, tag) for hand, row, _ in rows]
    style = _name_style(kit, facts, places, unit, NAME_LINES + roomy)
    for (hand, row, at), place in zip(rows, places, strict=True):
        yield from _hand(kit, hand, row, tag, find_ink(("black", "red")[at % 2]), low=low)
        yield from _hand_names(_name_lines(kit, hand.name, style, place.width), place, style)
        if row.bottom < room.bottom - 0.1:
            left = box.x if row.x < box.x + 2.0 else row.x
            right = box.right if row.right > box.right - 3.0 else row.right
            yield Path(rounded_rectangle(Rect(left, row.bottom - 0.1, right - left, 0.2), 0.1), BLACK)
    y = room.bottom + 0.5
    yield Path(rectangle(Rect(box.x, y - 0.22, box.width, 0.44)), BLACK)
    counted = _counted_below if columns == 1 else _counted
    yield from counted(kit, facts, Rect.from_edges(box.x, y, box.right, box.bottom))


def _titles(texts: Iterable[str], font: str, room: Rect, ink: Ink) -> Iterator[Item]:
    """The title of the hands in two languages, one behind the other."""
    titles = [title for title in texts if title]
    styles = [TextStyle(font, em, ink, tracking=0.0) for em in (3.9, 3.5)]
    wide = math.fsum(map(line_width, titles, styles)) + 2.4 * (len(titles) - 1)
    share, x = min(1.0, room.width / wide), room.x
    for title, style in zip(titles, styles, strict=False):
        own = replace(style, size=style.size * share)
        yield set_line(title, own, x, room.center[1] + 1.35)
        x += line_width(title, own) + 2.4


def column_lines(facts: BoardFacts, columns: int) -> int:
    """How many lines all hands take in so many columns."""
    lines = len([at for hand in facts.hands for at in range(_lines(hand))])
    return -(-lines // columns)


def _lines(hand: HandFact) -> int:
    """On how many lines its pieces stand."""
    return -(-len(hand.pieces) // ACROSS)


def _hand_rows(facts: BoardFacts, room: Rect, columns: int) -> Iterator[tuple[HandFact, Rect, int]]:
    """Every hand with its row, as high as its pieces need, and the number of that in its column."""
    lines = column_lines(facts, columns)
    unit, width = room.height / lines, room.width / columns
    column = used = at = 0
    for hand in facts.hands:
        if used + _lines(hand) > lines:
            column, used, at = column + 1, 0, 0
        row = Rect(room.x + column * width, room.y + used * unit, width, unit * _lines(hand))
        yield hand, Rect.from_edges(row.x + 1.0, row.y, row.right - min(columns, 2), row.bottom), at
        used, at = used + _lines(hand), at + 1


def _hand(kit: Kit, hand: HandFact, row: Rect, tag: float, ink: Ink, *, low: bool) -> Iterator[Item]:
    """Points and pieces of one hand, many on two lines."""
    middle, unit = row.center[1], row.height / _lines(hand)
    figure = _figure(kit, unit)
    yield set_line(f"{hand.points:g}", figure, row.x + POINTS - 1.6, middle + figure.size * 0.35, "end")
    for at, piece in enumerate(hand.pieces):
        top = row.y + at // ACROSS * unit + (unit - tag) / 2
        slot = Rect(row.x + POINTS + at % ACROSS * tag, top, tag, tag)
        # Hollow signs would fill in.
        inner = slot.grown(-0.3 if low else -TAG_GAP * tag)
        yield from (tag_items if low else sealed_items)(kit, piece, inner, ink)
    if hand.added:
        small = replace(figure, size=0.8 * figure.size)
        x = row.x + POINTS + len(hand.pieces) * tag + 0.5
        yield set_line(signed(hand.added), small, x, middle + small.size * 0.35)


def _figure(kit: Kit, unit: float) -> TextStyle:
    return TextStyle(kit.fonts["display"], min(5.4, unit * 0.7), tracking=0.0)


def _name_room(kit: Kit, hand: HandFact, row: Rect, tag: float) -> Rect:
    """What is free for the name of a hand, right of its pieces."""
    x = row.x + POINTS + min(len(hand.pieces), ACROSS) * tag + 1.6
    if hand.added:
        figure = _figure(kit, row.height)
        x += line_width(signed(hand.added), replace(figure, size=0.8 * figure.size)) + 0.5
    return Rect.from_edges(x, row.y, row.right - 0.5, row.bottom)


def _name_style(kit: Kit, facts: BoardFacts, places: Sequence[Rect], unit: float, most: int) -> TextStyle:
    """One size for all names: the largest in which each has room on so many lines, the least if none is."""
    largest = min(NAME_EMS[0], NAME_SHARE * unit)
    steps = max(1, round((largest - NAME_EMS[1]) / 0.05))
    style = TextStyle(kit.fonts["text"], largest, tracking=0.0)
    named = tuple(zip(facts.hands, places, strict=True))
    for step in range(steps + 1):
        style = replace(style, size=max(largest - 0.05 * step, min(largest, NAME_EMS[1])))
        lines = [(_name_lines(kit, hand.name, style, place.width), place) for hand, place in named]
        if all(
            len(own) * NAME_STEP * style.size < place.height * (FILLED if len(own) > 2 else 1.0)
            and len(own) <= most + len(kit.languages[1:2])
            and all(line_width(line, style) <= place.width for line in own)
            for own, place in lines
        ):
            break
    return style


def _name_lines(kit: Kit, hand: str, style: TextStyle, width: float) -> list[str]:
    """What a hand is called, in two languages one below the other; those for which there is room."""
    lines: list[str] = []
    for language in kit.languages[:2]:
        name = Names(kit, language).plain(hand)
        if name not in lines:
            own: Sequence[str] = name.split()
            with suppress(InputError):  # Where a word alone is wider it is narrowed, or named.
                own = even_lines(name, style, width, language)
            # Names of pieces one below the other need no hyphens; one that breaks a word stays.
            lines += [line.removesuffix("-") if line in name else line for line in own]
    return lines


def _hand_names(lines: Sequence[str], room: Rect, style: TextStyle) -> Iterator[Item]:
    pitch = min(NAME_STEP * style.size, room.height / max(1, len(lines)))
    base = room.center[1] + 0.36 * style.size - pitch * (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        yield set_line(line, fit_line(line, style, room.width, 0.6), room.right, base + at * pitch, "end")


def _counts(facts: BoardFacts) -> list[tuple[int, str, int]]:
    """What one colour adds and what costs points, numbered, without what counts nothing."""
    each = enumerate((facts.bonus, *facts.penalties.items()), 1)
    return [(number, name, points) for number, (name, points) in each if points]


def _counted_below(kit: Kit, facts: BoardFacts, box: Rect) -> Iterator[Item]:
    """What adds and costs points in columns, each figure over its words."""
    entries = _counts(facts)
    style = TextStyle(kit.fonts["text"], LARGER[1], tracking=0.0)
    figure = TextStyle(kit.fonts["display"], LARGER[0], tracking=0.0)
    words = [[word for word in kit.in_two(f"board.counted.{number}") if word] for number, *_ in entries]
    pitch = box.width / max(1, len(entries))
    longest = max(line_width(word, style) for each in words for word in each)
    style = replace(style, size=style.size * min(1.0, (pitch - 1.2) / longest))
    for at, (said, (_, _, points)) in enumerate(zip(words, entries, strict=True)):
        x = box.x + (at + 0.5) * pitch
        yield set_line(signed(points), figure, x, box.y + OVER[0] - 0.4, "middle")
        for row, word in enumerate(said, 1):
            yield set_line(word, style, x, box.y + OVER[0] + OVER[1] * row - 0.6, "middle")


def _counted(kit: Kit, facts: BoardFacts, box: Rect) -> Iterator[Item]:
    """What adds and costs points, side by side."""
    entries = _counts(facts)
    figure = TextStyle(kit.fonts["display"], COUNTS, tracking=0.0)
    words = [kit.in_two(f"board.counted.{number}") for number, *_ in entries]
    style = TextStyle(kit.fonts["text"], COUNTED, tracking=0.0)
    wide = [max(line_width(word, style) for word in pair) for pair in words]
    figures = [line_width(signed(points), figure) + 0.9 for _, _, points in entries]
    # Each has as much room as its words need.
    free = box.width - math.fsum(figures) - 2.2 * (len(entries) - 1) - 1.0
    rooms = [max(free, 0.0) * each / math.fsum(wide) for each in wide]
    lefts = list(accumulate((f + r + 2.2 for f, r in zip(figures, rooms, strict=True)), initial=box.x + 0.4))
    lefts = [left + f for left, f in zip(lefts, figures, strict=False)]
    if not all(
        second or line_width(first, style) <= room for (first, second), room in zip(words, rooms, strict=True)
    ):
        # Words that have no room in one line have two, all of them in one size.
        words = [_halves(*each) for each in words]
    longest = zip(words, rooms, strict=True)
    share = min(room / max(line_width(word, style) for word in pair) for pair, room in longest)
    style = replace(style, size=COUNTED * min(share, 1.0))
    for (first, second), left, (_, _, points) in zip(words, lefts, entries, strict=True):
        yield set_line(signed(points), figure, left - 0.9, box.y + 4.6, "end")
        yield set_line(first, style, left, box.y + (2.9 if second else 4.3))
        if second:
            yield set_line(second, style, left, box.y + 5.7)


def _halves(first: str, second: str) -> tuple[str, str]:
    """Words of one language in two lines, parted at the blank that is nearest to their middle."""
    blanks = [] if second else [at for at, sign in enumerate(first) if sign == " "]
    if not blanks:
        return first, second
    at = min(blanks, key=lambda blank: abs(blank - len(first) / 2))
    return first[:at], first[at + 1 :]


def _score(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """The ladder: one marker is pulled towards him who scores; fives are bold, the middle is where it begins."""
    count = 2 * facts.purse + 1
    box = panel.box
    pitch = box.height / count
    wide, high = box.width * 0.42, pitch * 0.72
    x = box.center[0]
    for at in range(count):
        y = box.y + (at + 0.5) * pitch
        five, middle = at % 5 == 0, at == facts.purse
        rung = Rect(x - wide / 2, y - high / 2, wide, high)
        if middle:
            yield Path(rectangle(rung), BLACK)
        else:
            line = 0.42 if five else 0.18
            yield Path(rectangle(rung.grown(-line / 2)), stroke=BLACK, width=line)
        style = TextStyle(
            kit.fonts["display" if five else "text"], min(4.2 if five else 2.8, pitch * 0.62), tracking=0.0
        )
        down = style.size * 0.36
        near = set_line(str(at), style, rung.x - 1.2, y + down, "end")
        far = set_line(str(2 * facts.purse - at), style, rung.x - 1.2, y + down, "end")
        yield near
        yield Group((far,), Affine.rotation(180, (x, y)))


def _octagon(box: Rect, cut: float) -> Sequence[tuple[float, float]]:
    step = cut * box.width
    return (
        (box.x + step, box.y), (box.right - step, box.y), (box.right, box.y + step), (box.right, box.bottom - step),
        (box.right - step, box.bottom), (box.x + step, box.bottom), (box.x, box.bottom - step), (box.x, box.y + step),
    )  # fmt: skip


def _cells(panel: BoardPanel, count: int, gap: float) -> Iterator[Rect]:
    """So many squares in the panel's columns, as large as they can be, in its middle."""
    columns = panel.columns
    rows = -(-count // columns)
    box = panel.box
    side = min((box.width - (columns - 1) * gap) / columns, (box.height - (rows - 1) * gap) / rows)
    left = box.center[0] - (columns * side + (columns - 1) * gap) / 2
    top = box.center[1] - (rows * side + (rows - 1) * gap) / 2
    # A row that is not full is the first one, in the middle.
    short = -count % columns
    for at in range(short, count + short):
        row, column = divmod(at, columns)
        across = column - (short / 2 if not row else 0.0)
        yield Rect(left + across * (side + gap), top + row * (side + gap), side, side)


def _rates(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """Octagons: an empty one to begin with, then each rate, to be read by both players."""
    low = choices.ink == "low"
    ink = BLACK if low else PAPER
    cells = list(_cells(panel, len(facts.rates) + 1, 1.1))
    first = cells[0]
    yield Path(polygon(_octagon(first.grown(-0.2), 0.24)), stroke=BLACK, width=0.4)
    yield Path(circle(*first.center, 0.6), BLACK)
    for rate, cell in zip(facts.rates, cells[1:], strict=True):
        if low:
            yield Path(polygon(_octagon(cell.grown(-0.2), 0.24)), stroke=BLACK, width=0.4)
        else:
            yield Path(polygon(_octagon(cell, 0.24)), BLACK)
        x, y = cell.center
        style = TextStyle(kit.fonts["display"], cell.width * 0.34, ink, tracking=0.0)
        word = ink_center_line(f"×{rate}", fit_line(f"×{rate}", style, cell.width * 0.8, 0.7), x, y - 0.55)
        yield word
        yield Group((word,), Affine.rotation(180, (x, y)))
        reach = cell.width * 0.34
        yield Path(segment(x - reach, y, x + reach, y), stroke=ink, width=0.2)


def _seasons(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """A square a season: its sign, and its name in the kit's first language for both players."""
    names = Names(kit, kit.languages[0])
    for name, art_name, cell in zip(
        facts.seasons, panel.art, _cells(panel, len(facts.seasons), 2.0), strict=True
    ):
        yield Path(rectangle(cell.grown(-0.2)), stroke=BLACK, width=0.4)
        called = names.plain(name)
        style = TextStyle(kit.fonts["display"], cell.width * (0.2 if called == name else 0.12), tracking=0.0)
        # A long name has a row of its own below the sign, and above it; a short one stands in a corner.
        free = SEASON_ROOM[line_width(called, style) > LONG_SEASON * cell.width]
        box = cell.grown(-free * cell.width)
        art = art_of(art_source(kit, art_name, choices.ink))
        scale = box.width / art.view.width
        place = Affine(scale, 0.0, 0.0, scale, box.x - scale * art.view.x, box.y - scale * art.view.y)
        yield Group(art.items, place, layer="art")
        word = set_line(called, style, cell.right - 0.9, cell.bottom - 1.8, "end")
        yield word
        yield Group((word,), Affine.rotation(180, cell.center))


def _title(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """The name of the game down a high panel, letters of one width upright, and in a second language at its foot."""
    first, second = kit.in_two(panel.text)
    box = panel.box
    if box.width >= box.height or not all(map(is_wide, first)):
        yield from _level_title(kit, panel, first, second)
        return
    em = min(panel.em, (box.height - 5.0) / (len(first) * 1.16))
    style = TextStyle(kit.fonts["display"], em, tracking=0.0)
    for at, char in enumerate(first):
        yield ink_center_line(char, style, box.center[0], box.y + em * (0.9 + 1.16 * at))
    if second:
        small = _second_title(kit, second, em, box.width)
        foot = box.y + em * (1.16 * len(first) + 0.1) + 1.2 * small.size
        yield set_line(second, small, box.center[0], foot, "middle")


def _second_title(kit: Kit, words: str, em: float, width: float) -> TextStyle:
    """How a title in a second language is set beside one so large."""
    return shrunk(words, TextStyle(kit.fonts["display"], max(2.6, 0.4 * em), tracking=0.0), width)


def _level_title(kit: Kit, panel: BoardPanel, first: str, second: str) -> Iterator[Item]:
    """One name above the other in the middle of the panel, on their side where it is higher than wide."""
    box = panel.box
    upright = box.height <= box.width
    length, depth = (box.width, box.height) if upright else (box.height, box.width)
    style = shrunk(first, TextStyle(kit.fonts["display"], min(panel.em, 0.5 * depth), tracking=0.0), length)
    small = _second_title(kit, second, style.size, length)
    high = 0.8 * style.size + (1.6 * small.size if second else 0.0)
    base = (depth - high) / 2 + 0.8 * style.size
    lines = [set_line(first, style, length / 2, base, "middle")]
    if second:
        lines.append(set_line(second, small, length / 2, base + 1.6 * small.size, "middle"))
    place = Affine.translation(box.x, box.y) if upright else Affine(0.0, 1.0, -1.0, 0.0, box.right, box.y)
    yield Group(tuple(lines), place)


def _emblem(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """A glyph in red with streams of air that part round it."""
    yield from sign_window(kit, panel.glyph, panel.box, low=choices.ink == "low")


def _place(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """Where something is laid: corners round it, its name in two languages, and for a deck the back of its cards."""
    box = panel.box
    for name in panel.art:
        yield from _lying_back(art_of(art_source(kit, name, choices.ink)), box.grown(-BACK_INSET))
    arm = min(box.width, box.height) * 0.2
    for x, right in ((box.x, 1), (box.right, -1)):
        for y, down in ((box.y, 1), (box.bottom, -1)):
            corner = polyline(((x + right * arm, y), (x, y), (x, y + down * arm)))
            yield Path(corner, stroke=BLACK, width=0.7)
    first, second = kit.in_two(panel.text)
    if listed := FIGURES.search(first):
        # The figures are drawn, below the names alone.
        first, second = (FIGURES.sub("", each).strip(" ：") for each in (first, second))
        yield from _medals(kit, box, re.findall(r"\d+", listed[0]), low=choices.ink == "low")
        box = box._replace(height=NAMED)
    style = shrunk(first, TextStyle(kit.fonts["display"], 6.4, tracking=0.0), 0.5 * box.width)
    small = shrunk(second, TextStyle(kit.fonts["display"], 4.2, tracking=0.0), 0.34 * box.width)
    wide = line_width(first, style) + (2.2 + line_width(second, small) if second else 0.0)
    x, y = box.center
    plate = Rect(x - wide / 2 - 3.2, y - 5.2, wide + 6.4, 10.4)
    if panel.art:
        yield Path(rounded_rectangle(plate, 0.6), PAPER)
    yield set_line(first, style, x - wide / 2, y + 0.36 * style.size)
    if second:
        yield set_line(second, small, x + wide / 2, y + 0.36 * style.size - 0.2, "end")


def _medals(kit: Kit, box: Rect, figures: Sequence[str], *, low: bool) -> Iterator[Item]:
    """A medal on its ribbons for each figure, from the largest; what is worth nothing is a ring."""
    radii = [max(LEAST_MEDAL, MEDAL - at * SMALLER) for at in range(len(figures))]
    room = (box.width - 2 * math.fsum(radii)) / (len(radii) + 1)
    x, y = box.x + room, box.y + NAMED + MEDAL - 1.2
    for figure, radius in zip(figures, radii, strict=True):
        middle = x + radius
        solid = figure != "0" and not low
        if figure != "0":
            for way in (-1, 1):
                ribbon = [
                    (middle + way * radius * (0.2 + 0.5 * t / 8), y + radius * (0.6 + t / 8))
                    for t in range(9)
                ]
                yield Path(stroke(ribbon, 0.42 * radius, 0.9), find_ink("green"), even_odd=False)
        yield Path(circle(middle, y, radius + 0.5), PAPER)
        body = Path(circle(middle, y, radius), BLACK)
        yield body if solid else Path(circle(middle, y, radius - 0.3), PAPER, BLACK, 0.6)
        yield Path(circle(middle, y, 0.82 * radius), stroke=PAPER if solid else BLACK, width=0.35)
        style = TextStyle(kit.fonts["display"], 0.95 * radius, PAPER if solid else BLACK, tracking=0.0)
        yield ink_center_line(figure, style, middle, y + 0.36 * style.size)
        x += 2 * radius + room


def _lying_back(art: Art, box: Rect) -> Iterator[Item]:
    """The back of a card that lies on its side, as large as the place."""
    scale = max(box.height / art.view.width, box.width / art.view.height)
    x, y = art.view.center
    place = Affine.translation(-x, -y).then(Affine.rotation(90)).then(Affine.scaling(scale))
    place = place.then(Affine.translation(*box.center))
    drawn = Group(art.items, place, layer="art")
    yield Group((drawn,), within=rounded_rectangle(box, 1.5))


def _mooring(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    yield from mooring_items(kit, panel, low=choices.ink == "low")


def _quay(kit: Kit, panel: BoardPanel, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    yield from quay_items(kit, panel, low=choices.ink == "low")


_PANELS: Mapping[str, Callable[[Kit, BoardPanel, BoardFacts, Choices], Iterator[Item]]] = {
    "hands": _hands,
    "score": _score,
    "rates": _rates,
    "seasons": _seasons,
    "title": _title,
    "emblem": _emblem,
    "place": _place,
    "mooring": _mooring,
    "quay": _quay,
}
