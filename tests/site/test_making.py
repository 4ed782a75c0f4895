"""Kits that are dropped on a freshly written site, in Chromium with every other host refused: the bytes of `build`."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from printkit.interchange.archive import packed_files, unpacked_files
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.load import load_kit
from tests.site.conftest import served
from tests.site.test_in_browser import PLAYABLE, Visitor
from tests.web.visit import edited_text, retype, violations

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
MAKE = """async ([kit, part]) => {
  const wish = { method: "POST", body: JSON.stringify({ part }) };
  const said = await (await fetch(`../api/print/${kit}/make?lang=en`, wish)).json();
  if (said.error) throw new Error(said.error);
  return said.files;
}"""
ZIP = "async kit => (await (await fetch(`../api/own/${kit}/zip`)).json()).data"

KIT = """\
id = "designer"
version = "1.0"
languages = ["en"]
size = "poker"
colours = "kept"
fonts = { display = "caladea-bold", text = "lato-regular" }

[components.deck]

[data]
files = ["cards.xlsx"]
face = "card"
art = { column = "Art", folder = "art" }
"""
LAYOUT = """\
[sizes.poker]
width = 63.5
height = 88.9

[[faces.card.poker]]
block = "shape"
box = [-3, -3, 69.5, 94.9]
ink = "blue"

[[faces.card.poker]]
block = "picture"
box = [6, 15, 51.5, 37]

