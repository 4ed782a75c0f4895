"""The options of 机戦, and what was agreed before one play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from printkit.games.cetkaik.boards import BOARDS, STANDARD, Board
from printkit.games.core import Option, choice, count

__all__ = ["HAND_OPTION", "OPTIONS", "Rules", "make_rules"]

HAND_OPTION = choice("hands", "馬弓兵 counts 7 as in the booklet, or 5 (§5.1)", "booklet", "official")

OPTIONS: tuple[Option, ...] = (
    choice("penalty", "what counts when only a penalty opens a declaration (§6.3)", "all", "alone"),
    choice("tam-hue", "whether the square of 皇 is 皇処 itself (§2.2)", "no", "yes"),
    choice("declare", "what is declared before the sticks for stepping over (§4.3)", "exact", "direction"),
    choice("failed-cast", "whether 撃皇 counts when a throw failed (§5.6)", "counts", "undoes"),
    choice("opens", "a declaration is due for a new hand, or for any hand held (§6.1)", "new", "any"),
    choice("rated", "the rate is for all hands held, or each has that of its making (§6.4)", "held", "made"),
    choice("repeats", "how often one hand may count (§5.5)", "once", "twice", "number"),
    choice("cap", "whether a side with no points left has lost (§6.5)", "yes", "no"),
    count("seasons", 4, "how many seasons are played (§6.6)", least=1),
)


@dataclass(frozen=True)
class Rules:
    """What was agreed: the game's id and the values of its options."""

    game: str
    hands: str
    penalty: str
    tam_hue: bool
    declare: str
    failed_cast: str
    opens: str
    rated: str
    repeats: str
    cap: bool
    seasons: int

    @property
    def board(self) -> Board:
        """What is played on."""
        return BOARDS[self.game]


def make_rules(game: str, options: Mapping[str, str]) -> Rules:
    """The rules of this game under checked options."""
    return Rules(
        game=game,
        hands=options["hands"] if game == STANDARD else HAND_OPTION.usual,
        penalty=options["penalty"],
        tam_hue=options["tam-hue"] == "yes",
        declare=options["declare"],
        failed_cast=options["failed-cast"],
        opens=options["opens"],
        rated=options["rated"],
        repeats=options["repeats"],
        cap=options["cap"] == "yes",
        seasons=int(options["seasons"]),
    )
