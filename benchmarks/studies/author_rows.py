"""Measures what the report to the authors says: each study is a command, and what is read from what it answers."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from printkit.games.lu_tu import PAYS
from printkit.games.mak_kaik import rank_of
from printkit.games.nam_to import HANDS, Rank, ranks_of
from printkit.games.net_xy import LINES
from printkit.games.paper_cetkaik.deck import DECK
from printkit.games.toolkit.turns import casts
from printkit.solver.statistics import wilson

__all__ = ["ROOT", "STUDIES", "Study", "Values", "measure"]

ROOT = Path(__file__).resolve().parents[2]

Values = dict[str, list[float]]
"""By name the value and the ends of its 95 % interval; of what is exact all three are equal."""


class Study(NamedTuple):
    """The command that answers, and how its answer is read."""

    command: str
    read: Callable[[str], Values]


def measure(name: str) -> dict[str, object]:
    """The command of a study and its values, ready for JSON."""
    study = STUDIES[name]
    values = study.read(study.command)
    return {
        "command": study.command,
        "values": {key: [float(f"{each:.6g}") for each in some] for key, some in values.items()},
    }


# ── ways to read ─────────────────────────────────────────────────────────────────────────────────────────────────


def _output(command: str) -> str:
    """What a command writes to standard output."""
    program, *words = shlex.split(command)
    own = [sys.executable, "-m", "printkit"] if program == "printkit" else [sys.executable]
    return subprocess.run([*own, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _atlas(command: str) -> Values:
    """Rates as `game options player start` and differences as `game options`, in points of 100, and draws a game."""
    with TemporaryDirectory() as out:
        _output(f"{command} --quiet --out {out}")
        cells = json.loads(Path(out, "balance-youscout.json").read_text(encoding="utf-8"))["cells"]
    found: Values = {}
    for cell in cells:
        name = " ".join((cell["game"], *cell["options"]))
        of = cell["quantities"]
        if cell["kind"] != "pair":
            found[f"{name} {cell['player']} {cell['start']}"] = [100 * number for number in of["rate"]]
            found[f"{name} draws"] = of["draws"]
        elif cell["than"]["player"] == cell["player"]:
            found[name] = [100 * number for number in of["difference"]]
    return found


def _printed(pattern: str, over: Sequence[str] = ("",), scale: float = 1) -> Callable[[str], Values]:
    """What the pattern finds in the output: name, value, and the ends of its interval or how far it reaches.

    In the command `N` stands for each of `over`, which the names then end with.
    """

    def read(command: str) -> Values:
        found: Values = {}
        for value in over:
            for name, *numbers in re.findall(pattern, _output(re.sub(r"\bN\b", value, command))):
                found[f"{name} {value}".strip()] = [scale * each for each in _interval(numbers)]
        return found

    return read


def _told(document: str, patterns: Mapping[str, str]) -> Callable[[str], Values]:
    """What a document of ours says that was measured before; each pattern has one to three numbers."""

    def read(command: str) -> Values:
        text = " ".join((ROOT / "docs" / document).read_text(encoding="utf-8").split())
        found: Values = {}
        for name, pattern in patterns.items():
            match = re.search(pattern, text)
            if match is None:
                raise LookupError(f"docs/{document} does not say {name!r}: {pattern}")
            found[name] = _interval(match.groups())
        return found

    return read


def _numbers(command: str) -> Values:
    """The tuned number table: of each major its eight numbers."""
    text = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8").partition("| major | numbers |")[2]
    found = re.findall(r"\| (\d+) \| (\d(?: \d){7}) ", text.partition("\n\n")[0])
    return {
        major: [*map(float, eight.split())] for major, eight in sorted(found, key=lambda each: int(each[0]))
    }


def _interval(numbers: Sequence[str]) -> list[float]:
    """Of one, two or three numbers as they are printed: alone, with ±, or with both ends."""
    value, *rest = (float(each.replace("−", "-").replace(",", "")) for each in numbers if each)
    match rest:
        case [low, high]:
            return [value, low, high]
        case [reach]:
            return [value, value - reach, value + reach]
    return [value] * 3


# ── exact odds, and hands dealt ──────────────────────────────────────────────────────────────────────────────────


def _sticks(command: str) -> Values:
    """新遊: what a stake loses under both readings, and what would be fair. 六裁: throws, and the way of the ox."""
    found: dict[str, Fraction | float] = {}
    for number, (pay, (_, odds)) in enumerate(zip(PAYS, casts(5), strict=True)):
        found[f"pays {number}"] = pay
        found[f"odds {number}"] = 100 * odds
        found[f"kept {number}"] = 100 * (1 - odds * (pay + 1))
        found[f"inside {number}"] = 100 * (1 - odds * pay)
        # As the best number pays now, so would all.
        found[f"even kept {number}"] = (1 + PAYS[2]) * casts(5)[2][1] / odds - 1
        found[f"even inside {number}"] = PAYS[2] * casts(5)[2][1] / odds
    for name, throws in (
        ("sticks", {dark: odds for dark, (_, odds) in enumerate(casts(6))}),
        ("die", dict.fromkeys(range(1, 7), Fraction(1, 6))),
    ):
        found |= {f"{name} {dark}": 100 * throws.get(dark, Fraction()) for dark in range(7)}
        found[f"{name} ox"] = 1 / _ox(throws)
    return {name: [float(value)] * 3 for name, value in found.items()}


def _ox(throws: Mapping[int, Fraction]) -> Fraction:
    """The chance that a pawn nobody sends back meets every lined square of 六裁; a throw of 0 changes nothing."""
    moving = {step: odds / (1 - throws.get(0, 0)) for step, odds in throws.items() if step}
    met = [Fraction(1)]
    for distance in range(1, 5):
        met.append(
            sum(
                (odds * met[distance - step] for step, odds in moving.items() if step <= distance), Fraction()
            )
        )
    return prod(
        (met[after - before] for before, after in pairwise([0, *sorted(LINES)][:-1])), start=Fraction(1)
    )


_NAMES = ("single", "set", "run", *HANDS)


def _hands(command: str) -> Values:
    """開樽: how many in 100 hands of five cards hold each, counted over all; 値戦: over deals at random."""
    counted: Counter[str] = Counter()
    for weight, cards in _five_of(Counter(DECK)):
        for kind in {rank[0] for rank in ranks_of((), cards)}:
            counted[_NAMES[kind]] += weight
    whole = comb(len(DECK), 5)
    found = {f"nam-to {name}": [100 * counted[name] / whole] * 3 for name in _NAMES}
    order = sorted(_NAMES, key=lambda name: -counted[name])
    rng, games = Random(1), 40_000
    changed, levels, other = 0, Counter[int](), 0
    for _ in range(games):
        deal = rng.sample(DECK, 12)
        hands, board = [tuple(sorted(deal[at : at + 2])) for at in (0, 2, 4)], tuple(sorted(deal[6:9]))
        ranks = [ranks_of(hand, board) for hand in hands]
        rare = [_by_rarity(each, order) for each in ranks]
        changed += _best(ranks) != _best(rare)
        three = [tuple(sorted(deal[at : at + 3])) for at in (0, 3, 6)]
        held = [rank_of(hand, tuple(sorted(deal[9:]))) for hand in three]
        levels[held[0][0]] += 1
        other += _best(held) != _best([({2: 3, 3: 2}.get(level, level), *rest) for level, *rest in held])
    for level, name in enumerate(("single", "two", "run", "three")):
        found[f"mak-kaik {name}"] = _share(levels[level], games)
    return found | {
        "deals": [games] * 3,
        "nam-to changed": _share(changed, games),
        "mak-kaik changed": _share(other, games),
    }


def _five_of(left: Counter[str], size: int = 5) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every hand of equal cards once, with how many hands of the deck look like it."""
    if not size:
        yield 1, ()
    elif left:
        card, copies = min(left.items())
        others = Counter({other: count for other, count in left.items() if other != card})
        for taken in range(min(copies, size) + 1):
            for weight, cards in _five_of(others, size - taken):
                yield comb(copies, taken) * weight, (*(card,) * taken, *cards)


