"""The plots of the rules laboratory, one function per page, and the rows they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.lab.youscout.experiments import VARIANTS, Cell
from printkit.lab.youscout.measures import FIELDS, KINDS, Counts
from printkit.lab.youscout.quantities import Quantity
from printkit.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "COLOURS",
    "MARKS",
    "PLAYERS",
    "RATE_PAGES",
    "Atlas",
    "Box",
    "Page",
    "Row",
    "Rows",
    "Variant",
    "Words",
    "panels",
    "part",
    "percent",
    "share_heights",
    "title",
]


# ── looks up result rows by what they measure ────────────────────────────────────────────────────────────────────────

Variant = tuple[str, tuple[str, ...]]
"""A game and the options that make it one of the three that are compared."""

PLAYERS = ("random", "move", "stay", "thumb", "advised", "clairvoyant")


class Row(NamedTuple):
    """A cell of the atlas measured."""

    cell: Cell
    counts: Counts
    quantities: tuple[Quantity, ...]
    command: str

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        measure = self.cell.measure
        than = (
            {"than": {"player": measure.than, "options": list(measure.than_options)}} if measure.than else {}
        )
        return {
            "group": self.cell.group,
            "kind": measure.kind,
            "game": measure.game,
            "options": list(measure.options),
            "player": measure.player,
            "start": measure.start,
            "seed": measure.seed,
            "games": measure.games,
            **than,
            "quantities": {each.name: [each.value, each.low, each.high] for each in self.quantities},
            "counts": dict(zip(FIELDS[measure.kind], self.counts, strict=True)),
            "command": self.command,
        }


class Atlas(NamedTuple):
    """All rows of a plan, in its order."""

    game: str
    rows: tuple[Row, ...]

    def facts(self) -> dict[str, object]:
        """The whole atlas, ready for JSON."""
        return {
            "atlas": 1,
            "printkit": __version__,
            "game": self.game,
            "cells": [row.facts() for row in self.rows],
        }


class Rows:
    """Finds rows by kind, game, options, player and start."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.all = tuple(rows)
        self._by_words = {self._words(row): row for row in reversed(self.all)}

    @staticmethod
    def _words(row: Row) -> tuple[str, str, frozenset[str], str, str, str]:
        of = row.cell.measure
        return of.kind, of.game, frozenset(of.options), of.player, of.start, of.than

    def find(
        self, kind: str, variant: Variant, changes: Iterable[str], player: str, start: str, than: str = ""
    ) -> Row | None:
        """The row of this variant with these options changed (those that stay usual left out); None: not measured."""
        game, own = variant
        return self._by_words.get((kind, game, frozenset((*own, *changes)), player, start, than))

    def number(
        self, kind: str, variant: Variant, changes: Iterable[str], player: str, start: str, name: str
    ) -> Quantity | None:
        """One quantity of such a row."""
        row = self.find(kind, variant, changes, player, start)
        return None if row is None else quantity(row, name)

    def of_kind(self, kind: str, variant: Variant) -> Iterator[Row]:
        """All rows of a kind and variant, in the order of the plan."""
        game, own = variant
        for row in self.all:
            of = row.cell.measure
            if of.kind == kind and of.game == game and set(own) == set(of.options) & _COMPARISONS:
                yield row

    def variants(self) -> tuple[Variant, ...]:
        """Those of the three variants that have any row."""
        return tuple(
            each for each in VARIANTS if any(True for kind in KINDS for _ in self.of_kind(kind, each))
        )


_COMPARISONS = {option for _, own in VARIANTS for option in own}


def quantity(row: Row, name: str) -> Quantity:
    """The quantity of this name; raises `KeyError` for one the row has not."""
    for each in row.quantities:
        if each.name == name:
            return each
    raise KeyError(name)


# ── the plots of the rules laboratory, one function per page ─────────────────────────────────────────────────────────

Box = tuple[float, float, float, float]
"""Left, bottom, right and top of what a page may use, as shares of it."""

Words = Mapping[str, str]

COLOURS = {
    "random": "#8a8a8a",
    "move": "#d98200",
    "stay": "#3a8fc4",
    "thumb": "#117a55",
    "advised": "#b2401c",
    "clairvoyant": "#6a3d8f",
}
"""Colours that stay apart for colour-blind eyes, and in grey by their lightness; players differ by marks as well."""

