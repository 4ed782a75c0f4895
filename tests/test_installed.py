"""What is missing is told with the one command that installs it in this environment."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from printkit import installed
from printkit.installed import DISTRIBUTION, commit, install_command, install_hint, package_name, requirements

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """An environment in a folder of its own, into which printkit was installed."""
    monkeypatch.setattr(installed, "checkout", lambda: None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    return tmp_path


def test_the_distribution_is_the_one_the_project_names():
    assert PROJECT["name"] == DISTRIBUTION
    assert PROJECT["scripts"] == {"printkit": "printkit.__main__:run"}


def test_a_copy_that_was_not_installed_promises_no_packages(elsewhere, monkeypatch):
    def unknown(_):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", unknown)
    assert requirements() == []


def test_the_commit_is_the_checkout_s(elsewhere, monkeypatch):
    assert commit() == ""
    monkeypatch.setattr(installed, "checkout", lambda: ROOT)
    if (ROOT / ".git").exists():
        assert re.fullmatch(r"[0-9a-f]{10,}", commit())
    monkeypatch.setenv("PATH", "")
    assert commit() == ""


def test_pip_of_this_very_interpreter(elsewhere):
    assert install_command(["scipy", "numba"]) == f"{elsewhere}/bin/python -m pip install numba scipy"


def test_pipx_injects_into_its_own_environment(elsewhere):
    (elsewhere / "pipx_metadata.json").write_text("{}")
    assert install_command(["numba"]) == f"pipx inject {elsewhere.name} numba"


def test_environments_of_uv_have_no_pip(elsewhere):
    (elsewhere / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.1\n")
    assert install_command(["numba"]) == f"uv pip install --python {elsewhere}/bin/python numba"


def test_a_checkout_without_an_environment_has_pk(monkeypatch):
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert install_command(["numba"]).startswith(f"{ROOT}/pk ")


def test_a_folder_with_a_blank_is_quoted(elsewhere, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/opt/my python/bin/python")
    assert install_command(["numba"]) == "'/opt/my python/bin/python' -m pip install numba"


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.mark.parametrize("extra", [name for name, lines in EXTRAS.items() if lines])
def test_every_extra_is_told_by_its_packages_and_none_by_our_name(extra):
    said = install_hint(extra).rpartition(" install ")[2].split()
    assert said == sorted({package_name(line) for line in requirements() if f"'{extra}'" in line})
    assert said
    assert not [name for name in said if name.startswith("printkit")]
