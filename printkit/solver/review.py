"""A game that was played, looked at again from one seat: what each moment was worth, and what its choices changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum, sqrt
from random import Random
from typing import Any, NamedTuple

from printkit.games.core import CHANCE, PLAYER, WIN, Action, Seat
from printkit.games.find import loaded_entry
from printkit.games.game import Game, winners_of
from printkit.games.players import sight_of
from printkit.solver.evaluation import worth_trying
from printkit.solver.players import Policy, Stop, greedily
from printkit.solver.seats import seated, telling_players
from printkit.solver.statistics import Z_95, wilson

__all__ = [
    "MATTERING", "Looked", "Play", "Share", "Weighed", "Worth", "counts_wins",
    "followed", "horizon_of", "looked_on", "mattering", "mover_kind", "played_of", "shares", "steps_of", "worths_of",
]  # fmt: skip

_HORIZON, _SHORT = 60, 16
"""A game whose unfinished states have a worth is played on for so many actions at most, fewer where it also estimates
each action: its moves are many.
"""

MATTERING = 3
"""So many decisions are named."""

# Games from each moment, one batch after the other: together 8, 32, 128 and 512.
_BATCHES = (8, 24, 96, 384)
# Actions of imagined games spent on a choice, and the fewest and most games that are.
_PLIES, _FEWEST, _MOST = 4_000, 4, 64
# Of the decisions that seem to matter most so many are compared once more, in so many other games.
_AGAIN, _GAMES_AGAIN = 6, 128
_KINDS = (CHANCE, "own", "others")
_THUMB = "thumb"


class Play(NamedTuple):
    """What was played, and the seat it is looked at from.

    `moments` are after how many actions something was open: the start, each choice and each chance, and the end.
    `choices` are where the seat had more than one action.
    """

    game: Game[Any]
    states: tuple[Any, ...]
    actions: tuple[Action, ...]
    seat: Seat
    moments: tuple[int, ...]
    choices: tuple[int, ...]


class Sums(NamedTuple):
    """Observations added up."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def with_more(self, values: Iterable[float]) -> Sums:
        """Some observations more."""
        row = list(values)
        return Sums(
            self.games + len(row), self.total + fsum(row), self.squares + fsum(each * each for each in row)
        )

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.games

    @property
    def error(self) -> float:
        """The ± of the mean at 95 %: Wilson's where all are 0 or 1, for of few games all may end alike by luck."""
        if self.total == self.squares and 0 <= self.total <= self.games:
            low, high = wilson(self.total, self.games)
            return max(high - self.mean, self.mean - low)
        spread = max(0.0, self.squares - self.total * self.mean) / max(1, self.games - 1)
        return Z_95 * sqrt(spread / self.games)


class Worth(NamedTuple):
    """What a moment was worth to the seat, ± at 95 %, in so many games.

    Where it `counts_wins` that is the chance to win, else the points beyond the mean of all seats at the stage's end.
    """

    at: int
    value: float
    error: float
    games: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision: what was taken beside the best other action, in the same imagined games.

    `value` and `other_value` are what they were worth, `by` how much more the taken one was: below 0 it gave that much
    away. `error` is that of `by` at 95 %. For 0 games none were imagined: the game's own estimate or a proof judged.
    """

    at: int
    seat: Seat
    taken: Action
    other: Action
    value: float
    other_value: float
    by: float
    error: float
    games: int

    @property
    def certain(self) -> bool:
        """Whether one of the two is better by more than the error."""
        return abs(self.by) > self.error


@dataclass(frozen=True, slots=True)
class Looked:
    """How far the look has come: the games from each moment, the decisions, and how many of them and of the rest."""

    worths: tuple[Sums, ...] = ()
    weighed: tuple[Weighed, ...] = ()
    again: int = 0
    refined: int = 0

    @property
    def steps(self) -> int:
        """How many steps were done."""
        return len(self.worths) + len(self.weighed) + self.again + self.refined


class Share(NamedTuple):
    """How much of the change came from chance, from the seat's own choices, or from the others; ± at 95 %."""

    kind: str
    value: float
    error: float


def played_of(game: Game[Any], actions: Sequence[Action], seat: Seat) -> Play:
    """These legal actions from the start of a game, as `seat` looks at them again."""
    states = [game.start]
    for action in actions:
        states.append(states[-1].after(action))
    moments, at = [], 0
    for line in game.fold(actions):
        if _open(states[at]):
            moments.append(at)
        at += len(game.expand(line))
    choices = [
        at for at, state in enumerate(states[:-1]) if state.to_move() == seat and len(state.legal()) > 1
    ]
    return Play(game, tuple(states), tuple(actions), seat, (*moments, len(actions)), tuple(choices))


