"""The server: its pages and fonts, the tables and previews, behind the guard."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from printkit.errors import InputError
from printkit.jobs.screen.screen_kits import page_letters, screen_font
from printkit.web.guard import Guard
from printkit.web.preview import Previews
from printkit.web.store import Store
from printkit.web.tables import PARTS, Tables
from printkit.web.words import LANGUAGES, words_of

__all__ = ["HOST", "LocalServer", "Served", "application", "bound"]

HOST = "127.0.0.1"
HEAD_SECONDS = 5.0
"""How long a request's head may take."""
STATIC = Path(__file__).with_name("static")
# What a browser may load, by its name in the address; nothing else in the folder is reachable.
FILES = {
    "app.js": "text/javascript",
    "games.js": "text/javascript",
    "after.js": "text/javascript",
    "guide.js": "text/javascript",
    "home.js": "text/javascript",
    "link.js": "text/javascript",
    "mine.js": "text/javascript",
    "table.js": "text/javascript",
    "picture.js": "text/javascript",
    "preview.js": "text/javascript",
    "reading.js": "text/javascript",
    "rules_panel.js": "text/javascript",
    "setup.js": "text/javascript",
    "home.css": "text/css",
    "style.css": "text/css",
}
FONTS = {
    "text": "biz-udpgothic-regular",
    "bold": "biz-udpgothic-bold",
    "display": "shippori-mincho-extrabold",
}


@dataclass(frozen=True)
class Served:
    """What a server is asked for: where tables are kept, and the kit to show where only one is."""

    state_dir: Path
    kit_dir: Path | None = None


def application(asked: Served, port: int, token: str = "") -> tuple[Guard, Callable[[], None]]:
    """The application behind its guard, and what ends all that goes on in it."""
    tables = Tables(Store(asked.state_dir, asked.kit_dir), asked.kit_dir)
    previews = Previews(asked.kit_dir)

    def fonts(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FONTS:
            return PlainTextResponse("there is nothing here", 404)
        made = _made_font(FONTS[name], asked.kit_dir)
        return Response(made, media_type="font/woff", headers={"cache-control": "private, max-age=3600"})

    routes = [
        Route("/", _page),
        Route("/static/{name}", _static),
        Route("/font/{name}.woff", fonts),
        Route("/favicon.ico", _icon),
        *tables.routes(),
        *previews.routes(),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(GZipMiddleware, minimum_size=600)])
    app.router.redirect_slashes = False

    def stop() -> None:
        previews.stop()
        tables.stop()

    return Guard(app, port, token), stop


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse("there is nothing here", 404)
    return FileResponse(STATIC / name, media_type=FILES[name], headers={"cache-control": "no-cache"})


async def _icon(request: Request) -> Response:
    return Response(status_code=204)


@lru_cache(maxsize=8)
def _made_font(font: str, kit_dir: Path | None) -> bytes:
    words = "".join("".join(words_of(language).values()) for language in LANGUAGES)
    return screen_font(font, words + page_letters(kit_dir, PARTS))


def bound(port: int) -> socket.socket:
    """A socket on this machine alone; InputError where the port is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        # A browser that is faster than the server waits for it.
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise InputError(
            f"port {port} cannot be used: {error.strerror}",
            key="--port",
            hint="another, or 0 for any free one",
        ) from None
    return listening


class _Connection(H11Protocol):
    """A connection that is closed when a request's head takes too long: those without a word shut others out."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()

    def _watch(self) -> None:
        """A head that has begun, or is the first, is waited for only so long; none is waited for once it is there."""
        if self.conn.their_state is not h11.IDLE:
            self._unwatch()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class LocalServer(uvicorn.Server):
    """A server that runs quietly and within bounds, and ends its streams first when it is asked to go."""

    def __init__(self, guard: Guard, stop: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                guard,
                http=_Connection,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                limit_concurrency=200,
                h11_max_incomplete_event_size=65_536,
                lifespan="off",
            )
        )
        self._stop = stop

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what goes on, then the connections."""
        self._stop()
        await super().shutdown(sockets)
