"""Loads a kit's folder into a checked, frozen Kit, or reports every problem in one InputError."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from printkit.errors import InputError, Problem, way_out
from printkit.files import folder_stamp
from printkit.fonts import STYLES, font_files, own_font_id
from printkit.kit.art_checks import check_art, check_shelf, check_shown_cards
from printkit.kit.art_files import own_fonts
from printkit.kit.block_base import TableBlock
from printkit.kit.blocks import Block, TrackBlock
from printkit.kit.board import BOARD, MAT, read_boards, read_mat
from printkit.kit.box import BOX, read_box
from printkit.kit.cards import fill_card_texts, read_cards
from printkit.kit.checks import (
    check_fonts,
    check_glyphs,
    check_layout,
    check_rules,
    check_suits,
    check_texts,
    needed_texts,
)
from printkit.kit.data import TEXT_MISSING, Data, Row, read_data
from printkit.kit.labels import LABELS, read_labels
from printkit.kit.layout import read_layout, stated_at, stated_texts
from printkit.kit.model import Card, CardSize, Component, Credit, Ink, Kit, Suit
from printkit.kit.raw import FieldSpec, FontSpec, KitFile, read_toml
from printkit.kit.rules import RuleRow, load_rules
from printkit.kit.shelf import GUIDE, SHELF, read_guide, read_shelf
from printkit.kit.text import expanded, flatten
from printkit.kit.tokens import GLYPHS, STICKS, TOKENS, GlyphsFile, Sticks, read_glyphs, read_tokens
from printkit.paths import templates_dir

__all__ = ["Deck", "load_kit", "read_deck", "trust"]

Value = TypeVar("Value")

# What a draft says in the place of a text that is missing.
NOTE = "[?]"

# How problems name what a card has, in cards.toml and in a file of texts.
_OF_CARD = re.compile(r"card[ .](?P<id>[a-z0-9-]+)(?:\.(?P<key>.+))?")
_trusted: list[Path] = []
KIT, CARDS, LAYOUT, RULES, PICTURES = "kit.toml", "cards.toml", "layout.toml", "rules.toml", "art"


class _Kept(NamedTuple):
    """A kit as it was read, the folders it was read from, and their stamps before."""

    kit: Kit
    folders: tuple[Path, ...]
    stamps: tuple[str, ...]


# So many kits are kept as they are: a server asks for the same one at each view.
_MOST_KEPT = 16
_kept: dict[tuple[Any, ...], _Kept] = {}


def load_kit(
    folder: Path, inks: Sequence[Ink] = ("full",), only: Collection[str] = (), *, draft: bool = False
) -> Kit:
    """Read and check a kit; all problems come together, exit 2. A kit of which no file changed is not read again.

    `inks` says which printings' art is checked. `only` is what is wanted of the kit, nothing is all: where it names
    components alone, what the kit has beside its cards (mat, tokens, box, overlays) is neither read nor checked, unless
    cards show tokens. In a `draft` pictures and texts may be missing.
    """
    folder = Path(folder)
    asked = folder, Path.cwd(), tuple(inks), tuple(only), draft, templates_dir(), tuple(_trusted)
    kept = _kept.pop(asked, None)
    folders = kept.folders if kept else (folder,)
    # A folder beside the kit goes before one that printkit ships.
    beside = (str((folder.resolve().parent / each.name).is_dir()) for each in folders[1:])
    stamps = (*map(folder_stamp, folders), *beside)
    if kept is None or kept.stamps != stamps or not all(stamps):
        kit = _read_kit(folder, inks, only, draft=draft)
        # Folders that were not known before it was read are looked at the next time.
        kept = _Kept(kit, (folder, *kit.shared, *((kit.deck,) if kit.deck else ())), stamps)
    _kept[asked] = kept
    for oldest in list(_kept)[:-_MOST_KEPT]:
        _kept.pop(oldest, None)
    return kept.kit


def _read_kit(folder: Path, inks: Sequence[Ink], only: Collection[str], *, draft: bool) -> Kit:
    problems = _Problems(folder)
    spec = _spec(folder, problems)
    if spec is None:
        raise problems.error()
    data, spec = _data(folder, spec, problems)
    cards = problems.collect(lambda: _cards(folder, spec, data)) if data else None
    layout = problems.collect(lambda: read_layout(read_toml(folder / LAYOUT, LAYOUT), LAYOUT))
    shared = _shared(folder, spec, problems)
    own = {language: _texts(folder, language, problems) for language in spec.languages}
    layout, stated = stated_texts(layout, spec.languages) if layout is not None else (None, {})
    given = data.texts if data else {}
    sources = [
        {language: _shared_texts(shared, language, problems) for language in spec.languages},
        given,
        own,
        stated,
    ]
    texts = {language: _gathered(language, sources, spec.signs) for language in spec.languages}
    rules = _rules(folder, problems)
    lays_tokens = layout is not None and any(map(_shows_tokens, chain.from_iterable(layout[1].values())))
    cards_alone = bool(only) and spec.components.keys() >= set(only) and not lays_tokens
    extras = {} if cards_alone else _extras(folder, spec, cards, shared, problems)
    extras["deck"] = _sister(folder, spec, spec.deck, "deck", problems) if spec.deck else None
    if cards is None or layout is None or problems:
        raise problems.error()
    kit = replace(_kit(folder, spec, cards, layout, texts, rules), draft=draft, **extras)
    kit = replace(
        kit,
        shared=shared,
        **_signs((folder, *shared), problems),
        rows=data.rows if data else {},
        fonts=_fonts((kit.folder, *shared), spec),
    )
    for check in (check_suits, check_shown_cards, check_shelf, check_fonts, check_layout, check_rules):
        problems.extend(check(kit, spec))
    needed = needed_texts(kit)
    known = kit.card_names | spec.fields.keys()
    kit = replace(kit, texts=_own_texts(texts, needed, own))
    kit = _with_notes(kit, needed) if draft else kit
    problems.extend(check_texts(kit, needed, every=not cards_alone))
    filled, wrong = fill_card_texts(kit, known)
    problems.extend(wrong)
    kit = replace(kit, texts=filled)
    problems.extend(_drawable(kit, inks, needed))
    if problems:
        raise problems.error()
    return _with_cards(kit) if spec.chooses_rows else kit


def trust(folder: Path) -> None:
    """Kits below this folder were loaded when they were packed: their letters and pictures in full ink can be drawn."""
    _trusted.append(folder.resolve())


def _drawable(kit: Kit, inks: Sequence[Ink], needed: Mapping[str, tuple[str, str]]) -> list[Problem]:
    """What of a kit's letters and pictures cannot be drawn."""
    if any(map(kit.folder.resolve().is_relative_to, _trusted)):
        return check_art(kit, [ink for ink in inks if ink != "full"])
    return [*check_glyphs(kit, needed), *check_art(kit, inks)]


