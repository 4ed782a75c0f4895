"""獣裁, the simplest game of throwing sticks, and 連撃獣裁, in which one may throw again and lose all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Any, Literal, Self

from printkit.games.census import PLACES
from printkit.games.core import SEATS, Action, Option, Outcome, Seat, choice, count
from printkit.games.game import GameModule
from printkit.games.narration import Pair, Sentence
from printkit.games.state import agreed, aside, by_seat
from printkit.games.table import Item, Table, Zone
from printkit.games.throwing_sticks.narration import narration, percent
from printkit.games.throwing_sticks.printed import PROOF
from printkit.games.toolkit.cards import setat
from printkit.games.toolkit.casts import casts
from printkit.games.toolkit.endings import most_points
from printkit.games.toolkit.turns import CAST, FIRST, OVER, Thrown

__all__ = ["GAME", "Pot", "choosing", "holding", "keeping", "leading", "stick_game", "throwing"]

_BUST = 1
"""A throw after the first that shows so few dark sides loses the total (niek-kut-saup-xy §1.3)."""
_ENOUGH = 40
"""From this total on nobody throws again when chances are reckoned: nobody gains by it."""


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
    round: int = 0
    pot: int = 0
    again: bool = aside(False)
    points: tuple[int, ...] = aside(for_each=True)
    inside: tuple[bool, ...] = by_seat()
    totals: tuple[int, ...] = by_seat()

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
            return self.changed(points=points, pot=self.pot + 1)._next(CAST)
        if word == "cast":
            return self._cast(int(more[0]))
        return self.changed(phase=CAST, again=True) if word == "again" else self._next("compare")

    def _cast(self, dark: int) -> Self:
        bust = self.again and dark <= _BUST
        total = 0 if bust else max(0, self.totals[self.turn]) + dark
        state = self.changed(totals=setat(self.totals, self.turn, total))
        return state._next("compare") if bust or not self.chained else state.changed(phase="choose")

    def _next(self, then: str) -> Self:
        """The next seat does the same; behind the last one comes what is next."""
        first = next(at for at in self.order(self.leader) if self.inside[at])
        order = [at for at in self.order(first) if self.inside[at]]
        following = order[order.index(self.turn) + 1 :]
        if following:
            return self.changed(turn=following[0], again=False, phase="stake" if then == CAST else CAST)
        if then == CAST:
            return self.changed(turn=first, again=False, phase=CAST)
        return self._compared()

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
        return most_points(self.points) if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))

    def stage(self) -> int:
        return self.round

    def problem(self) -> str:
        if not 0 <= self.round < self.rounds:
            return "there is no such round"
        waiting = self.phase in ("stake", CAST, "choose")
        return "that seat is not in" if waiting and not self.inside[self.turn] else ""


@lru_cache(maxsize=20_000)
def throwing(total: int, best: int, later: int, first: bool = False) -> float:
    """The chance to win of a seat of 連撃獣裁 that throws, against the best total so far, with seats behind it."""
    return sum(
        float(odds) * choosing(total + dark, best, later)
        for dark, (_, odds) in enumerate(casts(5))
        if first or dark > _BUST
    )


@lru_cache(maxsize=20_000)
def choosing(total: int, best: int, later: int) -> float:
    """The chance to win of a seat that has this total, if everybody plays to win; a tie counts half."""
    again = throwing(total, best, later) if total < _ENOUGH else 0.0
    return max(keeping(total, best, later), again)


def keeping(total: int, best: int, later: int) -> float:
    """The chance to win with this total."""
    if total < best:
        return 0.0
    return holding(total, later) * (0.5 if total == best else 1.0)


@lru_cache(maxsize=20_000)
def holding(best: int, later: int) -> float:
    """The chance that the best total so far is not beaten by the seats behind."""
    if not later:
        return 1.0
    falls, ties = _answers(0, best, later - 1, True)
    return falls * holding(best, later - 1) + ties * holding(best, later - 1) / 2


@lru_cache(maxsize=20_000)
def _answers(total: int, best: int, later: int, first: bool = False) -> tuple[float, float]:
    """How often a seat that throws now ends below the best total, and how often on it, if it plays to win."""
    falls = ties = 0.0
    for dark, (_, odds) in enumerate(casts(5)):
        bust = not first and dark <= _BUST
        below, equal = (1.0, 0.0) if bust else _answered(total + dark, best, later)
        falls, ties = falls + float(odds) * below, ties + float(odds) * equal
    return falls, ties


def _answered(total: int, best: int, later: int) -> tuple[float, float]:
    """The same for a seat that chooses now."""
    if total < _ENOUGH and throwing(total, best, later) > keeping(total, best, later):
        return _answers(total, best, later)
    return float(total < best), float(total == best)


def worth(state: Pot, seat: Seat) -> float:
    """The points, and the part of the pot to be expected if everybody plays to win."""
    at = state.index(seat)
    points = float(state.points[at])
    if not state.pot or not state.inside[at]:
        return points
    if state.phase == "stake" or not state.chained:
        return points + state.pot / sum(state.inside)
    order = [each for each in state.order(state.leader) if state.inside[each]]
    done, later = order[: order.index(state.turn)], order[order.index(state.turn) + 1 :]
    best = max((state.totals[each] for each in done), default=-1)
    now = (max(0, state.totals[state.turn]), best, len(later))
    if state.phase == "choose":
        won, (falls, ties) = choosing(*now), _answered(*now)
    else:
        won, (falls, ties) = throwing(*now, not state.again), _answers(*now, not state.again)
    if at == state.turn:
        return points + state.pot * won
    held = (falls + ties / 2) * holding(best, len(later)) if done else 0.0
    if at in later:
        return points + state.pot * max(0.0, 1 - won - held) / len(later)
    holders = [each for each in done if state.totals[each] == best]
    return points + state.pot * held / len(holders) * (at in holders)


def leading(total: int, holders: int, later: int) -> float:
    """The chance of each of so many seats that lead with this total to win 獣裁; seats that tie share it evenly."""
    odds = [float(each) for _, each in casts(Pot.sticks)]
    below, equal = sum(odds[:total]), odds[total]
    return sum(
        comb(later, ties) * equal**ties * below ** (later - ties) / (holders + ties)
        for ties in range(later + 1)
    )


def _starts(pair: Pair, part: Sequence[Pair]) -> bool:
    """Stakes stand together, then each seat's whole turn."""
    staking = [each.before.phase in ("first", "stake") for each in (part[-1], pair)]
    return staking[0] != staking[1] or (not staking[1] and pair.before.turn != part[-1].before.turn)


