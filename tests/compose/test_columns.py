"""What lies before seats in columns: with more than there is room for, those that are empty before everybody go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.walkthrough.narration import NarrationPen
from printkit.games.find import make_game
from printkit.games.record import read_record, replay
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Scene, walk

KIT = find_kit("tottarot")
WIDE = 120.0


def tables_of(language):
    choices = Choices(KIT.default_size, "full", print_variables(KIT, ()))
    return NarrationPen(KIT, language, Scenes(KIT, choices).front, choices, None).tables


def shown_at(lines):
    """The table after so many actions of the walkthrough's round; all of them if there are no more."""
    record = read_record((KIT.folder / "games" / "round.txt").read_text(encoding="utf-8"))
    game = make_game("tottarot", [f"{key}={value}" for key, value in record.options])
    frames = [frame for frame in game.module.narration(game, list(replay(record, game))) if frame.table]
    return next((frame.table for frame in frames if frame.lines[1] >= lines), frames[-1].table)


def drawn(pen, table, width=WIDE):
    least, _ = pen.widths(table, width)
    return [*walk(Scene("table", width, 200.0, 0.0, pen.draw(table, least, width).items))]


def words_of(pen, table, width=WIDE):
    return [each.item.text for each in drawn(pen, table, width) if isinstance(each.item, Glyphs)]


@pytest.mark.parametrize("language", KIT.languages)
def test_at_the_end_columns_that_are_empty_go_and_the_rest_stay_columns(language):
    pen = tables_of(language)
    names = {
        name: KIT.text(language, f"narration.zone.{name}")
        for name in ("fixed", "sum", "fate", "laid", "held")
    }
    early, late = words_of(pen, shown_at(6)), words_of(pen, shown_at(1000))
    assert {name for name, word in names.items() if early.count(word) == 1} == {*names}
    assert {name for name, word in names.items() if late.count(word) == 1} == {"fixed", "sum", "held"}
    assert {name for name, word in names.items() if word in late} == {"fixed", "sum", "held"}


@pytest.mark.parametrize("width", [WIDE, 60.0])
def test_markers_of_seats_are_drawn_in_columns_and_in_rows(width):
    """Their names in the game are no words to print."""
    pen, table = tables_of("ja"), shown_at(1000)
    bare = replace(table, zones=tuple(replace(z, items=()) if not z.name else z for z in table.zones))
    assert {"start", "victory"}.isdisjoint(words_of(pen, table, width))
    assert len(drawn(pen, table, width)) > len(drawn(pen, bare, width))


@pytest.mark.parametrize("width", [WIDE, 60.0, 40.0])
def test_seats_with_nothing_before_them_are_drawn_with_their_markers(width):
    table = shown_at(1000)
    empty = replace(
        table, zones=tuple(replace(z, items=(), count=None) if z.owner and z.name else z for z in table.zones)
    )
    said = words_of(tables_of("en"), empty, width)
    marked = {zone.owner for zone in table.zones if not zone.name and zone.items}
    assert marked == {"A", "B"}
    assert marked <= {*said}
