"""Tells a play line by line, as one seat may know it, and what actions cost before chance decides them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from printkit.compose.screen.action_labels import ActionLabels
from printkit.compose.table.table_names import TableNames, filled
from printkit.games.core import CHANCE, PLAYER, Action, Seat
from printkit.games.game import Game
from printkit.games.prices import Price, price_of
from printkit.games.zones import Table, signed
from printkit.jobs.screen.screen_game import verdict

__all__ = ["Teller", "Told", "prices_of"]


# ── tells a play line by line ────────────────────────────────────────────────────────────────────────────────────────

# The zone of the token that stands on places of a mat.
_TOKEN = "token"


class Told(NamedTuple):
    """A line: the seat that did it or drew, empty where none did, and what happened."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Teller:
    """Says in one language what may be done in a game and what was."""

    names: TableNames
    game: Game[Any]

    def labels(self, table: Table) -> ActionLabels:
        """What may be done at a table, in words."""
        return ActionLabels(self.names, table)

    def word(self, key: str, values: Mapping[str, str]) -> str:
        """A text of the page with its slots filled."""
        return filled(self.names.word(key), values)

    def told(self, state: Any, action: Action, heard: Action, tables: tuple[Table, Table]) -> Told:
        """An action of a state as it was heard, between two tables of one seat."""
        before, after = tables
        mover = state.to_move()
        labels = ActionLabels(self.names, before)
        if mover != CHANCE:
            said, seat = labels.chosen(heard), "" if mover == PLAYER else mover
        else:
            said, seat = labels.happened(heard), _drew(before, after)
        came = [*self._verdict(state, action, heard), *self._moved(tables, seat), *self._gained(tables, seat)]
        return Told(seat, self._with(said, came))

    def ended(self, state: Any) -> str:
        """Why the game ended, with what each seat has; a kit may say it in its own words (`narration.end`).

        A game that names no cause has its own reason in English, and its points elsewhere.
        """
        outcome = state.outcome()
        if outcome is None:
            return ""
        seats = self.game.seats
        if not outcome.cause and (self.names.language == "en" or len(seats) == 1):
            return str(outcome.reason) if self.names.language == "en" else ""
        points = [
            f"{seat} {each:g}".replace("-", "−") for seat, each in zip(seats, state.returns(), strict=True)
        ]
        known = {"points": self.names.listed(points)} if len(seats) > 1 else {}
        text = self.names.text("end", outcome.cause or "points")
        return filled(
            text, {**known, "winner": self.names.listed(outcome.result.split("+")), **dict(outcome.facts)}
        )

    def _with(self, said: str, came: list[str]) -> str:
        if not came:
            return said
        return filled(self.names.word("came-of-it"), {"said": said, "came": self.names.listed(came)})

    def _verdict(self, state: Any, action: Action, heard: Action) -> Iterator[str]:
        """What the rules decide of a card that was drawn, with the sums they compare."""
        found = verdict(self.names.kit, self.game, state, action) if heard == action else None
        if found:
            values = {"left": _sum(found.greater), "right": _sum(found.than)}
            yield filled(self.names.word(f"verdict-{found.kind}"), values)

    def _moved(self, tables: tuple[Table, Table], seat: Seat) -> Iterator[str]:
        """Where the tokens of a mat and the pieces of a race have gone."""
        stood, stands = (dict(self._standing(table)) for table in tables)
        for (owner, thing), place in stands.items():
            if stood.get((owner, thing), place) != place:
                values = {"place": self.names.place(place)}
                yield filled(self.names.word("goes-to"), values | ({} if owner == seat else {"thing": thing}))

    def _standing(self, table: Table) -> Iterator[tuple[tuple[Seat, str], str]]:
        """The place of each, by its seat and its name."""
        for zone in table.zones:
            for place, item in zip(zone.names, zone.items, strict=False):
                if item and zone.kind == "grid" and self.names.is_step(place):
                    for piece in item.face.split():
                        yield (piece[0], self.names.piece(piece)), place
            for item in zone.items if zone.name == _TOKEN else ():
                if item:
                    yield (item.owner, self.names.of_seat(self.names.zone(_TOKEN), item.owner)), item.face

    def _gained(self, tables: tuple[Table, Table], seat: Seat) -> Iterator[str]:
        """What seats have more or less of, by the single figures before them; the acting seat comes first."""
        had, has = (dict(self._figures(table)) for table in tables)
        changed: dict[str, dict[Seat, float]] = {}
        for owner, name in sorted(has, key=lambda each: each[0] != seat):
            more = has[owner, name] - had.get((owner, name), has[owner, name])
            # What counts as points at once is said once.
            if more and all(other.get(owner) != more for other in changed.values()):
                changed.setdefault(name, {})[owner] = more
        for name, by_seat in changed.items():
            each = [
                signed(more) if owner == seat else f"{owner} {signed(more)}"
                for owner, more in by_seat.items()
            ]
            yield f"{name} {self.names.listed(each)}"

    def _figures(self, table: Table) -> Iterator[tuple[tuple[Seat, str], float]]:
        for zone in table.zones:
            if zone.kind == "text" and zone.owner and len(zone.items) == 1 and zone.items[0]:
                number = _number(zone.items[0].face)
                if number is not None:
                    yield (zone.owner, self.names.zone(zone.name)), number
        for seat, points in table.points:
            yield (seat, self.names.word("points")), points


def _sum(numbers: Sequence[int]) -> str:
    """Numbers as they are added: `7 + 6 = 13`."""
    added = " + ".join(map(str, numbers))
    return f"{added} = {sum(numbers)}" if len(numbers) > 1 else added


def _drew(before: Table, after: Table) -> Seat:
    """Who has a card more in the hand."""
    more = _held(after) - _held(before)
    return next(iter(more)) if len(more) == 1 else ""


def _held(table: Table) -> Counter[Seat]:
    hands = (zone for zone in table.zones if zone.kind == "hand" and zone.owner)
    return Counter(zone.owner for zone in hands for item in zone.items if item and item.face)


def _number(text: str) -> float | None:
    try:
        return float(text.replace("−", "-").replace("±", ""))
    except ValueError:
        return None


# ── what actions cost before chance decides them, in words ───────────────────────────────────────────────────────────


def prices_of(
    state: Any, actions: Iterable[Action], words: Mapping[str, str]
) -> dict[Action, dict[str, str]]:
    """The chance of each action that chance decides, and what it takes and brings, in a sentence."""
    found = ((action, price_of(state, action)) for action in sorted(actions))
    return {
        action: {
            "chance": f"{100 * price.odds.numerator / price.odds.denominator:.0f} %",
            "words": _said(price, words),
        }
        for action, price in found
        if price
    }


def _said(price: Price, words: Mapping[str, str]) -> str:
    """What must fall, how likely that is, and what is won or lost."""
    kind = "least" if price.least is not None else "most" if price.most is not None else "chance"
    values = {
        "number": str(price.least if price.most is None else price.most),
        "of": str(price.sticks),
        "times": str(price.odds.numerator),
        "all": str(price.odds.denominator),
    }
    said = [filled(words[f"price.{kind}"], values)]
    if price.made == price.missed != 0:
        said.append(filled(words["price.both"], {"points": signed(price.made)}))
    else:
        ways = (("made", price.made), ("missed", price.missed))
        said += [filled(words[f"price.{way}"], {"points": signed(points)}) for way, points in ways if points]
    return words["stop-between"].join(said)
