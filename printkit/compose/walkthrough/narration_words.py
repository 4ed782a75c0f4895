"""What happened in a game, in a kit's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from printkit.compose.faces.context import Choices
from printkit.compose.table.sign_lines import has_marks, mark_of
from printkit.compose.table.turn_lines import Row
from printkit.compose.text.typesetting import signed
from printkit.errors import InputError
from printkit.games.narration import CardValue, Frame, PlacedCard, ScoredHand, SeatItem, Sentence, Value
from printkit.kit.model import Kit
from printkit.kit.text import Names, bare, fill, fill_slots

__all__ = ["NO_BREAK", "NarrationWords", "record_lines", "sentences_of"]

NO_BREAK = "\N{NO-BREAK SPACE}"
_ARTICLE = re.compile(r"^The(?= )")


@dataclass(frozen=True)
class NarrationWords:
    """Says in one language what frames of a narration hold.

    The kit has the words under `narration.`: `<seat>` and its like stand for what a sentence names. Where they are
    `signed`, cards with the sign of a piece stand as the marks of `sign_lines`, if the kit has its glyph.
    """

    kit: Kit
    language: str
    choices: Choices
    signed: bool = False

    @cached_property
    def names(self) -> Names:
        """What cards, pieces and combinations are called."""
        return Names(self.kit, self.language, self.choices.variables)

    def word(self, key: str) -> str:
        """A text of the narration."""
        return self._text(f"narration.{key}")

    def _text(self, key: str) -> str:
        text = self.kit.texts[self.language].get(key)
        if text is None:
            file = self.kit.folder / f"text.{self.language}.toml"
            raise InputError("the text is missing", file=file, key=key)
        return fill(text, self.choices.variables)

    def said(self, frame: Frame) -> str:
        """What happened: the kit's words where the game gives sentences, else the actions as they are recorded.

        The turns of a frame stand on lines of their own.
        """
        if frame.key:
            ends = "" if self.language == "ja" else " "
            parts: list[str] = []
            for at, sentence in enumerate(frame.sentences):
                parts += ["\n" if sentence.turn else ends] * bool(at)
                parts.append(self.sentence(sentence))
            return "".join(parts)
        done = ", ".join(frame.actions)
        done = f"{' '.join(frame.seats)}: {done}" if frame.seats else done
        return f"{done}. {frame.ending}." if frame.ending else done

    def sentence(self, sentence: Sentence) -> str:
        """What happened, in the kit's words; a name's article is small but at the beginning."""
        said = self.filled(sentence.key, {key: self.value(value) for key, value in sentence.values.items()})
        return said[:1].upper() + said[1:]

    def event(self, turned: Sentence) -> str:
        """What turned the game in the few words of a picture, if the kit has these."""
        key = turned.key.replace("turning.", "event.")
        stated = f"narration.{key}" in self.kit.texts[self.language]
        return self.sentence(turned._replace(key=key) if stated else turned)

    def rows(self, sentences: Sequence[Sentence]) -> tuple[str, list[Row]]:
        """What is said on lines, and in rows, one a label, those sentences that have a text `narration.row.KEY`.

        One without a label is left out.
        """
        said: list[str] = []
        rows: dict[str, Row] = {}
        comma, end = ("、", "") if self.language == "ja" else (", ", " ")
        for sentence in sentences:
            key = f"row.{sentence.key}"
            values = {name: self.value(value) for name, value in sentence.values.items()}
            stated = f"narration.{key}" in self.kit.texts[self.language]
            # Names of cards without a sign are too long for a row.
            if not stated or ("cards" in values and not has_marks(values["cards"])):
                said.append(self.sentence(sentence))
                continue
            label, _, rest = self.filled(key, values).replace("：", ":").partition(":")
            if not label:
                continue
            row = rows.get(label, Row(label))
            words = "".join(char for char in rest if not has_marks(char)).strip()
            signs = row.signs + "".join(filter(has_marks, rest))
            rows[label] = Row(label, signs, comma.join(filter(None, (row.words, words))))
        return end.join(said), [*rows.values()]

    def plain(self, sentence: Sentence) -> str:
        """What happened, without the signs of pieces: beside their picture, or where the text has them."""
        return bare(self.sentence(sentence))

    def filled(self, key: str, values: Mapping[str, str]) -> str:
        """A text of the kit with its words in angle brackets filled in; InputError for one nobody gives."""
        file = self.kit.folder / f"text.{self.language}.toml"
        return fill_slots(self.word(key), values, file=file, key=f"narration.{key}")

    def value(self, value: Value) -> str:
        """A card with what it counts, seats, a list of seats with theirs, or a word as it is."""
        if isinstance(value, CardValue):
            if self._is_signed(value):
                return mark_of(self.kit, value.sign)
            name = self.names.of(value.card) or self._text(f"card.{value.card}.name")
            name = _ARTICLE.sub(lambda match: match[0].lower(), name)
            if value.counts is None:
                return name
            figure = signed(value.counts)
            return f"{name}（{figure}）" if self.language == "ja" else f"{name} ({figure})"
        if isinstance(value, str):
            return value
        return self.listed(value)

    def _is_signed(self, card: CardValue) -> bool:
        """Whether the card stands as its sign: one that the kit does not draw has its name."""
        return self.signed and card.sign[1:] in self.kit.glyphs

    def _placed(self, item: PlacedCard) -> str:
        name = self.value(CardValue(item.card))
        return f"{name}（{item.place}）" if self.language == "ja" else f"{name} on{NO_BREAK}{item.place}"

    def listed(
        self,
        values: Sequence[SeatItem]
        | Sequence[str]
        | Sequence[CardValue]
        | Sequence[PlacedCard]
        | Sequence[ScoredHand],
    ) -> str:
        """`A the Sun (+3), B …`, `red pawn on a6, …`, or `A, B and C`."""
        cards = [each for each in values if isinstance(each, CardValue)]
        if cards and all(map(self._is_signed, cards)):
            return "".join(map(self.value, cards))
        comma = "、" if self.language == "ja" else ", "
        # A seat is not parted from what it has.
        said = [
            f"{each.seat}{NO_BREAK}{self.value(each.what)}" for each in values if isinstance(each, SeatItem)
        ]
        said += [self._placed(each) for each in values if isinstance(each, PlacedCard)]
        said += [
            f"{self.names.of(each.hand) or each.hand}{NO_BREAK}{each.points}"
            for each in values
            if isinstance(each, ScoredHand)
        ]
        if said or not values:
            return comma.join(said) or self.word("nobody")
        *most, last = (self.value(each) for each in values if isinstance(each, str | CardValue))
        return (comma if self.language == "ja" else " and ").join(
            [comma.join(most), last] if most else [last]
        )


def record_lines(frame: Frame) -> str:
    """The lines of the record that a picture shows."""
    first, last = frame.lines
    return str(first) if first == last else f"{first}–{last}"


def sentences_of(frame: Frame, seats: Iterable[str]) -> dict[str, list[Sentence]]:
    """What each of these seats did on its turn in a frame in which nobody else did anything."""
    own: dict[str, list[Sentence]] = {seat: [] for seat in seats}
    seat = ""
    for sentence in frame.sentences:
        seat = sentence.turn or seat
        own[seat].append(sentence)
    return own
