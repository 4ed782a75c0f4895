"""Whether the laboratory can judge at once, found out without loading it."""

from __future__ import annotations

from importlib.util import find_spec

from printkit.lab.machine_code import is_ready

__all__ = ["judges"]


def judges() -> bool:
    """Whether its machine code lies on disk; compiling it takes half a minute."""
    return find_spec("numba") is not None and is_ready("advise_games")
