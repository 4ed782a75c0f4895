"""printkit: print-ready files from a card game's text files, checked by its rules."""

from __future__ import annotations

from printkit.version import __version__

# Ctrl-C is heard as soon as `printkit.leaving` is loaded: nothing slow comes before it, and `typing` is.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from printkit.games.find import make_game as game
    from printkit.jobs.build.build import build
    from printkit.jobs.build.request import BuildRequest
    from printkit.jobs.check.check import check_paths as check
    from printkit.jobs.play.play import play
    from printkit.jobs.play.simulate import simulate
    from printkit.kit.load import load_kit

__all__ = ["BuildRequest", "__version__", "build", "check", "game", "load_kit", "play", "simulate"]

_WHERE = {
    "BuildRequest": "printkit.jobs.build.request:BuildRequest",
    "build": "printkit.jobs.build.build:build",
    "check": "printkit.jobs.check.check:check_paths",
    "game": "printkit.games.find:make_game",
    "load_kit": "printkit.kit.load:load_kit",
    "play": "printkit.jobs.play.play:play",
    "simulate": "printkit.jobs.play.simulate:simulate",
}
"""The stable interface: each name is loaded when it is first used, so that `printkit --help` stays quick."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'printkit' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _WHERE[name].partition(":")
    return getattr(import_module(module), attribute)
