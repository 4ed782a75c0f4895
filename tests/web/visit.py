"""A browser window at a server: it starts games and plays them by clicks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

__all__ = ["DESK", "PHONE", "Seen", "Visit", "chromium", "edited_text", "retype", "serious", "violations"]

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


PATIENCE = 90_000
"""Milliseconds a page may take to show what it should: a machine that tests may be busy with much else."""
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser, which `./pk test` installs."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "the page is tested in chromium, which ./pk test installs"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=[*QUIET])
        yield started
        started.close()


_TEXT = """async () => {
    const place = document.querySelector("link[href$='/make.css']").href;
    const { EditorView } = await import(new URL("../editor/index.js", place));
    const editor = document.querySelector(".text").shadowRoot.querySelector(".cm-editor");
    return EditorView.findFromDOM(editor).state.doc.toString();
}"""


def edited_text(page: Page) -> str:
    """All of the text in the editor of the page for making, of which it draws only what is seen."""
    return str(page.evaluate(_TEXT))


def retype(page: Page, line: str, text: str) -> None:
    """Put other letters in the place of the first line that has these."""
    page.locator(".cm-line", has_text=line).first.click()
    for key in ("Home", "Shift+End"):
        page.keyboard.press(key)
    page.keyboard.insert_text(text)


# What may be clicked now, in turn from the one that `luck` chooses: the first whose middle nothing else covers. A thing
# of the picture comes first, then a button among those that begin with it. With it what is seen now.
_NOW = """() => {
    const main = document.querySelector("#main");
    const chosen = [...main.querySelectorAll(".thing.chosen")].map((each) => each.dataset.id);
    return [main.dataset.shown ?? "", ...chosen].join(" ");
}"""
_OFFERED = f"""([luck, action]) => {{
    const main = document.querySelector("#main");
    const all = (selector) => [...main.querySelectorAll(selector)];
    const sole = action ? all(`[data-action="${{CSS.escape(action)}}"]`) : all(".handover button, .next");
    const things = all(".thing.chosen").length ? [] : all(".thing.live");
    if (action || !sole.length && !things.length) for (const each of all(".acts details")) each.open = true;
    const offered = sole.length ? sole : things.length ? things : all("[data-action]");
    const first = Math.floor(luck * offered.length);
    const now = ({_NOW})();
    for (const each of [...offered.slice(first), ...offered.slice(0, first)]) {{
        if (!each.closest("svg")) each.scrollIntoView({{block: "nearest"}});
        const {{x, y, width, height}} = each.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2];
        const hit = document.elementFromPoint(...middle);
        if (hit && each.contains(hit)) return [middle, now];
    }}
    return [offered.length ? "covered" : null, now];
}}"""
# Every click changes what is seen; what is said then, and which moment is shown.
_SETTLED = f"""async now => {{
    const main = document.querySelector("#main"), last = performance.now() + 60_000;
    while (main.hasAttribute("aria-busy") || ({_NOW})() === now) {{
        if (performance.now() > last) throw new Error(`a click changed nothing: ${{now}}`);
        await new Promise((next) => setTimeout(next, 4));
    }}
    return [document.querySelector("#said").textContent, main.dataset.shown ?? ""];
}}"""


class Seen(NamedTuple):
    """What is said after a click, and the moment that is shown."""

    said: str
    shown: str


class Visit:
    """A browser window at the server, which remembers every request and complaint."""

    def __init__(self, browser: Browser, address: str, language: str = "en", **how: object) -> None:
        self.language = language
        size, theme = how.pop("viewport", PHONE), how.pop("theme", "light")
        self.context: BrowserContext = browser.new_context(viewport=size, reduced_motion="reduce", **how)
        self.context.set_default_timeout(PATIENCE)
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

    @classmethod
    def of(cls, page: Page, language: str) -> Visit:
        """A window that is open already."""
        visit = cls.__new__(cls)
        visit.page, visit.context, visit.language = page, page.context, language
        visit.requests, visit.complaints = [], []
        return visit

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

    def click(self, luck: float, action: str = "") -> Seen | None:
        """One click on what luck (from 0 to 1) finds among all that is offered, or on the button of an action.

        What is seen once the page has come to rest and shows something else; None where nothing is offered.
        """
        target, now = self.page.evaluate(_OFFERED, [luck, action])
        if target is None:
            return None
        assert target != "covered", "something is offered that cannot be clicked"
        self.page.mouse.click(*target)
        return Seen(*self.page.evaluate(_SETTLED, now))

    def offers(self) -> bool:
        """Whether anything may be clicked that goes on with the game."""
        return self.page.evaluate(_OFFERED, [0.0, ""])[0] is not None

    def step(self, rng: Random) -> bool:
        """One action by clicks: what goes on by itself, things of the picture, or else a button."""
        before = self.shown()
        while seen := self.click(rng.random()):
            if seen.shown != before:
                return True
        return False

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
