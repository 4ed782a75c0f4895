"""Cutting paths: the layers, the measures, and that they are those of the printed sheets."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import ezdxf
import pytest

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.jobs.build import build
from printkit.jobs.export import ExportRequest, export
from printkit.jobs.request import BuildRequest


def exported(tmp_path: Path, form: str, *only: str, **choices: Any) -> tuple[Path, ...]:
    return export(ExportRequest("youscout", form, only=only, out=tmp_path, **choices))


def polylines(file: Path, layer: str) -> list[Rect]:
    """The boxes of a layer's polylines, y down from the paper's upper edge."""
    document = ezdxf.readfile(file)
    height = document.header["$LIMMAX"][1]
    boxes = []
    for line in document.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        points = [(x, height - y) for x, y in line.get_points("xy")]  # type: ignore[attr-defined]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        boxes.append(Rect.from_edges(min(xs), min(ys), max(xs), max(ys)))
    return boxes


def test_a_file_for_each_different_sheet(tmp_path: Path) -> None:
    names = {file.name for file in exported(tmp_path, "dxf")}
    assert {"youscout-deck.dxf", "youscout-tokens.dxf", "youscout-box.dxf", "youscout-box-2.dxf"} <= names
    assert [file.name for file in exported(tmp_path, "cut-svg", "deck")] == ["youscout-deck.svg"]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("part", ["deck", "tokens"])
def test_what_is_cut_is_what_was_printed(tmp_path: Path, paper: str, part: str) -> None:
    (file, *_) = exported(tmp_path, "dxf", part, paper=paper)
    request = BuildRequest(kits=("youscout",), only=(part,), paper=paper, marks=("cutter",), out=tmp_path)
    (entry,) = build(request)
    manifest = json.loads((tmp_path / "youscout" / "manifest.json").read_bytes())
    printed = [
        tuple(row["trim_mm"])
        for row in manifest["files"][entry.file.name]["placements"]
        if row["page"] == 1 and row["side"] == "front"
    ]
    cut = [tuple(box) for box in polylines(file, "CUT")]
    assert len(cut) == len(printed)
    for one, other in zip(cut, printed, strict=True):
        assert one == pytest.approx(other, abs=0.05)


def test_the_registration_marks_are_where_machines_look(tmp_path: Path) -> None:
    (file,) = exported(tmp_path, "dxf", "deck", card="poker", paper="letter")
    boxes = polylines(file, "REGISTRATION")
    assert tuple(boxes[0]) == pytest.approx((9.5, 9.5, 6, 6), abs=0.01)
    assert len(boxes) == 5
    assert boxes[1].width == pytest.approx(7.2 + 0.5, abs=0.1)


def test_cuts_and_folds_are_apart(tmp_path: Path) -> None:
    (file,) = exported(tmp_path, "dxf", "box", paper="a3")
    (outline,) = polylines(file, "CUT")
    folds = polylines(file, "FOLD")
    assert len(folds) == 12
    assert all(outline.contains(fold, 0.01) for fold in folds)
    layers = {layer.dxf.name for layer in ezdxf.readfile(file).layers}
    assert {"CUT", "FOLD", "REGISTRATION"} <= layers
    assert ezdxf.readfile(file).units == 4


def test_a_circle_is_followed_closely(tmp_path: Path) -> None:
    (file,) = exported(tmp_path, "dxf", "tokens")
    document = ezdxf.readfile(file)
    line = next(iter(document.modelspace().query('LWPOLYLINE[layer=="CUT"]')))
    points = list(line.get_points("xy"))  # type: ignore[attr-defined]
    box = polylines(file, "CUT")[0]
    x, y = box.center[0], document.header["$LIMMAX"][1] - box.center[1]
    radii = [((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in points]
    assert min(radii) == pytest.approx(12.5, abs=0.02)
    assert max(radii) == pytest.approx(12.5, abs=0.02)
    assert line.closed  # type: ignore[attr-defined]


def test_svg_has_the_same_layers_and_the_paper_in_millimetres(tmp_path: Path) -> None:
    (file,) = exported(tmp_path, "cut-svg", "box", paper="a3")
    text = file.read_text(encoding="utf-8")
    assert re.findall(r'inkscape:label="(\w+)"', text) == ["guide", "cut", "fold"]
    assert re.search(r'width="(297|420)mm"', text)
    assert re.search(r'viewBox="0 0 (297 420|420 297)"', text)


def test_low_ink_and_pictures_change_nothing(tmp_path: Path) -> None:
    one = exported(tmp_path / "a", "dxf", "box")[0].read_bytes()
    assert exported(tmp_path / "b", "dxf", "box", ink="low")[0].read_bytes() == one


def test_the_measured_stack_is_cut(tmp_path: Path) -> None:
    thin = polylines(exported(tmp_path / "a", "dxf", "box", stack=20.0, paper="a3")[0], "CUT")[0]
    thick = polylines(exported(tmp_path / "b", "dxf", "box", stack=23.0, paper="a3")[0], "CUT")[0]
    assert thick.width - thin.width == pytest.approx(2 * 3.0, abs=0.05)


@pytest.mark.parametrize(
    ("form", "only", "message"),
    [
        ("dfx", (), "'dfx' cannot be exported"),
        ("dxf", ("mat",), "'mat' has nothing to cut"),
        ("dxf", ("dekc",), "'dekc' has nothing to cut"),
    ],
)
def test_what_cannot_be_exported(tmp_path: Path, form: str, only: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        exported(tmp_path, form, *only)


def test_without_ezdxf_one_line_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(InputError, match="needs the package ezdxf") as caught:
        exported(tmp_path, "dxf", "box")
    assert caught.value.problems[0].hint == "pip install 'printkit[cut]'"
    assert list(tmp_path.rglob("*.dxf")) == []
    # The SVG needs nothing more.
    assert exported(tmp_path, "cut-svg", "box")
