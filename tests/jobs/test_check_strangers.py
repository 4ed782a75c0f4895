"""`check` is right about decks of strangers: text on white backs, cards with hardly a letter, pictures only."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageDraw

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.preflight.model import ERROR

FONT = Path(__file__).parents[1] / "data" / "fonts" / "directions.ttf"
KIT = """\
id = "deck"
version = "1"
languages = ["en"]
size = "c"
upright = true
colours = "kept"
fonts = { display = "caladea-bold", text = "FONT" }
data = { files = ["cards.csv"], face = "f" }
components.deck.back = "BACK"
"""
LAYOUT = """\
sizes.c = { width = 63, height = 88 }
[[faces.f.c]]
block = "text"
text = "card.{id}.body"
box = [5, 5, 53, 70]
em = "14pt"
least = "8pt"
"""
PICTURE = """\
[[faces.f.c]]
block = "picture"
box = [5, 20, 53, 50]
"""
BACK = """\
[[faces.back.c]]
block = "text"
text = "back.title"
box = [5, 30, 53, 20]
em = "14pt"
align = "middle"
"""


@dataclass(frozen=True)
class Deck:
    """The texts of a deck by card, what its back says (none: no back), and whether its cards have pictures."""

    texts: tuple[str, ...]
    back: str = ""
    pictures: bool = False
    font: str = "lato-regular"

    def written(self, folder):
        kit = folder / "deck"
        (kit / "fonts").mkdir(parents=True)
        (kit / "art").mkdir()
        shutil.copy(FONT, kit / "fonts")
        (kit / "kit.toml").write_text(
            KIT.replace("BACK", "back" if self.back else "").replace("FONT", self.font), "utf-8"
        )
        layout = (LAYOUT if any(self.texts) else LAYOUT.split("[[")[0]) + PICTURE * self.pictures
        (kit / "layout.toml").write_text(layout + BACK * bool(self.back), "utf-8")
        back = f'[back]\ntitle = "{self.back}"\n' if self.back else ""
        (kit / "text.en.toml").write_text(f'[kit]\ntitle = "T"\n{back}', "utf-8")
        heads = ["id", *(["body"] if any(self.texts) else []), *(["art"] if self.pictures else [])]
        rows = [",".join(heads)]
        for number, text in enumerate(self.texts, 1):
            row = [f"c{number}", *([text] if any(self.texts) else [])]
            if self.pictures:
                picture = Image.new("RGB", (200, 200), "white")
                ImageDraw.Draw(picture).ellipse((10, 10, 60 + 25 * number, 180), fill="navy")
                picture.save(kit / "art" / f"p{number}.png")
                row.append(f"art/p{number}.png")
            rows.append(",".join(f'"{cell}"' for cell in row))
        (kit / "cards.csv").write_text("\n".join(rows), "utf-8")
        return kit


DECKS = {
    "text on a white back": Deck(("Draw one card", "Take two coins"), "Resource Card"),
    "one letter on a white back": Deck(("Draw one card", "Take two coins"), "R"),
    "hardly a letter": Deck(("Draw one card", "x", "½ × é ﬁ", "7", "“q” – ’ …", "12")),
    "figures only": Deck(("0", "1", "2", "3", "5", "8", "13", "?"), "Poker"),
    "one letter and a picture": Deck(("A", "B", "C"), "Back", pictures=True),
    "pictures only": Deck(("", "", ""), "", pictures=True),
    "pictures with a back of text": Deck(("", "", ""), "Animals", pictures=True),
    "words on some of the pictures": Deck(("Draw one card", "", "x"), "", pictures=True),
    "from right to left": Deck(
        ("קח 12 קלפים (שלוש)", "خذ 15 ورقة لا غير", "Take קלף", "ק"), "קלף", font="directions"
    ),
}


def errors(path, kit):
    return [finding for finding in check_paths([path], kit_dir=kit) if finding.severity == ERROR]


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_right_deck_has_no_errors(deck, tmp_path):
    kit = deck.written(tmp_path)
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    file = tmp_path / "out" / "deck" / "deck-deck.pdf"
    assert errors(file, kit) == []
    # Saved anew by another program.
    with pikepdf.open(file) as pdf:
        pdf.save(tmp_path / "saved.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert errors(tmp_path / "saved.pdf", kit) == []


@pytest.mark.parametrize(
    "asked", [{"paper": "card"}, {"duplex": "fold"}, {"press": "x1a-2003", "marks": ("cutter",)}]
)
def test_however_it_is_laid_out(asked, tmp_path):
    kit = DECKS["figures only"].written(tmp_path)
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out", **asked))  # type: ignore[arg-type]
    files = sorted((tmp_path / "out" / "deck").glob("*.pdf"))
    assert files
    assert [finding for file in files for finding in errors(file, kit)] == []


@pytest.mark.parametrize(
    "name", ["text on a white back", "hardly a letter", "figures only", "one letter and a picture"]
)
def test_a_card_or_a_back_that_is_not_there_is_still_found(name, tmp_path):
    deck = DECKS[name]
    kit = deck.written(tmp_path)
    wrong = replace(deck, texts=(*deck.texts[:-1], "9"))
    build(BuildRequest(kit_dir=wrong.written(tmp_path / "wrong"), out=tmp_path / "out"))
    assert errors(tmp_path / "out" / "deck" / "deck-deck.pdf", kit)
    if deck.back:
        build(BuildRequest(kit_dir=kit, out=tmp_path / "blank"))
        with pikepdf.open(tmp_path / "blank" / "deck" / "deck-deck.pdf") as pdf:
            pdf.pages[1].Contents = pdf.make_stream(b"")
            pdf.save(tmp_path / "blank.pdf")
        assert errors(tmp_path / "blank.pdf", kit)


@pytest.mark.parametrize(
    "name", ["text on a white back", "one letter on a white back", "one letter and a picture"]
)
def test_pages_pasted_on_larger_paper_have_no_errors(name, tmp_path):
    kit = DECKS[name].written(tmp_path)
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    with pikepdf.open(tmp_path / "out" / "deck" / "deck-deck.pdf") as pdf:
        for page in pdf.pages:
            page.MediaBox = pikepdf.Array([-60, -60, 960, 1000])
        pdf.save(tmp_path / "larger.pdf")
    assert errors(tmp_path / "larger.pdf", kit) == []
