"""The session as a value: every game is played, kept, resumed, taken back, and shows a seat what it may know."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.record import read_record, replay, write_record
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.web.session import (
    act,
    advance,
    begin,
    opened,
    record_of_session,
    redo,
    resumed,
    sit,
    undo,
    undoable,
    written,
)
from printkit.web.view import Looking, view_of
from printkit.web.words import LANGUAGES, words_of

GAMES = find_games()
SECRET = tuple(game for game in GAMES if make_game(game).start.has_secrets())
LOOKING = Looking("en", words_of("en"), Room(390, 480))


def seated(session):
    return sit(session, session.waits_for) if session.waits_for is not None else session


def played(session, actions, seed=0):
    """So many wishes granted, people choosing at random."""
    rng = Random(seed)
    for _ in range(actions):
        session = seated(session)
        if session.over:
            break
        session = (
            advance(session) if session.mover == CHANCE else act(session, rng.choice(session.state.legal()))
        )
    return session


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_table_goes_on_where_it_was(game):
    session = played(begin(game, seed=5), 25)
    again = resumed(written(session), "table")
    assert (again.actions, again.states, again.players, again.seed, again.deal) == (
        session.actions, session.states, session.players, session.seed, session.deal,
    )  # fmt: skip
    assert played(again, 10, 1).actions == played(session, 10, 1).actions


@pytest.mark.parametrize("game", GAMES)
def test_its_record_is_a_record_and_replays(game):
    session = played(begin(game, seed=6), 40)
    text = write_record(record_of_session(session))
    steps = list(replay(read_record(text), make_game(game, session.game.options)))
    assert tuple(action for step in steps for action in step.actions) == session.actions
    assert opened(text).state == session.state


@pytest.mark.parametrize("game", GAMES)
def test_chance_follows_from_the_seed(game):
    assert played(begin(game, seed=7), 20).actions == played(begin(game, seed=7), 20).actions
    if played(begin(game, seed=7), 20).states[0].to_move() == CHANCE:
        assert played(begin(game, seed=7), 30).actions != played(begin(game, seed=8), 30).actions


def test_a_deal_is_one_line_and_a_draw_is_one():
    dealt = advance(begin("youscout", seed=1))
    assert [action.split()[0] for action in dealt.actions] == ["lay"] * 6
    placed = act(dealt, dealt.state.legal()[0])
    assert len(advance(placed).actions) == len(placed.actions) + 1


def test_a_deal_code_names_the_same_deal_again():
    first = played(begin("youscout", seed=99), 12)
    again = played(begin("youscout", deal=first.deal.lower()), 12)
    assert again.actions == first.actions
    with pytest.raises(InputError):
        begin("lu-tu", deal=first.deal)


# ── undo ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_alone_undo_is_free_and_chance_comes_back_the_same():
    session = begin("youscout", seed=3)
    session = advance(session)
    session = act(session, session.state.legal()[0])
    later = advance(advance(session))
    back = undo(later)
    assert back.actions == session.actions[:-1]
    assert back.undos == 1
    assert redo(back).actions[: len(session.actions)] == session.actions
    assert advance(advance(act(back, session.actions[-1]))).actions == later.actions
    assert not act(back, back.state.legal()[1]).undone


def test_undone_actions_are_kept_too():
    session = undo(played(begin("youscout", seed=3), 6))
    assert redo(resumed(written(session), "table")) == redo(session)


@pytest.mark.parametrize("game", SECRET)
def test_where_seats_have_secrets_undo_passes_no_chance_and_no_reveal(game):
    taken_back = 0
    for seed in range(3):
        session = begin(game, seed=seed)
        rng = Random(seed)
        for _ in range(60):
            session = seated(session)
            if session.over:
                break
            session = (
                advance(session)
                if session.mover == CHANCE
                else act(session, rng.choice(session.state.legal()))
            )
            count = undoable(session)
            if session.states[-2].to_move() == CHANCE or session.states[-2].to_move() != session.looks:
                assert not count
            if count:
                before, action = session.states[-2], session.actions[-1]
                assert count == 1
                assert undo(session).state == before
                worlds = [before.determinize(session.looks, Random(world)) for world in range(5)]
                assert {world.after(action).view(session.looks) for world in worlds} == {
                    session.state.view(session.looks)
                }
                taken_back += 1
    assert taken_back or game not in TAKES_BACK


TAKES_BACK = {"mak-kaik", "mountain-road", "nam-to", "niek-hi", "tottarot"}
"""Games in which something may be done that shows nobody anything."""


def test_what_may_not_be_taken_back_is_refused():
    with pytest.raises(WrongError):
        undo(begin("youscout"))
    with pytest.raises(WrongError):
        redo(begin("youscout"))


# ── what a seat sees ─────────────────────────────────────────────────────────────────────────────────────────────────


def page_of(session):
    kit = screen_kit(session.game.id, None, "/part")
    return json.dumps(view_of(session, kit, LOOKING), ensure_ascii=False)


def other_worlds(session, seat):
    """Sessions whose last two states the seat cannot distinguish from the true ones."""
    before, action, heard = session.states[-2], session.actions[-1], session.heard
    known = {at: heard(at, seat) for at in range(len(session.actions))}
    for world in range(4):
        imagined = before.determinize(seat, Random(world))
        if action in imagined.legal() and imagined.after(action).view(seat) == session.state.view(seat):
            states = (*session.states[:-2], imagined, imagined.after(action))
            yield replace(session, states=states, _heard={seat: known})


@pytest.mark.parametrize("game", SECRET)
def test_what_is_hidden_changes_nothing_in_a_seats_page(game):
    """No picture, id, label, order, log or undo depends on what the seat cannot know."""
    checked = 0
    for seed in range(2):
        session = begin(game, seed=seed)
        for step in range(12):
            session = seated(played(session, 4, 10 * seed + step))
            if session.over or session.waits_for is not None:
                break
            page = page_of(session)
            for other in islice(other_worlds(session, session.looks), 1):
                assert page_of(other) == page
                checked += 1
    assert checked > 4


@pytest.mark.parametrize("game", SECRET)
def test_between_two_people_the_page_shows_nothing(game):
    session = begin(game, seed=2)
    seen = 0
    for step in range(40):
        if session.over:
            break
        if session.waits_for is not None:
            facts = view_of(session, screen_kit(game, None, "/part"), LOOKING)
            assert not {"drawing", "actions", "log", "cast", "sum"} & facts.keys()
            assert not facts["deal"]
            assert not facts["open"]
            with pytest.raises(WrongError):
                act(session, session.state.legal()[0])
            seen += 1
        session = played(session, 1, step)
    assert seen > 1


def test_only_the_seat_whose_turn_it_is_takes_the_screen():
    session = begin("tottarot", seed=1)
    assert session.waits_for == "A"
    with pytest.raises(WrongError):
        sit(session, "B")


@pytest.mark.parametrize("game", SECRET)
def test_alone_among_players_one_looks_through_one_seat_all_the_time(game):
    session = begin(game, players=["human", "random"], seed=1)
    others = [name for name in session.players[1:] if name != "human"]
    single = begin(game, players=["human", *["random"] * (len(session.players) - 1)], seed=1)
    assert others
    assert single.looks == single.eyes == single.game.seats[0]
    assert single.waits_for is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_every_game_is_offered_in_words(game, language):
    session = played(begin(game, seed=4), 14)
    for _ in range(30):
        session = seated(session)
        if session.over or (session.mover == "human" and len(session.state.legal()) > 1):
            break
        session = played(session, 1)
    view = view_of(
        session, screen_kit(game, None, "/part"), Looking(language, words_of(language), Room(1000, 800))
    )
    ids = [thing["id"] for thing in view["drawing"]["things"]]
    assert len(ids) == len(set(ids))
    assert all(thing["words"] for thing in view["drawing"]["things"])
    assert [each["text"] for each in view["actions"]] == list(
        session.state.legal() if session.mover == "human" else ()
    )
    assert all(each["label"] for each in view["actions"])
    assert all(place in ids for each in view["actions"] for places in each["path"] for place in places)


def test_the_page_says_the_same_things_in_both_languages():
    assert words_of("ja").keys() == words_of("en").keys()
    assert all(words_of(language)[key] for language in LANGUAGES for key in words_of(language))


def test_buttons_name_places_by_themselves_and_cards_by_their_names():
    session = advance(begin("youscout", seed=1))
    view = view_of(session, screen_kit("youscout", None, "/part"), LOOKING)
    assert {each["label"] for each in view["actions"]} <= {f"start on place {place}" for place in range(1, 7)}
    drawn = advance(act(session, session.state.legal()[0]))
    code = drawn.actions[-1].split()[1]
    said = view_of(drawn, screen_kit("youscout", None, "/part"), LOOKING)["log"][-1]["text"]
    assert code not in said
    assert said.startswith("draw ")
    assert " of " in said or said == "draw Death"


def test_what_a_seat_plays_is_in_its_hand():
    session = seated(played(begin("mok-kaik", seed=4), 40))
    while session.mover != "human":
        session = seated(played(session, 1))
    view = view_of(session, screen_kit("mok-kaik", None, "/part"), LOOKING)
    places = {place for each in view["actions"] for places in each["path"] for place in places}
    assert places
    held = {
        thing["id"]
        for thing in view["drawing"]["things"]
        if thing["held"] and thing["owner"] == session.looks
    }
    assert places <= held


def test_a_ships_number_is_the_ship_and_no_square():
    session, seen = begin("linked-ships", seed=2), set()
    for _ in range(60):
        session = played(session, 1, seed=4)
        seat = session.state.to_move()
        if seat in (None, CHANCE):
            continue
        ships = session.state.ships[session.state.index(seat)]
        page = view_of(session, screen_kit("linked-ships", None, "/part"), LOOKING)
        for action in page["actions"]:
            verb, *named = action["text"].split()
            if verb in ("move", "supply", "build", "unload"):
                seen.add(ships[int(named[0]) - 1].step)
                assert action["path"] == [[f"board-{ships[int(named[0]) - 1].step}"]]
    assert len(seen) > 2


def test_the_last_move_is_marked_where_it_went():
    """`move 3` of linked ships names a ship: square 3 was marked, which nobody had come to."""
    session, moves = begin("linked-ships", ["players=2"], ["human", "human"], seed=3), 0
    while moves < 12:
        session = seated(session)
        if session.mover == CHANCE:
            session = advance(session)
            continue
        before = session.state
        moving = [each for each in before.legal() if each.startswith("move")]
        session = act(session, (moving or before.legal())[0])
        view = view_of(session, screen_kit("linked-ships", None, "/part"), LOOKING)
        names = {thing["id"]: thing["names"] for thing in view["drawing"]["things"]}
        marked = {name for each in view["last"] for name in names[each]}
        one, two = (
            {
                name: item
                for zone in state.table("").zones
                if zone.kind == "grid"
                for name, item in zip(zone.names, zone.items, strict=True)
            }
            for state in (before, session.states[len(session.actions)])
        )
        assert marked == {name for name in two if one[name] != two[name]}
        moves += bool(marked)
