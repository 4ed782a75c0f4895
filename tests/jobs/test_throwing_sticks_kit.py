"""The kit of throwing sticks: boards, odds, pawns and leaflet say what the rules play; a spoilt kit is found."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from itertools import pairwise
from math import prod

import pytest

from printkit.atelier.cups import cup_texts
from printkit.atelier.make import same_drawing
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.walkthrough.narration import NarrationPen
from printkit.errors import WrongError
from printkit.games.core import SEATS
from printkit.games.find import make_game
from printkit.games.lu_tu import PAYS, edge
from printkit.games.net_xy import GOAL, LINES, PRIZES
from printkit.games.record import read_record, replay
from printkit.games.saup_xy import keeping, leading, throwing
from printkit.games.toolkit.turns import at_least, casts
from printkit.inspect.pages import page_chars, page_count
from printkit.jobs.build.bound_book import A5
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.booklet import read_text
from printkit.kit.find import find_kit
from printkit.kit.leaflets import load_strips, strip_words
from printkit.kit.load import load_kit
from printkit.scene.model import Glyphs, Scene, walk
from tests import air_kits

KIT = "throwing-sticks"
GAMES = ("saup-xy", "niek-kut-saup-xy", "lu-tu", "net-xy")
SHEETS = ("odds", "board-lu-tu", "board-net-xy", "tokens", "sticks", "box")
LANGUAGES = ("ja", "en")

spoilt, files = (partial(each, KIT) for each in (air_kits.spoilt, air_kits.files))


def leaflet(language):
    """The chapters of the leaflet by their anchors."""
    text = (find_kit(KIT).folder / f"rules.{language}.md").read_text(encoding="utf-8")
    return {part.split("}")[0]: part for part in text.split("{#")[1:]}


def rows(chapter):
    """The rows of a chapter's tables without their first column, heads and rules left out."""
    lines = [line for line in chapter.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in lines]


def test_every_sheet_of_a_press_is_read_back_with_little_ink(tmp_path):
    """At home: `tests/test_every_part.py`."""
    for report in check_reports(files(tmp_path, *SHEETS, press="x1a-2003", ink="low")):
        assert report.clean, (report.file, report.findings)


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("cards.toml", "32\\n31\\n26", "32\\n31\\n25", "field"),
        ("cards.toml", "copies = 4", "copies = 1", "card-doubled"),
        ("board.toml", "'...3...G'", "'...2...G'", "square"),
        ("board.toml", "'.2..2..S'", "'2...2..S'", "square"),
        ("tokens.toml", "copies = 40", "copies = 21", "piece"),
        ("tokens.toml", 'id = "pawn-f"', 'id = "pawn-g"', "piece"),
        ("sticks.toml", "copies = 6", "copies = 5", "piece"),
    ],
)
def test_a_spoilt_kit_is_refused(tmp_path, file, old, new, code):
    folder = spoilt(tmp_path, file, old, new)
    assert code in {finding.code for finding in kit_report(folder).findings}
    with pytest.raises(WrongError):
        files(tmp_path / "out", "sticks", folder=folder)


def test_a_mat_with_another_sign_is_found(tmp_path):
    """Compared with the kit printkit ships."""
    folder = spoilt(tmp_path, "kit.toml", "1.0", "1.0")
    glyphs = tmp_path / "air/glyphs.toml"
    text = glyphs.read_text(encoding="utf-8")
    glyphs.write_text(text.replace('"3" = "art/number-3.svg"', '"3" = "art/number-4.svg"'), encoding="utf-8")
    (mat,) = files(tmp_path / "out", "board-lu-tu", folder=folder)
    (report,) = check_reports([mat], KIT)
    assert {each.card for each in report.findings if each.code.startswith("ink-")} == {"board-lu-tu"}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_kit_has_words_for_whatever_may_happen(game_id):
    kit = load_kit(find_kit(KIT).folder)
    for seed in range(12):
        game = make_game(game_id, [f"players={2 + seed % 5}"])
        actions = air_kits.random_actions(game, seed)
        air_kits.assert_narrated(kit, game, actions)


