"""Values are what the standard library's dataclasses with slots are, and cheaper to make."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from typing import ClassVar, Generic, TypeVar

import pytest

from printkit import values

T = TypeVar("T")


def _kinds(dataclass, field):
    """The same classes, made by one of the two."""

    @dataclass(frozen=True, slots=True)
    class Card:
        SUITS: ClassVar[tuple[str, ...]] = ("cup", "wand")

        name: str
        rank: int = 1
        notes: dict[str, int] = field(default_factory=dict, hash=False)
        line: int = field(default=0, compare=False)

        def double(self) -> int:
            return 2 * self.rank

    @dataclass(frozen=True, slots=True)
    class Court(Card):
        king: bool = False
        rank: int = 11

    @dataclass(frozen=True, slots=True)
    class One(Generic[T]):
        only: T

        def __post_init__(self):
            if self.only is None:
                raise ValueError("nothing")

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    @dataclass(slots=True)
    class Pen:
        ink: str = ""
        marks: list[int] = field(default_factory=list)

    @dataclass(frozen=True, slots=True, eq=False)
    class Rules:
        goal: int = 0

        def __repr__(self):
            return "the rules"

    return Card, Court, One, Nothing, Pen, Rules


OURS = _kinds(values.dataclass, values.field)
STANDARD = _kinds(dataclasses.dataclass, dataclasses.field)
Card, Court, One, Nothing, Pen, Rules = OURS

# By their numbers above: what each is made with.
WORDS = [(("a",), {}), (("a", 2, {"x": 1}), {"king": True}), ((3,), {}), ((), {}), (("red",), {}), ((4,), {})]
kinds = pytest.mark.parametrize(("kind", "words"), list(enumerate(WORDS)), ids=str)


def _both(kind, words):
    places, named = words
    return OURS[kind](*places, **named), STANDARD[kind](*places, **named)


def _told(value):
    return [getattr(value, field.name) for field in dataclasses.fields(value)]


@kinds
def test_it_holds_the_same_and_says_the_same(kind, words):
    ours, standard = _both(kind, words)
    assert _told(ours) == _told(standard)
    assert repr(ours).rpartition(".")[2] == repr(standard).rpartition(".")[2]
    assert type(ours).__match_args__ == type(standard).__match_args__
    assert not hasattr(ours, "__dict__")


@kinds
def test_it_is_equal_and_hashable_as_the_other_is(kind, words):
    ours, standard = _both(kind, words)
    again, standard_again = _both(kind, words)
    assert (ours == again) is (standard == standard_again)
    assert ours != standard
    assert (type(ours).__hash__ is None) is (type(standard).__hash__ is None)
    if type(ours).__hash__ is not None:
        assert (hash(ours) == hash(again)) is (hash(standard) == hash(standard_again))


def test_equal_fields_of_another_class_are_another_value():
    assert Card("a", 11) != Court("a", 11)
    assert Card("a") != ("a", 1, {}, 0)


def test_fields_left_out_of_comparing_and_hashing_are_left_out():
    assert Card("a", line=1) == Card("a", line=2)
    assert Card("a") != Card("a", notes={"x": 1})
    assert hash(Card("a", line=1)) == hash(Card("a", notes={"x": 1}))


def test_what_is_frozen_cannot_be_changed():
    card = Card("a")
    for change in (
        lambda: setattr(card, "name", "b"),
        lambda: setattr(card, "x", 1),
        lambda: delattr(card, "name"),
    ):
        with pytest.raises(FrozenInstanceError):
            change()
    pen = Pen()
    pen.ink = "blue"
    assert pen == Pen("blue")
    with pytest.raises(AttributeError):
        pen.width = 1


def test_defaults_made_anew_are_not_shared():
    Pen().marks.append(1)
    assert Pen().marks == []


@pytest.mark.parametrize("words", [{}, {"name": "a", "suit": "cup"}], ids=["too few", "unknown"])
def test_wrong_words_are_a_type_error(words):
    with pytest.raises(TypeError):
        Card(**words)
    with pytest.raises(TypeError):
        values.replace(Card("a"), suit="cup")


def test_it_looks_at_itself_when_it_is_made():
    with pytest.raises(ValueError, match="nothing"):
        One(None)


@pytest.mark.parametrize("replace", [values.replace, dataclasses.replace])
def test_replaced_it_is_another_value_of_its_class(replace):
    assert replace(Court("a", king=True), rank=13) == Court("a", 13, king=True)
    assert replace(STANDARD[0]("a"), rank=2) == STANDARD[0]("a", 2)
    with pytest.raises(ValueError, match="nothing"):
        replace(One(1), only=None)


def test_the_standard_library_takes_it_for_a_dataclass():
    court = Court("a", notes={"x": 1})
    assert dataclasses.is_dataclass(court)
    assert [field.name for field in dataclasses.fields(court)] == [
        field.name for field in dataclasses.fields(STANDARD[1])
    ]
    assert dataclasses.asdict(court) == dataclasses.asdict(STANDARD[1]("a", notes={"x": 1}))

    @dataclasses.dataclass(frozen=True)
    class Knight(Card):
        horse: str = "black"

    assert Knight("a", horse="white").double() == 2


def test_what_the_standard_library_asks_for_is_made_once():
    first = dataclasses.fields(Court)[0]
    assert dataclasses.fields(Court)[0] is first
    assert dataclasses.fields(Card)[0] is not first


@values.dataclass(frozen=True, slots=True)
class Sent:
    """A value that another process can find by its name."""

    name: str
    rank: int = 1


@pytest.mark.parametrize("send", [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy])
def test_a_copy_of_it_is_equal(send):
    assert send(Sent("a", 2)) == Sent("a", 2)


def test_words_it_has_not_are_refused():
    with pytest.raises(TypeError):
        values.dataclass(frozen=True, slots=True, kw_only=True)
    with pytest.raises(TypeError):
        values.field(repr=False)


def test_it_loads_none_of_the_tools_the_standard_one_needs():
    code = "import printkit.values, sys; sys.exit(bool({'dataclasses', 'inspect', 'ast'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
