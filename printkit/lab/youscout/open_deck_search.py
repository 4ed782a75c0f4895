"""Solves games with a known talon: win or loss, winning lines and their number."""

from __future__ import annotations

from typing import Any

import numpy

from printkit.games.youscout.seeded_deal import BOARD, DEAL_STREAM, ORDER, TERMINAL
from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import bit_count, lowest_bit, philox_block
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
from printkit.lab.youscout.search_workspace import (
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
    """One word an index, four from each block (seeded shuffle 1)."""
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
def lay_out(search_work: Any, rules: Any, deal: Any) -> None:
    """Lay the board of a deal, and know no order yet."""
    words, play_work = search_work.words, search_work.play_work
    _draw_words(words, deal, 0, BOARD, 20, play_work.stream)
    taken = 0
    for place in range(6):
        best = -1
        for major in range(20):
            if taken >> major & 1:
                continue
            if best < 0 or (words[major] & ~_INDEX | _U64(major)) < (words[best] & ~_INDEX | _U64(best)):
                best = major
        taken |= 1 << best
        play_work.board[place] = 2 * best + numpy.int64(words[best] & _U64(1))
    swap_board(rules, play_work.board)
    set_margins(rules, play_work.board, play_work.margins)
    for row in range(min(MOST_PASSES, rules.options[TERMINALS])):
        search_work.lengths[row] = -1
        search_work.fixed[row] = -1


@shared
def find_order(search_work: Any, deal: Any, row: Any) -> None:
    """The minors that come before the terminal in a pass, first drawn first."""
    words = search_work.words
    _draw_words(words, deal, row, ORDER, TERMINAL + 1, search_work.play_work.stream)
    terminal = words[TERMINAL] & ~_INDEX | _U64(TERMINAL)
    length = 0
    for card in range(TERMINAL):
        # Words not yet read lie above the sorted ones, so they are never overwritten too soon.
        key = words[card] & ~_INDEX | _U64(card)
        if key < terminal:
            length = _sort_into(words, key, length)
    for at in range(length):
        search_work.orders[row, at] = numpy.int64(words[at] & _INDEX)
    search_work.lengths[row] = length


@inner
def _run(search_work: Any, rules: Any, deal: Any) -> Any:
    """Draw from the known talon until a sword waits (1), the game is over (0) or what comes is not known (-1)."""
    play_work, now = search_work.play_work, search_work.now
    token, after, at, talon, draws = now[TOKEN], now[AFTER], now[AT], now[TALON], now[DRAWS]
    ends = 0
    while after < rules.options[TERMINALS]:
        if after >= MOST_PASSES:
            ends = -1
            break
        if search_work.lengths[after] < 0:
            find_order(search_work, deal, after)
        if at == search_work.lengths[after]:
            if not search_work.fixed[after] & _TERMINAL_BIT:
                ends = -1
                break
            draws += 1
            after += 1
            at = 0
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
            if after < rules.options[TERMINALS] and after < MOST_PASSES and talon & ~search_work.fixed[after]:
                ends = -1
                break
            continue
        card = search_work.orders[after, at]
        at += 1
        if not talon >> card & 1:
            continue
        talon ^= 1 << card
        draws += 1
        place = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card)
        if place == 0:
            now[DRAWN] = card
            ends = 1
            break
        token = place
    now[TOKEN], now[AFTER], now[AT], now[TALON], now[DRAWS] = token, after, at, talon, draws
    return ends


@inner
def _copy_in(search_work: Any, rules: Any, depth: Any) -> None:
    for field in range(FRAME_FIELDS):
        search_work.now[field] = search_work.frames[depth, field]
    for pile in range(9):
        search_work.play_work.piles[pile] = search_work.piles[depth, pile]
    if rules.options[TIED]:
        for card in range(57):
            search_work.play_work.laid[card] = search_work.laid[depth, card]


