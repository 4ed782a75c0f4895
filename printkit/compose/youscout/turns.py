"""Plays one turn of a game, as rule books and start cards show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from printkit.compose.youscout.mat_table import Shift, shifts_between
from printkit.games.find import kit_cards, make_game, share_options
from printkit.games.game import Game
from printkit.games.proof import find_row_proof
from printkit.kit.booklet import BookFigure
from printkit.kit.find import options_over
from printkit.kit.model import Kit
from printkit.kit.rules import Term

__all__ = ["Turn", "turn_after", "turn_of"]

# Actions that are no turn; the empty one leaves the position as it is.
UNWEIGHED = ("", "lay", "place")
# The card at X, by the terminal in the talon.
PURPOSE = {"0": "13", "13": "0"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One action: the table before it, the card drawn, what went where, and both sides of what was compared.

    `chooses` says that the player may move or stay; the shifts are then those of the move. `purpose` is the card
    at X, `talon` how many cards T holds (0: it is not drawn), `result` how the game ended. `pile` is the largest card
    of the one pile that is shown, its number, and the pile's sum.
    """

    facts: Mapping[str, object]
    drawn: str
    shifts: tuple[Shift, ...]
    greater: tuple[tuple[Term, int], ...]
    than: tuple[tuple[Term, int], ...]
    needed: bool
    holds: bool
    chooses: bool
    purpose: str = ""
    talon: int = 0
    result: str = ""
    pile: tuple[str, int, int] | None = None


def turn_of(kit: Kit, figure: BookFigure, options: Sequence[str] = ()) -> Turn:
    """The turn of a picture under these options of its game and, else, those the kit states; raises `InputError`."""
    own = options_over(_own_options(kit, figure.game), options)
    cards = kit_cards(kit, figure.game)
    game = make_game(figure.game, options_over(own, figure.options), cards)
    return _shown(kit, game, game.parse(figure.position), figure.action, figure.show)


def _own_options(kit: Kit, game_id: str) -> Sequence[str]:
    """What the kit states for that game."""
    return share_options(kit.games, kit.options)[game_id]


def _shown(kit: Kit, game: Game[Any], state: Any, action: str, show: Sequence[str]) -> Turn:
    """What a picture shows: a turn, the board's last card and what it makes trade places, a terminal, or no action.

    For a single pile at rest, its largest card and its sum are shown.
    """
    word, _, card = action.partition(" ")
    after = state.apply(action) if action else state
    if word not in UNWEIGHED and not (word == "draw" and card == state.terminal):
        return turn_after(kit, game, state, action)
    shown = Turn(game.facts(after), "", (), (), (), needed=True, holds=False, chooses=False)
    if word == "lay":
        laid = (*state.board, card)
        return replace(shown, facts={**shown.facts, "board": laid}, shifts=_traded(laid, after.board))
    if not action and len(show) == 1:
        proof = find_row_proof(game.id)
        return replace(shown, pile=proof.pile(state, show[0]) if proof else None)
    shown = replace(shown, purpose=PURPOSE.get(after.terminal, ""), talon=len(after.talon))
    if word != "draw":
        return shown
    shown = replace(shown, facts=game.facts(state), drawn=card)
    outcome = after.outcome()
    if outcome is not None:
        return replace(shown, result=outcome.result)
    return replace(shown, shifts=tuple(Shift("talon", source, "T") for source in ("drawn", "D")))


def _traded(laid: Sequence[str], board: Sequence[str]) -> tuple[Shift, ...]:
    """The cards of a board that lie on another place than they were laid on."""
    numbers = [card.removesuffix("r") for card in laid]
    return tuple(
        Shift(laid[numbers.index(number)], str(numbers.index(number) + 1), str(place))
        for place, number in enumerate((card.removesuffix("r") for card in board), 1)
        if number != numbers[place - 1] and number in numbers
    )


def turn_after(kit: Kit, game: Game[Any], state: Any, action: str) -> Turn:
    """One action played: the position before it, what is compared, and what went where."""
    word, _, drawn = action.partition(" ")
    after = state.apply(action)
    before = game.facts(state)
    proof = find_row_proof(game.id) if word == "draw" else None
    weighed = proof.weigh(kit.rules, game, state, drawn) if proof else None
    # A sword that leaves a choice lies in the hand: the arrows show the move.
    waits = bool(after.drawn)
    shown = after.apply("move") if waits else after
    shifts = shifts_between(before, game.facts(shown), drawn or state.drawn)
    if drawn and drawn == state.terminal:
        shifts = ()
    return Turn(
        facts=before,
        drawn=drawn if word == "draw" else "",
        shifts=shifts,
        greater=weighed.greater if weighed else (),
        than=weighed.than if weighed else (),
        needed=weighed.needed if weighed else True,
        holds=weighed.holds if weighed else False,
        chooses=waits,
    )
