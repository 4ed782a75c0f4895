"""The rules laboratory: what is measured, that it adds up in any shards, and what the counts mean."""

from __future__ import annotations

import os
import shlex
import signal
import warnings
from contextlib import contextmanager
from dataclasses import replace

import numpy
import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import Deal
from printkit.lab.youscout import choice_values, seeded_play
from printkit.lab.youscout.chunks import chunks_of, on_dask, on_threads, sums
from printkit.lab.youscout.clairvoyant import Solver
from printkit.lab.youscout.experiments import DEFAULT_GROUPS, GROUPS, games_for, plan, read_selection
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.measures import (
    FIELDS,
    GAP_FIELDS,
    KINDS,
    Measure,
    add,
    command_of,
    count,
    count_rule_failures,
)
from printkit.lab.youscout.quantities import quantities
from printkit.lab.youscout.search_workspace import make_search_workspace
from printkit.lab.youscout.seeded_play import ANY_START, Play, plan_bits, play_seeded
from printkit.lab.youscout.simulation import Task, plan_of, simulate
from printkit.lab.youscout.tables import kernel_rules, rules_of
from printkit.solver.statistics import wilson

USUAL = ("random", "move", "stay", "thumb")


def measure_of(kind, games, **more):
    than = {"than": "stay", "than_options": ("court=K10",)} if kind == "pair" else {}
    return Measure(kind, "youscout", ("terminals=1",), "thumb", "random", games, **than, **more)


def deal_of(seed, game):
    """The deal that a game of a seed is, as the clairvoyant gets it."""
    from printkit.games.youscout.seeded_deal import philox

    return Deal(philox((0, game, 1, 0), (seed, 2))[0] >> 29)


@pytest.mark.parametrize("kind", KINDS)
def test_spans_add_up_to_the_same_counts(kind):
    measure = measure_of(kind, 60)
    whole = count(measure, 0, 60)
    assert add(add(count(measure, 0, 7), count(measure, 7, 40)), count(measure, 47, 13)) == whole
    assert len(whole) == len(FIELDS[kind])
    assert whole[0] == 60


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_and_their_order_change_no_digit(workers):
    measures = [measure_of(kind, games) for kind, games in (("pair", 200_000), ("luck", 100_000))]
    chunks = chunks_of(measures)
    assert len(chunks) > 3
    counted = {chunk.key: counts for chunk, counts in on_threads(reversed(chunks), workers)}
    assert sums(measures, counted) == {each: count(each, 0, each.games) for each in measures}


def test_a_rate_is_what_simulate_says():
    measure = measure_of("rate", 3000, seed=5)
    tally = simulate(Task(make_game("youscout", ["terminals=1"]), "thumb", "random", 5), 3000)
    counts = dict(zip(FIELDS["rate"], count(measure, 0, 3000), strict=True))
    assert (counts["wins"], counts["draws"], counts["choices"]) == (tally.wins, tally.draws, tally.choices)
    rate = quantities("rate", count(measure, 0, 3000))[0]
    assert (rate.value, rate.low, rate.high) == (tally.rate, *tally.interval)


@pytest.mark.parametrize("game_id", ["youscout", "youscout-simplified"])
@pytest.mark.parametrize("options", [["terminals=1"], ["terminals=3", "court=K10"]])
def test_keyed_plays_are_those_of_the_readable_engine(game_id, options):
    """Each of the deals, played by the rule of thumb from each start: the same end, draws and answers."""
    game = make_game(game_id, options)
    plan_of_thumb = plan_bits(plan_of(game.start.rules, "thumb"))
    plays = [Play(start, plan=plan_of_thumb) for start in range(1, 7)]
    rows = play_seeded(kernel_rules(rules_of(game)), make_search_workspace(16), plays, 3, 0, 8)
    for number, deal in enumerate(deal_of(3, each) for each in range(8)):
        for start in range(1, 7):
            row = rows[number, start - 1]
            assert tuple(row[: len(_facts(game, deal, start))]) == _facts(game, deal, start)


def _facts(game, deal, start):
    """End, draws, choices, longest streak, long passes and stuck ones of one play on the readable engine."""
    state, draws, choices, streak, longest, long, stuck = game.start, 0, 0, 0, 0, 0, 0
    minors, moved, before, spots = 0, False, start, [0] * 6
    for action in play_deal(game, deal, heuristic_player(game), start):
        token, terminals = state.token, state.terminals
        if token and state.to_move() == CHANCE:
            draws, before = draws + 1, token
            if not action.endswith(f" {state.terminal}"):
                minors += 1
                spots[token - 1] += 1
        choices += bool(token) and state.to_move() != CHANCE
        state = state.apply(action)
        if not token or state.waiting():
            continue
        if state.terminals != terminals:
            long += minors >= seeded_play.LONG_PASS
            stuck += minors >= seeded_play.LONG_PASS and not moved
            minors, moved = 0, False
            continue
        streak = streak + 1 if state.token == before else 0
        moved = moved or state.token != before
        longest = max(longest, streak)
    return (state.token, draws, choices, longest, long, stuck, start, *spots)


