"""Walkthroughs of races: what a page shows beside and on its boards."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import pairwise

import pytest

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.boards.river import BANKS
from printkit.compose.boards.ways import pawn_room
from printkit.compose.books.page_blocks import Told
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.standees import pawn_items
from printkit.compose.table.ending import Ending
from printkit.compose.table.pawn_ways import pawn_ways, plunder_items
from printkit.compose.table.setting import MOST_IN_ROWS
from printkit.compose.table.sign_lines import FIRST, ROOM, SIDE, SIGNED, WIDE
from printkit.compose.table.turn_lines import Row
from printkit.compose.text.typesetting import TextStyle, line_width
from printkit.compose.walkthrough.changes import without_still_boards
from printkit.compose.walkthrough.fleet import cargo_items
from printkit.compose.walkthrough.narration import ASIDE, NarratedGame, NarrationPen
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.compose.walkthrough.quiet_rounds import JOINED, board_share, with_quiet_joined
from printkit.compose.walkthrough.sent_back import fall_picture
from printkit.compose.walkthrough.summit import summit_items
from printkit.compose.walkthrough.taken import take_picture
from printkit.compose.walkthrough.won_throw import won_panel, won_throw
from printkit.games.find import find_module, make_game
from printkit.games.narration import Frame, Move, Sentence
from printkit.games.net_xy import _with_moments
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Rect
from printkit.inspect.pages import page_chars
from printkit.jobs.build.bound_book import A5
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.jobs.parts.walkthrough import _chapter, bound_book
from printkit.kit.booklet import BOOK_FONTS, load_walkthrough_book
from printkit.kit.find import find_kit
from printkit.kit.markdown import plain_text
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests import air_kits

WIDTH = 118.0
GOLD = find_ink("gold")


def narrated(kit_id, at=0, language="en"):
    """The pen of a kit and one of the games of its walkthrough."""
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full")
    sample = chapters_of_kit(kit, load_walkthrough_book(kit))[at].sample
    assert isinstance(sample, NarratedGame)
    return NarrationPen(kit, language, Scenes(kit, choices).front, choices, None), sample


def filled(items, ink):
    """Where every path of a drawing lies that is filled with an ink; mm."""
    placed = walk(Scene("", 300.0, 300.0, 0.0, items))
    return [item_box(each) for each in placed if isinstance(each.item, Path) and each.item.fill == ink]


def test_a_small_board_is_drawn_as_the_kits_own():
    """It had white numbers, bare walls and fewer cuts: readers saw two boards of one game."""
    kit = find_kit("mountain-road")
    choices = Choices("card", "full")
    pen = Diagrams(kit, "en", kit.boards[0], facts_of("mountain-road", choices), choices, plain=True)
    small, large = (
        [
            (each.item.fill, each.item.stroke, each.item.outline.commands)
            for each in walk(Scene("", 300.0, 300.0, 0.0, pen.position({}, cell).items))
            if isinstance(each.item, Path)
        ]
        for cell in (10.4, 28.0)
    )
    assert small == large
    assert len([each for each in small if each == (BLACK, None, "MCCCCZ")]) > 20


def test_signs_among_words_are_four_millimetres_high_and_apart():
    assert SIDE * ASIDE >= 4.0
    # Neighbours in a line and in two lines have paper between them.
    assert (WIDE - SIDE) * ASIDE >= 0.5
    assert (SIGNED - SIDE) * ASIDE >= 0.4
    style = TextStyle(BOOK_FONTS[0], ASIDE, tracking=0.0)
    assert line_width(ROOM, style) == pytest.approx(WIDE * ASIDE, abs=0.01)


@pytest.mark.parametrize(("language", "hand", "laid"), [("en", "hand", "laid"), ("ja", "手札", "設置")])
def test_hands_are_not_shown_and_what_is_laid_lies_below_the_board(language, hand, laid):
    """Beside a mark each, and nothing lower: rows of cards were a ledger."""
    pen, game = narrated("mountain-road", language=language)
    count = 0
    for frame in game.frames:
        assert frame.table is not None
        picture = pen.picture(frame, WIDTH)
        told = picture.told
        assert [piece.role for piece in told[-3:]] == ["P", "P", "Figure"]
        own = {(each.owner, each.name) for each in frame.table.zones if each.items and each.name == "built"}
        for piece in told[-3:-1]:
            texts = [each.item.text for each in _letters(piece.items)]
            assert texts
            assert hand not in texts
        figure = [(each.item.text, item_box(each)) for each in _letters(told[-1].items)]
        board = max(box.bottom for box in filled(told[-1].items, GOLD) if box.width > 9.0)
        boxes = [box for text, box in figure if text == laid]
        assert len(boxes) == len(own)
        assert all(board < box.y and box.right < 0.3 * WIDTH for box in boxes)
        lowest = max(item_box(each).bottom for piece in told[-3:] for each in _letters(piece.items))
        assert lowest < picture.height - 2.4
        count += len(boxes)
    assert count > 20


def test_rice_and_coins_lie_there_as_the_sticks_that_are_cut_out():
    pen, game = narrated("mountain-road")
    frame = game.frames[4]
    assert frame.table is not None
    bare = replace(pen.kit, tokens=tuple(each for each in pen.kit.tokens if not each.front.sign))
    choices = Choices(pen.kit.default_size, "full")
    other = NarrationPen(bare, "en", Scenes(pen.kit, choices).front, choices, None)
    with_sticks, without = (
        filled(each.tables.draw(frame.table, 6.6, WIDTH, ((), ()), dict.fromkeys("AB", _nothing)).items, GOLD)
        for each in (pen, other)
    )
    # Two ears of rice for each seat, and four on a coin.
    assert len(with_sticks) >= len(without) + 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_comes_no_more_to_turn_has_words_and_no_bar_marks_who_did(language):
    pen, game = narrated("mountain-road", language=language)
    last = game.frames[-1]
    assert last.seats == ("A",)
    assert [each.turn for each in last.sentences if each.turn] == ["A", "B"]
    closing = pen.picture(last, WIDTH)
    assert not [box for box in filled(closing.items, find_ink("blue")) if box.width < 2.0 < box.height / 5]


def test_a_round_in_which_somebody_takes_something_from_another_has_a_board():
    """In its line one saw neither who lost it nor what."""
    pen, game = narrated("mountain-road")
    at = 1
    quiet = game.frames[at]
    assert board_share(game.frames, at, pen.tables, WIDTH, 0.5) == 0.0
    values = {"seat": "A", "other": "B", "number": "2"}
    taken = replace(quiet, sentences=(*quiet.sentences, Sentence("mountain-road.tiger", values)))
    assert board_share([game.frames[0], taken, game.frames[2]], 1, pen.tables, WIDTH, 0.5) == 1.0


def test_a_line_has_the_words_of_a_part_without_signs_and_as_much_room_as_it_takes():
    pen, _ = narrated("mountain-road")
    rows = [
        Row("gets", "".join(map(chr, range(FIRST, FIRST + 4)))),
        Row("changes", words="rice, +1 coin"),
        Row("lays"),
    ]
    drawn, high = pen.lines.in_line(("", rows), "", pen.style, 44.0)
    placed = [*walk(Scene("", 100.0, 100.0, 0.0, drawn.items))]
    said = [each.item.text for each in placed if isinstance(each.item, Glyphs)]
    assert {"gets", "changes", "rice, +1 coin"} <= {*said}
    assert "lays" not in said
    assert max(item_box(each).right for each in placed) <= 44.0 + 0.5
    assert high > pen.style.plain.size


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rounds_are_of_one_height_so_that_two_begin_where_those_of_all_pages_do(language):
    pen, game = narrated("mountain-road", language=language)
    pictures = pen.pictures(game, WIDTH)
    shown = [*zip(game.frames, pictures, strict=True)][:-1]
    plain = [
        (frame, picture)
        for frame, picture in shown
        if frame.turning is None or "climbers" not in frame.turning.values
    ]
    # Below two others climbers are on their mountain.
    assert len(plain) == len(pictures) - 3
    # Without a board they are a line or two, and where a turn has many rows they need more.
    boards = [round(picture.height, 3) for frame, picture in plain if picture.height > 70.0]
    assert boards.count(boards[0]) >= len(boards) - 2
    assert 2 * boards[0] <= 178.0
    quiet = [frame for frame, picture in plain if picture.height < 30.0]
    assert [frame.number for frame in quiet] == [2, 3, 6, 10, 14, 16]
    assert [frame.number for frame in quiet if frame.moves] == [14, 16]
    assert [frame.number for frame, picture in plain if picture.grow] == [1, 4, 5, 8, 9, 11, 12, 15, 17]
    # A board has one of two sizes.
    for frame, picture in plain:
        widths = set()
        for high in range(70, 176, 8) if picture.grow else ():
            assert picture.grow is not None
            shown = picture.grow.draw(max(picture.height, float(high)))
            gold = [box for box in filled(shown.told[-1].items, GOLD) if box.width > 9.0]
            widths.add(round(max(box.right for box in gold) - min(box.x for box in gold)))
        assert len(widths) == 2 * bool(picture.grow), frame.number
    # A small board has half of the width.
    frame = game.frames[3]
    said = pen.picture(frame, WIDTH).told[-2]
    left = min(
        item_box(each).x
        for each in walk(Scene("", 300.0, 300.0, 0.0, said.items))
        if isinstance(each.item, Glyphs)
    )
    assert 0.45 * WIDTH < left < 0.55 * WIDTH


def test_squares_a_piece_left_and_reached_stand_beside_its_seat():
    pen, game = narrated("mountain-road")
    frame = next(each for each in game.frames if {move.what for move in each.moves} == {"A", "B"})
    assert frame.table is not None
    figure = pen.picture(frame, WIDTH).told[-1]
    texts = [
        (each.item.text, item_box(each))
        for each in walk(Scene("", 300.0, 300.0, 0.0, figure.items))
        if isinstance(each.item, Glyphs)
    ]
    way = facts_of("mountain-road", Choices("card", "full")).way
    for move in frame.moves:
        left, reached = (
            [box for text, box in texts if text == str(way.index(square)) and box.x > WIDTH / 2]
            for square in (move.source, move.target)
        )
        assert any(
            one.right < other.x and one.center[1] == pytest.approx(other.center[1], abs=0.5)
            for one in left
            for other in reached
        )


def test_a_race_up_a_mountain_ends_with_its_winner_above_the_others():
    pen, game = narrated("mountain-road")
    table = game.frames[-1].table
    stands = pen.tables.climbed(table)
    assert stands["A"] == (24, 1.0)
    assert stands["B"] == (16, pytest.approx(2 / 3))
    items, (words,) = summit_items(pen.kit, "Won by A", stands, Rect(0.0, 0.0, 118.0, 86.0), low=False)
    assert words.text == "Won by A"
    discs = sorted((box for box in filled(tuple(items), PAPER) if box.width == box.height), key=_area)
    second, first = discs[-2:]
    assert first.bottom < second.bottom
    assert first.width > 1.5 * second.width
    scene = Scene("", 118.0, 86.0, 0.0, tuple(items))
    assert "16" in [each.item.text for each in walk(scene) if isinstance(each.item, Glyphs)]
    board, throwing = narrated("throwing-sticks", 3)
    assert not board.tables.climbed(throwing.frames[-1].table)


def test_climbers_at_the_foot_are_seen_nearer_and_side_by_side():
    """There was no picture between the cover and the last page."""
    pen, game = narrated("mountain-road")
    frame = next(each for each in game.frames if each.turning)
    stands = pen.tables.climbed(frame.table)
    assert stands == {"A": (4, pytest.approx(1 / 6)), "B": (3, pytest.approx(1 / 8))}
    box = Rect(0.0, 0.0, 118.0, 86.0)
    items, words = summit_items(pen.kit, "A takes the lead", stands, box, low=False)
    discs = sorted(
        (each for each in filled(tuple(items), PAPER) if each.width == pytest.approx(each.height)), key=_area
    )
    second, first = sorted(discs[-2:], key=lambda each: each.x)
    assert box.contains(second)
    assert box.contains(first)
    assert second.right <= first.x + 0.01
    assert 20.0 < second.width < 32.0
    assert all(
        item_box(next(iter(walk(Scene("", 118.0, 86.0, 0.0, (each,)))))).bottom < 25.0 for each in words
    )


@pytest.mark.parametrize(
    ("kit_id", "head"),
    [
        ("paper-cetkaik", True),
        ("throwing-sticks", True),
        ("mountain-road", True),
        ("linked-ships", False),
        ("cetkaik", False),
    ],
)
def test_what_was_agreed_stands_in_the_head_of_the_first_picture_or_in_the_chapter(kit_id, head):
    """A line of its own says too little; beside a board the head says how things stand, and a bar has no room."""
    pen, game = narrated(kit_id)
    game = replace(game, options=("deals=1",))
    pen.agreed = lambda option: f"agreed {option}"  # type: ignore[method-assign]
    said = [plain_text(block.runs) for block in _chapter(pen, "game-1", game)]
    pictures = pen.pictures(game, WIDTH)
    heads = ["agreed deals=1" in _said(picture) for picture in pictures]
    assert heads == [head, *(False for _ in pictures[1:])]
    assert ("agreed deals=1" in said) != head


def is_head(item):
    return isinstance(item, Path) and item.outline.commands == "MLLZ" and item.fill not in (None, PAPER)


def test_cargo_that_was_taken_goes_from_bar_to_bar_between_both_seats():
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
    rows = {"A1": Rect(0.0, 8.0, 30.0, 3.5), "B2": Rect(62.0, 12.0, 30.0, 3.5)}
    free = Rect(0.0, 6.0, 92.0, 20.0)
    taken = [Move("2", "A1", "B2"), Move("1", "B2", "A1")]
    both = plunder_items(pen.kit, rows, taken, free, low=False)
    # An arrow for each raid, in the ink of who took it.
    lines = [each for each in both if isinstance(each, Path) and not each.fill]
    shafts = [each for each in lines if each.stroke != PAPER]
    assert [each.stroke for each in shafts] == [pen.kit.inks["red"], BLACK]
    placed = [*walk(Scene("", 100.0, 100.0, 0.0, tuple(both)))]
    assert [each.item.text for each in placed if isinstance(each.item, Glyphs)] == ["2", "1"]
    boxes = [item_box(each) for each in placed]
    assert min(box.x for box in boxes) > 30.0
    assert max(box.right for box in boxes) < 62.0
    # Whose ship took it from whose is seen at its ends: a reader saw them between two rows.
    ends = sorted(
        (
            box
            for each, box in zip(placed, boxes, strict=True)
            if isinstance(each.item, Path) and each.item.fill in (BLACK, pen.kit.inks["red"])
        ),
        key=lambda box: box.center[0],
    )
    assert ends[0].right < 40.0
    assert ends[-1].x > 52.0


def test_numbers_of_cargo_that_went_there_and_back_stand_apart():
    pen, _ = narrated("linked-ships")
    rows = {
        "A1": Rect(0.0, 8.0, 30.0, 3.5),
        "A2": Rect(0.0, 13.0, 30.0, 3.5),
        "B1": Rect(62.0, 17.0, 30.0, 3.5),
        "B2": Rect(62.0, 12.0, 30.0, 3.5),
        "B3": Rect(61.6, 8.0, 30.0, 3.5),
    }
    taken = [Move("3", "A1", "B2"), Move("2", "B2", "A1"), Move("2", "A1", "B2")]
    thrice, joining = [taken[0]] * 3, [Move("3", "A1", "B2"), Move("1", "A2", "B2")]
    crossing = [Move("3", "A1", "B1"), Move("1", "A2", "B2")]
    # The second of these ends highest.
    rising = [Move("3", "A1", "B2"), Move("1", "B2", "A1")]
    # The first leaves the second none where it usually stands.
    long = [Move("12", "A1", "B3")] * 2
    free = Rect(0.0, 7.0, 92.0, 19.0)
    for moves in (taken, taken[::2], thrice, joining, crossing, rising, long):
        items = tuple(plunder_items(pen.kit, rows, moves, free, low=False))
        plates = [
            each
            for each in items
            if isinstance(each, Path) and each.fill == PAPER and each.stroke in (BLACK, pen.kit.inks["red"])
        ]
        assert [each.stroke for each in plates] == [
            pen.kit.inks["red"] if move.target[0] == "B" else BLACK for move in moves
        ]
        boxes = [item_box(each) for each in walk(Scene("", 99.0, 99.0, 0.0, tuple(plates)))]
        # One below the other as they were taken, none on another, and all in what is free.
        assert all(one.bottom + 0.2 < other.y for one, other in pairwise(boxes))
        assert all(free.contains(box) for box in boxes)
        assert min(box.height for box in boxes) > 5.0
        figures = [each for each in items if isinstance(each, Glyphs)]
        assert len(figures) == len(moves)
        assert {each.ink for each in figures} == {BLACK}


def test_where_no_ship_moves_seats_are_told_at_once_and_what_came_aboard_stands_at_bars():
    """It was eight rounds in two columns of small lines, and bars that hung without a frame."""
    pen, game = narrated("linked-ships")
    picture = pen.pictures(game, WIDTH)[1]
    texts = [each.item.text for each in _letters(picture.items)]
    assert [text for text in texts if text.startswith("+")] == ["+5", "+13", "+6", "+6", "+9", "+6"]
    assert picture.words.count("Throws") == 3
    assert "Throws 3 2 2 2 4 3 5 3," in picture.words
    frame = [
        box
        for each in walk(Scene("", 200.0, 200.0, 0.0, picture.items))
        if isinstance(each.item, Path) and each.item.stroke == BLACK and (box := item_box(each)).width > 116.0
        if box.height > 20.0
    ]
    assert len(frame) == 1
    # All ships of both lie there, and what each carries stands over it: readers saw bars in a box, and no ship.
    assert texts[-2:] == ["15", "10"]
    assert [text for text in texts if text.isdigit()][:6] == ["14", "13", "11", "15", "9", "11"]
    sails = [box for box in filled(picture.items, pen.kit.inks["red"]) if 8.0 < box.height < 14.0]
    assert len(sails) >= 3
    assert not [box for box in sails if box.x < 0.6 * WIDTH]
    # Water lies in the middle of a ring; on no bar and no letter.
    ring = pen.pictures(game, WIDTH)[2]
    cuts = [
        item_box(each)
        for each in walk(Scene("", 200.0, 200.0, 0.0, ring.items))
        if isinstance(each.item, Path) and each.item.fill == find_ink("blue")
    ]
    waves = [box for box in cuts if box.height < 2.5 and box.width > 4.0]
    assert len(waves) >= 4
    letters_ = [item_box(each) for each in _letters(ring.items)]
    assert not any(wave.overlaps(letter) for wave in waves for letter in letters_)


def test_an_empty_goal_is_no_darker_than_the_start_and_arrows_beside_it_lie_apart():
    pen, game = narrated("linked-ships")
    frame = game.frames[5]
    picture = pen.picture(frame, WIDTH)
    cell = 9.0
    blocks = [
        item_box(each)
        for each in walk(Scene("", 200.0, 200.0, 0.0, picture.items))
        if isinstance(each.item, Path)
        and each.item.fill == BLACK
        and each.item.outline.commands.count("M") == 1
    ]
    assert not [box for box in blocks if min(box.width, box.height) > cell]
    printed = pen.tables.around.zones.printed_of(
        next(zone for zone in frame.table.zones if zone.kind == "grid")  # type: ignore[union-attr]
    )
    assert printed is not None
    way, slots = printed.facts.way, printed.squares(cell)
    # Those of one side to one place run together, and no third has to go over the bank.
    for first, apart in (("A1", True), ("B1", False)):
        moves = [Move(first, way[1], way[2]), Move("B2", way[0], way[2])]
        below = pawn_ways(pen.kit, printed, slots, moves, {way[2]}).below
        lines = [
            item_box(each)
            for each in walk(Scene("", 99.0, 99.0, 0.0, tuple(below)))
            if is_head(each.item) and not isinstance(each.item, Glyphs)
        ]
        assert len(lines) == 2
        assert lines[0].overlaps(lines[1]) != apart


def test_words_keep_off_a_black_bar():
    pen, game = narrated("linked-ships")
    frame = next(frame for frame in game.frames if frame.turning)
    picture = pen.picture(frame, WIDTH)
    (bar,) = (box for box in filled(picture.items, BLACK) if box.width == pytest.approx(WIDTH))
    words = next(piece for piece in picture.told if piece.role == "P" and len(letters(piece.items)) > 3)
    assert min(box.y for box in letters(words.items) if box.y > bar.y + 3.0) - bar.bottom >= 1.5


def test_both_letters_stand_in_the_ring():
    pen, game = narrated("linked-ships")
    frame = game.frames[3]
    assert frame.table is not None
    picture = pen.tables.draw(frame.table, 6.6, WIDTH)
    placed = [*walk(Scene("", 200.0, 200.0, 0.0, picture.items))]
    marks = [
        item_box(each) for each in placed if isinstance(each.item, Glyphs) and each.item.text in ("A", "B")
    ]
    assert len(marks) == 2
    assert all(0.35 * WIDTH < box.x < box.right < 0.65 * WIDTH for box in marks)
    # The ends of the board reach as far over its squares as the words on both sides.
    assert -0.01 <= min(item_box(each).x for each in placed) < 0.6
    assert WIDTH - 0.6 < max(item_box(each).right for each in placed) < WIDTH + 0.6


def test_several_ships_on_a_place_lie_apart_from_its_neighbours_and_from_the_goal():
    kit = find_kit("linked-ships")
    board = kit.boards[0]
    way = facts_of(board.game, Choices("card", "full")).way
    cells = Diagrams(kit, "en", board, facts_of(board.game, Choices("card", "full")), Choices("card", "full"))
    slots, side = cells.squares(9.6), 9.6
    home = pawn_room(board, way, way[-1], slots[way[-1]], 3)
    assert home.width > 1.2 * side
    for count in (2, 3):
        for at in range(1, len(way) - 1):
            room = pawn_room(board, way, way[at], slots[way[at]], count)
            assert not room.overlaps(home)
            # It does not reach over the banks: readers saw it burst out of the track.
            assert slots[way[at]].grown((BANKS[1] - 0.5) * side).contains(room)
            for other in (at - 1, at + 1):
                if 0 < other < len(way) - 1:
                    (x, y), half = slots[way[other]].center, 0.4 * side
                    assert not room.overlaps(Rect(x - half, y - half, 2 * half, 2 * half))
        drawn = [*pawn_items(kit, " ".join(("A1", "B2", "A3")[:count]), room, low=False)]
        shapes = [item_box(each) for each in walk(Scene("", 99.0, 99.0, 0.0, tuple(drawn)))]
        assert max(box.width for box in shapes) > (4.0 if count == 2 else 3.0)


def test_an_arrow_of_cargo_lies_in_a_lane_between_the_bars_of_both_seats():
    pen, game = narrated("linked-ships")
    frame = next(each for each in game.frames if "2" in {move.what for move in each.moves})
    assert frame.table is not None
    picture = pen.picture(frame, WIDTH)
    placed = [*walk(Scene("", 200.0, 200.0, 0.0, picture.told[-1].items))]
    numbers = [
        item_box(each) for each in placed if isinstance(each.item, Glyphs) and each.item.text.isdigit()
    ]
    bare = replace(frame, moves=tuple(move for move in frame.moves if move.what[0] in "AB"))
    before = [
        item_box(each) for each in walk(Scene("", 200.0, 200.0, 0.0, pen.picture(bare, WIDTH).told[-1].items))
    ]
    arrow = [box for box in map(item_box, placed) if box not in before]
    assert arrow
    lane = Rect.from_edges(
        min(box.x for box in arrow), min(box.y for box in arrow), max(box.right for box in arrow),
        max(box.bottom for box in arrow),
    )  # fmt: skip
    assert [box for box in numbers if box in before and box.overlaps(lane)] == []
    assert lane.width > 14.0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rounds_in_which_a_game_turns_have_a_black_bar_with_what_turns_it(language):
    pen, game = narrated("linked-ships", language=language)
    turning = [frame for frame in game.frames if frame.turning]
    assert [frame.turning.key for frame in turning if frame.turning] == [
        "turning.sail", "turning.front", "turning.front", "turning.spare", "turning.front",
        "turning.plunder", "turning.home", "turning.lead",
    ]  # fmt: skip
    assert "".join(str(frame.turning.values["seat"]) for frame in turning if frame.turning) == "ABAABBBA"
    for frame in game.frames:
        picture = pen.picture(frame, WIDTH)
        bars = [box for box in filled(picture.items, BLACK) if box.width == pytest.approx(WIDTH)]
        assert len(bars) == bool(frame.turning)
        if frame.turning:
            assert pen.words.sentence(frame.turning) in picture.words


def test_other_rounds_begin_with_a_tab_in_outline_as_wide_as_their_words():
    """Pages without a bar were one grey, and black tabs hid the bars; where no ship moves a line is enough."""
    pen, game = narrated("linked-ships")
    for frame in (each for each in game.frames if not each.turning):
        ground, *said = pen.picture(frame, WIDTH).told
        assert filled(ground.items, BLACK) == []
        outlines = [item_box(each) for each in walk(Scene("", 300.0, 300.0, 0.0, ground.items))]
        (tab,) = (box for box in outlines if box.height > 5.0)
        assert 25.0 < tab.width < WIDTH / 2
        words = [each for told in said[:2] for each in told.items if isinstance(each, Glyphs)]
        assert {each.ink for each in words} == {BLACK}
    still = next(each for each in without_still_boards(game.frames, pen._still) if each.key == "still")
    (rule,) = walk(Scene("", 300.0, 300.0, 0.0, pen.picture(still, WIDTH).told[0].items))
    assert item_box(rule).height < 1.0


def test_turns_in_which_nothing_moves_show_what_seats_have_without_the_board():
    pen, game = narrated("linked-ships")
    (still,) = (each for each in without_still_boards(game.frames, pen._still) if each.key == "still")
    assert still.table is not None
    assert {zone.kind for zone in still.table.zones} == {"gauge"}
    picture = pen.picture(still, WIDTH)
    # Ships of both lie at the sides of a quay.
    ships = [box for box in filled(picture.told[-1].items, pen.kit.inks["red"]) if box.height > 5.0]
    assert min(box.x for box in ships) > WIDTH / 2
    assert max(box.right for box in ships) > 0.9 * WIDTH


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rounds_in_which_ships_only_sail_on_are_joined_and_told_on_one_line_each(language):
    """Page upon page had the same two rings."""
    pen, game = narrated("linked-ships", language=language)
    shown = [*without_still_boards(game.frames, pen._still)]
    frames = [*with_quiet_joined(shown, pen.words, pen.tables)]
    joined = [frame for frame in frames if frame.key == JOINED]
    assert [(frame.number, frame.until) for frame in joined] == [(21, 24), (25, 28), (29, 32), (33, 36)]
    assert len(frames) == len(shown) - len(joined)
    # Whoever tells a frame by its actions has those of all its rounds, and its last round even where none is given.
    acted = [replace(frame, until=0, actions=(f"of {frame.number}",)) for frame in shown]
    whole = [*with_quiet_joined(acted, pen.words, pen.tables)]
    assert next(each.actions for each in whole if each.key == JOINED) == ("of 21", "of 23")
    assert all(each.until >= each.number for each in whole if each.key == JOINED)
    pair = pen.picture(joined[0], WIDTH).height, pen.picture(frames[-2], WIDTH).height
    assert pair[0] == pytest.approx(pair[1], abs=0.1)
    (first, *_) = joined
    # Each ship has one arrow for its whole way.
    assert [*first.moves] == [Move("B2", "8", "10"), Move("A1", "8", "13")]
    # A raid, whoever turns the game, and who comes home keep their own pictures.
    raided = [frame for frame in shown if any(move.source[:1] in ("A", "B") for move in frame.moves)]
    turned = [frame for frame in shown if frame.turning]
    assert all(frame in frames for frame in (*raided, *turned))
    # A kit without a heading for such rounds shows each, and all turns of one without words for several.
    left_out = ("narration.frame.joined", "narration.many.linked-ships.supply")
    texts = {key: text for key, text in pen.kit.texts[language].items() if key not in left_out}
    bare = NarrationWords(replace(pen.kit, texts={language: texts}), language, Choices("slip"))
    assert [*with_quiet_joined(shown, bare, pen.tables)] == shown


@pytest.mark.parametrize("values", [0, 1, 60])
def test_throws_stand_alone_where_nobody_has_anything_and_do_not_grow_without_end(values):
    pen, game = narrated("throwing-sticks")
    table = next(frame.table for frame in game.frames if frame.table)
    cast = next(zone for zone in table.zones if zone.kind == "cast")
    beside = tuple(Zone(f"value{at}", "text", (Thing("3"),), cast.owner) for at in range(values))
    items, height = pen.tables.throws.draw(replace(table, zones=(cast, *beside)), 10.0, WIDTH)
    alone = pen.tables.zones.throw(cast, 10.0, 0).height
    sticks = max(item_box(each).height for each in walk(Scene("", 300.0, 300.0, 0.0, tuple(items))))
    assert alone - 0.1 <= height
    assert sticks <= 3.5 * alone


def test_four_turns_among_rules_are_read_downwards_and_names_beside_bars_can_be_read():
    kit = find_kit("linked-ships")
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None, numbered=False)
    frame = narrated("linked-ships")[1].frames[-1]
    picture = pen.turn(frame, 128.0)
    said = next(piece for piece in picture.told if piece.role == "P" and letters(piece.items))
    assert len({round(box.x, 1) for box in letters(said.items) if box.width > 20.0 and box.x < 10.0}) == 1
    names = [
        item_box(each).height
        for each in walk(Scene("", 300.0, 300.0, 0.0, picture.items))
        if isinstance(each.item, Glyphs) and each.item.text == "start"
    ]
    # An em of 5.5 pt; the letters of the word are three quarters as high.
    assert len(names) == 3
    assert min(names) > 0.6 * 5.5 * 25.4 / 72


def test_turns_of_two_seats_without_a_picture_stand_in_a_column_each():
    pen, game = narrated("linked-ships")
    still = next(each for each in without_still_boards(game.frames, pen._still) if each.key == "still")
    told, height = pen.told(still, pen.words.said(still), WIDTH)
    marks = filled(told.items, pen.kit.inks["red"])
    assert min(box.x for box in marks) > WIDTH / 2
    assert height > len(still.sentences) / 2 * 5.0


def letters(items):
    """Where the words of a drawing lie."""
    placed = walk(Scene("", 300.0, 300.0, 0.0, items))
    return [item_box(each) for each in placed if isinstance(each.item, Glyphs)]


def text_top(items):
    """Where the first line of letters begins."""
    placed = walk(Scene("", 300.0, 300.0, 0.0, items))
    return min(item_box(each).y for each in placed if isinstance(each.item, Glyphs))


def _area(box):
    return box.width * box.height


def _nothing(width, air=0.0, last=None):
    """No words."""
    return Told("P", ()), 0.0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_rounds_of_a_race_stand_on_each_page(language):
    """With a board as wide as the page on each; the first one below its cups, and the last one over its end."""
    pen, game = narrated("throwing-sticks", 3, language)
    cups, *rounds, last = pen.pictures(game, WIDTH)
    take, fall = (each for each in rounds if len(each.told) < 3)
    rounds = [each for each in rounds if each not in (take, fall)]
    assert all(one.height + other.height < 178.0 - 4.0 for one, other in pairwise(rounds))
    assert len({round(each.height, 2) for each in rounds}) == 1
    assert cups.height + rounds[0].height < 178.0 - 18.6
    assert fall.height + rounds[0].height < 178.0 - 4.0
    assert take.height + rounds[0].height < 178.0 - 4.0
    assert last.height < 178.0 - 4.0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_quiet_rounds_of_sticks_are_one_picture_in_which_each_throw_is_an_arrow(language):
    pen, game = narrated("throwing-sticks", 3, language)
    joined = [each for each in with_quiet_joined(game.frames, pen.words, pen.tables) if each.key == JOINED]
    assert [(each.number, each.until, each.lines) for each in joined] == [(2, 3, (8, 19))]
    assert [sentence.turn for sentence in joined[0].sentences if sentence.turn] == ["B", "C", "A"]
    assert pen.words.said(joined[0]).count("\n") == 2
    ways = [(move.what, move.source, move.target) for move in joined[0].moves]
    assert len(ways) == 6
    for seat in "ABC":
        (first, second) = (way for way in ways if way[0] == seat)
        assert first[2] == second[1]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_most_cups_that_are_taken_at_once_are_a_picture_of_their_own(ink):
    pen, game = narrated("throwing-sticks", 3)
    turning = next(frame.turning for frame in game.frames if frame.turning)
    assert turning.values == {"seat": "B", "cups": "3", "step": "19"}
    for words in ("B takes 3 cups", "B drinks all the cups that are left on the long road home"):
        take = take_picture(pen.kit, turning, words, WIDTH, low=ink == "low")
        assert take is not None
        assert take.grow is not None
        for picture in (take, take.grow.draw(take.grow.most)):
            placed = [*walk(Scene("", 300.0, 300.0, 0.0, picture.items))]
            ground = item_box(placed[0])
            # Who drinks runs off the edge, nothing else does.
            rest = [item_box(each) for each in placed if not each.transform.degrees()]
            assert all(ground.grown(0.1).contains(box) for box in rest)
            texts = [each for each in placed if isinstance(each.item, Glyphs)]
            assert {"19", "B", words} <= {each.item.text for each in texts}
            bowl = PAPER if ink == "full" else BLACK
            cups = [box for box in filled(picture.items, bowl) if box.width > 15.0 and box.height > 10.0]
            cups = [box for box in cups if box.x > 0.44 * WIDTH and box.width < 0.3 * WIDTH]
            assert len(cups) == 3
            said = next(item_box(each) for each in texts if each.item.text == words)
            assert not any(box.overlaps(said) for box in cups)
    assert take_picture(pen.kit, turning._replace(values={"seat": "B"}), "", WIDTH, low=False) is None


@pytest.mark.parametrize("ink", ["full", "low"])
def test_who_is_sent_back_from_farthest_is_a_picture_of_its_own(ink):
    """Four pages of equal boards had nothing large; nothing of it leaves its ground, and the words are read."""
    pen, game = narrated("throwing-sticks", 3)
    turned = [frame for frame in game.frames if frame.turning]
    assert [frame.number for frame in turned] == [5, 7]
    turning = turned[1].turning
    assert turning is not None
    assert turning.values == {"by": "C", "step": "26", "seats": ("B",)}
    fall = fall_picture(pen.kit, turning, "B goes back", WIDTH, low=ink == "low")
    assert fall is not None
    assert fall.grow is not None
    for picture in (fall, fall.grow.draw(fall.grow.most)):
        placed = [*walk(Scene("", 300.0, 300.0, 0.0, picture.items))]
        # The box of what is turned is larger than that.
        ground, *rest = (item_box(each) for each in placed if not each.transform.degrees())
        assert all(ground.grown(0.1).contains(box) for box in rest)
        assert ground.width > WIDTH - 0.6
        texts = [each.item.text for each in placed if isinstance(each.item, Glyphs)]
        assert {"B goes back", "26", "B", "C"} <= {*texts}
        assert [(piece.role, piece.words) for piece in picture.told] == [("", ""), ("P", "B goes back")]
    assert fall_picture(pen.kit, turning._replace(values={"seats": ("B",)}), "", WIDTH, low=False) is None


def test_advice_over_a_turn_of_a_race_is_said_instead_of_all_that_was_done():
    """And cups and prizes stand below its board, as a sum."""
    _, game = narrated("throwing-sticks", 3)
    kit = find_kit("throwing-sticks")
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None, numbered=False)
    titled = pen.turn(game.frames[-1], WIDTH).titled
    assert titled is not None
    picture = titled("Rule 3.1. Take the highest prize.")
    assert picture is not None
    texts = _said(picture)
    assert {"Rule 3.1", "3+6=9", "8+3=11", "5+10=15"} <= {*texts}
    assert "Take the highest prize." in " ".join(texts)
    assert not any("throws" in text for text in texts)
    # A stop that ends no number of a rule splits nothing, and what is too long for a head is a caption.
    whole, stopped = titled("No. 3 comes home"), titled("決まり3.1。褒章を取ります。")
    assert whole is not None
    assert stopped is not None
    assert {"No. 3 comes home"} <= {*_said(whole)}
    assert {"決まり3.1"} <= {*_said(stopped)}
    # Rules of one level, too, but no sentence that ends in a number; and with a colon all of it is the head.
    for words, rule in (
        ("Rule 3. Take it.", "Rule 3"),
        ("決まり3。取ります。", "決まり3"),
        ("決まり３．取ります。", "決まり３"),
        ("Rules 1.1 and 1.3.2. Take it.", "Rules 1.1 and 1.3.2"),
        ("Rule 3. B has 1.5. No more", "Rule 3"),
        ("決まり3．1枚取ります。", "決まり3"),
        ("C pays 3. B wins", "C pays 3. B wins"),
        ("Rule 3.1: take it", "Rule 3.1: take it"),
        ("決まり1.1と1.3：取ります。", "決まり1.1と1.3：取ります。"),
    ):
        head = titled(words)
        assert head is not None
        assert {rule} <= {*_said(head)}
    assert titled("Rule " * 60 + "3.1. Take the highest prize.") is None
    assert titled("Rule " * 60 + ". Take.") is None


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("at", [2, 3])
def test_what_seats_have_stands_at_the_ends_of_the_lines_of_their_turns(language, at):
    """Each seat has one line, with its mark in front; below the board of a race nothing stands again."""
    pen, game = narrated("throwing-sticks", at, language)
    told = [each for each in pen.pictures(game, WIDTH) if len(each.told) > 2]
    frames = [*with_quiet_joined(game.frames, pen.words, pen.tables)]
    for frame, picture in zip(frames, told, strict=True):
        table = frame.table
        assert table is not None
        has = {
            zone.owner: " ".join(item.face for item in zone.items if item)
            for zone in table.zones
            if zone.owner and zone.kind == "text"
        }
        lines = next(
            piece
            for piece in picture.told
            if any(value.rpartition("=")[2] in _said_of(piece) for value in has.values())
        )
        # A sum is as small as the words before it, its result large.
        has = {seat: value.rpartition("=")[2] for seat, value in has.items()}
        drawn = [
            each
            for each in _letters(lines.items)
            if each.item.text in {*has.values()} and item_box(each).right > WIDTH - 0.7
        ]
        assert sorted(each.item.text for each in drawn) == sorted(has.values())
        assert all(item_box(each).right == pytest.approx(WIDTH, abs=0.6) for each in drawn)
        turns = [sentence.turn for sentence in frame.sentences if sentence.turn]
        assert sorted(turns) == sorted(has)
        # In the order of the turns, each on the first line of its own.
        tops = [item_box(each).bottom for each in drawn]
        assert [each.item.text for each in drawn] == [has[seat] for seat in turns]
        assert tops == sorted({*tops})
        figure = picture.told[picture.told.index(lines) + 1]
        names = {pen.words.word(f"zone.{zone.name}") for zone in table.zones if zone.owner}
        assert names & {each.split(" ")[0] for each in _said_of(lines)} or names & {
            each.rpartition(" ")[0] for each in _said_of(lines)
        }
        assert not names & {*_said_of(figure)}
        assert len([zone for zone in table.zones if zone.kind == "cast"]) in (1, 3)


def test_a_board_with_its_throw_ends_where_lines_end():
    """It reached beyond the rules of its page."""
    pen, game = narrated("throwing-sticks", 2)
    table = game.frames[-1].table
    assert table is not None
    table = pen.tables.without_values(table)
    picture = pen.tables.draw(table, 16.0, WIDTH)
    placed = walk(Scene("", 300.0, 300.0, 0.0, picture.items))
    boxes = [item_box(each) for each in placed if isinstance(each.item, Path)]
    assert min(box.x for box in boxes) == pytest.approx(0.0, abs=0.1)
    assert max(box.right for box in boxes) == pytest.approx(WIDTH, abs=0.1)


def test_a_seat_without_a_turn_has_a_line_with_what_it_has():
    pen, game = narrated("throwing-sticks", 3)
    frame = game.frames[4]
    whole = pen._turns(frame, pen._says(frame))
    told = tuple(each for each in frame.sentences if each.turn != "A" and each.key != "net-xy.begins")
    fewer = replace(frame, sentences=told)
    lines = pen._turns(fewer, pen._says(fewer))
    assert [turn.seat for turn in whole] == ["B", "C", "A"]
    assert [turn.seat for turn in lines] == ["B", "C", "A"]
    assert (lines[-1].shown, lines[-1].value) == ("", whole[-1].value)
    picture = pen.picture(fewer, WIDTH)
    values = [each for each in _letters(picture.items) if item_box(each).right > WIDTH - 0.6]
    assert len({round(item_box(each).bottom, 1) for each in values}) == 3
    # Where a seat has two turns nothing stands at the ends of lines.
    twice = replace(frame, sentences=(*told, told[0]))
    assert not any(turn.value for turn in pen._turns(twice, pen._says(twice)))


def _letters(items):
    return [each for each in walk(Scene("", 300.0, 300.0, 0.0, items)) if isinstance(each.item, Glyphs)]


def _said_of(piece):
    """The texts of all lines of one piece of a picture."""
    return [each.item.text for each in _letters(piece.items)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_sums_of_all_seats_stand_alike_below_a_board_among_rules(language):
    """Though that of C is longer: each below its name, on one line and equally far apart."""
    kit = find_kit("throwing-sticks")
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, language, Scenes(kit, choices).front, choices, None, numbered=False)
    titled = pen.turn(narrated("throwing-sticks", 3)[1].frames[-1], WIDTH).titled
    assert titled is not None
    picture = titled("Rule 3.1. Take the highest prize.")
    assert picture is not None
    sums = [item_box(each) for each in _letters(picture.items) if "=" in each.item.text]
    names = [item_box(e) for e in _letters(picture.items) if e.item.text == pen.words.word("zone.won")]
    assert len(sums) == len(names) == 3
    assert len({round(box.bottom, 1) for box in sums}) == 1
    assert len({round(box.bottom, 1) for box in names}) == 1
    assert sums[1].x - sums[0].x == pytest.approx(sums[2].x - sums[1].x, abs=0.6)
    # Sticks would be too small to be counted there: no plate says how many are dark.
    below = {each.item.text for each in _letters(picture.items) if item_box(each).y > names[0].y - 4.0}
    assert below == {*"ABC", pen.words.word("zone.won"), "3+6=9", "8+3=11", "5+10=15"}


def test_a_long_name_of_what_seats_have_stands_over_it():
    pen, game = narrated("throwing-sticks")
    table = next(each.table for each in game.frames if each.table)
    throws = pen.tables.throws
    owned = [zone for zone in table.zones if zone.owner and zone.kind != "cast"]
    usual = throws._values(owned, 80.0, under=False)
    longer = copy(throws)
    longer.words = throws.words._replace(zone=lambda _: "points so far in all the rounds of this long game")
    for band in (longer._values(owned, 80.0, under=False), throws._values(owned, 80.0, under=True)):
        drawn = [
            item_box(each)
            for each in walk(Scene("", 99.0, 99.0, 0.0, band.items))
            if isinstance(each.item, Glyphs)
        ]
        assert band.height > usual.height
        assert all(drawn[0].bottom < box.y for box in drawn[1:])
        assert max(box.right for box in drawn) <= 80.0


def _said(picture):
    """The texts of all lines in a picture."""
    drawn = Scene("", 300.0, 300.0, 0.0, picture.items)
    return [each.item.text for each in walk(drawn) if isinstance(each.item, Glyphs)]


def test_what_a_card_cost_is_not_less_for_what_a_boat_brought():
    """B discards a boat for 2 coins, and pays them for a bow in the same group."""
    _, game = narrated("mountain-road")
    frame = next(each for each in game.frames if each.lines[0] <= 113 <= each.lines[1])
    paid = [each.values["coin"] for each in frame.sentences if each.key == "mountain-road.install-r"]
    assert paid == ["2"]


@pytest.mark.parametrize("at", [0, 1])
def test_throws_of_a_game_are_columns_of_the_page_and_what_they_are_for_has_the_rest(at):
    """Throws came in three widths, and beside four of them the right of the page was bare."""
    pen, game = narrated("throwing-sticks", at)
    column, heights = (WIDTH + 4.0) / 4 - 4.0, set()
    for frame in game.frames:
        assert frame.table is not None
        thrown = [zone for zone in frame.table.zones if zone.kind == "cast"]
        least, most = pen.tables.widths(frame.table, WIDTH)
        for card in (least, most):
            drawn = pen.tables.draw(frame.table, card, WIDTH)
            placed = [*walk(Scene("", 300.0, 300.0, 0.0, drawn.items))]
            plates = [box for box in filled(drawn.items, BLACK) if box.height > 20.0 and box.width > 6.0]
            assert [round(box.right, 2) for box in plates] == [
                round((number + 1) * (column + 4.0) - 4.0, 2) for number in range(len(thrown))
            ]
            # The numeral has air in its plate, at both sides.
            figures = [
                item_box(each) for each in placed if isinstance(each.item, Glyphs) and each.item.ink == PAPER
            ]
            for plate in plates:
                own = [box for box in figures if plate.contains(box)]
                assert own
                assert all(min(box.x - plate.x, plate.right - box.right) > 1.0 for box in own)
            words = [each for each in placed if isinstance(each.item, Glyphs) and each.item.text == "pot"]
            place = item_box(words[0])
            if len(thrown) == 4:
                assert place.y > plates[0].bottom
            else:
                assert place.x > plates[-1].right
                assert place.y < 5.0
            heights.add(round(drawn.height, 1))
    # Sticks are longer where a page has room.
    assert max(heights) > 1.2 * min(heights)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_bars_below_a_throw_say_how_often_choices_win(language):
    """Sentences in percent repeated one pattern in small type."""
    pen, game = narrated("throwing-sticks", 1, language)
    table = game.frames[-1].table
    assert table is not None
    odds = [
        (zone.name, zone.owner, zone.columns, zone.items[0]) for zone in table.zones if zone.kind == "gauge"
    ]
    assert odds[:2] == [("again", "A", 100, Thing("52")), ("keep", "A", 100, Thing("0"))]
    assert odds[-2:] == [("keep", "A", 100, Thing("100")), ("again", "A", 100, Thing("81"))]
    drawn = pen.tables.draw(table, 12.0, WIDTH)
    texts = [each.item.text for each in _letters(drawn.items)]
    assert {"100%" if language == "ja" else "100 %"} <= {*texts}
    assert texts.count(pen.words.word("zone.again")) == 4
    assert not any("%" in pen.words.sentence(each) for frame in game.frames for each in frame.sentences)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("at", [0, 1])
def test_the_column_that_no_throw_takes_has_the_pot_and_what_everybody_has(at, language):
    """They stood below throws that left a hole at the right; they are no higher than these, and no wider."""
    pen, game = narrated("throwing-sticks", at, language)
    beside = 0
    for frame, picture in zip(game.frames, pen.pictures(game, WIDTH), strict=True):
        assert frame.table is not None
        count = sum(zone.kind == "cast" for zone in frame.table.zones)
        plates = [box for box in filled(picture.items, BLACK) if 4.0 < box.width < 9.0 and box.height > 15.0]
        if count != 2 or frame is game.frames[-1]:
            continue
        right, foot = max(box.right for box in plates), max(box.bottom for box in plates)
        signs = [box for box in filled(picture.items, find_ink("red")) if box.x > right]
        assert signs
        assert all(box.bottom < foot + 0.1 for box in signs)
        placed = walk(Scene("", 300.0, 300.0, 0.0, picture.items))
        assert all(item_box(each).right < WIDTH + 0.2 for each in placed)
        beside += 1
    assert beside == 1


def test_a_panel_shows_the_throw_that_won():
    pen, game = narrated("throwing-sticks", 0)
    last = pen.pictures(game, WIDTH)[-1]
    assert last.grow is not None
    figures = [
        item_box(each)
        for each in walk(Scene("", 300.0, 300.0, 0.0, last.grow.draw(160.0).items))
        if isinstance(each.item, Glyphs) and each.item.text == "3" and item_box(each).height > 5.0
    ]
    # C threw it: above, and so large that it is seen first in the panel.
    assert len(figures) == 2
    assert max(box.y for box in figures) > 60.0
    assert max(box.height for box in figures) > 1.7 * min(box.height for box in figures)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("high", [46.0, 70.0, 100.0])
def test_who_won_with_sticks_and_the_whole_throw_stand_apart_on_a_panel(ink, high):
    """A disc cut at the edge, half sticks, and a label over them were a collage that was loud all over."""
    pen, _ = narrated("throwing-sticks", 0)
    last = narrated("throwing-sticks", 0)[1].frames[-1]
    box, discs = Rect(3.0, 2.0, WIDTH, high), []
    for number in (1, 2, 3):
        won = won_throw(last, ("C",), number)
        assert won == (3, 5, number)
        ending = Ending("Won by C", ("C",), (("A", "-3"), ("C", "+4")))
        items, said = won_panel(pen.kit, ending, won, box, low=ink == "low")
        placed = [*walk(Scene("", 300.0, 300.0, 0.0, (*items, *said)))]
        assert said[0].text == "Won by C"
        assert all(box.grown(0.01).contains(item_box(each)) for each in placed)
        blue = max(filled(items, pen.kit.inks["blue"]), key=lambda each: each.height)
        discs.append(round(blue.center[0], 1))
        # The number, the sticks and the winner are side by side above the words, each whole.
        letters_ = [each for each in placed if isinstance(each.item, Glyphs)]
        figure = max(
            (item_box(each) for each in letters_ if each.item.text == "3"), key=lambda each: each.height
        )
        rings = [each for each in filled(items, find_ink("green")) if each.height < 3.0]
        assert len(rings) == (10 if ink == "full" else 0)
        assert not any(
            ring.overlaps(other) for ring in rings for other in (blue, figure, item_box_of(said[0]))
        )
        assert item_box_of(said[0]).y > max(blue.bottom, figure.bottom, *(each.bottom for each in rings), 0.0)
    assert discs[0] == discs[2] < discs[1]
    assert won_throw(last, ("A", "C"), 1) is None
    assert won_throw(replace(last, table=None), ("C",), 1) is None
    # A throw that brought its seat nothing is not the one that won, though the game is won by points.
    others = tuple(
        replace_values(each, seat="A") if each.key.endswith(".wins") else each for each in last.sentences
    )
    assert won_throw(replace(last, sentences=others), ("C",), 1) is None


def item_box_of(glyphs):
    """What a line of letters takes."""
    return item_box(next(walk(Scene("", 300.0, 300.0, 0.0, (glyphs,)))))


def replace_values(sentence, **values):
    return sentence._replace(values={**sentence.values, **values})


def test_cups_in_the_large_picture_are_of_the_seat_that_took_them():
    """A throw of 0 moves nothing, and a pawn that stays on a line is paid all the same."""

    def told(game, steps):
        cups = [
            Sentence("net-xy.moves", {"seat": "A", "step": 5}, "A"),
            Sentence("net-xy.stays", {"seat": "B", "step": 19}, "B"),
            Sentence("net-xy.cups", {"seat": "B", "number": "3"}),
        ]
        return tuple(Frame((at, at), Table("", None, ()), ("B",), sentences=tuple(cups)) for at in (1, 2, 3))

    game = make_game("net-xy", {"players": "2", "pieces": "2"})
    turning = _with_moments(told)(game, ())[1].turning
    assert turning is not None
    assert dict(turning.values) == {"seat": "B", "cups": "3", "step": 19}


def test_ships_are_large_where_cargo_turns_the_game():
    """Below the ring of the first plunder, and of the first arrival at the goal; casks can be counted."""
    pen, game = narrated("linked-ships")
    frames = with_quiet_joined([*without_still_boards(game.frames, pen._still)], pen.words, pen.tables)
    shown = {
        frame.turning.key: (picture, int(frame.turning.values["goods"]))
        for frame, picture in zip(frames, pen.pictures(game, WIDTH), strict=True)
        if frame.turning and "goods" in frame.turning.values
    }
    assert {*shown} == {"turning.front", "turning.spare", "turning.plunder", "turning.home"}
    usual = pen.pictures(game, WIDTH)[5].height
    fleet, _ = shown.pop("turning.front")
    sails = [box for box in filled(fleet.items, pen.kit.inks["red"]) if box.y > usual and box.width > 12.0]
    assert len(sails) >= 3
    assert not fleet.told[-1].words.endswith("0")
    shown.pop("turning.spare")
    for picture, goods in shown.values():
        panel = Rect(0.0, usual, WIDTH, picture.height - usual)
        ships = [
            box
            for box in filled(picture.items, pen.kit.inks["red"])
            if panel.contains(box) and box.height > 12.0
        ]
        casks = [box for box in filled(picture.items, BLACK) if panel.contains(box) and 5.0 < box.width < 8.0]
        assert ships
        assert len([box for box in casks if box.width == pytest.approx(box.height)]) == goods
        assert str(goods) in picture.told[-1].words
        assert not picture.closes


@pytest.mark.parametrize("ships", [["B1", "B2", "B3"], ["A1", "B2"], ["B2"]])
def test_the_sea_below_ships_is_bent_and_the_sky_over_them_empty(ships):
    """Readers saw level dashes above and below, like wallpaper, and nothing that said what happened."""
    kit, box = find_kit("linked-ships"), Rect(0.0, 0.0, WIDTH, 78.0)
    items, (words, _) = cargo_items(kit, ships, 3, "B plunders 3", box, low=False)
    placed = [*walk(Scene("", WIDTH, 78.0, 0.0, tuple(items)))]
    assert not [
        each for each in placed if each.item.fill == find_ink("blue") and item_box(each).width < 100.0
    ]
    cuts = [item_box(each) for each in placed if each.item.fill == PAPER and item_box(each).y > 0.62 * 78.0]
    bent = [each for each in cuts if each.height > 0.9]
    assert len(bent) > 12
    assert words.text == "B plunders 3"


def test_bars_of_ships_have_one_scale_and_places_their_numbers():
    pen, game = narrated("linked-ships")
    table = game.frames[-1].table
    assert table is not None
    picture = pen.tables.draw(table, 6.6, WIDTH)
    # As long as nobody has anything at the goal its track is not shown.
    early = game.frames[3].table
    assert early is not None
    assert {zone.name for zone in table.zones} - {zone.name for zone in early.zones} == {"goal"}
    for seat, gauges in table.by_owner().items():
        frames = [zone.columns for zone in gauges if zone.kind == "gauge"]
        assert {*frames} == {25, 20, 15}, seat
    bars = {
        round(item_box(each).width, 2)
        for each in walk(Scene("", 200.0, 200.0, 0.0, picture.items))
        if isinstance(each.item, Path)
        and each.item.stroke == BLACK
        and 2.5 < item_box(each).height < 4.5
        and item_box(each).width > 8.0
    }
    short, middle, long = sorted(bars)
    assert (short / long, middle / long) == pytest.approx((15 / 25, 20 / 25), abs=0.02)
    numbers = [each for each in _letters(picture.items) if each.item.text in {str(at) for at in range(9, 20)}]
    # 7 pt: an em of 2.5 mm.
    assert min(item_box(each).height for each in numbers) > 0.66 * 2.5


def test_the_board_of_a_flat_race_is_as_wide_as_the_words():
    """Where a page has room, and its road has few sleepers."""
    pen, game = narrated("throwing-sticks", 3)
    picture = pen.pictures(game, WIDTH)[2]
    assert picture.grow is not None
    frames = [
        item_box(each).width
        for each in walk(Scene("", 300.0, 300.0, 0.0, picture.grow.draw(picture.grow.most).items))
        if isinstance(each.item, Path) and each.item.stroke == BLACK
    ]
    assert max(frames) == pytest.approx(WIDTH, abs=2.0)
    planks = [
        each.item.outline.commands.count("M")
        for each in walk(Scene("", 300.0, 300.0, 0.0, picture.items))
        if isinstance(each.item, Path) and each.item.stroke == PAPER and not each.item.fill
    ]
    # Of 31 squares from the start to the goal each ends with a cut.
    assert max(planks) == 31


def test_each_game_of_sticks_begins_a_page_with_a_bar():
    kit = find_kit("throwing-sticks")
    choices = Choices(kit.default_size, "full")
    job = Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices))
    book = bound_book(job, "en", A5).book
    opened = [mark.anchor for mark in book.bookmarks if mark.anchor.startswith("game-")]
    starts = {anchor: y for page in book.pages for anchor, y in page.anchors if anchor in opened}
    assert len(starts) == len(kit.games)
    assert max(starts.values()) < 40.0


def test_whoever_acted_has_an_upright_bar_beside_its_things():
    pen, game = narrated("throwing-sticks", 3)
    table = game.frames[-1].table
    assert table is not None
    blue = filled(pen.tables.draw(table, 6.0, WIDTH, ((), ("B", "C"))).items, find_ink("blue"))
    bars = [box for box in blue if 1.0 < box.width < 1.2 and box.height > box.width + 0.1]
    assert len(bars) == 2
    assert all(box.height > 6.0 for box in bars)
    assert len({round(box.bottom, 2) for box in bars}) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_throw_for_stakes_is_as_large_as_the_room_beside_or_below_them(language):
    pen, game = narrated("throwing-sticks", 2, language)
    for frame in game.frames:
        assert frame.table is not None
        table = pen.tables.without_values(frame.table)
        for card in (6.0, MOST_IN_ROWS, 1.5 * MOST_IN_ROWS):
            picture = pen.tables.draw(table, card, WIDTH)
            figure = max(
                (item_box(each) for each in _letters(picture.items) if each.item.text.isdigit()),
                key=lambda box: box.height,
            )
            assert figure.height > 6.0
            plate = min((box for box in filled(picture.items, BLACK) if box.contains(figure)), key=_area)
            assert plate.right <= WIDTH + 0.01
            # The mark of who threw stands on its plate over the number.
            dealer = next(zone.owner for zone in table.zones if zone.kind == "cast")
            marks = [item_box(each) for each in _letters(picture.items) if each.item.text == dealer]
            mark = max(marks, key=lambda box: box.height)
            assert plate.contains(mark)
            assert mark.bottom < figure.y
            assert picture.height >= plate.bottom - 0.001


def among_rules(language, line):
    """A turn of the game among rules, drawn where a page has room."""
    kit = find_kit("mountain-road")
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, language, Scenes(kit, choices).front, choices, None, numbered=False)
    game = narrated("mountain-road")[1]
    frame = next(each for each in game.frames if each.lines[0] <= line <= each.lines[1])
    drawn = pen.turn(frame, WIDTH)
    assert drawn.grow is not None
    return drawn.grow.draw(156.0)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("line", [113, 131, 151])
def test_among_rules_seats_stand_side_by_side_below_a_large_board(language, line):
    """It was washed out beside the kit's own board, with the words far below it, and a hand away from all else."""
    picture = among_rules(language, line)
    first, second, figure = picture.told[-3:]
    ground = [
        box for ink in ("gold", "blue") for box in filled(figure.items, find_ink(ink)) if box.width > 9.0
    ]
    left, right = min(box.x for box in ground), max(box.right for box in ground)
    assert left == pytest.approx(WIDTH - right, abs=0.2)
    # As on the pages of the other examples.
    assert right - left == pytest.approx(94.3, abs=0.5)
    assert max(box.bottom for box in ground) < text_top(first.items)
    assert text_top(first.items) == pytest.approx(text_top(second.items), abs=0.4)
    assert (
        max(box.right for box in letters(first.items))
        < WIDTH / 2
        < min(box.x for box in letters(second.items))
    )
    assert all(box.right <= WIDTH + 0.01 for box in letters(figure.items) + letters(second.items))
    assert picture.height <= 156.0
    # Who acted is said: no bar marks it.
    assert not [
        box for box in filled(picture.items, find_ink("blue")) if box.width < 1.2 and box.height > 5.0
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_boards_of_examples_have_one_size_on_their_pages(language):
    """Whatever stands below them: what a page has over lies in the rows."""
    sizes = set()
    for line in (113, 131, 151):
        figure = among_rules(language, line).told[-1]
        inks = find_ink("gold"), find_ink("blue")
        boxes = [box for ink in inks for box in filled(figure.items, ink) if box.width > 9.0]
        sizes.add(round(max(box.right for box in boxes) - min(box.x for box in boxes), 2))
    assert len(sizes) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_among_rules_with_little_room_a_turn_is_as_in_a_book_and_smaller(language):
    kit = find_kit("mountain-road")
    choices = Choices(kit.default_size, "full")
    pen = NarrationPen(kit, language, Scenes(kit, choices).front, choices, None, numbered=False)
    frame = narrated("mountain-road")[1].frames[6]
    picture = pen.turn(frame, 124.0)
    assert picture.height < 76.0
    assert picture.grow is not None
    assert picture.grow.most > 2 * picture.height
    first = picture.told[-3]
    assert min(box.x for box in letters(first.items)) > 0.3 * 124.0


@pytest.mark.parametrize("kit_id", ["linked-ships", "mountain-road"])
def test_what_is_said_of_a_turn_among_rules_stands_over_it(kit_id):
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


@pytest.mark.parametrize("kit_id", ["linked-ships", "mountain-road"])
def test_the_lone_game_of_a_book_begins_with_a_black_bar_that_does_not_say_who_won(tmp_path, kit_id):
    (book,) = (
        path
        for path in air_kits.files(kit_id, tmp_path, "walkthrough", lang="en")
        if path.suffix == ".pdf" and not path.stem.endswith("print")
    )
    page = "".join(char.text for char in page_chars(book, 1))
    names = find_module(kit_id).names
    # Both titles of the game stand in its bar.
    assert names["ja"] in page
    assert names["en"].replace(" ", "") in page.replace(" ", "")
    assert "wonby" not in page.replace(" ", "").lower()


@pytest.mark.parametrize("ink", ["full", "low"])
def test_signs_in_rows_are_blocks_as_what_is_laid(ink):
    kit = find_kit("mountain-road")
    choices = Choices(kit.default_size, ink)
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None)
    frame = narrated("mountain-road")[1].frames[3]
    # They were drawn in lines.
    *_, said, _, figure = pen.picture(frame, WIDTH).told
    words, laid = (
        [
            item_box(each)
            for each in walk(Scene("", 300.0, 300.0, 0.0, drawn.items))
            if isinstance(each.item, Path)
            and each.item.fill == BLACK
            and each.item.outline.commands == "MLLLLLZ"
            and item_box(each).y > 6.0
        ]
        for drawn in (said, figure)
    )
    assert bool(words) == bool(laid) == (ink == "full")


