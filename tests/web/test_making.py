"""The page for making under `serve`: a kit is dropped, mended, its files edited, and printed as `build` prints it."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect

from printkit.interchange.archive import packed_files, unpacked_files
from printkit.jobs.build.build import build
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.schema import schema_for
from printkit.jobs.screen.own_kits import OwnKits
from printkit.kit.load import load_kit
from printkit.web.guard import LARGEST
from printkit.web.making import MOST_ARCHIVE
from printkit.web.words import words_of
from tests.web.visit import DESK, PHONE, edited_text, retype, violations

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
# Milliseconds until a process beside the server has started, on a machine that may be busy.
SLOW = 60_000


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The harbour kit with the name of one picture misspelled, as somebody drops it."""
    files = files_of(HARBOUR)
    files["cards.csv"] = files["cards.csv"].replace(b"emre.jpg", b"emmre.jpg")
    file = tmp_path_factory.mktemp("dropped") / "harbour.zip"
    file.write_bytes(packed_files(files, "harbour"))
    return file


@pytest.fixture
def kit(visitor):
    """The harbour kit as it is, in the server's folder as long as the test runs."""
    name = dropped(visitor)
    yield name
    visitor.ask(f"/api/own/{name}", method="DELETE")


def dropped(visitor):
    data = packed_files(files_of(HARBOUR), "harbour")
    half = len(data) // 2
    first = json.loads(visitor.send("POST", "/api/own/drop?name=h.zip&more=1", data[:half]).body)
    last = visitor.send("POST", f"/api/own/drop?name=h.zip&id={first['id']}", data[half:])
    assert last.status == 201
    return str(json.loads(last.body)["kit"])


def test_an_archive_comes_in_pieces_and_goes_as_it_came(visitor, kit):
    assert kit == "~harbour"
    assert kit in visitor.ask("/api/own")["kits"]
    data = b64decode(visitor.ask(f"/api/own/{kit}/zip")["data"])
    assert unpacked_files(data, "") == files_of(HARBOUR)


def test_it_is_printed_as_build_prints_it(visitor, kit, tmp_path):
    facts = visitor.ask(f"/api/print/{kit}?lang=en")
    assert facts["command"] == "printkit build --kit-dir harbour"
    choice = {"part": "characters", "paper": "letter"}
    (made,) = visitor.ask(f"/api/print/{kit}/make?lang=en", choice)["files"]
    (built,) = build(BuildRequest(kit_dir=HARBOUR, only=("characters",), paper="letter", out=tmp_path))
    assert b64decode(made["data"]) == built.file.read_bytes()


def test_python_in_a_kit_is_kept_and_never_run(visitor, tmp_path):
    mark = tmp_path / "run"
    code = f"open({str(mark)!r}, 'w')\n".encode()
    names = ("game.py", "harbour.py", "conftest.py", "games/harbour/game.py", "games/harbour/__init__.py")
    files = files_of(HARBOUR) | dict.fromkeys(names, code)
    data = packed_files(files, "harbour")
    kit = json.loads(visitor.send("POST", "/api/own/drop?name=h.zip", data).body)["kit"]
    try:
        assert visitor.ask(f"/api/own/{kit}/cards?lang=en", {"known": []})["cards"]
        assert visitor.ask(f"/api/print/{kit}/make?lang=en", {"part": "characters"})["files"]
        assert unpacked_files(b64decode(visitor.ask(f"/api/own/{kit}/zip")["data"]), "") == files
        assert not mark.exists()
    finally:
        visitor.ask(f"/api/own/{kit}", method="DELETE")


