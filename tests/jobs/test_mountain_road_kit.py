"""The kit of 行山: road, effects, pieces and counting sticks are those of the rules, and a spoilt one is found."""

from __future__ import annotations

import re
from functools import partial

import pytest

from printkit.errors import InputError, WrongError
from printkit.games.find import find_board, make_game
from printkit.games.mountain_road import road
from printkit.games.paper_cetkaik.deck import DECK, KINDS
from printkit.games.record import read_record, replay
from printkit.inspect.pages import page_chars
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from tests import air_kits

KIT = "mountain-road"
SHEETS = ("board-road", "effects", "tokens", "box")
LANGUAGES = ("ja", "en")

spoilt, files = (partial(each, KIT) for each in (air_kits.spoilt, air_kits.files))


def leaflet(language):
    text = (find_kit(KIT).folder / f"rules.{language}.md").read_text(encoding="utf-8")
    return text.replace("**", "")


def test_every_sheet_of_a_press_is_read_back_with_little_ink(tmp_path):
    """The sheet of pieces has no side that only a back could have, though counting sticks have both.

    At home: `tests/test_every_part.py`.
    """
    for report in check_reports(files(tmp_path, *SHEETS, press="x1a-2003", ink="low")):
        assert report.clean, (report.file, report.findings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaflet_and_walkthrough_are_read_back(tmp_path, language):
    """Both draw the road as the board has it, its numbers upright."""
    for path in files(tmp_path, "leaflet", "walkthrough", lang=language):
        if path.suffix == ".pdf" and not path.stem.endswith("print"):
            (report,) = check_reports([path])
            assert report.clean, (path, report.findings)


def test_the_road_is_cetkaiks_and_unrolled_behind_it():
    """From CAI round to ZO, each square of the same kind on both sides (§1.1)."""
    facts = find_board(KIT)
    front, back = (find_kit(KIT).board(name) for name in ("road", "line"))
    assert (facts.way[0], facts.way[-1]) == ("CAI", "ZO")
    assert front.back == "line"
    for board in (front, back):
        assert len(board.way) == road.GOAL + 1
        golden = {
            step
            for step, (x, y) in enumerate(board.way)
            if board.rows[y][x] in "\\/" and 0 < step < road.GOAL
        }
        assert golden == road.HUE


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  '\\.~./',", "  '..~./',", "square NI is of another kind"),
        ("'~~^~~'", "'~~.~~'", "square ZO is of another kind"),
        ("' 8  7  6  5  4'", "' 4  5  6  7  8'", "the way jumps from step"),
        ("' 0  1  2  3  4'", "' 0  1  2  3  .'", "are not 0, 1, 2 and on"),
        ("  '/~/~^',", "  '.~/~^',", "square TU is of another kind"),
    ],
)
def test_a_spoilt_road_is_refused(tmp_path, old, new, said):
    folder = spoilt(tmp_path, "board.toml", old, new)
    found = air_kits.board_messages(folder)
    assert any(said in message for message in found), found


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tokens.toml", "copies = 120", "copies = 119", "too few of a token"),
        (
            "tokens.toml",
            'copies = 60\nfront = { motif = "tally", figure',
            'copies = 59\nfront = { motif = "tally", figure',
            "too few of a token",
        ),
        (
            "tokens.toml",
            'copies = 60\nfront = { motif = "tally", sign',
            'copies = 59\nfront = { motif = "tally", sign',
            "too few of a token",
        ),
        ("cards.toml", "copies = 4", "copies = 3", "must appear 4 times"),
        (
            "layout.toml",
            'block = "effects"\nlanguage = "ja"\nbox = [5, 5, 95, 127.6]\nem = 2.9',
            'block = "shape"\nbox = [5, 5, 95, 127.6]',
            "a digit is missing",
        ),
    ],
)
def test_a_spoilt_piece_or_card_is_refused(tmp_path, file, old, new, said):
    folder = spoilt(tmp_path, file, old, new)
    report = kit_report(folder)
    assert any(said in finding.message for finding in report.findings), report.findings
    with pytest.raises(WrongError):
        files(tmp_path / "out", "tokens" if file == "tokens.toml" else "effects", folder=folder)


def test_a_climber_that_the_box_shows_and_no_sheet_has_is_named(tmp_path):
    with pytest.raises(InputError, match="the kit has no part 'token-pawn-4'"):
        kit_report(spoilt(tmp_path, "tokens.toml", 'id = "pawn-4"', 'id = "pawn-5"'))


