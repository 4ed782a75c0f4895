"""Each thing has one name; `tests/jobs/test_full_pages.py` reads the pages of English books (issue 52.6)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from printkit.games.cetkaik.boards import BOARDS
from printkit.games.cetkaik.hands import ONE_COLOUR
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.nam_to import HANDS
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.kit.find import find_kit, game_folder, kit_ids
from printkit.kit.text import Names, bare, signs_once
from printkit.web.words import words_of

# How many actions a game at a table is played on.
PLIES = 60
ROOT = Path(__file__).resolve().parents[2]
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
HEADING = re.compile(r"^#+ (.*?)(?: \{#.*)?$", re.MULTILINE)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_card_and_a_piece_have_one_name_in_every_kit(language):
    """The strips of paper cetkaik, those that mountain road names, and the pieces of cetkaik."""
    paper, road, board = (
        Names(find_kit(kit, ()), language) for kit in ("paper-cetkaik", "mountain-road", "cetkaik")
    )
    colours = {"black": "黒", "red": "赤"}
    for card in find_kit("paper-cetkaik", ()).cards:
        code = colours[str(card.fields["colour"])] + str(card.fields["piece"])
        assert paper.of(card.entry) == road.of(card.entry) == board.of(code) != ""


def test_the_names_are_those_of_the_glossary():
    english, japanese = (Names(find_kit("cetkaik", ()), language) for language in ("en", "ja"))
    assert (english.of("赤虎"), japanese.of("赤虎")) == ("red tiger (虎)", "赤の虎")
    assert (english.of("将巫兵"), japanese.of("将巫兵")) == ("general-shaman-pawn (将巫兵)", "将巫兵")
    assert english.of("同色馬弓兵") == "one-colour mounted archer (馬弓兵)"
    assert (english.of("wobble"), english.of("赤"), english.of("")) == ("", "", "")


def test_every_combination_has_an_english_name():
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    for kit, hands in [("paper-cetkaik", [*HANDS])] + [
        ("cetkaik", [*board.hands, *(ONE_COLOUR + hand for hand in board.hands)]) for board in BOARDS.values()
    ]:
        names = Names(find_kit(kit, ()), "en")
        for hand in hands:
            assert names.of(hand).endswith(f" ({hand.removeprefix(ONE_COLOUR)})")
            assert not JAPANESE.search(bare(names.of(hand)))
            if f"name.{hand}" in find_kit(kit, ()).texts["en"]:
                assert bare(names.of(hand)) in glossary


def test_a_sign_is_said_where_it_comes_first():
    told = ("IA drops the red pawn (兵).", "In danger now: red pawn (兵), black bow (弓) (+3).")
    assert [*signs_once(told)] == [told[0], "In danger now: red pawn, black bow (弓) (+3)."]


@pytest.mark.parametrize("kit_id", kit_ids())
def test_no_title_says_the_same_twice(kit_id):
    """A leaflet's bar has its title in both languages: neither holds a word of the other (look L-7)."""
    for english in find_kit(kit_id, ()).folder.glob("leaflet-*.en.md"):
        both = [english, english.with_name(english.name.replace(".en.", ".ja."))]
        titles = [HEADING.findall(file.read_text(encoding="utf-8"))[0] for file in both]
        words = Counter(" ".join(titles).lower().split())
        assert {word for word, times in words.items() if times > 1} == set(), titles


TITLES = ("kit.title", "board.", "card.", "cover.", "effects.title", "reminder.", "box.item")


@pytest.mark.parametrize("kit_id", kit_ids())
def test_what_is_printed_in_two_languages_is_said_once_in_each(kit_id):
    english, japanese = (find_kit(kit_id, ()).texts[language] for language in ("en", "ja"))
    for key, text in english.items():
        if key.startswith(TITLES) and re.search("[a-z]{2}", text):
            assert text not in japanese[key], key
            assert japanese[key] not in text, key


@pytest.mark.parametrize("game_id", [game for game in find_games() if game_folder(game)])
def test_nothing_said_at_an_english_table_needs_japanese(game_id):
    """What may be done and what was, in ten games at random; `tests/web/test_labels.py` looks at all a page shows."""
    screen = screen_kit(game_id, None, "")
    teller = Teller(screen.names(game_id, "en", words_of("en")), make_game(game_id))
    said: set[str] = set()
    for seed in range(10):
        rng, state = Random(seed), teller.game.start
        for _ in range(PLIES):
            if state.to_move() is None:
                break
            chance = state.to_move() == CHANCE
            legal = [state.sample(rng)] if chance else rng.sample(state.legal(), min(5, len(state.legal())))
            labels = teller.labels(state.table(state.to_move() if not chance else ""))
            said |= {labels.happened(action) if chance else labels.chosen(action) for action in legal}
            after = state.after(legal[0])
            tables = state.table(""), after.table("")
            said.add(teller.told(state, legal[0], legal[0], tables).text)
            state = after
    assert len(said) > 3
    assert {text for text in said if JAPANESE.search(text)} == set()
