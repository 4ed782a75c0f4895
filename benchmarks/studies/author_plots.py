"""The plots of the report to the authors: black, one colour, and words beside what they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLOUR",
    "FOLLOWS",
    "HAND_ORDER",
    "LABEL",
    "PLOTS",
    "Figure",
    "Plot",
    "Rows",
    "Words",
    "figures",
    "number",
]

COLOUR, GREY, PALE = "#0b5c93", "#6b6b6b", "#dcdcdc"
LABEL = 10.0
"""Points: the smallest letters in a plot, 3.5 mm."""

Words: TypeAlias = Mapping[str, Any]


class Figure(NamedTuple):
    """A number and its 95 % interval. `{:.1f}` prints the number, `{:.1f±}` with how far the interval reaches."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval reaches to the longer side."""
        return max(self.high - self.value, self.value - self.low)

    def __format__(self, form: str) -> str:
        plain, plus, _ = form.partition("±")
        return number(self.value, plain) + (f"\u00a0±{number(self.reach, plain.strip('+'))}" if plus else "")


Rows: TypeAlias = Mapping[str, Mapping[str, Figure]]
"""By study and name."""


def number(value: float, form: str) -> str:
    """A number as it is printed: a true minus, and no sign before a zero."""
    text = format(value, form)
    return (text.lstrip("+-") if not float(text.replace(",", "")) else text).replace("-", "−")


def figures(rows: Mapping[str, Any]) -> Rows:
    """The measured rows, and what follows: how far starts lie apart, and what starting is worth in Tottarot."""
    found = {
        study: {name: Figure(*values) for name, values in each["values"].items() if len(values) == 3}
        for study, each in rows.items()
    }
    ends = found["terminals"]
    gaps = {
        f"{game} {turns}": _apart([ends[f"{_named(game, turns)} thumb {start}"] for start in range(1, 7)])
        for game in ("youscout", "youscout-simplified")
        for turns in range(1, 6)
    }
    starts = {
        f"{players} {mind}": Figure(
            *(each - 100 / int(players) for each in found["fates"][f"{players} {mind} place 1"])
        )
        for players in "23456"
        for mind in ("cautious", "greedy")
    }
    return {**found, "gaps": gaps, "starts": starts}


FOLLOWS = {"gaps": "terminals", "starts": "fates"}
"""What is computed from the rows of another study."""


def _named(game: str, terminals: int) -> str:
    return game if terminals == 3 else f"{game} terminals={terminals}"


def _apart(some: Sequence[Figure]) -> Figure:
    """From the least to the greatest."""
    least, most = min(some), max(some)
    gap, reach = most.value - least.value, hypot(most.reach, least.reach)
    return Figure(gap, gap - reach, gap + reach)


# ── kinds of plots ───────────────────────────────────────────────────────────────────────────────────────────────


def _bare(axes: Axes, *sides: str) -> None:
    """No marks but numbers and words; a true minus."""
    from matplotlib.ticker import ScalarFormatter

    for side in sides:
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelsize=LABEL, pad=5)
    for axis in (axes.xaxis, axes.yaxis):
        if isinstance(axis.get_major_formatter(), ScalarFormatter):
            axis.set_major_formatter(lambda value, at: number(value, "g"))


def _dots(
    axes: Axes,
    rows: Sequence[tuple[str, Figure]],
    form: str,
    strong: Sequence[int] = (),
    second: tuple[Sequence[Figure], str, str] | None = None,
) -> None:
    """A line a row: its name, a dot with its interval, and the number; `second` is a hollow dot, and both names."""
    for at, (_, each) in enumerate(rows):
        colour = COLOUR if at in strong or second else GREY
        up = -0.16 if second else 0
        _dot(axes, each, at + up, colour, form, filled=True)
        if second:
            _dot(axes, second[0][at], at + 0.2, "black", form, filled=False)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6 - 0.55 * bool(second))
    axes.yaxis.grid(color=PALE, lw=0.7)
    axes.set_axisbelow(True)
    _bare(axes, "left")
    if second:
        _names(axes, *second[1:])


def _names(axes: Axes, filled: str, hollow: str) -> None:
    """What filled and hollow marks are, above the plot."""
    for x, name, colour in ((0.0, f"■ {filled}", COLOUR), (0.5, f"□ {hollow}", "black")):
        axes.text(x, 1.02, name, transform=axes.transAxes, color=colour, size=LABEL, weight="bold")


