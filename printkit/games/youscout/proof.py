"""What a kit of Youscout prints and names: cards by the canonical number table, options, words and table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from printkit.errors import InputError
from printkit.games.proof import Fields, Figure, Line, Proof, TableFacts
from printkit.games.youscout.cards import BOARD_MAJORS, COURTS, NUMBERS, keeps_checksum
from printkit.games.youscout.rules import USUAL_GOAL, as_played, checked_row
from printkit.kit.model import Card

__all__ = ["FIGURES", "PAIRS", "PROOF", "TABLE", "numbers_of", "ordinal", "printed_words"]


# ── what the rules of Youscout know of the table and of words ────────────────────────────────────────────────────────

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
_RANK_NAMES = (
    *(("のエース", "Ace"), ("の2", "Two"), ("の3", "Three"), ("の4", "Four"), ("の5", "Five")),
    *(("の6", "Six"), ("の7", "Seven"), ("の8", "Eight"), ("の9", "Nine"), ("の10", "Ten")),
    *(("のペイジ", "Page"), ("のナイト", "Knight"), ("のクイーン", "Queen"), ("のキング", "King")),
)
_CARDS = {
    **{f"major-{number:02}": pair for number, pair in enumerate(_MAJORS)},
    **{
        f"{suit}s-{rank:02}": (f"{words[0]}{ja}", f"{en} of {words[1]}")
        for suit, words in _SUITS.items()
        for rank, (ja, en) in enumerate(_RANK_NAMES, 1)
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


# ── what stands on the cards of Youscout, from the canonical number table ────────────────────────────────────────────

PAIRS: dict[str, tuple[str, str]] = {
    "sword": ("attack", "guard"),
    "coin": ("pain", "joy"),
    "cup": ("upstream", "downstream"),
    "wand": ("upstream", "downstream"),
}
"""The four pairs of a major in the order they stand, and what the two numbers are called (youscout §1.5)."""

FIGURES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""How the ranks 1 to 14 are written (youscout §1.1)."""

_RANKS = range(1, len(FIGURES) + 1)
_FIRST_COURT = 11


def numbers_of(cards: Iterable[Card]) -> dict[int, tuple[int, ...]]:
    """The numbers of a kit's majors, as a game takes them: those of the cards that have all four pairs.

    Raises `InputError` for a card with pairs but no whole number of its own, and for two of one number.
    """
    numbers: dict[int, tuple[int, ...]] = {}
    for card in cards:
        pairs = [card.fields.get(name) for name in PAIRS]
        if None in pairs:
            continue
        number = card.fields.get("number")
        if type(number) is not int or not all(isinstance(pair, tuple) for pair in pairs):
            raise InputError(f"the card {card.id} needs a number and four pairs of numbers")
        if number in numbers:
            raise InputError(f"the card {card.id} has the number {number}, which another card has")
        numbers[number] = tuple(each for pair in pairs for each in cast("tuple[int, int]", pair))
    return numbers


def _cards() -> dict[str, Fields]:
    cards: dict[str, Fields] = {}
    for number, row in NUMBERS.items():
        pairs = {name: (row[2 * index], row[2 * index + 1]) for index, name in enumerate(PAIRS)}
        cards[f"major-{number:02}"] = {"number": number, **pairs}
    for suit in PAIRS:
        cards |= {f"{suit}s-{rank:02}": {"suit": suit, "rank": rank} for rank in _RANKS}
    # The two rule cards of the author's full set (youscout §1.3); their rows are proved against the engine elsewhere.
    return cards | {"rule-upper": {}, "rule-lower": {}}


def _lines(fields: Fields, turned: bool, variables: Mapping[str, str]) -> tuple[Line, ...]:
    if "number" in fields:
        return _major_lines(fields, turned)
    if "rank" in fields and "suit" in fields:
        return _minor_lines(fields, variables)
    return ()


def _major_lines(fields: Fields, turned: bool) -> tuple[Line, ...]:
    """Turned by 180°, the two numbers of each suit change places (youscout §1.6)."""
    figures: list[Figure] = []
    for name, parts in PAIRS.items():
        pair = cast("tuple[int, int]", fields.get(name, (-1, -1)))
        row = [Figure(str(number), name, part) for number, part in zip(pair, parts, strict=True)]
        # The first place of the turned row is still the attack: it now holds the other number.
        figures += (
            [Figure(row[1].text, name, parts[0]), Figure(row[0].text, name, parts[1])] if turned else row
        )
    emblems = tuple((name, 2 * index) for index, name in enumerate(PAIRS))
    return Line(tuple(figures), emblems), Line((Figure(str(fields["number"]), "number"),))


def _minor_lines(fields: Fields, variables: Mapping[str, str]) -> tuple[Line, ...]:
    rank = cast(int, fields["rank"])
    text = FIGURES[rank - 1] if rank in _RANKS else str(rank)
    line = Line((Figure(text, "rank"),), ((str(fields["suit"]), -1),))
    value = variables.get(str(rank)) if rank >= _FIRST_COURT else None
    return (line,) if value is None else (line, Line((Figure(value, "value"),), needed=False))


def _wrong(fields: Fields) -> str:
    if "number" not in fields:
        return ""
    numbers = [number for name in PAIRS for number in cast("tuple[int, int]", fields.get(name, ()))]
    if keeps_checksum(numbers):
        return ""
    return f"{numbers} (sum {sum(numbers)}) is neither spread every major has: 0 3 3 3 5 5 7 7 or 0 3 5 5 5 5 5 5"


def _played(fields: Fields, turned: bool, influence: str) -> dict[str, tuple[int, int]]:
    """The pairs as the engine's own rules use them."""
    row = [number for name in PAIRS for number in cast("tuple[int, int]", fields[name])]
    numbers = as_played(checked_row(BOARD_MAJORS[0], row), influence)[turned]
    return {name: (numbers[2 * index], numbers[2 * index + 1]) for index, name in enumerate(PAIRS)}


PROOF = Proof(
    cards=_cards(),
    lines=_lines,
    wrong=_wrong,
    printed={
        "court": tuple(COURTS),
        "influence": ("2", "1", "1.5", "3"),
        "terminals": ("3", "1", "2", "4", "5", "6"),
    },
    played=_played,
    factor="influence",
    identity=("number", "suit", "rank"),
    table=TABLE,
)
"""The proof of a deck for Youscout, original and simplified."""


# ── what the options of a game put on paper: the words a kit's texts may name ────────────────────────────────────────


def printed_words(options: Mapping[str, str]) -> Mapping[str, str]:
    """Factor, terminals, winning places, court values by rank (11 to 14), as printed."""
    court = {str(rank): str(value) for rank, value in enumerate(COURTS[options["court"]], 11)}
    terminals = options["terminals"]
    goal = options.get("goal", USUAL_GOAL).split("-")
    return {
        **_wins("lower", goal[0]),
        **_wins("upper", goal[1]),
        "influence": options["influence"],
        "terminals": terminals,
        "terminals-ordinal-en": ordinal(int(terminals)),
        **({"comparison": options["comparison"]} if "comparison" in options else {}),
        **court,
    }


def _wins(start: str, places: str) -> dict[str, str]:
    """The places that win after that start: one after the other, and as a choice in each language."""
    english = " or ".join(filter(None, (", ".join(places[:-1]), places[-1])))
    return {
        f"{start}-wins": ", ".join(places),
        f"{start}-wins-en": english,
        f"{start}-wins-ja": "か".join(places),
    }


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `21st` …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
