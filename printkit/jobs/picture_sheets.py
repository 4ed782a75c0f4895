"""Print-ready sheets from a folder of pictures, without a kit."""

from __future__ import annotations

import fnmatch
import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, cast

from printkit.backends.bleed import Bleed, fitted_picture, one_page, page_count
from printkit.backends.pdf import write_pdf
from printkit.backends.pdf_info import DocumentInfo
from printkit.compose.bled_drawing import bled_drawing
from printkit.compose.furniture import sheet_label
from printkit.errors import InputError, Problem, nearest_hint
from printkit.files import read_plain, staging, temporary_folder
from printkit.geometry import Rect, Size, length_text
from printkit.interchange.picture_folder import Drawing, FolderCard, left_out, read_folder
from printkit.kit.art import loose_art
from printkit.material.headers import MAX_PICTURE_BYTES
from printkit.material.pages import is_pdf
from printkit.scene.model import Picture, Scene
from printkit.sheets.impose import Duplex, ImpositionSpec, card_per_page, impose, plan
from printkit.sheets.model import FaceKey, Sheet
from printkit.sheets.papers import find_card_size, find_paper

__all__ = ["BLEEDS", "PictureSheets", "SheetsRequest", "described", "picture_sheets"]

BLEEDS = ("mirror", "extend", "white", "scale")
# The room tried between cards, in bleeds.
GUTTERS = (2.0, 1.0, 0.5, 0.0)
MOST_CARDS = 10_000
_LEAST_DPI = 200
_ID = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class SheetsRequest:
    """What is asked for: lengths in mm; `card` and `paper` are names or sizes, paper `card` is a card a page.

    `bleed` is what the sheets have around each card; `make` says how a picture without any gets it. `cards` are the
    names wanted or patterns of them.
    """

    folder: Path
    back: Path | None = None
    card: str = "standard"
    bleed: float = 3.0
    make: str = "mirror"
    paper: str = "a4"
    duplex: str = "long"
    gutter: float | None = None
    margin: float = 5.0
    marks: str = "crop"
    cards: tuple[str, ...] = ()
    out: Path = Path("output")

    @property
    def size(self) -> Size:
        """The finished card; raises `InputError`."""
        return find_card_size(self.card)


class PictureSheets(NamedTuple):
    """The file that was made: its pages and cards, what to know before it is printed, and what is not on it.

    `left_out` says of what lies in the folder why it is not printed; plain texts are among the warnings.
    """

    file: Path
    pages: int
    cards: int
    warnings: tuple[str, ...]
    left_out: tuple[Problem, ...] = ()
    duplex: Duplex = "none"


class _Deck(NamedTuple):
    """The cards as they are imposed: an id for each copy, and each id's card."""

    ids: tuple[str, ...]
    cards: Mapping[str, FolderCard]

    @property
    def has_backs(self) -> bool:
        return any(card.back for card in self.cards.values())

    def without(self, ids: Collection[str]) -> _Deck:
        """The deck without these cards."""
        return _Deck(
            tuple(each for each in self.ids if each not in ids),
            {each: card for each, card in self.cards.items() if each not in ids},
        )


def picture_sheets(
    request: SheetsRequest, progress: Callable[[str, int, int], None] = lambda name, done, total: None
) -> PictureSheets:
    """Lay the pictures of a folder on sheets, fronts and backs; raises `InputError` before anything is written."""
    _check(request)
    deck = _deck(request)
    name = f"{_ID.sub('-', request.folder.resolve().name.lower()).strip('-') or 'cards'}-sheets.pdf"
    duplex = cast(Duplex, request.duplex if deck.has_backs else "none")
    pages = 0
    with temporary_folder("printkit-sheets-") as scratch, staging(request.out) as stage:
        faces = _Faces(request, deck, scratch)
        unread = faces.read(lambda done: progress(name, done, len(deck.cards)))
        deck = deck.without(unread)

        def counted() -> Iterator[Sheet]:
            nonlocal pages
            for sheet in _sheets(request, deck, duplex):
                pages += 1
                yield sheet

        info = DocumentInfo(
            title=request.folder.resolve().name,
            language="en",
            duplex=duplex if duplex in ("long", "short") else None,
        )
        with stage.open(name) as stream:
            write_pdf(stream, counted(), faces, info)
    meant, texts = left_out(request.folder)
    warnings = [*faces.warnings(), *(f"not printed, as it is a text: {text}" for text in texts)]
    hint = "export it as PNG or PDF"
    problems = [Problem("is no picture and no PDF", each, hint=hint) for each in meant]
    problems += dict.fromkeys(problem for error in unread.values() for problem in error.problems)
    return PictureSheets(request.out / name, pages, len(deck.ids), tuple(warnings), tuple(problems), duplex)


