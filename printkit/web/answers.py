"""How a page is answered: what a request brings, at once or in pieces, within bounds; and errors in words."""

from __future__ import annotations

import secrets
from asyncio import TimerHandle, get_running_loop
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from printkit.errors import InputError, PrintkitError, WrongError
from printkit.files import NoRoomError, parse_json
from printkit.web.guard import LARGEST
from printkit.web.words import LANGUAGES, in_japanese

__all__ = [
    "PATIENCE",
    "Pieces",
    "TooLargeError",
    "answered",
    "body_of",
    "bytes_of",
    "language_of",
    "text_in",
    "texts_in",
]


def answered(endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose errors are answers.

    404 for what there is not, 400 for what cannot be, 409 for what may not be, 413 for too much, 507 without room.
    """

    async def answer(request: Request) -> Response:
        told = in_japanese if request.query_params.get("lang") == "ja" else str
        try:
            return await endpoint(request)
        except (KeyError, FileNotFoundError):
            # Another page may delete a kit while its files are read.
            return JSONResponse({"error": told("there is nothing here")}, 404)
        except ClientDisconnect:
            # Nobody reads this; without it the terminal shows where it happened.
            return Response(status_code=400)
        except PrintkitError as error:
            problem = error.problems[0]
            status = next((number for kind, number in _STATUS.items() if isinstance(error, kind)), 400)
            said = {"error": told(problem.message), "hint": told(problem.hint)[:400], "key": problem.key}
            return JSONResponse(said, status)

    return answer


class TooLargeError(InputError):
    """More than a request may bring."""


_STATUS: dict[type[PrintkitError], int] = {WrongError: 409, TooLargeError: 413, NoRoomError: 507}


async def bytes_of(request: Request) -> bytes:
    """What a request brings; raises `TooLargeError`."""
    read = bytearray()
    async for chunk in request.stream():
        read += chunk
        if len(read) > LARGEST:
            raise TooLargeError("too large", hint=f"at most {LARGEST} bytes")
    return bytes(read)


async def body_of(request: Request) -> Mapping[str, Any]:
    """The JSON object a request brings; raises `InputError`."""
    try:
        body = parse_json(await bytes_of(request))
    except ValueError:
        raise InputError("not JSON") from None
    if not isinstance(body, dict):
        raise InputError("not a JSON object")
    return body


def text_in(body: Mapping[str, Any], key: str, most: int = 400) -> str:
    """A short text of it, empty where there is none."""
    value = body.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise InputError("not a short text", key=key)
    return value


def texts_in(body: Mapping[str, Any], key: str) -> list[str]:
    """Some short texts of it."""
    values = body.get(key, [])
    if not isinstance(values, list) or len(values) > 40:
        raise InputError("not a short list", key=key)
    return [text_in({key: value}, key) for value in values]


def language_of(request: Request) -> str:
    """The language a page is shown in."""
    language = request.query_params.get("lang", "")
    return language if language in LANGUAGES else LANGUAGES[0]


PATIENCE = 60.0
"""Seconds after which a file whose next piece does not come is given up."""


@dataclass
class Pieces:
    """Takes files of at most so many bytes, and holds no more than these of all that are coming."""

    most: int
    # Each file with what ends it.
    _coming: dict[str, tuple[bytearray, TimerHandle]] = field(default_factory=dict)

    async def take(self, request: Request) -> tuple[str, bytearray | None]:
        """The id under which a file is coming, and the file once its last piece is there; else None.

        `id` is that of the file that is coming, none for a first piece; `more` says that another follows. A KeyError
        for a file that was given up, `TooLargeError` for one that is now.
        """
        query, piece = request.query_params, await bytes_of(request)
        known = query.get("id", "")
        coming, whole = known or secrets.token_hex(8), self._taken(known) if known else bytearray()
        whole += piece
        if len(whole) > self.most:
            raise TooLargeError("too large", hint=f"at most {self.most / 1e6:,.0f} MB")
        if not query.get("more"):
            return coming, whole
        while sum(len(each) for each, _ in self._coming.values()) + len(whole) > self.most:
            # The one that has waited longest was given up most likely.
            self._taken(next(iter(self._coming)))
        self._coming[coming] = whole, get_running_loop().call_later(PATIENCE, self._taken, coming)
        return coming, None

    def _taken(self, coming: str) -> bytearray:
        """What has come so far, which is held no longer."""
        whole, end = self._coming.pop(coming)
        end.cancel()
        return whole
