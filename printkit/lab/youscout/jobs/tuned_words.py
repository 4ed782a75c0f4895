"""The words of a tuned kit: a text of the usual books and what was tuned come in, the text true of it goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from printkit.games.youscout.board import LOWER
from printkit.games.youscout.printed import ordinal
from printkit.lab.youscout.jobs.tuned_books import FirstGame, terminal_of
from printkit.lab.youscout.jobs.tuned_piles import pile_words

__all__ = ["Said", "puzzle_words", "rule_words", "walkthrough_words"]

Changes = Iterator[tuple[str, str]]

_COURTS = {"K14": "14 13 12 11", "K13a": "13 12 12 11", "K13b": "13 12 11 11", "K10": "10 10 10 10"}
_TIMES_JA = {"1": "一", "2": "二", "3": "三", "4": "四", "5": "五"}
_TIMES_EN = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth"}
_FACTORS = ("2", "1", "1.5", "3")

_RULE_OF_THUMB = {
    "en": (
        "Who cannot imagine thousands of talons still wins far more than by lot with a rule that fits on a card."
        " It was found by comparing both answers at tens of thousands of choices;"
        " no further condition made it much better.",
        "Who cannot imagine thousands of talons may play by a rule that fits on a card.",
    ),
    "ja": (
        "山を想像できなくても、次の決まりを覚えれば、くじ任せよりずっと勝てます。"
        "元祖と略式で何万という選びを比べて見つけたもので、条件を足してもほとんど良くなりませんでした。",
        "山を想像できないときは、次の決まりで選べます。",
    ),
}
"""What the walkthrough says of the usual rule, and what can be said of any: how good it is, its rates tell."""


class Said(NamedTuple):
    """What the words must be true of: the options of the kit with the usual ones, places that win, first game, thumbs.

    `wins` has for a lower and an upper start the places as words in the language; `thumbs` the lines of the rules of
    thumb, by game; `last` is the place on which the rule book shows the last terminal; `talons` is whether any
    puzzle has more than one talon.
    """

    language: str
    options: Mapping[str, str]
    wins: tuple[str, str]
    first: FirstGame
    thumbs: Mapping[str, str]
    last: int
    talons: bool = True


def rule_words(text: str, said: Said) -> str:
    """The rule book."""
    piles = pile_words(said.language, said.options)
    return _changed(text, (*_told(said), *piles, *_agreed(said)))


def puzzle_words(text: str, said: Said) -> str:
    """The puzzle book."""
    return _changed(text, (*_doubled(said), *(() if said.talons else _ONE_TALON[said.language])))


def _doubled(said: Said) -> Changes:
    """What is done to the numbers beside the cards."""
    influence = said.options["influence"]
    words = {
        "en": ("**already doubled**", f"**already multiplied by {influence}**"),
        "ja": ("**2倍してあり**", f"**{influence}倍してあり**"),
    }
    if influence == "1":
        words = {
            "en": ("**already doubled** and as the card lies", "as the card lies"),
            "ja": ("**2倍してあり**、向きも", "向きも"),
        }
    if influence != "2":
        yield words[said.language]


def walkthrough_words(text: str, said: Said) -> str:
    """The walkthrough: its rules of thumb, each a line that begins with the game's name."""
    names = {
        "en": {"youscout": "- **Original**: ", "youscout-simplified": "- **Simplified**: "},
        "ja": {"youscout": "- **元祖**：", "youscout-simplified": "- **略式**："},
    }[said.language]
    for game_id, line in said.thumbs.items():
        text = _replaced(text, rf"(?m)^{re.escape(names[game_id])}.*$", names[game_id] + line)
    return _changed(text, (_RULE_OF_THUMB[said.language],))


