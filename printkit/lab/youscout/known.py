"""Solves games with a known talon: win or loss, winning lines and their number."""

from __future__ import annotations

from typing import Any

import numpy

from printkit.games.youscout.keyed import BOARD, DEAL_STREAM, ORDER, TERMINAL
from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import bit_count, lowest_bit, philox_block
from printkit.lab.youscout.desk import (
    ACTION,
    AFTER,
    AT,
    BRANCHES,
    DRAWN,
    DRAWS,
    FRAME_FIELDS,
    LINE_ANSWERS,
    LINE_DRAWS,
    LINES,
    LOST,
    MAY_PUT,
    MAY_PUT_COINS,
    MAY_TRY,
    MOST_ANSWERS,
    MOST_LINES,
    MOST_PASSES,
    NEXT,
    OPEN_FROM,
    OUTCOME,
    RESULT_FIELDS,
    SOLVED_START,
    TALON,
    TOKEN,
    TRIED,
    UNRESOLVED,
    WON,
    WON_FROM,
)
from printkit.lab.youscout.play import (
    DEALT,
    DONE,
    MOVE,
    PLAY_STREAM,
    REPLACE,
    STAY,
    count_replacements,
    nth_replacement,
)
from printkit.lab.youscout.search import find, forget, remember, take_fingerprint
from printkit.lab.youscout.tables import (
    COIN_LIMIT,
    REPLACEMENTS,
    SIMPLIFIED,
    TERMINALS,
    TIED,
    WINS_ABOVE,
    WINS_BELOW,
)
from printkit.lab.youscout.turn import (
    COINS,
    DISCARDS,
    answer,
    forced_start,
    put,
    set_margins,
    swap_board,
    turn,
)

__all__ = ["solve_deals"]

# A search that is still this small is done sooner than it is written down.
_SMALL = 48

_U64 = numpy.uint64
_ZERO = _U64(0)
_INDEX = _U64(63)
_TERMINAL_BIT = 1 << TERMINAL


