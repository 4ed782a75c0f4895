"""Advice at the table: the value of each answer with its margin of error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
import numpy.typing

from printkit.errors import InputError
from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import FOOL, Card
from printkit.games.youscout.rules import DONE
from printkit.games.youscout.seeded_deal import card_index
from printkit.games.youscout.table import MOVE, STAY, Table
from printkit.lab.youscout.exact_odds import (
    ADVICE,
    ADVICE_FIELDS,
    BEST,
    BOARD,
    CHANCES,
    ENOUGH_EVIDENCE,
    EVIDENCE,
    GAMES,
    MOVES,
    ODDS,
    ONLY_MOVES,
    ONLY_STAYS,
    OUTCOMES,
    STAYS,
    TABLE,
    advise_games,
    make_odds_workspace,
)
from printkit.lab.youscout.play import (
    CHOICES,
    DRAWN,
    DRAWS,
    LEFT,
    PLANNED,
    RANDOM,
    SHOWN,
    START,
    TOKEN,
    PlayWorkspace,
    make_play_workspace,
    make_trace,
)
from printkit.lab.youscout.simulation import ADVISED_START_GAMES, EXACT_MINORS, board_codes, plan_of
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, Integers, kernel_rules, rules_of
from printkit.lab.youscout.turn import CLOCK
from printkit.solver.evaluation import TOO_CLOSE
from printkit.solver.statistics import always_valid

__all__ = ["Advice", "Advisor", "board_and_piles", "load_table"]


DRAWS_AFFORDED = 200_000
"""Draws in the games imagined for one answer, at most: some hundredths of a second."""

_DRAWS_A_PASS = 25


@dataclass(frozen=True, slots=True)
class Advice:
    """What both answers to a waiting sword are worth: odds of winning, played on by the rule of thumb.

    `games` were imagined for each answer, on the same decks; 0: the odds are exact, with optimal play. The 95 %
    `interval` of the gain holds however many were imagined. `certain` is whether the sign of the gain is
    beyond doubt: it is wrong once in a hundred times at most; otherwise the choice is too close to call.
    """

    moves: float
    stays: float
    games: int
    interval: tuple[float, float]
    certain: bool
    action: Action

    @property
    def gain(self) -> float:
        """How much better it is to move; negative where it is better to stay."""
        return self.moves - self.stays

    @property
    def verdict(self) -> str:
        """The better answer if that is certain, else that it is too close to call."""
        return self.action if self.certain else TOO_CLOSE


class Advisor:
    """Advises on one game, from the view alone; the same view gives the same advice. Used by one thread.

    `games` are imagined for each answer at most, `start_games` for each start; without `games` as many as
    take some hundredths of a second. With `exact` minors or fewer left in the last pass odds are exact (10 take
    a tenth of a second); `memory` of them are remembered, a power of two.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        games: int | None = None,
        start_games: int = ADVISED_START_GAMES,
        exact: int = EXACT_MINORS,
        memory: int = 1 << 16,
    ) -> None:
        self.game = game
        plan = plan_of(rules_of(game), "thumb")
        self._rules = kernel_rules(rules_of(game))
        self._room, self._other, self._book = (
            make_play_workspace(plan),
            make_play_workspace(plan),
            make_odds_workspace(plan, memory),
        )
        self._trace, self._no_board = make_trace(0), board_codes(())
        self._games, self._start_games, self._exact = games, start_games, exact

    def advise(self, view: str) -> Advice:
        """Advice on a position in which a sword waits; replacements after a move are not weighed."""
        table: Table = self.game.parse(view)
        load_table(table, self._room)
        _, found = self._ask(TABLE, games=self._games or _affordable(table))
        games, gain = int(found[GAMES]), float(found[MOVES] - found[STAYS])
        interval = _gain_interval(int(found[ONLY_MOVES]), int(found[ONLY_STAYS]), games)
        return Advice(
            moves=float(found[MOVES]),
            stays=float(found[STAYS]),
            games=games,
            interval=interval if games else (gain, gain),
            certain=bool(found[EVIDENCE] >= ENOUGH_EVIDENCE) if games else gain != 0,
            action=MOVE if found[ADVICE] else STAY,
        )

    def start(self, view: str) -> int:
        """The place where rollouts, played by the rule of thumb, are won most often."""
        load_table(self.game.parse(view), self._room)
        start, _ = self._ask(BOARD, ANY_PLACE, self._start_games)
        return start

    def outcomes(self, table: Table, stream: tuple[int, int], first: int, games: int) -> Integers:
        """Which of the rollouts `first` and on are won (1) by the rule of thumb from a table before a draw.

        Tables with the same talon and the same `stream` (two numbers) get the same cards.
        """
        load_table(table, self._room)
        rows = numpy.zeros((games, 1), numpy.int64)
        self._ask(OUTCOMES, stream[1], seed=stream[0], first=first, rows=rows)
        return rows[:, 0]

    def chances(self, table: Table, policy: str) -> float:
        """The exact odds of `random` or `best` play from a table before a draw, with few minors left."""
        load_table(table, self._room)
        _, found = self._ask(CHANCES, {"random": RANDOM, "best": BEST}[policy])
        return float(found[0])

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
        self._book.play_work.plan[:] = plan_of(rules_of(self.game), policy)
        cards = sum(1 << card_index(card) for card in deck)
        _, found = self._ask(ODDS, policies.get(policy, PLANNED), start, cards)
        self._book.play_work.plan[:] = self._room.plan
        return float(found[0])

    def _ask(
        self,
        question: int,
        one: int = 0,
        other: int = 0,
        deck: int = ALL_MINORS,
        games: int = 0,
        seed: int = 0,
        first: int = 0,
        rows: Integers | None = None,
    ) -> tuple[int, numpy.typing.NDArray[numpy.float64]]:
        found = numpy.zeros(ADVICE_FIELDS, numpy.float64)
        answer = advise_games(
            self._rules,
            self._room,
            self._other,
            self._book,
            self._no_board,
            numpy.array([question, one, other, games, self._exact, deck], numpy.int64),
            numpy.uint64(seed),
            first,
            numpy.zeros(1, numpy.int64),
            self._trace,
            found,
            numpy.zeros((0, 3), numpy.int64) if rows is None else rows,
        )
        return int(answer), found

    def player(self) -> Player:
        """A player who takes the advice, and replaces nothing."""

        def play(sight: Sight) -> Action:
            if DONE in sight.legal:
                return DONE
            if MOVE in sight.legal:
                return self.advise(sight.view).action
            return f"place {self.start(sight.view)}"

        return play