def _dot(axes: Axes, each: Figure, y: float, colour: str, form: str, *, filled: bool) -> None:
    axes.plot([each.low, each.high], [y, y], color=colour, lw=2.2, solid_capstyle="butt")
    face = colour if filled else "white"
    axes.plot([each.value], [y], "s", color=colour, markerfacecolor=face, ms=6.5, mew=1.5)
    axes.annotate(
        format(each, form), (each.high, y), (7, 0), textcoords="offset points", va="center", size=LABEL,
        color=colour, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
    )  # fmt: skip


def _lines(
    axes: Axes, names: Sequence[str], series: Sequence[tuple[str, Sequence[Figure]]], form: str
) -> None:
    """A line a series from left to right, its name at its end, its numbers above; the first is in colour."""
    last, last_series = len(names) - 1, len(series) - 1
    for at, (name, some) in enumerate(series):
        colour, face = (COLOUR, COLOUR) if at == 0 else ("black", "white" if at == 1 else "black")
        xs = range(len(some))
        axes.plot(xs, [each.value for each in some], "-", color=colour, lw=1.4, zorder=2)
        for x, each in enumerate(some):
            axes.plot([x, x], [each.low, each.high], color=colour, lw=2.6, solid_capstyle="butt", zorder=2)
            axes.plot([x], [each.value], "s", color=colour, markerfacecolor=face, ms=6, mew=1.4, zorder=3)
            below = len(series) == 2 and each.value == min(other[x].value for _, other in series)
            axes.annotate(
                format(each, form), (x, each.low if below else each.high), (0, -7 if below else 7),
                textcoords="offset points", ha="center", va="top" if below else "bottom", size=LABEL,
                color=colour, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.4}, zorder=2.5,
            )  # fmt: skip
        # Names of lines that end side by side stand apart.
        ends = sorted(other[-1].value for _, other in series)
        apart = 7 * (2 * ends.index(some[-1].value) - last_series) * (ends[-1] - ends[0] < 0.5)
        axes.annotate(
            name, (last, some[-1].value), (13, apart), textcoords="offset points", va="center", size=LABEL,
            color=colour, weight="bold", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )  # fmt: skip
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.35, last + 0.35)
    axes.yaxis.grid(color=PALE, lw=0.7)
    axes.set_axisbelow(True)
    _bare(axes, "left")


# ── the plots themselves, two a question ─────────────────────────────────────────────────────────────────────────


def table_starts(axes: Axes, rows: Rows, words: Words) -> None:
    """Wins by start: the author's table, and the tuned one."""
    own = [rows["terminals"][f"youscout thumb {at}"] for at in range(1, 7)]
    tuned = [rows["tuned"][f"start {at}"] for at in range(1, 7)]
    _lines(axes, words["starts"], [(words["tuned"], tuned), (words["own"], own)], ".1f")
    axes.set_ylim(14, 46)


def table_skill(axes: Axes, rows: Rows, words: Words) -> None:
    """The tuned game: what plans gain over chance."""
    tuned = rows["tuned"]
    best = max(tuned[f"start {at}"] for at in range(1, 7))
    names = words["players"]
    _dots(axes, [*zip(names, (tuned["random"], tuned["stay"], best), strict=True)], ".1f", (2,))
    axes.set_xlim(30, 46)


_DIALS = (
    "terminals=1", "terminals=2", "terminals=4", "influence=1", "influence=1.5", "influence=3",
    "court=K13a", "court=K13b", "court=K10", "swap=expansive", "swap=solid",
)  # fmt: skip


def court_dials(axes: Axes, rows: Rows, words: Words) -> None:
    """What each option alone changes, original and simplified."""
    dials = rows["dials"]
    some = [(words["dials"][at], dials[f"youscout {dial}"]) for at, dial in enumerate(_DIALS)]
    other = [dials[f"youscout-simplified {dial}"] for dial in _DIALS]
    _dots(axes, some, "+.2f±", second=(other, words["original"], words["simplified"]))
    axes.axvline(0, color="black", lw=0.8, zorder=1)
    axes.set_xlim(-1.5, 8)


