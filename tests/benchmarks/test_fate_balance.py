"""The balance of Tottarot's points: the kit's table keeps to the limits, and one that does not is reported."""

from __future__ import annotations

import sys

import fate_balance
import pytest
from fate_balance import ALTERNATIVES, LIMITS, balance_lines, failures, weigh
from studies.fate_tables import MINDS, deal_rounds

from printkit.games.find import make_game
from printkit.games.tottarot.rules import FATES, RECONSTRUCTED, SIGNS, Fate
from printkit.jobs.play.play_book import kit_game


def _balances(rules, count):
    return {minds: weigh(rules, deal_rounds(rules, count, minds, 1)) for minds in MINDS}


def test_the_kits_table_keeps_to_every_limit():
    rules = kit_game("tottarot", ["victories=1"]).start.rules
    assert failures(_balances(rules, 5_000)) == ()


@pytest.mark.parametrize(
    ("star", "broken"), [(Fate(60), "range"), (Fate(9, "look"), "icon"), (Fate(-99), "spread")]
)
def test_a_table_out_of_balance_breaks_a_limit(star, broken):
    rules = make_game("tottarot", ["victories=1"], {**FATES, "star": star}).start.rules
    balances = _balances(rules, 2_000)
    assert broken in failures(balances), balances
    assert broken in next(balance_lines("star", rules, balances))


@pytest.mark.parametrize("fates", ALTERNATIVES.values(), ids=ALTERNATIVES)
def test_alternatives_change_only_what_is_reconstructed(fates):
    assert set(fates) == set(FATES)
    assert {kind for kind in fates if fates[kind] != FATES[kind]} <= RECONSTRUCTED
    assert sorted(fate.icon for fate in fates.values() if fate.icon) == sorted(SIGNS)
    assert fates != FATES


def test_the_command_says_places_kinds_and_icons(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fate_balance", "--rounds", "200", "--only", "usual", "--players", "2"])
    fate_balance.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("usual: devil -5")
    assert [line.split()[0] for line in lines[1:]] == [
        word for minds in MINDS for word in (f"{minds}:", "kinds", "icons")
    ]
    assert set(LIMITS) == {"spread", "range", "shared", "icon"}
