"""The frame of the pages beside the tables: the same bar and room, and for each its script and its style sheet."""

from __future__ import annotations

from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

__all__ = ["frame_html", "frame_route"]

_FRAME = Path(__file__).with_name("static") / "frame.html"
# What the room of a page is called in its style sheet.
_ROOMS = {"print": "print", "make": "making-page", "check": "check"}


def frame_html(name: str) -> str:
    """The page of that name, for an address one folder below the application's."""
    return Template(_FRAME.read_text(encoding="utf-8")).substitute(name=name, room=_ROOMS[name])


def frame_route(path: str, name: str) -> Route:
    """The address of the page of that name."""

    async def page(request: Request) -> Response:
        return Response(frame_html(name), media_type="text/html")

    return Route(path, page)
