"""Card sizes and the blocks of every face, as `layout.toml` states them, and faces that take those of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import parse_length
from printkit.kit.blocks import Block, WordedBlock
from printkit.kit.model import CardSize
from printkit.kit.model_base import Length, Table

__all__ = ["ExtendsSpec", "LayoutFile", "extended", "read_layout", "stated_at", "stated_texts"]


# ── faces that take the blocks of another face ───────────────────────────────────────────────────────────────────────

# What moves a block across and down; a box begins with both.
_ACROSS, _DOWN = ("x", "left", "right", "first"), ("y", "baseline", "emblem_y")


class ChangeSpec(Table):
    """What differs in the block of a name: some of its keys, how far it is moved (mm), or that it is not there."""

    model_config = ConfigDict(extra="allow")

    move: tuple[Length, Length] = (0.0, 0.0)
    remove: bool = False


class ExtendsSpec(Table):
    """The face, or face and size (`card.poker`), whose blocks another one has, and by name the blocks that differ."""

    face: str
    change: Mapping[str, ChangeSpec] = Field(default_factory=dict)


def extended(table: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The tables of layout.toml with the faces of `extends` written out: changed blocks first, their own behind them.

    Faces that are not there, extend each other in a circle, or change blocks that are not there are an InputError.
    """
    given, sizes = table.get("extends"), table.get("sizes")
    faces = table.get("faces", {})
    if given is None or not all(isinstance(each, dict) for each in (given, sizes, faces)):
        return dict(table)
    specs = {name: ExtendsSpec.read(each, file, f"extends.{name}") for name, each in given.items()}
    made: dict[str, dict[str, Any]] = {
        face: dict(by_size) for face, by_size in faces.items() if isinstance(by_size, dict)
    }
    problems: list[Problem] = []
    for name in _ordered(specs, file):
        problems += _extend(made, name, specs[name], tuple(sizes or ()), file)
    if problems:
        raise InputError(problems=problems)
    return {**table, "faces": {**faces, **made}}


def _ordered(specs: Mapping[str, ExtendsSpec], file: str) -> list[str]:
    """The names so that each comes after those it extends."""
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            circle = " > ".join((*above[above.index(name) :], name))
            raise InputError(
                "faces extend each other in a circle", file=file, key=f"extends.{name}", hint=circle
            )
        if name in order:
            return
        parent = specs[name].face
        for needed in (parent, parent.partition(".")[0]):
            if needed in specs and needed != name:
                visit(needed, (*above, name))
        order.append(name)

    for name in specs:
        visit(name, ())
    return order


def _extend(
    faces: dict[str, dict[str, Any]], name: str, spec: ExtendsSpec, sizes: tuple[str, ...], file: str
) -> Iterator[Problem]:
    """Write out one face in every size its parent has, or in the one size that is named."""
    key = f"extends.{name}"
    face, _, size = name.partition(".")
    parent, _, parent_size = spec.face.partition(".")
    if bool(size) != bool(parent_size):
        yield Problem(
            "both are faces, or both a face and a size", file, key, 'as in "card.tarot" and "card.poker"'
        )
        return
    pairs = (
        [(size, parent_size)] if size else [(each, each) for each in sizes if each in faces.get(parent, {})]
    )
    if not pairs or any(other not in faces.get(parent, {}) for _, other in pairs):
        known = [*faces, *(f"{one}.{each}" for one, by_size in faces.items() for each in by_size)]
        yield Problem(f"there is no face {spec.face!r}", file, f"{key}.face", nearest_hint(spec.face, known))
        return
    named = {_name(block) for _, other in pairs for block in _blocks(faces[parent][other])}
    for change in spec.change:
        if change not in named:
            hint = nearest_hint(change, filter(None, named))
            yield Problem(f"no block of {spec.face} has this name", file, f"{key}.change.{change}", hint)
    for own, other in pairs:
        below = faces.setdefault(face, {}).get(own, [])
        if isinstance(below, list):
            kept = [_changed(block, spec.change) for block in _blocks(faces[parent][other])]
            faces[face][own] = [*(block for block in kept if block is not None), *below]


def _blocks(given: Any) -> list[Any]:
    """The blocks of a face in a size; none where these are no list, which is refused where faces are read."""
    return given if isinstance(given, list) else []


def _name(block: Any) -> str:
    name = block.get("name") if isinstance(block, dict) else ""
    return name if isinstance(name, str) else ""


def _changed(block: Any, changes: Mapping[str, ChangeSpec]) -> Any:
    """The block with its changes, None where it is removed."""
    change = changes.get(_name(block))
    if change is None:
        return block
    if change.remove:
        return None
    return _moved({**block, **(change.__pydantic_extra__ or {})}, *change.move)


def _moved(block: dict[str, Any], dx: float, dy: float) -> dict[str, Any]:
    if not dx and not dy:
        return block
    moved = dict(block)
    for keys, distance in ((_ACROSS, dx), (_DOWN, dy)):
        moved |= {key: _further(block[key], distance) for key in keys if key in block}
    if isinstance(block.get("box"), list | tuple) and len(block["box"]) == 4:
        x, y, width, height = block["box"]
        moved["box"] = (_further(x, dx), _further(y, dy), width, height)
    if isinstance(block.get("lines"), list | tuple):
        moved["lines"] = [_moved(line, dx, dy) if isinstance(line, dict) else line for line in block["lines"]]
    return moved


def _further(length: Any, distance: float) -> Any:
    """The length and that distance; what is no length stays, and is refused where faces are read."""
    try:
        return parse_length(length) + distance
    except InputError:
        return length


# ── card sizes and the blocks of every face, as `layout.toml` states them ────────────────────────────────────────────

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