def _with_cards(kit: Kit) -> Kit:
    """The kit without the components that have no card, because no row of theirs was chosen."""
    full = {card.component for card in kit.cards}
    parts = tuple(part for part in kit.components if part.id in full)
    return replace(
        kit, components=parts, empty=tuple(part.id for part in kit.components if part.id not in full)
    )


def _with_notes(kit: Kit, needed: Collection[str]) -> Kit:
    """The kit with a note in the place of each text that is missing, short enough for any box."""
    missing = {language: [key for key in needed if key not in texts] for language, texts in kit.texts.items()}
    texts = {
        language: {**own, **dict.fromkeys(missing[language], NOTE)} for language, own in kit.texts.items()
    }
    named = tuple(f"{key} ({language})" for language, keys in missing.items() for key in sorted(keys))
    return replace(kit, texts=texts, missing_texts=named)


class Deck(NamedTuple):
    """What a game needs of a kit: the games it is for, its cards, and the options it is played with."""

    games: tuple[str, ...]
    cards: tuple[Card, ...]
    options: tuple[str, ...] = ()


def read_deck(folder: Path) -> Deck:
    """A kit's cards, nothing else of it read or checked; all problems come together, exit 2."""
    problems = _Problems(folder)
    spec = _spec(folder, problems)
    if spec is not None:
        data, spec = _data(folder, spec, problems)
        cards = problems.collect(lambda: _cards(folder, spec, data)) if data else None
        if cards is not None:
            return Deck(spec.games, cards, spec.options)
    raise problems.error()


