"""A folder of pictures becomes sheets: names say copies and backs, bleed is made, bad input is named."""

from __future__ import annotations

import gzip
import math
from dataclasses import replace
from pathlib import Path

import numpy
import pikepdf
import pytest
from PIL import Image, ImageDraw

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.inspect.pages import open_pdf, page_boxes, render_page
from printkit.interchange.picture_folder import read_folder
from printkit.jobs.exchange.picture_sheets import SheetsRequest, described, picture_sheets
from printkit.jobs.printers import Feed, checked_calibration, store_calibration
from tests.jobs.test_cuts import FORMS, READERS
from tests.pdf_geometry import Box, read_pages

CARD = Size(50.0, 70.0)
PX = 4


def picture(path, colour, size=CARD, edge=""):
    """A plain picture of so many mm, 4 pixels each; `edge` is the colour of its outermost millimetre."""
    image = Image.new("RGB", (round(size[0] * PX), round(size[1] * PX)), colour)
    if edge:
        box = (0, 0, image.width - 1, image.height - 1)
        ImageDraw.Draw(image).rectangle(box, outline=edge, width=PX)
    image.save(path)
    return path


def made(folder, tmp_path, **changes):
    request = SheetsRequest(folder=folder, card="50x70mm", bleed=3.0, out=tmp_path / "out", **changes)
    return picture_sheets(request)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "cards"
    place.mkdir()
    return place


def test_names_say_copies_backs_and_order(folder):
    for name in (
        "b 10.png",
        "b 2.png",
        "c_x3.png",
        "2x d.png",
        "e (4x).jpg",
        "e back.jpg",
        "back.png",
        "f x0.png",
    ):
        picture(folder / name, "red")
    cards = {card.name: card for card in read_folder(folder).cards}
    assert [(card.name, card.copies) for card in cards.values()] == [
        ("b 2", 1),
        ("b 10", 1),
        ("c", 3),
        ("d", 2),
        ("e", 4),
        ("f", 0),
    ]
    assert cards["e"].back is not None
    assert cards["e"].back.file.name == "e back.jpg"
    assert {card.back.file.name for name, card in cards.items() if name != "e" and card.back} == {"back.png"}


def test_every_copy_is_printed_and_backs_lie_behind_their_fronts(folder, tmp_path):
    picture(folder / "a x2.png", "#ff0000")
    picture(folder / "b.png", "#00ff00")
    picture(folder / "b back.png", "#00ffff")
    picture(folder / "back.png", "#0000ff")
    result = made(folder, tmp_path, paper="card")
    assert (result.pages, result.cards, result.warnings) == (
        6,
        3,
        ("less than 200 dpi at this size: a x2.png, back.png, b.png, b back.png",),
    )
    with open_pdf(result.file) as pdf:
        colours = [tuple(render_page(pdf, page, 20, gray=False)[30, 20]) for page in range(6)]
    red, green, blue, cyan = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 255, 255)
    assert colours == [red, blue, red, blue, green, cyan]


@pytest.mark.parametrize("chosen", ["red back.png", "{folder}/red back.png"])
def test_of_several_backs_of_no_card_one_is_chosen_and_the_others_are_named(folder, tmp_path, chosen):
    """As in the folder of a browser's card library: a red back and a blue one, and no card of either name."""
    for name, colour in (("a", "#ffffff"), ("red back", "#ff0000"), ("blue back", "#0000ff")):
        picture(folder / f"{name}.png", colour)
    with pytest.raises(InputError) as caught:
        made(folder, tmp_path)
    assert [Path(each.file).name for each in caught.value.problems] == ["blue back.png", "red back.png"]
    assert all("--back" in each.hint for each in caught.value.problems)
    result = made(folder, tmp_path, paper="card", backs=(chosen.format(folder=folder),))
    assert [(each.file, each.message) for each in result.left_out] == [
        ("blue back.png", "this back belongs to no card")
    ]
    with open_pdf(result.file) as pdf:
        assert tuple(render_page(pdf, 1, 20, gray=False)[30, 20]) == (255, 0, 0)


