"""A kit's art is read once, half of it on another processor where there is much; what is broken is told as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.kit import art as module
from printkit.kit.art import art_of, inside, read_ahead
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#231f20" d="M1 {0}h3.{0}v2z"/></svg>'


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Seven drawings, of which the reader has seen none and thinks them many."""
    monkeypatch.setattr(module, "_read", {})
    monkeypatch.setattr(module, "WORTH_SHARING_BYTES", 1)
    files = [tmp_path / f"{number}.svg" for number in range(7)]
    for number, file in enumerate(files):
        file.write_text(SVG.format(number))
    return files


def test_art_read_ahead_is_the_art_of_each_file(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_by_one = [module._art(file, tmp_path) for file in files]
    read_ahead(files, tmp_path)
    monkeypatch.setattr(module, "_art", lambda file, root: pytest.fail(f"{file} is read again"))
    assert [art_of(file, tmp_path) for file in files] == one_by_one


def test_broken_art_is_left_for_who_asks(files: list[Path], tmp_path: Path) -> None:
    for number in (2, 3):
        files[number].write_text("<svg")
    read_ahead(files, tmp_path)
    for number, file in enumerate(files):
        if number in (2, 3):
            with pytest.raises(InputError, match=f"{number}.svg"):
                art_of(file, tmp_path)
        else:
            assert art_of(file, tmp_path).items


def test_little_art_and_thousands_are_not_read_ahead(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ART_CACHE", 6)
    read_ahead(files, tmp_path)
    monkeypatch.setattr(module, "WORTH_SHARING_BYTES", 10_000)
    read_ahead(files[:2], tmp_path)
    assert module._read == {}
    for file in files:
        art_of(file, tmp_path)
    assert len(module._read) == 6


def test_faults_of_art_keep_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_SHARING_BYTES", 1)
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/two.svg", "art/gone.svg")
    (kit / "art" / "one.svg").write_text("<svg")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert [problem.key or problem.file for problem in caught.value.problems][-1] == "card two.art"
    assert any("one.svg" in problem.file for problem in caught.value.problems[:-1])


def test_a_link_out_of_the_kit_is_outside(tmp_path: Path) -> None:
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
        with pytest.raises(InputError, match=r"leaves the kit's folder|is no file name"):
            inside(kit, name, file="f", key="k")
