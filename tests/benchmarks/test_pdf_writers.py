"""The comparison of two writers: it passes the same pages and finds others, moved and missing."""

from __future__ import annotations

import pdf_writers
import pytest

from printkit.geometry import Rect
from printkit.scene.model import Path
from printkit.scene.shapes import rectangle
from tests.helpers import RED, page_of, pdf_of, scene_of


@pytest.fixture
def compare(tmp_path, monkeypatch):
    """The exit code for two files of that many pages, each a square that begins there."""

    def run(old, new):
        for folder, (x, pages) in (("old", old), ("new", new)):
            scene = scene_of(Path(rectangle(Rect(x, 1, 5, 5)), fill=RED))
            (tmp_path / folder).mkdir()
            data = pdf_of(*[page_of(scene)] * pages, faces=lambda _, scene=scene: scene)
            (tmp_path / folder / "a.pdf").write_bytes(data)
        monkeypatch.setattr("sys.argv", ["pdf_writers.py", str(tmp_path / "old"), str(tmp_path / "new")])
        return pdf_writers.main()

    return run


def test_the_same_pages_are_the_same(compare, capsys):
    assert compare((1, 2), (1, 2)) == 0
    assert "a.pdf" in capsys.readouterr().out


@pytest.mark.parametrize(("new", "says"), [((1.2, 2), "a.pdf, page 1"), ((1, 3), "other pages")])
def test_other_pages_are_found(compare, capsys, new, says):
    assert compare((1, 2), new) == 1
    assert says in capsys.readouterr().err


def test_a_file_in_one_folder_only_is_found(compare, tmp_path, capsys):
    (tmp_path / "lost.pdf").touch()
    assert compare((1, 1), (1, 1)) == 0
    (tmp_path / "lost.pdf").rename(tmp_path / "old" / "lost.pdf")
    assert pdf_writers.main() == 1
    assert "lost.pdf" in capsys.readouterr().err
