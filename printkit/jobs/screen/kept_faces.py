"""Keeps the drawn blocks of a kit's cards from one save to the next, and draws only what a save has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, cast

from printkit.backends.svg import scene_svg
from printkit.compose.faces.blocks import compose_block
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.faces import Side, draw_back, draw_face
from printkit.errors import InputError, Problem
from printkit.kit.blocks import Block
from printkit.kit.model import Card, Ink, Kit
from printkit.scene.model import Item

__all__ = ["KeptFaces"]

# A text, card or art file that a block has read: what was asked for, and what came back.
_Reads = dict[tuple[str, ...], Any]


@dataclass(frozen=True)
class _Block:
    """A block as it was drawn for a card, with all that it read, and what was wrong with it."""

    card: Card
    block: Block
    reads: _Reads
    items: tuple[Item, ...]
    problems: tuple[Problem, ...]


class _Texts(Mapping[str, str]):
    """The texts of one language, which notes each one that is looked up."""

    def __init__(self, language: str, texts: Mapping[str, str], reads: list[_Reads]) -> None:
        self.language, self.own, self.reads = language, texts, reads

    def __getitem__(self, key: str) -> str:
        for each in self.reads:
            each["text", self.language, key] = self.own.get(key)
        return self.own[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)


@dataclass(frozen=True)
class _ReadKit(Kit):
    """A kit that notes what is read of it, for each block that is being drawn."""

    reads: list[_Reads] = field(default_factory=list, compare=False, hash=False)

    @classmethod
    def of(cls, kit: Kit) -> _ReadKit:
        """That kit, with nothing noted."""
        reads: list[_Reads] = []
        values = {each.name: getattr(kit, each.name) for each in fields(kit)}
        texts = {language: _Texts(language, own, reads) for language, own in kit.texts.items()}
        return cls(**values | {"texts": texts, "reads": reads})

    def card(self, card_id: str) -> Card:
        """The card of that id, noted."""
        card = super().card(card_id)
        for each in self.reads:
            each["card", card_id] = card
        return card

    def art_file(self, name: str, ink: Ink = "full") -> Path:
        """The art file, noted with the time of its last change."""
        file = super().art_file(name, ink)
        for each in self.reads:
            each["art", name, ink] = _stamp(file)
        return file

    def still(self, reads: _Reads) -> bool:
        """Whether all that was read would be read again."""
        return all(self._again(asked) == found for asked, found in reads.items())

    def _again(self, asked: tuple[str, ...]) -> Any:
        kind, *names = asked
        if kind == "text":
            texts = self.texts[names[0]]
            return texts.own.get(names[1]) if isinstance(texts, _Texts) else None
        if kind == "card":
            return next((card for card in self.cards if card.id == names[0]), None)
        return self.stamps(*names)

    def stamps(self, name: str, ink: str) -> tuple[str, int, int]:
        """Which file that art is now, and when it last changed."""
        known = self.__dict__.setdefault("_stamps", {})
        if (name, ink) not in known:
            known[name, ink] = _stamp(super().art_file(name, cast(Ink, ink)))
        return known[name, ink]  # type: ignore[no-any-return]


def _stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:
        return str(file), 0, 0
    return str(file), status.st_mtime_ns, status.st_size


class KeptFaces:
    """The faces of one kit in one size: `begin` with the kit as it is now, then `draw` its cards."""

    def __init__(self) -> None:
        self._rest: Any = None
        self._kit: _ReadKit | None = None
        self._blocks: dict[tuple[str, ...], _Block] = {}
        self._faces: dict[tuple[str, ...], tuple[tuple[_Block, ...], str, str]] = {}

    def begin(self, kit: Kit, choices: Mapping[Ink, Choices]) -> None:
        """The kit as it is now; where more than cards, texts, blocks and art has changed, nothing is kept."""
        bare = replace(kit, cards=(), faces={}, texts={}, rows={}, missing_texts=())
        rest = bare, kit.card_names, dict(choices)
        if rest != self._rest:
            self._blocks, self._faces, self._rest = {}, {}, rest
        self._kit = _ReadKit.of(kit)

    def draw(self, card: Card, side: Side, choices: Choices) -> tuple[str, str, list[Problem]]:
        """The side of a card as SVG with its bleed, a name for what it looks like, and what does not fit."""
        kit = self._kit
        assert kit is not None
        name = card.id if side == "front" else kit.back_name(card)
        place = (name, side, choices.ink)
        used: list[_Block] = []

        def compose(context: FaceContext, block: Block) -> tuple[Item, ...]:
            kept = self._block(kit, context, block, (*place, str(len(used))))
            used.append(kept)
            if kept.problems:
                raise InputError(problems=kept.problems)
            return kept.items

        draw = draw_face if side == "front" else draw_back
        scene, problems = draw(kit, card, choices, compose)
        before = self._faces.get(place)
        if before is not None and tuple(map(id, before[0])) == tuple(map(id, used)):
            return before[1], before[2], problems
        svg = scene_svg(scene)
        look = hashlib.sha256(svg.encode()).hexdigest()[:16]
        self._faces[place] = tuple(used), svg, look
        return svg, look, problems

    def _block(self, kit: _ReadKit, context: FaceContext, block: Block, place: tuple[str, ...]) -> _Block:
        kept = self._blocks.get(place)
        if kept and kept.block == block and kept.card == context.card and kit.still(kept.reads):
            return kept
        reads: _Reads = {}
        kit.reads.append(reads)
        items: tuple[Item, ...] = ()
        problems: tuple[Problem, ...] = ()
        try:
            items = compose_block(context, block)
        except InputError as error:
            problems = tuple(error.problems)
        finally:
            kit.reads.pop()
        self._blocks[place] = made = _Block(context.card, block, reads, items, problems)
        return made
