"""Reads positions and views back: one line of fields in, the table it stands for out, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from printkit.errors import InputError
from printkit.games.fields import fields_of
from printkit.games.tottarot.cards import LOOK, MUTUAL_LOOK, Kind
from printkit.games.tottarot.rules import SEATS, Rules
from printkit.games.tottarot.table import (
    DECLARE,
    DRAW,
    HIDDEN,
    ICONS,
    NO_FATE,
    NONE,
    OVER,
    PHASES,
    SEIZE,
    Proclaimed,
    Row,
    Table,
)

__all__ = ["HIDDEN_TOKEN", "parse_position", "read_view"]

_KEYS = ("round", "victories", "rows", "used", "discards", "phase", "at", "fates", "declared")

HIDDEN_TOKEN = -1
"""A declared token in a view that its reader may not see yet."""

Value = TypeVar("Value")


def parse_position(rules: Rules, text: str) -> Table:
    """The table with the fields of `text`, in any order; raises `InputError`.

    Refused is what the rules cannot lead to: more cards of a kind than there are, cards that are not accounted
    for, tokens used twice, a phase that does not fit what lies on the table.
    """
    table = _table(rules, fields_of(text, _KEYS))
    if any(fate and fate.kind == HIDDEN for fate in table.fates) or HIDDEN_TOKEN in table.declared:
        raise InputError("this is what one seat sees, not a position")
    for check in (_check_tokens, _check_round, _check_cards, _check_phase):
        check(table)
    return table


def read_view(rules: Rules, text: str) -> tuple[int, Table]:
    """The seat and the table of what `Table.view` wrote.

    A fate nobody showed the seat is of the kind `?`, a token not yet turned is `HIDDEN_TOKEN`; so only what both
    leave alone may be asked of the table. Raises `InputError` for anything but a view.
    """
    fields = fields_of(text, ("seat", *_KEYS))
    seat = fields.pop("seat")
    if seat not in rules.seats:
        raise InputError(f"a view is of one of the seats {', '.join(rules.seats)}, not {seat!r}")
    return SEATS.index(seat), _table(rules, fields)


def _table(rules: Rules, fields: dict[str, str]) -> Table:
    players = rules.players
    victories = fields["victories"].split(",")
    if len(victories) != players:
        raise InputError(f"victories={fields['victories']} is not one number for each of {players} seats")
    if fields["phase"] not in PHASES:
        raise InputError(f"unknown phase {fields['phase']!r}", hint="known: " + ", ".join(PHASES))

    def each(key: str, read: Callable[[str], Value], absent: Value) -> tuple[Value, ...]:
        if not fields[key]:
            return (absent,) * players
        parts = fields[key].split("/")
        if len(parts) != players:
            raise InputError(f"{key}={fields[key]} is not one part for each of {players} seats")
        return tuple(map(read, parts))

    def row(part: str) -> Row:
        return tuple(NO_FATE if kind == NONE else _kind(rules, kind) for kind in part.split(","))

    def tokens(part: str) -> tuple[int, ...]:
        return tuple(map(_number, part.split(",")))

    return Table(
        rules=rules,
        round=_number(fields["round"]),
        victories=tuple(map(_number, victories)),
        rows=each("rows", row, ()),
        used=each("used", tokens, ()),
        discards=tuple(_kind(rules, kind) for kind in fields["discards"].split(",") if fields["discards"]),
        fates=each("fates", lambda part: _fate(rules, part), None),
        declared=each("declared", _token, None),
        phase=fields["phase"],
        at=_number(fields["at"] or "0"),
    )


def _number(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
        raise InputError(f"not a number: {text!r}")
    return int(text)


def _kind(rules: Rules, text: str) -> Kind:
    if not any(text == kind for kind, _ in rules.fates):
        raise InputError(f"no fate card is called {text!r}", hint=", ".join(kind for kind, _ in rules.fates))
    return text


def _fate(rules: Rules, text: str) -> Proclaimed | None:
    if text == NONE:
        return None
    kind, _, rest = text.partition(":")
    drawn_by, _, known = rest.partition(":")
    seats = rules.seats
    if drawn_by not in seats or not known or list(known) != sorted(set(known) & set(seats)):
        raise InputError(f"not a proclaimed fate: {text!r}", hint="kind:who drew it:who has seen it")
    shown = kind if kind == HIDDEN else _kind(rules, kind)
    return Proclaimed(shown, SEATS.index(drawn_by), tuple(map(SEATS.index, known)))


def _token(text: str) -> int | None:
    if text == HIDDEN:
        return HIDDEN_TOKEN
    return None if text == NONE else _number(text)


def _refuse(wrong: bool, what: str) -> None:
    if wrong:
        raise InputError(what)


def _check_tokens(table: Table) -> None:
    turns = {len(row) for row in (*table.rows, *table.used)}
    _refuse(len(turns) != 1, "every seat has a fixed fate, or '-', and a used token for each turn")
    for before, token in zip(table.used, table.declared, strict=True):
        tokens = before if token is None else (*before, token)
        _refuse(
            len({*tokens} & {*table.rules.tokens}) != len(tokens),
            "a token is used twice, or there is none such",
        )


def _check_round(table: Table) -> None:
    ended = table.phase == OVER
    rounds = table.round - (not ended)
    _refuse(table.round < 1, "rounds count from 1")
    given = sum(table.victories)
    fits = rounds <= given <= rounds * table.rules.players and max(table.victories) <= rounds
    _refuse(not fits, f"{given} victory tokens do not fit {rounds} finished rounds")
    _refuse(
        (max(table.victories) >= table.rules.victories) != ended, "the phase does not fit the victory tokens"
    )
    _refuse((len(table.rows[0]) == table.rules.turns) != ended, "the phase does not fit the turns played")
    _refuse(len(table.rows[0]) > table.rules.turns, "more turns than the round has")
    if ended:
        before = [tokens - (seat in table.best_seats()) for seat, tokens in enumerate(table.victories)]
        fits = min(before) >= 0 and max(before) < table.rules.victories and sum(before) >= rounds - 1
        _refuse(not fits, "the victory tokens do not fit the last round")


def _check_cards(table: Table) -> None:
    lying = [kind for row in table.rows for kind in row if kind]
    lying += [*table.discards, *(fate.kind for fate in table.fates if fate)]
    for kind, (_, _, copies) in table.rules.fates:
        _refuse(lying.count(kind) > copies, f"there are only {copies} cards {kind}")
    drawn = table.at if table.phase == DRAW else table.rules.players * (table.phase != OVER)
    due = table.rules.players * len(table.rows[0]) + drawn
    _refuse(len(lying) != due, f"{due} cards were drawn, but {len(lying)} lie here")
    for held, fate in enumerate(table.fates):
        if fate:
            _refuse(
                not {held, fate.drawn_by} <= {*fate.known_to}, "a seat has seen the fate it drew or holds"
            )
    drawers = [fate.drawn_by for fate in table.fates if fate]
    _refuse(len(set(drawers)) != len(drawers), "a seat draws one fate a turn")


def _check_phase(table: Table) -> None:
    order = [table.seat_at(offset) for offset in range(table.rules.players)]
    _refuse(
        table.at >= len(order) or (table.phase == OVER and table.at > 0),
        "'at' counts the seats before the actor",
    )
    holders = [seat for seat in order if table.fates[seat]]
    declarers = [seat for seat in order if table.declared[seat] is not None]
    due = {DRAW: 0, ICONS: 0, DECLARE: table.at, SEIZE: len(order), OVER: 0}[table.phase]
    _refuse(declarers != order[:due], "the declared tokens do not fit the phase")
    if table.phase in (DRAW, ICONS, DECLARE):
        due = table.at if table.phase == DRAW else len(order)
        _refuse(holders != order[:due], "the proclaimed fates do not fit the phase")
        moved = any(fate and fate.drawn_by != seat for seat, fate in enumerate(table.fates))
        _refuse(moved, "fates change hands only when they are seized")
    if table.phase == DRAW:
        _refuse(any(fate and len(fate.known_to) > 1 for fate in table.fates), "a fate drawn is secret")
    if table.phase == ICONS:
        _refuse(not _waits(table, table.actor), "no icon waits for that seat")
    if table.phase == SEIZE:
        _check_seizing(table, order)


def _waits(table: Table, seat: int) -> bool:
    return table.waiting_icon(seat) in (MUTUAL_LOOK, LOOK)


def _check_seizing(table: Table, order: Iterable[int]) -> None:
    declared = [token for token in table.declared if token is not None]
    highest = [seat for seat in order if table.declared[seat] == max(declared)]
    _refuse(
        table.actor not in highest or table.fates[table.actor] is None, "that seat has nothing to seize with"
    )
    before = highest.index(table.actor)
    gone = sum(fate is None for fate in table.fates)
    _refuse(not (before > 0) <= gone <= before, "more fates are gone than were discarded")
