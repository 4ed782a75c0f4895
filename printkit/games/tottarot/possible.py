"""What the rules of Tottarot cannot lead to: a table read from a position, and why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.games.core import SEATS
from printkit.games.tottarot.rules import LOOK, MUTUAL_LOOK

__all__ = ["problem_of"]

_Reasons = Iterator[tuple[bool, str]]


def problem_of(table: Any) -> str:
    """The first reason why no round could come to this table; empty if one could."""
    reasons = (
        reason for check in (_shape, _round, _cards, _phase) for wrong, reason in check(table) if wrong
    )
    return next(reasons, "")


def _shape(table: Any) -> _Reasons:
    kinds = {kind for kind, _ in table.rules.fates}
    for kind in table.drawn():
        yield kind not in kinds, f"no fate card is called {kind!r}"
    for fate in filter(None, table.fates):
        known = "".join(seat for seat in table.rules.seats if seat in fate.known_to)
        fits = fate.drawn_by in table.rules.seats and known == fate.known_to
        yield not fits, f"not a proclaimed fate: {fate.kind}:{fate.drawn_by}:{fate.known_to}"
    turns = {len(row) for row in (*table.rows, *table.used)}
    yield len(turns) != 1, "every seat has a fixed fate, or '-', and a used token for each turn"
    for before, token in zip(table.used, table.declared, strict=True):
        tokens = before if token is None else (*before, token)
        fits = len({*tokens} & {*table.rules.tokens}) == len(tokens)
        yield not fits, "a token is used twice, or there is none such"


def _round(table: Any) -> _Reasons:
    ended, victories = table.phase == "over", table.victories
    rounds, given = table.round - (not ended), sum(victories)
    yield table.round < 1, "rounds count from 1"
    fits = rounds <= given <= rounds * table.rules.players and 0 <= min(victories) <= max(victories) <= rounds
    yield not fits, f"{given} victory tokens do not fit {rounds} finished rounds"
    won = max(victories) >= table.rules.victories
    yield won != ended, "the phase does not fit the victory tokens"
    yield (len(table.rows[0]) >= table.rules.turns) != ended, "the phase does not fit the turns played"
    yield len(table.rows[0]) > table.rules.turns, "more turns than the round has"


def _cards(table: Any) -> _Reasons:
    lying = list(table.drawn())
    for kind, (_, _, copies) in table.rules.fates:
        yield lying.count(kind) > copies, f"there are only {copies} cards {kind}"
    drawn = table.at if table.phase == "draw" else table.rules.players * (table.phase != "over")
    due = table.rules.players * len(table.rows[0]) + drawn
    yield len(lying) != due, f"{due} cards were drawn, but {len(lying)} lie here"
    fates = [(SEATS[held], fate) for held, fate in enumerate(table.fates) if fate]
    for held, fate in fates:
        yield not {held, fate.drawn_by} <= {*fate.known_to}, "who drew or holds a fate has seen it"
    yield len({fate.drawn_by for _, fate in fates}) != len(fates), "a seat draws one fate a turn"


def _phase(table: Any) -> _Reasons:
    players, phase = table.rules.players, table.phase
    fits = 0 <= table.at < players and (phase != "over" or table.at == 0)
    yield not fits, "'at' counts the seats before the actor"
    order = [table.seat_at(offset) for offset in range(players)]
    holders = [seat for seat in order if table.fates[seat]]
    declarers = [seat for seat in order if table.declared[seat] is not None]
    due = {"draw": 0, "icons": 0, "declare": table.at, "seize": players, "over": 0}[phase]
    yield declarers != order[:due], "the declared tokens do not fit the phase"
    if phase in ("draw", "icons", "declare"):
        due = table.at if phase == "draw" else players
        yield holders != order[:due], "the proclaimed fates do not fit the phase"
        moved = any(fate and fate.drawn_by != SEATS[seat] for seat, fate in enumerate(table.fates))
        yield moved, "fates change hands only when they are seized"
    if phase == "draw":
        yield any(fate and len(fate.known_to) > 1 for fate in table.fates), "a fate drawn is secret"
    if phase == "icons":
        yield table.waiting_icon(table.actor) not in (MUTUAL_LOOK, LOOK), "no icon waits for that seat"
    if phase == "seize":
        highest = [seat for seat in order if table.declared[seat] == max(table.declared)]
        able = table.actor in highest and table.fates[table.actor] is not None
        yield not able, "that seat has nothing to seize with"
        before, gone = highest.index(table.actor), players - len(holders)
        yield not (before > 0) <= gone <= before, "more fates are gone than were discarded"
