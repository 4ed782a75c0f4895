"""The walkthrough of a game of Tottarot, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from printkit.games.core import SEATS, Seat
from printkit.games.game import Game
from printkit.games.narration import CardValue, Frame, Move, SeatItem, Sentence, Value
from printkit.games.record import Step
from printkit.games.tottarot.cards import FLIP, MUTUAL_LOOK, REVEAL, Kind, signed
from printkit.games.tottarot.rules import DECLARE, DRAW, FORGO, ICONS, SEIZE, Rules
from printkit.games.tottarot.table import Table

__all__ = ["narrate"]


class _Pair(NamedTuple):
    """A step with the table before it."""

    before: Table
    step: Step[Table]


def narrate(game: Game[Table], steps: Sequence[Step[Table]]) -> tuple[Frame, ...]:
    """Draws and declarations of a turn make one frame each, every look and seizure its own."""
    tables = [game.start, *(step.state for step in steps)]
    pairs = [_Pair(before, step) for before, step in zip(tables, steps, strict=False)]
    frames: list[Frame] = []
    for (phase, _, _), group in groupby(
        pairs, lambda each: (each.before.phase, each.before.round, each.before.turn)
    ):
        frames += _PHASES[phase](tuple(group))
    return tuple(frames)


def _frame(
    table: Table,
    parts: Sequence[_Pair],
    key: str,
    sentences: Sequence[Sentence],
    moves: tuple[Move, ...] = (),
    seats: Sequence[Seat] = (),
) -> Frame:
    """The table after these steps, as it lies."""
    lines = parts[0].step.number, parts[-1].step.number
    number = parts[0].before.turn
    return Frame(lines, table.table(""), tuple(seats), key, number, tuple(sentences), moves=moves)


def _card(rules: Rules, kind: Kind | None) -> CardValue:
    assert kind
    return CardValue(kind, rules.fate(kind).points)


def _fate(table: Table, seat: int) -> CardValue:
    fate = table.fates[seat]
    assert fate
    return _card(table.rules, fate.kind)


def _proclaimed(parts: Sequence[_Pair]) -> Iterator[Frame]:
    """Everybody has drawn; who must show his fate has shown it (tottarot §3.1, §4.3)."""
    before, table = parts[0].before, parts[-1].step.state
    rules = table.rules
    drawn = tuple(
        SeatItem(SEATS[part.before.actor], _card(rules, part.step.line.text.partition(" ")[2]))
        for part in parts
    )
    sentences = [Sentence("proclaim", {"list": drawn})]
    if before.turn == 1:
        tokens = " ".join(map(str, rules.tokens))
        sentences.insert(0, Sentence("begin", {"seat": SEATS[before.seat_at(0)], "tokens": tokens}))
    for seat in map(before.seat_at, range(rules.players)):
        if before.waiting_icon(seat) == REVEAL:
            fixed = _card(rules, before.rows[seat][-1])
            sentences.append(Sentence("reveal", {"seat": SEATS[seat], "card": fixed}))
    yield _frame(table, parts, "proclamation", sentences)


def _looked(parts: Sequence[_Pair]) -> Iterator[Frame]:
    """Looks, one-sided and mutual (tottarot §4.1, §4.2)."""
    for part in parts:
        table, seat = part.before, part.before.actor
        here, there = SEATS[seat], part.step.line.text.split()[1]
        mutual = table.waiting_icon(seat) == MUTUAL_LOOK
        values: dict[str, Value] = {
            "seat": here,
            "other": there,
            "icon": _card(table.rules, table.rows[seat][-1]),
            "card": _fate(table, SEATS.index(there)),
            "own": _fate(table, seat),
        }
        ways = [(here, there), (there, here)][: 1 + mutual]
        moves = tuple(Move("look", f"fate {one}", f"fate {other}") for one, other in ways)
        sentence = Sentence("meet" if mutual else "look", values)
        yield _frame(part.step.state, (part,), "icon", (sentence,), moves, (here,))


def _declared(parts: Sequence[_Pair]) -> Iterator[Frame]:
    """The tokens lie, then they are turned (tottarot §3.3)."""
    table = parts[-1].step.state
    laid = tuple(SeatItem(SEATS[part.before.actor], part.step.line.text.split()[1]) for part in parts)
    yield _frame(table.changed(phase=DECLARE), parts, "declaration", (Sentence("declare"),))
    highest = max(str(token) for _, token in laid)
    first = tuple(seat for seat, token in laid if token == highest)
    key = "highest" if len(first) == 1 else "several"
    sentence = Sentence(key, {"list": laid, "seats": first, "token": highest})
    yield _frame(table, parts, "turned", (sentence,), seats=first)


def _seized(parts: Sequence[_Pair]) -> Iterator[Frame]:
    """Each seizure, then the fixing, and after the last turn the end of the round (tottarot §3.4 to §3.6, §5.1)."""
    table = parts[0].before
    for part in parts:
        before, word = part.before, part.step.line.text
        here = SEATS[before.actor]
        values: dict[str, Value] = {"seat": here, "own": _fate(before, before.actor)}
        target: int | None = None
        moves: tuple[Move, ...] = ()
        if word != FORGO:
            there = word.split()[1]
            target = SEATS.index(there)
            values |= {"other": there, "card": (card := _fate(before, target))}
            moves = (Move(card.card, f"fate {there}", f"fate {here}"),)
        table = before.seized(target)
        robbed = [Sentence("robbed", {"seat": name}) for name in _robbed(before, table)]
        sentences = (Sentence("seize" if moves else "forgo", values), *robbed)
        yield _frame(table, (part,), "seizure", sentences, moves, (here,))
    yield from _fixed(table, parts[-1:])


def _robbed(before: Table, after: Table) -> Iterator[Seat]:
    """Those who declared as much, and have nothing left to seize with when it is their turn (tottarot §3.5)."""
    highest = max(token for token in before.declared if token is not None)
    for seat in map(before.seat_at, range(before.at + 1, before.rules.players)):
        if before.declared[seat] == highest and before.fates[seat] and not after.fates[seat]:
            yield SEATS[seat]


def _fixed(table: Table, parts: Sequence[_Pair]) -> Iterator[Frame]:
    fixed = table.fixed()
    rules = table.rules
    kept = tuple(
        SeatItem(SEATS[seat], _card(rules, row[-1])) for seat, row in enumerate(fixed.rows) if row[-1]
    )
    sentences = [Sentence("fix", {"list": kept})]
    for seat, row in enumerate(fixed.rows):
        kinds = [kind for kind in row if kind]
        if row[-1] and rules.fate(row[-1]).icon == FLIP and len(kinds) > 1:
            turned = _card(rules, kinds[-2])
            values: dict[str, Value] = {
                "seat": SEATS[seat],
                "icon": CardValue(kinds[-1], rules.fate(kinds[-1]).points),
                "card": turned,
                "points": signed(-(turned.counts or 0)),
            }
            sentences.append(Sentence("flip", values))
    yield _frame(fixed, parts, "fixing", sentences)
    if table.turn == rules.turns:
        yield _ended(fixed, parts)


def _ended(fixed: Table, parts: Sequence[_Pair]) -> Frame:
    """The sums, the tokens that break ties, and who gets a victory token."""
    seats = range(fixed.rules.players)
    points = [fixed.points(seat) for seat in seats]
    sums = tuple(SeatItem(SEATS[seat], signed(points[seat])) for seat in seats)
    sentences = [Sentence("sums", {"list": sums})]
    level = [seat for seat in seats if points[seat] == max(points)]
    if len(level) > 1:
        unused = tuple(SeatItem(SEATS[seat], str(sum(fixed.unused(seat)))) for seat in level)
        sentences.append(Sentence("level", {"list": unused}))
    winners = fixed.best_seats()
    names = tuple(SEATS[seat] for seat in winners)
    sentences.append(Sentence("won" if len(winners) == 1 else "shared", {"seat": names[0], "seats": names}))
    given = tuple(tokens + (seat in winners) for seat, tokens in enumerate(fixed.victories))
    return _frame(fixed.changed(victories=given), parts, "end", sentences, seats=names)


_PHASES = {DRAW: _proclaimed, ICONS: _looked, DECLARE: _declared, SEIZE: _seized}
