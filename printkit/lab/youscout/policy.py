"""A fast policy: small nets that decide between move and stay."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy
import numpy.typing
from numpy import float32

from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.features import FEATURES, FeatureWorkspace, describe, make_feature_workspace
from printkit.lab.youscout.tables import KernelRules
from printkit.lab.youscout.value import add_layer

__all__ = [
    "INPUTS",
    "SIDES",
    "Policy",
    "PolicyWorkspace",
    "describe_sword",
    "make_policy_workspace",
    "no_policy",
    "score_of_moving",
]

INPUTS = FEATURES + 4
"""Features of a table on which a sword waits, a multiple of four: the table's, the sword's value, and nothing."""

SIDES = 6
"""Nets of one pass: for each side of the start (lower, upper) the three places where a sword may ask."""

_OF_RANKS = 1 / 14

Weights: TypeAlias = numpy.typing.NDArray[numpy.float32]


class Policy(NamedTuple):
    """Nets with one layer of hidden units that guess by how much moving is better than staying.

    `first[net, input, unit]`, `second[net, unit]` and `last[net]`; unit 0 has no rectifier. Net 6 × (passes after this
    one, at most what there are nets for) + 3 × (upper start) + place - 1. Without nets there is no policy.
    """

    first: Weights
    second: Weights
    last: Weights


class PolicyWorkspace(NamedTuple):
    """A policy and the arrays in which one thread asks it."""

    policy: Policy
    feature_work: FeatureWorkspace
    row: Weights
    hidden: Weights


def no_policy() -> Policy:
    """None: the fitted value must answer."""
    return Policy(
        numpy.zeros((0, INPUTS, 16), numpy.float32),
        numpy.zeros((0, 16), numpy.float32),
        numpy.zeros(0, numpy.float32),
    )


def make_policy_workspace(rules: KernelRules, policy: Policy) -> PolicyWorkspace:
    """The arrays for these rules and this policy, for one thread."""
    return PolicyWorkspace(
        policy=policy,
        feature_work=make_feature_workspace(rules),
        row=numpy.zeros(INPUTS, numpy.float32),
        hidden=numpy.zeros(policy.first.shape[2], numpy.float32),
    )


@inner
def describe_sword(
    rules: Any, policy_work: Any, margins: Any, piles: Any, talon: Any, later: Any, upper: Any, card: Any
) -> None:
    """Fill the row for a table on which a sword waits that has left the talon."""
    describe(rules, margins, piles, talon, later == 0, upper, policy_work.feature_work)
    for at in range(FEATURES):
        policy_work.row[at] = policy_work.feature_work.row[at]
    policy_work.row[FEATURES] = rules.card_values[card + 1] * _OF_RANKS


@shared
def score_of_moving(
    rules: Any,
    policy_work: Any,
    margins: Any,
    piles: Any,
    token: Any,
    talon: Any,
    later: Any,
    upper: Any,
    card: Any,
) -> Any:
    """By how much moving seems better than staying; there must be a policy."""
    policy, hidden = policy_work.policy, policy_work.hidden
    describe_sword(rules, policy_work, margins, piles, talon, later, upper, card)
    level = min(later, policy.last.shape[0] // SIDES - 1)
    net = SIDES * level + 3 * upper + token - 1
    for unit in range(hidden.shape[0]):
        hidden[unit] = float32(0.0)
    add_layer(policy_work.row, INPUTS, policy.first, net, hidden)
    total = policy.last[net] + hidden[0] * policy.second[net, 0]
    for unit in range(1, hidden.shape[0]):
        total += max(hidden[unit], float32(0.0)) * policy.second[net, unit]
    return total
