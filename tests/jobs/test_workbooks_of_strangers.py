"""Decks in the shape of public games build from the designer's own files, untouched, and from few lines."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from printkit.cli.app import main

DECKS = Path(__file__).parents[1] / "data" / "strangers"


# What the sources of public games of this shape, written for Squib, have: lines without blanks and comments.
SQUIB_LINES = {"market": 153, "expedition": 275, "guild": 196}
MOST = 0.6
# The icons as npm's @tabler/icons 3.52.0 has them.
STOCK = {
    "bread.svg": "fe0cf901ec980e22",
    "cards.svg": "e8fbe882fa1bd80e",
    "coin.svg": "c56efbc0e8977c99",
    "fish-bone.svg": "8afcea77d4bf3354",
    "flame.svg": "96a2302f7c527808",
    "key.svg": "6908f95021632264",
    "leaf.svg": "2d0f6e69659fff3d",
    "trash.svg": "495edfc86e4e8f9d",
}


def built(deck, out):
    assert main(["build", "--kit-dir", str(DECKS / deck), "--out", str(out)]) == 0
    return sorted(out.rglob("*.pdf"))


def words(file):
    with pypdfium2.PdfDocument(str(file)) as pdf:
        return "\n".join(page.get_textpage().get_text_range() for page in pdf)


def content(deck, file, part):
    with zipfile.ZipFile(io.BytesIO((DECKS / deck / file).read_bytes())) as archive:
        return archive.read(part).decode()


def test_the_workbooks_hold_what_stopped_printkit():
    """Formulas with empty values, errors and dates: else the tests below say nothing."""
    cells = content("market", "market.xlsx", "xl/worksheets/sheet1.xml")
    assert cells.count("<f ") == 68
    assert cells.count('t="e"') == 33
    assert (
        '<c r="F4" s="0" t="str"><f aca="false">IF(E4&gt;5,&quot;rich&quot;,&quot;&quot;)</f><v></v></c>'
        in cells
    )
    cells = content("expedition", "expedition.ods", "content.xml")
    assert "table:formula=" in cells
    assert "#DIV/0!" in cells


def test_a_deck_whose_unused_columns_hold_errors_builds(tmp_path, capsys):
    (file,) = built("market", tmp_path)
    assert "50 cards" in capsys.readouterr().out
    text = words(file)
    assert text.count("Crate of") == 36
    assert text.count("Wood and clay") + text.count("Wood and Clay") == 3
    assert text.count("Resource card") == 50
    assert main(["check", str(file), "--kit-dir", str(DECKS / "market")]) == 0


def test_two_sheets_of_a_workbook_become_two_decks(tmp_path, capsys):
    events, items = built("expedition", tmp_path)
    assert capsys.readouterr().out.count("28 cards") == 2
    text = words(events)
    assert [text.count(part) for part in ("Level 2: Fog", "02", "10%", "Then draw one item.")] == [
        3,
        9,
        3,
        14,
    ]
    assert [words(items).count(part) for part in ("1,250", "0.5", "ignore fog.")] == [3, 8, 3]
    for file in (events, items):
        assert main(["check", str(file), "--kit-dir", str(DECKS / "expedition")]) == 0


@pytest.mark.parametrize("deck", SQUIB_LINES)
def test_a_deck_takes_few_lines(deck):
    lines = [
        line
        for file in (DECKS / deck).glob("*.toml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert len(lines) <= MOST * SQUIB_LINES[deck]
    page = (DECKS.parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert f"| {len(lines)} | {SQUIB_LINES[deck]} |" in page


def test_stock_icons_are_as_they_were_published():
    icons = {file.name: file.read_bytes() for file in (DECKS / "guild" / "icons").glob("*.svg")}
    assert {name: hashlib.sha256(data).hexdigest()[:16] for name, data in icons.items()} == STOCK


def test_a_frame_over_art_open_type_and_composed_texts(tmp_path):
    (file,) = built("guild", tmp_path)
    text = words(file)
    assert [text.count(part) for part in ("Needs 3", "Free for all", "Draw a card", "Fresh at dawn.")] == [
        4, 8, 12, 2,
    ]  # fmt: skip
    assert "<" not in text
    assert "[" not in text
    assert "Night Watch" not in text
    with pypdfium2.PdfDocument(str(file)) as pdf:
        picture = pdf[0].render(scale=1).to_pil().convert("RGB")
        # The middle of the first card's window shows the art: an oven, not the wood of the frame nor white.
        red, green, blue = picture.getpixel((69, 131))
    assert red > green > blue
    assert red > 150
    assert main(["check", str(file), "--kit-dir", str(DECKS / "guild")]) == 0
