"""Draws what lies before each seat of a table, one row for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from printkit.compose.blocks import signed
from printkit.compose.context import Choices
from printkit.compose.slabs import Picture
from printkit.compose.small import FRAME, Pen, arrow, empty_place, thumbnail
from printkit.compose.table import Faces
from printkit.compose.tokens import compose_token
from printkit.compose.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.errors import InputError
from printkit.games.tale import CardShown, Moment, Place
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path, Scene, Use
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["SeatPen", "SeatSpec"]

# Columns: the seat's letter and tokens; the sum; chips of who knows a card; the token laid; the tokens held.
SEAT, SUM, CHIPS, LAID, HELD = 13.5, 11.5, 10.0, 13.0, 16.0
HEAD = 4.6
BETWEEN = 1.6
LETTER = 3.6
CHIP, CHIP_PITCH = 1.55, 3.7
TOKEN, SMALL_TOKEN = 4.8, 3.3
# Cards out of the game, in widths of a card, and how many stand in a row at most.
AWAY = 0.5


class SeatSpec(NamedTuple):
    """How large the table is drawn: a card's width and the width of all, mm."""

    card: float
    width: float


class _Columns(NamedTuple):
    """Where each column begins, mm."""

    row: float
    sum: float
    hand: float
    chips: float
    laid: float
    held: float


