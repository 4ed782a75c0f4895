"""Youscout, the original game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.game import GameModule
from printkit.games.youscout.original import OriginalTable
from printkit.games.youscout.players import LEVELS, PLAYERS
from printkit.games.youscout.proof import PROOF, numbers_of, printed_words
from printkit.games.youscout.puzzles import DEALS
from printkit.games.youscout.rule_rows import row_proof
from printkit.games.youscout.rules import (
    COMMON_OPTIONS,
    GOAL,
    PILE_OPTIONS,
    REPLACEMENT_OPTIONS,
    make_rules,
)
from printkit.games.youscout.table import CODINGS, DEAL, RESULTS, actions_of, facts, parse_position, picture

__all__ = ["GAME"]

_ID = "youscout"


def _start(options: Mapping[str, str], cards: Any) -> OriginalTable:
    return OriginalTable(make_rules(_ID, options, cards))


GAME = GameModule(
    id=_ID,
    names={"ja": "易双六", "en": "Youscout"},
    start=_start,
    options=(*COMMON_OPTIONS, *REPLACEMENT_OPTIONS, GOAL, *PILE_OPTIONS),
    results=lambda seats: RESULTS,
    actions=actions_of,
    codings=lambda start: CODINGS,
    parse=parse_position,
    facts=facts,
    picture=picture,
    macros=(DEAL,),
    cards_of=numbers_of,
    cards_fixed="youscout §1.5",
    players=PLAYERS,
    levels=LEVELS,
    printed=printed_words,
    proof=PROOF,
    rows=row_proof("rule"),
    deals=DEALS,
)
"""The original game; a kit's cards are the majors' numbers, else those of youscout §1.5."""
