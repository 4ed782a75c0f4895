"""A file that a page hands over in pieces, each no larger than any request."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from starlette.requests import Request

from printkit.web.answers import TooLargeError, bytes_of

__all__ = ["Pieces"]


@dataclass
class Pieces:
    """Takes one file at a time of at most so many bytes."""

    most: int
    _coming: dict[str, bytearray] = field(default_factory=dict)

    async def take(self, request: Request) -> tuple[str, bytes | None]:
        """The id under which a file is coming, and the file once its last piece is there; else None.

        `id` is that of the file that is coming, none for a first piece; `more` says that another follows. A KeyError
        for a file that was given up, `TooLargeError` for one that is now.
        """
        query, piece = request.query_params, await bytes_of(request)
        coming = query.get("id") or secrets.token_hex(8)
        if not query.get("id"):
            # One at a time: whoever begins anew has given up the one before.
            self._coming = {coming: bytearray()}
        whole = self._coming[coming]
        whole += piece
        if len(whole) > self.most:
            del self._coming[coming]
            raise TooLargeError("too large", hint=f"at most {self.most / 1e6:,.0f} MB")
        if query.get("more"):
            return coming, None
        del self._coming[coming]
        return coming, bytes(whole)
