"""The state both games of Youscout share: board, token, talon, piles and ending; and its table as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random
from textwrap import wrap
from typing import ClassVar, Self, TypeVar

from printkit.errors import InputError
from printkit.games.actions import Actions, Either, Pattern, Row, Words
from printkit.games.codec import fields_of, listed, text_of
from printkit.games.core import CHANCE, PLAYER, Action, Outcome, Seat, evenly
from printkit.games.game import Macro
from printkit.games.observation import Coding, OneOf, Pile, Slots
from printkit.games.state import State, agreed, deck
from printkit.games.youscout.board import (
    COINS,
    DISCARDS,
    LOWER,
    NO_PILES,
    PILE_NAMES,
    PLACES,
    SWORDS,
    UPPER,
    Piles,
    line_pattern,
    swapped,
    whirl,
)
from printkit.games.youscout.cards import (
    BOARD_MAJORS,
    DEATH,
    FOOL,
    MAJOR_NAMES,
    MINORS,
    SUITS,
    Card,
    hexagram,
    major_number,
)
from printkit.games.youscout.rules import Rules
from printkit.games.zones import Item, Zone
from printkit.games.zones import Table as Shown

__all__ = [
    "CODINGS",
    "DEAL",
    "MOVE",
    "RESULTS",
    "STAY",
    "Table",
    "actions_of",
    "board_zones",
    "facts",
    "lays",
    "parse_position",
    "picture",
]

# ── the state both games of Youscout share: board, token, talon, piles and ending ────────────────────────────────────

MOVE, STAY = "move", "stay"
RESULTS = ("win", "lose")
DEAL = Macro("deal", "lay", len(PLACES))

_MAJORS = tuple(f"{major}{way}" for major in BOARD_MAJORS for way in ("", "r"))
CODINGS: Mapping[str, Coding] = {
    "board": Slots(OneOf(_MAJORS), len(PLACES)),
    "piles": Pile(MINORS),
    "terminal": OneOf((FOOL, DEATH)),
    "drawn": OneOf(MINORS),
}
"""How observations write the fields."""

_DRAW = {card: f"draw {card}" for card in (*MINORS, FOOL, DEATH)}
_PLACE = {place: f"place {place}" for place in PLACES}


@dataclass(frozen=True)
class Table(State):
    """One moment of a play; a game adds `turn` and `choose`, the rules for a drawn card.

    `board` holds the cards as laid until six lie, then after the swap. `token` is 0 before it is placed.
    `talon` is the set of cards left, sorted: their order is nowhere, so nobody can peek. `drawn` is a sword
    that waits for the player's choice. `PILES` names the piles the game uses.
    """

    PILES: ClassVar[tuple[str, ...]] = PILE_NAMES
    MORE_FIELDS: ClassVar[tuple[str, ...]] = ()

    rules: Rules = agreed()
    board: tuple[Card, ...] = ()
    token: int = 0
    terminal: Card = ""
    terminals: int = 0
    piles: Piles = NO_PILES
    talon: tuple[Card, ...] = deck(())
    drawn: Card = ""

    def to_move(self) -> Seat | None:
        """Chance deals and draws; the player places the token and answers a waiting sword."""
        if len(self.board) < len(PLACES):
            return CHANCE
        if not self.token:
            return PLAYER
        if self.over():
            return None
        return PLAYER if self.waiting() else CHANCE

    def legal(self) -> tuple[Action, ...]:
        """The actions allowed now, sorted as text."""
        if len(self.board) < len(PLACES):
            return self._lays()
        if not self.token:
            forced = whirl(self.board, self.rules.swap)
            return tuple(map(_PLACE.__getitem__, forced.start if forced else PLACES))
        if self.over():
            return ()
        return self.choices() if self.waiting() else tuple(map(_DRAW.__getitem__, self.talon))

    def sample(self, rng: Random) -> Action:
        """Every card left is as likely as any other, and so is either way up (youscout §2.1, §3.2)."""
        return _DRAW[evenly(self.talon, rng.random())] if self.token else super().sample(rng)

    def after(self, action: Action) -> Self:
        """The table after `action` and all that is forced by it."""
        if len(self.board) < len(PLACES):
            return self._lay(action.removeprefix("lay "))
        if not self.token:
            return self._place(int(action.removeprefix("place ")))
        return self.choose(action) if self.waiting() else self._draw(action.removeprefix("draw "))

    def moment(self) -> str:
        """The trigram whose turns are in force while cards are drawn (youscout §4, §4.5)."""
        if self.to_move() == CHANCE and self.token:
            return "upper" if self.token in UPPER else "lower"
        return super().moment()

    def outcome(self) -> Outcome | None:
        """Won or lost by the token's place at the last terminal (youscout §3.3)."""
        if not self.over():
            return None
        won = bool(self.returns()[0])
        start = "upper" if self.terminal == FOOL else "lower"
        reason = f"started in the {start} trigram, ended on {self.token}"
        return Outcome(RESULTS[not won], (int(won),), reason, start, (("place", str(self.token)),))

    def returns(self) -> tuple[float, ...]:
        """1 for a win, else 0."""
        return (float(self.over() and self.token in self.rules.goal[self.terminal]),)

    def view(self, seat: Seat) -> str:
        """The whole position: the talon has no order yet, so nothing is hidden."""
        return self.position()

    def position(self) -> str:
        """Fields `key=value` separated by spaces, leaving out the empty ones: `parse_position` reads them back."""
        return text_of(
            {
                "board": ",".join(self.board),
                "token": str(self.token or ""),
                "terminal": self.terminal,
                "terminals": str(self.terminals or ""),
                **{name: ",".join(pile) for name, pile in zip(PILE_NAMES, self.piles, strict=True)},
                "drawn": self.drawn,
                **self._more_fields(),
            }
        )

    def table(self, seat: Seat) -> Shown:
        """The board with its piles, the token, the card in the hand and the talon."""
        zones = board_zones(self.board, self.piles, (("", self.token),), self.drawn)
        talon = Zone("T", "pile", count=len(self.talon))
        return replace(super().table(seat), zones=(*zones, talon))

    def more_actions(self) -> tuple[Pattern, ...]:
        """What a game lets the player do beside."""
        return ()

    def over(self) -> bool:
        """Whether the last terminal has appeared (youscout §3.3)."""
        return self.terminals == self.rules.terminals

    def waiting(self) -> bool:
        """Whether the token's turn waits for the player."""
        return bool(self.drawn)

    def choices(self) -> tuple[Action, ...]:
        """What the player may answer while `waiting`, sorted."""
        return (MOVE, STAY)

    def number(self, place: int, column: int) -> int:
        """The number of the major at `place`, as it lies and multiplied (youscout §1.6, §1.8)."""
        return self.rules.numbers[self.board[place - 1]][column]

    def value(self, card: Card) -> int:
        """The value of a minor card (youscout §1.9)."""
        return self.rules.values[card]

    def highest(self, pile: int) -> int:
        """The largest value of a pile, 0 if it is empty (youscout §3.4)."""
        return max(map(self.rules.values.__getitem__, self.piles[pile]), default=0)

    def total(self, pile: int) -> int:
        """The sum of a pile's values."""
        return sum(map(self.rules.values.__getitem__, self.piles[pile]))

    def then(self, token: int, piles: Piles) -> Self:
        """The table after a turn that leaves the token on `token` and the piles so."""
        return self.changed(token=token, piles=piles, drawn="")

    def turn(self, card: Card) -> Self:
        """The rules of the game for a drawn minor; a sword that leaves a choice comes back as `drawn`."""
        raise NotImplementedError

    def choose(self, action: Action) -> Self:
        """The rules of the game for the player's answer."""
        raise NotImplementedError

    def with_fields(self, fields: Mapping[str, str]) -> Self:
        """This table with what a game adds to it, read from a position's fields `MORE_FIELDS`."""
        return self

    def _more_fields(self) -> dict[str, str]:
        return {}

    def _lays(self) -> tuple[Action, ...]:
        laid = {major_number(code) for code in self.board}
        left = [major for major in BOARD_MAJORS if major not in laid]
        return tuple(sorted(f"lay {major}{way}" for major in left for way in ("", "r")))

    def _lay(self, code: Card) -> Self:
        board = (*self.board, code)
        return self.changed(board=swapped(board, self.rules.swap) if len(board) == len(PLACES) else board)

    def _place(self, place: int) -> Self:
        terminal = FOOL if place in UPPER else DEATH
        return self.changed(token=place, terminal=terminal, talon=tuple(sorted((*MINORS, terminal))))

    def _draw(self, card: Card) -> Self:
        place = self.talon.index(card)
        rest = (*self.talon[:place], *self.talon[place + 1 :])
        if card != self.terminal:
            return self.changed(talon=rest).turn(card)
        terminals = self.terminals + 1
        if terminals == self.rules.terminals:
            return self.changed(terminals=terminals, talon=rest)
        talon = tuple(sorted((*self.talon, *self.piles[DISCARDS])))
        return self.changed(terminals=terminals, talon=talon, piles=((), *self.piles[1:]))


