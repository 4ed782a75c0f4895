"""Writes decks for other programs: Tabletop Simulator and the Tarot Deck Specification."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit

from printkit.backends.png import png_jpeg, scene_png
from printkit.backends.svg import scene_svg
from printkit.geometry import Affine, Size
from printkit.kit.model import Card, Component, Kit
from printkit.scene.model import Group, Scene
from printkit.sheets.model import FaceKey, FaceSide

__all__ = ["MAJORS", "RANKS", "SUITS", "Member", "picture_base", "tabletop_files", "tarot_files"]

Member = tuple[str, bytes]
Faces = Callable[[FaceKey], Scene]
"""Composes a face when it is requested."""

# Tabletop Simulator reads grids of at most 10 by 7 faces and pictures of at most 4096 pixels each way.
COLUMNS, ROWS = 10, 7
LEAST = 2
MOST_PIXELS = 4096
# Its numbers of shapes that cards have; any other is a rectangle with round corners.
SHAPES = {"hexagon": 3, "circle": 4}
# A PNG of no more bytes is no burden to those who join a table.
SMALL = 4_000_000


@dataclass(frozen=True, slots=True)
class _Grid:
    """Faces on one picture: its number in the save, its cards, its columns and rows."""

    number: int
    cards: tuple[Card, ...]
    columns: int
    rows: int


def tabletop_files(kit: Kit, scenes: Faces, base: str) -> Iterator[Member]:
    """The pictures of every component's faces and backs, then the saved object that places them as decks.

    `base` is the address the pictures will have, without their names.
    """
    objects = []
    number = 1
    for component in kit.components:
        cards = kit.cards_of(component.id)
        face = scenes(FaceKey(cards[0].id, "front"))
        grids = _grids(cards, number, Size(face.width, face.height))
        number += len(grids)
        backs = kit.backs_of(component.id)
        files: dict[str, str] = {}
        for stem, png in _pictures(f"{kit.id}-{component.id}-", grids, scenes, len(backs)):
            name, data = _smaller(stem, png)
            files[stem] = f"{base}/{name}"
            yield name, data
        objects.append(_deck(kit, component, grids, files))
    save = {"SaveName": kit.id, "GameMode": "", "Table": "", "Sky": "", "Note": "", "ObjectStates": objects}
    yield f"{kit.id}.json", (json.dumps(save, ensure_ascii=False, indent=1) + "\n").encode()


def _pictures(begin: str, grids: Sequence[_Grid], scenes: Faces, backs: int) -> Iterator[Member]:
    """Each grid of faces, each of backs where there are several, and the back that all share; names without endings."""
    for grid in grids:
        yield f"{begin}{grid.number}", _grid_picture(grid, scenes)
        if backs > 1:
            yield f"{begin}back-{grid.number}", _grid_picture(grid, scenes, "back")
    if backs == 1:
        scene = scenes(FaceKey(grids[0].cards[0].id, "back"))
        yield f"{begin}back", _png(scene, MOST_PIXELS / 4 / max(scene.width, scene.height))


def _smaller(stem: str, png: bytes) -> Member:
    """The picture as PNG, as long as that is small or a JPEG not much smaller; else as JPEG, as photos are."""
    if len(png) > SMALL:
        jpeg = png_jpeg(png)
        if len(jpeg) < len(png) / 2:
            return f"{stem}.jpg", jpeg
    return f"{stem}.png", png


def _grids(cards: tuple[Card, ...], first: int, size: Size) -> tuple[_Grid, ...]:
    """As few grids as hold the cards of that size, each with about as many and so laid out that faces are largest."""
    count = -(-len(cards) // (COLUMNS * ROWS))
    each = -(-len(cards) // count)
    shapes = [
        (columns, rows)
        for columns in range(LEAST, COLUMNS + 1)
        for rows in range(LEAST, ROWS + 1)
        if columns * rows >= each
    ]
    columns, rows = min(
        shapes, key=lambda shape: (max(shape[0] * size.width, shape[1] * size.height), shape[0] * shape[1])
    )
    return tuple(_Grid(first + at, cards[at * each : (at + 1) * each], columns, rows) for at in range(count))


def _grid_picture(grid: _Grid, scenes: Faces, side: FaceSide = "front") -> bytes:
    faces = [scenes(FaceKey(card.id, side)) for card in grid.cards]
    width, height = faces[0].width, faces[0].height
    items = tuple(
        Group(
            face.items,
            Affine.translation(at % grid.columns * width, at // grid.columns * height),
            clip=face.trim,
        )
        for at, face in enumerate(faces)
    )
    sheet = Scene("grid", grid.columns * width, grid.rows * height, 0.0, items)
    return _png(sheet, MOST_PIXELS / max(sheet.width, sheet.height))


def _png(scene: Scene, px_per_mm: float) -> bytes:

    # A pixel is never begun for less than this: rounding must not lead beyond the most there may be.
    return scene_png(scene, px_per_mm - 1e-9, bleed=False)


def _deck(
    kit: Kit, component: Component, grids: tuple[_Grid, ...], files: Mapping[str, str]
) -> dict[str, Any]:
    """One deck: its cards in order, each as often as it is there; `files` are addresses of pictures by their names."""
    begin = f"{kit.id}-{component.id}-"
    shared = files.get(f"{begin}back", "")
    decks = {
        str(grid.number): {
            "FaceURL": files[f"{begin}{grid.number}"],
            # Cards without a back show their faces on both sides.
            "BackURL": shared
            or files.get(f"{begin}back-{grid.number}", "")
            or files[f"{begin}{grid.number}"],
            "NumWidth": grid.columns,
            "NumHeight": grid.rows,
            "BackIsHidden": True,
            "UniqueBack": not shared,
            # What shapes its cards have there; other die lines are white outside.
            "Type": SHAPES.get(component.shape, 0),
        }
        for grid in grids
    }
    cards = []
    for grid in grids:
        deck = {str(grid.number): decks[str(grid.number)]}
        for at, card in enumerate(grid.cards):
            names = (kit.name(language, card.entry) for language in kit.languages)
            entry = {
                **_object(f"{kit.id} {card.id}", "Card", " ".join(filter(None, names)) or card.id),
                "Description": card.id,
                "CardID": 100 * grid.number + at,
                "CustomDeck": deck,
            }
            cards += [entry] * card.copies
    title = f"{kit.texts[kit.languages[0]]['kit.title']} {component.id}"
    if len(cards) == 1:
        return cards[0]
    return {
        **_object(f"{kit.id} {component.id}", "DeckCustom", title),
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": decks,
        "ContainedObjects": cards,
    }


def _object(seed: str, kind: str, nickname: str) -> dict[str, Any]:
    """What every thing on the table has; its number follows from what it is."""
    place = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180}
    return {
        "GUID": hashlib.sha256(seed.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**place, "scaleX": 1, "scaleY": 1, "scaleZ": 1},
        "Nickname": nickname,
    }


SCHEMA = "1.0"
MAJORS = 22
SUITS = {"wands": "wands", "cups": "cups", "swords": "swords", "coins": "pentacles", "pentacles": "pentacles"}
RANKS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "page", "knight", "queen", "king",
)  # fmt: skip
_MAJOR = re.compile(r"major-(\d\d)\Z", re.ASCII)
_MINOR = re.compile(r"([a-z]+)-(\d\d)\Z", re.ASCII)


def _canonical(card: Card) -> tuple[str, ...]:
    """The card's place in the Tarot Deck Specification, like (major_arcana, 00); a custom card's for any other."""
    if (match := _MAJOR.match(card.id)) and int(match[1]) < MAJORS:
        return ("major_arcana", match[1])
    match = _MINOR.match(card.id)
    if match and match[1] in SUITS and 1 <= int(match[2]) <= len(RANKS):
        return ("minor_arcana", SUITS[match[1]], RANKS[int(match[2]) - 1])
    return ("custom", card.id.replace("-", "_"))


def tarot_files(kit: Kit, scenes: Faces) -> Iterator[Member]:
    """A deck of the Tarot Deck Specification 1.0 in a folder of its own: deck.toml, names, faces and the back as SVG.

    Cards are known by ids like `major-00` and `cups-01` (`coins` are its pentacles); all others, of any component,
    are custom cards after the last major one. Standard cards the kit has not are listed as excluded.
    """
    places = {card.id: _canonical(card) for card in kit.cards}
    yield f"{kit.id}/deck.toml", _deck_toml(kit, places).encode()
    for language in kit.languages:
        yield f"{kit.id}/names/{language}.toml", _names_toml(kit, places, language).encode()
    for card in kit.cards:
        yield (
            f"{kit.id}/{_image(places[card.id])}",
            scene_svg(scenes(FaceKey(card.id, "front")), bleed=False).encode(),
        )
    for name, card in _tarot_backs(kit).items():
        back = scenes(FaceKey(card.id, "back"))
        yield f"{kit.id}/card_backs/{name}.svg", scene_svg(back, bleed=False).encode()


def _tarot_backs(kit: Kit) -> dict[str, Card]:
    """Every back there is, by the name of its file: the first card's is the default."""
    backs = [card for component in kit.components for card in kit.backs_of(component.id).values()]
    return {kit.back_name(card) if at else "default": card for at, card in enumerate(backs)}


