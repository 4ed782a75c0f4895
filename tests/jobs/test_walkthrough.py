"""The walkthrough: games replayed and evaluated, records inside the PDF and beside it, every printed figure proved."""

from __future__ import annotations

import json
import re
import shutil
import sys

import pikepdf
import pytest

from printkit.compose.youscout.sample_games import SampleGame
from printkit.errors import InputError, PrintkitError, WrongError
from printkit.games.find import make_game
from printkit.games.record import read_record
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.walkthrough_games import chapter_of_record, chapters_of_deals, chapters_of_kit
from printkit.jobs.play.journal import read_choice_values, value_headers
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from tests.tiny_kit import spoilt_copy

GAME = "games/simplified-won.txt"
RECORD = "youscout-walkthrough-1-simplified-e6va-xnkr.txt"


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout")


@pytest.fixture(scope="module")
def stated(kit):
    """The solo games; those of several seats have tests of their own."""
    return [
        each
        for each in chapters_of_kit(kit, load_walkthrough_book(kit))
        if isinstance(each.sample, SampleGame)
    ]


@pytest.fixture(scope="module")
def short(kit, tmp_path_factory):
    """A copy of the kit whose walkthrough has one game."""
    folder = tmp_path_factory.mktemp("short") / "youscout"
    shutil.copytree(kit.folder, folder)
    (folder / "walkthrough.toml").write_text(f'games = ["{GAME}"]\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def out(short, tmp_path_factory):
    folder = tmp_path_factory.mktemp("walkthrough")
    build(BuildRequest(kit_dir=short, only=("walkthrough",), lang="en", out=folder))
    return folder / "youscout"


def test_there_is_a_game_of_each_kind(stated):
    samples = [each.sample for each in stated]
    assert {sample.game for sample in samples} == {"youscout", "youscout-simplified"}
    assert {sample.result for sample in samples} == {"win", "lose"}
    assert any(step.word == "replace" for sample in samples for step in sample.steps)


def test_every_choice_is_judged_and_no_other_line(stated):
    for each in stated:
        chosen = {
            step.number
            for step in each.sample.steps
            if step.word in ("place", "move", "stay", "replace", "done")
        }
        assert set(each.sample.values) == chosen


def test_the_worths_kept_are_those_of_the_judge(stated):
    from printkit.lab.youscout.judge import judge_record

    for each in stated:
        record = read_record(each.text, each.file)
        game = make_game(record.game, dict(record.options))
        kept = {key: value for key, value in record.headers if key.startswith("worth-")}
        assert value_headers(judge_record(game, record)) == kept, each.file


def test_the_sums_printed_decide_what_the_engine_does(stated):
    for each in stated:
        for step in each.sample.steps:
            turn = step.turn
            if turn is not None and turn.greater:
                left, right = (sum(value for _, value in side) for side in (turn.greater, turn.than))
                assert (left > right) == turn.holds


def test_the_record_lies_inside_the_pdf_and_beside_it(out, short, run):
    kept = (short / GAME).read_bytes()
    assert (out / RECORD).read_bytes() == kept
    for name in ("youscout-walkthrough-en.pdf", "youscout-walkthrough-en-print.pdf"):
        with pikepdf.open(out / name) as file:
            assert {key: file.attachments[key].get_file().read_bytes() for key in file.attachments} == {
                RECORD: kept
            }
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert RECORD in manifest["files"]
    assert not [path for path in out.iterdir() if path.name.startswith(".")]
    answer = run("replay", str(out / RECORD))
    assert (answer.code, "win" in answer.out) == (0, True), answer.err


def test_a_file_for_a_press_has_no_attachment(short, tmp_path):
    request = BuildRequest(
        kit_dir=short,
        only=("walkthrough",),
        lang="en",
        press="x1a-2003",
        condition="JC200103",
        pages="1",
        out=tmp_path,
    )
    build(request)
    for path in (tmp_path / "youscout").glob("*.pdf"):
        with pikepdf.open(path) as file:
            assert not file.attachments


def test_check_proves_every_page(out, run):
    answer = run("check", "-v", *(str(path) for path in sorted(out.glob("*.pdf"))))
    assert answer.code == 0, answer.out
    assert answer.out.count("drawn as the kit's, structural checks passed") == 2


@pytest.mark.parametrize(
    "old",
    [
        # The odds printed are not those of the record inside, in the last place printed.
        "stay 0.",
        # Two cards were drawn in another order, with all that follows from it.
        "draw Cu",
    ],
)
def test_a_figure_that_is_not_the_records_is_found(short, tmp_path, run, old):
    """A book printed from another record, with the right one attached."""
    folder = tmp_path / "youscout"
    shutil.copytree(short, folder)
    text = (folder / GAME).read_text(encoding="utf-8")
    changed = _changed(text, old)
    (folder / GAME).write_text(changed, encoding="utf-8")
    build(BuildRequest(kit_dir=folder, only=("walkthrough",), lang="en", out=tmp_path / "out"))
    path = tmp_path / "out" / "youscout" / "youscout-walkthrough-en.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as file:
        del file.attachments[next(iter(file.attachments))]
        file.attachments[RECORD] = pikepdf.AttachedFileSpec(file, text.encode())
        file.save(path)
    answer = run("check", str(path))
    assert answer.code == 1
    # Small cards are drawn without live text; what stands beside them is read.
    assert re.search("error (figure|text)", answer.out)


def _changed(text, old):
    """The record with a value changed, or with two cards exchanged."""
    if old == "stay 0.":
        at = text.index(old) + len(old) + 2
        digit = "8" if text[at] == "9" else str(int(text[at]) + 1)
        return text[:at] + digit + text[at + 1 :]
    lines = text.split("\n")
    cups = [n for n, line in enumerate(lines) if old in line][:2]
    cards = [lines[n].rsplit(" ", 1)[1] for n in cups]
    for n, card in zip(cups, reversed(cards), strict=True):
        lines[n] = f"{lines[n].rsplit(' ', 1)[0]} {card}"
    return "\n".join(line for line in lines if not line.startswith("deal:"))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("walkthrough.toml", "simplified-won.txt", "no-game.txt", "there is no file 'games/no-game.txt'"),
        ("walkthrough.toml", "games/simplified-won.txt", "../../etc/passwd", "walkthrough.toml"),
        ("walkthrough.en.md", "## How", "![x](sample-table)\n\n## How", "unknown picture 'sample-table'"),
        (GAME, "worth-2: place 1 0.", "worth-2: place 1 7.", "not a value"),
        (GAME, "worth-2:", "worth-900:", "does not fit line 900"),
        (GAME, "result: win", "result: lose", "the result is 'win', not 'lose'"),
        (GAME, "\n2 place 5", "\n2 place 7", "illegal action 'place 7'"),
    ],
)
def test_whatever_is_wrong_is_named(tmp_path, short, file, old, new, said):
    folder = spoilt_copy(short, tmp_path / "youscout", file, old, new)
    spoiled = load_kit(folder, ())
    with pytest.raises(PrintkitError) as caught:
        chapters_of_kit(spoiled, load_walkthrough_book(spoiled))
    assert said in "\n".join(map(str, caught.value.problems))


