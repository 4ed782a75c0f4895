"""The box's printing: what each side says, the river that runs round it, and what little ink leaves out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from printkit.backends.png import scene_png
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.box import BoxNet, compose_box
from printkit.compose.pieces.box_sides import SHORE
from printkit.geometry import Rect, Size
from printkit.jobs.build.variables import print_variables
from printkit.kit.edition import in_language
from printkit.kit.find import find_kit
from printkit.kit.model import Ink, Kit
from printkit.preflight.kit_data import prove_contents
from printkit.scene.model import Glyphs, Scene
from printkit.scene.walk import walk
from printkit.sheets.box import BoxSize, box_size, nets
from tests.helpers import Pixels, png_pixels

SCALE = 10
STACK = {"youscout": 26.0, "tottarot": 19.0}
SIZES = [(name, size) for name in STACK for size in find_kit(name, ()).sizes]


@cache
def kit(name: str = "youscout") -> Kit:
    return find_kit(name, ("full", "low"))


@cache
def unfolded(name: str = "youscout", size: str = "tarot") -> tuple[BoxSize, BoxNet]:
    tuck, card = kit(name).box, kit(name).size(size)
    assert tuck is not None
    box = box_size(
        Size(card.width, card.height), STACK[name], tuck.play, tuck.board, (tuck.tuck, tuck.glue, tuck.dust)
    )
    (net,) = nets(box)[0]
    return box, BoxNet(*net.size, box.depth, {panel.name: panel.box for panel in net.panels})


@cache
def drawn(name: str = "youscout", size: str = "tarot", ink: Ink = "full") -> Scene:
    own = kit(name)
    assert own.box is not None
    choices = Choices(size, ink, print_variables(own, ()))
    return compose_box(own, own.box, unfolded(name, size)[1], choices, 0)


@cache
def pixels(name: str = "youscout", ink: Ink = "full") -> Pixels:
    size = kit(name).default_size
    return png_pixels(scene_png(drawn(name, size, ink), float(SCALE), bleed=False))


def said(name: str, size: str, ink: Ink) -> dict[str, str]:
    """What is written on each side, the lid and the flap; nothing lies across an edge."""
    box, net = unfolded(name, size)
    back = net.panels["back"]
    places = {side: panel for side, panel in net.panels.items() if side != "glue"}
    places["lid"] = Rect(back.x, back.y - box.depth, back.width, box.depth)
    places["flap"] = Rect(back.x, back.y - box.depth - box.tuck, back.width, box.tuck)
    found = dict.fromkeys(places, "")
    for placed in walk(drawn(name, size, ink)):
        if isinstance(placed.item, Glyphs):
            assert placed.item.size >= 1.76, "5 pt is the least that is set as text"
            inside = [side for side, place in places.items() if place.contains(item_box(placed))]
            assert len(inside) == 1, placed.item.text
            found[inside[0]] += placed.item.text
    return found


@pytest.mark.parametrize(("name", "size"), SIZES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_side_says_what_it_is_for(name: str, size: str, ink: Ink) -> None:
    words = said(name, size, ink)
    own = kit(name)
    titles = [own.text(language, "kit.title") for language in ("ja", "en")]
    assert all(title in words["front"] for title in titles)
    assert words["left"].startswith(titles[0])
    assert words["right"].startswith(titles[1])
    assert own.box is not None
    for key in ("players", "time", "age", *(key.removeprefix("box.") for key in own.box.items)):
        for language in ("ja", "en"):
            for part in own.text(language, f"box.{key}").split("<count>"):
                assert part.partition("{")[0] in words["back"], key
    for language in ("ja", "en"):
        assert own.text(language, "box.flap") in words["flap"]


def test_everything_in_the_box_is_named_with_its_number() -> None:
    own = kit()
    rules = {row.card for row in own.rules}
    deck = sum(card.copies for card in own.cards_of("deck") if card.id not in rules)
    for language in ("ja", "en"):
        assert str(deck) in own.text(language, "box.item-cards")
        assert str(len(rules)) in own.text(language, "box.item-rules")
    start = len(own.cards_of("start"))
    assert f"{start} “Start here” cards" in said("youscout", "tarot", "full")["back"]


def test_the_box_of_an_edition_counts_what_the_edition_prints() -> None:
    for language, words in (("en", "1 “Start here” card"), ("ja", "「はじめに」　1枚")):
        own = in_language(kit(), language)
        assert own.box is not None
        scene = compose_box(
            own, own.box, unfolded()[1], Choices("tarot", "full", print_variables(own, ())), 0
        )
        letters = "".join(each.item.text for each in walk(scene) if isinstance(each.item, Glyphs))
        assert words in letters
        for key in ("box.flap", "box.motto"):
            once = "".join(own.text(language, key).split())
            assert "".join(letters.split()).count(once) == 1, key
        assert list(prove_contents(own)) == []


def test_the_river_runs_round_the_box() -> None:
    """The shore is at one height on all four sides, and nothing but water lies under the bottom."""
    net = unfolded()[1]
    seen = pixels().astype(int)
    heights = []
    for name in ("back", "left", "right"):
        panel = net.panels[name]
        line = seen[round(panel.y * SCALE) : round(panel.bottom * SCALE), round((panel.right - 1.0) * SCALE)]
        blue = (line[:, 2] > 120) & (line[:, 0] < 60)
        heights.append(int(blue.argmax()) / SCALE)
    assert max(heights) - min(heights) <= 0.2
    assert heights[0] == pytest.approx(SHORE * net.panels["back"].height, abs=1.0)


def test_the_hero_is_on_its_side_of_the_shore() -> None:
    """Colours of the picture stand above the water, on the front and over its edge."""
    front = unfolded()[1].panels["front"]
    shore = front.y + SHORE * front.height
    seen = pixels().astype(int)
    x = round((front.right + 2.0) * SCALE)
    above = seen[round((front.y + 10) * SCALE) : round(shore * SCALE), x - 100 : x]
    gold = (abs(above - [196, 138, 16]).max(axis=2) < 40).mean()
    assert gold > 0.01


def test_low_ink_prints_no_ground() -> None:
    for name in STACK:
        low, full = (255 - pixels(name, ink).mean() for ink in ("low", "full"))
        assert low < 0.5 * full


@pytest.mark.parametrize("size", find_kit("tottarot", ()).sizes)
def test_a_pattern_ends_where_the_flap_has_words(size: str) -> None:
    """With little ink the flap is paper: what the lid prints beyond its fold would run into them."""
    own = kit("tottarot")
    assert own.box is not None
    net = unfolded("tottarot", size)[1]
    image = png_pixels(scene_png(drawn("tottarot", size, "low"), float(SCALE), bleed=False))
    fold = net.panels["back"].y - net.depth
    assert image[round((fold - 1.0) * SCALE) : round((fold - 0.2) * SCALE)].min() == 255


def test_a_kit_without_a_hero_has_its_back_on_every_side() -> None:
    own = kit("tottarot")
    assert own.box is not None
    bare = own.box.model_copy(update={"hero": None, "cards": (), "motto": "", "flap": "", "facts": None})
    choices = Choices("poker", "full", print_variables(own, ()))
    scene = compose_box(replace(own, box=bare), bare, unfolded("tottarot", "poker")[1], choices, 0)
    front = unfolded("tottarot", "poker")[1].panels["front"]
    seen = png_pixels(scene_png(scene, 4.0, bleed=False))
    x, y = round(front.center[0] * 4), round((front.y + 0.7 * front.height) * 4)
    assert seen[y - 20 : y + 20, x - 20 : x + 20].mean() < 140
