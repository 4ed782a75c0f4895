"""Reads decks of the Tarot Deck Specification 1.0 or 1.1: cards, names and images."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from printkit.errors import InputError
from printkit.interchange.exchange import MAJORS, RANKS, SUITS
from printkit.kit.raw import read_toml

__all__ = ["BITMAPS", "DECK_FILE", "DeckCard", "TarotDeck", "canonical_name", "read_tarot_deck"]

DECK_FILE = "deck.toml"
BITMAPS = (".png", ".jpg", ".jpeg", ".webp")
# 11:19, what the specification takes where a deck says nothing.
ASPECT = 11 / 19
MAJOR_NAMES = (
    "The Fool", "The Magician", "The High Priestess", "The Empress", "The Emperor", "The Hierophant", "The Lovers",
    "The Chariot", "Strength", "The Hermit", "Wheel of Fortune", "Justice", "The Hanged Man", "Death", "Temperance",
    "The Devil", "The Tower", "The Star", "The Moon", "The Sun", "Judgement", "The World",
)  # fmt: skip
_RASTER = re.compile(r"h([1-9][0-9]{1,4})\Z")
_LANGUAGE = re.compile(r"[a-z]{2}\Z")

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card: its place such as (major_arcana, 00), its names by language, and its pictures, the best first."""

    place: Place
    names: Mapping[str, str]
    pictures: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class TarotDeck:
    """What a deck says of itself; `ours` is what printkit wrote into it: components and copies by card id, in order."""

    id: str
    name: str
    version: str
    facts: Mapping[str, str]
    aspect: float
    languages: tuple[str, ...]
    suits: Mapping[str, str]
    cards: tuple[DeckCard, ...]
    back: Path | None
    components: Mapping[str, str]
    copies: Mapping[str, int]


def read_tarot_deck(folder: Path) -> TarotDeck:
    """The deck in a folder; cards without a picture are left out.

    InputError: no or another deck.toml, a schema of another age, a picture outside the folder, no pictures at all.
    """
    table = read_toml(folder / DECK_FILE, DECK_FILE)
    # 1.1 calls meta what 1.0 calls deck.
    facts = {**_table(table, "deck"), **_table(table, "meta")}
    schema = str(facts.get("schema_version", "1.0"))
    if schema.partition(".")[0] != "1":
        raise InputError(
            f"schema {schema} is not read", file=DECK_FILE, key="deck.schema_version", hint="1.0 or 1.1"
        )
    names = _names(folder, str(facts.get("default_language", "en")))
    cards = tuple(card for card in _cards(folder, table, names) if card.pictures)
    if not cards:
        raise InputError("the deck has no pictures", file=folder, hint="scalable/ or h1200/ hold them")
    aspect = facts.get("aspect_ratio", ASPECT)
    ours = _table(_table(table, "app"), "printkit")
    return TarotDeck(
        id=str(facts.get("id", folder.name)),
        name=str(facts.get("name", "")).strip() or str(facts.get("id", folder.name)),
        version=str(facts.get("version", "1.0")),
        facts={
            key: str(facts[key]) for key in ("author", "license", "attribution", "website") if key in facts
        },
        aspect=float(aspect) if isinstance(aspect, int | float) and 0.2 <= aspect <= 5 else ASPECT,
        languages=tuple(names) or ("en",),
        suits=_suits(table, names),
        cards=cards,
        back=_back(folder, _table(table, "card_backs")),
        components={key: str(value) for key, value in _table(ours, "cards").items()},
        copies={key: value for key, value in _table(ours, "copies").items() if type(value) is int},
    )