def _reveal(pair: Pair) -> Iterator[Sentence]:
    """What was thrown, how good it is, and what throwing again or keeping was worth."""
    before, after, (word, *_) = pair.before, pair.step.state, pair.words
    at = before.turn
    seat = SEATS[at]
    order = [each for each in before.order(before.leader) if before.inside[each]]
    others = [before.totals[each] for each in order[: order.index(at)]] if at in order else []
    best, later = max(others, default=-1), len(order) - len(others) - 1
    if word == "stake" and after.phase == CAST:
        yield Sentence("saup-xy.stakes", {"seat": SEATS[after.turn], "number": str(after.pot)})
    elif word == "cast" and not before.chained:
        yield Sentence("saup-xy.threw", {"seat": seat, "number": pair.words[1]})
        total = int(pair.words[1])
        if total < best:
            yield Sentence("saup-xy.behind", {"number": str(best)})
        elif later:
            odds = percent(leading(total, 1 + others.count(total), later))
            yield Sentence("saup-xy.leads", {"seat": seat, "odds": odds})
    elif word == "cast":
        total = max(0, before.totals[at]) + int(pair.words[1])
        bust = before.again and int(pair.words[1]) <= _BUST
        key = "saup-xy.bust" if bust else "saup-xy.total" if before.again else "saup-xy.threw"
        yield Sentence(key, {"seat": seat, "number": pair.words[1], "total": str(total)})
    elif word in ("again", "keep"):
        now = (before.totals[at], best, later)
        values = {"seat": seat, "keep": percent(keeping(*now)), "again": percent(throwing(*now))}
        yield Sentence(f"saup-xy.{word}", {**values, "total": str(before.totals[at])})
    if before.pot and not after.pot:
        winner = max(range(before.players), key=lambda each: after.points[each] - before.points[each])
        yield Sentence("saup-xy.wins", {"seat": SEATS[winner], "number": str(before.pot)})
    elif before.phase != "stake" and after.phase == "stake" and before.pot:
        yield Sentence("saup-xy.tie", {"seats": tuple(SEATS[e] for e, ins in enumerate(after.inside) if ins)})


def stick_game(
    id: str, names: Mapping[str, str], *, chained: bool, more: tuple[Option, ...] = ()
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
        narration=narration("turn", _starts, _reveal, ("pot", "totals")),
        census=PLACES,
        proof=PROOF,
    )


GAME = stick_game("saup-xy", {"en": "Saup xy", "ja": "獣裁"}, chained=False)
