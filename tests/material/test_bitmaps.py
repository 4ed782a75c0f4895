"""Every kind of bitmap that people bring looks as in its own program: upright, 8 bits, sRGB, with its transparency."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from printkit.backends.pdf_pictures import read_picture as pdf_picture
from printkit.backends.png import scene_png
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.jobs.exchange.picture_sheets import SheetsRequest, picture_sheets
from printkit.material.bitmaps import read_bitmap
from printkit.material.headers import read_picture
from printkit.scene.model import Group, Picture
from tests.helpers import pdf_pixels, png_pixels, scene_of, scene_pdf
from tests.tiny_kit import spoil, write_kit


def saved(image, form, **options):
    stream = io.BytesIO()
    image.save(stream, form, **options)  # type: ignore[arg-type]
    return stream.getvalue()


def halves(mode="RGB"):
    """30 × 20 pixels, the upper half red, the lower blue."""
    image = Image.new("RGB", (30, 20), "blue")
    image.paste("red", (0, 0, 30, 10))
    return image.convert(mode)


def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


@pytest.mark.parametrize(
    "form", ["PNG", "JPEG", "WEBP", "GIF", "AVIF", "TIFF", "BMP", "JPEG2000", "TGA", "PPM", "PCX"]
)
def test_a_format_is_known_by_its_content(tmp_path, form):
    (tmp_path / "misnamed.txt").write_bytes(saved(halves(), form))
    info = read_picture(tmp_path / "misnamed.txt", file="misnamed.txt")
    image = read_bitmap((tmp_path / "misnamed.txt").read_bytes(), "misnamed.txt").image
    assert info.pixels == image.size == (30, 20)
    assert numpy.abs(numpy.asarray(image.convert("RGB"))[[3, 16], 15] - [[255, 0, 0], [0, 0, 255]]).max() < 12


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_as_its_exif_says(tmp_path, form, orientation):
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    stored = halves().transpose(back[orientation]) if orientation > 1 else halves()
    data = saved(stored, form, exif=turned(orientation))
    (tmp_path / "a").write_bytes(data)
    found = read_bitmap(data, "a")
    assert read_picture(tmp_path / "a", file="a").pixels == found.image.size == (30, 20)
    pixels = numpy.asarray(found.image.convert("RGB")).astype(int)
    assert numpy.abs(pixels[[3, 16], 15] - [[255, 0, 0], [0, 0, 255]]).max() < 12
    assert found.plain == (orientation == 1 and form in ("PNG", "JPEG"))


def test_exif_without_sense_turns_nothing(tmp_path):
    for exif in (b"", b"II", b"MM\0*\xff\xff\xff\xff", b"II*\0\x08\0\0\0\xff\xff"):
        data = saved(halves(), "JPEG", exif=b"Exif\0\0" + exif)
        (tmp_path / "a.jpg").write_bytes(data)
        assert read_picture(tmp_path / "a.jpg", file="a.jpg").pixels == (30, 20)


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_sixteen_bits_of_grey_are_scaled(form):
    ramp = Image.fromarray(numpy.linspace(0, 65535, 256).astype(numpy.uint16)[None, :])
    grey = numpy.asarray(read_bitmap(saved(ramp, form), "a").image)[0].astype(int)
    assert numpy.abs(grey - numpy.arange(256)).max() <= 1


@pytest.mark.parametrize("white", [255, 65535, 2**31 - 1])
def test_whole_numbers_of_any_depth_are_scaled(white):
    ramp = Image.fromarray(numpy.linspace(0, white, 256).astype(numpy.int32)[None, :])
    grey = numpy.asarray(read_bitmap(saved(ramp, "TIFF"), "a").image)[0].astype(int)
    assert numpy.abs(grey - numpy.arange(256)).max() <= 1


@pytest.mark.parametrize("tags", [{254: 1}, {50706: b"\1\4\0\0"}], ids=["preview", "DNG"])
def test_the_preview_of_a_raw_photograph_is_not_printed(tags):
    with pytest.raises(InputError, match="is a raw photograph"):
        read_bitmap(saved(Image.new("RGB", (160, 120)), "TIFF", tiffinfo=tags), "a")


def test_floats_are_scaled():
    ramp = Image.fromarray(numpy.linspace(0, 1, 256, dtype=numpy.float32)[None, :])
    grey = numpy.asarray(read_bitmap(saved(ramp, "TIFF"), "a").image)[0].astype(int)
    assert numpy.abs(grey - numpy.arange(256)).max() <= 1


def test_the_one_transparent_value_of_sixteen_bits_is_transparent():
    grey = Image.fromarray(numpy.array([[0, 257, 30000, 65535]], dtype=numpy.uint16))
    found = read_bitmap(saved(grey, "PNG", transparency=257), "a").image
    assert numpy.asarray(found)[0, :, 1].tolist() == [255, 0, 255, 255]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK"])
def test_every_mode_keeps_its_colours(mode):
    colour = Image.new("RGB", (4, 4), (200, 200, 200)).convert(mode)
    form = "TIFF" if mode == "CMYK" else "PNG"
    found = read_bitmap(saved(colour, form), "a").image
    expected = numpy.asarray(colour.convert("RGB"))
    assert numpy.abs(numpy.asarray(found.convert("RGB")).astype(int) - expected).max() <= 2


def exchanged():
    """The profile of sRGB with red and green exchanged, under another name."""
    data = (
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        .tobytes()
        .replace(b"\0s\0R\0G\0B", b"\0X\0R\0G\0B")
    )
    return data.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")


def test_an_embedded_profile_is_applied_and_left_out():
    data = exchanged()
    for mode, form in (("RGB", "PNG"), ("RGBA", "PNG"), ("RGB", "JPEG"), ("RGB", "TIFF"), ("RGB", "WEBP")):
        found = read_bitmap(saved(halves(mode), form, icc_profile=data), "a")
        red, green, _ = found.image.convert("RGB").getpixel((15, 3))  # type: ignore[misc]
        assert (red < 12, green > 243) == (True, True), form
        assert found.image.mode == mode
        assert not found.plain


def lab_profile():
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()


def test_lab_pictures_come_in_srgb():
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    there = ImageCms.applyTransform(halves(), ImageCms.buildTransform(srgb, lab, "RGB", "LAB"))
    assert there is not None
    found = numpy.asarray(read_bitmap(saved(there, "TIFF"), "a").image).astype(int)
    assert numpy.abs(found[[3, 16], 15] - [[255, 0, 0], [0, 0, 255]]).max() < 30


def test_a_profile_of_another_space_than_the_picture_changes_nothing():
    found = read_bitmap(saved(halves(), "PNG", icc_profile=lab_profile()), "a")
    assert found.image.getpixel((3, 3)) == (255, 0, 0)


@pytest.mark.parametrize("spoilt", [b"no profile", b"", b"\0" * 200])
def test_a_profile_that_cannot_be_read_changes_nothing(spoilt):
    assert read_bitmap(saved(halves(), "PNG", icc_profile=spoilt), "a").image.getpixel((3, 3)) == (255, 0, 0)


def damaged():
    palette = saved(halves("P"), "PNG")
    short = palette.index(b"PLTE")
    png = saved(halves(), "PNG")
    return {
        "a palette without its colours": palette[: short - 4] + palette[short + 4 + 768 + 4 :],
        "cut off in its pixels": png[: png.index(b"IDAT") + 12],
        "half": saved(halves(), "JPEG")[:300],
        "nothing": b"",
        "GIF's head": b"GIF89a" + b"\0" * 99,
        "TIFF's head": b"II*\0" + b"\xff" * 40,
        "BMP's head": b"BM" + b"\0" * 60,
        "HEIC": b"\0\0\0\x18ftypheic" + b"\0" * 60,
    }


@pytest.mark.parametrize("name", damaged())
def test_damage_is_one_line_with_what_helps(name):
    with pytest.raises(InputError) as caught:
        read_bitmap(damaged()[name], "a.png")
    (problem,) = caught.value.problems
    assert problem.file == "a.png"
    assert problem.hint
    assert ("HEIC" in problem.message) == ("pillow-heif" in problem.hint) == (name == "HEIC")


# ------------------------------------------------------------------------------------- in the finished files


def see_through():
    """Red on the left, nothing in the middle, half of black on the right."""
    image = Image.new("RGBA", (90, 90), (255, 0, 0, 255))
    image.paste((0, 0, 0, 0), (30, 0, 60, 90))
    image.paste((0, 0, 0, 128), (60, 0, 90, 90))
    return image


@pytest.fixture
def kit(tmp_path):
    """A card with a green ground and the picture over it."""
    folder = write_kit(tmp_path)
    see_through().save(folder / "art" / "frame.png")
    spoil(folder, "cards.toml", "art/one.svg", "art/frame.png")
    return folder


def printed(kit, **asked):
    (made,) = build(BuildRequest(kit_dir=kit, only=("deck",), out=kit.parent / "out", **asked))  # type: ignore[arg-type]
    return pikepdf.open(made.file)


def images(pdf):
    return [
        each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
    ]


def test_a_transparent_picture_has_a_soft_mask_at_home_and_in_grey(kit):
    for press in ("home", "grey"):
        with printed(kit, press=press) as pdf:
            (masked,) = (each for each in images(pdf) if "/SMask" in each)
            cover = numpy.frombuffer(masked.SMask.read_bytes(), numpy.uint8).reshape(90, 90)
            assert cover[45, [10, 45, 80]].tolist() == [255, 0, 128]


def test_pdf_and_png_show_a_transparent_picture_alike(kit):
    with printed(kit, paper="card"):
        pass
    with pypdfium2.PdfDocument(str(next((kit.parent / "out").rglob("*deck*.pdf")))) as pdf:
        page = numpy.asarray(pdf[0].render(scale=150 / 72).to_pil().convert("RGB")).astype(int)
    (file,) = export(
        ExportRequest("tiny", "png", kit_dir=kit, out=kit.parent / "out", cards=("one",), dpi=150)
    )[:1]
    with Image.open(file) as drawn:
        card = numpy.asarray(drawn.convert("RGB")).astype(int)
    middle = [(each.shape[0] // 2, each.shape[1] // 2) for each in (page, card)]
    one, other = (
        each[y - 40 : y + 40, x - 40 : x + 40] for each, (y, x) in zip((page, card), middle, strict=True)
    )
    assert numpy.mean(numpy.abs(one - other).max(axis=2) > 48) < 0.06
    assert len(numpy.unique(card.reshape(-1, 3), axis=0)) > 2


@pytest.mark.parametrize(
    ("asked", "profile"),
    [({"paper": "card"}, "japan-x1a"), ({"ink": "low"}, ""), ({"paper": "a3", "duplex": "short"}, "")],
    ids=str,
)
def test_a_transparent_picture_is_opaque_where_the_standard_has_no_transparency(kit, asked, profile):
    """And the file is clean: it is a PDF/X-1a, and shows what the kit has."""
    with printed(kit, press="x1a-2001", **asked) as pdf:
        file = Path(pdf.filename)
        assert not any("/SMask" in each for each in images(pdf))
        assert any("/Mask" in each for each in images(pdf))
    (report,) = check_reports([file], kit_dir=kit, profile=profile)
    assert [finding for finding in report.findings if finding.severity == "error"] == []


# ------------------------------------------------------------------------------------------- folders of pictures


def sheet(folder, **asked):
    return picture_sheets(
        SheetsRequest(folder, card="63x88", duplex="none", out=folder.parent / "out", **asked)  # type: ignore[arg-type]
    ).file


@pytest.mark.parametrize("make", ["mirror", "extend"])
def test_rounded_corners_get_bleed_of_their_own_colours(tmp_path, make):
    from PIL import ImageDraw

    cards = tmp_path / "cards"
    cards.mkdir()
    card = Image.new("RGBA", (630, 880), (0, 0, 0, 0))
    ImageDraw.Draw(card).rounded_rectangle((0, 0, 629, 879), 30, fill=(20, 90, 160, 255))
    card.save(cards / "a.png")
    with pikepdf.open(sheet(cards, make=make)) as pdf:
        (image,) = images(pdf)
        pixels = numpy.frombuffer(image.read_bytes(), numpy.uint8).reshape(-1, 3)
    assert (pixels == [20, 90, 160]).all()


def test_a_hole_in_the_middle_stays_a_hole(tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    card = Image.new("RGBA", (630, 880), (20, 90, 160, 255))
    card.paste((0, 0, 0, 0), (200, 300, 400, 500))
    card.save(cards / "a.png")
    with pikepdf.open(sheet(cards)) as pdf:
        assert any("/SMask" in image for image in images(pdf))


def test_a_jpeg_that_is_used_as_it_is_keeps_its_bytes(tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    data = saved(Image.effect_noise((630, 880), 60).convert("RGB"), "JPEG", quality=80)
    (cards / "a.jpeg").write_bytes(data)
    with pikepdf.open(sheet(cards, bleed=0.0)) as pdf:
        (image,) = images(pdf)
        assert image.read_raw_bytes() == data


SHOWN: dict[str, Callable[[], bytes]] = {
    "a.gif": lambda: saved(halves("P"), "GIF"),
    "b.bmp": lambda: saved(halves(), "BMP"),
    "c.tif": lambda: saved(halves(), "TIFF"),
    "d.avif": lambda: saved(halves(), "AVIF"),
    "e.jfif": lambda: saved(halves(), "JPEG"),
    "f.png": lambda: saved(halves(), "JPEG", exif=turned(3)),
}


def test_every_format_of_a_folder_is_printed(tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    for name, data in SHOWN.items():
        (cards / name).write_bytes(data())
    made = picture_sheets(SheetsRequest(cards, card="60x40", duplex="none", out=tmp_path / "out"))
    assert made.cards == len(SHOWN)


def test_what_a_folder_holds_and_is_not_printed_is_named(tmp_path, capsys):
    from printkit.cli.app import main

    cards = tmp_path / "cards"
    (cards / "more").mkdir(parents=True)
    halves().save(cards / "a.png")
    (cards / "layers.xcf").write_bytes(b"gimp xcf \0\xff")
    (cards / "notes.txt").write_text("Fünf Karten", encoding="utf-8")
    (cards / "Thumbs.db").write_bytes(b"\0\1")
    (cards / ".hidden").write_bytes(b"\0\1")
    asked = ["sheets", str(cards), "--duplex", "none", "--out", str(tmp_path / "out")]
    assert main(asked) == 1
    words = capsys.readouterr().err
    assert [name for name in ("more", "layers.xcf", "notes.txt", "Thumbs", "hidden") if name in words] == [
        "more", "layers.xcf", "notes.txt",
    ]  # fmt: skip
    assert main([*asked, "--skip-unreadable"]) == 0
    assert "layers.xcf" in capsys.readouterr().err


def test_a_drawing_or_a_page_under_another_name_is_read_by_its_content(tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "a.png").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path fill="#f00" d="M0 0H63V88H0z"/></svg>'
    )
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(63 / 25.4 * 72, 88 / 25.4 * 72))
        pdf.save(cards / "b.jpg")
    assert picture_sheets(SheetsRequest(cards, duplex="none", out=tmp_path / "out")).cards == 2


# ------------------------------------------------------------------------------------------------------ large pictures


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_a_large_picture_is_scaled_down_and_looks_the_same(mode, monkeypatch):
    picture = Image.linear_gradient("L").resize((700, 900)).convert("L" if mode == "I;16" else mode)
    if mode == "I;16":
        picture = Image.fromarray(numpy.asarray(picture).astype(numpy.uint16) * 257)
    data = saved(picture, "TIFF")
    whole = read_bitmap(data, "a").image
    monkeypatch.setattr("printkit.material.bitmaps.MAX_PIXELS", 100_000)
    monkeypatch.setattr("printkit.material.bitmaps._ROWS", 50)
    found = read_bitmap(data, "a")
    assert (found.image.size, found.image.mode, found.plain) == ((278, 358), whole.mode, False)
    wanted = whole.resize((27, 35), Image.Resampling.BOX)
    apart = numpy.asarray(found.image.resize((27, 35), Image.Resampling.BOX)).astype(int) - numpy.asarray(
        wanted
    )
    assert abs(apart).max() <= 4


def test_a_large_jpeg_is_unpacked_at_a_part_of_its_size(monkeypatch):
    data = saved(Image.new("RGB", (4_000, 3_000), "teal"), "JPEG")
    monkeypatch.setattr("printkit.material.bitmaps.MAX_PIXELS", 100_000)
    # Whole it would fill 48 MB.
    monkeypatch.setattr("printkit.material.bitmaps.MAX_UNPACKED", 4_000_000)
    found = read_bitmap(data, "a").image
    assert found.size == (365, 273)
    assert found.getpixel((9, 9)) == pytest.approx((0, 128, 128), abs=3)


# ------------------------------------------------------------------------------------------------ the bytes of a PNG

PALETTE = Image.new("P", (60, 40), 1)
PALETTE.putpalette([9, 99, 199, 200, 20, 20])
STORED = {
    "L": Image.linear_gradient("L"),
    "1": Image.linear_gradient("L").convert("1"),
    "RGB": Image.merge("RGB", [Image.linear_gradient("L")] * 2 + [Image.radial_gradient("L")]),
    "P": PALETTE,
}


@pytest.mark.parametrize("mode", STORED)
def test_a_png_that_a_pdf_can_hold_keeps_its_bytes(tmp_path, mode):
    data = saved(STORED[mode], "PNG")
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "a.png").write_bytes(data)
    file = picture_sheets(SheetsRequest(folder, bleed=3.0, duplex="none", out=tmp_path / "out")).file
    with pikepdf.open(file) as pdf:
        (stored,) = images(pdf)
        assert stored.read_raw_bytes() in data
        shown = pikepdf.PdfImage(stored).as_pil_image().convert("RGB")
    assert shown.tobytes() == STORED[mode].convert("RGB").tobytes()


@pytest.mark.parametrize("kind", ["transparency", "interlaced", "deep", "profile"])
def test_what_a_pdf_cannot_hold_as_it_is_is_stored_anew(tmp_path, kind):
    data = {
        "transparency": lambda: saved(STORED["L"], "PNG", transparency=0),
        "interlaced": adam7,
        "deep": lambda: saved(Image.new("I;16", (9, 9), 40_000), "PNG"),
        "profile": lambda: saved(Image.new("RGB", (9, 9), "red"), "PNG", icc_profile=exchanged()),
    }[kind]()
    file = tmp_path / "a.png"
    file.write_bytes(data)
    assert not pdf_picture(str(file), "P", "srgb").packed


def adam7():
    """An interlaced PNG of one pixel, which Pillow does not write."""
    plain = bytearray(saved(Image.new("L", (1, 1), 7), "PNG"))
    plain[28] = 1
    plain[29:33] = struct.pack(">I", zlib.crc32(plain[12:29]))
    return bytes(plain)


def test_a_coloured_png_goes_to_a_press_in_its_inks(tmp_path):
    for mode, colours, packed in (("L", "cmyk", True), ("RGB", "cmyk", False), ("P", "grey", False)):
        file = tmp_path / f"{mode}.png"
        file.write_bytes(saved(STORED[mode], "PNG"))
        assert pdf_picture(str(file), "P", colours).packed == packed  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("RGBA", "TIFF"), ("CMYK", "TIFF"), ("L", "TIFF"), ("RGB", "PNG"), ("P", "PNG"), ("RGB", "JPEG")],
)
@pytest.mark.parametrize("turn", [0, 90])
def test_a_picture_that_is_far_too_fine_has_600_dpi_where_it_is_printed(tmp_path, mode, kind, turn):
    file = tmp_path / "a"
    file.write_bytes(saved(halves().convert(mode).resize((2000, 1500)), kind))
    picture = Picture(str(file), "d" * 64, Rect(0.0, 0.0, 200.0, 150.0), (2000, 1500))
    small, large = (
        Group((picture,), Affine.scaling(scale).then(Affine.rotation(turn, (30.0, 30.0))))
        for scale in (0.1, 0.3)
    )
    scene = scene_of(large, small, width=60.0, height=60.0)
    data = scene_pdf(scene)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        sizes = {(int(each.Width), int(each.Height)) for each in images(pdf)}
    # The larger one has 850 dpi as it is.
    assert sizes == {(472, 354), (2000, 1500)}
    found, wanted = pdf_pixels(data, 254), png_pixels(scene_png(scene, 10.0))
    assert numpy.mean(numpy.abs(found.astype(int) - wanted).max(axis=2) > 24) < 0.02


def test_line_art_keeps_all_its_pixels(tmp_path):
    """At 600 dpi its edges would be grey, which a press makes a screen of."""
    file = tmp_path / "a.png"
    file.write_bytes(saved(STORED["1"].resize((2000, 1500)), "PNG"))
    picture = Picture(str(file), "d" * 64, Rect(0.0, 0.0, 20.0, 15.0), (2000, 1500))
    with pikepdf.open(io.BytesIO(scene_pdf(scene_of(picture, width=60.0, height=60.0)))) as pdf:
        assert [(int(each.Width), int(each.BitsPerComponent)) for each in images(pdf)] == [(2000, 1)]