def _check(request: SheetsRequest) -> None:
    """Choices and lengths that cannot be."""
    for key, value, known in (
        ("--make-bleed", request.make, BLEEDS),
        ("--duplex", request.duplex, ("long", "short", "fold", "fronts-then-backs", "none")),
        ("--marks", request.marks, ("crop", "none")),
    ):
        if value not in known:
            raise InputError(f"{value!r} is not a valid choice", key=key, hint=", ".join(known))
    if not all(10.0 <= edge <= 600.0 for edge in request.size):
        raise InputError(f"no card is {request.size}", key="--card", hint="each edge is 10 to 600 mm")
    if not 0.0 <= request.bleed <= 20.0:
        raise InputError(f"{request.bleed:g} mm", key="--bleed", hint="0 to 20 mm")


def _deck(request: SheetsRequest) -> _Deck:
    pdfs = [file for file in _listed(request.folder) if file.suffix.lower() == ".pdf"]
    pages = {file: _pages(file) for file in pdfs}
    cards = read_folder(request.folder, pages)
    common = Drawing(request.back) if request.back else None
    own = {file.resolve() for file in (request.back,) if file}
    kept = [card._replace(back=card.back or common) for card in cards if card.front.file.resolve() not in own]
    kept = _chosen(kept, request)
    if not any(card.copies for card in kept):
        raise InputError("there is no front in the folder", file=request.folder)
    named = {f"{at:05}": card for at, card in enumerate(kept)}
    ids = tuple(at for at, card in named.items() for _ in range(card.copies))
    if len(ids) > MOST_CARDS:
        raise InputError(f"{len(ids):,} cards", file=request.folder, hint=f"at most {MOST_CARDS:,}")
    return _Deck(ids, named)


def _chosen(cards: Sequence[FolderCard], request: SheetsRequest) -> list[FolderCard]:
    """The cards whose names fit one of the patterns, all where there is none; a pattern that fits none is an error."""
    names = {card.name.lower(): card for card in cards}
    found: set[str] = set()
    for pattern in request.cards:
        fitting = fnmatch.filter(names, pattern.strip().lower())
        if not fitting:
            raise InputError(f"no card is like {pattern!r}", key="--cards", hint=nearest_hint(pattern, names))
        found.update(fitting)
    return [card for card in cards if card.name.lower() in found or not request.cards]


def _pages(file: Path) -> int:
    """How many pages a PDF has; one where it cannot be read, as is said where the page is drawn."""
    try:
        return page_count(_bytes(file))
    except InputError:
        return 1


def _listed(folder: Path) -> Sequence[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        # Said better where the pictures are read.
        return ()


def _bytes(file: Path) -> bytes:
    try:
        return read_plain(file, MAX_PICTURE_BYTES)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=file) from error


