"""The table of Tottarot as text and as facts for JSON."""

from __future__ import annotations

from printkit.games.core import SEATS, Seat
from printkit.games.tottarot.cards import FLIP, Kind
from printkit.games.tottarot.rules import DECLARE, OVER, Rules
from printkit.games.tottarot.table import Row, Table

__all__ = ["facts", "picture"]


def facts(table: Table) -> dict[str, object]:
    """All that lies on the table, ready for JSON; lists stand in the order of the seats.

    A fixed fate that lies upside down is written `sun turned` (tottarot §4.4).
    """
    return {
        "round": table.round,
        "turn": min(table.turn, table.rules.turns),
        "start": SEATS[table.seat_at(0)],
        "victories": list(table.victories),
        "fates": [fate.kind if fate else None for fate in table.fates],
        "seen_by": [fate.known_to if fate else None for fate in table.fates],
        "declared": list(table.declared),
        "fixed": [[*map(_shown, _lying(table.rules, row))] for row in table.rows],
        "points": [table.points(seat) for seat in range(table.rules.players)],
        "unused": [list(table.unused(seat)) for seat in range(table.rules.players)],
        "discards": list(table.discards),
    }


def picture(table: Table, seat: Seat) -> str:
    """The round, then a line for each player with points, fates and tokens, as `seat` may see them."""
    rules = table.rules
    eyes = SEATS.index(seat)
    head = f"round {table.round}, turn {min(table.turn, rules.turns)} of {rules.turns}, "
    lines = [
        head + f"start player {SEATS[table.seat_at(0)]}; discarded: {' '.join(table.discards) or 'nothing'}"
    ]
    for each, name in enumerate(rules.seats):
        fixed = ", ".join(_with_points(rules, *card) for card in _lying(rules, table.rows[each]))
        parts = [
            f"{'>' if name == seat else ' '}{name} victories {table.victories[each]}/{rules.victories}",
            f"points {table.points(each):+d}",
            f"fixed: {fixed or 'nothing'}",
            f"tokens: {' '.join(map(str, _tokens(table, each, eyes)))}",
            f"fate: {_fate(table, each, eyes)}",
            f"declared: {_declared(table, each, eyes)}",
        ]
        lines.append("  ".join(parts[: 4 if table.phase == OVER else 6]))
    return "\n".join(lines)


def _lying(rules: Rules, row: Row) -> list[tuple[Kind, bool]]:
    """The cards of a row with whether each lies upside down (tottarot §4.4)."""
    kinds = [kind for kind in row if kind]
    turned = [rules.fate(kind).icon == FLIP for kind in kinds[1:]] + [False]
    return list(zip(kinds, turned[: len(kinds)], strict=True))


def _shown(card: tuple[Kind, bool]) -> str:
    kind, turned = card
    return f"{kind} turned" if turned else kind


def _with_points(rules: Rules, kind: Kind, turned: bool = False) -> str:
    fate = rules.fate(kind)
    points = -fate.points if turned else fate.points
    words = [f"{points:+d}", *([fate.icon] if fate.icon else []), *(["turned"] if turned else [])]
    return f"{kind} ({', '.join(words)})"


def _tokens(table: Table, seat: int, eyes: int) -> list[int | str]:
    """The tokens in hand; while others may not know which one lies declared, that one counts as in hand."""
    secret = table.phase == DECLARE and seat != eyes
    if secret and table.declared[seat] is not None:
        return sorted({*table.rules.tokens} - {*table.used[seat]})
    return list(table.unused(seat))


def _fate(table: Table, seat: int, eyes: int) -> str:
    fate = table.fates[seat]
    if fate is None:
        return "none"
    drawn = "" if fate.drawn_by == SEATS[seat] else f", drawn by {fate.drawn_by}"
    known = _with_points(table.rules, fate.kind) if SEATS[eyes] in fate.known_to else "face down"
    return f"{known}, seen by {fate.known_to}{drawn}"


def _declared(table: Table, seat: int, eyes: int) -> str:
    token = table.declared[seat]
    if token is None:
        return "not yet"
    return "face down" if table.phase == DECLARE and seat != eyes else str(token)
