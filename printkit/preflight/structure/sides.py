"""Checks backs: marked cards, page order and front-to-back registration."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from printkit.geometry import IDENTITY, Rect, Size
from printkit.inspect.objects import entry, name
from printkit.preflight.model import NOTE, WARNING, Finding, Severity
from printkit.preflight.registration import find_drift, shift_of
from printkit.preflight.structure.facts import PdfFacts, Sheet
from printkit.preflight.tiles import apart, planes, thick
from printkit.scene.raster import coverage, segments
from printkit.scene.shapes import NESTED

__all__ = [
    "backs_are_alike",
    "backs_are_their_cards",
    "backs_meet_fronts",
    "backs_turn",
    "cards_are_for_sale",
    "sides_take_turns",
]

PX_PER_MM = 4.0
# Pixels of two backs differ when they are this far apart, of 255.
EDGE = 48
# Positions of cards are measured to this many mm.
SNAP = 0.05
# So many pages are kept as pixels, of 3 MB each on A4.
MOST_KEPT = 48
# So many backs are kept as pixels, of 0.3 MB each.
MOST_BACKS = 200
# So far from its edge, in mm, a back is looked at: on sheets without gutters the next card begins there.
INSET = 0.5
# Less ink than this share of a card's area is no back.
LEAST_INK = 0.02


@dataclass(frozen=True, slots=True)
class _Side:
    """One face of a card: its page from 0, where on it, which back the card should have, and what it fills."""

    index: int
    rect: Rect
    back: str = ""
    shape: str = ""


def _single(facts: PdfFacts) -> bool:
    """Whether every page is one card."""
    pages = [card.page for card in facts.cards]
    if len(facts.sheets) < 2 or facts.folded or len(set(pages)) < len(pages):
        return False
    return all(sheet.trim is not None for sheet in facts.sheets)


def _backs(facts: PdfFacts) -> tuple[int, ...]:
    """The pages that are backs, from 0; empty where there are none or it is unknown.

    Without any fronts that were recognised, the pages of one parity are backs if most of them are alike.
    """
    count = len(facts.sheets)
    fronts = {card.page - 1 for card in facts.fronts}
    if fronts:
        return (
            tuple(index for index in range(count) if index not in fronts) if _alternate(fronts, count) else ()
        )
    if not _single(facts) or count < 4:
        return ()
    if facts.profile is not None and facts.profile.form == "cards":
        first = facts.profile.order.index("back")
        # Pages in the wrong order are one finding: those that are alike are the backs all the same.
        return tuple(
            range(1 - first if _alike(facts, 1 - first) > max(1, _alike(facts, first)) else first, count, 2)
        )
    for first in (1, 0):
        pages = range(first, count, 2)
        (_, most), *_ = Counter(facts.digests[index] for index in pages).most_common(1)
        if most > 1 and 2 * most > len(pages):
            return tuple(pages)
    return ()


def _alike(facts: PdfFacts, first: int) -> int:
    """How many of every other page, from this one on, are the same page."""
    return max(Counter(facts.digests[first::2]).values(), default=0)


def _alternate(fronts: set[int], count: int) -> bool:
    """Whether fronts and other pages take turns, or half of the file is fronts and half is not."""
    others = count - len(fronts)
    return 0 < others <= len(fronts) + 1


def _back_sides(facts: PdfFacts) -> list[_Side]:
    """Every back: a page that is one, or the places on a sheet where backs must lie for the fronts before it."""
    backs = _backs(facts)
    if _single(facts):
        kinds = dict(sorted((card.page - 1, card.back) for card in facts.fronts))
        named = dict(zip(backs, kinds.values(), strict=False))
        return [
            _Side(index, trim, named.get(index, ""))
            for index in backs
            if (trim := facts.sheets[index].trim) is not None
        ]
    return [side for _, side in _met(facts)]


def _kinds(sides: Sequence[_Side]) -> list[list[_Side]]:
    """The sides whose backs should be alike, together."""
    kinds: dict[str, list[_Side]] = {}
    for side in sides:
        if side.rect.width > 1:
            kinds.setdefault(side.back, []).append(side)
    return list(kinds.values())


def _met(facts: PdfFacts) -> list[tuple[_Side, _Side]]:
    """On sheets of many cards: each front, and the place on the next page where its back must be."""
    if "met" not in facts.kept:
        facts.kept["met"] = _turned_over(facts)
    found = facts.kept["met"]
    assert isinstance(found, list)
    return found


def _turned_over(facts: PdfFacts) -> list[tuple[_Side, _Side]]:
    """Fronts and backs by the edge the file states, else by the one that leaves fewer fronts without a back."""
    preferences = entry(facts.structure.Root, "/ViewerPreferences")
    stated = {"DuplexFlipShortEdge": "short", "DuplexFlipLongEdge": "long"}.get(
        name(entry(preferences, "/Duplex"))
    )
    pairs = _met_over(facts, stated or "long")
    if stated or not _bare(facts, pairs):
        return pairs
    return min(pairs, _met_over(facts, "short"), key=lambda each: _bare(facts, each))


def _bare(facts: PdfFacts, pairs: Sequence[tuple[_Side, _Side]]) -> int:
    """How many fronts have no back behind them."""
    return sum(_missing(facts, back) for _, back in pairs)


def _missing(facts: PdfFacts, back: _Side) -> bool:
    """Whether nothing is where a back must be: neither one that was read nor much ink."""
    return facts.card_at(back.index + 1, back.rect) is None and _empty(_looks(facts).near(back))


def _met_over(facts: PdfFacts, edge: str) -> list[tuple[_Side, _Side]]:
    backs = set(_backs(facts))
    if not backs or _single(facts):
        return []
    fronts = sorted({card.page - 1 for card in facts.fronts})
    pairs = []
    for index, back in zip(fronts, sorted(backs), strict=False):
        sheet = facts.sheets[index]
        if not _same_paper(facts.sheets[back].size, sheet.size):
            continue
        for card in facts.fronts:
            if card.page - 1 == index:
                mirrored = _mirrored(card.rect, sheet, edge)
                pairs.append((_Side(index, card.rect), _Side(back, mirrored, card.back, card.shape)))
    return pairs


def _same_paper(one: Size, other: Size) -> bool:
    """Whether two pages are of one size; a box that does not begin at 0 has a size with crumbs."""
    return abs(one.width - other.width) < SNAP and abs(one.height - other.height) < SNAP


def _mirrored(rect: Rect, sheet: Sheet, edge: str) -> Rect:
    """Where a card comes to lie when the paper is turned over."""
    upright = sheet.size.height >= sheet.size.width
    if upright == (edge == "long"):
        return Rect(sheet.size.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, sheet.size.height - rect.bottom, rect.width, rect.height)


class _Looks:
    """Backs as pixels; a page is drawn once for all backs on it that lie alike between the pixels."""

    def __init__(self, facts: PdfFacts) -> None:
        self._facts = facts
        self._pages: dict[Any, Any] = {}
        self._known: dict[_Side, Any] = {}

    def at(self, side: _Side) -> Any:
        """The pixels of a back, as many columns and rows as its size gives, around its middle."""
        if side not in self._known:
            if len(self._known) >= MOST_BACKS:
                self._known.clear()
            self._known[side] = self._cut(side)
        return self._known[side]

    def near(self, side: _Side) -> Any:
        """The same to a whole pixel of its page, so that one picture serves for all backs of a page."""
        left, top = (max(round(each * PX_PER_MM), 0) for each in side.rect[:2])
        right, bottom = (max(round(each * PX_PER_MM), 0) for each in (side.rect.right, side.rect.bottom))
        return _filled(self._page(side.index, 0.0, 0.0)[top:bottom, left:right].copy(), side.shape)

    def _cut(self, side: _Side) -> Any:
        columns, rows = int(side.rect.width * PX_PER_MM + 0.01), int(side.rect.height * PX_PER_MM + 0.01)
        x, y = (round(value / SNAP) * SNAP * PX_PER_MM for value in side.rect.center)
        left, top = x - columns / 2, y - rows / 2
        across, down = max(math.floor(left + 1e-6), 0), max(math.floor(top + 1e-6), 0)
        page = self._page(side.index, round(left - across, 3), round(top - down, 3))
        return _filled(page[down : down + rows, across : across + columns].copy(), side.shape)

    def _page(self, index: int, right: float, down: float) -> Any:
        """A whole page, its origin moved by parts of a pixel."""
        key = (self._facts.digests[index], right, down)
        if key not in self._pages:
            width, height = self._facts.sheets[index].size
            size = max(int(width * PX_PER_MM), 1), max(int(height * PX_PER_MM), 1)
            if len(self._pages) >= MOST_KEPT:
                self._pages.clear()
            self._pages[key] = self._facts.part(index, PX_PER_MM, right / PX_PER_MM, down / PX_PER_MM, size)
        return self._pages[key]


def _filled(pixels: Any, shape: str) -> Any:
    """The pixels with paper outside the shape: there the neighbours begin."""
    if shape not in NESTED:
        return pixels
    rows, columns = pixels.shape[:2]
    outline = NESTED[shape](Rect(0.0, 0.0, columns, rows), -INSET * PX_PER_MM)
    pixels[coverage(segments(outline), IDENTITY, columns, rows) < 1.0] = 255
    return pixels


def _looks(facts: PdfFacts) -> _Looks:
    """The looks of this file's backs, shared by all checks of them."""
    found = facts.kept.setdefault("backs", _Looks(facts))
    assert isinstance(found, _Looks)
    return found


