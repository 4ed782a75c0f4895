"""The report of the rules laboratory as a PDF in each language, and its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from printkit.lab.youscout.jobs.balance_book import LEFT, PALE, RIGHT, Paper, bind
from printkit.lab.youscout.jobs.balance_plots import (
    COLOURS,
    MARKS,
    PLAYERS,
    RATE_PAGES,
    Atlas,
    Box,
    Page,
    Row,
    Rows,
    Variant,
    Words,
    panels,
    part,
    percent,
    quantity,
    title,
)
from printkit.lab.youscout.measures import FIELDS, LENGTH_BIN, LONGEST_REST
from printkit.lab.youscout.seeded_play import LONG_PASS
from printkit.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["LANGUAGES", "PLAY_PAGES", "WORDS", "report", "reports"]


# ── the texts of the rules laboratory's report, by language ──────────────────────────────────────────────────────────

LANGUAGES = ("ja", "en")

_EN = {
    "title": "The atlas of Youscout",
    "subtitle": "What its rules are worth: {cells} cells, {games} games. printkit {version}",
    "intro": "Every number comes from simulated games whose luck follows from their number, so the same command gives "
    "the same number on any machine. Bars and brackets are 95 % intervals. All cells, with the command for each, are "
    "in {csv} and {json}.",
    "players": "random: random answers · move, stay: always the same answer · thumb: the rule of thumb · advised: "
    "rollouts at each choice · clairvoyant: knows the draw order",
    "youscout": "original",
    "youscout-simplified": "simplified, >",
    "youscout-simplified comparison=greater-equal": "simplified, ≥",
    "start": "start",
    "rate": "won, %",
    "starts.title": "Where to start, under the usual rules",
    "starts.note": "Wins by the place of the start. The terminal comes three times.",
    "draws": "draws",
    "tornado.title": "One rule at a time",
    "tornado.note": "By how many points the rate changes when one option does, the same player on the same deals, from "
    "a random start. Above: the rule of thumb; below: always moving and always staying.",
    "tornado.axis": "points",
    "court.title": "Court × influence",
    "court.note": "Won, % from a random start, by the values of the court cards and the factor of the numbers. "
    "Below each its 95 % interval. Colours compare within a panel.",
    "terminals.title": "How long a game should be",
    "terminals.note": "Won, % from a random start, by how often the terminal must come.",
    "terminals": "times the terminal comes",
    "length.title": "Length, and how long the token rests",
    "length.note": "Left: draws a game. Right: the longest row of minors that leave the token where it is (up to "
    "{rest}), by rule of thumb. Stuck: long passes ({long} minors or more) in which the token never moves.",
    "streak": "longest rest, minors",
    "games": "games, %",
    "stuck": "stuck",
    "places.title": "Where the token stands",
    "places.note": "Share of all minors drawn that found the token on each place, and in brackets of games that ended "
    "there; winning places are framed. Rule of thumb, three terminals.",
    "from": "from {start}",
    "worth.title": "What choices are worth",
    "worth.note": "Points of 100 a choice is worth, on average, to a player who goes by the rule of thumb afterwards. "
    "The truth lies "
    "between the two ends of a bar: the lower end takes which answer is better from other imagined games than "
    "how much better it is; the upper end takes both from the same games, and flatters. Dots: what always moving and "
    "always staying give away of it.",
    "worth.axis": "points a choice",
    "worth.row": "terminal {terminals} ×, {start}\n{choices} choices",
    "moving": "always moving loses",
    "staying": "always staying loses",
    "luck.title": "Luck and skill",
    "luck.note": "Left: of the variance of the result of random play, how much the board and "
    "start, the order of the talon and the answers decide, with the intervals of the two borders. Right: what "
    "better players win.",
    "board": "board and start",
    "talon": "talon",
    "answers": "answers",
    "share": "share of the variance, %",
    "tune.title": "Tuning Youscout",
    "tune.note": "{tried} games with other number tables, court values, factors, lengths and winning places were "
    "tried; {reached} reached all aims: starts within {spread:g} point, {choices:g} choices a game that are worth "
    "{worth:g} points each, at least a tenth of that by the rarer answer, at most {stuck:.0%} of long passes stuck. "
    "Each dot is one of them, the full ones are beaten by no other. Below, the best ones measured again on other "
    "deals, with the options that are not usual, and the numbers of the first.",
    "tune.line": "starts {spread:.2f} apart · {choices:.2f} choices worth {worth:.2f} ±{worth_reach:.2f}, rarer answer "
    "{lesser:.0%} · stuck {stuck:.2%} · from 1 to 6 won {rates} %",
    "tune.spread": "points between best and worst start",
    "tune.choices": "choices a game",
    "tune.youscout": "original",
    "tune.youscout-simplified": "simplified",
    "page": "{page} of {pages}",
}

_JA = {
    "title": "易双六の地図",
    "subtitle": "規則の値打ちを測る。{cells} 項目、{games} 局。printkit {version}",
    "intro": "すべての数はシミュレーションによる。"
    "運は局の番号だけで決まるので、同じコマンドはどの機械でも同じ数を出す。"
    "棒と括弧は 95 % 区間。全項目とそのコマンドは {csv} と {json} にある。",
    "players": "random：くじで答える　move、stay：いつも同じ答え　thumb：簡単な決まり　"
    "advised：選ぶたびに想像の局で試す　"
    "clairvoyant：山札が見える",
    "youscout": "元祖",
    "youscout-simplified": "略式 >",
    "youscout-simplified comparison=greater-equal": "略式 ≧",
    "start": "開始",
    "rate": "勝率 %",
    "starts.title": "どこから始めるか（ふつうの規則）",
    "starts.note": "開始の爻ごとの勝率。終わりの札は三回。",
    "draws": "枚数",
    "tornado.title": "規則を一つずつ変える",
    "tornado.note": "一つの規則を変えたとき勝率が何ポイント動くか。同じ打ち手、同じ配り、開始はくじ。"
    "上は簡単な決まり、下はいつも動く、いつもとどまる。",
    "tornado.axis": "ポイント",
    "court.title": "絵札の値 × 影響",
    "court.note": "開始はくじ。絵札の値と数の倍率ごとの勝率 % と 95 % 区間。色の濃さは枠ごとに比べる。",
    "terminals.title": "局の長さ",
    "terminals.note": "開始はくじ。終わりの札が出る回数ごとの勝率 %。",
    "terminals": "終わりの札の回数",
    "length.title": "長さと、駒の動かない長さ",
    "length.note": "左：一局に引く枚数。右：駒が動かないまま続く小アルカナの最長（{rest} 枚まで、簡単な決まり）。"
    "停滞：{long} 枚以上の一巡で駒が一度も動かない割合。",
    "streak": "動かない最長、枚",
    "games": "局 %",
    "stuck": "停滞",
    "places.title": "駒のいるところ",
    "places.note": "小アルカナを引いたとき駒がその爻にいた割合、括弧は終局の割合。"
    "枠は勝ちの爻。簡単な決まり、終わりの札は三回。",
    "from": "{start} から",
    "worth.title": "選択の値打ち",
    "worth.note": "選択一つが平均で何ポイントになるか（その後は簡単な決まりで打つ）。真の値は棒の両端の間にある。"
    "下端は、どちらがよいかとどれだけよいかを別々の想像の局から取る。上端は同じ局から取るので大きめに出る。"
    "点は、いつも動く、いつもとどまるときの損。",
    "worth.axis": "選択一つのポイント",
    "worth.row": "終わりの札 {terminals} 回、{start}\n{choices} 回の選択",
    "moving": "いつも動くと失う",
    "staying": "いつもとどまると失う",
    "luck.title": "運と腕",
    "luck.note": "左：くじで打つときの勝敗の分散を、盤と開始、山札の順、答えに分けたもの（境目に区間）。"
    "右：打ち手ごとの勝率。",
    "board": "盤と開始",
    "talon": "山札",
    "answers": "答え",
    "share": "分散の割合 %",
    "tune.title": "易双六の調整",
    "tune.note": "数の表、絵札の値、倍率、長さ、勝ちの爻を変えた {tried} 通りを試した。"
    "目標（開始の差 {spread:g} ポイント以内、一局に {choices:g} 回以上の選択、一つ {worth:g} ポイント以上、"
    "その一割以上は少ない方の答えによる、停滞 {stuck:.0%} 以内）をすべて満たすもの {reached} 通り。"
    "点は一通りずつ、濃い点はほかのどれにもすべてでは負けないもの。下は、よいものを別の配りで測り直した値（ふつうでない規則を添える）と、最初のものの数の表。",
    "tune.line": "開始の差 {spread:.2f} ポイント · 選択 {choices:.2f} 回、一つ {worth:.2f} ±{worth_reach:.2f}、"
    "うち少ない方の答え {lesser:.0%} · 停滞 {stuck:.2%} · 1から6の勝率 {rates} %",
    "tune.spread": "開始による差、ポイント",
    "tune.choices": "一局の選択",
    "tune.youscout": "元祖",
    "tune.youscout-simplified": "略式",
    "page": "{page} / {pages}",
}

WORDS: Mapping[str, Mapping[str, str]] = {"ja": _JA, "en": _EN}
"""The same keys in both languages."""


# ── the report of the rules laboratory as a PDF in each language ─────────────────────────────────────────────────────

_SIDES = (("2", (2, 5)), ("5", (5, 6)))
"""A lower and an upper start, and where each wins (youscout §3.3)."""

_GRID, _GRID_WIDTH = "#dddddd", 0.6

_HEXAGRAM = {1: (2, 0), 2: (1, 0.5), 3: (0, 0), 4: (2, 2), 5: (1, 1.5), 6: (0, 2)}
"""Where the places lie on the table, across and up (youscout §2.1)."""


def _has(kind: str) -> Any:
    return lambda rows: any(True for variant in rows.variants() for _ in rows.of_kind(kind, variant))


def _counted(row: Row, prefix: str) -> list[tuple[int, int]]:
    """The fields of a profile that begin so: their number and how many games they count."""
    return [
        (int(name.removeprefix(prefix)), count)
        for name, count in zip(FIELDS["profile"], row.counts, strict=True)
        if name.startswith(prefix)
    ]


def _draw_length(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    for at, variant in enumerate(variants):
        share = 1 / len(variants)
        left, right = panels(figure, part(box, at * share + 0.015, (at + 1) * share - 0.055), (1, 2))
        for terminals, colour in (("1", "#8a8a8a"), ("3", COLOURS["thumb"])):
            changes = [] if terminals == "3" else [f"terminals={terminals}"]
            row = rows.find("profile", variant, changes, "thumb", "2")
            if row is not None:
                _length_and_rest(left, right, row, f"{words['terminals']}: {terminals}", colour)
        for axes in (left, right):
            # Only now: a bottom that is set stops the top from growing. Room is left for what is written above.
            axes.set_ylim(0, 1.15 * axes.get_ylim()[1])
        left.set_title(title(variant, words), loc="left")
        left.set_xlabel(words["draws"])
        right.set_xlabel(words["streak"])
        left.set_ylabel(words["games"])
        left.legend(frameon=False, fontsize=7, loc="upper right")
        right.text(
            0.98, 0.96, _stuck(rows, variant, words), transform=right.transAxes, ha="right", va="top", size=7,
            linespacing=1.5,
        )  # fmt: skip
    for column in (figure.axes[::2], figure.axes[1::2]):
        widest = max(axes.get_xlim()[1] for axes in column)
        for axes in column:
            axes.set_xlim(-0.02 * widest, widest)


def _length_and_rest(left: Axes, right: Axes, row: Row, label: str, colour: str) -> None:
    games = row.cell.measure.games
    for axes, prefix in ((left, "length-"), (right, "streak-")):
        # The last number counts all that is longer, too.
        at, counts = zip(*_counted(row, prefix)[:-1], strict=True)
        last = max(index for index, count in enumerate(counts) if count)
        shift = LENGTH_BIN / 2 if axes is left else 0
        axes.plot(
            [each + shift for each in at[: last + 1]],
            [100 * each / games for each in counts[: last + 1]],
            color=colour,
            label=label,
            lw=1.4,
        )
        axes.grid(color=_GRID, lw=_GRID_WIDTH)


def _stuck(rows: Rows, variant: Variant, words: Words) -> str:
    parts = []
    for player, (start, _) in product(("thumb", "stay"), _SIDES):
        found = percent(rows.find("profile", variant, (), player, start), "stuck-passes")
        if found:
            parts.append(
                f"{player}, {words['from'].format(start=start)}: {found[0]:.2f} ±{max(found[1:]):.2f} %"
            )
    return "\n".join([words["stuck"], *parts]) if parts else ""


def _draw_places(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    from matplotlib.patches import Circle

    variants = rows.variants()
    places = iter(panels(figure, box, (len(variants), 2)))
    for variant, (start, wins) in product(variants, _SIDES):
        axes = next(places)
        axes.set_axis_off()
        axes.set_xlim(-0.6, 2.6)
        axes.set_ylim(-0.5, 2.6)
        axes.set_aspect("equal")
        axes.set_title(f"{title(variant, words)} · {words['from'].format(start=start)}", loc="left")
        row = rows.find("profile", variant, (), "thumb", start)
        if row is None:
            continue
        for place, (x, y) in _HEXAGRAM.items():
            here, ended = (quantity(row, f"{name}-on-{place}").value for name in ("drawn", "ended"))
            edge = {"edgecolor": "black", "lw": 1.6} if place in wins else {"edgecolor": "#bbbbbb", "lw": 0.6}
            axes.add_patch(Circle((x, y), 0.42, facecolor=(0.07, 0.48, 0.33, min(1.0, 2.2 * here)), **edge))
            axes.text(x, y + 0.08, f"{100 * here:.1f} %", ha="center", va="center", size=8.5)
            axes.text(x, y - 0.16, f"({100 * ended:.1f} %)", ha="center", va="center", size=7)
            axes.text(x - 0.5, y + 0.33, str(place), ha="center", va="center", size=7.5)


def _draw_worth(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    for axes, variant in zip(panels(figure, box, (len(variants), 1), (0, 0.065)), variants, strict=True):
        labels = []
        for at, row in enumerate(rows.of_kind("worth", variant)):
            of = row.cell.measure
            least, most = quantity(row, "worth-at-least"), quantity(row, "worth-at-most")
            axes.barh(
                at, 100 * (most.value - least.value), left=100 * least.value, height=0.5, color="#9ec9b6"
            )
            axes.errorbar(
                100 * least.value, at, xerr=[[100 * (least.value - least.low)], [100 * (least.high - least.value)]],
                color="black", lw=1, capsize=2,
            )  # fmt: skip
            for name, player in (("always-moving-loses", "move"), ("always-staying-loses", "stay")):
                value = 100 * quantity(row, name).value
                label = words["moving" if player == "move" else "staying"] if at == 0 else None
                axes.plot(
                    value, at, MARKS[player], color=COLOURS[player], label=label, linestyle="none", ms=5
                )
            terminals = dict(each.split("=") for each in of.options).get("terminals", "3")
            choices = quantity(row, "choices").value
            start_word = words["from"].format(start=of.start)
            labels.append(
                words["worth.row"].format(terminals=terminals, start=start_word, choices=f"{choices:.2f}")
            )
        axes.set_yticks(range(len(labels)), labels, fontsize=7)
        axes.invert_yaxis()
        axes.axvline(0, color="black", lw=0.7)
        axes.set_xlabel(words["worth.axis"])
        axes.set_title(title(variant, words), loc="left")
        axes.grid(axis="x", color=_GRID, lw=_GRID_WIDTH)
        axes.set_axisbelow(True)
        left, bottom, width, height = axes.get_position().bounds
        axes.set_position((left + 0.13, bottom, width - 0.13, height))
    figure.axes[0].legend(frameon=False, fontsize=7.5)


def _draw_luck(figure: Figure, box: Box, rows: Rows, words: Words) -> None:
    variants = rows.variants()
    places = iter(panels(figure, box, (len(variants), 2), (0.1, 0.07)))
    for variant in variants:
        left, right = next(places), next(places)
        _draw_shares(left, rows, variant, words)
        _draw_skill(right, rows, variant, words)
        left.set_title(title(variant, words), loc="left")
    figure.axes[0].legend(
        frameon=False,
        fontsize=7,
        ncols=3,
        loc="lower right",
        bbox_to_anchor=(1.03, 0.985),
        columnspacing=1,
        handlelength=1.2,
    )


def _draw_shares(axes: Axes, rows: Rows, variant: Variant, words: Words) -> None:
    found = [
        rows.find("luck", variant, [] if terminals == 3 else [f"terminals={terminals}"], "random", "random")
        for terminals in range(1, 6)
    ]
    at = [number for number, row in enumerate(found, 1) if row is not None]
    reached = [0.0] * len(at)
    for name, colour in (("board", "#c9b458"), ("talon", "#5d86a8"), ("answers", "#b86a4b")):
        shares = [100 * quantity(row, f"luck-of-{name}").value for row in found if row is not None]
        axes.bar(at, shares, 0.6, bottom=reached, color=colour, label=words[name])
        for x, low, share in zip(at, reached, shares, strict=True):
            if share > 4:
                axes.text(x, low + share / 2, f"{share:.0f}", ha="center", va="center", size=7)
        reached = [low + share for low, share in zip(reached, shares, strict=True)]
        if name != "answers":
            # What the answers decide is known as well as what they do not.
            shares_of = [quantity(row, "luck-of-answers") for row in found if row is not None]
            reach = [100 * (each.high - each.value) for each in shares_of]
            beside = [each + 0.2 for each in at]
            axes.errorbar(beside, reached, reach, fmt="none", ecolor="black", elinewidth=0.8, capsize=2)
    axes.set_ylim(0, 104)
    axes.set_ylabel(words["share"])
    axes.set_xlabel(words["terminals"])
    axes.set_xticks(at)


def _draw_skill(axes: Axes, rows: Rows, variant: Variant, words: Words) -> None:
    names = [player for player in PLAYERS if any(_of_start(rows, variant, player))]
    for start, shift, mark, inside in (("2", -0.14, "o", None), ("5", 0.14, "s", "white")):
        for y, player in enumerate(names):
            found = percent(rows.find("rate", variant, (), player, start))
            if found:
                axes.errorbar(
                    found[0], y + shift, xerr=[[found[1]], [found[2]]], marker=mark, ms=5,
                    color=COLOURS[player], markerfacecolor=inside or COLOURS[player], lw=1,
                    label=words["from"].format(start=start) if y == 0 else None,
                )  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.set_xlim(0, 100)
    axes.set_xlabel(words["rate"])
    axes.legend(frameon=False, fontsize=7, loc="lower right")
    axes.grid(axis="x", color=_GRID, lw=_GRID_WIDTH)


def _of_start(rows: Rows, variant: Variant, player: str) -> Iterator[Row]:
    found: Sequence[Row | None] = [rows.find("rate", variant, (), player, start) for start, _ in _SIDES]
    return (row for row in found if row is not None)


PLAY_PAGES = (
    Page(
        "length", ("profiles",), _has("profile"), _draw_length, (("long", LONG_PASS), ("rest", LONGEST_REST))
    ),
    Page("places", ("profiles",), _has("profile"), _draw_places),
    Page("worth", ("worth",), _has("worth"), _draw_worth),
    Page("luck", ("usual", "advised", "luck"), _has("luck"), _draw_luck),
)
"""Pages on what happens in a game."""


def reports(atlas: Atlas) -> dict[str, bytes]:
    """The report in every language; none where there is no page whose cells were measured."""
    rows = Rows(atlas.rows)
    if not any(page.has(rows) for page in (*RATE_PAGES, *PLAY_PAGES)):
        return {}
    return {language: report(atlas, language) for language in LANGUAGES}


def report(atlas: Atlas, language: str) -> bytes:
    """The report as a PDF: of the pages it can have those whose cells were measured."""
    return bind(partial(_pages, atlas, language), WORDS[language]["title"])


def _pages(atlas: Atlas, language: str, paper: Paper) -> Iterator[Figure]:
    rows, words = Rows(atlas.rows), WORDS[language]
    wanted = [page for page in (*RATE_PAGES, *PLAY_PAGES) if page.has(rows)]
    for number, page in enumerate(wanted, 1):
        figure = paper.figure()
        top = _introduce(figure, atlas, language, paper) if number == 1 else 0.955
        top = paper.head(figure, words[f"{page.name}.title"], _note(page, words), language, top)
        page.draw(figure, (LEFT, 0.085, RIGHT, top), rows, words)
        foot = words["page"].format(page=number, pages=len(wanted))
        figure.text(RIGHT, 0.025, foot, ha="right", color=PALE, size=7)
        command = f"printkit balance {atlas.game} --only {','.join(page.groups)}"
        figure.text(LEFT, 0.025, command, color=PALE, size=7)
        yield figure


def _note(page: Page, words: Words) -> str:
    return words[f"{page.name}.note"].format(**dict(page.facts))


def _introduce(figure: Figure, atlas: Atlas, language: str, paper: Paper) -> float:
    """The book's title and what holds for all of it; gives where it ends."""
    words = WORDS[language]
    games = sum(row.cell.measure.games for row in atlas.rows)
    subtitle = words["subtitle"].format(cells=f"{len(atlas.rows):,}", games=f"{games:,}", version=__version__)
    name = f"balance-{atlas.game}"
    text = words["intro"].format(csv=f"{name}.csv", json=f"{name}.json")
    top = paper.head(figure, words["title"], subtitle, language, size=24)
    top = paper.paragraph(figure, text, top + 0.01, language)
    return paper.paragraph(figure, words["players"], top - 0.006, language) - 0.022