def test_keyed_deals_are_those_the_clairvoyant_solves():
    """No play by plan wins a deal from a start from which all lines lose."""
    game = make_game("youscout", ["terminals=1"])
    rows = play_seeded(kernel_rules(rules_of(game)), make_search_workspace(16), [Play(2)], 9, 0, 200)
    won = [int(end) in (2, 5) for end in rows[:, 0, seeded_play.END]]
    solved = Solver(game).table([deal_of(9, each) for each in range(200)], 1 << 2)[:, 0]
    assert all(best >= played for best, played in zip(solved, won, strict=True))
    assert 0 < sum(won) < sum(solved)


def test_other_decks_and_lots_are_other_luck():
    rules = kernel_rules(rules_of(make_game("youscout")))
    plays = [Play(2, 0, deck=deck, stream=stream) for deck, stream in ((0, 0), (0, 0), (1, 0), (0, 1))]
    ends = play_seeded(rules, make_search_workspace(16), plays, 1, 0, 60)[:, :, seeded_play.END]
    assert (ends[:, 0] == ends[:, 1]).all()
    assert (ends[:, 0] != ends[:, 2]).any()
    assert (ends[:, 0] != ends[:, 3]).any()


def test_a_start_by_lot_is_as_often_here_as_there():
    rules = kernel_rules(rules_of(make_game("youscout", ["terminals=1"])))
    starts = play_seeded(rules, make_search_workspace(16), [Play(ANY_START)], 1, 0, 6000)[
        :, 0, seeded_play.START
    ]
    assert numpy.bincount(starts, minlength=7)[1:].min() > 900


def test_worth_lies_between_its_bounds_and_adds_up():
    counts = dict(zip(FIELDS["worth"], count(measure_of("worth", 40), 0, 40), strict=True))
    assert 0 < counts["by-moving"] + counts["by-staying"] <= counts["apparent"]
    assert counts["big"] <= counts["choices"]


def test_where_answers_do_not_matter_they_are_worth_nothing():
    """If every place wins, so does every answer."""
    rules = kernel_rules(rules_of(make_game("youscout", ["terminals=1"])))
    everywhere = (0b1111110, 0b1111110)
    rows = choice_values.measure_games(
        rules,
        plan_of(make_game("youscout").start.rules, "thumb"),
        1 << 2,
        0,
        0,
        20,
        imagined=4,
        wins=everywhere,
    )
    assert rows[:, choice_values.CHOICES].sum() > 0
    assert rows[:, choice_values.RESULT].all()
    assert not rows[:, choice_values.BY_MOVING : choice_values.BIG + 1].any()


def test_pairs_are_compared_with_their_interval():
    found = {each.name: each for each in quantities("pair", (1000, 300, 80, 20))}
    assert found["difference"].value == pytest.approx(0.06)
    assert 0.03 < found["difference"].low < 0.06 < found["difference"].high < 0.09
    assert found["rate"].value == pytest.approx(0.38)


def test_luck_is_split_into_shares_of_one():
    """Answers that never matter, and boards that decide nothing: all is the talon's."""
    found = {each.name: each.value for each in quantities("luck", (1000, 2000, 1000, 1000))}
    assert found == pytest.approx(
        {"luck-of-board": 0.0, "luck-of-talon": 1.0, "luck-of-answers": 0.0, "rate": 0.5}
    )


