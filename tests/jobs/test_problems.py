"""The problem sheet: each position has the answer the kit says and no other, by a search of its own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE
from printkit.games.find import find_module, make_game
from printkit.games.proof import GRADES
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.prove_problems import prove_problems
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from tests.jobs.test_cetkaik_kit import spoilt

KIT = find_kit("cetkaik")
READ, PROVED = prove_problems(KIT)


def test_there_are_twelve_in_three_grades():
    assert Counter(each.grade for each in READ.problems) == dict.fromkeys(GRADES, 4)
    assert [each.grade for each in READ.problems] == sorted(
        (each.grade for each in READ.problems), key=GRADES.index
    )


def king_taken(state, seat):
    """Whether the side that is to move can capture the king of `seat`, one legal action after another."""
    return any(
        after.to_move() is None and after.returns()[after.index(seat)] < 0
        for action in state.legal()
        if action not in ("resign", "offer", "claim")
        for after in (state.after(action),)
    )


def paid(state, at):
    """How likely this turn brings a hand, and its mean points with 終季 where that pays: by playing all throws."""
    if state.legal() == ("taxot", "tymok"):
        won = Fraction(state.after("taxot").returns()[at] - state.returns()[at]).limit_denominator(10)
        return Fraction(won > 0), max(won, Fraction(0))
    if state.to_move() == CHANCE and state.move:
        each = [(odds, paid(state.after(cast), at)) for cast, odds in state.chances()]
        return tuple(sum(odds * both[part] for odds, both in each) for part in (0, 1))  # type: ignore[return-value]
    if "stay" in state.legal():
        each_way = [paid(state.after(action), at) for action in state.legal()]
        return max(way[0] for way in each_way), max(way[1] for way in each_way)
    return Fraction(0), Fraction(0)


@pytest.mark.parametrize("problem", PROVED, ids=lambda each: each.problem.id)
def test_the_solution_is_the_only_one(problem):
    state, seat = problem.state, problem.state.turn
    actions = [action for action in state.legal() if action not in ("resign", "offer", "claim")]
    if problem.problem.game != "cetkaik-old":
        both = {action: paid(state.after(action), state.index(seat)) for action in actions}
        part = 0 if problem.problem.grade == "hand" else 1
        most = max(each[part] for each in both.values())
        assert [action for action, each in both.items() if each[part] == most] == [problem.problem.solution]
        assert problem.problem.grade != "hand" or most == 1
        return
    (other,) = {"A", "IA"} - {seat}
    after = {action: state.after(action) for action in actions}
    if problem.problem.grade == "save":
        assert king_taken(state.changed(turn=other), seat)
        right = [
            action for action, each in after.items() if each.to_move() is None or not king_taken(each, seat)
        ]
    else:
        assert not king_taken(state, other)
        right = [
            action
            for action, each in after.items()
            if all(
                (answered := each.after(answer)).to_move() is not None and king_taken(answered, other)
                for answer in each.legal()
                if answer not in ("resign", "offer", "claim")
            )
        ]
    assert right == [problem.problem.solution]


def test_every_grade_is_known_to_the_games_that_have_it():
    assert set(find_module("cetkaik").problems) == {"hand", "best"}
    assert set(find_module("cetkaik-old").problems) == {"best", "save"}
    begun = make_game("cetkaik-old").start
    for solve in find_module("cetkaik-old").problems.values():
        assert solve(begun).actions == ()


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ('grade = "save"', 'grade = "hand"', InputError, "has no problems of the grade hand"),
        ('game = "cetkaik-old"', 'game = "cetkaik-new"', InputError, "unknown game 'cetkaik-new'"),
        (
            f'solution = "{READ.problems[-1].solution}"',
            'solution = "KA>KE"',
            WrongError,
            "not by KA>KE alone",
        ),
    ],
)
def test_a_spoilt_problem_is_named(tmp_path, old, new, kind, said):
    folder = spoilt(tmp_path, "problems.toml", old, new)
    with pytest.raises(kind, match=said):
        prove_problems(load_kit(folder))


def test_the_sheet_is_read_back_and_its_solutions_stand_at_the_back(tmp_path):
    built = build(BuildRequest(kits=("cetkaik",), only=("problems",), out=tmp_path))
    reading = [entry.file for entry in built if not entry.file.stem.endswith("print")]
    assert len(reading) == 2
    for report in check_reports(reading):
        assert report.clean, (report.file, report.findings)
