"""The second witness: whether printkit itself paints and lays out what its scenes hold.

The pages a file is compared with are made by the code that made the file, so they have its faults. Here they are
held to what does not depend on it: their bytes are read without the painter, their sheets obey the laws of paper, and
their lines and the names of squares are those of the kit and its games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from printkit.games.find import find_board
from printkit.geometry import Rect
from printkit.inspect.written import unfaithful
from printkit.kit.model import Kit
from printkit.preflight.book import ExpectedFile, Lying, Placed
from printkit.preflight.model import ERROR, Finding, rect_text
from printkit.scene.model import Glyphs, Group, Item, Path, Use

__all__ = ["PAINTER", "prove_painter", "prove_words"]

PAINTER = "painter"
HINT = "a fault of printkit: please report it"
# A face lies where it is cut, and a back behind its front, to so many mm.
TOLERANCE, BEHIND = 0.05, 0.2
# The inner pages of a folded sheet are shifted by no more than this, in mm.
CREEP = 3.0
# A face on several sheets is looked at in so many points each way.
POINTS = 25
# What lies alone on a page, such as a box, has lines of its own beside it.
SEVERAL = 2
# A ruler has more lines than this.
MOST_LINES = 100
# Lines with so few letters may be anything.
LEAST = 3
# A name stands on two sides of a board, so that each player can read it.
TOLD = 2


def prove_painter(expected: ExpectedFile, file: str, *, whole: bool) -> Iterator[Finding]:
    """What of the expected pages is not painted as it was composed, or not laid as paper is cut and turned.

    `whole` is whether all of the part is there: only then all of a large drawing must be.
    """
    for page, fault in unfaithful(expected.data, len(expected.pages), expected.scene, expected.colours):
        yield _finding(file, page, fault.message, fault.rect, fault.expected, fault.found)
    lying = list(expected.lying())
    for each in lying:
        own, trim = each.place.rect(each.scene.trim), each.placed.trim
        # A piece may have a flap beside what is cut: then two of its edges are the trim's.
        across = min(abs(own.x - trim.x), abs(own.right - trim.right))
        down = min(abs(own.y - trim.y), abs(own.bottom - trim.bottom))
        if max(across, down) > TOLERANCE or not own.contains(trim, TOLERANCE):
            message = f"{each.placed.card} does not lie where it is cut"
            yield _finding(file, each.page, message, own, rect_text(trim), rect_text(own))
    if whole:
        yield from _cut_away(lying, file)
    yield from _backs_aside(expected, file)
    yield from _marks_aside(expected, file)


def _cut_away(lying: Sequence[Lying], file: str) -> Iterator[Finding]:
    """Every part of a face is on some page."""
    windows: dict[tuple[str, str], list[tuple[Lying, Rect]]] = {}
    for each in lying:
        own = each.place.inverse().rect(each.placed.window)
        windows.setdefault((each.placed.card, each.placed.side), []).append((each, own))
    for shown in windows.values():
        trim = shown[0][0].scene.trim.grown(-TOLERANCE)
        if any(_shows_all(window, trim) for _, window in shown):
            continue
        steps = [number / (POINTS - 1) for number in range(POINTS)]
        points = [(trim.x + trim.width * x, trim.y + trim.height * y) for x in steps for y in steps]
        if not all(any(_holds(window, point) for _, window in shown) for point in points):
            each = shown[0][0]
            message = f"part of {each.placed.card} is on no page"
            yield _finding(file, each.page, message, each.placed.window)


def _shows_all(window: Rect, trim: Rect) -> bool:
    """Whether a face is shown whole; pages of a folded sheet are shifted, and lose a little at one edge."""
    lost = (
        window.x - trim.x, trim.right - window.right, window.y - trim.y, trim.bottom - window.bottom
    )  # fmt: skip
    cut = [length for length in lost if length > 0]
    return not cut or (len(cut) == 1 and cut[0] <= CREEP)


def _holds(rect: Rect, point: tuple[float, float]) -> bool:
    return rect.x <= point[0] <= rect.right and rect.y <= point[1] <= rect.bottom


def _backs_aside(expected: ExpectedFile, file: str) -> Iterator[Finding]:
    """Behind each front lies its back, however the paper is turned over."""
    fronts, backs = (
        [index for index, page in enumerate(expected.pages) if page.side == side]
        for side in ("front", "back")
    )
    for front, back in zip(fronts, backs, strict=False) if len(fronts) == len(backs) else ():
        one, other = expected.pages[front], expected.pages[back]
        size = expected.scene(front).trim
        known = {each.card for each in other.placed}
        missing = [
            [
                each
                for each in one.placed
                if each.card in known and not _is_behind(each, other.placed, size, axis)
            ]
            for axis in (0, 1)
        ]
        for each in min(missing, key=len):
            message = f"the back of {each.card} does not lie behind its front"
            yield _finding(file, back, message, each.trim)


def _is_behind(front: Placed, backs: Sequence[Placed], size: Rect, axis: int) -> bool:
    """Whether a card's back lies behind it when the paper is turned over an edge: 0 an upright one, 1 a level one."""
    x, y = (size.width - front.trim.right, front.trim.y), (front.trim.x, size.height - front.trim.bottom)
    left, top = (x, y)[axis]
    return any(
        each.card == front.card and abs(each.trim.x - left) < BEHIND and abs(each.trim.y - top) < BEHIND
        for each in backs
    )


