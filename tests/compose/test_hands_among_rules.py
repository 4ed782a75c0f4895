"""One turn of written cards among rules: cards of two sizes in all pictures, and its words in its head."""

from __future__ import annotations

from collections import Counter

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.hand_pen import LARGE, SMALL
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Group, Scene, walk

WIDE = 128.0


def _reader():
    kit = find_kit("paper-cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), "en")


def cards(turn, high=1e3):
    """Where cards lie in the picture, as large as it can be, or no higher than that."""
    (picture,) = _reader().picture(turn, WIDE)
    assert picture.grow is not None
    return _clips(picture.grow.draw(min(high, picture.grow.most)).pieces[-1].items)


def _clips(items):
    groups = [item for item in items if isinstance(item, Group)]
    return [box for each in groups for box in ([each.clip] if each.clip else _clips(each.items))]


@pytest.mark.parametrize(
    ("turn", "small", "large"),
    [
        # What was laid over hands, which break between groups.
        ("turn-mok-kaik-9", 0, 20),
        # Over long hands, and nine cards in one row.
        ("turn-niek-hi-3", 48, 0),
        ("turn-ni-ne-13", 25, 7),
        # Beside short ones.
        ("turn-nam-to-14", 0, 9),
        ("turn-mak-hup-4", 0, 19),
    ],
)
def test_cards_have_one_of_two_sizes_from_picture_to_picture(turn, small, large):
    widths = Counter(round(box.width, 1) for box in cards(turn))
    assert widths == Counter({size: count for size, count in ((SMALL, small), (LARGE, large)) if count})


@pytest.mark.parametrize("width", [118.0, 128.0])
@pytest.mark.parametrize("turn", ["turn-mok-kaik-7", "turn-ta-xot-13"])
def test_no_card_goes_past_the_edge_however_large_it_gets(turn, width):
    (picture,) = _reader().picture(turn, width)
    assert picture.grow is not None
    for share in (0.2, 0.5, 0.8, 1.0):
        drawn = picture.grow.draw(picture.height + share * (picture.grow.most - picture.height))
        edges = [item_box(each).right for each in walk(Scene("turn", width, 200.0, 0.0, drawn.items))]
        assert max(edges) <= width + 0.4


def test_where_a_page_has_less_room_large_cards_are_small_ones():
    for high in (112.0, 130.0):
        widths = {round(box.width, 1) for box in cards("turn-mok-kaik-9", high)}
        assert SMALL in widths
        assert widths <= {SMALL, LARGE}


def test_what_is_said_of_a_turn_stands_in_its_head():
    (picture,) = _reader().picture("turn-nam-to-14", WIDE)
    assert picture.titled is not None
    titled = picture.titled("After the showdown")
    roles = [
        (piece.role, text.text) for piece in titled.pieces for text in piece.items if isinstance(text, Glyphs)
    ]
    assert ("H2", "After the showdown") in roles
    assert picture.height < titled.height < picture.height + 6.0
