"""Texts of the leaflet: rules.<language>.md of a kit without a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from printkit.errors import InputError, Problem
from printkit.kit.booklet import (
    CONTENTS,
    FACTS,
    missing_glyphs,
    read_text,
    reader_pictures,
    text_differences,
    unknown_chapters,
    unknown_pictures,
)
from printkit.kit.leaflets import load_strips
from printkit.kit.markdown import Block, Figure, parse_markdown
from printkit.kit.model import Card, Kit

__all__ = [
    "CAST",
    "CUPS",
    "PICTURES",
    "leaflets_show_pictures",
    "listed_flags",
    "listed_kinds",
    "lists_cards",
    "load_leaflet",
]

# What a leaflet's text may show: the list of the kit's cards, written cards in their order, a throw of its sticks,
# the cups its race is about, and each of its boards.
PICTURES = ("cards", "order")
CAST, CUPS = "cast", "cups"


def load_leaflet(kit: Kit) -> Mapping[str, tuple[Block, ...]]:
    """The rules in each language; every problem of the files comes in one InputError, with file and line."""
    problems: list[Problem] = []
    texts: dict[str, tuple[Block, ...]] = {}
    for language in kit.languages:
        name = f"rules.{language}.md"
        try:
            texts[language] = parse_markdown(read_text(kit, name), name)
        except InputError as error:
            problems += error.problems
    if not problems:
        problems += _problems(kit, texts)
    if problems:
        found = dict.fromkeys(problems)
        raise InputError(problems=[replace(p, file=(kit.folder / p.file).as_posix()) for p in found])
    return texts


def _problems(kit: Kit, texts: Mapping[str, tuple[Block, ...]]) -> Iterator[Problem]:
    boards = (f"board-{board.id}" for board in kit.boards)
    known = (*PICTURES, *((CAST, CUPS) if kit.sticks else ()), *boards)
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
