"""What the options of a game put on paper: a kit and `K=V` texts come in, the words texts may name go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printkit.errors import InputError
from printkit.kit.model import Kit

__all__ = ["print_variables"]


def print_variables(kit: Kit, options: Sequence[str]) -> Mapping[str, str]:
    """The words for `{…}` in the kit's texts, under these options of its games; bad options are InputErrors."""
    from printkit.games.find import printed_words

    variables = {"version": kit.version}
    if not kit.games:
        if options:
            raise InputError(f"kit {kit.id} has no game, so no options", key="--option")
        return variables
    return {**variables, **printed_words(kit.games, options)}