def facts(table: Table) -> dict[str, object]:
    """What lies on the table, ready for JSON; `drawn` only while a sword waits for the choice."""
    order = (*PLACES, SWORDS, COINS, DISCARDS)
    shown: dict[str, object] = {
        "board": list(table.board),
        "token": table.token or None,
        "piles": {PILE_NAMES[index]: list(table.piles[index]) for index in order},
        "terminals": table.terminals,
    }
    return {**shown, "drawn": table.drawn} if table.drawn else shown


def lays() -> Pattern:
    """Every major that may be laid on the board, either way up."""
    return Row("lay ", Words(_MAJORS))


def actions_of(table: Table) -> Actions:
    """What the player and chance may do."""
    return Actions(
        Either(Words((MOVE, STAY)), Words(tuple(_PLACE.values())), *table.more_actions()),
        Either(lays(), Words(tuple(_DRAW.values()))),
    )


# ── the table of Youscout as text (youscout §2.1) ────────────────────────────────────────────────────────────────────

_WIDTH = 26
_ROWS = (
    ("", "Sw", ""),
    ("6", "", "4"),
    ("", "5", ""),
    ("X", "", "D"),
    ("", "2", ""),
    ("3", "", "1"),
    ("", "Co", ""),
    ("", "", "T"),
)
"""What lies where, row by row from the top (youscout §2.1)."""


