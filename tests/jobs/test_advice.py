"""Leaflets of good play: each turn they show was played as one of the rules in its caption says."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_narration, find_thumbs, make_game
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.games.record import Step, read_record, record_of, replay
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.find import find_kit, find_kits
from printkit.kit.leaflets import leaflet_texts, load_leaflets, rule_leaflets
from printkit.kit.markdown import Figure, plain_text

RULE = re.compile(r"\d\.(\d)")


class Shown(NamedTuple):
    """A turn in a leaflet: its game, the steps of the whole play, and the lines that are shown."""

    game: Game[Any]
    steps: tuple[Step[Any], ...]
    lines: tuple[int, int]


def advice():
    for kit in find_kits():
        rules = rule_leaflets(kit).values()
        for leaflet in load_leaflets(kit) if (kit.folder / "leaflets.toml").is_file() else ():
            if not find_thumbs(leaflet.game):
                continue
            texts = leaflet_texts(kit, leaflet).values() if leaflet.stem not in rules else ()
            if any(isinstance(block, Figure) for blocks in texts for block in blocks):
                yield kit.id, leaflet.id


def of_record(kit, figure):
    name, _, line = figure.removeprefix("turn-").rpartition("-")
    texts = ((kit.folder / each).read_text(encoding="utf-8") for each in load_walkthrough_book(kit).games)
    record = next(each for each in map(read_record, texts) if each.game == name)
    game = make_game(name, dict(record.options))
    steps = tuple(replay(record, game))
    frames = find_narration(name)(game, steps)
    return Shown(game, steps, next(f.lines for f in frames if f.lines[0] <= int(line) <= f.lines[1]))


def speaking(shown):
    """The rules, counted from one, that had a say in a choice there which follows all of them."""
    thumbs = find_thumbs(shown.game.id)
    found: set[int] = set()
    state = shown.game.start
    for number, step in enumerate(shown.steps, 1):
        seat = state.to_move()
        if seat not in (None, CHANCE) and shown.lines[0] <= number <= shown.lines[1]:
            sight = sight_of(shown.game, state, seat)
            left, said = sight.legal, set()
            for at, thumb in enumerate(thumbs, 1):
                chosen = {*thumb.prefers(sight.seen, sight.seen.index(seat), left)} & {*left}
                if chosen and len(chosen) < len(left):
                    said.add(at)
                    left = tuple(each for each in left if each in chosen)
            if step.line.text in left:
                found |= said
        state = step.state
    return found


@pytest.mark.parametrize(("kit_id", "leaflet_id"), tuple(advice()))
def test_each_turn_shown_follows_the_rules_of_its_caption(kit_id, leaflet_id):
    kit = find_kit(kit_id)
    leaflet = next(each for each in load_leaflets(kit) if each.id == leaflet_id)
    for language, blocks in leaflet_texts(kit, leaflet).items():
        # Strips are numbers, not turns: `test_throwing_sticks_kit` compares them with the rules.
        turns = (each for each in blocks if not getattr(each, "name", "").startswith("strip-"))
        for above, figure in pairwise(turns):
            if not isinstance(figure, Figure):
                continue
            if figure.name.startswith("turn-"):
                shown = of_record(kit, figure.name)
            else:
                example = leaflet.example(figure.name)
                game = make_game(leaflet.game)
                steps = tuple(replay(record_of(game, (*example.before, *example.shown)), game))
                shown = Shown(game, steps, (len(example.before) + 1, len(steps)))
            # A picture without a caption shows the rule, or what is headed by its number, right above it.
            caption = plain_text(figure.runs) or f"{getattr(above, 'number', '')} {plain_text(above.runs)}"
            told = {int(each) for each in RULE.findall(caption)}
            assert told, (language, figure.name)
            assert told <= speaking(shown), (language, figure.name)
