"""A minimal good kit on disk, and ways to spoil it: tests state only what they change."""

from __future__ import annotations

import shutil
from pathlib import Path

KIT = """\
id = "tiny"
version = "1.0"
languages = ["ja", "en"]
size = "small"

[fonts]
display = "shippori-mincho-extrabold"
text = "zen-kaku-gothic-new-bold"

[components.deck]
back = "back"

[suits.sword]
code = "Sw"
ink = "blue"
emblem = "art/emblem.svg"

[fields.number]
type = "integer"
max = 99

[fields.sword]
type = "pair"
max = 9
"""

CARDS = """\
[[card]]
id = "one"
face = "plain"
art = "art/one.svg"
number = 1
sword = [3, 7]

[[card]]
id = "two"
face = "plain"
art = "art/two.svg"
number = 2
sword = [5, 0]
"""

LAYOUT = """\
[sizes.small]
width = "40mm"
height = "60mm"

[[faces.plain.small]]
block = "picture"
box = [5, 15, 30, 30]

[[faces.plain.small]]
block = "names"
right = 36
width = 30
lines = [{ language = "ja", em = 3, baseline = 8 }, { language = "en", em = 3, baseline = 12 }]

[[faces.back.small]]
block = "shape"
box = [-3, -3, 46, 66]
ink = "blue"
"""

TEXT = {
    "ja": '[kit]\ntitle = "小"\n[suit]\nsword.name = "剣"\n[card]\none.name = "一"\ntwo.name = "二"\n',
    "en": '[kit]\ntitle = "Tiny"\n[suit]\nsword.name = "Swords"\n[card]\none.name = "One"\ntwo.name = "Two"\n',
}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">'
    '<rect x="5" y="5" width="20" height="20" fill="{ink}"/></svg>'
)


def write_kit(folder: Path) -> Path:
    """The kit `tiny` as a folder inside `folder`."""
    kit = folder / "tiny"
    (kit / "art").mkdir(parents=True)
    (kit / "kit.toml").write_text(KIT, encoding="utf-8")
    (kit / "cards.toml").write_text(CARDS, encoding="utf-8")
    (kit / "layout.toml").write_text(LAYOUT, encoding="utf-8")
    for language, text in TEXT.items():
        (kit / f"text.{language}.toml").write_text(text, encoding="utf-8")
    (kit / "art" / "emblem.svg").write_text(SVG.format(ink="#0d6ca9"), encoding="utf-8")
    (kit / "art" / "one.svg").write_text(SVG.format(ink="#231f20"), encoding="utf-8")
    (kit / "art" / "two.svg").write_text(SVG.format(ink="#c64033"), encoding="utf-8")
    return kit


def spoilt_copy(source: Path, folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of a kit in a new folder, with one text of one file replaced; the text must be there."""
    shutil.copytree(source, folder)
    return spoil(folder, file, old, new)


def spoil(kit: Path, file: str, old: str, new: str) -> Path:
    """The kit with one text of one file replaced; the text must be there."""
    path = kit / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return kit
