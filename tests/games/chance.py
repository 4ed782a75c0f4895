"""Random generators whose numbers a test chooses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from random import Random


class Numbers(Random):
    """Gives these numbers one after another, then the last one for ever."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self._values: Iterator[float] = chain(values, repeat(values[-1] if values else 0.0))

    def random(self) -> float:
        """The next number."""
        return next(self._values)
