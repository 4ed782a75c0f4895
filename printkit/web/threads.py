"""Work that would hold up the server goes to a thread; in a browser's worker, which has none, it is done at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

__all__ = ["in_thread"]


P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `function` returns, and raises."""
    if sys.platform == "emscripten":
        return function(*args, **kwargs)
    return await run_in_threadpool(function, *args, **kwargs)
