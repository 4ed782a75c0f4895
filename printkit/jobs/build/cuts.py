"""Writes die lines for cutting machines, one file for each different sheet.

The sheets are those of `printkit build --marks cutter`: what is printed there is cut by these files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from printkit.backends.dxf import cuts_dxf
from printkit.backends.svg import scene_svg
from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.geometry import Size
from printkit.jobs.build.part import Job
from printkit.jobs.build.part_table import PARTS, Part
from printkit.scene.model import Group, Item, Scene
from printkit.sheets.model import Sheet

__all__ = ["CUT_FORMS", "CutSheet", "cut_file", "cut_sheets", "different_sheets", "export_cuts"]

MARKS = "cutter"


class CutSheet(NamedTuple):
    """What a machine cuts out of one kind of sheet: a file name's stem, the paper, its marks and its paths."""

    name: str
    paper: Size
    items: tuple[Item, ...]


def export_cuts(
    job: Job, only: tuple[str, ...], form: str, folder: Path, progress: Callable[[str, int, int], None]
) -> tuple[Path, ...]:
    """Write a file for each different sheet of the parts named (none: all that can be cut); returns the files."""
    sheets = list(cut_sheets(job, only))
    with staging(folder) as stage:
        for number, sheet in enumerate(sheets, 1):
            stage.write(*cut_file(sheet, form))
            progress(form, number, len(sheets))
        return stage.finish()


def cut_file(sheet: CutSheet, form: str) -> tuple[str, bytes]:
    """The name and the bytes of a sheet's file in that form."""
    write, ending = CUT_FORMS[form]
    return f"{sheet.name}.{ending}", write(sheet)


def cut_sheets(job: Job, only: tuple[str, ...]) -> Iterator[CutSheet]:
    """Every different sheet to cut; sheets of one document that are cut alike count once."""
    if MARKS not in job.request.marks:
        raise ValueError("cutting paths belong to sheets with the cutter's marks")
    for part, name in _wanted(job, only):
        for document in part.documents(job, name):
            yield from different_sheets(document.name.removesuffix(".pdf"), document.sheets)


def different_sheets(name: str, sheets: Iterable[Sheet]) -> Iterator[CutSheet]:
    """What a machine cuts out of the sheets of one file; those that are cut alike count once."""
    kinds: list[CutSheet] = []
    for sheet in sheets:
        if not sheet.cuts:
            continue
        items = (*_marks(sheet.marks), *sheet.cuts)
        if any(kind.items == items for kind in kinds):
            continue
        kinds.append(CutSheet(f"{name}-{sheet.number}" if kinds else name, sheet.paper, items))
        yield kinds[-1]


def _marks(marks: tuple[Item, ...]) -> tuple[Item, ...]:
    """The registration marks: the first of a sheet's marks; rulers and labels are not for machines."""
    return marks[:1]


def _wanted(job: Job, only: tuple[str, ...]) -> Iterator[tuple[Part, str]]:
    """The parts requested that can be cut; others are InputErrors."""
    known = {name: part for part in PARTS if part.cuts for name in part.names(job.kit)}
    for name in only:
        if name not in known:
            raise InputError(
                f"{name!r} has nothing to cut by machine", key="--only", hint=nearest_hint(name, known)
            )
    yield from ((part, name) for name, part in known.items() if not only or name in only)


def _dxf(sheet: CutSheet) -> bytes:
    return cuts_dxf(sheet.paper, sheet.items)


def _svg(sheet: CutSheet) -> bytes:
    scene = Scene(sheet.name, sheet.paper.width, sheet.paper.height, 0.0, _by_layer(sheet.items))
    return scene_svg(scene).encode()


def _by_layer(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """One group a layer, so that a program shows exactly these layers."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if isinstance(item, Group) and item.layer:
            groups.setdefault(item.layer, []).extend(item.items)
    return tuple(
        Group(tuple(held), layer=layer) for layer in ("guide", "cut", "fold") if (held := groups.get(layer))
    )


# The form's writer and the ending of its files.
CUT_FORMS: dict[str, tuple[Callable[[CutSheet], bytes], str]] = {
    "cut-svg": (_svg, "svg"),
    "dxf": (_dxf, "dxf"),
}
