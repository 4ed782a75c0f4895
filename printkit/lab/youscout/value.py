"""Fitted values: small nets that estimate win probabilities of positions, summed in a fixed order."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy
import numpy.typing
from llvmlite import ir
from numba import extending, types
from numba.core import cgutils as numba_tools
from numpy import float32, float64, int64

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import bit_count, lowest_bit
from printkit.lab.youscout.features import FEATURES, FeatureWorkspace, describe, make_feature_workspace
from printkit.lab.youscout.search import Memory, find, make_memory, take_fingerprint
from printkit.lab.youscout.tables import TERMINALS, TIED, WINS_ABOVE, WINS_BELOW, Integers, KernelRules
from printkit.lab.youscout.turn import DISCARDS, answer, turn

__all__ = [
    "GROUPS",
    "LANES",
    "Nets",
    "ValueWorkspace",
    "add_layer",
    "add_some",
    "constant_nets",
    "make_value_workspace",
]


# ── one layer of a small net, summed in a fixed order ────────────────────────────────────────────────────────────────

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


# ── fitted values: small nets that estimate win probabilities of positions ───────────────────────────────────────────

GROUPS = 12
"""Nets of one pass: for each side of the start (lower, upper) the six places."""

Weights: TypeAlias = numpy.typing.NDArray[numpy.float32]

# What stands where in what `look_ahead` finds.
MEAN, LEVEL = range(2)


class Nets(NamedTuple):
    """Nets with two layers of hidden units, all linear but for rectifiers, and an algebraic sigmoid at the end.

    `first[net, feature, unit]`, `second[net, unit, unit]` and what is added there, `shift`, then `third[net, unit]`
    and `last[net]`; unit 0 of each layer has no rectifier. Net 12 × (passes after this one, at most what there are
    nets for) + 6 × (upper start) + place - 1. Where `constant` is not negative, every table is worth that.
    """

    first: Weights
    second: Weights
    shift: Weights
    third: Weights
    last: Weights
    constant: numpy.typing.NDArray[numpy.float64]


class ValueWorkspace(NamedTuple):
    """The arrays in which one thread looks one draw ahead; `known`: values that go before a constant, if any.

    `base`, `begun`: the first row that each of a pass's nets has seen in this look, and its sums in the first layer;
    `base_net` says which net that is, -1: none yet. `which` and `change` are scratch.
    """

    feature_work: FeatureWorkspace
    known: Memory
    hidden: Weights
    deeper: Weights
    sums: Weights
    base: Weights
    begun: Weights
    base_net: Integers
    which: Integers
    change: Weights
    piles: Integers
    laid: Integers
    found: numpy.typing.NDArray[numpy.float64]


def constant_nets(value: float) -> Nets:
    """Nets that find every table equally good."""
    return Nets(
        first=numpy.zeros((GROUPS, FEATURES, LANES), numpy.float32),
        second=numpy.zeros((GROUPS, LANES, LANES), numpy.float32),
        shift=numpy.zeros((GROUPS, LANES), numpy.float32),
        third=numpy.zeros((GROUPS, LANES), numpy.float32),
        last=numpy.zeros(GROUPS, numpy.float32),
        constant=numpy.array([value], numpy.float64),
    )


def make_value_workspace(rules: KernelRules, nets: Nets, known: Memory | None = None) -> ValueWorkspace:
    """The arrays for these rules and nets, for one thread."""
    return ValueWorkspace(
        feature_work=make_feature_workspace(rules),
        known=known or make_memory(1),
        hidden=numpy.zeros(nets.second.shape[1], numpy.float32),
        deeper=numpy.zeros(nets.second.shape[2], numpy.float32),
        sums=numpy.zeros(LANES, numpy.float32),
        base=numpy.zeros((GROUPS, FEATURES), numpy.float32),
        begun=numpy.zeros((GROUPS, nets.second.shape[1]), numpy.float32),
        base_net=numpy.full(GROUPS, -1, numpy.int64),
        which=numpy.zeros(FEATURES + 4, numpy.int64),
        change=numpy.zeros(FEATURES + 4, numpy.float32),
        piles=numpy.zeros(9, numpy.int64),
        laid=numpy.zeros(57, numpy.int64),
        found=numpy.zeros(2, numpy.float64),
    )


@inner
def _rectify(sums: Any) -> None:
    """Nothing below 0 counts, but for the first."""
    straight = sums[0]
    for unit in range(sums.shape[0]):
        sums[unit] = max(sums[unit], float32(0.0))
    sums[0] = straight


@inner
def _begin_near(value_work: Any, net: Any) -> None:
    """Keep the row in sight and the sums of the first layer: tables that look much the same will follow."""
    group = net % GROUPS
    value_work.base_net[group] = net
    for at in range(FEATURES):
        value_work.base[group, at] = value_work.feature_work.row[at]
    for unit in range(value_work.hidden.shape[0]):
        value_work.begun[group, unit] = value_work.hidden[unit]


@inner
def _sum_first(nets: Any, value_work: Any, net: Any) -> None:
    """The sums of the first layer; features that are 0, some forty of them, need not be fetched."""
    row, which, change = value_work.feature_work.row, value_work.which, value_work.change
    for unit in range(value_work.hidden.shape[0]):
        value_work.hidden[unit] = float32(0.0)
    used = 0
    for at in range(FEATURES):
        which[used], change[used] = at, row[at]
        used += row[at] != float32(0.0)
    # Up to three that add nothing make it a multiple of four.
    for spare in range(3):
        which[used + spare], change[used + spare] = 0, float32(0.0)
    add_some(which, change, (used + 3) // 4 * 4, nets.first, net, value_work.hidden)


@inner
def _change_first(nets: Any, value_work: Any, net: Any) -> None:
    """The sums of the first layer from those that were kept: only what has changed is added."""
    row, which, change, group = value_work.feature_work.row, value_work.which, value_work.change, net % GROUPS
    for unit in range(value_work.hidden.shape[0]):
        value_work.hidden[unit] = value_work.begun[group, unit]
    changed = 0
    for at in range(FEATURES):
        which[changed], change[changed] = at, row[at] - value_work.base[group, at]
        changed += row[at] != value_work.base[group, at]
    # Up to three that add nothing make it a multiple of four.
    for spare in range(3):
        which[changed + spare], change[changed + spare] = 0, float32(0.0)
    add_some(which, change, (changed + 3) // 4 * 4, nets.first, net, value_work.hidden)


@inner
def _think(nets: Any, value_work: Any, net: Any, near: Any) -> Any:
    """What a net makes of the row in sight: every sum in a fixed order, so that all machines agree."""
    hidden, deeper, sums = value_work.hidden, value_work.deeper, value_work.sums
    if near and value_work.base_net[net % GROUPS] == net:
        _change_first(nets, value_work, net)
    else:
        _sum_first(nets, value_work, net)
        if near:
            _begin_near(value_work, net)
    _rectify(hidden)
    for unit in range(deeper.shape[0]):
        deeper[unit] = nets.shift[net, unit]
    add_layer(hidden, hidden.shape[0], nets.second, net, deeper)
    _rectify(deeper)
    for lane in range(LANES):
        sums[lane] = float32(0.0)
    for at in range(0, deeper.shape[0], LANES):
        for lane in range(LANES):
            sums[lane] += deeper[at + lane] * nets.third[net, at + lane]
    total = float64(nets.last[net])
    for lane in range(LANES):
        total += float64(sums[lane])
    return 0.5 + 0.5 * total / numpy.sqrt(1.0 + total * total)


@inner
def _known_value(
    rules: Any, nets: Any, value_work: Any, piles: Any, token: Any, talon: Any, later: Any
) -> Any:
    """The value that is known of a table, as `hidden` remembers it; else the constant."""
    known = value_work.known
    if known.values.shape[0] > 1:
        shown = rules.options[TERMINALS] - 1 - later
        take_fingerprint(rules, known, piles, value_work.laid, 0 if later else 1, talon << 3 | token, shown)
        at = find(known, known.key[0], known.key[1])
        if at >= 0:
            return known.values[at]
    return nets.constant[0]


@shared
def value_of(
    rules: Any,
    nets: Any,
    value_work: Any,
    margins: Any,
    piles: Any,
    token: Any,
    talon: Any,
    later: Any,
    upper: Any,
    near: Any = False,
) -> Any:
    """What a table before a draw is worth: `later` passes follow this one, `upper` is the side of the start.

    One that is `near` is summed from the one before it of the same net, since `look_ahead` began.
    """
    if nets.constant[0] >= 0.0:
        return _known_value(rules, nets, value_work, piles, token, talon, later)
    describe(rules, margins, piles, talon, later == 0, upper, value_work.feature_work)
    level = min(later, nets.last.shape[0] // GROUPS - 1)
    return _think(nets, value_work, GROUPS * level + 6 * upper + token - 1, near)


@inner
def _lay_again(rules: Any, value_work: Any, piles: Any, laid: Any) -> None:
    for pile in range(9):
        value_work.piles[pile] = piles[pile]
    if rules.options[TIED]:
        for card in range(57):
            value_work.laid[card] = laid[card]


@inner
def is_winning(rules: Any, token: Any, upper: Any) -> Any:
    """Whether the token wins here at the last terminal (youscout §3.3)."""
    return rules.options[WINS_ABOVE if upper else WINS_BELOW] >> token & 1 == 1


@shared
def weigh_answers(
    rules: Any,
    nets: Any,
    value_work: Any,
    margins: Any,
    piles: Any,
    laid: Any,
    token: Any,
    left: Any,
    later: Any,
    upper: Any,
    card: Any,
    near: Any = False,
) -> Any:
    """What a table is worth after either answer to a sword that waits: after moving, and after staying."""
    _lay_again(rules, value_work, piles, laid)
    place = answer(rules, value_work.piles, value_work.laid, token, card, True)
    moved = value_of(rules, nets, value_work, margins, value_work.piles, place, left, later, upper, near)
    _lay_again(rules, value_work, piles, laid)
    place = answer(rules, value_work.piles, value_work.laid, token, card, False)
    return moved, value_of(
        rules, nets, value_work, margins, value_work.piles, place, left, later, upper, near
    )


@shared
def _after_minor(
    spot: Any, rules: Any, nets: Any, value_work: Any, margins: Any, piles: Any, laid: Any
) -> Any:
    """What a table is worth when a minor has been drawn: where an answer is due, the better one's worth."""
    token, talon, later, upper, card = spot
    _lay_again(rules, value_work, piles, laid)
    left = talon & ~(1 << card)
    place = turn(rules, margins, value_work.piles, value_work.laid, token, card)
    if place:
        return value_of(rules, nets, value_work, margins, value_work.piles, place, left, later, upper, True)
    moved, stayed = weigh_answers(
        rules, nets, value_work, margins, piles, laid, token, left, later, upper, card, True
    )
    return max(moved, stayed)


@shared
def look_ahead(
    rules: Any,
    nets: Any,
    value_work: Any,
    margins: Any,
    piles: Any,
    laid: Any,
    token: Any,
    talon: Any,
    later: Any,
    upper: Any,
    drawn: Any,
) -> None:
    """Into `found`: the mean of what a draw may make of a table, and what `drawn` makes of it.

    Every minor of the talon and the terminal are as likely as each other; `drawn` is one of them, or -1.
    """
    for group in range(GROUPS):
        value_work.base_net[group] = -1
    level = 1.0 if is_winning(rules, token, upper) else 0.0
    if later:
        _lay_again(rules, value_work, piles, laid)
        value_work.piles[DISCARDS] = 0
        again = talon | piles[DISCARDS]
        level = value_of(rules, nets, value_work, margins, value_work.piles, token, again, later - 1, upper)
    total = level
    met = level if drawn == TERMINAL else 0.0
    cards = talon
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        level = _after_minor(
            (token, talon, later, upper, card), rules, nets, value_work, margins, piles, laid
        )
        total += level
        if card == drawn:
            met = level
    found = value_work.found
    found[MEAN], found[LEVEL] = total / (bit_count(talon) + int64(1)), met
