"""Actions in the words of a game's books: what is done, to which cards, where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from printkit.games.core import Action
from printkit.jobs.screen.screen import ScreenKit

__all__ = ["NAMED", "Labels"]

NAMED = re.compile(r"[^\s>*^~,:+=@]+")
"""What an action names: a card, a square, a number, between the signs of a record."""

_PLAY = re.compile(r"([a-z]+)(\d*):(\w)")
_SLOT = re.compile(r"<([a-z]+)>")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
# Words of a record that only join two things.
_JOINTS = frozenset({"for", "on"})
_PLACES = ("first", "second", "third", "fourth")


class Labels:
    """Says actions in one language: a kit's words for its games come first, then the page's own.

    The text of an action is `narration.verb.GAME.VERB`, `narration.verb.VERB`, or the page's `verb.VERB`; for what
    chance does `*VERB` comes first. An action without a verb goes by its shape, each name a `_` (`_>_`). `<all>`,
    `<first>` to `<fourth>`, `<last>` and `<rest>` stand for what is named; a part in square brackets goes where
    nothing is.
    """

    def __init__(
        self, kit: ScreenKit, game: str, language: str, words: Mapping[str, str], places: Set[str]
    ) -> None:
        self.kit, self.game, self.language, self.words, self.places = kit, game, language, words, places

    def chosen(self, action: Action) -> str:
        """What a person does, as a button says it: a name may be a place of the table."""
        return self._said(action, chance=False)

    def happened(self, action: Action) -> str:
        """What chance did: a name is a card."""
        return self._said(action, chance=True)

    def verb(self, action: Action) -> str:
        """What chance will do, without what comes of it."""
        return self._said(action.partition(" ")[0], chance=True)

    def _said(self, action: Action, *, chance: bool) -> str:
        verb, _, rest = action.partition(" ")
        words = [word for word in rest.split() if word not in _JOINTS]
        if not NAMED.fullmatch(verb):
            verb, words = NAMED.sub("_", verb), NAMED.findall(verb)
        named = [self._card(word) or word for word in words] if chance else list(self._names(words))
        text = (chance and self._text("verb", f"*{verb}")) or self._text("verb", verb)
        if not text:
            text, named = self.words["named"], [verb, *named]
        values = dict(zip(_PLACES, named, strict=False))
        if named:
            values |= {"all": self._list(named), "last": named[-1]}
        if named[1:]:
            values["rest"] = self._list(named[1:])
        return _filled(text, values)

    def _text(self, table: str, key: str) -> str:
        """The kit's text for this game, its text for all, or the page's own; empty where there is none."""
        for own in (f"narration.{table}.{self.game}.{key}", f"narration.{table}.{key}"):
            if text := self.kit.text(self.language, own):
                return text
        return self.words.get(f"{table}.{key}", "")

    def _list(self, names: Iterable[str]) -> str:
        return self.words["comma"].join(names)

    def _names(self, words: Sequence[str]) -> Iterator[str]:
        """What each word names; the cards after a word like `set:5` are one name together with it."""
        for at, word in enumerate(words):
            if kind := _PLAY.fullmatch(word):
                name, size, top = kind.groups()
                cards = self._list(self._names(words[at + 1 :]))
                values = {"size": size, "top": self._named(top), "cards": cards}
                yield _filled(self._text("play", f"{name}s" if size else name) or "<cards>", values)
                return
            yield " → ".join(map(self._named, word.split(">")))

    def _named(self, word: str) -> str:
        if own := self._text("word", word):
            return own
        if word not in self.places and (card := self._card(word)):
            return card
        # `B2` is the second thing of B where the kit has a word for it.
        thing = self._text("word", word[1:]) if word[:1].isupper() else ""
        return _filled(self.words["of-seat"], {"thing": thing, "seat": word[0]}) if thing else word

    def _card(self, word: str) -> str:
        """A card's name by its code, one that lies reversed called so; empty for what is none."""
        if name := self.kit.named_card(self.language, word):
            return name
        bare = word.removesuffix("r")
        name = self.kit.named_card(self.language, bare) if bare.isdigit() and bare != word else ""
        return f"{name}{self.words['turned-after']}" if name else ""


def _filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what is known in the place of its slots; a part in brackets goes with a slot that is not."""
    kept = _OPTIONAL.sub(lambda part: part[1] if values.keys() >= set(_SLOT.findall(part[1])) else "", text)
    return _SLOT.sub(lambda slot: values.get(slot[1], ""), kept).strip()
