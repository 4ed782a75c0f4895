"""Archives with the same bytes for the same files: tar, a zip that Python imports from, and what packs either."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Mapping

__all__ = ["Files", "files_of", "gzipped", "importable", "tar", "xz"]

Files = Mapping[str, bytes]
"""Files by their paths below some folder."""

# The first day a zip can name.
_DAY = (1980, 1, 1, 0, 0, 0)
_WINDOW = 1 << 23


def tar(files: Files) -> bytes:
    """The files as an archive without owners or times."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a tar, compressed or not."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        members = ((each.name, archive.extractfile(each)) for each in archive.getmembers() if each.isfile())
        return {name: stream.read() for name, stream in members if stream}


def importable(files: Files) -> bytes:
    """The files as a zip that is not compressed: what is around it is."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DAY), data)
    return stream.getvalue()


def gzipped(data: bytes) -> bytes:
    """As small as gzip makes it, without a time or a name.

    Such files end in `.packed`: some hosts declare those that end in `.gz` compressed on the way, and then browsers
    unpack them by themselves.
    """
    return gzip.compress(data, 9, mtime=0)


def xz(data: bytes) -> bytes:
    """Packed by a third smaller than gzip; to unpack it takes 8 MiB of memory."""
    how = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": _WINDOW}
    return lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[how])
