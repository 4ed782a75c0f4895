"""What the rules of Youscout know of the table and of words, to hold a kit's other files to."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.proof import TableFacts

__all__ = ["TABLE"]

_MAJORS = (
    ("愚者", "Fool"),
    ("魔術師", "Magician"),
    ("女教皇", "High Priestess"),
    ("女帝", "Empress"),
    ("皇帝", "Emperor"),
    ("法王", "Hierophant"),
    ("恋人", "Lovers"),
    ("戦車", "Chariot"),
    ("力", "Strength"),
    ("隠者", "Hermit"),
    ("運命の輪", "Wheel of Fortune"),
    ("正義", "Justice"),
    ("吊るされた男", "Hanged Man"),
    ("死神", "Death"),
    ("節制", "Temperance"),
    ("悪魔", "Devil"),
    ("塔", "Tower"),
    ("星", "Star"),
    ("月", "Moon"),
    ("太陽", "Sun"),
    ("審判", "Judgement"),
    ("世界", "World"),
)
# Which way the token goes, what a comparison says, and whose numbers are meant (youscout §2.3, §4).
_WAYS = {"forward": ("順", "forward"), "backward": ("逆", "backward"), "across": ("応", "across")}
_ANSWERS = {"yes": ("大", "if greater"), "no": ("否", "if not")}
_SUITS = {
    "sword": ("ソード", "Swords"),
    "coin": ("コイン", "Coins"),
    "cup": ("カップ", "Cups"),
    "wand": ("ワンド", "Wands"),
}
_RANKS = (
    *(("のエース", "Ace"), ("の2", "Two"), ("の3", "Three"), ("の4", "Four"), ("の5", "Five")),
    *(("の6", "Six"), ("の7", "Seven"), ("の8", "Eight"), ("の9", "Nine"), ("の10", "Ten")),
    *(("のペイジ", "Page"), ("のナイト", "Knight"), ("のクイーン", "Queen"), ("のキング", "King")),
)
_CARDS = {
    **{f"major-{number:02}": pair for number, pair in enumerate(_MAJORS)},
    **{
        f"{suit}s-{rank:02}": (f"{words[0]}{ja}", f"{en} of {words[1]}")
        for suit, words in _SUITS.items()
        for rank, (ja, en) in enumerate(_RANKS, 1)
    },
}
_LINES = {
    "line-1": ("初爻", "1st line"),
    "line-2": ("二爻", "2nd line"),
    "line-3": ("三爻", "3rd line"),
    "line-4": ("四爻", "4th line"),
    "line-5": ("五爻", "5th line"),
    "line-6": ("上爻", "Top line"),
    "sw": ("ソード", "Swords"),
    "co": ("コイン", "Coins"),
    "x": ("残る終わりの札", "Other terminal"),
    "d": ("捨て札", "Discards"),
    "t": ("山札", "Talon"),
}
_TRIGRAMS = {"upper": ("上卦", "Upper trigram"), "lower": ("下卦", "Lower trigram")}


def _group(pattern: str, words: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {pattern.format(key): dict(zip(("ja", "en"), pair, strict=True)) for key, pair in words.items()}


TABLE = TableFacts(
    suits={"sword": ("Sw", "blue"), "coin": ("Co", "gold"), "cup": ("Cu", "red"), "wand": ("Wa", "green")},
    words=(
        _group("card.{}.name", _CARDS),
        _group("suit.{}.name", _SUITS),
        _group("legend.{}", _WAYS),
        _group("legend.{}", _ANSWERS),
        _group("mat.{}", _LINES),
        _group("token.{}", _TRIGRAMS),
    ),
    order=("1", "2", "3", "4", "5", "6"),
    # The lines of one place in both trigrams face each other (youscout §2.2).
    across=frozenset(frozenset(pair) for pair in (("1", "4"), ("2", "5"), ("3", "6"))),
    # Cups decide in the lower trigram, coins in the upper (youscout §4.2).
    suit_of={
        **dict.fromkeys(("1", "2", "3"), "cup"),
        **dict.fromkeys(("4", "5", "6"), "coin"),
        "Sw": "sword",
        "Co": "coin",
    },
    # These end a game (youscout §2.4).
    figures=frozenset(("0", "13")),
    # The upper trigram lies above the lower, the first line of both to the right (youscout §2.1).
    above={"4": "1", "5": "2", "6": "3"},
    rows=(("6", "5", "4"), ("3", "2", "1")),
)
"""The facts of the three Youscout games."""
