"""The page for printing: its parts and files are those of `build`, and it is used by clicks as it is meant to be."""

from __future__ import annotations

import io
import json
import zipfile
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from printkit.compose.faces.faces import compose_face
from printkit.jobs.build import part as parts
from printkit.jobs.build.build import build
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.printers import Feed, checked_calibration, store_calibration
from printkit.jobs.screen.print_page import PAPERS, made_files, sheet_counts
from printkit.kit.find import find_kit, kit_folder, kit_ids
from printkit.sheets.model import PAPERS as SIZES
from printkit.web.words import LANGUAGES, words_of
from tests.tiny_kit import write_kit
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, chromium, violations

# One part a kit, so that each kind of part is made in some kit; the books are those that take least.
MADE = {
    "cetkaik": "board-travel",
    "linked-ships": "slips",
    "mountain-road": "effects",
    "paper-cetkaik": "deck",
    "throwing-sticks": "sticks",
    "tottarot": "box",
    "youscout": "rules",
}
READINGS = ((6.1, 6.0, 5.9, 6.0, 6.1, 6.0, 5.9, 6.0), (6.0, 6.1, 6.0, 5.9, 6.0, 6.1, 6.0, 5.9))
CHOICE = {"part": "deck", "card": "", "paper": "a4", "ink": "full", "duplex": "long", "lang": "both"}


def made(visitor, kit, **choice):
    answer = visitor.ask(f"/api/print/{kit}/make?lang=en", {**CHOICE, **choice})
    return {each["name"]: b64decode(each["data"]) for each in answer["files"]}


def built(out, request):
    return {each.file.name: each.file.read_bytes() for each in build(replace(request, out=out))}


# ── what the page is told ────────────────────────────────────────────────────────────────────────────────────────────


def test_every_kit_is_printed_as_build_prints_it(visitor):
    assert {*PAPERS} <= {*SIZES}
    for kit_id in kit_ids():
        kit = find_kit(kit_id)
        for language in LANGUAGES:
            facts = visitor.ask(f"/api/print/{kit_id}?lang={language}")
            ids = [part["id"] for part in facts["parts"]]
            assert sorted(ids) == sorted(parts_of(kit))
            assert (*ids[: len(kit.first)],) == kit.first
            assert [part["id"] for part in facts["parts"] if part["first"]] == [*kit.first]
            assert facts["title"] == kit.text(language, "kit.title")
            assert facts["languages"] == [*kit.languages]
            assert {size["id"] for size in facts["sizes"]} == kit.sizes.keys()
            assert facts["sizes"][0]["id"] == kit.default_size
            assert facts["command"] == f"printkit build {kit_id}"


@pytest.mark.parametrize(
    ("kit", "language"), [(kit, ("en", "ja", "both")[at % 3]) for at, kit in enumerate(MADE)]
)
def test_files_are_those_of_build(visitor, tmp_path, kit, language):
    assert {*MADE} == {*kit_ids()}
    chosen = {"paper": "a3", "ink": "low", "lang": language}
    wanted = built(
        tmp_path, BuildRequest(kits=(kit,), only=(MADE[kit],), paper="a3", ink="low", lang=language)
    )
    assert made(visitor, kit, part=MADE[kit], **chosen) == wanted


def test_each_face_is_composed_once(monkeypatch):
    """A file is read back against what was written: nothing is laid out a second time for it."""
    composed = Counter[str]()

    def counted(kit, card, choices):
        composed[card.id] += 1
        return compose_face(kit, card, choices)

    monkeypatch.setattr(parts, "compose_face", counted)
    (file,) = made_files(BuildRequest(kit_dir=kit_folder("youscout"), only=("deck",)))
    assert file.read is not None
    assert file.read.differ == ()
    assert len(composed) > 70
    assert set(composed.values()) == {1}


def test_a_books_records_are_handed_over_too(visitor, tmp_path):
    wanted = built(tmp_path, BuildRequest(kits=("tottarot",), only=("walkthrough",), lang="en"))
    assert {name.rpartition(".")[2] for name in wanted} == {"pdf", "txt"}
    assert made(visitor, "tottarot", part="walkthrough", lang="en") == wanted


def test_a_printer_is_corrected_as_a_calibrated_one_is(visitor, tmp_path, monkeypatch):
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(tmp_path / "config"))
    store_calibration("mine", checked_calibration(Feed("a4", True, "long"), READINGS))
    plain = BuildRequest(kits=("tottarot",), only=("start",))
    wanted = built(tmp_path, replace(plain, printer="mine"))
    given = made(visitor, "tottarot", part="start", readings={"landscape": READINGS})
    assert given == wanted
    assert given != built(tmp_path, plain)