def court_steer(axes: Axes, rows: Rows, words: Words) -> None:
    """What a player who sees the talon wins in the simplified game, by court values and factor."""
    courts = rows["courts"]

    def won(court: str, factor: str) -> Figure:
        options = (f" court={court}" if court != "K14" else "") + (
            f" influence={factor}" if factor != "2" else ""
        )
        return courts[f"youscout-simplified{options} clairvoyant random"]

    series = [(f"×{each}", [won(court, each) for court in ("K14", "K13a", "K13b", "K10")]) for each in "213"]
    _lines(axes, words["courts"], series, ".1f")
    axes.set_ylim(58, 99)


def length_gaps(axes: Axes, rows: Rows, words: Words) -> None:
    """How far the best start lies above the worst, by how often the terminal comes."""
    series = [
        (words[name], [rows["gaps"][f"{game} {at}"] for at in range(1, 6)])
        for name, game in (("simplified", "youscout-simplified"), ("original", "youscout"))
    ]
    _lines(axes, words["times"], series, ".1f")
    axes.set_ylim(0, 21)


def length_starts(axes: Axes, rows: Rows, words: Words) -> None:
    """Wins by start in the two forms to print."""
    ends = rows["terminals"]
    series = [
        (words["simplified-three"], [ends[f"youscout-simplified thumb {at}"] for at in range(1, 7)]),
        (words["original-once"], [ends[f"youscout terminals=1 thumb {at}"] for at in range(1, 7)]),
    ]
    _lines(axes, words["starts"], series, ".1f")
    axes.set_ylim(28, 40)


def war_blind(axes: Axes, rows: Rows, words: Words) -> None:
    """Wins of a search that does not see the talon, by the number of replacements."""
    _dots(axes, [(words["moves"][at], rows["blind"][f"flat:60 {at}"]) for at in range(4)], ".1f±", (0,))
    axes.set_xlim(20, 50)


def war_seen(axes: Axes, rows: Rows, words: Words) -> None:
    """Between what bounds a player who sees the talon wins, by the number of replacements."""
    seen = rows["seen"]
    names = ("none", "1", "3", "infinity", "no cross", "no lower")
    for at, name in enumerate(names):
        low, high = (seen[f"{name} low"], seen[f"{name} high"]) if at else (seen["none"],) * 2
        axes.plot(
            [low.value, high.value], [at, at], color=COLOUR if at == 1 else GREY, lw=7, solid_capstyle="butt"
        )
        if not at:
            axes.plot([low.value], [at], "s", color=GREY, ms=6.5)
        said = format(low, ".1f") if not at else words["to"].format(low=low.value, high=high.value)
        axes.annotate(said, (high.value, at), (8, 0), textcoords="offset points", va="center", size=LABEL)
    axes.set_yticks(range(len(names)), words["kinds"])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(80, 102)
    axes.yaxis.grid(color=PALE, lw=0.7)
    axes.set_axisbelow(True)
    _bare(axes, "left")


def several_seats(axes: Axes, rows: Rows, words: Words) -> None:
    """The share of each seat beside what would be even."""
    some = []
    for seats in (2, 3, 4):
        for at in range(1, seats + 1):
            share = rows["seats"][f"{seats} {at}"]
            even = 100 / seats
            gap = Figure(*(each - even for each in share))
            some.append((words["seat"].format(seats=seats, at=at), gap))
    _dots(axes, some, "+.2f±")
    axes.axvline(0, color=COLOUR, lw=1.6, zorder=1)
    axes.set_xlim(-1.5, 1.5)


def several_skill(axes: Axes, rows: Rows, words: Words) -> None:
    """What one better player of three wins."""
    names = ("random,random,random", "thumb,random,random", "greedy,thumb,thumb")
    some = [(words["skills"][at], rows["skill"][f"{name} 1"]) for at, name in enumerate(names)]
    _dots(axes, some, ".1f±", (1, 2))
    axes.axvline(100 / 3, color="black", lw=0.9, ls=(0, (4, 3)), zorder=1)
    axes.set_xlim(0, 112)


_FATES = ("sun", "star", "lovers", "hermit", "hanged-man", "tower", "devil")


def fate_kinds(axes: Axes, rows: Rows, words: Words) -> None:
    """What drawing each fate is worth, among cautious and among greedy players."""
    fates = rows["fates"]
    some = [(words["fates"][at], fates[f"3 cautious {kind}"]) for at, kind in enumerate(_FATES)]
    other = [fates[f"3 greedy {kind}"] for kind in _FATES]
    _dots(axes, some, "+.1f±", second=(other, words["cautious"], words["greedy"]))
    axes.axvline(0, color="black", lw=0.8, zorder=1)
    axes.set_xlim(-15, 32)


