"""Tables become values: what a field takes, what it refuses in which words, and that all mistakes come together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError

from printkit.errors import InputError
from printkit.kit.blocks import BLOCK_KINDS, NamesBlock
from printkit.kit.model_base import Length, Table


class _Leg(Table):
    name: str
    long: Annotated[Length, Field(gt=0, le=100)] = 10.0


class _Desk(Table):
    id: Annotated[str, Field(pattern="^[a-z]+$")]
    legs: Annotated[tuple[_Leg, ...], Field(min_length=1, max_length=4)]
    place: tuple[int, int] = (0, 0)
    share: Annotated[float, Field(ge=0, le=1)] = 0.5
    round: bool = False
    wood: Literal["oak", "ash", "elm"] = "oak"
    drawers: Mapping[Literal["left", "right"], _Leg] = {}
    note: str | None = None
    rest: Any = None


GOOD: dict[str, Any] = {"id": "desk", "legs": [{"name": "a", "long": "2in"}]}


def stated(**changes):
    with pytest.raises(InputError) as caught:
        _Desk.read(GOOD | changes, "t.toml")
    return [str(problem) for problem in caught.value.problems]


def test_a_table_is_read_with_its_defaults():
    table = _Desk.read(GOOD | {"place": [1, 2], "share": 1, "drawers": {"left": {"name": "b"}}})
    assert table.legs == (_Leg(name="a", long=50.8),)
    assert (table.place, table.share, type(table.share), table.wood) == ((1, 2), 1.0, float, "oak")
    assert table.drawers["left"].long == 10.0
    assert (table.note, table.rest) == (None, None)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"id": 3}, "[id]: 3: input should be a valid string"),
        ({"id": "Desk"}, "[id]: 'Desk': string should match pattern '^[a-z]+$'"),
        ({"id": "desk\n"}, "[id]: 'desk\\n': string should match pattern '^[a-z]+$'"),
        ({"share": "1"}, "[share]: '1': input should be a valid number"),
        ({"share": True}, "[share]: True: input should be a valid number"),
        ({"share": 10**400}, "input should be a valid number"),
        ({"share": float("nan")}, "[share]: nan: input should be a finite number"),
        ({"share": 2}, "[share]: 2: input should be less than or equal to 1"),
        ({"round": 1}, "[round]: 1: input should be a valid boolean"),
        ({"wood": "fir"}, "[wood]: 'fir': input should be 'oak', 'ash' or 'elm'"),
        ({"wood": "aok"}, "input should be 'oak', 'ash' or 'elm' (did you mean 'oak'?)"),
        ({"wood": ["oak"]}, "[wood]: ['oak']: input should be 'oak', 'ash' or 'elm'"),
        ({"place": [1]}, "[place]: [1]: input should be a list of 2 items"),
        ({"place": [1, "2"]}, "[place[1]]: '2': input should be a valid integer"),
        ({"place": [1, 2.0]}, "[place[1]]: 2.0: input should be a valid integer"),
        ({"legs": {}}, "[legs]: {}: input should be a list"),
        ({"legs": []}, "[legs]: []: input should have at least 1 item, not 0"),
        ({"legs": GOOD["legs"] * 5}, "input should have at most 4 items, not 5"),
        ({"legs": [{"name": "a", "long": 0}]}, "[legs[0].long]: 0: input should be greater than 0"),
        ({"legs": [{"name": "a", "long": "2ell"}]}, "[legs[0].long]: '2ell' is not a length (write"),
        ({"legs": [{"name": "a", "long": 10**400}]}, "000 is out of range (at most 10000 mm)"),
        ({"legs": [{"long": 1}]}, "[legs[0].name]: the key is missing"),
        ({"legs": [{"name": "a", "lnog": 1}]}, "[legs[0].lnog]: unknown key (did you mean 'long'?)"),
        ({"legs": ["a"]}, "[legs[0]]: 'a': input should be a table"),
        ({"drawers": {"top": {"name": "b"}}}, "[drawers.top]: 'top': input should be 'left' or 'right'"),
        ({"drawers": 7}, "[drawers]: 7: input should be a table"),
        ({"rnd": True}, "[rnd]: unknown key"),
    ],
)
def test_a_mismatch_is_reported_with_its_key(changes, line):
    (found,) = stated(**changes)
    assert found.startswith("t.toml [")
    assert line in found


def test_all_mismatches_come_together():
    assert len(stated(id=1, legs=[{}, {"name": 2}], wood="fir", rnd=1)) == 5


def test_fields_may_contradict_each_other():
    table = {"block": "names", "width": 20, "lines": [{"language": "ja", "em": 3, "baseline": 9}]}
    with pytest.raises(InputError, match="names stand at right or at left"):
        NamesBlock.read(table)
    assert NamesBlock.read(table | {"left": 3}).left == 3.0


def test_values_are_frozen_and_compare_by_their_fields():
    one = _Leg(name="a")
    assert one == _Leg(name="a", long=10.0)
    assert one != _Leg(name="b")
    assert hash(one) == hash(_Leg(name="a"))
    with pytest.raises(ValidationError, match="frozen"):
        one.name = "c"


@pytest.mark.parametrize("kind", sorted(BLOCK_KINDS))
def test_every_kind_of_block_can_be_read(kind):
    assert {"block", "turned"} <= set(BLOCK_KINDS[kind].model_fields)