@pytest.mark.parametrize(
    ("make", "expected"), [("mirror", "edge"), ("extend", "edge"), ("white", "white"), ("scale", "edge")]
)
def test_bleed_is_made_for_a_picture_that_has_none(folder, tmp_path, make, expected):
    picture(folder / "a.png", "white", edge="#ff0000")
    result = made(folder, tmp_path, paper="card", make=make)
    with open_pdf(result.file) as pdf:
        pixels = render_page(pdf, 0, 25.4 * PX, gray=False)
    middle = pixels.shape[0] // 2
    at = {"mirror": 2.5, "extend": 0.5, "white": 1.5, "scale": 0.5}[make]
    wanted = (255, 255, 255) if expected == "white" else (255, 0, 0)
    assert tuple(pixels[middle, round(at * PX)]) == wanted
    if make == "mirror":
        # A millimetre of edge, mirrored: beyond it comes what lies inside.
        assert tuple(pixels[middle, round(0.5 * PX)]) == (255, 255, 255)


def test_a_picture_with_bleed_is_used_as_it_is(folder, tmp_path):
    picture(folder / "a.png", "#ffffff", (CARD.width + 6, CARD.height + 6), edge="#ff0000")
    result = made(folder, tmp_path, paper="card")
    with open_pdf(result.file) as pdf:
        pixels = render_page(pdf, 0, 25.4 * PX, gray=False)
    assert tuple(pixels[100, 1]) == (255, 0, 0)
    assert tuple(pixels[100, 3 * PX]) == (255, 255, 255)


def test_another_shape_is_cut_and_named(folder, tmp_path):
    picture(folder / "square.png", "#ff0000", (70.0, 70.0))
    drawn_svg(folder / "square.svg", Size(70.0, 70.0))
    (warning, *_) = made(folder, tmp_path).warnings
    assert warning == "cut to the shape of the card: square.png, square.svg; --fit whole shows all of it"


@pytest.mark.parametrize("form", ["png", "svg"])
@pytest.mark.parametrize(("bleed", "air"), [(3.0, 3.0), (0.0, 0.0), (9.0, 5.0)])
def test_another_shape_is_shown_whole_where_asked(folder, tmp_path, form, bleed, air):
    """As far inside the edge as the bleed is outside, a tenth of the card at most, with white around it."""
    picture(folder / "square.png", "white", (70.0, 70.0), edge="#ff0000")
    if form == "svg":
        (folder / "square.png").unlink()
        (folder / "square.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70"><path fill="#f00" d="M0 0h70v70h-70z'
            'M1 1v68h68v-68z"/></svg>'
        )
    request = SheetsRequest(
        folder=folder, card="50x70mm", bleed=bleed, fit="whole", paper="card", out=tmp_path
    )
    result = picture_sheets(request)
    assert not [each for each in result.warnings if "cut to" in each]
    with open_pdf(result.file) as pdf:
        pixels = render_page(pdf, 0, 25.4 * PX, gray=False).astype(int)
    rows, columns = numpy.nonzero(pixels[..., 0] - pixels[..., 1] > 100)
    edges = [(min(each) / PX - bleed, (max(each) + 1) / PX - bleed) for each in (columns, rows)]
    wide = 50.0 - 2 * air
    assert edges[0] == pytest.approx((air, 50.0 - air), abs=0.4)
    assert edges[1] == pytest.approx((35.0 - wide / 2, 35.0 + wide / 2), abs=0.4)


def test_a_long_picture_shown_whole_has_600_dpi_at_most(folder, tmp_path):
    Image.new("LA", (9000, 1500), (90, 200)).save(folder / "wide.png")
    result = made(folder, tmp_path, fit="whole", duplex="none")
    assert result.warnings == ("turned to lie as the card does: wide.png",)
    with pikepdf.open(result.file) as pdf:
        sizes = [
            (int(each.Width), int(each.Height))
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image" and "/ColorSpace" in each
        ]
    # A card of 50 × 70 mm and its bleed.
    assert sorted(max(sizes)) == pytest.approx([56 / 25.4 * 600, 76 / 25.4 * 600], abs=1)


def test_svg_and_every_page_of_a_pdf_are_cards(folder, tmp_path):
    (folder / "s.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 70"><rect width="50" height="70" fill="#00f"/></svg>'
    )
    with pikepdf.new() as pdf:
        for _ in range(3):
            pdf.add_blank_page(page_size=(142, 198))
        pdf.save(folder / "pages.pdf")
    assert made(folder, tmp_path).cards == 4


