"""The measures of the rules laboratory, as integer counts that add up.

A game's random numbers follow from its number, so a measure may be split anywhere and added in any order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import find_module, make_game
from printkit.games.game import Game
from printkit.games.youscout.cards import DEATH, FOOL
from printkit.games.youscout.rules import Numbers
from printkit.lab.youscout import choice_values, seeded_play
from printkit.lab.youscout.play import PLANNED, RANDOM
from printkit.lab.youscout.search_workspace import SearchWorkspace, make_search_workspace
from printkit.lab.youscout.seeded_play import ANY_START, HEURISTIC_START, Play, plan_bits, play_seeded
from printkit.lab.youscout.simulation import Task, plan_of, play_games
from printkit.lab.youscout.tables import ANY_PLACE, Integers, kernel_rules, rules_of

__all__ = [
    "FIELDS",
    "GAP_FIELDS",
    "KINDS",
    "LENGTH_BIN",
    "LONGEST_REST",
    "Counts",
    "Measure",
    "add",
    "chunk_games",
    "command_of",
    "count",
    "count_rule_failures",
    "zero",
]

LONG_PHASE = 200
"""This many answers one after the other, without a draw between them, make a phase long."""

GAP_FIELDS = ("games", "draws", "too-long", "dead-ends", "contradictions", "long-phases")
"""Games; draws; games with more draws than there can be; moments without a legal action before the end; actions that
are legal and refused; phases of `LONG_PHASE` answers or more, which only their player's will ends."""

_DECK = 57


def count_rule_failures(game: Game[Any], seed: int, first: int, games: int) -> tuple[int, ...]:
    """Play the games `first` and on of a seed at random on the readable engine, and count what no rule provides for.

    A talon of 57 cards can be drawn once for each time the terminal must come, and no oftener: what lasts longer
    never ends.
    """
    counts = [games, 0, 0, 0, 0, 0]
    for number in range(first, first + games):
        found = _one_game(game, random.Random(f"{seed} {number}"))
        counts[1:] = [count + more for count, more in zip(counts[1:], found, strict=True)]
    return tuple(counts)


def _one_game(game: Game[Any], rng: random.Random) -> tuple[int, int, int, int, int]:
    state, draws, phase, long_phases = game.start, 0, 0, 0
    most = _DECK * rules_of(game).terminals
    while (seat := state.to_move()) is not None:
        legal = state.legal()
        if not legal:
            return draws, 0, 1, 0, long_phases
        if seat == CHANCE:
            action = state.sample(rng)
            draws += bool(state.token)
            phase = 0
        else:
            action = legal[int(rng.random() * len(legal))]
            phase += 1
            long_phases += phase == LONG_PHASE
        if draws > most:
            return draws, 1, 0, 0, long_phases
        try:
            state = state.apply(action)
        except Exception:
            # Whatever stops a legal action is a hole in the rules, or in the engine.
            return draws, 0, 0, 1, long_phases
    return draws, 0, 0, 0, long_phases


Counts: TypeAlias = tuple[int, ...]

KINDS = ("rate", "profile", "pair", "worth", "luck", "gaps")

LENGTH_BIN = 10
_LENGTHS = 40
_STREAKS = 64
LONGEST_REST = _STREAKS - 2
"""The longest row of minors without a move that is counted by itself; longer ones are counted together."""

_PLACES = range(1, 7)

IMAGINED = 256
"""Games imagined a half at each choice that is weighed."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "rate": ("games", "wins", "unresolved", "draws", "choices", "no-choice"),
    "profile": (
        *("games", "wins", "draws", "choices", "no-choice", "long-passes", "stuck-passes"),
        *(f"drawn-on-{place}" for place in _PLACES),
        *(f"ended-on-{place}" for place in _PLACES),
        *(f"length-{bin_ * LENGTH_BIN}" for bin_ in range(_LENGTHS)),
        *(f"streak-{length}" for length in range(_STREAKS)),
    ),
    "pair": ("games", "both", "first-only", "second-only"),
    "worth": (
        *("games", "wins", "choices", "by-moving", "by-staying", "apparent", "big"),
        *("choices-squared", "worth-squared", "worth-times-choices"),
    ),
    "luck": ("games", "wins", "same-deck", "other-deck"),
    "gaps": GAP_FIELDS,
}
"""What is counted, by kind: the counts of two spans add up field by field.

