"""Which parts of a kit a request means: those it names, those its other choices are about, those to print first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.errors import InputError, nearest_hint
from printkit.interchange.archive import Archive
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.part_table import Part, first_parts, parts_of, vendor_files
from printkit.jobs.build.request import BuildRequest
from printkit.kit.edition import check_language
from printkit.kit.model import Kit
from printkit.preflight.profile import Profile

__all__ = ["check_kits", "chosen_files", "parts_left"]

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
