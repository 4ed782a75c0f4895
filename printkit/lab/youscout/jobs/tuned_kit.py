"""Makes a Youscout kit with the numbers and options of a tuning run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import tomlkit

from printkit.games.core import read_options
from printkit.games.find import find_module, share_options
from printkit.games.youscout.proof import printed_words
from printkit.interchange.toml_text import with_cards
from printkit.jobs.exchange.new import kit_folder, new_folder
from printkit.jobs.exchange.update import copy_kit
from printkit.kit.edition import TUNED, read_tuned
from printkit.kit.leaflets import LEAFLETS
from printkit.lab.youscout.heuristic import heuristic_of
from printkit.lab.youscout.jobs.setting import Setting, unusual_options
from printkit.lab.youscout.jobs.tuned_books import (
    FULL,
    Effort,
    write_figures,
    write_games,
    write_puzzles,
)
from printkit.lab.youscout.jobs.tuned_words import (
    FirstGame,
    TunedText,
    Variant,
    tuned_rows,
    tuned_texts,
    write_first_game,
)
from printkit.lab.youscout.simulation import Task, simulate
from printkit.lab.youscout.tuning import Found, Goal, options_of

__all__ = ["tuned_kit"]

_PAIRS = ("sword", "coin", "cup", "wand")
_LIKE = "youscout"
_ALONE = ("youscout", "youscout-simplified")
_HEURISTIC_GAMES = 100_000
_BOOKS, _ADVICE = ("rules", "puzzles", "walkthrough"), "playing"


def tuned_kit(
    found: Found, folder: Path, effort: Effort = FULL, notify: Callable[[str], None] = lambda what: None
) -> Path:
    """The Youscout kit with these numbers, as a variant, in a new folder; its kit.toml states its options.

    All of its books are made again: turns and games are searched on its own numbers, and the words are true of them.
    """
    source = kit_folder(_LIKE)
    setting = Setting(options_of(found.parameters), found.parameters.table)
    with new_folder(folder.name, folder.parent) as made:
        copy_kit(source, made)
        tuned = read_tuned(made)
        # Its sentences are those of the usual books.
        (made / TUNED).unlink()
        # So is what the leaflet on good play advises.
        _rewrite(made / LEAFLETS, _without_advice)
        for file in made.glob(f"leaflet-{_ADVICE}.*.md"):
            file.unlink()
        _rewrite(made / "kit.toml", lambda text: _variant(text, found, folder))
        _rewrite(made / "cards.toml", lambda text: with_cards(text, _cards(text, found)))
        agreed = setting.game(_LIKE).options
        _rewrite(made / "rules.toml", lambda text: tuned_rows(tuned, text, agreed))
        notify("turns")
        write_figures(made)
        first = write_first_game(made, setting)
        last = _last_place(found.parameters.goal)
        _rewrite(made / "booklet.toml", lambda text: _with_last(text, last))
        notify("puzzles")
        write_puzzles(made, setting, effort, notify)
        notify("games")
        write_games(made, setting, effort, notify)
        rates = _rates(setting)
        talons = _has_talons(made)
        for text in tuned_texts(tuned):
            variant = _variant_of(text, setting, first, last, rates)._replace(talons=talons)
            for name in _BOOKS:
                _rewrite(made / f"{name}.{text.language}.md", partial(text.book, name, variant=variant))
    return folder


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def _variant(text: str, found: Found, folder: Path) -> str:
    head = (
        "# A variant of Youscout, found by printkit tune: its games are played, and printed, with the options stated\n"
        "# here and the numbers of its cards.toml (printkit play youscout --kit-dir "
        f"{folder.name}).\n"
    )
    options = unusual_options(options_of(found.parameters))
    own = tomlkit.dumps({"id": folder.name, "variant": True, "options": options}).rstrip()
    return head + re.sub(rf'(?m)^id = "{_LIKE}"$', lambda match: own, text, count=1)


def _without_advice(text: str) -> str:
    document = tomlkit.parse(text)
    for at, leaflet in enumerate(document["leaflets"]):
        if leaflet["id"] == _ADVICE:
            del document["leaflets"][at]
            break
    return tomlkit.dumps(document)


def _cards(text: str, found: Found) -> list[dict[str, Any]]:
    """The entries of cards.toml with the tuned numbers on the majors."""
    entries: list[dict[str, Any]] = tomllib.loads(text)["card"]
    return [
        entry | _numbers(found.parameters.table[entry["number"]]) if "sword" in entry else entry
        for entry in entries
    ]


def _numbers(row: tuple[int, ...]) -> dict[str, list[int]]:
    return {name: [row[2 * at], row[2 * at + 1]] for at, name in enumerate(_PAIRS)}


def _last_place(goal: Goal) -> int:
    """Where the rule book shows the token at the last terminal: above, if one wins there after an upper start."""
    return max(goal[1])


def _with_last(text: str, last: int) -> str:
    """The picture of the last terminal with the token there."""
    document = tomlkit.parse(text)
    (figure,) = (each for each in document["figures"] if each["id"] == "last-terminal")
    board, _, _ = figure["position"].partition(" ")
    pile = "5=Co3" if last > 3 else "2=Cu3"
    figure["position"] = f"{board} token={last} terminal=0 {pile}"
    figure["show"] = ["4", "5", "6"] if last > 3 else ["1", "2", "3"]
    return tomlkit.dumps(document)


def _has_talons(folder: Path) -> bool:
    """Whether any puzzle goes on after its first terminal."""
    puzzles = tomllib.loads((folder / "puzzles.toml").read_text(encoding="utf-8")).get("puzzle", [])
    return any("terminals=1" not in puzzle["options"] for puzzle in puzzles)


def _variant_of(
    text: TunedText,
    setting: Setting,
    first: FirstGame,
    last: int,
    rates: Mapping[str, Mapping[str, tuple[float, float]]],
) -> Variant:
    options: dict[str, str] = {}
    heuristics = {}
    for game_id in reversed(_ALONE):
        game = setting.game(game_id)
        options |= game.options
        rule = heuristic_of(game.start.rules)[text.language == "ja"]
        heuristics[game_id] = rule + text.rates(rates[game_id])
    words = printed_words(
        read_options(find_module(_LIKE).options, share_options(_ALONE, setting.options)[_LIKE])
    )
    wins = words[f"lower-wins-{text.language}"], words[f"upper-wins-{text.language}"]
    return Variant(options, wins, first, heuristics, last)


def _rates(setting: Setting) -> dict[str, dict[str, tuple[float, float]]]:
    """For each game and number of terminals (one, and the kit's): rates of the rule of thumb and of random play."""
    rates: dict[str, dict[str, tuple[float, float]]] = {}
    for game_id in _ALONE:
        own = setting.game(game_id).options["terminals"]
        for terminals in dict.fromkeys(("1", own)):
            game = setting.game(game_id, [f"terminals={terminals}"])
            thumb = simulate(Task(game, "thumb", "best", 5), _HEURISTIC_GAMES).rate
            chance = simulate(Task(game, "random", "random", 5), _HEURISTIC_GAMES).rate
            rates.setdefault(game_id, {})[terminals] = thumb, chance
    return rates
