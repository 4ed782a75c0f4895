"""Who may talk to the server: its own page, from this machine, with the cookie that the address's token bought."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections import deque
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LARGEST", "Guard", "page_policy"]

HOSTS = ("127.0.0.1", "localhost")
LARGEST = 2_000_000
"""Bytes of a request's body."""

# So many requests in so many seconds; a page makes far fewer.
_RATE, _PERIOD = 1200, 10.0
_TOKEN = "token"
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}


def page_policy(**other: str) -> str:
    """A Content-Security-Policy: that of the pages, with other sources where a page needs them (`script_src=…`)."""
    policy = _POLICY | {key.replace("_", "-"): value for key, value in other.items()}
    return "; ".join(f"{key} {value}" for key, value in policy.items())


class Guard:
    """Lets through what the page itself asks, and answers everything else; an ASGI middleware.

    The `Host` must name this machine once. A `token` in the address becomes a cookie with the port in its name, since
    cookies ignore ports. Whatever changes something needs the page's own `Origin`. Requests are counted.
    """

    def __init__(self, app: ASGIApp, port: int, token: str = "") -> None:
        self.app, self.port = app, port
        self.token = token or secrets.token_urlsafe(32)
        self.cookie = f"printkit-{port}"
        self._key = secrets.token_urlsafe(32)
        # Strangers are counted by themselves: they use up nothing of what the page may ask.
        self._recent: deque[float] = deque()
        self._strangers: deque[float] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = self._refusal(scope)
        refused = answer is not None and not isinstance(answer, RedirectResponse)
        if _too_many(self._strangers if refused else self._recent):
            answer = PlainTextResponse("too many requests", 429)
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        await self.app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if (
            len(hosts) != 1
            or hosts[0].rpartition(":")[0] not in HOSTS
            or hosts[0].rpartition(":")[2] != str(self.port)
        ):
            return PlainTextResponse("this host is not served", 400)
        if scope["method"] not in ("GET", "HEAD", "POST", "DELETE"):
            return PlainTextResponse("no such method", 405)
        if scope["method"] in ("POST", "DELETE") and headers.getlist("origin") != [f"http://{hosts[0]}"]:
            return PlainTextResponse("another page may not ask this", 403)
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return PlainTextResponse("another page may not ask this", 403)
        if not _small(headers):
            return PlainTextResponse("too large", 413)
        return self._unknown(scope, headers)

    def _unknown(self, scope: Scope, headers: Headers) -> Response | None:
        query = scope["query_string"].decode("latin-1")
        given = re.fullmatch(rf"{_TOKEN}=([\w-]{{1,100}})", query)
        if (
            given
            and scope["method"] == "GET"
            and scope["path"] == "/"
            and hmac.compare_digest(given[1], self.token)
        ):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(self.cookie, self._key, httponly=True, samesite="strict", path="/")
            return answer
        key = _cookies(headers).get(self.cookie, "")
        if not hmac.compare_digest(key.encode(), self._key.encode()):
            return PlainTextResponse("open the address that printkit serve printed", 401)
        return None


def _too_many(recent: deque[float]) -> bool:
    """Whether one request more is too much after these, which it joins if not."""
    now = time.monotonic()
    while recent and now - recent[0] > _PERIOD:
        recent.popleft()
    if len(recent) >= _RATE:
        return True
    recent.append(now)
    return False


def _small(headers: Headers) -> bool:
    length = headers.get("content-length", "0")
    return length.isascii() and length.isdigit() and len(length) < 12 and int(length) <= LARGEST


def _cookies(headers: Headers) -> Mapping[str, str]:
    try:
        return {name: each.value for name, each in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            own = {
                b"content-security-policy": page_policy().encode(),
                b"x-content-type-options": b"nosniff",
                b"referrer-policy": b"no-referrer",
                b"cross-origin-resource-policy": b"same-origin",
                b"cross-origin-opener-policy": b"same-origin",
                b"cache-control": b"no-store",
            }
            message["headers"] = [
                *message["headers"],
                *(each for each in own.items() if each[0] not in present),
            ]
        await send(message)

    return send_more
