"""A game at the table as a value: its record so far, who sits there and who looks; one function for each wish."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.deals import find_deals
from printkit.games.game import Game
from printkit.games.record import Line, Record, read_record, replay, write_record
from printkit.games.state import State
from printkit.jobs.play.play_book import table_game
from printkit.jobs.screen.play_log import Teller, Told
from printkit.solver.seats import HUMAN, seated

__all__ = [
    "FROM",
    "NOBODY",
    "Session",
    "act",
    "advance",
    "begin",
    "brought",
    "chance_action",
    "continued",
    "counted",
    "opened",
    "record_of_session",
    "redo",
    "resumed",
    "seated_at",
    "sit",
    "undo",
    "undoable",
    "written",
]

NOBODY: Seat = ""
"""Nobody looks: the screen goes from one seat to the next, or there is no person."""

READER = "record"
"""Who sits at a table that only shows a record."""

FROM = "from"
"""The header of a table that goes on from a game whose end is known: after how many of its actions."""

# Imagined states a reveal is looked for in.
_IMAGINED = 24
_PLAYERS, _SEED, _DEAL, _UNDONE, _LOOKS, _HINTS, _UNDOS = (
    "players", "seed", "deal", "undone", "looks", "hints", "undos",
)  # fmt: skip
_JOINT = " | "


@dataclass(frozen=True)
class Session:
    """A play and what surrounds it.

    `states` are the start and the state after each of the `actions`. `players` sit in the order of the seats: `human`
    or a player's name. `looks` is the seat whose eyes the screen is for. `undone` may be done again, the next one last.
    """

    game: Game[Any]
    players: tuple[str, ...]
    seed: int
    deal: str = ""
    actions: tuple[Action, ...] = ()
    states: tuple[Any, ...] = ()
    undone: tuple[Action, ...] = ()
    looks: Seat = NOBODY
    hints: int = 0
    undos: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    # What each seat heard of the actions, and is told of them: it takes long to find out; undo begins anew.
    _heard: dict[Seat, dict[int, Action]] = field(default_factory=dict, compare=False, repr=False)
    _told: dict[tuple[Seat, str, int], Told] = field(default_factory=dict, compare=False, repr=False)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in zip(self.game.seats, self.players, strict=True) if name == HUMAN)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by its limit of plies."""
        return self.state.to_move() is None or len(self.actions) >= self.game.module.ply_limit

    @property
    def secret(self) -> bool:
        """Whether something is still hidden from a person at this table."""
        return bool(self.persons) and not self.over and self.game.start.has_secrets()

    @property
    def eyes(self) -> Seat:
        """The seat the screen shows the table to; nobody's eyes see everything that is not secret."""
        if self.over or not self.persons:
            return NOBODY
        return self.looks if self.secret else self.persons[0]

    @property
    def waits_for(self) -> Seat | None:
        """The person who is to take the screen before anything is shown; None where nobody is."""
        seat = self.state.to_move()
        handing = self.secret and len(self.persons) > 1 and seat in self.persons
        if self.secret and len(self.persons) > 1 and self.looks == NOBODY and seat not in self.persons:
            return self.persons[0]
        return seat if handing and seat != self.looks else None

    def told(self, at: int, seat: Seat, teller: Teller) -> Told:
        """An action as it is told to a seat, in the teller's language."""
        key = seat, teller.names.language, at
        if key not in self._told:
            before, after = self.states[at : at + 2]
            heard = self.heard(at, seat) if self.secret else self.actions[at]
            tables = before.table(seat), after.table(seat)
            self._told[key] = teller.told(before, self.actions[at], heard, tables)
        return self._told[key]

    def heard(self, at: int, seat: Seat) -> Action:
        """What a seat learnt of an action when it was done; of a person who has not looked, what everybody did."""
        if at not in self._heard.setdefault(seat, {}):
            self._heard[seat][at] = self._listened(at, seat)
        return self._heard[seat][at]

    def _listened(self, at: int, seat: Seat) -> Action:
        state, action = self.states[at], self.actions[at]
        if seat != NOBODY:
            learnt: Action = state.heard(seat, action)
            return learnt
        heard = {state.heard(each, action) for each in self.persons}
        return heard.pop() if len(heard) == 1 else action.partition(" ")[0]

    @property
    def mover(self) -> str:
        """Who goes on: `human`, `chance`, a player's name, or nothing at the end."""
        seat = self.state.to_move()
        if self.over or seat is None:
            return ""
        return CHANCE if seat == CHANCE else self.players[self.game.seats.index(seat)]


# ── from nothing, and from a text ────────────────────────────────────────────────────────────────────────────────────


