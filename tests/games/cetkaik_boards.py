"""Positions of 机戦 for tests: from samples, and from a few pieces."""

from __future__ import annotations

import json
from pathlib import Path

from printkit.games.cetkaik.match import Match
from printkit.games.find import make_game

DATA = Path(__file__).resolve().parent.parent / "data/cetkaik"
STANDARD, SCHOOL, HARD_TAM = "cetkaik", "cetkaik-school", "cetkaik-hard-tam"


def lines_of(name: str) -> list[dict]:
    """The objects of a sample file."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def read(given: dict, game_id: str = STANDARD, **options: str) -> Match:
    """The position an exchange object stands for."""
    game = make_game(game_id, {key.replace("_", "-"): value for key, value in options.items()})
    return game.module.exchanged(game.start, given)


def placed(pieces: str, game_id: str = STANDARD, turn: str = "IA", **more) -> Match:
    """A position with these pieces only, such as `ZO=皇 ZY=黒兵:IA`; other keys are the exchange form's or options."""
    keys = {"hop_A", "hop_IA", "season", "rate", "score_A", "score_IA", "tam_moved_last"}
    board = dict(word.split("=") for word in pieces.split())
    given = {"board": board, "turn": turn} | {key: more.pop(key) for key in keys & more.keys()}
    return read(given, game_id, **more)


def after(match: Match, *actions: str) -> Match:
    """The state after these actions, each of them checked."""
    for action in actions:
        match = match.apply(action)
    return match
