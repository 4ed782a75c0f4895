"""Finds the sample games of a walkthrough, reproducibly.

`python -m printkit.lab.youscout.jobs.sample_games FOLDER` writes them. Deals are taken in a fixed mixed order and
played by the advised player. For each kind of game the first is kept that
ends as wanted and leaves enough to choose; its record is written with the worth of each choice in its headers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.record import Record, record_of, write_record
from printkit.games.youscout.cards import DEATH, MINORS
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.rules import DONE
from printkit.games.youscout.seeded_deal import DEALS, Deal, card_index
from printkit.games.youscout.table import MOVE, STAY, Table
from printkit.jobs.play.journal import read_choice_values, value_headers
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.jobs.puzzle_search import STRIDE
from printkit.lab.youscout.jobs.setting import USUAL, Setting
from printkit.lab.youscout.judge import judge_record
from printkit.lab.youscout.replacing import Trial, best_row

__all__ = ["KINDS", "Kind", "advised_player", "find_sample", "judged_record", "main"]

MOST = 20_000
# The games imagined to choose between both answers to a sword: others than those that found the replacements.
JUDGING = 1 << 20, 4_096
# At least one sword has to matter that much.
LEAST_GAIN = 0.06


class Kind(NamedTuple):
    """A narrated game: its file, game, options, result, and how many lines, swords and replacements it may have."""

    file: str
    game: str
    options: tuple[str, ...]
    result: str
    lines: tuple[int, int]
    swords: tuple[int, int]
    replacements: int = 0


KINDS = (
    Kind("simplified-won.txt", "youscout-simplified", ("terminals=1",), "win", (18, 28), (3, 4)),
    Kind("original-won.txt", "youscout", ("terminals=1",), "win", (18, 30), (3, 4)),
    Kind("original-lost.txt", "youscout", ("terminals=1",), "lose", (18, 30), (3, 4)),
    Kind("war-replacement.txt", "youscout", ("terminals=1", "replacements=2"), "win", (18, 34), (2, 4), 2),
)


def advised_player(game: Game[Any]) -> Player:
    """Takes advice at swords; where cards may be replaced, moves and replaces as wins most rollouts."""
    advisor = Advisor(game)
    advised: Player = advisor.player()
    replaces = game.start.rules.replacements >= 1

    def trial_at(table: Table) -> Trial:
        stream = sum(1 << card_index(card) for card in table.talon), len(table.talon)
        return lambda each, first, games: int(advisor.outcomes(each, stream, first, games).sum())

    def play(sight: Sight) -> Action:
        table, legal = game.parse(sight.view), sight.legal
        if DONE in legal:
            return (*best_row(table, trial_at(table)).actions, DONE)[0]
        if not (replaces and MOVE in legal):
            return advised(sight)
        trial = trial_at(table)
        after = {MOVE: best_row(table.apply(MOVE), trial).table, STAY: table.apply(STAY)}
        return max(sight.legal, key=lambda each: trial(after[each], *JUDGING))

    return play


def judged_record(game: Game[Any], deal: Deal) -> Record:
    """The deal as the advised player plays it, with the worth of each choice; needs the extra `lab`."""
    record = record_of(game, play_deal(game, deal, advised_player(game)), {"deal": deal.code})
    return _with_values(record, value_headers(judge_record(game, record)))


def _with_values(record: Record, values: dict[str, str]) -> Record:
    return Record(
        record.game, record.options, (*record.headers, *values.items()), record.lines, record.result
    )


def find_sample(kind: Kind, setting: Setting = USUAL, *, most: int = MOST) -> Record:
    """The first deal that gives such a game; LookupError where none of the first `most` does."""
    game = setting.game(kind.game, kind.options)
    for record in _played(game, kind, most):
        return record
    raise LookupError(f"none of {most} deals is {kind}")


def _played(game: Game[Any], kind: Kind, most: int) -> Iterator[Record]:
    player = advised_player(game)
    for index in range(1, most):
        deal = Deal(index * STRIDE % DEALS)
        # Advice costs more than a shuffle: deals of another length are not played.
        length = deal.order(0, (*MINORS, DEATH)).index(DEATH) + 1
        if not kind.lines[0] - 8 <= length <= kind.lines[1]:
            continue
        record = record_of(game, play_deal(game, deal, player), {"deal": deal.code})
        texts = [line.text for line in record.lines]
        swords = sum(text in ("move", "stay") for text in texts)
        replaced = sum(text.startswith("replace") for text in texts)
        if (
            record.result == kind.result
            and kind.lines[0] <= len(texts) <= kind.lines[1]
            and kind.swords[0] <= swords <= kind.swords[1]
            and {"move", "stay"} <= set(texts)
            and replaced >= kind.replacements
        ):
            judged = judged_record(game, deal)
            if _gain(judged) >= LEAST_GAIN:
                yield judged


def _gain(record: Record) -> float:
    """The most that the better answer to a sword was value more than the other."""
    values = read_choice_values(record).items()
    swords = [each for number, each in values if record.lines[number - 1].text in (MOVE, STAY)]
    return max(abs(each[0].odds - each[1].odds) for each in swords)


def main() -> None:
    """Write the record of each kind into the folder named."""
    folder = Path(sys.argv[1])
    for kind in KINDS:
        (folder / kind.file).write_text(write_record(find_sample(kind)), encoding="utf-8")
        sys.stdout.write(f"{kind.file}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
