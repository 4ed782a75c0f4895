"""The words of a tuned kit: a text of the usual books and what was tuned come in, the text true of it goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from printkit.games.youscout.board import LOWER
from printkit.games.youscout.printed import ordinal
from printkit.jobs.tuned_books import FirstGame, terminal_of
from printkit.jobs.tuned_piles import pile_words

__all__ = ["Said", "puzzle_words", "rule_words", "walkthrough_words"]

Changes = Iterator[tuple[str, str]]

_COURTS = {"K14": "14 13 12 11", "K13a": "13 12 12 11", "K13b": "13 12 11 11", "K10": "10 10 10 10"}
_TIMES_JA = {"1": "一", "2": "二", "3": "三", "4": "四", "5": "五"}
_SWAPS = {
    "en": {"memorial": "always", "expansive": "expansive", "solid": "solid"},
    "ja": {"memorial": "いつも", "expansive": "拡張", "solid": "堅実"},
}


class Said(NamedTuple):
    """What the words must be true of: the options of the kit with the usual ones, places that win, first game, thumbs.

    `wins` has for a lower and an upper start the places as words in the language; `thumbs` the lines of the rules of
    thumb, by game; `last` is the place on which the rule book shows the last terminal.
    """

    language: str
    options: Mapping[str, str]
    wins: tuple[str, str]
    first: FirstGame
    thumbs: Mapping[str, str]
    last: int


def rule_words(text: str, said: Said) -> str:
    """The rule book."""
    piles = pile_words(said.language, said.options)
    return _changed(text, (*_RULES[said.language](said), *piles, *_agreed(said)))


def puzzle_words(text: str, said: Said) -> str:
    """The puzzle book."""
    influence = said.options["influence"]
    if influence == "2":
        return text
    words = {
        "en": ("**already doubled**", f"**already multiplied by {influence}**"),
        "ja": ("**2倍してあり**", f"**{influence}倍してあり**"),
    }
    if influence == "1":
        words = {
            "en": ("**already doubled** and as the card lies", "as the card lies"),
            "ja": ("**2倍してあり**、向きも", "向きも"),
        }
    return _changed(text, (words[said.language],))


def walkthrough_words(text: str, said: Said) -> str:
    """The walkthrough: its rules of thumb, each a line that begins with the game's name."""
    names = {
        "en": {"youscout": "- **Original**: ", "youscout-simplified": "- **Simplified**: "},
        "ja": {"youscout": "- **元祖**：", "youscout-simplified": "- **略式**："},
    }[said.language]
    for game_id, line in said.thumbs.items():
        text = _replaced(text, rf"(?m)^{re.escape(names[game_id])}.*$", names[game_id] + line)
    sentence = {
        "en": (
            " It was found by comparing both answers at tens of thousands of choices;"
            " no further condition made it much better."
        ),
        "ja": "元祖と略式で何万という選びを比べて見つけたもので、条件を足してもほとんど良くなりませんでした。",
    }[said.language]
    return _changed(text, ((sentence, ""),))


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


def _english(said: Said) -> Changes:
    options, first = said.options, said.first
    below, above = said.wins
    yield (
        "# The cards {#cards}",
        "**This deck is a variant.** A search for a game with evener starts found its numbers; they are not those of"
        " the author's game. What is agreed on for it stands in bold at the [end](#options).\n\n# The cards {#cards}",
    )
    yield (
        "Usually all numbers of the board count **double**. You may also agree on ×1, ×1.5 (rounded up) or ×3.",
        f"All numbers of the board count **×{options['influence']}**{_rounded('en', options)}."
        " You may also agree on another factor.",
    )
    count = int(options["terminals"])
    yield (
        "Usually the **third** time is the last. For a short game play until the first.",
        f"Here the **{ordinal(count)}** time is the last."
        + (" For a short game play until the first." if count > 1 else ""),
    )
    yield (
        "in the upper trigram you win if the token is on **5 or 6**, after a start in the lower one on **2 or 5**.",
        f"in the upper trigram you win if the token is on **{above}**, after a start in the lower one on **{below}**.",
    )
    yield (
        "after a start in the upper trigram: the token is on 6.",
        f"after a start in the upper trigram: the token is on {said.last}.",
    )
    yield (
        "The board is, from below, 14, 3r, 17r, 12r, 20, 2. The token starts on 5, so the terminal is 0.",
        f"The board is, from below, {', '.join(first.laid)}. The token starts on {first.start},"
        f" so the terminal is {terminal_of(first.start)}.",
    )
    trigram = "lower" if first.start in LOWER else "upper"
    yield (
        "Won: begun in the upper trigram, ended on 5 or 6.",
        f"Won: begun in the {trigram} trigram, ended on {first.end}.",
    )
    yield "What is usual stands in bold.", "What this variant is played with stands in bold."


