"""PDF/X, row by row: what a press file must hold, what it must not, and what is refused before one is written."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path as FilePath
from xml.etree import ElementTree

import numpy
import pdf_oxide
import pikepdf
import pytest
from PIL import Image, ImageDraw

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.backends.press import CONDITIONS, STANDARDS, find_press, read_icc
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import render_page
from printkit.scene.inks import BLACK, HOUSE_INKS, PAPER
from printkit.scene.model import Group, Path, Picture, Scene
from printkit.scene.shapes import rectangle, segment
from printkit.sheets.impose import ImpositionSpec, card_per_page, impose
from printkit.sheets.model import PAPERS, Sheet
from tests.helpers import BLUE, FONT, RED, page_of, scene_of, words
from tests.press_files import icc_bytes, write_icc

INFO = DocumentInfo("易双六 & Youscout", author="JRF", subject="<test>")


def face(key):
    ground = Path(rectangle(Rect(-3, -3, 76, 126)), fill=HOUSE_INKS["red" if key.side == "back" else "gold"])
    line = Path(segment(5, 60, 65, 60), stroke=BLACK, width=0.3)
    return Scene(key.card, 70, 120, 3, (ground, words(key.card, 10, 40, ink=BLACK), line))


def pdf(press, pages=None, faces=face):
    stream = io.BytesIO()
    write_pdf(stream, pages or card_per_page(["a", "b"], Size(70, 120), 3), faces, INFO, press=press)
    return stream.getvalue()


@pytest.fixture
def icc(tmp_path):
    return write_icc(tmp_path / "press.icc")


@pytest.fixture(params=sorted(STANDARDS))
def press(request, icc):
    return find_press(request.param, icc if request.param == "x4" else None)


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def streams(file):
    for page in file.pages:
        yield page.Contents.read_bytes()
    for item in file.objects:
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
            yield item.read_bytes()


def objects(file):
    return (item for item in file.objects if isinstance(item, pikepdf.Dictionary | pikepdf.Stream))


# ------------------------------------------------------------------------- the rows every flavour must keep


@pytest.mark.parametrize(("name", "version"), [("x1a-2001", "1.3"), ("x1a-2003", "1.4"), ("x4", "1.6")])
def test_row_1_the_base_version(name, version, icc):
    data = pdf(find_press(name, icc))
    assert data.startswith(f"%PDF-{version}\n".encode())
    with opened(data) as file:
        assert file.pdf_version == version
        assert "/Version" not in file.Root


@pytest.mark.parametrize(
    ("name", "said", "conformance"),
    [
        ("x1a-2001", "PDF/X-1:2001", "PDF/X-1a:2001"),
        ("x1a-2003", "PDF/X-1a:2003", None),
        ("x4", "PDF/X-4", None),
    ],
)
def test_row_2_identity_in_the_information_dictionary(name, said, conformance, icc):
    with opened(pdf(find_press(name, icc))) as file:
        info = file.trailer.Info
        assert str(info.GTS_PDFXVersion) == said
        assert info.get("/GTS_PDFXConformance") == conformance


PDFXID = "{http://www.npes.org/pdfx/ns/id/}"
XMP = {
    "title": "{http://purl.org/dc/elements/1.1/}title",
    "created": "{http://ns.adobe.com/xap/1.0/}CreateDate",
    "modified": "{http://ns.adobe.com/xap/1.0/}ModifyDate",
    "described": "{http://ns.adobe.com/xap/1.0/}MetadataDate",
    "document": "{http://ns.adobe.com/xap/1.0/mm/}DocumentID",
    "version": "{http://ns.adobe.com/xap/1.0/mm/}VersionID",
    "rendition": "{http://ns.adobe.com/xap/1.0/mm/}RenditionClass",
    "trapped": "{http://ns.adobe.com/pdf/1.3/}Trapped",
}


def packet(file):
    return ElementTree.fromstring(file.Root.Metadata.read_raw_bytes())


def test_rows_3_and_4_the_packet_names_the_standard_and_all_that_goes_with_it(icc):
    with opened(pdf(find_press("x4", icc))) as file:
        root = packet(file)
        assert root.find(f".//{PDFXID}GTS_PDFXVersion").text == "PDF/X-4"
        for tag in XMP.values():
            assert "".join(root.find(f".//{tag}").itertext()).strip(), tag
        assert re.fullmatch(
            r"uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", root.find(f".//{XMP['document']}").text
        )


def test_row_4_the_packet_is_not_packed(press):
    data = pdf(press)
    with opened(data) as file:
        assert "/Filter" not in file.Root.Metadata
    assert b'<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>' in data
    assert b'<?xpacket end="w"?>' in data


def test_row_5_title_and_dates_stand_in_both_places_and_agree(press):
    with opened(pdf(press)) as file:
        info, root = file.trailer.Info, packet(file)
        assert str(info.Title) == "".join(root.find(f".//{XMP['title']}").itertext()) == INFO.title
        assert str(info.CreationDate) == str(info.ModDate) == "D:20000101000000Z"
        assert root.find(f".//{XMP['created']}").text == root.find(f".//{XMP['modified']}").text
        assert root.find(f".//{XMP['created']}").text == "2000-01-01T00:00:00Z"


def test_row_6_trapped_is_a_name(press):
    with opened(pdf(press)) as file:
        trapped = file.trailer.Info.Trapped
        assert isinstance(trapped, pikepdf.Name)
        assert str(trapped) == "/False"


def test_row_7_the_trailer_has_an_id(press):
    with opened(pdf(press)) as file:
        assert len(file.trailer.ID) == 2
        assert all(len(bytes(part)) == 16 for part in file.trailer.ID)


def test_rows_8_and_9_there_is_one_output_intent_and_it_names_its_condition(press):
    with opened(pdf(press)) as file:
        (intent,) = file.Root.OutputIntents
        assert (str(intent.Type), str(intent.S)) == ("/OutputIntent", "/GTS_PDFX")
        assert str(intent.OutputConditionIdentifier)
        assert str(intent.Info)


@pytest.mark.parametrize("name", sorted(CONDITIONS))
def test_row_10_a_registered_condition_needs_its_registry_and_no_profile(name):
    with opened(pdf(find_press("x1a-2003", condition=name.lower()))) as file:
        (intent,) = file.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == CONDITIONS[name].identifier
        assert str(intent.RegistryName) == "http://www.color.org"
        assert "/DestOutputProfile" not in intent


def test_row_10_without_a_choice_it_is_japan_color_coated():
    with opened(pdf(find_press("x1a-2001"))) as file:
        assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "JC200103"


def test_row_10_a_profile_given_is_embedded_as_it_is(icc):
    for name in STANDARDS:
        with opened(pdf(find_press(name, icc))) as file:
            (intent,) = file.Root.OutputIntents
            assert intent.DestOutputProfile.read_bytes() == icc.read_bytes()
            assert str(intent.OutputConditionIdentifier) == "Custom"
            assert str(intent.Info) == "Test press"
            assert "/RegistryName" not in intent


def test_row_10_a_profile_and_its_registered_name_go_together(icc):
    with opened(pdf(find_press("x4", icc, "FOGRA39"))) as file:
        (intent,) = file.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert "/DestOutputProfile" in intent


def test_row_11_the_profile_is_for_printing_in_four_inks(icc):
    with opened(pdf(find_press("x4", icc))) as file:
        profile = file.Root.OutputIntents[0].DestOutputProfile
        data = profile.read_bytes()
        assert (data[12:16], data[36:40], data[16:20], profile.N) == (b"prtr", b"acsp", b"CMYK", 4)


def test_row_12_only_cmyk_is_painted(press):
    with opened(pdf(press)) as file:
        content = b"\n".join(streams(file))
        assert re.findall(rb"(?:^|\s)(?:rg|RG|g|G|cs|CS|sc|SC|scn|SCN|sh|ri)(?=\s)", content) == []
        assert re.search(rb"\s[kK]\n", content)
        written = b"".join(item.unparse(resolved=True) for item in objects(file))
        assert b"DeviceRGB" not in written


def test_row_13_every_page_has_a_trim_box_of_its_own(press):
    cards = card_per_page(["a", "b"], Size(70, 120), 3)
    sheets = impose(["a", "b"], Size(70, 120), 3, ImpositionSpec(PAPERS["a4"]))
    for pages in (cards, sheets):
        with opened(pdf(press, pages)) as file:
            for page in file.pages:
                assert "/TrimBox" in page.obj
                assert "/ArtBox" not in page.obj
                assert "/MediaBox" in page.obj


def test_row_13_the_trim_of_a_sheet_is_its_paper(press):
    with opened(pdf(press, impose(["a"], Size(70, 120), 3, ImpositionSpec(PAPERS["a4"])))) as file:
        page = file.pages[0]
        assert [round(float(edge), 1) for edge in page.TrimBox] == [0, 0, 595.3, 841.9]
        assert "/BleedBox" not in page.obj


@pytest.mark.parametrize("size", [Size(70, 120), Size(69.85, 120.65), Size(33.333, 47.777), Size(63.5, 88.9)])
@pytest.mark.parametrize("bleed", [3.0, 3.048, 3.175])
def test_row_14_boxes_lie_in_each_other_to_the_last_digit(size, bleed):
    with opened(pdf(find_press("x1a-2003"), card_per_page(["a"], size, bleed, slug=4.321))) as file:
        page = file.pages[0]
        media, outer, trim = (list(page[key]) for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
        for inside, outside in ((outer, media), (trim, outer)):
            assert outside[0] <= inside[0] < inside[2] <= outside[2]
            assert outside[1] <= inside[1] < inside[3] <= outside[3]
        # Rounded inwards, so never more than was asked for; and not noticeably less.
        edges = [float(edge) * 25.4 / 72 for edge in trim]
        for found, wanted in ((edges[2] - edges[0], size.width), (edges[3] - edges[1], size.height)):
            assert wanted - 1e-4 < found <= wanted + 1e-9
        assert "/CropBox" not in page.obj


def test_row_15_every_font_is_embedded(press):
    with opened(pdf(press)) as file:
        fonts = [item for item in objects(file) if item.get("/Type") == "/FontDescriptor"]
        assert fonts
        assert all("/FontFile2" in font for font in fonts)
        assert all(re.match(r"/[A-Z]{6}\+", str(font.FontName)) for font in fonts)


def test_rows_16_to_21_nothing_a_press_refuses_is_in_the_file(press):
    refused = {
        "/AA", "/OpenAction", "/AcroForm", "/JS", "/JavaScript", "/Annots", "/Encrypt", "/PS", "/TR", "/TR2",
        "/HTP", "/OPI", "/Alternates", "/SMask", "/ca", "/CA", "/BM", "/Group", "/OCProperties", "/OC",
        "/Interpolate", "/ViewerPreferences",
    }  # fmt: skip
    cards = card_per_page(["a", "b"], Size(70, 120), 3, slug=5, marks="crop")
    sheets = impose(["a", "b"], Size(70, 120), 3, ImpositionSpec(PAPERS["a4"]))
    for pages in (cards, sheets):
        with opened(pdf(press, pages)) as file:
            assert not file.is_encrypted
            for item in objects(file):
                assert not refused & set(item.keys())
                assert list(item.get("/Filter", [])) in ([], ["/FlateDecode"])


# --------------------------------------------------------------------------------------------- other opinions


def test_the_structure_has_nothing_to_complain_about(press, tmp_path):
    path = tmp_path / "press.pdf"
    path.write_bytes(pdf(press))
    said = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


# The packet's name of the standard is in another name space before PDF/X-4, which this checker warns of.
@pytest.mark.parametrize("paper", ["card", "a4"])
@pytest.mark.parametrize(("name", "level"), [("x1a-2001", "1a_2001"), ("x4", "4")])
def test_another_program_finds_the_standard_kept(name, level, paper, icc, tmp_path):
    pages: Iterator[Sheet] = card_per_page(["a"], Size(70, 120), 3)
    if paper == "a4":
        sheets = impose(["a", "b"], Size(70, 120), 3, ImpositionSpec(PAPERS["a4"]))
        # Words on the page itself, where this checker looks for fonts.
        pages = (replace(sheet, marks=(*sheet.marks, words("label", 20, 290))) for sheet in sheets)
    path = tmp_path / "press.pdf"
    path.write_bytes(pdf(find_press(name, icc if name == "x4" else None), pages))
    report = pdf_oxide.PdfDocument(str(path)).validate_pdf_x(level)
    assert report["errors"] == []
    assert report["valid"] is True


def test_the_other_program_does_find_faults(icc, tmp_path):
    path = tmp_path / "press.pdf"
    with opened(pdf(find_press("x4", icc))) as file:
        del file.Root.OutputIntents
        file.save(path)
    assert pdf_oxide.PdfDocument(str(path)).validate_pdf_x("4")["valid"] is False


def test_the_same_drawing_gives_the_same_bytes(press):
    assert pdf(press) == pdf(press)


def test_different_files_have_different_names(icc):
    press = find_press("x4", icc)
    names = set()
    for card in ("a", "b"):
        with opened(pdf(press, card_per_page([card], Size(70, 120), 3))) as file:
            names.add(packet(file).find(f".//{XMP['document']}").text)
    assert len(names) == 2


# ---------------------------------------------------------------------------------------------------- the ink


def plates(data, tmp_path):
    """The first page's four inks, each 0 to 100, at 72 dots an inch, with black overprinted where it is set so."""
    path = tmp_path / "plates.pdf"
    path.write_bytes(data)
    target = tmp_path / "plates"
    options = ["-r", "72", "-f", "1", "-l", "1", "-jpegcmyk", "-jpegopt", "quality=100", "-overprint"]
    subprocess.run(["pdftoppm", *options, str(path), str(target)], check=True, capture_output=True)
    (picture,) = tmp_path.glob("plates-*.jpg")
    with Image.open(picture) as image:
        assert image.mode == "CMYK"
        return numpy.asarray(image).astype(float) / 2.55


