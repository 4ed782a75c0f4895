"""A kit in a ZIP: what is taken of it, and what is refused, each in one line."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable

import pytest

from printkit.errors import InputError
from printkit.interchange import archive
from printkit.interchange.archive import packed_files, unpacked_files

FILES = {"kit.toml": b"id = 1", "art/wolf.png": b"picture"}


def zipped(files, folder=""):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{folder}{name}", data)
    return stream.getvalue()


@pytest.mark.parametrize("folder", ["", "my-game/", "download/my-game/"])
def test_the_folder_of_the_kit_is_found(folder):
    beside = {f"{folder.partition('/')[0]}/notes.txt": b"more"} if folder.count("/") > 1 else {}
    data = zipped({**{folder + name: data for name, data in FILES.items()}, **beside})
    assert unpacked_files(data, "my.zip") == FILES


def test_what_systems_leave_is_left_out():
    more = {"__MACOSX/kit.toml": b"", ".DS_Store": b"", "art/.hidden": b"", "Thumbs.db": b""}
    assert unpacked_files(zipped(FILES | more), "my.zip") == FILES


def test_packed_and_unpacked_are_the_same_and_have_no_clock():
    data = packed_files(FILES, "my-game")
    assert unpacked_files(data, "my.zip") == FILES
    assert data == packed_files(dict(reversed(FILES.items())), "my-game")


def test_names_in_shift_jis_are_read():
    # The name takes as many bytes in UTF-8 as its letters here: the archive stays in shape.
    data = zipped({"kit.toml": b"", "abcd.png": b"picture"}).replace(b"abcd", "札絵".encode("cp932"))
    assert "札絵.png" in unpacked_files(data, "my.zip")


def link():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        info = zipfile.ZipInfo("kit.toml")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    return stream.getvalue()


def bomb():
    """Little that says it is more than may be."""
    data = bytearray(zipped({"kit.toml": b"x"}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", archive.MOST_BYTES + 1)
    return bytes(data)


def locked():
    data = bytearray(zipped({"kit.toml": b"x"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def odd():
    """By a method whose own errors no ZIP reader knows."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("kit.toml", "x" * 300)
    return stream.getvalue()


def twice():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("kit.toml", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("kit.toml", "two")
    return stream.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "no archive": (lambda: b"MZ and so on", "is no ZIP that can be read"),
    "cut short": (lambda: zipped(FILES)[:-30], "is no ZIP that can be read"),
    "spoiled": (lambda: zipped(FILES).replace(b"picture", b"pictude", 1), "is no ZIP that can be read"),
    "above": (lambda: zipped({"../kit.toml": b""}), "a name outside its folder"),
    "within": (lambda: zipped({"art/../../kit.toml": b""}), "a name outside its folder"),
    "from the root": (lambda: zipped({"/etc/kit.toml": b""}), "a name outside its folder"),
    "Windows": (lambda: zipped({"..\\kit.toml": b""}), "a name outside its folder"),
    "a drive": (lambda: zipped({"c:/kit.toml": b""}), "a name outside its folder"),
    "a long name": (lambda: zipped({"a" * 300: b""}), "a name outside its folder"),
    "a sign": (lambda: zipped({"kit\n.toml": b""}), "a name outside its folder"),
    "a link": (link, "holds the link 'kit.toml'"),
    "a bomb": (bomb, "MB unpacked"),
    "too many": (lambda: zipped({f"{at}": b"" for at in range(archive.MOST_FILES + 1)}), "2,001 files"),
    "locked": (locked, "locked by a password"),
    "another method": (odd, "packed as few programs can"),
    "twice": (twice, "'kit.toml' twice"),
    "file and folder": (lambda: zipped({"art": b"", "art/wolf.png": b""}), "as a file and as a folder"),
    "two kits": (lambda: zipped({"a/kit.toml": b"", "b/kit.toml": b""}), "holds the kits a, b"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_one_clear_line(name):
    make, words = HOSTILE[name]
    with pytest.raises(InputError, match=words) as said:
        unpacked_files(make(), "my.zip")
    (problem,) = said.value.problems
    assert problem.file == "my.zip"
    assert "\n" not in problem.message
