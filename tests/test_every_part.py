"""Whatever a kit prints passes its own check, as it is built without options."""

from __future__ import annotations

import pytest

from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.check.check import check_reports
from printkit.kit.find import find_kit, kit_ids

# What has tests of its own, and takes long.
BOOKS = {
    "booklet",
    "walkthrough",
    "puzzles",
    "problems",
    "overlays",
    "deck",
    "rules",
    "together",
    "leaflet-playing",
}


@pytest.mark.parametrize("kit_id", kit_ids())
def test_every_part_passes(tmp_path, kit_id):
    kit = find_kit(kit_id, ())
    names = [component.id for component in kit.components]
    names += [name for part in PARTS for name in part.names(kit)]
    only = tuple(name for name in dict.fromkeys(names) if name not in BOOKS)
    built = build(BuildRequest(kits=(kit_id,), only=only, lang="en", out=tmp_path))
    files = [entry.file for entry in built if entry.file.suffix == ".pdf"]
    assert len(files) >= len(only)
    # The most that the copiers of convenience stores take (docs/home-printing.md).
    assert [file.name for file in files if file.stat().st_size > 10_000_000] == []
    found = [each.text for report in check_reports(files, kit=kit_id, workers=1) for each in report.findings]
    assert found == []
    tagged = [file for file in files if b"/StructTreeRoot" in file.read_bytes()]
    assert [file for file in tagged if b"<pdfuaid:part>1<" not in file.read_bytes()] == []
    assert len(tagged) == sum("leaflet" in name for name in only)
