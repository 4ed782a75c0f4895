"""The cards of a folder of pictures: which they are, how often each is printed, and their faces with bleed."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from printkit.backends.bleed import Bleed, fitted_picture, one_page, page_count, picture_shape
from printkit.compose.faces.bled_drawing import CUT, bled_drawing
from printkit.errors import InputError, Problem, nearest_hint, unreadable
from printkit.files import read_plain
from printkit.geometry import Affine, Rect, Size
from printkit.interchange.picture_folder import Drawing, FolderCard, read_folder
from printkit.kit.art import loose_art
from printkit.material.bitmaps import pictures_in
from printkit.material.headers import MAX_PICTURE_BYTES
from printkit.material.pixels import is_pdf
from printkit.scene.model import Group, Picture, Scene
from printkit.sheets.model import FaceKey, FaceSide, find_card_size

__all__ = ["MOST_COPIES", "PictureDeck", "PictureFaces", "SheetsRequest", "picture_bytes", "picture_deck"]


# ── the cards of a folder of pictures ────────────────────────────────────────────────────────────────────────────────

MOST_CARDS = 10_000
_PAGED = (".pdf", ".tif", ".tiff")
MOST_COPIES = 500


@dataclass(frozen=True, slots=True)
class SheetsRequest:
    """What is asked for: lengths in mm; `card` and `paper` are names or sizes, paper `card` is a card a page.

    `bleed` is what the sheets have around each card; `make` says how a picture without any gets it, and `fit`
    what becomes of one that is not of the card's shape: it is cut, or shown whole on white. `cards` are the
    names wanted or patterns of them, and `backs` files, each for all cards or as `PATTERN=FILE` for those whose names
    fit. Every card is printed `copies` times as often as its name says. `skip` names places of the first sheet, as in
    `1-3,7`. `cut_files` are endings of files for a cutting machine, `corner` the radius it cuts.
    """

    folder: Path
    backs: tuple[str, ...] = ()
    card: str = "standard"
    bleed: float = 3.0
    make: str = "mirror"
    fit: str = "cut"
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
    """The cards as they are imposed: an id for each copy, each id's card, and why backs of no card are on none."""

    ids: tuple[str, ...]
    cards: Mapping[str, FolderCard]
    left_out: tuple[Problem, ...] = ()

    @property
    def has_backs(self) -> bool:
        """Whether any card has a back."""
        return any(card.back for card in self.cards.values())

    def without(self, ids: Collection[str]) -> PictureDeck:
        """The deck without these cards."""
        return self._replace(
            ids=tuple(each for each in self.ids if each not in ids),
            cards={each: card for each, card in self.cards.items() if each not in ids},
        )


def picture_deck(request: SheetsRequest) -> PictureDeck:
    """The cards of the folder that are wanted; raises `InputError` where there is none."""
    paged = [file for file in _listed(request.folder) if file.suffix.lower() in _PAGED]
    found = read_folder(request.folder, {file: _pages(file) for file in paged})
    backs = [_back(each, request.folder) for each in request.backs]
    own = {file.resolve() for _, file in backs}
    fronts = [card for card in found.cards if card.front.file.resolve() not in own]
    found = found._replace(lost=tuple(file for file in found.lost if file.resolve() not in own))
    # Where every card has a back, one that is left is not wanted.
    if found.lost and "*" not in dict(backs):
        raise found.refused("name it like its front, back.png for all, or give it with --back")
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
    left_out = found.refused("name it like its front, or give it with --back").problems if found.lost else ()
    return PictureDeck(ids, named, tuple(left_out))


def _back(text: str, folder: Path) -> tuple[str, Path]:
    """The names a back is for, and its file, there or in the folder: `wolf-*=wolf.png`, or a file for all."""
    pattern, equals, name = text.partition("=")
    if not (equals and pattern) or Path(text).exists():
        pattern, name = "*", text
    return pattern, Path(name) if Path(name).exists() or not (folder / name).exists() else folder / name


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
    """How many pages a PDF or TIFF has; one where it cannot be read, as is said where the page is drawn."""
    try:
        data = picture_bytes(file)
        return page_count(data) if is_pdf(data) else len(pictures_in(data))
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


# ── the faces of pictures: as they are where they can be, turned, with the bleed they lack ───────────────────────────

_LEAST_DPI = 200
# What is no longer than so many times its width has no way up.
_SQUARE = 1.1
_HELPS = {CUT: "; --fit whole shows all of it"}
# A whole picture leaves no more than this share of a card's shorter edge free at either side.
_AIR = 0.1


