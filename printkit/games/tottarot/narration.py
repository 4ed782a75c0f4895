"""The walkthrough of a game of Tottarot, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from printkit.games.core import SEATS, Seat
from printkit.games.game import Game
from printkit.games.narration import (
    CardValue,
    Frame,
    Move,
    Pair,
    SeatItem,
    Sentence,
    Value,
    lines_of,
    pairs_of,
)
from printkit.games.record import Step
from printkit.games.tottarot.rules import FORGO, MUTUAL_LOOK, REVEAL, Kind, Rules
from printkit.games.tottarot.table import Table, lying
from printkit.games.zones import signed

__all__ = ["narrate"]


def narrate(game: Game[Table], steps: Sequence[Step[Table]]) -> tuple[Frame, ...]:
    """Draws and declarations of a turn make one frame each, every look and seizure its own."""
    turns = groupby(
        pairs_of(game, steps), lambda each: (each.before.phase, each.before.round, each.before.turn)
    )
    return tuple(frame for (phase, _, _), pairs in turns for frame in _PHASES[phase](tuple(pairs)))


def _frame(
    table: Table,
    pairs: Sequence[Pair],
    key: str,
    sentences: Sequence[Sentence],
    moves: tuple[Move, ...] = (),
    seats: Sequence[Seat] = (),
) -> Frame:
    """The table after these steps, as it lies."""
    turn = pairs[0].before.turn
    return Frame(lines_of(pairs), table.table(""), tuple(seats), key, turn, tuple(sentences), moves=moves)


def _card(rules: Rules, kind: Kind | None) -> CardValue:
    assert kind
    return CardValue(kind, rules.fate(kind).points)


def _fate(table: Table, seat: int) -> CardValue:
    fate = table.fates[seat]
    assert fate
    return _card(table.rules, fate.kind)


def _items(pairs: Sequence[Pair]) -> Iterator[tuple[Seat, str]]:
    """Who drew or declared what."""
    return ((SEATS[pair.before.actor], pair.words[1]) for pair in pairs)


def _proclaimed(pairs: Sequence[Pair]) -> Iterator[Frame]:
    """Everybody has drawn, and who must show his fate before any look has shown it (tottarot §3.1, §4.3)."""
    before: Table = pairs[0].before
    rules = before.rules
    drawn = tuple(SeatItem(seat, _card(rules, kind)) for seat, kind in _items(pairs))
    sentences = [Sentence("proclaim", {"list": drawn})]
    if before.turn == 1:
        tokens = tuple(map(str, rules.tokens))
        sentences.insert(0, Sentence("begin", {"seat": SEATS[before.seat_at(0)], "tokens": tokens}))
    after = pairs[-1].step.state
    yield _frame(after, pairs, "proclamation", (*sentences, *_revealed(after, 0)))


def _revealed(after: Table, first: int) -> Iterator[Sentence]:
    """Who shows his fate to all before the next icon that needs a choice, or the declaration (tottarot §3.2, §4.3)."""
    last = after.at if after.phase == "icons" else after.rules.players
    for seat in map(after.seat_at, range(first, last)):
        if after.waiting_icon(seat) == REVEAL:
            fixed = _card(after.rules, after.rows[seat][-1])
            yield Sentence("reveal", {"seat": SEATS[seat], "card": fixed, "fate": _fate(after, seat)})


def _looked(pairs: Sequence[Pair]) -> Iterator[Frame]:
    """Looks, one-sided and mutual (tottarot §4.1, §4.2)."""
    for pair in pairs:
        table, seat = pair.before, pair.before.actor
        here, there = SEATS[seat], pair.words[1]
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
        sentences = (
            Sentence("meet" if mutual else "look", values),
            *_revealed(pair.step.state, table.at + 1),
        )
        yield _frame(pair.step.state, (pair,), "icon", sentences, moves, (here,))


def _declared(pairs: Sequence[Pair]) -> Iterator[Frame]:
    """The tokens lie, then they are turned (tottarot §3.3)."""
    table = pairs[-1].step.state
    yield _frame(table.changed(phase="declare"), pairs, "declaration", (Sentence("declare"),))
    laid = tuple(SeatItem(seat, token) for seat, token in _items(pairs))
    highest = max(token for _, token in _items(pairs))
    first = tuple(seat for seat, token in _items(pairs) if token == highest)
    key = "highest" if len(first) == 1 else "several"
    sentence = Sentence(key, {"list": laid, "seats": first, "token": highest})
    yield _frame(table, pairs, "turned", (sentence,), seats=first)


def _seized(pairs: Sequence[Pair]) -> Iterator[Frame]:
    """Each seizure, then the fixing, and after the last turn the end of the round (tottarot §3.4 to §3.6, §5.1)."""
    table: Table = pairs[0].before
    for pair in pairs:
        before: Table = pair.before
        here = SEATS[before.actor]
        values: dict[str, Value] = {"seat": here, "own": _fate(before, before.actor)}
        target: int | None = None
        key = "forgo"
        moves: tuple[Move, ...] = ()
        if pair.words != [FORGO]:
            there = pair.words[1]
            target = SEATS.index(there)
            card = _fate(before, target)
            values |= {"other": there, "card": card}
            moves = (Move(card.card, f"fate {there}", f"fate {here}"),)
            known = before.fates[target]
            key = "seize-known" if known and here in known.known_to else "seize"
        table = before.seized(target)
        robbed = [Sentence("robbed", {"seat": name}) for name in _robbed(before, table)]
        sentences = (Sentence(key, values), *robbed)
        yield _frame(table, (pair,), "seizure", sentences, moves, (here,))
    yield _fixed(table.fixed(), pairs[-1:])
    if table.turn == table.rules.turns:
        yield _ended(table.fixed(), pairs[-1:])


def _robbed(before: Table, after: Table) -> Iterator[Seat]:
    """Those who declared as much, and have nothing left to seize with when it is their turn (tottarot §3.5)."""
    for seat in map(before.seat_at, range(before.at + 1, before.rules.players)):
        level = before.declared[seat] == before.declared[before.actor]
        if level and before.fates[seat] and not after.fates[seat]:
            yield SEATS[seat]


def _fixed(table: Table, pairs: Sequence[Pair]) -> Frame:
    """The fates that were left, and those that a flip turns (tottarot §3.6, §4.4)."""
    last = [(SEATS[seat], row) for seat, row in enumerate(table.rows) if row[-1]]
    kept = tuple(SeatItem(seat, _card(table.rules, row[-1])) for seat, row in last)
    sentences = [Sentence("fix", {"list": kept})]
    for seat, row in last:
        pair = [each for each in lying(table.rules, row) if each.kind][-2:]
        if pair[0].turned:
            card, icon = (_card(table.rules, each.kind) for each in pair)
            points = signed(pair[0].points)
            sentences.append(Sentence("flip", {"seat": seat, "icon": icon, "card": card, "points": points}))
    return _frame(table, pairs, "fixing", sentences)


def _ended(table: Table, pairs: Sequence[Pair]) -> Frame:
    """The sums, the tokens that break ties, and who gets a victory token."""
    points = {seat: table.points(at) for at, seat in enumerate(table.rules.seats)}
    sums = tuple(SeatItem(seat, signed(each)) for seat, each in points.items())
    sentences = [Sentence("sums", {"list": sums})]
    level = [seat for seat, each in points.items() if each == max(points.values())]
    if len(level) > 1:
        unused = tuple(SeatItem(seat, str(sum(table.unused(SEATS.index(seat))))) for seat in level)
        sentences.append(Sentence("level", {"list": unused}))
    winners = table.best_seats()
    names = tuple(SEATS[seat] for seat in winners)
    sentences.append(Sentence("won" if len(winners) == 1 else "shared", {"seat": names[0], "seats": names}))
    given = tuple(tokens + (seat in winners) for seat, tokens in enumerate(table.victories))
    return _frame(table.changed(victories=given), pairs, "end", sentences, seats=names)


_PHASES = {"draw": _proclaimed, "icons": _looked, "declare": _declared, "seize": _seized}