# A picture packed with losses differs a little from what was drawn.
NOISE = 8.0


def inked(scene, press, tmp_path):
    """The most ink in one place of a scene, in per cent."""
    data = pdf(press, iter([page_of(scene)]), lambda _: scene)
    return float(plates(data, tmp_path).sum(axis=2).max())


def over(ink):
    """Large black letters and a thick black line over an area of one ink."""
    line = Path(segment(0, 20, 40, 20), stroke=BLACK, width=8)
    ground = Path(rectangle(Rect(0, 0, 40, 40)), fill=ink)
    return scene_of(ground, words("■", 2, 14, 12, ink=BLACK), line, width=40, height=40)


def test_black_lies_over_colours_where_the_limit_allows_it(tmp_path):
    most = inked(over(HOUSE_INKS["red"]), find_press("x1a-2003"), tmp_path)
    # All of the red but its own black, and all of the black.
    assert most == pytest.approx(265, abs=NOISE)


def test_black_is_cut_out_of_colours_where_it_would_be_too_much(tmp_path):
    most = inked(over(HOUSE_INKS["red"]), find_press("x1a-2003", ink_limit=240), tmp_path)
    assert most == pytest.approx(185, abs=NOISE)


@pytest.mark.parametrize("limit", [300.0, 240.0, 185.0])
def test_no_ink_of_the_house_goes_over_the_limit(limit):
    press = find_press("x1a-2003", ink_limit=limit)
    for ink in HOUSE_INKS.values():
        cyan, magenta, yellow, black = ink.cmyk
        below = 100 * (cyan + magenta + yellow + (1.0 if press.overprints else black))
        assert below <= limit, ink.name