def test_the_usual_plan_is_as_fine_as_it_says():
    assert wilson(games_for(0.05) // 2, games_for(0.05))[1] - 0.5 <= 0.0005
    cells = plan("youscout", read_selection(""))
    assert {cell.group for cell in cells} == set(DEFAULT_GROUPS)
    fine = [cell.measure for cell in cells if cell.group == "usual" and cell.measure.player in USUAL]
    assert {each.games for each in fine} == {games_for(0.05)}
    assert {(each.game, each.options) for each in fine} == {
        ("youscout", ()),
        ("youscout-simplified", ()),
        ("youscout-simplified", ("comparison=greater-equal",)),
    }
    assert all(
        cell.measure.games >= games_for(0.2)
        for cell in cells
        if cell.measure.kind == "rate" and cell.group != "advised"
    )


def test_the_grid_holds_every_court_influence_swap_length_start_and_replacement():
    cells = {
        (each.measure.options, each.measure.start, each.measure.player)
        for each in plan("youscout", read_selection("grid"))
    }
    assert (
        ("court=K10", "influence=1.5", "swap=solid", "terminals=5", "replacements=infinity"),
        "6",
        "clairvoyant",
    ) in cells


def test_no_cell_is_measured_twice():
    cells = plan("youscout", read_selection(",".join(GROUPS)))
    words = [
        (
            each.measure.kind,
            each.measure.key.partition(" games=")[0],
            each.measure.than,
            each.measure.than_options,
        )
        for each in cells
    ]
    assert len(set(words)) == len(words)


def test_a_command_selects_its_own_cell_alone():
    """Each kind's first, middle and last cell of the usual plan, found again by the command it is printed with."""
    cells = [each.measure for each in plan("youscout", read_selection(""))]
    for kind in ("profile", "pair", "worth", "luck", "gaps"):
        own = [each for each in cells if each.kind == kind]
        for measure in (own[0], own[len(own) // 2], own[-1]):
            words = shlex.split(command_of(measure))
            selection = read_selection(words[words.index("--only") + 1], games=measure.games)
            assert [each.measure for each in plan(words[2], selection)] == [measure]


def test_plays_by_lot_find_no_hole_in_the_rules():
    for options in ([], ["replacements=3", "cross=all"], ["swap=solid", "terminals=1"]):
        counts = dict(
            zip(GAP_FIELDS, count_rule_failures(make_game("youscout", options), 1, 0, 6), strict=True)
        )
        assert counts["games"] == 6
        assert counts["draws"] > 0
        assert not counts["too-long"] + counts["dead-ends"] + counts["contradictions"]


class _Holes:
    """A game spoiled: nothing is legal, what is legal is refused, or the end never comes."""

    def __init__(self, state, hole):
        self._state, self._hole = state, hole

    def __getattr__(self, name):
        return getattr(self._state, name)

    def legal(self):
        return () if self._hole == "dead-ends" and self._state.token else self._state.legal()

    def apply(self, action):
        if self._hole == "contradictions" and self._state.token:
            raise ValueError(action)
        state = self._state.apply(action)
        if self._hole == "too-long" and state.terminals:
            state = replace(state, terminals=0, talon=(*state.talon, state.terminal))
        return _Holes(state, self._hole)


@pytest.mark.parametrize("hole", ["too-long", "dead-ends", "contradictions"])
def test_holes_in_the_rules_are_found(hole):
    game = make_game("youscout", ["terminals=1"])
    spoiled = replace(game, start=_Holes(game.start, hole))
    assert dict(zip(GAP_FIELDS, count_rule_failures(spoiled, 1, 0, 2), strict=True))[hole] == 2


@pytest.mark.parametrize(
    ("only", "points"), [("ususal", None), ("colour=red", None), ("player=", None), ("", 0.0), ("", 90.0)]
)
def test_selections_nobody_knows_are_refused(only, points):
    with pytest.raises(InputError):
        read_selection(only, points=points)


def test_an_empty_selection_is_refused():
    with pytest.raises(InputError, match="no cells"):
        plan("youscout", read_selection("usual,player=nobody"))
    with pytest.raises(InputError, match="no comparison is available"):
        plan("tottarot", read_selection(""))


@contextmanager
def _cluster():
    """A cluster of two workers on this machine, each in a process of its own."""
    from distributed import LocalCluster

    with warnings.catch_warnings():
        # The library's own affair.
        warnings.simplefilter("ignore")
        cluster = LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, host="127.0.0.1"
        )
        with cluster:
            yield cluster


def test_a_dask_worker_killed_in_the_middle_loses_nothing():
    """The same counts as in this process, though a worker dies with a chunk in hand."""
    measures = [measure_of("rate", 900_000), measure_of("pair", 150_000)]
    chunks = chunks_of(measures)
    counted, heard = {}, []
    with _cluster() as cluster, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, (chunk, counts) in enumerate(
            on_dask(chunks, cluster.scheduler_address, ready=heard.append)
        ):
            counted[chunk.key] = counts
            if number == 0:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert heard[0].startswith("2 workers at tcp://")
    assert counted == {chunk.key: counts for chunk, counts in on_threads(chunks, 1)}


def test_a_cluster_nobody_runs_is_one_line():
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"):
        next(on_dask(chunks_of([measure_of("rate", 10)]), "tcp://127.0.0.1:9", patience_seconds=1))
