"""How quick references and overlays should look, to compare with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from printkit.compose.context import Choices
from printkit.compose.majors import FACTORS, table_cards
from printkit.compose.overlay_guide import hand_row
from printkit.compose.overlays import TILE, Pieces, tiles_on
from printkit.compose.reference import DESIGNS, columns_of, row_scene
from printkit.games.proof import Figure, Line, Proof, find_proof
from printkit.geometry import Size
from printkit.kit.model import Card, Ink, Kit
from printkit.kit.rule_files import RULES, reference_files
from printkit.preflight.book import Book, Face
from printkit.preflight.locate import FaceIndex, Found, LetterGrid, face_index, letters_in_place, locate
from printkit.preflight.marks import LetterPlaces, Mark, face_marks, runs
from printkit.preflight.proof_kit import shown_name
from printkit.preflight.proof_scene import FaceProof
from printkit.preflight.sheet_label import SheetLabel
from printkit.preflight.stickers import Order, find_stickers, grid_order, plain_order
from printkit.scene.model import Path, Scene
from printkit.scene.walk import Placed, walk

__all__ = ["SheetBook", "make_sheet_books"]

# A piece lies on a page when at least this share of all its letters does, its figures among them.
LEAST_SHARE = 0.6
# At least this share of the figures of one size must be among those a factor gives.
PLAUSIBLE = 0.8
# Before the factor in the name of a set.
FACTOR = " ×"

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a set: its name, its card, how it is drawn with an ink, and what is read on it either way up."""

    name: str
    card: Card
    draw: Callable[[Ink], Scene]
    upright: Callable[[], Lines]
    turned: Callable[[], Lines]


class Set(NamedTuple):
    """One kind of piece under one factor, and the small stickers on the sheets after them, in one of these orders."""

    pieces: Callable[[], tuple[Piece, ...]]
    stickers: Callable[[tuple[str, ...]], tuple[Piece, ...]] | None = None
    orders: tuple[Order, ...] = ()


class Anchor(NamedTuple):
    """What pieces of one card are known by before their figures are read: common words, and each one's letters."""

    face: Face
    pieces: tuple[tuple[Piece, tuple[Mark, ...]], ...]


