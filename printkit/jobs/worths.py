"""Evaluations of choices as headers of a record."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.compose.walkthrough import Worth
from printkit.errors import InputError
from printkit.games.record import Record
from printkit.solver.judgement import Judgement

__all__ = ["read_worths", "worth_headers"]

PREFIX = "worth-"
_PARTS = " | "
_VERDICTS = {True: "won", False: "lost", None: "open"}
_KNOWN = {word: verdict for verdict, word in _VERDICTS.items()}


def worth_headers(judgement: Judgement) -> dict[str, str]:
    """A header for each choice, `worth-12: move 0.6123 0.6049 0.6197 won | stay …`.

    After each answer stand its odds, their 95 % interval, and what it is worth with the talon as it came.
    """
    return {
        f"{PREFIX}{choice.line}": _PARTS.join(
            f"{answer.action} {answer.odds:.4f} {answer.interval[0]:.4f} {answer.interval[1]:.4f} "
            f"{_VERDICTS[answer.clairvoyant]}"
            for answer in choice.answers
        )
        for choice in judgement.choices
    }


def read_worths(record: Record, file: str = "") -> Mapping[int, tuple[Worth, ...]]:
    """The worths a record's headers tell, by the number of the line; InputError for headers that tell none."""
    worths: dict[int, tuple[Worth, ...]] = {}
    for key, value in record.headers:
        number = key.removeprefix(PREFIX)
        if key.startswith(PREFIX):
            if not number.isdecimal() or len(number) > 6:
                raise InputError(f"the header {key!r} names no line", file=file, hint=f"like {PREFIX}12")
            worths[int(number)] = tuple(_worth(part, key, file) for part in value.split(_PARTS))
    return worths


def _worth(text: str, key: str, file: str) -> Worth:
    words = text.split()
    try:
        *action, odds, low, high, verdict = words
        worth = Worth(" ".join(action), float(odds), float(low), float(high), _KNOWN[verdict])
        if not action or not 0 <= worth.low <= worth.odds <= worth.high <= 1:
            raise ValueError
    except (ValueError, KeyError):
        hint = "an answer, its odds and their interval from 0 to 1, and won, lost or open"
        raise InputError(f"not a worth: {text[:40]!r}", file=file, key=key, hint=hint) from None
    return worth
