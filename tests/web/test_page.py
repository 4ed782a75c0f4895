"""The engine below the server's line: it builds and plays with no server, thread or process, and few libraries."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys

import pytest
from starlette.requests import Request

from printkit.backends.no_pillow import stand_in
from printkit.errors import WrongError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.screen.own_kits import OwnKits
from printkit.kit.find import kit_ids
from printkit.web.making import Making
from printkit.web.page import Worker, first_answers, page_answerer, page_lanes
from printkit.web.words import LANGUAGES

# What a browser's worker has not: servers, watchers, processes, and libraries without a wheel for WebAssembly.
MISSING = (
    "PIL", "cairocffi", "cairosvg", "h11", "lxml", "multiprocessing", "numba", "numpy", "pikepdf", "resvg_py",
    "rl_accel", "scipy", "uvicorn", "watchfiles",
)  # fmt: skip
BELOW = """
import asyncio, hashlib, json, sys, threading
from base64 import b64decode
from pathlib import Path

MISSING, OUT = sys.argv[1].split(","), Path(sys.argv[2])

class Finder:
    def __init__(self, other):
        self.other = other
    def find_spec(self, name, *more):
        return None if name.partition(".")[0] in MISSING else self.other.find_spec(name, *more)
    def __getattr__(self, name):
        return getattr(self.other, name)

sys.meta_path[:] = map(Finder, sys.meta_path)
from printkit.backends.no_pillow import stand_in
stand_in()
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.web.page import page_answerer
from printkit.web.page import Worker, thought

def refused(*args):
    raise AssertionError("no thread is started here")

threading.Thread.start = refused
sys.platform = "emscripten"
ended = []
async def think(asked):
    return thought(asked)

async def main():
    answer = page_answerer(OUT / "tables", Worker(think, lambda: ended.append(1)))
    async def ask(path, body=None, query="lang=en"):
        method = "GET" if body is None else "POST"
        said = await answer(method, path, query, json.dumps(body or {}).encode(), asyncio.Future())
        assert said.status == 200, said
        return json.loads(said.body)
    home = await ask("/api/home")
    facts = {"games": len(home["games"])}
    for game, players in (("youscout", ["human"]), ("tottarot", ["human", "beginner", "beginner"])):
        table = (await ask("/api/tables", {"game": game, "players": players, "deal": "3"}))["id"]
        view = await ask(f"/api/tables/{table}")
        movers = set()
        for _ in range(24):
            if view["over"]:
                break
            movers.add(view["mover"])
            wish = {"action": view["actions"][0]["text"]} if view["mover"] == "human" else {}
            what = "act" if wish else "advance"
            view = await ask(f"/api/tables/{table}/{what}", {"count": view["count"], **wish})
        facts[game] = {"count": view["count"], "movers": sorted(movers)}
        art = view["drawing"]["things"]
        facts[game]["things"] = len(art)
    table = (await ask("/api/tables", {"game": "youscout", "players": ["human"], "deal": "3"}))["id"]
    view = await ask(f"/api/tables/{table}")
    while view["mover"] != "human":
        view = await ask(f"/api/tables/{table}/advance", {"count": view["count"]})
    advice = await ask(f"/api/tables/{table}/advice", {"at": view["count"], "seconds": 0.2})
    facts["advised"] = len(advice["actions"])
    choice = {"part": "deck"}
    (made,) = (await ask("/api/print/youscout/make", choice))["files"]
    facts["printed"] = hashlib.sha256(b64decode(made["data"])).hexdigest()
    missing = await answer("GET", "/api/tables/nobody12", "", b"", asyncio.Future())
    facts["missing"] = missing.status
    return facts

build(BuildRequest(kits=("youscout",), only=("deck",), out=OUT / "built"))
facts = asyncio.run(main())
(deck,) = OUT.glob("built/youscout/*deck.pdf")
print(json.dumps({**facts, "deck": hashlib.sha256(deck.read_bytes()).hexdigest()}))
"""


def test_build_and_table_need_no_server_no_thread_and_few_libraries(tmp_path, root):
    done = subprocess.run(
        [sys.executable, "-c", BELOW, ",".join(MISSING), str(tmp_path)],
        cwd=root, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    build(BuildRequest(kits=("youscout",), only=("deck",), out=tmp_path / "usual"))
    usual = (tmp_path / "usual" / "youscout" / "youscout-deck.pdf").read_bytes()
    assert facts["deck"] == facts["printed"] == hashlib.sha256(usual).hexdigest()
    assert facts["games"] > 10
    assert facts["youscout"]["movers"] == ["chance", "human"]
    assert {"beginner", "human"} <= {*facts["tottarot"]["movers"]}
    assert facts["advised"] > 1
    assert facts["missing"] == 404


WITHOUT_PILLOW = """
import sys
from printkit.backends.no_pillow import stand_in
sys.meta_path[:] = [type("Without", (), {"find_spec": lambda self, name, *more, other=each:
    None if name == "PIL" else other.find_spec(name, *more)})() for each in sys.meta_path]
stand_in()
from PIL import Image
from printkit.errors import InputError
assert not isinstance("", Image.Image)
try:
    Image.new("RGB", (1, 1))
except InputError as error:
    print(error.problems[0].message)
"""


def test_without_pillow_a_picture_is_refused_in_words(root):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PILLOW], cwd=root, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("this picture cannot be converted here\n", "")


def test_with_pillow_nothing_stands_in():
    stand_in()
    assert sys.modules["PIL"].__file__


def test_what_pages_ask_first_is_in_memory(monkeypatch, tmp_path):
    """A browser keeps the memory that has it: nothing of a kit is read or drawn again for the list."""
    first_answers(None)
    for name in ("screen_kits.load_kit", "screen.scene_svg"):
        monkeypatch.delattr(f"printkit.jobs.screen.{name}")

    async def never(asked):
        raise AssertionError

    answer = page_answerer(tmp_path, Worker(never, lambda: None), None, tmp_path / "own")

    async def got(path, query=""):
        answered = await answer("GET", path, query, b"", asyncio.Future())
        assert answered.status == 200
        return answered.body

    for language in LANGUAGES:
        home = json.loads(asyncio.run(got("/api/home", f"language={language}")))
        assert {kit["id"] for kit in home["kits"]} == {*kit_ids()}
        for game in home["games"]:
            for address in game["art"]:
                assert b"<svg" in asyncio.run(got(f"/{address}"))


def test_a_second_worker_that_cannot_begin_says_why():
    async def think(asked):
        raise RuntimeError("Traceback:\n  line 4\nModuleNotFoundError: No module named 'argparse'\n")

    lane = page_lanes(Worker(think, lambda: None))(5)
    with pytest.raises(WrongError, match="could not begin: ModuleNotFoundError: No module named 'argparse'"):
        asyncio.run(lane.call(len, ""))


def test_modules_that_were_never_fetched_are_empty(tmp_path):
    bare = Making(OwnKits(tmp_path))
    request = Request({"type": "http", "path_params": {"name": "index.js"}})
    assert asyncio.run(bare.module(request)).body == b"export {};\n"
