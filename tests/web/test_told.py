"""What the page tells of a play: who did what, with what, and what came of it."""

from __future__ import annotations

import re
from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.kit.find import kit_folder
from printkit.web.session import HUMAN, advance, begin
from printkit.web.view import Looking, view_of
from printkit.web.words import words_of


def played(game, plies, players=("random",), seed=3):
    session, rng = begin(game, (), players, seed=seed), Random(seed)
    while session.state.to_move() is not None and len(session.actions) < plies:
        chance = session.state.to_move() == CHANCE
        session = advance(session, None if chance else rng.choice(session.state.legal()))
    return session


def seen(session, language="en"):
    kit = screen_kit(session.game.id, None, "/part")
    return view_of(session, kit, Looking(language, words_of(language), Room(650, 480)))


@pytest.mark.parametrize(
    ("game", "did", "came"),
    [
        ("mountain-road", "sell ", "(rice +2)"),
        ("mountain-road", "move, for rice", "(to step "),
        ("linked-ships", "supply ", "(● +"),
        ("youscout", "draw ", ": you may move"),
        ("youscout-simplified", "draw ", ", to place "),
        ("lu-tu", "throw the sticks", "(points A "),
        ("cetkaik", "end the season", "(points "),
    ],
)
def test_a_line_says_what_came_of_it(game, did, came):
    told = [each["text"] for each in seen(played(game, 240))["log"]]
    assert any(text.startswith(did) and came in text for text in told), told


def test_what_chance_gives_a_seat_is_told_of_that_seat():
    dealt = [each for each in seen(played("mok-kaik", 40))["log"] if each["text"].startswith("draw ")]
    assert {each["seat"] for each in dealt} == {"A", "B", "C"}


def test_nobody_is_told_what_others_drew():
    session = begin("mok-kaik", (), (HUMAN, "random", "random"), seed=1)
    while session.state.to_move() == CHANCE:
        session = advance(session)
    told = {(each["seat"], each["text"].partition(" ×")[0]) for each in seen(session)["log"] if each["seat"]}
    assert {text for seat, text in told if seat != "A"} == {"draw"}
    assert all(text.startswith(("draw red ", "draw black ")) for seat, text in told if seat == "A")


def test_a_game_is_drawn_with_the_cards_of_its_deck():
    things = seen(played("mountain-road", 40))["drawing"]["things"]
    deck = screen_kit("mok-kaik", None, "/part")
    held = [thing for thing in things if thing["id"].startswith("hands-")]
    assert held
    stamp = held[0]["card"].removeprefix("/part/").partition("/")[0]
    assert {thing["card"].startswith(f"/part/{stamp}/card-") for thing in held} == {True}
    assert screen_kit("mountain-road", None, "/part").deck.kit.folder == kit_folder("paper-cetkaik")
    name = held[0]["card"].rpartition("/")[2].removesuffix(".svg")
    assert deck.part(name).startswith(b"<?xml") or deck.part(name).startswith(b"<svg")


def test_what_was_played_lies_there_as_cards():
    session = played("mok-kaik", 33)
    played_cards = next(thing for thing in seen(session)["drawing"]["things"] if thing["id"] == "lead")
    assert played_cards["words"].startswith("to beat: ")
    assert "<image" in played_cards["svg"] or "<use" in played_cards["svg"]


SUMS = re.compile(
    r"((?:\d+ \+ )*\d+)(?: = (\d+))? (is more than|is not more than) ((?:\d+ \+ )*\d+)(?: = (\d+))?"
)


@pytest.mark.parametrize("game", ["youscout", "youscout-simplified"])
def test_the_sums_that_were_compared_are_told_with_what_came_of_them(game):
    """Each number of a sentence adds up, and the token moves exactly where the left side is more."""
    relations = set()
    for seed in range(4):
        for each in seen(played(game, 240, seed=seed))["log"]:
            for left, left_sum, relation, right, right_sum in SUMS.findall(each["text"]):
                sums = [sum(map(int, side.split(" + "))) for side in (left, right)]
                assert [str(each) for each in sums] == [left_sum or left, right_sum or right]
                assert (sums[0] > sums[1]) == (relation == "is more than")
                assert relation == "is more than" or ", to place" not in each["text"]
                relations.add(relation)
    assert relations == {"is more than", "is not more than"}
