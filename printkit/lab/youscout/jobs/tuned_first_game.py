"""The first game of a tuned kit's rule book, and the three turns of it that "Start here" shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomlkit

from printkit.errors import PrintkitError
from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.record import record_of, write_record
from printkit.games.youscout.cards import FOOL, MINORS, major_number
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import DEALS, Deal
from printkit.games.youscout.table import MOVE, STAY
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.jobs.puzzle_search import STRIDE
from printkit.lab.youscout.jobs.setting import Setting
from printkit.lab.youscout.jobs.tuned_words import FirstGame

__all__ = ["mixed_deals", "write_first_game"]

_DEALS = 40_000
# The game of "Start here": one terminal, the numbers as printed, begun on 4.
_OPTIONS, _START = ("terminals=1", "influence=1"), 4
_DRAWS = (9, 20)
# Its first three turns: the suit drawn, and the token before and after.
_TURNS = (("Cu", 4, 5), ("Wa", 5, 2), ("Wa", 2, 2))


def mixed_deals(count: int) -> Iterator[Deal]:
    """Deals in the mixed order all books take them in."""
    return (Deal(index * STRIDE % DEALS) for index in range(1, count))


def write_first_game(folder: Path, setting: Setting) -> FirstGame:
    """Rewrite first-game.txt and the pictures of its first turns: a won simplified game that begins as the texts say.

    A cup moves the token forward, a wand wins a contest across, another one loses one. LookupError where no deal does.
    """
    game = setting.game("youscout-simplified", list(_OPTIONS))
    player = heuristic_player(game)
    suits = [suit for suit, _, _ in _TURNS]
    for deal in mixed_deals(_DEALS):
        # The words name the board as laid: no card may change places.
        if {8, 11} & {major_number(card) for card in deal.laid()}:
            continue
        order = deal.order(0, (*MINORS, FOOL))
        drawn = order[: order.index(FOOL) + 1]
        if not _DRAWS[0] <= len(drawn) <= _DRAWS[1] or [card[:2] for card in drawn[: len(_TURNS)]] != suits:
            continue
        try:
            actions = play_deal(game, deal, player, _START)
        except PrintkitError:
            continue
        states = _states(game, actions)
        if _is_named(states) and states[-1].outcome().result == "win":
            _write(folder, game, actions, states)
            return FirstGame(deal.laid(), _START, states[-1].token)
    raise LookupError("no deal makes a first game")


def _states(game: Game[Any], actions: tuple[Action, ...]) -> list[Any]:
    """Every position from the placed token on."""
    state, found = game.start, []
    for action in actions:
        state = state.apply(action)
        if state.token:
            found.append(state)
    return found


def _is_named(states: list[Any]) -> bool:
    """Whether the first three turns go as the pictures show them, none of them with a choice."""
    pairs = zip(_TURNS, states, states[1:], strict=False)
    return all(
        (one.token, other.token, other.drawn) == (before, after, "")
        for (_, before, after), one, other in pairs
    )


def _write(folder: Path, game: Game[Any], actions: tuple[Action, ...], states: list[Any]) -> None:
    comment = '; the first game of the rule book, whose first three turns are those of "Start here"\n'
    record = record_of(game, actions)
    first, _, rest = write_record(record).partition("\n")
    (folder / "first-game.txt").write_text(f"{first}\n{comment}{rest}", encoding="utf-8", newline="\n")
    path = folder / "booklet.toml"
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    answers = [at for at, line in enumerate(record.lines, 1) if line.text in (MOVE, STAY)]
    document["shown"] = sorted({5, *answers[:1], len(record.lines)})
    draws = [action for action in actions if action.startswith("draw")]
    figures = {figure["id"]: figure for figure in document["figures"]}
    figures["start-board"]["position"] = states[0].position()
    for number, (state, action) in enumerate(zip(states[: len(_TURNS)], draws, strict=False), 1):
        figures[f"start-{number}"]["position"] = state.position()
        figures[f"start-{number}"]["action"] = action
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")
