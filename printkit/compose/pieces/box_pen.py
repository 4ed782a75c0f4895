"""What every side of the tuck box is drawn with: its words, letters, grounds, and parts of the kit that lie on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.compose.pieces.figures import paper_ship
from printkit.compose.pieces.parts import CARD, TOKEN, compose_part
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.box import BOX, TuckBox
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import circle, polyline, rectangle, rounded_rectangle

__all__ = ["BLEED", "LEAST_EM", "ROW", "ROW_GROWS", "SHORE", "BoxPen", "cuts", "waves"]

# What part of a side's height lies above the ground.
SHORE = 0.62
# The line there between sky and ground, mm.
SHORE_LINE = 1.0
LEAST_EM = 2.13
RADIUS = 0.7
# How far the printing runs over an edge or a fold.
BLEED = 3.0
# Light round a part that lies on a ground, and its edge; mm.
HALO, EDGE = 0.6, 0.25
# The ground round a plate on it, mm.
ROUND = 2.2
# The strokes of water and land: from row to row and how much more further down, their thickness and their length.
ROW, ROW_GROWS, THICK, WATER, LAND = 2.4, 1.07, 0.7, 16.0, 5.0
# The cuts in the ground of a book's cover: how far apart the first rows are, how long one is at most, what is between
# two, how thick they are and how far they sway, in rows.
CUT_ROW, CUT_LONG, CUT_GAP, CUT, SWAYS = 3.0, 46.0, 6.0, 0.36, 0.5
# No part is drawn larger than this: its lines would be coarse beside the others.
MOST_SCALE = 1.8
# A part this much longer than it is wide stands in a fan, as cards do; how far from one to the next, and how far below
# the fan the point lies about which it turns, in lengths of a part.
SLENDER, TURN, PIVOT, FAN_HIGH = 2.2, 13.0, 0.55, 1.5
# Ships float: their width in heights of their room, how far down they ride by turns; the rope between two: where it is
# tied, down and across, how far it hangs, and how thick it is, in heights and widths.
SHIP, RIDES, CLOSEST, SWELL, ROPED, TIED, SAGS, ROPE = "ship", 0.68, 0.84, (0.0, 0.1), 0.72, 0.42, 0.2, 0.045


@dataclass(frozen=True, slots=True)
class BoxPen:
    """Draws the sides of one box; `depth` is that of the box in mm, `scale` its size beside one for tarot cards.

    Lengths are stated for that one. `book` is the key of the name of a book with this front.
    """

    context: FaceContext
    tuck: TuckBox
    depth: float
    scale: float
    book: str = ""

    @property
    def full(self) -> bool:
        """Whether grounds are printed."""
        return self.context.choices.ink == "full"

    @property
    def river(self) -> bool:
        """Whether the sides are dark above and have the ground's ink below."""
        return self.tuck.dress == "river"

    @property
    def light(self) -> Ink:
        """What stands on a dark ground."""
        return PAPER if self.full else BLACK

    @property
    def titles(self) -> tuple[str, str]:
        """The kit's title in its first and its last language."""
        return self.words("kit.title")

    def words(self, key: str, count: int = 0) -> tuple[str, str]:
        """A text in the first and in the last language of the kit; `<count>` in it is that number."""
        languages, values = self.context.kit.languages, {"count": str(count)}
        first, last = (self.context.filled(each, key, values) for each in (languages[0], languages[-1]))
        return first, last

    def style(self, em: float, ink: Ink = BLACK, font: str = "display") -> TextStyle:
        """Letters of that em, mm of a box for tarot cards; never too small to be read."""
        return TextStyle(self.context.font(font), max(em * self.scale, LEAST_EM), ink)

    def flap(self, box: Rect) -> Iterator[Item]:
        """The text of the tuck flap in the middle of a box: in two lines, a language each, where these differ."""
        ink = self.light
        room = box.width - 8.0
        one, other = self.words(self.tuck.flap)
        big, small = (shrunk(words, self.style(4.2, ink), room) for words in (one, other))
        if min(big.size, small.size) < LEAST_EM - 1e-9:
            raise InputError("the text does not fit in a line", file=BOX, key="flap", hint="shorten it")
        if one == other:
            yield set_line(one, big, box.center[0], box.center[1] + big.size * 0.36, "middle")
            return
        yield set_line(one, big, box.center[0], box.center[1] - 0.6, "middle")
        yield set_line(other, small, box.center[0], box.center[1] + 0.6 + small.size * 1.05, "middle")

    def slab(self, box: Rect) -> Item:
        """A dark piece for letters on a pattern; with little ink a frame."""
        if self.full:
            return Path(rounded_rectangle(box, RADIUS), BLACK)
        line = rounded_rectangle(box, RADIUS) + rounded_rectangle(box.grown(-0.4), RADIUS - 0.3)
        return Group((Path(rounded_rectangle(box, RADIUS), PAPER), Path(line, BLACK)))

    @property
    def lower_ink(self) -> Ink:
        """The ink of water or land, which runs round the box."""
        return self.context.kit.inks[self.tuck.ground]

    def plate(self, box: Rect) -> Item:
        """A light piece for the letters of a book's name on the ground; with little ink a frame, as of others."""
        if not self.full:
            return self.slab(box)
        # No white cut of the ground runs into it.
        around = Path(rounded_rectangle(box.grown(ROUND), RADIUS + ROUND), self.lower_ink)
        return Group((around, Path(rounded_rectangle(box, RADIUS), PAPER)))

    def part(self, name: str) -> Scene:
        """A part of the kit as it is printed."""
        return compose_part(self.context.kit, self.context.choices, name)

    @property
    def stroke(self) -> float:
        """How long the ground's strokes are: long ones are water, which is blue."""
        return WATER if self.is_water else LAND

    @property
    def is_water(self) -> bool:
        """Whether the ground is water, on which ships lie."""
        return self.tuck.ground == "blue"

    def ground(self, box: Rect) -> Iterator[Item]:
        """A piece of the ground, with little ink its strokes alone."""
        ink = self.lower_ink
        yield Path(rectangle(box), ink if self.full else PAPER)
        yield Group((waves(box, BLACK if self.full else ink, self.stroke),), clip=box)

    def standing(self, names: Sequence[str], box: Rect) -> Rect:
        """Where parts stand in a frame: those of a fan run off at its foot, so that they are as large as can be."""
        inner = box.grown(-0.08 * box.height)
        return inner._replace(height=FAN_HIGH * box.height) if self._is_fan(names) else inner

    def _is_fan(self, names: Sequence[str]) -> bool:
        return all(name.startswith(CARD) or _ratio(self.part(name)) > SLENDER for name in names)

    def arranged(self, names: Sequence[str], box: Rect, rise: float = 0.0) -> Iterator[Item]:
        """Parts with a light edge: cards and long ones in a fan, others in a row, with that share of the air below."""
        known = {TOKEN + token.id: token for token in self.context.kit.tokens if token.front.motif == SHIP}
        ships = [known[name] for name in names if name in known]
        if len(ships) == len(names):
            yield from self._afloat(ships, box)
            return
        parts = [(name, self.part(name)) for name in names]
        if self._is_fan(names):
            yield from self._fan(parts, box)
            return
        wide = math.fsum(scene.width for _, scene in parts)
        scale = min(0.84 * box.width / wide, min(box.height / scene.height for _, scene in parts), MOST_SCALE)
        gap = min((box.width - scale * wide) / (len(parts) + 1), 0.3 * scale * wide / len(parts))
        foot = box.bottom - rise * (box.height - scale * max(scene.height for _, scene in parts))
        x = box.center[0] - (scale * wide + (len(parts) - 1) * gap) / 2
        for name, scene in parts:
            place = Affine(scale, 0.0, 0.0, scale, x, foot - scale * scene.height)
            yield self._lying(name, scene, place, scale)
            x += scale * scene.width + gap

    def _afloat(self, ships: Sequence[Token], box: Rect) -> Iterator[Item]:
        """Ships of paper on the water, a rope from each to the next; they ride high and low by turns."""
        pitch = box.width / len(ships)
        wide = min(RIDES * box.height, CLOSEST * pitch)
        ink = self.lower_ink if self.full else BLACK
        spots = [(box.x + (at + 0.5) * pitch, box.y + SWELL[at % 2] * box.height) for at in range(len(ships))]
        tied = ROPED * box.height
        for (x, y), (tx, ty) in pairwise(spots):
            rope = _hanging((x + TIED * wide, y + tied), (tx - TIED * wide, ty + tied), SAGS * wide)
            yield Path(polyline(rope), stroke=self.light, width=ROPE * wide)
        for ship, (x, y) in zip(ships, spots, strict=True):
            place, who = Rect(x - wide / 2, y, wide, box.height), (ship.foot or "round", ship.front.figure)
            yield from paper_ship(who, place, ink, self.style(1.0), low=not self.full)

    def _fan(self, parts: Sequence[tuple[str, Scene]], box: Rect) -> Iterator[Item]:
        middle = (len(parts) - 1) / 2
        # All of them stay within the box.
        reach = (0.5 * box.width - 0.12 * box.height) / ((1 + PIVOT) * box.height)
        turn = min(TURN, math.degrees(math.asin(max(0.05, min(1.0, reach)))) / max(middle, 0.5))
        for at, (name, scene) in enumerate(parts):
            tall = scene.height >= scene.width
            length = max(scene.width, scene.height)
            scale = box.height / length
            x, y = scene.trim.center
            upright = Affine.translation(-x, -y).then(Affine.rotation(0.0 if tall else 90.0))
            place = upright.then(Affine.scaling(scale)).then(Affine.translation(box.center[0], box.center[1]))
            pivot = (box.center[0], box.bottom + PIVOT * box.height)
            yield self._lying(name, scene, place.then(Affine.rotation((at - middle) * turn, pivot)), scale)

    def _lying(self, name: str, scene: Scene, place: Affine, scale: float) -> Item:
        """A part cut out, on paper, with a light and a dark edge."""
        body = self._body(name, scene)
        return Group(
            (
                Path(body, PAPER, PAPER, 2 * HALO / scale, join="round"),
                Group((Use(reduced(scene, scale)),), clip=scene.trim),
                Path(body, stroke=BLACK, width=EDGE / scale, join="round"),
            ),
            place,
        )

    def _body(self, name: str, scene: Scene) -> Outline:
        """The outline a part is cut along."""
        tokens = {TOKEN + token.id: token for token in self.context.kit.tokens}
        if name in tokens and tokens[name].shape == "round":
            return circle(*scene.trim.center, scene.width / 2)
        corner = self.context.size.corner if name.startswith(CARD) else 0.3
        return rounded_rectangle(scene.trim, max(corner, 0.3))


