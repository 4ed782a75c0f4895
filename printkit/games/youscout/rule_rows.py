"""The rows of Youscout's rule cards, played against its engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from printkit.games.core import PLAYER
from printkit.games.game import Game
from printkit.games.rule_rows import Case, Comparison, RowProof
from printkit.games.youscout.board import LOWER, UPPER, whirl
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, SUITS, Card, suit
from printkit.games.youscout.piles import PILE_NAMES, largest
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.row_reading import Ground, Line, Reading, after_of
from printkit.games.youscout.table import Table
from printkit.kit.rules import RuleRow

__all__ = ["row_proof"]

DRAWS = 8
_TERMINALS = (f"draw {FOOL}", f"draw {DEATH}")
_SUIT_CODES = dict(zip(PAIRS, SUITS, strict=True))

Cards = Mapping[str, tuple[int, ...]]


def row_proof(prefix: str, seen: Callable[[Game[Any]], Game[Any]] = lambda game: game) -> RowProof:
    """The proof for a game whose cards are called `PREFIX-upper` and `PREFIX-lower`.

    `seen` makes of the game the one a rule card states, with one token.
    """
    cards: Cards = {f"{prefix}-upper": UPPER, f"{prefix}-lower": LOWER}
    return RowProof(
        cards=cards,
        suits=tuple(PAIRS),
        cases=lambda rows, game, positions: _cases(rows, seen(game), cards, positions),
        weigh=partial(_weigh, cards),
        pile=_pile,
    )


def _cases(rows: Sequence[RuleRow], game: Game[Table], cards: Cards, positions: int) -> Iterator[Case]:
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
        card = next(card for card, places in cards.items() if token in places)
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


def _weigh(
    cards: Cards, rows: Sequence[RuleRow], game: Game[Table], table: Table, drawn: Card
) -> Comparison | None:
    """What the row for a drawn card compares on this table; None for a card without a row, like the terminal."""
    if drawn in (FOOL, DEATH):
        return None
    card = next(card for card, places in cards.items() if table.token in places)
    row = next(
        (r for r in rows if (r.game, r.card, _SUIT_CODES.get(r.suit)) == (game.id, card, suit(drawn))), None
    )
    if row is None:
        return None
    reading = Reading(Line.of(row, game.options), Ground.of(table), drawn)
    needed = row.needs is None or bool(reading.pile(row.needs))
    if not needed:
        return Comparison(row, (), (), False, False)
    spent = None
    if reading.spends:
        # Where none is suitable, the smallest is the one that came nearest.
        spent = min(reading.suitable() or reading.spendable(), key=reading.values.__getitem__)
    left, right = (
        tuple((reading.counted(term), reading.value(term, spent)) for term in side)
        for side in (row.greater, row.than)
    )
    return Comparison(row, left, right, True, bool(row.greater) and reading.wins())


def _pile(state: Any, name: str) -> tuple[str, int, int] | None:
    """The largest card of a pile, its value, and the sum of all; None of an empty one."""
    pile = PILE_NAMES.index(name) if name in PILE_NAMES else None
    card = None if pile is None else largest(state.piles[pile], state.rules.values)
    return None if card is None else (card, state.value(card), state.total(pile))


class _Mixer:
    """Numbers that look mixed and are the same every time: a linear congruence modulo 2⁶⁴ (Knuth's multiplier)."""

    def __init__(self) -> None:
        self.state = 1

    def next(self) -> float:
        """The next number, 0 ≤ number < 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) * 2.0**-53

    def some(self, values: Sequence[Any], count: int) -> list[Any]:
        """This many of the values in mixed order."""
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
