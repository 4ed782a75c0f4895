"""The page for checking: what `printkit check` finds, shown beside the pages, of files from anybody."""

from __future__ import annotations

import json
import re
import socket
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from playwright.sync_api import expect

from printkit.cli.app import main
from printkit.interchange.archive import packed_files
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import find_kit
from printkit.web import answers, checking
from printkit.web.words import finding_titles, words_of
from tests.tiny_kit import spoil, spoilt_copy, write_kit
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, violations

SLOW = 400_000
WORDS = words_of("en")


def built(out, **asked):
    (entry,) = build(BuildRequest(only=("deck",), out=out, **asked))
    return entry.file


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A deck as the kit prints it, by a name that says nothing."""
    out = tmp_path_factory.mktemp("good")
    return built(out / "built", kits=("tottarot",)).rename(out / "cards.pdf")


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """The same deck with another number on one card."""
    out = tmp_path_factory.mktemp("wrong")
    star = 'id = "star"\nface = "fate"\nart = ["star-1.svg", "star-2.svg", "star-3.svg"]\npoints = '
    kit = spoilt_copy(find_kit("tottarot").folder, out / "tottarot", "cards.toml", f"{star}2", f"{star}5")
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    spoil(kit, "kit.toml", text, f"variant = true\n{text}")
    return built(out / "built", kit_dir=kit).rename(out / "cards.pdf")


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """Where temporary files lie; whatever happens, nothing of a check may be left there."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert [*place.glob("printkit-check-*")] == []


def sent(visitor, data, name="cards.pdf", kit=""):
    """A file handed over in one piece."""
    patient = replace(visitor, seconds=SLOW / 1000)
    return patient.send("POST", f"/api/check/file?name={name}&kit={kit}", data)


# ── what the page is told ────────────────────────────────────────────────────────────────────────────────────────────


def encrypted(file, target):
    with pikepdf.open(file) as pdf:
        pdf.save(target, encryption=pikepdf.Encryption(owner="one", user="other"))
    return target.read_bytes()


def test_what_cannot_be_checked_is_one_line_and_the_server_goes_on(visitor, good, tmp_path):
    bad = {
        "letter.txt": b"Dear printer,\nplease print this.",
        "cut.pdf": good.read_bytes()[:3000],
        "locked.pdf": encrypted(good, tmp_path / "locked.pdf"),
        "cards.zip": b"PK and nothing more",
    }
    for name, data in bad.items():
        answer = sent(visitor, data, name)
        said = json.loads(answer.body)
        assert answer.status == 409, said
        assert said["error"].startswith(f"{name}: ")
        assert "\n" not in said["error"]
    assert sent(visitor, b"%PDF-1.7", kit="no-such-kit").status == 404
    answer = sent(visitor, good.read_bytes(), "..%2F..%2Fcards.pdf", "tottarot")
    facts = json.loads(answer.body)
    assert (facts["file"], facts["kit"], facts["clean"]) == ("cards.pdf", "tottarot", True)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("deck.pdf", "deck.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\cards\\札.pdf", "札.pdf"),
        ("..", "file.pdf"),
        ("", "file.pdf"),
        ("a\nb\0c<i>.pdf", "abci.pdf"),
        (f"{'x' * 500}.pdf", f"{'x' * 56}.pdf"),
    ],
)
def test_a_name_leads_nowhere(given, name):
    assert checking._name(given) == name


def test_a_file_that_is_no_kits_is_checked_by_itself(visitor, tmp_path):
    stranger = built(tmp_path / "out", kit_dir=write_kit(tmp_path)).read_bytes()
    alone = json.loads(sent(visitor, stranger).body)
    assert (alone["kit"], alone["compared"], alone["counts"]["proved"]) == ("", False, 0)
    assert {each["severity"] for each in alone["findings"] if each["code"] == "no-known-face"} == {"note"}
    named = json.loads(sent(visitor, stranger, kit="tottarot").body)
    assert {each["severity"] for each in named["findings"] if each["code"] == "no-known-face"} == {"error"}


def test_a_kit_of_ones_own_is_chosen(visitor, tmp_path):
    kit = write_kit(tmp_path)
    file = built(tmp_path / "out", kit_dir=kit).read_bytes()
    files = (each for each in kit.rglob("*") if each.is_file())
    data = packed_files({each.relative_to(kit).as_posix(): each.read_bytes() for each in files}, "tiny")
    brought = json.loads(visitor.send("POST", "/api/own/drop?name=tiny.zip", data).body)["kit"]
    try:
        assert brought in visitor.ask("/api/check")["own"]
        facts = json.loads(sent(visitor, file, kit=brought).body)
        assert (facts["kit"], facts["clean"], facts["compared"]) == ("tiny", True, True)
    finally:
        visitor.ask(f"/api/own/{brought}", method="DELETE")
    running = Running(tmp_path / "tables", kit)
    try:
        own = running.visitor()
        assert own.ask("/api/check")["kit"] == "tiny"
        assert json.loads(sent(own, file, kit="tiny").body)["clean"]
        assert sent(own, file, kit="tottarot").status == 404
    finally:
        running.stop()


