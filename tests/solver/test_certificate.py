"""Bounds on the best play: exact where all is known, valid whatever the value, the same whoever counts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt

import numpy
import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.solver.advisor import Advisor
from printkit.solver.certificate import MICRO, Boards, Question, bound, bounds_of, certify
from printkit.solver.fit import Round, fit_value
from printkit.solver.hidden import Book
from printkit.solver.keyed import card_index
from printkit.solver.nets import nets_bytes, nets_for, read_nets
from printkit.solver.simulation import Task, simulate
from printkit.solver.value import constant_nets

BOARD = ("2r", "5", "9", "12", "16r", "20")
FIVE = ("Sw3", "Sw9", "Co6", "Cu5", "Wa8")
EIGHT = ("Sw3", "Sw9", "Co2", "Co10", "Cu5", "Cu11", "Wa4", "Wa12")
TWELVE = ("Sw3", "Sw9", "Sw13", "Co10", "Cu5", "Cu11", "Wa1", "Wa4", "Wa6", "Wa9", "Wa12", "Wa14")


def game_of(terminals: int = 1, **options: str):
    return make_game("youscout", {"terminals": str(terminals), **options})


def boards_of(question: Question, count: int) -> Boards:
    return certify(question, enough=lambda done: len(done.upper) >= count)


def small(game, deck: tuple[str, ...], start: int, **more) -> Question:
    cards = sum(1 << card_index(card) for card in deck)
    return Question(game, board=BOARD, start=start, deck=cards, decks=1, **more)


def exact(game, deck: tuple[str, ...], start: int, memory: int = 1 << 16) -> tuple[float, Book]:
    """The odds of best play, and the book that holds those of every table on the way."""
    advisor = Advisor(game, memory=memory)
    odds = advisor.odds(BOARD, start, deck, "best")
    return odds, advisor._book


def micro(numbers: tuple[int, ...]) -> tuple[float, float]:
    """Mean and standard deviation."""
    row = numpy.array(numbers) / MICRO
    return float(row.mean()), float(row.std())


@pytest.mark.parametrize(
    ("deck", "terminals", "memory"), [(TWELVE, 1, 1 << 22), (EIGHT, 1, 1 << 16), (FIVE, 2, 1 << 18)]
)
def test_strong_duality_with_the_exact_value_both_bounds_are_exact_on_every_deck(deck, terminals, memory):
    game = game_of(terminals)
    for start in (2, 5):
        odds, book = exact(game, deck, start, memory)
        question = small(game, deck, start, nets=constant_nets(0.35), known=book.memory)
        boards = boards_of(question, 8)
        assert max(boards.upper) - min(boards.upper) <= 1
        assert max(boards.lower) - min(boards.lower) <= 1
        assert boards.upper[0] / MICRO == pytest.approx(odds, abs=3e-6)
        assert boards.lower[0] / MICRO == pytest.approx(odds, abs=3e-6)


@pytest.mark.parametrize("start", [2, 5])
def test_weak_duality_with_a_wrong_value_the_exact_one_still_lies_between(start):
    game = game_of(1)
    odds, _ = exact(game, EIGHT, start)
    for nets in (constant_nets(0.1), constant_nets(0.9), nets_for(game)):
        boards = boards_of(small(game, EIGHT, start, nets=nets), 400)
        (upper, spread_up), (lower, spread_low) = micro(boards.upper), micro(boards.lower)
        assert upper >= odds - 4 * spread_up / sqrt(400)
        assert lower <= odds + 4 * spread_low / sqrt(len(boards.lower))


def test_a_better_value_proves_more():
    game = game_of(1)
    plain = bound(small(game, EIGHT, 2, nets=constant_nets(0.35)), 400)
    fitted = bound(small(game, EIGHT, 2, nets=nets_for(game)), 400)
    assert fitted.upper < plain.upper - 0.02


def test_the_comparison_sees_a_bound_that_charges_for_what_nobody_could_foresee():
    """Spoiled values: were the mean not that of all draws, the bound would be false; strong duality shows it."""
    game = game_of(1)
    _, book = exact(game, EIGHT, 2)
    book.memory.values[:] *= 0.9
    boards = boards_of(small(game, EIGHT, 2, nets=constant_nets(0.35), known=book.memory), 8)
    assert max(boards.upper) - min(boards.upper) > 1000


def best_with_open_minors(game, start: int, deck: tuple[str, ...]) -> float:
    """What a player wins who knows the order of the minors but not when the terminal comes; a plain sum."""

    @cache
    def odds(table, order: tuple[str, ...]) -> float:
        if table.to_move() != CHANCE:
            return max(odds(table.apply(action), order) for action in table.legal())
        ended = table.apply(f"draw {table.terminal}").outcome().scores[0]
        if not order:
            return ended
        cards = len(order)
        return (ended + cards * odds(table.apply(f"draw {order[0]}"), order[1:])) / (cards + 1)

    table = replace(game.start, board=BOARD).apply(f"place {start}")
    table = replace(table, talon=tuple(sorted((*deck, table.terminal))))
    orders = list(permutations(deck))
    return sum(odds(table, order) for order in orders) / len(orders)


@pytest.mark.parametrize("start", [2, 3, 5])
def test_with_a_constant_value_the_bound_is_that_of_a_player_who_knows_the_order_of_the_minors(start):
    game = game_of(1)
    expected = best_with_open_minors(game, start, FIVE)
    upper, spread = micro(boards_of(small(game, FIVE, start, nets=constant_nets(0.5)), 2000).upper)
    assert abs(upper - expected) < 4 * spread / sqrt(2000) + 1e-6


def test_sandwich_random_below_policy_below_penalised_below_clairvoyant():
    game = game_of(1)
    found = bound(Question(game, seed=3, decks=2), 12)
    assert simulate(Task(game, "random", "best"), 2000).rate < found.lower < found.upper
    assert found.upper < simulate(Task(game, "clairvoyant", "best"), 2000).rate


def test_the_row_is_the_same_whoever_counts_and_however_often_one_stops():
    question = Question(game_of(1), seed=9, decks=2)
    once = boards_of(question, 8)
    halves = certify(question, boards_of(question, 4), enough=lambda done: len(done.upper) >= 8)
    two = certify(question, workers=2, enough=lambda done: len(done.upper) >= 8)
    assert once == halves
    assert once.upper == two.upper[:8]
    assert once.lower == two.lower[: len(once.lower)]


def test_an_interrupt_leaves_a_beginning_of_the_row():
    question = Question(game_of(1), seed=9, decks=1)

    def interrupt(boards: Boards) -> None:
        raise KeyboardInterrupt

    left = certify(question, enough=lambda done: False, keep=interrupt)
    assert left.upper == boards_of(question, 4).upper


def test_more_decks_only_lower_the_upper_bound():
    cards = sum(1 << card_index(card) for card in EIGHT)
    few, many = (
        bound(Question(game_of(1), seed=2, deck=cards, decks=decks, spare_decks=decks), 100).upper
        for decks in (1, 8)
    )
    assert many < few


def test_charges_that_might_leave_their_bounds_are_no_longer_made():
    """A value that is far off: penalties pile up, and still nothing leaves what the intervals rest on."""
    game = game_of(1)
    nets = nets_for(game)
    wild = nets._replace(second=nets.second * numpy.float32(-9))
    boards = boards_of(Question(game, nets=wild, decks=1), 8)
    assert max(boards.upper) <= 1.8 * MICRO
    assert min(boards.lower) >= -0.8 * MICRO
    assert bounds_of(boards).lower < 0.5 < bounds_of(boards).upper


def test_the_usual_rules_with_three_terminals_are_bounded_too():
    found = bound(Question(game_of(3), seed=1, decks=1), 4)
    assert 0.3 < found.lower < found.upper < 1


@pytest.mark.parametrize("options", [{"court": "K10"}, {"swap": "solid"}, {"influence": "1"}])
def test_other_rules_are_bounded_by_the_same_value(options):
    found = bound(Question(game_of(1, **options), decks=1), 4)
    assert found.lower < found.upper


def test_the_simplified_game_is_bounded_without_a_fitted_value():
    found = bound(Question(make_game("youscout-simplified", ["terminals=1"]), decks=1), 4)
    assert found.lower < found.upper


def test_war_replacement_has_no_bounds():
    with pytest.raises(InputError, match="war replacement"):
        Question(game_of(1, replacements="1"))


def test_a_value_is_read_as_it_was_written():
    nets = nets_for(game_of(1))
    again = read_nets(nets_bytes(nets))
    assert numpy.abs(again.first - nets.first).max() <= 1e-6 * numpy.abs(nets.first).max()
    assert (again.second == nets.second).all()


def test_shipped_values_are_small(root):
    files = list((root / "printkit" / "solver" / "data").glob("*.npy"))
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) < 300_000


def test_a_value_is_fitted_anew_the_same_for_the_same_seed():
    rounds = (Round(600, 0.5, 1.0, 1.0, 1, 3e-3), Round(40, 0.7, 0.3, 0.95, 1, 2e-3))
    first, again, other = (nets_bytes(fit_value(game_of(1), rounds, seed)) for seed in (1, 1, 2))
    assert first == again != other
