"""The cards of a kit as a page shows them, with what does not fit, drawn anew only where a save changed them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from printkit.backends.svg import scene_svg
from printkit.compose.faces.blocks import compose_block
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.faces import Side, draw_back, draw_face
from printkit.errors import InputError, Problem
from printkit.geometry import Rect
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.parts.cards import cut_out, cut_shape
from printkit.kit.blocks import Block
from printkit.kit.cards import field_text
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Card, CardSize, Ink, Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Item, Scene
from printkit.scene.model import Path as ScenePath
from printkit.scene.shapes import rectangle

__all__ = ["Gallery", "KeptFaces", "PreviewRequest", "draw_gallery", "load_shown"]

# ── keeps the drawn blocks of a kit's cards from one save to the next ────────────────────────────────────────────────

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


# ── the cards of a kit as a page shows them, with what does not fit on them ──────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """What a user asks for: the kit and how it is printed; a draft has placeholders for what is missing."""

    kit: str = ""
    card: str = ""
    options: tuple[str, ...] = ()
    kit_dir: Path | None = None
    out: Path = Path("output")
    draft: bool = False


class Gallery(NamedTuple):
    """The cards of a kit as a page shows them.

    `kit` is its id, `data` what the page's script reads, `problems` what does not fit on cards, `sizes` those it has,
    the usual one first, `rows` the card in each row of a table, by its file and number.
    """

    kit: str
    title: str
    data: dict[str, Any]
    problems: tuple[Problem, ...]
    sizes: tuple[str, ...]
    rows: Mapping[tuple[str, int], str]


def draw_gallery(request: PreviewRequest, kept: KeptFaces | None = None) -> Gallery:
    """The same as a page shows it; faces that `kept` has from the last time are not drawn again."""
    return _gallery(*load_shown(request), request, kept or KeptFaces())


def load_shown(request: PreviewRequest) -> tuple[Kit, tuple[Ink, ...]]:
    """The kit, and the inks it has art of its own for."""
    if request.kit_dir:
        kit = load_kit(request.kit_dir, draft=request.draft)
    elif request.kit or len(kit_ids()) == 1:
        kit = find_kit(request.kit or kit_ids()[0])
    else:
        raise InputError("name the kit to show", hint=f"known: {', '.join(kit_ids())}")
    if request.draft or kit.art_folders["low"] == kit.art_folders["full"]:
        return kit, ("full",)
    return load_kit(kit.folder, ("full", "low")), ("full", "low")


def _gallery(kit: Kit, inks: tuple[Ink, ...], request: PreviewRequest, kept: KeptFaces) -> Gallery:
    svgs: dict[str, str] = {}
    wrong: dict[str, dict[Problem, None]] = {}
    size = kit.size(request.card or None)
    variables = print_variables(kit, request.options)
    choices = {ink: Choices(size.name, ink, variables) for ink in inks}
    kept.begin(kit, choices)

    def drawn(name: str, card: Card, side: Side) -> dict[str, str]:
        """What the side looks like in each ink; what does not fit is kept under that name."""
        looks: dict[str, str] = {}
        for ink in inks:
            svg, looks[ink], problems = kept.draw(card, side, choices[ink])
            svgs[looks[ink]] = svg
            wrong.setdefault(name, {}).update(dict.fromkeys(problems))
        return looks

    backs = {
        name: drawn(name, card, "back")
        for component in kit.components
        for name, card in kit.backs_of(component.id).items()
    }
    cards = []
    for card in kit.cards:
        faces = {"front": drawn(card.id, card, "front")}
        if card.back:
            faces["back"] = backs[kit.back_name(card)]
        found = dict.fromkeys((*wrong[card.id], *wrong.get(kit.back_name(card), ())))
        cards.append(
            {
                "id": card.id,
                "name": _names_of(kit, card),
                "group": _group_of(kit, card),
                "component": card.component,
                "svgs": faces,
                "wrong": list(map(_said, found)),
                **_card_row(kit, card),
            }
        )
    data = {
        "inks": inks,
        "groups": {
            "all": ["all", "すべて"],
            **{_group_of(kit, card): _group_name(kit, card) for card in kit.cards},
        },
        "components": [part.id for part in kit.components],
        "size": _shares(size),
        "shapes": {part.id: _cut_line_svg(kit, part.id, size) for part in kit.components if part.shape},
        "cards": cards,
        "svgs": svgs,
    }
    title = " ".join(dict.fromkeys(kit.text(language, "kit.title") for language in kit.languages))
    problems = tuple(dict.fromkeys(problem for each in wrong.values() for problem in each))
    rows = {(row.file.partition("#")[0], row.number): card for card, row in kit.rows.items()}
    return Gallery(kit.id, title, data, problems, tuple(dict.fromkeys((kit.default_size, *kit.sizes))), rows)


# The lines of the page's grid are so many mm apart.
GRID = 5.0


def _cut_line_svg(kit: Kit, component: str, size: CardSize) -> str:
    """What is left of a card that is no rectangle, as SVG."""
    whole = Scene(
        component,
        size.width,
        size.height,
        0.0,
        (ScenePath(rectangle(Rect(0.0, 0.0, size.width, size.height)), BLACK),),
    )
    return scene_svg(cut_out(whole, cut_shape(kit, component, size)))


def _card_row(kit: Kit, card: Card) -> dict[str, Any]:
    """What the kit's files say of a card, beside it on the page: where, and each cell with its column."""
    row = kit.rows.get(card.entry)
    if row:
        cells = [[column, cell] for column, cell in row.cells.items() if column]
        return {"where": [row.file, row.number], "cells": cells}
    prefix = f"card.{card.entry}."
    texts = [
        [f"{key.removeprefix(prefix)} ({language})", text]
        for language in kit.languages
        for key, text in kit.texts[language].items()
        if key.startswith(prefix)
    ]
    fields = [[name, field_text(value)] for name, value in card.fields.items()]
    given = [["face", card.face], ["art", card.art], ["copies", str(card.copies)]]
    return {"where": ["cards.toml", 0], "cells": [*given, *fields, *texts]}


