"""Panels in which games end hold whatever a kit writes, wins and counts; anybody's, not only what is played here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.books.opening import title_bar
from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.ending import LEAST, Ending, ending_items
from printkit.compose.text.typesetting import TextStyle
from printkit.compose.walkthrough.fleet import cargo_items, home_items
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.compose.walkthrough.summit import summit_items, with_moment
from printkit.games.narration import Sentence
from printkit.geometry import Rect
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Glyphs, Path, Scene, walk

SEATS = "ABCDEF"


def boxes(items, panel):
    return [item_box(each) for each in walk(Scene("end", panel.width, panel.height, 0.0, tuple(items)))]


@pytest.mark.parametrize("high", [LEAST, 34.0, 70.0])
@pytest.mark.parametrize("winners", [1, 3, 5])
def test_winners_and_points_of_many_seats_stay_inside_the_panel(high, winners):
    panel = Rect(0.0, 0.0, 118.0, high)
    points = [(seat, "+28") for seat in SEATS]
    ending = Ending("Won by some of them", SEATS[:winners], points)
    items, said = ending_items(find_kit("paper-cetkaik"), ending, panel, low=False)
    assert all(panel.grown(0.3).contains(box) for box in boxes([*items, *said], panel))
    texts = [
        each.item.text
        for each in walk(Scene("end", 118.0, high, 0.0, tuple(items)))
        if isinstance(each.item, Glyphs)
    ]
    assert texts.count("+28") == len(SEATS)


def test_all_words_of_a_result_stand_below_the_mountain():
    panel, words = Rect(0.0, 0.0, 118.0, 88.0), "Won by A and B together after the last round of all"
    _, said = summit_items(
        find_kit("mountain-road"), words, {"A": (23, 1.0), "B": (23, 1.0)}, panel, low=False
    )
    assert " ".join(each.text for each in said) == words
    assert all(panel.contains(box) for box in boxes([*said], panel))


def test_whoever_has_not_begun_and_those_on_one_square_stand_side_by_side():
    panel = Rect(0.0, 0.0, 118.0, 88.0)
    stands = {"A": (23, 1.0), "B": (0, 0.0), "C": (0, 0.0)}
    items, _ = summit_items(find_kit("mountain-road"), "Won by A", stands, panel, low=True)
    placed = walk(Scene("end", 118.0, 88.0, 0.0, tuple(items)))
    discs = {
        (round(box.center[0], 1), round(box.width, 1))
        for each in placed
        if isinstance(each.item, Path) and each.item.stroke == BLACK
        for box in (item_box(each),)
        if abs(box.width - box.height) < 0.1 and box.width > 14.0
    }
    assert len(discs) == len(stands)
    assert all(0.0 < x - wide / 2 for x, wide in discs)


def test_a_title_that_has_no_room_beside_its_fan_has_the_bar():
    styles = [TextStyle(find_kit("paper-cetkaik").fonts["display"], size) for size in (6.6, 4.5)]
    title, drawn = ("Eight games with paper cards", ""), []
    bar = title_bar(title, styles, 118.0, None, low=False, fan=lambda box: drawn.append(box) or [])
    assert bar is not None
    assert drawn == []
    assert title_bar(("Eight", ""), styles, 118.0, None, low=False, fan=lambda box: drawn.append(box) or [])
    assert len(drawn) == 1


@pytest.mark.parametrize("size", [18.0, 36.0, 60.0])
def test_no_grain_of_a_short_stick_goes_through_its_notches_and_figure(size):
    kit = find_kit("throwing-sticks")
    token = next(each for each in kit.tokens if each.id == "stick-5")
    short = token.model_copy(update={"size": size})
    scene = compose_token(kit, short, "front", Choices("", "full"))
    grain = [
        item_box(each)
        for each in walk(scene)
        if isinstance(each.item, Path) and not each.item.even_odd and "C" in each.item.outline.commands
    ]
    assert len(grain) == (2 if size > 40.0 else 0)
    assert all(abs(x - scene.width / 2) > 9.8 for box in grain for x in (box.x, box.right))


@pytest.mark.parametrize(("ships", "goods"), [("A1", "0"), ("A1", "12"), ("A1 A2 A3", "0"), ("A1 B2", "3")])
@pytest.mark.parametrize("pawns", [True, False])
def test_a_turn_of_ships_is_drawn_large_whatever_they_carry_where_the_kit_has_them(ships, goods, pawns):
    kit = find_kit("linked-ships")
    if not pawns:
        kit = replace(kit, tokens=tuple(token for token in kit.tokens if token.piece != ships[-2:]))
    turned = Sentence("turning.front", {"seat": "A", "ships": ships, "goods": goods})
    words = NarrationWords(kit, "en", Choices(kit.default_size))
    drawn = with_moment(kit, Picture(118.0, 60.0, (), "board"), turned, {}, words, low=False)
    assert (drawn.height > 100.0) == pawns


@pytest.mark.parametrize("goods", range(16))
@pytest.mark.parametrize("ships", [["A1"], ["A2", "A1", "A3"]])
def test_cargo_of_any_size_stays_in_its_picture_and_off_the_foremost_ship(ships, goods):
    kit, box = find_kit("linked-ships"), Rect(0.0, 0.0, 118.0, 90.0)
    items, words = cargo_items(kit, ships, goods, "A has it", box, low=False)
    casks = [
        drawn
        for each in items
        if isinstance(each, Path) and each.stroke == BLACK and each.fill == BLACK
        for drawn in (each.outline.box(),)
        if abs(drawn.width - drawn.height) < 0.1 and drawn.width < 12.0
    ]
    assert len(casks) == goods
    assert [each.text for each in words] == ["A has it", *[str(goods)] * bool(goods)]
    assert all(box.contains(each) for each in casks)
    if len(ships) > 1:
        assert all(each.right < 0.62 * box.width for each in casks)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("points", [("0", "0"), ("25", "12"), ("45", "3"), ("21", "20", "19", "5")])
def test_ships_that_won_fill_a_picture_with_all_that_came_home(count, points, low):
    """A reader saw a ship as small as a thumb in a blue slab."""
    kit, box = find_kit("linked-ships"), Rect(0.0, 0.0, 118.0, 76.0)
    ending = Ending("Won by A", ("A",), tuple(zip(SEATS, points, strict=False)))
    ships = [f"A{at}" for at in range(1, count + 1)]
    items, (words,) = home_items(kit, ending, ships, box, low=low)
    placed = [*walk(Scene("", 118.0, 76.0, 0.0, tuple(items)))]
    drawn = [item_box(each) for each in placed]
    assert all(box.grown(0.1).contains(each) for each in drawn)
    assert [each.item.text for each in placed if isinstance(each.item, Glyphs)] == [*points]
    casks = [
        each
        for each in items
        if isinstance(each, Path) and each.stroke == BLACK and each.width == 0.4
        if abs(each.outline.box().width - each.outline.box().height) < 0.1
    ]
    assert len(casks) == sum(map(int, points))
    # The sails of the first are half as high as the picture, and the words lie on the wall.
    assert min(box.y for box in drawn if box.x < 30.0 and 8.0 < box.width < 60.0) < 0.35 * 76.0
    assert words.text == "Won by A"
