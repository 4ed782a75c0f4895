"""Pages of sample games with the evaluation of their choices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from printkit.compose.books.book import Picture
from printkit.compose.books.page_blocks import Told, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.faces.signs import Sign, beside, whole_or_broken, words
from printkit.compose.table.small import Faces
from printkit.compose.text.flow import flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.compose.youscout.mat_table import TableLook, draw_table, drawn_together, shifts_between
from printkit.compose.youscout.reasons import Standing, Weighed, reasons
from printkit.compose.youscout.rule_book_pictures import BookPen, Step
from printkit.compose.youscout.rule_signs import term, where
from printkit.compose.youscout.turns import Turn
from printkit.games.youscout.board import UPPER
from printkit.games.youscout.cards import Hexagram
from printkit.geometry import Affine, Rect
from printkit.kit.markdown import Run
from printkit.kit.model import Kit
from printkit.kit.rules import RuleRow, Term
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["ChoiceValue", "SampleGame", "SamplePen"]

# A card's least width at the start, at a choice, at the end and in the text, and its greatest where a page has room,
# in a walkthrough and where few turns are shown:
# the figures of cards below others are then still too small for a proof to ask for them.
CARD, CHOICE_CARD, END_CARD, SAMPLE_CARD, WIDEST, WIDEST_ALONE = 9.6, 8.8, 8.0, 7.2, 16.0, 26.0
# The most air below a row, and in all between the parts of a table's picture, where a page has still more room.
ROW_AIR, TABLE_AIR = 3.0, 14.0
# Signs of the sum: height, and height of the places below them.
SIGN, PLACE = 4.3, 2.4
# How much larger a sum is where few turns are shown.
SUM_ALONE = 1.7
# A row of the odds: its height, where its bar begins, and how long a certain win is.
ODDS_ROW, BAR_START, BAR = 4.8, 23.0, 46.0
HEXAGRAM, SIGN_NAME = 26.0, 31.0
# Options with words of their own; others stand as they are written.
NAMED_OPTIONS = ("terminals", "replacements")


class ChoiceValue(NamedTuple):
    """An answer, the odds of winning after it with their 95 % interval, and its worth with the talon as it came."""

    action: str
    odds: float
    low: float
    high: float
    verdict: bool | None


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game to show: its number in the book, its game's id, deal, options unlike the usual, hexagram, steps, values.

    `record` is the name of the file that holds it, `values` the answers weighed at a line of it.
    """

    number: int
    game: str
    code: str
    options: tuple[str, ...]
    record: str
    sign: Hexagram
    steps: tuple[Step, ...]
    values: Mapping[int, tuple[ChoiceValue, ...]]

    @property
    def result(self) -> str:
        """`win` or `lose`."""
        return self.steps[-1].result

    @property
    def choices(self) -> tuple[int, ...]:
        """Which of the steps leave the player a choice."""
        return tuple(
            at
            for at, step in enumerate(self.steps[:-1])
            if at and step.turn is not None and step.turn.chooses
        )


