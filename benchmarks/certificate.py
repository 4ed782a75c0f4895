"""Fits the shipped values again, or shows how the certified gap narrows with time."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any

from training.fit import ROUNDS, Round, fit_value
from training.policy_fit import fit_policy, lost_a_sword, sword_rows

from printkit.files import staging
from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.lab.youscout.certificate import Boards, Question, bounds_of, certify
from printkit.lab.youscout.nets import nets_bytes, nets_for, policy_bytes, policy_for
from printkit.lab.youscout.policy import Policy
from printkit.lab.youscout.tables import GAMES

_UNSEEN, _JUDGED_BY = 1000, 4000


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def fit(game: Game[Any], rounds: tuple[Round, ...], given: argparse.Namespace) -> None:
    """Fit a value from random nets; its file is written at the end, the state after each round to one beside it."""
    begun, out = process_time(), given.out
    nets = fit_value(
        game, rounds, given.seed, say, given.workers, lambda nets: write(nets_bytes(nets), _unfinished(out))
    )
    _finish(nets_bytes(nets, given.bits), out, begun)


def fit_answers(given: argparse.Namespace) -> None:
    """Fit a policy, from the shipped value on; the state after each lesson goes to a file beside its own."""
    begun, out = process_time(), given.out
    game = make_game("youscout", [f"terminals={given.terminals}"])

    def keep(policy: Policy) -> None:
        write(policy_bytes(policy), _unfinished(out))

    policy = fit_policy(game, nets_for(game), seed=given.seed, notify=say, workers=given.workers, keep=keep)
    _finish(policy_bytes(policy, given.bits), out, begun)


def _unfinished(out: Path) -> Path:
    return out.with_name(out.name + ".unfinished")


def _finish(data: bytes, out: Path, begun: float) -> None:
    write(data, out)
    _unfinished(out).unlink(missing_ok=True)
    say(f"{out}: {len(data):,} bytes, {process_time() - begun:.0f} s of processor time")


def loss(terminals: int, seed: int, boards: int) -> None:
    """What the shipped policy's answers lose at swords of games it was not trained on."""
    game = make_game("youscout", [f"terminals={terminals}"])
    policy = policy_for(game)
    if not len(policy.last):
        sys.exit("the value itself answers: no policy is shipped for these rules")
    rows = sword_rows(game, nets_for(game), policy, seed + _UNSEEN, range(boards), _JUDGED_BY)
    say(f"{len(rows.gains):,} swords; better answers have {lost_a_sword(policy, rows):.5f} over the policy's")


def write(data: bytes, file: Path) -> None:
    """A file, whole or not at all."""
    with staging(file.parent) as stage:
        stage.write(file.name, data)


def curve(terminals: int, seed: int, boards: int) -> None:
    """Print the bounds at every doubling of the number of boards."""
    question = Question(make_game("youscout", [f"terminals={terminals}"]), seed)
    begun, following = process_time(), 16

    def enough(done: Boards) -> bool:
        nonlocal following
        count = len(done.gains)
        if count >= following:
            found = bounds_of(done)
            say(
                f"| {count:,} | {process_time() - begun:.0f} s | {found.lower:.2%} | {found.upper:.2%} "
                f"| {found.least:.2%} to {found.most:.2%} | {100 * found.gap:.2f} |"
            )
            following = 2 * count
        return count >= boards

    say("| boards | processor time | lower mean | upper mean | certified 95 % | gap |")
    say("|---|---|---|---|---|---|")
    certify(question, enough=enough)


def main() -> None:
    """Run the subcommand in the first argument."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("fit", "policy", "loss", "curve"))
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="for fit")
    parser.add_argument("--terminals", type=int, choices=sorted(ROUNDS), default=1)
    parser.add_argument("--rounds", type=int, help="of fit: only so many, from the first on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--bits", type=int, choices=range(2, 17), default=16, help="of each weight that is kept"
    )
    parser.add_argument("--out", type=Path, default=Path("value.npy"))
    given = parser.parse_args()
    if given.task == "fit":
        game = make_game(given.game, [f"terminals={given.terminals}"])
        fit(game, ROUNDS[given.terminals][: given.rounds], given)
    elif given.task == "policy":
        fit_answers(given)
    elif given.task == "loss":
        loss(given.terminals, given.seed, given.boards)
    else:
        curve(given.terminals, given.seed, given.boards)


if __name__ == "__main__":
    main()
