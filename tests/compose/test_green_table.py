"""Books of hands: what lies open large on a green cloth, and below it the seats, long hands in a row each."""

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
from printkit.compose.table.green_strip import LIFTED, OPEN, OWN, across, card_height, cards_band
from printkit.compose.table.green_table import BAR, BLOCK, POINTS, seat_lines
from printkit.compose.table.small import FRAME
from printkit.compose.table.turn_lines import SCRAP
from printkit.compose.walkthrough.narration import EM, HANDS_APART, LINES, NarrationPen
from printkit.games.zones import Item, Table, Zone
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.compose.test_words_beside import HANDS, narrated

WIDE = 118.0
COLUMNS = [box for _, box in seat_lines("ABC", WIDE)[0]]
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


def cloths(picture, ink=None):
    """The cloths of turns, green or black, without the panel of an end."""
    inks = (ink,) if ink else (ground_of(KIT), BLACK)
    wide = [
        box
        for path, box in paths(picture)
        if path.fill in inks and box.width == pytest.approx(WIDE) and box.height > 20.0
    ]
    return wide[:1]


def large_in(picture):
    return [box for box in card_boxes(picture) if box.width > OWN.card + 0.1]


def small_in(picture):
    return [box for box in card_boxes(picture) if box.width < OWN.card + 0.1]


def of_turns(game_id, language="en", ink="full"):
    """The pictures of a game but the last, which has the panel of its end."""
    return pictures(game_id, language, ink)[:-1]


@pytest.mark.parametrize("game_id", HANDS)
def test_cards_have_two_sizes_on_every_page(game_id):
    """Twelve readers: sizes that jump from page to page mean nothing."""
    for picture in of_turns(game_id):
        for drawn in (picture, picture.grow.draw(picture.grow.most) if picture.grow else picture):
            boxes = card_boxes(drawn)
            sizes = {round(box.width + FRAME, 2) for box in boxes}
            assert sizes <= {OPEN.card, OWN.card}
            for box in boxes:
                assert -0.1 <= box.x
                assert box.right <= WIDE + 0.1


@pytest.mark.parametrize("game_id", HANDS)
def test_the_cloth_is_as_wide_as_the_column_and_all_that_is_large_lies_on_it(game_id):
    """Readers: green slabs changed their width without a reason that was seen."""
    for picture in of_turns(game_id):
        (cloth,) = cloths(picture)
        assert cloth.x == pytest.approx(0.0)
        assert all(cloth.contains(box) for box in large_in(picture))
        seats = seat_bars(picture)
        assert len(seats) == 3
        assert all(not cloth.overlaps(bar) for bar in seats)
        assert min(bar.y for bar in seats) - cloth.bottom < 2.0 + LIFTED


@pytest.mark.parametrize("game_id", HANDS)
def test_a_game_has_one_black_cloth_in_mid_course_and_a_black_head_only_there(game_id):
    """Readers: page 2 says black is where a game turns, and half of the bars were black over green."""
    shown = of_turns(game_id)
    dark = [at for at, picture in enumerate(shown) if cloths(picture, BLACK)]
    assert len(dark) == 1
    assert 0 < dark[0]
    heads = [
        at
        for at, picture in enumerate(shown)
        if [
            box
            for path, box in paths(picture)
            if path.fill == BLACK and box.width == WIDE and box.height < 6.0
        ]
    ]
    assert heads == dark
    assert not [each for picture in pictures(game_id, ink="low") for each in cloths(picture)]


def test_quiet_turns_share_a_picture_and_what_stays_is_not_drawn_again():
    """The same open cards were drawn in four pictures of Mak kaik, and 47 of the first book were as good as alike."""
    assert sum(len(pictures(game_id)) for game_id in HANDS) < 42
    pots = [each for each in of_turns("mak-kaik") if "sets the base" in each.words]
    assert len(pots) == 3
    for picture in pots:
        assert not card_boxes(picture)
        assert len(seat_bars(picture)) == 3


