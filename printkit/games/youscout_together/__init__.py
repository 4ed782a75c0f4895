"""Youscout together, a game for two to four (experimental)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.game import GameModule
from printkit.games.observation import Bag, OneOf, Slots
from printkit.games.youscout.cards import COURTS, MINORS
from printkit.games.youscout.players import PLAYERS
from printkit.games.youscout.proof import numbers_of
from printkit.games.youscout.rule_rows import row_proof
from printkit.games.youscout.table import CODINGS
from printkit.games.youscout_together.narration import narrate
from printkit.games.youscout_together.one_token import one_token
from printkit.games.youscout_together.players import table_worth
from printkit.games.youscout_together.position import CENSUS, facts, parse_position, picture
from printkit.games.youscout_together.table import (
    GAME_ID,
    MACROS,
    OPTIONS,
    TERMINALS,
    Table,
    actions_of,
    agree,
    start_of,
)

__all__ = ["GAME"]


def _start(options: Mapping[str, str], cards: Any) -> Table:
    return start_of(agree(options, cards))


def _printed(options: Mapping[str, str]) -> Mapping[str, str]:
    """The factor, what equal does, and the court values by rank."""
    court = {str(rank): str(value) for rank, value in enumerate(COURTS[options["court"]], 11)}
    return {key: options[key] for key in ("influence", "comparison")} | court


_PLAYERS = "printkit.games.youscout_together.players"

GAME = GameModule(
    id=GAME_ID,
    names={"ja": "易双六 寄合", "en": "Youscout together"},
    start=_start,
    options=OPTIONS,
    actions=actions_of,
    codings=lambda start: {
        "board": CODINGS["board"],
        "piles": CODINGS["piles"],
        "row": Bag(MINORS),
        "came": Slots(OneOf(TERMINALS), len(TERMINALS)),
    },
    parse=lambda start, text: parse_position(start.agreed, text),
    facts=facts,
    picture=picture,
    macros=MACROS,
    players={**PLAYERS, "greedy": f"{_PLAYERS}:greedy", "near": f"{_PLAYERS}:near_alone"},
    thumbs=f"{_PLAYERS}:THUMBS",
    worth=table_worth,
    levels={"beginner": "flat:12~1", "easy": "near", "medium": "greedy", "strong": "flat:90:greedy:sure"},
    seats_option="players",
    cards_of=numbers_of,
    cards_fixed="youscout §1.5",
    printed=_printed,
    census=CENSUS,
    narration=narrate,
    rows=row_proof("together", one_token),
)
"""The game; a kit's cards are the majors' numbers, else those of youscout §1.5."""