def test_a_number_that_the_rules_fix_is_told_with_its_rule(visitor, tmp_path):
    pope = 'art = "major-05.svg"\nnumber = 5\nsword = [5, '
    folder = find_kit("youscout").folder
    kit = spoilt_copy(folder, tmp_path / "youscout", "cards.toml", f"{pope}0]", f"{pope}3]")
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    spoil(kit, "kit.toml", text, f"variant = true\n{text}")
    file = built(tmp_path / "out", kit_dir=kit, cards=("major-05", "major-10"))
    facts = json.loads(sent(visitor, file.read_bytes(), kit="youscout").body)
    told = [each for each in facts["findings"] if each["code"] == "figure"]
    assert {(each["card"], each["expected"], each["found"], each["hint"]) for each in told} == {
        ("major-05", "'0'", "'3'", "by youscout §1.5")
    }


def test_every_finding_of_the_guide_has_a_japanese_title():
    guide = (Path(__file__).parents[2] / "docs" / "press.md").read_text(encoding="utf-8")
    tables = [table.partition("\n\n")[0] for table in guide.split("| code | found when |")[1:]]
    cells = re.findall(r"^\| (`[^|]*) \|", "\n".join(tables), re.MULTILINE)
    codes = {*re.findall("`([^`]*)`", " ".join(cells))}
    titles = finding_titles("ja")
    assert len(codes) > 80
    assert codes - titles.keys() == set()
    assert [title for title in titles.values() if re.search("[a-z]{3}", title)] == []
    assert finding_titles("en") == {}


def test_too_much_and_too_long_are_said(tmp_path, good, monkeypatch):
    monkeypatch.setattr(checking, "MOST_FILE", 3_000_000)
    monkeypatch.setattr(checking, "CHECKING", 0.2)
    running = Running(tmp_path / "tables")
    try:
        visitor = running.visitor()
        half = bytes(2_000_000)
        first = json.loads(visitor.send("POST", "/api/check/file?more=1", half).body)["id"]
        assert visitor.send("POST", f"/api/check/file?more=1&id={first}", half).status == 413
        assert visitor.send("POST", f"/api/check/file?id={first}", b"").status == 404
        answer = sent(visitor, good.read_bytes())
        assert (answer.status, json.loads(answer.body)["error"]) == (409, "it took too long")
        assert visitor.ask("/api/check")["most"] == 3_000_000
    finally:
        running.stop()


def test_an_upload_that_ends_halfway_harms_nobody(visitor, good, caplog):
    head = (
        f"POST /api/check/file?name=x.pdf HTTP/1.1\r\nHost: 127.0.0.1:{visitor.port}\r\nCookie: {visitor.cookie}\r\n"
        f"Origin: {visitor.origin}\r\nContent-Length: 900000\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", visitor.port)) as connection:
        connection.sendall(head.encode() + good.read_bytes()[:9000])
    assert json.loads(sent(visitor, good.read_bytes()).body)["clean"]
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


def piece(visitor, data, given=""):
    """A piece of a file after which another comes; the id of the file, empty where it was given up."""
    answer = visitor.send("POST", f"/api/check/file?more=1&id={given}", data)
    return str(json.loads(answer.body).get("id", ""))


def test_files_of_two_tabs_come_side_by_side(visitor):
    first = piece(visitor, b"one ")
    second = piece(visitor, b"two ")
    for given in (first, second):
        assert piece(visitor, b"more", given) == given
        answer = visitor.send("POST", f"/api/check/file?name=x.pdf&id={given}")
        assert (answer.status, b"not a readable PDF" in answer.body) == (409, True)


def test_no_more_is_held_than_one_file_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "MOST_FILE", 3_000_000)
    running = Running(tmp_path / "tables")
    try:
        visitor = running.visitor()
        first, second, third = (piece(visitor, bytes(1_200_000)) for _ in range(3))
        assert [piece(visitor, b"", given) for given in (first, second, third)] == ["", second, third]
    finally:
        running.stop()


def test_a_file_whose_next_piece_never_comes_is_given_up(visitor, monkeypatch):
    monkeypatch.setattr(answers, "PATIENCE", 0.3)
    given = piece(visitor, b"%PDF")
    assert piece(visitor, b"-1.7", given) == given
    time.sleep(1.0)
    assert piece(visitor, b"", given) == ""