def _affordable(table: Table) -> int:
    """How many games may be imagined for each answer, by how many draws one lasts on average."""
    later = table.rules.terminals - table.terminals - 1
    return max(1, int(DRAWS_AFFORDED / (len(table.talon) / 2 + _DRAWS_A_PASS * later + 1)))


def _gain_interval(only_moves: int, only_stays: int, games: int) -> tuple[float, float]:
    """The 95 % interval of the gain: how often the answers differ, times how much more often moving wins then."""
    differing = only_moves + only_stays
    least, most = always_valid(differing, games, 0.025)
    low, high = always_valid(only_moves, differing, 0.025)
    low, high = 2 * low - 1, 2 * high - 1
    return low * (most if low < 0 else least), high * (most if high > 0 else least)


def board_and_piles(table: Table, board: Integers, piles: Integers, laid: Integers) -> None:
    """Write the board and all piles of a table of the readable engine into the arrays of a kernel."""
    board[:] = board_codes(table.board)
    piles[:], laid[:] = 0, 0
    for number, pile in enumerate(table.piles):
        for card in pile:
            index = card_index(card)
            piles[number] |= 1 << index
            laid[CLOCK] += 1
            laid[index] = laid[CLOCK]


def load_table(table: Table, play_work: PlayWorkspace) -> None:
    """Lay a table of the readable engine in a workspace: all it shows, and nothing else."""
    board_and_piles(table, play_work.board, play_work.piles, play_work.laid)
    talon = sorted(map(card_index, table.talon))
    play_work.talon[: len(talon)] = talon
    moment = play_work.moment
    moment[TOKEN], moment[LEFT], moment[SHOWN] = table.token, len(talon), table.terminals
    moment[DRAWN] = card_index(table.drawn) if table.drawn else 0
    # Only the side of the start counts, and the terminal determines it.
    moment[START] = PLACES[-1] if table.terminal == FOOL else PLACES[0]
    moment[DRAWS], moment[CHOICES] = 0, 0
