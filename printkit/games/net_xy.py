"""六裁, a race over 31 squares: cups to drink on the lined ones, and back to the start for who is caught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self

from printkit.games.actions import Actions, Either, Row, Words, numbers
from printkit.games.board_facts import BoardFacts
from printkit.games.core import SEATS, Action, Outcome, Seat, choice
from printkit.games.game import PLACES, Game, GameModule
from printkit.games.narration import Frame, Move, Narration, Pair, Sentence, standing, with_ways
from printkit.games.observation import Number, Slots
from printkit.games.players import Thumb, best_by
from printkit.games.record import Step
from printkit.games.state import agreed, aside, by_seat
from printkit.games.throwing_sticks.narration import narration, thrown
from printkit.games.toolkit.cards import setat, take
from printkit.games.toolkit.stakes import most_points
from printkit.games.toolkit.turns import CAST, OVER, Thrown
from printkit.games.zones import Item, Table, Zone, board_zone

__all__ = ["GAME", "GOAL", "LINES", "OX", "PRIZES", "THUMBS", "Cups", "Piece"]

BOARD = ("...3...3", "3...3...", ".2..2..2", ".2..2..S")
"""Four rows of eight squares from the top, with their lines (net-xy §1.1)."""
_ROUTE = "".join(row[::-1] if at % 2 == 0 else row for at, row in enumerate(reversed(BOARD)))
LINES: Mapping[int, int] = {step: int(sign) for step, sign in enumerate(_ROUTE) if sign.isdecimal()}
"""The lines on each step of the way (net-xy §1.1)."""
GOAL = len(_ROUTE) - 1
COLUMNS, ROWS = tuple("abcdefgh"), tuple("4321")
_NAMES = [[column + row for column in COLUMNS] for row in ROWS]
WAY = tuple(name for at, row in enumerate(reversed(_NAMES)) for name in (row[::-1] if at % 2 == 0 else row))
"""The squares in the order of the way, by column and row."""

PRIZES = (10, 6, 3, 1, 0, 0)
MOST = len(PRIZES)
OX = 10
"""What 牛行 is worth beside its 22 cups (net-xy §2.4)."""


class Piece(NamedTuple):
    """How far a piece has come, on how many lined squares it has stood, and whether it was ever sent back."""

    step: int = 0
    stood: int = 0
    sent: bool = False


@dataclass(frozen=True, kw_only=True)
class Cups(Thrown):
    """A moment of 六裁: `dark` is the throw to be moved, `cups` what was drunk, `prizes` those left."""

    sticks: ClassVar[int] = 6

    die: bool = agreed(False)
    phase: Literal["first", "cast", "move", "prize", "over"] = aside("first")
    dark: int = 0
    pieces: tuple[tuple[Piece, ...], ...] = by_seat()
    cups: tuple[int, ...] = by_seat()
    won: tuple[int, ...] = by_seat()
    prizes: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.cups)

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        if self.die and self.phase == CAST:
            return tuple((f"cast {number}", Fraction(1, 6)) for number in range(1, 7))
        return super().chances()

    def sample(self, rng: Random) -> Action:
        if self.die and self.phase == CAST:
            return f"cast {1 + int(rng.random() * 6)}"
        return super().sample(rng)

    def legal(self) -> tuple[Action, ...]:
        if self.phase == "move":
            moving = [at for at, piece in enumerate(self.pieces[self.turn], 1) if piece.step < GOAL]
            return tuple(f"move {at}" for at in moving)
        if self.phase == "prize":
            return tuple(sorted({f"prize {prize}" for prize in self.prizes}))
        return tuple(action for action, _ in self.chances())

    def after(self, action: Action) -> Self:
        word, about = action.split()
        if word == "first":
            return self.changed(phase=CAST, turn=SEATS.index(about))
        if word == "cast":
            return self.changed(phase="move", dark=int(about))
        if word == "prize":
            prize = int(about)
            won = setat(self.won, self.turn, self.won[self.turn] + prize)
            return self.changed(won=won, prizes=take(self.prizes, (prize,)))._next()
        return self._moved(int(about) - 1)

    def _moved(self, number: int) -> Self:
        """A piece goes as far as the throw says, and nowhere if that is beyond the goal (net-xy §2.1 to §2.5)."""
        at, pieces = self.turn, self.pieces
        piece = pieces[at][number]
        step = piece.step + self.dark
        if step > GOAL:
            return self.changed(dark=0)._next()
        lines = LINES.get(step, 0)
        stood = piece.stood + (1 if lines and self.dark else 0)
        if 0 < step < GOAL:
            pieces = tuple(
                tuple(Piece(0, 0, True) if other.step == step and seat != at else other for other in theirs)
                for seat, theirs in enumerate(pieces)
            )
        piece = piece._replace(step=step, stood=stood)
        award = OX if step == GOAL and stood == len(LINES) and not piece.sent else 0
        state = self.changed(
            dark=0,
            pieces=setat(pieces, at, setat(pieces[at], number, piece)),
            cups=setat(self.cups, at, self.cups[at] + lines),
            won=setat(self.won, at, self.won[at] + award),
        )
        return state.changed(phase="prize") if state.home(at) else state._next()

    def home(self, at: int) -> bool:
        """Whether all pieces of a seat are at the goal."""
        return all(piece.step == GOAL for piece in self.pieces[at])

    def _next(self) -> Self:
        """The next seat that is not home; when only one is left, it gets the last prize (net-xy §2.6)."""
        left = [at for at in self.order(self.behind(self.turn)) if not self.home(at)]
        if len(left) > 1:
            return self.changed(phase=CAST, turn=left[0])
        won = setat(self.won, left[0], self.won[left[0]] + self.prizes[0])
        return self.changed(phase=OVER, turn=left[0], won=won, prizes=())

    def table(self, seat: Seat) -> Table:
        """The board with the seats' letters where their pieces stand, and what each seat has taken."""
        plain = super().table(seat)
        standing = [
            (letter, WAY[piece.step])
            for letter, theirs in zip(SEATS, self.pieces, strict=False)
            for piece in theirs
        ]
        names = tuple(name for row in _NAMES for name in row)
        board = board_zone(standing, names, len(COLUMNS))
        prizes = Zone("prizes", "row", tuple(Item(str(prize)) for prize in self.prizes))
        rest = tuple(zone for zone in plain.zones if zone.name not in ("pieces", "dark", "prizes"))
        return replace(plain, zones=(board, prizes, *rest))

    def outcome(self) -> Outcome | None:
        return most_points(self._points(), cause="home") if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self._points()))

    def _points(self) -> tuple[int, ...]:
        return tuple(cups + won for cups, won in zip(self.cups, self.won, strict=True))

    def problem(self) -> str:
        home = sum(map(self.home, range(self.players)))
        if self.phase not in (OVER, "prize") and (home == self.players or self.home(self.turn)):
            return "that seat is home"
        if any(not 0 <= piece.step <= GOAL for theirs in self.pieces for piece in theirs):
            return "a piece is off the board"
        return "" if 0 <= self.dark <= self.sticks else "no throw shows so much"


