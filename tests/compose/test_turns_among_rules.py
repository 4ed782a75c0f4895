"""A turn of a race among rules: cards as signs below the board, the top by its name, a block a seat."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.walkthrough.narration import NarrationPen
from printkit.games.find import make_game
from printkit.games.mountain_road.narration import with_turnings
from printkit.games.mountain_road.road import WAY
from printkit.games.narration import Frame, Sentence
from printkit.games.record import read_record, replay
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Rect
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Path, Scene, walk

WIDTH = 118.0
KIT = "mountain-road"


def rules_pen():
    kit = find_kit(KIT)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None, numbered=False)


def rounds():
    record = read_record((find_kit(KIT).folder / "games/mountain-road.txt").read_text("utf-8"), "record")
    game = make_game(KIT, [f"{key}={value}" for key, value in record.options])
    return tuple(each for each in game.module.narration(game, list(replay(record, game))) if each.seats)


def test_cards_below_the_board_are_signs_and_read_by_name():
    picture = rules_pen().turn(rounds()[3], WIDTH)
    assert picture.grow
    large = picture.grow.draw(picture.grow.most)
    turns = [each for each in large.told if each.role == "P" and "Draws" in each.words]
    assert len(turns) == 2
    for turn in turns:
        placed = list(walk(Scene("turn", WIDTH, 200.0, 0.0, turn.items)))
        said = "".join(each.item.text for each in placed if isinstance(each.item, Glyphs))
        assert not re.search("black|red", said)
        assert re.search("black|red", turn.words)
        assert any(isinstance(each.item, Path) for each in placed)


def test_words_of_seats_stand_side_by_side_over_the_whole_width():
    pen = rules_pen()
    for frame in rounds()[:6]:
        picture = pen.turn(frame, WIDTH)
        assert picture.grow
        large = picture.grow.draw(picture.grow.most)
        turns = [each for each in large.told if each.role == "P" and has_letters(each.items)]
        # The last two paragraphs are those of the seats; the first may be of the head.
        first, second = (words_box(each.items) for each in turns[-2:])
        assert first.x < 1.0
        assert first.right + 3.0 < second.x
        assert abs(first.y - second.y) < 1.0
        assert second.right > 0.9 * WIDTH


def has_letters(items):
    return any(isinstance(each.item, Glyphs) for each in walk(Scene("turn", WIDTH, 200.0, 0.0, items)))


def words_box(items):
    """Where words stand."""
    placed = walk(Scene("turn", WIDTH, 200.0, 0.0, items))
    return reduce(Rect.union, (item_box(each) for each in placed if isinstance(each.item, Glyphs)))


def test_the_last_move_leads_to_the_top_and_to_no_number():
    keys = [sentence.key for frame in rounds() for sentence in frame.sentences]
    assert keys.count("mountain-road.climb-rice") == 1
    assert keys.count("mountain-road.move-rice") > 1
    assert "to reach the top." in rules_pen().words.said(rounds()[-1])


def test_turning_points_of_the_road_are_named():
    """Who takes the lead, is half way, first on the inner squares, and reaches the top."""
    turning = [frame.turning for frame in rounds() if frame.turning]
    assert [(each.key, each.values["seat"]) for each in turning] == [
        ("turning.lead", "A"), ("turning.half", "A"), ("turning.inner", "A"), ("turning.top", "A"),
    ]  # fmt: skip
    # Among rules a head has no room for them; a title says what the picture is for.
    assert (
        "takes the lead" not in rules_pen().turn(next(each for each in rounds() if each.turning), WIDTH).words
    )


def test_a_word_too_wide_for_the_narrower_column_leaves_both_as_wide():
    kit = find_kit(KIT)
    long = {**kit.texts["en"], "narration.mountain-road.draw": "Schifffahrtsgesellsc <cards>."}
    kit = replace(kit, texts={**kit.texts, "en": long})
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None, numbered=False)
    picture = pen.turn(rounds()[3], WIDTH)
    assert "Schifffahrtsgesellsc" in " ".join(each.words for each in picture.told)


@pytest.mark.parametrize(
    ("before", "after", "key", "seat"),
    [
        # Both pass the last outer square in one round: whose turn came first was there first.
        ({"A": 10, "B": 9}, {"A": 17, "B": 19}, "turning.inner", "A"),
        ({"A": 0, "B": 0}, {"A": 17, "B": 17}, "turning.inner", "A"),
        ({"A": 10, "B": 12}, {"A": 16, "B": 16}, "turning.inner", "A"),
        ({"A": 10, "B": 9}, {"A": 11, "B": 12}, "turning.half", "B"),
        ({"A": 17, "B": 18}, {"A": 24, "B": 18}, "turning.top", "A"),
        ({"A": 17, "B": 18}, {"A": 20, "B": 18}, "turning.lead", "A"),
        ({"A": 17, "B": 18}, {"A": 18, "B": 18}, "", ""),
    ],
)
def test_a_turning_point_names_who_was_there_first(before, after, key, seat):
    def frame(stands):
        squares = {
            WAY[step]: " ".join(s for s, at in stands.items() if at == step) for step in stands.values()
        }
        zone = Zone("board", "grid", tuple(map(Thing, squares.values())), names=tuple(squares))
        said = tuple(Sentence("", {}, turn=each) for each in stands)
        return Frame((1, 1), Table("", None, (zone,)), tuple(stands), sentences=said)

    frames = with_turnings(lambda game, steps: (frame(before), frame(after)))(make_game(KIT), ())
    found = frames[-1].turning
    assert (found.key, found.values["seat"]) == (key, seat) if found else ("", "") == (key, seat)
