"""A site as `printkit site` writes it, with every kit, once for all tests here."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from time import sleep

import pytest

from printkit.site.write import SiteRequest, write_site
from tests.web.visit import chromium

SECONDS = 400
"""How long one process waits for the other."""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, below a path as hosts often have it; processes that test together share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    out = shared / "some" / "games"
    written = shared / "site-claimed"
    try:
        written.mkdir()
    except FileExistsError:
        for _ in range(SECONDS):
            if (written / "done").exists():
                return out
            sleep(1)
        pytest.fail("the other process did not write the site")
    write_site(SiteRequest(out))
    (written / "done").touch()
    return out


class _Quiet(SimpleHTTPRequestHandler):
    """Plain files, as `python -m http.server` serves them, without a log."""

    def log_message(self, *words):
        pass


@contextmanager
def served(folder):
    """The address of a plain static server of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started
