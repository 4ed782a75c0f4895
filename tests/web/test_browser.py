"""The page in a real browser: games by clicks and keys, small and large, hidden hands, a server that is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from printkit.compose.table.zone_pen import named_cards
from printkit.games.record import read_record
from printkit.kit.find import find_kit
from printkit.web.session import resumed
from tests.web.visit import DESK, PHONE, Visit, serious


@pytest.fixture
def visit(browser, server):
    made = Visit(browser, server.address)
    yield made
    made.close()


def kept(server, table):
    return (server.state / f"{table}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["youscout", "cetkaik", "mok-kaik", "tottarot"])
def test_all_of_it_fits_the_screen(browser, server, game, size):
    visit = Visit(browser, server.address, viewport=size)
    visit.start(game, players=["human", "random"])
    rng = Random(1)
    for _ in range(4):
        visit.step(rng)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = visit.page.query_selector(".picture svg").bounding_box()
    assert box["width"] > 0.5 * size["width"]
    for button in visit.page.query_selector_all("#main button"):
        if place := button.bounding_box():
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= size["width"] + 1
            assert place["height"] >= 32
    visit.close()


def test_a_hidden_hand_is_never_in_another_seats_page(visit, server):
    """Whatever the page was given and shows between two seats names no card of a hand but the looking one's."""
    answers: list[str] = []
    visit.page.on(
        "response", lambda answer: answers.append(answer.text()) if "/api/tables/" in answer.url else None
    )
    table = visit.start("mok-kaik")
    rng = Random(5)
    codes = named_cards(find_kit("paper-cetkaik"))
    hidden = 0
    for _ in range(45):
        answers.clear()
        if not visit.step(rng):
            break
        page = visit.page.content() + "".join(answers)
        if visit.page.query_selector(".handover"):
            assert "thing" not in visit.page.inner_html("#main")
            assert "card-" not in page
            continue
        session = resumed(kept(server, table), table)
        looks = json.loads(answers[-1])["looks"]
        faces = {item.face for zone in session.state.table(looks).zones for item in zone.items if item}
        shown = {codes[face] for face in faces if face in codes}
        assert {*re.findall(r"card-([a-z0-9-]+)\.svg", page)} <= shown
        hidden += len({codes[card] for hand in session.state.hands for card in hand} - shown)
    assert hidden > 50


def test_two_games_at_one_screen_do_not_mix(browser, server):
    """A table that was changed in one window is shown anew in the other, which does nothing twice."""
    one, other = Visit(browser, server.address), Visit(browser, server.address)
    table = one.start("youscout")
    other.show(table)
    one.page.click(".next")
    one.page.wait_for_selector(".thing.live")
    other.page.click(".next")
    other.page.wait_for_selector(".thing.live")
    assert len(read_record(kept(server, table)).lines) == 1
    one.close()
    other.close()


def test_a_hint_says_what_each_action_is_worth(visit):
    visit.start("lu-tu", players=["human", "random"])
    rng = Random(2)
    for _ in range(8):
        if visit.page.query_selector("[data-action]"):
            break
        visit.step(rng)
    visit.page.keyboard.press("h")
    visit.page.wait_for_selector(".advice table", timeout=90_000)
    assert visit.page.query_selector_all(".advice tr")
    assert visit.page.is_enabled("[data-action]")


def test_a_hint_is_stopped_and_asked_for_again(visit):
    visit.start("mak-kaik", players=["human", "random", "random"])
    rng = Random(2)
    while not visit.page.query_selector("[data-action]"):
        visit.step(rng)
    visit.page.keyboard.press("h")
    visit.page.click(".searching button")
    visit.page.wait_for_selector(".searching", state="detached")
    assert not visit.page.query_selector(".advice table")
    visit.page.keyboard.press("h")
    visit.page.wait_for_selector(".advice table", timeout=90_000)


def test_the_end_looks_back_and_offers_the_record(visit, server):
    table = visit.start("lu-tu", players=["human", "random"])
    rng = Random(2)
    while visit.step(rng):
        pass
    visit.page.wait_for_selector(".graph polyline")
    visit.page.wait_for_selector(".decided li")
    with visit.page.expect_download() as download:
        visit.page.click("a[href$='/record']")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert read_record(text).result == read_record(kept(server, table)).result != "unfinished"


