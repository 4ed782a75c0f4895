"""The cards of Youscout and its canonical number table with its checksum, and the 64 hexagrams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

__all__ = [
    "ATTACK",
    "BOARD_MAJORS",
    "COIN",
    "COURTS",
    "CUP",
    "CUP_DOWN",
    "CUP_UP",
    "DEATH",
    "FOOL",
    "GUARD",
    "HEXAGRAMS",
    "JOY",
    "MAJOR_NAMES",
    "MINORS",
    "NUMBERS",
    "PAIN",
    "SUITS",
    "SWORD",
    "WAND",
    "WAND_DOWN",
    "WAND_UP",
    "Card",
    "Hexagram",
    "hexagram",
    "keeps_checksum",
    "major_number",
    "rank",
    "suit",
]


# ── the cards of Youscout ────────────────────────────────────────────────────────────────────────────────────────────

Card: TypeAlias = str
"""A card's code (youscout §1.2): `Sw1`…`Wa14`, `0`…`21`, with `r` after a reversed major: `8r`."""

SWORD, COIN, CUP, WAND = SUITS = ("Sw", "Co", "Cu", "Wa")
FOOL: Card = "0"
DEATH: Card = "13"

MINORS: tuple[Card, ...] = tuple(sorted(f"{suit}{rank}" for suit in SUITS for rank in range(1, 15)))
"""The 56 minor arcana, sorted as text, as actions are."""

BOARD_MAJORS: tuple[int, ...] = tuple(number for number in range(22) if str(number) not in (FOOL, DEATH))
"""The 20 majors that can lie on the board (youscout §2.1)."""

ATTACK, GUARD, PAIN, JOY, CUP_UP, CUP_DOWN, WAND_UP, WAND_DOWN = range(8)
"""The columns of a major's numbers, two a suit; reversing the card swaps the two of each suit."""

NUMBERS: dict[int, tuple[int, ...]] = {
    0: (0, 5, 5, 5, 5, 5, 3, 5),
    1: (3, 3, 5, 7, 0, 3, 7, 5),
    2: (0, 5, 7, 3, 7, 5, 3, 3),
    3: (3, 3, 0, 3, 7, 5, 5, 7),
    4: (3, 3, 0, 3, 5, 7, 7, 5),
    5: (5, 0, 7, 3, 3, 3, 7, 5),
    6: (3, 3, 5, 3, 5, 7, 7, 0),
    7: (7, 7, 3, 3, 0, 3, 5, 5),
    8: (5, 5, 0, 3, 7, 7, 3, 3),
    9: (0, 7, 7, 3, 3, 3, 5, 5),
    10: (5, 5, 5, 5, 5, 5, 3, 0),
    11: (5, 5, 5, 5, 0, 3, 5, 5),
    12: (3, 5, 3, 7, 3, 5, 0, 7),
    13: (5, 0, 5, 5, 5, 3, 5, 5),
    14: (5, 5, 7, 3, 3, 7, 0, 3),
    15: (5, 3, 3, 7, 5, 0, 3, 7),
    16: (5, 7, 5, 3, 7, 0, 3, 3),
    17: (5, 3, 5, 7, 3, 3, 7, 0),
    18: (3, 7, 0, 7, 5, 5, 3, 3),
    19: (7, 3, 0, 7, 3, 3, 5, 5),
    20: (5, 0, 7, 3, 3, 5, 3, 7),
    21: (0, 5, 3, 7, 7, 3, 3, 5),
}
"""The table of youscout §1.5, upright and unmultiplied; stated here on its own, whatever a kit prints."""

MAJOR_NAMES: tuple[str, ...] = (
    "Fool",
    "Magician",
    "High Priestess",
    "Empress",
    "Emperor",
    "Hierophant",
    "Lovers",
    "Chariot",
    "Strength",
    "Hermit",
    "Wheel of Fortune",
    "Justice",
    "Hanged Man",
    "Death",
    "Temperance",
    "Devil",
    "Tower",
    "Star",
    "Moon",
    "Sun",
    "Judgement",
    "World",
)

COURTS: dict[str, tuple[int, int, int, int]] = {
    "K14": (11, 12, 13, 14),
    "K13a": (11, 12, 12, 13),
    "K13b": (11, 11, 12, 13),
    "K10": (10, 10, 10, 10),
}
"""The values of page, knight, queen, king under each `court` (youscout §1.9)."""

