"""The art of every kit made in the atelier: fresh, clean, small, and a back that hides what lies under it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from printkit.atelier.__main__ import kept_figures, out_of_date
from printkit.atelier.lint import FILE_LIMIT, MEAN_LIMIT
from printkit.atelier.make import VARIANTS
from printkit.atelier.source import source_names
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.screen.preview import PreviewRequest, compare
from printkit.jobs.screen.still import DRAWN_FROM, drawn_from
from printkit.kit.find import find_kit, find_kits, kit_ids
from printkit.paths import templates_dir


def rows(kit_id, variant="full"):
    return dict(kept_figures(templates_dir() / kit_id / "art", variant))


# Art written by a script has the spread of its ink measured and nothing else.
KITS = [
    kit_id
    for kit_id in kit_ids()
    if (templates_dir() / kit_id / "art/full/figures.json").is_file()
    and any("bytes" in row for row in rows(kit_id).values())
]
every_kit = pytest.mark.parametrize("kit_id", KITS)


def test_every_kit_of_ours_has_made_art():
    assert {"tottarot", "youscout"} <= set(KITS)


@every_kit
def test_made_pictures_are_those_of_their_sources(kit_id):
    """Else: `python -m printkit.atelier make --dir templates/KIT/art`."""
    folder = templates_dir() / kit_id / "art"
    assert out_of_date(folder, source_names(folder)) == []


@every_kit
def test_lint_finds_nothing(kit_id):
    assert {name: row["findings"] for name, row in rows(kit_id).items() if row["findings"]} == {}


@every_kit
def test_pictures_are_small_and_their_ink_dries(kit_id):
    sizes = [row["bytes"] for row in rows(kit_id).values()]
    assert max(sizes) <= FILE_LIMIT
    assert sum(sizes) / len(sizes) <= MEAN_LIMIT
    assert max(row["ink"] for row in rows(kit_id).values()) <= 265


@every_kit
def test_the_back_hides_every_face_and_is_equal_when_turned(kit_id):
    back = rows(kit_id)["back"]
    assert back["coverage"] >= 0.78
    assert back["lightest"] >= 0.69
    faces = [row["darkness"] for row in rows(kit_id).values() if "darkness" in row]
    assert max(faces) < back["lightest"]
    for variant in VARIANTS:
        assert rows(kit_id, variant)["back"]["turned"] <= 13.0


def test_no_two_kinds_of_fate_look_alike():
    """Pictures of one kind are meant to; of two kinds they are further apart than any two pips of a suit."""
    kit = find_kit("tottarot", ("full",))
    kinds = {card.id: card.entry for card in kit.cards_of("deck")}
    pairs = [pair for pair in compare(kit) if {pair.one, pair.other} <= set(kinds)]
    apart = [pair.distance for pair in pairs if kinds[pair.one] != kinds[pair.other]]
    assert len(apart) == 21 * 18 // 2
    assert min(apart) > 18


def test_the_gallery_shows_the_cards_of_today(root):
    """Else: `python -m printkit preview tottarot --sheet docs/gallery/tottarot.png`."""
    with Image.open(root / "docs" / "gallery" / "tottarot.png") as sheet:
        assert sheet.text[DRAWN_FROM] == drawn_from(PreviewRequest(kit="tottarot"))


@pytest.mark.parametrize("kit", find_kits(), ids=lambda kit: kit.id)
def test_a_sheet_shows_every_part_of_a_kit(kit, root):
    """Else: `python benchmarks/gallery.py`."""
    file = f"docs/gallery/{kit.id}-parts.webp"
    with Image.open(root / file) as sheet:
        assert sorted(sheet.getexif()[270].split()) == sorted(parts_of(kit))
    for document in ("README.md", "docs/ja/index.md"):
        assert Path(file).name in (root / document).read_text(encoding="utf-8")
