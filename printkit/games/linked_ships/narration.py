"""Narrates a game of 連船之遊: what was thrown and done, what it cost, and how far the ship still has to go with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printkit.games.core import SEATS
from printkit.games.game import Game
from printkit.games.linked_ships.ring import GOAL, Ring
from printkit.games.narration import Frame, Move, Narration, Pair, Sentence
from printkit.games.record import Step
from printkit.games.throwing_sticks.narration import new_round
from printkit.games.toolkit.turns import CAST, FIRST, OVER
from printkit.games.zones import Item, Table

__all__ = ["in_rounds", "narrate", "shown", "starts", "with_plunder", "with_turnings"]

_SIGNS = "●▲■"
_TURNINGS = ("", "sail", "front", "spare", "plunder", "home", "lead")
_ROUNDS = 2
"""How many rounds a frame has: a game is long, and most turns only load or sail."""


def in_rounds(narration: Narration) -> Narration:
    """The same frames, each with the numbers of its rounds; one of a single round is headed so."""

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        frames = []
        for frame in narration(game, steps):
            first = _ROUNDS * (frame.number - 1) + 1
            rounds = -(-sum(bool(sentence.turn) for sentence in frame.sentences) // len(game.seats))
            key = frame.key if rounds > 1 else "round"
            frames.append(replace(frame, key=key, number=first, until=first + max(rounds, 1) - 1))
        return tuple(frames)

    return narrated


def with_plunder(narration: Narration) -> Narration:
    """The same frames, and in each what ships took: so much goes from one ship to another by their names."""

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        return tuple(
            replace(frame, moves=(*frame.moves, *map(_taken, _plunders(frame))))
            for frame in narration(game, steps)
        )

    return narrated


def _plunders(frame: Frame) -> Iterator[Mapping[str, Any]]:
    return (each.values for each in frame.sentences if each.key == "linked-ships.plunder")


def _taken(values: Mapping[str, Any]) -> Move:
    prey, ship = (
        f"{values[seat]}{_SIGNS.index(values[which]) + 1}"
        for seat, which in (("other", "prey"), ("seat", "ship"))
    )
    return Move(values["taken"], prey, ship)


def with_turnings(narration: Narration) -> Narration:
    """The same frames; those in which the game turns say so.

    That is where a ship is the first to sail, to have goods to spare, to plunder or at the goal, and where another seat
    has the foremost ship or the most at the goal; of several in one frame the last of these.
    """

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        frames = []
        course, told = _Course(), set[str]()
        for frame in narration(game, steps):
            found = [(course.turning(each), _cargo(each.values)) for each in frame.sentences]
            (key, seat), cargo = max(
                found, key=lambda each: _TURNINGS.index(each[0][0]), default=(("", ""), {})
            )
            # The first of a kind is drawn large.
            values = {"seat": seat, **(cargo if key not in ("sail", "lead", *told) else {})}
            told.add(key)
            frames.append(replace(frame, turning=Sentence(f"turning.{key}", values)) if key else frame)
        return tuple(frames)

    return narrated


def _cargo(values: Mapping[str, Any]) -> dict[str, str]:
    """Of a plunder or an arrival: from which ship to which how much went, or the one that brought it to the goal.

    Else all ships of the seat, first the one that went, and what this has to spare.
    """
    if "goal" in values:
        return {"ships": f"{values['seat']}{_SIGNS.index(values['ship']) + 1}", "goods": values["cargo"]}
    if "taken" in values:
        return {"ships": " ".join(_taken(values)[1:]), "goods": values["taken"]}
    if "ship" not in values:
        return {}
    fleet = [f"{values['seat']}{at}" for at in range(1, len(_SIGNS) + 1)]
    fleet.insert(0, fleet.pop(_SIGNS.index(values["ship"])))
    return {"ships": " ".join(fleet), "goods": values.get("more", "0")}


class _Course:
    """How far a game has come: which firsts were seen, how far each seat's foremost ship and its goods have."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.furthest: dict[str, int] = {}
        self.goals: dict[str, int] = {}
        self.ahead = self.leader = ""

    def turning(self, sentence: Sentence) -> tuple[str, str]:
        """What turned with this, and whose turn it was; two empty words where nothing did."""
        word, values = sentence.key.removeprefix("linked-ships."), sentence.values
        seat, key = str(values.get("seat", "")), ""
        if word in ("move", "arrive"):
            step = GOAL if word == "arrive" else int(str(values["step"]))
            self.furthest[seat] = max(step, self.furthest.get(seat, 0))
            most = max((at for other, at in self.furthest.items() if other != seat), default=0)
            if seat != self.ahead and self.furthest[seat] > most:
                key, self.ahead = "front" if self.ahead else "sail", seat
        if word == "arrive":
            self.goals[seat] = int(str(values["goal"]))
            most = self.goals.get(self.leader, 0)
            if seat != self.leader and self.goals[seat] > most:
                key, self.leader = "lead" if self.leader else "home", seat
        for first, found in (("spare", "over-left"), ("plunder", "plunder")):
            if word == found and first not in self.seen:
                self.seen.add(first)
                key = first
        return (key, seat) if key else ("", "")


