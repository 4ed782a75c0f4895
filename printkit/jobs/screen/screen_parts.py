"""The parts of a kit a screen shows, each by its name."""

from __future__ import annotations

from printkit.compose.boards.board import compose_board
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.compose.pieces.sticks import compose_side
from printkit.kit.model import Card, Kit
from printkit.scene.model import Scene

__all__ = ["BACK", "BOARD", "CARD", "common_back", "composed_part"]

BACK, CARD, BOARD, STICKS = "back", "card-", "board-", {"stick-0": False, "stick-1": True}


def common_back(kit: Kit) -> Card | None:
    """The first card whose back shows nothing of it."""
    return next((card for card in kit.cards if card.back and not kit.has_own_back(card)), None)


def composed_part(kit: Kit, choices: Choices, name: str) -> Scene:
    """A back, a card, a board or a side of a stick; KeyError for a part the kit has not."""
    backed = common_back(kit)
    if name == BACK and backed is not None:
        return compose_back(kit, backed, choices)
    if name in STICKS and kit.sticks:
        return compose_side(kit, kit.sticks, choices, dark=STICKS[name])
    boards = {BOARD + board.id: board for board in kit.boards}
    if name in boards:
        return compose_board(kit, boards[name], facts_of(boards[name].game, choices), choices)
    cards = {CARD + card.id: card for card in kit.cards}
    return compose_face(kit, cards[name], choices)
