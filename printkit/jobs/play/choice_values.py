"""Evaluations of choices as headers of a record."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.compose.youscout.sample_games import ChoiceValue
from printkit.errors import InputError
from printkit.games.record import Record
from printkit.solver.judgement import Judgement

__all__ = ["read_choice_values", "value_headers"]

PREFIX = "worth-"
_PARTS = " | "
_VERDICTS = {True: "won", False: "lost", None: "open"}
_KNOWN = {word: verdict for verdict, word in _VERDICTS.items()}


def value_headers(judgement: Judgement) -> dict[str, str]:
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


def read_choice_values(record: Record, file: str = "") -> Mapping[int, tuple[ChoiceValue, ...]]:
    """The choice values in a record's headers, by the number of the line; InputError for headers that hold none."""
    values: dict[int, tuple[ChoiceValue, ...]] = {}
    for key, value in record.headers:
        number = key.removeprefix(PREFIX)
        if key.startswith(PREFIX):
            if not number.isdecimal() or len(number) > 6:
                raise InputError(f"the header {key!r} names no line", file=file, hint=f"like {PREFIX}12")
            values[int(number)] = tuple(_choice_value(part, key, file) for part in value.split(_PARTS))
    return values


def _choice_value(text: str, key: str, file: str) -> ChoiceValue:
    words = text.split()
    try:
        *action, odds, low, high, verdict = words
        value = ChoiceValue(" ".join(action), float(odds), float(low), float(high), _KNOWN[verdict])
        if not action or not 0 <= value.low <= value.odds <= value.high <= 1:
            raise ValueError
    except (ValueError, KeyError):
        hint = "an answer, its odds and their interval from 0 to 1, and won, lost or open"
        raise InputError(f"not a value: {text[:40]!r}", file=file, key=key, hint=hint) from None
    return value
