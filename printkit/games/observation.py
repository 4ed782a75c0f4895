"""Observations: what a seat sees of a state as a row of numbers, one fixed length for a game under its options.

Each field is written as its mark shows it to the seat. Two states that a seat can tell apart give other numbers, and
two that it cannot tell apart the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import blake2b
from math import isinf
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from printkit.games.actions import ActionSpace, Pattern
from printkit.games.codec import HIDDEN
from printkit.games.core import Seat
from printkit.games.marks import KEY, OPEN, Agreed, Deck, Mark, Own, SeatAt, Secret

__all__ = [
    "Bag",
    "Coding",
    "Number",
    "Observation",
    "OneOf",
    "Pile",
    "Slots",
    "Taken",
    "Texts",
    "fingerprint",
    "subsets",
]

_PRINTS = 4
"""A fingerprint is so many numbers of 16 bits."""


def fingerprint(text: str) -> list[float]:
    """Four numbers from 0 to 1, 64 bits of a hash: they say which text it is, and no more.

    That any two of a billion texts share them has a chance of 3 %.
    """
    found = blake2b(text.encode(), digest_size=2 * _PRINTS).digest()
    return [int.from_bytes(found[at : at + 2]) / 2**16 for at in range(0, 2 * _PRINTS, 2)]


class Coding(ABC):
    """How a value is written as numbers."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many numbers."""

    @abstractmethod
    def write(self, value: Any) -> list[float]:
        """The numbers of a value; raises `ValueError` for one that the coding does not have."""


@dataclass(frozen=True)
class Number(Coding):
    """A number as itself, -1 for one without limit; truths are 0 and 1."""

    size = 1

    def write(self, value: Any) -> list[float]:
        return [-1.0 if isinf(value) else float(value)]


@dataclass(frozen=True)
class OneOf(Coding):
    """A 1 at the place of the value among these, the last place being for what is hidden; all 0 for None."""

    values: tuple[Any, ...]

    @property
    def size(self) -> int:
        return len(self.values) + 1

    def write(self, value: Any) -> list[float]:
        found = [0.0] * self.size
        if value is HIDDEN:
            found[-1] = 1.0
        elif value in self._places:
            found[self._places[value]] = 1.0
        elif value not in (None, ""):
            raise ValueError(f"{value!r} is not among what was stated")
        return found

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {value: at for at, value in enumerate(self.values)}


@dataclass(frozen=True)
class Taken(Coding):
    """Steps of an action: how often each of these is taken, and a fingerprint of the row; all 0 for none."""

    vocabulary: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.vocabulary) + _PRINTS

    def write(self, value: Any) -> list[float]:
        if not value:
            return [0.0] * self.size
        often = Counter(value)
        return [*(float(often[step]) for step in self.vocabulary), *fingerprint("".join(value))]


@dataclass(frozen=True)
class Texts(Coding):
    """A text of a pattern: how often each step is taken, a fingerprint of the whole, and whether it is hidden."""

    pattern: Pattern

    @property
    def size(self) -> int:
        return self._taken.size + 1

    def write(self, value: Any) -> list[float]:
        if not value or value is HIDDEN:
            return [*[0.0] * (self.size - 1), float(value is HIDDEN)]
        return [*self._taken.write(self._space.steps(value)), 0.0]

    @cached_property
    def _taken(self) -> Taken:
        return Taken(self._space.vocabulary)

    @cached_property
    def _space(self) -> ActionSpace:
        return ActionSpace(self.pattern)


@dataclass(frozen=True)
class Bag(Coding):
    """Things in no order: how many of each kind there are, and last how many are hidden."""

    kinds: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.kinds) + 1

    def write(self, value: Any) -> list[float]:
        hidden = sum(each is HIDDEN for each in value)
        held = Counter(each for each in value if each is not HIDDEN)
        if not held.keys() <= set(self.kinds):
            raise ValueError(f"{sorted(held.keys() - set(self.kinds))} are not among what was stated")
        return [*(float(held[kind]) for kind in self.kinds), float(hidden)]


@dataclass(frozen=True)
class Pile(Coding):
    """Cards in their order: how many, and for each card of the sorted deck its place, as a share of the deck."""

    deck: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.deck) + 1

    def write(self, value: Any) -> list[float]:
        found = [0.0] * len(self.deck)
        free = {card: at for at, card in reversed([*enumerate(self.deck)])}
        for place, card in enumerate(value, 1):
            if card is None:
                continue
            at = free.get(card, -1)
            if at < 0 or self.deck[at] != card:
                raise ValueError(f"there are not so many cards {card!r}")
            found[at] = place / len(self.deck)
            free[card] = at + 1 if self.deck[at + 1 : at + 2] == (card,) else -1
        return [float(len(value)), *found]


@dataclass(frozen=True)
class Slots(Coding):
    """At most so many values, one after the other, behind how many there are."""

    coding: Coding
    most: int

    @property
    def size(self) -> int:
        return 1 + self.most * self.coding.size

    def write(self, value: Any) -> list[float]:
        if len(value) > self.most:
            raise ValueError(f"{len(value)} values, where {self.most} were stated")
        numbers = [number for each in value for number in self.coding.write(each)]
        return [float(len(value)), *numbers, *[0.0] * (self.size - 1 - len(numbers))]


