"""Penalised play with open cards: boards, decks and a fitted value in, what it can come to at most out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.solver.bits import bit_count
from printkit.solver.compiled import inner, shared
from printkit.solver.decks import next_card
from printkit.solver.keyed import TERMINAL
from printkit.solver.play import Room, make_room
from printkit.solver.search import Memory, find, forget, make_memory, remember, take_fingerprint
from printkit.solver.tables import TERMINALS, TIED, Integers, KernelRules
from printkit.solver.turn import COINS, DISCARDS, SWORDS, answer, turn
from printkit.solver.value import LEAST, LEVEL, MEAN, MOST, Glass, Nets, is_winning, look_ahead, make_glass

__all__ = ["REACH", "Bench", "make_bench", "reach_above"]

REACH = 1.2
"""How far a game less its charges may be from what its board looks worth: before it could be further, no more is
charged. That is known before the draw, so it is as fair as any charge. Above it may be further: see `reach_above`."""

_FINE, _COARSE = 0.0001, 0.01
"""Where paths must be told apart by what they have been charged, that is rounded down to a multiple of one of these:
of the second where there is more than one pass, and so many paths."""

MOST_DECKS = 256
"""Decks for one pass, at most."""

_REMEMBERED, _REMEMBERED_OF_SEVERAL = 1 << 18, 1 << 22
"""Tables remembered: where they do not suffice, tables of several passes are met again too often to ever end."""

_NO_LIMIT = -1e9
_APART = 1 << 20
_DEPTH = 1024
_RANKS = (1 << 14) - 1

# What stands where in a frame: a table before an answer or a new pass, and which answer or deck is being tried.
TOKEN, AFTER, TALON, _FROZEN, _DECK, _CARD, _STAGE = range(7)
_NOW = 5
_MOVING, _STAYING = range(2)

# What a stretch of forced draws ends with, unless it is a sword.
_OVER, _PASS_ENDS = -1, -2

# What is known of a table before a draw: the most that penalised play comes to with these open cards, and the least
# that any of its paths might be charged from here on. Then what a stretch of forced draws adds: a sum, the share of
# what follows in it, what was charged, and what its path has been charged in all.
BEST, _LEAST, _SUM, _SHARE, _CHARGED, CARRIED = range(6)
_KNOWN, _FIELDS = 2, 6


def reach_above(passes: int) -> float:
    """How far above what its board looks worth a game of so many passes may come.

    Over several passes what the value misses adds up, so that some path of many a deck would touch `REACH`, and to
    tell paths apart by their charges costs more than it brings.
    """
    return REACH if passes == 1 else 1.6


class Bench(NamedTuple):
    """The arrays one thread solves in."""

    room: Room
    glass: Glass
    memory: Memory
    results: numpy.typing.NDArray[numpy.float64]
    orders: Integers
    under: Integers
    forks: Integers
    veil: Integers
    words: numpy.typing.NDArray[numpy.uint64]
    frames: Integers
    piles: Integers
    laid: Integers
    spans: numpy.typing.NDArray[numpy.float64]
    moved: numpy.typing.NDArray[numpy.float64]
    keys: numpy.typing.NDArray[numpy.uint64]
    now: Integers
    got: numpy.typing.NDArray[numpy.float64]
    lumped: Integers
    looks: Integers
    limits: numpy.typing.NDArray[numpy.float64]
    reach: numpy.typing.NDArray[numpy.float64]
    stop: Integers
    starts: numpy.typing.NDArray[numpy.float64]


def make_bench(
    rules: KernelRules,
    nets: Nets,
    memory_size: int = 0,
    known: Memory | None = None,
    veil: int = 57,
    forks: tuple[int, ...] = (),
    stop: Integers | None = None,
) -> Bench:
    """A bench for one thread that stops when `stop[0]` is set; `memory_size` tables are remembered, a power of two.

    After each pass the game goes on with as many decks as `forks` has for it, one where it has none, and what these
    come to on average counts.
    Where in the last pass the terminal lies is known to a block of `veil` places: 57 hides it, 1 tells.
    """
    passes = rules.options[TERMINALS]
    memory_size = memory_size or (_REMEMBERED if passes == 1 else _REMEMBERED_OF_SEVERAL)
    return Bench(
        room=make_room(numpy.ones(6, numpy.int64)),
        glass=make_glass(rules, nets, known),
        memory=make_memory(memory_size),
        results=numpy.zeros((memory_size, _KNOWN), numpy.float64),
        orders=numpy.zeros((passes, MOST_DECKS, 57), numpy.int64),
        under=numpy.zeros(MOST_DECKS, numpy.int64),
        forks=numpy.array([*forks, *(1,) * passes][:passes], numpy.int64),
        veil=numpy.array([veil], numpy.int64),
        words=numpy.zeros(64, numpy.uint64),
        frames=numpy.zeros((_DEPTH, 7), numpy.int64),
        piles=numpy.zeros((_DEPTH, 9), numpy.int64),
        laid=numpy.zeros((_DEPTH, 57), numpy.int64),
        spans=numpy.zeros((_DEPTH, _FIELDS), numpy.float64),
        moved=numpy.zeros((_DEPTH, _KNOWN), numpy.float64),
        keys=numpy.zeros((_DEPTH, 2), numpy.uint64),
        now=numpy.zeros(_NOW, numpy.int64),
        got=numpy.zeros(_FIELDS, numpy.float64),
        lumped=numpy.zeros(9, numpy.int64),
        looks=numpy.zeros(3, numpy.int64),
        limits=numpy.zeros(2, numpy.float64),
        reach=numpy.array([reach_above(passes)], numpy.float64),
        stop=numpy.zeros(1, numpy.int64) if stop is None else stop,
        starts=numpy.zeros(7, numpy.float64),
    )


@inner
def _odds_of_end(bench: Any, deck: Any, talon: Any) -> Any:
    """The odds that the next draw of the last pass is the terminal, to a player who knows about where it lies.

    How many minors lie under it is as likely one number as another; he knows in which of the blocks of `veil`
    numbers this one is.
    """
    veil = bench.veil[0]
    least = bit_count(talon & bench.under[deck]) // veil * veil
    here = bit_count(talon) - least
    return 1.0 / (here + 1.0) if here < veil else 0.0


@shared
def _stretch(rules: Any, nets: Any, bench: Any, upper: Any) -> Any:
    """Draw from `now` until a sword waits (its card), a pass has ended or all is over, and fill `got`.

    In the last pass each draw may be the end, as far as is known. `carried` is what this path has been charged;
    nothing more is charged once that might leave its limits.
    """
    room, glass, now, got, limits = bench.room, bench.glass, bench.now, bench.got, bench.limits
    token, after, talon, frozen, deck = now[TOKEN], now[AFTER], now[TALON], now[_FROZEN], now[_DECK]
    value, share, least, carried = 0.0, 1.0, 0.0, got[CARRIED]
    before = carried
    later = rules.options[TERMINALS] - 1 - after
    while True:
        card = next_card(bench, after, deck, talon, later == 0)
        ends = _odds_of_end(bench, deck, talon) if later == 0 else 0.0
        bench.looks[0] += 1
        if frozen == 0:
            look_ahead(
                rules, nets, glass, room.margins, room.piles, room.laid, token, talon, later, upper, card
            )
            mean, level = glass.found[MEAN], glass.found[LEVEL]
            low, high = carried + glass.found[LEAST] - mean, carried + glass.found[MOST] - mean
            frozen = 1 if low < limits[0] or high > limits[1] else 0
            if frozen == 0:
                least = min(least, low - before)
                value += share * (mean - (1.0 - ends) * level)
                carried += level - mean
        if frozen and is_winning(rules, token, upper):
            value += share * ends
        share *= 1.0 - ends
        if card < 0 or ends == 1.0:
            card = _OVER
            break
        if card == TERMINAL:
            talon |= room.piles[DISCARDS]
            room.piles[DISCARDS] = 0
            after += 1
            card = _PASS_ENDS
            break
        talon &= ~(1 << card)
        place = turn(rules, room.margins, room.piles, room.laid, token, card)
        if place == 0:
            break
        token = place
    now[TOKEN], now[AFTER], now[TALON], now[_FROZEN] = token, after, talon, frozen
    got[_SUM], got[_SHARE], got[_CHARGED], got[CARRIED] = value, share, carried - before, carried
    got[_LEAST] = least
    return card


@inner
def _grain(bench: Any) -> Any:
    return _FINE if bench.orders.shape[0] == 1 else _COARSE


@inner
def _round_charges(bench: Any) -> None:
    """Round what the path has been charged down to a whole grain, and give the rest back.

    A little too much is won so, which leaves the bound true; and paths that are as good as alike become alike. One
    that has no grain left is charged no more.
    """
    now, got = bench.now, bench.got
    grains = numpy.floor(got[CARRIED] / _grain(bench)) * _grain(bench)
    if grains < bench.limits[0]:
        now[_FROZEN] = 1
    else:
        got[_SUM] += got[_SHARE] * (got[CARRIED] - grains)
        got[_CHARGED] -= got[CARRIED] - grains
        got[CARRIED] = grains


@shared
def _take_key(rules: Any, bench: Any, charged: Any) -> None:
    """The key of the table in the room: in the last pass only what the rest of the game depends on.

    `charged`: a number for what its path has been charged where that matters, else 0.
    """
    room, now, lumped = bench.room, bench.now, bench.lumped
    first = 0
    for pile in range(9):
        lumped[pile] = room.piles[pile]
    if now[AFTER] + 1 == rules.options[TERMINALS]:
        first = 1
        lumped[SWORDS] = numpy.int64(rules.sums[room.piles[SWORDS] & _RANKS])
        if not rules.options[TIED]:
            lumped[COINS] = numpy.int64(rules.sums[room.piles[COINS] >> 14 & _RANKS])
    take_fingerprint(
        rules,
        bench.memory,
        lumped,
        room.laid,
        first,
        now[TALON] << 3 | now[TOKEN],
        now[AFTER] | now[_FROZEN] << 3 | now[_DECK] << 4 | charged << 16,
    )


@shared
def _put_away(rules: Any, bench: Any, depth: Any, card: Any) -> None:
    """Keep the table before an answer in a frame."""
    room, now, frames = bench.room, bench.now, bench.frames
    for field in range(_NOW):
        frames[depth, field] = now[field]
    frames[depth, _CARD], frames[depth, _STAGE] = card, _MOVING
    for pile in range(9):
        bench.piles[depth, pile] = room.piles[pile]
    if rules.options[TIED]:
        for each in range(57):
            bench.laid[depth, each] = room.laid[each]
    for field in range(_FIELDS):
        bench.spans[depth, field] = bench.got[field]


@shared
def _take_out(rules: Any, bench: Any, depth: Any, moves: Any) -> None:
    """Lay the table of a frame again and give an answer, or take the next deck."""
    room, now, frames = bench.room, bench.now, bench.frames
    for pile in range(9):
        room.piles[pile] = bench.piles[depth, pile]
    if rules.options[TIED]:
        for each in range(57):
            room.laid[each] = bench.laid[depth, each]
    for field in range(_NOW):
        now[field] = frames[depth, field]
    bench.got[CARRIED] = bench.spans[depth, CARRIED]
    if frames[depth, _CARD] == _PASS_ENDS:
        now[_DECK] = now[_DECK] * bench.forks[now[AFTER] - 1] + frames[depth, _STAGE]
    else:
        now[TOKEN] = answer(rules, room.piles, room.laid, now[TOKEN], frames[depth, _CARD], moves)


@inner
def _combine(bench: Any, depth: Any) -> None:
    """What both answers of a frame, or the mean of its decks, makes of the table before its stretch, into `got`."""
    spans, moved, got = bench.spans, bench.moved, bench.got
    charged, least = spans[depth, _CHARGED], min(moved[depth, _LEAST], got[_LEAST])
    if bench.frames[depth, _CARD] == _PASS_ENDS:
        best = moved[depth, BEST] / bench.forks[bench.frames[depth, AFTER] - 1]
    else:
        best = max(moved[depth, BEST], got[BEST])
    got[BEST] = spans[depth, _SUM] + spans[depth, _SHARE] * best
    got[_LEAST] = min(spans[depth, _LEAST], charged + least)


@inner
def _is_tried(bench: Any, depth: Any) -> Any:
    """Take in what an answer or a deck of this frame came to: whether all have been tried."""
    frames, moved, got = bench.frames, bench.moved, bench.got
    stage = frames[depth, _STAGE]
    if frames[depth, _CARD] == _PASS_ENDS:
        moved[depth, BEST] = got[BEST] + (moved[depth, BEST] if stage else 0.0)
        moved[depth, _LEAST] = min(got[_LEAST], moved[depth, _LEAST] if stage else 0.0)
        frames[depth, _STAGE] += 1
        return stage + 1 == bench.forks[frames[depth, AFTER] - 1]
    if stage == _MOVING:
        moved[depth, BEST], moved[depth, _LEAST] = got[BEST], got[_LEAST]
        frames[depth, _STAGE] = _STAYING
        return False
    return True


@inner
def _keep(bench: Any, depth: Any) -> None:
    keys = bench.keys
    remember(bench.memory, keys[depth, 0], keys[depth, 1], 0.0)
    at = find(bench.memory, keys[depth, 0], keys[depth, 1])
    if at >= 0:
        for field in range(_KNOWN):
            bench.results[at, field] = bench.got[field]


@shared
def _solve_open(rules: Any, nets: Any, bench: Any, upper: Any, budget: Any) -> Any:
    """Every answer tried from the table in the room and `now`: `got` is filled; False where the budget ran out.

    Tables met before are recalled. With limits that holds for those that are charged no more, for those no path from
    which could reach a limit, and else for those whose paths were charged as much.
    """
    memory, got, keys, limit = bench.memory, bench.got, bench.keys, bench.limits[0]
    limited = limit != _NO_LIMIT
    depth = 0
    budget += bench.looks[0]
    while True:
        # A table before a draw is entered at this depth.
        frozen = bench.now[_FROZEN]
        _take_key(rules, bench, 0)
        known = find(memory, memory.key[0], memory.key[1])
        if known >= 0 and frozen == 0 and got[CARRIED] + bench.results[known, _LEAST] < limit:
            known = -1
        if known < 0 and frozen == 0 and limited:
            _take_key(rules, bench, numpy.int64(numpy.rint(got[CARRIED] / _grain(bench))) + _APART)
            known = find(memory, memory.key[0], memory.key[1])
        keys[depth, 0], keys[depth, 1] = memory.key[0], memory.key[1]
        if known >= 0:
            for field in range(_KNOWN):
                got[field] = bench.results[known, field]
        else:
            card = _stretch(rules, nets, bench, upper)
            if bench.looks[0] > budget or depth + 2 >= _DEPTH or bench.stop[0]:
                return False
            if limited and bench.now[_FROZEN] == 0:
                _round_charges(bench)
            if card != _OVER:
                _put_away(rules, bench, depth, card)
                _take_out(rules, bench, depth, True)
                depth += 1
                continue
            got[BEST] = got[_SUM]
            _keep(bench, depth)
        # What is in `got` is handed up until an answer or a deck is left to try.
        while depth > 0 and _is_tried(bench, depth - 1):
            depth -= 1
            _combine(bench, depth)
            _keep(bench, depth)
        if depth == 0:
            return True
        _take_out(rules, bench, depth - 1, False)


@shared
def lay_table(bench: Any, start: Any, deck: Any) -> None:
    """The token placed on `start`, and nothing charged yet."""
    room, now = bench.room, bench.now
    for pile in range(9):
        room.piles[pile] = 0
    for card in range(57):
        room.laid[card] = 0
    now[TOKEN], now[AFTER], now[TALON], now[_FROZEN], now[_DECK] = start, 0, deck, 0, 0
    bench.got[CARRIED] = 0.0


@shared
def solve_start(rules: Any, nets: Any, bench: Any, start: Any, deck: Any, budget: Any, around: Any) -> Any:
    """The most that penalised play with these open cards comes to, at most `around` + `reach_above`.

    Paths are told apart only if some of them might be charged less than is allowed: that is rare.
    """
    limits = bench.limits
    least = 1.0 - around - bench.reach[0]
    limits[0], limits[1] = _NO_LIMIT, -_NO_LIMIT
    bench.looks[0] = 0
    forget(bench.memory)
    solved = True
    for _ in range(2):
        lay_table(bench, start, deck)
        solved = _solve_open(rules, nets, bench, 1 if start > 3 else 0, budget)
        if not solved or bench.got[_LEAST] >= least:
            break
        limits[0] = least
    if solved:
        return bench.got[BEST]
    bench.looks[1] += 1
    return around + bench.reach[0]


@shared
def look_at(
    rules: Any, nets: Any, bench: Any, piles: Any, token: Any, after: Any, talon: Any, upper: Any
) -> Any:
    """What a table before a draw is worth by one draw ahead."""
    room = bench.room
    later = rules.options[TERMINALS] - 1 - after
    look_ahead(rules, nets, bench.glass, room.margins, piles, room.laid, token, talon, later, upper, -1)
    bench.looks[0] += 1
    return bench.glass.found[MEAN]


@inner
def _better_answer(rules: Any, nets: Any, bench: Any, upper: Any, card: Any) -> None:
    """Answer the sword that waits as one draw ahead has it."""
    _put_away(rules, bench, 0, card)
    room, now = bench.room, bench.now
    worth, best, moves = 0.0, -1.0, True
    for tried in range(3):
        if tried == 1:
            best = worth
        if tried == 2:
            moves = best > worth
        _take_out(rules, bench, 0, tried == 0 or (tried == 2 and moves))
        if tried < 2:
            worth = look_at(rules, nets, bench, room.piles, now[TOKEN], now[AFTER], now[TALON], upper)


@shared
def play_start(rules: Any, nets: Any, bench: Any, start: Any, deck: Any, around: Any) -> Any:
    """What the policy that looks one draw ahead comes to on this deck, charges paid, at least `around` - `REACH`."""
    bench.limits[0], bench.limits[1] = _NO_LIMIT, REACH - around
    upper = 1 if start > 3 else 0
    lay_table(bench, start, deck)
    value, share = 0.0, 1.0
    while True:
        card = _stretch(rules, nets, bench, upper)
        value += share * bench.got[_SUM]
        share *= bench.got[_SHARE]
        if card == _OVER:
            return value
        if card == _PASS_ENDS:
            continue
        _better_answer(rules, nets, bench, upper, card)
