"""A rule card in every size: all inside its box, nothing over anything, every row to be read back from the drawing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import (
    at_least,
    backing,
    brace,
    card,
    cross,
    goes_to,
    greater,
    label,
    pile,
    round_sign,
    words,
)
from printkit.compose.text.typesetting import TextStyle
from printkit.compose.youscout import rule_card as room
from printkit.compose.youscout.rule_card import PLANS, rule_card
from printkit.compose.youscout.rule_legend import moves_used, signs_used
from printkit.compose.youscout.rule_signs import Measure, term, way, where
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.blocks import RuleCardBlock
from printkit.kit.rules import Place, Term, outcome_text, parse_outcome, term_text
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Path, Scene, walk
from tests.compose.rule_cards import CARDS, SIZES, Leaf, face, leaves

EVERY = [(card_id, size) for card_id in CARDS for size in SIZES]
BOARD_PLACES: tuple[Place, ...] = ("here", "forward", "backward", "across")


@cache
def drawn(card_id, size):
    return rule_card(*face(card_id, size))


def texts(items):
    placed = walk(Scene("card", 70, 120, 3, items))
    return [(each.item, item_box(each)) for each in placed if isinstance(each.item, Glyphs)]


def rows_of(context):
    return [row for row in context.kit.rules if row.card == context.card.id]


@pytest.mark.parametrize(("card_id", "size"), EVERY)
class TestEveryCard:
    """Properties of every rule card in every size."""

    def test_everything_lies_inside_the_box(self, card_id, size):
        _, block = face(card_id, size)
        for placed in walk(Scene("card", 70, 120, 3, drawn(card_id, size))):
            box = item_box(placed)
            assert block.box.contains(box, tolerance=0.06), (box, placed.item)

    def test_no_text_is_smaller_than_can_be_read(self, card_id, size):
        assert min(text.size for text, _ in texts(drawn(card_id, size))) >= 2.3
        assert min(text.stretch for text, _ in texts(drawn(card_id, size))) >= 0.86

    def test_no_two_signs_or_texts_lie_over_each_other(self, card_id, size):
        found = leaves(drawn(card_id, size))
        assert len(found) > 60
        for index, one in enumerate(found):
            for other in found[index + 1 :]:
                assert not one.box.overlaps(other.box, tolerance=0.05), (one, other)

    def test_no_sign_touches_a_rule_or_leaves_a_bar(self, card_id, size):
        items = drawn(card_id, size)
        plain = [item.outline.box() for item in items if isinstance(item, Path)]
        for leaf in leaves(items):
            for box in plain:
                assert box.contains(leaf.box) or not box.overlaps(leaf.box), (leaf, box)

    def test_text_keeps_clear_of_the_edge_of_its_bar(self, card_id, size):
        """Also with little ink, where a bar is a line around its text."""
        items = rule_card(*face(card_id, size, "low"))
        wide = face(card_id, size)[1].box.width
        bars = [item for item in items if isinstance(item, Path) and item.outline.box().height > 3.0]
        lines = texts(items)
        assert len(bars) == 2
        for bar in bars:
            outer = bar.outline.box()
            assert outer.width == pytest.approx(wide)
            inner = outer.grown(-(0.42 if outer.height >= 6.5 else 0.25) - 0.14)
            for line, box in lines:
                if outer.overlaps(box):
                    assert inner.y <= box.y, line.text
                    assert box.bottom <= inner.bottom, line.text

    def test_every_row_has_its_heading(self, card_id, size):
        context, _ = face(card_id, size)
        printed = [text.text for text, _ in texts(drawn(card_id, size))]
        for row in rows_of(context):
            for language in context.kit.languages:
                assert printed.count(context.text(language, row.text)) == 1

    def test_factor_terminal_author_and_original_are_printed(self, card_id, size):
        printed = " ".join(text.text for text, _ in texts(drawn(card_id, size)))
        assert "×2" in printed
        assert "3回目の" in printed
        assert f"the 3rd {0 if card_id.endswith('upper') else 13} ends it" in printed
        assert "JRF" in printed
        # The narrowest cards explain their signs instead; books and larger cards have the address.
        if face(card_id, size)[0].size.height > 100:
            assert "jrf.cocolog-nifty.com/archive/youscout/youscout.html" in printed
        assert "JRF Tarot" not in printed

    def test_every_sign_of_a_pile_is_explained(self, card_id, size):
        context, block = face(card_id, size)
        printed = " ".join(text.text for text, _ in texts(drawn(card_id, size)))
        for key in signs_used(rows_of(context))[:-2]:
            for language in context.kit.languages:
                assert context.text(language, f"{block.legend}.{key}") in printed

    def test_every_formula_reads_back_as_its_row(self, card_id, size):
        context, block = face(card_id, size)
        rows = rows_of(context)
        assert Reader(context, block, drawn(card_id, size)).formulas() == [
            ([term_text(each) for each in row.greater], [term_text(each) for each in row.than])
            for row in rows
            if row.greater
        ]

    def test_every_outcome_reads_back_as_its_row(self, card_id, size):
        context, block = face(card_id, size)
        reader = Reader(context, block, drawn(card_id, size))
        for row in rows_of(context):
            stated = sorted((outcome.when, outcome_text(outcome)) for outcome in row.outcomes)
            read = sorted((outcome.when, outcome_text(outcome)) for outcome in reader.outcomes(row))
            assert read == stated

    def test_only_own_places_are_black(self, card_id, size):
        context, block = face(card_id, size)
        first_rule = Reader(context, block, drawn(card_id, size)).rules[0]
        figures = {
            text.text: text.ink
            for text, box in texts(drawn(card_id, size))
            if text.text in tuple("123456") and box.y < first_rule
        }
        upper = card_id.endswith("upper")
        assert figures == {str(place): PAPER if (place > 3) == upper else BLACK for place in range(1, 7)}

    def test_the_texts_are_the_ones_the_block_declares(self, card_id, size, monkeypatch):
        context, block = face(card_id, size)
        asked: set[str] = set()
        original = FaceContext.text

        def text(self, language, key):
            asked.add(key)
            return original(self, language, key)

        monkeypatch.setattr(FaceContext, "text", text)
        rule_card(context, block)
        declared = {key for key, _ in block.text_keys()} | {row.text for row in rows_of(context)}
        assert asked <= declared


class Mark(NamedTuple):
    """A sign recognised by its drawing: its name and its place."""

    name: str
    x: float
    y: float


class Reader:
    """Reads a drawn card back: knows how every sign looks under the card's plan, but nothing of the layout."""

    def __init__(self, context, block, items):
        self.context = context
        self.upper = block.places == "upper"
        self.leaves = leaves(items)
        self.rules = sorted(
            {
                item.outline.box().y
                for item in items
                if isinstance(item, Path) and item.outline.box().height == 0.5
            }
        )
        self.measure = self._measure()

    def _measure(self):
        """The plan under which the greater signs look as they do here."""
        drawings = {leaf.items for leaf in self.leaves}
        plans = [
            plan
            for plan in PLANS
            if {greater(plan.formula).items, at_least(plan.formula).items} & drawings
            and self._pair(plan) <= drawings
        ]
        plan = plans[0]
        return Measure(self.upper, plan.formula, plan.outcome, plan.place, plan.air)

    def _pair(self, plan):
        return {goes_to(plan.outcome, plan.air).items, way("here", self.upper, plan.place).items}

    def marks(self, names):
        return [
            Mark(names[leaf.items], leaf.box.center[0], leaf.y) for leaf in self.leaves if leaf.items in names
        ]

    def band(self, index, marks):
        """The marks of one row, between two rules."""
        edges = [*self.rules, 1000.0]
        return sorted(
            (mark for mark in marks if edges[index] < mark.y < edges[index + 1]), key=lambda mark: mark.x
        )

    def formulas(self):
        """The two sides of every comparison, as the words of rules.toml."""
        parts = self.marks(self._term_parts())
        places = self.marks(
            {
                where(self.context, each, self.upper, self.measure.place).items: each
                for each in (*BOARD_PLACES, "Sw", "Co")
            }
        )
        read = []
        for index in range(len(self.rules)):
            row = self.band(index, parts)
            signs = [mark for mark in row if mark.name in (">", "≥")]
            if not signs:
                continue
            line = [mark for mark in row if mark.y == pytest.approx(signs[0].y)]
            under = [mark for mark in self.band(index, places) if mark.y > signs[0].y + 1.0]
            read.append(self._sides(line, under))
        return read

    def _term_parts(self):
        height = self.measure.formula
        names = {greater(height).items: ">", at_least(height).items: "≥"}
        names |= {pile(kind, height).items: kind for kind in ("max", "sum", "spent")}  # type: ignore[arg-type]
        row = self.context.kit.rules[0]
        for suit in self.context.kit.suits:
            names[card(self.context, suit, height).items] = "card"
            for side in ("left", "right"):
                number = term(self.context, row, Term("number", "here", suit, side), height)  # type: ignore[arg-type]
                emblem, pair = (group.items for group in number.items)  # type: ignore[union-attr]
                names[emblem] = suit
                names[pair] = side
                either = backing(self.context, suit, side == "left", height)
                choice, opening, between, closing = (group.items for group in either.items)  # type: ignore[union-attr]
                names |= {opening: "[", between: "|", closing: "]"}
                largest, inner = (group.items for group in choice)
                names[largest] = "max"
                emblem, pair = (group.items for group in inner)
                names |= {emblem: suit, pair: side}
        return names

    def _sides(self, line, under):
        """Each term with the place printed under it."""
        sides: tuple[list[str], list[str]] = ([], [])
        side, suit, start = 0, "", 0.0
        bracket: list[Mark] = []
        for mark in line:
            if mark.name == "[" or bracket:
                bracket.append(mark)
                if mark.name == "]":
                    middle = (bracket[0].x + mark.x) / 2
                    place = min(under, key=lambda each: abs(each.x - middle))
                    assert abs(place.x - middle) < 0.1
                    _, most, bar, each, which, _ = (part.name for part in bracket)
                    assert bar == "|"
                    sides[side].append(f"{most} {place.name} else {each} {which}")
                    bracket = []
            elif mark.name in (">", "≥"):
                side = 1
            elif mark.name == "card":
                sides[side].append("card")
            elif mark.name in self.context.kit.suits:
                suit, start = mark.name, mark.x
            else:
                middle = mark.x if mark.name in ("max", "sum", "spent") else (start + mark.x) / 2
                place = min(under, key=lambda each: abs(each.x - middle))
                assert abs(place.x - middle) < 1.6
                words_of = (suit, mark.name) if mark.name in ("left", "right") else (mark.name,)
                sides[side].append(" ".join((*words_of, place.name)))
        return sides

    def outcomes(self, row):
        """The row's outcomes, read line by line."""
        rows = [each for each in self.context.kit.rules if each.card == row.card]
        marks = self.band(rows.index(row), self.marks(self._outcome_parts(row)))
        braces = [mark for mark in marks if mark.name == "{"]
        when = "" if row.greater else "both"
        lines = sorted({round(mark.y, 3) for mark in marks})
        for y in lines:
            line = [mark.name for mark in marks if mark.y == pytest.approx(y, abs=0.002)]
            if braces and y != pytest.approx(braces[0].y, abs=0.002):
                # A line of the brace begins with the choice: the way taken, or the ring for staying.
                first, *line = line
                when = "stay" if first == "here" else "move"
            yield from self._outcomes_of(line, when, row)

    def _outcome_parts(self, row):
        height = self.measure.outcome
        names = {
            goes_to(height, self.measure.air).items: ">",
            brace(2 * (height * 1.16 / 2 + height / 2) * 0.94, height * 0.5).items: "{",
        }
        names |= {round_sign(height * 0.72).items: "yes", cross(height * 0.72).items: "no"}
        names |= {pile(kind, height).items: kind for kind in ("plain", "max", "spent")}  # type: ignore[arg-type]
        names |= {card(self.context, suit, height).items: "card" for suit in self.context.kit.suits}
        names |= {label(self.context, text, height).items: text for text in ("Sw", "Co", "D")}
        for place in BOARD_PLACES:
            names[where(self.context, place, self.upper, height * 0.66).items] = place
            names[way(place, self.upper, height * 0.74).items] = place
        style = TextStyle(self.context.font("display"), max(height * 0.8, 2.3))
        return names | {words(f"{place}:", style).items: f"{place}:" for place in range(1, 7)}

    def _outcomes_of(self, line, when, row):
        """Sources, an arrow, a target; several sources share one arrow."""
        whens: list[str] = [when] if when else []
        sources: list[list[str]] = []
        names = list(line)
        fresh = not when
        while names:
            name = names.pop(0)
            if name in ("yes", "no"):
                whens = [*whens, name] if fresh else [name]
                fresh = True
            elif name == "{":
                whens = []
            elif name == ">":
                target = names.pop(0)
                to = f"pile {names.pop(0)}" if target == "plain" else target
                if names and names[0].endswith(":"):
                    to += f", {names.pop(0)[0]} > {names.pop(0)}"
                kind = "both" if len(whens) > 1 else whens[0]
                for source in sources:
                    what = {"plain": "all", "Sw": "all Sw", "Co": "all Co"}.get(source[0], source[0])
                    yield parse_outcome(kind, f"{' '.join((what, *source[1:]))} > {to}")  # type: ignore[arg-type]
                sources, fresh = [], False
            elif name in BOARD_PLACES:
                sources[-1].append(name)
            else:
                sources.append([name])
                fresh = False