@inner
def _draw_words(words: Any, deal: Any, after: Any, purpose: Any, count: Any, scratch: Any) -> None:
    """One word an index, four from each block (keyed shuffle 1)."""
    for block in range((count + 3) // 4):
        philox_block(_U64(block), _U64(after), _U64(purpose), _ZERO, _U64(deal), _U64(DEAL_STREAM), scratch)
        for lane in range(4):
            words[4 * block + lane] = scratch[lane]


@inner
def _sort_into(words: Any, key: Any, length: Any) -> Any:
    """Put a key (its index in the low bits) among the sorted ones of `words` from `length` down."""
    at = length
    while at > 0 and words[at - 1] > key:
        words[at] = words[at - 1]
        at -= 1
    words[at] = key
    return length + 1


@shared
def lay_out(desk: Any, rules: Any, deal: Any) -> None:
    """Lay the board of a deal, and know no order yet."""
    words, room = desk.words, desk.room
    _draw_words(words, deal, 0, BOARD, 20, room.stream)
    taken = 0
    for place in range(6):
        best = -1
        for major in range(20):
            if taken >> major & 1:
                continue
            if best < 0 or (words[major] & ~_INDEX | _U64(major)) < (words[best] & ~_INDEX | _U64(best)):
                best = major
        taken |= 1 << best
        room.board[place] = 2 * best + numpy.int64(words[best] & _U64(1))
    swap_board(rules, room.board)
    set_margins(rules, room.board, room.margins)
    for row in range(min(MOST_PASSES, rules.options[TERMINALS])):
        desk.lengths[row] = -1
        desk.told[row] = -1


@shared
def find_order(desk: Any, deal: Any, row: Any) -> None:
    """The minors that come before the terminal in a pass, first drawn first."""
    words = desk.words
    _draw_words(words, deal, row, ORDER, TERMINAL + 1, desk.room.stream)
    terminal = words[TERMINAL] & ~_INDEX | _U64(TERMINAL)
    length = 0
    for card in range(TERMINAL):
        # Words not yet read lie above the sorted ones, so they are never overwritten too soon.
        key = words[card] & ~_INDEX | _U64(card)
        if key < terminal:
            length = _sort_into(words, key, length)
    for at in range(length):
        desk.orders[row, at] = numpy.int64(words[at] & _INDEX)
    desk.lengths[row] = length


@inner
def _run(desk: Any, rules: Any, deal: Any) -> Any:
    """Draw from the known talon until a sword waits (1), the game is over (0) or what comes is not known (-1)."""
    room, now = desk.room, desk.now
    token, after, at, talon, draws = now[TOKEN], now[AFTER], now[AT], now[TALON], now[DRAWS]
    ends = 0
    while after < rules.options[TERMINALS]:
        if after >= MOST_PASSES:
            ends = -1
            break
        if desk.lengths[after] < 0:
            find_order(desk, deal, after)
        if at == desk.lengths[after]:
            if not desk.told[after] & _TERMINAL_BIT:
                ends = -1
                break
            draws += 1
            after += 1
            at = 0
            talon |= room.piles[DISCARDS]
            room.piles[DISCARDS] = 0
            if after < rules.options[TERMINALS] and after < MOST_PASSES and talon & ~desk.told[after]:
                ends = -1
                break
            continue
        card = desk.orders[after, at]
        at += 1
        if not talon >> card & 1:
            continue
        talon ^= 1 << card
        draws += 1
        place = turn(rules, room.margins, room.piles, room.laid, token, card)
        if place == 0:
            now[DRAWN] = card
            ends = 1
            break
        token = place
    now[TOKEN], now[AFTER], now[AT], now[TALON], now[DRAWS] = token, after, at, talon, draws
    return ends


@inner
def _copy_in(desk: Any, rules: Any, depth: Any) -> None:
    for field in range(FRAME_FIELDS):
        desk.now[field] = desk.frames[depth, field]
    for pile in range(9):
        desk.room.piles[pile] = desk.piles[depth, pile]
    if rules.options[TIED]:
        for card in range(57):
            desk.room.laid[card] = desk.laid[depth, card]


@inner
def _copy_out(desk: Any, rules: Any, depth: Any) -> None:
    for field in range(FRAME_FIELDS):
        desk.frames[depth, field] = desk.now[field]
    for pile in range(9):
        desk.piles[depth, pile] = desk.room.piles[pile]
    if rules.options[TIED]:
        for card in range(57):
            desk.laid[depth, card] = desk.room.laid[card]
    desk.lines[depth] = 0.0


@inner
def _begin_replacing(desk: Any, rules: Any) -> Any:
    """Whether a replacement may be made now: then `now` holds how many answers there are."""
    now = desk.now
    if now[MAY_PUT] < 1:
        return False
    count = count_replacements(rules, desk.room.piles, now[MAY_PUT_COINS])
    now[BRANCHES], now[NEXT], now[DRAWN] = (count + 1 if now[MAY_TRY] else 1), 0, -1
    return count > 0


@inner
def _try_next(desk: Any, rules: Any, deal: Any, tries: Any, depth: Any) -> Any:
    """Give the next answer of a frame and go on to the next question (1), the end (0) or the unknown (-1)."""
    branch = desk.frames[depth, NEXT]
    desk.frames[depth, NEXT] = branch + 1
    _copy_in(desk, rules, depth)
    now, room = desk.now, desk.room
    if now[DRAWN] >= 0:
        moves = branch == 0
        desk.frames[depth, ACTION] = MOVE if moves else STAY
        now[TOKEN] = answer(rules, room.piles, room.laid, now[TOKEN], now[DRAWN], moves)
        if moves and not rules.options[SIMPLIFIED]:
            now[MAY_PUT], now[MAY_PUT_COINS] = rules.options[REPLACEMENTS], rules.options[COIN_LIMIT]
            now[MAY_TRY] = tries
            if _begin_replacing(desk, rules):
                return 1
    elif branch == 0:
        desk.frames[depth, ACTION] = DONE
    else:
        code = nth_replacement(rules, room.piles, now[MAY_PUT_COINS], branch - 1)
        desk.frames[depth, ACTION] = REPLACE + code
        put(room.piles, room.laid, code // 81, code // 9 % 9, code % 9)
        now[MAY_PUT] -= 1
        now[MAY_TRY] -= 1
        now[MAY_PUT_COINS] -= code % 9 == COINS
        if _begin_replacing(desk, rules):
            return 1
    now[MAY_PUT], now[MAY_PUT_COINS], now[MAY_TRY] = 0, 0, 0
    return _ask(desk, rules, deal)


@inner
def _ask(desk: Any, rules: Any, deal: Any) -> Any:
    ends = _run(desk, rules, deal)
    desk.now[BRANCHES], desk.now[NEXT] = 2, 0
    return ends


@inner
def _key(desk: Any, rules: Any) -> None:
    """The fingerprint of `now`: what the rest of the game depends on, and nothing else."""
    now = desk.now
    # Moving every card twice reaches all there is to reach, so limits beyond that make no difference.
    limits = min(now[MAY_PUT], 127) << 14 | min(now[MAY_PUT_COINS], 127) << 7 | min(now[MAY_TRY], 127)
    one = now[TALON] << 3 | now[TOKEN]
    # A card that waits has left the talon; where none waits, -1 becomes 0.
    other = ((limits << 8 | now[DRAWN] + 1) << 24) + now[AFTER]
    take_fingerprint(rules, desk.memory, desk.room.piles, desk.room.laid, 0, one, other)


@inner
def _end_of_line(desk: Any, rules: Any, start: Any, depth: Any) -> Any:
    """Whether `now`, at the game's end, is won; kept is the first line that wins, until then the first of all."""
    won = rules.options[WINS_ABOVE if start > 3 else WINS_BELOW] >> desk.now[TOKEN] & 1 == 1
    if (won and desk.line[0] != 2) or desk.line[0] == 0:
        desk.line[0] = 2 if won else 1
        desk.line[1] = desk.now[DRAWS]
        desk.line[2] = depth
        for level in range(depth):
            desk.line[3 + level] = desk.frames[level, ACTION]
    return won


@inner
def _begin(desk: Any, start: Any, deck: Any) -> None:
    """Make a game's start the origin of the search."""
    for field in range(FRAME_FIELDS):
        desk.origin[field] = 0
    for pile in range(9):
        desk.origin_piles[pile] = 0
    for card in range(57):
        desk.origin_laid[card] = 0
    desk.origin[TOKEN], desk.origin[TALON] = start, deck


@inner
def _set_out(desk: Any, rules: Any, deal: Any, tries: Any) -> Any:
    """Lay the origin of the search and go on to the first question (1), the end (0) or the unknown (-1)."""
    now, room = desk.now, desk.room
    for field in range(FRAME_FIELDS):
        now[field] = desk.origin[field]
    for pile in range(9):
        room.piles[pile] = desk.origin_piles[pile]
    for card in range(57):
        room.laid[card] = desk.origin_laid[card]
    now[MAY_TRY] = tries
    if _begin_replacing(desk, rules):
        return 1
    now[MAY_PUT], now[MAY_PUT_COINS], now[MAY_TRY] = 0, 0, 0
    return _ask(desk, rules, deal)


@inner
def _add(desk: Any, depth: Any, lines: Any) -> None:
    """This many more winning lines go through the frame at `depth`."""
    if depth >= 0:
        desk.lines[depth] = min(MOST_LINES, desk.lines[depth] + lines)


@inner
def _recall(desk: Any, rules: Any, depth: Any) -> Any:
    """Whether the question in `now` was met before: then its lines are added; else the frame gets its key."""
    keys, memory = desk.keys, desk.memory
    _key(desk, rules)
    known = find(memory, memory.key[0], memory.key[1])
    if known >= 0:
        _add(desk, depth, memory.values[known])
        return True
    keys[depth + 1, 0], keys[depth + 1, 1] = memory.key[0], memory.key[1]
    return False


@shared
def _search(
    desk: Any,
    rules: Any,
    deal: Any,
    start: Any,
    tries: Any,
    counts: Any,
    budget: Any,
    recalls: Any,
) -> Any:
    """Try all rows of answers from the origin: outcome, winning lines, answers tried, whether none was left untried.

    `tries` is how many replacements are tried after one move; to be done is always tried.
    """
    ends = _set_out(desk, rules, deal, tries)
    if ends <= 0:
        won = ends == 0 and _end_of_line(desk, rules, start, 0)
        return (UNRESOLVED if ends < 0 else WON if won else LOST), (1.0 if won else 0.0), 0, ends == 0
    forget(desk.memory)
    depth, tried, resolved, total = 0, 0, True, 0.0
    _copy_out(desk, rules, 0)
    while depth >= 0:
        done = desk.frames[depth, NEXT] == desk.frames[depth, BRANCHES]
        if done or tried >= budget:
            total = desk.lines[depth]
            resolved = resolved and done
            if resolved and recalls and desk.keys[depth, 0] and total < MOST_LINES:
                remember(desk.memory, desk.keys[depth, 0], desk.keys[depth, 1], total)
            depth -= 1
            _add(desk, depth, total)
            continue
        tried += 1
        ends = _try_next(desk, rules, deal, tries, depth)
        if ends < 0 or depth + 1 == MOST_ANSWERS:
            resolved = False
        elif ends == 0:
            if _end_of_line(desk, rules, start, depth + 1):
                _add(desk, depth, 1.0)
                if not counts:
                    return WON, 1.0, tried, True
        else:
            desk.keys[depth + 1, 0] = 0
            if not (recalls and tried > _SMALL and _recall(desk, rules, depth)):
                depth += 1
                _copy_out(desk, rules, depth)
    if total > 0:
        return WON, total, tried, resolved
    return (LOST if resolved else UNRESOLVED), total, tried, resolved


@inner
def _search_wider(
    desk: Any, rules: Any, deal: Any, start: Any, counts: Any, budget: Any, recalls: Any
) -> Any:
    """Search for a line that replaces nothing, then at most one card a move, and then as the rules allow.

    A line found early is a line of the game; only the widest search can prove that there is none.
    """
    most = rules.options[REPLACEMENTS]
    tries = most if counts else 0
    found, more, tried, resolved = _search(desk, rules, deal, start, tries, counts, budget, recalls)
    while tries < most and found != WON:
        tries = 1 if tries == 0 else most
        found, more, again, resolved = _search(desk, rules, deal, start, tries, counts, budget, recalls)
        tried += again
    return found, more, tried, resolved


@shared
def _solve(
    rules: Any,
    desk: Any,
    deal: Any,
    places: Any,
    deck: Any,
    counts: Any,
    budget: Any,
    recalls: Any,
    result: Any,
) -> None:
    """Solve the deal that is laid out from each of `places` (as bits) until one wins, or from all if `counts`.

    With 1 all lines that win are counted, with 2 the first of each start will do.
    A `deck` of -1 leaves the origin as it is: then `places` holds one start, that of the game.
    """
    outcome, lines, all_lines = LOST, 0.0, counts == 1
    for field in range(RESULT_FIELDS):
        result[field] = 0
    while places:
        start = lowest_bit(places)
        places &= places - 1
        desk.line[0] = 0
        if deck >= 0:
            _begin(desk, start, deck)
        found, more, tried, resolved = _search_wider(desk, rules, deal, start, all_lines, budget, recalls)
        result[TRIED] += tried
        lines += more
        if result[SOLVED_START] == 0 or (found == WON and outcome != WON):
            result[SOLVED_START], result[LINE_DRAWS], result[LINE_ANSWERS] = start, desk.line[1], desk.line[2]
        if found == WON:
            result[WON_FROM] |= 1 << start
        if not resolved:
            result[OPEN_FROM] |= 1 << start
        if found == WON or (found == UNRESOLVED and outcome == LOST):
            outcome = found
        if found == WON and counts == 0:
            break
    result[OUTCOME] = outcome
    result[LINES] = numpy.int64(min(lines, MOST_LINES))


@inner
def next_deal(rules: Any, desk: Any, seed: Any, game: Any, places: Any, by_lot: Any) -> Any:
    """Lay out the deal of a game; it and the starts to solve, all of `places` the board allows or a random one.

    A board that allows none is dealt again.
    """
    words = desk.room.stream
    allowed: Any = 0
    deal: Any = 0
    lot: Any = 0
    attempt = 0
    while allowed == 0:
        philox_block(_ZERO, _U64(game), _U64(DEALT), _U64(attempt), _U64(seed), _U64(PLAY_STREAM), words)
        attempt += 1
        deal = numpy.int64(words[0] >> _U64(29))
        lot = numpy.int64(words[1] >> _U64(32))
        lay_out(desk, rules, deal)
        allowed = places & forced_start(rules, desk.room.board)
    if by_lot:
        for _ in range(lot * bit_count(allowed) >> 32):
            allowed &= allowed - 1
        allowed &= -allowed
    return deal, allowed


@compiled
def solve_deals(
    rules: Any, desk: Any, deals: Any, spec: Any, seed: Any, first: Any, stop: Any, results: Any
) -> Any:
    """Solve deals, a row of `results` each; how many were solved until `stop[0]` was set.

    They are `deals`, or without any the deals of the games `first` and on of a seed. `spec`: the starts as bits
    (those the board forbids are left out); whether one of them is chosen at random; the deck; what is counted (0: one
    line that wins will do, 1: all lines, 2: one from each start); the answers tried for each start; and whether
    positions are recalled that were met before, which changes no result. A deck of -1 asks for the position laid
    in the desk, board, origin and orders: `first` is the deal that orders not yet found are from.
    """
    places, by_lot, deck, counts, budget, recalls = spec[0], spec[1], spec[2], spec[3], spec[4], spec[5]
    for row in range(results.shape[0]):
        if stop[0]:
            return row
        if deck < 0:
            set_margins(rules, desk.room.board, desk.room.margins)
            deal, allowed = first + row, places
        elif deals.shape[0]:
            deal = deals[row]
            lay_out(desk, rules, deal)
            allowed = places & forced_start(rules, desk.room.board)
        else:
            deal, allowed = next_deal(rules, desk, seed, first + row, places, by_lot)
        _solve(rules, desk, deal, allowed, deck, counts, budget, recalls, desk.result)
        for field in range(RESULT_FIELDS):
            results[row, field] = desk.result[field]
    return results.shape[0]
