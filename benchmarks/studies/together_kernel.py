"""One game of Youscout together as machine code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout_together.players import POINT
from printkit.lab.compiled import compiled, shared
from printkit.lab.youscout.bits import STREAM_WORDS, below, open_stream
from printkit.lab.youscout.tables import Integers

__all__ = ["GREEDY", "RANDOM", "THUMB", "PlayWorkspace", "make_play_workspace", "play_games"]

RANDOM, THUMB, GREEDY = range(3)
"""The policies: random, the first two rules of `games.youscout_together.players`, and the game's greedy player."""

LAY, OPEN, PLACE, TAKE, MOVE, STAY, DRAW = range(0, 700, 100)
"""What a trace adds to a code, card or place for each kind of action."""

FOOL, DEATH = 56, 57
"""The terminals, after the minors of `solver.keyed`; bit 0 and bit 1 of what is left to come."""

# Places are counted from 0 here, so the upper trigram begins at 3.
_UPPER = 3
_HEIGHT = 16
_SWORD, _COIN, _CUP = range(3)

# How the simplified game's turn ends: what a card does, without saying yet whether a won sword stays.
_REST, _FORWARD, _WON, _WON_OR_STAY, _LOST = range(5)

_STREAM = 7
"""The second word of the random key of these games."""


class PlayWorkspace(NamedTuple):
    """The arrays one game is played in. `spec` is players, rounds, whether equal wins, and the seats' policies."""

    spec: Integers
    numbers: Integers
    values: Integers
    board: Integers
    counts: Integers
    tokens: Integers
    row: Integers
    deck: Integers
    points: Integers
    tried: Integers
    trace: Integers
    stream: numpy.typing.NDArray[numpy.uint64]


def make_play_workspace(
    spec: Integers, numbers: Integers, values: Integers, actions: int = 0
) -> PlayWorkspace:
    """A room for these rules; `numbers` is M and F by code of a major, `actions` how many a trace can hold."""

    def zeros(*shape: int) -> Integers:
        return numpy.zeros(shape, numpy.int64)

    return PlayWorkspace(
        spec,
        numbers,
        values,
        board=zeros(6),
        counts=zeros(2, 6, _HEIGHT),
        tokens=zeros(2, 4),
        row=zeros(3),
        deck=zeros(58),
        points=zeros(4),
        tried=zeros(8, 3),
        trace=zeros(1 + actions),
        stream=numpy.zeros(STREAM_WORDS, numpy.uint64),
    )


@shared
def _note(play_work: Any, action: int) -> None:
    """Write an action down, if there is a trace."""
    if play_work.trace.shape[0] > 1:
        play_work.trace[0] += 1
        play_work.trace[play_work.trace[0]] = action


@shared
def _top(counts: Any, place: int) -> int:
    """The largest value in a pile, 0 if it is empty."""
    value = _HEIGHT - 1
    while value and not counts[place, value]:
        value -= 1
    return value


@shared
def _target(place: int, suit: int) -> int:
    """Where a card of this suit leads from a place (simplified §6.5, §6.6)."""
    if suit == _COIN:
        return place if place >= _UPPER else place + 1
    if suit == _CUP:
        return (place + 1) % 6 if place >= _UPPER else place
    backward = (suit == _SWORD) == (place >= _UPPER)
    return (place + 5) % 6 if backward else (place + 3) % 6


@shared
def _look(play_work: Any, counts: Any, place: int, card: int) -> int:
    """What a card does for a token on a place."""
    suit = card // 14
    target = _target(place, suit)
    if suit in (_COIN, _CUP):
        return _REST if target == place else _FORWARD
    here, there = _top(counts, place), _top(counts, target)
    push = play_work.values[card] + (here if here else play_work.numbers[play_work.board[place], 1])
    hold = play_work.numbers[play_work.board[target], 0] + (
        there if there else play_work.numbers[play_work.board[target], 1]
    )
    if push < hold or (push == hold and not play_work.spec[2]):
        return _LOST
    return _WON_OR_STAY if suit == _SWORD and place < _UPPER else _WON


@shared
def _goes(tokens: Any, players: int, seat: int, target: int) -> None:
    """The token goes to its target, and a token on that place goes to where it came from (together §3.2)."""
    here = tokens[seat]
    for other in range(players):
        if tokens[other] == target:
            tokens[other] = here
    tokens[seat] = target


