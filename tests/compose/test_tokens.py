"""Tokens: each has the kit's size, its number counted on its ring, its strip folded where it is creased."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby, pairwise
from typing import get_args

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.pieces import reminders
from printkit.compose.pieces.small_cards import CARD
from printkit.compose.pieces.standees import PLAIN as FOOT
from printkit.compose.pieces.standees import glue_items, standee_folds, standee_outline
from printkit.compose.pieces.standing import LEAST_ANGLE, standing
from printkit.compose.pieces.tokens import caption_items, compose_token, token_height
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.tokens import Foot, Token, TokenFace
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.air_kits import spoilt


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout", ("full", "low"))


def token_of(kit, name):
    return next(token for token in kit.tokens if token.id == name)


def drawn(kit, token, side="front", ink="full"):
    return compose_token(kit, token, side, Choices(kit.default_size, ink, print_variables(kit, ())))


def test_there_is_what_a_game_needs(kit):
    """Several counters for the terminals (youscout §7), one to move, and one that marks the start."""
    terminals = token_of(kit, "terminal")
    assert (terminals.front.figure, terminals.back.figure) == ("0", "13")
    assert terminals.copies > 3
    assert {token.shape for token in kit.tokens} == {"round", "standee"}
    assert (token_of(kit, "start").front.motif, token_of(kit, "start").back.motif) == ("upper", "lower")
    assert all(15 <= token.size <= 25 for token in kit.tokens)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("side", ["front", "back"])
def test_a_drawing_is_as_large_as_its_token_and_keeps_off_the_cut(kit, side, ink):
    for token in kit.tokens:
        scene = drawn(kit, token, side, ink)
        assert (scene.width, scene.height) == (token.size, token_height(token))
        for placed in walk(scene):
            box = item_box(placed)
            if token.shape == "standee":
                assert scene.trim.grown(-0.8).contains(box), f"{token.id} {side}: {box}"
                continue
            middle = token.size / 2
            reach = max(
                abs(box.x - middle), abs(box.right - middle), abs(box.y - middle), abs(box.bottom - middle)
            )
            assert reach <= middle - 0.95, f"{token.id} {side}: {box}"


def test_text_can_be_read(kit):
    for token in kit.tokens:
        for side in ("front", "back"):
            sizes = [
                placed.item.size
                for placed in walk(drawn(kit, token, side))
                if isinstance(placed.item, Glyphs)
            ]
            assert all(size >= 2.3 for size in sizes)


@pytest.mark.parametrize(("side", "count"), [("front", 0), ("back", 13)])
def test_the_ring_counts_what_the_figure_says(kit, side, count):
    token = token_of(kit, "terminal")
    radius = token.size / 2
    notches = [
        item_box(placed)
        for placed in walk(drawn(kit, token, side))
        if isinstance(placed.item, Path) and item_box(placed).width < radius * 0.3
    ]
    assert len(notches) == count


def test_a_standee_shows_its_sides_head_to_head(kit):
    token = token_of(kit, "stones")
    assert standee_folds(token) == (FOOT, FOOT + 36, FOOT + 72)
    assert token_height(token) == 2 * (36 + FOOT)
    scene = drawn(kit, token)
    boxes = [item_box(placed) for placed in walk(scene)]
    half = len(boxes) // 2
    for one, other in zip(boxes[:half], boxes[half:], strict=True):
        turned = Rect(scene.width - one.right, scene.height - one.bottom, one.width, one.height)
        assert tuple(other) == pytest.approx(tuple(turned), abs=1e-3)
    # The front stands in the lower half, upright over its fold.
    assert all(box.y > FOOT + 36 for box in boxes[:half])


def points_of(outline):
    return list(zip(outline.coordinates[::2], outline.coordinates[1::2], strict=True))


def sides_of(outline):
    corners = points_of(outline)
    return pairwise([*corners, corners[0]])


def distance(point, start, end):
    """How far a point is from a line between two others."""
    (px, py), (x0, y0), (x1, y1) = point, start, end
    long = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = min(1.0, max(0.0, ((px - x0) * (x1 - x0) + (py - y0) * (y1 - y0)) / long)) if long else 0.0
    return math.dist(point, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))


def shaped(foot):
    face = TokenFace(motif="footprint", figure="A", ink="red")
    return Token(id="pawn", shape="standee", size=14.0, height=24.0, foot=foot, front=face, back=face)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("foot", get_args(Foot))
def test_a_shaped_foot_is_cut_to_its_shape_and_its_colour_keeps_off_the_cut(kit, foot, ink):
    token = shaped(foot)
    place = Rect(0.0, 0.0, token.size, token_height(token))
    cut = standee_outline(token, place)
    assert tuple(cut.box()) == pytest.approx(tuple(place), abs=0.05)
    edges = list(sides_of(cut))
    for placed in walk(drawn(kit, token, "front", ink)):
        assert isinstance(placed.item, Path | Glyphs)
        if isinstance(placed.item, Path):
            corners = points_of(placed.item.outline.moved_by(placed.transform))
            away = min(distance(corner, *edge) for corner in corners for edge in edges)
            assert away - placed.item.width / 2 * bool(placed.item.stroke) >= 0.88, foot


def test_no_two_feet_have_the_same_shape():
    place = Rect(0.0, 0.0, 14.0, token_height(shaped("square")))
    shapes = {foot: standee_outline(shaped(foot), place) for foot in get_args(Foot)}
    assert len(set(shapes.values())) == len(shapes) == 6


def test_start_markers_name_their_trigram_in_both_languages(kit):
    for side, names in (("front", {"上卦", "Upper"}), ("back", {"下卦", "Lower"})):
        said = {
            placed.item.text
            for placed in walk(drawn(kit, token_of(kit, "start"), side))
            if isinstance(placed.item, Glyphs)
        }
        assert said == names


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_token_may_carry_the_kits_own_art(ink):
    """As wide as its view, in the token's middle, and off the cut."""
    tottarot = find_kit("tottarot", ("full", "low"))
    for name in ("start", "victory"):
        for side in ("front", "back"):
            token = token_of(tottarot, name)
            scene = compose_token(tottarot, token, side, Choices("poker", ink, print_variables(tottarot, ())))
            boxes = [item_box(placed) for placed in walk(scene)]
            assert all(scene.trim.grown(-0.9).contains(box, 0.02) for box in boxes)
            assert max(box.width for box in boxes) > 0.8 * token.size


