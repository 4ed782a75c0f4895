"""What the page says of actions: the words of the game's books, and no code of a record."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.kit.find import game_folder
from printkit.web.view import NAMED, Labels
from printkit.web.words import LANGUAGES, words_of

CODES = re.compile(r"\b[br][s0-8ke]\b|\w+:\w|[>*^@~=]|\b(?:set|run|one)\d*:|[A-F][1-9]\b")
"""What stands in records for cards, plays, moves and other players' ships."""

OPTIONS = {
    "cetkaik-old": ("setup=free",),
    "youscout": ("replacements=1",),
    "net-xy": ("pieces=2",),
    "tottarot": ("players=4",),
}


@cache
def heard(game_id: str) -> tuple[tuple[str, bool, tuple[str, ...]], ...]:
    """Actions of some plays at random, by chance or not, as anybody learns of them, with the places of the table."""
    found = {}
    for seed, options in enumerate([(), OPTIONS.get(game_id, ())]):
        game, rng = make_game(game_id, options), Random(seed)
        state = game.start
        for _ in range(100 if seed or not game_id.startswith("cetkaik") else 30):
            mover = state.to_move()
            if mover is None:
                break
            chance = mover == CHANCE
            table = state.table("")
            places = tuple(name for zone in table.zones for name in (zone.name, *zone.names))
            legal = [state.sample(rng)] if chance else list(state.legal())
            legal = rng.sample(legal, min(12, len(legal)))
            for action in legal:
                found[action, chance] = places
                found[action.partition(" ")[0] if " " in action else action, chance] = places
            state = state.after(legal[0])
    return tuple((action, chance, places) for (action, chance), places in found.items())


def labels_of(game_id: str, language: str, places: tuple[str, ...]) -> Labels:
    return Labels(screen_kit(game_id, None, ""), game_id, language, words_of(language), frozenset(places))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", [game for game in find_games() if game_folder(game)])
def test_r33_no_label_holds_a_code_of_a_record(game_id: str, language: str) -> None:
    labels = labels_of(game_id, language, ())
    for action, chance, places in heard(game_id):
        labels.places = frozenset(places)
        said = (labels.happened if chance else labels.chosen)(action)
        squares = {word for word in NAMED.findall(action) if word in places}
        bare = " ".join(word for word in re.split(r"[\s,→（）()：:]+", said) if word not in squares)
        assert said, action
        assert not CODES.search(bare), (action, said)
        assert not set("<[]").intersection(said), (action, said)
        if language == "ja":
            assert not re.search(r"[a-z]{2}", said), (action, said)


TERMS = {
    "ta-xot": {"end": "終季", "call r5": "開", "lay r5": "四友", "discard r5": "捨て"},
    "mak-kaik": {"base 2": "額を", "fold": "降り", "swap r5 for b0": "換え", "pay": "同じ額を払"},
    "niek-hi": {"banish 7": "言", "fetch b4": "取"},
    "mak-hup": {"sum b5 b3 b2": "足し算", "join b1 b2 b3": "合わせ", "clear bs": "一新", "draw": "めく"},
    "nam-to": {"bet 3": "加行", "fold": "無行"},
    "ni-ne": {"out": "参加"},
    "mok-kaik": {"discard r5": "伏せ"},
    "mountain-road": {
        "install r5": "設置", "dismantle r5": "解体", "exchange": "両替", "move rice": "移動", "steal B coin": "銭",
    },
    "linked-ships": {
        "move 1": "移動", "supply 1": "補給", "build 1": "造船", "plunder 1 B2": "略奪", "unload 1": "荷下ろし",
    },
    "niek-kut-saup-xy": {"again": "再行", "keep": "積値"},
    "net-xy": {"prize 10": "褒章"},
    "cetkaik": {"taxot": "終季", "tymok": "再行"},
    "tottarot": {"meet B": "見せ合", "look B": "のぞ", "seize B": "奪"},
}  # fmt: skip


@pytest.mark.parametrize("game_id", TERMS)
def test_r32_an_action_has_the_name_its_book_gives(game_id: str) -> None:
    folder = game_folder(game_id)
    assert folder is not None
    books = "".join(book.read_text(encoding="utf-8") for book in folder.glob("*.ja.md"))
    for action, term in TERMS[game_id].items():
        assert term in labels_of(game_id, "ja", ()).chosen(action)
        assert term in books.replace("**", "")


@pytest.mark.parametrize(
    ("game_id", "action", "english", "japanese"),
    [
        ("ta-xot", "end", "end the season", "終季を宣言する"),
        ("mok-kaik", "play set:5 b5 rs", "play set of 5 (black horse, red boat)", "5のセット（黒馬、赤船）を出す"),
        (
            "niek-hi",
            "play run2:3 b2 r2",
            "play run of sets of 2, up to 3 (black bow, red bow)",
            "3までの2枚ずつのセットの連番（黒弓、赤弓）を出す",
        ),
        ("ni-ne", "play one:k b0", "play black blank as king", "王の代わりの黒無を出す"),
        ("mak-kaik", "keep r5 for b4", "keep red horse and lay black tiger open", "赤馬を加え、黒虎を場に出す"),
        ("mak-kaik", "keep", "keep", "場に出す"),
        ("linked-ships", "plunder 3 B2", "plunder ▲ of B with ■", "■でB の▲から略奪する"),
        ("mountain-road", "mark B r5", "put a green stick on red horse of B", "B の赤馬に緑の棒を置く"),
        ("cetkaik", "黒虎@CE", "drop the black tiger (虎) on CE", "黒虎を CE に打つ"),
        ("cetkaik", "CA*CI>>PO", "CA → PO, stepping on CI, if the sticks allow", "CA → PO（CI を踏み、棒を投げる）"),
        ("youscout-together", "take Sw9 stay", "take Nine of Swords and stay", "ソードの9を取る（とどまる）"),
        ("mak-hup", "draw", "turn up a new road", "新しい道をめくる"),
    ],
)  # fmt: skip
def test_r33_labels_read_as_sentences(game_id: str, action: str, english: str, japanese: str) -> None:
    for language, said in (("en", english), ("ja", japanese)):
        assert labels_of(game_id, language, ()).chosen(action) == said


def test_what_a_kit_has_no_words_for_is_said_as_it_is() -> None:
    assert labels_of("ta-xot", "en", ()).chosen("wobble r5 3") == "wobble red horse, 3"
    assert labels_of("ta-xot", "ja", ()).chosen("wobble r5") == "wobble：赤馬"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", [game for game in find_games() if game_folder(game)])
def test_r32_every_zone_of_a_table_has_a_name(game_id: str, language: str) -> None:
    kit = screen_kit(game_id, None, "")
    zones = {zone.name for zone in make_game(game_id).start.table("").zones if zone.name}
    words = words_of(language)
    known = {
        zone for zone in zones if kit.text(language, f"narration.zone.{zone}") or f"zone.{zone}" in words
    }
    # A place of the board, a pile of it, or a board that is drawn as itself.
    assert zones - known <= {*"123456", "", "Sw", "Co", "board", "token", "river"}, zones - known
