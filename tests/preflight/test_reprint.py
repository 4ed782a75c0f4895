"""A reprint of part of a deck is checked by its label; a whole deck without a card does not pass because of one."""

from __future__ import annotations

import pikepdf
import pytest

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.proof_pdf import as_reprint
from printkit.preflight.sheet_label import SheetLabel


def printed(tmp_path, **choices):
    (entry, *_) = build(BuildRequest(kits=("youscout",), out=tmp_path, **choices))
    return entry.file


def stated(file):
    return [(each.severity, each.code) for each in check_paths([file], kit="youscout")]


@pytest.mark.parametrize(
    "choices",
    [
        {"only": ("deck",), "pages": "3-4"},
        {"only": ("deck",), "cards": ("major-05", "cups-03")},
        {"only": ("mat",), "pages": "2-3", "paper": "a4"},
        {"only": ("overlays",), "pages": "1", "paper": "a-one-12"},
        {"only": ("booklet",), "lang": "en", "pages": "3-4"},
    ],
    ids=lambda choices: " ".join(choices["only"]),
)
def test_what_was_left_out_on_purpose_is_a_note(tmp_path, choices):
    assert stated(printed(tmp_path, **choices)) == [(NOTE, "reprint")]


def test_a_whole_deck_that_lost_a_sheet_misses_its_cards(tmp_path):
    file = printed(tmp_path, only=("deck",), paper="a3")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        del pdf.pages[2:4]
        pdf.save(file)
    assert {code for _, code in stated(file)} == {"card-missing", "page-count", "page-missing"}


def test_a_reprint_that_lost_a_card_is_short_of_it(tmp_path):
    file = printed(tmp_path, only=("deck",), cards=("major-05", "major-06", "cups-03", "cups-04", "cups-05"))
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        del pdf.pages[2:4]
        pdf.save(file)
    found = {each.code: each for each in check_paths([file], kit="youscout")}
    short = found["card-missing"]
    assert (short.expected, short.found) == ("5", "4")
    assert set(found) >= {"card-missing", "reprint"}


def test_every_page_has_to_say_it():
    label = SheetLabel("youscout", "deck", "", "", (), 1, (), ("cards=2",))
    assert [each.code for each in as_reprint((), [label, label], 2)] == ["reprint"]
    whole = label._replace(reprint=())
    missing = (Finding(ERROR, "card-missing", "the card is missing", "x.pdf"),)
    assert [each.code for each in as_reprint(missing, [label, label], 2)] == ["reprint"]
    for labels in ([label, whole], [label, None], [whole], []):
        assert as_reprint(missing, labels, 2) == missing
