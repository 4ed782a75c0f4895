"""Evaluating played games: values against exact ones, winnability against the deal, and totals that add up."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import numpy
import pytest

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.players import preferring
from printkit.games.record import Record, read_record, record_of, replay, write_record
from printkit.games.youscout.cards import DEATH, MINORS
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import Deal
from printkit.jobs.play.play import replay_file
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.judge import evidence, judge_record
from printkit.solver.evaluation import REPLACEMENT, START, SWORD

CASES = [
    ("youscout", ["terminals=1"]),
    ("youscout", ["terminals=3", "court=K10"]),
    ("youscout", ["terminals=2", "swap=solid", "influence=1.5"]),
    ("youscout-simplified", ["terminals=1", "comparison=greater-equal"]),
    ("youscout-simplified", ["terminals=2", "court=K13a"]),
]


def played(game, deal, seed=0, *, stated=True):
    """A deal played at random, with or without its code."""
    player = preferring((), random.Random(seed))
    return record_of(game, play_deal(game, deal, player), {"deal": deal.code} if stated else {})


def brute_verdict(state, deal):
    """Whether a play can still be won, by trying all answers on the readable engine."""
    known: dict[object, bool] = {}

    def won(state):
        while state.to_move() == CHANCE:
            state = state.apply(f"draw {deal.order(state.terminals, state.talon)[0]}")
        if state.to_move() is None:
            return state.outcome().result == "win"
        if state not in known:
            known[state] = any(won(state.apply(action)) for action in state.legal())
        return known[state]

    return won(state)


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_foresight_is_that_of_a_brute_search(game_id, options):
    game = make_game(game_id, options)
    verdicts = set()
    for number in range(3):
        deal = Deal(number * 7919)
        for choice in judge_record(game, played(game, deal, number), games=64).choices:
            table = game.parse(choice.position)
            for answer in choice.answers:
                assert answer.clairvoyant == brute_verdict(table.apply(answer.action), deal)
                verdicts.add(answer.clairvoyant)
    assert verdicts == {True, False}


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_what_a_record_alone_proves_is_what_its_deal_proves(game_id, options):
    game = make_game(game_id, options)
    proved, all_answers = 0, 0
    for number in range(4):
        deal = Deal(number * 104729)
        stated = judge_record(game, played(game, deal, number), games=64)
        alone = judge_record(game, played(game, deal, number, stated=False), games=64)
        for with_deal, without in zip(stated.choices, alone.choices, strict=True):
            for one, other in zip(with_deal.answers, without.answers, strict=True):
                assert other == replace(one, clairvoyant=other.clairvoyant)
                assert other.clairvoyant in (None, one.clairvoyant)
                proved += other.clairvoyant is not None
                all_answers += 1
    assert proved == all_answers if "terminals=1" in options else 0 < proved <= all_answers


def test_war_replacement_is_foreseen_too():
    game = make_game("youscout", ["terminals=1", "replacements=1", "cross=all"])
    compared, kinds = 0, set()
    for number in range(24):
        deal = Deal(number)
        for choice in judge_record(game, played(game, deal, number), games=64).choices[1:]:
            kinds.add(choice.kind)
            assert choice.bounded
            table = game.parse(choice.position)
            if compared < 25 and len(table.talon) < 25:
                for answer in choice.answers:
                    assert answer.clairvoyant in (None, brute_verdict(table.apply(answer.action), deal))
                    compared += 1
    assert compared >= 20
    assert kinds == {SWORD, REPLACEMENT}


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_totals_add_up_to_the_result(game_id, options):
    game = make_game(game_id, options)
    for number in range(5):
        judgement = judge_record(game, played(game, Deal(number + 50), number), games=128)
        came = judgement.hoped - judgement.regret + judgement.luck
        assert came == pytest.approx({"win": 1, "lose": 0}[judgement.result])
        assert judgement.choices[0].kind == START
        for choice in judgement.choices:
            best, chosen = choice.answer(choice.best), choice.answer(choice.chosen)
            assert best.odds == max(answer.odds for answer in choice.answers)
            assert choice.regret == best.odds - chosen.odds >= 0
            low, high = choice.regret_interval
            assert 0 <= low <= high
            for answer in choice.answers:
                assert 0 <= answer.interval[0] <= answer.odds <= answer.interval[1] <= 1
                assert answer.clairvoyant is None or answer.fate in (None, answer.clairvoyant)


def late_deals(least):
    """Deals in whose first pass at least this many minors come before the terminal."""
    deals = map(Deal, range(10**6))
    return (deal for deal in deals if deal.order(0, (*MINORS, DEATH)).index(DEATH) >= least)


def choices_near_the_end(game, wanted):
    """Choices evaluated exactly, in random plays of deals whose only terminal comes late."""
    found = []
    for deal in late_deals(52):
        record = played(game, deal)
        found += [choice for choice in judge_record(game, record, games=64).choices if choice.exact]
        if len(found) >= wanted:
            break
    return found


def test_near_the_end_the_odds_are_those_of_best_play():
    game = make_game("youscout", ["terminals=1"])
    advisor = Advisor(game)
    choices = choices_near_the_end(game, 8)
    assert len(choices) >= 8
    for choice in choices:
        advice = advisor.advise(choice.position)
        assert (choice.games, choice.answer("move").odds) == (0, advice.moves)
        assert choice.answer("stay").odds == advice.stays
        assert choice.regret_interval == (choice.regret, choice.regret)
        assert choice.certain == advice.certain == (advice.gain != 0)


def test_odds_are_those_of_the_rule_of_thumb():
    """From each start of a small deck's board: the rollouts come near the exact win probability."""
    game = make_game("youscout", ["terminals=1"])
    advisor = Advisor(game)
    table = game.start
    for card in Deal(8).laid():
        table = table.apply(f"lay {card}")
    deck = ("Sw3", "Sw9", "Co2", "Co10", "Cu5", "Cu11", "Wa4", "Wa12")
    for start in range(1, 7):
        placed = table.apply(f"place {start}")
        rows = advisor.outcomes(replace(placed, talon=(*deck, placed.terminal)), (start, 0), 0, 40_000)
        exact = advisor.odds(table.board, start, deck, "thumb")
        assert rows.mean() == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 40_000) ** 0.5)


