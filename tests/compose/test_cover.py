"""Covers: a card's picture over the whole page, the title on a slip, the bar of the card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.backends.png import scene_png
from printkit.compose.books.book import BookLook, Picture, compose_book
from printkit.compose.books.cover import BLEED, CoverWords, bar, compose_cover, slip
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.front_cover import compose_front_cover
from printkit.compose.text.typesetting import TextStyle, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.markdown import parse_markdown
from printkit.scene.inks import PAPER
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.helpers import png_pixels
from tests.tiny_kit import spoilt_copy

A5 = Size(148.0, 210.0)
FONT = "shippori-mincho-extrabold"
BOOKS = ("booklet", "walkthrough", "puzzles")


def glyphs(items):
    return [item for item in items if isinstance(item, Glyphs)]


@pytest.mark.parametrize("part", BOOKS)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_picture_covers_the_page_and_its_bleed(part, ink):
    kit = find_kit("youscout")
    page = compose_cover(kit, part, A5, Choices(kit.default_size, ink))  # type: ignore[arg-type]
    items = tuple(item for each in page.parts for item in each.items)
    scene = Scene("cover", *A5, BLEED, items)
    boxes = [
        placed.item.outline.moved_by(placed.transform).box()
        for placed in walk(scene)
        if hasattr(placed.item, "outline")
    ]
    union = boxes[0]
    for box in boxes[1:]:
        union = union.union(box)
    assert union.grown(1.0).contains(Rect(0.0, 0.0, *A5))


def test_the_title_stands_in_a_column_from_top_to_bottom():
    style = TextStyle(FONT, 10.0)
    column = set_column("易双六", style, 20.0, 5.0)
    assert column.text == "易双六"
    ys = [glyph.y for glyph in column.glyphs]
    assert ys == sorted(ys)
    assert column_height("易双六", style) == pytest.approx(30.8)
    assert [is_vertical(text) for text in ("易双六", "トッタロット", "Youscout", "")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_long_vowel_is_turned_in_a_column():
    """The font has a glyph of its own for ー written downwards."""
    style = TextStyle(FONT, 10.0)
    upright = set_column("カード", style, 0.0, 0.0).glyphs[1].glyph
    assert upright != set_line("カード", style, 0.0, 0.0).glyphs[1].glyph


@pytest.mark.parametrize("title", ["易双六", "トッタロット", "A Very Long Title of a Game"])
def test_slip_and_bar_stay_on_the_page(title):
    words = CoverWords(title, "遊び方" if is_vertical(title) else "Rules", (title, "Rule Book"))
    room = Rect(0.0, 0.0, *A5).grown(-10.0)
    for items in (slip(words, FONT, A5), bar(words.bar, FONT, A5, True), bar(words.bar, FONT, A5, False)):
        for placed in walk(Scene("x", *A5, 0.0, items)):
            if hasattr(placed.item, "outline"):
                assert room.contains(placed.item.outline.moved_by(placed.transform).box())


def test_an_even_card_breaks_the_bar():
    kit = find_kit("youscout")

    def pieces(card):
        own = replace(kit, covers={"booklet": kit.covers["booklet"].model_copy(update={"card": card})})
        page = compose_cover(own, "booklet", A5, Choices(kit.default_size))
        return len([item for item in page.parts[-1].items if not isinstance(item, Glyphs)])

    assert (pieces("major-18"), pieces("major-17")) == (2, 1)


def test_a_picture_on_paper_stands_on_a_tinted_ground_where_ink_is_spent():
    kit = find_kit("youscout")
    light = kit.covers["booklet"].model_copy(update={"card": "major-05", "ground": "light"})
    own = replace(kit, covers={"booklet": light})
    grounds = [
        compose_cover(own, "booklet", A5, Choices(kit.default_size, ink)).parts[0].items
        for ink in ("full", "low")
    ]
    assert [len(items) for items in grounds] == [1, 0]
    assert grounds[0][0].outline.box() == Rect(0.0, 0.0, *A5).grown(BLEED)


def test_a_cover_without_its_card_or_name_is_refused(tmp_path):
    folder = find_kit("youscout").folder
    lost = spoilt_copy(
        folder, tmp_path / "a" / "youscout", "kit.toml", 'card = "major-18"', 'card = "mayor-18"'
    )
    with pytest.raises(InputError, match=r"unknown card 'mayor-18'"):
        load_kit(lost)
    lost = spoilt_copy(folder, tmp_path / "b" / "youscout", "text.en.toml", 'booklet = "Rule Book"\n', "")
    with pytest.raises(InputError, match=r"cover\.booklet"):
        load_kit(lost)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "box.toml",
            '"card-wands-09"',
            '"card-wand-09"',
            r"box\.toml \[pictures\[1\]\.show\[0\]\]: the kit has no part 'card-wand-09' .*'card-wands-0",
        ),
        ("box.toml", 'card = "major-21"', 'card = "major-91"', r"box\.toml \[hero\.card\]: unknown card"),
        (
            "box.toml",
            'card = "major-21"',
            'card = "rule-upper"',
            r"\[hero\.card\]: rule-upper has no picture",
        ),
        (
            "kit.toml",
            'card = "major-06"',
            'card = "rule-upper"',
            r"puzzles\.card\]: rule-upper has no picture",
        ),
    ],
)
def test_a_shown_card_has_a_picture(tmp_path, file, old, new, said):
    with pytest.raises(InputError, match=said):
        load_kit(spoilt_copy(find_kit("youscout").folder, tmp_path / "youscout", file, old, new))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("part", BOOKS)
def test_f9_a_cover_takes_no_element_of_the_pages_behind_it(part, language):
    kit = find_kit("youscout")
    cover = compose_cover(kit, part, A5, Choices(kit.default_size))
    text = parse_markdown("# One\n\nA first paragraph.\n\n![A board](board)\n", "text")
    drawn = Picture(20.0, 10.0, ())
    look = BookLook(A5, language, "zen-kaku-gothic-new-bold")
    book = compose_book(text, look, ["One"], "Contents", cover, lambda name, width: (drawn,))
    own = {part.path for part in book.pages[0].parts if part.path}
    behind = {node for page in book.pages[1:] for part in page.parts for node in part.path}
    assert {node for path in own for node in path} & behind == set()
    assert len(own) == 3


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("name", kit_ids())
def test_every_walkthrough_has_a_cover_that_runs_off_the_page(name, ink):
    """The kit states a picture, or it is the front of the box: title and book in both languages, and no margin."""
    own = find_kit(name, ("full", "low"))
    choices = Choices(own.default_size, ink, print_variables(own, ()))
    stated = "walkthrough" in own.covers
    page = compose_cover(own, "walkthrough", A5, choices) if stated else None
    page = page or compose_front_cover(own, "walkthrough", A5, choices)
    assert page is not None
    scene = Scene("cover", *A5, BLEED, tuple(item for part in page.parts for item in part.items))
    letters = "".join(
        "".join(each.item.text for each in walk(scene) if isinstance(each.item, Glyphs)).split()
    )
    for language in own.languages:
        for key in ("kit.title", "cover.walkthrough"):
            assert "".join(own.text(language, key).split()) in letters
    seen = png_pixels(scene_png(scene, 3.0))
    edges = (seen[:3], seen[-3:], seen[:, :3], seen[:, -3:])
    # With little ink a night is paper.
    assert ink == "low" or all((edge.min(axis=-1) < 200).any() for edge in edges)


@pytest.mark.parametrize("name", ["linked-ships", "mountain-road"])
def test_the_ground_of_a_walkthroughs_cover_has_long_light_cuts_and_light_plates(name):
    """Strict readers saw a flat field with specks, black plates, and rays that ran into white sails."""
    kit = find_kit(name)
    page = compose_front_cover(kit, "walkthrough", A5, Choices(kit.default_size, "full"))
    assert page is not None
    (use,) = page.parts[0].items
    placed = [each for each in walk(use.scene) if isinstance(each.item, Path)]
    ground = kit.inks[kit.box.ground]
    at = next(at for at, each in enumerate(placed) if each.item.fill == ground)
    cuts = next(
        each.item.outline for each in placed[at:] if each.item.fill == PAPER and not each.item.even_odd
    )
    assert cuts.commands.count("M") > 40
    plates = [
        (at, item_box(each))
        for at, each in enumerate(placed)
        if each.item.fill == PAPER and item_box(each).y > 170.0 and 10.0 < item_box(each).height < 20.0
    ]
    assert len(plates) == 2
    # Ground lies round each, so that no light cut runs into it.
    for at, plate in plates:
        around = placed[at - 1]
        assert around.item.fill == ground
        assert item_box(around).contains(plate)
