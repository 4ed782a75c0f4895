"""Proves a kit's other data: words, suits, mat and tokens from the game, pictures from what they declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path as FilePath
from typing import Any

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back
from printkit.compose.pieces.standing import LEAST_ANGLE, standing
from printkit.games.proof import TableFacts, find_proof
from printkit.geometry import Affine, Rect, Size
from printkit.kit.art import art_of, art_source
from printkit.kit.art_checks import card_pictures
from printkit.kit.model import CardSize, Ink, Kit, LabelGrid
from printkit.kit.tokens import track_of
from printkit.preflight.model import ERROR, WARNING, Finding
from printkit.preflight.proof_kit import prove_contents, prove_facts, shown_name
from printkit.scene.model import Scene, walk
from printkit.scene.raster import drawn_grey, ink_spread, kept_spreads

__all__ = ["prove_kit_data", "prove_kit_texts", "title_of"]

_TITLE = re.compile(r"<title>([^<]*)</title>")
# An SVG file says what it shows near its beginning.
HEAD = 4000
# Usual values, in mm: of a box and the thickness of the cards in it, of a card's bleed, safe zone and corner, and
# what labels leave at both edges.
BOX = {
    "caliper": (0.2, 0.6), "play": (0.2, 4.0), "board": (0.15, 1.0), "tuck": (8.0, 30.0), "glue": (6.0, 20.0),
    "dust": (8.0, 30.0),
}  # fmt: skip
BLEED, SAFE, CORNER = (1.5, 6.0), (1.5, 8.0), (0.0, 8.0)
UNEVEN, WIDEST_GAP = 2.0, 15.0
# What a board leaves free at the edges of its paper, in mm.
MARGIN = 5.0
# The lightest and the heaviest card that pieces are printed on, g/m².
CARD = (200.0, 300.0)
# A back is compared with itself turned at so many pixels a mm; a mark is so many of them, this far apart (of 1).
PX_PER_MM, MARK, APART = 3.0, 2, 0.08
INKS: tuple[Ink, ...] = ("full", "low")
# The share of a picture's ink in a field may be so far, per mille, from what was measured when it was made.
SPREAD_TOLERANCE = 1


def prove_kit_data(kit: Kit, paper: Callable[[str], Size]) -> Iterator[Finding]:
    """All that game, pictures and common sense know of a kit beside its cards' numbers.

    `paper` gives the size of a paper by its name, in mm.
    """
    proof = find_proof(kit.games)
    if proof is not None and proof.table is not None:
        yield from prove_kit_texts(kit, proof.table)
        yield from _suits(kit, proof.table)
        yield from _mat(kit, proof.table)
        yield from _tokens(kit, proof.table)
    yield from _distinguished(kit)
    yield from _upright(kit)
    yield from _tallies(kit)
    yield from _subjects(kit)
    yield from _places(kit)
    yield from _backs(kit)
    yield from prove_contents(kit)
    yield from prove_facts(kit)
    yield from _lengths(kit, paper)
    yield from _boards(kit, paper)


def _finding(kit: Kit, file: str, code: str, message: str, **more: Any) -> Finding:
    return Finding(ERROR, code, message, f"{kit.folder.name}/{file}", **more)


def _suits(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """No suit may have the code, or the usual ink, of another."""
    for at, what in ((0, "code"), (1, "ink")):
        owners = {usual[at]: suit for suit, usual in facts.suits.items()}
        for name, suit in kit.suits.items():
            found = (suit.code, suit.ink)[at]
            wanted = facts.suits.get(name)
            if wanted is not None and owners.get(found, name) != name:
                yield _finding(
                    kit, "kit.toml", "suit", f"this is the {what} of suit {owners[found]}",
                    subject=f"suits.{name}.{what}", expected=wanted[at], found=found,
                )  # fmt: skip


def _mat(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """The places, in their order and pairs, with the suits and words that belong to them."""
    mat = kit.mat
    if mat is None:
        return
    if facts.order and mat.forward != facts.order:
        yield _mat_finding(kit, "forward", " ".join(facts.order), " ".join(mat.forward))
    across = frozenset(frozenset(pair) for pair in mat.across)
    if facts.across and across != facts.across:
        yield _mat_finding(kit, "across", _pairs(facts.across), _pairs(across))
    for way, key in mat.ways.items():
        if not key.endswith(f".{way}"):
            yield _mat_finding(kit, f"ways.{way}", f"a text called {way}", key)
    for place in mat.places:
        suit = facts.suit_of.get(place.id, "")
        if place.suit and suit and place.suit != suit:
            yield _mat_finding(kit, f"place {place.id}, suit", suit, place.suit)
        if place.text.rpartition(".")[2] not in (place.id.lower(), f"line-{place.id}"):
            yield _mat_finding(
                kit, f"place {place.id}, text", f"a text called {place.id.lower()}", place.text
            )
    yield from _lies(kit, facts)


def _lies(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """Places that face each other lie in one column, those of the upper trigram above."""
    assert kit.mat is not None
    at = {place.id: place.column for place in kit.mat.places}
    down = {place.id: place.row for place in kit.mat.places}
    for upper, lower in facts.above.items():
        if upper in down and lower in down and down[upper] >= down[lower]:
            yield _mat_finding(kit, f"places {upper} and {lower}", f"{upper} above {lower}", "below")
    for left, right in (pair for row in facts.rows for pair in pairwise(row)):
        if left in at and right in at and at[left] >= at[right]:
            yield _mat_finding(kit, f"places {left} and {right}", f"{left} left of {right}", "right of it")
    for one, other in (sorted(pair) for pair in facts.across):
        if one not in at or other not in at:
            yield _mat_finding(kit, "places", f"{one} and {other}", "not there")
        elif at[one] != at[other]:
            yield _mat_finding(kit, f"places {one} and {other}", "in one column", "in two")


def _mat_finding(kit: Kit, subject: str, expected: str, found: str) -> Finding:
    message = "the mat disagrees with the rules"
    return _finding(kit, "mat.toml", "mat", message, subject=subject, expected=expected, found=found)


def _pairs(pairs: frozenset[frozenset[str]]) -> str:
    return ", ".join("-".join(sorted(pair)) for pair in sorted(pairs, key=sorted))


def _tokens(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """Figures on tokens are those of the game, and each of them is there; secret tokens have equal backs."""
    backs = {
        token.id: (token.shape, token.size, token.back) for token in kit.tokens if token.id in facts.alike
    }
    for name, back in backs.items():
        if back != next(iter(backs.values())):
            message = "the back differs from those of the other tokens"
            yield _finding(kit, "tokens.toml", "token", message, subject=name)
    faces = [(token.id, face) for token in kit.tokens for face in (token.front, token.back)]
    shown = {face.figure for _, face in faces if face.motif == "figure"}
    for name, face in faces:
        if facts.figures and face.motif == "figure" and face.figure not in facts.figures:
            yield _finding(
                kit, "tokens.toml", "token", "the game has no token with this figure",
                subject=name, expected=" or ".join(sorted(facts.figures)), found=face.figure,
            )  # fmt: skip
        first = facts.tracks.get(face.text) if face.motif == "track" else None
        track = track_of(face.figure)
        if first is not None and (track is None or track[1] != first):
            message = "the track begins with another number"
            yield _finding(
                kit, "tokens.toml", "token", message, subject=name, expected=str(first), found=face.figure
            )
        if face.motif in ("upper", "lower") and face.text and not face.text.endswith(f".{face.motif}"):
            yield _finding(
                kit, "tokens.toml", "token", "the word is another trigram's",
                subject=name, expected=f"token.{face.motif}", found=face.text,
            )  # fmt: skip
    if shown and facts.figures - shown:
        missing = ", ".join(sorted(facts.figures - shown))
        yield _finding(kit, "tokens.toml", "token", "a figure of the game is on no token", expected=missing)


def _distinguished(kit: Kit) -> Iterator[Finding]:
    """Pieces that are called otherwise look otherwise: players' pieces differ by foot, figure or ink."""
    seen: dict[Any, str] = {}
    for token in (each for each in kit.tokens if each.shape == "standee" or each.piece):
        look = (token.shape, token.size, token.height, token.foot, token.front, token.back)
        owner = seen.setdefault(look, token.id)
        if owner != token.id:
            yield _finding(kit, "tokens.toml", "token", f"the piece looks like {owner}", subject=token.id)


