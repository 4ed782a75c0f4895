"""What a page shows of a session: picture, actions, log and what may be done, as one seat may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from printkit.games.core import CHANCE, NAMED, PLAYER, Action, Seat
from printkit.games.toolkit.turns import casts
from printkit.games.zones import Table, Zone
from printkit.jobs.play.advise import advised_by
from printkit.jobs.screen.guided import guide_of, rule_places, seen_steps, step_texts
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen import DrawnTable, Room, ScreenKit
from printkit.jobs.screen.screen_game import comparison
from printkit.solver.seats import HUMAN
from printkit.web.session import READER, Session, seated_at, undoable

__all__ = ["Looking", "labels_at", "view_of"]

# A row of sticks is never longer.
_MOST_STICKS = 24
# The zones of which everybody may know how much each seat has there.
_COUNTED = ("hands", "captured")


@dataclass(frozen=True, slots=True)
class Looking:
    """How a page looks at a table: the language, its own words, its room for the picture, and whether with a guide."""

    language: str
    words: Mapping[str, str]
    room: Room
    guided: bool = False


def view_of(session: Session, kit: ScreenKit, looking: Looking, at: int | None = None) -> dict[str, Any]:
    """All a page is given, after the first `at` actions (None: now); nothing the seat that looks may not know."""
    live = at is None or at >= len(session.actions)
    shown = len(session.actions) if live else max(0, at or 0)
    teller = Teller(kit.names(session.game.id, looking.language, looking.words), session.game)
    session_facts = _facts(session, looking, teller)
    if session.waits_for is not None:
        return {**session_facts, "handover": session.waits_for}
    state = session.states[shown]
    seat = session.eyes
    acting = [state.to_move()] if state.to_move() not in (None, CHANCE, PLAYER) else []
    table = state.table(seat)
    labels = teller.labels(table)
    drawing = kit.draw(table, teller.names, looking.room, acting)
    mine = live and session.mover == HUMAN
    return {
        **session_facts,
        "at": shown,
        "live": live,
        "to_move": state.to_move(),
        "sitting": list(_sitting(session, table, teller)),
        "drawing": _plain(drawing),
        "actions": [
            {
                "text": action,
                "label": labels.chosen(action),
                "path": path_of(action, drawing, state.to_move()),
            }
            for action in state.legal()
        ]
        if mine
        else [],
        "next": _next(session, teller, table) if live else "",
        "last": _last(session, shown, seat, drawing),
        "log": list(_log(session, seat, teller, shown)),
        "cast": _cast(session, kit, shown),
        "sum": _sum(session, kit, shown, looking.language),
        "rule": _rule(session, kit, state),
        "guide": _guide(session, kit, teller, shown) if looking.guided else None,
    }


def labels_at(
    session: Session,
    kit: ScreenKit,
    language: str,
    words: Mapping[str, str],
    at: int,
    named: Iterable[Action],
) -> dict[Action, str]:
    """What these actions are called at a moment."""
    seat = session.states[at].to_move() or ""
    teller = Teller(kit.names(session.game.id, language, words), session.game)
    labels = teller.labels(session.states[at].table(seat))
    return {action: labels.chosen(action) for action in named}


def _facts(session: Session, looking: Looking, teller: Teller) -> dict[str, Any]:
    outcome = session.state.outcome()
    module = session.game.module
    return {
        "game": session.game.id,
        "name": module.names.get(looking.language, session.game.id),
        "about": _about(session, teller),
        "options": _unusual(session),
        "players": dict(zip(session.game.seats, session.players, strict=True)),
        "looks": session.eyes,
        "mover": session.mover,
        "over": session.over,
        "outcome": {"result": outcome.result, "reason": teller.ended(session.state)} if outcome else None,
        "count": len(session.actions),
        "stops": _stops(session),
        "undo": undoable(session) > 0,
        "redo": bool(session.undone),
        "hints": session.hints,
        "advised_by": advised_by(session.game.id),
        "undos": session.undos,
        "open": not session.secret,
        "deal": session.deal or str(session.seed) if not session.secret else "",
        "reader": READER in session.players,
        "persons": list(session.persons),
        "choices": _choices(session) if session.over else [],
    }


def _called(session: Session, seat: Seat, teller: Teller) -> str:
    """Who sits at a seat, in words: you, a person, or a player by level or name."""
    player = seated_at(session, seat)
    if player == READER:
        return ""
    return teller.names.word("sitting.you" if session.persons == (seat,) else player)


def _about(session: Session, teller: Teller) -> str:
    """Who plays against whom, for a person at a table for several."""
    if len(session.game.seats) == 1 or len(session.persons) != 1:
        return ""
    (own,) = session.persons
    others = dict.fromkeys(_called(session, seat, teller) for seat in session.game.seats if seat != own)
    return teller.word("sitting.about", {"seat": own, "names": teller.names.listed(others)})


def _sitting(session: Session, table: Table, teller: Teller) -> Iterator[dict[str, Any]]:
    """Each seat of a table for several: who sits there, its points, and how many cards and captured pieces it has."""
    points = dict(table.points)
    for seat in session.game.seats if len(session.game.seats) > 1 else ():
        counts = [
            f"{teller.names.zone(zone.name)} {_counted(zone)}"
            for zone in table.zones
            if zone.owner == seat and zone.name in _COUNTED and _counted(zone)
        ]
        yield {
            "seat": seat,
            "name": _called(session, seat, teller),
            "points": f"{points[seat]:g}".replace("-", "−") if seat in points else "",
            "counts": counts,
            "moves": seat == table.to_move,
        }


def _counted(zone: Zone) -> int:
    """How many things lie in a zone, seen or not."""
    return zone.count if zone.count is not None else sum(item is not None for item in zone.items)


def _plain(drawing: DrawnTable) -> dict[str, Any]:
    return {**drawing._asdict(), "things": [thing._asdict() for thing in drawing.things]}


def _unusual(session: Session) -> list[str]:
    usual = {option.key: option.usual for option in session.game.module.options}
    return [f"{key}={value}" for key, value in session.game.options.items() if usual.get(key) != value]


def _stops(session: Session) -> list[int]:
    """After how many actions a page that steps through the play stops: after each line of its record."""
    stops, at = [0], 0
    for line in session.game.fold(session.actions):
        at += len(session.game.expand(line))
        stops.append(at)
    return stops


def _choices(session: Session) -> list[dict[str, Any]]:
    """Where people chose between several actions, and what they took."""
    return [
        {"at": at, "seat": state.to_move(), "taken": session.actions[at]}
        for at, state in enumerate(session.states[:-1])
        if state.to_move() in session.persons and len(state.legal()) > 1
    ]


def _next(session: Session, teller: Teller, table: Table) -> str:
    """What goes on by itself, in words."""
    mover = session.mover
    if mover in ("", HUMAN, READER):
        return ""
    if mover != CHANCE:
        return f"{session.state.to_move()}: {teller.names.word(mover)}"
    return teller.labels(table).coming(session.state.legal()[0])


# ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def path_of(action: Action, drawing: DrawnTable, seat: Seat | None) -> list[list[str]]:
    """The things an action names, one after the other: what the seat to move holds, else its own, else any.

    A number is the seat's own piece (`A1`) where it has one on a board, and no square.
    """
    path = []
    for word in NAMED.findall(action.partition(" ")[2] or action):
        pieces = [thing for thing in drawing.things if f"{seat}{word}" in thing.what.split()]
        places = pieces or [thing for thing in drawing.things if word in thing.names]
        own = [thing for thing in places if thing.owner == seat]
        held = [thing for thing in own if thing.held]
        if places:
            path.append([thing.id for thing in held or own or places])
    return path


def _last(session: Session, shown: int, seat: Seat, drawing: DrawnTable) -> list[str]:
    """The squares of a board that the last action of a seat named or changed; a number in it may be anything."""
    done = [at for at in range(shown) if session.states[at].to_move() != CHANCE]
    if not done:
        return []
    before, after = (_squares(session.states[at].table(seat)) for at in (done[-1], done[-1] + 1))
    named = {name for name in NAMED.findall(session.actions[done[-1]]) if not name.isdecimal()}
    marked = {name for name in after if name in named or before.get(name) != after[name]}
    return [thing.id for thing in drawing.things if marked.intersection(thing.names)]


def _squares(table: Table) -> dict[str, object]:
    """What stands on each square of its boards."""
    return {
        name: item
        for zone in table.zones
        if zone.kind == "grid"
        for name, item in zip(zone.names, zone.items, strict=False)
    }


# ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────────


def _log(session: Session, seat: Seat, teller: Teller, shown: int) -> Iterator[dict[str, Any]]:
    """Each line of the record as the seat heard it; equal ones in a row as one with their number."""
    lines = [
        (at, session.states[at].to_move() == CHANCE, session.told(at, seat, teller))
        for at in range(len(session.actions))
    ]
    for (chance, told), group in groupby(lines, lambda each: each[1:]):
        rows = list(group)
        times = f" ×{len(rows)}" if len(rows) > 1 else ""
        yield {
            "at": rows[-1][0] + 1,
            "seat": told.seat,
            "chance": chance,
            "text": told.text + times,
            "now": rows[0][0] < shown <= rows[-1][0] + 1,
        }


def _sum(session: Session, kit: ScreenKit, shown: int, language: str) -> dict[str, Any] | None:
    """What the last action made the rules compare, in figures."""
    if not shown:
        return None
    compared = comparison(kit, session.game, session.states[shown - 1], session.actions[shown - 1], language)
    return compared._asdict() if compared else None


def _rule(session: Session, kit: ScreenKit, state: Any) -> dict[str, str] | None:
    """Where the kit's rules say what is in force in a state; None where they do not."""
    place = rule_places(kit).get((session.game.id, state.moment()))
    return place._asdict() if place else None


