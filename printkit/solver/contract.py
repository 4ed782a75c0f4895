"""The contract of a game, held against plays of it: what searches, records, the table and the page rely on.

Each law looks at a play, a row of moments, and says in a sentence where the game breaks it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action, IllegalAction, Option, Seat
from printkit.games.game import Game, GameModule
from printkit.games.record import read_record, record_of, replay, write_record
from printkit.games.zones import FACE_DOWN, Table

__all__ = [
    "LAWS",
    "Breach",
    "Moment",
    "breaches",
    "broken_at",
    "forgotten",
    "options_of",
    "random_play",
    "sights",
]

# The seed of everything imagined here.
_SEED = 5
# Looking at every moment of a play from every seat takes long; some are enough.
_EVERY_WORLD, _EVERY_WORD, _MOST_OTHERS = 3, 5, 12
# What nobody may play.
_NO_ACTIONS = ("", "no such action")


class Moment(NamedTuple):
    """A state of a play, and the action taken in it; None in the last one."""

    state: Any
    action: Action | None


class Breach(NamedTuple):
    """A law that is broken: which one, what is wrong, and the position it was seen in."""

    law: str
    message: str
    position: str


def options_of(module: GameModule[Any]) -> dict[str, tuple[str, ...]]:
    """The values to try of each option: its list, and small counts."""
    return {option.key: _values(option) for option in module.options}


def _values(option: Option) -> tuple[str, ...]:
    candidates = (option.usual, *option.allowed.split("|"), "0", "1", "2", "3", "4", "infinity")
    return tuple(dict.fromkeys(each for each in candidates if option.read(each) is not None))


def random_play(game: Game[Any], rng: Random, longest: int) -> tuple[Moment, ...]:
    """A play of at most so many actions, each as likely as any other; broken off, as a game may be anywhere."""
    state, passed = game.start, []
    for _ in range(longest):
        legal = state.legal()
        if not legal:
            break
        action = legal[int(rng.random() * len(legal))]
        passed.append(Moment(state, action))
        state = state.apply(action)
    return (*passed, Moment(state, None))


def breaches(game: Game[Any], play: Sequence[Moment], rng: Random) -> Iterator[Breach]:
    """Every law this play breaks, each where it is seen first; a crash of the rules breaks the law that met it."""
    for name, law in LAWS.items():
        try:
            broken = next(law(game, play, rng), None)
        except Exception as error:
            broken = f"{type(error).__name__}: {error}", play[-1].state
        if broken is not None:
            message, state = broken
            yield Breach(name, message, state.position())


_Broken = Iterator[tuple[str, Any]]
_Law = Callable[[Game[Any], Sequence[Moment], Random], _Broken]


def broken_at(game: Game[Any], state: Any) -> Iterator[str]:
    """What is wrong with one moment by itself."""
    legal, seat, outcome = state.legal(), state.to_move(), state.outcome()
    if list(legal) != sorted(set(legal)):
        yield f"legal() is not sorted, or names an action twice: {', '.join(legal)}"
    if not bool(legal) == (seat is not None) == (outcome is None):
        yield f"legal() {legal}, to_move() {seat} and outcome() {outcome} disagree on whether the game is over"
    if seat not in (None, CHANCE, *game.seats):
        yield f"to_move() is {seat!r}, which is no seat of this game"
    yield from _broken_chances(state, legal, seat)
    if outcome and (outcome.result not in game.results or len(outcome.scores) != len(game.seats)):
        yield f"the outcome {outcome} has another result than the game states, or no score for each seat"
    if outcome and not outcome.reason:
        yield "the outcome gives no reason"
    returns = state.returns()
    if len(returns) != len(game.seats) or not all(isinstance(points, float) for points in returns):
        yield f"returns() {returns} is not a float for each of {len(game.seats)} seats"
    yield from _broken_position(game, state)


def _broken_chances(state: Any, legal: Sequence[Action], seat: Seat | None) -> Iterator[str]:
    chances = state.chances()
    if seat != CHANCE:
        if chances != ():
            yield "chances() are not empty where a seat is to move"
        return
    if [action for action, _ in chances] != list(legal):
        yield "chances() and legal() name other actions, or in another order"
    if not all(isinstance(weight, Fraction) and weight > 0 for _, weight in chances):
        yield "a chance is no Fraction above 0"
    elif sum(weight for _, weight in chances) != 1:
        yield "the chances do not sum to 1"


def _broken_position(game: Game[Any], state: Any) -> Iterator[str]:
    position = state.position()
    if "\n" in position:
        yield "position() has more than one line"
    parsed = game.parse(position)
    if parsed != state or hash(parsed) != hash(state) or parsed.position() != position:
        yield f"parse(position()) is another state: {parsed.position()}"


def _moments(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    for state, _ in play:
        for message in broken_at(game, state):
            yield message, state


def _numbers(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    if game.module.actions is None:
        return
    spaces = game.spaces()
    for state, _ in play:
        space = spaces.chance if state.to_move() == CHANCE else spaces.seats
        for action in state.legal():
            try:
                again = space.action(space.number(action))
            except ValueError:
                yield f"{action!r} is none of the actions the game states", state
            else:
                if again != action:
                    yield f"{action!r} has the number of {again!r}", state


def _views(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    stated: dict[tuple[Seat, str], tuple[Action, ...]] = {}
    for state, _ in play:
        for seat in game.seats:
            if not game.picture(state, seat):
                yield f"seat {seat} has no picture of the table", state
            if (
                state.to_move() == seat
                and stated.setdefault((seat, state.view(seat)), state.legal()) != state.legal()
            ):
                yield f"the view of seat {seat} does not settle what it may do: it hides something", state
    if len(game.seats) > 1 and len({game.start.view(seat) for seat in game.seats}) < len(game.seats):
        yield "two seats have the same view: a view names its seat", game.start


def _observations(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    observation = game.observation()
    written: dict[str, bytes] = {}
    views: dict[bytes, str] = {}
    for state, _ in play[::_EVERY_WORD]:
        for seat in game.seats:
            view, numbers = state.view(seat), observation.of(state, seat)
            if len(numbers) != observation.size:
                yield f"an observation has {len(numbers)} numbers, not {observation.size}", state
            # As the tools keep them: 32 bits each.
            kept = array("f", numbers).tobytes()
            if written.setdefault(view, kept) != kept:
                yield f"what seat {seat} cannot tell apart is observed as two things", state
            if views.setdefault(kept, view) != view:
                yield f"seat {seat} observes two things that it can tell apart as one", state


def _unchanged(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    # Played anew, for what a rule changes once may be changed in the states of the play already.
    state = play[0].state
    for _, action in play:
        if action is None:
            continue
        before = (hash(state), state.position())
        after = state.after(action)
        if (hash(state), state.position()) != before:
            yield f"{action!r} changes the state it is taken in", state
        if not after == state.apply(action) == state.apply(action):
            yield f"{action!r} leads to two states", state
        state = after


def _refused(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    for state, action in play:
        for wrong in (*_NO_ACTIONS, f"{action or ''} "):
            try:
                state.apply(wrong)
            except IllegalAction as refused:
                if refused.legal != state.legal():
                    yield f"the refusal of {wrong!r} names other actions than legal()", state
            else:
                yield f"{wrong!r} is taken for an action", state


def _worlds(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    seat = game.seats[int(rng.random() * len(game.seats))]
    for state, action in play[::_EVERY_WORLD]:
        world = state.determinize(seat, Random(_SEED))
        for message in broken_at(game, world):
            yield f"in a state imagined by seat {seat}: {message}", state
        told = (
            world.view(seat),
            world.table(seat),
            game.picture(world, seat),
            world.seen(seat),
            world.to_move(),
            world.moment(),
        )
        if told != (
            state.view(seat),
            state.table(seat),
            game.picture(state, seat),
            state.seen(seat),
            state.to_move(),
            state.moment(),
        ):
            yield f"seat {seat} can tell a state it imagines from the true one", state
        if state.to_move() == seat and world.legal() != state.legal():
            yield f"seat {seat} may do other things in a state it imagines", state
        if world.determinize(seat, Random(_SEED)) != world or _peeks(state, action, seat):
            yield f"what seat {seat} imagines depends on what is hidden from it", state


def _peeks(state: Any, action: Action | None, seat: Seat) -> bool:
    """Whether a seat imagines other things after another action that looks the same to it."""
    others = [each for each in state.legal()[:_MOST_OTHERS] if each != action] if action else []
    after = state.after(action) if others else state
    seen, imagined = after.view(seat), after.determinize(seat, Random(_SEED))
    alike = (other for each in others if (other := state.after(each)).view(seat) == seen)
    return any(other.determinize(seat, Random(_SEED)) != imagined for other in alike)


def sights(table_of: Callable[[Seat], Table], seats: Sequence[Seat]) -> dict[Seat, Counter[tuple[str, str]]]:
    """How often each face lies in each zone, as each seat sees it; the empty seat sees all."""
    return {
        seat: Counter(
            (zone.place, item.face)
            for zone in table_of(seat).zones
            for item in zone.items
            if item and item.face != FACE_DOWN
        )
        for seat in ("", *seats)
    }


def forgotten(
    before: dict[Seat, Counter[tuple[str, str]]], after: dict[Seat, Counter[tuple[str, str]]], seat: Seat
) -> list[tuple[str, str]]:
    """What a seat saw lying in a zone, what still lies there, and what the seat no longer sees.

    Only faces that lie once on the table are looked at: of two equal cards nobody can say which one stayed.
    """
    seen, sees, lay, lies = before[seat], after[seat], before[""], after[""]
    copies = Counter(
        face for table in (lay, lies) for (_, face), count in table.items() for _ in range(count)
    )
    return [key for key in seen if lies[key] > sees[key] and copies[key[1]] == 2]


def _recall(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    passed = [(state, sights(state.table, game.seats)) for state, _ in play]
    for (state, before), (later, after) in pairwise(passed):
        for seat in game.seats if state.stage() == later.stage() else ():
            if gone := forgotten(before, after, seat):
                yield f"seat {seat} forgets what it saw lying: {gone}", later


def _hearing(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    seat = game.seats[int(rng.random() * len(game.seats))]
    for state, action in play[::_EVERY_WORD]:
        if action is None:
            continue
        heard = state.heard(seat, action)
        if not action.startswith(heard) or (state.to_move() == seat and heard != action):
            yield f"seat {seat} hears {heard!r} of {action!r}", state
        if state.to_move() == seat:
            continue
        verb, seen = action.partition(" ")[0], state.after(action).view(seat)
        for other in (each for each in state.legal()[:_MOST_OTHERS] if each.partition(" ")[0] == verb):
            if not other.startswith(heard) and state.after(other).view(seat) == seen:
                yield f"seat {seat} hears {heard!r}, though {other!r} would look the same to it", state


def _drawing(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    stage = game.start.stage()
    for state, _ in play:
        if state.stage() < stage:
            yield "stage() goes down", state
        stage = state.stage()
        if state.to_move() == CHANCE and not {state.sample(Random(seed)) for seed in range(3)} <= {
            *state.legal()
        }:
            yield "sample() draws what is not legal", state
    if [game.start.index(seat) for seat in game.seats] != list(range(len(game.seats))):
        yield "index() does not count the seats in their order", game.start


def _recording(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    record = record_of(game, [action for _, action in play if action is not None])
    text = write_record(record)
    again = read_record(text)
    steps = list(replay(again, game))
    reached = steps[-1].state if steps else game.start
    if again != record or reached != play[-1].state or write_record(again) != text:
        yield "a record of the play does not lead to the same state", play[-1].state


def _parsing(game: Game[Any], play: Sequence[Moment], rng: Random) -> _Broken:
    position = play[-1].state.position()
    cut = int(rng.random() * len(position))
    for hostile in (
        position[:cut],
        position[cut:],
        f"{position[:cut]}?{position[cut:]}",
        position + " more=1",
    ):
        try:
            state = game.parse(hostile)
        except InputError:
            continue
        for message in broken_at(game, state):
            yield f"the damaged position {hostile!r} is read as a state of which {message}", play[-1].state


LAWS: dict[str, _Law] = {
    "moment": _moments,
    "numbers": _numbers,
    "view": _views,
    "observation": _observations,
    "frozen": _unchanged,
    "refusal": _refused,
    "imagining": _worlds,
    "recall": _recall,
    "hearing": _hearing,
    "chance": _drawing,
    "record": _recording,
    "position": _parsing,
}
"""What a play has to keep, by name."""