@pytest.mark.parametrize("size", SIZES)
def test_what_becomes_of_cards_is_explained(size):
    """On every card where there is room; in small sizes on another of the set."""
    wanted: list[set[str]] = []
    found: list[set[str]] = []
    for card_id in CARDS:
        context, _ = face(card_id, size)
        signs = {
            "pile": pile("plain", 2.7),
            "to": goes_to(2.7),
            "choose": brace(2.8, 1.1),
            "named": label(context, "Sw", 2.6),
        }
        drawings = {leaf.items for leaf in leaves(drawn(card_id, size))}
        # The boards of large cards show the piles with a name.
        used = moves_used(rows_of(context), named=context.size.height < 100)
        wanted.append(set(used))
        found.append({key for key in used if signs[key].items in drawings})
    assert set.union(*wanted) == set.union(*found)
    if context.size.height > 100:
        assert wanted == found


def test_the_reader_sees_a_wrong_card():
    """The reading tests can fail: a drawing of other rows does not read as the kit's rows."""
    context, block = face("rule-upper", "tarot")
    cup = rows_of(context)[0]
    lie = replace(cup, greater=(cup.greater[0], replace(cup.greater[1], side="right")))
    rows = tuple(lie if row == cup else row for row in context.kit.rules)
    false = replace(context, kit=replace(context.kit, rules=rows))
    ((greater_side, _), *_rest) = Reader(false, block, rule_card(false, block)).formulas()
    assert greater_side == ["card", "cup right here"]


