"""How TOML files are read, and the models of kit.toml: covers of books and for whom the games are, too."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from printkit.errors import InputError, Problem, unreadable
from printkit.files import read_plain
from printkit.kit.columns import DataSpec
from printkit.kit.markup import ICON
from printkit.kit.model_base import Box, Id, Length, Table
from printkit.material.font_data import SUFFIXES
from printkit.scene.inks import BACK_INKS, HOUSE_INKS, MOST_INK, Ink, Others, Palette, lightness

__all__ = ["Cover", "Facts", "FieldSpec", "KitFile", "Opening", "read_toml"]


# ── the cover of a book, as `kit.toml` states it ─────────────────────────────────────────────────────────────────────


class Cover(Table):
    """A card whose picture fills the cover of a part; the text `cover.PART` names the book.

    `view` is the part of the picture shown, in mm of the card (none: all of it). The `ground` around it is dark, for a
    picture cut from a black panel, or light, for one on paper.
    """

    card: Id
    view: Box | None = None
    ground: Literal["dark", "light"] = "dark"


class Opening(Cover):
    """A card whose picture opens a chapter, beside its title, or above it in a high band.

    `height` is how far it reaches below the head of the text, in mm; `label` the text in the place of the chapter's
    number, by its key.
    """

    label: str = ""
    height: Annotated[Length, Field(ge=24, le=150)] = 28.0


# ── for whom a kit's games are, as `kit.toml` states it ──────────────────────────────────────────────────────────────

Players = Annotated[int, Field(ge=1, le=100)]
Minutes = Annotated[int, Field(ge=1, le=1000)]


class Facts(Table):
    """How many may play and how many minutes it takes, each from and to, and from what age in years."""

    players: tuple[Players, Players]
    minutes: tuple[Minutes, Minutes]
    age: Annotated[int, Field(ge=1, le=99)]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        for name, (least, most) in (("players", self.players), ("minutes", self.minutes)):
            if least > most:
                raise ValueError(f"{name} are [from, to], as [{most}, {least}]")
        return self


# ── how TOML files are read, and the models of kit.toml ──────────────────────────────────────────────────────────────

MAX_TOML_BYTES = 32_000_000
MAX_DEPTH = 20
MAX_SHOWN_KEY = 60
# Every whole number up to here is a float too.
LARGEST = 2**53


class CreditSpec(Table):
    """Whose game it is."""

    author: str
    original: str


class SuitSpec(Table):
    """A suit as kit.toml states it."""

    code: Annotated[str, Field(pattern=r"^[A-Z][a-z]$")]
    ink: str
    emblem: str


class ComponentSpec(Table):
    """A component as kit.toml states it."""

    back: str = ""
    apart: bool = False
    shape: Annotated[str, Field(pattern=r"^(|hexagon|circle|standee|.+\.svg)$")] = ""


Percent = Annotated[float, Field(ge=0, le=100)]


class InkSpec(Table):
    """An ink of the kit's own: `#rrggbb` on a screen and at home, percent of CMYK for the press.

    `grey` is how light it is in print with black only, 0 black to 1 white; without it, as light as its sRGB looks.
    """

    srgb: Annotated[str, Field(pattern="^#[0-9a-fA-F]{6}$")]
    cmyk: tuple[Percent, Percent, Percent, Percent]
    grey: Annotated[float, Field(ge=0, le=1)] | None = None

    @model_validator(mode="after")
    def _can_be_printed(self) -> Self:
        if math.fsum(self.cmyk) > 100 * MOST_INK:
            raise ValueError(
                f"{math.fsum(self.cmyk):g} % of ink; at most {100 * MOST_INK:g} %, text on it adds black"
            )
        return self

    def ink(self, name: str) -> Ink:
        """The ink as it is drawn with."""
        red, green, blue = bytes.fromhex(self.srgb[1:])
        cyan, magenta, yellow, black = (share / 100 for share in self.cmyk)
        grey = round(lightness((red, green, blue)), 3) if self.grey is None else self.grey
        return Ink(name, (red, green, blue), (cyan, magenta, yellow, black), grey=grey)


class FontSpec(Table):
    """A font file of the kit, which font of a collection it is, and of a variable font the places on its axes."""

    file: str
    number: Annotated[int, Field(ge=1, le=1000)] = 1
    wght: float | None = None
    wdth: float | None = None
    opsz: float | None = None
    slnt: float | None = None
    ital: float | None = None
    axes: Mapping[Annotated[str, Field(pattern="^[A-Za-z0-9]{4}$")], float] = {}

    @property
    def name(self) -> str:
        """What the file is called, without its folder and ending."""
        return self.file.rpartition("/")[2].rpartition(".")[0] or self.file

    @property
    def places(self) -> dict[str, float]:
        """The places on axes that are stated."""
        named = {tag: getattr(self, tag) for tag in ("wght", "wdth", "opsz", "slnt", "ital")}
        return {tag: value for tag, value in named.items() if value is not None} | dict(self.axes)

    @property
    def cut(self) -> str:
        """Number and places as `own_font_id` takes them."""
        chosen = {"number": self.number} if self.number > 1 else {}
        return ",".join(f"{tag}={value:g}" for tag, value in (chosen | self.places).items())


class FieldSpec(Table):
    """A value cards may carry: its type and, for numbers, its bounds."""

    type: Literal["integer", "pair", "text", "suit", "flag", "list"]
    min: int = 0
    max: int = 1_000_000


def _font_name(font: str | FontSpec) -> str:
    if isinstance(font, str) and "/" not in font and not font.lower().endswith(SUFFIXES):
        return font
    return (FontSpec(file=font) if isinstance(font, str) else font).name


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, dict) else value


class ShorthandText(Table):
    """What a sign stands for that is no icon: any text, a line end too, or where a style begins or ends."""

    text: str


class KitFile(Table):
    """kit.toml."""

    id: Id
    version: Annotated[str, Field(pattern=r"^\d+(\.\d+)*$")]
    languages: Annotated[tuple[str, ...], Field(min_length=1)]
    games: tuple[str, ...] = ()
    variant: bool = False
    upright: bool = False
    first: tuple[Id, ...] = ()
    options: tuple[str, ...] = ()
    size: str
    uses: tuple[Id, ...] = ()
    deck: Id | None = None
    credit: CreditSpec | None = None
    facts: Facts | None = None
    fonts: Mapping[str, str | FontSpec]
    inks: Mapping[Id, InkSpec] = {}
    icons: Mapping[Id, str] = {}
    shorthand: Mapping[str, Id | ShorthandText] = {}
    colours: Others | Mapping[str, str] | None = None
    suits: Mapping[str, SuitSpec] = {}
    components: Annotated[Mapping[str, ComponentSpec], Field(min_length=1)]
    fields: Mapping[str, FieldSpec] = {}
    art: Mapping[Literal["full", "low"], str] = {}
    covers: Mapping[Id, Cover] = {}
    openings: Mapping[Id, Mapping[Id, Opening]] = {}
    data: Annotated[tuple[DataSpec, ...], BeforeValidator(_several)] = ()

    @property
    def chooses_rows(self) -> bool:
        """Whether not every row of its tables is a card."""
        return any(table.where for table in self.data)

    @property
    def font_names(self) -> dict[str, str]:
        """The name of the font of each role, as its file is called."""
        return {role: _font_name(font) for role, font in self.fonts.items()}

    @property
    def signs(self) -> dict[str, str]:
        """What each sign of the kit's own stands for in texts."""
        return {
            sign: f"{{{ICON}:{each}}}" if isinstance(each, str) else each.text
            for sign, each in self.shorthand.items()
        }

    def palette(self) -> Palette:
        """The inks its art may use, and what other colours in it become."""
        inks = {**HOUSE_INKS, **{name: ink.ink(name) for name, ink in self.inks.items()}}
        known = (*inks.values(), *BACK_INKS.values())
        if self.colours is None:
            # What a game proves is drawn in known inks; any other kit's art is printed as it is.
            return Palette(known, others="exact" if self.games else "kept")
        if isinstance(self.colours, str):
            return Palette(known, others=self.colours)
        named = tuple((colour.lower(), inks[name]) for colour, name in self.colours.items() if name in inks)
        return Palette(known, named)


