"""What a screen takes from the printed walkthrough: what was compared, in figures, and the book of one game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from printkit.compose.youscout.sample_games import SamplePen
from printkit.compose.youscout.turns import Turn, turn_after
from printkit.errors import InputError
from printkit.files import read_plain, temporary_folder
from printkit.games.core import CHANCE, Action
from printkit.games.deals import find_deals
from printkit.games.game import Game
from printkit.games.proof import find_row_proof
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.screen.screen import ScreenKit
from printkit.kit.booklet import WALKTHROUGH
from printkit.kit.model import Kit

__all__ = ["Comparison", "Verdict", "comparison", "has_walkthrough", "verdict", "walkthrough_pdf"]

# As wide as a sum is drawn, mm.
WIDTH = 76.0


class Comparison(NamedTuple):
    """A sum as a page shows it: its size in mm, its elements, and what it says."""

    width: float
    height: float
    svg: str
    words: str


def comparison(
    screen: ScreenKit, game: Game[Any], state: Any, action: Action, language: str
) -> Comparison | None:
    """What the rules compared at an action in a state, as in the walkthrough; None for nothing."""
    turn = _weighed(screen.kit, game, state, action)
    if turn is None:
        return None
    picture = _pen(screen, language).sum(game.id, turn, WIDTH)
    return Comparison(WIDTH, round(picture.height, 2), screen.elements(picture.items, "sum-"), picture.words)


class Verdict(NamedTuple):
    """What the rules decide of a card that was drawn, and why.

    `kind` is `choice` (it is enough, and may be used), `holds`, `equal` (enough, though not more), `short` or `missing`
    (no card lies where one is needed). `greater` and `than` are the numbers of both sides, as they were added.
    """

    kind: str
    greater: tuple[int, ...] = ()
    than: tuple[int, ...] = ()


def verdict(kit: Kit, game: Game[Any], state: Any, action: Action) -> Verdict | None:
    """What the rules decide of a card that was drawn; None where nothing is compared."""
    turn = _compared(kit, game, state, action)
    if turn is None:
        return None
    if not turn.needed:
        return Verdict("missing")
    if not turn.greater:
        return None
    sides = [tuple(value for _, value in side) for side in (turn.greater, turn.than)]
    if turn.chooses:
        return Verdict("choice", *sides)
    enough = "holds" if sum(sides[0]) > sum(sides[1]) else "equal"
    return Verdict(enough if turn.holds else "short", *sides)


def _weighed(kit: Kit, game: Game[Any], state: Any, action: Action) -> Turn | None:
    """The turn of a card whose sums were compared."""
    turn = _compared(kit, game, state, action)
    return turn if turn and turn.greater and turn.than else None


def _compared(kit: Kit, game: Game[Any], state: Any, action: Action) -> Turn | None:
    """The turn of a card that was drawn, in a game whose rules the kit prints as rows."""
    if state.to_move() != CHANCE or find_row_proof(game.id) is None or find_deals(game.id) is None:
        return None
    if not any(row.game == game.id for row in kit.rules):
        return None
    turn = turn_after(kit, game, state, action)
    return turn if turn.drawn else None


@lru_cache(maxsize=8)
def _pen(screen: ScreenKit, language: str) -> SamplePen:
    return SamplePen(screen.kit, language, screen.front, screen.choices, None)


def has_walkthrough(screen: ScreenKit, game: str) -> bool:
    """Whether the kit prints walkthroughs of this game."""
    kit = screen.kit
    return game in kit.games and (kit.folder / WALKTHROUGH).is_file()


def walkthrough_pdf(folder: Path, record: str, language: str) -> bytes:
    """The walkthrough of one record, as a file to read; raises like `build`."""
    with temporary_folder("printkit-serve-") as out:
        request = BuildRequest(
            kit_dir=folder, only=("walkthrough",), lang=language, out=out, records=(("game.txt", record),)
        )
        build(request)
        found = sorted(file for file in out.rglob("*.pdf") if "print" not in file.stem)
        if not found:
            raise InputError("no walkthrough was made")
        return read_plain(found[0])
