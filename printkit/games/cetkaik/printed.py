"""What a kit of 机戦 prints from the tables the rules play by, its table in characters, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from printkit.games.board_facts import Arrow, BoardFacts, FindBoard, HandFact, PieceMoves
from printkit.games.cetkaik.boards import BOARDS, EMPEROR, GENERAL, KING, SCHOOL, SEATS, STANDARD, board_of
from printkit.games.cetkaik.hands import ONE_COLOUR, make_counting
from printkit.games.cetkaik.match import DECLARE, FIRST, GO, MOVE, MOVED, OVER, STEPPED, STICKS, Match
from printkit.games.cetkaik.moves import hue_of
from printkit.games.cetkaik.rules import HAND_OPTION, LOCAL_OPTIONS
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Census, Entry
from printkit.games.narration import Sentence
from printkit.games.proof import BEST, HAND, Answer, Fields, Figure, Line, Proof, Solve
from printkit.games.toolkit.grids import Grid, Stride, arrows_of
from printkit.games.zones import signed

__all__ = ["CARDS", "CENSUS", "PROBLEMS", "PROOF", "board_facts", "find_board", "picture", "printed_words"]

# ── what a kit of 机戦 prints ────────────────────────────────────────────────────────────────────────────────────────

HUE, WATER = "hue", "water"
SEASON_NAMES = ("春", "夏", "秋", "冬")
PRINTED_RATES = (2, 4, 8, 16, 32, 64)
"""The rates a board has room for; the rules have no limit (cetkaik §6.2)."""
PENALTIES = {"撃皇": STEPPED, "皇再来": MOVED}
CARDS = {"hands-school": SCHOOL, "hands-standard": STANDARD}
"""The reminder cards by the game whose hands they show."""

_COUNTING = next(option for option in LOCAL_OPTIONS if option.key == "counting")
_MOVING = ("ship", "beasts", "bows")
_PRINTED = (HAND_OPTION.key, _COUNTING.key, *_MOVING)
"""The options that change what is printed: tables of hands, and diagrams of moves."""

# As far as a diagram shows a move.
_VIEW = Grid(tuple("abcde"), tuple("12345"))
_MIDDLE = 12


def find_board(game: str) -> FindBoard:
    """What the facts of the game with this id are asked for with."""
    return partial(board_facts, game)


def board_facts(game: str, options: Mapping[str, str]) -> BoardFacts:
    """The facts of the game with this id under checked options."""
    board = board_of(game, *(options.get(key, "own") for key in _MOVING))
    names = board.grid.names
    chosen = [options.get(option.key, option.usual) for option in (HAND_OPTION, _COUNTING)]
    counting = make_counting(game, *chosen)
    return BoardFacts(
        columns=board.grid.columns,
        rows=board.grid.rows,
        kinds={
            WATER: frozenset(names[at] for at in board.water),
            HUE: frozenset(names[at] for at in board.hue),
        },
        setup={name: (piece[:2], piece[2:]) for name, piece in zip(names, board.setup, strict=True) if piece},
        pieces=dict(board.pieces),
        shared=EMPEROR,
        moves=tuple(
            PieceMoves(kind, _arrows(both[0]), _arrows(both[1]), kind == GENERAL)
            for kind, both in board.moves.items()
            if any(piece[1:] == kind for piece in board.pieces)
        ),
        hands=tuple(
            HandFact(name, pieces, points / counting.unit, counting.bonus if name == KING else 0)
            for name, (pieces, points) in counting.hands.items()
        ),
        bonus=(ONE_COLOUR, counting.bonus),
        penalties=PENALTIES,
        purse=board.purse,
        rates=PRINTED_RATES,
        seasons=SEASON_NAMES,
        sticks=STICKS,
    )


def printed_words(options: Mapping[str, str]) -> Mapping[str, str]:
    """The options that change a table of hands or the moves; the school game has none."""
    return {key: value for key, value in options.items() if key in _PRINTED}


def _arrows(strides: Sequence[Stride]) -> tuple[Arrow, ...]:
    return arrows_of(_VIEW.lines(strides)[_MIDDLE], _MIDDLE, len(_VIEW.columns))


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The numbers on a reminder card: each hand's points, what is added to it, and what else counts."""
    game = str(fields.get("game", ""))
    if turned or game not in BOARDS:
        return ()
    facts = board_facts(game, words)
    counted = "".join(signed(points) for points in (facts.bonus[1], *facts.penalties.values()) if points)
    chosen = [f"{hand.points:g}" for hand in facts.hands] + [
        signed(hand.added) for hand in facts.hands if hand.added
    ]
    return tuple(Line((Figure(text, "game"),)) for text in (*chosen, counted))


