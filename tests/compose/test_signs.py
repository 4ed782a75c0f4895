"""The signs have the size they declare, mean what they show, and keep line widths that print."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest

from printkit.compose.faces import signs
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, beside, hexagram, under
from printkit.compose.text.typesetting import TextStyle
from printkit.geometry import Affine, Rect
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.compose.rule_cards import box_of, face

CONTEXT: FaceContext = face("rule-upper", "tarot")[0]

DRAWN: dict[str, Callable[[float], Sign]] = {
    **{f"card {suit}": lambda h, s=suit: signs.card(CONTEXT, s, h) for suit in CONTEXT.kit.suits},
    **{f"number {suit}": lambda h, s=suit: signs.number(CONTEXT, s, True, h) for suit in CONTEXT.kit.suits},
    **{f"pile {kind}": lambda h, k=kind: signs.pile(k, h) for kind in ("plain", "max", "spent", "sum")},
    **{f"arrow {way}": lambda h, w=way: signs.arrow(w, h) for way in ("left", "right", "up", "down")},
    "pair": lambda h: signs.table_pair(False, h),
    "ring": signs.ring,
    "round": signs.round_sign,
    "cross": signs.cross,
    "plus": signs.plus,
    "greater": signs.greater,
    "at least": signs.at_least,
    "goes to": signs.goes_to,
    "label": lambda h: signs.label(CONTEXT, "Sw", h),
    "place": lambda h: signs.place_card(CONTEXT, "6", (h * 0.8, h), True, 2.4),
    "trigram": lambda h: signs.trigram(True, h, h, BLACK),
    "brace": lambda h: signs.brace(h, h * 0.3),
}


def drawn(sign):
    """All paths and texts of a sign."""
    found = [placed.item for placed in walk(Scene("sign", 1, 1, 0, sign.items))]
    return [item for item in found if isinstance(item, Path | Glyphs)]


def ink_of(sign):
    """The box of all that is drawn."""
    boxes = [item_box(placed) for placed in walk(Scene("sign", 1, 1, 0, sign.items))]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box


@pytest.mark.parametrize("height", [2.8, 3.5, 4.5])
@pytest.mark.parametrize("name", DRAWN)
def test_a_sign_draws_inside_the_room_it_states(name, height):
    sign = DRAWN[name](height)
    room = Rect(0.0, -sign.above, sign.width, sign.above + sign.below)
    assert room.contains(ink_of(sign), tolerance=0.06), (room, ink_of(sign))


@pytest.mark.parametrize("name", DRAWN)
def test_a_sign_fills_most_of_its_width(name):
    sign = DRAWN[name](4.0)
    assert ink_of(sign).width > 0.85 * sign.width


@pytest.mark.parametrize("name", DRAWN)
def test_strokes_are_thick_enough_to_print(name):
    widths = [item.width for item in drawn(DRAWN[name](3.0)) if isinstance(item, Path) and item.stroke]
    assert all(width >= 0.36 for width in widths)


@pytest.mark.parametrize(("left", "wanted"), [(True, "black first"), (False, "black second")])
def test_the_black_box_is_the_number_to_use(left, wanted):
    first, second, slash = signs.table_pair(left, 4.0).items
    assert isinstance(first, Path)
    assert isinstance(second, Path)
    assert isinstance(slash, Path)
    solid, hollow = (first, second) if wanted == "black first" else (second, first)
    # A solid box is one contour; an outlined one has a second contour inside.
    assert solid.outline.commands.count("Z") == 1
    assert hollow.outline.commands.count("Z") == 2
    assert first.outline.box().right < slash.outline.box().center[0] < second.outline.box().x


@pytest.mark.parametrize(("way", "tip"), [("left", "x"), ("right", "right"), ("up", "y"), ("down", "bottom")])
def test_an_arrow_points_its_way_and_runs_out_behind(way, tip):
    (path,) = signs.arrow(way, 4.0).items  # type: ignore[arg-type]
    assert isinstance(path, Path)
    points = list(zip(path.outline.coordinates[0::2], path.outline.coordinates[1::2], strict=True))
    box = path.outline.box()
    x, y = points[0]
    assert {"x": x, "right": x, "y": y, "bottom": y}[tip] == pytest.approx(getattr(box, tip))
    # The barbs stand nearer to the tip than to the tail.
    middle = box.center
    across = 1 if way in ("left", "right") else 0
    barb = max(points, key=lambda point: abs(point[across] - middle[across]))
    along = 1 - across
    assert (barb[along] - middle[along]) * ((x, y)[along] - middle[along]) > 0


def test_the_four_piles_differ():
    shapes = {kind: signs.pile(kind, 4.0).items for kind in ("plain", "max", "spent", "sum")}
    assert len(set(shapes.values())) == 4
    whites = {
        kind: sum(PAPER in (item.fill, item.stroke) for item in items if isinstance(item, Path))
        for kind, items in shapes.items()
    }
    assert whites == {"plain": 0, "max": 1, "spent": 1, "sum": 1}


def test_the_triangle_of_the_largest_points_up_and_of_the_spent_down():
    for kind, up in (("max", True), ("spent", False)):
        triangle = signs.pile(kind, 4.0).items[-1]  # type: ignore[arg-type]
        assert isinstance(triangle, Path)
        ys = triangle.outline.coordinates[1::2]
        assert (ys[0] < min(ys[1:])) is up


@pytest.mark.parametrize("upper", [True, False])
def test_the_trigram_s_own_lines_are_the_strong_ones(upper):
    lines = [
        item.outline.box() for item in signs.trigram(upper, 5.0, 5.0, BLACK).items if isinstance(item, Path)
    ]
    widest = [box.center[1] < 0 for box in lines if box.width == pytest.approx(5.0)]
    assert len(lines) == 6
    assert widest == [upper] * 3


def test_labels_are_white_on_black_and_never_too_small():
    for height in (2.4, 4.0):
        box, text = signs.label(CONTEXT, "Co", height).items
        assert isinstance(box, Path)
        assert isinstance(text, Glyphs)
        assert (box.fill, text.ink, text.text) == (BLACK, PAPER, "Co")
        assert text.size >= 2.3
        assert box.outline.box().contains(box_of([text]))


def test_the_emblem_lies_inside_the_outline_of_its_card():
    for suit in CONTEXT.kit.suits:
        frame, emblem = signs.card(CONTEXT, suit, 3.0).items
        assert isinstance(frame, Path)
        assert isinstance(emblem, Path)
        assert frame.outline.box().grown(-0.3).contains(emblem.outline.box())


def test_the_two_strokes_of_the_brace_are_not_quite_alike():
    upper, lower = (item.outline for item in signs.brace(8.0, 1.8).items if isinstance(item, Path))
    assert upper.box().y == pytest.approx(-lower.box().bottom)
    mirrored = lower.moved_by(Affine(1.0, 0.0, 0.0, -1.0, 0.0, 0.0))
    assert mirrored.coordinates != upper.coordinates


def test_beside_lays_signs_in_a_row():
    ring, plus = signs.ring(2.0), signs.plus(1.0)
    row = beside((ring, plus, ring), 0.5)
    assert row.width == pytest.approx(6.0)
    assert (row.above, row.below) == (1.0, 1.0)
    assert ink_of(row) == pytest.approx((0.0, -1.0, 6.0, 2.0))
    assert beside((), 1.0).width == 0.0


def test_under_centres_the_lower_sign_and_keeps_the_upper_one_s_line():
    stack = under(signs.ring(4.0), signs.plus(1.0), 0.5)
    assert (stack.width, stack.above, stack.below) == (4.0, 2.0, 3.5)
    wide = under(signs.plus(1.0), signs.ring(4.0), 0.5)
    assert wide.width == 4.0
    assert ink_of(wide).x == pytest.approx(0.0)


def test_words_stand_on_the_middle_line():
    line = signs.words("上", TextStyle(CONTEXT.font("display"), 4.0))
    assert line.width == pytest.approx(4.0)
    assert abs(ink_of(line).center[1]) < 0.3


@pytest.mark.parametrize(("width", "height"), [(6.0, 5.3), (26.0, 30.0)])
def test_a_hexagram_has_the_same_proportions_in_every_size(width, height):
    """Six lines from the lowest up fill the box; all are as thick, and broken ones leave the same part of it free."""
    items = hexagram((True, False, True, True, False, False), width, height)
    boxes = [item.outline.box() for item in items]
    assert len(boxes) == 9
    around = reduce(Rect.union, boxes)
    assert tuple(around) == pytest.approx((0.0, 0.0, width, height), abs=1e-3)
    step = height / (5 + 0.62)
    assert {round(box.height / step, 3) for box in boxes} == {0.62}
    assert boxes[0].bottom == pytest.approx(height, abs=1e-3)
    assert (boxes[2].x - boxes[1].right) / width == pytest.approx(0.16)
