"""The working arrays of the open-talon search."""

from __future__ import annotations

from typing import NamedTuple

import numpy
import numpy.typing

from printkit.lab.youscout.play import PlayWorkspace, make_play_workspace
from printkit.lab.youscout.search import Memory, make_memory
from printkit.lab.youscout.tables import Integers

__all__ = ["LOST", "UNRESOLVED", "WON", "SearchWorkspace", "make_search_workspace"]

LOST, WON, UNRESOLVED = range(3)

MOST_PASSES = 256
"""Orders kept for one deal; a game that lasts longer stays unresolved."""

MOST_ANSWERS = 4096
"""Answers in one line; a game that needs more stays unresolved."""

MOST_LINES = 2.0**53
"""Where counting winning lines ends: floats count exactly up to here."""

# What stands where in a frame: the moment before an answer, and what was tried.
TOKEN, AFTER, AT, TALON, DRAWN, DRAWS, MAY_PUT, MAY_PUT_COINS, BRANCHES, NEXT, ACTION, MAY_TRY = range(12)
FRAME_FIELDS = 12

# What stands where in a result: beside the outcome, the line's start, draws and answers, the answers tried,
# winning lines, and a bit for each start that is won, or whose search was not finished.
OUTCOME, SOLVED_START, LINE_DRAWS, LINE_ANSWERS, TRIED, LINES, WON_FROM, OPEN_FROM = range(8)
RESULT_FIELDS = 8


class SearchWorkspace(NamedTuple):
    """The arrays one solver works in: a workspace, the orders of the passes, and the frames of the search.

    `fixed` says of each pass for which cards its order holds, with the terminal's bit where it is known when
    the pass ends: all of them in a deal, fewer in a record. `origin` is where the search sets out.
    """

    play_work: PlayWorkspace
    memory: Memory
    orders: Integers
    lengths: Integers
    words: numpy.typing.NDArray[numpy.uint64]
    frames: Integers
    piles: Integers
    laid: Integers
    lines: numpy.typing.NDArray[numpy.float64]
    keys: numpy.typing.NDArray[numpy.uint64]
    fixed: Integers
    origin: Integers
    origin_piles: Integers
    origin_laid: Integers
    now: Integers
    line: Integers
    result: Integers


def make_search_workspace(memory_size: int = 1 << 15) -> SearchWorkspace:
    """A workspace for one thread; `memory_size` results are remembered, a power of two."""
    return SearchWorkspace(
        play_work=make_play_workspace(numpy.zeros(12, numpy.int64)),
        memory=make_memory(memory_size),
        orders=numpy.zeros((MOST_PASSES, 57), numpy.int64),
        lengths=numpy.zeros(MOST_PASSES, numpy.int64),
        words=numpy.zeros(64, numpy.uint64),
        frames=numpy.zeros((MOST_ANSWERS, FRAME_FIELDS), numpy.int64),
        piles=numpy.zeros((MOST_ANSWERS, 9), numpy.int64),
        laid=numpy.zeros((MOST_ANSWERS, 57), numpy.int64),
        lines=numpy.zeros(MOST_ANSWERS, numpy.float64),
        keys=numpy.zeros((MOST_ANSWERS, 2), numpy.uint64),
        fixed=numpy.zeros(MOST_PASSES, numpy.int64),
        origin=numpy.zeros(FRAME_FIELDS, numpy.int64),
        origin_piles=numpy.zeros(9, numpy.int64),
        origin_laid=numpy.zeros(57, numpy.int64),
        now=numpy.zeros(FRAME_FIELDS, numpy.int64),
        line=numpy.zeros(MOST_ANSWERS + 4, numpy.int64),
        result=numpy.zeros(RESULT_FIELDS, numpy.int64),
    )
