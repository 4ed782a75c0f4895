"""Plays one game, drawing each card when it is needed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout.seeded_deal import TERMINAL
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

__all__ = ["PlayWorkspace", "Trace", "make_play_workspace", "make_trace"]

# What stands where in `PlayWorkspace.moment`.
TOKEN, LEFT, SHOWN, DRAWN, DRAWS, CHOICES, START = range(7)

# The policies; all but RANDOM and ADVISED answer by the workspace's plan.
RANDOM, PLANNED, ADVISED = range(3)

# The second word of the key of every simulated game's random numbers, and what its third counter word is for.
PLAY_STREAM = 2
PLAYED, DEALT = range(2)

# What a trace writes for an action that is not a draw; replacements lie above.
MOVE, STAY, DONE, REPLACE = 57, 58, 59, 64


class PlayWorkspace(NamedTuple):
    """The arrays one game is played in: a workspace is used by one thread, for one game after another."""

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


def make_play_workspace(plan: Integers) -> PlayWorkspace:
    """A workspace whose planned answers are `plan`."""
    return PlayWorkspace(
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
    """PlayWorkspace for a trace of this many actions."""
    return Trace(
        numpy.zeros((rows, 13), numpy.int64),
        numpy.zeros((rows, 57), numpy.int64),
        numpy.zeros(1, numpy.int64),
    )


@inner
def note(trace: Any, play_work: Any, action: Any, legal: Any, token: Any, shown: Any) -> None:
    """Write down an action and what lies on the table after it, if a trace is kept."""
    if trace is not None:
        row = trace.used[0]
        if row < trace.rows.shape[0]:
            trace.rows[row, 0] = action
            trace.rows[row, 1] = legal
            trace.rows[row, 2] = token
            trace.rows[row, 3] = shown
            for pile in range(9):
                trace.rows[row, 4 + pile] = play_work.piles[pile]
            for card in range(57):
                trace.laid[row, card] = play_work.laid[card]
            trace.used[0] = row + 1


@inner
def deal_board(rules: Any, play_work: Any) -> None:
    """Lay six random majors, and let 8 and 11 trade places; `talon` is scratch."""
    for major in range(20):
        play_work.talon[major] = 2 * major
    for place in range(6):
        picked = below(play_work.stream, 40 - 2 * place)
        major = picked >> 1
        play_work.board[place] = play_work.talon[major] + (picked & 1)
        play_work.talon[major] = play_work.talon[19 - place]
    swap_board(rules, play_work.board)


@inner
def place_by_lot(rules: Any, play_work: Any, allowed: Any, board: Any) -> Any:
    """A board and one of the `allowed` starts (as bits) that it offers; boards that offer none are laid again.

    Six codes in `board` are the board, always; none leaves it to chance.
    """
    while True:
        if board.shape[0]:
            for place in range(6):
                play_work.board[place] = board[place]
        else:
            deal_board(rules, play_work)
        places = allowed & forced_start(rules, play_work.board)
        if places:
            chosen = below(play_work.stream, bit_count(places))
            for _ in range(chosen):
                places &= places - 1
            return lowest_bit(places)


@inner
def thumb_start(rules: Any, play_work: Any) -> Any:
    """Where the rule of thumb starts on this board: as `heuristic.HEURISTICS` has it."""
    board, rows = play_work.board, rules.heuristic
    start = rows[0, 0]
    for row in range(1, rows.shape[0]):
        more, less = rows[row, 1], rows[row, 2]
        if (
            rules.numbers[board[more // 8], more % 8] - rules.numbers[board[less // 8], less % 8]
            >= rows[row, 3]
        ):
            start = rows[row, 0]
            break
    return start if forced_start(rules, play_work.board) >> start & 1 else 7 - start


@inner
def clear_table(rules: Any, play_work: Any, start: Any, deck: Any) -> None:
    """The token placed on `start`, and a talon of the minors in `deck` and the terminal."""
    for pile in range(9):
        play_work.piles[pile] = 0
    for card in range(57):
        play_work.laid[card] = 0
    set_margins(rules, play_work.board, play_work.margins)
    left = 0
    if deck == (1 << 56) - 1:
        for card in range(57):
            play_work.talon[card] = card
        left = 57
    else:
        while deck:
            play_work.talon[left] = lowest_bit(deck)
            deck &= deck - 1
            left += 1
        play_work.talon[left] = TERMINAL
        left += 1
    moment = play_work.moment
    moment[TOKEN], moment[LEFT], moment[SHOWN], moment[DRAWN] = start, left, 0, 0
    moment[DRAWS], moment[CHOICES], moment[START] = 0, 0, start


@inner
def _reshuffle(play_work: Any, left: Any) -> Any:
    """The terminal and the discards come back into the talon; how many cards it has then."""
    talon, discards = play_work.talon, play_work.piles[DISCARDS]
    talon[at(left)] = TERMINAL
    left += 1
    while discards:
        talon[at(left)] = lowest_bit(discards)
        discards &= discards - 1
        left += 1
    play_work.piles[DISCARDS] = 0
    return left


@inner
def _run(rules: Any, play_work: Any, laid: Any, trace: Any) -> Any:
    """`run_to_choice`; `laid` and `trace` may be None.

    The next card is looked up, though not drawn, while one is played: the machine need not wait for it.
    """
    moment, talon, stream = play_work.moment, play_work.talon, play_work.stream
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
                left = _reshuffle(play_work, left)
            note(trace, play_work, TERMINAL, left, token, shown)
            if shown == terminals:
                break
            draw = glance(stream, left)
            card = talon[at(number_of(draw))]
            continue
        draw = glance(stream, left)
        following = talon[at(number_of(draw))]
        place = turn(rules, play_work.margins, play_work.piles, laid, token, card)
        note(trace, play_work, card, left, token if place == 0 else place, shown)
        if place == 0:
            moment[DRAWN] = card
            waits = True
            break
        token = place
        card = following
    moment[TOKEN], moment[LEFT], moment[SHOWN], moment[DRAWS] = token, left, shown, draws
    return waits


@inner
def run_to_choice(rules: Any, play_work: Any, trace: Any) -> Any:
    """Draw until a sword waits (True: its card is `moment[DRAWN]`) or the game is over (False)."""
    return _run(rules, play_work, play_work.laid, trace)


@inner
def give_answer(rules: Any, play_work: Any, moves: Any, trace: Any) -> None:
    """Carry out the player's answer to the waiting sword."""
    moment = play_work.moment
    moment[TOKEN] = answer(rules, play_work.piles, play_work.laid, moment[TOKEN], moment[DRAWN], moves)
    moment[CHOICES] += 1
    note(trace, play_work, MOVE if moves else STAY, 2, moment[TOKEN], moment[SHOWN])


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
def replace_by_lot(rules: Any, play_work: Any, trace: Any) -> None:
    """War replacement by a player who answers at random (youscout §5)."""
    left, coins = rules.options[REPLACEMENTS], rules.options[COIN_LIMIT]
    moment = play_work.moment
    while left >= 1:
        count = count_replacements(rules, play_work.piles, coins)
        if count == 0:
            return
        moment[CHOICES] += 1
        picked = below(play_work.stream, count + 1)
        if picked == 0:
            note(trace, play_work, DONE, count + 1, moment[TOKEN], moment[SHOWN])
            return
        code = nth_replacement(rules, play_work.piles, coins, picked - 1)
        target = code % 9
        put(play_work.piles, play_work.laid, code // 81, code // 9 % 9, target)
        left -= 1
        coins -= target == COINS
        note(trace, play_work, REPLACE + code, count + 1, moment[TOKEN], moment[SHOWN])


@inner
def decline_replacement(rules: Any, play_work: Any, trace: Any) -> None:
    """War replacement by a player who is done at once."""
    if rules.options[REPLACEMENTS] >= 1:
        count = count_replacements(rules, play_work.piles, rules.options[COIN_LIMIT])
        if count:
            play_work.moment[CHOICES] += 1
            note(trace, play_work, DONE, count + 1, play_work.moment[TOKEN], play_work.moment[SHOWN])


@inner
def planned_answer(play_work: Any) -> Any:
    """Whether the workspace's plan moves: 1 or 0 for the places 1 to 3, after a lower and then an upper start."""
    moment = play_work.moment
    return play_work.plan[moment[TOKEN] - 1 + (3 if moment[START] > 3 else 0)] == 1


@shared
def play_on(rules: Any, play_work: Any, policy: Any, trace: Any) -> Any:
    """Play what is on the table to its end, at random or by plan: whether it is won."""
    if trace.rows.shape[0] == 0 and not rules.options[TIED]:
        return _play_plain(rules, play_work, policy)
    while run_to_choice(rules, play_work, trace):
        moves = below(play_work.stream, 2) == 0 if policy == RANDOM else planned_answer(play_work)
        give_answer(rules, play_work, moves, trace)
        if moves and not rules.options[SIMPLIFIED]:
            if policy == RANDOM:
                replace_by_lot(rules, play_work, trace)
            else:
                decline_replacement(rules, play_work, trace)
    return is_won(rules, play_work)


@inner
def _play_plain(rules: Any, play_work: Any, policy: Any) -> Any:
    """`play_on` where no two cards of one pile are alike, nothing is replaced and no trace is kept."""
    moment = play_work.moment
    # Were `_run` itself the condition, there would be two copies of it in machine code.
    while moment[SHOWN] < rules.options[TERMINALS]:
        if _run(rules, play_work, None, None):
            moves = below(play_work.stream, 2) == 0 if policy == RANDOM else planned_answer(play_work)
            moment[TOKEN] = answer(rules, play_work.piles, None, moment[TOKEN], moment[DRAWN], moves)
            moment[CHOICES] += 1
    return is_won(rules, play_work)


@inner
def is_won(rules: Any, play_work: Any) -> Any:
    """Whether the token stands where its start wins (youscout §3.3)."""
    return (
        rules.options[WINS_ABOVE if play_work.moment[START] > 3 else WINS_BELOW] >> play_work.moment[TOKEN]
        & 1
        == 1
    )