def _open(state: Any) -> bool:
    """Whether more than one thing may come."""
    return state.to_move() == CHANCE or len(state.legal()) > 1


# ── step by step ─────────────────────────────────────────────────────────────────────────────────────────────────────


def steps_of(play: Play) -> int:
    """How many steps a whole look has."""
    moments, choices = len(play.moments), len(play.choices)
    return moments * len(_BATCHES) + choices + min(_again(play), choices)


def looked_on(play: Play, looked: Looked, stop: Stop) -> Looked:
    """The look some steps further, until `stop` or all is done: first each moment in few games, then each choice, then
    the decisions that matter once more, then each moment in more games. The same steps find the same.
    """
    policy = _follower(play.game)
    while looked.steps < steps_of(play):
        looked = _step(play, looked, policy)
        if stop():
            break
    return looked


def _step(play: Play, looked: Looked, policy: Policy) -> Looked:
    moments = len(play.moments)
    if len(looked.worths) < moments:
        return replace(
            looked, worths=(*looked.worths, Sums().with_more(_sampled(play, len(looked.worths), 0, policy)))
        )
    if len(looked.weighed) < len(play.choices):
        at = play.choices[len(looked.weighed)]
        return replace(looked, weighed=(*looked.weighed, _weighed(play, at, policy)))
    if looked.again < min(_again(play), len(looked.weighed)):
        return _looked_again(play, looked, policy)
    batch, which = divmod(looked.refined, moments)
    more = looked.worths[which].with_more(_sampled(play, which, batch + 1, policy))
    worths = (*looked.worths[:which], more, *looked.worths[which + 1 :])
    return replace(looked, worths=worths, refined=looked.refined + 1)


def _again(play: Play) -> int:
    return 0 if play.game.module.values else _AGAIN


def followed(game: Game[Any]) -> str:
    """Who plays on in imagined games: the game's own rule of thumb (`thumb`), or what is best at once (`greedy`)."""
    return "greedy" if game.module.worth or _THUMB not in telling_players(game.id) else _THUMB


def _follower(game: Game[Any]) -> Policy:
    if followed(game) != _THUMB:
        return greedily
    player = seated(game, _THUMB, Random(0))
    return lambda game, state, rng: player(sight_of(game, state, state.to_move()))


# ── what a moment is worth ───────────────────────────────────────────────────────────────────────────────────────────


def _sampled(play: Play, which: int, batch: int, policy: Policy) -> list[float]:
    """What the games of a batch from a moment came to; the end is known."""
    at = play.moments[which]
    state = play.states[at]
    if at == len(play.actions):
        return [_value(play.game, state, play.seat)]
    rng = Random((batch + 1) * 1_000_003 + at)
    return [
        _value(play.game, _played_on(play.game, state.determinize(play.seat, rng), policy, rng)[0], play.seat)
        for _ in range(_BATCHES[batch])
    ]


def _played_on(game: Game[Any], state: Any, policy: Policy, rng: Random) -> tuple[Any, int]:
    """The state at the end of the stage or at the horizon, and after how many actions."""
    stage, most, whole = state.stage(), horizon_of(game), counts_wins(game)
    for ply in range(most):
        seat = state.to_move()
        if seat is None or (state.stage() != stage and not whole):
            return state, ply
        state = state.after(state.sample(rng) if seat == CHANCE else policy(game, state, rng))
    return state, most


def counts_wins(game: Game[Any]) -> bool:
    """Whether a moment is worth the chance to win: in a game for one that is played to its end."""
    return game.seats == (PLAYER,) and WIN in game.results and game.module.worth is None


def horizon_of(game: Game[Any]) -> int:
    """For how many actions a game is played on at most."""
    if not game.module.worth:
        return game.module.ply_limit
    return _SHORT if game.module.values else _HORIZON


def _value(game: Game[Any], state: Any, seat: Seat) -> float:
    """What a state is worth to a seat: beyond the mean of all where there are several."""
    if counts_wins(game):
        return float(winners_of(game, state.outcome()) != ())
    own = game.worth(state, seat)
    if len(game.seats) == 1:
        return own
    return own - sum(game.worth(state, each) for each in game.seats) / len(game.seats)


