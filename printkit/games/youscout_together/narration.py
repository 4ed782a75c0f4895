"""The walkthrough of a game of Youscout together, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from printkit.games.game import Game
from printkit.games.narration import Frame, Move, SeatItem, Sentence, Value, card_moves
from printkit.games.record import Step
from printkit.games.youscout.board import ACROSS, BACKWARD, PLACES, UPPER
from printkit.games.youscout.cards import ATTACK, COIN, CUP, PAIN, SWORD, Card, suit
from printkit.games.youscout_simplified import SimplifiedTable
from printkit.games.youscout_together.table import POINTS, SEATS, Table
from printkit.games.zones import Item
from printkit.games.zones import Table as Shown

__all__ = ["narrate"]


class _Turn(NamedTuple):
    """The tables before and after a card is taken, when the row is full again, and the steps this took."""

    before: Table
    after: Table
    filled: Table
    steps: tuple[Step[Table], ...]


def narrate(game: Game[Table], steps: Sequence[Step[Table]]) -> tuple[Frame, ...]:
    """The board, the tokens, every turn with what fills the row after it, and the end."""
    frames: list[Frame] = []
    before, at = game.start, 0
    while at < len(steps):
        last = at + 1
        if steps[at].line.text.startswith("take"):
            while last < len(steps) and steps[last].line.text.startswith("draw"):
                last += 1
            turn = _Turn(before, steps[at].state, steps[last - 1].state, tuple(steps[at:last]))
            frames.append(_turn(turn))
        else:
            word = steps[at].line.text.split()[0]
            while last < len(steps) and steps[last].line.text.split()[0] == word == "place":
                last += 1
            frames += _set_up(word, tuple(steps[at:last]))
        before, at = steps[last - 1].state, last
    return (*frames, _end(game, steps))


def _frame(
    key: str, number: int, steps: Sequence[Step[Any]], sentences: Sequence[Sentence], shown: Shown | None
) -> Frame:
    return Frame((steps[0].number, steps[-1].number), shown, (), key, number, tuple(sentences))


def _set_up(word: str, steps: tuple[Step[Table], ...]) -> Iterator[Frame]:
    """The board and the row without a picture, the tokens with one (together §2)."""
    table = steps[-1].state
    if word == "deal":
        board = tuple(SeatItem(f"{place}:", code) for place, code in zip(PLACES, table.board, strict=True))
        values: dict[str, Value] = {"list": board, "seat": SEATS[table.seat_at(0)]}
        yield _frame("board", table.round, steps, [Sentence("board", values)], None)
    elif word == "row":
        sentences = [Sentence("row", {"cards": tuple(table.row)})]
        yield _frame("row", table.round, steps, sentences, None)
    else:
        placed = tuple(
            SeatItem(SEATS[seat], str(table.tokens[seat]))
            for seat in (table.seat_at(offset) for offset in reversed(range(table.agreed.players)))
        )
        yield _frame("place", table.round, steps, [Sentence("place", {"list": placed})], table.table(""))


def _turn(turn: _Turn) -> Frame:
    """One turn: shown where a token moved or a terminal came (together §3, §4)."""
    before, after = turn.before, turn.after
    seat = before.actor
    words = turn.steps[0].line.text.split()
    card, stays = words[1], words[2:] == ["stay"]
    here, there = before.tokens[seat], after.tokens[seat]
    values: dict[str, Value] = {"seat": SEATS[seat], "card": card, "here": str(here), "place": str(there)}
    sentences = [*_played(before.solo(seat), card, values, moved=here != there, stays=stays)]
    if here != there and there in before.tokens:
        other = SEATS[before.tokens.index(there)]
        sentences.append(Sentence("trade", {**values, "other": other}))
    came = [step.line.text.split()[1] for step in turn.steps[1:]]
    paid = [card for card in came if card in POINTS]
    for drawn in came:
        sentences.append(_paid(after, drawn) if drawn in paid else Sentence("fill", {"card": drawn}))
    if here == there and not paid:
        return _frame("turn", before.turns + 1, turn.steps, sentences, None)
    shown = _with_drawn(before, card)
    frame = _frame("turn", before.turns + 1, turn.steps, sentences, shown)
    return replace(
        frame, seats=(SEATS[seat],), moves=(*_token_moves(before, after), *card_moves(shown, after.table("")))
    )


def _with_drawn(table: Table, card: Card) -> Shown:
    """The table with this card of the row in the hand."""
    shown = table.changed(row=tuple(each for each in table.row if each != card)).table("")
    hand = tuple(replace(zone, items=(Item(card),)) if zone.name == "drawn" else zone for zone in shown.zones)
    return replace(shown, zones=hand)


def _token_moves(before: Table, after: Table) -> Iterator[Move]:
    for here, there in zip(before.tokens, after.tokens, strict=True):
        if here != there:
            yield Move("token", str(here), str(there))


def _played(
    solo: SimplifiedTable, card: Card, values: Mapping[str, Value], *, moved: bool, stays: bool
) -> Iterator[Sentence]:
    """What the card did, with the sums of a contest in figures (simplified §6.4 to §6.6)."""
    if suit(card) in (COIN, CUP):
        yield Sentence("forward" if moved else "rest", values)
        return
    backward = (suit(card) == SWORD) == (solo.token in UPPER)
    target = (BACKWARD if backward else ACROSS)[solo.token]
    push = solo.value(card), _strength(solo, solo.token)
    hold = solo.number(target, ATTACK), _strength(solo, target)
    won = solo.beats(card, target)
    relation = ">" if sum(push) > sum(hold) else "=" if sum(push) == sum(hold) else "<"
    figures = f"{push[0]} + {push[1]} = {sum(push)} {relation} {sum(hold)} = {hold[0]} + {hold[1]}"
    key = "stay" if stays else "won" if won else "lost"
    yield Sentence(key, {**values, "target": str(target), "sum": figures})


def _strength(solo: SimplifiedTable, place: int) -> int:
    """The largest card of a place, or its F major where none lies (simplified §6.3)."""
    return solo.highest(place) if solo.piles[place] else solo.number(place, PAIN)


def _paid(table: Table, terminal: Card) -> Sentence:
    """Who gets points when a terminal comes (together §4.1)."""
    gains = tuple(
        SeatItem(seat, f"+{POINTS[terminal][place]}")
        for seat, place in zip(table.agreed.seats, table.tokens, strict=True)
        if place in POINTS[terminal]
    )
    return Sentence("paid" if gains else "unpaid", {"card": terminal, "list": gains})


def _end(game: Game[Table], steps: Sequence[Step[Table]]) -> Frame:
    table = steps[-1].state
    outcome = table.outcome()
    scores = tuple(SeatItem(seat, str(points)) for seat, points in zip(game.seats, table.points, strict=True))
    winners = outcome.result.split("+") if outcome else []
    values: dict[str, Value] = {"list": scores, "seats": " ".join(winners)}
    sentence = Sentence("won-by" if len(winners) == 1 else "shared-by", values)
    return _frame("end", table.round, steps[-1:], [sentence], table.table(""))