@pytest.mark.parametrize(
    ("game_id", "turn", "name", "labels"),
    [("niek-hi", "B names 2", "out", 3), ("ni-ne", "Turns 11–12", "draws", 1)],
)
def test_a_turn_that_changed_hands_alone_shows_what_left_or_came(game_id, turn, name, labels):
    """Readers: two turns had no picture."""
    picture = next(each for each in of_turns(game_id) if turn in each.words)
    assert len(large_in(picture)) == 3
    said = [each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)]
    assert said.count(name) == labels


@pytest.mark.parametrize("game_id", HANDS)
def test_no_picture_is_higher_than_a_page_and_turns_with_a_cloth_fill_one(game_id):
    """Readers: the foot of a page stood bare."""
    for picture in of_turns(game_id):
        assert picture.above == HANDS_APART
        assert picture.height < 160.0
        if cloths(picture) and large_in(picture):
            for more in (3.0, 9.0, 40.0):
                high = picture.grow.draw(picture.height + more).height
                assert high == pytest.approx(picture.height + more, abs=0.5)


def seat_bars(picture):
    """The bars of the seats, or their blocks, without the plates of an end."""
    sizes = [(box.x, box.width, BAR) for box in COLUMNS]
    sizes.append((0.0, BLOCK, card_height(pen_of().tables.zones, OWN.card)))
    return [
        box
        for path, box in paths(picture)
        if any((box.x, box.width, box.height) == pytest.approx(each, abs=0.6) for each in sizes)
    ]


@pytest.mark.parametrize("game_id", HANDS)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_seats_stand_over_or_before_their_hands_and_one_at_most_is_blue(game_id, ink):
    """Readers: hands of 16 small cards stood ragged in three columns."""
    for picture in pictures(game_id, ink=ink):
        bars, blue = seat_bars(picture), find_ink("blue")
        assert len(bars) == 3
        acts = [path for path, box in paths(picture) if blue in (path.fill, path.stroke) and box in bars]
        assert len(acts) <= 1
        rows = len({round(bar.y) for bar in bars}) == 3
        assert [box.x for box in bars] == pytest.approx(
            [0.0] * 3 if rows else [box.x for box in COLUMNS], abs=0.6
        )
        for box in [box for box in small_in(picture) if bars[0].y - LIFTED < box.y < bars[0].bottom + 60.0]:
            if rows:
                assert any(abs(bar.center[1] - box.center[1]) < 2.0 for bar in bars)
                assert box.x > bars[0].right
            elif box.y < bars[0].bottom + 4.0:
                assert any(bar.x - 0.3 <= box.x and box.right <= bar.right + 0.3 for bar in bars)


@pytest.mark.parametrize("game_id", HANDS)
def test_points_are_large_figures_at_the_ends_of_bars(game_id):
    for picture in pictures(game_id):
        said = [(e.item, item_box(e)) for e in placed(picture) if isinstance(e.item, Glyphs)]
        points = [box for item, box in said if item.size == POINTS and re.fullmatch(r"[+−±]?\d+", item.text)]
        assert len(points) in (0, 3)
        for box, bar in zip(sorted(points), seat_bars(picture), strict=False):
            assert bar.contains(box)
            assert bar.right - box.right < 2.5


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("game_id", HANDS)
def test_water_stays_on_the_cloth_off_what_lies_there(game_id, ink):
    """White beside the green was not seen, black where ink is saved ran into the next turn."""
    for picture in of_turns(game_id, ink=ink):
        strokes = [box for path, box in paths(picture) if not path.even_odd and box.width > 4 * box.height]
        if ink == "full" and strokes:
            (cloth,) = cloths(picture)
            assert all(cloth.contains(box) for box in strokes)
        cards = card_boxes(picture)
        for each in placed(picture):
            if isinstance(each.item, Path) and item_box(each) in strokes:
                numbers = each.item.outline.coordinates
                for spot in zip(numbers[::2], numbers[1::2], strict=True):
                    x, y = each.transform.point(*spot)
                    assert not any(card.x < x < card.right and card.y < y < card.bottom for card in cards)


