"""The quick reference: one page a game with every row of the rules and every number, in each language and design."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.youscout.majors import FACTORS, table_cards
from printkit.compose.youscout.reference import (
    DESIGNS,
    columns_of,
    find_design,
    reference_page,
    row_scene,
)
from printkit.compose.youscout.rule_signs import Measure, formula
from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.geometry import Rect, Size
from printkit.jobs.build.make_job import print_variables
from printkit.kit.leaflets import reference_games
from printkit.kit.load import load_kit
from printkit.kit.rules import parse_term
from printkit.preflight.marks import face_marks
from printkit.scene.model import Glyphs, Group, Use, walk
from printkit.scene.model import Path as DrawnPath

KIT = load_kit(Path(__file__).resolve().parents[2] / "templates/youscout", ())
GAMES = reference_games(KIT)
PAGES = [(game, language, design) for game in GAMES for language in KIT.languages for design in DESIGNS]
every_page = pytest.mark.parametrize(
    ("game", "language", "design"),
    PAGES,
    ids=[f"{game}-{language}-{design.name}" for game, language, design in PAGES],
)


def choices(*options, ink="full"):
    return Choices("tarot", ink, print_variables(KIT, options))  # type: ignore[arg-type]


@cache
def page(game, language, design):
    return reference_page(KIT, game, language, design, choices())


def said(scene):
    return [placed.item.text for placed in walk(scene) if isinstance(placed.item, Glyphs)]


def groups(items):
    found = []
    for item in items:
        if isinstance(item, Group):
            found += [item.items, *groups(item.items)]
        elif isinstance(item, Use):
            found += groups(item.scene.items)
    return found


def test_every_game_with_rows_has_a_page():
    assert GAMES == ("youscout", "youscout-simplified", "youscout-together")


@every_page
def test_everything_lies_on_the_page(game, language, design):
    scene = page(game, language, design)
    for placed in walk(scene):
        assert scene.trim.contains(item_box(placed), 0.15), placed.item


@every_page
def test_no_text_is_too_small(game, language, design):
    texts = [placed.item for placed in walk(page(game, language, design)) if isinstance(placed.item, Glyphs)]
    assert min(text.size for text in texts) >= 2.3
    assert min(text.stretch for text in texts) >= 0.86


@every_page
def test_every_row_of_the_rules_is_there_with_its_formula(game, language, design):
    scene = page(game, language, design)
    drawn = groups(scene.items)
    context = FaceContext(KIT, KIT.size("tarot"), KIT.cards[0], choices())
    words = said(scene)
    for row in (row for row in KIT.rules if row.game == game):
        assert KIT.text(language, row.text) in words
        if row.greater:
            measure = Measure(row.card.endswith("upper"), design.formula, design.outcome, design.place, 0.8)
            assert formula(context, row, measure).items in drawn


@every_page
def test_one_language_a_page(game, language, design):
    other = next(each for each in KIT.languages if each != language)
    words = said(page(game, language, design))
    for key in (f"reference.{game}.title", "legend.here", "rule.upper.cup"):
        assert KIT.text(language, key) in words
        assert KIT.text(other, key) not in words


@every_page
def test_every_number_of_the_table_is_the_engine_s(game, language, design):
    """Youscout §1.5 to §1.8: under every factor, upright in the first line, reversed in the second."""
    columns = columns_of(KIT, game)
    for card in table_cards(KIT):
        scene = row_scene(KIT, card, game, language, design)
        marks = [mark for mark in face_marks(scene) if mark.text.isdecimal()]
        code = str(card.fields["number"])
        lines = sorted({round(mark.y, 3) for mark in marks})
        upright, _, reversed_ = lines
        for y, turned in ((upright, False), (reversed_, True)):
            wanted = ""
            for factor in FACTORS:
                rules = make_game("youscout", {"influence": factor}).start.rules
                if code not in rules.numbers:
                    break
                row = rules.numbers[f"{code}r" if turned else code]
                suits = list(KIT.suits)
                wanted += "".join(str(row[2 * suits.index(c.suit) + (not c.left)]) for c in columns)
            own = sorted((mark for mark in marks if round(mark.y, 3) == y), key=lambda mark: mark.x)
            assert wanted in ("", "".join(mark.text for mark in own))


@every_page
def test_figures_keep_apart(game, language, design):
    for card in table_cards(KIT)[::5]:
        scene = row_scene(KIT, card, game, language, design)
        boxes = [item_box(placed) for placed in walk(scene) if isinstance(placed.item, Glyphs)]
        for index, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[index + 1 :])
        hairlines = [item_box(placed) for placed in walk(scene) if isinstance(placed.item, DrawnPath)][:2]
        assert not any(box.overlaps(line) for box in boxes for line in hairlines)


def test_the_simplified_game_shows_only_the_numbers_it_reckons_with():
    """Youscout §6.2."""
    assert [(column.suit, column.left) for column in columns_of(KIT, "youscout-simplified")] == [
        ("sword", True),
        ("coin", True),
    ]
    assert len(columns_of(KIT, "youscout")) == 8


@pytest.mark.parametrize("influence", FACTORS)
def test_the_chosen_factor_is_marked(influence):
    scene = reference_page(KIT, "youscout", "en", DESIGNS[0], choices(f"influence={influence}"))
    inks = {
        placed.item.text: placed.item.ink.name for placed in walk(scene) if isinstance(placed.item, Glyphs)
    }
    assert {factor: inks[f"×{factor}"] for factor in FACTORS} == {
        factor: "paper" if factor == influence else "black" for factor in FACTORS
    }


def test_a_tie_that_wins_is_printed_for_the_simplified_game_alone():
    tied = choices("comparison=greater-equal")
    pages = {game: reference_page(KIT, game, "en", DESIGNS[0], tied) for game in GAMES}
    assert pages["youscout"] == page("youscout", "en", DESIGNS[0])
    assert pages["youscout-simplified"] != page("youscout-simplified", "en", DESIGNS[0])


def test_a_changed_row_changes_the_page():
    cup = KIT.rules[0]
    lie = replace(cup, greater=(cup.greater[0], parse_term("cup right here")))
    kit = replace(KIT, rules=(lie, *KIT.rules[1:]))
    assert reference_page(kit, "youscout", "en", DESIGNS[0], choices()) != page("youscout", "en", DESIGNS[0])


def test_low_ink_draws_outlines():
    scene = reference_page(KIT, "youscout", "ja", DESIGNS[0], choices(ink="low"))
    title = next(
        placed.item
        for placed in walk(scene)
        if isinstance(placed.item, Glyphs) and "早見表" in placed.item.text
    )
    assert title.ink.name == "black"


@pytest.mark.parametrize(
    ("room", "name"),
    [
        (Size(200.0, 278.0), "a4"),
        (Size(205.9, 260.0), "letter"),
        (Size(138.0, 191.3), "a5"),
        (Size(172, 240), "a5"),
    ],
)
def test_the_largest_design_that_fits_is_taken(room, name):
    assert find_design(room).name == name


def test_too_small_a_paper_is_one_clear_line():
    with pytest.raises(InputError, match=r"needs 138 × 191.2 mm, the paper has room for 95 × 130 mm"):
        find_design(Size(95.0, 130.0))


def test_a_page_too_full_is_refused():
    wordy = {**KIT.texts["en"], "reference.youscout.setup-short": "more words than there is room for " * 60}
    with pytest.raises(InputError, match="too high"):
        reference_page(
            replace(KIT, texts={**KIT.texts, "en": wordy}), "youscout", "en", DESIGNS[-1], choices()
        )


def test_rows_do_not_leave_their_box():
    for game, language, design in PAGES:
        scene = row_scene(KIT, table_cards(KIT)[10], game, language, design)
        box = Rect(0.0, 0.0, design.width, 2 * design.pitch).grown(0.15)
        assert all(box.contains(item_box(placed)) for placed in walk(scene))
