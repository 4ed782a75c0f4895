"""`check --html`: a page that opens without anything beside it, with pictures of what differs."""

from __future__ import annotations

import pikepdf
import pytest

from printkit.cli.app import main
from printkit.errors import InputError
from printkit.inspect.pages import open_pdf
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_report import Report, write_annotations, write_check_page
from printkit.kit.find import find_kit
from printkit.preflight.model import ERROR, Finding
from tests.tiny_kit import spoilt_copy
from tests.web.visit import chromium


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """A box that says another word than the kit."""
    out = tmp_path_factory.mktemp("box")
    words = ("text.en.toml", 'item-cards = "tarot', 'item-cards = "tarok')
    folder = spoilt_copy(find_kit("youscout").folder, out / "youscout", *words)
    (entry,) = build(BuildRequest(kit_dir=folder, only=("box",), out=out / "built"))
    return entry.file


def test_the_page_shows_what_differs_offline(box, tmp_path):
    with open_pdf(box) as pdf:
        assert pdf.is_own
    (report,) = check_reports([box], kit="youscout", pictures=True)
    target = write_check_page([report], tmp_path / "report.html")
    with chromium() as browser:
        page = browser.new_context(offline=True, viewport={"width": 1200, "height": 800}).new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(target.as_uri())
        widths = page.eval_on_selector_all("img", "all => all.map(each => each.naturalWidth)")
        captions = page.locator("figcaption").all_inner_texts()
        frame, shown = page.locator("rect").bounding_box(), page.locator("img").nth(1).bounding_box()
        words = page.locator("li").all_inner_texts()
    assert [each for each in requests if not each.startswith(("file:", "data:"))] == []
    assert captions == ["as it should be", "as it is", "the difference"]
    assert len(widths) == 3
    assert min(widths) > 500
    assert "expected 'tarotcards', found 'tarokcards'" in words[0]
    assert frame is not None
    assert shown is not None
    assert shown["x"] <= frame["x"] <= shown["x"] + shown["width"]
    assert shown["y"] <= frame["y"] <= shown["y"] + shown["height"]
    (finding,) = report.findings
    assert finding.rect is not None
    across = finding.rect.x / report.views[0].size.width
    assert frame["x"] - shown["x"] == pytest.approx(across * shown["width"], abs=8)


def test_the_command_writes_it_and_says_the_same(box, tmp_path, capsys):
    target = tmp_path / "report.html"
    assert main(["check", str(box), "--kit", "youscout", "--html", str(target)]) == 1
    assert "error text" in capsys.readouterr().out
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_every_place_that_differs_is_marked(box, tmp_path):
    """In the page of pictures and in the copy, although the report names one."""
    with pikepdf.open(box) as pdf:
        page = pdf.pages[0]
        page.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        marks = " ".join(f"{100 + 40 * number} 60 6 6 re f" for number in range(9))
        page.contents_add(pdf.make_stream(f"\nQ q 0.9 0.1 0.2 rg {marks} Q\n".encode()))
        pdf.save(tmp_path / "x.pdf")
    (report,) = check_reports([tmp_path / "x.pdf"], kit="youscout", pictures=True)
    places = sum(each.rect is not None for each in report.findings)
    also = sum(len(each.also) for each in report.findings)
    assert places + also == 10
    assert also
    write_annotations(report, tmp_path / "marked.pdf")
    with pikepdf.open(tmp_path / "marked.pdf") as pdf:
        frames = [each for each in pdf.pages[0].obj.Annots if str(each.get("/NM", "")).startswith("printkit")]
    told = sum(each.rect is None for each in report.findings)
    assert len(frames) == 10 + told
    page_of = write_check_page([report], tmp_path / "report.html").read_text(encoding="utf-8")
    assert page_of.count("<rect ") == 10


def test_what_files_say_is_text_and_no_markup(tmp_path):
    finding = Finding(ERROR, "text", "<script>", "<b>.pdf", 1, found="<img src=x>")
    page = write_check_page([Report("<b>.pdf", "", "<i>", (finding,))], tmp_path / "report.html")
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "<img" not in text
    assert "&lt;img src=x&gt;" in text


def test_a_file_that_is_checked_is_not_overwritten(box):
    with pytest.raises(InputError, match="overwrite"):
        write_check_page([Report(str(box), "", "", ())], box)
