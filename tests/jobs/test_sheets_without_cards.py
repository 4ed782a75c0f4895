"""Mats, tokens, boxes, tables and books are compared with the kit's: every figure on them is named."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pytest

from printkit.fonts import find_font
from printkit.inspect.pages import open_pdf
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.in_memory import written
from printkit.kit.find import find_kit
from printkit.preflight.comparison import compare_pages
from printkit.preflight.model import ERROR
from printkit.scene.inks import INK_LIMIT
from printkit.scene.model import Glyphs, Group, Scene
from tests.tiny_kit import spoilt_copy


def built(out, part, *, kit_dir=None, **asked):
    """The reports about a part built from a kit's folder, proved against the kit as it is shipped."""
    kits = () if kit_dir else ("youscout",)
    request = BuildRequest(kits=kits, kit_dir=kit_dir, only=(part,), out=out, **asked)  # type: ignore[arg-type]
    return list(check_reports([entry.file for entry in build(request)], kit="youscout"))


@pytest.mark.parametrize(
    ("part", "asked"),
    [
        ("mat", {"card": "poker", "options": ("influence=3",)}),
        # The edge between two sheets runs through a large figure.
        ("mat", {"paper": "a4"}),
        ("tokens", {"duplex": "none", "marks": ("cutter",)}),
        ("box", {"card": "tarot", "stack": 45.0}),
    ],
)
def test_every_piece_is_known_however_it_was_printed(tmp_path, part, asked):
    for report in built(tmp_path, part, **asked):
        assert report.clean, report.findings
        assert "drawn as the kit's" in report.closing


@pytest.mark.parametrize(
    ("part", "file", "old", "new"),
    [
        ("tokens", "tokens.toml", 'figure = "13"', 'figure = "18"'),
        ("tokens", "tokens.toml", 'figure = "0"', 'figure = "6"'),
        ("mat", "text.en.toml", "the 0 or 13", "the 0 or 18"),
        ("mat", "text.en.toml", "5th line", "6th line"),
        ("box", "kit.toml", "age = 10", "age = 18"),
    ],
)
def test_a_changed_figure_is_found(tmp_path, part, file, old, new):
    folder = spoilt_copy(find_kit("youscout").folder, tmp_path / "youscout", file, old, new)
    for report in built(tmp_path / "out", part, kit_dir=folder, card="poker"):
        codes = {finding.code for finding in report.findings}
        assert codes & {"figure", "text"}, report.findings
        assert not report.clean


def test_folded_pieces_do_not_show_which_side_is_printed(tmp_path):
    """Pieces with letters on one side alone, beside pieces that read alike on both."""
    (entry,) = build(BuildRequest(kits=("mountain-road",), only=("tokens",), out=tmp_path))
    (report,) = check_reports([entry.file], kit="mountain-road")
    assert report.clean, report.findings


def test_a_figure_close_to_its_frame_is_seen(tmp_path):
    """Folded, the score of the travel set lies so that a pixel of the frame reaches into the box of a figure."""
    request = BuildRequest(kits=("cetkaik",), only=("tokens-travel",), duplex="fold", out=tmp_path)
    (report,) = check_reports([entry.file for entry in build(request)], kit="cetkaik")
    assert report.findings == ()


@pytest.mark.parametrize(
    ("part", "file", "asked"),
    [
        # It writes no letters that a tile shows no part of.
        ("mat", "youscout-mat", {"paper": "a4"}),
        # A wide row of labels is placed by the few letters of a name.
        ("overlays", "youscout-overlays-en", {"lang": "en"}),
        ("leaflet-playing", "youscout-leaflet-playing-en", {"lang": "en"}),
    ],
)
def test_a_program_may_fit_pages_to_whole_points(tmp_path, part, file, asked):
    request = BuildRequest(kits=("youscout",), only=(part,), out=tmp_path, **asked)  # type: ignore[arg-type]
    (source,) = (entry.file for entry in build(request) if entry.file.stem == file)
    again = tmp_path / "again.pdf"
    subprocess.run(["pdftocairo", "-pdf", source, again], check=True)
    (report,) = check_reports([again], kit="youscout")
    assert [each for each in report.findings if each.severity == ERROR] == []
    assert "as another program wrote them" in report.seen


def with_other_digit(scene):
    """The scene whose last text of digits alone shows another digit first."""
    done: list[str] = []

    def each(item):
        if isinstance(item, Glyphs) and not done and item.text.isdecimal():
            done.append(item.text)
            other = "8" if item.text[0] != "8" else "5"
            first = item.glyphs[0]._replace(glyph=find_font(item.font).shape(other)[0].glyph, text=other)
            return item._replace(glyphs=(first, *item.glyphs[1:]))
        if isinstance(item, Group):
            return item._replace(items=tuple(map(each, item.items[::-1]))[::-1])
        return item

    return replace(scene, items=tuple(map(each, scene.items[::-1]))[::-1])


@pytest.mark.parametrize("part", ["rules", "overlays", "leaflet-playing"])
def test_a_wrong_figure_is_told_in_words(part):
    kit = find_kit("youscout")
    job = make_job(kit, BuildRequest(kits=("youscout",), only=(part,), lang="en"), kit.default_size)
    own = next(each for each in PARTS if part in each.names(kit) and each.module != "cards")
    document = next(iter(own.documents(job, part)))
    sheets = tuple(document.sheets)[:2]
    good = written(replace(document, sheets=sheets), "srgb", INK_LIMIT)
    marked = with_other_digit(Scene("marks", 1.0, 1.0, 0.0, sheets[-1].marks))
    spoiled = (*sheets[:-1], replace(sheets[-1], marks=marked.items))
    if sheets[-1].placements:
        spoiled = sheets
    wrong = written(
        replace(document, sheets=spoiled, faces=lambda key: with_other_digit(document.faces(key))),
        "srgb",
        INK_LIMIT,
    )
    with open_pdf(wrong.data) as pdf:
        findings = compare_pages(pdf, "wrong", good, kit).findings
    assert "figure" in {each.code for each in findings}
    figure = next(each for each in findings if each.code == "figure")
    assert figure.expected != figure.found


def test_marks_may_turn_a_sheet(tmp_path):
    """With registration marks strips lie across the paper, which no other marks make them do."""
    choices: dict[str, object] = {"card": "poker", "paper": "legal", "lang": "en", "marks": ("registration",)}
    request = BuildRequest(kits=("youscout",), only=("overlays",), out=tmp_path, **choices)  # type: ignore[arg-type]
    (strips,) = (entry.file for entry in build(request) if entry.file.stem == "youscout-overlays-poker-legal")
    (report,) = check_reports([strips], kit="youscout")
    assert report.clean, report.findings


@pytest.mark.parametrize("marks", ["registration", "corners", "none"])
def test_sheets_without_crop_marks_are_found_however_backs_are_turned(tmp_path, marks):
    """More cards fit without them; in grey a trial in colours says nothing of backs, so letters have to."""
    choices: dict[str, object] = {"card": "bridge", "duplex": "short", "press": "grey", "marks": (marks,)}
    request = BuildRequest(kits=("youscout",), only=("rules",), out=tmp_path, **choices)  # type: ignore[arg-type]
    (cards,) = (entry.file for entry in build(request) if entry.file.stem == "youscout-rules-bridge-grey")
    (report,) = check_reports([cards], kit="youscout")
    assert report.clean, report.findings
