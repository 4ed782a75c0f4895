"""Draws any single part of a kit by its name: a card, a board, a token or a side of a stick."""

from __future__ import annotations

from printkit.compose.boards.board import compose_board
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.bounds import part_of_scene
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.compose.pieces.standees import foot_depth
from printkit.compose.pieces.sticks import compose_side
from printkit.compose.pieces.tokens import compose_token
from printkit.geometry import Affine, Rect
from printkit.kit.model import Card, Kit
from printkit.kit.tokens import Token
from printkit.scene.model import Group, Scene

__all__ = ["BACK", "BOARD", "CARD", "TOKEN", "common_back", "compose_part"]

BACK, CARD, BOARD, TOKEN, STICKS = "back", "card-", "board-", "token-", {"stick-0": False, "stick-1": True}


def common_back(kit: Kit) -> Card | None:
    """The first card whose back shows nothing of it."""
    return next((card for card in kit.cards if card.back and not kit.has_own_back(card)), None)


def compose_part(kit: Kit, choices: Choices, name: str) -> Scene:
    """A back, a card, a board, a token or a side of a stick; KeyError for a part the kit has not."""
    backed = common_back(kit)
    if name == BACK and backed is not None:
        return compose_back(kit, backed, choices)
    if name in STICKS and kit.sticks:
        return compose_side(kit, kit.sticks, choices, dark=STICKS[name])
    boards = {BOARD + board.id: board for board in kit.boards}
    if name in boards:
        return compose_board(kit, boards[name], facts_of(boards[name].game, choices), choices)
    tokens = {TOKEN + token.id: token for token in kit.tokens}
    if name in tokens:
        return _seen(kit, tokens[name], choices)
    cards = {CARD + card.id: card for card in kit.cards}
    return compose_face(kit, cards[name], choices)


def _seen(kit: Kit, token: Token, choices: Choices) -> Scene:
    """What a player sees of a token on the table: its front without its caption; of a standee the upright side."""
    whole = compose_token(kit, token, "front", choices)
    standing = token.shape == "standee"
    high = token.height if token.shape in ("standee", "strip") else token.size
    seen = Rect(0.0, foot_depth(token) + token.height if standing else 0.0, token.size, high)
    shown = Group((part_of_scene(whole, seen),), Affine.translation(0.0, -seen.y))
    return Scene(f"{TOKEN}{token.id}", token.size, high, 0.0, (shown,))
