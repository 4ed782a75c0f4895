"""Makes the files of a kit from a deck with a deck.toml."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

import tomlkit

from printkit.errors import InputError, PrintkitError
from printkit.files import open_plain, temporary_folder
from printkit.fonts import find_font
from printkit.interchange.exchange import RANKS
from printkit.interchange.tarot_deck import (
    BITMAPS,
    DECK_FILE,
    DeckCard,
    TarotDeck,
    canonical_name,
    read_tarot_deck,
)
from printkit.interchange.toml_text import with_cards, with_texts
from printkit.kit.art import ArtSource, art_of
from printkit.kit.load import load_kit
from printkit.kit.model_base import ID_PATTERN
from printkit.material.bitmaps import drawing, png_of, read_bitmap
from printkit.material.pixels import on_white
from printkit.material.svg_tree import is_svg
from printkit.scene.source import read_source

__all__ = ["fill_kit"]

FONTS = {"display": "shippori-mincho-extrabold", "text": "zen-kaku-gothic-new-bold"}
# The sizes a shape is known by; any other is as high as a tarot card.
SIZES = {"tgc-tarot": (69.85, 120.65), "tarot": (70.0, 120.0), "bridge": (57.15, 88.9), "poker": (63.5, 88.9)}
HEIGHT = 120.0
BLEED = 3.0
DPI = 600.0
# A bitmap with this many pixels is drawn from rather than an SVG that only another program understands.
ENOUGH_PIXELS = 1200
MAX_FILE = 64_000_000
MAX_UNPACKED = 1_000_000_000
MAX_MEMBERS = 5000
WANTED = (".toml", ".svg", *BITMAPS)

_VERSION = re.compile(r"[0-9]+(\.[0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class _Size:
    name: str
    width: float
    height: float


def fill_kit(kit_id: str, deck: Path, target: Path) -> tuple[str, ...]:
    """Write the kit of a deck into the folder `target`; what of the deck could not be kept, in words.

    Every card's picture becomes its face, drawn once more behind it up to the bleed. A drawing a kit can take stays
    one; any other picture becomes a PNG. The kit is loaded at the end; all problems are one InputError.
    """
    with _named(deck) as source:
        read = read_tarot_deck(source)
        remarks = list(_remarks(read))
        languages = tuple(language for language in read.languages if not _missing(read, language)) or ("en",)
        (target / "art").mkdir(parents=True)
        size = _size(read.aspect)
        arts = {
            _card_id(card, read): _art(card.pictures, target, _card_id(card, read), size)
            for card in read.cards
        }
        if len(arts) < len(read.cards):
            raise InputError(
                "two cards of the deck would have one id", file=deck, hint="rename its own cards"
            )
        back = _art((read.back,), target, "back", size) if read.back else ""
        for name, text in _files(kit_id, read, languages, arts, back, size).items():
            (target / name).write_text(text, encoding="utf-8", newline="\n")
        load_kit(target)
    return tuple(remarks)


@contextmanager
def _named(deck: Path) -> Iterator[Path]:
    """The folder with the deck.toml; problems name its files as they lie in the deck."""
    with _opened(deck) as source:
        try:
            yield source
        except InputError as error:
            found = (
                replace(each, file=each.file.replace(source.as_posix(), deck.as_posix()))
                for each in error.problems
            )
            raise InputError(problems=found) from None


@contextmanager
def _opened(deck: Path) -> Iterator[Path]:
    """The folder with the deck.toml: the one named, or what an archive holds."""
    if deck.is_dir():
        yield deck
        return
    if not deck.is_file():
        raise InputError("there is no such deck", file=deck, hint="name a folder or a .zip with a deck.toml")
    with temporary_folder("printkit-deck-") as scratch:
        try:
            _unpack(deck, scratch)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
            ValueError,
        ) as error:
            raise InputError(f"is not a readable archive: {error}", file=deck) from error
        found = sorted(scratch.glob(f"**/{DECK_FILE}"), key=lambda path: (len(path.parts), path))
        if not found:
            raise InputError(f"there is no {DECK_FILE} in it", file=deck)
        yield found[0].parent


def _unpack(deck: Path, folder: Path) -> None:
    with open_plain(deck) as stream, zipfile.ZipFile(stream) as archive:
        members = [
            each for each in archive.infolist() if PurePosixPath(each.filename).suffix.lower() in WANTED
        ]
        too_large = sum(each.file_size for each in members) > MAX_UNPACKED
        if too_large or len(members) > MAX_MEMBERS or any(each.file_size > MAX_FILE for each in members):
            raise InputError(
                f"holds more than {MAX_UNPACKED // 1_000_000} MB or {MAX_MEMBERS} files", file=deck
            )
        for member in members:
            # extract leaves out what leads upwards; links are written as plain files.
            archive.extract(member, folder)


def _remarks(deck: TarotDeck) -> Iterator[str]:
    """What a deck has and the kit has not."""
    for language in deck.languages:
        if signs := _missing(deck, language):
            yield f"the names in {language} are left out: no font has {signs[:20]!r}"
    if deck.back is None:
        yield "the deck has no back; name one in kit.toml (components) and layout.toml (faces.back)"


def _missing(deck: TarotDeck, language: str) -> str:
    """The characters of a language's names that the fonts lack."""
    return _unprintable("".join(card.names[language] for card in deck.cards))


def _unprintable(words: str) -> str:
    return find_font(FONTS["display"]).missing("".join(sorted(set(words))))


def _size(aspect: float) -> _Size:
    for name, (width, height) in SIZES.items():
        if abs(width / height - aspect) < 0.001:
            return _Size(name, width, height)
    return _Size("deck", round(HEIGHT * aspect, 2), HEIGHT)


