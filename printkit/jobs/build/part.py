"""A part of a build: its documents, their pages and file names, and what its sheets say beside them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar

from printkit.backends.pdf_info import DocumentInfo
from printkit.backends.press import HOME
from printkit.compose.books.furniture import sheet_label
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.errors import InputError, Problem
from printkit.games.find import loaded_entry
from printkit.geometry import Size, length_text
from printkit.jobs.build.request import USUAL_MARGIN, BuildRequest, page_numbers
from printkit.kit.edition import EVERY_LANGUAGE
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey, Sheet
from printkit.sheets.tiling import TilingSpec, plan_tiles, tile_sheets

__all__ = [
    "Document",
    "Job",
    "Scenes",
    "SheetWord",
    "check_words",
    "chosen_pages",
    "document_info",
    "file_name",
    "labelled",
    "labelled_with",
    "on_pages",
    "on_paper",
    "options_text",
    "print_hints",
    "reprint",
    "sheet_words",
    "stated_options",
    "tiled",
]


# ── what sheets say beside what is printed on them, in the languages of their kit ────────────────────────────────────

SheetWord = Literal[
    "front",
    "back",
    "scale",
    "ruler",
    "long",
    "short",
    "tile",
    "box",
    "stick",
    "hinge",
    "seam",
    "check",
    "apart",
    "measure",
]

_WORDS: dict[SheetWord, dict[str, str]] = {
    "front": {"ja": "表", "en": "front"},
    "back": {"ja": "裏", "en": "back"},
    "scale": {"ja": "100 %で印刷", "en": "print at 100 %"},
    "ruler": {"ja": "定規", "en": "ruler"},
    "long": {"ja": "両面 長辺", "en": "flip on long edge"},
    "short": {"ja": "両面 短辺", "en": "flip on short edge"},
    "tile": {"ja": "線で切り斜線に糊", "en": "cut at the line, glue on the hatching"},
    "box": {"ja": "実線で切り破線で折る", "en": "cut the lines, fold the dashes"},
    "hinge": {"ja": "太線で切り裏をテープ留め", "en": "cut at the line, tape the back"},
    "seam": {"ja": "太線で切り斜線に糊", "en": "cut at the line, glue on hatching"},
    "check": {"ja": "印刷の確認", "en": "Print check"},
    "apart": {"ja": "この面は本に綴じません。", "en": "This page is not part of the book."},
    "measure": {
        "ja": "100 %で印刷してください。下の定規は100 mmになります。",
        "en": "Print at 100 %: the ruler below is then 100 mm long.",
    },
    "stick": {"ja": "折って巻き、斜線に糊", "en": "fold, roll up, glue on the hatching"},
}


def sheet_words(word: SheetWord, languages: Sequence[str]) -> str:
    """The words in those of the languages that printkit knows, else in English."""
    return " ".join(_in_each(word, languages).values())


def print_hints(languages: Sequence[str]) -> tuple[str, str]:
    """How a sheet is to be printed, and what its ruler is for."""
    return sheet_words("scale", languages), f"{sheet_words('ruler', languages)} 100 mm"


def check_words(languages: Sequence[str]) -> tuple[Mapping[str, str], ...]:
    """The heading of the print-check page and its sentences, each by the languages it is in."""
    words: tuple[SheetWord, ...] = ("check", "measure", "apart")
    return tuple(_in_each(word, languages) for word in words)


def _in_each(word: SheetWord, languages: Sequence[str]) -> Mapping[str, str]:
    known = {language: text for language, text in _WORDS[word].items() if language in languages}
    return known or {"en": _WORDS[word]["en"]}


# ── A part of a build: its documents, their pages and file names ─────────────────────────────────────────────────────

USUAL_PAPER = "a4"

T = TypeVar("T")


class Scenes:
    """Faces and tokens as they are requested; fronts are kept only while a deck is small enough to keep.

    Of boards, boxes and books the `kept` ones used last are, for `check`, which lays them out in many ways.
    """

    KEEP = 200

    def __init__(self, kit: Kit, choices: Choices, kept: int = 0) -> None:
        self.kit = kit
        self.choices = choices
        self.kept = kept
        self._cards = {card.id: card for card in kit.cards}
        self._backs = {card.id: kit.back_name(card) for card in kit.cards}
        self._back = lru_cache(self.KEEP)(self._compose_back)
        self.token = lru_cache(self.KEEP)(self._compose_token)
        """A side of a token."""
        self._kept: dict[str, Scene] = {}
        self._made: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The board, box or book of that key, made now unless it is one of those used last."""
        found: T = self._made.pop(key) if key in self._made else make()
        self._made[key] = found
        while len(self._made) > self.kept:
            del self._made[next(iter(self._made))]
        return found

    def front(self, card_id: str) -> Scene:
        """The face of a card."""
        scene = self._kept.get(card_id)
        if scene is None:
            scene = compose_face(self.kit, self._cards[card_id], self.choices)
            if len(self._cards) <= self.KEEP:
                self._kept[card_id] = scene
        return scene

    def compose(self, card_ids: Iterable[str]) -> None:
        """Compose these fronts now, if they can be kept, so that later requests, for copies too, reuse them.

        Whatever does not fit on any of them is in one InputError.
        """
        problems: list[Problem] = []
        for card_id in card_ids if len(self._cards) <= self.KEEP else ():
            try:
                self.front(card_id)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems=list(dict.fromkeys(problems)))

    def __call__(self, key: FaceKey) -> Scene:
        if key.side == "front":
            return self.front(key.card)
        return self._back(self._backs[key.card])

    def _compose_token(self, token: Token, side: str) -> Scene:
        # By name, since a deck would load boards, sticks and reminders for nothing.
        compose_token = loaded_entry("printkit.compose.pieces.tokens:compose_token")
        scene: Scene = compose_token(self.kit, token, side, self.choices)
        return scene

    def _compose_back(self, name: str) -> Scene:
        card = next((self._cards[each] for each, back in self._backs.items() if back == name != ""), None)
        if card is None:
            raise InputError("a card has no back", file="kit.toml", key="components")
        return compose_back(self.kit, card, self.choices)