`length-N`: games of N to N + 9 draws, the last open; `streak-N`: games in which the token rested N minors
on end at most. `worth`: as `choice_values.measure_games` says, with squares and products of each game's sums.
`luck`: of four plays a game, two with each of two decks on one board, how many are won, how many pairs of one deck, and
how many of two.
"""


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing to be measured: under rules, by a player from a start, in this many games of a seed.

    `options` are those that differ from the usual ones, as `K=V`. A `pair` compares this player under these rules
    with the player `than` under the options `than_options`, on the same seeded deals.
    """

    kind: str
    game: str
    options: tuple[str, ...]
    player: str
    start: str
    games: int
    seed: int = 0
    than: str = ""
    than_options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"unknown kind of measure {self.kind!r}", hint=", ".join(KINDS))

    @property
    def key(self) -> str:
        """The whole measure in one line, which names it in a journal."""
        than = f" than {self.than} {','.join(self.than_options) or '-'}" if self.than else ""
        return (
            f"{self.kind} {self.game} {','.join(self.options) or '-'} {self.player} {self.start} "
            f"seed={self.seed} games={self.games}{than}"
        )


def command_of(measure: Measure) -> str:
    """The command that gives these numbers again: `simulate` for a rate, `balance` for anything else."""
    if measure.kind == "rate":
        options = "".join(f" --option {option}" for option in measure.options)
        return (
            f"printkit simulate {measure.game} --games {measure.games} --player {measure.player} "
            f"--start {measure.start} --seed {measure.seed}{options}"
        )
    usual = {option.key: option.usual for option in find_module(measure.game).options}
    options = ",".join(
        f"{key}={value}" for key, value in (usual | dict(each.split("=") for each in measure.options)).items()
    )
    than = f"than={measure.than}," if measure.than else ""
    return (
        f"printkit balance {measure.game} --games {measure.games} --only {_GROUP_OF[measure.kind]},"
        f"player={measure.player},start={measure.start},{than}{options}"
    )


_GROUP_OF = {"profile": "profiles", "pair": "tornado", "worth": "worth", "luck": "luck", "gaps": "gaps"}


def zero(kind: str) -> Counts:
    """The counts of no game."""
    return (0,) * len(FIELDS[kind])


def add(one: Counts, other: Counts) -> Counts:
    """The counts of both."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


_CHUNK = {
    "random": 300_000,
    "move": 300_000,
    "stay": 300_000,
    "thumb": 300_000,
    "clairvoyant": 60_000,
    "advised": 240,
}
"""Games of one pass that take about a second."""

_CHUNK_OF_KIND = {"profile": 300_000, "pair": 150_000, "worth": 300, "luck": 90_000, "gaps": 300}


def chunk_games(measure: Measure) -> int:
    """How many games of a measure are counted at once: it depends on nothing but the measure."""
    options = dict(option.split("=") for option in measure.options)
    passes = min(256, int(options.get("terminals", "3")))
    games = _CHUNK_OF_KIND.get(measure.kind, _CHUNK[measure.player]) // passes
    if measure.kind == "rate":
        if measure.start == "best" and measure.player in ("random", "move", "stay"):
            games //= 300
        if measure.player == "clairvoyant" and options.get("replacements", "0") != "0":
            games //= 20
    return max(1, min(games, measure.games))


def count(measure: Measure, first: int, games: int, cards: Numbers | None = None) -> Counts:
    """Count the games `first` and on of a measure; `cards` are a kit's numbers, None those of youscout §1.5."""
    return _COUNTERS[measure.kind](measure, first, games, cards)


def _game(measure: Measure, cards: Numbers | None, options: Sequence[str] | None = None) -> Game[Any]:
    return make_game(measure.game, measure.options if options is None else options, cards)