def test_a_counting_stick_of_another_worth_is_found(tmp_path):
    """Compared with the kit printkit ships: coin is worth the rice it costs."""
    folder = spoilt(tmp_path, "tokens.toml", f'figure = "{road.RATE}"', 'figure = "6"')
    (tokens,) = files(tmp_path / "out", "tokens", folder=folder)
    (report,) = check_reports([tokens], KIT)
    assert not report.clean


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_effects_card_has_its_numbers_from_the_rules(language):
    """No number but a 1 is typed in, and each kind of card says what it brings."""
    texts = load_kit(find_kit(KIT).folder).texts[language]
    effects = {kind: texts[f"effect.{sign}"] for kind, sign in KINDS.items()}
    assert not [text for text in effects.values() if re.search(r"[02-9]|\d\d", text)]
    turn = set(re.findall(r"{(\w+)}", texts["effects.order"] + texts["effects.turn"]))
    assert turn == {"hand", "timers", "rate", "most", "sold", "rice", "coin"}
    throwing = {kind for kind, text in effects.items() if "{low}" in text and "{high}" in text}
    assert throwing == {"6", "7", "8"}
    assert {kind for kind, text in effects.items() if "-gain}" in text} == set(road.EFFECTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaflet_has_the_numbers_of_the_rules(language):
    steps = (
        " ".join(map(str, sorted(road.HUE))) if language == "en" else "・".join(map(str, sorted(road.HUE)))
    )
    said = {
        "en": (f"{road.GOAL} steps", steps, f"the {len(DECK)} cards", f"until you hold {road.HAND} cards",
               f"change {road.RATE} rice into 1 coin", f"pay {road.RICE} rice or {road.COIN} coin",
               f"for {road.SOLD} rice each", "with three green sticks", "never more than nine"),
        "ja": (f"{road.GOAL}歩", steps, f"札{len(DECK)}枚", f"手札が{road.HAND}枚になるまで",
               f"米{road.RATE}を銭1", f"米{road.RICE}か銭{road.COIN}を払って", f"1枚につき米{road.SOLD}",
               f"緑の棒が{road.TIMERS}本", f"札は{road.BUILT}枚まで"),
    }  # fmt: skip
    assert not [words for words in said[language] if words not in leaflet(language)]
    assert (road.TIMERS, road.BUILT) == (3, 9)


def test_the_example_of_the_leaflet_is_played_by_the_rules():
    """On 8, an imperial square, with a red bow and 12 rice: to step 11, and 2 rice are left."""
    state = make_game(KIT).start.changed(
        phase="main", places=(8, 0, 0), rice=(12, 0, 0), built=(("r2",), (), ()), timers=((0,), (), ()),
        hands=(("b4",), ("b1", "b1", "b1"), ("r1", "r1", "r1")),
    )  # fmt: skip
    state = state.apply("move rice")
    assert (state.places[0], state.rice[0]) == (11, 2)
    assert all("11" in leaflet(language) for language in LANGUAGES)


def test_the_kit_has_words_for_whatever_may_happen():
    kit = load_kit(find_kit(KIT).folder)
    for seed in range(9):
        game = make_game(KIT, [f"players={2 + seed % 3}", f"start={('plain', 'hue')[seed % 2]}"])
        actions = air_kits.random_actions(game, seed)
        air_kits.assert_narrated(kit, game, actions, frozenset(f"card.{card}" for card in DECK))


def frames():
    record = read_record((find_kit(KIT).folder / f"games/{KIT}.txt").read_text(encoding="utf-8"), KIT)
    game = make_game(KIT, [f"{key}={value}" for key, value in record.options])
    return tuple(game.module.narration(game, list(replay(record, game))))


def stated():
    """What the walkthrough says of its record, sentence by sentence."""
    return [
        (sentence.key.removeprefix(f"{KIT}."), dict(sentence.values))
        for frame in frames()
        for sentence in frame.sentences
    ]


def test_the_walkthrough_says_what_the_cards_brought_and_where_moves_led():
    sentences = stated()
    moves = [values for key, values in sentences if key.startswith(("move-", "climb-"))]
    free = [values for key, values in sentences if key == "free"]
    winner = next(str(values["seat"]) for key, values in sentences if key == "top")
    assert [values["step"] for values in moves if values["seat"] == winner][-1] == str(road.GOAL)
    assert all(int(str(values["number"])) >= 1 for values in moves)
    assert {"begins", "draw", "sell", "install-b", "install-r", "brings-rice", "hue", "longer", "top"} <= {
        key for key, _ in sentences
    }
    assert free


def test_a_line_of_the_walkthrough_is_one_turn():
    """What cards bring a seat stands in its own line, though it follows the move of the seat before."""
    told = ""
    for frame in frames():
        for sentence in frame.sentences:
            assert sentence.turn != told
            told = sentence.turn or told
            assert sentence.values.get("seat", told) == told
        told = ""


def test_arrows_lead_to_where_the_climbers_stand():
    way = find_board(KIT).way
    places = dict.fromkeys("AB", 0)
    for frame in frames():
        for move in frame.moves:
            assert places[move.what] == way.index(move.source) < way.index(move.target)
            places[move.what] = way.index(move.target)
    assert max(places.values()) == road.GOAL


def test_the_effects_card_shows_what_each_card_brings():
    """Two signs where a throw decides, and the figure of every effect that counts something."""
    brings = {fact.piece: fact.brings for fact in find_board(KIT).effects}
    assert {piece for piece, signs in brings.items() if len(signs) == 2} == {"筆", "巫", "将"}
    figures = {kind: brings[sign][-1].figure for kind, sign in KINDS.items() if kind in road.EFFECTS}
    assert {kind: int(figure[1:]) for kind, figure in figures.items()} == dict(road.EFFECTS)
    assert [kind for kind, figure in figures.items() if figure[0] == "−"] == ["3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_effects_card_names_each_card_beside_its_sign(tmp_path, language):
    (effects,) = files(tmp_path, "effects", lang=language)
    read = "".join(char.text for char in page_chars(effects, 1))
    names = [find_kit(KIT).text(language, f"piece.{sign}") for sign in KINDS.values()]
    assert not [name for name in names if name not in read]
