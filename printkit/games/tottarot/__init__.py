"""Tottarot: options and a table of fates in, a game for two to six players out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printkit.games.core import Game, every_sharing, read_options
from printkit.games.tottarot.cards import Fates, fates_of
from printkit.games.tottarot.census import CENSUS
from printkit.games.tottarot.picture import facts, picture
from printkit.games.tottarot.position import parse_position
from printkit.games.tottarot.proof import PROOF
from printkit.games.tottarot.rules import OPTIONS, make_rules
from printkit.games.tottarot.table import Table, start_of
from printkit.games.tottarot.tale import TALE

__all__ = ["CENSUS", "OPTIONS", "PROOF", "SEATS_OPTION", "TALE", "cards_of", "game", "printed"]

SEATS_OPTION = "players"
cards_of = fates_of


def game(cards: Fates | None = None, options: Mapping[str, str] | Sequence[str] = ()) -> Game[Table]:
    """The game; `cards` says what each kind counts (None: tottarot §1.3). Raises `InputError`."""
    agreed = read_options(OPTIONS, options)
    rules = make_rules(agreed, cards)
    return Game(
        id="tottarot",
        name={"ja": "トッタロット", "en": "Tottarot"},
        seats=rules.seats,
        options=agreed,
        results=every_sharing(rules.seats),
        start=start_of(rules),
        parse=lambda text: parse_position(rules, text),
        facts=facts,
        picture=picture,
    )


def printed(options: Sequence[str]) -> Mapping[str, str]:
    """What these options (`K=V` texts) put on paper: the words a kit's texts may name."""
    agreed = read_options(OPTIONS, options)
    make_rules(agreed, None)
    return {key: agreed[key] for key in ("highest-token", "turns", "victories")}
