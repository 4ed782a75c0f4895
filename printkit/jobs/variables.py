"""The variables that games give to a kit's texts under the options of a build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.find import check_stated, printed_words
from printkit.kit.model import Kit
from printkit.kit.options import options_over
from printkit.kit.text import variables_of

__all__ = ["print_variables"]


def print_variables(kit: Kit, options: Sequence[str]) -> Mapping[str, str]:
    """The words for `{…}` in the kit's texts, under these options of its games and, else, the kit's own.

    Bad options are InputErrors, and so are texts that name a word nobody gives.
    """
    variables = {"version": kit.version}
    if kit.games or kit.options:
        check_stated(kit.games, kit.options, (kit.folder / "kit.toml").as_posix())

        variables |= printed_words(kit.games, options_over(kit.options, options))
    elif options:
        raise InputError(f"kit {kit.id} has no game, so no options", key="--option")
    problems = [
        Problem(
            f"unknown variable {{{name}}}",
            (kit.folder / f"text.{language}.toml").as_posix(),
            key,
            nearest_hint(name, variables),
        )
        for language, texts in kit.texts.items()
        for key, text in texts.items()
        if "{" in text
        for name in variables_of(text)
        if name not in variables
    ]
    if problems:
        raise InputError(problems=problems)
    return variables
