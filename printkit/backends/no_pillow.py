"""A stand-in for Pillow where there is none, as in a browser: reportlab names it when it is loaded, for no use of ours.

Its pictures are those of `material.bare_pictures`; anything else says what is missing.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from printkit.errors import InputError
from printkit.material.bare_pictures import BarePicture, opened
from printkit.material.bitmaps import NO_PILLOW

__all__ = ["stand_in"]

_NAME = "PIL"


class _Missing(ModuleType):
    """A module whose names are those set; asking for any other is an InputError that says why there is none."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise InputError(
            "this picture cannot be converted here", hint="build this kit with the installed printkit"
        )


def stand_in() -> None:
    """Answer for Pillow, unless it is there or answered for already."""
    try:
        import PIL  # noqa: F401
    except ModuleNotFoundError:
        _answer_for()


def _answer_for() -> None:
    pillow, image = _Missing(_NAME), _Missing(f"{_NAME}.Image")
    # By its class reportlab tells a picture from a file's name.
    vars(image).update(Image=BarePicture, open=opened)
    vars(pillow).update(
        Image=image, ImageChops=_Missing(f"{_NAME}.ImageChops"), __version__=NO_PILLOW, __path__=[]
    )
    sys.modules.update({_NAME: pillow, image.__name__: image})