FIGURES = ("linked-ships", "mountain-road")


def standees(name):
    return [token for token in find_kit(name, ("full", "low")).tokens if token.shape == "standee"]


@pytest.mark.parametrize("grammage", [200.0, 300.0])
@pytest.mark.parametrize("name", ["youscout", *FIGURES])
def test_standees_stand_as_computed(name, grammage):
    """Their mass lies inside their feet, and they may lean by 12° to the weakest side."""
    for token in standees(name):
        found = standing(token, grammage)
        assert found.inside > 0
        assert found.angle >= LEAST_ANGLE == 12.0
        assert found.angle == pytest.approx(math.degrees(math.atan(found.inside / found.height)))


def test_what_is_computed_of_a_plain_standee_is_what_a_ruler_says():
    """Two sides of 20 × 30 mm and two flaps of 20 × 12.4: their common middle, from the table up."""
    token = Token(id="x", shape="standee", size=20.0, height=30.0, foot="square", front=FACE, back=FACE)
    found = standing(token, 0.0)
    side, flap = 20 * 30, 20 * 12.4
    assert found.height == pytest.approx(side * 15 / (side + flap))
    assert found.inside == pytest.approx(10.0)
    assert standing(token, 300.0).weight == pytest.approx(2 * (side + flap) * 300e-6)


FACE = TokenFace(motif="footprint", figure="A", ink="black")


def test_a_standee_that_falls_is_named(tmp_path):
    folder = spoilt("mountain-road", tmp_path, "tokens.toml", 'height = "30mm"', 'height = "120mm"')
    findings = [each for each in kit_report(folder).findings if "falls when it leans" in each.message]
    assert [each.subject for each in findings] == ["pawn-1"]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_marks_of_ships_are_large_and_upright_on_both_sides(ink):
    """● ▲ ■ are at least 5 mm high on sails, and the back is the front turned, so both stand upright when folded."""
    kit = find_kit("linked-ships", ("full", "low"))
    for token in standees("linked-ships"):
        scene = drawn(kit, token, ink=ink)
        half = scene.height / 2
        sail = Rect(0.0, half, token.size, 14.0)
        figure = [
            (item_box(placed), placed.item.outline) for placed in walk(scene) if isinstance(placed.item, Path)
        ]
        middles = [
            box
            for box, _ in figure
            if sail.contains(box) and 5.0 <= box.height < 6.2 and 5.0 <= box.width < 7.2
        ]
        assert len(middles) == 1, (token.id, middles)
        upper, lower = ([box for box, _ in figure if (box.center[1] > half) == low] for low in (False, True))
        turned = sorted((round(16 - b.right, 2), round(scene.height - b.bottom, 2)) for b in upper)
        assert turned == sorted((round(b.x, 2), round(b.y, 2)) for b in lower)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("name", FIGURES)
