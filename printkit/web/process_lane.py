"""A lane that is a process beside the server."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

from printkit.errors import PrintkitError, WrongError
from printkit.web.lane import Lane

__all__ = ["ProcessLane"]

_SPAWN = get_context("spawn")


class ProcessLane(Lane):
    """Runs one call after another in a process of its own; a call that nobody waits for any more ends with it."""

    def __init__(self, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self._turn = asyncio.Lock()
        self._process: Any = None
        # Of another kind on every system.
        self._pipe: Any = None

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What `function` returns there; WrongError where it took too long, InputError as it raises them."""
        async with self._turn:
            try:
                return await asyncio.wait_for(
                    asyncio.to_thread(self._called, function, arguments), self.most_seconds
                )
            except TimeoutError:
                self.stop()
                raise WrongError("it took too long", hint=f"at most {self.most_seconds:g} s") from None
            except asyncio.CancelledError:
                self.stop()
                raise
            except (EOFError, OSError):
                self.stop()
                raise WrongError("it was broken off") from None

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join(2.0)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _called(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._process is None or not self._process.is_alive():
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        self._pipe.send((function, arguments))
        result, failure = self._pipe.recv()
        if failure is not None:
            raise failure
        return result


def _serve(pipe: Any) -> None:
    # The process that serves handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((function(*arguments), None))
        except PrintkitError as failure:
            pipe.send((None, WrongError(str(failure))))
