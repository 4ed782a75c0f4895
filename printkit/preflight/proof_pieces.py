"""Proof-reads mats, tokens and boxes."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple, Protocol

from printkit.backends.inspect import PdfFile, page_size
from printkit.errors import PrintkitError
from printkit.geometry import Affine, Rect
from printkit.preflight.artist import Artist
from printkit.preflight.book import Face
from printkit.preflight.locate import TRUE_SIZE, Found, Pair, settled
from printkit.preflight.marks import Mark, angle_between
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.pixels import Look, PageImage
from printkit.preflight.proof_book import (
    MOST_A_PAGE,
    LocatedPage,
    PageProof,
    label_line,
    page_image,
    shows,
    strangers,
)
from printkit.preflight.proof_drawing import proof_drawing
from printkit.preflight.sheet_label import SheetLabel
from printkit.preflight.split_figures import joined_look

__all__ = ["PiecesProof", "PrintedPieces", "SheetPiece", "proof_pieces"]

# Votes for one place may differ by this much, in mm; a letter's em by this share, its turn by this many degrees.
CELL, EM_TOLERANCE, STRAIGHT = 0.5, 0.04, 1.5
# Letters of pieces further from one another than this, in mm, are not mistaken.
NEAR = 2.0
# A piece lies where at least this share of its letters does, of one larger than the page at least this many.
LEAST_SHARE, LEAST_LETTERS = 0.6, 3
TURNS = (0.0, 90.0, 180.0, 270.0)


class SheetPiece(NamedTuple):
    """A piece as it should be, the side of the paper it is printed on, and how often it is there."""

    face: Face
    side: str
    copies: int


class PrintedPieces(Protocol):
    """Composes the pieces of a kit's sheets as they should be."""

    def pieces(self, label: SheetLabel) -> Sequence[Sequence[SheetPiece]]:
        """Every way the part a label names may be printed: its pieces. InputError where there is none."""
        ...


class PiecesProof(NamedTuple):
    """What became of the sheets: the findings, how many pieces were found, and how many digits were compared."""

    findings: tuple[Finding, ...]
    pieces: int
    figures: int


class _Page(NamedTuple):
    """A page's number, its paper, and its letters without the label's."""

    number: int
    paper: Rect
    marks: tuple[Mark, ...]


def proof_pieces(
    pdf: PdfFile,
    file: str,
    pages: Sequence[Sequence[Mark]],
    labels: Sequence[SheetLabel],
    printed: PrintedPieces,
) -> PiecesProof:
    """Every letter on the sheets, one label a page, against the pieces as they should be.

    Each letter has to belong to a piece, and each piece with letters has to be there as often as the kit says, on
    the sides of the paper that are there. Digits are looked at as well.
    """
    try:
        ways = printed.pieces(labels[0])
    except PrintkitError as error:
        message = f"the pieces cannot be made to compare with: {error.problems[0].message}"
        return PiecesProof((Finding(ERROR, "piece-unknown", message, file),), 0, 0)
    own = []
    for number, (marks, label) in enumerate(zip(pages, labels, strict=True), 1):
        line, letters = label_line(label), set(label.marks)
        free = tuple(mark for mark in marks if mark not in letters and not line.contains(mark.box, 0.1))
        own.append(_Page(number, Rect(0.0, 0.0, *page_size(pdf, number - 1)), free))
    found, way = max(
        (([_located(page, way) for page in own], way) for way in ways),
        key=lambda pair: _fitness(*pair),
    )
    findings: list[Finding] = []
    cut: list[PageProof] = []
    artist, figures = Artist({}, {}), 0
    for page, here in zip(own, found, strict=True):
        image: Callable[[], PageImage] = cache(partial(page_image, pdf, page.number))
        located = LocatedPage(page.number, page.marks, tuple(_there(each, page) for each in here))
        proofs = [PageProof(file, located, each, artist, image) for each in located.found]
        for proof in proofs:
            whole = page.paper.contains(proof.found.trim, 1.0)
            findings += list(proof.findings() if whole else proof.letters())[:MOST_A_PAGE]
            figures += proof.figures
            cut += () if whole else (proof,)
        for found_here in located.found:
            findings += list(proof_drawing(file, page.number, found_here, image))[:MOST_A_PAGE]
        findings += list(strangers(file, located, proofs))[:MOST_A_PAGE]
    findings += _hidden(file, cut)
    findings += _counted(file, way, own, found)
    return PiecesProof(tuple(findings), sum(map(len, found)), figures)


