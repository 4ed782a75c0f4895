"""The tuck box unfolded: panels add up to the box, cuts go round them, folds lie between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.geometry import Rect, Size
from printkit.sheets.box import box_size, nets

CARD = Size(70, 120)
FLAPS = (15.0, 11.0, 14.0)


def usual(stack=25.6):
    return box_size(CARD, stack, 0.8, 0.3, FLAPS)


def whole(stack=25.6):
    (net,) = nets(usual(stack))[0]
    return net


def test_the_inside_holds_the_stack_with_its_play():
    size = usual(27.0)
    board, play = 0.3, 0.8
    assert size.width - board == pytest.approx(70 + play)
    assert size.height - board == pytest.approx(120 + play)
    assert size.depth - board == pytest.approx(27 + play)


@given(st.floats(3, 120), st.floats(30, 120), st.floats(40, 200))
def test_panels_stand_side_by_side_and_are_as_large_as_the_box(stack, width, height):
    size = box_size(Size(width, height), stack, 0.8, 0.3, FLAPS)
    for way in nets(size):
        for net in way:
            x = 0.0
            for panel in net.panels:
                expected = {"glue": size.glue, "back": size.width, "front": size.width}
                assert panel.box.x == pytest.approx(x)
                assert panel.box.width == pytest.approx(expected.get(panel.name, size.depth))
                assert (panel.box.y, panel.box.height) == pytest.approx((net.top, size.height))
                x += panel.box.width
            assert net.size.width == pytest.approx(x)


@given(st.floats(3, 120))
def test_the_cut_goes_round_everything_once(stack):
    for way in nets(usual(stack)):
        for net in way:
            assert (net.cut.commands[0], net.cut.commands[-1]) == ("M", "Z")
            assert net.cut.commands.count("M") == 1
            extent = Rect(0, 0, *net.size)
            assert extent.contains(net.cut.box(), 0.01)
            assert net.cut.box().width == pytest.approx(net.size.width, abs=0.01)
            for fold in net.folds:
                assert extent.contains(fold.box(), 0.01)


def test_folds_lie_on_the_edges_of_the_panels():
    net, size = whole(), usual()
    upright = sorted(fold.coordinates[0] for fold in net.folds if fold.coordinates[0] == fold.coordinates[2])
    assert upright == pytest.approx([panel.box.x for panel in net.panels[1:]])
    level = {
        round(fold.coordinates[1], 3) for fold in net.folds if fold.coordinates[1] == fold.coordinates[3]
    }
    assert level == {
        round(net.top - size.depth, 3), round(net.top, 3), round(net.top + size.height, 3)
    }  # fmt: skip


def test_lid_and_bottom_close_the_depth():
    net, size = whole(), usual()
    assert net.top == pytest.approx(size.depth + size.tuck)
    assert net.size.height - net.top - size.height == pytest.approx(size.depth)


def test_the_front_has_a_notch_for_the_thumb():
    net = whole()
    front = net.panel("front")
    assert front is not None
    points = list(zip(net.cut.coordinates[0::2], net.cut.coordinates[1::2], strict=True))
    deepest = max(y for x, y in points if abs(x - front.center[0]) < 0.01 and y < front.center[1])
    assert deepest == pytest.approx(front.y + 7.2, abs=0.01)


def test_two_halves_are_the_whole_with_one_more_glue_flap():
    (one,), halves = nets(usual())
    assert len(halves) == 2
    names = [panel.name for half in halves for panel in half.panels]
    assert sorted(names) == sorted([*(panel.name for panel in one.panels), "glue"])
