"""What is read from a bitmap's header, and every kind of bitmap that is refused."""

from __future__ import annotations

import hashlib
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.material.headers import MAX_PICTURE_BYTES, PictureInfo, read_picture


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width=3, height=2, depth=8, colour=2, interlace=0, packing=0):
    head = struct.pack(">IIBBBBB", width, height, depth, colour, packing, 0, interlace)
    rows = zlib.compress(b"\0" * 20)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(
    width=3,
    height=2,
    depth=8,
    components=3,
    frame=0xC0,
    before=b"",
):
    head = struct.pack(">BHHB", depth, height, width, components) + b"\1\x11\0" * components
    return (
        b"\xff\xd8\xff\xe0\0\x04JF" + before + bytes((0xFF, frame)) + struct.pack(">H", len(head) + 2) + head
        + b"\xff\xda\0\x02pixels\xff\xd9"
    )  # fmt: skip


def info(folder, data):
    path = folder / "picture.bin"
    path.write_bytes(data)
    return read_picture(path, file="kit/picture.png")


def refusal(folder, data):
    with pytest.raises(InputError) as caught:
        info(folder, data)
    (problem,) = caught.value.problems
    assert problem.file == "kit/picture.png"
    assert problem.hint
    return problem.message


def test_a_png_states_its_pixels_and_its_digest(tmp_path):
    digest = hashlib.sha256(png()).hexdigest()
    assert info(tmp_path, png()) == PictureInfo(digest, (3, 2), "png")


@pytest.mark.parametrize(("colour", "depth"), [(0, 1), (0, 8), (2, 8), (3, 4), (4, 8), (6, 8)])
def test_png_kinds_that_are_taken(tmp_path, colour, depth):
    assert info(tmp_path, png(colour=colour, depth=depth)).pixels == (3, 2)


@pytest.mark.parametrize("frame", [0xC0, 0xC1, 0xC2])
@pytest.mark.parametrize("components", [1, 3, 4])
def test_jpegs_grey_rgb_and_cmyk_baseline_and_progressive(tmp_path, frame, components):
    found = info(tmp_path, jpeg(frame=frame, components=components))
    assert (found.pixels, found.format) == ((3, 2), "jpeg")


def test_a_jpeg_s_header_may_lie_behind_other_segments(tmp_path):
    # Fill bytes, a mark that stands alone, a comment and a thumbnail with a frame of its own inside.
    thumbnail = jpeg(width=99, height=99)
    before = b"\xff\xff\xff\x01\xff\xfe\0\x05abc\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    assert info(tmp_path, jpeg(before=before)).pixels == (3, 2)


# Every row: the file, and why it is not supported.
REFUSALS = [
    (b"", "is empty"),
    (b"GIF89a" + b"\0" * 99, "is not a readable image"),
    (b"<html/>", "is a web page, no picture"),
    (png(interlace=2), "the PNG header is damaged"),
    (png(depth=16, colour=3), "the PNG header is damaged"),
    (png(colour=5), "the PNG header is damaged"),
    (png(packing=1), "the PNG header is damaged"),
    (png().replace(b"IHDR", b"IHDX"), "the PNG header is damaged"),
    # One wrong bit in the width shows in the checksum.
    (png()[:19] + b"\4" + png()[20:], "the PNG header is damaged"),
    (png(width=0), "has 0 × 2 pixels"),
    (png(width=40_000, height=10_001), "has 40,000 × 10,001 pixels"),
    (png(width=20_000, height=20_000), "fills 1,600 MB unpacked"),
    (png(width=2**31 - 1, height=2**31 - 1), "has 2,147,483,647 × 2,147,483,647 pixels"),
    # Cut short: inside the header, before the pixels end, before the last bytes; and something behind.
    (png()[:20], "the file is truncated"),
    (png()[:50], "the file is truncated"),
    (png()[:-4], "the PNG is damaged at its end"),
    (png() + b"more", "the PNG is damaged at its end"),
    (png().replace(b"IDAT", b"iDAT"), "the PNG is damaged at its end"),
    (jpeg()[:-1], "the JPEG does not end where it should"),
    (jpeg()[:30], "the JPEG does not end where it should"),
    (b"\xff\xd8\xff\xd9", "the JPEG has no header before its pixels"),
    (b"\xff\xd8\xff\xda\0\x02\xff\xd9", "the JPEG has no header before its pixels"),
    (b"\xff\xd8hello\xff\xd9", "the JPEG header is damaged"),
    (b"\xff\xd8\xff\xe0\xff\xf0\xff\xd9", "the file is truncated"),
    (jpeg(frame=0xC3), "this kind of JPEG (lossless or arithmetic) is not supported"),
    (jpeg(frame=0xC9), "this kind of JPEG (lossless or arithmetic) is not supported"),
    (jpeg(depth=12), "a JPEG with 12 bits per sample is not supported"),
    (jpeg(components=2), "a JPEG with 2 colour channels is not supported"),
    # A height that only the end of the file would show.
    (jpeg(height=0), "has 3 × 0 pixels"),
    (jpeg(width=60_000, height=60_000), "has 60,000 × 60,000 pixels"),
]


@pytest.mark.parametrize(("data", "message"), REFUSALS)
def test_refusals(tmp_path, data, message):
    assert refusal(tmp_path, data) == message


@pytest.mark.parametrize(("colour", "height"), [(0, 10_000), (3, 10_000), (2, 3_750), (6, 3_750)])
def test_what_fills_no_more_than_six_hundred_megabytes_is_taken(tmp_path, colour, height):
    assert info(tmp_path, png(width=40_000, height=height, colour=colour)).pixels == (40_000, height)


def test_a_file_of_too_many_bytes_is_refused(tmp_path):
    path = tmp_path / "big.png"
    with path.open("wb") as stream:
        stream.truncate(MAX_PICTURE_BYTES + 1)
    with pytest.raises(InputError, match="the file has 256,000,001 bytes"):
        read_picture(path, file="big.png")


def test_a_folder_and_a_link_out_of_the_root_are_refused(tmp_path):
    kit = tmp_path / "kit"
    kit.mkdir()
    (tmp_path / "outside.png").write_bytes(png())
    (kit / "link.png").symlink_to(tmp_path / "outside.png")
    with pytest.raises(InputError, match="this is a folder, not a file"):
        read_picture(kit, file="kit")
    with pytest.raises(InputError, match="the file lies outside its folder"):
        read_picture(kit / "link.png", file="link.png", root=kit)
    assert read_picture(kit / "link.png", file="link.png", root=tmp_path).pixels == (3, 2)


@given(st.sampled_from([png(), jpeg()]), st.data())
def test_a_damaged_picture_is_read_or_an_input_error(tmp_path_factory, whole, data):
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = whole[:at] + data.draw(st.binary(max_size=4)) + whole[at + data.draw(st.integers(0, 4)) :]
    path = tmp_path_factory.getbasetemp() / "damaged.bin"
    path.write_bytes(damaged)
    try:
        digest = read_picture(path, file="a").digest
    except InputError as error:
        assert {problem.file for problem in error.problems} == {"a"}  # noqa: PT017 - either answer is right
    else:
        assert digest == hashlib.sha256(damaged).hexdigest()
