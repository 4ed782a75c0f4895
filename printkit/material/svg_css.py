"""Functions of newer CSS in a drawing as plain values, before anything reads it: no SVG library here knows them."""

from __future__ import annotations

import re

from printkit.errors import InputError

__all__ = ["plain_css"]

_INNER = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
_VARIABLE = re.compile(r"(?<![\w-])(--[\w-]+)\s*:\s*([^;{}\"<]+)")
_FUNCTION = re.compile(rf"(?<![\w-])(var|light-dark|color|oklab|oklch|lab|lch|hwb|color-mix)\(({_INNER})\)")
_COLOUR = re.compile(
    r"(?:^|[\s;{\"'])(?:fill|stroke|color|(?:stop|flood|lighting)-color)\s*[:=]\s*[\"']?[^;{}\"']*$"
)
# So deep may variables refer to one another, and so many characters may they stand for: a few bytes could fill memory.
_DEPTH, _MOST = 10, 4_000_000
# Display P3 to sRGB, both linear (CSS Color 4).
_P3 = ((1.2249402, -0.2249402, 0.0), (-0.0420570, 1.0420570, 0.0), (-0.0196376, -0.0786361, 1.0982735))


def plain_css(text: str, file: str) -> str:
    """The text of an SVG with `var()`, `light-dark()` (as on paper: light) and `color()` worked out.

    A variable has one value in a drawing, the last that is stated. InputError: a colour in a form that nothing here
    reads, as it would print black.
    """
    if not _FUNCTION.search(text):
        return text
    known = {name: value.strip() for name, value in _VARIABLE.findall(text)}
    room = _MOST

    def worked_out(found: re.Match[str]) -> str:
        nonlocal room
        name, inner = str(found[1]), str(found[2])
        if name == "var":
            variable, _, instead = inner.partition(",")
            value = known.get(variable.strip()) or instead.strip() or "inherit"
            room -= len(value)
            if room < 0:
                raise InputError(
                    "has variables that stand for too much", file=file, hint="save it as plain SVG"
                )
            return value
        if name == "light-dark":
            return _first(inner)
        colour = _wide(inner) if name == "color" else None
        if colour is None and _COLOUR.search(found.string[max(0, found.start() - 200) : found.start()]):
            hint = "save it with colours like #e65a28"
            raise InputError(f"has a colour that cannot be read, {found[0][:60]}", file=file, hint=hint)
        return colour or str(found[0])

    for _ in range(_DEPTH):
        before, text = text, _FUNCTION.sub(worked_out, text)
        if text == before:
            break
    return text


def _first(inner: str) -> str:
    """What stands before the first comma that is not in brackets."""
    found = re.match(r"(?:[^(),]|\((?:[^()]|\([^()]*\))*\))*", inner)
    return found[0].strip() if found else inner


def _wide(inner: str) -> str | None:
    """`color(display-p3 0.9 0.35 0.16 / 0.5)` as sRGB, cut off where sRGB ends; None in another space."""
    space, *parts = inner.replace("/", " ").split()
    try:
        values = [float(part.rstrip("%")) / (100 if part.endswith("%") else 1) for part in parts]
    except ValueError:
        return None
    if space not in ("srgb", "display-p3") or len(values) not in (3, 4):
        return None
    colour = values[:3]
    if space == "display-p3":
        linear = [_linear(value) for value in colour]
        colour = [_encoded(sum(a * b for a, b in zip(row, linear, strict=True))) for row in _P3]
    red, green, blue = (round(255 * min(max(value, 0.0), 1.0)) for value in colour)
    return f"rgb({red},{green},{blue})" if len(values) == 3 else f"rgba({red},{green},{blue},{values[3]:g})"


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
