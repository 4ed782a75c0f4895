"""Sample games drawn: every hexagram's reading fits the narrowest page, and each evaluated answer has its row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.youscout.sample_games import ROW_AIR, TABLE_AIR, ChoiceValue, SampleGame, SamplePen
from printkit.games.youscout.cards import HEXAGRAMS
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.find import find_kit
from printkit.scene.model import Scene, walk

# Half a letter sheet less its margins.
NARROW = 109.7


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout")


@pytest.fixture(scope="module", params=["ja", "en"])
def pen(request, kit):
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return SamplePen(kit, request.param, Scenes(kit, choices).front, choices, None)


@pytest.fixture(scope="module")
def games(kit):
    samples = [stated.sample for stated in chapters_of_kit(kit, load_walkthrough_book(kit))]
    return [sample for sample in samples if isinstance(sample, SampleGame)]


def texts(items):
    scene = Scene("picture", 200.0, 200.0, 0.0, tuple(items))
    glyphs = (placed.item for placed in walk(scene) if hasattr(placed.item, "glyphs"))
    return " ".join("".join(glyph.text for glyph in item.glyphs) for item in glyphs)


def test_every_hexagram_has_room_for_its_names(pen, games):
    game = games[0]
    for sign in HEXAGRAMS:
        stated = SampleGame(1, game.game, "", (), "", sign, game.steps, {})
        picture = pen.reading(stated, NARROW)
        assert (sign.ja in picture.words, sign.en in picture.words) == (True, True)


@pytest.mark.parametrize(
    "board", [("10r", "16r", "2r", "5r", "12r", "21r"), ("20r", "14r", "15r", "1r", "8r", "11r")]
)
def test_every_card_has_room_for_its_name(pen, games, board):
    game = games[0]
    first = game.steps[0]
    step = replace(first, facts={**first.facts, "board": board})
    stated = replace(game, steps=(step, *game.steps[1:]))
    assert pen.reading(stated, NARROW).width == NARROW


def test_a_game_is_drawn_from_its_hexagram_to_its_end_on_the_narrowest_page(pen, games):
    for game in games:
        pictures = pen.pictures(game, NARROW)
        assert all(picture.width <= NARROW + 1e-6 and picture.height < 172 for picture in pictures)
        assert str(game.sign.number) in texts(pictures[0].items).split()


def test_an_answer_that_was_chosen_is_marked_and_each_has_its_odds(pen):
    values = (ChoiceValue("move", 0.6162, 0.61, 0.62, True), ChoiceValue("stay", 0.25, 0.24, 0.26, None))
    picture = pen.odds(values, "move", NARROW)
    said = texts(picture.items).replace(" ", "")
    assert "61.6%" in said
    assert "25.0%" in said
    assert pen.word("could-win") in picture.words
    assert pen.word("open") in picture.words


def test_the_text_shows_the_first_choice_of_the_longest_sum(pen, games):
    sample = pen.sample(games, NARROW)
    original = next(game for game in games if game.game == "youscout")
    assert sample.words == pen.choice(original, original.choices[0], NARROW).words


def test_where_a_page_has_room_rows_take_air_and_tables_more(pen, games):
    game = games[0]
    spare = {}
    for at, picture in enumerate(pen.pictures(game, NARROW)[2:-1], 2):
        filled = picture.grow.draw(picture.grow.most)
        assert picture.height < filled.height <= picture.grow.most + 1e-6
        spare[at] = filled.height - picture.height
    rows = [spare[at] for at in spare if at not in game.choices]
    assert rows == pytest.approx([ROW_AIR] * len(rows))
    assert min(spare[at] for at in game.choices) > TABLE_AIR - 0.1
