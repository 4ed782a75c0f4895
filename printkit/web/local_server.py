"""The server on this machine: application and previews behind the guard, on a socket and in processes of its own."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing import get_context
from typing import Any

import h11
import uvicorn
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from printkit.errors import InputError, PrintkitError, WrongError
from printkit.files import temporary_folder
from printkit.jobs.screen.own_kits import OwnKits
from printkit.web.application import Served, application
from printkit.web.checking import Checking
from printkit.web.guard import Guard
from printkit.web.lane import Lane
from printkit.web.making import Making
from printkit.web.preview import Previews
from printkit.web.printing import Printing
from printkit.web.store import Store
from printkit.web.tables import Tables

__all__ = ["HOST", "LocalServer", "bound", "guarded"]

HOST = "127.0.0.1"
HEAD_SECONDS = 5.0
"""How long a request's head may take."""


def guarded(asked: Served, port: int, token: str = "") -> tuple[Guard, Callable[[], None]]:
    """The application behind its guard, and what ends all that goes on in it."""
    tables = Tables(Store(asked.state_dir, asked.kit_dir), asked.kit_dir, _ProcessLane)
    # Kits that are dropped stay as long as the server runs.
    stack = ExitStack()
    own = OwnKits(stack.enter_context(temporary_folder("printkit-make-")))
    previews, printing = Previews(asked.kit_dir), Printing(_ProcessLane, asked.kit_dir, own)
    checking, making = Checking(_ProcessLane, asked.kit_dir, own), Making(own, asked.editor)
    pages = (printing, previews, making, checking)
    app = application(asked, tables, [route for each in pages for route in each.routes()])

    def stop() -> None:
        stack.close()
        previews.stop()
        printing.stop()
        checking.stop()
        tables.stop()

    # Nothing is far away here: as small as it can be would take longer than the way.
    return Guard(GZipMiddleware(app, minimum_size=600, compresslevel=1), port, token), stop


def bound(port: int) -> socket.socket:
    """A socket on this machine alone; InputError where the port is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        # A browser that is faster than the server waits for it.
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise InputError(
            f"port {port} cannot be used: {error.strerror}",
            key="--port",
            hint="another, or 0 for any free one",
        ) from None
    return listening


class _Connection(H11Protocol):
    """A connection that is closed when a request's head takes too long: those without a word shut others out."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()

    def _watch(self) -> None:
        """A head that has begun, or is the first, is waited for only so long; none is waited for once it is there."""
        if self.conn.their_state is not h11.IDLE:
            self._unwatch()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class LocalServer(uvicorn.Server):
    """A server that runs quietly and within bounds, and ends its streams first when it is asked to go."""

    def __init__(self, guard: Guard, stop: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                guard,
                http=_Connection,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                limit_concurrency=200,
                h11_max_incomplete_event_size=65_536,
                lifespan="off",
            )
        )
        self._stop = stop

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what goes on, then the connections."""
        self._stop()
        await super().shutdown(sockets)


_SPAWN = get_context("spawn")


class _ProcessLane(Lane):
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
