"""Faces that extend others: what is taken over, changed, moved and removed."""

from __future__ import annotations

from typing import Any

import pytest

from printkit.errors import InputError
from printkit.kit.layout import extended

TITLE = {"block": "text", "name": "title", "text": "a", "box": [4, 4, 50, 8], "em": 4}
FOOT = {"block": "points", "name": "foot", "field": "n", "right": 50, "baseline": "80mm", "em": 3}
PLAIN = {"block": "shape", "box": [0, 0, 60, 90]}


def layout(extends, **faces):
    table = {
        "sizes": {"poker": {}, "tarot": {}},
        "faces": {"card": {"poker": [PLAIN, TITLE, FOOT]}, **faces},
        "extends": extends,
    }
    made: dict[str, Any] = extended(table, "layout.toml")["faces"]
    return made


def test_a_face_has_the_blocks_of_another_and_then_its_own():
    own = {"block": "shape", "box": [1, 1, 2, 2]}
    made = layout({"event": {"face": "card"}}, event={"poker": [own]})
    assert made["event"] == {"poker": [PLAIN, TITLE, FOOT, own]}
    assert made["card"] == {"poker": [PLAIN, TITLE, FOOT]}


def test_blocks_are_changed_moved_and_removed_by_name():
    change = {"title": {"em": 5, "ink": "red"}, "foot": {"move": [2, "-3mm"]}}
    (_, title, foot) = layout({"event": {"face": "card", "change": change}})["event"]["poker"]
    assert title == {**TITLE, "em": 5, "ink": "red"}
    assert (foot["right"], foot["baseline"]) == (52, 77)
    moved = layout({"event": {"face": "card", "change": {"title": {"move": [1, 2]}}}})["event"]["poker"][1]
    assert moved["box"] == (5, 6, 50, 8)
    assert layout({"event": {"face": "card", "change": {"title": {"remove": True}}}})["event"]["poker"] == [
        PLAIN,
        FOOT,
    ]


def test_a_face_in_a_second_size():
    made = layout(
        {"card.tarot": {"face": "card.poker", "change": {"title": {"em": 5}}}, "event": {"face": "card"}}
    )
    assert made["card"]["tarot"] == [PLAIN, {**TITLE, "em": 5}, FOOT]
    assert set(made["event"]) == {"poker", "tarot"}


def test_faces_may_extend_faces_that_extend():
    made = layout({"c": {"face": "b"}, "b": {"face": "card", "change": {"foot": {"remove": True}}}})
    assert made["c"]["poker"] == [PLAIN, TITLE]


@pytest.mark.parametrize(
    ("extends", "wanted"),
    [
        ({"event": {"face": "cart"}}, r"extends\.event\.face\]: there is no face 'cart' \(did you mean 'card'"),
        ({"event": {"face": "card", "change": {"titel": {}}}},
         r"extends\.event\.change\.titel\]: no block of card has this name \(did you mean 'title'"),
        ({"a": {"face": "b"}, "b": {"face": "a"}}, r"in a circle \(a > b > a\)"),
        ({"card.tarot": {"face": "card"}}, r"both are faces, or both a face and a size"),
        ({"event": {}}, r"extends\.event\.face\]: the key is missing"),
        ({"event": {"face": "card", "changes": {}}}, r"extends\.event\.changes\]: unknown key"),
    ],
)  # fmt: skip
def test_what_cannot_be_extended(extends, wanted):
    with pytest.raises(InputError, match=wanted):
        layout(extends)


@pytest.mark.parametrize("odd", [True, 1, "x", [[]], [{"block": "text", "name": []}], [1], {"a": 1}, None])
def test_what_is_no_list_of_blocks_is_left_for_who_reads_faces(odd):
    made = layout({"event": {"face": "card"}, "card.tarot": {"face": "card.poker"}}, card={"poker": odd})
    assert made["card"]["poker"] == odd
    own = layout({"event": {"face": "card"}}, event={"poker": odd})["event"]["poker"]
    assert own == ([PLAIN, TITLE, FOOT, *odd] if isinstance(odd, list) else odd)


@pytest.mark.parametrize("odd", [True, [1], {}, None, 10**400, "1e9 mm"])
def test_what_is_no_length_is_not_moved(odd):
    blocks = [{**TITLE, "box": [odd, 4, 50, 8]}, {**FOOT, "right": odd, "lines": [{"x": odd}]}]
    change = {"title": {"move": [1, 2]}, "foot": {"move": [1, 2]}}
    title, foot = layout({"event": {"face": "card", "change": change}}, card={"poker": blocks})["event"][
        "poker"
    ]
    assert (title["box"], foot["right"], foot["lines"]) == ((odd, 6, 50, 8), odd, [{"x": odd}])