class PictureFaces:
    """The faces as they are asked for; equal pictures are stored once."""

    def __init__(self, request: SheetsRequest, deck: PictureDeck, scratch: Path) -> None:
        self.request, self.deck, self.scratch = request, deck, scratch
        self.scenes: dict[tuple[Drawing | None, FaceSide], Scene] = {}
        self.notes: dict[str, list[str]] = {}

    def __call__(self, key: FaceKey) -> Scene:
        card = self.deck.cards[key.card]
        drawing = card.front if key.side == "front" else card.back
        if (drawing, key.side) not in self.scenes:
            self.scenes[drawing, key.side] = self._scene(drawing, key.side)
        return self.scenes[drawing, key.side]

    def read(self, progress: Callable[[int], None]) -> Mapping[str, InputError]:
        """Read every picture; why cards cannot be printed, by id. Where none can, that is one InputError."""
        unread: dict[str, InputError] = {}
        for done, name in enumerate(self.deck.cards, 1):
            try:
                self(FaceKey(name, "front"))
                self(FaceKey(name, "back"))
            except InputError as error:
                unread[name] = error
            progress(done)
        if len(unread) == len(self.deck.cards):
            problems = [problem for error in unread.values() for problem in error.problems]
            raise InputError(problems=list(dict.fromkeys(problems)))
        return unread

    def _scene(self, drawing: Drawing | None, side: FaceSide) -> Scene:
        size, bleed = self.request.size, self.request.bleed
        if drawing is None:
            return Scene("no-back", size.width, size.height, bleed, ())
        data = picture_bytes(drawing.file)
        if drawing.file.suffix.lower() not in _PAGED and (count := len(pictures_in(data))) > 1:
            self.notes.setdefault("only the first picture is printed of", []).append(
                f"{drawing.file.name} ({count} pictures)"
            )
        if not _lies(picture_shape(data, str(drawing.file), drawing.page), size):
            return self._fitted(drawing, data, size)
        self.notes.setdefault("turned to lie as the card does", []).append(drawing.file.name)
        lying = self._fitted(drawing, data, size.turned())
        # A card that is turned over to the side then shows both with their heads up.
        way = Affine.rotation(90.0).then(Affine.translation(size.width, 0.0))
        if side == "back":
            way = Affine.rotation(270.0).then(Affine.translation(0.0, size.height))
        return Scene(f"{lying.id}-{side}", *size, bleed, (Group(lying.items, way),))

    def _fitted(self, drawing: Drawing, data: bytes, size: Size) -> Scene:
        """The face of a card of that size (mm)."""
        name, bleed = f"{drawing.file.name}-{drawing.page}", self.request.bleed
        if scene := self._as_it_is(name, drawing, data, size):
            return scene
        make = cast(Bleed, self.request.make)
        fitted = fitted_picture(data, str(drawing.file), drawing.page, size, bleed, make, self._room(size))
        digest = hashlib.sha256(fitted.data).hexdigest()
        file = self.scratch / f"{digest}{fitted.suffix}"
        file.write_bytes(fitted.data)
        box = Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
        if fitted.note:
            self.notes.setdefault(fitted.note, []).append(drawing.file.name)
        self._judge(fitted.pixels[0] / box.width * 25.4, drawing)
        return Scene(name, size.width, size.height, bleed, (Picture(str(file), digest, box, fitted.pixels),))

    def _room(self, size: Size) -> Rect | None:
        """Where a picture of another shape is shown whole: as far inside a card's edge as its bleed is outside."""
        air = min(self.request.bleed, min(size) * _AIR)
        return Rect(0.0, 0.0, *size).grown(-air) if self.request.fit == "whole" else None

    def _as_it_is(self, name: str, drawing: Drawing, data: bytes, size: Size) -> Scene | None:
        """A drawing that stays paths, a page or a JPEG as it is; None for one whose pixels are drawn anew."""
        file = drawing.file
        if is_pdf(data):
            single = one_page(data, str(file), drawing.page, size, self.request.bleed)
            if single is None:
                return None
            file, data = self.scratch / f"{hashlib.sha256(single).hexdigest()}.pdf", single
            file.write_bytes(single)
        art = loose_art(file, data)
        if art is None:
            return None
        if art.lost:
            self.notes.setdefault("printed otherwise than drawn", []).append(
                f"{drawing.file.name} ({art.lost})"
            )
        if art.inexact and not art.is_page:
            self.notes.setdefault("printed as pixels, 600 dpi", []).append(
                f"{drawing.file.name} ({art.inexact})"
            )
            return None
        room = self._room(size)
        made = bled_drawing(name, art, size, self.request.bleed, self.request.make, room)
        if made is None:
            return None
        if made.note:
            self.notes.setdefault(made.note, []).append(drawing.file.name)
        for picture in art.items:
            if isinstance(picture, Picture) and not is_pdf(data):
                self._judge(picture.pixels[0] / (art.view.width * made.scale) * 25.4, drawing)
        return made.scene

    def _judge(self, dpi: float, drawing: Drawing) -> None:
        if dpi < _LEAST_DPI:
            self.notes.setdefault(f"less than {_LEAST_DPI} dpi at this size", []).append(drawing.file.name)

    def warnings(self) -> Iterator[str]:
        """What became of which pictures."""
        for note, found in self.notes.items():
            # A PDF of many pages is one file.
            names = list(dict.fromkeys(found))
            shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
            yield f"{note}: {shown}{_HELPS.get(note, '')}"


def _lies(shape: float, card: Size) -> bool:
    """Whether a picture of that shape, width through height, lies where the card stands, or stands where it lies."""
    own = card.width / card.height
    one, other = sorted((shape, own))
    return one < 1 / _SQUARE and other > _SQUARE
