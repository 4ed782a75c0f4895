"""A first game with a guide, and where a kit's rules say what is in force at a moment of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.compose.table.table_names import TableNames, filled
from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.zones import Table
from printkit.jobs.screen.screen import ScreenKit
from printkit.jobs.screen.screen_game import verdict
from printkit.kit.booklet import read_text
from printkit.kit.leaflets import RULES, load_leaflets, rule_leaflets
from printkit.kit.markdown import anchors_of, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.shelf import GUIDE, GameGuide, Step, When, step_key
from printkit.solver.seats import telling_players

__all__ = [
    "Happening",
    "Place",
    "Seen",
    "guide_of",
    "read_rule_places",
    "rule_places",
    "rule_stems",
    "seen_steps",
    "step_texts",
]


# ── A first game with a guide: which of a kit's steps have come, by what has happened so far ─────────────────────────


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


# ── where a kit's rules say what is in force at a moment of a game ───────────────────────────────────────────────────


class Place(NamedTuple):
    """A heading or a numbered paragraph: the stem of its text's files, and its anchor."""

    text: str
    anchor: str


def rule_stems(kit: Kit) -> tuple[str, ...]:
    """The stems of the kit's rule texts: the rule book or leaflet first, then the other leaflets."""
    book = (RULES,) if (kit.folder / f"{RULES}.{kit.languages[0]}.md").is_file() else ()
    return (*book, *(each.stem for each in load_leaflets(kit)))


@lru_cache(maxsize=16)
def rule_places(screen: ScreenKit) -> Mapping[tuple[str, str], Place]:
    """The places of a kit on the screen, read once."""
    return read_rule_places(screen.kit)


def read_rule_places(kit: Kit) -> Mapping[tuple[str, str], Place]:
    """Where the rules say what is in force, by game and moment; InputError for places no text has.

    So are players who are to follow a game's printed advice, and whom nobody knows.
    """
    problems: list[Problem] = []
    places = {}
    anchors = {stem: _anchors(kit, stem) for stem in rule_stems(kit)} if kit.guide else {}
    for game, moment, place in _named(kit):
        known = anchors.get(place.text, ())
        key = f"games.{game}.rules.{moment}"
        if place.text not in anchors:
            hint = nearest_hint(place.text, anchors)
            problems.append(Problem(f"no rule text {place.text!r}", _file(kit), key, hint))
        elif place.anchor not in known:
            hint = nearest_hint(place.anchor, known)
            problems.append(Problem(f"no place {place.anchor!r} in {place.text}", _file(kit), key, hint))
        places[game, moment] = place
    for game, guided in kit.guide.games.items() if kit.guide else ():
        if guided.advice and guided.advice not in (known := telling_players(game)):
            hint = nearest_hint(guided.advice, known)
            problems.append(Problem(f"no player {guided.advice!r}", _file(kit), f"games.{game}.advice", hint))
    if problems:
        raise InputError(problems=problems)
    return places


def _named(kit: Kit) -> Iterator[tuple[str, str, Place]]:
    own, book = rule_leaflets(kit), RULES if RULES in rule_stems(kit) else ""
    for game, guided in kit.guide.games.items() if kit.guide else ():
        usual = own.get(game, book)
        for moment, named in guided.rules.items():
            text, _, anchor = named.rpartition("#")
            yield game, moment, Place(text or usual, anchor)


def _file(kit: Kit) -> str:
    return (kit.folder / GUIDE).as_posix()


def _anchors(kit: Kit, stem: str) -> tuple[str, ...]:
    """The anchors of a text; every language has the same, which its own check sees to."""
    name = f"{stem}.{kit.languages[0]}.md"
    return anchors_of(parse_markdown(read_text(kit, name), name))
