"""The texts of a tuned kit's books where they differ from the usual ones, and the first game its rule book shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import tomlkit

from printkit.errors import PrintkitError
from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.record import record_of, write_record
from printkit.games.youscout.board import LOWER
from printkit.games.youscout.cards import COURTS, DEATH, FOOL, MINORS, major_number
from printkit.games.youscout.proof import ordinal
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.rules import PILE_OPTIONS
from printkit.games.youscout.seeded_deal import DEALS, Deal
from printkit.games.youscout.table import MOVE, STAY
from printkit.kit.edition import TunedFile, TunedSentence, TunedWords
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.jobs.puzzle_search import STRIDE
from printkit.lab.youscout.jobs.setting import Setting

__all__ = [
    "FirstGame",
    "TunedText",
    "Variant",
    "mixed_deals",
    "tuned_rows",
    "tuned_texts",
    "write_first_game",
]

Value = TypeVar("Value")

_NO_BREAK = "\N{NO-BREAK SPACE}"
_COURTS = {key: _NO_BREAK.join(str(values[rank]) for rank in (3, 2, 1, 0)) for key, values in COURTS.items()}
_FACTORS = ("2", "1", "1.5", "3")
_USUAL = {"influence": "2"} | {option.key: option.usual for option in PILE_OPTIONS}


class FirstGame(NamedTuple):
    """The first game of the rule book: the board as laid, the start, where the token ends."""

    laid: tuple[str, ...]
    start: int
    end: int

    @property
    def terminal(self) -> str:
        """The terminal of its start (youscout §3.1)."""
        return DEATH if self.start in LOWER else FOOL


class Variant(NamedTuple):
    """What the words must be true of.

    `options` are those of the kit with the usual ones. `wins` has for a lower and an upper start the places as words
    in the language; `heuristics` the rules for choosing, by game; `last` is the place on which the rule book shows the
    last terminal; `talons` says whether any puzzle has more than one talon.
    """

    options: Mapping[str, str]
    wins: tuple[str, str]
    first: FirstGame
    heuristics: Mapping[str, str]
    last: int
    talons: bool = True


class TunedText(NamedTuple):
    """The words of one language: sentences of the usual books with what stands in their place, and single words."""

    language: str
    sentences: tuple[TunedSentence, ...]
    words: TunedWords

    def book(self, name: str, text: str, variant: Variant) -> str:
        """The text of a book (`rules`, `puzzles` or `walkthrough`) made true of the variant.

        Raises `LookupError` where a phrase of the usual text does not stand in it once.
        """
        changes = list(self.changes(name, variant))
        if name == "rules":
            changes += self._agreements(variant)
        for old, new in changes:
            if text.count(old) != 1:
                raise LookupError(f"{old!r} stands {text.count(old)} times in the usual text")
            text = text.replace(old, new)
        return self._with_heuristics(text, variant) if name == "walkthrough" else text

    def changes(self, name: str, variant: Variant) -> Iterator[tuple[str, str]]:
        """The sentences of a book that are otherwise in the variant, each with what it then says."""
        chosen = {**variant.options, "variant": "yes", "talons": "more" if variant.talons else "one"}
        facts = self._facts(variant)
        for sentence in self.sentences:
            new = _value_of(sentence.option, sentence.values, chosen)
            if sentence.book == name and new is not None:
                yield sentence.usual[self.language], _filled(new[self.language], facts)

    def rates(self, rates: Mapping[str, tuple[float, float]]) -> str:
        """How often a heuristic wins, and random choices, by the number of terminals."""
        return "".join(
            _filled(
                self.words.rate,
                {
                    "terminals": self.words.terminals.get(terminals, terminals),
                    "heuristic": f"{100 * heuristic:.1f}",
                    "random": f"{100 * random:.1f}",
                },
            )
            for terminals, (heuristic, random) in rates.items()
        )

    def _with_heuristics(self, text: str, variant: Variant) -> str:
        for game_id, line in variant.heuristics.items():
            name = self.words.games[game_id]
            found = re.findall(rf"(?m)^{re.escape(name)}.*$", text)
            if len(found) != 1:
                raise LookupError(f"{name!r} begins {len(found)} lines of the usual text")
            text = text.replace(found[0], name + line)
        return text

    def _facts(self, variant: Variant) -> dict[str, str]:
        options, first, words = variant.options, variant.first, self.words
        terminals = options.get("terminals", "3")
        usual_time = ordinal(int(terminals)) if self.language == "en" else terminals
        return {
            "influence": options.get("influence", "2"),
            "rounded": words.rounded if options.get("influence") == "1.5" else "",
            "time": words.times.get(terminals, usual_time),
            "short": words.short if terminals != "1" else "",
            "below": variant.wins[0],
            "above": variant.wins[1],
            "last": str(variant.last),
            "laid": words.comma.join(first.laid),
            "start": str(first.start),
            "terminal": first.terminal,
            "trigram": words.lower if first.start in LOWER else words.upper,
            "end": str(first.end),
        }

    def _agreements(self, variant: Variant) -> Iterator[tuple[str, str]]:
        """The rows of the table of agreements: what the kit is played with in bold and first, and winning places."""
        options, words = variant.options, self.words

        def bold_first(chosen: str, known: Iterable[str]) -> str:
            return words.comma.join((f"**{chosen}**", *(each for each in known if each != chosen)))

        factors = {factor: words.factor.replace("<influence>", factor) for factor in _FACTORS}
        for chosen, known in (
            (options["terminals"], ("3", "1", "2", "…")),
            (words.factor.replace("<influence>", options["influence"]), tuple(factors.values())),
            (_COURTS[options["court"]], tuple(_COURTS.values())),
            (words.swaps[options["swap"]], tuple(words.swaps.values())),
        ):
            yield f"| {bold_first(known[0], known)} |", f"| {bold_first(chosen, known)} |"
        equal = words.equal
        says = equal[options.get("comparison") == "greater-equal"]
        rows = (
            _filled(words.equal_row, {"equal": bold_first(says, equal)}),
            _filled(words.wins_row, {"below": variant.wins[0], "above": variant.wins[1]}),
        )
        usual = _filled(words.equal_row, {"equal": bold_first(equal[0], equal)})
        yield usual, "\n".join(rows)


def tuned_texts(tuned: TunedFile) -> tuple[TunedText, ...]:
    """The texts of each language."""
    return tuple(TunedText(language, tuned.sentence, words) for language, words in tuned.words.items())


def tuned_rows(tuned: TunedFile, text: str, options: Mapping[str, str]) -> str:
    """The text of rules.toml with the rows of the original game as they are under these options.

    Raises `LookupError` where a row is not found.
    """
    document = tomlkit.parse(text)
    rows = {(row["card"], row["suit"]): row for row in reversed(document.get("row", []))}
    for row in tuned.row:
        outcomes = _value_of(row.option, row.values, options)
        if outcomes is None:
            continue
        if row.key not in rows.get((row.card, row.suit), {}):
            raise LookupError(f"there is no row of {row.card} for {row.suit} that says {row.key!r}")
        rows[row.card, row.suit][row.key] = outcomes
    return tomlkit.dumps(document)


def _value_of(option: str, values: Mapping[str, Value], chosen: Mapping[str, str]) -> Value | None:
    """What stands for the chosen value of an option; None where the usual stays."""
    value = chosen.get(option, "")
    if value in values:
        return values[value]
    return values.get("other") if value and value != _USUAL.get(option) else None


def _filled(text: str, facts: Mapping[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda match: facts[match[1]], text)


_DEALS = 40_000
# The game of "Start here": one terminal, the numbers as printed, begun on 4.
_OPTIONS, _START = ("terminals=1", "influence=1"), 4
_DRAWS = (9, 20)
# Its first three turns: the suit drawn, and the token before and after.
_TURNS = (("Cu", 4, 5), ("Wa", 5, 2), ("Wa", 2, 2))


def mixed_deals(count: int) -> Iterator[Deal]:
    """Deals in the mixed order all books take them in."""
    return (Deal(index * STRIDE % DEALS) for index in range(1, count))


def write_first_game(folder: Path, setting: Setting) -> FirstGame:
    """Rewrite first-game.txt and the pictures of its first turns: a won simplified game that begins as the texts say.

    A cup moves the token forward, a wand wins a contest across, another one loses one. LookupError where no deal does.
    """
    game = setting.game("youscout-simplified", list(_OPTIONS))
    player = heuristic_player(game)
    suits = [suit for suit, _, _ in _TURNS]
    for deal in mixed_deals(_DEALS):
        # The words name the board as laid: no card may change places.
        if {8, 11} & {major_number(card) for card in deal.laid()}:
            continue
        order = deal.order(0, (*MINORS, FOOL))
        drawn = order[: order.index(FOOL) + 1]
        if not _DRAWS[0] <= len(drawn) <= _DRAWS[1] or [card[:2] for card in drawn[: len(_TURNS)]] != suits:
            continue
        try:
            actions = play_deal(game, deal, player, _START)
        except PrintkitError:
            continue
        states = _states(game, actions)
        if _is_named(states) and states[-1].outcome().result == "win":
            _write(folder, game, actions, states)
            return FirstGame(deal.laid(), _START, states[-1].token)
    raise LookupError("no deal makes a first game")


def _states(game: Game[Any], actions: tuple[Action, ...]) -> list[Any]:
    """Every position from the placed token on."""
    state, found = game.start, []
    for action in actions:
        state = state.apply(action)
        if state.token:
            found.append(state)
    return found


def _is_named(states: list[Any]) -> bool:
    """Whether the first three turns go as the pictures show them, none of them with a choice."""
    pairs = zip(_TURNS, states, states[1:], strict=False)
    return all(
        (one.token, other.token, other.drawn) == (before, after, "")
        for (_, before, after), one, other in pairs
    )


def _write(folder: Path, game: Game[Any], actions: tuple[Action, ...], states: list[Any]) -> None:
    comment = '; the first game of the rule book, whose first three turns are those of "Start here"\n'
    record = record_of(game, actions)
    first, _, rest = write_record(record).partition("\n")
    (folder / "first-game.txt").write_text(f"{first}\n{comment}{rest}", encoding="utf-8", newline="\n")
    path = folder / "booklet.toml"
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    answers = [at for at, line in enumerate(record.lines, 1) if line.text in (MOVE, STAY)]
    document["shown"] = sorted({5, *answers[:1], len(record.lines)})
    draws = [action for action in actions if action.startswith("draw")]
    figures = {figure["id"]: figure for figure in document["figures"]}
    figures["start-board"]["position"] = states[0].position()
    for number, (state, action) in enumerate(zip(states[: len(_TURNS)], draws, strict=False), 1):
        figures[f"start-{number}"]["position"] = state.position()
        figures[f"start-{number}"]["action"] = action
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")
