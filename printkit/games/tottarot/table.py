"""The table of Tottarot: an action in, the next table out, and all that is forced by it (tottarot §2 to §5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, TypeAlias

from printkit.games.codec import HIDDEN
from printkit.games.core import CHANCE, SEATS, Action, Outcome, Seat, evenly
from printkit.games.state import State, agreed, by_seat, face_down, secret
from printkit.games.toolkit.cards import draw_chances, draws, setat, take
from printkit.games.toolkit.stakes import shared_win
from printkit.games.tottarot.rules import FLIP, FORGO, LOOK, MUTUAL_LOOK, REVEAL, Fate, Kind, Phase, Rules
from printkit.games.zones import Item, Zone, signed
from printkit.games.zones import Table as Shown

__all__ = ["Fixed", "Proclaimed", "Row", "Table", "lying", "points_of", "start_of"]

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


Row: TypeAlias = tuple[Kind | None, ...]
"""A player's fixed fates of the round, one entry a turn; None for a turn that brought nothing (tottarot §3.4)."""


class Proclaimed(NamedTuple):
    """A face-down card: its kind, the seat that drew it, and the seats that have seen it, in their order."""

    kind: Kind
    drawn_by: Seat
    known_to: str


def _left(table: Any, seat: int) -> tuple[int, ...]:
    return tuple(token for token in table.rules.tokens if token not in table.used[seat])


