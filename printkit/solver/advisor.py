"""Advice at the table: what a player may see in, what each answer is worth, with its margin of error, out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
import numpy.typing

from printkit.errors import InputError
from printkit.games.core import Action, Game
from printkit.games.players import Player
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import FOOL, Card
from printkit.games.youscout.replacement import DONE
from printkit.games.youscout.table import MOVE, STAY, Table
from printkit.solver.advise import ADVICE, BOARD, GAMES, MOVES, ODDS, SPREAD, STAYS, TABLE, advise_games
from printkit.solver.hidden import BEST, make_book
from printkit.solver.keyed import card_index
from printkit.solver.play import (
    CHOICES,
    DRAWN,
    DRAWS,
    LEFT,
    PLANNED,
    RANDOM,
    SHOWN,
    START,
    TOKEN,
    Room,
    make_room,
    make_trace,
)
from printkit.solver.simulation import ADVICE_GAMES, ADVISED_START_GAMES, EXACT_MINORS, board_codes, plan_of
from printkit.solver.statistics import Z_95
from printkit.solver.tables import ALL_MINORS, ANY_PLACE, kernel_rules, rules_of
from printkit.solver.turn import CLOCK

__all__ = ["Advice", "Advisor"]


@dataclass(frozen=True, slots=True)
class Advice:
    """What both answers to a waiting sword are worth: odds of winning, played on by the rule of thumb.

    `games` were imagined for each answer, on the same decks; 0: the odds are exact, with best play.
    `margin` is the half-width of the 95 % interval of the difference.
    """

    moves: float
    stays: float
    games: int
    margin: float
    action: Action

    @property
    def gain(self) -> float:
        """How much better it is to move; negative where it is better to stay."""
        return self.moves - self.stays

    @property
    def certain(self) -> bool:
        """Whether the sign of the gain is beyond its margin; otherwise it is too close to call."""
        return abs(self.gain) > self.margin


class Advisor:
    """Advises on one game, from the view alone; the same view gives the same advice. Used by one thread.

    `games` are imagined for each answer at most, `start_games` for each start. With `exact` minors
    or fewer left in the last pass odds are exact (10 take a tenth of a second); `memory` of them are remembered,
    a power of two.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        games: int = ADVICE_GAMES,
        start_games: int = ADVISED_START_GAMES,
        exact: int = EXACT_MINORS,
        memory: int = 1 << 16,
    ) -> None:
        self.game = game
        plan = plan_of(game.id, "thumb")
        self._rules = kernel_rules(rules_of(game))
        self._room, self._other, self._book = make_room(plan), make_room(plan), make_book(plan, memory)
        self._trace, self._no_board = make_trace(0), board_codes(())
        self._games, self._start_games, self._exact = games, start_games, exact

    def advise(self, view: str) -> Advice:
        """Advice on a position in which a sword waits; replacements after a move are not weighed."""
        load_table(self.game.parse(view), self._room)
        _, found = self._ask(TABLE)
        games = int(found[GAMES])
        return Advice(
            moves=float(found[MOVES]),
            stays=float(found[STAYS]),
            games=games,
            margin=Z_95 * float(found[SPREAD]) / games**0.5 if games else 0.0,
            action=MOVE if found[ADVICE] else STAY,
        )

    def start(self, view: str) -> int:
        """The place where imagined games, played by the rule of thumb, are won most often."""
        load_table(self.game.parse(view), self._room)
        start, _ = self._ask(BOARD, ANY_PLACE, self._start_games)
        return start

    def odds(self, board: Sequence[Card], start: int, deck: Iterable[Card], policy: str) -> float:
        """The exact odds of `random`, `move`, `stay`, `thumb` or `best` play with a deck of few minors.

        `board` is after 8 and 11 have traded places. More than about 12 minors take too long. Raises
        `InputError` under war replacement, whose many answers are not weighed.
        """
        if rules_of(self.game).replacements:
            raise InputError("no exact odds under war replacement", hint="replacements=0")
        table = replace(self.game.start, board=tuple(board))
        load_table(table, self._room)
        policies = {"random": RANDOM, "best": BEST}
        self._book.room.plan[:] = plan_of(self.game.id, policy)
        cards = sum(1 << card_index(card) for card in deck)
        _, found = self._ask(ODDS, policies.get(policy, PLANNED), start, cards)
        self._book.room.plan[:] = self._room.plan
        return float(found[0])

    def _ask(
        self, question: int, one: int = 0, other: int = 0, deck: int = ALL_MINORS
    ) -> tuple[int, numpy.typing.NDArray[numpy.float64]]:
        spec = numpy.array([question, one, other, self._games, self._exact, deck], numpy.int64)
        found = numpy.zeros(5, numpy.float64)
        none, stop = numpy.zeros((0, 3), numpy.int64), numpy.zeros(1, numpy.int64)
        room, rest, book = self._room, self._other, self._book
        seed = numpy.uint64(0)
        answer = advise_games(
            self._rules, room, rest, book, self._no_board, spec, seed, 0, stop, self._trace, found, none
        )
        return int(answer), found

    def player(self) -> Player:
        """A player who takes the advice, and replaces nothing."""

        def play(view: str, legal: tuple[Action, ...]) -> Action:
            if DONE in legal:
                return DONE
            if MOVE in legal:
                return self.advise(view).action
            return f"place {self.start(view)}"

        return play


def load_table(table: Table, room: Room) -> None:
    """Lay a table of the readable engine in a room: all it shows, and nothing else."""
    room.board[:] = board_codes(table.board)
    room.piles[:], room.laid[:] = 0, 0
    for number, pile in enumerate(table.piles):
        for card in pile:
            index = card_index(card)
            room.piles[number] |= 1 << index
            room.laid[CLOCK] += 1
            room.laid[index] = room.laid[CLOCK]
    talon = sorted(map(card_index, table.talon))
    room.talon[: len(talon)] = talon
    moment = room.moment
    moment[TOKEN], moment[LEFT], moment[SHOWN] = table.token, len(talon), table.terminals
    moment[DRAWN] = card_index(table.drawn) if table.drawn else 0
    # Only the side of the start counts, and the terminal tells it.
    moment[START] = PLACES[-1] if table.terminal == FOOL else PLACES[0]
    moment[DRAWS], moment[CHOICES] = 0, 0