def _guide(session: Session, kit: ScreenKit, teller: Teller, shown: int) -> dict[str, Any] | None:
    """The steps of the guide that have come, in words, and how many there are; None where the kit has none."""
    game, names = session.game, teller.names
    guided, seat = guide_of(kit.kit, game.id), next(iter(session.persons), "")
    if guided is None or not seat:
        return None
    outcome = session.state.outcome()
    result = names.word(f"result.{outcome.result}") if outcome else ""
    if outcome and result == f"result.{outcome.result}":
        result = names.word("result.win" if seat in outcome.result.split("+") else "result.lose")
    seen = seen_steps(kit.kit, game, seat, session.states[: shown + 1], session.actions[:shown])
    steps = []
    for step, at, choice in seen:
        told = session.told(at - 1, session.eyes, teller) if at else None
        said = " ".join(filter(None, (told.seat, told.text))) if told else ""
        title, text = step_texts(kit, names, step, {"told": said[:1].upper() + said[1:], "result": result})
        steps.append({"id": step.id, "at": at, "choice": choice, "title": title, "text": text})
    return {"steps": steps, "of": len(guided.steps)}


def _cast(session: Session, kit: ScreenKit, shown: int) -> dict[str, Any] | None:
    """How the sticks fell, where the last action was a throw of them."""
    if not shown or session.states[shown - 1].to_move() != CHANCE:
        return None
    before, action = session.states[shown - 1], session.actions[shown - 1]
    verb, _, fell = action.partition(" ")
    sticks = len(before.legal()) - 1
    if not (fell.isdigit() and 1 < sticks <= _MOST_STICKS and before.chances() == casts(sticks, verb)):
        return None
    return {"dark": int(fell), "of": sticks, "sides": [kit.stick(False), kit.stick(True)]}
