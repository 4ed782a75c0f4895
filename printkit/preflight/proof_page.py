"""Proof-reads one face on a page, as text and as pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

from printkit.compose.bidi import has_right_to_left
from printkit.fonts import MIRRORED, find_font
from printkit.geometry import Affine, Rect
from printkit.preflight.artist import polygons_of
from printkit.preflight.book import Face
from printkit.preflight.face_page import MEDIUM, SMALL, FacePage
from printkit.preflight.locate import TRUE_SIZE, Found
from printkit.preflight.marks import Mark, angle_between, mark_on_page
from printkit.preflight.model import ERROR, Finding, Severity
from printkit.preflight.pixels import (
    AROUND,
    LEAST_CONTRAST,
    MESSAGES,
    Look,
    best,
    look,
    neutral,
    same_colour,
    verdict,
)
from printkit.preflight.proof_scene import TURNS, Emblem, subject_of
from printkit.preflight.reading import compare_lines, side_name
from printkit.preflight.shapes import luminance
from printkit.preflight.unexpected_marks import unexplained
from printkit.scene.inks import Ink
from printkit.scene.model import Path
from printkit.scene.raster import segments
from printkit.scene.walk import Placed

__all__ = ["GREY_MARK", "proof_found"]

# Figures may stand this far from where the layout has them, in mm.
TOLERANCE = 0.25
# A letter that is not in its place is looked for this far around.
SEARCH = 6.0
# Programs that write a file anew round where letters stand, and the letters of a row one after the other: by no more
# than this, in mm, a figure may stand beside its place and is looked at where its text says it stands.
ROUNDED = 0.1
EM_TOLERANCE = 0.04
TURN_TOLERANCE = 1.5
# Letters of a word stand close: less of what is around them is looked at.
AROUND_WORDS = 0.1
DARK = 0.5
# A stroke that belongs to figures is no larger than this (mm²) and no further from one than this (mm).
LARGEST_STROKE = 20.0
NEAR_FIGURE = 2.2
LEAST_STROKE = 0.6
# How far around a row of figures ink is looked for, in mm.
STRAY_AROUND = 0.5
DIGITS = "0123456789"
GREY_MARK = "grey-mark"


def proof_found(
    page: FacePage, found: Found, face: Face, marks: Sequence[Mark], sparing: Callable[[], Sequence[Placed]]
) -> Iterator[Finding]:
    """Everything wrong with one face; `marks` are the page's letters that lie on this card, in the page's mm.

    `face` is the variant of `found.face` the card was printed as; `sparing` gives the shapes it has with little ink.
    """
    proof = _FaceProof(page, found, face, marks, sparing)
    sides = set()
    for look_at in (
        proof.size,
        proof.letters,
        proof.reading,
        proof.words,
        proof.emblems,
        proof.vacancies,
        proof.shapes,
    ):
        for finding in look_at():
            sides.add(finding.subject.rpartition(", ")[2])
            yield finding
    # Where something is known to be wrong, its ink is no news.
    yield from proof.stray_ink([turn for turn in TURNS if side_name(turn) not in sides])


class _FaceProof:
    """One face being compared; what was said about a figure once is not said again."""

    def __init__(
        self,
        page: FacePage,
        found: Found,
        face: Face,
        marks: Sequence[Mark],
        sparing: Callable[[], Sequence[Placed]],
    ) -> None:
        self.page = page
        self.found = found
        self.face = face
        self.marks = tuple(marks)
        self.sparing = sparing
        self.said: set[tuple[str, str, str]] = set()
        self.matched: dict[Mark, Mark] = {}
        self.placed: dict[int, Mark] = {}

    # Places

    def on_page(self, mark: Mark) -> Mark:
        """The letter of the face where it should stand on the page."""
        if id(mark) not in self.placed:
            self.placed[id(mark)] = mark_on_page(mark, *self.found[1:4])
        return self.placed[id(mark)]

    def finding(
        self,
        code: str,
        message: str,
        subject: str,
        rect: Rect | None,
        expected: str = "",
        found: str = "",
        hint: str = "",
        severity: Severity = ERROR,
    ) -> Finding:
        proof = self.face.proof
        return Finding(
            severity,
            code,
            message,
            self.page.file,
            self.page.number,
            proof.card,
            proof.name,
            subject,
            rect,
            expected,
            found,
            hint,
        )

    def subject(self, mark: Mark) -> str:
        """Which figure or word a letter of the face belongs to."""
        figure = self.face.figures.get(mark)
        if figure is not None:
            return subject_of(*figure)
        return f"text {self.word(mark)!r}, {side_name(mark.angle)}"

    def word(self, mark: Mark) -> str:
        """The word or line the letter belongs to."""
        texts = [each.text for each in self.face.marks if each.item == mark.item]
        return "".join(texts)

    # Text layer against layout

    def size(self) -> Iterator[Finding]:
        if abs(self.found.scale - 1.0) > TRUE_SIZE:
            share = f"{self.found.scale:.1%}"
            hint = "print at actual size"
            yield self.finding(
                "scale", "the card is not at actual size", "", self.found.trim, "100 %", share, hint
            )
        if self.found.turn % 90:
            turn = f"{self.found.turn:.1f}°"
            yield self.finding("askew", "the card is skewed", "", self.found.trim, "0, 90, 180 or 270°", turn)

    def letters(self) -> Iterator[Finding]:
        """Every letter of the face against the one that stands in its place on the page."""
        free = list(self.marks)
        lost: list[tuple[Mark, Mark]] = []
        for mark in self.face.marks:
            wanted = self.on_page(mark)
            seen = self._at(wanted, free)
            if seen is None:
                lost.append((mark, wanted))
                continue
            free.remove(seen)
            self.matched[mark] = seen
        for mark, wanted in lost:
            yield from self._lost(mark, wanted, free)
        for mark, seen in self.matched.items():
            yield from self._compared(mark, self.on_page(mark), seen)
        for seen in free:
            if seen.text in self.face.proof.alphabet or len(free) < 12:
                yield self.finding(
                    "extra", "an extra character", self._side(seen), seen.box, "nothing", repr(seen.text)
                )
        if len(free) >= 12:
            text = "".join(seen.text for seen in free)[:60]
            box = free[0].box
            yield self.finding("extra", "text that does not belong here", "", box, "nothing", repr(text))

    def _side(self, seen: Mark) -> str:
        return side_name(seen.angle - self.found.turn)

    def _at(self, wanted: Mark, free: Sequence[Mark]) -> Mark | None:
        """The letter in this place: the same one before others, the nearest first."""
        near = [
            (seen.text != wanted.text, math.hypot(seen.x - wanted.x, seen.y - wanted.y), seen)
            for seen in free
            if abs(seen.x - wanted.x) < 1.5 and abs(seen.y - wanted.y) < 1.5
        ]
        return min(near, key=lambda entry: entry[:2])[2] if near else None

    def _lost(self, mark: Mark, wanted: Mark, free: list[Mark]) -> Iterator[Finding]:
        near = [
            (math.hypot(seen.x - wanted.x, seen.y - wanted.y), seen)
            for seen in free
            if seen.text == wanted.text and angle_between(seen.angle, wanted.angle) < 45
        ]
        distance, seen = min(near, key=lambda entry: entry[0], default=(math.inf, wanted))
        subject = self.subject(mark)
        self._say(mark)
        if distance < SEARCH:
            free.remove(seen)
            yield self.finding(
                "moved", f"{wanted.text!r} has moved", subject, seen.box, _point(wanted), _point(seen)
            )
            return
        unseen = verdict(self._look(mark), dark=False)
        visible = "" if unseen else "visible, but not in the text"
        hint = "a digit counts only if text and rendered page agree" if visible else ""
        yield self.finding(
            "missing",
            "a character is missing",
            subject,
            wanted.box,
            repr(wanted.text),
            visible or "nothing",
            hint,
        )

    def _say(self, mark: Mark) -> None:
        figure = self.face.figures.get(mark)
        if figure is not None:
            self.said.add((*figure[0][1:], side_name(figure[1])))

    def _mirrored(self, mark: Mark, seen: Mark) -> bool:
        """Whether a reader turned a bracket round because it stands among letters that are read from the right."""
        return MIRRORED.get(mark.text) == seen.text and any(
            has_right_to_left(each.text) for each in self.face.marks
        )

    def _compared(self, mark: Mark, wanted: Mark, seen: Mark) -> Iterator[Finding]:
        subject = self.subject(mark)
        if seen.text != wanted.text and not self._mirrored(mark, seen):
            self._say(mark)
            shown = self._shown(mark)
            found = repr(seen.text) + (f" (rendered: {shown!r})" if shown and shown != seen.text else "")
            yield self.finding("figure", "another letter", subject, wanted.box, repr(wanted.text), found)
            return
        distance = math.hypot(seen.x - wanted.x, seen.y - wanted.y)
        if distance > TOLERANCE:
            yield self.finding(
                "moved", f"{wanted.text!r} has moved", subject, seen.box, _point(wanted), _point(seen)
            )
        elif abs(seen.em / wanted.em - 1) > EM_TOLERANCE:
            yield self.finding(
                "size",
                f"{wanted.text!r} has another size",
                subject,
                seen.box,
                f"{wanted.em:.2f} mm",
                f"{seen.em:.2f} mm",
            )
        elif angle_between(seen.angle, wanted.angle) > TURN_TOLERANCE:
            yield self.finding(
                "turned",
                f"{wanted.text!r} is rotated",
                subject,
                seen.box,
                f"{wanted.angle:.0f}°",
                f"{seen.angle:.0f}°",
            )

    # What a player reads, whatever the layout says

    def reading(self) -> Iterator[Finding]:
        """The rules' lines, read from the letters alone, either way up."""
        back = self.found.place.inverse()
        own = [
            seen._replace(
                x=back.point(seen.x, seen.y)[0],
                y=back.point(seen.x, seen.y)[1],
                box=back.rect(seen.box),
                angle=(seen.angle - self.found.turn) % 360,
                em=seen.em / self.found.scale,
            )
            for seen in self.marks
        ]
        for turn in TURNS:
            _, differences = compare_lines(self.face.proof.lines(turn), own, turn, self.face.proof.alphabet)
            for figure, found, mark, _ in differences:
                side = side_name(turn)
                if self.said and (figure is None or (figure.field, figure.part, side) in self.said):
                    continue
                rect = self.found.place.rect(mark.box) if mark else self.found.trim
                message = f"read as a player does, {'turned' if turn else 'upright'}: not the number the rules require"
                expected = figure.text if figure else "nothing"
                yield self.finding(
                    "rules", message, subject_of(figure, turn), rect, expected, found or "nothing"
                )

    # Pixels

    def _judged(self, mark: Mark, *, strict: bool) -> tuple[str, Look]:
        """What a look at a letter says; light ones may stand, dark, in a frame instead of on a bar to spare ink."""
        ink = mark.ink
        dark = strict and ink is not None and luminance(ink) < DARK
        around = AROUND if strict else AROUND_WORDS
        seen = self._look(mark, around=around)
        answer = verdict(seen, dark=dark, strict=strict)
        if answer == "hidden" and not strict:
            # Viewers put letters on whole pixels: signs of many strokes have to be looked at in smaller ones. And
            # letters that are set close reach into each other's boxes.
            near = self.page.artist.neighbours(mark, self.face.marks, self.found.place, around)
            seen = self._look(mark, around=around, beside=near, fine=True)
            answer = verdict(seen, dark=dark, strict=strict)
        if answer == "hidden" and strict:
            seen = self._look(mark, around=around, by_text=True)
            answer = verdict(seen, dark=dark, strict=strict)
        if not answer or ink is None or luminance(ink) < DARK:
            return answer, seen
        frames = polygons_of(self.sparing(), self.found.place)
        again = self._look(mark, around=around, beside=frames)
        return verdict(again, dark=True, strict=strict) and answer, seen

    def _aside(self, mark: Mark) -> Affine:
        """How far a letter's own text stands beside its place; not at all where that is more than rounding."""
        seen, wanted = self.matched.get(mark), self.on_page(mark)
        if seen is None or math.hypot(seen.x - wanted.x, seen.y - wanted.y) > ROUNDED:
            return Affine()
        return Affine.translation(seen.x - wanted.x, seen.y - wanted.y)

    def _look(
        self, mark: Mark, glyph: int = -1, around: float = AROUND, beside: Any = None,
        fine: bool = False, by_text: bool = False,
    ) -> Look:  # fmt: skip
        number = mark.glyph if glyph < 0 else glyph
        rows = self.page.artist.letter(mark.font, number)
        place = mark.place.then(self.found.place)
        place = place.then(self._aside(mark)) if by_text else place
        box = place.rect(find_font(mark.font).ink_box(number))
        box = box.union(self.on_page(mark).box).grown(around)
        em = 0.0 if fine else mark.em * self.found.scale
        if not fine and mark not in self.face.figures and (em >= SMALL or self.page.fine_below == SMALL):
            em = MEDIUM  # Words may be read in coarser pixels than figures.
        return look(self.page.seen(em), rows, place, box, beside=beside)

    def _shown(self, mark: Mark) -> str:
        """The digit that is rendered in this place; empty if there is none."""
        font = find_font(mark.font)
        texts = set(DIGITS) | set(self.face.proof.alphabet)
        glyphs = {text: font.shape(text)[0].glyph for text in sorted(texts)}
        looks = {text: self._look(mark, glyph) for text, glyph in glyphs.items()}
        return best(looks)

    def words(self) -> Iterator[Finding]:
        """Every letter as it really looks; letters of one text that are hidden make one finding."""
        hidden: dict[tuple[int, str], list[Mark]] = {}
        for mark in self.face.marks:
            if mark in self.face.figures:
                yield from self._figure_seen(mark)
            elif mark in self.matched and self.matched[mark].text == mark.text:
                answer, _ = self._judged(mark, strict=False)
                if answer:
                    hidden.setdefault((mark.item, answer), []).append(mark)
        for (_, code), letters in hidden.items():
            box = reduce(Rect.union, [self.on_page(mark).box for mark in letters])
            text = "".join(mark.text for mark in letters)
            yield self.finding(code, MESSAGES[code], self.subject(letters[0]), box, repr(text))

    def _figure_seen(self, mark: Mark) -> Iterator[Finding]:
        figure, turn = self.face.figures[mark]
        if (figure.field, figure.part, side_name(turn)) in self.said:
            return
        answer, seen = self._judged(mark, strict=True)
        ink = mark.ink
        assert ink is not None
        box = self.on_page(mark).box
        if answer == "hidden":
            shown = self._shown(mark)
            other = shown and shown != mark.text
            found = f"rendered: {shown!r}" if other else f"likeness {seen.likeness:.0%}"
            yield self.finding("hidden", MESSAGES[answer], self.subject(mark), box, repr(mark.text), found)
        elif answer:
            yield self.finding(answer, MESSAGES[answer], self.subject(mark), box, repr(mark.text))
        else:
            yield from self._colour("digit", ink, seen, self.subject(mark), box)

    def emblems(self) -> Iterator[Finding]:
        """Every emblem by its shape, its turn and its colour."""
        for emblem in self.face.emblems:
            looks = {suit: self._emblem_look(emblem, suit) for suit in (emblem.suit,)}
            seen = looks[emblem.suit]
            subject = f"emblem of {emblem.suit}, {side_name(emblem.angle)}"
            box = self.found.place.rect(emblem.box)
            answer = verdict(seen, dark=True)
            if answer:
                looks |= {suit: self._emblem_look(emblem, suit) for suit in self.page.artist.emblems}
                shown = best(looks)
                found = f"rendered: {shown}" if shown and shown != emblem.suit else MESSAGES[answer]
                yield self.finding("emblem", "not the suit's emblem", subject, box, emblem.suit, found)
                continue
            yield from self._colour("emblem", self.page.artist.suits[emblem.suit], seen, subject, box)

    def _colour(self, what: str, ink: Ink, seen: Look, subject: str, box: Rect) -> Iterator[Finding]:
        if neutral(seen.ink) and not neutral(ink.srgb):
            message = f"the {what} is grey where others have a colour"
            yield self.finding(GREY_MARK, message, subject, box, ink.name, _hex(seen))
        elif not same_colour(ink.srgb, seen.ink):
            yield self.finding("colour", f"the {what} has another colour", subject, box, ink.name, _hex(seen))

    def _emblem_look(self, emblem: Emblem, suit: str) -> Look:
        outline = self.page.artist.emblems[suit].box()
        turn = Affine.rotation(emblem.angle)
        across = angle_between(emblem.angle % 180, 90) < 45
        height = emblem.box.width if across else emblem.box.height
        own = self.page.artist.emblems[emblem.suit].box()
        scale = height / own.height
        x, y = emblem.box.center
        middle = own.center
        place = Affine(scale, 0.0, 0.0, scale, -scale * middle[0], -scale * middle[1])
        place = place.then(turn).then(Affine.translation(x, y)).then(self.found.place)
        box = place.rect(outline).union(self.found.place.rect(emblem.box))
        # Art may come close to an emblem, which stays what it is; a rule card's stand close together.
        around = AROUND_WORDS if self.face.figures else 0.0
        rows = self.page.artist.emblem(suit)
        return look(self.page.seen(height * self.found.scale), rows, place, box.grown(around), even_odd=True)

    def shapes(self) -> Iterator[Finding]:
        """The strokes that belong to figures: between the two of a pair, under a 6 and a 9."""
        boxes = [mark.box for mark in self.face.figures]
        image = self.page.seen(min((mark.em for mark in self.face.figures), default=SMALL) * self.found.scale)
        for item, transform, _, _ in self.face.shapes:
            if not isinstance(item, Path) or item.fill is None or luminance(item.fill) >= DARK:
                continue
            own = transform.rect(item.outline.box())
            if own.width * own.height > LARGEST_STROKE or self._is_emblem(own):
                continue
            if not any(own.grown(NEAR_FIGURE).overlaps(box) for box in boxes):
                continue
            rows = segments(item.outline)
            place = transform.then(self.found.place)
            box = self.found.place.rect(own)
            seen = look(image, rows, place, box.grown(AROUND))
            # Viewers put the edges of level strokes on whole pixels: their exact shape says little.
            if seen.contrast > -LEAST_CONTRAST or seen.likeness < LEAST_STROKE:
                yield self.finding("stroke", "a stroke beside the digits is not visible", "", box)

    def _is_emblem(self, box: Rect) -> bool:
        return any(emblem.box.contains(box, 0.01) for emblem in self.face.emblems)

    def stray_ink(self, turns: Sequence[float]) -> Iterator[Finding]:
        """Ink in a row of figures that belongs to nothing: a figure drawn without text would show here."""
        for turn in turns:
            row = [
                mark
                for mark, (_, own) in self.face.figures.items()
                if own == turn and mark.ink is not None and luminance(mark.ink) < DARK
            ]
            if not row:
                continue
            box = row[0].box
            for mark in row[1:]:
                box = box.union(mark.box)
            box = self.found.place.rect(box.grown(STRAY_AROUND))
            image = self.page.seen(min(mark.em for mark in row) * self.found.scale)
            found = unexplained(image, self.page.artist, self.face, self.found.place, box)
            if found is not None:
                area = f"{found[0]:.1f} mm²"
                message = "ink that belongs to no digit and no emblem"
                yield self.finding("stray-ink", message, side_name(turn), found[1], "nothing", area)

    def vacancies(self) -> Iterator[Finding]:
        """Where other cards have an emblem and this one has none, nothing is printed."""
        for place in self.face.vacant:
            image = self.page.seen(place.height * self.found.scale)
            box = self.found.place.rect(place)
            found = unexplained(image, self.page.artist, self.face, self.found.place, box)
            if found is not None:
                side = side_name(0.0 if place.y < self.face.extent.height / 2 else 180.0)
                message, area = "an emblem where the card has none", f"{found[0]:.1f} mm² of ink"
                yield self.finding("emblem", message, side, found[1], "nothing", area)


def _point(mark: Mark) -> str:
    return f"x {mark.x:.2f} y {mark.y:.2f}"


def _hex(seen: Look) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(round(min(max(value, 0), 255)) for value in seen.ink))
