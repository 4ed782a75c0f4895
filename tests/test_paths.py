"""Where kits and fonts lie."""

from __future__ import annotations

import pytest

from printkit import paths
from printkit.errors import InputError


def test_a_checkout_has_them_beside_the_package(root):
    assert paths.fonts_dir() == root / "fonts"
    assert paths.templates_dir() == root / "templates"


def test_an_installed_package_has_them_inside(monkeypatch, tmp_path):
    package = tmp_path / "site" / "printkit"
    (package / "data" / "fonts").mkdir(parents=True)
    # What somebody else's package of that name holds is not ours.
    (tmp_path / "site" / "fonts").mkdir()
    monkeypatch.setattr(paths, "_PACKAGE", package)
    assert paths.fonts_dir() == package / "data" / "fonts"


def test_a_lost_folder_is_an_input_error(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "printkit")
    with pytest.raises(
        InputError, match=r"templates/ is missing from this installation \(install printkit again\)"
    ):
        paths.templates_dir()
