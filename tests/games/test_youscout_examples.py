"""Whole games of Youscout with the table after some of their actions, which the engine must reach as well."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from printkit.games.find import make_game
from printkit.games.record import read_record, replay

FOLDER = Path(__file__).resolve().parent.parent / "data" / "youscout-games"
GAMES = sorted(FOLDER.glob("*.txt"))


def _counted(piles):
    return {name: Counter(pile) for name, pile in piles.items()}


def _differences(file, stated):
    """Where the engine's tables differ from the given ones; piles are compared as multisets."""
    record = read_record(file.read_text(encoding="utf-8"), file.name)
    game = make_game(record.game, [f"{key}={value}" for key, value in record.options])
    found: list[str] = []
    seen = set()
    for step in replay(record, game, file.name):
        number = str(step.number)
        facts = game.facts(step.state)
        for key, value in stated["states"].get(number, {}).items():
            seen.add(number)
            if key == "piles":
                ours, theirs = _counted(facts[key]), _counted(value)
            else:
                ours, theirs = facts[key], value
            if ours != theirs:
                found.append(f"{number} {key}: {ours} is not {theirs}")
    found += [f"{number} is not reached" for number in stated["states"].keys() - seen]
    outcome = step.state.outcome()
    if outcome is None or outcome.result != stated["result"]:
        found.append(f"the result is not {stated['result']}")
    return found


def _stated(file):
    return json.loads(file.with_suffix(".states.json").read_text(encoding="utf-8"))


def test_all_games_are_there():
    assert len(GAMES) == 20


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_the_engine_reaches_every_table(file):
    assert _differences(file, _stated(file)) == []


def test_the_comparison_sees_every_difference():
    file = FOLDER / "203.txt"
    assert len(_stated(file)["states"]) > 70
    for spoil in (
        lambda stated: stated["states"]["2"].update(token=5),
        lambda stated: stated["states"]["2"]["board"].reverse(),
        lambda stated: stated["states"]["58"]["piles"]["D"].append("Wa1"),
        lambda stated: stated["states"]["58"]["piles"]["Sw"].append("Sw1"),
        lambda stated: stated["states"].update({"999": {"token": 1}}),
        lambda stated: stated.update(result="other"),
    ):
        stated = _stated(file)
        spoil(stated)
        assert len(_differences(file, stated)) == 1
