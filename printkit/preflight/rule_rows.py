"""Plays the rule cards' rows against the engines: rows of rules.toml and games come in, findings go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from printkit.games.core import PLAYER, Game
from printkit.games.find import make_game
from printkit.games.youscout.board import ACROSS, BACKWARD, FORWARD, LOWER, UPPER, whirl
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, SUITS, Card, suit
from printkit.games.youscout.piles import PILE_NAMES
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.table import Table
from printkit.kit.model import Kit
from printkit.kit.rules import Outcome, Place, RuleRow, Term
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.one_token import one_token

__all__ = ["Case", "Weighed", "cases", "prove_kit_rules", "prove_rules", "weigh"]

FILE = "rules.toml"
POSITIONS = 240
DRAWS = 8

# Which cards tell the turns of a game, and where the token stands in them; a game that is not here proves no rows.
CARDS = {
    "youscout": {"rule-upper": UPPER, "rule-lower": LOWER},
    "youscout-simplified": {"simple-upper": UPPER, "simple-lower": LOWER},
    "youscout-together": {"together-upper": UPPER, "together-lower": LOWER},
}
_SUIT_CODES = dict(zip(PAIRS, SUITS, strict=True))
_WAYS = {"forward": FORWARD, "backward": BACKWARD, "across": ACROSS}

Piles = dict[str, list[Card]]


class After(NamedTuple):
    """What a turn leaves: the token's place, and each pile's cards sorted."""

    token: int
    piles: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        laid = (f"{name}={','.join(pile)}" for name, pile in zip(PILE_NAMES, self.piles, strict=True) if pile)
        return " ".join((f"token={self.token}", *laid))


@dataclass(frozen=True, slots=True)
class Case:
    """One turn twice: as the row says and as the engine plays it. `branch` is the part of the row that was read."""

    row: RuleRow
    branch: str
    position: str
    actions: tuple[str, ...]
    said: After | None
    played: After | None


class Weighed(NamedTuple):
    """A row read on one table: each term of both sides with its number (none where nothing is compared).

    `holds` says whether the left sum was enough, `needed` whether a card lay where the row needs one.
    """

    row: RuleRow
    greater: tuple[tuple[Term, int], ...]
    than: tuple[tuple[Term, int], ...]
    needed: bool
    holds: bool


def prove_kit_rules(
    kit: Kit, options: Mapping[str, Sequence[str]], *, positions: int = POSITIONS
) -> tuple[Finding, ...]:
    """Every row of a kit against the engine of its game; `options` are the options of each game as `K=V`.

    A game whose turns no table here knows proves nothing, so a row for it is a finding. Without rows nothing is said.
    """
    findings: list[Finding] = []
    for game_id in dict.fromkeys(row.game for row in kit.rules):
        if game_id not in CARDS:
            message = "nothing can prove the rows of this game"
            findings.append(Finding(ERROR, "rule-row-unproved", message, FILE, subject=game_id))
            continue
        game = one_token(make_game(game_id, options.get(game_id, ())))
        findings += prove_rules(kit.rules, game, positions=positions)
    return tuple(findings)


def prove_rules(
    rows: Sequence[RuleRow], game: Game[Table], *, positions: int = POSITIONS
) -> tuple[Finding, ...]:
    """The rows of this game against its engine on many positions; the first difference of each is told.

    A suit without a row on its card is a finding, and so is a row for a card or suit the game does not have.
    """
    rows = [row for row in rows if row.game == game.id]
    findings = list(_missing(rows, CARDS[game.id]))
    wrong: set[tuple[str, str]] = set()
    for case in cases(rows, game, positions=positions):
        key = case.row.card, case.row.suit
        if case.said == case.played or key in wrong:
            continue
        wrong.add(key)
        findings.append(
            Finding(
                ERROR,
                "rule-row",
                f"the row is not what the game plays, at {case.position}, {' then '.join(case.actions)}",
                FILE,
                card=case.row.card,
                subject=f"{case.row.suit}, {case.branch}",
                expected=str(case.played or "a choice"),
                found=str(case.said or "a choice"),
            )
        )
    return tuple(findings)


def _missing(rows: Sequence[RuleRow], cards: Iterable[str]) -> Iterator[Finding]:
    present = {(row.card, row.suit) for row in rows}
    wanted = {(card, name) for card in cards for name in _SUIT_CODES}
    for card, name in sorted(wanted - present):
        yield Finding(
            ERROR, "rule-row-missing", "the card says nothing of this suit", FILE, card=card, subject=name
        )
    for card, name in sorted(present - wanted):
        yield Finding(ERROR, "rule-row-unknown", "the game has no such turn", FILE, card=card, subject=name)


def cases(rows: Sequence[RuleRow], game: Game[Table], *, positions: int = POSITIONS) -> Iterator[Case]:
    """Turns on `positions` tables, always the same ones: every token place in turn, piles, board and cards mixed."""
    by_turn = {(row.card, _SUIT_CODES.get(row.suit)): row for row in rows if row.game == game.id}
    mixer = _Mixer()
    for index in range(positions):
        token = index % 6 + 1
        position = _position(mixer, token, game)
        table = game.parse(position)
        card = next(card for card, places in CARDS[game.id].items() if token in places)
        draws = [action for action in table.legal() if not action.endswith((f" {FOOL}", f" {DEATH}"))]
        for action in _some(mixer, draws, DRAWS):
            row = by_turn.get((card, suit(action.removeprefix("draw "))))
            if row is not None:
                yield from _cases_of(row, game, table, position, action)


def _cases_of(row: RuleRow, game: Game[Table], table: Table, position: str, action: str) -> Iterator[Case]:
    """The turn of one drawn card; where the player chooses, one case for each choice."""
    key, _, value = row.equal.partition("=")
    equal = bool(row.equal) and game.options.get(key) == value
    reading = _Reading(row, table, action.removeprefix("draw "), equal)
    after = table.apply(action)
    waits = after.to_move() == PLAYER and bool(after.drawn)
    branches = reading.branches()
    chooses = len(branches) > 1
    if waits != chooses:
        said = None if chooses else reading.after(branches[0])
        played = None if waits else _after(after)
        yield Case(row, branches[0], position, (action,), said, played)
        return
    for branch in branches:
        actions = (action, branch) if waits else (action,)
        played = _after(after.apply(branch) if waits else after)
        yield Case(row, branch, position, actions, reading.after(branch), played)


def _after(table: Table) -> After:
    return After(table.token, tuple([tuple(sorted(pile)) if pile else () for pile in table.piles]))


def weigh(rows: Sequence[RuleRow], game: Game[Table], table: Table, drawn: Card) -> Weighed | None:
    """What the row for a drawn card compares on this table; None for a card without a row, like the terminal."""
    if drawn in (FOOL, DEATH):
        return None
    card = next(card for card, places in CARDS[game.id].items() if table.token in places)
    row = next(
        (r for r in rows if (r.game, r.card, _SUIT_CODES.get(r.suit)) == (game.id, card, suit(drawn))), None
    )
    if row is None:
        return None
    key, _, value = row.equal.partition("=")
    reading = _Reading(row, table, drawn, bool(row.equal) and game.options.get(key) == value)
    needed = row.needs is None or bool(reading.pile(row.needs))
    if not needed:
        return Weighed(row, (), (), False, False)
    spent = None
    if reading.spends():
        pile = reading.pile(
            next(cast(Place, t.place) for t in (*row.greater, *row.than) if t.kind == "spent")
        )
        # Where none is suitable, the smallest is the one that came nearest.
        spent = min(reading.suitable() or pile, key=reading.values.__getitem__)
    left, right = (tuple((t, reading.value(t, spent)) for t in side) for side in (row.greater, row.than))
    return Weighed(row, left, right, True, bool(row.greater) and reading.wins())


class _Reading:
    """One row read by somebody who knows only the card: places, piles and numbers of one table, and a drawn card."""

    def __init__(self, row: RuleRow, table: Table, drawn: Card, equal: bool) -> None:
        self.row, self.drawn, self.equal = row, drawn, equal
        self.token = table.token
        self.piles: Piles = {name: list(pile) for name, pile in zip(PILE_NAMES, table.piles, strict=True)}
        self.numbers = [table.rules.numbers[code] for code in table.board]
        self.values = table.rules.values

    def branches(self) -> tuple[str, ...]:
        """Which outcomes happen: `both`, `yes`, `no`, or `move` and `stay` where one may choose."""
        whens = {outcome.when for outcome in self.row.outcomes}
        if not self.row.greater:
            return ("both",)
        if not self.wins():
            return ("no",)
        return ("move", "stay") if "move" in whens else ("yes",)

    def wins(self) -> bool:
        """Whether what is needed lies there and the left sum is greater."""
        if self.row.needs is not None and not self.pile(self.row.needs):
            return False
        return bool(self.suitable()) if self.spends() else self.compares(None)

    def spends(self) -> bool:
        return any(term.kind == "spent" for term in (*self.row.greater, *self.row.than))

    def suitable(self) -> list[Card]:
        """The cards that could be spent: those with which the comparison holds."""
        place = next(term.place for term in (*self.row.greater, *self.row.than) if term.kind == "spent")
        return [card for card in self.pile(cast(Place, place)) if self.compares(card)]

    def compares(self, spent: Card | None) -> bool:
        left, right = (
            sum(self.value(term, spent) for term in side) for side in (self.row.greater, self.row.than)
        )
        return left > right or (self.equal and left == right)

    def value(self, term: Term, spent: Card | None) -> int:
        if term.kind == "card":
            return self.values[self.drawn]
        if term.kind == "spent":
            return self.values[cast(Card, spent)]
        place = cast(Place, term.place)
        if term.kind == "number" or (term.kind == "backing" and not self.pile(place)):
            pair = list(PAIRS).index(cast(str, term.suit))
            return self.numbers[self.at(place) - 1][2 * pair + (term.side == "right")]
        values = [self.values[card] for card in self.pile(place)]
        return sum(values) if term.kind == "sum" else max(values, default=0)

    def at(self, place: str) -> int:
        return self.token if place == "here" else _WAYS[place][self.token]

    def name(self, place: str) -> str:
        return place if place in ("Sw", "Co", "D") else str(self.at(place))

    def pile(self, place: Place) -> list[Card]:
        return self.piles[self.name(place)]

    def after(self, branch: str) -> After:
        """The table after this branch: all that goes is chosen before anything is laid."""
        moved = [(self.cards(outcome), self.target(outcome)) for outcome in self.told(branch)]
        piles = {name: list(pile) for name, pile in self.piles.items()}
        for cards, target in moved:
            for card in cards:
                for pile in piles.values():
                    if card in pile:
                        pile.remove(card)
                piles[target].append(card)
        moves = branch in ("yes", "move") or (branch == "both" and self.row.move != "stay")
        token = self.at(self.row.move) if moves else self.token
        return After(token, tuple([tuple(sorted(pile)) if pile else () for pile in piles.values()]))

    def told(self, branch: str) -> list[Outcome]:
        return [outcome for outcome in self.row.outcomes if outcome.when in (branch, "both")]

    def cards(self, outcome: Outcome) -> list[Card]:
        """The cards an outcome takes, the first laid of equals; none of an empty pile."""
        if outcome.what == "card":
            return [self.drawn]
        pile = self.pile(cast(Place, outcome.source))
        if outcome.what == "all":
            return list(pile)
        if outcome.what == "spent":
            return [min(self.suitable(), key=self.values.__getitem__)]
        return [max(pile, key=self.values.__getitem__)] if pile else []

    def target(self, outcome: Outcome) -> str:
        if outcome.exception is not None and outcome.exception[0] == self.token:
            return outcome.exception[1]
        return outcome.target if outcome.target_place is None else self.name(outcome.target_place)


class _Mixer:
    """Numbers that look mixed and are the same every time: a linear congruence modulo 2⁶⁴ (Knuth's multiplier)."""

    def __init__(self) -> None:
        self.state = 1

    def next(self) -> float:
        """The next number, 0 ≤ number < 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53


def _position(mixer: _Mixer, token: int, game: Game[Table]) -> str:
    """A table in the middle of a game: six majors either way up, some cards on every pile; one line of fields."""
    majors = _some(mixer, BOARD_MAJORS, 6)
    board = tuple(f"{major}{'r' if mixer.next() < 0.5 else ''}" for major in majors)
    forced = whirl(board, game.options["swap"])
    upper = forced.start == UPPER if forced else mixer.next() < 0.5
    cards = _some(mixer, MINORS, len(MINORS))
    fields = [f"board={','.join(board)}", f"token={token}", f"terminal={FOOL if upper else DEATH}"]
    # Piles differ in height, and some positions have hardly any cards, so that every comparison goes both ways.
    most = int(mixer.next() * 5)
    for name in game.start.PILES:
        count = int(mixer.next() * (most + 1))
        if count:
            fields.append(f"{name}={','.join(cards.pop() for _ in range(count))}")
    return " ".join(fields)


def _some(mixer: _Mixer, values: Sequence[Any], count: int) -> list[Any]:
    """So many of the values in mixed order."""
    left = list(values)
    return [left.pop(int(mixer.next() * len(left))) for _ in range(min(count, len(left)))]
