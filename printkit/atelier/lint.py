"""Checks of a picture that can be computed, and contact sheets in full and low ink."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from printkit.atelier.cuts import rect
from printkit.atelier.make import VARIANTS, full_layers, layers_text, made_texts
from printkit.atelier.shape import CRUMB, Shape, signed_area, union
from printkit.atelier.source import Art
from printkit.scene.inks import HOUSE_INKS

# ── checks of a picture that can be computed ─────────────────────────────────────────────────────────────────────────

THICKEST = 0.35
"""Every stroke has to reach this width somewhere, mm."""
HAIR_GAP = 0.25
HAIR_LENGTH = 1.0
"""A gap narrower than the one and longer than the other closes in print, mm."""
TOTAL_INK = 265
FILE_LIMIT = 60_000
MEAN_LIMIT = 35_000
OUTSIDE = 0.3
"""This many mm² may lie outside the zone of a picture."""
_DUST = 0.02
"""Slivers below this come from rounding to 0.01 mm and are dropped when the picture is made."""
_LEAN = 3.4
"""How far a tilted block may overhang the picture zone of a major sideways, mm (its edge stays on the card)."""
PANELS = {"-poker": 9.5, "-bridge": 4.1}
"""How much wider on each side the panel of an even major is that was drawn for a small card, mm."""
RUN_OFF = 24.0
"""How far beyond the zone a line of an odd major may run, mm: through the trim of every size."""


@dataclass(frozen=True, slots=True)
class ArtFinding:
    """One thing wrong with a picture: a code, where (mm) and what."""

    code: str
    place: tuple[float, float]
    message: str

    def __str__(self) -> str:
        return f"{self.code} at {self.place[0]:.1f},{self.place[1]:.1f}: {self.message}"


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured: shares of the whole card, bytes of the full printing, most ink on one spot."""

    black: float
    colour: float
    islands: int
    bytes: int
    ink: int

    def __str__(self) -> str:
        return (
            f"black {self.black:.0%} colour {self.colour:.0%} islands {self.islands} "
            f"ink {self.ink}% size {self.bytes / 1000:.1f} kB"
        )


def lint_art(name: str, picture: Art) -> tuple[list[ArtFinding], Figures]:
    """All findings and the figures of one picture; the zone follows from its name (major-…, back, else minor)."""
    black = picture.black
    ink, ink_findings = _ink(picture, black)
    size = len(layers_text(name, full_layers(picture)).encode())
    findings = [
        *_thin(picture, black.without_crumbs()),
        *_outside(name, picture, black),
        *_hair_gaps(picture),
        *_crumbs(picture, black),
        *ink_findings,
    ]
    if size > FILE_LIMIT:
        findings.append(ArtFinding("size", (35, 60), f"{size} bytes, more than {FILE_LIMIT}"))
    coloured = sum(area.area for _, area in picture.colour)
    figures = Figures(black.area / 8400, coloured / 8400, len(black.parts()), size, ink)
    return findings, figures


def _middle(area: Shape) -> tuple[float, float]:
    left, top, right, bottom = area.bounds
    return ((left + right) / 2, (top + bottom) / 2)


def _areas(picture: Art, black: Shape) -> Iterator[tuple[str, Shape]]:
    yield "black", black
    yield from picture.colour


def _thin(picture: Art, black: Shape) -> Iterator[ArtFinding]:
    for kind, area in (("cut", picture.cut), *_areas(picture, black)):
        for island in area.parts():
            if _DUST < island.area < 14 and not island.shrunk(THICKEST / 2 - 0.006).area > 1e-4:
                yield ArtFinding("thin", _middle(island), f"a {kind} stroke stays under {THICKEST} mm")


def zone(name: str) -> Shape | None:
    """Where the picture of a card may lie; None for a back."""
    if name.startswith("major-"):
        own = next((by for size, by in PANELS.items() if name.endswith(size)), 0.0)
        beside = own or (RUN_OFF if int(name[6:8]) % 2 else 0.0)
        return rect(4 - _LEAN - beside, 18.3, 62 + 2 * (_LEAN + beside), 83.4)
    if name.startswith("back"):
        return None
    return union([rect(4, 25, 62, 70), rect(16, 15, 38, 90)])


