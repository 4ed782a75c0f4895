"""Press profiles: the requirements of print services, read from TOML, and which sizes of cards they sell."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import MM_PER_PT, Size, parse_length
from printkit.kit.model import CardSize, Kit

__all__ = [
    "Form",
    "Product",
    "Profile",
    "find_profile",
    "fitted_note",
    "profile_names",
    "read_profile",
    "vendor_size",
]

FOLDER = Path(__file__).resolve().parent / "profiles"
SUFFIX = ".toml"

Form = Literal["cards", "sheets", "pictures"]
FORMS: tuple[Form, ...] = ("cards", "sheets", "pictures")
SIDES = ("front", "back")
# Sizes nearer than this are the same size written in another unit; mm.
SAME = 0.05
# A card this much larger or smaller than a picture's product is drawn at the product's size; mm.
NEAR = 1.0


class Product(NamedTuple):
    """One thing the printer sells: its trim in mm, and the pixels of a picture with bleed (0 where none is wanted)."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)

    def fits(self, width: float, height: float) -> bool:
        """Whether a card of this trim is this product."""
        return abs(self.width - width) <= SAME and abs(self.height - height) <= SAME


@dataclass(frozen=True, slots=True)
class Profile:
    """What one printer wants. Lengths in mm, ink in per cent, resolution in dots per inch.

    `form` is `cards` (a PDF, one face a page with bleed), `sheets` (a PDF, many cards on `paper`) or `pictures`
    (an archive with one PNG a face). `order` is which side of a card comes first. `products` are the only sizes
    taken; none named is any. `boxes` are the page boxes a PDF must have. `counts` are the numbers of cards that
    are sold (a set fills the next one), `step` what a number of cards is a multiple of. `count` is how many
    cards the set has usually, 0 for all there are. `ink_limit` 0 is no limit (pictures in RGB). `front_name`
    and `back_name` name the pictures.
    """

    name: str
    title: str
    form: Form
    press: str
    condition: str
    order: tuple[str, ...]
    products: tuple[Product, ...]
    bleed: float
    safe: float
    boxes: tuple[str, ...]
    paper: str
    resolution: int
    ink_limit: float
    least_line: float
    least_text: float
    smallest: float
    largest: float
    counts: tuple[int, ...]
    step: int
    count: int
    front_name: str
    back_name: str

    def product(self, width: float, height: float) -> Product | None:
        """The product a card of this trim is; where any size is taken, that size."""
        if not self.products:
            short, long = sorted((width, height))
            fits = self.smallest <= short and (not self.largest or long <= self.largest)
            return Product("", width, height) if fits else None
        return next((product for product in self.products if product.fits(width, height)), None)

    def nearest(self, width: float, height: float) -> Product | None:
        """The product a card of this trim is, or in an archive of pictures one whose size it nearly has."""
        exact = self.product(width, height)
        if exact is not None or self.form != "pictures":
            return exact
        near = (p for p in self.products if max(abs(p.width - width), abs(p.height - height)) <= NEAR)
        return next(near, None)

    def numbered_back(self, number: int) -> str:
        """The name of one card's back where not all are alike: `back.png` becomes `back-007.png`."""
        stem, dot, ending = self.back_name.rpartition(".")
        return f"{stem}-{number:03}{dot}{ending}"

    def sold_count(self, cards: int) -> int:
        """How many cards are paid for when this many are wanted; more than are sold is that many."""
        larger = [count for count in self.counts if count >= cards]
        wanted = min(larger) if larger else cards
        return -(-wanted // self.step) * self.step


@cache
def profile_names() -> tuple[str, ...]:
    """The profiles there are, sorted."""
    return tuple(sorted(file.stem for file in FOLDER.glob(f"*{SUFFIX}")))


@cache
def find_profile(name: str) -> Profile:
    """The profile of that name; an unknown name is an InputError with the nearest one."""
    if name not in profile_names():
        raise InputError(
            f"unknown profile {name!r}", key="--profile", hint=nearest_hint(name, profile_names())
        )
    file = FOLDER / f"{name}{SUFFIX}"
    return read_profile(name, tomllib.loads(file.read_text(encoding="utf-8")), file.name)


def read_profile(name: str, table: Mapping[str, Any], file: str) -> Profile:
    """A profile from its table; everything wrong in it comes in one InputError, with its keys."""
    problems = [
        Problem("unknown key", file, key, nearest_hint(key, (*_READERS, "products")))
        for key in table
        if key not in _READERS and key != "products"
    ]
    values: dict[str, Any] = {}
    for key, (read, missing) in _READERS.items():
        if key not in table and missing is not None:
            values[key] = missing
            continue
        try:
            values[key] = read(table[key])
        except (KeyError, TypeError, ValueError, InputError) as error:
            said = "the key is missing" if isinstance(error, KeyError) else f"cannot be read: {error}"
            problems.append(Problem(said, file, key))
    products = []
    for product, entry in table.get("products", {}).items():
        try:
            products.append(_product(product, entry))
        except (KeyError, TypeError, ValueError, InputError) as error:
            problems.append(Problem(f"cannot be read: {error}", file, f"products.{product}"))
    if problems:
        raise InputError(problems=problems)
    return Profile(name=name, products=tuple(products), **values)


def _product(name: str, entry: Mapping[str, Any]) -> Product:
    unknown = set(entry) - {"width", "height", "pixels"}
    if unknown:
        raise ValueError(f"unknown key {min(unknown)!r}")
    across, down = entry.get("pixels", (0, 0))
    return Product(
        name, parse_length(entry["width"]), parse_length(entry["height"]), (_whole(across), _whole(down))
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is not a whole number from 0")
    return value


def _step(value: Any) -> int:
    return max(_whole(value), 1)


def _share(value: Any) -> float:
    number = float(value)
    if not 0 <= number <= 400:
        raise ValueError(f"{value!r} is not between 0 and 400")
    return number


def _form(value: Any) -> Form:
    if value not in FORMS:
        raise ValueError(f"{value!r} is not one of {', '.join(FORMS)}")
    return cast(Form, value)


def _order(value: Any) -> tuple[str, ...]:
    if sorted(value) != sorted(SIDES):
        raise ValueError('["front", "back"] or ["back", "front"] is needed')
    return tuple(value)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, value))


