"""Compiles functions of integers and arrays with numba and caches them on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config

from printkit.lab.machine_code import cache_folder

__all__ = ["compiled", "inner", "shared"]

# Numba's types know nothing of these.
config: Any = numba_config
njit: Any = numba.njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, which lets other threads run beside it; Python may call it."""
    return _compiled(function, nogil=True)


def inner(function: F) -> F:
    """The function as machine code that only machine code calls, and holds in itself."""
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def shared(function: F) -> F:
    """The function as machine code that only machine code calls, in one place for all that do.

    Give it a constant as `int64(0)`: for each one that is written as it is there is machine code of its own.
    """
    # Numba hands on what is not said: from an inner function, to be held in it as well.
    return _compiled(function, forceinline=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _compiled(function: F, **more: bool) -> F:
    folder = cache_folder()
    # Arrays are only borrowed from Python: counting who holds them would take most of the time.
    options = {"_nrt": False, "error_model": "numpy", "cache": folder is not None, **more}
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(folder or usual)
    try:
        return njit(**options)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = usual
