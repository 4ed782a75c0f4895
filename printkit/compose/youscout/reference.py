"""The one-page quick reference of a game in one language."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import Sign, beside, trigram, upright_mark, words
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.compose.youscout.majors import FACTORS, Column, as_played, largest_number, table_cards
from printkit.compose.youscout.rule_legend import DRAWN, moves_used, piles_named, places, signs_used
from printkit.compose.youscout.rule_signs import Measure, flow, formula, needs, outcomes, suit_ink, way
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.kit.model import Card, Kit
from printkit.kit.rules import RuleRow
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle

__all__ = [
    "DESIGNS",
    "Design",
    "columns_of",
    "find_design",
    "reference_page",
    "row_scene",
]

LEAST_EM = 2.3
RADIUS = 0.5
LINE = 0.25
LOW_INK_OUTLINE = 0.42
# A two-digit number, and a one-digit one, as wide as the widest of its kind, in em.
WIDE, NARROW = 1.12, 0.67
# How tall a figure is, in em.
CAP = 0.76
# Figures of two digits are narrowed.
TIGHT = 0.88
# Between a row's name and its formula, in em of the name.
LABEL_GAP = 0.4
# Between the two numbers of a pair, and the least room between two pairs, in em.
PAIR_GAP, CELL_GAP = 0.38, 0.34


@dataclass(frozen=True, slots=True)
class Design:
    """How large a page is set; mm. `width` and `height` are what it fills, above the ruler."""

    name: str
    width: float
    height: float
    title: float
    heading: float
    em: float
    legend_pitch: float
    formula: float
    outcome: float
    place: float
    emblem: float
    row_gap: float
    label_column: float
    formula_column: float
    figure: float
    pitch: float
    name_em: float
    name_column: float
    board: float


DESIGNS = (
    Design(
        name="a4", width=194.0, height=277.0, title=8.6, heading=3.4, em=2.7, legend_pitch=4.3, formula=4.5,
        outcome=3.6, place=2.5, emblem=4.8, row_gap=1.6, label_column=38.6, formula_column=71.0, figure=2.8,
        pitch=3.22, name_em=3.1, name_column=36.0, board=5.0,
    ),
    Design(
        name="letter", width=194.0, height=258.0, title=8.0, heading=3.4, em=2.7, legend_pitch=4.1, formula=4.5,
        outcome=3.6, place=2.4, emblem=4.8, row_gap=1.3, label_column=38.6, formula_column=71.0, figure=2.6,
        pitch=2.92, name_em=3.1, name_column=36.0, board=4.6,
    ),
    Design(
        name="a5", width=138.0, height=191.2, title=6.4, heading=2.4, em=2.3, legend_pitch=3.2, formula=3.3,
        outcome=2.7, place=1.8, emblem=3.6, row_gap=0.55, label_column=27.4, formula_column=53.0, figure=2.3,
        pitch=2.34, name_em=2.3, name_column=23.6, board=0.0,
    ),
)  # fmt: skip
"""The pages there are, the largest first; nothing on them is under 2.3 mm em."""


def find_design(room: Size) -> Design:
    """The largest design that fits a page's room; InputError where none does."""
    for design in DESIGNS:
        if design.width <= room.width + 1e-6 and design.height <= room.height + 1e-6:
            return design
    least = DESIGNS[-1]
    raise InputError(
        f"the quick reference needs {Size(least.width, least.height)}, the paper has room for {room}",
        key="--paper",
        hint="choose a5 or a larger paper",
    )


def columns_of(kit: Kit, game: str) -> tuple[Column, ...]:
    """The numbers of the table a game's rows speak of, in the order of the suits, left before right."""
    rows = [row for row in kit.rules if row.game == game]
    terms = [term for row in rows for term in (*row.greater, *row.than) if term.suit is not None]
    used = {(term.suit, term.side == "left") for term in terms}
    return tuple(Column(suit, left) for suit in kit.suits for left in (True, False) if (suit, left) in used)


# The table of numbers


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a pair (or a single number) of one factor stands: its columns and its middle; mm."""

    factor: str
    columns: tuple[Column, ...]
    middle: float


def _cells(kit: Kit, game: str, design: Design) -> tuple[_Cell, ...]:
    """Every cell of a row from left to right: factor by factor, suit by suit, spread over the design's width."""
    columns = columns_of(kit, game)
    by_suit = [tuple(each for each in columns if each.suit == suit) for suit in kit.suits]
    groups = [group for group in by_suit if group]
    em = design.figure
    widths = []
    for factor in FACTORS:
        figure = (WIDE if largest_number(kit, factor) > 9 else NARROW) * em
        widths += [
            (factor, group, len(group) * figure + (len(group) - 1) * PAIR_GAP * em) for group in groups
        ]
    start = design.name_column + design.figure
    spare = design.width - 0.3 - start - math.fsum(width for _, _, width in widths)
    # Three gaps part factors; each is as wide as two between suits.
    unit = min(spare / (len(widths) + 2 * len(FACTORS) - 2), 7.0 * em)
    if unit < CELL_GAP * em:
        raise InputError(f"the table of {game} needs {-spare:.1f} mm more width")
    cells: list[_Cell] = []
    x = start + unit
    for index, (factor, group, width) in enumerate(widths):
        cells.append(_Cell(factor, group, x + width / 2))
        x += width + unit + (2 * unit if (index + 1) % len(groups) == 0 else 0.0)
    return tuple(cells)


