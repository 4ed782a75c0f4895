"""Files that printkit does not read are named by what they are: alone in a folder, beside others, in a kit."""

from __future__ import annotations

import gzip

import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.picture_sheets import SheetsRequest, picture_sheets
from tests.tiny_kit import spoil, write_kit

KINDS = {
    "a.tar.gz": (gzip.compress(b"cards/wolf.png" + bytes(99)), "a packed file"),
    "a.psd": (b"8BPS\0\1" + bytes(99), "Photoshop"),
    "a.jxl": (b"\xff\x0a" + bytes(range(99)), "JPEG XL"),
    "a.kra": (b"PK\x03\x04" + bytes(99), "an archive"),
    "a.eps": (b"%!PS-Adobe-3.0 EPSF-3.0\n\xc8\0", "PostScript"),
    "a.xcf": (b"gimp xcf v011\0" + bytes(99), "GIMP"),
    "a.mp4": (b"\0\0\0\x20ftypisom" + bytes(99), "a film"),
    "a.icns": (b"icns" + bytes(99), "icon of a Mac"),
    "a.fig": (b"fig-kiwi" + bytes(99), "Figma"),
    "a.cdr": (b"RIFF\xff\0\0\0CDRCvrsn" + bytes(99), "CorelDRAW"),
    "a.excalidraw": (b'{"type":"excalidraw","version":2}', "Excalidraw"),
    "a.url": (b"[InternetShortcut]\nURL=https://example.org\n", "a link to a page"),
    "pointer.png.lfs": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", "Git LFS"),
    "a.bin": (bytes(99), "nothing but zeros"),
}


def sheets(folder):
    return picture_sheets(SheetsRequest(folder, card="63x88", duplex="none", out=folder.parent / "out"))


@pytest.mark.parametrize("name", KINDS)
def test_alone_in_a_folder(tmp_path, name):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / name).write_bytes(KINDS[name][0])
    with pytest.raises(InputError) as caught:
        sheets(tmp_path / "cards")
    none, problem = caught.value.problems
    assert none.message == "there is no picture in the folder"
    assert (problem.file, KINDS[name][1] in problem.message, bool(problem.hint)) == (name, True, True)
    assert not (tmp_path / "out").exists()


def test_beside_pictures_each_is_named_with_its_reason(tmp_path):
    (tmp_path / "cards" / "more").mkdir(parents=True)
    Image.new("RGB", (63, 88), "teal").save(tmp_path / "cards" / "wolf.png", dpi=(25.4, 25.4))
    for name, (data, _) in KINDS.items():
        (tmp_path / "cards" / name).write_bytes(data)
    told = {problem.file: problem.message for problem in sheets(tmp_path / "cards").left_out}
    assert told.keys() == {*KINDS, "more"}
    assert all(words in told[name] for name, (_, words) in KINDS.items())


@pytest.mark.parametrize("name", KINDS)
def test_as_the_art_of_a_card(tmp_path, name):
    kit = spoil(write_kit(tmp_path), "cards.toml", "art/one.svg", "art/one.png")
    (kit / "art" / "one.png").write_bytes(KINDS[name][0])
    with pytest.raises(InputError) as caught:
        build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    (problem,) = caught.value.problems
    assert problem.file.endswith("art/one.png")
    assert KINDS[name][1] in problem.message