def test_a_pair_of_cards_is_drawn_alike_whatever_the_order():
    assert drawn("rule-upper", "tarot") == rule_card(*face("rule-upper", "tarot"))


@pytest.mark.parametrize(
    ("words_said", "wanted"),
    [
        ({"influence": "1.5"}, "×1.5"),
        ({"terminals": "1", "terminals-ordinal-en": "1st"}, "the 1st 0 ends it"),
        ({"terminals": "100", "terminals-ordinal-en": "100th"}, "the 100th 0 ends it"),
    ],
)
def test_the_options_are_printed(words_said, wanted):
    for size in SIZES:
        items = rule_card(*face("rule-upper", size, **words_said))
        assert any(wanted in text.text for text, _ in texts(items))


@pytest.mark.parametrize("size", SIZES)
def test_a_tie_that_wins_is_printed(size):
    """Youscout §6.4, where it was agreed; the original game knows no such option."""
    for card_id, comparison in (
        ("simple-lower", "greater-equal"),
        ("simple-lower", "greater"),
        ("rule-lower", "greater-equal"),
    ):
        context, block = face(card_id, size, comparison=comparison)
        reader = Reader(context, block, rule_card(context, block))
        signs = {mark.name for mark in reader.marks(reader._term_parts())} & {">", "≥"}
        wanted = "≥" if (card_id, comparison) == ("simple-lower", "greater-equal") else ">"
        assert wanted in signs
        assert len([each for each in rows_of(context) if each.greater]) == sum(
            mark.name == wanted for mark in reader.marks(reader._term_parts())
        )