def _texts_at(items):
    """Where each text lies, by its words."""
    return {
        each.item.text: item_box(each)
        for each in walk(Scene("", 300.0, 300.0, 0.0, items))
        if isinstance(each.item, Glyphs)
    }


def _value(name, value, owner):
    return Zone(name, "text", (Thing(value),), owner=owner)


def test_of_what_a_seat_has_only_that_is_shown_of_which_there_is_any():
    """Two strips stood in every picture only to say that there were no coins."""
    turns = narrated("mountain-road")[0].tables.around._turns
    for values, shown in (
        ((("rice", "11"), ("coin", "0")), {"11"}),
        ((("rice", "0"), ("coin", "2")), {"2"}),
        ((("rice", "0"), ("coin", "0")), {"0"}),
        ((("rice", "11"), ("coin", "12")), {"11", "12"}),
        ((("pebbles", "3"),), {"3", "pebbles"}),
        ((), set()),
    ):
        band = turns._values([_value(*each, "A") for each in values], 26.0)
        places = _texts_at(band.items)
        assert shown == places.keys() - {"1", "5"}
        assert all(-0.01 <= box.x and box.right <= min(band.width, 26.0) + 0.01 for box in places.values())
        assert (band.width == 0.0) == (not values)


def rounds_of(language):
    pen, game = narrated("mountain-road", 0, language)
    for frame, picture in zip(game.frames, pen.pictures(game, WIDTH), strict=True):
        yield frame, picture, [each for each in picture.told if each.role == "P" and each.words]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_labels_and_signs_of_turns_have_fixed_places_in_all_rounds(language):
    """Signs stood in sentences and pushed on their lines; and words ran to the foot of the page."""
    texts = find_kit("mountain-road").texts[language]
    labels = {
        text.replace("：", ":").partition(":")[0]
        for key, text in texts.items()
        if key.startswith("narration.row.")
    }
    signs = set()
    for frame, picture, told in rounds_of(language):
        # Where hardly anything moves all rows of a seat are one line.
        for turn in told[:2] if picture.height > 30.0 else ():
            placed = list(walk(Scene("", 300.0, 300.0, 0.0, turn.items)))
            lines = [each for each in placed if isinstance(each.item, Glyphs)]
            rows = [each for each in lines if each.item.text in labels]
            assert len({each.item.text for each in rows}) == len(rows)
            lefts = [item_box(each).x for each in rows]
            # Beside a board, or side by side without one.
            assert any(lefts == pytest.approx([at] * len(lefts), abs=0.5) for at in (62.9, 0.2, 62.2)), lefts
            assert all(each.item.size * each.transform.d * 72 / 25.4 >= 6.5 for each in lines)
            assert all(item_box(each).right <= WIDTH + 0.3 for each in placed)
            right = max((item_box(each).right for each in rows), default=0.0)
            blocks = [
                box
                for each in placed
                if isinstance(each.item, Path) and not each.item.stroke
                if (box := item_box(each)).x > right and 3.0 < box.height < 8.0
            ]
            if rows and blocks:
                signs.add(round(min(box.x for box in blocks)))
        assert picture.closes or frame.turning or picture.height < 91.0
    # Where the board is, and in each of the columns without one.
    assert len(signs) <= 4


def test_rows_of_one_label_are_one_and_what_has_no_row_is_said():
    pen, game = narrated("mountain-road")
    frame = next(each for each in game.frames if each.lines[0] <= 131 <= each.lines[1])
    first = frame.sentences[: next(at for at, each in enumerate(frame.sentences) if at and each.turn)]
    said, rows = pen.signed.rows(first)
    assert said == "Pays 10 rice and moves 2, to 20."
    assert [(row.label, len(row.signs), row.words) for row in rows] == [
        ("gets", 4, "+2 rice"),
        ("sells", 4, "+8 rice"),
    ]
