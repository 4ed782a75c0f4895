"""Walkthrough pictures of games of several seats, one drawing for each moment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from printkit.compose.blocks import signed
from printkit.compose.context import Choices, FaceContext
from printkit.compose.flow import FlowStyle, flow_lines
from printkit.compose.seats import SeatPen, SeatSpec
from printkit.compose.slabs import Picture, elastic
from printkit.compose.table import Faces
from printkit.compose.typesetting import TextStyle, fit_line, set_line
from printkit.errors import InputError
from printkit.games.narration import PlainMoment
from printkit.games.tale import CardShown, Moment, Said, Sentence, Value
from printkit.geometry import Affine
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import segment

__all__ = ["TaleTeller", "ToldPlay"]

EM, SMALL = 2.7, 2.4
LEADING = 1.5
NUMBERS = 13.0
# A card's least and greatest width on the table.
LEAST, MOST = 9.4, 13.5
_SLOT = re.compile(r"<([a-z]+)>")
_ARTICLE = re.compile(r"^The(?= )")


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A play to tell: its number in the book, game, options unlike the usual, record's file, winners and moments."""

    number: int
    game: str
    options: tuple[str, ...]
    record: str
    seats: tuple[str, ...]
    moments: tuple[Moment | PlainMoment, ...]
    code: str = ""

    @property
    def shares_board(self) -> bool:
        """Whether it is drawn around a shared board, not by what lies before each seat."""
        return not any(isinstance(moment, Moment) and moment.places for moment in self.moments)

    @property
    def is_plain(self) -> bool:
        """Whether its game has no words of its own for it."""
        return any(isinstance(moment, PlainMoment) for moment in self.moments)


class TaleTeller:
    """Draws plays of several seats in one language; widths and heights in mm.

    The kit says under `tale.` what happens in words: `<seat>` and its like stand for what the moment names.
    """

    def __init__(self, kit: Kit, language: str, faces: Faces, choices: Choices, back: Scene | None) -> None:
        self.kit, self.language = kit, language
        card = Card("walkthrough", "walkthrough", "walkthrough", 0, {})
        self.context = FaceContext(kit, kit.size(choices.size), card, choices)
        plain, bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.style = FlowStyle(plain, bold, LEADING, plain, justified=False)
        self.title = replace(bold, size=3.2)
        self.pen = SeatPen(
            kit, choices, faces, self.first_cards(), back, replace(plain, size=SMALL), self.word
        )

    def first_cards(self) -> Mapping[str, str]:
        """The first card of each entry of the kit."""
        return {card.entry: card.id for card in reversed(self.kit.cards)}

    def word(self, key: str) -> str:
        """A word of the pictures."""
        return self.context.text(self.language, f"tale.{key}")

    def heading(self, play: ToldPlay) -> str:
        """Which play it is and how it ended."""
        return self.filled("heading", {"number": str(play.number), "seats": self.value(play.seats)})

    def agreed(self, option: str) -> str:
        """An option that is not the usual one, in the kit's words."""
        key, _, value = option.partition("=")
        return self.filled(f"option.{key}", {"value": value})

    def pictures(self, play: ToldPlay, width: float) -> tuple[Picture, ...]:
        """A picture for each moment."""
        return tuple(self.picture(moment, width) for moment in play.moments)

    def picture(self, moment: Any, width: float) -> Picture:
        """Heading, what happened, and the table, which grows where a page has room."""
        head, height, words = self.told(moment, width)
        most = self.pen.widest(moment, width, MOST)

        def draw(card: float) -> Picture:
            spec = SeatSpec(card, width)
            table = self.pen.table(moment, spec)
            below = Affine.translation(0.0, round(height + 1.2, 4))
            whole = height + 1.2 + table.height + 2.4
            return Picture(width, whole, (*head, Group(table.items, below)), f"{words} {table.words}")

        return elastic(partial(draw), min(LEAST, most), most)

    def told(self, moment: Moment, width: float) -> tuple[list[Item], float, str]:
        """The record's lines, the heading and the sentences; their height and words."""
        first, last = moment.lines
        number = str(first) if first == last else f"{first}–{last}"
        heading = self.filled(f"moment.{moment.key}", {"number": str(moment.number)})
        base = 4.4
        items: list[Item] = [
            Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=0.35),
            set_line(
                number,
                fit_line(number, TextStyle(self.kit.fonts["display"], EM), NUMBERS - 2.0, 0.6),
                0.0,
                base,
            ),
            set_line(heading, self.title, NUMBERS, base),
        ]
        ends = "" if self.language == "ja" else " "
        said = ends.join(self.sentence(each) for each in moment.sentences)
        y = base + 1.6
        for line in flow_lines((Run(said),), self.style, width - NUMBERS):
            items.append(Group(line.glyphs, Affine.translation(NUMBERS, round(y + EM, 4))))
            y += EM * LEADING
        return items, y + 1.0, f"{number} {heading}. {said}"

    # Words

    def sentence(self, sentence: Sentence) -> str:
        """What happened, in the kit's words; a name's article is small but at the beginning."""
        said = self.filled(sentence.key, {key: self.value(value) for key, value in sentence.values.items()})
        return said[:1].upper() + said[1:]

    def filled(self, key: str, values: Mapping[str, str]) -> str:
        """A text of the kit with its words in angle brackets filled in; InputError for one nobody gives."""
        text = self.word(key)
        unknown = [name for name in _SLOT.findall(text) if name not in values]
        if unknown:
            raise InputError(
                f"nothing is known of <{unknown[0]}> here",
                file=self.kit.folder / f"text.{self.language}.toml",
                key=f"tale.{key}",
                hint="known: " + ", ".join(f"<{name}>" for name in values),
            )
        return _SLOT.sub(lambda match: values[match[1]], text)

    def value(self, value: Value) -> str:
        """A card with what it counts, seats, a list of seats with theirs, or a word as it is."""
        if isinstance(value, CardShown):
            name = self.context.text(self.language, f"card.{value.card}.name")
            name = _ARTICLE.sub(lambda match: match[0].lower(), name)
            if value.counts is None:
                return name
            figure = signed(value.counts)
            return f"{name}（{figure}）" if self.language == "ja" else f"{name} ({figure})"
        if isinstance(value, str):
            return value
        return self.listed(value)

    def listed(self, values: Sequence[Said] | Sequence[str]) -> str:
        """`A the Sun (+3), B …`, or `A, B and C`."""
        comma = "、" if self.language == "ja" else ", "
        said = [f"{each.seat} {self.value(each.what)}" for each in values if isinstance(each, Said)]
        if said or not values:
            return comma.join(said) or self.word("nobody")
        *most, last = (each for each in values if isinstance(each, str))
        return (comma if self.language == "ja" else " and ").join(
            [comma.join(most), last] if most else [last]
        )
