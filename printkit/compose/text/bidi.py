"""Text in both directions: the levels of the Unicode Bidirectional Algorithm (Unicode Standard Annex 9)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional, normalize

__all__ = ["Run", "has_right_to_left", "levels", "paragraph_level", "runs"]

# Embeddings that are deeper are passed over (BD2); brackets that are deeper are not paired (BD16).
_DEEPEST, _MOST_OPEN = 125, 63
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = frozenset({"LRE", "RLE", "LRO", "RLO"})
# What the algorithm takes out (X9), what is neutral in its last rules, and what goes to the end of a line (L1).
_REMOVED = _EMBEDDINGS | {"PDF", "BN"}
_NEUTRAL = _ISOLATES | {"PDI", "B", "S", "WS", "ON"}
_LOOSE = _ISOLATES | _REMOVED | {"PDI", "WS"}
# What a text has that is not set from left to right throughout.
_RIGHT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
# Numbers count as read from the right where a direction is looked for.
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}

# BidiBrackets.txt of Unicode 15: each opening bracket before its closing one.
_BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜"
    "〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
_CLOSED = frozenset(_CLOSING.values())


class Run(NamedTuple):
    """Neighbours of one level, from `start` to `end` of the text; an odd level is read from the right."""

    start: int
    end: int
    level: int


def has_right_to_left(text: str) -> bool:
    """Whether anything of the text is read from the right."""
    return not text.isascii() and any(bidirectional(char) in _RIGHT for char in text)


def paragraph_level(text: str) -> int:
    """1 where the first strong letter of a paragraph is read from the right, else 0 (P2, P3)."""
    return _first_strong([bidirectional(char) for char in text])


def levels(text: str, base: int | None = None) -> tuple[int, ...]:
    """The level of each character of a paragraph whose own is `base` (None: `paragraph_level`), before L1.

    Formatting characters, which nobody sees, have the level of what stands before them.
    """
    classes = [bidirectional(char) or "L" for char in text]
    base = _first_strong(classes) if base is None else base
    asked, types = _explicit(classes, base)
    found = list(asked)
    kept = [at for at, kind in enumerate(classes) if kind not in _REMOVED]
    for sequence in _sequences(classes, asked, kept):
        row, level = _resolved(text, classes, types, asked, sequence, kept, base), asked[sequence[0]]
        for at, kind in zip(sequence, row, strict=True):
            # I1 and I2.
            found[at] = level + (kind != "R" if level % 2 else {"L": 0, "R": 1}.get(kind, 2))
    for at, kind in enumerate(classes):
        if kind in _REMOVED:
            found[at] = found[at - 1] if at else base
    return tuple(found)


def runs(text: str, found: Sequence[int], base: int, start: int = 0, end: int | None = None) -> list[Run]:
    """One line of a paragraph, from `start` to `end`, as runs in the order in which they stand (L1, L2)."""
    end = len(text) if end is None else end
    own, trailing = list(found[start:end]), True
    for at in range(end - 1, start - 1, -1):
        kind = bidirectional(text[at])
        trailing = kind in ("B", "S") or (trailing and kind in _LOOSE)
        if trailing:
            own[at - start] = base
    row = []
    for level, places in groupby(range(start, end), lambda at: own[at - start]):
        first, *rest = places
        row.append(Run(first, rest[-1] + 1 if rest else first + 1, level))
    for least in range(max(own, default=0), 0, -1):
        at = 0
        while at < len(row):
            stop = at
            while stop < len(row) and row[stop].level >= least:
                stop += 1
            row[at:stop] = row[at:stop][::-1]
            at = stop + 1
    return row


def _first_strong(classes: Sequence[str], start: int = 0, end: int | None = None) -> int:
    """The level of the first letter from `start` to `end` that has a direction and stands in no isolate (P2, P3)."""
    deep = 0
    for at in range(start, len(classes) if end is None else end):
        kind = classes[at]
        if kind in _ISOLATES:
            deep += 1
        elif kind == "PDI":
            deep = max(deep - 1, 0)
        elif not deep and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def _isolates(classes: Sequence[str]) -> dict[int, int]:
    """Where each isolate that ends does so (BD9)."""
    opened, found = [], {}
    for at, kind in enumerate(classes):
        if kind in _ISOLATES:
            opened.append(at)
        elif kind == "PDI" and opened:
            found[opened.pop()] = at
    return found


class _Embedding(NamedTuple):
    level: int
    override: str = ""
    isolate: bool = False


def _explicit(classes: Sequence[str], base: int) -> tuple[list[int], list[str]]:
    """The levels that formatting characters ask for, and the classes with their overrides (X1 to X8)."""
    found, types = [base] * len(classes), list(classes)
    stack = [_Embedding(base)]
    ends = _isolates(classes)
    deep_isolates = deep_embeddings = valid = 0
    for at, kind in enumerate(classes):
        isolate = kind in _ISOLATES
        if kind == "PDI":
            if deep_isolates:
                deep_isolates -= 1
            elif valid:
                deep_embeddings = 0
                while not stack.pop().isolate:
                    pass
                valid -= 1
        found[at] = stack[-1].level
        if stack[-1].override and kind not in _REMOVED and kind != "B":
            types[at] = stack[-1].override
        if kind == "B":
            found[at] = base
        elif isolate or kind in _EMBEDDINGS:
            deep = deep_isolates or deep_embeddings
            # What is too deep has no level, so that its first letter is not looked for.
            right = kind[0] == "R"
            if kind == "FSI" and not deep:
                right = bool(_first_strong(classes, at + 1, ends.get(at, len(classes))))
            level = (stack[-1].level + 1) | 1 if right else (stack[-1].level + 2) & ~1
            if level <= _DEEPEST and not deep:
                valid += isolate
                stack.append(_Embedding(level, kind[0] if kind[2] == "O" else "", isolate))
            elif isolate:
                deep_isolates += 1
            elif not deep_isolates:
                deep_embeddings += 1
        elif kind == "PDF" and not deep_isolates:
            if deep_embeddings:
                deep_embeddings -= 1
            elif len(stack) > 1 and not stack[-1].isolate:
                stack.pop()
    return found, types


def _sequences(classes: Sequence[str], found: Sequence[int], kept: Sequence[int]) -> Iterator[list[int]]:
    """The isolating run sequences of the places that are `kept` (X9, X10)."""
    rows = [list(row) for _, row in groupby(kept, lambda at: found[at])]
    ends = _isolates(classes)
    closes = set(ends.values())
    by_start = {row[0]: row for row in rows}
    for row in rows:
        if row[0] in closes:
            continue
        sequence = list(row)
        while sequence[-1] in ends:
            sequence += by_start[ends[sequence[-1]]]
        yield sequence


def _resolved(
    text: str,
    classes: Sequence[str],
    types: Sequence[str],
    asked: Sequence[int],
    sequence: Sequence[int],
    kept: Sequence[int],
    base: int,
) -> list[str]:
    """The classes of one sequence when all rules have been applied: L, R, EN or AN (X10, W1 to N2)."""
    level = asked[sequence[0]]
    first, last = bisect(kept, sequence[0]) - 1, bisect(kept, sequence[-1])
    before = asked[kept[first - 1]] if first else base
    open_end = classes[sequence[-1]] in _ISOLATES or last == len(kept)
    after = base if open_end else asked[kept[last]]
    start, end = (_letter(max(level, beside)) for beside in (before, after))
    row = [types[at] for at in sequence]
    _weak(row, start)
    _paired(text, classes, row, sequence, start, _letter(level))
    _neutral(row, start, end, _letter(level))
    return row


def _letter(level: int) -> str:
    return "R" if level % 2 else "L"


def _weak(row: list[str], start: str) -> None:
    """Marks, numbers and what belongs to them (W1 to W7)."""
    before = strong = start
    for at, kind in enumerate(row):
        if kind == "NSM":
            row[at] = "ON" if before in _ISOLATES or before == "PDI" else before
        before = row[at]
    for at, kind in enumerate(row):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            row[at] = "AN"
    row[:] = ["R" if kind == "AL" else kind for kind in row]
    for at in range(1, len(row) - 1):
        before, kind, after = row[at - 1 : at + 2]
        if before == after and (
            (kind in ("ES", "CS") and before == "EN") or (kind == "CS" and before == "AN")
        ):
            row[at] = before
    for kind, places in _stretches(row, {"ET"}):
        beside = (
            row[places[0] - 1] if places[0] else "",
            row[places[-1] + 1] if places[-1] + 1 < len(row) else "",
        )
        for at in places:
            row[at] = "EN" if "EN" in beside else kind
    strong = start
    for at, kind in enumerate(row):
        if kind in ("ET", "ES", "CS"):
            row[at] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            row[at] = "L"


def _stretches(row: Sequence[str], kinds: frozenset[str] | set[str]) -> Iterator[tuple[str, list[int]]]:
    """Neighbours whose classes are all among these: the class of the first, and their places."""
    for among, places in groupby(range(len(row)), lambda at: row[at] in kinds):
        if among:
            own = list(places)
            yield row[own[0]], own


def _pairs(text: str, row: Sequence[str], sequence: Sequence[int]) -> list[tuple[int, int]]:
    """Brackets that belong together, by where in the sequence they stand (BD16)."""
    opened: list[tuple[str, int]] = []
    found = []
    for at, place in enumerate(sequence):
        if row[at] != "ON":
            continue
        # Two ways to write an angle bracket are one.
        char = normalize("NFC", text[place])
        if char in _CLOSING:
            if len(opened) == _MOST_OPEN:
                return []
            opened.append((_CLOSING[char], at))
        elif char in _CLOSED:
            match = next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == char), None)
            if match is not None:
                found.append((opened[match][1], at))
                del opened[match:]
    return sorted(found)


def _paired(
    text: str, classes: Sequence[str], row: list[str], sequence: Sequence[int], start: str, own: str
) -> None:
    """Gives both brackets of a pair the direction of what they hold or stand in (N0)."""
    for first, last in _pairs(text, row, sequence):
        inside = {_STRONG[kind] for kind in row[first + 1 : last] if kind in _STRONG}
        if not inside:
            continue
        kind = own
        if own not in inside:
            before = (row[at] for at in range(first - 1, -1, -1))
            kind = next((_STRONG[each] for each in before if each in _STRONG), start)
        for at in (first, last):
            row[at] = kind
            # Marks on a bracket go with it.
            for mark in range(at + 1, len(row)):
                if classes[sequence[mark]] != "NSM":
                    break
                row[mark] = kind


def _neutral(row: list[str], start: str, end: str, own: str) -> None:
    """What has no direction takes that of both its neighbours, or else that of its level (N1, N2)."""
    for _, places in _stretches(row, _NEUTRAL):
        before = _STRONG[row[places[0] - 1]] if places[0] else start
        after = _STRONG[row[places[-1] + 1]] if places[-1] + 1 < len(row) else end
        for at in places:
            row[at] = before if before == after else own
