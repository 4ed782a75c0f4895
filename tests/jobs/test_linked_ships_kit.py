"""The kit of 連船之遊: ring, slips, ships and counters are those of the rules, and a spoilt one is found."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.walkthrough.changes import without_still_boards
from printkit.compose.walkthrough.narration import NarratedGame, NarrationPen
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.compose.walkthrough.quiet_rounds import with_quiet_joined
from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE
from printkit.games.find import find_board, make_game
from printkit.games.linked_ships.ring import BUILT, CAPACITY, GOAL, STOCK, WANTED
from printkit.games.players import sight_of
from printkit.games.record import read_record, replay
from printkit.inspect.pages import page_chars, page_count
from printkit.jobs.build.part import Scenes
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.solver.seats import seated
from tests import air_kits

KIT = "linked-ships"
SHEETS = ("board-ring", "slips", "tokens", "sticks", "box")

spoilt, files = (partial(each, KIT) for each in (air_kits.spoilt, air_kits.files))


def test_every_sheet_of_a_press_is_read_back_with_little_ink(tmp_path):
    """At home: `tests/test_every_part.py`."""
    for report in check_reports(files(tmp_path, *SHEETS, press="x1a-2003", ink="low")):
        assert report.clean, (report.file, report.findings)


def test_the_ring_has_the_steps_of_the_rules():
    """From the lower left round to the upper left, in squares beside one another (§1.1)."""
    board = find_kit(KIT).board("ring")
    assert len(board.way) == len(find_board(KIT).way) == GOAL + 1
    assert board.way[0] == (0, 4)
    assert board.way[-1] == (0, 0)


def test_the_hinge_is_a_line_between_squares_and_no_ink_falls_into_the_margin():
    board = find_kit(KIT).board("ring")
    left, right = board.leaves
    assert board.seam == board.cell(board.hinge, 0).x
    assert max(left.width, right.width) <= 210.0 - 2 * 5.0
    assert not any(
        panel.box.x < board.seam < panel.box.right for panel in board.panels if panel.panel != "lagoon"
    )


def test_the_tracks_of_a_slip_are_those_of_the_rules():
    for card in load_kit(find_kit(KIT).folder).cards_of("slips"):
        assert (card.fields["stock"], card.fields["ship"]) == (STOCK, CAPACITY)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("'20 19 18 17 16 15 14 13 12'", "' . 19 18 17 16 15 14 13 12'", "another number of steps"),
        ("' 0  1  2  3  4  5  6  7  8'", "' 1  0  2  3  4  5  6  7  8'", "the way jumps from step 1"),
        ("' 0  1  2  3  4  5  6  7  8'", "' 0  0  2  3  4  5  6  7  8'", "each once"),
        ("' 0  1  2  3  4  5  6  7  8'", "' 0  1  2  3  4  5  6  7'", "not a number or . for each square"),
        (
            "' .  .  .  .  .  .  .  . 11'",
            "' .  .  .  .  .  .  . 11 .'",
            "a step is where there is no square",
        ),
        ('glyph = "船"', "columns = 2", "an emblem or seal, and no other panel, has a glyph"),
    ],
)
def test_a_spoilt_ring_is_refused(tmp_path, old, new, said):
    folder = spoilt(tmp_path, "board.toml", old, new)
    found = air_kits.board_messages(folder)
    assert any(said in message for message in found), found


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("cards.toml", "goal = 25", "goal = 24", "this disagrees with the rules"),
        ("cards.toml", "ship = 15", "ship = 16", "this disagrees with the rules"),
        ("cards.toml", "stock-start = 20", "stock-start = 19", "this disagrees with the rules"),
        ("cards.toml", 'colour = "red"', 'colour = "blue"', "this disagrees with the rules"),
        ("layout.toml", 'field = "stock"', 'field = "ship"', "a digit is missing"),
        ("tokens.toml", "copies = 5", "copies = 4", "too few of a token for linked-ships"),
        (
            "tokens.toml",
            'id = "ship-red-3"',
            'id = "boat-red-3"',
            "too few of a token for linked-ships",
        ),
        ("sticks.toml", "copies = 6", "copies = 4", "too few sticks to throw"),
    ],
)
def test_a_spoilt_piece_or_slip_is_refused(tmp_path, file, old, new, said):
    folder = spoilt(tmp_path, file, old, new)
    report = kit_report(folder)
    assert any(said in finding.message for finding in report.findings), report.findings
    # Only what is printed is proved before it is: each part refuses its own mistakes.
    part = {"tokens.toml": "tokens", "sticks.toml": "sticks"}.get(file, "slips")
    with pytest.raises(WrongError):
        files(tmp_path / "out", part, folder=folder)


def test_a_track_of_a_ship_that_nobody_has_is_named(tmp_path):
    folder = spoilt(tmp_path, "layout.toml", 'figure = "▲"', 'figure = "A"')
    with pytest.raises(InputError, match="no standee has this figure and ink"):
        files(tmp_path / "out", "slips", folder=folder)


def test_another_number_on_paper_is_found(tmp_path):
    """A variant's slips are printed as they are, and compared with the kit printkit ships."""
    folder = spoilt(tmp_path, "cards.toml", "goal = 25", "goal = 26")
    kit = folder / "kit.toml"
    kit.write_text(
        kit.read_text(encoding="utf-8").replace("size =", "variant = true\nsize ="), encoding="utf-8"
    )
    (slips,) = files(tmp_path / "out", "slips", folder=folder)
    (report,) = check_reports([slips], KIT)
    assert not report.clean


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_leaflet_has_the_numbers_of_the_rules(language):
    text = (find_kit(KIT).folder / f"rules.{language}.md").read_text(encoding="utf-8")
    said = {
        "en": (f"there are {GOAL - 1} squares: {GOAL} steps", f"carries {CAPACITY} at most", f"start on {STOCK}",
               f"ship ● on {BUILT}", f"take {BUILT} from", f"somebody has {WANTED} or more"),
        "ja": (f"{GOAL - 1}マスあり、{GOAL}歩", f"積めるのは{CAPACITY}まで", f"里は{STOCK}", f"●の船は{BUILT}",
               f"里から{BUILT}を取り", f"国が{WANTED}以上"),
    }  # fmt: skip
    assert not [words for words in said[language] if words not in text]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_leaflet_and_walkthrough_are_read_back(tmp_path, language):
    for path in files(tmp_path, "leaflet", "walkthrough", lang=language):
        if path.suffix == ".pdf" and not path.stem.endswith("print"):
            (report,) = check_reports([path])
            assert report.clean, (path, report.findings)


