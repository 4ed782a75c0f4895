"""What a game's rules say must stand on its cards and rule cards, and positions with one right answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import Action
from printkit.games.find import find_module
from printkit.games.game import Game
from printkit.games.narration import Sentence
from printkit.kit.model import FieldValue
from printkit.kit.rules import RuleRow, Term

__all__ = [
    "BEST",
    "GRADES",
    "HAND",
    "SAVE",
    "Answer",
    "Case",
    "Comparison",
    "Fields",
    "Figure",
    "Line",
    "Proof",
    "RowProof",
    "Solve",
    "TableFacts",
    "find_problems",
    "find_proof",
    "find_row_proof",
    "fixing_rule",
]


# ── what a game's rules say must stand on its cards: fields, and lines of figures ────────────────────────────────────

Fields: TypeAlias = Mapping[str, FieldValue]


class Figure(NamedTuple):
    """A number or letter to be read: its text, the card field it shows, and which part of a pair it is."""

    text: str
    field: str
    part: str = ""


class Line(NamedTuple):
    """Figures that stand in one line, in reading order, and the suits' emblems that belong to them.

    `emblems` are (suit id, index): the emblem stands left of the figure with that index; with index -1 it stands
    by the line, wherever the layout wants it. A line that not every layout shows is not `needed`.
    """

    figures: tuple[Figure, ...]
    emblems: tuple[tuple[str, int], ...] = ()
    needed: bool = True

    @property
    def text(self) -> str:
        """All its figures, one after another."""
        return "".join(figure.text for figure in self.figures)


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the rules know of the table and of words, wherever a kit states it.

    `suits` gives each suit its code and the usual ink. `words` are groups of text keys with the word each language has
    for them: a kit may use other words, but never the word of another key of the group. `phrases` are such groups for
    sentences: one that has the word of another key has its own word, too. `numbers` are what the text of a key states
    beside its variables, the same in every language or in each its own. `order` are the places in the
    order of play, `across` the pairs that face each other, `above` each place that lies above another, `rows` those
    side by side from the left, `suit_of` the suit a place belongs to. `figures` are those that stand on tokens. The
    backs of the tokens in `alike` are equal. `tracks` gives the first number of a track by the key of its text.
    """

    suits: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    words: tuple[Mapping[str, Mapping[str, str]], ...] = field(default=(), hash=False)
    phrases: tuple[Mapping[str, Mapping[str, str]], ...] = field(default=(), hash=False)
    numbers: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict, hash=False)
    order: tuple[str, ...] = ()
    across: frozenset[frozenset[str]] = frozenset()
    suit_of: Mapping[str, str] = field(default_factory=dict, hash=False)
    figures: frozenset[str] = frozenset()
    above: Mapping[str, str] = field(default_factory=dict, hash=False)
    rows: tuple[tuple[str, ...], ...] = ()
    alike: frozenset[str] = frozenset()
    tracks: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Proof:
    """What must hold for a deck to play the game.

    `cards` gives the fields the rules fix for every entry of cards.toml; a card without any holds an empty mapping.
    `lines` gives what is read on a card with these fields, held upright or turned by 180°, under the printed variables.
    `wrong` says why the fields cannot be right by themselves, whatever the table says; empty when they can.
    `printed` are the options that change what is printed, with the values they may have. `played` gives the pairs of
    a card as they count, held upright or turned, under a factor: what tables and overlays print. `factor` is the option
    that is this factor; labels of sheets state it behind a ×.
    `identity` names the fields no two cards may share, where cards are distinguished by numbers and not by name.
    `copies` says how many there must be of a card, where it is not one. The fields of the cards in `free` are the
    kit's own to choose: the rules play with whatever it says. `table` is what they know beside the cards.
    """

    cards: Mapping[str, Fields] = field(hash=False)
    lines: Callable[[Fields, bool, Mapping[str, str]], tuple[Line, ...]]
    wrong: Callable[[Fields], str]
    printed: Mapping[str, Sequence[str]] = field(hash=False)
    played: Callable[[Fields, bool, str], Mapping[str, tuple[int, int]]] | None = None
    factor: str = ""
    identity: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict, hash=False)
    free: frozenset[str] = frozenset()
    table: TableFacts | None = None


def find_proof(games: Sequence[str]) -> Proof | None:
    """The proof of the first of these games that declares one; unknown ids: InputError."""
    for game_id in games:
        proof = find_module(game_id).proof
        if isinstance(proof, Proof):
            return proof
    return None


def fixing_rule(games: Sequence[str]) -> str:
    """The rule that fixes the numbers of these games' cards, such as `youscout §1.5`; empty where none is named."""
    return next(filter(None, (find_module(game_id).cards_fixed for game_id in games)), "")


# ── how a game proves the rows of its rule cards ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Case:
    """One turn twice: as the row says and as the engine plays it, each as a value that can be shown.

    `branch` is the part of the row that was read; None stands for a choice of the player.
    """

    row: RuleRow
    branch: str
    position: str
    actions: tuple[str, ...]
    said: object | None
    played: object | None


class Comparison(NamedTuple):
    """A row read on one table: each term of both sides with its number (none where nothing is compared).

    `holds` says whether the left sum was enough, `needed` whether a card lay where the row needs one.
    """

    row: RuleRow
    greater: tuple[tuple[Term, int], ...]
    than: tuple[tuple[Term, int], ...]
    needed: bool
    holds: bool


Cases: TypeAlias = Callable[[Sequence[RuleRow], Game[Any], int], Iterator[Case]]


@dataclass(frozen=True, slots=True)
class RowProof:
    """What proves the rows of a game's rule cards; the `rows` of its module.

    `cards` are the rule cards of the game, each with the places of the token whose turns it states, `suits` the suits
    that need a row on each. `cases` plays so many positions, always the same ones. `weigh` reads the row of a drawn
    card on one state, None for a card without a row. `pile` gives a pile's largest card, its value and the sum of
    all, None of an empty pile.
    """

    cards: Mapping[str, tuple[int, ...]] = field(hash=False)
    suits: tuple[str, ...]
    cases: Cases
    weigh: Callable[[Sequence[RuleRow], Game[Any], Any, str], Comparison | None]
    pile: Callable[[Any, str], tuple[str, int, int] | None]


def find_row_proof(game_id: str) -> RowProof | None:
    """What the game's module declares; None for a game that proves no rows."""
    proof = find_module(game_id).rows
    return proof if isinstance(proof, RowProof) else None


# ── positions with one right answer: what a game finds in them, for a sheet of problems ──────────────────────────────

HAND, BEST, SAVE = "hand", "best", "save"
GRADES = (HAND, BEST, SAVE)
"""Make a hand this turn; the best move; save the king. In this order they get harder."""


class Answer(NamedTuple):
    """What a search found: every action that solves the position, and why, in the words of narrations."""

    actions: tuple[Action, ...]
    reasons: tuple[Sentence, ...] = ()


Solve: TypeAlias = Callable[[Any], Answer]
"""Takes a state in which a side is to move, and tries each of its actions."""


def find_problems(module: Any) -> Mapping[str, Solve]:
    """What the module of a game can solve, by grade."""
    solvers: Mapping[str, Solve] = module.problems
    return solvers
