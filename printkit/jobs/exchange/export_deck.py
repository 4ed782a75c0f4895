"""Exports whole kits: decks for other programs, or card data as a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from printkit.errors import InputError
from printkit.files import staging
from printkit.interchange.archive import Archive, write_archive
from printkit.interchange.exchange import picture_base, tabletop_files, tarot_files
from printkit.interchange.tables import table_bytes
from printkit.interchange.text_tables import TEXT_FORMS, text_files
from printkit.jobs.build.part import Scenes
from printkit.jobs.parts.cards import cut_out, cut_shape
from printkit.kit.edition import EVERY_LANGUAGE, in_language
from printkit.kit.model import Kit
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey

__all__ = [
    "DECK_FORMS",
    "TABLE_FORMS",
    "ExportRequest",
    "Progress",
    "edition_exported",
    "export_deck",
    "export_table",
]

Progress = Callable[[str, int, int], None]
DECK_FORMS = ("tts", "tarot-deck-spec")
TABLE_FORMS = ("csv", "xlsx", *TEXT_FORMS)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What a user asks for: the kit, the form, and how large pictures shall be."""

    kit: str
    form: str
    card: str = ""
    lang: str = EVERY_LANGUAGE
    ink: str = "full"
    dpi: float = 300.0
    bleed: bool = True
    options: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    paper: str = ""
    stack: float = 0.0
    url: str = ""
    kit_dir: Path | None = None
    out: Path = Path("output")


def edition_exported(kit: Kit, request: ExportRequest) -> tuple[Kit, Path]:
    """The kit in the language that is asked for, and the folder of its files: `<kit>/<form>[-<lang>]`."""
    edition = in_language(kit, request.lang)
    form = "-".join(filter(None, (request.form, edition.edition)))
    return edition, Path(request.out) / kit.id / form


def export_deck(
    kit: Kit, request: ExportRequest, scenes: Scenes, folder: Path, progress: Progress
) -> tuple[Path, ...]:
    """The whole kit for another program: it has no use for some cards only."""
    if request.cards:
        raise InputError("takes the whole kit", key="--as", hint="leave out --cards")
    with staging(folder) as stage:
        if request.form == "tts":
            for number, (name, data) in enumerate(
                tabletop_files(kit, _cut_out(kit, scenes), picture_base(request.url, folder)), 1
            ):
                stage.write(name, data)
                progress(request.form, number, number)
        else:
            deck = Archive(f"{kit.id}.zip", lambda: tarot_files(kit, scenes), len(kit.cards))
            write_archive(stage, deck, lambda done: progress(request.form, done, len(kit.cards)))
        return stage.finish()


def _cut_out(kit: Kit, scenes: Scenes) -> Callable[[FaceKey], Scene]:
    """The faces as they are cut out."""
    size = kit.size(scenes.choices.size)
    shapes = {part.id: cut_shape(kit, part.id, size) for part in kit.components}
    return lambda key: cut_out(scenes(key), shapes[kit.card(key.card).component])


def export_table(kit: Kit, request: ExportRequest, folder: Path) -> tuple[Path, ...]:
    """The kit's cards or its texts as a table: part of it read back would take out all others."""
    if request.cards:
        raise InputError("takes the whole kit", key="--as", hint="leave out --cards")
    with staging(folder) as stage:
        if request.form in TEXT_FORMS:
            for name, data in text_files(kit, request.form):
                stage.write(name, data)
        else:
            stage.write(f"{kit.id}-cards.{request.form}", table_bytes(kit.folder, request.form))
        return stage.finish()
