"""Plays the rule cards' rows against the engines: rows of rules.toml and games come in, findings go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from printkit.games.core import PLAYER, Game
from printkit.games.find import make_game
from printkit.games.youscout.board import LOWER, UPPER, whirl
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, SUITS, Card, suit
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.table import Table
from printkit.kit.model import Kit
from printkit.kit.rules import RuleRow, Term
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.one_token import one_token
from printkit.preflight.row_reading import After, Ground, Line, Reading, after_of

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
_TERMINALS = (f"draw {FOOL}", f"draw {DEATH}")
_SUIT_CODES = dict(zip(PAIRS, SUITS, strict=True))


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
    lines = {
        (row.card, _SUIT_CODES.get(row.suit)): Line.of(row, game.options)
        for row in rows
        if row.game == game.id
    }
    mixer = _Mixer()
    for index in range(positions):
        token = index % 6 + 1
        position = _position(mixer, token, game)
        table = game.parse(position)
        ground = Ground.of(table)
        card = next(card for card, places in CARDS[game.id].items() if token in places)
        draws = [action for action in table.legal() if action not in _TERMINALS]
        for action in mixer.some(draws, DRAWS):
            drawn = action.removeprefix("draw ")
            line = lines.get((card, suit(drawn)))
            if line is not None:
                yield from _cases_of(Reading(line, ground, drawn), table, position, action)


def _cases_of(reading: Reading, table: Table, position: str, action: str) -> Iterator[Case]:
    """The turn of one drawn card; where the player chooses, one case for each choice."""
    row, ground = reading.row, reading.ground
    after = table.apply(action)
    waits = after.to_move() == PLAYER and bool(after.drawn)
    branches = reading.branches()
    chooses = len(branches) > 1
    if waits != chooses:
        said = None if chooses else reading.after(branches[0])
        played = None if waits else after_of(ground, after)
        yield Case(row, branches[0], position, (action,), said, played)
        return
    for branch in branches:
        actions = (action, branch) if waits else (action,)
        played = after_of(ground, after.apply(branch) if waits else after)
        yield Case(row, branch, position, actions, reading.after(branch), played)


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
    reading = Reading(Line.of(row, game.options), Ground.of(table), drawn)
    needed = row.needs is None or bool(reading.pile(row.needs))
    if not needed:
        return Weighed(row, (), (), False, False)
    spent = None
    if reading.spends:
        # Where none is suitable, the smallest is the one that came nearest.
        spent = min(reading.suitable() or reading.spendable(), key=reading.values.__getitem__)
    left, right = (tuple((t, reading.value(t, spent)) for t in side) for side in (row.greater, row.than))
    return Weighed(row, left, right, True, bool(row.greater) and reading.wins())


class _Mixer:
    """Numbers that look mixed and are the same every time: a linear congruence modulo 2⁶⁴ (Knuth's multiplier)."""

    def __init__(self) -> None:
        self.state = 1

    def next(self) -> float:
        """The next number, 0 ≤ number < 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) * 2.0**-53

    def some(self, values: Sequence[Any], count: int) -> list[Any]:
        """So many of the values in mixed order."""
        left = list(values)
        return [left.pop(int(self.next() * len(left))) for _ in range(min(count, len(left)))]


def _position(mixer: _Mixer, token: int, game: Game[Table]) -> str:
    """A table in the middle of a game: six majors either way up, some cards on every pile; one line of fields."""
    majors = mixer.some(BOARD_MAJORS, 6)
    board = tuple(f"{major}{'r' if mixer.next() < 0.5 else ''}" for major in majors)
    forced = whirl(board, game.options["swap"])
    upper = forced.start == UPPER if forced else mixer.next() < 0.5
    cards = mixer.some(MINORS, len(MINORS))
    fields = [f"board={','.join(board)}", f"token={token}", f"terminal={FOOL if upper else DEATH}"]
    # Piles differ in height, and some positions have hardly any cards, so that every comparison goes both ways.
    most = int(mixer.next() * 5)
    for name in game.start.PILES:
        count = int(mixer.next() * (most + 1))
        if count:
            fields.append(f"{name}={','.join(cards.pop() for _ in range(count))}")
    return " ".join(fields)
