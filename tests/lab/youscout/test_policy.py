"""The quick policy is learned from the fitted value's answers and from rollouts, and loses next to nothing."""

from __future__ import annotations

import numpy
import pytest
from training.policy_fit import Lesson, fit_policy, lost_a_sword, sword_rows

from printkit.games.find import make_game
from printkit.lab.compiled import compiled
from printkit.lab.youscout.nets import nets_digest, nets_for, policy_bytes, policy_for, read_policy
from printkit.lab.youscout.policy import (
    INPUTS,
    SIDES,
    Policy,
    make_policy_workspace,
    no_policy,
    score_of_moving,
)
from printkit.lab.youscout.tables import ALL_MINORS, kernel_rules, rules_of
from printkit.lab.youscout.value import constant_nets

THREE = make_game("youscout", ["terminals=3"])
PILES = numpy.array([0b1011 << 42, 0b101 << 28, 0, 0b10 << 28, 0b110 << 14, 0, 0b1 << 14, 0b100, 0b1 << 23])


@pytest.fixture(scope="module")
def rows():
    """Swords that waited in some games of the value, from which nothing was learned, and what moving gains by it."""
    return sword_rows(THREE, nets_for(THREE), no_policy(), 77, range(1000))


@pytest.fixture(scope="module")
def true_rows():
    """Swords that waited in other games of the shipped policy, and what moving gains in many of its rollouts."""
    return sword_rows(THREE, nets_for(THREE), policy_for(THREE), 78, range(60), 2000)


def scores(policy, rows):
    """The nets' output for some rows: the plain sum."""
    found = numpy.zeros(len(rows.gains))
    for net in range(len(policy.last)):
        mine = rows.nets == net
        hidden = rows.seen[mine] @ policy.first[net]
        hidden[:, 1:] = numpy.maximum(hidden[:, 1:], 0)
        found[mine] = hidden @ policy.second[net] + policy.last[net]
    return found


def lost(policy, rows):
    """What its answers lose at a sword, by the rows."""
    wrong = (scores(policy, rows) >= 0) != (rows.gains >= 0)
    return float(numpy.abs(rows.gains[wrong]).sum() / len(rows.gains))


def no_answers():
    """A policy that always moves."""
    shipped = policy_for(THREE)
    return shipped._replace(second=0 * shipped.second, last=0 * shipped.last)


def test_the_shipped_policy_loses_next_to_nothing(true_rows):
    assert 300 < len(true_rows.gains) < 900
    assert lost(policy_for(THREE), true_rows) < 0.03 * lost(no_answers(), true_rows)
    assert lost(policy_for(THREE), true_rows) < 0.0012
    assert lost_a_sword(policy_for(THREE), true_rows) == pytest.approx(lost(policy_for(THREE), true_rows))


@compiled
def score(rules, policy_work, margins, piles, token, talon, later, upper, card):
    """The kernel's output for a table."""
    return score_of_moving(rules, policy_work, margins, piles, token, talon, later, upper, card)


@pytest.mark.parametrize("later", [0, 2, 5])
@pytest.mark.parametrize("token", [1, 3])
def test_the_kernel_asks_the_net_of_that_pass_side_and_place(token, later):
    policy = policy_for(THREE)
    rules = kernel_rules(rules_of(THREE))
    policy_work = make_policy_workspace(rules, policy)
    talon = ALL_MINORS & ~int(numpy.bitwise_or.reduce(PILES))
    for upper in (0, 1):
        found = score(rules, policy_work, numpy.arange(24) - 9, PILES, token, talon, later, upper, 5)
        net = SIDES * min(later, 2) + 3 * upper + token - 1
        assert policy_work.row[INPUTS - 4] == pytest.approx(6 / 14)
        hidden = policy_work.row @ policy.first[net]
        hidden[1:] = numpy.maximum(hidden[1:], 0)
        assert found == pytest.approx(hidden @ policy.second[net] + policy.last[net], abs=1e-4)


VALUE = Lesson(6000, 0, 3, 4e-3)


def test_a_policy_is_learned_from_the_values_answers(rows):
    stated: list[str] = []
    policy = fit_policy(THREE, nets_for(THREE), [VALUE], seed=3, notify=stated.append)
    assert lost(policy, rows) < 0.5 * lost(no_answers(), rows)
    assert "swords" in stated[-1]


def test_games_played_on_teach_what_the_value_does_not_know(true_rows):
    """A value that finds all tables alike teaches nothing."""
    policies: list[Policy] = []
    lessons = [VALUE._replace(games=300), Lesson(3000, 16, 4, 4e-3)]
    fit_policy(THREE, constant_nets(0.35), lessons, seed=3, keep=policies.append)
    first, last = (lost(policy, true_rows) for policy in policies)
    assert last < 0.5 * first
    assert last < 0.5 * lost(no_answers(), true_rows)


def test_what_is_learned_is_the_same_by_any_number_of_workers_and_however_often_one_breaks_off():
    kept: list[Policy] = []
    small = [VALUE._replace(games=1200), Lesson(400, 8, 3, 1e-3)]
    policy = fit_policy(THREE, nets_for(THREE), small, seed=3, keep=kept.append)
    again = fit_policy(THREE, nets_for(THREE), small[1:], seed=4, workers=2, policy=kept[0])
    assert len(kept) == 2
    assert all((one == other).all() for one, other in zip(policy, again, strict=True))


def test_a_policy_is_read_as_it_was_written():
    policy = policy_for(THREE)
    again = read_policy(policy_bytes(policy))
    assert numpy.abs(again.first - policy.first).max() <= 2e-5 * numpy.abs(policy.first).max()
    assert (again.second == policy.second).all()
    assert (again.last == policy.last).all()


@pytest.mark.parametrize(
    ("game_id", "options", "answers"),
    [
        ("youscout", ["terminals=1"], False),
        ("youscout", ["terminals=2"], True),
        ("youscout-simplified", ["terminals=3"], False),
    ],
)
def test_where_there_is_none_the_value_answers(game_id, options, answers):
    policy = policy_for(make_game(game_id, options))
    assert bool(len(policy.last)) == answers
    assert policy.first.shape[1] == no_policy().first.shape[1]


def test_a_certificate_knows_the_policy_it_was_made_with(monkeypatch, tmp_path):
    before = nets_digest(THREE)
    (tmp_path / "policy.npy").write_bytes(policy_bytes(no_policy()))
    monkeypatch.setattr("printkit.lab.youscout.nets.policy_file", lambda game: tmp_path / "policy.npy")
    assert nets_digest(THREE) != before