def begin(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    players: Sequence[str] = (HUMAN,),
    *,
    seed: int = 0,
    deal: str = "",
    kit_dir: Path | None = None,
) -> Session:
    """A table where nothing has happened yet; players are repeated until all seats are taken.

    A game with deal codes is dealt by one: `deal`, or the deal of the `seed`. Raises `InputError`.
    """
    game = table_game(game_id, options, kit_dir)
    sitting = tuple((players or (HUMAN,))[at % max(1, len(players))] for at in range(len(game.seats)))
    for name in {*sitting} - {HUMAN}:
        seated(game, name, Random(0))
    deals = find_deals(game_id)
    if deal and not deals:
        raise InputError(f"{game_id} has no deal codes", key="deal", hint="give a seed")
    if deals:
        deal = (deals.read(deal) if deal else deals.numbered(seed)).code
    session = Session(game, sitting, seed, deal, states=(game.start,))
    persons = session.persons
    return replace(session, looks=persons[0]) if len(persons) == 1 else session


def opened(text: str, file: str = "record", kit_dir: Path | None = None) -> Session:
    """A record to step through; raises `InputError` and `WrongError` for one that is none or not legal."""
    record = read_record(text, file)
    headers = dict(record.headers)
    if "start" in headers:
        raise InputError("a record that begins elsewhere cannot be shown here", file=file, key="start")
    options = [f"{key}={value}" for key, value in record.options]
    game = table_game(record.game, options, kit_dir, settled=True)
    actions: list[Action] = []
    for step in replay(record, game, file):
        actions += step.actions
    states = _states(game, actions)
    return Session(
        game,
        (READER,) * len(game.seats),
        0,
        headers.get(_DEAL, ""),
        tuple(actions),
        states,
        headers={key: value for key, value in headers.items() if key not in _OWN_HEADERS},
    )


def brought(text: str, file: str = "record", kit_dir: Path | None = None) -> Session:
    """A record from elsewhere; raises like `opened`.

    It goes on where it has not ended and names who sits at each seat, all of whom are known here. Any other is there
    to step through.
    """
    session = opened(text, file, kit_dir)
    names = dict(read_record(text, file).headers).get(_PLAYERS, "").split(",")
    if session.over or len(names) != len(session.game.seats) or not all(map(_known(session.game), names)):
        return session
    kept = resumed(text, file, kit_dir)
    deals = find_deals(kept.game.id)
    return replace(kept, deal=deals.read(kept.deal).code) if deals and kept.deal else kept


def _known(game: Game[Any]) -> Callable[[str], bool]:
    """Whether somebody of that name can sit here."""

    def known(name: str) -> bool:
        try:
            return name == HUMAN or bool(seated(game, name, Random(0)))
        except InputError:
            return False

    return known


def resumed(text: str, file: str, kit_dir: Path | None = None) -> Session:
    """The table whose record was kept; raises like `opened`."""
    session = opened(text, file, kit_dir)
    headers = dict(read_record(text, file).headers)
    try:
        players = tuple(headers[_PLAYERS].split(","))
        numbers = [int(headers.get(key, "0")) for key in (_SEED, _HINTS, _UNDOS)]
        undone = tuple(filter(None, headers.get(_UNDONE, "").split(_JOINT)))
        if len(players) != len(session.game.seats) or min(numbers) < 0:
            raise ValueError
    except (KeyError, ValueError):
        raise InputError("not a table that was kept here", file=file) from None
    seed, hints, undos = numbers
    # Nobody looks after a restart but a person who is alone: the screen may be in other hands.
    kept = replace(session, players=players, seed=seed, hints=hints, undos=undos, undone=undone)
    return replace(kept, looks=kept.persons[0]) if len(kept.persons) == 1 else kept


def _states(game: Game[Any], actions: Sequence[Action]) -> tuple[Any, ...]:
    states = [game.start]
    for action in actions:
        states.append(states[-1].after(action))
    return tuple(states)


def continued(session: Session, at: int, players: Sequence[str]) -> Session:
    """A new table that goes on where another stood after `at` actions."""
    begun = begin(session.game.id, session.game.options, players, seed=session.seed, deal=session.deal)
    known = {FROM: str(at)} if session.over else {}
    headers = dict(session.headers) | known
    states = session.states[: at + 1]
    return replace(begun, game=session.game, actions=session.actions[:at], states=states, headers=headers)


# ── to a text ────────────────────────────────────────────────────────────────────────────────────────────────────────


def record_of_session(session: Session) -> Record:
    """The record of what was played, for anybody: with its deal, players and what was asked and taken back."""
    counts = ((_HINTS, session.hints), (_UNDOS, session.undos))
    origin = ((_DEAL, session.deal),) if session.deal else ((_SEED, str(session.seed)),)
    read = session.players == (READER,) * len(session.players)
    headers = (
        *(() if read else (*origin, (_PLAYERS, ",".join(session.players)))),
        *((key, str(count)) for key, count in counts if count),
        *session.headers.items(),
    )
    outcome = session.state.outcome()
    result = outcome.result if outcome else "unfinished"
    return Record(session.game.id, tuple(session.game.options.items()), headers, _lines(session), result)


def written(session: Session) -> str:
    """The text a table is kept in; `resumed` reads it."""
    record = record_of_session(session)
    more = [(_SEED, str(session.seed))] if session.deal else []
    more += [(_UNDONE, _JOINT.join(session.undone))] if session.undone else []
    return write_record(replace(record, headers=(*record.headers, *more)))


