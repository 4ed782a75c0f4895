"""The words a shell may complete: kits, games, and the values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printkit.backends.press import CONDITIONS, STANDARDS
from printkit.games.find import find_games
from printkit.jobs.new import starters
from printkit.jobs.part_table import PARTS
from printkit.jobs.request import DUPLEX, INKS, LANGUAGES, MARKS
from printkit.kit.find import find_kits, kit_ids
from printkit.preflight.profile import profile_names
from printkit.sheets.papers import PAPERS

__all__ = ["WORDS"]


def _parts() -> Iterable[str]:
    return dict.fromkeys(name for kit in find_kits() for part in PARTS for name in part.names(kit))


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
    "lang": lambda: LANGUAGES,
    "press": lambda: ("home", "grey", *STANDARDS),
    "condition": lambda: CONDITIONS,
    "profile": profile_names,
    "starter": starters,
}
"""By what is to be completed."""
