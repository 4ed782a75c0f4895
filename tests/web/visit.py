"""A browser window at a server: it starts games and plays them by clicks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

__all__ = ["DESK", "PHONE", "Visit", "chromium", "serious", "violations"]

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser, which `./pk test` installs."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "the page is tested in chromium, which ./pk test installs"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=[*QUIET])
        yield started
        started.close()


class Visit:
    """A browser window at the server, which remembers every request and complaint."""

    def __init__(self, browser: Browser, address: str, language: str = "en", **how: object) -> None:
        self.language = language
        size, theme = how.pop("viewport", PHONE), how.pop("theme", "light")
        self.context: BrowserContext = browser.new_context(viewport=size, reduced_motion="reduce", **how)
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type == "error" else None
        )
        memory = json.dumps({"lang": language, "theme": theme, "pace": "hand"})
        self.page.add_init_script(
            f"localStorage.getItem('printkit') || localStorage.setItem('printkit', '{memory}')"
        )
        self.page.goto(address)
        self.page.wait_for_selector(".game")

    def start(self, game: str, **body: object) -> str:
        made = self.page.evaluate(
            "async body => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(body)})).json()",
            {"game": game, "deal": "11", **body},
        )
        self.show(made["id"])
        return str(made["id"])

    def go(self, address: str) -> None:
        """Another page of the site, which is there only later."""
        self.page.evaluate("address => location.hash = address", address)

    def show(self, table: str) -> None:
        self.page.evaluate("table => location.hash = `#/table/${table}`", table)
        self.page.wait_for_selector(f"#main[data-table='{table}'] :is(.picture .thing, .handover button)")

    def moved(self, before: str) -> None:
        """Wait until something else is shown."""
        self.page.wait_for_function(
            "before => (document.querySelector('#main').dataset.shown ?? '') !== before", arg=before
        )
        self.page.wait_for_selector("#main:not([aria-busy])")

    def shown(self) -> str:
        return str(self.page.evaluate("document.querySelector('#main').dataset.shown ?? ''"))

    def step(self, rng: Random) -> bool:
        """One action by a click: what goes on by itself, a thing of the picture, or else a button."""
        before = self.shown()
        if self.page.query_selector(".handover button"):
            self.page.click(".handover button")
        elif self.page.query_selector(".next"):
            self.page.click(".next")
        elif not self.page.query_selector("[data-action]"):
            return False
        elif not self.by_picture(rng, before):
            self.by_button(rng)
        self.moved(before)
        return True

    def by_picture(self, rng: Random, before: str) -> bool:
        for _ in range(6):
            live = self.page.locator(".thing.live:not(.chosen)")
            if not (count := live.count()):
                return False
            live.nth(int(rng.random() * count)).click()
            self.page.wait_for_selector("#main:not([aria-busy])")
            if self.shown() != before:
                return True
        return False

    def by_button(self, rng: Random) -> None:
        if (more := self.page.query_selector(".acts summary")) and not self.page.query_selector(
            ".acts details[open]"
        ):
            more.click()
        buttons = self.page.locator("[data-action]")
        buttons.nth(int(rng.random() * buttons.count())).click()

    def close(self) -> None:
        self.context.close()


def violations(page: Page, where: str) -> list[str]:
    """What axe finds on a page, whatever its weight."""
    return [
        f"{where}: {each['impact']}: {each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in Axe().run(page).response["violations"]
    ]


def serious(page: Page, where: str) -> list[str]:
    """What axe finds that keeps somebody out."""
    return [each for each in violations(page, where) if ": serious: " in each or ": critical: " in each]
