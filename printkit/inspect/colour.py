"""Reads colour spaces of a PDF: their names and inks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from printkit.inspect.objects import entry, kids, name, number

__all__ = ["GRAY", "UNKNOWN", "Inks", "Space", "device_space", "inks_of", "read_space"]

Inks = tuple[float, float, float, float]
DEEPEST = 8
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}
_CHANNELS = {
    "DeviceGray": 1,
    "CalGray": 1,
    "DeviceRGB": 3,
    "CalRGB": 3,
    "Lab": 3,
    "DeviceCMYK": 4,
    "Pattern": 0,
}
# Plates of cutting and creasing, which leave no ink on the paper; compared without regard to case.
_UNPRINTED = {
    "cutcontour",
    "crease",
    "cut",
    "die",
    "dieline",
    "die-cut",
    "fold",
    "kiss-cut",
    "thru-cut",
    "perf",
}
_PLATES = {"Cyan": 0, "Magenta": 1, "Yellow": 2, "Black": 3}


class Space(NamedTuple):
    """A colour space: how many numbers it takes, its kind and the kinds inside it, and the inks it names itself.

    `kinds` are PDF's names, outermost first, an ICC profile with its number of channels: `ICCBased 3`. `colourants`
    are those of Separation and DeviceN.
    """

    kinds: tuple[str, ...]
    channels: int
    colourants: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The outermost kind."""
        return self.kinds[0]

    @property
    def unprinted(self) -> bool:
        """Whether it is the plate of a die, which leaves no ink."""
        return self.kind == "Separation" and all(each.casefold() in _UNPRINTED for each in self.colourants)

    @property
    def words(self) -> str:
        """As a printer says it: `Separation Gold in DeviceCMYK`."""
        first = " ".join((self.kinds[0], *self.colourants))
        return " in ".join((first, *self.kinds[1:]))


GRAY = Space(("DeviceGray",), 1)
UNKNOWN = Space(("unknown",), 0)


def device_space(kind: str) -> Space:
    """One of the three spaces without any parameters."""
    return Space((kind,), _CHANNELS[kind])


def read_space(value: Any, resources: Any = None, depth: int = 0) -> Space:
    """The space of that entry, looked up among the resources where it is a name; what is none is `UNKNOWN`."""
    if depth > DEEPEST:
        return UNKNOWN
    word = name(value)
    if word:
        named = entry(entry(resources, "/ColorSpace"), f"/{word}")
        kind = _SHORT.get(word, word)
        if named is not None and kind not in ("DeviceGray", "DeviceRGB", "DeviceCMYK"):
            return read_space(named, None, depth + 1)
        return Space((kind,), _CHANNELS[kind]) if kind in _CHANNELS else UNKNOWN
    parts = kids(value)
    kind = name(parts[0]) if parts else ""
    kind = _SHORT.get(kind, kind)
    if kind in _CHANNELS:
        inside = read_space(parts[1], resources, depth + 1) if kind == "Pattern" and len(parts) > 1 else None
        return Space(
            (kind, *(inside.kinds if inside else ())), inside.channels if inside else _CHANNELS[kind]
        )
    if kind == "ICCBased" and len(parts) > 1:
        channels = int(number(entry(parts[1], "/N")) or 0)
        return Space((f"ICCBased {channels}",), channels)
    if kind == "Indexed" and len(parts) > 1:
        base = read_space(parts[1], resources, depth + 1)
        return Space((kind, *base.kinds), 1, base.colourants)
    if kind in ("Separation", "DeviceN") and len(parts) > 2:
        other = read_space(parts[2], resources, depth + 1)
        colourants = tuple(name(each) for each in kids(parts[1]))[:32]
        return Space((kind, *other.kinds), len(colourants), colourants)
    return UNKNOWN


def inks_of(space: Space, values: Sequence[float]) -> Inks | None:
    """Cyan, magenta, yellow and black, each 0 to 1, that these numbers mean; None where a printer decides that."""
    shares = tuple(min(max(value, 0.0), 1.0) for value in values)
    if len(shares) != space.channels:
        return None
    if space.kind in ("DeviceCMYK", "ICCBased 4"):
        cyan, magenta, yellow, black = shares
        return cyan, magenta, yellow, black
    if space.kind in ("DeviceGray", "CalGray", "ICCBased 1"):
        return 0.0, 0.0, 0.0, 1.0 - shares[0]
    if space.unprinted:
        return 0.0, 0.0, 0.0, 0.0
    if space.kind in ("Separation", "DeviceN"):
        inks = [0.0, 0.0, 0.0, 0.0]
        for colourant, share in zip(space.colourants, shares, strict=True):
            if colourant == "All":
                return share, share, share, share
            if colourant == "None":
                continue
            if colourant not in _PLATES:
                return None
            inks[_PLATES[colourant]] = share
        return inks[0], inks[1], inks[2], inks[3]
    return None
