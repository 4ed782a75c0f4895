"""Bit operations and the Philox random number generator for the kernels."""

from __future__ import annotations

from typing import Any

import numpy
from llvmlite import ir
from numba import extending, types

from printkit.lab.compiled import inner, shared

__all__ = [
    "STREAM_WORDS",
    "below",
    "bit_count",
    "glance",
    "high_word",
    "highest_bit",
    "lowest_bit",
    "number_of",
    "open_stream",
    "philox_block",
    "redraw",
    "take",
    "unfair",
]

intrinsic: Any = extending.intrinsic

_U64 = numpy.uint64
_MULTIPLIER_0, _MULTIPLIER_1 = _U64(0xD2E7470EE14C6C93), _U64(0xCA5A826395121157)
_WEYL_0, _WEYL_1 = _U64(0x9E3779B97F4A7C15), _U64(0xBB67AE8584CAA73B)
_LOW = _U64(0xFFFFFFFF)
_HALF = _U64(32)
_ZERO = _U64(0)
_ONE = _U64(1)

# Fields of a stream: some blocks of random numbers, four words each, then the next block, the game, the purpose,
# seed, key, and how many halves of words are used. Blocks made together need not wait for each other.
_BLOCKS = 3
_BLOCK, _GAME, _PURPOSE, _SEED, _KEY, _USED = range(4 * _BLOCKS, 4 * _BLOCKS + 6)
STREAM_WORDS = 4 * _BLOCKS + 6
_HALVES = _U64(8 * _BLOCKS)


@intrinsic
def high_word(typing: Any, left: Any, right: Any) -> Any:
    """The upper 64 bits of the product of two 64-bit words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def highest_bit(typing: Any, word: Any) -> Any:
    """The number of the highest bit that is set; the word must not be 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), generate


@intrinsic
def lowest_bit(typing: Any, word: Any) -> Any:
    """The number of the lowest bit that is set; the word must not be 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def bit_count(typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _half(typing: Any, words: Any, number: Any) -> Any:
    """The halves of words in a row, each as a 64-bit word: lower, upper, lower of the second …"""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        # Numba's machines all keep the lower half of a word first.
        halves = builder.bitcast(array.data, ir.IntType(32).as_pointer())
        return builder.zext(builder.load(builder.gep(halves, [arguments[1]])), ir.IntType(64))

    return types.uint64(words, types.uint64), generate


@inner
def philox_block(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any, out: Any, first: Any = _ZERO) -> None:
    """Philox4x64-10: the four words of this counter under this key, into `out` from its `first` word on."""
    for _ in range(10):
        high_0, low_0 = high_word(c0, _MULTIPLIER_0), c0 * _MULTIPLIER_0
        high_1, low_1 = high_word(c2, _MULTIPLIER_1), c2 * _MULTIPLIER_1
        c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
        k0 += _WEYL_0
        k1 += _WEYL_1
    out[first], out[first + _ONE], out[first + _U64(2)], out[first + _U64(3)] = c0, c1, c2, c3


@inner
def open_stream(stream: Any, seed: Any, key: Any, game: Any, purpose: Any) -> None:
    """Begin the stream of one game; it depends on these four numbers alone."""
    stream[_BLOCK] = _ZERO
    stream[_GAME] = _U64(game)
    stream[_PURPOSE] = _U64(purpose)
    stream[_SEED] = _U64(seed)
    stream[_KEY] = _U64(key)
    stream[_USED] = _HALVES


@shared
def _refill(stream: Any) -> None:
    """The stream's next blocks of random numbers."""
    block, game, purpose = stream[_BLOCK], stream[_GAME], stream[_PURPOSE]
    seed, key = stream[_SEED], stream[_KEY]
    for more in range(_BLOCKS):
        philox_block(block + _U64(more), game, purpose, _ZERO, seed, key, stream, _U64(4 * more))
    stream[_BLOCK] = block + _U64(_BLOCKS)
    stream[_USED] = _ZERO


@inner
def glance(stream: Any, count: Any) -> Any:
    """The next draw from `count` numbers, not taken yet: 32 random bits times `count`."""
    used = stream[_USED]
    if used == _HALVES:
        _refill(stream)
        used = _ZERO
    return _half(stream, used) * _U64(count)


@inner
def take(stream: Any) -> None:
    """Take the draw that was glanced at: the next one has other bits."""
    stream[_USED] += _ONE


@inner
def number_of(draw: Any) -> Any:
    """What a draw comes to, unless it is unfair."""
    return numpy.int64(draw >> _HALF)


@inner
def unfair(draw: Any, count: Any) -> Any:
    """Whether a draw may be one of the few that would favour some numbers."""
    return draw & _LOW < _U64(count)


@shared
def redraw(stream: Any, draw: Any, count: Any) -> Any:
    """What a draw that was taken comes to, where it may be unfair: those that are, are drawn again (Lemire 2019)."""
    wide = _U64(count)
    least = (_U64(1 << 32) - wide) % wide
    while draw & _LOW < least:
        draw = glance(stream, count)
        take(stream)
    return number_of(draw)


@inner
def below(stream: Any, count: Any) -> Any:
    """A whole number from 0 to count - 1, each exactly as likely as the others; count is below 2^32."""
    draw: Any = glance(stream, count)
    take(stream)
    return redraw(stream, draw, count) if unfair(draw, count) else number_of(draw)