def test_a_picture_is_known_by_its_content_whatever_it_is_called(folder, tmp_path):
    image = Image.new("RGB", (200, 280), "teal")
    for number, form in enumerate(("PNG", "JPEG", "GIF", "WEBP", "TIFF", "AVIF", "JPEG2000", "SGI", "PDF")):
        image.save(folder / f"{number}.download", form)
    image.save(folder / "photo.MPO", "MPO")
    image.convert("1").save(folder / "plan.pbm")
    drawn_svg(folder / "drawn.svg", CARD)
    (folder / "drawn.svgz").write_bytes(gzip.compress((folder / "drawn.svg").read_bytes()))
    (folder / "drawn.svg").unlink()
    # An old Illustrator document that may be read as a PDF is one.
    (folder / "8.download").rename(folder / "emblem.ai")
    sheets = made(folder, tmp_path, duplex="none")
    assert (sheets.cards, sheets.left_out) == (12, ())


def test_every_page_of_a_tiff_is_a_card_and_what_moves_is_named(folder, tmp_path):
    red, green = (Image.new("RGB", (200, 280), colour) for colour in ("#ff0000", "#00ff00"))
    small = red.resize((20, 28))
    small.encoderinfo = {"tiffinfo": {254: 1}}
    red.save(folder / "scan.tiff", save_all=True, append_images=[small, green])
    small.save(folder / "small first.tif", save_all=True, append_images=[red, green])
    for name in ("b.gif", "c.webp", "d.png"):
        red.save(folder / name, save_all=True, append_images=[green])
    sheets = made(folder, tmp_path, duplex="none", marks=("none",))
    assert (sheets.cards, sheets.left_out) == (7, ())
    named = "b.gif (2 pictures), c.webp (2 pictures), d.png (2 pictures)"
    assert f"only the first picture is printed of: {named}" in sheets.warnings
    with open_pdf(sheets.file) as pdf:
        pixels = render_page(pdf, 0, 50, gray=False)
    # Two cards of seven are second pages.
    shares = [float((pixels[..., each] < 128).mean()) for each in (0, 1)]
    assert shares[0] == pytest.approx(shares[1] * 2 / 5, rel=0.4) != 0


