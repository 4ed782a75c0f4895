"""The application in a worker of the visitor's browser, and the second worker that is told what to call."""

from __future__ import annotations

import asyncio
import pickle
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message

from printkit.errors import PrintkitError, WrongError
from printkit.jobs.screen.own_kits import OwnKits
from printkit.jobs.screen.screen_kits import game_kits
from printkit.web.application import Served, application
from printkit.web.home import home_of
from printkit.web.lane import Lane, Lanes
from printkit.web.making import Making
from printkit.web.printing import Printing
from printkit.web.store import Store
from printkit.web.tables import PARTS, Tables
from printkit.web.words import LANGUAGES, words_of

__all__ = ["Answer", "Answerer", "Worker", "first_answers", "page_answerer", "page_lanes", "thought"]


# ── A lane that is a second worker of the visitor's browser ──────────────────────────────────────────────────────────


class Worker(NamedTuple):
    """The second worker: what hands it a call, as `thought` reads it, and what ends it, so that the next is fresh."""

    think: Callable[[bytes], Awaitable[bytes]]
    end: Callable[[], object]


def page_lanes(worker: Worker) -> Lanes:
    """Lanes that share one worker: what one is asked waits for the others."""
    return partial(_PageLane, worker, asyncio.Lock())


class _PageLane(Lane):
    def __init__(self, worker: Worker, turn: asyncio.Lock, most_seconds: float) -> None:
        self._worker, self._turn, self._most_seconds = worker, turn, most_seconds

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        # Our own bytes, there and back: nobody else's are read.
        asked = pickle.dumps((function, arguments))
        async with self._turn:
            try:
                answer = await asyncio.wait_for(self._worker.think(asked), self._most_seconds)
            except TimeoutError:
                self.stop()
                raise WrongError("it took too long", hint=f"at most {self._most_seconds:g} s") from None
            except asyncio.CancelledError:
                self.stop()
                raise
            except Exception as failed:
                # It could not begin: what it lacks stands in the last line.
                why = (str(failed).strip().splitlines() or ["no reason given"])[-1]
                raise WrongError(
                    f"what thinks and prints could not begin: {why}", hint="load the page anew"
                ) from failed
        result, failure = pickle.loads(answer)
        if failure is not None:
            raise WrongError(failure)
        return result

    def stop(self) -> None:
        self._worker.end()


def thought(asked: bytes) -> bytes:
    """What the second worker answers to a call: its result, or why there is none."""
    function, arguments = pickle.loads(asked)
    try:
        return pickle.dumps((function(*arguments), None))
    except PrintkitError as failure:
        return pickle.dumps((None, str(failure)))


# ── the application in a worker of the visitor's browser ─────────────────────────────────────────────────────────────


class Answer(NamedTuple):
    """What a request is answered with."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes


Answerer = Callable[[str, str, str, bytes, Awaitable[object]], Awaitable[Answer]]
"""Answers a method, a path, a query and a body; the last is done once the page does not wait any longer."""


def page_answerer(
    state_dir: Path, worker: Worker, kit_dir: Path | None = None, own: Path = Path("/own")
) -> Answerer:
    """What answers the requests of a page whose tables are kept in `state_dir`, and kits that people bring in `own`.

    Long thinking goes to the worker.
    """
    lanes = page_lanes(worker)
    tables = Tables(Store(state_dir, kit_dir), kit_dir, lanes, bare=False)
    kits = OwnKits(own)
    printing, making = Printing(lanes, kit_dir, kits, carries=True), Making(kits)
    app = application(Served(state_dir, kit_dir), tables, (*printing.routes(), *making.routes()))

    async def answer(method: str, path: str, query: str, body: bytes, gone: Awaitable[object]) -> Answer:
        return await _answered(app, _scope(method, path, query), body, gone)

    return answer


def first_answers(kit_dir: Path | None) -> None:
    """Make what every page of tables asks first, so that it is in memory: the kits' list and the drawings in it."""
    kits = game_kits(kit_dir, PARTS)
    screens = {kit.screen.stamp: kit.screen for kit in kits if kit.screen}
    for language in LANGUAGES:
        facts = home_of(language, (), kits, kit_dir, bare=False)
        shown = [*facts["games"], *facts["kits"], *(kit["window"] or {} for kit in facts["kits"])]
        for address in {address for each in shown for address in each.get("art", ())}:
            _, stamp, name = address.split("/")
            screens[stamp].part(name.removesuffix(".svg"))
        words_of(language)


def _scope(method: str, path: str, query: str) -> dict[str, object]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "https",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [],
        "server": None,
        "client": None,
    }


async def _answered(app: ASGIApp, scope: dict[str, object], body: bytes, gone: Awaitable[object]) -> Answer:
    brought: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    start: Message = {}
    parts: list[bytes] = []

    async def receive() -> Message:
        if brought:
            return brought.pop()
        await asyncio.shield(asyncio.ensure_future(gone))
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    try:
        await app(scope, receive, send)
    except Exception:
        # The page is told as a server would tell it; the worker's console has the traceback.
        if not start:
            raise
        traceback.print_exc()
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in start["headers"]]
    return Answer(start["status"], headers, b"".join(parts))