@dataclass(frozen=True, kw_only=True)
class Table(State):
    """One moment of a play. Whatever belongs to the players stands in the order of the seats, from 0.

    `phase` and `at` say what is going on and how many seats, counted from the start player, come before the
    one to act. `used` are the tokens of the turns that are over, `declared` those of this one. `discards` lie
    face up in the order discarded; the deck is all cards that lie nowhere else, so nobody can peek.
    """

    rules: Rules = agreed()
    round: int
    victories: tuple[int, ...] = by_seat()
    rows: tuple[Row, ...] = by_seat()
    used: tuple[tuple[int, ...], ...] = by_seat()
    discards: tuple[Kind, ...] = ()
    phase: Phase
    at: int = 0
    fates: tuple[Proclaimed | None, ...] = face_down()
    declared: tuple[int | None, ...] = secret(_left, lambda table: table.phase == "declare")

    def to_move(self) -> Seat | None:
        """Chance draws the fates; the seats declare, seize and look one after another."""
        if self.phase == "over":
            return None
        return CHANCE if self.phase == "draw" else SEATS[self.actor]

    def legal(self) -> tuple[Action, ...]:
        """The actions allowed now, sorted as text."""
        if self.phase == "draw":
            return draws(self.undealt())
        if self.phase == "icons":
            word = "meet" if self.waiting_icon(self.actor) == MUTUAL_LOOK else "look"
            return tuple(f"{word} {SEATS[seat]}" for seat in self.holders_beside(self.actor))
        if self.phase == "declare":
            return tuple(f"declare {token}" for token in self.unused(self.actor))
        if self.phase == "seize":
            return (FORGO, *(f"seize {SEATS[seat]}" for seat in self.holders_beside(self.actor)))
        return ()

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        """Every card left in the deck is as likely as any other (tottarot §2.2)."""
        return draw_chances(self.undealt()) if self.phase == "draw" else ()

    def sample(self, rng: Random) -> Action:
        """One of the cards left."""
        return f"draw {evenly(self.undealt(), rng.random())}"

    def after(self, action: Action) -> Table:
        """The table after `action` and all that is forced by it."""
        word, _, what = action.partition(" ")
        if self.phase == "draw":
            return self._draw(what)
        if self.phase == "declare":
            return self._declare(int(what))
        if self.phase == "icons":
            return self._look(SEATS.index(what))
        return self.seized(None if word == FORGO else SEATS.index(what))._seizers(self.at + 1)

    def outcome(self) -> Outcome | None:
        """A player with the agreed number of victory tokens wins; several share the win (tottarot §5.2)."""
        if self.phase != "over":
            return None
        wins = [tokens >= self.rules.victories for tokens in self.victories]
        return shared_win(
            self.victories,
            wins,
            f"in round {self.round}",
            cause="victories",
            facts=(("round", str(self.round)),),
        )

    def returns(self) -> tuple[float, ...]:
        """The victory tokens so far."""
        return tuple(map(float, self.victories))

    def stage(self) -> int:
        """The round."""
        return self.round

    def undealt(self) -> tuple[Kind, ...]:
        """The deck, which is all cards that lie nowhere else; as a seat sees the table, all it has not seen."""
        return take(self.rules.deck, (kind for kind in self.drawn() if kind is not HIDDEN))

    def problem(self) -> str:
        """Why the rules cannot lead here."""
        return problem_of(self)

    def table(self, seat: Seat) -> Shown:
        """What lies before each seat: its row as it counts, its fate and its tokens; the discards belong to nobody."""
        seen = self.seen(seat) if seat else self
        zones = [zone for each in range(self.rules.players) for zone in seen._zones(each)]
        gone = Zone("discarded", "pile", tuple(map(Item, self.discards)))
        return replace(super().table(seat), zones=(*zones, gone))

    @property
    def actor(self) -> int:
        """The seat whose turn it is within the phase."""
        return self.seat_at(self.at)

    @property
    def turn(self) -> int:
        """The turn of the round, from 1; one more than the round has when it is over."""
        return len(self.rows[0]) + 1

    def seat_at(self, offset: int) -> int:
        """The seat this many places to the left of the round's start player (tottarot §2.1)."""
        return (self.round - 1 + offset) % self.rules.players

    def unused(self, seat: int) -> tuple[int, ...]:
        """The tokens a seat still holds, ascending (tottarot §2.3)."""
        return tuple(token for token in _left(self, seat) if token != self.declared[seat])

    def holders_beside(self, seat: int) -> tuple[int, ...]:
        """The other seats that have a proclaimed fate."""
        return tuple(at for at, fate in enumerate(self.fates) if fate is not None and at != seat)

    def drawn(self) -> Iterator[Kind]:
        """Every card that has left the deck."""
        yield from (kind for row in self.rows for kind in row if kind)
        yield from self.discards
        yield from (fate.kind for fate in self.fates if fate)

    def points(self, seat: int) -> int:
        """The sum of a seat's fixed fates as they lie (tottarot §5.1)."""
        return points_of(self.rules, self.rows[seat])

    def waiting_icon(self, seat: int) -> str:
        """The icon of the fate the seat fixed in the turn before, empty if there is none (tottarot §3.2)."""
        row = self.rows[seat]
        return self.rules.fate(row[-1]).icon if row and row[-1] else ""

    def _zones(self, seat: int) -> Iterator[Zone]:
        name, fate, token = SEATS[seat], self.fates[seat], self.declared[seat]
        marks = ["start"] * (seat == self.seat_at(0)) + ["victory"] * self.victories[seat]
        yield Zone("", "track", tuple(map(Item, marks)), name)
        row = [
            Item(each.kind or "", turned=each.turned, note=signed(each.points))
            for each in lying(self.rules, self.rows[seat])
        ]
        yield Zone("fixed", "row", (*row, *[None] * (self.rules.turns - len(row))), name)
        yield Zone("sum", "text", (Item(signed(self.points(seat))),), name)
        yield Zone("fate", "hand", (fate and Item(fate.kind, seen_by=fate.known_to),), name)
        by = name if self.phase == "declare" else ""
        yield Zone("laid", "tokens", (None if token is None else Item(str(token), seen_by=by),), name)
        held = tuple(Item(str(each)) for each in self.unused(seat))
        yield Zone("held", "tokens", held, name, columns=2)

    def _draw(self, kind: Kind) -> Table:
        name = SEATS[self.actor]
        fates = setat(self.fates, self.actor, Proclaimed(kind, name, name))
        drawn = self.changed(fates=fates, at=self.at + 1)
        return drawn if drawn.at < self.rules.players else drawn._icons(0)

    def _icons(self, first: int) -> Table:
        """Forced reveals happen, and the first icon that needs a choice waits for it (tottarot §4)."""
        table = self
        for offset in range(first, self.rules.players):
            seat = table.seat_at(offset)
            icon = table.waiting_icon(seat)
            if icon == REVEAL:
                table = table._reveal(seat, range(self.rules.players))
            elif icon in (MUTUAL_LOOK, LOOK):
                return table.changed(phase="icons", at=offset)
        return table.changed(phase="declare", at=0)

    def _look(self, target: int) -> Table:
        """One-sided and mutual looks (tottarot §4.1, §4.2)."""
        seat = self.actor
        seen = self._reveal(target, (seat,))
        if self.waiting_icon(seat) == MUTUAL_LOOK:
            seen = seen._reveal(seat, (target,))
        return seen._icons(self.at + 1)

    def _reveal(self, owner: int, seats: Iterable[int]) -> Table:
        fate = self.fates[owner]
        if fate is None:
            return self
        known = "".join(sorted({*fate.known_to, *(SEATS[seat] for seat in seats)}))
        return self.changed(fates=setat(self.fates, owner, fate._replace(known_to=known)))

    def _declare(self, token: int) -> Table:
        laid = self.changed(declared=setat(self.declared, self.actor, token), at=self.at + 1)
        return laid if laid.at < self.rules.players else laid._seizers(0)

    def _seizers(self, first: int) -> Table:
        """The next highest seat with a fate to discard; after the last, fixing (tottarot §3.5, §3.6, §5.1)."""
        highest = max(token for token in self.declared if token is not None)
        for offset in range(first, self.rules.players):
            seat = self.seat_at(offset)
            if self.declared[seat] == highest and self.fates[seat] is not None:
                return self.changed(phase="seize", at=offset)
        table = self.fixed()
        return table if self.turn < self.rules.turns else table._score()

    def seized(self, target: int | None) -> Table:
        """The actor has discarded its fate and has the target's, or none; nobody after it has acted (tottarot §3.4)."""
        seat = self.actor
        own = self.fates[seat]
        assert own
        table = self.changed(discards=(*self.discards, own.kind), fates=setat(self.fates, seat, None))
        if target is None:
            return table
        fates = setat(table.fates, seat, table.fates[target])
        return table.changed(fates=setat(fates, target, None))._reveal(seat, (seat,))

    def fixed(self) -> Table:
        """The fates left are fixed and the tokens spent; nobody has scored (tottarot §3.6)."""
        rows = tuple((*row, fate and fate.kind) for row, fate in zip(self.rows, self.fates, strict=True))
        used = tuple(
            (*before, token)
            for before, token in zip(self.used, self.declared, strict=True)
            if token is not None
        )
        nothing = (None,) * self.rules.players
        return self.changed(rows=rows, used=used, fates=nothing, declared=nothing, phase="draw", at=0)

    def _score(self) -> Table:
        """The best sum gets a victory token, unused tokens break ties (tottarot §5.1); then the next round."""
        victories = tuple(tokens + (seat in self.best_seats()) for seat, tokens in enumerate(self.victories))
        if max(victories) >= self.rules.victories:
            return self.changed(victories=victories, phase="over")
        return start_of(self.rules, self.round + 1, victories)

    def best_seats(self) -> tuple[int, ...]:
        """Who wins a round that ends like this: most points, then most unused tokens (tottarot §5.1)."""
        results = [(self.points(seat), sum(self.unused(seat))) for seat in range(self.rules.players)]
        return tuple(seat for seat, result in enumerate(results) if result == max(results))


