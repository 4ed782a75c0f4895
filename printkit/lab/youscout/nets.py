"""Loads and saves the fitted nets that printkit ships."""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy

from printkit.errors import InputError
from printkit.games.game import Game
from printkit.lab.youscout.features import FEATURES
from printkit.lab.youscout.policy import Policy, no_policy
from printkit.lab.youscout.tables import rules_of
from printkit.lab.youscout.value import Nets, constant_nets

__all__ = [
    "fitted_file",
    "nets_bytes",
    "nets_digest",
    "nets_for",
    "policy_bytes",
    "policy_file",
    "policy_for",
    "read_nets",
    "read_policy",
]

_FOLDER = Path(__file__).resolve().parent / "data"
_MOST = 3
"""Terminals; a value for these is the nearest to any more."""
_VALUES = {
    ("youscout", 1): "value-1.npy",
    ("youscout", 2): "value-2.npy",
    ("youscout", 3): "value-3.npy",
    ("youscout-simplified", 1): "value-simplified-1.npy",
}
_POLICIES = {("youscout", 2): "policy-2.npy", ("youscout", 3): "policy-3.npy"}
"""By game and terminals; where one terminal is enough, the value itself answers."""
_PLAIN_VALUE = 0.35
_LINE = 16


def fitted_file(game: Game[Any]) -> Path | None:
    """The file of the value fitted nearest to these rules; None where there is none.

    Any value proves true bounds under any rules; one fitted for them proves narrow ones.
    """
    return _nearest(_VALUES, game)


def nets_for(game: Game[Any]) -> Nets:
    """The nets fitted nearest to these rules; a constant where there are none."""
    file = fitted_file(game)
    return constant_nets(_PLAIN_VALUE) if file is None else read_nets(file.read_bytes())


def policy_file(game: Game[Any]) -> Path | None:
    """The file of the policy that answers quickly in place of the value; None where the value does."""
    return _nearest(_POLICIES, game)


def policy_for(game: Game[Any]) -> Policy:
    """The policy fitted nearest to these rules; none where there is none."""
    file = policy_file(game)
    return no_policy() if file is None else read_policy(file.read_bytes())


def nets_digest(game: Game[Any]) -> str:
    """What distinguishes one value and policy from others: the SHA-256 of their files."""
    files = [file for file in (fitted_file(game), policy_file(game)) if file]
    data = b"".join(file.read_bytes() for file in files)
    return hashlib.sha256(data).hexdigest() if files else "constant"


def nets_bytes(nets: Nets, bits: int = 16) -> bytes:
    """A NumPy file of one record a net: both wide layers in so many bits with a step for each unit, the rest as it is.

    `bits`: 2 to 16. Up to 8 take one byte a weight; what lies between 8 and 16 packs better in an archive.
    """
    _, features, units = nets.first.shape
    table = numpy.zeros(len(nets.first), _record(_kind(bits), features, units, nets.second.shape[2]))
    for name, layer in (("first", nets.first), ("second", nets.second)):
        step = numpy.abs(layer).max(1) / _steps(bits) + 1e-12
        table[name] = numpy.rint(layer / step[:, None, :])
        table[name + "_step"] = step
    table["shift"], table["third"], table["last"] = nets.shift, nets.third, nets.last
    stream = BytesIO()
    numpy.save(stream, table, allow_pickle=False)
    return stream.getvalue()


def read_nets(data: bytes) -> Nets:
    """The nets of such a file; features it does not know weigh nothing. InputError where a number is not finite."""
    table = _finite(numpy.load(BytesIO(data), allow_pickle=False))
    first, second = (
        table[name].astype(numpy.float32) * table[name + "_step"][:, None, :] for name in ("first", "second")
    )
    first = numpy.pad(first, ((0, 0), (0, FEATURES - first.shape[1]), (0, 0)))
    return Nets(
        first=_aligned(first),
        second=_aligned(second),
        shift=numpy.ascontiguousarray(table["shift"]),
        third=numpy.ascontiguousarray(table["third"]),
        last=numpy.ascontiguousarray(table["last"]),
        constant=numpy.array([-1.0], numpy.float64),
    )


def policy_bytes(policy: Policy, bits: int = 16) -> bytes:
    """A NumPy file of one record a net: the wide layer as in `nets_bytes`, the rest as it is."""
    _, inputs, units = policy.first.shape
    fields = [("first", _kind(bits), (inputs, units)), ("step", "<f4", (units,)), ("second", "<f4", (units,))]
    table = numpy.zeros(len(policy.first), numpy.dtype([*fields, ("last", "<f4")]))
    step = numpy.abs(policy.first).max(1) / _steps(bits) + 1e-12
    table["first"] = numpy.rint(policy.first / step[:, None, :])
    table["step"], table["second"], table["last"] = step, policy.second, policy.last
    stream = BytesIO()
    numpy.save(stream, table, allow_pickle=False)
    return stream.getvalue()


def read_policy(data: bytes) -> Policy:
    """The policy of such a file; InputError where a number is not finite."""
    table = _finite(numpy.load(BytesIO(data), allow_pickle=False))
    return Policy(
        first=_aligned(table["first"].astype(numpy.float32) * table["step"][:, None, :]),
        second=numpy.ascontiguousarray(table["second"]),
        last=numpy.ascontiguousarray(table["last"]),
    )


def _finite(table: Any) -> Any:
    """The table itself: a comparison with nan is never true, and a search that goes by one would never end."""
    for name in table.dtype.names or ():
        if not numpy.isfinite(table[name]).all():
            raise InputError("a value or policy holds a number that is not finite", key=name)
    return table


def _aligned(layer: Any) -> Any:
    """The same numbers, begun where a line of the processor's cache begins: else every load takes two of them."""
    play_work = numpy.zeros(layer.size + _LINE, numpy.float32)
    begin = -(play_work.ctypes.data // 4) % _LINE
    lies = play_work[begin : begin + layer.size].reshape(layer.shape)
    lies[...] = layer
    return lies


def _nearest(files: dict[tuple[str, int], str], game: Game[Any]) -> Path | None:
    name = files.get((game.id, min(rules_of(game).terminals, _MOST)))
    return _FOLDER / name if name else None


def _steps(bits: int) -> int:
    """How many steps lie on either side of zero."""
    return (1 << (bits - 1)) - 1


def _kind(bits: int) -> str:
    return "<i1" if bits <= 8 else "<i2"


def _record(kind: str, features: int, units: int, deeper: int) -> Any:
    return numpy.dtype(
        [
            ("first", kind, (features, units)),
            ("second", kind, (units, deeper)),
            ("first_step", "<f4", (units,)),
            ("second_step", "<f4", (deeper,)),
            ("shift", "<f4", (deeper,)),
            ("third", "<f4", (deeper,)),
            ("last", "<f4"),
        ]
    )
