"""The line of a TOML file that a key stands in, as problems name keys."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["line_of"]

# No two parts of these may match the same blanks: a row of strangers may have a million.
_HEAD = re.compile(r"(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_PAIR = re.compile(r"([\w.-]+)\s*=")


def line_of(text: str, key: str) -> int:
    """The line, from 1, of `faces.wolf.poker[2].box`, else of the deepest table around it; 0 where none is there.

    What follows a space in a key, such as the card it is about, says nothing of the file. Of tables in a table of a
    list, the list's own line is found.
    """
    wanted, table, deepest, line = key.partition(" ")[0], "", "", 0
    seen: Counter[str] = Counter()
    for number, row in enumerate(text.splitlines(), 1):
        row = row.strip()
        if head := _HEAD.match(row):
            stands = table = name = head[2].strip().replace('"', "")
            if head[1] == "[[":
                stands = table = f"{name}[{seen[name]}]"
                seen[name] += 1
        elif pair := _PAIR.match(row):
            stands = f"{table}.{pair[1]}" if table else pair[1]
        else:
            continue
        if stands == wanted:
            return number
        if wanted.startswith((f"{stands}.", f"{stands}[")) and len(stands) > len(deepest):
            deepest, line = stands, number
    return line
