"""Conditions in a layout."""

from __future__ import annotations

from typing import Any

import pytest

from printkit.kit.condition import condition, names_in

CARD: dict[str, Any] = {
    "cost": 2,
    "kind": "move",
    "leader": False,
    "tags": ("Action", "Academic"),
    "rule-top": "x",
}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("cost > 0 and not leader", True),
        ("cost > 2 or leader", False),
        ("1 < cost <= 2", True),
        ("cost == -2", False),
        ("cost % 2 == 0", True),
        ("kind % 2 == 0", False),
        ("none % 2 == 0", False),
        ("kind == 'move'", True),
        ('kind in "move event"', True),
        ("kind != 'move'", False),
        ("'Action' in tags", True),
        ("'Act' in tags", False),
        ("'Action' not in tags", False),
        ("rule-top", True),
        ("none", False),
        ("none > 3", False),
        ("kind > 3", False),
        ("3 in none", False),
        ("not (leader or cost == 5)", True),
        ("'a-b' == 'a-b'", True),
    ],
)
def test_conditions(text, holds):
    assert condition(text)(CARD) is holds


@pytest.mark.parametrize(
    "text",
    ["", "cost >", "print(1)", "cost + 1", "__import__('os')", "cost.real", "[1]", "lambda: 1", "x" * 600, "1.5 > cost",
     "cost if leader else 1", "f'{cost}'", "(" * 300 + "1" + ")" * 300],
)  # fmt: skip
def test_nothing_else_is_a_condition(text):
    with pytest.raises(ValueError, match="condition"):
        condition(text)


def test_the_fields_a_condition_names():
    assert names_in("rule-top == 'cost' or leader and rule-top") == ("rule-top", "leader")