def test_pages_of_a_tiff_that_breaks_off_are_named(folder, tmp_path):
    red, green = (Image.new("RGB", (200, 280), colour) for colour in ("#ff0000", "#00ff00"))
    red.save(folder / "scan.tif", save_all=True, append_images=[green, red])
    data = (folder / "scan.tif").read_bytes()
    (folder / "scan.tif").write_bytes(data[: len(data) // 2])
    sheets = made(folder, tmp_path, duplex="none")
    assert sheets.cards == 1
    assert [each.message for each in sheets.left_out] == ["is not a readable image"]


def test_a_file_of_many_pages_is_named_once(folder, tmp_path):
    page = Image.new("RGB", (300, 300), "teal")
    page.save(folder / "deck.pdf", save_all=True, append_images=[page] * 6)
    (warning,) = (
        each for each in made(folder, tmp_path, duplex="none").warnings if each.startswith("cut to")
    )
    assert warning == "cut to the shape of the card: deck.pdf; --fit whole shows all of it"


def test_the_same_folder_gives_the_same_bytes(folder, tmp_path):
    picture(folder / "a x5.png", "#ff0000", edge="#00ff00")
    first = made(folder, tmp_path).file.read_bytes()
    assert made(folder, tmp_path).file.read_bytes() == first
    with pikepdf.open(tmp_path / "out" / "cards-sheets.pdf") as pdf:
        images = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        assert len(images) == 1, "copies share one picture"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "there is no picture in the folder"),
        ({"a.png": b"no picture"}, "is not a readable image"),
        ({"a.pdf": b"%PDF-nothing"}, "is not a readable PDF"),
        ({"a.svg": b"<svg"}, "is not XML"),
        *(
            (
                {
                    "a.svg": f'<svg viewBox="0 0 50 70" xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode()
                },
                said,
            )
            for drawn, said in [
                (
                    '<image href="pic.jpg" width="9" height="9"/>',
                    "refers to another file, 'pic.jpg' (embed it in the",
                ),
                ('<use href="other.svg#a"/>', "refers to another file, 'other.svg#a'"),
                ('<g xmlns:x="http://www.w3.org/1999/xlink"><image x:href=" file:///a"/></g>', "'file:///a'"),
            ]
        ),
        ({"a x0.png": b""}, "there is no front in the folder"),
        ({"a x9999.png": b""}, "9999 copies"),
        ({"a.png": b"", "b back.png": b""}, "belongs to no card"),
    ],
)
def test_what_cannot_be_printed_is_named_and_nothing_is_written(folder, tmp_path, files, said):
    for name, data in files.items():
        (folder / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        made(folder, tmp_path)
    assert said in str(caught.value.problems[0])
    assert not list((tmp_path / "out").glob("*")) if (tmp_path / "out").exists() else True


def test_the_command_says_what_it_made_and_refuses_a_file_as_folder(folder, tmp_path, run):
    picture(folder / "a x2.png", "#ff0000", (CARD.width * 4, CARD.height * 4))
    words = ("sheets", str(folder), "--card", "50x70mm", "--out", str(tmp_path / "o"))
    answer = run(*words)
    assert (answer.code, answer.err) == (0, "")
    assert (
        "12 to a sheet edge to edge with 1.5 mm outer bleed (10 with --gutter 6mm keep theirs)" in answer.out
    )
    assert answer.out.endswith(", bleed 3 mm\n")
    answer = run("sheets", str(folder / "a x2.png"))
    assert (answer.code, "is a file where a folder is needed" in answer.err) == (2, True)
    assert run("sheets", str(folder), "--card", "pokr").code == 2


@pytest.mark.parametrize(
    ("bleed_box", "red"), [(True, (630, 880)), (False, (690, 940))], ids=["own bleed", "made bleed"]
)
def test_a_page_that_states_its_trim_is_printed_at_its_size_without_its_marks(
    folder, tmp_path, bleed_box, red
):
    """F17: a red card with green bleed, black marks around it."""
    point = 72 / 25.4
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(83 * point, 108 * point))
        green, card, mark = (
            (x * point, y * point, w * point, h * point)
            for x, y, w, h in (
                (7, 7, 69, 94),
                (10, 10, 63, 88),
                (0, 9.9, 5, 0.2),
            )
        )
        drawn = [(0, 1, 0, *green), (1, 0, 0, *card), (0, 0, 0, *mark)]
        page.Contents = pdf.make_stream(
            "".join("{} {} {} rg {} {} {} {} re f ".format(*each) for each in drawn).encode()
        )
        page.TrimBox = [10 * point, 10 * point, 73 * point, 98 * point]
        if bleed_box:
            page.BleedBox = [7 * point, 7 * point, 76 * point, 101 * point]
        pdf.save(folder / "a.pdf")
    result = picture_sheets(
        SheetsRequest(folder, card="63x88mm", gutter=6.0, marks=("none",), out=tmp_path / "out")
    )
    assert result.warnings == ()
    with open_pdf(result.file) as pdf:
        whole = render_page(pdf, 0, 254, gray=False)
    trim = numpy.argwhere((whole == [255, 0, 0]).all(axis=2))
    height, width = trim.max(axis=0) - trim.min(axis=0) + 1
    assert numpy.abs(numpy.subtract((width, height), red)).max() <= 2


@pytest.mark.parametrize("make", ["mirror", "white", "scale"])
@pytest.mark.parametrize("size", [(50, 70), (56, 76), (50, 50)], ids=["card", "with bleed", "square"])
def test_a_drawing_stays_paths_and_looks_as_its_pixels_do(folder, tmp_path, size, make):
    width, height = size
    shapes = f'<rect width="{width}" height="{height}" fill="#c03020"/><circle cx="6" cy="9" r="8" fill="#123456"/>'
    (folder / "a.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{shapes}</svg>'
    )
    paths = made(folder, tmp_path, make=make, paper="card")
    with pikepdf.open(paths.file) as pdf:
        assert not any(
            isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image" for each in pdf.objects
        )
    # A filter that does nothing is beyond paths.
    filtered = f'<filter id="f"><feOffset/></filter><g filter="url(#f)">{shapes}</g>'
    (folder / "a.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{filtered}</svg>'
    )
    other = made(folder, tmp_path / "pixels", make=make, paper="card")
    assert [note for note in other.warnings if "a.svg (filter)" in note]
    assert [note for note in paths.warnings if "cut" in note] == [
        note for note in other.warnings if "cut" in note
    ]
    shown = []
    for file in (paths.file, other.file):
        with open_pdf(file) as pdf:
            shown.append(render_page(pdf, 0, 100, gray=False).astype(int))
    assert (numpy.abs(shown[0] - shown[1]).max(axis=2) > 64).mean() < 0.02


