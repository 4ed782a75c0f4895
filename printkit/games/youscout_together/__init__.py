"""Youscout together, for two to four (experimental): options and a number table in, a game to play out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printkit.games.core import Game, every_sharing, read_options
from printkit.games.youscout.cards import COURTS
from printkit.games.youscout.proof import numbers_of
from printkit.games.youscout.rule_rows import row_proof
from printkit.games.youscout.rules import Numbers
from printkit.games.youscout_together.census import CENSUS
from printkit.games.youscout_together.one_token import one_token
from printkit.games.youscout_together.picture import facts, picture
from printkit.games.youscout_together.position import parse_position
from printkit.games.youscout_together.rules import GAME_ID, OPTIONS, agree
from printkit.games.youscout_together.table import MACROS, Table, start_of
from printkit.games.youscout_together.tale import TALE

__all__ = ["CARDS_FIXED", "CENSUS", "OPTIONS", "ROWS", "SEATS_OPTION", "TALE", "cards_of", "game", "printed"]

SEATS_OPTION = "players"

CARDS_FIXED = "youscout §1.5"

cards_of = numbers_of

ROWS = row_proof("together", one_token)


def game(cards: Numbers | None = None, options: Mapping[str, str] | Sequence[str] = ()) -> Game[Table]:
    """The game; `cards` are the majors' numbers (None: youscout §1.5). Raises `InputError`."""
    chosen = read_options(OPTIONS, options)
    agreed = agree(chosen, cards)
    return Game(
        id=GAME_ID,
        name={"ja": "易双六 寄合", "en": "Youscout together"},
        seats=agreed.seats,
        options=chosen,
        results=every_sharing(agreed.seats),
        start=start_of(agreed),
        parse=lambda text: parse_position(agreed, text),
        facts=facts,
        picture=picture,
        macros=MACROS,
    )


def printed(options: Sequence[str]) -> Mapping[str, str]:
    """What these options (`K=V` texts) put on paper: the factor, what equal does, and the court values by rank."""
    chosen = read_options(OPTIONS, options)
    court = {str(rank): str(value) for rank, value in enumerate(COURTS[chosen["court"]], 11)}
    return {key: chosen[key] for key in ("influence", "comparison")} | court
