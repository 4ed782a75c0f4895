"""Positions and views of Tottarot as text: read back, or refused with what is wrong."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.tottarot.position import HIDDEN_TOKEN, read_view
from tests.games.tottarot_plays import after, tottarot

LINES = (
    "",
    "sun",
    "sun devil star",
    "sun devil star 0",
    "sun devil star 3 3 1",
    "sun devil star 3 3 1 forgo",
    "lovers devil star 0 3 1 forgo sun sun star",
    "lovers devil star 0 3 1 forgo sun sun star meet-B 1 2",
    "lovers devil hermit 0 3 1 seize-C sun sun star meet-B",
)


@pytest.mark.parametrize("line", LINES)
def test_a_position_is_read_back(line):
    table = after(line)
    assert tottarot().parse(table.position()) == table
    backwards = " ".join(reversed(table.position().split()))
    assert tottarot().parse(backwards) == table


def test_the_position_of_an_ended_game_is_read_back():
    options = ("turns=1", "victories=1")
    table = after("sun devil star 0 3 1 forgo", *options)
    assert tottarot(*options).parse(table.position()) == table


BASE = "round=1 victories=0,0,0"
FATES = "fates=sun:A:A/star:B:B/devil:C:C"
SECOND = f"{BASE} rows=sun/-/star used=0/3/1 discards=devil"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not one number for each of 3 seats"),
        ("phase=draw", "not one number"),
        (f"{BASE} phase=dance", "unknown phase"),
        (f"{BASE} phase=draw at=01", "not a number"),
        (f"{BASE} phase=draw at=1", "1 cards were drawn, but 0 lie here"),
        (f"{BASE} phase=declare fates=sun:A:A/star:B:B", "not one part for each of 3 seats"),
        (f"{BASE} phase=declare fates=moon:A:A/star:B:B/sun:C:C", "no fate card is called 'moon'"),
        (f"{BASE} phase=declare fates=sun:A:BA/star:B:B/sun:C:C", "not a proclaimed fate"),
        (f"{BASE} phase=declare fates=sun:A:B/star:B:B/sun:C:C", "a seat has seen the fate it drew or holds"),
        (f"{BASE} phase=declare fates=sun:B:AB/star:B:B/sun:C:C", "draws one fate"),
        (f"{BASE} phase=declare fates=sun:B:AB/star:A:AB/sun:C:C", "only when they are seized"),
        (f"{BASE} phase=declare fates=?:A:A/star:B:B/sun:C:C", "what one seat sees"),
        (f"{BASE} phase=declare {FATES} declared=1/-/-", "do not fit the phase"),
        (f"{BASE} phase=declare at=1 {FATES} declared=4/-/-", "there is none such"),
        (f"{BASE} phase=icons {FATES}", "no icon waits"),
        (f"{BASE} phase=seize {FATES} declared=3/1/1 at=1", "nothing to seize with"),
        (f"{BASE} phase=seize at=1 {FATES} declared=3/3/1", "more fates are gone|discarded"),
        (f"{SECOND.replace('discards=devil', '')} phase=draw", "3 cards were drawn, but 2 lie here"),
        (f"{SECOND} phase=draw at=3", "cards were drawn"),
        (f"{SECOND.replace('rows=sun/-/star', 'rows=sun/-')} phase=draw", "not one part"),
        (f"{SECOND.replace('used=0/3/1', 'used=0/3/1,2')} phase=draw", "for each turn"),
        (f"{SECOND} phase=over", "0 victory tokens do not fit 1 finished rounds"),
        ("round=0 victories=0,0,0 phase=draw", "rounds count from 1"),
        ("round=2 victories=0,0,0 phase=draw", "do not fit 1 finished rounds"),
        ("round=2 victories=2,0,0 phase=draw", "do not fit 1 finished rounds"),
        ("round=3 victories=2,0,0 phase=draw", "does not fit the victory tokens"),
        (f"{BASE} phase=draw colour=red", "no field 'colour'"),
        (f"{BASE} rows=sun,sun,sun/sun,-,-/-,-,- used=0,1,2/3,0,1/1,2,3 phase=draw", "turns played"),
    ],
)
def test_what_the_rules_cannot_lead_to_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        tottarot().parse(text)


def test_more_cards_of_a_kind_than_there_are_are_refused():
    text = f"{BASE} rows=sun/-/sun used=0/3/1 discards=sun phase=draw at=1 fates=sun:A:A/-/-"
    with pytest.raises(InputError, match="there are only 3 cards sun"):
        tottarot().parse(text)


def test_a_view_is_read_back_without_what_it_hides():
    seat, table = read_view(tottarot().start.rules, after("sun devil star 0 3").view("B"))
    assert seat == 1
    assert [fate.kind for fate in table.fates] == ["?", "devil", "?"]
    assert table.declared == (HIDDEN_TOKEN, 3, None)


@pytest.mark.parametrize("text", ["", "seat=G round=1 victories=0,0,0 phase=draw", f"{BASE} phase=draw"])
def test_what_is_no_view_is_refused(text):
    with pytest.raises(InputError, match="a view is of one of the seats A, B, C"):
        read_view(tottarot().start.rules, text)
