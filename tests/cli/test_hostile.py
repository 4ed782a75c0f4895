"""Hostile input: one clear line on standard error, exit 1 or 2, and nothing half-written."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable

import pytest

from tests.conftest import Answer
from tests.tiny_kit import spoil, write_kit

Run = Callable[..., Answer]


def png_bomb():
    """A PNG of a few bytes whose header declares 900 million pixels."""
    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">{}</svg>'

HOSTILE_ART = {
    "scripts": SVG.format("<script>alert(1)</script>"),
    "event attributes": SVG.format('<rect onload="x()" width="3" height="3"/>'),
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    + SVG.format("<title>&b;</title>"),
    "external references": SVG.format('<image href="https://example.org/x.png"/>'),
    "a style that fetches": SVG.format(
        '<rect style="fill:url(http://example.org/#a)" width="3" height="3"/>'
    ),
    "absurd nesting": SVG.format("<g>" * 50_000 + "</g>" * 50_000),
    "text": SVG.format("<text>3</text>"),
    "no XML at all": "hello",
    "an endless number": SVG.format(f'<path fill="#231f20" d="M0 0L1{"0" * 4000} 5Z"/>'),
    "not a number": SVG.format('<path fill="#231f20" d="M0 0LNaN 5Z"/>'),
    "a huge number of numbers": SVG.format(f'<path fill="#231f20" d="M0 0{"L1 2" * 150_000}Z"/>'),
}


def one_clear_line(answer, out, code=2):
    assert answer.code == code, answer.err
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.startswith("printkit: error: ")
    assert "Traceback" not in answer.err
    assert answer.out == ""
    assert [path for path in out.rglob("*") if path.is_file()] == []


# What a kit without a game prints as any viewer shows it, up to where it breaks off.
HARMLESS = ("text", "an endless number", "not a number", "a huge number of numbers")


@pytest.mark.parametrize("kind", HOSTILE_ART)
@pytest.mark.parametrize("colours", ["exact", "kept"])
def test_hostile_art_is_refused(kind, colours, tmp_path, run):
    kit = spoil(write_kit(tmp_path), "kit.toml", "languages", f'colours = "{colours}"\nlanguages')
    (kit / "art" / "one.svg").write_text(HOSTILE_ART[kind], encoding="utf-8")
    answer = run("build", "--kit-dir", str(kit), "--only", "deck", "--out", str(tmp_path / "out"))
    if colours == "kept" and kind in HARMLESS:
        assert answer.code == 0, answer.err
        return
    assert answer.code == 2, answer.err
    assert "art/one.svg" in answer.err
    assert not (tmp_path / "out").exists()


def test_a_picture_bomb_is_refused(tmp_path, run):
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/one.svg", "art/one.png")
    (kit / "art" / "one.png").write_bytes(png_bomb())
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    one_clear_line(answer, tmp_path / "out")
    assert "art/one.png" in answer.err


def test_a_picture_that_is_cut_short_is_refused(tmp_path, run):
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/one.svg", "art/one.png")
    (kit / "art" / "one.png").write_bytes(png_bomb()[:20])
    one_clear_line(run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out")), tmp_path / "out")


def test_a_kit_folder_that_is_a_file(tmp_path, run):
    (tmp_path / "kit").write_text("", encoding="utf-8")
    one_clear_line(
        run("build", "--kit-dir", str(tmp_path / "kit"), "--out", str(tmp_path / "o")), tmp_path / "o"
    )


def test_a_card_larger_than_the_paper(tmp_path, run):
    answer = run("build", "youscout", "--paper", "50x50mm", "--out", str(tmp_path / "out"))
    one_clear_line(answer, tmp_path / "out")
    assert "70 × 120 mm" in answer.err


def test_an_unknown_font(tmp_path, run):
    kit = spoil(write_kit(tmp_path), "kit.toml", "shippori-mincho-extrabold", "comic-sans")
    one_clear_line(run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out")), tmp_path / "out")


def test_a_path_leaving_the_kit(tmp_path, run):
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/one.svg", "../../../etc/passwd")
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    one_clear_line(answer, tmp_path / "out")
    assert "leaves the kit" in answer.err


@pytest.mark.parametrize("name", ["kit.toml", "cards.toml", "layout.toml", "text.ja.toml"])
def test_toml_that_is_not_utf8(name, tmp_path, run):
    kit = write_kit(tmp_path)
    (kit / name).write_bytes(b"\xfe\xff\x00a")
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    one_clear_line(answer, tmp_path / "out")
    assert name in answer.err


def test_an_output_folder_that_is_a_file(tmp_path, run):
    (tmp_path / "out").write_text("precious", encoding="utf-8")
    answer = run("build", "--kit-dir", str(write_kit(tmp_path)), "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert (tmp_path / "out").read_text(encoding="utf-8") == "precious"


def test_an_output_that_cannot_be_written(tmp_path, run):
    # Even root cannot make a folder below a device.
    answer = run("build", "--kit-dir", str(write_kit(tmp_path)), "--out", os.devnull)
    assert answer.code == 2
    assert answer.err.count("\n") == 1


def test_a_name_with_a_null_byte(tmp_path, run):
    kit = spoil(write_kit(tmp_path), "cards.toml", '"art/one.svg"', '"art/o\\u0000ne.svg"')
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    assert answer.code == 2, answer.err


def test_a_record_with_an_illegal_line_is_wrong_not_unusable(tmp_path, run):
    record = tmp_path / "game.txt"
    record.write_text(
        "printkit-record 1\ngame: youscout\n---\n1* deal 1 2 3 4 5 6\n2 place 7\n", encoding="utf-8"
    )
    answer = run("replay", str(record))
    assert answer.code == 1
    assert "game.txt:5" in answer.err
    assert "place 1, place 2" in answer.err


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"printkit-record 9\n", b"printkit-record 1\ngame: chess\n---\n"]
)
def test_a_record_that_cannot_be_read(data, tmp_path, run):
    record = tmp_path / "game.txt"
    record.write_bytes(data)
    answer = run("replay", str(record))
    assert answer.code == 2, answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("export", "youscout", "--as", "pgn"),
        ("export", "youscout", "--as", "png", "--dpi", "1e9"),
        ("export", "youscout", "--as", "svg", "--cards", "major-99"),
        ("build", "youscout", "--margin", "wide"),
        ("build", "youscout", "--margin", "nan"),
        ("build", "youscout", "--option", "influence=9"),
        ("build", "nothing"),
        ("preview", "nothing"),
        ("check", "/nowhere/at/all.pdf"),
    ],
)
def test_words_that_cannot_be_done(words, tmp_path, run):
    out = () if words[0] == "check" else ("--out", str(tmp_path / "out"))
    one_clear_line(run(*words, *out), tmp_path / "out")
