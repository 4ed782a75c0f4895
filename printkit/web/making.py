"""The addresses of the page for making: kits that somebody brings are kept, shown, edited, and handed back."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from printkit.errors import InputError
from printkit.jobs.schema import schema_for
from printkit.jobs.screen.gallery import KeptFaces
from printkit.jobs.screen.own_kits import MOST_TEXT, OwnKits, own_cards
from printkit.jobs.screen.screen_kits import whole_fonts
from printkit.web.answers import Pieces, answered, body_of, language_of, text_in
from printkit.web.home import frame_route
from printkit.web.lane import in_thread
from printkit.web.words import fault_text, words_of

__all__ = ["MOST_ARCHIVE", "Making"]

MOST_ARCHIVE = 150_000_000
"""Bytes of an archive that is dropped; it comes in pieces, each no larger than any request."""

# Kits whose drawings are kept from one change to the next.
_DRAWN = 3
# What changed is kept by a browser before its page is told so.
_KEPT = 201

# Letters of a cell.
MOST_CELL = 20_000
# Letters of a file's name, and of a word that is mended.
_NAME = 240
# Drawings a page may have, each known by as many letters.
_MOST_KNOWN, _LOOK = 20_000, 64


@dataclass
class Making:
    """The page for making, the kits it keeps, and the modules of its editor by name; without them texts stay plain."""

    own: OwnKits
    editor: Callable[[], Mapping[str, bytes]] = dict
    _drawn: dict[str, KeptFaces] = field(default_factory=dict)
    _pieces: Pieces = field(default_factory=lambda: Pieces(MOST_ARCHIVE))
    _modules: Mapping[str, bytes] = field(default_factory=dict)

    def routes(self) -> list[Route]:
        """All addresses."""
        posts: Mapping[str, Any] = {
            "cards": self.cards,
            "cell": self.cell,
            "file": self.write,
            "mend": self.mend,
        }
        return [
            frame_route("/make/", "make"),
            Route("/editor/{name}", self.module),
            Route("/api/own", answered(self.facts)),
            Route("/api/own/drop", answered(self.drop), methods=["POST"]),
            Route("/api/own/begin", answered(self.begin), methods=["POST"]),
            Route("/api/own/{kit}", answered(self.files)),
            Route("/api/own/{kit}", answered(self.remove), methods=["DELETE"]),
            Route("/api/own/{kit}/text", answered(self.text)),
            Route("/api/own/{kit}/schema", answered(self.schema)),
            Route("/api/own/{kit}/zip", answered(self.archive)),
            *(
                Route(f"/api/own/{{kit}}/{name}", answered(does), methods=["POST"])
                for name, does in posts.items()
            ),
        ]

    async def module(self, request: Request) -> Response:
        """A module of the editor; an empty one where there is none."""
        self._modules = self._modules or await in_thread(self.editor)
        data = self._modules.get(request.path_params["name"], b"export {};\n")
        return Response(data, media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def facts(self, request: Request) -> Response:
        """The kits there are, what one can begin from, and the page's words."""
        words = words_of(language_of(request))
        said = {key: text for key, text in words.items() if key.startswith(_SAID)}
        return JSONResponse({"kits": self.own.ids(), "starters": self.own.starters(), "words": said})

    async def drop(self, request: Request) -> Response:
        """Take a piece of an archive; with the last one the kit in it."""
        coming, whole = await self._pieces.take(request)
        if whole is None:
            return JSONResponse({"id": coming})
        name = request.query_params.get("name", "")[:200] or "kit.zip"
        return JSONResponse({"kit": await in_thread(self.own.take, bytes(whole), name)}, _KEPT)

    async def begin(self, request: Request) -> Response:
        """Keep a copy of a starter."""
        starter = text_in(await body_of(request), "starter")
        return JSONResponse({"kit": await in_thread(self.own.begin, starter)}, _KEPT)

    async def files(self, request: Request) -> Response:
        """The files of a kit."""
        return JSONResponse(
            {"files": [each._asdict() for each in self.own.files(request.path_params["kit"])]}
        )

    async def text(self, request: Request) -> Response:
        """The text of one of them."""
        kit, name = request.path_params["kit"], request.query_params.get("file", "")
        return JSONResponse({"text": self.own.text(kit, name)})

    async def schema(self, request: Request) -> Response:
        """What may stand in a file of that name, as JSON Schema; null where nothing is said of it."""
        return JSONResponse({"schema": schema_for(request.query_params.get("file", ""))})

    async def write(self, request: Request) -> Response:
        """Put another text in its place."""
        body = await body_of(request)
        file, text = text_in(body, "file", _NAME), text_in(body, "text", MOST_TEXT)
        await in_thread(self.own.write, request.path_params["kit"], file, text)
        return JSONResponse({}, _KEPT)

    async def cell(self, request: Request) -> Response:
        """Put another value in a cell of a table."""
        body = await body_of(request)
        row = body.get("row")
        if not isinstance(row, int):
            raise InputError("not a number", key="row")
        file, column = (text_in(body, key, _NAME) for key in ("file", "column"))
        value = text_in(body, "text", MOST_CELL)
        await in_thread(self.own.cell, request.path_params["kit"], file, row, column, value)
        return JSONResponse({}, _KEPT)

    async def mend(self, request: Request) -> Response:
        """Put the word that is meant in the place of a wrong one."""
        body = await body_of(request)
        words = (text_in(body, key, _NAME) for key in ("file", "wrong", "meant"))
        await in_thread(self.own.mend, request.path_params["kit"], *words)
        return JSONResponse({}, _KEPT)

    async def cards(self, request: Request) -> Response:
        """The cards as they are now, with the drawings that are not known, and what is wrong."""
        kit, known = request.path_params["kit"], (await body_of(request)).get("known", [])
        if not isinstance(known, list) or len(known) > _MOST_KNOWN:
            raise InputError("not a list of drawings", key="known")
        folder = self.own.place(kit)
        kept = self._drawn.pop(kit, None) or KeptFaces()
        # The kit that was shown last is the last to go.
        self._drawn = {**dict([*self._drawn.items()][1 - _DRAWN :]), kit: kept}
        drawn = partial(own_cards, folder, language_of(request), kept, frozenset(filter(_is_look, known)))
        shown = await in_thread(_with_fonts, folder, drawn)
        for fault in shown["faults"]:
            fault["text"] = fault_text(fault["text"], fault.pop("hint"), language_of(request))
        return JSONResponse(shown)

    async def archive(self, request: Request) -> Response:
        """All of a kit as a ZIP."""
        kit = request.path_params["kit"]
        return JSONResponse({"data": b64encode(await in_thread(self.own.archive, kit)).decode("ascii")})

    async def remove(self, request: Request) -> Response:
        """Delete a kit."""
        kit = request.path_params["kit"]
        self._drawn.pop(kit, None)
        await in_thread(self.own.remove, kit)
        return JSONResponse({}, _KEPT)


# The words the page says.
_SAID = ("make.", "editor.", "language", "theme", "home", "lost-server", "error")


def _is_look(known: object) -> bool:
    return isinstance(known, str) and len(known) <= _LOOK


def _with_fonts(folder: Path, drawn: partial[dict[str, Any]]) -> dict[str, Any]:
    whole_fonts(folder)
    return drawn()
