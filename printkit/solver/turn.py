"""The rules of both games as machine code: piles, token and a card or an answer in, the token's place out."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from printkit.solver.bits import highest_bit, lowest_bit
from printkit.solver.compiled import inner
from printkit.solver.tables import (
    LOWER_SWORD_CARD,
    MIXED,
    MOVE_DISCARDS,
    SIMPLIFIED,
    SWAP,
    TIES_WIN,
    UPPER_SWORD_CARD,
    UPPER_WAND_CARD,
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

# Piles are sets of minors as bits: the discards, places 1 to 6, the swords, the coins.
DISCARDS, SWORDS, COINS = 0, 7, 8

# `laid` holds when each card was laid, and at its end the time: the first laid decides between equals. Where no two
# cards of a pile are alike, which needs usual court values and no replacement, it may be None: then every pile is of
# one suit (cups below, coins above and in Co, swords in Sw), and its cards are told apart without it.
CLOCK = 56

_SWORD, _COIN, _CUP = 0, 1, 2
_RANKS = (1 << 14) - 1
# The value `stays` of the options for the largest card.
_STAYS = 1
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
    """The values of a pile added up; all are of this suit where nothing tells when cards were laid."""
    if laid is None:
        return int64(rules.sums[at(pile >> 14 * suit)])
    if rules.options[MIXED]:
        swords_and_coins = int64(rules.sums[pile & _RANKS]) + int64(rules.sums[pile >> 14 & _RANKS])
        return swords_and_coins + int64(rules.sums[pile >> 28 & _RANKS])
    return int64(rules.sums[_ranks(pile)])


@inner
def _value(rules: Any, card: Any) -> Any:
    return rules.values[at(card - 14 * _suit(card))]


@inner
def _highest(rules: Any, pile: Any, laid: Any, suit: Any) -> Any:
    # Read whether it counts or not: to jump would cost more.
    if laid is None:
        value = rules.values[at(highest_bit(pile | 1 << 14 * suit) - 14 * suit)]
    else:
        value = rules.values[highest_bit(_ranks(pile) | 1)]
    return value if pile else 0


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
def _largest(rules: Any, pile: Any, laid: Any) -> Any:
    """The largest card of a pile that is not empty, the first laid of equals (youscout §3.4)."""
    if laid is None:
        return highest_bit(pile)
    cards = pile & rules.alike[highest_bit(_ranks(pile))]
    return _first_laid(cards, laid)


@inner
def _smallest(rules: Any, pile: Any, laid: Any) -> Any:
    if laid is None:
        return lowest_bit(pile)
    cards = pile & rules.alike[lowest_bit(_ranks(pile))]
    return _first_laid(cards, laid)


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
def _drop(rules: Any, piles: Any, laid: Any, source: Any, target: Any) -> None:
    """The largest card of a pile, if any, goes to another."""
    if laid is None:
        # An empty pile gives the empty set: to jump would cost more.
        pile = piles[at(source)]
        card = 1 << highest_bit(pile | 1) & pile
        piles[at(source)] = pile ^ card
        piles[at(target)] |= card
    elif piles[at(source)]:
        put(piles, laid, _largest(rules, piles[at(source)], laid), source, target)


@inner
def _lose(rules: Any, piles: Any, laid: Any, source: Any, target: Any, way: Any) -> None:
    """The largest card of a pile goes to another (way 0), stays (1), or goes to the discards (2)."""
    if way != _STAYS:
        _drop(rules, piles, laid, source, target if way == 0 else DISCARDS)


@inner
def _upper(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Youscout §4.1 to §4.4."""
    suit = _suit(card)
    value = rules.values[at(card - 14 * suit)]
    margin = margins[at(4 * token - 4 + suit)]
    if suit == _CUP or suit == _COIN:
        # One branch for both, and one place to lay on: which suit comes cannot be foreseen, so jumps cost much.
        cup = suit == _CUP
        lay(piles, laid, token - 3 if cup else token, card)
        moves = cup & (value > margin)
        return _ahead(token) if moves else token
    if suit == _SWORD:
        if _highest(rules, piles[at(token)], laid, _COIN) > value + margin:
            lay(piles, laid, SWORDS, card)
            return token - 1
        lay(piles, laid, DISCARDS, card)
        ahead = COINS if token == 6 else token + 1
        _lose(rules, piles, laid, token, ahead, rules.options[UPPER_SWORD_CARD])
        return token
    lay(piles, laid, DISCARDS, card)
    cups = piles[at(token - 3)]
    if cups:
        cup = _largest(rules, cups, laid)
        if value + _value(rules, cup) > _total(rules, piles[at(token)], laid, _COIN) + margin:
            put(piles, laid, cup, token - 3, DISCARDS)
            return token - 3
    _lose(rules, piles, laid, token, COINS, rules.options[UPPER_WAND_CARD])
    return token