def test_a_text_is_changed_and_drawn(visitor, kit):
    before = visitor.ask(f"/api/own/{kit}/cards?lang=en", {"known": []})
    text = visitor.ask(f"/api/own/{kit}/text?file=layout.toml")["text"]
    change = {"file": "layout.toml", "text": text.replace('em = "13pt"', 'em = "12pt"')}
    assert visitor.send("POST", f"/api/own/{kit}/file", json.dumps(change).encode()).status == 201
    after = visitor.ask(f"/api/own/{kit}/cards?lang=en", {"known": [*before["looks"]]})
    characters = [card for card in load_kit(HARBOUR).cards if card.component == "characters"]
    assert len(after["looks"]) == len(characters), "only what changed is sent"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("~nobody/cards", {"known": []}, 404),
        ("..%2F~harbour/cards", {"known": []}, 404),
        ("~harbour/cards", {"known": "all"}, 400),
        ("~harbour/file", {"file": "../x.toml", "text": ""}, 400),
        ("~harbour/mend", {"file": "kit.toml", "wrong": "nowhere", "meant": "x"}, 400),
        ("begin", {"starter": "../../youscout"}, 400),
    ],
)
def test_what_cannot_be_is_refused(visitor, kit, path, body, status):
    answer = visitor.send("POST", f"/api/own/{path}", json.dumps(body).encode())
    assert answer.status == status
    assert "\n" not in json.loads(answer.body)["error"] if status == 400 else answer.body
    assert files_of(HARBOUR) == unpacked_files(b64decode(visitor.ask(f"/api/own/{kit}/zip")["data"]), "")


def test_a_kit_that_another_page_deletes_meanwhile_is_not_there(visitor, monkeypatch):
    monkeypatch.setattr(OwnKits, "ids", lambda self: ("~gone",))
    answer = visitor.send("DELETE", "/api/own/~gone?lang=ja")
    assert (answer.status, json.loads(answer.body)) == (404, {"error": "ここには何もありません"})


def test_too_large_an_archive_is_given_up(visitor):
    piece, given = bytes(LARGEST), ""
    for _ in range(MOST_ARCHIVE // LARGEST + 1):
        answer = visitor.send("POST", f"/api/own/drop?name=x.zip&more=1&id={given}", piece)
        if answer.status != 200:
            break
        given = json.loads(answer.body)["id"]
    assert answer.status == 413
    assert visitor.send("POST", f"/api/own/drop?name=x.zip&id={given}", b"").status == 404


def test_the_schema_of_a_file_is_told(visitor, kit):
    assert visitor.ask(f"/api/own/{kit}/schema?file=layout.toml")["schema"]["title"]
    assert visitor.ask(f"/api/own/{kit}/schema?file=notes.toml")["schema"] is None


# ── in the browser ───────────────────────────────────────────────────────────────────────────────────────────────────


def visit(browser, server, language, size, scheme):
    context = browser.new_context(
        viewport=size, locale=language, color_scheme=scheme, reduced_motion="reduce"
    )  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.address)
    page.goto(f"http://127.0.0.1:{server.port}/make/")
    page.wait_for_selector(".drop")
    return page


