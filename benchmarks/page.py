"""The page without a server, measured in Chromium: what is loaded, how long until games can be played, an action.

    python benchmarks/page.py [--kit KIT] [--mbit N]

Writes a site of one kit, opens it cold, again warm, and once more without a network; plays a whole game of the kit's
first game with one person by requests, and the same through the application in this process, for the ratio; makes the
deck twice on the page for printing. `--mbit` holds the server to so many megabit a second, all connections together.
The memory is that of the process that has the page and both workers, after a hint. The load of the machine counts:
give all lines of a run, or none.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import os
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from playwright.sync_api import Page

from printkit.site.write import SiteRequest, write_site
from printkit.web.page import Worker, page_answerer, thought
from tests.web.visit import DESK, chromium

PLAYABLE = 180_000
CHUNK = 1 << 14
GAME = {"game": "youscout", "players": ["human"], "deal": "3"}
PLAY = """async (given) => {
  const ask = async (path, body) => (await fetch(path, body && { method: "POST", body: JSON.stringify(body) })).json();
  const { id } = await ask("api/tables", given);
  let view = await ask(`api/tables/${id}`);
  const spans = [];
  while (!view.over) {
    const own = view.mover === "human", began = performance.now();
    const wish = { count: view.count, ...(own && { action: view.actions[0].text }) };
    view = await ask(`api/tables/${id}/${own ? "act" : "advance"}`, wish);
    spans.push(performance.now() - began);
  }
  return spans;
}"""


HINT = """async (given) => {
  const ask = async (path, body) => (await fetch(path, { method: "POST", body: JSON.stringify(body) })).json();
  const { id } = await ask("api/tables", given);
  return (await ask(`api/tables/${id}/advice`, { at: 0, seconds: 2 })).actions?.length ?? 0;
}"""

# What the page for printing asks for when it makes the deck.
DECK = """async (kit) => {
  const wish = { method: "POST", body: JSON.stringify({ part: "deck", lang: "en" }) };
  const began = performance.now();
  const said = await (await fetch(`../api/print/${kit}/make?lang=en`, wish)).json();
  if (said.error) throw new Error(said.error);
  return performance.now() - began;
}"""


class Counting(SimpleHTTPRequestHandler):
    """Plain files, counted by their bytes, and sent no faster than so many bytes a second."""

    sent = 0
    rate = 0.0
    turn = threading.Lock()

    def log_message(self, *words: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while data := source.read(CHUNK):
            if Counting.rate:
                with Counting.turn:
                    sleep(len(data) / Counting.rate)
            Counting.sent += len(data)
            outputfile.write(data)


def memory() -> int:
    """Bytes of the browser's processes that run pages and their workers."""
    found = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                lines = (folder / "smaps_rollup").read_text().splitlines()
                found = max(
                    found, *(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
                )
        except OSError:
            continue
    return found


async def native(folder: Path) -> list[float]:
    """Milliseconds of each action of the same game, in this process."""

    async def think(asked: bytes) -> bytes:
        return thought(asked)

    answer = page_answerer(folder, Worker(think, lambda: None))

    async def ask(path: str, body: Any = None) -> Any:
        method = "GET" if body is None else "POST"
        said = await answer(method, path, "", json.dumps(body or {}).encode(), asyncio.Future())
        return json.loads(said.body)

    table = (await ask("/api/tables", GAME))["id"]
    view = await ask(f"/api/tables/{table}")
    spans = []
    while not view["over"]:
        own = view["mover"] == "human"
        wish = {"count": view["count"], **({"action": view["actions"][0]["text"]} if own else {})}
        began = perf_counter()
        view = await ask(f"/api/tables/{table}/{'act' if own else 'advance'}", wish)
        spans.append(1000 * (perf_counter() - began))
    return spans


def opened(page: Page, go: Any) -> float:
    """Seconds until the games are there."""
    began = perf_counter()
    go()
    page.wait_for_selector(".game", timeout=PLAYABLE)
    return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kit", default="youscout")
    parser.add_argument("--mbit", type=float, default=0.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        # Before the browser, whose own loop runs in this thread.
        here = asyncio.run(native(Path(name)))
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        out = Path(name) / "games"
        written = write_site(SiteRequest(out, (chosen.kit,)))
        handler = functools.partial(Counting, directory=name)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(viewport=DESK, locale="en-US")
        page = context.new_page()
        Counting.rate = chosen.mbit * 1e6 / 8
        address = f"http://127.0.0.1:{server.server_port}/games/play/"
        cold = opened(page, lambda: page.goto(address))
        loaded = Counting.sent
        page.wait_for_timeout(8000)
        spans = page.evaluate(PLAY, GAME)
        page.evaluate(HINT, GAME)
        most = memory()
        warm = opened(page, page.reload)
        page.goto(address.replace("/play/", f"/print/#{chosen.kit}"))
        page.wait_for_selector("input[type=checkbox]", timeout=PLAYABLE)
        page.wait_for_timeout(8000)
        first, again = (page.evaluate(DECK, chosen.kit) / 1000 for _ in range(2))
        page.goto(address)
        context.set_offline(True)
        offline = opened(page, page.reload)
        server.shutdown()
    print(
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; site {written.bytes / 1e6:.1f} MB"
    )
    print(
        f"playable: cold {cold:.1f} s after {loaded / 1e6:.1f} MB, warm {warm:.1f} s, without a network {offline:.1f} s"
    )
    print(
        f"an action: median {median(spans):.0f} ms, worst {max(spans):.0f} ms; "
        f"in this process {median(here):.0f} ms, the page takes {median(spans) / median(here):.1f} times as long"
    )
    print(f"the deck as PDF, read back: {first:.1f} s, again {again:.1f} s")
    print(f"memory of the page and its workers: {most / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
