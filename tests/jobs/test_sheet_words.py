"""Sheets speak the languages of their kit."""

from __future__ import annotations

from contextlib import suppress

import pytest

from printkit.compose.books.furniture import sheet_label
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part import print_hints, sheet_words
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import find_kits
from printkit.scene.model import Glyphs, Group


@pytest.mark.parametrize(
    ("languages", "front", "hints"),
    [
        (("ja", "en"), "表 front", ("100 %で印刷 print at 100 %", "定規 ruler 100 mm")),
        (("en",), "front", ("print at 100 %", "ruler 100 mm")),
        (("ja",), "表", ("100 %で印刷", "定規 100 mm")),
        (("de",), "front", ("print at 100 %", "ruler 100 mm")),
    ],
)
def test_words_of_the_kits_languages(languages, front, hints):
    assert sheet_words("front", languages) == front
    assert print_hints(languages) == hints


@pytest.mark.parametrize("word", ["tile", "box", "stick", "hinge", "seam"])
@pytest.mark.parametrize("languages", [("ja", "en"), ("en",), ("ja",)])
def test_how_to_put_it_together_stands_on_the_usual_strip(word, languages):
    words = ("linked-ships board-standard 1.0 · 1/2", sheet_words(word, languages), *print_hints(languages))
    (label,) = sheet_label(words, Rect(0.0, 0.0, 97.0, 4.5))
    assert isinstance(label, Group)
    said = " · ".join(line.text for line in label.items if isinstance(line, Glyphs))
    assert all(each in said for each in words)


@pytest.mark.parametrize(("part", "word"), [("board-standard", "seam"), ("sticks", "stick"), ("box", "box")])
def test_the_sheets_of_a_kit_say_how_they_are_put_together(part, word, tmp_path):
    build(BuildRequest(only=(part,), kits=("cetkaik",), out=tmp_path))
    with open_pdf(tmp_path / "cetkaik" / f"cetkaik-{part}.pdf") as pdf:
        for index in range(len(pdf)):
            said = "".join(char.text for char in page_chars(pdf, index)).replace(" ", "")
            wanted = (sheet_words(word, ("ja", "en")), *print_hints(("ja", "en")))
            assert all(each.replace(" ", "") in said for each in wanted)


@pytest.mark.parametrize("kit", find_kits(), ids=lambda kit: kit.id)
@pytest.mark.parametrize(
    "asked", [{}, {"paper": "letter"}, {"duplex": "none", "marks": ("cutter",)}], ids=str
)
def test_no_sheet_leaves_a_word_out(kit, asked, monkeypatch):
    said: list[tuple[tuple[str, ...], str]] = []

    def kept(words, area):
        items = sheet_label(words, area)
        groups = (item for item in items if isinstance(item, Group))
        lines = (line.text for group in groups for line in group.items if isinstance(line, Glyphs))
        said.append((words, " · ".join(lines)))
        return items

    monkeypatch.setattr("printkit.jobs.build.part.sheet_label", kept)
    for name, part in parts_of(kit).items():
        if not part.bound_book:
            request = BuildRequest(kits=(kit.id,), only=(name,), **asked)
            # A box that cutters' marks leave no room for on this paper is refused, with what would help.
            with suppress(InputError):
                for document in part.documents(make_job(kit, request, request.card), name):
                    assert [*document.sheets]
    assert said
    assert [
        words for words, line in said if sorted(line.split(" · ")) != sorted(" · ".join(words).split(" · "))
    ] == []
