"""The positions between the turns of a two-player round of Tottarot, and their transitions.

Between two turns nothing is hidden (tottarot §3.6), so a position is a row of numbers: how many cards of each kind are
left, then the fields of `Field`. Arrays of what follows have the axes [position, card of A, card of B, token of A,
token of B, way]; ways are to forgo and to seize. A starts the round, and decides where both declared the same.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

import numpy

from printkit.games.tottarot.rules import FLIP, LOOK, MUTUAL_LOOK, REVEAL, Rules

__all__ = [
    "Field",
    "Following",
    "Integers",
    "Table",
    "end_payoffs",
    "first_positions",
    "following",
    "layer",
    "odds_of",
    "sees_of",
    "table_of",
    "tokens_of",
    "turns_played",
]

Integers: TypeAlias = Any
"""An array of whole numbers."""

_WAYS = 2


class Field(IntEnum):
    """Where the numbers of a position stand after its kinds, counted from the end."""

    LEAD = -7  # A's points minus B's
    LAST_A = -6  # the points of the fate A fixed last, upright: what a flip turns (tottarot §4.4)
    LAST_B = -5
    TOKENS_A = -4  # the unused tokens, one bit each
    TOKENS_B = -3
    SEES_A = -2  # whether an icon will show A the proclaimed fate of B (tottarot §4.1 to §4.3)
    SEES_B = -1


class Table(NamedTuple):
    """The table of fates as numbers, kinds in the order of the rules."""

    points: Integers
    flips: Integers
    owner_sees: Integers
    other_sees: Integers


class Following(NamedTuple):
    """What a turn leaves: the kind fixed, by whom (1: A, -1: B, 0: nobody), the lead then."""

    fixed: Integers
    owner: Integers
    lead: Integers


def table_of(rules: Rules) -> Table:
    """The kinds' points, and which of them flip or show a card when fixed."""
    fates = [fate for _, fate in rules.fates]
    return Table(
        numpy.array([fate.points for fate in fates]),
        numpy.array([fate.icon == FLIP for fate in fates]),
        numpy.array([fate.icon in (LOOK, MUTUAL_LOOK) for fate in fates]),
        numpy.array([fate.icon in (REVEAL, MUTUAL_LOOK) for fate in fates]),
    )


def first_positions(rules: Rules) -> Integers:
    """The one position a round starts with."""
    tokens = 2 ** len(rules.tokens) - 1
    copies = [fate.copies for _, fate in rules.fates]
    return numpy.array([[*copies, 0, 0, 0, tokens, tokens, 0, 0]])


def turns_played(rules: Rules, positions: Integers) -> int:
    """How many turns of the round lie before these positions: as many tokens are used."""
    return len(rules.tokens) - int(positions[0, Field.TOKENS_A]).bit_count()


def odds_of(positions: Integers) -> Any:
    """How probable it is that A draws the first card and B the second: [position, card of A, card of B]."""
    left = positions[:, : Field.LEAD].astype(float)
    size = left.sum(axis=1)[:, None, None]
    after = left[:, None, :] - numpy.eye(left.shape[1])
    return left[:, :, None] * numpy.maximum(after, 0.0) / (size * (size - 1.0))


def tokens_of(positions: Integers, which: Field) -> Integers:
    """The unused tokens of A or B, ascending: [position, number]; all positions of one turn hold as many."""
    masks = positions[:, which]
    highest = int(masks.max()).bit_length()
    held = (masks[:, None] >> numpy.arange(highest)) & 1
    return numpy.nonzero(held)[1].reshape(len(positions), -1)


def sees_of(positions: Integers) -> Integers:
    """Whether A and B will see the other's card: [position, side]."""
    return positions[:, [Field.SEES_A, Field.SEES_B]]


