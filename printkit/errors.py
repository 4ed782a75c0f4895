"""Errors as values: each carries file, key and hint, and knows its exit code."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from printkit.installed import install_hint

EXIT_CLEAN = 0
EXIT_WRONG = 1
EXIT_UNUSABLE = 2
EXIT_INTERNAL = 70

__all__ = [
    "EXIT_CLEAN",
    "EXIT_INTERNAL",
    "EXIT_UNUSABLE",
    "EXIT_WRONG",
    "InputError",
    "PrintkitError",
    "Problem",
    "WrongError",
    "install_hint",
    "nearest_hint",
    "raise_together",
    "unreadable",
    "way_out",
]

# What helps against what the system says of a file or folder.
_WAYS_OUT = {
    errno.EACCES: "allow yourself to use it, or choose another place",
    errno.EPERM: "allow yourself to use it, or choose another place",
    errno.EROFS: "choose another place",
    errno.ENOTDIR: "a part of the path is a file: name a folder instead of it",
    errno.EISDIR: "name a file in it",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "a link leads to itself: name the file it should lead to",
}
_OTHERWISE = "copy it to another place and try again"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with the input: where it stands, what is wrong, and what would help."""

    message: str
    file: str = ""
    key: str = ""
    hint: str = ""

    def __str__(self) -> str:
        place = self.file + (f" [{self.key}]" if self.key else "")
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class PrintkitError(Exception):
    """An error the user can act on; `problems` holds one line each, `exit_code` what the process ends with."""

    exit_code = EXIT_UNUSABLE

    def __init__(
        self,
        message: str | None = None,
        *,
        file: str | Path = "",
        key: str = "",
        hint: str = "",
        problems: Iterable[Problem] = (),
    ) -> None:
        collected = tuple(problems)
        if message is not None:
            collected = (Problem(message, str(file), key, hint), *collected)
        if not collected:
            raise ValueError("an error needs a message or problems")
        self.problems: tuple[Problem, ...] = collected
        super().__init__("\n".join(map(str, collected)))


class InputError(PrintkitError):
    """The input cannot be read or the task cannot be done: exit 2."""

    exit_code = EXIT_UNUSABLE


class WrongError(PrintkitError):
    """The input is well formed but wrong (an illegal move, a wrong number): exit 1."""

    exit_code = EXIT_WRONG


def raise_together(failures: Sequence[PrintkitError]) -> None:
    """Raise what went wrong with several inputs as one: `WrongError` if all could be read, else `InputError`."""
    if len(failures) == 1:
        raise failures[0]
    if failures:
        unreadable = any(isinstance(failure, InputError) for failure in failures)
        raise (InputError if unreadable else WrongError)(
            problems=[problem for failure in failures for problem in failure.problems]
        )


_GLANCE = 30


def nearest_hint(word: str, known: Iterable[str]) -> str:
    """The hint for an unknown word: the nearest known one, else as many as are read at a glance (sorted)."""
    from difflib import get_close_matches

    names = sorted(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    if len(names) > _GLANCE:
        return f"known: {', '.join(names[:_GLANCE])} and {len(names) - _GLANCE} more"
    return "known: " + ", ".join(names) if names else ""


def way_out(error: OSError, file: Path | str) -> str:
    """What helps where the system refuses a file or folder: the nearest name there is, where there is none of this."""
    if error.errno != errno.ENOENT:
        return _WAYS_OUT.get(error.errno or 0, _OTHERWISE)
    place = Path(file)
    try:
        names = [each.name for each in place.parent.iterdir()]
        if place.name in names:
            return "it is a link to what is not there: copy the file itself"
        near = nearest_hint(place.name, names)
    except (OSError, ValueError):
        return f"there is no folder {place.parent.name!r} there: see how the path is written"
    return near if near.startswith("did") else "see how the name is written"


def unreadable(error: OSError, file: Path | str, *, name: str = "", key: str = "") -> InputError:
    """What to raise for a file that cannot be read; `name` is what it is called to whoever asked for it."""
    reason = error.strerror or str(error)
    return InputError(f"cannot be read: {reason}", file=name or file, key=key, hint=way_out(error, file))
