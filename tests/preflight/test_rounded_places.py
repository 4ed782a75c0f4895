"""Another program rounds where letters stand: a small figure a little aside is itself, and another one is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from printkit.fonts import find_font
from printkit.geometry import Affine, Rect
from printkit.preflight.artist import Artist
from printkit.preflight.face_page import FacePage
from printkit.preflight.locate import Found
from printkit.preflight.marks import Mark
from printkit.preflight.pixels import PageImage
from printkit.preflight.proof_page import ROUNDED, _FaceProof
from printkit.scene.inks import BLACK
from printkit.scene.raster import coverage, segments

NAME = "shippori-mincho-extrabold"
FONT = find_font(NAME)
EM, SCALE, X, Y = 2.0, 20.0, 4.0, 6.0


def placed(x: float) -> Affine:
    return Affine(EM, 0.0, 0.0, EM, x, Y)


def mark(text: str, x: float = X) -> Mark:
    glyph = FONT.shape(text)[0].glyph
    box = placed(x).rect(FONT.ink_box(glyph))
    return Mark(text, x, Y, 0.0, EM, box, NAME, glyph, placed(x), BLACK, 0)


def judged(wanted: str, shown: str, drawn: float, said: float) -> str:
    """What is said of a figure drawn so many mm aside while its text says it stands so far aside."""
    rows = segments(FONT.outline(FONT.shape(shown)[0].glyph))
    cover = coverage(rows, placed(X + drawn).then(Affine.scaling(SCALE)), 200, 200)[:, :, None]
    page = FacePage("x", 1, PageImage((255.0 * (1 - cover)).repeat(3, axis=2).round(), SCALE), Artist({}, {}))
    own = mark(wanted)
    face: Any = SimpleNamespace(figures={own: None}, marks=(own,))
    proof = _FaceProof(page, Found(face, Affine(), 1.0, 0.0, Rect(0, 0, 10, 10), 1), face, (), tuple)
    proof.matched[own] = mark(wanted, X + said)
    return proof._judged(own, strict=True)[0]


@pytest.mark.parametrize("text", "0123456789")
def test_a_figure_rounded_aside_is_itself_and_no_other(text: str) -> None:
    assert judged(text, text, ROUNDED - 0.01, ROUNDED - 0.01) == ""
    others = {other for other in "0123456789" if judged(text, other, ROUNDED - 0.01, ROUNDED - 0.01) == ""}
    assert others == {text}


def test_further_than_rounding_or_not_where_its_text_stands_is_hidden() -> None:
    assert judged("5", "5", 0.0, 0.0) == ""
    assert judged("5", "5", ROUNDED - 0.01, 0.0) == "hidden"
    assert judged("5", "5", ROUNDED + 0.05, ROUNDED + 0.05) == "hidden"
