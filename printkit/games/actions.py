"""Actions as numbers: a game states once, as a pattern, what may ever be done in it; each text has a number then.

A text of a pattern is spelled in steps: a step is one choice with the fixed words before it. `play set:5 b5 rs` takes
three of them. All steps of a game are few, even where its actions are too many to list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from printkit.games.core import Action

__all__ = [
    "END",
    "ActionSpace",
    "Actions",
    "Chain",
    "Either",
    "Pattern",
    "Row",
    "Some",
    "Spaces",
    "Words",
    "copies_of",
    "numbers",
]

END = ""
"""The step that ends a text which might go on."""


@dataclass(frozen=True, slots=True)
class Words:
    """One of these texts, none of which is empty."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One part after the other; a text stands for itself."""

    parts: tuple[Pattern, ...]

    def __init__(self, *parts: Pattern) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True)
class Either:
    """One of these ways."""

    ways: tuple[Pattern, ...]

    def __init__(self, *ways: Pattern) -> None:
        object.__setattr__(self, "ways", ways)


@dataclass(frozen=True, slots=True)
class Some:
    """At least `least` and at most `most` of these things, in their order, with `between` between them.

    `kinds` are the things, and how many there are of each.
    """

    kinds: tuple[tuple[str, int], ...]
    least: int
    most: int
    between: str = " "
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """The part so often, one after the other."""

    part: Pattern
    least: int
    most: int


Pattern: TypeAlias = str | Words | Row | Either | Some | Chain
"""A finite set of texts: a text itself, or parts put together."""


class Actions(NamedTuple):
    """Whatever may be done in a game, in any state: by a seat, and by chance, if there is any."""

    seats: Pattern
    chance: Pattern = Either()


class Spaces(NamedTuple):
    """The numbers of what seats may do, and of what chance may."""

    seats: ActionSpace
    chance: ActionSpace


def numbers(first: int, last: int) -> Words:
    """The whole numbers from the first to the last."""
    return Words(tuple(map(str, range(first, last + 1))))


def copies_of(things: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The kinds of sorted things and how many there are of each, as `Some` takes them."""
    return tuple(Counter(things).items())


class ActionSpace:
    """The texts of a pattern with their numbers, from 0; the same in any process.

    A number depends on the pattern alone, so on the game, its options and cards.
    """

    def __init__(self, pattern: Pattern) -> None:
        self._nodes: dict[_Parts, _Node] = {}
        self._start = self._node((pattern,))
        self.steps = lru_cache(maxsize=20_000)(self._steps)

    @property
    def count(self) -> int:
        """How many texts there are."""
        return self._start.count

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every step any text can take, sorted; `END` first where there is one."""
        seen, ahead, found = {id(self._start)}, [self._start], set[str]()
        while ahead:
            for step, after in ahead.pop().after.items():
                found.add(step)
                if id(after) not in seen:
                    seen.add(id(after))
                    ahead.append(after)
        return tuple(sorted(found))

    @property
    def longest(self) -> int:
        """How many steps a text takes at most."""
        return self._start.longest

    def number(self, action: Action) -> int:
        """The number of a text; raises `ValueError` for one the pattern does not have."""
        node, number = self._start, 0
        for step in self.steps(action):
            number += node.before[step]
            node = node.after[step]
        return number

    def action(self, number: int) -> Action:
        """The text with this number; raises `ValueError` where there is none."""
        if not 0 <= number < self.count:
            raise ValueError(f"no action has the number {number}: there are {self.count}")
        node, text = self._start, ""
        while node.after:
            step = next(step for step in reversed(node.before) if node.before[step] <= number)
            text, number, node = text + step, number - node.before[step], node.after[step]
        return text

    def _steps(self, action: Action) -> tuple[str, ...]:
        """The steps that spell a text; raises `ValueError` for one the pattern does not have."""
        found = _spelling(self._start, action)
        if found is None:
            raise ValueError(f"the game's actions do not say {action!r}")
        return found

    def _node(self, parts: _Parts) -> _Node:
        if parts not in self._nodes:
            self._nodes[parts] = _Node(self, parts)
        return self._nodes[parts]


_Parts: TypeAlias = tuple[Pattern, ...]


class _Node:
    """What is left of a text, as patterns: after no step nothing is left, and the text is over."""

    def __init__(self, space: ActionSpace, parts: _Parts) -> None:
        self._space, self._parts = space, parts

    @cached_property
    def after(self) -> Mapping[str, _Node]:
        """What is left after each step."""
        merged: dict[str, list[_Parts]] = {}
        for step, parts in _first_steps(self._parts, ""):
            rests = merged.setdefault(step, [])
            if parts not in rests:
                rests.append(parts)
        if [*merged] == [END]:
            return {}
        return {
            step: self._space._node(
                rests[0] if len(rests) == 1 else (Either(*(Row(*rest) for rest in rests)),)
            )
            for step, rests in merged.items()
        }

    @cached_property
    def count(self) -> int:
        """How many texts begin here."""
        if self.after:
            return sum(after.count for after in self.after.values())
        return int(any(True for _ in _first_steps(self._parts, "")))

    @cached_property
    def longest(self) -> int:
        """How many steps are left at most."""
        return 1 + max(after.longest for after in self.after.values()) if self.after else 0

    @cached_property
    def before(self) -> dict[str, int]:
        """For each step how many texts begin with an earlier one."""
        passed, result = 0, dict[str, int]()
        for step, after in self.after.items():
            result[step] = passed
            passed += after.count
        return result

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """How long the steps are, the longest first."""
        return tuple(sorted({len(step) for step in self.after}, reverse=True))


def _first_steps(parts: _Parts, words: str) -> Iterator[tuple[str, _Parts]]:
    """Each step that may come first, with the parts left after it; `words` are fixed words before it."""
    if not parts:
        yield words, ()
        return
    head, tail = parts[0], parts[1:]
    if isinstance(head, str):
        yield from _first_steps(tail, words + head)
    elif isinstance(head, Words):
        yield from ((words + text, tail) for text in head.texts)
    elif isinstance(head, Row):
        yield from _first_steps((*head.parts, *tail), words)
    elif isinstance(head, Either):
        for way in head.ways:
            yield from _first_steps((way, *tail), words)
    elif isinstance(head, Some):
        if head.least <= 0:
            yield from _first_steps(tail, words)
        for thing, left in _takings(head):
            yield words + head.lead + thing, (left, *tail)
    else:
        if head.least <= 0:
            yield from _first_steps(tail, words)
        if head.most > 0:
            yield from _first_steps(
                (head.part, Chain(head.part, head.least - 1, head.most - 1), *tail), words
            )


def _takings(some: Some) -> Iterator[tuple[str, Some]]:
    """The things that may come first, each with what may follow."""
    if some.most <= 0:
        return
    for at, (thing, copies) in enumerate(some.kinds):
        left = ((thing, copies - 1),) * (copies > 1) + some.kinds[at + 1 :]
        if sum(number for _, number in left) >= some.least - 1:
            yield thing, Some(left, max(0, some.least - 1), some.most - 1, some.between, some.between)


def _spelling(node: _Node, text: str) -> tuple[str, ...] | None:
    if not text:
        return () if not node.after else (END,) if END in node.after else None
    for length in node.lengths:
        step = text[:length]
        if length and step in node.after:
            rest = _spelling(node.after[step], text[length:])
            if rest is not None:
                return (step, *rest)
    return None