class SamplePen(BookPen):
    """Draws sample games in one language, with the lines of their records if `numbered`; widths and heights in mm."""

    def __init__(
        self,
        kit: Kit,
        language: str,
        faces: Faces,
        choices: Choices,
        back: Scene | None,
        *,
        numbered: bool = True,
    ) -> None:
        super().__init__(kit, language, faces, choices, back)
        self.numbered, self.widest = numbered, WIDEST if numbered else WIDEST_ALONE
        mat = kit.mat
        self.tables = {
            piles: replace(kit, mat=drawn_together(mat, piles=piles)) if mat else kit
            for piles in (True, False)
        }
        self.display = TextStyle(kit.fonts["display"], 3.2)

    def word(self, key: str) -> str:
        """A word of the walkthrough."""
        return self.context.text(self.language, f"walkthrough.{key}")

    def sentence(self, key: str, values: Mapping[str, str]) -> str:
        """A text of the walkthrough with its words in angle brackets filled in."""
        return self.context.filled(self.language, f"walkthrough.{key}", values)

    def heading(self, game: SampleGame) -> str:
        """Which game it is and how it ended."""
        separator = "" if self.language == "ja" else " "
        number = f"{self.word('game')}{separator}{game.number}{self.word('game-after')}"
        return f"{number} {self.word(f'name.{game.game}')} – {self.text(game.result)}"

    def pictures(self, game: SampleGame, width: float) -> tuple[Picture, ...]:
        """The reading of the board, then the game line by line, a table with its sum and odds where one chose."""
        pictures = [self.reading(game, width)]
        last = game.steps[-1]
        for at, step in enumerate(game.steps[1:], 1):
            row = self.step(step, width)
            if step.word == "place":
                pictures.append(self.start(game, step, width))
            elif at in game.choices:
                pictures.append(self.choice(game, at, width))
            elif step is last:
                pictures.append(self.end(game, width))
            elif step.word in ("replace", "done"):
                pictures.append(_aired([row, *self.odds_of(game, step, width)], width))
            else:
                pictures.append(_aired([row], width))
        return tuple(pictures)

    # The board as a hexagram

    def reading(self, game: SampleGame, width: float) -> Picture:
        """The six lines from the lowest up, each with its card, and the hexagram they make."""
        board = cast("Sequence[str]", game.steps[0].facts["board"])
        pitch = 5.6
        items: list[Item] = []
        for at, (whole, code) in enumerate(zip(game.sign.lines, board, strict=True)):
            y = (5 - at) * pitch
            items += whole_or_broken(whole, Rect(9.0, y + 0.8, HEXAGRAM, 3.4))
            items.append(set_line(str(at + 1), self.display, 5.0, y + 3.7, "end"))
            name = f"{code.removesuffix('r')} {self.name(code)}"
            if code.endswith("r"):
                name += self.word("reversed")
            style = fit_line(name, self.strong.plain, width - HEXAGRAM - SIGN_NAME - 15.0, 0.66)
            items.append(set_line(name, style, HEXAGRAM + 13.0, y + 3.6))
        x = width - SIGN_NAME
        items.append(set_line(str(game.sign.number), replace(self.display, size=8.0), x, 7.2))
        for at, (name, size) in enumerate(((game.sign.ja, 4.6), (game.sign.en, 3.2))):
            style = fit_line(name, replace(self.display, size=size), SIGN_NAME, 0.6)
            items.append(set_line(name, style, x, 14.4 + at * 5.4))
        said = f"{game.sign.number} {game.sign.ja} {game.sign.en}"
        return Picture(width, 6 * pitch + 2.0, tuple(items), f"{said}; {self.position(game.steps[0])}")

    # Turns

    def start(self, game: SampleGame, step: Step, width: float) -> Picture:
        """The table with the token on its place, and what each place was value."""
        look = TableLook(CARD, show=self.shown(game, step.facts), close=not self.numbered)
        words = self.table_words(game, step.facts)
        return self.around(game, step, step.facts, look, self.odds_of(game, step, width), width, words)

    def sample(self, games: Iterable[SampleGame], width: float) -> Picture:
        """What the book's text explains: of the first choices of these games the first with the longest sum."""
        chosen = [(game, game.choices[0]) for game in games if game.choices]
        game, at = max(chosen, key=lambda each: _terms(each[0].steps[each[1]]))
        return self.choice(game, at, width, SAMPLE_CARD)

    def choice(self, game: SampleGame, at: int, width: float, card: float = CHOICE_CARD) -> Picture:
        """The table with what was drawn, the sum in figures, and what each answer was value."""
        before, step, answer = game.steps[at - 1 : at + 2]
        turn = cast(Turn, step.turn)
        shifts = shifts_between(before.facts, answer.facts, turn.drawn)
        shown = self.shown(game, before.facts)
        look = TableLook(card, show=shown, drawn=turn.drawn, shifts=shifts, close=not self.numbered)
        below = (self.sum(game.game, turn, width), *self.odds_of(game, answer, width))
        words = f"{self.table_words(game, before.facts)} {self.weighed(turn)}"
        return self.around(game, step, before.facts, look, below, width, words)

    def end(self, game: SampleGame, width: float) -> Picture:
        """The table at the end, and the result with what the answers gave away."""
        step = game.steps[-1]
        look = TableLook(END_CARD, show=self.shown(game, step.facts))
        given = f"{math.fsum(self.given(game, line) for line in game.values) * 100:.1f}"
        lost = self.sentence("given", {"points": given}) if float(given) else self.word("given-none")
        said = ("" if self.language == "ja" else " ").join((self.word(f"ended-{game.result}"), lost))
        lines = flow_lines((Run(said),), self.strong, width)
        items = tuple(
            Group(line.glyphs, Affine.translation(0.0, round(4.0 + at * self.style.step, 4)))
            for at, line in enumerate(lines)
        )
        text = Picture(width, len(lines) * self.style.step + 3.0, items, said, told=(Told("P", items),))
        return self.around(game, step, step.facts, look, (text,), width, said)

    def around(
        self,
        game: SampleGame,
        step: Step,
        facts: Mapping[str, object],
        look: TableLook,
        below: Iterable[Picture],
        width: float,
        said: str,
    ) -> Picture:
        """A line of the record, its table and what stands below it as one.

        To fill a page the table grows, then the air around it.
        """
        row, rest = (self.step(step, width),) if self.numbered else (), tuple(below)
        kit = self.tables[self.uses_piles(game)]
        narrow, wide = (
            draw_table(kit, facts, self.faces, replace(look, card=card), self.choices).width
            for card in (look.card, self.widest)
        )
        share = min(max((width - narrow) / (wide - narrow), 0.0), 1.0)
        most = look.card + share * (self.widest - look.card)

        def table(card: float) -> Picture:
            return self.small_table(game, facts, replace(look, card=card), width)

        # Air counts as cards that would need as much, so that the height rises evenly.
        rise = table(most).height - table(look.card).height
        pace = rise / (most - look.card) if rise else 1.0

        def draw(card: float) -> Picture:
            air = max(card - most, 0.0) * pace
            return _stacked([*row, table(min(card, most)), *rest], width, said, air)

        return elastic(draw, look.card, most + TABLE_AIR / pace)

    def given(self, game: SampleGame, line: int) -> float:
        """What the answer at a line gave away: the best odds less its own."""
        values = game.values[line]
        chosen = next(each for each in values if each.action == self.action(game, line))
        return max(each.odds for each in values) - chosen.odds

    def action(self, game: SampleGame, line: int) -> str:
        """What was done at a line, as the record writes it."""
        step = game.steps[line - 1]
        return " ".join((step.word, *step.cards))

    def shown(self, game: SampleGame, facts: Mapping[str, object]) -> tuple[str, ...]:
        """The places drawn: the lines, and the other piles where the game uses them."""
        lines = self.kit.mat.forward if self.kit.mat else ()
        return (*lines, *(pile for pile in ("Sw", "Co") if self.uses_piles(game)))

    def uses_piles(self, game: SampleGame) -> bool:
        """Whether the game lays cards on Sw or Co."""
        rows = (row for row in self.kit.rules if row.game == game.game)
        return any(outcome.target in ("Sw", "Co") for row in rows for outcome in row.outcomes)

    def small_table(
        self, game: SampleGame, facts: Mapping[str, object], look: TableLook, width: float
    ) -> Picture:
        """The table as wide as fits, in the middle."""
        kit = self.tables[self.uses_piles(game)]
        table = draw_table(kit, facts, self.faces, look, self.choices)
        if table.width > width:
            look = replace(look, card=look.card * (width - 5.0) / table.width)
            table = draw_table(kit, facts, self.faces, look, self.choices)
        shift = Affine.translation(round((width - table.width) / 2, 4), 0.6)
        return Picture(width, table.height + 1.2, (Group(table.items, shift),), self.table_words(game, facts))

    def table_words(self, game: SampleGame, facts: Mapping[str, object]) -> str:
        """The table in words, for those who cannot see it."""
        board = cast("Sequence[str]", facts["board"])
        return " ".join(f"{place}: {self.name(code)}" for place, code in enumerate(board, 1))

    # The sum

    def sum(self, game: str, turn: Turn, width: float) -> Picture:
        """What a game compared, in the signs of the rule card with the number of each, and both sums."""
        suit = next(suit.id for suit in self.kit.suits.values() if turn.drawn.startswith(suit.code))
        row = next(row for row in self.kit.rules if row.game == game and row.suit == suit)
        upper = turn.facts["token"] in UPPER
        left, right = (sum(value for _, value in side) for side in (turn.greater, turn.than))
        figure = replace(self.display, size=3.6)
        relation = ">" if left > right else "=" if left == right else "<"
        sides = [self.terms(row, side, upper) for side in (turn.greater, turn.than)]
        result = words(f"{left} {relation} {right}", replace(figure, size=4.4))
        end = words(
            self.text("choice" if turn.chooses else "enough" if turn.holds else "short"), self.strong.plain
        )
        line = beside((sides[0], words(relation, replace(figure, size=5.0)), sides[1]), 2.6)
        closing = beside((result, end), 3.0)
        whole = beside((line, closing), 6.0)
        scale = min(1.0 if self.numbered else SUM_ALONE, width / whole.width)
        place = Affine.scaling(scale).then(
            Affine.translation(
                round((width - whole.width * scale) / 2, 4), round(whole.above * scale + 0.6, 4)
            )
        )
        return Picture(width, whole.height * scale + 1.2, (Group(whole.items, place),), self.weighed(turn))

    def terms(self, row: RuleRow, side: Sequence[tuple[Term, int]], upper: bool) -> Sign:
        """One side: each term as a sign, its place below it, and below that its number."""
        signs: list[Sign] = []
        figure = replace(self.display, size=3.8)
        for each, value in side:
            sign = term(self.context, row, each, SIGN)
            items: list[Item] = [sign.at(0.0, 0.0)]
            middle = sign.width / 2
            if each.place is not None:
                place = where(self.context, each.place, upper, PLACE)
                items.append(place.at(middle - place.width / 2, SIGN / 2 + 2.2))
            items.append(ink_center_line(str(value), figure, middle, SIGN / 2 + 7.4))
            column = Sign(sign.width, sign.above, SIGN / 2 + 7.6, tuple(items))
            signs += [words("+", self.display), column] if signs else [column]
        return beside(signs, 1.6)

    # What answers are value

    def odds_of(self, game: SampleGame, step: Step, width: float) -> Iterator[Picture]:
        """The answers weighed at a line, the likeliest win first for replacements; nothing where none were."""
        values = game.values.get(step.number, ())
        chosen = " ".join((step.word, *step.cards))
        if step.word in ("replace", "done"):
            values = tuple(sorted(values, key=lambda each: (each.action != chosen, -each.odds)))[:4]
        if values:
            yield self.odds(values, chosen, width)
            yield self.why(game, step, width)

    def why(self, game: SampleGame, step: Step, width: float) -> Picture:
        """One sentence or two: what the answer gained or gave away, and what it does for winning."""
        before = game.steps[step.number - 2]
        start = next(cast(int, each.facts["token"]) for each in game.steps if each.facts["token"])
        side = "upper" if start in UPPER else "lower"
        wins = self.choices.variables[f"{side}-wins"].split(", ")
        here, there = (cast(int, each.facts["token"] or 0) for each in (before, step))
        standing = Standing(here, there, tuple(map(int, wins)))
        values = [Weighed(*each[:4]) for each in game.values[step.number]]
        chosen = " ".join((step.word, *step.cards))
        sentences = []
        for key, facts in reasons(values, chosen, standing):
            slots = {
                name: self.answer(fact) if name in ("chosen", "other") else fact
                for name, fact in facts.items()
            }
            sentences.append(self.sentence(key, slots))
        said = ("" if self.language == "ja" else " ").join(sentences)
        lines = flow_lines((Run(said),), self.style, width)
        items = tuple(
            Group(line.glyphs, Affine.translation(0.0, round(3.4 + at * self.style.step, 4)))
            for at, line in enumerate(lines)
        )
        return Picture(width, len(lines) * self.style.step + 1.6, items, said, told=(Told("P", items),))

    def odds(self, values: Sequence[ChoiceValue], chosen: str, width: float) -> Picture:
        """A row for each answer: a bar as long as its odds, the odds, and what it came to with this talon."""
        items: list[Item] = []
        said = []
        for at, value in enumerate(values):
            base = at * ODDS_ROW + 3.6
            if value.action == chosen:
                items.append(Path(circle(2.0, base - 1.0, 1.0), find_ink("blue")))
            label = self.answer(value.action)
            style = fit_line(label, self.strong.plain, BAR_START - 5.5, 0.6)
            items.append(set_line(label, style, 4.4, base))
            box = Rect(BAR_START, base - 2.6, BAR, 3.2)
            items.append(
                Path(rectangle(box._replace(width=max(BAR * value.odds, 0.2))), find_ink("blue").at(0.55))
            )
            items.append(Path(rectangle(box), stroke=BLACK, width=0.2))
            for edge in (value.low, value.high):
                if value.low < value.high:
                    x = BAR_START + BAR * edge
                    items.append(Path(segment(x, base - 2.2, x, base + 0.2), stroke=BLACK, width=0.25))
            figures = f"{value.odds * 100:.1f} %"
            items.append(set_line(figures, self.display, BAR_START + BAR + 16.0, base, "end"))
            verdict = {True: "could-win", False: "could-not", None: "open"}[value.verdict]
            words_ = self.word(verdict)
            small = fit_line(words_, self.small, width - BAR_START - BAR - 18.5, 0.7)
            items.append(set_line(words_, small, BAR_START + BAR + 18.5, base))
            said.append(f"{label} {figures} {words_}")
        return Picture(width, len(values) * ODDS_ROW + 1.4, tuple(items), "; ".join(said))

    def answer(self, action: str) -> str:
        """An answer in words."""
        word, _, rest = action.partition(" ")
        if word == "place":
            return f"{self.word('from')} {rest}"
        if word in ("move", "stay"):
            return self.text(word)
        if word == "done":
            return self.word("done")
        card, way = rest.split()
        return f"{card} {way.replace('>', ' → ')}"

    def said(self, step: Step) -> str:
        """What a step did; where one may choose, the sum stands below the table."""
        if step.turn is not None and step.turn.chooses:
            choice = self.text("choice")
            return choice[0].upper() + choice[1:] + ("。" if self.language == "ja" else ".")
        if step.word == "draw" and step.cards[0] == step.terminal and not step.result:
            return self.word("shuffle")
        return super().said(step)

    def agreed(self, option: str) -> str:
        """An option that is not the usual one: in words where there are some."""
        key, _, value = option.partition("=")
        return self.sentence(f"option.{key}", {"value": value}) if key in NAMED_OPTIONS else option

    def head(self, step: Step) -> str:
        """The card drawn, or what the player did."""
        if step.word == "replace":
            return self.word("replace")
        if step.word == "done":
            return self.word("done")
        return super().head(step)


def _terms(step: Step) -> int:
    turn = cast(Turn, step.turn)
    return len(turn.greater) + len(turn.than)


def _aired(pictures: Sequence[Picture], width: float) -> Picture:
    """Pictures one under the other as one that no page parts, with air below where a page has room."""
    return elastic(lambda air: _stacked(pictures, width, air=air), 0.0, ROW_AIR)


def _stacked(pictures: Sequence[Picture], width: float, said: str = "", air: float = 0.0) -> Picture:
    """Pictures one under the other, with so much `air` below them in all.

    What is drawn in them is one picture in the words `said`, where there are any; text stays text.
    """
    told: list[Told] = []
    y = 0.0
    for picture in pictures:
        told += [each.moved(Affine.translation(0.0, round(y, 4))) for each in picture.pieces]
        y += picture.height + air / len(pictures)
    drawn = [each for each in told if each.role == "Figure"]
    if said and drawn:
        whole = Told("Figure", tuple(item for each in drawn for item in each.items), said)
        told = [
            whole if each is drawn[0] else each for each in told if each is drawn[0] or each.role != "Figure"
        ]
    items = tuple(item for each in told for item in each.items)
    return Picture(width, y, items, " ".join(each.words for each in pictures), told=tuple(told))
