"""A game under its options, and what a game's module declares: one value with all it offers beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from printkit.errors import InputError, WrongError
from printkit.games.actions import Actions, ActionSpace, Spaces
from printkit.games.board_facts import FindBoard
from printkit.games.core import (
    CHANCE,
    PLAYER,
    SEATS,
    WIN,
    Action,
    Option,
    Outcome,
    Seat,
    every_sharing,
    read_options,
)
from printkit.games.observation import Coding, Observation
from printkit.games.state import State
from printkit.games.zones import picture

__all__ = ["PLACES", "Census", "Entry", "Game", "GameModule", "Macro", "winners_of"]


class Entry(NamedTuple):
    """One observation: the table it belongs to, its row there, and what was gained (0 or 1 for no or yes)."""

    table: str
    row: str
    gained: float


_Entries: TypeAlias = Callable[[Sequence[Any], Sequence[Action]], Iterable[Entry]]
"""Takes the states of a finished play, the first being its start, and the actions between them."""


def _one_round(end: Any) -> int:
    """A play is one round."""
    return 1


@dataclass(frozen=True, slots=True)
class Census:
    """What a game wants counted beside who wins: `titles` name its tables, by key, in the order reported.

    `entries` observes a finished play, `rounds` says from its last state how many rounds it took. It is the
    `census` of a game's module.
    """

    titles: Mapping[str, str]
    entries: _Entries
    rounds: Callable[[Any], int] = _one_round


def _by_place(states: Sequence[Any], actions: Sequence[Action]) -> Iterator[Entry]:
    """What each seat won, by how far it sits behind the one that began, and how many actions that took."""
    end = states[-1]
    points = end.returns()
    first = SEATS.index(actions[0].split()[1])
    best = [each == max(points) for each in points]
    for at, won in enumerate(best):
        behind = (at - first) % len(points)
        row = f"{behind} behind" if behind else "first"
        yield Entry("won", row, won / sum(best))
        yield Entry("gained", row, points[at])
    acted = sum(state.to_move() not in (CHANCE, None) for state in states)
    yield Entry("length", "actions of players", acted)


PLACES = Census(
    {
        "won": "wins, shared ones in part, by the place behind the seat that began",
        "gained": "points, by the place behind the seat that began",
        "length": "length of a game",
    },
    _by_place,
)
"""For games that begin with `first SEAT`."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Macro:
    """A record word for a row of equal actions: `deal A B` stands for `lay A`, `lay B`.

    `times` is how many of them; 0 for any number, two at least.
    """

    word: str
    action: str
    times: int = 0


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game under one choice of options: where it starts, and how its values look as text.

    `results` are the words an `Outcome` can carry. `facts` is what the table shows, ready for JSON; `picture` draws
    for people what the seat may see. `module` is what the game offers beyond its rules.
    """

    module: GameModule[S]
    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    results: tuple[str, ...]
    start: S

    @property
    def id(self) -> str:
        """The game's id."""
        return self.module.id

    @property
    def name(self) -> Mapping[str, str]:
        """The game's name by language."""
        return self.module.names

    @property
    def macros(self) -> tuple[Macro, ...]:
        """The words its records use for rows of actions."""
        return self.module.macros

    def spaces(self) -> Spaces:
        """The numbers of all actions under these options; raises `InputError` for a game that states none."""
        if self.module.actions is None:
            raise InputError(f"{self.id} states no actions", hint="GAME needs actions: docs/new-game.md")
        return Spaces(*map(ActionSpace, self.module.actions(self.start)))

    def observation(self) -> Observation:
        """How its seats see its states as numbers."""
        return Observation(
            self.start, self.seats, self.module.codings(self.start) if self.module.codings else {}
        )

    def parse(self, text: str) -> S:
        """The state a position stands for; raises `InputError`."""
        return self.module.parse(self.start, text) if self.module.parse else self.start.parse(text)

    def facts(self, state: S) -> dict[str, object]:
        """All that lies on the table, hidden or not, ready for JSON."""
        return self.module.facts(state) if self.module.facts else state.facts()

    def picture(self, state: S, seat: Seat) -> str:
        """The table in characters, as the seat may see it."""
        return self.module.picture(state, seat) if self.module.picture else picture(state.table(seat))

    def worth(self, state: S, seat: Seat) -> float:
        """What a state is worth to a seat, on the scale of `returns`: the module's `worth`, else the points so far."""
        if self.module.worth and state.to_move() is not None:
            return self.module.worth(state, seat)
        return state.returns()[state.index(seat)]

    def expand(self, text: str) -> tuple[Action, ...]:
        """The actions a record line stands for; raises `WrongError` for a macro of the wrong length."""
        word, *parts = text.split()
        for macro in self.macros:
            if macro.word == word:
                if len(parts) != macro.times and (macro.times or len(parts) < 2):
                    wanted = macro.times or "two or more"
                    raise WrongError(f"{word!r} takes {wanted} cards, not {len(parts)}")
                return tuple(f"{macro.action} {part}" for part in parts)
        return (text,)

    def fold(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """The record lines for a row of actions: the inverse of `expand` applied to each line."""
        lines: list[str] = []
        index = 0
        while index < len(actions):
            line, used = actions[index], 1
            for macro in self.macros:
                row = _row(macro, actions, index)
                if len(row) == (macro.times or max(2, len(row))):
                    line, used = " ".join([macro.word, *row]), len(row)
                    break
            lines.append(line)
            index += used
        return tuple(lines)


_LONGEST_ROW = 100
"""Actions folded into one line at most, so that no line of a record grows too long."""


def _row(macro: Macro, actions: Sequence[Action], index: int) -> list[str]:
    """What the actions from here on name, as long as they are the macro's."""
    row: list[str] = []
    for action in actions[index : index + (macro.times or _LONGEST_ROW)]:
        word, *named = action.split()
        if word != macro.action or len(named) != 1:
            break
        row += named
    return row


def winners_of(game: Game[Any], outcome: Outcome | None) -> tuple[Seat, ...]:
    """The seats that won, alone or together: their names joined by `+` are the result; of a game for one, `win` is."""
    if game.seats == (PLAYER,):
        return game.seats if outcome and outcome.result == WIN else ()
    named = outcome.result.split("+") if outcome else []
    return tuple(seat for seat in game.seats if seat in named)


def _nothing_printed(options: Mapping[str, str]) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class GameModule(Generic[S]):
    """All that a game declares, as `GAME` in its module; only the first four are needed.

    `start(options, cards)` makes the first state from checked options; `cards` are a kit's (`cards_of` makes them),
    None for those the rules fix. `worth(state, seat)` values an unfinished state on the scale of `returns`; greedy
    and ordered search go by it. A play of `ply_limit` actions is broken off. `players` are the game's own, by name, as
    `module:name`. `thumbs` names in the same way its rules of thumb, which the player `thumb` follows; `values` names
    what judges a choice without imagined games: `(state) -> points to come by legal action`, beyond the mean of all.
    `levels` are the players behind `beginner`, `easy`, `medium` and `strong`, where the generic ones would be wrong.
    `seats_option` is the option that says how many seats there are; `seats` names them otherwise. `cards_fixed` names
    the rule that fixes the cards, so that only a kit that is named is asked. `printed(options)` are the words options
    put on paper.

    `actions(start)` states whatever may ever be done, which gives every action its number (`Game.spaces`);
    `codings(start)` says how observations write fields that neither type nor mark explains (`Game.observation`).
    `exchanged(start, object)` reads a position's exchange form, a JSON object; `added(state)` is what
    `printkit position` says beside the legal actions, `facts(state)` what `printkit replay` says lies on the table.
    `board(options)` is what goes on a printed board; `census` says what a simulation counts, `narration` what a
    walkthrough shows, and `shown` the table as its pictures have it; `proof`, `rows` and `deals` are what the game
    proves about cards, rule rows and printed deals;
    `problems` solve positions, by grade.
    """

    id: str
    names: Mapping[str, str]
    start: Callable[[Mapping[str, str], Any], S]
    seats: Callable[[Mapping[str, str]], tuple[Seat, ...]] | None = None
    options: tuple[Option, ...] = ()
    results: Callable[[tuple[Seat, ...]], tuple[str, ...]] = every_sharing
    actions: Callable[[S], Actions] | None = None
    codings: Callable[[S], Mapping[str, Coding]] | None = None
    parse: Callable[[S, str], S] | None = None
    exchanged: Callable[[S, Mapping[str, Any]], S] | None = None
    added: Callable[[S], Mapping[str, object]] | None = None
    facts: Callable[[S], dict[str, object]] | None = None
    picture: Callable[[S, Seat], str] | None = None
    macros: tuple[Macro, ...] = ()
    worth: Callable[[S, Seat], float] | None = None
    ply_limit: int = 5_000
    players: Mapping[str, str] = field(default_factory=dict)
    thumbs: str = ""
    levels: Mapping[str, str] = field(default_factory=dict)
    values: str = ""
    seats_option: str = ""
    cards_of: Callable[[Any], Any] | None = None
    cards_fixed: str = ""
    printed: Callable[[Mapping[str, str]], Mapping[str, str]] = _nothing_printed
    census: Census | None = None
    narration: Any = None
    shown: Callable[[Any], Any] | None = None
    board: FindBoard | None = None
    proof: Any = None
    rows: Any = None
    deals: Any = None
    problems: Mapping[str, Any] = field(default_factory=dict)

    def game(self, cards: Any = None, options: Mapping[str, str] | Sequence[str] = ()) -> Game[S]:
        """The game under these options (`K=V` texts or a mapping), with these cards; raises `InputError`."""
        chosen = read_options(self.options, options)
        seats = self._seated(chosen)
        return Game(self, seats, chosen, self.results(seats), self.start(chosen, cards))

    def seat_counts(self) -> tuple[int, ...]:
        """How many seats there may be."""
        allowed = next((each.allowed for each in self.options if each.key == self.seats_option), "")
        return tuple(map(int, allowed.split("|"))) if allowed else (len(self.game().seats),)

    def _seated(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        if self.seats:
            return self.seats(options)
        return SEATS[: int(options[self.seats_option])] if self.seats_option else (PLAYER,)