def test_what_lies_before_a_seat_lies_over_its_bar_or_has_its_letter():
    """Cards that A has discarded lie over its bar; those that A and C have won, where hands have rows, side by side."""
    picture = next(each for each in of_turns("ta-xot") if "Turns 5–6" in each.words)
    (cloth,) = cloths(picture)
    bars = seat_bars(picture)
    lies = [box for box in small_in(picture) if cloth.contains(box)]
    owners = Counter(next(at for at, bar in enumerate(bars) if box.center[0] < bar.right) for box in lies)
    assert owners == {0: 1, 1: 2, 2: 1}
    picture = next(each for each in of_turns("mok-kaik") if "Turns 6–8" in each.words)
    (cloth,) = cloths(picture)
    won = [box for box in small_in(picture) if cloth.contains(box)]
    assert len(won) == 1 + 4
    assert len({box.y for box in won}) == 1


@pytest.mark.parametrize("game_id", HANDS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lines_of_the_record_stand_behind_each_heading_on_its_line(game_id, language):
    """Readers: they hung below it, tiny and crushed on the green."""
    for picture in pictures(game_id, language):
        said = [
            (each.item, item_box(each), each.transform.f)
            for each in placed(picture)
            if isinstance(each.item, Glyphs)
        ]
        ((number, base),) = [(box, y) for item, box, y in said if item.size == LINES]
        heading = min((box for _, box, y in said if y == base), key=lambda box: box.x)
        assert heading.right < number.x < heading.right + 6.0
        assert base < 6.0


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
        assert not [line for line, last in said if last < SCRAP * WIDE and line[:2] not in ("A ", "B ", "C ")]


def test_what_was_cleared_lies_there_with_the_card_that_cleared_it():
    """The last turn of Mak hup had no strip, as no end was left."""
    picture = pictures("mak-hup")[-1]
    (cloth,) = cloths(picture)
    assert len([box for box in large_in(picture) if cloth.contains(box)]) == 3 + 1
    said = {each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)}
    assert {"ends", "laid"} <= said


def test_how_a_game_was_won_is_large_on_black_with_the_points_of_all():
    """Readers: each end was one stamp on striped green."""
    points = ("A", "+10"), ("B", "−6"), ("C", "−4")
    won = {game_id: replace(narrated(game_id), seats=("A",), points=points) for game_id in HANDS}
    for game in won.values():
        last = pen_of().pictures(game, WIDE)[-1]
        panel = max((box for path, box in paths(last) if path.fill == BLACK), key=lambda box: box.height)
        assert panel.width == pytest.approx(WIDE)
        assert panel.height > 60.0
        cards = [box for box in card_boxes(last) if panel.contains(box)]
        assert max(box.width for box in cards) > 9.2
        texts = [(e.item.text, item_box(e)) for e in placed(last) if isinstance(e.item, Glyphs)]
        said = [box for text, box in texts if text.startswith("Won by")]
        assert [panel.contains(box) for box in said] == [True]
        # No ray lies on a card or on the words.
        rays = [box for path, box in paths(last) if not path.even_odd and panel.contains(box)]
        assert rays
        assert not [box for box in rays if any(box.overlaps(each) for each in said)]
        assert {number for _, number in points} <= {text for text, box in texts if panel.contains(box)}
        assert last.words.endswith("Won by A")
    low = pen_of(ink="low").pictures(won["mok-kaik"], WIDE)[-1]
    assert not [box for path, box in paths(low) if path.fill == BLACK and box.width > 100.0]


