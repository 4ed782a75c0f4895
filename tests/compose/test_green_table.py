"""Books of hands: what lies open on a green strip, large if it is new, and below it the seats side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.ending import ground_of
from printkit.compose.table.green_strip import BEFORE, OPEN, OWN, across, cards_band
from printkit.compose.table.green_table import BAR
from printkit.compose.table.narration import HANDS_APART, NarrationPen
from printkit.compose.table.small import FRAME
from printkit.games.zones import Item, Zone
from printkit.geometry import Rect
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.compose.test_words_beside import HANDS, narrated

WIDE, ROOM = 118.0, 180.0
KIT = find_kit("paper-cetkaik")
NAMES = ("Cards won so far", "Gewonnenkartenhaufen", "取り札・見せ札・捨て札の山")


def pen_of(kit=KIT, language="en", ink="full"):
    choices = Choices(kit.default_size, ink, print_variables(kit, ()))
    return NarrationPen(kit, language, Scenes(kit, choices).front, choices, None)


@cache
def pictures(game_id, language="en", ink="full"):
    return pen_of(language=language, ink=ink).pictures(narrated(game_id), WIDE)


def placed(picture):
    return [*walk(Scene("turn", WIDE, 250.0, 0.0, picture.items))]


def paths(picture):
    return [(each.item, item_box(each)) for each in placed(picture) if isinstance(each.item, Path)]


def card_boxes(picture):
    """Where cards lie, without their frames."""
    return [
        box.grown(-FRAME / 2)
        for path, box in paths(picture)
        if path.width == FRAME and path.stroke == BLACK and not path.dash
    ]


def strips(picture):
    """The green strips, without the panel of an end."""
    return [
        box
        for path, box in paths(picture)
        if path.fill == ground_of(KIT) and box.width == pytest.approx(WIDE) and box.height < 40.0
    ]


def of_turns(game_id, language="en"):
    """The pictures of a game but the last, which has the panel of its end."""
    return pictures(game_id, language)[:-1]


@pytest.mark.parametrize("game_id", HANDS)
def test_cards_have_two_sizes_in_the_whole_book(game_id):
    """Nine readers: sizes that jump from page to page mean nothing."""
    for picture in of_turns(game_id):
        assert picture.grow is None
        widths = {round(box.width, 2) for box in card_boxes(picture)}
        assert widths <= {OPEN.card, OWN.card}
        assert BEFORE.card == OWN.card
        for box in card_boxes(picture):
            assert -0.1 <= box.x
            assert box.right <= WIDE + 0.1


@pytest.mark.parametrize("game_id", HANDS)
def test_every_turn_has_one_strip_and_all_that_is_large_lies_on_it(game_id):
    heights = set()
    for picture in of_turns(game_id):
        (strip,) = strips(picture)
        heights.add(round(strip.height, 2))
        large = [box for box in card_boxes(picture) if box.width == pytest.approx(OPEN.card)]
        # Before a card is turned up a pot alone lies there.
        assert large or game_id == "nam-to"
        assert all(strip.contains(box) for box in large)
    # Only as high as one row, or as two of small cards or a pile of sticks that need more.
    assert max(heights) - min(heights) < 2.0


@pytest.mark.parametrize("game_id", HANDS)
def test_three_turns_stand_on_a_page(game_id):
    """Readers wanted about 28 pages instead of 38."""
    heights = [picture.height for picture in of_turns(game_id)]
    assert sum(heights) / len(heights) * 3 + 2 * HANDS_APART < ROOM
    assert all(picture.above == HANDS_APART for picture in of_turns(game_id))


@pytest.mark.parametrize("game_id", HANDS)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_seats_stand_side_by_side_and_one_at_most_is_blue(game_id, ink):
    for picture in pictures(game_id, ink=ink):
        letters = [
            item_box(each)
            for each in placed(picture)
            if isinstance(each.item, Glyphs) and each.item.text in ("A", "B", "C") and each.item.size == 4.2
        ]
        assert len(letters) == 3
        middles = [box.center[1] for box in letters]
        assert max(middles) - min(middles) < 0.5
        assert [box.x for box in letters] == sorted(box.x for box in letters)
        blue = find_ink("blue")
        bars = [box for path, box in paths(picture) if blue in (path.fill, path.stroke) and box.height > 3.0]
        seats = [box for box in bars if box.height == pytest.approx(BAR, abs=0.1) and box.width > 15.0]
        assert len(seats) <= 1


def test_long_hands_stand_on_two_lines_in_columns_as_wide_as_they_need():
    """The first hands of Niek hi have 16, 7 and 16 cards."""
    first = pictures("niek-hi")[0]
    small = [box for box in card_boxes(first) if box.width == pytest.approx(OWN.card)]
    assert len(small) == 16 + 7 + 16
    assert len({round(box.y, 1) for box in small}) == 2
    # As far apart as a sliver of a frame at least.
    row = sorted(box.x for box in small if box.y == min(small, key=lambda box: box.y).y)
    assert min(after - before for before, after in pairwise(row)) > 0.93 * OWN.card


@pytest.mark.parametrize("count", [1, 6, 7, 9, 10, 12, 16])
def test_rows_are_as_long_as_one_another_and_keep_to_their_room(count):
    zone = Zone("hands", "hand", (Item("b1"),) * count, "A")
    for look, room in ((OWN, 37.6), (OPEN, 109.0)):
        band = cards_band(pen_of().tables.zones, zone, look, room, {})
        rows = Counter(round(slot.y, 2) for slot in band.slots)
        assert max(rows.values()) == across(count, look, room)
        assert max(rows.values()) - min(rows.values()) < len(rows)
        assert band.width <= room + 0.02


def test_what_came_is_large_and_what_lay_there_is_small_at_the_right_end():
    """The trick that A wins, beside the cards that A and C have won before."""
    picture = next(each for each in of_turns("mok-kaik") if "Turns 7–8" in each.words)
    (strip,) = strips(picture)
    lies = [box for box in card_boxes(picture) if strip.contains(box)]
    large = [box for box in lies if box.width == pytest.approx(OPEN.card)]
    small = [box for box in lies if box.width == pytest.approx(OWN.card)]
    assert (len(large), len(small)) == (3, 1 + 4)
    assert max(box.right for box in large) < min(box.x for box in small)
    # The same cards are not shown twice, and what came stands on its line.
    blue = [box for path, box in paths(picture) if path.fill == find_ink("blue") and box.height < 1.5]
    assert len([box for box in blue if strip.contains(box)]) == 3


def test_what_is_drawn_and_discarded_lies_side_by_side():
    picture = next(each for each in of_turns("ta-xot") if "Turn 1." in each.words)
    said = {each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)}
    assert {"draws", "discards"} <= said
    assert len([box for box in card_boxes(picture) if box.width == pytest.approx(OPEN.card)]) == 2


@pytest.mark.parametrize(
    ("game_id", "pots"), [("mak-kaik", (3, 3, 3, 18, 33, 35)), ("nam-to", (5, 9, 19, 28))]
)
def test_a_pot_is_as_few_real_sticks_as_make_it_and_its_number(game_id, pots):
    """Its sticks were blank bars."""
    for picture, pot in zip(of_turns(game_id), pots, strict=True):
        (strip,) = strips(picture)
        texts = [
            (each.item.text, item_box(each)) for each in placed(picture) if isinstance(each.item, Glyphs)
        ]
        (name,) = (box for text, box in texts if text == "pot")
        lies = [(text, box) for text, box in texts if strip.contains(box) and box.x > name.x - 3.0]
        assert str(pot) in [text for text, box in lies if box.x < name.right + 1.0]
        sticks = [int(text) for text, box in lies if box.x > name.right + 3.0]
        assert sum(sticks) == pot
        assert sticks == sorted(sticks, reverse=True)
        assert {*sticks} <= {25, 5, 1}
        assert max(sticks.count(5), sticks.count(1)) <= 4


@pytest.mark.parametrize("name", NAMES)
def test_a_long_name_does_not_go_past_its_tab(name):
    """Another kit's zones have other names."""
    zones = {key: name for key in KIT.texts["en"] if key.startswith("narration.zone.")}
    other = replace(KIT, texts={**KIT.texts, "en": {**KIT.texts["en"], **zones}})
    for picture in pen_of(other).pictures(narrated("mok-kaik"), WIDE)[:-1]:
        (strip,) = strips(picture)
        said = [item_box(e) for e in placed(picture) if isinstance(e.item, Glyphs) and e.item.text == name]
        assert said
        for box in said:
            assert strip.contains(box)
            assert all(not card.overlaps(box) for card in card_boxes(picture))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", HANDS)
