"""Reads one row of a rule card on a table, as a reader who knows only the card would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from printkit.games.youscout.board import ACROSS, BACKWARD, FORWARD
from printkit.games.youscout.cards import Card
from printkit.games.youscout.piles import PILE_NAMES
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.table import Table
from printkit.kit.rules import Outcome, Place, RuleRow, Term

__all__ = ["After", "Ground", "Line", "Reading", "after_of"]

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