def _table(table: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The table under those keys, empty where there is none."""
    found: Any = table
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _names(folder: Path, default: str) -> dict[str, Mapping[str, Any]]:
    """The name files by language, the deck's own language first."""
    files = sorted((folder / "names").glob("*.toml"), key=lambda path: (path.stem != default, path.stem))
    return {path.stem: read_toml(path, f"names/{path.name}") for path in files if _LANGUAGE.match(path.stem)}


def _suits(table: Mapping[str, Any], names: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The suits as the kit's ids say them: `coins` where the deck calls its pentacles so."""
    called = [_table(table, "aliases", "suits"), *(_table(each, "suits") for each in names.values())]
    suits = {suit: suit for suit in SUITS.values()}
    for suit, name in chain.from_iterable(each.items() for each in called):
        if SUITS.get(str(name).lower()) == suit:
            suits[suit] = str(name).lower()
    return suits


def _cards(
    folder: Path, table: Mapping[str, Any], names: Mapping[str, Mapping[str, Any]]
) -> Iterator[DeckCard]:
    """Every card the deck may have: the standard ones in order, then its own major ones, then its own suits."""
    excluded = _list(_table(table, "deck", "excluded_cards"), "cards")
    for place in _standard():
        if ".".join(place) not in excluded:
            yield _card(folder, place, names, {})
    own = _table(table, "custom_cards", "major_arcana")
    for key, entry in sorted(own.items(), key=_position):
        if isinstance(entry, dict):
            yield _card(folder, ("major_arcana", key), names, entry)
    for suit, entry in _table(table, "custom_cards", "minor_arcana").items():
        if isinstance(entry, dict):
            for card in _ranks(entry):
                yield _card(folder, ("minor_arcana", suit, str(card["id"])), names, card)


def _position(item: tuple[str, Any]) -> float:
    position = item[1].get("position") if isinstance(item[1], dict) else None
    return position if isinstance(position, int | float) else float("inf")


def _ranks(suit: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The cards of a suit of the deck's own: tables in 1.0, names of ranks in 1.1."""
    for card in [*_list(suit, "cards"), *_list(suit, "ranks")]:
        entry = card if isinstance(card, dict) else {"id": card}
        if isinstance(entry.get("id"), str):
            yield entry


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    value = table.get(key)
    return value if isinstance(value, list) else []


def _standard() -> Iterator[Place]:
    yield from (("major_arcana", f"{number:02}") for number in range(MAJORS))
    for suit in dict.fromkeys(SUITS.values()):
        yield from (("minor_arcana", suit, rank) for rank in RANKS)


def _card(
    folder: Path, place: Place, names: Mapping[str, Mapping[str, Any]], entry: Mapping[str, Any]
) -> DeckCard:
    fallback = str(entry.get("name", "")).strip() or canonical_name(place)
    found = {}
    for language, table in names.items() or (("en", {}),):
        name = _table(table, *place[:-1]).get(place[-1])
        found[language] = name.strip() if isinstance(name, str) and name.strip() else ""
    # A name that a language lacks is that of the deck's own language, which comes first.
    first = next(iter(found.values())) or fallback
    pictures = tuple(dict.fromkeys(_pictures(folder, place, entry)))
    return DeckCard(place, {language: name or first for language, name in found.items()}, pictures)


def canonical_name(place: Place) -> str:
    """What a card is called where its deck does not say: The Fool, Ace of Wands."""
    if place[0] == "major_arcana":
        known = place[1].isdigit() and int(place[1]) < MAJORS
        return MAJOR_NAMES[int(place[1])] if known else place[1].replace("_", " ").title()
    return f"{place[2].replace('_', ' ').title()} of {place[1].replace('_', ' ').title()}"


def _pictures(folder: Path, place: Place, entry: Mapping[str, Any]) -> Iterator[Path]:
    """Where the card's picture may lie: the file named, the drawing, then bitmaps from the largest."""
    if isinstance(entry.get("image"), str) and entry["image"]:
        yield _inside(folder, entry["image"], f"custom_cards.{'.'.join(place)}.image")
    path = PurePosixPath(*place)
    heights = {int(match[1]): match[0] for each in folder.iterdir() if (match := _RASTER.match(each.name))}
    folders = ["scalable", *(heights[height] for height in sorted(heights, reverse=True))]
    for name in folders:
        for ending in (".svg",) if name == "scalable" else BITMAPS:
            file = folder / name / f"{path}{ending}"
            if file.is_file():
                yield file


def _back(folder: Path, table: Mapping[str, Any]) -> Path | None:
    """The default back: the one named, or the first in the folder of backs."""
    variants = _table(table, "variants")
    name = table.get("default") if isinstance(table.get("default"), str) else next(iter(variants), "default")
    image = _table(variants, str(name)).get("image")
    if isinstance(image, str) and image:
        return _inside(folder, image, f"card_backs.variants.{name}.image")
    files = [
        path
        for path in sorted((folder / "card_backs").glob("*"))
        if path.suffix.lower() in (".svg", *BITMAPS)
    ]
    return next((path for path in files if path.stem == name), files[0] if files else None)


def _inside(folder: Path, name: str, key: str) -> Path:
    path = folder / name
    if "\0" in name or Path(name).is_absolute() or not path.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"{name!r} leaves the deck's folder", file=DECK_FILE, key=key)
    if not path.is_file():
        raise InputError(f"there is no picture {name!r}", file=DECK_FILE, key=key)
    return path
