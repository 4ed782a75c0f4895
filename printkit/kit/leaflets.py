"""The leaflets, problem sheets and files of rules of a kit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from printkit.errors import InputError, Problem
from printkit.kit.booklet import (
    CONTENTS,
    FACTS,
    missing_glyphs,
    parsed_texts,
    placed_problems,
    read_text,
    reader_pictures,
    text_differences,
    unknown_chapters,
    unknown_pictures,
)
from printkit.kit.markdown import Block, Figure, parse_markdown
from printkit.kit.model import Card, Kit
from printkit.kit.model_base import Id, Length, Table, unknown_games
from printkit.kit.raw import read_toml

__all__ = [
    "CARD_PICTURES",
    "CAST",
    "CUPS",
    "LEAFLETS",
    "PROBLEMS",
    "RULES",
    "SOLUTIONS",
    "Example",
    "Leaflet",
    "LeafletsFile",
    "Position",
    "ProblemsFile",
    "Strip",
    "find_strip",
    "leaflet_texts",
    "leaflets_show_pictures",
    "listed_flags",
    "listed_kinds",
    "lists_cards",
    "load_leaflet",
    "load_leaflets",
    "load_problems",
    "load_strips",
    "problem_texts",
    "reference_files",
    "reference_games",
    "rule_leaflets",
    "strip_keys",
    "strip_words",
]


# ── the leaflets of a kit with board games, as `leaflets.toml` and their texts state them ────────────────────────────

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
_THINGS = (
    r"throw:\d{1,2}-\d{1,2}",
    # A throw, and how often choices win, in percent.
    r"choice:\d{1,2}-\d{1,2}(?:/[\w.-]+=(?:\d\d?(?:\.\d)?|100)){1,2}",
    # The squares to show, a pawn on one, and more pawns and ways.
    r"road:\d{1,2}-\d{1,2}/[A-F]\d{1,2}(?:/(?:[A-F]\d{1,2}|\d{1,2}-\d{1,2}))*",
    r"square:\d{1,2}",
    r"(?:card|piece):[br]\D\d{0,2}",
    r"(?:pawn|flat|standing):[A-Z]\d?",
    r"seat:[A-F]",
    r"ground:\S",
    r"(?:back|face):[\w-]+",
    r"token:[\w-]+(?:/(?:front|back))?",
    r"(?:start|goal):[\w.-]+",
    r"arrow:back",
    r"[a-z]+",
    r"[+−×=]?\d{0,3}½?",
)
_THING = re.compile(rf"(?:{'|'.join(_THINGS)})(?:\*[1-9]\d?)?")
# The text that names a choice.
_NAMED = re.compile(r"/([\w.-]+)=")


def _written(thing: str) -> str:
    if not thing or not _THING.fullmatch(thing):
        known = "throw:3-5, square:12, card:b兵1, face:sun, pawn:A, token:cup*2, arrow, +2"
        raise ValueError(f"{thing[:40]!r} is not how a thing of a step is written: {known}, …")
    return thing


class Strip(Table):
    """A picture of what happens in steps, which any text of the kit may show as `strip-ID`.

    Each step is a row of things, such as `pawn:A`, `arrow` and `+2`; `ordered` steps are numbered. One `behind` stands
    on the back of a sheet of pieces that has room for it, else on a sheet of its own; without backs it is not printed.
    """

    id: Id
    ordered: bool = True
    behind: bool = False
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
            # What choices are called, the better one in the display font.
            named = dict.fromkeys(_NAMED.findall(" ".join(thing for step in strip.steps for thing in step)))
            yield from ((key, role) for key in named for role in ("text", "display"))


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
        raise InputError(problems=placed_problems(kit, problems))
    return leaflets


def rule_leaflets(kit: Kit) -> Mapping[str, str]:
    """The leaflet that has the rules of each game, by its stem: the first of several; none has, beside a rule book."""
    if (kit.folder / f"rules.{kit.languages[0]}.md").is_file():
        return {}
    return {each.game: each.stem for each in reversed(load_leaflets(kit))}


def leaflet_texts(kit: Kit, leaflet: Leaflet) -> Mapping[str, tuple[Block, ...]]:
    """A leaflet's text in each language; every problem comes in one InputError, with file and line."""
    problems: list[Problem] = []
    texts = parsed_texts(kit, leaflet.stem, problems)
    known = (*PICTURES, *(each.id for each in leaflet.examples))
    for language, blocks in texts.items():
        name = f"{leaflet.stem}.{language}.md"
        shown = (*known, *reader_pictures(kit, blocks), *load_strips(kit))
        problems += unknown_pictures(name, blocks, shown)
        problems += missing_glyphs(kit, name, blocks)
    if not problems:
        problems += text_differences(kit, texts, leaflet.stem)
    if problems:
        raise InputError(problems=placed_problems(kit, problems))
    return texts


