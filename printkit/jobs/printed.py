"""Composes the pages of a printed book again, to compare with."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from printkit.errors import InputError
from printkit.games.record import MAGIC
from printkit.geometry import Size, parse_length
from printkit.jobs.bound_book import BoundBook, check_scene, page_on, page_scenes
from printkit.jobs.looks import drawn_as
from printkit.jobs.make_job import make_job
from printkit.jobs.part import Job
from printkit.jobs.part_table import PARTS
from printkit.jobs.proving import refuse_wrong_boards
from printkit.jobs.request import BuildRequest
from printkit.kit.blocks import PictureBlock
from printkit.kit.model import Kit
from printkit.preflight.book import Book, Face
from printkit.preflight.proof_book import PRINT_CHECK, make_page_faces
from printkit.preflight.proof_pieces import SheetPiece
from printkit.preflight.sheet_label import SheetLabel

__all__ = ["PageMaker", "attached_records", "book_parts"]


def book_parts(kit: Kit) -> dict[str, Callable[[Job, str, Size], BoundBook]]:
    """The kit's parts that are books, each with what composes it in a language for a page of that size."""
    return {name: part.load().bound_book for part in PARTS if part.bound_book for name in part.names(kit)}


class PageMaker:
    """Composes the books of kits with the numbers the rules have, each once; pictures of cards are left out."""

    def __init__(self, books: Sequence[Book]) -> None:
        self._kits = {book.kit.id: book for book in reversed(books)}
        self._made = cache(self._make)
        self._pieces = cache(self._make_pieces)

    def parts(self, kit: Kit) -> Collection[str]:
        """The parts of a kit that are books."""
        return book_parts(kit)

    def __call__(
        self, label: SheetLabel, paper: Size, files: Sequence[tuple[str, bytes]] = ()
    ) -> tuple[Face, ...]:
        """The pages of the book a label names; InputError where the kit has no such book.

        A book that shows games is made from the records attached to the file, where there are any.
        """
        records = attached_records(files)
        pages = self._made(label.kit, label.part, label.words, label.more, page_on(paper), records)
        check = make_page_faces([check_scene(self.kit(label.kit), paper)])[0]
        return (*pages, replace(check, card=PRINT_CHECK))

    def pieces(self, label: SheetLabel) -> tuple[tuple[SheetPiece, ...], ...]:
        """Every way to print the part without cards a label names; InputError where the kit has no such part."""
        return self._pieces(label.kit, label.part, label.words, label.more)

    def kit(self, kit_id: str) -> Kit:
        """The kit with the numbers its rules have, whatever its own file says, and faces without pictures."""
        book = self._kits[kit_id]
        cards = tuple(
            replace(card, fields=book.cards[card.entry].fields) if card.entry in book.cards else card
            for card in book.kit.cards
        )
        faces = {
            key: tuple(block for block in face if not isinstance(block, PictureBlock))
            for key, face in book.kit.faces.items()
        }
        return replace(book.kit, cards=cards, faces=faces)

    def _make(
        self,
        kit_id: str,
        part: str,
        language: str,
        options: tuple[str, ...],
        page: Size,
        records: tuple[tuple[str, str], ...],
    ) -> tuple[Face, ...]:
        kit = self.kit(kit_id)
        make = book_parts(kit).get(part)
        if make is None or language not in kit.languages:
            raise InputError(f"kit {kit_id} has no {part} in {language!r}")
        stated = tuple(filter(None, ",".join(options).split(",")))
        sizes = [text.removeprefix("card=") for text in stated if text.startswith("card=")]
        own = tuple(text for text in stated if not text.startswith("card="))
        request = BuildRequest(kits=(kit_id,), only=(part,), lang=language, options=own, records=records)
        bound = make(make_job(kit, request, kit.size(*sizes[:1]).name), language, page)
        return make_page_faces(page_scenes(bound.book, page))

    def _make_pieces(
        self, kit_id: str, part: str, words: str, options: tuple[str, ...]
    ) -> tuple[tuple[SheetPiece, ...], ...]:
        kit = self.kit(kit_id)
        make = next((own for names, own in _piece_makers(kit) if part in names), None)
        if make is None:
            raise InputError(f"kit {kit_id} has no {part}")
        refuse_wrong_boards(kit)
        size = max((name for name in kit.sizes if words.startswith(name)), key=len, default=kit.default_size)
        stated = tuple(filter(None, ",".join(options).split(",")))
        stack = [text.removeprefix("stack=") for text in stated if text.startswith("stack=")]
        own = tuple(text for text in stated if not text.startswith("stack="))
        thick = parse_length(f"{stack[0]}mm") if stack else 0.0
        request = BuildRequest(kits=(kit_id,), only=(part,), card=size, options=own, stack=thick)
        job, low = (make_job(kit, replace(request, ink=ink), size) for ink in ("full", "low"))
        regions = make.regions(job) if hasattr(make, "regions") else {}
        ways = []
        for way, sparing in zip(make.pieces(job), make.pieces(low), strict=True):
            faces = make_page_faces([scene for _, scene, _ in way])
            ways.append(
                tuple(
                    SheetPiece(
                        replace(
                            face,
                            card=f"{key.card} {key.side}",
                            drawn=drawn_as(regions.get(key.card, ()), scene, other),
                        ),
                        key.side,
                        count,
                    )
                    for (key, scene, count), (_, other, _), face in zip(way, sparing, faces, strict=True)
                )
            )
        return tuple(ways)


def _piece_makers(kit: Kit) -> list[tuple[tuple[str, ...], Any]]:
    """The kit's parts without cards, by name, each with the module that composes its pieces."""
    return [(part.names(kit), part.load()) for part in PARTS if part.pieces and part.names(kit)]


def attached_records(files: Sequence[tuple[str, bytes]]) -> tuple[tuple[str, str], ...]:
    """The records among attached files, by name and text, in the order of the numbers in their names."""
    texts = ((name, data.decode("utf-8", "replace")) for name, data in files)
    records = [(name, text) for name, text in texts if text.startswith(MAGIC)]
    return tuple(
        sorted(records, key=lambda each: [int(number) for number in re.findall(r"\d+", each[0])[:1]])
    )