def following(table: Table, positions: Integers) -> Following:
    """What is fixed after each turn (tottarot §3.4 to §3.6), over the axes of this module."""
    kinds = len(table.points)
    own, other = _axes(positions)
    first = numpy.arange(kinds)[None, :, None, None, None, None]
    second = numpy.arange(kinds)[None, None, :, None, None, None]
    seize = numpy.arange(_WAYS)[None, None, None, None, None, :] == 1
    # The seizer discards his own fate and has the other's, or leaves it; in a tie A seizes, or neither keeps one.
    fixed = numpy.where((own > other) | (own == other), second, first)
    owner = numpy.where(own == other, numpy.where(seize, 1, 0), numpy.where((own > other) == seize, 1, -1))
    last = numpy.where(owner == 1, _wide(positions, Field.LAST_A), _wide(positions, Field.LAST_B))
    gain = table.points[fixed] - 2 * last * table.flips[fixed]
    return Following(fixed, owner, _wide(positions, Field.LEAD) + owner * gain)


def layer(table: Table, positions: Integers) -> tuple[Integers, Integers]:
    """The positions after one more turn, each once, and which of them follows; -1 for cards nobody can draw."""
    kinds = len(table.points)
    fixed, owner, lead = following(table, positions)
    shape = (len(positions), kinds, kinds, *owner.shape[3:])
    own, other = _axes(positions)
    drawn = numpy.eye(kinds, dtype=numpy.int64)
    columns = [
        _wide(positions, kind)
        - drawn[kind][None, :, None, None, None, None]
        - drawn[kind][None, None, :, None, None, None]
        for kind in range(kinds)
    ]
    columns += [
        lead,
        numpy.where(owner == 1, table.points[fixed], _wide(positions, Field.LAST_A)),
        numpy.where(owner == -1, table.points[fixed], _wide(positions, Field.LAST_B)),
        _wide(positions, Field.TOKENS_A) - (1 << own),
        _wide(positions, Field.TOKENS_B) - (1 << other),
        _shown(table, fixed, owner, 1),
        _shown(table, fixed, owner, -1),
    ]
    possible = numpy.broadcast_to((odds_of(positions) > 0)[..., None, None, None], shape)
    rows = numpy.stack([numpy.broadcast_to(column, shape)[possible] for column in columns], axis=1)
    _, first, which = numpy.unique(_packed(rows), return_index=True, return_inverse=True)
    follows = numpy.full(shape, -1, dtype=numpy.int32)
    follows[possible] = which
    return rows[first], follows


def end_payoffs(table: Table, positions: Integers) -> Any:
    """Who gets a victory token after the last turn: 1 for A alone, -1 for B alone, 0 for both (tottarot §5.1)."""
    lead = following(table, positions).lead
    own, other = _axes(positions)
    left = tokens_of(positions, Field.TOKENS_A).sum(axis=1) - tokens_of(positions, Field.TOKENS_B).sum(axis=1)
    unused = left[:, None, None, None, None, None] - own + other
    return numpy.sign(numpy.where(lead == 0, unused, lead)).astype(float)


def _axes(positions: Integers) -> tuple[Integers, Integers]:
    """The tokens declared by A and B over the axes of this module."""
    own, other = tokens_of(positions, Field.TOKENS_A), tokens_of(positions, Field.TOKENS_B)
    return own[:, None, None, :, None, None], other[:, None, None, None, :, None]


def _wide(positions: Integers, column: int) -> Integers:
    return positions[:, column][:, None, None, None, None, None]


def _shown(table: Table, fixed: Integers, owner: Integers, side: int) -> Integers:
    mine = (owner == side) & table.owner_sees[fixed]
    his = (owner == -side) & table.other_sees[fixed]
    return (mine | his).astype(numpy.int64)


def _packed(rows: Integers) -> Integers:
    """One number for each row: equal exactly where the rows are."""
    low = rows.min(axis=0)
    keys = numpy.zeros(len(rows), dtype=numpy.int64)
    for column, width in enumerate(rows.max(axis=0) - low + 1):
        keys = keys * width + rows[:, column] - low[column]
    return keys
