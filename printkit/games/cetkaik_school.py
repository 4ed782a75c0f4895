"""机戦 as it is taught at school: a smaller board with fewer kinds of pieces."""

from __future__ import annotations

from printkit.games.cetkaik import game_on
from printkit.games.cetkaik.boards import SCHOOL

__all__ = ["GAME"]

GAME = game_on(SCHOOL, {"ja": "教育机戦", "en": "School cetkaik"})
