"""What the rule book shows of its games: a kit comes in, its turns and its first game, played by the engine, go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from printkit.compose.booklet import Step, Turn
from printkit.compose.table import Shift, shifts_between
from printkit.errors import InputError, PrintkitError, Problem
from printkit.games.core import Game
from printkit.games.find import make_game
from printkit.games.record import read_record, replay
from printkit.kit.booklet import BOOKLET, Booklet, load_booklet
from printkit.kit.model import Kit
from printkit.preflight.rule_rows import CARDS, weigh

__all__ = ["PlayedBook", "play_book"]

MAX_RECORD_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class PlayedBook:
    """A rule book whose turns have been played: each by its name, and the first game step by step."""

    booklet: Booklet
    turns: Mapping[str, Turn]
    steps: tuple[Step, ...]


def play_book(kit: Kit) -> PlayedBook:
    """Read and play the kit's rule book; whatever is wrong with its texts, positions and record is an InputError."""
    booklet = load_booklet(kit)
    problems: list[Problem] = []
    turns: dict[str, Turn] = {}
    for index, figure in enumerate(booklet.figures):
        try:
            game = make_game(figure.game, figure.options)
            turns[figure.id] = _turn(kit, game, game.parse(figure.position), figure.action)
        except PrintkitError as error:
            place = (kit.folder / BOOKLET).as_posix()
            problems += [replace(p, file=place, key=f"figures[{index}]") for p in error.problems]
    if problems:
        raise InputError(problems=problems)
    return PlayedBook(booklet, turns, _steps(kit, booklet))


def _turn(kit: Kit, game: Game[Any], state: Any, action: str) -> Turn:
    """One action played: the position before it, what is compared, and what went where."""
    word, _, drawn = action.partition(" ")
    after = state.apply(action)
    before = game.facts(state)
    weighed = weigh(kit.rules, game, state, drawn) if word == "draw" and game.id in CARDS else None
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


def _steps(kit: Kit, booklet: Booklet) -> tuple[Step, ...]:
    """The record's lines, each with the turn it made and the position after it."""
    path = kit.folder / booklet.record
    if path.stat().st_size > MAX_RECORD_BYTES:
        raise InputError("too long for a first game", file=path, hint=f"at most {MAX_RECORD_BYTES} bytes")
    record = read_record(_text(path), path)
    game = make_game(record.game, dict(record.options))
    state = game.start
    steps = []
    for step in replay(record, game, path):
        word, _, rest = step.line.text.partition(" ")
        single = len(step.actions) == 1
        turn = _turn(kit, game, state, step.line.text) if single and word == "draw" else None
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
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}", file=path, hint="save it as UTF-8") from error
