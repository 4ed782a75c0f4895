"""Pictures of the rule book: turns, the first game, numbers and hexagrams."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from printkit.compose.books.page_blocks import Grow, Picture, Told, elastic
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import hexagram
from printkit.compose.table.small import Faces, TablePicture, card_ids
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.compose.walkthrough.narration_words import NO_BREAK
from printkit.compose.youscout.mat_table import Shift, TableLook, draw_table, drawn_together
from printkit.compose.youscout.turns import Turn
from printkit.games.youscout.cards import HEXAGRAMS, Hexagram
from printkit.geometry import Affine, Rect
from printkit.kit.booklet import BOOK_FONTS, BookFigure
from printkit.kit.markdown import Run
from printkit.kit.model import Card, Kit
from printkit.kit.rules import Term
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import rectangle, segment

__all__ = [
    "BookPen",
    "Step",
]

EM, SMALL = 2.7, 2.4
# The widths of cards in mm: in turns and in whole tables at least, and at most.
# Figures of cards that lie below others stay too small to be looked for.
TURN_CARD, TABLE_CARD, MOST_CARD = 9.0, 9.4, 28.0
ROW = 5.6
NUMBER_COLUMN, EMBLEM_COLUMN, NAME_COLUMN = 9.0, 14.5, 46.0
# A small board: how large its places are, what is between them, and the bar below those to stay on.
SMALL_PLACE, PLACE_GAP, STAY = (8.4, 8.1), 0.8, 1.4
_BLANK_IN_TERM = re.compile(r"(?<![+=<>:]) (?![+=<>])")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record: its number, its word and cards, the turn it made, and the table after it."""

    number: int
    word: str
    cards: tuple[str, ...]
    turn: Turn | None
    shifts: tuple[Shift, ...]
    facts: Mapping[str, object]
    drawn: str
    talon: int
    terminal: str
    result: str


