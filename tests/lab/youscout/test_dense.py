"""Layers of nets: the sums are right, and made in the one order that all machines share."""

from __future__ import annotations

import numpy
import pytest

from printkit.lab.compiled import compiled
from printkit.lab.youscout.value import add_layer


@compiled
def add(row, count, weights, net, sums):
    add_layer(row, count, weights, net, sums)


def in_order(row, count, weights, sums):
    """The same sums, one number after the other: every fourth product to one of four, added in pairs at the end."""
    parts = [sums.copy(), *(numpy.zeros_like(sums) for _ in range(3))]
    for at in range(count):
        parts[at % 4] = parts[at % 4] + row[at] * weights[at]
    return (parts[0] + parts[1]) + (parts[2] + parts[3])


@pytest.mark.parametrize(("count", "rows", "units"), [(72, 80, 64), (64, 64, 32), (4, 4, 16)])
def test_a_layer_adds_to_the_last_bit_what_its_order_says(count, rows, units):
    luck = numpy.random.Generator(numpy.random.Philox(3))
    row = luck.normal(size=rows).astype(numpy.float32)
    weights = luck.normal(size=(3, rows, units)).astype(numpy.float32)
    sums = luck.normal(size=units).astype(numpy.float32)
    expected = in_order(row, count, weights[1], sums)
    assert (expected != in_order(row[::-1], count, weights[1], sums)).any()
    add(row, count, weights, 1, sums)
    assert (sums == expected).all()
