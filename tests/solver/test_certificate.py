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
from printkit.solver import certificate
from printkit.solver.advisor import Advisor
from printkit.solver.bounds import SOLVED, bound_boards
from printkit.solver.certificate import MICRO, Boards, Question, bound, bounds_of, certify
from printkit.solver.hidden import Book
from printkit.solver.keyed import card_index
from printkit.solver.nets import nets_bytes, nets_for, read_nets
from printkit.solver.penalty import REACH, make_bench
from printkit.solver.simulation import Task, board_codes, simulate
from printkit.solver.tables import ANY_PLACE, kernel_rules, rules_of
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


def spread(numbers: tuple[int, ...]) -> float:
    """The standard deviation."""
    return float(numpy.std(numbers)) / MICRO


@pytest.mark.parametrize(
    ("deck", "terminals", "memory", "veil", "forks"),
    [
        (TWELVE, 1, 1 << 22, 57, ()),
        (EIGHT, 1, 1 << 16, 57, ()),
        (EIGHT, 1, 1 << 16, 3, ()),
        (FIVE, 2, 1 << 18, 1, (3,)),
    ],
)
def test_strong_duality_with_the_exact_value_both_bounds_are_exact_on_every_deck(
    deck, terminals, memory, veil, forks
):
    game = game_of(terminals)
    for start in (2, 5):
        odds, book = exact(game, deck, start, memory)
        question = small(
            game, deck, start, nets=constant_nets(0.35), known=book.memory, veil=veil, forks=forks
        )
        boards = boards_of(question, 8)
        assert max(boards.upper) - min(boards.upper) <= 1
        assert max(boards.lower) - min(boards.lower) <= 1
        found = bounds_of(boards, question.reach)
        assert found.upper == pytest.approx(odds, abs=3e-6)
        assert found.lower == pytest.approx(odds, abs=3e-6)


@pytest.mark.parametrize("start", [2, 5])
def test_weak_duality_with_a_wrong_value_the_exact_one_still_lies_between(start):
    game = game_of(1)
    odds, _ = exact(game, EIGHT, start)
    for nets in (constant_nets(0.1), constant_nets(0.9), nets_for(game)):
        boards = boards_of(small(game, EIGHT, start, nets=nets), 400)
        found = bounds_of(boards, REACH)
        assert found.upper >= odds - 4 * spread(boards.upper) / sqrt(found.boards)
        assert found.lower <= odds + 4 * spread(boards.lower) / sqrt(found.games)


def test_several_decks_after_a_pass_tighten_the_bound_and_leave_it_true():
    game = game_of(2)
    odds, _ = exact(game, FIVE, 2, 1 << 18)
    found = []
    for forks in ((1,), (8,)):
        boards = boards_of(small(game, FIVE, 2, nets=constant_nets(0.4), forks=forks), 400)
        found.append(bounds_of(boards, REACH).upper)
        assert found[-1] >= odds - 4 * spread(boards.upper) / sqrt(400)
    assert found[1] < found[0] - 0.01


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
    boards = boards_of(small(game, FIVE, start, nets=constant_nets(0.5)), 2000)
    off = abs(bounds_of(boards, REACH).upper - expected)
    assert off < 4 * spread(boards.upper) / sqrt(2000) + 2e-6


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
    wild = nets._replace(third=nets.third * numpy.float32(-9))
    boards = boards_of(Question(game, nets=wild, decks=1), 8)
    assert max(boards.upper) <= REACH * MICRO
    assert min(boards.lower) >= -REACH * MICRO
    assert bounds_of(boards, REACH).lower < 0.5 < bounds_of(boards, REACH).upper


@pytest.mark.parametrize(("terminals", "ceiling"), [(1, REACH), (2, 1.6)])
def test_a_deck_that_takes_too_long_counts_at_the_ceiling(monkeypatch, terminals, ceiling):
    monkeypatch.setattr(certificate, "LOOKS_AFFORDED", 0)
    question = small(game_of(terminals), FIVE, 2, nets=constant_nets(0.4))
    boards = boards_of(question, 4)
    assert boards.given_up == 4
    assert question.reach == ceiling
    assert [each / MICRO for each in boards.upper] == pytest.approx([ceiling] * 4, abs=2e-6)


def solved(nets, memory_size: int) -> list[float]:
    """By how much more than they look eight boards with eight minors are worth at most."""
    rules = kernel_rules(rules_of(game_of(1)))
    bench = make_bench(rules, nets, memory_size)
    deck = sum(1 << card_index(card) for card in EIGHT)
    spec = numpy.array([deck, ANY_PLACE, 1, 1, 1 << 40])
    board, worth = board_codes(()), numpy.zeros(8)
    bound_boards(rules, nets, bench, SOLVED, spec, 0.1, numpy.uint64(5), 0, board, worth)
    return worth.tolist()


@pytest.mark.parametrize("factor", [1, -9])
def test_tables_recalled_are_worth_what_they_are_found_to_be_again(factor):
    """Also where charges end at their limits, as they do with a value that is far off."""
    nets = nets_for(game_of(1))
    nets = nets._replace(third=nets.third * numpy.float32(factor))
    assert solved(nets, 1 << 12) == pytest.approx(solved(nets, 1), abs=1e-9)


def test_the_less_is_told_of_where_the_terminal_lies_the_lower_is_the_bound():
    told = [
        bound(small(game_of(1), EIGHT, 2, nets=constant_nets(0.4), veil=veil), 400).upper
        for veil in (1, 3, 57)
    ]
    assert told[0] > told[1] > told[2]


def test_ratings_are_added_to_what_boards_are_worth_beyond_them():
    found = bounds_of(Boards(upper=(20_000,) * 400, lower=(-10_000,) * 400, rated=(400_000,) * 400), REACH)
    assert (found.upper, found.lower) == pytest.approx((0.42, 0.39))
    assert found.least < 0.39 < 0.42 < found.most


def test_the_usual_rules_with_three_terminals_are_bounded_too():
    found = bound(Question(game_of(3), seed=1, decks=1), 4)
    assert 0.3 < found.lower < found.upper < 1


@pytest.mark.parametrize("options", [{"court": "K10"}, {"swap": "solid"}, {"influence": "1"}])
def test_other_rules_are_bounded_by_the_same_value(options):
    found = bound(Question(game_of(1, **options), decks=1), 4)
    # Few boards: the means themselves may lie the other way round.
    assert found.least < found.lower < found.upper + 0.1
    assert found.upper < found.most


def test_the_simplified_game_is_bounded_without_a_fitted_value():
    found = bound(Question(make_game("youscout-simplified", ["terminals=1"]), decks=1), 4)
    assert found.least < found.lower < found.upper < found.most


@pytest.mark.parametrize("forks", [(0,), (4, 0), (17, 17), (-1,)])
def test_decks_after_a_pass_are_one_or_more_and_not_too_many(forks):
    with pytest.raises(InputError, match=r"one deck or more, in all at most 256"):
        Question(game_of(3), forks=forks)


def test_war_replacement_has_no_bounds():
    with pytest.raises(InputError, match="war replacement"):
        Question(game_of(1, replacements="1"))


def test_a_value_is_read_as_it_was_written():
    nets = nets_for(game_of(1))
    again = read_nets(nets_bytes(nets))
    assert numpy.abs(again.first - nets.first).max() <= 2e-5 * numpy.abs(nets.first).max()
    assert (again.third == nets.third).all()


def test_shipped_values_are_small(root):
    files = list((root / "printkit" / "solver" / "data").glob("*.npy"))
    assert len(files) == 2
    assert max(file.stat().st_size for file in files) < 1_500_000
