"""Pages: what is kept together stays together, and pictures that can grow fill what is left."""

from __future__ import annotations

import pytest

from printkit.compose.books.page_blocks import (
    PageBlock,
    Part,
    Picture,
    elastic,
    grown,
    loosened,
    pages_of,
    smaller,
)
from printkit.errors import InputError

ROOM = 100.0
INK = (Part((), ()),)


def page_block(height, most=0.0, **more):
    """A page block that can grow up to `most`."""
    taller = (lambda wanted: page_block(wanted)) if most else None
    return PageBlock(height, INK, most=most, taller=taller, **more)


def heights(page_blocks, starts=0.5):
    return [[each.height for each in grown(page, ROOM)] for page in pages_of(page_blocks, ROOM, starts)]


def test_text_fills_one_page_after_the_other():
    assert heights([page_block(30.0)] * 5) == [[30.0] * 3, [30.0] * 2]


def test_a_text_that_would_leave_its_last_page_nearly_empty_is_spread_evenly():
    assert sorted(map(len, heights([page_block(10.0)] * 22))) == [7, 7, 8]
    # One that is half full stays; and so does a text of several chapters.
    assert heights([page_block(10.0)] * 25) == [[10.0] * 10, [10.0] * 10, [10.0] * 5]
    chapters = [page_block(10.0)] * 4 + [page_block(10.0, new_page=True)] + [page_block(10.0)] * 8
    assert heights(chapters) == [[10.0] * 10, [10.0] * 3]


def test_what_is_kept_with_the_next_goes_with_it():
    assert heights([page_block(60.0), page_block(30.0, keep=True), page_block(30.0)]) == [
        [60.0],
        [30.0, 30.0],
    ]
    growing = [page_block(60.0), page_block(30.0, keep=True), page_block(30.0, most=40.0)]
    assert heights(growing) == [[60.0], [30.0, 40.0]]


def test_a_chapter_begins_a_page_unless_little_of_it_is_full():
    assert heights([page_block(40.0), page_block(30.0, new_page=True)]) == [[40.0, 30.0]]
    assert heights([page_block(60.0), page_block(30.0, new_page=True)]) == [[60.0], [30.0]]


def test_pictures_grow_until_the_page_is_full_and_no_further_than_they_can():
    assert heights([page_block(20.0), page_block(30.0, most=200.0)]) == [[20.0, 80.0]]
    assert heights([page_block(20.0), page_block(30.0, most=50.0)]) == [[20.0, 50.0]]
    # What one cannot take goes to the other.
    assert heights([page_block(30.0, most=90.0), page_block(30.0, most=35.0)]) == [[65.0, 35.0]]


def test_room_above_a_slab_counts_but_not_at_the_head_of_a_page():
    assert heights([page_block(30.0), page_block(30.0, most=200.0, space=10.0)]) == [[30.0, 60.0]]
    assert heights([page_block(30.0, most=200.0, space=10.0)]) == [[100.0]]


def test_pages_are_as_few_as_can_be_and_even():
    pages = heights([page_block(40.0, most=60.0)] + [page_block(20.0)] * 3 + [page_block(40.0, most=60.0)])
    assert len(pages) == 2
    assert all(sum(page) >= 80.0 for page in pages)
    # Filling the first page first would leave the last one nearly white.
    text = heights(
        [page_block(33.0, most=34.0), page_block(33.0), page_block(33.0), page_block(33.0, most=34.0)]
    )
    assert sorted(map(len, text)) == [2, 2]


def test_what_would_leave_a_page_too_empty_goes_on_with_the_next_chapter():
    text = [page_block(30.0), page_block(30.0, new_page=True, most=50.0), page_block(60.0, most=70.0)]
    assert [len(page) for page in heights(text)] == [2, 1]
    # Where chapters cannot run on, what is before them is laid otherwise.
    lines = [page_block(33.0) for _ in range(4)]
    assert [len(page) for page in heights([*lines, page_block(70.0, new_page=True, most=90.0)])] == [2, 2, 1]


@pytest.mark.parametrize("most", [0.0, 300.0])
def test_what_is_higher_than_a_page_is_refused(most):
    with pytest.raises(InputError, match="does not fit a page"):
        heights([page_block(20.0), page_block(120.0, most=most)])


