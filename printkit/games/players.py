"""Players: what a seat may know in a `Sight`, one of its legal actions out of it; and rules of thumb.

These are an ordered table of small rules that people can follow, and the player who follows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from printkit.games.core import Action, Seat
from printkit.games.game import Game
from printkit.games.state import State

__all__ = [
    "THUMB",
    "Player",
    "PlayerLeft",
    "PlayerMaker",
    "Sight",
    "Thumb",
    "asking",
    "best_by",
    "following",
    "preferred",
    "preferring",
    "sight_of",
]


@dataclass(frozen=True)
class Sight:
    """What a player is given at a decision: never the state, but states its seat cannot distinguish from it.

    `imagine(rng)` deals what the seat has not seen; `legal` are its actions. `view` is all it may know, as text, and
    `seen` as a state in which `HIDDEN` stands for what it does not see.
    """

    game: Game[Any]
    seat: Seat
    legal: tuple[Action, ...]
    imagine: Callable[[Random], Any]
    _seen: Callable[[], Any]
    _view: Callable[[], str]

    @cached_property
    def seen(self) -> Any:
        """What the seat sees, with its game's own fields."""
        return self._seen()

    @cached_property
    def view(self) -> str:
        """All the seat may know, as text."""
        return self._view()


def sight_of(game: Game[Any], state: State, seat: Seat, legal: tuple[Action, ...] | None = None) -> Sight:
    """What `seat` is given in this state, in which it is to act."""
    return Sight(
        game,
        seat,
        state.legal() if legal is None else legal,
        lambda rng: state.determinize(seat, rng),
        lambda: state.seen(seat),
        lambda: state.view(seat),
    )


Player: TypeAlias = Callable[[Sight], Action]
"""Takes what its seat may know and answers with one of the legal actions."""

PlayerMaker: TypeAlias = Callable[[Game[Any], Random], Player]
"""Makes a player of a game; all it leaves to chance comes from the generator."""


class PlayerLeft(Exception):  # noqa: N818 - no error: a player may leave the table
    """The player will not go on; the play ends unfinished."""


def preferring(wanted: tuple[Action, ...], rng: Random) -> Player:
    """A player that takes the first of `wanted` that is legal, and otherwise any legal action at random."""

    def play(sight: Sight) -> Action:
        for action in wanted:
            if action in sight.legal:
                return action
        return sight.legal[int(rng.random() * len(sight.legal))]

    return play


def asking(answers: Iterator[str], notify: Callable[[str], None]) -> Player:
    """A player who answers with an action or its number, and is asked again until the answer is legal.

    Raises `PlayerLeft` when the answers end, or at `quit`.
    """

    def play(sight: Sight) -> Action:
        legal = sight.legal
        notify("  ".join(f"{at}: {action}" for at, action in enumerate(legal, 1)))
        for answer in answers:
            words = " ".join(answer.split())
            if words == "quit":
                break
            if words in legal:
                return words
            if words.isascii() and words.isdigit() and len(words) < 5 and 1 <= int(words) <= len(legal):
                return legal[int(words) - 1]
            notify(f"{words!r} is not legal; choose one of: " + ", ".join(legal) + "; or quit")
        raise PlayerLeft

    return play


THUMB = "thumb"
"""What the player who follows the rules of thumb is called in every game."""

T = TypeVar("T")

_Prefers: TypeAlias = Callable[[Any, int, tuple[Action, ...]], Iterable[Action]]
"""The actions a rule prefers, given what its seat sees (a state with `HIDDEN`), its index and the actions left."""


class Thumb(NamedTuple):
    """A rule of thumb: its id, under which texts have its words, and what it prefers; nothing where it is silent."""

    id: str
    prefers: _Prefers


def preferred(thumbs: Sequence[Thumb], sight: Sight) -> tuple[Action, ...]:
    """The actions that are left when each rule in turn has had its say among those the rules before it left."""
    left = sight.legal
    at = sight.seen.index(sight.seat)
    for thumb in thumbs:
        if len(left) == 1:
            break
        chosen = {*thumb.prefers(sight.seen, at, left)}
        left = tuple(action for action in left if action in chosen) or left
    return left


def following(thumbs: Sequence[Thumb]) -> PlayerMaker:
    """The player who keeps to these rules; what they leave open is chosen at random."""

    def maker(game: Game[Any], rng: Random) -> Player:
        def play(sight: Sight) -> Action:
            good = preferred(thumbs, sight)
            return good[int(rng.random() * len(good))]

        return play

    return maker


def best_by(choices: Iterable[T], value: Callable[[T], Any]) -> list[T]:
    """Those of the highest value, in their order."""
    valued = [(value(each), each) for each in choices]
    most = max((each[0] for each in valued), default=None)
    return [each for worth, each in valued if worth == most]
