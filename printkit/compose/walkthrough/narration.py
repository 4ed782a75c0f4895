"""Walkthrough pictures of any game: one for each frame of its narration."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, partial

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.books.page_blocks import Picture, Told, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.sticks import cups_picture
from printkit.compose.table.around_board import COLUMN
from printkit.compose.table.ending import LEAST, Ending, ended
from printkit.compose.table.green_strip import cards_row
from printkit.compose.table.hand_panel import deck_picture
from printkit.compose.table.setting import Aside
from printkit.compose.table.sign_lines import has_marks
from printkit.compose.table.small import Faces
from printkit.compose.table.table_pen import TablePen
from printkit.compose.table.turn_lines import Turn, TurnLines, turns_of, with_values
from printkit.compose.table.zone_pen import Words, item_text
from printkit.compose.text.flow import FlowStyle
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.compose.walkthrough.changes import (
    peak_of,
    winning_cards,
    with_changes,
    with_turns_joined,
    without_still_boards,
)
from printkit.compose.walkthrough.fleet import home_items
from printkit.compose.walkthrough.narration_words import NO_BREAK, NarrationWords, record_lines, sentences_of
from printkit.compose.walkthrough.quiet_rounds import JOINED, board_share, with_quiet_joined
from printkit.compose.walkthrough.round_heads import RoundHead, head_in_black, head_of_hands
from printkit.compose.walkthrough.summit import summit_items, with_moment
from printkit.compose.walkthrough.taken import moment_pictures
from printkit.compose.walkthrough.won_hands import won_items
from printkit.compose.walkthrough.won_throw import LEAST as WON
from printkit.compose.walkthrough.won_throw import won_panel, won_throw
from printkit.games.find import find_module
from printkit.games.narration import Frame, Sentence
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Kit
from printkit.kit.text import signs_once
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import segment

__all__ = ["NarratedGame", "NarrationPen"]

EM, SMALL, ASIDE, LARGE = 2.7, 2.4, 2.6, 2.9
LEADING, CLOSE = 1.5, 1.42
NUMBERS = 13.0
# The key of a heading of several turns, and how narrow a heading may be.
TURNS_KEY, LEAST_TITLE = "turns", 0.7
# How much smaller cards may be in a picture without such lines.
SMALLER = 0.72
# More turns than these stand in two columns, where no picture is below them.
MANY = 4
# How much larger the board of a race may be at its start and at its end.
START = 1.45
# How high the panel of an end is in a book of hands, and among several other games, at least and at most; at least that
# of a race alone, mm.
OF_HANDS, AMONG, FULL = (64.0, 150.0), (22.0, 104.0), 36.0
# The em of the record's lines behind a heading of hands.
LINES = 2.3
# How high a heading is, black or not: rounds begin at the same heights on every page.
HEADING, BAR_AIR = 6.0, 0.7
# What is more between a heading and turns of sticks, whose marks are higher than their words.
STICKS = 1.5
# Between the words and the table, and below it; how much more below one that is as large as it may be, and above
# hands; above pictures of hands that begin no page. A picture belongs to the words above it.
ABOVE, BELOW, AIR, OVER_HANDS, HANDS_APART = 1.2, 1.2, 7.0, 0.5, 3.6
# What a turn is an example of, which is its head, and what is said of it instead of all that was done.
# A number without a part is that of a rule only behind a single word. A colon belongs to a head.
_EXAMPLE = re.compile(
    r"(?P<rule>(?:[^\W\d]+ ?\d+|.*?\d[.．]\d+)(?:[.．]\d+)*)(?:\.\s+|[．。]\s*)(?P<advice>.+)"
)
# The blank before a seat and its points in a list, which begins no line.
_POINTS = re.compile(rf" (?=[A-Z]{NO_BREAK}[+−±\d])")


@dataclass(frozen=True, slots=True)
class NarratedGame:
    """A game to show: its number in the book, game, options unlike the usual, record's file, winners and frames.

    `points` are what seats have at its end, where these count points.

    One that is `alone` in its book may end in a higher panel than others.
    """

    number: int
    game: str
    options: tuple[str, ...]
    record: str
    seats: tuple[str, ...]
    frames: tuple[Frame, ...]
    points: tuple[tuple[str, str], ...] = ()
    code: str = ""
    alone: bool = False


class NarrationPen:
    """Draws narrated games in one language, with the lines of their records if `numbered`; widths and heights in mm."""

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
        self.indent, self.least = (NUMBERS, 1.0) if numbered else (0.0, SMALLER)
        # Among rules what stands below a picture may be its caption.
        self.air = AIR if numbered else 0.0
        self.low = choices.ink == "low"
        self.kit, self.words = kit, NarrationWords(kit, language, choices)
        self.signed = replace(self.words, signed=True)
        plain, bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.style = FlowStyle(plain, bold, LEADING, plain, justified=False)
        small, leading = replace(plain, size=ASIDE if numbered else LARGE), CLOSE if numbered else LEADING
        self.small = FlowStyle(small, replace(bold, size=small.size), leading, small, justified=False)
        self.title = replace(bold, size=3.2)
        zones = {key: text for key, text in kit.texts[language].items() if key.startswith("narration.zone.")}
        self.tables = TablePen(
            kit,
            choices,
            faces,
            back,
            replace(plain, size=SMALL),
            Words(language, lambda name: zones.get(f"narration.zone.{name}", name), self._thing),
            among_rules=not numbered,
        )
        self.hands = numbered and self.tables.zones.written
        self.lines = TurnLines(kit, language, self.style, low=self.low, even=self.hands or bool(kit.sticks))

    def _thing(self, zone: Zone, item: Thing) -> str:
        return item_text(item._replace(face=self.words.names.plain(item.face)))

    @property
    def of_races(self) -> bool:
        """Whether its games are races on boards of the kit."""
        return any(board.steps for board in self.kit.boards)

    def is_of_hands(self, game: NarratedGame) -> bool:
        """Whether it is one of written cards, of which small pictures show what a turn changed."""
        table = game.frames[-1].table
        return table is not None and self.tables.hands.all_of(table)

    def word(self, key: str) -> str:
        """A word of the pictures."""
        return self.words.word(key)

    def heading(self, game: NarratedGame) -> str:
        """Which game it is, without its result."""
        return self._of_result("heading", game)

    def other_name(self, game: NarratedGame) -> str:
        """What the game is called in the kit's other language, if it has one."""
        names = find_module(game.game).names
        others = (names[code] for code in self.kit.languages if code != self.words.language and code in names)
        return next(others, "")

    def _of_result(self, key: str, game: NarratedGame) -> str:
        """A text of the kit that may name the game, its number and the winners."""
        names = find_module(game.game).names
        seats, game_name = self.words.value(game.seats), names.get(self.words.language, game.game)
        return self.words.filled(key, {"number": str(game.number), "game": game_name, "seats": seats})

    def agreed(self, option: str) -> str:
        """An option that is not the usual one, in the kit's words."""
        key, _, value = option.partition("=")
        return self.words.filled(f"option.{key}", {"value": value})

    def note(self, game: NarratedGame) -> str:
        """What was agreed, in the head of the first picture; nothing where it is a bar or has a board beside."""
        first = game.frames[0]
        beside = first.table is not None and self._has_words_beside(first.table)
        return "" if beside or self._has_bar(first) else " · ".join(map(self.agreed, game.options))

    def pictures(self, game: NarratedGame, width: float) -> tuple[Picture, ...]:
        """A picture for each frame; a sign stands behind its name where it comes first."""
        shown = tuple(without_still_boards(game.frames, self._still))
        frames = tuple(with_quiet_joined(shown, self.words, self.tables))
        if self.is_of_hands(game):
            return tuple(self._of_hands(game, frames, width))
        said = signs_once(map(self._says, frames))
        part = copy(self)
        part.tables = self.tables.of_game([each.table for each in frames if each.table], width)
        drawn = [
            part.picture(
                frame,
                width,
                words,
                board_share(frames, at, self.tables, width, START),
                self.note(game) * (frame is frames[0]),
            )
            for at, (frame, words) in enumerate(zip(frames, said, strict=True))
        ]
        moments = [
            shown
            for frame, each in zip(frames, drawn[:-1], strict=False)
            for shown in self._with_moment(frame, each)
        ]
        return *self._opening(game, width), *moments, self._ended(game, drawn[-1])

    def _opening(self, game: NarratedGame, width: float) -> Iterator[Picture]:
        """What a race with sticks is about: all cups that lie on its way."""
        if not self.kit.sticks or not self._is_race(game.frames[0]):
            return
        choices = self.tables.zones.choices
        if cups := facts_of(game.game, choices).counters.get("cup", 0):
            yield cups_picture(choices, cups, width)

    def _with_moment(self, frame: Frame, picture: Picture) -> Iterator[Picture]:
        """The picture of a turn with what turned the game there large below it, or in a picture of its own."""
        turned = self._turned(frame)
        yield with_moment(
            self.kit, picture, turned, self.tables.climbed(frame.table), self.words, low=self.low
        )
        if turned:
            said = self.words.sentence(turned)
            yield from moment_pictures(self.kit, turned, said, picture.width, low=self.low)

    def _of_hands(self, game: NarratedGame, frames: Sequence[Frame], width: float) -> Iterator[Picture]:
        """Whole tables; what was agreed stands in the head of the first one."""
        turns = f"narration.frame.{TURNS_KEY}" in self.kit.texts[self.words.language]
        several = TURNS_KEY if turns else ""
        changed = [*with_changes(frames, self.tables.hands.is_mark, several)]
        shown = [*with_turns_joined(changed, several)]
        part, peak = copy(self), peak_of(shown)
        part.tables = self.tables.of_game(
            [each.table for each in shown if each.table], width, peak.table if peak else None
        )
        for frame in shown:
            note = self.note(game) if frame is shown[0] else ""
            said = _POINTS.sub(NO_BREAK, self.signed.said(frame))
            whole = part.picture(frame, width, said, 1.0, note)
            yield self._ended(game, whole) if frame is shown[-1] else whole

    def _says(self, frame: Frame) -> str:
        """What happened; with the board of a race the cards are signs, as those that lie there."""
        return (self.signed if self._is_race(frame) else self.words).said(frame)

    def _is_race(self, frame: Frame) -> bool:
        return frame.table is not None and self.tables.is_race(frame.table)

    def _ended(self, game: NarratedGame, last: Picture) -> Picture:
        """The last picture, and below it who has won, in a panel that takes what the page leaves.

        It is low, unless the game is the only one of its book.
        """
        words = self._of_result("ending" if self._has("ending") else "heading", game)
        # The end of a race has room, so it stands on a page of its own if it must.
        race = self._is_race(game.frames[-1])
        hands = self.is_of_hands(game)
        among = (*OF_HANDS, OF_HANDS[1]) if hands else (*AMONG, math.inf)
        lone = (FULL if race else LEAST, math.inf, math.inf) if game.alone else among
        cards = winning_cards(game.frames, game.seats) if hands else None
        closing = Ending(words, game.seats, game.points)
        if cards:
            row = partial(cards_row, self.tables.zones, cards)
            points = (
                (seat, f"+{said}" if said.isdigit() and int(said) else said) for seat, said in game.points
            )
            closing = closing._replace(points=tuple(points))
            closing = closing._replace(panel=partial(won_items, self.kit, closing, row, low=self.low))
        elif game.alone and (stands := self.tables.climbed(game.frames[-1].table)):
            last, closing = last._replace(grow=None), closing._replace(points=())
            closing = closing._replace(panel=partial(summit_items, self.kit, words, stands, low=self.low))
        elif game.alone and (home := self.tables.come_home(game.frames[-1].table, game.seats)):
            closing = closing._replace(panel=partial(home_items, self.kit, closing, home, low=self.low))
        elif won := won_throw(game.frames[-1], game.seats, game.number):
            lone = (WON, *lone[1:])
            closing = closing._replace(panel=partial(won_panel, self.kit, closing, won, low=self.low))
        return ended(self.kit, last, closing, lone, low=self.low)

    def _still(self, frame: Frame, at: int, count: int) -> bool:
        """Whether nothing moves on the board of a race in one of so many frames."""
        if at in (0, count - 1) or frame.moves or frame.table is None or not self.tables.is_race(frame.table):
            return False
        return all(zone.kind == "gauge" for zone in frame.table.zones if zone.owner)

    def turn(self, frame: Frame, width: float) -> Picture:
        """One turn among rules; what is said of it may stand over hands, a race, or the words beside a board."""
        picture = self.picture(frame, width)
        table = frame.table
        if table is None or not (
            self._is_race(frame) or self.tables.hands.all_of(table) or self.tables.takes_words(table)
        ):
            return picture

        @cache
        def titled(words: str) -> Picture | None:
            example = _EXAMPLE.fullmatch(words)
            if example and self._is_race(frame) and self._is_title(example["rule"], width):
                # What it is an example of is said instead of all that was done.
                return self.picture(frame, width, example["advice"], title=example["rule"])
            over = self.tables.takes_words(table) or self._is_title(words, width)
            return self.picture(frame, width, title=words) if over else None

        return picture._replace(titled=titled)

    def _is_title(self, words: str, width: float) -> bool:
        """Whether so many words stand on one line of a head."""
        return line_width(words, self.title) * LEAST_TITLE <= width - self.indent

    def picture(
        self, frame: Frame, width: float, said: str = "", larger: float = 1.0, note: str = "", title: str = ""
    ) -> Picture:
        """Heading, what happened (`said` in other words), and the table, which grows where a page has room.

        The board of a race may be so much `larger`, or not there (0). A `note` may stand in its head, or a `title`.
        """
        said = said or next(signs_once((self._says(frame),)))
        table = frame.table
        asides = self._asides(frame, said, width, title, flat=not larger)
        status = self.tables.status(table) if table and "" in asides else note
        among = table is not None and not self.indent
        if among and table is not None and self.tables.takes_words(table):
            status = title = ""
        if among and table is not None and (self.tables.stands_alone(table) or "" in asides):
            # Among rules a turn's number says nothing.
            table = self.tables.hands.opened(table, frame.seats)
            frame = replace(frame, key="")
        head, height, words = self.head(frame, width, status, title)
        head = tuple(each for each in head if each.items or "" not in asides)
        height += STICKS * bool(self.indent and table and self.tables.throws.all_of(table))
        turns = self._turns(frame, said)
        words = " ".join((words, *(turn.whole for turn in turns)))
        if not asides:
            if table and any(turn.value for turn in turns):
                # What seats have stands at the ends of their lines.
                table = self.tables.without_values(table)
            left = 0.0 if self.lines.are_marked(turns) or self.hands else self.indent
            told, more = self.told(frame, said, width - left)
            place = Affine.translation(left, round(height, 4))
            head = (*head[:-1], head[-1]._replace(items=(*head[-1].items, Group(told.items, place))))
            height += more
        if table is None:
            lines = tuple(item for each in head for item in each.items)
            return Picture(width, height + ABOVE, lines, words, told=head)
        least, most = self.widths(table, width, beside="" in asides) if larger or not asides else (0.0, 0.0)
        if self.tables.grows_alone(table):
            # Among rules one turn stands for many; beside words no board is larger.
            more = min(larger, 1.0) if asides else larger
            most = max(least, most * (more if self.indent else START))
        air = 0.0 if asides or self.hands else self.air
        above, below, apart = (OVER_HANDS, 0.0, HANDS_APART) if self.hands else (ABOVE, BELOW, 0.0)

        def draw(card: float) -> Picture:
            share = (card - least) / (most - least) if most > least else 0.0
            place = Affine.translation(0.0, round(height + above, 4))
            drawn = self.tables.draw(table, card, width, (frame.moves, frame.seats), asides)
            figure = drawn.pieces[-1].moved(place)._replace(words=drawn.words or words)
            told = (*head, *(piece.moved(place) for piece in drawn.told[:-1]), figure)
            items = tuple(item for each in told for item in each.items)
            whole = height + above + drawn.height + below + air * share
            said = f"{words} {drawn.words}".rstrip()
            return Picture(width, whole, items, said, told=told, above=apart)

        return elastic(draw, least, most)

    def _asides(
        self, frame: Frame, said: str, width: float, title: str, *, flat: bool
    ) -> Mapping[str, Aside]:
        """The words that stand beside the table, by the seat whose turn they tell if they stand with its things.

        Beside mats they do so only among those of a rule text. Without a board they are `flat`: signs on one line.
        """
        table = frame.table
        if table is None:
            return {}
        if not self.indent and self.tables.takes_words(table) and frame.sentences:
            sentences = tuple(signs_once(map(self.words.sentence, frame.sentences)))
            return {"": partial(self.lines.paragraphs, title, sentences)}
        if self._has_words_beside(table):
            return {"": partial(self.told, frame, said)}
        if not self.tables.takes_turns(table, width):
            return {}
        owned = table.by_owner()
        read = {turn.seat: turn.read for turn in self._turns(frame, said)}
        if not read.keys() <= owned.keys():
            # What nobody did has no place there.
            return {}
        draw = self.lines.in_line if flat else self.lines.rows
        return {
            seat: partial(draw, self.signed.rows(own), read.get(seat, ""), self.small)
            for seat, own in sentences_of(frame, owned).items()
        }

    def deck(self, width: float) -> Picture:
        """Written cards, each colour in a row, and what they are called below all of them."""
        return deck_picture(self.tables.zones, self.words.names, replace(self.style.plain, size=SMALL), width)

    def _has_words_beside(self, table: Table) -> bool:
        """Whether the words stand beside the table; with mats only among those of a rule text."""
        tables = self.tables
        return tables.takes_words(table) or (not self.indent and tables.takes_words_on_mat(table))

    def widths(self, table: Table, width: float, *, beside: bool = False) -> tuple[float, float]:
        """A card's least and greatest width; among the words of a rule text it may be smaller."""
        least, most = self.tables.widths(table, width, beside=beside)
        return least * self.least, most

    def start(self, table: Table, width: float) -> Picture:
        """A game's start, where the board of a race is larger: hardly anything lies beside it."""
        least, most = self.widths(table, width)
        larger = START if self.tables.is_race(table) else 1.0
        return elastic(lambda card: self.tables.draw(table, card, width), least, most * larger)

    def head(
        self, frame: Frame, width: float, status: str, title: str = ""
    ) -> tuple[tuple[Told, ...], float, str]:
        """A line, the heading, and before and behind it the record's lines and the status; their height, and words."""
        number = record_lines(frame)
        told = [Told("", (Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=0.35),))]
        heading, display = self._heading(frame) or title, TextStyle(self.kit.fonts["display"], EM)
        small = replace(self.style.plain, size=SMALL)
        if self.hands:
            said = self.words.sentence(turned) if (turned := self._turned(frame)) else ""
            fonts = replace(display, size=LINES), self.title, small
            peak = frame.table is not None and frame.table == self.tables.hands.peak
            drawn = head_of_hands(
                RoundHead(number, heading, said), status, fonts, width, low=self.low, dark=peak
            )
            words = " ".join(f"{each}." for each in (f"{number} {heading}", said) if each)
            return drawn, HEADING + 2 * BAR_AIR, words
        if self.indent and heading and self._has_bar(frame):
            said = self.words.sentence(turned) if (turned := self._turned(frame)) else ""
            looks = display, self.title
            drawn = head_in_black(RoundHead(number, heading, said), looks, self.indent, width, low=self.low)
            words = " ".join(f"{each}." for each in (f"{number} {heading}", said) if each)
            return drawn, HEADING + BAR_AIR * bool(self.indent), words
        free = width - self.indent
        if heading:
            style = fit_line(heading, self.title, free, LEAST_TITLE)
            free -= line_width(heading, style) + 2 * EM
            told.append(Told("H2", (set_line(heading, style, self.indent, 4.4),)))
        notes: list[Item] = []
        if self.indent:
            notes.append(set_line(number, fit_line(number, display, NUMBERS - 2.0, 0.6), 0.0, 4.4))
        if status:
            small = fit_line(status, small, free, 0.6)
            notes.append(set_line(status, small, width, 4.4, "end"))
        height = HEADING + BAR_AIR * bool(self.indent) if heading or status else 4.4 - EM
        return (*told, Told("P", tuple(notes))), height, f"{number} {heading}." if heading else number

    def _turned(self, frame: Frame) -> Sentence | None:
        """What turned the game there, if the kit has words for it."""
        return frame.turning if frame.turning and self._has(frame.turning.key) else None

    def _has(self, key: str) -> bool:
        """Whether the kit has this text of the narration, which it may leave out."""
        return f"narration.{key}" in self.kit.texts[self.words.language]

    def _has_bar(self, frame: Frame) -> bool:
        """Whether its heading is a bar: where the game turns, and in each picture of a ring with the bars of seats."""
        zones = frame.table.zones if frame.table and self._is_race(frame) else ()
        return self._turned(frame) is not None or any(zone.kind == "gauge" for zone in zones)

    def _heading(self, frame: Frame) -> str:
        """Which turns they are, or nothing."""
        named = {"number": str(frame.number), "until": str(frame.until)}
        return self.words.filled(f"frame.{frame.key}", named) if frame.key else ""

    def told(self, frame: Frame, said: str, width: float) -> tuple[Told, float]:
        """What happened, in lines no longer than that, each turn beside the mark of its seat; and their height.

        Many turns without a picture stand in two columns, and more than two among rules that need several lines.
        """
        turns = self._turns(frame, said)
        few = len(turns) <= MANY if self.indent else len(turns) <= 2 or self.lines.of_one_line(turns, width)
        alone = self.indent and frame.key not in ("still", JOINED)
        if width < 2 * COLUMN or few or turns[-1].value or alone:
            return self.lines.told(turns, width)
        return self.lines.in_columns(turns, width, close=frame.key == JOINED)

    def _turns(self, frame: Frame, said: str) -> list[Turn]:
        """Whose turns stand on lines of their own; those among rules lack the key of a heading, but have marks."""
        read = self.words.said(replace(frame, key="said")) if has_marks(said) else said
        return with_values(turns_of(frame.sentences, said, read), self.tables.values(frame.table))