def _by_rarity(ranks: Sequence[Rank], order: Sequence[str]) -> list[Rank]:
    return sorted(((order.index(_NAMES[kind]), *rest) for kind, *rest in ranks), reverse=True)


def _best(held: Sequence[object]) -> list[int]:
    return [at for at, each in enumerate(held) if each == max(held)]


def _share(some: int, games: int) -> list[float]:
    return [100 * some / games, *(100 * end for end in wilson(some, games))]


# ── what is asked ────────────────────────────────────────────────────────────────────────────────────────────────


def _fates(players: str) -> Callable[[str], Values]:
    """Places, what kinds are worth and shared rounds, by sort of players; the command plays each of `players`."""

    def read(command: str) -> Values:
        found: Values = {}
        for number in players:
            minds = re.split(r"^  (\w+): ", _output(re.sub(r"\bN\b", number, command)), flags=re.MULTILINE)
            for mind, text in zip(minds[1::2], minds[2::2], strict=True):
                places = re.findall(r"([\d.]+)±([\d.]+)", text.partition("shared")[0])
                found |= {f"{number} {mind} place {at}": _interval(each) for at, each in enumerate(places, 1)}
                kinds = re.findall(r"([a-z-]+) ([+-][\d.]+)±([\d.]+)", text.partition("icons")[0])
                found |= {f"{number} {mind} {kind}": _interval(each) for kind, *each in kinds}
                found[f"{number} {mind} shared"] = _interval(re.findall(r"shared ([\d.]+)%", text))
        return found

    return read