def test_only_the_pictures_named_are_printed(folder, tmp_path):
    for name in ("wolf-1.png", "Wolf-2 x2.png", "bear.png", "back.png"):
        picture(folder / name, "red")
    assert made(folder, tmp_path, cards=("wolf-*",)).cards == 3
    assert made(folder, tmp_path, cards=("bear", "wolf-1")).cards == 2
    with pytest.raises(InputError, match=r"--cards\]: no card is like 'wulf' \(known: bear|did you mean"):
        made(folder, tmp_path, cards=("wulf",))


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        ("a4", "on 1 page, 9 to a sheet edge to edge, bleed 3 mm"),
        (
            "letter",
            "on 1 page, 9 to a sheet edge to edge without outer bleed (8 with --gutter 1.5mm keep theirs), bleed 3 mm",
        ),
        ("card", "on 1 page, bleed 3 mm"),
    ],
)
def test_f18_cards_lie_closer_where_more_fit_a_sheet(folder, tmp_path, paper, said):
    picture(folder / "a.png", "red", Size(63.5, 88.9))
    request = SheetsRequest(folder=folder, card="poker", paper=paper, out=tmp_path)
    assert described(picture_sheets(request), request).endswith(said)
    wide = replace(request, gutter=6.0)
    assert "apart" not in described(picture_sheets(wide), wide)


def test_pictures_that_cannot_be_printed_are_named_and_the_others_printed(folder, tmp_path, run):
    picture(folder / "good.png", "red")
    (folder / "cut.png").write_bytes((folder / "good.png").read_bytes()[:60])
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'
    (folder / "none.svg").write_text(empty, encoding="utf-8")
    words = ("sheets", str(folder), "--card", "50x70mm", "--out", str(tmp_path / "o"))
    answer = run(*words)
    assert answer.code == 1
    assert "1 card of 50 × 70 mm on 1 page" in answer.out
    assert all(f"not printed: {name}: " in answer.err for name in ("cut.png", "bad.pdf", "none.svg"))
    assert answer.err.count("not printed: ") == 3
    assert run(*words, "--skip-unreadable").code == 0
    (folder / "good.png").unlink()
    nothing = run(*words, "--skip-unreadable")
    assert (nothing.code, nothing.err.count("printkit: error: ")) == (2, 3)


def test_links_that_lead_nowhere_are_named_and_the_others_printed(folder, tmp_path, run):
    picture(folder / "good.png", "red")
    (folder / "gone.png").symlink_to(folder / "nothing.png")
    (folder / "itself").symlink_to("itself")
    answer = run("sheets", str(folder), "--card", "50x70mm", "--out", str(tmp_path / "o"))
    assert (answer.code, answer.err.count("not printed: ")) == (1, 2)
    assert "1 card of 50 × 70 mm on 1 page" in answer.out
    assert "not printed: gone.png: " in answer.err
    assert "(it is a link to what is not there: copy the file itself)" in answer.err
    assert "not printed: itself: cannot be read: " in answer.err
    assert "(a link leads to itself: name the file it should lead to)" in answer.err


RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def two_colours(path, size):
    """A picture of so many mm whose upper half is red, the lower green."""
    image = Image.new("RGB", (round(size[0] * PX), round(size[1] * PX)), "#00ff00")
    image.paste("#ff0000", (0, 0, image.width, image.height // 2))
    image.save(path)
    return path


def page_pixels(file, page, dpi=25.4):
    """A page at a pixel a mm."""
    with open_pdf(file) as pdf:
        return render_page(pdf, page, dpi, gray=False)


def drawn_svg(path, size):
    width, height = size
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#00ff00"/>'
        f'<rect width="{width}" height="{height / 2}" fill="#ff0000"/></svg>'
    )
    return path


@pytest.mark.parametrize("draw", [two_colours, drawn_svg])
def test_lying_pictures_are_turned_and_both_sides_have_their_heads_up(folder, tmp_path, draw):
    """Front and back lie: held with the front's head up and turned over to the side, the back's head is up too."""
    draw(folder / f"a.{'svg' if draw is drawn_svg else 'png'}", (76.0, 56.0))
    draw(folder / f"back.{'svg' if draw is drawn_svg else 'png'}", (70.0, 50.0))
    result = made(folder, tmp_path, paper="card")
    assert "turned to lie as the card does: a." in result.warnings[0]
    front, back = page_pixels(result.file, 0), page_pixels(result.file, 1)
    assert tuple(front[38, 50]) == RED
    assert tuple(front[38, 5]) == GREEN
    assert tuple(back[38, 5]) == RED
    assert tuple(back[38, 50]) == GREEN


def test_standing_pictures_of_lying_cards_are_turned_but_squares_are_not(folder, tmp_path):
    two_colours(folder / "a.png", (55.0, 91.0))
    two_colours(folder / "b.png", (60.0, 60.0))
    request = SheetsRequest(folder=folder, card="business-jp", paper="card", out=tmp_path / "out")
    result = picture_sheets(request)
    assert "turned to lie as the card does: a.png" in result.warnings
    turned, square = page_pixels(result.file, 0), page_pixels(result.file, 1)
    assert tuple(turned[30, 90]) == RED
    assert tuple(square[5, 48]) == RED
    assert tuple(square[55, 48]) == GREEN


def test_backs_go_by_the_names_of_their_cards(folder, tmp_path):
    for name in ("wolf 1", "wolf 2", "bear", "fox"):
        picture(folder / f"{name}.png", "white")
    picture(folder / "fox back.png", "#00ff00")
    red, blue = picture(tmp_path / "red.png", "#ff0000"), picture(tmp_path / "blue.png", "#0000ff")
    result = made(folder, tmp_path, paper="card", backs=(str(blue), f"Wolf*={red}"))
    backs = [tuple(page_pixels(result.file, page)[30, 20]) for page in (1, 3, 5, 7)]
    assert backs == [BLUE, GREEN, RED, RED], "bear, fox, wolf 1, wolf 2"
    with pytest.raises(InputError, match=r"--back\]: no card is like 'lion\*'"):
        made(folder, tmp_path, backs=(f"lion*={red}",))


def test_every_card_is_printed_so_often(folder, tmp_path, run):
    picture(folder / "a x2.png", "red")
    picture(folder / "b.png", "red")
    assert made(folder, tmp_path, copies=3).cards == 9
    said = run("sheets", str(folder), "--card", "50x70mm", "--copies", "0", "--out", str(tmp_path / "o"))
    assert (said.code, "--copies" in said.err) == (2, True)


def windows(file, page):
    """Where the cards of a page lie, from the left and the top in mm."""
    (_, *pages) = [None, *read_pages(file)]
    return [(round(each.window.left, 1), round(each.window.top, 1)) for each in pages[page].placed]


@pytest.mark.parametrize("marks", [("crop",), ("cutter",)])
def test_used_places_of_the_first_sheet_stay_empty(folder, tmp_path, marks):
    picture(folder / "a x7.png", "red")
    picture(folder / "back.png", "blue")
    whole = made(folder, tmp_path / "whole", marks=marks, copies=4)
    places, behind = windows(whole.file, 0), windows(whole.file, 1)
    result = made(folder, tmp_path, marks=marks, skip="1-2, 4")
    assert windows(result.file, 0) == [places[2], *places[4:10]]
    assert windows(result.file, 1) == [behind[2], *behind[4:10]]
    more = made(folder, tmp_path, marks=marks, skip="1-2,4", copies=2)
    assert windows(more.file, 2) == places[: 14 - (len(places) - 3)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--skip", "13"), "a sheet has 12 places"),
        (("--skip", "1-12"), "not all"),
        (("--skip", "0"), "'0' is not a list of places"),
        (("--skip", "1", "--paper", "card"), "is for many cards on a sheet"),
        (("--marks", "cuter"), "did you mean 'cutter'"),
        (("--marks", "crop,japanese"), "choose crop or japanese"),
        (("--marks", "cutter", "--gutter", "3mm"), "a gutter of their own"),
        (("--marks", "cutter", "--paper", "card"), "choose a paper"),
        (("--cut-files", "dxf"), "add --marks cutter"),
        (("--cut-files", "pdf", "--marks", "cutter"), "dxf"),
        (("--marks", "cutter", "--corner", "40mm"), "--corner"),
        (("--printer", "laser", "--duplex", "none"), "no backs to correct"),
        (("--printer", "laser"), "no printer 'laser' is calibrated"),
    ],
)
def test_what_cannot_be_laid_is_one_clear_line(folder, tmp_path, run, monkeypatch, words, said):
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(tmp_path / "config"))
    picture(folder / "a.png", "red", (50.0, 70.0))
    answer = run("sheets", str(folder), "--card", "50x70mm", "--out", str(tmp_path / "o"), *words)
    assert (answer.code, said in answer.err) == (2, True), answer.err
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("form", FORMS)
def test_a_machine_cuts_where_the_cards_lie(folder, tmp_path, run, form):
    picture(folder / "a x9.png", "red", (700.0, 980.0))
    kind = FORMS[form]
    words = ("--marks", "cutter", "--cut-files", kind, "--corner", "4mm", "--out", str(tmp_path))
    answer = run("sheets", str(folder), "--card", "50x70mm", *words)
    assert (answer.code, f"cards-sheets.{kind}  die lines" in answer.out) == (0, True), answer
    layers = READERS[form](tmp_path / f"cards-sheets.{kind}")
    (page,) = read_pages(tmp_path / "cards-sheets.pdf")
    assert len(layers["REGISTRATION"]) == 5
    assert len(layers["CUT"]) == len(page.placed) == 9
    for path, placed in zip(layers["CUT"], page.placed, strict=True):
        box = Box.around(path)
        assert (box.left - 0.625, box.top - 0.625) == pytest.approx(placed.window.edges[:2], abs=0.01)
        assert min(math.dist(point, (box.left, box.top)) for point in path) == pytest.approx(1.66, abs=0.02)


