"""連船之遊, a race with cargo: three ships each carry resources round a ring and use them up on the way."""

from __future__ import annotations

from functools import partial

from printkit.games.core import SEATS, choice
from printkit.games.game import GameModule
from printkit.games.linked_ships.narration import in_rounds, narrate, shown, starts
from printkit.games.linked_ships.printed import PROOF, TRACKS, find_board
from printkit.games.linked_ships.ring import actions_of, start_of, worth
from printkit.games.narration import with_ways
from printkit.games.throwing_sticks.narration import part_narration

__all__ = ["GAME"]

_shown = partial(shown, tracks=TRACKS)

GAME = GameModule(
    id="linked-ships",
    names={"en": "Linked ships", "ja": "連船之遊"},
    start=start_of,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.2)", "3", "2", "4"),
        choice(
            "fuel",
            "whether the ship's cargo pays for a move or the stock at the start (§2.1)",
            "cargo",
            "start",
        ),
    ),
    worth=worth,
    actions=actions_of,
    thumbs="printkit.games.thumbs.linked_ships:THUMBS",
    levels={
        "beginner": "greedy~1",
        "easy": "greedy~0.4",
        "medium": "ismcts:30:cut",
        "strong": "ismcts:300:cut",
    },
    ply_limit=2_000,
    board=find_board,
    proof=PROOF,
    narration=in_rounds(with_ways(part_narration("rounds", starts, narrate, _shown))),
    shown=_shown,
)