def _rate(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    rows = play_games(Task(_game(measure, cards), measure.player, measure.start, measure.seed), first, games)
    return (
        games,
        int((rows[:, 0] == 1).sum()),
        int((rows[:, 0] == 2).sum()),
        int(rows[:, 1].sum()),
        int(rows[:, 2].sum()),
        int((rows[:, 2] == 0).sum()),
    )


def _plays(
    measure: Measure, game: Game[Any], player: str, more: Sequence[tuple[int, int]] = ((0, 0),)
) -> list[Play]:
    """The player from the start, for each of `more`: a deck and a stream."""
    starts = {"random": ANY_START, "best": HEURISTIC_START}
    start = starts[measure.start] if measure.start in starts else int(measure.start)
    policy = RANDOM if player == "random" else PLANNED
    plan = plan_bits(plan_of(rules_of(game), player))
    return [Play(start, policy, plan, deck, stream) for deck, stream in more]


def _seeded(measure: Measure, game: Game[Any], plays: Sequence[Play], first: int, games: int) -> Integers:
    # Orders are remembered nowhere: the smallest memory will do.
    search_work: SearchWorkspace = make_search_workspace(16)
    return play_seeded(kernel_rules(rules_of(game)), search_work, plays, measure.seed, first, games)


def _won(rows: Integers, game: Game[Any]) -> numpy.typing.NDArray[numpy.bool_]:
    """Which plays were won (youscout §3.3)."""
    upper = rows[..., seeded_play.START] > 3
    above, below = (sum(1 << place for place in rules_of(game).goal[terminal]) for terminal in (FOOL, DEATH))
    won = numpy.where(upper, above, below) >> rows[..., seeded_play.END] & 1
    return won.astype(numpy.bool_)


def _profile(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    game = _game(measure, cards)
    rows = _seeded(measure, game, _plays(measure, game, measure.player), first, games)[:, 0]
    spots = rows[:, seeded_play.SPOTS : seeded_play.SPOTS + 6].sum(axis=0)
    lengths = numpy.minimum(rows[:, seeded_play.DRAWS] // LENGTH_BIN, _LENGTHS - 1)
    streaks = numpy.minimum(rows[:, seeded_play.STREAK], _STREAKS - 1)
    return _whole(
        games,
        _won(rows, game).sum(),
        rows[:, seeded_play.DRAWS].sum(),
        rows[:, seeded_play.CHOICES].sum(),
        (rows[:, seeded_play.CHOICES] == 0).sum(),
        rows[:, seeded_play.LONG].sum(),
        rows[:, seeded_play.STUCK].sum(),
        *spots,
        *numpy.bincount(rows[:, seeded_play.END], minlength=7)[1:],
        *numpy.bincount(lengths, minlength=_LENGTHS),
        *numpy.bincount(streaks, minlength=_STREAKS),
    )


def _pair(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    game, than = _game(measure, cards), _game(measure, cards, measure.than_options)
    here = _seeded(measure, game, _plays(measure, game, measure.player), first, games)
    there = _seeded(measure, than, _plays(measure, than, measure.than), first, games)
    one, other = _won(here[:, 0], game), _won(there[:, 0], than)
    return _whole(games, (one & other).sum(), (one & ~other).sum(), (other & ~one).sum())


def _worth(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    starts = {"random": ANY_PLACE, "best": 0}
    places = starts[measure.start] if measure.start in starts else 1 << int(measure.start)
    game = _game(measure, cards)
    rules = kernel_rules(rules_of(game))
    plan = plan_of(rules_of(game), measure.player)
    rows = choice_values.measure_games(rules, plan, places, measure.seed, first, games, imagined=IMAGINED)
    choices = rows[:, choice_values.CHOICES]
    values = rows[:, choice_values.BY_MOVING] + rows[:, choice_values.BY_STAYING]
    return _whole(
        games,
        rows[:, choice_values.RESULT].sum(),
        choices.sum(),
        rows[:, choice_values.BY_MOVING].sum(),
        rows[:, choice_values.BY_STAYING].sum(),
        rows[:, choice_values.APPARENT].sum(),
        rows[:, choice_values.BIG].sum(),
        (choices * choices).sum(),
        (values * values).sum(),
        (values * choices).sum(),
    )


def _luck(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    game = _game(measure, cards)
    plays = _plays(measure, game, measure.player, ((0, 0), (0, 1), (1, 2), (1, 3)))
    won = _won(_seeded(measure, game, plays, first, games), game)
    same = (won[:, 0] & won[:, 1]).sum() + (won[:, 2] & won[:, 3]).sum()
    other = (won[:, :2].sum(axis=1) * won[:, 2:].sum(axis=1)).sum()
    return _whole(games, won.sum(), same, other)


def _gaps(measure: Measure, first: int, games: int, cards: Numbers | None) -> Counts:
    return count_rule_failures(_game(measure, cards), measure.seed, first, games)


def _whole(*numbers: Any) -> Counts:
    return tuple(int(each) for each in numbers)


_COUNTERS: Mapping[str, Callable[[Measure, int, int, Numbers | None], Counts]] = {
    "rate": _rate,
    "profile": _profile,
    "pair": _pair,
    "worth": _worth,
    "luck": _luck,
    "gaps": _gaps,
}