def _upright(kit: Kit) -> Iterator[Finding]:
    """Standees stand on the paper they are made of: computed for the lightest and the heaviest card."""
    for token in kit.tokens:
        if token.shape == "standee":
            angle = min(standing(token, grammage).angle for grammage in CARD)
            if angle < LEAST_ANGLE:
                yield Finding(
                    WARNING, "token", "the standee falls when it leans a little", f"{kit.folder.name}/tokens.toml",
                    subject=token.id, expected=f"{LEAST_ANGLE:g}°", found=f"{angle:.0f}°",
                )  # fmt: skip


def _tallies(kit: Kit) -> Iterator[Finding]:
    """Counting sticks show the number they are called by; dearer ones have more notches, half of them at each end."""
    faces = [
        (token.id, face)
        for token in kit.tokens
        for face in (token.front, token.back)
        if face.motif == "tally"
    ]
    notches = {int(face.figure): face.notches for _, face in faces if face.figure.isdecimal()}
    steps = list(pairwise(sorted(notches)))
    for name, face in faces:
        called = name.rpartition("-")[2]
        dear = [one for one, other in steps if face.figure == str(other) and notches[one] >= face.notches]
        wrong = (
            ("number", called, face.figure) if called.isdecimal() and face.figure != called
            else ("number of notches", "an even one", str(face.notches)) if face.notches % 2
            else ("number of notches", f"more than those of {dear[0]}", str(face.notches)) if dear
            else None
        )  # fmt: skip
        if wrong is not None:
            what, expected, found = wrong
            message = f"a counting stick has another {what}"
            yield _finding(kit, "tokens.toml", "token", message, subject=name, expected=expected, found=found)