@pytest.mark.parametrize("card_id", CARDS)
def test_low_ink_writes_black_into_outlined_bars(card_id):
    items = rule_card(*face(card_id, "tarot", "low"))
    bars = [item for item in items if isinstance(item, Path) and item.outline.box().height > 2]
    assert [bar.outline.commands.count("Z") for bar in bars] == [2, 2]
    title = next(text for text, _ in texts(items) if text.text.endswith(("上卦", "下卦")))
    assert title.ink == BLACK


@pytest.mark.parametrize(("width", "height"), [(40.0, 110.0), (62.0, 60.0), (20.0, 20.0)])
def test_a_box_too_small_is_refused_with_its_size(width, height):
    context, block = face("rule-lower", "tarot")
    small = block.model_copy(update={"box": Rect(4.0, 4.0, width, height)})
    with pytest.raises(InputError, match=rf"the rule card does not fit in {width:g} × {height:g} mm"):
        rule_card(context, small)


def test_a_layout_cannot_ask_for_smaller_text():
    table = {"block": "rule-card", "box": [0, 0, 62, 111], "places": "upper", "text": "rule.upper", "em": 2.2}
    with pytest.raises(InputError, match=r"greater than or equal to 2\.3"):
        RuleCardBlock.read(table)


def test_a_card_without_rows_is_refused():
    context, block = face("rule-upper", "tarot")
    bare = replace(context, kit=replace(context.kit, rules=()))
    with pytest.raises(InputError, match=r"no row of rules\.toml is for rule-upper"):
        rule_card(bare, block)


def test_a_kit_without_credit_prints_none():
    context, block = face("rule-upper", "tarot")
    free = replace(context, kit=replace(context.kit, credit=None))
    assert not any("JRF" in text.text for text, _ in texts(rule_card(free, block)))


def test_a_smaller_card_takes_a_later_plan_and_a_larger_one_never_smaller_signs():
    sizes = [plan.formula for plan in PLANS]
    assert all(plan.heading_em >= 2.3 for plan in PLANS)
    assert min(sizes) >= 3.5
    assert room.LEAST_EM == 2.3


def test_leaves_are_found():
    """The comparisons of this file are not empty: a leaf moved onto another is an overlap."""
    one, other = leaves(drawn("rule-upper", "tarot"))[:2]
    moved = Leaf(other.items, other.x, other.y, one.box)
    assert one.box.overlaps(moved.box, tolerance=0.05)
