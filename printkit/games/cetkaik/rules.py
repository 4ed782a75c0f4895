"""The options of 机戦, and what was agreed before one play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from printkit.games.cetkaik.boards import HARD_TAM, SCHOOL, Board, board_of
from printkit.games.cetkaik.hands import Counting, counting_of
from printkit.games.core import Option, choice, count

__all__ = ["HAND_OPTION", "LOCAL_OPTIONS", "OPTIONS", "Rules", "make_rules", "options_of"]

HAND_OPTION = choice(
    "hands",
    "馬弓兵 counts 7 as in the booklet, or 5 (§5.1); or the hands of a region (§7.7, §7.8)",
    "booklet",
    "official",
    "triples",
    "beasts",
    "motifs",
)

OPTIONS: tuple[Option, ...] = (
    choice("penalty", "what counts when only a penalty opens a declaration (§6.3)", "all", "alone"),
    choice("tam-hue", "whether the square of 皇 is 皇処 itself (§2.2)", "no", "yes"),
    choice("declare", "what is declared before the sticks for stepping over (§4.3)", "exact", "direction"),
    choice("failed-cast", "whether 撃皇 counts when a throw failed (§5.6)", "counts", "undoes"),
    choice("opens", "a declaration is due for a new hand, or for any hand held (§6.1)", "new", "any"),
    choice("rated", "the rate is for all hands held, or each has that of its making (§6.4)", "held", "made"),
    choice("repeats", "how often one hand may count (§5.5)", "once", "twice", "number"),
    choice(
        "cap", "whether a side with no points left has lost, or money is paid (§6.5)", "yes", "no", "money"
    ),
    count("seasons", 4, "how many seasons are played (§6.6)", least=1),
    choice("rate-limit", "再行 doubles the rate each time, or up to 64 (§6.2)", "none", "64", quiet=True),
)

LOCAL_OPTIONS: tuple[Option, ...] = (
    choice("ship", "船 moves from 皇処 in its own way, or as 弓 does (§7.2)", "own", "bow", quiet=True),
    choice(
        "beasts", "虎 and 馬 move each in its own way, or alike (§7.3)", "own", "tiger", "horse", quiet=True
    ),
    choice("bows", "弓 and 車 move each in its own way, or alike (§7.4)", "own", "bow", "cart", quiet=True),
    choice("sticks", "one throw for stepping over, or 連撃術 (§7.5)", "one", "chained", quiet=True),
    choice(
        "counting",
        "hands have points of their own, or those of their pieces (§7.6)",
        "modern",
        "old",
        "old-3-5",
        "old-outside",
        quiet=True,
    ),
)
"""What some regions do otherwise; usual values stand in no record."""

FARTHEST_RATE = 2**40
"""The rate has no limit in the rules; further than this no points are counted."""


def options_of(game: str) -> tuple[Option, ...]:
    """The options of the game with this id; in 硬皇力 the square of 皇 is usually 皇処 itself (cetkaik §7.1)."""
    if game == SCHOOL:
        return OPTIONS
    options = (HAND_OPTION, *OPTIONS, *LOCAL_OPTIONS)
    if game != HARD_TAM:
        return options
    hue = choice("tam-hue", "whether the square of 皇 is 皇処 itself (§2.2, §7.1)", "yes", "no")
    return tuple(hue if option.key == hue.key else option for option in options)


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
    cap: str
    seasons: int
    highest_rate: int
    ship: str
    beasts: str
    bows: str
    sticks: str
    counting_way: str

    @cached_property
    def board(self) -> Board:
        """What is played on."""
        return board_of(self.game, self.ship, self.beasts, self.bows)

    @cached_property
    def counting(self) -> Counting:
        """What captured pieces count."""
        return counting_of(self.game, self.hands, self.counting_way)

    @cached_property
    def capped(self) -> bool:
        """Whether nobody pays more than they have."""
        return self.cap == "yes"

    @cached_property
    def purse(self) -> int:
        """What each side begins with, in units of the counting; money is only paid."""
        return 0 if self.cap == "money" else self.board.purse * self.counting.unit

    def doubled(self, rate: int) -> int:
        """The rate after 再行 (§6.2)."""
        return min(self.highest_rate, 2 * rate)

    def may_rate(self, rate: int) -> bool:
        """Whether a season can come to this rate."""
        return 1 <= rate <= self.highest_rate and rate.bit_count() == 1

    def points(self, units: int) -> float:
        """So many units of the counting in points; whole numbers where a point is one unit."""
        unit = self.counting.unit
        return units if unit == 1 else units / unit


def make_rules(game: str, options: Mapping[str, str]) -> Rules:
    """The rules of this game under checked options."""
    quiet = {option.key: options.get(option.key, option.usual) for option in LOCAL_OPTIONS}
    limit = options.get("rate-limit", "none")
    return Rules(
        game=game,
        hands=options.get("hands", HAND_OPTION.usual),
        penalty=options["penalty"],
        tam_hue=options["tam-hue"] == "yes",
        declare=options["declare"],
        failed_cast=options["failed-cast"],
        opens=options["opens"],
        rated=options["rated"],
        repeats=options["repeats"],
        cap=options["cap"],
        seasons=int(options["seasons"]),
        highest_rate=FARTHEST_RATE if limit == "none" else int(limit),
        ship=quiet["ship"],
        beasts=quiet["beasts"],
        bows=quiet["bows"],
        sticks=quiet["sticks"],
        counting_way=quiet["counting"],
    )