def _data(folder: Path, spec: KitFile, problems: _Problems) -> tuple[Data | None, KitFile]:
    """What the kit's spreadsheets give, None after its problems were kept; and kit.toml with the fields they add."""
    declared = {name: field.type for name, field in spec.fields.items()}
    data = problems.collect(lambda: read_data(folder, spec.data, spec.languages, declared))
    if data is None:
        return None, spec
    problems.rows = data.rows
    problems.unread = {(f"text.{language}.toml", key): why for (language, key), why in data.unread.items()}
    added = {name: FieldSpec.read({"type": kind}) for name, kind in data.types.items()}
    return data, spec.model_copy(update={"fields": {**spec.fields, **added}})


def _cards(folder: Path, spec: KitFile, data: Data) -> tuple[Card, ...]:
    """The cards of cards.toml, which a kit with spreadsheets may leave out, and then those of the spreadsheets."""
    written = {} if spec.data and not (folder / CARDS).exists() else read_toml(folder / CARDS, CARDS)
    listed = written.get("card", [])
    if spec.data and not written and not data.entries:
        hint = "one row a card below a row with the names of the columns"
        raise InputError("there are no cards", file=spec.data[0].files[0], hint=hint)
    entries = [*listed, *data.entries] if isinstance(listed, list) else listed
    return read_cards({**written, "card": entries}, spec, CARDS)


def _spec(folder: Path, problems: _Problems) -> KitFile | None:
    """What `kit.toml` says, None where that is a problem; what is no folder is an InputError at once."""
    if not folder.exists():
        missing = FileNotFoundError(errno.ENOENT, "")
        raise InputError("there is no such kit folder", file=folder, hint=way_out(missing, folder))
    if not folder.is_dir():
        raise InputError("is a file; a kit is a folder", file=folder)
    if (folder / PICTURES).is_file():
        raise InputError("is a file, and should be the folder of the kit's pictures", file=folder / PICTURES)
    if not (folder / KIT).exists():
        hint = "printkit new makes a kit; printkit sheets prints a folder of pictures"
        raise InputError("the file is missing", file=folder / KIT, hint=hint)
    return problems.collect(lambda: KitFile.read(read_toml(folder / KIT, KIT), KIT))


def _fonts(folders: Sequence[Path], spec: KitFile) -> dict[str, str]:
    """The id of the font for each role: one of the kit's own where it has one of that name."""
    own = own_fonts(folders)
    found = {}
    for role, name in spec.font_names.items():
        chosen = spec.fonts[role]
        cut = _cut(chosen, role)
        # A font of printkit's has no axes, which is said where one is asked for.
        path = own.get(name) or (font_files().get(name) if not isinstance(chosen, str) else None)
        found[role] = own_font_id(path, cut) if path else name
    return found


def _cut(font: str | FontSpec, role: str) -> str:
    """What a font is used as: where nothing states places on its axes, in the style of its role."""
    stated = font.cut if isinstance(font, FontSpec) else ""
    if (isinstance(font, FontSpec) and font.places) or role not in STYLES:
        return stated
    return f"{stated},{role}" if stated else role


def _texts(folder: Path, language: str, problems: _Problems) -> dict[str, str]:
    name = f"text.{language}.toml"
    table = problems.collect(lambda: read_toml(folder / name, name))
    texts, wrong = flatten(table or {}, name)
    problems.extend(wrong)
    return texts


