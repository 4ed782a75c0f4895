"""Which language's edition of which kit a PDF says it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printkit.backends.inspect import PdfFile, file_subject, open_pdf
from printkit.errors import InputError
from printkit.kit.model import Kit
from printkit.preflight.document import refuse_damaged
from printkit.preflight.page_marks import page_marks
from printkit.preflight.sheet_label import read_label

__all__ = ["stated_edition"]

_LANGUAGE = "lang="


def stated_edition(path: Path, kits: Sequence[Kit]) -> tuple[str, str]:
    """The ids of the kit and of the language, both empty where all languages stand together.

    The file's properties say so, or where another program changed them, its first label.
    """
    try:
        with open_pdf(path) as pdf:
            return _stated(path, pdf, kits)
    except InputError:
        # The proof-reader says why the file cannot be read.
        return "", ""


def _stated(path: Path, pdf: PdfFile, kits: Sequence[Kit]) -> tuple[str, str]:
    kit_id, _, rest = file_subject(pdf).partition(" ")
    stated = next((kit for kit in kits if kit.id == kit_id), None)
    if stated is not None:
        return _known(stated, rest.partition(" ")[2])
    # To look at a page of a spoilt file may take all memory.
    refuse_damaged(path)
    label = read_label(page_marks(pdf, 0), tuple(kits))
    if label is None:
        return "", ""
    words = next((each for each in label.layout if each.startswith(_LANGUAGE)), "")
    return _known(next(kit for kit in kits if kit.id == label.kit), words.removeprefix(_LANGUAGE))


def _known(kit: Kit, language: str) -> tuple[str, str]:
    return (kit.id, language) if language in kit.languages and len(kit.languages) > 1 else ("", "")
