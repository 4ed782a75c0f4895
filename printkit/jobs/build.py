"""The main job: kits and what a user asks for come in, PDF files and a manifest lie in the output folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from printkit.backends.pdf import write_pdf
from printkit.backends.press import Press
from printkit.compose.context import Choices
from printkit.errors import InputError, Problem, WrongError, nearest_hint
from printkit.games.find import share_options
from printkit.jobs.archive import Archive, write_archive
from printkit.jobs.files import Staging, sha256_of, staging
from printkit.jobs.manifest import MANIFEST, file_entry, manifest_bytes, placement_entries
from printkit.jobs.part import Document, Job, Part, Scenes, find_parts
from printkit.jobs.press import chosen_press, chosen_profile, press_facts
from printkit.jobs.request import BuildRequest, check_request
from printkit.jobs.variables import print_variables
from printkit.kit.find import find_kit, find_kits, kit_ids
from printkit.kit.model import Ink, Kit
from printkit.preflight.profile import Profile
from printkit.preflight.proof_kit import proof_kit
from printkit.preflight.rule_rows import prove_kit_rules
from printkit.sheets.model import Sheet

__all__ = ["BuildRequest", "Built", "build"]

Progress = Callable[[str, int, int], None]

SHOWN_FINDINGS = 40
# Enough that every part of every row is played; `printkit check` plays more.
ROW_POSITIONS = 90


@dataclass(frozen=True, slots=True)
class Built:
    """One finished file: where it lies, how many pages and cards it has."""

    file: Path
    pages: int
    cards: int


def build(request: BuildRequest, progress: Progress = lambda name, done, total: None) -> tuple[Built, ...]:
    """Build what is asked for; a wrong number in a kit is a WrongError before anything is written."""
    check_request(request)
    profile = chosen_profile(request)
    order = _Order(request, profile, chosen_press(request, profile))
    inks = (cast(Ink, request.ink),)
    if request.kit_dir is not None:
        kits = find_kits(request.kit_dir, inks)
    else:
        kits = tuple(find_kit(kit_id, inks) for kit_id in dict.fromkeys(request.kits or kit_ids()))
    return tuple(built for kit in kits for built in _build_kit(kit, order, progress))


@dataclass(frozen=True, slots=True)
class _Order:
    """What all kits of one build have in common."""

    request: BuildRequest
    profile: Profile | None
    press: Press | None


def _build_kit(kit: Kit, order: _Order, progress: Progress) -> Iterator[Built]:
    request = order.request
    size = _card_size(kit, order)
    choices = Choices(size, cast(Ink, request.ink), print_variables(kit, request.options))
    job = Job(kit, request, choices, Scenes(kit, choices))
    wanted = _files(job, order)
    _prove(job)
    folder = Path(request.out) / kit.id
    entries: dict[str, Any] = {}
    cards: dict[str, int] = {}
    with staging(folder) as stage:
        for file in wanted:
            if isinstance(file, Archive):
                entries[file.name] = _write_archive(stage, file, progress)
            else:
                entries[file.name] = _write(stage, file, order.press, progress)
            cards[file.name] = file.cards
        stage.write(MANIFEST, manifest_bytes(folder, kit, entries))
    for name, entry in entries.items():
        yield Built(folder / name, entry["pages"], cards[name])


def _card_size(kit: Kit, order: _Order) -> str:
    if order.profile is None:
        return kit.size(order.request.card or None).name
    from printkit.jobs.vendor import vendor_size

    return vendor_size(kit, order.request, order.profile)


def _files(job: Job, order: _Order) -> Iterator[Document | Archive]:
    """What is to be written, one after another; what cannot be chosen is refused at once."""
    if order.profile is not None:
        from printkit.jobs.vendor import vendor_files

        return vendor_files(job, order.profile)
    wanted = _wanted(job.kit, order.request.only or _reprinted(job.kit, order.request))
    return (document for part, name in wanted for document in part.documents(job, name))


def _write_archive(stage: Staging, archive: Archive, progress: Progress) -> dict[str, Any]:
    return write_archive(
        stage, archive, lambda done: progress(archive.name, min(done, archive.cards), archive.cards)
    )


def _wanted(kit: Kit, only: tuple[str, ...]) -> list[tuple[Part, str]]:
    """The parts asked for with their names, in the order they are built; all of the kit's where none is."""
    known = {name: part for part in find_parts() for name in part.names(kit)}
    for name in only:
        if name not in known:
            raise InputError(
                f"kit {kit.id} has no part {name!r}", key="--only", hint=nearest_hint(name, known)
            )
    return [(part, name) for name, part in known.items() if not only or name in only]


def _reprinted(kit: Kit, request: BuildRequest) -> tuple[str, ...]:
    """What is meant where only some cards or pages are asked for: the components that hold them, never all parts."""
    if request.cards:
        return tuple(dict.fromkeys(kit.card(card_id).component for card_id in request.cards))
    return (kit.components[0].id,) if request.pages else ()


def _prove(job: Job) -> None:
    """Refuse a kit whose numbers or rule rows are not those of its games, unless it declares its numbers a variant."""
    findings = (
        *proof_kit(job.kit, job.choices.size, job.scenes.front, job.choices.variables),
        *prove_kit_rules(job.kit, share_options(job.kit.games, job.request.options), positions=ROW_POSITIONS),
    )
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors:
        return
    problems = [finding.problem() for finding in errors[:SHOWN_FINDINGS]]
    if len(errors) > SHOWN_FINDINGS:
        hint = f"printkit check {job.kit.folder} shows all"
        problems.append(Problem(f"{len(errors) - SHOWN_FINDINGS} more findings", job.kit.id, hint=hint))
    raise WrongError(problems=problems)


def _write(stage: Staging, document: Document, press: Press | None, progress: Progress) -> dict[str, Any]:
    """Write one document and return its entry of the manifest."""
    placements: list[dict[str, Any]] = []
    pages = 0

    def watched() -> Iterator[Sheet]:
        nonlocal pages
        for sheet in document.sheets:
            pages += 1
            placements.extend(placement_entries(pages, sheet))
            progress(document.name, min(len(placements), document.cards), document.cards)
            yield sheet

    with stage.open(document.name) as stream:
        write_pdf(stream, watched(), document.faces, document.info, press=press)
    facts = {**document.facts, **press_facts(press)}
    return file_entry(sha256_of(stage.path(document.name)), pages, facts, placements)
