"""The leaflet of Youscout: it is the first page of the findings, and its figures are those of their sources."""

from __future__ import annotations

import json
import re
from math import ceil, floor

import pytest

from printkit.cli.app import main
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.record import read_record, replay
from printkit.games.youscout.cards import ATTACK, PAIN
from printkit.lab.youscout.heuristic import HEURISTICS, heuristic_player

LANGUAGES = ("en", "ja")
TABLE_ROWS = {"en": ("original", "simplified"), "ja": ("元祖", "略式")}
# What only the leaflet says: how to read its small boards.
OWN = {
    "en": (
        "What millions of simulated games say.",
        "Black is where to start, a frame where to start instead if the numbers say so, and a bar where to stay.",
    ),
    "ja": (
        "コンピューターで何百万局も遊んで分かったことです。",
        "勝ちは100局あたりの数で、Tは終わりの札が出る回数です。",
        "黒い爻から始めます。",
        "太い枠の爻は、数を比べて代わりに始めることがある所です。",
        "下に線がある爻ではとどまります。",
    ),
}
PAGES = {"en": "findings.md", "ja": "findings.ja.md"}


def leaflet_of(root, language):
    return (root / f"templates/youscout/leaflet-playing.{language}.md").read_text(encoding="utf-8")


def sentences(text):
    """The sentences, table rows and headings of a text, without anchors, and of pictures their captions."""
    words = re.sub(
        r"!\[(.*?)\]\(.*?\)|\{#.*?\}|^#+ ", r"\1", re.sub(r"\n {2}(?=\S)", " ", text), flags=re.MULTILINE
    )
    lines = (
        re.sub(r"(?<=[^\n|])\n(?=[^\n|#-])", " ", words)
        .replace(" :|", "|")
        .replace("---:", "---")
        .splitlines()
    )
    return [
        each.strip()
        for line in lines
        for each in re.split(r"(?<=[.。])(?=\s|[^*\d])|^- ", line)
        if each.strip()
    ]


def example(text):
    """The headings that say what is shown of a record, and what stands below them."""
    return re.search(r"(?s)## [^\n]* \{#start\}.*?(?=## [^\n]* \{#best\})", text)[0]


def figures(root, language, game, terminals):
    """The figures of one row of the table."""
    name = TABLE_ROWS[language][game == "youscout-simplified"]
    (row,) = re.findall(rf"(?m)^\| {name},? T={terminals} \| (.*) \|$", leaflet_of(root, language))
    return row.split(" | ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_leaflet_says_stands_on_the_first_page_of_the_findings(root, language):
    page = {*sentences((root / "docs" / PAGES[language]).read_text(encoding="utf-8"))}
    text = leaflet_of(root, language)
    said = [each for each in sentences(text.replace(example(text), "")) if each not in OWN[language]]
    assert len(said) > 20
    assert [each for each in said if each not in page] == []


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
    ("game", "terminals", "row"),
    [
        ("youscout", 1, "youscout-1"),
        ("youscout", 3, "youscout-3-fine"),
        ("youscout-simplified", 1, "youscout-simplified-1"),
    ],
)
def test_bounds_are_those_the_kept_boards_prove(root, language, game, terminals, row):
    from printkit.lab.youscout.certificate import Boards, bounds_of

    facts = json.loads((root / f"benchmarks/rows/{row}.json").read_text())
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
        ((stated, picture),) = re.findall(rf"\*\*{name}, {when}\.\*\* (.*)\]\((.*)\)", text)
        start, _, stay = stated.partition("When you may choose")
        starts = [rule.start, *dict.fromkeys(each.place for each in rule.comparisons)]
        assert [int(each) for each in re.findall(r"\bon (\d)", start)] == starts
        assert tuple(int(each) for each in re.findall(r"\d", stay)) == rule.below
        others, below = ("".join(map(str, places)) for places in (starts[1:], rule.below))
        assert picture == f"places-{rule.start}-{others}-{below}"


def test_the_turns_shown_are_those_of_the_rule(root):
    """The start and the answer of the record that is drawn are what the rule's player does, for the reasons given."""
    text = leaflet_of(root, "en")
    record = read_record((root / "templates/youscout/games/simplified-won.txt").read_text(encoding="utf-8"))
    game = make_game(record.game, dict(record.options))
    shown = {2, *map(int, re.findall(rf"turn-{game.id}-(\d+)", example(text)))}
    assert f"(start-{game.id})" in text
    state, done = game.start, set()
    for number, step in enumerate(replay(record, game), 1):
        if number in shown:
            assert heuristic_player(game)(sight_of(game, state, state.to_move())) == step.line.text
            done.add(number)
        if number == 2:
            m, f = ([state.number(at, column) // 2 for at in (6, 5, 2)] for column in (ATTACK, PAIN))
            said = f"M is {m[0]} on 6 and on 2, F is {f[1]} on 5 and {f[2]} on 2. So start on {step.state.token}."
            assert said in text
            assert m[0] == m[2]
        state = step.state
    assert done == shown


def test_it_is_built_and_proved(tmp_path):
    assert main(["build", "youscout", "--only", "leaflet-playing", "--out", str(tmp_path)]) == 0
    files = sorted((tmp_path / "youscout").glob("*.pdf"))
    assert {"youscout-leaflet-playing-en.pdf", "youscout-leaflet-playing-ja.pdf"} <= {
        each.name for each in files
    }
    assert main(["check", *map(str, files)]) == 0