@dataclass(frozen=True)
class _Each(Coding):
    """So many values, never more or fewer."""

    coding: Coding
    number: int

    @property
    def size(self) -> int:
        return self.number * self.coding.size

    def write(self, value: Any) -> list[float]:
        if len(value) != self.number:
            raise ValueError(f"{len(value)} values, where there were {self.number} at the start")
        return [number for each in value for number in self.coding.write(each)]


@dataclass(frozen=True)
class _Parts(Coding):
    """The parts of a NamedTuple."""

    codings: tuple[Coding, ...]

    @property
    def size(self) -> int:
        return sum(coding.size for coding in self.codings)

    def write(self, value: Any) -> list[float]:
        pairs = zip(self.codings, value, strict=True)
        return [number for coding, part in pairs for number in coding.write(part)]


@dataclass(frozen=True)
class _Perhaps(Coding):
    """Whether there is something, whether it is hidden, and what it is."""

    coding: Coding

    @property
    def size(self) -> int:
        return 2 + self.coding.size

    def write(self, value: Any) -> list[float]:
        if value is None or value is HIDDEN:
            return [float(value is HIDDEN), float(value is HIDDEN), *[0.0] * self.coding.size]
        return [1.0, 0.0, *self.coding.write(value)]


@dataclass(frozen=True)
class _Print(Coding):
    """Which value it is, and no more: how long a tuple is, and a fingerprint."""

    size = 1 + _PRINTS

    def write(self, value: Any) -> list[float]:
        length = float(len(value)) if isinstance(value, tuple) else 0.0
        return [length, *fingerprint(repr(value))]


class Observation:
    """How the seats see the states of a game as numbers.

    `stated` says for a field, or for a part of its NamedTuples (`fates.kind`), how what it holds is written; what
    nobody stated is written by its type, its mark and its length at the start, or as a fingerprint.
    """

    def __init__(self, start: Any, seats: tuple[Seat, ...], stated: Mapping[str, Coding]) -> None:
        self._seats, self._stated = OneOf(seats), stated
        self._deck = tuple(sorted(start.all_cards().elements()))
        hints = get_type_hints(type(start))
        marks = {each.name: each.metadata.get(KEY, OPEN) for each in fields(start)}
        self._codings = {
            name: self._coding(name, hints[name], getattr(start, name), mark)
            for name, mark in marks.items()
            if not isinstance(mark, Agreed)
        }
        if unknown := {name.partition(".")[0] for name in stated} - self._codings.keys():
            raise TypeError(f"there is no field {', '.join(sorted(unknown))}")

    @cached_property
    def parts(self) -> Mapping[str, slice]:
        """Where the numbers of each field stand; `seat` first."""
        at, found = self._seats.size, {"seat": slice(0, self._seats.size)}
        for name, coding in self._codings.items():
            found[name] = slice(at, at + coding.size)
            at += coding.size
        return found

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self._seats.size + sum(coding.size for coding in self._codings.values())

    def of(self, state: Any, seat: Seat) -> list[float]:
        """What the seat sees of a state; raises `ValueError` that names a field with more in it than was stated."""
        seen = state.seen(seat)
        numbers = self._seats.write(seat)
        for name, coding in self._codings.items():
            try:
                numbers += coding.write(getattr(seen, name))
            except ValueError as error:
                raise ValueError(f"the field {name!r} cannot be observed: {error}") from error
        return numbers

    def _coding(self, name: str, hint: Any, start: Any, mark: Mark) -> Coding:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            (hint,) = (each for each in inner if each is not NoneType)
            found = self._coding(name, hint, start, mark)
            return found if isinstance(found, OneOf | Texts) else _Perhaps(found)
        if origin is tuple:
            return self._row(name, inner, start, mark)
        if isinstance(hint, type) and issubclass(hint, tuple):
            parts = get_type_hints(hint).items()
            return _Parts(tuple(self._coding(f"{name}.{part}", each, None, OPEN) for part, each in parts))
        if name in self._stated:
            return self._stated[name]
        if origin is Literal:
            return OneOf(inner)
        if hint is str:
            return OneOf(tuple(dict.fromkeys(self._deck))) if mark.cards else _Perhaps(_Print())
        if isinstance(mark, SeatAt):
            return OneOf(tuple(range(len(self._seats.values))))
        return _Perhaps(Number()) if isinstance(mark, Secret) else Number()

    def _row(self, name: str, inner: tuple[Any, ...], start: Any, mark: Mark) -> Coding:
        nested = get_origin(inner[0]) is tuple
        stated = self._stated.get(name, self._cards(mark))
        if not nested and isinstance(stated, Bag | Pile | Slots):
            return stated
        if not start:
            return _Print()
        each = self._coding(name, inner[0], start[0], mark)
        return _Each(each, len(start))

    def _cards(self, mark: Mark) -> Coding | None:
        if isinstance(mark, Own | Deck):
            return Bag(tuple(dict.fromkeys(self._deck)))
        return Pile(self._deck) if mark.cards else None


def subsets(letters: Iterable[str]) -> OneOf:
    """A text of some of these letters, in their order."""
    found = [""]
    for letter in letters:
        found += [each + letter for each in found]
    return OneOf(tuple(found))