def row_scene(kit: Kit, card: Card, game: str, language: str, design: Design) -> Scene:
    """One card's rows of the table: number and name, then its numbers under each factor, upright and turned."""
    cells = _cells(kit, game, design)
    height, em, right = 2 * design.pitch, design.figure, design.width
    display = kit.fonts["display"]
    middle = height / 2
    gap = (height - LINE - 2 * CAP * em) / 3
    items: list[Item] = [Path(rectangle(Rect(0.0, y - LINE / 2, right, LINE)), BLACK) for y in (0.0, height)]
    number = str(card.fields["number"]) if "number" in card.fields else str(card.order)
    big = TextStyle(display, design.name_em * 1.12)
    baseline = middle + design.name_em * 0.36
    gutter = 2.1 * design.name_em
    items.append(set_line(number, big, gutter - 0.5 * design.name_em, baseline, "end"))
    name = kit.text(language, f"card.{card.id}.name")
    style = TextStyle(display, design.name_em)
    items.append(set_line(name, fit_line(name, style, design.name_column - gutter - 0.7), gutter, baseline))
    slashes = Outline("", ())
    for turned in (False, True):
        line = LINE / 2 + (gap + CAP * em) * (1 + turned)
        mark = upright_mark(em * 0.72, turned)
        items.append(mark.at(design.name_column, line - em * CAP / 2))
        for cell in cells:
            items += _numbers(card, cell, turned, TextStyle(display, em), line)
            if len(cell.columns) > 1:
                slashes += _slash(cell.middle, line, em)
    if slashes.commands:
        items.append(Path(slashes, BLACK))
    return Scene(f"row-{card.id}", right, height, 0.0, tuple(items))


def _numbers(card: Card, cell: _Cell, turned: bool, style: TextStyle, line: float) -> Iterator[Item]:
    numbers = [str(as_played(card, column, cell.factor, turned)) for column in cell.columns]
    styles = [replace(style, stretch=TIGHT) if len(number) > 1 else style for number in numbers]
    if len(numbers) == 1:
        yield set_line(numbers[0], styles[0], cell.middle, line, "middle")
        return
    half = PAIR_GAP * style.size / 2
    yield set_line(numbers[0], styles[0], cell.middle - half, line, "end")
    yield set_line(numbers[1], styles[1], cell.middle + half, line)


def _slash(x: float, baseline: float, em: float) -> Outline:
    """A leaning stroke as tall as the figures."""
    half, lean, top = em * 0.045, em * 0.08, baseline - em * 0.74
    return polygon(
        (
            (x - lean - half, baseline),
            (x - lean + half, baseline),
            (x + lean + half, top),
            (x + lean - half, top),
        )
    )


def _table(context: FaceContext, game: str, language: str, design: Design) -> Sign:
    """The whole table with its head; the top is at y 0."""
    kit = context.kit
    cells = _cells(kit, game, design)
    display = context.font("display")
    chosen = context.choices.variables.get("influence", "")
    em = max(design.em, LEAST_EM)
    items: list[Item] = []
    head = em * 1.5
    for factor in FACTORS:
        own = [cell for cell in cells if cell.factor == factor]
        left, right = (
            own[0].middle - 2.0 * design.figure,
            min(own[-1].middle + 2.0 * design.figure, design.width),
        )
        text, ink = f"×{factor}", BLACK
        style = TextStyle(display, em)
        bar = Rect(left, 0.0, right - left, head)
        if factor == chosen:
            shape, ink = _bar(context, bar)
            items.append(shape)
        style = replace(style, ink=ink)
        items.append(words(text, style).at((left + right) / 2 - line_width(text, style) / 2, head / 2))
    emblem = design.figure * 1.05
    for cell in cells:
        suit = cell.columns[0].suit
        items.append(context.emblem(suit, cell.middle, head + 0.5 + emblem / 2, emblem))
    y = head + emblem + 1.1
    label = TextStyle(context.font("text"), em)
    items.append(words(context.text(language, "reference.table"), label).at(0.0, y / 2 + head * 0.2))
    for card in table_cards(kit):
        scene = row_scene(kit, card, game, language, design)
        items.append(Use(scene, Affine.translation(0.0, round(y, 4))))
        y += scene.height
    return Sign(design.width, 0.0, y, tuple(items))


