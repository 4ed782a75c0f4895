"""Lays out all of a kit's parts without writing them, to find what `build` would refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

from printkit.backends.pdf_pictures import read_picture
from printkit.errors import InputError, PrintkitError, raise_together
from printkit.jobs.build.part import Job
from printkit.jobs.build.part_table import PARTS, Part, first_parts
from printkit.scene.model import Picture, Scene, walk
from printkit.sheets.model import FaceKey

__all__ = ["lay_out_cards", "lay_out_parts"]


def lay_out_cards(jobs: Iterable[Job]) -> None:
    """Compose every card's front and back; everything that `build` refuses about them comes in one error."""
    pictures: set[str] = set()
    keys = ((job, key) for job in jobs for key in _card_faces(job))
    raise_together(_distinct(_refused(partial(_compose, job, key, pictures)) for job, key in keys))


def lay_out_parts(job: Job, *, books: bool) -> None:
    """Lay out every part beside the cards, with or without books; everything that `build` refuses in one error."""
    first_parts(job.kit)
    pictures: set[str] = set()
    wanted = [
        (part, name)
        for part in PARTS
        if part.module != "cards" and (books or not part.bound_book)
        for name in part.names(job.kit)
    ]

    def lay(part: Part, name: str) -> None:
        for document in part.documents(job, name):
            for key in dict.fromkeys(placed.face for sheet in document.sheets for placed in sheet.placements):
                _look(document.faces(key), pictures)

    raise_together(_distinct(_refused(partial(lay, part, name)) for part, name in wanted))


def _compose(job: Job, key: FaceKey, seen: set[str]) -> None:
    _look(job.scenes(key), seen)


def _card_faces(job: Job) -> Iterator[FaceKey]:
    kit = job.kit
    yield from (FaceKey(card.id, "front") for card in kit.cards)
    for component in kit.components:
        yield from (FaceKey(card.id, "back") for card in kit.backs_of(component.id).values())


def _look(scene: Scene, seen: set[str]) -> None:
    """Read the pictures of a scene that were not read before."""
    for placed in walk(scene):
        item = placed.item
        if isinstance(item, Picture) and item.digest not in seen:
            seen.add(item.digest)
            read_picture(item.file, "P", "srgb")


def _refused(lay: Callable[[], None]) -> InputError | None:
    try:
        lay()
    except InputError as error:
        return error
    return None


def _distinct(failures: Iterable[InputError | None]) -> list[PrintkitError]:
    """The failures, each problem once: a text that is too wide is so with every ink."""
    problems = dict.fromkeys(chain.from_iterable(each.problems for each in failures if each is not None))
    return [InputError(problems=problems)] if problems else []