def test_the_kit_has_words_for_whatever_may_happen():
    kit = load_kit(find_kit(KIT).folder)
    for seed in range(3):
        game = make_game(KIT, [f"players={2 + seed % 3}", f"fuel={('cargo', 'start')[seed % 2]}"])
        players = [seated(game, ("random", "thumb")[at % 2], Random(seed)) for at in range(4)]
        rng, state, actions = Random(seed), game.start, []
        while (seat := state.to_move()) is not None:
            chosen = players[game.seats.index(seat)] if seat != CHANCE else None
            actions.append(chosen(sight_of(game, state, seat)) if chosen else state.sample(rng))
            state = state.after(actions[-1])
        air_kits.assert_narrated(kit, game, actions)


def test_the_walkthrough_reckons_what_a_ship_lacks():
    record = read_record((find_kit(KIT).folder / f"games/{KIT}.txt").read_text(encoding="utf-8"), KIT)
    game = make_game(KIT, [f"{key}={value}" for key, value in record.options])
    sentences = [
        (sentence.key.removeprefix(f"{KIT}."), sentence.values)
        for frame in game.module.narration(game, list(replay(record, game)))
        for sentence in frame.sentences
    ]
    assert {
        "begins",
        "build",
        "supply",
        "move",
        "plunder",
        "pass",
        "arrive",
        "needs",
        "over-left",
        "over",
    } <= {key for key, _ in sentences}
    for key, values in sentences:
        if key in ("needs", "over-left"):
            sign = 1 if key == "over-left" else -1
            assert int(values["cargo"]) == int(values["left"]) + sign * int(values["more"])


def test_ships_on_one_square_differ_by_their_players():
    """A ship is named as the rules do, and its token says so."""
    tokens = {token.piece for token in find_kit(KIT).tokens if token.foot}
    names = {f"{seat}{ship}" for seat in "ABCD" for ship in (1, 2, 3)}
    assert tokens == names


