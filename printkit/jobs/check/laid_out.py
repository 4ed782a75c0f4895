"""Lays out all parts of a kit without writing them and plays what its books say: what would `build` refuse?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

from printkit.backends.pdf_pictures import read_picture
from printkit.errors import InputError, PrintkitError, raise_together
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part import Job
from printkit.jobs.build.part_table import PARTS, Part, first_parts, has_file
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.jobs.check.prove_problems import prove_problems, prove_puzzles
from printkit.jobs.parts.leaflets import prove_examples
from printkit.jobs.play.play_book import play_book
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.leaflets import load_leaflet, problem_texts
from printkit.kit.model import Kit
from printkit.scene.model import Picture, Scene, walk
from printkit.sheets.model import FaceKey

__all__ = ["lay_out_cards", "lay_out_parts", "prove_texts"]


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


def prove_texts(kit: Kit) -> None:
    """Plays what the kit's book, puzzles and walkthrough say, and reads its leaflets; what is wrong is raised."""
    if has_file(kit, "booklet"):
        play_book(kit, kit.options)
    if has_file(kit, "puzzles"):
        prove_puzzles(kit)
    if has_file(kit, "problems"):
        read, _ = prove_problems(kit)
        problem_texts(kit, read)
    if has_file(kit, "walkthrough"):
        chapters_of_kit(kit, load_walkthrough_book(kit))
    if kit.has_leaflet:
        load_leaflet(kit)
    if has_file(kit, "leaflets"):
        prove_examples(kit, make_job(kit, BuildRequest(), kit.default_size))