def narrated(game_id):
    """The pictures of the walkthrough's record."""
    record = read_record((find_kit(KIT).folder / f"games/{game_id}.txt").read_text(encoding="utf-8"), game_id)
    game = make_game(game_id, [f"{key}={value}" for key, value in record.options])
    return game.module.narration(game, list(replay(record, game)))


def stated(game_id):
    """What the walkthrough says of its record, sentence by sentence."""
    frames = narrated(game_id)
    return [(sentence.key, dict(sentence.values)) for frame in frames for sentence in frame.sentences]


def test_choices_are_narrated_with_what_they_were_worth():
    """C has 9, is ahead of B, who lost all, and has A behind."""
    kept = next(values for key, values in stated("niek-kut-saup-xy") if key == "saup-xy.keep")
    assert (kept["seat"], kept["total"]) == ("C", "9")
    frame = next(each for each in narrated("niek-kut-saup-xy") if each.seats == ("C",))
    # Behind the throw after which C keeps them stands what that wins, then what another throw would.
    *_, keep, again = ((zone.name, zone.items[0].face) for zone in frame.table.zones if zone.kind == "gauge")
    assert keep == ("keep", f"{100 * keeping(9, 0, 1, 1):.0f}")
    assert again == ("again", f"{100 * throwing(9, 0, 1, 1):.0f}")


def test_the_race_is_narrated_with_all_that_happens_in_one():
    keys = {key for key, _ in stated("net-xy")}
    assert {
        f"net-xy.{word}" for word in ("begins", "moves", "stays", "beyond", "cups", "back", "prize", "last")
    } <= keys


