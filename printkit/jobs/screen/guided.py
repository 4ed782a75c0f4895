"""A first game with a guide: which of a kit's steps have come, by what has happened so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.compose.table.table_names import TableNames, filled
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.zones import Table
from printkit.jobs.screen.screen import ScreenKit
from printkit.jobs.screen.screen_game import verdict
from printkit.kit.guide import GameGuide, Step, When, step_key
from printkit.kit.model import Kit

__all__ = ["Happening", "Seen", "guide_of", "seen_steps", "step_texts"]


class Happening(NamedTuple):
    """A state, and, but at the start, the one before with the action that led from it."""

    state: Any
    before: Any = None
    action: Action = ""


class Seen(NamedTuple):
    """A step that has come, after how many actions, and whether the person was to act then."""

    step: Step
    at: int
    choice: bool


def guide_of(kit: Kit, game: str) -> GameGuide | None:
    """The guide to a first game; None where the kit has none."""
    guided = kit.guide.games.get(game) if kit.guide else None
    return guided if guided and guided.steps else None


def seen_steps(
    kit: Kit, game: Game[Any], seat: Seat, states: Sequence[Any], actions: Sequence[Action]
) -> tuple[Seen, ...]:
    """The steps of the game's guide in the order they came, for the person at a seat."""
    guided = guide_of(kit, game.id)
    happened = [Happening(states[0]), *map(Happening, states[1:], states, actions)]
    found = [
        Seen(step, at, bool(step.when.choice))
        for step in (guided.steps if guided else ())
        for at in _comes(step.when, _Watch(kit, game, seat), happened)
    ]
    return tuple(sorted(found, key=lambda each: each.at))


def step_texts(
    screen: ScreenKit, names: TableNames, step: Step, values: Mapping[str, str]
) -> tuple[str, str]:
    """A step's title and text with what happened in the place of `<told>` and `<result>`."""
    title, text = (
        screen.text(names.language, step_key(names.game, step.id, name)) for name in ("title", "text")
    )
    return filled(title, values), filled(text, values)


def _comes(when: When, watch: _Watch, happened: Sequence[Happening]) -> Iterator[int]:
    """After how many actions it comes; nothing where it has not yet."""
    held, times = False, 0
    for at, each in enumerate(happened):
        holds = watch.holds(when, each)
        times += holds and not held
        held = holds
        if times == when.times:
            yield at
            return


class _Watch(NamedTuple):
    """Holds conditions against what happened."""

    kit: Kit
    game: Game[Any]
    seat: Seat

    def holds(self, when: When, each: Happening) -> bool:
        """Whether all that is stated holds at once; what is stated of an action holds of none at the start."""
        of_action = (when.action, when.by, when.verdict, when.zone, when.stage)
        if each.before is None and any(of_action):
            return False
        return all(_CONDITIONS[name](self, when, each) for name in _CONDITIONS if getattr(when, name))

    def choice(self, when: When, each: Happening) -> bool:
        return bool(each.state.to_move() == self.seat)

    def by(self, when: When, each: Happening) -> bool:
        mover = each.before.to_move()
        return when.by == ("own" if mover == self.seat else "chance" if mover == CHANCE else "others")

    def verdict(self, when: When, each: Happening) -> bool:
        found = verdict(self.kit, self.game, each.before, each.action)
        return found is not None and found.kind in when.verdict

    def zone(self, when: When, each: Happening) -> bool:
        before, after = (self._faces(state.table(self.seat), when) for state in (each.before, each.state))
        grown = any(len(after[owner]) > len(before.get(owner, ())) for owner in after)
        return {"more": grown, "moved": before != after, "same": before == after}[when.change]

    def _faces(self, table: Table, when: When) -> Mapping[Seat, tuple[str, ...]]:
        zones = (zone for zone in table.zones if zone.name == when.zone)
        return {
            zone.owner: tuple(item.face for item in zone.items if item)
            for zone in zones
            if when.owner is None or (zone.owner == self.seat) == (when.owner == "own")
        }


_CONDITIONS: Mapping[str, Callable[[_Watch, When, Happening], bool]] = {
    "moment": lambda watch, when, each: each.state.moment() in when.moment,
    "choice": _Watch.choice,
    "action": lambda watch, when, each: each.action.startswith(when.action),
    "by": _Watch.by,
    "verdict": _Watch.verdict,
    "zone": _Watch.zone,
    "stage": lambda watch, when, each: each.before.stage() != each.state.stage(),
    "over": lambda watch, when, each: each.state.to_move() is None,
}
