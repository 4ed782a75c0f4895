"""The art, cards and parts a kit names: that they are there and can be drawn, and what of them is drawn as pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.errors import InputError, Problem, nearest_hint
from printkit.files import read_plain
from printkit.kit.art import art_named, art_of
from printkit.kit.blocks import PictureBlock, text_key
from printkit.kit.board import BOARD
from printkit.kit.box import BOX
from printkit.kit.checks import CARDS, KIT, LAYOUT, TOKENS
from printkit.kit.model import Ink, Kit
from printkit.kit.raw import KitFile
from printkit.kit.shelf import SHELF
from printkit.kit.tokens import GLYPHS
from printkit.material.bitmaps import pictures_in
from printkit.scene.art import Art
from printkit.scene.model import Picture

__all__ = [
    "card_pictures",
    "check_art",
    "check_shelf",
    "check_shown_cards",
    "drawn_otherwise",
    "missing_pictures",
]


def check_art(kit: Kit, inks: Sequence[Ink]) -> list[Problem]:
    """Every art file a card, layout or suit names is there and can be drawn."""
    problems: dict[Problem, None] = {}
    for named in _art_named(kit, inks):
        try:
            source = art_named(kit, *named)
        except InputError as error:
            problems.update(dict.fromkeys(error.problems))
            continue
        try:
            art_of(source)
        except InputError as error:
            # What lies in a folder the kit shares is named by its own place.
            shared = str(source.file) if source.root != kit.folder else ""
            problems.update((replace(each, file=shared or each.file), None) for each in error.problems)
    return list(problems)


def check_shown_cards(kit: Kit, spec: KitFile) -> list[Problem]:
    """Cards whose pictures stand on covers, at chapters and on the box exist and have one."""
    shown = [(cover.card, "kit.toml", f"covers.{part}.card") for part, cover in kit.covers.items()]
    shown += [
        (opening.card, "kit.toml", f"openings.{part}.{chapter}.card")
        for part, openings in kit.openings.items()
        for chapter, opening in openings.items()
    ]
    if kit.box is not None:
        shown += [(kit.box.hero.card, BOX, "hero.card")] if kit.box.hero else []
    pictured = {card.id: bool(card.art) for card in kit.cards}
    return [
        Problem(f"{card} has no picture", file, key)
        if card in pictured
        else Problem(f"unknown card {card!r}", file, key, nearest_hint(card, pictured))
        for card, file, key in shown
        if not pictured.get(card)
    ]


def check_shelf(kit: Kit, spec: KitFile) -> list[Problem]:
    """The parts on the shelf and on the box are parts of the kit, and the sign on the box is one of its own."""
    known = tuple(_parts(kit))
    problems = [
        Problem(f"the kit has no part {part!r}", file, key, nearest_hint(part, known))
        for file, shows in ((SHELF, kit.shelf), (BOX, kit.box))
        for part, key in (shows.parts() if shows else ())
        if part not in known
    ]
    if kit.box and kit.box.glyph and kit.box.glyph not in kit.glyphs:
        problems.append(Problem(f"the kit has no sign {kit.box.glyph!r}", BOX, "glyph"))
    return problems


def _parts(kit: Kit) -> Iterator[str]:
    """The names of what a screen can show of a kit."""
    yield from (f"card-{card.id}" for card in kit.cards)
    yield from (f"token-{token.id}" for token in kit.tokens)
    yield from (f"board-{board.id}" for board in kit.boards)
    yield from (("stick-0", "stick-1") if kit.sticks else ())


def drawn_otherwise(kit: Kit, ink: Ink, at_home: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The drawings whose paths cannot be kept, with what is in the way, `art/sky.svg (filter)`; and what files lose.

    At home a page of a PDF stays what it is.
    """
    if kit.palette.others == "exact":
        return (), ()
    sources = (art_named(kit, *named) for named in _art_named(kit, (ink,)))
    found = {source.file.relative_to(source.root).as_posix(): art_of(source) for source in sources}
    inexact = {name: art for name, art in found.items() if art.inexact}
    pixels = (f"{name} ({art.inexact})" for name, art in inexact.items() if not (at_home and art.is_page))
    lost = {name: art.lost or _unseen(art) for name, art in found.items()}
    return tuple(pixels), tuple(f"{name} ({what})" for name, what in lost.items() if what)


def _unseen(art: Art) -> str:
    """What of a bitmap of several pictures is not printed."""
    files = [item.file for item in art.items if isinstance(item, Picture) and not art.inexact]
    counts = [len(pictures_in(read_plain(file))) for file in files]
    return "".join(f"the first of {count} pictures" for count in counts if count > 1)


def missing_pictures(kit: Kit, ink: Ink) -> tuple[str, ...]:
    """The art files that a draft has placeholders for."""
    if not kit.draft:
        return ()
    found = {named[0]: art_named(kit, *named) for named in _art_named(kit, (ink,))}
    return tuple(name or "no file named" for name, source in found.items() if source.missing)


def _art_named(kit: Kit, inks: Sequence[Ink]) -> Iterator[tuple[str, str, str, Ink]]:
    for suit in kit.suits.values():
        yield suit.emblem, f"suits.{suit.id}.emblem", KIT, "full"
    for art, key, file in dict.fromkeys(card_pictures(kit)):
        for ink in inks:
            yield art, key, file, ink
    for component in kit.components:
        if component.shape.endswith(".svg"):
            yield component.shape, f"components.{component.id}.shape", KIT, "full"
    for icon, art in kit.icons.items():
        for ink in inks:
            yield art, f"icons.{icon}", KIT, ink
    for board in kit.boards:
        for art, key in board.art_names():
            for ink in inks:
                yield art, key, BOARD, ink
    for glyph in kit.glyphs.values():
        yield glyph.art, "glyphs", GLYPHS, "full"
        yield glyph.small, "glyphs", GLYPHS, "full"
        yield from ((art, "glyphs", GLYPHS, "full") for art in glyph.motto)
    for art in kit.numbers.values():
        yield art, "numbers", GLYPHS, "full"
    for token in kit.tokens:
        for side, drawn in (("front", token.front), ("back", token.back)):
            if drawn.art:
                for ink in inks:
                    yield drawn.art, f"token {token.id}.{side}.art", TOKENS, ink


def card_pictures(kit: Kit) -> Iterator[tuple[str, str, str]]:
    """The art on the faces of cards, as name, key and file: the layout's, and each card's whose face shows it or that
    has any.
    """
    by_face: dict[str, list[tuple[PictureBlock, str]]] = {}
    for (face, size), blocks in kit.faces.items():
        for number, block in enumerate(blocks):
            if isinstance(block, PictureBlock):
                by_face.setdefault(face, []).append((block, f"faces.{face}.{size}[{number}].art"))
    for pictures in by_face.values():
        yield from ((block.art, key, LAYOUT) for block, key in pictures if block.art and "{" not in block.art)
    for card in kit.cards:
        both = [each for face in (card.face, card.back) for each in by_face.get(face, ())]
        shown = [(block, key) for block, key in both if block.shown(card.fields)]
        for block, key in shown:
            if block.art and "{" in block.art and (name := text_key(block.art, card.entry, card.fields)):
                yield name, key, LAYOUT
        # An empty cell of a spreadsheet means that there is no picture.
        if card.art or (any(block.art is None for block, _ in shown) and card.id not in kit.rows):
            yield card.art, f"card {card.id}.art", CARDS