# The rules


def _bar(context: FaceContext, box: Rect) -> tuple[Path, Ink]:
    """A black bar and the ink to write on it; with low ink the bar is an outline."""
    outline = rounded_rectangle(box, RADIUS)
    if context.choices.ink == "full":
        return Path(outline, BLACK), PAPER
    return Path(outline + rounded_rectangle(box.grown(-LOW_INK_OUTLINE), 0.1), BLACK), BLACK


def _title(context: FaceContext, game: str, language: str, design: Design) -> Sign:
    """The bar with the page's title, whose game it is, and where his original is found."""
    height, width = design.title, design.width
    bar, ink = _bar(context, Rect(0.0, 0.0, width, height))
    pad = height * 0.25
    title = words(
        context.text(language, f"reference.{game}.title"),
        TextStyle(context.font("display"), height * 0.56, ink),
    )
    items: list[Item] = [bar, title.at(pad, height / 2)]
    credit = context.kit.credit
    if credit is not None:
        style = TextStyle(context.font("text"), LEAST_EM, ink, tracking=0.0)
        address = credit.original.partition("://")[2] or credit.original
        lines = [words(text, style) for text in (context.text(language, "rule.credit"), address)]
        left = width - pad - max(line.width for line in lines)
        if left < pad + title.width + 2.0:
            raise InputError("the title of the quick reference is too long", key=f"reference.{game}.title")
        items += [
            line.at(left, height / 2 + way * LEAST_EM * 0.56)
            for line, way in zip(lines, (-1, 1), strict=True)
        ]
    return Sign(width, 0.0, height, tuple(items))


def _legend(context: FaceContext, rows: Sequence[RuleRow], language: str, design: Design) -> Sign:
    """What every sign on the page means, in lines, beside the board where the design shows it."""
    style = TextStyle(context.font("text"), design.em)
    keys = ["here", "forward", "backward", "across", "drawn", "discards"]
    used = (*signs_used(rows), *moves_used(rows, named=not design.board))
    keys += [*(key for key in used if key != "factor"), "yes", "no"]
    entries = []
    for key in keys:
        text = words(context.text(language, f"legend.{key}"), style)
        draw = DRAWN.get(key)
        entries.append(beside((draw(context, True), text), 0.7) if draw else text)
    for turned, key in ((False, "upright"), (True, "reversed")):
        text = words(context.text(language, f"reference.{key}"), style)
        entries.append(beside((upright_mark(design.em * 0.8, turned), text), 0.6))
    entries += [
        beside(
            (
                _emblem(context, suit, design.em * 1.2),
                words(context.text(language, f"reference.pair.{suit}"), style),
            ),
            0.6,
        )
        for suit in dict.fromkeys(column.suit for column in columns_of(context.kit, rows[0].game))
    ]
    entries.append(words(context.text(language, "legend.factor"), style))
    board = (
        places(context, None, design.board, max(design.board * 0.58, LEAST_EM), piles=piles_named(rows))
        if design.board
        else None
    )
    left = board.width + 4.0 if board else 0.0
    lines = flow(entries, design.width - left, 2.0 if board else 1.5)
    pitch = max(design.legend_pitch, board.below / len(lines) if board else 0.0)
    height = max(pitch * len(lines), board.below if board else 0.0)
    items: list[Item] = [line.at(left, (index + 0.5) * pitch) for index, line in enumerate(lines)]
    if board:
        items.append(board.at(0.0, (height - board.below) / 2))
    return Sign(design.width, 0.0, height, tuple(items))


def _emblem(context: FaceContext, suit: str, height: float) -> Sign:
    return Sign(height * 0.8, height / 2, height / 2, (context.emblem(suit, height * 0.4, 0.0, height),))


def _rules(context: FaceContext, rows: Sequence[RuleRow], language: str, design: Design) -> Sign:
    """Both trigrams, a decision a line: suit and way, what is compared, what happens if greater and if not."""
    items: list[Item] = []
    y = 0.0
    for upper, card_id in ((True, rows[0].card), (False, rows[-1].card)):
        head, own = (
            _trigram_head(context, upper, card_id, language, design),
            [r for r in rows if r.card == card_id],
        )
        items.append(head.at(0.0, y))
        y += head.below + design.row_gap * 0.6
        for index, row in enumerate(own):
            line = _decision(context, row, upper, language, design)
            items.append(line.at(0.0, y + line.above))
            y += line.height + design.row_gap / 2
            if index + 1 < len(own):
                items.append(Path(rectangle(Rect(0.0, y - LINE / 2, design.width, LINE)), BLACK))
            y += design.row_gap / 2
    return Sign(design.width, 0.0, y, tuple(items))


