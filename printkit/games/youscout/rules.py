"""The options of one game of Youscout, as values and numbers ready to add, and war replacement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, inf, isinf
from typing import NamedTuple, TypeAlias

from printkit.errors import InputError
from printkit.games.actions import Pattern, Row, Words
from printkit.games.core import INFINITY, Action, Option, choice, count, number
from printkit.games.youscout.board import (
    COINS,
    DISCARDS,
    LOWER,
    PILE_NAMES,
    PLACES,
    SWAPS,
    SWORDS,
    UPPER,
    Piles,
)
from printkit.games.youscout.cards import BOARD_MAJORS, COURTS, DEATH, FOOL, MINORS, NUMBERS, Card, rank

__all__ = [
    "COMMON_OPTIONS",
    "COMPARISON",
    "DONE",
    "GOAL",
    "PILE_OPTIONS",
    "REPLACEMENT_OPTIONS",
    "USUAL_GOAL",
    "Numbers",
    "Replacement",
    "Replacing",
    "Rules",
    "as_played",
    "checked_row",
    "make_rules",
    "read_replacement",
    "read_replacing",
    "replacement_actions",
    "replacements",
    "usual_goal",
]


# ── the options of one game of Youscout, as values and numbers ready to add ──────────────────────────────────────────

Numbers: TypeAlias = Mapping[int, Sequence[int]]
"""Eight numbers for each major, upright and unmultiplied, in the order of the table's columns."""

COMMON_OPTIONS: tuple[Option, ...] = (
    count("terminals", 3, "how often the terminal must appear (§3.2)", least=1),
    choice("court", "the values of king, queen, knight and page (§1.9)", *COURTS),
    choice("influence", "the factor of all table numbers (§1.8)", "2", "1", "1.5", "3"),
    choice("swap", "how 8 and 11 trade places (§2.3)", *SWAPS),
)

REPLACEMENT_OPTIONS: tuple[Option, ...] = (
    count("replacements", 0, "cards that may be put elsewhere after a chosen move (§5.1)", infinite=True),
    choice("cross", "which piles they may cross between (§5.2)", "cups-and-coins", "none", "all"),
    count("lower-coin-replacements", 2, "how many of them may go to Co (§5.3)", infinite=True),
)

PILE_OPTIONS: tuple[Option, ...] = (
    choice(
        "upper-sword-card", "where the largest card goes (§4.2)", "ahead", "stays", "discarded", quiet=True
    ),
    choice(
        "upper-wand-card", "where the largest card goes (§4.3)", "coins", "stays", "discarded", quiet=True
    ),
    choice("lower-sword-card", "where the largest card goes (§4.7)", "discarded", "stays", quiet=True),
    choice(
        "move-discards",
        "what a chosen move discards (§4.7)",
        "both",
        "swords",
        "coins",
        "neither",
        quiet=True,
    ),
)
"""What becomes of piles, for variants."""

_PLACES = "(1?2?3?4?5?6?)"
USUAL_GOAL = "25-56"


def _read_goal(value: str) -> str | None:
    found = re.fullmatch(f"{_PLACES}-{_PLACES}", value)
    return value if found and all(found.groups()) else None


GOAL = Option(
    "goal",
    USUAL_GOAL,
    "the places that win after a lower and after an upper start (§3.3)",
    "25-56|56-56|15-15|123-456",
    _read_goal,
    quiet=True,
)
"""For variants: any places in rising order win, a group for each start; what is allowed are examples."""

COMPARISON = choice("comparison", "what wins a contest (§6.4)", "greater", "greater-equal")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What was agreed before the game: equal if game, options and table are.

    `values` gives a minor's value; `numbers` a major's eight numbers by its code, as it lies and multiplied;
    `goal` the places that win, by the terminal in the talon; `piles` the values of `PILE_OPTIONS`.
    """

    game_id: str
    options: tuple[tuple[str, str], ...]
    table: tuple[tuple[int, ...], ...]
    values: Mapping[Card, int]
    numbers: Mapping[Card, tuple[int, ...]]
    terminals: int
    swap: str
    replacements: float = 0
    cross: str = "cups-and-coins"
    lower_coin_replacements: float = 2
    ties_win: bool = False
    goal: Mapping[Card, tuple[int, ...]] = field(default_factory=dict)
    piles: Mapping[str, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game_id, self.options))

    def _identity(self) -> tuple[object, ...]:
        return self.game_id, self.options, self.table


def usual_goal(rules: Rules) -> bool:
    """Whether the usual places win (youscout §3.3)."""
    return "-".join("".join(map(str, rules.goal[start])) for start in (DEATH, FOOL)) == USUAL_GOAL


def make_rules(game_id: str, options: Mapping[str, str], cards: Numbers | None) -> Rules:
    """The rules for checked `options` and the numbers of `cards`; None: the table of youscout §1.5.

    Raises `InputError` if a board major is missing from `cards` or does not hold eight numbers of 0 to 99.
    """
    table = _checked(NUMBERS if cards is None else cards)
    numbers: dict[Card, tuple[int, ...]] = {}
    for major in BOARD_MAJORS:
        numbers[str(major)], numbers[f"{major}r"] = as_played(table[major], options["influence"])
    court = COURTS[options["court"]]
    below, above = (tuple(map(int, places)) for places in options.get("goal", USUAL_GOAL).split("-"))
    return Rules(
        game_id=game_id,
        options=tuple(options.items()),
        table=tuple(table[major] for major in BOARD_MAJORS),
        values={card: court[rank(card) - 11] if rank(card) > 10 else rank(card) for card in MINORS},
        numbers=numbers,
        terminals=int(options["terminals"]),
        swap=options["swap"],
        replacements=number(options.get("replacements", "0")),
        cross=options.get("cross", "cups-and-coins"),
        lower_coin_replacements=number(options.get("lower-coin-replacements", "2")),
        ties_win=options.get("comparison") == "greater-equal",
        goal={DEATH: below, FOOL: above},
        piles={each.key: options.get(each.key, each.usual) for each in PILE_OPTIONS},
    )


def as_played(row: Sequence[int], influence: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A major's eight numbers under that factor, upright and turned by 180° (youscout §1.6, §1.8)."""
    factor = Fraction(influence)
    upright = tuple(ceil(each * factor) for each in row)
    return upright, tuple(upright[column ^ 1] for column in range(8))


