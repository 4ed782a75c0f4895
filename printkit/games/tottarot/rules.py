"""What is agreed before a game of Tottarot, and what its rules know of words and tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.core import SEATS, Option, Seat, choice, count
from printkit.games.proof import TableFacts
from printkit.games.toolkit.cards import entries_of
from printkit.kit.model import Card

__all__ = [
    "FATES",
    "FLIP",
    "FORGO",
    "LOOK",
    "MUTUAL_LOOK",
    "OPTIONS",
    "RECONSTRUCTED",
    "REVEAL",
    "SIGNS",
    "TABLE",
    "Fate",
    "Fates",
    "Kind",
    "Phase",
    "Rules",
    "fates_of",
    "make_rules",
]


# ── what is agreed before a game of Tottarot ─────────────────────────────────────────────────────────────────────────

Kind: TypeAlias = str
"""A kind of fate card by its id, as a kit's card carries it: `sun`, `hanged-man`."""

MUTUAL_LOOK, LOOK, REVEAL, FLIP = SIGNS = ("mutual-look", "look", "reveal", "flip")
"""The four icons by what they do (tottarot §4.1 to §4.4)."""


class Fate(NamedTuple):
    """What a kind of card is worth upright, its icon (empty: none), and how many there are of it."""

    points: int
    icon: str = ""
    copies: int = 3


Fates: TypeAlias = Mapping[Kind, Fate]

FATES: dict[Kind, Fate] = {
    "sun": Fate(+3),
    "star": Fate(+2),
    "lovers": Fate(+1, MUTUAL_LOOK),
    "hermit": Fate(0, LOOK),
    "hanged-man": Fate(-1, FLIP),
    "tower": Fate(-2, REVEAL),
    "devil": Fate(-5),
}
"""The table of tottarot §1.3; stated here on its own, whatever a kit prints."""

RECONSTRUCTED: frozenset[Kind] = frozenset(FATES) - {"sun", "devil"}
"""The kinds whose points and icons are our guess: the pictures that showed them are lost (tottarot §1.3)."""

_KIND = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MOST_POINTS = 99
_MOST_COPIES = 200


def fates_of(cards: Iterable[Card]) -> dict[Kind, Fate]:
    """The fates of a kit's cards: those with the field `points`, by their entry in the kit; copies add up.

    Raises `InputError` for fields of another type, and for cards of one kind that differ; `checked_fates` says whether
    a game can be played with the result.
    """
    entries = entries_of(cards, {"points": int, "icon": str}, "points")
    return {kind: Fate(each["points"], each["icon"], copies) for kind, (each, copies) in entries.items()}


def checked_fates(fates: Fates, needed: int) -> dict[Kind, Fate]:
    """The table with its kinds sorted; `needed` is how many cards a round uses up (tottarot §1.1).

    Raises `InputError` with all problems: bad ids, points, icons or copies, too few cards.
    """
    problems = [
        Problem(f"{kind}: {said}" if said else f"{kind!r} is not a card id", hint=hint)
        for kind, fate in fates.items()
        for right, said, hint in _checks(kind, fate)
        if not right
    ]
    there = sum(fate.copies for fate in fates.values()) if not problems else needed
    if there < needed:
        said = f"a round takes {needed} fate cards, but there are {there}"
        problems.append(Problem(said, hint="fewer players or fewer turns"))
    if problems:
        raise InputError(problems=problems)
    return dict(sorted(fates.items()))


def _checks(kind: Kind, fate: Fate) -> Iterator[tuple[bool, str, str]]:
    points, icon, copies = fate
    yield bool(_KIND.fullmatch(kind)), "", "lower-case words joined by hyphens"
    fits = type(points) is int and abs(points) <= _MOST_POINTS
    yield fits, f"{points!r} points", f"at most {_MOST_POINTS}"
    yield not icon or icon in SIGNS, f"unknown icon {icon!r}", nearest_hint(icon, SIGNS)
    fits = type(copies) is int and 1 <= copies <= _MOST_COPIES
    yield fits, f"{copies!r} copies", f"1 to {_MOST_COPIES}"


FORGO = "forgo"

Phase: TypeAlias = Literal["draw", "icons", "declare", "seize", "over"]
"""The phases of a turn, and the end of the game."""

