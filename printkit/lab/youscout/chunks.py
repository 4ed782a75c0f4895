"""Splits a plan into chunks that any process may compute, and sums their counts by cell."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from time import perf_counter
from typing import NamedTuple, TypeAlias

from printkit.games.youscout.rules import Numbers
from printkit.lab.youscout.measures import Counts, Measure, add, chunk_games, count, zero

__all__ = ["Chunk", "Counted", "chunks_of", "on_dask", "on_threads", "seconds_of", "sums", "warm_up"]


class Chunk(NamedTuple):
    """This many games of a measure, from the game `first` on."""

    measure: Measure
    first: int
    games: int

    @property
    def key(self) -> str:
        """The chunk in one line, which names it in a journal."""
        return f"{self.measure.key} first={self.first}"


Counted: TypeAlias = tuple[Chunk, Counts]


def chunks_of(measures: Iterable[Measure]) -> tuple[Chunk, ...]:
    """All chunks of these measures in their order; they depend on nothing but the measures."""
    return tuple(
        Chunk(measure, first, min(size, measure.games - first))
        for measure in measures
        for size in (chunk_games(measure),)
        for first in range(0, measure.games, size)
    )


def sums(measures: Iterable[Measure], counted: Mapping[str, Counts]) -> dict[Measure, Counts]:
    """The counts of every measure, added up from those of its chunks by their keys; raises `KeyError` for a lack."""
    totals = {}
    for measure in measures:
        total = zero(measure.kind)
        for chunk in chunks_of([measure]):
            total = add(total, counted[chunk.key])
        totals[measure] = total
    return totals


def warm_up(measures: Iterable[Measure]) -> None:
    """Have the machine code for these measures ready."""
    for measure in {(each.kind, each.player, each.game): each for each in measures}.values():
        count(measure, 0, 0)


def seconds_of(chunks: Sequence[Chunk], cards: Numbers | None = None) -> float:
    """About how long one core takes for these chunks: of each sort a few games are played and timed."""
    spent: dict[tuple[object, ...], float] = {}
    total = 0.0
    for chunk in chunks:
        measure = chunk.measure
        sort = (
            measure.kind,
            measure.game,
            measure.player,
            measure.start == "best",
            *(each for each in measure.options if each.startswith(("terminals", "replacements"))),
        )
        if sort not in spent:
            games = max(1, chunk.games // 30)
            begun = perf_counter()
            count(measure, 0, games, cards)
            spent[sort] = (perf_counter() - begun) / games
        total += spent[sort] * chunk.games
    return total


def on_threads(
    chunks: Iterable[Chunk], workers: int, cards: Numbers | None = None
) -> Generator[Counted, None, None]:
    """Count the chunks with this many threads and give each as soon as it is counted."""
    waiting = iter(chunks)
    with ThreadPoolExecutor(workers) as pool:

        def submit(chunk: Chunk) -> tuple[Future[Counts], Chunk]:
            return pool.submit(count, *chunk, cards), chunk

        running = dict(map(submit, islice(waiting, workers)))
        try:
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    chunk = running.pop(future)
                    running.update(map(submit, islice(waiting, 1)))
                    yield chunk, future.result()
        finally:
            for future in running:
                future.cancel()


def on_dask(
    chunks: Sequence[Chunk],
    address: str,
    cards: Numbers | None = None,
    ready: Callable[[str], None] | None = None,
    patience_seconds: float = 10,
) -> Generator[Counted, None, None]:
    """Count the chunks on the Dask cluster whose scheduler has this address; what a lost worker had goes to another.

    Raises `OSError` where nobody answers. `ready` hears where the work goes.
    """
    from distributed import Client, as_completed

    with Client(address, timeout=patience_seconds, set_as_default=False) as client:
        if ready:
            ready(f"{len(client.scheduler_info(n_workers=-1)['workers'])} workers at {address}")
        futures = {
            # A worker may go, and another with the same chunk: only a chunk that kills every worker ends it.
            client.submit(count, *chunk, cards, key=chunk.key, pure=False, retries=5): chunk
            for chunk in chunks
        }
        for future in as_completed(futures, loop=client.loop):
            yield futures[future], future.result()
