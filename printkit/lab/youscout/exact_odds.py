"""The win probability of both answers for a player who cannot see the talon: exact with few cards, else estimated."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing
from numpy import int64

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import bit_count, lowest_bit, open_stream
from printkit.lab.youscout.play import (
    CHOICES,
    DRAWN,
    DRAWS,
    LEFT,
    PLANNED,
    PLAY_STREAM,
    PLAYED,
    RANDOM,
    SHOWN,
    START,
    TOKEN,
    PlayWorkspace,
    clear_table,
    decline_replacement,
    give_answer,
    is_won,
    make_play_workspace,
    place_by_lot,
    planned_answer,
    play_on,
    run_to_choice,
)
from printkit.lab.youscout.search import Memory, find, forget, make_memory, remember, take_fingerprint
from printkit.lab.youscout.tables import ALL_MINORS, REPLACEMENTS, SIMPLIFIED, TERMINALS, TIED, Integers
from printkit.lab.youscout.turn import DISCARDS, answer, forced_start, set_margins, turn

__all__ = ["BEST", "OddsWorkspace", "make_odds_workspace"]


# ── exact win probability with a hidden talon of few cards ───────────────────────────────────────────────────────────

BEST = 3
"""The policy that always takes the better answer, beside those of `play`."""

_DEPTH = 400

# What stands where in a frame: a table before a draw, the cards still to try, and what its child is for.
_TOKEN, _TALON, _SHOWN, _TODO, _CARD, _STAGE = range(6)
_PLAIN, _AFTER_MOVE, _AFTER_STAY = range(3)


class OddsWorkspace(NamedTuple):
    """The arrays one thread finds exact odds in."""

    play_work: PlayWorkspace
    memory: Memory
    frames: Integers
    piles: Integers
    laid: Integers
    sums: numpy.typing.NDArray[numpy.float64]
    moved: numpy.typing.NDArray[numpy.float64]
    keys: numpy.typing.NDArray[numpy.uint64]


def make_odds_workspace(plan: Integers, memory_size: int = 1 << 16) -> OddsWorkspace:
    """A workspace for one thread; `memory_size` odds are remembered, a power of two."""
    return OddsWorkspace(
        play_work=make_play_workspace(plan),
        memory=make_memory(memory_size),
        frames=numpy.zeros((_DEPTH, 6), numpy.int64),
        piles=numpy.zeros((_DEPTH, 9), numpy.int64),
        laid=numpy.zeros((_DEPTH, 57), numpy.int64),
        sums=numpy.zeros(_DEPTH, numpy.float64),
        moved=numpy.zeros(_DEPTH, numpy.float64),
        keys=numpy.zeros((_DEPTH, 2), numpy.uint64),
    )


@inner
def _copy_in(odds_work: Any, rules: Any, depth: Any) -> None:
    play_work = odds_work.play_work
    for pile in range(9):
        play_work.piles[pile] = odds_work.piles[depth, pile]
    if rules.options[TIED]:
        for card in range(57):
            play_work.laid[card] = odds_work.laid[depth, card]


@inner
def _enter(odds_work: Any, rules: Any, depth: Any, token: Any, talon: Any, shown: Any) -> Any:
    """The odds of the table in the workspace, if they are known; else -1, and a frame at `depth` to find them."""
    play_work, memory = odds_work.play_work, odds_work.memory
    # Discards are out of the game once nothing will be shuffled again.
    first = 1 if shown + 1 == rules.options[TERMINALS] else 0
    take_fingerprint(rules, memory, play_work.piles, play_work.laid, first, talon << 3 | token, shown)
    known = find(memory, memory.key[0], memory.key[1])
    if known >= 0:
        return memory.values[known]
    odds_work.keys[depth, 0], odds_work.keys[depth, 1] = memory.key[0], memory.key[1]
    frames = odds_work.frames
    frames[depth, _TOKEN], frames[depth, _TALON], frames[depth, _SHOWN] = token, talon, shown
    frames[depth, _TODO], frames[depth, _STAGE] = talon | 1 << TERMINAL, _PLAIN
    odds_work.sums[depth] = 0.0
    for pile in range(9):
        odds_work.piles[depth, pile] = play_work.piles[pile]
    if rules.options[TIED]:
        for card in range(57):
            odds_work.laid[depth, card] = play_work.laid[card]
    return -1.0


@inner
def _answer(odds_work: Any, rules: Any, depth: Any, moves: Any) -> Any:
    """Answer the sword of a frame: token, talon and terminals after it."""
    play_work, frames = odds_work.play_work, odds_work.frames
    card = frames[depth, _CARD]
    token = answer(rules, play_work.piles, play_work.laid, frames[depth, _TOKEN], card, moves)
    return token, frames[depth, _TALON] & ~(1 << card), frames[depth, _SHOWN]


@inner
def _draw(odds_work: Any, rules: Any, depth: Any, card: Any) -> Any:
    """Draw this card at a frame: token, talon and terminals after it; a token of 0 where an answer is due."""
    play_work, frames = odds_work.play_work, odds_work.frames
    token, talon, shown = frames[depth, _TOKEN], frames[depth, _TALON], frames[depth, _SHOWN]
    play_work.moment[TOKEN], play_work.moment[SHOWN] = token, shown
    if card == TERMINAL:
        if shown + 1 < rules.options[TERMINALS]:
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
        return token, talon, shown + 1
    frames[depth, _CARD] = card
    place = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card)
    return place, talon & ~(1 << card), shown


@shared
def exact_odds(odds_work: Any, rules: Any, policy: Any, talon: Any) -> Any:
    """The probability that `policy` wins from the table in the workspace, before a draw from `talon`.

    Each card left is as likely as any other; a frame adds up the odds after each of them.
    """
    frames, play_work = odds_work.frames, odds_work.play_work
    token, shown, depth = play_work.moment[TOKEN], play_work.moment[SHOWN], -1
    odds = _enter(odds_work, rules, 0, token, talon, shown)
    depth += odds < 0.0
    while depth >= 0:
        stage = frames[depth, _STAGE]
        if odds >= 0.0 and stage == _AFTER_MOVE:
            odds_work.moved[depth] = odds
        elif odds >= 0.0:
            if stage == _AFTER_STAY:
                moved = odds_work.moved[depth]
                odds = max(moved, odds) if policy == BEST else (moved + odds) / 2
            odds_work.sums[depth] += odds
            frames[depth, _STAGE] = stage = _PLAIN
        cards = frames[depth, _TODO]
        if stage == _PLAIN and cards == 0:
            odds = odds_work.sums[depth] / (bit_count(frames[depth, _TALON]) + 1)
            remember(odds_work.memory, odds_work.keys[depth, 0], odds_work.keys[depth, 1], odds)
            depth -= 1
            continue
        _copy_in(odds_work, rules, depth)
        moves = stage != _AFTER_MOVE
        if stage == _PLAIN:
            frames[depth, _TODO] = cards & (cards - 1)
            token, talon, shown = _draw(odds_work, rules, depth, lowest_bit(cards))
            if shown == rules.options[TERMINALS]:
                odds = 1.0 if is_won(rules, play_work) else 0.0
                continue
            if token == 0 and (policy == RANDOM or policy == BEST):
                frames[depth, _STAGE] = _AFTER_MOVE
            elif token == 0:
                moves = planned_answer(play_work)
        else:
            frames[depth, _STAGE] = _AFTER_STAY
            token = 0
        if token == 0:
            token, talon, shown = _answer(odds_work, rules, depth, moves)
        odds = _enter(odds_work, rules, depth + 1, token, talon, shown)
        depth += odds < 0.0
    return odds


@inner
def odds_from_start(rules: Any, board: Any, odds_work: Any, policy: Any, start: Any, deck: Any) -> Any:
    """The probability that `policy` wins a game on the board of the workspace `board` with a deck of few minors."""
    play_work = odds_work.play_work
    for margin in range(24):
        play_work.margins[margin] = board.margins[margin]
    for pile in range(9):
        play_work.piles[pile] = 0
    for card in range(57):
        play_work.laid[card] = 0
    play_work.moment[TOKEN], play_work.moment[SHOWN], play_work.moment[START] = start, 0, start
    forget(odds_work.memory)
    return exact_odds(odds_work, rules, policy, deck)


# ── estimates the win probability of both answers for a player who cannot see the talon ──────────────────────────────

# The streams of imagined decks have a word of their own: no real deck is ever among them.
IMAGINED_STREAM = 3

# What stands where in advice: odds of moving, of staying, games imagined for each (0: exact), whether to move,
# pairs of games only moving won, pairs only staying won, and the evidence for the sign of the difference.
MOVES, STAYS, GAMES, ADVICE, ONLY_MOVES, ONLY_STAYS, EVIDENCE = range(7)
ADVICE_FIELDS = 7

# What `advise_games` can be asked.
PLAY, TABLE, BOARD, ODDS, OUTCOMES, CHANCES = range(6)

ENOUGH_EVIDENCE = 100.0
"""Betting against an even chance multiplies a stake so often in one of a hundred rows of tosses, however long."""


_WORTH = 1.0
"""The square of the standard errors beyond which advice departs from the plan."""

_U64 = numpy.uint64


@inner
def unseen(play_work: Any) -> Any:
    """The minors in the talon as a set, in which no order can be."""
    talon = 0
    for at in range(play_work.moment[LEFT]):
        talon |= 1 << play_work.talon[at]
    return talon & ALL_MINORS


@shared
def _imagine(play_work: Any, other: Any, talon: Any) -> None:
    """Lay the same table in another workspace, with the talon sorted."""
    for field in range(8):
        other.moment[field] = play_work.moment[field]
    for place in range(6):
        other.board[place] = play_work.board[place]
    for margin in range(24):
        other.margins[margin] = play_work.margins[margin]
    for pile in range(9):
        other.piles[pile] = play_work.piles[pile]
    for card in range(57):
        other.laid[card] = play_work.laid[card]
    left = 0
    while talon:
        other.talon[left] = lowest_bit(talon)
        talon &= talon - 1
        left += 1
    other.talon[left] = TERMINAL
    other.moment[LEFT] = left + 1


@shared
def imagined_game(
    rules: Any, play_work: Any, other: Any, talon: Any, moves: Any, number: Any, trace: Any
) -> Any:
    _imagine(play_work, other, talon)
    waiting = play_work.moment[DRAWN] << 3 | play_work.moment[TOKEN]
    open_stream(other.stream, talon, IMAGINED_STREAM, number, waiting)
    give_answer(rules, other, moves, trace)
    if moves and not rules.options[SIMPLIFIED]:
        decline_replacement(rules, other, trace)
    return play_on(rules, other, PLANNED, trace)


@shared
def _roll_out(
    rules: Any, play_work: Any, other: Any, talon: Any, games: Any, trace: Any, advice: Any
) -> None:
    """Play both answers on the same imagined decks until the better one is plain or `games` are played."""
    both, only_moves, only_stays, evidence = 0, 0, 0, 1.0
    # As variables they are of one type: of a constant there would be machine code of its own.
    played, yes, no = int64(0), int64(1), int64(0)
    while played < games and evidence < ENOUGH_EVIDENCE:
        move_wins = imagined_game(rules, play_work, other, talon, yes, played, trace)
        stay_wins = imagined_game(rules, play_work, other, talon, no, played, trace)
        played += 1
        if move_wins == stay_wins:
            both += move_wins
            continue
        only_moves += move_wins
        only_stays += stay_wins
        # The stake on each toss follows the tosses before it, by Laplace's rule.
        evidence *= 2.0 * (only_moves if move_wins else only_stays) / (only_moves + only_stays + 1)
    advice[MOVES], advice[STAYS], advice[GAMES] = (
        (both + only_moves) / played,
        (both + only_stays) / played,
        played,
    )
    advice[ONLY_MOVES], advice[ONLY_STAYS], advice[EVIDENCE] = only_moves, only_stays, evidence
    # What is too close to call is left to the plan.
    gap = only_moves - only_stays
    moves = gap > 0 if gap * gap > _WORTH * (only_moves + only_stays) else planned_answer(play_work)
    advice[ADVICE] = 1.0 if moves else 0.0


@shared
def advise(
    rules: Any, play_work: Any, other: Any, book: Any, games: Any, exact: Any, trace: Any, advice: Any
) -> None:
    """What moving and staying are worth at the sword that waits: exactly with `exact` minors left or fewer."""
    talon = unseen(play_work)
    last = play_work.moment[SHOWN] + 1 == rules.options[TERMINALS]
    if not last or bit_count(talon) > exact or rules.options[REPLACEMENTS] >= 1:
        _roll_out(rules, play_work, other, talon, games, trace, advice)
        return
    forget(book.memory)
    moment = book.play_work.moment
    for moves in range(2):
        _imagine(play_work, book.play_work, talon)
        moment[TOKEN] = answer(
            rules, book.play_work.piles, book.play_work.laid, moment[TOKEN], moment[DRAWN], moves == 1
        )
        advice[MOVES if moves else STAYS] = exact_odds(book, rules, int64(BEST), talon)
    advice[GAMES] = 0.0
    advice[ADVICE] = 1.0 if advice[MOVES] >= advice[STAYS] else 0.0


@shared
def best_start(
    rules: Any, play_work: Any, other: Any, allowed: Any, policy: Any, games: Any, deck: Any, trace: Any
) -> Any:
    """The start that wins most of the `games` imagined for each, all on the same decks; the first of equals."""
    places = allowed & forced_start(rules, play_work.board)
    name = 0
    for place in range(6):
        other.board[place] = play_work.board[place]
        name = name * 40 + play_work.board[place]
    best, most = 0, -1
    while places:
        start = lowest_bit(places)
        places &= places - 1
        won = 0
        for number in range(games):
            open_stream(other.stream, name, IMAGINED_STREAM, number, 0)
            clear_table(rules, other, start, deck)
            won += play_on(rules, other, policy, trace)
        if won > most:
            best, most = start, won
    return best


@inner
def _look(
    rules: Any,
    play_work: Any,
    other: Any,
    book: Any,
    spec: Any,
    seed: Any,
    first: Any,
    trace: Any,
    advice: Any,
    rows: Any,
) -> None:
    """What may come of the table in `play_work`, before a draw.

    ODDS: the exact odds of the policy `spec[1]` from the start `spec[2]` on its board with the deck `spec[5]`,
    which must be small. CHANCES: those of that policy from the table itself. OUTCOMES: a row for each imagined
    game from `first` on, 1 where it is won by plan; the same `seed` and `spec[1]` give the same random numbers.
    """
    if spec[0] == ODDS:
        advice[0] = odds_from_start(rules, play_work, book, spec[1], spec[2], spec[5])
        return
    talon = unseen(play_work)
    if spec[0] == CHANCES:
        forget(book.memory)
        _imagine(play_work, book.play_work, talon)
        advice[0] = exact_odds(book, rules, spec[1], talon)
        return
    for row in range(rows.shape[0]):
        _imagine(play_work, other, talon)
        open_stream(other.stream, seed, IMAGINED_STREAM, first + row, spec[1])
        rows[row, 0] = play_on(rules, other, PLANNED, trace)


@compiled
def advise_games(
    rules: Any,
    play_work: Any,
    other: Any,
    book: Any,
    board: Any,
    spec: Any,
    seed: Any,
    first: Any,
    stop: Any,
    trace: Any,
    advice: Any,
    rows: Any,
) -> Any:
    """What `spec[0]` says; all in one, because each entry point is compiled separately.

    PLAY: play the games `first` and on of a seed, advised at each choice; how many until `stop[0]` was set.
    TABLE: advice for the table in `play_work`. BOARD: the best start on the board in `play_work`. For the rest, see
    `_look`.
    """
    task, places, start_games, games, exact, deck = spec[0], spec[1], spec[2], spec[3], spec[4], spec[5]
    set_margins(rules, play_work.board, play_work.margins)
    if task >= ODDS:
        _look(rules, play_work, other, book, spec, seed, first, trace, advice, rows)
        return 0
    number, start = 0, 0
    while (task != PLAY or number < rows.shape[0]) and stop[0] == 0:
        if task == PLAY:
            open_stream(play_work.stream, seed, PLAY_STREAM, first + number, PLAYED)
            start = place_by_lot(rules, play_work, places, board)
        if task != TABLE and start_games:
            start = best_start(rules, play_work, other, places, PLANNED, start_games, deck, trace)
        if task == BOARD:
            return start
        if task == PLAY:
            clear_table(rules, play_work, start, deck)
        while task == TABLE or run_to_choice(rules, play_work, trace):
            advise(rules, play_work, other, book, games, exact, trace, advice)
            if task == TABLE:
                return 0
            moves = advice[ADVICE] == 1.0
            give_answer(rules, play_work, moves, trace)
            if moves and not rules.options[SIMPLIFIED]:
                decline_replacement(rules, play_work, trace)
        rows[number, 0] = is_won(rules, play_work)
        rows[number, 1] = play_work.moment[DRAWS]
        rows[number, 2] = play_work.moment[CHOICES]
        number += 1
    return number
