"""Rules of thumb: the printed one, and a small table that answers swords; neither needs numba."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import ceil, fsum
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.youscout.board import ACROSS, LOWER, PLACES
from printkit.games.youscout.cards import ATTACK, CUP_UP, DEATH, FOOL, JOY, MINORS, PAIN, WAND_UP
from printkit.games.youscout.rules import DONE, Rules, usual_goal
from printkit.games.youscout.seeded_deal import card_index
from printkit.games.youscout.table import MOVE, STAY, Table

__all__ = [
    "COLUMNS",
    "HEURISTICS",
    "TABLE",
    "Comparison",
    "Heuristic",
    "described",
    "heuristic_for",
    "heuristic_of",
    "heuristic_player",
    "heuristic_words",
    "learned",
    "least_margin",
    "situation",
    "starter",
]


# ── the rule of thumb (heuristic), short enough to print on a card; needs no numba ───────────────────────────────────


class Comparison(NamedTuple):
    """Start on `place` if one number of the board exceeds another by `by` or more, as they are printed.

    `more` and `less` are a place and a column of the number table.
    """

    place: int
    more: tuple[int, int]
    less: tuple[int, int]
    by: int


class Heuristic(NamedTuple):
    """A rule of thumb: where to start, by comparisons tried one after the other, and on which places to stay.

    On all other places it moves. `below` and `above` are the places after a lower and after an upper start.
    """

    start: int
    comparisons: tuple[Comparison, ...]
    below: tuple[int, ...]
    above: tuple[int, ...] = ()


_FAR, _STEADY = (Heuristic(3, (), (2,)), Heuristic(2, (Comparison(5, (2, ATTACK), (6, ATTACK), 1),), (1, 3)))
HEURISTICS: Mapping[tuple[str, int], Heuristic] = {
    ("youscout", 1): Heuristic(
        start=2,
        comparisons=(
            Comparison(6, (1, WAND_UP), (6, CUP_UP), 5),
            Comparison(5, (2, JOY), (1, PAIN), 5),
        ),
        below=(1, 2),
    ),
    ("youscout", 2): _FAR,
    ("youscout", 3): _FAR,
    ("youscout-simplified", 1): Heuristic(
        start=5,
        comparisons=(
            Comparison(2, (6, ATTACK), (2, ATTACK), 1),
            Comparison(2, (5, PAIN), (2, PAIN), 3),
        ),
        below=(1, 3),
    ),
    ("youscout-simplified", 2): _STEADY,
    ("youscout-simplified", 3): _STEADY,
}
"""By game and number of terminals (3: three and more): found by `benchmarks/rule_search.py`.

