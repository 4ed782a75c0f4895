"""The contract of a state: what a game writes, and what it gets for it from the marks on its fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Self, final, get_type_hints

from printkit.errors import InputError
from printkit.games.codec import NONE_LEFT, Codec, blank, codec_of, fields_of, text_of
from printkit.games.core import CHANCE, PLAYER, SEATS, Action, IllegalAction, Outcome, Seat, evenly, pick
from printkit.games.marks import (
    KEY,
    OPEN,
    Agreed,
    Deck,
    Mark,
    Own,
    Secret,
    agreed,
    aside,
    by_seat,
    deck,
    face_down,
    grid,
    numbered,
    own,
    pile,
    seat_at,
    secret,
    shuffled,
)
from printkit.games.zones import Table

__all__ = [
    "Deck",
    "Mark",
    "Own",
    "Secret",
    "State",
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


@dataclass(frozen=True, slots=True)
class _Described:
    """One field of a class of states."""

    name: str
    mark: Mark
    default: Any

    @property
    def written(self) -> bool:
        """Whether a position names it."""
        return not isinstance(self.mark, Agreed)


@cache
def _described(kind: type[State]) -> tuple[_Described, ...]:
    return tuple(
        _Described(each.name, each.metadata.get(KEY, OPEN), each.default)
        for each in fields(kind)  # type: ignore[arg-type]
    )


@cache
def _codecs(kind: type[State]) -> Mapping[str, Codec]:
    """How the fields are written that a position names."""
    hints = get_type_hints(kind)
    return {
        each.name: codec_of(hints[each.name], by_seat=each.mark.by_seat)
        for each in _described(kind)
        if each.written
    }


class State(ABC):
    """One moment of a game as a frozen, hashable value; games derive from it.

    A game writes the abstract methods and is decorated with `@dataclass(frozen=True, kw_only=True)`. `position`,
    `parse`, `view`, `seen`, `determinize`, `heard` and `table` come from its fields
    and their marks (`own`, `secret`, `deck`, `pile`, `face_down`, `by_seat`, `grid`, `agreed`; unmarked: open), and may
    be overridden.
    """

    @abstractmethod
    def to_move(self) -> Seat | None:
        """The seat to act, `CHANCE`, or None when the game is over."""

    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """Every action allowed now: sorted as text, each once, empty exactly when the game is over.

        It depends on nothing but what the view of the seat to act shows.
        """

    @abstractmethod
    def after(self, action: Action) -> Self:
        """The rule itself: the state after `action`, which is trusted to be legal."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The ending in words, or None before the game is over."""

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """The points so far, in the order of the seats: valid at any time, and the result when the game is over."""

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        """The legal actions with their probabilities, which sum to 1; empty unless `CHANCE` is to act.

        Unless a game says otherwise, every legal action is as likely as any other.
        """
        if self.to_move() != CHANCE:
            return ()
        legal = self.legal()
        return tuple((action, Fraction(1, len(legal))) for action in legal)

    def sample(self, rng: Random) -> Action:
        """One chance action by its probability; a game overrides it where `chances` is long."""
        if type(self).chances is State.chances:
            return evenly(self.legal(), rng.random())
        return pick(self.chances(), rng.random())

    def stage(self) -> int:
        """The season or round: searches stop where it changes."""
        return 0

    def moment(self) -> str:
        """What goes on, in one word: `over`, the field `phase` where a game has one, else the verb of what may be done.

        Texts about the rules go by it. It is no secret: the same in every state a seat cannot tell from this one.
        """
        if self.to_move() is None:
            return "over"
        return str(getattr(self, "phase", "")) or self.legal()[0].partition(" ")[0]

    @final
    def apply(self, action: Action) -> Self:
        """The state after `action`; raises `IllegalAction` naming the legal ones."""
        legal = self.legal()
        if action not in legal:
            raise IllegalAction(action, legal)
        return self.after(action)

    def seats(self) -> tuple[Seat, ...]:
        """The names of the seats in the order of play, or more of them; a game with names of its own overrides it."""
        return SEATS

    def index(self, seat: Seat) -> int:
        """The place of a seat in the order of play."""
        return 0 if seat == PLAYER else self.seats().index(seat)

    def has_secrets(self) -> bool:
        """Whether a seat of this game may see what another does not; what nobody sees is no secret."""
        hiding = (each.mark for each in _described(type(self)) if type(each.mark).shown is not Mark.shown)
        return len(self.returns()) > 1 and any(not isinstance(mark, Deck) for mark in hiding)

    def changed(self, **values: Any) -> Self:
        """This state with other values in these fields; much faster than `dataclasses.replace`."""
        inside = self.__dict__.copy()
        inside.update(values)
        if len(inside) != len(self.__dict__):
            unknown = ", ".join(sorted(values.keys() - self.__dict__.keys()))
            raise TypeError(f"{type(self).__name__} has no field {unknown}")
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", inside)
        return new

    # ── from the fields ──────────────────────────────────────────────────────────────────────────────────────────

    def position(self) -> str:
        """The whole state in one line, which `parse` reads back: `key=value`, fields with nothing in them left out."""
        return text_of(self._texts())

    def seen(self, seat: Seat) -> Self:
        """This state as `seat` sees it: to look at, not to play on, for `HIDDEN` stands for what it does not see."""
        at = self.index(seat)
        return self.changed(
            **{
                each.name: each.mark.shown(getattr(self, each.name), self, at)
                for each in _described(type(self))
            }
        )

    def view(self, seat: Seat) -> str:
        """All that `seat` may know, as text: equal for two states that differ only in what is hidden from it."""
        return f"seat={seat} {text_of(self.seen(seat)._texts())}"

    def parse(self, text: str) -> Self:
        """The state of this game a position stands for; raises `InputError`. `self` is the game's start."""
        codecs = _codecs(type(self))
        given = fields_of(text, codecs)
        values = {}
        for each in _described(type(self)):
            if not each.written:
                continue
            try:
                values[each.name] = self._read(each, codecs[each.name], given[each.name])
            except (ValueError, KeyError):
                raise InputError(
                    f"the position's field {each.name!r} cannot be {given[each.name]!r}"
                ) from None
        state = self.changed(**values)
        state._refuse_impossible(text, self)
        return state

    def _read(self, each: _Described, codec: Codec, text: str) -> Any:
        start = getattr(self, each.name)
        if text and text != NONE_LEFT:
            return codec.read(text)
        if not text and each.default is not MISSING:
            return each.default
        if isinstance(start, tuple):
            nested = codec.depth > 1 or None in start
            return tuple(() if codec.depth > 1 else None for _ in start) if nested else ()
        if codec.optional:
            return None
        raise InputError(f"the position lacks the field {each.name!r}")

    def problem(self) -> str:
        """Why no game could be in this state, read from a position; empty if one could. A game adds its own."""
        return ""

    def _refuse_impossible(self, text: str, start: State) -> None:
        """What cannot be a moment of the game is an InputError: other cards, or rules that cannot go on from it."""
        try:
            reason = self._contradiction(text, start)
        except Exception:
            reason = "its rules cannot go on from here"
        if reason:
            raise InputError(f"no moment of this game: {reason}")

    def _contradiction(self, text: str, start: State) -> str:
        for field in _described(type(self)):
            if field.mark.for_each and len(getattr(self, field.name)) != len(getattr(start, field.name)):
                return f"{field.name} is not one part for each of {len(getattr(start, field.name))} seats"
        if problem := self.problem():
            return problem
        if self.all_cards() != start.all_cards():
            return "its cards are not those of the game"
        seat, legal, outcome = self.to_move(), self.legal(), self.outcome()
        if not bool(legal) == (seat is not None) == (outcome is None):
            return "its rules cannot go on from here"
        if len(self.returns()) != len(start.returns()):
            return "it has other seats"
        return (
            ""
            if sorted(self.position().split()) == sorted(text.split())
            else f"it is written {self.position()}"
        )

    def all_cards(self) -> Counter[str]:
        """Every card that lies somewhere, and how often: the same at any moment of a game."""
        return Counter(
            card
            for each in _described(type(self))
            if each.mark.cards
            for card in each.mark.held(getattr(self, each.name))
        )

    def undealt(self) -> tuple[str, ...]:
        """Cards nobody has seen that lie in no field, sorted: for games that do not keep their deck."""
        return ()

    def determinize(self, seat: Seat, rng: Random) -> Self:
        """A state `seat` cannot distinguish from this one, by the deal's odds given what it has seen.

        Everything hidden is pooled, shuffled and dealt anew; secret answers are redrawn, then `imagined` has its say.
        """
        at = self.index(seat)
        described = _described(type(self))
        hidden = [
            card
            for each in described
            if not isinstance(each.mark, Deck)
            for card in each.mark.hidden(getattr(self, each.name), self, at)
        ]
        state = self
        if hidden:
            decks = [
                card for each in described if isinstance(each.mark, Deck) for card in getattr(self, each.name)
            ]
            cards = iter(shuffled(sorted((*hidden, *decks, *self.undealt())), rng))
            state = self.changed(
                **{
                    each.name: each.mark.refilled(getattr(self, each.name), self, at, cards)
                    for each in described
                }
            )
        secrets = {
            each.name: each.mark.redrawn(getattr(state, each.name), state, at, rng)
            for each in described
            if isinstance(each.mark, Secret)
        }
        return state.changed(**secrets).imagined(seat, rng)

    def imagined(self, seat: Seat, rng: Random) -> Self:
        """What a game adds to a state just imagined for `seat`; nothing, usually."""
        return self

    def heard(self, seat: Seat, action: Action) -> Action:
        """What `seat` learns of a legal action: all of it, or its first word where another one would look the same."""
        if seat == self.to_move():
            return action
        seen = self.after(action).view(seat)
        if any(other != action and self.after(other).view(seat) == seen for other in self.legal()):
            return action.partition(" ")[0]
        return action

    def table(self, seat: Seat) -> Table:
        """What lies where, as `seat` may see it: a zone for each field, unless the game says it better.

        An empty `seat` sees everything, as the reader of a walkthrough does.
        """
        seen = self.seen(seat) if seat else self
        points = self.returns()
        seats = self.seats()[: len(points)]
        zones = tuple(
            zone
            for each in _described(type(self))
            # The points stand below the zones, and what is not the case need not be said.
            if each.name != "points" and getattr(seen, each.name) is not False
            for zone in each.mark.zones(each.name, getattr(seen, each.name), seats)
        )
        names = seats if len(points) > 1 else (PLAYER,)
        return Table(seat, self.to_move(), zones, tuple(zip(names, points, strict=True)))

    def facts(self) -> dict[str, object]:
        """All fields ready for JSON, hidden ones too: lists for tuples."""
        return {
            each.name: _plain(getattr(self, each.name)) for each in _described(type(self)) if each.written
        }

    def _texts(self) -> Mapping[str, str]:
        texts: dict[str, str] = {}
        codecs = _codecs(type(self))
        for each in _described(type(self)):
            if each.written:
                value = getattr(self, each.name)
                left_out = blank(value) if each.default is MISSING else value == each.default
                texts[each.name] = "" if left_out else codecs[each.name].write(value) or NONE_LEFT
        return texts


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return list(map(_plain, value)) if isinstance(value, tuple) else value
