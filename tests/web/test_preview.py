"""The preview follows every save, and says what is wrong beside the last good page."""

from __future__ import annotations

import http.client
import json
import shutil
import time
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from printkit.jobs.screen.screen_kits import game_kits
from tests.tiny_kit import spoil, write_kit
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, chromium


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


@pytest.fixture
def watching(kit, tmp_path):
    running = Running(tmp_path / "tables", kit)
    yield running.visitor()
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 5, "an open stream does not keep the server"


def test_a_kit_without_this_language_keeps_its_title(tmp_path):
    folder = Path(__file__).parent.parent / "data" / "strangers" / "guild"
    (guild,) = game_kits(folder, "/part")
    assert (guild.title("en"), guild.title("ja")) == ("The guild", "The guild")
    spoil(broken := write_kit(tmp_path), "kit.toml", "[", "[[")
    (spoilt,) = game_kits(broken, "/part")
    assert spoilt.title("ja") == "tiny"


def events(visitor, kit):
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    try:
        connection.request("GET", f"/preview/{kit.name}/events", headers={"Cookie": visitor.cookie})
        answer = connection.getresponse()
        assert answer.headers["content-type"].startswith("text/event-stream")
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
        answer.close()
    finally:
        connection.close()


def test_every_save_makes_it_anew_and_errors_stand_beside_it(watching, kit):
    stream = events(watching, kit)
    first = next(stream)
    assert first["problems"] == []
    assert first["sizes"] == ["small"]
    text = kit / "text.en.toml"
    good = text.read_text(encoding="utf-8")
    time.sleep(0.3)
    text.write_text(good.replace('"One"', '"Another"'), encoding="utf-8")
    second = next(each for each in stream if each["stamp"] != first["stamp"])
    assert second["problems"] == []
    assert "Another" in watching.send("GET", f"/preview/{kit.name}").body.decode()
    text.write_text(good + "\n[broken\n", encoding="utf-8")
    third = next(each for each in stream if each["problems"])
    assert "text.en.toml" in third["problems"][0]["text"]
    assert third["broken"]
    assert third["stamp"] == second["stamp"]
    assert "Another" in watching.send("GET", f"/preview/{kit.name}").body.decode()
    stream.close()


def test_the_page_is_shut_in_a_frame(watching, kit):
    policy = watching.send("GET", f"/preview/{kit.name}").headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "connect-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy


def test_only_the_kit_that_was_named_is_shown(watching):
    for name in ("youscout", "..", "%2e%2e%2f", "no-kit"):
        assert watching.send("GET", f"/preview/{name}").status == 404


def test_a_size_the_kit_does_not_have_is_a_problem_beside_no_page(watching, kit):
    assert watching.send("GET", f"/preview/{kit.name}?card=small").body
    answer = watching.send("GET", f"/preview/{kit.name}?card=huge")
    assert (answer.status, answer.body) == (200, b"")


def test_a_browser_shows_the_cards_and_their_sizes(kit, tmp_path):
    layout = kit / "layout.toml"
    words = layout.read_text(encoding="utf-8")
    larger = words.replace(".small", ".large").replace('"40mm"', '"50mm"').replace('"60mm"', '"70mm"')
    layout.write_text(words + larger, encoding="utf-8")
    long = f'two.name = "{"Far too long " * 9}"'
    spoil(kit, "text.en.toml", 'two.name = "Two"', long)
    running = Running(tmp_path / "tables", kit)
    with chromium() as browser:
        page = browser.new_page(viewport=PHONE)
        said: list[str] = []
        page.on(
            "console",
            lambda line: said.append(f"{line.text} {line.location}") if line.type == "error" else None,
        )
        page.goto(running.address)
        page.goto(f"http://127.0.0.1:{running.port}/#/preview/{kit.name}")
        for size, shape in (("small", 66 / 46), ("large", 76 / 56)):
            page.wait_for_selector("select:not([hidden])")
            page.select_option("select", size)
            frame = page.frame_locator(f'iframe[src*="card={size}"]')
            picture = frame.locator("figure[data-card=one] img")
            picture.wait_for()
            page.wait_for_timeout(500)
            wide, high = picture.evaluate("image => [image.naturalWidth, image.naturalHeight]")
            assert high / wide == pytest.approx(shape, abs=0.02), "the picture was loaded"
            assert "mm wide where" in frame.locator("figure[data-card=two] ul").inner_text()
        assert "mm wide where" in page.locator(".preview .panel").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The small picture on the home page is of the card that does not fit.
        assert [line for line in said if "/part/" not in line] == []
    running.stop()


HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
SHOWN = "figure:not([hidden])"


@pytest.mark.parametrize(
    ("viewport", "language", "theme"), [(DESK, "en", "light"), (PHONE, "ja", "dark")], ids=["desk", "phone"]
)
def test_a_designer_keeps_it_open(viewport, language, theme, tmp_path):
    kit = Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))
    table = kit / "cards.csv"
    good = table.read_text(encoding="utf-8")
    running = Running(tmp_path / "tables", kit)
    with chromium() as browser:
        context = browser.new_context(viewport=viewport, reduced_motion="reduce")
        memory = json.dumps({"lang": language, "theme": theme, "pace": "hand"})
        context.add_init_script(f"self.origin === 'null' || localStorage.setItem('printkit', '{memory}')")
        page = context.new_page()
        requests: list[str] = []
        complaints: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(running.address)
        page.goto(f"http://127.0.0.1:{running.port}/#/preview/harbour")
        frame = page.frame_locator("iframe")
        frame.locator("figure[data-card=ada-the-pilot] img").wait_for()
        inside = next(each for each in page.frames if "/preview/" in each.url and each != page.main_frame)
        assert inside.evaluate("document.documentElement.lang") == language
        assert inside.evaluate("document.documentElement.classList.contains('dark')") == (theme == "dark")
        if viewport is PHONE:
            frame.locator("summary").click()

        # Search and filters, which stay while the page follows saves.
        every = frame.locator(SHOWN).count()
        frame.locator("#component button[value=orders]").click()
        orders = frame.locator(SHOWN).count()
        assert 0 < orders < every
        frame.locator("#component button[value=all]").click()
        frame.locator("#search").fill("letter")
        # Found by a cell that is not printed.
        expect(frame.locator(SHOWN)).to_have_count(1)
        frame.locator("#guides button[value=trim]").click()

        # A save: the card is marked, its row is beside it, and what it was is a click away.
        table.write_text(good.replace("Each turn", "Every turn"), encoding="utf-8")
        changed = frame.locator("figure.changed")
        changed.wait_for()
        assert changed.get_attribute("data-card") == "ada-the-pilot"
        assert frame.locator("#search").input_value() == "letter"
        after = changed.locator("img").get_attribute("src")
        changed.locator(".before").click()
        assert changed.locator("img").get_attribute("src") != after
        changed.locator(".before").click()
        assert changed.locator("img").get_attribute("src") == after
        changed.locator(".zoom").press("Enter")
        assert "Every turn" in frame.locator("dialog tbody").inner_text()
        assert "cards.csv" in frame.locator("dialog caption").inner_text()
        inside.evaluate(AXE.read_text(encoding="utf-8"))
        assert violations(inside) == []
        page.keyboard.press("Escape")
        frame.locator("#search").fill("")

        # Keys alone go from card to card.
        frame.locator("figure[data-card=ada-the-pilot] .zoom").press("Enter")
        page.keyboard.press("ArrowRight")
        expect(frame.locator("#large-name")).to_have_text("Brook the Smuggler")
        page.keyboard.press("Escape")

        # While the kit is broken the cards stay, and the error stands at its card.
        table.write_text(good.replace("Ada the Pilot,Character,1", "Ada the Pilot,Character,many"), "utf-8")
        wrong = frame.locator("figure[data-card=ada-the-pilot] li")
        wrong.wait_for()
        assert "'many' is no number of copies" in wrong.inner_text()
        expect(frame.locator(SHOWN)).to_have_count(every)
        assert frame.locator("#said.wrong").inner_text()
        assert violations(inside) == []
        table.write_text(good, encoding="utf-8")
        wrong.wait_for(state="detached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints == []
        own = f"http://127.0.0.1:{running.port}/"
        assert [
            each for each in requests if not each.startswith((own, f"blob:{own}", "blob:null", "data:"))
        ] == []
    running.stop()


def violations(frame):
    found = frame.evaluate("axe.run()")["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]
