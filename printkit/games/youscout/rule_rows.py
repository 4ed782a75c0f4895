"""The rows of Youscout's rule cards, played against its engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, cast

from printkit.games.core import PLAYER
from printkit.games.game import Game
from printkit.games.proof import Case, Comparison, RowProof
from printkit.games.youscout.board import ACROSS, BACKWARD, FORWARD, LOWER, PILE_NAMES, UPPER, largest, whirl
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, SUITS, Card, suit
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.table import Table
from printkit.kit.rules import Outcome, Place, RuleRow, Term

__all__ = ["Ground", "Line", "Reading", "row_proof"]

_WAYS = {"forward": FORWARD, "backward": BACKWARD, "across": ACROSS}
_NUMBER_OF = {
    (suit, side): 2 * pair + (side == "right")
    for pair, suit in enumerate(PAIRS)
    for side in ("left", "right")
}

Pile = tuple[Card, ...]


class After(NamedTuple):
    """What a turn leaves: the token's place, and each pile's cards sorted."""

    token: int
    piles: tuple[Pile, ...]

    def __str__(self) -> str:
        laid = (f"{name}={','.join(pile)}" for name, pile in zip(PILE_NAMES, self.piles, strict=True) if pile)
        return " ".join((f"token={self.token}", *laid))


class Ground(NamedTuple):
    """A table before a turn, as every row sees it: the token's place, the piles by name, numbers and values."""

    token: int
    laid: tuple[Pile, ...]
    tidy: tuple[Pile, ...]
    piles: Mapping[str, Pile]
    numbers: Sequence[Sequence[int]]
    values: Mapping[Card, int]

    @classmethod
    def of(cls, table: Table) -> Ground:
        """The ground a table is."""
        laid = table.piles
        numbers = [table.rules.numbers[code] for code in table.board]
        tidy = tuple([tuple(sorted(pile)) for pile in laid])
        return cls(
            table.token, laid, tidy, dict(zip(PILE_NAMES, laid, strict=True)), numbers, table.rules.values
        )


def after_of(ground: Ground, table: Table) -> After:
    """What a turn from that ground has left on the table."""
    return After(table.token, _tidied(table.piles, ground))


def _tidied(piles: Iterable[Pile], ground: Ground) -> tuple[Pile, ...]:
    rows = zip(piles, ground.laid, ground.tidy, strict=True)
    return tuple([tidy if pile is was else tuple(sorted(pile)) for pile, was, tidy in rows])


class Line(NamedTuple):
    """A row under the options of its game: whether equal sums win too, and from where it spends a card to win."""

    row: RuleRow
    equal: bool
    spends: Place | None

    @classmethod
    def of(cls, row: RuleRow, options: Mapping[str, str]) -> Line:
        """The row under these options."""
        key, _, value = row.equal.partition("=")
        spent = [term.place for term in (*row.greater, *row.than) if term.kind == "spent"]
        return cls(row, bool(row.equal) and options.get(key) == value, spent[0] if spent else None)


class Reading:
    """A row read on a ground for a drawn card."""

    def __init__(self, line: Line, ground: Ground, drawn: Card) -> None:
        self.row, self.equal, self.spends = line
        self.drawn = drawn
        self.ground = ground
        self.token = ground.token
        self.values = ground.values

    def branches(self) -> tuple[str, ...]:
        """Which outcomes happen: `both`, `yes`, `no`, or `move` and `stay` where one may choose."""
        if not self.row.greater:
            return ("both",)
        if not self.wins():
            return ("no",)
        chosen = any(outcome.when == "move" for outcome in self.row.outcomes)
        return ("move", "stay") if chosen else ("yes",)

    def wins(self) -> bool:
        """Whether what is needed lies there and the left sum is greater."""
        if self.row.needs is not None and not self.pile(self.row.needs):
            return False
        return bool(self.suitable()) if self.spends else self.compares(None)

    def suitable(self) -> list[Card]:
        """The cards that could be spent: those with which the comparison holds."""
        return [card for card in self.spendable() if self.compares(card)]

    def spendable(self) -> Pile:
        """The pile one card of which is spent."""
        return self.pile(cast(Place, self.spends))

    def compares(self, spent: Card | None) -> bool:
        """Whether the left sum is enough when this card is spent."""
        left = sum([self.value(term, spent) for term in self.row.greater])
        right = sum([self.value(term, spent) for term in self.row.than])
        return left > right or (self.equal and left == right)

    def value(self, term: Term, spent: Card | None) -> int:
        """The number a term stands for when this card is spent."""
        kind = term.kind
        if kind == "card":
            return self.values[self.drawn]
        if kind == "spent":
            return self.values[cast(Card, spent)]
        place = cast(Place, term.place)
        if self.counted(term).kind == "number":
            number = _NUMBER_OF[cast(str, term.suit), cast(str, term.side)]
            return self.ground.numbers[self.at(place) - 1][number]
        values = [self.values[card] for card in self.pile(place)]
        return sum(values) if kind == "sum" else max(values, default=0)

    def counted(self, term: Term) -> Term:
        """The term that counts: where no pile backs a place, its number of the table does."""
        unbacked = term.kind == "backing" and not self.pile(cast(Place, term.place))
        return replace(term, kind="number") if unbacked else term

    def at(self, place: str) -> int:
        """The number of a place as the token sees it."""
        return self.token if place == "here" else _WAYS[place][self.token]

    def name(self, place: str) -> str:
        """The name of the pile there."""
        return place if place in ("Sw", "Co", "D") else str(self.at(place))

    def pile(self, place: Place) -> Pile:
        """The cards that lie there."""
        return self.ground.piles[self.name(place)]

    def after(self, branch: str) -> After:
        """The table after this branch: all that goes is chosen before anything is laid."""
        outcomes = [outcome for outcome in self.row.outcomes if outcome.when in (branch, "both")]
        taken = [(outcome, self.cards(outcome)) for outcome in outcomes]
        piles = dict(self.ground.piles)
        for outcome, cards in taken:
            # The drawn card lies nowhere yet.
            if outcome.source is not None:
                name = self.name(outcome.source)
                piles[name] = tuple([card for card in piles[name] if card not in cards])
        for outcome, cards in taken:
            piles[self.target(outcome)] += tuple(cards)
        moves = branch in ("yes", "move") or (branch == "both" and self.row.move != "stay")
        token = self.at(self.row.move) if moves else self.token
        return After(token, _tidied(piles.values(), self.ground))

    def cards(self, outcome: Outcome) -> Sequence[Card]:
        """The cards an outcome takes, the first laid of equals; none of an empty pile."""
        if outcome.what == "card":
            return (self.drawn,)
        pile = self.pile(cast(Place, outcome.source))
        if outcome.what == "all":
            return pile
        if outcome.what == "spent":
            return [min(self.suitable(), key=self.values.__getitem__)]
        return [max(pile, key=self.values.__getitem__)] if pile else []

    def target(self, outcome: Outcome) -> str:
        """The name of the pile an outcome lays on."""
        if outcome.exception is not None and outcome.exception[0] == self.token:
            return outcome.exception[1]
        return outcome.target if outcome.target_place is None else self.name(outcome.target_place)


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
