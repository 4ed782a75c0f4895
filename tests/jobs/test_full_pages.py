"""The pages of every book, leaflet and walkthrough of all kits, each laid out once: how full they are, what they name.

In English books a kana or kanji stands in a heading (a game's own name), on a cover, and in brackets behind its English
name, there once a page. Pieces carry their signs as drawings.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import groupby

import pytest

from printkit.backends.pdf import write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.reduced import LEAST_TEXT
from printkit.games.youscout.cards import HEXAGRAMS
from printkit.inspect.pages import open_pdf, page_chars, page_count, page_size, render_page
from printkit.jobs.build.bound_book import A5
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.order import home_colours
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.part_table import parts_of
from printkit.kit.find import find_kit, kit_ids
from printkit.scene.model import Glyphs, Group, Use

BOOKS = [
    (kit_id, name)
    for kit_id in kit_ids()
    for name, part in parts_of(find_kit(kit_id, ())).items()
    if part.bound_book
]
LEAST = 0.6
DPI = 40
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
BRACKETS = re.compile(r"\(([^()]*)\)")
# A hexagram has its own name beside its English one.
UNNAMED = re.compile("|".join(sign.ja for sign in HEXAGRAMS))
HEADING = re.compile(r"^#+ (.*?)(?: \{#.*)?$", re.MULTILINE)
# Where the text stands if the part's module does not say it: above and below it, in mm.
TOP, BOTTOM = 20.0, 16.0


@pytest.fixture(scope="module", params=BOOKS, ids="-".join)
def job(request):
    """One book, which keeps what was composed of it."""
    return job_of(*request.param)


def job_of(kit_id, name):
    kit = find_kit(kit_id, ())
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return Job(kit, BuildRequest(kits=(kit_id,), only=(name,)), choices, Scenes(kit, choices, kept=4))


def reading_files(job):
    """What of a book is read page by page, in every language."""
    (name,) = job.request.only
    documents = parts_of(job.kit)[name].documents(job, name)
    return [document for document in documents if document.facts["use"] == "screen"]


@pytest.fixture(scope="module")
def pages(job):
    """What is seen on each page of the English book, and told of pictures, without its cover, titles and chapters."""
    (name,) = job.request.only
    book = parts_of(job.kit)[name].load().bound_book(job, "en", A5).book
    # A cover has no running head.
    return tuple(
        ("\n".join(seen(page.parts, job.kit.id)), "\n".join(part.words for part in page.parts))
        for page in book.pages
        if page.furniture
    )


def letters(items):
    """What stands there, line by line; drawings have no letters."""
    for item in items:
        if isinstance(item, Glyphs):
            yield item.text
        elif isinstance(item, Group):
            yield from letters(item.items)
        elif isinstance(item, Use):
            yield from letters(item.scene.items)


@cache
def headings(kit_id):
    """Titles and chapters of a kit's books in both languages, the longest first."""
    kit = find_kit(kit_id, ())
    texts = (file.read_text(encoding="utf-8") for file in kit.folder.glob("*.md"))
    found = {heading for text in texts for heading in HEADING.findall(text)}
    # In a bar both names of a game stand apart.
    found |= {name for heading in found for name in heading.split(" ", 1) if JAPANESE.match(heading)}
    return tuple(sorted(found, key=len, reverse=True))


def seen(parts, kit_id):
    for node, own in groupby(parts, lambda part: part.path[:1]):
        text = "".join(line for part in own for line in letters(part.items))
        for heading in headings(kit_id) if node and node[0][0].startswith("H") else ():
            text = text.replace(heading, "")
        yield text


def shares(file, top, bottom):
    """How far down each page has ink, from the head of the text to its foot; the page of a ruler left out."""
    with open_pdf(file) as pdf:
        foot = page_size(pdf, 0).height - bottom
        pages = [render_page(pdf, page, DPI) for page in range(page_count(pdf) - 1)]
    inked = [(page < 200).any(axis=1).nonzero()[0] * 25.4 / DPI for page in pages]
    return [(max([top, *rows[rows <= foot]]) - top) / (foot - top) for rows in inked]


@pytest.fixture(scope="module")
def files(job, tmp_path_factory):
    """The PDFs of a book, one a language."""
    made = []
    for document in reading_files(job):
        made.append(tmp_path_factory.mktemp("book") / document.name)
        with made[-1].open("wb") as stream:
            write_pdf(stream, document.sheets, document.faces, document.info, home_colours(BuildRequest()))
    return tuple(made)


def test_no_page_has_live_text_below_5_pt(files):
    """Letters of faces that are drawn small are outlines (`tests/compose/test_reduced.py`)."""
    for file in files:
        with open_pdf(file) as pdf:
            sizes = [
                char.size
                for page in range(page_count(pdf))
                for char in page_chars(pdf, page, looks=False)
                if char.text.strip()
            ]
        assert min(sizes) > LEAST_TEXT - 0.007, file.name


def test_no_page_is_less_than_three_fifths_full_but_the_last(job, files):
    (name,) = job.request.only
    module = parts_of(job.kit)[name].load()
    top, bottom = getattr(module, "TOP", TOP), getattr(module, "BOTTOM", BOTTOM)
    for file in files:
        full = {number: round(share, 2) for number, share in enumerate(shares(file, top, bottom), 1)}
        last = full.popitem()[0]
        assert (file.name, {page: share for page, share in full.items() if share < LEAST}) == (file.name, {})
        # Nobody binds blank pages: where a book fills its sheets, pages to write on stand at its end.
        if name == "booklet":
            assert last == 32


def test_no_page_of_an_english_book_needs_japanese(job, pages):
    # A piece is drawn with what stands on it.
    pieces = {token.front.figure for token in job.kit.tokens} - {""}
    drawn = re.compile("|".join([UNNAMED.pattern, *map(re.escape, pieces)]))
    for number, texts in enumerate(pages, 1):
        left = drawn.sub("", BRACKETS.sub("", "\n".join(texts)))
        assert not JAPANESE.search(left), (
            number,
            [line for line in left.splitlines() if JAPANESE.search(line)],
        )


def test_a_sign_stands_in_brackets_once_a_page(pages):
    for number, (text, _) in enumerate(pages, 1):
        signs = Counter(sign for sign in BRACKETS.findall(text) if JAPANESE.search(sign))
        assert {sign: times for sign, times in signs.items() if times > 1} == {}, number


def test_a_page_with_ink_half_down_is_half_full(tmp_path):
    """Measured on a PDF whose last but one line of text is known."""
    (document, *_) = reading_files(job_of("tottarot", "leaflet"))
    file = tmp_path / document.name
    with file.open("wb") as stream:
        write_pdf(stream, document.sheets, document.faces, document.info, home_colours(BuildRequest()))
    (first, *_) = shares(file, 18.0, 17.0)
    (less, *_) = shares(file, 18.0, 17.0 + 0.5 * (210.0 - 35.0))
    assert less > 0.97 > 0.9 * first > LEAST / 2
