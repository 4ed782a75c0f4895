"""Plays the turns and the first game that a kit's rule book shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from printkit.compose.booklet import Step, Turn
from printkit.compose.table import Shift, shifts_between
from printkit.errors import InputError, PrintkitError, Problem
from printkit.files import read_plain
from printkit.games.find import make_game, share_options
from printkit.games.game import Game
from printkit.games.record import Record, read_record, replay
from printkit.games.rule_rows import find_row_proof
from printkit.jobs.kit_game import kit_cards
from printkit.kit.booklet import BOOKLET, BookFigure, Booklet, load_booklet
from printkit.kit.model import Kit
from printkit.kit.options import options_over

__all__ = ["PlayedBook", "play_book", "play_steps", "turn_after", "turn_of"]

MAX_RECORD_BYTES = 100_000
# Options of the build that also hold for the first game; its length, its factor and other options are its own.
PRINTED = ("court",)
# Actions that are no turn; the empty one leaves the position as it is.
UNWEIGHED = ("", "lay", "place")
# The card at X, by the terminal in the talon.
PURPOSE = {"0": "13", "13": "0"}


@dataclass(frozen=True, slots=True)
class PlayedBook:
    """A rule book whose turns have been played: each by its name, and the first game step by step."""

    booklet: Booklet
    turns: Mapping[str, Turn]
    steps: tuple[Step, ...]


def play_book(kit: Kit, options: Sequence[str] = ()) -> PlayedBook:
    """Read and play the kit's rule book; whatever is wrong with its texts, positions and record is an InputError.

    Under other options (`K=V` texts) than the usual ones every turn has to go as the texts describe it.
    """
    booklet = load_booklet(kit)
    shared = share_options(kit.games, options)
    problems: list[Problem] = []
    turns: dict[str, Turn] = {}
    for index, figure in enumerate(booklet.figures):
        try:
            turns[figure.id] = _figure(kit, figure, shared[figure.game])
        except PrintkitError as error:
            place = (kit.folder / BOOKLET).as_posix()
            problems += [replace(p, file=place, key=f"figures[{index}]") for p in error.problems]
    if problems:
        raise InputError(problems=problems)
    return PlayedBook(booklet, turns, _steps(kit, booklet, shared))


def _figure(kit: Kit, figure: BookFigure, options: Sequence[str]) -> Turn:
    """The turn of a picture under these options; InputError where it then goes otherwise than under its own."""
    usual, turn = turn_of(kit, figure), turn_of(kit, figure, options)
    if (turn.shifts, turn.needed, turn.holds, turn.chooses) != (
        usual.shifts, usual.needed, usual.holds, usual.chooses
    ):  # fmt: skip
        raise InputError(
            f"the turn has another result under {' '.join(options)}",
            hint="choose other cards for this picture",
        )
    return turn


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


def _steps(kit: Kit, booklet: Booklet, shared: Mapping[str, Sequence[str]]) -> tuple[Step, ...]:
    """The record's lines, each with the turn it made and the position after it.

    The record determines how often the terminal comes, and whatever else the build leaves to it.
    """
    path = kit.folder / booklet.record
    if path.stat().st_size > MAX_RECORD_BYTES:
        raise InputError("too long for a first game", file=path, hint=f"at most {MAX_RECORD_BYTES} bytes")
    record = read_record(_text(path), path)
    own = dict(record.options)
    asked = dict(text.split("=", 1) for text in shared.get(record.game, ()))
    options = own | {key: value for key, value in asked.items() if key in PRINTED}
    return play_steps(kit, make_game(record.game, options, kit_cards(kit, record.game)), record, path)


def play_steps(kit: Kit, game: Game[Any], record: Record, path: Path | str = "") -> tuple[Step, ...]:
    """The lines of a record, each with the turn it made and the position after it; raises like `replay`."""
    state = game.start
    steps = []
    for step in replay(record, game, path):
        word, _, rest = step.line.text.partition(" ")
        single = len(step.actions) == 1
        turn = turn_after(kit, game, state, step.line.text) if single and word == "draw" else None
        shifts: Sequence[Shift] = turn.shifts if turn and not turn.chooses else ()
        if single and word != "draw":
            shifts = shifts_between(game.facts(state), game.facts(step.state), state.drawn)
        after = cast(Any, step.state)
        outcome = after.outcome()
        steps.append(
            Step(
                number=step.number,
                word=word,
                cards=tuple(rest.split()),
                turn=turn,
                shifts=tuple(shifts),
                facts=game.facts(after),
                drawn=after.drawn,
                talon=len(after.talon),
                terminal=after.terminal,
                result=outcome.result if outcome else "",
            )
        )
        state = after
    return tuple(steps)


def _text(path: Path) -> str:
    try:
        return read_plain(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}", file=path, hint="save it as UTF-8") from error
