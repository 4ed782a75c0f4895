"""The parts a kit can have, each loaded only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from printkit.errors import InputError, nearest_hint
from printkit.interchange.archive import Archive
from printkit.jobs.build.part import Document, Job
from printkit.kit.leaflets import load_leaflets, reference_files
from printkit.kit.model import Kit
from printkit.preflight.profile import Profile

__all__ = ["PARTS", "Part", "first_parts", "has_file", "parts_of", "vendor_files"]


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
