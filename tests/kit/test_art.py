"""A kit's art is read once; what is broken is reported as usual."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.kit.art import inside
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#231f20" d="M1 {0}h3.{0}v2z"/></svg>'


def test_faults_of_art_keep_their_order(tmp_path, monkeypatch):
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/two.svg", "art/gone.svg")
    (kit / "art" / "one.svg").write_text("<svg")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert [problem.key or problem.file for problem in caught.value.problems][-1] == "card two.art"
    assert any("one.svg" in problem.file for problem in caught.value.problems[:-1])


def test_a_link_out_of_the_kit_is_outside(tmp_path):
    kit, other = tmp_path / "kit", tmp_path / "other"
    for folder in (kit, other):
        folder.mkdir()
        (folder / "a.svg").write_text("")
    (kit / "link.svg").symlink_to(other / "a.svg")
    (kit / "away").symlink_to(other)
    assert inside(kit, "a.svg", file="f", key="k") == kit / "a.svg"
    for name in (
        "link.svg",
        "away/a.svg",
        "../other/a.svg",
        "..",
        "away/..",
        str(other / "a.svg"),
        "",
        "a\0",
    ):
        with pytest.raises(InputError, match=r"leaves the kit's folder|is not a file name"):
            inside(kit, name, file="f", key="k")


def test_shared_art_is_named_by_the_folder_it_lies_in(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nuses = ["shared"]')
    shared = tmp_path / "shared" / "art"
    shared.mkdir(parents=True)
    (kit / "art" / "one.svg").unlink()
    (shared / "one.svg").write_text("no drawing", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert {problem.file for problem in caught.value.problems} == {str((shared / "one.svg").resolve())}
