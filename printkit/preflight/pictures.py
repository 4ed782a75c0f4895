"""Checks decks delivered as archives of images."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from printkit.inspect.pictures import PictureFacts, read_pictures
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.profile import Profile

__all__ = ["preflight_pictures"]

FORMATS = ("PNG", "JPEG")
MODES = ("RGB", "L", "P")


def preflight_pictures(path: Path, file: str, profile: Profile) -> tuple[int, tuple[Finding, ...]]:
    """How many pictures the archive holds, and all findings about them; an unreadable archive is an InputError."""
    pictures = read_pictures(path)
    findings = [
        *_kinds(file, pictures),
        *_sizes(file, pictures, profile),
        *_sides(file, pictures, profile),
    ]
    return len(pictures), tuple(findings)


def _kinds(file: str, pictures: Sequence[PictureFacts]) -> Iterator[Finding]:
    for picture in pictures:
        if picture.form not in FORMATS:
            found = picture.form or "not a picture"
            message = "the file is not a PNG or JPEG"
            yield Finding(ERROR, "picture-format", message, file, subject=picture.name, found=found)
        elif picture.damaged:
            message = "the image is truncated"
            hint = "export it again, or pack the archive again"
            yield Finding(ERROR, "picture-damaged", message, file, subject=picture.name, hint=hint)
        elif picture.mode not in MODES:
            message = "the image is not RGB"
            hint = "transparency comes out black or white" if picture.mode.endswith("A") else ""
            yield Finding(
                ERROR, "picture-colour", message, file, subject=picture.name, found=picture.mode, hint=hint
            )


def _sizes(file: str, pictures: Sequence[PictureFacts], profile: Profile) -> Iterator[Finding]:
    """All pictures have the pixels of one and the same product."""
    sizes = Counter(picture.pixels for picture in pictures if picture.form)
    sold = {product.pixels: product.name for product in profile.products}
    usual = max(sizes, key=lambda size: (size in sold, sizes[size]), default=(0, 0))
    wanted = f"{usual[0]} × {usual[1]} pixels ({sold[usual]})" if usual in sold else _offers(profile)
    for picture in pictures:
        if picture.form and (picture.pixels != usual or usual not in sold):
            found = "{} × {} pixels".format(*picture.pixels)
            message = "the image does not have the required pixel size"
            yield Finding(
                ERROR, "picture-size", message, file, subject=picture.name, expected=wanted, found=found
            )


def _offers(profile: Profile) -> str:
    products = (f"{product.pixels[0]} × {product.pixels[1]} ({product.name})" for product in profile.products)
    return "one of " + ", ".join(products)


def _sides(file: str, pictures: Sequence[PictureFacts], profile: Profile) -> Iterator[Finding]:
    """Fronts with a number each and none left out, and the back once or one for each front."""
    front = _pattern(profile.front_name)
    numbers: list[int] = []
    names = {picture.name for picture in pictures}
    fronts = [picture.name for picture in pictures if front.fullmatch(picture.name)]
    backs = {profile.numbered_back(number) for number in range(1, len(fronts) + 1)}
    for picture in pictures:
        match = front.fullmatch(picture.name)
        if match:
            numbers.append(int(match["number"]))
        elif picture.name != profile.back_name and picture.name not in backs:
            wanted = f"{profile.front_name} or {profile.back_name}"
            message = "the file name contains neither front nor back"
            yield Finding(ERROR, "picture-name", message, file, subject=picture.name, expected=wanted)
    counts = Counter(numbers)
    wrong = [number for number in range(1, max(numbers, default=0) + 1) if counts[number] != 1]
    if wrong:
        found = ", ".join(f"{number} ({counts[number]} times)" for number in wrong[:10])
        yield Finding(ERROR, "picture-number", "the fronts are not numbered one by one", file, found=found)
    if profile.back_name not in names:
        missing = sorted(backs - names)
        if not fronts or len(missing) == len(backs):
            yield Finding(ERROR, "back-missing", "there is no back", file, expected=profile.back_name)
        elif missing:
            yield Finding(
                ERROR, "back-missing", f"{len(missing)} fronts have no back", file, expected=missing[0]
            )
    sold = profile.sold_count(len(numbers))
    if sold != len(numbers):
        message = "the printer does not sell this number of cards"
        yield Finding(NOTE, "card-count", message, file, expected=str(sold), found=str(len(numbers)))


def _pattern(name: str) -> re.Pattern[str]:
    """The names a pattern with `{number:03}` and `{card}` makes."""
    parts = re.split(r"(\{number[^}]*\}|\{card\})", name)
    return re.compile("".join(
        r"(?P<number>\d{1,6})" if part.startswith("{number") else r"[\w.-]+" if part == "{card}" else re.escape(part)
        for part in parts
    ))  # fmt: skip
