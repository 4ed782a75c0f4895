"""Evaluates each choice of a played game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy

from printkit.errors import WrongError
from printkit.games.core import CHANCE, PLAYER, UNFINISHED, Action
from printkit.games.game import Game
from printkit.games.record import Record, Step, replay
from printkit.games.youscout.cards import Card
from printkit.games.youscout.rules import DONE
from printkit.games.youscout.seeded_deal import Deal, card_index, read_deal
from printkit.games.youscout.table import Table
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.clairvoyant import PassOrder, Solver
from printkit.lab.youscout.exact_odds import ENOUGH_EVIDENCE
from printkit.lab.youscout.proofs import END, fate, stuck
from printkit.lab.youscout.replacing import Trial, best_row, race
from printkit.lab.youscout.simulation import EXACT_MINORS
from printkit.lab.youscout.tables import Integers, rules_of
from printkit.solver.evaluation import (
    GAMES,
    REPLACEMENT,
    START,
    SWORD,
    Answer,
    Choice,
    Deadlock,
    Interval,
    Judgement,
)
from printkit.solver.statistics import difference, wilson

__all__ = ["Answer", "Choice", "Deadlock", "Judgement", "judge_position", "judge_record"]

_MOST_PASSES = 100
"""Games of more passes are so long that fewer of them are imagined."""

_TRIED_OUT = 3
"""War replacements are tried in few games each, and this many of the best judged with those chosen."""

_ANSWERS_TRIED = 200_000


class _Moment(NamedTuple):
    """One choice as it came: its line, the table before it, the answer, and how many draws there were till then."""

    line: int
    table: Table
    action: Action
    drawn: int


def judge_record(game: Game[Any], record: Record, *, file: str = "", games: int = GAMES) -> Judgement:
    """What every choice in the record was worth to someone who could not see the talon, and what is proved.

    `games` are imagined for each answer, fixed beforehand (fewer where the terminal must come hundreds of times);
    the same record gives the same judgement. A header
    `deal` with the code of the deal that was played gives the order of every pass. Raises `IllegalAction` or
    `WrongError` where the play is not legal or not of that deal, `InputError` for other games.
    """
    rules_of(game)
    steps = list(replay(record, game, file))
    deal = _deal_of(record, game, steps, file)
    judge = _Judge(game, games, deal, list(_passes(game, steps)))
    moments = list(_moments(game, steps))
    outcome = (steps[-1].state if steps else game.start).outcome()
    decided_line, decided = judge.decided(steps)
    return Judgement(
        game=game.id,
        options=game.options,
        result=outcome.result if outcome else UNFINISHED,
        choices=tuple(map(judge.choice, moments)),
        deadlocks=tuple(_deadlocks(steps)),
        decided=decided,
        decided_line=decided_line,
    )


def judge_position(game: Game[Any], table: Table, games: int) -> Choice:
    """What every answer is worth at one table where the player is to choose; the first one stands for the chosen."""
    rules_of(game)
    judge = _Judge(game, games, None, [])
    return judge.choice(_Moment(0, table, table.legal()[0], 0))


def _actions(game: Game[Any], steps: Iterable[Step[Any]]) -> Iterable[tuple[int, Table, Action]]:
    """Every action with its line and the table before it."""
    state = game.start
    for step in steps:
        for action in step.actions:
            yield step.number, state, action
            state = state.apply(action)


def _moments(game: Game[Any], steps: Iterable[Step[Any]]) -> Iterable[_Moment]:
    drawn = 0
    for line, table, action in _actions(game, steps):
        if table.to_move() == PLAYER:
            yield _Moment(line, table, action, drawn)
        elif table.token:
            drawn = drawn + 1 if action != f"draw {table.terminal}" else 0


def _passes(game: Game[Any], steps: Iterable[Step[Any]]) -> Iterable[PassOrder]:
    """What the record shows of each pass."""
    drawn: list[Card] = []
    talon: frozenset[Card] = frozenset()
    for _, table, action in _actions(game, steps):
        if table.to_move() != CHANCE or not table.token:
            continue
        if not drawn:
            talon = frozenset(table.talon) - {table.terminal}
        if action == f"draw {table.terminal}":
            yield PassOrder(tuple(drawn), talon, True)
            drawn = []
        else:
            drawn.append(action.removeprefix("draw "))
    if drawn:
        yield PassOrder(tuple(drawn), talon, False)


def _deal_of(record: Record, game: Game[Any], steps: Sequence[Step[Any]], file: str) -> Deal | None:
    """The deal the record names, which must be the one played."""
    code = dict(record.headers).get("deal")
    if code is None:
        return None
    deal = read_deal(code)
    laid = 0
    for line, table, action in _actions(game, steps):
        if not table.token and action.startswith("lay "):
            right = f"lay {deal.laid()[laid]}"
            laid += 1
        elif table.to_move() == CHANCE:
            right = f"draw {deal.order(table.terminals, table.talon)[0]}"
        else:
            continue
        if action != right:
            raise WrongError(
                f"action {line}: {action!r} is not what deal {deal.code} holds here",
                file=file,
                hint=f"it is {right!r}; without a header 'deal' any order is right",
            )
    return deal


def _deadlocks(steps: Sequence[Step[Any]]) -> Iterable[Deadlock]:
    """Each row of lines on which the token is stuck, by its first."""
    last = ""
    for step in steps:
        until = stuck(step.state)
        if until and (until != last) and last != END:
            yield Deadlock(step.number, step.state.token, until)
        # A sword that waits changes nothing: the token was stuck or it was not.
        last = until


class _Judge:
    """Judges one game's choices, with all that is known of its chance draws."""

    def __init__(self, game: Game[Any], games: int, deal: Deal | None, passes: list[PassOrder]) -> None:
        self._advisor = Advisor(game)
        self._solver = Solver(game, budget=_ANSWERS_TRIED)
        self._games, self._deal, self._passes = games, deal, passes

    def choice(self, moment: _Moment) -> Choice:
        """One choice judged."""
        table = moment.table
        after = {action: table.apply(action) for action in self._weighed(moment)}
        exact = all(map(self._is_exact, after.values()))
        if exact:
            odds = {action: self._advisor.chances(each, "best") for action, each in after.items()}
            intervals = {action: (each, each) for action, each in odds.items()}
            gains = {action: (odds[action] - odds[moment.action],) * 2 for action in odds}
            rows = {}
        else:
            rows = {action: self._rows(moment, each) for action, each in after.items()}
            wins = {action: int(each.sum()) for action, each in rows.items()}
            odds = {action: each / self._games_for(table) for action, each in wins.items()}
            intervals = {action: wilson(each, self._games_for(table)) for action, each in wins.items()}
            gains = {action: _difference(each, rows[moment.action]) for action, each in rows.items()}
        best = max(odds, key=odds.__getitem__)
        others = [odds[action] for action in odds if action != best]
        return Choice(
            line=moment.line,
            kind=SWORD if table.drawn else REPLACEMENT if table.token else START,
            position=table.position(),
            answers=tuple(
                Answer(
                    action, odds[action], intervals[action], self._foreseen(moment, each), self._fate(each)
                )
                for action, each in after.items()
            ),
            chosen=moment.action,
            best=best,
            regret=odds[best] - odds[moment.action],
            regret_interval=_regret_interval(gains, moment.action),
            gain=odds[best] - max(others, default=odds[best]),
            certain=_certain(rows, best, moment.action) if rows else odds[best] > max(others, default=1.0),
            exact=exact,
            games=0 if exact else self._games_for(table),
            bounded=table.rules.replacements >= 1,
        )

    def decided(self, steps: Sequence[Step[Any]]) -> tuple[int | None, bool | None]:
        """The first line after which the result was proved, and what it was; None, None where it stayed open."""
        for step in steps:
            if step.state.to_move() is not None and (found := self._fate(step.state)) is not None:
                return step.number, found
        return None, None

    def _weighed(self, moment: _Moment) -> Sequence[Action]:
        """The answers to judge: all, or of many replacements the most promising."""
        legal = moment.table.legal()
        if DONE not in legal:
            return legal
        led_to = {moment.table.apply(action).piles: action for action in legal if action != DONE}
        tables = [moment.table.apply(action) for action in led_to.values()]
        promising = [led_to[each.piles] for each in race(tables, self._trial(moment), _TRIED_OUT)]
        return [action for action in legal if action in {DONE, moment.action, *promising}]

    def _rows(self, moment: _Moment, after: Table) -> Integers:
        """Which rollouts are won after an answer: all answers to one question get the same random numbers.

        Where cards may be replaced, they are: by the best row found, in other games than those that judge it.
        """
        settled = best_row(after, self._trial(moment)).table if DONE in after.legal() else after
        return self._advisor.outcomes(settled, _stream(moment.table), 0, self._games_for(moment.table))

    def _trial(self, moment: _Moment) -> Trial:
        """Rollouts beyond those that judge, and an eighth of them at most."""
        judged, stream = self._games_for(moment.table), _stream(moment.table)
        most = max(1, judged // 8)
        return lambda table, first, games: int(
            self._advisor.outcomes(table, stream, judged + first, min(games, most)).sum()
        )

    def _games_for(self, table: Table) -> int:
        """Fewer games than requested where each of them is very long; the same number for all answers."""
        passes = table.rules.terminals - table.terminals
        return max(1, self._games * min(_MOST_PASSES, passes) // passes)

    def _is_exact(self, table: Table) -> bool:
        last = table.terminals + 1 == table.rules.terminals
        return (
            last
            and table.to_move() == CHANCE
            and table.rules.replacements < 1
            and len(table.talon) <= EXACT_MINORS + 1
        )

    def _fate(self, table: Table) -> bool | None:
        found = fate(table)
        if found is not None or not table.token or not self._is_exact(table):
            return found
        # Odds of random play are 0 or 1 only if the result is certain.
        return {0.0: False, 1.0: True}.get(self._advisor.chances(table, "random"))

    def _foreseen(self, moment: _Moment, after: Table) -> bool | None:
        if self._deal is not None:
            return self._solver.foresee(after, self._deal)
        now, *later = self._passes[moment.table.terminals :] or [PassOrder((), frozenset(), False)]
        return self._solver.foresee(after, [now._replace(drawn=now.drawn[moment.drawn :]), *later])


def _stream(table: Table) -> tuple[int, int]:
    """Two numbers that distinguish questions: what is unseen, and the card or place it is asked of."""
    talon = sum(1 << card_index(card) for card in table.talon)
    return talon or _board_number(table), card_index(table.drawn) if table.drawn else table.token


def _board_number(table: Table) -> int:
    """A number that only distinguishes boards."""
    number = 0
    for code in table.board:
        number = number * 44 + 2 * int(code.removesuffix("r")) + code.endswith("r")
    return number


def _difference(first: Integers, second: Integers) -> Interval:
    only_first, only_second = int((first > second).sum()), int((first < second).sum())
    return difference(only_first, only_second, len(first))


def _regret_interval(gains: dict[Action, Interval], chosen: Action) -> Interval:
    lows, highs = zip(*(each for action, each in gains.items() if action != chosen), (0.0, 0.0), strict=True)
    return max(0.0, *lows), max(0.0, *highs)


def _certain(rows: dict[Action, Integers], best: Action, chosen: Action) -> bool:
    """Whether the best answer is certified to be better than the chosen one, or if it is that, than each other."""
    others = [action for action in rows if action != best]
    enough = ENOUGH_EVIDENCE * len(others)
    worse = others if chosen == best else [chosen]
    return bool(others) and all(evidence(rows[best], rows[each]) >= enough for each in worse)


def evidence(first: Integers, second: Integers) -> float:
    """That the first is better: the most a player had while it led, who bets on which alone wins the next pair.

    Against equal odds a stake is multiplied so often with a probability of one in this many at most, whenever
    one looks (Ville's inequality); the stake follows the pairs so far (Laplace's rule).
    """
    pairs = (first - second)[first != second]
    heads = numpy.cumsum(pairs > 0)
    count = numpy.arange(1, len(pairs) + 1)
    stakes = 2.0 * numpy.where(pairs > 0, heads, count - heads) / (count + 1)
    with numpy.errstate(over="ignore"):
        won = numpy.cumprod(stakes)
    return float(won[2 * heads > count].max(initial=0.0))
