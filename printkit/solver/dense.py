"""A layer of a small net: a row of numbers and weights in, their sums, always made in one order, out."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils as numba_tools

__all__ = ["LANES", "add_layer"]

LANES = 16
"""Sums that are made at once; there must be a multiple of as many."""

_ROWS = 4
_FLOAT, _LONG = ir.FloatType(), ir.IntType(64)
_WIDE = ir.VectorType(_FLOAT, LANES)

# Numba's types know nothing of these.
intrinsic: Any = extending.intrinsic
cgutils: Any = numba_tools


@intrinsic
def add_layer(typing: Any, row: Any, count: Any, weights: Any, net: Any, sums: Any) -> Any:
    """Add row[i] × weights[net, i, unit] for all i below `count`, a multiple of four, to sums[unit].

    LLVM does not see by itself that these arrays lie apart, and would take twenty times as long. Every fourth
    product goes to one sum, and the four are added in the end: the same on any machine, however wide.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = [context.make_array(signature.args[i])(context, builder, arguments[i]) for i in (0, 2, 4)]
        source, table, target = (array.data for array in arrays)
        _, rows, units = cgutils.unpack_tuple(builder, arrays[1].shape)
        net_number = context.cast(builder, arguments[3], signature.args[3], types.int64)
        end = context.cast(builder, arguments[1], signature.args[1], types.int64)
        table = builder.gep(table, [builder.mul(net_number, builder.mul(rows, units))])
        partial = [cgutils.alloca_once(builder, _WIDE) for _ in range(_ROWS)]
        with cgutils.for_range_slice(builder, _long(0), units, _long(LANES), _LONG) as (block, _):
            place = _wide_at(builder, target, block)
            for number, sum_ in enumerate(partial):
                builder.store(_WIDE(None) if number else builder.load(place, align=4), sum_)
            with cgutils.for_range_slice(builder, _long(0), end, _long(_ROWS), _LONG) as (at, _):
                for number, sum_ in enumerate(partial):
                    each = builder.add(at, _long(number))
                    factor = _spread(builder, builder.load(builder.gep(source, [each])))
                    where = builder.add(builder.mul(each, units), block)
                    some = builder.load(_wide_at(builder, table, where), align=4)
                    builder.store(builder.fadd(builder.load(sum_), builder.fmul(factor, some)), sum_)
            one, two, three, four = (builder.load(sum_) for sum_ in partial)
            total = builder.fadd(builder.fadd(one, two), builder.fadd(three, four))
            builder.store(total, place, align=4)
        return context.get_dummy_value()

    return types.void(row, count, weights, net, sums), generate


def _long(number: int) -> Any:
    return ir.Constant(_LONG, number)


def _wide_at(builder: Any, base: Any, at: Any) -> Any:
    return builder.bitcast(builder.gep(base, [at]), _WIDE.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    """The number in every lane."""
    first = builder.insert_element(ir.Constant(_WIDE, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(_WIDE, ir.Undefined), lanes)
