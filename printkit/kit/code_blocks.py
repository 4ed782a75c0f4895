"""Blocks that machines read: QR codes and barcodes."""

from __future__ import annotations

from typing import Literal

from printkit.geometry import Rect
from printkit.kit.block_base import Em, WordedBlock
from printkit.kit.model_base import Box

__all__ = ["BarcodeBlock", "CodeBlock", "QrBlock"]


class CodeBlock(WordedBlock):
    """A code as large as its box holds it with its quiet zone, black on a ground of paper; no text, no code.

    It says the text in the first of its languages.
    """

    box: Box

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class QrBlock(CodeBlock):
    """A QR code (ISO/IEC 18004); of level `L`, `M`, `Q` or `H` up to 7, 15, 25 or 30 % may be unreadable."""

    block: Literal["qr"]
    level: Literal["L", "M", "Q", "H"] = "M"


class BarcodeBlock(CodeBlock):
    """A barcode: `code128` for letters and digits of ASCII, `ean` for the 13 or 8 digits of an EAN or JAN.

    The last digit of an EAN may be left out: it is checked or added. With `digits` what it says stands below, of that
    em. In a box that is higher than wide it is read upwards.
    """

    block: Literal["barcode"]
    kind: Literal["code128", "ean"] = "code128"
    digits: Em | None = None

    @property
    def font_role(self) -> str:
        return "text" if self.digits else ""
