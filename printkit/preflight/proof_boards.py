"""Compares a kit's boards, pieces and diagrams with what its games play with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from printkit.compose.board import kinds_of
from printkit.errors import InputError
from printkit.games.board_facts import BoardFacts
from printkit.games.find import find_board, find_module
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.preflight.model import ERROR, Finding

__all__ = ["proof_boards"]

BOARD, TOKENS = "board.toml", "tokens.toml"


def proof_boards(kit: Kit) -> tuple[Finding, ...]:
    """Every square's kind, every piece and how often it is there; nothing for a kit without board games."""
    facts = {game: find_board(game) for game in kit.games if find_module(game).board is not None}
    return (*_squares(kit, facts), *_pieces(kit, facts))


def _squares(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    file = f"{kit.folder.name}/{BOARD}"
    for board in kit.boards:
        fact = facts.get(board.game)
        if fact is None:
            raise InputError(f"{board.game} has no board to print", file=file, key=f"board {board.id}.game")
        size = len(board.rows[0]), len(board.rows)
        if size != (len(fact.columns), len(fact.rows)):
            expected, found = f"{len(fact.columns)} × {len(fact.rows)}", f"{size[0]} × {size[1]}"
            yield _finding("square", "the board has another size", file, board.id, expected, found)
            continue
        for square, kinds in kinds_of(board, fact).items():
            wanted = {kind for kind, squares in fact.kinds.items() if square in squares}
            if kinds != wanted:
                message = f"square {square} is of another kind"
                yield _finding("square", message, file, board.id, _words(wanted), _words(kinds))


def _pieces(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    file = f"{kit.folder.name}/{TOKENS}"
    yield from _mislabelled(kit.tokens, file)
    by_id = {token.id: token for token in kit.tokens}
    if facts and any(token.shape == "square" for token in kit.tokens):
        wanted: Counter[str] = Counter()
        for fact in facts.values():
            wanted |= Counter(fact.pieces)
        there = _counted((token, token.copies) for token in kit.tokens)
        yield from _numbers(wanted, there, file, "tokens", spare=True)
    for chosen in kit.token_sets:
        if chosen.game in facts:
            there = _counted((by_id[name], copies) for name, copies in chosen.tokens.items())
            yield from _numbers(
                Counter(facts[chosen.game].pieces), there, file, f"set {chosen.id}", spare=False
            )


def _mislabelled(tokens: Sequence[Token], file: str) -> Iterator[Finding]:
    """A piece shows what it is called: its sign, and black or another ink."""
    inks = {"黒": "black", "赤": "red"}
    for token in tokens:
        if token.shape == "square":
            shown = token.front.glyph, token.front.ink
            wanted = token.piece[-1], inks.get(token.piece[0], token.front.ink)
            if shown != wanted:
                message = f"the piece {token.piece} shows another sign or colour"
                yield _finding("piece", message, file, token.id, " ".join(wanted), " ".join(shown))


def _counted(tokens: Iterator[tuple[Token, int]]) -> Counter[str]:
    """How many there are of each piece, as the rules call it."""
    there: Counter[str] = Counter()
    for token, copies in tokens:
        there[token.piece or token.front.glyph] += copies
    return there


def _numbers(
    wanted: Mapping[str, int], there: Mapping[str, int], file: str, subject: str, *, spare: bool
) -> Iterator[Finding]:
    """As many as the rules have; of a piece that is nobody's there may be spares."""
    for piece, number in wanted.items():
        found = there.get(piece, 0)
        if found != number and not (spare and len(piece) == 1 and found > number):
            message = f"{piece} is not there as often as in the game"
            yield _finding("piece", message, file, subject, str(number), str(found))


def _words(kinds: frozenset[str] | set[str]) -> str:
    return " and ".join(sorted(kinds)) or "plain"


def _finding(code: str, message: str, file: str, subject: str, expected: str, found: str) -> Finding:
    return Finding(ERROR, code, message, file, subject=subject, expected=expected, found=found)
