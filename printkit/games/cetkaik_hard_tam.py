"""机戦 as some regions play it, 硬皇力: from 皇処 every piece that changes is stronger than elsewhere."""

from __future__ import annotations

from printkit.games.cetkaik import game_on
from printkit.games.cetkaik.boards import HARD_TAM

__all__ = ["GAME"]

GAME = game_on(HARD_TAM, {"ja": "硬皇力", "en": "Hard-tam cetkaik"})
