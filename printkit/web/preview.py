"""The preview of a kit: its page, made anew at every save, and what is wrong with the kit beside it."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from watchfiles import Change, awatch

from printkit.errors import InputError, PrintkitError, Problem
from printkit.jobs.screen.preview import PreviewRequest, preview_page
from printkit.jobs.screen.screen_kits import served_kit
from printkit.web.guard import page_policy

__all__ = ["Previews"]

# How long saves are gathered, and how often the folder is looked at where the system reports nothing; milliseconds.
_GATHER, _STEP = 60, 30
# Streams at once, and seconds between signs of life.
_MOST_STREAMS, _ALIVE = 12, 15.0
# Problems of a kit that are shown.
MOST_LISTED = 50
_SHUT_IN = page_policy(
    script_src="'unsafe-inline'",
    style_src="'unsafe-inline'",
    connect_src="'none'",
    # The page makes its pictures itself.
    img_src="data: blob:",
    frame_ancestors="'self'",
    sandbox="allow-scripts",
)


class _Shown(NamedTuple):
    """What a page shows: a kit and the size of its cards, the kit's usual one where none is named."""

    folder: Path
    card: str


class _Made(NamedTuple):
    """A page, what is wrong with its cards, or with the kit it could not be made of (then it is the last good one)."""

    page: str
    problems: tuple[str, ...]
    sizes: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        """What identifies this page."""
        return hashlib.sha256(self.page.encode()).hexdigest()[:16]


@dataclass
class Previews:
    """The previews of one server; only the kit in `kit_dir` where there is one."""

    kit_dir: Path | None = None
    _made: dict[_Shown, _Made] = field(default_factory=dict)
    _making: asyncio.Lock = field(default_factory=asyncio.Lock)
    _streams: int = 0
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    def routes(self) -> list[Route]:
        """All addresses."""
        return [Route("/preview/{kit}", self.page), Route("/preview/{kit}/events", self.events)]

    def stop(self) -> None:
        """End the streams."""
        self._over.set()

    async def page(self, request: Request) -> Response:
        """The page of a kit, to be shown in a frame of our own page."""
        shown = self._shown(request)
        if shown is None:
            return PlainTextResponse("there is nothing here", 404)
        made = self._made.get(shown) or await self._make(shown)
        return HTMLResponse(made.page, headers={"content-security-policy": _SHUT_IN})

    async def events(self, request: Request) -> Response:
        """The page's stamp and the kit's problems, now and after every save."""
        shown = self._shown(request)
        if shown is None:
            return PlainTextResponse("there is nothing here", 404)
        if self._streams >= _MOST_STREAMS:
            return PlainTextResponse("too many previews are open", 429)
        return StreamingResponse(self._stream(shown), media_type="text/event-stream")

    async def _stream(self, shown: _Shown) -> AsyncIterator[bytes]:
        self._streams += 1
        try:
            yield _event(await self._make(shown))
            watched = awatch(
                shown.folder, watch_filter=_is_source, debounce=_GATHER, step=_STEP, stop_event=self._over,
                rust_timeout=int(1000 * _ALIVE), yield_on_timeout=True,
            )  # fmt: skip
            async for changes in watched:
                yield _event(await self._make(shown)) if changes else b": still here\n\n"
        finally:
            self._streams -= 1

    async def _make(self, shown: _Shown) -> _Made:
        async with self._making:
            made = await run_in_threadpool(_page_of, shown, self._made.get(shown))
            if made.page:
                self._made[shown] = made
            return made

    def _shown(self, request: Request) -> _Shown | None:
        folder = self._folder(request.path_params["kit"])
        return _Shown(folder, request.query_params.get("card", "")) if folder else None

    def _folder(self, kit: str) -> Path | None:
        if self.kit_dir is not None:
            return self.kit_dir if kit == self.kit_dir.resolve().name else None
        try:
            return served_kit(kit, None)
        except InputError:
            return None


def _page_of(shown: _Shown, before: _Made | None) -> _Made:
    try:
        page, problems, sizes = preview_page(PreviewRequest(kit_dir=shown.folder, card=shown.card))
        return _Made(page, _listed(problems), sizes)
    except PrintkitError as error:
        return (before or _Made("", ()))._replace(problems=_listed(error.problems))


def _listed(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(map(str, problems[:MOST_LISTED]))


def _event(made: _Made) -> bytes:
    facts = json.dumps(
        {"stamp": made.stamp, "problems": made.problems, "sizes": made.sizes}, ensure_ascii=False
    )
    return f"data: {facts}\n\n".encode()


def _is_source(change: Change, path: str) -> bool:
    """Files a person saves: neither hidden ones nor those that editors make beside them."""
    name = Path(path).name
    return not name.startswith((".", "~", "#")) and not name.endswith(("~", ".swp", ".tmp", ".part"))