def _japanese(said: Said) -> Changes:
    options, first = said.options, said.first
    below, above = said.wins
    yield (
        "# 札 {#cards}",
        "**この一組は変種です。**始める所の差が小さくなるように計算で探した数で、作者のゲームの数とは違います。"
        "この変種の取り決めは、[取り決め](#options)に太字で示します。\n\n# 札 {#cards}",
    )
    yield (
        "盤の数は**2倍**して使うのが普通です。1倍、1.5倍（端数は切り上げ）、3倍も選べます。",
        f"盤の数は**{options['influence']}倍**して使います{_rounded('ja', options)}。ほかの倍率も選べます。",
    )
    count = int(options["terminals"])
    yield (
        "普通は**三度**で終わります。短く遊ぶなら一度にします。",
        f"この変種は**{_TIMES_JA.get(options['terminals'], options['terminals'])}度**で終わります。"
        + ("短く遊ぶなら一度にします。" if count > 1 else ""),
    )
    yield (
        "上卦から始めたなら、駒が**5か6**にいれば勝ち。下卦から始めたなら、**2か5**にいれば勝ちです。",
        f"上卦から始めたなら、駒が**{above}**にいれば勝ち。下卦から始めたなら、**{below}**にいれば勝ちです。",
    )
    yield "最後の終わりの札。駒は6にいる。", f"最後の終わりの札。駒は{said.last}にいる。"
    yield (
        "盤は下から 14、3r、17r、12r、20、2。駒は5から始めるので、終わりの札は0です。",
        f"盤は下から {'、'.join(first.laid)}。駒は{first.start}から始めるので、"
        f"終わりの札は{terminal_of(first.start)}です。",
    )
    trigram = "下卦" if first.start in LOWER else "上卦"
    yield "勝ち。上卦から始めて、5か6で終わった。", f"勝ち。{trigram}から始めて、{first.end}で終わった。"
    yield "太字が普通です。", "太字が、この変種の取り決めです。"


_RULES: Mapping[str, Callable[[Said], Changes]] = {"en": _english, "ja": _japanese}


def _rounded(language: str, options: Mapping[str, str]) -> str:
    """What ×1.5 needs said."""
    if options["influence"] != "1.5":
        return ""
    return {"en": ", rounded up", "ja": "（端数は切り上げ）"}[language]


def _agreed(said: Said) -> Changes:
    """The rows of the table of agreements: what this kit is played with in bold and first, and the places that win."""
    options, language = said.options, said.language
    below, above = said.wins
    if language == "en":
        yield "| **3**, 1, 2, … |", f"| {_bold_first(options['terminals'], ('3', '1', '2', '…'), ', ')} |"
        factors = _bold_first(f"×{options['influence']}", ("×2", "×1", "×1.5", "×3"), ", ")
        yield "| **×2**, ×1, ×1.5, ×3 |", f"| {factors} |"
        courts = _bold_first(_COURTS[options["court"]], tuple(_COURTS.values()), ", ")
        yield "| **14 13 12 11**, 13 12 12 11, 13 12 11 11, 10 10 10 10 |", f"| {courts} |"
        swaps = _bold_first(_SWAPS["en"][options["swap"]], tuple(_SWAPS["en"].values()), ", ")
        yield "| **always**, expansive, solid |", f"| {swaps} |"
        equal = "wins" if options.get("comparison") == "greater-equal" else "loses"
        yield (
            "| Equal in a contest (simplified) | **loses**, wins | [6.4](#6.4) |",
            f"| Equal in a contest (simplified) | {_bold_first(equal, ('loses', 'wins'), ', ')} | [6.4](#6.4) |\n"
            f"| Winning places | **{below}** after a start below, **{above}** after one above | [3.3](#3.3) |",
        )
        return
    yield "| **3**、1、2、… |", f"| {_bold_first(options['terminals'], ('3', '1', '2', '…'), '、')} |"
    factors = _bold_first(f"{options['influence']}倍", ("2倍", "1倍", "1.5倍", "3倍"), "、")
    yield "| **2倍**、1倍、1.5倍、3倍 |", f"| {factors} |"
    courts = _bold_first(_COURTS[options["court"]], tuple(_COURTS.values()), "、")
    yield "| **14 13 12 11**、13 12 12 11、13 12 11 11、10 10 10 10 |", f"| {courts} |"
    swaps = _bold_first(_SWAPS["ja"][options["swap"]], tuple(_SWAPS["ja"].values()), "、")
    yield "| **いつも**、拡張、堅実 |", f"| {swaps} |"
    equal = "勝ち" if options.get("comparison") == "greater-equal" else "負け"
    yield (
        "| 競いの同点（略式） | **負け**、勝ち | [6.4](#6.4) |",
        f"| 競いの同点（略式） | {_bold_first(equal, ('負け', '勝ち'), '、')} | [6.4](#6.4) |\n"
        f"| 勝ちになる爻 | 下卦からは**{below}**、上卦からは**{above}** | [3.3](#3.3) |",
    )


def _bold_first(chosen: str, known: tuple[str, ...], mark: str) -> str:
    """What was chosen in bold, then the others."""
    return mark.join((f"**{chosen}**", *(each for each in known if each != chosen)))
