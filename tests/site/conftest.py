"""A site as `printkit site` writes it, with every kit, once for all tests here."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

import pytest

from printkit.site.write import SiteRequest, write_site

SECONDS = 400
"""How long one process waits for the other."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
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
