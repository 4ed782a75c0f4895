"""新遊, stakes on the number that five sticks will show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

from printkit.games.actions import Actions, Row, numbers
from printkit.games.board_facts import BoardFacts, StakeFact
from printkit.games.core import SEATS, Action, Outcome, Seat, choice, count
from printkit.games.game import GameModule
from printkit.games.narration import Pair, Sentence
from printkit.games.players import Thumb
from printkit.games.state import agreed, aside, by_seat, seat_at
from printkit.games.throwing_sticks.narration import narration, standings, thrown
from printkit.games.toolkit.cards import setat
from printkit.games.toolkit.stakes import most_points, paid
from printkit.games.toolkit.turns import CAST, OVER, Thrown, casts
from printkit.games.zones import Zone, board_zone, signed

__all__ = ["GAME", "PAYS", "THUMBS", "Bet", "Mat", "edge"]

PAYS = (8, 4, 2, 2, 4, 8)
"""How many times its stake a number pays (lu-tu §1.4)."""
COLUMNS, ROWS = ("a", "b", "c"), ("1", "2")


class Bet(NamedTuple):
    """A stake on a number."""

    stake: int
    number: int


@dataclass(frozen=True, kw_only=True)
class Mat(Thrown):
    """A moment of 新遊: `dealer` is 親, `bets` is what each seat has staked, `casts` how often was thrown."""

    on_top: bool = agreed(True)
    rounds: int = agreed(1)
    limit: int = agreed(5)
    phase: Literal["first", "bet", "cast", "over"] = aside("first")
    dealer: int = seat_at(0)
    thrown: int = aside(0)
    points: tuple[int, ...] = aside(for_each=True)
    bets: tuple[Bet | None, ...] = by_seat()

    @property
    def players(self) -> int:
        return len(self.points)

    def legal(self) -> tuple[Action, ...]:
        if self.phase == "bet":
            return _bets(self.limit)
        return tuple(action for action, _ in self.chances())

    def after(self, action: Action) -> Self:
        words = action.split()
        if words[0] == "first":
            dealer = SEATS.index(words[1])
            return self.changed(phase="bet", dealer=dealer, turn=self.behind(dealer))
        if words[0] == "cast":
            return self._settled(int(words[1]))
        bets = setat(self.bets, self.turn, Bet(int(words[1]), int(words[3])))
        turn = self.behind(self.turn)
        return self.changed(bets=bets, turn=turn, phase=CAST if turn == self.dealer else "bet")

    def _settled(self, dark: int) -> Self:
        """Those who named the number are paid by 親, who gets the other stakes (lu-tu §1.4); the next seat is 親."""
        points = self.points
        for at, bet in enumerate(self.bets):
            if bet:
                won = bet.stake * self.gain(dark) if bet.number == dark else -bet.stake
                points = paid(points, self.dealer, at, won)
        thrown = self.thrown + 1
        dealer = self.behind(self.dealer)
        return self.changed(
            points=points,
            bets=(None,) * self.players,
            thrown=thrown,
            dealer=dealer,
            turn=self.behind(dealer),
            phase=OVER if thrown == self.rounds * self.players else "bet",
        )

    def gain(self, number: int) -> int:
        """How many times its stake somebody gains who named this number."""
        return PAYS[number] - (not self.on_top)

    def outcome(self) -> Outcome | None:
        return most_points(self.points, cause="dealers") if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))

    def stage(self) -> int:
        return self.thrown

    def problem(self) -> str:
        if not 0 <= self.thrown <= self.rounds * self.players:
            return "there is no such throw"
        return "" if 0 <= self.dealer < self.players else "there is no such 親"


@lru_cache
def _bets(limit: int) -> tuple[Action, ...]:
    return tuple(
        sorted(f"bet {stake} on {number}" for stake in range(1, limit + 1) for number in range(len(PAYS)))
    )


def edge(number: int, *, on_top: bool = True) -> Fraction:
    """What part of a stake on this number 親 keeps on the mean."""
    odds = casts(5)[number][1]
    gain = PAYS[number] - (not on_top)
    return (1 - odds) - odds * gain


def worth(state: Mat, seat: Seat) -> float:
    """The points, and what the stakes on the mat bring on the mean."""
    at = state.index(seat)
    sign = {True: 1, False: -1}
    expected = sum(
        sign[other == at] * -float(bet.stake * edge(bet.number, on_top=state.on_top))
        for other, bet in enumerate(state.bets)
        if bet and at in (other, state.dealer)
    )
    return state.points[at] + expected


def _starts(pair: Pair, part: Sequence[Pair]) -> bool:
    """A frame a throw."""
    return bool(pair.before.thrown != part[-1].before.thrown)


def _reveal(pair: Pair) -> Iterator[Sentence]:
    """Each stake with its odds, what all of them promise 親, and the throw."""
    before, words = pair.before, pair.words
    if words[0] == "bet":
        bet = Bet(int(words[1]), int(words[3]))
        odds = casts(Mat.sticks)[bet.number][1] * 2**Mat.sticks
        values = {"seat": SEATS[before.turn], "stake": str(bet.stake), "number": str(bet.number)}
        yield Sentence("lu-tu.bet", {**values, "odds": str(odds)})
    elif words[0] == "cast":
        dealer = {"seat": SEATS[before.dealer], "number": words[1]}
        bets = [bet for bet in before.bets if bet]
        mean = sum(float(bet.stake * edge(bet.number, on_top=before.on_top)) for bet in bets)
        yield Sentence("lu-tu.mean", {**dealer, "odds": f"{mean:.1f}"})
        yield Sentence("lu-tu.thrown", dealer)
        winners = tuple(
            SEATS[at] for at, bet in enumerate(before.bets) if bet and bet.number == int(words[1])
        )
        yield (
            Sentence("lu-tu.won", {"seats": winners, "pays": str(PAYS[int(words[1])])})
            if winners
            else Sentence("lu-tu.lost", dealer)
        )


def _on_table(part: Sequence[Pair]) -> tuple[Zone, ...]:
    """The mat with the stakes as the dealer throws, the throw, and what everybody has after it."""
    bets = part[-1].before.bets
    names = [column + row for row in ROWS for column in COLUMNS]
    standing = [(f"{SEATS[at]}{bet.stake}", names[bet.number]) for at, bet in enumerate(bets) if bet]
    mat = replace(board_zone(standing, names, len(COLUMNS)), game="lu-tu")
    sums = zip(part[0].before.points, part[-1].step.state.points, strict=True)
    points = standings("points", [_sum(was, now) for was, now in sums])
    return (mat, *thrown(part), *points)


def _sum(was: int, now: int) -> str:
    """Points as what they were, what a throw brought, and what they are now; these alone where nothing was there."""
    return f"{signed(was)}{signed(now - was)}={signed(now)}" if was and now != was else signed(now)


def board_facts(chosen: Mapping[str, str]) -> BoardFacts:
    """The mat: a square a number, in two rows."""
    squares = tuple(column + row for row in ROWS for column in COLUMNS)
    return BoardFacts(
        columns=COLUMNS,
        rows=ROWS,
        sticks=Mat.sticks,
        stakes={
            square: StakeFact(str(number), f"×{pays}", f"{odds.numerator * 32 // odds.denominator}/32")
            for number, (square, pays, (_, odds)) in enumerate(
                zip(squares, PAYS, casts(Mat.sticks), strict=True)
            )
        },
    )


def _start(chosen: Mapping[str, str], cards: Any) -> Mat:
    players = int(chosen["players"])
    return Mat(
        on_top=chosen["odds"] == "on-top",
        rounds=int(chosen["rounds"]),
        limit=int(chosen["limit"]),
        points=(0,) * players,
        bets=(None,) * players,
    )


def _actions(start: Mat) -> Actions:
    return Actions(Row("bet ", numbers(1, start.limit), " on ", numbers(0, Mat.sticks)), start.luck())


GAME = GameModule(
    id="lu-tu",
    names={"en": "Lu tu", "ja": "新遊"},
    start=_start,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.1)", "3", "2", "4", "5", "6"),
        count("rounds", 1, "how often each seat is 親 (§1.1)", least=1),
        count("limit", 5, "the highest stake (§1.2)", least=1),
        choice("odds", "whether what is paid comes on top of the stake (§1.4)", "on-top", "included"),
    ),
    worth=worth,
    actions=_actions,
    thumbs="printkit.games.lu_tu:THUMBS",
    levels={"beginner": "greedy~3", "easy": "greedy~1.2", "medium": "greedy~0.1", "strong": "greedy"},
    board=board_facts,
    narration=narration("throw", _starts, _reveal, (), _on_table, gains=False),
)


def _thumb_middle(seen: Any, at: int, legal: tuple[Action, ...]) -> Iterator[Action]:
    """A stake on 2 or 3."""
    return (action for action in legal if action.split()[3] in "23")


def _thumb_small(seen: Any, at: int, legal: tuple[Action, ...]) -> Iterator[Action]:
    """The smallest stake."""
    return (action for action in legal if action.split()[1] == "1")


THUMBS = (Thumb("middle", _thumb_middle), Thumb("small", _thumb_small))
"""Rules of thumb: 親 keeps least of a stake in the middle, and less of a small one."""
