"""Names what lies on a table: cards, pieces, tokens, plays and zones by the words of a kit's books."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.context import Choices
from printkit.compose.table.zone_pen import Cards, named_cards
from printkit.games.zones import FACE_DOWN, Item, Zone
from printkit.kit.model import Kit
from printkit.kit.text import Names, bare, fill

__all__ = ["TableNames", "filled"]

_PLAY = re.compile(r"([a-z]+)(\d*):(\w)")
_PIECE = re.compile(r"(?P<seat>[A-Z]+)(?P<number>\d*)")
_SLOT = re.compile(r"<([a-z-]+)>")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what is known in the place of its slots; a part in square brackets goes with a slot that is not."""
    kept = _OPTIONAL.sub(lambda part: part[1] if values.keys() >= set(_SLOT.findall(part[1])) else "", text)
    return _SLOT.sub(lambda slot: values.get(slot[1], ""), kept).strip()


@dataclass(frozen=True, eq=False)
class TableNames:
    """The words of one language for one game: the kit's come first, then the page's own (`page`)."""

    kit: Kit
    choices: Choices
    cards: Cards
    game: str
    language: str
    page: Mapping[str, str]

    def text(self, table: str, key: str) -> str:
        """The kit's text for this game, its text for all, or the page's own; empty where there is none."""
        texts = self.kit.texts.get(self.language, {})
        for own in (f"narration.{table}.{self.game}.{key}", f"narration.{table}.{key}"):
            if text := texts.get(own):
                return fill(text, self.choices.variables)
        return self.page.get(f"{table}.{key}", "")

    def word(self, key: str) -> str:
        """A word of the page."""
        return self.page.get(key, key)

    def zone(self, name: str) -> str:
        """What a zone is called."""
        return self.text("zone", name) or name

    def place(self, name: str) -> str:
        """What a square or a zone is called; a square of a race is a step of its way."""
        if name in self._steps:
            return filled(self.word("step"), {"number": str(self._steps[name])})
        return self.zone(name)

    def is_step(self, square: str) -> bool:
        """Whether a race goes by this square."""
        return square in self._steps

    @cached_property
    def _steps(self) -> Mapping[str, int]:
        played = next((board for board in self.kit.boards if board.game == self.game), None)
        way = facts_of(played.game, self.choices).way if played else ()
        return {square: step for step, square in enumerate(way)}

    def listed(self, names: Iterable[str]) -> str:
        """Several names, one after the other."""
        return self.word("comma").join(names)

    def of_seat(self, thing: str, seat: str) -> str:
        """A thing with the seat whose it is."""
        return filled(self.word("of-seat"), {"thing": thing, "seat": seat})

    def card(self, code: str) -> str:
        """A card's name by its code, one that lies reversed called so; empty for what is none."""
        if name := self._upright(code):
            return name
        bare = code.removesuffix("r")
        name = self._upright(bare) if bare.isdigit() and bare != code else ""
        return f"{name}{self.word('turned-after')}" if name else ""

    def title(self, card_id: str) -> str:
        """What a card is called, by its id."""
        kit = self.cards.kit
        names = Names(kit, self.language, self.cards.choices.variables)
        return bare(names.of(kit.card(card_id).entry)) or card_id

    def _upright(self, code: str) -> str:
        return bare(self._own.of(code)) or (self.title(self._codes[code]) if code in self._codes else "")

    @cached_property
    def _own(self) -> Names:
        return Names(self.kit, self.language, self.choices.variables)

    @cached_property
    def _codes(self) -> Mapping[str, str]:
        return named_cards(self.cards.kit)

    def named(self, word: str, places: Container[str] = ()) -> str:
        """What a word of a record names; empty for what has no name but itself, as one of these places."""
        return self.text("word", word) or ("" if word in places else self.card(word) or self._ship(word))

    def _ship(self, word: str) -> str:
        """`B2` is the second thing of B where the kit has a word for it."""
        found = _PIECE.fullmatch(word)
        thing = self.text("word", found["number"]) if found and found["number"] else ""
        return self.of_seat(thing, found["seat"]) if found and thing else ""

    def piece(self, word: str) -> str:
        """What stands on a board; a seat's letter is its pawn there, with a number where it has several."""
        found = _PIECE.fullmatch(word)
        name = self.named(word)
        pawn = self.text("thing", "pawn")
        if name or not (found and pawn):
            return name or word
        return filled(pawn, {key: value for key, value in found.groupdict().items() if value})

    def names(self, words: Sequence[str], places: Container[str] = ()) -> Iterator[str]:
        """What each word names; the cards after a word like `set:5` are one name together with it."""
        for at, word in enumerate(words):
            if kind := _PLAY.fullmatch(word):
                name, size, top = kind.groups()
                cards = self.listed(self.names(words[at + 1 :]))
                values = {"size": size, "top": self.named(top) or top, "cards": cards}
                yield filled(self.text("play", f"{name}s" if size else name) or "<cards>", values)
                return
            yield " → ".join(self.named(each, places) or each for each in word.split(">"))

    def thing(self, zone: Zone, item: Item | None) -> str:
        """What lies there in words, with what counts of it and whose it is."""
        if item is None or not item.face:
            return " ".join(filter(None, (self.word("empty"), item.note if item else "")))
        if item.face == FACE_DOWN:
            return self.word("face-down")
        values = {"face": self._face(zone, item.face)} | ({"note": item.note} if item.note else {})
        name = filled(self.text("thing", zone.name) or "<face>[ <note>]", values)
        if item.turned and item.face in self._codes:
            name += self.word("turned-after")
        return self.of_seat(name, item.owner) if item.owner else name

    def _face(self, zone: Zone, face: str) -> str:
        words = face.split()
        if zone.kind == "grid":
            return self.listed(map(self.piece, words))
        if all(word.isdecimal() for word in words):
            return face
        known = any(_PLAY.fullmatch(word) or self.named(word) for word in words)
        return self.listed(self.names(words)) if known else face
