"""Tuning a game: a search and a folder in, what was found as JSON, CSV and plots, and the best one as a kit, out."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from printkit import __version__
from printkit.errors import InputError, nearest_hint
from printkit.jobs.files import staging
from printkit.jobs.new import kit_folder, new_folder
from printkit.jobs.toml_text import with_cards, with_texts
from printkit.jobs.update import copy_kit
from printkit.kit.text import flatten
from printkit.solver.tables import GAMES
from printkit.solver.tuning import (
    GOALS,
    USUAL_GOAL,
    Found,
    Goal,
    Search,
    confirm,
    front,
    options_of,
    tune,
)

__all__ = ["Tuning", "tune_game", "tuned_kit", "tuning_search", "write_tuning"]

CONFIRMED = 8
"""So many of the best are measured again on other deals."""

FINER = 8
"""On so many times as many."""

_GOALS: Mapping[str, tuple[Goal, ...]] = {"any": GOALS, "usual": (USUAL_GOAL,)}
_PAIRS = ("sword", "coin", "cup", "wand")
_LIKE = "youscout"

_LEFT_OUT = re.compile(
    r"booklet\.toml|first-game\.txt|(puzzles|walkthrough)(\.\w+)?\.(md|toml)|rules\.\w+\.md"
)
"""Files of a kit that tell of games played with the usual numbers."""

_UNTOLD = ("booklet", "puzzles", "walkthrough", "tale")
"""The texts only they print, by the first word of their keys."""


class Tuning(NamedTuple):
    """What a search came to: how it was done, all that was tried, best first, and the best ones measured anew."""

    game: str
    search: Search
    tried: tuple[Found, ...]
    best: tuple[Found, ...]

    @property
    def front(self) -> tuple[Found, ...]:
        """What nothing else beats in everything."""
        return front(self.tried)

    def facts(self) -> dict[str, object]:
        """All of it but what is beaten, ready for JSON."""
        return {
            "tuning": 1,
            "printkit": __version__,
            "game": self.game,
            "seed": self.search.seed,
            "generations": self.search.generations,
            "brood": self.search.brood,
            "aims": self.search.aims._asdict(),
            "tried": len(self.tried),
            "reached": sum(each.short == 0 for each in self.tried),
            "best": [_facts(each) for each in self.best],
            "front": [_facts(each) for each in self.front],
        }


def tuning_search(game_id: str, *, seed: int, generations: int, goal: str) -> Search:
    """The search that was asked for; raises `InputError` for a game or a goal nobody knows.

    Asked for `youscout`, both games are tried; asked for the simplified one, it alone.
    """
    if game_id not in GAMES:
        raise InputError(f"{game_id!r} cannot be tuned", hint=nearest_hint(game_id, GAMES))
    if goal not in _GOALS:
        raise InputError(f"unknown goal {goal!r}", key="--goal", hint=", ".join(_GOALS))
    games = GAMES if game_id == GAMES[0] else (game_id,)
    return Search(seed=seed, generations=generations, games=games, goals=_GOALS[goal])


def tune_game(
    game_id: str,
    search: Search,
    workers: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tuning:
    """Search, and measure the best ones again; the same search finds the same whatever the number of workers."""
    tried = tune(search, workers, lambda done, total, best: progress(done, total))
    return Tuning(game_id, search, tried, confirm(tried[:CONFIRMED], search, FINER, workers))


def write_tuning(tuning: Tuning, out: Path) -> tuple[Path, ...]:
    """Write what was found as JSON and CSV, and a page in each language."""
    from printkit.jobs.tune_report import tuning_reports

    files = {
        ".json": (json.dumps(tuning.facts(), ensure_ascii=False, indent=1) + "\n").encode(),
        ".csv": _csv(tuning),
    }
    files |= {f"-{language}.pdf": data for language, data in tuning_reports(tuning).items()}
    with staging(out) as stage:
        for ending, data in files.items():
            stage.write(f"tune-{tuning.game}{ending}", data)
    return tuple(out / f"tune-{tuning.game}{ending}" for ending in files)


def tuned_kit(found: Found, folder: Path) -> Path:
    """The Youscout kit with these numbers, as a variant, in a new folder; its kit.toml says how to build it.

    Its texts name the places that win now. Books that tell of games played with the usual numbers stay out.
    """
    source = kit_folder(_LIKE)
    with new_folder(folder.name, folder.parent) as made:
        copy_kit(source, made)
        for path in sorted(made.iterdir()):
            if _LEFT_OUT.fullmatch(path.name):
                path.unlink()
        _rewrite(made / "kit.toml", lambda text: _variant(text, found, folder))
        _rewrite(made / "cards.toml", lambda text: with_cards(text, _cards(text, found)))
        for language in ("ja", "en"):
            _rewrite(made / f"text.{language}.toml", lambda text: _with_goal(_told(text), found.knobs.goal))
    return folder


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def _variant(text: str, found: Found, folder: Path) -> str:
    options = "".join(f" --option {option}" for option in options_of(found.knobs))
    head = (
        f"# A variant of Youscout, found by printkit tune. It is played, and printed, with\n"
        f"#     printkit build --kit-dir {folder.name}{options}\n"
    )
    changed = re.sub(rf'(?m)^id = "{_LIKE}"$', f'id = "{folder.name}"\nvariant = true', text, count=1)
    return head + changed


def _cards(text: str, found: Found) -> list[dict[str, Any]]:
    """The entries of cards.toml with the tuned numbers on the majors."""
    entries: list[dict[str, Any]] = tomllib.loads(text)["card"]
    return [
        entry | _numbers(found.knobs.table[entry["number"]]) if "sword" in entry else entry
        for entry in entries
    ]


def _numbers(row: tuple[int, ...]) -> dict[str, list[int]]:
    return {name: [row[2 * at], row[2 * at + 1]] for at, name in enumerate(_PAIRS)}


def _told(text: str) -> str:
    """The texts without those nothing prints any more."""
    texts, _ = flatten(tomllib.loads(text), "")
    gone = [key for key in texts if key.partition(".")[0] in _UNTOLD]
    return with_texts(text, dict.fromkeys(gone))


def _with_goal(text: str, goal: Goal) -> str:
    """The texts with the places that win: wherever the usual ones are named as such."""
    usual = {
        side: tuple(map(str, places)) for side, places in zip(("below", "above"), USUAL_GOAL, strict=True)
    }
    now = {side: tuple(map(str, places)) for side, places in zip(("below", "above"), goal, strict=True)}
    joins = (
        ("win on {} or {}", " or "),
        ("win on {}, {}", ", "),
        ("{}か{}で勝ち", "か"),
        ("{}か{}にいれば勝ち", "か"),
    )
    changes = {
        form.format(*usual[side]): form.replace("{}" + join + "{}", "{}").format(join.join(now[side]))
        for form, join in joins
        for side in usual
    }
    # All at once, so that nothing is changed twice.
    return re.sub("|".join(map(re.escape, changes)), lambda match: changes[match[0]], text)


def _facts(found: Found) -> dict[str, object]:
    knobs, merit = found.knobs, found.merit
    return {
        "short": found.short,
        "game": knobs.game,
        "options": list(options_of(knobs)),
        **merit._asdict(),
        "table": [list(row) for row in knobs.table],
    }


_COLUMNS = ("list", "short", "game", "options", "spread", "choices", "worth", "lesser", "stuck", "rates")


def _csv(tuning: Tuning) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for name, found in (("best", tuning.best), ("front", tuning.front)):
        for each in found:
            merit = each.merit
            writer.writerow(
                (
                    name,
                    repr(each.short),
                    each.knobs.game,
                    " ".join(options_of(each.knobs)),
                    *map(repr, merit[:5]),
                    " ".join(map(repr, merit.rates)),
                )
            )
    return stream.getvalue().encode()
