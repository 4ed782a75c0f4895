"""The kits a screen shows, their letters, and whole fonts for kits that people bring."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from printkit.backends.web_font import web_font
from printkit.errors import InputError
from printkit.files import folder_stamp, read_plain
from printkit.fonts import forget_fonts
from printkit.games.find import find_games, find_module
from printkit.jobs.screen.rule_texts import rule_letters
from printkit.jobs.screen.screen import ScreenKit
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.find import game_folder, kit_folder, kit_ids
from printkit.kit.load import load_kit, read_deck
from printkit.kit.model import CardSize, Kit
from printkit.paths import fonts_dir

__all__ = [
    "GameKit",
    "fetch_by",
    "game_kits",
    "named_kit",
    "page_letters",
    "plain_kit",
    "screen_font",
    "screen_kit",
    "served_kit",
    "whole_fonts",
]


# ── the kits a screen shows: the one for a game, all that are found, and their letters ───────────────────────────────


def screen_kit(game: str, kit_dir: Path | None, parts: str) -> ScreenKit:
    """The kit a game is shown with: that in `kit_dir`, else the first for it, else plain paper.

    Its drawings lie at `parts/STAMP`; the stamp changes when a file of the kit does.
    """
    folder = kit_dir or game_folder(game)
    return _screen_kit(game if folder is None else "", folder, _stamp(folder), parts)


@lru_cache(maxsize=16)
def _screen_kit(game: str, folder: Path | None, stamp: str, parts: str) -> ScreenKit:
    kit = plain_kit(game) if folder is None else load_kit(folder)
    deck = _deck(kit.deck, _stamp(kit.deck), parts) if kit.deck else None
    return ScreenKit(kit, stamp, f"{parts}/{stamp}", deck)


@lru_cache(maxsize=16)
def _deck(folder: Path, stamp: str, parts: str) -> ScreenKit:
    """A kit that other games' cards come from; its own games may have theirs from the kit that names it."""
    return ScreenKit(load_kit(folder), stamp, f"{parts}/{stamp}")


def _stamp(folder: Path | None) -> str:
    if folder is None:
        return "plain"
    if stamp := folder_stamp(folder):
        return stamp
    raise InputError("cannot list all of the folder", file=folder, hint="make it readable")


def plain_kit(game: str) -> Kit:
    """A kit with nothing but letters, for a game that has none."""
    size = CardSize("poker", 63.0, 88.0, 3.0, 3.0, 3.0)
    return Kit(
        id="plain",
        version="1",
        folder=fonts_dir(),
        languages=("ja", "en"),
        games=(game,),
        variant=False,
        credit=None,
        sizes={size.name: size},
        default_size=size.name,
        fonts={"text": "biz-udpgothic-regular", "display": "zen-kaku-gothic-new-bold"},
        suits={},
        components=(),
        cards=(),
        faces={},
        texts={},
        rules=(),
        art_folders={"full": "", "low": ""},
    )


class GameKit(NamedTuple):
    """What a list says of a kit: its folder, its games, and its screen kit, or why it cannot be loaded."""

    folder: Path
    games: tuple[str, ...]
    screen: ScreenKit | None
    problem: str = ""

    @property
    def id(self) -> str:
        """What it is called in an address."""
        return self.folder.resolve().name

    def title(self, language: str) -> str:
        """Its title, in another language where it has none in this one; its id where it has errors."""
        languages = (language, *self.screen.kit.languages) if self.screen else ()
        titles = (self.screen.text(each, "kit.title") for each in languages if self.screen)
        return next(filter(None, titles), self.id)


def game_kits(kit_dir: Path | None, parts: str) -> tuple[GameKit, ...]:
    """The kit in `kit_dir`, else every kit that is found, those with errors too; drawings lie below `parts`."""
    folders = [kit_dir] if kit_dir else [kit_folder(kit_id) for kit_id in kit_ids()]
    return tuple(_game_kit(folder, _stamp(folder), parts) for folder in folders)


@lru_cache(maxsize=64)
def _game_kit(folder: Path, stamp: str, parts: str) -> GameKit:
    try:
        screen = _screen_kit("", folder, stamp, parts)
        return GameKit(folder, screen.kit.games, screen)
    except InputError as error:
        return GameKit(folder, _stated_games(folder), None, str(error))


def _stated_games(folder: Path) -> tuple[str, ...]:
    try:
        return read_deck(folder).games
    except InputError:
        return ()


def served_kit(kit: str, kit_dir: Path | None) -> Path | None:
    """The folder of the kit that is named, None where none is; InputError for a kit there is not."""
    if kit_dir is not None and not kit_dir.is_dir():
        raise InputError("is no folder", file=kit_dir, key="--kit-dir", hint="name the folder of a kit")
    return kit_dir or (kit_folder(kit) if kit else None)


def placed_kit(folder: Path, art: str) -> ScreenKit:
    """The kit in a folder for pages that are files: its drawings, and its deck's, lie at `art/KIT`."""
    kit = load_kit(folder)
    return ScreenKit(kit, "", art, placed_kit(kit.deck, art) if kit.deck else None).placed(art)


def named_kit(kit: str, kit_dir: Path | None) -> Path:
    """The folder of the kit an address names, of those a page shows: that in `kit_dir`, else any; else a KeyError."""
    if kit_dir is not None and kit == kit_dir.resolve().name:
        return kit_dir
    if kit_dir is not None or kit not in kit_ids():
        raise KeyError(kit)
    return kit_folder(kit)


def page_letters(kit_dir: Path | None, parts: str) -> str:
    """Every letter that pages about these kits need."""
    plain = "".join(map(chr, range(32, 127)))
    kits = [each.screen.kit for each in game_kits(kit_dir, parts) if each.screen]
    texts = (text for kit in kits for own in kit.texts.values() for text in own.values())
    rules = map(rule_letters, kits)
    names = (name for game in find_games() for name in find_module(game).names.values())
    return "".join(sorted({*plain, *"…–—±−×·●→", *"".join(texts), *"".join(rules), *"".join(names)}))


def screen_font(font: str, letters: str) -> bytes:
    """One of printkit's fonts with these letters alone, as WOFF2."""
    return web_font(fonts_dir() / f"{font}.ttf", letters)


# ── fonts where a page has only the letters of the shipped kits ──────────────────────────────────────────────────────

Fetch = Callable[[str], bytes | None]
"""The whole font of an id; None where there is none to fetch."""

_NAMED = re.compile(r"""["']([a-z][a-z0-9-]+)["']""")
_JAPANESE = re.compile("[\u3000-\u9fff]")
_TEXTS = ("*.toml", "*.csv", "*.md")
_fetch: list[Fetch] = []
_whole: set[str] = set()


def fetch_by(fetch: Fetch) -> None:
    """Fetch fonts by this; where nothing is said they are whole."""
    _fetch.append(fetch)


def whole_fonts(folder: Path) -> None:
    """Make the fonts that a kit names whole, before it is read."""
    if not _fetch:
        return
    texts = "".join(
        read_plain(file).decode("utf-8", "replace") for kind in _TEXTS for file in folder.glob(kind)
    )
    named = {*_NAMED.findall(texts), *(BOOK_FONTS if _JAPANESE.search(texts) else ())}
    for name in sorted(named - _whole):
        place = fonts_dir() / f"{name}.ttf"
        data = _fetch[-1](name)
        if data is not None:
            place.write_bytes(data)
            _whole.add(name)
            forget_fonts()
