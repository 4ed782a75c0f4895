"""Random command lines, for fuzzing."""

from __future__ import annotations

from pathlib import Path
from random import Random

__all__ = ["any_words"]

VALUES = (
    "", " ", "0", "-1", "1", "3", "1e9", "nan", "inf", "-inf", "3mm", "-3mm", "1e-9mm", "0mm", "9999999mm",
    "a4", "A4", "card", "0x0mm", "1x1mm", "210x297mm", "99999x99999mm", "200x1000mm", "1-", "-1", "1-2",
    "2-1", "1,,2", "99999999999", "é", "\u202e", "../..", "/", "/dev/null", "%s", "a=b", "=", "a=", "home",
    "x4", "x1a-2001", "grey", "long", "fold", "none", "crop", "cutter", "deck", "deck,deck", "nothing",
    "one", "one,two", "full", "low", "ja", "fr", "small", "tarot", "200mm", "true",
)  # fmt: skip
OPTIONS = {
    "build": (
        "--only", "--lang", "--card", "--paper", "--ink", "--duplex", "--marks", "--margin", "--press",
        "--icc", "--condition", "--profile", "--set", "--printer", "--changed-since", "--back-bleed",
        "--option", "--cards", "--pages", "--stack",
    ),
    "export": (
        "--card", "--ink", "--dpi", "--option", "--cards", "--only", "--paper", "--stack", "--url", "--as",
    ),
    "preview": (
        "--card", "--option",
    ),
    "check": (
        "--kit", "--profile", "--annotate",
    ),
    "new": (
        "--like", "--from", "--cards",
    ),
}  # fmt: skip


def any_words(luck: Random, kit: Path, folder: Path) -> list[str]:
    """One command on a kit, writing into `folder`/out if anywhere."""
    command = luck.choices(list(OPTIONS), (6, 3, 1, 1, 1))[0]
    out = ["--out", str(folder / "out")]
    start = {
        "build": ["--kit-dir", str(kit), *out],
        "export": ["tiny", "--kit-dir", str(kit), *out],
        "preview": ["--kit-dir", str(kit), "--no-open", *out],
        "check": [str(kit)],
        "new": ["mine", "--dir", str(folder / "out")],
    }[command]
    words = [command, *start]
    for option in luck.sample(OPTIONS[command], luck.randint(1, min(3, len(OPTIONS[command])))):
        value = str(folder / "seen.pdf") if option == "--annotate" else luck.choice(VALUES)
        words += [option, value]
    if command == "export" and "--as" not in words:
        words += ["--as", luck.choice(["svg", "csv", "xlsx", "tarot-deck-spec", "dxf", "cut-svg"])]
    return words