@inner
def _copy_out(search_work: Any, rules: Any, depth: Any) -> None:
    for field in range(FRAME_FIELDS):
        search_work.frames[depth, field] = search_work.now[field]
    for pile in range(9):
        search_work.piles[depth, pile] = search_work.play_work.piles[pile]
    if rules.options[TIED]:
        for card in range(57):
            search_work.laid[depth, card] = search_work.play_work.laid[card]
    search_work.lines[depth] = 0.0


@inner
def _begin_replacing(search_work: Any, rules: Any) -> Any:
    """Whether a replacement may be made now: then `now` holds how many answers there are."""
    now = search_work.now
    if now[MAY_PUT] < 1:
        return False
    count = count_replacements(rules, search_work.play_work.piles, now[MAY_PUT_COINS])
    now[BRANCHES], now[NEXT], now[DRAWN] = (count + 1 if now[MAY_TRY] else 1), 0, -1
    return count > 0


@inner
def _try_next(search_work: Any, rules: Any, deal: Any, tries: Any, depth: Any) -> Any:
    """Give the next answer of a frame and go on to the next question (1), the end (0) or the unknown (-1)."""
    branch = search_work.frames[depth, NEXT]
    search_work.frames[depth, NEXT] = branch + 1
    _copy_in(search_work, rules, depth)
    now, play_work = search_work.now, search_work.play_work
    if now[DRAWN] >= 0:
        moves = branch == 0
        search_work.frames[depth, ACTION] = MOVE if moves else STAY
        now[TOKEN] = answer(rules, play_work.piles, play_work.laid, now[TOKEN], now[DRAWN], moves)
        if moves and not rules.options[SIMPLIFIED]:
            now[MAY_PUT], now[MAY_PUT_COINS] = rules.options[REPLACEMENTS], rules.options[COIN_LIMIT]
            now[MAY_TRY] = tries
            if _begin_replacing(search_work, rules):
                return 1
    elif branch == 0:
        search_work.frames[depth, ACTION] = DONE
    else:
        code = nth_replacement(rules, play_work.piles, now[MAY_PUT_COINS], branch - 1)
        search_work.frames[depth, ACTION] = REPLACE + code
        put(play_work.piles, play_work.laid, code // 81, code // 9 % 9, code % 9)
        now[MAY_PUT] -= 1
        now[MAY_TRY] -= 1
        now[MAY_PUT_COINS] -= code % 9 == COINS
        if _begin_replacing(search_work, rules):
            return 1
    now[MAY_PUT], now[MAY_PUT_COINS], now[MAY_TRY] = 0, 0, 0
    return _ask(search_work, rules, deal)


@inner
def _ask(search_work: Any, rules: Any, deal: Any) -> Any:
    ends = _run(search_work, rules, deal)
    search_work.now[BRANCHES], search_work.now[NEXT] = 2, 0
    return ends


@inner
def _key(search_work: Any, rules: Any) -> None:
    """The fingerprint of `now`: what the rest of the game depends on, and nothing else."""
    now = search_work.now
    # Moving every card twice reaches all there is to reach, so limits beyond that make no difference.
    limits = min(now[MAY_PUT], 127) << 14 | min(now[MAY_PUT_COINS], 127) << 7 | min(now[MAY_TRY], 127)
    # A card that waits has left the talon; where none waits, -1 becomes 0.
    one = now[TALON] << 3 | now[TOKEN]
    other = ((limits << 8 | now[DRAWN] + 1) << 24) + now[AFTER]
    work = search_work.play_work
    take_fingerprint(rules, search_work.memory, work.piles, work.laid, 0, one, other)


@inner
def _end_of_line(search_work: Any, rules: Any, start: Any, depth: Any) -> Any:
    """Whether `now`, at the game's end, is won; kept is the first line that wins, until then the first of all."""
    won = rules.options[WINS_ABOVE if start > 3 else WINS_BELOW] >> search_work.now[TOKEN] & 1 == 1
    if (won and search_work.line[0] != 2) or search_work.line[0] == 0:
        search_work.line[0] = 2 if won else 1
        search_work.line[1] = search_work.now[DRAWS]
        search_work.line[2] = depth
        for level in range(depth):
            search_work.line[3 + level] = search_work.frames[level, ACTION]
    return won


@inner
def _begin(search_work: Any, start: Any, deck: Any) -> None:
    """Make a game's start the origin of the search."""
    for field in range(FRAME_FIELDS):
        search_work.origin[field] = 0
    for pile in range(9):
        search_work.origin_piles[pile] = 0
    for card in range(57):
        search_work.origin_laid[card] = 0
    search_work.origin[TOKEN], search_work.origin[TALON] = start, deck


@inner
def _set_out(search_work: Any, rules: Any, deal: Any, tries: Any) -> Any:
    """Lay the origin of the search and go on to the first question (1), the end (0) or the unknown (-1)."""
    now, play_work = search_work.now, search_work.play_work
    for field in range(FRAME_FIELDS):
        now[field] = search_work.origin[field]
    for pile in range(9):
        play_work.piles[pile] = search_work.origin_piles[pile]
    for card in range(57):
        play_work.laid[card] = search_work.origin_laid[card]
    now[MAY_TRY] = tries
    if _begin_replacing(search_work, rules):
        return 1
    now[MAY_PUT], now[MAY_PUT_COINS], now[MAY_TRY] = 0, 0, 0
    return _ask(search_work, rules, deal)


@inner
def _add(search_work: Any, depth: Any, lines: Any) -> None:
    """This many more winning lines go through the frame at `depth`."""
    if depth >= 0:
        search_work.lines[depth] = min(MOST_LINES, search_work.lines[depth] + lines)


@inner
def _recall(search_work: Any, rules: Any, depth: Any) -> Any:
    """Whether the question in `now` was met before: then its lines are added; else the frame gets its key."""
    keys, memory = search_work.keys, search_work.memory
    _key(search_work, rules)
    known = find(memory, memory.key[0], memory.key[1])
    if known >= 0:
        _add(search_work, depth, memory.values[known])
        return True
    keys[depth + 1, 0], keys[depth + 1, 1] = memory.key[0], memory.key[1]
    return False


@shared
def _search(
    search_work: Any,
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
    ends = _set_out(search_work, rules, deal, tries)
    if ends <= 0:
        won = ends == 0 and _end_of_line(search_work, rules, start, 0)
        return (UNRESOLVED if ends < 0 else WON if won else LOST), (1.0 if won else 0.0), 0, ends == 0
    forget(search_work.memory)
    depth, tried, resolved, total = 0, 0, True, 0.0
    _copy_out(search_work, rules, 0)
    while depth >= 0:
        done = search_work.frames[depth, NEXT] == search_work.frames[depth, BRANCHES]
        if done or tried >= budget:
            total = search_work.lines[depth]
            resolved = resolved and done
            if resolved and recalls and search_work.keys[depth, 0] and total < MOST_LINES:
                remember(search_work.memory, search_work.keys[depth, 0], search_work.keys[depth, 1], total)
            depth -= 1
            _add(search_work, depth, total)
            continue
        tried += 1
        ends = _try_next(search_work, rules, deal, tries, depth)
        if ends < 0 or depth + 1 == MOST_ANSWERS:
            resolved = False
        elif ends == 0:
            if _end_of_line(search_work, rules, start, depth + 1):
                _add(search_work, depth, 1.0)
                if not counts:
                    return WON, 1.0, tried, True
        else:
            search_work.keys[depth + 1, 0] = 0
            if not (recalls and tried > _SMALL and _recall(search_work, rules, depth)):
                depth += 1
                _copy_out(search_work, rules, depth)
    if total > 0:
        return WON, total, tried, resolved
    return (LOST if resolved else UNRESOLVED), total, tried, resolved


@inner
def _search_wider(
    search_work: Any, rules: Any, deal: Any, start: Any, counts: Any, budget: Any, recalls: Any
) -> Any:
    """Search for a line that replaces nothing, then at most one card a move, and then as the rules allow.

    A line found early is a line of the game; only the widest search can prove that there is none.
    """
    most = rules.options[REPLACEMENTS]
    tries = most if counts else 0
    found, more, tried, resolved = _search(search_work, rules, deal, start, tries, counts, budget, recalls)
    while tries < most and found != WON:
        tries = 1 if tries == 0 else most
        found, more, again, resolved = _search(
            search_work, rules, deal, start, tries, counts, budget, recalls
        )
        tried += again
    return found, more, tried, resolved


@shared
def _solve(
    rules: Any,
    search_work: Any,
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
    result[:RESULT_FIELDS] = 0
    while places:
        start = lowest_bit(places)
        places &= places - 1
        search_work.line[0] = 0
        if deck >= 0:
            _begin(search_work, start, deck)
        found, more, tried, resolved = _search_wider(
            search_work, rules, deal, start, all_lines, budget, recalls
        )
        result[TRIED] += tried
        lines += more
        if result[SOLVED_START] == 0 or (found == WON and outcome != WON):
            line = search_work.line
            result[SOLVED_START], result[LINE_DRAWS], result[LINE_ANSWERS] = start, line[1], line[2]
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
def next_deal(rules: Any, search_work: Any, seed: Any, game: Any, places: Any, by_lot: Any) -> Any:
    """Lay out the deal of a game; it and the starts to solve, all of `places` the board allows or a random one.

    A board that allows none is dealt again.
    """
    words = search_work.play_work.stream
    allowed: Any = 0
    deal: Any = 0
    pick: Any = 0
    attempt = 0
    while allowed == 0:
        philox_block(_ZERO, _U64(game), _U64(DEALT), _U64(attempt), _U64(seed), _U64(PLAY_STREAM), words)
        attempt += 1
        deal = numpy.int64(words[0] >> _U64(29))
        pick = numpy.int64(words[1] >> _U64(32))
        lay_out(search_work, rules, deal)
        allowed = places & forced_start(rules, search_work.play_work.board)
    if by_lot:
        for _ in range(pick * bit_count(allowed) >> 32):
            allowed &= allowed - 1
        allowed &= -allowed
    return deal, allowed


@compiled
def solve_deals(
    rules: Any, search_work: Any, deals: Any, spec: Any, seed: Any, first: Any, stop: Any, results: Any
) -> Any:
    """Solve deals, a row of `results` each; how many were solved until `stop[0]` was set.

    They are `deals`, or without any the deals of the games `first` and on of a seed. `spec`: the starts as bits
    (those the board forbids are left out); whether one of them is chosen at random; the deck; what is counted (0: one
    line that wins will do, 1: all lines, 2: one from each start); the answers tried for each start; and whether
    positions are recalled that were met before, which changes no result. A deck of -1 asks for the position laid
    in the workspace, board, origin and orders: `first` is the deal that orders not yet found are from.
    """
    places, by_lot, deck, counts, budget, recalls = spec[0], spec[1], spec[2], spec[3], spec[4], spec[5]
    for row in range(results.shape[0]):
        if stop[0]:
            return row
        if deck < 0:
            set_margins(rules, search_work.play_work.board, search_work.play_work.margins)
            deal, allowed = first + row, places
        elif deals.shape[0]:
            deal = deals[row]
            lay_out(search_work, rules, deal)
            allowed = places & forced_start(rules, search_work.play_work.board)
        else:
            deal, allowed = next_deal(rules, search_work, seed, first + row, places, by_lot)
        _solve(rules, search_work, deal, allowed, deck, counts, budget, recalls, search_work.result)
        for field in range(RESULT_FIELDS):
            results[row, field] = search_work.result[field]
    return results.shape[0]
