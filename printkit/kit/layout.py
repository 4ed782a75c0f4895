"""Card sizes and the blocks of every face, as `layout.toml` states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import Block, WordedBlock
from printkit.kit.extends import ExtendsSpec, extended
from printkit.kit.model import CardSize
from printkit.kit.model_base import Length, Table

__all__ = ["LayoutFile", "read_layout", "stated_at", "stated_texts"]

Faces = dict[tuple[str, str], tuple[Block, ...]]


class SizeSpec(Table):
    """A card size as layout.toml states it."""

    width: Annotated[Length, Field(gt=5, le=1000)]
    height: Annotated[Length, Field(gt=5, le=1000)]
    bleed: Annotated[Length, Field(ge=0, le=20)] = 3.0
    safe: Annotated[Length, Field(ge=0, le=50)] = 4.0
    corner: Annotated[Length, Field(ge=0, le=50)] = 3.0
    gutter: Annotated[Length, Field(ge=0, le=40)] | None = None


class LayoutFile(Table):
    """layout.toml: the sizes by name, and the blocks by face and size."""

    sizes: Annotated[Mapping[str, SizeSpec], Field(min_length=1)]
    faces: Annotated[
        Mapping[str, Mapping[str, Annotated[tuple[Block, ...], Field(min_length=1)]]], Field(min_length=1)
    ]
    extends: Mapping[str, ExtendsSpec] = {}


def read_layout(table: Mapping[str, Any], file: str) -> tuple[dict[str, CardSize], Faces]:
    """Sizes by name, and blocks by (face, size); all problems of the file come in one InputError."""
    layout = LayoutFile.read(extended(table, file), file)
    problems = [
        problem for name, size in layout.sizes.items() for problem in _size_problems(name, size, file)
    ]
    problems += [
        Problem(f"unknown card size {size!r}", file, f"faces.{face}.{size}", nearest_hint(size, layout.sizes))
        for face, by_size in layout.faces.items()
        for size in by_size
        if size not in layout.sizes
    ]
    if problems:
        raise InputError(problems=problems)
    sizes = {name: CardSize(name=name, **dict(size)) for name, size in layout.sizes.items()}
    faces = {
        (face, size): blocks for face, by_size in layout.faces.items() for size, blocks in by_size.items()
    }
    return sizes, faces


def _size_problems(name: str, spec: SizeSpec, file: str) -> Iterator[Problem]:
    shorter = min(spec.width, spec.height)
    if 2 * spec.safe >= shorter:
        yield Problem(f"a safe margin of {spec.safe:g} mm leaves nothing", file, f"sizes.{name}.safe")
    if 2 * spec.corner > shorter:
        yield Problem(
            f"a corner of {spec.corner:g} mm is rounder than the card", file, f"sizes.{name}.corner"
        )


# Before the keys of texts that the layout itself states.
_STATED = "layout.toml "


def stated_texts(
    layout: tuple[dict[str, CardSize], Faces], languages: Sequence[str]
) -> tuple[tuple[dict[str, CardSize], Faces], Mapping[str, Mapping[str, str]]]:
    """The layout with a key of a text for the `words` of its blocks, and these texts by language.

    Words that are one text for all languages are printed once.
    """
    sizes, faces = layout
    found: dict[str, dict[str, str]] = {language: {} for language in languages}

    def keyed(block: Block, place: str) -> Block:
        if not isinstance(block, WordedBlock) or not block.words:
            return block
        key, words = f"{_STATED}{place}.words", block.words
        given = dict.fromkeys(languages, words) if isinstance(words, str) else words
        for language in languages:
            found[language][key] = given.get(language, "") or next(iter(given.values()))
        chosen = tuple(each for each in given if each in languages) or tuple(languages)
        shown = block.languages or (chosen[:1] if isinstance(words, str) else chosen)
        return block.model_copy(update={"text": key, "words": "", "languages": shown})

    keyed_faces = {
        (face, size): tuple(keyed(block, f"faces.{face}.{size}[{at}]") for at, block in enumerate(blocks))
        for (face, size), blocks in faces.items()
    }
    return (sizes, keyed_faces), found


def stated_at(key: str) -> str:
    """Where the layout states the text of that key; empty for any other text."""
    return key.removeprefix(_STATED) if key.startswith(_STATED) else ""
