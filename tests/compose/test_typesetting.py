"""One line of text: placed from its start, middle, end or ink; narrowed but never below the least."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.text.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.errors import InputError

DISPLAY = TextStyle("shippori-mincho-extrabold", 4.0)


def test_kanji_run_one_em_each_and_tracking_between():
    assert line_width("塔月", TextStyle(DISPLAY.font, 4.0, tracking=0.0)) == pytest.approx(8.0)
    assert line_width("塔月", TextStyle(DISPLAY.font, 4.0, tracking=0.1)) == pytest.approx(8.4)


@pytest.mark.parametrize(("anchor", "start"), [("start", 10.0), ("middle", 8.0), ("end", 6.0)])
def test_anchors(anchor, start):
    line = set_line("塔", DISPLAY, 10.0, 5.0, anchor)  # type: ignore[arg-type]
    assert line.glyphs[0].x == pytest.approx(start)
    assert line.glyphs[0].y == pytest.approx(5.0)


def test_ink_is_centred_not_the_advance():
    for text in ("1", "7", "10", "Q"):
        assert line_ink_box(ink_center_line(text, DISPLAY, 20.0, 10.0)).center[0] == pytest.approx(
            20.0, abs=1e-3
        )


def test_ink_never_starts_left_of_its_limit():
    assert line_ink_box(ink_center_line("10", DISPLAY, 1.0, 10.0, left=4.0)).x == pytest.approx(4.0, abs=1e-3)


def test_a_line_that_fits_is_left_alone():
    assert fit_line("Moon", DISPLAY, 30.0) is DISPLAY


def test_a_line_is_narrowed_to_fit():
    tight = replace(DISPLAY, tracking=0.0)
    width = line_width("Wheel of Fortune", tight)
    narrowed = fit_line("Wheel of Fortune", DISPLAY, width * 0.95)
    assert line_width("Wheel of Fortune", narrowed) == pytest.approx(width * 0.95)
    assert narrowed.stretch == pytest.approx(0.95)


def test_a_line_is_set_tight_before_it_is_narrowed():
    tight = line_width("Wheel of Fortune", replace(DISPLAY, tracking=0.0))
    fitted = fit_line("Wheel of Fortune", DISPLAY, tight)
    assert (fitted.tracking, fitted.stretch) == (0.0, 1.0)


def test_a_line_is_not_narrowed_below_the_least():
    width = line_width("Wheel of Fortune", replace(DISPLAY, tracking=0.0))
    with pytest.raises(InputError, match="88%"):
        fit_line("Wheel of Fortune", DISPLAY, width * 0.87)


def test_a_missing_glyph_is_named():
    with pytest.raises(InputError, match="睽"):
        set_line("睽", TextStyle("zen-kaku-gothic-new-bold", 3.0), 0.0, 0.0)