def picture(table: Table, seat: Seat) -> str:
    """The board with its numbers and piles, laid out as on a real table, then what else the seat knows."""
    if len(table.board) < len(PLACES):
        return "laid so far: " + (" ".join(table.board) or "nothing")
    lines: list[str] = []
    for row in _ROWS:
        cells = [_cell(table, name) for name in row]
        for parts in zip_longest(*cells, fillvalue=""):
            lines.append("".join(f"{part:<{_WIDTH}}" for part in parts).rstrip())
    return "\n".join([*lines, "", *_summary(table)])


def _cell(table: Table, name: str) -> list[str]:
    """The lines of one cell: a place with its card, numbers and pile, or what lies beside the board."""
    if name.isdigit():
        return _place(table, int(name))
    beside = {
        "": "",
        "Sw": "Sw: " + " ".join(table.piles[SWORDS]),
        "Co": "Co: " + " ".join(table.piles[COINS]),
        "D": f" D: {len(table.piles[DISCARDS])} cards",
        "T": f" T: {len(table.talon)} cards" if table.token else " T",
        "X": f" X: {FOOL if table.terminal == DEATH else DEATH}" if table.token else " X",
    }
    return wrap(beside[name], _WIDTH - 1, drop_whitespace=False)


def _place(table: Table, place: int) -> list[str]:
    code = table.board[place - 1]
    row = table.rules.numbers[code]
    numbers = [f"{name} {row[2 * at]}/{row[2 * at + 1]}" for at, name in enumerate(SUITS)]
    mark = ">" if place == table.token else " "
    pile = wrap(f"[{' '.join(table.piles[place])}]", _WIDTH - 4)
    body = ["  ".join(numbers[:2]), "  ".join(numbers[2:]), *pile]
    return [f"{mark}{place} {code} {MAJOR_NAMES[major_number(code)]}", *(f"   {line}" for line in body)]


def _summary(table: Table) -> list[str]:
    sign = hexagram(line_pattern(table.board))
    forced = whirl(table.board, table.rules.swap)
    lines = [f"hexagram {sign.number} {sign.symbol} {sign.ja} ({sign.en})"]
    if forced:
        trigram = "upper" if forced.start == UPPER else "lower"
        lines[0] += f", {forced.ja} ({forced.en}): start in the {trigram} trigram"
    if table.token:
        wins = " or ".join(map(str, table.rules.goal[table.terminal]))
        seen = f"{table.terminals} of {table.rules.terminals}"
        lines.append(f"token on {table.token}, wins on {wins}; terminal {table.terminal} has come {seen}")
    if table.drawn:
        lines.append(f"drawn: {table.drawn}")
    return lines