def test_white_is_never_laid_over(press):
    scene = scene_of(words("A", 1, 6, ink=PAPER), Path(segment(0, 1, 9, 1), stroke=PAPER, width=1))
    with opened(pdf(press, iter([page_of(scene)]), lambda _: scene)) as file:
        states = [item for item in objects(file) if "/OP" in item]
        assert states
        assert not any(state.OP or state.op for state in states)


def picture_scene(tmp_path, mode, colour):
    path = tmp_path / ("picture.jpg" if mode == "CMYK" else "picture.png")
    Image.new(mode, (40, 40), colour).save(path)
    return scene_of(Picture(str(path), "0" * 64, Rect(0, 0, 10, 8), (40, 40)))


def painted(scene, press):
    """The only picture in the file, as shares of ink."""
    with opened(pdf(press, iter([page_of(scene)]), lambda _: scene)) as file:
        (image,) = (item for item in objects(file) if item.get("/Subtype") == "/Image")
        assert str(image.ColorSpace) == "/DeviceCMYK"
        return numpy.frombuffer(image.read_bytes(), numpy.uint8).reshape(-1, 4) / 255


@pytest.mark.parametrize("colour", [(0, 0, 0, 255), (12, 200, 37, 255), (0, 0, 255, 255)])
def test_pictures_from_the_screen_come_in_four_inks_and_without_transparency(tmp_path, colour):
    assert painted(picture_scene(tmp_path, "RGBA", colour), find_press("x1a-2003")).sum(axis=1).max() <= 2.0


