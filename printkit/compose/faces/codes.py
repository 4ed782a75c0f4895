"""Draws QR codes and barcodes: squares and bars as paths, with the quiet zone that readers need."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from printkit.compose.faces.context import FaceContext
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, length_text
from printkit.kit.blocks import BarcodeBlock, CodeBlock, QrBlock
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["barcode", "code128_bars", "ean", "ean_bars", "qr", "qr_modules"]


# The smallest module that is printed and read well, in mm: 4 dots of 300 dpi; GS1's least for an EAN is 80 % of 0.33.
LEAST_SQUARE, LEAST_BAR, LEAST_EAN = 0.33, 0.25, 0.264
# Modules left free around a QR code.
QUIET = 4
# What the digits take below the bars, and their baseline above the edge of the box, in em.
DIGITS_DEPTH, DIGITS_FOOT = 1.15, 0.27


def qr(context: FaceContext, block: QrBlock) -> tuple[Item, ...]:
    """A QR code in the middle of its box."""
    value = _value(context, block)
    if not value:
        return ()
    rows = qr_modules(value, block.level)
    count, box = len(rows), block.box
    module = min(box.width, box.height) / (count + 2 * QUIET)
    _check_module(module, LEAST_SQUARE, count + 2 * QUIET)
    x, y = (middle - count * module / 2 for middle in box.center)
    squares = [
        rectangle(Rect(x + start * module, y + row * module, length * module, module))
        for row, cells in enumerate(rows)
        for start, length in _runs(cells)
    ]
    return (Path(rectangle(box), PAPER), Path(_joined(squares), BLACK))


def barcode(context: FaceContext, block: BarcodeBlock) -> tuple[Item, ...]:
    """A barcode across its box, upwards where the box is higher than wide."""
    value = _value(context, block)
    if not value:
        return ()
    is_ean = block.kind == "ean"
    bars, least = (ean_bars(value), LEAST_EAN) if is_ean else (code128_bars(value), LEAST_BAR)
    box, ground = block.box, Path(rectangle(block.box), PAPER)
    if box.height <= box.width:
        return (ground, *_bars(context, bars, box, block.digits, least))
    upwards = Affine.rotation(270.0).then(Affine.translation(box.x, box.bottom))
    lying = Rect(0.0, 0.0, box.height, box.width)
    return (ground, Group(_bars(context, bars, lying, block.digits, least), upwards))


def ean(context: FaceContext, number: str, box: Rect, digits: float) -> tuple[Item, ...]:
    """An EAN across a box, its digits of that em below it; a wrong number is an InputError."""
    return (Path(rectangle(box), PAPER), *_bars(context, ean_bars(number), box, digits, LEAST_EAN))


def _bars(
    context: FaceContext, bars: _Bars, box: Rect, digits: float | None, least: float
) -> tuple[Item, ...]:
    count = bars.before + len(bars.modules) + bars.after
    module = box.width / count
    _check_module(module, least, count)
    x, depth = box.x + bars.before * module, 0.0
    items: list[Item] = []
    if digits:
        style = TextStyle(context.font("text"), digits)
        depth = DIGITS_DEPTH * digits
        foot = box.bottom - DIGITS_FOOT * digits
        for words, middle in bars.groups:
            if line_width(words, style) > box.width:
                raise InputError(f"{words!r} is wider than its code", hint="make digits smaller")
            items.append(set_line(words, style, x + middle * module, foot, "middle"))
    guarded = {place for first, after in bars.guards for place in range(first, after)}
    if depth >= box.height:
        raise InputError("the digits leave no room for bars", hint="make the box higher or digits smaller")
    rects = [
        Rect(
            x + start * module,
            box.y,
            length * module,
            box.height - (depth if start not in guarded else depth / 2),
        )
        for start, length in _runs(bars.modules)
    ]
    return (Path(_joined([rectangle(each) for each in rects]), BLACK), *items)


def _value(context: FaceContext, block: CodeBlock) -> str:
    """What the code says; empty where the card lacks it."""
    if block.field:
        return context.field(block.field).strip() if block.field in context.card.fields else ""
    language = (block.languages or context.kit.languages)[0]
    return context.text(language, block.text).strip() if context.has(block.text) else ""


def _check_module(module: float, least: float, count: int) -> None:
    if module < least - 1e-9:
        raise InputError(
            f"a module of the code has {length_text(module)} mm, {length_text(least)} mm are needed to read it",
            hint=f"with its quiet zone it needs {length_text(count * least)} mm: enlarge the box or say less",
        )


def _runs(cells: str) -> list[tuple[int, int]]:
    """Where dark modules begin that follow one another, and how many they are."""
    runs, at = [], 0
    for dark, group in groupby(cells):
        length = len(list(group))
        runs += [(at, length)] if dark == "1" else []
        at += length
    return runs


def _joined(outlines: list[Outline]) -> Outline:
    commands = "".join(outline.commands for outline in outlines)
    return Outline(commands, tuple(value for outline in outlines for value in outline.coordinates))


# Modules left free beside a Code 128.
QUIET_BARS = 10


class _Bars(NamedTuple):
    """A barcode in modules: a letter each, `1` dark; what is left free before and after it; what it says.

    `groups` are digits that stand below the bars, each with the module of its middle; where they stand the bars are
    shorter, but for the `guards`, from the first module to the one after the last.
    """

    modules: str
    before: int
    after: int
    groups: tuple[tuple[str, float], ...]
    guards: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=512)
def qr_modules(text: str, level: str) -> tuple[str, ...]:
    """The rows of a QR code, a letter a module, `1` dark; a text that no code holds is an InputError."""
    from reportlab.graphics.barcode import qrencoder

    code = qrencoder.QRCode(None, getattr(qrencoder.QRErrorCorrectLevel, level))
    try:
        code.addData(text)
        code.make()
    except Exception as error:
        # The encoder has no error of its own for a text that is too long.
        raise InputError(
            f"{len(text.encode()):,} bytes are more than a QR code holds", hint="say less, or level L"
        ) from error
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.modules)


def code128_bars(text: str) -> _Bars:
    """Code 128 (ISO/IEC 15417) of ASCII; any other letter is an InputError."""
    from reportlab.graphics.barcode.code128 import Code128

    foreign = "".join(dict.fromkeys(each for each in text if not " " <= each <= "~"))
    if foreign:
        raise InputError(f"Code 128 has no {foreign!r}", hint="it holds letters of ASCII; a QR code any")
    code: Any = Code128(text)
    code.validate()
    code.encode()
    code.decompose()
    # Capitals are bars and small letters gaps, a, b, c, d one to four modules wide.
    modules = "".join(("1" if each.isupper() else "0") * (ord(each.lower()) - 96) for each in code.decomposed)
    return _Bars(modules, QUIET_BARS, QUIET_BARS, ((text, len(modules) / 2),))


# By their digits: quiet zone before and after, the digits below in groups with the middle of each, the guards.
_EANS = {
    13: (11, 7, ((0, 1, -7.0), (1, 7, 24.0), (7, 13, 71.0)), ((0, 3), (45, 50), (92, 95))),
    8: (7, 7, ((0, 4, 17.0), (4, 8, 50.0)), ((0, 3), (31, 36), (64, 67))),
}


def ean_bars(text: str) -> _Bars:
    """EAN-13 or EAN-8 (JAN; ISO/IEC 15420) of so many digits or one less; a wrong check digit is an InputError."""
    from reportlab.graphics.barcode.eanbc import Ean8BarcodeWidget, Ean13BarcodeWidget

    digits = text.replace("-", "").replace(" ", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) in (7, 8, 12, 13)):
        raise InputError(f"{text!r} is no EAN", hint="13 or 8 digits; the last may be left out")
    count = 13 if len(digits) > 8 else 8
    own = digits[: count - 1]
    weights = (3, 1) if len(own) % 2 else (1, 3)
    check = -int(math.fsum(int(digit) * weights[place % 2] for place, digit in enumerate(own))) % 10
    if digits not in (own, f"{own}{check}"):
        raise InputError(f"the check digit of {text!r} is {digits[-1]}", hint=f"it should be {check}")
    widget: Any = (Ean13BarcodeWidget if count == 13 else Ean8BarcodeWidget)(
        value=own, humanReadable=0, quiet=0, barWidth=1.0, barHeight=1.0
    )
    before, after, groups, guards = _EANS[count]
    dark = {
        round(bar.x) + step
        for bar in widget.draw().contents
        if bar.fillColor is not None
        for step in range(round(bar.width))
    }
    modules = "".join("1" if place in dark else "0" for place in range(max(dark) + 1))
    whole = f"{own}{check}"
    below = tuple((whole[first:end], middle) for first, end, middle in groups)
    return _Bars(modules, before, after, below, guards)