@shared
def _act(play_work: Any, counts: Any, tokens: Any, seat: int, card: int, stays: int) -> None:
    """The turn of the simplified game on these piles and tokens."""
    place = tokens[seat]
    target = _target(place, card // 14)
    done = _look(play_work, counts, place, card)
    if done == _REST:
        counts[place, play_work.values[card]] += 1
    elif done == _FORWARD:
        counts[(place + 3) % 6, play_work.values[card]] += 1
        _goes(tokens, play_work.spec[0], seat, target)
    elif not stays:
        spent = target if done == _LOST else place
        top = _top(counts, spent)
        if top:
            counts[spent, top] -= 1
        if done != _LOST:
            _goes(tokens, play_work.spec[0], seat, target)


@shared
def _paid(place: int, terminal: int) -> int:
    """The points a terminal gives on a place (together §4.1)."""
    if place == 4:
        return 2
    return 3 if place == (5 if terminal == FOOL else 1) else 0


@shared
def _worth(place: int, left: int) -> int:
    """`games.youscout_together.players.worth` of a place, counted from 0."""
    paid, steps = 0, 0
    for terminal in (FOOL, DEATH):
        if left >> (terminal - FOOL) & 1:
            paid += _paid(place, terminal)
    if paid:
        return POINT * paid
    if not left:
        return 0
    while not (
        (left & 1 and _paid((place + steps) % 6, FOOL)) or (left & 2 and _paid((place + steps) % 6, DEATH))
    ):
        steps += 1
    return -steps


@shared
def _margin(tokens: Any, players: int, seat: int, left: int) -> int:
    own, margin = _worth(tokens[seat], left), 0
    for other in range(players):
        if other != seat:
            margin += own - _worth(tokens[other], left)
    return margin


@shared
def _answer(play_work: Any, seat: int, rival: int, card: int, left: int) -> Any:
    """The rival's margin with this card as it likes best, and how far behind that leaves the seat; tried tables."""
    players = play_work.spec[0]
    counts, tokens = play_work.counts[1], play_work.tokens[1]
    place = tokens[rival]
    done = _look(play_work, counts, place, card)
    best, behind = _margin(tokens, players, rival, left), -_margin(tokens, players, seat, left)
    if done in (_REST, _LOST):
        return best, behind
    target, taken = _target(place, card // 14), -1
    for other in range(players):
        if tokens[other] == target:
            taken = other
    _goes(tokens, players, rival, target)
    gone, left_behind = _margin(tokens, players, rival, left), -_margin(tokens, players, seat, left)
    tokens[rival] = place
    if taken >= 0:
        tokens[taken] = target
    if done == _WON_OR_STAY and (best, behind) > (gone, left_behind):
        return best, behind
    return gone, left_behind


@shared
def _after_the_answer(play_work: Any, seat: int, taken: int, size: int, left: int) -> int:
    """The tried tables' margins over every card that may fill the row, the next seat having answered best."""
    players = play_work.spec[0]
    rival = (seat + 1) % players
    tokens = play_work.tokens[1]
    best, behind = -10000, 0
    for at in range(3):
        if at != taken:
            stated = _answer(play_work, seat, rival, play_work.row[at], left)
            if stated > (best, behind):
                best, behind = stated
    total = 0
    for at in range(size):
        card = play_work.deck[at]
        if card >= FOOL:
            gains = 0
            for other in range(players):
                gains += _paid(tokens[other], card)
            total += POINT * (players * _paid(tokens[seat], card) - gains)
            total += _margin(tokens, players, seat, left & ~(1 << (card - FOOL)))
        else:
            stated = _answer(play_work, seat, rival, card, left)
            total -= stated[1] if stated > (best, behind) else behind
    return total


@shared
def _copy(play_work: Any) -> None:
    """Piles and tokens to try an action on."""
    for place in range(6):
        for value in range(_HEIGHT):
            play_work.counts[1, place, value] = play_work.counts[0, place, value]
    for seat in range(4):
        play_work.tokens[1, seat] = play_work.tokens[0, seat]


@shared
def _choose(play_work: Any, seat: int, size: int, left: int) -> int:
    """The row of `tried` the seat takes: it holds which open card, whether the token stays, and what that is worth."""
    policy, tried = play_work.spec[3 + seat], play_work.tried
    choices = 0
    for at in range(3):
        done = _look(play_work, play_work.counts[0], play_work.tokens[0, seat], play_work.row[at])
        for stays in range(2 if done == _WON_OR_STAY else 1):
            tried[choices, 0], tried[choices, 1], tried[choices, 2] = at, stays, 0
            if policy != RANDOM:
                _copy(play_work)
                _act(play_work, play_work.counts[1], play_work.tokens[1], seat, play_work.row[at], stays)
                if policy == THUMB:
                    tried[choices, 2] = _worth(play_work.tokens[1, seat], left)
                else:
                    tried[choices, 2] = _after_the_answer(play_work, seat, at, size, left)
            choices += 1
    best, equal = tried[0, 2], 0
    for choice in range(choices):
        best = max(best, tried[choice, 2])
    for choice in range(choices):
        equal += tried[choice, 2] == best
    pick = below(play_work.stream, equal)
    for choice in range(choices):
        if tried[choice, 2] == best:
            if pick == 0:
                return choice
            pick -= 1
    return 0


@shared
def _drawn(play_work: Any, size: int) -> Any:
    """One of the first `size` cards of the deck, which then lies behind them."""
    at = below(play_work.stream, size)
    card = play_work.deck[at]
    play_work.deck[at] = play_work.deck[size - 1]
    play_work.deck[size - 1] = card
    return card


@shared
def _set_up(play_work: Any, start: int) -> None:
    """Board, row and tokens of a round (together §2)."""
    players = play_work.spec[0]
    for at in range(20):
        play_work.deck[at] = at
    for place in range(6):
        play_work.board[place] = 2 * _drawn(play_work, 20 - place) + below(play_work.stream, 2)
        _note(play_work, LAY + play_work.board[place])
    for at in range(58):
        play_work.deck[at] = at
    # The terminals lie behind the minors and join them when the row lies open (together §2.4).
    for at in range(3):
        play_work.row[at] = _drawn(play_work, 56 - at)
        _note(play_work, OPEN + play_work.row[at])
    for at in range(2):
        play_work.deck[53 + at] = FOOL + at
    play_work.counts[:] = 0
    play_work.tokens[:] = -1
    for offset in range(players - 1, -1, -1):
        seat = (start + offset) % players
        best, equal, chosen = -10000, 0, 0
        for place in range(6):
            free = True
            for other in range(players):
                free = free and play_work.tokens[0, other] != place
            value = _worth(place, 3) if play_work.spec[3 + seat] != RANDOM else 0
            if free and value > best:
                best, equal = value, 0
            if free and value == best:
                equal += 1
                if below(play_work.stream, equal) == 0:
                    chosen = place
        play_work.tokens[0, seat] = chosen
        _note(play_work, PLACE + chosen + 1)


@shared
def _play_round(play_work: Any, start: int) -> int:
    """A round from the board to the second terminal, its points added; the number of its turns (together §3, §4)."""
    _set_up(play_work, start)
    players, seat, turns, size, left = play_work.spec[0], start, 0, 55, 3
    while True:
        choice = _choose(play_work, seat, size, left)
        at, stays = play_work.tried[choice, 0], play_work.tried[choice, 1]
        card = play_work.row[at]
        choose = _look(play_work, play_work.counts[0], play_work.tokens[0, seat], card) == _WON_OR_STAY
        _note(play_work, card + ((STAY if stays else MOVE) if choose else TAKE))
        _act(play_work, play_work.counts[0], play_work.tokens[0], seat, card, stays)
        turns += 1
        while True:
            card = _drawn(play_work, size)
            size -= 1
            _note(play_work, DRAW + card)
            if card < FOOL:
                break
            left &= ~(1 << (card - FOOL))
            for other in range(players):
                play_work.points[other] += _paid(play_work.tokens[0, other], card)
            if not left:
                return turns
        play_work.row[at] = card
        seat = (seat + 1) % players


@compiled
def play_games(play_work: Any, seed: Any, first: int, results: Any) -> None:
    """The games `first` and on, one a row of `results`: points by seat (4), turns, then points by round and place."""
    players, rounds = play_work.spec[0], play_work.spec[1]
    for game in range(results.shape[0]):
        open_stream(play_work.stream, seed, _STREAM, first + game, 0)
        play_work.points[:] = 0
        play_work.trace[0] = 0
        for number in range(rounds):
            for seat in range(players):
                results[game, seat] = play_work.points[seat]
            results[game, 4] += _play_round(play_work, number % players)
            for offset in range(players):
                seat = (number + offset) % players
                results[game, 5 + 4 * number + offset] = play_work.points[seat] - results[game, seat]
        for seat in range(players):
            results[game, seat] = play_work.points[seat]
