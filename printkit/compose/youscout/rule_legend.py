"""The upper third of a rule card: the places on the table and what the signs mean, bilingual."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import (
    Sign,
    backing,
    beside,
    brace,
    card,
    cross,
    goes_to,
    label,
    pile,
    place_card,
    round_sign,
    table_pair,
    words,
)
from printkit.compose.text.typesetting import TextStyle
from printkit.compose.youscout.rule_signs import flow, way
from printkit.errors import InputError
from printkit.kit.blocks import RuleCardBlock
from printkit.kit.rules import RuleRow

__all__ = ["DRAWN", "full_legend", "moves_used", "piles_named", "places", "short_legend", "signs_used"]

LEADING = 1.28
# From a sign to its words, and from one entry to the next; and at least, where a line has just so much room.
WORD_GAP, ENTRY_GAP, LEAST_GAP = 0.7, 1.5, 1.2
SIGN_COLUMN = 4.0

_UPPER_PLACES = (4, 5, 6)
_COLUMNS = {6: 0, 5: 1, 4: 2, 3: 0, 2: 1, 1: 2}
# Which places an arrow leads through, in their numbers: free of language, so not among the texts.
_ROUTES = {"forward": "1→6→1", "across": "1-4 2-5 3-6"}


def places(
    context: FaceContext, upper: bool | None, card_width: float, em: float, *, piles: Collection[str] = ()
) -> Sign:
    """The board as it lies (youscout §2.1), one's own three places black (None: none); the top is at y 0.

    `piles` are the named ones to show as well: Sw, Co, D.
    """
    tall = card_width * 1.24
    pitch = card_width * 1.2
    tag, gap = max(tall * 0.4, 2.5), 0.6
    step = tag + gap if {"Sw", "Co"} & set(piles) else tall * 0.25
    bottom = 2 * step + gap + 2 * tall
    tops = {6: 0.0, 4: 0.0, 5: step, 2: step + tall + gap, 3: bottom - tall, 1: bottom - tall}
    items = []
    for place, top in tops.items():
        sign = place_card(context, str(place), (card_width, tall), (place in _UPPER_PLACES) == upper, em)
        items.append(sign.at(_COLUMNS[place] * pitch, top + tall / 2))
    width = 2 * pitch + card_width
    for text, y in (("Sw", tag / 2), ("Co", bottom - tag / 2)):
        if text in piles:
            sign = label(context, text, tag)
            items.append(sign.at(pitch + (card_width - sign.width) / 2, y))
    if "D" in piles:
        discards = label(context, "D", tag)
        items.append(discards.at(width + 0.9, bottom / 2))
        width += 0.9 + discards.width
    return Sign(width, 0.0, bottom, tuple(items))


def full_legend(
    context: FaceContext, block: RuleCardBlock, rows: Sequence[RuleRow], board: Sign, gap: float
) -> Sign:
    """The board with ways and cards explained in a table beside it, the other signs in lines below."""
    upper, width = block.places == "upper", block.box.width
    left = board.width + gap
    style = TextStyle(context.font("text"), block.em)
    keys = ("here", "forward", "backward", "across", "drawn", "discards")
    texts = {key: _texts(context, block, key) for key in keys}
    firsts = {
        key: words(f"{first} {_ROUTES.get(key, '')}".strip(), style) for key, (first, _) in texts.items()
    }
    tab = SIGN_COLUMN + WORD_GAP + max(sign.width for sign in firsts.values()) + 1.2
    pitch = block.em * LEADING
    height = max(board.below, pitch * (len(keys) + 1))
    pitch = height / (len(keys) + 1)
    items = [board.at(0.0, (height - board.below) / 2)]
    for index, key in enumerate(keys):
        y = (index + 0.5) * pitch
        sign = DRAWN[key](context, upper)
        second = words(texts[key][1], style)
        if left + tab + second.width > width:
            raise InputError(f"the legend's {key!r} does not fit in {width - left:.1f} mm")
        items.append(sign.at(left + (SIGN_COLUMN - sign.width) / 2, y))
        items.append(firsts[key].at(left + SIGN_COLUMN + WORD_GAP, y))
        items.append(second.at(left + tab, y))
    (answers,) = _lines(context, block, ("yes", "no"), width - left, 1)
    items.append(answers.at(left + (SIGN_COLUMN - 2.3) / 2, height - pitch / 2))
    below = _lines(context, block, signs_used(rows), width, 4)
    below, others = _filled_up(below, _entries(context, block, moves_used(rows, named=False)), width)
    below += flow(others, width, ENTRY_GAP)
    for index, line in enumerate(below):
        items.append(line.at(0.0, height + (index + 0.66) * block.em * 1.36))
    return Sign(width, 0.0, height + (len(below) + 0.3) * block.em * 1.36, tuple(items))


def short_legend(
    context: FaceContext,
    block: RuleCardBlock,
    rows: Sequence[RuleRow],
    board: Sign,
    gap: float,
    *,
    cards: bool = True,
) -> Sign:
    """The board with as many entries beside it as its height holds, and below it the others; every sign is explained.

    Without `cards` the drawn card and the discards are explained only where there is room beside the board, and what
    becomes of cards only where lines have room: the other cards of the set explain it too.
    """
    width = block.box.width
    left = board.width + gap
    keys = ["here", "forward", "backward", "across", "factor-short", "yes", "no"]
    pitch = block.em * LEADING
    most = max(4, int(board.below / pitch + 1e-9))
    lines = _lines(context, block, keys, width - left, most)
    for key in (*signs_used(rows)[:-2], "drawn", "discards"):
        try:
            lines = _lines(context, block, [*keys, key], width - left, most)
        except InputError:
            continue
        keys.append(key)
    # What has no room beside the board is explained below it, in as few lines as there can be.
    left_out = [
        key for key in (*signs_used(rows)[:-2], *(("drawn", "discards") if cards else ())) if key not in keys
    ]
    below = _lines(context, block, left_out, width, 3) if left_out else ()
    # Below the board there is most room.
    below, others = _filled_up(below, _entries(context, block, moves_used(rows)), width)
    lines, _ = _filled_up(lines, others, width - left)
    height = max(board.below, pitch * len(lines))
    step = height / len(lines)
    items = [board.at(0.0, (height - board.below) / 2)]
    items += [line.at(left, (index + 0.5) * step) for index, line in enumerate(lines)]
    for line in below:
        items.append(line.at(0.0, height + 0.4 + line.above))
        height += line.height + 0.5
    return Sign(width, 0.0, height, tuple(items))


def _texts(context: FaceContext, block: RuleCardBlock, key: str) -> tuple[str, str]:
    """A legend text in the kit's first two languages; the second is empty where there is none."""
    texts = [context.text(language, f"{block.legend}.{key}") for language in context.kit.languages[:2]]
    return texts[0], texts[1] if len(texts) > 1 else ""


