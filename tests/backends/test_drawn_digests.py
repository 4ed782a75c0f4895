"""Pages with the same digest draw the same: packing and numbering change none, what is drawn changes it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest

from printkit.inspect.objects import drawn_digests

Change = Callable[[pikepdf.Pdf], Any]


def written(change=lambda pdf: None, **how):
    """Two pages that show one form with a picture, a font and a link; the second one alone is in another font."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font, Widths=pikepdf.Array([500, 600])))
    picture = pdf.make_stream(bytes(range(16)))
    picture.Subtype, picture.Width, picture.Height = pikepdf.Name.Image, 4, 4
    form = pdf.make_stream(b"/I Do BT (7) Tj ET")
    form.Subtype = pikepdf.Name.Form
    form.Resources = pikepdf.Dictionary(
        XObject=pikepdf.Dictionary(I=picture), Font=pikepdf.Dictionary(F=font)
    )
    for number in range(2):
        pdf.add_blank_page(page_size=(100, 100))
        page = pdf.pages[-1]
        page.Contents = pdf.make_stream(b"/X Do")
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
        link = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Border=[0, 0, 0], Dest=[page.obj])
        page.Annots = pikepdf.Array([link] if number == 0 else [])
    change(pdf)
    stream = io.BytesIO()
    pdf.save(stream, **how)
    return stream.getvalue()


PLAIN = written()


@pytest.mark.parametrize(
    "how",
    [
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
        {"compress_streams": False},
        {"recompress_flate": True, "linearize": True},
    ],
)
def test_packing_and_numbers_do_not_matter(how):
    again = written(lambda pdf: pdf.add_blank_page(), **how)
    assert drawn_digests(again)[:2] == drawn_digests(PLAIN)
    assert len(set(drawn_digests(PLAIN))) == 1


def form(pdf):
    return pdf.pages[0].Resources.XObject.X


def set_layers(pdf):
    pdf.Root.OCProperties = pikepdf.Dictionary(D=pikepdf.Dictionary(BaseState=pikepdf.Name.OFF))


CHANGES: dict[str, Change] = {
    "a form": lambda pdf: form(pdf).write(b"/I Do BT (8) Tj ET"),
    "a picture": lambda pdf: form(pdf).Resources.XObject.I.write(bytes(16)),
    "a width of a font": lambda pdf: form(pdf).Resources.Font.F.Widths.append(700),
    "layers": set_layers,
    "a page size": lambda pdf: pdf.pages[0].obj.__setitem__("/MediaBox", pikepdf.Array([0, 0, 90, 100])),
    "a turn of all pages": lambda pdf: pdf.Root.Pages.__setitem__("/Rotate", 90),
    "a unit": lambda pdf: pdf.pages[0].obj.__setitem__("/UserUnit", 2),
    "a note": lambda pdf: pdf.pages[0].Annots.append(pikepdf.Dictionary(Subtype=pikepdf.Name.Square)),
    "a link with a border": lambda pdf: (
        pdf.pages[0].Annots[0].__setitem__("/Border", pikepdf.Array([0, 0, 1]))
    ),
    "a link with a look": lambda pdf: pdf.pages[0].Annots[0].__setitem__("/AP", pikepdf.Dictionary()),
    "itself in itself": lambda pdf: form(pdf).Resources.XObject.__setitem__("/I", form(pdf)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_drawn_changes_it(what):
    changed = drawn_digests(written(CHANGES[what]))
    assert changed[0] != drawn_digests(PLAIN)[0]


def test_pages_with_other_notes_are_others():
    def noted(pdf):
        for page, width in zip(pdf.pages, (10, 20), strict=True):
            note = pikepdf.Dictionary(Subtype=pikepdf.Name.Square, Rect=[0, 0, width, 10])
            page.Annots = pikepdf.Array([note])

    one, other = drawn_digests(written(noted))
    assert one != other


def test_what_cannot_be_read_or_has_no_end_has_none():
    def deep(pdf):
        value: Any = pikepdf.Dictionary()
        for _ in range(100):
            value = pdf.make_indirect(pikepdf.Dictionary(Next=value))
        pdf.pages[0].Resources.Deep = value

    assert drawn_digests(b"%PDF-1.4 nothing") == ()
    assert drawn_digests(written(deep)) == ()
