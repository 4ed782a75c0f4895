"""Draws QR codes and barcodes: squares and bars as paths, with the quiet zone that readers need."""

from __future__ import annotations

from itertools import groupby

from printkit.compose.faces.code_patterns import Bars, code128_bars, ean_bars, qr_modules
from printkit.compose.faces.context import FaceContext
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, length_text
from printkit.kit.blocks import BarcodeBlock, CodeBlock, QrBlock
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["barcode", "ean", "qr"]

# The smallest module that is printed and read well, in mm: 4 dots of 300 dpi; GS1's least for an EAN is 80 % of 0.33.
LEAST_SQUARE, LEAST_BAR, LEAST_EAN = 0.33, 0.25, 0.264
# Modules left free around a QR code.
QUIET = 4
# What the digits take below the bars, and their baseline above the edge of the box, in em.
DIGITS_DEPTH, DIGITS_FOOT = 1.15, 0.27


def qr(context: FaceContext, block: QrBlock, turned: bool) -> tuple[Item, ...]:
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


def barcode(context: FaceContext, block: BarcodeBlock, turned: bool) -> tuple[Item, ...]:
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
    context: FaceContext, bars: Bars, box: Rect, digits: float | None, least: float
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
