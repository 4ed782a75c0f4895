"""The addresses of the page for printing: a kit's parts, their sheets counted and drawn, and files as `build` makes."""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from printkit.errors import InputError
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.screen.own_kits import MARK, OwnKits, carried
from printkit.jobs.screen.print_page import (
    MadeFile,
    SheetCount,
    calibration_pdf,
    calibrations_of,
    first_sheet,
    made_files,
    print_facts,
    read_calibration,
    sheet_counts,
)
from printkit.jobs.screen.screen_kits import named_kit
from printkit.web.answers import answered, body_of, language_of
from printkit.web.home import frame_route
from printkit.web.lane import Lane, Lanes
from printkit.web.words import words_of

__all__ = ["Printing"]

# Seconds that laying out and writing may take.
MAKING = 240.0

Word = Annotated[str, Field(pattern=r"^[\w.-]{0,80}$")]
Turn = Literal["long", "short", "fronts-then-backs"]
# A sheet has eight readings, and nobody reads more sheets than `printkit calibrate` takes.
Readings = Annotated[
    tuple[Annotated[tuple[float, ...], Field(min_length=8, max_length=8)], ...], Field(max_length=50)
]
# JSON has lists where tuples are meant.
_CLOSED = ConfigDict(extra="forbid", allow_inf_nan=False, defer_build=True)


@checked_dataclass(frozen=True, slots=True, config=_CLOSED)
class Choice:
    """What is chosen of one part: card size (empty: the kit's own), paper, ink, how sheets are turned, the language.

    `readings` are those of the calibration sheets for this paper and turn, upright and landscape.
    """

    part: Annotated[Word, Field(min_length=1)]
    card: Word = ""
    paper: Word = "a4"
    ink: Literal["full", "low"] = "full"
    duplex: Literal["long", "short", "fronts-then-backs", "fold", "none"] = "long"
    lang: Word = "both"
    readings: Annotated[
        dict[Literal["upright", "landscape"], Readings], Field(default_factory=dict, max_length=2)
    ] = field(default_factory=dict)

    def request(self, folder: Path) -> BuildRequest:
        """What `build` is asked for."""
        return BuildRequest(
            kit_dir=folder,
            only=(self.part,),
            card=self.card,
            paper=self.paper,
            ink=self.ink,
            duplex=self.duplex,
            lang=self.lang,
            calibrations=calibrations_of(self.paper, self.duplex, self.readings),
        )


@checked_dataclass(frozen=True, slots=True, config=_CLOSED)
class Folded:
    """What a folded calibration sheet shows: eight numbers a line, for each time it was printed."""

    paper: Word
    duplex: Turn
    lying: Literal["upright", "landscape"] = "upright"
    text: Annotated[str, Field(max_length=4000)] = ""


_CHOICE, _FOLDED = TypeAdapter(Choice), TypeAdapter(Folded)


@dataclass
class Printing:
    """The page for printing: who works for it, the kit it shows where only one is, and the kits people bring.

    Where who works has files of its own, those kits are carried there.
    """

    lanes: Lanes
    kit_dir: Path | None = None
    own: OwnKits | None = None
    carries: bool = False
    lane: Lane = field(init=False)

    def __post_init__(self) -> None:
        self.lane = self.lanes(MAKING)

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            frame_route("/print/", "print"),
            frame_route("/print/{kit}", "print"),
            Route("/api/print/{kit}", answered(self.facts)),
            Route("/api/print/{kit}/count", answered(partial(self.part, _counted)), methods=["POST"]),
            Route("/api/print/{kit}/sheet", answered(partial(self.part, _drawn)), methods=["POST"]),
            Route("/api/print/{kit}/make", answered(partial(self.part, _made)), methods=["POST"]),
            Route("/api/calibration/sheet", answered(partial(self.folded, _calibration)), methods=["POST"]),
            Route("/api/calibration/read", answered(partial(self.folded, _read)), methods=["POST"]),
        ]

    def stop(self) -> None:
        """End the process beside the server."""
        self.lane.stop()

    async def facts(self, request: Request) -> Response:
        """What can be chosen, and the page's words."""
        language = language_of(request)
        folder = self._folder(request)
        facts = await self._done(request, folder, print_facts, folder, language)
        place = facts["id"].removeprefix(MARK) if facts["id"].startswith(MARK) else self.kit_dir
        command = f"printkit build {f'--kit-dir {shlex.quote(str(place))}' if place else facts['id']}"
        words = {key: text for key, text in words_of(language).items() if key.startswith(_SAID)}
        return JSONResponse({**facts, "command": command, "words": words})

    async def part(self, work: Callable[..., Any], request: Request) -> Response:
        """What `work` makes of a part as it is chosen."""
        folder, choice = self._folder(request), _read_as(_CHOICE, await body_of(request))
        made = await self._done(request, folder, work, choice.request(folder), language_of(request))
        return JSONResponse(made)

    async def folded(self, work: Callable[..., Any], request: Request) -> Response:
        """What `work` makes of a printer's calibration."""
        given = _read_as(_FOLDED, await body_of(request))
        return JSONResponse(await self.lane.call_for(request, work, given))

    async def _done(self, request: Request, folder: Path, work: Callable[..., Any], *arguments: Any) -> Any:
        if self.own and self.carries and folder.parent == self.own.folder:
            packed = self.own.archive(folder.name)
            return await self.lane.call_for(request, carried, packed, folder, work, *arguments)
        return await self.lane.call_for(request, work, *arguments)

    def _folder(self, request: Request) -> Path:
        kit = request.path_params["kit"]
        return self.own.place(kit) if self.own and kit.startswith(MARK) else named_kit(kit, self.kit_dir)


# The words the page says.
_SAID = ("print.", "language", "theme", "home", "lost-server", "error")


def _read_as(kind: TypeAdapter[Any], body: Mapping[str, Any]) -> Any:
    try:
        return kind.validate_python(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise InputError(first["msg"], key=".".join(map(str, first["loc"]))[:80]) from None


# ── what is worked out beside the server ─────────────────────────────────────────────────────────────────────────────


def _counted(request: BuildRequest, language: str) -> dict[str, Any]:
    return {"files": [_file(each, language) for each in sheet_counts(request)]}


def _drawn(request: BuildRequest, language: str) -> dict[str, Any]:
    count, svg = first_sheet(request)
    return {**_file(count, language), "svg": svg}


def _made(request: BuildRequest, language: str) -> dict[str, Any]:
    return {"files": [_finished(each, language) for each in made_files(request)]}


def _file(count: SheetCount, language: str) -> dict[str, Any]:
    return {
        "name": count.name,
        "pages": count.pages,
        "sheets": count.sheets,
        "paper": count.use.paper,
        "what": count.use.what(language),
        "how": count.use.how(language),
        "counts": count.counts,
        "first": count.use.printed_first,
    }


def _finished(made: MadeFile, language: str) -> dict[str, Any]:
    read = made.read._asdict() if made.read else None
    return {**_file(made.file, language), "read": read, "data": b64encode(made.data).decode("ascii")}


def _calibration(given: Folded) -> dict[str, Any]:
    name, data = calibration_pdf(given.paper, given.duplex)
    return {"name": name, "data": b64encode(data).decode("ascii")}


def _read(given: Folded) -> dict[str, Any]:
    return read_calibration(given.paper, given.duplex, given.lying, given.text)._asdict()