def _changed(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """The text with each phrase, which must stand in it once, in its new words."""
    for old, new in changes:
        if text.count(old) != 1:
            raise LookupError(f"{old!r} stands {text.count(old)} times in the usual text")
        text = text.replace(old, new)
    return text


def _replaced(text: str, pattern: str, new: str) -> str:
    changed, count = re.subn(pattern, lambda match: new, text)
    if count != 1:
        raise LookupError(f"{pattern!r} fits {count} places of the usual text")
    return changed


_ONE_TALON = {
    "en": (
        ("# Three talons, and the solutions {#passes}", "# The solutions {#passes}"),
        (
            "Where a puzzle says “Talon × 3”, the terminal comes three times. The rows 2 and 3 are the orders after"
            " shuffling. Cards that lie on the board, on Sw or on Co are not in the talon then: **skip** them. When the"
            " terminal comes, the discards and all that is left go into the next talon.\n\n",
            "",
        ),
    ),
    "ja": (
        ("# 三つの山と解答 {#passes}", "# 解答 {#passes}"),
        (
            "「山 × 3」とある問いでは、終わりの札が三度出ます。2と3の行は、切り直した後に引く順番です。"
            "そのとき盤の上やSw、Coにある札は山にありませんから、**飛ばして**次を引きます。"
            "終わりの札が出たら、捨て札と残りをまとめて次の山に移ります。\n\n",
            "",
        ),
    ),
}
"""What the puzzle book says of three talons, and what it says where no puzzle has them."""

_SENTENCES = {
    "en": (
        (
            "# The cards {#cards}",
            "**This deck is a variant.** A search for a game with evener starts found its numbers; they are not those"
            " of the author's game. What is agreed on for it stands in bold at the [end](#options).\n\n"
            "# The cards {#cards}",
        ),
        (
            "Usually all numbers of the board count **double**. You may also agree on ×1, ×1.5 (rounded up) or ×3.",
            "All numbers of the board count **×<influence>**<rounded>. You may also agree on another factor.",
        ),
        (
            "Usually the **third** time is the last. For a short game play until the first.",
            "Here the **<time>** time is the last.<short>",
        ),
        (
            "in the upper trigram you win if the token is on **5 or 6**, after a start in the lower one on **2 or 5**.",
            "in the upper trigram you win if the token is on **<above>**,"
            " after a start in the lower one on **<below>**.",
        ),
        (
            "after a start in the upper trigram: the token is on 6.",
            "after a start in the upper trigram: the token is on <last>.",
        ),
        (
            "The board is, from below, 14, 3r, 17r, 12r, 20, 2. The token starts on 5, so the terminal is 0.",
            "The board is, from below, <laid>. The token starts on <start>, so the terminal is <terminal>.",
        ),
        (
            "Won: begun in the upper trigram, ended on 5 or 6.",
            "Won: begun in the <trigram> trigram, ended on <end>.",
        ),
        ("What is usual stands in bold.", "What this variant is played with stands in bold."),
    ),
    "ja": (
        (
            "# 札 {#cards}",
            "**この一組は変種です。**始める所の差が小さくなるように計算で探した数で、作者のゲームの数とは違います。"
            "この変種の取り決めは、[取り決め](#options)に太字で示します。\n\n# 札 {#cards}",
        ),
        (
            "盤の数は**2倍**して使うのが普通です。1倍、1.5倍（端数は切り上げ）、3倍も選べます。",
            "盤の数は**<influence>倍**して使います<rounded>。ほかの倍率も選べます。",
        ),
        (
            "普通は**三度**で終わります。短く遊ぶなら一度にします。",
            "この変種は**<time>度**で終わります。<short>",
        ),
        (
            "上卦から始めたなら、駒が**5か6**にいれば勝ち。下卦から始めたなら、**2か5**にいれば勝ちです。",
            "上卦から始めたなら、駒が**<above>**にいれば勝ち。下卦から始めたなら、**<below>**にいれば勝ちです。",
        ),
        ("最後の終わりの札。駒は6にいる。", "最後の終わりの札。駒は<last>にいる。"),
        (
            "盤は下から 14、3r、17r、12r、20、2。駒は5から始めるので、終わりの札は0です。",
            "盤は下から <laid>。駒は<start>から始めるので、終わりの札は<terminal>です。",
        ),
        ("勝ち。上卦から始めて、5か6で終わった。", "勝ち。<trigram>から始めて、<end>で終わった。"),
        ("太字が普通です。", "太字が、この変種の取り決めです。"),
    ),
}
"""Sentences of the rule book that a variant changes, each with what it then says; in <> what `_facts` has."""


class _Words(NamedTuple):
    """A language's words for what the changed sentences and the table of agreements are made of.

    `equal` are what an equal number does, the usual first; `rows` are the last row of the table and one put after it.
    """

    comma: str
    rounded: str
    short: str
    lower: str
    upper: str
    factor: str
    swaps: Mapping[str, str]
    equal: tuple[str, str]
    rows: tuple[str, str]


_WORDS = {
    "en": _Words(
        comma=", ",
        rounded=", rounded up",
        short=" For a short game play until the first.",
        lower="lower",
        upper="upper",
        factor="×{}",
        swaps={"memorial": "always", "expansive": "expansive", "solid": "solid"},
        equal=("loses", "wins"),
        rows=(
            "| Equal in a contest (simplified) | {} | [6.4](#6.4) |",
            "| Winning places | **{}** after a start below, **{}** after one above | [3.3](#3.3) |",
        ),
    ),
    "ja": _Words(
        comma="、",
        rounded="（端数は切り上げ）",
        short="短く遊ぶなら一度にします。",
        lower="下卦",
        upper="上卦",
        factor="{}倍",
        swaps={"memorial": "いつも", "expansive": "拡張", "solid": "堅実"},
        equal=("負け", "勝ち"),
        rows=(
            "| 競いの同点（略式） | {} | [6.4](#6.4) |",
            "| 勝ちになる爻 | 下卦からは**{}**、上卦からは**{}** | [3.3](#3.3) |",
        ),
    ),
}


def _told(said: Said) -> Changes:
    """The sentences of the rule book with what is so under this kit's options."""
    facts = _facts(said)
    for usual, new in _SENTENCES[said.language]:
        yield usual, re.sub(r"<(\w+)>", lambda match: facts[match[1]], new)


def _facts(said: Said) -> dict[str, str]:
    options, first, words = said.options, said.first, _WORDS[said.language]
    terminals = options["terminals"]
    times = {
        "en": _TIMES_EN.get(terminals, ordinal(int(terminals))),
        "ja": _TIMES_JA.get(terminals, terminals),
    }
    return {
        "influence": options["influence"],
        "rounded": words.rounded if options["influence"] == "1.5" else "",
        "time": times[said.language],
        "short": words.short if terminals != "1" else "",
        "below": said.wins[0],
        "above": said.wins[1],
        "last": str(said.last),
        "laid": words.comma.join(first.laid),
        "start": str(first.start),
        "terminal": terminal_of(first.start),
        "trigram": words.lower if first.start in LOWER else words.upper,
        "end": str(first.end),
    }


def _agreed(said: Said) -> Changes:
    """The rows of the table of agreements: what this kit is played with in bold and first, and the places that win."""
    options, words = said.options, _WORDS[said.language]

    def bold_first(chosen: str, known: Iterable[str]) -> str:
        return words.comma.join((f"**{chosen}**", *(each for each in known if each != chosen)))

    factors = tuple(map(words.factor.format, _FACTORS))
    for chosen, known in (
        (options["terminals"], ("3", "1", "2", "…")),
        (words.factor.format(options["influence"]), factors),
        (_COURTS[options["court"]], tuple(_COURTS.values())),
        (words.swaps[options["swap"]], tuple(words.swaps.values())),
    ):
        yield f"| {bold_first(known[0], known)} |", f"| {bold_first(chosen, known)} |"
    equal, wins = words.rows
    says = words.equal[options.get("comparison") == "greater-equal"]
    told = equal.format(bold_first(says, words.equal)), wins.format(*said.wins)
    yield equal.format(bold_first(words.equal[0], words.equal)), "\n".join(told)
