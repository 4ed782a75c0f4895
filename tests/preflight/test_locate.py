"""Faces are found by their words: whichever guess comes first, and without trying those that cannot be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.extras import extra_cards
from printkit.compose.faces.faces import compose_face
from printkit.geometry import Size
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit
from printkit.preflight import locate as module
from printkit.preflight.book import Book, Face, make_books
from printkit.preflight.locate import face_index, locate
from printkit.preflight.marks import glyph_marks
from printkit.preflight.proof_pdf import proof_pdf
from printkit.scene.model import walk
from printkit.sheets.impose import card_per_page

RULES = ("rule-upper", "rule-lower", "simple-upper", "simple-lower")
TOWER = "major-16"
MAJORS = tuple(f"major-{number:02}" for number in range(22))


@cache
def kit():
    return find_kit("youscout", ())


@cache
def book():
    return make_books([kit()])[0]


@cache
def index(size="tarot"):
    return face_index(book().faces(size))


def marks_of(card):
    return book().face(card, "tarot").marks


@cache
def choices():
    return Choices("tarot", "full", print_variables(kit(), ()))


def table():
    """A table of numbers, as one of the cards that fill a set: words of eleven majors, and none of their faces."""
    return extra_cards(kit(), "deck", choices(), 1)[0]


def table_marks():
    return tuple(
        mark for number, item in enumerate(walk(table().face())) for mark in glyph_marks(item, number)
    )


@pytest.fixture
def tried(monkeypatch):
    """How many guesses were looked at letter by letter, by card, and how many letters were looked for."""
    counts: Counter[str] = Counter()
    fit, near = module._fit, module.LetterGrid.near

    def counted_fit(guess, *rest):
        counts[guess.face.card] += 1
        return fit(guess, *rest)

    def counted_near(grid, *rest):
        counts["letters"] += 1
        return near(grid, *rest)

    monkeypatch.setattr(module, "_fit", counted_fit)
    monkeypatch.setattr(module.LetterGrid, "near", counted_near)
    return counts


@pytest.mark.parametrize("card", [TOWER, "cups-13", *RULES])
def test_a_card_is_found_where_it_lies(card):
    (found,) = locate(marks_of(card), index())
    assert (found.face.card, found.scale, found.turn, found.trim[:2]) == (card, 1.0, 0.0, (0.0, 0.0))
    assert found.steady == len(marks_of(card))


def test_letters_that_were_rounded_aside_make_no_scale():
    marks = marks_of("rule-lower")
    right = sorted(mark.x for mark in marks)[len(marks) * 3 // 5]
    aside = [mark._replace(x=mark.x - 0.1) if mark.x > right else mark for mark in marks]
    (found,) = locate(aside, index())
    assert (found.scale, found.turn) == (1.0, 0.0)
    assert abs(found.place.e) < 0.01


@pytest.mark.parametrize("card", [TOWER, *RULES])
def test_the_order_of_guesses_makes_no_difference(card, monkeypatch):
    votes = module._votes
    monkeypatch.setattr(module, "_votes", lambda *words: votes(*words)[::-1])
    assert [found.face.card for found in locate(marks_of(card), index())] == [card]


def test_a_table_of_numbers_is_no_card():
    assert locate(table_marks(), index()) == ()


def test_a_table_of_numbers_is_given_up_soon(tried):
    locate(table_marks(), index())
    assert tried.pop("letters") < 6_000
    assert tried.total() < 300


def test_rule_cards_share_their_words_and_are_not_tried_for_each_other(tried):
    locate(marks_of("rule-upper"), index())
    assert tried == {"rule-upper": 1, "letters": len(marks_of("rule-upper"))}


def test_a_page_in_another_size_is_given_up_soon(tried):
    locate(marks_of("rule-upper"), index("poker"))
    assert tried["letters"] < 70_000


def test_a_card_with_more_letters_is_preferred_to_one_that_fits_too(monkeypatch):
    """The bound for what can be in place must never hide the better card behind a worse one found before."""
    whole = book().face(TOWER, "tarot")
    part = replace(whole, card="part", marks=whole.marks[::2], runs=whole.runs[::2])
    votes = module._votes

    def part_first(*words):
        return sorted(votes(*words), key=lambda guess: guess.face.card != "part")

    monkeypatch.setattr(module, "_votes", part_first)
    both: tuple[Face, ...] = (whole, part)
    assert [found.face.card for found in locate(whole.marks, face_index(both))] == [TOWER]


# ------------------------------------------------------------------- a deck with other cards among its own, as 90 are


def set_with(tables, cards, path):
    """These cards in tarot size, a face a page, and this many tables of numbers behind them."""
    ids = [*cards, *["extra"] * tables]
    with path.open("wb") as stream:
        write_pdf(
            stream,
            card_per_page(ids, Size(70.0, 120.0), 3.0, order=("front",)),
            lambda key: (
                table().face()
                if key.card == "extra"
                else compose_face(kit(), kit().card(key.card), choices())
            ),
            DocumentInfo("set"),
        )
    return path


@pytest.fixture
def sizes_tried(monkeypatch):
    """The sizes whose faces were looked for."""
    tried: list[str] = []
    faces: Callable[[Book, str], tuple[Face, ...]] = Book.faces

    def counted(self, size):
        tried.append(size)
        return faces(self, size)

    monkeypatch.setattr(Book, "faces", counted)
    return tried


def test_other_cards_in_a_deck_do_not_make_it_another_size(tmp_path, sizes_tried):
    report = proof_pdf(set_with(1, MAJORS, tmp_path / "x.pdf"), [book()])
    assert (report.kit, report.size, report.faces) == ("youscout", "tarot", 22)
    assert {finding.code for finding in report.findings} == {"card-missing"}
    assert set(sizes_tried) == {"tarot"}


def test_where_most_is_of_no_card_every_size_is_tried(tmp_path, sizes_tried):
    report = proof_pdf(set_with(2, (TOWER,), tmp_path / "x.pdf"), [book()])
    assert (report.size, report.faces) == ("tarot", 1)
    assert set(sizes_tried) == set(book().sizes)
