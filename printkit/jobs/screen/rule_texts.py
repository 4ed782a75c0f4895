"""The rules of a kit's games as a page shows them: its books and leaflets, block by block, with their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import stated_words, with_facts
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.parts import booklet, leaflet, leaflets
from printkit.jobs.play.play_book import play_book
from printkit.jobs.screen.screen import ScreenKit
from printkit.kit.booklet import BOOKLET, read_text
from printkit.kit.leaflets import LEAFLETS, RULES, leaflet_texts, load_leaflet, load_leaflets, rule_leaflets
from printkit.kit.markdown import Block, Figure, Heading, Item, Paragraph, Run, Table
from printkit.kit.model import Kit
from printkit.scene.model import Scene

__all__ = ["has_rules", "rule_letters", "rule_texts"]

# As wide as pictures are composed, mm: the text of a page of A5.
WIDTH = 118.0


class RuleText(NamedTuple):
    """A book or leaflet: the stem of its file, the game it is of where each has its own, its text and what draws."""

    stem: str
    game: str
    blocks: tuple[Block, ...]
    pictures: Callable[[str, float], Sequence[Any]]


class _Fronts(Scenes):
    """Faces that stand for the kit's parts, so that a card on ten pictures is sent once."""

    def __init__(self, screen: ScreenKit) -> None:
        super().__init__(screen.kit, screen.choices)
        self._screen = screen

    def front(self, card_id: str) -> Scene:
        """The part a page asks for."""
        return self._screen.front(card_id)


def has_rules(kit: Kit) -> bool:
    """Whether there is a text with rules; whether it can be read is seen when it is asked for."""
    return _has_book(kit) or (kit.folder / LEAFLETS).is_file()


def rule_letters(kit: Kit) -> str:
    """The letters of all rules that can be read."""
    read: list[str] = []
    with suppress(InputError):
        stems = (*((RULES,) if _has_book(kit) else ()), *(each.stem for each in load_leaflets(kit)))
        read += (read_text(kit, f"{stem}.{language}.md") for stem in stems for language in kit.languages)
    read += (stated_words(kit, language) for language in kit.languages)
    return "".join(read)


@lru_cache(maxsize=16)
def rule_texts(screen: ScreenKit, language: str) -> Mapping[str, Any]:
    """All rules in a language, the kit's first where it does not speak it, ready for JSON; raises `InputError`."""
    kit = screen.kit
    spoken = language if language in kit.languages else kit.languages[0]
    texts = [
        {
            "stem": text.stem,
            "game": text.game,
            "blocks": [_block(screen, text, at, block) for at, block in enumerate(text.blocks)],
        }
        for text in _texts(screen, spoken)
    ]
    return {"language": spoken, "title": screen.text(spoken, "kit.title"), "texts": texts}


def _has_book(kit: Kit) -> bool:
    return (kit.folder / f"{RULES}.{kit.languages[0]}.md").is_file()


def _texts(screen: ScreenKit, language: str) -> Iterator[RuleText]:
    """In the order they are read: the rule book or the leaflet, then the other leaflets."""
    kit = screen.kit
    job = Job(kit, BuildRequest(kit_dir=kit.folder), screen.choices, _Fronts(screen))
    if (kit.folder / BOOKLET).is_file():
        played = play_book(kit)
        blocks = with_facts(kit, language, played.booklet.texts[language])
        yield RuleText(RULES, "", blocks, booklet.pictures_of(job, played, language))
    elif _has_book(kit):
        blocks = with_facts(kit, language, load_leaflet(kit)[language])
        yield RuleText(RULES, "", blocks, leaflet.pictures_of(job, language))
    rules = rule_leaflets(kit)
    for each in load_leaflets(kit):
        game = each.game if rules.get(each.game) == each.stem else ""
        pictures = leaflets.pictures_of(job, each, language)
        blocks = with_facts(kit, language, leaflet_texts(kit, each)[language])
        yield RuleText(each.stem, game, blocks, pictures)


def _block(screen: ScreenKit, text: RuleText, at: int, block: Block) -> dict[str, Any]:
    if isinstance(block, Figure):
        drawings = [
            {
                "width": round(each.width, 2),
                "height": round(each.height, 2),
                "words": each.words,
                "svg": screen.elements(each.items, f"{text.stem}-{at}-{number}-"),
            }
            for number, each in enumerate(text.pictures(block.name, WIDTH))
        ]
        return {"kind": "figure", "drawings": drawings, "runs": _runs(block.runs)}
    kind, facts = _KINDS[type(block)]
    return {"kind": kind, **facts(block)}


def _runs(runs: Sequence[Run]) -> list[list[Any]]:
    return [[*run] for run in runs]


_KINDS: Mapping[type, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    Heading: ("heading", lambda b: {"level": b.level, "anchor": b.anchor, "runs": _runs(b.runs)}),
    Paragraph: ("paragraph", lambda b: {"anchor": b.number, "runs": _runs(b.runs)}),
    Item: ("item", lambda b: {"runs": _runs(b.runs)}),
    Table: (
        "table",
        lambda b: {"head": [*map(_runs, b.head)], "rows": [[*map(_runs, row)] for row in b.rows]},
    ),
}
