"""Rounds of Tottarot as machine code.

The same rules as the readable engine, for heuristic players. A deal is the sequence of kinds drawn, seat
by seat from the start player (seat 0), turn by turn. The lots are random numbers in [0, 1); every decision takes
the next one. What the seats have is in the rows of `desk`, fields as below; `left` counts by kind the cards
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
def _gain(kind: Any, seat: Any, points: Any, icons: Any, desk: Any) -> Any:
    """The points that fixing a kind brings the seat (tottarot §4.4)."""
    return points[kind] - (2 * desk[_LAST, seat] if icons[kind] == FLIP else 0)


@shared
def _weigh(seat: Any, owner: Any, trust: Any, points: Any, icons: Any, left: Any, desk: Any) -> None:
    """Put down what the owner's fate is worth to the seat, as the players of the readable engine compute it."""
    if desk[_EYES, owner] >> seat & 1:
        desk[_NUMBER, owner] = _gain(desk[_HAND, owner], seat, points, icons, desk)
        desk[_COUNT, owner] = 1
        return
    number, count, good, good_count = 0, 0, 0, 0
    for kind in range(points.shape[0]):
        unseen = left[kind]
        for other in range(desk.shape[1]):
            if desk[_HAND, other] == kind and desk[_EYES, other] >> seat & 1:
                unseen -= 1
        gain = _gain(kind, seat, points, icons, desk)
        number += gain * unseen
        count += unseen
        if gain >= 0:
            good += gain * unseen
            good_count += unseen
    trusted = trust and good_count > 0
    desk[_NUMBER, owner] = good if trusted else number
    desk[_COUNT, owner] = good_count if trusted else count


@inner
def _more(desk: Any, one: Any, other: Any) -> Any:
    """Whether one target is worth more than another."""
    return desk[_NUMBER, one] * desk[_COUNT, other] > desk[_NUMBER, other] * desk[_COUNT, one]


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
    seat: Any, mind: Any, lot: Any, held: Any, points: Any, icons: Any, left: Any, desk: Any
) -> None:
    """Lay down the smallest or the largest of the `held` tokens, or any."""
    if mind == RANDOM:
        desk[_TOKEN, seat] = _token_at(desk[_USED, seat], int(lot * held))
        return
    _weigh(seat, seat, False, points, icons, left, desk)
    highest = desk[_NUMBER, seat] <= 0
    if mind == GREEDY:
        highest = desk[_NUMBER, seat] < 0
        for owner in range(desk.shape[1]):
            if owner != seat:
                _weigh(seat, owner, False, points, icons, left, desk)
                highest |= _more(desk, owner, seat)
    desk[_TOKEN, seat] = _token_at(desk[_USED, seat], held - 1 if highest else 0)


@shared
def _target(seat: Any, mind: Any, lot: Any, points: Any, icons: Any, left: Any, desk: Any) -> Any:
    """Whose fate the seat seizes; itself where it takes none. What it uses lies in its own two fields."""
    desk[_NUMBER, seat] = 0
    desk[_COUNT, seat] = 1
    best, ties = seat, 0
    for owner in range(desk.shape[1]):
        if owner == seat or desk[_HAND, owner] < 0:
            continue
        kept = desk[_TOKEN, owner] != desk[_TOKEN, seat] and desk[_DRAWER, owner] == owner
        _weigh(seat, owner, mind == GREEDY and kept, points, icons, left, desk)
        if mind == CAUTIOUS and not desk[_EYES, owner] >> seat & 1:
            desk[_COUNT, owner] = 0
        elif mind != RANDOM and _more(desk, owner, best):
            best = owner
    for step in range(2):
        place = int(lot * ties)
        # Forgoing stands first, then the seats in their order.
        for at in range(-1, desk.shape[1]):
            owner = seat if at < 0 else at
            if at == seat or (desk[_HAND, owner] < 0 and owner != seat):
                continue
            if mind != RANDOM and (desk[_COUNT, owner] == 0 or _more(desk, best, owner)):
                continue
            if step == 0:
                ties += 1
            elif place == 0:
                return owner
            else:
                place -= 1
    return seat