def test_figures_keep_off_the_cut_and_differ_by_shape(name, ink):
    """In grey as well: no two seats have the same outlines."""
    kit = find_kit(name, ("full", "low"))
    shapes: dict[tuple[str, ...], str] = {}
    for token in standees(name):
        scene = drawn(kit, token, ink=ink)
        for placed in walk(scene):
            assert scene.trim.grown(-0.55).contains(item_box(placed)), (token.id, item_box(placed))
        outlines = tuple(str(p.item.outline) for p in walk(scene) if isinstance(p.item, Path))
        assert shapes.setdefault(outlines, token.id) == token.id


def test_a_lying_track_runs_from_left_to_right_with_a_box_for_each_number():
    """Lines of equal length that fill the strip, the first of an odd count before them; a marker has room on a box."""
    tracks = ("cetkaik", "travel-score", 4, 1), ("paper-cetkaik", "bonus", 4, 0)
    for kit_id, token_id, lines, alone in tracks:
        kit = find_kit(kit_id)
        token = token_of(kit, token_id)
        scene = drawn(kit, token, ink="low")
        placed = [*walk(scene)]
        title, *numbers = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
        rows = sorted({round(box.center[1]) for box in numbers[alone:]})
        assert title.bottom < min(box.y for box in numbers)
        assert len(rows) == lines
        for row in rows:
            own = [box for box in numbers[alone:] if round(box.center[1]) == row]
            assert len(own) == (len(numbers) - alone) // lines
            assert [box.x for box in own] == sorted(box.x for box in own)
        strokes = [item_box(each) for each in placed if isinstance(each.item, Path) and each.item.stroke]
        boxes = [box for box in strokes if box.y > title.bottom]
        assert len(boxes) == len(numbers)
        for number, box in zip(numbers, boxes, strict=True):
            assert box.contains(number)
            assert min(box.width, box.height) > 13.0
        # A few have paper between them.
        filled = 0.75 if len(boxes) > 21 else 0.65
        assert sum(box.width * box.height for box in boxes) > filled * scene.width * scene.height
        assert all(scene.trim.contains(box) for box in boxes)
        assert (
            max(box.bottom for box in boxes[:alone]) == pytest.approx(boxes[-1].bottom, abs=1e-6)
            if alone
            else True
        )


def test_the_names_of_equal_pieces_stand_once_below_their_middle():
    """What this side shows, strokes to both ends of the row; a counter without a caption has no name."""
    kit = find_kit("cetkaik")
    row = Rect(10.0, 20.0, 100.0, 22.0)
    for side, name in (("front", "黒の兵 black pawn"), ("back", "黒の無 black blank")):
        said, *strokes = caption_items(kit, token_of(kit, "black-pawn"), side, row)
        assert isinstance(said, Glyphs)
        assert said.text == name
        (placed,) = walk(Scene("row", 200.0, 60.0, 0.0, (said,)))
        assert item_box(placed).center[0] == pytest.approx(row.center[0], abs=0.3)
        assert item_box(placed).y > row.bottom
        ends = [item_box(each) for each in walk(Scene("row", 200.0, 60.0, 0.0, tuple(strokes)))]
        assert (min(end.x for end in ends), max(end.right for end in ends)) == pytest.approx(
            (10.0, 110.0), abs=0.2
        )
    assert [*caption_items(kit, token_of(kit, "travel-score"), "front", row)] == []


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_white_stick_is_white_but_for_its_ends_and_its_figure(ink):
    """A strict reader saw its dark ends as a wall of black, others a double line round each, so that sixty swam."""
    for name in ("paper-cetkaik", "throwing-sticks"):
        kit = find_kit(name, ("full", "low"))
        token = token_of(kit, "stick-1")
        placed = [*walk(drawn(kit, token, "front", ink))]
        boxes = [item_box(each) for each in placed]
        ends = [box for box in boxes if box.right < 4.0 or box.x > token.size - 4.0]
        assert len(ends) == 2
        rest = [box for box in boxes if box not in ends]
        assert max(box.right for box in rest) - min(box.x for box in rest) < 0.25 * token.size
        # Rows of them have paper between their marks, and one line: that of the cut.
        assert max(box.bottom for box in boxes) - min(box.y for box in boxes) <= token.height - 2.0


