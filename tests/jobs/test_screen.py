"""Pictures of tables on screens: all of it is seen, as large as the room allows, and boards face the player."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from printkit.cli.app import main
from printkit.compose.faces.bounds import item_box
from printkit.compose.screen.arrangements import OWN
from printkit.compose.screen.screen import ScreenPen
from printkit.errors import InputError
from printkit.games.find import find_games, find_module
from printkit.jobs.screen import screen_kits
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import game_kits, screen_kit
from printkit.paths import templates_dir
from printkit.scene.model import Glyphs, Scene, walk
from printkit.web.words import words_of

ROOMS = {
    "phone": Room(374, 460),
    "small phone": Room(344, 340),
    "sideways": Room(528, 310),
    "desktop": Room(1008, 804),
    "large": Room(2000, 1344),
}


@cache
def table_of(game, seat_at):
    """What a seat sees after thirty actions at random."""
    state: Any = find_module(game).game().start
    rng = Random(5)
    for _ in range(30):
        if not state.legal():
            break
        state = state.after(rng.choice(state.legal()))
    return state.table(find_module(game).game().seats[seat_at])


def drawn(game, room, seat_at=0):
    kit = screen_kit(game, None, "/part")
    return kit.draw(table_of(game, seat_at), kit.names(game, "en", words_of("en")), room)


@pytest.mark.parametrize("game", find_games())
def test_all_of_a_table_is_seen_in_every_room(game):
    for room in ROOMS.values():
        table = drawn(game, room)
        assert table.width / table.height == pytest.approx(room.width / room.height, rel=0.01)
        for thing in table.things:
            x, y, width, height = thing.box
            assert -1.5 < x <= x + width < table.width + 1.5, (game, room, thing.id)
            assert -1.5 < y <= y + height < table.height + 1.5, (game, room, thing.id)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", find_games())
def test_every_word_of_a_table_is_seen_whole(game, language):
    """The side of the page covered the end of a name beside the board."""
    kit = screen_kit(game, None, "/part")
    pen = ScreenPen(kit.kit, kit.choices, kit.cards, kit.names(game, language, words_of(language)))
    for room in ROOMS.values():
        block, _ = pen.draw(table_of(game, 0), room)
        ground = walk(Scene("", block.width, block.height, 0.0, block.ground))
        boxes = [(each.item.text, item_box(each)) for each in ground if isinstance(each.item, Glyphs)]
        assert [(text, room) for text, box in boxes if box.x < -0.5 or box.right > block.width + 0.5] == []


@pytest.mark.parametrize("game", find_games())
def test_a_table_has_the_room(game):
    """Its things reach over most of the room one way or the other, where they are not as large as they ever get."""
    for name in ("phone", "desktop"):
        room = ROOMS[name]
        table = drawn(game, room)
        boxes = [thing.box for thing in table.things]
        wide = max(x + width for x, _, width, _ in boxes) - min(x for x, _, _, _ in boxes)
        high = max(y + height for _, y, _, height in boxes) - min(y for _, y, _, _ in boxes)
        pixels = room.width / table.width
        largest = table.arrangement < len(OWN)
        assert max(wide / table.width, high / table.height) > 0.8 or largest, (game, name)
        if name == "desktop":
            assert pixels >= 4.1, "small letters can be read"


@pytest.mark.parametrize("game", find_games())
def test_nothing_covers_a_seat(game):
    for room in ROOMS.values():
        things = drawn(game, room).things
        for seat in (thing for thing in things if thing.id.startswith("seat-")):
            for other in things:
                gap = max(
                    max(seat.box[at] - other.box[at] - other.box[at + 2] for at in (0, 1)),
                    max(other.box[at] - seat.box[at] - seat.box[at + 2] for at in (0, 1)),
                )
                assert gap > -0.01 or other is seat, (game, room, seat.id, other.id)


def test_ones_own_hand_is_larger_and_the_others_sit_side_by_side():
    """In a game of cards alone what is nobody else's has the room that the rest leaves."""
    things = {thing.id: thing.box for thing in drawn("mak-kaik", ROOMS["desktop"]).things}
    own, common = things["hands-A-1"], things["open-1"]
    assert own[2] > 1.4 * common[2]
    left, right = things["seat-B"], things["seat-C"]
    assert right[0] > left[0] + left[2]
    assert right[1] < left[1] + 2 * left[3]


@pytest.mark.parametrize("game", find_games())
def test_an_arrangement_stays_as_long_as_it_fits(game):
    room = ROOMS["desktop"]
    first = drawn(game, room).arrangement
    assert drawn(game, room._replace(kept=first)).arrangement == first


@pytest.mark.parametrize("seat_at", [0, 1])
@pytest.mark.parametrize("game", ["cetkaik", "cetkaik-old", "cetkaik-school", "cetkaik-hard-tam"])
def test_a_board_faces_the_player(game, seat_at):
    table = drawn(game, ROOMS["desktop"], seat_at)
    seat = find_module(game).game().seats[seat_at]
    standing = [thing for thing in table.things if thing.what and "," not in thing.what and thing.names]
    own = [thing.box[1] for thing in standing if thing.what.split()[-1] == seat]
    others = [thing.box[1] for thing in standing if thing.what.split()[-1] != seat]
    assert sum(own) / len(own) > sum(others) / len(others)


def test_a_room_of_another_shape_is_arranged_anew():
    """A phone has the rest above and below the board, a desk beside it."""
    phone, desk = (drawn("cetkaik", ROOMS[name]) for name in ("phone", "desktop"))

    def right_of_board(table):
        squares = [thing.box for thing in table.things if thing.id.startswith("board")]
        seats = [thing.box for thing in table.things if thing.id.startswith("seat")]
        return min(box[0] for box in seats) > max(box[0] for box in squares)

    assert (right_of_board(phone), right_of_board(desk)) == (False, True)


def test_two_kits_may_have_their_cards_from_each_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, other in (("one", "two"), ("two", "one")):
        assert main(["new", name, "--blank"]) == 0
        kit = tmp_path / "templates" / name / "kit.toml"
        kit.write_text(f'deck = "{other}"\n{kit.read_text(encoding="utf-8")}', encoding="utf-8")
    screen = screen_kit("", tmp_path / "templates" / "one", "/part")
    assert screen.cards.kit.id == "two"


def test_a_kit_that_cannot_be_loaded_says_why(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "one", "--blank"]) == 0
    file = tmp_path / "templates" / "one" / "kit.toml"
    file.write_text(f'deck = "nothing"\n{file.read_text(encoding="utf-8")}', encoding="utf-8")
    (kit,) = game_kits(file.parent, "/part")
    assert kit.screen is None
    assert "kit.toml [deck]: there is no folder 'nothing'" in kit.problem


def test_a_kit_whose_files_cannot_be_listed_is_named(monkeypatch):
    monkeypatch.setattr(screen_kits, "folder_stamp", lambda folder: "")
    with pytest.raises(InputError, match="cannot list all of the folder"):
        screen_kit("youscout", templates_dir() / "youscout", "parts")
