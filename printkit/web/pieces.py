"""A file that a page hands over in pieces, each no larger than any request."""

from __future__ import annotations

import secrets
from asyncio import TimerHandle, get_running_loop
from dataclasses import dataclass, field

from starlette.requests import Request

from printkit.web.answers import TooLargeError, bytes_of

__all__ = ["PATIENCE", "Pieces"]

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
