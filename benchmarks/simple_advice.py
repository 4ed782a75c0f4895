"""Rules of thumb for the Air Republic's games, searched and measured: one player who follows them among greedy ones.

    python benchmarks/simple_advice.py GAME [--deals N] [--again N] [--seats N]

Every candidate plays `--deals` deals, each from every seat, against greedy players; the best one plays `--again` new
deals, and its points beyond the mean of the others (in the races: its share of the wins) are printed with their 95 %
interval.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from printkit.games import mak_kaik, nam_to
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.game import winners_of
from printkit.games.linked_ships.players import sailing
from printkit.games.mountain_road.players import climbing
from printkit.games.paper_cetkaik.deck import SHIPS, play_of, strength
from printkit.games.players import sight_of
from printkit.solver.seats import seated

Score = Callable[[Any, int, str], float]
"""What a rule of thumb thinks of an action: what the seat sees, its index, and the action."""


def tricks(lead: str, highest: int) -> Score:
    """行戦: what to lead, and up to which strength to win a trick before the last."""

    def score(seen: Any, at: int, action: str) -> float:
        word, _, text = action.partition(" ")
        if word == "discard":
            return -sum(map(strength, text.split()))
        play = play_of(text)
        if not seen.lead:
            many = {"long": 1, "single": -1, "any": 0}[lead]
            return 1000 + 100 * many * len(play.cards) - play.top
        return 500 - play.top if play.top <= highest else -500 - play.top

    return score


def six_cards(calls: str, runs: float) -> Score:
    """終季: whether to call, and what cards that may make runs are worth beside equal ones."""

    def use(card: str, hand: Counter[str]) -> float:
        equal = sum(number for other, number in hand.items() if strength(other) == strength(card)) - 1
        near = sum(
            number
            for other, number in hand.items()
            if other[0] == card[0] and 0 < abs(strength(other) - strength(card)) < 3
        )
        return 10 * (card in SHIPS) + 2 * equal + runs * near

    def score(seen: Any, at: int, action: str) -> float:
        word, _, text = action.partition(" ")
        if word == "discard":
            hand = Counter(seen.hands[at])
            return -use(text, hand)
        return {"end": 100.0, "lay": 50.0, "call": 10.0 if calls == "call" else -10.0}.get(word, 0.0)

    return score


def three_cards(least: int, base: str) -> Score:
    """値戦: make the best hand you can, fold below a kind of hand, and how much to set as base."""

    def score(seen: Any, at: int, action: str) -> float:
        word, *rest = action.split()
        hand, board = seen.hands[at], seen.open
        level, *_ = mak_kaik.rank_of(hand, board)
        if word in ("swap", "keep"):
            given, taken = (rest[0], rest[2]) if word == "swap" else (rest[2], rest[0])
            after = [*hand]
            after.remove(given)
            opened = [*board]
            if word == "swap":
                opened.remove(taken)
            made = mak_kaik.rank_of(tuple(sorted((*after, taken))), tuple(sorted((*opened, given))))
            return 100 * made[0] + made[1]
        if word == "draw":
            return 100 * level + 100 if level < least else 0.0
        if word == "fold":
            return 50.0 if level < least else -50.0
        if word == "base":
            wanted = {"low": 1, "high": 5, "by-hand": 5 if level >= 2 else 1}[base]
            return 10.0 - abs(int(rest[0]) - wanted)
        return 0.0

    return score


def casks(fold: int, bet: str) -> Score:
    """開樽: from how many open cards on to fold without a set, and how much to stake."""

    def score(seen: Any, at: int, action: str) -> float:
        word, *rest = action.split()
        kind = nam_to.ranks_of(seen.hands[at], seen.open)[0][0]
        if word == "fold":
            return 50.0 if not kind and len(seen.open) >= fold else -50.0
        wanted = {"low": 1, "set": 5 if kind else 1, "run": 5 if kind > 1 else 1}[bet]
        return 10.0 - abs(int(rest[0]) - wanted)

    return score


def climb(lead: str, keep: str, name: str) -> Score:
    """連友: what to lead, whether to break sets to beat or to spend 将 and 王, and which strength to name with 将."""

    def score(seen: Any, at: int, action: str) -> float:
        word, _, text = action.partition(" ")
        hand = Counter(card[1] for card in seen.hands[at])
        if word == "banish":
            own = sum(hand[each] for each in text.split())
            return 10.0 + (own if name == "own" else -own)
        if word == "fetch":
            return 0.0
        if word == "pass":
            return 0.0
        play = play_of(text)
        if not seen.lead:
            return 1000 + (100 if lead == "long" else -100) * len(play.cards) - play.top
        broken = sum(hand[card[1]] for card in play.cards) - len(play.cards)
        spared = play.top > 7 and sum(hand.values()) > 8
        return -1.0 if (keep == "keep" and broken) or (keep == "spare" and spared) else 100 - play.top

    return score


def roads(clear: str, join: str, high: str) -> Score:
    """値木: as many cards as possible; when to clear, whether to join, and whether high or low cards go first."""

    def score(seen: Any, at: int, action: str) -> float:
        word, *cards = action.split()
        if word in ("draw", "pass"):
            return 0.0
        if word == "clear":
            return 1000.0 if clear == "early" else 1.0
        gone = {"sum": 1, "free": 1, "join": 2}[word]
        laid = cards[gone:]
        if word == "join":
            return 500.0 if join == "join" else 2.0
        worth = sum(map(strength, laid)) / len(laid)
        return 100.0 * len(laid) + (worth if high == "high" else -worth)

    return score


def cats(lead: str, highest: int) -> Score:
    """小猫: what to lead, and up to which strength to join."""

    order = "s12345678ke"

    def score(seen: Any, at: int, action: str) -> float:
        word, _, text = action.partition(" ")
        if word == "out":
            return 0.0
        first, *cards = text.split()
        name = first.partition(":")[2] if cards else first[1]
        top, count = order.index(name), max(1, len(cards))
        wild = sum(card[1] == "0" for card in (cards or [first]))
        if not seen.lead:
            return 1000 + (100 if lead == "large" else -100) * count - top - 5 * wild
        return 100 * count - top - 5 * wild if top <= highest else -1.0

    return score


NUMBERS = (-1, 3, 5, 7, 9)
CANDIDATES: Mapping[str, tuple[Callable[..., Score], tuple[tuple[Any, ...], ...]]] = {
    "mok-kaik": (tricks, (("long", "single", "any"), NUMBERS)),
    "ta-xot": (six_cards, (("call", "wait"), (0.0, 0.3, 0.7, 1.2, 2.0))),
    "mak-kaik": (three_cards, ((0, 1, 2, 3), ("low", "high", "by-hand"))),
    "niek-hi": (climb, (("long", "single"), ("keep", "break", "spare"), ("own", "others"))),
    "mak-hup": (roads, (("early", "late"), ("join", "no-join"), ("high", "low"))),
    "nam-to": (casks, ((0, 1, 2, 3, 9), ("low", "set", "run"))),
    "ni-ne": (cats, (("large", "single"), (3, 5, 7, 8, 10))),
    "mountain-road": (
        climbing,
        (("s", "s5", "s52", "s52e", "s52ek", "s523", "s5231", "s52310k"), ("coins", "no-coins")),
    ),
    "linked-ships": (sailing, ((1, 6, 10, 13), (1, 10, 13, 15), ("one", "several"))),
}
"""For each game what makes a rule of thumb, and the values tried of each of its settings."""

RACES = ("mountain-road", "linked-ships")


def gains(game: Any, score: Score, deals: range) -> list[float]:
    """What the follower of a rule of thumb gained in each deal, the mean over all seats."""
    found = []
    for deal in deals:
        own = []
        for at in range(len(game.seats)):
            chance, rng = Random(f"{deal} deal"), Random(f"{deal} {at} play")
            players = {seat: seated(game, "greedy", Random(f"{deal} {seat}")) for seat in game.seats}
            own.append(gain(game, score, at, players, chance, rng))
        found.append(mean(own))
    return found


def gain(game: Any, score: Score, at: int, players: Mapping[str, Any], chance: Random, rng: Random) -> float:
    """Points beyond the mean of the others, or in a race the part of the win."""
    state, me = game.start, game.seats[at]
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None:
            break
        if seat == CHANCE:
            action = state.sample(chance)
        elif seat == me:
            seen, legal = state.seen(seat), state.legal()
            action = max(legal, key=lambda each: (score(seen, at, each), rng.random()))
        else:
            action = players[seat](sight_of(game, state, seat))
        state = state.after(action)
    if game.id in RACES:
        winners = winners_of(game, state.outcome())
        return float(me in winners) / max(1, len(winners))
    points = state.returns()
    return points[at] - (sum(points) - points[at]) / (len(points) - 1)


def main() -> None:
    """Search, and measure the best once more."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=CANDIDATES)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--again", type=int, default=100)
    parser.add_argument("--seats", type=int, default=3)
    chosen = parser.parse_args()
    options = [f"players={chosen.seats}", *(() if chosen.game in RACES else ("seasons=1",))]
    game = make_game(chosen.game, options)
    make, settings = CANDIDATES[chosen.game]
    tried = []
    for values in product(*settings):
        tried.append((mean(gains(game, make(*values), range(chosen.deals))), values))
        print(f"{tried[-1][0]:+8.2f}  {' '.join(map(str, values))}", flush=True)
    _, best = max(tried, key=lambda each: each[0])
    again = gains(game, make(*best), range(10_000, 10_000 + chosen.again))
    reach = 1.96 * stdev(again) / sqrt(len(again))
    what = "share of the wins" if chosen.game in RACES else "points beyond the others' mean"
    print(f"{chosen.game}, {chosen.seats} seats, best of {len(tried)}: {' '.join(map(str, best))}")
    print(f"{what}: {mean(again):+.2f} ± {reach:.2f} in {len(again)} new deals, each from every seat")


if __name__ == "__main__":
    main()
