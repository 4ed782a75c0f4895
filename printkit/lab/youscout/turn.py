"""The rules of one turn of both games as machine code."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner
from printkit.lab.youscout.bits import highest_bit, lowest_bit
from printkit.lab.youscout.tables import (
    BEYOND,
    COINS,
    DISCARDS,
    FIELD,
    GIVER,
    LAID_ON,
    MIXED,
    MOVE_DISCARDS,
    MOVED_TO,
    OUTCOME,
    SIMPLIFIED,
    SMALLEST,
    SWAP,
    SWORDS,
    TAKER,
    TIES_WIN,
)

__all__ = [
    "CLOCK",
    "COINS",
    "DISCARDS",
    "SWORDS",
    "answer",
    "at",
    "forced_start",
    "lay",
    "put",
    "set_margins",
    "swap_board",
    "turn",
]

# `laid` holds when each card was laid, and at its end the time: the first laid decides between equals. Where no two
# cards of a pile are alike, which needs usual court values and no replacement, it may be None: then every pile is of
# one suit (cups below, coins above and in Co, swords in Sw), and its cards are distinguished without it.
CLOCK = 56

_SWORD, _COIN, _CUP = 0, 1, 2
_RANKS = (1 << 14) - 1
_STRENGTH, _JUSTICE = 7, 10
_ATTACK, _GUARD, _PAIN, _JOY, _CUP_UP, _CUP_DOWN, _WAND_UP, _WAND_DOWN = range(8)


@inner
def at(index: Any) -> Any:
    """An index that is not negative: none is looked for from the end."""
    return uint64(index)


@inner
def _suit(card: Any) -> Any:
    # What a division by 14 gives for the numbers of cards, in half the time.
    return card * 37 >> 9


@inner
def _ahead(place: Any) -> Any:
    return place + 1 if place < 6 else 1


@inner
def _behind(place: Any) -> Any:
    return place - 1 if place > 1 else 6


@inner
def _ranks(pile: Any) -> Any:
    """The ranks in a pile, whatever the suits."""
    return (pile | pile >> 14 | pile >> 28 | pile >> 42) & _RANKS


@inner
def _total(rules: Any, pile: Any, laid: Any, suit: Any) -> Any:
    """The values of a pile added up; all are of this suit where nothing says when cards were laid."""
    if laid is None:
        return int64(rules.sums[at(pile >> 14 * suit)])
    if rules.options[MIXED]:
        swords_and_coins = int64(rules.sums[pile & _RANKS]) + int64(rules.sums[pile >> 14 & _RANKS])
        return swords_and_coins + int64(rules.sums[pile >> 28 & _RANKS])
    return int64(rules.sums[_ranks(pile)])


@inner
def _largest_value(rules: Any, pile: Any, laid: Any) -> Any:
    """The value of a pile's largest card; 0 if it is empty."""
    if laid is None:
        return rules.card_values[at(highest_bit(pile << 1 | 1))]
    return rules.values[highest_bit(_ranks(pile) | 1)] if pile else 0


@inner
def _smallest_value(rules: Any, pile: Any, laid: Any) -> Any:
    """The value of a pile's smallest card; more than anything if it is empty."""
    if laid is None:
        return rules.card_values[at(lowest_bit(pile | 1 << TERMINAL) + 1)]
    return rules.values[lowest_bit(_ranks(pile))] if pile else BEYOND


@inner
def _first_laid(cards: Any, laid: Any) -> Any:
    first = lowest_bit(cards)
    cards &= cards - 1
    while cards:
        card = lowest_bit(cards)
        if laid[card] < laid[first]:
            first = card
        cards &= cards - 1
    return first


@inner
def lay(piles: Any, laid: Any, pile: Any, card: Any) -> None:
    """Lay a card that lies nowhere on a pile."""
    piles[at(pile)] |= 1 << card
    if laid is not None:
        laid[CLOCK] += 1
        laid[card] = laid[CLOCK]


@inner
def put(piles: Any, laid: Any, card: Any, source: Any, target: Any) -> None:
    """Take a card from one pile and lay it on another."""
    piles[at(source)] ^= 1 << card
    lay(piles, laid, target, card)


