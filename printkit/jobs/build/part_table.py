"""The parts a kit can have, each loaded only when it is needed, and which of them a request means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from printkit.errors import InputError, nearest_hint
from printkit.interchange.archive import Archive
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.request import BuildRequest
from printkit.kit.edition import check_language
from printkit.kit.leaflets import load_leaflets, reference_files
from printkit.kit.model import Kit
from printkit.preflight.profile import Profile

__all__ = [
    "PARTS",
    "Part",
    "check_kits",
    "chosen_files",
    "first_parts",
    "has_file",
    "parts_left",
    "parts_of",
    "vendor_files",
]


@dataclass(frozen=True, slots=True)
class Part:
    """A module of `printkit.jobs.parts`, and what is known of it without loading it.

    `names` are what `--only` may ask of it, nothing for a kit it does not serve. `cuts`: machines can cut it.
    `bound_book`: it is a book; `pieces`: it is pieces without a card's face; `editions`: its words are in all
    languages or in one. Modules hold functions of these names, and `documents(job, name)`.
    """

    module: str
    names: Callable[[Kit], tuple[str, ...]]
    cuts: bool = False
    bound_book: bool = False
    pieces: bool = False
    editions: bool = False

    def load(self) -> Any:
        """The module itself."""
        return import_module(f"printkit.jobs.parts.{self.module}")

    def documents(self, job: Job, name: str) -> Iterator[Document]:
        """The documents of that name."""
        own = job if self.editions else job.in_every_language()
        documents: Iterator[Document] = self.load().documents(own, name)
        return documents


def vendor_files(job: Job, profile: Profile) -> Iterator[Document | Archive]:
    """What a print service takes."""
    files: Iterator[Document | Archive] = import_module("printkit.jobs.build.vendor").vendor_files(
        job, profile
    )
    return files


def has_file(kit: Kit, part: str) -> bool:
    """Whether the kit has the file that makes it have this book; nothing of it is read."""
    return (kit.folder / f"{part}.toml").is_file()


def _where(name: str, served: Callable[[Kit], object]) -> Callable[[Kit], tuple[str, ...]]:
    return lambda kit: (name,) if served(kit) else ()


def _book(name: str) -> Callable[[Kit], tuple[str, ...]]:
    return _where(name, lambda kit: has_file(kit, name))


def _token_parts(kit: Kit) -> tuple[str, ...]:
    return ("tokens", *(f"tokens-{each.id}" for each in kit.token_sets)) if kit.tokens else ()


def _board_parts(kit: Kit) -> tuple[str, ...]:
    """The boards, those behind another one left out."""
    behind = {board.back for board in kit.boards}
    return tuple(f"board-{board.id}" for board in kit.boards if board.id not in behind)


PARTS = (
    Part("cards", lambda kit: tuple(component.id for component in kit.components), cuts=True, editions=True),
    Part("rules", lambda kit: tuple(reference_files(kit)) if kit.rules else ()),
    Part("leaflet", _where("leaflet", lambda kit: kit.has_leaflet), bound_book=True),
    Part("leaflets", lambda kit: tuple(each.stem for each in load_leaflets(kit)), bound_book=True),
    Part("overlays", _where("overlays", lambda kit: kit.overlays), cuts=True),
    Part("boards", _board_parts, pieces=True, editions=True),
    Part("mat", _where("mat", lambda kit: kit.mat is not None), pieces=True, editions=True),
    Part("tokens", _token_parts, cuts=True, pieces=True, editions=True),
    Part(
        "sticks", _where("sticks", lambda kit: kit.sticks is not None), cuts=True, pieces=True, editions=True
    ),
    Part("box", _where("box", lambda kit: kit.box is not None), cuts=True, pieces=True, editions=True),
    Part("booklet", _book("booklet"), bound_book=True),
    Part("walkthrough", _book("walkthrough"), bound_book=True),
    Part("puzzles", _book("puzzles"), bound_book=True),
    Part("problems", _book("problems"), bound_book=True),
)
"""Every part, in the order they are built."""


def parts_of(kit: Kit) -> dict[str, Part]:
    """The parts a kit has by their names, in the order they are built."""
    return {name: part for part in PARTS for name in part.names(kit)}


def first_parts(kit: Kit) -> tuple[str, ...]:
    """The parts that the kit says are printed first, in that order; an unknown or a repeated name is an InputError."""
    known = parts_of(kit)
    for name in kit.first:
        if name not in known:
            raise InputError(
                f"there is no part {name!r}", file="kit.toml", key="first", hint=nearest_hint(name, known)
            )
        if kit.first.count(name) > 1:
            raise InputError(
                f"{name!r} stands there twice", file="kit.toml", key="first", hint="name it once"
            )
    return kit.first


# The part that shows the games of `--deal`.
WALKTHROUGH = "walkthrough"


def chosen_files(job: Job, profile: Profile | None) -> Iterator[Document | Archive]:
    """The files of the parts that are meant, or what a print service takes, one after another.

    A name the kit has no part of is an InputError at once.
    """
    if profile is not None:
        return vendor_files(job, profile)
    wanted = _wanted(job.kit, _chosen(job.kit, job.request))
    return (
        _told(job, document, part, name) for part, name in wanted for document in part.documents(job, name)
    )


def check_kits(kits: Sequence[Kit], request: BuildRequest, profile: Profile | None) -> None:
    """Refuse a language a kit does not have, and deals where no walkthrough is built that shows them."""
    for kit in kits:
        check_language(kit, request.lang)
    if not request.deals:
        return
    if profile is None and any(WALKTHROUGH in (_chosen(kit, request) or parts_of(kit)) for kit in kits):
        return
    hint = "leave it out"
    if any(WALKTHROUGH in parts_of(kit) for kit in kits):
        hint = f"add --only {WALKTHROUGH}" if profile is None else "leave out --profile"
    raise InputError("deals are shown in a walkthrough, and none is built", key="--deal", hint=hint)


def parts_left(job: Job) -> tuple[str, ...]:
    """The parts that are not built because others are printed first."""
    if not job.request.first or job.request.only:
        return ()
    chosen = _chosen(job.kit, job.request)
    return tuple(name for name in parts_of(job.kit) if name not in chosen) if chosen else ()


def _told(job: Job, document: Document, part: Part, name: str) -> Document:
    """The document with what it is for the manifest."""
    first = job.kit.first
    rank = {"first": str(first.index(name) + 1)} if name in first else {}
    return replace(document, facts={"part": name, "kind": part.module, **rank, **document.facts})


def _chosen(kit: Kit, request: BuildRequest) -> tuple[str, ...]:
    """The parts chosen by name or by what else is requested; none is all."""
    if request.only:
        return request.only
    if reprinted := _reprinted(kit, request):
        return reprinted
    first = first_parts(kit)
    if not first or not request.first:
        return ()
    return (*first, *(name for name in (WALKTHROUGH,) if request.deals and name in parts_of(kit)))


def _wanted(kit: Kit, only: tuple[str, ...]) -> list[tuple[Part, str]]:
    """The parts requested with their names, in the order they are built; all of the kit's where none is."""
    known = parts_of(kit)
    for name in only:
        if name not in known:
            raise InputError(
                f"kit {kit.id} has no part {name!r}", key="--only", hint=nearest_hint(name, known)
            )
    return [(part, name) for name, part in known.items() if not only or name in only]


def _reprinted(kit: Kit, request: BuildRequest) -> tuple[str, ...]:
    """What is meant where only some cards or pages are requested: the components that hold them, never all parts."""
    if request.cards:
        return tuple(dict.fromkeys(kit.card(each).component for each in request.cards))
    if request.backs_only:
        return tuple(component.id for component in kit.components if kit.backs_of(component.id))
    return (kit.components[0].id,) if request.pages else ()
