"""The back of a start card: the first turns of a game, worked with its cards by the game's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, at_least, beside, cross, greater, plus, round_sign, words
from printkit.compose.table.small import Pen, arrow, card_ids, thumbnail
from printkit.compose.text.typesetting import TextStyle, ink_center_line, set_line
from printkit.compose.youscout.start_rules import EMS, StartPen, token_items
from printkit.compose.youscout.turns import Turn, turn_of
from printkit.errors import InputError
from printkit.games.find import find_module
from printkit.games.proof import find_row_proof
from printkit.geometry import Rect
from printkit.kit.blocks import StartTurnsBlock
from printkit.kit.booklet import BookFigure, read_figure
from printkit.kit.model import Kit
from printkit.kit.rules import RuleRow, Term
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle

__all__ = ["start_turns"]

# Between the cards of a turn, in widths of a card; and how wide these are at least, in widths of the box.
CARD_GAP, LEAST_CARD = 0.22, 0.135
PICTURE_SHARE = 0.56


class _Worked(NamedTuple):
    """A turn with the row it follows: where the token was, where it is now, and the place it contested or went to."""

    turn: Turn
    row: RuleRow
    here: str
    there: str
    to: str


def start_turns(context: FaceContext, block: StartTurnsBlock) -> tuple[Item, ...]:
    """The back in its box, in the largest type that fits; InputError where none does, or a turn cannot be played."""
    worked = [_worked(context, read_figure(context.kit, name)) for name in block.figures]
    reason = ""
    for em in EMS:
        try:
            return _drawn(context, block, worked, em)
        except InputError as error:
            reason = error.problems[0].message
    size = f"{block.box.width:g} × {block.box.height:g} mm"
    raise InputError(f"the turns of the start card do not fit in {size}", hint=reason)


def _worked(context: FaceContext, figure: BookFigure) -> _Worked:
    """The turn played under the options of the build and of the figure."""
    kit, variables = context.kit, context.choices.variables
    keys = [option.key for option in find_module(figure.game).options]
    turn = turn_of(kit, figure, [f"{key}={variables[key]}" for key in keys if key in variables])
    here = str(turn.facts["token"])
    # A board's cards stand in the order of the way forward.
    order = [str(place) for place, _ in enumerate(_board(turn), 1)]
    proof = find_row_proof(figure.game)
    suit = next((suit.id for suit in kit.suits.values() if turn.drawn.startswith(suit.code)), "")
    row = next(
        (
            row
            for row in kit.rules
            if row.game == figure.game
            and row.suit == suit
            and proof
            and int(here) in proof.cards.get(row.card, ())
        ),
        None,
    )
    if row is None or here not in order:
        raise InputError(f"figure {figure.id} is no turn of a row in rules.toml", file="booklet.toml")
    steps = {"forward": 1, "backward": -1, "across": len(order) // 2, "stay": 0}
    there = order[(order.index(here) + steps[row.move]) % len(order)]
    to = next((shift.target for shift in turn.shifts if shift.what == "token"), here)
    return _Worked(turn, row, here, there, to)


def _drawn(
    context: FaceContext, block: StartTurnsBlock, worked: Sequence[_Worked], em: float
) -> tuple[Item, ...]:
    box = block.box
    pen = StartPen(context, str(context.card.fields[block.language]), block.text, em)
    head = Rect(box.x, box.y, box.width, em * 2.7)
    items = [*pen.band(head, pen.text("turns"), pen.text("game"))]
    play = pen.paragraph(pen.text("play"), Rect(0.0, 0.0, box.width, box.height))
    items.append(Sign(box.width, 0.0, play.y, play.items).at(box.x, box.bottom - play.y))
    room = box.bottom - play.y - em * 0.3 - head.bottom
    height = room / len(worked)
    for number, each in enumerate(worked, 1):
        area = Rect(box.x, head.bottom + (number - 1) * height, box.width, height)
        items += _turn(pen, each, number, area)
        items.append(pen.rule(box, area.bottom - 0.3))
    return tuple(items)


def _turn(pen: StartPen, worked: _Worked, number: int, area: Rect) -> Iterator[Item]:
    """A turn: what was drawn, the cards it concerns, what was compared, and what followed in a sentence."""
    em, kit = pen.em, pen.context.kit
    top = area.y + em * 0.45
    middle = top + em * 0.85
    yield from pen.heading(number, _name(pen, worked.turn.drawn), area.x, middle)
    way = f"{worked.here} → {worked.to}"
    yield set_line(way, pen.display(1.3), area.right, round(middle + em * 0.48, 4), "end")
    sentence = pen.paragraph(_said(pen, worked), Rect(0.0, 0.0, area.width, area.height))
    foot = area.bottom - 0.3 - em * 0.3 - sentence.y
    yield Sign(area.width, 0.0, sentence.y, sentence.items).at(area.x, foot)
    top += em * 2.0
    size = kit.size(pen.context.choices.size)
    shown = 2 if worked.here == worked.there else 3
    card = min(
        (foot - em * 0.25 - top) * size.width / size.height,
        area.width * PICTURE_SHARE / (3 + 2 * CARD_GAP),
    )
    if card < (least := area.width * LEAST_CARD):
        raise InputError(f"the cards of a turn would be {card:.1f} mm wide, {least:.1f} mm are needed")
    height = card * size.height / size.width
    y = top + (foot - em * 0.25 - top - height) / 2
    slots = [Rect(area.x + at * card * (1 + CARD_GAP), y, card, height) for at in range(shown)]
    yield from _cards(pen, worked, slots)
    left = area.x + card * (3 + 3 * CARD_GAP)
    yield from _sums(pen, worked, Rect(left, y, area.right - left, height))


def _cards(pen: StartPen, worked: _Worked, slots: Sequence[Rect]) -> Iterator[Item]:
    """The drawn card in its frame, then the places with the token where it was, and its way."""
    kit, faces = pen.context.kit, pen.context.faces
    assert faces is not None
    ids = card_ids(kit)
    board = _board(worked.turn)
    yield from thumbnail(faces(ids[worked.turn.drawn]), slots[0])
    for place, slot in zip((worked.here, worked.there), slots[1:], strict=False):
        code = board[int(place) - 1]
        yield from thumbnail(faces(ids[code.removesuffix("r")]), slot, turned=code.endswith("r"))
        yield from _tag(pen, place, slot)
    token = slots[1].center[0] + slots[1].width * 0.12, slots[1].center[1] - slots[1].height * 0.1
    radius = slots[1].width * 0.26
    yield from token_items(token, radius)
    if worked.to == worked.there and len(slots) > 2:
        yield from arrow(token, slots[2].center, Pen(1.1, find_ink("blue"), radius + 0.4, 0.2))


def _board(turn: Turn) -> Sequence[str]:
    """The cards of the board, the first place first."""
    return cast("Sequence[str]", turn.facts["board"])


def _tag(pen: StartPen, place: str, slot: Rect) -> Iterator[Item]:
    """The place's number in a disc on the edge of its card, clear of its numbers."""
    radius = pen.em * 0.62
    style = TextStyle(pen.context.font("display"), pen.em, PAPER)
    x, y = slot.x + radius * 0.4, slot.bottom - slot.height * 0.16 - radius
    yield Path(circle(x, y, radius + 0.25), PAPER)
    yield Path(circle(x, y, radius), BLACK)
    yield ink_center_line(place, style, x, round(y + style.size * 0.37, 4))


