"""Pages of the puzzle book: open talons, questions and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from printkit.compose.books.book import BookLook, BookPage, page_furniture
from printkit.compose.books.page_blocks import Bookmark, Part, Picture
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.reduced import without_small_text
from printkit.compose.faces.signs import Sign, beside, hexagram, words
from printkit.compose.table.small import Faces, TablePicture
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.compose.youscout.mat_table import TableLook, draw_table, drawn_together
from printkit.games.youscout.cards import Hexagram
from printkit.games.youscout.proof import FIGURES
from printkit.geometry import Affine, Rect, Size
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.kit.model import Card, Kit
from printkit.kit.text import fill
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle, rounded_rectangle, segment

__all__ = ["OpenGame", "PuzzlePages"]

EM, SMALL = 2.8, 2.4
TITLE = 5.4
# The open talon: cards of a row, the column before them, a card's width and height as parts of the room it has.
ROW, INDEX = 12, 6.2
CARD_SHARE, CARD_TALL = 0.86, 1.3
SAMPLE = 8
PASS_GAP = 1.8
# A card of the board is as wide as its room allows, but not wider.
WIDEST, NARROWEST = 18.0, 12.5
# Solutions stand in rows of this height at least, upside down.
SOLUTION = 21.0
SOLUTIONS_HEAD = 13.0
# Between two answers, and where they would be too long for a line.
ANSWER_GAPS = (3.2, 1.4)
# Numbers of elements in the document's tree, above all those of the texts before.
FIRST_NODE = 10_000


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A puzzle: its board with the numbers its game uses, the talon pass by pass, what is asked, the answer.

    `numbers` holds for each place a pair a suit, None where the game does not use one. The last card of a pass is
    its terminal, `T` where the start is to be found. `answers` are the swords of the line with the answer to each,
    `after` where the token stood after each, `route` the places it went through.
    `words` are what its options put into texts.
    """

    number: int
    game: str
    code: str
    sign: Hexagram
    board: tuple[str, ...]
    numbers: tuple[Mapping[str, tuple[int | None, int | None]], ...]
    talon: tuple[tuple[str, ...], ...]
    find: bool
    start: int
    lines: int
    rows: int
    answers: tuple[tuple[str, str], ...]
    after: tuple[int, ...]
    route: tuple[int, ...]
    words: Mapping[str, str] = field(default_factory=dict, hash=False)


