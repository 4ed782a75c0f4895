"""A lane beside the application, for what takes long: one call after the other; and work given to a thread."""

from __future__ import annotations

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from printkit.errors import WrongError

__all__ = ["Lane", "Lanes", "in_thread"]


# ── A lane beside the application, for what takes long ───────────────────────────────────────────────────────────────

# How often it is looked up whether a page still waits, in seconds.
_LOOK_UP = 0.2


class Lane(ABC):
    """Runs one call after another somewhere else; a call that nobody waits for any more ends."""

    @abstractmethod
    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What `function` returns there; WrongError where it took too long, InputError as it raises them."""

    @abstractmethod
    def stop(self) -> None:
        """End what goes on there, whatever it is."""

    async def call_for(self, request: Request, function: Callable[..., Any], *arguments: Any) -> Any:
        """The same for a page; WrongError where it no longer waits for the answer."""
        called = asyncio.ensure_future(self.call(function, *arguments))
        while not (await asyncio.wait({called}, timeout=_LOOK_UP))[0]:
            if await request.is_disconnected():
                called.cancel()
                await asyncio.wait({called})
                raise WrongError("nobody waits for it any more")
        return called.result()


Lanes = Callable[[float], Lane]
"""What makes a lane whose calls may take so many seconds."""


# ── work that would hold up the server goes to a thread; in a browser's worker ───────────────────────────────────────

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `function` returns, and raises."""
    if sys.platform == "emscripten":
        return function(*args, **kwargs)
    return await run_in_threadpool(function, *args, **kwargs)
