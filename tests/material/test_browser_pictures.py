"""What a browser decodes where there is no Pillow; a browser that has Pillow stands in for one."""

from __future__ import annotations

import io
import struct
from typing import cast
from urllib.parse import parse_qs

import pytest
from PIL import Image, ImageCms

from printkit.errors import InputError
from printkit.material import bare_pictures
from printkit.material.bare_pictures import bare_picture
from printkit.material.bitmaps import png_of, read_bitmap

ASKED: list[dict[str, list[str]]] = []


def decode(data, query):
    """As the service worker does it: nothing of a colour below what is transparent, but the one that is asked for."""
    ASKED.append(parse_qs(query))
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    under = bytes.fromhex(ASKED[-1].get("under", ["000000"])[0])
    raw = image.tobytes()
    pixels = [raw[at : at + 4] for at in range(0, len(raw), 4)]
    opaque = all(each[3] == 255 for each in pixels)
    made = [each[:3] if opaque else each if each[3] else under + b"\0" for each in pixels]
    return struct.pack("<II", *image.size) + b"".join(made)


@pytest.fixture
def browser(monkeypatch):
    monkeypatch.setattr(bare_pictures, "_decode", [decode])
    ASKED.clear()


def file_of(image, form, **given):
    stream = io.BytesIO()
    image.save(stream, form, **given)
    return stream.getvalue()


def soft():
    image = Image.linear_gradient("L").resize((40, 30)).convert("RGB")
    image.putalpha(Image.radial_gradient("L").resize((40, 30)))
    return image


FEW = soft().convert("RGB").quantize(20)


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize(
    ("data", "form"),
    [
        (file_of(FEW, "GIF"), "GIF"),
        (file_of(FEW, "GIF", transparency=3), "GIF"),
        (file_of(soft().convert("L"), "GIF"), "GIF"),
        (file_of(FEW.convert("RGB"), "BMP"), "BMP"),
        (file_of(FEW, "BMP"), "BMP"),
        (file_of(soft().convert("L"), "BMP"), "BMP"),
        (file_of(soft().convert("1"), "BMP"), "BMP"),
        (file_of(soft(), "WEBP", lossless=True), "WEBP"),
        (file_of(Image.new("RGB", (8, 9), (1, 2, 3)), "AVIF"), "AVIF"),
    ],
)
def test_it_has_the_pixels_that_pillow_reads(data, form):
    bare, native = bare_picture(data, "x"), read_bitmap(data, "x").image
    assert (bare.format, bare.plain) == (form, False)
    assert (bare.image.mode, bare.image.size) == (native.mode, native.size)
    assert bare.image.tobytes() == native.tobytes()
    # A preview in the page holds it as PNG.
    png = Image.open(io.BytesIO(png_of(cast("Image.Image", bare.image))))
    assert (png.mode, png.tobytes()) == (native.mode, native.tobytes())


@pytest.mark.usefixtures("browser")
def test_a_profile_is_applied_and_that_of_srgb_is_not():
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (lab, srgb):
        bare_picture(file_of(soft(), "WEBP", lossless=True, icc_profile=profile), "x")
    assert [each.get("convert") for each in ASKED] == [["1"], None]


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (file_of(FEW, "TIFF"), "is a TIFF, which browsers do not read"),
        (b"8BPS and more", "is a Photoshop document"),
        (b"no picture at all", "is no picture that this browser reads"),
        (file_of(soft(), "PNG")[:60], "is not a readable image"),
    ],
)
def test_what_it_cannot_read_is_named(data, said):
    with pytest.raises(InputError, match=said):
        bare_picture(data, "x")


def test_one_with_too_many_pixels_is_refused(monkeypatch):
    monkeypatch.setattr(bare_pictures, "_decode", [lambda *_: struct.pack("<II", 16_000, 16_000)])
    with pytest.raises(InputError, match="has 16,000 × 16,000 pixels"):
        bare_picture(file_of(FEW, "GIF"), "x")


def test_a_palette_said_to_be_huge_takes_no_longer(monkeypatch):
    # Browsers show it all the same.
    honest = file_of(soft().convert("L"), "BMP")
    boasting = honest[:46] + b"\xff\xff\xff\xff" + honest[50:]
    monkeypatch.setattr(bare_pictures, "_decode", [lambda _, query: decode(honest, query)])
    assert bare_picture(boasting, "x").image.tobytes() == bare_picture(honest, "x").image.tobytes()


@pytest.mark.usefixtures("browser")
def test_turned_photos_are_turned_by_the_browser_and_other_pictures_are_named():
    turn = Image.Exif()
    turn[0x0112] = 6
    assert bare_picture(file_of(soft().convert("RGB"), "JPEG", exif=turn), "x").format == "JPEG"
    assert len(ASKED) == 1
    for form in ("PNG", "WEBP"):
        with pytest.raises(InputError, match="turned"):
            bare_picture(file_of(soft(), form, exif=turn), "x")