def test_half_transparent_areas_too_large_to_be_made_opaque_are_refused(tmp_path):
    """600 dpi over two metres would fill the memory."""
    large = Affine.scaling(200)
    scene = scene_of(Group(picture_scene(tmp_path, "RGBA", (200, 0, 0, 128)).items, large))
    with pytest.raises(
        InputError,
        match=r"picture\.png \[\w+, front\]: has half-transparent areas, which PDF/X-1a cannot hold .* 600 dpi",
    ):
        painted(scene, find_press("x1a-2003"))


def test_a_shape_with_soft_edges_is_cut_out_finely_where_the_standard_has_no_transparency(
    tmp_path,
):
    """Over blue: only pure inks of the picture and of the ground, along the circle's own line."""
    disc = Image.new("L", (160, 160))
    ImageDraw.Draw(disc).ellipse((20, 20, 140, 140), fill=255)
    shape = Image.new("RGBA", (40, 40), (255, 0, 0, 255))
    shape.putalpha(disc.resize((40, 40), Image.Resampling.BOX))
    shape.save(tmp_path / "disc.png")
    ground = Path(rectangle(Rect(0, 0, 10, 8)), HOUSE_INKS["blue"])
    scene = scene_of(ground, Picture(str(tmp_path / "disc.png"), "1" * 64, Rect(0, 0, 8, 8), (40, 40)))
    press = find_press("x1a-2003")
    data = pdf(press, iter([page_of(scene)]), lambda _: scene)
    with opened(data) as file:
        images = [item for item in objects(file) if item.get("/Subtype") == "/Image"]
        assert not any("/SMask" in image for image in images)
        (stencil,) = (image for image in images if image.get("/ImageMask"))
        assert (int(stencil.Width), int(stencil.BitsPerComponent)) == (160, 1)
    shown = render_page(data, 0, 508, gray=False)[:160, :160].astype(int)
    red = (shown[..., 0] > 200) & (shown[..., 2] < 80)
    wanted = numpy.asarray(disc) > 127
    assert (red != wanted).mean() < 0.01


