"""Cards chosen by their values: `set=base`, `cost >= 3`, `set in base,extra`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from printkit.errors import InputError

__all__ = ["Where", "parse_where"]

_FORM = re.compile(
    r"\s*(?P<column>[^=!<>]+?)\s*(?:(?P<sign>!=|<=|>=|=|<|>)|\s(?P<word>in)\s)\s*(?P<value>.*?)\s*"
)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?%?")
_HINT = 'as in "set=base", "cost>=3" or "set in base,extra"'

_TESTS: dict[str, Callable[[float | str, float | str], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,  # type: ignore[operator]
    "<=": lambda one, other: one <= other,  # type: ignore[operator]
    ">": lambda one, other: one > other,  # type: ignore[operator]
    ">=": lambda one, other: one >= other,  # type: ignore[operator]
}


class Where(NamedTuple):
    """A comparison of a column, as it is called, with one value, or for `in` with several."""

    column: str
    sign: str
    values: tuple[str, ...]

    def holds(self, value: str) -> bool:
        """Whether that value fits: numbers as numbers, texts without regard to case; what is empty is below nothing."""
        if self.sign == "in":
            return any(_compared("=", value, each) for each in self.values)
        return _compared(self.sign, value, self.values[0])


def _compared(sign: str, value: str, wanted: str) -> bool:
    one, other = _number(value), _number(wanted)
    if one is not None and other is not None:
        return _TESTS[sign](one, other)
    if sign in ("=", "!="):
        return _TESTS[sign](value.strip().casefold(), wanted.casefold())
    return False


def _number(text: str) -> float | None:
    """The number a text is, as tables show numbers: `1,000`, `25%`, `-0.5`."""
    return float(text.strip().replace(",", "").removesuffix("%")) if _NUMBER.fullmatch(text.strip()) else None


def parse_where(text: str, key: str, file: str = "") -> Where:
    """The comparison a text states; one that states none is an InputError with that file and key."""
    match = _FORM.fullmatch(text)
    if not match:
        raise InputError(f"{text!r} compares nothing", file=file, key=key, hint=_HINT)
    sign = match["sign"] or match["word"]
    values = tuple(each.strip() for each in match["value"].split(",")) if sign == "in" else (match["value"],)
    if sign not in ("=", "!=", "in") and _number(values[0]) is None:
        raise InputError(f"{values[0]!r} is no number", file=file, key=key, hint=_HINT)
    return Where(match["column"], sign, values)
