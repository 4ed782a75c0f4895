"""Cards chosen by their columns: comparisons, a build of some cards, tables of which some rows are cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printkit.cli.app import main
from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.cards import chosen_cards
from printkit.kit.condition import parse_where
from printkit.kit.load import load_kit
from tests.kit.test_card_values import trail
from tests.tiny_kit import spoil

TABLE = """\
name,cost,Card Set,price
Scout,3,base,"1,000"
Camp,12,extra,25%
Ford,,Base,x
"""


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("set=base", ["base", "Base", " base "]),
        ("set != base", ["extra", "", "3", "12", "3.0", "1,000", "-1", "2.5", "a = b", "nan"]),
        ("cost>=3", ["3", "12", "3.0", "1,000"]),
        ("cost < 3", ["-1", "2.5"]),
        ("set in base,extra", ["base", "Base", " base ", "extra"]),
        ("Rule Top = a = b", ["a = b"]),
        ("cost=03", ["3", "3.0"]),
        ("name=NaN", ["nan"]),
        ("set=", [""]),
    ],
)
def test_a_comparison_holds_for(text, fits):
    test = parse_where(text, "--where")
    values = ["base", "Base", " base ", "extra", "", "3", "12", "3.0", "1,000", "-1", "2.5", "a = b", "nan"]
    assert [value for value in values if test.holds(value)] == fits


@pytest.mark.parametrize(
    "text", ["", "set", "= base", "cost > many", "cost > inf", "set in", "set between 1 and 2"]
)
def test_what_compares_nothing_is_refused(text):
    with pytest.raises(InputError, match=r"compares nothing|is no number"):
        parse_where(text, "--where")


def test_cards_are_chosen_by_any_column_and_by_several(tmp_path):
    kit = load_kit(trail(tmp_path, TABLE, 'words = "{name}"'))
    assert chosen_cards(kit, (), ["card set=base"]) == ("scout", "ford")
    assert chosen_cards(kit, (), ["card-set=base", "cost>1"]) == ("scout",)
    assert chosen_cards(kit, ("c*",), ["price=25"]) == ("camp",)
    assert chosen_cards(kit, (), ["cost="]) == ("ford",)
    with pytest.raises(InputError, match=r"fits 'cost=4' \(cost is '3', '12', ''\)"):
        chosen_cards(kit, (), ["cost=4"])
    with pytest.raises(InputError, match=r"has 'costs' \(did you mean 'cost'"):
        chosen_cards(kit, (), ["costs=4"])


def test_a_build_prints_the_cards_that_fit(tmp_path):
    folder = trail(tmp_path, TABLE, 'words = "{name}"')
    (built,) = build(BuildRequest(kit_dir=folder, where=("card set=base",), out=tmp_path / "out"))
    assert built.cards == 2


def test_rows_of_a_table_that_do_not_fit_are_no_cards(tmp_path):
    kit = load_kit(
        trail(tmp_path / "a", TABLE, 'words = "{name}"', data='where = ["card set = base", "cost > 0"]')
    )
    assert [card.id for card in kit.cards] == ["scout"]
    one = trail(tmp_path / "one", TABLE, 'words = "{name}"', data='where = "cost > 3"')
    assert [card.id for card in load_kit(one).cards] == ["camp"]
    with pytest.raises(InputError, match=r"kit.toml \[data.where\]: no row fits 'cost > 30'"):
        load_kit(trail(tmp_path / "c", TABLE, 'words = "{name}"', data='where = "cost > 30"'))
    with pytest.raises(InputError, match=r"kit.toml \[data.where\]: there is no column 'sets' \(known: "):
        load_kit(trail(tmp_path / "b", TABLE, 'words = "{name}"', data='where = ["sets = base"]'))


HARBOUR = Path(__file__).parents[1] / "data" / "harbour"


def test_a_kind_of_which_no_row_is_chosen_is_named_and_left_out(tmp_path, capsys):
    kit = Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))
    spoil(kit, "kit.toml", 'kind = "Kind"\ncomponents', 'kind = "Kind"\nwhere = "Kind = Order"\ncomponents')
    out = ("--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    assert main(["build", *out]) == 0
    said = capsys.readouterr()
    assert "no row fits data.where, so nothing is printed of characters, events" in said.out + said.err
    decks = {file.name for file in (tmp_path / "out" / "harbour").glob("*s.pdf")}
    assert decks == {"harbour-orders.pdf"}
    assert main(["export", "--as", "tts", *out]) == 0
    assert main(["check", str(tmp_path / "out" / "harbour"), "--kit-dir", str(kit)]) == 0
    spoil(kit, "kit.toml", "Kind = Order", "Kind = Ship")
    with pytest.raises(InputError, match=r"\[data.where\]: no row fits 'Kind = Ship'"):
        load_kit(kit)
