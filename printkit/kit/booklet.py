"""The books of a kit: its rule book, puzzles and sample games, read when they are requested."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, TypeVar

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint, unreadable
from printkit.files import read_plain
from printkit.fonts import find_font, missing_scripts
from printkit.kit.art import inside
from printkit.kit.markdown import Block, Figure, Heading, Paragraph, parse_markdown, runs_of
from printkit.kit.model import Kit
from printkit.kit.model_base import Id, Length, Table, unknown_games
from printkit.kit.raw import read_toml

__all__ = [
    "BOOKLET",
    "BOOK_FONTS",
    "CONTENTS",
    "DECK",
    "DRAWN",
    "FACTS",
    "PUZZLES",
    "SAMPLE",
    "START",
    "THROWN",
    "TURN",
    "WALKTHROUGH",
    "BookFigure",
    "Booklet",
    "BookletFile",
    "Puzzle",
    "PuzzleBook",
    "PuzzlesFile",
    "WalkthroughBook",
    "WalkthroughFile",
    "load_booklet",
    "load_puzzle_book",
    "load_walkthrough_book",
    "missing_glyphs",
    "parsed_texts",
    "placed_problems",
    "read_figure",
    "read_text",
    "reader_pictures",
    "shown_game",
    "shown_places",
    "text_differences",
    "unknown_chapters",
    "unknown_pictures",
]


# ── the rule book of a kit ───────────────────────────────────────────────────────────────────────────────────────────

BOOKLET = "booklet.toml"
# What running text is set in, plain and bold.
BOOK_FONTS = ("biz-udpgothic-regular", "biz-udpgothic-bold")
# Pictures a text may name that need no position of their own.
DRAWN = ("table", "ways", "first-game", "numbers", "hexagrams")
# Pictures that any leaflet may show: for whom the games are, what is inside; and before a game's id the table at its
# start, and a turn, by a line of its record.
FACTS, CONTENTS, START, TURN = "facts", "contents", "start-", "turn-"
# Places of the mat: `places-2-65-12` for a start on 2, at times on 6 or 5, and 1 and 2 to stay on.
PLACES = re.compile(r"places-([0-9])-([0-9]*)-([0-9]*)")
MAX_TEXT_BYTES = 2_000_000


class BookFigure(Table):
    """A turn to be drawn: a game, a position of it, the action played, and the places shown (none: all).

    Without an action the position is drawn as it is.
    """

    id: Id
    game: str
    position: str
    action: str = ""
    show: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Booklet:
    """The rule book: its text in each language, its turns, the record of a first game, and a sheet's thickness in mm.

    `shown` are the numbers of the record's lines after which the table is drawn.
    """

    texts: Mapping[str, tuple[Block, ...]] = field(hash=False)
    figures: tuple[BookFigure, ...]
    record: str
    shown: tuple[int, ...]
    caliper: float

    def figure(self, name: str) -> BookFigure:
        """The turn of that name; the loader has made sure of those the texts name."""
        return next(figure for figure in self.figures if figure.id == name)


class BookletFile(Table):
    """booklet.toml."""

    record: str
    shown: tuple[int, ...] = ()
    caliper: Annotated[Length, Field(ge=0, le=1)] = 0.1
    figures: tuple[BookFigure, ...] = ()


def load_booklet(kit: Kit) -> Booklet:
    """The kit's rule book; every problem of its files comes in one InputError, with file and line or key."""
    problems: list[Problem] = []
    spec: BookletFile | None = None
    try:
        spec = BookletFile.read(read_toml(kit.folder / BOOKLET, BOOKLET), BOOKLET)
    except InputError as error:
        problems += error.problems
    texts = parsed_texts(kit, "rules", problems)
    if spec is not None and not problems:
        problems += _problems(kit, spec, texts)
    if problems or spec is None:
        found = dict.fromkeys(problems)
        raise InputError(problems=[replace(p, file=(kit.folder / p.file).as_posix()) for p in found])
    return Booklet(texts, spec.figures, spec.record, spec.shown, spec.caliper)


def unknown_chapters(kit: Kit, part: str, blocks: Sequence[Block]) -> Iterator[Problem]:
    """What `kit.toml` gives an opening and no heading of the first level has as its anchor."""
    chapters = [block.anchor for block in blocks if isinstance(block, Heading) and block.level == 1]
    for chapter in kit.openings.get(part, {}):
        if chapter not in chapters:
            hint = nearest_hint(chapter, chapters)
            yield Problem(f"there is no chapter {chapter!r}", "kit.toml", f"openings.{part}.{chapter}", hint)


