"""Numbers and dates of a workbook as the spreadsheet shows them, by the format codes of ECMA-376 part 1 §18.8.31."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

__all__ = ["Cell", "Shown", "Unreadable", "Value", "shown_date", "shown_number"]

Value = str | int | float | bool | None


class Unreadable(NamedTuple):
    """A cell without a value: why, and what would help."""

    reason: str
    hint: str = ""


Cell = Value | Unreadable


class Shown(str):
    """What a cell shows of its `number`."""

    __slots__ = ("number",)
    number: int | float

    def __new__(cls, text: str, number: float) -> Shown:
        made = super().__new__(cls, text)
        made.number = number
        return made


# A piece of a code: words in quotes, one character as it is, the room of one, one that fills the cell, a bracket.
_PIECE = re.compile(
    r'"(?P<words>[^"]*)"|\\(?P<sign>.)|_(?P<room>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<digits>[0#?,]*[0#?](?:,(?=[.]|[^0#?,]|$))*(?:\.[0#?]*)?|\.[0#?]+)|(?P<other>.)",
    re.DOTALL,
)
_SECTION = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*')
_DATE_PIECE = re.compile(
    r'"(?P<words>[^"]*)"|\\(?P<sign>.)|_(?P<room>.)|\*(?P<fill>.)|\[(?P<long>h+|m+|s+)\]|\[[^\]]*\]'
    r"|(?P<half>AM/PM|A/P)|(?P<part>y+|m+|d+|h+|s+)|(?P<other>.)",
    re.DOTALL | re.IGNORECASE,
)
# The day as the reader's own country writes it, which the file does not say.
_LOCAL_DATES = ("mm-dd-yy", "m/d/yy h:mm")
# Months and days in words would need the language of the code; eras and other calendars are beyond it.
_BEYOND = re.compile(r"\[\$[^\]]*-(?!0*[48]?09\])[0-9A-Fa-f]+\].*(?:mmm|ddd)|[geb]", re.IGNORECASE)
_LITERAL = re.compile(r'"[^"]*"|\\.')


def shown_number(number: float, code: str) -> Shown | None:
    """The number as the format code shows it, `.` before decimals and `,` between thousands.

    None where the code is General or beyond what is read here (fractions, exponents, conditions).
    """
    if code in ("General", "@", ""):
        return None
    sections = _sections(code)
    at = 1 if number < 0 and len(sections) > 1 else 2 if number == 0 and len(sections) > 2 else 0
    pieces = list(_PIECE.finditer(sections[at]))
    digits = [piece["digits"] for piece in pieces if piece["digits"]]
    beyond = any(piece["other"] and piece["other"] in "Ee/@GgyYdDhHsSmM" for piece in pieces)
    conditions = any((piece["bracket"] or "").startswith(("<", ">", "=")) for piece in pieces)
    if beyond or conditions or len(digits) > 1:
        return None
    percent = sum(piece["other"] == "%" for piece in pieces)
    value = abs(Decimal(repr(number))) * 100**percent
    text = "".join(_written(piece, value) for piece in pieces)
    minus = "-" if number < 0 and at == 0 and any(sign in "123456789" for sign in text) else ""
    return Shown((minus + text).strip(), number)


def _sections(code: str) -> list[str]:
    """The parts of a code for positive numbers, negative ones, zero, and texts."""
    found, place = [], 0
    while place <= len(code):
        match = _SECTION.match(code, place)
        found.append(match[0] if match else "")
        place = match.end() + 1 if match else len(code) + 1
    return found


def _written(piece: re.Match[str], value: Decimal) -> str:
    if piece["digits"]:
        return _digits(piece["digits"], value)
    if piece["room"]:
        return " "
    if piece["bracket"] is not None:
        # A colour has no text; a currency stands before the language.
        return piece["bracket"][1:].partition("-")[0] if piece["bracket"].startswith("$") else ""
    return piece["words"] or piece["sign"] or piece["other"] or ""


def _digits(code: str, value: Decimal) -> str:
    """A number's digits as its places ask: `0` is always there, `#` only where it counts, `?` leaves room."""
    whole, point, part = code.partition(".")
    scaled = whole.rstrip(",")
    value /= Decimal(1000) ** (len(whole) - len(scaled))
    rounded = value.quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    least = scaled.count("0")
    before = before.lstrip("0").rjust(least, "0")
    if "," in scaled:
        before = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", before)
    while after and part[len(after) - 1] in "#?" and after[-1] == "0":
        after = after[:-1]
    return before + (point + after if point else "")


def shown_date(value: date | time | timedelta, code: str) -> str:
    """A date or time as the format code shows it; where only the reader's own country would say how, as ISO 8601."""
    if code in _LOCAL_DATES or _BEYOND.search(_LITERAL.sub("", code)):
        whole_day = isinstance(value, datetime) and value.time() == time()
        return str(value.date() if whole_day and isinstance(value, datetime) else value)
    pieces = list(_DATE_PIECE.finditer(_sections(code)[0]))
    half = any(piece["half"] for piece in pieces)
    return "".join(_date_part(pieces, at, value, half) for at in range(len(pieces))).strip()


def _date_part(pieces: list[re.Match[str]], at: int, value: date | time | timedelta, half: bool) -> str:
    piece = pieces[at]
    span = value if isinstance(value, timedelta) else None
    if piece["long"]:
        clock = value if isinstance(value, datetime | time) else None
        seconds = span.total_seconds() if span is not None else _seconds(clock) if clock else 0
        return str(int(seconds // {"h": 3600, "m": 60, "s": 1}[piece["long"][0].lower()])).rjust(
            len(piece["long"]), "0"
        )
    if span is not None:
        # What is left of the hours and minutes counted in full.
        value = (datetime.min + span % timedelta(days=1)).time()
    if piece["half"]:
        late = getattr(value, "hour", 0) >= 12
        return ("PM" if late else "AM")[: 2 if len(piece["half"]) > 3 else 1]
    if not piece["part"]:
        return piece["words"] or piece["sign"] or (" " if piece["room"] else piece["other"] or "")
    letter, size = piece["part"][0].lower(), len(piece["part"])
    if letter == "m" and _is_minute(pieces, at):
        letter = "M"
    number = getattr(value, _PARTS[letter], 0)
    if letter == "h" and half:
        number = (number - 1) % 12 + 1
    if letter == "y":
        return str(number) if size > 2 else f"{number % 100:02d}"
    if letter in "md" and size > 2:
        word = f"{value:%B}" if letter == "m" else f"{value:%A}"
        return word[0] if size == 5 else word if size == 4 else word[:3]
    return str(number).rjust(min(size, 2), "0")


_PARTS = {"y": "year", "m": "month", "M": "minute", "d": "day", "h": "hour", "s": "second"}


def _seconds(clock: datetime | time) -> int:
    return clock.hour * 3600 + clock.minute * 60 + clock.second


def _is_minute(pieces: list[re.Match[str]], at: int) -> bool:
    """An m after an hour or before a second is a minute."""
    parts = [
        (place, (piece["part"] or piece["long"])[0].lower())
        for place, piece in enumerate(pieces)
        if piece["part"] or piece["long"]
    ]
    here = next(index for index, (place, _) in enumerate(parts) if place == at)
    before = parts[here - 1][1] if here else ""
    after = parts[here + 1][1] if here + 1 < len(parts) else ""
    return before == "h" or after == "s"
