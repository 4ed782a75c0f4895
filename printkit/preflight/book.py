"""How every face of a kit should look, and a file as it should be with what lies on each of its pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.fonts import find_font, font_files
from printkit.games.find import printed_words
from printkit.games.proof import Figure, Proof, find_proof, fixing_rule
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.inspect.letters import font_family
from printkit.kit.blocks import PictureBlock
from printkit.kit.find import options_over
from printkit.kit.leaflets import reference_files
from printkit.kit.model import Card, Kit
from printkit.preflight.marks import Mark, Run, glyph_marks, runs
from printkit.preflight.proof_kit import expected_fields, face_proof, figure_alphabet, shown_name
from printkit.preflight.proof_scene import TURNS, Emblem, FaceProof, emblems_of, face_emblems, subject_of
from printkit.preflight.reading import compare_lines, side_name
from printkit.preflight.structure.facts import Known
from printkit.scene.inks import Colours
from printkit.scene.model import Group, Scene, Use, walk

__all__ = [
    "NO_PROOF",
    "Book",
    "ExpectedFile",
    "ExpectedPage",
    "Face",
    "FaceKind",
    "Lying",
    "PaintedFaces",
    "Placed",
    "make_books",
]


# ── how every face of a kit should look, to compare with ─────────────────────────────────────────────────────────────

# Of a kit without a game nothing is known but what it says itself.
NO_PROOF = Proof({}, lambda fields, turned, variables: (), lambda fields: "", {})


@dataclass(frozen=True, slots=True)
class Face:
    """One face as it should be: its letters, words, emblems, which figure each letter belongs to, and who says so."""

    card: str
    size: str
    extent: Size
    marks: tuple[Mark, ...]
    runs: tuple[Run, ...]
    emblems: tuple[Emblem, ...]
    figures: Mapping[Mark, tuple[Figure, float]] = field(hash=False)
    proof: FaceProof
    variables: Mapping[str, str] = field(default_factory=dict, hash=False)
    rule: str = ""

    def subject(self, mark: Mark) -> str:
        """Which figure or word a letter of the face belongs to."""
        figure = self.figures.get(mark)
        if figure is not None:
            return subject_of(*figure)
        word = "".join(each.text for each in self.marks if each.item == mark.item)
        return f"text {word!r}, {side_name(mark.angle)}"

    def reason(self, mark: Mark) -> str:
        """The rule that says what a letter has to be, where one fixes the numbers that stand in pairs."""
        figure = self.figures.get(mark)
        return f"by {self.rule}" if self.rule and figure and figure[0].part else ""

    @property
    def readable(self) -> bool:
        """Whether it can be found by its letters; one that cannot is only compared as it is drawn."""
        return len(self.marks) > 1


class Book:
    """The faces of one kit, composed when first requested, without art: only what can be proved."""

    def __init__(self, kit: Kit, proof: Proof) -> None:
        blocks = {
            key: tuple(block for block in face if not isinstance(block, PictureBlock))
            for key, face in kit.faces.items()
        }
        self.kit = replace(kit, faces=blocks)
        # With its pictures.
        self.whole = kit
        self.proof = proof
        self.alphabet = figure_alphabet(proof)
        # As the rules have them: what the kit's own file says proves nothing.
        # Cards that differ in their picture alone are one face here, there as often as all of them.
        copies = Counter(card.entry for card in kit.cards for _ in range(card.copies))
        self.cards: dict[str, Card] = {
            card.entry: replace(
                card, id=card.entry, fields=expected_fields(kit, proof, card), copies=copies[card.entry]
            )
            for card in kit.cards
        }
        # Backs that show what is their card's alone are read like cards.
        self.backs: dict[str, Card] = {
            f"{card.id}-back": replace(card, id=f"{card.id}-back", kind=card.id, face=card.back)
            for card in self.cards.values()
            if self.kit.has_own_back(card)
        }
        self.cards |= self.backs
        self.emblem_outlines: dict[str, Outline] = emblems_of(kit)
        self._faces: dict[tuple[str, str, tuple[str, ...]], Face] = {}
        self._printed: dict[tuple[str, ...], Mapping[str, str]] = {}

    @cached_property
    def ruled(self) -> Kit:
        """The kit with its pictures, and with the numbers its rules have, whatever its own file says."""
        cards = tuple(replace(card, fields=self.cards[card.entry].fields) for card in self.whole.cards)
        return replace(self.whole, cards=cards)

    def may_use(self, families: Set[str]) -> bool:
        """Whether a file with these font families, `font_family` of each, may hold cards of this kit.

        A font without a name may be any, and a file whose fonts were not found may have them.
        """
        own = (find_font(font).postscript_name for font in (*self.kit.fonts.values(), *font_files()))
        return not families or "" in families or not families.isdisjoint(map(font_family, own))

    @property
    def sizes(self) -> tuple[str, ...]:
        """The kit's card sizes, its own size first."""
        return tuple(sorted(self.kit.sizes, key=lambda name: name != self.kit.default_size))

    def faces(self, size: str) -> tuple[Face, ...]:
        """Every face there is in that size, under the usual options."""
        known = self.kit.faces
        return tuple(self.face(card.id, size) for card in self.cards.values() if (card.face, size) in known)

    def known(self, page: int, card_id: str, rect: Rect) -> Known:
        """A card that was recognised on a page, with the back it should have."""
        if card_id in self.backs:
            return Known(page, card_id, self.name(card_id), rect, card_id, True, "back")
        card = self.cards.get(card_id)
        back = self.whole.back_name(card) if card else ""
        upright = self.kit.upright or (card is not None and self.whole.has_own_back(card))
        shape = self.whole.component(card.component).shape if card else ""
        return Known(page, card_id, self.name(card_id), rect, back, upright, shape=shape)

    def name(self, card_id: str) -> str:
        """The name of a card, or of the one a back belongs to, as people say it."""
        card = self.cards.get(card_id)
        return shown_name(self.kit, card.entry if card else card_id)

    def face(self, card_id: str, size: str, options: tuple[str, ...] = ()) -> Face:
        """One face under these options, written `K=V`."""
        key = card_id, size, options
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = self._compose(self.cards[card_id], size, options)
        return found

    def expected(self, found: Collection[Face]) -> dict[str, Card]:
        """The cards that should be there when these are: all of their components, or all rule cards of one file."""
        ids = {face.card for face in found}
        there = {self.cards[card_id].component for card_id in ids}
        for games in reference_files(self.kit).values():
            rule_cards = {row.card for row in self.kit.rules if row.game in games}
            if len(there) > 1 and ids <= rule_cards:
                return {card_id: card for card_id, card in self.cards.items() if card_id in rule_cards}
        # Backs may be left out on purpose, but not some of them.
        without = self.backs.keys() if self.backs.keys().isdisjoint(ids) else ()
        sizes = {face.size for face in found}
        return {
            card_id: card
            for card_id, card in self.cards.items()
            if card.component in there
            and card_id not in without
            and (card_id in ids or any(self.face(card_id, size).readable for size in sizes))
        }

    def distinctive(self, face: Face) -> dict[str, tuple[str, ...]]:
        """The options that change this face, with the values to use, the usual one first."""
        return {
            option: tuple(values)
            for option, values in self.proof.printed.items()
            if any(self._differs(face, (f"{option}={value}",)) for value in values[1:])
        }

    def variants(self, face: Face) -> Iterator[tuple[tuple[str, ...], Face]]:
        """The same face under all options that change it, with those options; the usual one first."""
        yield (), face
        distinctive = self.distinctive(face)
        for values in list(product(*distinctive.values()))[1:]:
            options = tuple(f"{option}={value}" for option, value in zip(distinctive, values, strict=True))
            yield options, self.face(face.card, face.size, options)

    def _differs(self, face: Face, options: tuple[str, ...]) -> bool:
        return self.face(face.card, face.size, options).marks != face.marks

    def _variables(self, options: tuple[str, ...]) -> Mapping[str, str]:
        found = self._printed.get(options)
        if found is None:
            words = printed_words(self.kit.games, options_over(self.kit.options, options))
            found = self._printed[options] = {"version": self.kit.version, **words}
        return found

    def _compose(self, card: Card, size: str, options: tuple[str, ...]) -> Face:
        variables = self._variables(options)
        scene = compose_face(self.kit, card, Choices(size, "full", variables))
        if card.id in self.backs:
            wanted = FaceProof(card.id, self.name(card.id), (), (), self.alphabet)
        else:
            wanted = face_proof(self.kit, self.proof, card, variables, self.alphabet)
        face = self.face_of(card.id, size, scene, wanted)
        return replace(face, variables=variables)

    def face_of(self, name: str, size: str, scene: Scene, wanted: FaceProof) -> Face:
        """What a scene holds that should show these lines."""
        placed = tuple(walk(scene))
        marks = tuple(mark for number, item in enumerate(placed) for mark in glyph_marks(item, number))
        return Face(
            card=name,
            size=size,
            extent=Size(scene.width, scene.height),
            marks=marks,
            runs=runs(marks),
            emblems=face_emblems(self.emblem_outlines, placed),
            figures=_figures_of(marks, wanted),
            proof=wanted,
            rule="" if self.whole.variant else fixing_rule(self.whole.games),
        )