Where a board forbids the start (youscout §2.3), the place across from it.
"""

_PLAIN_START = 2
_LINES = ("初", "二", "三", "四", "五", "上")
_TABLE_EN = (
    "swords attack", "swords guard", "coins pain", "coins joy",
    "cups upstream", "cups downstream", "wands upstream", "wands downstream",
)  # fmt: skip
_TABLE_JA = (
    "ソード攻", "ソード守", "コイン苦", "コイン喜", "カップ上流", "カップ下流", "ワンド上流", "ワンド下流",
)  # fmt: skip
_EN: Mapping[str, Mapping[int, str]] = {
    "youscout": dict(enumerate(_TABLE_EN)),
    "youscout-simplified": {ATTACK: "the M", PAIN: "the F"},
}
_JA: Mapping[str, Mapping[int, str]] = {
    "youscout": dict(enumerate(_TABLE_JA)),
    "youscout-simplified": {ATTACK: "M", PAIN: "F"},
}
"""What the numbers that are compared are called in the rule books."""


def heuristic_for(rules: Rules) -> Heuristic:
    """The rule under these rules.

    Where other places win than usual, it starts on 2 and stays on those that win while the place across does not.
    """
    if usual_goal(rules):
        return HEURISTICS[rules.game_id, min(rules.terminals, 3)]
    below, above = (
        tuple(place for place in LOWER if place in goal and ACROSS[place] not in goal)
        for goal in (rules.goal[DEATH], rules.goal[FOOL])
    )
    return Heuristic(_PLAIN_START, (), below, above)


def least_margin(rules: Rules, comparison: Comparison) -> int:
    """By how much the multiplied numbers must differ (youscout §1.8) for the printed ones to differ enough."""
    return ceil(comparison.by * Fraction(dict(rules.options)["influence"]))


def heuristic_of(rules: Rules) -> tuple[str, str]:
    """The rule in English and in Japanese, under these rules."""
    return heuristic_words(heuristic_for(rules), rules.game_id)


def heuristic_words(rule: Heuristic, game_id: str) -> tuple[str, str]:
    """A rule of a game in English and in Japanese."""
    return _in_english(rule, game_id), _in_japanese(rule, game_id)


def _in_english(rule: Heuristic, game_id: str) -> str:
    names = _EN[game_id]
    start = f"Start on {rule.start}"
    for nth, place in enumerate(dict.fromkeys(each.place for each in rule.comparisons)):
        cases = (
            f"{names[more]} of {at} is {f'at least {by} ' if by > 1 else ''}above {names[less]} of {other}"
            for _, (at, more), (other, less), by in rule.comparisons
            if _ == place
        )
        start += f", {'else' if nth else 'or'} on {place} if {', or if '.join(cases)}"
    stays = [
        f"{_places_en(places)}{side}"
        for places, side in _sides(rule, (" after a start below", " after a start above"))
    ]
    rest = f"; only on {', and on '.join(stays)}, stay." if stays else "."
    return f"{start}. Whenever you may choose, move{rest}"


def _in_japanese(rule: Heuristic, game_id: str) -> str:
    names = _JA[game_id]
    start = f"{_LINES[rule.start - 1]}爻から始めます。"
    for nth, place in enumerate(dict.fromkeys(each.place for each in rule.comparisons)):
        cases = (
            f"{_LINES[at - 1]}爻の{names[more]}が{_LINES[other - 1]}爻の{names[less]}より"
            + (f"{by}以上大きい" if by > 1 else "大きい")
            for _, (at, more), (other, less), by in rule.comparisons
            if _ == place
        )
        start += f"{'そうでなくて、' if nth else 'ただし'}{'か、'.join(cases)}なら{_LINES[place - 1]}爻から始めます。"
    stays = [
        f"{side}{'と'.join(f'{_LINES[place - 1]}爻' for place in places)}では"
        for places, side in _sides(rule, ("下卦から始めたとき、", "上卦から始めたとき、"))
    ]
    return f"{start}選べるときは進みます。" + (f"ただし{'、'.join(stays)}とどまります。" if stays else "")


def _places_en(places: tuple[int, ...]) -> str:
    return f"place{'s' * (len(places) > 1)} {' and '.join(map(str, places))}"


def _sides(rule: Heuristic, words: tuple[str, str]) -> list[tuple[tuple[int, ...], str]]:
    """The places to stay on, with the side of the start in words where it matters."""
    if rule.below == rule.above:
        return [(rule.below, "")] if rule.below else []
    return [(places, side) for places, side in zip((rule.below, rule.above), words, strict=True) if places]


def heuristic_player(game: Game[Any], rng: Random | None = None) -> Player:
    """The player of this game who keeps to the rule and replaces nothing; nothing it does is by chance."""
    rules = game.start.rules
    rule = heuristic_for(rules)

    def start_on(table: Table) -> int:
        for each in rule.comparisons:
            if table.number(*each.more) - table.number(*each.less) >= least_margin(rules, each):
                return each.place
        return rule.start

    def play(sight: Sight) -> Action:
        table, legal = game.parse(sight.view), sight.legal
        if not table.token:
            start = start_on(table)
            wanted = f"place {start}"
            return wanted if wanted in legal else f"place {7 - start}"
        if DONE in legal:
            return DONE
        return STAY if table.token in (rule.above if table.terminal == FOOL else rule.below) else MOVE

    return play


def starter(game: Game[Any], rng: Random) -> Player:
    """Starts by the rule of thumb, and then always moves."""
    thumb = heuristic_player(game)

    def play(sight: Sight) -> Action:
        return MOVE if MOVE in sight.legal else thumb(sight)

    return play


# ── A player that answers swords by a small linear table; it needs neither numba nor numpy ───────────────────────────

TABLE = Path(__file__).parent / "data" / "answers.json"
"""Made by `python benchmarks/training/sword_answers.py GAME`, so far for Youscout itself."""

_SURE = 0.45
"""What a row must say beyond 0 to be followed against the rule of thumb: smaller figures are mostly its own error."""

_PILES, _NUMBERS = 9, 8
_RANKS, _SUIT, _MANY = 14, 105, 14
_PASSES = 2
"""More passes to come than these are counted as these."""

COLUMNS = len(MINORS) + 2 + 4 * _PILES + _NUMBERS * len(PLACES) + 1


@cache
def _answers() -> Mapping[str, Mapping[str, list[float]]]:
    found: Mapping[str, Mapping[str, list[float]]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def situation(table: Table) -> str:
    """Which row of the game's table answers: the passes to come, the place, and the side of the start."""
    later = min(_PASSES, table.rules.terminals - 1 - table.terminals)
    return f"{later} {table.token} {'above' if table.terminal == FOOL else 'below'}"


def described(table: Table) -> list[float]:
    """`COLUMNS` numbers of about 0 to 1 for a table on which a sword waits.

    The minors of the talon one by one, the value of the sword, each pile's highest value, sum, cards and how far the
    sword is above it, the numbers of the board, and 1.
    """
    value = table.value(table.drawn) / _RANKS
    row = [0.0] * len(MINORS)
    for card in table.talon:
        if card != table.terminal:
            row[card_index(card)] = 1.0
    row += [value, value * value]
    for pile in range(_PILES):
        highest = table.highest(pile) / _RANKS
        row += [highest, table.total(pile) / _SUIT, len(table.piles[pile]) / _MANY, max(0.0, value - highest)]
    row += [table.number(place, column) / _RANKS for place in PLACES for column in range(_NUMBERS)]
    return [*row, 1.0]


def learned(game: Game[Any], rng: Random) -> Player:
    """Plays by the rule of thumb, but where the table is sure of another answer to a sword, by the table.

    The table has no rows for the simplified game nor for starts above: there it plays as the rule does.
    """
    thumb = heuristic_player(game)
    rows = _answers().get(game.id, {}) if usual_goal(game.start.rules) else {}

    def play(sight: Sight) -> Action:
        table: Table = game.parse(sight.view)
        row = rows.get(situation(table)) if table.drawn else None
        if not row:
            return thumb(sight)
        better = fsum(weight * number for weight, number in zip(row, described(table), strict=True))
        return (MOVE if better > 0 else STAY) if abs(better) > _SURE else thumb(sight)

    return play