def _outside(name: str, picture: Art, black: Shape) -> Iterator[ArtFinding]:
    allowed = zone(name)
    if allowed is None:
        return
    for kind, area in _areas(picture, black):
        outside = (area - allowed.grown(0.05)).parts()
        if sum(island.area for island in outside) > OUTSIDE:
            worst = max(outside, key=lambda island: island.area)
            total = sum(island.area for island in outside)
            yield ArtFinding("zone", _middle(worst), f"{total:.1f} mm² of {kind} outside the picture's zone")


def _hair_gaps(picture: Art) -> Iterator[ArtFinding]:
    for kind, area in (("black", picture.mass), *picture.colour):
        islands = [(island, island.bounds) for island in area.parts()]
        grown: dict[int, Shape] = {}
        for (at, (first, a)), (to, (second, b)) in combinations(enumerate(islands), 2):
            reach = HAIR_GAP
            if a[0] - reach > b[2] or b[0] - reach > a[2] or a[1] - reach > b[3] or b[1] - reach > a[3]:
                continue
            for index, island in ((at, first), (to, second)):
                if index not in grown:
                    grown[index] = island.grown(HAIR_GAP / 2 - 0.002)
            for narrow in (grown[at] & grown[to]).parts():
                left, top, right, bottom = narrow.bounds
                if math.hypot(right - left, bottom - top) > HAIR_LENGTH:
                    yield ArtFinding("hair-gap", _middle(narrow), f"two {kind} masses nearly touch")


def _crumbs(picture: Art, black: Shape) -> Iterator[ArtFinding]:
    for kind, area in _areas(picture, black):
        for contour in area.contours:
            size = abs(signed_area(contour))
            if _DUST < size < CRUMB:
                yield ArtFinding(
                    "crumb", _middle(Shape((contour,))), f"{size:.3f} mm² of {kind} or of paper in it"
                )


def _ink(picture: Art, black: Shape) -> tuple[int, list[ArtFinding]]:
    """The most ink on one spot in per cent, overprints counted, and a finding when it is too much."""
    areas = list(_areas(picture, black))
    most, findings = 0, []
    stacks: list[tuple[tuple[str, Shape], ...]] = [(one,) for one in areas]
    stacks += [pair for pair in combinations(areas, 2) if (pair[0][1] & pair[1][1]).area > 0.05]
    for stack in stacks:
        total = sum(
            round(100 * min(1.0, sum(plates)))
            for plates in zip(*(HOUSE_INKS[ink].cmyk for ink, _ in stack), strict=True)
        )
        most = max(most, total)
        if total > TOTAL_INK:
            names = " over ".join(ink for ink, _ in stack)
            findings.append(
                ArtFinding("ink", _middle(stack[0][1]), f"{names} is {total} %, more than {TOTAL_INK}")
            )
    return most, findings


# ── contact sheets of pictures in full and low ink, as PNG ───────────────────────────────────────────────────────────

GREY = (200, 198, 192)
MARGIN = 6.0


def contact_sheet(
    out: Path,
    names: list[str],
    folder: Path,
    scale: float = 8.0,
    columns: int = 0,
    variants: tuple[str, ...] = VARIANTS,
) -> tuple[int, int]:
    """Draws cards without index or title, full above low, at `scale` px/mm; returns the size in px."""
    from PIL import Image

    per_row = columns or min(len(names), 8) or 1
    rows = math.ceil(len(names) / per_row) * len(variants)
    step_x, step_y = 70 + MARGIN, 120 + MARGIN
    width = round((per_row * step_x + MARGIN) * scale)
    height = round((rows * step_y + MARGIN) * scale)
    sheet = Image.new("RGB", (width, height), GREY)
    for at, name in enumerate(names):
        texts = made_texts(name, folder)
        for down, variant in enumerate(variants):
            card = card_image(texts[variant], scale)
            row = at // per_row * len(variants) + down
            place = (round((MARGIN + at % per_row * step_x) * scale), round((MARGIN + row * step_y) * scale))
            sheet.paste(card, place)
    beside = out.with_name(f".{out.name}.{os.getpid()}.part")
    sheet.save(beside, format="PNG")
    beside.replace(out)
    return sheet.size


def card_image(text: str, scale: float) -> Image.Image:  # type: ignore[name-defined]  # noqa: F821
    """One card of 70 × 120 mm on white paper at `scale` px/mm."""
    import cairosvg
    from PIL import Image

    png = cairosvg.svg2png(
        bytestring=text.encode(),
        output_width=round(70 * scale),
        output_height=round(120 * scale),
        background_color="white",
    )
    return Image.open(io.BytesIO(png)).convert("RGB")
