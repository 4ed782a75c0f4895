"""The rule rows a rule card prints: words in `rules.toml` come in, structured terms and outcomes go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar, cast

from printkit.errors import Problem, nearest_hint

__all__ = [
    "Move",
    "Outcome",
    "Place",
    "RuleRow",
    "Side",
    "Term",
    "When",
    "load_rules",
    "outcome_text",
    "parse_outcome",
    "parse_term",
    "term_text",
]

Place = Literal["here", "forward", "backward", "across", "Sw", "Co"]
Move = Literal["forward", "backward", "across", "stay"]
Side = Literal["left", "right"]
TermKind = Literal["card", "number", "max", "sum", "spent", "backing"]
When = Literal["yes", "no", "both", "move", "stay"]

PLACES: tuple[Place, ...] = ("here", "forward", "backward", "across", "Sw", "Co")


@dataclass(frozen=True, slots=True)
class Term:
    """One number in a comparison: the drawn card, a table number, or a pile's largest, sum or spent card.

    A `backing` is the largest of the pile at `place`, or, where none lies, that place's number of the table.
    """

    kind: TermKind
    place: Place | None = None
    suit: str | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a card goes: what (`card`, or `max`, `spent`, `all` of a pile), where to, and an exception."""

    when: When
    what: Literal["card", "max", "spent", "all"]
    source: Place | None
    target: str
    target_place: Place | None = None
    exception: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class RuleRow:
    """What one suit does on one rule card of one game (`youscout §4.1` to `§4.8`, `§6.5`, `§6.6`).

    `equal` is the option, as `K=V`, under which the comparison also holds when both sides are equal.
    """

    card: str
    suit: str
    move: Move
    text: str
    greater: tuple[Term, ...]
    than: tuple[Term, ...]
    outcomes: tuple[Outcome, ...]
    needs: Place | None = None
    game: str = ""
    equal: str = ""


_NUMBER = re.compile(r"([a-z]+) (left|right) (here|forward|backward|across)\Z")
_BACKING = re.compile(r"max (here|forward|backward|across) else ([a-z]+) (left|right)\Z")
_PILE = re.compile(r"(max|sum|spent) (here|forward|backward|across|Sw|Co)\Z")
_OUTCOME = re.compile(
    r"(?:card|(?P<what>max|spent|all) (?P<source>here|forward|backward|across|Sw|Co))"
    r" > (?P<target>D|Sw|Co|pile)(?: (?P<place>here|forward|backward|across))?"
    r"(?:, (?P<from>[1-6]) > (?P<other>D|Sw|Co))?\Z"
)


def parse_term(text: str) -> Term:
    """A term from its words: `card`, `sword left here`, `max across`, `max here else coin left`; else ValueError."""
    if text == "card":
        return Term("card")
    if match := _NUMBER.match(text):
        return Term("number", cast(Place, match[3]), match[1], cast(Side, match[2]))
    if match := _BACKING.match(text):
        return Term("backing", cast(Place, match[1]), match[2], cast(Side, match[3]))
    if match := _PILE.match(text):
        return Term(cast(TermKind, match[1]), cast(Place, match[2]))
    raise ValueError(f"{text!r} is no term; write card, SUIT left|right PLACE, max|sum|spent PLACE")


def term_text(term: Term) -> str:
    """The words `parse_term` reads back."""
    if term.kind == "number":
        return f"{term.suit} {term.side} {term.place}"
    if term.kind == "backing":
        return f"max {term.place} else {term.suit} {term.side}"
    return "card" if term.kind == "card" else f"{term.kind} {term.place}"


def parse_outcome(when: When, text: str) -> Outcome:
    """An outcome from its words: `card > Sw`, `max here > pile forward, 6 > Co`; else ValueError."""
    match = _OUTCOME.match(text)
    if not match or (match["target"] == "pile") != bool(match["place"]):
        raise ValueError(f"{text!r} is no outcome; write card|max PLACE|all PLACE > D|Sw|Co|pile PLACE")
    exception = (int(match["from"]), match["other"]) if match["from"] else None
    return Outcome(
        when,
        cast(Literal["card", "max", "spent", "all"], match["what"] or "card"),
        cast(Place | None, match["source"]),
        match["target"],
        cast(Place | None, match["place"]),
        exception,
    )


def outcome_text(outcome: Outcome) -> str:
    """The words `parse_outcome` reads back."""
    what = outcome.what if outcome.source is None else f"{outcome.what} {outcome.source}"
    target = outcome.target if outcome.target_place is None else f"{outcome.target} {outcome.target_place}"
    exception = "" if outcome.exception is None else f", {outcome.exception[0]} > {outcome.exception[1]}"
    return f"{what} > {target}{exception}"


MOVES: tuple[Move, ...] = ("forward", "backward", "across", "stay")
_WORDS = ("game", "card", "suit", "move", "text")
_COMPARED = ("greater", "than")
# In the order they are printed: what happens anyway, then if greater (or by choice), then if not.
_WHEN_OF: dict[str, When] = {
    "both": "both",
    "yes": "yes",
    "move_outcomes": "move",
    "stay_outcomes": "stay",
    "no": "no",
}
_KEYS = (*_WORDS, "needs", "equal", *_COMPARED, *_WHEN_OF)
_BOARD_PLACES: tuple[Place, ...] = ("here", "forward", "backward", "across")