def _lines(session: Session) -> tuple[Line, ...]:
    lines = []
    at = 0
    for text in session.game.fold(session.actions):
        lines.append(Line(text, session.states[at].to_move() == CHANCE))
        at += len(session.game.expand(text))
    return tuple(lines)


_OWN_HEADERS = (_PLAYERS, _SEED, _DEAL, _UNDONE, _LOOKS, _HINTS, _UNDOS)


# ── wishes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def sit(session: Session, seat: Seat) -> Session:
    """The person whose turn it is takes the screen; WrongError for any other."""
    if seat != session.waits_for:
        raise WrongError(f"the screen is not for {seat[:20]!r}")
    return replace(session, looks=seat)


def act(session: Session, action: Action) -> Session:
    """The person to move does this; raises `IllegalAction`, and `WrongError` where no person is to move here."""
    if session.mover != HUMAN or session.waits_for is not None:
        raise WrongError("it is not your turn")
    return _done(session, action)


def advance(session: Session, answer: Action | None = None) -> Session:
    """Chance has its way, as long as a record writes it as one line; or a player has answered."""
    if session.mover in ("", HUMAN, READER):
        raise WrongError("nothing goes on by itself")
    if session.mover != CHANCE:
        if answer is None:
            raise WrongError(f"{session.mover} has not answered yet")
        return _done(session, answer)
    first = len(session.actions)
    session = _done(session, chance_action(session))
    while session.mover == CHANCE and not session.over:
        longer = _done(session, chance_action(session))
        if not _one_line(session.game, longer.actions[first:]):
            break
        session = longer
    return session


def _one_line(game: Game[Any], actions: Sequence[Action]) -> bool:
    """Whether a record writes these actions as one line, or may when there are more of them."""
    begun = any(
        len(actions) <= macro.times and all(each.split()[0] == macro.action for each in actions)
        for macro in game.macros
    )
    return begun or len(game.fold(actions)) == 1


def chance_action(session: Session) -> Action:
    """What chance does next: it follows from the deal, or from the seed and how much has happened."""
    if session.deal:
        deals = find_deals(session.game.id)
        assert deals is not None
        return deals.chance(deals.read(session.deal), session.state)
    action: Action = session.state.sample(Random(session.seed * 1_000_003 + len(session.actions)))
    return action


def _done(session: Session, action: Action) -> Session:
    after = session.state.apply(action)
    again = bool(session.undone) and session.undone[-1] == action
    return replace(
        session,
        actions=(*session.actions, action),
        states=(*session.states, after),
        undone=session.undone[:-1] if again else (),
    )


def undoable(session: Session) -> int:
    """How many actions an undo takes back; 0 where it may not.

    Alone at an open game: back to one's last choice. Else one's own last action, if nobody has learnt anything by it.
    """
    persons = session.persons
    movers = [state.to_move() for state in session.states[:-1]]
    if not movers or not persons:
        return 0
    if len(persons) == 1 and not session.game.start.has_secrets():
        own = [at for at, seat in enumerate(movers) if seat == persons[0]]
        return len(movers) - own[-1] if own else 0
    mine = movers[-1] in persons and (not session.secret or movers[-1] == session.looks)
    return int(mine and not session.over and not _reveals(session))


def _reveals(session: Session) -> bool:
    """Whether anybody may have learnt something by the last action.

    Who did it has not if nothing else could have come of it; the others have not if it was no secret what could be
    done. Both are asked of states the seat that looks cannot distinguish from the true one: the answer gives nothing
    away.
    """
    before, action, after = session.states[-2], session.actions[-1], session.state
    if not session.game.start.has_secrets():
        return False
    if after.stage() != before.stage():
        return True
    seat, legal, seen = before.to_move(), before.legal(), after.view(before.to_move())
    rng = Random(len(session.actions))
    for _ in range(_IMAGINED):
        world: State = before.determinize(seat, rng)
        if world.after(action).view(seat) != seen:
            return True
        others = (each for each in session.game.seats if each != seat)
        if any(world.determinize(other, rng).legal() != legal for other in others):
            return True
    return False


def undo(session: Session) -> Session:
    """What `undoable` allows is taken back, and may be done again; WrongError where nothing may be."""
    count = undoable(session)
    if not count:
        raise WrongError("nothing may be taken back here")
    kept = len(session.actions) - count
    return replace(
        session,
        actions=session.actions[:kept],
        states=session.states[: kept + 1],
        _heard={},
        _told={},
        undone=(*session.undone, *reversed(session.actions[kept:])),
        undos=session.undos + 1,
    )


def redo(session: Session) -> Session:
    """What was taken back last is done again, up to the next choice of a person; WrongError where nothing was."""
    if not session.undone:
        raise WrongError("nothing was taken back")
    session = _done(session, session.undone[-1])
    while session.undone and session.mover != HUMAN:
        session = _done(session, session.undone[-1])
    return session


def counted(session: Session) -> Session:
    """The table after a hint was given."""
    return replace(session, hints=session.hints + 1)


def seated_at(session: Session, seat: Seat) -> str:
    """Who sits there."""
    return session.players[session.game.seats.index(seat)]
