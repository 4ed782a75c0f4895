"""Contact sheets of pictures in full and low ink, as PNG."""

from __future__ import annotations

import io
import math
import os
from pathlib import Path

from printkit.atelier.make import VARIANTS, made_texts

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
