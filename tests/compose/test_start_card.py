"""Start cards: every size in type that can be read, suits from the rule cards, turns as the game plays them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.compose.text.typesetting import signed
from printkit.compose.youscout import start_turns
from printkit.errors import InputError
from printkit.games.find import make_game, printed_words
from printkit.games.record import read_record, replay
from printkit.geometry import MM_PER_PT
from printkit.kit.block_base import TableBlock
from printkit.kit.booklet import read_figure
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, walk

KIT = find_kit("youscout")
SIZES = tuple(KIT.sizes)
LEAST = 6 * MM_PER_PT


def choices(size="tarot", ink="full", *options):
    return Choices(size, ink, printed_words(KIT.games, options))  # type: ignore[arg-type]


def lines(scene):
    """The lines of text of a face, from top to bottom."""
    placed = [(each.transform, each.item) for each in walk(scene) if isinstance(each.item, Glyphs)]
    return ["".join(glyph.text for glyph in item.glyphs) for _, item in placed]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", KIT.languages)
def test_every_size_is_legible(size, language):
    card = KIT.card(f"start-{language}")
    for scene in (compose_face(KIT, card, choices(size)), compose_back(KIT, card, choices(size))):
        sizes = [each.item.size for each in walk(scene) if isinstance(each.item, Glyphs)]
        assert min(sizes) >= LEAST


def test_low_ink_has_no_solid_bars():
    card = KIT.card("start-en")
    full, low = (compose_face(KIT, card, choices(ink=ink)) for ink in ("full", "low"))
    assert lines(full) == lines(low)
    assert full.items != low.items


def test_the_back_says_what_the_game_plays(monkeypatch):
    card = KIT.card("start-en")
    said = " ".join(lines(compose_back(KIT, card, choices())))
    for words in ("4 → 5", "5 → 2", "2 → 2", "= 18", "= 10", "lost: the token stays"):
        assert words in said

    usual = start_turns.read_figure

    def piled(kit, name):  # type: ignore[no-untyped-def]
        figure = usual(kit, name)
        # A Queen on 2 is more than the Page of Wands can beat.
        if name == "start-2":
            return figure.model_copy(update={"position": f"{figure.position} 2=Co13"})
        return figure

    monkeypatch.setattr(start_turns, "read_figure", piled)
    said = " ".join(lines(compose_back(KIT, card, choices())))
    assert "5 → 2" not in said
    assert "5 → 5" in said
    assert "Discard: Page of Wands, Queen of Coins." in said


def test_ties_win_where_that_was_agreed():
    card = KIT.card("start-ja")
    usual = compose_face(KIT, card, choices())
    agreed = compose_face(KIT, card, choices("tarot", "full", "comparison=greater-equal"))
    assert usual.items != agreed.items


def test_another_goal_is_printed():
    said = lines(compose_face(KIT, KIT.card("start-en"), choices("tarot", "full", "goal=1-46")))
    assert "win on 4, 6" in said
    assert "win on 1" in said


def test_an_unknown_turn_is_named():
    with pytest.raises(InputError) as found:
        read_figure(KIT, "start-9")
    (problem,) = found.value.problems
    assert problem.message == "there is no figure 'start-9'"
    assert "start-" in problem.hint


def tottarot_after(steps):
    """The walkthrough's first game before and after its step of that number."""
    path = find_kit("tottarot").folder / "games" / "round.txt"
    record = read_record(path.read_text(encoding="utf-8"), path)
    game = make_game(record.game, [f"{key}={value}" for key, value in record.options])
    states = [step.state for step in islice(replay(record, game, path), steps)]
    return states[-2], states[-1]


def laid(face):
    """The table that a face of Tottarot shows."""
    (block,) = (each for each in find_kit("tottarot").faces[face, "poker"] if isinstance(each, TableBlock))
    return block


def test_the_turn_of_tottarot_is_the_first_of_its_walkthrough():
    """Cards, tokens and points of the example, as the game plays and prints them."""
    kit = find_kit("tottarot")
    before, state = tottarot_after(7)
    assert state.rows == (("lovers",), ("sun",), (None,))
    block = laid("start-turn-ja")
    assert tuple(int(token.token[-1]) for token in block.tokens) == before.declared
    assert [card.card.rpartition("-")[0] for card in block.cards] == ["lovers", "tower", "sun"]
    for language in kit.languages:
        words = kit.text(language, "start.example")
        for entry in ("lovers", "tower", "sun"):
            points = next(card.fields["points"] for card in kit.cards if card.entry == entry)
            assert isinstance(points, int)
            assert re.search(rf"{kit.name(language, entry)}.{{0,2}}{re.escape(signed(points))}", words)


def test_the_front_of_tottarot_shows_the_turn_after_its_back():
    """Rows as they were fixed, a fate for each, A's tokens without the used one, and what was used face down."""
    before, state = tottarot_after(7)
    block = laid("start-ja")
    shown = [card.card.rpartition("-")[0] for card in block.cards if card.card and card.side == "front"]
    assert sorted(shown) == sorted(card for row in state.rows for card in row if card)
    used = [token.token for token in block.tokens if token.side == "back"]
    assert used == [f"will-{value}" for value in before.declared]
    held = [int(token.token[-1]) for token in block.tokens if token.side == "front"]
    assert held == [value for value in range(4) if value != before.declared[0]]


def test_a_table_names_cards_and_tokens_of_the_kit():
    kit = find_kit("tottarot")
    faces = dict(kit.faces)
    wrong = TableBlock.read(
        {
            "block": "table",
            "box": (5, 5, 40, 40),
            "language": "en",
            "tokens": ({"token": "will-9", "x": 5, "y": 5, "size": 4},),
        }
    )
    faces["start-en", "poker"] = (wrong,)
    with pytest.raises(InputError) as caught:
        compose_face(replace(kit, faces=faces), kit.card("start-en"), Choices("poker"))
    assert caught.value.problems[0].message == "unknown token 'will-9'"
    assert "will-" in caught.value.problems[0].hint
