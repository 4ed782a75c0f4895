"""An edition of a kit: what it prints in one of its languages alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.errors import InputError, nearest_hint
from printkit.kit.block_base import WordedBlock
from printkit.kit.blocks import Block, EffectsBlock, NamesBlock
from printkit.kit.layout import stated_at
from printkit.kit.model import Card, Kit
from printkit.kit.rule_blocks import StartRulesBlock, StartTurnsBlock, TableBlock

__all__ = ["EVERY_LANGUAGE", "check_language", "in_language"]

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
    alone says them in this one. Words of the layout that are the same in all languages stay.
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
    cards = tuple(
        _card(card, [field for face, field in named if face in (card.face, card.back)], language)
        for card in kit.cards
    )
    return replace(kit, languages=(language,), faces=faces, cards=cards, edition=language)


def _card(card: Card, fields: Sequence[str], language: str) -> Card:
    """The card with these fields, which name the language it is written in, naming this one."""
    stated = {field: language for field in fields if field in card.fields}
    return replace(card, fields={**card.fields, **stated}) if stated else card


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
