"""The leaflets of a kit with board games, as `leaflets.toml` and their texts state them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from pydantic import AfterValidator, Field

from printkit.errors import InputError, Problem
from printkit.kit.booklet import (
    missing_glyphs,
    read_text,
    reader_pictures,
    text_differences,
    unknown_pictures,
)
from printkit.kit.markdown import Block, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.model_base import Id, Table, unknown_games
from printkit.kit.raw import read_toml

__all__ = [
    "LEAFLETS",
    "Example",
    "Leaflet",
    "LeafletsFile",
    "Strip",
    "find_strip",
    "leaflet_texts",
    "load_leaflets",
    "load_strips",
    "rule_leaflets",
    "strip_keys",
    "strip_words",
]

LEAFLETS, STRIP = "leaflets.toml", "strip"
PICTURES = ("setup", "sides", "moves", "hands")
"""What a leaflet's text may show beside its examples: all drawn from the rules."""


class Example(Table):
    """A turn to show: the actions that lead to it from the start, played silently, and those of the turn itself."""

    id: Id
    before: tuple[str, ...] = ()
    shown: Annotated[tuple[str, ...], Field(min_length=1)]


class Leaflet(Table):
    """One leaflet: its id, its game, how many pages it has, and its example turns.

    `board` is drawn where the game has none of its own; `kinds` are the pieces whose moves are shown, all if empty.
    With `bars` its sections have their titles in bars.
    """

    id: Id
    game: Id
    board: Id | None = None
    kinds: str = ""
    pages: Annotated[int, Field(ge=2, le=32)]
    bars: bool = False
    examples: tuple[Example, ...] = ()

    @property
    def stem(self) -> str:
        """What its text files are called, up to the language."""
        return f"leaflet-{self.id}"

    def example(self, example_id: str) -> Example:
        """The example of that id; the loader has made sure that a text names none but its own."""
        return next(each for each in self.examples if each.id == example_id)


# How things of a step are written; what of a kit they name is looked for where they are drawn.
_THING = re.compile(
    r"(?:throw:\d{1,2}-\d{1,2}|square:\d{1,2}|(?:card|piece):[br]\D\d{0,2}|(?:pawn|flat):[A-Z]\d?|seat:[A-F]|ground:\S|back:[\w-]+"
    r"|token:[\w-]+(?:/(?:front|back))?|(?:start|goal):[\w.-]+|arrow:back|[a-z]+|[+−×=]?\d{0,3}½?)"
    r"(?:\*[1-9]\d?)?"
)


def _written(thing: str) -> str:
    if not thing or not _THING.fullmatch(thing):
        known = "throw:3-5, square:12, card:b兵1, pawn:A, token:cup*2, arrow, +2"
        raise ValueError(f"{thing[:40]!r} is not how a thing of a step is written: {known}, …")
    return thing


class Strip(Table):
    """A picture of what happens in steps, which any text of the kit may show as `strip-ID`.

    Each step is a row of things, such as `pawn:A`, `arrow` and `+2`; `ordered` steps are numbered.
    """

    id: Id
    ordered: bool = True
    steps: Annotated[
        tuple[
            Annotated[
                tuple[Annotated[str, AfterValidator(_written)], ...], Field(min_length=1, max_length=8)
            ],
            ...,
        ],
        Field(min_length=2, max_length=15),
    ]


class LeafletsFile(Table):
    """leaflets.toml."""

    leaflets: Annotated[tuple[Leaflet, ...], Field(min_length=1)]
    strips: tuple[Strip, ...] = ()


def _read(kit: Kit) -> LeafletsFile | None:
    path = kit.folder / LEAFLETS
    return LeafletsFile.read(read_toml(path, path.as_posix()), path.as_posix()) if path.is_file() else None


def strip_keys(kit: Kit) -> Iterator[tuple[str, str]]:
    """The texts of all pictures of steps, as (key, font role); a file that cannot be read is reported later."""
    with suppress(InputError):
        for strip in load_strips(kit).values():
            yield from ((f"{STRIP}.{strip.id}.{at + 1}", "text") for at in range(len(strip.steps)))


def load_strips(kit: Kit) -> Mapping[str, Strip]:
    """The kit's pictures of steps by the names texts have for them."""
    file = _read(kit)
    return {f"{STRIP}-{each.id}": each for each in file.strips} if file else {}


def find_strip(kit: Kit, name: str) -> Strip | None:
    """The picture of steps that a text calls so."""
    return load_strips(kit).get(name) if name.startswith(f"{STRIP}-") else None


def strip_words(kit: Kit, language: str, strip: Strip) -> Sequence[tuple[str, str]]:
    """The name of each step, and what its text says in a second line."""
    texts = (kit.text(language, f"{STRIP}.{strip.id}.{at + 1}") for at in range(len(strip.steps)))
    return [(name, below) for name, _, below in (text.partition("\n") for text in texts)]


def load_leaflets(kit: Kit) -> tuple[Leaflet, ...]:
    """The kit's leaflets; every problem of the file comes in one InputError, with file and key."""
    file = _read(kit)
    leaflets = file.leaflets if file else ()
    stated = ((f"leaflets[{at}].game", each.game) for at, each in enumerate(leaflets))
    problems = list(unknown_games(stated, kit.games, LEAFLETS))
    if problems:
        raise InputError(problems=_placed(kit, problems))
    return leaflets


def rule_leaflets(kit: Kit) -> Mapping[str, str]:
    """The leaflet that has the rules of each game, by its stem: the first of several; none has, beside a rule book."""
    if (kit.folder / f"rules.{kit.languages[0]}.md").is_file():
        return {}
    return {each.game: each.stem for each in reversed(load_leaflets(kit))}


def leaflet_texts(kit: Kit, leaflet: Leaflet) -> Mapping[str, tuple[Block, ...]]:
    """A leaflet's text in each language; every problem comes in one InputError, with file and line."""
    problems: list[Problem] = []
    texts: dict[str, tuple[Block, ...]] = {}
    known = (*PICTURES, *(each.id for each in leaflet.examples))
    for language in kit.languages:
        name = f"{leaflet.stem}.{language}.md"
        try:
            texts[language] = parse_markdown(read_text(kit, name), name)
        except InputError as error:
            problems += error.problems
            continue
        shown = (*known, *reader_pictures(kit, texts[language]), *load_strips(kit))
        problems += unknown_pictures(name, texts[language], shown)
        problems += missing_glyphs(kit, name, texts[language])
    if not problems:
        problems += text_differences(kit, texts, leaflet.stem)
    if problems:
        raise InputError(problems=_placed(kit, problems))
    return texts


def _placed(kit: Kit, problems: list[Problem]) -> list[Problem]:
    return [replace(each, file=(kit.folder / each.file).as_posix()) for each in dict.fromkeys(problems)]