def read_figure(kit: Kit, name: str) -> BookFigure:
    """One turn of the rule book, its texts unread; an unreadable book or unknown turn is an InputError."""
    figures = BookletFile.read(read_toml(kit.folder / BOOKLET, BOOKLET), BOOKLET).figures
    found = next((figure for figure in figures if figure.id == name), None)
    if found is None:
        raise InputError(
            f"there is no figure {name!r}",
            file=kit.folder / BOOKLET,
            hint=nearest_hint(name, [figure.id for figure in figures]),
        )
    return found


def read_text(kit: Kit, name: str) -> str:
    """The words of a text file of the kit; whatever keeps it from being read is an InputError."""
    path = kit.folder / name
    try:
        return io.TextIOWrapper(io.BytesIO(read_plain(path, MAX_TEXT_BYTES)), encoding="utf-8").read()
    except FileNotFoundError:
        raise InputError(
            "the file is missing", file=name, hint="a booklet has a text in every language"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}", file=name, hint="save it as UTF-8") from error
    except OSError as error:
        raise unreadable(error, path, name=name) from error


def parsed_texts(kit: Kit, stem: str, problems: list[Problem]) -> dict[str, tuple[Block, ...]]:
    """`<stem>.<language>.md` by language; a file that cannot be read adds its problems instead."""
    texts: dict[str, tuple[Block, ...]] = {}
    for language in kit.languages:
        name = f"{stem}.{language}.md"
        try:
            texts[language] = parse_markdown(read_text(kit, name), name)
        except InputError as error:
            problems += error.problems
    return texts


def _problems(kit: Kit, spec: BookletFile, texts: Mapping[str, tuple[Block, ...]]) -> Iterator[Problem]:
    ids = [figure.id for figure in spec.figures]
    places = [place.id for place in kit.mat.places] if kit.mat else []
    for at, figure in enumerate(spec.figures):
        key = f"figures[{at}]"
        if figure.id in ids[:at] or figure.id in DRAWN:
            yield Problem(f"the picture {figure.id!r} is defined twice", BOOKLET, f"{key}.id")
        yield from unknown_games([(f"{key}.game", figure.game)], kit.games, BOOKLET)
        for place in figure.show:
            if place not in places:
                yield Problem(f"unknown place {place!r}", BOOKLET, f"{key}.show", nearest_hint(place, places))
    try:
        if not inside(kit.folder, spec.record, file=BOOKLET, key="record").is_file():
            yield Problem(f"there is no file {spec.record!r}", BOOKLET, "record")
    except InputError as error:
        yield from error.problems
    named = {block.name for blocks in texts.values() for block in blocks if isinstance(block, Figure)}
    for at, name in enumerate(ids):
        if name not in named:
            yield Problem("no text uses this picture", BOOKLET, f"figures[{at}].id")
    known = (*DRAWN, *ids)
    for language, blocks in texts.items():
        file = f"rules.{language}.md"
        yield from unknown_pictures(file, blocks, (*known, *reader_pictures(kit, blocks)))
        yield from missing_glyphs(kit, file, blocks)
        yield from unknown_chapters(kit, "booklet", blocks)
    yield from text_differences(kit, texts)


def shown_game(kit: Kit, name: str) -> tuple[str, int] | None:
    """The kit's game whose start or turn a picture shows, and the line of its record; 0 for the start."""
    game, _, line = name.removeprefix(TURN).rpartition("-")
    if name.startswith(START) and name.removeprefix(START) in kit.games:
        return name.removeprefix(START), 0
    if name.startswith(TURN) and game in kit.games and line.isdecimal():
        return game, int(line)
    return None


def shown_places(kit: Kit, name: str) -> tuple[str, str, str] | None:
    """The place to start on, those that are better at times, and those to stay on, which a picture shows on the mat."""
    found = PLACES.fullmatch(name)
    lines = kit.mat.forward if kit.mat else ()
    return (found[1], found[2], found[3]) if found and {*"".join(found.groups())} <= {*lines} else None


