"""Words beside the board of a game for two: between the seats' things, right of the squares, and read before them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from printkit.compose.boards.ways import along_items
from printkit.compose.books.book import BookLook, Picture, compose_book
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.ending import HIGH, LEAST, MOST, OF_PLAY, Ending, ending_items
from printkit.compose.table.hands import WORDS
from printkit.compose.table.small import FRAME
from printkit.compose.table.turns_board import THINGS
from printkit.compose.walkthrough.changes import winning_cards
from printkit.compose.walkthrough.narration import (
    AMONG,
    OF_HANDS,
    SMALL,
    NarratedGame,
    NarrationPen,
)
from printkit.compose.walkthrough.won_throw import LEAST as WON
from printkit.games.find import make_game
from printkit.games.narration import Sentence
from printkit.games.record import read_record, replay
from printkit.geometry import Rect, Size
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.kit.find import find_kit
from printkit.kit.markdown import parse_markdown
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk
from printkit.scene.shapes import rectangle


def reader(kit_id, language):
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), language)


def book_pen(kit_id):
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None)


def text_box(items):
    placed = walk(Scene("words", 200.0, 200.0, 0.0, items))  # type: ignore[arg-type]
    boxes = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    return whole


def test_no_bar_says_what_the_words_beside_a_board_say():
    """In a book of turns it stands beside who acted, among rules it was a third colour beside two."""
    bars = []
    for items in (
        reader("cetkaik", "en").picture("turn-cetkaik-old-33", 118.0)[0].items,
        book_pen("cetkaik").pictures(narrated("cetkaik-old", "cetkaik"), 118.0)[1].items,
    ):
        placed = walk(Scene("turn", 118.0, 200.0, 0.0, items))
        blue = [item_box(e) for e in placed if isinstance(e.item, Path) and e.item.fill == find_ink("blue")]
        bars.append(len([box for box in blue if box.width < 1.2 and box.height > 5.0]))
    assert bars == [0, 1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("turn", ["turn-cetkaik-19", "turn-cetkaik-school-37", "turn-cetkaik-old-33"])
def test_what_happened_stands_right_of_the_board_and_keeps_to_the_width(turn, language):
    (picture,) = reader("cetkaik", language).picture(turn, 118.0)
    assert picture.titled
    titled = picture.titled("What it shows, in so many words that they need two lines")
    assert titled
    # What is said below others stands above the words, in their column, and nothing between two seats is empty.
    for drawn in (picture, titled):
        assert [piece.role for piece in drawn.told] == ["", "P", "Figure"]
        words, figure = (text_box(piece.items) for piece in drawn.told[1:])
        assert words.x > 118.0 * 0.3
        assert words.right <= 118.0 + 1e-6
        assert figure.right <= 118.0 + 1e-6
    lines = [
        sum(
            isinstance(each.item, Glyphs)
            for each in walk(Scene("words", 118.0, 200.0, 0.0, drawn.told[1].items))
        )
        for drawn in (picture, titled)
    ]
    assert lines[0] + 2 <= lines[1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_among_rules_stand_in_the_middle_between_both_seats(language):
    """A strict reader saw them float below the first one, with a hole above the last."""
    (picture,) = reader("cetkaik", language).picture("turn-cetkaik-old-33", 118.0)
    assert picture.grow
    drawn = picture.grow.draw(picture.grow.most)
    words, figure = drawn.told[1], drawn.told[2]
    own = [item_box(each) for each in walk(Scene("words", 118.0, 200.0, 0.0, words.items))]
    top, foot = min(box.y for box in own), max(box.bottom for box in own)
    left = min(box.x for box in own)
    beside = [
        box
        for each in walk(Scene("board", 118.0, 200.0, 0.0, figure.items))
        if (box := item_box(each)).x >= left - 0.5 and box.right <= 118.1
    ]
    above = top - max(box.bottom for box in beside if box.bottom < top)
    below = min(box.y for box in beside if box.y > foot) - foot
    assert above == pytest.approx(below, abs=2.5)


def test_the_words_of_a_race_round_a_free_middle_stand_above_it_line_by_line():
    """With what lies in its middle it takes the whole width of the text."""
    (picture,) = reader("linked-ships", "en").picture("turn-linked-ships-77", 118.0)
    assert picture.grow
    words, figure = (
        [item_box(each) for each in walk(Scene("part", 118.0, 200.0, 0.0, piece.items))]
        for piece in picture.grow.draw(picture.grow.most).told[-2:]
    )
    assert max(box.bottom for box in words) < min(box.y for box in figure)
    # Ships are letters of their own, in their inks.
    lines = [box for box in words if box.width > 10.0]
    assert len({round(box.bottom) for box in lines}) >= 4
    assert 0.0 <= min(box.x for box in figure) < 6.0
    assert 112.0 < max(box.right for box in figure) <= 119.0


def test_a_table_with_bars_has_a_step_for_each_figure_and_a_narrow_picture_words_beside_it():
    """Each bar is as long as its figure, which stands behind it, and a dash has none."""
    text = "# Title {#top}\n\n| | a | b |\n|---|---:|---:|\n| x | 20 | 40 |\n| y | 30 | – |\n\n![Words beside](small)"
    look = BookLook(Size(148.0, 210.0), "en", "shippori-mincho-extrabold")
    small = Picture(30.0, 20.0, (Path(rectangle(Rect(0.0, 0.0, 30.0, 20.0)), find_ink("red")),), "small")
    book = compose_book(
        parse_markdown(text, "text.md"), look, ["Title"], "", None, lambda name, width: (small,)
    )
    placed = [
        *walk(Scene("page", 148.0, 210.0, 0.0, tuple(i for part in book.pages[0].parts for i in part.items)))
    ]
    blue, black, red = find_ink("blue"), find_ink("black"), find_ink("red")
    widths = {
        ink.name: sorted(
            round(item_box(each).width, 1)
            for each in placed
            if isinstance(each.item, Path) and each.item.fill == ink
        )
        for ink in (black, blue)
    }
    # Beside the pieces of the head and the rules.
    longest = widths["blue"][-1]
    assert 0.5 * look.text_box(1).width < longest < look.text_box(1).width - 8.0
    for share in (2 / 4, 3 / 4):
        assert any(width == pytest.approx(share * longest, abs=0.1) for width in widths["black"])
    picture = next(item_box(each) for each in placed if isinstance(each.item, Path) and each.item.fill == red)
    words = [item_box(each) for each in placed if isinstance(each.item, Glyphs)][-1]
    assert picture.right < words.x
    assert picture.y < words.center[1] < picture.bottom


def card_boxes(picture):
    placed = walk(Scene("table", 118.0, 200.0, 0.0, picture.items))
    return [
        item_box(each)
        for each in placed
        if isinstance(each.item, Path)
        and each.item.width == FRAME
        and each.item.stroke == BLACK
        and not each.item.dash
    ]


def narrated(game_id, kit_id="paper-cetkaik"):
    """A game of the walkthrough."""
    name = {"tottarot": "round", "cetkaik-old": "old"}.get(game_id, game_id)
    record = read_record((find_kit(kit_id).folder / f"games/{name}.txt").read_text("utf-8"), "record")
    game = make_game(game_id, [f"{key}={value}" for key, value in record.options])
    return NarratedGame(
        1, game_id, (), "", (), tuple(game.module.narration(game, list(replay(record, game))))
    )


HANDS = ("mok-kaik", "ta-xot", "mak-kaik", "niek-hi", "mak-hup", "nam-to", "ni-ne")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_turns_at_which_a_game_of_cards_turns_have_a_black_bar(language):
    """Readers saw all turns of one weight."""
    kit = find_kit("paper-cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    pen = NarrationPen(kit, language, Scenes(kit, choices).front, choices, None)
    for game_id in HANDS:
        game = narrated(game_id)
        pictures = pen.pictures(game, 118.0)
        bars = [
            any(
                isinstance(each.item, Path)
                and each.item.fill == BLACK
                and (box := item_box(each)).width > 117.9
                and 5.0 < box.height < 6.0
                for each in walk(Scene("turn", 118.0, 200.0, 0.0, picture.items))
            )
            for picture in pictures
        ]
        assert 1 <= sum(bars) <= 4, game_id
        assert not bars[0]


@pytest.mark.parametrize(
    ("kit_id", "game_id", "head"),
    [
        ("paper-cetkaik", "mok-kaik", "1. Mok kaik"),
        ("throwing-sticks", "net-xy", "1. Net xy"),
        ("cetkaik", "cetkaik-old", "Game 1, "),
        ("tottarot", "tottarot", "Round 1"),
    ],
)
def test_the_head_of_a_game_does_not_tell_who_won_but_its_end_does(kit_id, game_id, head):
    """Readers are told to cover the next picture and think."""
    pen, game = book_pen(kit_id), replace(narrated(game_id, kit_id), seats=("B",))
    assert pen.heading(game).startswith(head)
    assert "B" not in pen.heading(game)
    *_, last = pen.pictures(game, 118.0)
    placed = walk(Scene("end", 118.0, 200.0, 0.0, last.items))
    assert "Won by B" in " ".join(each.item.text for each in placed if isinstance(each.item, Glyphs))


def test_cards_of_the_deck_are_named():
    drawn = book_pen("paper-cetkaik").deck(118.0)
    said = [
        e.item.text for e in walk(Scene("deck", 118.0, 60.0, 0.0, drawn.items)) if isinstance(e.item, Glyphs)
    ]
    assert {"boat", "general", "emperor"} <= {*said}
    assert len(card_boxes(drawn)) == 24


def test_cards_are_signs_in_the_sentences_of_a_book_of_hands():
    """Their names are read aloud."""
    _, turn, *_ = book_pen("paper-cetkaik").pictures(narrated("mok-kaik"), 118.0)
    said = [
        e.item.text for e in walk(Scene("turn", 118.0, 200.0, 0.0, turn.items)) if isinstance(e.item, Glyphs)
    ]
    assert not any("black" in text or "red" in text for text in said)
    assert "black cart" in turn.words


def test_what_was_agreed_stands_in_the_head_of_the_first_picture():
    game = replace(narrated("mok-kaik"), options=("seasons=1",))
    said = [
        [
            e.item.text
            for e in walk(Scene("turn", 118.0, 200.0, 0.0, picture.items))
            if isinstance(e.item, Glyphs)
        ]
        for picture in book_pen("paper-cetkaik").pictures(game, 118.0)
    ]
    assert ["seasons: 1" in texts for texts in said] == [True, *[False] * (len(said) - 1)]


@pytest.mark.parametrize(
    ("kit_id", "game_id", "alone"),
    [
        ("paper-cetkaik", "ta-xot", False),
        ("throwing-sticks", "net-xy", False),
        ("tottarot", "tottarot", True),
    ],
)
def test_the_last_picture_has_a_panel_that_says_who_won(kit_id, game_id, alone):
    """A strip that takes what a page leaves; at the end of the only game of a book it is higher than of several."""
    game = replace(narrated(game_id, kit_id), seats=("C",), alone=alone)
    *_, last = book_pen(kit_id).pictures(game, 118.0)
    shown = [(last, LEAST, LEAST)]
    if last.grow is not None:
        among = {"ta-xot": OF_HANDS, "net-xy": (WON, max(WON, AMONG[1]))}.get(game_id, AMONG)
        shown = [(last, *((LEAST, LEAST) if alone else (among[0], among[0])))]
        shown.append((last.grow.draw(last.grow.most), *((40.0, MOST[1]) if alone else among)))
    assert len(shown) == 2
    assert last.closes
    for drawn, least, most in shown:
        placed = [*walk(Scene("last", 118.0, 200.0, 0.0, drawn.items))]
        (words,) = (
            item_box(each)
            for each in placed
            if isinstance(each.item, Glyphs) and each.item.text == "Won by C"
        )
        panel = max(
            (box for each in placed if (box := item_box(each)).contains(words) and box.width < 118.01),
            key=lambda box: box.width,
        )
        assert panel.width == pytest.approx(118.0)
        assert least - 0.1 <= panel.height <= most + 0.1
        assert panel.bottom < drawn.height
        # In a book of hands it ends at the foot of the page.
        assert kit_id == "paper-cetkaik" or panel.height <= OF_PLAY[0] * panel.y
        # No stroke crosses the words, or what they stand on covers it.
        strokes = [
            (at, item_box(each))
            for at, each in enumerate(placed)
            if isinstance(each.item, Path) and each.item.fill == PAPER and not each.item.even_odd
        ]
        under = max(at for at, each in enumerate(placed) if item_box(each).contains(words, -0.1))
        assert len([box for _, box in strokes if panel.contains(box)]) > 5
        assert not any(at > under and box.overlaps(words) for at, box in strokes)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_name_stands_level_above_its_cards(language):
    """Nothing is drawn of what nobody has, and a hand needs no name."""
    (picture,) = reader("paper-cetkaik", language).picture("turn-mok-kaik-9", 118.0)
    placed = [*walk(Scene("table", 118.0, 200.0, 0.0, picture.items))]
    won = find_kit("paper-cetkaik").texts[language]["narration.zone.won"]
    names = [item_box(e) for e in placed if isinstance(e.item, Glyphs) and e.item.text == won]
    assert len(names) == len(("won", "won"))
    assert WORDS * 72 / 25.4 > 6.5
    for name in names:
        assert any(
            0.0 < card.y - name.bottom < 1.0 and abs(card.x - name.x) < 1.0 for card in card_boxes(picture)
        )


def test_all_that_was_agreed_ends_the_line_of_the_first_heading():
    """What was agreed may be more than one choice."""
    pen, game = book_pen("paper-cetkaik"), narrated("mok-kaik")
    chosen = ("players=2", "seasons=1", "bonus=3")
    first, *_ = pen.pictures(replace(game, options=chosen), 118.0)
    agreed = " · ".join(map(pen.agreed, chosen))
    (said,) = (
        item_box(each)
        for each in walk(Scene("first", 118.0, 300.0, 0.0, first.items))
        if isinstance(each.item, Glyphs) and each.item.text == agreed
    )
    assert said.right == pytest.approx(118.0, abs=0.3)


@pytest.mark.parametrize("turn", ["Durchgangsnummer <number>", "The turns from <number> and on to <until>"])
def test_a_heading_of_long_words_stands_over_what_happened(turn):
    """A word as wide as German ones are, or many."""
    kit, game = find_kit("paper-cetkaik"), narrated("mok-kaik")
    texts = {**kit.texts["en"], "narration.frame.turn": turn, "narration.frame.turns": turn}
    kit = replace(kit, texts={**kit.texts, "en": texts})
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    pictures = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None).pictures(game, 118.0)
    said = {
        each.item.text
        for picture in pictures
        for each in walk(Scene("turn", 118.0, 300.0, 0.0, picture.items))
        if isinstance(each.item, Glyphs)
    }
    assert any(text.startswith(turn.split("<")[0].strip()) for text in said)


def test_five_bars_of_a_row_are_told_apart_without_colour():
    """The fifth has cuts where the fourth is paper."""
    text = (
        "# Title {#top}\n\n| | a | b | c | d | e |\n|---|---:|---:|---:|---:|---:|\n| x | 1 | 2 | 3 | 4 | 5 |"
    )
    look = BookLook(Size(148.0, 210.0), "en", "shippori-mincho-extrabold")
    book = compose_book(parse_markdown(text, "text.md"), look, ["Title"], "", None, lambda name, width: ())
    items = tuple(i for part in book.pages[0].parts for i in part.items)
    black = [
        item_box(each)
        for each in walk(Scene("page", 148.0, 210.0, 0.0, items))
        if isinstance(each.item, Path) and each.item.fill == BLACK
    ]
    cuts = [box for box in black if box.width < 2.2 and box.height > 1.5]
    assert len(cuts) > 20


def race(kit_id, game_id, file):
    """A recorded game of a kit."""
    record = read_record((find_kit(kit_id).folder / f"games/{file}.txt").read_text("utf-8"), "record")
    game = make_game(game_id, [f"{key}={value}" for key, value in record.options])
    return NarratedGame(
        1, game_id, (), "", ("A",), tuple(game.module.narration(game, list(replay(record, game))))
    )


def test_an_end_has_the_ground_of_the_box_who_won_and_the_points():
    """At every height: beside the words in a low panel, over them in a high one."""
    kit = find_kit("linked-ships")
    ending = Ending("Won by A", ["A"], (("A", "25"), ("B", "12")))
    for high in (LEAST, HIGH + 4.0):
        items, said = ending_items(kit, ending, Rect(0.0, 0.0, 118.0, high), low=False)
        panel = items[0]
        assert isinstance(panel, Path)
        assert panel.fill == find_ink("blue")
        placed = list(walk(Scene("end", 118.0, high, 0.0, (*items, *said))))
        texts = {each.item.text: item_box(each) for each in placed if isinstance(each.item, Glyphs)}
        assert {"Won by A", "25", "12"} <= {*texts}
        assert texts["25"].y > texts["Won by A"].bottom
        assert all(0.0 < box.y and box.bottom < high for box in texts.values())
        discs = [item_box(each) for each in placed if isinstance(each.item, Path) and each.item.fill == PAPER]
        disc = max((box for box in discs if abs(box.width - box.height) < 0.1), key=lambda box: box.width)
        assert (disc.bottom < texts["Won by A"].y) == (high > HIGH)
        assert disc.right < texts["Won by A"].x or high > HIGH


def test_hands_end_with_the_cards_that_won():
    for game_id, count in (("niek-hi", 3), ("mak-hup", 1), ("mok-kaik", 6)):
        game = replace(narrated(game_id), seats=("A" if game_id != "mak-hup" else "C",))
        cards = winning_cards(game.frames, game.seats)
        assert cards is not None
        assert len(cards.items) == count
    assert winning_cards(game.frames, ()) is None
    # Those of one of two would stand for both.
    assert winning_cards(game.frames, (*game.seats, "D")) is None
    # Where a last draw ended the game what was drawn has not won, but the smallest hand has.
    frames = narrated("ni-ne").frames
    last = frames[-1]
    assert [each.key for each in last.sentences] == ["drawn", "points", "over"]
    assert last.table is not None
    (hand,) = (zone for zone in last.table.zones if zone.owner == "C" and zone.name == "hands")
    cards = winning_cards(frames, ("C",))
    assert cards is not None
    assert len(cards.items) == 8
    assert cards.items == hand.items
    # Who holds nothing has won with what it laid last.
    empty = replace(last, table=replace(last.table, zones=()))
    laid = winning_cards((*frames[:-1], empty), ("C",))
    assert laid is not None
    assert [item.face for item in laid.items] == ["r8"]


@pytest.mark.parametrize(
    ("game_id", "faces"),
    [
        # The last discard completes two runs; open cards complete a set and a named hand.
        ("ta-xot", "b5 b6 b7 r1 r2 r3"),
        ("mak-kaik", "b1 b1 bs"),
        ("nam-to", "b1 b2 rs"),
    ],
)
def test_the_cards_that_won_are_whole(game_id, faces):
    cards = winning_cards(narrated(game_id).frames, ("C",))
    assert cards is not None
    assert [item.face for item in cards.items] == faces.split()


def test_the_cards_that_won_are_whole_whoever_acts_after_them():
    """Others may pass after the end of six cards is called; nobody else has won with them."""
    frames = narrated("ta-xot").frames
    passed = replace(frames[-1], seats=("B",), sentences=(Sentence("ta-xot.pass", {"seat": "B"}),))
    cards = winning_cards((*frames, passed), ("C",))
    assert cards == winning_cards(frames, ("C",))
    other = winning_cards((*frames, passed), ("A",))
    assert other is not None
    assert "b7" not in {item.face for item in other.items if item}
    # With what a season before was won, the last one was not.
    dealt = replace(passed, sentences=(Sentence("dealt", {"number": "5"}), *passed.sentences))
    later = winning_cards((*frames, dealt), ("C",))
    assert later is not None
    assert "b7" not in {item.face for item in later.items if item}


def bars_of(picture):
    """The bars of who acts: long and blue."""
    return [
        box
        for each in walk(Scene("race", 118.0, 250.0, 0.0, picture.items))
        if isinstance(each.item, Path) and each.item.fill == find_ink("blue")
        if (box := item_box(each)).height > 5.0 * box.width or box.width > 20.0 * box.height
    ]


def test_bars_mark_who_acts_where_not_all_do():
    """They stand inside the page; where words with marks, or beside a board, say who acted there are none."""
    game, pen = race("throwing-sticks", "net-xy", "net-xy"), book_pen("throwing-sticks")
    table = game.frames[-1].table
    assert table is not None
    bars = bars_of(pen.tables.draw(table, 6.0, 118.0, ((), ("B", "C"))))
    assert len(bars) == 2
    assert min(box.x for box in bars) >= 0.0
    assert not bars_of(pen.picture(replace(game.frames[-1], seats=("B", "C")), 118.0))
    rounds = book_pen("mountain-road").pictures(
        race("mountain-road", "mountain-road", "mountain-road"), 118.0
    )
    assert not [box for each in rounds for box in bars_of(each)]


def test_the_boards_of_a_game_have_two_sizes():
    pictures = book_pen("mountain-road").pictures(
        race("mountain-road", "mountain-road", "mountain-road"), 118.0
    )
    words, boards = set(), set()
    for picture in pictures:
        for drawn in (picture, *([picture.grow.draw(picture.grow.most)] if picture.grow else ())):
            placed = list(walk(Scene("race", 118.0, 250.0, 0.0, drawn.items)))
            values = [e for e in placed if isinstance(e.item, Glyphs) and e.item.size == SMALL]
            words |= {round(each.transform.d, 3) for each in values}
            numbers = [e for e in placed if isinstance(e.item, Glyphs) and e.item.text in ("10", "17")]
            boards |= {round(each.transform.d, 3) for each in numbers if item_box(each).x < 55.0}
    # What was laid in a long game is as wide as its column.
    assert max(words) == THINGS
    assert min(words) > 0.85
    # The numbers of squares below a large board are of their own size.
    small, large = sorted(boards - {1.0})
    assert large > 1.3 * small


def test_each_turn_of_a_race_stands_with_the_things_of_its_seat_and_its_cards_are_signs():
    pen = book_pen("mountain-road")
    for picture in pen.pictures(race("mountain-road", "mountain-road", "mountain-road"), 118.0)[:-1]:
        turns = [each for each in picture.told if each.role == "P" and "move" in each.words]
        assert len(turns) == 2
        tops, lefts = [], []
        for turn in turns:
            placed = list(walk(Scene("turn", 118.0, 200.0, 0.0, turn.items)))
            said = "".join(each.item.text for each in placed if isinstance(each.item, Glyphs))
            # Signs are seen, and names are heard.
            assert not re.search("black|red", said)
            named = len(re.findall("black|red", turn.words))
            assert sum(isinstance(each.item, Path) for each in placed) >= 2 * named > 0
            lefts.append(min(item_box(each).x for each in placed))
            tops.append(min(item_box(each).y for each in placed))
        # Right of a board one stands below the other; without one, or below a large one, they are side by side.
        below = tops[0] + 5.0 < tops[1]
        if picture.height < 30.0:
            # In a line each, also one below the other.
            assert max(lefts) > 0.45 * 118.0 or below
            continue
        assert lefts[below ^ 1] > 0.45 * 118.0
        assert (lefts[0] > 0.45 * 118.0) == below


def test_words_of_nobody_and_cards_without_a_glyph_are_not_lost():
    """What no seat did stands above the board, with all the rest; a kit that draws no signs has the names."""
    pen = book_pen("mountain-road")
    frame = next(
        each for each in race("mountain-road", "mountain-road", "mountain-road").frames[1:] if each.seats
    )
    nobody = frame.sentences[0]._replace(turn="")
    (*_, usual) = pen.picture(frame, 118.0).told
    assert usual.role == "Figure"
    for told, seats in ((frame, 2), (replace(frame, sentences=(nobody, *frame.sentences[1:])), 0)):
        placed = walk(Scene("turn", 118.0, 200.0, 0.0, pen.picture(told, 118.0).items))
        texts = [each for each in placed if isinstance(each.item, Glyphs)]
        beside = [each for each in texts if "Draws" in each.item.text or each.item.text == "gets"]
        assert len(beside) == 2
        assert sum(item_box(each).x > 0.45 * 118.0 for each in beside) == seats
    unsigned = replace(pen.signed, kit=replace(pen.kit, glyphs={}))
    assert "black" in unsigned.said(frame) or "red" in unsigned.said(frame)
    # Names have no room in rows.
    said, rows = unsigned.rows(frame.sentences)
    assert "Draws the black" in said or "Draws black" in said or "Draws red" in said
    assert not any(row.signs for row in rows)


def test_a_way_may_begin_beside_the_sign_of_its_start():
    boxes = [Rect(10.0 * at, 0.0, 10.0, 10.0) for at in range(4)]
    for begun in (0.0, 0.4):
        _, (shaft, *_) = along_items(boxes, (0, 3), BLACK, (0, 1), boxes[3], begun)
        (placed,) = walk(Scene("way", 40.0, 10.0, 0.0, (shaft,)))
        assert item_box(placed).x == pytest.approx(5.0 + 10.0 * begun, abs=0.8)


@pytest.mark.parametrize("low", [False, True])
def test_no_two_bars_of_a_row_have_one_look(low):
    """With little ink two of them were blue outlines with grain."""
    text = (
        "# Title {#top}\n\n| | a | b | c | d | e |\n|---|---:|---:|---:|---:|---:|\n| x | 5 | 5 | 5 | 5 | 5 |"
    )
    look = BookLook(Size(148.0, 210.0), "en", "shippori-mincho-extrabold", low=low)
    book = compose_book(parse_markdown(text, "text.md"), look, ["Title"], "", None, lambda name, width: ())
    items = tuple(i for part in book.pages[0].parts for i in part.items)
    drawn = [each for each in walk(Scene("page", 148.0, 210.0, 0.0, items)) if isinstance(each.item, Path)]
    rows: dict[int, set[tuple[object, bool]]] = {}
    bars = sorted(
        {round(item_box(each).y) for each in drawn if item_box(each).width > 60.0 and each.item.fill}
    )
    for each in drawn:
        box = item_box(each)
        row = next((at for at in bars if at - 1 <= box.y <= at + 4), None)
        if row is not None and each.item.fill is not None and box.x > 20.0:
            rows.setdefault(row, set()).add((each.item.fill, box.width > 60.0))
    assert len(rows) == 5
    looks = [frozenset(row) for row in rows.values()]
    assert len({*looks}) == 5