def test_who_gained_points_has_a_plus_where_nobody_lost_any():
    """Readers: the last winner had "1", all others "+"."""
    points = ("A", "0"), ("B", "0"), ("C", "1")
    last = pen_of().pictures(replace(narrated("ni-ne"), seats=("C",), points=points), WIDE)[-1]
    said = [each.item.text for each in placed(last) if isinstance(each.item, Glyphs)]
    # At the end of C's bar, and on its plate.
    assert said.count("+1") == 2


def test_a_long_hand_is_one_row_across_the_page():
    """The first hands of Niek hi have 16, 7 and 16 cards, whose numbers are seen."""
    first = pictures("niek-hi")[0]
    (cloth,) = cloths(first)
    own = [box for box in small_in(first) if box.y > cloth.bottom]
    rows = Counter(round(box.y, 1) for box in own)
    assert [rows[y] for y in sorted(rows)] == [16, 7, 16]
    top = sorted(box.x for box in own if round(box.y, 1) == min(rows))
    assert min(after - before for before, after in pairwise(top)) > 0.6 * OWN.card


@pytest.mark.parametrize("count", [1, 6, 7, 9, 10, 12, 16])
def test_rows_are_as_long_as_one_another_and_keep_to_their_room(count):
    zone = Zone("hands", "hand", (Item("b1"),) * count, "A")
    for look, room in ((OWN, 37.6), (OPEN, 109.0)):
        band = cards_band(pen_of().tables.zones, zone, look, room, {})
        rows = Counter(round(slot.y, 2) for slot in band.slots)
        assert max(rows.values()) == across(count, look, room)
        assert max(rows.values()) - min(rows.values()) < len(rows)
        assert band.width <= room + 0.02


def test_what_came_is_large_and_what_lay_there_is_small_below_it():
    """The trick that A wins, over the cards that A and C have won before."""
    picture = next(each for each in of_turns("mok-kaik") if "Turns 6–8" in each.words)
    (cloth,) = cloths(picture)
    large = large_in(picture)
    small = [box for box in small_in(picture) if cloth.contains(box)]
    assert (len(large), len(small)) == (3, 1 + 4)
    assert max(box.bottom for box in large) < min(box.y for box in small)
    # The same cards are not shown twice, and what came stands on its line.
    blue = [box for path, box in paths(picture) if path.fill == find_ink("blue") and box.height < 2.0]
    assert len([box for box in blue if cloth.contains(box)]) == 3


def test_what_is_drawn_and_discarded_lies_side_by_side():
    picture = next(each for each in of_turns("ta-xot") if "Turns 1–4" in each.words)
    said = [each.item.text for each in placed(picture) if isinstance(each.item, Glyphs)]
    assert (said.count("draws"), said.count("discards")) == (2, 3 + 1)
    tops = [box.y for box in large_in(picture)]
    assert len(tops) == 5
    # Those that came lie higher than what has gone again.
    assert max(tops) - min(tops) <= LIFTED + 0.01


@pytest.mark.parametrize(("game_id", "pots"), [("mak-kaik", (3, 3, 18, 33, 35)), ("nam-to", (5, 9, 28))])
def test_a_pot_is_as_few_real_sticks_as_make_it_and_its_number(game_id, pots):
    """Its sticks were blank bars, and the pot took two thirds of the cloth beside small cards."""
    for picture, pot in zip(of_turns(game_id), pots, strict=True):
        (cloth,) = cloths(picture)
        texts = [
            (each.item.text, item_box(each)) for each in placed(picture) if isinstance(each.item, Glyphs)
        ]
        (name,) = (box for text, box in texts if text == "pot")
        lies = [(text, box) for text, box in texts if cloth.contains(box) and box.x > name.x - 2.0]
        figure = max((box for text, box in lies if text == str(pot)), key=lambda box: box.height)
        assert figure.height > 7.0
        sticks = [int(text) for text, box in lies if text.isdigit() and box.height < 4.5]
        cards = large_in(picture)
        sticks = [each for each in sticks if each in (25, 5, 1)]
        if cards:
            assert name.x > WIDE / 2
            assert max(box.right for box in cards) < name.x
        assert sum(sticks) == pot
        assert sticks == sorted(sticks, reverse=True)
        assert max(sticks.count(5), sticks.count(1)) <= 4


