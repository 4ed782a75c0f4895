"""Makes the books of a tuned kit: turns, games and puzzles with its own numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import tomlkit

from printkit.errors import PrintkitError
from printkit.games.record import write_record
from printkit.games.youscout.board import swapped
from printkit.jobs.play.play import play
from printkit.jobs.play.play_book import turn_of
from printkit.kit.booklet import BookFigure, load_booklet
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.lab.youscout.jobs.puzzle_search import SLOTS, Slot, by_difficulty, find_puzzles, puzzle_table
from printkit.lab.youscout.jobs.sample_games import KINDS, Kind, find_sample
from printkit.lab.youscout.jobs.setting import Setting
from printkit.lab.youscout.jobs.tuned_words import mixed_deals

__all__ = [
    "FULL",
    "Effort",
    "write_figures",
    "write_games",
    "write_puzzles",
]  # fmt: skip

_USUAL_BOARD = "14,3r,17r,12r,20,2"
"""The board most turns of the usual rule book are shown on."""

_BOARDS = 4_000
_TALE = "games/together.txt"

Progress = Callable[[str], None]


class Effort(NamedTuple):
    """What is searched for the books: puzzles, sample games, and how many deals each of them may take."""

    slots: Sequence[Slot] = SLOTS
    kinds: Sequence[Kind] = KINDS
    deals: int = 60_000


FULL = Effort()


def write_figures(folder: Path) -> None:
    """Give booklet.toml boards on which every turn it shows goes as in the usual book, if need be each its own.

    What is compared is whether the turn holds, whether a card it needs lies there, and whether there is a choice:
    as the captions say. LookupError for a turn that goes so on no board.
    """
    kit, usual = load_kit(folder), find_kit("youscout")
    booklet = load_booklet(usual)
    waiting = [each for each in booklet.figures if each.position.startswith(f"board={_USUAL_BOARD} ")]
    wanted = {each.id: _outcome(usual, each) for each in waiting}
    boards: dict[str, str] = {}

    def fits(figure: BookFigure, board: str) -> bool:
        try:
            return _outcome(kit, _on(figure, board)) == wanted[figure.id]
        except PrintkitError:
            return False

    candidates = [
        ",".join(swapped(deal.laid(), "memorial")) for deal in islice(mixed_deals(_BOARDS), _BOARDS)
    ]
    common = next((board for board in candidates if _all_fit(waiting, board, fits)), None)
    for figure in list(waiting):
        board = common or next((each for each in (*boards.values(), *candidates) if fits(figure, each)), None)
        if board is None:
            raise LookupError(f"the turn {figure.id} goes otherwise on every board")
        boards[figure.id] = board
    path = folder / "booklet.toml"
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    for figure in document["figures"]:
        if figure["id"] in boards:
            figure["position"] = figure["position"].replace(_USUAL_BOARD, boards[figure["id"]], 1)
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")


def _all_fit(figures: list[BookFigure], board: str, fits: Callable[[BookFigure, str], bool]) -> bool:
    for at, figure in enumerate(figures):
        if not fits(figure, board):
            # Asked first of the next board: most boards fail where others did.
            figures.insert(0, figures.pop(at))
            return False
    return True


def _on(figure: BookFigure, board: str) -> BookFigure:
    return figure.model_copy(update={"position": figure.position.replace(_USUAL_BOARD, board, 1)})


def _outcome(kit: Kit, figure: BookFigure) -> tuple[bool, bool, bool]:
    """What a caption says about the turn."""
    turn = turn_of(kit, figure)
    return turn.needed, turn.holds, turn.chooses


def write_puzzles(
    folder: Path, setting: Setting, effort: Effort, notify: Progress = lambda what: None
) -> None:
    """Rewrite puzzles.toml; slots of the usual book that no deal fills stay empty."""
    path = folder / "puzzles.toml"
    head = _found_by_tune(path.read_text(encoding="utf-8").partition("[[puzzle]]")[0])
    puzzles = []
    for found in find_puzzles(effort.slots, setting, most=effort.deals, patient=False):
        puzzles.append(found)
        notify(f"puzzle {len(puzzles)}")
    tables = [puzzle_table(found, setting) for found in by_difficulty(puzzles)]
    path.write_text(head + "\n".join(tables), encoding="utf-8", newline="\n")


def write_games(folder: Path, setting: Setting, effort: Effort, notify: Progress = lambda what: None) -> None:
    """Rewrite the records of the walkthrough, and its list of them; kinds that are not found stay out."""
    kept = []
    for path in (folder / "games").glob("*.txt"):
        path.unlink()
    for kind in effort.kinds:
        notify(kind.file)
        try:
            record = find_sample(kind, setting)
        except LookupError:
            continue
        name = f"games/{kind.file}"
        (folder / name).write_text(write_record(record), encoding="utf-8", newline="\n")
        kept.append(name)
    tale = play(
        "youscout-together",
        options=["players=3", "rounds=1"],
        player=("greedy", "thumb", "greedy"),
        kit_dir=folder,
    )
    (folder / _TALE).write_text(write_record(tale), encoding="utf-8", newline="\n")
    path = folder / "walkthrough.toml"
    document = tomlkit.parse(_found_by_tune(path.read_text(encoding="utf-8")))
    document["games"] = tomlkit.item(kept).multiline(True)
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")


def _found_by_tune(text: str) -> str:
    """The text with the command that found these puzzles and games, not those of the usual kit."""
    return re.sub(r"`python -m printkit\.[\w.]+[^`]*`", "`printkit tune`", text)
