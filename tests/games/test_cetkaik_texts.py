"""The rule text of 机戦 agrees with the engine that cites it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.cetkaik.boards import BOARDS, MOVES
from printkit.games.cetkaik.hands import VALUES, counting_of
from printkit.games.find import find_module
from tests.games.cetkaik_boards import HARD_TAM, SCHOOL, STANDARD

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs/rules/cetkaik.md").read_text(encoding="utf-8")
PARAGRAPHS = set(re.findall(r"\*\*§(\d+\.\d+)\*\*", TEXT))


def test_the_text_lists_every_option_with_its_usual_value_and_its_paragraph():
    rows = re.findall(r"^\| `([a-z-]+)` \| `([^`]+)` \| ([^|]+) \| ([\d.]+) \|", TEXT, re.M)
    options = find_module(STANDARD).options
    assert [row[:3] for row in rows] == [
        (option.key, option.usual, option.allowed.replace("|", ", ")) for option in options
    ]
    for (_, _, _, paragraph), option in zip(rows, options, strict=True):
        assert f"§{paragraph}" in option.meaning
        text = TEXT.partition(f"**§{paragraph}**")[2].partition("<a id")[0]
        assert f"`{option.key}=" in text
    quiet = [option for option in options if option.quiet]
    local = [option for option in quiet if option.key != "rate-limit"]
    assert find_module(SCHOOL).options == options[1 : -len(local)]
    stated = {option.key: option.usual for option in options} | {"tam-hue": "yes"}
    assert {option.key: option.usual for option in find_module(HARD_TAM).options} == stated


def test_every_paragraph_can_be_linked_to():
    anchors = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXT)
    assert len(anchors) == len(set(anchors)) == len(PARAGRAPHS)
    assert all(anchor.replace("-", ".") == number for anchor, number in anchors)


def test_every_paragraph_the_code_cites_is_written():
    files = [*(ROOT / "printkit/games/cetkaik").glob("*.py"), ROOT / "printkit/games/cetkaik_school.py"]
    cited = {
        number for file in files for number in re.findall(r"§(\d+\.\d+)", file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 12
    assert cited <= PARAGRAPHS


def test_every_paragraph_has_its_own_test():
    files = (ROOT / "tests/games").glob("test_cetkaik_[!o]*.py")
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    tested = {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", tests)}
    assert tested == PARAGRAPHS


@pytest.mark.parametrize("game_id", [STANDARD, SCHOOL])
def test_the_set_up_of_the_text_is_the_one_played(game_id):
    board = BOARDS[game_id]
    shown: dict[str, str] = {}
    for row in board.grid.rows:
        found = [
            cells.split("|")
            for cells in re.findall(rf"^\| {row} \|(.*)\|$", TEXT, re.M)
            if cells.count("|") == len(board.grid.columns) - 1
        ]
        for cells in found:
            for column, cell in zip(board.grid.columns, cells, strict=True):
                if cell.strip():
                    shown[column + row] = cell.strip()
    setup = zip(board.grid.names, board.setup, strict=True)
    assert shown == {name: piece[:2] if len(piece) > 1 else piece for name, piece in setup if piece}


def test_the_hands_of_the_text_are_the_ones_that_count():
    rows = re.findall(r"^\| (\S+) \| ([船兵弓車虎馬筆巫将王]+) \| (\d+) \|$", TEXT, re.M)
    played = [(name, *rest) for game in (STANDARD, SCHOOL) for name, rest in BOARDS[game].hands.items()]
    assert rows == [(name, pieces, str(points)) for name, pieces, points in played]


def test_every_kind_has_its_row_of_moves():
    rows = re.findall(r"^\| (\S) \| [a-z][^|]+ \| [a-z][^|]+ \|$", TEXT, re.M)
    changed = [kind for kind, both in BOARDS[HARD_TAM].moves.items() if both != MOVES[kind]]
    assert rows == [*MOVES, *changed]


def test_pieces_and_hands_of_the_old_counting_are_those_of_the_text():
    stated = [(kind, f"{tenths / 10:.1f}") for kind, tenths in VALUES.items()]
    for hands in ("triples", "beasts"):
        counting = counting_of(STANDARD, hands, "modern")
        stated += [(name, f"{points / counting.unit:g}") for name, (_, points) in counting.hands.items()]
    assert re.findall(r"^\| ([船兵弓車虎馬筆巫将王]+) \| ([\d.]+) \|$", TEXT, re.M) == stated


LEAFLETS = [
    # R15: when to declare, and that it is not what the source has
    ("school.en", "declare at its end.†", "† Our choice: the source says that whoever holds a combination"),
    (
        "school.ja",
        "手番の終わりに宣言します。†",
        "† 私たちの選択です。出典では、手番の終わりに役のある人が毎回宣言します",
    ),
    (
        "standard.en",
        "declare at its end.†",
        "the source has whoever holds a combination at the end of a turn declare",
    ),
    (
        "standard.ja",
        "その手番の終わりに宣言します。†",
        "出典では手番の終わりに役のある人が毎回宣言します",
    ),
    # R17: each hand once, in one colour first; the second leg; a new throw each season; a side that cannot move
    ("school.en", "Each counts once", "it counts in that form"),
    ("school.ja", "同じ役は一度だけ数えます", "その形で数え"),
    ("school.en", "depends on the square it stepped on", "if a side cannot move at all"),
    ("school.ja", "二度目の動きは踏んだマスで決まります", "動かせるものがなくなったら"),
    ("standard.en", "it counts in one", "If a side cannot move at all"),
    ("standard.ja", "一色のほうで数えます", "動かせるものがなくなったら"),
    # R42: who moves first
    *((f"{which}.en", "more dark sides", "if equal, throw again") for which in ("school", "standard", "old")),
    *(
        (f"{which}.ja", "黒い面の多いほうが先手", "同じなら投げ直します")
        for which in ("school", "standard", "old")
    ),
    ("school.en", "At the start of each season both throw", "five sticks"),
    ("school.ja", "季節の初めごとに2人が棒を5本ずつ投げ", "黒い面"),
]


@pytest.mark.parametrize(("leaflet", "one", "other"), LEAFLETS)
def test_leaflets_have_the_rules_of_the_source_and_name_our_choices(leaflet, one, other):
    name, language = leaflet.split(".")
    text = (ROOT / f"templates/cetkaik/leaflet-{name}.{language}.md").read_text(encoding="utf-8")
    assert one in text
    assert other in text


@pytest.mark.parametrize("path", sorted((ROOT / "templates").glob("*/*.ja.md")), ids=lambda path: path.name)
def test_no_size_of_paper_runs_into_a_count(path):
    """R35: 「A31枚」 is read as thirty-one."""
    assert not re.findall(r"A[3-5]\d+[枚部]", path.read_text(encoding="utf-8"))