def worths_of(play: Play, looked: Looked) -> tuple[Worth, ...]:
    """What each moment was worth that was looked at; the end is known."""
    return tuple(
        Worth(at, sums.mean, 0.0 if at == len(play.actions) else sums.error, sums.games)
        for at, sums in zip(play.moments, looked.worths, strict=False)
    )


def shares(play: Play, worths: Sequence[Worth]) -> tuple[Share, ...]:
    """What chance, the seat's own choices and the others added: together the way from the first value to the last."""
    sums = dict.fromkeys(_KINDS, 0.0)
    weights: dict[str, list[float]] = {kind: [0.0] * len(worths) for kind in _KINDS}
    for number, (before, after) in enumerate(pairwise(worths)):
        kind = mover_kind(play, before.at)
        sums[kind] += after.value - before.value
        weights[kind][number] -= 1
        weights[kind][number + 1] += 1
    return tuple(
        Share(
            kind,
            sums[kind],
            sqrt(sum((w * each.error) ** 2 for w, each in zip(weights[kind], worths, strict=True))),
        )
        for kind in _KINDS
    )


def mover_kind(play: Play, at: int) -> str:
    """Whose the moment was: that of chance, one's own, or the others'."""
    mover = play.states[at].to_move()
    return CHANCE if mover == CHANCE else "own" if mover == play.seat else "others"


# ── what a choice changed ────────────────────────────────────────────────────────────────────────────────────────────


def _weighed(play: Play, at: int, policy: Policy) -> Weighed:
    """A choice of the seat, each action tried in the same few games; of many the most promising ones."""
    game, state, taken = play.game, play.states[at], play.actions[at]
    if game.module.values:
        values = loaded_entry(game.module.values)(state)
        other = max((each for each in values if each != taken), key=lambda each: values[each])
        by = values[taken] - values[other]
        return Weighed(at, play.seat, taken, other, values[taken], values[other], by, 0.0, 0)
    legal = worth_trying(game, state, taken)
    won = _tried(play, at, legal, Random(at), policy, _MOST)
    means = {action: sum(values) / len(values) for action, values in won.items()}
    other = max((each for each in legal if each != taken), key=lambda each: means[each])
    return _compared(play, at, (taken, other), won)


def _looked_again(play: Play, looked: Looked, policy: Policy) -> Looked:
    """The next of the decisions that seem to matter, in other games: the largest of many differences looks too large.

    Decisions compared once more keep their place in the order of the first look.
    """
    ranked = sorted(range(len(looked.weighed)), key=lambda each: -abs(looked.weighed[each].by))
    fresh = [each for each in ranked if looked.weighed[each].games <= _MOST]
    which = fresh[0]
    first = looked.weighed[which]
    pair = (first.taken, first.other)
    won = _tried(play, first.at, pair, Random(-1 - first.at), policy, _GAMES_AGAIN)
    weighed = (*looked.weighed[:which], _compared(play, first.at, pair, won), *looked.weighed[which + 1 :])
    return replace(looked, weighed=weighed, again=looked.again + 1)


def _tried(
    play: Play, at: int, legal: Sequence[Action], rng: Random, policy: Policy, games: int
) -> dict[Action, list[float]]:
    """What each action brings the seat in the same imagined games: so many, or fewer where they are long."""
    game, state = play.game, play.states[at]
    won: dict[Action, list[float]] = {action: [] for action in legal}
    plies = 0
    for number in range(games):
        if games == _MOST and number >= _FEWEST and plies > _PLIES:
            break
        world = state.determinize(play.seat, rng)
        for action in legal:
            end, longer = _played_on(game, world.after(action), policy, rng)
            won[action].append(_value(game, end, play.seat))
            plies += longer
    return won


def _compared(play: Play, at: int, pair: tuple[Action, Action], won: dict[Action, list[float]]) -> Weighed:
    taken, other = (won[action] for action in pair)
    by = Sums().with_more(one - two for one, two in zip(taken, other, strict=True))
    value, other_value = (sum(each) / len(each) for each in (taken, other))
    return Weighed(at, play.seat, *pair, value, other_value, by.mean, by.error, len(taken))


def mattering(weighed: Sequence[Weighed], most: int = MATTERING) -> tuple[Weighed, ...]:
    """The decisions that mattered most, first the ones that are certain, each by what lay between its two actions."""
    return tuple(sorted(weighed, key=lambda each: (not each.certain, -abs(each.by), each.at))[:most])
