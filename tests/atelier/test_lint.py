"""Every finding of the art lint is provoked once, and a clean picture has none."""

from __future__ import annotations

import pytest

from printkit.atelier import lint
from printkit.atelier.cuts import circle, rect, segment, taper
from printkit.atelier.forms import cane, coin_large, cup_large, leaf_head, placed, sword_in_water
from printkit.atelier.lint import lint_art
from printkit.atelier.source import art

BODY = rect(20, 40, 30, 30)


def codes(picture, name="cups-05"):
    return {finding.code for finding in lint_art(name, picture)[0]}


def stroke(width, y=50):
    return taper(segment((22, y), (45, y)), width)


def test_a_clean_picture_has_no_finding():
    assert codes(art(mass=[BODY], cut=[stroke(0.5)], red=[rect(20, 72, 30, 8)])) == set()


@pytest.mark.parametrize(
    ("code", "picture"),
    [
        ("thin", art(mass=[BODY], cut=[stroke(0.3)])),
        ("thin", art(mass=[BODY, stroke(0.3, 80)])),
        ("thin", art(mass=[BODY], red=[stroke(0.3, 80)])),
        ("zone", art(mass=[rect(5, 5, 8, 18)])),
        ("zone", art(mass=[BODY], red=[rect(1, 50, 4, 4)])),
        ("hair-gap", art(mass=[rect(20, 40, 10, 10), rect(30.2, 40, 10, 10)])),
        ("hair-gap", art(red=[rect(20, 40, 10, 10), rect(30.2, 40, 10, 10)])),
        ("crumb", art(mass=[BODY, rect(55, 50, 0.3, 0.3)])),
        ("crumb", art(mass=[BODY - rect(30, 50, 0.3, 0.3)])),
        ("ink", art(red=[BODY], green=[BODY], mass=[BODY])),
    ],
)
def test_each_fault_is_found(code, picture):
    assert code in codes(picture)


def test_a_wide_gap_and_a_short_touch_are_no_hair_gaps():
    assert "hair-gap" not in codes(art(mass=[rect(20, 40, 10, 10), rect(30.6, 40, 10, 10)]))
    assert "hair-gap" not in codes(art(mass=[rect(20, 40, 10, 10), rect(30.2, 49.5, 10, 10)]))


def test_the_zone_follows_from_the_name():
    high = art(mass=[rect(20, 16, 30, 20)])
    assert "zone" not in codes(high, "cups-01")
    assert "zone" in codes(high, "major-01")
    assert "zone" not in codes(art(mass=[rect(-3, -3, 76, 126)]), "back")


def test_black_over_red_is_the_most_ink_allowed():
    findings, figures = lint_art("cups-05", art(mass=[BODY], red=[BODY]))
    assert findings == []
    assert figures.ink == 265


def test_too_large_a_file_is_found(monkeypatch):
    monkeypatch.setattr(lint, "FILE_LIMIT", 100)
    assert "size" in codes(art(mass=[circle(35, 60, 10)]))


def test_figures_are_shares_of_the_card():
    figures = lint_art("cups-05", art(mass=[rect(20, 40, 30, 28)]))[1]
    assert figures.black == pytest.approx(0.1)
    assert "black 10%" in str(figures)


@pytest.mark.parametrize(
    "form",
    [
        placed(coin_large(30), 35, 60),
        placed(cup_large(26, 30, 4, rope=True), 35, 45),
        placed(cane(58, 4.2), 35, 60),
        placed(leaf_head(2.0), 35, 60),
        sword_in_water(35, 45, 13, 80, 94),
    ],
    ids=["coin", "cup", "cane", "leaves", "sword"],
)
def test_the_large_forms_are_clean(form):
    assert codes(form) == set()
