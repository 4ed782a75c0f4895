"""Faces that take the blocks of another face, or of the same face in another size, and state what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ConfigDict, Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import parse_length
from printkit.kit.model_base import Length, Table

__all__ = ["ExtendsSpec", "extended"]

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