def fate_starts(axes: Axes, rows: Rows, words: Words) -> None:
    """What the start player wins beyond an even share, by the number of players."""
    series = [
        (words[mind], [rows["starts"][f"{players} {mind}"] for players in "23456"])
        for mind in ("cautious", "greedy")
    ]
    _lines(axes, words["numbers"], series, "+.1f")
    axes.axhline(0, color="black", lw=0.8, zorder=1)
    axes.set_ylim(-2, 3.2)


HAND_ORDER = ("筆兵無傾", "皇王", "地心", "行行", "馬弓兵", "闇戦之集", "run", "set")
"""開樽: from the strongest, as the source has them."""


def hands_casks(axes: Axes, rows: Rows, words: Words) -> None:
    """開樽: how often five cards hold each hand, in the order of their strength."""
    some = [(words["hands"][at], rows["hands"][f"nam-to {name}"]) for at, name in enumerate(HAND_ORDER)]
    axes.set_xscale("log")
    _dots(axes, some, ".2g", (1, 5))
    axes.set_xlim(0.008, 300)
    axes.set_xticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
    axes.minorticks_off()


def hands_stakes(axes: Axes, rows: Rows, words: Words) -> None:
    """値戦: how often each is the best of a hand as dealt, in the order of their strength."""
    names = ("three", "run", "two", "single")
    some = [(words["stakes"][at], rows["hands"][f"mak-kaik {name}"]) for at, name in enumerate(names)]
    _dots(axes, some, ".1f±", (0, 1))
    axes.set_xlim(0, 52)


def sticks_loss(axes: Axes, rows: Rows, words: Words) -> None:
    """新遊: what a stake loses on each number, in both readings."""
    sticks = rows["sticks"]
    some = [(words["bets"][at], sticks[f"kept {at}"]) for at in range(3)]
    other = [sticks[f"inside {at}"] for at in range(3)]
    _dots(axes, some, ".1f", second=(other, words["kept"], words["inside"]))
    axes.set_xlim(0, 86)


def sticks_throws(axes: Axes, rows: Rows, words: Words) -> None:
    """六裁: how often six sticks and a die show each number."""
    for shift, name, colour, face in ((-0.2, "sticks", COLOUR, COLOUR), (0.2, "die", "black", "white")):
        for at in range(7):
            share = rows["sticks"][f"{name} {at}"].value
            axes.bar(at + shift, share, 0.36, color=face, edgecolor=colour, lw=1.2)
            axes.annotate(
                f"{share:.0f}", (at + shift, share), (0, 4), textcoords="offset points", ha="center", size=LABEL,
                color=colour,
            )  # fmt: skip
    _names(axes, words["sticks"], words["die"])
    axes.set_xticks(range(7))
    axes.set_yticks([])
    axes.set_ylim(0, 36)
    _bare(axes, "left")


class Plot(NamedTuple):
    """A plot: how it is drawn, from which studies, how high it stands with title and command, and what it leaves free.

    Millimetres; `left` is room for the names of rows, `right` for those of lines.
    """

    draw: Callable[[Axes, Rows, Words], None]
    studies: tuple[str, ...]
    height: float
    left: float = 47
    right: float = 6


PLOTS = {
    "table": (
        Plot(table_starts, ("terminals", "tuned"), 135, 9, 22),
        Plot(table_skill, ("tuned",), 68),
    ),
    "court": (Plot(court_dials, ("dials",), 190), Plot(court_steer, ("courts",), 130, 12, 16)),
    "length": (
        Plot(length_gaps, ("terminals",), 145, 9, 28),
        Plot(length_starts, ("terminals",), 132, 9, 30),
    ),
    "war": (Plot(war_blind, ("blind",), 120), Plot(war_seen, ("seen",), 138)),
    "several": (Plot(several_seats, ("seats",), 150), Plot(several_skill, ("skill",), 98, 62)),
    "fate": (Plot(fate_kinds, ("fates",), 150), Plot(fate_starts, ("fates",), 128, 9, 22)),
    "hands": (Plot(hands_casks, ("hands",), 142), Plot(hands_stakes, ("hands",), 110)),
    "sticks": (Plot(sticks_loss, ("sticks",), 120), Plot(sticks_throws, ("sticks",), 115, 2, 2)),
}
"""Of each question its two plots."""