class BookPen:
    """Draws the pictures of one book in one language; widths and heights in mm."""

    def __init__(self, kit: Kit, language: str, faces: Faces, choices: Choices, back: Scene | None) -> None:
        self.kit, self.language, self.faces, self.choices, self.back = kit, language, faces, choices, back
        size = kit.size(choices.size)
        self.context = FaceContext(kit, size, Card("booklet", "booklet", "booklet", 0, {}), choices)
        self.codes = card_ids(kit)
        plain, bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.style = FlowStyle(plain, bold, 1.55, plain, justified=False)
        self.strong = replace(self.style, plain=bold)
        self.small = replace(plain, size=SMALL)

    def text(self, key: str) -> str:
        """A word of the book."""
        return self.context.text(self.language, f"booklet.{key}")

    def name(self, code: str) -> str:
        """What a card is called."""
        return self.context.text(self.language, f"card.{self.codes[code.removesuffix('r')]}.name")

    # A turn

    def turn(self, figure: BookFigure, turn: Turn, width: float) -> tuple[Picture, ...]:
        """The table with arrows, and below it what was weighed; the table grows to fill a page."""
        look = TableLook(TURN_CARD, figure.show, turn.drawn, turn.purpose, turn.talon, turn.shifts)
        words = self.weighed(turn)

        def draw(card: float) -> Picture:
            table = self.fitted(turn.facts, replace(look, card=card), width - 2.0)
            return self.captioned(table, words, width)

        return (elastic(draw, TURN_CARD, MOST_CARD),)

    def fitted(self, facts: Mapping[str, object], look: TableLook, width: float) -> TablePicture:
        """The table, its cards smaller where it would be too wide."""
        drawn = draw_table(self.kit, facts, self.faces, look, self.choices, self.back)
        if drawn.width <= width:
            return drawn
        look = replace(look, card=look.card * width / drawn.width)
        return draw_table(self.kit, facts, self.faces, look, self.choices, self.back)

    def captioned(self, table: TablePicture, words: str, width: float) -> Picture:
        """The table with these words in the middle below it; a long sum is parted between its terms."""
        halves = (_BLANK_IN_TERM.sub(NO_BREAK, half) for half in self.halves(words, width))
        lines = [line for half in halves for line in flow_lines((Run(half),), self.strong, width)]
        items: list[Item] = [Group(table.items, Affine.translation(round((width - table.width) / 2, 4), 0.0))]
        y = table.height + 1.6
        for line in lines:
            shift = Affine.translation(round((width - line.width) / 2, 4), round(y + EM * 1.05, 4))
            items.append(Group(line.glyphs, shift))
            y += self.style.step
        return Picture(width, y if lines else table.height, tuple(items), words)

    def halves(self, words: str, width: float) -> tuple[str, ...]:
        """A comparison in one line, or split before its sign where it is too long for one."""
        if line_width(words, self.strong.plain) <= width:
            return (words,)
        at = next((words.index(sign) for sign in (" > ", " < ") if sign in words), 0)
        return tuple(filter(None, (words[:at], words[at:].strip())))

    def weighed(self, turn: Turn, follows: str = "") -> str:
        """Both sides with their numbers and sums, and what follows (these words, or whether it moves).

        Empty where nothing is compared.
        """
        if turn.result:
            return f"{self.text('end')}{self.colon}{self.text(turn.result)}"
        if turn.pile:
            card, largest, total = turn.pile
            named = f"（{self.name(card)}）" if self.language == "ja" else f" ({self.name(card)})"
            separator = "、" if self.language == "ja" else ", "
            return f"{self.text('max')} {largest}{named}{separator}{self.text('sum')} {total}"
        if not turn.needed:
            return self.text("missing")
        if not turn.greater:
            return ""
        left, right = (sum(value for _, value in side) for side in (turn.greater, turn.than))
        sign = ">" if left > right else "=" if left == right else "<"
        sides = [self.side(side) for side in (turn.greater, turn.than)]
        end = "choice" if turn.chooses else "enough" if turn.holds else "short"
        return f"{sides[0]} {sign} {sides[1]}{self.colon}{follows or self.text(end)}"

    @property
    def colon(self) -> str:
        """What stands before what follows."""
        return "：" if self.language == "ja" else ": "

    def side(self, terms: Sequence[tuple[Term, int]]) -> str:
        """One side: each term with its number, and their sum."""
        words = " + ".join(f"{self.term(term)} {value}" for term, value in terms)
        return words if len(terms) == 1 else f"{words} = {sum(value for _, value in terms)}"

    def term(self, term: Term) -> str:
        """What a term is called, with its place unless that is here."""
        if term.kind == "card":
            return self.text("card")
        place = "" if term.place in (None, "here") else self.place(cast(str, term.place))
        where = f"（{place}）" if place and self.language == "ja" else f" ({place})" if place else ""
        if term.kind == "number":
            pair = self.context.text(self.language, f"reference.pair.{term.suit}").split("/")
            suit = self.context.text(self.language, f"suit.{term.suit}.name")
            separator = "" if self.language == "ja" else " "
            return f"{suit}{separator}{pair[term.side == 'right']}{where}"
        word = {"max": "max", "backing": "max", "sum": "sum", "spent": "spent"}[term.kind]
        return f"{self.text(word)}{where}"

    def place(self, place: str) -> str:
        """A place in words; piles keep their ids."""
        if place in ("Sw", "Co"):
            return place
        return self.context.text(self.language, f"legend.{place}")

    # The first game

    def table(self, step: Step, width: float) -> tuple[Picture, ...]:
        """The whole table after a step."""
        purpose = {"0": "13", "13": "0"}.get(step.terminal, "")
        look = TableLook(TABLE_CARD, purpose=purpose, talon=step.talon, drawn=step.drawn)

        def draw(card: float) -> Picture:
            drawn = self.fitted(step.facts, replace(look, card=card), width)
            return Picture(drawn.width, drawn.height, drawn.items, self.position(step))

        return (elastic(draw, TABLE_CARD, MOST_CARD),)

    def ways(self, step: Step, width: float) -> tuple[Picture, ...]:
        """The six places of the table after a step, with the way forward round them."""
        mat = self.kit.mat
        assert mat is not None
        pairs = tuple(zip(mat.forward, (*mat.forward[1:], mat.forward[0]), strict=True))
        look = TableLook(TURN_CARD, show=mat.forward, shifts=tuple(Shift("token", *pair) for pair in pairs))
        facts = {"board": step.facts["board"]}
        words = " ".join(f"{start} → {end}" for start, end in pairs)

        def draw(card: float) -> Picture:
            drawn = self.fitted(facts, replace(look, card=card), width)
            return Picture(drawn.width, drawn.height, drawn.items, words)

        return (elastic(draw, TURN_CARD, MOST_CARD),)

    def places(self, start: str, others: str, stays: str) -> Picture:
        """A small board: black where to start, framed where at times, and a bar below the places to stay on."""
        mat = self.kit.mat
        assert mat is not None
        lines = [drawn_together(mat).place(line) for line in mat.forward]
        left, top = min(line.column for line in lines), min(line.row for line in lines)
        card = Rect(0.0, 0.0, *SMALL_PLACE)
        across, down = card.width + PLACE_GAP, card.height + STAY + PLACE_GAP
        blue = find_ink("blue")
        items: list[Item] = []
        for line in lines:
            box = card.moved((line.column - left) * across, (line.row - top) * down)
            first, other = line.id == start, line.id in others
            edge, ink = (1.2, blue) if other else (0.3, BLACK)
            items.append(Path(rectangle(box), BLACK if first else PAPER))
            items.append(Path(rectangle(box.grown(-edge / 2)), stroke=ink, width=edge))
            style = TextStyle(self.kit.fonts["display"], card.width * 0.72, PAPER if first else ink)
            items.append(ink_center_line(line.id, style, box.center[0], box.center[1] + style.size * 0.36))
            if line.id in stays:
                items.append(Path(rectangle(Rect(box.x, box.bottom + 0.5, box.width, STAY)), BLACK))
        width = (max(line.column for line in lines) - left) * across + card.width
        height = (max(line.row for line in lines) - top) * down + card.height + 0.5 + STAY
        return Picture(width, height, tuple(items), " / ".join(filter(None, (start, others, stays))))

    def position(self, step: Step) -> str:
        """The table in words, for those who cannot see it."""
        board = cast("Sequence[str]", step.facts["board"])
        return " ".join(f"{place}: {self.name(code)}" for place, code in enumerate(board, 1))

    def game(self, steps: Sequence[Step], shown: Sequence[int], width: float) -> tuple[Picture, ...]:
        """Line by line what was drawn and what followed, and the table after the lines named."""
        pictures: list[Picture] = []
        for step in steps:
            pictures.append(self.step(step, width))
            if step.number in shown:
                pictures += [_with_air(table) for table in self.table(step, width)]
        return tuple(pictures)

    def step(self, step: Step, width: float) -> Picture:
        """One line: its number, the card or word, and what it did."""
        lines = flow_lines((Run(self.said(step)),), self.style, width - NAME_COLUMN)
        base = EM * 1.25
        head = self.head(step)
        title = fit_line(
            head, TextStyle(BOOK_FONTS[1], EM, tracking=0.0), NAME_COLUMN - EMBLEM_COLUMN - 1.0, 0.7
        )
        figure = TextStyle(self.kit.fonts["display"], EM)
        items: list[Item] = [
            set_line(str(step.number), figure, NUMBER_COLUMN - 3.0, base, "end"),
            set_line(head, title, EMBLEM_COLUMN, base),
        ]
        suit = next(
            (s.id for s in self.kit.suits.values() if step.cards and step.cards[0].startswith(s.code)), ""
        )
        if step.word == "draw" and suit:
            items.append(self.context.emblem(suit, NUMBER_COLUMN + 2.2, base - EM * 0.36, 3.4))
        for number, line in enumerate(lines):
            place = Affine.translation(NAME_COLUMN, round(base + number * self.style.step, 4))
            items.append(Group(line.glyphs, place))
        height = max(len(lines), 1) * self.style.step + 1.2
        rule = Path(segment(0.0, height - 0.4, width, height - 0.4), stroke=BLACK.at(0.4), width=0.2)
        told = (Told("P", tuple(items)), Told("", (rule,)))
        return Picture(width, height, (*items, rule), f"{step.number} {head} {self.said(step)}", told=told)

    def head(self, step: Step) -> str:
        """The card drawn, or what the player did."""
        if step.word == "draw":
            return self.name(step.cards[0])
        return self.text(step.word)

    def said(self, step: Step) -> str:
        """What a step did in words and numbers."""
        comma, stop = ("、", "。") if self.language == "ja" else (", ", ". ")
        if step.word == "deal":
            board = cast("Sequence[str]", step.facts["board"])
            return comma.join(f"{place}{self.colon}{code}" for place, code in enumerate(board, 1))
        went, turn = self.went(step), step.turn
        if turn is not None and turn.greater and turn.holds and went:
            sentences = [self.weighed(turn, went)]
        else:
            sentences = ["" if turn is None else self.weighed(turn), went]
        if step.result:
            sentences.append(f"{self.text('end')}{self.colon}{self.text(step.result)}")
        return "".join(f"{each[0].upper()}{each[1:]}{stop}" for each in sentences if each).strip()

    def went(self, step: Step) -> str:
        """Where the token and the cards went, those that are discarded last."""
        token = next((shift for shift in step.shifts if shift.what == "token"), None)
        parts = [self.filled("token-to", to=token.target)] if token else []
        gone: list[str] = []
        for shift in step.shifts:
            if shift.target == "D":
                gone.append(self.card_name(shift, step))
            elif shift is not token:
                card = self.card_name(shift, step)
                parts.append(self.filled("card-to", card=card, to=shift.target))
        if gone:
            parts.append(self.filled("discarded", cards=self.listed(gone)))
        return ("、" if self.language == "ja" else "; ").join(parts)

    def listed(self, cards: Sequence[str]) -> str:
        """Cards one after the other."""
        if self.language == "ja":
            return "と".join(cards)
        return " and ".join(filter(None, (", ".join(cards[:-1]), cards[-1])))

    def filled(self, key: str, **values: str) -> str:
        """A text of the book with its words in angle brackets filled in."""
        return self.context.filled(self.language, f"booklet.{key}", values)

    def card_name(self, shift: Shift, step: Step) -> str:
        """A card that went somewhere: the one just drawn has no other name."""
        own = step.cards[0] if step.word == "draw" and step.cards else ""
        return self.text("drawn") if shift.what == own else self.name(shift.what)

    # Lists

    def numbers(self, width: float) -> tuple[Picture, ...]:
        """The majors' numbers as printed on the cards, a row a card."""
        suits = list(self.kit.suits)
        cards = [card for card in self.kit.cards if all(isinstance(card.fields.get(s), tuple) for s in suits)]
        first = width * 0.4
        pitch = (width - first) / len(suits)
        columns = [first + pitch * (at + 0.5) for at in range(len(suits))]
        items: list[Item] = []
        for suit, x in zip(suits, columns, strict=True):
            items.append(self.context.emblem(suit, x, 2.2, 4.0))
            pair = self.context.text(self.language, f"reference.pair.{suit}")
            left, _, right = pair.partition("/")
            for word, y in ((f"{left}/", 7.0), (right, 9.8)):
                style = fit_line(word, self.small, pitch - 0.6, 0.7)
                items.append(set_line(word, style, x, y, "middle"))
        items.append(Path(segment(0.0, 11.0, width, 11.0), stroke=BLACK, width=0.5))
        rows = [Picture(width, 11.4, tuple(items))]
        rows += [self.major(card, columns, width) for card in cards]
        return (_stacked(rows),)

    def major(self, card: Card, columns: Sequence[float], width: float) -> Picture:
        """One major's row."""
        base = 3.4
        display = TextStyle(self.kit.fonts["display"], 3.0)
        name = self.context.text(self.language, f"card.{card.id}.name")
        items: list[Item] = [
            set_line(str(card.fields["number"]), display, 6.0, base, "end"),
            set_line(name, TextStyle(BOOK_FONTS[0], EM), 8.5, base),
        ]
        said = [str(card.fields["number"]), name]
        for suit, x in zip(self.kit.suits, columns, strict=True):
            left, right = cast("tuple[int, int]", card.fields[suit])
            items.append(ink_center_line(f"{left}/{right}", display, x, base))
            said.append(f"{left}/{right}")
        items.append(Path(segment(0.0, 4.7, width, 4.7), stroke=BLACK.at(0.4), width=0.2))
        return Picture(width, 4.9, tuple(items), " ".join(said))

    def hexagrams(self, width: float) -> tuple[Picture, ...]:
        """The 64 hexagrams in three columns, read row by row."""
        column = width / 3
        rows = []
        for start in range(0, len(HEXAGRAMS), 3):
            items: list[Item] = []
            row = HEXAGRAMS[start : start + 3]
            for at, sign in enumerate(row):
                items += self.hexagram(sign, at * column, column)
            words = " ".join(f"{sign.number} {sign.ja} {sign.en}" for sign in row)
            rows.append(Picture(width, 6.3, tuple(items), words))
        return tuple(rows)

    def hexagram(self, sign: Hexagram, x: float, width: float) -> Iterator[Item]:
        """Six lines, the lowest first, with number and both names."""
        yield Group(hexagram(sign.lines, 6.0, 5.3), Affine.translation(round(x, 4), 0.4))
        number = TextStyle(self.kit.fonts["display"], EM)
        japanese = TextStyle(self.kit.fonts["display"], 2.9)
        yield set_line(str(sign.number), number, x + 11.2, 2.75, "end")
        yield set_line(sign.ja, japanese, x + 12.2, 2.75)
        room = width - 9.0
        yield set_line(sign.en, fit_line(sign.en, self.small, room, 0.7), x + 7.6, 5.6)


def _with_air(picture: Picture) -> Picture:
    """The picture with room above and below it."""
    above, below = 1.0, 3.0
    shift = Affine.translation(0.0, above)
    grow = picture.grow
    return picture._replace(
        height=picture.height + above + below,
        items=(Group(picture.items, shift),),
        grow=grow
        and Grow(grow.most + above + below, lambda height: _with_air(grow.draw(height - above - below))),
    )


def _stacked(pictures: Sequence[Picture]) -> Picture:
    """Pictures one under the other as one that no page parts."""
    items: list[Item] = []
    y = 0.0
    for picture in pictures:
        items.append(Group(picture.items, Affine.translation(0.0, round(y, 4))))
        y += picture.height
    words = " ".join(filter(None, (picture.words for picture in pictures)))
    return Picture(max(picture.width for picture in pictures), y, tuple(items), words)
