"""A server as `printkit serve` starts it, and somebody who talks to it as a browser would, or not."""

from __future__ import annotations

import http.client
import json
import threading
from contextlib import closing
from dataclasses import dataclass, field
from email.message import Message
from typing import NamedTuple

import pytest

from printkit.site.assets import assets, kept_editor
from printkit.web.application import Served
from printkit.web.local_server import LocalServer, bound, guarded
from tests.web.visit import chromium


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Message
    body: bytes


@dataclass
class Visitor:
    """Somebody at the server's port; `ask` sends what the page would send, unless it is given something else."""

    port: int
    token: str
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 60.0

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def send(self, method, path, body=b"", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.seconds)
        own = {"Cookie": self.cookie} if self.cookie else {}
        # As a page's own addresses are read: relative to its own, which is the root.
        path = path if path.startswith("/") else f"/{path}"
        if method != "GET":
            own["Origin"] = self.origin
        connection.request(method, path, body or None, own | self.headers | headers)
        with closing(connection):
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def enter(self):
        answer = self.send("GET", f"/?token={self.token}")
        assert answer.status == 303
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def ask(self, path, body=None, method=""):
        sent = b"" if body is None else json.dumps(body).encode()
        answer = self.send(method or ("GET" if body is None else "POST"), path, sent)
        return json.loads(answer.body)


def fetched_editor():
    """The editor as a machine has it on which a site was written."""
    assets()
    return kept_editor()


class Running:
    """A server in a thread of its own, until `stop`."""

    def __init__(self, state, kit_dir=None, port=0):
        self.state = state
        listening = bound(port)
        self.port = listening.getsockname()[1]
        guard, stop = guarded(Served(state, kit_dir, fetched_editor), self.port)
        self.token = guard.token
        self._server = LocalServer(guard, stop)
        self._thread = threading.Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def visitor(self):
        visitor = Visitor(self.port, self.token)
        visitor.enter()
        return visitor

    def stop(self):
        self._server.should_exit = True
        self._thread.join(10)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser():
    """The system's browser. Not one for all files: as long as it runs nothing else may run an event loop."""
    with chromium() as started:
        yield started


@pytest.fixture
def visitor(server):
    return server.visitor()
