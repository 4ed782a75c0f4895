"""Narrates a game of 行山: what each seat drew, what its cards brought, what it did and could have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from printkit.games.core import SEATS, Seat
from printkit.games.game import Game
from printkit.games.mountain_road.road import EFFECTS, GOAL, HUE, INNER, WAY, Road
from printkit.games.narration import CardValue, Frame, Narration, Pair, Sentence, Value, standing
from printkit.games.paper_cetkaik.deck import COLOURS, sign_of
from printkit.games.record import Step
from printkit.games.toolkit.turns import FIRST, OVER
from printkit.games.zones import Item, Table, Zone

__all__ = ["narrate", "shown", "with_turnings"]


def with_turnings(narration: Narration) -> Narration:
    """The same frames; those in which another leads, or a first one is half way, inside or at the top, say so."""

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        frames = []
        leader, before = "", dict[Seat, int]()
        for frame in narration(game, steps):
            places = {seat: WAY.index(square) for seat, square in standing(frame.table).items()}
            # In the order of their turns, so that of two in one round the first one is named.
            order = dict.fromkeys((*(each.turn for each in frame.sentences if each.turn), *places))
            key, seat = "", ""
            for name, step in (("half", GOAL // 2), ("inner", INNER), ("top", GOAL)):
                if max(before.values(), default=0) < step:
                    there = (each for each in order if places.get(each, 0) >= step)
                    key, seat = next(((name, each) for each in there), (key, seat))
            most = max(places.values(), default=0)
            ahead = [each for each, place in places.items() if place == most > 0]
            if not key and leader and len(ahead) == 1 and ahead != [leader]:
                key, seat = "lead", ahead[0]
            leader, before = ahead[0] if len(ahead) == 1 else leader, places or before
            values: dict[str, Value] = {"seat": seat}
            if key != "half":
                # A picture shows them on the mountain.
                values["climbers"] = tuple(places)
            frames.append(replace(frame, turning=Sentence(f"turning.{key}", values)) if key else frame)
        return tuple(frames)

    return narrated


def shown(table: Table) -> Table:
    """The road, and of each seat rice, coin, the cards on the table with their sticks, and its hand, as signs."""
    sticks = {zone.owner: zone.items for zone in table.zones if zone.name == "timers"}
    zones = []
    for zone in table.zones:
        if zone.name == "built":
            items = tuple(
                Item(sign_of(item.face), note=stick.face if stick and stick.face != "0" else "")
                for item, stick in zip(zone.items, sticks[zone.owner], strict=True)
                if item
            )
            zones.append(replace(zone, kind="row", items=items))
        elif zone.name == "hands":
            zones.append(
                replace(
                    zone, kind="row", items=tuple(Item(sign_of(item.face)) for item in zone.items if item)
                )
            )
        elif zone.name in ("rice", "coin"):
            zones.append(Zone(zone.name, "text", zone.items, owner=zone.owner))
        elif zone.name == "board":
            zones.append(zone)
    return replace(table, zones=tuple(zones))


def narrate(part: Sequence[Pair]) -> Iterator[Sentence]:
    """What the steps of a round did, turn by turn; equal ones in a row are put together."""
    told = ""
    for _, steps in groupby(part, key=lambda pair: (pair.before.turn, pair.words[0])):
        group = tuple(steps)
        for seat, sentence in _group_sentences(group):
            yield sentence._replace(turn=seat if seat != told else "")
            told = seat
    end = part[-1].step.state
    if end.phase == OVER and told:
        for seat in SEATS[SEATS.index(told) + 1 : len(end.places)]:
            yield Sentence("mountain-road.over", {}, seat)


def _group_sentences(group: Sequence[Pair]) -> Iterator[tuple[Seat, Sentence]]:
    """What was done, and then what cards brought: each with the seat that is on turn."""
    before, after = group[0].before, group[-1].step.state
    if before.phase == FIRST:
        seat = group[0].words[1]
        yield seat, Sentence("mountain-road.begins", {"seat": seat})
        return
    yield from ((SEATS[before.turn], sentence) for sentence in _done(group))
    yield from ((SEATS[after.turn], sentence) for sentence in _brought(group))


def _done(group: Sequence[Pair]) -> Iterator[Sentence]:
    before, after = group[0].before, group[-1].step.state
    word = group[0].words[0]
    seat, at = SEATS[before.turn], before.turn
    named = [each for pair in group for each in pair.words[1:]]
    values: dict[str, Value] = {"seat": seat, "number": str(len(group))}
    if word in ("deal", "draw"):
        yield Sentence("mountain-road.draw", {"seat": seat, "cards": _cards(named)})
    elif word == "cast":
        yield from _thrown(group)
    elif word in ("sell", "install", "dismantle"):
        # Boats of the same group have brought coins that were not paid.
        brought = EFFECTS["s"] * sum(card[1] == "s" for card in named) * (word == "install")
        paid = before.rice[at] - after.rice[at], before.coin[at] + brought - after.coin[at]
        yield from _carded(word, before, named, paid)
    elif word == "move":
        yield from _moved(before, after, named[0])
    elif word == "end":
        able = any(action.startswith("move") for action in before.legal())
        yield Sentence("mountain-road.waits" if able else "mountain-road.poor", values)
    elif word in ("mark", "destroy", "steal"):
        what = word if word != "steal" else f"steal-{named[1]}"
        cards = _cards(named[1:]) if word != "steal" else ()
        yield Sentence(f"mountain-road.{what}", {**values, "other": named[0], "cards": cards})
    else:
        yield Sentence(f"mountain-road.{word}", values)


def _carded(word: str, before: Road, cards: Sequence[str], paid: tuple[int, int]) -> Iterator[Sentence]:
    """Cards that were sold, laid or dismantled, what for, and what a seat that sells could have laid."""
    seat = SEATS[before.turn]
    values: dict[str, Value] = {"seat": seat, "rice": str(abs(paid[0])), "coin": str(abs(paid[1]))}
    if word == "sell":
        yield Sentence("mountain-road.sell", {**values, "cards": _cards(cards)})
        could = [action.split()[1] for action in before.legal() if action.startswith("install")]
        if could:
            yield Sentence("mountain-road.could", {"cards": _cards(could)})
        return
    ships = [card for card in cards if card[1] == "s"]
    if word == "install" and ships:
        yield Sentence("mountain-road.ship", {"seat": seat, "cards": _cards(ships)})
    for colour in COLOURS:
        chosen = [card for card in cards if card[0] == colour and card not in ships]
        if chosen:
            yield Sentence(f"mountain-road.{word}-{colour}", {**values, "cards": _cards(chosen)})


def _thrown(group: Sequence[Pair]) -> Iterator[Sentence]:
    for pair in group:
        before, after = pair.before, pair.step.state
        at = before.turn
        values = {
            "seat": SEATS[at], "number": pair.words[1], "cards": _cards([before.built[at][before.done]]),
        }  # fmt: skip
        yield Sentence("mountain-road.cast", values)
        if after.safe[at] and not before.safe[at]:
            yield Sentence("mountain-road.safe", values)
        if after.half and not before.half:
            yield Sentence("mountain-road.half", values)


def _moved(before: Road, after: Road, what: str) -> Iterator[Sentence]:
    """A paid move: its cost, how far it led, and what made it longer."""
    at = before.turn
    place, to = before.places[at], after.places[at]
    rice, coin = before.move_costs()
    values = {
        "seat": SEATS[at], "cost": str(rice if what == "rice" else coin), "number": str(to - place), "step": str(to),
    }  # fmt: skip
    yield Sentence(f"mountain-road.{'move' if to < GOAL else 'climb'}-{what}", values)
    if place in HUE:
        yield Sentence("mountain-road.hue")
    more = before.gain("2") + before.gain("5")
    if more:
        yield Sentence("mountain-road.longer", {"number": str(more)})
    if to == GOAL:
        yield Sentence("mountain-road.top", values)


def _brought(group: Sequence[Pair]) -> Iterator[Sentence]:
    """What the cards of the seat that is now on turn brought it, and which were worn out."""
    before, after, word = group[0].before, group[-1].step.state, group[0].words[0]
    at = after.turn
    if word in ("exchange", "sell", "install", "dismantle") or (word == "move" and at == before.turn):
        return
    gone = [card for was, now in zip(before.built, after.built, strict=True) for card in _missing(was, now)]
    if gone and word != "destroy":
        yield Sentence("mountain-road.worn", {"cards": _cards(gone)})
    taken = [pair.words[2] for pair in group if word == "steal"]
    rice = after.rice[at] - before.rice[at] - taken.count("rice")
    coin = after.coin[at] - before.coin[at] - taken.count("coin")
    for key, number in (("rice", rice), ("coin", coin)):
        if number > 0:
            yield Sentence(f"mountain-road.brings-{key}", {"seat": SEATS[at], "number": str(number)})
    if after.places[at] > before.places[at]:
        key = "free" if after.places[at] < GOAL else "free-climb"
        yield Sentence(f"mountain-road.{key}", {"seat": SEATS[at], "step": str(after.places[at])})
        if after.phase == OVER:
            yield Sentence("mountain-road.top", {"seat": SEATS[at]})


def _missing(was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    left = list(now)
    for card in was:
        if card in left:
            left.remove(card)
        else:
            yield card


def _cards(cards: Sequence[str]) -> tuple[CardValue, ...]:
    return tuple(CardValue(card, sign=sign_of(card)) for card in cards)
