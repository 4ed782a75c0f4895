"""A lane that is a second worker of the visitor's browser: it is told what to call as bytes, and ended to stop it."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from printkit.errors import PrintkitError, WrongError
from printkit.web.lane import Lane, Lanes

__all__ = ["Worker", "page_lanes", "thought"]


class Worker(NamedTuple):
    """The second worker: what hands it a call, as `thought` reads it, and what ends it, so that the next is fresh."""

    think: Callable[[bytes], Awaitable[bytes]]
    end: Callable[[], object]


def page_lanes(worker: Worker) -> Lanes:
    """Lanes that share one worker: what one is asked waits for the others."""
    return partial(_PageLane, worker, asyncio.Lock())


class _PageLane(Lane):
    def __init__(self, worker: Worker, turn: asyncio.Lock, most_seconds: float) -> None:
        self._worker, self._turn, self._most_seconds = worker, turn, most_seconds

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        # Our own bytes, there and back: nobody else's are read.
        asked = pickle.dumps((function, arguments))
        async with self._turn:
            try:
                answer = await asyncio.wait_for(self._worker.think(asked), self._most_seconds)
            except TimeoutError:
                self.stop()
                raise WrongError("it took too long", hint=f"at most {self._most_seconds:g} s") from None
            except asyncio.CancelledError:
                self.stop()
                raise
            except Exception as failed:
                # It could not begin: what it lacks stands in the last line.
                why = (str(failed).strip().splitlines() or ["no reason given"])[-1]
                raise WrongError(
                    f"what thinks and prints could not begin: {why}", hint="load the page anew"
                ) from failed
        result, failure = pickle.loads(answer)
        if failure is not None:
            raise WrongError(failure)
        return result

    def stop(self) -> None:
        self._worker.end()


def thought(asked: bytes) -> bytes:
    """What the second worker answers to a call: its result, or why there is none."""
    function, arguments = pickle.loads(asked)
    try:
        return pickle.dumps((function(*arguments), None))
    except PrintkitError as failure:
        return pickle.dumps((None, str(failure)))
