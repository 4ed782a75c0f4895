"""Reads a face as a player does, both ways up, and compares it with the rules."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from math import inf
from typing import NamedTuple

from printkit.games.proof import Figure, Line
from printkit.preflight.marks import Mark, Run, angle_between, runs

__all__ = ["HEAD", "Difference", "ReadLine", "compare_lines", "figure_lines", "side_name"]

HEAD, FOOT = "head", "foot"
# A strip is one line however far its pairs stand apart.
WHOLE_LINE = inf
# So many lines are paired in the best way; a table has more. Ways less apart than that are equal.
MOST_TRIED, EQUAL = 5, 1e-9
STRAIGHT = 3.0


class ReadLine(NamedTuple):
    """One line the rules want and the letters found for it; the letters may be none."""

    line: Line
    marks: tuple[Mark, ...]


class Difference(NamedTuple):
    """One figure that is not as the rules want: which, what stands there instead (empty: nothing), and the letter.

    A figure beyond all that are wanted has no `figure`.
    """

    figure: Figure | None
    found: str
    mark: Mark | None
    line: Line


def side_name(turn: float) -> str:
    """The end of the card where what is read upright, or after a turn by 180°, stands."""
    return HEAD if angle_between(turn, 0.0) < 90 else FOOT


def figure_lines(marks: Sequence[Mark], turn: float, alphabet: frozenset[str]) -> tuple[Run, ...]:
    """The lines made of these characters alone, as read by one who has turned the card by `turn`."""
    straight = [mark for mark in marks if angle_between(mark.angle, turn) <= STRAIGHT]
    return tuple(run for run in runs(straight, WHOLE_LINE) if set(run.text) <= alphabet)


def compare_lines(
    wanted: Sequence[Line], marks: Sequence[Mark], turn: float, alphabet: frozenset[str]
) -> tuple[tuple[ReadLine, ...], tuple[Difference, ...]]:
    """Each wanted line with the line read for it, and every figure that differs, is missing or is too many."""
    seen = list(figure_lines(marks, turn, alphabet))
    read: list[ReadLine] = []
    differences: list[Difference] = []
    for line, run in _paired(wanted, seen):
        if run is not None:
            seen.remove(run)
        found = run.marks if run else ()
        read.append(ReadLine(line, found))
        if run is not None or line.needed:
            differences += _compare(line, found)
    if wanted:
        unwanted = Line(())
        differences += [Difference(None, mark.text, mark, unwanted) for run in seen for mark in run.marks]
    return tuple(read), tuple(differences)


def _paired(wanted: Sequence[Line], seen: Sequence[Run]) -> list[tuple[Line, Run | None]]:
    """The pairing under which most agrees, which most cards hold few enough lines for."""
    if len(wanted) > MOST_TRIED:
        return _nearest(wanted, seen)
    by_text = {run.text: run for run in seen}
    if len(by_text) == len(seen) and len({line.text for line in wanted} & set(by_text)) == len(wanted):
        return [(line, by_text[line.text]) for line in wanted]
    few = seen[:6]
    alike = [[*(_likeness(line, run) for run in few), 0.0] for line in wanted]

    @cache
    def best(at: int, used: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        """How much agrees from that line on, and what each is paired with; of equal ways the first."""
        if at == len(wanted):
            return 0.0, ()
        found: tuple[float, tuple[int, ...]] = (-1.0, ())
        for run, own in enumerate(alike[at]):
            if run in used:
                continue
            rest, way = best(at + 1, used | {run} if run < len(few) else used)
            if own + rest > found[0] + EQUAL:
                found = own + rest, (run, *way)
        return found

    _, ways = best(0, frozenset())
    return [(line, few[at] if at < len(few) else None) for line, at in zip(wanted, ways, strict=True)]


def _nearest(wanted: Sequence[Line], seen: Sequence[Run]) -> list[tuple[Line, Run | None]]:
    """The same for a table of many lines: those that agree first, of equal ones from the top, then the most alike."""
    left = sorted(seen, key=lambda run: (run.marks[0].y, run.marks[0].x))
    pairs: dict[int, Run] = {}
    for exact in (True, False):
        for number, line in enumerate(wanted):
            fits = [run for run in left if run.text == line.text or not exact]
            if number not in pairs and fits:
                pairs[number] = max(fits, key=lambda run: _likeness(line, run))
                left.remove(pairs[number])
    return [(line, pairs.get(number)) for number, line in enumerate(wanted)]


def _likeness(line: Line, run: Run | None) -> float:
    if run is None:
        return 0.0
    if run.text == line.text:
        return 10.0
    alike = SequenceMatcher(None, line.text, run.text, autojunk=False).ratio()
    length = min(len(line.text), len(run.text)) / max(len(line.text), len(run.text))
    return 1.0 * alike + length


def _compare(line: Line, marks: Sequence[Mark]) -> list[Difference]:
    letters = [(char, mark) for mark in marks for char in mark.text]
    found = "".join(char for char, _ in letters)
    figures = [figure for figure in line.figures for _ in figure.text]
    if found == line.text:
        return []
    if len(found) == len(line.text):
        return [
            Difference(figure, char, mark, line)
            for figure, want, (char, mark) in zip(figures, line.text, letters, strict=True)
            if want != char
        ]
    differences: list[Difference] = []
    matcher = SequenceMatcher(None, line.text, found, autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        for index in range(max(last - first, end - start)):
            figure = figures[first + index] if first + index < last else None
            char, mark = letters[start + index] if start + index < end else ("", None)
            differences.append(Difference(figure, char, mark, line))
    return differences
