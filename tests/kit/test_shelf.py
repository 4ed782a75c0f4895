"""shelf.toml: what the first page knows of a kit's games, and how mistakes in it are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.shelf import line_key
from tests.tiny_kit import spoil, write_kit

SHELF = """\
[window]
show = ["card-one", "card-two"]
line = "game.lu-tu.line"

[games.lu-tu]
minutes = [5, 10]
difficulty = "light"
show = ["card-two"]
"""
LINE = '[game]\nlu-tu.line = "ab"\n'


@pytest.fixture
def kit(tmp_path):
    folder = spoil(write_kit(tmp_path), "kit.toml", 'size = "small"', 'size = "small"\ngames = ["lu-tu"]')
    (folder / "shelf.toml").write_text(SHELF, encoding="utf-8")
    for language in ("ja", "en"):
        with (folder / f"text.{language}.toml").open("a", encoding="utf-8") as file:
            file.write(LINE)
    return folder


def test_it_is_read_as_it_stands(kit):
    shelf = load_kit(kit).shelf
    assert shelf is not None
    assert shelf.window is not None
    assert shelf.window.show == ("card-one", "card-two")
    facts = shelf.games["lu-tu"]
    assert (facts.minutes, facts.difficulty, facts.show) == ((5, 10), "light", ("card-two",))


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "message"),
    [
        ("shelf.toml", "games.lu-tu", "games.lu-ta", "games.lu-ta", "unknown game 'lu-ta'"),
        ("shelf.toml", '["card-two"]', '["card-tow"]', "games.lu-tu.show[0]", "no part 'card-tow'"),
        ("shelf.toml", '"card-one", ', '"board-one", ', "window.show[0]", "no part 'board-one'"),
        ("shelf.toml", "[5, 10]", "[10, 5]", "games.lu-tu", "minutes are [from, to]"),
        ("shelf.toml", '"light"', '"easy"', "games.lu-tu.difficulty", "'light', 'medium' or 'deep'"),
        ("shelf.toml", "minutes", "minuets", "games.lu-tu.minuets", "unknown key"),
        ("text.en.toml", LINE, "", "game.lu-tu.line", "the text is missing"),
    ],
)
def test_a_mistake_is_reported_with_file_and_key(kit, file, old, new, key, message):
    with pytest.raises(InputError) as caught:
        load_kit(spoil(kit, file, old, new))
    found = [(Path(each.file).name, each.key, each.message) for each in caught.value.problems]
    assert [(name, where) for name, where, _ in found] == [(file, key)]
    assert message in found[0][2]


@pytest.mark.parametrize("kit_id", kit_ids())
def test_every_game_of_every_kit_has_its_facts(kit_id):
    kit = find_kit(kit_id)
    assert kit.shelf is not None
    assert set(kit.shelf.games) == set(kit.games)
    for game, facts in kit.shelf.games.items():
        assert facts.minutes
        assert facts.difficulty
        for language in kit.languages:
            assert 0 < len(kit.text(language, line_key(game))) <= 100


@pytest.mark.parametrize("kit_id", kit_ids())
def test_the_box_says_the_minutes_of_all_its_games(kit_id):
    """A player reads one of them in the shop and the other on the page."""
    kit = find_kit(kit_id)
    assert kit.facts
    assert kit.shelf
    minutes = [each for game in kit.games for each in kit.shelf.games[game].minutes or ()]
    assert kit.facts.minutes == (min(minutes), max(minutes))