def _lines(
    context: FaceContext, block: RuleCardBlock, keys: Sequence[str], width: float, most: int
) -> tuple[Sign, ...]:
    """The entries in at most this many lines; InputError if that is too few."""
    lines = flow(_entries(context, block, keys), width, ENTRY_GAP)
    if len(lines) > most:
        raise InputError(f"the legend needs {len(lines)} lines where {most} have room")
    return lines


def _entries(context: FaceContext, block: RuleCardBlock, keys: Sequence[str]) -> list[Sign]:
    """Each sign before its words."""
    style = TextStyle(context.font("text"), block.em)
    entries = []
    for key in keys:
        text = words(" ".join(filter(None, _texts(context, block, key))), style)
        draw = DRAWN.get(key)
        entries.append(beside((draw(context, block.places == "upper"), text), WORD_GAP) if draw else text)
    return entries


def _filled_up(
    lines: Sequence[Sign], entries: Sequence[Sign], width: float
) -> tuple[tuple[Sign, ...], tuple[Sign, ...]]:
    """The lines, each with the widest entries it has room for at its end, and the entries no line has room for."""
    filled, left_over = list(lines), []
    for entry in sorted(entries, key=lambda entry: -entry.width):
        for at, line in enumerate(filled):
            gap = min(ENTRY_GAP, max(LEAST_GAP, width - line.width - entry.width))
            longer = beside((line, entry), gap)
            if longer.width <= width + 1e-9 and longer.height <= line.height + 0.6:
                filled[at] = longer
                break
        else:
            left_over.append(entry)
    return tuple(filled), tuple(left_over)


