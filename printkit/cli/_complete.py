"""Shell completion of kits, games and the values of options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

__all__ = ["Game", "words"]


def words(kind: str) -> Callable[[str], list[str]]:
    """What may follow the beginning that was typed; of comma-separated words the last one is completed."""

    def complete(incomplete: str) -> list[str]:
        from printkit.errors import InputError
        from printkit.jobs.completion import WORDS

        before, comma, last = incomplete.rpartition(",")
        try:
            known = WORDS[kind]()
        except InputError:
            # A kit that cannot be read has no words to offer.
            return []
        return [f"{before}{comma}{word}" for word in known if word.startswith(last)]

    return complete


Game = Annotated[
    str,
    typer.Argument(
        autocompletion=words("game"), help="The id of the game, such as youscout.", show_default=False
    ),
]
