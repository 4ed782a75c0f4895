"""Walkthroughs of hands: which turns share a picture, and what came where in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.table.arrived import arrived, bars, new_in
from printkit.compose.text.typesetting import TextStyle
from printkit.compose.walkthrough.changes import with_changes, without_still_boards
from printkit.compose.walkthrough.round_heads import RoundHead, head_in_black, head_of_hands
from printkit.errors import InputError
from printkit.games.narration import CardValue, Frame, Move, Sentence
from printkit.games.zones import Item, Table, Zone
from printkit.geometry import Rect
from printkit.kit.find import find_kit
from printkit.scene.inks import find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk

HANDS = {"A": "ab", "B": "cd", "C": "ef"}


def table(laid, pot="3", **hands):
    """Hands, what is laid before seats, a pot, and the mark of the dealer."""
    zones = [Zone("hands", "hand", tuple(map(Item, cards)), seat) for seat, cards in (HANDS | hands).items()]
    zones += [Zone("laid", "row", tuple(map(Item, cards)), seat) for seat, cards in laid.items()]
    return Table("", None, (*zones, Zone("pot", "text", (Item(pot),)), Zone("dealer", "text", (Item("A"),))))


def is_mark(zone):
    return zone.name == "dealer"


def is_pictured(before, after):
    """Whether the second of three turns has a picture of its own."""
    frames = [Frame((at, at), each, ("A",)) for at, each in enumerate((before, after, after), 1)]
    first, *second, last = with_changes(frames, is_mark, "turns")
    assert (first, last.table) == (frames[0], after)
    assert [frame.table for frame in second] == [after] * len(second)
    return bool(second)


@pytest.mark.parametrize(
    ("after", "pictured"),
    [
        (table({"B": "x", "C": "f"}, C="e"), True),
        (table({"B": "x"}, pot="5"), True),
        (table({"B": "x"}, B="cg", C="e"), True),
        (table({"A": "x"}, C="e"), True),
        # Who passes, lays cards face down, or has no card left, leaves nothing to see.
        (table({"B": "x"}, B="c", C="e"), False),
        (table({"B": "x"}), False),
        (table({"B": "x"}, C=""), False),
    ],
)
def test_a_turn_that_changed_nothing_has_no_picture(after, pictured):
    assert is_pictured(table({"B": "x"}), after) == pictured


def test_turns_without_a_picture_are_told_with_the_next_one():
    laid = table({"A": "b"}, A="a")
    tables = (table({}), table({}), table({}), laid, laid, laid)
    frames = [
        Frame((at, at), each, ("A",), "turn", at, (Sentence(f"said-{at}"),), (f"action-{at}",))
        for at, each in enumerate(tables, 1)
    ]
    first, turns, last = with_changes(frames, is_mark, "turns")
    assert first == frames[0]
    assert (turns.lines, turns.key, turns.number, turns.until) == ((2, 4), "turns", 2, 4)
    assert [each.key for each in turns.sentences] == ["said-2", "said-3", "said-4"]
    assert turns.actions == ("action-2", "action-3", "action-4")
    assert (last.lines, last.number, last.until, last.table) == ((5, 6), 5, 6, tables[-1])


@pytest.mark.parametrize(("number", "several"), [(0, "turns"), (3, "")])
def test_a_heading_that_no_words_widen_stays(number, several):
    """Frames without numbers have no heading of their own, and a kit may have no words for several turns."""
    tables = (table({}), table({}), *[table({"A": "b"}, A="a")] * 2)
    frames = [
        Frame((at, at), each, ("A",), "", number, (), (f"action-{at}",)) for at, each in enumerate(tables)
    ]
    _, joined, _ = with_changes(frames, is_mark, several)
    assert (joined.key, joined.number, joined.until) == ("", number, 0)
    assert joined.actions == ("action-1", "action-2")


def test_games_of_one_or_two_pictures_stay_whole():
    for count in (1, 2):
        frames = [Frame((at, at), table({}), ("A",)) for at in range(count)]
        assert [*with_changes(frames, lambda _: False, "turns")] == frames


def test_the_turns_of_a_round_of_stakes_share_a_picture():
    """Until a seat is on turn again; each is told on a line of its own, and all of them acted."""
    pots = ("0", "5", "10", "15", "20", "25", "25")
    seats = ("A", "B", "C", "A", "B", "C", "A")
    frames = [
        Frame((at, at), table({}, pot=pot), (seat,), "turn", at, (Sentence(f"said-{at}"), Sentence("points")))
        for at, (pot, seat) in enumerate(zip(pots, seats, strict=True), 1)
    ]
    first, one, two, last = with_changes(frames, is_mark, "turns")
    assert first == frames[0]
    assert (one.lines, one.number, one.until, one.seats) == ((2, 4), 2, 4, ("B", "C", "A"))
    assert [each.turn for each in one.sentences] == ["B", "", "C", "", "A", ""]
    assert (two.lines, two.seats) == ((5, 6), ("B", "C"))
    assert last.lines == (7, 7)


@pytest.mark.parametrize(
    ("seats", "lines"),
    [
        # A card is turned up, and both seats stake on it; the end has a picture of its own.
        ("ABAB", [(1, 1), (2, 3), (4, 4)]),
        # A turn before the end shares its picture with that, more of them have one.
        ("ABA", [(1, 1), (2, 3)]),
        ("ABCD", [(1, 1), (2, 3), (4, 4)]),
    ],
)
def test_a_round_of_stakes_begins_with_the_card_turned_up_for_it(seats, lines):
    up = Zone("open", "row", (Item("z"),))
    tables = [table({}, pot="0"), *(table({}, pot=str(5 * at)) for at in range(1, len(seats)))]
    shown = [tables[0], *(replace(each, zones=(*each.zones, up)) for each in tables[1:])]
    frames = [
        Frame((at, at), each, (seat,), "turn", at)
        for at, (each, seat) in enumerate(zip(shown, seats, strict=True), 1)
    ]
    found = [*with_changes(frames, is_mark, "turns")]
    assert [frame.lines for frame in found] == lines
    assert [move.what for move in found[1].moves] == ["z"]


@pytest.mark.parametrize(
    ("after", "came"),
    [
        (table({"B": "xy", "C": "f"}, C="e"), [("y", "laid B"), ("f", "laid C")]),
        (table({"B": "x"}, A="aba"), [("a", "hands A")]),
        # After a deal all is new.
        (table({"B": "x"}, A="ghi"), []),
    ],
)
def test_cards_that_came_are_moves(after, came):
    frames = [Frame((at, at), each, ("A",)) for at, each in enumerate((table({"B": "x"}), after, after), 1)]
    found = [each for frame in with_changes(frames, is_mark, "") for each in frame.moves]
    assert found == [Move(face, "", place) for face, place in came]


def test_a_play_that_beats_another_is_all_new():
    """A card of the same face lies there again, but it is another one."""
    laid = (Zone("laid", "row", tuple(map(Item, cards))) for cards in ("zy", "zx"))
    before, after = (replace(each, zones=(*each.zones, next(laid))) for each in (table({}), table({}, C="e")))
    frames = [Frame((at, at), each, ("C",)) for at, each in enumerate((before, after, after), 1)]
    _, frame, _ = with_changes(frames, is_mark, "")
    assert {move.what for move in frame.moves if move.target.startswith("laid")} == {*"zx"}


def test_cards_that_came_stand_on_a_blue_bar():
    """Side by side they share it; it goes below the others, on paper."""
    slots = [Rect(10.0 * (at % 3), 14.0 * (at // 3), 8.0, 12.0) for at in range(5)]
    zone = Zone("hands", "hand", tuple(map(Item, "aabac")), "A")
    moves = [Move(face, "", "hands A") for face in "abc"] + [Move("b", "", "laid A")]
    new = new_in(zone, arrived(moves))
    # Of a face the last one.
    assert new == [2, 3, 4]
    drawn = [*bars(slots, new, 1.4)]
    papers, blue = drawn[::2], drawn[1::2]
    assert all(isinstance(bar, Path) and bar.fill == find_ink("blue") for bar in blue)
    boxes = [item_box(each) for each in walk(Scene("bars", 30.0, 30.0, 0.0, tuple(blue)))]
    # One bar of the last two has the width of two cards and what is between them.
    assert [(box.x, round(box.right, 3)) for box in boxes] == [(20.0, 28.0), (0.0, 10.0), (10.0, 18.0)]
    assert [round(box.bottom, 3) for box in boxes] == [13.4, 27.4, 27.4]
    for paper, box in zip(walk(Scene("paper", 30.0, 30.0, 0.0, tuple(papers))), boxes, strict=True):
        assert item_box(paper).contains(box)


@pytest.mark.parametrize(
    ("seats", "turning", "lines"),
    [
        # What B lays face down is told with what C lays.
        ("ABCA", False, [(1, 1), (2, 3), (4, 4)]),
        # Not if it turns the game.
        ("ABCA", True, [(1, 1), (2, 2), (3, 3), (4, 4)]),
    ],
)
def test_cards_laid_face_down_share_the_picture_of_the_next_turn(seats, turning, lines):
    """Readers wanted plain turns short."""
    tables = [table({}, B="cd"), table({}, B="c"), *[table({"C": "e"}, B="c", C="f")] * 2]
    frames = [
        Frame((at, at), each, (seat,), "turn", at, turning=Sentence("turns") if turning and at == 2 else None)
        for at, (each, seat) in enumerate(zip(tables, seats, strict=True), 1)
    ]
    assert [frame.lines for frame in with_changes(frames, is_mark, "turns")] == lines


@pytest.mark.parametrize(
    ("seats", "lines"), [("ABBC", [(1, 1), (2, 3), (4, 4)]), ("ABAC", [(1, 1), (2, 2), (3, 3), (4, 4)])]
)
def test_what_a_play_brings_about_shares_its_picture(seats, lines):
    """Cards that a general sends away leave the hands."""
    after = table({"B": "d"}, A="a", B="c", C="e")
    tables = [table({}), table({"B": "d"}, B="c"), after, after]
    frames = [
        Frame((at, at), each, (seat,), "turn", at, turning=Sentence("turns") if at == 3 else None)
        for at, (each, seat) in enumerate(zip(tables, seats, strict=True), 1)
    ]
    assert [frame.lines for frame in with_changes(frames, is_mark, "turns")] == lines


def test_a_play_that_another_takes_the_place_of_is_shown():
    """What it brought about waited for the next turn, by which it no longer lay there."""
    played, away = table({"B": "d"}, B="c"), table({"B": "d"}, B="", C="e")
    next_ = table({"C": "f"}, B="", C="")
    frames = [
        Frame((at, at), each, (seat,), "turn", at)
        for at, (each, seat) in enumerate(
            zip((table({}), played, away, next_, next_), "ABBCA", strict=True), 1
        )
    ]
    found = [*with_changes(frames, is_mark, "turns")]
    assert [frame.lines for frame in found] == [(1, 1), (2, 3), (4, 4), (5, 5)]
    assert [zone.place for frame in found[1:3] for zone in frame.table.zones if zone.name == "laid"] == [
        "laid B",
        "laid C",
    ]


def cleared(*zones, seats=("B",)):
    """The zones of the last picture, before which two cards lay open, and in which B played another one."""
    hands = table({}).zones
    before = Table("", None, (*hands, Zone("open", "row", (Item("x"), Item("y")))))
    after = Table("", None, (*hands, Zone("open", "row"), *zones))
    said = Sentence("plays", {"seat": "B", "cards": (CardValue("z"),)})
    frames = [Frame((1, 1), before, ("A",)), Frame((2, 2), after, seats, sentences=(said,))]
    *_, last = with_changes(frames, is_mark, "turns")
    return [
        (zone.place, "".join(item.face for item in zone.items))
        for zone in last.table.zones
        if zone.kind == "row"
    ]


@pytest.mark.parametrize(
    ("zones", "seats"),
    [
        ((), ("B",)),
        # The seat is that which played, whoever acted after it.
        ((), ("B", "C")),
        # A place is there once.
        ((Zone("laid", "row", (Item("z"),), "B"),), ("B",)),
    ],
)
def test_what_was_cleared_lies_there_once_more_with_what_cleared_it(zones, seats):
    assert cleared(*zones, seats=seats) == [("open", "xy"), ("laid B", "z")]


def test_what_a_seat_took_lies_before_it_alone():
    won = Zone("won", "row", tuple(map(Item, "xyz")), "B")
    assert cleared(won) == [("open", ""), ("won B", "xyz")]


def test_one_card_drawn_into_an_empty_hand_is_marked_but_not_a_deal():
    drawn, dealt = table({}, A="x", B="d", C="e"), table({}, A="u", B="v", C="w")
    for before, after, new in (
        (table({}, A="y", B="d", C="e"), drawn, {("x", "hands A")}),
        (drawn, dealt, set()),
    ):
        frames = [Frame((at, at), each, ("A",)) for at, each in enumerate((before, after, after), 1)]
        first = [*with_changes(frames, is_mark, "turns")][1]
        assert {(move.what, move.target) for move in first.moves if not move.source} == new


def test_still_frames_joined_keep_the_last_turning_point_and_all_actions():
    frames = [
        Frame((at, at), table({}), ("A",), actions=(f"a{at}",), turning=turning)
        for at, turning in enumerate((None, Sentence("over"), Sentence("spare"), None), 1)
    ]
    (_, still, _) = without_still_boards(frames, lambda frame, at, count: 0 < at < count - 1)
    assert (still.key, still.actions, still.lines) == ("still", ("a2", "a3"), (2, 3))
    assert still.turning == Sentence("spare")


def test_in_a_head_of_hands_the_lines_of_the_record_are_clear_of_all_words():
    look = TextStyle(find_kit("paper-cetkaik").fonts["display"], 3.4)
    for said in ("", "A calls", "B, who is dealer, sets the base of this round: five sticks more"):
        head = RoundHead("112-131", "Turns 12 to 15", said)
        looks = replace(look, size=2.4), look, look
        told = head_of_hands(head, "", looks, 118.0, low=False, dark=len(said) < 10)
        placed = walk(Scene("", 118.0, 6.0, 0.0, tuple(item for each in told for item in each.items)))
        words = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
        assert len(words) == 2 + bool(said)
        assert not any(one.overlaps(other) for one, other in combinations(words, 2))
        assert max(box.right for box in words) <= 118.0


def test_a_heading_in_a_bar_is_as_narrow_as_it_must_be_and_what_is_too_long_is_named():
    kit = find_kit("linked-ships")
    looks = TextStyle(kit.fonts["display"], 3.4), TextStyle(kit.fonts["display"], 3.4)
    for said in ("", "B is the first to plunder"):
        for heading in ("Round 1", "Rounds one hundred and one to one hundred"):
            told = head_in_black(RoundHead("162-169", heading, said), looks, 14.0, 110.0, low=False)
            items = tuple(item for each in told for item in each.items)
            assert all(item_box(each).right < 110.3 for each in walk(Scene("", 110.0, 6.0, 0.0, items)))
    with pytest.raises(InputError, match="Round Round"):
        head_in_black(RoundHead("1", "Round " * 30, ""), looks, 14.0, 110.0, low=False)
