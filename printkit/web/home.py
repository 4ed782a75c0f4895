"""What the first page offers: every kit's games with their options and players, and the tables that were kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from printkit.games.deals import find_deals
from printkit.games.find import find_games, find_module
from printkit.games.game import GameModule
from printkit.jobs.screen.screen_kits import GameKit
from printkit.solver.seats import HUMAN, known_players
from printkit.web.store import Store

__all__ = ["home_of"]


def home_of(language: str, store: Store, kits: Sequence[GameKit], *, only: bool) -> dict[str, Any]:
    """The first page's facts in one language; `only` these kits' games, or those without a kit too."""
    games = [game for kit in kits for game in kit.games] if only else list(find_games())
    by_game = {game: kit for kit in reversed(kits) for game in kit.games}
    return {
        "games": [
            {"kit": by_game[game].id if game in by_game else "", **_game(game, language)} for game in games
        ],
        "kits": [
            {"id": kit.id, "title": kit.title(language), "art": kit.screen.art() if kit.screen else []}
            for kit in kits
        ],
        "tables": [
            {**kept._asdict(), "name": find_module(kept.game).names.get(language, kept.game)}
            for kept in store.kept()
            if kept.game in games
        ],
    }


def _game(game: str, language: str) -> dict[str, Any]:
    module = find_module(game)
    return {
        "id": game,
        "name": module.names.get(language, game),
        "options": [
            {
                "key": option.key,
                "usual": option.usual,
                "meaning": option.meaning,
                "allowed": option.allowed.split("|") if "|" in option.allowed else [],
            }
            for option in module.options
            if not option.quiet
        ],
        "seats_option": module.seats_option,
        "seats": list(module.game().seats),
        "players": [HUMAN, *_ordered(module)],
        "deals": find_deals(game) is not None,
    }


def _ordered(module: GameModule[Any]) -> Iterator[str]:
    """The players by name, those that play well at once first."""
    known = known_players(module.id)
    first = [*module.players, "greedy", "random"]
    yield from (name for name in first if name in known)
    yield from (name for name in known if name not in first)
