"""Finds the deals of a puzzle book.

`python -m printkit.lab.youscout.jobs.puzzle_search` writes them, the same ones every time. Deals are taken in a fixed
mixed order. For each slot of the book the first one is kept that has as many winning rows
of answers as the slot asks for, fits its page, and is not won by a player who always gives the same answer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import tomlkit

from printkit.games.core import Action
from printkit.games.deals import difficulty
from printkit.games.game import Game
from printkit.games.record import record_of
from printkit.games.youscout.cards import DEATH, MINORS
from printkit.games.youscout.puzzles import play_deal, try_rows
from printkit.games.youscout.seeded_deal import DEALS, Deal
from printkit.games.youscout.table import MOVE, STAY
from printkit.kit.booklet import Puzzle
from printkit.lab.youscout.clairvoyant import Solver
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.jobs.setting import USUAL, Setting
from printkit.lab.youscout.search_workspace import LINES

__all__ = ["SLOTS", "Found", "Slot", "find_puzzles", "main", "puzzle_table"]

# Odd, so that the deals met are all different; near 2^35 over the golden ratio, so that their codes look mixed.
STRIDE = 21_235_100_843
# Deals solved at a time, and how many a slot may look at.
BATCH, MOST = 2_000, 400_000
# Cards of a printed row, rows a page holds, and the cards a player lays out: not fewer, not more.
ROW, ROWS = 12, 4
CARDS = {1: (14, 36), 3: (18, 48)}

# A first puzzle has at most so many cards.
WARM_UP = 10

ORIGINAL, SIMPLIFIED = "youscout", "youscout-simplified"


class Slot(NamedTuple):
    """What one puzzle should be: game, terminals, winning rows of answers, the start (0: to be found).

    `answers` are the fewest and the most its line may ask for, `rows` the fewest there must be to choose from, `cards`
    the fewest and the most of its talon (the usual ones of its number of terminals where they are not stated).
    """

    game: str
    terminals: int
    lines: int
    start: int
    answers: tuple[int, int]
    rows: int
    cards: tuple[int, int] = (0, 0)

    @property
    def warms_up(self) -> bool:
        """Whether it is a first puzzle, which one answer may decide."""
        return 0 < self.cards[1] <= WARM_UP

    @property
    def options(self) -> tuple[str, ...]:
        """The options of its own, as `K=V`."""
        return (f"terminals={self.terminals}",)


SLOTS = (
    Slot(SIMPLIFIED, 1, 2, 4, (1, 2), 4, (5, 8)),
    Slot(SIMPLIFIED, 1, 1, 2, (1, 1), 2, (5, 8)),
    Slot(SIMPLIFIED, 1, 2, 5, (2, 3), 4, (6, 10)),
    Slot(ORIGINAL, 1, 1, 3, (1, 2), 3, (6, 10)),
    Slot(SIMPLIFIED, 1, 1, 1, (2, 3), 4, (7, 10)),
    Slot(SIMPLIFIED, 1, 12, 2, (2, 5), 24),
    Slot(ORIGINAL, 1, 12, 2, (2, 5), 24),
    Slot(SIMPLIFIED, 1, 9, 5, (2, 5), 18),
    Slot(ORIGINAL, 1, 8, 5, (2, 5), 16),
    Slot(SIMPLIFIED, 1, 7, 1, (2, 5), 16),
    Slot(ORIGINAL, 1, 6, 3, (2, 5), 16),
    Slot(SIMPLIFIED, 1, 5, 0, (2, 5), 24),
    Slot(ORIGINAL, 1, 5, 4, (2, 5), 12),
    Slot(SIMPLIFIED, 1, 4, 6, (2, 6), 12),
    Slot(ORIGINAL, 1, 4, 0, (2, 6), 24),
    Slot(SIMPLIFIED, 1, 3, 3, (3, 6), 14),
    Slot(ORIGINAL, 1, 3, 2, (3, 6), 14),
    Slot(SIMPLIFIED, 3, 3, 5, (3, 7), 24),
    Slot(SIMPLIFIED, 1, 2, 4, (3, 6), 12),
    Slot(ORIGINAL, 1, 2, 1, (3, 6), 16),
    Slot(ORIGINAL, 3, 2, 2, (3, 7), 24),
    Slot(SIMPLIFIED, 1, 1, 2, (3, 5), 10),
    Slot(ORIGINAL, 1, 1, 6, (3, 5), 10),
    Slot(SIMPLIFIED, 1, 1, 0, (3, 5), 20),
    Slot(ORIGINAL, 1, 1, 0, (3, 5), 20),
    Slot(SIMPLIFIED, 1, 1, 5, (3, 6), 16),
    Slot(ORIGINAL, 1, 1, 3, (4, 6), 16),
    Slot(SIMPLIFIED, 1, 1, 1, (4, 6), 20),
    Slot(ORIGINAL, 1, 1, 2, (4, 7), 24),
    Slot(SIMPLIFIED, 1, 1, 0, (4, 7), 40),
    Slot(ORIGINAL, 1, 1, 0, (4, 7), 40),
    Slot(SIMPLIFIED, 3, 1, 2, (4, 8), 30),
    Slot(ORIGINAL, 3, 1, 5, (4, 8), 30),
)
"""The book: five short puzzles, then from many winning rows of answers to one. It is printed by difficulty."""


class Found(NamedTuple):
    """A deal that fills a slot: where it is won from, the answers of a line, and how many rows there are in all."""

    slot: Slot
    deal: Deal
    start: int
    line: tuple[Action, ...]
    rows: int


def find_puzzles(
    slots: Sequence[Slot] = SLOTS, setting: Setting = USUAL, *, most: int = MOST, patient: bool = True
) -> Iterator[Found]:
    """The first deal for each slot that no other slot has, of the first `most`.

    A slot none of them fills is a LookupError, or, for who is not `patient`, left out.
    """
    used: set[int] = set()
    for slot in slots:
        candidates = _candidates(slot, setting, most)
        found = next((each for each in candidates if each.deal.number not in used), None)
        if found is None:
            if not patient:
                continue
            raise LookupError(f"none of {most} deals is {slot}")
        used.add(found.deal.number)
        yield found


def _candidates(slot: Slot, setting: Setting, most: int) -> Iterator[Found]:
    game = setting.game(slot.game, slot.options)
    places = range(1, 7) if not slot.start else (slot.start,)
    for first in range(0, most, BATCH):
        deals = tuple(Deal(index * STRIDE % DEALS) for index in range(first, first + BATCH))
        lines = {place: _lines(setting, slot.game, slot.options, deals, place) for place in places}
        for at, deal in enumerate(deals):
            if sum(counts[at] for counts in lines.values()) != slot.lines or not _fits(deal, slot):
                continue
            found = _judged(game, slot, deal, tuple(place for place in places if lines[place][at]))
            if found is not None:
                yield found


@cache
def _lines(
    setting: Setting, game_id: str, options: tuple[str, ...], deals: tuple[Deal, ...], place: int
) -> tuple[int, ...]:
    """Winning rows of each deal from one start; the search by machine code only says where to look."""
    table = _solver(setting, game_id, options).table(deals, 1 << place, count=True)
    return tuple(int(row[LINES]) for row in table)


@cache
def _solver(setting: Setting, game_id: str, options: tuple[str, ...]) -> Any:
    return Solver(setting.game(game_id, options))


def _talon(deal: Deal, terminals: int) -> list[list[str]]:
    """The cards pass by pass, the terminal among them."""
    orders = (list(deal.order(after, (*MINORS, DEATH))) for after in range(terminals))
    return [order[: order.index(DEATH) + 1] for order in orders]


def _fits(deal: Deal, slot: Slot) -> bool:
    """Whether the open talon fits the page, and is as long as the slot asks."""
    lengths = [len(cards) for cards in _talon(deal, slot.terminals)]
    rows = sum(-(-length // ROW) for length in lengths)
    fewest, most = slot.cards if slot.cards[1] else CARDS[slot.terminals]
    return rows <= ROWS and min(lengths) >= 4 and fewest <= sum(lengths) <= most


def _judged(game: Game[Any], slot: Slot, deal: Deal, starts: Sequence[int]) -> Found | None:
    """The deal as a puzzle, if it is worth a page."""
    rows = {start: try_rows(game, deal, start) for start in starts}
    # A start to be found is one: two that win would make it easy, and the answer long.
    if len(starts) != 1 or rows[starts[0]].line is None:
        return None
    (start,) = starts
    line = rows[start].line or ()
    every = sum(try_rows(game, deal, place).all for place in ((start,) if slot.start else range(1, 7)))
    fewest, most = slot.answers
    if not fewest <= len(line) <= most or every < slot.rows:
        return None
    if slot.warms_up:
        return Found(slot, deal, start, line, every)
    if len(set(line)) < 2:
        return None
    if any(_wins(game, deal, start, answer) for answer in (MOVE, STAY)):
        return None
    if slot.lines < 5 and _thumb_wins(game, deal, start):
        return None
    return Found(slot, deal, start, line, every)


def _wins(game: Game[Any], deal: Deal, start: int, answer: Action) -> bool:
    """Whether always giving this answer wins."""
    return _result(game, play_deal(game, deal, lambda sight: answer, start)) == "win"


def _thumb_wins(game: Game[Any], deal: Deal, start: int) -> bool:
    return _result(game, play_deal(game, deal, heuristic_player(game), start)) == "win"


def _result(game: Game[Any], actions: Sequence[Action]) -> str | None:
    return record_of(game, actions).result


def by_difficulty(found: Iterable[Found]) -> list[Found]:
    """The puzzles from the easiest to the hardest, as books print them."""
    return sorted(found, key=lambda each: difficulty(_puzzle(each), _talon(each.deal, each.slot.terminals)))


def _puzzle(found: Found, setting: Setting = USUAL) -> Puzzle:
    slot = found.slot
    return Puzzle(
        deal=found.deal.code,
        game=slot.game,
        options=tuple(setting.agreed(slot.game, slot.options)),
        find=not slot.start,
        start=found.start,
        lines=slot.lines,
        rows=found.rows,
        answers=found.line,
    )


def puzzle_table(found: Found, setting: Setting = USUAL) -> str:
    """The `[[puzzle]]` table of a puzzles.toml."""
    return tomlkit.dumps({"puzzle": [_puzzle(found, setting).model_dump(mode="json", exclude_defaults=True)]})


def main() -> None:
    """Write the `[[puzzle]]` tables of a puzzles.toml."""
    for found in by_difficulty(find_puzzles()):
        sys.stdout.write(puzzle_table(found) + "\n")


if __name__ == "__main__":
    main()
