"""English books name things in English, and each thing by one name (issue 52.6).

A kana or kanji stands in a heading (a game's own name), on a cover, and in brackets behind its English name, there once
a page. Pieces carry their signs as drawings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from printkit.compose.books.page_blocks import Part
from printkit.compose.faces.context import Choices
from printkit.games.cetkaik.boards import BOARDS
from printkit.games.cetkaik.hands import ONE_COLOUR
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.nam_to import HANDS
from printkit.games.youscout.cards import HEXAGRAMS
from printkit.jobs.build.bound_book import A5
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.kit.find import find_kit, game_folder, kit_ids
from printkit.kit.text import Names, bare, signs_once
from printkit.scene.model import Glyphs, Group, Item, Use
from printkit.web.words import words_of

# How many actions a game at a table is played on.
PLIES = 60
ROOT = Path(__file__).resolve().parents[2]
KIT_BOOKS = [
    (kit, name) for kit in kit_ids() for name, part in parts_of(find_kit(kit, ())).items() if part.bound_book
]
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
BRACKETS = re.compile(r"\(([^()]*)\)")
# A hexagram has its own name beside its English one.
UNNAMED = re.compile("|".join(sign.ja for sign in HEXAGRAMS))
HEADING = re.compile(r"^#+ (.*?)(?: \{#.*)?$", re.MULTILINE)


def letters(items: Iterable[Item]) -> Iterator[str]:
    """What stands there, line by line; drawings have no letters."""
    for item in items:
        if isinstance(item, Glyphs):
            yield item.text
        elif isinstance(item, Group):
            yield from letters(item.items)
        elif isinstance(item, Use):
            yield from letters(item.scene.items)


@cache
def headings(kit_id: str) -> tuple[str, ...]:
    """Titles and chapters of a kit's books in both languages, the longest first."""
    kit = find_kit(kit_id, ())
    texts = (file.read_text(encoding="utf-8") for file in kit.folder.glob("*.md"))
    found = {heading for text in texts for heading in HEADING.findall(text)}
    # In a bar both names of a game stand apart.
    found |= {name for heading in found for name in heading.split(" ", 1) if JAPANESE.match(heading)}
    return tuple(sorted(found, key=len, reverse=True))


@cache
def pages(kit_id: str, name: str, language: str) -> tuple[tuple[str, str], ...]:
    """What is seen on each page of a book, and told of its pictures, without its cover, titles and chapters."""
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "low", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit_id,), only=(name,)), choices, Scenes(kit, choices))
    book = parts_of(kit)[name].load().bound_book(job, language, A5).book
    # A cover has no running head.
    return tuple(
        ("\n".join(seen(page.parts, kit_id)), "\n".join(part.words for part in page.parts))
        for page in book.pages
        if page.furniture
    )


def seen(parts: Iterable[Part], kit_id: str) -> Iterator[str]:
    for node, own in groupby(parts, lambda part: part.path[:1]):
        text = "".join(line for part in own for line in letters(part.items))
        for heading in headings(kit_id) if node and node[0][0].startswith("H") else ():
            text = text.replace(heading, "")
        yield text


@pytest.mark.parametrize(("kit_id", "name"), KIT_BOOKS)
def test_no_page_of_an_english_book_needs_japanese(kit_id: str, name: str) -> None:
    # A piece is drawn with what stands on it.
    pieces = {token.front.figure for token in find_kit(kit_id, ()).tokens} - {""}
    drawn = re.compile("|".join([UNNAMED.pattern, *map(re.escape, pieces)]))
    for number, texts in enumerate(pages(kit_id, name, "en"), 1):
        left = drawn.sub("", BRACKETS.sub("", "\n".join(texts)))
        assert not JAPANESE.search(left), (
            number,
            [line for line in left.splitlines() if JAPANESE.search(line)],
        )


@pytest.mark.parametrize(("kit_id", "name"), KIT_BOOKS)
def test_a_sign_stands_in_brackets_once_a_page(kit_id: str, name: str) -> None:
    for number, (text, _) in enumerate(pages(kit_id, name, "en"), 1):
        signs = Counter(sign for sign in BRACKETS.findall(text) if JAPANESE.search(sign))
        assert {sign: times for sign, times in signs.items() if times > 1} == {}, number


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_card_and_a_piece_have_one_name_in_every_kit(language: str) -> None:
    """The strips of paper cetkaik, those that mountain road names, and the pieces of cetkaik."""
    paper, road, board = (
        Names(find_kit(kit, ()), language) for kit in ("paper-cetkaik", "mountain-road", "cetkaik")
    )
    colours = {"black": "黒", "red": "赤"}
    for card in find_kit("paper-cetkaik", ()).cards:
        code = colours[str(card.fields["colour"])] + str(card.fields["piece"])
        assert paper.of(card.entry) == road.of(card.entry) == board.of(code) != ""


def test_the_names_are_those_of_the_glossary() -> None:
    english, japanese = (Names(find_kit("cetkaik", ()), language) for language in ("en", "ja"))
    assert (english.of("赤虎"), japanese.of("赤虎")) == ("red tiger (虎)", "赤の虎")
    assert (english.of("将巫兵"), japanese.of("将巫兵")) == ("general-shaman-pawn (将巫兵)", "将巫兵")
    assert english.of("同色馬弓兵") == "one-colour mounted archer (馬弓兵)"
    assert (english.of("wobble"), english.of("赤"), english.of("")) == ("", "", "")


def test_every_combination_has_an_english_name() -> None:
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


def test_a_sign_is_said_where_it_comes_first() -> None:
    told = ("IA drops the red pawn (兵).", "In danger now: red pawn (兵), black bow (弓) (+3).")
    assert [*signs_once(told)] == [told[0], "In danger now: red pawn, black bow (弓) (+3)."]


@pytest.mark.parametrize("kit_id", kit_ids())
def test_no_title_says_the_same_twice(kit_id: str) -> None:
    """A leaflet's bar has its title in both languages: neither holds a word of the other (look L-7)."""
    for english in find_kit(kit_id, ()).folder.glob("leaflet-*.en.md"):
        both = [english, english.with_name(english.name.replace(".en.", ".ja."))]
        titles = [HEADING.findall(file.read_text(encoding="utf-8"))[0] for file in both]
        words = Counter(" ".join(titles).lower().split())
        assert {word for word, times in words.items() if times > 1} == set(), titles


TITLES = ("kit.title", "board.", "card.", "cover.", "effects.title", "reminder.", "box.item")


@pytest.mark.parametrize("kit_id", kit_ids())
def test_what_is_printed_in_two_languages_is_said_once_in_each(kit_id: str) -> None:
    english, japanese = (find_kit(kit_id, ()).texts[language] for language in ("en", "ja"))
    for key, text in english.items():
        if key.startswith(TITLES) and re.search("[a-z]{2}", text):
            assert text not in japanese[key], key
            assert japanese[key] not in text, key


@pytest.mark.parametrize("game_id", [game for game in find_games() if game_folder(game)])
def test_nothing_said_at_an_english_table_needs_japanese(game_id: str) -> None:
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
