"""Openings of chapters: a picture across the head of the page, the chapter's number, and the card's line."""

from __future__ import annotations

import pytest

from printkit.compose.books.book import BookLook, compose_book
from printkit.compose.books.opening import BLEED, chapter_numbers, find_openings
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.jobs.play.play_book import play_book
from printkit.kit.booklet import load_booklet
from printkit.kit.find import find_kit
from printkit.kit.leaflets import load_leaflet
from printkit.kit.load import load_kit
from printkit.kit.markdown import Heading, parse_markdown
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Scene, walk
from printkit.scene.model import Path as Drawn
from tests.tiny_kit import spoilt_copy

A5 = Size(148.0, 210.0)
# Where text begins.
HEAD = 20.0
LINES = " ".join(["One line of a rule after the other."] * 12)
TEXT = f"# Board {{#board}}\n\n2.1. {LINES}\n\n# Talon {{#talon}}\n\n3.1. One rule.\n"


def book(ink="full", starts=0.0, before=""):
    """Two chapters with the openings that Youscout has for them."""
    kit = find_kit("youscout")
    openings = find_openings(kit, "booklet", "en", Choices(kit.default_size, ink))  # type: ignore[arg-type]
    look = BookLook(A5, "en", kit.fonts["display"], starts=starts, openings=openings)
    return compose_book(parse_markdown(before + TEXT, "rules.en.md"), look, ["Book"], "", None, lambda *_: ())


def drawn(page):
    items = tuple(item for part in page.parts for item in part.items)
    placed = walk(Scene("page", *A5, BLEED, (*items, *page.furniture)))
    return [(each.item, item_box(each) if each.clip is None else each.clip) for each in placed]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_chapter_of_the_rule_book_has_an_opening(language):
    kit = find_kit("youscout")
    blocks = play_book(kit).booklet.texts[language]
    chapters = [each.anchor for each in blocks if isinstance(each, Heading) and each.level == 1]
    assert set(chapters) == set(kit.openings["booklet"])
    assert chapter_numbers(blocks) == {
        chapter: str(number)
        for number, chapter in enumerate(("cards", "board", "talon", "simple", "turn", "war", "together"), 1)
    }


def test_at_the_head_of_a_page_the_band_runs_off_three_edges():
    first = book().pages[0]
    boxes = [box for item, box in drawn(first) if not isinstance(item, Glyphs)]
    band = boxes[0]
    for box in boxes[1:]:
        band = band.union(box)
    assert (band.x, band.y, band.right) == pytest.approx((-BLEED, -BLEED, A5.width + BLEED), abs=1e-3)
    # No running head lies on it: the page's number stands below the text.
    assert [item.text for item, box in drawn(first) if isinstance(item, Glyphs) and box.y > 190] == ["1"]


def test_a_chapter_within_a_page_keeps_the_running_head():
    (only,) = book(starts=0.9, before=f"{LINES}\n\n").pages
    texts = [item.text for item, box in drawn(only) if isinstance(item, Glyphs) and box.bottom < 20]
    assert sorted(texts) == ["1", "Book"]
    tops = sorted({round(box.y, 2) for item, box in drawn(only) if box.x == -BLEED})
    assert len(tops) == 2
    assert HEAD < tops[0] < tops[1] < 180


def test_an_even_card_breaks_the_line_under_the_title():
    def lines(page):
        paper = [box for item, box in drawn(page) if isinstance(item, Drawn) and item.fill == PAPER]
        return len([box for box in paper if box.height == pytest.approx(1.4)])

    pages = book().pages
    assert [lines(page) for page in (pages[0], pages[-1])] == [2, 1]


def test_little_ink_leaves_out_the_grounds_and_prints_the_title_in_black():
    page = book("low").pages[0]
    titles = [item for item, box in drawn(page) if isinstance(item, Glyphs) and box.bottom < 60]
    assert titles
    assert {item.ink for item in titles} == {BLACK}
    grounds = [box for item, box in drawn(page) if isinstance(item, Drawn) and box.width > 80]
    assert not grounds


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\nboard = {", "\nbord = {", r"openings\.booklet\.bord\]: there is no chapter 'bord' .*'board'"),
        ('board = { card = "major-10"', 'board = { card = "major-99"', r"openings\.booklet\.board\.card"),
    ],
)
def test_an_opening_without_its_chapter_or_card_is_named(tmp_path, old, new, said):
    folder = spoilt_copy(find_kit("youscout").folder, tmp_path / "youscout", "kit.toml", old, new)
    with pytest.raises(InputError, match=said):
        load_booklet(load_kit(folder))


def test_a_leaflet_opens_with_a_picture_above_its_title(tmp_path):
    kit = find_kit("tottarot")
    (opening,) = find_openings(kit, "leaflet", "ja", Choices(kit.default_size)).values()
    items = opening.band(Rect(-BLEED, -BLEED, A5.width + 2 * BLEED, 119.0))
    title, shown = items[0], items[-1]
    assert title.outline.box().y > shown.clip.bottom
    assert opening.label == "ルール"
    folder = spoilt_copy(kit.folder, tmp_path / "tottarot", "kit.toml", "leaflet.game]", "leaflet.games]")
    with pytest.raises(InputError, match="there is no chapter 'games'"):
        load_leaflet(load_kit(folder))


@pytest.mark.parametrize("low", [False, True])
def test_sections_have_slim_bars_whose_titles_keep_off_their_cuts(low):
    """Chapters are none of their business: they begin no page and are in the outline one level lower."""
    text = "# A chapter {#one}\n\nWords.\n\n## 古机戦 Old cetkaik {#old}\n\nWords.\n"
    look = BookLook(A5, "en", "shippori-mincho-extrabold", low=low, sections=True)
    book = compose_book(parse_markdown(text, "text.md"), look, ["Title"], "", None, lambda name, width: ())
    (page,) = book.pages
    assert [(mark.level, mark.anchor) for mark in book.bookmarks] == [(1, "one"), (2, "old")]
    placed = [*walk(Scene("page", 148.0, 210.0, 0.0, tuple(i for part in page.parts for i in part.items)))]
    cuts = next(item_box(each) for each in placed if isinstance(each.item, Drawn) and not each.item.even_odd)
    titles = {
        each.item.text: item_box(each)
        for each in placed
        if isinstance(each.item, Glyphs) and each.item.text in ("Old cetkaik", "古机戦")
    }
    assert titles["Old cetkaik"].right < titles["古机戦"].x
    assert titles["古机戦"].right < cuts.x - 0.5
    (bar,) = [
        each.item
        for each in placed
        if isinstance(each.item, Drawn) and item_box(each).width > 100.0 and 7.0 < item_box(each).height < 8.0
    ]
    inked = [item for item in placed if isinstance(item.item, Drawn) and item.item.fill == PAPER]
    assert bool(inked) == (not low)
    assert bar.fill == BLACK


def test_a_link_has_the_ink_of_its_text():
    """A page may be printed, and there a coloured word leads nowhere."""
    text = "# Board {#board}\n\nThe [board](#board) lies here.\n\n| a | [b](#board) |\n|---|---|\n| c | d |\n"
    look = BookLook(A5, "en", find_kit("youscout").fonts["display"])
    made = compose_book(parse_markdown(text, "text.md"), look, ["Book"], "", None, lambda *_: ())
    (page,) = made.pages
    assert len(page.links) == 2
    drawn = walk(Scene("page", 148.0, 210.0, 0.0, tuple(item for part in page.parts for item in part.items)))
    inks = {each.item.ink for each in drawn if isinstance(each.item, Glyphs)}
    assert inks == {BLACK}
