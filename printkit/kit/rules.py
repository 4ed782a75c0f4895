"""The rows of rule cards, as `rules.toml` states them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, cast

from pydantic import Field, PlainValidator, WithJsonSchema

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model_base import Table

__all__ = [
    "Move",
    "Outcome",
    "Place",
    "RuleRow",
    "RulesFile",
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
_INDEX = re.compile(r"\[(\d+)\]")
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
    raise ValueError(f"{text!r} is not a term; write card, SUIT left|right PLACE, max|sum|spent PLACE")


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
        raise ValueError(f"{text!r} is not an outcome; write card|max PLACE|all PLACE > D|Sw|Co|pile PLACE")
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


# In the order they are printed: what happens anyway, then if greater (or by choice), then if not.
_WHEN_OF: dict[str, When] = {
    "both": "both",
    "yes": "yes",
    "move_outcomes": "move",
    "stay_outcomes": "stay",
    "no": "no",
}
_COMPARED = ("greater", "than")


def _parsed(parse: Callable[[str], Any]) -> tuple[PlainValidator, WithJsonSchema]:
    """How an item that is a text stands for what the parser makes of it."""

    def read(text: Any) -> Any:
        if not isinstance(text, str):
            raise ValueError(f"{text!r} is not a text; write it in quotes")
        return parse(text)

    return PlainValidator(read), WithJsonSchema({"type": "string"})


Word = Annotated[str, Field(min_length=1)]
Terms = tuple[Annotated[Term, *_parsed(parse_term)], ...]


class RowSpec(Table):
    """A row as rules.toml states it."""

    game: Word
    card: Word
    suit: Word
    move: Move
    text: Word
    needs: Literal["here", "forward", "backward", "across"] | None = None
    equal: Annotated[str, Field(pattern=r"^([a-z-]+=[a-z0-9-]+)?$")] = ""
    greater: Terms = ()
    than: Terms = ()
    both: tuple[Annotated[Outcome, *_parsed(partial(parse_outcome, "both"))], ...] = ()
    yes: tuple[Annotated[Outcome, *_parsed(partial(parse_outcome, "yes"))], ...] = ()
    move_outcomes: tuple[Annotated[Outcome, *_parsed(partial(parse_outcome, "move"))], ...] = ()
    stay_outcomes: tuple[Annotated[Outcome, *_parsed(partial(parse_outcome, "stay"))], ...] = ()
    no: tuple[Annotated[Outcome, *_parsed(partial(parse_outcome, "no"))], ...] = ()

    def row(self) -> RuleRow:
        """The row, its outcomes in the order they are printed."""
        outcomes = tuple(outcome for key in _WHEN_OF for outcome in getattr(self, key))
        return RuleRow(
            self.card, self.suit, self.move, self.text, self.greater, self.than, outcomes, self.needs, self.game,
            self.equal,
        )  # fmt: skip


class RulesFile(Table):
    """rules.toml."""

    row: tuple[RowSpec, ...] = ()


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
        key = f"row {number}"
        found = [Problem(what, file, f"{key}.{of}", hint) for of, what, hint in _contradictions(entry)]
        try:
            row = RowSpec.read(entry, file, key).row()
        except InputError as error:
            problems += [*map(_counted_from_1, error.problems), *found]
            continue
        first = seen.setdefault((row.card, row.suit), number)
        if first != number:
            message = f"{row.card} has a row for {row.suit} already"
            found.append(Problem(message, file, f"{key}.suit", f"see row {first}"))
        problems += found
        if not found:
            rows.append(row)
    return tuple(rows), tuple(problems)


def _counted_from_1(problem: Problem) -> Problem:
    return replace(problem, key=_INDEX.sub(lambda index: f"[{int(index[1]) + 1}]", problem.key))


def _contradictions(entry: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """A comparison has two sides and decides a move, and choices come in pairs: key, message and hint of each fault."""
    greater, than = (bool(entry.get(key)) for key in _COMPARED)
    whens = {when for key, when in _WHEN_OF.items() if entry.get(key)}
    if greater != than:
        yield "than" if greater else "greater", "a comparison needs both sides", ""
    if entry.get("move") == "stay" and greater:
        yield "move", "a comparison has no effect where the token stays", "leave out greater and than"
    if entry.get("equal") and not greater:
        yield "equal", "there is no comparison to be equal", ""
    if not greater and whens - {"both"}:
        yield "greater", "outcomes depend on a comparison that is missing", "write them under both"
    if ("move" in whens) != ("stay" in whens):
        yield "move_outcomes", "a choice needs move_outcomes and stay_outcomes", ""
    if "move" in whens and "yes" in whens:
        yield "yes", "a row has either yes or a choice of move_outcomes and stay_outcomes", ""
    if not whens:
        yield "both", "the row does not say where the card goes", ""