def test_a_calibration_sheet_is_read(visitor):
    sheet = visitor.ask("/api/calibration/sheet", {"paper": "letter", "duplex": "short"})
    assert sheet["name"] == "calibration-letter-short.pdf"
    assert b64decode(sheet["data"]).startswith(b"%PDF-")
    asked = {"paper": "a4", "duplex": "long", "lying": "upright"}
    text = "\n".join(" ".join(map(str, row)) for row in READINGS)
    read = visitor.ask("/api/calibration/read", {**asked, "text": text})
    assert read["readings"] == [[*row] for row in READINGS]
    assert "printer a4 long: the back lands" in read["lines"][0]
    wrong = visitor.ask("/api/calibration/read", {**asked, "text": "6 6 6 6 6 6 6 9"})
    assert "inconsistent" in wrong["error"]


def test_counts_and_the_first_sheet_are_those_of_the_files(visitor):
    for part in ("deck", "leaflet"):
        counted = visitor.ask("/api/print/tottarot/count?lang=en", {**CHOICE, "part": part})["files"]
        files = visitor.ask("/api/print/tottarot/make?lang=en", {**CHOICE, "part": part})["files"]
        assert counted == [{key: each[key] for key in counted[0]} for each in files]
        assert all(each["read"]["pages"] == each["pages"] and not each["read"]["differ"] for each in files)
        sheet = visitor.ask("/api/print/tottarot/sheet?lang=ja", {**CHOICE, "part": part})
        assert sheet["counts"]
        assert 'viewBox="0 0 297 210"' in sheet["svg"]
    deck = sheet_counts(BuildRequest(kit_dir=kit_folder("tottarot"), only=("deck",)))
    assert [(each.sheets, each.pages, each.counts) for each in deck] == [(3, 6, True)]


def test_what_stands_in_for_another_file_does_not_count():
    counts = sheet_counts(BuildRequest(kit_dir=kit_folder("cetkaik"), only=("board-standard",)))
    assert [(each.use.paper, each.counts) for each in counts] == [("a4", True), ("a3", False)]
    counts = sheet_counts(BuildRequest(kit_dir=kit_folder("tottarot"), only=("leaflet",), lang="ja"))
    assert [(each.use.setting, each.counts) for each in counts] == [("screen", False), ("long", True)]


HOSTILE: tuple[Any, ...] = (
    [],
    {},
    {**CHOICE, "part": ""},
    {**CHOICE, "part": "no-such-part"},
    {**CHOICE, "part": "../deck"},
    {**CHOICE, "part": ["deck"]},
    {**CHOICE, "card": "x" * 400},
    {**CHOICE, "paper": "1x1mm"},
    {**CHOICE, "ink": "gold"},
    {**CHOICE, "duplex": "twice"},
    {**CHOICE, "lang": "xx"},
    {**CHOICE, "out": "elsewhere"},
    {**CHOICE, "readings": {"upright": [[6.0] * 7]}},
    {**CHOICE, "readings": {"upright": [[6.0] * 8] * 51}},
    {**CHOICE, "readings": {"upright": [[1e300] * 8]}},
    {**CHOICE, "readings": {"aslant": [[6.0] * 8]}},
    {**CHOICE, "duplex": "fold", "readings": {"upright": [[6.0] * 8]}},
)


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: json.dumps(body)[-40:])
def test_what_cannot_be_printed_is_said_in_one_line(visitor, body):
    answer = visitor.send("POST", "/api/print/tottarot/count", json.dumps(body).encode())
    said = json.loads(answer.body)
    assert answer.status in (400, 409)
    assert said["error"]
    assert "\n" not in said["error"] + said.get("hint", "")


def test_a_kit_there_is_not_and_the_one_that_is_served(visitor, tmp_path):
    assert visitor.send("GET", "/api/print/no-kit").status == 404
    assert visitor.send("GET", "/api/print/..%2Ftottarot").status == 404
    running = Running(tmp_path / "tables", write_kit(tmp_path))
    try:
        own = running.visitor()
        assert own.send("GET", "/api/print/tottarot").status == 404
        facts = own.ask("/api/print/tiny?lang=en")
        assert [(part["id"], part["first"]) for part in facts["parts"]] == [("deck", True)]
        assert (facts["proved"], facts["command"].split()[2]) == (False, "--kit-dir")
        wanted = built(tmp_path, BuildRequest(kit_dir=tmp_path / "tiny", only=("deck",)))
        assert made(own, "tiny") == wanted
    finally:
        running.stop()