PROOF = Proof(
    cards={card: {"game": game} for card, game in CARDS.items()},
    lines=_lines,
    wrong=lambda fields: "",
    printed={option.key: option.allowed.split("|") for option in (HAND_OPTION, _COUNTING)},
    copies=dict.fromkeys(CARDS, 4),
)
"""The reminder cards a kit must have; their numbers are drawn from the rules and compared letter by letter."""


# ── the table of 机戦 in characters ──────────────────────────────────────────────────────────────────────────────────

_SEASONS = ("spring", "summer", "autumn", "winter")
_WIDE = 7
"""Columns of a terminal for a square; a glyph of a piece takes two."""


def picture(match: Match, seat: Seat) -> str:
    """The board seen from below; pieces of A have a `'`, squares of 皇水 a `~`, of 皇処 a `+` behind them."""
    grid = match.rules.board.grid
    lines = ["    " + "".join(f"{column:<{_WIDE}}" for column in grid.columns).rstrip()]
    for row, name in enumerate(grid.rows):
        cells = range(row * match.columns, (row + 1) * match.columns)
        lines.append(f"{name:<4}" + "".join(_square(match, at) for at in cells).rstrip())
    for at, side in enumerate(SEATS):
        held = " ".join(match.captured[at]) or "–"
        hands = ", ".join(f"{hand.name} {hand.points}" for hand in match.hands(at))
        lines.append(f"{side:<4}{match.score[at]} points; in hand: {held}" + f"; {hands}" * bool(hands))
    season = _SEASONS[match.season % len(_SEASONS)]
    waiting = f"; move {match.move}" if match.move else f"; due {match.due}" if match.due else ""
    lines.append(f"{season}, rate {match.rate}{waiting}")
    return "\n".join(lines)


def _square(match: Match, at: int) -> str:
    board, piece = match.rules.board, match.board[at]
    hue = hue_of(board, match.board, own_square=match.rules.tam_hue)
    mark = "~" if at in board.water else "+" if at in hue else ""
    if piece is None:
        return f"·{mark}".ljust(_WIDE)
    glyphs = piece[:2]
    turned = "'" if piece[2:] == SEATS[0] else ""
    return (glyphs + turned + mark).ljust(_WIDE - len(glyphs))


# ── what a simulation of 机戦 counts: which hands end a season, and whether 再行 pays ────────────────────────────────


