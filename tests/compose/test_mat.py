"""The table mat: every place where the rules have it, for every card size, readable and in both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.youscout.mat import compose_mat
from printkit.compose.youscout.mat_plan import plan_mat
from printkit.errors import InputError
from printkit.geometry import MM_PER_PT
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, walk

SIZES = ("tarot", "jrf", "bridge", "poker")


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout", ("full", "low"))


def mat_of(kit):
    assert kit.mat is not None
    return kit.mat


def planned(kit, size):
    return plan_mat(kit, kit.size(size), mat_of(kit))


def drawn(kit, size, ink="full", *options):
    choices = Choices(size, ink, print_variables(kit, options))
    return compose_mat(kit, mat_of(kit), planned(kit, size), choices)


@pytest.mark.parametrize(
    ("size", "paper"), [("tarot", "a2"), ("jrf", "a3"), ("bridge", "a3"), ("poker", "a3")]
)
def test_the_smallest_paper_that_holds_the_cards(kit, size, paper):
    assert planned(kit, size).board.paper == paper


@pytest.mark.parametrize("size", SIZES)
def test_places_are_as_large_as_the_cards_and_apart(kit, size):
    plan, card = planned(kit, size), kit.size(size)
    for slot in plan.slots.values():
        assert (slot.width, slot.height) == pytest.approx((card.width, card.height), abs=1e-9)
    for one, other in combinations(plan.slots.values(), 2):
        assert not one.grown(1).overlaps(other.grown(1))
    for place in mat_of(kit).places:
        spread = 0.0 if place.kind == "slot" else 2 * mat_of(kit).spread
        slot = plan.slots[place.id]
        zone = slot._replace(x=slot.x - spread, width=slot.width + spread)
        assert all(not zone.overlaps(other) for name, other in plan.slots.items() if name != place.id)
        assert zone.x >= 0


@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_the_rules_table(kit, size):
    """6 5 4 above 3 2 1, the middle ones nearer; Sw above, Co below, X left, D right, T lowest (youscout §2.1)."""
    slots = planned(kit, size).slots
    assert set(slots) == {"1", "2", "3", "4", "5", "6", "Sw", "Co", "X", "D", "T"}
    assert slots["6"].x < slots["5"].x < slots["4"].x
    assert (slots["3"].x, slots["2"].x, slots["1"].x) == (slots["6"].x, slots["5"].x, slots["4"].x)
    assert slots["6"].y == slots["4"].y < slots["5"].y
    assert slots["3"].y == slots["1"].y > slots["2"].y > slots["5"].bottom
    assert slots["Sw"].x == slots["Co"].x == slots["5"].x
    assert slots["Sw"].bottom < slots["5"].y
    assert slots["Co"].y > slots["2"].bottom
    assert slots["X"].x == slots["6"].x
    assert slots["6"].bottom < slots["X"].y < slots["X"].bottom < slots["3"].y
    assert slots["4"].bottom < slots["D"].y < slots["D"].bottom < slots["1"].y
    assert slots["T"].y > slots["1"].bottom
    assert max(slots, key=lambda name: slots[name].bottom) == "T"


def test_there_are_seventeen_places_with_the_piles(kit):
    assert sum(2 if place.kind == "line" else 1 for place in mat_of(kit).places) == 17


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_too_small_to_read_or_off_the_mat(kit, size):
    scene = drawn(kit, size)
    for placed in walk(scene):
        if isinstance(placed.item, Glyphs):
            assert placed.item.size >= 2.3
            assert scene.trim.contains(item_box(placed), 0.01), placed.item.text


@pytest.mark.parametrize("ink", ["full", "low"])
def test_both_languages_say_what_lies_where(kit, ink):
    said = "\n".join(
        placed.item.text for placed in walk(drawn(kit, "tarot", ink)) if isinstance(placed.item, Glyphs)
    )
    for number, name in enumerate(("初爻", "二爻", "三爻", "四爻", "五爻", "上爻"), 1):
        assert name in said
        assert str(number) in said
    for words in (
        "山札",
        "Talon",
        "捨て札",
        "Discards",
        "ソード",
        "Swords",
        "コイン",
        "Coins",
        "順",
        "forward",
        "応",
    ):
        assert words in said


@pytest.mark.parametrize("count", [1, 3, 5])
def test_there_is_a_ring_for_each_terminal(kit, count):
    plan = planned(kit, "tarot")
    talon = plan.slots["T"]
    rings = [
        placed.item.text
        for placed in walk(drawn(kit, "tarot", "full", f"terminals={count}"))
        if isinstance(placed.item, Glyphs)
        and item_box(placed).right < talon.x
        and item_box(placed).x > plan.slots["Co"].right
        and item_box(placed).y > talon.y - 20
    ]
    assert sorted(rings) == [str(number) for number in range(1, count + 1)]


def test_cards_too_large_for_every_mat_are_one_clear_line(kit):
    giant = replace(kit.size("tarot"), width=110.0, height=170.0)
    with pytest.raises(InputError, match="no mat of kit youscout holds cards of 110 × 170 mm") as caught:
        plan_mat(kit, giant, mat_of(kit))
    assert "A2" in caught.value.problems[0].hint


def test_low_ink_is_lighter(kit):
    from printkit.backends.png import scene_png
    from tests.helpers import png_pixels

    dark = {
        ink: 255 - float(png_pixels(scene_png(drawn(kit, "bridge", ink), 1.0)).mean())  # type: ignore[arg-type]
        for ink in ("full", "low")
    }
    assert dark["low"] < dark["full"] * 0.65


def test_a_mat_without_ways_has_no_river(kit):
    mat = replace(mat_of(kit), forward=(), across=())
    scene = compose_mat(kit, mat, planned(kit, "bridge"), Choices("bridge", "full", print_variables(kit, ())))
    assert len(list(walk(scene))) < len(list(walk(drawn(kit, "bridge")))) - 10


@pytest.mark.parametrize("size", ["tarot", "tgc-tarot"])
def test_what_is_read_from_a_chair_has_twelve_points(kit, size):
    """Names, notes, ways and captions of the large mat; 12 pt are read from 70 cm."""
    least = min(placed.item.size for placed in walk(drawn(kit, size)) if isinstance(placed.item, Glyphs))
    assert least >= 12 * MM_PER_PT
