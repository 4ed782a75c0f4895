"""The second witness: faults of printkit's own painter and sheets, which are in the expected pages as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from printkit.backends import pdf_canvas
from printkit.backends.pdf_canvas import SceneCanvas
from printkit.fonts import Font, find_font
from printkit.geometry import Affine
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.in_memory import written
from printkit.kit.find import find_kit, kit_ids
from printkit.preflight.painter import prove_painter, prove_words
from printkit.scene.inks import HOUSE_INKS, INK_LIMIT
from printkit.scene.model import Glyphs, Group, Path, Use

PIECES = (
    ("throwing-sticks", "odds"),
    ("throwing-sticks", "tokens"),
    ("mountain-road", "board-road"),
    ("tottarot", "leaflet"),
)


def documents(kit_id, part, lang="both"):
    kit = find_kit(kit_id, ())
    job = make_job(kit, BuildRequest(kits=(kit_id,), only=(part,), lang=lang), kit.default_size)
    own = next(each for each in PARTS if part in each.names(kit))
    return [replace(each, sheets=tuple(each.sheets)) for each in own.documents(job, part)]


@pytest.fixture(scope="module")
def pieces():
    return {part: documents(kit, part)[0] for kit, part in PIECES}


def proved(document, colours="srgb"):
    return tuple(prove_painter(written(document, colours, INK_LIMIT), "x.pdf", whole=True))


@pytest.mark.parametrize(
    ("kit", "colours"), tuple(zip(kit_ids(), cycle(("srgb", "cmyk", "grey")), strict=False))
)
def test_what_is_painted_right_is_right(kit, colours):
    parts = [name for part in PARTS if not part.bound_book for name in part.names(find_kit(kit, ()))]
    good = [each for part in parts[:4] for each in documents(kit, part)[:1]]
    assert good
    assert not [found for each in good for found in proved(each, colours)]
    assert not [found for each in good for found in said(each, kit)]


def said(document, kit):
    file = written(document, "srgb", INK_LIMIT)
    return tuple(prove_words(file, find_kit(kit, ()), "x.pdf", whole=True))


@pytest.mark.parametrize("kit", ["linked-ships", "mountain-road"])
def test_a_sentence_that_is_broken_after_its_first_letter_lacks_none(kit):
    """In a column of the Japanese walkthroughs, as they are folded."""
    (book,) = (each for each in documents(kit, "walkthrough", "ja") if each.name.endswith("print.pdf"))
    assert not said(book, kit)


def relettered(items, change):
    """Items with other lines, as a fault of a layout would set them."""
    return tuple(
        each._replace(items=relettered(each.items, change))
        if isinstance(each, Group)
        else each._replace(scene=replace(each.scene, items=relettered(each.scene.items, change)))
        if isinstance(each, Use)
        else change(each)
        if isinstance(each, Glyphs)
        else each
        for each in items
    )


@pytest.mark.parametrize(
    ("change", "message", "words"),
    [
        (
            lambda line: line._replace(glyphs=line.glyphs[:-1] if len(line.glyphs) > 3 else line.glyphs),
            "a text of the kit lacks a letter",
            {("'取った駒'", "'取った'"), ("'captured'", "'capture'"), ("'Old cetkaik'", "'Old cetkai'")},
        ),
        (
            lambda line: line._replace(glyphs=line.glyphs if len(line.glyphs) > 3 else ()),
            "names of squares are not on the board",
            {("K L N T Z X C M P A E I U O Y AI AU IA", "nothing")},
        ),
    ],
)
def test_a_layout_that_loses_letters_is_found(change, message, words):
    """They are lost in the file and in the page it is compared with: the kit and the game have them."""
    board = documents("cetkaik", "board-old")[0]

    def faces(key):
        scene = board.faces(key)
        return replace(scene, items=relettered(scene.items, change))

    found = said(replace(board, faces=faces), "cetkaik")
    assert {each.message for each in found} == {message}
    assert {(each.expected, each.found) for each in found} == words


def other_shapes(glyphs):
    number = find_font(glyphs.font).shape("3")[0].glyph
    wrong = [
        each._replace(glyph=number) if each.text.strip() and each.text != "3" else each
        for each in glyphs.glyphs
    ]
    return glyphs._replace(glyphs=tuple(wrong))


ITEMS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "wrong shape": ("_glyphs", other_shapes),
    "letter left out": ("_glyphs", lambda item: item._replace(glyphs=item.glyphs[:-1])),
    "narrower": ("_glyphs", lambda item: item._replace(stretch=item.stretch * 0.9)),
    "smaller": ("_glyphs", lambda item: item._replace(size=item.size * 0.9)),
    "another ink": ("_glyphs", lambda item: item._replace(ink=HOUSE_INKS["green"].at(0.3))),
    "moved": (
        "_glyphs",
        lambda item: item._replace(glyphs=tuple(each._replace(x=each.x + 0.1) for each in item.glyphs)),
    ),
    "path of another ink": (
        "_path",
        lambda item: item._replace(fill=item.fill and HOUSE_INKS["red"].at(0.3)),
    ),
    "no fill": ("_path", lambda item: item._replace(fill=None)),
    "wider line": ("_path", lambda item: item._replace(stroke=item.stroke or HOUSE_INKS["black"], width=1.7)),
    "moved path": (
        "_path",
        lambda item: item._replace(outline=item.outline.moved_by(Affine.translation(0.05, 0))),
    ),
    "group moved": (
        "_group",
        lambda item: item._replace(transform=item.transform.then(Affine.translation(0.05, 0))),
    ),
}


@pytest.mark.parametrize("part", [part for _, part in PIECES])
@pytest.mark.parametrize("fault", ITEMS)
def test_what_the_painter_does_wrong_is_found(pieces, part, fault, monkeypatch):
    name, change = ITEMS[fault]
    own = getattr(SceneCanvas, name)
    kinds = {"_glyphs": Glyphs, "_path": Path, "_group": Group}

    def wrong(self, item):
        own(self, change(item))

    monkeypatch.setitem(pdf_canvas._DRAW, kinds[name], wrong)
    assert {each.code for each in proved(pieces[part])} == {"painter"}


@pytest.mark.parametrize("part", [part for _, part in PIECES])
@pytest.mark.parametrize("name", ["draw", "clip", "map"])
def test_order_clip_and_place_are_looked_at(pieces, part, name, monkeypatch):
    own = getattr(SceneCanvas, name)
    changes: dict[str, Callable[[Any], Any]] = {
        "draw": lambda items: tuple(items)[::-1],
        "clip": lambda rect: rect.grown(-0.5),
        "map": lambda place: place.then(Affine.translation(0.5, 0.0)),
    }
    monkeypatch.setattr(SceneCanvas, name, lambda self, value: own(self, changes[name](value)))
    # A page of a book that is read has no clip.
    assert proved(pieces[part]) or (part, name) == ("leaflet", "clip")


SHEETS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "beside its place": lambda each: {"transform": each.transform.then(Affine.translation(0.3, 0.0))},
    "smaller": lambda each: {"transform": Affine.scaling(0.97).then(each.transform)},
    "cut away": lambda each: {"window": each.trim.grown(-1.0)},
    "on its back elsewhere": lambda each: (
        {"trim": each.trim.moved(3.0, 2.0), "transform": each.transform.then(Affine.translation(3.0, 2.0))}
        if each.face.side == "back"
        else {}
    ),
}


@pytest.mark.parametrize("fault", SHEETS)
def test_what_sheets_do_wrong_is_found(pieces, fault):
    def wrong(sheet):
        placed = tuple(replace(each, **SHEETS[fault](each)) for each in sheet.placements)
        return replace(sheet, placements=placed)

    document = pieces["odds"]
    spoiled = replace(document, sheets=tuple(map(wrong, document.sheets)))
    assert {each.code for each in proved(spoiled)} == {"painter"}


def test_a_face_that_is_another_scene_is_found(pieces):
    """The painter keeps faces by their names: what it painted under one name before must not come again."""
    document = pieces["odds"]
    good = written(document, "srgb", INK_LIMIT)
    first = next(iter(document.sheets)).placements[0].face

    def other(key):
        return document.faces(first if key.side == "front" else key)

    wrong = written(replace(document, faces=other), "srgb", INK_LIMIT)
    assert {each.code for each in prove_painter(replace(good, data=wrong.data), "x.pdf", whole=True)} == {
        "painter"
    }


def test_a_font_of_other_shapes_is_found(pieces, monkeypatch):
    def other(self, glyphs):
        return own(find_font("lato-bold" if self.id != "lato-bold" else "lato-regular"), glyphs)

    own = Font.subset
    monkeypatch.setattr(Font, "subset", other)
    messages = {each.message for each in proved(pieces["leaflet"])}
    assert any("another shape" in each for each in messages)


def test_pages_of_a_folded_sheet_may_be_shifted():
    """The inner ones are moved to the fold, and lose a little there."""
    _, printed, *_ = documents("tottarot", "walkthrough")
    sheets = [each for sheet in printed.sheets for each in sheet.placements]
    assert any(not each.window.contains(each.trim, 0.05) for each in sheets)
    assert proved(printed) == ()
