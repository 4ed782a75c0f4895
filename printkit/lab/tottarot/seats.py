"""Two-player Tottarot for the solver: the value of a round and both strategies."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy

from printkit.errors import InputError
from printkit.games.codec import HIDDEN
from printkit.games.core import SEATS, Action, Seat
from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.tottarot.rules import FORGO, Rules
from printkit.games.tottarot.table import Table
from printkit.lab.tottarot.round_equilibrium import MOST_TURNS, FirstTurn, Solution, solve_round
from printkit.lab.tottarot.round_states import Field, first_positions
from printkit.solver.equilibrium import InformationSet, Progress, Solved, by_programme

__all__ = ["GAP", "SOLVER", "equilibrium", "kept_shares", "kept_turn", "mixture", "position_of"]

GAP = 0.01
"""What best answers may gain on both sides together, in victory tokens a round."""

KEPT = Path(__file__).parent / "round.json"
_DIGITS = 4


def check_solvable(rules: Rules) -> None:
    """Raises `InputError` for more than two players, or more turns than can be solved."""
    if rules.players != 2 or rules.turns > MOST_TURNS:
        raise InputError(f"the equilibrium is for two players and up to {MOST_TURNS} turns", hint="--seats 2")


def mixture(name: Seat, table: Table, legal: tuple[Action, ...]) -> dict[Action, float]:
    """How often a seat should do what at the table it sees, each round played for the difference of victory tokens."""
    if len(legal) == 1:
        return {legal[0]: 1.0}
    rules, seat = table.rules, table.index(name)
    side, own, other = int(seat != table.seat_at(0)), table.fates[seat], table.fates[1 - seat]
    assert own is not None
    kinds = [kind for kind, _ in rules.fates]
    seen = kinds.index(other.kind) if other is not None and other.kind is not HIDDEN else 0
    play = _played(rules, tuple(map(int, position_of(table))))
    card = kinds.index(own.kind)
    if table.phase == "declare":
        shares = play.tokens[side, card, seen]
    elif table.phase == "seize":
        places = [_held(table, each).index(table.declared[each] or 0) for each in (seat, 1 - seat)]
        shares = play.ways[side, card, seen, places[0], places[1]]
    else:
        shares = numpy.full(len(legal), 1 / len(legal))
    return dict(zip(legal, map(float, shares), strict=True))


def kept_shares(sight: Sight) -> Mapping[Action, float]:
    """How often an equilibrium does what, in a first turn for two that lies on disk; empty anywhere else."""
    rules = sight.game.start.rules
    if rules.players != 2 or len(sight.legal) < 2 or sight.seen.phase not in ("declare", "seize"):
        return {}
    position = tuple(map(int, position_of(sight.seen)))
    if any(position[Field.LEAD : Field.TOKENS_A]) or kept_turn(rules, position) is None:
        return {}
    return mixture(sight.seat, sight.seen, sight.legal)


def position_of(table: Table) -> Any:
    """The position between turns that this one began with, as `round_states` writes it; every view shows it."""
    rules = table.rules
    fixed = [kind for row in table.rows for kind in row if kind]
    # The discards lie in their order, so those of this turn are the last ones.
    before = table.discards[: rules.players * len(table.rows[0]) - len(fixed)]
    left = [fate.copies - fixed.count(kind) - before.count(kind) for kind, fate in rules.fates]
    sides = (table.seat_at(0), table.seat_at(1))
    rows = [[kind for kind in table.rows[seat] if kind] for seat in sides]
    last = [rules.fate(row[-1]).points if row else 0 for row in rows]
    tokens = [sum(1 << token for token in _held(table, seat)) for seat in sides]
    sees = [_sees(table, seat) for seat in sides]
    return numpy.array([*left, table.points(sides[0]) - table.points(sides[1]), *last, *tokens, *sees])


def _held(table: Table, seat: int) -> list[int]:
    """The tokens the seat began this turn with."""
    return [token for token in table.rules.tokens if token not in table.used[seat]]


def _sees(table: Table, seat: int) -> int:
    """Whether an icon fixed in the turn before shows the seat the other's fate (tottarot §4.1 to §4.3)."""
    own, other = table.waiting_icon(seat), table.waiting_icon(1 - seat)
    return int(own in ("look", "mutual-look") or other in ("reveal", "mutual-look"))


@lru_cache(maxsize=4096)
def _played(rules: Rules, position: tuple[int, ...]) -> FirstTurn:
    """How both sides play the turn that begins with this position."""
    start = numpy.array([position])
    if not any(position[Field.LEAD : Field.TOKENS_A]) and (kept := kept_turn(rules, position)):
        return kept
    solution = solve_round(rules, GAP, start=start)
    return FirstTurn(solution.tokens, solution.ways)


