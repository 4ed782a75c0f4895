"""Material as designers have it: photos of any format, cards without names, a leaflet of words alone."""

from __future__ import annotations

import random

import pikepdf
import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


def photo(path, **options):
    """A picture with as many colours as a photo, and its noise."""
    noise = random.Random(7)
    image = Image.new("RGB", (400, 400))
    image.putdata(
        [
            tuple(min(255, value + noise.randrange(12)) for value in (x // 2, y // 2, (x + y) // 4))
            for y in range(400)
            for x in range(400)
        ]
    )
    image.save(path, **options)  # type: ignore[arg-type]
    return path


def filters(kit, **asked):
    """How the deck's pictures are stored, each with its bytes."""
    out = kit.parent / "out"
    (made,) = build(BuildRequest(kit_dir=kit, only=("deck",), out=out, **asked))  # type: ignore[arg-type]
    with pikepdf.open(made.file) as pdf:
        images = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        return {
            str(each.Filter[-1] if isinstance(each.Filter, pikepdf.Array) else each.Filter): len(
                each.read_raw_bytes()
            )
            for each in images
            if each.get("/Subtype") == "/Image"
        }


@pytest.mark.parametrize(("form", "stored"), [("png", "/FlateDecode"), ("bmp", "/DCTDecode")])
def test_a_photo_is_stored_as_jpeg_unless_its_file_is_used_as_it_is(kit, form, stored):
    file = photo(kit / "art" / f"photo.{form}")
    spoil(kit, "cards.toml", "art/one.svg", f"art/photo.{form}")
    ((name, size),) = filters(kit).items()
    assert name == stored
    # A PNG has its few other chunks besides.
    assert size * (3 if form == "bmp" else 1) < file.stat().st_size
    assert form == "bmp" or file.stat().st_size - size < 200
    (report,) = check_reports([kit.parent / "out" / "tiny" / "tiny-deck.pdf"], kit_dir=kit)
    assert report.findings == ()


def test_a_drawing_in_pixels_and_a_photo_for_a_press_lose_nothing(kit):
    photo(kit / "art" / "photo.png")
    spoil(kit, "cards.toml", "art/one.svg", "art/photo.png")
    assert filters(kit, press="x1a-2003").keys() == {"/FlateDecode"}
    Image.new("RGB", (200, 200), "#0d6ca9").save(kit / "art" / "photo.png")
    assert filters(kit).keys() == {"/FlateDecode"}


@pytest.mark.parametrize("options", [{"lossless": True}, {"quality": 80}], ids=["lossless", "lossy"])
def test_webp_is_read_like_any_picture(kit, options):
    from printkit.jobs.exchange.export import ExportRequest, export

    photo(kit / "art" / "photo.webp", **options)
    spoil(kit, "cards.toml", "art/one.svg", "art/photo.webp")
    assert filters(kit).keys() <= {"/DCTDecode", "/FlateDecode"}
    files = export(ExportRequest("tiny", "png", kit_dir=kit, out=kit.parent / "out", cards=("one",)))
    with Image.open(files[0]) as drawn:
        # Its middle is the photo's.
        assert drawn.convert("RGB").getpixel((drawn.width // 2, drawn.height // 2)) != (255, 255, 255)


def test_a_webp_of_any_kind_says_its_size(kit):
    from printkit.material.headers import read_picture

    for name, mode, options in (
        ("a", "RGB", {"quality": 50}), ("b", "RGB", {"lossless": True}), ("c", "RGBA", {"quality": 50}),
    ):  # fmt: skip
        path = kit / f"{name}.webp"
        Image.new(mode, (123, 45), (10, 20, 30, 40)[: len(mode)]).save(path, **options)  # type: ignore[arg-type]
        assert read_picture(path, file=path.name).pixels == (123, 45)


def test_of_a_webp_that_moves_the_first_picture_is_taken_and_one_cut_off_is_refused(kit):
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    moving = kit / "art" / "photo.webp"
    frames[0].save(moving, save_all=True, append_images=frames[1:])
    spoil(kit, "cards.toml", "art/one.svg", "art/photo.webp")
    assert load_kit(kit)
    photo(moving)
    moving.write_bytes(moving.read_bytes()[:500])
    with pytest.raises(InputError, match="the file is truncated"):
        load_kit(kit)


def nameless(kit):
    layout = (kit / "layout.toml").read_text(encoding="utf-8")
    names = layout[
        layout.index('[[faces.plain.small]]\nblock = "names"') : layout.index("[[faces.back.small]]")
    ]
    spoil(kit, "layout.toml", names, "")
    for language, words in (("ja", ("一", "二")), ("en", ("One", "Two"))):
        spoil(kit, f"text.{language}.toml", f'[card]\none.name = "{words[0]}"\ntwo.name = "{words[1]}"\n', "")
    return kit


def test_cards_that_print_no_name_need_none(kit):
    from printkit.jobs.screen.preview import PreviewRequest, preview

    build(BuildRequest(kit_dir=nameless(kit), out=kit.parent / "out"))
    assert load_kit(kit).name("en", "one") == ""
    page = preview(PreviewRequest(kit_dir=kit, out=kit.parent / "out"))
    assert '"en": "one"' in page.read_text(encoding="utf-8")


def test_a_name_in_one_language_is_wanted_in_the_other(kit):
    spoil(nameless(kit), "text.en.toml", "[kit]", 'card.one.name = "One"\n[kit]')
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert [str(each).partition("tiny/")[2] for each in caught.value.problems] == [
        "text.ja.toml [card.one.name]: the text is missing"
    ]


def test_what_emblems_mean_is_said_in_all_languages_or_in_none(kit):
    for language in ("ja", "en"):
        (kit / f"rules.{language}.md").write_text("# 1\n\n1.1. 2\n\n![](cards)\n", encoding="utf-8")
    load_kit(kit)
    spoil(kit, "text.en.toml", "[suit]\n", '[suit]\nsword.text = "cuts"\n')
    with pytest.raises(InputError, match=r"suit\.sword\.text\]: the text is missing"):
        load_kit(kit)