def _marks_aside(expected: ExpectedFile, file: str) -> Iterator[Finding]:
    """A cut along crop marks goes along the edges of what lies on the page."""
    for index, page in enumerate(expected.pages):
        if len(page.placed) < SEVERAL:
            continue
        (drawn,) = expected.scene(index).items
        assert isinstance(drawn, Group)
        across = [edge for each in page.placed for edge in (each.trim.x, each.trim.right)]
        down = [edge for each in page.placed for edge in (each.trim.y, each.trim.bottom)]
        for x, y, right, bottom in chain.from_iterable(map(_level_lines, drawn.items[len(page.placed) :])):
            edges, place = (across, x) if x == right else (down, y)
            if min(abs(edge - place) for edge in edges) > TOLERANCE:
                rect = Rect.from_edges(x, y, right, bottom)
                yield _finding(file, index, "a crop mark is not in line with an edge", rect)
                break


def _level_lines(item: Item) -> list[tuple[float, float, float, float]]:
    """The lines of crop marks; nothing of other items."""
    if not isinstance(item, Group) or item.layer != "guide" or len(item.items) != 1:
        return []
    (path,) = item.items
    if not isinstance(path, Path) or path.outline.commands != "ML" * (len(path.outline.commands) // 2):
        return []
    values = iter(path.outline.coordinates)
    lines = list(zip(values, values, values, values, strict=True))
    # A ruler's ticks lie at equal steps inside the paper, crop marks in pairs across all of it.
    return [] if len(lines) > MOST_LINES else lines


def prove_words(expected: ExpectedFile, kit: Kit, file: str, *, whole: bool) -> Iterator[Finding]:
    """Lines that are a text of the kit less one letter, and names of squares that are nowhere.

    No letter is missing that the line before ends with or the next one begins with: the text is broken there. `whole`
    is whether all of the part is there: only then all names must be.
    """
    known: dict[int, set[str]] = defaultdict(set)
    for text in _texts(kit):
        known[len(text)].add(text)
    lines: dict[str, list[str]] = defaultdict(list)
    seen: dict[tuple[str, str, str], int] = {}
    for each in expected.lying():
        if each.scene.id not in lines:
            lines[each.scene.id] += _lines(each.scene.items)
            own = lines[each.scene.id]
            for before, line, after in zip(["", *own], own, [*own[1:], ""], strict=False):
                seen.setdefault((before[-1:], line, after[:1]), each.page)
    for (before, line, after), page in seen.items():
        more = known[len(line) + 1] if len(line) >= LEAST and line not in known[len(line)] else set()
        # A plural may be printed without its s.
        sound = {f"{line}s", before + line, line + after}
        wanted = min((text for text in more - sound if _lacks_one(line, text)), default="")
        if wanted:
            yield _finding(file, page, "a text of the kit lacks a letter", None, repr(wanted), repr(line))
    if whole:
        yield from _unnamed(kit, lines, file)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value and all that it holds."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from _texts(each)


def _lines(items: Iterable[Item]) -> Iterator[str]:
    """What each line of a drawing says."""
    for item in items:
        if isinstance(item, Group):
            yield from _lines(item.items)
        elif isinstance(item, Use):
            yield from _lines(item.scene.items)
        elif isinstance(item, Glyphs):
            yield "".join(glyph.text for glyph in item.glyphs)


def _lacks_one(line: str, text: str) -> bool:
    """Whether a line is a text without one of its letters."""
    at = next((at for at, char in enumerate(line) if char != text[at]), len(line))
    return line[at:] == text[at + 1 :] and not text[at].isspace()


def _unnamed(kit: Kit, lines: Mapping[str, list[str]], file: str) -> Iterator[Finding]:
    """The names of columns and rows that a board should have at its edges."""
    for board in kit.boards:
        own = [set_of for name, set_of in lines.items() if _is_of(name, f"board-{board.id}")]
        if not own or not board.named:
            continue
        said = [line for each in own for line in each]
        facts = find_board(board.game)
        missing = [name for name in (*facts.columns, *facts.rows) if said.count(name) < TOLD]
        if missing:
            yield _finding(
                file, 0, "names of squares are not on the board", None, " ".join(missing), "nothing"
            )


def _is_of(scene: str, board: str) -> bool:
    return scene == board or scene.removeprefix(f"{board}-").isdecimal()


def _finding(
    file: str, page: int, message: str, rect: Rect | None, expected: str = "", found: str = ""
) -> Finding:
    return Finding(
        ERROR, PAINTER, message, file, page + 1, rect=rect, expected=expected, found=found, hint=HINT
    )
