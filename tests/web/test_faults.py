"""What checks of a kit say in a Japanese page."""

from __future__ import annotations

import ast
import re
import shutil
import time
from pathlib import Path

import pytest

import printkit
from printkit.jobs.screen.gallery import KeptFaces
from printkit.jobs.screen.own_kits import own_cards
from printkit.web.words import fault_text, in_japanese, sentences

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
CHECKS = (
    "kit", "compose", "material", "interchange", "jobs/build", "jobs/parts", "jobs/screen", "jobs/check",
    "preflight", "inspect", "backends", "scene", "web",
    "geometry.py", "fonts.py", "errors.py",
)  # fmt: skip
# Sentences of pydantic and of Python's own reader of TOML, and of numbers and kinds that are filled in.
FOREIGN = re.compile(r"<value>: (input|string) should|[A-Z]|is not TOML|0 to 200|unknown block")
# What somebody writes who makes a kit: a file, what stands there, and what is put in its place.
SLIPS = (
    ("cards.csv", "emre.jpg", "emmre.jpg"),
    ("cards.csv", "Cost", "Price"),
    ("cards.csv", "Card Name", "Nom"),
    ("cards.csv", ",Character,", ",Charater,"),
    ("cards.csv", ",1,", ",x,"),
    ("cards.csv", "Ada the Pilot", "Ada the Pil\u05d0t"),
    ("cards.csv", "Each turn", "Each turn " * 90),
    ("kit.toml", 'size = "poker"', 'size = "pokr"'),
    ("kit.toml", 'colours = "kept"', 'colours = "keep"'),
    ("kit.toml", 'id = "harbour"', 'id = "Har bour"'),
    ("kit.toml", "caladea-bold", "caladea-bald"),
    ("kit.toml", "version", "versoin"),
    ("kit.toml", 'languages = ["en"]', 'languages = "en"'),
    ("kit.toml", 'languages = ["en"]', "languages = []"),
    ("kit.toml", "[85, 50, 20, 20]", "[85, 50]"),
    ("kit.toml", "[85, 50, 20, 20]", "[85, 50, 20, 200]"),
    ("kit.toml", "#28527a", "blue"),
    ("kit.toml", "art/coin.svg", "art/coint.svg"),
    ("kit.toml", "upright = true", "upright = 3"),
    ("layout.toml", "width = 63.5", 'width = "x"'),
    ("layout.toml", "width = 63.5", "width = -1"),
    ("layout.toml", "height = 88.9", "height ="),
    ("layout.toml", "height = 88.9", "height = 88.9\nheight = 3"),
    ("layout.toml", 'block = "shape"', 'block = "shap"'),
    ("layout.toml", 'block = "shape"', 'block "shape"'),
    ("layout.toml", 'block = "shape"', 'block = "shape'),
    ("layout.toml", "box = [4, 4, 55.5, 80.9]", "box = [4, 4, 55.5]"),
    ("layout.toml", "box = [4, 4, 55.5, 80.9]", "box = [4, 4, 555, 80.9]"),
    ("layout.toml", "box = [4, 4, 55.5, 80.9]", "box = [4, 4, 0, 80.9]"),
    ("layout.toml", "[[faces.order.poker]]", "[[faces.oder.poker]]"),
    ("layout.toml", '"sea"', '"see"'),
    ("layout.toml", "when", "whenn"),
    ("layout.toml", 'font = "display"', 'font = "displai"'),
    ("text.en.toml", "title", "titel"),
)
# English words that no name or quotation of a kit has.
ENGLISH = re.compile(r"\b(is|are|the|not|of|should|no|unknown|there|with|did|known|it|at)\b")


@pytest.mark.parametrize(("file", "right", "wrong"), SLIPS)
def test_what_designers_get_wrong_is_said_in_japanese(tmp_path, file, right, wrong):
    kit = tmp_path / "harbour"
    shutil.copytree(HARBOUR, kit)
    text = (kit / file).read_text(encoding="utf-8")
    assert right in text
    (kit / file).write_text(text.replace(right, wrong), encoding="utf-8")
    faults = own_cards(kit, "ja", KeptFaces(), ())["faults"]
    assert faults
    for fault in faults:
        said = fault_text(fault["text"], fault["hint"], "ja")
        assert not ENGLISH.search(re.sub("「.*?」|'.*?'|：.*?[）]", "", said)), said
        assert said != fault_text(fault["text"], fault["hint"], "en")


def texts_of_checks():
    """Every text in the code of the checks, one a line, with `<>` for what is filled in."""
    found = []
    for place in CHECKS:
        path = Path(printkit.__file__).parent / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else "<>" for part in node.values]
                    found.append("".join(map(str, parts)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.append(node.value)
    return "\n".join(found)


def unsaid(english, texts):
    """The words of a sentence, between what is filled in, that no check has."""
    pieces = (piece.strip(" ':{}()") for piece in re.split(r"<\w+>", english))
    return [piece for piece in pieces if piece not in texts]


def test_every_sentence_is_one_that_checks_say():
    texts = texts_of_checks()
    found = {english: unsaid(english, texts) for english in sentences() if not FOREIGN.match(english)}
    assert {english: pieces for english, pieces in found.items() if pieces} == {}
    assert unsaid("there is no art fyle '<name>'", texts) == ["there is no art fyle"]


def test_fields_are_the_same_in_both_languages():
    for english, japanese in sentences().items():
        assert {*re.findall(r"<\w+>", japanese)} <= {*re.findall(r"<\w+>", english)}, english


def test_another_sentence_stays_as_it_is():
    assert in_japanese("something else is wrong") == "something else is wrong"
    assert fault_text("unknown key", "did you mean 'size'?", "en") == "unknown key (did you mean 'size'?)"
    said = "このファイルにないキーです（「size」ではありませんか）"
    assert fault_text("unknown key", "did you mean 'size'?", "ja") == said


def test_a_text_of_strangers_takes_no_longer_than_it_is_long():
    # What follows each field, again and again, and never how the sentence ends.
    begun = time.process_time()
    for english in sentences():
        begin, *parts = re.split(r"<\w+>", english)
        for part in {*parts, "".join(parts)} - {""}:
            text = begin + part * (20_000 // len(part)) + "\0"
            assert in_japanese(text).count("\0") <= 1
    assert time.process_time() - begun < 20.0


def test_a_sentence_in_a_sentence_in_a_sentence_is_no_end_of_calls():
    assert in_japanese("the cell has no cards") == "このセル：カードがありません"
    assert in_japanese("the cell " * 2_000).startswith("このセル：このセル：the cell ")
