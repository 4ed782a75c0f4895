"""獣裁, the simplest game of throwing sticks, and 連撃獣裁, in which one may throw again and lose all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import comb, fsum
from operator import mul
from typing import Any, Literal, Self

from printkit.games.actions import Actions, Words
from printkit.games.core import SEATS, Action, Option, Outcome, Seat, choice, count
from printkit.games.game import PLACES, GameModule
from printkit.games.narration import Pair, Sentence
from printkit.games.state import agreed, aside, by_seat, numbered
from printkit.games.throwing_sticks.narration import narration, percent, standings, thrown
from printkit.games.throwing_sticks.printed import PROOF
from printkit.games.toolkit.cards import setat
from printkit.games.toolkit.stakes import most_points
from printkit.games.toolkit.turns import CAST, FIRST, OVER, Thrown, casts
from printkit.games.zones import Item, Table, Zone, signed

__all__ = ["GAME", "Pot", "keeping", "leading", "pot_odds", "stick_game", "throwing"]

_BUST = 1
"""A throw after the first that shows so few dark sides loses the total (niek-kut-saup-xy §1.3)."""
_ENOUGH = 40
"""From this total on nobody throws again when chances are reckoned: nobody gains by it."""
_STILL = 1e-12
"""Chances that move by less from one round of reckoning to the next have settled."""


@dataclass(frozen=True, kw_only=True)
class Pot(Thrown):
    """A moment of 獣裁.

    `pot` is what was staked in this round by those `inside`; `totals` is what each has thrown, -1 before its turn. With
    `again` the seat on turn has thrown before. `leader` begins the round.
    """

    chained: bool = agreed(False)
    rounds: int = agreed(1)
    phase: Literal["first", "stake", "cast", "choose", "over"] = aside("first")
    leader: int = aside(0)
    round: int = numbered(0)
    pot: int = 0
    again: bool = aside(False)
    points: tuple[int, ...] = aside(for_each=True)
    inside: tuple[bool, ...] = by_seat()
    totals: tuple[int, ...] = by_seat()

    @property
    def players(self) -> int:
        return len(self.points)

    def legal(self) -> tuple[Action, ...]:
        if self.phase in (FIRST, CAST):
            return tuple(action for action, _ in self.chances())
        return {"stake": ("stake",), "choose": ("again", "keep"), OVER: ()}[self.phase]

    def after(self, action: Action) -> Self:
        word, *more = action.split()
        if word == "first":
            leader = SEATS.index(more[0])
            return self.changed(phase="stake", leader=leader, turn=leader)
        if word == "stake":
            points = setat(self.points, self.turn, self.points[self.turn] - 1)
            return self._next(CAST, points=points, pot=self.pot + 1)
        if word == "cast":
            return self._cast(int(more[0]))
        return self.changed(phase=CAST, again=True) if word == "again" else self._next("compare")

    def _cast(self, dark: int) -> Self:
        bust = self.again and dark <= _BUST
        total = 0 if bust else max(0, self.totals[self.turn]) + dark
        totals = setat(self.totals, self.turn, total)
        if self.chained and not bust:
            return self.changed(totals=totals, phase="choose")
        return self._next("compare", totals=totals)

    def _next(self, then: str, **values: Any) -> Self:
        """The next seat does the same; behind the last one comes what is next. Other fields change too."""
        order = [at for at in self.order(self.leader) if self.inside[at]]
        following = order[order.index(self.turn) + 1 :]
        if following:
            phase = "stake" if then == CAST else CAST
            return self.changed(turn=following[0], again=False, phase=phase, **values)
        if then == CAST:
            return self.changed(turn=order[0], again=False, phase=CAST, **values)
        return self.changed(**values)._compared()

    def _compared(self) -> Self:
        """The highest total takes all; those who share it stake and throw again (saup-xy §1.3, §1.4)."""
        best = [total == max(self.totals) for total in self.totals]
        fresh = {"totals": (-1,) * self.players, "again": False}
        if sum(best) > 1:
            first = next(at for at in self.order(self.leader) if best[at])
            return self.changed(inside=tuple(best), turn=first, phase="stake", **fresh)
        winner = best.index(True)
        points = setat(self.points, winner, self.points[winner] + self.pot)
        leader = self.behind(self.leader)
        over = self.round + 1 == self.rounds
        return self.changed(
            points=points,
            pot=0,
            inside=(True,) * self.players,
            round=self.round + (not over),
            leader=leader,
            turn=leader,
            phase=OVER if over else "stake",
            **fresh,
        )

    def table(self, seat: Seat) -> Table:
        """The pot, and the totals of those who are in: a gap before they have thrown."""
        plain = super().table(seat)
        totals = tuple(
            Item(f"{SEATS[at]} {total if total >= 0 else '–'}")
            for at, total in enumerate(self.totals)
            if self.inside[at]
        )
        rest = tuple(zone for zone in plain.zones if zone.name not in ("totals", "inside"))
        return replace(plain, zones=(*rest, Zone("totals", "track", totals)))

    def outcome(self) -> Outcome | None:
        return most_points(self.points, cause="rounds") if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))

    def stage(self) -> int:
        return self.round

    def problem(self) -> str:
        if not 0 <= self.round < self.rounds:
            return "there is no such round"
        waiting = self.phase in ("stake", CAST, "choose")
        return "that seat is not in" if waiting and not self.inside[self.turn] else ""


@lru_cache
def pot_odds(players: int) -> tuple[float, ...]:
    """The chance of each seat of 連撃獣裁, in order, to win the pot if everybody plays to win it.

    Those who tie stake again and play on in the same order (niek-kut-saup-xy §1.4): the chances are what they are
    repeated for, found by repeating the play until nothing moves.
    """
    if players == 1:
        return (1.0,)
    odds = (1 / players,) * players
    while True:
        better = _Chain({**{few: pot_odds(few) for few in range(1, players)}, players: odds}).coming(
            -1, 0, players
        )
        if max(abs(new - old) for new, old in zip(better, odds, strict=True)) < _STILL:
            return better
        odds = better


class _Chain:
    """Turn after turn of a pot: chances of the holders of the best total, then of the seat on turn and those behind.

    `ties` has the chances of so many that tie. A total of 0 after a loss still wins or ties if nobody has more.
    """

    def __init__(self, ties: Mapping[int, tuple[float, ...]]) -> None:
        self._ties, self._players = ties, max(ties)
        self._odds = [float(odds) for _, odds in casts(Pot.sticks)]
        self.coming = cache(self._coming)
        self.throwing = cache(self._throwing)
        self.choosing = cache(self._choosing)

    def _coming(self, best: int, holders: int, later: int) -> tuple[float, ...]:
        """Before the next of so many seats has its turn."""
        if holders + later < self._players:
            # Who is behind is out: what is left goes as among so many.
            return _chain(holders + later).coming(best, holders, later)
        return self.throwing(0, best, holders, later - 1, True) if later else self._ties[holders]

    def _throwing(
        self, total: int, best: int, holders: int, later: int, first: bool = False
    ) -> tuple[float, ...]:
        chances = (
            self.keeping(0, best, holders, later)
            if dark <= _BUST and not first
            else self.choosing(total + dark, best, holders, later)
            for dark in range(len(self._odds))
        )
        return tuple(fsum(map(mul, self._odds, each)) for each in zip(*chances, strict=True))

    def _choosing(self, total: int, best: int, holders: int, later: int) -> tuple[float, ...]:
        kept = self.keeping(total, best, holders, later)
        if total >= _ENOUGH:
            return kept
        again = self.throwing(total, best, holders, later)
        return again if again[holders] > kept[holders] else kept

    def keeping(self, total: int, best: int, holders: int, later: int) -> tuple[float, ...]:
        if total > best:
            return (0.0,) * holders + self.coming(total, 1, later)
        if total == best:
            return self.coming(best, holders + 1, later)
        chances = self.coming(best, holders, later)
        return (*chances[:holders], 0.0, *chances[holders:])


@lru_cache
def _chain(players: int) -> _Chain:
    return _Chain({few: pot_odds(few) for few in range(1, players + 1)})


def throwing(total: int, best: int, holders: int, later: int, first: bool = False) -> float:
    """The chance to win of a seat of 連撃獣裁 that throws, with so many on the best total and seats behind it."""
    return _chain(holders + 1 + later).throwing(total, best, holders, later, first)[holders]


def keeping(total: int, best: int, holders: int, later: int) -> float:
    """The chance to win with this total, if everybody behind plays to win."""
    return _chain(holders + 1 + later).keeping(total, best, holders, later)[holders]


def worth(state: Pot, seat: Seat) -> float:
    """The points, and the part of the pot to be expected if everybody plays to win."""
    at = state.index(seat)
    points = float(state.points[at])
    if not state.pot or not state.inside[at]:
        return points
    order = [each for each in state.order(state.leader) if state.inside[each]]
    if not state.chained:
        return points + state.pot / len(order)
    if state.phase == "stake":
        return points + state.pot * pot_odds(len(order))[order.index(at)]
    done, later = order[: order.index(state.turn)], order[order.index(state.turn) + 1 :]
    best = max((state.totals[each] for each in done), default=-1)
    holders = [each for each in done if state.totals[each] == best]
    chain = _chain(len(holders) + 1 + len(later))
    now = (max(0, state.totals[state.turn]), best, len(holders), len(later))
    odds = chain.choosing(*now) if state.phase == "choose" else chain.throwing(*now, not state.again)
    return points + state.pot * dict(zip((*holders, state.turn, *later), odds, strict=True)).get(at, 0.0)


def leading(total: int, holders: int, later: int) -> float:
    """The chance of each of so many seats that lead with this total to win 獣裁; seats that tie share it evenly."""
    odds = [float(each) for _, each in casts(Pot.sticks)]
    below, equal = fsum(odds[:total]), odds[total]
    return fsum(
        comb(later, ties) * equal**ties * below ** (later - ties) / (holders + ties)
        for ties in range(later + 1)
    )


def _starts(pair: Pair, part: Sequence[Pair]) -> bool:
    """Stakes begin a frame; with them stand all throws for this pot or, where one may throw again, a turn."""
    staking = [each.before.phase in (FIRST, "stake") for each in (part[-1], pair)]
    turn = pair.before.chained and pair.before.turn != part[-1].before.turn
    return not staking[0] and (staking[1] or turn)


def _on_table(part: Sequence[Pair]) -> tuple[Zone, ...]:
    """The throws of a frame, the pot they are for, and what everybody has: points or, where these count, totals."""
    before, after = part[-1].before, part[-1].step.state
    pot = Zone("pot", "tokens", (Item("stick-1"),) * max(before.pot, after.pot))
    if not before.chained:
        return (*_thrown(part), pot, *standings("points", [signed(points) for points in after.points]))
    # Whoever compares begins anew: these totals are what was compared.
    compared = after.phase in ("stake", OVER)
    totals = list(before.totals if compared else after.totals)
    if compared and part[-1].words[0] == CAST:
        totals[before.turn] = 0
    return (*_thrown(part), pot, *standings("totals", [f"{each}" if each >= 0 else "–" for each in totals]))


def _thrown(part: Sequence[Pair]) -> Iterator[Zone]:
    """The throws of a frame, and behind each how often it wins; or what throwing again and keeping win.

    What the seat chose comes first.
    """
    for pair in part:
        before, (word, *_) = pair.before, pair.words
        best, holders, later = _so_far(before)
        odds: dict[str, float] = {}
        if word == CAST:
            yield from thrown((pair,))
            total = int(pair.words[1])
            if not before.chained and total >= best and later:
                odds = {"leads": leading(total, 1 + holders * (total == best), later)}
        elif word in ("again", "keep"):
            now = (before.totals[before.turn], best, holders, later)
            both = {"keep": keeping(*now), "again": throwing(*now)}
            odds = {word: both.pop(word), **both}
        for name, share in odds.items():
            yield Zone(name, "gauge", (Item(percent(share)),), SEATS[before.turn], columns=100)


def _so_far(state: Pot) -> tuple[int, int, int]:
    """The most that anybody has before the turn of a seat, how many have it, and how many come after that seat."""
    order = [each for each in state.order(state.leader) if state.inside[each]]
    others = [state.totals[each] for each in order[: order.index(state.turn)]] if state.turn in order else []
    best = max(others, default=-1)
    return best, others.count(best), len(order) - len(others) - 1


def _reveal(pair: Pair) -> Iterator[Sentence]:
    """What was thrown, how good it is, and whether its seat threw again or kept it."""
    before, after, (word, *_) = pair.before, pair.step.state, pair.words
    at = before.turn
    seat = SEATS[at]
    best = _so_far(before)[0]
    if word == "stake" and after.phase == CAST:
        yield Sentence("saup-xy.stakes", {"seat": SEATS[after.turn], "number": str(after.pot)})
    elif word == "cast" and not before.chained:
        yield Sentence("saup-xy.threw", {"seat": seat, "number": pair.words[1]})
        total = int(pair.words[1])
        if total < best:
            yield Sentence("saup-xy.behind", {"number": str(best)})
    elif word == "cast":
        total = max(0, before.totals[at]) + int(pair.words[1])
        bust = before.again and int(pair.words[1]) <= _BUST
        key = "saup-xy.bust" if bust else "saup-xy.total" if before.again else "saup-xy.threw"
        yield Sentence(key, {"seat": seat, "number": pair.words[1], "total": str(total)})
    elif word in ("again", "keep"):
        yield Sentence(f"saup-xy.{word}", {"seat": seat, "total": str(before.totals[at])})
    if before.pot and not after.pot:
        winner = max(range(before.players), key=lambda each: after.points[each] - before.points[each])
        yield Sentence("saup-xy.wins", {"seat": SEATS[winner], "number": str(before.pot)})
    elif before.phase != "stake" and after.phase == "stake" and before.pot:
        yield Sentence("saup-xy.tie", {"seats": tuple(SEATS[e] for e, ins in enumerate(after.inside) if ins)})


def _actions(start: Pot) -> Actions:
    return Actions(Words(("stake", "again", "keep") if start.chained else ("stake",)), start.luck())


def stick_game(
    id: str, names: Mapping[str, str], *, chained: bool, thumbs: str = "", more: tuple[Option, ...] = ()
) -> GameModule[Pot]:
    """獣裁 or, chained, 連撃獣裁."""

    def start(chosen: Mapping[str, str], cards: Any) -> Pot:
        players = int(chosen["players"])
        return Pot(
            chained=chained,
            rounds=int(chosen["rounds"]),
            points=(0,) * players,
            inside=(True,) * players,
            totals=(-1,) * players,
        )

    return GameModule(
        id=id,
        names=names,
        start=start,
        seats=lambda chosen: SEATS[: int(chosen["players"])],
        seats_option="players",
        options=(
            choice("players", "how many play (saup-xy §1.1)", "3", "2", "4", "5", "6"),
            count("rounds", 4, "how often the pot is played for (saup-xy §1.1)", least=1),
            *more,
        ),
        worth=worth,
        actions=_actions,
        thumbs=thumbs,
        levels={"beginner": "greedy~2", "easy": "greedy~0.8", "medium": "greedy~0.2", "strong": "greedy"},
        narration=narration("turn", _starts, _reveal, (), _on_table, gains=chained),
        census=PLACES,
        proof=PROOF,
    )


GAME = stick_game("saup-xy", {"en": "Saup xy", "ja": "獣裁"}, chained=False)
