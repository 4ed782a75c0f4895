"""Walkthroughs of hands: the whole table at the start and the end, and between them what a turn changed."""

from __future__ import annotations

import pytest

from printkit.compose.table.changes import only_changes
from printkit.games.narration import Frame
from printkit.games.zones import Item, Table, Zone

HANDS = {"A": "ab", "B": "cd", "C": "ef"}


def table(laid: dict[str, str], pot: str = "3", **hands: str) -> Table:
    """Hands, what is laid before seats, a pot, and the mark of the dealer."""
    zones = [Zone("hands", "hand", tuple(map(Item, cards)), seat) for seat, cards in (HANDS | hands).items()]
    zones += [Zone("laid", "row", tuple(map(Item, cards)), seat) for seat, cards in laid.items()]
    return Table("", None, (*zones, Zone("pot", "text", (Item(pot),)), Zone("dealer", "text", (Item("A"),))))


def shown(before: Table, after: Table, *acting: str) -> set[str] | None:
    """What the second of three pictures shows; None without a table."""
    frames = [Frame((at, at), each, acting) for at, each in enumerate((before, after, after), 1)]
    first, second, last = only_changes(frames, lambda zone: zone.name == "dealer")
    assert (first, last) == (frames[0], frames[2])
    return None if second.table is None else {zone.place for zone in second.table.zones}


@pytest.mark.parametrize(
    ("after", "acting", "seen"),
    [
        # Who lays a card, with what lies there to be beaten.
        (table({"B": "x", "C": "f"}, C="e"), "C", {"hands C", "laid C", "laid B", "dealer"}),
        # Who pays has the hand to pay for.
        (table({"B": "x"}, pot="5"), "A", {"hands A", "laid B", "pot", "dealer"}),
        # What changed before others belongs to the turn.
        (table({"B": "x"}, B="c", C="e"), "C", {"hands B", "laid B", "hands C", "dealer"}),
        # Who passes, or has no card left, leaves nothing to see.
        (table({"B": "x"}), "C", None),
        (table({"B": "x"}, C=""), "C", None),
    ],
)
def test_a_turn_is_shown_by_what_it_changed(after: Table, acting: str, seen: set[str] | None) -> None:
    assert shown(table({"B": "x"}), after, *acting) == seen


def test_games_of_one_or_two_pictures_stay_whole() -> None:
    for count in (1, 2):
        frames = [Frame((at, at), table({}), ("A",)) for at in range(count)]
        assert [*only_changes(frames, lambda _: False)] == frames
