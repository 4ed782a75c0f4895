"""Marks on the fields of a state: which seats see a field, and which of its cards are dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field
from random import Random
from typing import Any

from printkit.games.codec import HIDDEN
from printkit.games.core import Seat
from printkit.games.zones import Item, Zone

__all__ = [
    "KEY",
    "OPEN",
    "Agreed",
    "Deck",
    "FaceDown",
    "Mark",
    "Own",
    "SeatAt",
    "Secret",
    "agreed",
    "aside",
    "by_seat",
    "deck",
    "face_down",
    "grid",
    "numbered",
    "own",
    "pile",
    "seat_at",
    "secret",
    "shuffled",
]

KEY = "mark"
"""Where a field's metadata holds its mark."""


class Mark:
    """What a field is: which seats see it, and which of its cards are dealt anew when a seat imagines the state.

    Without a mark a field is open. A game may have marks of its own: it overrides what is different.
    """

    cards = False
    """Whether the field holds cards of the deck, all of which a position must name."""
    by_seat = False
    """Whether the field holds a single value for each seat."""
    for_each = False
    """Whether the field holds something for each seat, as many things as there are seats."""

    def shown(self, value: Any, state: Any, seat: int) -> Any:
        """The value as a seat (its index) sees it: `HIDDEN` stands for each thing it does not see."""
        return value

    def hidden(self, value: Any, state: Any, seat: int) -> tuple[str, ...]:
        """The cards of the field the seat does not know."""
        return ()

    def refilled(self, value: Any, state: Any, seat: int, cards: Iterator[str]) -> Any:
        """The value with other cards in place of those the seat does not know."""
        return value

    def held(self, value: Any) -> Iterator[str]:
        """Every card in the field."""
        return iter(())

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        """How the field lies on the table of these seats; `value` is as the seat sees it."""
        if self.by_seat:
            for seat, item in zip(seats, value, strict=False):
                yield Zone(name, "row", (_item(item),), owner=seat)
        else:
            yield from _open_zones(name, value, seats)


class _BySeat(Mark):
    """Something open for each seat."""

    for_each = True


class Agreed(Mark):
    """Agreed before the game: in no position, and never hidden."""

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        yield from ()


@dataclass(frozen=True, slots=True)
class _Aside(Mark):
    """What all know and nobody lays on the table: how far a turn has come, and the like."""

    for_each: bool = False

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        yield from ()


class SeatAt(Mark):
    """A seat, by its place in the order of play."""

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        yield Zone(name, "text", (Item(seats[value]),))


class _Numbered(Mark):
    """A number from 0 of what people count from 1."""

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        yield Zone(name, "text", (Item(str(value + 1)),))


class _Pile(Mark):
    """Cards that lie open."""

    cards = True

    def held(self, value: Any) -> Iterator[str]:
        yield from _leaves(value)


@dataclass(frozen=True, slots=True)
class Own(Mark):
    """A tuple of cards for each seat, which only that seat sees; `known` names the field of what all know of them."""

    known: str = ""
    cards = True
    for_each = True

    def shown(self, value: Any, state: Any, seat: int) -> Any:
        return tuple(
            cards
            if at == seat
            else (*self._known(state, at), *[HIDDEN] * len(self._unknown(cards, state, at)))
            for at, cards in enumerate(value)
        )

    def hidden(self, value: Any, state: Any, seat: int) -> tuple[str, ...]:
        return tuple(
            card for at, cards in enumerate(value) if at != seat for card in self._unknown(cards, state, at)
        )

    def refilled(self, value: Any, state: Any, seat: int, cards: Iterator[str]) -> Any:
        return tuple(
            held
            if at == seat
            else tuple(
                sorted((*self._known(state, at), *(next(cards) for _ in self._unknown(held, state, at))))
            )
            for at, held in enumerate(value)
        )

    def held(self, value: Any) -> Iterator[str]:
        yield from _leaves(value)

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        for at, cards in enumerate(value):
            yield Zone(name, "hand", tuple(map(Item, cards)), owner=seats[at])

    def _known(self, state: Any, at: int) -> tuple[str, ...]:
        return getattr(state, self.known)[at] if self.known else ()

    def _unknown(self, cards: tuple[str, ...], state: Any, at: int) -> tuple[str, ...]:
        left = Counter(cards)
        left.subtract(self._known(state, at))
        return tuple((+left).elements())


@dataclass(frozen=True, slots=True)
class Secret(Mark):
    """An answer for each seat, None until it is given, which the others do not see while `hides(state)`.

    `among(state, seat)` are the answers the seat (its index) may have given: one of them is imagined.
    """

    among: Callable[[Any, int], tuple[Any, ...]]
    hides: Callable[[Any], bool]
    by_seat = True
    for_each = True

    def shown(self, value: Any, state: Any, seat: int) -> Any:
        if not self.hides(state):
            return value
        return tuple(answer if at == seat or answer is None else HIDDEN for at, answer in enumerate(value))

    def redrawn(self, value: Any, state: Any, seat: int, rng: Random) -> Any:
        """The answers with another for each one the seat does not know, each as likely as any other."""
        if not self.hides(state):
            return value
        return tuple(
            answer if at == seat or answer is None else _one_of(self.among(state, at), rng)
            for at, answer in enumerate(value)
        )