def kept_turn(rules: Rules, position: tuple[int, ...] | None = None) -> FirstTurn | None:
    """The first turn that lies on disk, if it is of these rules (and of this position); else None."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if kept["rules"] != _facts(rules):
        return None
    if position is not None and list(position) != kept["position"]:
        return None
    tokens = numpy.array(kept["tokens"])
    seize = numpy.array(kept["seize"])
    tokens = tokens / tokens.sum(axis=-1, keepdims=True)
    return FirstTurn(_unseen(tokens), _unseen(numpy.stack([1 - seize, seize], axis=-1)))


def _unseen(shares: Any) -> Any:
    """The same whatever the other's card: nobody is shown one in the first turn. Axes [side, card, other card, …]."""
    wide = numpy.repeat(shares[:, :, None], shares.shape[1], axis=2)
    return numpy.ascontiguousarray(wide)


def _facts(rules: Rules) -> dict[str, object]:
    fates = {kind: [fate.points, fate.icon, fate.copies] for kind, fate in rules.fates}
    return {"turns": rules.turns, "highest-token": rules.highest_token, "fates": fates}


def write_kept(rules: Rules, path: Path) -> Mapping[str, Any]:
    """Solve the round and write its first turn, with the value and what best answers gain against it."""
    solution = solve_round(rules, GAP)
    kept = {
        "rules": _facts(rules),
        "value": round(solution.value, 6),
        "bounds": [round(-solution.best_second, 6), round(solution.best_first, 6)],
        "values": _rounded(solution.values),
        "position": [int(number) for number in first_positions(rules)[0]],
        "tokens": _rounded(solution.tokens[:, :, 0]),
        "seize": _rounded(solution.ways[:, :, 0, :, :, 1]),
    }
    rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in kept.items())
    path.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
    return kept


def _rounded(numbers: Any) -> Any:
    return numpy.round(numbers, _DIGITS).tolist()


def main() -> None:
    """Make the file again for the usual round of two, and say what was proved."""
    kept = write_kept(make_game("tottarot", ["players=2", "victories=1"]).start.rules, KEPT)
    sys.stdout.write(f"value {kept['value']:+.6f}, proved {kept['bounds']}\n")


if __name__ == "__main__":
    main()


class _Rounds:
    """Solves one round: of one turn by linear programme, of more by counterfactual regrets (tottarot §2.2)."""

    fixed: Mapping[str, str] = {"victories": "1"}

    def solve(self, game: Game[Any], gap: float, progress: Progress | None) -> Solved:
        """A round for two, for the difference of victory tokens."""
        if game.options["turns"] == "1":
            return by_programme(game, _knowing)
        solution = solve_round(game.start.rules, gap, progress)
        method = (
            f"CFR+ over {' + '.join(f'{count:,}' for count in solution.positions)} positions between turns"
        )
        bounds = (-solution.best_second, solution.best_first)
        return Solved(method, solution.value, bounds, solution.gap, tuple(_information_sets(game, solution)))


SOLVER = _Rounds()
"""How Tottarot is solved."""


def equilibrium(game: Game[Any], rng: Random) -> Player:
    """Plays every round for two as an equilibrium has it; InputError for more players or turns than are solved.

    With the usual cards the first turn is known; with others it is solved at its first decision, which takes minutes.
    """
    rules = game.start.rules
    check_solvable(rules)

    def play(sight: Sight) -> Action:
        point = rng.random()
        for action, share in mixture(sight.seat, sight.seen, sight.legal).items():
            point -= share
            if point < 0:
                return action
        return sight.legal[-1]

    return play


def _knowing(name: Seat, table: Table) -> dict[str, object]:
    """The seat's card, and once they lie the tokens, its own first."""
    seat = table.index(name)
    fate = table.fates[seat]
    tokens = [] if table.phase == "declare" else [table.declared[seat] or 0, table.declared[1 - seat] or 0]
    return {"card": fate.kind if fate else "", "tokens": tokens}


def _information_sets(game: Game[Any], solution: Solution) -> Iterator[InformationSet]:
    """The plays of the first turn, in which nobody has been shown a card yet."""
    rules = game.start.rules
    for side, seat in enumerate(SEATS[:2]):
        for card, (kind, _) in enumerate(rules.fates):
            odds = solution.tokens[side, card, 0]
            shares = {f"declare {token}": float(odd) for token, odd in enumerate(odds)}
            yield InformationSet(seat, {"card": kind, "tokens": []}, shares)
            for own in rules.tokens:
                for other in rules.tokens[: own + (side == 0)]:
                    forgo, seize = map(float, solution.ways[side, card, 0, own, other])
                    shares = {FORGO: forgo, f"seize {SEATS[1 - side]}": seize}
                    yield InformationSet(seat, {"card": kind, "tokens": [own, other]}, shares)
