"""Files appear whole or not at all."""

from __future__ import annotations

import os

import pytest

from printkit.errors import InputError
from printkit.files import make_folder, sha256_of, staging


def test_files_take_their_place_together_at_the_end(tmp_path):
    with staging(tmp_path / "out") as stage:
        stage.write("a.txt", b"one")
        stage.write("b.txt", b"two")
        assert not (tmp_path / "out" / "a.txt").exists()
    assert (tmp_path / "out" / "a.txt").read_bytes() == b"one"
    assert sorted(os.listdir(tmp_path / "out")) == ["a.txt", "b.txt"]


def test_nothing_is_left_when_it_goes_wrong(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"old")

    def fail():
        with staging(tmp_path) as stage:
            stage.write("a.txt", b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (tmp_path / "a.txt").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_folders_made_for_nothing_go_again(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()

    def fail():
        with staging(kept / "new" / "deep") as stage:
            stage.write("a.pdf", b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.rglob("*")) == [kept]


def test_a_folder_that_is_a_file_is_one_line(tmp_path):
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="is a file where a folder is needed"):
        make_folder(tmp_path / "out")
    with pytest.raises(InputError, match="a part of the path is a file"):
        make_folder(tmp_path / "out" / "deeper")


def test_sha256_is_that_of_the_bytes(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    assert sha256_of(tmp_path / "empty") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
