"""The main job: builds the files of kits and their manifest, and watches what it reads for changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from printkit.errors import InputError
from printkit.files import staging
from printkit.interchange.archive import Archive
from printkit.jobs.build.make_job import font_notes, make_job
from printkit.jobs.build.manifest import MANIFEST, PrintUse, Progress, manifest_bytes, print_use, write_file
from printkit.jobs.build.order import Order, read_order
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.part_table import check_kits, chosen_files, parts_left
from printkit.jobs.build.proving import refuse_wrong
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import kit_folder, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit
from printkit.kit.raw import read_toml
from printkit.paths import templates_dir
from printkit.preflight.profile import fitted_note, vendor_size

__all__ = ["BuildRequest", "Built", "build", "changes", "watched_folders"]


class Built(NamedTuple):
    """One finished file: where it lies, how many pages and cards it has, and what to know before it is printed.

    `use` says what it is and how it is printed. `left` are the kit's parts that were not built because others come
    first; they and `warnings` come with the first file of a kit.
    """

    file: Path
    pages: int
    cards: int
    warnings: tuple[str, ...] = ()
    use: PrintUse = PrintUse()
    left: tuple[str, ...] = ()


def build(
    request: BuildRequest,
    progress: Progress = lambda name, done, total: None,
    held: Callable[[Document], Document] = lambda document: document,
) -> tuple[Built, ...]:
    """Build what is requested; a wrong number in a kit is a WrongError before anything is written.

    Each document is written as `held` returns it: whoever wants to look at it afterwards keeps it there.
    """
    order = read_order(request)
    inks = (cast(Ink, request.ink),)
    kits = [load_kit(folder, inks, request.only, draft=request.draft) for folder in _folders(order)]
    check_kits(kits, request, order.profile)
    return tuple(built for kit in kits for built in _build_kit(kit, order, progress, held))


def _folders(order: Order) -> list[Path]:
    if order.request.kit_dir is not None:
        return [order.request.kit_dir]
    return [
        kit_folder(kit_id) for kit_id in dict.fromkeys(order.request.kits or order.printed_kits or kit_ids())
    ]


def _build_kit(
    kit: Kit, order: Order, progress: Progress, held: Callable[[Document], Document]
) -> Iterator[Built]:
    job = make_job(kit, order.request, _card_size(kit, order))
    folder = Path(job.request.out) / kit.id
    entries: dict[str, Any] = {}
    cards: dict[str, int] = {}
    warnings: tuple[str, ...] = ()
    wanted: Iterable[Document | Archive] = chosen_files(job, order.profile)
    job.scenes.compose(_written_whole(job))
    refuse_wrong(job)
    if order.printed is not None:
        wanted, warnings = order.changes(job, order.printed)
        if not wanted:
            return
    with staging(folder) as stage:
        for file in wanted:
            made = held(order.for_printer(job, file)) if isinstance(file, Document) else file
            entries |= write_file(stage, made, order.request, order.press, written=entries, progress=progress)
            cards[file.name] = _cards_on(entries[file.name]) if job.request.pages else file.cards
        stage.write(MANIFEST, manifest_bytes(folder, kit, entries))
    warnings += order.warnings(job) + font_notes(kit)
    if order.profile is not None:
        warnings += fitted_note(order.profile, kit.size(job.choices.size))
    left = parts_left(job)
    for name, entry in entries.items():
        use = print_use(entry)
        yield Built(folder / name, entry["pages"], cards.get(name, 0), warnings, use, left)
        warnings, left = (), ()


def _card_size(kit: Kit, order: Order) -> str:
    if order.profile is None:
        return kit.size(order.request.card or None).name
    return vendor_size(kit, order.request.card, order.profile)


def _written_whole(job: Job) -> Iterator[str]:
    """The cards that are written and proof-read both; where only some are requested, each side composes its own."""
    request = job.request
    if not (request.cards or request.pages or request.changed_since or request.profile):
        for card in job.kit.cards:
            if not request.only or card.component in request.only:
                yield card.id


def _cards_on(entry: Mapping[str, Any]) -> int:
    """How many cards the pages of a file hold that were chosen: their fronts."""
    return sum(placed["side"] == "front" for placed in entry["placements"])


# So often, in milliseconds, Ctrl-C is listened for.
STEP_MS = 200


def watched_folders(request: BuildRequest) -> tuple[Path, ...]:
    """The folders a build reads: those of its kits, and those these share with others."""
    folders = [folder.resolve() for folder in _folders(read_order(request))]
    shared = [place for folder in folders for place in _shared(folder)]
    return tuple(dict.fromkeys((*folders, *shared)))


def _shared(folder: Path) -> Iterator[Path]:
    try:
        names = read_toml(folder / "kit.toml", "kit.toml").get("uses", ())
    except InputError:
        return
    for name in names if isinstance(names, list) else ():
        places = (folder.parent / str(name), templates_dir() / str(name))
        yield from (place for place in places if place.is_dir())


def changes(folders: Sequence[Path], out: Path) -> Iterator[tuple[Path, ...]]:
    """The files that changed since the last time, from now on; what is written to `out` is no change.

    Ends with KeyboardInterrupt. Needs the extra `serve`.
    """
    import watchfiles

    away = out.resolve()
    usual = watchfiles.DefaultFilter(ignore_paths=[away])

    def wanted(change: Any, path: str) -> bool:
        return usual(change, path) and not any(part.startswith(".") for part in Path(path).parts[-1:])

    watcher = watchfiles.watch(*folders, watch_filter=wanted, yield_on_timeout=True, rust_timeout=STEP_MS)
    # It looks from its first answer on, which is none.
    next(watcher)
    return (tuple(sorted({Path(path) for _, path in found})) for found in watcher if found)