def _ratio(scene: Scene) -> float:
    return max(scene.width, scene.height) / min(scene.width, scene.height)


def _hanging(start: tuple[float, float], end: tuple[float, float], sag: float) -> list[tuple[float, float]]:
    """A rope between two points, so much lower in its middle."""
    (x, y), (tx, ty) = start, end
    shares = [step / 16 for step in range(17)]
    return [(x + (tx - x) * t, y + (ty - y) * t + sag * (1 - (2 * t - 1) ** 2)) for t in shares]


def waves(box: Rect, ink: Ink, long: float, apart: float = 9.0, thick: float = THICK) -> Item:
    """Rows of lens strokes, up to so long, that grow towards the viewer; rows of neighbouring boxes meet at edges.

    Up to so much is between two strokes, and a little; the first ones are so thick.
    """
    y, step, row = box.y + ROW, ROW, 0
    outline = Outline("", ())
    while y < box.bottom:
        x = box.x - long + (row * 0.618 % 1.0) * long
        at = row * 3
        while x < box.right:
            own = long * RHYTHM[at % len(RHYTHM)]
            outline += stroke(((x, y), (x + own / 2, y), (x + own, y)), thick * (0.7 + 0.3 * step / ROW), 0.6)
            x += own + apart * RHYTHM[(at + 3) % len(RHYTHM)] + 4.0 * apart / 9.0
            at += 1
        y, step, row = y + step, step * ROW_GROWS, row + 1
    return Path(outline, ink, even_odd=False)


def cuts(box: Rect, ink: Ink) -> Item:
    """Rows of long cuts that sway over the ground, wider and farther apart towards the viewer."""
    y, step, row = box.y + CUT_ROW, CUT_ROW, 0
    outline = Outline("", ())
    while y < box.bottom:
        x, at = box.x - (row * 0.618 % 1.0) * CUT_LONG, row * 3
        while x < box.right:
            own = CUT_LONG * RHYTHM[at % len(RHYTHM)]
            run = [x + own * part / 12 for part in range(13)]
            turns = [2 * math.pi * (each - box.x) / box.width + row / 3 for each in run]
            line = [(each, y + SWAYS * step * math.sin(turn)) for each, turn in zip(run, turns, strict=True)]
            outline += stroke(line, CUT * step, 0.55)
            x, at = x + own + CUT_GAP, at + 1
        y, step, row = y + step, step * ROW_GROWS, row + 1
    return Path(outline, ink, even_odd=False)
