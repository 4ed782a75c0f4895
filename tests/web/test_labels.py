"""What the page says of actions and things: the words of the game's books, and no code of a record."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from printkit.compose.screen.action_labels import ActionLabels
from printkit.games.core import CHANCE
from printkit.games.find import find_games, find_module, make_game
from printkit.games.zones import FACE_DOWN, Item, Table, Zone
from printkit.jobs.screen.screen import Room
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.kit.find import game_folder
from printkit.solver.seats import HUMAN
from printkit.web.session import advance, begin
from printkit.web.view import Looking, view_of
from printkit.web.words import LANGUAGES, words_of

GAMES = [game for game in find_games() if game_folder(game)]
OPTIONS = {
    "cetkaik-old": ("setup=free", "jumps=many", "sacrifice=yes"),
    "youscout": ("replacements=1",),
    "net-xy": ("pieces=2",),
    "tottarot": ("players=4", "highest-token=4"),
}
SIGNS = re.compile(r"[>*^@~_<\[\]]|=(?<!\d =)|\w+:\w|narration")
"""What stands in records for cards, plays and moves, and in texts for what is filled in; a sum is neither."""
ENGLISH, JAPANESE = re.compile(r"[a-z]{2}"), re.compile(r"[぀-ヿ一-鿿]")
# How many actions a game is played on.
PLIES = 100


@cache
def played(game_id):
    """Plays at random among programs, with the options that bring other words."""
    plays = []
    for seed, options in enumerate(dict.fromkeys([(), OPTIONS.get(game_id, ())])):
        session, rng = begin(game_id, options, ("random",), seed=seed), Random(seed)
        while session.state.to_move() is not None and len(session.actions) < PLIES:
            chance = session.state.to_move() == CHANCE
            session = advance(session, None if chance else rng.choice(session.state.legal()))
        plays.append(session)
    return tuple(plays)


def looks(session):
    """Late in the play, before a choice: as anybody sees it and as the person who chooses."""
    at = len(session.actions) * 3 // 4
    while session.states[at].to_move() == CHANCE:
        at -= 1
    until = replace(session, actions=session.actions[:at], states=session.states[: at + 1], _told={})
    yield until
    seat = until.state.to_move()
    assert seat is not None
    sitting = tuple(HUMAN if each == seat else "random" for each in session.game.seats)
    yield replace(until, players=sitting, looks=seat, _heard={}, _told={})


@cache
def labels_of(game_id, language):
    """Everything a page says of these plays but the names of programs."""
    kit, said = screen_kit(game_id, None, ""), set()
    for play in played(game_id):
        for session in looks(play):
            view = view_of(session, kit, Looking(language, words_of(language), Room(600, 480)))
            said |= {each["label"] for each in view["actions"]}
            said |= {each["text"] for each in view["log"]}
            said |= {thing["words"] for thing in view["drawing"]["things"]}
            said |= {view["next"]} if session.mover == CHANCE else set()
            # A sum is written in its signs, and what they stand for in words.
            said |= {re.sub("[=<>]", "", view["sum"]["words"])} if view["sum"] else set()
    return frozenset(said - {""})


@cache
def codes_of(game_id):
    """What records and tables of these plays call cards, pieces, tokens and squares that have a name of their own."""
    names = screen_kit(game_id, None, "").names(game_id, "en", words_of("en"))
    found = set()
    for play in played(game_id):
        for state in play.states[::10]:
            for zone in state.table("").zones:
                found |= {name for name in zone.names if names.is_step(name) and not name.isdecimal()}
                found |= {word for item in zone.items if item for word in item.face.split()}
    seats = {*find_module(game_id).game().seats, *"ABCDEF"}
    # Numbers and seats are called so by the rules too, and the sun by its id.
    coded = (code for code in found - seats - {FACE_DOWN} if re.search("[a-zA-Z]", code))
    return frozenset(code for code in coded if code not in names.named(code).lower().split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_r33_no_label_holds_a_code(game_id, language):
    codes, said = codes_of(game_id), labels_of(game_id, language)
    assert len(said) > 5
    for label in said:
        words = {*re.split(r"[\s,→（）()：:、;]+", label)}
        assert not SIGNS.search(label), label
        assert not words & codes, (label, words & codes)
        # Sw and Co are printed so, on the mat and in the rules.
        assert not (JAPANESE if language == "en" else ENGLISH).search(re.sub("Sw|Co", "", label)), label


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_r33_what_comes_is_said_before_it_is_known(game_id, language):
    labels = at_table(game_id, language)
    for play in played(game_id):
        verbs = {state.legal()[0] for state in play.states[:8] if state.to_move() == CHANCE}
        coming = {labels.coming(action) for action in verbs}
        assert all(coming), verbs
        assert not any(re.search(r"[\d<\[]|^[がをは]", each) for each in coming), coming


NOTHING = Table("", None, ())


def at_table(game_id, language, table=NOTHING):
    return ActionLabels(screen_kit(game_id, None, "").names(game_id, language, words_of(language)), table)


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
def test_r32_an_action_has_the_name_its_book_gives(game_id):
    folder = game_folder(game_id)
    assert folder is not None
    books = "".join(book.read_text(encoding="utf-8") for book in folder.glob("*.ja.md"))
    for action, term in TERMS[game_id].items():
        assert term in at_table(game_id, "ja").chosen(action)
        assert term in books.replace("**", "")


@pytest.mark.parametrize(
    ("game_id", "action", "english", "japanese"),
    [
        ("ta-xot", "end", "end the season", "終季を宣言する"),
        ("mok-kaik", "play set:5 b5 rs", "play set of 5 (black horse, red boat)", "5のセット（黒の馬、赤の船）を出す"),
        (
            "niek-hi",
            "play run2:3 b2 r2",
            "play run of sets of 2, up to 3 (black bow, red bow)",
            "3までの2枚ずつのセットの連番（黒の弓、赤の弓）を出す",
        ),
        ("ni-ne", "play one:k b0", "play black blank as king", "王の代わりの黒の無を出す"),
        ("mak-kaik", "keep r5 for b4", "keep red horse and lay black tiger open", "赤の馬を加え、黒の虎を場に出す"),
        ("mak-kaik", "keep", "keep", "場に出す"),
        ("linked-ships", "plunder 3 B2", "plunder ▲ of B with ■", "■でB の▲から略奪する"),
        ("mountain-road", "mark B r5", "put a green stick on red horse of B", "B の赤の馬に緑の棒を置く"),
        ("cetkaik", "黒虎@CE", "drop the black tiger on CE", "黒の虎を CE に打つ"),
        ("cetkaik", "CA*CI>>PO", "CA → PO, stepping on CI, if the sticks allow", "CA → PO（CIを踏む）、棒を投げる"),
        ("youscout-together", "take Sw9 stay", "take Nine of Swords and stay", "ソードの9を取る（とどまる）"),
        ("mak-hup", "draw", "turn up a new road", "新しい道をめくる"),
    ],
)  # fmt: skip
def test_r33_labels_read_as_sentences(game_id, action, english, japanese):
    for language, said in (("en", english), ("ja", japanese)):
        assert at_table(game_id, language).chosen(action) == said


STANDING = Table(
    "",
    "A",
    (
        Zone(
            "board",
            "grid",
            (Item("黒虎", "A"), Item("赤兵", "IA"), Item("赤船", "IA")),
            names=("CA", "CI", "PO"),
        ),
    ),
)


@pytest.mark.parametrize(
    ("action", "english", "japanese"),
    [
        (
            "CA*CI>>PO",
            "black tiger CA → PO, stepping on the red pawn on CI, taking the red boat, if the sticks allow",
            "黒の虎：CA → PO（CI の赤の兵を踏む）（赤の船を取る）、棒を投げる",
        ),
        (
            "CA*CI>CA",
            "black tiger CA → CA, stepping on the red pawn on CI",
            "黒の虎：CA → CA（CI の赤の兵を踏む）",
        ),
        (
            "ZO*CI^CE^XE",
            "emperor ZO → CE → XE, stepping on the red pawn on CI",
            "皇：ZO → CE → XE（CI の赤の兵を踏む）",
        ),
        ("CA>CE>PO", "black tiger CA → CE → PO, taking the red boat", "黒の虎：CA → CE → PO（赤の船を取る）"),
        ("CA>PO!", "give the black tiger on CA for the red boat on PO", "赤の船と引き換えに、CA の黒の虎を渡す"),
    ],
)  # fmt: skip
def test_r33_a_move_names_its_pieces_and_squares(action, english, japanese):
    for language, said in (("en", english), ("ja", japanese)):
        assert at_table("cetkaik-old", language, STANDING).chosen(action) == said


def test_what_a_kit_has_no_words_for_is_said_as_it_is():
    assert at_table("ta-xot", "en").chosen("wobble r5 3") == "wobble red horse, 3"
    assert at_table("ta-xot", "ja").chosen("wobble r5") == "wobble：赤の馬"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_r32_every_zone_of_a_table_has_a_name(game_id, language):
    names = screen_kit(game_id, None, "").names(game_id, language, words_of(language))
    zones = {zone.name for zone in make_game(game_id).start.table("").zones if zone.name}
    # A board is drawn as itself.
    assert {zone for zone in zones if not names.text("zone", zone)} <= {"board", "river"}
