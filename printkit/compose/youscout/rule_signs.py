"""The formula and outcomes of a rule row as measured signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import (
    Direction,
    PileKind,
    Sign,
    arrow,
    at_least,
    backing,
    beside,
    brace,
    card,
    cross,
    goes_to,
    greater,
    label,
    number,
    pile,
    plus,
    ring,
    round_sign,
    under,
    words,
)
from printkit.compose.text.typesetting import TextStyle
from printkit.errors import InputError
from printkit.kit.rules import Outcome, Place, RuleRow, Term
from printkit.scene.inks import BLACK, Ink

__all__ = ["Measure", "flow", "formula", "needs", "outcomes", "suit_ink", "term", "way", "where"]

# Forward is to the left on the table, whichever trigram the token stands in (youscout §2.2).
_WAYS: dict[str, Direction] = {"forward": "left", "backward": "right"}
_PILES: dict[str, PileKind] = {"max": "max", "sum": "sum", "spent": "spent"}


class Measure(NamedTuple):
    """How a row is drawn: whose trigram, heights of formula, outcomes and places in mm, how wide the gaps."""

    upper: bool
    formula: float
    outcome: float
    place: float
    air: float = 1.0


def way(place: str, upper: bool, length: float, ink: Ink = BLACK) -> Sign:
    """The sign of a place seen from the token: a ring for here (and for staying), else the arrow to it."""
    if place in ("here", "stay"):
        return ring(length * 0.92, ink)
    across: Direction = "down" if upper else "up"
    return arrow(_WAYS.get(place, across), length, ink)


def where(context: FaceContext, place: Place, upper: bool, size: float) -> Sign:
    """Which pile or card is meant: a way from the token, or the label of a pile with a name."""
    if place in ("Sw", "Co"):
        return label(context, place, size * 1.3)
    return way(place, upper, size)


def term(context: FaceContext, row: RuleRow, each: Term, height: float) -> Sign:
    """One number of a comparison, without its place."""
    if each.kind == "card":
        return card(context, row.suit, height)
    if each.kind == "number":
        return number(context, each.suit or row.suit, each.side == "left", height)
    if each.kind == "backing":
        return backing(context, each.suit or row.suit, each.side == "left", height)
    return pile(_PILES[each.kind], height)


def formula(context: FaceContext, row: RuleRow, measure: Measure) -> Sign:
    """The comparison from left to right, under each term its place."""
    height, air = measure.formula, measure.formula * measure.air
    sums: list[Sign] = []
    for side in (row.greater, row.than):
        signs: list[Sign] = []
        for each in side:
            sign = term(context, row, each, height)
            if each.place is not None:
                sign = under(sign, where(context, each.place, measure.upper, measure.place), height * 0.1)
            signs += [plus(height * 0.36), sign] if signs else [sign]
        sums.append(beside(signs, air * 0.16))
    key, _, value = row.equal.partition("=")
    equal = bool(row.equal) and context.choices.variables.get(key) == value
    compared = greater(height)
    if equal:
        # In the other sign's room, so that the rest of the card stands where it always does.
        tie = at_least(height)
        compared = replace(compared, items=(tie.at((compared.width - tie.width) / 2, 0.0),))
    return beside((sums[0], compared, sums[1]), air * 0.22)


def needs(context: FaceContext, place: Place, measure: Measure, em: float) -> Sign:
    """That cards must lie on a pile: pile, place, ≥ 1."""
    height = measure.outcome * 0.92
    style = TextStyle(context.font("display"), em)
    there = where(context, place, measure.upper, height * 0.66)
    one = words("1", style)
    return beside((pile("plain", height), there, at_least(height), one), height * 0.17 * measure.air)


def outcomes(context: FaceContext, row: RuleRow, measure: Measure) -> tuple[Sign, ...]:
    """What becomes of the cards, as signs to stand beside or below each other: ○ if greater, × if not."""
    signs: list[Sign] = []
    height = measure.outcome
    for _, grouped in groupby(row.outcomes, lambda outcome: _MARK_OF[outcome.when]):
        group = list(grouped)
        when = group[0].when
        if when in ("move", "stay"):
            signs.append(_choice(context, row, group, measure))
            continue
        marks = _marks(when, height) if row.greater else ()
        first, *rest = _transfers(context, row, group, measure)
        signs += [beside((*marks, first), height * 0.18 * measure.air), *rest]
    return tuple(signs)


# Move and stay are one group: the two outcomes a brace joins.
_MARK_OF = {"both": "both", "yes": "yes", "move": "choice", "stay": "choice", "no": "no"}


def _marks(when: str, height: float) -> tuple[Sign, ...]:
    size = height * 0.72
    return {"both": (round_sign(size), cross(size)), "yes": (round_sign(size),), "no": (cross(size),)}[when]


def _choice(context: FaceContext, row: RuleRow, group: Sequence[Outcome], measure: Measure) -> Sign:
    """Two outcomes the player chooses from, one above the other behind a brace."""
    height = measure.outcome
    lines = []
    for when, place in (("move", row.move), ("stay", "stay")):
        chosen = [outcome for outcome in group if outcome.when == when]
        column = height * 0.74
        sign = way(place, measure.upper, column)
        centred = Sign(column, sign.above, sign.below, (sign.at((column - sign.width) / 2, 0.0),))
        transfers = _transfers(context, row, chosen, measure)
        lines.append(beside((centred, *transfers), height * 0.5 * measure.air))
    pitch = height * 1.16
    upper_line, lower_line = lines
    items = (upper_line.at(0.0, -pitch / 2), lower_line.at(0.0, pitch / 2))
    half = pitch / 2 + height / 2
    both = Sign(max(line.width for line in lines), half, half, items)
    return beside((round_sign(height * 0.72), brace(2 * half * 0.94, height * 0.5), both), height * 0.14)


def _transfers(
    context: FaceContext, row: RuleRow, group: Sequence[Outcome], measure: Measure
) -> Iterator[Sign]:
    """Each move of cards; those with one target share their arrow."""
    height = measure.outcome
    gap = height * 0.18 * measure.air
    for (target, place, exception), same in groupby(
        group, lambda outcome: (outcome.target, outcome.target_place, outcome.exception)
    ):
        signs = [_source(context, row, outcome, measure) for outcome in same]
        signs.append(goes_to(height, measure.air))
        if target == "pile" and place is not None:
            signs += [pile("plain", height), where(context, place, measure.upper, height * 0.66)]
        else:
            signs.append(label(context, target, height))
        if exception is not None:
            style = TextStyle(context.font("display"), max(height * 0.8, 2.3))
            signs += [words(f"{exception[0]}:", style), label(context, exception[1], height)]
        yield beside(signs, gap)


def _source(context: FaceContext, row: RuleRow, outcome: Outcome, measure: Measure) -> Sign:
    height = measure.outcome
    if outcome.source is None:
        return card(context, row.suit, height)
    place = where(context, outcome.source, measure.upper, height * 0.66)
    if outcome.what == "all":
        # A label is a pile's name: it needs no second sign to say that all of it goes.
        if outcome.source in ("Sw", "Co"):
            return label(context, outcome.source, height)
        return beside((pile("plain", height), place), height * 0.16 * measure.air)
    return beside((pile(_PILES[outcome.what], height), place), height * 0.16 * measure.air)


def flow(signs: Sequence[Sign], width: float, gap: float) -> tuple[Sign, ...]:
    """The signs in lines no wider than `width`; a sign that alone is wider is an InputError."""
    lines: list[list[Sign]] = []
    room = 0.0
    for sign in signs:
        if sign.width > width + 1e-9:
            raise InputError(f"a sign of {sign.width:.1f} mm does not fit in {width:.1f} mm")
        room -= sign.width + gap
        if not lines or room < -1e-9:
            lines.append([])
            room = width - sign.width
        lines[-1].append(sign)
    return tuple(beside(line, gap) for line in lines)


def suit_ink(context: FaceContext, suit: str) -> Ink:
    """The ink a suit is printed in."""
    return context.colour(context.kit.suits[suit].ink)