def _image(place: tuple[str, ...]) -> str:
    folder = ("major_arcana", *place[1:]) if place[0] == "custom" else place
    return f"scalable/{'/'.join(folder)}.svg"


def _deck_toml(kit: Kit, places: dict[str, tuple[str, ...]]) -> str:
    size = kit.size()
    deck: dict[str, Any] = {
        "id": kit.id,
        "schema_version": SCHEMA,
        "name": _name(kit, "kit.title", "en"),
        "version": kit.version,
        "default_language": kit.languages[0],
    }
    if kit.credit:
        deck["attribution"] = f"Game by {kit.credit.author}, {kit.credit.original}"
    deck["aspect_ratio"] = round(size.width / size.height, 4)
    missing = [name for name in _standard() if name not in {".".join(place) for place in places.values()}]
    if missing:
        deck["excluded_cards"] = {"cards": missing, "reason": "The kit has no such cards."}
    table: dict[str, Any] = {"deck": deck}
    if any(card.id.startswith("coins-") for card in kit.cards):
        table["aliases"] = {"suits": {"pentacles": "Coins"}}
    custom = {
        places[card.id][1]: {
            "id": places[card.id][1],
            "name": _name(kit, f"card.{card.entry}.name", "en") or card.id,
            "image": _image(places[card.id]),
            "position": position,
        }
        for position, card in enumerate(
            (card for card in kit.cards if places[card.id][0] == "custom"), MAJORS
        )
    }
    if custom:
        table["custom_cards"] = {"major_arcana": custom}
    # What the specification has no word for, where it leaves room for a program's own: order, components and copies.
    own = {"cards": {card.id: card.component for card in kit.cards}}
    copies = {card.id: card.copies for card in kit.cards if card.copies != 1}
    backs = _tarot_backs(kit)
    if len(backs) > 1:
        variants = {name: {"image": f"card_backs/{name}.svg"} for name in backs}
        table["card_backs"] = {"default": "default", "variants": variants}
        usual = kit.back_name(backs["default"])
        names = {card.id: kit.back_name(card) for card in kit.cards if card.back}
        own |= {"backs": {card: "default" if name == usual else name for card, name in names.items()}}
    table["app"] = {"printkit": own | ({"copies": copies} if copies else {})}
    return tomlkit.dumps(table)


def _standard() -> Iterator[str]:
    """The 78 ids of the specification."""
    yield from (f"major_arcana.{number:02}" for number in range(MAJORS))
    for suit in dict.fromkeys(SUITS.values()):
        yield from (f"minor_arcana.{suit}.{rank}" for rank in RANKS)


def _names_toml(kit: Kit, places: dict[str, tuple[str, ...]], language: str) -> str:
    names: dict[str, Any] = {}
    for card in kit.cards:
        place = places[card.id]
        name = kit.name(language, card.entry)
        if name:
            table = names
            for word in ("major_arcana",) if place[0] == "custom" else place[:-1]:
                table = table.setdefault(word, {})
            table[place[-1]] = name
    return tomlkit.dumps(names)


def _name(kit: Kit, key: str, language: str) -> str:
    return kit.texts[language if language in kit.languages else kit.languages[0]].get(key, "")


def picture_base(url: str, folder: Path) -> str:
    """The address of the pictures: the one given, or the folder itself."""
    return url.rstrip("/") if url else folder.resolve().as_uri()
