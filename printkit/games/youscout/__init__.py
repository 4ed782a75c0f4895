"""Youscout, the original game: options and a number table in, a game to play out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printkit.games.core import PLAYER, Game, read_options
from printkit.games.youscout.original import OriginalTable
from printkit.games.youscout.picture import picture
from printkit.games.youscout.position import parse_position
from printkit.games.youscout.printed import printed_words
from printkit.games.youscout.proof import PROOF, numbers_of
from printkit.games.youscout.puzzles import DEALS
from printkit.games.youscout.rule_rows import row_proof
from printkit.games.youscout.rules import (
    COMMON_OPTIONS,
    GOAL,
    PILE_OPTIONS,
    REPLACEMENT_OPTIONS,
    Numbers,
    make_rules,
)
from printkit.games.youscout.table import DEAL, RESULTS, facts

__all__ = ["CARDS_FIXED", "DEALS", "OPTIONS", "PROOF", "ROWS", "cards_of", "game", "printed"]

OPTIONS = (*COMMON_OPTIONS, *REPLACEMENT_OPTIONS, GOAL, *PILE_OPTIONS)

CARDS_FIXED = "youscout §1.5"

cards_of = numbers_of

ROWS = row_proof("rule")

_ID = "youscout"
_NAME = {"ja": "易双六", "en": "Youscout"}


def game(
    cards: Numbers | None = None, options: Mapping[str, str] | Sequence[str] = ()
) -> Game[OriginalTable]:
    """The original game; `cards` are the majors' numbers (None: youscout §1.5). Raises `InputError`."""
    agreed = read_options(OPTIONS, options)
    start = OriginalTable(make_rules(_ID, agreed, cards))
    return Game(
        id=_ID,
        name=_NAME,
        seats=(PLAYER,),
        options=agreed,
        results=RESULTS,
        start=start,
        parse=lambda text: parse_position(start, text),
        facts=facts,
        picture=picture,
        macros=(DEAL,),
    )


def printed(options: Sequence[str]) -> Mapping[str, str]:
    """What these options (`K=V` texts) put on paper: the words the kit's texts may name."""
    return printed_words(OPTIONS, options)
