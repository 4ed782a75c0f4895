"""Cards, tokens and words as they lie on a table, drawn where the layout puts them."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.small import Pen, arrow, empty_place, thumbnail
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.errors import InputError, nearest_hint
from printkit.geometry import Affine, Rect
from printkit.kit.block_base import LaidCard, LaidToken, LaidWords, TableBlock
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import circle

__all__ = ["laid_table"]

# Words narrower than this are unlike their neighbours; the arrow's line, mm.
NARROWEST = 0.8
LINE, CLEAR = 1.1, 0.6


def laid_table(context: FaceContext, block: TableBlock) -> tuple[Item, ...]:
    """The table in its box; a card or token that the kit has not is an InputError."""
    items = [item for card in block.cards for item in _card(context, card)]
    items += [item for token in block.tokens for item in _token(context, token)]
    for x, y, to_x, to_y in block.arrows:
        items += arrow((x, y), (to_x, to_y), Pen(LINE, find_ink("red"), CLEAR, CLEAR))
    items += [item for words in block.words for item in _words(context, words, block.language)]
    box = block.box
    place = Affine.scaling(block.scale).then(Affine.translation(box.x, box.y))
    return (Group(tuple(items), place),)


def _card(context: FaceContext, card: LaidCard) -> list[Item]:
    width = card.height * context.size.width / context.size.height
    slot = Rect(card.x - width / 2, card.y - card.height / 2, width, card.height)
    if not card.card:
        return empty_place(slot)
    draw = context.faces if card.side == "front" else context.backs
    assert draw is not None
    return thumbnail(draw(card.card), slot)


def _token(context: FaceContext, laid: LaidToken) -> Iterator[Item]:
    tokens = {token.id: token for token in context.kit.tokens}
    if laid.token not in tokens:
        raise InputError(f"unknown token {laid.token!r}", hint=nearest_hint(laid.token, tokens))
    scene = compose_token(context.kit, tokens[laid.token], laid.side, context.choices)
    scale = laid.size / scene.width
    radius = laid.size / 2
    place = Affine.scaling(scale).then(Affine.translation(laid.x - radius, laid.y - radius))
    yield Path(circle(laid.x, laid.y, radius), PAPER)
    yield Use(reduced(scene, scale), place)


def _words(context: FaceContext, words: LaidWords, language: str) -> Iterator[Item]:
    text = context.text(language, words.text)
    if words.disc:
        style = TextStyle(context.font("display"), words.em, PAPER)
        yield Path(circle(words.x, words.y, words.disc), BLACK)
        yield ink_center_line(text, style, words.x, words.y + words.em * 0.36)
        return
    style = fit_line(text, TextStyle(context.font("text"), words.em, tracking=0.0), words.width, NARROWEST)
    yield set_line(text, style, words.x, words.y, "middle")