def test_sheets_that_are_cut_otherwise_have_a_file_of_their_own(folder, tmp_path):
    picture(folder / "a x14.png", "red")
    result = made(folder, tmp_path, marks=("cutter",), cut_files=("dxf", "svg"))
    assert [file.name for file in result.cut_files] == [
        f"cards-sheets{more}.{form}" for form in ("dxf", "svg") for more in ("", "-2")
    ]
    assert all(file.exists() for file in result.cut_files)


def test_japanese_marks_frame_a_business_card_for_a_press(folder, tmp_path):
    picture(folder / "a.png", "#ff0000", (97.0, 61.0))
    request = SheetsRequest(
        folder=folder, card="business-jp", paper="card", marks=("japanese",), out=tmp_path / "out"
    )
    file = picture_sheets(request).file
    with open_pdf(file) as pdf:
        boxes = {name: [round(each, 3) for each in box] for name, box in page_boxes(pdf, 0).items()}
    assert boxes["TrimBox"] == [13, 13, 91, 55]
    assert boxes["BleedBox"] == [10, 10, 97, 61]
    pixels = page_pixels(file, 0, 254)
    assert tuple(pixels[105, 105]) == RED
    assert tuple(pixels[50, 130]) == tuple(pixels[50, 100]) == (0, 0, 0), "the trim's line and the bleed's"
    assert tuple(pixels[50, 117]) == WHITE


def test_a_press_keeps_its_bleed_rather_than_hold_more_cards(folder, tmp_path):
    picture(folder / "a.png", "red", Size(63.5, 88.9))
    request = SheetsRequest(folder=folder, card="poker", marks=("japanese",), out=tmp_path / "out")
    assert "8 to a sheet" in described(picture_sheets(request), request)


def test_backs_are_corrected_for_a_printer(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(tmp_path / "config"))
    shifted = (7.0, 6.0, 7.0, 6.0, 7.0, 6.0, 7.0, 6.0)
    feeds = [Feed("a4", landscape, "long") for landscape in (False, True)]
    for feed in feeds:
        store_calibration("laser", checked_calibration(feed, (shifted,)))
    picture(folder / "a x2.png", "red")
    picture(folder / "back.png", "blue")
    plain, corrected = (made(folder, tmp_path / each, printer=each) for each in ("", "laser"))
    assert any("the spread of laser is unknown" in each for each in corrected.warnings)
    assert windows(plain.file, 0) == windows(corrected.file, 0)
    assert windows(plain.file, 1) != windows(corrected.file, 1)