def read_toml(path: Path, name: str) -> dict[str, Any]:
    """The tables of a TOML file; whatever keeps it from being read is an InputError naming file and line or key.

    Numbers are finite and no larger than a float holds exactly, so that nothing later has to ask.
    """
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode) and not S_ISDIR(status.st_mode):
            # A pipe or a device may never end.
            raise InputError("is not a plain file", file=name, hint="only files on disk are read")
        if status.st_size > MAX_TOML_BYTES:
            raise InputError(f"larger than {MAX_TOML_BYTES // 1_000_000} MB", file=name)
        tables = tomllib.loads(read_plain(path, MAX_TOML_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        raise InputError("the file is missing", file=name) from None
    except IsADirectoryError:
        raise InputError("is a folder, not a file", file=name) from None
    except OSError as error:
        raise unreadable(error, path, name=name) from error
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}", file=name, hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", file=name) from error
    except ValueError as error:
        # Python reads no whole number of more than some thousand digits.
        raise InputError("a number has too many digits", file=name) from error
    except RecursionError:
        raise InputError("is nested too deeply", file=name) from None
    problems = list(_out_of_bounds(tables, name))
    if problems:
        raise InputError(problems=problems)
    return tables


def _out_of_bounds(tables: dict[str, Any], file: str) -> Iterator[Problem]:
    """Numbers no kit can mean, and tables too deep to walk through."""
    left: list[tuple[str, int, Any]] = [("", 0, tables)]
    while left:
        key, depth, value = left.pop()
        if depth > MAX_DEPTH:
            yield Problem("is nested too deeply", file, key[:MAX_SHOWN_KEY])
        elif isinstance(value, dict):
            dot = "." if key else ""
            left += [(f"{key}{dot}{name}", depth + 1, inner) for name, inner in reversed(value.items())]
        elif isinstance(value, list):
            left += [(f"{key}[{at}]", depth + 1, inner) for at, inner in reversed(list(enumerate(value)))]
        elif isinstance(value, int | float) and not abs(value) <= LARGEST:
            yield Problem("the number is not finite or too large", file, key, f"at most {LARGEST}")
