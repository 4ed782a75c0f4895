"""Plays one game, drawing each card when it is needed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout.keyed import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import (
    STREAM_WORDS,
    below,
    bit_count,
    glance,
    lowest_bit,
    number_of,
    redraw,
    take,
    unfair,
)
from printkit.lab.youscout.tables import (
    COIN_LIMIT,
    REPLACEMENTS,
    SIMPLIFIED,
    TERMINALS,
    TIED,
    WINS_ABOVE,
    WINS_BELOW,
    Integers,
)
from printkit.lab.youscout.turn import (
    COINS,
    DISCARDS,
    answer,
    at,
    forced_start,
    put,
    set_margins,
    swap_board,
    turn,
)

__all__ = ["Room", "Trace", "make_room", "make_trace"]

# What stands where in `Room.moment`.
TOKEN, LEFT, SHOWN, DRAWN, DRAWS, CHOICES, START = range(7)

# The policies; all but RANDOM and ADVISED answer by the room's plan.
RANDOM, PLANNED, ADVISED = range(3)

# The second word of the key of every simulated game's random numbers, and what its third counter word is for.
PLAY_STREAM = 2
PLAYED, DEALT = range(2)

# What a trace writes for an action that is not a draw; replacements lie above.
MOVE, STAY, DONE, REPLACE = 57, 58, 59, 64


class Room(NamedTuple):
    """The arrays one game is played in: a room is used by one thread, for one game after another."""

    moment: Integers
    board: Integers
    margins: Integers
    piles: Integers
    laid: Integers
    talon: Integers
    stream: numpy.typing.NDArray[numpy.uint64]
    plan: Integers


class Trace(NamedTuple):
    """What was done and what lay then: action, legal actions, token, terminals and piles a row; no rows: off."""

    rows: Integers
    laid: Integers
    used: Integers


def make_room(plan: Integers) -> Room:
    """A room whose planned answers are `plan`."""
    return Room(
        moment=numpy.zeros(8, numpy.int64),
        board=numpy.zeros(6, numpy.int64),
        margins=numpy.zeros(24, numpy.int64),
        piles=numpy.zeros(9, numpy.int64),
        laid=numpy.zeros(57, numpy.int64),
        talon=numpy.zeros(57, numpy.int64),
        stream=numpy.zeros(STREAM_WORDS, numpy.uint64),
        plan=plan,
    )


def make_trace(rows: int) -> Trace:
    """Room for a trace of this many actions."""
    return Trace(
        numpy.zeros((rows, 13), numpy.int64),
        numpy.zeros((rows, 57), numpy.int64),
        numpy.zeros(1, numpy.int64),
    )


@inner
def note(trace: Any, room: Any, action: Any, legal: Any, token: Any, shown: Any) -> None:
    """Write down an action and what lies on the table after it, if a trace is kept."""
    if trace is not None:
        row = trace.used[0]
        if row < trace.rows.shape[0]:
            trace.rows[row, 0] = action
            trace.rows[row, 1] = legal
            trace.rows[row, 2] = token
            trace.rows[row, 3] = shown
            for pile in range(9):
                trace.rows[row, 4 + pile] = room.piles[pile]
            for card in range(57):
                trace.laid[row, card] = room.laid[card]
            trace.used[0] = row + 1


@inner
def deal_board(rules: Any, room: Any) -> None:
    """Lay six random majors, and let 8 and 11 trade places; `talon` is scratch."""
    for major in range(20):
        room.talon[major] = 2 * major
    for place in range(6):
        picked = below(room.stream, 40 - 2 * place)
        major = picked >> 1
        room.board[place] = room.talon[major] + (picked & 1)
        room.talon[major] = room.talon[19 - place]
    swap_board(rules, room.board)


@inner
def place_by_lot(rules: Any, room: Any, allowed: Any, board: Any) -> Any:
    """A board and one of the `allowed` starts (as bits) that it offers; boards that offer none are laid again.

    Six codes in `board` are the board, always; none leaves it to chance.
    """
    while True:
        if board.shape[0]:
            for place in range(6):
                room.board[place] = board[place]
        else:
            deal_board(rules, room)
        places = allowed & forced_start(rules, room.board)
        if places:
            chosen = below(room.stream, bit_count(places))
            for _ in range(chosen):
                places &= places - 1
            return lowest_bit(places)


@inner
def thumb_start(rules: Any, room: Any) -> Any:
    """Where the rule of thumb starts on this board: as `thumb.THUMBS` has it."""
    start = 2
    if rules.options[SIMPLIFIED]:
        start = 2 if rules.numbers[room.board[1], 0] <= rules.numbers[room.board[5], 0] else 5
    return start if forced_start(rules, room.board) >> start & 1 else 7 - start


@inner
def clear_table(rules: Any, room: Any, start: Any, deck: Any) -> None:
    """The token placed on `start`, and a talon of the minors in `deck` and the terminal."""
    for pile in range(9):
        room.piles[pile] = 0
    for card in range(57):
        room.laid[card] = 0
    set_margins(rules, room.board, room.margins)
    left = 0
    if deck == (1 << 56) - 1:
        for card in range(57):
            room.talon[card] = card
        left = 57
    else:
        while deck:
            room.talon[left] = lowest_bit(deck)
            deck &= deck - 1
            left += 1
        room.talon[left] = TERMINAL
        left += 1
    moment = room.moment
    moment[TOKEN], moment[LEFT], moment[SHOWN], moment[DRAWN] = start, left, 0, 0
    moment[DRAWS], moment[CHOICES], moment[START] = 0, 0, start


@inner
def _reshuffle(room: Any, left: Any) -> Any:
    """The terminal and the discards come back into the talon; how many cards it has then."""
    talon, discards = room.talon, room.piles[DISCARDS]
    talon[at(left)] = TERMINAL
    left += 1
    while discards:
        talon[at(left)] = lowest_bit(discards)
        discards &= discards - 1
        left += 1
    room.piles[DISCARDS] = 0
    return left


@inner
def _run(rules: Any, room: Any, laid: Any, trace: Any) -> Any:
    """`run_to_choice`; `laid` and `trace` may be None.

    The next card is looked up, though not drawn, while one is played: the machine need not wait for it.
    """
    moment, talon, stream = room.moment, room.talon, room.stream
    token, left, shown, draws = moment[TOKEN], moment[LEFT], moment[SHOWN], moment[DRAWS]
    terminals = rules.options[TERMINALS]
    if shown >= terminals:
        return False
    waits = False
    draw = glance(stream, left)
    card = talon[at(number_of(draw))]
    while True:
        take(stream)
        picked = number_of(draw)
        if unfair(draw, left):
            picked = redraw(stream, draw, left)
            card = talon[at(picked)]
        left -= 1
        talon[at(picked)] = talon[at(left)]
        draws += 1
        if card == TERMINAL:
            shown += 1
            if shown < terminals:
                left = _reshuffle(room, left)
            note(trace, room, TERMINAL, left, token, shown)
            if shown == terminals:
                break
            draw = glance(stream, left)
            card = talon[at(number_of(draw))]
            continue
        draw = glance(stream, left)
        following = talon[at(number_of(draw))]
        place = turn(rules, room.margins, room.piles, laid, token, card)
        note(trace, room, card, left, token if place == 0 else place, shown)
        if place == 0:
            moment[DRAWN] = card
            waits = True
            break
        token = place
        card = following
    moment[TOKEN], moment[LEFT], moment[SHOWN], moment[DRAWS] = token, left, shown, draws
    return waits


@inner
def run_to_choice(rules: Any, room: Any, trace: Any) -> Any:
    """Draw until a sword waits (True: its card is `moment[DRAWN]`) or the game is over (False)."""
    return _run(rules, room, room.laid, trace)


@inner
def give_answer(rules: Any, room: Any, moves: Any, trace: Any) -> None:
    """Carry out the player's answer to the waiting sword."""
    moment = room.moment
    moment[TOKEN] = answer(rules, room.piles, room.laid, moment[TOKEN], moment[DRAWN], moves)
    moment[CHOICES] += 1
    note(trace, room, MOVE if moves else STAY, 2, moment[TOKEN], moment[SHOWN])