@pytest.mark.parametrize("limit", [300.0, 240.0])
def test_a_picture_with_too_much_ink_is_held_to_the_limit(tmp_path, limit):
    press = find_press("x1a-2003", ink_limit=limit)
    inks = painted(picture_scene(tmp_path, "CMYK", (250, 240, 230, 220)), press)
    room = inks[:, :3].sum(axis=1) + (1.0 if press.overprints else inks[:, 3])
    assert room.max() * 100 <= limit
    assert inks[:, 3].min() * 255 > 215, "black keeps the drawing"


def test_a_picture_within_the_limit_is_left_alone(tmp_path):
    inks = painted(picture_scene(tmp_path, "CMYK", (128, 128, 0, 0)), find_press("x1a-2003"))
    assert inks[:, :2] * 255 == pytest.approx(128, abs=3)


# ------------------------------------------------------------------------------------------- what is refused


def test_x4_without_a_profile_is_refused_in_one_line():
    with pytest.raises(InputError, match="ICC profile") as caught:
        find_press("x4")
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].key == "--press"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({}, None),
        ({"length": 127}, "not an ICC profile"),
        ({"sign": b"junk"}, "not an ICC profile"),
        ({"use": b"mntr"}, "for screens"),
        ({"space": b"RGB "}, "'RGB'"),
        ({"size": 9999}, "cut off"),
    ],
)
def test_row_11_a_profile_of_another_kind_is_refused(change, says, tmp_path):
    path = tmp_path / "some.icc"
    path.write_bytes(icc_bytes(**change))  # type: ignore[arg-type]
    if says is None:
        assert read_icc(path).data == path.read_bytes()
        return
    with pytest.raises(InputError, match=says) as caught:
        read_icc(path)
    assert (caught.value.problems[0].file, caught.value.problems[0].key) == (str(path), "--icc")