def signs_used(rows: Sequence[RuleRow]) -> tuple[str, ...]:
    """The legend keys of what these rows print, the table's numbers last."""
    terms = {term.kind for row in rows for term in (*row.greater, *row.than)}
    used = terms | {outcome.what for row in rows for outcome in row.outcomes}
    return (*(kind for kind in ("backing", "max", "sum", "spent") if kind in used), "number", "factor")


def moves_used(rows: Sequence[RuleRow], *, named: bool = True) -> tuple[str, ...]:
    """The legend keys of what becomes of cards; with `named` also that of the piles with a name."""
    outcomes = [outcome for row in rows for outcome in row.outcomes]
    used = {
        "pile": any(outcome.target == "pile" for outcome in outcomes),
        "to": bool(outcomes),
        "choose": any(outcome.when == "move" for outcome in outcomes),
        "named": named and len(piles_named(rows)) > 1,
    }
    return tuple(key for key, is_used in used.items() if is_used)


def piles_named(rows: Sequence[RuleRow]) -> frozenset[str]:
    """The piles with a name that these rows speak of, and the discards."""
    places = {term.place for row in rows for term in (*row.greater, *row.than)}
    outcomes = [outcome for row in rows for outcome in row.outcomes]
    others = {outcome.exception[1] for outcome in outcomes if outcome.exception is not None}
    named = (
        places | {outcome.source for outcome in outcomes} | {outcome.target for outcome in outcomes} | others
    )
    return frozenset({"Sw", "Co"} & named) | {"D"}


def _backing(context: FaceContext) -> Sign:
    """The sign with the suit and side its rows print."""
    terms = (term for row in context.kit.rules for term in (*row.greater, *row.than))
    found = next(term for term in terms if term.kind == "backing")
    return backing(context, str(found.suit), found.side == "left", 2.75)


DRAWN: dict[str, Callable[[FaceContext, bool], Sign]] = {
    "here": lambda context, upper: way("here", upper, 2.8),
    "forward": lambda context, upper: way("forward", upper, 2.9),
    "backward": lambda context, upper: way("backward", upper, 2.9),
    "across": lambda context, upper: way("across", upper, 2.7),
    "drawn": lambda context, upper: card(context, next(iter(context.kit.suits)), 2.75),
    "discards": lambda context, upper: label(context, "D", 2.6),
    "backing": lambda context, upper: _backing(context),
    "max": lambda context, upper: pile("max", 2.7),
    "sum": lambda context, upper: pile("sum", 2.7),
    "spent": lambda context, upper: pile("spent", 2.7),
    "pile": lambda context, upper: pile("plain", 2.7),
    "to": lambda context, upper: goes_to(2.7),
    "choose": lambda context, upper: brace(2.8, 1.1),
    "named": lambda context, upper: beside((label(context, "Sw", 2.6), label(context, "Co", 2.6)), 0.5),
    "number": lambda context, upper: table_pair(True, 3.8),
    "factor-short": lambda context, upper: table_pair(True, 3.6),
    "yes": lambda context, upper: round_sign(2.3),
    "no": lambda context, upper: cross(2.3),
}
