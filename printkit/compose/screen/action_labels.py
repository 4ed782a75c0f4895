"""Says the actions of a game in one language, for buttons and for what happened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from printkit.compose.table.table_names import TableNames, filled
from printkit.games.core import NAMED, Action
from printkit.games.zones import Item, Table

__all__ = ["ActionLabels"]

_STEP = re.compile(r"([>*^]+)([^\s>*^~,:+=@!]+)")
_OVER = re.compile(r"\*+_")
_AGAIN = re.compile(r"(>_)+")
# Words of a record that only join two things.
_JOINTS = frozenset({"for", "on"})
_PLACES = ("first", "second", "third", "fourth")


class ActionLabels:
    """Says what may be done, and what was, at a table that lies so.

    The text of an action is `narration.verb.GAME.VERB`, `narration.verb.VERB`, or the page's `verb.VERB`; for what
    chance does `*VERB` comes first, and `?VERB` for what it is going to do. `<all>`, `<first>` to `<fourth>`, `<last>`
    and `<rest>` stand for what is named; a part in square brackets goes where nothing is.

    An action without a verb goes by its shape, each name a `_` (`_>_`), without what is stepped on. There `<way>` are
    the squares it goes by, `<piece>` what stands on the first, `<over>` what it steps on and `<prey>` what stands where
    it ends.
    """

    def __init__(self, names: TableNames, table: Table) -> None:
        self.names = names
        self.places = {name for zone in table.zones for name in (zone.name, *zone.names)}
        self.standing: Mapping[str, Item] = {
            place: item
            for zone in table.zones
            for place, item in zip(zone.names, zone.items, strict=False)
            if item is not None and item.face
        }

    def chosen(self, action: Action) -> str:
        """What a person does, as a button says it: a name may be a place of the table."""
        return self._said(action, "")

    def happened(self, action: Action) -> str:
        """What chance did: a name is a card."""
        return self._said(action, "*")

    def coming(self, action: Action) -> str:
        """What chance will do, without what comes of it."""
        return self._said(action.partition(" ")[0], "?*")

    def _said(self, action: Action, marks: str) -> str:
        verb, _, rest = action.partition(" ")
        if not NAMED.fullmatch(verb):
            return self._moved(action)
        words = [word for word in rest.split() if word not in _JOINTS]
        if marks:
            named = [self.names.card(word) or word for word in words]
        else:
            named = list(self.names.names(words, self.places))
        text = next(filter(None, (self.names.text("verb", mark + verb) for mark in (*marks, ""))), "")
        if not text:
            text, named = self.names.word("named"), [verb, *named]
        return filled(text, self._slots(named))

    def _slots(self, named: Sequence[str]) -> dict[str, str]:
        values = dict(zip(_PLACES, named, strict=False))
        if named:
            values |= {"all": self.names.listed(named), "last": named[-1]}
        if named[1:]:
            values["rest"] = self.names.listed(named[1:])
        return values

    # An action without a verb

    def _moved(self, action: Action) -> str:
        """A move by the squares it names, with what stands there."""
        first = NAMED.findall(action)[0]
        steps = _STEP.findall(action)
        shape = _AGAIN.sub(">_", _OVER.sub("", NAMED.sub("_", action)))
        named = list(self.names.names(NAMED.findall(action), self.places))
        values = self._slots(named)
        way = [first, *(square for sign, square in steps if sign != "*")]
        values["way"] = " → ".join(way)
        over = [self._square(square) for sign, square in steps if sign == "*"]
        values |= {"over": self.names.listed(over)} if over else {}
        values |= {"piece": self._piece(first)} if first in self.standing else {}
        values |= {"prey": self._piece(way[-1])} if way[-1] in self.standing and way[-1] != first else {}
        text = self.names.text("verb", shape)
        return filled(text, values) if text else self.names.listed(named)

    def _piece(self, square: str) -> str:
        return self.names.listed(map(self.names.piece, self.standing[square].face.split()))

    def _square(self, square: str) -> str:
        if square not in self.standing:
            return square
        return filled(self.names.word("on-square"), {"thing": self._piece(square), "square": square})
