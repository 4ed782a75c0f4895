"""Certifies bounds on optimal play."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.files import make_folder, only_writer, read_json, staging
from printkit.games.find import make_game
from printkit.lab.machine_code import is_ready
from printkit.lab.youscout.certificate import DECKS, ROLLOUTS, Boards, Bounds, Question, bounds_of
from printkit.lab.youscout.certificate import certify as certify_boards
from printkit.lab.youscout.nets import nets_digest

__all__ = ["Limit", "Report", "certify", "report_lines"]

FORMAT = "printkit-certificate 6"
_SAVE_SECONDS = 20.0
_LOOK_EVERY = 16
# No count or sum of a board comes near it.
_LARGEST = 2**53


class Limit(NamedTuple):
    """When to stop: at this many boards, minutes, or where the certified bounds are so near; whichever comes first."""

    boards: int | None = None
    minutes: float | None = None
    gap: float | None = None


NO_LIMIT = Limit()


class Report(NamedTuple):
    """What is certified of a game, as rates; `games` of the policy, `seconds` of all runs of a resumed certificate."""

    game: str
    options: Mapping[str, str]
    seed: int
    value: str
    bounds: Bounds
    games: int
    given_up: int
    seconds: float

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        bounds = self.bounds
        return {
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "value": self.value,
            "boards": bounds.boards,
            "games": self.games,
            "lower": bounds.lower,
            "upper": bounds.upper,
            "certified95": [bounds.least, bounds.most],
            "gap": bounds.gap,
            "given_up": self.given_up,
            "seconds": self.seconds,
        }


def certify(
    game_id: str,
    *,
    options: Mapping[str, str] | Sequence[str] = (),
    seed: int = 0,
    rollouts: int = ROLLOUTS,
    decks: int = DECKS,
    limit: Limit = NO_LIMIT,
    workers: int = 1,
    resume: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    notify: Callable[[str], None] | None = None,
) -> Report:
    """Bound optimal play from both sides until the limit; an interrupt ends it early, with what was done.

    With `resume` it goes on from that file if there is one, and writes to it now and then and at the end, whole
    or not at all. Raises `InputError` for an unknown game or option, a limit that is missing, and a file of
    another question, and `KeyboardInterrupt` where nothing was done.
    """
    if limit == NO_LIMIT:
        raise InputError("no limit is given", hint="--games N, --minutes M or --until GAP")
    game = make_game(game_id, options)
    question = Question(game, seed, rollouts=rollouts, decks=decks)
    if resume is None:
        return _certify(question, None, limit, workers, progress, notify)
    make_folder(resume.parent)
    with only_writer(resume, "certify", "wait for it, or name a new file"):
        return _certify(question, resume, limit, workers, progress, notify)


def _certify(
    question: Question,
    resume: Path | None,
    limit: Limit,
    workers: int,
    progress: Callable[[int, int], None] | None,
    notify: Callable[[str], None] | None,
) -> Report:
    """What `certify` does with the file, which no other process writes."""
    game = question.game
    before, done = _read(resume, question) if resume else (0.0, Boards())
    if notify and not is_ready():
        notify("compiling the solver for this machine, once: this takes some minutes at most")
    begun = monotonic()
    keeper = _Keeper(resume, question, before, begun)
    stop = _Stop(limit, begun, progress)
    found = certify_boards(question, done, workers=workers, enough=stop.enough, keep=keeper.keep)
    if not found.gains:
        if limit.minutes is not None and monotonic() - begun >= 60 * limit.minutes:
            raise InputError("no board was finished in this time", key="--minutes", hint="allow more")
        raise KeyboardInterrupt
    keeper.write(found)
    return Report(
        game=game.id,
        options=game.options,
        seed=question.seed,
        value=nets_digest(game),
        bounds=bounds_of(found),
        games=len(found.played) * question.games_a_board,
        given_up=found.given_up,
        seconds=round(before + monotonic() - begun, 1),
    )


class _Stop:
    """Gets each longer row of boards, reports progress and says whether that is enough."""

    def __init__(self, limit: Limit, begun: float, progress: Callable[[int, int], None] | None) -> None:
        self._limit, self._begun, self._progress = limit, begun, progress
        self._look_at = 0

    def enough(self, boards: Boards) -> bool:
        count = len(boards.gains)
        seconds = monotonic() - self._begun
        if self._progress:
            self._progress(*self._how_far(count, seconds))
        if self._limit.boards is not None and count >= self._limit.boards:
            return True
        if self._limit.minutes is not None and seconds >= 60 * self._limit.minutes:
            return True
        if self._limit.gap is None or count < max(1, self._look_at):
            return False
        self._look_at = count + max(_LOOK_EVERY, count // _LOOK_EVERY)
        return bounds_of(boards).gap <= self._limit.gap

    def _how_far(self, count: int, seconds: float) -> tuple[int, int]:
        if self._limit.boards is not None:
            return count, self._limit.boards
        if self._limit.minutes is not None:
            return round(10 * seconds), round(600 * self._limit.minutes)
        return count, max(2 * count, 1000)


class _Keeper:
    """Writes the boards to a file, if there is one, but not too often."""

    def __init__(self, file: Path | None, question: Question, before: float, begun: float) -> None:
        self._file, self._question, self._before, self._begun = file, question, before, begun
        self._last = begun

    def keep(self, boards: Boards) -> None:
        if monotonic() - self._last >= _SAVE_SECONDS:
            self.write(boards)
            self._last = monotonic()

    def write(self, boards: Boards) -> None:
        if self._file is None:
            return
        facts = {
            **_question_facts(self._question),
            "seconds": round(self._before + monotonic() - self._begun, 1),
            "given_up": boards.given_up,
            "gains": boards.gains,
            "played": boards.played,
            "rated": boards.rated,
        }
        with staging(self._file.parent) as stage:
            stage.write(self._file.name, (json.dumps(facts) + "\n").encode())


def _question_facts(question: Question) -> dict[str, object]:
    """What must be the same for boards of one row."""
    return {
        "format": FORMAT,
        "game": question.game.id,
        "options": dict(question.game.options),
        "value": nets_digest(question.game),
        "seed": question.seed,
        "rollouts": question.rollouts,
        "decks": question.decks,
    }


def _read(file: Path, question: Question) -> tuple[float, Boards]:
    """The seconds and the boards of a file; none where there is no file yet."""
    if not file.exists():
        return 0.0, Boards()
    try:
        facts: Any = read_json(file)
        if str(facts["format"]) != FORMAT:
            raise InputError("has another format", file=file, key="format", hint="name a new file")
        gains, played, rated = (_whole(facts[key]) for key in ("gains", "played", "rated"))
        boards = Boards(gains, played, rated, int(facts["given_up"]))
        seconds = float(facts["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError("not a certificate to resume", file=file, hint="name a new file") from None
    for key, wanted in _question_facts(question).items():
        if facts.get(key) != wanted:
            hint = "name a new file, or use the same options"
            raise InputError(f"was made with another {key}", file=file, key=key, hint=hint)
    return seconds, boards


def _whole(numbers: object) -> tuple[int, ...]:
    if not isinstance(numbers, list) or not all(
        type(each) is int and abs(each) <= _LARGEST for each in numbers
    ):
        raise ValueError("not a list of whole numbers")
    return tuple(numbers)


def report_lines(report: Report) -> tuple[str, ...]:
    """The report for reading, in per cent of games won."""
    options = " ".join(f"{key}={value}" for key, value in report.options.items())
    bounds = report.bounds
    return (
        f"{report.game}: {options}",
        "optimal play with a hidden talon, start chosen from the board",
        f"certified  {bounds.least:9.3%} to {bounds.most:.3%}   95 %, gap {100 * bounds.gap:.3f} points",
        f"lower mean {bounds.lower:9.3%}   win rate of a policy over {report.games:,} games",
        f"upper mean {bounds.upper:9.3%}   clairvoyant play less the information penalty over {bounds.boards:,} boards",
        f"time       {report.seconds:9.1f} s"
        + (f"   {report.given_up:,} decks counted at their upper limit" if report.given_up else ""),
    )
