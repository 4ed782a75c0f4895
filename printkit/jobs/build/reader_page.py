"""What the engine puts into rule texts: for whom a game is, what is inside, its start, and turns of its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from printkit.compose.books.book import Picture
from printkit.compose.pieces.inside import for_whom, inside
from printkit.compose.table.strip import strip_picture
from printkit.compose.walkthrough.narration import NarratedGame, NarrationPen
from printkit.compose.youscout.sample_games import SampleGame, SamplePen
from printkit.errors import InputError
from printkit.games.find import find_module, make_game
from printkit.games.record import read_record
from printkit.jobs.build.bound_book import first_back
from printkit.jobs.build.part import Job
from printkit.jobs.build.walkthrough_games import chapter_of_record
from printkit.kit.booklet import (
    CONTENTS,
    FACTS,
    START,
    TURN,
    WALKTHROUGH,
    load_walkthrough_book,
    read_text,
    shown_game,
    shown_places,
)
from printkit.kit.leaflets import find_strip
from printkit.kit.markdown import Block, Figure, Paragraph, Run
from printkit.kit.model import Kit

__all__ = ["ReaderPictures", "stated_words", "with_facts"]


def with_facts(kit: Kit, language: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks with a line of facts and a list of the contents in the place of these two pictures."""
    return tuple(done for block in blocks for done in _told(kit, language, block))


def _told(kit: Kit, language: str, block: Block) -> Iterator[Block]:
    if isinstance(block, Figure) and block.name == FACTS:
        yield Paragraph("", (Run(" · ".join(for_whom(kit, language)), bold=True),), block.line)
    elif isinstance(block, Figure) and block.name == CONTENTS:
        comma = "、" if language == "ja" else ", "
        rows = (
            f"{row.words} {row.number}" if language == "ja" else f"{row.number} {row.words}"
            for row in inside(kit, kit.box, language)
        )
        yield Paragraph("", (Run(comma.join(row.strip() for row in rows)),), block.line)
    else:
        yield block


def stated_words(kit: Kit, language: str) -> str:
    """All that may stand in the place of these pictures."""
    return "".join((*for_whom(kit, language), *(row.words for row in inside(kit, kit.box, language))))


class ReaderPictures:
    """Draws starts and turns of the kit's recorded games in one language; widths in mm."""

    def __init__(self, job: Job, language: str) -> None:
        self.kit, self.choices = job.kit, job.choices
        drawn = job.kit, language, job.scenes.front, job.choices, first_back(job)
        self.pen = NarrationPen(*drawn, numbered=False)
        self._game = cache(self._replayed)
        self._solo = cache(lambda: SamplePen(*drawn, numbered=False))

    def draws(self, name: str) -> bool:
        """Whether a picture of this name is a start, a turn, places of the mat, or steps."""
        found = (shown_game(self.kit, name), shown_places(self.kit, name), find_strip(self.kit, name))
        return any(each is not None for each in found)

    def picture(self, name: str, width: float) -> Sequence[Picture]:
        """The table at a game's start, `start-GAME`, or the turn with that line of its record, `turn-GAME-LINE`.

        Or a small board with `places-START-OTHERS-STAYS`, or steps.
        """
        if places := shown_places(self.kit, name):
            return (self._solo().places(*places),)
        if strip := find_strip(self.kit, name):
            return (strip_picture(self.kit, self.pen.words.language, self.choices, strip, width),)
        shown = shown_game(self.kit, name)
        if shown is None:
            raise InputError(f"unknown picture {name!r}", hint=f"{START}GAME or {TURN}GAME-LINE")
        game, line = shown
        if isinstance(sample := self._game(game), SampleGame):
            return (self._alone(sample, game, line, width),)
        if name.startswith(START):
            return (self._start(game, width),)
        frames = sample.frames
        frame = next((each for each in frames if each.lines[0] <= line <= each.lines[1]), None)
        if frame is None:
            raise InputError(
                f"the record of {game} has no line {line}",
                file=self.kit.folder / self._record(game)[0],
                key=name,
                hint=f"1 to {frames[-1].lines[1]}",
            )
        return (self.pen.turn(frame, width),)

    def _start(self, game: str, width: float) -> Picture:
        record = read_record(*reversed(self._record(game)))
        table = make_game(game, dict(record.options)).start.table("")
        shown = find_module(game).shown
        if shown is not None:
            table = shown(table)
        # Values of nobody, as a throw, are none before the first one.
        zones = tuple(zone for zone in table.zones if zone.owner or zone.kind != "text")
        return self.pen.start(replace(table, zones=zones), width)

    def _alone(self, sample: SampleGame, game: str, line: int, width: float) -> Picture:
        """Of a game of one hand the table at the start, or the choice that was made at that line."""
        if not line:
            return self._solo().start(sample, next(s for s in sample.steps if s.facts["token"]), width)
        at = next((at for at in sample.choices if line == at + 2), None)
        if at is None:
            raise InputError(
                f"nothing is chosen in line {line} of the record of {game}",
                file=self.kit.folder / self._record(game)[0],
                hint=", ".join(str(at + 2) for at in sample.choices),
            )
        return self._solo().choice(sample, at, width)

    def _replayed(self, game: str) -> NarratedGame | SampleGame:
        name, text = self._record(game)
        return chapter_of_record(self.kit, text, 1, name).sample

    def _record(self, game: str) -> tuple[str, str]:
        """The first record of the walkthrough that is of this game: its file and its text."""
        texts = ((name, read_text(self.kit, name)) for name in load_walkthrough_book(self.kit).games)
        found = next((each for each in texts if read_record(each[1], each[0]).game == game), None)
        if found is None:
            raise InputError(
                f"the walkthrough has no record of {game}", file=self.kit.folder / WALKTHROUGH, key="records"
            )
        return found