@pytest.mark.parametrize(("language", "size", "scheme"), [("en-US", DESK, "light"), ("ja-JP", PHONE, "dark")])
def test_a_dropped_kit_is_seen_mended_and_edited(browser, server, archive, language, size, scheme):
    page, words = visit(browser, server, language, size, scheme), words_of(language[:2])
    assert violations(page, "begin") == []
    page.set_input_files(".drop input[multiple]", archive)
    expect(page.locator(".cards li")).to_have_count(len(load_kit(HARBOUR).cards), timeout=SLOW)
    expect(page.locator(".cards .note")).to_have_count(1)
    assert violations(page, "bench") == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    # The one fault is chosen, and one click mends it.
    expect(page.locator(".chosen-card h2")).to_have_text("Emre the Cook")
    page.click(".fault[data-mend] button")
    expect(page.locator(".cards .note")).to_have_count(0)
    page.fill("#search", "smuggler")
    expect(page.locator(".cards li")).to_have_count(1)
    page.click(".cards button")
    expect(page.locator(".chosen-card h2")).to_have_text("Brook the Smuggler")
    page.fill("#search", "")
    field = page.get_by_label("Cost", exact=True)
    field.fill("7")
    text = page.locator(".cm-content")
    page.click(".tabs button >> text=cards.csv")
    expect(text).to_contain_text("Brook the Smuggler,Character,1,7")
    field.fill("2")
    expect(text).to_contain_text("Brook the Smuggler,Character,1,2")
    assert edited_text(page) == (HARBOUR / "cards.csv").read_text(encoding="utf-8")
    page.click(".tabs button >> text=kit.toml")
    expect(text).to_have_attribute("aria-label", re.compile("kit.toml"))
    assert edited_text(page) == (HARBOUR / "kit.toml").read_text(encoding="utf-8")
    retype(page, 'size = "poker"', 'size = "pokr"')
    # The fault is marked at its line, and listed below.
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator(".cm-lintRange-error")).to_have_text('size = "pokr"')
    expect(page.locator(".notes")).to_contain_text("4: size")
    expect(page.locator(".loose .fault").first).to_be_visible()
    assert violations(page, "fault") == []
    expect(page.locator(".cards li")).to_have_count(len(load_kit(HARBOUR).cards))
    page.keyboard.press("Control+z")
    expect(page.locator(".loose .fault")).to_have_count(0)
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)
    with page.expect_download() as saved:
        page.click(f".last button >> text={words['make.save']}")
    assert unpacked_files(Path(saved.value.path()).read_bytes(), "") == files_of(HARBOUR)
    page.click(".last a")
    expect(page.locator(".part")).to_have_count(len(parts_of(load_kit(HARBOUR))), timeout=SLOW)
    page.context.close()


def test_what_is_dropped_beside_a_kit_is_taken_once(browser, server, visitor, archive):
    page = visit(browser, server, "en-US", DESK, "light")
    before = set(visitor.ask("/api/own")["kits"])
    data = b64encode(archive.read_bytes()).decode()
    for at, place in enumerate((".drop", ".wall", "#bar"), 1):
        page.wait_for_selector(place)
        shown = page.evaluate("location.hash")
        page.evaluate(
            """([place, data]) => {
                const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
                const brought = new DataTransfer();
                brought.items.add(new File([bytes], "harbour.zip"));
                const event = new DragEvent("drop", {dataTransfer: brought, bubbles: true, cancelable: true});
                document.querySelector(place).dispatchEvent(event);
            }""",
            [place, data],
        )
        page.wait_for_function("hash => location.hash !== hash", arg=shown)
        page.wait_for_selector(".cards li")
        assert len(visitor.ask("/api/own")["kits"]) == len(before) + at
    for kit in set(visitor.ask("/api/own")["kits"]) - before:
        visitor.ask(f"/api/own/{kit}", method="DELETE")
    page.context.close()


def test_a_hostile_archive_is_said_and_nothing_is_kept(browser, server, visitor, tmp_path):
    before = visitor.ask("/api/own")["kits"]
    page = visit(browser, server, "en-US", DESK, "light")
    (tmp_path / "bad.zip").write_bytes(b"PK and nothing more")
    page.set_input_files(".drop input[multiple]", tmp_path / "bad.zip")
    expect(page.locator("#problem")).to_contain_text("is no ZIP that can be read")
    assert visitor.ask("/api/own")["kits"] == before
    page.context.close()


OFFERED = """async ([schema, text]) => {
  const { offered } = await import("/static/complete.js");
  return offered(schema, text.replace("|", ""), text.indexOf("|")).words.map(({ word }) => word);
}"""


