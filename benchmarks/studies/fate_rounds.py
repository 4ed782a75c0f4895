"""Rounds of Tottarot as machine code.

The same rules as the readable engine, for heuristic players. A deal is the sequence of kinds drawn, seat
by seat from the start player (seat 0), turn by turn. The picks are random numbers in [0, 1); every decision takes
the next one. What the seats have is in the rows of `search_work`, fields as below; `left` counts by kind the cards
neither fixed nor discarded.
"""

from __future__ import annotations

from typing import Any

from printkit.lab.compiled import compiled, inner, shared

__all__ = [
    "CAUTIOUS",
    "DESK_ROWS",
    "FLIP",
    "GREEDY",
    "LOOK",
    "MUTUAL_LOOK",
    "RANDOM",
    "REVEAL",
    "play_rounds",
]

RANDOM, CAUTIOUS, GREEDY = range(3)
"""The players."""

MUTUAL_LOOK, LOOK, REVEAL, FLIP = range(1, 5)
"""The icons; 0 is none."""

_HAND, _DRAWER, _EYES, _TOKEN, _USED, _ICON, _LAST, _TOTAL, _NUMBER, _COUNT = range(10)
DESK_ROWS = 10
"""Proclaimed kind (-1: none), who drew it, who saw it (bits), token, used tokens (bits), icon fixed in the turn
before, points of the fate fixed last, points; and room for a choice: what each target is worth, as a fraction."""


@inner
def _gain(kind: Any, seat: Any, points: Any, icons: Any, search_work: Any) -> Any:
    """The points that fixing a kind brings the seat (tottarot §4.4)."""
    return points[kind] - (2 * search_work[_LAST, seat] if icons[kind] == FLIP else 0)


@shared
def _weigh(seat: Any, owner: Any, trust: Any, points: Any, icons: Any, left: Any, search_work: Any) -> None:
    """Put down what the owner's fate is worth to the seat, as the players of the readable engine compute it."""
    if search_work[_EYES, owner] >> seat & 1:
        search_work[_NUMBER, owner] = _gain(search_work[_HAND, owner], seat, points, icons, search_work)
        search_work[_COUNT, owner] = 1
        return
    number, count, good, good_count = 0, 0, 0, 0
    for kind in range(points.shape[0]):
        unseen = left[kind]
        for other in range(search_work.shape[1]):
            if search_work[_HAND, other] == kind and search_work[_EYES, other] >> seat & 1:
                unseen -= 1
        gain = _gain(kind, seat, points, icons, search_work)
        number += gain * unseen
        count += unseen
        if gain >= 0:
            good += gain * unseen
            good_count += unseen
    trusted = trust and good_count > 0
    search_work[_NUMBER, owner] = good if trusted else number
    search_work[_COUNT, owner] = good_count if trusted else count


@inner
def _more(search_work: Any, one: Any, other: Any) -> Any:
    """Whether one target is worth more than another."""
    return (
        search_work[_NUMBER, one] * search_work[_COUNT, other]
        > search_work[_NUMBER, other] * search_work[_COUNT, one]
    )


@inner
def _token_at(used: Any, place: Any) -> Any:
    """The unused token with this many smaller ones."""
    token = 0
    while True:
        if not used >> token & 1:
            if place == 0:
                return token
            place -= 1
        token += 1


@shared
def _declare(
    seat: Any, mind: Any, pick: Any, held: Any, points: Any, icons: Any, left: Any, search_work: Any
) -> None:
    """Lay down the smallest or the largest of the `held` tokens, or any."""
    if mind == RANDOM:
        search_work[_TOKEN, seat] = _token_at(search_work[_USED, seat], int(pick * held))
        return
    _weigh(seat, seat, False, points, icons, left, search_work)
    highest = search_work[_NUMBER, seat] <= 0
    if mind == GREEDY:
        highest = search_work[_NUMBER, seat] < 0
        for owner in range(search_work.shape[1]):
            if owner != seat:
                _weigh(seat, owner, False, points, icons, left, search_work)
                highest |= _more(search_work, owner, seat)
    search_work[_TOKEN, seat] = _token_at(search_work[_USED, seat], held - 1 if highest else 0)


@shared
def _target(seat: Any, mind: Any, pick: Any, points: Any, icons: Any, left: Any, search_work: Any) -> Any:
    """Whose fate the seat seizes; itself where it takes none. What it uses lies in its own two fields."""
    search_work[_NUMBER, seat] = 0
    search_work[_COUNT, seat] = 1
    best, ties = seat, 0
    for owner in range(search_work.shape[1]):
        if owner == seat or search_work[_HAND, owner] < 0:
            continue
        kept = (
            search_work[_TOKEN, owner] != search_work[_TOKEN, seat] and search_work[_DRAWER, owner] == owner
        )
        _weigh(seat, owner, mind == GREEDY and kept, points, icons, left, search_work)
        if mind == CAUTIOUS and not search_work[_EYES, owner] >> seat & 1:
            search_work[_COUNT, owner] = 0
        elif mind != RANDOM and _more(search_work, owner, best):
            best = owner
    for step in range(2):
        place = int(pick * ties)
        # Forgoing stands first, then the seats in their order.
        for at in range(-1, search_work.shape[1]):
            owner = seat if at < 0 else at
            if at == seat or (search_work[_HAND, owner] < 0 and owner != seat):
                continue
            if mind != RANDOM and (search_work[_COUNT, owner] == 0 or _more(search_work, best, owner)):
                continue
            if step == 0:
                ties += 1
            elif place == 0:
                return owner
            else:
                place -= 1
    return seat


