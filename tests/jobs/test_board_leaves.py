"""A board printed in two leaves meets without a gap: one leaf goes on beneath the other (press F8)."""

from __future__ import annotations

import re
import shutil

import pytest

from printkit.geometry import Rect
from printkit.inspect.pages import open_pdf, render_part
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.parts import boards
from printkit.kit.board import FLAP
from printkit.kit.find import find_kit, find_kits
from printkit.kit.load import load_kit
from printkit.scene.model import Group
from printkit.sheets.model import find_paper

HINGED = [(kit.id, board.id) for kit in find_kits() for board in kit.boards if board.hinge]
BOARDS = [(kit.id, board.id) for kit in find_kits() for board in kit.boards]
PX_PER_MM = 5.0


def hinged(kit, board):
    return find_kit(kit).board(board)


@pytest.mark.parametrize(("kit", "name"), HINGED)
def test_f8_the_narrower_leaf_goes_on_beneath_the_other(kit, name):
    board = hinged(kit, name)
    left, right = board.leaves
    assert left.right - right.x == FLAP
    assert left.right == board.seam or right.x == board.seam
    assert max(left.width, right.width) <= find_paper("a4").width - 10.0


@pytest.mark.parametrize(
    ("seam", "flap", "right"),
    [(100.0, FLAP, 300.0), (195.0, 5.0, 200.0), (200.0, 0.0, 200.0), (120.0, FLAP, 150.0)],
)
def test_f8_a_flap_is_as_wide_as_the_paper_lets_it(seam, flap, right):
    board = hinged(*HINGED[0]).model_copy(
        update={"left": 0.0, "square": seam / 5, "hinge": 5, "width": seam + right}
    )
    first, second = board.leaves
    assert first.right - second.x == pytest.approx(flap)
    assert Rect.union(first, second) == Rect(0.0, 0.0, board.width, board.height)


@pytest.mark.parametrize(("kit", "name"), HINGED)
def test_f8_the_flap_shows_what_lies_on_it(kit, name, tmp_path):
    """Cut at its line and laid on the hatched flap, the other leaf continues the drawing."""
    part = f"board-{name}"
    build(BuildRequest(only=(part,), kits=(kit,), paper="a4", out=tmp_path))
    job = make_job(find_kit(kit), BuildRequest(only=(part,), paper="a4"), "card")
    (document,) = boards.documents(job, part)
    strips = []
    board = hinged(kit, name)
    with open_pdf(next((tmp_path / kit).glob(f"{kit}-{part}*.pdf"))) as pdf:
        for index, (sheet, leaf) in enumerate(zip(document.sheets, board.leaves, strict=True)):
            trim = sheet.placements[0].trim
            size = round((FLAP - 1.0) * PX_PER_MM), round((trim.height - 12.0) * PX_PER_MM)
            left = trim.x + board.leaves[1].x - leaf.x + 0.5
            strips.append(render_part(pdf, index, PX_PER_MM, left, trim.y + 6.0, size).astype(float))
            layers = {item.layer for item in sheet.marks if isinstance(item, Group)}
            assert ("cut" in layers) == (leaf.width == max(each.width for each in board.leaves))
    one, other = strips
    assert one.std() > 5.0
    assert abs(one - other).max() < 64.0


@pytest.mark.parametrize("kit", ["shipped", "without a flap"])
def test_f8_the_drawing_goes_on_beyond_the_line_where_a_leaf_is_cut(kit, tmp_path):
    """So a cut beside the line shows no white, also where both leaves fill the paper and are taped."""
    name, board_id = HINGED[0]
    folder = tmp_path / name
    shutil.copytree(find_kit(name).folder, folder)
    if kit == "without a flap":
        _spread(folder / "board.toml", board_id)
    part = f"board-{board_id}"
    request = BuildRequest(kit_dir=folder, only=(part,), paper="a4", out=tmp_path / "out")
    (built,) = build(request)
    board = load_kit(folder).board(board_id)
    first, second = board.leaves
    cut = [number for number, edge in enumerate((first.right, second.x)) if abs(edge - board.seam) < 1e-6]
    assert len(cut) == (1 if kit == "shipped" else 2)
    job = make_job(load_kit(folder), request, "card")
    (document,) = boards.documents(job, part)
    with open_pdf(built.file) as pdf:
        for number in cut:
            trim = document.sheets[number].placements[0].trim
            edge = trim.right if number == 0 else trim.x
            size = 4, round((trim.height - 12.0) * PX_PER_MM)
            inside, beyond = (
                render_part(pdf, number, PX_PER_MM, edge + side * 0.5 - 0.4, trim.y + 6.0, size).astype(float)
                for side in ((-1, 1) if number == 0 else (1, -1))
            )
            assert inside.std() > 5.0
            assert abs(inside.mean() - beyond.mean()) < 32.0
            assert beyond.std() > 5.0


def _spread(file, board_id):
    """Move grid and panels of a board apart so that each of its leaves is as wide as A4 lets it."""
    before, mark, behind = file.read_text(encoding="utf-8").partition(f'id = "{board_id}"')
    own, other, rest = behind.partition("[[boards]]")
    own = own.replace('"385mm"', '"400mm"').replace('"45mm"', '"60mm"')
    own = re.sub(r'box = \["(308\.5)mm"', 'box = ["323.5mm"', own)
    file.write_text(before + mark + own + other + rest, encoding="utf-8")


@pytest.mark.parametrize(("kit", "name"), BOARDS)
def test_every_board_is_printed_on_letter(kit, name):
    """Boards are made for A4, which is longer: nearer to the edge, the ruler beside them, or in two tiles."""
    part = f"board-{name}"
    job = make_job(find_kit(kit), BuildRequest(only=(part,), paper="letter"), "card")
    (document,) = boards.documents(job, part)
    sheets = [*document.sheets]
    assert len(sheets) <= 2
    for sheet in sheets:
        (placed,) = sheet.placements
        assert sorted(sheet.paper) == sorted(find_paper("letter"))
        assert Rect(0.0, 0.0, *sheet.paper).grown(-boards.LEAST_MARGIN + 1e-6).contains(placed.window)
        assert sheet.ruler
        assert sheet.furniture
        assert not sheet.ruler.overlaps(placed.window)
        assert not sheet.furniture.overlaps(placed.window)


@pytest.mark.parametrize(
    ("kit", "part", "duplex"),
    [
        ("throwing-sticks", "board-net-xy", "long"),
        ("mountain-road", "board-road", "long"),
        ("mountain-road", "board-road", "short"),
    ],
)
def test_check_knows_a_board_on_letter(kit, part, duplex, tmp_path):
    """In two tiles, and with its other side behind it, however the sheet is turned."""
    request = BuildRequest(only=(part,), kits=(kit,), paper="letter", duplex=duplex, out=tmp_path)
    (entry,) = build(request)
    (report,) = check_reports([entry.file], kit=kit)
    assert report.clean, report.findings
    assert "drawn as the kit's" in report.closing


def test_a_margin_that_was_asked_for_is_kept():
    """With 6 mm the board of 270 mm does not fit on Letter in one piece."""
    job = make_job(
        find_kit("cetkaik"), BuildRequest(only=("board-school",), paper="letter", margin=6.0), "card"
    )
    (document,) = boards.documents(job, "board-school")
    assert len([*document.sheets]) == 2
