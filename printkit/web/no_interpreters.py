"""A stand-in for Python's interpreters beside each other where there are none: anyio names them, for no use of ours."""

from __future__ import annotations

import sys
from types import ModuleType

__all__ = ["without_interpreters"]

_NAME = "concurrent.interpreters"


def without_interpreters() -> None:
    """Answer for the module, unless it is there."""
    try:
        import _interpreters  # type: ignore[import-not-found, unused-ignore]  # noqa: F401
    except ModuleNotFoundError:
        stand_in = ModuleType(_NAME)
        vars(stand_in).update(ExecutionFailed=RuntimeError, create=_refuse)
        sys.modules[_NAME] = stand_in


def _refuse() -> None:
    raise RuntimeError("there is one interpreter here")
