"""The page without a server in Firefox and in WebKit, as benchmarks/page.py is in Chromium.

    python benchmarks/other_browsers.py [firefox] [webkit]

Writes a site of Youscout and opens it from a plain static server: first screen, a whole game by requests, and the deck,
whose bytes are compared with those of `build`. Debian has the browsers as firefox-esr, and as webkit2gtk-driver with
xvfb. Both are driven by WebDriver: Firefox by its own socket, WebKit by its driver.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.site.write import SiteRequest, write_site
from tests.site.conftest import served
from tests.site.test_in_browser import MAKE, PLAY

SECONDS = 240
Command = Callable[[str, dict[str, Any]], Any]

# Where each command of WebDriver lies by HTTP.
ADDRESSES = {
    "Navigate": "url",
    "ExecuteAsyncScript": "execute/async",
    "SetTimeouts": "timeouts",
}
TIMES = {"script": SECONDS * 1000, "pageLoad": SECONDS * 1000, "implicit": 0}
THERE = """async (selector) => {
  const end = performance.now() + 200_000;
  while (!document.querySelector(selector)) {
    if (performance.now() > end) throw new Error(document.body.innerText.slice(0, 300));
    await new Promise((next) => setTimeout(next, 50));
  }
}"""


@contextmanager
def firefox(folder: Path) -> Iterator[Command]:
    """Firefox by its own socket, whose messages are their length, a colon, and JSON."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
    command = ["firefox-esr", "--headless", "--marionette", "--profile", str(folder)]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = int(_there(folder / "MarionetteActivePort"))
        with socket.create_connection(("127.0.0.1", port), SECONDS) as line, line.makefile("rb") as answers:

            def read() -> Any:
                length = b""
                while (digit := answers.read(1)) != b":":
                    length += digit
                return json.loads(answers.read(int(length)))

            def ask(name: str, wish: dict[str, Any]) -> Any:
                text = json.dumps([0, 1, f"WebDriver:{name}", wish]).encode()
                line.sendall(b"%d:%s" % (len(text), text))
                *_, error, answer = read()
                if error:
                    raise RuntimeError(error["message"])
                return answer["value"] if "value" in answer else answer

            read()
            ask("NewSession", {})
            yield ask
    finally:
        browser.kill()
        browser.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[Command]:
    """WebKit by the driver that Debian has of it, on a screen that nobody sees."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    host = f"http://127.0.0.1:{port}/session"
    try:
        session = _posted(host, {"capabilities": {"alwaysMatch": {}}}, patience=20)["sessionId"]
        yield lambda name, wish: _posted(f"{host}/{session}/{ADDRESSES[name]}", wish)
        urllib.request.urlopen(urllib.request.Request(f"{host}/{session}", method="DELETE"), timeout=30)
    finally:
        driver.terminate()
        driver.wait()


def _posted(address: str, wish: dict[str, Any], patience: float = 0) -> Any:
    end = monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address, json.dumps(wish).encode(), timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read()[:400].decode()) from None
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.2)


def _there(file: Path) -> str:
    end = monotonic() + 60
    while not file.is_file() or not file.read_text(encoding="utf-8"):
        assert monotonic() < end, f"{file.name} did not come"
        sleep(0.1)
    return file.read_text(encoding="utf-8")


def looked(ask: Command, site: str, deck: bytes) -> None:
    """Print what the browser does with the site, each with its seconds."""

    def run(function: str, *words: Any) -> Any:
        script = (
            f"const done = arguments[arguments.length - 1]; ({function})(arguments[0])"
            ".then((value) => done([value, '']), (error) => done([null, String(error)]));"
        )
        value, error = ask("ExecuteAsyncScript", {"script": script, "args": list(words)})
        if error:
            raise RuntimeError(error)
        return value

    def timed(what: str, does: Callable[[], Any]) -> Any:
        begun = monotonic()
        found = does()
        print(f"  {what:40} {monotonic() - begun:6.1f} s")
        return found

    def opened(place: str, selector: str) -> None:
        ask("Navigate", {"url": site + place})
        run(THERE, selector)

    ask("SetTimeouts", TIMES)
    timed("first screen", lambda: opened("", "main"))
    timed("games, loaded for the first time", lambda: opened("play/", ".game"))
    _, result = timed("a whole game of Youscout", lambda: run(PLAY, ["youscout", ["human"], "3"]))
    timed("games, loaded again", lambda: opened("play/", ".game"))
    timed("the page for printing", lambda: opened("print/#youscout", "input[type=checkbox]"))
    (made,) = timed("the deck", lambda: run(MAKE, {"part": "deck"}))
    same = "the same bytes as build" if b64decode(made["data"]) == deck else "OTHER BYTES"
    print(f"  result {result}; deck {same}, {made['read']['letters']} letters")


BROWSERS = {"firefox": (firefox, "firefox-esr"), "webkit": (webkit, "WebKitWebDriver")}


def main() -> None:
    """Look at the site with the browsers that are named, else with all."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_site(SiteRequest(folder / "host" / "site", kits=("youscout",)))
        (built,) = build(BuildRequest(kits=("youscout",), only=("deck",), out=folder / "built"))
        with served(folder / "host") as host:
            for name in sys.argv[1:] or BROWSERS:
                start, command = BROWSERS[name]
                if not shutil.which(command):
                    print(f"{name}: {command} is not installed")
                    continue
                (folder / name).mkdir()
                print(name)
                with start(folder / name) as ask:
                    looked(ask, f"{host}site/", built.file.read_bytes())


if __name__ == "__main__":
    main()