@shared
def _look(seat: Any, pick: Any, search_work: Any) -> None:
    """One-sided and mutual looks at a random seat (tottarot §4.1, §4.2)."""
    target = int(pick * (search_work.shape[1] - 1))
    target += target >= seat
    search_work[_EYES, target] |= 1 << seat
    if search_work[_ICON, seat] == MUTUAL_LOOK:
        search_work[_EYES, seat] |= 1 << target


@inner
def _seize(seat: Any, target: Any, left: Any, search_work: Any) -> None:
    """Discard the seat's fate, and take the target's (tottarot §3.4)."""
    left[search_work[_HAND, seat]] -= 1
    search_work[_HAND, seat] = -1
    if target != seat:
        search_work[_HAND, seat] = search_work[_HAND, target]
        search_work[_DRAWER, seat] = search_work[_DRAWER, target]
        search_work[_EYES, seat] = search_work[_EYES, target] | 1 << seat
        search_work[_HAND, target] = -1


@shared
def _fix(points: Any, icons: Any, left: Any, search_work: Any) -> None:
    """The fates left are fixed, the tokens spent (tottarot §3.6)."""
    for seat in range(search_work.shape[1]):
        kind = search_work[_HAND, seat]
        search_work[_USED, seat] |= 1 << search_work[_TOKEN, seat]
        search_work[_ICON, seat] = 0
        if kind >= 0:
            search_work[_TOTAL, seat] += _gain(kind, seat, points, icons, search_work)
            search_work[_LAST, seat] = points[kind]
            search_work[_ICON, seat] = icons[kind]
            left[kind] -= 1


@shared
def _turn(
    deal: Any,
    minds: Any,
    picks: Any,
    pick: Any,
    held: Any,
    points: Any,
    icons: Any,
    left: Any,
    search_work: Any,
) -> Any:
    """One turn (tottarot §3); the number of the next pick."""
    seats = search_work.shape[1]
    for seat in range(seats):
        search_work[_HAND, seat], search_work[_DRAWER, seat], search_work[_EYES, seat] = (
            deal[seat],
            seat,
            1 << seat,
        )
    for seat in range(seats):
        if search_work[_ICON, seat] == REVEAL:
            search_work[_EYES, seat] = (1 << seats) - 1
        elif search_work[_ICON, seat] == MUTUAL_LOOK or search_work[_ICON, seat] == LOOK:
            _look(seat, picks[pick], search_work)
            pick += 1
    highest = 0
    for seat in range(seats):
        _declare(seat, minds[seat], picks[pick], held, points, icons, left, search_work)
        highest = max(highest, search_work[_TOKEN, seat])
        pick += 1
    for seat in range(seats):
        if search_work[_TOKEN, seat] == highest and search_work[_HAND, seat] >= 0:
            target = _target(seat, minds[seat], picks[pick], points, icons, left, search_work)
            _seize(seat, target, left, search_work)
            pick += 1
    _fix(points, icons, left, search_work)
    return pick


@compiled
def play_rounds(
    points: Any, icons: Any, copies: Any, deals: Any, minds: Any, picks: Any, tokens: Any, left: Any, search_work: Any,
    totals: Any, unused: Any,
) -> None:  # fmt: skip
    """Play a round for each row of `deals`, `minds` (a player for each seat) and `picks`.

    `tokens` is how many each begins with; `left` and `search_work` [`DESK_ROWS`, seats] are workspace. Written are
    `totals`, the points, and `unused`, the sum of the tokens left, a row a round, a column a seat.
    """
    seats = minds.shape[1]
    turns = deals.shape[1] // seats
    for at in range(deals.shape[0]):
        search_work[:] = 0
        for kind in range(copies.shape[0]):
            left[kind] = copies[kind]
        pick = 0
        for turn in range(turns):
            drawn = deals[at, turn * seats : (turn + 1) * seats]
            pick = _turn(drawn, minds[at], picks[at], pick, tokens - turn, points, icons, left, search_work)
        for seat in range(seats):
            totals[at, seat] = search_work[_TOTAL, seat]
            unused[at, seat] = 0
            for token in range(tokens):
                unused[at, seat] += 0 if search_work[_USED, seat] >> token & 1 else token