Value = TypeVar("Value")


def load_rules(table: Mapping[str, Any], file: str) -> tuple[tuple[RuleRow, ...], tuple[Problem, ...]]:
    """The rows of `rules.toml` in the order of the file, and all that is wrong with it.

    A row with a problem is left out. A problem's key counts rows and terms from 1: `row 3.greater[1]`.
    """
    problems = [
        Problem("unknown key", file, key, nearest_hint(key, ["row"])) for key in table if key != "row"
    ]
    entries = table.get("row", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return (), (*problems, Problem("rows are tables", file, "row", "write [[row]] above each"))
    rows: list[RuleRow] = []
    seen: dict[tuple[str, str], int] = {}
    for number, entry in enumerate(entries, 1):
        reader = _RowReader(entry, file, f"row {number}")
        row = reader.row()
        if row is not None and (row.card, row.suit) in seen:
            first = seen[row.card, row.suit]
            reader.add("suit", f"{row.card} has a row for {row.suit} already", f"see row {first}")
        elif row is not None:
            seen[row.card, row.suit] = number
            rows.append(row)
        problems += reader.problems
    return tuple(rows), tuple(problems)


class _RowReader:
    """Reads one table of the file and keeps what is wrong with it."""

    def __init__(self, entry: Mapping[str, Any], file: str, key: str) -> None:
        self.entry, self.file, self.key = entry, file, key
        self.problems: list[Problem] = []

    def add(self, key: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(message, self.file, f"{self.key}.{key}", hint))

    def row(self) -> RuleRow | None:
        """The row, or None if anything is wrong with it."""
        for key in self.entry:
            if key not in _KEYS:
                self.add(key, "unknown key", nearest_hint(key, _KEYS))
        words = {key: self.word(key) for key in _WORDS}
        needs = self.word("needs") if "needs" in self.entry else None
        equal = self.word("equal") if "equal" in self.entry else ""
        greater, than = (self.each(key, parse_term) for key in _COMPARED)
        outcomes = [
            outcome
            for key, when in _WHEN_OF.items()
            for outcome in self.each(key, partial(parse_outcome, when))
        ]
        if words["move"] and words["move"] not in MOVES:
            self.add("move", f"{words['move']!r} is no move", nearest_hint(words["move"], MOVES))
        if needs and needs not in _BOARD_PLACES:
            self.add("needs", f"{needs!r} is no place of the board", nearest_hint(needs, _BOARD_PLACES))
        self.check_parts(words["move"])
        if self.problems:
            return None
        return RuleRow(
            words["card"],
            words["suit"],
            cast(Move, words["move"]),
            words["text"],
            tuple(greater),
            tuple(than),
            tuple(outcomes),
            cast("Place | None", needs),
            words["game"],
            equal,
        )

    def check_parts(self, move: str) -> None:
        """A comparison has two sides and decides a move; choices come in pairs."""
        greater, than = (bool(self.entry.get(key)) for key in _COMPARED)
        whens = {when for key, when in _WHEN_OF.items() if self.entry.get(key)}
        if greater != than:
            self.add("than" if greater else "greater", "a comparison needs both sides")
        if move == "stay" and greater:
            self.add(
                "move", "a comparison decides nothing where the token stays", "leave out greater and than"
            )
        if self.entry.get("equal") and not greater:
            self.add("equal", "there is no comparison that could be equal")
        if self.entry.get("equal") and not re.fullmatch(r"[a-z-]+=[a-z0-9-]+", str(self.entry["equal"])):
            self.add("equal", f"{self.entry['equal']!r} is no option", "write it as K=V")
        if not greater and whens - {"both"}:
            self.add("greater", "outcomes depend on a comparison that is missing", "write them under both")
        if ("move" in whens) != ("stay" in whens):
            self.add("move_outcomes", "a choice needs move_outcomes and stay_outcomes")
        if "move" in whens and "yes" in whens:
            self.add("yes", "a row has either yes or a choice of move_outcomes and stay_outcomes")
        if not whens:
            self.add("both", "the row says nowhere what becomes of the card")

    def word(self, key: str) -> str:
        """A text that must be there; empty if it is not."""
        value = self.entry.get(key)
        if isinstance(value, str) and value:
            return value
        self.add(key, "the key is missing" if value is None else f"a word is needed, not {value!r}")
        return ""

    def each(self, key: str, parse: Callable[[str], Value]) -> list[Value]:
        """The parsed words of a list that may be absent."""
        texts = self.entry.get(key, [])
        if not isinstance(texts, list):
            self.add(key, f"a list is needed, not {texts!r}", "write it in brackets")
            return []
        values = []
        for index, text in enumerate(texts, 1):
            try:
                if not isinstance(text, str):
                    raise ValueError(f"{text!r} is no text; write it in quotes")
                values.append(parse(text))
            except ValueError as error:
                message, _, hint = str(error).partition("; ")
                self.add(f"{key}[{index}]", message, hint)
        return values
