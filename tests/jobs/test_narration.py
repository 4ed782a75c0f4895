"""A round of several seats narrated on pages: every frame, the record beside it, and every printed figure proved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

from printkit.errors import InputError, PrintkitError
from printkit.games.find import make_game
from printkit.games.narration import SeatItem
from printkit.games.record import read_record, record_of, replay
from printkit.games.tottarot.narration import narrate
from printkit.games.zones import signed
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.jobs.play.play import play
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.solver.table_play import played
from tests.tiny_kit import spoil

GAME = "games/round.txt"
RECORD = "tottarot-walkthrough-1.txt"


@pytest.fixture(scope="module")
def narrated():
    kit = find_kit("tottarot")
    (chapter,) = chapters_of_kit(kit, load_walkthrough_book(kit))
    return chapter.sample


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("narration")
    build(BuildRequest(kits=("tottarot",), only=("walkthrough",), lang="en", out=folder))
    return folder / "tottarot"


@pytest.fixture
def own_kit(tmp_path):
    return Path(shutil.copytree(templates_dir() / "tottarot", tmp_path / "kit" / "tottarot"))


def zones(frame, name):
    """What lies before each seat under this name, in the order of the seats."""
    return [zone for zone in frame.table.zones if zone.name == name]


def sums_of(frame):
    return [zone.items[0].face for zone in zones(frame, "sum")]


def as_number(text):
    return int(text.replace("−", "-").replace("±", ""))


def test_the_round_shows_every_icon_a_robbed_seizure_and_a_turned_fate(narrated):
    said = {sentence.key for frame in narrated.frames for sentence in frame.sentences}
    assert {
        "meet",
        "look",
        "reveal",
        "flip",
        "seize",
        "seize-known",
        "robbed",
        "highest",
        "several",
        "won",
    } <= said


def test_every_step_is_drawn_deal_secret_tokens_their_turning_seizures_icons_and_sums(narrated):
    keys = [(frame.number, frame.key) for frame in narrated.frames]
    for turn in (1, 2, 3):
        own = [key for number, key in keys if number == turn]
        order = ("proclamation", "icon", "declaration", "turned", "seizure", "fixing", "end")
        assert own == sorted(own, key=order.index)
        assert {"proclamation", "declaration", "turned", "seizure", "fixing"} <= set(own)
    lines = [frame.lines for frame in narrated.frames]
    assert {line for first, last in lines for line in range(first, last + 1)} == set(range(1, 24))
    assert keys[-1] == (3, "end")


def test_a_token_lies_face_down_until_all_are_turned(narrated):
    for frame in narrated.frames:
        laid = [zone.items[0] for zone in zones(frame, "laid")]
        assert {not item.seen_by for item in laid if item} <= {frame.key != "declaration"}


def test_the_record_is_the_one_the_command_plays(narrated):
    kept = read_record((templates_dir() / "tottarot" / GAME).read_text(encoding="utf-8"))
    assert play("tottarot", seed=72604, player="greedy", options=["victories=1"]) == kept


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_what_is_narrated_is_what_the_engine_has(players):
    """Rows, sums and who knows a card are the table's at every frame, and nothing is left out or repeated."""
    game = make_game("tottarot", [f"players={players}"])
    for number in range(12):
        states, actions, _ = played(game, ("random",) * players, number)
        steps = list(replay(record_of(game, actions), game))
        frames = narrate(game, steps)
        assert [m.lines for m in frames] == sorted(m.lines for m in frames)
        for frame in frames:
            table = states[frame.lines[1]]
            for sentence in frame.sentences:
                if sentence.key == "reveal":
                    (shown,) = (
                        zone.items[0]
                        for zone in zones(frame, "fate")
                        if zone.owner == sentence.values["seat"]
                    )
                    assert (shown.face, shown.seen_by) == (sentence.values["fate"].card, "ABCDEF"[:players])
            if frame.key in ("proclamation", "icon"):
                lying = [zone.items[0] for zone in zones(frame, "fate")]
                assert [(item.face, item.seen_by) for item in lying] == [
                    (fate.kind, fate.known_to) for fate in table.fates
                ]
            if frame.key == "fixing" and table.phase != "over" and table.rows[0]:
                assert sums_of(frame) == [signed(table.points(seat)) for seat in range(players)]
            counted = [[item.note for item in zone.items if item] for zone in zones(frame, "fixed")]
            assert sums_of(frame) == [signed(sum(map(as_number, notes))) for notes in counted]
        sums = [s.values["list"] for m in frames for s in m.sentences if s.key == "sums"]
        last = tuple(SeatItem(seat, signed(states[-1].points(at))) for at, seat in enumerate(game.seats))
        assert sums[-1] == last
        won = [s for m in frames for s in m.sentences if s.key in ("won", "shared")]
        assert len(won) == states[-1].round


