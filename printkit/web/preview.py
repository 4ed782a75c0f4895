"""The preview of a kit: its page, the cards that each save changes, and what is wrong with the kit beside them."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from watchfiles import Change, awatch

from printkit.errors import InputError, PrintkitError, Problem
from printkit.jobs.screen.gallery import Gallery, KeptFaces, PreviewRequest, draw_gallery
from printkit.jobs.screen.own_kits import card_of
from printkit.jobs.screen.preview import gallery_page
from printkit.jobs.screen.screen_kits import served_kit
from printkit.web.guard import page_policy
from printkit.web.lane import in_thread

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
    """The cards as they are, and what is wrong with them, or with the kit they could not be drawn of.

    Then the cards are the last good ones, None where there were none yet.
    """

    shown: Gallery | None
    problems: tuple[_Wrong, ...]
    stamp: str = ""
    broken: bool = False


class _Wrong(NamedTuple):
    """What is wrong, with file and key, and with which card; `""` where that is not known."""

    text: str
    card: str


@dataclass
class Previews:
    """The previews of one server; only the kit in `kit_dir` where there is one."""

    kit_dir: Path | None = None
    _made: dict[_Shown, _Made] = field(default_factory=dict)
    _kept: dict[_Shown, KeptFaces] = field(default_factory=dict)
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
        page = gallery_page(made.shown) if made.shown else ""
        return HTMLResponse(page, headers={"content-security-policy": _SHUT_IN})

    async def events(self, request: Request) -> Response:
        """The kit's problems, now and after every save, and then its cards with the drawings that are new."""
        shown = self._shown(request)
        if shown is None:
            return PlainTextResponse("there is nothing here", 404)
        if self._streams >= _MOST_STREAMS:
            return PlainTextResponse("too many previews are open", 429)
        return StreamingResponse(self._stream(shown), media_type="text/event-stream")

    async def _stream(self, shown: _Shown) -> AsyncIterator[bytes]:
        self._streams += 1
        try:
            made = await self._make(shown)
            yield _event(made, None)
            watched = awatch(
                shown.folder, watch_filter=_is_source, debounce=_GATHER, step=_STEP, stop_event=self._over,
                rust_timeout=int(1000 * _ALIVE), yield_on_timeout=True,
            )  # fmt: skip
            async for changes in watched:
                if not changes:
                    yield b": still here\n\n"
                    continue
                before, made = made, await self._make(shown)
                yield _event(made, before.shown)
        finally:
            self._streams -= 1

    async def _make(self, shown: _Shown) -> _Made:
        async with self._making:
            kept = self._kept.setdefault(shown, KeptFaces())
            made = await in_thread(_cards_of, shown, self._made.get(shown), kept)
            if made.shown:
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


def _cards_of(shown: _Shown, before: _Made | None, kept: KeptFaces) -> _Made:
    try:
        made = draw_gallery(PreviewRequest(kit_dir=shown.folder, card=shown.card), kept)
    except PrintkitError as error:
        last = before or _Made(None, ())
        return last._replace(problems=_listed(error.problems, shown.folder, last.shown), broken=True)
    stamp = hashlib.sha256(json.dumps({**made.data, "svgs": list(made.data["svgs"])}).encode()).hexdigest()
    return _Made(made, _listed(made.problems, shown.folder, made), stamp[:16])


def _listed(problems: Sequence[Problem], folder: Path, shown: Gallery | None) -> tuple[_Wrong, ...]:
    return tuple(_Wrong(str(each), card_of(each, folder, shown)) for each in problems[:MOST_LISTED])


def _event(made: _Made, before: Gallery | None) -> bytes:
    """What changed: after the first time the cards, with those drawings that `before` has not."""
    known = before.data["svgs"] if before else {}
    fresh = None
    if before and made.shown and not made.broken:
        new = {look: svg for look, svg in made.shown.data["svgs"].items() if look not in known}
        fresh = {**made.shown.data, "svgs": new}
    facts = {
        "stamp": made.stamp,
        "broken": made.broken,
        "problems": [each._asdict() for each in made.problems],
        "sizes": made.shown.sizes if made.shown else (),
        "cards": fresh,
    }
    return f"data: {json.dumps(facts, ensure_ascii=False)}\n\n".encode()


def _is_source(change: Change, path: str) -> bool:
    """Files a person saves: neither hidden ones nor those that editors make beside them."""
    name = Path(path).name
    return not name.startswith((".", "~", "#")) and not name.endswith(("~", ".swp", ".tmp", ".part"))