class FaceDown(Mark):
    """A card lying face down before each seat, None where there is none: seats that have not seen it do not know it.

    It is a NamedTuple with its `kind` and the seats it is `known_to`.
    """

    by_seat = True
    for_each = True

    def shown(self, value: Any, state: Any, seat: int) -> Any:
        return tuple(card._replace(kind=HIDDEN) if _unseen(card, state, seat) else card for card in value)

    def hidden(self, value: Any, state: Any, seat: int) -> tuple[str, ...]:
        return tuple(card.kind for card in value if _unseen(card, state, seat))

    def refilled(self, value: Any, state: Any, seat: int, cards: Iterator[str]) -> Any:
        return tuple(
            card._replace(kind=next(cards)) if _unseen(card, state, seat) else card for card in value
        )

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        for seat, card in zip(seats, value, strict=False):
            yield Zone(name, "hand", (card and Item(card.kind, seen_by=card.known_to),), owner=seat)


def _unseen(card: Any, state: Any, seat: int) -> bool:
    return card is not None and state.seats()[seat] not in card.known_to


class Deck(Mark):
    """Cards nobody sees, in no order: chance draws one, each as likely as any other."""

    cards = True

    def shown(self, value: Any, state: Any, seat: int) -> Any:
        return (HIDDEN,) * len(value)

    def hidden(self, value: Any, state: Any, seat: int) -> tuple[str, ...]:
        return tuple(value)

    def refilled(self, value: Any, state: Any, seat: int, cards: Iterator[str]) -> Any:
        return tuple(sorted(next(cards) for _ in value))

    def held(self, value: Any) -> Iterator[str]:
        yield from value

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        yield Zone(name, "pile", count=len(value))


@dataclass(frozen=True, slots=True)
class _Grid(Mark):
    """The cells of a board, row after row, None where nothing stands."""

    columns: int

    def zones(self, name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
        items = tuple(None if piece is None else Item(str(piece)) for piece in value)
        yield Zone(name, "grid", items, columns=self.columns)


OPEN = Mark()
"""The mark of a field without one."""


def _field(mark: Mark, default: Any) -> Any:
    return (
        field(default=default, metadata={KEY: mark})
        if default is not MISSING
        else field(metadata={KEY: mark})
    )


def agreed(default: Any = MISSING) -> Any:
    """A field with what was agreed before the game (options, seats): no position names it."""
    return _field(Agreed(), default)


def pile(default: Any = MISSING) -> Any:
    """Cards of the deck that lie open, as a tuple or a tuple of tuples."""
    return _field(_Pile(), default)


def by_seat(default: Any = MISSING) -> Any:
    """Something for each seat, in the order of the seats, which all see."""
    return _field(_BySeat(), default)


def aside(default: Any = MISSING, *, for_each: bool = False) -> Any:
    """What all know but no table shows, as how far a turn has come; `for_each` seat, where it is a tuple."""
    return _field(_Aside(for_each), default)


def seat_at(default: Any = MISSING) -> Any:
    """A seat as its place in the order of play, from 0; the table shows its name."""
    return _field(SeatAt(), default)


def numbered(default: Any = MISSING) -> Any:
    """Which season or round it is, from 0; the table shows it from 1."""
    return _field(_Numbered(), default)


def face_down(default: Any = MISSING) -> Any:
    """A card lying face down before each seat (None: none): a NamedTuple with its `kind` and who it is `known_to`."""
    return _field(FaceDown(), default)


def own(known: str = "", default: Any = MISSING) -> Any:
    """A sorted tuple of cards for each seat, seen by that seat alone; others see how many.

    `known` names a field of the same shape: those of these cards that everybody has seen.
    """
    return _field(Own(known), default)


def secret(
    among: Callable[[Any, int], tuple[Any, ...]],
    hides: Callable[[Any], bool] = lambda state: True,
    default: Any = MISSING,
) -> Any:
    """An answer for each seat (None: not given yet), unseen by the others while `hides(state)`."""
    return _field(Secret(among, hides), default)


def deck(default: Any = MISSING) -> Any:
    """The cards left to draw, sorted: their order is nowhere, so nobody can peek."""
    return _field(Deck(), default)


def grid(columns: int, default: Any = MISSING) -> Any:
    """The cells of a board, row after row: a text or a NamedTuple each, None where nothing stands."""
    return _field(_Grid(columns), default)


def shuffled(items: list[str], rng: Random) -> list[str]:
    """The items in an order by chance, each as likely as any other (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        at = int(rng.random() * (last + 1))
        items[last], items[at] = items[at], items[last]
    return items


def _one_of(choices: tuple[Any, ...], rng: Random) -> Any:
    return choices[int(rng.random() * len(choices))]


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        for item in value:
            yield from _leaves(item)
    elif value is not None:
        yield value


def _open_zones(name: str, value: Any, seats: tuple[Seat, ...]) -> Iterator[Zone]:
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        yield Zone(name, "text", () if value is None else (_item(value),))
    elif value and all(isinstance(item, tuple) and not hasattr(item, "_fields") for item in value):
        for at, items in enumerate(value):
            yield Zone(name, "row", tuple(map(_item, items)), owner=seats[at] if at < len(seats) else "")
    elif 1 < len(seats) == len(value) and all(isinstance(item, bool) for item in value):
        yield Zone(name, "text", tuple(Item(seat) for seat, is_so in zip(seats, value, strict=True) if is_so))
    elif 1 < len(seats) == len(value) and all(isinstance(item, int) for item in value):
        for seat, item in zip(seats, value, strict=False):
            yield Zone(name, "text", (_item(item),), owner=seat)
    else:
        yield Zone(name, "row", tuple(map(_item, value)))


def _item(value: Any) -> Item | None:
    """A thing of the table; of a NamedTuple the first part is its face and the others are its note."""
    if value is None:
        return None
    if hasattr(value, "_fields"):
        face, *others = value
        return Item(str(face), note=" ".join(map(str, others)))
    return Item(str(value))
