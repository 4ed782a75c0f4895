"""The puzzle and sample game books of a kit, read with their texts when they are requested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, TypeVar

from pydantic import Field

from printkit.errors import InputError, Problem
from printkit.kit.art import inside
from printkit.kit.booklet import missing_glyphs, read_text, text_differences, unknown_pictures
from printkit.kit.markdown import Block, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.model_base import Length, Table, unknown_games
from printkit.kit.raw import read_toml

__all__ = [
    "PUZZLES",
    "SAMPLE",
    "WALKTHROUGH",
    "Puzzle",
    "PuzzleBook",
    "PuzzlesFile",
    "WalkthroughBook",
    "WalkthroughFile",
    "load_puzzle_book",
    "load_walkthrough_book",
]

PUZZLES, WALKTHROUGH = "puzzles.toml", "walkthrough.toml"
# The one picture a text may name: how cards, numbers or figures are shown in the book.
SAMPLE = "sample"

_FileT = TypeVar("_FileT", bound=Table)


class Puzzle(Table):
    """A deal to be won with an open talon, as the kit states it.

    `start` is where it is won from, `find` whether that is asked; `lines` of `rows` rows of answers win, one of
    them is `answers`.
    """

    deal: str
    game: str
    options: tuple[str, ...] = ()
    find: bool = False
    start: Annotated[int, Field(ge=1, le=6)]
    lines: Annotated[int, Field(ge=1)]
    rows: Annotated[int, Field(ge=1)]
    answers: Annotated[tuple[str, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class PuzzleBook:
    """The puzzles in the order printed, the book's text in each language, and a sheet's thickness in mm."""

    puzzles: tuple[Puzzle, ...]
    texts: Mapping[str, tuple[Block, ...]] = field(hash=False)
    caliper: float


@dataclass(frozen=True, slots=True)
class WalkthroughBook:
    """The records to show, each a file of the kit, the book's text in each language, and a sheet's thickness in mm.

    Games for one come first, then the `records` of several seats.
    """

    games: tuple[str, ...]
    texts: Mapping[str, tuple[Block, ...]] = field(hash=False)
    caliper: float


class PuzzlesFile(Table):
    """puzzles.toml."""

    caliper: Annotated[Length, Field(ge=0, le=1)] = 0.1
    puzzle: Annotated[tuple[Puzzle, ...], Field(min_length=1)]


class WalkthroughFile(Table):
    """walkthrough.toml."""

    caliper: Annotated[Length, Field(ge=0, le=1)] = 0.1
    games: tuple[str, ...] = ()
    records: tuple[str, ...] = ()


def load_puzzle_book(kit: Kit) -> PuzzleBook:
    """The kit's puzzles; every problem of its files comes in one InputError, with file and line or key."""
    spec = _spec(kit, PUZZLES, PuzzlesFile)
    stated = ((f"puzzle[{at}].game", each.game) for at, each in enumerate(spec.puzzle))
    problems = list(unknown_games(stated, kit.games, PUZZLES))
    texts = _texts(kit, "puzzles", problems)
    return PuzzleBook(spec.puzzle, texts, spec.caliper)


def load_walkthrough_book(kit: Kit) -> WalkthroughBook:
    """The kit's sample games; every problem of its files comes in one InputError, with file and line or key."""
    spec = _spec(kit, WALKTHROUGH, WalkthroughFile)
    problems: list[Problem] = []
    listed = [
        (f"{key}[{at}]", name)
        for key, names in (("games", spec.games), ("records", spec.records))
        for at, name in enumerate(names)
    ]
    if not listed:
        problems.append(Problem("the key is missing", WALKTHROUGH, "games", "or 'records': name a record"))
    for key, name in listed:
        try:
            if not inside(kit.folder, name, file=WALKTHROUGH, key=key).is_file():
                problems.append(Problem(f"there is no file {name!r}", WALKTHROUGH, key))
        except InputError as error:
            problems += error.problems
    names = tuple(name for _, name in listed)
    return WalkthroughBook(names, _texts(kit, "walkthrough", problems), spec.caliper)


def _spec(kit: Kit, name: str, model: type[_FileT]) -> _FileT:
    try:
        return model.read(read_toml(kit.folder / name, name), name)
    except InputError as error:
        raise InputError(problems=_placed(kit, error.problems)) from error


def _texts(kit: Kit, stem: str, problems: list[Problem]) -> dict[str, tuple[Block, ...]]:
    """`<stem>.<language>.md` in every language; with whatever else is wrong, all in one InputError."""
    texts: dict[str, tuple[Block, ...]] = {}
    for language in kit.languages:
        name = f"{stem}.{language}.md"
        try:
            texts[language] = parse_markdown(read_text(kit, name), name)
        except InputError as error:
            problems += error.problems
    for language, blocks in texts.items():
        name = f"{stem}.{language}.md"
        problems += missing_glyphs(kit, name, blocks)
        problems += unknown_pictures(name, blocks, (SAMPLE,))
    if len(texts) == len(kit.languages):
        problems += text_differences(kit, texts, stem)
    if problems:
        raise InputError(problems=_placed(kit, problems))
    return texts


def _placed(kit: Kit, problems: list[Problem] | tuple[Problem, ...]) -> list[Problem]:
    """Each once, its file under the kit's folder."""
    return [replace(each, file=(kit.folder / each.file).as_posix()) for each in dict.fromkeys(problems)]
