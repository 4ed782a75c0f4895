"""行山, a race up a mountain: cards bring rice and coin, and these bring the piece forward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.board_facts import BoardFacts, EffectFact, EffectSign, EffectThing
from printkit.games.cetkaik.boards import BOARDS, STANDARD
from printkit.games.core import SEATS, Action, choice
from printkit.games.game import GameModule, Macro
from printkit.games.mountain_road import road
from printkit.games.mountain_road.narration import narrate, shown, with_turnings
from printkit.games.mountain_road.road import BUILT, actions_of, start_of, worth
from printkit.games.narration import with_ways
from printkit.games.observation import Number, Slots
from printkit.games.paper_cetkaik.deck import KINDS
from printkit.games.players import Thumb
from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.throwing_sticks.narration import new_round, part_narration

__all__ = ["GAME", "THUMBS"]

HUE, WATER = "hue", "water"
_MOST_SEATS = 4
_STICKS = {"stick-1": 120, "stick-5": 60, "stick-turn": 60}
"""Counting sticks for rice, for coin and for the turns of cards (mountain-road §1.2)."""
_THINGS: Mapping[str, EffectThing] = {
    "s": "coin", "0": "rice", "1": "card", "2": "step", "3": "cost", "4": "taken", "5": "step", "6": "coin",
    "7": "step", "k": "coin", "e": "step",
}  # fmt: skip
"""What the number of a card's effect counts; of the cards for which sticks are thrown that of the higher throw."""
_LOW: Mapping[str, EffectSign] = {
    "6": EffectSign("", "safe"), "7": EffectSign("½", "cost"), "8": EffectSign("", "stick"),
}  # fmt: skip
_ENGLISH = dict(
    zip(
        KINDS.values(),
        (
            "ship",
            "none",
            "pawn",
            "bow",
            "cart",
            "tiger",
            "horse",
            "brush",
            "shaman",
            "general",
            "king",
            "emperor",
        ),
        strict=True,
    )
)


def _find_board(options: Mapping[str, str]) -> BoardFacts:
    """The inner squares of cetkaik's board with the road over them, and what the twelve cards cost."""
    board = BOARDS[STANDARD]
    names = board.grid.names
    inside = frozenset(road.WAY)
    start = frozenset(road.WAY[:1]) if options.get("start", "plain") == "plain" else frozenset()
    return BoardFacts(
        sticks=road.Road.sticks,
        columns=road.COLUMNS,
        rows=road.ROWS,
        kinds={
            WATER: frozenset(names[at] for at in board.water) & inside,
            HUE: frozenset(names[at] for at in board.hue) & inside - start,
        },
        way=road.WAY,
        effects=tuple(EffectFact(sign, road.cost(f"b{kind}"), _brings(kind)) for kind, sign in KINDS.items()),
        counters={**{f"pawn-{seat}": 1 for seat in range(1, _MOST_SEATS + 1)}, **_STICKS},
    )


def _brings(kind: str) -> tuple[EffectSign, ...]:
    """What a card brings: after a low throw, and after a high one, or at any rate."""
    sign = "−" if kind == "3" else "+"
    high = (
        EffectSign(f"{sign}{road.EFFECTS[kind]}", _THINGS[kind])
        if kind in _THINGS
        else EffectSign("", "gone")
    )
    return (_LOW[kind], high) if kind in _LOW else (high,)


def _printed_words(options: Mapping[str, str]) -> Mapping[str, str]:
    """The numbers the kit's texts name, from the rules: `{goal}`, `{ship-gain}` and the like."""
    numbers = {
        "goal": road.GOAL, "hand": road.HAND, "most": road.BUILT, "timers": road.TIMERS, "rice": road.RICE,
        "coin": road.COIN, "rate": road.RATE, "sold": road.SOLD, "low": road.LOW, "high": road.LOW + 1,
        "royal": road.cost("bk"), "seats": _MOST_SEATS,
    }  # fmt: skip
    gains = {
        f"{_ENGLISH[sign]}-gain": road.EFFECTS[kind] for kind, sign in KINDS.items() if kind in road.EFFECTS
    }
    return {name: str(number) for name, number in {**numbers, **gains}.items()}


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The costs on the effects card, a row each."""
    costs = () if turned else _find_board({}).effects
    return tuple(Line((Figure(str(fact.cost), fact.piece),)) for fact in costs)


PROOF = Proof(
    cards={"effects": {"game": "mountain-road"}},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    copies={"effects": _MOST_SEATS},
)
"""The card with the effects, one for each player."""


GAME = GameModule(
    id="mountain-road",
    names={"en": "Mountain road", "ja": "行山"},
    start=start_of,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.2)", "3", "2", "4"),
        choice("start", "whether the start is a plain square or 皇処 (§1.1)", "plain", "hue"),
    ),
    macros=(Macro("deal", "draw"),),
    worth=worth,
    actions=actions_of,
    codings=lambda start: {"timers": Slots(Number(), BUILT)},
    thumbs="printkit.games.mountain_road:THUMBS",
    levels={
        "beginner": "greedy~0.12",
        "easy": "greedy~0.03",
        "medium": "greedy",
        "strong": "minimax:2",
    },
    board=_find_board,
    printed=_printed_words,
    proof=PROOF,
    narration=with_turnings(with_ways(part_narration("round", new_round, narrate, shown))),
    shown=shown,
)


_LATE = 16
"""Behind this step nothing but 船 is worth installing."""


def _of(legal: tuple[Action, ...], *words: str) -> list[Action]:
    return [each for each in legal if each.split()[0] in words]


def _kind(action: Action) -> str:
    return action.split()[1][1]


def _thumb_install(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Installs 船 at any time, 無 and 馬 up to two thirds of the way."""
    wanted = "s05" if seen.places[at] <= _LATE else "s"
    return [each for each in _of(legal, "install") if _kind(each) in wanted]


def _thumb_sell(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sells all else."""
    return [each for each in _of(legal, "sell") if _kind(each) != "s"]


def _thumb_move(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Moves in every turn, for rice rather than coins."""
    return _of(legal, "move")[-1:]


def _thumb_keep(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Changes no rice into coin, dismantles nothing, robs nobody, and installs nothing else."""
    return _of(legal, "end", "skip")


THUMBS = (
    Thumb("install", _thumb_install),
    Thumb("sell", _thumb_sell),
    Thumb("move", _thumb_move),
    Thumb("keep", _thumb_keep),
)
"""Rules of thumb: what to install, what to sell, and to move in every turn."""