def worth(state: Cups, seat: Seat) -> float:
    """The points, and what the way that is behind the pieces promises."""
    at = state.index(seat)
    if state.phase == OVER or (state.home(at) and not (state.phase == "prize" and state.turn == at)):
        return state.returns()[at]
    ahead = [sum(piece.step for piece in theirs) for theirs in state.pieces]
    others = sum(way for other, way in enumerate(ahead) if other != at) / (state.players - 1)
    return state.returns()[at] + (ahead[at] - others / 2) / 5


def _starts(pair: Pair, part: Sequence[Pair]) -> bool:
    """A frame ends before a seat throws that has thrown in it."""
    threw = [each.before.turn for each in part if each.before.phase == CAST]
    return bool(pair.before.phase == CAST and pair.before.turn in threw)


def _reveal(pair: Pair) -> Iterator[Sentence]:
    """Where a throw leads, whom it sends back, what is drunk, and who is home."""
    before, after, (word, about) = pair.before, pair.step.state, pair.words
    seat, at = SEATS[before.turn], before.turn
    if word == "first":
        yield Sentence("net-xy.begins", {"seat": about}, about)
    elif word == "prize":
        yield Sentence("net-xy.prize", {"seat": seat, "number": about})
        if int(about) == max(before.prizes):
            yield Sentence("net-xy.best")
    elif word == "move":
        piece, moved = (state.pieces[at][int(about) - 1] for state in (before, after))
        values = {"seat": seat, "number": str(before.dark), "step": str(moved.step)}
        gone = before.dark and moved.step == piece.step
        yield Sentence("net-xy.beyond" if gone else "net-xy.moves" if before.dark else "net-xy.stays", values)
        cups = after.cups[at] - before.cups[at]
        if cups:
            yield Sentence("net-xy.cups", {"seat": seat, "number": str(cups)})
        caught = tuple(
            SEATS[other]
            for other, (was, now) in enumerate(zip(before.pieces, after.pieces, strict=True))
            if other != at and was != now
        )
        if caught:
            yield Sentence("net-xy.back", {"seats": caught})
        if after.won[at] > before.won[at]:
            yield Sentence("net-xy.ox", {"seat": seat, "number": str(OX)})
    if after.phase == OVER:
        last = after.won[after.turn] - before.won[after.turn]
        yield Sentence("net-xy.last", {"seat": SEATS[after.turn], "number": str(last)})


