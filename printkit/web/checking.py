"""The addresses of the page for checking: a PDF is handed over, checked in a process of its own, and not kept."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from printkit.errors import InputError
from printkit.files import read_json, temporary_folder
from printkit.jobs.check.check import PROGRESS, FileCheck, file_check
from printkit.jobs.screen.own_kits import MARK, OwnKits
from printkit.jobs.screen.screen_kits import named_kit
from printkit.web.answers import Pieces, answered, language_of
from printkit.web.home import frame_route
from printkit.web.lane import Lane, Lanes, in_thread
from printkit.web.words import finding_titles, words_of

__all__ = ["MOST_FILE", "Checking"]

MOST_FILE = 300_000_000
"""Bytes of a file that is checked."""
# Seconds a check may take, and bytes of memory: a file may be made to do harm.
CHECKING = 600.0
MOST_MEMORY = 4_000_000_000
# Letters of a file's name.
_NAME = 60


@dataclass
class Checking:
    """The page for checking: who works for it, the kit that is served where only one is, and the kits people bring."""

    lanes: Lanes
    kit_dir: Path | None
    own: OwnKits
    lane: Lane = field(init=False)
    _pieces: Pieces = field(default_factory=lambda: Pieces(MOST_FILE))
    # Where each check that goes on tells how far it is.
    _going: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lane = self.lanes(CHECKING)

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            frame_route("/check/", "check"),
            Route("/api/check", answered(self.facts)),
            Route("/api/check/file", answered(self.file), methods=["POST"]),
            Route("/api/check/progress", answered(self.progress)),
        ]

    def stop(self) -> None:
        """End the process beside the server."""
        self.lane.stop()

    async def facts(self, request: Request) -> Response:
        """The kits that were brought, the largest file, and the page's words."""
        words = words_of(language_of(request))
        said = {key: text for key, text in words.items() if key.startswith(_SAID)}
        titles = finding_titles(language_of(request))
        served = self.kit_dir.resolve().name if self.kit_dir else ""
        facts = {"own": self.own.ids(), "kit": served, "most": MOST_FILE}
        return JSONResponse({**facts, "words": said, "titles": titles})

    async def file(self, request: Request) -> Response:
        """Take a piece of a file; with the last one what was found in it.

        `name` is what it is called, `kit` the only kit it may be of (none: whichever it is).
        """
        query = request.query_params
        kit = self._kit(query.get("kit", ""))
        coming, whole = await self._pieces.take(request)
        if whole is None:
            return JSONResponse({"id": coming})
        with temporary_folder("printkit-check-") as folder:
            file = folder / "file" / _name(query.get("name", ""))
            await in_thread(_put, file, whole)
            # It lies in its file now: a check of ten minutes need not hold it twice.
            del whole
            self._going[coming] = folder / PROGRESS
            try:
                found = await self.lane.call_for(request, _bounded, file_check, file, folder, *kit)
            finally:
                del self._going[coming]
        page, annotated = found.page.decode("utf-8"), b64encode(found.annotated).decode("ascii")
        # Pictures are packed already: to pack them again would hold up the server for seconds.
        plain = {"content-encoding": "identity"}
        return JSONResponse({**found.facts, "page": page, "annotated": annotated}, headers=plain)

    async def progress(self, request: Request) -> Response:
        """How far a check is: what it does, how much of it is done, and of how much; nothing before it begins."""
        place = self._going.get(request.query_params.get("id", ""))
        return JSONResponse(read_json(place) if place and place.exists() else {})

    def _kit(self, kit: str) -> tuple[str | None, Path | None]:
        """The kit that `check` gets, by name or by folder; KeyError for one there is not."""
        if not kit:
            return None, None
        if kit.startswith(MARK):
            return None, self.own.place(kit)
        folder = named_kit(kit, self.kit_dir)
        return (None, folder.resolve()) if self.kit_dir else (kit, None)


# The words the page says.
_SAID = ("check.", "language", "theme", "home", "lost-server", "error")


def _name(given: str) -> str:
    """A name for a file in a folder of its own; whatever leads elsewhere or cannot be written is left out."""
    last = PurePosixPath(given.replace("\\", "/")).name
    plain = "".join(letter for letter in last if letter.isprintable() and letter not in '<>:"|?*')
    return plain[-_NAME:].strip(". ") or "file.pdf"


def _put(file: Path, data: bytearray) -> None:
    file.parent.mkdir()
    file.write_bytes(data)


def _bounded(work: Callable[..., FileCheck], *arguments: Any) -> FileCheck:
    """What `work` returns; in its own process, which from then on has no more memory than a check may take."""
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        return work(*arguments)
    except MemoryError:
        raise InputError(
            "needs more memory than a check may take", hint=f"{MOST_MEMORY / 1e9:g} GB"
        ) from None