# ── what the page does ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


def entered(browser, server, kit, **how):
    """The page for printing of that kit, and what it complains of."""
    language, theme = how.pop("language", "en"), how.pop("theme", "light")
    made = Visit(browser, server.address, language, theme=theme, locale="en-GB", **{"viewport": DESK, **how})
    made.page.goto(f"http://127.0.0.1:{server.port}/print/{kit}")
    made.page.wait_for_selector(".live img[src]")
    return made.page, made.complaints


COUNTED = "#main:not(:has(.part:not([data-sheets])))"


def saved(page, selector):
    with page.expect_download() as download:
        page.click(selector)
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_deck_is_chosen_made_and_saved(browser, server, tmp_path):
    page, complaints = entered(browser, server, "tottarot", viewport=DESK)
    page.wait_for_selector(COUNTED)
    words = words_of("en")
    expect(page.locator(".total .number")).to_have_text(words["print.total"].replace("<number>", "9"))
    expect(page.locator(".part .tag").first).to_have_text(words["print.first"])
    for part in ("start", "leaflet", "tokens", "box"):
        page.click(f".part[data-part={part}]")
    page.click("[name=ink][value=low]")
    page.click("[name=paper][value=letter]")
    page.click("[name=duplex][value=fronts-then-backs]")
    page.wait_for_selector(COUNTED)
    # What was counted before stands there until it is counted anew.
    expect(page.locator(".total .number")).to_have_text(words["print.total"].replace("<number>", "4"))
    turned = " ".join(words[f"print.stack-{at}"] for at in (1, 2, 3))
    expect(page.locator(".turn").first).to_have_attribute("aria-label", turned)
    expect(page.locator(".live figcaption")).to_contain_text("letter", ignore_case=True)
    page.click(".left > details summary")
    expect(page.locator(".command code")).to_have_text(
        "printkit build tottarot --only deck --paper letter --ink low --duplex fronts-then-backs --lang en"
    )
    page.click(".total .main")
    page.wait_for_selector(".done")
    request = BuildRequest(
        kits=("tottarot",), only=("deck",), paper="letter", ink="low", duplex="fronts-then-backs", lang="en"
    )
    wanted = built(tmp_path, request)
    name, data = saved(page, ".done ol a")
    assert {name: data} == wanted
    expect(page.locator(".proof")).to_contain_text("are those that were set")
    name, data = saved(page, ".done .do button")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert (name, archive.testzip()) == ("tottarot.zip", None)
        assert {each: archive.read(each) for each in archive.namelist()} == wanted
    assert violations(page, "made") == []
    assert complaints == []


@pytest.mark.parametrize(
    ("size", "theme", "language"), [(PHONE, "dark", "ja"), ({"width": 360, "height": 640}, "light", "en")]
)
def test_nothing_keeps_anybody_out(browser, server, size, theme, language):
    page, complaints = entered(browser, server, "linked-ships", viewport=size, theme=theme, language=language)
    page.click(".measure summary")
    assert violations(page, f"print {theme}") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


def test_readings_stay_in_the_browser_and_what_does_not_fit_is_said(browser, server):
    page, complaints = entered(browser, server, "youscout", viewport=DESK)
    page.click(".measure summary")
    page.fill("[name=upright]", "6.1 6 5.9 6 6.1 6 5.9 6")
    page.click(f"text={words_of('en')['print.calibrate-keep']}")
    page.wait_for_selector(".lines li")
    kept = json.loads(page.evaluate("localStorage.getItem('printkit-print')"))
    assert [*kept["readings"]["a4 long"]] == ["upright"]
    page.click("[name=paper][value=a3]")
    page.wait_for_selector(".part[data-part=mat] .failure:not(:empty)", timeout=60_000)
    assert "does not fit" in (page.text_content(".part[data-part=mat] .failure") or "")
    assert complaints == [] or all("409" in each for each in complaints)


def test_the_first_page_leads_here(browser, server):
    page, _ = entered(browser, server, "tottarot", viewport=DESK)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.click(".hero a.button.big")
    page.wait_for_selector(".live img[src]")
    assert page.title() == words_of("en")["print.title"].replace("<kit>", "Youscout")
    page.goto(f"http://127.0.0.1:{server.port}/print/")
    page.wait_for_selector(".kits a")
    expect(page.locator(".kits a")).to_have_count(len(kit_ids()))