def _shared(folder: Path, spec: KitFile, problems: _Problems) -> tuple[Path, ...]:
    """The folders whose art, texts and fonts the kit uses."""
    found = [_sister(folder, spec, name, f"uses[{at}]", problems) for at, name in enumerate(spec.uses)]
    return tuple(filter(None, found))


def _sister(folder: Path, spec: KitFile, name: str, key: str, problems: _Problems) -> Path | None:
    """A folder the kit names: beside its own, else among those printkit ships; None after its problem was kept."""
    places = (folder.resolve().parent / name, templates_dir() / name)
    place = next((place for place in places if place.is_dir()), None)
    if name == spec.id:
        problems.add(Problem("a kit cannot use itself", KIT, key))
        return None
    if place is None:
        problems.add(Problem(f"there is no folder {name!r} beside the kit", KIT, key))
        return None
    return place.resolve()


def _shared_texts(shared: Sequence[Path], language: str, problems: _Problems) -> dict[str, str]:
    """What the shared folders say in a language; the first that has a text says it."""
    name = f"text.{language}.toml"
    texts: dict[str, str] = {}
    for folder in reversed(shared):
        if (folder / name).exists():
            texts |= _texts(folder, language, problems)
    return texts


def _gathered(
    language: str, sources: Sequence[Mapping[str, Mapping[str, str]]], signs: Mapping[str, str]
) -> dict[str, str]:
    """The texts of a language from all places, the last one first, with what the kit's signs stand for."""
    texts = {key: text for source in sources for key, text in source.get(language, {}).items()}
    return {key: expanded(text, signs) for key, text in texts.items()}


def _own_texts(
    texts: Mapping[str, Mapping[str, str]], needed: Container[str], own: Mapping[str, Container[str]]
) -> dict[str, dict[str, str]]:
    """What others share and this kit does not print is nothing of its own."""
    return {
        language: {key: text for key, text in each.items() if key in needed or key in own[language]}
        for language, each in texts.items()
    }


def _signs(folders: Sequence[Path], problems: _Problems) -> dict[str, Any]:
    """The glyphs and number signs of the first folder that names any, by the name they have in the kit."""
    found = (_optional(folder, GLYPHS, read_glyphs, problems) for folder in folders)
    first = next(filter(None, found), GlyphsFile())
    return {"glyphs": first.glyphs, "numbers": first.numbers}


def _extras(
    folder: Path,
    spec: KitFile,
    cards: tuple[Card, ...] | None,
    shared: Sequence[Path],
    problems: _Problems,
) -> dict[str, Any]:
    """What a kit has beside its cards, by the name it has in the kit."""
    ids = tuple(card.id for card in cards or ())
    given = [
        token
        for place in shared
        for token in (_optional(place, TOKENS, read_tokens, problems) or ((), ()))[0]
    ]
    read = _optional(folder, TOKENS, lambda table: read_tokens(table, TOKENS, given), problems)
    tokens, sets = read or ((), ())
    return {
        "mat": _optional(folder, MAT, lambda table: read_mat(table, spec.suits), problems),
        "tokens": tokens,
        "token_sets": sets,
        "boards": _optional(folder, BOARD, lambda table: read_boards(table, spec.games), problems) or (),
        "shelf": _optional(folder, SHELF, lambda table: read_shelf(table, spec.games), problems),
        "guide": _optional(folder, GUIDE, lambda table: read_guide(table, spec.games), problems),
        "sticks": _optional(folder, STICKS, lambda table: Sticks.read(table, STICKS), problems),
        "box": _optional(folder, BOX, lambda table: read_box(table, spec.components), problems),
        "overlays": _optional(folder, LABELS, lambda table: read_labels(table, ids), problems)
        if cards
        else None,
    }


