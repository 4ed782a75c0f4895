"""What a page shows of a session: picture, actions, log and what may be done, as one seat may know it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from printkit.games.core import CHANCE, PLAYER, Action, Seat
from printkit.games.toolkit.casts import casts
from printkit.games.zones import Table
from printkit.jobs.screen.screen import DrawnTable, Room, ScreenKit
from printkit.jobs.screen.screen_game import comparison
from printkit.solver.seats import HUMAN
from printkit.web.session import READER, Session, undoable

__all__ = ["NAMED", "Labels", "Looking", "labels_at", "view_of"]

NAMED = re.compile(r"[^\s>*^~,:+=@]+")
"""What an action names: a card, a square, a number, between the signs of a record."""

_PLAY = re.compile(r"([a-z]+)(\d*):(\w)")
_SLOT = re.compile(r"<([a-z]+)>")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
# Words of a record that only join two things.
_JOINTS = frozenset({"for", "on"})
_PLACES = ("first", "second", "third", "fourth")


class Labels:
    """Says actions in one language: a kit's words for its games come first, then the page's own.

    The text of an action is `narration.verb.GAME.VERB`, `narration.verb.VERB`, or the page's `verb.VERB`; for what
    chance does `*VERB` comes first. An action without a verb goes by its shape, each name a `_` (`_>_`). `<all>`,
    `<first>` to `<fourth>`, `<last>` and `<rest>` stand for what is named; a part in square brackets goes where
    nothing is.
    """

    def __init__(
        self, kit: ScreenKit, game: str, language: str, words: Mapping[str, str], places: Set[str]
    ) -> None:
        self.kit, self.game, self.language, self.words, self.places = kit, game, language, words, places

    def chosen(self, action: Action) -> str:
        """What a person does, as a button says it: a name may be a place of the table."""
        return self._said(action, chance=False)

    def happened(self, action: Action) -> str:
        """What chance did: a name is a card."""
        return self._said(action, chance=True)

    def verb(self, action: Action) -> str:
        """What chance will do, without what comes of it."""
        return self._said(action.partition(" ")[0], chance=True)

    def _said(self, action: Action, *, chance: bool) -> str:
        verb, _, rest = action.partition(" ")
        words = [word for word in rest.split() if word not in _JOINTS]
        if not NAMED.fullmatch(verb):
            verb, words = NAMED.sub("_", verb), NAMED.findall(verb)
        named = [self._card(word) or word for word in words] if chance else list(self._names(words))
        text = (chance and self._text("verb", f"*{verb}")) or self._text("verb", verb)
        if not text:
            text, named = self.words["named"], [verb, *named]
        values = dict(zip(_PLACES, named, strict=False))
        if named:
            values |= {"all": self._list(named), "last": named[-1]}
        if named[1:]:
            values["rest"] = self._list(named[1:])
        return _filled(text, values)

    def _text(self, table: str, key: str) -> str:
        """The kit's text for this game, its text for all, or the page's own; empty where there is none."""
        for own in (f"narration.{table}.{self.game}.{key}", f"narration.{table}.{key}"):
            if text := self.kit.text(self.language, own):
                return text
        return self.words.get(f"{table}.{key}", "")

    def _list(self, names: Iterable[str]) -> str:
        return self.words["comma"].join(names)

    def _names(self, words: Sequence[str]) -> Iterator[str]:
        """What each word names; the cards after a word like `set:5` are one name together with it."""
        for at, word in enumerate(words):
            if kind := _PLAY.fullmatch(word):
                name, size, top = kind.groups()
                cards = self._list(self._names(words[at + 1 :]))
                values = {"size": size, "top": self._named(top), "cards": cards}
                yield _filled(self._text("play", f"{name}s" if size else name) or "<cards>", values)
                return
            yield " → ".join(map(self._named, word.split(">")))

    def _named(self, word: str) -> str:
        if own := self._text("word", word):
            return own
        if word not in self.places and (card := self._card(word)):
            return card
        # `B2` is the second thing of B where the kit has a word for it.
        thing = self._text("word", word[1:]) if word[:1].isupper() else ""
        return _filled(self.words["of-seat"], {"thing": thing, "seat": word[0]}) if thing else word

    def _card(self, word: str) -> str:
        """A card's name by its code, one that lies reversed called so; empty for what is none."""
        if name := self.kit.named_card(self.language, word):
            return name
        bare = word.removesuffix("r")
        name = self.kit.named_card(self.language, bare) if bare.isdigit() and bare != word else ""
        return f"{name}{self.words['turned-after']}" if name else ""


