"""A first game with a guide: it follows whatever is done, from any deal, to a won or lost game."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random

import pytest
from playwright.sync_api import expect

from printkit.games.core import CHANCE
from printkit.games.find import find_module
from printkit.jobs.play.play_book import table_game
from printkit.jobs.screen.guided import guide_of, seen_steps
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import game_kits, screen_kit
from printkit.kit.shelf import step_key
from printkit.web.session import HUMAN, act, advance, begin
from printkit.web.view import Looking, view_of
from printkit.web.words import words_of
from tests.web.visit import DESK, PHONE, Visit, serious

KITS = [kit.screen for kit in game_kits(None, "/part") if kit.screen]
GUIDED = [(kit, game) for kit in KITS for game in kit.kit.games if guide_of(kit.kit, game)]
GAMES = 30
every_guide = pytest.mark.parametrize(("screen", "game"), GUIDED, ids=[game for _, game in GUIDED])


def played(game, seed):
    """A game by any legal actions, to its end."""
    rng, states, actions = Random(seed), [game.start], []
    while (mover := states[-1].to_move()) is not None:
        state = states[-1]
        legal = state.legal()
        actions.append(state.sample(rng) if mover == CHANCE else legal[int(rng.random() * len(legal))])
        states.append(state.after(actions[-1]))
    return states, actions


def test_the_games_to_begin_with_have_a_guide():
    assert {game for _, game in GUIDED} == {"youscout-simplified", "tottarot", "cetkaik-school"}


@cache
def followed(screen, game):
    """Games of any legal actions with the steps that came."""
    guided = guide_of(screen.kit, game)
    assert guided
    made = table_game(game, guided.options, None)
    plays = [played(made, seed) for seed in range(GAMES)]
    return tuple((made, *play, seen_steps(screen.kit, made, made.seats[0], *play)) for play in plays)


@every_guide
def test_it_follows_any_game_to_its_end(screen, game):
    guided = guide_of(screen.kit, game)
    assert guided
    for _, _, actions, seen in followed(screen, game):
        assert (seen[0].step.id, seen[0].at) == (guided.steps[0].id, 0)
        assert (seen[-1].step.id, seen[-1].at) == (guided.steps[-1].id, len(actions))
    points = [states[-1].returns() for _, states, _, _ in followed(screen, game)]
    assert {each[0] == max(each) > 0 for each in points} == {True, False}, "won and lost"
    counts = [len(seen) for _, _, _, seen in followed(screen, game)]
    assert sum(count >= 6 for count in counts) > 2 / 3 * GAMES, counts


@every_guide
def test_what_has_come_stays_however_the_game_goes_on(screen, game):
    for made, states, actions, seen in followed(screen, game)[:5]:
        half = len(actions) // 2
        earlier = seen_steps(screen.kit, made, made.seats[0], states[: half + 1], actions[:half])
        assert earlier == tuple(each for each in seen if each.at <= half)


@every_guide
def test_every_step_comes_in_some_game_and_has_its_texts(screen, game):
    guided = guide_of(screen.kit, game)
    assert guided
    assert {each.step.id for *_, seen in followed(screen, game) for each in seen} == {
        step.id for step in guided.steps
    }
    for step in guided.steps:
        for language in ("en", "ja"):
            title, text = (screen.text(language, step_key(game, step.id, name)) for name in ("title", "text"))
            assert 0 < len(title) <= 40
            assert 20 < len(text) <= 240


def guided_session(game, seed):
    screen = screen_kit(game, None, "/part")
    guided = guide_of(screen.kit, game)
    assert guided
    others = ("random",) * (len(find_module(game).game().seats) - 1)
    return begin(game, guided.options, (HUMAN, *others), seed=seed)


@every_guide
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_it_says_is_filled_at_every_moment(screen, game, language):
    session, rng = guided_session(game, 5), Random(5)
    looking = Looking(language, words_of(language), Room(650, 480), guided=True)
    while not session.over:
        legal = session.state.legal()
        choice = legal[int(rng.random() * len(legal))]
        chance = session.mover == CHANCE
        session = (
            act(session, choice) if session.mover == HUMAN else advance(session, None if chance else choice)
        )
    guide = view_of(session, screen, looking)["guide"]
    assert guide["of"] >= len(guide["steps"]) >= 5
    for step in guide["steps"]:
        assert step["title"]
        assert not re.search(r"[<>]|guide\.|result\.|^[.。]", step["title"] + step["text"]), step
    assert guide["steps"][-1]["title"] in {words_of(language)[key] for key in ("result.win", "result.lose")}


def of_deal(route):
    """A new table of one deal: a lost game of another may be too short for five steps."""
    route.continue_(post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "deal": "11"}))


@pytest.mark.parametrize(
    ("game", "size"), [("youscout-simplified", PHONE), ("tottarot", DESK)], ids=["phone", "desk"]
)
def test_it_is_begun_by_one_click_and_leads_to_the_end(browser, server, game, size):
    visit = Visit(browser, server.address, viewport=size)
    page, rng = visit.page, Random(2)
    page.route("**/api/tables", of_deal)
    page.click(f"[data-guide={game}]")
    page.wait_for_selector(".guide[data-step]")
    assert serious(page, game) == []
    steps = [page.get_attribute(".guide", "data-step")]
    while True:
        if (now := page.get_attribute(".guide", "data-step")) != steps[-1]:
            steps.append(now)
        if page.query_selector(".guide .main"):
            page.click(".guide .main")
        elif not visit.step(rng):
            break
    assert steps[-1] == "end"
    assert len(steps) >= 5
    assert len(set(steps)) == len(steps)
    assert visit.complaints == []
    page.click(".guide .leave")
    expect(page.locator(".guide")).to_be_hidden()
    visit.close()


def test_it_can_be_left_and_other_tables_have_none(browser, server):
    visit = Visit(browser, server.address, viewport=DESK)
    page = visit.page
    page.click("[data-guide=youscout-simplified]")
    page.wait_for_selector(".guide[data-step=river]")
    page.reload()
    page.wait_for_selector(".guide[data-step=river]")
    page.click(".guide .leave")
    expect(page.locator(".guide")).to_be_hidden()
    page.wait_for_selector(".dock .state")
    visit.start("tottarot", players=["human", "random", "random"])
    expect(page.locator(".guide")).to_be_hidden()
    visit.close()
