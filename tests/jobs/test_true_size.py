"""What is printed is as large as it should be, read from the finished PDF's own operators: to 0.05 mm.

Every measure is paired with its nominal value, which comes from the kit's text files or from the documents by
plain sums, never from the code that laid the sheet out. Each of them fails on a file that was tampered with.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from tests.pdf_geometry import Box, Page, read_pages

KIT = Path(__file__).resolve().parents[2] / "templates/youscout"
EXACT = 0.05
LABEL_GRIDS = tomllib.loads((KIT / "labels.toml").read_text(encoding="utf-8"))["grid"]
SIZES = tomllib.loads((KIT / "layout.toml").read_text(encoding="utf-8"))["sizes"]


class Measure(NamedTuple):
    """A length or place as printed and as it should be, in mm."""

    what: str
    printed: float
    wanted: float


Measures = Iterator[Measure]


def off(measures):
    """The measures that are wrong; there has to be something to measure."""
    all_of_them = list(measures)
    assert len(all_of_them) >= 2
    return [each for each in all_of_them if abs(each.printed - each.wanted) > EXACT]


def edges(what, printed, wanted):
    for word, one, other in zip(("left", "top", "right", "bottom"), printed.edges, wanted.edges, strict=True):
        yield Measure(f"{what} {word}", one, other)


def mm(text):
    """A length of a kit's file."""
    match = re.fullmatch(r"([\d.]+)(mm|in)?", str(text))
    assert match is not None
    return float(match[1]) * (25.4 if match[2] == "in" else 1.0)


def card(size):
    return mm(SIZES[size]["width"]), mm(SIZES[size]["height"])


