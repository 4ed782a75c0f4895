"""Proof-reads one composed face."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from printkit.compose.faces.context import emblem_outline
from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.games.proof import Figure, Line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.art import art_source
from printkit.kit.model import Kit
from printkit.preflight.marks import Mark, angle_between, glyph_marks
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.reading import Difference, ReadLine, compare_lines, side_name
from printkit.scene.inks import PAPER, Ink
from printkit.scene.model import Glyphs, Path, Picture, Placed, Scene, walk
from printkit.scene.shapes import holds

__all__ = ["TURNS", "Emblem", "FaceProof", "SceneReader", "emblems_of", "face_emblems", "subject_of"]

TURNS = (0.0, 180.0)
# A figure is hidden when this share of its ink is.
LEAST_SHARE = 0.05
# An emblem belongs to a figure when it stands no further off than this many em of it.
NEAR = 2.0


@dataclass(frozen=True, slots=True)
class FaceProof:
    """What must be read on one card: the lines held upright, the lines turned by 180°, and what figures consist of."""

    card: str
    name: str
    upright: tuple[Line, ...]
    turned: tuple[Line, ...]
    alphabet: frozenset[str]

    def lines(self, turn: float) -> tuple[Line, ...]:
        """The lines for a reader who has turned the card by 0 or 180 degrees."""
        return self.turned if angle_between(turn, 180.0) < 90 else self.upright


class Emblem(NamedTuple):
    """A suit's emblem on a face: its suit, its box in the card's mm, its turn, its number in painting order."""

    suit: str
    box: Rect
    angle: float
    item: int


class SceneReader:
    """Proof-reads the faces of one kit in one size; what all of them share is looked at once."""

    def __init__(self, kit: Kit, size: str) -> None:
        self._file = f"{kit.folder.name}/layout.toml [{size}]"
        self._emblems = emblems_of(kit)
        self._emblem_points: dict[str, list[tuple[float, float]]] = {}

    def face(self, scene: Scene, wanted: FaceProof) -> Iterator[Finding]:
        """Every figure and emblem that is wrong, missing, turned wrongly, hidden, too pale or off the card."""
        if not (wanted.upright or wanted.turned):
            return
        placed = tuple(walk(scene))
        # Names need no place: what holds any other letter is no row of figures.
        marks = tuple(
            mark
            for number, item in enumerate(placed)
            if isinstance(item.item, Glyphs) and wanted.alphabet.issuperset(item.item.text)
            for mark in glyph_marks(item, number)
        )
        emblems = face_emblems(self._emblems, placed)
        face = _Face(self._file, scene, wanted, placed, self._emblem_points)
        for turn in TURNS:
            read, differences = compare_lines(wanted.lines(turn), marks, turn, wanted.alphabet)
            for difference in differences:
                yield face.difference(difference, turn)
            claimed: set[Emblem] = set()
            for line in read:
                if line.marks:
                    yield from face.emblems(line, emblems, turn, claimed)
                for mark in line.marks:
                    yield from face.visible(mark, turn, _figure_at(line, mark))
            yield from face.strays(read, emblems, turn, claimed)


def subject_of(figure: Figure | None, turn: float) -> str:
    """Which figure is meant, in words: `coin pain, foot`."""
    words = " ".join(part for part in (figure.field, figure.part) if part) if figure else "figure"
    return f"{words}, {side_name(turn)}"


def face_emblems(emblems: Mapping[str, Outline], placed: Sequence[Placed]) -> tuple[Emblem, ...]:
    """Every emblem among the items; `emblems` are the outlines of the kit's emblem files by suit."""
    found = []
    for number, (item, transform, _, _) in enumerate(placed):
        if isinstance(item, Path) and item.fill is not None and len(item.outline.commands) > 3:
            suit = emblem_of(emblems, item)
            if suit:
                box = transform.rect(item.outline.box())
                found.append(Emblem(suit, box, transform.degrees(), number))
    return tuple(found)


def _figure_at(line: ReadLine, mark: Mark) -> Figure | None:
    letters = [figure for figure in line.line.figures for _ in figure.text]
    index = line.marks.index(mark)
    return letters[index] if index < len(letters) else None