# ── in the browser ───────────────────────────────────────────────────────────────────────────────────────────────────


def visit(browser, server, lang, size, theme):
    made = Visit(browser, server.address, lang, viewport=size, theme=theme)
    made.page.goto(f"http://127.0.0.1:{server.port}/check/")
    made.page.wait_for_selector(".drop")
    return made.page, made.complaints


def chosen(page, file):
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("#main[aria-busy]")
    page.wait_for_selector("#main:not([aria-busy])", timeout=SLOW)


def saved(page, words):
    with page.expect_download() as download:
        page.click(f".head button >> text={words}")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_good_deck_has_no_faults_and_what_was_looked_at_is_said(browser, server, good):
    page, complaints = visit(browser, server, "en", DESK, "light")
    assert violations(page, "begin") == []
    chosen(page, good)
    expect(page.locator("#main h2")).to_contain_text(WORDS["check.clean"])
    expect(page.locator(".head p").first).to_have_text("cards.pdf: 6 pages, recognised as Tottarot")
    expect(page.locator(".finding")).to_have_count(0)
    yes, no = page.locator(".looked"), page.locator(".unlooked")
    expect(yes).to_contain_text(WORDS["check.looked-faces"].replace("<number>", "21"))
    expect(yes).to_contain_text(WORDS["check.looked-figures"].replace("<number>", "84"))
    expect(yes).to_contain_text(WORDS["check.looked-compared"])
    expect(no).to_contain_text(WORDS["check.not-links"])
    expect(no).to_contain_text(WORDS["check.not-service"])
    assert violations(page, "clean") == []
    assert complaints == []
    page.context.close()


def test_a_wrong_number_is_told_marked_and_taken_along(
    browser,
    server,
    wrong,
    tmp_path,
    monkeypatch,
    capsys,
):
    page, complaints = visit(browser, server, "en", DESK, "light")
    chosen(page, wrong)
    monkeypatch.chdir(wrong.parent)
    report, marked = tmp_path / "report.html", tmp_path / "marked.pdf"
    assert main(["check", "cards.pdf", "--html", str(report), "--annotate", str(marked)]) == 1
    number = len(re.findall("^cards.pdf: error", capsys.readouterr().out, re.MULTILINE))
    title = WORDS["check.wrong"].replace("<number>", str(number))
    expect(page.locator("#main h2")).to_contain_text(title)
    first = page.locator("button.finding").first
    for words in (
        "another letter",
        "The Star",
        "points, head",
        "should be '2'",
        "the file has '5'",
        "page 1",
    ):
        expect(first).to_contain_text(words)
    # Its mark lies on the page as it is, in its place, and beside it what should be there.
    expect(page.locator("[data-view=seen] g.chosen rect")).to_be_visible()
    place = page.locator("[data-view=seen] g.chosen rect").bounding_box()
    paper = page.locator(".views [data-view=seen] img").bounding_box()
    assert place
    assert paper
    (x, y) = (float(each) for each in re.findall(r"([\d.]+) mm from", first.text_content() or ""))
    assert place["x"] == pytest.approx(paper["x"] + paper["width"] * x / 297, abs=4)
    assert place["y"] == pytest.approx(paper["y"] + paper["height"] * y / 210, abs=4)
    expect(page.locator(".lens")).to_have_count(2)
    expect(page.locator(".views [data-view=difference]")).to_be_hidden()
    page.check("#difference")
    expect(page.locator(".views [data-view=difference] img")).to_be_visible()
    page.locator("button.finding").nth(1).click()
    expect(page.locator("button.finding").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("g.chosen")).to_have_attribute("data-finding", "2")
    assert violations(page, "wrong") == []
    assert saved(page, WORDS["check.report"]) == ("cards-report.html", report.read_bytes())
    assert saved(page, WORDS["check.annotated"]) == ("cards-marked.pdf", marked.read_bytes())
    assert complaints == []
    page.context.close()


def test_it_is_used_on_a_phone_in_the_dark_in_japanese(browser, server, wrong):
    words = words_of("ja")
    page, complaints = visit(browser, server, "ja", PHONE, "dark")
    assert violations(page, "begin") == []
    chosen(page, wrong)
    for said in (finding_titles("ja")["figure"], "another letter", words["check.expected"]):
        expect(page.locator(".finding").first).to_contain_text(said)
    page.locator("button.finding").nth(2).click()
    expect(page.locator(".lens").first).to_be_in_viewport()
    assert violations(page, "wrong") == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    # The other language is another wording of the same, without another check.
    page.click(f"#switches button >> text={words['language']}")
    expect(page.locator(".finding").first).to_contain_text("should be")
    page.locator("select").select_option("youscout")
    page.click(f"text={WORDS['check.again']}")
    page.wait_for_selector("#main[aria-busy]")
    page.wait_for_selector("#main:not([aria-busy])", timeout=SLOW)
    expect(page.locator(".unlooked")).to_contain_text(WORDS["check.not-kit"])
    assert complaints == []
    page.context.close()


