"""Fonts with odd, lost or damaged tables print, or are refused in a line that says what is wrong."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printkit.errors import InputError
from printkit.jobs.build import build
from printkit.jobs.request import BuildRequest
from printkit.paths import fonts_dir
from tests.tiny_kit import spoil, write_kit

GOOD = "zen-kaku-gothic-new-bold"


@pytest.fixture(scope="module")
def good() -> bytes:
    return (fonts_dir() / f"{GOOD}.ttf").read_bytes()


def without(tag: str) -> Callable[[bytes], bytes]:
    def made(data: bytes) -> bytes:
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            del font[tag]
            stream = io.BytesIO()
            font.save(stream)
        return stream.getvalue()

    return made


def broken(tag: str) -> Callable[[bytes], bytes]:
    def made(data: bytes) -> bytes:
        with TTFont(io.BytesIO(data)) as font:
            at = font.reader.tables[tag].offset
        return data[:at] + b"\xff" * 40 + data[at + 40 :]

    return made


def built(folder: Path, data: bytes) -> None:
    kit = spoil(write_kit(folder), "kit.toml", 'display = "shippori-mincho-extrabold"', 'display = "mine"')
    (kit / "fonts").mkdir()
    (kit / "fonts" / "mine.ttf").write_bytes(data)
    build(BuildRequest(kit_dir=kit, out=folder / "out"))


@pytest.mark.parametrize("tag", ["OS/2", "name", "post"])
def test_what_printing_does_not_need_may_be_missing(tmp_path: Path, good: bytes, tag: str) -> None:
    built(tmp_path, without(tag)(good))


@pytest.mark.parametrize(
    ("spoil_font", "said"),
    [
        (without("head"), "size (head)"),
        (without("hhea"), "line height (hhea)"),
        (without("hmtx"), "widths (hmtx)"),
        (without("loca"), "outlines (loca)"),
        (without("glyf"), "not a font with outlines"),
        (without("maxp"), "not a font with outlines"),
        (broken("name"), "cannot be embedded"),
        (lambda data: data[: len(data) // 2], "cut short"),
    ],
)
def test_what_it_needs_is_named_and_nothing_is_written(
    tmp_path: Path, good: bytes, spoil_font: Callable[[bytes], bytes], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        built(tmp_path, spoil_font(good))
    (problem,) = caught.value.problems
    assert problem.file.endswith("fonts/mine.ttf")
    assert said in problem.message
    assert problem.hint
    assert not list((tmp_path / "out").rglob("*.*"))


@pytest.mark.parametrize("spoil_font", [without("cmap"), broken("cmap")], ids=["none", "broken"])
def test_without_its_table_of_characters_each_text_is_named(
    tmp_path: Path, good: bytes, spoil_font: Callable[[bytes], bytes]
) -> None:
    with pytest.raises(InputError) as caught:
        built(tmp_path, spoil_font(good))
    assert all("font mine has no glyph for" in problem.message for problem in caught.value.problems)
