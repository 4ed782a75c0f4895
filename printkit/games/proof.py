"""What a game's rules say must stand on its cards: fields, and lines of figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from printkit.games.find import find_module
from printkit.kit.model import FieldValue

__all__ = ["Fields", "Figure", "Line", "Proof", "TableFacts", "find_proof", "fixing_rule"]

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