def _fitness(found: Sequence[Sequence[Found]], pieces: Sequence[SheetPiece]) -> tuple[int, float]:
    """How well a way to print explains the sheets: pieces of which too many or too few are there, then letters."""
    there = [each for here in found for each in here]
    counts = Counter(each.face.card for each in there)
    wrong = sum(abs(counts[piece.face.card] - piece.copies) for piece in pieces if piece.face.marks)
    return -wrong, sum(map(_agreement, there))


def _located(page: _Page, pieces: Sequence[SheetPiece]) -> list[Found]:
    """The pieces on a page, those first that agree best; each letter belongs to one piece."""
    found: list[Found] = []
    free = list(page.marks)
    left = [piece for piece in pieces if piece.face.marks for _ in range(piece.copies)]
    places: dict[SheetPiece, Found | None] = {}
    while free and left:
        kinds = tuple(dict.fromkeys(left))
        places |= {piece: _place(piece.face, free, page.paper) for piece in kinds if piece not in places}
        piece = max(kinds, key=lambda each: _agreement(places[each]))
        best = places[piece]
        if best is None:
            break
        left.remove(piece)
        found.append(best)
        taken = [best.place.rect(mark.box).grown(CELL) for mark in piece.face.marks]
        free = [mark for mark in free if not any(box.contains(mark.box) for box in taken)]
        # Elsewhere the letters are as they were, and so is the best place.
        near = best.trim.grown(NEAR)
        places = {each: own for each, own in places.items() if own is None or not own.trim.overlaps(near)}
    return found


def _agreement(found: Found | None) -> float:
    """How many more letters of a piece are there than are not."""
    return -math.inf if found is None else 2 * found.steady - len(found.face.marks)


def _place(face: Face, marks: Sequence[Mark], paper: Rect) -> Found | None:
    """Where on the page most letters of the face stand as they do on it; None where too few do."""
    by_text = defaultdict(list)
    for mark in marks:
        by_text[mark.text].append(mark)
    best: tuple[list[Pair], float] = ([], 0.0)
    for turn in TURNS:
        rotation = Affine.rotation(turn)
        votes = defaultdict(list)
        for mark in face.marks:
            x, y = rotation.point(mark.x, mark.y)
            for seen in by_text.get(mark.text, ()):
                if (
                    angle_between(seen.angle, mark.angle + turn) <= STRAIGHT
                    and abs(seen.em / mark.em - 1) <= EM_TOLERANCE
                ):
                    cell = round((seen.x - x) / CELL), round((seen.y - y) / CELL)
                    votes[cell].append((complex(mark.x, mark.y), complex(seen.x, seen.y)))
        for column, row in votes:
            near = [
                pair
                for across in (-1, 0, 1)
                for down in (-1, 0, 1)
                for pair in votes.get((column + across, row + down), ())
            ]
            if len(near) > len(best[0]):
                best = near, turn
    pairs, turn = best
    if not pairs:
        return None
    place, scale = settled(pairs, turn)
    if abs(scale - 1) > TRUE_SIZE:
        # Few letters that stand close to one another say little of it.
        place, scale = settled(pairs, turn, 1.0)
    trim = place.rect(Rect(0.0, 0.0, *face.extent))
    whole = paper.contains(trim, 1.0)
    if len(pairs) < (LEAST_SHARE * len(face.marks) if whole else LEAST_LETTERS):
        return None
    return Found(face, place, scale, turn, trim, len(pairs))


def _there(found: Found, page: _Page) -> Found:
    """The piece with the letters that have to be on this page: of one on several pages those that are (`_counted`)."""
    if page.paper.contains(found.trim, 1.0):
        return found
    marks = tuple(mark for mark in found.face.marks if _stands(mark, found.place, page.marks))
    return found._replace(face=replace(found.face, marks=marks))


