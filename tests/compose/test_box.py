"""The box's printing: what each side says, counts and shows, the river round it, and what low ink leaves out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import groupby

import pytest

from printkit.backends.png import scene_png
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.codes import ean_bars
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.pieces.box import BoxNet, compose_box
from printkit.compose.pieces.box_pen import SHORE, BoxPen
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.jobs.build.make_job import print_variables
from printkit.kit.box import BoxPicture, TuckBox
from printkit.kit.edition import in_language
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.model import Card
from printkit.preflight.proof_kit import prove_contents
from printkit.scene.model import Glyphs, Path, Scene, walk
from printkit.sheets.box import box_size, nets
from tests.helpers import png_pixels

SCALE = 10
STACK = {"youscout": 26.0, "tottarot": 19.0}
SIZES = [(name, size) for name in kit_ids() for size in find_kit(name, ()).sizes]


@cache
def kit(name="youscout"):
    return find_kit(name, ("full", "low"))


def tuck(own):
    assert own.box is not None
    return own.box


@cache
def unfolded(name="youscout", size="tarot"):
    own, card = tuck(kit(name)), kit(name).size(size)
    width, height, depth = own.inside or (card.width, card.height, STACK.get(name, 20.0))
    box = box_size(Size(width, height), depth, own.play, own.board, (own.tuck, own.glue, own.dust))
    (net,) = nets(box)[0]
    return box, BoxNet(*net.size, box.depth, {panel.name: panel.box for panel in net.panels})


def composed(own, size, ink="full", **changed):
    """The printing of a kit's box with some of what it states changed."""
    choices = Choices(size, ink, print_variables(own, ()))
    return compose_box(own, tuck(own).model_copy(update=changed), unfolded(own.id, size)[1], choices, 0)


@cache
def drawn(name="youscout", size="tarot", ink="full"):
    return composed(kit(name), size, ink)


@cache
def pixels(name="youscout", ink="full"):
    size = kit(name).default_size
    return png_pixels(scene_png(drawn(name, size, ink), float(SCALE), bleed=False))


def said(name, size, scene):
    """What is written on each side, the lid and the flap; nothing lies across a fold, or on a flap that is glued."""
    box, net = unfolded(name, size)
    back = net.panels["back"]
    places = {side: panel for side, panel in net.panels.items() if side != "glue"}
    places["lid"] = Rect(back.x, back.y - box.depth, back.width, box.depth)
    places["flap"] = Rect(back.x, back.y - box.depth - box.tuck, back.width, box.tuck)
    found = dict.fromkeys(places, "")
    for placed in walk(scene):
        if isinstance(placed.item, Glyphs):
            assert placed.item.size >= 1.76, "5 pt is the least that is set as text"
            inside = [side for side, place in places.items() if place.contains(item_box(placed))]
            assert len(inside) == 1 or placed.clip is not None, placed.item.text
            for side in inside:
                found[side] += placed.item.text
    return found


def without_blanks(text):
    return "".join(text.split())


