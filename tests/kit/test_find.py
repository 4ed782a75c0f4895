"""Kits are found where printkit is run, beside those it ships."""

from __future__ import annotations

import shutil

import pytest

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import find_kit, find_kits, kit_folder, kit_ids
from tests.tiny_kit import spoil, write_kit


@pytest.mark.parametrize("place", ["", "templates"])
def test_a_kit_in_the_folder_where_it_is_run_is_found(tmp_path, monkeypatch, place):
    folder = tmp_path / place
    folder.mkdir(exist_ok=True)
    shipped = kit_ids()
    kit = write_kit(folder)
    monkeypatch.chdir(tmp_path)
    assert kit_ids() == (*shipped, "tiny")
    assert kit_folder("tiny") == kit
    assert find_kit("tiny").folder == kit.resolve()
    with pytest.raises(InputError, match=r"no kit 'tinny' \(did you mean 'tiny'"):
        kit_folder("tinny")


def test_a_shipped_kit_keeps_its_name(tmp_path, monkeypatch):
    (tmp_path / "youscout").mkdir()
    (tmp_path / "youscout" / "kit.toml").touch()
    shipped = kit_folder("youscout")
    monkeypatch.chdir(tmp_path)
    assert kit_folder("youscout") == shipped


def test_a_broken_kit_of_ones_own_hides_no_other(tmp_path, monkeypatch, run):
    kit = write_kit(tmp_path)
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    shutil.copytree(kit, tmp_path / "broken")
    spoil(tmp_path / "broken", "kit.toml", 'size = "small"', 'size = "large"')
    spoil(tmp_path / "broken", "kit.toml", '"tiny"', '"broken"')
    monkeypatch.chdir(tmp_path)
    stated: list[InputError] = []
    assert "tiny" in [kit.id for kit in find_kits(unread=stated.append)]
    assert "unknown card size 'large'" in str(stated[0])
    listed = run("list")
    assert listed.code == 0
    assert "tiny 1.0: 2 cards" in listed.out
    assert listed.err.startswith("printkit: warning: left out: ")
    assert run("check", "out/tiny/tiny-deck.pdf").code == 0
    assert run("check", "tiny").out.startswith("tiny: 2 cards")
    (kit / "kit.toml").write_text("id = ", encoding="utf-8")
    unread = run("check", "out/tiny/tiny-deck.pdf")
    assert unread.code == 2, "the file may be of a kit that cannot be read"
    assert "broken/kit.toml" in unread.err


def test_cards_are_named_or_fit_a_pattern(tmp_path):
    kit = find_kit("youscout")
    assert kit.card_ids(["major-0[0-2]", "cups-01"]) == ("major-00", "major-01", "major-02", "cups-01")
    assert len(kit.card_ids(["wands-*"])) == 14
    with pytest.raises(InputError, match="no card like 'wind-"):
        kit.card_ids(["wind-*"])
    with pytest.raises(InputError, match="no card 'wand'"):
        kit.card_ids(["wand"])


def test_a_pattern_of_cards_builds_the_components_that_hold_them(tmp_path):
    (made,) = build(BuildRequest(kit_dir=write_kit(tmp_path), cards=("t*",), out=tmp_path / "out"))
    assert made.cards == 1


def test_f23_a_kits_folder_may_be_called_anything(tmp_path, monkeypatch, run):
    kit = write_kit(tmp_path)
    copy = kit.rename(tmp_path / "my game (1)")
    monkeypatch.chdir(tmp_path)
    assert kit_folder("tiny") == kit_folder("my game (1)") == copy
    assert run("build", "tiny").code == run("check", "my game (1)").code == 0
    assert (tmp_path / "output" / "tiny" / "tiny-deck.pdf").is_file()
    shutil.copytree(copy, tmp_path / "my game (2)")
    assert "tiny" in kit_ids()
    wrong = run("build", "tiny")
    assert wrong.code == 2
    assert wrong.err == (
        "printkit: error: my game (1) and my game (2) are both the kit 'tiny' "
        "(name the folder, or give one of them another id in its kit.toml)\n"
    )
    assert kit_folder("my game (2)").name == "my game (2)"
    shutil.copytree(copy, tmp_path / "tiny")
    assert kit_folder("tiny") == tmp_path / "tiny"