@pytest.mark.parametrize("name", NAMES)
def test_a_long_name_does_not_go_past_its_tab(name):
    """Another kit's zones have other names."""
    zones = {key: name for key in KIT.texts["en"] if key.startswith("narration.zone.")}
    other = replace(KIT, texts={**KIT.texts, "en": {**KIT.texts["en"], **zones}})
    for picture in pen_of(other).pictures(narrated("mok-kaik"), WIDE)[:-1]:
        (cloth,) = cloths(picture)
        said = [item_box(e) for e in placed(picture) if isinstance(e.item, Glyphs) and e.item.text == name]
        assert said
        for box in said:
            assert cloth.contains(box)
            assert all(not card.overlaps(box) for card in card_boxes(picture))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", HANDS)
def test_names_lie_flat_on_their_labels_clear_of_cards(game_id, language):
    """Readers: the names of zones stood on their side, in tiny letters."""
    names = {text for key, text in KIT.texts[language].items() if key.startswith("narration.zone.")}
    for picture in filter(cloths, of_turns(game_id, language)):
        labels = [box for path, box in paths(picture) if path.fill in (BLACK, PAPER, find_ink("blue"))]
        said = [e for e in placed(picture) if isinstance(e.item, Glyphs) and e.item.text in names]
        assert said
        for each in said:
            box = item_box(each)
            assert each.transform.b == 0.0
            assert any(label.contains(box) for label in labels)
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


@pytest.mark.parametrize("more", [0.0, 17.2, 60.0])
@pytest.mark.parametrize("seats", ["", "A", "AB", "ABCD", "ABCDE", "ABCDEF"])
def test_a_table_of_any_seats_has_a_column_each_and_keeps_to_the_page(seats, more):
    """One without seats drew more than its height when it grew."""
    drawn = drawn_table(*owned("hands", "hand", 6, seats), open_cards(3), more=more)
    (cloth,) = cloths(drawn)
    assert sum(cloth.contains(box) for box in large_in(drawn)) == 3
    assert len(small_in(drawn)) == 6 * len(seats)
    least = drawn_table(*owned("hands", "hand", 6, seats), open_cards(3)).height
    assert drawn.height == pytest.approx(least + more, abs=0.1)
    columns = {round(box.x) for line in seat_lines(seats, WIDE) for _, box in line}
    assert len(columns) == {0: 0, 1: 1, 2: 2, 4: 2}.get(len(seats), 3)


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
    assert drawn.height < 150.0 + more
    names = [item_box(e) for e in placed(drawn) if isinstance(e.item, Glyphs) and e.item.text == "won"]
    assert all(not card.overlaps(name) for card in card_boxes(drawn) for name in names)


def test_the_name_of_a_seat_on_a_strip_is_as_short_as_on_its_tab():
    drawn = drawn_table(*owned("hands", "hand", 3, ("North",)), *owned("laid", "row", 1, ("North",)))
    said = [(e.item.text, item_box(e)) for e in placed(drawn) if isinstance(e.item, Glyphs)]
    letters = [box for text, box in said if text == "No"]
    assert len(letters) == 2
    assert "North" not in [text for text, _ in said]
    assert all(box.width < BAR for box in letters)


@pytest.mark.parametrize(
    "zone", [Zone("x", "track", (Item("7"),)), Zone("hands", "hand", (Item("?"),) * 3, "C")]
)
def test_what_is_no_card_is_drawn_as_anywhere_else(zone):
    """The kit has no back for its written cards."""
    drawn = drawn_table(*owned("hands", "hand", 5, "AB"), zone)
    assert len(small_in(drawn)) == 10
    said = [e.item.text for e in placed(drawn) if isinstance(e.item, Glyphs)]
    assert len([text for text in said if text in ("7", "?")]) == len(zone.items)
