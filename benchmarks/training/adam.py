"""Gradient descent on squared errors with Adam."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy
import numpy.typing

__all__ = ["Adam"]

Floats = numpy.typing.NDArray[numpy.float32]

_BETA_1, _BETA_2, _TINY = 0.9, 0.999, 1e-8


class Adam:
    """Adam (Kingma and Ba 2015) on some arrays, which it changes in place.

    `means` and `squares` are the running means of their slopes and of the squares of these.
    """

    def __init__(self, parts: Sequence[Floats]) -> None:
        self.parts = parts
        self.means, self.squares = ([numpy.zeros_like(part) for part in parts] for _ in range(2))
        self.steps = 0

    def walk(self, slopes: Iterable[Floats], pace: float) -> None:
        """One step down the slopes."""
        self.steps += 1
        pace /= 1 - _BETA_1**self.steps
        fair = 1 - _BETA_2**self.steps
        for part, slope, average, square in zip(self.parts, slopes, self.means, self.squares, strict=True):
            average += (1 - _BETA_1) * (slope - average)
            square += (1 - _BETA_2) * (slope * slope - square)
            part -= (pace * average / (numpy.sqrt(square / fair) + _TINY)).astype(numpy.float32)
