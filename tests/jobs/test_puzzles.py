"""The puzzle book: every puzzle proved on the engine, pages with solutions upside down, and what is wrong named."""

from __future__ import annotations

import re
import shutil

import pikepdf
import pytest

from printkit.errors import InputError, PrintkitError, WrongError
from printkit.games.find import make_game
from printkit.games.youscout.puzzles import answering, play_deal
from printkit.games.youscout.seeded_deal import read_deal
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.prove_problems import prove_puzzles
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from tests.tiny_kit import spoilt_copy

FILE = "puzzles.toml"


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout")


@pytest.fixture(scope="module")
def proved(kit):
    return prove_puzzles(kit)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("puzzles")
    build(BuildRequest(kits=("youscout",), only=("puzzles",), lang="en", out=folder))
    return folder / "youscout"


def test_there_are_at_least_24_of_both_games(proved):
    _, games = proved
    assert len(games) >= 24
    assert {game.game for game in games} == {"youscout", "youscout-simplified"}
    assert any(game.find for game in games)
    assert {len(game.talon) for game in games} == {1, 3}
    assert len({game.code for game in games}) == len(games)


def test_the_last_ones_are_won_in_one_way_only(proved):
    _, games = proved
    lines = [game.lines for game in games]
    assert lines.count(1) >= 8
    assert lines[-1] == 1


def test_whoever_always_answers_the_same_solves_none(proved):
    """After the five short ones, where one answer may decide."""
    book, _ = proved
    for puzzle in book.puzzles[5:]:
        game = make_game(puzzle.game, puzzle.options)
        for answer in ("move", "stay"):
            actions = play_deal(game, read_deal(puzzle.deal), lambda sight, a=answer: a, puzzle.start)
            state = game.start
            for action in actions:
                state = state.apply(action)
            assert state.outcome().result == "lose", puzzle.deal


def test_the_talon_shown_is_drawn_in_that_order(proved):
    book, games = proved
    for puzzle, shown in zip(book.puzzles, games, strict=True):
        game = make_game(puzzle.game, puzzle.options)
        actions = play_deal(game, read_deal(puzzle.deal), answering(puzzle.answers), puzzle.start)
        drawn = [action.removeprefix("draw ") for action in actions if action.startswith("draw ")]
        after = 0
        for card in drawn:
            row = shown.talon[after]
            if card in ("0", "13"):
                assert row[-1] in (card, "T")
                after += 1
            else:
                assert card in row, (puzzle.deal, card)
        first = drawn[: drawn.index("0" if puzzle.start > 3 else "13")]
        assert first == list(shown.talon[0][:-1])


def test_it_begins_with_five_short_puzzles(proved):
    _, games = proved
    assert all(5 <= len(game.talon[0]) <= 10 for game in games[:5])
    assert min(sum(map(len, game.talon)) for game in games[5:]) > 10


def test_routes_and_hints_are_of_the_play_that_wins(proved):
    book, games = proved
    for puzzle, shown in zip(book.puzzles, games, strict=True):
        game = make_game(puzzle.game, puzzle.options)
        actions = play_deal(game, read_deal(puzzle.deal), answering(puzzle.answers), puzzle.start)
        state, places, after = game.start, [], []
        for action in actions:
            asked = state.drawn
            state = state.apply(action)
            places.append(state.token)
            after += [state.token] * bool(asked)
        walked = [place for place, last in zip(places, [None, *places], strict=False) if place != last]
        assert list(shown.route) == [place for place in walked if place], puzzle.deal
        assert list(shown.after) == after


def test_the_simplified_game_shows_only_the_numbers_it_uses(proved):
    _, games = proved
    for game in games:
        suits = 2 if game.game.endswith("simplified") else 4
        assert all(len(pairs) == suits for pairs in game.numbers)


def test_the_book_fills_whole_sheets_and_its_solutions_stand_upside_down(out):
    with open_pdf(out / "youscout-puzzles-en.pdf") as pdf:
        # The last page is to check how the file is printed.
        assert len(pdf) % 4 == 1
        last = page_chars(pdf, len(pdf) - 2)
        turned = [char for char in last if abs(char.angle - 180) < 1 and char.text.strip()]
        assert len(turned) > 100
        upright = "".join(char.text for char in page_chars(pdf, 3) if abs(char.angle) < 1)
        assert "Which answers to the swords win?" in re.sub(r"\s+", " ", upright)
    with pikepdf.open(out / "youscout-puzzles-en-print.pdf") as printed:
        assert len(printed.pages) == 23