class SheetBook(Book):
    """The rows of the quick references and the pieces of the overlays, in sets: the size of a book is a set's name.

    A set is one kind of piece under one factor; its pieces are found by their words, then by their digits.
    """

    def __init__(self, kit: Kit, proof: Proof) -> None:
        super().__init__(kit, proof)
        self._counting: dict[tuple[str, bool, str], dict[str, tuple[int, int]]] = {}
        self._labels: dict[tuple[str, str, str], list[str]] = {}
        self._sets: dict[str, Set] = dict(self._all_sets())
        self._known_digits: dict[str, frozenset[str]] = {}
        self._anchors: dict[str, tuple[dict[str, Anchor], FaceIndex]] = {}

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sets' names, those under the usual factor first."""
        return tuple(self._sets)

    def labelled(self, label: SheetLabel) -> tuple[str, ...]:
        """The sets a sheet with this label may hold: asked first, because a label says what its sheet is."""
        return tuple(self._labels.get((label.part, label.factor, label.words), ()))

    def find_all(self, size: str, pages: Sequence[Sequence[Mark]]) -> list[tuple[Found, ...]]:
        """The pieces of this set on every page, the small stickers among them."""
        found = [self.find(size, marks) for marks in pages]
        own = self._sets[size]
        if own.stickers is None or not any(found):
            return found
        left = [
            LetterPlaces(marks).outside([each.trim for each in here])
            for marks, here in zip(pages, found, strict=True)
        ]
        faces = [self._face_of(piece, size) for piece in own.stickers(())]
        small = find_stickers(left, faces, own.orders)
        return [(*here, *there) for here, there in zip(found, small, strict=True)]

    def find(self, size: str, marks: Sequence[Mark]) -> tuple[Found, ...]:
        """The pieces of this set on a page."""
        if not self._plausible(size, marks):
            return ()
        anchors, index = self._anchored(size)
        grid = LetterGrid(marks)
        found = []
        for each in locate(marks, index):
            anchor = anchors[each.face.card]
            counts = [letters_in_place(own, each.place, each.turn, grid) for _, own in anchor.pieces]
            best = max(range(len(counts)), key=counts.__getitem__)
            piece, own = anchor.pieces[best]
            if counts[best] >= LEAST_SHARE * len(own):
                found.append(each._replace(face=self._face_of(piece, size), steady=counts[best]))
        return tuple(found)

    def _plausible(self, size: str, marks: Sequence[Mark]) -> bool:
        """Whether figures of some size could be of this set's factor; asked first, because it costs nothing."""
        factor = size.partition(FACTOR)[2]
        if not factor:
            return True
        known = self._digits(factor)
        figures: dict[float, list[bool]] = {}
        for mark in marks:
            if mark.text.isdecimal():
                figures.setdefault(round(mark.em, 2), []).append(mark.text in known)
        return any(sum(own) >= PLAUSIBLE * len(own) for own in figures.values())

    def _digits(self, factor: str) -> frozenset[str]:
        """Every digit some number has under this factor."""
        known = self._known_digits.get(factor)
        if known is None:
            pairs = (pair for card in self._cards() for pair in self._played(card, False, factor).values())
            known = self._known_digits[factor] = frozenset("".join(f"{left}{right}" for left, right in pairs))
        return known

    def words(self, size: str) -> FaceIndex:
        """The words that identify this set's pieces."""
        return self._anchored(size)[1]

    def faces(self, size: str) -> tuple[Face, ...]:
        """Every piece of a set."""
        return tuple(self._face_of(piece, size) for piece in self._pieces_of(size))

    def expected(self, found: Collection[Face]) -> dict[str, Card]:
        """Every piece of the set there is most of; of its small stickers all of a kind, where there is one."""
        if not found:
            return {}
        ((size, _),) = Counter(face.size for face in found).most_common(1)
        there = {face.card for face in found}
        own = self._sets[size]
        pieces = list(own.pieces())
        small = own.stickers(()) if own.stickers else ()
        kinds = {piece.name.partition("-")[0] for piece in small if piece.name in there}
        pieces += (piece for piece in small if piece.name.partition("-")[0] in kinds)
        return {piece.name: replace(piece.card, id=piece.name, copies=1) for piece in pieces}

    def distinctive(self, face: Face) -> dict[str, tuple[str, ...]]:
        """What changes a small sticker, the values of the court; each factor is a set of its own."""
        if not face.card.startswith("rank-"):
            return {}
        return {
            option: tuple(values)
            for option, values in self.proof.printed.items()
            if option != "influence"
            and any(self._differs(face, (f"{option}={value}",)) for value in values[1:])
        }

    def face(self, card_id: str, size: str, options: tuple[str, ...] = ()) -> Face:
        """One piece; a small sticker under these options."""
        own = self._sets[size]
        pieces = (*own.pieces(), *(own.stickers(options) if own.stickers else ()))
        return self._face_of(next(piece for piece in pieces if piece.name == card_id), size, options)

    def sparing_shapes(self, face: Face) -> tuple[Placed, ...]:
        """The shapes of a piece printed with little ink."""
        piece = next(piece for piece in self._pieces_of(face.size) if piece.name == face.card)
        return tuple(item for item in walk(piece.draw("low")) if isinstance(item.item, Path))

    def _pieces_of(self, size: str) -> tuple[Piece, ...]:
        own = self._sets[size]
        return (*own.pieces(), *(own.stickers(()) if own.stickers else ()))

    def _anchored(self, size: str) -> tuple[dict[str, Anchor], FaceIndex]:
        known = self._anchors.get(size)
        if known is None:
            grouped: dict[str, list[Piece]] = {}
            for piece in self._sets[size].pieces():
                grouped.setdefault(piece.card.id, []).append(piece)
            anchors = {card_id: self._anchor(pieces, size) for card_id, pieces in grouped.items()}
            index = face_index([anchor.face for anchor in anchors.values()])
            known = self._anchors[size] = anchors, index
        return known

    def _anchor(self, pieces: Sequence[Piece], size: str) -> Anchor:
        scenes = [piece.draw("full") for piece in pieces]
        drawn = [face_marks(scene) for scene in scenes]
        # The figures are what there is most of in one size; number and name stand in others.
        ems = Counter(round(mark.em, 3) for mark in drawn[0] if mark.text.isdecimal())
        figures = ems.most_common(1)[0][0]
        words = tuple(mark for mark in drawn[0] if round(mark.em, 3) != figures or not mark.text.isdecimal())
        card = pieces[0].card
        nothing = FaceProof(card.id, "", (), (), self.alphabet)
        extent = Size(scenes[0].width, scenes[0].height)
        face = Face(card.id, size, extent, words, runs(words), (), (), {}, nothing)
        return Anchor(face, tuple(zip(pieces, drawn, strict=True)))

    def _face_of(self, piece: Piece, size: str, options: tuple[str, ...] = ()) -> Face:
        key = piece.name, size, options
        known = self._faces.get(key)
        if known is not None:
            return known
        name = shown_name(self.kit, piece.card.id)
        wanted = FaceProof(piece.name, name, piece.upright(), piece.turned(), self.alphabet)
        face = self._faces[key] = self.face_of(piece.name, size, piece.draw("full"), wanted)
        return face

    # The sets

    def _all_sets(self) -> Iterator[tuple[str, Set]]:
        if any(row.suit in self.kit.suits for row in self.kit.rules):
            for design in DESIGNS:
                for language, (part, games) in product(self.kit.languages, reference_files(self.kit).items()):
                    own = "" if part == RULES else f" {part}"
                    name = f"reference{own} {design.name} {language}"
                    self._label((part, "", f"{language}{design.name}"), name)
                    yield name, Set(self._reference(design.name, language, games))
        if self.kit.overlays is None:
            return
        for factor in self.proof.printed.get("influence", ()):
            for size in super().sizes:
                # An insert holds two strips, so it is looked for before them.
                yield (
                    self._named(f"sleeves {size}", factor, "overlays-sleeves", size),
                    Set(self._inserts(size, factor)),
                )
                yield (
                    self._named(f"strips {size}", factor, "overlays", size),
                    Set(self._strips(size, factor), self._stickers(size, factor), (plain_order,)),
                )
            for language in self.kit.languages:
                name = self._named(f"guide {language}", factor, "overlays", language)
                yield name, Set(self._guide(language, factor))
            yield from self._label_sets(factor)

    def _named(self, kind: str, factor: str, part: str, words: str) -> str:
        """The name of a set, known by the label its sheets have."""
        name = f"{kind}{FACTOR}{factor}"
        self._label((part, factor, words), name)
        return name

    def _label(self, label: tuple[str, str, str], name: str) -> None:
        self._labels.setdefault(label, []).append(name)

    def _label_sets(self, factor: str) -> Iterator[tuple[str, Set]]:
        """One set for each size of label and each way labels are cut to the cards' width."""
        grids = self.kit.overlays.grids if self.kit.overlays else ()
        names: dict[tuple[Size, float], str] = {}
        for grid in grids:
            label = Size(grid.width, grid.height)
            for size in super().sizes:
                used = Pieces(self.kit, Choices(size)).label_width(label)
                new = (label, used) not in names
                name = names.setdefault((label, used), f"labels {grid.id} {size}{FACTOR}{factor}")
                self._label((f"overlays-{grid.id}", factor, size), name)
                if new:
                    alike = [each for each in grids if Size(each.width, each.height) == label]
                    orders = tuple(grid_order(each, *tiles_on(label)) for each in alike)
                    stickers = self._stickers(size, factor)
                    yield name, Set(self._labels_of(label, size, factor), stickers, (*orders, plain_order))

    def _cards(self) -> tuple[Card, ...]:
        return tuple(self.cards[card.id] for card in table_cards(self.kit))

    def _pieces(self, size: str, factor: str, ink: Ink, options: tuple[str, ...] = ()) -> Pieces:
        return Pieces(self.kit, Choices(size, ink, self._variables((f"influence={factor}", *options))))

    def _stickers(self, size: str, factor: str) -> Callable[[tuple[str, ...]], tuple[Piece, ...]]:
        """Numbers, ranks and marks, each without its own cut line: on a label it has none."""

        def piece(name: str, options: tuple[str, ...]) -> Piece:
            card = self.cards[name.partition("-")[2]]

            def draw(ink: Ink) -> Scene:
                return Scene(name, *TILE, 0.0, self._pieces(size, factor, ink, options).tiles()[name]())

            def lines() -> Lines:
                if "number" in card.fields:
                    return (_number(card),)
                return tuple(self.proof.lines(card.fields, False, self._variables(options)))

            return Piece(name, card, draw, lines, lambda: ())

        names = tuple(self._pieces(size, factor, "full").tiles())
        return lambda options: tuple(piece(name, options) for name in names)

    def _strips(self, size: str, factor: str) -> Callable[[], tuple[Piece, ...]]:
        def piece(card: Card, foot: bool) -> Piece:
            return Piece(
                f"{card.id}-{'foot' if foot else 'head'}",
                card,
                lambda ink: self._pieces(size, factor, ink).strip(card, foot),
                lambda: (*self._pairs(card, foot, factor), _number(card)),
                lambda: (),
            )

        return lambda: tuple(piece(card, foot) for card in self._cards() for foot in (False, True))

    def _inserts(self, size: str, factor: str) -> Callable[[], tuple[Piece, ...]]:
        def piece(card: Card) -> Piece:
            return Piece(
                card.id,
                card,
                lambda ink: self._pieces(size, factor, ink).insert(card),
                lambda: (*self._pairs(card, False, factor), _number(card)),
                lambda: (*self._pairs(card, True, factor), _number(card)),
            )

        return lambda: tuple(map(piece, self._cards()))

    def _labels_of(self, label: Size, size: str, factor: str) -> Callable[[], tuple[Piece, ...]]:
        def piece(card: Card) -> Piece:
            cells = self._pieces(size, factor, "full").label_cells(label)
            return Piece(
                card.id,
                card,
                lambda ink: self._pieces(size, factor, ink).label(card, label),
                lambda: (*self._pairs(card, False, factor, cells), _number(card)._replace(needed=False)),
                lambda: self._pairs(card, True, factor, cells),
            )

        return lambda: tuple(map(piece, self._cards()))

    def _guide(self, language: str, factor: str) -> Callable[[], tuple[Piece, ...]]:
        def lines(card: Card) -> Lines:
            (head,), (foot,) = (self._pairs(card, turned, factor) for turned in (False, True))
            shift = len(head.figures)
            emblems = (*head.emblems, *((suit, index + shift) for suit, index in foot.emblems))
            return Line((*head.figures, *foot.figures), emblems), _number(card)

        def piece(card: Card) -> Piece:
            choices = Choices(self.kit.default_size, "full", self._variables((f"influence={factor}",)))
            return Piece(
                card.id,
                card,
                lambda ink: hand_row(self.kit, card, language, replace(choices, ink=ink)),
                lambda: lines(card),
                lambda: (),
            )

        return lambda: tuple(map(piece, self._cards()))

    def _reference(self, name: str, language: str, games: Sequence[str]) -> Callable[[], tuple[Piece, ...]]:
        design = next(each for each in DESIGNS if each.name == name)

        def piece(card: Card, game: str) -> Piece:
            return Piece(
                f"{card.id}-{game}",
                card,
                lambda ink: row_scene(self.kit, card, game, language, design),
                lambda: (self._row(card, game, False), self._row(card, game, True), _number(card)),
                lambda: (),
            )

        return lambda: tuple(piece(card, game) for card in self._cards() for game in games)

    # What the rules say is read

    def _played(self, card: Card, turned: bool, factor: str) -> dict[str, tuple[int, int]]:
        assert self.proof.played is not None
        key = card.id, turned, factor
        known = self._counting.get(key)
        if known is None:
            known = self._counting[key] = dict(self.proof.played(card.fields, turned, factor))
        return known

    def _pairs(self, card: Card, turned: bool, factor: str, cells: int = 0) -> Lines:
        """The pairs in lines of `cells` (0: all in one), each with its suit's emblem."""
        pairs = list(self._played(card, turned, factor).items())
        step = cells or len(pairs)
        lines = []
        for start in range(0, len(pairs), step):
            own = pairs[start : start + step]
            figures = [
                Figure(str(number), suit, part)
                for suit, pair in own
                for number, part in zip(pair, ("left", "right"), strict=True)
            ]
            lines.append(Line(tuple(figures), tuple((suit, _place(own, suit)) for suit, _ in own)))
        return tuple(lines)

    def _row(self, card: Card, game: str, turned: bool) -> Line:
        """A line of the quick reference: under each factor the numbers this game uses."""
        figures = []
        for factor in FACTORS:
            played = self._played(card, turned, factor)
            for column in columns_of(self.kit, game):
                number = played[column.suit][0 if column.left else 1]
                way = " reversed" if turned else ""
                part = "left" if column.left else "right"
                figures.append(Figure(str(number), f"{column.suit} ×{factor}{way}", part))
        return Line(tuple(figures))


def _place(pairs: Sequence[tuple[str, tuple[int, int]]], suit: str) -> int:
    """Which letter of the line the suit's pair begins with."""
    count = 0
    for own, pair in pairs:
        if own == suit:
            break
        count += sum(len(str(number)) for number in pair)
    return count


def _number(card: Card) -> Line:
    return Line((Figure(str(card.fields["number"]), "number"),))


def make_sheet_books(kits: Sequence[Kit]) -> tuple[SheetBook, ...]:
    """A sheet book for each kit whose game says how its numbers count, and which prints them beside its cards."""
    proofs = ((kit, find_proof(kit.games)) for kit in kits if kit.rules or kit.overlays)
    return tuple(
        SheetBook(kit, proof) for kit, proof in proofs if proof is not None and proof.played is not None
    )
