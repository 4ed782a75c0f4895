"""Reads positions and views back: one line of fields in, the table it stands for out, or what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from printkit.errors import InputError
from printkit.games.codec import fields_of, listed
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import BOARD_MAJORS, MINORS, Card, major_number
from printkit.games.youscout.piles import PILE_NAMES
from printkit.games.youscout_together.rules import OPEN_CARDS, POINTS, TERMINALS, Agreed
from printkit.games.youscout_together.table import NOWHERE, PILES, Table, start_of

__all__ = ["parse_position"]

_CODES = frozenset(f"{major}{way}" for major in BOARD_MAJORS for way in ("", "r"))
_MINORS = frozenset(MINORS)
_MOST_A_ROUND = sum(sum(places.values()) for places in POINTS.values())


def parse_position(agreed: Agreed, text: str) -> Table:
    """The table with the fields of `text`, in any order; raises `InputError` for what no play can reach."""
    fields = fields_of(text, ("round", "points", "board", "row", "tokens", *PILES, "came"))
    number = _number(fields["round"])
    points = tuple(map(_number, listed(fields["points"])))
    table = replace(
        start_of(agreed, number),
        points=points,
        board=_board(listed(fields["board"])),
        row=_minors(listed(fields["row"])),
        tokens=_tokens(fields["tokens"], agreed.players),
        piles=tuple(_minors(listed(fields.get(name, ""))) for name in PILE_NAMES),
        came=listed(fields["came"]),
    )
    _check_cards(table)
    _check_order(table)
    _check_points(table)
    gone = {*table.row, *(card for pile in table.piles for card in pile)}
    terminals = table.left() if table.placed() else ()
    return replace(table, talon=tuple(sorted({*MINORS, *terminals} - gone)))


def _refuse(wrong: bool, what: str) -> None:
    if wrong:
        raise InputError(what)


def _number(text: str) -> int:
    _refuse(not re.fullmatch(r"0|[1-9][0-9]{0,3}", text), f"not a number: {text!r}")
    return int(text)


def _board(board: tuple[Card, ...]) -> tuple[Card, ...]:
    _refuse(len(board) > len(PLACES) or not _CODES.issuperset(board), f"not a board: {','.join(board)}")
    twice = len({major_number(code) for code in board}) != len(board)
    _refuse(twice, f"a major lies twice on the board: {','.join(board)}")
    return board


def _minors(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    strange = [card for card in cards if card not in _MINORS]
    _refuse(bool(strange), f"not a minor card: {strange[:1]}")
    return cards


def _tokens(text: str, players: int) -> tuple[int, ...]:
    parts = text.split(",") if text else ["-"] * players
    known = len(parts) == players and all(re.fullmatch(r"[1-6-]", part) for part in parts)
    _refuse(not known, f"tokens={text} is not one place or '-' for each of {players} seats")
    tokens = tuple(NOWHERE if part == "-" else int(part) for part in parts)
    _refuse(bool(text) and not any(tokens), "no token is on the board: leave the field out")
    standing = [place for place in tokens if place]
    _refuse(len(set(standing)) != len(standing), "two tokens never share a place")
    return tokens


def _check_cards(table: Table) -> None:
    out = Counter(table.row) + Counter(card for pile in table.piles for card in pile)
    twice = [card for card, times in out.items() if times > 1]
    _refuse(bool(twice), f"{twice[:1]} lies in two places")
    _refuse(list(table.row) != sorted(table.row), "the open cards are written sorted")
    _refuse(len(table.row) > OPEN_CARDS, f"at most {OPEN_CARDS} cards lie open")
    _refuse(not {*TERMINALS} >= {*table.came}, f"no terminals: {','.join(table.came)}")
    _refuse(len({*table.came}) != len(table.came), "a terminal came twice")


def _check_order(table: Table) -> None:
    """Board, row, tokens and turns come one after another (together §2, §3)."""
    _refuse(len(table.board) < len(PLACES) and bool(table.row), "cards are opened when the board lies")
    order = [table.seat_at(offset) for offset in reversed(range(table.agreed.players))]
    standing = [bool(table.tokens[seat]) for seat in order]
    _refuse(standing != sorted(standing, reverse=True), "the last in order places first")
    _refuse(any(standing) and len(table.row) < OPEN_CARDS - table.placed(), "too few cards lie open")
    begun = bool(table.turns or table.came or len(table.row) < OPEN_CARDS)
    _refuse(table.placed() and begun and not table.turns, "nothing comes before the first turn")
    _refuse(not table.placed() and bool(table.turns or table.came), "turns begin when all tokens stand")
    both = len(table.came) == len(TERMINALS)
    _refuse(both and len(table.row) == OPEN_CARDS, "the last terminal leaves a gap among the open cards")


def _check_points(table: Table) -> None:
    agreed, ended = table.agreed, table.over()
    _refuse(len(table.points) != agreed.players, f"points are one number for each of {agreed.players} seats")
    _refuse(not 1 <= table.round <= agreed.rounds, f"rounds count from 1 to {agreed.rounds}")
    _refuse(ended and table.round < agreed.rounds, "both terminals lie only at the end of the last round")
    most = _MOST_A_ROUND * (table.round - (not table.came))
    _refuse(sum(table.points) > most, f"there cannot be more than {most} points yet")
