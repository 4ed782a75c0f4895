"""The report to the authors: two pages a question, every number from the rows, commands that are there."""

from __future__ import annotations

import re
import shlex
from copy import deepcopy

import pytest
from author_report import LANGUAGES, read_rows, report, studies_of, templates, texts
from studies.author_plots import HAND_ORDER, PLOTS
from studies.author_rows import STUDIES, measure

from printkit.cli.commands import COMMANDS
from tests.lab.youscout.report_pages import off_the_page, text_of

PROSE = ("title", "answer", "asked", "tried", "change", "print")
TOLD = ("tuned", "numbers", "sweep", "seen", "tables", "duel", "seasons", "sticks")
"""What documents of ours say, or is exact: read anew in a moment."""


@pytest.fixture(scope="module")
def rows():
    return read_rows()


@pytest.fixture(scope="module")
def books(rows):
    return {language: report(rows, language) for language in LANGUAGES}


def leaves(some):
    if isinstance(some, str):
        yield some
    else:
        for each in some.values() if isinstance(some, dict) else some:
            yield from leaves(each)


def plain(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_pages_a_question_with_its_words_and_commands(language, books, rows):
    words, (cover, *pages) = texts(language, rows), [plain(page) for page in text_of(books[language])]
    assert len(pages) == 2 * len(PLOTS)
    for at, (name, plots) in enumerate(PLOTS.items()):
        own, blank = words[name], templates(language)[name]
        assert plain(own["answer"]) in cover
        for half, (plot, parts) in enumerate(
            zip(plots, (("asked", "tried"), ("change", "print")), strict=True)
        ):
            page = pages[2 * at + half]
            said = [own[parts[0]], *([own[parts[1]]] if half == 0 else own["print"]), own[f"plot{half + 1}"]]
            assert [each for each in said if plain(each) not in page] == []
            commands = [rows[study]["command"] for study in (*plot.studies, *studies_of(blank, *parts))]
            assert [each for each in commands if plain(each) not in page] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_off_a_page(language, books):
    assert not off_the_page(books[language])


def test_the_same_rows_give_the_same_bytes(books, rows):
    assert report(deepcopy(rows), "en") == books["en"]


def test_every_study_is_measured_by_a_command_that_is_there(rows, root):
    assert set(rows) == set(STUDIES)
    for name, study in STUDIES.items():
        program, first, *_ = shlex.split(rows[name]["command"])
        assert rows[name]["command"] == study.command
        assert (root / first).is_file() if program == "python" else first in COMMANDS


@pytest.mark.parametrize("name", TOLD)
def test_the_rows_say_what_the_documents_and_the_odds_say(name, rows):
    assert measure(name) == rows[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_result_stands_in_the_words_themselves(language, rows):
    blank, other = templates(language), deepcopy(rows)
    for study in other.values():
        study["values"] = {key: [1.4 * each + 1.7 for each in some] for key, some in study["values"].items()}
    filled, moved = texts(language, rows), texts(language, other)
    for name in PLOTS:
        for part in PROSE:
            for said, here, there in zip(
                leaves(blank[name][part]), leaves(filled[name][part]), leaves(moved[name][part]), strict=True
            ):
                figures = re.findall(r"\{\w+\[[^{}]+\}", said)
                assert not re.search(r"\d\.\d|\d ?[%％±]", re.sub(r"\{[^{}]+\}", "", said)), said
                assert (here != there) == bool(figures), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_order_of_hands_is_that_of_their_rarity(language, rows):
    counted = {name.removeprefix("nam-to "): some[0] for name, some in rows["hands"]["values"].items()}
    (line, *_), named = texts(language, rows)["hands"]["print"], HAND_ORDER[:6]
    assert sorted(named, key=line.index) == sorted(named, key=counted.__getitem__)


def test_both_languages_have_the_same_figures():
    english, japanese = (templates(language) for language in LANGUAGES)
    assert english.keys() == japanese.keys()
    for name in PLOTS:
        assert english[name].keys() == japanese[name].keys()
        for part in PROSE:
            studies = [{*re.findall(r"\{(\w+\[[^\]]+\][.\w]*)", " ".join(leaves(words[name][part])))}
                       for words in (english, japanese)]  # fmt: skip
            assert studies[0] == studies[1], (name, part)