@inner
def _lower(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Youscout §4.5 to §4.8; 0 where the player chooses."""
    suit = _suit(card)
    value = rules.values[at(card - 14 * suit)]
    margin = margins[at(4 * token - 4 + suit)]
    if suit == _CUP or suit == _COIN:
        moves = (suit == _COIN) & (value > margin)
        pile = token if suit == _CUP else COINS
        lay(piles, laid, token + 3 if moves else pile, card)
        return token + 1 if moves else token
    if suit == _SWORD:
        hold = _total(rules, piles[at(token + 3)], laid, _COIN) + _total(rules, piles[SWORDS], laid, _SWORD)
        if value + _total(rules, piles[COINS], laid, _COIN) > hold + margin:
            return 0
        lay(piles, laid, DISCARDS, card)
        _lose(rules, piles, laid, token, DISCARDS, rules.options[LOWER_SWORD_CARD])
        return token
    lay(piles, laid, DISCARDS, card)
    cups = piles[at(token)]
    if cups:
        cup = _smallest(rules, cups, laid)
        if value > _value(rules, cup) + margin:
            put(piles, laid, cup, token, DISCARDS)
            return _behind(token)
    return token


@inner
def _backing(rules: Any, margins: Any, piles: Any, place: Any) -> Any:
    """The F minor of a place: its highest card, else its F major (youscout §6.3)."""
    pile = piles[at(place)]
    # Both are read and one is taken: to jump would cost more.
    value, bare = rules.values[highest_bit(_ranks(pile) | 1)], margins[at(4 * place - 3)]
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
    push = rules.values[at(card - 14 * suit)] + _backing(rules, margins, piles, token)
    hold = margins[at(4 * target - 4)] + _backing(rules, margins, piles, target)
    wins = push + rules.options[TIES_WIN] > hold
    if wins and suit == _SWORD and not upper:
        return 0
    lay(piles, laid, DISCARDS, card)
    _drop(rules, piles, laid, token if wins else target, DISCARDS)
    return target if wins else token


@inner
def turn(rules: Any, margins: Any, piles: Any, laid: Any, token: Any, card: Any) -> Any:
    """Play a drawn minor: the token's new place, or 0 where the player must answer and nothing has changed."""
    if rules.options[SIMPLIFIED]:
        return _simplified(rules, margins, piles, laid, token, card)
    if token > 3:
        return _upper(rules, margins, piles, laid, token, card)
    return _lower(rules, margins, piles, laid, token, card)


@inner
def answer(rules: Any, piles: Any, laid: Any, token: Any, card: Any, moves: Any) -> Any:
    """The player's answer to a sword that waits: the token's new place (youscout §4.7, §6.6)."""
    if rules.options[SIMPLIFIED]:
        lay(piles, laid, DISCARDS, card)
        if moves:
            _drop(rules, piles, laid, token, DISCARDS)
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
        ahead, behind, across = board[(place + 1) % 6], board[(place + 5) % 6], board[(place + 3) % 6]
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