def _shares(size: CardSize) -> dict[str, str]:
    """Lengths of a card as CSS has them: shares of its width and height."""

    def share(length: float, between: str, *, down_first: bool = False) -> str:
        across, down = (f"{100 * length / edge:.2f}%" for edge in (size.width, size.height))
        return f"{down}{between}{across}" if down_first else f"{across}{between}{down}"

    return {
        "ratio": f"{size.width / size.height:.4f}",
        "corner": share(size.corner, " / "),
        "safe": share(size.safe, " ", down_first=True),
        "grid": share(GRID, " "),
        "left": f"-{100 * size.bleed / size.width:.2f}%",
        "top": f"-{100 * size.bleed / size.height:.2f}%",
        "wide": f"{100 + 200 * size.bleed / size.width:.2f}%",
        "high": f"{100 + 200 * size.bleed / size.height:.2f}%",
    }


def _said(problem: Problem) -> str:
    """What is wrong with a card, without where the file lies."""
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message


def _names_of(kit: Kit, card: Card) -> dict[str, str]:
    first = kit.languages[0]
    return {
        language: kit.name(language if language in kit.languages else first, card.entry) or card.id
        for language in ("en", "ja")
    }


def _group_of(kit: Kit, card: Card) -> str:
    """Cards are shown by suit, those without one by their face."""
    suit = card.fields.get("suit")
    return str(suit) if suit in kit.suits else card.face.split("-")[0]


def _group_name(kit: Kit, card: Card) -> list[str]:
    group = _group_of(kit, card)
    if group in kit.suits:
        first = kit.languages[0]
        return [
            kit.text(language if language in kit.languages else first, f"suit.{group}.name")
            for language in ("en", "ja")
        ]
    return [group, group]
