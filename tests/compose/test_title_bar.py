"""The title bar: a long name is narrowed until it keeps off the end of its bar; names with room stay as they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import cast

import pytest

from printkit.compose.faces.blocks import number_strip, title_bar
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.text.typesetting import LEAST_STRETCH, line_ink_box
from printkit.errors import InputError
from printkit.kit.blocks import NumberStripBlock, TitleBarBlock
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Scene, walk

SIZES = ("tarot", "poker")


@cache
def kit():
    return find_kit("youscout")


def bar(card_id, size, name=""):
    """The bar's block, and its first name as set."""
    named = kit()
    card = named.card(card_id)
    if name:
        texts = {**named.texts["ja"], f"card.{card.entry}.name": name}
        named = replace(named, texts=MappingProxyType({**named.texts, "ja": texts}))
    (block,) = [block for block in named.faces[card.face, size] if isinstance(block, TitleBarBlock)]
    lines = [
        item
        for item in title_bar(FaceContext(named, named.size(size), card, Choices(size)), block, False)
        if isinstance(item, Glyphs)
    ]
    return block, lines[1]


def end_of_half(block):
    return block.box.x + (block.box.width - block.gap) / 2


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_name_keeps_off_the_end_of_its_bar(size):
    block, name = bar("major-12", size)
    assert end_of_half(block) - line_ink_box(name).right >= 1.0
    assert LEAST_STRETCH <= name.stretch < 1


@pytest.mark.parametrize("size", SIZES)
def test_names_with_room_are_set_as_they_are(size):
    for number in range(22):
        if number != 12:
            assert bar(f"major-{number:02}", size)[1].stretch == 1, number


@pytest.mark.parametrize("size", SIZES)
def test_the_number_stands_in_the_middle_of_its_bar(size):
    named = kit()
    card = named.card("major-10")
    (block,) = [block for block in named.faces[card.face, size] if isinstance(block, TitleBarBlock)]
    items = title_bar(FaceContext(named, named.size(size), card, Choices(size)), block, False)
    number = next(item for item in items if isinstance(item, Glyphs))
    assert line_ink_box(number).center[1] == pytest.approx(block.box.center[1], abs=0.05)


@pytest.mark.parametrize("size", [*SIZES, "bridge", "jrf"])
def test_signs_of_the_strip_keep_one_distance_from_their_digits(size):
    named = kit()
    card = named.card("major-15")
    (block,) = [block for block in named.faces[card.face, size] if isinstance(block, NumberStripBlock)]
    items = number_strip(FaceContext(named, named.size(size), card, Choices(size)), block, False)
    gaps = []
    for sign, digit in zip(items[0::4], items[1::4], strict=True):
        right = max(item_box(placed).right for placed in walk(Scene("", 70, 120, 3, (sign,))))
        gaps.append(line_ink_box(cast(Glyphs, digit)).x - right)
    assert max(gaps) - min(gaps) < 0.3
    assert min(gaps) > 0.8


def test_a_name_that_cannot_keep_the_padding_may_come_nearer():
    block, name = bar("major-12", "tarot")
    assert name.stretch == LEAST_STRETCH
    assert 0.6 <= end_of_half(block) - line_ink_box(name).right < block.pad


def test_a_name_too_long_even_so_is_refused():
    with pytest.raises(InputError, match="mm are free"):
        bar("major-12", "tarot", "吊るされ続けた男")
