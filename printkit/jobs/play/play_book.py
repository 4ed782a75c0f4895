"""Makes a game with the cards of a kit, and plays the turns and the first game that its rule book shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from printkit.compose.youscout.mat_table import Shift, shifts_between
from printkit.compose.youscout.rule_book_pictures import Step
from printkit.compose.youscout.turns import Turn, turn_after, turn_of
from printkit.errors import InputError, PrintkitError, Problem
from printkit.files import read_plain
from printkit.games.find import check_stated, find_module, kit_cards, make_game, share_options
from printkit.games.game import Game
from printkit.games.record import Record, read_record, replay
from printkit.kit.booklet import BOOKLET, BookFigure, Booklet, load_booklet
from printkit.kit.find import find_deck, options_over
from printkit.kit.load import read_deck
from printkit.kit.model import Kit

__all__ = ["PlayedBook", "kit_game", "play_book", "play_steps", "table_game", "turn_of"]


# ── plays the turns and the first game that a kit's rule book shows ──────────────────────────────────────────────────

MAX_RECORD_BYTES = 100_000
# Options of the build that also hold for the first game; its length, its factor and other options are its own.
PRINTED = ("court",)


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


# ── makes a game with the cards of a kit ─────────────────────────────────────────────────────────────────────────────


def kit_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    kit_dir: Path | None = None,
    *,
    settled: bool = False,
) -> Game[Any]:
    """The game played with what a kit prints: that in `kit_dir`, else the one printkit ships for it.

    Where an option is not requested, what the kit states holds; `settled` options are all that was agreed, as in
    a record. A game that only knows its own cards goes by them, and so does one no kit is for, or one whose rules
    fix the cards and no kit is named. A kit that cannot be read, is for other games, or has cards the game
    cannot be played with is an InputError.
    """
    module = find_module(game_id)
    cards_of = module.cards_of
    if kit_dir is None and module.cards_fixed:
        return make_game(game_id, options)
    if cards_of is None:
        if kit_dir is not None:
            raise InputError(f"{game_id} uses its own cards", key="--kit-dir")
        return make_game(game_id, options)

    deck = read_deck(kit_dir) if kit_dir is not None else find_deck(game_id)
    if deck is None:
        return make_game(game_id, options)
    if game_id not in deck.games:
        raise InputError(
            f"the kit is not for {game_id}", file=kit_dir or "", hint=f"for {', '.join(deck.games)}"
        )
    asked = [f"{key}={value}" for key, value in options.items()] if isinstance(options, Mapping) else options
    if kit_dir is not None:
        check_stated(deck.games, deck.options, (kit_dir / "kit.toml").as_posix())
    own = () if settled else share_options(deck.games, deck.options)[game_id]
    return make_game(game_id, options_over(own, asked), cards_of(deck.cards))


def table_game(
    game_id: str, options: Mapping[str, str] | Sequence[str], kit_dir: Path | None, *, settled: bool = False
) -> Game[Any]:
    """The same at a table that shows a kit: its cards are played with unless the game only knows its own."""
    takes = kit_dir if find_module(game_id).cards_of else None
    return kit_game(game_id, options, takes, settled=settled)
