"""Walkthroughs of races: what a page shows beside and on its boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from printkit.compose.boards.road import road_items
from printkit.compose.boards.ways import pawn_room
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.around_board import TURNS_SHARE
from printkit.compose.table.narration import ASIDE, NarratedGame, NarrationPen
from printkit.compose.table.pawn_ways import plunder_items
from printkit.compose.table.sign_lines import ROOM, SIDE, SIGNED, WIDE
from printkit.compose.text.typesetting import TextStyle, line_width
from printkit.games.narration import Move
from printkit.games.zones import Table, Zone
from printkit.geometry import Rect
from printkit.jobs.build.part import Scenes
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.jobs.parts.walkthrough import _chapter
from printkit.kit.booklet import BOOK_FONTS, load_walkthrough_book
from printkit.kit.find import find_kit
from printkit.kit.markdown import plain_text
from printkit.scene.inks import PAPER, Ink, find_ink
from printkit.scene.model import Glyphs, Item, Path, Scene, walk

WIDTH = 118.0


def narrated(kit_id: str, at: int = 0, language: str = "en") -> tuple[NarrationPen, NarratedGame]:
    """The pen of a kit and one of the games of its walkthrough."""
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full")
    sample = chapters_of_kit(kit, load_walkthrough_book(kit))[at].sample
    assert isinstance(sample, NarratedGame)
    return NarrationPen(kit, language, Scenes(kit, choices).front, choices, None), sample


def filled(items: tuple[Item, ...], ink: Ink) -> list[Rect]:
    """Where every path of a drawing lies that is filled with an ink; mm."""
    placed = walk(Scene("", 300.0, 300.0, 0.0, items))
    return [item_box(each) for each in placed if isinstance(each.item, Path) and each.item.fill == ink]


def test_the_road_of_a_small_picture_has_planks_as_far_apart_as_eyes_tell_them() -> None:
    kit = find_kit("mountain-road")
    board = kit.boards[0]
    own, plain = (
        sum(each.outline.commands.count("M") for each in drawn if isinstance(each, Path))
        for drawn in (
            [*road_items(kit, board, 0.0, language="en", small=small, low=False)]
            for small in ("picture", "plain")
        )
    )
    steps = len(board.way)
    # Seven a square, less than on a board that is large.
    assert 6 * steps < plain < own


def test_signs_among_words_are_four_millimetres_high_and_apart() -> None:
    assert SIDE * ASIDE >= 4.0
    # Neighbours in a line and in two lines have paper between them.
    assert (WIDE - SIDE) * ASIDE >= 0.5
    assert (SIGNED - SIDE) * ASIDE >= 0.4
    style = TextStyle(BOOK_FONTS[0], ASIDE, tracking=0.0)
    assert line_width(ROOM, style) == pytest.approx(WIDE * ASIDE, abs=0.01)


@pytest.mark.parametrize(("language", "hand", "coins"), [("en", "hand", "coins"), ("ja", "手札", "銭")])
def test_a_hand_has_its_word_and_a_line_of_air_is_below_what_a_seat_has(
    language: str, hand: str, coins: str
) -> None:
    pen, game = narrated("mountain-road", language=language)
    frame = next(each for each in game.frames if each.table and len(_held(each.table)) == 2)
    told = pen.picture(frame, WIDTH).told
    assert [piece.role for piece in told[-3:]] == ["P", "P", "Figure"]
    words = [
        ("".join(glyph.text for glyph in each.item.glyphs), item_box(each))
        for each in walk(Scene("", 300.0, 300.0, 0.0, told[-1].items))
        if isinstance(each.item, Glyphs)
    ]
    named = [box for text, box in words if text == hand]
    assert len(named) == 2
    assert all(WIDTH / 2 < box.x < box.right < WIDTH - 6.0 for box in named)
    (first, second), below = (
        (text_top(piece.items) for piece in told[-3:-1]),
        [box.bottom for text, box in words if text == coins],
    )
    assert min(top - foot for top, foot in zip((first, second), below, strict=True)) >= 2.0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_comes_no_more_to_turn_has_words_and_no_bar_marks_who_did(language: str) -> None:
    pen, game = narrated("mountain-road", language=language)
    last = game.frames[-1]
    assert last.seats == ("A",)
    assert [each.turn for each in last.sentences if each.turn] == ["A", "B"]
    closing = pen.picture(last, WIDTH)
    assert not [box for box in filled(closing.items, find_ink("blue")) if box.width < 2.0 < box.height / 5]


def test_boards_take_more_than_half_of_the_width_and_two_stand_on_a_page() -> None:
    pen, game = narrated("mountain-road")
    pictures = pen.pictures(game, WIDTH)
    heights = [picture.height for picture in pictures[1:-1]]
    assert max(one + other for one, other in zip(heights[::2], heights[1::2], strict=True)) <= 178.0
    frame = game.frames[3]
    assert frame.table is not None
    grid = next(zone for zone in frame.table.zones if zone.kind == "grid")
    band = pen.tables.printed.band(grid, 6.6, TURNS_SHARE * WIDTH)
    assert band.width > WIDTH / 2


@pytest.mark.parametrize("kind", ["grid", "hand"])
def test_what_was_agreed_stands_in_the_chapter_or_in_the_head_of_its_first_picture(kind: Any) -> None:
    """A kit of written cards with a board on the table says it too."""
    pen, game = narrated("paper-cetkaik")
    frames = tuple(
        replace(frame, table=replace(frame.table, zones=(*frame.table.zones, Zone("extra", kind, (None,)))))
        for frame in game.frames
        if frame.table
    )
    game = replace(game, frames=frames, options=(next(iter(game.options), "deals=1"),))
    pen.agreed = lambda option: f"agreed {option}"  # type: ignore[method-assign]
    said = [plain_text(block.runs) for block in _chapter(pen, "game-1", game)]
    head = pen.is_of_hands(game)
    assert head == (kind == "hand")
    assert any(each.startswith("agreed") for each in said) != head


def test_cargo_that_was_taken_goes_from_bar_to_bar_between_both_seats() -> None:
    pen, game = narrated("linked-ships")
    at = next(at for at, frame in enumerate(game.frames) if frame.moves[-1:] and frame.moves[-1].what == "2")
    frame = game.frames[at]
    assert frame.table is not None
    with_arrow, without = (
        pen.picture(each, WIDTH)
        for each in (frame, replace(frame, moves=tuple(m for m in frame.moves if m.what[0] in "AB")))
    )
    assert with_arrow.height == without.height
    # Shaft, head and plate, each on its paper.
    assert len(filled(with_arrow.items, PAPER)) > len(filled(without.items, PAPER))
    rows = {"A1": Rect(0.0, 8.0, 30.0, 3.5), "B2": Rect(48.0, 12.0, 30.0, 3.5)}
    there = plunder_items(pen.kit, rows, [Move("2", "A1", "B2"), Move("3", "A1", "B2")])
    both = plunder_items(pen.kit, rows, [Move("2", "A1", "B2"), Move("1", "B2", "A1")])
    assert len(both) == 2 * len(there)
    placed = walk(Scene("", 100.0, 100.0, 0.0, tuple(both)))
    boxes = [item_box(each) for each in placed]
    assert min(box.x for box in boxes) > 29.0
    assert max(box.right for box in boxes) < 49.0


def test_both_letters_stand_in_the_ring_and_no_ship_below_four_millimetres() -> None:
    pen, game = narrated("linked-ships")
    frame = next(each for each in game.frames if each.table and _together(each.table))
    assert frame.table is not None
    grid = next(zone for zone in frame.table.zones if zone.kind == "grid")
    picture = pen.tables.draw(frame.table, 6.6, WIDTH)
    board = pen.tables.printed.band(grid, 6.6, 0.75 * WIDTH)
    left = (WIDTH - board.width) / 2
    placed = walk(Scene("", 200.0, 200.0, 0.0, picture.items))
    assert min(item_box(each).x for each in placed) > left - 0.5
    (square,) = [name for name, item in zip(grid.names, grid.items, strict=True) if item and " " in item.face]
    cell = next(slot for name, slot in zip(grid.names, board.slots, strict=True) if name == square)
    one, two = (pawn_room(pen.kit.boards[0], grid.names, square, cell, count) for count in (1, 2))
    assert two.width > one.width


def test_turns_of_two_seats_without_a_picture_stand_in_a_column_each() -> None:
    pen, game = narrated("linked-ships")
    still = next(each for each in pen._told_frames(game.frames) if each.key == "still")
    told, height = pen.told(still, pen.words.said(still), WIDTH)
    marks = filled(told.items, pen.kit.inks["red"])
    assert min(box.x for box in marks) > WIDTH / 2
    assert height > len(still.sentences) / 2 * 5.0


def text_top(items: tuple[Item, ...]) -> float:
    """Where the first line of letters begins."""
    placed = walk(Scene("", 300.0, 300.0, 0.0, items))
    return min(item_box(each).y for each in placed if isinstance(each.item, Glyphs))


def _held(table: Table) -> list[Zone]:
    """The hands that hold anything."""
    return [zone for zone in table.zones if zone.name == "hands" and zone.items]


def _together(table: Table) -> bool:
    """Whether just one place has two ships, and none at an end."""
    grid = next(zone for zone in table.zones if zone.kind == "grid")
    several = [at for at, item in enumerate(grid.items) if item and len(item.face.split()) == 2]
    more = [at for at, item in enumerate(grid.items) if item and len(item.face.split()) > 2]
    return len(several) == 1 and not more and several[0] not in (0, len(grid.items) - 1)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_rounds_of_a_race_stand_on_each_page(language: str) -> None:
    """Below the title of its chapter, and the last ones over its end."""
    pen, game = narrated("throwing-sticks", 3, language)
    first, second, *_, before, last = pen.pictures(game, WIDTH)
    assert first.height + second.height < 178.0 - 26.0
    assert before.height + last.height < 178.0 - 4.0


def test_whoever_acted_has_an_upright_bar_beside_its_things() -> None:
    pen, game = narrated("throwing-sticks", 3)
    blue = filled(pen.picture(game.frames[-1], WIDTH).items, find_ink("blue"))
    bars = [box for box in blue if 1.0 < box.width < 1.2]
    assert len(bars) == 2
    assert all(box.height > 6.0 for box in bars)
    assert len({round(box.bottom, 2) for box in bars}) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_throw_stands_on_the_line_of_what_it_brought(language: str) -> None:
    pen, game = narrated("throwing-sticks", 2, language)
    frame = game.frames[-1]
    assert frame.table is not None
    owned = frame.table.by_owner()
    alone = {owner: pen.tables.around._block(owner, zones, 200.0) for owner, zones in owned.items()}
    lefts, blocks = pen.tables.around._side_by_side(owned, WIDTH, len(owned), 1.2)
    assert lefts == sorted(lefts)
    assert all(block.height <= 1.2 * alone[owner].height + 1e-6 for owner, block in blocks.items())
    assert lefts[-1] + [*blocks.values()][-1].width <= WIDTH + 1e-6


@pytest.mark.parametrize("kit_id", ["linked-ships", "mountain-road"])
def test_what_is_said_of_a_turn_among_rules_stands_over_it(kit_id: str) -> None:
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None, numbered=False)
    frame = narrated(kit_id)[1].frames[4]
    turn = pen.turn(frame, 128.0)
    assert turn.titled is not None
    titled = turn.titled("Rule 1.1: home")
    assert titled is not None
    assert "Rule 1.1: home" in titled.words
    assert turn.titled("Rule " * 60) is None