def test_a_record_is_opened_and_stepped_through(visit, root):
    record = next((root / "tests" / "records" / "tottarot").glob("*.txt"))
    visit.page.set_input_files("input[type=file]", str(record))
    visit.page.wait_for_selector(".picture .thing")
    count = int(visit.page.inner_text(".steps small").split("/")[1])
    for sign, at in (("«", "0"), ("›", "1")):
        before = visit.shown()
        visit.page.click(f".steps button:text-is('{sign}')")
        visit.moved(before)
        assert visit.page.inner_text(".steps small").split("/")[0].strip() >= at
    assert count > 10
    visit.page.click("[data-key=go-on]")
    visit.page.wait_for_function("() => location.hash.length > 9")


@contextmanager
def serving(folder):
    """`printkit serve` in a process of its own, and the address it prints."""
    command = [sys.executable, "-P", "-m", "printkit", "serve", "--no-browser", "--state-dir", str(folder)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGKILL)


def test_a_killed_server_lost_nothing(browser, tmp_path):
    rng = Random(4)
    with serving(tmp_path) as (process, address):
        visit = Visit(browser, address)
        table = visit.start("youscout")
        for _ in range(5):
            visit.step(rng)
        before = visit.page.inner_text(".steps small")
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        visit.page.click(".next")
        visit.page.wait_for_selector("[role=alert]")
        visit.close()
    with serving(tmp_path) as (process, address):
        visit = Visit(browser, address)
        visit.show(table)
        assert visit.page.inner_text(".steps small") == before
        assert visit.step(rng)
        visit.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) in (0, 130, -signal.SIGINT)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, server, theme):
    visit = Visit(browser, server.address)
    visit.page.evaluate(
        "theme => localStorage.setItem('printkit', JSON.stringify({lang: 'en', theme, pace: 'hand'}))", theme
    )
    visit.page.reload()
    visit.page.wait_for_selector(".game")
    visit.start("tottarot")
    found = serious(visit.page, "handover")
    rng = Random(1)
    for _ in range(6):
        visit.step(rng)
    found += serious(visit.page, "table")
    visit.start("cetkaik", players=["human", "random"])
    for _ in range(5):
        visit.step(rng)
    found += serious(visit.page, "board")
    assert found == []
    visit.close()


def test_the_first_page_is_light(browser, server):
    visit = Visit(browser, server.address)
    visit.page.wait_for_load_state("networkidle")
    sizes = visit.page.evaluate(
        "['resource', 'navigation'].flatMap(kind => performance.getEntriesByType(kind)).map(e => e.transferSize)"
    )
    assert 20_000 < sum(sizes) < 3_000_000
    visit.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_printed_things_stay_white_in_any_light(browser, server, theme):
    """L-14: in dark mode paper turned dark under inks that stayed black."""
    visit = Visit(browser, server.address)
    visit.page.evaluate(
        "theme => localStorage.setItem('printkit', JSON.stringify({lang: 'en', theme, pace: 'hand'}))", theme
    )
    visit.page.reload()
    visit.page.wait_for_selector(".game")
    visit.start("youscout")
    paper, ink, ground = visit.page.evaluate(
        """() => {
            const style = getComputedStyle(document.querySelector(".picture"));
            return [style.getPropertyValue("--paper").trim(), style.color, style.backgroundColor];
        }"""
    )
    assert (paper, ink) == ("#fff", "rgb(0, 0, 0)")
    assert ground == {"light": "rgb(231, 223, 207)", "dark": "rgb(32, 29, 26)"}[theme]
    words = visit.page.evaluate(
        """() => [...document.querySelectorAll(".picture [fill*='--on-cloth']")]
            .map((each) => getComputedStyle(each).fill)"""
    )
    page_words = {
        "light": {"rgb(29, 25, 21)", "rgb(91, 82, 69)"},
        "dark": {"rgb(244, 238, 227)", "rgb(194, 184, 168)"},
    }
    assert words
    assert {*words} <= page_words[theme]
    visit.close()