@inner
def _give(rules: Any, piles: Any, laid: Any, giver: Any, taker: Any, smallest: Any) -> None:
    """The largest card of a pile, or its smallest, goes to another pile, if there is one (youscout §3.4)."""
    pile = piles[at(giver)]
    if laid is None:
        # Both are found and one is taken, and an empty pile gives the empty set: to jump would cost more.
        low, high = pile & -pile, 1 << highest_bit(pile | 1) & pile
        card = low if smallest else high
        piles[at(giver)] = pile ^ card
        piles[at(taker)] |= card
    elif pile and giver != taker:
        ranks = _ranks(pile)
        rank = lowest_bit(ranks) if smallest else highest_bit(ranks)
        put(piles, laid, _first_laid(pile & rules.alike[rank], laid), giver, taker)


@inner
def _wins_above(rules: Any, piles: Any, laid: Any, token: Any, sword: Any, value: Any, margin: Any) -> Any:
    """Whether a sword or a wand wins its contest on an upper place (youscout §4.2, §4.3)."""
    coins = piles[at(token)]
    pile = piles[at(token if sword else token - 3)]
    push = _largest_value(rules, pile, laid) + (0 if sword else value)
    total = _total(rules, coins, laid, _COIN)
    hold = margin + (value if sword else total)
    return (push > hold) & (sword | (pile != 0))


@inner
def _wins_below(rules: Any, piles: Any, laid: Any, token: Any, sword: Any, value: Any, margin: Any) -> Any:
    """Whether a sword or a wand wins its contest on a lower place (youscout §4.7, §4.8)."""
    smallest = _smallest_value(rules, piles[at(token)], laid)
    hold = _total(rules, piles[at(token + 3)], laid, _COIN) + _total(rules, piles[SWORDS], laid, _SWORD)
    push = value + _total(rules, piles[COINS], laid, _COIN)
    return (push if sword else value) > (hold if sword else smallest) + margin