MARKS = {"random": "o", "move": "^", "stay": "v", "thumb": "s", "advised": "D", "clairvoyant": "*"}

_STARTS = ("1", "2", "3", "4", "5", "6")
_SIMPLE = ("random", "move", "stay", "thumb")

_START_STYLES = {
    "1": ("#0b5d41", "o"),
    "2": ("#2f9e75", "s"),
    "3": ("#8cc9b0", "^"),
    "4": ("#7a2a12", "o"),
    "5": ("#c8613f", "s"),
    "6": ("#e3a58f", "^"),
}
"""Colours and marks of starts: green below, red and hollow above."""


class Page(NamedTuple):
    """One page of the report: its words' name, the groups it is drawn from, whether it can be drawn, and how."""

    name: str
    groups: tuple[str, ...]
    has: Callable[[Rows], bool]
    draw: Callable[[Any, Box, Rows, Words], None]
    facts: tuple[tuple[str, object], ...] = ()


def title(variant: Variant, words: Words) -> str:
    return words[" ".join((variant[0], *variant[1]))]


def panels(
    figure: Figure, box: Box, shape: tuple[int, int], gaps: tuple[float, float] = (0.07, 0.07)
) -> list[Axes]:
    """Axes in this many rows and columns within the box, row by row; `gaps` between columns and rows."""
    left, bottom, right, top = box
    rows, columns = shape
    width = (right - left - gaps[0] * (columns - 1)) / columns
    height = (top - bottom - gaps[1] * (rows - 1)) / rows
    return [
        figure.add_axes(
            (left + column * (width + gaps[0]), top - (row + 1) * height - row * gaps[1], width, height)
        )
        for row, column in product(range(rows), range(columns))
    ]


def share_heights(row: Sequence[Axes]) -> None:
    """One scale for panels side by side; only the first one says it."""
    lows, highs = zip(*(axes.get_ylim() for axes in row), strict=True)
    for axes in row:
        axes.set_ylim(min(lows), max(highs))
        axes.tick_params(labelleft=axes is row[0])


def part(box: Box, low: float, high: float) -> Box:
    """The part of a box from the share `low` of its height to the share `high`, from above."""
    left, bottom, right, top = box
    height = top - bottom
    return left, top - high * height, right, top - low * height


def percent(row: Row | None, name: str = "rate") -> tuple[float, float, float] | None:
    """A quantity in points of 100 with how far its interval reaches down and up."""
    if row is None:
        return None
    of = quantity(row, name)
    return 100 * of.value, 100 * (of.value - of.low), 100 * (of.high - of.value)


def dots(
    axes: Axes,
    at: Sequence[float],
    found: Sequence[tuple[float, float, float] | None],
    player: str,
    **more: Any,
) -> None:
    """Rates with their intervals in the colour and with the mark of a player."""
    points = [(x, *each) for x, each in zip(at, found, strict=True) if each is not None]
    if points:
        xs, ys, down, up = zip(*points, strict=True)
        axes.errorbar(
            xs, ys, (down, up), color=COLOURS[player], marker=MARKS[player], ms=4.5, lw=1, elinewidth=1.2,
            label=player, **more,
        )  # fmt: skip


def _usual(kind: str, *players: str) -> Callable[[Rows], bool]:
    return lambda rows: any(
        rows.find(kind, variant, (), player, start)
        for variant in rows.variants()
        for player in players
        for start in _STARTS
    )


