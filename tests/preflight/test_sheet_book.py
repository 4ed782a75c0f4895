"""Tables and overlays are proof-read like cards: each piece is found, and a wrong figure on one is reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.context import Choices
from printkit.compose.majors import table_cards
from printkit.compose.overlays import Pieces, tiles_on
from printkit.compose.reference import DESIGNS, reference_page
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect, Size
from printkit.jobs.variables import print_variables
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.preflight.model import Finding
from printkit.preflight.proof_pdf import PdfReport, proof_pdf
from printkit.preflight.sheet_book import SheetBook, make_sheet_books
from printkit.scene.model import Glyphs, Group, Item, Scene, Use
from printkit.sheets.labels import label_sheets
from printkit.sheets.model import FaceKey, Placement, Sheet

LABEL = Size(63.5, 38.1)
WIDTH = 150.0


@cache
def kit() -> Kit:
    return load_kit(Path(__file__).resolve().parents[2] / "templates/youscout", ())


@cache
def books() -> tuple[SheetBook, ...]:
    return make_sheet_books([kit()])


def choices(factor: str = "2", size: str = "tarot") -> Choices:
    return Choices(size, "full", print_variables(kit(), (f"influence={factor}",)))


def report_of(tmp_path: Path, scenes: Sequence[Scene]) -> PdfReport:
    """The report about a PDF with these pieces, as many to a row as fit on a narrow page."""
    places, x, y, high = [], 5.0, 10.0, 0.0
    for scene in scenes:
        if x + scene.width > WIDTH:
            x, y, high = 5.0, y + high + 1.0, 0.0
        places.append((x, y))
        x, high = x + scene.width + 2.0, max(high, scene.height)
    paper = Size(max(WIDTH, *(scene.width + 10.0 for scene in scenes)), y + high + 10.0)
    placed = [
        Placement(
            FaceKey(str(index), "front"),
            Affine.translation(*place),
            Rect(*place, scene.width, scene.height),
            Rect(*place, scene.width, scene.height),
        )
        for index, (scene, place) in enumerate(zip(scenes, places, strict=True))
    ]
    file = tmp_path / "pieces.pdf"
    with file.open("wb") as stream:
        sheet = Sheet(1, "front", paper, tuple(placed))
        write_pdf(stream, [sheet], lambda key: scenes[int(key.card)], DocumentInfo("pieces"))
    return proof_pdf(file, books())


def changed(scene: Scene, change: Callable[[Glyphs], Glyphs]) -> Scene:
    """The scene with every text passed through `change`."""

    def each(item: Item) -> Item:
        if isinstance(item, Glyphs):
            return change(item)
        if isinstance(item, Group):
            return item._replace(items=tuple(map(each, item.items)))
        if isinstance(item, Use):
            return item._replace(scene=changed(item.scene, change))
        return item

    return replace(scene, items=tuple(map(each, scene.items)))


def instead(old: str, new: str, em: float) -> Callable[[Glyphs], Glyphs]:
    """Exchanges the first text that is `old` in this size for `new` of as many letters."""
    done: list[str] = []

    def change(text: Glyphs) -> Glyphs:
        if done or text.text != old or abs(text.size - em) > 0.01:
            return text
        done.append(old)
        shaped = find_font(text.font).shape(new)
        glyphs = tuple(
            own._replace(glyph=each.glyph, text=each.text)
            for own, each in zip(text.glyphs, shaped, strict=True)
        )
        return text._replace(glyphs=glyphs)

    return change


def strips(factor: str = "2", size: str = "tarot") -> list[Scene]:
    pieces = Pieces(kit(), choices(factor, size))
    return [pieces.strip(card, foot) for card, foot in pieces.strips()]


def figure_em(scene: Scene) -> float:
    sizes: list[float] = []
    changed(scene, lambda text: sizes.append(text.size) or text if text.text.isdecimal() else text)
    return max(set(sizes), key=sizes.count)


def codes(findings: Sequence[Finding]) -> set[str]:
    return {finding.code for finding in findings}


@pytest.mark.parametrize(
    ("factor", "size"), [("2", "tarot"), ("1.5", "bridge"), ("3", "poker"), ("1", "jrf")]
)
def test_strips_of_every_factor_are_known(tmp_path: Path, factor: str, size: str) -> None:
    report = report_of(tmp_path, strips(factor, size))
    assert report.findings == ()
    assert (report.faces, report.size) == (44, f"strips {size} ×{factor}")


def test_a_wrong_number_on_a_strip_is_reported(tmp_path: Path) -> None:
    scenes = strips()
    em = figure_em(scenes[32])
    assert scenes[32].id == "strip-major-16-head"
    scenes[32] = changed(scenes[32], instead("14", "10", em))
    report = report_of(tmp_path, scenes)
    assert report.faces == 44
    assert {finding.card for finding in report.findings} == {"major-16-head"}
    first = next(finding for finding in report.findings if finding.code == "figure")
    assert (first.subject, first.expected, first.found[:3]) == ("sword right, head", "'4'", "'0'")


def test_a_strip_of_another_factor_is_reported(tmp_path: Path) -> None:
    scenes = strips()
    scenes[10] = strips("3")[10]
    report = report_of(tmp_path, scenes)
    assert report.findings
    assert {finding.card for finding in report.findings} == {"major-05-head"}


def test_head_and_foot_may_not_be_exchanged(tmp_path: Path) -> None:
    scenes = strips()
    scenes[1] = scenes[0]
    report = report_of(tmp_path, scenes)
    assert codes(report.findings) == {"card-missing", "card-doubled"}


def stickers(options: tuple[str, ...] = ()) -> list[Scene]:
    pieces = Pieces(kit(), Choices("tarot", "full", print_variables(kit(), ("influence=2", *options))))
    return [pieces.tile(name) for name in pieces.tiles() if not name.startswith("way-")]


def test_stickers_are_proved_one_by_one(tmp_path: Path) -> None:
    report = report_of(tmp_path, [*strips(), *stickers()])
    assert report.findings == ()
    assert report.faces == 44 + 58


def test_stickers_for_other_court_cards_are_proved_too(tmp_path: Path) -> None:
    assert report_of(tmp_path, [*strips(), *stickers(("court=K10",))]).findings == ()


def test_a_wrong_rank_on_a_sticker_is_reported(tmp_path: Path) -> None:
    drawn = stickers()
    at = next(number for number, scene in enumerate(drawn) if scene.id == "tile-rank-cups-07")
    drawn[at] = changed(drawn[at], instead("7", "1", 8.4))
    report = report_of(tmp_path, [*strips(), *drawn])
    assert {finding.card for finding in report.findings} == {"rank-cups-07"}
    assert "figure" in codes(report.findings)


def test_a_sticker_of_another_suit_and_one_that_is_missing_are_reported(tmp_path: Path) -> None:
    drawn = stickers()
    names = [scene.id for scene in drawn]
    drawn[names.index("tile-rank-cups-07")] = drawn[names.index("tile-rank-wands-07")]
    report = report_of(tmp_path, [*strips(), *drawn])
    assert [(finding.code, finding.card) for finding in report.findings] == [("emblem", "rank-cups-07")]
    report = report_of(tmp_path, [*strips(), *stickers()[:-1]])
    assert [(finding.code, finding.card) for finding in report.findings] == [
        ("card-missing", "rank-wands-14")
    ]


def test_stickers_on_a_grid_are_read_label_by_label(tmp_path: Path) -> None:
    overlays = kit().overlays
    assert overlays is not None
    grid = overlays.grid("avery-l7160")
    assert grid is not None
    pieces, size = Pieces(kit(), choices()), Size(grid.width, grid.height)
    columns, rows = tiles_on(size)
    names, step = list(pieces.tiles()), columns * rows
    scenes = [pieces.label(card, size) for card in table_cards(kit())]
    scenes += [pieces.tile_label(names[at : at + step], size) for at in range(0, len(names), step)]
    keys = [str(number) for number in range(len(scenes))]
    file = tmp_path / "labels.pdf"
    with file.open("wb") as stream:
        sheets = label_sheets(keys, grid)
        write_pdf(stream, sheets, lambda key: scenes[int(key.card)], DocumentInfo("labels"))
    report = proof_pdf(file, books())
    assert report.findings == ()
    assert report.faces == 22 + len(names)


def test_a_missing_label_is_reported(tmp_path: Path) -> None:
    pieces = Pieces(kit(), choices())
    scenes = [pieces.label(card, LABEL) for card in table_cards(kit())]
    assert report_of(tmp_path, scenes).findings == ()
    report = report_of(tmp_path, scenes[:-1])
    assert [(finding.code, finding.card) for finding in report.findings] == [("card-missing", "major-21")]


def test_a_wrong_number_on_a_label_is_reported_for_its_end(tmp_path: Path) -> None:
    pieces = Pieces(kit(), choices())
    scenes = [pieces.label(card, LABEL) for card in table_cards(kit())]
    scenes[16] = changed(scenes[16], instead("10", "14", figure_em(scenes[16])))
    report = report_of(tmp_path, scenes)
    assert {finding.card for finding in report.findings} == {"major-16"}
    assert any(finding.subject.endswith(", head") for finding in report.findings)


def test_wrong_numbers_in_the_quick_references_are_reported(tmp_path: Path) -> None:
    design = DESIGNS[0]
    games = ("youscout", "youscout-simplified")
    pages = [reference_page(kit(), game, "en", design, choices()) for game in games]
    good = report_of(tmp_path, pages)
    assert good.findings == ()
    assert good.faces == 44
    assert good.table_figures > 2000
    report = report_of(tmp_path, [changed(page, instead("21", "15", design.figure)) for page in pages])
    stated = {finding.card.partition("-youscout")[2]: finding for finding in report.findings}
    assert set(stated) == {"", "-simplified"}
    assert any("×3" in finding.subject for finding in report.findings)