@pytest.mark.parametrize("ink", ["full", "low"])
def test_counting_sticks_keep_two_millimetres_of_paper_between_them(ink):
    """Readers: black 25s and red 5s melted into blocks, and a cut line between them was hard to see."""
    kit = find_kit("paper-cetkaik", ("full", "low"))
    for name in ("stick-1", "stick-5", "stick-25"):
        token = token_of(kit, name)
        boxes = [item_box(each) for each in walk(drawn(kit, token, "front", ink))]
        assert min(min(box.x, box.y) for box in boxes) >= 1.0 - 1e-6
        assert max(box.bottom for box in boxes) <= token.height - 1.0 + 1e-6


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_back_of_a_reminder_in_one_language_is_its_example_large(ink):
    """Readers: a large part of what should be a back was the front again."""
    kit = find_kit("paper-cetkaik", ("full", "low"))
    one = replace(kit, languages=("en",))
    for token in (each for each in kit.tokens if each.front.motif == "words"):
        front, back = (drawn(one, token, side, ink) for side in ("front", "back"))
        cards = [
            [box for each in walk(scene) if (box := item_box(each)).height > 1.2 * box.width > 6.0]
            for scene in (front, back)
        ]
        assert max(box.height for box in cards[1]) > max(box.height for box in cards[0])
        assert all(box.x > 0.0 and box.right < token.size and box.bottom < token.height for box in cards[1])
        shown = [each.item.text for each in walk(back) if isinstance(each.item, Glyphs)]
        assert sum(map(len, shown)) < 40
        # No row begins or ends with a sign: it stands between two cards, or between two rows.
        signs = [
            item_box(each)
            for each in walk(back)
            if isinstance(each.item, Glyphs) and each.item.text in "<>+→"
        ]
        left, right = min(box.x for box in cards[1]), max(box.right for box in cards[1])
        top, foot = min(box.y for box in cards[1]), max(box.bottom for box in cards[1])
        assert all(left < sign.x and sign.right < right for sign in signs)
        assert all(top < sign.y and sign.bottom < foot for sign in signs)
        # In two languages the back says the words in the other one.
        both = [
            each.item.text for each in walk(drawn(kit, token, "back", ink)) if isinstance(each.item, Glyphs)
        ]
        assert sum(map(len, both)) > 80


def in_gold(item):
    return isinstance(item, Path) and item.fill == find_ink("gold")


@pytest.mark.parametrize("ink", ["full", "low"])
def test_counting_sticks_of_the_mountain_say_what_they_count(ink):
    """A strict reader took a coin for five coins and a turn for twenty points, and saw rice as a blank wall."""
    kit = find_kit("mountain-road", ("full", "low"))
    middle = {}
    for name in ("stick-1", "stick-5", "stick-turn"):
        token = token_of(kit, name)
        placed = [*walk(drawn(kit, token, "front", ink))]
        boxes = [item_box(each) for each in placed]
        assert all(box.y > 0.5 and box.bottom < token.height - 0.5 for box in boxes), name
        assert min(box.x for box in boxes) < 2.5
        assert max(box.right for box in boxes) > token.size - 3.0
        figures = [each for each in placed if isinstance(each.item, Glyphs)]
        middle[name] = [item_box(each).center[0] for each in figures]
        for figure in figures:
            ears = [box for box, each in zip(boxes, placed, strict=True) if in_gold(each.item)]
            own = item_box(figure)
            assert all(ear.right < own.x or own.right < ear.x for ear in ears)
            assert ears
    assert middle["stick-1"] == [pytest.approx(24.0, abs=0.2)]
    assert len(middle["stick-5"]) == 2
    assert all(abs(x - 24.0) > 12.0 for x in middle["stick-5"])
    assert middle["stick-turn"] == []


