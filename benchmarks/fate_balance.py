"""Evaluates the points and icons of Tottarot by simulation.

`python benchmarks/fate_balance.py [--rounds N] [--players N] [--only NAME] [--two]` plays the kit's table and the
alternatives to it on the same deals, with every sort of heuristic players; `--two` adds the value of starting
for two who play an equilibrium. What is known of the original, the Sun and the Devil, stays as it is
(tottarot §1.3).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from math import isinf
from typing import NamedTuple

from studies.fate_tables import (
    MINDS,
    Mean,
    Rounds,
    deal_rounds,
    icon_worth,
    kind_worth,
    play_all,
    shares_of,
)

from printkit.games.tottarot.rules import FATES, FLIP, LOOK, MUTUAL_LOOK, REVEAL, Fate, Fates, Kind, Rules
from printkit.jobs.play.play_book import kit_game

__all__ = ["ALTERNATIVES", "LIMITS", "Balance", "balance_lines", "failures", "weigh"]

USUAL = "usual"
ROUNDS = 100_000
_ICONS: tuple[str, ...] = ("", MUTUAL_LOOK, LOOK, FLIP, REVEAL)


def _table(points: str, icons: tuple[str, ...] = _ICONS) -> dict[Kind, Fate]:
    """Sun and Devil as they are known, and in the order of the canonical table points and icons for the other five."""
    kinds = [kind for kind in FATES if kind not in ("sun", "devil")]
    other = {
        kind: Fate(int(number), icon) for kind, number, icon in zip(kinds, points.split(), icons, strict=True)
    }
    return {"sun": FATES["sun"], **other, "devil": FATES["devil"]}


ALTERNATIVES: Mapping[str, Fates] = {
    "flat": _table("1 1 0 0 -1"),
    "wide": _table("2 1 1 0 -3"),
    "even": _table("2 2 1 -1 -2"),
    "steep": _table("2 1 -1 -2 -3"),
    "deep": _table("2 1 0 -1 -3"),
    "far": _table("4 2 1 -1 -3"),
    "hermit below": _table("2 1 -1 0 -2"),
    "hermit shows": _table("2 1 0 -1 -2", ("", MUTUAL_LOOK, REVEAL, FLIP, LOOK)),
    "hermit flips": _table("2 1 0 -1 -2", ("", MUTUAL_LOOK, FLIP, LOOK, REVEAL)),
    "tower flips": _table("2 1 0 -1 -2", ("", MUTUAL_LOOK, LOOK, REVEAL, FLIP)),
}
"""Points of Star, Lovers, Hermit, Hanged Man and Tower, and their icons, that might have been chosen."""


class Balance(NamedTuple):
    """The results of a table of fates with one sort of players; everything in shares of a win.

    `places`: from the start player on. `shared`: rounds with several winners; `level`: rounds in which the highest sum
    is several players'. `kinds` and `icons`: what drawing one brings, over the mean kind and over the card without it.
    """

    places: tuple[Mean, ...]
    shared: float
    level: float
    kinds: Mapping[Kind, Mean]
    icons: Mapping[Kind, Mean]

    @property
    def spread(self) -> float:
        """From the worst place to the best."""
        return max(self.places).value - min(self.places).value

    @property
    def range(self) -> float:
        """From the worst kind to the best."""
        worths = [mean.value for mean in self.kinds.values()]
        return max(worths) - min(worths)


LIMITS: Mapping[str, float] = {"spread": 0.03, "range": 0.35, "shared": 0.10, "icon": 0.05}
"""What a table of fates must keep to with every sort of players: see `failures`."""


def weigh(rules: Rules, rounds: Rounds) -> Balance:
    """Play the rounds under these rules and evaluate places, kinds and icons."""
    totals, unused = play_all(rules, rounds)
    shares = shares_of(totals, unused)
    level = (totals == totals.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return Balance(
        tuple(Mean.of(shares[:, place]) for place in range(rules.players)),
        float((shares.max(axis=1) < 1).mean()),
        float(level.mean()),
        kind_worth(rules, rounds),
        icon_worth(rules, rounds),
    )


def failures(balances: Mapping[str, Balance]) -> tuple[str, ...]:
    """The limits a table breaks with some sort of players: places too far apart, a kind or an icon that decides
    too much, an icon that harms by more than a fifth of that, or too many shared rounds."""
    worst = {
        "spread": max(balance.spread for balance in balances.values()),
        "range": max(balance.range for balance in balances.values()),
        "shared": max(balance.shared for balance in balances.values()),
        "icon": max(
            max(mean.value, -5 * mean.value)
            for balance in balances.values()
            for mean in balance.icons.values()
        ),
    }
    return tuple(key for key, limit in LIMITS.items() if worst[key] > limit)


def balance_lines(
    name: str, rules: Rules, balances: Mapping[str, Balance], two: Mean | None = None
) -> Iterator[str]:
    """The figures of one table for reading, in hundredths of a win."""
    fates = dict(rules.fates)
    broken = failures(balances)
    verdict = f"breaks {', '.join(broken)}" if broken else "keeps to all limits"
    yield f"{name}: " + " ".join(f"{kind} {fates[kind].points:+d}" for kind in fates) + f"; {verdict}"
    if two is not None:
        yield f"  two players, two turns, equilibrium: who starts wins {two.value:+.3f} ±{two.reach:.3f} tokens more"
    for minds, balance in balances.items():
        places = " ".join(_figure(mean) for mean in balance.places)
        yield f"  {minds}: places {places}  shared {balance.shared:.1%}  level {balance.level:.1%}"
        ordered = sorted(balance.kinds, key=lambda kind: (-fates[kind].points, kind))
        yield "    kinds " + " ".join(f"{kind} {_figure(balance.kinds[kind], '+')}" for kind in ordered)
        icons = " ".join(
            f"{kind}/{fates[kind].icon} {_figure(mean, '+')}" for kind, mean in balance.icons.items()
        )
        yield f"    icons {icons}"


def _figure(mean: Mean, sign: str = "") -> str:
    """Hundredths of a win; a dash where nothing could be measured, as with six players, who draw nearly all cards."""
    if isinf(mean.reach):
        return "–"
    return f"{mean.value * 100:{sign}.1f}±{mean.reach * 100:.1f}"


def _for_two(fates: Fates) -> Mean:
    """The value of starting for two players over two turns, and half the width of its proved bounds."""
    from printkit.lab.tottarot.round_equilibrium import solve_round

    options = ("players=2", "turns=2", "victories=1")
    solution = solve_round(_rules(fates, options), 0.02)
    return Mean((solution.best_first - solution.best_second) / 2, solution.gap / 2)


def _rules(fates: Fates | None, options: tuple[str, ...]) -> Rules:
    from printkit.games.find import make_game

    game = kit_game("tottarot", options) if fates is None else make_game("tottarot", options, fates)
    rules: Rules = game.start.rules
    return rules


def main() -> None:
    """Evaluate the kit's own table and the alternatives, and print each as it is done."""
    parser = argparse.ArgumentParser(description="Weighs tables of fates by simulation.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds a table and sort of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--two", action="store_true", help="also solve two turns for two players: minutes")
    parser.add_argument("--players", default="3", help="how many play")
    parser.add_argument("--only", help="one table by name")
    chosen = parser.parse_args()
    options = (f"players={chosen.players}", "victories=1")
    for name, fates in {USUAL: None, **ALTERNATIVES}.items():
        if chosen.only not in (None, name):
            continue
        rules = _rules(fates, options)
        balances = {
            minds: weigh(rules, deal_rounds(rules, chosen.rounds, minds, chosen.seed)) for minds in MINDS
        }
        two = _for_two(dict(rules.fates)) if chosen.two else None
        for line in balance_lines(name, rules, balances, two):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