def _optional(
    folder: Path, name: str, read: Callable[[dict[str, Any]], Value], problems: _Problems
) -> Value | None:
    """What a file a kit may leave out says; None without it, or after its problems were kept."""
    if not (folder / name).exists():
        return None
    return problems.collect(lambda: read(read_toml(folder / name, name)))


def _shows_tokens(block: Block) -> bool:
    """Whether what the block draws are tokens of the kit."""
    if isinstance(block, TrackBlock):
        return bool(block.figure)
    return isinstance(block, TableBlock) and bool(block.tokens)


def _rules(folder: Path, problems: _Problems) -> tuple[RuleRow, ...]:
    if not (folder / RULES).exists():
        return ()
    table = problems.collect(lambda: read_toml(folder / RULES, RULES))
    rows, wrong = load_rules(table or {}, RULES)
    problems.extend(wrong)
    return tuple(rows)


def _kit(
    folder: Path,
    spec: KitFile,
    cards: tuple[Card, ...],
    layout: tuple[dict[str, CardSize], dict[tuple[str, str], tuple[Block, ...]]],
    texts: Mapping[str, Mapping[str, str]],
    rules: tuple[RuleRow, ...],
) -> Kit:
    sizes, faces = layout
    return Kit(
        id=spec.id,
        version=spec.version,
        folder=folder.resolve(),
        languages=spec.languages,
        games=spec.games,
        variant=spec.variant,
        options=spec.options,
        upright=spec.upright,
        first=spec.first,
        icons=spec.icons,
        covers=spec.covers,
        facts=spec.facts,
        openings=spec.openings,
        palette=spec.palette(),
        own_inks=tuple(ink.ink(name) for name, ink in spec.inks.items()),
        credit=Credit(spec.credit.author, spec.credit.original) if spec.credit else None,
        sizes=sizes,
        default_size=spec.size,
        fonts=spec.font_names,
        suits={name: Suit(name, suit.code, suit.ink, suit.emblem) for name, suit in spec.suits.items()},
        components=tuple(
            Component(name, component.back, component.apart, component.shape)
            for name, component in spec.components.items()
        ),
        cards=cards,
        faces=faces,
        texts=texts,
        rules=rules,
        flags=tuple(name for name, field in spec.fields.items() if field.type == "flag"),
        art_folders={"full": spec.art.get("full", ""), "low": spec.art.get("low", spec.art.get("full", ""))},
    )


class _Problems:
    """Collects what is wrong, so that a kit's author sees all of it at once; files are shown with their folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: list[Problem] = []
        self.rows: Mapping[str, Row] = {}
        self.unread: Mapping[tuple[str, str], Problem] = {}

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, problem: Problem) -> None:
        self.found.append(problem)

    def extend(self, problems: Sequence[Problem]) -> None:
        self.found += problems

    def collect(self, read: Callable[[], Value]) -> Value | None:
        """What the reader returns, or None after its problems were kept."""
        try:
            return read()
        except InputError as error:
            self.found += error.problems
            return None

    def error(self) -> InputError:
        """One error with every problem once, in the order found."""
        return InputError(problems=dict.fromkeys(self._shown(problem) for problem in self.found))

    def _shown(self, problem: Problem) -> Problem:
        match = _OF_CARD.fullmatch(problem.key)
        row = self.rows.get(match["id"]) if match else None
        if match and row:
            key = match["key"] or "id"
            if problem.message == TEXT_MISSING:
                if cell := self.unread.get((problem.file, problem.key)):
                    return replace(cell, file=(self.folder / cell.file).as_posix())
                return replace(row.no_column(key), file=(self.folder / row.file).as_posix())
            about = "" if key in row.columns else f"{key}: "
            problem = row.problem(f"{about}{problem.message}", key, problem.hint)
        if place := stated_at(problem.key):
            problem = replace(problem, file=LAYOUT, key=place)
        return replace(problem, file=(self.folder / problem.file).as_posix())
