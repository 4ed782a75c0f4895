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
_FITTED = {
    ("youscout", True): "value-1.npy",
    ("youscout", False): "value-3.npy",
    ("youscout-simplified", True): "value-simplified-1.npy",
}
"""By game, and whether one terminal is enough."""
_PLAIN_VALUE = 0.35
_STEPS = 32767
_LINE = 16


def fitted_file(game: Game[Any]) -> Path | None:
    """The file of the value fitted nearest to these rules: for one terminal, or for three; None where there is none.

    Any value proves true bounds under any rules; one fitted for them proves narrow ones.
    """
    name = _FITTED.get((game.id, rules_of(game).terminals == 1))
    return _FOLDER / name if name else None


def nets_for(game: Game[Any]) -> Nets:
    """The nets fitted nearest to these rules; a constant where there are none."""
    file = fitted_file(game)
    return constant_nets(_PLAIN_VALUE) if file is None else read_nets(file.read_bytes())


def policy_file(game: Game[Any]) -> Path | None:
    """The file of the policy that answers quickly in place of the value; None where the value does."""
    if game.id != "youscout" or rules_of(game).terminals == 1:
        return None
    return _FOLDER / "policy-3.npy"


def policy_for(game: Game[Any]) -> Policy:
    """The policy fitted nearest to these rules; none where there is none."""
    file = policy_file(game)
    return no_policy() if file is None else read_policy(file.read_bytes())


def nets_digest(game: Game[Any]) -> str:
    """What distinguishes one value and policy from others: the SHA-256 of their files."""
    files = [file for file in (fitted_file(game), policy_file(game)) if file]
    data = b"".join(file.read_bytes() for file in files)
    return hashlib.sha256(data).hexdigest() if files else "constant"


def nets_bytes(nets: Nets) -> bytes:
    """A NumPy file of one record a net: both wide layers in 16 bits with a step for each unit, the rest as it is."""
    _, features, units = nets.first.shape
    table = numpy.zeros(len(nets.first), _record(features, units, nets.second.shape[2]))
    for name, layer in (("first", nets.first), ("second", nets.second)):
        step = numpy.abs(layer).max(1) / _STEPS + 1e-12
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


def policy_bytes(policy: Policy) -> bytes:
    """A NumPy file of one record a net: the wide layer in 16 bits with a step for each unit, the rest as it is."""
    _, inputs, units = policy.first.shape
    fields = [("first", "<i2", (inputs, units)), ("step", "<f4", (units,)), ("second", "<f4", (units,))]
    table = numpy.zeros(len(policy.first), numpy.dtype([*fields, ("last", "<f4")]))
    step = numpy.abs(policy.first).max(1) / _STEPS + 1e-12
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


def _record(features: int, units: int, deeper: int) -> Any:
    return numpy.dtype(
        [
            ("first", "<i2", (features, units)),
            ("second", "<i2", (units, deeper)),
            ("first_step", "<f4", (units,)),
            ("second_step", "<f4", (deeper,)),
            ("shift", "<f4", (deeper,)),
            ("third", "<f4", (deeper,)),
            ("last", "<f4"),
        ]
    )
