"""What the engine puts into rule texts: facts and contents of the kit, starts, and turns of its records."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.pieces.inside import inside
from printkit.errors import InputError
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures, with_facts
from printkit.kit.find import find_kit
from printkit.kit.leaflets import load_leaflet
from printkit.kit.load import load_kit
from printkit.kit.markdown import Figure, plain_text
from printkit.paths import templates_dir
from tests.tiny_kit import spoil

LEAFLETS = ["linked-ships", "mountain-road", "paper-cetkaik", "throwing-sticks", "tottarot"]


def pictures(kit, language="en"):
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), language)


def words(kit, language):
    """The paragraphs of a leaflet, facts and contents filled in."""
    blocks = with_facts(kit, language, load_leaflet(kit)[language])
    return "\n".join(plain_text(block.runs) for block in blocks if hasattr(block, "runs"))


@pytest.mark.parametrize("kit_id", LEAFLETS)
def test_every_game_of_a_leaflet_shows_a_turn_that_was_played(kit_id):
    """And its reader's page says for whom it is, what is inside, and how it begins."""
    kit = find_kit(kit_id)
    for language in kit.languages:
        named = [block.name for block in load_leaflet(kit)[language] if isinstance(block, Figure)]
        turns = [name for name in named if name.startswith("turn-")]
        assert {game for game in kit.games if any(name.startswith(f"turn-{game}-") for name in turns)} == {
            *kit.games
        }
        assert {"facts", "contents"} <= {*named}
        reader = pictures(kit, language)
        drawn = [reader.picture(name, 100.0)[0] for name in named if reader.draws(name)]
        assert all(picture.width == 100.0 and picture.height > 10.0 for picture in drawn)


def test_counts_are_those_of_the_kit(tmp_path):
    kit = find_kit("linked-ships")
    assert "4 slips, 12 ships, 20 counters, 6 throwing sticks, 1 board" in words(kit, "en")
    assert "2〜4人 · 35〜55分 · 10歳から" in words(kit, "ja")
    own = Path(shutil.copytree(templates_dir() / "linked-ships", tmp_path / "linked-ships"))
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    spoil(own, "sticks.toml", "copies = 6", "copies = 7")
    assert "7 throwing sticks" in words(load_kit(own), "en")


def test_a_kit_without_a_box_has_its_counts_said_by_the_engine():
    kit = find_kit("linked-ships")
    assert [row.words for row in inside(kit, None, "en")] == [
        "cards",
        "tokens",
        "board",
        "throwing sticks",
        "rules",
    ]


def test_a_line_that_the_record_has_not_is_refused():
    reader = pictures(find_kit("throwing-sticks"))
    with pytest.raises(InputError, match="the record of net-xy has no line 999"):
        reader.picture("turn-net-xy-999", 100.0)


def test_a_turn_of_another_kits_game_is_no_picture(tmp_path):
    own = Path(shutil.copytree(templates_dir() / "linked-ships", tmp_path / "linked-ships"))
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    spoil(own, "rules.en.md", "turn-linked-ships-186", "turn-mok-kaik-7")
    with pytest.raises(InputError, match="unknown picture 'turn-mok-kaik-7'"):
        load_leaflet(load_kit(own))


def test_of_a_game_for_one_the_choices_are_shown():
    reader = pictures(find_kit("youscout"))
    start, choice = (
        reader.picture(name, 128.0)[0] for name in ("start-youscout", "turn-youscout-simplified-22")
    )
    assert "Start on 5 41.3 %" in start.words
    assert "Move 33.6 %" in choice.words
    with pytest.raises(InputError, match="nothing is chosen in line 21"):
        reader.picture("turn-youscout-simplified-21", 128.0)


def test_a_small_board_shows_places_of_the_mat():
    kit = find_kit("youscout")
    reader = pictures(kit)
    plain, framed = (reader.picture(name, 128.0)[0] for name in ("places-3--2", "places-3-6-2"))
    assert reader.draws("places-3--2")
    assert (plain.words, framed.words) == ("3 / 2", "3 / 6 / 2")
    assert plain.items != framed.items
    assert not reader.draws("places-7--")
    assert not pictures(find_kit("tottarot")).draws("places-3--2")