@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_reminder_shows_cards_of_its_game_below_its_bar(ink):
    kit = find_kit("paper-cetkaik", ("full", "low"))
    for token in (token for token in kit.tokens if token.front.motif == "words"):
        cards = [each for each in token.front.cards if each[0] in "br"]
        assert cards
        placed = list(walk(drawn(kit, token, "front", ink)))
        strokes = [item_box(e) for e in placed if isinstance(e.item, Path) and e.item.stroke == BLACK]
        edges = [box for box in strokes if box.width == pytest.approx(CARD * box.height, abs=0.05)]
        assert len(edges) == len(cards)
        assert all(1.6 < box.x and box.right < token.size - 1.6 for box in edges)
        words = [e for e in placed if isinstance(e.item, Glyphs) and e.item.font in BOOK_FONTS]
        assert 12.0 < min(box.y for box in edges)
        assert max(box.bottom for box in edges) < min(item_box(e).y for e in words)
        # Those of one row are large.
        assert "/" in token.front.cards or max(box.height for box in edges) > 10.0


@pytest.mark.parametrize("count", [14, 20])
def test_many_cards_of_a_reminder_stay_inside_it(count):
    kit = find_kit("paper-cetkaik")
    token = next(each for each in kit.tokens if each.front.motif == "words")
    front = token.front.model_copy(update={"cards": ("b兵1",) * count})
    placed = walk(drawn(kit, token.model_copy(update={"front": front})))
    strokes = [item_box(e) for e in placed if isinstance(e.item, Path) and e.item.stroke == BLACK]
    edges = [box for box in strokes if box.width == pytest.approx(CARD * box.height, abs=0.05)]
    assert len(edges) == count
    assert all(1.6 < box.x and box.right < token.size - 1.6 for box in edges)


def test_more_cards_than_can_be_seen_are_named():
    kit = find_kit("paper-cetkaik")
    token = next(each for each in kit.tokens if each.front.motif == "words")
    front = token.front.model_copy(update={"cards": ("b兵1",) * 48})
    with pytest.raises(
        InputError, match=r"tokens\.toml \[cards\]: a row of cards would be less than 3 mm high"
    ):
        drawn(kit, token.model_copy(update={"front": front}))


def test_a_stick_with_a_sign_has_room_for_it(tmp_path):
    """What it shows takes 48 mm; a number of two digits keeps off the ear beside it, and paper is no ink."""
    folder = spoilt("mountain-road", tmp_path, "tokens.toml", 'size = "48mm"', 'size = "30mm"')
    with pytest.raises(InputError, match=r"a stick with a sign is 48 mm long at least"):
        load_kit(folder)
    kit = find_kit("mountain-road")
    coin = token_of(kit, "stick-5")
    front = coin.front.model_copy(update={"figure": "25", "ink": "paper"})
    placed = [*walk(drawn(kit, coin.model_copy(update={"front": front})))]
    figures = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
    ears = [item_box(each) for each in placed if in_gold(each.item)]
    assert len(figures) == len(ears) == 2
    assert all(figure.right < ear.x for figure, ear in zip(figures, ears, strict=True))
    assert any(isinstance(each.item, Path) and each.item.fill == BLACK for each in placed)


@pytest.mark.parametrize(("size", "height"), [(8.0, 6.5), (12.0, 9.0), (20.0, 30.0)])
def test_glue_is_shown_where_it_has_room(size, height):
    token = next(each for each in find_kit("mountain-road").tokens if each.shape == "standee").model_copy(
        update={"size": size, "height": height}
    )
    place = Rect(10.0, 10.0, size, token_height(token))
    boxes = [
        item_box(each)
        for each in walk(Scene("glue", 100.0, 200.0, 0.0, tuple(glue_items(token, place, BLACK))))
    ]
    assert bool(boxes) is (size > 15.0)
    assert all(place.contains(box) for box in boxes)


def test_a_track_may_have_a_title_on_one_side_alone():
    kit = find_kit("cetkaik")
    token = next(each for each in kit.tokens if each.front.motif == "track" and each.front.text)
    bare = token.model_copy(update={"back": token.back.model_copy(update={"text": ""})})
    texts = {each.item.text for each in walk(drawn(kit, bare, "back")) if isinstance(each.item, Glyphs)}
    assert {"1", "2"} <= texts


