"""What a machine-readable code says as dark and light modules, worked out by reportlab's encoders."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.errors import InputError

__all__ = ["Bars", "code128_bars", "ean_bars", "qr_modules"]

# Modules left free beside a Code 128.
QUIET_BARS = 10


class Bars(NamedTuple):
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


def code128_bars(text: str) -> Bars:
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
    return Bars(modules, QUIET_BARS, QUIET_BARS, ((text, len(modules) / 2),))


# By their digits: quiet zone before and after, the digits below in groups with the middle of each, the guards.
_EANS = {
    13: (11, 7, ((0, 1, -7.0), (1, 7, 24.0), (7, 13, 71.0)), ((0, 3), (45, 50), (92, 95))),
    8: (7, 7, ((0, 4, 17.0), (4, 8, 50.0)), ((0, 3), (31, 36), (64, 67))),
}


def ean_bars(text: str) -> Bars:
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
    return Bars(modules, before, after, below, guards)
