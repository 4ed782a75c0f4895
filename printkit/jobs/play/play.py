"""Plays a game and writes down its record, replays records, and shows what lies where in a position."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from printkit.errors import InputError, PrintkitError, raise_together, unreadable
from printkit.files import open_plain, parse_json
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.deals import find_deals
from printkit.games.game import Game
from printkit.games.players import Player, PlayerLeft, sight_of
from printkit.games.record import Record, Step, read_record, record_of, replay
from printkit.games.state import State
from printkit.jobs.play.play_book import kit_game
from printkit.solver.seats import HUMAN, seated

__all__ = [
    "HUMAN",
    "Chosen",
    "changes",
    "play",
    "position_lines",
    "read_record_file",
    "read_text",
    "replay_file",
    "replay_lines",
]

Chosen: TypeAlias = str | Player
"""A player by name, or a person as a callable."""


def play(
    game_id: str,
    *,
    seed: int | None = None,
    deal: str = "",
    options: Mapping[str, str] | Sequence[str] = (),
    player: Chosen | Sequence[Chosen] = "random",
    notify: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
    begun: Callable[[Callable[[], Record]], None] | None = None,
) -> Record:
    """The record of one play, with the seed and the players' names in its header.

    Several players sit down in the order of the seats, and again from the first while seats are left.
    The same seed gives the same chance draws to every player. Without one, named players get seed 0, a callable (a
    person) a new seed each time. `deal` is the code of a deal that chance follows; the seed then only moves the
    players. `notify` gets the table before each decision of a person, what persons learn of
    the other actions, and the end. A person who gives up, or presses Ctrl-C at any time, leaves an unfinished record;
    `begun` gets, at the start, what makes the record of the play so far. `kit_dir` is the kit whose cards are played
    with (None: see `kit_game`).
    Raises `InputError` for an unknown game, option or player, and for a deal the game cannot have.
    """
    game = kit_game(game_id, options, kit_dir)
    dealt = _dealt(game_id, deal)
    chosen = (player,) if isinstance(player, str) or callable(player) else tuple(player)
    persons = [callable(each) for each in chosen]
    if seed is None:
        seed = secrets.randbits(32) if any(persons) else 0
    # Only `random()` of the standard generator is promised to stay the same in later versions of Python.
    chance, choices = Random(2 * seed), Random(2 * seed + 1)
    sitting = dict(zip(game.seats, cycle(_named(game, each, choices) for each in chosen), strict=False))
    watched = persons if any(persons) else [len(game.seats) == 1]
    eyes = [seat for seat, person in zip(game.seats, cycle(watched), strict=False) if person]
    headers = {
        **({"deal": dealt.code} if dealt else {}),
        "seed": str(seed),
        "player": ",".join(each if isinstance(each, str) else HUMAN for each in chosen),
    }
    actions: list[Action] = []
    if begun:
        begun(lambda: record_of(game, actions, headers))
    try:
        state = _played(_Sitting(game, sitting, eyes, _chance(game_id, dealt, chance), notify), actions)
    except (PlayerLeft, KeyboardInterrupt) as left:
        if isinstance(left, KeyboardInterrupt) and not any(persons):
            raise
        return record_of(game, actions, headers)
    outcome = state.outcome()
    if notify and outcome:
        notify(
            f"\n{game.picture(state, eyes[0] if eyes else game.seats[0])}\n{outcome.result}: {outcome.reason}"
        )
    return record_of(game, actions, headers)


def _dealt(game_id: str, code: str) -> Any:
    """The deal of a code; None without one."""
    if not code:
        return None
    if (deals := find_deals(game_id)) is None:
        raise InputError(f"{game_id} has no deal codes", key="--deal", hint="give a seed")
    return deals.read(code)


def _chance(game_id: str, dealt: Any, luck: Random) -> Callable[[State], Action]:
    """What chance does in a state: as the deal says, else by luck."""
    deals = find_deals(game_id)
    if dealt is None or deals is None:
        return lambda state: state.sample(luck)
    return lambda state: deals.chance(dealt, state)


class _Sitting(NamedTuple):
    """Who plays, who watches, what chance draws from, and where it is told."""

    game: Game[Any]
    players: Mapping[Seat, Player]
    eyes: Sequence[Seat]
    chance: Callable[[State], Action]
    notify: Callable[[str], None] | None


def _played(sitting: _Sitting, actions: list[Action]) -> State:
    """The last state of a play, whose actions are appended one by one."""
    game, players, eyes, chance, notify = sitting
    state: State = game.start
    while (seat := state.to_move()) is not None and len(actions) < game.module.ply_limit:
        if seat == CHANCE:
            action = chance(state)
        else:
            if notify and seat in eyes:
                notify("\n" + game.picture(state, seat) + "\n")
            action = players[seat](sight_of(game, state, seat))
        after = state.apply(action)
        if notify and seat == CHANCE and len(game.seats) == 1:
            notify(f"{action:<12} {'; '.join(changes(game.facts(state), game.facts(after)))}".rstrip())
        elif notify:
            _report_heard(notify, state, seat, action, eyes)
        actions.append(action)
        state = after
    return state


def _report_heard(
    notify: Callable[[str], None], state: State, mover: Seat, action: Action, eyes: Sequence[Seat]
) -> None:
    """What the persons at the table learn of an action; where they learn different things, nothing is said."""
    if mover in eyes:
        return
    heard = {state.heard(seat, action) for seat in eyes}
    if mover == CHANCE and heard == {action}:
        notify(action)
    elif mover != CHANCE and len(heard) == 1:
        notify(f"{mover}: {heard.pop()}")


def _named(game: Game[Any], chosen: Chosen, rng: Random) -> Player:
    """The player, made from his name if that is what he is; those that know the game are given it."""
    return seated(game, chosen, rng) if isinstance(chosen, str) else chosen


# ── replays records, one line per action, as text or JSON ────────────────────────────────────────────────────────────

_STANDARD_INPUT = "-"
_LARGEST = 8_000_000
"""Bytes; the longest play anybody could write down is far smaller."""

_Writer: TypeAlias = Callable[[str, Record, Game[Any], Iterator[Step[Any]]], Iterator[str]]


def read_record_file(file: str) -> Record:
    """The record in `file`, `-` being the standard input; raises `InputError`."""
    return read_record(read_text(file, "a record"), file)


def read_text(file: str, what: str) -> str:
    """The UTF-8 text of a file, `-` being the standard input; `what` it should be is named in the `InputError`s."""
    try:
        if file == _STANDARD_INPUT:
            content = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with open_plain(file) as stream:
                content = stream.read(_LARGEST + 1)
    except OSError as problem:
        raise unreadable(problem, file) from None
    except ValueError as problem:
        raise InputError(
            f"cannot be read: {problem}", file=file, hint="see how the name is written"
        ) from None
    if len(content) > _LARGEST:
        raise InputError(f"is too large for {what}", file=file, hint=f"at most {_LARGEST} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError("is not UTF-8 text", file=f"{file}:{line}") from None


def replay_file(file: str, kit_dir: Path | None = None) -> tuple[Record, Game[Any], Iterator[Step[Any]]]:
    """The record in `file`, its game, and its steps, which are played as they are requested.

    Raises `InputError` for what cannot be read; the steps raise `WrongError` where the play is not legal.
    """
    record = read_record_file(file)
    try:
        options = [f"{key}={value}" for key, value in record.options]
        game = kit_game(record.game, options, kit_dir, settled=True)
    except InputError as problem:
        raise InputError(
            problems=[replace(each, file=each.file or file) for each in problem.problems]
        ) from None
    return record, game, replay(record, game, file)


def replay_lines(
    files: Sequence[str], *, as_json: bool = False, kit_dir: Path | None = None
) -> Iterator[str]:
    """The lines for all `files`: one JSON object after each action, or a trace to read.

    `kit_dir` is the kit whose cards they were played with (None: see `kit_game`).

    A file that fails does not stop the ones after it: at the end all problems are raised together, as
    `WrongError` if every file could be read, else as `InputError`.
    """
    write: _Writer = _json_lines if as_json else _trace_lines
    failures: list[PrintkitError] = []
    for file in files:
        try:
            record, game, steps = replay_file(file, kit_dir)
            yield from write(file, record, game, steps)
        except PrintkitError as problem:
            failures.append(problem)
    raise_together(failures)


def _json_lines(file: str, record: Record, game: Game[Any], steps: Iterator[Step[Any]]) -> Iterator[str]:
    for step in steps:
        outcome = step.state.outcome()
        yield json.dumps(
            {
                "file": file,
                "n": step.number,
                "action": step.line.text,
                **game.facts(step.state),
                "to_move": step.state.to_move(),
                "legal": list(step.state.legal()),
                "result": outcome.result if outcome else None,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


def _trace_lines(file: str, record: Record, game: Game[Any], steps: Iterator[Step[Any]]) -> Iterator[str]:
    yield f"{file}: {game.id} " + " ".join(f"{key}={value}" for key, value in game.options.items())
    state = game.start
    before = game.facts(state)
    for step in steps:
        state = step.state
        after = game.facts(state)
        mark = "*" if step.line.chance else " "
        yield f"{step.number:>5}{mark} {step.line.text:<20} {'; '.join(changes(before, after))}".rstrip()
        before = after
    outcome = state.outcome()
    yield f"       {outcome.result}: {outcome.reason}" if outcome else "       unfinished"


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What became of a position's facts, each changed one as `key: value`."""
    old = _flat(before)
    return [f"{key}: {text}" for key, text in _flat(after).items() if old.get(key) != text]


