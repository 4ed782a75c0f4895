"""What a written PDF file is: boxes, fonts, colours, what it stores once, and that its bytes never change."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from itertools import pairwise

import pikepdf
import pytest
from PIL import Image

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import page_chars
from printkit.scene.inks import BLACK, HOUSE_INKS, PAPER
from printkit.scene.model import Glyphs, Path, Picture, PlacedGlyph, Scene, Use
from printkit.scene.shapes import rectangle, segment
from printkit.sheets.impose import ImpositionSpec, card_per_page, impose
from printkit.sheets.model import PAPERS, FaceKey, Placement, Sheet
from tests.helpers import FONT, RED, page_of, pdf_of, scene_of, scene_pdf, words

DECK = [f"card-{number:02}" for number in range(80)]
BACK = Scene("back", 70, 120, 3, (Path(rectangle(Rect(-3, -3, 76, 126)), fill=HOUSE_INKS["blue"]),))


def face(key):
    if key.side == "back":
        return BACK
    return Scene(
        key.card, 70, 120, 3, (Path(rectangle(Rect(5, 5, 60, 9)), fill=RED), words(key.card, 10, 40))
    )


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def deck_pdf():
    sheets = impose(DECK, Size(70, 120), 3, ImpositionSpec(PAPERS["a4"]))
    return pdf_of(*sheets, faces=face, info=DocumentInfo("Deck", duplex="long"))


def forms(pdf):
    return [
        item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
    ]


def fonts(pdf):
    return [
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary)
        and item.get("/Type") == "/Font"
        and "/DescendantFonts" in item
    ]


def operators(data):
    """All content of a file, forms and pages, unpacked."""
    with opened(data) as pdf:
        streams = [form.read_bytes() for form in forms(pdf)]
        streams += [page.Contents.read_bytes() for page in pdf.pages]
    return b"\n".join(streams).decode("ascii")


def test_the_structure_has_nothing_to_complain_about():
    with opened(deck_pdf()) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_a_page_is_the_paper_and_carries_no_other_box():
    with opened(deck_pdf()) as pdf:
        assert len(pdf.pages) == 40
        for page in pdf.pages:
            assert [round(float(edge), 3) for edge in page.MediaBox] == [0, 0, 595.276, 841.89]
            assert not {"/TrimBox", "/BleedBox", "/CropBox", "/Rotate"} & set(page.obj.keys())


def test_a_card_page_has_trim_and_bleed_inside_the_paper():
    pages = card_per_page(["a"], Size(70, 120), 3, slug=5)
    with opened(pdf_of(*pages, faces=face)) as pdf:
        page = pdf.pages[0]
        media, bleed, trim = (
            [float(edge) for edge in page[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox")
        )
        assert [round(edge / 72 * 25.4, 3) for edge in trim] == [8, 8, 78, 128]
        assert [round(edge / 72 * 25.4, 3) for edge in bleed] == [5, 5, 81, 131]
        assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
        assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]


@pytest.mark.parametrize("size", [Size(63.5, 88.9), Size(69.85, 120.65), Size(59, 86), Size(33.333, 47.777)])
def test_boxes_never_reach_beyond_the_paper(size):
    """A checker refuses a bleed box a ten-thousandth of a point wider than the page."""
    with opened(pdf_of(*card_per_page(["a"], size, 3.048), faces=lambda _: BACK)) as pdf:
        page = pdf.pages[0]
        assert all(
            float(b) <= float(m) for b, m in zip(page["/BleedBox"][2:], page["/MediaBox"][2:], strict=True)
        )


def test_each_face_is_stored_once_and_all_backs_are_one():
    with opened(deck_pdf()) as pdf:
        assert len(forms(pdf)) == 81


def test_faces_that_are_equal_are_one_even_when_they_are_not_the_same_object():
    def fresh(key):
        return Scene(key.card, 10, 10, 0, (Path(rectangle(Rect(0, 0, 5, 5)), fill=RED),))

    pages = card_per_page(["a", "b", "c"], Size(10, 10), 0)
    with opened(pdf_of(*pages, faces=fresh)) as pdf:
        assert len(forms(pdf)) == 1


def test_a_face_is_asked_for_once_however_often_it_is_placed():
    asked: list[FaceKey] = []

    def count(key):
        asked.append(key)
        return face(key)

    page = page_of(BACK, FaceKey("a", "front"))
    pdf_of(page, page, page, faces=count)
    assert asked == [FaceKey("a", "front")]


def test_a_scene_used_by_many_faces_is_stored_once():
    crest = Scene("crest", 5, 5, 0, (Path(rectangle(Rect(0, 0, 5, 5)), fill=RED),))

    def with_crest(key):
        place = Affine.translation(float(key.card), 0)
        return Scene(
            key.card, 40, 10, 0, (Use(crest, place), Use(crest, place.then(Affine.translation(0, 5))))
        )

    pages = card_per_page(["1", "2", "3"], Size(40, 10), 0, order=("front",))
    with opened(pdf_of(*pages, faces=with_crest)) as pdf:
        assert len(forms(pdf)) == 4


def test_paths_that_are_kept_are_bounded_and_drawn_the_same_again(monkeypatch):
    from printkit.backends import pdf_canvas

    scenes = [scene_of(Path(rectangle(Rect(0, 0, 1 + x / 7, 1)), fill=RED)) for x in range(20)]
    before = list(map(scene_pdf, scenes))
    monkeypatch.setattr(pdf_canvas._Paths, "MOST", 12)
    monkeypatch.setattr(pdf_canvas, "_PATHS", pdf_canvas._Paths())
    for scene, data in zip(scenes, before, strict=True):
        assert scene_pdf(scene) == data
    assert 0 < sum(len(outline.commands) for outline in pdf_canvas._PATHS) <= 12 + 5


def test_pages_are_written_one_after_the_other_and_not_kept():
    """Half the faces must be in the stream before the second half is asked for."""
    stream = io.BytesIO()
    sizes: list[int] = []

    def pages():
        for sheet in card_per_page(DECK, Size(70, 120), 3, order=("front",)):
            sizes.append(stream.tell())
            yield sheet

    write_pdf(stream, pages(), face, DocumentInfo("Deck"))
    assert len(sizes) == 80
    assert all(after - before > 200 for before, after in pairwise(sizes))


def test_every_font_is_an_embedded_subset_with_all_a_viewer_needs():
    with opened(
        scene_pdf(scene_of(words("Abc 漢字", 1, 5), words("Zen", 1, 7, font="zen-kaku-gothic-new-bold")))
    ) as pdf:
        found = fonts(pdf)
        assert len(found) == 2
        for font in found:
            descendant = font.DescendantFonts[0]
            descriptor = descendant.FontDescriptor
            assert font.Subtype == "/Type0"
            assert font.Encoding == "/Identity-H"
            assert descendant.Subtype == "/CIDFontType2"
            assert re.fullmatch(r"/[A-Z]{6}\+[A-Za-z-]+", str(font.BaseFont))
            assert font.BaseFont == descendant.BaseFont == descriptor.FontName
            data = descriptor.FontFile2.read_bytes()
            assert len(data) == descriptor.FontFile2.Length1
            assert {
                "/Flags",
                "/FontBBox",
                "/ItalicAngle",
                "/Ascent",
                "/Descent",
                "/CapHeight",
                "/StemV",
            } <= set(descriptor.keys())
        assert b"Helvetica" not in b"".join(item.unparse() for item in pdf.objects)


def test_a_file_without_text_names_no_font():
    data = scene_pdf(scene_of(Path(rectangle(Rect(0, 0, 5, 5)), fill=RED)))
    assert b"/Font" not in data
    assert b"Helvetica" not in data


def test_the_widths_are_the_fonts_own():
    glyphs = words("AWi漢", 1, 5)
    with opened(scene_pdf(scene_of(glyphs))) as pdf:
        runs = fonts(pdf)[0].DescendantFonts[0].W
        widths = {
            int(start) + index: float(width)
            for start, run in zip(runs[0::2], runs[1::2], strict=True)
            for index, width in enumerate(run)
        }
    font = find_font(FONT)
    # Readers round widths to whole numbers, so they are written whole and the rest is made up for by shifts.
    assert widths == {g.glyph: round(font.advance(g.glyph) * 1000) for g in glyphs.glyphs}


def test_text_comes_out_in_reading_order():
    text = "Sword 剣 17 — かな・カナ（全角）"
    assert (
        "".join(char.text for char in page_chars(scene_pdf(scene_of(words(text, 1, 5), width=90)), 0)) == text
    )


def test_a_line_of_text_is_one_operator():
    content = operators(scene_pdf(scene_of(words("Handover 漢字かな", 1, 5), width=90)))
    assert content.count("TJ") + content.count("Tj") == 1


def test_each_line_of_a_paragraph_begins_anew():
    lines = words("First", 1, 5).glyphs + words("Second", 1, 12).glyphs
    content = operators(scene_pdf(scene_of(Glyphs(FONT, 5, BLACK, lines), width=90, height=20)))
    assert content.count("Tm") == 2


def test_one_shape_may_stand_for_two_texts():
    """A glyph that is drawn for two characters must copy as the right one each time."""
    (glyph,) = find_font(FONT).shape("A")
    row = (
        PlacedGlyph(glyph.glyph, "A", 1, 5),
        PlacedGlyph(glyph.glyph, "Α", 6, 5),
        PlacedGlyph(glyph.glyph, "A", 11, 5),
    )
    data = scene_pdf(scene_of(Glyphs(FONT, 5, BLACK, row), width=20))
    chars = page_chars(data, 0)
    assert [char.text for char in chars] == ["A", "Α", "A"]
    widths = {round(char.box.width, 3) for char in chars}
    assert len(widths) == 1
    assert widths.pop() > 2


def colours_set(content, operator):
    """Every colour that is set by an operator, in order."""
    found = re.findall(rf"^([\d. ]+) {operator}$", content, re.MULTILINE)
    return [tuple(map(float, values.split())) for values in found]


def test_srgb_files_hold_no_cmyk_and_cmyk_files_no_rgb():
    items = (
        Path(rectangle(Rect(0, 0, 5, 5)), fill=HOUSE_INKS["gold"], stroke=HOUSE_INKS["red"], width=0.3),
        words("Text", 1, 5),
    )
    home, press = (operators(scene_pdf(scene_of(*items), colours)) for colours in ("srgb", "cmyk"))
    assert re.search(r" rg$", home, re.MULTILINE)
    assert re.search(r" RG$", home, re.MULTILINE)
    assert not re.search(r" [kK]$", home, re.MULTILINE)
    assert colours_set(press, "k") == [(0, 0.35, 1, 0.25), (0, 0, 0, 1)]
    assert colours_set(press, "K") == [(0, 0.85, 0.8, 0.2)]
    assert not re.search(r" (rg|RG)$", press, re.MULTILINE)


def test_black_text_and_lines_overprint_on_the_press_and_nothing_else_does():
    blue = HOUSE_INKS["blue"]
    items = (
        Path(rectangle(Rect(0, 0, 5, 5)), fill=BLACK),
        words("Black", 1, 5, ink=BLACK),
        words("blue", 1, 5, ink=blue),
        Path(segment(0, 0, 5, 0), stroke=BLACK, width=0.3),
        Path(segment(0, 0, 5, 0), stroke=BLACK.at(0.5), width=0.3),
    )
    content = operators(scene_pdf(scene_of(*items), "cmyk"))
    states = re.findall(r"/(Over|Knock) gs|(T(?=[jJ])|f\*|S$)", content, re.MULTILINE)
    assert [state or paint for state, paint in states] == [
        "Knock", "f*", "Over", "T", "Knock", "T", "Over", "S", "Knock", "S",
    ]  # fmt: skip
    assert " gs" not in operators(scene_pdf(scene_of(*items), "srgb"))


def test_a_used_scene_says_itself_whether_it_overprints():
    """A form begins with what its caller set: white in it would otherwise overprint and so not be there."""
    mark = Scene("mark", 5, 5, 0, (Path(rectangle(Rect(0, 0, 5, 5)), fill=PAPER),))
    data = scene_pdf(scene_of(Path(segment(0, 0, 5, 0), stroke=BLACK, width=0.3), Use(mark)), "cmyk")
    with opened(data) as pdf:
        inner, outer = sorted(forms(pdf), key=lambda form: "/XObject" in form.Resources)
        assert re.findall(r"/(\w+) gs", inner.read_bytes().decode()) == ["Knock"]
        assert re.findall(r"/(\w+) gs", outer.read_bytes().decode()) == ["Over"]
        assert (bool(inner.Resources.ExtGState.Knock.op), bool(outer.Resources.ExtGState.Over.op)) == (
            False,
            True,
        )


def test_a_jpeg_the_writer_cannot_read_is_unpacked(tmp_path, monkeypatch):
    """reportlab would put a small picture of its own in its place."""

    def cannot(stream):
        raise ValueError

    file = tmp_path / "photo.jpg"
    Image.new("L", (30, 20), 128).save(file, quality=100)
    monkeypatch.setattr("reportlab.pdfbase.pdfutils.readJPEGInfo", cannot)
    with opened(scene_pdf(scene_of(Picture(str(file), "a" * 64, Rect(0, 0, 3, 2), (30, 20))))) as pdf:
        (image,) = (item for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/Width" in item)
        assert image.read_bytes() == bytes([128]) * 600


def test_equal_pictures_are_stored_once_and_a_jpeg_as_it_is(tmp_path):
    file = tmp_path / "photo.jpg"
    Image.new("RGB", (30, 20), (200, 30, 40)).save(file, quality=90)
    raw = file.read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    items = [Picture(str(file), digest, Rect(x, 0, 3, 2), (30, 20)) for x in (0, 4)]
    with opened(scene_pdf(scene_of(*items))) as pdf:
        images = [
            item
            for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"
        ]
        assert len(images) == 1
        assert images[0].read_raw_bytes() == raw


def test_pictures_on_the_press_are_four_inks_with_grey_in_black_alone(tmp_path):
    file = tmp_path / "photo.png"
    picture = Image.new("RGB", (2, 1), (100, 100, 100))
    picture.putpixel((1, 0), (255, 0, 0))
    picture.save(file)
    item = Picture(str(file), "a" * 64, Rect(0, 0, 3, 2), (2, 1))
    with opened(scene_pdf(scene_of(item), "cmyk")) as pdf:
        image = next(
            i for i in pdf.objects if isinstance(i, pikepdf.Stream) and i.get("/Subtype") == "/Image"
        )
        assert image.ColorSpace == "/DeviceCMYK"
        assert image.read_bytes() == bytes([0, 0, 0, 155, 0, 255, 255, 0])


def test_nothing_is_ascii_encoded_and_everything_is_packed():
    with opened(deck_pdf()) as pdf:
        filters = [list(item.Filter) for item in pdf.objects if isinstance(item, pikepdf.Stream)]
    assert filters
    assert all(names == ["/FlateDecode"] for names in filters)


def test_the_printer_is_asked_not_to_scale_and_which_edge_to_turn():
    with opened(deck_pdf()) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", "/DuplexFlipLongEdge")
    with opened(scene_pdf(BACK)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"


def test_the_file_says_what_it_is():
    info = DocumentInfo("遊具 deck", author="Ann", subject="Cards", language="en-GB", creator="printkit 1.0")
    with opened(pdf_of(page_of(BACK), faces=lambda _: BACK, info=info)) as pdf:
        about = {key: str(value) for key, value in pdf.docinfo.items()}
        assert str(pdf.Root.Lang) == "en-GB"
    assert about["/Title"] == "遊具 deck"
    assert (about["/Author"], about["/Subject"], about["/Creator"]) == ("Ann", "Cards", "printkit 1.0")


def test_marks_are_drawn_in_paper_millimetres_over_the_faces():
    mark = Path(segment(0, 1, 20, 1), stroke=RED, width=0.5)
    sheet = Sheet(1, "front", Size(20, 20), (), (mark,))
    content = operators(pdf_of(sheet, faces=face))
    first, *_, way, paint, _ = content.strip("\n").split("\n")
    place = list(map(float, first.split()[:6]))
    assert place == pytest.approx([72 / 25.4, 0, 0, -72 / 25.4, 0, 20 * 72 / 25.4], abs=1e-4)
    assert (way, paint) == ("n 0 1 m 20 1 l", "S")


def test_a_window_narrower_than_the_face_hides_the_rest():
    from tests.helpers import pdf_pixels, typed

    red = Scene("red", 4, 4, 2, (Path(rectangle(Rect(-2, -2, 8, 8)), fill=RED),))
    placement = Placement(FaceKey("a", "front"), Affine.translation(3, 3), Rect(3, 3, 4, 4), Rect(2, 3, 5, 5))
    data = pdf_of(Sheet(1, "front", Size(10, 10), (placement,)), faces=lambda _: red)
    rows = typed(pdf_pixels(data, 254), 10).split("\n")
    assert rows[3:8] == ["__RRRRR___"] * 5
    assert "R" not in rows[2] + rows[8]


def test_the_same_pages_give_the_same_bytes():
    assert deck_pdf() == deck_pdf()


def test_other_pages_give_another_file_id():
    one, other = (scene_pdf(scene_of(words(text, 1, 5))) for text in ("a", "b"))
    with opened(one) as first, opened(other) as second:
        assert first.trailer.ID[0] != second.trailer.ID[0]


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_the_bytes_do_not_depend_on_the_process(root, seed):
    code = (
        "import hashlib; from tests.backends.test_pdf import deck_pdf;"
        "print(hashlib.sha256(deck_pdf()).hexdigest())"
    )
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": str(root),
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
    }
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == hashlib.sha256(deck_pdf()).hexdigest()


def test_what_only_reads_does_not_load_the_writer(root):
    code = "import sys, printkit.jobs.exchange.export; print('reportlab' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"