class SeatPen:
    """Draws the seats of a table with the kit's own cards and tokens."""

    def __init__(
        self,
        kit: Kit,
        choices: Choices,
        faces: Faces,
        cards: Mapping[str, str],
        back: Scene | None,
        small: TextStyle,
        word: Callable[[str], str],
    ) -> None:
        self.kit, self.choices, self.faces, self.cards, self.back = kit, choices, faces, cards, back
        self.small, self.word = small, word
        size = kit.size(choices.size)
        self.ratio = size.height / size.width
        self.display = kit.fonts["display"]
        self.tokens = {token.front.figure: token for token in kit.tokens if token.front.motif == "figure"}
        self.named = {token.id: token for token in kit.tokens}

    def widest(self, moment: Moment, width: float, most: float) -> float:
        """The greatest width of a card with which everything stands side by side."""
        room = width - SEAT - SUM - CHIPS - LAID - HELD - moment.slots * 1.2 - 2.0
        return min(most, room / (moment.slots + 1))

    def columns(self, moment: Moment, spec: SeatSpec) -> _Columns:
        """Where the columns stand, what is left over shared out between them."""
        slots = moment.slots * (spec.card + 1.2)
        used = SEAT + slots + SUM + spec.card + CHIPS + LAID + HELD
        gap = max(0.0, (spec.width - used) / 4)
        total = SEAT + slots + gap
        hand = total + SUM + gap
        chips = hand + spec.card + 1.4
        laid = chips + CHIPS - 1.4 + gap
        return _Columns(SEAT, total, hand, chips, laid, laid + LAID + gap)

    def table(self, moment: Moment, spec: SeatSpec) -> Picture:
        """A row for each seat under the columns' names, the ways things went, and the cards that are gone."""
        columns = self.columns(moment, spec)
        height = spec.card * self.ratio
        items = list(self.heads(moment, columns, spec))
        slots: dict[str, Rect] = {}
        for at, place in enumerate(moment.places):
            top = HEAD + at * (height + BETWEEN)
            slots[place.seat] = Rect(columns.hand, top, spec.card, height)
            items += self.row(moment, place, columns, slots[place.seat])
        for kind, source, target in moment.moves:
            items += self.move(kind, slots[source], slots[target])
        y = HEAD + len(moment.places) * (height + BETWEEN)
        if moment.away:
            items += self.away(moment.away, y, spec)
            y += spec.card * AWAY * self.ratio + 1.2
        return Picture(spec.width, y, tuple(items), "; ".join(map(self.words, moment.places)))

    def heads(self, moment: Moment, columns: _Columns, spec: SeatSpec) -> Iterator[Item]:
        """What the columns hold."""
        wide = moment.slots * (spec.card + 1.2)
        spans = (
            ("row", columns.row, wide),
            ("sum", columns.sum, SUM),
            ("hand", columns.hand - 2.0, spec.card + CHIPS + 2.0),
            ("laid", columns.laid, LAID),
            ("held", columns.held, HELD),
        )
        for key, x, width in spans:
            words = self.word(f"column.{key}")
            style = fit_line(words, self.small, width + 1.0, 0.6)
            yield set_line(words, style, x + width / 2, HEAD - 1.7, "middle")

    def row(self, moment: Moment, place: Place, columns: _Columns, hand: Rect) -> Iterator[Item]:
        """One seat: letter, victories, cards fixed, their sum, the card it may lose, its tokens."""
        middle = hand.center[1]
        if place.acting:
            yield Path(rectangle(Rect(-1.6, hand.y, 1.1, hand.height)), find_ink("blue"))
        yield from self.seat(place, middle)
        for slot in range(moment.slots):
            spot = Rect(columns.row + slot * (hand.width + 1.2), hand.y, hand.width, hand.height)
            yield from self.fixed(place, slot, spot)
        figure = TextStyle(self.display, 5.0)
        text = signed(place.points)
        yield ink_center_line(
            text, fit_line(text, figure, SUM - 0.5, 0.7), columns.sum + SUM / 2, middle + 1.8
        )
        yield from self.hand(place, hand, columns.chips, [each.seat for each in moment.places])
        yield from self.laid(place, columns.laid + LAID / 2, middle)
        yield from self.held(place, columns.held, middle)
        foot = hand.bottom + BETWEEN / 2
        yield Path(segment(0.0, foot, columns.held + HELD, foot), stroke=BLACK.at(0.35), width=0.15)

    def seat(self, place: Place, middle: float) -> Iterator[Item]:
        """The seat's letter; below it the start player's marker and the victory tokens."""
        y = middle - 2.6 if place.first or place.victories else middle
        yield Path(circle(LETTER + 0.4, y, LETTER), BLACK)
        style = TextStyle(self.display, 5.0, PAPER)
        yield ink_center_line(place.seat, style, LETTER + 0.4, y + 1.8)
        signs = ["start"] * place.first + ["victory"] * place.victories
        for at, name in enumerate(signs):
            yield from self.counter(self.named.get(name), 2.2 + at * 4.4, middle + 3.6, 2.1)

    def fixed(self, place: Place, slot: int, spot: Rect) -> Iterator[Item]:
        """A card of the row with what it counts as it lies, or where one may come to lie."""
        card = place.row[slot] if slot < len(place.row) else None
        if card is None:
            yield from empty_place(spot)
            if slot < len(place.row):
                yield from self.label(signed(0), spot._replace(height=spot.height / 2 + 4.8))
            return
        yield from self.card(card, spot)
        if card.counts is not None:
            yield from self.label(signed(card.counts), spot)

    def label(self, text: str, spot: Rect) -> Iterator[Item]:
        """What a card counts, on a white label at its foot."""
        style = TextStyle(self.display, 3.0)
        box = Rect(0.0, 0.0, line_width(text, style) + 1.8, 3.6)
        box = box.moved(spot.center[0] - box.width / 2, spot.bottom - 3.0)
        yield Path(rectangle(box), PAPER)
        yield Path(rectangle(box), stroke=BLACK, width=FRAME)
        yield ink_center_line(text, style, box.center[0], box.bottom - 0.72)

    def hand(self, place: Place, slot: Rect, chips: float, seats: Sequence[str]) -> Iterator[Item]:
        """The card that lies face down, peeping from behind its back, and who knows it."""
        card = place.hand
        if card is None:
            yield from empty_place(slot)
            return
        if self.back is not None and card.secret:
            yield from thumbnail(self.back, slot.moved(-1.5, -0.9))
        yield from self.card(card, slot)
        if not card.secret:
            return
        rows = 3 if len(seats) <= 3 else (len(seats) + 1) // 2
        top = slot.center[1] - (rows - 1) * CHIP_PITCH / 2
        for at, seat in enumerate(seats):
            x, y = chips + CHIP + at // rows * CHIP_PITCH, top + at % rows * CHIP_PITCH
            yield from self.chip(seat, x, y, known=seat in card.seen_by)

    def chip(self, seat: str, x: float, y: float, *, known: bool) -> Iterator[Item]:
        """A seat's letter in black where it knows the card, in a ring where it does not."""
        ink = PAPER if known else BLACK.at(0.55)
        yield (
            Path(circle(x, y, CHIP), BLACK)
            if known
            else Path(circle(x, y, CHIP - 0.1), stroke=ink, width=0.2)
        )
        style = TextStyle(self.display, 2.3, ink)
        yield ink_center_line(seat, style, x, y + 0.82)

    def laid(self, place: Place, x: float, y: float) -> Iterator[Item]:
        """The token just laid, face down or turned."""
        if place.token:
            side = "front" if place.token_open else "back"
            yield from self.token(place.token, x, y, TOKEN, side)
        else:
            yield Path(circle(x, y, TOKEN - 0.6), stroke=BLACK.at(0.5), width=FRAME, dash=(1.2, 0.9))

    def held(self, place: Place, x: float, middle: float) -> Iterator[Item]:
        """The tokens still held, two in a row."""
        rows = (len(place.tokens) + 1) // 2
        for at, token in enumerate(place.tokens):
            across = x + SMALL_TOKEN + 0.6 + at % 2 * (2 * SMALL_TOKEN + 0.8)
            y = middle + (at // 2 - (rows - 1) / 2) * (2 * SMALL_TOKEN + 0.5)
            yield from self.token(token, across, y, SMALL_TOKEN, "front")

    def token(self, name: str, x: float, y: float, radius: float, side: str) -> Iterator[Item]:
        """A token with this figure, the kit's own if it has one."""
        known = self.tokens.get(name)
        if known is not None:
            yield from self.counter(known, x, y, radius, side)
            return
        yield Path(circle(x, y, radius), BLACK)
        if side == "front":
            yield ink_center_line(name, TextStyle(self.display, radius * 1.4, PAPER), x, y + radius * 0.5)

    def counter(
        self, token: Token | None, x: float, y: float, radius: float, side: str = "front"
    ) -> Iterator[Item]:
        """A token of the kit, drawn small; a plain disc where it has none."""
        if token is None:
            yield Path(circle(x, y, radius), BLACK)
            return
        scene = compose_token(self.kit, token, side, self.choices)
        scale = 2 * radius / scene.width
        yield Use(
            scene, Affine.scaling(scale).then(Affine.translation(round(x - radius, 4), round(y - radius, 4)))
        )

    def card(self, card: CardShown, slot: Rect) -> list[Item]:
        """The card's own face."""
        known = self.cards.get(card.card)
        if known is None:
            raise InputError(f"kit {self.kit.id} has no card {card.card!r}")
        return thumbnail(self.faces(known), slot, turned=card.turned)

    def move(self, kind: str, source: Rect, target: Rect) -> list[Item]:
        """Eyes go in blue from a card to another, a card in red."""
        take = kind == "take"
        shift = 0.28 * source.width * (1 if take else -1 if source.y < target.y else 0.6)
        start = source.center[0] + shift, source.center[1]
        end = target.center[0] + shift, target.center[1]
        pen = Pen(1.3, find_ink("red"), 1.0, 2.6) if take else Pen(0.9, find_ink("blue"), 1.0, 2.6)
        return arrow(start, end, pen)

    def away(self, cards: Sequence[CardShown], y: float, spec: SeatSpec) -> Iterator[Item]:
        """The cards out of the game, small, the first gone at the left."""
        words = self.word("column.away")
        width = spec.card * AWAY
        height = width * self.ratio
        style = fit_line(words, self.small, SEAT + 8.0, 0.6)
        yield set_line(words, style, 0.0, y + height / 2 + 0.9)
        left = max(SEAT, line_ink_box(set_line(words, style, 0.0, 0.0)).right + 1.5)
        pitch = min(width + 0.8, (spec.width - left - width) / max(1, len(cards) - 1))
        for at, card in enumerate(cards):
            yield from self.card(card, Rect(left + at * pitch, y, width, height))

    def words(self, place: Place) -> str:
        """A seat's row in words, for those who cannot see it."""
        row = " ".join(f"{card.card} {signed(card.counts or 0)}" if card else signed(0) for card in place.row)
        hand = f" ({place.hand.card})" if place.hand else ""
        return f"{place.seat}: {row} = {signed(place.points)}{hand}"
