"""Names and numbers that only drawing uses are looked at when a kit is read (H6, H12, H19, H20, H24)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.kit.load import load_kit

FAULTS = {
    "H19: sticks in no ink": (
        "linked-ships",
        "sticks.toml",
        'ink = "',
        "gren",
        "sticks.toml [ink]: unknown ink",
    ),
    "H12: no number of cuts": (
        "linked-ships",
        "tokens.toml",
        'motif = "cuts", figure = "',
        "x",
        "no number of cuts",
    ),
    "H12: too many cuts": (
        "linked-ships",
        "tokens.toml",
        'motif = "raised-cuts", figure = "',
        "400",
        "no number of cuts",
    ),
}


@pytest.fixture
def copied(root, tmp_path):
    def copy(kit):
        return Path(shutil.copytree(root / "templates" / kit, tmp_path / kit))

    return copy


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_named_with_its_file(fault, copied):
    kit, file, before, value, words = FAULTS[fault]
    folder = copied(kit)
    text = (folder / file).read_text(encoding="utf-8")
    head, found, tail = text.partition(before)
    assert found
    (folder / file).write_text(head + found + value + tail[tail.index('"') :], encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_kit(folder)
    assert words in str(refused.value)


def test_a_key_that_may_be_of_two_kinds_is_misspelt(copied):
    folder = copied("tottarot")
    text = (folder / "kit.toml").read_text(encoding="utf-8")
    assert "players = " in text
    (folder / "kit.toml").write_text(text.replace("players = ", "playersx = ", 1), encoding="utf-8")
    with pytest.raises(InputError, match=r"did you mean 'players'"):
        load_kit(folder)


def test_a_row_of_numbers_has_a_place_for_each_emblem(copied):
    folder = copied("youscout")
    text = (folder / "layout.toml").read_text(encoding="utf-8")
    head, found, tail = text.partition("emblem_dx = [")
    assert found
    (folder / "layout.toml").write_text(head + found + tail[tail.index("]") :], encoding="utf-8")
    with pytest.raises(InputError, match=r"layout\.toml \[faces\..*emblem_dx\]"):
        load_kit(folder)
