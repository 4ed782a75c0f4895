"""Fits the linear table by which the player `learned` answers swords, and writes it into its file.

    python benchmarks/training/sword_answers.py GAME [--plays N] [--seed S]

Plays are made with some answers at random; each sword is labelled by what moving is better than staying: in Youscout by
the fitted policy, which is far larger, in the simplified game by games played on by the rule of thumb (`Advisor`). For
every situation with enough swords a ridge regression of the label on the features is kept. Needs the extra `lab`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numba
import numpy

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.youscout.cards import FOOL
from printkit.games.youscout.seeded_deal import card_index
from printkit.games.youscout.table import MOVE, STAY, Table
from printkit.lab.youscout.advisor import Advisor, load_table
from printkit.lab.youscout.heuristic import TABLE, described, situation
from printkit.lab.youscout.nets import policy_for
from printkit.lab.youscout.play import make_play_workspace
from printkit.lab.youscout.policy import make_policy_workspace, score_of_moving
from printkit.lab.youscout.simulation import plan_of
from printkit.lab.youscout.tables import kernel_rules, rules_of
from printkit.lab.youscout.turn import set_margins

RIDGE = 3.0
FEWEST = 400
"""Swords a situation needs."""
DIGITS = 3
BOLD = (0.0, 0.2)
GAMES = 256

Label = Callable[[Table], float]


@numba.njit
def _score(rules, policy, board, margins, piles, token, talon, later, upper, card):
    set_margins(rules, board, margins)
    return score_of_moving(rules, policy, margins, piles, token, talon, later, upper, card)


def by_policy(game: Any) -> Label:
    """What the fitted policy thinks of moving."""
    rules = rules_of(game)
    kernel, room = kernel_rules(rules), make_play_workspace(plan_of(rules, "thumb"))
    policy = make_policy_workspace(kernel, policy_for(game))

    def label(table: Table) -> float:
        load_table(table, room)
        talon = numpy.int64(sum(1 << card_index(card) for card in table.talon if card != table.terminal))
        later, upper = rules.terminals - 1 - table.terminals, int(table.terminal == FOOL)
        card = card_index(table.drawn)
        return float(
            _score(
                kernel, policy, room.board, room.margins, room.piles, table.token, talon, later, upper, card
            )
        )

    return label


def by_games(game: Any) -> Label:
    """What moving wins more than staying, played on by the rule of thumb."""
    advisor = Advisor(game, games=GAMES)
    return lambda table: advisor.advise(table.view("player")).gain


LABELS: dict[str, Callable[[Any], Label]] = {"youscout": by_policy, "youscout-simplified": by_games}


def swords(game: Any, label: Label, plays: int, seed: int) -> Iterator[tuple[str, list[float], float]]:
    """The situation, the features and the label of every sword of so many plays, from starts below."""
    rng = Random(seed)
    for _ in range(plays):
        state, bold = game.start, rng.choice(BOLD)
        while (seat := state.to_move()) is not None:
            if seat == CHANCE:
                state = state.after(state.sample(rng))
            elif not state.drawn:
                places = [action for action in state.legal() if action[-1] in "123"]
                state = state.after(rng.choice(places or state.legal()))
            else:
                gain = label(state)
                yield situation(state), described(state), gain
                answer = MOVE if gain >= 0 else STAY
                state = state.after(rng.choice((MOVE, STAY)) if rng.random() < bold else answer)


def main() -> int:
    """Fit the rows of one game, say how well they do on swords held back, and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(LABELS))
    parser.add_argument("--plays", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = make_game(arguments.game)
    found: defaultdict[str, list[tuple[list[float], float]]] = defaultdict(list)
    for where, row, gain in swords(game, LABELS[game.id](game), arguments.plays, arguments.seed):
        found[where].append((row, gain))
    rows = {}
    for where, samples in sorted(found.items()):
        if len(samples) < FEWEST:
            continue
        features, gains = (numpy.array(each, numpy.float64) for each in zip(*samples, strict=True))
        told = numpy.arange(len(gains)) % 5 != 0
        weights = fitted(features[told], gains[told])
        guess, truth = features[~told] @ weights, gains[~told]
        lost = float(numpy.where((guess >= 0) != (truth >= 0), abs(truth), 0).mean())
        sys.stdout.write(f"{where}: {len(gains)} swords, loses {lost:.4f} of {abs(truth).mean():.4f}\n")
        rows[where] = [round(float(each), DIGITS) for each in fitted(features, gains)]
    tables = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.is_file() else {}
    tables[game.id] = rows
    lines = ",\n".join(
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f" {json.dumps(where)}: {json.dumps(row)}" for where, row in sorted(each.items()))
        + "\n}"
        for name, each in sorted(tables.items())
    )
    TABLE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    return 0


def fitted(features: Any, gains: Any) -> Any:
    """The weights of a ridge regression."""
    square = features.T @ features + RIDGE * numpy.eye(features.shape[1])
    return numpy.linalg.solve(square, features.T @ gains)


if __name__ == "__main__":
    sys.exit(main())