# ── texts of the leaflet: rules.<language>.md of a kit without a booklet ─────────────────────────────────────────────

# What a leaflet's text may show: the list of the kit's cards, written cards in their order, a throw of its sticks,
# the cups its race is about, and each of its boards.
CARD_PICTURES = ("cards", "order")
CAST, CUPS = "cast", "cups"


def load_leaflet(kit: Kit) -> Mapping[str, tuple[Block, ...]]:
    """The rules in each language; every problem of the files comes in one InputError, with file and line."""
    problems: list[Problem] = []
    texts = parsed_texts(kit, "rules", problems)
    if not problems:
        problems += _problems(kit, texts)
    if problems:
        found = dict.fromkeys(problems)
        raise InputError(problems=[replace(p, file=(kit.folder / p.file).as_posix()) for p in found])
    return texts


def _problems(kit: Kit, texts: Mapping[str, tuple[Block, ...]]) -> Iterator[Problem]:
    boards = (f"board-{board.id}" for board in kit.boards)
    known = (*CARD_PICTURES, *((CAST, CUPS) if kit.sticks else ()), *boards)
    for language, blocks in texts.items():
        file = f"rules.{language}.md"
        yield from unknown_pictures(file, blocks, (*known, *reader_pictures(kit, blocks), *load_strips(kit)))
        yield from missing_glyphs(kit, file, blocks)
        yield from unknown_chapters(kit, "leaflet", blocks)
    yield from text_differences(kit, texts)


def lists_cards(kit: Kit) -> bool:
    """Whether the leaflet shows the list of the cards; one that cannot be read is reported where it is composed."""
    try:
        return "](cards)" in read_text(kit, f"rules.{kit.languages[0]}.md")
    except InputError:
        return False


def leaflets_show_pictures(kit: Kit) -> bool:
    """Whether a leaflet of a board game shows its board or moves, which needs words.

    One that cannot be read is reported later.
    """
    files = sorted(path.name for path in kit.folder.glob(f"leaflet-*.{kit.languages[0]}.md"))
    try:
        blocks = [block for file in files for block in parse_markdown(read_text(kit, file), file)]
    except InputError:
        return False
    names = {block.name for block in blocks if isinstance(block, Figure)}
    return not names <= {FACTS, CONTENTS, *reader_pictures(kit, blocks), *load_strips(kit)}


def listed_kinds(kit: Kit) -> tuple[Card, ...]:
    """One card an entry of cards.toml, those that carry nothing but a picture left out."""
    kinds: dict[str, Card] = {}
    for card in kit.cards:
        if card.fields:
            kinds.setdefault(card.entry, card)
    return tuple(kinds.values())


def listed_flags(card: Card) -> tuple[str, ...]:
    """The flags of a card that are true."""
    return tuple(name for name, value in card.fields.items() if value is True)


# ── the files with the rules of a kit's games ────────────────────────────────────────────────────────────────────────

RULES = "rules"
"""The name of the rule cards that need no name of their own."""


def reference_games(kit: Kit) -> tuple[str, ...]:
    """The games of the kit that have rule rows, in the kit's order."""
    return tuple(game for game in kit.games if any(row.game == game for row in kit.rules))


def reference_files(kit: Kit) -> dict[str, tuple[str, ...]]:
    """The same games by the name of the files with their rules.

    That is `rules`, or, where a game's rule cards are a component of their own, that component's.
    """
    files: dict[str, tuple[str, ...]] = {RULES: ()}
    # A set may leave its rule cards out.
    components = {card.id: card.component for card in kit.cards}
    for game in reference_games(kit):
        card = next(row.card for row in kit.rules if row.game == game)
        own = components.get(card, kit.components[0].id)
        name = RULES if own == kit.components[0].id else own
        files[name] = (*files.get(name, ()), game)
    return files


# ── the problem sheet of a kit with board games, as `problems.toml` and its texts state it ───────────────────────────

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
    texts = parsed_texts(kit, "problems", problems)
    known = (*dict.fromkeys(each.grade for each in read.problems), SOLUTIONS)
    for language, blocks in texts.items():
        name = f"problems.{language}.md"
        problems += unknown_pictures(name, blocks, known)
        problems += missing_glyphs(kit, name, blocks)
    if not problems:
        problems += text_differences(kit, texts, "problems")
    if problems:
        raise InputError(
            problems=[
                replace(each, file=(kit.folder / each.file).as_posix()) for each in dict.fromkeys(problems)
            ]
        )
    return texts