def _card_id(card: DeckCard, deck: TarotDeck) -> str:
    """The id a kit knows the card by: major-00, cups-01, or its own name with hyphens."""
    kind, *rest = card.place
    if kind == "minor_arcana" and rest[0] in deck.suits and rest[1] in RANKS:
        return f"{deck.suits[rest[0]]}-{RANKS.index(rest[1]) + 1:02}"
    word = "-".join(rest) if kind == "minor_arcana" else rest[0]
    return (
        f"major-{word}" if word.isdigit() else re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") or "card"
    )


def _art(pictures: tuple[Path, ...], target: Path, name: str, size: _Size) -> str:
    """Put the best picture a kit can take into its art folder; its path there."""
    problems: list[PrintkitError] = []
    for picture in sorted(pictures, key=lambda path: _rank(path)):
        data = read_source(picture, file=str(picture), root=None, limit=MAX_FILE)
        try:
            return _taken(picture, data, target, name, size)
        except InputError as error:
            problems.append(error)
    raise InputError(problems=[problem for error in problems for problem in error.problems])


def _rank(path: Path) -> int:
    """Drawings a kit can take, then large bitmaps, then other drawings, then small bitmaps."""
    if path.suffix.lower() == ".svg":
        return 0 if _is_taken(path) else 2
    height = re.match(
        r"h([0-9]+)\Z", next((part for part in reversed(path.parts) if re.match(r"h[0-9]+\Z", part)), "")
    )
    return 3 if height and int(height[1]) < ENOUGH_PIXELS else 1


def _is_taken(path: Path) -> bool:
    try:
        art_of(ArtSource(path.resolve(), path.resolve().parent))
    except InputError:
        return False
    return True


def _taken(picture: Path, data: bytes, target: Path, name: str, size: _Size) -> str:
    ending = picture.suffix.lower()
    if _is_taken(picture):
        place = f"art/{name}{ending}"
        if ending != ".svg":
            # Damage behind the header is found now, not when the kit is first built.
            read_bitmap(data, str(picture))
    else:
        place, file = f"art/{name}.png", str(picture)
        drawn = drawing(data, file, size.width, size.height, DPI) if is_svg(data) else None
        data = png_of(on_white(drawn) if drawn else read_bitmap(data, file).image)
    (target / place).write_bytes(data)
    return place


def _files(
    kit_id: str, deck: TarotDeck, languages: tuple[str, ...], arts: Mapping[str, str], back: str, size: _Size
) -> dict[str, str]:
    """The kit's text files."""
    cards = _ordered(deck)
    entries = [_entry(card_id, deck, arts[card_id]) for card_id in cards]
    title = kit_id if _unprintable(deck.name) else deck.name
    texts = {
        f"text.{language}.toml": with_texts(
            "",
            {
                "kit.title": title,
                **{f"card.{card_id}.name": _name(card, language) for card_id, card in cards.items()},
            },
        )
        for language in languages
    }
    components = tuple(dict.fromkeys(entry["component"] for entry in entries))
    return {
        "kit.toml": _kit_toml(kit_id, deck, languages, components, back, size),
        "cards.toml": with_cards("", entries),
        "layout.toml": _layout_toml(back, size),
        **texts,
    }


def _ordered(deck: TarotDeck) -> dict[str, DeckCard]:
    """The cards by their ids, in the order printkit wrote, or in the specification's."""
    cards = {_card_id(card, deck): card for card in deck.cards}
    known = deck.components.keys() >= cards.keys()
    return {card_id: cards[card_id] for card_id in (deck.components if known else cards) if card_id in cards}


def _name(card: DeckCard, language: str) -> str:
    return card.names.get(language) or canonical_name(card.place)


def _entry(card_id: str, deck: TarotDeck, art: str) -> dict[str, Any]:
    component = deck.components.get(card_id, "")
    known = component if re.fullmatch(ID_PATTERN, component) else "deck"
    entry = {"id": card_id, "face": "card", "component": known, "art": art}
    return entry | ({"copies": deck.copies[card_id]} if card_id in deck.copies else {})


def _kit_toml(
    kit_id: str,
    deck: TarotDeck,
    languages: tuple[str, ...],
    components: tuple[str, ...],
    back: str,
    size: _Size,
) -> str:
    facts = [
        f"Made from the deck {deck.id} {deck.version}.",
        *(f"{key}: {value}" for key, value in deck.facts.items()),
    ]
    table = {
        "id": kit_id,
        "version": deck.version if _VERSION.match(deck.version) else "1.0",
        "languages": languages,
        "size": size.name,
        "fonts": FONTS,
        "components": {name: {"back": "back"} if back else {} for name in components},
    }
    return "".join(f"# {' '.join(fact.split())}\n" for fact in facts) + tomlkit.dumps(table)


def _layout_toml(back: str, size: _Size) -> str:
    """The picture to the trim on white, and behind that once more to fill the bleed, where only its edge is seen."""
    outer = [-BLEED, -BLEED, round(size.width + 2 * BLEED, 2), round(size.height + 2 * BLEED, 2)]
    inner = [0, 0, size.width, size.height]
    faces: dict[str, Any] = {}
    for face, art in (("card", ""), ("back", back)) if back else (("card", ""),):
        picture = {"art": art} if art else {}
        blocks = [
            {"block": "picture", "box": outer, **picture, "cover": True},
            {"block": "shape", "box": inner, "ink": "paper"},
            {"block": "picture", "box": inner, **picture},
        ]
        faces[face] = {size.name: blocks}
    measures = {"width": f"{size.width:g}mm", "height": f"{size.height:g}mm", "bleed": f"{BLEED:g}mm"}
    return tomlkit.dumps({"sizes": {size.name: measures}, "faces": faces})