def test_an_elastic_picture_is_as_high_as_asked_for_and_never_higher():
    drawn = elastic(lambda card: Picture(50.0, 10.0 + 2.0 * card, ()), 5.0, 10.0)
    assert (drawn.height, drawn.grow.most) == (20.0, 30.0)
    for wanted in (20.0, 23.7, 30.0, 99.0):
        assert drawn.grow.draw(wanted).height == pytest.approx(min(wanted, 30.0))
    # Where its height does not follow the cards evenly it stays a little lower.
    bent = elastic(lambda card: Picture(50.0, 10.0 + card**0.5, ()), 4.0, 16.0)
    assert 12.5 < bent.grow.draw(13.0).height <= 13.0 + 1e-6


def test_what_does_not_grow_with_its_cards_is_not_elastic():
    assert elastic(lambda card: Picture(50.0, 30.0, ()), 5.0, 10.0).grow is None


def pages(page_blocks, whole, before=0):
    found = pages_of(page_blocks, ROOM, 0.5, whole, before)
    return [[each.height for each in grown(page, ROOM)] for page in found]


def test_pictures_are_spread_until_the_book_is_whole_sheets():
    """The chapter that is left with the least white gives a picture a page of its own."""
    growing = [
        page_block(40.0, most=95.0),
        page_block(40.0, most=95.0),
        page_block(60.0, new_page=True),
        page_block(30.0, most=40.0),
    ]
    assert [len(page) for page in pages(growing, 1)] == [2, 2]
    assert pages(growing, 3) == [[95.0], [95.0], [60.0, 40.0]]
    assert len(pages(growing, 4, before=1)) == 3


def test_a_book_without_such_pictures_stays_as_it_is():
    assert len(pages([page_block(60.0)] * 3, 4)) == 3


@pytest.mark.parametrize("grows", [0.0, 90.0])
def test_no_chapter_begins_below_what_closes_one(grows):
    """However little of its page is full; what closes it may fill that."""
    last = page_block(30.0, most=grows, closes=True)
    pages = heights([page_block(10.0), last, page_block(30.0, new_page=True), page_block(20.0, most=25.0)])
    assert [len(page) for page in pages] == [2, 2]
    assert pages[0] == [10.0, grows or 30.0]


def test_what_a_page_leaves_white_is_shared_out_between_its_paragraphs():
    """At most so much each, and nothing between what is kept together or points of a list."""
    page = [
        page_block(20.0, space=4.0, keep=True),
        page_block(10.0, space=4.0),
        page_block(10.0, space=0.6),
        page_block(20.0, space=2.0),
        page_block(10.0, space=2.0),
    ]
    assert [each.space for each in loosened(page, ROOM, 5.0)] == [4.0, 4.0, 0.6, 7.0, 7.0]
    assert [each.space for each in loosened(page, ROOM - 17.4, 5.0)] == [4.0, 4.0, 0.6, 4.0, 4.0]
    assert loosened(page, ROOM - 40.0, 5.0) == page
    # A paragraph stays nearer to the one before than a picture.
    far = [page_block(10.0), page_block(10.0, space=2.0), page_block(10.0, space=6.0)]
    assert [each.space for each in loosened(far, ROOM, 20.0)] == [0.0, 11.0, 24.0]
    # A chapter's head and one picture.
    alone = [page_block(20.0, keep=True), page_block(30.0, space=3.0)]
    assert [each.space for each in loosened(alone, ROOM, 5.0)] == [0.0, 8.0]


def test_what_is_higher_than_a_page_with_what_is_kept_with_it_is_drawn_smaller():
    high, head = page_block(120.0), page_block(10.0, keep=True)
    made = smaller([head, high, page_block(99.0)], ROOM, 80.0)
    assert [each.height for each in made] == pytest.approx([10.0, 90.0, 99.0])
    assert len(heights(made)) == 2
    # Half as large it could not be read.
    with pytest.raises(InputError, match="does not fit"):
        heights(smaller([page_block(201.0)], ROOM, 80.0))


def test_large_pictures_have_as_many_pages_as_they_need():
    assert len(heights([page_block(60.0)] * 30)) == 30