def _on_table(part: Sequence[Pair]) -> tuple[Zone, ...]:
    """The last throw of each seat in the frame; a die is not drawn.

    Also each seat's cups, and its prize once any seat has one.
    """
    state = part[-1].step.state
    casts = () if part[-1].before.die else thrown(part)
    name = "won" if any(state.won) else "cups"
    has = (
        f"{cups}+{won}={cups + won}" if won else str(cups)
        for cups, won in zip(state.cups, state.won, strict=True)
    )
    return (*casts, *(Zone(name, "text", (Item(each),), owner=SEATS[at]) for at, each in enumerate(has)))


def _with_moments(told: Narration) -> Narration:
    """The same frames; between the first and the last two say that the game turns there.

    In one a piece is sent back from farthest, in the other most cups are taken at once. A lone pawn of a seat goes each
    of its ways, not only from where it was to where it is.
    """

    gone = ("net-xy.moves", "net-xy.stays", "net-xy.beyond")

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        frames = list(told(game, steps))
        falls: list[tuple[int, int, Sentence]] = []
        takes: list[tuple[int, int, Sentence]] = []
        for at, frame in enumerate(frames[1:-1], 1):
            moved: Mapping[str, Any] = {}
            for said in frame.sentences:
                moved = said.values if said.key in gone else moved
                if said.key == "net-xy.back" and moved:
                    values = {**said.values, "by": moved["seat"], "step": moved["step"]}
                    falls.append((int(str(moved["step"])), at, Sentence("net-xy.fall", values)))
                elif said.key == "net-xy.cups" and moved and int(str(moved["step"])) < len(WAY) - 1:
                    cups = str(said.values["number"])
                    values = {"seat": moved["seat"], "cups": cups, "step": moved["step"]}
                    takes.append((int(cups), at, Sentence("net-xy.take", values)))
            if len(game.start.pieces[0]) == 1:
                frames[at] = replace(frame, moves=tuple(_ways(frame, standing(frames[at - 1].table))))
        for found in (takes, falls):
            if found:
                _, at, turning = max(found, key=lambda each: each[0])
                frames[at] = replace(frames[at], turning=turning)
        return tuple(frames)

    return narrated