def checked_row(major: int, row: Sequence[int]) -> tuple[int, ...]:
    """The eight numbers of a major; raises `InputError` where they are others than eight of 0 to 99."""
    if len(row) != 8 or not all(type(each) is int and 0 <= each <= 99 for each in row):
        raise InputError(f"major {major} needs eight numbers of 0 to 99, not {list(row)}")
    return tuple(row)


def _checked(cards: Numbers) -> dict[int, tuple[int, ...]]:
    for major in BOARD_MAJORS:
        if major not in cards:
            raise InputError(
                f"major {major} has no numbers", hint=f"all but {FOOL} and {DEATH} lie on the board"
            )
    return {major: checked_row(major, cards[major]) for major in BOARD_MAJORS}


# ── war replacement: which replacements are allowed (youscout §5) ────────────────────────────────────────────────────

DONE = "done"
_REPLACE = "replace"

_Ways: TypeAlias = dict[int, tuple[int, ...]]


class Replacing(NamedTuple):
    """A replacement phase: how many are left, and how many of them may go to Co; `inf` for no limit."""

    left: float
    coins: float

    def after(self, target: int) -> Replacing:
        """What is left once a card has been put on `target`."""
        return Replacing(self.left - 1, self.coins - (target == COINS))

    def text(self) -> str:
        """Both limits as a position's field holds them."""
        return "/".join(INFINITY if isinf(limit) else str(int(limit)) for limit in self)


class Replacement(NamedTuple):
    """One card put from a pile on another."""

    card: Card
    source: int
    target: int


def _within(*groups: Iterable[int], also_to: tuple[int, ...] = ()) -> _Ways:
    return {
        source: tuple(target for target in (*group, *also_to) if target != source)
        for group in map(tuple, groups)
        for source in group
    }


_CROSSINGS: dict[str, _Ways] = {
    "cups-and-coins": _within((*PLACES, COINS)),
    "none": _within(LOWER, (*UPPER, COINS)),
    "all": _within((*PLACES, COINS, SWORDS), also_to=(DISCARDS,)),
}
"""For each value of `cross`, the piles a card may go to from each pile (youscout §5.2)."""


def replacements(piles: Piles, cross: str, phase: Replacing) -> tuple[Action, ...]:
    """Every replacement allowed now, sorted as text; empty when none is left or possible."""
    if phase.left < 1:
        return ()
    return tuple(
        sorted(
            f"{_REPLACE} {card} {PILE_NAMES[source]}>{PILE_NAMES[target]}"
            for source, targets in _CROSSINGS[cross].items()
            for card in piles[source]
            for target in targets
            if target != COINS or phase.coins >= 1
        )
    )


def replacement_actions() -> tuple[Pattern, ...]:
    """Every replacement there may be, and the end of them."""
    return DONE, Row(f"{_REPLACE} ", Words(MINORS), " ", Words(PILE_NAMES), ">", Words(PILE_NAMES))


def read_replacement(action: Action) -> Replacement:
    """The parts of a legal replacement's text."""
    _, card, way = action.split()
    source, target = way.split(">")
    return Replacement(card, PILE_NAMES.index(source), PILE_NAMES.index(target))


def read_replacing(text: str, most: Replacing) -> Replacing:
    """The phase a position's field stands for, within the limits `most`; raises `InputError`."""
    limits = text.split("/")
    known = all(part == INFINITY or (part.isascii() and part.isdigit() and len(part) < 7) for part in limits)
    if len(limits) != 2 or not known:
        raise InputError(f"not a replacement phase: {text!r}", hint="two counts, as in 3/2")
    phase = Replacing(*map(number, limits))
    for limit, usual in zip(phase, most, strict=True):
        if limit > usual or (usual == inf) != (limit == inf):
            raise InputError(
                f"the replacement phase {text!r} is beyond the options", hint=f"at most {most.text()}"
            )
    return phase