def test_a_short_track_may_begin_at_nothing_and_counts_only_what_multiplies():
    token = token_of(find_kit("paper-cetkaik"), "bonus")
    for figure in ("0-8", "1-8"):
        other = token.model_copy(update={"front": token.front.model_copy(update={"figure": figure})})
        placed = [*walk(drawn(find_kit("paper-cetkaik"), other))]
        assert {each.item.text for each in placed if isinstance(each.item, Glyphs)} >= {figure[0], "8"}
        assert not any(
            each.item.outline.commands.count("M") == 8 for each in placed if isinstance(each.item, Path)
        )


def test_the_figure_before_all_lines_is_dark_and_no_smaller():
    kit = find_kit("cetkaik")
    (token,) = {
        t.id: t for t in kit.tokens if t.front.motif == "track" and t.front.figure.startswith("0-")
    }.values()
    figures = {e.item.text: e.item for e in walk(drawn(kit, token)) if isinstance(e.item, Glyphs)}
    assert figures["0"].ink == BLACK
    assert figures["0"].size > figures["11"].size


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_track_of_many_numbers_is_light_and_has_a_leaf_below_each_fifth(ink):
    """A strict reader saw the score table before the pieces, and took its light for an apostrophe."""
    kit = find_kit("cetkaik", ("full", "low"))
    token = token_of(kit, "travel-score")
    for side, title in (("front", "IA の点  Points of IA"), ("back", "A の点  Points of A")):
        placed = [*walk(drawn(kit, token, side, ink))]
        head, *figures = [each for each in placed if isinstance(each.item, Glyphs)]
        assert isinstance(head.item, Glyphs)
        assert head.item.text == title
        leaves = [
            item_box(e) for e in placed if isinstance(e.item, Path) and e.item.fill == find_ink("green")
        ]
        below = {
            int(each.item.text)
            for each in figures
            for leaf in leaves
            if isinstance(each.item, Glyphs)
            and abs(leaf.center[0] - item_box(each).center[0]) < 1.0
            and 0.3 < leaf.y - item_box(each).bottom < 2.5
        }
        assert below == set(range(0, 41, 5))
        assert all(leaf.width > 7.0 > 3.0 > leaf.height for leaf in leaves)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_boxes_of_a_short_track_have_paper_between_them_and_count_in_cuts(ink):
    """A strict reader saw eight black slabs that touch each other and have no drawing."""
    kit = find_kit("paper-cetkaik", ("full", "low"))
    placed = [*walk(drawn(kit, token_of(kit, "bonus"), "front", ink))]
    (_, *figures) = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
    paths = [each for each in placed if isinstance(each.item, Path)]
    shapes = [item_box(each) for each in paths]
    for count, figure in enumerate(figures, 2):
        (box,) = [each for each in shapes if each.contains(figure)]
        others = [each for each in shapes if each.height > 20.0 and each != box]
        assert all(not box.grown(1.5).overlaps(each) for each in others)
        inside = [e for e in paths if item_box(e) != box and box.contains(item_box(e))]
        (cuts,) = [e.item for e in inside if item_box(e).y > figure.bottom]
        assert isinstance(cuts, Path)
        assert cuts.outline.commands.count("M") == count
        (low,) = [item_box(e).bottom for e in inside if item_box(e).y > figure.bottom]
        assert (figure.y + low) / 2 == pytest.approx(box.center[1], abs=1.2)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_ranking_is_numbered_and_no_row_of_it_ends_with_a_sign(ink):
    """A strict reader could not read three broken lines, with `>` left at their ends, at a table."""
    kit = find_kit("paper-cetkaik", ("full", "low"))
    token = token_of(kit, "reminder-nam-to")
    assert ">" not in token.front.cards
    placed = [*walk(drawn(kit, token, "front", ink))]
    strokes = [item_box(e) for e in placed if isinstance(e.item, Path) and e.item.stroke == BLACK]
    discs = [box for box in strokes if box.width == pytest.approx(box.height, abs=0.01)]
    cards = [box for box in strokes if box.width == pytest.approx(CARD * box.height, abs=0.05)]
    assert len({round(box.center[1], 2) for box in cards}) == 3
    # In columns, each disc and its name above the first card of its hand.
    assert len({round(box.x, 1) for box in discs}) == 3
    for disc in discs:
        assert any(0.0 < card.y - disc.bottom < 2.0 and abs(card.x - disc.x) < 0.6 for card in cards)
    said = [
        item.text
        for disc in sorted(discs, key=lambda box: (round(box.y), box.x))
        for e in placed
        if isinstance(item := e.item, Glyphs) and disc.contains(item_box(e))
    ]
    assert said == [*"123456789"]
    texts = {e.item.text for e in placed if isinstance(e.item, Glyphs)}
    names = [kit.texts[kit.languages[0]][f"strip.hands.{rank}"].split("\n")[0] for rank in said]
    assert {name[:1].upper() + name[1:] for name in names} <= texts
    assert min(box.height for box in cards) > 12.0


