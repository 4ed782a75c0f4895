"""A site as `printkit site` writes it, with every kit, once for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.site.write import SiteRequest, write_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, below a path as hosts often have it."""
    out = tmp_path_factory.mktemp("host") / "some" / "games"
    write_site(SiteRequest(out))
    return out
