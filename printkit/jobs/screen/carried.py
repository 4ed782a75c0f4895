"""Work on a kit that lies in the page's first worker, done in the second one, which has files of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from typing import Any

from printkit.files import make_folder
from printkit.interchange.kit_archive import unpacked_files
from printkit.jobs.screen.page_fonts import whole_fonts

__all__ = ["carried"]


def carried(packed: bytes, folder: Path, work: Callable[..., Any], *arguments: Any) -> Any:
    """What `work` returns once the kit in a ZIP lies in that folder here; one that lies there already is left."""
    mark = folder.with_name(f".{folder.name}")
    digest = hashlib.sha256(packed).hexdigest()
    if not mark.is_file() or mark.read_text(encoding="ascii") != digest:
        rmtree(folder, ignore_errors=True)
        for path, data in unpacked_files(packed, folder.name).items():
            make_folder((folder / path).parent)
            (folder / path).write_bytes(data)
        mark.write_text(digest, encoding="ascii")
    whole_fonts(folder)
    return work(*arguments)
