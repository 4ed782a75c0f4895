"""Workbooks as designers keep them, formulas and errors beside the cards, build untouched."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from printkit.cli.app import main

DECKS = Path(__file__).parents[1] / "data" / "strangers"


def built(deck: str, out: Path) -> list[Path]:
    assert main(["build", "--kit-dir", str(DECKS / deck), "--out", str(out)]) == 0
    return sorted(out.rglob("*.pdf"))


def words(file: Path) -> str:
    with pypdfium2.PdfDocument(str(file)) as pdf:
        return "\n".join(page.get_textpage().get_text_range() for page in pdf)


def content(deck: str, file: str, part: str) -> str:
    with zipfile.ZipFile(io.BytesIO((DECKS / deck / file).read_bytes())) as archive:
        return archive.read(part).decode()


def test_the_workbooks_hold_what_stopped_printkit() -> None:
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


def test_a_deck_whose_unused_columns_hold_errors_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = built("market", tmp_path)
    assert "50 cards" in capsys.readouterr().out
    text = words(file)
    assert text.count("Crate of") == 36
    assert text.count("Wood and clay") + text.count("Wood and Clay") == 3
    assert text.count("Resource card") == 50
    assert main(["check", str(file), "--kit-dir", str(DECKS / "market")]) == 0


def test_two_sheets_of_a_workbook_become_two_decks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