def make_books(kits: Sequence[Kit]) -> tuple[Book, ...]:
    """A book for each kit whose game states a proof, or that has no game: then its own fields are all there is."""
    proofs = ((kit, find_proof(kit.games) if kit.games else NO_PROOF) for kit in kits)
    return tuple(Book(kit, proof) for kit, proof in proofs if proof is not None)


def _figures_of(marks: Sequence[Mark], wanted: FaceProof) -> dict[Mark, tuple[Figure, float]]:
    """Which figure each letter of the rules' lines shows, and for which reader."""
    figures: dict[Mark, tuple[Figure, float]] = {}
    for turn in TURNS:
        read, _ = compare_lines(wanted.lines(turn), marks, turn, wanted.alphabet)
        for line in read:
            letters = [figure for figure in line.line.figures for _ in figure.text]
            figures |= {mark: (figure, turn) for mark, figure in zip(line.marks, letters, strict=False)}
    return figures


# ── A file as it should be ───────────────────────────────────────────────────────────────────────────────────────────


class Placed(NamedTuple):
    """A face on an expected page: its card and side, its trim, and as far as it is shown; mm on the page."""

    card: str
    side: str
    trim: Rect
    window: Rect


class ExpectedPage(NamedTuple):
    """What lies where on an expected page."""

    side: str
    placed: tuple[Placed, ...]
    ruler: Rect | None = None
    label: Rect | None = None