def test_the_record_lies_inside_the_pdf_and_beside_it(out, run):
    kept = (templates_dir() / "tottarot" / GAME).read_bytes()
    assert (out / RECORD).read_bytes() == kept
    for name in ("tottarot-walkthrough-en.pdf", "tottarot-walkthrough-en-print.pdf"):
        with pikepdf.open(out / name) as file:
            assert {key: file.attachments[key].get_file().read_bytes() for key in file.attachments} == {
                RECORD: kept
            }
    answer = run("replay", str(out / RECORD))
    assert (answer.code, "B wins in round 1" in answer.out) == (0, True), answer.err


def test_check_proves_every_page(out, run):
    answer = run("check", "-v", *(str(path) for path in sorted(out.glob("*.pdf"))))
    assert answer.code == 0, answer.out
    assert answer.out.count("drawn as the kit's, structural checks passed") == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [("20 declare 2\n", "20 declare 1\n"), ("18* draw hermit\n", "18* draw lovers\n")],
    ids=["token", "card"],
)
def test_a_figure_that_is_not_the_records_is_found(own_kit, tmp_path, run, old, new):
    """A book printed from another record, with the right one attached."""
    right = (own_kit / GAME).read_bytes()
    text = right.decode().replace(old, new)
    # Whatever follows from it is played again, so that only figures and words differ.
    game = make_game("tottarot", ["victories=1"])
    state = game.start
    kept = []
    for line in read_record(text).lines:
        if line.text not in state.legal():
            break
        kept.append(line.text)
        state = state.apply(line.text)
    while state.legal():
        kept.append(state.legal()[-1])
        state = state.apply(kept[-1])
    record = record_of(game, kept)
    lines = [f"{at}{'*' * line.chance} {line.text}" for at, line in enumerate(record.lines, 1)]
    head = text.partition("---\n")[0]
    (own_kit / GAME).write_text(
        head + "---\n" + "\n".join(lines) + f"\nresult: {record.result}\n", encoding="utf-8"
    )
    build(BuildRequest(kit_dir=own_kit, only=("walkthrough",), lang="en", out=tmp_path / "out"))
    path = tmp_path / "out" / "tottarot" / "tottarot-walkthrough-en.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as file:
        del file.attachments[RECORD]
        file.attachments[RECORD] = pikepdf.AttachedFileSpec(file, right)
        file.save(path)
    answer = run("check", str(path))
    assert answer.code == 1
    assert "error figure" in answer.out


def test_changed_points_change_what_is_printed(own_kit, tmp_path, run):
    spoil(own_kit, "cards.toml", "points = 1\n", "points = 5\n")
    spoil(own_kit, GAME, "result: B", "result: A")
    build(BuildRequest(kit_dir=own_kit, only=("walkthrough",), lang="en", out=tmp_path / "out"))
    answer = run(
        "check", str(tmp_path / "out" / "tottarot" / "tottarot-walkthrough-en.pdf"), "--kit-dir", str(own_kit)
    )
    assert answer.code == 0, answer.out


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("walkthrough.toml", "games/round.txt", "no-game.txt", "there is no file 'no-game.txt'"),
        ("walkthrough.toml", 'records = ["games/round.txt"]', "records = []", "name a record"),
        (GAME, "result: B", "result: A", "the result is 'B', not 'A'"),
        (GAME, "\n7 seize C", "\n7 seize B", "illegal action 'seize B'"),
        (GAME, "4 declare 0\n", "4 declare 9\n", "illegal action 'declare 9'"),
    ],
)
def test_whatever_is_wrong_is_named(own_kit, file, old, new, said):
    spoil(own_kit, file, old, new)
    spoiled = load_kit(own_kit, ())
    with pytest.raises(PrintkitError) as caught:
        chapters_of_kit(spoiled, load_walkthrough_book(spoiled))
    assert said in "\n".join(map(str, caught.value.problems))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<seat> wins a victory", "<nobody> wins a victory", "nothing is known of <nobody>"),
        ('won = "<seat> wins a victory token."\n', "", "narration.won"),
        ('zone.sum = "sum"\n', "", "narration.zone.sum"),
    ],
)
def test_a_text_that_is_missing_or_names_what_there_is_not_is_named(own_kit, tmp_path, old, new, said):
    spoil(own_kit, "text.en.toml", old, new)
    with pytest.raises(InputError) as caught:
        build(BuildRequest(kit_dir=own_kit, only=("walkthrough",), lang="en", out=tmp_path))
    assert said in "\n".join(map(str, caught.value.problems))
