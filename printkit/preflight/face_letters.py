"""Compares the letters found on a card with those of its face: each there, in its place, its size and its turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printkit.compose.text.bidi import has_right_to_left
from printkit.fonts import MIRRORED
from printkit.geometry import Rect
from printkit.preflight.book import Face
from printkit.preflight.locate import TRUE_SIZE, Found
from printkit.preflight.marks import Mark, angle_between, mark_on_page
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.reading import side_name

__all__ = ["letter_findings"]

# Figures may stand this far from where the layout has them, in mm.
TOLERANCE = 0.25
# A letter that is not in its place is looked for this far around.
SEARCH = 6.0
# Around a place this far (mm) another letter may stand instead.
INSTEAD = 1.5
EM_TOLERANCE = 0.04
TURN_TOLERANCE = 1.5
# So many letters without a place are one finding.
MANY = 12


def letter_findings(
    file: str, page: int, found: Found, face: Face, marks: Sequence[Mark]
) -> Iterator[Finding]:
    """What of a card's letters is not as its face has them; `marks` are those that lie on it, in the page's mm.

    `page` counts from 1; `face` is the variant of `found.face` the card was printed as.
    """
    letters = _FaceLetters(file, page, found, face, marks)
    yield from letters.size()
    # A face that was found by its looks alone is on a page without letters.
    if found.steady:
        yield from letters.compared()


class _FaceLetters:
    """One face being compared."""

    def __init__(self, file: str, page: int, found: Found, face: Face, marks: Sequence[Mark]) -> None:
        self.file, self.page, self.found, self.face, self.marks = file, page, found, face, tuple(marks)

    def on_page(self, mark: Mark) -> Mark:
        """The letter of the face where it should stand on the page."""
        return mark_on_page(mark, *self.found[1:4])

    def finding(
        self,
        code: str,
        message: str,
        subject: str,
        rect: Rect | None,
        expected: str,
        found: str,
        hint: str = "",
    ) -> Finding:
        proof = self.face.proof
        return Finding(
            ERROR,
            code,
            message,
            self.file,
            self.page,
            proof.card,
            proof.name,
            subject,
            rect,
            expected,
            found,
            hint,
        )

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

    def compared(self) -> Iterator[Finding]:
        """Every letter of the face against the one that stands in its place on the page."""
        free = list(self.marks)
        lost: list[tuple[Mark, Mark]] = []
        matched: dict[Mark, Mark] = {}
        for mark in self.face.marks:
            wanted = self.on_page(mark)
            seen = self._at(wanted, free)
            if seen is None:
                lost.append((mark, wanted))
                continue
            free.remove(seen)
            matched[mark] = seen
        for mark, wanted in lost:
            yield from self._lost(mark, wanted, free)
        for mark, seen in matched.items():
            yield from self._compared(mark, self.on_page(mark), seen)
        for seen in free:
            if seen.text in self.face.proof.alphabet or len(free) < MANY:
                yield self.finding(
                    "extra", "an extra character", self._side(seen), seen.box, "nothing", repr(seen.text)
                )
        if len(free) >= MANY:
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
            if abs(seen.x - wanted.x) < INSTEAD and abs(seen.y - wanted.y) < INSTEAD
        ]
        return min(near, key=lambda entry: entry[:2])[2] if near else None

    def _lost(self, mark: Mark, wanted: Mark, free: list[Mark]) -> Iterator[Finding]:
        near = [
            (math.hypot(seen.x - wanted.x, seen.y - wanted.y), seen)
            for seen in free
            if seen.text == wanted.text and angle_between(seen.angle, wanted.angle) < 45
        ]
        distance, seen = min(near, key=lambda entry: entry[0], default=(math.inf, wanted))
        subject = self.face.subject(mark)
        if distance < SEARCH:
            free.remove(seen)
            yield self.finding(
                "moved", f"{wanted.text!r} has moved", subject, seen.box, _point(wanted), _point(seen)
            )
            return
        yield self.finding(
            "missing", "a character is missing", subject, wanted.box, repr(wanted.text), "nothing"
        )

    def _mirrored(self, mark: Mark, seen: Mark) -> bool:
        """Whether a reader turned a bracket round because it stands among letters that are read from the right."""
        return MIRRORED.get(mark.text) == seen.text and any(
            has_right_to_left(each.text) for each in self.face.marks
        )

    def _compared(self, mark: Mark, wanted: Mark, seen: Mark) -> Iterator[Finding]:
        subject = self.face.subject(mark)
        if seen.text != wanted.text and not self._mirrored(mark, seen):
            yield self.finding(
                "figure",
                "another letter",
                subject,
                wanted.box,
                repr(wanted.text),
                repr(seen.text),
                self.face.reason(mark),
            )
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


def _point(mark: Mark) -> str:
    return f"x {mark.x:.2f} y {mark.y:.2f}"
