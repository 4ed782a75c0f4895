"""The walkthrough of a game of Tottarot, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from printkit.games.core import SEATS
from printkit.games.game import Game
from printkit.games.record import Step
from printkit.games.tale import CardShown, Moment, Place, Said, Sentence, Tale, Value
from printkit.games.tottarot.cards import FLIP, MUTUAL_LOOK, REVEAL, Kind
from printkit.games.tottarot.proof import signed
from printkit.games.tottarot.rules import DECLARE, DRAW, FORGO, ICONS, Rules
from printkit.games.tottarot.table import Row, Table

__all__ = ["TALE"]


class _Told(NamedTuple):
    """A step with the table before it."""

    before: Table
    step: Step[Table]


def _tale(game: Game[Table], steps: Sequence[Step[Table]]) -> tuple[Moment, ...]:
    """Draws and declarations of a turn make one moment each, every look and seizure its own."""
    tables = [game.start, *(step.state for step in steps)]
    told = [_Told(before, step) for before, step in zip(tables, steps, strict=False)]
    moments: list[Moment] = []
    for (phase, _, _), group in groupby(told, lambda each: _key(each.before)):
        parts = tuple(group)
        if phase == DRAW:
            moments += _proclaimed(parts)
        elif phase == DECLARE:
            moments += _declared(parts)
        elif phase == ICONS:
            moments += map(_looked, parts)
        else:
            moments += _seized(parts)
    return tuple(moments)


TALE: Tale = _tale
"""The narration of Tottarot."""


def _key(table: Table) -> tuple[str, int, int]:
    return table.phase, table.round, table.turn


def _moment(
    table: Table,
    parts: Sequence[_Told],
    key: str,
    sentences: Sequence[Sentence],
    moves: tuple[tuple[str, str, str], ...] = (),
    acting: Sequence[int] = (),
    tokens_open: bool = True,
    turn: int | None = None,
) -> Moment:
    """The table after these steps, as it lies."""
    places = tuple(
        _place(table, seat, tokens_open=tokens_open, acting=seat in acting)
        for seat in range(table.rules.players)
    )
    lines = parts[0].step.number, parts[-1].step.number
    away = tuple(CardShown(kind, table.rules.fate(kind).points) for kind in table.discards)
    number = table.turn if turn is None else turn
    return Moment(lines, key, number, tuple(sentences), places, table.rules.turns, moves, away)


def _place(table: Table, seat: int, *, tokens_open: bool, acting: bool) -> Place:
    rules = table.rules
    fate, token = table.fates[seat], table.declared[seat]
    hand = None
    if fate is not None:
        hand = CardShown(fate.kind, rules.fate(fate.kind).points, secret=True, seen_by=tuple(fate.known_to))
    return Place(
        seat=SEATS[seat],
        row=_row(rules, table.rows[seat]),
        points=table.points(seat),
        hand=hand,
        token="" if token is None else str(token),
        token_open=tokens_open,
        tokens=tuple(map(str, table.unused(seat))),
        victories=table.victories[seat],
        first=seat == table.seat_at(0),
        acting=acting,
    )


def _row(rules: Rules, row: Row) -> tuple[CardShown | None, ...]:
    """The fixed fates, each with what it counts as it lies (tottarot §4.4)."""
    shown: list[CardShown | None] = []
    for at, kind in enumerate(row):
        after = next((each for each in row[at + 1 :] if each), "")
        turned = bool(after) and rules.fate(after).icon == FLIP
        points = rules.fate(kind).points if kind else 0
        shown.append(CardShown(kind, -points if turned else points, turned) if kind else None)
    return tuple(shown)


def _card(rules: Rules, kind: Kind | None) -> CardShown:
    assert kind
    return CardShown(kind, rules.fate(kind).points)


def _proclaimed(parts: Sequence[_Told]) -> Iterator[Moment]:
    """Everybody has drawn; who must show his fate has shown it (tottarot §3.1, §4.3)."""
    before, table = parts[0].before, parts[-1].step.state
    rules = table.rules
    drawn = tuple(
        Said(SEATS[part.before.actor], _card(rules, part.step.line.text.partition(" ")[2])) for part in parts
    )
    sentences = [Sentence("proclaim", {"list": drawn})]
    if before.turn == 1:
        tokens = " ".join(map(str, rules.tokens))
        sentences.insert(0, Sentence("begin", {"seat": SEATS[before.seat_at(0)], "tokens": tokens}))
    for offset in range(rules.players):
        seat = before.seat_at(offset)
        if before.waiting_icon(seat) == REVEAL:
            fixed = _card(rules, before.rows[seat][-1])
            sentences.append(Sentence("reveal", {"seat": SEATS[seat], "card": fixed}))
    yield _moment(table, parts, "proclamation", sentences)


def _looked(part: _Told) -> Moment:
    """One look, one-sided or mutual (tottarot §4.1, §4.2)."""
    table, after = part.before, part.step.state
    seat, target = table.actor, SEATS.index(part.step.line.text.split()[1])
    mutual = table.waiting_icon(seat) == MUTUAL_LOOK
    own, other = table.fates[seat], table.fates[target]
    assert own is not None
    assert other is not None
    values: dict[str, Value] = {
        "seat": SEATS[seat],
        "other": SEATS[target],
        "icon": _card(table.rules, table.rows[seat][-1]),
        "card": _card(table.rules, other.kind),
        "own": _card(table.rules, own.kind),
    }
    moves = [("look", SEATS[seat], SEATS[target])] + [("look", SEATS[target], SEATS[seat])] * mutual
    sentence = Sentence("meet" if mutual else "look", values)
    return _moment(after, (part,), "icon", (sentence,), tuple(moves), (seat,))


def _declared(parts: Sequence[_Told]) -> Iterator[Moment]:
    """The tokens lie, then they are turned (tottarot §3.3)."""
    table = parts[-1].step.state
    yield _moment(table, parts, "declaration", (Sentence("declare"),), tokens_open=False)
    laid = tuple(Said(SEATS[part.before.actor], part.step.line.text.split()[1]) for part in parts)
    highest = max(said.what for said in laid if isinstance(said.what, str))
    first = tuple(said.seat for said in laid if said.what == highest)
    key = "highest" if len(first) == 1 else "several"
    values: dict[str, Value] = {"list": laid, "seats": first, "token": highest}
    acting = [SEATS.index(seat) for seat in first]
    yield _moment(table, parts, "turned", (Sentence(key, values),), acting=acting)


def _seized(parts: Sequence[_Told]) -> Iterator[Moment]:
    """Each seizure, then the fixing, and after the last turn the end of the round (tottarot §3.4 to §3.6, §5.1)."""
    table = parts[0].before
    for part in parts:
        table = part.before
        seat, word = table.actor, part.step.line.text
        own = table.fates[seat]
        assert own is not None
        target = None if word == FORGO else SEATS.index(word.split()[1])
        values: dict[str, Value] = {"seat": SEATS[seat], "own": _card(table.rules, own.kind)}
        moves: tuple[tuple[str, str, str], ...] = ()
        if target is not None:
            taken = table.fates[target]
            assert taken is not None
            values |= {"other": SEATS[target], "card": _card(table.rules, taken.kind)}
            moves = (("take", SEATS[target], SEATS[seat]),)
        after = table.seized(target)
        robbed = [Sentence("robbed", {"seat": name}) for name in _robbed(table, after)]
        sentences = (Sentence("seize" if moves else "forgo", values), *robbed)
        yield _moment(after, (part,), "seizure", sentences, moves, (seat,))
        table = after
    yield from _fixed(table, parts[-1])


def _robbed(before: Table, after: Table) -> Iterator[str]:
    """Those who declared as much, and have nothing left to seize with when it is their turn (tottarot §3.5)."""
    highest = max(token for token in before.declared if token is not None)
    for offset in range(before.at + 1, before.rules.players):
        seat = before.seat_at(offset)
        lost = before.fates[seat] is not None and after.fates[seat] is None
        if before.declared[seat] == highest and lost:
            yield SEATS[seat]


def _fixed(table: Table, last: _Told) -> Iterator[Moment]:
    fixed = table.fixed()
    rules, turn = table.rules, table.turn
    kept = tuple(Said(SEATS[seat], _card(rules, row[-1])) for seat, row in enumerate(fixed.rows) if row[-1])
    sentences = [Sentence("fix", {"list": kept})]
    for seat, row in enumerate(fixed.rows):
        shown = [card for card in _row(rules, row) if card]
        if row[-1] and rules.fate(row[-1]).icon == FLIP and len(shown) > 1:
            before = _card(rules, shown[-2].card)
            values: dict[str, Value] = {
                "seat": SEATS[seat],
                "icon": shown[-1],
                "card": before,
                "points": signed(shown[-2].counts or 0),
            }
            sentences.append(Sentence("flip", values))
    yield _moment(fixed, (last,), "fixing", sentences, turn=turn)
    if turn == rules.turns:
        yield _ended(fixed, last)


def _ended(fixed: Table, last: _Told) -> Moment:
    """The sums, the tokens that break ties, and who gets a victory token."""
    seats = range(fixed.rules.players)
    points = tuple(Said(SEATS[seat], signed(fixed.points(seat))) for seat in seats)
    sentences = [Sentence("sums", {"list": points})]
    best = max(fixed.points(seat) for seat in seats)
    level = [seat for seat in seats if fixed.points(seat) == best]
    if len(level) > 1:
        unused = tuple(Said(SEATS[seat], str(sum(fixed.unused(seat)))) for seat in level)
        sentences.append(Sentence("level", {"list": unused}))
    winners = fixed.best_seats()
    names = tuple(SEATS[seat] for seat in winners)
    sentences.append(Sentence("won" if len(winners) == 1 else "shared", {"seat": names[0], "seats": names}))
    moment = _moment(fixed, (last,), "end", sentences, acting=winners, turn=fixed.rules.turns)
    places = [
        replace(place, victories=place.victories + (at in winners)) for at, place in enumerate(moment.places)
    ]
    return replace(moment, places=tuple(places))