def test_the_tracks_of_both_seats_lie_in_the_ring(tmp_path):
    """On every page of the walkthrough those of both seats side by side, at its end with the goal above the start."""
    reading, *_ = files(tmp_path, "walkthrough", lang="ja")
    pages = page_count(reading)
    assert pages > 10
    found = []
    for page in range(2, pages - 1):
        chars = page_chars(reading, page)
        goals, starts = ([char for char in chars if char.text == sign] for sign in "国里")
        beside = [one for one in starts for other in starts if other.y == one.y and other.x - one.x > 80.0]
        assert len(beside) in (1, 2)
        found.append(
            any(abs(goal.x - one.x) < 0.1 and 2.0 < one.y - goal.y < 6.5 for goal in goals for one in beside)
        )
    assert found == sorted(found)
    assert sum(found) == 2


def told():
    record = read_record((find_kit(KIT).folder / f"games/{KIT}.txt").read_text(encoding="utf-8"), KIT)
    game = make_game(KIT, [f"{key}={value}" for key, value in record.options])
    return tuple(game.module.narration(game, list(replay(record, game))))


def test_every_picture_says_how_far_its_ships_have_come():
    stood = {f"{seat}{ship}": "0" for seat in "AB" for ship in (1, 2, 3)}
    for frame in told():
        assert frame.table
        (board,) = (zone for zone in frame.table.zones if zone.kind == "grid")
        stands = {
            ship: square
            for square, item in zip(board.names, board.items, strict=True)
            if item
            for ship in item.face.split()
        }
        sailed = [move for move in frame.moves if move.source not in stood]
        assert {move.what: (move.source, move.target) for move in sailed} == {
            ship: (stood[ship], square) for ship, square in stands.items() if stood[ship] != square
        }
        stood = stands


def test_whatever_a_ship_took_goes_from_the_other_to_it():
    taken = [move for frame in told() for move in frame.moves if move.source[0] in "AB"]
    assert len(taken) > 4
    assert all(move.source[0] != move.target[0] and int(move.what) > 0 for move in taken)
    plunders = [each for frame in told() for each in frame.sentences if each.key.endswith("plunder")]
    assert [move.what for move in taken] == [each.values["taken"] for each in plunders]


def test_every_turn_of_a_picture_has_a_line_of_its_own():
    turns = ["".join(sentence.turn for sentence in frame.sentences) for frame in told()]
    assert {*turns[:-1]} == {"ABAB"}
    words = NarrationWords(find_kit(KIT), "en", Choices("slip"))
    assert [len(words.said(frame).split("\n")) for frame in told()] == [len(each) for each in turns]


def test_rounds_in_which_no_ship_moves_are_told_without_the_ring():
    kit, frames = load_kit(find_kit(KIT).folder), told()
    frames = (*frames[:-3], replace(frames[-3], moves=()), *frames[-2:])
    choices = Choices("slip")
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None)
    game = NarratedGame(1, KIT, (), "", ("A",), frames)
    pictures = pen.pictures(game, 118.0)
    still = [at for at, frame in enumerate(frames[1:-1], 1) if not frame.moves]
    # One alone between others has its picture.
    several = [at for at in still if {at - 1, at + 1} & {*still}]
    assert len(still) > len(several) > 3
    drawn = [picture for picture in pictures if "ring: " in picture.words]
    shown = tuple(without_still_boards(frames, pen._still))
    assert len(shown) == len(frames) - len(several) + 1
    assert len(drawn) == len([*with_quiet_joined(shown, pen.words, pen.tables)]) - 1
    # All throws with which a seat only supplied are told at once.
    words = " ".join(picture.words for picture in pictures)
    said = [each for at in several for each in frames[at].sentences if each.key == "linked-ships.supply"]
    for seat in "AB":
        numbers = " ".join(str(each.values["number"]) for each in said if each.turn == seat)
        assert f"Throws {numbers}, and supplies each time." in words


def test_every_round_has_its_number_in_a_heading():
    frames = told()
    numbers = [number for frame in frames for number in range(frame.number, frame.until + 1)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {frame.key for frame in frames} <= {"rounds", "round"}
    assert all((frame.key == "rounds") == (frame.until > frame.number) for frame in frames)