class _Face:
    """One face being looked at; what does not change from figure to figure is kept here."""

    def __init__(
        self,
        file: str,
        scene: Scene,
        wanted: FaceProof,
        placed: Sequence[Placed],
        emblem_points: dict[str, list[tuple[float, float]]],
    ) -> None:
        self.scene = scene
        self.wanted = wanted
        self.placed = placed
        self.file = file
        self._emblem_points = emblem_points
        self._found_boxes: list[tuple[int, Rect]] | None = None

    def difference(self, difference: Difference, turn: float) -> Finding:
        figure, found, mark, _ = difference
        return self.finding(
            "figure",
            "not the number the rules require"
            if figure and found
            else "an extra digit"
            if found
            else "a digit is missing",
            subject_of(figure, turn),
            mark.box if mark else None,
            figure.text if figure else "nothing",
            found or "nothing",
        )

    def finding(
        self, code: str, message: str, subject: str, rect: Rect | None, expected: str = "", found: str = ""
    ) -> Finding:
        name, card = self.wanted.name, self.wanted.card
        return Finding(ERROR, code, message, self.file, 0, card, name, subject, rect, expected, found)

    def emblems(
        self, line: ReadLine, emblems: Sequence[Emblem], turn: float, claimed: set[Emblem]
    ) -> Iterator[Finding]:
        """Left of every pair, or by the figure, stands the emblem of its suit, upright for the same reader.

        What was found is added to `claimed`.
        """
        own = [emblem for emblem in emblems if angle_between(emblem.angle, turn) < 1]
        for suit, index in line.line.emblems:
            subject = f"emblem of {suit}, {side_name(turn)}"
            mark = line.marks[max(index, 0)] if max(index, 0) < len(line.marks) else line.marks[0]
            before = line.marks[index - 1] if 0 < index <= len(line.marks) else None
            near = _nearest(own, mark, before, turn, index)
            if near is None:
                yield self.finding(
                    "emblem", "the suit's emblem is missing", subject, mark.box, suit, "nothing"
                )
                continue
            claimed.add(near)
            if near.suit != suit:
                yield self.finding("emblem", "another suit's emblem", subject, near.box, suit, near.suit)
            yield from self.emblem_visible(near, subject)

    def strays(
        self, lines: Sequence[ReadLine], emblems: Sequence[Emblem], turn: float, claimed: set[Emblem]
    ) -> Iterator[Finding]:
        """Emblems by the figures that belong to none of them."""
        marks = [mark for line in lines for mark in line.marks]
        for emblem in emblems:
            if emblem not in claimed and angle_between(emblem.angle, turn) < 1:
                if any(_distance(emblem, mark) < NEAR * mark.em for mark in marks):
                    subject = f"emblem of {emblem.suit}, {side_name(turn)}"
                    yield self.finding(
                        "emblem", "an extra emblem", subject, emblem.box, "nothing", emblem.suit
                    )

    def visible(self, mark: Mark, turn: float, figure: Figure | None) -> Iterator[Finding]:
        """A figure is inside the card and its clip, in an ink that shows on its ground, with nothing over it."""
        assert mark.ink is not None

        def points() -> list[tuple[float, float]]:
            return [mark.place.point(x, y) for x, y in glyph_samples(mark.font, mark.glyph)]

        yield from self._seen(mark.item, mark.box, points, mark.ink, subject_of(figure, turn), mark.text)

    def emblem_visible(self, emblem: Emblem, subject: str) -> Iterator[Finding]:
        """The same for an emblem."""
        item, transform, _, _ = self.placed[emblem.item]
        assert isinstance(item, Path)
        assert item.fill is not None
        outline, even_odd = item.outline, item.even_odd

        def points() -> list[tuple[float, float]]:
            # Every emblem of a suit is the same but for its place and size: its inside is looked for once.
            inside = self._emblem_points.get(emblem.suit)
            box = outline.box()
            if inside is None:
                found = samples(outline, even_odd)
                inside = [((x - box.x) / box.width, (y - box.y) / box.height) for x, y in found]
                self._emblem_points[emblem.suit] = inside
            return [transform.point(box.x + x * box.width, box.y + y * box.height) for x, y in inside]

        yield from self._seen(emblem.item, emblem.box, points, item.fill, subject, f"emblem of {emblem.suit}")

    def _seen(
        self,
        number: int,
        box: Rect,
        points: Callable[[], list[tuple[float, float]]],
        ink: Ink,
        subject: str,
        what: str,
    ) -> Iterator[Finding]:
        clip = self.placed[number].clip
        if not self.scene.trim.contains(box) or (clip is not None and not clip.contains(box)):
            yield self.finding("outside", f"{what} is cut off or outside its card", subject, box)
            return
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        near = [
            index
            for index, own in self._boxes()
            if own.x < right
            and own.y < bottom
            and own.x + own.width > left
            and own.y + own.height > top
            and index != number
            and not self._cut_away(index, box)
        ]
        tested = points() if near else [box.center]
        grounds, covered = self._around(number, near, tested)
        too_pale = {ground for ground in set(grounds) if contrast(ink, ground) < LEAST_CONTRAST}
        pale = sum(ground in too_pale for ground in grounds) if too_pale else 0
        if sum(covered) > LEAST_SHARE * len(tested):
            yield self.finding("covered", f"something is drawn over {what}", subject, box)
        elif pale > LEAST_SHARE * len(tested):
            yield self.finding("invisible", f"{what} hardly differs from its background", subject, box)

    def _around(
        self, number: int, near: Sequence[int], points: Sequence[tuple[float, float]]
    ) -> tuple[list[Ink], list[bool]]:
        """The ink below each point, and whether something else lies over it."""
        grounds = [PAPER] * len(points)
        covered = [False] * len(points)
        for index in near:
            item, transform, _, _ = self.placed[index]
            for position, hit in enumerate(_hits(item, transform, points)):
                if hit and index > number:
                    covered[position] = True
                elif hit and isinstance(item, Path) and item.fill is not None:
                    grounds[position] = item.fill
        return grounds, covered

    def _cut_away(self, index: int, box: Rect) -> bool:
        clip = self.placed[index].clip
        return clip is not None and not clip.overlaps(box)

    def _boxes(self) -> list[tuple[int, Rect]]:
        """The boxes of all items that can be ground or cover; text over text is found as figures too many."""
        if self._found_boxes is None:
            self._found_boxes = [
                (index, transform.rect(item.box if isinstance(item, Picture) else item.outline.box()))
                for index, (item, transform, _, _) in enumerate(self.placed)
                if isinstance(item, Picture) or (isinstance(item, Path) and item.fill is not None)
            ]
        return self._found_boxes


