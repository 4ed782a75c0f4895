"""The gallery: one file that needs nothing else, and works in a browser without a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
from PIL import Image
from PIL.ExifTags import Base

from printkit.errors import InputError
from printkit.jobs.screen.gallery import PreviewRequest, draw_gallery
from printkit.jobs.screen.preview import gallery_page, preview
from printkit.jobs.screen.still import DRAWN_FROM, contact_sheet, drawn_from
from tests.tiny_kit import spoil, write_kit

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture
def gallery(tmp_path):
    kit = write_kit(tmp_path)
    (kit / "kit.toml").write_text(
        (kit / "kit.toml").read_text(encoding="utf-8") + '\n[art]\nfull = "full"\nlow = "low"\n',
        encoding="utf-8",
    )
    (kit / "low" / "art").mkdir(parents=True)
    (kit / "low" / "art" / "one.svg").write_text(
        (kit / "art" / "two.svg").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return preview(PreviewRequest(kit_dir=kit, out=tmp_path / "out"))


def dom_of(file, state, folder):
    """The page as the browser has it after its script has run."""
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert browser, "the gallery is tested in chromium, which ./pk test installs"
    words = [
        browser,
        *QUIET,
        f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=5000",
        "--dump-dom",
    ]
    answer = subprocess.run([*words, f"{file.as_uri()}#{state}"], capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_it_needs_no_other_file_and_no_network(gallery):
    page = re.sub(r'xmlns(:\w+)?=\\?"[^"]*"', "", gallery.read_text(encoding="utf-8"))
    assert re.findall(r"""(?:https?:)?//[\w.-]+\.\w+/[^\s"'\\<)]*""", page) == []
    assert not re.search(r"<link|<script src|@import", page)


def test_it_holds_every_face_in_every_ink(gallery):
    page = gallery.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    assert data["inks"] == ["full", "low"]
    assert [card["id"] for card in data["cards"]] == ["one", "two"]
    one = data["cards"][0]["svgs"]
    assert one["front"]["full"] != one["front"]["low"]
    assert one["back"]["full"] == one["back"]["low"]
    assert all(svg.lstrip().startswith(("<svg", "<?xml")) for svg in data["svgs"].values())


def test_a_browser_shows_every_card(gallery, tmp_path):
    dom = dom_of(gallery, "", tmp_path)
    assert re.findall(r'<figure data-card="(\w+)" data-side="(\w+)"', dom) == [
        ("one", "front"),
        ("two", "front"),
    ]
    assert dom.count('src="blob:') >= 2


def test_a_browser_switches_side_ink_vision_language_and_turns(gallery, tmp_path):
    dom = dom_of(gallery, "side=back&ink=low&vision=deutan&language=ja&turned=1", tmp_path)
    assert re.findall(r'data-side="(\w+)"', dom) == ["back", "back"]
    assert '<body data-vision="deutan"' in dom
    assert 'data-lang="ja"' in dom
    assert dom.count('class="face turned"') == 2
    assert re.search(r'<button value="low" aria-pressed="true"', dom)


def test_a_broken_address_changes_nothing(gallery, tmp_path):
    dom = dom_of(gallery, "side=sideways&vision=<script>", tmp_path)
    assert re.findall(r'data-side="(\w+)"', dom) == ["front", "front"]
    assert '<body data-vision="normal"' in dom


def test_the_contact_sheet_shows_every_face_and_back(tmp_path):
    kit = write_kit(tmp_path)
    file = contact_sheet(PreviewRequest(kit_dir=kit), tmp_path / "sheet.png", columns=2, px_per_mm=1.0)
    with Image.open(file) as image:
        assert image.size == (2 * 44 + 4, 2 * 64 + 4)
        assert image.convert("RGB").getpixel((24, 34)) == (0, 0, 0)
        assert image.convert("RGB").getpixel((24, 98)) == (0x0D, 0x6C, 0xA9)


def test_a_contact_sheet_may_be_webp_and_nothing_else(tmp_path):
    request = PreviewRequest(kit_dir=write_kit(tmp_path))
    file = contact_sheet(request, tmp_path / "sheet.webp", columns=2, px_per_mm=1.0)
    with Image.open(file) as image:
        assert (image.format, image.size) == ("WEBP", (2 * 44 + 4, 2 * 64 + 4))
        assert image.getexif()[Base.ImageDescription] == f"{DRAWN_FROM}: {drawn_from(request)}"
    with pytest.raises(InputError, match=r"\.png or \.webp"):
        contact_sheet(request, tmp_path / "sheet.tiff")


def test_an_unknown_kit_is_one_line():
    with pytest.raises(InputError, match="youscout"):
        preview(PreviewRequest(kit="youscuot"))


def test_what_does_not_fit_stands_beside_its_card(tmp_path):
    kit = spoil(
        write_kit(tmp_path), "text.en.toml", 'one.name = "One"', f'one.name = "{"Far too long " * 9}"'
    )
    with pytest.raises(InputError, match="mm wide where"):
        preview(PreviewRequest(kit_dir=kit, out=tmp_path / "out"))
    page = (tmp_path / "out" / "tiny" / "tiny-preview.html").read_text(encoding="utf-8")
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    wrong = {card["id"]: card["wrong"] for card in data["cards"]}
    assert len(wrong["one"]) == 1
    assert "mm wide where" in wrong["one"][0]
    assert wrong["two"] == []
    (one,) = [card for card in data["cards"] if card["id"] == "one"]
    assert 'fill="#000000"' in data["svgs"][one["svgs"]["front"]["full"]], "what fits is shown all the same"


def test_the_page_comes_in_every_size_of_the_cards(tmp_path):
    kit = write_kit(tmp_path)
    layout = kit / "layout.toml"
    words = layout.read_text(encoding="utf-8")
    larger = words.replace(".small", ".large").replace('"40mm"', '"50mm"').replace('"60mm"', '"75mm"')
    layout.write_text(words + larger, encoding="utf-8")
    small = draw_gallery(PreviewRequest(kit_dir=kit))
    assert (small.problems, small.sizes) == ((), ("small", "large"))
    large = draw_gallery(PreviewRequest(kit_dir=kit, card="large"))
    assert 'viewBox=\\"-3 -3 46 66\\"' in gallery_page(small)
    assert 'viewBox=\\"-3 -3 56 81\\"' in gallery_page(large)


def test_the_page_has_guides_of_the_size_shown(tmp_path):
    page = preview(PreviewRequest(kit_dir=write_kit(tmp_path), out=tmp_path)).read_text(encoding="utf-8")
    # The safe margin is 4 mm of 60 and 40; the grid's lines are 5 mm apart.
    assert "--safe: 6.67% 10.00%" in page
    assert "--grid: 12.50% 8.33%" in page