def starts(pair: Pair, part: Sequence[Pair]) -> bool:
    """Whether the rounds of a frame are over."""
    begun = [each for each in part if each.before.phase == CAST and each.before.turn == pair.before.turn]
    return new_round(pair, part) and len(begun) >= _ROUNDS


def shown(table: Table, tracks: Mapping[str, int]) -> Table:
    """The ring, and of each seat the slip as it lies: how full its tracks are, those of its ships beside the ship."""
    zones = []
    # Nobody has anything at the goal for long: such a track says nothing.
    home = any(
        item and item.face != "0" for zone in table.zones if zone.name == "goal" for item in zone.items
    )
    for zone in table.zones:
        if zone.name == "goal" and not home:
            continue
        name, _, ship = zone.name.partition("-")
        if name in tracks:
            items = tuple(
                Item(item.face, f"{zone.owner}{ship}" if ship else "") for item in zone.items if item
            )
            zones.append(replace(zone, kind="gauge", items=items, columns=tracks[name]))
        elif zone.kind == "grid":
            zones.append(zone)
    return replace(table, zones=tuple(zones))


def narrate(part: Sequence[Pair]) -> Iterator[Sentence]:
    """What the steps of a frame did, and why it was to be done or what it leaves to do."""
    told = ""
    for sentence in (each for pair in part for each in _step_sentences(pair)):
        yield sentence._replace(turn=sentence.turn if sentence.turn != told else "")
        told = sentence.turn or told


def _step_sentences(pair: Pair) -> Iterator[Sentence]:
    before, after, (word, *about) = pair.before, pair.step.state, pair.words
    if before.phase == FIRST:
        yield Sentence("linked-ships.begins", {"seat": about[0]}, about[0])
    if before.phase in (FIRST, CAST):
        return
    at = before.turn
    values = {"seat": SEATS[at], "number": str(before.dark)}
    if word == "pass":
        yield Sentence("linked-ships.pass", values, values["seat"])
    else:
        number = int(about[0]) - 1
        yield from _acted(word, before, after, number, about[1:], values)
    if after.phase == OVER:
        yield Sentence("linked-ships.over")


def _acted(
    word: str, before: Ring, after: Ring, number: int, victim: list[str], values: dict[str, str]
) -> Iterator[Sentence]:
    at = before.turn
    was, now = before.ships[at][number], after.ships[at][number]
    values |= {
        "ship": _SIGNS[number], "from": str(was.step), "step": str(now.step), "cargo": str(now.cargo),
        "stock": str(after.stock[at]),
    }  # fmt: skip
    arrives = word == "move" and now.step == GOAL
    if victim:
        robbed = before.ships[SEATS.index(victim[0][0])][int(victim[0][1:]) - 1]
        taken = min(before.dark - 1, robbed.cargo)
        values |= {
            "other": victim[0][0],
            "prey": _SIGNS[int(victim[0][1:]) - 1],
            "taken": str(taken),
        }
    if arrives:
        values |= {
            "cargo": str(after.goal[at] - before.goal[at]),
            "goal": str(after.goal[at]),
        }
    yield Sentence(f"linked-ships.{'arrive' if arrives else word}", values, values["seat"])
    if word == "move" and was.step and not now.step:
        yield Sentence("linked-ships.lost", values)
    elif word == "supply" and was.cargo <= before.dark:
        yield Sentence("linked-ships.short" if was.cargo < before.dark else "linked-ships.empty", values)
    if word in ("move", "supply", "plunder") and 0 < now.step < GOAL:
        left = GOAL - now.step
        over = now.cargo - left
        key = "over-left" if over > 0 else "needs" if over else "just"
        yield Sentence(f"linked-ships.{key}", {**values, "left": str(left), "more": str(abs(over))})
