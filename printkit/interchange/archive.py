"""Zip files of named pictures whose bytes never change."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from printkit.files import Staging

__all__ = ["Archive", "write_archive"]

# A zip counts years from 1980; nothing in it may depend on the clock.
MOMENT = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16
UNIX = 3


@dataclass(frozen=True, slots=True)
class Archive:
    """One zip file: its name, its members in order when requested, and facts for the manifest."""

    name: str
    members: Callable[[], Iterable[tuple[str, bytes]]]
    cards: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)


def write_archive(stage: Staging, archive: Archive, watch: Callable[[int], None]) -> int:
    """Write one archive and return the number of files in it; `watch` is called with how many are done."""
    count = 0

    def counted() -> Iterator[tuple[str, bytes]]:
        nonlocal count
        for member in archive.members():
            count += 1
            watch(count)
            yield member

    with stage.open(archive.name) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as file:
        for name, data in counted():
            info = zipfile.ZipInfo(name, MOMENT)
            info.external_attr, info.create_system = PLAIN_FILE, UNIX
            file.writestr(info, data)
    return count