def test_a_profile_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        read_icc(tmp_path / "none.icc")


def test_a_profile_is_a_file_and_a_condition_a_name():
    with pytest.raises(InputError, match="--condition"):
        read_icc(FilePath("FOGRA39"))


def test_a_profile_says_its_name_in_either_form(tmp_path):
    for form in ("desc", "mluc"):
        assert read_icc(write_icc(tmp_path / "a.icc", form=form)).title == "Test press"
    assert read_icc(write_icc(tmp_path / "bare.icc", form="")).title == "bare"


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ({"standard": "x5"}, "'x5'"),
        ({"standard": "x1a-2001", "condition": "FOGRA93"}, "FOGRA39"),
        ({"standard": "x1a-2001", "ink_limit": 100.0}, "185"),
        ({"standard": "x1a-2001", "ink_limit": 500.0}, "500"),
    ],
)
def test_what_cannot_be_chosen(choice, says):
    with pytest.raises(InputError, match=says):
        find_press(**choice)  # type: ignore[arg-type]


def test_neighbouring_inks_do_not_mix():
    """Two areas and their letters, so that the tests above could not pass on an empty page."""
    scene = scene_of(
        *(Path(rectangle(Rect(x, 0, 5, 8)), fill=ink) for x, ink in ((0, RED), (5, BLUE))),
        words("A", 1, 6, font=FONT, ink=BLACK),
    )
    with opened(pdf(find_press("x1a-2003"), iter([page_of(scene)]), lambda _: scene)) as file:
        content = b"\n".join(streams(file))
        values = [bytes(match) for match in re.findall(rb"([\d. ]+) k\n", content)]
        assert values == [b"0 1 1 0", b"1 1 0 0", b"0 0 0 1"]
        assert all(one != other for one, other in pairwise(values))


def test_a_profile_newer_than_the_standard_is_refused(tmp_path):
    new = write_icc(tmp_path / "new.icc", form="mluc", version=4)
    for standard in ("x1a-2001", "x1a-2003"):
        with pytest.raises(InputError, match="version 4, which PDF 1"):
            find_press(standard, new)
    assert find_press("x4", new).profile is not None


def test_a_profile_of_another_condition_is_refused(tmp_path):
    swop = write_icc(tmp_path / "swop.icc", words="U.S. Web Coated (SWOP) v2")
    with pytest.raises(InputError, match="is a profile for CGATS TR 001, not for FOGRA39"):
        find_press("x4", swop, "FOGRA39")
    assert find_press("x4", swop, "CGATSTR001").condition is not None
