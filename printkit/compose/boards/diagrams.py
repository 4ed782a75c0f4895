"""Pictures of board games in books, all from the rules: the set-up, how pieces move, and a turn on the board."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate
from pathlib import Path as FilePath
from typing import NamedTuple

from printkit.compose.boards.arrows import arrow_items, passed, path_items
from printkit.compose.boards.board import places_of
from printkit.compose.boards.board_panels import column_lines, hands_items
from printkit.compose.boards.grid import FRAME, OFF, grid_items
from printkit.compose.boards.grid import LINE as BETWEEN
from printkit.compose.boards.square_words import square_words, stake_items
from printkit.compose.boards.squares import quiet_item
from printkit.compose.boards.stones import Small
from printkit.compose.boards.ways import berth_items, is_lettered, overhang, pawn_room, way_items
from printkit.compose.boards.winding import BANK, calm_room, reached, winds
from printkit.compose.books.page_blocks import Picture, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.glyphs import disc_items, glyph_items, piece_items
from printkit.compose.pieces.standees import pawn_items
from printkit.compose.text.typesetting import Anchor, TextStyle, fit_line, line_width, set_line
from printkit.games.board_facts import Arrow, BoardFacts, PieceMoves
from printkit.games.zones import Zone
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.kit.text import Names
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle, segment

__all__ = ["Diagrams", "Shown", "standing_in"]

INKS = {"黒": "black", "赤": "red"}
# How much of its square a piece takes; the em of a name at the edge and the room for it, in squares.
PIECE, NAME, EDGE = 0.86, 0.3, 0.55
# A diagram of moves: its squares, a side at scale 1, its line, the frame for special squares, room for the names; mm.
VIEW, CELL, LINE, SPECIAL, NAMES = 5, 2.86, 0.16, 0.9, 16.5
# The greatest scale of two diagrams side by side; how many single ones stand in a row, and the piece above each, mm.
PAIRED, SINGLE, PIECE_ABOVE = 1.4, 4, 9.0
# Least and most of a board's square at the set-up, mm, and what share of the width the board takes.
SETUP, SETUP_SHARE = (5.6, 11.0), 0.86
# How many squares a side are shown at least of the board near a turn.
NEAR = 5
# The least em of a race's steps, mm.
LEAST_STEP = 1.9
# The em of the words beside the pieces of both sides; a piece as it is drawn for all pictures, mm.
SIDES, SIDE = 2.7, 22.0
_pieces: dict[tuple[FilePath, str, bool], Scene] = {}
_boards: dict[tuple[FilePath, BoardSpec, str, float, bool, str, bool], Scene] = {}


class Shown(NamedTuple):
    """A piece on a square: what it is called, whose it is, and whether it is turned to the player above."""

    piece: str
    turned: bool


@dataclass(frozen=True)
class Diagrams:
    """Draws the pictures of one game of a kit; diagrams of moves are `scale` times as large as they usually are.

    `turned`: boards are seen from their other side. `plain`: roads that wind are calm.
    """

    kit: Kit
    language: str
    board: BoardSpec
    facts: BoardFacts
    choices: Choices
    scale: float = 1.0
    turned: bool = False
    plain: bool = False

    @property
    def low(self) -> bool:
        """Whether ink is saved."""
        return self.choices.ink == "low"

    @property
    def cell(self) -> float:
        """The side of a square in a diagram of moves; mm."""
        return CELL * (min(self.scale, PAIRED) if self._special else self.scale)

    @property
    def view(self) -> float:
        """The side of a diagram of moves; mm."""
        return VIEW * self.cell

    @cached_property
    def _called(self) -> Names:
        """What pieces and combinations are called, for those who cannot see them."""
        return Names(self.kit, self.language)

    # ── the board ────────────────────────────────────────────────────────────────────────────────────────────────

    def setup(self, width: float, above: str) -> Picture:
        """The board as the game begins; pieces of the seat `above` are turned."""
        standing = {
            square: Shown(piece, owner == above) for square, (piece, owner) in self.facts.setup.items()
        }
        most = min(SETUP[1], width * SETUP_SHARE / (len(self.facts.columns) + 1))
        return elastic(lambda cell: self.position(standing, cell), min(SETUP[0], most), most)

    def position(
        self,
        standing: Mapping[str, Shown],
        cell: float,
        path: Sequence[str] = (),
        words: str = "",
        *,
        around: Sequence[str] = (),
        taken: Collection[str] = (),
    ) -> Picture:
        """The board with pieces on it and names at its left and foot; an arrow goes from square to square of a path.

        Squares on which the rules write something need no names. `around`: only what is near these squares is shown.
        `taken` are squares on which something will be drawn: the ends of a road do not say there what they are.
        """
        edge, top = self._margins(cell)
        scale, grid = cell / self.board.square, self.board.grid
        place = Affine(scale, 0.0, 0.0, scale, edge - scale * grid.x, top - scale * grid.y)
        if self.turned:
            place = Affine.rotation(180, grid.center).then(place)
        moved = Affine.translation(-self._beyond, 0.0).then(place)
        items: list[Item] = [Use(self._empty(scale, taken or standing), moved)]
        boxes = self.squares(cell)
        shown, way = self.near(around, cell), [boxes[square] for square in path]
        standing = {square: each for square, each in standing.items() if shown.contains(boxes[square])}
        if not self.board.steps and (self.facts.way or self.facts.stakes):
            items += square_words(self.kit, self.board, self.facts, boxes, low=self.low)
        above = passed([boxes[square] for square in standing], way)
        for square, each in standing.items():
            items += self.standing(each, boxes[square], square) if boxes[square] not in above else ()
        items += path_items(way, {boxes[square] for square in standing}, apart=True)
        for square, each in standing.items():
            items += self.standing(each, boxes[square], square) if boxes[square] in above else ()
        if around:
            items = [self._cut(items, shown, cell)]
        if is_lettered(self.board, self.facts):
            items += self._names(shown, cell)
        said = words or " ".join(
            f"{square} {self._called.plain(each.piece)}" for square, each in standing.items()
        )
        right, foot = (top, top) if self.board.steps else (0.6, edge + 0.6)
        return Picture(edge + shown.width + right, top + shown.height + foot, tuple(items), said)

    def near(self, path: Sequence[str], cell: float) -> Rect:
        """Where the squares round a path lie, no fewer than `NEAR` a side; without a path all of them; mm."""
        boxes = self.squares(cell)
        whole = reduce(Rect.union, boxes.values())
        near = reduce(Rect.union, (boxes[square] for square in path), boxes[path[0]]) if path else whole
        sides = []
        for start, end, first, last in (
            (near.x, near.right, whole.x, whole.right),
            (near.y, near.bottom, whole.y, whole.bottom),
        ):
            count = min(max(round((end - start) / cell), NEAR), round((last - first) / cell))
            before = math.floor(((start + end) / 2 - first) / cell - count / 2 + 0.5)
            begin = first + cell * min(max(before, 0), round((last - first) / cell) - count)
            sides.append((begin, begin + count * cell))
        (left, right), (top, bottom) = sides
        return Rect.from_edges(left, top, right, bottom)

    def _cut(self, items: Sequence[Item], shown: Rect, cell: float) -> Group:
        """What lies on these squares, in the corner; with the board's frame where it ends, a line where it goes on."""
        whole, scale = self.near((), cell), cell / self.board.square
        out = [
            (OFF + FRAME if abs(one - other) < cell / 2 else BETWEEN / 2) * scale
            for one, other in (
                (shown.x, whole.x), (shown.y, whole.y), (shown.right, whole.right), (shown.bottom, whole.bottom)
            )
        ]  # fmt: skip
        box = Rect.from_edges(shown.x - out[0], shown.y - out[1], shown.right + out[2], shown.bottom + out[3])
        moved = Affine.translation(round(whole.x - shown.x, 4), round(whole.y - shown.y, 4))
        return Group((Group(tuple(items), clip=box),), moved)

    def _margins(self, cell: float) -> tuple[float, float]:
        """What lies left of the squares and above them: their names, or what of a way is beside them; mm."""
        if self.board.steps:
            beside = [each * cell / self.board.square for each in overhang(self.board)]
            return (beside[0], beside[1]) if any(beside) else (0.6, 0.6)
        return (EDGE * cell if is_lettered(self.board, self.facts) else 0.6), 0.6

    def _empty(self, scale: float, taken: Collection[str] = ()) -> Scene:
        """The board without a piece, once for all pictures of about this scale."""
        least = math.ceil(LEAST_STEP / scale) if self.board.steps else 0.0
        board, small = self.board, self._small
        if self.board.ground == "rock":
            squares = self.facts.way[:1] + self.facts.way[-1:]
            named = (
                "" if square in taken else name for name, square in zip(board.ends, squares, strict=False)
            )
            # A calm road leads to a goal with room below its name.
            home = self.calm and squares[-1] in taken
            board = reached(board) if home else board.model_copy(update={"ends": tuple(named)})
        quiet = self.plain and not self.board.steps and not self.low
        key = self.kit.folder, board, self.language, least, self.low, small, quiet
        if key not in _boards:
            grid = () if small == "calm" else grid_items(board, low=self.low)
            items = (
                *(map(quiet_item, grid) if quiet else grid),
                *way_items(self.kit, board, least, language=self.language, small=small, low=self.low),
            )
            looks = (small, "quiet" * quiet, "" if board.rows == self.board.rows else "reached")
            ends = "-".join((*board.ends, *looks))
            name = f"grid-{board.id}-{self.language}-{least:g}-{self.low}-{ends}"
            whole = (Group(items, Affine.translation(self._beyond, 0.0)),) if self._beyond else items
            _boards[key] = Scene(name, board.width + self._beyond, board.height, 0.0, whole)
        return _boards[key]

    @property
    def _beyond(self) -> float:
        """How far the open ends of a way lie left of the board, mm: a page shows nothing outside a drawing."""
        return max(0.0, overhang(self.board)[0] - self.board.grid.x)

    @property
    def calm(self) -> bool:
        """Whether ways of pawns have lanes of their own over the board, which is quiet below them."""
        return self.plain and winds(self.board)

    @property
    def frame(self) -> float:
        """How far the frame of the board reaches beyond its squares; in squares."""
        return BANK / 2 if self.calm else (OFF + FRAME) / self.board.square

    @property
    def _small(self) -> Small:
        """How a board is drawn; a calm road brings its ground."""
        return "calm" if self.calm else "picture"

    def room(self, square: str, cell: Rect, count: int = 1) -> Rect:
        """What of a square so many pawns stand on."""
        way = self.facts.way
        if self.calm and square in way:
            return calm_room(self.board, way.index(square), cell)
        return pawn_room(self.board, way, square, cell, count)

    def empty(self, width: float) -> Picture:
        """The board without a piece, as wide as there is room."""
        columns, beside = len(self.board.rows[0]), math.fsum(overhang(self.board)) / self.board.square
        said = f"{self.kit.text(self.language, 'kit.title')}: {columns} × {len(self.board.rows)}"
        most = (width - 1.2) / (columns + beside + 2 * EDGE * is_lettered(self.board, self.facts))
        return elastic(lambda cell: self.position({}, cell, words=said), 0.6 * most, most)

    def cell_in(self, width: float) -> float:
        """The side of a square of a board so wide with what is beside it; mm."""
        columns, beside = len(self.board.rows[0]), math.fsum(overhang(self.board)) / self.board.square
        return width / (columns + beside) if beside else width / (columns + 1)

    def knows(self, piece: str) -> bool:
        """Whether this is a piece of the game, or a card that does something in it."""
        written = {each.piece for each in self.facts.effects}
        known = {*self.facts.pieces, *self.facts.backs.values()}
        return piece in known or (piece[:1] in INKS and piece[1:] in written)

    def squares(self, cell: float) -> Mapping[str, Rect]:
        """Where the squares of a board with such cells lie, by name."""
        right, foot = len(self.board.rows[0]) - 1, len(self.board.rows) - 1
        edge, top = self._margins(cell)
        return {
            name: Rect(
                edge + (right - x if self.turned else x) * cell,
                top + (foot - y if self.turned else y) * cell,
                cell,
                cell,
            )
            for name, (x, y) in places_of(self.board, self.facts).items()
        }

    def standing(self, shown: Shown, cell: Rect, square: str = "") -> Iterator[Item]:
        """A piece on its square, or the pawns that stand there; beside the number of a `square` of a road."""
        if self.facts.stakes:
            yield from stake_items(self.kit, shown.piece, cell, low=self.low)
            return
        if not self.knows(shown.piece):
            count = len(shown.piece.split())
            if count > 1:
                yield from berth_items(self.board, self.facts.way, square, cell)
            room = self.room(square, cell, count)
            yield from pawn_items(self.kit, shown.piece, room, low=self.low)
            return
        scale = PIECE * cell.width / SIDE
        place = Affine.translation(-SIDE / 2, -SIDE / 2).then(
            Affine(scale, 0.0, 0.0, scale, round(cell.center[0], 4), round(cell.center[1], 4))
        )
        turn = Affine.rotation(180, (SIDE / 2, SIDE / 2))
        yield Use(self._drawn(shown.piece), turn.then(place) if shown.turned != self.turned else place)

    def _drawn(self, piece: str) -> Scene:
        """A piece, once for all pictures."""
        key = self.kit.folder, piece, self.low
        if key not in _pieces:
            _pieces[key] = Scene(f"piece-{piece}-{self.low}", SIDE, SIDE, 0.0, tuple(self._piece(piece)))
        return _pieces[key]

    def _piece(self, piece: str) -> list[Item]:
        box = Rect(0.0, 0.0, SIDE, SIDE)
        if piece == self.facts.shared:
            return disc_items(self.kit, piece, box.center, SIDE * 0.53, find_ink("gold"), low=self.low)
        ground = Path(rectangle(box.grown(-0.04 * SIDE)), PAPER)
        return [ground, *piece_items(self.kit, piece[1:], box, find_ink(INKS[piece[0]]), low=self.low)]

    def _names(self, shown: Rect, cell: float) -> Iterator[Item]:
        """The names of the rows and columns that are shown, at the left and the foot of what stands in the corner."""
        style = TextStyle(self.kit.fonts["text"], max(NAME * cell, 2.1), tracking=0.0)
        edge, top = self._margins(cell)
        way = -1 if self.turned else 1
        first = round((shown.y - top) / cell), round((shown.x - edge) / cell)
        high, wide = round(shown.height / cell), round(shown.width / cell)
        for at, name in enumerate(self.facts.rows[::way][first[0] : first[0] + high]):
            y = top + (at + 0.5) * cell
            yield set_line(name, style, edge - 0.14 * cell, y + style.size * 0.36, "end")
        foot = top + high * cell + 0.12 * cell + style.size
        for at, name in enumerate(self.facts.columns[::way][first[1] : first[1] + wide]):
            yield set_line(name, style, edge + (at + 0.5) * cell, foot, "middle")

    def sides(self, width: float) -> Picture:
        """Two pieces as their owner sees them, and the same two of the other side."""
        style = TextStyle(self.kit.fonts["text"], SIDES, tracking=0.0)
        kinds = [f"{colour}{move.piece}" for colour, move in zip(INKS, self.facts.moves, strict=False)]
        items: list[Item] = []
        for at, key in enumerate(("own", "theirs")):
            left = width / 2 + (at - 1) * (2 * SIDE + 6.0) + 3.0
            for place, piece in enumerate(kinds):
                box = Rect(round(left + place * SIDE, 4), 0.5, SIDE, SIDE)
                items += self.standing(Shown(piece, key == "theirs"), box)
            text = self.kit.text(self.language, f"leaflet.{key}")
            items.append(set_line(text, style, left + SIDE, SIDE + 3.6, "middle"))
        return Picture(width, SIDE + 5.0, tuple(items), ", ".join(map(self._called.plain, kinds)))

    # ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────

    def moves(self, width: float) -> Picture:
        """Every kind with its diagrams, two kinds a row, or four that have only one, and what the signs mean."""
        columns = 2 if self._special else SINGLE
        wide = (width - 4.0 * (columns - 1)) / columns
        pen = self if self._special else replace(self, scale=min(self.scale, wide / (VIEW * CELL)))
        rows: list[Picture] = [self._heads(width)] if self._special else []
        moves = self.facts.moves
        count = -(-len(moves) // columns)
        for at in range(count):
            order = range(at, len(moves), count) if self._special else range(at * columns, (at + 1) * columns)
            row = [moves[index] for index in order if index < len(moves)]
            items = tuple(
                Group(
                    tuple(pen._kind(move, wide, black=not (column if self._special else at))),
                    Affine.translation(column * (wide + 4.0), 0.0),
                )
                for column, move in enumerate(row)
            )
            said = "; ".join(_move_words(move, self._called.plain(move.piece)) for move in row)
            rows.append(Picture(width, pen._kind_height, items, said))
        rows.append(self._legend(width))
        tops = accumulate((row.height for row in rows), initial=0.0)
        placed = (
            Group(row.items, Affine.translation(0.0, round(top, 4)))
            for row, top in zip(rows, tops, strict=False)
        )
        height = math.fsum(row.height for row in rows)
        return Picture(width, height, tuple(placed), "; ".join(row.words for row in rows if row.words))

    def move(self, move: PieceMoves, width: float) -> Picture:
        """One kind with its diagrams alone."""
        # Of the heads for two kinds a row those of the first stand above this one.
        heads = self._heads(2 * width + 4.0) if self._special else Picture(width, 0.0, (), "")
        own = heads.items[: len(heads.items) // 2]
        drawn = Group(tuple(self._kind(move, width, black=True)), Affine.translation(0.0, heads.height))
        said = _move_words(move, self._called.plain(move.piece))
        return Picture(width, heads.height + self._kind_height, (*own, drawn), said)

    @property
    def _special(self) -> bool:
        """Whether some squares change how pieces move."""
        return any(move.inside for move in self.facts.moves)

    @property
    def _kind_height(self) -> float:
        return self.view + (3.2 if self._special else PIECE_ABOVE + 6.4)

    def _heads(self, width: float) -> Picture:
        style = TextStyle(self.kit.fonts["text"], 2.5, tracking=0.0)
        items: list[Item] = []
        for column in (0, 1):
            left = column * (width / 2 + 2.0)
            for at, key in enumerate(("outside", "inside")):
                text = self.kit.text(self.language, f"leaflet.{key}")
                x = left + self._diagram_x(width / 2 - 2.0, at)
                # Right of small diagrams there is room for long words.
                long = bool(at) and line_width(text, style) > self.view + 5.0
                fitted = fit_line(text, style, left + width / 2 - 2.0 - x if long else self.view + 5.0, 0.6)
                place: tuple[float, Anchor] = (x, "start") if long else (x + self.view / 2, "middle")
                items.append(set_line(text, fitted, place[0], 3.0, place[1]))
        return Picture(width, 4.4, tuple(items), "")

    def _diagram_x(self, width: float, at: int) -> float:
        return min(NAMES, width - 2 * self.view - 3.4 - SPECIAL) + at * (self.view + 3.4)

    def _kind(self, move: PieceMoves, width: float, *, black: bool) -> Iterator[Item]:
        """The piece with its name, and how it moves from both kinds of squares; below them if they are all alike."""
        special = self._special
        side = round(0.64 * self.view, 4) if special else PIECE_ABOVE
        ink = find_ink("black" if black else "red")
        yield from piece_items(self.kit, move.piece, Rect(0.0, 1.0, side, side), ink, low=self.low)
        called, below = self.kit.text(self.language, f"piece.{move.piece}"), f"({move.piece})"
        if called == move.piece:
            # A name in signs has its reading below it, another one its sign.
            below = self.kit.text(self.language, f"reading.{called}")
        style = TextStyle(self.kit.fonts["text"], 2.4, tracking=0.0)
        display = TextStyle(self.kit.fonts["display"], 3.0, tracking=0.0)
        room = self._diagram_x(width, 0) - 0.8 if special else width - side - 1.6
        for word, look, y, beside in ((called, display, 4.0, 0.46), (below, style, 6.6, 0.88)):
            fitted = fit_line(word, look, room, 0.6)
            x = max(min(side, room), line_width(word, fitted)) / 2
            place: tuple[float, float, Anchor] = (x, side + y, "middle")
            yield set_line(word, fitted, *(place if special else (side + 1.6, 1.0 + beside * side)))
        if not special:
            box = Rect(0.0, side + 2.2, self.view, self.view)
            yield from self._diagram(move.piece, move.outside, box, inside=False, guard=False)
            return
        for at, arrows in enumerate((move.outside, move.inside)):
            box = Rect(self._diagram_x(width, at), 1.0, self.view, self.view)
            yield from self._diagram(move.piece, arrows, box, inside=at == 1, guard=at == 1 and move.guard)

    def _diagram(
        self, piece: str, arrows: Iterable[Arrow], box: Rect, *, inside: bool, guard: bool
    ) -> Iterator[Item]:
        if inside:
            yield Path(rectangle(box.grown(SPECIAL + 0.12)) + rectangle(box.grown(0.12)), find_ink("gold"))
        lines = Outline("", ())
        for x, y in ((box.x + at * self.cell, box.y + at * self.cell) for at in range(VIEW + 1)):
            lines += segment(x, box.y, x, box.bottom) + segment(box.x, y, box.right, y)
        yield Path(lines, stroke=BLACK, width=LINE)
        if guard:
            yield Path(rectangle(box.grown(-self.cell)), stroke=BLACK, width=0.16 * self.cell)
        yield from glyph_items(self.kit, piece, box.center, 0.98 * self.cell, BLACK)
        for arrow in arrows:
            yield from arrow_items(arrow, box.center, self.cell)

    def _legend(self, width: float) -> Picture:
        """What the signs mean, as far as the game has them."""
        kinds = dict.fromkeys(a.kind for move in self.facts.moves for a in (*move.outside, *move.inside))
        signs = [*kinds, *(("guard",) if any(move.guard for move in self.facts.moves) else ())]
        style = TextStyle(self.kit.fonts["text"], 2.4, tracking=0.0)
        items: list[Item] = []
        texts, columns = [self.kit.text(self.language, f"leaflet.{sign}") for sign in signs], 3
        long = [line_width(text, style) for text in texts]
        room = [max(long[at::columns], default=0.0) for at in range(columns)]
        gap = (width - 8.6 * columns - math.fsum(room)) / (columns - 1)
        for at, (sign, text) in enumerate(zip(signs, texts, strict=True)):
            column, y = at % columns, 3.6 + at // columns * 5.2
            x = column * (8.6 + gap) + math.fsum(room[:column]) if gap > 0 else column * width / columns
            if sign == "guard":
                items.append(Path(rectangle(Rect(x + 2.2, y - 1.5, 3.0, 3.0)), stroke=BLACK, width=0.5))
            else:
                items += arrow_items(Arrow(sign, (1, 0)), (x, y), CELL, reach=2.6)
            fitted = style if gap > 0 else fit_line(text, style, width / columns - 10.0, 0.6)
            items.append(set_line(text, fitted, x + 8.6, y + 0.85))
        return Picture(width, 5.2 * -(-len(signs) // columns) + 3.0, tuple(items), "")

    # ── hands and turns ──────────────────────────────────────────────────────────────────────────────────────────

    def hands(self, width: float) -> Picture:
        """The hands with their points."""
        rows = column_lines(self.facts, 2)
        wide = min(width, 128.0)
        box = Rect((width - wide) / 2, 0.5, wide, 7.8 + 7.4 * rows + 6.6)
        kit = replace(self.kit, languages=(self.language,))
        said = "; ".join(
            f"{self._called.plain(hand.name)} {' '.join(map(self._called.plain, hand.pieces))} {hand.points:g}"
            for hand in self.facts.hands
        )
        drawn = tuple(hands_items(kit, self.facts, box, 2, low=self.low))
        return Picture(width, box.bottom + 1.0, drawn, said)


def standing_in(zone: Zone) -> dict[str, Shown]:
    """What stands on the squares of a game's board as its table shows it."""
    return {
        name: Shown(item.face, item.turned)
        for name, item in zip(zone.names, zone.items, strict=True)
        if item is not None
    }


def _move_words(move: PieceMoves, name: str) -> str:
    """A kind's moves in words, for those who cannot see them."""
    both = (("", move.outside), (" / ", move.inside))
    return name + "".join(
        f"{sign} " + " ".join(f"{arrow.kind}{arrow.way[0]:+d}{arrow.way[1]:+d}" for arrow in arrows)
        for sign, arrows in both
    )
