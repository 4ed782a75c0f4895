"""The application in a worker of the visitor's browser: each request that a page makes is answered by a call."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from starlette.types import ASGIApp, Message

from printkit.jobs.screen.own_kits import OwnKits
from printkit.web.application import Served, application
from printkit.web.making import Making
from printkit.web.page_lane import Worker, page_lanes
from printkit.web.printing import Printing
from printkit.web.store import Store
from printkit.web.tables import Tables

__all__ = ["Answer", "Answerer", "page_answerer"]


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
