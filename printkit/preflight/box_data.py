"""Checks what a box says of its kit: the things it counts, and for whom the games are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printkit.games.find import find_module, make_game
from printkit.kit.box import BOX
from printkit.kit.model import Kit
from printkit.preflight.model import ERROR, Finding

__all__ = ["prove_contents", "prove_facts"]

KIT = "kit.toml"
_NUMBER = re.compile(r"\d+")


def prove_contents(kit: Kit) -> Iterator[Finding]:
    """What the box counts is in the kit, and no text beside such a number has one of its own."""
    for at, item in enumerate(kit.box.items if kit.box is not None else ()):
        for pattern in item.count:
            if not kit.copies_of((pattern,)):
                message = "nothing in the kit has such an id"
                yield _finding(kit, BOX, "name", message, (f"items[{at}].count", "", pattern))
        for language in kit.languages:
            said = _NUMBER.findall(kit.texts[language].get(item.text, "")) if item.count else []
            if said:
                message = "the box counts these itself, and the text says a number too"
                wanted = str(kit.copies_of(item.count))
                yield _finding(
                    kit, f"text.{language}.toml", "number", message, (item.text, wanted, " ".join(said))
                )


def prove_facts(kit: Kit) -> Iterator[Finding]:
    """As many may play as the rules of the kit's games have seats, and it takes as long as the shelf says of them."""
    facts = kit.facts
    if facts is None:
        return
    seats = sorted(count for game in kit.games for count in _seats(game))
    if seats and facts.players != (seats[0], seats[-1]):
        yield _finding(
            kit,
            KIT,
            "number",
            "other players than the games have seats",
            ("facts.players", *_spans(seats, facts.players)),
        )
    stated = [each.minutes for each in kit.shelf.games.values() if each.minutes] if kit.shelf else []
    minutes = sorted(value for span in stated for value in span)
    if minutes and facts.minutes != (minutes[0], minutes[-1]):
        message = "another time than shelf.toml has for the games"
        yield _finding(kit, KIT, "number", message, ("facts.minutes", *_spans(minutes, facts.minutes)))


def _seats(game: str) -> tuple[int, ...]:
    """How many may play it."""
    module = find_module(game)
    allowed = next((each.allowed for each in module.options if each.key == module.seats_option), "")
    return tuple(map(int, filter(str.isdecimal, allowed.split("|")))) or (len(make_game(game, ()).seats),)


def _spans(wanted: list[int], found: tuple[int, int]) -> tuple[str, str]:
    return f"{wanted[0]} to {wanted[-1]}", f"{found[0]} to {found[1]}"


def _finding(kit: Kit, file: str, code: str, message: str, said: tuple[str, str, str]) -> Finding:
    """An error in a file of the kit; `said` is its key, what should stand there, and what does."""
    subject, expected, found = said
    place = f"{kit.folder.name}/{file}"
    return Finding(ERROR, code, message, place, subject=subject, expected=expected, found=found)
