"""The words a shell may complete: kits, games, and the values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from printkit.backends.press import CONDITIONS, STANDARDS
from printkit.games.find import find_games, find_module
from printkit.jobs.build.cuts import CUT_FORMS
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.build.request import DUPLEX, INKS, MARKS, BuildRequest
from printkit.jobs.exchange.export_deck import DECK_FORMS, TABLE_FORMS
from printkit.jobs.exchange.export_faces import FACE_FORMS
from printkit.jobs.exchange.new import starters
from printkit.jobs.exchange.picture_sheets import BLEEDS, FITS
from printkit.jobs.printers import known_printers
from printkit.kit.find import find_kits, kit_ids
from printkit.kit.schema import FILES
from printkit.preflight.profile import profile_names
from printkit.sheets.model import PAPERS
from printkit.solver.seats import known_players

__all__ = ["WORDS"]


def _parts() -> Iterable[str]:
    return dict.fromkeys(name for kit in find_kits() for part in PARTS for name in part.names(kit))


def _languages() -> Iterable[str]:
    return dict.fromkeys((BuildRequest().lang, *(each for kit in find_kits() for each in kit.languages)))


def _cards() -> Iterable[str]:
    return dict.fromkeys(card.id for kit in find_kits() for card in kit.cards)


def _options() -> Iterable[str]:
    """Every option of every game with each of its values."""
    options = (option for game in find_games() for option in find_module(game).options)
    return dict.fromkeys(f"{option.key}={value}" for option in options for value in _values(option))


def _values(option: Any) -> list[str]:
    """The values an option lists, or its usual one."""
    return [value for value in option.allowed.split("|") if option.read(value)] or [option.usual]


def _players() -> Iterable[str]:
    return dict.fromkeys(player for game in find_games() for player in known_players(game))


def _forms() -> Iterable[str]:
    return (*FACE_FORMS, *CUT_FORMS, *DECK_FORMS, *TABLE_FORMS)


def _sizes() -> Iterable[str]:
    return dict.fromkeys(size for kit in find_kits() for size in kit.sizes)


WORDS: dict[str, Callable[[], Iterable[str]]] = {
    "kit": kit_ids,
    "game": find_games,
    "part": _parts,
    "card": _sizes,
    "paper": lambda: ("card", *PAPERS),
    "duplex": lambda: DUPLEX,
    "marks": lambda: MARKS,
    "ink": lambda: INKS,
    "lang": _languages,
    "press": lambda: ("home", "grey", *STANDARDS),
    "condition": lambda: CONDITIONS,
    "profile": profile_names,
    "starter": starters,
    "cards": _cards,
    "option": _options,
    "player": _players,
    "printer": known_printers,
    "form": _forms,
    "bleed": lambda: BLEEDS,
    "fit": lambda: FITS,
    "kind": lambda: FILES,
}
"""By what is to be completed."""
