"""A game without words of its own gets a walkthrough from its rules: what was done, and the table after it."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from printkit.games.find import make_game
from printkit.games.narration import narrate
from printkit.games.record import read_record, replay, write_record
from printkit.inspect.objects import entry, words
from printkit.inspect.pages import open_pdf, open_structure
from printkit.inspect.tags import read_tree
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.jobs.play.play import play
from printkit.paths import templates_dir
from printkit.preflight.structure.facts import PdfFacts
from printkit.preflight.structure.tags import structure_is_sound

GAMES = ("three-in-a-row", "last-trick")


def _replaced(path, pattern, new):
    text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"))
    assert count == 1
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """Tottarot's kit with records of two more games in its walkthrough."""
    folder = Path(shutil.copytree(templates_dir() / "tottarot", tmp_path_factory.mktemp("kit") / "tottarot"))
    for game in GAMES:
        record = play(game, seed=4, player="greedy")
        (folder / f"{game}.txt").write_text(write_record(record), encoding="utf-8")
    _replaced(
        folder / "kit.toml", r'games = \["tottarot"\]', f'games = ["tottarot", "{GAMES[0]}", "{GAMES[1]}"]'
    )
    _replaced(
        folder / "walkthrough.toml", r"records = \[.*\]", f'records = ["{GAMES[0]}.txt", "{GAMES[1]}.txt"]'
    )
    return folder


def _text(file):
    document = pypdfium2.PdfDocument(file)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.fixture(scope="module")
def book(kit, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    build(BuildRequest(only=("walkthrough",), kit_dir=kit, out=out))
    return out / "tottarot"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_line_of_the_records_is_in_the_book(kit, book, language):
    text = re.sub(r"\s+", " ", _text(book / f"tottarot-walkthrough-{language}.pdf"))
    for game in GAMES:
        record = read_record((kit / f"{game}.txt").read_text(encoding="utf-8"))
        steps = list(replay(record, make_game(game, dict(record.options))))
        for step in steps:
            if not step.line.chance:
                assert step.line.text in text
        assert steps[-1].state.outcome().reason in text


def test_the_book_is_found_to_be_what_its_records_say(kit, book):
    findings = check_paths([book / "tottarot-walkthrough-en.pdf"], kit_dir=kit)
    assert [each.message for each in findings if each.severity == "error"] == []


def test_chance_actions_in_a_row_are_one_moment_and_hands_are_open():
    record = play("last-trick", seed=4, player="greedy")
    game = make_game("last-trick")
    frames = narrate(game, list(replay(record, game)))
    assert frames[0].lines == (1, 1)
    assert frames[0].seats == ()
    assert [frame.seats for frame in frames[1:4]] == [("A",), ("B",), ("C",)]
    hands = [zone for zone in frames[0].table.zones if zone.kind == "hand"]
    assert [len(zone.items) for zone in hands] == [4, 4, 4]
    assert "?" not in {item.face for zone in hands for item in zone.items if item}
    assert [frame.ending for frame in frames[:-1]] == [""] * (len(frames) - 1)
    assert "with" in frames[-1].ending


@pytest.mark.parametrize("language", ["ja", "en"])
def test_f10_a_recorded_game_is_paragraphs_and_pictures(book, language):
    path = book / f"tottarot-walkthrough-{language}.pdf"
    with open_structure(path) as structure, open_pdf(path) as pdf:
        assert list(structure_is_sound(PdfFacts(path, path.name, structure, pdf))) == []
        tree = read_tree(structure)
    counts = Counter(element.role for element in tree)
    assert counts["P"] > 20
    assert counts["Figure"] > 10
    pictures = [element for element in tree if element.role == "Figure"]
    assert max(len(words(entry(each.value, "/Alt"))) for each in pictures) < 500
    assert all(len({page for page, _ in each.contents}) == 1 for each in pictures)
