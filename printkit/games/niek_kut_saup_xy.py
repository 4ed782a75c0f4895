"""連撃獣裁: throw again and add, or keep what you have."""

from __future__ import annotations

from printkit.games.saup_xy import stick_game

__all__ = ["GAME"]

GAME = stick_game(
    "niek-kut-saup-xy",
    {"en": "Niek kut saup xy", "ja": "連撃獣裁"},
    chained=True,
    thumbs="printkit.games.thumbs.niek_kut_saup_xy:THUMBS",
)