def _sums(pen: StartPen, worked: _Worked, box: Rect) -> Iterator[Item]:
    """Both sums, one below the other, and whether the first was enough; nothing where nothing is compared."""
    turn = worked.turn
    if not turn.greater:
        return
    size = pen.em * 1.35
    while True:
        upper, lower = (_side(pen, worked, side, size) for side in (turn.greater, turn.than))
        mark = (round_sign if turn.holds else cross)(size)
        more = (at_least if pen.ties_win(worked.row) else greater)(size)
        lower = beside((more, lower), size * 0.3)
        width = max(upper.width, lower.width + mark.width + size * 0.4)
        if width <= box.width:
            break
        size *= 0.96
        if size < 1.95:
            raise InputError(f"the sums are {width:.1f} mm wide, {box.width:.1f} mm are free")
    step = size * 1.75
    middle = box.center[1]
    yield upper.at(box.x, middle - step / 2)
    yield lower.at(box.x, middle + step / 2)
    yield mark.at(box.right - mark.width, middle + step / 2)


def _side(pen: StartPen, worked: _Worked, side: Sequence[tuple[Term, int]], size: float) -> Sign:
    """One sum: before each number the sign of what it is, after them what they make."""
    figure = TextStyle(pen.context.font("display"), size)
    small = TextStyle(pen.context.font("text"), max(size * 0.72, EMS[-1]), tracking=0.0)
    signs: list[Sign] = []
    for term, value in side:
        signs += [plus(size * 0.4)] if signs else []
        suit = worked.row.suit if term.kind == "card" else term.suit if term.kind == "number" else None
        if suit is not None:
            emblem = pen.context.emblem(str(suit), size * 0.4, 0.0, size)
            sign = Sign(size * 0.8, size / 2, size / 2, (emblem,))
        else:
            sign = words(pen.text("turn-here" if term.place == "here" else "turn-there"), small)
        signs.append(beside((sign, words(str(value), figure)), size * 0.12))
    total = words(f"= {sum(value for _, value in side)}", figure)
    return beside((*signs, total), size * 0.22)


def _said(pen: StartPen, worked: _Worked) -> str:
    """The sentence of the turn, its words filled in from what the engine played."""
    turn, move = worked.turn, worked.row.move
    contested = bool(turn.greater)
    if contested:
        part = "choice" if turn.chooses else "won" if turn.holds else "lost"
    else:
        part = "forward" if move == "forward" else "stay"
    gone = [shift.what for shift in turn.shifts if shift.target == "D"]
    laid = next((shift.target for shift in turn.shifts if shift.what == turn.drawn), "")
    filled = {
        "card": _name(pen, turn.drawn),
        "here": worked.here,
        "there": worked.there,
        "to": worked.to,
        "pile": laid,
        "way": pen.context.text(pen.language, f"legend.{move}") if move != "stay" else "",
        "gone": pen.text("turn-list").join(_name(pen, code) for code in gone),
    }
    return pen.sentence(f"turn-{part}", filled)


def _name(pen: StartPen, code: str) -> str:
    kit: Kit = pen.context.kit
    return kit.name(pen.language, card_ids(kit)[code])
