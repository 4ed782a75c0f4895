"""How every game ended, in words of both languages: who won, why, and with what; no code and no key."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.players import sight_of
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.solver.seats import seated
from printkit.web.session import Session, begin
from printkit.web.view import Looking, view_of
from printkit.web.words import LANGUAGES, words_of
from tests.web.whole_game import unspoken

# Examples whose rules name no cause: their own reason stands in English, points in Japanese.
UNNAMED = {"staircase": "", "three-in-a-row": "end.points"}


@cache
def ended(game, seed):
    """A whole game by the weakest players, as short as it may be agreed on."""
    known = {option.key for option in make_game(game).module.options}
    session = begin(
        game, [f"{key}=1" for key in ("seasons", "rounds", "victories", "terminals") if key in known]
    )
    rng, state, actions, states = Random(seed), session.state, [], list(session.states)
    players = [
        seated(session.game, "greedy" if session.game.module.worth else "random", rng)
        for _ in session.game.seats
    ]
    while (seat := state.to_move()) is not None:
        if seat == CHANCE:
            action = state.sample(rng)
        else:
            action = players[session.game.seats.index(seat)](sight_of(session.game, state, seat))
        actions.append(action)
        state = state.after(action)
        states.append(state)
    return Session(
        session.game, ("beginner",) * len(players), seed, actions=tuple(actions), states=tuple(states)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", find_games())
def test_every_end_has_its_reason_in_words(game, language):
    session = ended(game, 3)
    view = view_of(
        session, screen_kit(game, None, "/part"), Looking(language, words_of(language), Room(390, 480))
    )
    outcome = session.state.outcome()
    reason, words = view["outcome"]["reason"], words_of(language)
    assert bool(outcome.cause) == (game not in UNNAMED)
    if game in UNNAMED and language == "en":
        assert reason == outcome.reason
        return
    key = UNNAMED.get(game, f"end.{outcome.cause}")
    assert not reason or unspoken(reason, frozenset()) == []
    told = words[key] if key else ""
    for name, value in {
        "points": points(session, language),
        "winner": outcome.result,
        **dict(outcome.facts),
    }.items():
        told = told.replace(f"<{name}>", value)
    assert reason == told
    if language == "ja":
        assert {*re.findall(r"[A-Za-z]+", reason)} <= {*session.game.seats}
        assert reason.endswith("。") or not key


def points(session, language):
    each = zip(session.game.seats, session.state.returns(), strict=True)
    return words_of(language)["comma"].join(f"{seat} {number:g}".replace("-", "−") for seat, number in each)


def test_an_end_is_said_in_a_kits_own_words():
    kit = screen_kit("lu-tu", None, "/part")
    texts = {**kit.kit.texts, "en": {**kit.kit.texts["en"], "narration.end.lu-tu.dealers": "Done: <points>"}}
    session = ended("lu-tu", 3)
    names = kit.names("lu-tu", "en", words_of("en"))
    own = Teller(replace(names, kit=replace(kit.kit, texts=texts)), session.game)
    assert own.ended(session.state) == f"Done: {points(session, 'en')}"