class PuzzlePages:
    """Sets the pages of one puzzle book in one language."""

    def __init__(self, kit: Kit, look: BookLook, faces: Faces, choices: Choices) -> None:
        self.kit, self.look, self.faces, self.choices = kit, look, faces, choices
        if kit.mat is not None:
            self.board_kit = replace(kit, mat=drawn_together(kit.mat))
        size = kit.size(choices.size)
        self.context = FaceContext(kit, size, Card("puzzles", "puzzles", "puzzles", 0, {}), choices)
        self.display = TextStyle(kit.fonts["display"], EM)
        self.plain, self.bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.small = replace(self.plain, size=SMALL)
        self.style = FlowStyle(self.bold, self.bold, 1.5, self.bold, justified=False)
        self.nodes = count(FIRST_NODE)
        self.codes = {suit.code: suit.id for suit in kit.suits.values()}

    def text(self, key: str) -> str:
        """A word of the puzzle book."""
        return self.context.text(self.look.language, f"puzzles.{key}")

    def sample(self, game: OpenGame, width: float) -> Picture:
        """A card of the board with its numbers, and the beginning of the talon: what the words before explain."""
        facts: dict[str, object] = {"board": game.board, "piles": {}}
        table = draw_table(self.board_kit, facts, self.faces, TableLook(NARROWEST, show=("6",)), self.choices)
        numbers = tuple(self.numbers(replace(game, numbers=game.numbers[5:], board=game.board[5:]), table, 6))
        # The widest numbers reach beyond the table's edge.
        inset = 3.4
        shown = Group((*table.items, *numbers), Affine.translation(inset, 0.0))
        left = inset + table.width + 10.0
        pitch = (width - left) / SAMPLE
        size = Size(pitch * CARD_SHARE, pitch * CARD_SHARE * CARD_TALL)
        cards = (*game.talon[0][: SAMPLE - 1], game.talon[0][-1])
        signs = [
            self.card(game, code, size).at(left + at * pitch, table.height / 2)
            for at, code in enumerate(cards)
        ]
        return Picture(width, table.height, (shown, *signs), self.talon_words(game))

    # A puzzle

    def page(self, number: int, game: OpenGame, title: str) -> tuple[BookPage, Bookmark]:
        """One puzzle on a page of its own, and its bookmark."""
        box = self.look.text_box(number)
        head, question, board, talon, answer = (
            self.node(role) for role in ("H2", "P", "Figure", "Figure", "P")
        )
        title_words = f"{self.text('puzzle')} {game.number}"
        heading = tuple(self.heading(game, title_words, box))
        asked, y = self.question(game, box)
        talon_items, height = self.talon(game, Size(box.width, box.height))
        bottom = box.bottom - 9.0
        room = bottom - height - 5.0 - y
        table = self.board(game, Size(box.width, room - 3.0))
        spare = max((room - table.height) / 2, 1.0)
        place = Affine.translation(round(box.x + (box.width - table.width) / 2, 4), round(y + spare, 4))
        parts = (
            Part((head,), heading),
            Part((question,), asked),
            Part(
                (board,), (Group((*table.items, *self.numbers(game, table)), place),), self.board_words(game)
            ),
            Part(
                (talon,),
                (Group(talon_items, Affine.translation(box.x, round(bottom - height, 4))),),
                self.talon_words(game),
            ),
            Part((answer,), self.answer_line(box)),
        )
        anchor = f"puzzle-{game.number}"
        page = BookPage(number, parts, page_furniture(self.look, number, title), anchors=((anchor, box.y),))
        return page, Bookmark(2, f"{title_words} {self.name(game.sign)}", anchor)

    def node(self, role: str) -> tuple[str, int]:
        """A new element of the document's tree."""
        return role, next(self.nodes)

    def name(self, sign: Hexagram) -> str:
        """What the hexagram is called."""
        return sign.ja if self.look.language == "ja" else sign.en

    def heading(self, game: OpenGame, numbered: str, box: Rect) -> Iterator[Item]:
        """Number, hexagram and name, how many rows win, and a rule below."""
        base = box.y + TITLE * 0.84
        title = replace(self.display, size=TITLE)
        yield set_line(numbered, title, box.x, base)
        x = box.x + line_width(numbered, title) + 4.0
        yield Group(
            hexagram(game.sign.lines, 6.4, TITLE * 0.82),
            Affine.translation(round(x, 4), round(base - TITLE * 0.8, 4)),
        )
        x += 8.0
        key = "unique" if game.lines == 1 else "lines"
        winning = self.filled(key, {"count": str(game.lines)})
        yield set_line(winning, replace(self.display, size=3.4), box.right, base, "end")
        room = box.right - line_width(winning, replace(self.display, size=3.4)) - 3.0 - x
        name = self.name(game.sign)
        yield set_line(name, fit_line(name, replace(self.display, size=3.6), room, 0.7), x, base)
        yield Path(rectangle(Rect(box.x, base + 2.2, box.width, 0.9)), BLACK)
        base += 8.6
        badge = self.badge(self.text(f"game.{game.game}"))
        yield badge.at(box.x, base - EM * 0.37)
        if len(game.talon) > 1:
            talons = f"{self.text('pass')} × {len(game.talon)}"
            yield set_line(talons, self.bold, box.x + badge.width + 3.0, base)
        yield set_line(f"{self.text('deal')} {game.code}", self.small, box.right, base, "end")

    def badge(self, words: str) -> Sign:
        """Words in white on black."""
        style = replace(self.display, ink=PAPER)
        width = max(line_width(words, style) + 2.0, 4.6)
        line = ink_center_line(words, style, width / 2, EM * 0.37)
        return Sign(width, 2.3, 2.3, (Path(rounded_rectangle(Rect(0.0, -2.3, width, 4.6), 0.5), BLACK), line))

    def question(self, game: OpenGame, box: Rect) -> tuple[tuple[Item, ...], float]:
        """What is asked, and where the next thing may begin."""
        y = box.y + 19.4
        items: list[Item] = []
        indent = 0.0
        if not game.find:
            start = self.started(game)
            items.append(start.at(box.x, y - EM * 0.37))
            indent = start.width + 4.0
        ask = self.text("ask-find" if game.find else "ask")
        key = "goal-find" if game.find else "goal-upper" if game.start > 3 else "goal-lower"
        sentence = self.kit.text(self.look.language, f"puzzles.{key}")
        goal = fill(sentence, {**self.choices.variables, **game.words})
        for line in flow_lines((Run(ask),), self.style, box.width, indent=indent):
            items.append(Group(line.glyphs, Affine.translation(round(box.x, 4), round(y, 4))))
            y += self.style.step
        y += 0.7
        for line in flow_lines((Run(goal),), replace(self.style, plain=self.small), box.width):
            items.append(Group(line.glyphs, Affine.translation(round(box.x, 4), round(y, 4))))
            y += SMALL * 1.5
        return tuple(items), y - 2.0

    def started(self, game: OpenGame) -> Sign:
        """Where the token is put, the place as the table tags it."""
        return beside((words(self.text("start"), self.bold), self.badge(str(game.start))), 1.4)

    def board(self, game: OpenGame, room: Size) -> TablePicture:
        """The six cards as they lie, as large as fits, the token where the game begins."""
        token = None if game.find else game.start
        facts: dict[str, object] = {"board": game.board, "token": token, "piles": {}}
        lines = self.kit.mat.forward if self.kit.mat else ()
        unit = draw_table(self.board_kit, facts, self.faces, TableLook(WIDEST, show=lines), self.choices)
        scale = min(1.0, room.width / unit.width, room.height / unit.height)
        # Tags and gaps do not shrink with the cards, so the first guess may be a little too large.
        card = max(WIDEST * scale - (0.0 if scale >= 1.0 else 0.4), NARROWEST)
        return draw_table(self.board_kit, facts, self.faces, TableLook(card, show=lines), self.choices)

    def numbers(self, game: OpenGame, table: TablePicture, first: int = 1) -> Iterator[Item]:
        """Beside each card the numbers its game uses, as they are played."""
        for place, pairs in enumerate(game.numbers, first):
            slot = table.slots[str(place)]
            pitch = min(slot.height / len(pairs), 5.6)
            shown = {suit: _pair(pair) for suit, pair in pairs.items()}
            style = replace(self.display, size=min(pitch * 0.66, 3.4))
            width = max(line_width("14/10", style), *(line_width(each, style) for each in shown.values()))
            if all("/" not in each for each in shown.values()):
                width = line_width("14", style)
            y = slot.center[1] - pitch * (len(pairs) - 1) / 2
            for suit, figures in shown.items():
                yield set_line(figures, style, slot.x - 1.4, y + style.size * 0.37, "end")
                yield self.context.emblem(suit, slot.x - 3.6 - width, y, style.size * 1.12)
                y += pitch

    def talon(self, game: OpenGame, room: Size) -> tuple[tuple[Item, ...], float]:
        """The talon as rows of small cards, and their height."""
        pitch = (room.width - INDEX) / ROW
        width = pitch * CARD_SHARE
        height = width * CARD_TALL
        step = height + 1.5
        items: list[Item] = []
        y = 0.0
        for number, cards in enumerate(game.talon, 1):
            y += PASS_GAP if number > 1 else 0.0
            for first in range(0, len(cards), ROW):
                if len(game.talon) > 1 and not first:
                    items.append(self.badge(str(number)).at(0.0, y + height / 2))
                else:
                    index = str(first + 1)
                    style = replace(self.display, size=2.3)
                    items.append(set_line(index, style, INDEX - 1.8, y + height / 2 + 0.9, "end"))
                for at, code in enumerate(cards[first : first + ROW]):
                    sign = self.card(game, code, Size(width, height))
                    items.append(sign.at(INDEX + at * pitch, y + height / 2))
                y += step
        return tuple(items), y - 1.5

    def card(self, game: OpenGame, code: str, size: Size) -> Sign:
        """A card as a sign: its figure, what a court card counts in this game, its suit; a terminal is black."""
        box = Rect(0.0, -size.height / 2, size.width, size.height)
        suit = self.codes.get(code[:2])
        middle = size.width / 2
        items: list[Item]
        if suit is None:
            figures = ("0", "13") if code == "T" else (code,)
            items = [Path(rounded_rectangle(box, 0.6), BLACK)]
            em = size.height * (0.36 if len(figures) > 1 else 0.46)
            style = replace(self.display, size=em, ink=PAPER)
            for at, figure in enumerate(figures):
                y = (at - (len(figures) - 1) / 2) * em * 1.1 + em * 0.37
                items.append(set_line(figure, style, middle, y, "middle"))
            return Sign(size.width, -box.y, box.bottom, tuple(items))
        rank = int(code[2:])
        style = replace(self.display, size=size.height * 0.44)
        items = [Path(rounded_rectangle(box.grown(-0.15), 0.6), stroke=BLACK, width=0.3)]
        base = box.y + size.height * 0.45
        figure = FIGURES[rank - 1]
        if figure.isdecimal() or rank == 1:
            items.append(set_line(figure, style, middle, base, "middle"))
        else:
            counted = game.words.get(str(rank), str(rank))
            value = replace(self.display, size=size.height * 0.27)
            wide, narrow = line_width(figure, style), line_width(counted, value)
            fit = min(1.0, (size.width - 1.1) / (wide + narrow + 0.3))
            style, value = (replace(each, size=each.size * fit) for each in (style, value))
            wide, narrow = wide * fit, narrow * fit
            x = middle - (wide + 0.3 + narrow) / 2
            items += [set_line(figure, style, x, base), set_line(counted, value, x + wide + 0.3, base)]
        items.append(self.context.emblem(suit, middle, box.y + size.height * 0.73, size.height * 0.4))
        return Sign(size.width, -box.y, box.bottom, tuple(items))

    def answer_line(self, box: Rect) -> tuple[Item, ...]:
        """A line to write on."""
        label = self.text("answer")
        y = box.bottom - 1.5
        x = box.x + line_width(label, self.bold) + 2.0
        return (
            set_line(label, self.bold, box.x, y),
            Path(segment(x, y + 0.6, box.right, y + 0.6), stroke=BLACK, width=0.3, dash=(0.4, 1.0)),
        )

    def board_words(self, game: OpenGame) -> str:
        """The board in words, for those who cannot see it."""
        return " ".join(f"{place}: {code}" for place, code in enumerate(game.board, 1))

    def talon_words(self, game: OpenGame) -> str:
        """The talon in words."""
        return " / ".join(" ".join(cards) for cards in game.talon)

    # Solutions

    def solutions(
        self, first: int, games: Sequence[OpenGame], title: str
    ) -> tuple[tuple[BookPage, ...], Bookmark]:
        """Pages upside down, the first solutions on the last page: they are read with the book turned."""
        room = self.look.text_box(1).height - SOLUTIONS_HEAD
        each = int(room / SOLUTION)
        pages = -(-len(games) // each)
        each = -(-len(games) // pages)
        pitch = room / each
        result = []
        for page in range(pages):
            number = first + page
            box = self.look.text_box(number)
            index = pages - 1 - page
            turn = Affine.rotation(180, box.center)
            inner = Rect(0.0, 0.0, box.width, box.height)
            heading = self.text("solutions") + (f" {index + 1}/{pages}" if pages > 1 else "")
            drawn = [Part((self.node("H2"),), self.title(heading, inner))]
            for at, game in enumerate(games[index * each : (index + 1) * each]):
                shift = Affine.translation(0.0, round(SOLUTIONS_HEAD + at * pitch, 4))
                items = tuple(self.solution(game, Size(inner.width, pitch)))
                drawn.append(Part((self.node("Figure"),), (Group(items, shift),), self.solution_words(game)))
            onto = Affine.translation(round(box.x, 4), round(box.y, 4)).then(turn)
            parts = tuple(part._replace(items=(Group(part.items, onto),)) for part in drawn)
            anchors = (("solutions", box.y),) if page == 0 else ()
            result.append(BookPage(number, parts, page_furniture(self.look, number, title), anchors=anchors))
        return tuple(result), Bookmark(1, self.text("solutions"), "solutions")

    def solution(self, game: OpenGame, room: Size) -> Iterator[Item]:
        """One solution: the way of the token, the swords with the answer to each, how many rows win."""
        base = 4.2
        yield set_line(str(game.number), replace(self.display, size=4.6), 7.6, base, "end")
        x = 11.0
        route = beside((words(self.text("route"), self.small), words(_route(game), self.plain)), 1.4)
        scale = min(1.0, (room.width - x) / route.width)
        shown = without_small_text(route.items, scale)
        yield Group(shown, Affine.scaling(scale).then(Affine.translation(x, base - EM * 0.37)))
        share = self.filled("share", {"count": str(game.lines), "all": str(game.rows)})
        yield set_line(share, self.small, room.width, room.height - 3.4, "end")
        signs = [self.answered(game, card, answer) for card, answer in game.answers]
        line = next(
            (line for gap in ANSWER_GAPS if (line := beside(signs, gap)).width <= room.width - x),
            beside(signs, ANSWER_GAPS[-1]),
        )
        scale = min(1.0, (room.width - x) / line.width)
        y = base + 2.9 + line.above * scale
        items = without_small_text(line.items, scale)
        yield Group(items, Affine.scaling(scale).then(Affine.translation(x, round(y, 4))))
        yield Path(
            segment(0.0, room.height - 1.6, room.width, room.height - 1.6), stroke=BLACK.at(0.4), width=0.2
        )

    def answered(self, game: OpenGame, card: str, answer: str) -> Sign:
        """A sword and what to answer."""
        return beside((self.card(game, card, Size(6.4, 8.2)), words(self.text(answer), self.plain)), 1.2)

    def solution_words(self, game: OpenGame) -> str:
        """The solution in words."""
        answers = " ".join(f"{card} {answer}" for card, answer in game.answers)
        return f"{game.number}: {self.text('start')} {game.start}, {answers}, {_route(game)}"

    # Hints

    def hints(self, number: int, games: Sequence[OpenGame], title: str) -> BookPage:
        """A page with a line a puzzle: how often it asks, and where the token is half way."""
        box = self.look.text_box(number)
        parts = [Part((self.node("H2"),), self.title(self.text("hints"), box))]
        top = box.y + 13.0
        pitch = min((box.bottom - top) / len(games), 7.0)
        for at, game in enumerate(games):
            base = round(top + (at + 0.7) * pitch, 4)
            hint = self.hint(game)
            style = fit_line(hint, self.plain, box.width - 11.0, 0.7)
            items = (
                set_line(str(game.number), self.display, box.x + 7.6, base, "end"),
                set_line(hint, style, box.x + 11.0, base),
            )
            parts.append(Part((self.node("P"),), items))
        anchors = (("hints", box.y),)
        return BookPage(number, tuple(parts), page_furniture(self.look, number, title), anchors=anchors)

    def hint(self, game: OpenGame) -> str:
        """What helps with a puzzle without giving its answers away."""
        half = (len(game.answers) + 1) // 2
        facts = {"count": len(game.answers), "half": half, "place": game.after[half - 1], "start": game.start}
        values = {word: str(value) for word, value in facts.items()}
        parts = (*(("hint-find",) if game.find else ()), "hint-one" if len(game.answers) == 1 else "hint")
        return "".join(self.filled(part, values) for part in parts)

    def filled(self, key: str, values: Mapping[str, str]) -> str:
        """A text of the puzzle book with its words in angle brackets filled in."""
        return self.context.filled(self.look.language, f"puzzles.{key}", values)

    def title(self, words: str, box: Rect) -> tuple[Item, ...]:
        """A heading over a rule."""
        style = replace(self.display, size=TITLE)
        rule = Rect(box.x, box.y + TITLE * 0.84 + 2.2, box.width, 0.9)
        return set_line(words, style, box.x, box.y + TITLE * 0.84), Path(rectangle(rule), BLACK)

    def notes(self, number: int, title: str) -> BookPage:
        """A page with lines to write on."""
        box = self.look.text_box(number)
        head = self.title(self.text("notes"), box)
        rules = []
        y = box.y + 22.0
        while y < box.bottom:
            rules.append(Path(segment(box.x, y, box.right, y), stroke=BLACK.at(0.4), width=0.2))
            y += 9.0
        furniture = (*page_furniture(self.look, number, title), *rules)
        return BookPage(number, (Part((self.node("P"),), head),), furniture)


def _route(game: OpenGame) -> str:
    """The places the token goes through."""
    return "→".join(map(str, game.route))


def _pair(pair: tuple[int | None, int | None]) -> str:
    """The numbers of a suit, or the one of them that is used."""
    return "/".join(str(number) for number in pair if number is not None)
