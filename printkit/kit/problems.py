"""The problem sheet of a kit with board games, as `problems.toml` and its texts state it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from printkit.errors import InputError, Problem
from printkit.kit.booklet import missing_glyphs, read_text, text_differences, unknown_pictures
from printkit.kit.markdown import Block, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.model_base import Id, Length, Table, unknown_games
from printkit.kit.raw import read_toml

__all__ = ["PROBLEMS", "SOLUTIONS", "Position", "ProblemsFile", "load_problems", "problem_texts"]

PROBLEMS = "problems.toml"
SOLUTIONS = "solutions"
"""The picture of all solutions; those of the problems are called by their grades."""


class Position(Table):
    """A position with one answer: its game and options, what is asked, and the action that is right."""

    id: Id
    game: Id
    options: tuple[str, ...] = ()
    grade: Literal["hand", "best", "save"]
    position: str
    solution: str


class ProblemsFile(Table):
    """problems.toml: the positions in the order printed, and a sheet's thickness in mm."""

    caliper: Annotated[Length, Field(gt=0, le=1)]
    problems: Annotated[tuple[Position, ...], Field(min_length=1)]


def load_problems(kit: Kit) -> ProblemsFile:
    """The kit's problems; every problem of the file comes in one InputError, with file and key."""
    path = kit.folder / PROBLEMS
    read = ProblemsFile.read(read_toml(path, path.as_posix()), path.as_posix())
    ids = [each.id for each in read.problems]
    stated = ((f"problems[{at}].game", each.game) for at, each in enumerate(read.problems))
    problems = [
        *unknown_games(stated, kit.games, path.as_posix()),
        *(
            Problem(f"the position {each!r} is defined twice", path.as_posix(), f"problems[{at}].id")
            for at, each in enumerate(ids)
            if each in ids[:at]
        ),
    ]
    if problems:
        raise InputError(problems=problems)
    return read


def problem_texts(kit: Kit, read: ProblemsFile) -> Mapping[str, tuple[Block, ...]]:
    """The sheet's text in each language; every problem comes in one InputError, with file and line."""
    problems: list[Problem] = []
    texts: dict[str, tuple[Block, ...]] = {}
    known = (*dict.fromkeys(each.grade for each in read.problems), SOLUTIONS)
    for language in kit.languages:
        name = f"problems.{language}.md"
        try:
            texts[language] = parse_markdown(read_text(kit, name), name)
        except InputError as error:
            problems += error.problems
            continue
        problems += unknown_pictures(name, texts[language], known)
        problems += missing_glyphs(kit, name, texts[language])
    if not problems:
        problems += text_differences(kit, texts, "problems")
    if problems:
        raise InputError(
            problems=[
                replace(each, file=(kit.folder / each.file).as_posix()) for each in dict.fromkeys(problems)
            ]
        )
    return texts