class Lying(NamedTuple):
    """A face on a page: its index, its place there, how it is drawn, and the map from its mm to the page's."""

    page: int
    placed: Placed
    scene: Scene
    place: Affine


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """A file as it should be: its bytes, what lies on each of its pages, and what they were painted from.

    `scene` gives each page, from 0, as one drawing in mm; `colours` are those it was painted in. `size` is that of its
    cards, `variables` are the words printed on them.
    """

    name: str
    data: bytes
    pages: tuple[ExpectedPage, ...]
    scene: Callable[[int], Scene]
    colours: Colours
    size: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    def lying(self) -> Iterator[Lying]:
        """Every face on the pages, in their order."""
        for index, page in enumerate(self.pages):
            (drawn,) = self.scene(index).items
            assert isinstance(drawn, Group)
            for placed, group in zip(page.placed, drawn.items, strict=False):
                assert isinstance(group, Group)
                (use,) = group.items
                assert isinstance(use, Use)
                yield Lying(index, placed, use.scene, use.transform)


class FaceKind(NamedTuple):
    """What decides how a face looks: its card, its size, and the options it is printed for, written `K=V`."""

    card: str
    size: str
    options: tuple[str, ...] = ()


class PaintedFaces(NamedTuple):
    """Faces as they should be, one a page of the size of its trim, and the pages of each from 0.

    Cards that differ in their picture alone are one face of several pages.
    """

    file: ExpectedFile
    pages: Mapping[FaceKind, tuple[int, ...]]
