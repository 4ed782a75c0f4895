"""The files with the rules of a kit's games."""

from __future__ import annotations

from printkit.kit.model import Kit

__all__ = ["RULES", "reference_files", "reference_games"]

RULES = "rules"
"""The name of the rule cards that need no name of their own."""


def reference_games(kit: Kit) -> tuple[str, ...]:
    """The games of the kit that have rule rows, in the kit's order."""
    return tuple(game for game in kit.games if any(row.game == game for row in kit.rules))


def reference_files(kit: Kit) -> dict[str, tuple[str, ...]]:
    """The same games by the name of the files with their rules.

    That is `rules`, or, where a game's rule cards are a component of their own, that component's.
    """
    files: dict[str, tuple[str, ...]] = {RULES: ()}
    # A set may leave its rule cards out.
    components = {card.id: card.component for card in kit.cards}
    for game in reference_games(kit):
        card = next(row.card for row in kit.rules if row.game == game)
        own = components.get(card, kit.components[0].id)
        name = RULES if own == kit.components[0].id else own
        files[name] = (*files.get(name, ()), game)
    return files