OPTIONS: tuple[Option, ...] = (
    choice("players", "how many play (§1.1)", "3", "2", "4", "5", "6"),
    choice("highest-token", "the will tokens of each player go from 0 to this (§2.1)", "3", "4"),
    choice("turns", "turns of a round (§2.2)", "3", "1", "2", "4", "5"),
    count("victories", 2, "victory tokens that win the game (§5.2)", least=1),
)


@dataclass(frozen=True)
class Rules:
    """What was agreed before the game; `fates` says what each kind of card counts, in the order of the ids."""

    players: int
    highest_token: int
    turns: int
    victories: int
    fates: tuple[tuple[Kind, Fate], ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return SEATS[: self.players]

    @property
    def tokens(self) -> tuple[int, ...]:
        """The will tokens each player begins a round with (tottarot §2.1)."""
        return tuple(range(self.highest_token + 1))

    @cached_property
    def deck(self) -> tuple[Kind, ...]:
        """Every card of a round, in the order of the ids."""
        return tuple(kind for kind, fate in self.fates for _ in range(fate.copies))

    @cached_property
    def fate(self) -> Callable[[Kind], Fate]:
        """What a kind of card counts; raises `KeyError` for one that is not played with."""
        return dict(self.fates).__getitem__


def make_rules(options: Mapping[str, str], cards: Fates | None) -> Rules:
    """The rules for checked `options` and these cards; None: the table of tottarot §1.3.

    Raises `InputError` if the options do not go together (tottarot §1.1) or the cards cannot be played with.
    """
    players, highest, turns = (int(options[key]) for key in ("players", "highest-token", "turns"))
    if turns > highest + 1:
        hint = f"highest-token={highest} gives each player {highest + 1} tokens"
        raise InputError(f"a round cannot have {turns} turns", hint=hint)
    fates = checked_fates(FATES if cards is None else cards, players * turns)
    return Rules(players, highest, turns, int(options["victories"]), tuple(fates.items()))


# ── what the rules of Tottarot know of words and tokens, to hold a kit's other files to ──────────────────────────────

_FATES = {
    "sun": ("太陽", "The Sun"),
    "star": ("星", "The Star"),
    "lovers": ("恋人", "The Lovers"),
    "hermit": ("隠者", "The Hermit"),
    "hanged-man": ("吊るされた男", "The Hanged Man"),
    "tower": ("塔", "The Tower"),
    "devil": ("悪魔", "The Devil"),
}
# The four icons (tottarot §4): their code, usual ink, names, and what they do.
_ICONS = {
    "mutual-look": (
        ("Mu", "red"),
        ("見せ合う", "Show each other"),
        (
            "次の宣告のあと、一人を選び、互いの運命を見せ合う。",
            "After the next proclamation choose a player: you show each other your fates.",
        ),
    ),
    "look": (
        ("Lo", "green"),
        ("のぞく", "Look"),
        (
            "次の宣告のあと、一人を選び、その運命をのぞき見る。",
            "After the next proclamation look at the fate of a player you choose.",
        ),
    ),
    "reveal": (
        ("Re", "gold"),
        ("明かす", "Show to all"),
        (
            "次の宣告のあと、自分の運命を全員に明かす。",
            "After the next proclamation show your fate to everybody.",
        ),
    ),
    "flip": (
        ("Fl", "blue"),
        ("さかさま", "Rotate"),
        (
            "すぐに、一つ前に決まった自分の運命をさかさまにする。点の正負が入れ替わる。",
            "At once: rotate the fate you fixed before this one by 180°; its points change sign.",
        ),
    ),
}
_WILLS = range(5)

TABLE = TableFacts(
    suits={icon: marks for icon, (marks, _, _) in _ICONS.items()},
    words=(
        {f"card.{kind}.name": dict(zip(("ja", "en"), pair, strict=True)) for kind, pair in _FATES.items()},
        {f"suit.{icon}.name": dict(zip(("ja", "en"), own[1], strict=True)) for icon, own in _ICONS.items()},
        {f"suit.{icon}.text": dict(zip(("ja", "en"), own[2], strict=True)) for icon, own in _ICONS.items()},
    ),
    figures=frozenset(str(number) for number in _WILLS),
    # A will is secret until it is turned (tottarot §2).
    alike=frozenset(f"will-{number}" for number in _WILLS),
)
"""The facts of Tottarot."""
