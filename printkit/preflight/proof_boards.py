"""Compares a kit's boards, pieces and diagrams with what its games play with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from printkit.compose.boards.board import kinds_of, places_of
from printkit.errors import InputError
from printkit.games.board_facts import BoardFacts
from printkit.games.find import find_board, find_module
from printkit.kit.board import BOARD, KINDS, BoardSpec
from printkit.kit.model import Kit
from printkit.kit.tokens import STICKS, TOKENS, Token
from printkit.preflight.kit_data import title_of
from printkit.preflight.model import ERROR, Finding

__all__ = ["proof_boards"]

HUE = "hue"


def proof_boards(kit: Kit) -> tuple[Finding, ...]:
    """Squares and ways, signs, pieces and how often they are there, sticks; nothing for a kit without board games."""
    facts = {game: find_board(game) for game in kit.games if find_module(game).board is not None}
    return (
        *_squares(kit, facts),
        *_signs(kit, facts),
        *_pieces(kit, facts),
        *_sticks(kit, facts),
        *_counters(kit, facts),
    )


def _squares(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    file = f"{kit.folder.name}/{BOARD}"
    for board in kit.boards:
        fact = facts.get(board.game)
        if fact is None:
            raise InputError(f"{board.game} has no board to print", file=file, key=f"board {board.id}.game")
        yield from _steps(board, fact, file)
        size = len(board.rows[0]), len(board.rows)
        if not board.unrolled and size != (len(fact.columns), len(fact.rows)):
            expected, found = f"{len(fact.columns)} × {len(fact.rows)}", f"{size[0]} × {size[1]}"
            yield _finding("square", "the board has another size", file, board.id, expected, found)
            continue
        for square, kinds in kinds_of(board, fact).items():
            wanted = {kind for kind, squares in fact.kinds.items() if square in squares}
            if kinds != wanted:
                message = f"square {square} is of another kind"
                yield _finding("square", message, file, board.id, _words(wanted), _words(kinds))
        if not board.unrolled:
            yield from _ways(board, fact, file)


def _steps(board: BoardSpec, fact: BoardFacts, file: str) -> Iterator[Finding]:
    """A race goes over as many squares as in the game, and over the same ones unless it is unrolled."""
    if not board.steps:
        return
    if len(board.way) != len(fact.way):
        expected, found = (str(max(len(way) - 1, 0)) for way in (fact.way, board.way))
        yield _finding("square", "the way has another number of steps", file, board.id, expected, found)
    elif not board.unrolled:
        names = {place: name for name, place in places_of(board, fact).items()}
        for step, (name, place) in enumerate(zip(fact.way, board.way, strict=True)):
            if names.get(place) != name:
                message = f"step {step} is on another square"
                yield _finding("square", message, file, board.id, name, names.get(place, "none"))
                return


def _ways(board: BoardSpec, fact: BoardFacts, file: str) -> Iterator[Finding]:
    """A way goes on, at one corner of its square at least, on another special square."""
    special = {(x, y) for y, row in enumerate(board.rows) for x, sign in enumerate(row) if HUE in KINDS[sign]}
    for x, y in special:
        lean = {"\\": 1, "/": -1}.get(board.rows[y][x])
        if lean and not {(x - 1, y - lean), (x + 1, y + lean)} & special:
            message = f"the way of square {fact.columns[x]}{fact.rows[y]} leads nowhere"
            yield _finding("square", message, file, board.id, "the other slash", board.rows[y][x])


def _signs(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    """Art that says in its title what it shows stands for nothing else: glyphs, and the signs of the seasons."""
    used = [
        (name, art, f"glyph {name}") for name, glyph in kit.glyphs.items() for art in (glyph.art, glyph.small)
    ]
    for board in kit.boards:
        for panel in board.panels:
            if panel.panel == "seasons" and board.game in facts:
                seasons = facts[board.game].seasons
                if len(panel.art) != len(seasons):
                    raise InputError(
                        f"{len(panel.art)} pictures for {len(seasons)} seasons",
                        file=kit.folder / BOARD, key=f"board {board.id}.panels.art",
                    )  # fmt: skip
                used += [(name, art, board.id) for name, art in zip(seasons, panel.art, strict=True)]
    for name, art, subject in used:
        title = title_of(kit, art, "full")
        if title and title != name:
            message = "the picture shows something else"
            yield _finding("picture", message, kit.art_file(art).as_posix(), subject, name, title)


def _sticks(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    needed = max((fact.sticks for fact in facts.values()), default=0)
    if kit.sticks is not None and kit.sticks.copies < needed:
        file, found = f"{kit.folder.name}/{STICKS}", str(kit.sticks.copies)
        yield _finding("piece", "too few sticks to throw", file, "copies", str(needed), found)


def _counters(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    """As many tokens as a game needs of each; they are not read where cards alone are wanted."""
    if not kit.tokens:
        return
    there = {token.id: token.copies for token in kit.tokens}
    for game, fact in facts.items():
        for name, number in fact.counters.items():
            if there.get(name, 0) < number:
                file, found = f"{kit.folder.name}/{TOKENS}", str(there.get(name, 0))
                message = f"too few of a token for {game}"
                yield _finding("piece", message, file, name, str(number), found)


def _pieces(kit: Kit, facts: Mapping[str, BoardFacts]) -> Iterator[Finding]:
    file = f"{kit.folder.name}/{TOKENS}"
    yield from _mislabelled(kit.tokens, file)
    backs = {piece: back for fact in facts.values() for piece, back in fact.backs.items()}
    yield from _other_backs(
        kit.tokens, {piece[-1] for fact in facts.values() for piece in fact.pieces}, backs, file
    )
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


def _other_backs(
    tokens: Sequence[Token], pieces: Collection[str], backs: Mapping[str, str], file: str
) -> Iterator[Finding]:
    """A piece has on its back what it becomes, or its own sign, or one that is no piece; always in its colour."""
    for token in tokens:
        front, back = token.front, token.back
        if token.shape != "square" or back is None:
            continue
        wanted = backs.get(token.piece, token.piece)[-1:]
        other = back.glyph != wanted if token.piece in backs else back.glyph != front.glyph
        if back.ink != front.ink or (other and (token.piece in backs or back.glyph in pieces)):
            message = f"the back of {token.piece} shows another piece"
            expected, found = f"{wanted} {front.ink}", f"{back.glyph} {back.ink}"
            yield _finding("piece", message, file, token.id, expected, found)


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
