"""Tables of Tottarot after a sequence of short actions, for tests."""

from __future__ import annotations

from typing import Any

from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.games.tottarot.table import Table

WORDS = ("forgo", "look", "meet", "seize")


def tottarot(*options: str, cards: Any = None) -> Game[Table]:
    """The game under these options (`K=V`)."""
    return make_game("tottarot", options, cards)


def after(line: str, *options: str, cards: Any = None) -> Table:
    """The table after a row of short actions from the start: a kind is drawn, a number declared.

    `sun devil star 0 3 1 seize-A` reads: three draws, three declarations, and a seizure.
    """
    return along(tottarot(*options, cards=cards).start, line)


def along(table: Table, line: str) -> Table:
    """The table after a sequence of short actions."""
    for word in line.split():
        table = table.apply(spelled(word))
    return table


def spelled(word: str) -> str:
    """The action a short word stands for."""
    if word.isdigit():
        return f"declare {word}"
    return word.replace("-", " ") if word.partition("-")[0] in WORDS else f"draw {word}"


def kinds(table: Table) -> list[str | None]:
    """The proclaimed fates by seat."""
    return [fate.kind if fate else None for fate in table.fates]


def seen_by(table: Table, seat: str) -> list[str]:
    """What a seat's view shows of the proclaimed fates, by seat: kinds, `?`, or `-`."""
    (field,) = [word for word in table.view(seat).split() if word.startswith("fates=")]
    return [part.partition(":")[0] for part in field.removeprefix("fates=").split("/")]
