"""JPEG and PNG without Pillow: the same pixels, the same PDF, and one line where only Pillow could help."""

from __future__ import annotations

import io
import random
import shutil
import struct
import subprocess
import sys
import tracemalloc
import zlib

import pytest
from PIL import Image, ImageCms

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.material.bare_pictures import bare_picture
from printkit.material.bitmaps import NO_PILLOW, read_bitmap
from tests.tiny_kit import spoil, write_kit

WITHOUT_PILLOW = """
import sys
from pathlib import Path
sys.meta_path[:] = [type("Without", (), {"find_spec": lambda self, name, *more, other=each:
    None if name.partition(".")[0] == "PIL" else other.find_spec(name, *more)})() for each in sys.meta_path]
from printkit.backends.no_pillow import stand_in
stand_in()
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
kit, only, out = sys.argv[1:]
build(BuildRequest(kit_dir=Path(kit), only=(only,), out=Path(out)))
"""


def noise(mode, width=37, height=23):
    """A picture in which nothing repeats, but lines that each filter of PNG has something to do with."""
    luck = random.Random(mode)
    count = width * height * len(Image.new(mode, (1, 1)).tobytes())
    smooth = bytes((at // 7 + luck.randrange(5)) % 256 for at in range(count))
    return Image.frombytes(mode, (width, height), smooth)


def png(image, **how):
    stream = io.BytesIO()
    image.save(stream, "PNG", **how)  # type: ignore[arg-type]
    return stream.getvalue()


def palette(transparent):
    image = noise("RGB").quantize(16)
    return png(image, **({"transparency": bytes(range(0, 256, 16))} if transparent else {}))


PNGS = {
    **{mode: png(noise(mode)) for mode in ("L", "LA", "RGB", "RGBA")},
    "1": png(noise("L").convert("1")),
    "palette": palette(False),
    "transparent palette": palette(True),
}


@pytest.mark.parametrize("name", PNGS)
def test_the_pixels_of_a_png_are_those_of_pillow(name):
    data = PNGS[name]
    bare, usual = bare_picture(data, name), read_bitmap(data, name)
    assert (bare.image.mode, bare.image.size) == (usual.image.mode, usual.image.size)
    assert bare.image.tobytes() == usual.image.tobytes()
    assert (bare.format, bare.plain) == (usual.format, usual.plain)
    if "A" in usual.image.mode:
        solid = usual.image.mode.removesuffix("A")
        assert bare.image.getchannel("A").getextrema() == usual.image.getchannel("A").getextrema()
        assert bare.image.convert(solid).tobytes() == usual.image.convert(solid).tobytes()


def png_of(**chunks):
    """A PNG of these chunks."""
    parts = (
        struct.pack(">I", len(data))
        + name.encode()
        + data
        + struct.pack(">I", zlib.crc32(name.encode() + data))
        for name, data in {**chunks, "IEND": b""}.items()
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def bomb(width, height, **more):
    """A PNG of that size by its head, in which 100 MB of zeros are packed."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return png_of(IHDR=head, **more, IDAT=zlib.compress(bytes(100_000_000)))


@pytest.mark.parametrize(
    "more", [{}, {"iCCP": b"a\0\0" + zlib.compress(bytes(100_000_000))}], ids=["rows", "profile"]
)
def test_no_more_is_unpacked_than_the_picture_holds(more):
    data = bomb(3, 2, **more)
    tracemalloc.start()
    pixels = bare_picture(data, "a").image.tobytes()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pixels == bytes(3 * 2 * 3)
    assert peak < 40_000_000


@pytest.mark.parametrize("size", [(0, 0), (2**31 - 1, 2**31 - 1), (20_000, 15_000)])
def test_the_size_of_a_picture_has_the_bounds_it_has_with_pillow(size, monkeypatch):
    monkeypatch.setattr("PIL.__version__", NO_PILLOW)
    with pytest.raises(InputError, match=r"a\.png: (has|fills)"):
        read_bitmap(bomb(*size), "a.png")


def interlaced(image):
    """The picture (mode RGBA) as an interlaced PNG, which Pillow reads and does not write."""
    rows = []
    for left, top, across, down in (
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ):  # fmt: skip
        for y in range(top, image.height, down):
            pixels = [bytes(image.getpixel((x, y))) for x in range(left, image.width, across)]  # type: ignore[arg-type]
            rows += [b"\0" + b"".join(pixels)] if pixels else []
    head = struct.pack(">IIBBBBB", *image.size, 8, 6, 0, 0, 1)
    return png_of(IHDR=head, IDAT=zlib.compress(b"".join(rows)))


@pytest.mark.parametrize("size", [(37, 23), (3, 2), (1, 1)])
def test_an_interlaced_png_is_read(size):
    data = interlaced(noise("RGBA", *size))
    assert bare_picture(data, "").image.tobytes() == read_bitmap(data, "").image.tobytes()


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_jpeg_says_what_it_is(mode):
    stream = io.BytesIO()
    noise(mode).save(stream, "JPEG")
    bare, usual = bare_picture(stream.getvalue(), ""), read_bitmap(stream.getvalue(), "")
    assert (bare.image.mode, bare.image.size, bare.plain) == (usual.image.mode, usual.image.size, usual.plain)


def profiled(name):
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()
    return png(noise("RGB"), icc_profile=data)


def test_a_profile_of_srgb_changes_nothing():
    assert bare_picture(profiled("sRGB"), "").plain


def turned(form):
    exif = Image.Exif()
    exif[0x0112] = 6
    stream = io.BytesIO()
    noise("RGB").save(stream, form, exif=exif)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"GIF89a", "no picture that this browser reads"),
        (PNGS["RGBA"][:40], "is not a readable image"),
        (b"\xff\xd8\xff\xe0", "is not a readable image"),
        (turned("JPEG"), "EXIF"),
        (turned("PNG"), "EXIF"),
        (png(noise("L").convert("I;16")), "16 bits"),
    ],
)
def test_what_only_pillow_reads_is_said(data, words):
    with pytest.raises(InputError, match=words) as said:
        bare_picture(data, "art/wolf.png")
    assert said.value.problems[0].file == "art/wolf.png"


def bare_build(kit, only, out):
    words = [sys.executable, "-c", WITHOUT_PILLOW, str(kit), only, str(out)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", ["RGBA", "LA", "transparent palette", "harbour"])
def test_the_pdf_is_the_same_without_pillow(name, tmp_path, root):
    if name == "harbour":
        kit, part = tmp_path / "harbour", "characters"
        shutil.copytree(root / "tests" / "data" / "harbour", kit)
    else:
        kit, part = write_kit(tmp_path), "deck"
        (kit / "art" / "shape.png").write_bytes(PNGS[name])
        spoil(kit, "cards.toml", "art/one.svg", "art/shape.png")
    (made,) = build(BuildRequest(kit_dir=kit, only=(part,), out=tmp_path / "usual"))
    done = bare_build(kit, part, tmp_path / "bare")
    assert done.stderr == ""
    other = tmp_path / "bare" / made.file.relative_to(tmp_path / "usual")
    assert other.read_bytes() == made.file.read_bytes()