@pytest.mark.parametrize("code", ["ZZZZ-ZZZZ", "KK9Y-X3Y8", "12", "KK9Y-X3Y9KK9Y-X3Y9", ""])
def test_a_wrong_deal_code_is_one_clear_line(run, tmp_path, code):
    arguments = ("build", "youscout", "--only", "walkthrough", "--deal", code, "--out", str(tmp_path))
    answer = run(*arguments)
    assert answer.code == 2
    assert len(answer.err.strip().splitlines()) == 1
    assert "deal code" in answer.err
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_deal_without_the_solver_is_one_clear_line(kit, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(InputError, match="needs the extra 'lab'"):
        chapters_of_deals(kit, ["KK9Y-X3Y9"], ())


def test_a_deal_is_shown_in_both_games(kit):
    stated = chapters_of_deals(kit, ["KK9Y-X3Y9"], ["terminals=1"])
    assert [each.sample.game for each in stated] == ["youscout", "youscout-simplified"]
    assert {each.sample.code for each in stated} == {"KK9Y-X3Y9"}
    assert all(each.sample.values and each.sample.options == ("terminals=1",) for each in stated)
    again = chapters_of_deals(kit, ["KK9Y-X3Y9"], ["terminals=1"])
    assert [each.text for each in stated] == [each.text for each in again]


def test_worths_are_read_as_they_were_written(kit):
    record = read_record((kit.folder / GAME).read_text(encoding="utf-8"))
    values = read_choice_values(record)
    assert all(value.low <= value.odds <= value.high for answers in values.values() for value in answers)
    assert {value.verdict for answers in values.values() for value in answers} <= {True, False, None}


def test_a_record_of_another_game_is_refused(kit):
    text = "printkit-record 1\ngame: tottarot\n---\n"
    with pytest.raises((InputError, WrongError)):
        chapter_of_record(kit, text, 1)
