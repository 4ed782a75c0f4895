"""Paints faces as kit and rules say they should be, one a page, to compare cards with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from printkit.backends.pdf import DocumentInfo
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.geometry import IDENTITY, Rect, Size
from printkit.jobs.build.part import Document
from printkit.jobs.check.in_memory import written
from printkit.kit.model import Card
from printkit.preflight.book import Book, FaceKind, PaintedFaces
from printkit.preflight.face_comparison import Style
from printkit.scene.inks import INK_LIMIT
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = ["paint_faces"]


def paint_faces(book: Book, kinds: Sequence[FaceKind], style: Style) -> PaintedFaces:
    """Each face with the numbers its rules have, as often as cards with pictures of their own share it.

    The faces of the files looked at last are kept: what is checked together is often the same cards.
    """
    return _painted(book, tuple(kinds), style)


@lru_cache(6)
def _painted(book: Book, kinds: tuple[FaceKind, ...], style: Style) -> PaintedFaces:
    scenes: dict[str, Scene] = {}
    pages: dict[FaceKind, tuple[int, ...]] = {}
    for kind in kinds:
        first = len(scenes)
        choices = Choices(kind.size, style.ink, book.face(*kind).variables)
        for card in _cards(book, kind):
            compose = compose_back if kind.card in book.backs else compose_face
            scenes[" ".join((kind.card, card.id, kind.size, *kind.options))] = compose(
                book.ruled, card, choices
            )
        pages[kind] = tuple(range(first, len(scenes)))
    sheets = [_sheet(number, name, scene) for number, (name, scene) in enumerate(scenes.items(), 1)]
    document = Document("faces", sheets, lambda key: scenes[key.card], DocumentInfo(book.kit.id))
    return PaintedFaces(written(document, style.colours, INK_LIMIT), pages)


def _cards(book: Book, kind: FaceKind) -> list[Card]:
    """The cards of a face, those of one picture once."""
    entry = kind.card.removesuffix("-back") if kind.card in book.backs else kind.card
    return [card for card in book.ruled.cards if card.entry == entry]


def _sheet(number: int, name: str, scene: Scene) -> Sheet:
    trim = Rect(0.0, 0.0, scene.width, scene.height)
    placement = Placement(FaceKey(name, "front"), IDENTITY, trim, trim)
    return Sheet(number, "front", Size(trim.width, trim.height), (placement,))