def test_answers_to_one_question_get_the_same_luck():
    """Playing on the same cards, answers that come to the same thing win the same games."""
    game = make_game("youscout", ["terminals=2"])
    advisor, luck = Advisor(game), random.Random(2)
    compared = 0
    while compared < 10:
        state = game.start
        while state.to_move() is not None:
            if state.drawn:
                both = [advisor.outcomes(state.apply(each), (5, 6), 0, 200) for each in ("move", "stay")]
                together = numpy.corrcoef(*both)[0, 1] if all(0 < each.mean() < 1 for each in both) else 1
                compared += together > 0.3
                assert (advisor.outcomes(state.apply("move"), (5, 6), 50, 20) == both[0][50:70]).all()
            state = state.apply(luck.choice(state.legal()))


def test_the_same_record_gives_the_same_judgement():
    game = make_game("youscout")
    record = played(game, Deal(77))
    once = judge_record(game, record, games=512)
    assert once == judge_record(game, record, games=512)
    assert once != judge_record(game, record, games=513)


def test_a_play_broken_off_is_judged_so_far():
    game = make_game("youscout", ["terminals=1"])
    record = played(game, Deal(3), stated=False)
    lines, whole = record.lines, judge_record(game, record, games=64)
    for kept in (*range(0, len(lines), 5), len(lines)):
        part = replace(record, lines=lines[:kept], result=None)
        judgement = judge_record(game, part, games=64)
        assert judgement.result == ("unfinished" if kept < len(lines) else record.result)
        for choice, same in zip(judgement.choices, whole.choices, strict=False):
            assert [answer.odds for answer in choice.answers] == [answer.odds for answer in same.answers]
            for answer, known in zip(choice.answers, same.answers, strict=True):
                assert answer.clairvoyant in (None, known.clairvoyant)


