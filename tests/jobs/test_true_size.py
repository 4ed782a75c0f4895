"""What is printed is as large as it should be, read from the finished PDF: to 0.05 mm."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import ezdxf
import pytest

from printkit.backends.inspect import open_pdf, page_chars
from printkit.compose.context import Choices
from printkit.geometry import Size
from printkit.jobs.build import build
from printkit.jobs.export import ExportRequest, export
from printkit.jobs.part import Job, Scenes
from printkit.jobs.parts import box, mat, tokens
from printkit.jobs.request import BuildRequest
from printkit.jobs.variables import print_variables
from printkit.kit.find import find_kit
from printkit.preflight.marks import face_marks
from printkit.sheets.box import box_size

PARTS = {"mat": mat, "tokens": tokens, "box": box}
EXACT = 0.05


@pytest.mark.parametrize("part", sorted(PARTS))
def test_letters_stand_where_they_were_composed(tmp_path: Path, part: str) -> None:
    kit = find_kit("youscout")
    request = BuildRequest(kits=("youscout",), only=(part,), card="poker", out=tmp_path)
    choices = Choices("poker", "full", print_variables(kit, ()))
    job = Job(kit, request, choices, Scenes(kit, choices))
    documents = {each.name: each for each in PARTS[part].documents(job, part)}
    compared = 0
    for entry in build(request):
        document = documents[entry.file.name]
        with open_pdf(entry.file) as pdf:
            for index, sheet in enumerate(document.sheets):
                chars = page_chars(pdf, index)
                for placement in sheet.placements:
                    for mark in face_marks(document.faces(placement.face)):
                        x, y = placement.transform.point(mark.x, mark.y)
                        if not placement.window.contains(placement.transform.rect(mark.box)):
                            continue
                        compared += 1
                        assert any(
                            char.text == mark.text and abs(char.x - x) <= EXACT and abs(char.y - y) <= EXACT
                            for char in chars
                        ), (entry.file.name, index + 1, mark.text, x, y)
    assert compared > 20


@pytest.mark.parametrize("stack", [20.0, 27.0])
def test_the_folds_of_the_box_lie_as_far_apart_as_the_stack_asks(tmp_path: Path, stack: float) -> None:
    kit = find_kit("youscout")
    card, tuck = kit.size("poker"), kit.box
    assert tuck is not None
    flaps = (tuck.tuck, tuck.glue, tuck.dust)
    size = box_size(Size(card.width, card.height), stack + tuck.room, tuck.play, tuck.board, flaps)
    request = ExportRequest("youscout", "dxf", only=("box",), card="poker", stack=stack, out=tmp_path)
    columns: set[float] = set()
    for file in export(request):
        for line in ezdxf.readfile(file).modelspace().query('LWPOLYLINE[layer=="FOLD"]'):
            points = list(line.get_points("xy"))  # type: ignore[attr-defined]
            if abs(points[0][0] - points[-1][0]) < EXACT:
                columns.add(round(points[0][0], 3))
    ordered = sorted(columns)
    widths = [after - before for before, after in pairwise(ordered)]
    assert any(abs(each - size.depth) <= EXACT for each in widths), widths
    assert any(abs(each - size.width) <= EXACT for each in widths), widths