def _draw_starts(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    upper, lower = part(box, 0, 0.46), part(box, 0.52, 1)
    for axes, variant in zip(panels(figure, upper, (1, len(variants)), (0.03, 0)), variants, strict=True):
        for shift, player in enumerate(_SIMPLE):
            found = [percent(rows.find("rate", variant, (), player, start)) for start in _STARTS]
            dots(axes, [each + 0.12 * (shift - 1.5) for each in range(1, 7)], found, player, linestyle="none")
        axes.set_title(title(variant, words), loc="left")
        axes.set_xticks(range(1, 7))
        axes.set_xlabel(words["start"])
        axes.set_ylim(8, 42)
        axes.grid(axis="y", color="#dddddd", lw=0.6)
        axes.set_axisbelow(True)
    share_heights(figure.axes)
    figure.axes[0].set_ylabel(words["rate"])
    figure.axes[0].legend(frameon=False, fontsize=7.5, loc="lower left")
    _usual_table(figure, lower, rows, words)


def _usual_table(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    lines = []
    for variant in rows.variants():
        lines.append([title(variant, words), *[""] * 8])
        for player in PLAYERS:
            cells = [
                _rate_text(rows.find("rate", variant, (), player, start))
                for start in (*_STARTS, "random", "best")
            ]
            if any(cells):
                lines.append([player, *cells])
    table(figure, box, ["", *_STARTS, "random", "best"], lines)


def _rate_text(row: Row | None) -> str:
    found = percent(row)
    return "" if found is None else f"{found[0]:.2f} ±{max(found[1:]):.2f}"


def table(figure: Figure, box: Box, head: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """A table of short texts; a line whose cells are empty but for the first is a heading."""
    left, bottom, right, top = box
    first = 0.085
    titles = [at == 0 or not any(line[1:]) for at, line in enumerate([head, *lines])]
    step = min(0.0175, (top - bottom) / (len(titles) + 0.5 * sum(titles)))
    width = (right - left - first) / (len(head) - 1)
    ends = [left + first + width * (column + 1) for column in range(len(head) - 1)]
    y = top
    for title, line in zip(titles, [head, *lines], strict=True):
        # A heading stands apart from what is above it.
        y -= 1.5 * step if title else step
        for x, text, side in zip((left, *ends), line, ("left", *["right"] * len(ends)), strict=True):
            figure.text(
                x, y + step / 2, text, ha=side, va="center", size=7.8 if title else 6.9,
                color="black" if title else "#333333",
            )  # fmt: skip
        if title:
            figure.add_artist(_line(left, right, y))


def _line(left: float, right: float, y: float) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([left, right], [y, y], color="#bbbbbb", lw=0.6)


def _has_pairs(rows: Rows) -> bool:
    return any(True for variant in rows.variants() for _ in pairs(rows, variant, "thumb"))


def pairs(rows: Rows, variant: Variant, player: str) -> Iterator[tuple[str, Row]]:
    """What one changed option did to this player: the option and the row."""
    game, own = variant
    for row in rows.all:
        of = row.cell.measure
        if (
            of.kind == "pair"
            and of.game == game
            and of.than_options == own
            and of.player == of.than == player
        ):
            changed = [option for option in of.options if option not in of.than_options]
            yield " ".join(changed), row


def _draw_tornado(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    for axes, variant in zip(panels(figure, box, (len(variants), 1), (0, 0.06)), variants, strict=True):
        found = {player: dict(pairs(rows, variant, player)) for player in ("thumb", "move", "stay")}
        order = sorted(
            found["thumb"], key=lambda option: abs(quantity(found["thumb"][option], "difference").value)
        )
        for shift, player in ((0.22, "thumb"), (0.0, "move"), (-0.22, "stay")):
            for at, option in enumerate(order):
                if option in found[player]:
                    value, down, up = percent(found[player][option], "difference") or (0.0, 0.0, 0.0)
                    axes.barh(
                        at + shift, value, 0.2, color=COLOURS[player], label=player if at == 0 else None
                    )
                    axes.errorbar(value, at + shift, xerr=[[down], [up]], color="black", lw=0.8)
        axes.set_yticks(range(len(order)), order, fontsize=7.5)
        axes.axvline(0, color="black", lw=0.7)
        axes.set_title(title(variant, words), loc="left")
        axes.grid(axis="x", color="#dddddd", lw=0.6)
        axes.set_axisbelow(True)
        axes.margins(y=0.02)
        left, bottom, width, height = axes.get_position().bounds
        axes.set_position((left + 0.16, bottom, width - 0.16, height))
        axes.set_xlabel(words["tornado.axis"])
    figure.axes[0].legend(
        frameon=False, fontsize=7.5, ncols=3, loc="lower right", bbox_to_anchor=(1.01, 0.995)
    )


def _has_court(rows: Rows) -> bool:
    return any(
        rows.find("rate", variant, ("court=K10", "influence=3"), "thumb", "random")
        for variant in rows.variants()
    )


def _draw_court(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    courts, influences = ("K14", "K13a", "K13b", "K10"), ("1", "1.5", "2", "3")
    players = ("stay", "move", "thumb", "clairvoyant")
    variants = rows.variants()
    places = iter(panels(figure, box, (len(players), len(variants)), (0.03, 0.045)))
    for player, variant in product(players, variants):
        axes = next(places)
        found = [
            [_court_rate(rows, variant, player, court, influence) for influence in influences]
            for court in courts
        ]
        grid = [[value for value, _ in line] for line in found]
        low, high = _range(grid)
        colours = "Greens" if player != "clairvoyant" else "Purples"
        axes.imshow(grid, cmap=colours, aspect="auto", vmin=low, vmax=high)
        for y, x in product(range(len(courts)), range(len(influences))):
            value, reach = found[y][x]
            if value == value:
                axes.text(x, y - 0.1, f"{value:.1f}", ha="center", va="center", size=8)
                axes.text(x, y + 0.27, f"±{reach:.2f}", ha="center", va="center", size=5.5)
        axes.set_xticks(range(4), [f"×{each}" for each in influences])
        axes.set_yticks(range(4), courts if variant == variants[0] else [""] * 4)
        axes.tick_params(length=0)
        axes.set_title(f"{title(variant, words)} · {player}", loc="left", fontsize=8.5)


def _range(grid: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Light enough for black figures everywhere."""
    known = [value for line in grid for value in line if value == value]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    return low - 0.2 * (high - low) - 0.1, high + 1.2 * (high - low) + 0.1


def _court_rate(rows: Rows, variant: Variant, player: str, court: str, influence: str) -> tuple[float, float]:
    """Points of 100 and how far the interval reaches; nan where it was not measured."""
    changes = [f"court={court}"] * (court != "K14") + [f"influence={influence}"] * (influence != "2")
    found = percent(rows.find("rate", variant, changes, player, "random"))
    return (found[0], max(found[1:])) if found else (float("nan"), 0.0)


def _has_terminals(rows: Rows) -> bool:
    return any(rows.find("rate", variant, ("terminals=1",), "thumb", "random") for variant in rows.variants())


def _draw_terminals(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    places = panels(figure, box, (2, len(variants)), (0.035, 0.08))
    by_player = [(player, "random", COLOURS[player], MARKS[player], player) for player in PLAYERS]
    by_start = [("thumb", start, *_START_STYLES[start], start) for start in _STARTS]
    for axes, (lines, variant) in zip(places, product((by_player, by_start), variants), strict=True):
        for player, start, colour, mark, label in lines:
            found = [percent(length(rows, variant, player, start, terminals)) for terminals in range(1, 6)]
            points = [(at, *each) for at, each in enumerate(found, 1) if each]
            if points:
                xs, ys, down, up = zip(*points, strict=True)
                above = start in ("4", "5", "6")
                axes.errorbar(
                    xs, ys, (down, up), marker=mark, ms=5, lw=1, color=colour, label=label,
                    linestyle="--" if above else "-", markerfacecolor="white" if above else colour,
                )  # fmt: skip
        name = title(variant, words) + (" · thumb" if lines is by_start else "")
        axes.set_title(name, loc="left", fontsize=8.5)
        axes.set_xticks(range(1, 6))
        axes.set_xlabel(words["terminals"])
        axes.grid(axis="y", color="#dddddd", lw=0.6)
    for row in (places[: len(variants)], places[len(variants) :]):
        share_heights(row)
        row[0].set_ylabel(words["rate"])
        row[0].legend(frameon=False, fontsize=7.5, loc="center right")


def length(rows: Rows, variant: Variant, player: str, start: str, terminals: int) -> Row | None:
    changes = [] if terminals == 3 else [f"terminals={terminals}"]
    return rows.find("rate", variant, changes, player, start)


RATE_PAGES = (
    Page("starts", ("usual",), _usual("rate", "thumb"), _draw_starts),
    Page("tornado", ("tornado",), _has_pairs, _draw_tornado),
    Page("court", ("usual", "court-influence"), _has_court, _draw_court),
    Page("terminals", ("usual", "terminals"), _has_terminals, _draw_terminals),
)
"""Pages on how often games are won."""
