"""Editions of a kit: what it prints in one language alone, and the texts of a tuned one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from printkit.errors import InputError, nearest_hint
from printkit.kit.block_base import StartRulesBlock, StartTurnsBlock, TableBlock, WordedBlock
from printkit.kit.blocks import Block, EffectsBlock, NamesBlock
from printkit.kit.layout import stated_at
from printkit.kit.model import Card, Kit
from printkit.kit.model_base import Table
from printkit.kit.raw import read_toml

__all__ = [
    "EVERY_LANGUAGE",
    "TUNED",
    "TunedFile",
    "TunedRow",
    "TunedSentence",
    "TunedWords",
    "check_language",
    "in_language",
    "read_tuned",
]


# ── an edition of a kit: what it prints in one of its languages alone ────────────────────────────────────────────────

# What is asked for instead of one language.
EVERY_LANGUAGE = "both"
# What is written in the language that a field of its card names.
_BY_FIELD = (StartRulesBlock, StartTurnsBlock)


def check_language(kit: Kit, language: str) -> None:
    """Refuse a language the kit does not have with an InputError."""
    if language not in (EVERY_LANGUAGE, *kit.languages):
        raise InputError(
            f"kit {kit.id} has no texts in {language!r}",
            key="--lang",
            hint=nearest_hint(language, (*kit.languages, EVERY_LANGUAGE)),
        )


def in_language(kit: Kit, language: str) -> Kit:
    """The kit with that language alone; a language it does not have is an InputError.

    Blocks and lines of other languages are left out. A side of a card, and a card, that has words of another language
    alone says them in this one; of cards that differ in their language alone one is printed. Words of the layout that
    are the same in all languages stay.
    """
    check_language(kit, language)
    if language == EVERY_LANGUAGE or kit.languages == (language,):
        return kit
    faces = {key: tuple(_side(kit, blocks, language)) for key, blocks in kit.faces.items()}
    named = {
        (face, block.language)
        for (face, _), blocks in kit.faces.items()
        for block in blocks
        if isinstance(block, _BY_FIELD)
    }
    stated = {card.id: _stated(card, named, language) for card in kit.cards}
    edition = replace(kit, languages=(language,), faces=faces, cards=tuple(stated.values()), edition=language)
    return replace(edition, cards=tuple(_different(kit, edition)))


def _different(kit: Kit, edition: Kit) -> Iterator[Card]:
    """The edition's cards without those of another language that say what one of this language says."""
    language = edition.edition
    stated = {card.id: card for card in edition.cards}
    foreign = [card.id for card in kit.cards if stated[card.id] != card or _foreign(kit, card, language)]
    own = [_says(edition, card) for card in edition.cards if card.id not in foreign]
    for card in edition.cards:
        says = _says(edition, card)
        if card.id not in foreign or says not in own:
            own.append(says)
            yield card


def _foreign(kit: Kit, card: Card, language: str) -> bool:
    """Whether a side of the card has words of other languages alone."""
    spoken = ({each for block in side for each in _languages(kit, block)} for side in _sides(kit, card))
    return any(each and language not in each for each in spoken)


def _says(kit: Kit, card: Card) -> tuple[object, ...]:
    """What a card says on its sides: its fields and picture, the keys of its texts, and those that are its own."""
    sides = _sides(kit, card)
    keys = [{block.text for block in side if isinstance(block, WordedBlock)} for side in sides]
    named = any(_names_card(kit, block) for side in sides for block in side)
    own = f"card.{card.entry}."
    texts = [
        text
        for language in kit.languages
        for key, text in kit.texts[language].items()
        if named and key.startswith(own)
    ]
    return dict(card.fields), card.art, card.component, keys, texts


def _names_card(kit: Kit, block: Block) -> bool:
    """Whether a block may show a text that is the card's own."""
    if isinstance(block, WordedBlock):
        return "{" in block.text
    return block.shows_card(kit.suits) and not isinstance(block, (*_BY_FIELD, TableBlock))


def _sides(kit: Kit, card: Card) -> list[tuple[Block, ...]]:
    return [kit.faces.get((face, size), ()) for face in (card.face, card.back) for size in kit.sizes]


def _stated(card: Card, named: Collection[tuple[str, str]], language: str) -> Card:
    """The card with the fields that name the language it is written in, by face, naming this one."""
    fields = {
        field: language for face, field in named if face in (card.face, card.back) and field in card.fields
    }
    return replace(card, fields={**card.fields, **fields}) if fields else card


def _side(kit: Kit, blocks: Sequence[Block], language: str) -> Iterator[Block]:
    spoken = {each for block in blocks for each in _languages(kit, block)}
    for block in blocks:
        own = _languages(kit, block)
        if not own:
            yield block.model_copy(update={"languages": None}) if isinstance(block, WordedBlock) else block
        elif language in own or language not in spoken:
            yield _in_language(block, language)


def _languages(kit: Kit, block: Block) -> tuple[str, ...]:
    """The languages a block states; none where it has words of every one."""
    if isinstance(block, NamesBlock):
        return tuple(line.language for line in block.lines)
    if isinstance(block, EffectsBlock | TableBlock):
        return (block.language,)
    if not isinstance(block, WordedBlock) or block.languages is None:
        return ()
    alike = stated_at(block.text) and len({kit.text(each, block.text) for each in kit.languages}) == 1
    return () if alike else block.languages


def _in_language(block: Block, language: str) -> Block:
    if isinstance(block, NamesBlock):
        own = tuple(line for line in block.lines if line.language == language)
        first = block.lines[0]
        # A name in another script may be longer.
        other = first.model_copy(update={"language": language, "rows": max(first.rows, 2)})
        return block.model_copy(update={"lines": own or (other,)})
    key, value = ("languages", (language,)) if isinstance(block, WordedBlock) else ("language", language)
    return block.model_copy(update={key: value})


# ── the texts that replace those of the usual books in a tuned kit ───────────────────────────────────────────────────

TUNED = "tuned.toml"


class TunedSentence(Table):
    """A phrase that stands once in a book, and what takes its place by the value of an option.

    `other` stands for every value but the usual one; what stands in <> is filled in. All texts are by language.
    """

    book: Literal["rules", "puzzles", "walkthrough"]
    option: str
    usual: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]


class TunedRow(Table):
    """The outcomes that a row of rules.toml has under its `key`, by the value of an option."""

    card: str
    suit: str
    key: str
    option: str
    values: Mapping[str, tuple[str, ...]]


class TunedWords(Table):
    """Words and table rows of one language; `equal` is what equal numbers do, the usual first."""

    comma: str
    rounded: str
    short: str
    lower: str
    upper: str
    factor: str
    swaps: Mapping[str, str]
    equal: tuple[str, str]
    equal_row: str
    wins_row: str
    times: Mapping[str, str]
    terminals: Mapping[str, str]
    rate: str
    games: Mapping[str, str]


class TunedFile(Table):
    """tuned.toml."""

    sentence: tuple[TunedSentence, ...] = ()
    row: tuple[TunedRow, ...] = ()
    words: Mapping[str, TunedWords] = {}


def read_tuned(folder: Path) -> TunedFile:
    """The `tuned.toml` of the kit in this folder; what is wrong with it is an InputError."""
    return TunedFile.read(read_toml(folder / TUNED, TUNED), TUNED)
