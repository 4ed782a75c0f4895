"""How a game names its deals and shows puzzles with an open talon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple, Protocol

from printkit.games.core import Action
from printkit.games.find import find_module
from printkit.games.game import Game

__all__ = ["Deals", "OpenDeal", "PuzzleText", "difficulty", "find_deals"]

# What makes a puzzle harder by one: rows of answers twice as many for each that wins, so many answers, so many cards.
ANSWERS, CARDS = 2, 12


class PuzzleText(Protocol):
    """What a puzzle book says of one puzzle.

    `lines` of the `rows` rows of answers win, `answers` is one of them; with `find` the start is asked for as well.
    """

    @property
    def deal(self) -> str:
        """The code of the deal."""
        ...

    @property
    def find(self) -> bool:
        """Whether the start is to be found."""
        ...

    @property
    def start(self) -> int:
        """The place the token starts on."""
        ...

    @property
    def lines(self) -> int:
        """How many rows of answers win."""
        ...

    @property
    def rows(self) -> int:
        """How many rows of answers there are."""
        ...

    @property
    def answers(self) -> Sequence[Action]:
        """A row of answers that wins."""
        ...


class OpenDeal(NamedTuple):
    """A puzzle proved: what is not as its text says (nothing of a good puzzle), and what its page shows.

    `numbers` holds for each place of the board a pair a suit, `talon` the cards pass by pass, each up to its terminal.
    `answers` are the cards that asked for an answer, with the answers, `after` where the token stood after each;
    `route` are the places it went through, from its start to its end.
    """

    messages: tuple[str, ...]
    code: str
    sign: Any
    board: tuple[str, ...] = ()
    numbers: tuple[Mapping[str, tuple[int, int]], ...] = ()
    talon: tuple[tuple[str, ...], ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    after: tuple[int, ...] = ()
    route: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deals:
    """A game's deals; the `deals` of its module.

    `read` makes a deal of its code, `numbered` one of any number, and `chance(deal, state)` is what chance does in a
    state of it. `sign` names the sign of a board. `prove` tries every row of answers of a puzzle. `read` and `prove`
    raise `InputError` for a code or start that cannot be.
    """

    read: Callable[[str], Any]
    numbered: Callable[[int], Any]
    chance: Callable[[Any, Any], Action]
    sign: Callable[[Sequence[str]], Any]
    prove: Callable[[Game[Any], PuzzleText], OpenDeal]


def difficulty(puzzle: PuzzleText, talon: Sequence[Sequence[str]]) -> float:
    """How hard a puzzle is to a solver: few winning rows among many, many answers, many cards to go through."""
    cards = sum(map(len, talon))
    return log2(puzzle.rows / puzzle.lines) + len(puzzle.answers) / ANSWERS + cards / CARDS


def find_deals(game_id: str) -> Deals | None:
    """What the game's module declares; None for a game without deal codes."""
    deals = find_module(game_id).deals
    return deals if isinstance(deals, Deals) else None
