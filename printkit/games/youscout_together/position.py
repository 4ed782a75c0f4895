"""Reads positions and views of Youscout together back from a line of fields, and writes its table as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from printkit.errors import InputError
from printkit.games.codec import fields_of, listed
from printkit.games.core import Action, Seat
from printkit.games.game import Census, Entry
from printkit.games.youscout.board import DISCARDS, PILE_NAMES, PLACES
from printkit.games.youscout.cards import ATTACK, BOARD_MAJORS, MAJOR_NAMES, MINORS, PAIN, Card, major_number
from printkit.games.youscout_together.table import (
    NOWHERE,
    OPEN_CARDS,
    PILES,
    POINTS,
    SEATS,
    TERMINALS,
    Agreed,
    Table,
    start_of,
)

__all__ = ["CENSUS", "facts", "parse_position", "picture"]

# ── reads positions and views back ───────────────────────────────────────────────────────────────────────────────────

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


# ── the table of Youscout together as text and as facts for JSON ─────────────────────────────────────────────────────

# ── the table of Youscout together as text and as facts for JSON ─────────────────────────────────────────────────────

_WIDTH = 30
_ROWS = ((6, 0, 4), (0, 5, 0), (0, 2, 0), (3, 0, 1))
"""The places row by row from the top (youscout §2.1)."""


def facts(table: Table) -> dict[str, object]:
    """What lies on the table, ready for JSON; lists that belong to players stand in the order of the seats."""
    return {
        "round": table.round,
        "start": SEATS[table.seat_at(0)],
        "points": list(table.points),
        "board": list(table.board),
        "tokens": [place or None for place in table.tokens],
        "row": list(table.row),
        "piles": {PILE_NAMES[index]: list(table.piles[index]) for index in (*PLACES, DISCARDS)},
        "came": list(table.came),
    }


def picture(table: Table, seat: Seat) -> str:
    """The points, the board as it lies with M and F of each place, and the open cards."""
    scores = "  ".join(
        f"{'>' if name == seat else ''}{name} {points}"
        for name, points in zip(table.agreed.seats, table.points, strict=True)
    )
    head = f"round {table.round} of {table.agreed.rounds}, points: {scores}"
    if len(table.board) < len(PLACES):
        return f"{head}\nlaid so far: {' '.join(table.board) or 'nothing'}"
    lines = [head]
    for row in _ROWS:
        cells = [_place(table, place) if place else [] for place in row]
        height = max(map(len, cells))
        for at in range(height):
            parts = (cell[at] if at < len(cell) else "" for cell in cells)
            lines.append("".join(f"{part:<{_WIDTH}}" for part in parts).rstrip())
    due = [f"{terminal}: {_paid(POINTS[terminal])}" for terminal in table.left()]
    lines.append(
        f"open: {' '.join(table.row)}; talon {len(table.talon)}, discards {len(table.piles[DISCARDS])}"
    )
    lines.append("to come: " + ("; ".join(due) or "nothing"))
    return "\n".join(lines)


def _paid(places: Mapping[int, int]) -> str:
    return ", ".join(f"{points} on {place}" for place, points in sorted(places.items()))


def _place(table: Table, place: int) -> list[str]:
    code = table.board[place - 1]
    numbers = table.agreed.rules.numbers[code]
    token = SEATS[table.tokens.index(place)] if place in table.tokens else " "
    pile = wrap(f"[{' '.join(table.piles[place])}]", _WIDTH - 4)
    name = MAJOR_NAMES[major_number(code)]
    return [
        f"{token} {place} {code} {name}",
        f"    M {numbers[ATTACK]}  F {numbers[PAIN]}",
        *(f"    {line}" for line in pile),
    ]


# ── what a simulation of Youscout together counts ────────────────────────────────────────────────────────────────────


def _entries(tables: Sequence[Table], actions: Sequence[Action]) -> Iterator[Entry]:
    """The points of each place in the round's order, and what became of each turn."""
    first, turns = tables[0], 0
    for table, action, after in zip(tables, actions, tables[1:], strict=False):
        if action.startswith("take"):
            turns += 1
            yield from _turn(table, after)
        if after.round == table.round and not after.over():
            continue
        won = [now - then for now, then in zip(after.points, first.points, strict=True)]
        for place in range(table.agreed.players):
            yield Entry("places", str(place), won[table.seat_at(place)])
        yield Entry("length", "turns a round", turns)
        first, turns = after, 0


def _turn(table: Table, after: Table) -> Iterator[Entry]:
    seat = table.actor
    others = [place for at, place in enumerate(after.tokens) if at != seat]
    ways = {end.tokens[seat] for card in table.row for end in table.taking(card)}
    yield Entry("turns", "more than one place to end on", len(ways) > 1)
    yield Entry("turns", "the token moved", after.tokens[seat] != table.tokens[seat])
    yield Entry("turns", "tokens changed places", table.tokens[seat] in others)


CENSUS = Census(
    titles={
        "places": "points a round by place, 0 starts",
        "turns": "turns in which",
        "length": "length",
    },
    entries=_entries,
    rounds=lambda end: end.round,
)
"""Places, turns and length, by round."""
