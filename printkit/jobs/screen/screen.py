"""The pictures of a game on a screen: its table drawn with a kit's parts, and each part as a file of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from printkit.backends.svg import fragment_svg, scene_svg
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.parts import BACK, BOARD, CARD, common_back, compose_part
from printkit.compose.screen.screen import Room, ScreenPen
from printkit.compose.table.table_names import TableNames
from printkit.compose.table.zone_pen import Cards
from printkit.games.zones import Table
from printkit.jobs.build.make_job import print_variables
from printkit.kit.model import Kit
from printkit.kit.shelf import line_key
from printkit.kit.text import fill
from printkit.scene.model import Item, Scene

__all__ = ["DrawnTable", "DrawnThing", "Room", "ScreenKit"]

# So many cards stand for a kit.
SHOWN = 4


class DrawnThing(NamedTuple):
    """A thing as a page shows it: as in `Thing`, with its box in mm, its elements, and where its card is drawn."""

    id: str
    words: str
    box: tuple[float, float, float, float]
    svg: str
    names: tuple[str, ...]
    card: str
    what: str
    owner: str
    held: bool


class DrawnTable(NamedTuple):
    """A table as a page shows it: how it is arranged, its size in mm, the elements of its ground, and its things."""

    arrangement: int
    width: float
    height: float
    ground: str
    things: tuple[DrawnThing, ...]


class ScreenKit:
    """A kit as screens show it; `part` has the drawings the elements call by `address/NAME.svg`.

    `deck` is the kit whose cards its games are played with, where that is another one.
    """

    def __init__(self, kit: Kit, stamp: str, address: str, deck: ScreenKit | None = None) -> None:
        self.kit, self.stamp, self.address, self.deck = kit, stamp, address, deck
        self.choices = Choices(kit.size().name, "full", print_variables(kit, ()))
        self._names: dict[tuple[str, str], TableNames] = {}
        self._pens: dict[tuple[str, str], ScreenPen] = {}
        # A scene is kept with its number: an object that is gone could give its number to another.
        self._scenes: dict[int, tuple[Scene, str]] = {}
        self._parts: dict[str, bytes] = {}
        size = kit.size()
        self.front = cache(
            lambda card: self._named(Scene(card, size.width, size.height, 0.0, ()), CARD + card)
        )
        self._back = (
            self._named(Scene(BACK, size.width, size.height, 0.0, ()), BACK) if common_back(kit) else None
        )

    @cached_property
    def cards(self) -> Cards:
        """The cards its games are played with."""
        if self.deck:
            return self.deck.cards
        return Cards(self.kit, self.choices, self.front, self._back)

    def names(self, game: str, language: str, page: Mapping[str, str]) -> TableNames:
        """The words for a game in one language; `page` are the page's own, the kit's come first."""
        key = game, language
        if key not in self._names:
            self._names[key] = TableNames(self.kit, self.choices, self.cards, game, language, page)
        return self._names[key]

    def draw(self, table: Table, names: TableNames, room: Room, acting: Sequence[str] = ()) -> DrawnTable:
        """The table for a room, said in these words."""
        key = names.game, names.language
        if key not in self._pens:
            self._pens[key] = ScreenPen(self.kit, self.choices, self.cards, names)
        block, arrangement = self._pens[key].draw(table, room, acting)
        return DrawnTable(
            arrangement,
            round(block.width, 2),
            round(block.height, 2),
            self.elements(block.ground, "ground-"),
            tuple(
                DrawnThing(
                    each.id,
                    each.words,
                    (
                        round(each.box.x, 2),
                        round(each.box.y, 2),
                        round(each.box.width, 2),
                        round(each.box.height, 2),
                    ),
                    self.elements(each.items, f"{each.id}-"),
                    each.names,
                    (self.deck or self).part_address(CARD + each.card) if each.card else "",
                    each.what,
                    each.owner,
                    each.held,
                )
                for each in block.things
            ),
        )

    def elements(self, items: Sequence[Item], prefix: str) -> str:
        """Items as elements of a page, whose ids begin with `prefix`."""
        return fragment_svg(items, self._image, prefix)

    def art(self) -> tuple[str, ...]:
        """Where what a list shows of the kit is drawn: its first board, or some of its cards."""
        if self.kit.boards:
            return (self.part_address(BOARD + self.kit.boards[0].id),)
        cards = self.kit.cards[:: max(1, len(self.kit.cards) // SHOWN)][:SHOWN]
        return tuple(self.part_address(CARD + card.id) for card in cards)

    def game_line(self, language: str, game: str) -> str:
        """What one of its games is, in one line; empty where the kit does not say it."""
        return self.text(language, line_key(game))

    def game_art(self, game: str) -> tuple[str, ...]:
        """Where what stands for one of its games is drawn: parts the kit names, else the game's board, else `art`."""
        facts = self.kit.shelf.games.get(game) if self.kit.shelf else None
        board = next((BOARD + board.id for board in self.kit.boards if board.game == game), "")
        named = (facts.show if facts else ()) or ((board,) if board else ())
        return tuple(map(self.part_address, named)) or self.art()

    def placed(self, art: str) -> ScreenKit:
        """The same kit for a page that is a file: its drawings, and its deck's, lie at `art/KIT`."""
        deck = self.deck.placed(art) if self.deck else None
        return ScreenKit(self.kit, self.stamp, f"{art}/{self.kit.id}", deck)

    def scene(self, name: str) -> Scene:
        """A drawing of the kit; KeyError for one it has not."""
        return compose_part(self.kit, self.choices, name)

    def part(self, name: str) -> bytes:
        """A drawing of the kit as SVG; KeyError for one it has not."""
        if name not in self._parts:
            self._parts[name] = scene_svg(self.scene(name), bleed=False).encode()
        return self._parts[name]

    def text(self, language: str, key: str) -> str:
        """A text of the kit; empty where it has none."""
        return fill(self.kit.texts.get(language, {}).get(key, ""), self.choices.variables)

    def stick(self, dark: bool) -> str:
        """Where a side of the kit's throwing sticks is drawn; empty for a kit without any."""
        return self.part_address(f"stick-{int(dark)}") if self.kit.sticks else ""

    def part_address(self, name: str) -> str:
        """Where a drawing of the kit lies."""
        return f"{self.address}/{name}.svg"

    def _named(self, scene: Scene, name: str) -> Scene:
        """A scene that only stands for a part, which is drawn when a page asks for it."""
        self._scenes[id(scene)] = scene, name
        return scene

    def _image(self, scene: Scene) -> str:
        found = self._scenes.get(id(scene))
        if self.deck and id(scene) in self.deck._scenes:
            return self.deck._image(scene)
        if found is None:
            svg = scene_svg(scene, bleed=False).encode()
            name = hashlib.sha256(svg).hexdigest()[:20]
            self._parts[name] = svg
            found = self._scenes[id(scene)] = scene, name
        return self.part_address(found[1])
