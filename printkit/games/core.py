"""What games share: actions, seats, outcomes, options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import inf
from pathlib import Path
from typing import TypeAlias, TypeVar

from printkit.errors import InputError, Problem, WrongError, nearest_hint

__all__ = [
    "CHANCE",
    "INFINITY",
    "NAMED",
    "PLAYER",
    "SEATS",
    "UNFINISHED",
    "WIN",
    "Action",
    "IllegalAction",
    "Option",
    "Outcome",
    "Seat",
    "choice",
    "count",
    "even_chances",
    "evenly",
    "every_sharing",
    "number",
    "pick",
    "read_options",
]

T = TypeVar("T")

Action: TypeAlias = str
"""An action is its own text, as it stands in a record: `draw Co3`."""

NAMED = re.compile(r"[^\s>*^~,:+=@!]+")
"""What an action names: a card, a square, a number, between the signs of a record."""

Seat: TypeAlias = str
"""Who is to act: the name of a seat, or `CHANCE`."""

CHANCE: Seat = "chance"
PLAYER: Seat = "player"
"""The seat of a game for one."""
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D", "E", "F")
"""The seats of a game for several, in the order of play."""

WIN = "win"
"""The result of a game for one that is won."""

UNFINISHED = "unfinished"
"""The result of a play that was broken off."""

INFINITY = "infinity"
"""How a count without a limit is written; as a number it is `math.inf`."""


class IllegalAction(WrongError):  # noqa: N818 - named after what it is about, as players would say
    """An action that the rules do not allow here; its message names the ones they do."""

    def __init__(
        self, action: Action, legal: Sequence[Action], *, file: str | Path = "", what: str = ""
    ) -> None:
        self.action = action
        self.legal = tuple(legal)
        allowed = "legal: " + ", ".join(self.legal) if self.legal else "the game is over: nothing is legal"
        super().__init__(what or f"illegal action {action!r}", file=file, hint=allowed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the result's word, the scores in the order of the seats, and the reason in words.

    `cause` is what ended it, as a key by which pages find their own sentence, and `facts` are what that may name.
    """

    result: str
    scores: tuple[int, ...]
    reason: str
    cause: str = ""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A knob of the rules: key, usual value, meaning, the values allowed, and what checks and tidies one.

    A `quiet` one is for variants: where it is usual, neither the game's options nor its records name it.
    """

    key: str
    usual: str
    meaning: str
    allowed: str
    read: Callable[[str], str | None]
    quiet: bool = False


def choice(key: str, meaning: str, *values: str, quiet: bool = False) -> Option:
    """An option with a fixed list of values, the usual one first; `allowed` lists numbers in their order."""
    listed = sorted(values, key=int) if all(value.isdecimal() for value in values) else values
    read = dict(zip(values, values, strict=True)).get
    return Option(key, values[0], meaning, "|".join(listed), read, quiet)


def count(key: str, usual: int, meaning: str, *, least: int = 0, infinite: bool = False) -> Option:
    """An option that counts: a whole number of at most six digits, and `infinity` where `infinite`."""

    def read(value: str) -> str | None:
        if infinite and value == INFINITY:
            return INFINITY
        if not re.fullmatch(r"[0-9]{1,6}", value) or int(value) < least:
            return None
        return str(int(value))

    return Option(key, str(usual), meaning, f"{least}, {least + 1}, …" + f", {INFINITY}" * infinite, read)


def number(value: str) -> float:
    """The number of a checked `count`: an integer, or `math.inf`."""
    return inf if value == INFINITY else int(value)


def read_options(known: Iterable[Option], given: Mapping[str, str] | Sequence[str]) -> dict[str, str]:
    """Every option of `known`, in that order: the value given (`K=V` texts or a mapping), else the usual one.

    Quiet ones are left out where they are usual.

    Raises `InputError` with all problems: unknown or repeated keys, values outside the list.
    """
    options = {option.key: option for option in known}
    result = {key: option.usual for key, option in options.items()}
    problems: list[Problem] = []
    seen: set[str] = set()
    pairs = given.items() if isinstance(given, Mapping) else [_key_and_value(text) for text in given]
    for key, value in pairs:
        if key not in options:
            hint = nearest_hint(key, options)
            problems.append(Problem(f"unknown option {key!r}", hint=hint))
            continue
        tidy = options[key].read(value)
        if key in seen:
            problems.append(Problem(f"option {key!r} is given twice"))
        elif tidy is None:
            hint = f"allowed: {options[key].allowed}"
            problems.append(Problem(f"option {key!r} cannot be {value!r}", hint=hint))
        else:
            result[key] = tidy
        seen.add(key)
    if problems:
        raise InputError(problems=problems)
    return {
        key: value for key, value in result.items() if not options[key].quiet or value != options[key].usual
    }


def _key_and_value(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    return (key, value) if equals else (text, "")


def even_chances(actions: Sequence[Action]) -> tuple[tuple[Action, Fraction], ...]:
    """Each of these actions as likely as any other."""
    return tuple((action, Fraction(1, len(actions))) for action in actions)


def evenly(things: Sequence[T], at: float) -> T:
    """The one of these whose share of [0, 1) holds `at`, all shares being equal: what `pick` takes at even odds."""
    over, under = at.as_integer_ratio()
    return things[over * len(things) // under]


def every_sharing(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The results of a game whose win may be shared: all seats that can win together, as `a+b`, fewest first."""
    return tuple(
        "+".join(winners) for size in range(1, len(seats) + 1) for winners in combinations(seats, size)
    )


def pick(chances: Sequence[tuple[Action, Fraction]], at: float) -> Action:
    """The action whose share of [0, 1) holds `at`, the shares lying in the order of `chances`."""
    point, reached = Fraction(at), Fraction(0)
    for action, weight in chances:
        reached += weight
        if point < reached:
            return action
    raise ValueError(f"{at} is not in [0, 1), or the chances do not sum to 1")