def _sheets(request: SheetsRequest, deck: _Deck, duplex: Duplex) -> Iterator[Sheet]:
    if request.paper.lower() == "card":
        yield from card_per_page(
            deck.ids, request.size, request.bleed, order=("front", "back") if deck.has_backs else ("front",)
        )
        return
    spec = _spec(request, duplex)
    total = -(-len(deck.ids) // plan(request.size, request.bleed, spec).per_sheet)
    title = request.folder.resolve().name
    for sheet in impose(deck.ids, request.size, request.bleed, spec):
        if sheet.furniture is None:
            yield sheet
            continue
        words = (f"{title} · {sheet.number}/{total} {sheet.side}", "print at 100 %", "ruler 100 mm")
        yield _labelled(sheet, words)


def _spec(request: SheetsRequest, duplex: Duplex) -> ImpositionSpec:
    """How the cards are laid: with the room between them that was requested, else with the most that costs no card."""
    gutters = (
        (request.gutter,) if request.gutter is not None else tuple(request.bleed * each for each in GUTTERS)
    )
    specs = [
        ImpositionSpec(
            find_paper(request.paper),
            margin=request.margin,
            gutter=gutter,
            duplex=duplex,
            marks="crop" if request.marks == "crop" else "none",
        )
        for gutter in gutters
    ]
    return max(specs, key=lambda spec: _per_sheet(request, spec))


def _per_sheet(request: SheetsRequest, spec: ImpositionSpec) -> int:
    try:
        return plan(request.size, request.bleed, spec).per_sheet
    except InputError:
        return 0


def _on_a_sheet(request: SheetsRequest, duplex: Duplex) -> str:
    """How many cards a sheet holds, how close they lie where that is not usual, and what would hold more."""
    if request.paper.lower() == "card":
        return ""
    spec = _spec(request, duplex)
    count, gap = _per_sheet(request, spec), spec.gutter or 0.0
    close = request.gutter is None and gap < 2 * request.bleed
    apart = (f" {length_text(gap)} mm apart" if gap else " edge to edge") if close else ""
    tight = replace(spec, gutter=0.0, margin=min(3.0, request.margin), marks="none")
    most = _per_sheet(request, tight)
    more = f" ({most} with --gutter 0mm --margin {length_text(tight.margin)}mm --marks none)"
    return f", {count} to a sheet{apart}{more if most > count else ''}"


def _labelled(sheet: Sheet, words: tuple[str, ...]) -> Sheet:
    assert sheet.furniture
    return replace(sheet, marks=(*sheet.marks, *sheet_label(words, sheet.furniture)))


class _Faces:
    """The faces as they are asked for; equal pictures are stored once."""

    def __init__(self, request: SheetsRequest, deck: _Deck, scratch: Path) -> None:
        self.request, self.deck, self.scratch = request, deck, scratch
        self.scenes: dict[Drawing | None, Scene] = {}
        self.notes: dict[str, list[str]] = {}

    def __call__(self, key: FaceKey) -> Scene:
        card = self.deck.cards[key.card]
        drawing = card.front if key.side == "front" else card.back
        if drawing not in self.scenes:
            self.scenes[drawing] = self._scene(drawing)
        return self.scenes[drawing]

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

    def _scene(self, drawing: Drawing | None) -> Scene:
        size, bleed = self.request.size, self.request.bleed
        if drawing is None:
            return Scene("no-back", size.width, size.height, bleed, ())
        name, data = f"{drawing.file.name}-{drawing.page}", _bytes(drawing.file)
        if scene := self._as_it_is(name, drawing, data):
            return scene
        fitted = fitted_picture(
            data,
            str(drawing.file),
            drawing.page,
            size,
            bleed,
            cast(Bleed, self.request.make),
        )
        digest = hashlib.sha256(fitted.data).hexdigest()
        file = self.scratch / f"{digest}{fitted.suffix}"
        file.write_bytes(fitted.data)
        box = Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
        if fitted.note:
            self.notes.setdefault(fitted.note, []).append(drawing.file.name)
        self._judge(fitted.pixels[0] / box.width * 25.4, drawing)
        return Scene(name, size.width, size.height, bleed, (Picture(str(file), digest, box, fitted.pixels),))

    def _as_it_is(self, name: str, drawing: Drawing, data: bytes) -> Scene | None:
        """A drawing that stays paths, a page or a JPEG as it is; None for one whose pixels are drawn anew."""
        file = drawing.file
        if is_pdf(data):
            single = one_page(data, str(file), drawing.page, self.request.size, self.request.bleed)
            if single is None:
                return None
            file, data = self.scratch / f"{hashlib.sha256(single).hexdigest()}.pdf", single
            file.write_bytes(single)
        art = loose_art(file, data)
        if art is None:
            return None
        if art.inexact and not art.is_page:
            self.notes.setdefault("printed as pixels, 600 dpi", []).append(
                f"{drawing.file.name} ({art.inexact})"
            )
            return None
        made = bled_drawing(name, art, self.request.size, self.request.bleed, self.request.make)
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
        for note, names in self.notes.items():
            shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
            yield f"{note}: {shown}"


def described(made: PictureSheets, request: SheetsRequest) -> str:
    """The file with its pages and cards, in a line."""
    cards = f"{made.cards} card{'s' * (made.cards != 1)}"
    pages = f"{made.pages} page{'s' * (made.pages != 1)}"
    per_sheet = _on_a_sheet(request, made.duplex)
    return (
        f"{made.file}  {cards} of {request.size} on {pages}{per_sheet}, bleed {length_text(request.bleed)} mm"
    )
