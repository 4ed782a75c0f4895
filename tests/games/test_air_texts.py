"""The rule texts of the card, stick and race games agree with the engines that cite them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.find import find_module

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = "paper-cetkaik"
GAMES = (
    "mok-kaik",
    "ta-xot",
    "mak-kaik",
    "niek-hi",
    "mak-hup",
    "nam-to",
    "ni-ne",
    "saup-xy",
    "niek-kut-saup-xy",
    "lu-tu",
    "net-xy",
    "mountain-road",
    "linked-ships",
)
TEXTS = {
    name: (ROOT / f"docs/rules/{name}.md").read_text(encoding="utf-8") for name in (SHARED, *GAMES)
}  # fmt: skip
PARAGRAPHS = {name: set(re.findall(r"\*\*§(\d+\.\d+)\*\*", text)) for name, text in TEXTS.items()}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_text_lists_every_option_with_its_usual_value_and_its_paragraph(game_id):
    rows = re.findall(
        r"^\| `([a-z-]+)` \| `([^`]+)` \| ([^|]+) \| ([\w -]*?) ?([\d.]+) \|", TEXTS[game_id], re.M
    )
    options = find_module(game_id).options
    assert [(key, usual, allowed) for key, usual, allowed, _, _ in rows] == [
        (option.key, option.usual, option.allowed.replace("|", ", ")) for option in options
    ]
    for (key, _, _, page, paragraph), option in zip(rows, options, strict=True):
        assert f"{page} §{paragraph}".strip() in option.meaning
        text = (
            TEXTS[page or game_id].partition(f"**§{paragraph}**")[2].partition("<a id")[0].replace("\n", " ")
        )
        assert f"`{key}=" in text or f"option `{key}`" in text or key == "players"


@pytest.mark.parametrize("name", TEXTS)
def test_every_paragraph_can_be_linked_to(name):
    anchors = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXTS[name])
    assert len(anchors) == len(set(anchors)) == len(PARAGRAPHS[name]) > 2
    assert all(anchor.replace("-", ".") == number for anchor, number in anchors)


def test_every_paragraph_the_code_cites_is_written():
    cited = {
        (name, number)
        for file in (ROOT / "printkit/games").rglob("*.py")
        for name, number in re.findall(r"([a-z-]+) §(\d+\.\d+)", file.read_text(encoding="utf-8"))
        if name in TEXTS
    }
    assert len(cited) > 10
    assert {(name, number) for name, number in cited if number not in PARAGRAPHS[name]} == set()


@pytest.mark.parametrize("name", TEXTS)
def test_every_paragraph_has_its_own_test(name):
    tests = (ROOT / f"tests/games/test_{name.replace('-', '_')}.py").read_text(encoding="utf-8")
    assert {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", tests)} == PARAGRAPHS[name]
