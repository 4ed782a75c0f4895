"""Two cards as a leaflet: in the middle of the paper, side by side, the fold marked where nothing of it stays."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.scene.model import Group
from printkit.sheets.cards import FoldedSpec, folded_pairs
from printkit.sheets.model import FaceKey

TAROT, A4 = Size(70.0, 120.0), Size(210.0, 297.0)


def pairs(count):
    keys = [FaceKey(f"rule-{number}", "front") for number in range(2 * count)]
    return list(zip(keys[::2], keys[1::2], strict=True))


def sheets(count=2, card=TAROT, paper=A4, duplex="long"):
    return list(folded_pairs(pairs(count), FoldedSpec(card, paper, 5.0, duplex)))  # type: ignore[arg-type]


def test_both_cards_meet_at_the_fold():
    front, back = sheets()
    assert [placed.trim for placed in front.placements] == [Rect(35, 88.5, 70, 120), Rect(105, 88.5, 70, 120)]
    assert (front.side, back.side, front.number, back.number) == ("front", "back", 1, 1)
    assert [placed.trim for placed in back.placements] == [placed.trim for placed in front.placements]


def test_paper_turned_over_its_other_edge_has_the_back_upside_down():
    _, long = sheets(duplex="long")
    _, short = sheets(duplex="short")
    assert [placed.rotation for placed in long.placements] == [0, 0]
    assert [placed.rotation for placed in short.placements] == [180, 180]
    assert short.placements[0].trim == long.placements[1].trim


def test_without_a_second_side_every_pair_is_a_sheet():
    assert [(sheet.number, sheet.side) for sheet in sheets(duplex="none")] == [(1, "front"), (2, "front")]


@pytest.mark.parametrize("card", [TAROT, Size(57.15, 88.9), Size(63.5, 88.9)])
@pytest.mark.parametrize("paper", [A4, Size(215.9, 279.4), Size(297.0, 420.0)])
def test_marks_and_ruler_stay_off_the_leaflet(card, paper):
    front, _ = sheets(card=card, paper=paper)
    trim = front.placements[0].trim.union(front.placements[1].trim)
    assert front.ruler is not None
    assert front.furniture is not None
    assert not front.ruler.overlaps(trim.grown(5.0))
    assert not front.furniture.overlaps(trim.grown(5.0))
    assert [mark.layer for mark in front.marks if isinstance(mark, Group)].count("fold") == 2


def test_paper_too_small_is_one_clear_line():
    with pytest.raises(InputError, match="two cards of 70 × 120 mm side by side need 150 × 130 mm"):
        sheets(paper=Size(105.0, 148.0))