@pytest.fixture(scope="module")
def few(kit, tmp_path_factory):
    """The book of a copy of the kit with two puzzles: one with its start to be found, one with three talons."""
    folder = tmp_path_factory.mktemp("few") / "youscout"
    shutil.copytree(kit.folder, folder)
    head, *puzzles = (folder / FILE).read_text(encoding="utf-8").split("[[puzzle]]")
    kept = [next(each for each in puzzles if "find = true" in each), puzzles[-1]]
    (folder / FILE).write_text("[[puzzle]]".join([head, *kept]), encoding="utf-8")
    out = tmp_path_factory.mktemp("out")
    build(BuildRequest(kit_dir=folder, only=("puzzles",), lang="en", out=out))
    return folder, out / "youscout"


def test_check_reads_every_figure_back(few, run):
    folder, out = few
    answer = run("check", "-v", "--kit-dir", str(folder), *(str(path) for path in sorted(out.glob("*.pdf"))))
    assert answer.code == 0, answer.out + answer.err
    assert answer.out.count("drawn as the kit's, structural checks passed") == 2


def test_check_finds_a_puzzle_that_is_not_the_kits(few, run):
    """The same pages, read against the kit with all its puzzles."""
    _, out = few
    answer = run("check", "--kit", "youscout", str(out / "youscout-puzzles-en.pdf"))
    assert answer.code == 1
    assert "page-missing" in answer.out


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("lines = 12", "lines = 13", WrongError, "12 rows of answers win, not 13"),
        ("lines = 9\nrows = 20", "lines = 9\nrows = 21", WrongError, "20 rows of answers are there, not 21"),
        ('answers = ["', 'answers = ["move", "', WrongError, "do not win"),
        ('"move"]', '"move", "move"]', WrongError, "do not win"),
        ('"move"]', '"stay"]', WrongError, "do not win"),
        ('deal = "4', 'deal = "5', InputError, "typing error"),
        ('game = "youscout"', 'game = "backgammon"', InputError, "unknown game 'backgammon'"),
        ('options = ["terminals=1"]', 'options = ["terminals=none"]', InputError, "terminals"),
        ("find = true\nstart = ", "find = true\nstop = 1\nstart = ", InputError, "unknown key"),
        ('caliper = "0.1mm"', 'caliper = "9mm"', InputError, "caliper"),
    ],
)
def test_what_is_not_as_the_kit_says_stops_the_build(tmp_path, kit, old, new, kind, said):
    folder = tmp_path / "youscout"
    shutil.copytree(kit.folder, folder)
    text = (folder / FILE).read_text(encoding="utf-8")
    # The last puzzle has one row that wins, so any other row is wrong.
    before, found, after = text.rpartition(old) if "do not win" in said else text.partition(old)
    assert found
    (folder / FILE).write_text(before + new + after, encoding="utf-8")
    with pytest.raises(kind) as caught:
        prove_puzzles(load_kit(folder, ()))
    problems = "\n".join(map(str, caught.value.problems))
    assert said in problems
    assert FILE in problems


def test_puzzles_out_of_their_order_are_wrong(tmp_path, kit):
    folder = tmp_path / "youscout"
    shutil.copytree(kit.folder, folder)
    head, *puzzles = (folder / FILE).read_text(encoding="utf-8").split("[[puzzle]]")
    (folder / FILE).write_text("[[puzzle]]".join([head, puzzles[-1], puzzles[0]]), encoding="utf-8")
    with pytest.raises(WrongError, match="it is easier"):
        prove_puzzles(load_kit(folder, ()))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("puzzles.en.md", "](sample)", "](simple)", "unknown picture 'simple'"),
        ("puzzles.ja.md", "{#passes}", "{#pass}", "puzzles.en.md:"),
        ("puzzles.ja.md", "# 解き方", "# 解き方☃", "no glyph"),
    ],
)
def test_a_broken_text_is_named_with_its_line(tmp_path, kit, file, old, new, said):
    folder = spoilt_copy(kit.folder, tmp_path / "youscout", file, old, new)
    with pytest.raises(PrintkitError) as caught:
        prove_puzzles(load_kit(folder, ()))
    assert said in "\n".join(map(str, caught.value.problems))


def test_nothing_of_it_needs_the_solver(kit, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "numba", None)
    assert prove_puzzles(kit)[1]