[[faces.card.poker]]
block = "text"
text = "card.{id}.name"
box = [6, 5, 51.5, 9]
em = "14pt"
font = "display"
"""
DRAWING = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'
    b'<rect width="60" height="40" fill="#0c6"/>'
    b'<circle cx="30" cy="20" r="15" fill="#c33"/></svg>'
)


def workbook(*rows):
    book, stream = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


def ghost(mode):
    """A PNG with soft edges: its colours stand below where nothing of it is seen, too."""
    image = Image.linear_gradient("L").resize((300, 200)).convert("RGB")
    image.putalpha(Image.radial_gradient("L").resize((300, 200)))
    ImageDraw.Draw(image).line((0, 0, 299, 199), fill=(200, 30, 90, 120), width=9)
    stream = io.BytesIO()
    image.convert(mode).save(stream, "PNG")
    return stream.getvalue()


def saved(image, form, **given):
    stream = io.BytesIO()
    image.save(stream, form, **given)
    return stream.getvalue()


def decoded():
    """What a browser decodes: a GIF with a transparent colour, a WebP with soft edges, a BMP, an AVIF."""
    soft = Image.open(io.BytesIO(ghost("RGBA")))
    few = soft.convert("RGB").quantize(40)
    return {
        "art/few.gif": saved(few, "GIF", transparency=7),
        "art/soft.webp": saved(soft, "WEBP", lossless=True),
        "art/plain.bmp": saved(few.convert("RGB"), "BMP"),
        "art/even.avif": saved(Image.new("RGB", (300, 200), (40, 90, 160)), "AVIF"),
    }


def designers():
    """PNG with alpha in colour and in grey, SVG of a program, letters that no shipped kit has, and a workbook."""
    return {
        "kit.toml": KIT.encode(),
        "layout.toml": LAYOUT.encode(),
        "text.en.toml": b'kit.title = "Designer"\n',
        "cards.xlsx": workbook(
            ("Name", "Art"),
            ("Ghost", "ghost.png"),
            ("Gr\u0119y \u0160\u0165\u00f6ne", "grey.png"),
            ("Sun", "sun.svg"),
            *((name, name.removeprefix("art/")) for name in decoded()),
        ),
        "art/ghost.png": ghost("RGBA"),
        "art/grey.png": ghost("LA"),
        "art/sun.svg": DRAWING,
        **decoded(),
        "games/mine.py": b"raise SystemExit('this is never run')\n",
    }


def harbour():
    files = (file for file in HARBOUR.rglob("*") if file.is_file())
    return {file.relative_to(HARBOUR).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def maker(browser, site):
    with served(site.parent.parent) as host:
        visitor = Visitor(browser, f"{host}{site.parent.name}/{site.name}/")
        yield visitor
        visitor.context.close()


def opened(maker):
    maker.page.goto(f"{maker.address}make/")
    maker.page.wait_for_selector(".drop", timeout=PLAYABLE)
    return maker.page


@pytest.mark.parametrize(("kit", "part"), [("harbour", "characters"), ("designer", "deck")])
def test_a_dropped_kit_is_printed_to_the_bytes_of_build(maker, tmp_path, kit, part):
    files = {"harbour": harbour, "designer": designers}[kit]()
    archive = tmp_path / f"{kit}.zip"
    archive.write_bytes(packed_files(files, kit))
    for name, data in files.items():
        (tmp_path / kit / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / kit / name).write_bytes(data)
    page = opened(maker)
    page.set_input_files(".drop input[multiple]", archive)
    expect(page.locator(".cards li")).to_have_count(len(load_kit(tmp_path / kit).cards), timeout=60_000)
    expect(page.locator(".note, .fault")).to_have_count(0)
    assert violations(page, kit) == []
    expect(page.locator(".python")).to_have_text(
        "Files of Python in it, which are not run here: 1" if kit == "designer" else ""
    )
    page.click(".last a")
    page.wait_for_selector(".part", timeout=PLAYABLE)
    (made,) = page.evaluate(MAKE, [f"~{kit}", part])
    (built,) = build(BuildRequest(kit_dir=tmp_path / kit, only=(part,), out=tmp_path / "out"))
    assert b64decode(made["data"]) == built.file.read_bytes()
    assert made["read"]["differ"] == []
    assert maker.foreign == []


def test_an_edited_kit_is_kept_without_a_network(maker, tmp_path):
    page = opened(maker)
    page.locator(".drop select").select_option("text-heavy")
    page.wait_for_selector(".cards li", timeout=60_000)
    page.click(".tabs button >> text=text.en.toml")
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", re.compile("text.en.toml"))
    (title,) = re.findall(r"(?m)^.*My text game.*$", edited_text(page))
    retype(page, title, title.replace("My text game", "My own game"))
    expect(page.locator("#kit")).to_contain_text("My own game")
    maker.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".cards li", timeout=PLAYABLE)
    expect(page.locator("#kit")).to_contain_text("My own game")
    expect(page.locator(".cm-content")).to_contain_text("poker")
    saved = unpacked_files(b64decode(page.evaluate(ZIP, "~text-heavy")), "")
    assert b"My own game" in saved["text.en.toml"]
    maker.context.set_offline(False)
    # Asked twice.
    for _ in range(2):
        page.locator(".desk > .do button").click()
    page.wait_for_selector(".begin", timeout=30_000)
    expect(page.locator(".kits a", has_text="text-heavy")).to_have_count(0)


def test_a_browser_that_rounds_colours_says_so(maker):
    # One tab at a time has the kits.
    maker.page.goto("about:blank")
    page = maker.context.new_page()
    page.add_init_script("OffscreenCanvasRenderingContext2D.prototype.getContextAttributes = undefined")
    page.goto(f"{maker.address}make/")
    expect(page.locator(".lines")).to_contain_text("This browser rounds the colours", timeout=PLAYABLE)
    page.close()
    expect(opened(maker).locator(".lines")).not_to_contain_text("rounds")


def test_a_hostile_archive_is_one_line(maker, tmp_path):
    page = opened(maker)
    bad = packed_files({"art/wolf.png": b""}, "x").replace(b"x/art/", b"../..//"[:6])
    (tmp_path / "bad.zip").write_bytes(bad)
    page.set_input_files(".drop input[multiple]", tmp_path / "bad.zip")
    expect(page.locator("#problem")).to_contain_text("a name outside its folder")
    assert maker.complaints == [] or all("Failed to load" in line for line in maker.complaints)