@dataclass(frozen=True, slots=True)
class Job:
    """One kit being built: its choices, its faces, and what the user requested.

    Of an edition in one of its languages, `whole` is the kit with all of them.
    """

    kit: Kit
    request: BuildRequest
    choices: Choices
    scenes: Scenes
    whole: Kit | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages documents are wanted in, one file each."""
        return self.kit.languages if self.request.lang == EVERY_LANGUAGE else (self.request.lang,)

    def in_every_language(self) -> Job:
        """The job of the whole kit."""
        if self.whole is None:
            return self
        return replace(self, kit=self.whole, scenes=Scenes(self.whole, self.choices), whole=None)


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its name, its pages in order, the faces they place, and facts for the manifest."""

    name: str
    sheets: Iterable[Sheet]
    faces: Callable[[FaceKey], Scene]
    info: DocumentInfo
    cards: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)


def file_name(job: Job, part: str, *, language: str = "", card: bool = True, paper: str = "") -> str:
    """`<kit>-<part>[-<lang>][-<card>][-<paper>][-<press>][-low][-draft].pdf`: only what is not the default is named."""
    usual = job.kit.default_size
    words = [job.kit.id, part, "backs" if job.request.backs_only else "", language or job.kit.edition]
    words.append(job.choices.size if card and job.choices.size != usual else "")
    words += [
        paper.lower() if paper.lower() != USUAL_PAPER else "",
        job.request.press if job.request.press != HOME else "",
        "low" if job.choices.ink == "low" else "",
        "draft" if job.kit.draft else "",
    ]
    return "-".join(filter(None, words)) + ".pdf"


def stated_options(job: Job) -> list[str]:
    """The options of the game a sheet's label states: those its kit does not state itself."""
    return sorted(set(job.request.options) - set(job.kit.options))


def options_text(job: Job, without: str = "") -> str:
    """The options a sheet's label states, to stand between its other words; `without` one that it states elsewhere."""
    options = [each for each in stated_options(job) if each.partition("=")[0] != without]
    return f" · {', '.join(options)}" if options else ""


def made_for(job: Job) -> str:
    """What a sheet's label adds to its title: the options of the game and the stack and sleeves it was made for."""
    lengths = {"stack": job.request.stack, "sleeve": job.request.sleeve}
    stated = (f"{name}={length_text(value)}" for name, value in lengths.items() if value)
    facts = (*stated_options(job), *stated)
    return (f" · {', '.join(facts)}" if facts else "") + reprint(job)


