"""Draws the rooms of printkit from their import statements: `python docs/rooms.py` writes `docs/rooms.svg`.

Each room stands above the rooms it imports. An arrow that others already imply is left out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TypeAlias

import svgwrite

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "printkit"
DRAWING = ROOT / "docs" / "rooms.svg"

Graph: TypeAlias = Mapping[str, frozenset[str]]
"""The rooms each room imports."""

PAGE, ROW, BOX, HEIGHT = 760, 76, 116, 34
"""The width of the drawing, the distance of its rows, and a room's width and height, in px."""

COLUMNS = {
    "cli": 0.6,
    "lab.jobs": 0.88,
    "web": 0.6,
    "release": 0.2,
    "interchange": 0.12,
    "preflight": 0.26,
    "lab": 0.88,
}
COLUMNS |= {
    "backends": 0.09,
    "inspect": 0.1,
    "compose": 0.4,
    "solver": 0.68,
    "sheets": 0.3,
    "games": 0.56,
    "atelier": 0.12,
    "environments": 0.88,
}
"""Where rooms stand, in widths of the drawing, so that no arrow runs under one; others in the middle of the left."""
USUAL = 0.34


def room_of(module: str) -> str:
    """The room of a dotted module inside printkit; a laboratory's jobs are a room above the common ones."""
    room, *inner = module.split(".")
    return "lab.jobs" if room == "lab" and "jobs" in inner else room


def rooms() -> Graph:
    """What each room imports. Modules that stand alone, such as `geometry`, are left out: nearly all import them."""
    graph: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        if "." not in module:
            continue
        graph.setdefault(room_of(module), set()).update(_imported(file.read_text(encoding="utf-8")))
    return {room: frozenset(found & graph.keys()) - {room} for room, found in graph.items()}


def _imported(source: str) -> Iterator[str]:
    """The rooms named by import statements, those for types included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("printkit."):
            yield room_of((node.module or "").removeprefix("printkit."))


def floors(graph: Graph) -> Mapping[str, int]:
    """How far each room stands above the rooms that import none."""

    @cache
    def floor(room: str) -> int:
        return max((floor(below) + 1 for below in graph[room] if room not in graph[below]), default=0)

    return {room: floor(room) for room in graph}


def needed(graph: Graph) -> list[tuple[str, str]]:
    """The imports that follow from no others."""

    @cache
    def reach(room: str) -> frozenset[str]:
        return graph[room].union(*(reach(below) for below in graph[room] if room not in graph[below]))

    return [
        (room, below)
        for room in sorted(graph)
        for below in sorted(graph[room])
        if not any(below in reach(other) for other in graph[room] - {below})
    ]


def draw() -> str:
    """The drawing as SVG."""
    graph = rooms()
    level = floors(graph)
    top = max(level.values())
    places = {room: (PAGE * COLUMNS.get(room, USUAL), 20 + ROW * (top - level[room])) for room in graph}
    size = (PAGE, 40 + ROW * top + HEIGHT)
    picture = svgwrite.Drawing(size=size, viewBox=f"0 0 {size[0]} {size[1]}", debug=False)
    picture.add(picture.rect((0, 0), size, fill="#fff"))
    for room, below in needed(graph):
        (x, y), (to, under) = places[room], places[below]
        start, bend = y + HEIGHT, (under - y - HEIGHT) / 2
        path = f"M{x:.0f} {start:.0f}C{x:.0f} {start + bend:.0f} {to:.0f} {under - bend:.0f} {to:.0f} {under - 6:.0f}"
        picture.add(picture.path(path, fill="none", stroke="#789", stroke_width=1.5))
        tip = [(to - 4, under - 7), (to + 4, under - 7), (to, under)]
        picture.add(picture.polygon(tip, fill="#789"))
    for room, (x, y) in places.items():
        picture.add(
            picture.rect((round(x - BOX / 2, 1), y), (BOX, HEIGHT), rx=6, fill="#f4f1ea", stroke="#345")
        )
        words = {"text_anchor": "middle", "font_family": "sans-serif", "font_size": 15, "fill": "#123"}
        picture.add(picture.text(room, (round(x, 1), y + 22), **words))
    answer = StringIO()
    picture.write(answer)
    return answer.getvalue() + "\n"


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
    sys.stdout.write(f"{DRAWING}\n")