def _counts(value: Any) -> tuple[int, ...]:
    return tuple(sorted(map(_whole, value)))


# How each key is read, and what stands where it is left out; None is a key that must be there.
_READERS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "title": (_text, None),
    "form": (_form, None),
    "press": (_text, "home"),
    "condition": (_text, ""),
    "order": (_order, SIDES),
    "bleed": (parse_length, None),
    "safe": (parse_length, None),
    "boxes": (_texts, ()),
    "paper": (_text, ""),
    "resolution": (_whole, 300),
    "ink_limit": (_share, 0.0),
    "least_line": (parse_length, 0.25 * MM_PER_PT),
    "least_text": (parse_length, 6 * MM_PER_PT),
    "smallest": (parse_length, 0.0),
    "largest": (parse_length, 0.0),
    "counts": (_counts, ()),
    "step": (_step, 1),
    "count": (_whole, 0),
    "front_name": (_text, ""),
    "back_name": (_text, ""),
}


def vendor_size(kit: Kit, card: str, profile: Profile) -> str:
    """The card size to lay out: the one requested if the printer sells it, else the first the kit has of those."""
    if card:
        size = kit.size(card)
        if profile.nearest(size.width, size.height) is None:
            raise InputError(
                f"{profile.title} does not print cards of {Size(size.width, size.height)}",
                key="--card",
                hint=f"it prints {_offers(profile)}",
            )
        return size.name
    if not profile.products or profile.product(*_trim(kit.size())) is not None:
        return kit.default_size
    for product in profile.products:
        for size in kit.sizes.values():
            if product.fits(*_trim(size)):
                return size.name
    near = next((size.name for size in kit.sizes.values() if profile.nearest(*_trim(size))), "")
    if near:
        return near
    raise InputError(
        f"kit {kit.id} has no card size that {profile.title} prints",
        key="--profile",
        hint=f"it prints {_offers(profile)}; add one to layout.toml",
    )


def fitted_note(profile: Profile, size: CardSize) -> tuple[str, ...]:
    """What to know where cards are not quite of the size the printer sells."""
    product = profile.nearest(size.width, size.height)
    if product is None or product.fits(size.width, size.height):
        return ()
    wanted = Size(product.width, product.height)
    return (f"cards of {_trim(size)} are drawn at {wanted}, the size {profile.title} sells",)


def _trim(size: CardSize) -> Size:
    return Size(size.width, size.height)


def _offers(profile: Profile) -> str:
    return ", ".join(
        f"{product.name} ({Size(product.width, product.height)})" for product in profile.products
    )