def test_an_empty_play_has_nothing_to_judge():
    game = make_game("youscout")
    judgement = judge_record(game, Record("youscout"))
    assert (judgement.choices, judgement.result, judgement.luck) == ((), "unfinished", 0)


def test_a_deal_that_was_not_played_is_an_error():
    game = make_game("youscout", ["terminals=1"])
    record = played(game, Deal(3), stated=False)
    with pytest.raises(WrongError, match="not what deal"):
        judge_record(game, replace(record, headers=(("deal", Deal(4).code),)))
    with pytest.raises(InputError, match="deal code"):
        judge_record(game, replace(record, headers=(("deal", "0000-0001"),)))


def test_other_games_are_refused():
    with pytest.raises(InputError, match="cannot play 'tottarot'"):
        judge_record(make_game("tottarot"), Record("tottarot"))


def test_the_decided_line_is_the_first_and_right():
    game = make_game("youscout", ["terminals=1"])
    decided = 0
    for deal in islice(late_deals(45), 8):
        judgement = judge_record(game, played(game, deal), games=64)
        if judgement.decided is not None:
            decided += 1
            assert judgement.decided == (judgement.result == "win")
            for choice in judgement.choices:
                if choice.line > judgement.decided_line:
                    assert choice.decided == judgement.decided
    assert decided > 1


def test_deadlocks_hold_in_the_play():
    game = make_game("youscout")
    shown = 0
    for number in range(10):
        record = played(game, Deal(number + 900), number)
        states = [step.state for step in replay(record, game)]
        for deadlock in judge_record(game, record, games=64).deadlocks:
            here = states[deadlock.line - 1]
            assert here.token == deadlock.place
            for state in states[deadlock.line :]:
                if deadlock.until == "end" or state.terminals == here.terminals:
                    assert state.token == deadlock.place
                    shown += 1
    assert shown > 10


@pytest.mark.parametrize("name", ["021", "027", "055"])
def test_recorded_games_are_judged(root, name):
    file = str(root / f"tests/data/youscout-games/{name}.txt")
    record, game, _ = replay_file(file)
    judgement = judge_record(game, record, file=file, games=256)
    answered = [number for number, line in enumerate(record.lines, 1) if not line.chance]
    assert [choice.line for choice in judgement.choices] == answered
    assert judgement.facts()["result"] == record.result


def sword_regret(game, deal, player):
    """What a player loses at swords after the same start."""
    record = record_of(game, play_deal(game, deal, player, 5))
    return sum(choice.regret for choice in judge_record(game, record, games=512).choices[1:])


def test_the_rule_of_thumb_gives_away_less_than_its_opposite():
    game = make_game("youscout", ["terminals=1"])
    thumb = heuristic_player(game)

    def opposite(sight):
        return "stay" if thumb(sight) == "move" else "move"

    deals = [Deal(number + 40) for number in range(12)]
    given = [sum(sword_regret(game, deal, player) for deal in deals) for player in (thumb, opposite)]
    assert given[0] < given[1] / 2


def test_evidence_is_a_fair_game():
    """With equal probabilities it reaches 20 in one of 20 sequences at most; with others it soon does."""
    luck = numpy.random.default_rng(1)
    nothing = numpy.zeros(2000, numpy.int64)
    fair = [evidence(numpy.where(luck.random(2000) < 0.5, 1, -1), nothing) for _ in range(1000)]
    assert sum(each >= 20 for each in fair) <= 50
    unfair = [evidence(numpy.where(luck.random(2000) < 0.6, 1, -1), nothing) for _ in range(50)]
    assert min(unfair) > 100
    assert evidence(nothing, nothing) == 0


def test_a_record_in_text_is_judged_like_one_just_made():
    game = make_game("youscout", ["terminals=1"])
    record = played(game, Deal(5))
    assert judge_record(game, read_record(write_record(record)), games=64) == judge_record(
        game, record, games=64
    )


def test_very_long_games_are_imagined_less_often():
    game = make_game("youscout", ["terminals=2000"])
    actions = [*(f"lay {card}" for card in Deal(1).laid()), "place 2"]
    (choice,) = judge_record(game, record_of(game, actions), games=256).choices
    assert choice.games == 12
