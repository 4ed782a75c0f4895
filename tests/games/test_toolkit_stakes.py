"""Payments and pots, and calls out of turn."""

from __future__ import annotations

from printkit.games.toolkit.stakes import ASK, PASS, asked, first_right, paid, possible_answers, shared


def test_a_payment_goes_from_one_to_the_other_and_back_if_negative():
    assert paid((0, 5, 0), 1, 2, 3) == (0, 2, 3)
    assert paid((0, 5, 0), 1, 2, -3) == (0, 8, -3)
    assert paid((4, 5, 6), 1, 1, 9) == (4, 5, 6)


def test_a_pot_is_shared_and_the_first_winners_get_what_is_left_over():
    assert shared((0, 0, 0), [2], 7) == (0, 0, 7)
    assert shared((1, 0, 0), [2, 0], 7) == (4, 0, 4)
    assert shared((0, 0, 0), [1, 2, 0], 8) == (2, 3, 3)


def test_seats_are_asked_in_their_order_behind_the_one_that_acted():
    assert asked((PASS, ASK, PASS, ASK), 1) == 3
    assert asked((ASK, PASS, PASS, ASK), 3) == 0
    assert asked((PASS, PASS), 0) is None


def test_the_best_right_goes_first_and_among_equals_the_nearest():
    answers = ("call b5", PASS, "end", "call r5")
    assert first_right(answers, 1, ("end", "call")) == 2
    assert first_right(answers, 2, ("call",)) == 3
    assert first_right((PASS, PASS), 0, ("end", "call")) is None


def test_a_hidden_answer_fits_the_hand_and_the_moment():
    answers = (PASS, "call b5", ASK, ASK)
    rights = (PASS, "call r8")
    assert possible_answers(answers, 0, 0, lambda: rights) == (PASS,)
    assert possible_answers(answers, 0, 1, lambda: rights) == rights
    assert possible_answers(answers, 0, 2, lambda: rights) == (ASK,)
    assert possible_answers(answers, 0, 3, lambda: rights) == (ASK,)
    assert possible_answers(answers, 0, 3, lambda: (PASS,)) == (PASS,)
    over = (PASS, "call b5", PASS, PASS)
    assert possible_answers(over, 0, 3, lambda: rights) == rights