def test_a_check_is_cancelled_and_another_begins(browser, server, good, wrong, tmp_path):
    page, complaints = visit(browser, server, "en", DESK, "light")
    (tmp_path / "letter.pdf").write_bytes(b"Dear printer, please print this.")
    chosen(page, tmp_path / "letter.pdf")
    expect(page.locator("#problem")).to_contain_text("letter.pdf: ")
    assert [each for each in complaints if "409" not in each] == []
    page.set_input_files("input[type=file]", wrong)
    page.click(f".working button >> text={WORDS['check.cancel']}")
    expect(page.locator("#problem")).to_have_text(WORDS["check.cancelled"])
    # The button that was pressed is gone: the keyboard goes on from the one that begins anew.
    expect(page.locator("button.main")).to_be_focused()
    chosen(page, good)
    expect(page.locator("#main h2")).to_contain_text(WORDS["check.clean"])
    page.context.close()


# Something dropped on an element of the page, with the letters in it.
DROP = """([place, name, text]) => {
    const brought = new DataTransfer();
    brought.items.add(new File([text], name));
    const event = new DragEvent("drop", {dataTransfer: brought, bubbles: true, cancelable: true});
    return document.querySelector(place).dispatchEvent(event);
}"""


def test_of_two_files_the_second_is_named_as_not_checked(browser, server):
    page, _ = visit(browser, server, "en", DESK, "light")
    two = DROP.replace("const event", "brought.items.add(new File(['more'], 'other.pdf')); const event")
    page.evaluate(two, ["#bar", "letter.pdf", "Dear printer, please print this."])
    said = WORDS["check.one-at-a-time"].replace("<name>", "letter.pdf")
    expect(page.locator("#problem")).to_contain_text(said, timeout=SLOW)
    page.context.close()


def test_pages_without_a_picture_are_counted(browser, server, wrong):
    """A long file has pictures of its first pages with findings."""
    page, _ = visit(browser, server, "en", DESK, "light")
    many = 30

    def answered(route):
        answer = route.fetch()
        found = answer.json()
        if "findings" in found:
            found["pages"] += many
            found["findings"] += [{**found["findings"][0], "page": 90 + at} for at in range(many)]
        route.fulfill(response=answer, json=found)

    page.route("**/check/file*", answered)
    chosen(page, wrong)
    said = WORDS["check.not-pictured"].replace("<number>", str(many))
    expect(page.locator(".viewer .bare")).to_have_text(said)
    page.context.close()


def test_another_language_while_it_is_checked_loses_nothing(browser, server):
    page, complaints = visit(browser, server, "en", DESK, "light")
    # Beside the middle of the page too: else the browser would leave it for the file.
    assert not page.evaluate(DROP, ["#bar", "letter.pdf", "Dear printer, please print this."])
    page.wait_for_selector("#main[aria-busy]")
    page.click("#switches button[lang=ja]")
    expect(page.locator(".drop b")).to_have_text(words_of("ja")["check.drop"])
    page.wait_for_selector("#main:not([aria-busy])", timeout=SLOW)
    # Whichever came first, the answer or the other words: it stands in the page as it is now.
    expect(page.locator("#problem")).to_contain_text("letter.pdf")
    expect(page.locator(".working")).to_be_hidden()
    assert [each for each in complaints if "409" not in each] == []
    page.context.close()


def test_what_cannot_be_read_is_said_in_japanese(visitor, good, tmp_path):
    bad = {
        "letter.pdf": (b"Dear printer", "PDFとして読めません（壊れているかもしれません）"),
        "locked.pdf": (
            encrypted(good, tmp_path / "locked.pdf"),
            "PDFとして読めません（パスワードが必要です）",
        ),
        "cards.zip": (b"PK", "画像をまとめたZIPです。PDFを選んでください"),
    }
    for name, (data, said) in bad.items():
        answer = visitor.send("POST", f"/api/check/file?name={name}&lang=ja", data)
        assert json.loads(answer.body)["error"] == f"{name}：{said}"


def test_the_first_page_and_that_for_printing_lead_here(browser, server):
    page, _ = visit(browser, server, "en", DESK, "light")
    for place, words in (("", WORDS["front.check"]), ("print/tottarot", WORDS["print.check"])):
        page.goto(f"http://127.0.0.1:{server.port}/{place}")
        page.click(f"main a >> text={words}")
        page.wait_for_selector(".drop")
        assert page.title().startswith(WORDS["check.title"])
    page.context.close()
