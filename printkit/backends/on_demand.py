"""What only some files need, loaded for the first that does, with its libraries: most decks are built without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.geometry import Size
from printkit.scene.model import Item

if TYPE_CHECKING:
    from printkit.backends.pdf_flatten import Flattener
    from printkit.backends.pdf_pages import PageForm

__all__ = ["flattener", "page_form", "page_letters"]


def flattener(draw: Callable[[Sequence[Item], Size], bytes], limits: tuple[float, float] | None) -> Flattener:
    """What makes drawings opaque, for a press that allows no transparency."""
    made: Flattener = _load("pdf_flatten").Flattener(draw, limits)
    return made


def page_form(data: bytes, file: str) -> PageForm | None:
    """The first page of another program's PDF, for a picture that is one."""
    form: PageForm | None = _load("pdf_pages").page_form(data, file)
    return form


def page_letters(file: Path) -> Iterator[str]:
    """The letters of each page of a PDF, as pdfium reads them."""
    letters: Iterator[str] = _load("pdfium_pages").page_letters(file)
    return letters


def _load(name: str) -> Any:
    return import_module(f"printkit.backends.{name}")
