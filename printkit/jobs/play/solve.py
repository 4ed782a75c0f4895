"""Judges records: what each choice was worth and what is proved, as JSON or for reading."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from printkit.errors import InputError, PrintkitError, raise_together
from printkit.games.game import Game
from printkit.games.record import Record, Step
from printkit.installed import install_hint
from printkit.jobs.play.advise import decisions, teller_of, unit_weighed, weighed_choices
from printkit.jobs.play.play import replay_file
from printkit.jobs.screen.play_log import Teller
from printkit.solver.evaluation import (
    GAMES,
    SWORD,
    TOO_CLOSE,
    Answer,
    Choice,
    Deadlock,
    EvaluatedChoice,
    Judgement,
    evaluated_choices,
)
from printkit.solver.laboratory import offers, usable

__all__ = ["FEW", "judgement_lines", "solve_lines", "weighed_lines"]

FEW = 200
"""Games imagined for each action of a game without a laboratory of its own."""

_SHOWN = 6
"""Actions listed for a choice, from the best down."""

_DIGITS = 6
_RESULTS = {True: "won", False: "lost", None: ""}
_PROVED = {True: "won in any case", False: "lost in any case"}
_UNTIL = {"terminal": "before the terminal", "end": "before the end of the game"}


def solve_lines(
    files: Sequence[str],
    *,
    as_json: bool = False,
    games: int | None = None,
    notify: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
    language: str = "en",
    words: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """The lines for all `files`: one JSON object for each choice, proof, total and decision, or a table to read.

    A file that fails does not stop the ones after it: at the end all problems are raised together, as
    `WrongError` if every file could be read, else as `InputError`. `notify` gets why the first one takes a while.
    `games` are imagined for each answer (None: `GAMES` where the game's laboratory judges, none where the game values
    its actions itself, else `FEW`).
    `kit_dir` is the kit whose cards they were played with (None: see `kit_game`). The decisions that mattered most are
    named in `language` with these `words`; without any they are not.
    """
    failures: list[PrintkitError] = []
    for file in files:
        try:
            record, game, steps = replay_file(file, kit_dir)
            if judge := usable(game.id, "solve"):
                judgement = _judged(judge, file, (record, game), games or GAMES, notify)
                choices: list[EvaluatedChoice | Choice] = [*judgement.choices]
                yield from (
                    _json_lines(file, judgement) if as_json else judgement_lines(judgement, game, title=file)
                )
            else:
                choices, few = [], 0 if game.module.values else FEW
                yield from weighed_lines(
                    file, game, steps, games or few, as_json=as_json, keep=choices.append
                )
            if words and choices:
                teller = teller_of(game, language, words, kit_dir)
                yield from _decision_lines(file, record, choices, teller, as_json=as_json)
            if not judge and offers(game.id, "solve"):
                yield _not_judged(file, as_json=as_json)
        except PrintkitError as problem:
            failures.append(problem)
    raise_together(failures)


def _decision_lines(
    file: str, record: Record, choices: Sequence[EvaluatedChoice | Choice], teller: Teller, *, as_json: bool
) -> Iterator[str]:
    """The decisions that mattered most, as sentences."""
    game, begins, actions = teller.game, [0, 0], list[str]()
    for line in record.lines:
        actions += game.expand(line.text)
        begins.append(len(actions))
    weighed = tuple(weighed_choices(choices, begins))
    if not as_json:
        yield f"       {teller.names.word('review.decisions')}:"
    for each in decisions(teller, actions, weighed, unit_weighed(game, weighed)):
        facts = {key: fact for key, fact in asdict(each).items() if key != "line"}
        yield (
            _dumped({"file": file, "n": each.line, "type": "decision", **facts})
            if as_json
            else f"       {each.sentence}"
        )


def _not_judged(file: str, *, as_json: bool) -> str:
    """What was not looked at for want of packages."""
    message = (
        f"not looked at: exact odds and what is proved, for want of the extra 'lab' ({install_hint('lab')})"
    )
    return _dumped({"file": file, "type": "note", "message": message}) if as_json else message


def weighed_lines(
    file: str,
    game: Game[Any],
    steps: Iterator[Step[Any]],
    games: int,
    *,
    as_json: bool,
    keep: Callable[[EvaluatedChoice], object] = lambda _: None,
) -> Iterator[str]:
    """Each choice of any game, with what its actions bring on the mean of so many imagined games; `keep` gets it too.

    0 games: as the game's own search values them.
    """
    lost: dict[str, float] = {}
    if not as_json:
        how = f"{games:,} imagined games an action" if games else "as the game's own search values them"
        beyond = " beyond the mean of all" if len(game.seats) > 1 else ""
        yield f"{file}: {game.id}; points{beyond}, {how}"
    for choice in evaluated_choices(game, steps, games):
        keep(choice)
        lost[choice.seat] = lost.get(choice.seat, 0.0) + choice.lost
        if as_json:
            facts = {key: fact for key, fact in asdict(choice).items() if key != "line"}
            yield _dumped(
                {"file": file, "n": choice.line, "type": "choice", **facts, "certain": choice.certain}
            )
            continue
        remark = "" if choice.certain or choice.taken == choice.actions[0].action else TOO_CLOSE
        for at, each in enumerate(choice.actions[:_SHOWN]):
            head = f"{choice.line:>5}  {choice.seat:<7}" if at == 0 else " " * 14
            mark = ">" if each.action == choice.taken else " "
            yield f"{head}{mark}{each.action:<24} {each.value:+8.3f}{_reach(each.error, games)}"
        if choice.lost:
            lost_by = f"{choice.lost:.3f}{_reach(choice.error, games)}"
            yield f"{'':14} {choice.taken} gives away {lost_by} {remark}".rstrip()
    if as_json:
        yield _dumped({"file": file, "type": "total", "lost": lost})
    else:
        yield "       given away: " + (
            "  ".join(f"{seat} {sum_:.3f}" for seat, sum_ in lost.items()) or "nothing"
        )


def _reach(error: float, games: int) -> str:
    """The ± of a mean of games."""
    return f" ±{error:.3f}" if games else ""


def _judged(
    judge: Callable[..., Judgement],
    file: str,
    play: tuple[Record, Game[Any]],
    games: int,
    notify: Callable[[str], None] | None,
) -> Judgement:
    record, game = play
    try:
        return judge(game, record, file=file, games=games, notify=notify)
    except InputError as problem:
        named = [replace(each, file=each.file or file) for each in problem.problems]
        raise InputError(problems=named) from None


def _json_lines(file: str, judgement: Judgement) -> Iterator[str]:
    """Choices and proofs in the order of the record, then the totals."""
    rows: list[tuple[int, dict[str, object]]] = []
    for choice in judgement.choices:
        facts = {key: fact for key, fact in asdict(choice).items() if key != "line"}
        rows.append((choice.line, {"type": "choice", **facts, "decided": choice.decided}))
    for deadlock in judgement.deadlocks:
        rows.append((deadlock.line, {"type": "deadlock", "place": deadlock.place, "until": deadlock.until}))
    if judgement.decided_line is not None:
        rows.append((judgement.decided_line, {"type": "decided", "won": judgement.decided}))
    for line, facts in sorted(rows, key=lambda row: row[0]):
        yield _dumped({"file": file, "n": line, **facts})
    whole = judgement.facts()
    totals = {key: fact for key, fact in whole.items() if key not in ("choices", "deadlocks")}
    yield _dumped({"file": file, "type": "total", **totals})


def _dumped(facts: dict[str, object]) -> str:
    return json.dumps(_rounded(facts), ensure_ascii=False, separators=(",", ":"))


def _rounded(fact: Any) -> Any:
    if isinstance(fact, float):
        return round(fact, _DIGITS)
    if isinstance(fact, dict):
        return {key: _rounded(each) for key, each in fact.items()}
    return list(map(_rounded, fact)) if isinstance(fact, list | tuple) else fact


def judgement_lines(judgement: Judgement, game: Game[Any], *, title: str = "") -> Iterator[str]:
    """The judgement for reading: a row for each answer, what is proved in its place, and the totals."""
    options = " ".join(f"{key}={value}" for key, value in judgement.options.items())
    yield f"{title}: {judgement.game} {options}" if title else f"{judgement.game} {options}"
    situations = [_situation(choice, game) for choice in judgement.choices]
    width = max(map(len, situations), default=0)
    yield f"{'line':>5}  {'situation':<{width}}  {'answer':<20} {'to win':<14} {'talon known':<12} remark"
    blocks = [
        (choice.line, 1, list(_choice_rows(choice, f"{situation:<{width}}")))
        for choice, situation in zip(judgement.choices, situations, strict=True)
    ]
    blocks += [(each.line, 2, [_deadlock_row(each)]) for each in judgement.deadlocks]
    if judgement.decided_line is not None:
        row = f"{judgement.decided_line:>5}  proved: from here {_PROVED[judgement.decided is True]}"
        blocks.append((judgement.decided_line, 3, [row]))
    for _, _, rows in sorted(blocks, key=lambda block: block[:2]):
        yield from rows
    yield from _total_rows(judgement)


def _choice_rows(choice: Choice, situation: str) -> Iterator[str]:
    for at, answer in enumerate(choice.answers):
        chosen = ">" if answer.action == choice.chosen else " "
        cells = (
            f"{choice.line:>5}  {situation}" if at == 0 else " " * (7 + len(situation)),
            f"{chosen}{answer.action:<20}",
            f"{_odds(answer):<14}",
            f"{_RESULTS[answer.clairvoyant] or '?':<12}",
            _remark(choice, answer),
        )
        yield " ".join(cells).rstrip()


def _situation(choice: Choice, game: Game[Any]) -> str:
    table = game.parse(choice.position)
    if not table.token:
        return "start"
    left = len(table.talon) - 1
    what = f"{table.drawn} on {table.token}" if choice.kind == SWORD else f"replace, on {table.token}"
    passes = f", pass {table.terminals + 1} of {table.rules.terminals}" if table.rules.terminals > 1 else ""
    return f"{what}, {left} minors left{passes}"


def _odds(answer: Answer) -> str:
    low, high = answer.interval
    return f"{100 * answer.odds:5.1f} % " + ("exact" if low == high else f"±{50 * (high - low):.1f}")


def _remark(choice: Choice, answer: Answer) -> str:
    words = []
    if answer.fate is not None:
        words.append(_PROVED[answer.fate])
    if answer.action == choice.best:
        words.append("best")
        if answer.action == choice.chosen and not choice.certain:
            words.append(TOO_CLOSE)
    elif answer.action == choice.chosen and choice.regret:
        low, high = choice.regret_interval
        given = f"loses {100 * choice.regret:.1f}"
        words.append(given + ("" if choice.exact else f" ({100 * low:.1f} to {100 * high:.1f})"))
        if not choice.certain:
            words.append("not certain" if low > 0 else TOO_CLOSE)
    return "; ".join(words)


def _deadlock_row(deadlock: Deadlock) -> str:
    until = _UNTIL[deadlock.until]
    return f"{deadlock.line:>5}  proved: from here the token cannot leave place {deadlock.place} {until}"


def _total_rows(judgement: Judgement) -> Iterator[str]:
    if not judgement.choices:
        yield f"       {judgement.result}: no choice was made"
        return
    yield (
        f"       {judgement.result}: {100 * judgement.hoped:.1f} % hoped for on this board"
        f" - {100 * judgement.regret:.1f} lost by choices {100 * judgement.luck:+.1f} luck"
    )
    swords = [choice for choice in judgement.choices if choice.kind == SWORD]
    if swords:
        worth = f"{len(swords)} choices at swords were" if len(swords) > 1 else "the choice at the sword was"
        yield f"       {worth} worth {100 * judgement.swords:.1f} points"
    games = max(choice.games for choice in judgement.choices)
    if games:
        yield f"       odds: {games:,} rollouts per answer by the rule of thumb; exact near the end"
        yield "       best, lost, certain: where the game goes on by that rule; optimal play may differ"
    if any(choice.bounded for choice in judgement.choices):
        yield "       war replacement: only after this move, with the best cards found: lower bounds"
