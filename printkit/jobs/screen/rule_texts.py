"""The rules of a kit's games as a page shows them: its leaflets and books, block by block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.jobs.screen.screen import BOARD, ScreenKit
from printkit.kit.booklet import read_text
from printkit.kit.leaflets import LEAFLETS, load_leaflets
from printkit.kit.markdown import Block, Figure, Heading, Item, Paragraph, Run, Table, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.rule_files import RULES

__all__ = ["has_rules", "rule_letters", "rule_texts"]


class RuleFile(NamedTuple):
    """A text with rules: the stem of its file, and the game it is of where others are told in other files."""

    stem: str
    game: str


def has_rules(kit: Kit) -> bool:
    """Whether there is a text with rules; whether it can be read is seen when it is asked for."""
    return any((kit.folder / name).is_file() for name in (f"{RULES}.{kit.languages[0]}.md", LEAFLETS))


def rule_letters(kit: Kit) -> str:
    """The letters of all rules that can be read."""
    read = []
    with suppress(InputError):
        names = [f"{stem}.{language}.md" for stem, _ in _rule_files(kit) for language in kit.languages]
        read += [read_text(kit, name) for name in names]
    return "".join(read)


def _rule_files(kit: Kit) -> tuple[RuleFile, ...]:
    """The texts in the order they are read: the rule book or leaflet, then the other leaflets."""
    book = (kit.folder / f"{RULES}.{kit.languages[0]}.md").is_file()
    leaflets = load_leaflets(kit) if (kit.folder / LEAFLETS).is_file() else ()
    others = (RuleFile(each.stem, "" if book else each.game) for each in leaflets)
    return (*((RuleFile(RULES, ""),) if book else ()), *others)


@lru_cache(maxsize=16)
def rule_texts(screen: ScreenKit, language: str) -> Mapping[str, Any]:
    """All rules in a language, the kit's first where it does not speak this one, ready for JSON; raises `InputError`.

    `left` is how many pictures are in print alone.
    """
    kit = screen.kit
    spoken = language if language in kit.languages else kit.languages[0]
    texts, left = [], 0
    for stem, game in _rule_files(kit):
        name = f"{stem}.{spoken}.md"
        blocks = parse_markdown(read_text(kit, name), name)
        shown = [each for each in blocks if not isinstance(each, Figure) or _source(screen, each)]
        left += len(blocks) - len(shown)
        texts.append({"id": stem, "game": game, "blocks": [_block(screen, each) for each in shown]})
    return {"language": spoken, "title": screen.text(spoken, "kit.title"), "left": left, "texts": texts}


def _source(screen: ScreenKit, figure: Figure) -> str:
    """Where a picture is drawn; empty for those that are composed for a page of print."""
    boards = {BOARD + board.id for board in screen.kit.boards}
    return screen.part_address(figure.name) if figure.name in boards else ""


def _block(screen: ScreenKit, block: Block) -> dict[str, Any]:
    kind, facts = next((name, of) for type_, (name, of) in _KINDS.items() if isinstance(block, type_))
    return {"kind": kind, **facts(screen, block)}


def _runs(runs: Sequence[Run]) -> list[tuple[str, bool, str, str]]:
    return [tuple(run) for run in runs]  # type: ignore[misc]


_Facts = Callable[[ScreenKit, Any], dict[str, Any]]
_KINDS: Mapping[type, tuple[str, _Facts]] = {
    Heading: ("heading", lambda _, b: {"level": b.level, "anchor": b.anchor, "runs": _runs(b.runs)}),
    Paragraph: ("paragraph", lambda _, b: {"anchor": b.number, "runs": _runs(b.runs)}),
    Item: ("item", lambda _, b: {"runs": _runs(b.runs)}),
    Table: (
        "table",
        lambda _, b: {"head": [*map(_runs, b.head)], "rows": [[*map(_runs, row)] for row in b.rows]},
    ),
    Figure: ("figure", lambda screen, b: {"source": _source(screen, b), "runs": _runs(b.runs)}),
}
