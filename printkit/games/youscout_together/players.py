"""Players of Youscout together; they read no more than their seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from printkit.games.core import Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight, Thumb, best_by, following
from printkit.games.youscout.board import FORWARD, PLACES
from printkit.games.youscout.cards import Card
from printkit.games.youscout_together.table import OPEN_CARDS, POINTS, TERMINALS, Table

__all__ = ["POINT", "THUMBS", "greedy", "near_alone", "table_worth", "worth"]

Choice = TypeVar("Choice")

_Judge: TypeAlias = Callable[[Table, int, Table], int]
"""Values a table after an action of a seat: takes the table before, the seat and the table after."""

POINT = 20
"""What a point is worth in steps: a step towards a place that counts never makes up for one."""
STAYS = 0.8
"""How much of what a place brings now it will bring its token."""


def worth(place: int, left: Sequence[Card]) -> int:
    """The points of a place over the terminals left, in steps; where it has none, how many it lacks to one that has."""
    paid = sum(POINTS[terminal].get(place, 0) for terminal in left)
    return POINT * paid if paid else -_steps(place, left)


def table_worth(table: Table, seat: Seat) -> float:
    """What a seat has, and about what its place will bring: another answer may move it before that (no source)."""
    at, left = table.index(seat), table.left()
    place = table.tokens[at]
    return table.points[at] + (STAYS * worth(place, left) / POINT if left and place else 0.0)


def greedy(game: Game[Any], rng: Random) -> Player:
    """Weighs its place against the others' after the best answer of the next seat, by the exact odds of the draw."""
    return _player(game, rng, _after_the_answer)


def _player(game: Game[Any], rng: Random, judge: _Judge) -> Player:
    """A player that takes what its judge values most; among equals it chooses at random."""

    def play(sight: Sight) -> Action:
        table = sight.imagine(rng)
        seat = table.index(sight.seat)
        good = _best(sight.legal, lambda action: judge(table, seat, table.apply(action)))
        return good[int(rng.random() * len(good))]

    return play


def _best(choices: Sequence[Choice], value: Callable[[Choice], float]) -> list[Choice]:
    """The choices of the highest value, in their order."""
    values = [value(each) for each in choices]
    return [each for each, worth_it in zip(choices, values, strict=True) if worth_it == max(values)]


def _steps(place: int, left: Iterable[Card]) -> int:
    goals = {goal for terminal in left for goal in POINTS[terminal]}
    for steps in range(len(PLACES)):
        if place in goals:
            return steps
        place = FORWARD[place]
    return 0


def _margin(table: Table, seat: int, left: Sequence[Card]) -> int:
    """How much better a seat stands than each other one, added up."""
    own = worth(table.tokens[seat], left)
    return sum(own - worth(place, left) for at, place in enumerate(table.tokens) if at != seat and place)


def _after_the_answer(before: Table, seat: int, after: Table) -> int:
    """The margins over every card that may fill the row, added up, once the next seat has taken what it likes best.

    A terminal that fills it is paid out there and then, and the answer is left out.
    """
    left = before.left()
    if len(after.row) == OPEN_CARDS:
        # A token was placed: those of the others go where they like, whatever is done here.
        return worth(after.tokens[seat], left)
    known = [_answer(after, seat, card, left) for card in after.row]
    total = 0
    for card in after.talon:
        if card in TERMINALS:
            total += _paid(after, seat, card)
        else:
            total -= max(*known, _answer(after, seat, card, left))[1]
    return total


def _paid(table: Table, seat: int, terminal: Card) -> int:
    """What a terminal brings now beyond what each other seat gets, and the margin for what is left then."""
    gains = [POINTS[terminal].get(place, 0) for place in table.tokens]
    rest = [each for each in table.left() if each != terminal]
    ahead = POINT * (len(gains) * gains[seat] - sum(gains))
    return ahead + (_margin(table, seat, rest) if rest else 0)


def _answer(table: Table, seat: int, card: Card, left: Sequence[Card]) -> tuple[int, int]:
    """The next seat's margin if it takes this card as it likes best, and how far behind that leaves `seat`.

    Of what it likes equally it is thought to take what is worst for `seat`.
    """
    return max(
        (_margin(after, table.actor, left), -_margin(after, seat, left)) for after in table.taking(card)
    )


def _pays(seen: Any, place: int) -> int:
    """The points of a place over the terminals left."""
    return sum(POINTS[terminal].get(place, 0) for terminal in seen.left())


def _thumb_begin(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Places the token where most points are."""
    places = (each for each in legal if each.startswith("place"))
    return best_by(places, lambda each: _pays(seen, int(each.split()[1])))


def _takes(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("take")]


def _thumb_near(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Goes where most points are, or as near as it can."""
    return best_by(_takes(legal), lambda each: worth(seen.after(each).tokens[at], seen.left()))


def _thumb_others(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Changes places so that the others have least."""

    def theirs(action: Action) -> int:
        tokens = seen.after(action).tokens
        return sum(_pays(seen, place) for other, place in enumerate(tokens) if other != at)

    return best_by(_takes(legal), lambda each: -theirs(each))


def _thumb_leave(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves the next seat no card that leads to points."""

    def best(action: Action) -> int:
        after = seen.after(action)
        ends = (end for card in after.row for end in after.taking(card))
        return max((_pays(seen, end.tokens[after.actor]) for end in ends), default=0)

    return best_by(_takes(legal), lambda each: -best(each))


THUMBS = (
    Thumb("begin", _thumb_begin),
    Thumb("near", _thumb_near),
    Thumb("others", _thumb_others),
    Thumb("leave", _thumb_leave),
)
"""Rules of thumb: where points are, how to come near, and what to leave to the next."""
near_alone = following(THUMBS[:2])
"""Follows the first two rules; what the others decide is left to luck."""