def reminded(cards):
    """The cards of a reminder that shows these, row by row from the left."""
    token = token_of(find_kit("paper-cetkaik"), "reminder-nam-to")
    front = token.front.model_copy(update={"cards": tuple(cards)})
    placed = walk(drawn(find_kit("paper-cetkaik"), token.model_copy(update={"front": front})))
    strokes = [item_box(e) for e in placed if isinstance(e.item, Path) and e.item.stroke == BLACK]
    edges = [box for box in strokes if box.width == pytest.approx(CARD * box.height, abs=0.05)]
    rows = groupby(sorted(edges, key=lambda box: (round(box.y, 2), box.x)), lambda box: round(box.y, 2))
    return [list(row) for _, row in rows]


@pytest.mark.parametrize("between", ["x", "2"])
def test_what_stands_before_the_first_rank_of_a_row_is_shown(between):
    assert [len(row) for row in reminded(("b兵1", between, "2", "r王"))] == [2]


@pytest.mark.parametrize(
    "cards",
    [
        ("r兵1", "b兵1", "b兵1", "r兵1", "r兵1"),
        ("b兵1", "r弓2", "b車3", "r虎4", "b馬5"),
    ],
)
def test_all_cards_of_a_ranking_are_whole(cards):
    """A strict reader saw the equal ones hide each other."""
    (row,) = reminded(("1", *cards))
    steps = [(other.x - one.x) / one.width for one, other in pairwise(row)]
    assert all(step > 1.0 for step in steps)


def test_rows_without_ranks_stand_each_in_the_middle_and_as_wide_as_there_is_room():
    """Those of a ranking do not."""
    one, other, ranked = reminded(
        ("b兵1", "r王", "/", *["b兵1"] * 14, "/", "1", "b兵1", "2", "r王", "3", "b皇")
    )
    assert [(row[0].x + row[-1].right) / 2 for row in (one, other)] == [
        pytest.approx(116.0 / 2, abs=0.01)
    ] * 2
    # Both margins are 3.4 mm.
    assert other[0].x == pytest.approx(3.4, abs=0.1)
    assert 100.0 < ranked[-1].right < 116.0 - 3.3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_hands_have_one_size_and_end_before_the_next_column(language):
    """Strict readers saw the longest one smaller, and run into a number."""
    kit = find_kit("paper-cetkaik")
    token = token_of(kit, "reminder-nam-to")
    names = [kit.text(language, f"strip.hands.{rank}").split("\n")[0] for rank in range(1, 10)]
    side = "back" if language == "en" else "front"
    said = [
        each
        for each in walk(drawn(kit, token, side))
        if isinstance(each.item, Glyphs) and each.item.text.lower() in {name.lower() for name in names}
    ]
    assert len(said) == 9
    assert len({round(each.item.size, 3) for each in said}) == 1
    lefts = sorted({round(item_box(each).x) for each in said})
    assert all(
        item_box(each).right < left - 4.5 for each in said for left in lefts if left > item_box(each).x + 3.0
    )


def test_names_below_pieces_are_large_enough_to_read():
    kit = find_kit("cetkaik")
    (said, *_) = caption_items(kit, token_of(kit, "black-pawn"), "front", Rect(10.0, 20.0, 100.0, 22.0))
    assert isinstance(said, Glyphs)
    assert said.size * 72 / 25.4 > 7.5


