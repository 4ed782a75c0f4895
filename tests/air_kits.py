"""What the tests of the Air Republic's kits share: spoilt copies, files, and words for whatever a game may say."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.game import Game
from printkit.games.record import record_of, replay
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.paths import templates_dir
from printkit.preflight.proof_boards import proof_boards
from tests.tiny_kit import spoilt_copy


def spoilt(kit_id: str, tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A copy of the kit beside the folder it shares, with one text replaced once."""
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    return spoilt_copy(find_kit(kit_id).folder, tmp_path / kit_id, file, old, new)


def files(kit_id: str, out: Path, *only: str, folder: Path | None = None, **asked: object) -> list[Path]:
    """The files of these parts of the kit, or of one in a folder."""
    request = BuildRequest(
        kits=(kit_id,) if folder is None else (),
        kit_dir=folder,
        only=only,
        out=out,
        **asked,  # type: ignore[arg-type]
    )
    return [built.file for built in build(request)]


def board_messages(folder: Path) -> list[str]:
    """What is wrong with the boards of a kit."""
    try:
        return [finding.message for finding in proof_boards(load_kit(folder))]
    except InputError as error:
        return [problem.message for problem in error.problems]


def assert_narrated(
    kit: Kit,
    game: Game[Any],
    actions: Sequence[str],
    more: frozenset[str] = frozenset(),
    *,
    headed: bool = True,
) -> None:
    """The kit has words for all that the play says, and its frames show every line once.

    A walkthrough that is `headed` names its frames and the game's options in words of the kit as well.
    """
    steps = list(replay(record_of(game, actions), game))
    frames = game.module.narration(game, steps)
    keys = {sentence.key for frame in frames for sentence in frame.sentences} | more
    if headed:
        keys |= {f"frame.{frame.key}" for frame in frames}
        keys |= {f"option.{option.key}" for option in game.module.options}
    for language in kit.languages:
        assert not {key for key in keys if f"narration.{key}" not in kit.texts[language]}
    lines = [number for frame in frames for number in range(frame.lines[0], frame.lines[1] + 1)]
    assert lines == list(range(1, len(steps) + 1))


def random_actions(game: Game[Any], seed: int, most: int = 3000) -> list[str]:
    """A game played at random, to its end or so many actions."""
    rng, state, actions = Random(seed), game.start, []
    while state.to_move() is not None and len(actions) < most:
        chance = state.to_move() == CHANCE
        actions.append(state.sample(rng) if chance else rng.choice(state.legal()))
        state = state.after(actions[-1])
    return actions