@inner
def _original(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Youscout §4; 0 where the player chooses.

    Which suit comes and whether it wins cannot be foreseen, so jumps cost much: the rules of both outcomes are
    numbers of a table, and there is one way for cups and coins and one for swords and wands.
    """
    suit = _suit(card)
    value = rules.card_values[at(card + 1)]
    row = at(4 * token - 4 + suit)
    margin, route = margins[row], rules.routes[row]
    if suit == _CUP or suit == _COIN:
        route >>= OUTCOME if value > margin else 0
        lay(piles, laid, route >> LAID_ON & FIELD, card)
        return route >> MOVED_TO & FIELD
    if token > 3:
        wins = _wins_above(rules, piles, laid, token, suit == _SWORD, value, margin)
    else:
        wins = _wins_below(rules, piles, laid, token, suit == _SWORD, value, margin)
    route >>= OUTCOME if wins else 0
    place = route >> MOVED_TO & FIELD
    if place == 0:
        return 0
    lay(piles, laid, route >> LAID_ON & FIELD, card)
    _give(rules, piles, laid, route >> GIVER & FIELD, route >> TAKER & FIELD, route >> SMALLEST & 1)
    return place


@inner
def _backing(rules: Any, margins: Any, piles: Any, place: Any) -> Any:
    """The F minor of a place: its highest card, else its F major (youscout §6.3)."""
    pile = piles[at(place)]
    # Both are read and one is taken: to jump would cost more.
    value, bare = (rules.values[highest_bit(_ranks(pile) | 1)], margins[at(4 * place - 3)])
    return value if pile else bare


@inner
def _simplified(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Youscout §6.5, §6.6; 0 where the player chooses."""
    suit = _suit(card)
    upper = token > 3
    across = token - 3 if upper else token + 3
    if suit == _CUP or suit == _COIN:
        moves = (suit == _CUP) == upper
        lay(piles, laid, across if moves else token, card)
        return _ahead(token) if moves else token
    target = across if (suit == _SWORD) != upper else _behind(token)
    push = rules.card_values[at(card + 1)] + _backing(rules, margins, piles, token)
    hold = margins[at(4 * target - 4)] + _backing(rules, margins, piles, target)
    wins = push + rules.options[TIES_WIN] > hold
    if wins and suit == _SWORD and not upper:
        return 0
    lay(piles, laid, DISCARDS, card)
    _give(rules, piles, laid, token if wins else target, DISCARDS, False)
    return target if wins else token


@inner
def turn(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Play a drawn minor: the token's new place, or 0 where the player must answer and nothing has changed."""
    if rules.options[SIMPLIFIED]:
        return _simplified(rules, margins, piles, laid, token, card)
    return _original(rules, margins, piles, laid, token, card)


@inner
def answer(rules: Any, piles: Any, laid: Any, token: Any, card: Any, moves: Any) -> Any:
    """The player's answer to a sword that waits: the token's new place (youscout §4.7, §6.6)."""
    if rules.options[SIMPLIFIED]:
        lay(piles, laid, DISCARDS, card)
        if moves:
            _give(rules, piles, laid, token, DISCARDS, False)
            return token + 3
        return token
    if moves:
        kept = rules.options[MOVE_DISCARDS]
        if kept < 2:
            piles[DISCARDS] |= piles[SWORDS]
            piles[SWORDS] = 0
        if kept == 0 or kept == 2:
            piles[DISCARDS] |= piles[COINS]
            piles[COINS] = 0
        lay(piles, laid, SWORDS, card)
        return token + 3
    piles[DISCARDS] |= piles[at(token)]
    piles[at(token)] = 0
    lay(piles, laid, DISCARDS, card)
    return token


@inner
def set_margins(rules: Any, board: Any, margins: Any) -> None:
    """What a card must exceed, for each place and suit of this board: the numbers of each comparison, added.

    In the simplified game the first two of each place are its M major and its F major instead.
    """
    numbers = rules.numbers
    for place in range(6):
        here = board[place]
        at = 4 * place
        if rules.options[SIMPLIFIED]:
            margins[at] = numbers[here, _ATTACK]
            margins[at + 1] = numbers[here, _PAIN]
            continue
        ahead, behind, across = (board[(place + 1) % 6], board[(place + 5) % 6], board[(place + 3) % 6])
        if place > 2:
            margins[at] = numbers[behind, _PAIN] - numbers[behind, _GUARD]
            margins[at + 1] = 0
            margins[at + 2] = numbers[ahead, _WAND_UP] - numbers[here, _CUP_UP]
            margins[at + 3] = numbers[here, _JOY] - numbers[here, _WAND_UP] - numbers[across, _CUP_DOWN]
        else:
            margins[at] = numbers[across, _GUARD] - numbers[here, _ATTACK]
            margins[at + 1] = numbers[ahead, _JOY] - numbers[here, _PAIN]
            margins[at + 2] = 0
            margins[at + 3] = numbers[behind, _CUP_DOWN] - numbers[here, _WAND_DOWN]


@inner
def _odd(code: Any) -> Any:
    # Codes 0 to 23 stand for the majors 1 to 12, the others for 14 to 21.
    return (code >> 1) % 2 == 0 if code < 24 else (code >> 1) % 2 == 1


@inner
def swap_board(rules: Any, board: Any) -> None:
    """Let 8 and 11 trade places on a board as laid (youscout §2.3)."""
    odd = 0
    eight, eleven = -1, -1
    for place in range(6):
        odd += _odd(board[place])
        if board[place] >> 1 == _STRENGTH:
            eight = place
        if board[place] >> 1 == _JUSTICE:
            eleven = place
    swap = rules.options[SWAP]
    trades = True
    if swap == 1 and (eight < 0) != (eleven < 0):
        upright = board[max(eight, eleven)] & 1 == 0
        trades = upright if odd == 3 else (odd > 3) == (eight >= 0)
    if swap == 2:
        trades = 2 <= odd <= 4
    if trades:
        if eight >= 0:
            board[eight] += 2 * (_JUSTICE - _STRENGTH)
        if eleven >= 0:
            board[eleven] -= 2 * (_JUSTICE - _STRENGTH)


@inner
def forced_start(rules: Any, board: Any) -> Any:
    """The places where a start is allowed on a board after the swap, as bits 1 to 6 (youscout §2.3)."""
    if rules.options[SWAP] != 2:
        return 0b1111110
    odd, odd_reversed, even_reversed = 0, 0, 0
    for place in range(6):
        if _odd(board[place]):
            odd += 1
            odd_reversed += board[place] & 1
        else:
            even_reversed += board[place] & 1
    if odd != 3 or odd_reversed % 3 or even_reversed % 3:
        return 0b1111110
    return 0b1110000 if odd_reversed else 0b0001110