def _differs(usual: Any, other: Any, rect: Rect) -> Rect | None:
    """Where on the card two looks differ to the eye, whichever of both has the mark; None: nowhere."""
    import numpy

    if usual.shape == other.shape and numpy.array_equal(usual, other):
        return None
    rows, columns = (min(edges) for edges in zip(usual.shape[:2], other.shape[:2], strict=True))
    if rows < 2 or columns < 2:
        return rect
    # Renderers put edges on whole pixels, so these may fall a pixel beside; a mark fills a square.
    one, two = (planes(each[:rows, :columns]) for each in (usual, other))
    solid = thick(apart(one, two, 1) > EDGE)
    if not solid.any():
        return None
    down, across = numpy.nonzero(solid)
    x, y = rect.x + float(across.min()) / PX_PER_MM, rect.y + float(down.min()) / PX_PER_MM
    width, height = (float(each.max() - each.min() + 1) / PX_PER_MM for each in (across, down))
    return Rect(x, y, width, height)


def _first_usual(facts: PdfFacts, sides: Sequence[_Side]) -> _Side:
    """The first back of those that most are."""
    words = [facts.digests[side.index] for side in sides]
    counts = Counter(words)
    return sides[max(range(len(words)), key=lambda at: (counts[words[at]], -at))]


