"""The first game of a tuned kit's rule book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomlkit

from printkit.errors import PrintkitError
from printkit.games.record import Record, record_of, write_record
from printkit.games.youscout.cards import DEATH, MINORS, major_number
from printkit.games.youscout.deal_replay import play_deal
from printkit.games.youscout.seeded_deal import DEALS, Deal
from printkit.games.youscout.table import MOVE, STAY
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.jobs.puzzle_search import STRIDE
from printkit.lab.youscout.jobs.setting import Setting
from printkit.lab.youscout.jobs.tuned_words import FirstGame

__all__ = ["mixed_deals", "write_first_game"]

_DEALS = 20_000
_LINES, _CHOICES = (18, 26), (3, 4)


def mixed_deals(count: int) -> Iterator[Deal]:
    """Deals in the mixed order all books take them in."""
    return (Deal(index * STRIDE % DEALS) for index in range(1, count))


def write_first_game(folder: Path, setting: Setting) -> FirstGame:
    """Rewrite first-game.txt: a won original game with one terminal and three choices or four."""
    game = setting.game("youscout", ["terminals=1"])
    player = heuristic_player(game)
    for deal in mixed_deals(_DEALS):
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
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    document["shown"] = shown
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")
