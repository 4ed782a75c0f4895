"""Where a kit's rules say what is in force at a moment of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from printkit.errors import InputError, Problem, nearest_hint
from printkit.jobs.screen.screen import ScreenKit
from printkit.kit.booklet import read_text
from printkit.kit.guide import GUIDE
from printkit.kit.leaflets import load_leaflets, rule_leaflets
from printkit.kit.markdown import anchors_of, parse_markdown
from printkit.kit.model import Kit
from printkit.kit.rule_files import RULES
from printkit.solver.seats import telling_players

__all__ = ["Place", "read_rule_places", "rule_places", "rule_stems"]


class Place(NamedTuple):
    """A heading or a numbered paragraph: the stem of its text's files, and its anchor."""

    text: str
    anchor: str


def rule_stems(kit: Kit) -> tuple[str, ...]:
    """The stems of the kit's rule texts: the rule book or leaflet first, then the other leaflets."""
    book = (RULES,) if (kit.folder / f"{RULES}.{kit.languages[0]}.md").is_file() else ()
    return (*book, *(each.stem for each in load_leaflets(kit)))


@lru_cache(maxsize=16)
def rule_places(screen: ScreenKit) -> Mapping[tuple[str, str], Place]:
    """The places of a kit on the screen, read once."""
    return read_rule_places(screen.kit)


def read_rule_places(kit: Kit) -> Mapping[tuple[str, str], Place]:
    """Where the rules say what is in force, by game and moment; InputError for places no text has.

    So are players who are to follow a game's printed advice, and whom nobody knows.
    """
    problems: list[Problem] = []
    places = {}
    anchors = {stem: _anchors(kit, stem) for stem in rule_stems(kit)} if kit.guide else {}
    for game, moment, place in _named(kit):
        known = anchors.get(place.text, ())
        key = f"games.{game}.rules.{moment}"
        if place.text not in anchors:
            hint = nearest_hint(place.text, anchors)
            problems.append(Problem(f"no rule text {place.text!r}", _file(kit), key, hint))
        elif place.anchor not in known:
            hint = nearest_hint(place.anchor, known)
            problems.append(Problem(f"no place {place.anchor!r} in {place.text}", _file(kit), key, hint))
        places[game, moment] = place
    for game, guided in kit.guide.games.items() if kit.guide else ():
        if guided.advice and guided.advice not in (known := telling_players(game)):
            hint = nearest_hint(guided.advice, known)
            problems.append(Problem(f"no player {guided.advice!r}", _file(kit), f"games.{game}.advice", hint))
    if problems:
        raise InputError(problems=problems)
    return places


def _named(kit: Kit) -> Iterator[tuple[str, str, Place]]:
    own, book = rule_leaflets(kit), RULES if RULES in rule_stems(kit) else ""
    for game, guided in kit.guide.games.items() if kit.guide else ():
        usual = own.get(game, book)
        for moment, named in guided.rules.items():
            text, _, anchor = named.rpartition("#")
            yield game, moment, Place(text or usual, anchor)


def _file(kit: Kit) -> str:
    return (kit.folder / GUIDE).as_posix()


def _anchors(kit: Kit, stem: str) -> tuple[str, ...]:
    """The anchors of a text; every language has the same, which its own check sees to."""
    name = f"{stem}.{kit.languages[0]}.md"
    return anchors_of(parse_markdown(read_text(kit, name), name))