def _subjects(kit: Kit) -> Iterator[Finding]:
    """A picture that says what it shows shows what it is used for, and is called so."""
    uses = [(suit.emblem, f"emblem-{name}") for name, suit in kit.suits.items()]
    known = {card.id for card in kit.cards} | {name for _, name in uses}
    for card in kit.cards:
        for ink in ("full", "low") if card.art else ():
            title = title_of(kit, card.art, ink)
            if title and title not in (card.id, card.entry) and (title in known or title != _stem(card.art)):
                yield _finding(
                    kit, card.art, "picture", "the picture shows something else", card=card.id,
                    name=shown_name(kit, card.entry), expected=card.id, found=title,
                )  # fmt: skip
                break
    for file, name in uses:
        title = title_of(kit, file, "full")
        if title and title != name:
            message = "the emblem is another suit's"
            yield _finding(kit, file, "picture", message, subject=name, expected=name, found=title)


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]


def title_of(kit: Kit, name: str, ink: Any) -> str:
    """What an SVG file of the kit says it shows, in its `<title>`; empty if it does not say."""
    file = kit.art_file(name, ink)
    if file.suffix.lower() != ".svg":
        return ""
    with file.open(encoding="utf-8", errors="replace") as stream:
        found = _TITLE.search(stream.read(HEAD))
    return found[1].strip() if found else ""


def _backs(kit: Kit) -> Iterator[Finding]:
    """A back looks the same rotated by 180°: cards lie either way up, unless the kit's never do.

    One that shows what is its card's alone marks the card anyway.
    """
    backs = [] if kit.upright else [kit.backs_of(component.id) for component in kit.components]
    shared = {name: card for each in backs for name, card in each.items() if not kit.has_own_back(card)}
    for (name, card), size in product(shared.items(), kit.sizes.values()):
        place = _one_way(compose_back(kit, card, Choices(size.name)))
        if place is not None:
            yield _finding(
                kit, "layout.toml", "back-one-way", "the back looks different when rotated by 180°",
                subject=f"{name}, {size.name}", rect=place,
            )  # fmt: skip


