"""Compares text in both directions and line breaks with the Unicode standard's own tests, the whole of both files.

    python benchmarks/unicode_rules.py /usr/share/unicode

The folder is that of Debian's package unicode-data.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from printkit.compose.text.bidi import levels, paragraph_level, runs
from printkit.compose.text.paragraphs import phrases

SHOWN = 10


def rows(file: Path) -> Iterator[str]:
    """The lines of a test that are no comments."""
    for line in file.read_text("utf-8").splitlines():
        if line := line.partition("#")[0].strip():
            yield line


def bidi_agrees(line: str) -> bool:
    """Whether a line of BidiCharacterTest.txt comes out as it says: level of the paragraph, levels, order."""
    codes, direction, level, expected, wanted = line.split(";")
    text = "".join(chr(int(code, 16)) for code in codes.split())
    base = paragraph_level(text) if direction == "2" else int(direction)
    row = runs(text, levels(text, base), base)
    found = {at: run.level for run in row for at in range(run.start, run.end)}
    # What the rules take out has no place.
    seen = {at: int(each) for at, each in enumerate(expected.split()) if each != "x"}
    order = [at for run in row for at in range(run.start, run.end)[:: -1 if run.level % 2 else 1]]
    return (
        base == int(level)
        and {at: found[at] for at in seen} == seen
        and [at for at in order if at in seen] == [int(each) for each in wanted.split()]
    )


def breaks_agree(line: str) -> bool:
    """Whether a line of LineBreakTest.txt is parted as it says."""
    parts = [part.split() for part in line.strip("×÷ ").split("÷")]
    wanted = ["".join(chr(int(code, 16)) for code in part if code != "×") for part in parts]
    return list(phrases("".join(wanted), "en")) == wanted


TESTS: dict[str, Callable[[str], bool]] = {
    "BidiCharacterTest.txt": bidi_agrees,
    "auxiliary/LineBreakTest.txt": breaks_agree,
}


if __name__ == "__main__":
    for name, agrees in TESTS.items():
        lines = list(rows(Path(sys.argv[1]) / name))
        wrong = [line for line in lines if not agrees(line)]
        print(f"{name}: {len(lines) - len(wrong)} of {len(lines)} agree")
        for line in wrong[:SHOWN]:
            print(f"    {line}")
