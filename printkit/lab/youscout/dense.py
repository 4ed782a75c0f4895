"""One layer of a small net, summed in a fixed order."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils as numba_tools

__all__ = ["LANES", "add_layer", "add_some"]

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
        row_, count_, weights_, net_, sums_ = arguments
        types_ = signature.args
        source = _data(context, builder, types_[0], row_)
        end = context.cast(builder, count_, types_[1], types.int64)
        table = _Table(
            context, builder, types_[2], weights_, context.cast(builder, net_, types_[3], types.int64)
        )
        _add_rows(builder, table, source, end, _data(context, builder, types_[4], sums_), None)
        return context.get_dummy_value()

    return types.void(row, count, weights, net, sums), generate


@intrinsic
def add_some(typing: Any, which: Any, row: Any, count: Any, weights: Any, net: Any, sums: Any) -> Any:
    """Add row[i] × weights[net, which[i], unit] for all i below `count`, a multiple of four: as `add_layer`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        which_, row_, count_, weights_, net_, sums_ = arguments
        types_ = signature.args
        source = _data(context, builder, types_[1], row_)
        end = context.cast(builder, count_, types_[2], types.int64)
        table = _Table(
            context, builder, types_[3], weights_, context.cast(builder, net_, types_[4], types.int64)
        )
        index = _data(context, builder, types_[0], which_)
        _add_rows(builder, table, source, end, _data(context, builder, types_[5], sums_), index)
        return context.get_dummy_value()

    return types.void(which, row, count, weights, net, sums), generate


class _Table:
    """The weights of one net: where they begin, and how many units a row has."""

    def __init__(self, context: Any, builder: Any, kind: Any, array: Any, net: Any) -> None:
        weights = context.make_array(kind)(context, builder, array)
        _, rows, self.units = cgutils.unpack_tuple(builder, weights.shape)
        self.begin = builder.gep(weights.data, [builder.mul(net, builder.mul(rows, self.units))])


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def _add_rows(builder: Any, table: _Table, source: Any, end: Any, target: Any, index: Any) -> None:
    """The loops: over blocks of units, and over rows, all or those in `index`."""
    partial = [cgutils.alloca_once(builder, _WIDE) for _ in range(_ROWS)]
    with cgutils.for_range_slice(builder, _long(0), table.units, _long(LANES), _LONG) as (block, _):
        place = _wide_at(builder, target, block)
        for number, sum_ in enumerate(partial):
            builder.store(_WIDE(None) if number else builder.load(place, align=4), sum_)
        with cgutils.for_range_slice(builder, _long(0), end, _long(_ROWS), _LONG) as (at, _):
            for number, sum_ in enumerate(partial):
                each = builder.add(at, _long(number))
                factor = _spread(builder, builder.load(builder.gep(source, [each])))
                line = each if index is None else builder.load(builder.gep(index, [each]))
                where = builder.add(builder.mul(line, table.units), block)
                some = builder.load(_wide_at(builder, table.begin, where), align=4)
                builder.store(builder.fadd(builder.load(sum_), builder.fmul(factor, some)), sum_)
        one, two, three, four = (builder.load(sum_) for sum_ in partial)
        total = builder.fadd(builder.fadd(one, two), builder.fadd(three, four))
        builder.store(total, place, align=4)


def _long(number: int) -> Any:
    return ir.Constant(_LONG, number)


def _wide_at(builder: Any, base: Any, at: Any) -> Any:
    return builder.bitcast(builder.gep(base, [at]), _WIDE.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    """The number in every lane."""
    first = builder.insert_element(ir.Constant(_WIDE, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(_WIDE, ir.Undefined), lanes)
