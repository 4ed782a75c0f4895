"""One's own games, kept at this machine, and a game that is over as its page looks at it again."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from itertools import groupby, pairwise
from math import hypot
from operator import attrgetter
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from printkit.errors import InputError
from printkit.files import read_plain, staging
from printkit.games.core import Seat
from printkit.games.find import find_games, find_module
from printkit.jobs.play.advise import decisions, lines_of, unit_of
from printkit.jobs.screen.play_log import Teller
from printkit.solver.review import (
    Looked,
    Play,
    Weighed,
    Worth,
    followed,
    horizon_of,
    mover_kind,
    shares,
    steps_of,
    worths_of,
)
from printkit.web.session import FROM, NOBODY, Session

__all__ = ["TURNING", "Mine", "Played", "played", "review_facts", "reviewed_seats", "totals"]

# ── one's own games ──────────────────────────────────────────────────────────────────────────────────────────────────

_FILE = "mine.json"
_LARGEST = 50_000_000
_PEOPLE, _ALONE, _MIXED = "people", "alone", "mixed"


Result = Literal["won", "lost", "drawn"]
Count = Annotated[int, Field(ge=0)]


@dataclass(
    frozen=True,
    slots=True,
    config=ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, defer_build=True),
)
class Played:
    """A game that ended: its table, against whom, how it ended for the one person there, and what was asked for.

    `level` is that of all opponents, `mixed` where they differ, `alone` without any, `people` for several persons at
    one screen, none of whom the result is counted for. `points` are those of the rules, where a game counts any.
    """

    table: Annotated[str, Field(pattern="^[a-z0-9]{8}$")]
    game: Annotated[str, Field(pattern=r"^[\w-]{1,80}$")]
    level: Annotated[str, Field(pattern=r"^\S{1,400}$")]
    result: Result | Literal[""]
    points: float | None
    actions: Count
    hints: Count
    undos: Count
    ended: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


_GAMES = TypeAdapter(tuple[Played, ...], config=ConfigDict(defer_build=True))


def played(table: str, session: Session, ended: float) -> Played | None:
    """What is counted of a game that ended at this second of the epoch; None where nobody played it to an end.

    Nobody did where a record is only looked at, or where a game goes on from one whose end was known.
    """
    outcome = session.state.outcome()
    if not session.persons or outcome is None or FROM in session.headers:
        return None
    others = {name for seat, name in _seats(session) if seat not in session.persons}
    sole = session.persons[0] if len(session.persons) == 1 else ""
    level = _PEOPLE if not sole else _ALONE if not others else _MIXED
    points = dict(session.state.table(sole).points) if sole else {}
    return Played(
        table=table,
        game=session.game.id,
        level=others.pop() if sole and len(others) == 1 else level,
        result=_result(outcome.result, sole) if sole else "",
        points=points.get(sole),
        actions=len(session.actions),
        hints=session.hints,
        undos=session.undos,
        ended=datetime.fromtimestamp(ended, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def _seats(session: Session) -> Iterable[tuple[str, str]]:
    return zip(session.game.seats, session.players, strict=True)


def _result(result: str, seat: str) -> Result:
    return "drawn" if result == "draw" else "won" if result == "win" or seat in result.split("+") else "lost"


def totals(games: Iterable[Played]) -> list[dict[str, Any]]:
    """Games by game and level, the latest first: how many, how they ended, the best points, hints and undos."""
    by_kind = attrgetter("game", "level")
    rows = []
    for (game, level), group in groupby(sorted(games, key=by_kind), key=by_kind):
        same = list(group)
        points = [each.points for each in same if each.points is not None]
        rows.append(
            {
                "game": game,
                "level": level,
                "played": len(same),
                **{key: sum(each.result == key for each in same) for key in get_args(Result)},
                "counted": sum(bool(each.result) for each in same),
                "best": max(points, default=None),
                "hints": sum(each.hints for each in same),
                "undos": sum(each.undos for each in same),
                "last": max(each.ended for each in same),
            }
        )
    return sorted(rows, key=lambda row: row["last"], reverse=True)


class Mine:
    """The games in the file of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._door = Lock()

    @property
    def file(self) -> Path:
        """Where they are kept."""
        return self.folder / _FILE

    def games(self) -> tuple[Played, ...]:
        """Those counted so far, as they ended; InputError where the file was spoiled."""
        try:
            return _GAMES.validate_json(read_plain(self.file, _LARGEST))
        except FileNotFoundError:
            return ()
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            wrong = ": ".join((".".join(map(str, first["loc"])), first["msg"])).removeprefix(": ")
        except OSError as error:
            wrong = error.strerror or str(error)
        hint = "mend the file, or erase your games"
        raise InputError(f"your games cannot be read: {wrong}", file=self.file, hint=hint)

    def add(self, game: Played) -> None:
        """Count a game, in place of what was counted of its table before."""
        with self._door:
            others = tuple(each for each in self.games() if each.table != game.table)
            self._keep((*others, game))

    def erase(self) -> None:
        """Nothing is known of any game any more."""
        with self._door:
            self.file.unlink(missing_ok=True)

    def _keep(self, games: tuple[Played, ...]) -> None:
        with staging(self.folder) as stage:
            stage.write(_FILE, _json(games))
            stage.finish()

    def as_json(self) -> bytes:
        """All games as a list of objects."""
        return _json(self.games())

    def as_csv(self) -> bytes:
        """All games as a table with a head; with the mark by which spreadsheets know UTF-8."""
        text = io.StringIO()
        writer = csv.DictWriter(text, [field.name for field in fields(Played)], lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(asdict(each) for each in self.games())
        return text.getvalue().encode("utf-8-sig")

    def facts(self, language: str) -> list[dict[str, Any]]:
        """The totals with the names of the games in one language; those of games that are gone by their ids."""
        known = find_games()
        return [
            {**row, "name": find_module(row["game"]).names.get(language, row["game"])}
            if row["game"] in known
            else {**row, "name": row["game"]}
            for row in totals(self.games())
        ]


def _json(games: tuple[Played, ...]) -> bytes:
    return _GAMES.dump_json(games, indent=1) + b"\n"


# ── A game that is over as its page looks at it again ────────────────────────────────────────────────────────────────

TURNING = 4
"""So many turning points are shown."""

# A moment is told in so many lines at most.
_TOLD = 2


def reviewed_seats(session: Session) -> tuple[Seat, ...]:
    """The seats a game can be looked at from: those of people, or all where there were none."""
    return session.persons or session.game.seats


def review_facts(session: Session, play: Play, looked: Looked, teller: Teller) -> dict[str, Any]:
    """What was found so far, ready for JSON.

    `games` are the fewest and the most from one moment. A share is what chance, own choices or the others' added.
    """
    worths, lines = worths_of(play, looked), lines_of(play.game, play.actions)
    whole = len(worths) == len(play.moments)
    found = decisions(teller, play.actions, looked.weighed, unit_of(play.game))
    games = [each.games for each in worths if each.at < len(play.actions)]
    return {
        "seat": play.seat,
        "seats": reviewed_seats(session),
        "unit": unit_of(play.game),
        "done": looked.steps,
        "of": steps_of(play),
        "games": [min(games), max(games)] if games else [0, 0],
        "policy": followed(play.game),
        "horizon": horizon_of(play.game) if play.game.module.worth else 0,
        "curve": [
            {**each._asdict(), "kind": mover_kind(play, each.at), "line": lines[each.at]} for each in worths
        ],
        "shares": [each._asdict() for each in shares(play, worths)] if whole else [],
        "choices": [len(looked.weighed), len(play.choices)],
        "turns": list(_turns(session, play, worths, looked.weighed, teller)) if whole else [],
        "decisions": [asdict(each) for each in found],
    }


def _turns(
    session: Session, play: Play, worths: Sequence[Worth], weighed: Sequence[Weighed], teller: Teller
) -> Iterator[dict[str, Any]]:
    """Where the value fell or rose most, by more than the errors; in the order they came."""
    lines, own = lines_of(play.game, play.actions), {each.at: each for each in weighed}
    steps = [
        (before, after)
        for before, after in pairwise(worths)
        if abs(after.value - before.value) > hypot(before.error, after.error)
    ]
    largest = sorted(steps, key=lambda step: -abs(step[1].value - step[0].value))[:TURNING]
    for before, after in sorted(largest, key=lambda step: step[0].at):
        choice = own.get(before.at)
        yield {
            "at": before.at,
            "to": after.at,
            "line": lines[before.at],
            "text": _told(session, before.at, after.at, teller),
            "before": before.value,
            "after": after.value,
            "better": _better(play, choice, teller) if choice else None,
        }


def _told(session: Session, begin: int, end: int, teller: Teller) -> str:
    """What happened between two moments, in at most two lines."""
    told = (session.told(at, NOBODY, teller) for at in range(begin, end))
    lines = dict.fromkeys(" ".join(filter(None, each)) for each in told)
    return teller.names.word("review.then").join([*lines][:_TOLD])


def _better(play: Play, choice: Weighed, teller: Teller) -> dict[str, Any] | None:
    """What would have been better, with what it and the taken action were worth; None where nothing surely was."""
    if choice.by >= 0 or not choice.certain:
        return None
    labels = teller.labels(play.states[choice.at].table(play.seat))
    return {"label": labels.chosen(choice.other), "value": choice.other_value, "taken": choice.value}