def _flat(facts: dict[str, Any]) -> dict[str, str]:
    """The facts as one level of texts, so that what an action changed can be listed."""
    flat: dict[str, str] = {}
    for key, fact in facts.items():
        if isinstance(fact, dict):
            flat |= _flat(fact)
        elif isinstance(fact, list):
            flat[key] = " ".join(map(_word, fact)) or "-"
        else:
            flat[key] = _word(fact)
    return flat


def _word(fact: object) -> str:
    """A fact as one word: a list within a list is joined by commas."""
    if isinstance(fact, list):
        return ",".join(map(_word, fact)) or "-"
    return "-" if fact is None else str(fact)


# ── shows positions of a game ────────────────────────────────────────────────────────────────────────────────────────


def position_lines(
    game_id: str,
    files: Sequence[str] = (),
    *,
    options: Mapping[str, str] | Sequence[str] = (),
    as_json: bool = False,
    kit_dir: Path | None = None,
) -> Iterator[str]:
    """The positions in `files`, `-` being the standard input, one after another; without files the start.

    A file holds the game's one-line text or its exchange form, a JSON object; with the ending `.jsonl` one object a
    line. A position that cannot be read does not stop those after it: at the end all problems are raised together.
    """
    game = kit_game(game_id, options, kit_dir)
    write = _json_line if as_json else _drawn
    if not files:
        yield write(game, game.start, "", 0)
    failures: list[PrintkitError] = []
    for file in files:
        try:
            texts = _texts(file)
        except InputError as problem:
            failures.append(problem)
            continue
        for line, text in texts:
            try:
                yield write(game, _read(game, text), file, line)
            except InputError as problem:
                named = [replace(each, file=f"{file}:{line}") for each in problem.problems]
                failures.append(InputError(problems=named))
    raise_together(failures)