def _filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what is known in the place of its slots; a part in brackets goes with a slot that is not."""
    kept = _OPTIONAL.sub(lambda part: part[1] if values.keys() >= set(_SLOT.findall(part[1])) else "", text)
    return _SLOT.sub(lambda slot: values.get(slot[1], ""), kept).strip()


# A row of sticks is never longer.
_MOST_STICKS = 24


@dataclass(frozen=True, slots=True)
class Looking:
    """How a page looks at a table: the language, its own words, and its room for the picture."""

    language: str
    words: Mapping[str, str]
    room: Room


def view_of(session: Session, kit: ScreenKit, looking: Looking, at: int | None = None) -> dict[str, Any]:
    """All a page is given, after the first `at` actions (None: now); nothing the seat that looks may not know."""
    live = at is None or at >= len(session.actions)
    shown = len(session.actions) if live else max(0, at or 0)
    session_facts = _facts(session, looking)
    if session.waits_for is not None:
        return {**session_facts, "handover": session.waits_for}
    state = session.states[shown]
    seat = session.eyes
    acting = [state.to_move()] if state.to_move() not in (None, CHANCE, PLAYER) else []
    drawing = kit.draw(state.table(seat), looking.language, looking.words, looking.room, acting)
    mine = live and session.mover == HUMAN
    labels = _labels(session, kit, looking.language, looking.words, state.table(seat))
    return {
        **session_facts,
        "at": shown,
        "live": live,
        "to_move": state.to_move(),
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
        "next": _next(session, labels) if live else "",
        "last": _last(session, shown, state.table(seat), drawing),
        "log": list(_log(session, seat, labels, shown)),
        "cast": _cast(session, kit, shown),
        "sum": _sum(session, kit, shown, looking.language),
    }


def _labels(
    session: Session, kit: ScreenKit, language: str, words: Mapping[str, str], table: Table
) -> Labels:
    places = {name for zone in table.zones for name in (zone.name, *zone.names)}
    return Labels(kit, session.game.id, language, words, places)


def labels_at(
    session: Session,
    kit: ScreenKit,
    language: str,
    words: Mapping[str, str],
    at: int,
    named: Iterable[Action],
) -> dict[Action, str]:
    """What these actions are called at a moment."""
    state = session.states[at]
    labels = _labels(session, kit, language, words, state.table(state.to_move() or ""))
    return {action: labels.chosen(action) for action in named}


def _facts(session: Session, looking: Looking) -> dict[str, Any]:
    outcome = session.state.outcome()
    module = session.game.module
    return {
        "game": session.game.id,
        "name": module.names.get(looking.language, session.game.id),
        "options": _unusual(session),
        "players": dict(zip(session.game.seats, session.players, strict=True)),
        "looks": session.eyes,
        "mover": session.mover,
        "over": session.over,
        "outcome": {"result": outcome.result, "reason": outcome.reason} if outcome else None,
        "count": len(session.actions),
        "stops": _stops(session),
        "undo": undoable(session) > 0,
        "redo": bool(session.undone),
        "hints": session.hints,
        "undos": session.undos,
        "open": not session.secret,
        "deal": session.deal or str(session.seed) if not session.secret else "",
        "reader": READER in session.players,
        "persons": list(session.persons),
        "choices": _choices(session) if session.over else [],
    }


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


def _next(session: Session, labels: Labels) -> str:
    """What goes on by itself, in words."""
    mover = session.mover
    if mover in ("", HUMAN, READER):
        return ""
    if mover != CHANCE:
        return f"{session.state.to_move()}: {mover}"
    return labels.verb(session.state.legal()[0])


# ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def path_of(action: Action, drawing: DrawnTable, seat: Seat | None) -> list[list[str]]:
    """The things an action names, one after the other: what the seat to move holds, else its own, else any."""
    path = []
    for word in NAMED.findall(action.partition(" ")[2] or action):
        places = [thing for thing in drawing.things if word in thing.names]
        own = [thing for thing in places if thing.owner == seat]
        held = [thing for thing in own if thing.held]
        if places:
            path.append([thing.id for thing in held or own or places])
    return path


def _last(session: Session, shown: int, table: Table, drawing: DrawnTable) -> list[str]:
    """The squares of a board that the last action of a seat named."""
    squares = {name for zone in table.zones if zone.kind == "grid" for name in zone.names}
    done = [
        action for at, action in enumerate(session.actions[:shown]) if session.states[at].to_move() != CHANCE
    ]
    named = squares.intersection(NAMED.findall(done[-1])) if done else squares & set()
    return [thing.id for thing in drawing.things if named.intersection(thing.names)]


# ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────────


def _log(session: Session, seat: Seat, labels: Labels, shown: int) -> Iterator[dict[str, Any]]:
    """Each line of the record as the seat heard it; equal ones in a row as one with their number."""
    heard = [
        (at, session.states[at].to_move(), _heard(session, at, seat)) for at in range(len(session.actions))
    ]
    for (mover, text), group in groupby(heard, lambda each: each[1:]):
        rows = list(group)
        times = f" ×{len(rows)}" if len(rows) > 1 else ""
        yield {
            "at": rows[-1][0] + 1,
            "seat": "" if mover in (CHANCE, PLAYER) else mover,
            "chance": mover == CHANCE,
            "text": (labels.happened if mover == CHANCE else labels.chosen)(text) + times,
            "now": rows[0][0] < shown <= rows[-1][0] + 1,
        }


def _heard(session: Session, at: int, seat: Seat) -> Action:
    if not session.secret:
        return session.actions[at]
    return session.heard(at, seat)


def _sum(session: Session, kit: ScreenKit, shown: int, language: str) -> dict[str, Any] | None:
    """What the last action made the rules compare, in figures."""
    if not shown:
        return None
    compared = comparison(kit, session.game, session.states[shown - 1], session.actions[shown - 1], language)
    return compared._asdict() if compared else None


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