def _one_way(scene: Scene) -> Rect | None:
    """Where the trimmed drawing differs from itself turned by 180°."""
    import numpy

    # Whole pixels from edge to edge, so that the same pixels meet.
    width, height = round(scene.width * PX_PER_MM), round(scene.height * PX_PER_MM)
    to_pixels = Affine.scaling(width / scene.width, height / scene.height)
    drawn = drawn_grey(((each.item, each.transform.then(to_pixels)) for each in walk(scene)), width, height)
    apart = numpy.abs(drawn - drawn[::-1, ::-1]) > APART
    solid = apart[1:, 1:] & apart[:-1, 1:] & apart[1:, :-1] & apart[:-1, :-1]
    if numpy.count_nonzero(solid) < MARK:
        return None
    down, across = numpy.nonzero(solid)
    left, top = float(across.min()) / PX_PER_MM, float(down.min()) / PX_PER_MM
    return Rect.from_edges(left, top, float(across.max() + 2) / PX_PER_MM, float(down.max() + 2) / PX_PER_MM)


def _places(kit: Kit) -> Iterator[Finding]:
    """A picture that was measured when it was made still lies on its card as it did: upright, whole, in its place."""
    kept: dict[FilePath, dict[str, list[int]]] = {}
    for source in dict.fromkeys(art_source(kit, name, ink) for ink in INKS for name in _pictures(kit)):
        file = source.file
        if file.parent not in kept:
            kept[file.parent] = kept_spreads(file.parent)
        wanted = kept[file.parent].get(_stem(file.name))
        if wanted is None:
            continue
        far = max(abs(a - b) for a, b in zip(wanted, ink_spread(art_of(source)), strict=True))
        if far > SPREAD_TOLERANCE:
            message = "the picture does not lie on its card as it did when it was measured"
            yield _finding(
                kit, file.relative_to(source.root).as_posix(), "picture", message, subject=_stem(file.name),
                expected="upright, in its place, with all its ink", found=f"{far} ‰ of its ink elsewhere",
                hint="if the new drawing is right, delete its row in figures.json",
            )  # fmt: skip


def _pictures(kit: Kit) -> Iterator[str]:
    """The names of all art on cards, tokens and boards, and of all signs."""
    yield from (name for name, _, _ in card_pictures(kit) if name)
    yield from (suit.emblem for suit in kit.suits.values())
    yield from (face.art for token in kit.tokens for face in (token.front, token.back) if face.art)
    for glyph in kit.glyphs.values():
        yield from (glyph.art, glyph.small, *glyph.motto)
    yield from kit.numbers.values()
    yield from (name for board in kit.boards for panel in board.panels for name in panel.art)


def _lengths(kit: Kit, paper: Callable[[str], Size]) -> Iterator[Finding]:
    """Lengths a printed thing can have."""
    for key, usual in BOX.items() if kit.box is not None else ():
        value = float(getattr(kit.box, key))
        if not usual[0] <= value <= usual[1]:
            yield _length(kit, "box.toml", key, value, usual)
    for size in kit.sizes.values():
        for key, (least, most) in (("bleed", BLEED), ("safe", SAFE), ("corner", CORNER)):
            value = float(getattr(size, key))
            if not least <= value <= most:
                yield _length(kit, "layout.toml", f"{size.name}.{key}", value, (least, most))
        yield from _trims(kit, size)
    for grid in kit.overlays.grids if kit.overlays is not None else ():
        yield from _labels(kit, grid, paper(grid.paper))


def _boards(kit: Kit, paper: Callable[[str], Size]) -> Iterator[Finding]:
    """A board fits each of its papers, in one piece or in its leaves, and leaves the printer its margin."""
    for board in kit.boards:
        for name in board.papers:
            short, long = sorted(each - 2 * MARGIN for each in paper(name))
            whole = Rect(0.0, 0.0, board.width, board.height)
            if not any(
                min(part.width, part.height) <= short and max(part.width, part.height) <= long
                for part in (whole, max(board.leaves, key=lambda leaf: leaf.width))
            ):
                found = " and ".join(f"{part.width:g} × {part.height:g} mm" for part in board.leaves)
                yield _finding(
                    kit, "board.toml", "length", f"the board does not fit on {name}",
                    subject=board.id, expected=f"{short:g} × {long:g} mm at the most", found=found,
                )  # fmt: skip


def _trims(kit: Kit, size: CardSize) -> Iterator[Finding]:
    for key, value in (("width", size.width), ("height", size.height)):
        if not 20.0 <= value <= 210.0:
            yield _length(kit, "layout.toml", f"{size.name}.{key}", value, (20.0, 210.0))


