"""The preview draws only what a save has changed, and shows the same as if it had drawn all."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.jobs.screen import gallery
from printkit.jobs.screen.gallery import KeptFaces, PreviewRequest, draw_gallery
from printkit.kit.columns import slug
from tests.tiny_kit import spoil

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect width="30" height="30" fill="#123456"/></svg>'

# A file of the kit, what is replaced, what by, and the rows whose cards look otherwise then.
SAVES: tuple[tuple[str, str, str, Callable[[dict[str, str]], bool]], ...] = (
    ("cards.csv", "Each turn", "Every turn", lambda row: row["Card Name"] == "Ada the Pilot"),
    (
        "cards.csv",
        "Ada the Pilot,Character,1,3",
        "Ada the Pilot,Character,1,4",
        lambda row: row["Photo"] == "ada.jpg",
    ),
    ("cards.csv", "ada.jpg", "emre.jpg", lambda row: row["Photo"] == "ada.jpg"),
    ("layout.toml", "box = [49, 6, 8, 10]", "box = [48, 6, 8, 10]", lambda row: bool(row["Cost"])),
    ("kit.toml", 'srgb = "#9c4a2f"', 'srgb = "#8c4a2f"', lambda row: row["Kind"] == "Order"),
    ("kit.toml", '"[c]" = "coin"', '"[c]" = "hull"', lambda row: "[c]" in row["Rules"]),
)


def rows(kit):
    with (kit / "cards.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["Qty"] != "0"]


@pytest.fixture
def kit(tmp_path):
    return Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))


def looks(kit, kept):
    shown = draw_gallery(PreviewRequest(kit_dir=kit), kept)
    assert shown.data == draw_gallery(PreviewRequest(kit_dir=kit)).data, "the same as if all were drawn"
    return {card["id"]: card["svgs"]["front"]["full"] for card in shown.data["cards"]}


@pytest.mark.parametrize(("file", "old", "new", "changed"), SAVES)
def test_after_every_save_it_shows_what_a_fresh_drawing_would(kit, file, old, new, changed):
    expected = {slug(row["Card Name"]) for row in filter(changed, rows(kit))}
    assert expected
    kept = KeptFaces()
    before = looks(kit, kept)
    spoil(kit, file, old, new)
    after = looks(kit, kept)
    assert {card for card in before if before[card] != after[card]} == expected
    spoil(kit, file, new, old)
    assert looks(kit, kept) == before


def test_a_picture_or_icon_that_is_saved_anew_is_drawn_anew(kit):
    kept = KeptFaces()
    before = looks(kit, kept)
    (kit / "art" / "hull.svg").write_text(ICON, encoding="utf-8")
    shutil.copy(kit / "art" / "emre.jpg", kit / "art" / "ada.jpg")
    after = looks(kit, kept)
    other = {card for card in before if before[card] != after[card]}
    assert {"ada-the-pilot", "brook-the-smuggler"} < other < set(before)


def test_only_what_a_save_touches_is_drawn(kit, monkeypatch):
    drawn: list[str] = []
    compose = gallery.compose_block

    def counted(context, block):
        drawn.append(context.card.id)
        return compose(context, block)

    monkeypatch.setattr(gallery, "compose_block", counted)
    kept = KeptFaces()
    draw_gallery(PreviewRequest(kit_dir=kit), kept)
    every = len(drawn)
    assert every > 100
    for file, old, new, most in (
        ("cards.csv", "Each turn", "Every turn", 1),
        ("layout.toml", "box = [49, 6, 8, 10]", "box = [48, 6, 8, 10]", len(rows(kit))),
    ):
        drawn.clear()
        spoil(kit, file, old, new)
        draw_gallery(PreviewRequest(kit_dir=kit), kept)
        assert 1 <= len(drawn) <= most, file


def test_what_does_not_fit_is_said_as_long_as_it_does_not(kit):
    kept = KeptFaces()
    spoil(kit, "cards.csv", "Each turn", "Each turn " + "of the tide and of the storm " * 40)
    for _ in range(2):
        shown = draw_gallery(PreviewRequest(kit_dir=kit), kept)
        (card,) = (card for card in shown.data["cards"] if card["wrong"])
        assert card["id"] == "ada-the-pilot"
        assert shown.problems
    spoil(kit, "cards.csv", "of the tide and of the storm " * 40, "")
    assert not draw_gallery(PreviewRequest(kit_dir=kit), kept).problems
