"""What other programs draw, and what of it a press can hold: micro cases of one page each, named after the audit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from printkit.preflight.model import Finding
from tests.preflight.press_deck import judged, plain_pdf

HELVETICA = {"/F": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}
SIZE = (200.0, 200.0)


def found(tmp_path: Path, contents: str, profile: str = "japan-x1a", **resources: Any) -> dict[str, Finding]:
    """The findings about one page with these operators, by code."""
    resources.setdefault("Font", HELVETICA)
    path = plain_pdf(tmp_path / "page.pdf", contents, size=SIZE, **resources)
    return {finding.code: finding for finding in judged(path, profile)}


@pytest.mark.parametrize("written", ["(White)", r"(\127\150\151\164\145)", "<5768697465>"])
def test_f2_white_text_is_on_its_panel_however_it_is_written(written: str, tmp_path: Path) -> None:
    panel = f"0.5 0.5 0 0 k 30 140 24 20 re f BT 0 0 0 0 k /F 6 Tf 34 148 Td {written} Tj ET"
    assert "text-register" in found(tmp_path, panel)


@pytest.mark.parametrize("written", ["(Black)", r"(\102\154\141\143\153)", "<426c61636b>"])
def test_f2_black_text_beside_a_panel_is_not_on_it(written: str, tmp_path: Path) -> None:
    panel = f"0.5 0.5 0 0 k 60 140 80 20 re f BT 0 0 0 1 k /F 6 Tf 34 148 Td {written} Tj ET"
    assert "text-register" not in found(tmp_path, panel)
