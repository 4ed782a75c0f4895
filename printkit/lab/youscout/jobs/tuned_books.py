"""The books of a tuned kit: its folder and setting come in, turns, games and puzzles of its own numbers go in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from printkit.errors import PrintkitError
from printkit.games.record import Record, record_of, write_record
from printkit.games.youscout.board import LOWER, swapped
from printkit.games.youscout.cards import DEATH, FOOL, MINORS, major_number
from printkit.games.youscout.dealt import play_deal
from printkit.games.youscout.keyed import DEALS, Deal
from printkit.games.youscout.table import MOVE, STAY
from printkit.jobs.booklet import turn_of
from printkit.jobs.play import play
from printkit.kit.booklet import BookFigure, load_booklet
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.lab.youscout.jobs.puzzle_search import SLOTS, STRIDE, Slot, find_puzzles, puzzle_table
from printkit.lab.youscout.jobs.sample_games import KINDS, Kind, find_sample
from printkit.lab.youscout.jobs.setting import Setting
from printkit.lab.youscout.thumb import thumb_player

__all__ = [
    "FULL",
    "Effort",
    "FirstGame",
    "terminal_of",
    "write_figures",
    "write_first_game",
    "write_games",
    "write_puzzles",
]  # fmt: skip

_USUAL_BOARD = "14,3r,17r,12r,20,2"
"""The board most turns of the usual rule book are shown on."""

_BOARDS = 4_000
_FIRST_GAMES = 20_000
_LINES, _CHOICES = (18, 26), (3, 4)
_TALE = "games/together.txt"

Progress = Callable[[str], None]


class Effort(NamedTuple):
    """What is searched for the books: puzzles, sample games, and how many deals each of them may take."""

    slots: Sequence[Slot] = SLOTS
    kinds: Sequence[Kind] = KINDS
    deals: int = 60_000


FULL = Effort()


class FirstGame(NamedTuple):
    """The first game of the rule book: the board as laid, the start, where the token ends."""

    laid: tuple[str, ...]
    start: int
    end: int


def _deals(count: int) -> Iterator[Deal]:
    """Deals in the mixed order all books take them in."""
    return (Deal(index * STRIDE % DEALS) for index in range(1, count))


def write_figures(folder: Path) -> None:
    """Give booklet.toml boards on which every turn it shows goes as in the usual book, if need be each its own.

    What is compared is whether the turn holds, whether a card it needs lies there, and whether there is a choice:
    that is what the captions tell. LookupError for a turn that goes so on no board.
    """
    kit, usual = load_kit(folder), find_kit("youscout")
    booklet = load_booklet(usual)
    waiting = [each for each in booklet.figures if each.position.startswith(f"board={_USUAL_BOARD} ")]
    wanted = {each.id: _told(usual, each) for each in waiting}
    boards: dict[str, str] = {}

    def fits(figure: BookFigure, board: str) -> bool:
        try:
            return _told(kit, _on(figure, board)) == wanted[figure.id]
        except PrintkitError:
            return False

    candidates = [",".join(swapped(deal.laid(), "memorial")) for deal in islice(_deals(_BOARDS), _BOARDS)]
    common = next((board for board in candidates if _all_fit(waiting, board, fits)), None)
    for figure in list(waiting):
        board = common or next((each for each in (*boards.values(), *candidates) if fits(figure, each)), None)
        if board is None:
            raise LookupError(f"the turn {figure.id} goes otherwise on every board")
        boards[figure.id] = board
    path = folder / "booklet.toml"
    text = path.read_text(encoding="utf-8")
    for name, board in boards.items():
        pattern = rf'(id = "{name}"\n(?:\w+ = .*\n)*?position = "board=){re.escape(_USUAL_BOARD)}'
        text = re.sub(pattern, rf"\g<1>{board}", text, count=1)
    path.write_text(text, encoding="utf-8", newline="\n")


def _all_fit(figures: list[BookFigure], board: str, fits: Callable[[BookFigure, str], bool]) -> bool:
    for at, figure in enumerate(figures):
        if not fits(figure, board):
            # Asked first of the next board: most boards fail where others did.
            figures.insert(0, figures.pop(at))
            return False
    return True


def _on(figure: BookFigure, board: str) -> BookFigure:
    return replace(figure, position=figure.position.replace(_USUAL_BOARD, board, 1))


def _told(kit: Kit, figure: BookFigure) -> tuple[bool, bool, bool]:
    """What a caption tells of the turn."""
    turn = turn_of(kit, figure)
    return turn.needed, turn.holds, turn.chooses


def write_first_game(folder: Path, setting: Setting) -> FirstGame:
    """Write first-game.txt anew: a won original game with one terminal and three choices or four."""
    game = setting.game("youscout", ["terminals=1"])
    player = thumb_player(game)
    for deal in _deals(_FIRST_GAMES):
        # The words tell the board as laid: no card may change places.
        if {8, 11} & {major_number(card) for card in deal.laid()}:
            continue
        if not _LINES[0] - 3 <= deal.order(0, (*MINORS, DEATH)).index(DEATH) + 1 <= _LINES[1]:
            continue
        for start in (5, 2, 4, 6, 1, 3):
            try:
                record = record_of(game, play_deal(game, deal, player, start))
            except PrintkitError:
                continue
            if _instructive(record):
                _write_first(folder, record)
                end: int = _last(game.start, record).token
                return FirstGame(deal.laid(), start, end)
    raise LookupError("no deal makes a first game")


def _last(state: Any, record: Record) -> Any:
    """The table after the last line."""
    for line in record.lines:
        words = line.text.split()
        for action in [f"lay {card}" for card in words[1:]] if words[0] == "deal" else [line.text]:
            state = state.apply(action)
    return state


def _instructive(record: Record) -> bool:
    texts = [line.text for line in record.lines]
    answers = [text for text in texts if text in (MOVE, STAY)]
    return (
        record.result == "win"
        and _LINES[0] <= len(texts) <= _LINES[1]
        and _CHOICES[0] <= len(answers) <= _CHOICES[1]
        and set(answers) == {MOVE, STAY}
    )


def _write_first(folder: Path, record: Record) -> None:
    comment = "; the first game of the rule book: one terminal, played by the rule of thumb\n"
    first, _, rest = write_record(record).partition("\n")
    (folder / "first-game.txt").write_text(f"{first}\n{comment}{rest}", encoding="utf-8", newline="\n")
    answers = [at for at, line in enumerate(record.lines, 1) if line.text in (MOVE, STAY)]
    shown = sorted({2, answers[0], answers[-1], len(record.lines)})
    path = folder / "booklet.toml"
    text = re.sub(r"(?m)^shown = .*$", f"shown = {shown}", path.read_text(encoding="utf-8"), count=1)
    path.write_text(text, encoding="utf-8", newline="\n")


def write_puzzles(folder: Path, setting: Setting, effort: Effort, tell: Progress = lambda what: None) -> None:
    """Write puzzles.toml anew; slots of the usual book that no deal fills stay empty."""
    path = folder / "puzzles.toml"
    head = _found_by_tune(path.read_text(encoding="utf-8").partition("[[puzzle]]")[0])
    tables = []
    for found in find_puzzles(effort.slots, setting, most=effort.deals, patient=False):
        tables.append(puzzle_table(found, setting))
        tell(f"puzzle {len(tables)}")
    path.write_text(head + "\n".join(tables), encoding="utf-8", newline="\n")


def write_games(folder: Path, setting: Setting, effort: Effort, tell: Progress = lambda what: None) -> None:
    """Write the records of the walkthrough anew, and its list of them; kinds that are not found stay out."""
    kept = []
    for path in (folder / "games").glob("*.txt"):
        path.unlink()
    for kind in effort.kinds:
        tell(kind.file)
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
    games = "".join(f'    "{name}",\n' for name in kept)
    text = re.sub(
        r"(?ms)^games = \[.*?^\]", f"games = [\n{games}]", path.read_text(encoding="utf-8"), count=1
    )
    path.write_text(_found_by_tune(text), encoding="utf-8", newline="\n")


def _found_by_tune(text: str) -> str:
    """The text with the command that found these puzzles and games, not those of the usual kit."""
    return re.sub(r"`python -m printkit\.[\w.]+[^`]*`", "`printkit tune`", text)


def terminal_of(start: int) -> str:
    """The terminal of that start (youscout §3.1)."""
    return DEATH if start in LOWER else FOOL
