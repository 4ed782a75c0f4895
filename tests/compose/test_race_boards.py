"""Boards of races: numbers large and facing who reads them, free of the way, and places as large as what lies there."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import reduce
from itertools import combinations, pairwise
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy
import pytest

from printkit.compose.boards.board import compose_board
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.diagrams import Diagrams, Shown
from printkit.compose.boards.river import BANKS, PLACE, river_stones
from printkit.compose.boards.road import road_line, rounded
from printkit.compose.boards.stones import facing, outer_side
from printkit.compose.boards.ways import beside_items, lanes_of, pawn_room, way_items
from printkit.compose.boards.winding import ACROSS, BEND, DOWN, HALF, calm_room, winds
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.carving import line_length, part
from printkit.compose.pieces.standees import foot_depth, pawn_items
from printkit.compose.table.pawn_ways import pawn_ways
from printkit.games.narration import Move
from printkit.geometry import Rect
from printkit.kit.find import find_kit, kit_ids
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Path, Scene, Use, walk

BOARDS = (("linked-ships", "ring"), ("mountain-road", "road"), ("mountain-road", "line"))
# How high a number is at least, and what is free round it on its stone; mm.
HIGH, AIR = 6.0, 2.0


class Number(NamedTuple):
    """A number as it is drawn: its box upright, mm, how it is turned, and the stone it stands on."""

    number: int
    box: Rect
    turn: float
    stone: Rect


def drawn(kit, board, ink="full"):
    choices = Choices("card", ink)  # type: ignore[arg-type]
    return compose_board(kit, board, facts_of(board.game, choices), choices)


def numbers(kit, board, *, small="", least=0.0):
    """The numbers of the way; each follows its stone."""
    scene = Scene("", board.width, board.height, 0.0, tuple(way_items(kit, board, least, small=small)))
    stone = Rect(0.0, 0.0, 0.0, 0.0)
    for placed in walk(scene):
        item = placed.item
        if isinstance(item, Path) and item.fill and len(item.outline.commands) == 6:
            stone = item_box(placed)
        elif isinstance(item, Glyphs) and item.text.isdecimal():
            upright = placed._replace(transform=type(placed.transform)())
            yield Number(int(item.text), item_box(upright), placed.transform.degrees(), stone)


@pytest.mark.parametrize(("name", "board_id"), BOARDS)
def test_numbers_are_large_and_stand_free_on_their_stones(name, board_id):
    kit = find_kit(name)
    board = kit.board(board_id)
    found = list(numbers(kit, board))
    assert {each.number for each in found} == set(range(1, len(board.way) - 1))
    for each in found:
        assert each.box.height >= HIGH - 0.01, each
        assert each.stone.width / 2 - each.box.width / 2 >= AIR - 0.01, each
        assert each.stone.height / 2 - each.box.height / 2 >= AIR, each


@pytest.mark.parametrize(
    ("name", "board_id", "turned"), [(*BOARDS[0], True), (*BOARDS[1], True), (*BOARDS[2], False)]
)
def test_numbers_read_from_their_side(name, board_id, turned):
    """Where a way goes round, those outside have their feet to the nearest edge of the board; else all are upright."""
    kit = find_kit(name)
    board = kit.board(board_id)
    points = [board.cell(*place).center for place in board.way]
    assert bool(outer_side(points)) == turned
    seen: set[int] = set()
    for each in numbers(kit, board):
        if each.number in seen:
            # The second of a number stands inside and is turned the other way.
            first = next(other for other in numbers(kit, board) if other.number == each.number)
            assert abs(each.turn - first.turn) == pytest.approx(180.0)
            continue
        seen.add(each.number)
        (x, y), (px, py) = points[each.number], points[each.number - 1]
        before = (x - px) / board.square, (y - py) / board.square
        side = outer_side(points)
        wanted = facing((-side * before[1], side * before[0])) if turned else 0.0
        off = abs((each.turn - wanted + 180) % 360 - 180)
        # In a bend of the ring they look into the corner.
        assert off == pytest.approx(0.0, abs=1e-3) or off == pytest.approx(45.0, abs=1e-3), each


@pytest.mark.parametrize(("name", "board_id"), BOARDS)
def test_a_small_picture_has_each_number_once_and_upright(name, board_id):
    kit = find_kit(name)
    board = kit.board(board_id)
    found = list(numbers(kit, board, small="picture", least=12.0))
    assert [each.number for each in found] == list(range(1, len(board.way) - 1))
    assert all(each.turn == 0.0 for each in found)
    assert all(each.box.height > 0.7 * 12.0 * 0.8 for each in found)


def test_no_ship_stands_on_the_name_of_its_harbour():
    """In a picture it stands in one size above the room for pieces, whether some are there or not."""
    kit = find_kit("linked-ships")
    board = kit.board("ring")
    facts = facts_of(board.game, Choices("card", "full"))
    pen = Diagrams(kit, "en", board, facts, Choices("card", "full"))

    def names(taken):
        picture = Scene("", 200.0, 200.0, 0.0, pen.position({}, 8.0, taken=taken).items)
        return {
            each.item.text: item_box(each)
            for each in walk(picture)
            if isinstance(each.item, Glyphs) and each.item.text in ("start", "goal")
        }

    ends = {"start": facts.way[0], "goal": facts.way[-1]}
    taken = names(tuple(ends.values()))
    assert names(()) == taken
    assert {*taken} == {*ends}
    for name, square in ends.items():
        cell = pen.squares(8.0)[square]
        assert taken[name].bottom <= pawn_room(board, facts.way, square, cell).y + 0.1


def test_no_arrow_of_a_ship_lies_on_a_place():
    """It goes beside the ring, whatever other ships have gone there, and touches neither circle nor name."""
    board = find_kit("linked-ships").board("ring")
    cells = [board.cell(*place) for place in board.way]
    side, last = board.square, len(cells) - 1
    for start, end in ((a, b) for a in range(last) for b in range(a + 1, min(a + 6, last + 1))):
        for lane in (0, 1):
            _, (shaft, head) = beside_items(cells, (start, end), find_ink("red"), lane)
            assert isinstance(shaft, Path)
            assert isinstance(head, Path)
            numbers = (*shaft.outline.coordinates, *head.outline.coordinates)
            for point in zip(numbers[::2], numbers[1::2], strict=True):
                assert min(math.dist(point, cell.center) for cell in cells[1:-1]) > PLACE * side, (start, end)
                assert not any(
                    cells[at].grown(0.05 * side).contains(Rect(*point, 0.0, 0.0))
                    for at in {0, last} - {start, end}
                )
                # It stays within the banks: readers saw it on the rim.
                assert end == last or min(math.dist(point, cell.center) for cell in cells) < 0.83 * side
                ring = Rect.from_edges(0.0, cells[last].y, cells[8].right, cells[0].bottom)
                assert ring.grown((BANKS[1] - 0.5 - 0.01) * side).contains(Rect(*point, 0.0, 0.0))
            tip = head.outline.coordinates[:2]
            # It ends at its ship: a reader saw some that ended at a wall.
            assert math.dist(tip, cells[end].center) < 0.51 * side
            neck = [sum(head.outline.coordinates[axis + 2 :: 2]) / 2 for axis in (0, 1)]
            assert math.dist(tip, cells[end].center) < math.dist(neck, cells[end].center) - 0.12 * side


@pytest.mark.parametrize(("start", "end"), [(0, 1), (2, 3), (9, 10), (16, 17), (18, 17)])
def test_the_arrow_of_one_step_is_longer_than_its_head(start, end):
    board = find_kit("linked-ships").board("ring")
    cells = [board.cell(*place) for place in board.way]
    _, (shaft, head) = beside_items(cells, (start, end), find_ink("red"), 0)
    along = (cells[start].y == cells[end].y) ^ 1

    def spans(*items):
        """How long the items are along the way and across it, in squares."""
        numbers = [each.outline.coordinates for each in items if isinstance(each, Path)]
        ends = [[value for each in numbers for value in each[axis::2]] for axis in (along, 1 - along)]
        return tuple((max(each) - min(each)) / board.square for each in ends)

    long, wide = spans(shaft, head)
    # From a harbour it goes straight on, elsewhere round a corner to its ring.
    assert 0.5 < long < 1.1
    assert wide < 0.42
    assert spans(head)[0] < 0.6 * long


def is_head(item):
    """Whether it is the head of an arrow."""
    return item.outline.commands == "MLLZ" and item.fill not in (None, PAPER)


def test_lanes_of_ships_lie_by_turns_inside_and_outside_the_ring():
    board = find_kit("linked-ships").board("ring")
    cells = [board.cell(*place) for place in board.way]
    middle = cells[3].center[1]
    depths = []
    for lane in range(4):
        _, (shaft, _) = beside_items(cells, (1, 6), find_ink("red"), lane)
        assert isinstance(shaft, Path)
        far = max(shaft.outline.coordinates[1::2], key=lambda y: abs(y - middle))
        depths.append((far - middle) / board.square)
    assert depths[0] < -0.5
    assert depths[1] > 0.5
    assert depths[2] < depths[0] - 0.1
    assert depths[3] > depths[1] + 0.1
    # From a harbour to the place before it, and back, each has a line of its own, too.
    for span in ((0, 1), (len(cells) - 2, len(cells) - 1)):
        shafts = {beside_items(cells, span, find_ink("red"), lane)[1][0].outline for lane in range(4)}
        assert len(shafts) == 4


def test_ways_beside_one_another_have_lanes_of_their_own():
    assert lanes_of([(1, 5), (5, 8), (9, 12)]) == [0, 0, 0]
    assert lanes_of([(1, 5), (4, 8), (2, 9), (8, 10)]) == [0, 1, 2, 0]
    assert lanes_of([(14, 3), (5, 6)]) == [0, 1]


def test_ships_of_one_side_that_go_one_way_have_one_arrow():
    kit = find_kit("linked-ships")
    choices = Choices("card", "full")
    board = kit.board("ring")
    pen = Diagrams(kit, "en", board, facts_of(board.game, choices), choices)
    way, slots = pen.facts.way, pen.squares(9.0)
    together = pawn_ways(kit, pen, slots, [Move(each, way[19], way[20]) for each in ("A1", "A2")]).below
    assert together == pawn_ways(kit, pen, slots, [Move("A1", way[19], way[20])]).below
    apart = pawn_ways(kit, pen, slots, [Move(each, way[19], way[20]) for each in ("A1", "B2")]).below
    assert len(apart) == 2 * len(together)


def test_no_arrow_of_a_pawn_lies_on_a_number_or_a_wall():
    """It goes on the road, with paper round all of it, and its head ends at its piece."""
    kit, choices = find_kit("mountain-road"), Choices("card", "full")
    board = next(each for each in kit.boards if each.game == "mountain-road" and not each.unrolled)
    pen = Diagrams(kit, "en", board, facts_of(board.game, choices), choices, plain=True)
    way, cell = pen.facts.way, 12.0
    slots = pen.squares(cell)
    empty = list(walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, cell).items)))
    stones = [
        box
        for each in empty
        if isinstance(each.item, Path) and each.item.fill == BLACK and len(each.item.outline.commands) == 6
        if (box := item_box(each)).width < 0.5 * cell
    ]
    assert len(stones) == len(way) - 2
    road = road_line([slots[name].center for name in way], cell)
    for start, end in ((a, b) for a in range(len(way) - 1) for b in range(a + 1, min(a + 6, len(way)))):
        below, above = pawn_ways(kit, pen, slots, [Move("A", way[start], way[end])])
        assert not above
        # From the start it needs no dot.
        count = 3 if start else 2
        papers, (shaft, head, *dots) = below[:count], below[count:]
        assert [item.stroke or item.fill for item in papers if isinstance(item, Path)] == [PAPER] * count
        assert len(dots) == bool(start)
        assert isinstance(shaft, Path)
        assert isinstance(head, Path)
        line, drawn = (
            [*zip(each.outline.coordinates[::2], each.outline.coordinates[1::2], strict=True)]
            for each in (shaft, head)
        )
        half = shaft.width / 2
        for stone in stones:
            assert min(math.dist(point, stone.center) for point in line) - half > stone.width / 2
            assert min(math.dist(point, stone.center) for point in drawn) > stone.width / 2
        # It lies between the banks of the road.
        inner = [point for point in line[::8] if math.dist(point, slots[way[-1]].center) > 0.5 * cell]
        assert all(min(math.dist(point, each) for each in road) + half < 0.125 * cell for point in inner)
        room = pawn_room(board, way, way[end], slots[way[end]])
        tip = drawn[0]
        inside = Rect(*tip, 0.0, 0.0)
        assert room == slots[way[end]] or not room.grown(-0.13 * cell).contains(inside)
        assert room.grown(0.5 * cell).contains(inside)


def test_no_pawn_stands_on_a_wall():
    """One that another passed stepped aside, where the walls are."""
    kit, choices = find_kit("mountain-road"), Choices("card", "full")
    board = next(each for each in kit.boards if not each.unrolled)
    pen = Diagrams(kit, "en", board, facts_of("mountain-road", choices), choices, plain=True)
    slots = pen.squares(12.0)
    road = road_line([slots[name].center for name in pen.facts.way], 12.0)
    for name in pen.facts.way[1:-1]:
        _, body = [*pen.standing(Shown("B", False), slots[name], name)][:2]
        box = item_box(next(iter(walk(Scene("", 200.0, 200.0, 0.0, (body,))))))
        assert min(math.dist(box.center, point) for point in road) < 0.26 * 12.0


@pytest.mark.parametrize("standing", ["A", "B", "A B", "A B C D"])
def test_no_pawn_covers_the_number_of_its_square(standing):
    """Strict readers could not read 13 and 16."""
    kit, choices = find_kit("mountain-road"), Choices("card", "full")
    board = next(each for each in kit.boards if not each.unrolled)
    pen = Diagrams(kit, "en", board, facts_of("mountain-road", choices), choices, plain=True)
    slots = pen.squares(12.0)
    empty = walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, 12.0).items))
    stones = [
        item_box(each)
        for each in empty
        if isinstance(each.item, Path) and each.item.fill == BLACK and len(each.item.outline.commands) == 6
    ]
    for name in pen.facts.way[1:-1]:
        stone = min(stones, key=lambda box: math.dist(box.center, slots[name].center))
        drawn = pen.standing(Shown(standing, False), slots[name], name)
        halos = [each for each in drawn if isinstance(each, Path) and each.fill == PAPER and each.stroke]
        assert len(halos) == len(standing.split())
        for halo in halos:
            numbers = halo.outline.coordinates
            points = [*zip(numbers[::2], numbers[1::2], strict=True)]
            edge = min(
                math.dist((x + (tx - x) * at / 16, y + (ty - y) * at / 16), stone.center)
                for (x, y), (tx, ty) in pairwise([*points, points[0]])
                for at in range(16)
            )
            assert edge - halo.width / 2 > stone.width / 2, (name, standing)


def test_paper_round_a_pawn_is_as_wide_as_tells_it_from_any_ground():
    kit = find_kit("mountain-road")
    halo, sign = (
        item_box(each)
        for each in list(
            walk(
                Scene("", 40.0, 40.0, 0.0, tuple(pawn_items(kit, "B", Rect(5.0, 5.0, 20.0, 20.0), low=False)))
            )
        )[:2]
    )
    assert (halo.width - sign.width) / 2 > 0.1 * sign.width


def winding():
    """What draws small boards of Net xy."""
    kit, choices = find_kit("throwing-sticks"), Choices("card", "full")
    board = next(each for each in kit.boards if each.game == "net-xy")
    return Diagrams(kit, "en", board, facts_of(board.game, choices), choices, plain=True)


def shafts_of(pen, moves):
    """The points of the arrows of moves on squares of 12 mm."""
    below = pawn_ways(pen.kit, pen, pen.squares(12.0), moves).below
    return [
        [*zip(each.outline.coordinates[::2], each.outline.coordinates[1::2], strict=True)]
        for each in below
        if isinstance(each, Path) and each.stroke and each.stroke != PAPER
    ]


def crossed(cell):
    """Where the middle of the road crosses a square."""
    return cell.x + ACROSS * cell.width, cell.y + DOWN * cell.height


def stones_and_cups(pen, cell):
    """The stones of the numbers of a board with such squares, and its cups."""
    placed = walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, cell).items))
    paths = [each for each in placed if isinstance(each.item, Path)]
    dark = [item_box(each) for each in paths if BLACK in (each.item.fill, each.item.stroke)]
    stones = [
        box
        for box in dark
        if 0.25 * cell < box.width < 0.34 * cell and box.width == pytest.approx(box.height)
    ]
    return stones, [box for box in dark if 0.36 * cell < box.width < 0.52 * cell and box.height < 0.5 * cell]


def standing_pawn(pen, name, slots):
    """What a pawn with the paper round it takes of a square."""
    items = tuple(pen.standing(Shown("A", False), slots[name], name))
    return reduce(Rect.union, map(item_box, walk(Scene("", 200.0, 200.0, 0.0, items))))


def _apart(points, others):
    """How far each point is from the nearest of the others."""
    one, other = (numpy.array(each)[:, :2] for each in (points, others))
    return numpy.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1)).min(axis=1)


def test_ways_over_a_winding_road_follow_it_on_lanes_of_their_own():
    """Three of them, of any lengths: all on the road, none comes near another, a number, or a cup."""
    pen, cell = winding(), 12.0
    way, slots = pen.facts.way, pen.squares(cell)
    stones, cups = stones_and_cups(pen, cell)
    assert len(stones) == len(way) - 2
    assert len(cups) >= sum(len(pen.facts.kinds[f"lines-{at}"]) for at in (2, 3))
    taken = [*stones, *cups]
    middles = {name: crossed(slots[name]) for name in way}
    road = rounded([*middles.values()], BEND * cell)
    road = part(road, 0.0, line_length(road), 40 * len(way))
    chosen = Random(5)
    for _ in range(60):
        first = chosen.randrange(0, len(way) - 9)
        starts = chosen.sample(range(first, first + 5), 3)
        ends = chosen.sample(range(first + 5, first + 9), 3)
        moves = [
            Move(seat, way[start], way[end]) for seat, start, end in zip("ABC", starts, ends, strict=True)
        ]
        # Their points lie nearer to each other than anybody sees.
        lines = [[*line[:-1:8], line[-1]] for line in shafts_of(pen, moves)]
        assert len(lines) == 3
        for one, other in combinations(lines, 2):
            assert _apart(one, other).min() > 0.1 * cell, moves
        for start, end, line in zip(starts, ends, lines, strict=True):
            assert _apart(line, road).max() < HALF * cell, moves
            for point in line:
                assert not any(box.contains(Rect(*point, 0.0, 0.0)) for box in taken), moves
            assert math.dist(line[0], middles[way[start]]) < (0.42 if start else 0.75) * cell
            room = pen.room(way[end], slots[way[end]])
            assert end == len(way) - 1 or math.dist(line[-1], room.center) < 0.78 * cell


def test_who_is_home_stands_below_the_name_of_a_goal_without_cups():
    pen, cell = winding(), 12.0
    goal = pen.facts.way[-1]
    slot = pen.squares(cell)[goal]

    def inside(taken):
        scene = Scene("", 200.0, 200.0, 0.0, pen.position({}, cell, taken=taken).items)
        return [each for each in walk(scene) if slot.contains(item_box(each))]

    def cups(placed):
        return sum(isinstance(each.item, Path) and each.item.fill == find_ink("green") for each in placed)

    bare, home = inside(()), inside((goal,))
    (name,) = (each for each in home if isinstance(each.item, Glyphs))
    assert item_box(name).bottom <= pen.room(goal, slot).y
    assert cups(bare) == 1
    assert not cups(home)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_winding_road_has_black_walls_and_cups_on_bare_squares_between_green_ones(ink):
    """White all over it was a plan of a pipe; on black squares black arrows and pawns were lost."""
    pen = replace(winding(), choices=Choices("card", ink))
    cell, slots = 12.0, pen.squares(12.0)
    placed = [
        each
        for each in walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, cell).items))
        if isinstance(each.item, Path)
    ]
    inks = {each.item.stroke for each in placed} | {each.item.fill for each in placed}
    assert inks - {None} == ({BLACK, PAPER, find_ink("green")} if ink == "full" else {BLACK, PAPER})
    scale = cell / pen.board.square
    # No line is thinner than the bar below a 6.
    assert min(scale * each.item.width for each in placed if each.item.stroke) > 0.15
    board = reduce(Rect.union, slots.values())
    ground = placed[0]
    assert ground.item.fill == (BLACK if ink == "full" else PAPER)
    assert ground.item.stroke == BLACK
    assert item_box(ground).contains(board)
    green = [each.item for each in placed if each.item.fill == find_ink("green")]
    squares = max((each.outline.commands.count("M") for each in green if each.even_odd), default=0)
    kinds = [pen.board.rows[row][column] for column, row in pen.board.way]
    assert squares == (sum(kind in ".S" for kind in kinds) if ink == "full" else 0)
    # Cuts are in the walls alone: dashes on squares made a tangle of ways and numbers.
    cuts = [each for each in placed if each.item.fill == PAPER and not each.item.even_odd]
    walls = [each for each in cuts if each.item.outline.commands.count("M") > 20]
    assert len(walls) == (ink == "full")


@pytest.mark.parametrize("start", [1, 7, 8, 15, 16, 23, 24, 26, 30])
def test_a_pawn_that_goes_back_goes_along_the_lines_of_the_board_to_the_start(start):
    """A curl in a corner did not say from where, and a bow over the board hid numbers."""
    pen = winding()
    way, slots = pen.facts.way, pen.squares(9.0)
    below, above = pawn_ways(pen.kit, pen, slots, [Move("B", way[start], way[0])])
    assert not above
    red = [each for each in below if isinstance(each, Path) and find_ink("red") in (each.fill, each.stroke)]
    shaft = next(each.outline for each in red if each.stroke)
    run = list(zip(shaft.coordinates[::2], shaft.coordinates[1::2], strict=True))
    assert math.dist(run[0], slots[way[start]].center) < 0.6 * 9.0
    stones, _ = stones_and_cups(pen, 9.0)
    assert len(stones) == len(way) - 2
    assert all(math.dist(box.center, point) > box.width / 2 + 0.05 * 9.0 for box in stones for point in run)
    assert math.dist(run[-1], slots[way[0]].center) < 1.0 * 9.0
    board = reduce(Rect.union, slots.values())
    assert all(board.contains(Rect(*point, 0.0, 0.0)) for point in run)
    # Three that go at once stay on the board, but for the paper round a head.
    below, above = pawn_ways(pen.kit, pen, slots, [Move(each, way[start], way[0]) for each in "BCD"])
    drawn = [item_box(each) for each in walk(Scene("", 200.0, 200.0, 0.0, (*below, *above)))]
    assert all(board.grown(0.12 * 9.0).contains(box) for box in drawn)
    # It begins with a dot and ends with a head; two from one square have ways of their own.
    assert len(red) == 3
    both, _ = pawn_ways(pen.kit, pen, slots, [Move(seat, way[start], way[0]) for seat in "BC"])
    assert (
        len({each.outline for each in both if isinstance(each, Path) and each.stroke not in (None, PAPER)})
        == 2
    )


def test_a_pawn_goes_on_along_its_own_lane():
    """Of two rounds in one picture each throw has an arrow; those of one pawn follow each other."""
    pen, cell = winding(), 12.0
    way, lanes = pen.facts.way, {}
    moves = [("B", 5, 9), ("C", 4, 8), ("A", 2, 4), ("B", 9, 14), ("C", 8, 10), ("A", 4, 8)]
    lines = shafts_of(pen, [Move(seat, way[start], way[end]) for seat, start, end in moves])
    assert len(lines) == len(moves)
    for (seat, _, _end), line in zip(moves, lines, strict=True):
        if seat in lanes:
            assert math.dist(lanes[seat][-1], line[0]) < 0.7 * cell
        lanes[seat] = line
    # The last step of each is thick, and none has a head but these.
    below = pawn_ways(
        pen.kit, pen, pen.squares(cell), [Move(seat, way[a], way[b]) for seat, a, b in moves]
    ).below
    drawn = [each for each in below if isinstance(each, Path) and PAPER not in (each.stroke, each.fill)]
    widths = [each.width for each in drawn if each.stroke]
    assert len({round(each, 3) for each in widths}) == 2
    thick = [("B", 9), ("C", 8), ("A", 4)]
    assert [each > min(widths) for each in widths] == [(seat, start) in thick for seat, start, _ in moves]
    # Where the others pass it none is as near.
    assert _apart(lines[0][::8], lines[1][::8]).min() > 0.1 * cell


def test_numbers_of_a_winding_road_stand_inside_their_squares_beside_the_pawns():
    pen, cell = winding(), 12.0
    slots = pen.squares(cell)
    placed = list(walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, cell).items)))
    numbers = {e.item.text: item_box(e) for e in placed if isinstance(e.item, Glyphs)}
    for step, name in enumerate(pen.facts.way[1:-1], 1):
        box = numbers[str(step)]
        assert slots[name].grown(-0.02 * cell).contains(box)
        assert not standing_pawn(pen, name, slots).grown(-0.35).overlaps(box.grown(-0.3))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_numbers_and_cups_of_a_winding_road_have_places_of_their_own(ink):
    """They lay on each other, on the line of the road, and at the frame: one cup has its count, a disc the number."""
    pen, cell = replace(winding(), choices=Choices("card", ink)), 12.0
    slots, way = pen.squares(cell), pen.facts.way
    stones, cups = stones_and_cups(pen, cell)
    kinds = [pen.board.rows[row][column] for column, row in pen.board.way[1:-1]]
    inner = [slots[name] for name in way[1:-1]]
    # In one corner of every square, wherever the way comes from.
    assert {
        (round(box.x - slot.x, 1), round(box.y - slot.y, 1)) for box, slot in zip(stones, inner, strict=True)
    } == {(round(stones[0].x - inner[0].x, 1), round(stones[0].y - inner[0].y, 1))}
    squares = [slot.grown(-(0.5 - HALF) * cell) for slot in inner]
    for stone, square, name in zip(stones, squares, way[1:-1], strict=True):
        assert square.contains(stone)
        assert not standing_pawn(pen, name, slots).overlaps(stone)
        own = [box for box in cups if slots[name].overlaps(box)]
        assert bool(own) == (kinds[way.index(name) - 1] != ".")
        for box in own:
            assert slots[name].grown(-0.02 * cell).contains(box)
            assert box.x - stone.right > 0.4
            assert not standing_pawn(pen, name, slots).grown(-0.01 * cell).overlaps(box)
    placed = walk(Scene("", 200.0, 200.0, 0.0, pen.position({}, cell).items))
    counts = [item_box(e) for e in placed if isinstance(e.item, Glyphs) and e.item.ink == PAPER]
    said = [box for box in counts if any(cup.contains(box) for cup in cups)]
    assert len(said) == sum(kind != "." for kind in kinds) + 1


def test_the_current_parts_round_every_place():
    """No cut of the water comes into a place, and no stone onto one."""
    kit = find_kit("linked-ships")
    board = kit.board("ring")
    middles = [board.cell(*place).center for place in board.way[1:-1]]
    radius = PLACE * board.square
    scene = Scene("", board.width, board.height, 0.0, tuple(way_items(kit, board)))
    cuts = next(
        each.item for each in list(walk(scene))[1:] if isinstance(each.item, Path) and not each.item.even_odd
    )
    points = list(zip(cuts.outline.coordinates[::2], cuts.outline.coordinates[1::2], strict=True))
    assert len(points) > 2000
    assert min(math.dist(point, middle) for point in points for middle in middles) > radius
    stones = [(stone.middle, stone.radius) for stone in river_stones(board)]
    assert min(math.dist(at, middle) - size for at, size in stones for middle in middles) > radius + 0.5


def test_places_are_as_large_as_what_lies_there():
    ring, road = find_kit("linked-ships").board("ring"), find_kit("mountain-road").board("road")
    ships, sticks = find_kit("linked-ships"), find_kit("linked-ships").sticks
    assert sticks is not None
    boxes = {
        kind: [each.box for each in ring.panels if each.panel == kind]
        for kind in ("mooring", "quay", "harbour")
    }
    assert {box.width for box in boxes["mooring"]} == {ships.size("slip").width}
    (quay,) = boxes["quay"]
    inside = quay.grown(-3.4)
    assert inside.width >= sticks.length
    assert inside.height >= 5 * sticks.width
    ship = next(token for token in ships.tokens if token.foot)
    for harbour in boxes["harbour"]:
        assert harbour.width > 3 * 15.0
        assert harbour.height > 4 * 2 * foot_depth(ship)
    strip = find_kit("paper-cetkaik").size("strip")
    places = [each.box for each in road.panels if each.panel == "place"]
    assert len(places) == 2
    for box in places:
        assert box.width >= strip.height + 2.0
        assert box.height >= strip.width + 2.0


def test_a_berth_for_each_ship_in_both_harbours():
    kit = find_kit("linked-ships")
    board = kit.board("ring")
    for ink in ("full", "low"):
        marks = [
            placed
            for placed in walk(drawn(kit, board, ink))
            for panel in board.panels
            if panel.panel == "harbour"
            and isinstance(placed.item, Path)
            and placed.item.stroke
            and panel.box.contains(item_box(placed))
        ]
        inks = [
            placed.item.stroke.name
            for placed in marks
            if isinstance(placed.item, Path) and placed.item.stroke
        ]
        assert {name: inks.count(name) for name in ("black", "red", "blue", "green")} == dict.fromkeys(
            ("black", "red", "blue", "green"), 6
        )


@pytest.mark.parametrize(("name", "board_id"), BOARDS)
def test_the_second_title_is_set_as_the_first(name, board_id):
    """In the display font and as wide as it was cut, however little room it has."""
    kit = find_kit(name)
    title = kit.text("en", "board.title")
    found = [
        each.item
        for each in walk(drawn(kit, kit.board(board_id)))
        if isinstance(each.item, Glyphs) and each.item.text == title
    ]
    assert {(item.font, item.stretch) for item in found} == {(kit.fonts["display"], 1.0)}


def test_a_bow_wave_stays_in_its_place():
    """Where the way turns it is bent, and does not touch the ring round it."""
    board = find_kit("linked-ships").board("ring")
    scene = Scene("", board.width, board.height, 0.0, tuple(way_items(find_kit("linked-ships"), board)))
    waves = [
        each.item.outline.coordinates
        for each in walk(scene)
        if isinstance(each.item, Path) and each.item.fill == find_ink("blue") and not each.item.even_odd
    ]
    places = board.way[1:-1]
    assert len(waves) == len(places)
    for wave, place in zip(waves, places, strict=True):
        middle = board.cell(*place).center
        reach = max(math.dist(point, middle) for point in zip(wave[::2], wave[1::2], strict=True))
        assert 0.2 * board.square < reach < (PLACE - 0.06) * board.square


def test_only_a_road_that_climbs_over_plain_squares_is_drawn_with_lanes():
    board = find_kit("throwing-sticks").board("net-xy")
    assert winds(board)
    upside_down = board.model_copy(update={"steps": board.steps[::-1], "rows": board.rows[::-1]})
    dark = board.model_copy(update={"rows": (board.rows[0].replace("3", "#"), *board.rows[1:])})
    water = board.model_copy(update={"ground": "water"})
    assert not any(map(winds, (upside_down, dark, water)))


def test_a_road_on_which_numbers_or_cups_have_no_room_has_the_plain_board():
    board = find_kit("throwing-sticks").board("net-xy")
    rows, steps = list(board.rows), [line.split() for line in board.steps]
    cups = board.model_copy(update={"rows": ("2" + rows[0][1:], *rows[1:])})
    # One square more beside the way.
    aside = board.model_copy(update={"rows": tuple(row + "." for row in rows)})
    # From 0 straight up to 2.
    straight = board.model_copy(update={"rows": (".", ".", "S"), "steps": ("2", "1", "0")})
    assert steps[0][0] == "24"
    assert not any(map(winds, (cups, aside, straight)))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_pawns_on_the_start_of_a_winding_road_stand_round_the_middle_of_its_disc(count):
    """And a last row of fewer in the middle of the others."""
    kit = find_kit("throwing-sticks")
    board = kit.board("net-xy")
    assert winds(board)
    cell = board.cell(*board.way[0])
    room = calm_room(board, 0, cell)
    scene = Scene("", 0.0, 0.0, 0.0, tuple(pawn_items(kit, " ".join("ABCD"[:count]), room, low=False)))
    halos = [
        item_box(each) for each in walk(scene) if isinstance(each.item, Path) and each.item.stroke is not None
    ]
    assert len(halos) == count
    rows = {round(box.center[1], 2) for box in halos}
    for row in rows:
        own = [box for box in halos if round(box.center[1], 2) == row]
        assert fmean(box.center[0] for box in own) == pytest.approx(cell.center[0], abs=0.05)
    assert fmean(rows) == pytest.approx(cell.center[1], abs=0.05)
    assert all(cell.grown(-0.05).contains(box) for box in halos)


@pytest.mark.parametrize("kit_id", kit_ids())
def test_the_empty_board_of_a_picture_lies_within_its_drawing(kit_id):
    """A page of the site or the table shows nothing outside a drawing; the ends of a way lie beside the board."""
    kit, choices = find_kit(kit_id), Choices("card", "full")
    for board in kit.boards:
        pen = Diagrams(kit, kit.languages[0], board, facts_of(board.game, choices), choices)
        use = pen.position({}, 5.0).items[0]
        assert isinstance(use, Use)
        trim = use.scene.trim
        for placed in walk(use.scene):
            assert trim.contains(item_box(placed)), (board.id, placed)
