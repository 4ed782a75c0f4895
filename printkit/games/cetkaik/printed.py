"""What a kit of 机戦 prints: squares, set-up, pieces, moves, hands and points, from the tables the rules play by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from printkit.games.board_facts import Arrow, BoardFacts, FindBoard, HandFact, PieceMoves
from printkit.games.cetkaik.boards import BOARDS, EMPEROR, GENERAL, KING, SCHOOL, STANDARD, board_of
from printkit.games.cetkaik.counting import make_counting
from printkit.games.cetkaik.hands import ONE_COLOUR
from printkit.games.cetkaik.match import MOVED, STEPPED, STICKS
from printkit.games.cetkaik.rules import HAND_OPTION, LOCAL_OPTIONS
from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.toolkit.arrows import arrows_of
from printkit.games.toolkit.grids import Grid, Stride
from printkit.games.zones import signed

__all__ = ["CARDS", "PROOF", "board_facts", "find_board", "printed_words"]

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
    copies=dict.fromkeys(CARDS, 2),
)
"""The reminder cards a kit must have; their numbers are drawn from the rules and compared letter by letter."""