@shared
def _look(seat: Any, lot: Any, desk: Any) -> None:
    """One-sided and mutual looks at a random seat (tottarot §4.1, §4.2)."""
    target = int(lot * (desk.shape[1] - 1))
    target += target >= seat
    desk[_EYES, target] |= 1 << seat
    if desk[_ICON, seat] == MUTUAL_LOOK:
        desk[_EYES, seat] |= 1 << target


@inner
def _seize(seat: Any, target: Any, left: Any, desk: Any) -> None:
    """Discard the seat's fate, and take the target's (tottarot §3.4)."""
    left[desk[_HAND, seat]] -= 1
    desk[_HAND, seat] = -1
    if target != seat:
        desk[_HAND, seat] = desk[_HAND, target]
        desk[_DRAWER, seat] = desk[_DRAWER, target]
        desk[_EYES, seat] = desk[_EYES, target] | 1 << seat
        desk[_HAND, target] = -1


@shared
def _fix(points: Any, icons: Any, left: Any, desk: Any) -> None:
    """The fates left are fixed, the tokens spent (tottarot §3.6)."""
    for seat in range(desk.shape[1]):
        kind = desk[_HAND, seat]
        desk[_USED, seat] |= 1 << desk[_TOKEN, seat]
        desk[_ICON, seat] = 0
        if kind >= 0:
            desk[_TOTAL, seat] += _gain(kind, seat, points, icons, desk)
            desk[_LAST, seat] = points[kind]
            desk[_ICON, seat] = icons[kind]
            left[kind] -= 1


@shared
def _turn(
    deal: Any, minds: Any, lots: Any, lot: Any, held: Any, points: Any, icons: Any, left: Any, desk: Any
) -> Any:
    """One turn (tottarot §3); the number of the next lot."""
    seats = desk.shape[1]
    for seat in range(seats):
        desk[_HAND, seat], desk[_DRAWER, seat], desk[_EYES, seat] = deal[seat], seat, 1 << seat
    for seat in range(seats):
        if desk[_ICON, seat] == REVEAL:
            desk[_EYES, seat] = (1 << seats) - 1
        elif desk[_ICON, seat] == MUTUAL_LOOK or desk[_ICON, seat] == LOOK:
            _look(seat, lots[lot], desk)
            lot += 1
    highest = 0
    for seat in range(seats):
        _declare(seat, minds[seat], lots[lot], held, points, icons, left, desk)
        highest = max(highest, desk[_TOKEN, seat])
        lot += 1
    for seat in range(seats):
        if desk[_TOKEN, seat] == highest and desk[_HAND, seat] >= 0:
            target = _target(seat, minds[seat], lots[lot], points, icons, left, desk)
            _seize(seat, target, left, desk)
            lot += 1
    _fix(points, icons, left, desk)
    return lot


@compiled
def play_rounds(
    points: Any, icons: Any, copies: Any, deals: Any, minds: Any, lots: Any, tokens: Any, left: Any, desk: Any,
    totals: Any, unused: Any,
) -> None:  # fmt: skip
    """Play a round for each row of `deals`, `minds` (a player for each seat) and `lots`.

    `tokens` is how many each begins with; `left` and `desk` [`DESK_ROWS`, seats] are room to work in. Written are
    `totals`, the points, and `unused`, the sum of the tokens left, a row a round, a column a seat.
    """
    seats = minds.shape[1]
    turns = deals.shape[1] // seats
    for at in range(deals.shape[0]):
        desk[:] = 0
        for kind in range(copies.shape[0]):
            left[kind] = copies[kind]
        lot = 0
        for turn in range(turns):
            drawn = deals[at, turn * seats : (turn + 1) * seats]
            lot = _turn(drawn, minds[at], lots[at], lot, tokens - turn, points, icons, left, desk)
        for seat in range(seats):
            totals[at, seat] = desk[_TOTAL, seat]
            unused[at, seat] = 0
            for token in range(tokens):
                unused[at, seat] += 0 if desk[_USED, seat] >> token & 1 else token