def _hits(item: object, transform: Affine, points: Sequence[tuple[float, float]]) -> list[bool]:
    if isinstance(item, Path):
        return holds(item, transform, points)
    if isinstance(item, Picture):
        box = transform.rect(item.box)
        return [box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in points]
    return [False] * len(points)


def _nearest(
    emblems: Sequence[Emblem], mark: Mark, before: Mark | None, turn: float, index: int
) -> Emblem | None:
    """The emblem that belongs to a figure: the nearest on its left in the same line, or the nearest at all."""
    way = -1.0 if angle_between(turn, 180.0) < 90 else 1.0
    x, y = mark.box.center

    def left(emblem: Emblem) -> float:
        return way * (x - emblem.box.center[0])

    def beside(emblem: Emblem) -> bool:
        inside = abs(emblem.box.center[1] - y) < max(mark.box.height, emblem.box.height) / 2
        behind = before is None or way * (emblem.box.center[0] - before.box.center[0]) > 0
        return inside and behind and 0 < left(emblem) < 4 * mark.em

    if index >= 0:
        return min(filter(beside, emblems), key=left, default=None)
    near = [emblem for emblem in emblems if _distance(emblem, mark) < NEAR * mark.em]
    return min(near, key=lambda emblem: _distance(emblem, mark), default=None)


def _distance(emblem: Emblem, mark: Mark) -> float:
    """How far the middles of an emblem and a letter are apart, along and down the card."""
    x, y = mark.box.center
    return abs(emblem.box.center[0] - x) + abs(emblem.box.center[1] - y)


# Darkness of ink and ground must differ by this much (0 to 1) for a figure to be seen.
LEAST_CONTRAST = 0.25


@lru_cache(maxsize=1024)
def luminance(ink: Ink) -> float:
    """How light the ink looks on white paper, 0 (black) to 1."""
    red, green, blue = ink.tinted_srgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


def contrast(one: Ink, other: Ink = PAPER) -> float:
    """How far two inks differ in lightness, 0 to 1."""
    return abs(luminance(one) - luminance(other))


def samples(outline: Outline, even_odd: bool = False) -> tuple[tuple[float, float], ...]:
    """A few points inside the outline, in its own units: what is tested for being seen."""
    box = outline.box()
    path = Path(outline, fill=PAPER, even_odd=even_odd)
    steps = 7
    grid = [
        (box.x + (column + 0.5) / steps * box.width, box.y + (row + 0.5) / steps * box.height)
        for row in range(steps)
        for column in range(steps)
    ]
    inside = [point for point, hit in zip(grid, holds(path, Affine(), grid), strict=True) if hit]
    return tuple(inside)


@lru_cache(maxsize=2048)
def glyph_samples(font: str, glyph: int) -> tuple[tuple[float, float], ...]:
    """A few points inside a letter, in em."""
    return samples(find_font(font).outline(glyph))


def emblems_of(kit: Kit) -> dict[str, Outline]:
    """The outline of every suit's emblem."""
    found = {}
    for name, suit in kit.suits.items():
        # A kit without a game may have emblems that are no outline; they are compared with the page.
        with nullcontext() if kit.games else suppress(InputError):
            found[name] = emblem_outline(art_source(kit, suit.emblem))
    return found


def emblem_of(emblems: Mapping[str, Outline], path: Path) -> str:
    """The suit whose emblem the path is, upright in its own group and not mirrored; empty when it is none."""
    for name, outline in emblems.items():
        if outline.commands != path.outline.commands:
            continue
        own, box = outline.box(), path.outline.box()
        scale = box.height / own.height
        place = Affine(scale, 0.0, 0.0, scale, box.x - scale * own.x, box.y - scale * own.y)
        moved = outline.moved_by(place).coordinates
        pairs = zip(moved, path.outline.coordinates, strict=True)
        if all(abs(one - other) < 0.01 for one, other in pairs):
            return name
    return ""