def _trigram_head(context: FaceContext, upper: bool, card_id: str, language: str, design: Design) -> Sign:
    """A bar with the trigram, its name, and how a game begun there ends."""
    height = design.heading * 1.5
    bar, ink = _bar(context, Rect(0.0, 0.0, design.width, height))
    sign = trigram(upper, height * 0.74, height * 0.8, ink)
    key = _text_key(context, card_id)
    title = words(
        context.text(language, f"{key}.title"), TextStyle(context.font("display"), design.heading, ink)
    )
    style = TextStyle(context.font("text"), max(design.em, LEAST_EM), ink)
    foot = context.text(language, f"{key}.foot")
    left = height * 0.3
    start = left + sign.width + height * 0.3
    end = words(foot, fit_line(foot, style, design.width - start - title.width - 4.0))
    items = (
        bar,
        sign.at(left, height / 2),
        title.at(start, height / 2),
        end.at(design.width - left - end.width, height / 2),
    )
    return Sign(design.width, 0.0, height, items)


def _text_key(context: FaceContext, card_id: str) -> str:
    """Under which key the texts of a rule card stand: its layout says so."""
    kit = context.kit
    blocks = kit.faces[kit.card(card_id).face, kit.default_size]
    return next(block.text for block in blocks if block.block == "rule-card")


def _decision(context: FaceContext, row: RuleRow, upper: bool, language: str, design: Design) -> Sign:
    """One suit in one line (two where the player may choose); its middle line is that of the formula's signs."""
    measure = Measure(upper, design.formula, design.outcome, design.place, 0.8)
    size = design.emblem
    sign = way(row.move, upper, size * (0.85 if row.move == "stay" else 1.0), suit_ink(context, row.suit))
    style = TextStyle(context.font("display"), design.heading)
    text = context.text(language, row.text)
    used = 2.25 * size
    label = words(text, fit_line(text, style, design.label_column - used - LABEL_GAP * design.heading))
    items: list[Item] = [
        context.emblem(row.suit, size / 2, 0.0, size),
        sign.at(size * 1.6 - sign.width / 2, 0.0),
        label.at(used, 0.0),
    ]
    above = below = size / 2
    x = design.label_column
    results = list(outcomes(context, row, measure))
    if row.greater:
        compared = formula(context, row, measure)
        if row.needs is not None:
            extra = needs(context, row.needs, measure, max(design.heading * 0.86, LEAST_EM))
            compared = beside((extra, compared), design.formula * 0.5)
        if compared.width > design.formula_column:
            raise InputError(
                f"the formula of {row.text} needs {compared.width:.1f} mm, {design.formula_column:g} mm are free"
            )
        items.append(compared.at(x, 0.0))
        above, below = max(above, compared.above), max(below, compared.below)
        x += design.formula_column
    room = design.width - x
    gap = design.outcome * 0.62
    lines = flow(results, room, gap)
    pitch = design.outcome * 1.2
    top = -pitch * (len(lines) - 1) / 2
    for index, line in enumerate(lines):
        items.append(line.at(x, top + index * pitch))
        above, below = max(above, line.above - top), max(below, line.below - top)
    return Sign(design.width, above, below, tuple(items))


def reference_page(kit: Kit, game: str, language: str, design: Design, choices: Choices) -> Scene:
    """The page of one game as wide and high as the design, its top left at 0, 0; InputError if it does not fit."""
    own = replace(kit, languages=(language,))
    rows = tuple(row for row in kit.rules if row.game == game)
    context = FaceContext(own, own.size(choices.size), own.card(rows[0].card), choices)
    style = TextStyle(context.font("text"), design.em)
    setup = context.text(language, f"reference.{game}.{'setup' if design.board else 'setup-short'}")
    parts = [
        _title(context, game, language, design),
        _paragraph(setup, style, language, design),
        _legend(context, rows, language, design),
        _rules(context, rows, language, design),
        _table(context, game, language, design),
    ]
    gap = (design.height - math.fsum(part.below for part in parts)) / (len(parts) - 1)
    if gap < 0.4:
        raise InputError(
            f"the quick reference of {game} is {(0.4 - gap) * 4:.1f} mm too high for {design.name}"
        )
    gap = min(gap, 4.0)
    items: list[Item] = []
    y = 0.0
    for part in parts:
        items.append(Group(part.items, Affine.translation(0.0, round(y, 4))))
        y += part.below + gap
    return Scene(f"reference-{game}-{language}", design.width, design.height, 0.0, tuple(items))


def _paragraph(text: str, style: TextStyle, language: str, design: Design) -> Sign:
    leading = 1.32
    items = set_paragraphs([(language, text)], style, Rect(0.0, 0.0, design.width, 99.0), leading, "start")
    return Sign(design.width, 0.0, style.size * leading * len(items), items)
