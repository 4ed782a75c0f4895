"""Layers of a PDF: cuts and folds can be hidden by their names; a press file has none."""

from __future__ import annotations

import io

import pikepdf

from printkit.geometry import Rect
from printkit.scene.model import Group, Path
from printkit.scene.shapes import rectangle
from tests.helpers import INK, page_of, pdf_of, scene_of, words

SCENE = scene_of(
    words("a", 1, 5),
    Group((Path(rectangle(Rect(1, 1, 5, 5)), stroke=INK, width=0.2),), layer="cut"),
    Group((Path(rectangle(Rect(2, 2, 3, 3)), stroke=INK, width=0.2),), layer="fold"),
    Group((Path(rectangle(Rect(3, 3, 1, 1)), stroke=INK, width=0.2),), layer="guide"),
)


def test_cut_and_fold_are_layers_by_name():
    with pikepdf.open(io.BytesIO(pdf_of(page_of(SCENE), faces=lambda _: SCENE))) as pdf:
        groups = [str(group.Name) for group in pdf.Root.OCProperties.OCGs]
        assert groups == ["Cut", "Fold"]
        assert len(pdf.Root.OCProperties.D.ON) == 2
        form = next(iter(pdf.pages[0].Resources.XObject.values()))
        assert {str(value.Name) for value in form.Resources.Properties.values()} == {"Cut", "Fold"}
        data = form.read_bytes()
        assert data.count(b"BDC") == data.count(b"EMC") == 2


def test_a_file_without_them_says_nothing_of_layers():
    plain = scene_of(words("a", 1, 5))
    with pikepdf.open(io.BytesIO(pdf_of(page_of(plain), faces=lambda _: plain))) as pdf:
        assert "/OCProperties" not in pdf.Root


def test_a_press_gets_no_layers():
    data = pdf_of(page_of(SCENE), faces=lambda _: SCENE, colours="cmyk")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/OCProperties" not in pdf.Root
        form = next(iter(pdf.pages[0].Resources.XObject.values()))
        assert b"BDC" not in form.read_bytes()


def test_layers_do_not_change_what_is_drawn():
    from tests.helpers import assert_same_drawing

    assert_same_drawing(SCENE)