def test_leaflets_and_walkthrough_are_read_back(tmp_path):
    for path in files(tmp_path, "leaflet", "walkthrough", lang="ja"):
        if path.suffix != ".pdf" or path.stem.endswith("print"):
            continue
        (report,) = check_reports([path])
        assert report.clean, report.findings
        # A page a chapter, and one to measure the print by.
        assert "leaflet" not in path.stem or "13 pages" in report.seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_staking_leaflets_warn_of_gambling(language):
    words = "お金を賭けることは" if language == "ja" else "gambling is an offence in Japan"
    chapters = leaflet(language)
    assert all(words in chapters[name] for name in ("sticks", "saup-xy", "niek-kut-saup-xy", "lu-tu"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaflet_has_the_odds_of_the_rules(language):
    chapters = leaflet(language)
    five = [str(odds * 32) for _, odds in casts(5)]
    assert rows(chapters["sticks"])[1:] == [five, [str(at_least(5, dark) * 32) for dark in range(6)]]
    chances = [[f"{100 * leading(dark, 1, later):.1f}" for dark in range(6)] for later in (1, 2, 3)]
    alone = [
        sum(odds * (1 - at_least(5, dark)) ** others for dark, (_, odds) in enumerate(casts(5)))
        for others in range(1, 6)
    ]
    decided = [f"{float(100 * (others + 1) * each):.1f}" for others, each in enumerate(alone, 1)]
    assert rows(chapters["saup-xy-odds"])[1] == decided
    assert rows(chapters["saup-xy-odds"])[3:] == chances
    stops = [
        str(
            next(
                total
                for total in range(1, 40)
                if keeping(total, -1, 0, later) >= throwing(total, -1, 0, later)
            )
        )
        for later in (1, 2, 3, 4, 5)
    ]
    assert rows(chapters["niek-kut-saup-xy"])[1] == stops
    first = [f"{100 * throwing(0, -1, 0, later, True):.1f}" for later in (1, 2, 3)]
    assert all(each in chapters["niek-kut-saup-xy"] for each in first)
    # R10: a reader rounds 6.25 up.
    kept = [
        str((100 * Decimal(float(edge(number)))).quantize(Decimal("0.1"), ROUND_HALF_UP))
        for number in (2, 1, 0)
    ]
    assert [cell.rstrip(" %") for cell in rows(chapters["lu-tu"])[2]] == kept
    assert [str(odds * 64) for _, odds in casts(6)] in rows(chapters["net-xy-play"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaflet_has_payouts_lines_and_prizes_of_the_rules(language):
    chapters = leaflet(language)
    between = "・" if language == "ja" else ", "
    assert between.join(map(str, PRIZES)) in chapters["net-xy"]
    assert str(sum(LINES.values())) in chapters["tale"] or language == "en"
    paid = re.findall(r"\d", chapters["lu-tu"].partition("4.4.")[2])[: len(PAYS)]
    assert tuple(map(int, paid)) == PAYS


def test_how_rare_the_way_of_the_ox_is():
    """A pawn nobody sends back has to meet each lined square exactly; a throw of 0 changes nothing (net-xy §2.4)."""
    for throws, printed in (
        ({k: o for k, (_, o) in enumerate(casts(6))}, 3319),
        (dict.fromkeys(range(1, 7), 1 / 6), 89790),
    ):
        moving = {step: float(odds) / (1 - float(throws.get(0, 0))) for step, odds in throws.items() if step}
        met = [1.0]
        for distance in range(1, 5):
            met.append(sum(odds * met[distance - step] for step, odds in moving.items() if step <= distance))
        stops = [0, *LINES]
        rare = prod(met[after - before] for before, after in pairwise(stops[:-1]))
        assert round(1 / rare) == pytest.approx(printed, rel=1e-3)
    assert all("3,319" in leaflet(language)["odds"] for language in LANGUAGES)


def test_the_example_race_is_played_by_the_rules():
    """The strip of it: whose throw, how many dark sides, where the pawn stands then, and the cups it takes."""
    state = make_game("net-xy").start.apply("first A")
    for seat, *things in load_strips(find_kit(KIT))["strip-net-xy"].steps:
        at, before = SEATS.index(seat.removeprefix("seat:")), state.cups
        state = state.apply(f"cast {things[0].removeprefix('throw:').partition('-')[0]}").apply("move 1")
        step = state.pieces[at][0].step
        assert things[1] == (f"square:{step}" if step else "start:board.start")
        taken = state.cups[at] - before[at]
        assert things[2:] == ([f"token:cup*{taken}"] if taken else [])
    assert state.cups == (2, 2, 4)
    assert [piece.step for (piece,) in state.pieces] == [0, 6, 3]
    assert GOAL == 31


def test_the_cups_are_those_of_their_strokes():
    """Else: `python -m printkit.atelier.cups templates/throwing-sticks/art`."""
    for name, text in cup_texts().items():
        assert same_drawing((find_kit(KIT).folder / "art" / name).read_text(encoding="utf-8"), text), name


def frames_of(game_id):
    """The frames of the walkthrough's record, each with the actions it shows."""
    record = read_record((find_kit(KIT).folder / f"games/{game_id}.txt").read_text(encoding="utf-8"), game_id)
    game = make_game(game_id, [f"{key}={value}" for key, value in record.options])
    steps = list(replay(record, game))
    return [
        (frame, [s.line.text for s in steps if frame.lines[0] <= s.number <= frame.lines[1]])
        for frame in game.module.narration(game, steps)
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_walkthrough_draws_every_throw(game_id):
    """As many sticks dark as were thrown, and each throw by the seat that threw."""
    for frame, actions in frames_of(game_id):
        assert frame.table is not None
        casts = [zone for zone in frame.table.zones if zone.kind == "cast"]
        dark = [sum(item is not None and item.face == "1" for item in zone.items) for zone in casts]
        assert dark == [int(action.split()[1]) for action in actions if action.startswith("cast")]
        assert {len(zone.items) for zone in casts} == {6 if game_id == "net-xy" else 5}
        assert {zone.owner for zone in casts} <= {*frame.seats}


def test_pot_and_stakes_lie_on_the_table():
    """The pot in sticks of 1, and on the mat who staked how much before the dealer throws."""
    pots = [
        len(zone.items)
        for frame, _ in frames_of("saup-xy")
        for zone in (frame.table.zones if frame.table else ())
        if zone.name == "pot"
    ]
    assert pots == [3, 5, 7]
    second = frames_of("lu-tu")[1][0]
    assert second.table is not None
    mat = next(zone for zone in second.table.zones if zone.kind == "grid")
    assert {name: item.face for name, item in zip(mat.names, mat.items, strict=True) if item} == {
        "a2": "A5",
        "b1": "B3",
    }


def test_whoever_loses_all_has_nothing_in_the_picture():
    totals = [
        [zone.items[0].face for zone in frame.table.zones if zone.name == "totals" and zone.items[0]]
        for frame, _ in frames_of("niek-kut-saup-xy")
        if frame.table
    ]
    assert totals == [["–", "0", "–"], ["–", "0", "9"], ["13", "0", "9"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawn_example_is_the_written_one(language):
    chapter = leaflet(language)["niek-kut-saup-xy"]
    assert "(strip-again)" in chapter
    steps = load_strips(find_kit(KIT))["strip-again"].steps
    assert {step[0] for step in steps} == {"seat:A"}
    throws = [int(step[1].removeprefix("throw:").partition("-")[0]) for step in steps]
    example = chapter.partition("**Example.**" if language == "en" else "**例**")[2]
    said = re.findall(r"\d", example.partition("B")[0])
    assert [int(said[0]), int(said[1]), int(said[3])] == throws
    assert sum(throws[:2]) == int(said[2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prizes_of_the_board_are_those_of_the_rules(language):
    text = load_kit(find_kit(KIT).folder).text(language, "board.prizes")
    assert tuple(map(int, re.findall(r"\d+", text))) == PRIZES


@pytest.mark.parametrize("game_id", GAMES)
def test_games_of_six_are_drawn(game_id):
    """What all have takes several rows where it must; the throws keep to the width."""
    kit, game = load_kit(find_kit(KIT).folder), make_game(game_id, ["players=6"])
    choices = Choices(kit.default_size)
    pen = NarrationPen(kit, "en", Scenes(kit, choices).front, choices, None)
    record = air_kits.record_of(game, air_kits.random_actions(game, 5))
    for frame in game.module.narration(game, list(replay(record, game)))[:4]:
        picture = pen.picture(frame, 118.0)
        walked = walk(Scene("", 118.0, picture.height, 0.0, picture.items))
        assert max(item_box(item).right for item in walked) < 118.5


def test_the_drawn_stops_and_stakes_are_the_best():
    text = read_text(find_kit(KIT), "leaflet-playing.en.md")
    stops = [int(stop) for stop in re.findall(r"\d+", text.partition("| stop at |")[2].partition("\n\n")[0])]
    assert len(stops) == 5
    for later, stop in enumerate(stops, 1):
        enough = [keeping(total, -1, 0, later) >= throwing(total, -1, 0, later) for total in (stop - 1, stop)]
        assert enough == [False, True], later
    rows = re.findall(r"\| (\d) or (\d) \| ([\d.]+) \|", text)
    stakes, kept = [{int(one), int(other)} for one, other, _ in rows], [float(share) for *_, share in rows]
    assert kept == [pytest.approx(100 * float(edge(min(pair))), abs=0.051) for pair in stakes]
    odds = [casts(5)[min(pair)][1] for pair in stakes]
    assert stakes == [{2, 3}, {1, 4}, {0, 5}]
    assert odds == sorted(odds, reverse=True)


def test_the_drawn_choices_of_a_race_follow_its_advice():
    """The first of each two is to be done: the highest prize, most lines, else another player."""
    strips = load_strips(find_kit(KIT))
    assert [step[1] for step in strips["strip-prize"].steps] == [str(prize) for prize in PRIZES[:2]]
    brought = {}
    for name, steps in (("strip-most-lines", 3), ("strip-meeting", 2)):
        roads = [step[0] for step in strips[name].steps]
        ends = [tuple(map(int, road.rpartition("/")[2].split("-"))) for road in roads]
        assert {end - start for start, end in ends} == {steps}
        brought[name] = [LINES.get(end, 0) for _, end in ends]
        assert all(f"/A{start}/" in road for road, (start, _) in zip(roads, ends, strict=True))
        assert [step[-1] == "not" for step in strips[name].steps] == [False, True]
    assert brought == {"strip-most-lines": [3, 0], "strip-meeting": [0, 0]}
    assert "/B30/" in strips["strip-meeting"].steps[0][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawn_turn_is_that_of_the_record(language):
    """The throws of the last player, the totals, and what each choice is worth, as the engine tells them."""
    kit = find_kit(KIT)
    record = read_record(read_text(kit, "games/niek-kut-saup-xy.txt"), "record")
    game = make_game("niek-kut-saup-xy", [f"{key}={value}" for key, value in record.options])
    last = game.module.narration(game, list(replay(record, game)))[-1]
    strip = load_strips(kit)["strip-last"]
    thrown = [int(step[0].removeprefix("choice:")[0]) for step in strip.steps]
    totals = [int(re.findall(r"\d+", name)[0]) for name, _ in strip_words(kit, language, strip)]
    assert [after - before for before, after in pairwise([0, *totals])] == thrown
    gauges = [zone for zone in last.table.zones if zone.kind == "gauge"]
    pairs = [
        {zone.name: int(zone.items[0].face) for zone in gauges[at : at + 2]}
        for at in range(0, len(gauges), 2)
    ]
    worth = [pair[name] for pair in pairs for name in ("keep", "again")]
    shown = [
        int(share)
        for (step,) in strip.steps
        for share in re.findall(r"choice\.again=(\d+)/choice\.keep=(\d+)", step)[0][::-1]
    ]
    assert shown == worth
    # What was chosen is the better one.
    for (name, _), keep, again in zip(
        strip_words(kit, language, strip), shown[::2], shown[1::2], strict=True
    ):
        assert name.endswith(kit.text(language, "choice.again" if again > keep else "choice.keep"))


def test_each_throw_is_told_on_a_line_of_its_own():
    kit = find_kit(KIT)
    record = read_record(read_text(kit, "games/niek-kut-saup-xy.txt"), "record")
    game = make_game("niek-kut-saup-xy", [f"{key}={value}" for key, value in record.options])
    for frame in game.module.narration(game, list(replay(record, game))):
        assert frame.table is not None
        thrown = [zone.owner for zone in frame.table.zones if zone.kind == "cast"]
        assert [sentence.turn for sentence in frame.sentences if sentence.turn] == thrown


@pytest.mark.parametrize(("duplex", "printed"), [("long", True), ("fold", True), ("none", False)])
def test_turns_behind_pieces_stand_on_a_sheet_of_their_own_where_it_is_folded(tmp_path, duplex, printed):
    (file,) = files(tmp_path, "tokens", duplex=duplex)
    words = [
        "".join(char.text for char in page_chars(file, page, looks=False)) for page in range(page_count(file))
    ]
    on = [number for number, text in enumerate(words) if "Niekkutsaupxy" in text.replace(" ", "")]
    assert len(on) == int(printed)
    assert (on == [len(words) - 1]) == (duplex == "fold")


def test_frames_of_several_values_below_a_flat_board_are_not_squeezed():
    """At the start of Net xy; a single value of each seat is larger."""
    kit = find_kit(KIT, ())
    choices = Choices(kit.default_size, "full")
    job = Job(kit, BuildRequest(kits=(KIT,), only=("leaflet",)), choices, Scenes(kit, choices))
    book = parts_of(job.kit)["leaflet"].load().bound_book(job, "en", A5).book
    said = [
        each.item
        for page in book.pages
        for each in walk(Scene("", 0.0, 0.0, 0.0, tuple(item for part in page.parts for item in part.items)))
        if isinstance(each.item, Glyphs) and each.item.text.startswith("cups + prize")
    ]
    assert len(said) == 3
    assert {glyphs.stretch for glyphs in said} == {1.0}
