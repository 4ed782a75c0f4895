"""The application: its pages and fonts and the tables; it needs no threads, processes or sockets of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from printkit.jobs.screen.screen_kits import page_letters, screen_font
from printkit.web.lane import in_thread
from printkit.web.tables import PARTS, Tables
from printkit.web.words import LANGUAGES, finding_titles, sentences, words_of

__all__ = ["FILES", "FONTS", "STATIC", "Served", "application", "page_font"]

STATIC = Path(__file__).with_name("static")
# What a browser may load, by its name in the address; nothing else in the folder is reachable.
FILES = {
    "app.js": "text/javascript",
    "check.js": "text/javascript",
    "code.js": "text/javascript",
    "complete.js": "text/javascript",
    "edit.js": "text/javascript",
    "games.js": "text/javascript",
    "after.js": "text/javascript",
    "figures.js": "text/javascript",
    "guide.js": "text/javascript",
    "home.js": "text/javascript",
    "link.js": "text/javascript",
    "make.js": "text/javascript",
    "mine.js": "text/javascript",
    "table.js": "text/javascript",
    "page.js": "text/javascript",
    "picture.js": "text/javascript",
    "preview.js": "text/javascript",
    "print.js": "text/javascript",
    "zip.js": "text/javascript",
    "reading.js": "text/javascript",
    "review.js": "text/javascript",
    "rules_panel.js": "text/javascript",
    "setup.js": "text/javascript",
    "check.css": "text/css",
    "home.css": "text/css",
    "make.css": "text/css",
    "print.css": "text/css",
    "style.css": "text/css",
}
FONTS = {
    "text": "biz-udpgothic-regular",
    "bold": "biz-udpgothic-bold",
    "display": "shippori-mincho-extrabold",
}


@dataclass(frozen=True)
class Served:
    """What a server is asked for: where tables are kept, the kit to show where only one is, the editor's modules."""

    state_dir: Path
    kit_dir: Path | None = None
    editor: Callable[[], Mapping[str, bytes]] = dict


def application(asked: Served, tables: Tables, more: Sequence[Route] = ()) -> Starlette:
    """The application of these tables, with `more` addresses."""

    async def fonts(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FONTS:
            return PlainTextResponse("there is nothing here", 404)
        made = await in_thread(page_font, name, asked.kit_dir)
        return Response(made, media_type="font/woff2", headers={"cache-control": "private, max-age=3600"})

    routes = [
        Route("/", _page),
        Route("/static/{name}", _static),
        Route("/font/{name}.woff2", fonts),
        Route("/favicon.ico", _icon),
        *tables.routes(),
        *more,
    ]
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False
    return app


async def _page(request: Request) -> Response:
    return Response((STATIC / "index.html").read_bytes(), media_type="text/html")


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse("there is nothing here", 404)
    return Response(
        (STATIC / name).read_bytes(), media_type=FILES[name], headers={"cache-control": "no-cache"}
    )


async def _icon(request: Request) -> Response:
    return Response(status_code=204)


@lru_cache(maxsize=8)
def page_font(name: str, kit_dir: Path | None) -> bytes:
    """A font of the pages with the letters they need, as WOFF2; KeyError for one there is not."""
    words = "".join("".join((*words_of(each).values(), *finding_titles(each).values())) for each in LANGUAGES)
    words += "".join(sentences().values())
    return screen_font(FONTS[name], words + page_letters(kit_dir, PARTS))