def _texts(file: str) -> list[tuple[int, str]]:
    """The positions of a file with the lines they begin on."""
    text = read_text(file, "a file of positions")
    if file.endswith(".jsonl"):
        found = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        found = [(1, text.strip())] if text.strip() else []
    if not found:
        raise InputError("holds no position", file=file)
    return found


def _read(game: Game[Any], text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return game.parse(text)
    try:
        found = parse_json(text)
    except ValueError as problem:
        raise InputError(f"is no JSON object: {problem}") from None
    if game.module.exchanged is None:
        position = found.get("position")
        if not isinstance(position, str):
            raise InputError(f"{game.id} has no exchange form", hint='write its text under "position"')
        return game.parse(position)
    return game.module.exchanged(game.start, found)


def _json_line(game: Game[Any], state: Any, file: str, line: int) -> str:
    added = game.module.added(state) if game.module.added else {}
    facts = {
        "file": file,
        "line": line,
        "position": state.position(),
        "to_move": state.to_move(),
        "legal": list(state.legal()),
        **added,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _drawn(game: Game[Any], state: Any, file: str, line: int) -> str:
    seat, outcome = state.to_move(), state.outcome()
    eyes = game.seats[0] if seat in (None, CHANCE) else seat
    lines = [f"{file}:{line}"] if file else []
    lines += [game.picture(state, eyes), state.position()]
    if outcome:
        lines.append(f"{outcome.result}: {outcome.reason}")
    else:
        lines.append(f"{seat} to act: " + ", ".join(state.legal()))
    return "\n".join(lines)