def backs_are_alike(facts: PdfFacts) -> Iterator[Finding]:
    """A back that differs from the others marks its card."""
    for sides in _kinds(_back_sides(facts)):
        if len(sides) > 1:
            yield from _backs_of_one_kind(facts, sides)


def _backs_of_one_kind(facts: PdfFacts, sides: Sequence[_Side]) -> Iterator[Finding]:
    looks = _looks(facts)
    first = _first_usual(facts, sides)
    odd = _unlike(looks, first, sides)
    facts.kept["odd backs"] = bool(odd) or bool(facts.kept.get("odd backs"))
    if odd and not _single(facts):
        # Made for a printer whose error was measured, all backs lie a little beside their places, each by its own.
        pixels = {side: looks.at(side) for side in dict.fromkeys(sides)}
        shared = find_drift(
            [(side.rect.center, shift_of(pixels[first], pixels[side], PX_PER_MM)) for side in sides]
        )
        if shared is not None:
            drifted = {
                side: replace(side, rect=side.rect.moved(*shared.at(side.rect.center))) for side in sides
            }
            odd = _unlike(looks, drifted[first], [drifted[side] for side in sides])
            far = max(math.hypot(*shared.at(side.rect.center)) for side in sides)
            yield _drifted(facts, first, "by the same turn and scale", f"up to {far:.1f} mm")
    for side, place in odd:
        yield facts.finding(
            "back-differs",
            "the back differs from the others: the card is marked",
            side.index + 1,
            place,
            hint="all backs must be alike",
        )


def _drifted(facts: PdfFacts, first: _Side, how: str, far: str) -> Finding:
    """All backs were moved together, as is right for a printer that was measured."""
    return facts.finding(
        "backs-drift",
        f"all backs are offset {how}",
        first.index + 1,
        severity=NOTE,
        hint="correct only for the printer they were calibrated for",
        found=far,
    )


def _unlike(looks: _Looks, first: _Side, sides: Sequence[_Side]) -> list[tuple[_Side, Rect]]:
    """The backs that do not look like the first, and where."""
    usual = looks.at(first)
    odd = []
    for side in sides:
        seen = looks.at(side)
        place = _differs(usual, seen, side.rect)
        if place is not None and not _empty(seen):
            odd.append((side, place))
    return odd


def backs_turn(facts: PdfFacts) -> Iterator[Finding]:
    """Cards are read either way up, so a back that has a top shows how its card lies."""
    upright = {card.back for card in facts.fronts if card.upright}
    for sides in _kinds(_back_sides(facts)):
        if sides[0].back not in upright:
            yield from _back_turns(facts, _first_usual(facts, sides))