def _stands(mark: Mark, place: Affine, marks: Sequence[Mark]) -> bool:
    x, y = place.point(mark.x, mark.y)
    return any(seen.text == mark.text and math.dist((seen.x, seen.y), (x, y)) <= CELL for seen in marks)


def _hidden(file: str, proofs: Sequence[PageProof]) -> Iterator[Finding]:
    """Digits of a piece split over several sheets that none of them shows."""
    seen: dict[tuple[str, str, int, int], list[tuple[PageProof, Mark, Look]]] = defaultdict(list)
    for proof in proofs:
        back = proof.found.place.inverse()
        for mark, own in proof.looks():
            x, y = back.point(mark.x, mark.y)
            seen[proof.found.face.card, mark.text, round(x), round(y)].append((proof, mark, own))
    for (name, text, left, top), looks in seen.items():
        if any(shows(own) for *_, own in looks):
            continue
        rows = looks[0][0].artist.letter(looks[0][1].font, looks[0][1].glyph)
        if not shows(joined_look(rows, [(mark, proof.image()) for proof, mark, _ in looks])):
            message = f"the digit at x {left} y {top} of the piece is visible on none of the sheets"
            yield Finding(ERROR, "hidden", message, file, subject=name, expected=repr(text))


def _alike(pieces: Sequence[SheetPiece]) -> list[list[SheetPiece]]:
    """The pieces with letters, those together that read alike: a piece with the same on both sides."""
    groups: dict[tuple[tuple[str, int, int], ...], list[SheetPiece]] = defaultdict(list)
    for piece in pieces:
        if piece.face.marks:
            letters = tuple((mark.text, round(10 * mark.x), round(10 * mark.y)) for mark in piece.face.marks)
            groups[letters].append(piece)
    return list(groups.values())


def _twins_counted(
    file: str, twins: Sequence[SheetPiece], names: Counter[str], sides: Collection[str]
) -> Iterator[Finding]:
    """Pieces that read alike, counted together; `sides` are those other pieces say are there, none if nobody does."""
    seen = sum(names[piece.face.card] for piece in twins)
    both = sum(piece.copies for piece in twins if not sides or piece.side in sides)
    front = sum(piece.copies for piece in twins if piece.side == "front")
    if seen != both and (sides or seen != front):
        code = "piece-missing" if seen < both else "piece-doubled"
        message = "a piece does not appear as often as it should"
        name, expected = twins[0].face.card, f"{both} times"
        yield Finding(ERROR, code, message, file, subject=name, expected=expected, found=f"{seen} times")


def _body(piece: SheetPiece) -> str:
    return piece.face.card.removesuffix(f" {piece.side}")


def _counted(
    file: str, pieces: Sequence[SheetPiece], pages: Sequence[_Page], found: Sequence[Sequence[Found]]
) -> Iterator[Finding]:
    """Every piece as often as it should be; of one that lies on several sheets each letter on some of them."""
    names = Counter(each.face.card for here in found for each in here)
    alike = _alike(pieces)
    # What is printed on one side alone, to be folded, does not show whether the other side of the paper is there.
    bodies = Counter(_body(piece) for piece in pieces)
    sides = {
        piece.side
        for group in alike
        if len(group) == 1
        for piece in group
        if names[piece.face.card] and bodies[_body(piece)] > 1
    }
    for piece, *twins in alike:
        name = piece.face.card
        if twins:
            yield from _twins_counted(file, (piece, *twins), names, sides)
            continue
        if sides and piece.side not in sides:
            continue
        places = [
            (each, page)
            for page, here in zip(pages, found, strict=True)
            for each in here
            if each.face.card == name
        ]
        tiled = any(not page.paper.contains(each.trim, 1.0) for each, page in places)
        if not tiled and len(places) != piece.copies:
            code = "piece-missing" if len(places) < piece.copies else "piece-doubled"
            message = "a piece does not appear as often as it should"
            expected, seen = f"{piece.copies} times", f"{len(places)} times"
            yield Finding(ERROR, code, message, file, subject=name, expected=expected, found=seen)
        elif tiled:
            for mark in piece.face.marks:
                if not any(_stands(mark, each.place, page.marks) for each, page in places):
                    message = "the character is on none of the sheets"
                    yield Finding(ERROR, "missing", message, file, subject=name, expected=repr(mark.text))
