"""Draws one zone of a table: cards by their faces, tokens, boards, and anything else by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import NamedTuple

from printkit.compose.boards.board import places_of
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.diagrams import Diagrams, Shown, standing_in
from printkit.compose.faces.card_head import card_heads
from printkit.compose.faces.context import Choices
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.sticks import throw_tablet
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.gauges import GAUGE, gauge_items
from printkit.compose.table.pawn_ways import Ways, pawn_ways
from printkit.compose.table.small import FRAME, Faces, card_ids, empty_place, thumbnail
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.board_facts import BoardFacts
from printkit.games.core import SEATS
from printkit.games.narration import Move
from printkit.games.zones import FACE_DOWN, Item, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.board import NO_SQUARE, BoardSpec
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Group, Path, Scene, Use
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["CLOSE", "PEEP", "THROW", "Band", "Cards", "Words", "ZonePen", "item_text", "named_cards"]

# Between cards, and between written ones; a cell of a board, a square of the kit's own, a piece beside it; how high a
# chip is; a lone figure.
AIR, CLOSE, CELL, SQUARE, PIECE, CHIP, FIGURE = 1.2, 0.8, 8.0, 7.6, 6.6, 4.4, 5.0
# The em of what counts of a piece, and the room for it beside it.
NOTE, NOTED = 3.1, 3.6
# How far the back of a card that one seat alone sees peeps out at its left, and six tenths of it above.
PEEP = 1.5
# How much smaller an empty place is drawn than the card that may come to lie there, at each side.
NOTHING = 0.22
# Who knows a card: a disc's radius, and from one to the next.
KNOWER, KNOWER_PITCH = 1.55, 3.7
# What stays free for arrows round what lies in the middle of a board, at its sides and above and below, in squares.
SHORE, OPEN = (0.66, 0.3), 1.4
# The radius of a token that lies alone, in the width of a card at most, and of several; how long a strip is, from
# one to the next, and how many lie one below the other.
TOKEN, OF_CARD, SMALL_TOKEN, STRIP, STRIP_PITCH, PILE = 4.8, 0.4, 3.3, 12.0, 2.3, 4
# The em of what a card counts, beside it, in widths of a card.
COUNTED = 0.3
THROW = 1.75
"""How high a throw is; in widths of a card."""


class Band(NamedTuple):
    """One zone drawn from (0, 0): its size, what lies under its things, where each of them lies, and the things."""

    width: float
    height: float
    ground: tuple[Drawn, ...]
    slots: tuple[Rect, ...] = ()
    parts: tuple[tuple[Drawn, ...], ...] = ()

    @property
    def items(self) -> tuple[Drawn, ...]:
        """All of it in painting order."""
        return (*self.ground, *(item for part in self.parts for item in part))


class Cards(NamedTuple):
    """The cards a game is played with: their kit, its choices, their faces by id, and their common back."""

    kit: Kit
    choices: Choices
    faces: Faces
    back: Scene | None


class Words(NamedTuple):
    """What is written at a table in one language: what zones are called, and things that are not drawn."""

    language: str
    zone: Callable[[str], str]
    thing: Callable[[Zone, Item], str]


def named_cards(kit: Kit) -> Mapping[str, str]:
    """The id of a card by whatever its game calls it: its code, or its entry in the kit."""
    return {**card_ids(kit), **{card.entry: card.id for card in reversed(kit.cards)}}


class ZonePen:
    """Draws zones with the kit's own cards and tokens; widths and heights in mm, `square` the largest of a board."""

    plain = False
    """Whether small boards of races are drawn simpler."""

    def __init__(
        self,
        kit: Kit,
        choices: Choices,
        cards: Cards,
        small: TextStyle,
        words: Words,
        square: float = SQUARE,
    ) -> None:
        self.square = square
        heads = card_heads(cards.kit, cards.choices)
        self.kit, self.choices, self.faces, self.back = kit, choices, heads or cards.faces, cards.back
        self.written, self.air = heads is not None, CLOSE if heads else AIR
        self.small, self.words = small, words
        size = heads(cards.kit.cards[0].id) if heads else cards.kit.size(cards.choices.size)
        self.ratio = size.height / size.width
        self.display = kit.fonts["display"]
        # Tables show the same few tokens over and over.
        self._token = cache(lambda token, side: compose_token(kit, token, side, choices))
        self.cards = named_cards(cards.kit)
        figures = {token.front.figure: token for token in kit.tokens if token.front.motif == "figure"}
        self.tokens: Mapping[str, Token] = {**{token.id: token for token in kit.tokens}, **figures}

    def band(self, zone: Zone, card: float, width: float, *, turned: bool = False) -> Band:
        """What lies in a zone, cards so wide, in rows no wider than `width`; a board may be turned half round."""
        if zone.kind == "grid":
            return self._grid(zone, width, turned=turned)
        if zone.kind == "tokens":
            return self._tokens(zone, card)
        if zone.kind == "cast":
            return self.throw(zone, card, SEATS.index(zone.owner))
        if zone.kind == "gauge":
            return self.gauge(zone, width)
        if zone.count is not None and not zone.items:
            return self._chips(zone, [Item(str(zone.count))], width)
        pieces = self._pieces(zone, width) if zone.kind == "row" and zone.items else None
        if pieces is not None:
            return pieces
        if zone.kind == "text" and len(zone.items) == 1:
            return self._figure(zone.items[0])
        shown = any(item is not None and item.face for item in zone.items)
        if self.are_cards(zone) and (shown or (zone.items and zone.kind in ("row", "hand"))):
            return self._cards(zone, card, width)
        return self._chips(zone, zone.items, width)

    def are_cards(self, zone: Zone) -> bool:
        """Whether all that lies there is cards, or the backs of some, if the kit has one."""
        faces = {item.face for item in zone.items if item is not None and item.face}
        return not faces - {*self.cards} - ({FACE_DOWN} if self.back else set())

    def labelled(self, zone: Zone, card: float, width: float, room: float = 0.0) -> Band:
        """A zone with its name, which takes at least the `room`, before what lies in it."""
        name = self.words.zone(zone.name) if zone.name else ""
        if not name or zone.kind in ("cast", "gauge"):
            return self.band(zone, card, width)
        wide = max(line_width(name, self.small), room) + 1.6
        alone = (replace(zone, items=(item,)) for item in zone.items)
        broadest = max((self.band(each, card, 1e3).width for each in alone), default=0.0)
        if (width - wide < 2 * PIECE and len(zone.items) > 1) or broadest > width - wide:
            return self.under(name, self.band(zone, card, width))
        band = self.band(zone, card, width - wide)
        words = set_line(name, self.small, 0.0, band.height / 2 + 0.9)
        items = (words, Group(band.items, Affine.translation(wide, 0.0)))
        slots = tuple(slot.moved(wide, 0.0) for slot in band.slots)
        return Band(wide + band.width, band.height, items, slots)

    def under(self, name: str, band: Band) -> Band:
        """A zone below its name."""
        down = self.small.size + 0.8
        items = (
            set_line(name, self.small, 0.0, self.small.size),
            Group(band.items, Affine.translation(0.0, down)),
        )
        width = max(band.width, line_width(name, self.small))
        return Band(width, down + band.height, items, tuple(slot.moved(0.0, down) for slot in band.slots))

    def joined(self, zones: Sequence[Zone]) -> list[Zone]:
        """The zones of an owner that hold anything; its single values stand in one, each with its name."""
        single = [zone for zone in zones if zone.kind == "text" and zone.items]
        items = tuple(
            Item(f"{self.words.zone(zone.name)} {item_text(item)}")
            for zone in single
            for item in zone.items
            if item is not None
        )
        found = [Zone("", "track", items)] * bool(items)
        return found + [
            zone for zone in zones if zone not in single and (zone.items or zone.count is not None)
        ]

    # Cards

    def _cards(self, zone: Zone, card: float, width: float) -> Band:
        """Cards side by side, in as many rows as they need; one lying face down peeps from behind its back.

        What they count stands beside them.
        """
        height = card * self.ratio
        notes = [item.note for item in zone.items if item and item.face and item.note]
        style = TextStyle(self.display, COUNTED * card)
        beside = max((line_width(note, style) + 2 * AIR for note in notes), default=0.0)
        pitch = card + max(self.air, beside)
        across = max(1, int((width + pitch - card) // pitch))
        slots = tuple(
            Rect(at % across * pitch, at // across * (height + 1.0), card, height)
            for at in range(len(zone.items))
        )
        parts = [[*self.card(item, slot, style)] for item, slot in zip(zone.items, slots, strict=True)]
        wide = min(len(slots), across) * pitch - self.air
        knowers = next((item for item in zone.items if item and item.seen_by), None)
        if knowers is not None and len(slots) == 1:
            parts[0] += self.knowers(knowers.seen_by, slots[0])
        # A card that its owner alone may see is not always there: the room beside it is.
        wide += 2 * KNOWER_PITCH + 1.0 if zone.kind == "hand" and len(slots) == 1 else 0.0
        return Band(wide, slots[-1].bottom, (), slots, tuple(map(tuple, parts)))

    def card(self, item: Item | None, slot: Rect, counted: TextStyle) -> Iterator[Drawn]:
        """What lies in one place: a card, its back, or nothing; and what it counts beside it."""
        if item is None or not item.face:
            yield from empty_place(slot.grown(-NOTHING * slot.width))
            return
        if item.face == FACE_DOWN and self.back is not None:
            yield from thumbnail(self.back, slot)
            return
        if item.seen_by and self.back is not None:
            yield from thumbnail(self.back, slot.moved(-PEEP, -PEEP * 0.6))
        yield from thumbnail(self.faces(self.cards[item.face]), slot, turned=item.turned)
        if item.note:
            yield set_line(item.note, counted, slot.right + AIR, slot.center[1] + 0.36 * counted.size)

    def knowers(self, seen_by: str, slot: Rect) -> Iterator[Drawn]:
        """A letter in black for each seat that knows the card, beside it."""
        rows = 3 if len(seen_by) <= 3 else (len(seen_by) + 1) // 2
        seats = [seat for seat in SEATS if seat in seen_by]
        top = slot.center[1] - (min(rows, len(seats)) - 1) * KNOWER_PITCH / 2
        style = TextStyle(self.display, 2.3, PAPER)
        for at, seat in enumerate(seats):
            x = slot.right + 1.4 + KNOWER + at // rows * KNOWER_PITCH
            y = top + at % rows * KNOWER_PITCH
            yield Path(circle(x, y, KNOWER), BLACK)
            yield ink_center_line(seat, style, x, y + 0.82)

    # Sticks and tokens

    def throw(self, zone: Zone, card: float, number: int, tall: float = 1.0) -> Band:
        """Sticks as they fell, each `number` otherwise, and on a plate how many show their dark side; so `tall`."""
        faces = [item.face for item in zone.items if item]
        fallen, low = (faces.count("1"), len(faces)), self.choices.ink == "low"
        wide, drawn = throw_tablet(self.kit, fallen, THROW * card * tall, low=low, number=number, tall=tall)
        slot = Rect(0.0, 0.0, wide, THROW * card * tall)
        return Band(wide, slot.height, (), (slot,), (tuple(drawn),))

    def strips(self, tokens: Sequence[Token]) -> Band:
        """Strips one below the other, in as many columns as they need."""
        slots = tuple(
            Rect(at // PILE * (STRIP + 1.2), at % PILE * STRIP_PITCH, STRIP, 0.7 * STRIP_PITCH)
            for at in range(len(tokens))
        )
        parts = tuple(
            (Path(rounded_rectangle(slot, 0.3 * slot.height), self.kit.inks[token.front.ink], BLACK, 0.25),)
            for token, slot in zip(tokens, slots, strict=True)
        )
        wide, high = (max(each) for each in zip(*((s.right, s.bottom) for s in slots), strict=True))
        return Band(wide, high, (), slots, parts)

    def _pile(self, zone: Zone, token: Token) -> Band:
        """Strips of one kind, and behind them how many they are."""
        pile = self.strips([token] * len(zone.items))
        figure, count = TextStyle(self.display, 5.4, tracking=0.0), str(len(zone.items))
        words = set_line(count, figure, pile.width + 1.6, pile.height / 2 + 1.95)
        return pile._replace(width=pile.width + 1.6 + line_width(count, figure), ground=(words,))

    def _tokens(self, zone: Zone, card: float) -> Band:
        """One large token, or small ones in columns; an empty place where one may come to lie."""
        strips = {item and self.tokens.get(item.face) for item in zone.items}
        if len(strips) == 1 and (strip := strips.pop()) and strip.shape == "strip":
            return self._pile(zone, strip)
        across, radius = (
            max(1, zone.columns),
            SMALL_TOKEN if zone.columns > 1 else min(TOKEN, max(SMALL_TOKEN, OF_CARD * card)),
        )
        pitch = 2 * radius + 0.8
        slots = tuple(
            Rect(at % across * pitch, at // across * pitch, 2 * radius, 2 * radius)
            for at in range(len(zone.items))
        )
        parts = tuple(
            (Path(circle(*slot.center, radius - 0.6), stroke=BLACK.at(0.5), width=FRAME, dash=(1.2, 0.9)),)
            if item is None
            else tuple(self.counter(item.face, *slot.center, radius, "back" if item.seen_by else "front"))
            for item, slot in zip(zone.items, slots, strict=True)
        )
        bottom = slots[-1].bottom if slots else 0.0
        return Band(across * pitch - 0.8, bottom, (), slots, parts)

    def counter(
        self, name: str, x: float, y: float, radius: float, side: str = "front", *, outlined: bool = False
    ) -> Iterator[Drawn]:
        """The kit's token with this figure or id, drawn small; a disc with the name where it has none.

        Its letters are text, or `outlined` where they are a sign and no word of the page's language.
        """
        token = self.tokens.get(name)
        if token is None:
            yield Path(circle(x, y, radius), BLACK)
            if side == "front":
                style = fit_line(name, TextStyle(self.display, radius * 1.4, PAPER), radius * 1.7, 0.3)
                yield ink_center_line(name, style, x, y + style.size * 0.36)
            return
        scene = self._token(token, side)
        scale = 2 * radius / scene.width
        place = Affine.scaling(scale).then(Affine.translation(round(x - radius, 4), round(y - radius, 4)))
        yield Use(reduced(scene, 0.0 if outlined else scale), place)

    # Anything else

    def _figure(self, item: Item | None) -> Band:
        """A single value, large."""
        text = "–" if item is None else item_text(item)
        style = TextStyle(self.display, FIGURE)
        wide = line_width(text, style)
        return Band(wide, FIGURE, (ink_center_line(text, style, wide / 2, FIGURE / 2 + 1.8),))

    def gauge(self, zone: Zone, width: float, *, mirrored: bool = False) -> Band:
        """How full a track is; a `mirrored` one begins at the right."""
        low = self.choices.ink == "low"
        drawn = gauge_items(
            self.kit, zone, self.words.zone(zone.name), self.small, width, mirrored=mirrored, low=low
        )
        return Band(width, GAUGE, tuple(drawn))

    def _chips(self, zone: Zone, items: Sequence[Item | None], width: float) -> Band:
        """Names in frames side by side, in as many rows as they need; a line where there is nothing."""
        parts: list[tuple[Drawn, ...]] = []
        slots: list[Rect] = []
        x = y = widest = 0.0
        for item in items:
            text = "–" if item is None else self.words.thing(zone, item)
            room = width - 2.0
            style = fit_line(text, shrunk(text, self.small, room / 0.6), room, 0.6)
            wide = max(CHIP, line_width(text, style) + 2.0)
            if x and x + wide > width:
                x, y = 0.0, y + CHIP + 0.8
            box = Rect(x, y, wide, CHIP)
            slots.append(box)
            words = set_line(text, style, box.center[0], box.center[1] + 0.9, "middle")
            parts.append((Path(rectangle(box), stroke=BLACK.at(0.6), width=FRAME), words))
            x += wide + 0.8
            widest = max(widest, x - 0.8)
        return Band(widest, y + CHIP, (), tuple(slots), tuple(parts))

    def walked(self, zone: Zone, slots: Mapping[str, Rect], moves: Sequence[Move]) -> Ways:
        """The ways of pawns on the kit's board."""
        printed = self.printed_of(zone)
        standing = zip(zone.names, zone.items, strict=True)
        several = {name for name, item in standing if item and " " in item.face}
        return pawn_ways(self.kit, printed, slots, moves, several) if printed else Ways([], [])

    def hollow(self, zone: Zone, band: Band) -> Rect | None:
        """What the kit's board, drawn so, leaves free in its middle beside room for arrows."""
        printed = self.printed_of(zone)
        rows = printed.board.rows if printed else ()
        free = [(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square == NO_SQUARE]
        if not free:
            return None
        (left, right), (top, bottom) = ((min(each), max(each) + 1) for each in zip(*free, strict=True))
        if len(free) != (right - left) * (bottom - top):
            return None
        cell = band.slots[0].width
        x, y = min(slot.x for slot in band.slots), min(slot.y for slot in band.slots)
        across, down = (shore * cell for shore in SHORE)
        # One that is open to the left has no shore there, and ends as far out as the ends of the way do.
        start = x + left * cell + (across if left else -OPEN * cell)
        return Rect.from_edges(
            start, y + top * cell + down, x + right * cell - across, y + bottom * cell - down
        )

    def is_race(self, zone: Zone) -> bool:
        """Whether the kit prints this board with a way over it."""
        printed = self.printed_of(zone)
        return printed is not None and bool(printed.board.steps)

    def has_board(self, zone: Zone) -> bool:
        """Whether the kit prints this board itself."""
        return zone.kind == "grid" and self.printed_of(zone) is not None

    def has_open_board(self, zone: Zone) -> bool:
        """Whether the kit prints this board, and pieces go on it where they like: it is no race."""
        pen = self.printed_of(zone) if zone.kind == "grid" else None
        return pen is not None and not pen.facts.way

    def _pieces(self, zone: Zone, width: float) -> Band | None:
        """Pieces of a board game side by side; None where something else lies there too."""
        pens = (self._pen(board, facts) for board, facts, _ in self._boards)
        pen = next((pen for pen in pens if all(i and pen.knows(i.face) for i in zone.items)), None)
        if pen is None:
            return None
        slots: list[Rect] = []
        x = y = right = 0.0
        for item in zone.items:
            wide = PIECE + NOTED * bool(item and item.note)
            if x and x + wide > width:
                x, y = 0.0, y + PIECE
            slots.append(Rect(round(x, 4), y, PIECE, PIECE))
            x += wide
            right = max(right, x)
        parts = tuple(
            (*pen.standing(Shown(item.face, False), slot), *self._note(item, slot)) if item else ()
            for item, slot in zip(zone.items, slots, strict=True)
        )
        return Band(right, y + PIECE, (), tuple(slots), parts)

    def _note(self, item: Item, slot: Rect) -> Iterator[Drawn]:
        """What counts of a piece, beside it on a label as green as the sticks that count it."""
        if not item.note:
            return
        low = self.choices.ink == "low"
        style = TextStyle(self.display, NOTE, BLACK if low else PAPER)
        box = Rect(slot.right - 0.3, slot.y + 0.07 * PIECE, NOTED - 0.3, 0.86 * PIECE)
        edge = rectangle(box.grown(-FRAME / 2))
        yield Path(edge, PAPER, BLACK, FRAME) if low else Path(rectangle(box), find_ink("green"))
        yield ink_center_line(item.note, style, box.center[0], box.center[1] + 0.36 * NOTE)

    @cached_property
    def _boards(self) -> tuple[tuple[BoardSpec, BoardFacts, tuple[str, ...]], ...]:
        """The kit's boards, what games put on them, and the names of their squares: every zone is held to them."""
        facts = ((board, facts_of(board.game, self.choices)) for board in self.kit.boards)
        return tuple((board, each, tuple(places_of(board, each))) for board, each in facts)

    def _pen(self, board: BoardSpec, facts: BoardFacts) -> Diagrams:
        return Diagrams(self.kit, self.words.language, board, facts, self.choices, plain=self.plain)

    def printed_of(self, zone: Zone) -> Diagrams | None:
        """The pen of the kit's board with these squares, that of the zone's game if there is one."""
        boards = [(board, facts) for board, facts, names in self._boards if names == zone.names]
        found = next((each for each in boards if each[0].game == zone.game), boards[0] if boards else None)
        return self._pen(*found) if found else None

    def _grid(self, zone: Zone, width: float, *, turned: bool) -> Band:
        """A board: the kit's own where it has one, else a cell for each place, with what stands on it."""
        printed = self.printed_of(zone)
        if printed is not None:
            printed = replace(printed, turned=turned)
            cell = min(self.square, printed.cell_in(width))
            squares, standing = printed.squares(cell), standing_in(zone)
            board = printed.position({}, cell, taken=standing)
            pieces = tuple(
                tuple(printed.standing(standing[name], box, name)) if name in standing else ()
                for name, box in squares.items()
            )
            paper = [Path(rectangle(box), PAPER) for box in squares.values()]
            drawn = (*paper, *map(self._beside, board.items))
            return Band(board.width, board.height, drawn, tuple(squares.values()), pieces)
        cell = min(max(CELL, self.square), width / zone.columns)
        style = TextStyle(self.display, min(max(3.6, cell * 0.45), cell * 0.5), self.small.ink)
        ground: list[Drawn] = []
        parts: list[tuple[Drawn, ...]] = []
        slots: list[Rect] = []
        for at, item in enumerate(zone.items):
            box = Rect(at % zone.columns * cell, at // zone.columns * cell, cell, cell)
            slots.append(box)
            ground.append(Path(rectangle(box), stroke=self.small.ink, width=FRAME))
            face = "" if item is None else item.face
            middle = box.center[1] + style.size * 0.36
            fitted = fit_line(face, style, cell - 0.8, 0.4)
            parts.append((ink_center_line(face, fitted, box.center[0], middle),) if face else ())
        rows = -(-len(zone.items) // zone.columns)
        return Band(zone.columns * cell, rows * cell, tuple(ground), tuple(slots), tuple(parts))

    def _beside(self, item: Drawn) -> Drawn:
        """The letters beside a board are written as all words of the table are: they lie where it does."""
        if isinstance(item, Glyphs):
            return item._replace(ink=self.small.ink)
        if isinstance(item, Group) and all(isinstance(each, Glyphs) for each in item.items):
            return item._replace(items=tuple(map(self._beside, item.items)))
        return item


def item_text(item: Item) -> str:
    """A thing by its name, with its note."""
    note = f" ({item.note})" if item.note else ""
    return item.face + ("'" if item.turned else "") + note