@pytest.mark.parametrize(
    ("file", "text", "some", "none"),
    [
        ("kit.toml", 'id = "x"\nl|', {"languages"}, {"id", "size"}),
        ("kit.toml", "[inks.sea]\n|", {"srgb", "cmyk"}, {"id"}),
        ("kit.toml", 'id = "x"\ncolours = "|', {"exact", "kept", "nearest"}, set()),
        ("kit.toml", "variant = t|", {"true"}, {"false"}),
        ("layout.toml", "[[faces.a.poker]]\n|", {"block"}, {"em"}),
        ("layout.toml", '[[faces.a.poker]]\nblock = "sh|', {"shape"}, {"text"}),
        (
            "layout.toml",
            '[[faces.a.poker]]\nblock = "text"\n|\n\n[[faces.b.poker]]\nem = 3',
            {"em", "markup"},
            {"block", "radius"},
        ),
        ("cards.toml", '[[card]]\nid = "a"\n|', {"face", "art", "copies"}, {"id"}),
        ("layout.toml", "# anything |", set(), {"sizes"}),
        ("text.en.toml", "[kit]\ntitle = |", set(), {"true"}),
    ],
)
def test_what_may_stand_at_the_caret_is_offered(browser, server, file, text, some, none):
    page = visit(browser, server, "en-US", DESK, "light")
    words = {*page.evaluate(OFFERED, [schema_for(file), text])}
    assert some <= words
    assert words.isdisjoint(none)
    page.context.close()


@pytest.fixture
def poker(browser, server, visitor):
    """A kit of its own in the editor, its layout first."""
    kit = visitor.ask("/api/own/begin", {"starter": "poker"})["kit"]
    page = visit(browser, server, "en-US", DESK, "light")
    page.goto(f"http://127.0.0.1:{server.port}/make/#{kit}")
    page.wait_for_selector(".cards li")
    expect(page.locator(".cm-content")).to_contain_text("sizes.poker")
    yield page
    page.context.close()
    visitor.ask(f"/api/own/{kit}", method="DELETE")


def test_what_is_offered_is_put_in_by_a_click_or_a_key(poker):
    poker.click(".cm-content")
    poker.keyboard.press("Control+Home")
    poker.keyboard.type("[extends.other]\nfa")
    poker.click("[role=option] >> text=face")
    assert edited_text(poker).startswith("[extends.other]\nface = ")
    poker.keyboard.type('"poker"\n\n[[faces.x.poker]]\nblock = "sh')
    expect(poker.get_by_role("option", name="shape")).to_be_visible()
    assert violations(poker, "offered") == []
    # CodeMirror takes no key in the moment in which its list opens.
    poker.wait_for_timeout(200)
    poker.keyboard.press("Enter")
    assert '\nblock = "shape' in edited_text(poker)


def test_the_editor_searches_remembers_and_is_left_by_keys(poker):
    before = edited_text(poker)
    retype(poker, "[sizes.poker]", "[sizes.tarot]")
    poker.click(".tabs button >> text=kit.toml")
    expect(poker.locator(".cm-content")).to_have_attribute("aria-label", re.compile("kit.toml"))
    poker.click(".tabs button >> text=layout.toml")
    expect(poker.locator(".cm-content")).to_contain_text("sizes.tarot")
    poker.click(".cm-content")
    poker.keyboard.press("Control+z")
    assert edited_text(poker) == before
    poker.keyboard.press("Control+f")
    poker.keyboard.type("block")
    expect(poker.locator(".cm-searchMatch").first).to_be_visible()
    assert violations(poker, "search") == []
    poker.keyboard.press("Escape")
    expect(poker.locator(".cm-search")).to_have_count(0)
    expect(poker.locator(".cm-content")).to_be_focused()
    poker.keyboard.press("Tab")
    expect(poker.locator(".cm-content")).not_to_be_focused()
    poker.locator(".cm-content").focus()
    poker.keyboard.press("Escape")
    expect(poker.locator(".tabs button").first).to_be_focused()


def test_without_the_editor_a_text_is_edited_plainly(poker):
    poker.route(
        "**/editor/index.js", lambda route: route.fulfill(body="export {};", content_type="text/javascript")
    )
    poker.reload()
    area = poker.locator(".text textarea")
    expect(area).to_have_value(re.compile("sizes.poker"))
    area.fill(area.input_value().replace("width", "widht"))
    expect(poker.locator(".notes")).to_contain_text("unknown key")
    assert violations(poker, "plain") == []
    area.press("Escape")
    expect(poker.locator(".tabs button").first).to_be_focused()