@inner
def ways_out(rules: Any, pile: Any, coins: Any) -> Any:
    """The piles a card of this pile may be put on, as bits, while `coins` more may go to Co."""
    ways = rules.ways[pile]
    return ways if coins >= 1 else ways & ~(1 << COINS)


@inner
def count_replacements(rules: Any, piles: Any, coins: Any) -> Any:
    """How many replacements are possible."""
    count = 0
    for pile in range(1, 9):
        if piles[pile]:
            count += bit_count(piles[pile]) * bit_count(ways_out(rules, pile, coins))
    return count


@inner
def nth_replacement(rules: Any, piles: Any, coins: Any, number: Any) -> Any:
    """The replacement with this number, counted by pile, card and target: (card × 9 + pile) × 9 + target."""
    for pile in range(1, 9):
        ways = ways_out(rules, pile, coins)
        width = bit_count(ways)
        here = bit_count(piles[pile]) * width
        if number >= here:
            number -= here
            continue
        cards = piles[pile]
        for _ in range(number // width):
            cards &= cards - 1
        for _ in range(number % width):
            ways &= ways - 1
        return (lowest_bit(cards) * 9 + pile) * 9 + lowest_bit(ways)
    return -1


@shared
def replace_by_lot(rules: Any, room: Any, trace: Any) -> None:
    """War replacement by a player who answers at random (youscout §5)."""
    left, coins = rules.options[REPLACEMENTS], rules.options[COIN_LIMIT]
    moment = room.moment
    while left >= 1:
        count = count_replacements(rules, room.piles, coins)
        if count == 0:
            return
        moment[CHOICES] += 1
        picked = below(room.stream, count + 1)
        if picked == 0:
            note(trace, room, DONE, count + 1, moment[TOKEN], moment[SHOWN])
            return
        code = nth_replacement(rules, room.piles, coins, picked - 1)
        target = code % 9
        put(room.piles, room.laid, code // 81, code // 9 % 9, target)
        left -= 1
        coins -= target == COINS
        note(trace, room, REPLACE + code, count + 1, moment[TOKEN], moment[SHOWN])


@inner
def decline_replacement(rules: Any, room: Any, trace: Any) -> None:
    """War replacement by a player who is done at once."""
    if rules.options[REPLACEMENTS] >= 1:
        count = count_replacements(rules, room.piles, rules.options[COIN_LIMIT])
        if count:
            room.moment[CHOICES] += 1
            note(trace, room, DONE, count + 1, room.moment[TOKEN], room.moment[SHOWN])


@inner
def planned_answer(room: Any) -> Any:
    """Whether the room's plan moves: 1 or 0 for the places 1 to 3, after a lower and then an upper start."""
    moment = room.moment
    return room.plan[moment[TOKEN] - 1 + (3 if moment[START] > 3 else 0)] == 1


@shared
def play_on(rules: Any, room: Any, policy: Any, trace: Any) -> Any:
    """Play what is on the table to its end, at random or by plan: whether it is won."""
    if trace.rows.shape[0] == 0 and not rules.options[TIED]:
        return _play_plain(rules, room, policy)
    while run_to_choice(rules, room, trace):
        moves = below(room.stream, 2) == 0 if policy == RANDOM else planned_answer(room)
        give_answer(rules, room, moves, trace)
        if moves and not rules.options[SIMPLIFIED]:
            if policy == RANDOM:
                replace_by_lot(rules, room, trace)
            else:
                decline_replacement(rules, room, trace)
    return is_won(rules, room)


@inner
def _play_plain(rules: Any, room: Any, policy: Any) -> Any:
    """`play_on` where no two cards of one pile are alike, nothing is replaced and no trace is kept."""
    moment = room.moment
    # Were `_run` itself the condition, there would be two copies of it in machine code.
    while moment[SHOWN] < rules.options[TERMINALS]:
        if _run(rules, room, None, None):
            moves = below(room.stream, 2) == 0 if policy == RANDOM else planned_answer(room)
            moment[TOKEN] = answer(rules, room.piles, None, moment[TOKEN], moment[DRAWN], moves)
            moment[CHOICES] += 1
    return is_won(rules, room)


@inner
def is_won(rules: Any, room: Any) -> Any:
    """Whether the token stands where its start wins (youscout §3.3)."""
    return rules.options[WINS_ABOVE if room.moment[START] > 3 else WINS_BELOW] >> room.moment[TOKEN] & 1 == 1
