"""Composes a whole rule card from the rows of rules.toml."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, beside, trigram, words
from printkit.compose.text.typesetting import TextStyle, fit_line, line_ink_box, line_width, set_line
from printkit.compose.youscout.rule_legend import full_legend, piles_named, places, short_legend
from printkit.compose.youscout.rule_signs import Measure, flow, formula, needs, outcomes, suit_ink, way
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.kit.blocks import RuleCardBlock
from printkit.kit.rules import RuleRow
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import rectangle, rounded_rectangle

__all__ = ["rule_card"]

LEAST_EM = 2.3
LEAST_STRETCH = 0.86
RADIUS = 0.5
RULE = 0.5
RULE_GAP = 5.6
# How wide the outline of a bar is that saves ink; a low bar is full of text.
LOW_INK_OUTLINE, LOW_INK_THIN, ROOMY_BAR = 0.42, 0.25, 6.5
# Between two lines in a bar, from ink to ink.
LINE_GAP = 0.25


@dataclass(frozen=True, slots=True)
class Plan:
    """How generously a card is set: sizes of signs in mm, and which words stay; small cards get late ones."""

    formula: float
    outcome: float
    place: float
    emblem: float
    head: float
    place_card: float
    heading_em: float
    pad: float
    air: float = 1.0
    full_legend: bool = True
    english: bool = True
    address: bool = True
    cards: bool = True


PLANS = (
    Plan(4.5, 3.6, 2.6, 5.0, 7.4, 5.5, 3.0, 0.9),
    Plan(4.4, 3.5, 2.5, 4.8, 7.2, 5.3, 3.0, 0.7, 0.9),
    Plan(4.2, 3.4, 2.4, 4.6, 7.0, 5.2, 3.0, 0.55, 0.9),
    Plan(4.0, 3.3, 2.3, 4.4, 6.8, 5.0, 2.9, 0.45, 0.8),
    Plan(4.2, 3.4, 2.3, 4.4, 6.8, 5.0, 2.9, 0.55, 0.9, full_legend=False),
    Plan(4.0, 3.2, 2.2, 4.2, 6.6, 4.6, 2.7, 0.5, 0.8, full_legend=False),
    Plan(3.8, 3.0, 2.1, 4.0, 6.4, 4.3, 2.6, 0.4, 0.7, full_legend=False),
    Plan(3.6, 2.9, 2.0, 3.8, 6.2, 4.1, 2.5, 0.35, 0.7, full_legend=False),
    Plan(3.5, 2.8, 1.9, 3.6, 6.0, 3.9, 2.4, 0.3, 0.7, full_legend=False),
    Plan(3.5, 2.8, 1.9, 3.6, 6.0, 3.9, 2.4, 0.3, 0.65, full_legend=False, address=False),
    Plan(3.5, 2.8, 1.9, 3.5, 5.8, 3.7, 2.4, 0.2, 0.65, full_legend=False, address=False),
    Plan(3.5, 2.8, 1.9, 3.6, 6.0, 3.9, 2.4, 0.3, 0.65, full_legend=False, address=False, cards=False),
    Plan(3.5, 2.8, 1.9, 3.5, 5.5, 3.6, 2.4, 0.15, 0.65, full_legend=False, address=False, cards=False),
)


def rule_card(context: FaceContext, block: RuleCardBlock) -> tuple[Item, ...]:
    """The rule card in its box, under the most generous plan that fits; InputError if none does.

    Nothing is drawn smaller than the sizes of the last plan, no text under 2.3 mm em, and nothing overlaps:
    a smaller box loses words, not legibility.
    """
    rows = tuple(row for row in context.kit.rules if row.card == context.card.id)
    if not rows:
        raise InputError(f"no row of rules.toml is for {context.card.id}", file="rules.toml", key="row")
    # Broken art is reported as such, not as lack of room.
    for suit in context.kit.suits:
        context.emblem(suit, 0.0, 0.0, 1.0)
    reason = ""
    for plan in PLANS:
        try:
            return _drawn(context, block, rows, plan)
        except InputError as error:
            reason = error.problems[0].message
    size = f"{block.box.width:g} × {block.box.height:g} mm"
    raise InputError(f"the rule card does not fit in {size}", hint=reason)


def _drawn(
    context: FaceContext, block: RuleCardBlock, rows: Sequence[RuleRow], plan: Plan
) -> tuple[Item, ...]:
    """The card under one plan; InputError if something does not fit."""
    box = block.box
    bands = [_row(context, block, row, plan) for row in rows]
    board = _board(context, block, rows, plan)
    foot_lines = _foot_lines(context, block, plan)
    credit = _original(context, block) if plan.address else ()
    line = LEAST_EM * 1.3
    foot = line * len(foot_lines) + 1.5
    fixed = plan.head + board.below + math.fsum(band.height for band in bands) + foot + line * len(credit)
    gaps = 1.3 + RULE * len(bands) + 2 * plan.pad * len(bands) + 0.7 + (0.5 if credit else 0.0)
    spare = box.height - fixed - gaps
    if spare < -1e-9:
        raise InputError(f"{fixed + gaps:.1f} mm are needed from top to bottom, {box.height:g} mm are there")
    more = min(spare / (2 * len(bands) + 4), 1.4)
    y = box.y
    items = [*_head(context, block, plan, Rect(box.x, y, box.width, plan.head))]
    y += plan.head + 1.0 + more
    items.append(board.at(box.x, y))
    y += board.below + 0.3 + more
    for band in bands:
        items += _broken_rule(box, y)
        y += RULE + plan.pad + more
        items.append(band.at(box.x, y))
        y += band.height + plan.pad + more
    bottom = box.bottom - line * len(credit) - (0.5 if credit else 0.0)
    items += _foot(context, foot_lines, Rect(box.x, bottom - foot, box.width, foot))
    for index, sign in enumerate(credit):
        items.append(sign.at(box.x, box.bottom - line * (len(credit) - index - 0.5)))
    return tuple(items)


def _upper(block: RuleCardBlock) -> bool:
    return block.places == "upper"


def _bar(context: FaceContext, box: Rect) -> tuple[Path, Ink]:
    """A black bar and the ink to write on it; with low ink the bar is an outline."""
    outline = rounded_rectangle(box, RADIUS)
    if context.choices.ink == "full":
        return Path(outline, BLACK), PAPER
    line = LOW_INK_OUTLINE if box.height >= ROOMY_BAR else LOW_INK_THIN
    inner = rounded_rectangle(box.grown(-line), RADIUS - line)
    return Path(outline + inner, BLACK), BLACK


def _head(context: FaceContext, block: RuleCardBlock, plan: Plan, box: Rect) -> tuple[Item, ...]:
    """The bar with the trigram's name, whose game it is, and the trigram's lines in their place."""
    bar, ink = _bar(context, box)
    height, middle = box.height, box.center[1]
    pad = height * 0.2
    lines = trigram(_upper(block), height * 0.7, height * 0.78, ink)
    items: list[Item] = [bar, lines.at(box.right - pad - lines.width, middle)]
    room = box.width - 2.6 * pad - lines.width
    if context.kit.credit is not None:
        texts = [context.text(language, block.credit) for language in context.kit.languages[:2]]
        small = TextStyle(context.font("text"), LEAST_EM, ink)
        width = max(line_width(text, small) for text in texts)
        left = box.right - 1.8 * pad - lines.width - width
        items += _stacked_lines([(text, small) for text in texts], left, box)
        room -= width + pad
    items += _title(context, block, ink, Rect(box.x + pad, box.y, room, height))
    return tuple(items)


def _title(context: FaceContext, block: RuleCardBlock, ink: Ink, box: Rect) -> tuple[Item, ...]:
    """The trigram's name in the kit's languages, side by side where there is room, else one above the other."""
    height, middle = box.height, box.center[1]
    style = TextStyle(context.font("display"), height * 0.56, ink)
    first, *others = [context.text(language, f"{block.text}.title") for language in context.kit.languages]
    large = words(first, style)
    rest = box.width - large.width - height * 0.3
    for text in others[:1]:
        smaller = replace(style, size=height * 0.44)
        if line_width(text, smaller) * LEAST_STRETCH <= rest:
            second = words(text, fit_line(text, smaller, rest))
            return (beside((large, second), height * 0.3).at(box.x, middle),)
        styles = [replace(style, size=max(height * share, LEAST_EM)) for share in (0.4, 0.34)]
        both = zip((first, text), styles, strict=True)
        return _stacked_lines([(line, fit_line(line, each, box.width)) for line, each in both], box.x, box)
    return (large.at(box.x, middle),)


def _stacked_lines(texts: Sequence[tuple[str, TextStyle]], left: float, bar: Rect) -> tuple[Item, ...]:
    """Lines one below the other, their ink in the middle of the bar."""
    lines = [set_line(text, style, 0.0, 0.0) for text, style in texts]
    inks = [line_ink_box(line) for line in lines]
    gap = max(LINE_GAP, (bar.height - 4.5) * 0.2)
    y = bar.center[1] - (math.fsum(ink.height for ink in inks) + gap * (len(inks) - 1)) / 2
    items: list[Item] = []
    for line, ink in zip(lines, inks, strict=True):
        items.append(Group((line,), Affine.translation(left, round(y - ink.y, 4))))
        y += ink.height + gap
    return tuple(items)


def _board(context: FaceContext, block: RuleCardBlock, rows: Sequence[RuleRow], plan: Plan) -> Sign:
    """The places with the legend beside and below them; the top is at y 0."""
    em = max(plan.place_card * 0.58, LEAST_EM)
    piles = piles_named(rows) if plan.full_legend else frozenset[str]()
    board = places(context, _upper(block), plan.place_card, em, piles=piles)
    if plan.full_legend:
        return full_legend(context, block, rows, board, 2.0)
    return short_legend(context, block, rows, board, 1.3, cards=plan.cards)


def _row(context: FaceContext, block: RuleCardBlock, row: RuleRow, plan: Plan) -> Sign:
    """One suit: heading, formula and outcomes, in as few lines as the width allows; the top is at y 0."""
    width = block.box.width
    measure = Measure(_upper(block), plan.formula, plan.outcome, plan.place, plan.air)
    results = outcomes(context, row, measure)
    gap = plan.outcome * 0.62 * plan.air
    whole = beside(results, gap)
    if not row.greater:
        return _stacked([_heading(context, block, row, plan, whole)], width, 0.0)
    right = None
    if row.needs is not None:
        right = needs(context, row.needs, measure, max(plan.heading_em * 0.86, LEAST_EM))
    lines = [_heading(context, block, row, plan, right)]
    compared = formula(context, row, measure)
    if compared.width > width + 1e-9:
        raise InputError(f"the formula of {row.text} is {compared.width:.1f} mm wide, {width:g} mm are free")
    if compared.width + plan.outcome * plan.air + whole.width <= width + 1e-6:
        lines.append(_opposite(compared, whole, width))
    else:
        lines += [compared, *flow(results, width, gap)]
    return _stacked(lines, width, max(plan.pad * 0.8, 0.48))


def _heading(
    context: FaceContext, block: RuleCardBlock, row: RuleRow, plan: Plan, right: Sign | None
) -> Sign:
    """Emblem, way and name of the row, and what stands at the right end of its line."""
    ink = suit_ink(context, row.suit)
    size = plan.emblem
    emblem = Sign(size, size / 2, size / 2, (context.emblem(row.suit, size / 2, 0.0, size),))
    sign = way(row.move, _upper(block), size * (0.9 if row.move == "stay" else 1.05), ink)
    column = size * 1.08
    middle = Sign(column, sign.above, sign.below, (sign.at((column - sign.width) / 2, 0.0),))
    gap = size * 0.2
    style = TextStyle(context.font("display"), plan.heading_em)
    first, *others = [context.text(language, row.text) for language in context.kit.languages]
    texts = [(first, style)]
    if plan.english:
        texts += [(text, replace(style, size=max(plan.heading_em * 0.87, LEAST_EM))) for text in others[:1]]
    room = block.box.width - size - column - gap * (len(texts) + 1)
    if right is not None:
        room -= right.width + 1.0
    natural = math.fsum(line_width(text, each) for text, each in texts)
    stretch = min(1.0, room / natural)
    if stretch < LEAST_STRETCH:
        raise InputError(f"the heading of {row.text} has {room:.1f} mm where it needs {natural:.1f} mm")
    names = [words(text, replace(each, stretch=stretch)) for text, each in texts]
    line = beside((emblem, middle, *names), gap)
    return line if right is None else _opposite(line, right, block.box.width)


def _opposite(left: Sign, right: Sign, width: float) -> Sign:
    """One sign at the left end and one at the right end of a line; InputError if they would meet."""
    if left.width + right.width + 1.0 > width + 1e-6:
        raise InputError(f"{left.width + right.width:.1f} mm of signs do not fit in {width:g} mm")
    items = (left.at(0.0, 0.0), right.at(width - right.width, 0.0))
    return Sign(width, max(left.above, right.above), max(left.below, right.below), items)


def _stacked(lines: Sequence[Sign], width: float, gap: float) -> Sign:
    """The lines below each other; the top is at y 0."""
    items = []
    y = 0.0
    for line in lines:
        items.append(line.at(0.0, y + line.above))
        y += line.height + gap
    return Sign(width, 0.0, y - gap, tuple(items))


def _broken_rule(box: Rect, y: float) -> tuple[Item, ...]:
    """A rule with the gap of a yin line."""
    half = (box.width - RULE_GAP) / 2
    return tuple(Path(rectangle(Rect(x, y, half, RULE)), BLACK) for x in (box.x, box.right - half))


def _foot_lines(context: FaceContext, block: RuleCardBlock, plan: Plan) -> tuple[tuple[str, TextStyle], ...]:
    """Start, end and win, a line a language; a narrow card says it in fewer words."""
    width = block.box.width - 2.4
    style = TextStyle(context.font("text"), max(block.em, LEAST_EM))
    lines = []
    for language in context.kit.languages:
        text = context.text(language, f"{block.text}.foot")
        if line_width(text, style) * 0.9 > width:
            text = context.text(language, f"{block.text}.foot-short")
        lines.append((text, fit_line(text, style, width)))
    return tuple(lines)


def _foot(context: FaceContext, lines: Sequence[tuple[str, TextStyle]], box: Rect) -> tuple[Item, ...]:
    """The bar with the lines of the foot."""
    bar, ink = _bar(context, box)
    pitch = (box.height - 1.5) / len(lines)
    texts = [
        words(text, replace(style, ink=ink)).at(box.x + 1.2, box.y + 0.75 + (index + 0.5) * pitch)
        for index, (text, style) in enumerate(lines)
    ]
    return (bar, *texts)


def _original(context: FaceContext, block: RuleCardBlock) -> tuple[Sign, ...]:
    """Where the author's original is found, one line; empty where the kit names nobody."""
    credit = context.kit.credit
    if credit is None:
        return ()
    style = TextStyle(context.font("text"), LEAST_EM, tracking=0.0)
    address = credit.original.partition("://")[2] or credit.original
    sign = words(address, fit_line(address, style, block.box.width, LEAST_STRETCH))
    # A j reaches back under the margin; the line begins with its ink.
    (line,) = sign.items
    inset = -line_ink_box(cast(Glyphs, line)).x
    return (replace(sign, items=(sign.at(inset, 0.0),)),)
