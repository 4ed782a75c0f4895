"""The cards of a folder of pictures: what is asked for, which pictures they are, and how often each is printed."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from printkit.backends.bleed import page_count
from printkit.errors import InputError, nearest_hint, unreadable
from printkit.files import read_plain
from printkit.geometry import Size
from printkit.interchange.picture_folder import Drawing, FolderCard, read_folder
from printkit.material.headers import MAX_PICTURE_BYTES
from printkit.sheets.model import find_card_size

__all__ = ["MOST_COPIES", "PictureDeck", "SheetsRequest", "picture_bytes", "picture_deck"]

MOST_CARDS = 10_000
MOST_COPIES = 500


@dataclass(frozen=True, slots=True)
class SheetsRequest:
    """What is asked for: lengths in mm; `card` and `paper` are names or sizes, paper `card` is a card a page.

    `bleed` is what the sheets have around each card; `make` says how a picture without any gets it. `cards` are the
    names wanted or patterns of them, and `backs` files, each for all cards or as `PATTERN=FILE` for those whose names
    fit. Every card is printed `copies` times as often as its name says. `skip` names places of the first sheet, as in
    `1-3,7`. `cut_files` are endings of files for a cutting machine, `corner` the radius it cuts.
    """

    folder: Path
    backs: tuple[str, ...] = ()
    card: str = "standard"
    bleed: float = 3.0
    make: str = "mirror"
    paper: str = "a4"
    duplex: str = "long"
    gutter: float | None = None
    margin: float = 5.0
    marks: tuple[str, ...] = ("crop",)
    corner: float = 3.0
    cut_files: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    copies: int = 1
    skip: str = ""
    printer: str = ""
    out: Path = Path("output")

    @property
    def size(self) -> Size:
        """The finished card; raises `InputError`."""
        return find_card_size(self.card)


class PictureDeck(NamedTuple):
    """The cards as they are imposed: an id for each copy, and each id's card."""

    ids: tuple[str, ...]
    cards: Mapping[str, FolderCard]

    @property
    def has_backs(self) -> bool:
        """Whether any card has a back."""
        return any(card.back for card in self.cards.values())

    def without(self, ids: Collection[str]) -> PictureDeck:
        """The deck without these cards."""
        return PictureDeck(
            tuple(each for each in self.ids if each not in ids),
            {each: card for each, card in self.cards.items() if each not in ids},
        )


def picture_deck(request: SheetsRequest) -> PictureDeck:
    """The cards of the folder that are wanted; raises `InputError` where there is none."""
    pdfs = [file for file in _listed(request.folder) if file.suffix.lower() == ".pdf"]
    cards = read_folder(request.folder, {file: _pages(file) for file in pdfs})
    backs = [_back(each) for each in request.backs]
    own = {file.resolve() for _, file in backs}
    fronts = [card for card in cards if card.front.file.resolve() not in own]
    for pattern, _ in backs:
        _fitting(pattern, fronts, "--back")
    kept = [card._replace(back=card.back or _back_of(card, backs)) for card in fronts]
    if request.cards:
        names = set().union(*(_fitting(pattern, kept, "--cards") for pattern in request.cards))
        kept = [card for card in kept if card.name.lower() in names]
    if not any(card.copies for card in kept):
        raise InputError("there is no front in the folder", file=request.folder)
    named = {f"{number}-{card.name}": card for number, card in enumerate(kept, 1) if card.copies}
    ids = tuple(name for name, card in named.items() for _ in range(card.copies * request.copies))
    if len(ids) > MOST_CARDS:
        raise InputError(f"{len(ids):,} cards", file=request.folder, hint=f"at most {MOST_CARDS:,}")
    return PictureDeck(ids, named)


def _back(text: str) -> tuple[str, Path]:
    """The names a back is for, and its file: `wolf-*=wolf.png`, or a file for all."""
    pattern, equals, file = text.partition("=")
    return (pattern, Path(file)) if equals and pattern and not Path(text).exists() else ("*", Path(text))


def _back_of(card: FolderCard, backs: Sequence[tuple[str, Path]]) -> Drawing | None:
    """The first back whose names fit, those for all cards last."""
    fitting = [pair for pair in backs if fnmatch.fnmatchcase(card.name.lower(), pair[0].strip().lower())]
    chosen = min(fitting, key=lambda pair: pair[0] == "*", default=None)
    return Drawing(chosen[1]) if chosen else None


def _fitting(pattern: str, cards: Sequence[FolderCard], key: str) -> set[str]:
    """The names that fit a pattern, in small letters; none is an error."""
    names = {card.name.lower() for card in cards}
    fitting = {name for name in names if fnmatch.fnmatchcase(name, pattern.strip().lower())}
    if names and not fitting:
        raise InputError(f"no card is like {pattern!r}", key=key, hint=nearest_hint(pattern, sorted(names)))
    return fitting


def _pages(file: Path) -> int:
    """How many pages a PDF has; one where it cannot be read, as is said where the page is drawn."""
    try:
        return page_count(picture_bytes(file))
    except InputError:
        return 1


def _listed(folder: Path) -> Sequence[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        # Said better where the pictures are read.
        return ()


def picture_bytes(file: Path) -> bytes:
    try:
        return read_plain(file, MAX_PICTURE_BYTES)
    except OSError as error:
        raise unreadable(error, file) from error