def toml(name):
    return tomllib.loads((KIT / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("true")


# Marks


def is_ruler(line):
    ticks = [path for path in line.subpaths if len(path) == 2]
    upright = sum(abs(path[0][0] - path[1][0]) < 1e-3 for path in ticks)
    return len(ticks) > 100 and min(upright, len(ticks) - upright) <= 1


def ruler_measures(pages, *, books=False):
    for number, page in enumerate(pages, 1):
        lengths = [
            max(line.box.width, line.box.height) for line in page.lines if not line.filled and is_ruler(line)
        ]
        # Of a book whose pages fill the paper only the last page, which checks the print, has one.
        if lengths or number == len(pages) or not books:
            yield Measure(f"page {number} rulers", len(lengths), 1)
        yield from (Measure(f"page {number} ruler", length, 100.0) for length in lengths)


def ticks(page):
    """Where crop marks point: the x of vertical ones, the y of horizontal ones."""
    across, down = [], []
    for line in page.own():
        if is_ruler(line) or line.layer:
            continue
        for (x1, y1), (x2, y2) in (path for path in line.subpaths if len(path) == 2):
            across += [x1] if abs(x1 - x2) < 1e-3 else []
            down += [y1] if abs(y1 - y2) < 1e-3 else []
    return across, down


def nearest(places, wanted):
    return min(places, key=lambda place: abs(place - wanted))


def placed_box(placed, width, height):
    return Box.around([placed.point(0.0, 0.0), placed.point(width, height)])


# What is measured on each part


def cut_out(pages, width, height):
    """Pieces with crop marks: each mark continues an edge of what is drawn there, and nothing else is marked."""
    for page in pages:
        across, down = ticks(page)
        drawn: list[float] = []
        for placed in page.placed:
            box = placed_box(placed, width, height)
            yield Measure("mark left", nearest(across, box.left), box.left)
            yield Measure("mark right", nearest(across, box.left + width), box.right)
            yield Measure("mark top", nearest(down, box.top), box.top)
            yield Measure("mark bottom", nearest(down, box.top + height), box.bottom)
            yield Measure(
                "width between marks", nearest(across, box.right) - nearest(across, box.left), width
            )
            yield Measure("height between marks", nearest(down, box.bottom) - nearest(down, box.top), height)
            drawn += [box.left, box.right]
        yield from (Measure("mark at a piece", x, nearest(drawn, x)) for x in across)


def outlined(pages, width, height):
    """Pieces with a line round them, drawn on the layer to cut."""
    yield from cut_out(pages, width, height)
    for page in pages:
        lines = [line for line in page.layer("Cut") if line.depth == 1]
        assert len(lines) == len(page.placed)
        for line, placed in zip(lines, page.placed, strict=True):
            yield from edges("outline", line.box, placed_box(placed, width, height))
            yield from edges("window", placed.window, line.box)


def labels(pages, grid):
    """Each label where the grid has it: first, last, pitch and size; what is drawn begins in its corner."""
    own = {key: mm(value) for key, value in LABEL_GRIDS[grid].items() if key not in ("name", "paper")}
    columns = int(own["columns"])
    for page in pages:
        for index, placed in enumerate(page.placed):
            row, column = divmod(index, columns)
            left, top = own["left"] + column * own["across"], own["top"] + row * own["down"]
            wanted = Box(left, top, left + own["width"], top + own["height"])
            yield from edges(f"label {index + 1}", placed.window, wanted)
            yield from edges(
                f"drawing {index + 1}", placed_box(placed, own["width"], own["height"]), placed.window
            )


def token_sheet(pages):
    """Cuts have the size in tokens.toml and go round what is drawn; backs lie behind their fronts."""
    front, back = pages
    # A standee's strip: two sides and two feet of 12 mm.
    wanted = [
        (mm(token["size"]), mm(token["size"]) if token["shape"] == "round" else 2 * mm(token["height"]) + 24)
        for token in toml("tokens.toml")["tokens"]
        for _ in range(token["copies"])
    ]
    (line,) = front.layer("Cut")
    boxes = [Box.around(list(path)) for path in line.subpaths]
    assert len(boxes) == len(wanted) == len(front.placed)
    for box, placed, (width, height) in zip(boxes, front.placed, wanted, strict=True):
        yield Measure("token width", box.width, width)
        yield Measure("token height", box.height, height)
        yield from edges("drawing", placed_box(placed, width, height), box)
    folds = [path[0][1] for line in front.layer("Fold") for path in line.subpaths]
    strips = [box for box in boxes if box.height > 2 * box.width]
    places = [0.0, 12.0, 48.0, 84.0, 96.0]
    for box in strips:
        for place in places[1:-1]:
            yield Measure("standee fold", nearest(folds, box.top + place), box.top + place)
    seen = [Box(front.width - box.right, box.top, front.width - box.left, box.bottom) for box in boxes]
    for placed in back.placed:
        mirrored = min(
            seen, key=lambda box: abs(box.left - placed.window.left) + abs(box.top - placed.window.top)
        )
        yield from edges("back", placed_box(placed, mirrored.width, mirrored.height), mirrored)


def mat_tiles(pages, paper):
    """Glued along their marks the tiles are the whole mat: each cut lies on its neighbour's tick, 10 mm over it."""
    board = next(board for board in toml("mat.toml")["boards"] if board["paper"] == paper)
    width, height = mm(board["width"]), mm(board["height"])
    parts, cuts, marks = [], [], []
    for page in pages:
        (placed,) = page.placed
        dx, dy = placed.point(0.0, 0.0)
        yield from edges("scale", placed_box(placed, width, height), Box(dx, dy, dx + width, dy + height))
        left, top, right, bottom = placed.window.edges
        parts.append(Box(left - dx, top - dy, right - dx, bottom - dy))
        cuts.append({_at(path, dx, dy) for line in page.layer("Cut") for path in line.subpaths})
        marks.append(
            {
                _at(path, dx, dy)
                for line in page.own()
                if not line.layer and not is_ruler(line)
                for path in line.subpaths
            }
        )
    around = Box.around([point for box in parts for point in (box.edges[:2], box.edges[2:])])
    yield from edges("mat", around, Box(0.0, 0.0, width, height))
    for axis, first, last in ((0, 0, 2), (1, 1, 3)):
        spans = sorted({(round(box.edges[first], 2), round(box.edges[last], 2)) for box in parts})
        for (_, end), (start, _) in pairwise(spans):
            yield Measure("overlap", end - start, 10.0)
            for box, own_cuts, own_marks in zip(parts, cuts, marks, strict=True):
                if abs(box.edges[first] - start) < 1.0:
                    cut = [at for kind, at in own_cuts if kind == axis]
                    yield Measure("cut", nearest(cut, start), start)
                if abs(box.edges[last] - end) < 1.0:
                    yield Measure(
                        "tick", nearest([at for kind, at in own_marks if kind == axis], start), start
                    )


def _at(path, dx, dy):
    """The direction of a mark (0: at an x, 1: at a y, 2: slanted) and its place, on the drawing."""
    (x1, y1), (x2, y2) = path[0], path[-1]
    if abs(x1 - x2) < 1e-3:
        return 0, x1 - dx
    return (1, y1 - dy) if abs(y1 - y2) < 1e-3 else (2, 0.0)


def tuck_box(pages, size, stack):
    """Panels from fold to fold: the card or the stack, its play and half a board at each fold; flaps as requested."""
    (page,) = pages
    own = toml("box.toml")
    more = mm(own["play"]) + mm(own["board"])
    width, height = (edge + more for edge in card(size))
    depth = stack + mm(own.get("room", 0.0)) + more
    (outline,) = page.layer("Cut")
    folds = [path for line in page.layer("Fold") for path in line.subpaths]
    upright = sorted({round(path[0][0], 3) for path in folds if abs(path[0][0] - path[1][0]) < 1e-3})
    level = sorted({round(path[0][1], 3) for path in folds if abs(path[0][1] - path[1][1]) < 1e-3})
    box = outline.box
    steps = [mm(own["glue"]), width, depth, width, depth]
    for step, (one, other) in zip(steps, pairwise([box.left, *upright, box.right]), strict=True):
        yield Measure("panel", other - one, step)
    lid, head, foot = level
    yield Measure("tuck flap", lid - box.top, mm(own["tuck"]))
    yield Measure("lid", head - lid, depth)
    yield Measure("height", foot - head, height)
    (placed,) = page.placed
    drawn = placed_box(placed, box.width, box.height)
    yield from edges("printing", drawn, box)


def booklet(pages, caliper):
    """Two pages of A5 a side, against the fold but for the creep, which grows by a sheet's thickness inwards."""
    middle = 297 / 2
    for number, page in enumerate(pages):
        shift = number // 2 * caliper
        yield Measure("paper", page.width, 297.0)
        folds = [path[0][0] for line in page.layer("Fold") for path in line.subpaths]
        # On the inner sides alone: covers have no marks.
        yield Measure("fold marks", len(folds), 2 if number % 2 else 0)
        yield from (Measure("fold", fold, middle) for fold in folds)
        for placed in page.placed:
            left = placed.window.left < middle - 1
            x = middle - 148 + shift if left else middle - shift
            yield from edges("page", placed_box(placed, 148, 210), Box(x, 0.0, x + 148, 210.0))
            inner = placed.window.right if left else placed.window.left
            yield Measure("cut off at the fold", inner, middle)


def leaflet(pages, width, height):
    """Two cards side by side: marks at the leaflet's edges, the fold between them."""
    for page in pages:
        across, down = ticks(page)
        (one, other) = sorted(
            (placed_box(placed, width, height) for placed in page.placed), key=lambda b: b.left
        )
        yield Measure("leaflet", max(across) - min(across), 2 * width)
        yield Measure("leaflet", max(down) - min(down), height)
        yield Measure("left", min(across), one.left)
        yield Measure("right", max(across), other.right)
        folds = [path[0][0] for line in page.layer("Fold") for path in line.subpaths]
        yield from (Measure("fold", fold, one.right) for fold in folds)
        yield Measure("fold", other.left, one.right)


# The parts


class Part(NamedTuple):
    """A file to measure: what is built, its name, and how it is measured."""

    choices: dict[str, Any]
    name: str
    measure: Callable[[list[Page]], Measures]
    deep: bool = False


POKER, TAROT = card("poker"), card("tarot")
# A strip ends 2.5 mm inside the card's edges; it is as high as its line of numbers and its names.
STRIP = (65.0, 8.27)

PARTS: dict[str, Part] = {
    **{
        f"labels {name}": Part(
            {"only": ("overlays",), "paper": name},
            f"youscout-overlays-{name}.pdf",
            lambda pages, name=name: labels(pages, name),  # type: ignore[misc]
        )
        for name in LABEL_GRIDS
    },
    "deck": Part({"only": ("deck",)}, "youscout-deck.pdf", lambda pages: cut_out(pages, *TAROT)),
    "deck poker": Part(
        {"only": ("deck",), "card": "poker", "paper": "letter"},
        "youscout-deck-poker-letter.pdf",
        lambda pages: cut_out(pages, *POKER),
    ),
    "rule cards": Part({"only": ("rules",)}, "youscout-rules.pdf", lambda pages: cut_out(pages, *TAROT)),
    "rule leaflet": Part(
        {"only": ("rules",)}, "youscout-rules-folded.pdf", lambda pages: leaflet(pages, *TAROT)
    ),
    "strips": Part(
        {"only": ("overlays",)}, "youscout-overlays.pdf", lambda pages: outlined(pages[:1], *STRIP), deep=True
    ),
    "small stickers": Part(
        {"only": ("overlays",)},
        "youscout-overlays.pdf",
        lambda pages: outlined(pages[1:], 18.0, 12.0),
        deep=True,
    ),
    "sleeves": Part(
        {"only": ("overlays",)},
        "youscout-overlays-sleeves.pdf",
        lambda pages: outlined(pages, *TAROT),
        deep=True,
    ),
    "mat tiles": Part({"only": ("mat",)}, "youscout-mat.pdf", lambda pages: mat_tiles(pages, "a2")),
    "mat": Part({"only": ("mat",)}, "youscout-mat-a2.pdf", lambda pages: mat_tiles(pages, "a2")),
    "mat tiles bridge": Part(
        {"only": ("mat",), "card": "bridge", "paper": "letter"},
        "youscout-mat-bridge-letter.pdf",
        lambda pages: mat_tiles(pages, "a3"),
    ),
    "tokens": Part({"only": ("tokens",)}, "youscout-tokens.pdf", token_sheet),
    "box": Part(
        {"only": ("box",), "stack": 27.0, "paper": "a3"},
        "youscout-box-a3.pdf",
        lambda pages: tuck_box(pages, "tarot", 27.0),
    ),
    "box poker": Part(
        {"only": ("box",), "card": "poker", "stack": 20.0, "paper": "a3"},
        "youscout-box-poker-a3.pdf",
        lambda pages: tuck_box(pages, "poker", 20.0),
    ),
    "booklet": Part(
        {"only": ("booklet",), "lang": "en", "duplex": "short"},
        "youscout-booklet-en-print.pdf",
        lambda pages: booklet(pages, mm(toml("booklet.toml")["caliper"])),
    ),
}


@pytest.fixture(scope="module")
def file_of(folder):
    """A part's file, built once."""
    made: dict[str, dict[str, Path]] = {}

    def file(name):
        part = PARTS[name]
        key = repr(sorted(part.choices.items()))
        if key not in made:
            request = BuildRequest(kits=("youscout",), out=folder / str(len(made)), **part.choices)
            made[key] = {entry.file.name: entry.file for entry in build(request)}
        return made[key][part.name]

    return file


@pytest.mark.parametrize("name", PARTS)
def test_every_measure_of_the_finished_file_is_right(file_of, name):
    pages = read_pages(file_of(name), deep=PARTS[name].deep)
    assert off(PARTS[name].measure(pages)) == []
    assert off(ruler_measures(pages, books=name == "booklet")) == []


# Tampering


def scaled(content):
    """Everything 0.4 % larger, as a driver that fits pages to the paper does it."""
    first, _, rest = content.partition(b"cm\n")
    a, b, c, d, e, f = (float(each) for each in first.split())
    return b"%.6f %g %g %.6f %g %g cm\n" % (a * 1.004, b, c, d * 1.004, e, f) + rest


def moved(content):
    """The first thing on the page 0.1 mm beside its place."""
    lines = content.split(b"\n")
    index = next(index for index, line in enumerate(lines) if index > 1 and line.endswith(b" cm"))
    a, b, c, d, e, f = (float(each) for each in lines[index].split()[:6])
    lines[index] = b"%g %g %g %g %.4f %.4f cm" % (a, b, c, d, e + 0.1, f + 0.1)
    return b"\n".join(lines)


@pytest.mark.parametrize("tamper", [scaled, moved])
@pytest.mark.parametrize("name", PARTS)
def test_a_tenth_of_a_millimetre_does_not_pass(file_of, tmp_path, name, tamper):
    spoilt = tmp_path / "spoilt.pdf"
    with pikepdf.open(file_of(name)) as pdf:
        # Strips and small stickers are pages of one file.
        for page in pdf.pages:
            page.Contents = pdf.make_stream(tamper(page.Contents.read_bytes()))
        pdf.save(spoilt)
    assert off(PARTS[name].measure(read_pages(spoilt, deep=PARTS[name].deep)))
