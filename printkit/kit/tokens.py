"""tokens.toml: counters and standees come in, checked frozen Tokens go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import Length
from printkit.kit.raw import ID_PATTERN
from printkit.kit.spec import Spec, at_least, at_most, length_of, matching
from printkit.scene.inks import HOUSE_INKS

__all__ = ["TOKENS", "Motif", "Token", "TokenFace", "read_tokens"]

TOKENS = "tokens.toml"

# What may be carved into a token; compose draws them.
Motif = Literal["whirl", "ripple", "figure", "upper", "lower", "stones", "art"]


@dataclass(frozen=True, slots=True)
class TokenFace:
    """One side of a token: its motif, the ink beside black, a figure, the key of a word below, and its own art.

    Art fills the token with the square in its middle that is as wide as its view.
    """

    motif: Motif
    ink: str = "blue"
    figure: str = ""
    text: str = ""
    art: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A counter or standee: a disc of `size` mm across, or an upright figure so wide that folds at its top.

    A standee's `height` is what stands above the table; it is 0 for a round token.
    """

    id: str
    shape: Literal["round", "standee"]
    size: float
    height: float
    copies: int
    front: TokenFace
    back: TokenFace

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        for face in (self.front, self.back):
            if face.text:
                yield face.text, "display"


class _FaceSpec(Spec):
    motif: Motif
    ink: str = "blue"
    figure: Annotated[str, length_of(most=3)] = ""
    text: str = ""
    art: str = ""


class _TokenSpec(Spec):
    id: Annotated[str, matching(ID_PATTERN)]
    shape: Literal["round", "standee"]
    size: Annotated[Length, at_least(12), at_most(60)]
    height: Annotated[Length, at_least(0), at_most(100)] = 0.0
    copies: Annotated[int, at_least(1), at_most(200)] = 1
    front: _FaceSpec
    back: _FaceSpec


class _TokenFile(Spec):
    tokens: Annotated[tuple[_TokenSpec, ...], length_of(1)]


def read_tokens(table: Mapping[str, Any], file: str = TOKENS) -> tuple[Token, ...]:
    """The tokens in a file's tables, in order; every problem of the file comes in one InputError."""
    spec = _TokenFile.read(table, file)
    problems = list(_problems(spec.tokens, file))
    if problems:
        raise InputError(problems=problems)
    return tuple(
        Token(
            id=token.id,
            shape=token.shape,
            size=token.size,
            height=token.height,
            copies=token.copies,
            front=TokenFace(**token.front.values()),
            back=TokenFace(**token.back.values()),
        )
        for token in spec.tokens
    )


def _problems(tokens: Sequence[_TokenSpec], file: str) -> Iterator[Problem]:
    for number, token in enumerate(tokens):
        place = f"tokens[{number}]"
        if any(other.id == token.id for other in tokens[:number]):
            yield Problem(f"the token {token.id!r} is there twice", file, f"{place}.id")
        if (token.shape == "standee") != (token.height >= token.size * 0.8):
            hint = "at least 0.8 of its size for a standee, none for a round token"
            yield Problem(f"a height of {token.height:g} mm", file, f"{place}.height", hint)
        for side, face in (("front", token.front), ("back", token.back)):
            if face.ink not in HOUSE_INKS:
                hint = nearest_hint(face.ink, HOUSE_INKS)
                yield Problem(f"unknown ink {face.ink!r}", file, f"{place}.{side}.ink", hint)
            if (face.motif == "figure") != bool(face.figure):
                yield Problem("figure and motif do not fit", file, f"{place}.{side}", 'motif = "figure"')
            if (face.motif == "art") != bool(face.art):
                yield Problem("art and motif do not fit", file, f"{place}.{side}", 'motif = "art"')
