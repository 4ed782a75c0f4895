"""Conditions of a layout and choices of cards, as in `cost > 0 and not leader`: parsed, never run as code."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from printkit.errors import InputError

__all__ = ["Condition", "Where", "condition", "names_in", "parse_where"]


# ── conditions of a layout, as in `cost > 0 and not leader`: parsed, never run as code ───────────────────────────────

Condition = Callable[[Mapping[str, Any]], bool]
"""Whether it holds for a card with these fields; a field the card lacks is None."""

_LONGEST = 500
# Quoted words stay; a field's name may have hyphens, which a name of Python may not.
_TOKENS = re.compile(r"'[^']*'|\"[^\"]*\"|[A-Za-z_][A-Za-z0-9_-]*")
_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


@cache
def condition(text: str) -> Condition:
    """A condition of fields, numbers, texts, `%`, comparisons, `in`, `and`, `or` and `not`; else a ValueError."""
    return _compiled(_parsed(text))


def names_in(text: str) -> tuple[str, ...]:
    """The fields a condition names, in order."""
    found = (node.id for node in ast.walk(_parsed(text)) if isinstance(node, ast.Name))
    return tuple(dict.fromkeys(name.replace("_", "-") for name in found))


def _parsed(text: str) -> ast.expr:
    if len(text) > _LONGEST:
        raise ValueError(f"{len(text)} characters; a condition has at most {_LONGEST}")

    def token(match: re.Match[str]) -> str:
        word = match[0]
        return word if word[0] in "'\"" else word.replace("-", "_")

    try:
        return ast.parse(_TOKENS.sub(token, text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ValueError(f"{text!r} is no condition; write `cost > 0 and not leader`") from error


def _compiled(node: ast.expr) -> Condition:
    value = _value(node)
    return lambda fields: bool(value(fields))


def _value(node: ast.expr) -> Callable[[Mapping[str, Any]], Any]:
    match node:
        case ast.Name(id=name):
            key = name.replace("_", "-")
            return lambda fields: fields.get(key)
        case ast.Constant(value=constant) if isinstance(constant, str | int | bool):
            return lambda fields: constant
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            held = _value(inner)
            return lambda fields: not held(fields)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return lambda fields: -number
        case ast.BinOp(left=dividend, op=ast.Mod(), right=ast.Constant(value=int(divisor))) if divisor > 0:
            divided = _value(dividend)
            return lambda fields: whole % divisor if isinstance(whole := divided(fields), int) else None
        case ast.BoolOp(op=joint, values=parts):
            every = [_value(part) for part in parts]
            chosen = all if isinstance(joint, ast.And) else any
            return lambda fields: chosen(part(fields) for part in every)
        case ast.Compare(left=first, ops=ops, comparators=others):
            values = [_value(each) for each in (first, *others)]
            return lambda fields: all(
                _compare(op, left(fields), right(fields))
                for op, left, right in zip(ops, values, values[1:], strict=False)
            )
    raise ValueError(
        f"{ast.unparse(node)!r} is no part of a condition; it has fields, numbers, texts, %, "
        "comparisons, in, and, or, not"
    )


def _compare(op: ast.cmpop, left: Any, right: Any) -> bool:
    """A comparison; values of different kinds are never in order, and nothing is in what is no list or text."""
    if isinstance(op, ast.Eq | ast.NotEq):
        return (left == right) is isinstance(op, ast.Eq)
    if isinstance(op, ast.In | ast.NotIn):
        within = isinstance(right, str | tuple) and (not isinstance(right, str) or isinstance(left, str))
        return (within and left in right) is isinstance(op, ast.In)
    if type(op) not in _ORDER:
        return False
    return type(left) is type(right) and left is not None and bool(_ORDER[type(op)](left, right))


# ── cards chosen by their values: `set=base`, `cost >= 3`, `set in base,extra` ───────────────────────────────────────

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
