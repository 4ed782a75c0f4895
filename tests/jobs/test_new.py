"""`printkit new`: a kit begins as a copy under a new id, whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.jobs.exchange import new
from printkit.jobs.exchange.new import BLANK, new_kit, starters
from printkit.paths import templates_dir


@pytest.fixture
def kit(tmp_path):
    """A small kit folder with things that are not part of it."""
    folder = tmp_path / "small"
    (folder / "art").mkdir(parents=True)
    (folder / "kit.toml").write_text(
        '# the kit small\nid = "small"  # its id\nversion = "1"\n\n[other]\nid = "small"\n', encoding="utf-8"
    )
    (folder / "art" / "one.svg").write_text("<svg/>", encoding="utf-8")
    (folder / ".hidden").write_text("", encoding="utf-8")
    (folder / "kit.toml~").write_text("", encoding="utf-8")
    return folder


def test_the_copy_has_every_file_and_the_new_id(kit, tmp_path):
    made = new_kit("my-game-2", str(kit), tmp_path / "kits")
    assert made == tmp_path / "kits" / "my-game-2"
    assert sorted(str(path.relative_to(made)) for path in made.rglob("*")) == [
        "art",
        "art/one.svg",
        "kit.toml",
    ]
    assert (made / "art" / "one.svg").read_text(encoding="utf-8") == "<svg/>"
    assert tomllib.loads((made / "kit.toml").read_text(encoding="utf-8"))["id"] == "my-game-2"


def test_only_the_kits_own_id_changes(kit, tmp_path):
    made = new_kit("other", str(kit), tmp_path)
    assert (made / "kit.toml").read_text(encoding="utf-8") == (
        '# the kit small\nid = "other"  # its id\nversion = "1"\n\n[other]\nid = "small"\n'
    )


def test_a_shipped_kit_is_copied_by_its_id(tmp_path):
    made = new_kit("mine", "youscout", tmp_path)
    source = templates_dir() / "youscout"
    assert tomllib.loads((made / "kit.toml").read_text(encoding="utf-8"))["id"] == "mine"
    assert (made / "cards.toml").read_bytes() == (source / "cards.toml").read_bytes().replace(
        b"../schema", b"schema"
    )


def test_an_editor_finds_the_schemas_of_the_new_kit(tmp_path):
    made = new_kit("mine", "tottarot", tmp_path)
    named = {path: path.read_text(encoding="utf-8").partition("\n")[0] for path in made.glob("*.toml")}
    assert len(named) == len(list((templates_dir() / "tottarot").glob("*.toml")))
    for path, line in named.items():
        word, schema = line.split(" ")
        assert word == "#:schema"
        assert (path.parent / schema).read_bytes() == (templates_dir() / schema).read_bytes()
    assert {path.name for path in (made / "schema").iterdir()} == {
        Path(line.split(" ")[1]).name for line in named.values()
    }


def test_a_read_only_kit_gives_a_copy_that_can_be_edited(kit, tmp_path):
    (kit / "kit.toml").chmod(0o444)
    made = new_kit("mine", str(kit), tmp_path)
    assert (made / "kit.toml").stat().st_mode & 0o200


@pytest.mark.parametrize(
    "kit_id", ["", "My", "a--b", "-a", "a-", "a_b", "../up", "a/b", "ゲーム", "a" * 65, "a\n"]
)
def test_a_bad_id_is_refused(kit, tmp_path, kit_id):
    with pytest.raises(InputError, match="is not a kit's id"):
        new_kit(kit_id, str(kit), tmp_path / "kits")
    assert not (tmp_path / "kits").exists()


def test_an_existing_folder_is_refused_and_left_alone(kit, tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match="already exists"):
        new_kit("mine", str(kit), tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []


def test_an_unknown_kit_names_the_nearest(tmp_path):
    with pytest.raises(InputError, match=r"there is no kit 'yuscout' \(did you mean 'youscout'\?\)"):
        new_kit("mine", "yuscout", tmp_path / "kits")
    assert not (tmp_path / "kits").exists()


def test_nothing_is_left_when_copying_fails(kit, tmp_path, monkeypatch):
    def broken(*_):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("printkit.jobs.exchange.new._rename", broken)
    with pytest.raises(OSError, match="Input/output"):
        new_kit("mine", str(kit), tmp_path / "kits")
    assert list((tmp_path / "kits").iterdir()) == []


def test_the_command_says_what_comes_next(run, kit, tmp_path):
    answer = run("new", "mine", "--like", str(kit), "--dir", str(tmp_path / "kits"))
    made = tmp_path / "kits" / "mine"
    assert answer == (0, f"{made}: a copy of {kit}; next: printkit build --kit-dir {made}\n", "")
    again = run("new", "mine", "--like", str(kit), "--dir", str(tmp_path / "kits"))
    assert again == (2, "", f"printkit: error: {made}: this already exists (choose another id or --dir)\n")


@pytest.mark.parametrize("name", starters())
def test_every_starter_builds_and_checks_as_it_stands(name, tmp_path, run):
    answer = run("new", "my-game", "--starter", name, "--dir", str(tmp_path))
    assert answer.code == 0, answer.err
    folder = tmp_path / "my-game"
    assert len([file for file in folder.iterdir() if file.is_file()]) <= 6, "few files"
    answer = run("build", "--kit-dir", str(folder), "--out", str(tmp_path / "out"))
    assert (answer.code, answer.err) == (0, "")
    assert run("check", str(folder)).code == 0


def test_a_new_kit_has_one_source_and_blank_is_the_usual_starter(tmp_path, run):
    assert run("new", "first", "--blank", "--dir", str(tmp_path)).code == 0
    assert run("new", "second", "--starter", BLANK, "--dir", str(tmp_path)).code == 0
    cards = [(tmp_path / name / "cards.toml").read_bytes() for name in ("first", "second")]
    assert cards[0] == cards[1]
    for words in ((), ("--blank", "--like", "youscout"), ("--starter", "pokr")):
        answer = run("new", "third", *words, "--dir", str(tmp_path))
        assert answer.code == 2
        assert "--starter" in answer.err


@pytest.mark.parametrize("make", ["copyfile", "schemas"])
def test_no_room_names_the_new_kit_and_not_what_is_copied(kit, tmp_path, monkeypatch, make):
    """H2: a full disk was said of the kit that was copied, or of nothing."""

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "the source")

    monkeypatch.setattr(*{"copyfile": (shutil, "copyfile"), "schemas": (new, "add_schemas")}[make], full)
    with pytest.raises(InputError, match=r"mine: cannot be written: No space left on device \(make room, or"):
        new_kit("mine", str(kit), tmp_path / "kits")
    assert list((tmp_path / "kits").iterdir()) == []
