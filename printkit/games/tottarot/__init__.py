"""Tottarot, a game for two to six players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from printkit.games.actions import Actions, Either, Row, Words
from printkit.games.codec import HIDDEN
from printkit.games.core import SEATS, Action
from printkit.games.game import Census, Entry, GameModule
from printkit.games.observation import Coding, Number, OneOf, Slots, subsets
from printkit.games.players import Thumb, best_by
from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.tottarot.narration import narrate
from printkit.games.tottarot.rules import (
    FATES,
    FORGO,
    OPTIONS,
    RECONSTRUCTED,
    SIGNS,
    TABLE,
    Kind,
    fates_of,
    make_rules,
)
from printkit.games.tottarot.table import Table, points_of, start_of
from printkit.games.zones import signed

__all__ = ["GAME", "THUMBS"]


def _printed(options: Mapping[str, str]) -> Mapping[str, str]:
    make_rules(options, None)
    return {key: options[key] for key in ("highest-token", "turns", "victories")}


def _entries(tables: Sequence[Table], actions: Sequence[Action]) -> Iterator[Entry]:
    """Victory tokens a round: of each place from the start player, and of each seat that drew a kind in it."""
    drawn: set[tuple[int, Kind]] = set()
    for table, action, after in zip(tables, actions, tables[1:], strict=False):
        if table.phase == "draw":
            drawn.add((table.actor, action.partition(" ")[2]))
        if after.victories == table.victories:
            continue
        won = [now - then for now, then in zip(after.victories, table.victories, strict=True)]
        for place in range(table.rules.players):
            yield Entry("places", str(place), won[table.seat_at(place)])
        for seat, kind in sorted(drawn):
            yield Entry("fates", kind, won[seat])
        drawn.clear()


_CENSUS = Census(
    titles={
        "places": "victory tokens a round by place, 0 starts",
        "fates": "victory tokens a round of who drew",
    },
    entries=_entries,
    rounds=lambda end: end.round,
)
"""Places and fates, by round."""


def _lines(fields: Fields, turned: bool, variables: Mapping[str, str]) -> tuple[Line, ...]:
    """Turned by 180°, the points read with the other sign, and the icon is the same (tottarot §4.4)."""
    if "points" not in fields:
        return ()
    points = cast(int, fields["points"])
    icon = fields.get("icon")
    emblems = () if icon is None else ((str(icon), -1),)
    return (Line((Figure(signed(-points if turned else points), "points"),), emblems),)


def _wrong(fields: Fields) -> str:
    icon = fields.get("icon")
    return "" if icon is None or icon in SIGNS else f"{icon} is none of the icons {', '.join(SIGNS)}"


def _fields() -> dict[str, Fields]:
    return {
        kind: {"points": fate.points, **({"icon": fate.icon} if fate.icon else {})}
        for kind, fate in FATES.items()
    }


_PROOF = Proof(
    cards=_fields(),
    lines=_lines,
    wrong=_wrong,
    printed={},
    copies={kind: fate.copies for kind, fate in FATES.items()},
    free=RECONSTRUCTED,
    table=TABLE,
)
"""The proof of a deck for Tottarot, one card a kind; reconstructed ones are free to change (tottarot §1.3)."""


def _actions(start: Table) -> Actions:
    rules = start.rules
    return Actions(
        Either(
            FORGO,
            Row("declare ", Words(tuple(map(str, rules.tokens)))),
            Row(Words(("look ", "meet ", "seize ")), Words(rules.seats)),
        ),
        Row("draw ", Words(tuple(kind for kind, _ in rules.fates))),
    )


def _codings(start: Table) -> Mapping[str, Coding]:
    rules = start.rules
    kinds = OneOf(tuple(kind for kind, _ in rules.fates))
    return {
        "rows": Slots(kinds, rules.turns),
        "used": Slots(Number(), rules.turns),
        "discards": Slots(kinds, rules.turns * rules.players),
        "fates.kind": kinds,
        "fates.drawn_by": OneOf(rules.seats),
        "fates.known_to": subsets(rules.seats),
    }


GAME = GameModule(
    id="tottarot",
    names={"ja": "トッタロット", "en": "Tottarot"},
    start=lambda options, cards: start_of(make_rules(options, cards)),
    options=OPTIONS,
    actions=_actions,
    codings=_codings,
    seats_option="players",
    thumbs="printkit.games.tottarot:THUMBS",
    levels={"beginner": "flat:12~1.5", "easy": "cautious", "medium": "greedy", "strong": "ismcts:200"},
    cards_of=fates_of,
    printed=_printed,
    census=_CENSUS,
    narration=narrate,
    proof=_PROOF,
)
"""The game; a kit's cards say what each kind counts, else the table of tottarot §1.3 does."""


def _gain(seen: Any, at: int, owner: int) -> int:
    """How many points a fate would bring the seat in its row; 0 for one it has not seen."""
    fate, row = seen.fates[owner], seen.rows[at]
    if fate is None or fate.kind is HIDDEN:
        return 0
    return points_of(seen.rules, (*row, fate.kind)) - points_of(seen.rules, row)


def _owners(legal: tuple[Action, ...]) -> Iterator[tuple[Action, int]]:
    """From whom fates may be seized."""
    return ((each, SEATS.index(each.split()[1])) for each in legal if each.startswith("seize"))


def _thumb_keep(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """The smallest token with a fate that gains points."""
    return legal[:1] if seen.phase == "declare" and _gain(seen, at, at) > 0 else ()


def _thumb_flee(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """The largest one with any other fate."""
    return legal[-1:] if seen.phase == "declare" and _gain(seen, at, at) <= 0 else ()


def _thumb_best(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Seizes the best fate it has seen, if that gains points."""
    gains = {each: _gain(seen, at, owner) for each, owner in _owners(legal)}
    return [each for each in best_by(gains, gains.__getitem__) if gains[each] > 0]


def _thumb_trust(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else the unseen fate of who declared least of all that hold what they drew."""
    kept = {
        each: seen.declared[owner]
        for each, owner in _owners(legal)
        if seen.fates[owner].kind is HIDDEN
        and seen.fates[owner].drawn_by == SEATS[owner]
        and seen.declared[owner] < seen.declared[at]
    }
    return best_by(kept, lambda each: -kept[each])


THUMBS = (
    Thumb("keep", _thumb_keep),
    Thumb("flee", _thumb_flee),
    Thumb("best", _thumb_best),
    Thumb("trust", _thumb_trust),
)
"""Rules of thumb: a small token keeps a good fate, a large one gets rid of a bad one."""
