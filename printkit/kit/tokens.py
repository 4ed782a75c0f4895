"""The pieces of a kit, as `tokens.toml`, `sticks.toml` and `glyphs.toml` state them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model_base import Id, Length, Table

__all__ = [
    "GLYPHS",
    "STICKS",
    "TOKENS",
    "Foot",
    "GlyphSpec",
    "GlyphsFile",
    "Motif",
    "Shape",
    "Sticks",
    "Token",
    "TokenFace",
    "TokenSet",
    "TokensFile",
    "read_glyphs",
    "read_tokens",
    "track_of",
]


# ── the counters and standees of a kit, as `tokens.toml` states them ─────────────────────────────────────────────────

TOKENS = "tokens.toml"

# What may be carved into a token; compose draws them.
Motif = Literal[
    "whirl",
    "ripple",
    "figure",
    "upper",
    "lower",
    "stones",
    "art",
    "glyph",
    "footprint",
    "ship",
    "climber",
    "tally",
    "track",
    "words",
    "cuts",
    "raised-cuts",
]
# Only these have a figure, and only a strip has these.
FIGURED, ON_STRIPS = (
    ("figure", "footprint", "ship", "climber", "tally", "track", "cuts", "raised-cuts"),
    ("tally", "track", "words"),
)
CUT, FOOTED = ("cuts", "raised-cuts"), ("footprint", "ship", "climber")
# What a counting stick stands for, if not for points; one that stands for a turn has no figure.
Counted = Literal["", "rice", "coin", "turn"]
SIGNED = 48.0
"""What a stick with a sign is long at least, mm: that is what its drawing takes."""
TRACK = re.compile(r"(×?)(\d+)-(\d+)")

Shape = Literal["round", "standee", "square", "strip"]

Foot = Literal["square", "round", "point", "notch", "cross", "slant"]
"""The shape of the flap a standee stands on: what distinguishes it without colour."""


# A small card: its colour, the sign of its piece, and perhaps its number; or what stands between two.
_SMALL = re.compile(r"[br]\D\d{0,2}|[^br\s].{0,3}")


def _small(card: str) -> str:
    if not _SMALL.fullmatch(card):
        raise ValueError(
            f"{card[:40]!r} is neither a card, such as b兵1 or r王, nor a short sign between two"
        )
    return card


_SmallCard = Annotated[
    str, AfterValidator(_small), Field(json_schema_extra={"pattern": f"^(?:{_SMALL.pattern})$"})
]


class TokenFace(Table):
    """One side of a token: its motif, the ink beside black, a figure, the key of a word below, and its own art.

    Art fills the token with the square in its middle that is as wide as its view. A `glyph` is the sign of a piece:
    cut into a black block, or standing out of the paper of any other ink. `cuts` are as many slanting cuts as its
    figure says in a disc of its ink, `raised-cuts` the same standing out of the paper. A `footprint` is the shape a
    standee's feet make, with its figure in it; a `ship` and a `climber` have that shape, and their figure cut out. A
    `tally` is a counting stick with its figure and so many `notches` (more than four are slanting cuts); its `sign`
    says what it is: `rice` has ears in its ink, a `coin` what it is worth in rice, a `turn` an arrow. A `track` has the
    numbers of its figure (`0-40`, or `×2-9`), and `words` are the two texts `TEXT.title` and `TEXT.body`, a line of the
    body a paragraph, `**words**` in it bold, perhaps with small `cards` above it: `b兵1` is the black pawn with a 1,
    `r王` the red king, `/` begins a row, `1` is the rank of the cards after it, and anything else stands between cards
    as it is. The first lines of the texts `NAMES.1` and so on say what the ranks are called.
    """

    motif: Motif
    ink: str = "blue"
    figure: Annotated[str, Field(max_length=6)] = ""
    text: str = ""
    art: str = ""
    glyph: Annotated[str, Field(max_length=1)] = ""
    notches: Annotated[int, Field(ge=0, le=6)] = 0
    sign: Counted = ""
    cards: Annotated[tuple[_SmallCard, ...], Field(max_length=48)] = ()
    names: str = ""

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        """The texts it prints, as (key, font role)."""
        if self.motif == "words":
            named = (f"{self.names}.{each}" for each in self.cards if self.names and each.isdecimal())
            return (
                (f"{self.text}.title", "display"),
                (f"{self.text}.body", "text"),
                *((key, "display") for key in named),
            )
        return ((self.text, "display"),) if self.text else ()


class Token(Table):
    """A counter or standee: a disc of `size` mm across, or an upright figure so wide that folds at its top.

    A standee's `height` is what stands above the table, `foot` the shape it is cut to below. A `square` piece has its
    side, and what it shows is written below it, outside the cut: `piece`, as the rules call it. A `strip` is `size`
    wide and `height` high; its front speaks the kit's first language, its back the second. A round one may have the
    text of a key below it, its `caption`. One `apart` is only on the sheets of the sets that name it.
    """

    id: Id
    shape: Shape
    size: Annotated[Length, Field(ge=8, le=200)]
    height: Annotated[Length, Field(ge=0, le=150)] = 0.0
    copies: Annotated[int, Field(ge=1, le=200)] = 1
    piece: Annotated[str, Field(max_length=4)] = ""
    apart: bool = False
    caption: str = ""
    foot: Foot | None = None
    front: TokenFace
    back: TokenFace

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        for face in (self.front, self.back):
            yield from face.text_keys()
        if self.caption:
            yield self.caption, "text"

    @property
    def captioned(self) -> bool:
        """Whether something is written below it, outside the cut."""
        return self.shape == "square" or bool(self.caption)


def track_of(figure: str) -> tuple[str, int, int] | None:
    """What stands before each number of a track, its first and its last number; None if that is no track."""
    match = TRACK.fullmatch(figure)
    if match is None or int(match[2]) >= int(match[3]):
        return None
    return match[1], int(match[2]), int(match[3])


class TokenSet(Table):
    """Some of the tokens on sheets of their own: how many of each, and the game they are for.

    With a `square` its square pieces have this side, and other pieces with a glyph become smaller with them.
    """

    id: Id
    game: Id
    square: Annotated[Length, Field(ge=12, le=60)] | None = None
    tokens: Mapping[Id, Annotated[int, Field(ge=1, le=200)]]


class TokensFile(Table):
    """tokens.toml; `shared` says how many there are of tokens of the folders the kit uses, by their ids."""

    tokens: Annotated[tuple[Token, ...], Field(min_length=1)]
    shared: Mapping[Id, Annotated[int, Field(ge=1, le=200)]] = Field(default_factory=dict)
    sets: tuple[TokenSet, ...] = ()


def read_tokens(
    table: Mapping[str, Any], file: str = TOKENS, given: Sequence[Token] = ()
) -> tuple[tuple[Token, ...], tuple[TokenSet, ...]]:
    """The tokens in a file's tables, in order, and their sets; every problem of the file comes in one InputError.

    `given` are the tokens of the folders the kit uses; those it names stand behind its own.
    """
    read = TokensFile.read(table, file)
    problems = list(_shared_problems(read, file, [token.id for token in given]))
    shared = [
        token.model_copy(update={"copies": read.shared[token.id]})
        for token in given
        if token.id in read.shared
    ]
    tokens = (*read.tokens, *shared)
    problems += [*_problems(tokens, file), *_set_problems(read.sets, [token.id for token in tokens], file)]
    if problems:
        raise InputError(problems=problems)
    return tokens, read.sets


def _shared_problems(read: TokensFile, file: str, given: Sequence[str]) -> Iterator[Problem]:
    for name in read.shared:
        if name not in given:
            hint = nearest_hint(name, given) if given else 'name their folder in kit.toml: uses = ["air"]'
            yield Problem(f"no shared token is called {name!r}", file, f"shared.{name}", hint)


def _set_problems(sets: Sequence[TokenSet], ids: Sequence[str], file: str) -> Iterator[Problem]:
    for number, each in enumerate(sets):
        for name in each.tokens:
            if name not in ids:
                key = f"sets[{number}].tokens.{name}"
                yield Problem(f"unknown token {name!r}", file, key, nearest_hint(name, ids))


def _problems(tokens: Sequence[Token], file: str) -> Iterator[Problem]:
    for number, token in enumerate(tokens):
        place = f"tokens[{number}]"
        if any(other.id == token.id for other in tokens[:number]):
            yield Problem(f"the token {token.id!r} is defined twice", file, f"{place}.id")
        least = {"standee": 0.8 * token.size, "strip": 5.0}.get(token.shape)
        if (least is not None) != (token.height >= (least or 0.01)):
            hint = "at least 0.8 of its size for a standee, 5 mm for a strip, none for any other token"
            yield Problem(f"a height of {token.height:g} mm", file, f"{place}.height", hint)
        for side, face in (("front", token.front), ("back", token.back)):
            if (face.motif in FIGURED and face.sign != "turn") != bool(face.figure):
                yield Problem("figure and motif do not fit", file, f"{place}.{side}", 'motif = "figure"')
            if (face.motif in ON_STRIPS) != (token.shape == "strip"):
                yield Problem("shape and motif do not fit", file, f"{place}.{side}", 'shape = "strip"')
            if face.sign and face.motif != "tally":
                yield Problem("sign and motif do not fit", file, f"{place}.{side}", 'motif = "tally"')
            if face.motif == "words" and not face.text:
                yield Problem("there are no words", file, f"{place}.{side}.text", "a text's key")
            if face.motif in CUT and not re.fullmatch("[1-9]", face.figure):
                yield Problem(
                    f"{face.figure!r} is no number of cuts", file, f"{place}.{side}.figure", "1 to 9"
                )
            if face.sign and token.size < SIGNED:
                message = f"a stick with a sign is {SIGNED:g} mm long at least"
                yield Problem(message, file, f"{place}.size", f'size = "{SIGNED:g}mm", or no sign')
            if face.motif == "track" and track_of(face.figure) is None:
                hint = "such as 0-40 or ×2-9"
                yield Problem("the track has no first and last number", file, f"{place}.{side}.figure", hint)
            if face.motif in FOOTED and token.foot is None:
                yield Problem("there is no foot to show", file, f"{place}.foot", 'foot = "round"')
            if (face.motif == "art") != bool(face.art):
                yield Problem("art and motif do not fit", file, f"{place}.{side}", 'motif = "art"')
            if (face.motif == "glyph") != bool(face.glyph):
                yield Problem("glyph and motif do not fit", file, f"{place}.{side}", 'motif = "glyph"')
        if token.foot is not None and token.shape != "standee":
            yield Problem("only a standee has a foot", file, f"{place}.foot", 'shape = "standee"')
        if token.shape == "square" and not token.piece:
            yield Problem("a square piece has no name", file, f"{place}.piece", "such as 黒兵")


# ── the throwing sticks of a kit, as `sticks.toml` states them ───────────────────────────────────────────────────────

STICKS = "sticks.toml"


class Sticks(Table):
    """Sticks with a dark and a pale side, each rolled from a strip of four: how many, how long and how wide; mm."""

    copies: Annotated[int, Field(ge=1, le=24)]
    length: Annotated[Length, Field(ge=60, le=200)] = 120.0
    width: Annotated[Length, Field(ge=8, le=25)] = 13.0
    ink: str = "green"


# ── the written signs of a game's pieces, as `glyphs.toml` names their art ───────────────────────────────────────────

GLYPHS = "glyphs.toml"


class GlyphSpec(Table):
    """A glyph's art: black mass and the knife cuts in paper; `small` is what stands for it in a small em.

    `motto` are the signs that stand on its card instead of a number, from top to bottom.
    """

    art: str
    small: str
    motto: tuple[str, ...] = ()


class GlyphsFile(Table):
    """glyphs.toml: the glyphs by the piece they stand for, and the art of number signs by their figures."""

    glyphs: Mapping[str, GlyphSpec] = {}
    numbers: Mapping[str, str] = {}


def read_glyphs(table: Mapping[str, Any], file: str = GLYPHS) -> GlyphsFile:
    """The glyphs and number signs in a file's tables."""
    read = GlyphsFile.read(table, file)
    problems = [
        Problem(f"{name!r} is not one character", file, f"glyphs.{name}")
        for name in read.glyphs
        if len(name) != 1
    ]
    problems += [
        Problem(f"{name!r} is not a number", file, f"numbers.{name}")
        for name in read.numbers
        if not name.isdecimal()
    ]
    if problems:
        raise InputError(problems=problems)
    return read