def board_zones(
    board: Sequence[Card], piles: Piles, tokens: Sequence[tuple[Seat, int]], drawn: Card = ""
) -> Iterator[Zone]:
    """Each place with its cards and its major on top, the other piles, the tokens and the card in the hand.

    A token's face is the place it stands on.
    """
    for place in PLACES:
        laid = tuple(map(Item, piles[place]))
        major = board[place - 1 : place]
        top = tuple(Item(code.removesuffix("r"), turned=code.endswith("r")) for code in major)
        yield Zone(str(place), "pile", (*laid, *top))
    for pile in (SWORDS, COINS, DISCARDS):
        yield Zone(PILE_NAMES[pile], "pile", tuple(map(Item, piles[pile])))
    standing = tuple(Item(str(place), seat) for seat, place in tokens if place)
    yield Zone("token", "track", standing)
    yield Zone("drawn", "hand", (Item(drawn),) if drawn else ())


T = TypeVar("T", bound=Table)

_CODES = frozenset(f"{major}{way}" for major in BOARD_MAJORS for way in ("", "r"))
_MINORS = frozenset(MINORS)
_STARTS = {FOOL: UPPER, DEATH: LOWER}


def parse_position(start: T, text: str) -> T:
    """The table with the fields of `text`, in any order, under the rules of `start`; raises `InputError`.

    Refused is what no play can reach: cards twice, piles before the token, a choice that is not offered.
    """
    fields = fields_of(
        text, ("board", "token", "terminal", "terminals", *start.PILES, "drawn", *start.MORE_FIELDS)
    )
    board = _board(listed(fields["board"]))
    later = [key for key, value in fields.items() if value and key != "board"]
    if not later:
        return replace(start, board=board)
    if len(board) < len(PLACES) or not fields["token"] or not fields["terminal"]:
        raise InputError(f"a position with {later[0]!r} needs six cards, a token and a terminal")
    table = replace(
        start,
        board=board,
        token=_token(fields["token"]),
        terminal=_terminal(fields["terminal"], start, board),
        terminals=_terminals(fields["terminals"], start.rules.terminals),
        piles=tuple(_minors(listed(fields.get(name, ""))) for name in PILE_NAMES),
    )
    table = _with_talon(table, fields["drawn"])
    if fields["drawn"]:
        table = _with_choice(table, fields["drawn"])
    return table.with_fields(fields)


def _board(board: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(board) > len(PLACES) or not _CODES.issuperset(board):
        raise InputError(f"not a board: {','.join(board)}", hint="six majors, without 0 and 13")
    if len({major_number(code) for code in board}) != len(board):
        raise InputError(f"a major lies twice on the board: {','.join(board)}")
    return board


def _token(text: str) -> int:
    if not re.fullmatch(r"[1-6]", text):
        raise InputError(f"the token cannot be on {text!r}", hint="places are 1 to 6")
    return int(text)


def _terminal(text: str, start: Table, board: tuple[Card, ...]) -> Card:
    forced = whirl(board, start.rules.swap)
    if text not in _STARTS or (forced and forced.start != _STARTS[text]):
        raise InputError(
            f"the terminal cannot be {text!r}", hint="0 after an upper start, 13 after a lower one"
        )
    return text


def _terminals(text: str, most: int) -> int:
    if not re.fullmatch(r"([1-9][0-9]{0,5})?", text) or int(text or "0") > most:
        raise InputError(f"the terminal cannot have appeared {text!r} times", hint=f"at most {most}")
    return int(text or "0")


def _minors(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    strange = [card for card in cards if card not in _MINORS]
    if strange:
        raise InputError(f"not a minor card: {strange[0]!r}", hint="Sw1 to Wa14")
    return cards


def _with_talon(table: T, drawn: Card) -> T:
    out = Counter(card for pile in table.piles for card in pile)
    out.update(_minors((drawn,) if drawn else ()))
    twice = [card for card, times in out.items() if times > 1]
    if twice:
        raise InputError(f"{twice[0]} lies in two places")
    talon = set(MINORS) - out.keys()
    return replace(table, talon=tuple(sorted(talon if table.over() else talon | {table.terminal})))


def _with_choice(table: T, drawn: Card) -> T:
    waiting = table if table.over() else table.turn(drawn)
    if waiting.drawn != drawn:
        raise InputError(f"{drawn} leaves no choice in this position")
    return waiting
