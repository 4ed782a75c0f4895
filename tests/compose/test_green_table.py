"""Books of hands: what lies open on a green strip, large if it is new, and beside it a row a seat."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import SimpleNamespace

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.ending import ground_of
from printkit.compose.table.green_strip import BEFORE, OPEN, OWN, SIZES, across, cards_band
from printkit.compose.table.green_table import SEAT, SHORT
from printkit.compose.table.narration import EM, HANDS_APART, LINES, NarrationPen
from printkit.compose.table.small import FRAME
from printkit.compose.table.turn_lines import SCRAP
from printkit.games.zones import Item, Table, Zone
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.compose.test_words_beside import HANDS, narrated

WIDE, ROOM = 118.0, 180.0
# How wide what is said of turns is.
WORDS_WIDE = 98.8
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
    return [box for path, box in paths(picture) if path.fill == ground_of(KIT) and box.x < 0.01][:1]


def large_in(picture):
    return [box for box in card_boxes(picture) if box.width > OPEN.card - 0.1]


def small_in(picture):
    return [box for box in card_boxes(picture) if box.width == pytest.approx(OWN.card)]


def of_turns(game_id, language="en"):
    """The pictures of a game but the last, which has the panel of its end."""
    return pictures(game_id, language)[:-1]


@pytest.mark.parametrize("game_id", HANDS)
def test_hands_have_one_size_and_a_strip_one_of_few(game_id):
    """Nine readers: sizes that jump from page to page mean nothing."""
    for picture in of_turns(game_id):
        for each in (picture, picture.grow.draw(picture.height + 8.0)):
            widths = {round(box.width, 2) for box in card_boxes(each)}
            assert len(widths - {OWN.card}) <= 1
            assert widths <= {OWN.card, *SIZES}
            for box in card_boxes(each):
                assert -0.1 <= box.x
                assert box.right <= WIDE + 0.1
    assert BEFORE.card == OWN.card >= 7.0


@pytest.mark.parametrize("game_id", HANDS)
def test_every_turn_has_one_strip_and_all_that_is_large_lies_on_it(game_id):
    for picture in pictures(game_id):
        (strip,) = strips(picture)
        # Before a card is turned up a pot alone lies there, and nothing is new where a season ends by itself.
        assert large_in(picture) or game_id in ("nam-to", "ta-xot")
        assert all(strip.contains(box) for box in large_in(picture) if box.y < strip.bottom)


@pytest.mark.parametrize("game_id", HANDS)
def test_three_turns_stand_on_a_page_and_two_with_long_hands(game_id):
    heights = [picture.height for picture in of_turns(game_id)]
    count = 2 if game_id in ("niek-hi", "ni-ne") else 3
    assert sum(heights) / len(heights) * count + (count - 1) * HANDS_APART < ROOM
    assert all(picture.above == HANDS_APART for picture in of_turns(game_id))


@pytest.mark.parametrize("game_id", HANDS)
def test_a_picture_grows_to_the_height_it_is_given(game_id):
    """Readers: the foot of a page stood bare."""
    for picture in of_turns(game_id):
        assert picture.grow.most > picture.height + 9.0
        for more in (3.0, 9.0):
            assert picture.grow.draw(picture.height + more).height == pytest.approx(
                picture.height + more, abs=0.5
            )


def seat_tabs(picture):
    """Where the letters of seats are: those on the strip, of what was just played, are smaller."""
    return [
        item_box(each)
        for each in placed(picture)
        if isinstance(each.item, Glyphs) and each.item.text in ("A", "B", "C") and each.item.size == 4.9
    ]


@pytest.mark.parametrize("game_id", HANDS)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_each_seat_has_a_row_and_one_at_most_is_blue(game_id, ink):
    for picture in pictures(game_id, ink=ink):
        letters = seat_tabs(picture)
        assert len(letters) == 3
        assert max(box.x for box in letters) - min(box.x for box in letters) < 0.6
        assert [box.y for box in letters] == sorted(box.y for box in letters)
        blue = find_ink("blue")
        bars = [box for path, box in paths(picture) if blue in (path.fill, path.stroke) and box.height > 3.0]
        assert len([box for box in bars if box.width == pytest.approx(SEAT, abs=0.1)]) <= 1


@pytest.mark.parametrize("game_id", HANDS)
def test_seats_with_short_hands_stand_right_of_the_strip_in_its_height(game_id):
    """Readers: strips as wide as the page mostly held nothing."""
    beside = 0
    for picture in of_turns(game_id):
        (strip,) = strips(picture)
        letters = seat_tabs(picture)
        if all(box.x > strip.right for box in letters):
            beside += 1
            assert strip.y <= letters[0].y
            assert letters[-1].bottom <= strip.bottom
            assert all(box.x > strip.right or strip.contains(box) for box in small_in(picture))
        else:
            assert strip.width == pytest.approx(WIDE)
            rows = Counter(round(box.y, 1) for box in small_in(picture) if not strip.contains(box))
            assert max(rows.values()) > SHORT
    assert game_id in ("niek-hi", "ni-ne") or beside >= len(of_turns(game_id)) - 1


@pytest.mark.parametrize("game_id", HANDS)
def test_water_stays_on_the_strip(game_id):
    """White beside the green was not seen, black where ink is saved ran into the next turn."""
    for picture in of_turns(game_id):
        (strip,) = strips(picture)
        cuts = [box for path, box in paths(picture) if not path.even_odd and box.width > 4 * box.height]
        assert cuts == [box for box in cuts if strip.contains(box)]


def test_what_lies_before_a_seat_lies_on_its_line():
    """Three cards each that A and C have won, left of their hands; where the line is too short, on two."""
    picture = next(each for each in of_turns("mok-kaik") if "Turn 9." in each.words)
    (strip,) = strips(picture)
    letters = seat_tabs(picture)
    rows = Counter(round(box.y, 1) for box in small_in(picture) if strip.contains(box))
    assert sorted(rows.values()) == [4, 4]
    for y, seat in zip(sorted(rows), (letters[0], letters[2]), strict=True):
        assert abs(y - seat.y) < 2.0
    folded = next(each for each in of_turns("mok-kaik") if "Turn 4." in each.words)
    (strip,) = strips(folded)
    rows = Counter(round(box.y, 1) for box in small_in(folded) if strip.contains(box))
    assert sorted(rows.values()) == [2, 2]


@pytest.mark.parametrize("game_id", HANDS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lines_of_the_record_stand_at_the_left_below_every_heading(game_id, language):
    """Readers: they hung on a turn like an exponent, or led in a black bar."""
    for picture in pictures(game_id, language):
        numbers = [
            each for each in placed(picture) if isinstance(each.item, Glyphs) and each.item.size == LINES
        ]
        (box,) = map(item_box, numbers)
        assert box.x == pytest.approx(0.0, abs=0.3)
        assert 5.5 < box.bottom < 13.0


def said_lines(picture):
    """What is said of turns, in lines: what stands there, and where its last letter begins, mm."""
    names = {text for key, text in KIT.texts["en"].items() if key.startswith("narration.zone.")}
    lines: dict[float, list[tuple[float, str]]] = {}
    for each in placed(picture):
        if isinstance(each.item, Glyphs) and each.item.size == EM and each.item.text not in names:
            last = each.transform.e + each.item.glyphs[-1].x
            lines.setdefault(round(each.transform.f, 1), []).append((last, each.item.text))
    return [(" ".join(text for _, text in sorted(parts)).strip(), max(parts)[0]) for parts in lines.values()]


@pytest.mark.parametrize("game_id", HANDS)
def test_a_seat_is_not_parted_from_its_points_and_no_word_stands_alone(game_id):
    """`C −4.` stood alone on a line, and `next one.`."""
    for picture in pictures(game_id):
        said = said_lines(picture)
        assert said
        assert not [line for line, _ in said if re.fullmatch(r"[ABC]\s?[−+]\d+\.?", line)]
        assert not [line for line, last in said if last - (WIDE - WORDS_WIDE) < SCRAP * WORDS_WIDE]


def test_what_was_cleared_lies_there_with_the_card_that_cleared_it():
    """The last turn of Mak hup had no strip, as no end was left."""
    picture = pictures("mak-hup")[-1]
    (strip,) = strips(picture)
    assert len([box for box in large_in(picture) if strip.contains(box)]) == 3 + 1
    said = {each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)}
    assert {"ends", "laid"} <= said


def test_the_turn_that_ends_a_game_is_the_largest():
    for game_id in ("mok-kaik", "niek-hi", "nam-to"):
        ends = max(box.width for box in large_in(pictures(game_id)[-1]) if box.y < 70.0)
        assert ends > 1.15 * max(box.width for each in of_turns(game_id) for box in large_in(each))


def test_long_hands_stand_on_one_line_each():
    """The first hands of Niek hi have 16, 7 and 16 cards."""
    small = small_in(pictures("niek-hi")[0])
    rows = Counter(round(box.y, 1) for box in small)
    assert [rows[y] for y in sorted(rows)] == [16, 7, 16]
    row = sorted(box.x for box in small if round(box.y, 1) == min(rows))
    assert min(after - before for before, after in pairwise(row)) > 0.86 * OWN.card


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
    large = large_in(picture)
    small = [box for box in small_in(picture) if strip.contains(box)]
    assert (len(large), len(small)) == (3, 1 + 4)
    assert max(box.right for box in large) < min(box.x for box in small)
    # The same cards are not shown twice, and what came stands on its line.
    blue = [box for path, box in paths(picture) if path.fill == find_ink("blue") and box.height < 1.5]
    assert len([box for box in blue if strip.contains(box)]) == 3


def test_what_is_drawn_and_discarded_lies_side_by_side():
    picture = next(each for each in of_turns("ta-xot") if "Turn 1." in each.words)
    said = {each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)}
    assert {"draws", "discards"} <= said
    assert len(large_in(picture)) == 2


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
        # Below the cards, or alone on the strip.
        lies = [(text, box) for text, box in texts if strip.contains(box) and box.y > name.y - 2.0]
        assert str(pot) in [text for text, box in lies if box.x < name.right + 2.0]
        sticks = [int(text) for text, box in lies if box.x > name.right + 4.0 and text.isdigit()]
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
        tabs = [box for path, box in paths(picture) if path.fill in (BLACK, find_ink("blue"))]
        said = [item_box(e) for e in placed(picture) if isinstance(e.item, Glyphs) and e.item.text in names]
        assert said
        for box in said:
            assert any(tab.contains(box) for tab in tabs)
            assert all(not card.overlaps(box) for card in card_boxes(picture))


def drawn_table(*zones, more=0.0, moves=()):
    """A table of hands by itself, so much higher, whose things all lie within its width and height."""
    hands = pen_of().tables.hands.marking(moves)
    items, height = hands.draw(Table("", None, zones), OPEN.card + more, WIDE, ())
    drawn = Scene("table", WIDE, height, 0.0, tuple(items))
    for box in map(item_box, walk(drawn)):
        assert -0.2 < box.x
        assert box.right < WIDE + 0.2
        assert -0.2 < box.y
        assert box.bottom < height + 0.2
    return SimpleNamespace(items=drawn.items, height=height)


def owned(name, kind, count, seats):
    return [Zone(name, kind, (Item("b1"),) * count, seat) for seat in seats]


def open_cards(count):
    return Zone("open", "row", (Item("b1"),) * count)


@pytest.mark.parametrize("more", [0.0, 17.2])
@pytest.mark.parametrize("seats", ["", "A", "AB", "ABCDE", "ABCDEF"])
def test_a_table_of_any_seats_has_a_row_each_and_keeps_to_the_page(seats, more):
    """One without seats drew more than its height when it grew."""
    drawn = drawn_table(*owned("hands", "hand", 6, seats), open_cards(3), more=more)
    (strip,) = strips(drawn)
    assert sum(strip.contains(box) for box in large_in(drawn)) == 3
    rows = Counter(round(box.y, 1) for box in small_in(drawn))
    assert [*rows.values()] == [6] * len(seats)
    assert drawn.height >= drawn_table(*owned("hands", "hand", 6, seats), open_cards(3)).height + 0.6 * more


@pytest.mark.parametrize(
    ("zones", "cards"),
    [
        # What lies before seats is wider than the page.
        ([*owned("hands", "hand", 3, "A"), *owned("won", "row", 16, "A")], 19),
        (
            [
                *owned("hands", "hand", 3, "ABC"),
                *owned("won", "row", 6, "ABC"),
                Zone("pot", "text", (Item("3"),)),
            ],
            27,
        ),
        # Every seat has laid a card, and won some.
        ([*owned("hands", "hand", 5, "ABCDEF"), *owned("laid", "row", 1, "ABCDEF")], 36),
        (
            [
                *owned("hands", "hand", 5, "ABCDEF"),
                *owned("laid", "row", 1, "ABCDEF"),
                *owned("won", "row", 3, "ABCDEF"),
            ],
            54,
        ),
        # No row breaks into a column where all is smaller.
        (
            [
                *owned("hands", "hand", 5, "ABCDEF"),
                *owned("laid", "row", 5, "A"),
                *owned("laid", "row", 1, "BCDEF"),
            ],
            40,
        ),
        # A pot of 17 sticks below cards.
        ([*owned("hands", "hand", 5, "ABC"), open_cards(3), Zone("pot", "text", (Item("249"),))], 18),
    ],
)
@pytest.mark.parametrize("more", [0.0, 17.2])
def test_what_is_wider_than_the_page_takes_more_lines_or_is_smaller(zones, cards, more):
    drawn = drawn_table(*zones, more=more)
    frames = [path for path, _ in paths(drawn) if path.stroke == BLACK and path.width == FRAME]
    assert len(frames) >= cards
    assert drawn.height < 140.0
    names = [item_box(e) for e in placed(drawn) if isinstance(e.item, Glyphs) and e.item.text == "won"]
    assert all(not card.overlaps(name) for card in card_boxes(drawn) for name in names)


def test_the_name_of_a_seat_on_a_strip_is_as_short_as_on_its_tab():
    drawn = drawn_table(*owned("hands", "hand", 3, ("North",)), *owned("laid", "row", 1, ("North",)))
    said = [(e.item.text, item_box(e)) for e in placed(drawn) if isinstance(e.item, Glyphs)]
    letters = [box for text, box in said if text == "No"]
    assert len(letters) == 2
    assert "North" not in [text for text, _ in said]
    assert min(box.width for box in letters) < OPEN.tab - 0.5


@pytest.mark.parametrize(
    "zone", [Zone("x", "track", (Item("7"),)), Zone("hands", "hand", (Item("?"),) * 3, "C")]
)
def test_what_is_no_card_is_drawn_as_anywhere_else(zone):
    """The kit has no back for its written cards."""
    drawn = drawn_table(*owned("hands", "hand", 5, "AB"), zone)
    assert len(small_in(drawn)) == 10
    said = [e.item.text for e in placed(drawn) if isinstance(e.item, Glyphs)]
    assert len([text for text in said if text in ("7", "?")]) == len(zone.items)
