"""The same bytes in a browser's Python as here: the Youscout deck, and a part of every kit."""

from __future__ import annotations

import json
import subprocess

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import kit_ids
from printkit.site.assets import node

PARTS = {
    "youscout": ["deck"],
    "tottarot": ["walkthrough"],
    "cetkaik": ["board-travel"],
    "linked-ships": ["leaflet"],
    "mountain-road": ["board-road"],
    "paper-cetkaik": ["tokens"],
    "throwing-sticks": ["board-lu-tu"],
}


def test_every_kit_has_a_part_here():
    assert {*PARTS} == {*kit_ids()}


def test_webassembly_writes_the_same_bytes(site, root, tmp_path):
    wishes = [{"kit": kit, "only": only} for kit, only in PARTS.items()]
    words = [node(), str(root / "tests" / "site" / "build.mjs"), str(site), str(tmp_path), json.dumps(wishes)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    for kit, only in PARTS.items():
        build(BuildRequest(kits=(kit,), only=tuple(only), out=tmp_path / "native"))
    native, foreign = (
        {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.pdf"))}
        for folder in (tmp_path / "native", tmp_path / "built")
    )
    assert {name.partition("/")[0] for name in native} == {*PARTS}
    assert native.keys() == foreign.keys()
    assert [name for name, data in native.items() if foreign[name] != data] == []