def _entries(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    """Season by season: a season begins where it is open who moves first."""
    starts = [at for at, match in enumerate(matches) if match.phase == FIRST]
    for begun, ended in pairwise([*starts, len(matches) - 1]):
        if ended > begun:
            yield from _season(matches[begun : ended + 1], actions[begun:ended])


def _season(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    first, last = matches[0], matches[-1]
    if last.phase not in (FIRST, OVER):
        return
    won = {side: last.returns()[at] - first.returns()[at] for at, side in enumerate(SEATS)}
    yield Entry("seasons", "turns", sum(match.phase == MOVE for match in matches[:-1]))
    yield Entry("seasons", "rate at the end", matches[-2].rate)
    yield Entry("first", "points of the side that moves first", won[actions[0].split()[1]])
    yield from _ending(matches[-2], actions[-1])
    for match, action in zip(matches, actions, strict=False):
        if action == "tymok":
            kind = "with a hand" if match.due > 0 else "with a loss"
            yield Entry("again", f"{kind}: points if the season had ended", _paid(match))
            yield Entry("again", f"{kind}: points the season brought", won[match.turn])


def _ending(match: Match, action: Action) -> Iterator[Entry]:
    """The hands that were paid; a season that ends because nobody can move pays none."""
    if action != "taxot":
        return
    held = {hand.name.removeprefix(ONE_COLOUR) for hand in match.hands(SEATS.index(match.turn))}
    for name in match.rules.counting.hands:
        yield Entry("hands", name, name in held)
    yield Entry("hands", "none, only a penalty", not held)


def _paid(match: Match) -> float:
    """What the side that declares would get for 終季, or pay where it is negative."""
    at = SEATS.index(match.turn)
    after = match.after("taxot")
    return after.returns()[at] - match.returns()[at]


CENSUS = Census(
    titles={
        "seasons": "of a season",
        "first": "of a season, beyond what it began with",
        "hands": "seasons ended with this hand",
        "again": "after 再行",
    },
    entries=_entries,
    rounds=lambda end: end.season + 1,
)
"""Hands, rates and first moves, by season; what 再行 brought."""


def made_odds(match: Match) -> Mapping[Action, Fraction]:
    """For each action how likely it makes a hand this turn."""
    at = match.index(match.turn)
    before = match.hands(at)
    return {action: _odds(match.after(action), at, before) for action in match.legal()}


def _odds(match: Match, at: int, before: tuple[object, ...]) -> Fraction:
    if match.phase == DECLARE:
        return Fraction(match.hands(at) != before and match.due > 0)
    if match.to_move() == CHANCE and match.turn:
        return sum(
            (odds * _odds(match.after(cast), at, before) for cast, odds in match.chances()), Fraction(0)
        )
    if match.phase == GO:
        return max(_odds(match.after(action), at, before) for action in match.legal())
    return Fraction(0)


def mean_points(match: Match) -> Mapping[Action, Fraction]:
    """For each action what the turn brings on the mean, if the side ends the season wherever that pays."""
    return {action: _points(match.after(action)) for action in match.legal()}


def _points(match: Match) -> Fraction:
    if match.phase == DECLARE:
        at = SEATS.index(match.turn)
        gained = match.after("taxot").returns()[at] - match.returns()[at]
        return Fraction(max(gained, 0.0)).limit_denominator(100)
    if match.to_move() == CHANCE and match.turn:
        return sum((odds * _points(match.after(cast)) for cast, odds in match.chances()), Fraction(0))
    if match.phase == GO:
        return max(_points(match.after(action)) for action in match.legal())
    return Fraction(0)


def _hand(match: Match) -> Answer:
    """The actions that make a hand whatever the sticks show."""
    odds = made_odds(match)
    sure = tuple(action for action, each in odds.items() if each == 1)
    rest = [each for each in odds.values() if 0 < each < 1]
    key = "problem.hand-some" if rest else "problem.hand-none"
    return Answer(
        sure, (Sentence(key, {"count": str(len(odds)), "odds": _odds_text(max(rest, default=Fraction(0)))}),)
    )


def _best(match: Match) -> Answer:
    """The actions that bring most on the mean."""
    points = mean_points(match)
    most = max(points.values())
    best = tuple(action for action, each in points.items() if each == most)
    second = max((each for each in points.values() if each < most), default=Fraction(0))
    values = {"points": _odds_text(most), "second": _odds_text(second), "count": str(len(points))}
    return Answer(best if most > 0 else (), (Sentence("problem.best-mean", values),))


def _odds_text(share: Fraction) -> str:
    """A number as people write it: whole, or with two decimals."""
    return str(share.numerator) if share.denominator == 1 else f"{float(share):.2f}"


def _to_move(solve: Solve) -> Solve:
    def solved(match: Match) -> Answer:
        return solve(match) if match.phase == MOVE else Answer(())

    return solved


PROBLEMS: Mapping[str, Solve] = {HAND: _to_move(_hand), BEST: _to_move(_best)}
"""The grades this game has problems of."""
