"""Each form of `export` takes what it has a use for, and refuses the rest by name."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("form", "option", "forms"),
    [
        ("svg", "--only=nan", "cut-svg or dxf"),
        ("png", "--paper=nan", "cut-svg or dxf"),
        ("svg", "--stack=27mm", "cut-svg or dxf"),
        ("svg", "--url=½", "tts"),
        ("svg", "--dpi=200", "png"),
        ("tts", "--only=deck", "cut-svg or dxf"),
        ("dxf", "--no-bleed", "svg or png"),
        ("xlsx", "--url=http://a.b", "tts"),
    ],
)
def test_h14_what_a_form_has_no_use_for_is_refused(run, tmp_path, form, option, forms):
    answer = run("export", "throwing-sticks", "--as", form, option, "--out", str(tmp_path))
    name = option.partition("=")[0]
    message = f"printkit: error: [{name}]: changes nothing for {form} (it is for {forms})\n"
    assert answer == (2, "", message)
    assert not list(tmp_path.iterdir())