def start_of(rules: Rules, number: int = 1, victories: tuple[int, ...] = ()) -> Table:
    """The table at the start of a round: all cards in the deck, all tokens back (tottarot §2.1)."""
    nobody, empty = (None,) * rules.players, ((),) * rules.players
    return Table(
        rules=rules, round=number, victories=victories or (0,) * rules.players, rows=empty, used=empty,
        phase="draw", fates=nobody, declared=nobody,
    )  # fmt: skip


class Fixed(NamedTuple):
    """A card of a row as it lies: its kind (None: the turn brought nothing), whether it is turned, what it counts."""

    kind: Kind | None
    turned: bool
    points: int


def lying(rules: Rules, row: Row) -> list[Fixed]:
    """The cards of a row: one followed by a card with the flip lies upside down (tottarot §4.4)."""
    fixed: list[Fixed] = []
    flip = False
    for kind in reversed(row):
        fate = rules.fate(kind) if kind else Fate(0)
        fixed.append(Fixed(kind, bool(kind) and flip, -fate.points if flip else fate.points))
        flip = fate.icon == FLIP if kind else flip
    return fixed[::-1]


def points_of(rules: Rules, row: Row) -> int:
    """The sum of a row as it lies (tottarot §5.1)."""
    return sum(fixed.points for fixed in lying(rules, row))