def _back_turns(facts: PdfFacts, first: _Side) -> Iterator[Finding]:
    looks = _looks(facts)
    pixels = looks.at(first)
    place = _differs(pixels, pixels[::-1, ::-1], first.rect)
    if place is not None and not _single(facts):
        # It may lie beside its place, as it should for a printer that was measured: then its middle does too.
        x, y = shift_of(pixels[::-1, ::-1], pixels, PX_PER_MM)
        pixels = looks.at(_Side(first.index, first.rect.moved(x / 2, y / 2)))
        place = _differs(pixels, pixels[::-1, ::-1], first.rect)
        if place is None and not facts.kept.get("odd backs"):
            yield _drifted(facts, first, "alike", f"{math.hypot(x, y) / 2:.1f} mm")
    if place is not None:
        # A stranger's game may want it so.
        severity: Severity = "error" if facts.cards else WARNING
        yield facts.finding(
            "back-one-way",
            "the back looks different when rotated by 180°",
            first.index + 1,
            place,
            severity=severity,
            hint="a reversed card can be recognised by its back",
        )


def _empty(pixels: Any) -> bool:
    import numpy

    red, green, blue = (pixels[..., plane] for plane in range(3))
    return float((numpy.minimum(numpy.minimum(red, green), blue) < 247).mean()) < LEAST_INK


def backs_meet_fronts(facts: PdfFacts) -> Iterator[Finding]:
    """When the sheet is turned over, a back lies behind every front."""
    for front, back in _met(facts):
        if _missing(facts, back):
            card = facts.card_at(front.index + 1, front.rect)
            finding = facts.finding(
                "back-missing",
                f"no back lies behind the front on page {front.index + 1}",
                back.index + 1,
                back.rect,
                subject=card.card if card else "",
                hint="are the pages in order?",
            )
            yield finding


def backs_are_their_cards(facts: PdfFacts) -> Iterator[Finding]:
    """A back that is one card's alone lies behind that card."""
    for back in _back_sides(facts):
        found = facts.card_at(back.index + 1, back.rect)
        if found is not None and found.side == "back" and found.card != back.back:
            yield facts.finding(
                "back-of-another",
                "the back of another card lies behind the front",
                back.index + 1,
                back.rect,
                expected=back.back,
                found=found.card,
                hint="are the pages in order?",
            )


def sides_take_turns(facts: PdfFacts) -> Iterator[Finding]:
    """Front and back one after the other, and first the one the printer wants first."""
    profile = facts.profile
    single = _single(facts)
    if not single or (profile is None and not facts.cards):
        return
    fronts = {card.page - 1 for card in facts.fronts}
    count = len(facts.sheets)
    if profile is not None and profile.form == "cards":
        first = profile.order.index("front")
    elif fronts and _alternate(fronts, count):
        first = 0 if sum(index % 2 == 0 for index in fronts) * 2 >= len(fronts) else 1
        # All fronts and then all backs is an order as well.
        if fronts <= set(range(len(fronts))) and len(fronts) > 1:
            return
    else:
        return
    if count % 2:
        yield facts.finding(
            "page-count", "a card has only one side: the number of pages is odd", found=str(count)
        )
    wrong = sorted(index for index in fronts if index % 2 != first)
    if wrong:
        more = f"; {len(wrong) - 1} more" if len(wrong) > 1 else ""
        yield facts.finding(
            "page-order", f"a front is where a back should be{more}", wrong[0] + 1,
            facts.sheets[wrong[0]].trim, expected=f"{'front, back' if first == 0 else 'back, front'} in turn",
        )  # fmt: skip
    elif not fronts:
        yield from _backs_between(facts, first)


def _backs_between(facts: PdfFacts, first: int) -> Iterator[Finding]:
    """Without known fronts: the pages that are alike must be where backs are wanted."""
    words = facts.digests
    sides = [Counter(words[parity::2]).most_common(1)[0][1] for parity in (0, 1)]
    if sides[first] > max(1, len(words) // 4) and sides[1 - first] == 1:
        order = "front, back" if first == 0 else "back, front"
        yield facts.finding(
            "page-order", "the backs are where the fronts should be", first + 1, expected=order
        )


def cards_are_for_sale(facts: PdfFacts) -> Iterator[Finding]:
    """A number of cards that is sold, or how many will be paid for."""
    profile = facts.profile
    if profile is None or profile.form != "cards" or not _single(facts):
        return
    cards = len(facts.sheets) // 2
    sold = profile.sold_count(cards)
    if sold != cards:
        yield facts.finding(
            "card-count",
            "the printer does not sell this number of cards",
            severity=NOTE,
            expected=str(sold),
            found=str(cards),
        )