def test_names_lie_on_their_tabs_clear_of_cards(game_id, language):
    names = {text for key, text in KIT.texts[language].items() if key.startswith("narration.zone.")}
    for picture in of_turns(game_id, language):
        (strip,) = strips(picture)
        tabs = [
            box
            for path, box in paths(picture)
            if path.fill in (BLACK, find_ink("blue")) and box.height == pytest.approx(strip.height)
        ]
        said = [item_box(e) for e in placed(picture) if isinstance(e.item, Glyphs) and e.item.text in names]
        assert said
        for box in said:
            assert any(tab.contains(box) for tab in tabs)
            assert all(not card.overlaps(box) for card in card_boxes(picture))


def test_a_table_of_more_seats_has_two_rows_of_them():
    pen = pen_of()
    table = narrated("mak-kaik").frames[1].table
    assert table is not None
    seats = "ABCD"
    hands = tuple(Zone("hands", "hand", (Item("b1"),) * 6, seat) for seat in seats)
    drawn = pen.tables.draw(replace(table, zones=hands, points=()), OPEN.card, WIDE)
    boxes = [box for box in card_boxes(drawn) if isinstance(box, Rect)]
    assert len(boxes) == 6 * len(seats)
    assert len({round(box.y, 1) for box in boxes}) == 2
    assert max(box.right for box in boxes) <= WIDE
