"""Press profiles: the shipped tables against the vendors' own figures, and how a bad table is refused."""

from __future__ import annotations

import re
from dataclasses import fields
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from printkit.backends.press import find_press
from printkit.errors import InputError
from printkit.preflight.profile import Product, Profile, find_profile, profile_names, read_profile

GOOD: dict[str, Any] = {"title": "Test", "form": "cards", "bleed": "3mm", "safe": "3mm"}


def test_the_printers_there_are():
    assert profile_names() == (
        "drivethrucards",
        "home",
        "japan-x1a",
        "makeplayingcards",
        "the-game-crafter",
    )


@pytest.fixture(params=profile_names())
def profile(request):
    return find_profile(request.param)


def test_every_profile_can_be_printed(profile):
    assert profile.form in ("cards", "sheets", "pictures")
    assert sorted(profile.order) == ["back", "front"]
    assert 2.5 <= profile.bleed <= 5
    assert 3.0 <= profile.safe <= 5
    assert profile.resolution >= 300
    assert 0 < profile.least_line < 0.2
    assert 1.5 < profile.least_text < 3.0
    if profile.press != "home":
        press = find_press(profile.press, condition=profile.condition, ink_limit=profile.ink_limit)
        assert press.ink_limit == profile.ink_limit
        assert profile.boxes == ("TrimBox", "BleedBox")
    if profile.form == "pictures":
        assert "{number" in profile.front_name
        assert profile.back_name


def test_pixels_are_those_of_trim_and_bleed(profile):
    for product in profile.products:
        if profile.form == "pictures":
            inches = [(edge + 2 * profile.bleed) / 25.4 for edge in (product.width, product.height)]
            assert product.pixels == tuple(ceil(round(edge * profile.resolution, 6)) for edge in inches)
        else:
            assert product.pixels == (0, 0)


def test_the_game_crafter_takes_900_by_1500():
    product = find_profile("the-game-crafter").product(69.85, 120.65)
    assert product is not None
    assert (product.name, product.pixels) == ("tarot", (900, 1500))


def test_drivethrucards_wants_the_back_first_and_little_ink():
    profile = find_profile("drivethrucards")
    assert (profile.press, profile.order, profile.ink_limit) == ("x1a-2003", ("back", "front"), 240)


def test_a_tarot_of_70_by_120_is_not_one_of_inches():
    assert find_profile("the-game-crafter").product(70, 120) is None
    product = find_profile("makeplayingcards").product(70, 120)
    assert product is not None
    assert product.name == "tarot-70x120"


@pytest.mark.parametrize(("cards", "sold"), [(18, 18), (19, 36), (72, 72), (80, 90), (90, 90), (700, 700)])
def test_steps_in_which_cards_are_sold(cards, sold):
    assert find_profile("makeplayingcards").sold_count(cards) == sold


def test_any_number_where_there_are_no_steps():
    assert find_profile("the-game-crafter").sold_count(80) == 80
    assert read_profile("test", {**GOOD, "step": 20}, "test.toml").sold_count(81) == 100


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"tilte": "Test"}, "tilte"),
        ({"title": None}, "title"),
        ({"form": "book"}, "form"),
        ({"bleed": "3 miles"}, "bleed"),
        ({"order": ["front", "front"]}, "order"),
        ({"ink_limit": 900}, "ink_limit"),
        ({"counts": [18, -1]}, "counts"),
        ({"resolution": True}, "resolution"),
        ({"products": {"tarot": {"width": "70mm"}}}, "products.tarot"),
        ({"products": {"tarot": {"width": "70mm", "height": "120mm", "hight": 1}}}, "products.tarot"),
        ({"products": {"tarot": {"width": "70mm", "height": "120mm", "pixels": [1]}}}, "products.tarot"),
    ],
)
def test_a_bad_table_is_refused_with_its_key(change, key):
    table = {name: value for name, value in {**GOOD, **change}.items() if value is not None}
    with pytest.raises(InputError) as caught:
        read_profile("test", table, "test.toml")
    assert [(problem.file, problem.key) for problem in caught.value.problems] == [("test.toml", key)]


def test_everything_wrong_comes_at_once():
    with pytest.raises(InputError) as caught:
        read_profile("test", {"form": "book", "tilte": ""}, "test.toml")
    assert [problem.key for problem in caught.value.problems] == ["tilte", "title", "form", "bleed", "safe"]


def test_an_unknown_profile_names_the_nearest():
    with pytest.raises(InputError, match="'makeplayingcards'"):
        find_profile("makeplayingcard")


def test_every_key_and_every_profile_is_documented():
    text = (Path(__file__).resolve().parents[2] / "docs" / "press.md").read_text(encoding="utf-8")
    text = re.sub(r"(?s)```.*?```", "", text)
    words = {word for code in re.findall(r"`([^`]+)`", text) for word in re.split(r"[^\w-]+", code)}
    keys = {field.name for field in fields(Profile)} - {"name"}
    assert keys | {field for field in Product._fields if field != "name"} | set(profile_names()) <= words
