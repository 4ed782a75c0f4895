"""A game of several tokens seen from one of them, as a rule card describes a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from printkit.errors import InputError
from printkit.games.codec import fields_of, listed
from printkit.games.core import CHANCE, PLAYER, Action, IllegalAction, Seat
from printkit.games.game import Game
from printkit.games.youscout.board import PILE_NAMES, PLACES, Piles
from printkit.games.youscout.cards import MINORS, Card
from printkit.games.youscout.rules import Rules
from printkit.games.youscout_together.table import GAME_ID, OPEN_CARDS, PILES, Table

__all__ = ["OneToken", "one_token"]

_DRAW = {card: f"draw {card}" for card in MINORS}


@dataclass(frozen=True, slots=True)
class OneToken:
    """A table of Youscout together before or after a turn of `seat`, as a table of the solo game.

    Any card that lies nowhere may be drawn: it is taken for one of the open cards. `drawn` waits for move or stay.
    """

    PILES: ClassVar[tuple[str, ...]] = PILES

    table: Table
    seat: int = 0
    drawn: Card = ""

    @property
    def token(self) -> int:
        """The place of the seat's token, 0 before it is placed."""
        return self.table.tokens[self.seat]

    @property
    def board(self) -> tuple[Card, ...]:
        """The six majors."""
        return self.table.board

    @property
    def piles(self) -> Piles:
        """Everybody's piles."""
        return self.table.piles

    @property
    def rules(self) -> Rules:
        """The values and numbers of a turn."""
        return self.table.agreed.rules

    def to_move(self) -> Seat:
        """The player while a sword waits, chance otherwise."""
        return PLAYER if self.drawn else CHANCE

    def legal(self) -> tuple[Action, ...]:
        """Every card that lies on no pile, as a draw."""
        return tuple(map(_DRAW.__getitem__, self._left()))

    def apply(self, action: Action) -> OneToken:
        """The turn as the engine plays it for the seat whose turn it is."""
        if self.drawn:
            return OneToken(self.table.apply(f"take {self.drawn} {action}"), self.seat)
        card = action.removeprefix("draw ")
        others = (each for each in self._left() if each != card)
        table = replace(self.table, row=tuple(sorted((card, *islice(others, OPEN_CARDS - 1)))))
        try:
            return OneToken(table.apply(f"take {card}"), self.seat)
        except IllegalAction:
            # Not without saying whether it moves.
            return OneToken(table, self.seat, card)

    def _left(self) -> Iterator[Card]:
        """The cards that lie on no pile."""
        gone = {card for pile in self.piles for card in pile}
        return (card for card in MINORS if card not in gone)


def one_token(game: Game[Any]) -> Game[Any]:
    """The game as its rule cards state it: one of several tokens becomes one for the token whose turn it is.

    Positions are then read as those of the simplified game; the other tokens stand on the places left.
    """
    if game.id != GAME_ID:
        return game
    start: Table = game.start

    def parse(_: Any, text: str) -> OneToken:
        fields = fields_of(text, ("board", "token", "terminal", *PILES))
        if fields["token"] not in map(str, PLACES):
            raise InputError(f"the token cannot be on {fields['token']!r}", hint="places are 1 to 6")
        token = int(fields["token"])
        players = len(game.seats)
        others = [place for place in PLACES if place != token]
        piles = tuple(listed(fields.get(name, "")) for name in PILE_NAMES)
        # Whose turn it is follows from how many cards lie.
        seat = sum(map(len, piles)) % players
        places = others[: players - 1]
        tokens = (*places[:seat], token, *places[seat:])
        return OneToken(replace(start, board=listed(fields["board"]), tokens=tokens, piles=piles), seat)

    seen: Any = OneToken(start)
    return replace(game, start=seen, module=replace(game.module, parse=parse))
