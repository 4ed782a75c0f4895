"""The counters and standees of a kit, as `tokens.toml` states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from printkit.errors import InputError, Problem
from printkit.kit.table import Id, Length, Table

__all__ = ["TOKENS", "Motif", "Token", "TokenFace", "TokensFile", "read_tokens"]

TOKENS = "tokens.toml"

# What may be carved into a token; compose draws them.
Motif = Literal["whirl", "ripple", "figure", "upper", "lower", "stones", "art"]


class TokenFace(Table):
    """One side of a token: its motif, the ink beside black, a figure, the key of a word below, and its own art.

    Art fills the token with the square in its middle that is as wide as its view.
    """

    motif: Motif
    ink: str = "blue"
    figure: Annotated[str, Field(max_length=3)] = ""
    text: str = ""
    art: str = ""


class Token(Table):
    """A counter or standee: a disc of `size` mm across, or an upright figure so wide that folds at its top.

    A standee's `height` is what stands above the table; it is 0 for a round token.
    """

    id: Id
    shape: Literal["round", "standee"]
    size: Annotated[Length, Field(ge=12, le=60)]
    height: Annotated[Length, Field(ge=0, le=100)] = 0.0
    copies: Annotated[int, Field(ge=1, le=200)] = 1
    front: TokenFace
    back: TokenFace

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        for face in (self.front, self.back):
            if face.text:
                yield face.text, "display"


class TokensFile(Table):
    """tokens.toml."""

    tokens: Annotated[tuple[Token, ...], Field(min_length=1)]


def read_tokens(table: Mapping[str, Any], file: str = TOKENS) -> tuple[Token, ...]:
    """The tokens in a file's tables, in order; every problem of the file comes in one InputError."""
    tokens = TokensFile.read(table, file).tokens
    problems = list(_problems(tokens, file))
    if problems:
        raise InputError(problems=problems)
    return tokens


def _problems(tokens: Sequence[Token], file: str) -> Iterator[Problem]:
    for number, token in enumerate(tokens):
        place = f"tokens[{number}]"
        if any(other.id == token.id for other in tokens[:number]):
            yield Problem(f"the token {token.id!r} is defined twice", file, f"{place}.id")
        if (token.shape == "standee") != (token.height >= token.size * 0.8):
            hint = "at least 0.8 of its size for a standee, none for a round token"
            yield Problem(f"a height of {token.height:g} mm", file, f"{place}.height", hint)
        for side, face in (("front", token.front), ("back", token.back)):
            if (face.motif == "figure") != bool(face.figure):
                yield Problem("figure and motif do not fit", file, f"{place}.{side}", 'motif = "figure"')
            if (face.motif == "art") != bool(face.art):
                yield Problem("art and motif do not fit", file, f"{place}.{side}", 'motif = "art"')
