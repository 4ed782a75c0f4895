"""The border round a board has the names of its squares; titles of boards are never squeezed."""

from __future__ import annotations

import pytest

from printkit.compose.boards.board import FRAME, OFF, compose_board
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, walk


def board(board_id, ink):
    """The board, its squares together, and how wide its border is."""
    kit = find_kit("cetkaik")
    choices = Choices(kit.default_size, ink, print_variables(kit, ()))
    spec = kit.board(board_id)
    return compose_board(kit, spec, facts_of(spec.game, choices), choices), spec.grid, spec.border


def names(placed, ring):
    return [
        each for each in placed if isinstance(each.item, Glyphs) and ring.grown(1.0).contains(item_box(each))
    ]


@pytest.mark.parametrize(("ink", "colour"), [("full", PAPER), ("low", BLACK)])
def test_names_stand_in_the_border(ink, colour):
    scene, grid, border = board("old", ink)
    placed = list(walk(scene))
    inner = grid.grown(OFF + FRAME + OFF)
    found = names(placed, inner.grown(border))
    assert len(found) == 36
    for each in found:
        box = item_box(each)
        assert each.item.ink == colour
        assert not box.overlaps(inner)
        assert inner.grown(border).contains(box)


@pytest.mark.parametrize("board_id", ["school", "standard", "old", "travel"])
def test_no_title_of_a_board_is_narrowed(board_id):
    scene, _, _ = board(board_id, "full")
    large = [each.item for each in walk(scene) if isinstance(each.item, Glyphs) and each.item.size >= 3.6]
    assert large
    assert all(item.stretch == 1.0 for item in large)