_SPREADS = ((0, 3, 3, 3, 5, 5, 7, 7), (0, 3, 5, 5, 5, 5, 5, 5))


def keeps_checksum(numbers: Sequence[int]) -> bool:
    """Whether eight numbers are one of the two spreads every major of the table has (youscout §1.7)."""
    return tuple(sorted(numbers)) in _SPREADS


def suit(minor: Card) -> str:
    """The suit code of a minor card."""
    return minor[:2]


def rank(minor: Card) -> int:
    """The rank of a minor card, 1 (ace) to 14 (king)."""
    return int(minor[2:])


def major_number(code: Card) -> int:
    """The number of a major, whichever way up it lies."""
    return int(code.removesuffix("r"))


# ── the 64 hexagrams: King Wen numbers and names in Japanese and English, by their six lines ─────────────────────────


class Hexagram(NamedTuple):
    """One hexagram: King Wen number, lines from the lowest up (True unbroken), character and names."""

    number: int
    lines: tuple[bool, ...]
    character: str
    ja: str
    en: str

    @property
    def symbol(self) -> str:
        """The hexagram as one Unicode character."""
        return chr(0x4DC0 + self.number - 1)


_TRIGRAMS = {
    "天": (True, True, True),
    "沢": (True, True, False),
    "火": (True, False, True),
    "雷": (True, False, False),
    "風": (False, True, True),
    "水": (False, True, False),
    "山": (False, False, True),
    "地": (False, False, False),
}
"""The image of each trigram, with its lines from the lowest up."""

_KING_WEN = """
天天乾 The Creative Heaven|地地坤 The Receptive Earth|水雷屯 Difficulty at the Beginning|山水蒙 Youthful Folly
水天需 Waiting|天水訟 Conflict|地水師 The Army|水地比 Holding Together
風天小畜 Small Taming|天沢履 Treading|地天泰 Peace|天地否 Standstill
天火同人 Fellowship|火天大有 Great Possession|地山謙 Modesty|雷地豫 Enthusiasm
沢雷随 Following|山風蠱 Work on the Decayed|地沢臨 Approach|風地観 Contemplation
火雷噬嗑 Biting Through|山火賁 Grace|山地剝 Splitting Apart|地雷復 Return
天雷无妄 Innocence|山天大畜 Great Taming|山雷頤 Mouth Corners|沢風大過 Great Preponderance
水水坎 The Abysmal Water|火火離 The Clinging Fire|沢山咸 Influence|雷風恒 Duration
天山遯 Retreat|雷天大壮 Great Power|火地晋 Progress|地火明夷 Darkening of the Light
風火家人 The Family|火沢睽 Opposition|水山蹇 Obstruction|雷水解 Deliverance
山沢損 Decrease|風雷益 Increase|沢天夬 Breakthrough|天風姤 Coming to Meet
沢地萃 Gathering Together|地風升 Pushing Upward|沢水困 Oppression|水風井 The Well
沢火革 Revolution|火風鼎 The Cauldron|雷雷震 The Arousing Thunder|山山艮 The Keeping Still Mountain
風山漸 Development|雷沢帰妹 The Marrying Maiden|雷火豊 Abundance|火山旅 The Wanderer
風風巽 The Gentle Wind|沢沢兌 The Joyous Lake|風水渙 Dispersion|水沢節 Limitation
風沢中孚 Inner Truth|雷山小過 Small Preponderance|水火既済 After Completion|火水未済 Before Completion
"""
"""In King Wen order: upper trigram, lower trigram, the hexagram's own character, a name in English."""


def _read(number: int, entry: str) -> Hexagram:
    signs, _, english = entry.partition(" ")
    upper, lower, character = signs[0], signs[1], signs[2:]
    japanese = f"{character}為{upper}" if upper == lower else signs
    return Hexagram(number, _TRIGRAMS[lower] + _TRIGRAMS[upper], character, japanese, english)


HEXAGRAMS: tuple[Hexagram, ...] = tuple(
    _read(number, entry) for number, entry in enumerate(_KING_WEN.strip().replace("\n", "|").split("|"), 1)
)

_BY_LINES = {each.lines: each for each in HEXAGRAMS}


def hexagram(lines: Sequence[bool]) -> Hexagram:
    """The hexagram with these six lines, the lowest first (youscout §2.4)."""
    return _BY_LINES[tuple(lines)]