def test_reminders_of_a_kit_have_one_size_of_type():
    """And it is larger than the least: nothing has to be small because another text is long."""
    kit = find_kit("paper-cetkaik")
    words = [token for token in kit.tokens if token.front.motif == "words"]
    assert len(words) == 7
    for side in ("front", "back"):
        said = [
            [e for e in walk(drawn(kit, t, side)) if isinstance(e.item, Glyphs) and e.item.font in BOOK_FONTS]
            for t in words
        ]
        gaps: set[float] = set()
        ems = {round(each.item.size, 3) for lines in said for each in lines}
        assert len(ems) == 1
        assert min(ems) > 2.9
        # Key words are bold, most are not; and paragraphs of all are as far apart.
        for token, lines in zip(words, said, strict=True):
            letters = [len(each.item.text) * (each.item.font == BOOK_FONTS[1]) for each in lines]
            assert 0 < sum(letters) < sum(len(each.item.text) for each in lines) / 2
            context = FaceContext(
                kit, kit.size(kit.default_size), kit.cards[0], Choices(kit.default_size, "full", {})
            )
            box = Rect(0.0, 0.0, token.size, token.height).grown(-reminders.INSIDE)
            language = kit.languages[side == "back"]
            em, paragraphs, _ = reminders._body(context, token.front, box, language)
            gaps |= {
                round(below - top - len(own) * reminders.LEADING * em, 2)
                for (top, own), (below, _) in pairwise(paragraphs)
            }
        assert len(gaps) == 1


def test_cards_of_reminders_are_laid_out_once_however_many_ems_are_tried(monkeypatch):
    kit = find_kit("paper-cetkaik")
    words = [token for token in kit.tokens if token.front.motif == "words"]
    counted, shown = [], reminders._shown
    monkeypatch.setattr(
        reminders, "_shown", lambda *given, **named: counted.append(1) or shown(*given, **named)
    )
    drawn(kit, words[0])
    # Those of this one are drawn, too, and its own text begins below them, as high as there is room.
    assert len(counted) == len(words) + 3


def test_a_reminder_is_set_in_the_kits_own_font_where_that_of_books_lacks_a_letter():
    kit = find_kit("paper-cetkaik")
    texts = {**kit.texts, "en": {**kit.texts["en"], "reminder.ta-xot.body": "Trece \u0219i \u0219apte"}}
    other = replace(kit, texts=texts, languages=("en",), fonts={**kit.fonts, "text": "lato-regular"})
    token = next(each for each in other.tokens if each.front.text == "reminder.ta-xot")
    fonts = {each.item.font for each in walk(drawn(other, token)) if isinstance(each.item, Glyphs)}
    assert "lato-regular" in fonts
    assert not fonts & {*BOOK_FONTS}


def test_a_word_too_long_for_large_type_makes_it_smaller():
    kit = find_kit("paper-cetkaik")
    word = "Donaudampfschifffahrtsgesellschaftskapitaen"
    texts = {**kit.texts, "en": {**kit.texts["en"], "reminder.ta-xot.body": word}}
    other = replace(kit, texts=texts, languages=("en",))
    token = next(each for each in other.tokens if each.front.text == "reminder.ta-xot")
    (said,) = (
        each
        for each in walk(drawn(other, token))
        if isinstance(each.item, Glyphs) and each.item.font == BOOK_FONTS[0]
    )
    assert said.item.text == word
    assert item_box(said).right < token.size


def test_a_reminder_without_room_is_named():
    kit = find_kit("paper-cetkaik")
    low = [
        token.model_copy(update={"height": 12.0}) if token.front.motif == "words" else token
        for token in kit.tokens
    ]
    small = replace(kit, tokens=tuple(low))
    token = next(each for each in small.tokens if each.front.motif == "words")
    with pytest.raises(InputError, match=r"tokens\.toml \[reminder\..*\.body\]: text of .* does not fit"):
        drawn(small, token, "front")


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_long_track_has_a_plate_for_each_fifth_number(ink):
    """A strict reader saw plain columns of numbers like a price list."""
    kit = find_kit("throwing-sticks", ("full", "low"))
    token = token_of(kit, "total")
    placed = [*walk(drawn(kit, token, "front", ink))]
    figures = {e.item.text: item_box(e) for e in placed if isinstance(e.item, Glyphs)}
    shapes = [item_box(each) for each in placed if isinstance(each.item, Path)]
    on_plates = {
        text
        for text, box in figures.items()
        if text.isdigit() and any(shape.contains(box) for shape in shapes)
    }
    assert on_plates == {str(number) for number in range(0, 40, 5)}
