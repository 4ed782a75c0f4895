"""The texts that replace those of the usual books in a tuned kit, as `tuned.toml` states them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from printkit.kit.model_base import Table
from printkit.kit.raw import read_toml

__all__ = ["TUNED", "TunedFile", "TunedRow", "TunedSentence", "TunedWords", "read_tuned"]

TUNED = "tuned.toml"


class TunedSentence(Table):
    """A phrase that stands once in a book, and what takes its place by the value of an option.

    `other` stands for every value but the usual one; what stands in <> is filled in. All texts are by language.
    """

    book: Literal["rules", "puzzles", "walkthrough"]
    option: str
    usual: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]


class TunedRow(Table):
    """The outcomes that a row of rules.toml has under its `key`, by the value of an option."""

    card: str
    suit: str
    key: str
    option: str
    values: Mapping[str, tuple[str, ...]]


class TunedWords(Table):
    """Words and table rows of one language; `equal` is what equal numbers do, the usual first."""

    comma: str
    rounded: str
    short: str
    lower: str
    upper: str
    factor: str
    swaps: Mapping[str, str]
    equal: tuple[str, str]
    equal_row: str
    wins_row: str
    times: Mapping[str, str]
    terminals: Mapping[str, str]
    rate: str
    games: Mapping[str, str]


class TunedFile(Table):
    """tuned.toml."""

    sentence: tuple[TunedSentence, ...] = ()
    row: tuple[TunedRow, ...] = ()
    words: Mapping[str, TunedWords] = {}


def read_tuned(folder: Path) -> TunedFile:
    """The `tuned.toml` of the kit in this folder; what is wrong with it is an InputError."""
    return TunedFile.read(read_toml(folder / TUNED, TUNED), TUNED)
