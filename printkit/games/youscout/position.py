"""Reads a position back: one line of fields in, the table it stands for out, or what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TypeVar

from printkit.errors import InputError
from printkit.games.codec import fields_of, listed
from printkit.games.youscout.board import LOWER, PILE_NAMES, PLACES, UPPER, whirl
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, Card, major_number
from printkit.games.youscout.table import Table

__all__ = ["parse_position"]

T = TypeVar("T", bound=Table)

_CODES = frozenset(f"{major}{way}" for major in BOARD_MAJORS for way in ("", "r"))
_MINORS = frozenset(MINORS)
_STARTS = {FOOL: UPPER, DEATH: LOWER}


def parse_position(start: T, text: str) -> T:
    """The table with the fields of `text`, in any order, under the rules of `start`; raises `InputError`.

    Refused is what no play can reach: cards twice, piles before the token, a choice that is not offered.
    """
    fields = fields_of(
        text, ("board", "token", "terminal", "terminals", *start.PILES, "drawn", *start.MORE_FIELDS)
    )
    board = _board(listed(fields["board"]))
    later = [key for key, value in fields.items() if value and key != "board"]
    if not later:
        return replace(start, board=board)
    if len(board) < len(PLACES) or not fields["token"] or not fields["terminal"]:
        raise InputError(f"a position with {later[0]!r} needs six cards, a token and a terminal")
    table = replace(
        start,
        board=board,
        token=_token(fields["token"]),
        terminal=_terminal(fields["terminal"], start, board),
        terminals=_terminals(fields["terminals"], start.rules.terminals),
        piles=tuple(_minors(listed(fields.get(name, ""))) for name in PILE_NAMES),
    )
    table = _with_talon(table, fields["drawn"])
    if fields["drawn"]:
        table = _with_choice(table, fields["drawn"])
    return table.with_fields(fields)


def _board(board: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(board) > len(PLACES) or not _CODES.issuperset(board):
        raise InputError(f"not a board: {','.join(board)}", hint="six majors, without 0 and 13")
    if len({major_number(code) for code in board}) != len(board):
        raise InputError(f"a major lies twice on the board: {','.join(board)}")
    return board


def _token(text: str) -> int:
    if not re.fullmatch(r"[1-6]", text):
        raise InputError(f"the token cannot be on {text!r}", hint="places are 1 to 6")
    return int(text)


def _terminal(text: str, start: Table, board: tuple[Card, ...]) -> Card:
    forced = whirl(board, start.rules.swap)
    if text not in _STARTS or (forced and forced.start != _STARTS[text]):
        raise InputError(
            f"the terminal cannot be {text!r}", hint="0 after an upper start, 13 after a lower one"
        )
    return text


def _terminals(text: str, most: int) -> int:
    if not re.fullmatch(r"([1-9][0-9]{0,5})?", text) or int(text or "0") > most:
        raise InputError(f"the terminal cannot have appeared {text!r} times", hint=f"at most {most}")
    return int(text or "0")


def _minors(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    strange = [card for card in cards if card not in _MINORS]
    if strange:
        raise InputError(f"not a minor card: {strange[0]!r}", hint="Sw1 to Wa14")
    return cards


def _with_talon(table: T, drawn: Card) -> T:
    out = Counter(card for pile in table.piles for card in pile)
    out.update(_minors((drawn,) if drawn else ()))
    twice = [card for card, times in out.items() if times > 1]
    if twice:
        raise InputError(f"{twice[0]} lies in two places")
    talon = set(MINORS) - out.keys()
    return replace(table, talon=tuple(sorted(talon if table.over() else talon | {table.terminal})))


def _with_choice(table: T, drawn: Card) -> T:
    waiting = table if table.over() else table.turn(drawn)
    if waiting.drawn != drawn:
        raise InputError(f"{drawn} leaves no choice in this position")
    return waiting
