"""The leaflet of Youscout: it is the first page of the findings, and its figures are those of their sources."""

from __future__ import annotations

import json
import re
from math import ceil, floor

import pytest

from printkit.cli.app import main
from printkit.lab.youscout.heuristic import HEURISTICS

LANGUAGES = ("en", "ja")
TABLE_ROWS = {"en": ("original", "simplified"), "ja": ("元祖", "略式")}
PAGES = {"en": "findings.md", "ja": "findings.ja.md"}


def leaflet_of(root, language):
    return (root / f"templates/youscout/leaflet-playing.{language}.md").read_text(encoding="utf-8")


def blocks(text):
    """The paragraphs, points, table rows and headings of a text, each on one line and without anchors."""
    lines = re.sub(r"\n {2}(?=\S)", " ", text)
    found = []
    for part in re.split(r"\n\n|\n(?=[-|])", lines):
        found.append(re.sub(r" \{#.*?\}", "", " ".join(part.split())).lstrip("# "))
    return [each for each in found if each]


def figures(root, language, game, terminals):
    """The figures of one row of the table."""
    name = TABLE_ROWS[language][game == "youscout-simplified"]
    (row,) = re.findall(rf"(?m)^\| {name},? T={terminals} \| (.*) \|$", leaflet_of(root, language))
    return row.split(" | ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaflet_is_the_first_page_of_the_findings(root, language):
    page = blocks((root / "docs" / PAGES[language]).read_text(encoding="utf-8"))
    leaflet = blocks(leaflet_of(root, language))
    assert len(leaflet) > 20
    assert page[1 : 1 + len(leaflet)] == leaflet


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["youscout", "youscout-simplified"])
@pytest.mark.parametrize("terminals", [1, 3])
def test_rates_are_those_the_walkthrough_proves(root, language, game, terminals):
    """A test of the walkthrough's text simulates them."""
    random, rule, *_ = figures(root, language, game, terminals)
    percent = "%" if language == "ja" else " %"
    walkthrough = (root / f"templates/youscout/walkthrough.{language}.md").read_text(encoding="utf-8")
    (line,) = (each for each in walkthrough.splitlines() if f"{rule}{percent}" in each)
    assert f"{random}{percent}" in line.split(f"{rule}{percent}")[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "terminals"), [("youscout", 1), ("youscout", 3), ("youscout-simplified", 1)]
)
def test_bounds_are_those_the_kept_boards_prove(root, language, game, terminals):
    from printkit.lab.youscout.certificate import Boards, bounds_of

    facts = json.loads((root / f"benchmarks/rows/{game}-{terminals}.json").read_text())
    rows = (tuple(facts[key]) for key in ("gains", "played", "rated"))
    bounds = bounds_of(Boards(*rows, facts["given_up"]))
    *_, least, most = figures(root, language, game, terminals)
    assert (least, most) == (f"{floor(1000 * bounds.least) / 10:.1f}", f"{ceil(1000 * bounds.most) / 10:.1f}")


def test_the_rules_are_those_the_player_keeps_to(root):
    """Each paragraph of a rule names its starts in their order and the places to stay on."""
    text = leaflet_of(root, "en").split("## How far")[0]
    for (game, terminals), rule in HEURISTICS.items():
        name = "Simplified" if game == "youscout-simplified" else "Original"
        when = "one terminal" if terminals == 1 else "two or three terminals"
        (stated,) = re.findall(rf"\*\*{name}, {when}\.\*\* (.*)", text)
        start, _, stay = stated.partition("When you may choose")
        starts = [rule.start, *dict.fromkeys(each.place for each in rule.comparisons)]
        assert [int(each) for each in re.findall(r"\bon (\d)", start)] == starts
        assert tuple(int(each) for each in re.findall(r"\d", stay)) == rule.below


def test_it_is_built_and_proved(tmp_path):
    assert main(["build", "youscout", "--only", "leaflet-playing", "--out", str(tmp_path)]) == 0
    files = sorted((tmp_path / "youscout").glob("*.pdf"))
    assert {"youscout-leaflet-playing-en.pdf", "youscout-leaflet-playing-ja.pdf"} <= {
        each.name for each in files
    }
    assert main(["check", *map(str, files)]) == 0