def reader_pictures(kit: Kit, blocks: Iterable[Block]) -> tuple[str, ...]:
    """The pictures of these blocks that any leaflet may show: facts, contents, and the kit's games."""
    names = (block.name for block in blocks if isinstance(block, Figure))
    told = ((FACTS,) if kit.facts else ()) + (CONTENTS,)
    return (*told, *(name for name in names if shown_game(kit, name) or shown_places(kit, name)))


def unknown_pictures(file: str, blocks: tuple[Block, ...], known: Collection[str]) -> Iterator[Problem]:
    """Every picture of a text is one that somebody draws."""
    for block in blocks:
        if isinstance(block, Figure) and block.name not in known:
            hint = nearest_hint(block.name, known)
            yield Problem(f"unknown picture {block.name!r}", f"{file}:{block.line}", hint=hint)


def missing_glyphs(kit: Kit, file: str, blocks: tuple[Block, ...]) -> Iterator[Problem]:
    """Text stands in the book's own fonts, headings in the kit's display font."""
    for block in blocks:
        fonts = (kit.fonts["display"],) if isinstance(block, Heading) else BOOK_FONTS
        text = "".join(run.text + run.ruby for run in runs_of(block))
        missing = "".join(dict.fromkeys("".join(find_font(font).missing(text) for font in fonts)))
        if missing:
            message = f"the book's font has no glyph for {', '.join(map(repr, missing[:20]))}"
            scripts = "" if isinstance(block, Heading) else missing_scripts(missing)
            hint = f"books are set in printkit's own fonts, without {scripts} letters" if scripts else ""
            yield Problem(message, f"{file}:{block.line}", hint=hint)


def text_differences(
    kit: Kit, texts: Mapping[str, tuple[Block, ...]], stem: str = "rules"
) -> Iterator[Problem]:
    """Every language has the same headings' anchors, numbered paragraphs and pictures, in the same order."""
    first, *others = kit.languages
    outline = partial(map, _outline)
    for other in others:
        ours = [entry for entry in outline(texts[first]) if entry[0]]
        theirs = [entry for entry in outline(texts[other]) if entry[0]]
        for (mine, line), (yours, at) in zip(ours, theirs, strict=False):
            if mine != yours:
                message = f"{yours} stands where {stem}.{first}.md:{line} has {mine}"
                yield Problem(message, f"{stem}.{other}.md:{at}")
                break
        else:
            if len(ours) != len(theirs):
                shorter, longer = sorted((ours, theirs), key=len)
                language = other if shorter is theirs else first
                message = f"{longer[len(shorter)][0]} is missing"
                yield Problem(message, f"{stem}.{language}.md:{shorter[-1][1] if shorter else 1}")


def _outline(block: Block) -> tuple[str, int]:
    """What a block is called in every language."""
    if isinstance(block, Heading):
        named = "" if block.anchor.startswith("line-") else f" #{block.anchor}"
        return f"heading {block.level}{named}", block.line
    if isinstance(block, Paragraph):
        return (f"paragraph {block.number}" if block.number else ""), block.line
    return (f"picture {block.name}" if isinstance(block, Figure) else ""), block.line


# ── the puzzle and sample game books of a kit, read with their texts when they are requested ─────────────────────────

PUZZLES, WALKTHROUGH = "puzzles.toml", "walkthrough.toml"
# The pictures a text may name: how cards, numbers or figures are shown in the book, all written cards, and thrown
# sticks.
SAMPLE, DECK, THROWN = "sample", "deck", "thrown"

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
        raise InputError(problems=placed_problems(kit, error.problems)) from error


def _texts(kit: Kit, stem: str, problems: list[Problem]) -> dict[str, tuple[Block, ...]]:
    """`<stem>.<language>.md` in every language; with whatever else is wrong, all in one InputError."""
    texts = parsed_texts(kit, stem, problems)
    for language, blocks in texts.items():
        name = f"{stem}.{language}.md"
        problems += missing_glyphs(kit, name, blocks)
        problems += unknown_pictures(
            name, blocks, (SAMPLE, DECK, THROWN) if stem == "walkthrough" else (SAMPLE,)
        )
    if len(texts) == len(kit.languages):
        problems += text_differences(kit, texts, stem)
    if problems:
        raise InputError(problems=placed_problems(kit, problems))
    return texts


def placed_problems(kit: Kit, problems: Sequence[Problem]) -> list[Problem]:
    """Each once, its file under the kit's folder."""
    return [replace(each, file=(kit.folder / each.file).as_posix()) for each in dict.fromkeys(problems)]
