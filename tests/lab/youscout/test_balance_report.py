"""The report of the rules laboratory: every page in both languages, the house's fonts inside, the same bytes."""

from __future__ import annotations

import re

import pytest

from printkit.lab.youscout.experiments import plan, read_selection
from printkit.lab.youscout.jobs.balance_plots import RATE_PAGES, Atlas, Row, Rows
from printkit.lab.youscout.jobs.balance_report import LANGUAGES, PLAY_PAGES, WORDS, report, reports
from printkit.lab.youscout.measures import FIELDS, command_of
from printkit.lab.youscout.quantities import quantities
from tests.lab.youscout.report_pages import off_the_page, text_of

PAGES = (*RATE_PAGES, *PLAY_PAGES)


def made_up(cell):
    """Invented, plausible counts."""
    measure = cell.measure
    games, fields = measure.games, FIELDS[measure.kind]
    counts = dict.fromkeys(fields, games // 10)
    counts["games"] = games
    counts |= {name: 4 * games for name in ("choices", "draws") if name in counts}
    if measure.kind == "luck":
        counts |= {"wins": 4 * games // 3, "same-deck": 2 * games // 6, "other-deck": 4 * games // 8}
    row = tuple(counts[name] for name in fields)
    return Row(cell, row, quantities(measure.kind, row), command_of(measure))


def atlas_of(only):
    return Atlas("youscout", tuple(map(made_up, plan("youscout", read_selection(only, games=1000)))))


@pytest.fixture(scope="module")
def atlas():
    return atlas_of("usual,court-influence,terminals,profiles,tornado,worth,luck,game=youscout")


@pytest.fixture(scope="module")
def books(atlas):
    return {language: report(atlas, language) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_off_a_page(books, language):
    assert not off_the_page(books[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_with_its_title_and_its_command(books, language):
    pages = text_of(books[language])
    assert len(pages) == len(PAGES)
    for page, text in zip(PAGES, pages, strict=True):
        assert WORDS[language][f"{page.name}.title"] in text
        assert f"printkit balance youscout --only {','.join(page.groups)}" in text


def test_the_same_atlas_gives_the_same_bytes(atlas, books):
    assert report(atlas, "en") == books["en"]
    assert b"CreationDate" not in books["en"]


def test_only_fonts_of_the_house_are_inside(books):
    for data in books.values():
        names = set(re.findall(rb"/BaseFont /[A-Z]{6}\+([\w-]+)", data))
        assert names
        assert all(name.startswith((b"BIZUDPGothic", b"ShipporiMincho")) for name in names)


def test_pages_without_cells_are_left_out():
    rows = atlas_of("luck,game=youscout")
    assert [page.name for page in PAGES if page.has(Rows(rows.rows))] == ["luck"]
    assert reports(atlas_of("usual,player=clairvoyant,start=best")) == {}


def test_both_languages_say_the_same_things():
    assert set(WORDS["ja"]) == set(WORDS["en"])
    for key, text in WORDS["en"].items():
        assert sorted(re.findall(r"{\w+", text)) == sorted(re.findall(r"{\w+", WORDS["ja"][key])), key
