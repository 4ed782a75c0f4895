"""Copies of the shipped kits in one of their languages, as somebody who translates a kit leaves them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from printkit.kit.find import find_kit
from printkit.paths import templates_dir


def one_language(kit_id: str, language: str, folder: Path) -> Path:
    """The kit cut to one language: the files, lines and cards of the others are gone.

    What the layout says in another language alone, a side of a card say, is said in this one, names in two rows.
    """
    languages = find_kit(kit_id, ()).languages
    copy = folder / kit_id
    shutil.copytree(templates_dir() / "air", folder / "air", dirs_exist_ok=True)
    shutil.copytree(templates_dir() / kit_id, copy)
    for other in set(languages) - {language}:
        for file in copy.rglob(f"*.{other}.*"):
            file.unlink()
        _without(copy / "layout.toml", other, language)
    cards = copy / "cards.toml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(re.sub(r"(?m)^language = .*", f'language = "{language}"', text), encoding="utf-8")
    kit = copy / "kit.toml"
    text = kit.read_text(encoding="utf-8")
    kit.write_text(re.sub(r"(?m)^languages = .*", f'languages = ["{language}"]', text), encoding="utf-8")
    return copy


def _without(layout: Path, other: str, language: str) -> None:
    text = layout.read_text(encoding="utf-8")
    text = re.sub(rf'(language = "{language}"[^}}]*\}}), \{{ language = "{other}"[^}}]*\}}', r"\1", text)
    text = re.sub(rf'\{{ language = "{other}"[^}}]*\}},\s*(?=\{{ language = "{language}")', "", text)
    text = re.sub(
        rf'\[\{{ language = "{other}", em = 3.\d', f'[{{ em = 2.4, rows = 2, language = "{language}"', text
    )
    layout.write_text(re.sub(rf'(languages? = \[?)"{other}"', rf'\1"{language}"', text), encoding="utf-8")
