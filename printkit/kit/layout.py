"""layout.toml: its tables come in, card sizes and the blocks of every face and size go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import BLOCK_KINDS, Block
from printkit.kit.model import CardSize
from printkit.kit.raw import SizeSpec

__all__ = ["read_layout"]

Faces = dict[tuple[str, str], tuple[Block, ...]]
TABLES = ("sizes", "faces")


def read_layout(table: Mapping[str, Any], file: str) -> tuple[dict[str, CardSize], Faces]:
    """Sizes by name, and blocks by (face, size); all problems of the file come in one InputError."""
    problems = [
        Problem("unknown key", file, key, nearest_hint(key, TABLES)) for key in table if key not in TABLES
    ]
    for name in TABLES:
        if not isinstance(table.get(name), dict) or not table[name]:
            problems.append(Problem("the table is missing", file, name))
    if problems:
        raise InputError(problems=problems)
    sizes: dict[str, CardSize] = {}
    for name, entry in table["sizes"].items():
        try:
            spec = SizeSpec.read(entry, file, f"sizes.{name}")
        except InputError as error:
            problems += error.problems
            continue
        problems += _size_problems(name, spec, file)
        sizes[name] = CardSize(name, spec.width, spec.height, spec.bleed, spec.safe, spec.corner)
    faces: Faces = {}
    for face, by_size in table["faces"].items():
        if not isinstance(by_size, dict):
            problems.append(Problem("a table of sizes is needed", file, f"faces.{face}"))
            continue
        for size, entries in by_size.items():
            key = f"faces.{face}.{size}"
            if size not in table["sizes"]:
                hint = nearest_hint(size, table["sizes"])
                problems.append(Problem(f"unknown card size {size!r}", file, key, hint))
            blocks: list[Block] = []
            problems += _read_blocks(entries, key, file, blocks)
            faces[face, size] = tuple(blocks)
    if problems:
        raise InputError(problems=problems)
    return sizes, faces


def _size_problems(name: str, spec: SizeSpec, file: str) -> Iterator[Problem]:
    shorter = min(spec.width, spec.height)
    if 2 * spec.safe >= shorter:
        yield Problem(f"a safe margin of {spec.safe:g} mm leaves nothing", file, f"sizes.{name}.safe")
    if 2 * spec.corner > shorter:
        yield Problem(
            f"a corner of {spec.corner:g} mm is rounder than the card", file, f"sizes.{name}.corner"
        )


def _read_blocks(entries: Any, key: str, file: str, blocks: list[Block]) -> Iterator[Problem]:
    if not isinstance(entries, list) or not entries:
        yield Problem("there are no blocks", file, key, f"write [[{key}]] tables")
        return
    for number, entry in enumerate(entries):
        place = f"{key}[{number}]"
        kind = entry.get("block") if isinstance(entry, dict) else None
        model = BLOCK_KINDS.get(kind) if isinstance(kind, str) else None
        if model is None:
            hint = nearest_hint(str(kind), BLOCK_KINDS)
            yield Problem(f"unknown block {kind!r}", file, f"{place}.block", hint)
            continue
        try:
            blocks.append(model.read(entry, file, place))  # type: ignore[arg-type]
        except InputError as error:
            yield from error.problems
