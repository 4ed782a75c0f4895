"""The main job: kits and what a user asks for come in, PDF files and a manifest lie in the output folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from printkit.backends.press import Press
from printkit.beside import beside
from printkit.compose.context import Choices
from printkit.errors import InputError, Problem, WrongError, nearest_hint
from printkit.files import Staging, sha256_of, staging
from printkit.jobs.manifest import MANIFEST, file_entry, manifest_bytes, placement_entries, with_looks
from printkit.jobs.part import Document, Job, Part, Scenes, find_parts
from printkit.jobs.press import chosen_press, chosen_profile, home_colours, press_facts
from printkit.jobs.request import BuildRequest, check_request
from printkit.jobs.variables import print_variables
from printkit.kit.find import kit_folder, kit_ids
from printkit.kit.load import load_kit, read_rule_rows
from printkit.kit.model import Ink, Kit
from printkit.kit.options import options_over
from printkit.sheets.model import Sheet

if TYPE_CHECKING:
    from printkit.jobs.archive import Archive
    from printkit.jobs.calibrate import Printer
    from printkit.jobs.changed import Printed
    from printkit.preflight.model import Finding
    from printkit.preflight.profile import Profile

__all__ = ["BuildRequest", "Built", "build"]

Progress = Callable[[str, int, int], None]

SHOWN_FINDINGS = 40
# Enough that every part of every row is played and every lie of the tests is found; `printkit check` plays 600.
ROW_POSITIONS = 60


class Built(NamedTuple):
    """One finished file: where it lies, how many pages and cards it has, and what to know before it is printed."""

    file: Path
    pages: int
    cards: int
    warnings: tuple[str, ...] = ()


def build(request: BuildRequest, progress: Progress = lambda name, done, total: None) -> tuple[Built, ...]:
    """Build what is asked for; a wrong number in a kit is a WrongError before anything is written."""
    check_request(request)
    profile = chosen_profile(request)
    printer, printed = _chosen_printer(request), _chosen_printed(request)
    order = _Order(request, profile, chosen_press(request, profile), printer, printed)
    inks = (cast(Ink, request.ink),)
    with ExitStack() as copies:
        # The longest piece of proof-reading needs hardly anything of the kit, so it is on its way before that is read.
        kits = [
            (copies.enter_context(beside(partial(_prove_rules, folder, request.options))), folder)
            for folder in _folders(order)
        ]
        read = [(load_kit(folder, inks, request.only), rules) for rules, folder in kits]
        return tuple(built for kit, rules in read for built in _build_kit(kit, order, rules, progress))


class _Order(NamedTuple):
    """What all kits of one build have in common."""

    request: BuildRequest
    profile: Profile | None
    press: Press | None
    printer: Printer | None = None
    printed: Printed | None = None

    @property
    def printed_kits(self) -> tuple[str, ...]:
        """The kit whose manifest was named."""
        return (self.printed.kit,) if self.printed else ()


def _folders(order: _Order) -> list[Path]:
    """Where the kits lie that are to be built."""
    if order.request.kit_dir is not None:
        return [order.request.kit_dir]
    return [
        kit_folder(kit_id) for kit_id in dict.fromkeys(order.request.kits or order.printed_kits or kit_ids())
    ]


def _chosen_printed(request: BuildRequest) -> Printed | None:
    """What the manifest named says was printed."""
    if request.changed_since is None:
        return None
    from printkit.jobs.changed import read_printed

    return read_printed(request.changed_since)


def _chosen_printer(request: BuildRequest) -> Printer | None:
    """The printer named, if it is calibrated for any paper; an unknown one is refused before any work is done."""
    if not request.printer:
        return None
    from printkit.jobs.calibrate import Printer

    return Printer(request.printer).known()


def _build_kit(
    kit: Kit, order: _Order, rules: Callable[[], tuple[Finding, ...]], progress: Progress
) -> Iterator[Built]:
    request = replace(order.request, options=options_over(kit.options, order.request.options))
    size = _card_size(kit, order)
    choices = Choices(size, cast(Ink, request.ink), print_variables(kit, request.options))
    job = Job(kit, request, choices, Scenes(kit, choices))
    folder = Path(request.out) / kit.id
    entries: dict[str, Any] = {}
    cards: dict[str, int] = {}
    wanted: Iterable[Document | Archive]
    warnings: tuple[str, ...]
    job.scenes.compose(_written_whole(job))
    # Proof-reading takes as long as writing, and nothing that is written appears before both have ended well.
    with beside(lambda: _proof(job)) as findings:
        wanted, warnings = _files(job, order), ()
        if order.printed is not None:
            wanted, warnings = _patches(job, order)
            if not wanted:
                _refuse_wrong(job, (*findings(), *rules()))
                return
        with staging(folder) as stage:
            for file in wanted:
                if isinstance(file, Document):
                    entries[file.name] = _write(stage, _for_printer(job, file, order), order, progress)
                    entries |= _write_files(stage, file, entries)
                else:
                    entries[file.name] = _write_archive(stage, file, progress)
                cards[file.name] = _cards_on(entries[file.name]) if request.pages else file.cards
            stage.write(MANIFEST, manifest_bytes(folder, kit, entries))
            _refuse_wrong(job, (*findings(), *rules()))
    warnings += order.printer.warnings if order.printer else ()
    for name, entry in entries.items():
        yield Built(folder / name, entry["pages"], cards.get(name, 0), warnings)
        warnings = ()


def _cards_on(entry: Mapping[str, Any]) -> int:
    """How many cards the pages of a file hold that were chosen: their fronts."""
    return sum(placed["side"] == "front" for placed in entry["placements"])


def _for_printer(job: Job, document: Document, order: _Order) -> Document:
    """The document with its backs corrected for the printer named."""
    if order.printer is None:
        return document
    safe = job.kit.size(job.choices.size).safe
    sheets = order.printer.corrected(document.sheets, job.request.duplex, safe)
    return replace(document, sheets=sheets, facts={**document.facts, "printer": order.printer.name})


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


def _patches(job: Job, order: _Order) -> tuple[tuple[Document, ...], tuple[str, ...]]:
    """Only what differs from what was printed, and what to say of it."""
    from printkit.jobs.changed import changed_documents

    assert order.printed is not None
    patch = changed_documents(job, order.printed, order.press)
    gone = f"printed, but no longer in the kit: {', '.join(patch.gone)}" if patch.gone else ""
    return patch.documents, (gone,) if gone else ()


def _write_archive(stage: Staging, archive: Archive, progress: Progress) -> dict[str, Any]:
    from printkit.jobs.archive import write_archive

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


def _proof(job: Job) -> tuple[Finding, ...]:
    """What is wrong with the kit's numbers: they are to be those of its games."""
    from printkit.preflight.proof_kit import proof_kit

    return proof_kit(job.kit, job.choices.size, job.scenes.front, job.choices.variables)