def _ways(frame: Frame, stood: Mapping[str, str]) -> Iterator[Move]:
    """Each way of the one pawn of a seat, ahead and back, from where they stood."""
    at = dict(stood)
    for said in frame.sentences:
        if said.key == "net-xy.moves":
            seat, square = str(said.values["seat"]), WAY[int(str(said.values["step"]))]
            yield Move(seat, at[seat], square)
            at[seat] = square
        elif said.key == "net-xy.back":
            for seat in map(str, said.values["seats"]):
                yield Move(seat, at[seat], WAY[0])
                at[seat] = WAY[0]


def board_facts(chosen: Mapping[str, str]) -> BoardFacts:
    """The board with its lines, a pawn a seat, and at least the cups that are taken on the way of the ox."""
    kinds = {f"lines-{count}": frozenset(WAY[s] for s, n in LINES.items() if n == count) for count in (2, 3)}
    return BoardFacts(
        columns=COLUMNS,
        rows=ROWS,
        kinds={**kinds, "start": frozenset(WAY[:1]), "goal": frozenset(WAY[-1:])},
        sticks=Cups.sticks,
        way=WAY,
        counters={"cup": sum(LINES.values()), **{f"pawn-{seat.lower()}": 1 for seat in SEATS[:MOST]}},
    )


def _start(chosen: Mapping[str, str], cards: Any) -> Cups:
    players = int(chosen["players"])
    return Cups(
        die=chosen["throw"] == "die",
        pieces=((Piece(),) * int(chosen["pieces"]),) * players,
        cups=(0,) * players,
        won=(0,) * players,
        prizes=PRIZES[:players],
    )


def _actions(start: Cups) -> Actions:
    prizes = tuple(dict.fromkeys(map(str, start.prizes)))
    return Actions(
        Either(Row("move ", numbers(1, len(start.pieces[0]))), Row("prize ", Words(prizes))), start.luck()
    )


GAME = GameModule(
    id="net-xy",
    names={"en": "Net xy", "ja": "六裁"},
    start=_start,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.2)", "3", "2", "4", "5", "6"),
        choice("pieces", "how many pieces each seat has (§1.2)", "1", "2", "3"),
        choice("throw", "whether six sticks are thrown or a die (§2.1)", "sticks", "die"),
    ),
    worth=worth,
    actions=_actions,
    codings=lambda start: {"prizes": Slots(Number(), len(start.prizes))},
    thumbs="printkit.games.net_xy:THUMBS",
    levels={"beginner": "greedy~9", "easy": "greedy~4", "medium": "greedy~0", "strong": "ismcts:60"},
    board=board_facts,
    census=PLACES,
    narration=_with_moments(
        with_ways(narration("round", _starts, _reveal, ("board",), _on_table, gains=False))
    ),
)


def _moves(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("move")]


def _step(seen: Any, at: int, action: Action) -> int:
    """Where a move leads; beyond the goal nothing moves."""
    step: int = seen.pieces[at][int(action.split()[1]) - 1].step
    return step + seen.dark if step + seen.dark <= GOAL else step


def _thumb_prize(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Takes the highest prize left."""
    return best_by((each for each in legal if each.startswith("prize")), lambda each: int(each.split()[1]))


def _thumb_cups(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Moves the piece that comes to stand on most lines."""
    return best_by(_moves(legal), lambda each: LINES.get(_step(seen, at, each), 0) if seen.dark else 0)


def _thumb_back(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else the one that sends another seat's piece back."""
    others = {piece.step for seat, theirs in enumerate(seen.pieces) if seat != at for piece in theirs}
    return [each for each in _moves(legal) if seen.dark and _step(seen, at, each) in others - {0, GOAL}]


THUMBS = (Thumb("prize", _thumb_prize), Thumb("cups", _thumb_cups), Thumb("back", _thumb_back))
"""Rules of thumb: the best prize, cups on the way, and whom to send back."""
