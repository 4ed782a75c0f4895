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


# Words in the sentences of rule cards and start cards (youscout §4, §5).
_MOVES = {**_WAYS, "stay": ("とどまる", "stay")}
_PILES = {"forward-note": ("応の山", "across"), "stay-note": ("ここの山", "here")}
_POINTERS = {"here": ("ここ", "here"), "there": ("先", "there"), "drawn": ("引いた札", "drawn")}
_RESULTS = {"won": ("勝ち", "won"), "lost": ("負け", "lost")}
_UPPER_LOWER = {"upper": ("上卦", "upper"), "lower": ("下卦", "lower")}
_GOALS = {name: (f"{{{name}-wins", f"{{{name}-wins") for name in ("upper", "lower")}
# Where a token in that trigram goes with a card of that suit (youscout §4).
_RULES = {
    "upper": {"cup": "forward", "sword": "backward", "wand": "across", "coin": "stay"},
    "lower": {"coin": "forward", "wand": "backward", "sword": "across", "cup": "stay"},
}
# The places of a trigram and the card that ends its game (youscout §2.1, §3.1).
_ENDS = {"upper": "4–6 0", "lower": "1–3 13"}
# The order of places, and those that lie across from one another (youscout §2.2).
_ORDER = ("1", "2", "3", "4", "5", "6")
_PAIRS = (("1", "4"), ("2", "5"), ("3", "6"))
# Without both terminals, six on the places, Justice and Strength exchanged (youscout §2.1, §2.3); then the trigram's.
_SET_UP = "0 13 1 6 8 11 11 8"
_SET_UP_JA = "0 13 6 1 8 11 11 8"
# What a game together pays.
_PAYS = {"en": "0 3 6 2 5 13 3 2 2 5", "ja": "0 6 3 5 2 13 2 3 5 2"}
_NUMBERS: dict[str, str | dict[str, str]] = {
    **{
        f"{rules}.{trigram}.{foot}": numbers
        for rules in ("rule", "simple")
        for trigram, numbers in _ENDS.items()
        for foot in ("foot", "foot-short")
    },
    **{f"together.upper.{foot}": _PAYS for foot in ("foot", "foot-short")},
    "together.lower.foot-short": {"en": "1 3", "ja": "3 1"},
    "start.set-up": {"en": f"{_SET_UP} 4–6 0 1–3 13", "ja": f"0 21 {_SET_UP_JA} 4–6 0 1–3 13"},
    "start.ways": " ".join((*_ORDER, _ORDER[0], *(place for pair in _PAIRS for place in pair))),
    "start.upper-places": "4–6",
    "start.lower-places": "1–3",
    "start.play": {"en": "0 13", "ja": "1 0 13 2"},
    "mat.x-note": "0 13",
    "mat.t-note": {"en": "0 13", "ja": "0 13 1"},
    "overlay.step-5": "8 11 8 11",
    "puzzles.goal-lower": "13",
    "puzzles.goal-upper": "0",
    "puzzles.goal-find": "1–3 13 4–6 0",
    "narration.place": "0 13",
}


def _group(pattern: str, words: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {pattern.format(key): dict(zip(("ja", "en"), pair, strict=True)) for key, pair in words.items()}


def _moved(trigram: str) -> dict[str, dict[str, str]]:
    return _group(f"rule.{trigram}.{{}}", {suit: _MOVES[move] for suit, move in _RULES[trigram].items()})


TABLE = TableFacts(
    suits={"sword": ("Sw", "blue"), "coin": ("Co", "gold"), "cup": ("Cu", "red"), "wand": ("Wa", "green")},
    words=(
        _group("card.{}.name", _CARDS),
        _group("suit.{}.name", _SUITS),
        _group("legend.{}", _WAYS),
        _group("legend.{}", _ANSWERS),
        _group("mat.{}", _LINES),
        _group("token.{}", _TRIGRAMS),
        _group("start.{}", _POINTERS),
        _group("start.turn-{}", _POINTERS),
    ),
    phrases=(
        *(_moved(trigram) for trigram in _RULES),
        _group("start.{}", _MOVES),
        _group("start.{}", _PILES),
        _group("start.{}", _UPPER_LOWER),
        _group("start.turn-{}", _RESULTS),
        *(_group(f"{rules}.{{}}.title", _UPPER_LOWER) for rules in ("rule", "simple", "together")),
        _group("start.{}-win", _GOALS),
        _group("puzzles.goal-{}", _GOALS),
        *(
            _group(f"{rules}.{{}}.{foot}", _GOALS)
            for rules in ("rule", "simple")
            for foot in ("foot", "foot-short")
        ),
    ),
    numbers=_NUMBERS,
    order=_ORDER,
    across=frozenset(map(frozenset, _PAIRS)),
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
