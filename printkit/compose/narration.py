"""Walkthrough pictures of any game: one for each frame of its narration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from printkit.compose.context import Choices, FaceContext
from printkit.compose.flow import FlowStyle, flow_lines
from printkit.compose.page_blocks import Picture, elastic
from printkit.compose.table import Faces
from printkit.compose.table_pen import TablePen
from printkit.compose.typesetting import TextStyle, fit_line, set_line, signed
from printkit.errors import InputError
from printkit.games.find import find_module
from printkit.games.narration import CardValue, Frame, SeatItem, Sentence, Value
from printkit.geometry import Affine
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import segment

__all__ = ["NarratedGame", "NarrationPen"]

EM, SMALL = 2.7, 2.4
LEADING = 1.5
NUMBERS = 13.0
# Between the words and the table, and below it.
ABOVE, BELOW = 1.2, 2.4
_SLOT = re.compile(r"<([a-z]+)>")
_ARTICLE = re.compile(r"^The(?= )")


@dataclass(frozen=True, slots=True)
class NarratedGame:
    """A game to show: its number in the book, game, options unlike the usual, record's file, winners and frames."""

    number: int
    game: str
    options: tuple[str, ...]
    record: str
    seats: tuple[str, ...]
    frames: tuple[Frame, ...]
    code: str = ""


class NarrationPen:
    """Draws narrated games in one language; widths and heights in mm.

    The kit says under `narration.` what happens in words: `<seat>` and its like stand for what the frame names.
    """

    def __init__(self, kit: Kit, language: str, faces: Faces, choices: Choices, back: Scene | None) -> None:
        self.kit, self.language = kit, language
        card = Card("walkthrough", "walkthrough", "walkthrough", 0, {})
        self.context = FaceContext(kit, kit.size(choices.size), card, choices)
        plain, bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.style = FlowStyle(plain, bold, LEADING, plain, justified=False)
        self.title = replace(bold, size=3.2)
        zones = {key: text for key, text in kit.texts[language].items() if key.startswith("narration.zone.")}
        self.tables = TablePen(
            kit,
            choices,
            faces,
            back,
            replace(plain, size=SMALL),
            lambda name: zones.get(f"narration.zone.{name}", name),
        )

    def word(self, key: str) -> str:
        """A word of the pictures."""
        return self.context.text(self.language, f"narration.{key}")

    def heading(self, game: NarratedGame) -> str:
        """Which game it is and how it ended."""
        names = find_module(game.game).names
        values = {"number": str(game.number), "seats": self.value(game.seats)}
        return self.filled("heading", {**values, "game": names.get(self.language, game.game)})

    def agreed(self, option: str) -> str:
        """An option that is not the usual one, in the kit's words."""
        key, _, value = option.partition("=")
        return self.filled(f"option.{key}", {"value": value})

    def pictures(self, game: NarratedGame, width: float) -> tuple[Picture, ...]:
        """A picture for each frame."""
        return tuple(self.picture(frame, width) for frame in game.frames)

    def picture(self, frame: Frame, width: float) -> Picture:
        """Heading, what happened, and the table, which grows where a page has room."""
        head, height, words = self.head(frame, width)
        table = frame.table
        if table is None:
            return Picture(width, height + ABOVE, tuple(head), words)
        place = Affine.translation(0.0, round(height + ABOVE, 4))

        def draw(card: float) -> Picture:
            drawn = self.tables.draw(table, card, width, frame.moves, frame.seats)
            whole = height + ABOVE + drawn.height + BELOW
            return Picture(
                width, whole, (*head, Group(drawn.items, place)), f"{words} {drawn.words}".rstrip()
            )

        return elastic(draw, *self.tables.widths(table, width))

    def head(self, frame: Frame, width: float) -> tuple[list[Item], float, str]:
        """The record's lines, the heading and what happened; their height and words."""
        first, last = frame.lines
        number = str(first) if first == last else f"{first}–{last}"
        display = TextStyle(self.kit.fonts["display"], EM)
        items: list[Item] = [
            Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=0.35),
            set_line(number, fit_line(number, display, NUMBERS - 2.0, 0.6), 0.0, 4.4),
        ]
        heading = ""
        y = 4.4 - EM
        if frame.key:
            heading = self.filled(f"frame.{frame.key}", {"number": str(frame.number)})
            items.append(set_line(heading, self.title, NUMBERS, 4.4))
            y = 6.0
        said = self.said(frame)
        for line in flow_lines((Run(said),), self.style, width - NUMBERS):
            items.append(Group(line.glyphs, Affine.translation(NUMBERS, round(y + EM, 4))))
            y += EM * LEADING
        return items, y + 1.0, f"{number} {heading}. {said}" if heading else f"{number} {said}"

    # Words

    def said(self, frame: Frame) -> str:
        """What happened: the kit's words where the game gives sentences, else the actions as they are recorded."""
        if frame.key:
            ends = "" if self.language == "ja" else " "
            return ends.join(map(self.sentence, frame.sentences))
        done = ", ".join(frame.actions)
        done = f"{' '.join(frame.seats)}: {done}" if frame.seats else done
        return f"{done}. {frame.ending}." if frame.ending else done

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
                key=f"narration.{key}",
                hint="known: " + ", ".join(f"<{name}>" for name in values),
            )
        return _SLOT.sub(lambda match: values[match[1]], text)

    def value(self, value: Value) -> str:
        """A card with what it counts, seats, a list of seats with theirs, or a word as it is."""
        if isinstance(value, CardValue):
            name = self.context.text(self.language, f"card.{value.card}.name")
            name = _ARTICLE.sub(lambda match: match[0].lower(), name)
            if value.counts is None:
                return name
            figure = signed(value.counts)
            return f"{name}（{figure}）" if self.language == "ja" else f"{name} ({figure})"
        if isinstance(value, str):
            return value
        return self.listed(value)

    def listed(self, values: Sequence[SeatItem] | Sequence[str] | Sequence[CardValue]) -> str:
        """`A the Sun (+3), B …`, or `A, B and C`."""
        comma = "、" if self.language == "ja" else ", "
        said = [f"{each.seat} {self.value(each.what)}" for each in values if isinstance(each, SeatItem)]
        if said or not values:
            return comma.join(said) or self.word("nobody")
        *most, last = (self.value(each) for each in values if isinstance(each, str | CardValue))
        return (comma if self.language == "ja" else " and ").join(
            [comma.join(most), last] if most else [last]
        )