@pytest.mark.parametrize(("name", "size"), SIZES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_side_says_what_it_is_for(name, size, ink):
    words, own = said(name, size, drawn(name, size, ink)), kit(name)
    titles = [own.text(language, "kit.title") for language in ("ja", "en")]
    assert all(title in words["front"] for title in titles)
    assert words["left"].startswith(titles[0])
    assert words["right"].startswith(titles[1])
    assert all(title in words["lid"] for title in titles) or unfolded(name, size)[0].depth < 12.0
    back, box = without_blanks(words["back"]), tuck(own)
    for language in ("ja", "en"):
        named = [item.text for item in box.items]
        for key in (*named, box.motto, box.maker, box.warning):
            text = own.text(language, key).replace("{version}", own.version) if key else ""
            assert without_blanks(text) in back, key
        assert own.text(language, box.flap) in words["flap"]


@pytest.mark.parametrize("name", kit_ids())
def test_a_box_says_for_whom_the_games_are(name):
    own = kit(name)
    back, facts = (
        without_blanks(said(name, own.default_size, drawn(name, own.default_size))["back"]),
        own.facts,
    )
    assert facts is not None
    (least, most), (short, long) = facts.players, facts.minutes
    players = (
        (f"{least}〜{most}人", f"{least}–{most}players") if least < most else (f"{least}人", f"{least}player")
    )
    assert all(each in back for each in players)
    assert f"{short}〜{long}分" in back
    assert f"{short}–{long}min" in back
    assert f"{facts.age}歳から" in back
    assert f"ages{facts.age}+" in back


def test_everything_in_the_box_is_counted_in_the_kit():
    own = kit("linked-ships")
    counts = [own.copies_of(item.count) for item in tuck(own).items]
    assert counts == [4, 12, 20, 6, 1, 1]
    more = replace(own, tokens=tuple(each.model_copy(update={"copies": 7}) for each in own.tokens))
    numbers = ["".join(letters) for digits, letters in _runs(more) if digits]
    assert {"84", "28"} <= set(numbers)


def _runs(own):
    """The numbers among what is written on the box."""
    texts = [
        each.item.text for each in walk(composed(own, own.default_size)) if isinstance(each.item, Glyphs)
    ]
    return [(text.isdecimal(), [text]) for text in texts]


@pytest.mark.parametrize("name", kit_ids())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_box_of_an_edition_says_everything_once(name, language):
    own = in_language(kit(name), language)
    scene = composed(own, own.default_size)
    letters = without_blanks("".join(each.item.text for each in walk(scene) if isinstance(each.item, Glyphs)))
    for key in (tuck(own).flap, tuck(own).motto):
        assert letters.count(without_blanks(own.text(language, key))) == 1, key
    assert list(prove_contents(own)) == []


def test_the_box_of_an_edition_counts_what_the_edition_prints():
    own = kit()
    (item,) = (each for each in tuck(own).items if each.text == "box.item-start")
    assert own.copies_of(item.count) == 2
    assert in_language(own, "en").copies_of(item.count) == 1


NUMBER = "4901234567894"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_ships_of_paper_float_apart_in_the_order_they_are_named(ink):
    """However many and however narrow the front is; a rope goes from each to the next."""
    own = kit("linked-ships")
    card = Card("box", "box", "box", 0, {})
    context = FaceContext(own, own.size(), card, Choices(own.default_size, ink, print_variables(own, ())))
    pen = BoxPen(context, tuck(own), 20.0, 1.0)
    names = [f"token-ship-{each}" for each in ("black-1", "red-2", "blue-3", "green-1", "black-2")]
    box = Rect(0.0, 0.0, 70.0, 60.0)
    items = [*pen.arranged(names, box)]
    ropes, ships = items[: len(names) - 1], items[len(names) - 1 :]
    assert all(isinstance(each, Path) and each.stroke for each in ropes)
    drawn = [item_box(each) for each in walk(Scene("", 70.0, 60.0, 0.0, tuple(ships)))]
    assert all(-0.1 <= each.x and each.right <= 70.1 for each in drawn)
    other = [*pen.arranged(names[::-1], box)]
    assert items != other


def test_a_barcode_is_read_from_the_back():
    scene, (_, net) = composed(kit("linked-ships"), "slip", ean=NUMBER), unfolded("linked-ships", "slip")
    back, fine = net.panels["back"], 40
    seen = png_pixels(scene_png(scene, float(fine), bleed=False))
    column = seen[:, round(back.x * fine) : round(back.right * fine)].min(axis=2) < 128
    wanted = ean_bars(NUMBER).modules
    found = set()
    for line in column[round(back.y * fine) : round(back.bottom * fine) : fine]:
        runs = [(dark, len(list(own))) for dark, own in groupby(line)]
        for at in range(len(runs) - 58):
            code = runs[at : at + 59]
            if code[0][0] and sum(long for _, long in code) < 40 * fine:
                module = sum(long for _, long in code) / 95
                found.add("".join(("1" if dark else "0") * round(long / module) for dark, long in code))
    assert wanted in found


@pytest.mark.parametrize(
    ("number", "message", "hint"),
    [
        ("4901234567890", "the check digit of '4901234567890' is 0", "4"),
        ("49012345", "is 5", "check"),
        ("490-x", "is no EAN", "13 or 8"),
    ],
)
def test_a_wrong_number_is_one_clear_line(number, message, hint):
    with pytest.raises(InputError) as refused:
        composed(kit("linked-ships"), "slip", ean=number)
    (problem,) = refused.value.problems
    assert (problem.file, problem.key) == ("box.toml", "ean")
    assert message in problem.message
    assert problem.hint


def test_too_many_things_inside_are_refused():
    own = kit("tottarot")
    with pytest.raises(InputError, match=r"box\.toml \[items\]: 24 lines of contents do not fit"):
        composed(own, "poker", items=tuck(own).items * 4)


def with_text(own, language, key, said):
    return replace(own, texts={**own.texts, language: {**own.texts[language], key: said}})


def test_a_motto_keeps_the_lines_it_has_in_the_file():
    own = in_language(kit("tottarot"), "en")
    written = [each.item.text for each in walk(composed(own, "poker")) if isinstance(each.item, Glyphs)]
    assert {"Fate is drawn.", "Will can change it."} <= set(written)


def test_a_motto_too_long_for_the_back_is_refused():
    own = with_text(kit("linked-ships"), "en", "box.motto", "Three ships " * 900)
    with pytest.raises(InputError, match=r"box\.toml \[motto\]: the motto's \d+ lines do not fit"):
        composed(own, "slip")


@pytest.mark.parametrize(
    ("key", "said", "place"),
    [
        ("box.motto", "x" * 5000, "motto"),
        ("box.sticks", "Five sticks say how far. " * 50, r"pictures\[1\]\.text"),
        ("box.item-ships", "ships " * 100, r"items\[1\]\.text"),
        ("box.maker", "y" * 5000, "maker"),
        ("box.flap", "What reaches the goal counts. " * 30, "flap"),
    ],
)
def test_a_text_without_room_is_one_short_line_with_its_key(key, said, place):
    with pytest.raises(InputError, match=rf"^box\.toml \[{place}\]: ") as refused:
        composed(with_text(kit("linked-ships"), "en", key, said), "slip")
    assert len(str(refused.value)) < 400


def test_a_view_is_of_one_part():
    view = ["0mm", "0mm", "10mm", "10mm"]
    with pytest.raises(InputError, match="a view is of one part"):
        BoxPicture.read({"show": ["stick-0", "stick-1"], "view": view}, "box.toml")


def test_no_hair_of_the_water_stands_above_the_shore():
    net = unfolded()[1]
    back = net.panels["back"]
    shore = back.y + SHORE * back.height
    column = pixels().astype(int)[
        round((shore - 2) * SCALE) : round((shore + 0.4) * SCALE), 100 + round(back.x * SCALE)
    ]
    assert (column.max(axis=1) - column.min(axis=1)).max() < 8


def test_the_river_runs_round_the_box():
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
    assert heights[0] == pytest.approx(SHORE * net.panels["back"].height, abs=1.2)


def test_the_hero_is_on_its_side_of_the_shore():
    """Colours of the picture stand above the water, on the front and over its edge."""
    front = unfolded()[1].panels["front"]
    shore = front.y + SHORE * front.height
    seen = pixels().astype(int)
    x = round((front.right + 2.0) * SCALE)
    above = seen[round((front.y + 10) * SCALE) : round(shore * SCALE), x - 100 : x]
    gold = (abs(above - [196, 138, 16]).max(axis=2) < 40).mean()
    assert gold > 0.01


def test_low_ink_prints_no_ground():
    for name in kit_ids():
        low, full = (255 - pixels(name, ink).mean() for ink in ("low", "full"))
        assert low < 0.5 * full


@pytest.mark.parametrize("size", find_kit("tottarot", ()).sizes)
def test_a_pattern_ends_where_the_flap_has_words(size):
    """With little ink the flap is paper: what the lid prints beyond its fold would run into them."""
    own = kit("tottarot")
    assert own.box is not None
    net = unfolded("tottarot", size)[1]
    image = png_pixels(scene_png(drawn("tottarot", size, "low"), float(SCALE), bleed=False))
    fold = net.panels["back"].y - net.depth
    assert image[round((fold - 1.0) * SCALE) : round((fold - 0.2) * SCALE)].min() == 255


@pytest.mark.parametrize("name", kit_ids())
def test_a_box_that_names_nothing_shows_the_parts_of_its_kit(name):
    """One line in box.toml is enough: cards before the pattern, a card, the board and a piece, and what there is."""
    own = kit(name)
    bare = TuckBox(component=tuck(own).component, inside=tuck(own).inside)
    choices = Choices(own.default_size, "full", print_variables(own, ()))
    scene = compose_box(replace(own, box=bare), bare, unfolded(name, own.default_size)[1], choices, 0)
    words = said(name, own.default_size, scene)
    cards = sum(card.copies for card in own.cards)
    assert all(own.text(language, "kit.title") in words["front"] for language in ("ja", "en"))
    assert "内容" in words["back"]
    assert str(cards) in words["back"]
    front = unfolded(name, own.default_size)[1].panels["front"]
    seen = png_pixels(scene_png(scene, 4.0, bleed=False))
    middle = seen[round((front.y + 0.4 * front.height) * 4) :, round(front.x * 4) : round(front.right * 4)]
    assert middle.min() < 60
    assert middle.max() == 255