def _prove_rules(folder: Path, options: Sequence[str]) -> tuple[Finding, ...]:
    """What is wrong with the rows of the rule cards of the kit there, under these options."""
    from printkit.games.find import share_options
    from printkit.preflight.rule_rows import prove_kit_rules

    kit = read_rule_rows(folder)
    shared = share_options(kit.games, options_over(kit.options, options))
    return prove_kit_rules(kit, shared, positions=ROW_POSITIONS)


def _written_whole(job: Job) -> Iterator[str]:
    """The cards that are written and proof-read both; where only some are asked for, each side composes its own."""
    request = job.request
    if not (request.cards or request.pages or request.changed_since or request.profile):
        for card in job.kit.cards:
            if not request.only or card.component in request.only:
                yield card.id


def _refuse_wrong(job: Job, findings: Sequence[Finding]) -> None:
    """A kit whose numbers or rule rows are wrong is a WrongError; of a variant that is only a warning."""
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors:
        return
    problems = [finding.problem() for finding in errors[:SHOWN_FINDINGS]]
    if len(errors) > SHOWN_FINDINGS:
        hint = f"printkit check {job.kit.folder} shows all"
        problems.append(Problem(f"{len(errors) - SHOWN_FINDINGS} more findings", job.kit.id, hint=hint))
    raise WrongError(problems=problems)


def _write_files(stage: Staging, document: Document, written: Collection[str]) -> dict[str, Any]:
    """Lay what is attached to a document beside it, each file once; their entries of the manifest."""
    entries = {}
    for name, data in document.info.files:
        if name in written:
            continue
        stage.write(name, data)
        entries[name] = file_entry(sha256_of(stage.path(name)), 1, {}, ())
    return entries


def _write(stage: Staging, document: Document, order: _Order, progress: Progress) -> dict[str, Any]:
    """Write one document and return its entry of the manifest."""
    # Only now: the copy that proof-reads is on its way and needs nothing that writes.
    from printkit.backends.pdf import write_pdf

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
        colours = home_colours(order.request)
        looks = write_pdf(stream, watched(), document.faces, document.info, colours, order.press)
    facts = {**document.facts, **press_facts(order.press, order.request)}
    return file_entry(sha256_of(stage.path(document.name)), pages, facts, with_looks(placements, looks))
