"""What a kit prints of 古机戦: squares, set-up, pieces and moves, from the tables the rules play by."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.board_facts import Arrow, ArrowKind, BoardFacts, PieceMoves
from printkit.games.cetkaik_old.board import (
    BEAST,
    BOW,
    CART,
    COLOURS,
    FAR,
    GENERAL,
    GRID,
    KING,
    PAWN,
    PIECES,
    PROMOTED,
    SEATS,
    STEPS,
    WATER,
    make_rules,
    set_up,
)

__all__ = ["board_facts"]

_ORDER = (KING, GENERAL, BOW, CART, BEAST, PAWN, PROMOTED)


def board_facts(options: Mapping[str, str]) -> BoardFacts:
    """The facts of the game under checked options."""
    rules = make_rules(options)
    owners = {COLOURS[side]: side for side in SEATS}
    return BoardFacts(
        columns=GRID.columns,
        rows=GRID.rows,
        kinds={"water": frozenset(GRID.names[at] for at in WATER), "hue": frozenset()},
        setup={
            name: (piece, owners[piece[0]])
            for name, piece in zip(GRID.names, set_up(rules), strict=True)
            if piece
        },
        pieces=dict(PIECES),
        moves=tuple(PieceMoves(kind, _arrows(kind, rules.sliding), ()) for kind in _ORDER),
        backs={colour + PAWN: colour + PROMOTED for colour in COLOURS.values()},
    )


def _arrows(kind: str, sliding: frozenset[str]) -> tuple[Arrow, ...]:
    if kind in STEPS:
        return tuple(Arrow("step", way) for way in STEPS[kind])
    far: ArrowKind = "slide" if kind == BOW else "jump" if kind in sliding else "hop"
    return tuple(Arrow(far, way) for way in FAR[kind])
