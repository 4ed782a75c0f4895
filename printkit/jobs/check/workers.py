"""Runs batches of work in several processes, with results in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

__all__ = ["cores", "in_processes"]

Thing = TypeVar("Thing")
Result = TypeVar("Result")

# What this process does with a thing, once it has been set up to.
_act: Callable[[Any], Any] | None = None


def cores() -> int:
    """How many processes can really run at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def in_processes(
    make: Callable[[], Callable[[Thing], Result]], batches: Sequence[Sequence[Thing]], workers: int
) -> Iterator[Result]:
    """The results of all things in their order; a batch stays in one process, which calls `make` once before the first.

    What an action raises is raised here, after the results of everything before it. `make`, things and results
    have to be picklable.
    """
    pool = ProcessPoolExecutor(min(workers, len(batches)), initializer=_set_up, initargs=(make,))
    try:
        for future in [pool.submit(_do, batch) for batch in batches]:
            results, failure = future.result()
            yield from results
            if failure is not None:
                raise failure
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _set_up(make: Callable[[], Callable[[Any], Any]]) -> None:
    global _act
    # The process that gathers the results handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _act = make()


def _do(batch: Sequence[Any]) -> tuple[list[Any], Exception | None]:
    """The results of a batch up to the first failure, and that."""
    assert _act is not None
    results: list[Any] = []
    try:
        for thing in batch:
            results.append(_act(thing))
    except Exception as failure:
        return results, failure
    return results, None