def _labels(kit: Kit, grid: LabelGrid, paper: Size) -> Iterator[Finding]:
    """Labels do not overlap, lie close together, and leave as much on one side of the paper as on the other."""
    for key, count, pitch, size, start, edge in (
        ("across", grid.columns, grid.across, grid.width, grid.left, paper.width),
        ("down", grid.rows, grid.down, grid.height, grid.top, paper.height),
    ):
        if not size - 1e-6 <= pitch <= size + WIDEST_GAP:
            yield _length(kit, "labels.toml", f"{grid.key}.{key}", pitch, (size, size + WIDEST_GAP))
        left = edge - start - (count - 1) * pitch - size
        if abs(left - start) > UNEVEN:
            message = "the labels do not lie in the middle of the paper"
            yield _finding(
                kit, "labels.toml", "length", message, subject=f"{grid.key}.{key}",
                expected=f"{start:g} mm at the other edge", found=f"{left:.4g} mm",
            )  # fmt: skip


def _length(kit: Kit, file: str, key: str, found: float, usual: tuple[float, float]) -> Finding:
    message = "this is no usual length"
    expected = f"{usual[0]:g} to {usual[1]:g} mm"
    return _finding(kit, file, "length", message, subject=key, expected=expected, found=f"{found:g} mm")


_RUBY = re.compile(r"\{([^|{}]*)\|[^{}|]*\}")
# The game fills these in itself.
_VARIABLE = re.compile(r"\{[^|{}]*\}")
_NUMBER = re.compile(r"\d+")
_RANGE = re.compile(r"(\d+)(?:[–〜]| to )(\d+)")


def prove_kit_texts(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """Texts that say what the rules say of another thing, or other numbers than the rules have."""
    for group in facts.words:
        yield from _words(kit, group)
    for group in facts.phrases:
        yield from _phrases(kit, group)
    yield from _numbers(kit, facts)


def _text_finding(
    kit: Kit, language: str, code: str, message: str, key: str, expected: str, found: str
) -> Finding:
    file = f"{kit.folder.name}/text.{language}.toml"
    return Finding(ERROR, code, message, file, subject=key, expected=expected, found=found)


def _words(kit: Kit, group: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """No text may be the word the game has for another thing of its kind."""
    for language in kit.languages:
        known = {words[language]: key for key, words in group.items() if language in words}
        for key in group:
            text = _RUBY.sub(r"\1", kit.texts[language].get(key, ""))
            owner = known.get(text, key)
            if owner != key:
                message = f"this is the word for {owner}"
                yield _text_finding(kit, language, "word", message, key, group[key][language], text)


def _phrases(kit: Kit, group: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """No text may have the word of another thing of its kind and not its own."""
    for language in kit.languages:
        words = {key: own[language].lower() for key, own in group.items() if language in own}
        for key, own in words.items():
            text = _RUBY.sub(r"\1", kit.texts[language].get(key, "")).lower()
            others = [each for each in words.values() if each != own and each in text]
            if others and own not in text:
                message = "this says what belongs to another text"
                yield _text_finding(kit, language, "word", message, key, own, others[0])


def _numbers(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """A text states the numbers of the rules in their order; it may repeat them, and states no others."""
    for key, wanted in facts.numbers.items():
        for language in kit.languages:
            if key not in kit.texts[language] or (isinstance(wanted, Mapping) and language not in wanted):
                continue
            should = wanted if isinstance(wanted, str) else wanted[language]
            expected, found = (_stated(text, facts.rows) for text in (should, kit.texts[language][key]))
            left = iter(found)
            if set(found) != set(expected) or not all(number in left for number in expected):
                message = "this states other numbers than the rules"
                yield _text_finding(
                    kit, language, "number", message, key, " ".join(expected), " ".join(found)
                )


def _stated(text: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """The numbers of a text; "4–6" are all places from 4 to 6, where these are in one row."""

    def whole(match: re.Match[str]) -> str:
        first, last = match.groups()
        if any({first, last} <= set(row) for row in rows) and int(first) < int(last):
            return " ".join(map(str, range(int(first), int(last) + 1)))
        return match[0]

    return _NUMBER.findall(_RANGE.sub(whole, _VARIABLE.sub("", _RUBY.sub(r"\1", text))))