def reprint(job: Job, cards: int = 0) -> str:
    """What a label says of sheets that are a part of the whole on purpose: which pages, or how many cards.

    `check` then does not miss the rest. It also says an edition's language, an unusual margin and gutter and how far
    backs reach, in mm: the sheets cannot be laid out again without.
    """
    pages = job.request.pages.replace(" ", "")
    some = job.request.cards or job.request.changed_since
    facts = [f"cards={cards}" if cards and some else "", f"pages={pages}" if pages else ""]
    facts += ["backs" if job.request.backs_only else "", "draft" if job.kit.draft else ""]
    return "".join(f" · {each}" for each in (*facts, *_laid_out(job)) if each)


def _laid_out(job: Job) -> Iterator[str]:
    if job.kit.edition:
        yield f"lang={job.kit.edition}"
    if job.request.margin != USUAL_MARGIN:
        yield f"margin={job.request.margin:.6g}"
    if job.request.gutter is not None:
        yield f"gutter={job.request.gutter:.6g}"
    if job.request.back_bleed:
        yield f"back-bleed={job.request.back_bleed:.6g}"


def document_info(job: Job, part: str, *, language: str = "") -> DocumentInfo:
    """What a file says of itself, in one language or in all of them."""
    kit, request = job.kit, job.request
    languages = (language,) if language else kit.languages
    title = " ".join(dict.fromkeys(kit.text(code, "kit.title") for code in languages))
    return DocumentInfo(
        title=f"{title} – {part}",
        author=kit.credit.author if kit.credit else "",
        subject=" ".join(filter(None, (kit.id, kit.version, kit.edition))),
        language=language or kit.languages[0],
        duplex="long" if request.duplex == "long" else "short" if request.duplex == "short" else None,
    )


def labelled(sheet: Sheet, title: str, total: int, languages: Sequence[str]) -> Sheet:
    """The sheet with its number and how to print it, where it has room for words."""
    if sheet.furniture is None:
        return sheet
    side = sheet_words(sheet.side, languages)
    return labelled_with(sheet, (f"{title} · {sheet.number}/{total} {side}", *print_hints(languages)))


def labelled_with(sheet: Sheet, words: tuple[str, ...]) -> Sheet:
    """The sheet with these words in the room beside its ruler, the first ones if not all have room."""
    if sheet.furniture is None:
        return sheet
    return replace(sheet, marks=(*sheet.marks, *sheet_label(words, sheet.furniture)))


def tiled(job: Job, face: FaceKey, drawing: Size, paper: Size, title: str) -> Iterator[Sheet]:
    """A drawing over several sheets to be glued together, each with its name, its number and how that is done."""
    spec = TilingSpec(paper, job.request.margin)
    total = len(plan_tiles(drawing, spec).tiles)
    how = (sheet_words("tile", job.kit.languages), *print_hints(job.kit.languages))
    for sheet, tile in tile_sheets(face, drawing, spec):
        yield labelled_with(sheet, (f"{title} {tile.name}{made_for(job)} · {sheet.number}/{total}", *how))


def on_paper(job: Job, name: str, lay: Callable[[str], T]) -> tuple[str, T]:
    """The paper that was requested, and what `lay` makes of its name.

    Paper on which this part cannot be, requested other parts like one card a page, gives way to the usual one.
    Raises the `InputError` of `lay` where the part itself was asked for by name, or on the usual paper.
    """
    paper = job.request.paper.lower() or USUAL_PAPER
    try:
        return paper, lay(paper)
    except InputError:
        if name in job.request.only or not job.request.paper:
            raise
        return USUAL_PAPER, lay(USUAL_PAPER)


def on_pages(documents: Iterable[Document], pages: str) -> Iterator[Document]:
    """Of each document the pages named by a range; those that have none of them are left out.

    Raises `InputError` where none has any.
    """
    if not pages:
        yield from documents
        return
    wanted = page_numbers(pages)
    found = False
    for document in documents:
        sheets = [sheet for number, sheet in enumerate(document.sheets, 1) if number in wanted]
        if sheets:
            found = True
            yield replace(document, sheets=sheets)
    if not found:
        raise InputError(f"there is no page {pages}", key="--pages")


def chosen_pages(sheets: Iterable[Sheet], pages: str) -> Iterator[Sheet]:
    """The sheets, or only the pages named by a range like `3-6,9`; none of them there is an InputError."""
    wanted = page_numbers(pages)
    found = False
    for number, sheet in enumerate(sheets, 1):
        if not wanted or number in wanted:
            found = True
            yield sheet
    if not found:
        raise InputError(f"there is no page {pages}", key="--pages")