_TABLES = {
    "usual": r"\*\*\+2 \+1 ±0 −1 −2\*\* \(the kit\)",
    "flat": r"\+1 \+1 ±0 ±0 −1",
    "steep": r"\+2 \+1 −1 −2 −3",
    "deep": r"\+2 \+1 ±0 −1 −3",
    "far": r"\+4 \+2 \+1 −1 −3",
    "hermit": r"\+2 \+1 −1 ±0 −2",
}
_CELL, _NUMBER = r" [^|]+ \|", r"[\d.]+ "
_OF_100 = r"([\d.]+) % \((\d[\d.]*) to (\d[\d.]*)\)"
_SHARE = r"([\w:~]+) +([\d.]+)% +95 %: ([\d.]+)% to ([\d.]+)%"

STUDIES: Mapping[str, Study] = {
    "dials": Study("printkit balance youscout --only tornado,player=thumb --points 0.2", _atlas),
    "terminals": Study("printkit balance youscout --only usual,terminals,player=thumb --points 0.2", _atlas),
    "courts": Study(
        "printkit balance youscout --only 'usual,court-influence,start=random,player=thumb|clairvoyant' "
        "--points 0.5",
        _atlas,
    ),
    "tuned": Study(
        "printkit tune youscout --workers 2 --out tuned --write kits/youscout-tuned",
        _told(
            "findings.md",
            {
                f"start {at}": rf"19.2 19.4 \| {_NUMBER * (at - 1)}([\d.]+) [\d. ]*\(±([\d.]+)\)"
                for at in range(1, 7)
            }
            | {
                "spread": r"best and worst start \| 17.3 points \| (0\.\d+) points",
                "choices": r"choices a game \| 4.2 from 1, 2.4 from 5 \| ([\d.]+) \|",
                "worth": r"2.1 from 2, 1.4 from 5 \| ([\d.]+) ±([\d.]+) points",
                "random": r"`random` wins ([\d.]+) %, always moving",
                "stay": r"always staying ([\d.]+) %: as much as the best plan",
            },
        ),
    ),
    "numbers": Study("printkit tune youscout --workers 2 --out tuned --write kits/youscout-tuned", _numbers),
    "sweep": Study(
        "printkit tune youscout --sweep",
        _told(
            "findings.md",
            {
                "tried": r"played (\d+) choices of options with the author's table",
                "uneven": r"In (\d+), all of the original game, the starts are more than a point apart",
                "few": r"apart; (\d+) have fewer than four choices a game",
                "cheap": r"in (\d+), all simplified games, a choice is worth at most",
            },
        ),
    ),
    "blind": Study(
        "printkit simulate youscout --player flat:60 --games 300 --seed 1 --option replacements=N",
        _printed(rf"share of the wins:\n  player {_SHARE}", "0123"),
    ),
    "seen": Study(
        "printkit balance youscout --only options,game=youscout",
        _told(
            "findings.md",
            {"none": r"\| usual \| 26\.13 \| 26\.61 \| 22\.10 \| 27\.83 \| ([\d.]+) \|"}
            | {
                f"{row} {end}": rf"\| `replacements={row}` \|[ \d.|]+\| {before}([\d.]+)"
                for row, (end, before) in product(
                    ("1", "3", "infinity"), (("low", ""), ("high", r"[\d.]+ to "))
                )
            }
            | {
                f"no cross {end}": rf"\| `replacements=3 cross=none` \|[ \d.|]+\| {before}([\d.]+)"
                for end, before in (("low", ""), ("high", r"[\d.]+ to "))
            }
            | {
                f"no lower {end}": rf"\| `replacements=3 lower-coin-replacements=0` \|[ \d.|]+\| {before}([\d.]+)"
                for end, before in (("low", ""), ("high", r"[\d.]+ to "))
            },
        ),
    ),
    "seats": Study(
        "python benchmarks/seat_advantage.py --seats N --player thumb --games 100000",
        lambda command: _together(command, "234"),
    ),
    "skill": Study(
        "python benchmarks/seat_advantage.py --seats 3 --player N --games 20000",
        lambda command: _together(
            command,
            ("random,random,random", "thumb,random,random", "thumb,thumb,thumb", "greedy,thumb,thumb"),
        ),
    ),
    "fates": Study(
        "python benchmarks/fate_balance.py --only usual --players N --rounds 20000", _fates("23456")
    ),
    "tables": Study(
        "python benchmarks/fate_balance.py --two",
        _told(
            "tottarot-balance.md",
            {
                f"{name} {column}": rf"\| {row} \|{_CELL * at} \+?([\d.]+)[ |]"
                for name, row in _TABLES.items()
                for at, column in enumerate(("places", "kinds", "shared", "starting"))
            },
        ),
    ),
    "duel": Study(
        "printkit equilibrium tottarot --option players=2 --option turns=N",
        _told(
            "tottarot-balance.md",
            {
                "1 turn": r"\| 1 turn \| \+1/210 = \+([\d.]+)",
                "2 turns": r"\| 2 turns \| \+([\d.]+) \| \+([\d.]+) to \+([\d.]+)",
                "3 turns": r"\| 3 turns \| \+([\d.]+) \| \+([\d.]+) to \+([\d.]+)",
                "tokens to 4": r"\| 1 turn, tokens to 4 \| \+([\d.]+)",
            },
        ),
    ),
    "hands": Study("python benchmarks/author_report.py --measure hands", _hands),
    "seasons": Study(
        "printkit simulate cetkaik --games 100 --player expectimax,greedy --option seasons=1",
        _told(
            "findings.md",
            {
                "王": rf"\| 王 \|[^|]+\|[^|]+\| {_OF_100}",
                "助友": rf"\| 助友 \|[^|]+\|[^|]+\| {_OF_100}",
                "馬弓兵": rf"\| 馬弓兵 \|[^|]+\|[^|]+\| {_OF_100}",
                "獣": rf"\| 獣 \|[^|]+\|[^|]+\| {_OF_100}",
                "others": r"\| the six others of the standard game \|[^|]+\|[^|]+\| none \(to ([\d.]+) %",
            },
        ),
    ),
    "sticks": Study("python benchmarks/author_report.py --measure sticks", _sticks),
    "pawns": Study(
        "printkit simulate net-xy --games 600 --seats 3 --player greedy,random,random --option pieces=N",
        _printed(rf"wins by player, each deal in every rotation:\n +{_SHARE}", "123"),
    ),
}
"""Every study of the report, by its name."""


def _together(command: str, over: Sequence[str]) -> Values:
    """Youscout together: shares of the wins, in points of 100, and turns a game."""
    found: Values = {}
    for value in over:
        facts = json.loads(_output(re.sub(r"\bN\b", value, command)))
        found |= {
            f"{value} {at}": [100 * each for each in (share, share - reach, share + reach)]
            for at, (share, reach) in enumerate(facts["shares"], 1)
        }
        found[f"{value} turns"] = [facts["turns"][0]] * 3
        found[f"{value} advantage"] = [
            100 * each for each in (facts["advantage"][0], 0, sum(facts["advantage"]))
        ]
    return found
