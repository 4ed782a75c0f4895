"""Lists the choices of ours that leaflets mark (†): `python benchmarks/choices.py > docs/choices.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

KITS = Path(__file__).resolve().parents[1] / "templates"
MARK = "†"
_SENTENCE = re.compile(r"[^.?!]*[.?!:](?:†|(?=\s|$))|[^.?!]+$")
_NUMBERED = re.compile(r"(\d+\.\d+)\. ")


def choices(book: Path) -> Iterator[tuple[str, str]]:
    """Each sentence that is marked, with the number of its paragraph or what it is."""
    number = ""
    for line in book.read_text(encoding="utf-8").splitlines():
        found = _NUMBERED.match(line)
        number = found[1] if found else number if line[:1] in ("", "-", "|") else "–"
        if line.startswith(MARK):
            yield "note", line.removeprefix(MARK).strip()
            continue
        for sentence in _SENTENCE.findall(_NUMBERED.sub("", line)):
            if MARK in sentence and "marks our choices" not in sentence:
                yield number, sentence.replace(MARK, "").replace("**", "").rpartition("|")[2].strip("- ")


def listed() -> str:
    """The whole page: a list a kit, by book."""
    lines = [
        "# Our choices",
        "",
        "What the rules of these games leave open, or what may be read in several ways, is marked † in the leaflets.",
        "This page lists every mark, with its paragraph; `python benchmarks/choices.py` makes it from the leaflets.",
    ]
    for kit in sorted(KITS.iterdir()):
        books = [book for book in sorted(kit.glob("*.en.md")) if MARK in book.read_text(encoding="utf-8")]
        rows = [(book.stem.removesuffix(".en"), *each) for book in books for each in choices(book)]
        if not rows or kit.name in ("tottarot", "youscout"):
            continue
        lines += ["", f"## {kit.name}", "", "| book | § | choice |", "|---|---|---|"]
        lines += [f"| {name} | {number} | {choice} |" for name, number, choice in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(listed(), end="")
