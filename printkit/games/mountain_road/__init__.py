"""行山, a race up a mountain: cards bring rice and coin, and these bring the piece forward."""

from __future__ import annotations

from printkit.games.core import SEATS, choice
from printkit.games.game import GameModule, Macro
from printkit.games.mountain_road.narration import narrate, shown
from printkit.games.mountain_road.printed import PROOF, find_board, printed_words
from printkit.games.mountain_road.road import BUILT, actions_of, start_of, worth
from printkit.games.narration import with_ways
from printkit.games.observation import Number, Slots
from printkit.games.throwing_sticks.narration import new_round, part_narration

__all__ = ["GAME"]

GAME = GameModule(
    id="mountain-road",
    names={"en": "Mountain road", "ja": "行山"},
    start=start_of,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.2)", "3", "2", "4"),
        choice("start", "whether the start is a plain square or 皇処 (§1.1)", "plain", "hue"),
    ),
    macros=(Macro("deal", "draw"),),
    worth=worth,
    actions=actions_of,
    codings=lambda start: {"timers": Slots(Number(), BUILT)},
    thumbs="printkit.games.thumbs.mountain_road:THUMBS",
    levels={
        "beginner": "greedy~0.12",
        "easy": "greedy~0.03",
        "medium": "greedy",
        "strong": "minimax:2",
    },
    board=find_board,
    printed=printed_words,
    proof=PROOF,
    narration=with_ways(part_narration("round", new_round, narrate, shown)),
    shown=shown,
)
