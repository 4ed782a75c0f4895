"""Proof-reads a kit before it is printed: its cards, the rows of its rule cards, and what its box says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import Any

from printkit.compose.youscout.majors import FACTORS, Column, as_played, table_cards
from printkit.games.find import find_module, make_game
from printkit.games.game import Game
from printkit.games.proof import Fields, Figure, Line, Proof, RowProof, find_proof, find_row_proof
from printkit.kit.box import BOX
from printkit.kit.leaflets import STRIP, load_strips
from printkit.kit.model import Card, FieldValue, Kit
from printkit.kit.rules import RuleRow
from printkit.preflight.model import ERROR, WARNING, Finding
from printkit.preflight.proof_scene import FaceProof, SceneReader
from printkit.scene.model import Scene

__all__ = [
    "expected_fields",
    "face_proof",
    "figure_alphabet",
    "proof_fields",
    "proof_kit",
    "proof_scenes",
    "prove_contents",
    "prove_facts",
    "prove_kit_rules",
    "prove_rules",
    "shown_name",
]


# ── proof-reads a kit before it is printed: its cards, and the rows of its rule cards ────────────────────────────────

CARDS_FILE = "cards.toml"


def proof_kit(
    kit: Kit, size: str, front: Callable[[str], Scene], variables: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """Everything about the kit that its game's rules know to be wrong, in the order of the cards.

    `front` gives the composed face of a card id at that card size; `variables` are the words printed on it (None:
    the values the options change are not looked at). A kit without a game, or one whose game states no proof, has
    nothing to prove.
    """
    proof = find_proof(kit.games)
    if proof is None:
        return ()
    own = {card.id: front(card.id) for card in kit.cards if card.entry in proof.cards}
    findings, _ = proof_scenes(kit, size, own, variables or {})
    return (*proof_fields(kit, proof), *_proof_played(kit, proof), *findings)


def _proof_played(kit: Kit, proof: Proof) -> Iterator[Finding]:
    """Numbers as tables and overlays print them, under every factor and either way up, against the game's own."""
    if proof.played is None:
        return
    for card, factor, turned in product(table_cards(kit), FACTORS, (False, True)):
        for suit, pair in proof.played(card.fields, turned, factor).items():
            left, right = (as_played(card, Column(suit, left), factor, turned) for left in (True, False))
            if (left, right) != pair:
                message = "printed otherwise than the game plays it"
                yield Finding(
                    ERROR, "played", message, f"{kit.folder.name}/{CARDS_FILE}", 0, card.id,
                    shown_name(kit, card.entry), f"{suit} ×{factor}{' turned' if turned else ''}", None,
                    _shown(pair), _shown((left, right)),
                )  # fmt: skip


def proof_scenes(
    kit: Kit, size: str, scenes: Mapping[str, Scene], variables: Mapping[str, str]
) -> tuple[list[Finding], list[Figure]]:
    """What the game knows to be wrong on these faces, by card id, composed in that size; and every figure it proves."""
    proof = find_proof(kit.games) if kit.games else None
    findings: list[Finding] = []
    figures: list[Figure] = []
    if proof is None:
        return findings, figures
    alphabet, reader = figure_alphabet(proof), SceneReader(kit, size)
    for card in kit.cards:
        if card.id in scenes and card.entry in proof.cards:
            wanted = face_proof(kit, proof, card, variables, alphabet)
            findings += reader.face(scenes[card.id], wanted)
            figures += [each for line in (*wanted.upright, *wanted.turned) for each in line.figures]
    return findings, figures


def expected_fields(kit: Kit, proof: Proof, card: Card) -> Fields:
    """What must be read on the card: what the rules fix; for a variant, or where they leave it free, the kit's own."""
    if kit.variant or card.entry in proof.free:
        return card.fields
    return proof.cards.get(card.entry, card.fields)


def face_proof(
    kit: Kit, proof: Proof, card: Card, variables: Mapping[str, str], alphabet: frozenset[str]
) -> FaceProof:
    """The lines to be read on a card, held upright and turned."""
    fields = expected_fields(kit, proof, card)
    upright, about = (proof.lines(fields, turned, variables) for turned in (False, True))
    return FaceProof(card.id, shown_name(kit, card.entry), upright, about, alphabet)


def figure_alphabet(proof: Proof) -> frozenset[str]:
    """Every character a figure of this game is written with, and all ten digits."""
    lines: list[Line] = [line for fields in proof.cards.values() for line in proof.lines(fields, False, {})]
    return frozenset("".join(line.text for line in lines)) | frozenset("0123456789")


def shown_name(kit: Kit, entry: str) -> str:
    """The name of an entry's cards as people say it: in the kit's languages, `塔 Tower`."""
    return " ".join(kit.name(language, entry) for language in kit.languages).strip()


def proof_fields(kit: Kit, proof: Proof) -> Iterator[Finding]:
    """cards.toml against the rules' own table and against what every row must fulfil by itself."""
    cards = {card.entry: card for card in kit.cards}
    there = Counter(card.entry for card in kit.cards for _ in range(card.copies))
    file = f"{kit.folder.name}/{CARDS_FILE}"
    for card_id, fields in proof.cards.items():
        card = cards.get(card_id)
        name = shown_name(kit, card_id)
        if card is None:
            hint = f"the game {kit.games[0]} needs {len(proof.cards)} cards"
            yield Finding(
                ERROR, "card-missing", "the card is missing", file, card=card_id, name=name, hint=hint
            )
            continue
        copies = proof.copies.get(card_id, 1)
        if there[card_id] != copies:
            yield Finding(
                ERROR,
                "card-doubled",
                "the card must appear once" if copies == 1 else f"the card must appear {copies} times",
                file,
                card=card_id,
                name=name,
                subject="copies",
                expected=str(copies),
                found=str(there[card_id]),
            )
        if not kit.variant and card_id not in proof.free:
            yield from _field_findings(file, card, name, fields)
        wrong = proof.wrong(card.fields)
        if wrong:
            grave = WARNING if kit.variant else ERROR
            yield Finding(
                grave, "checksum", "the numbers fail the checksum", file, 0, card_id, name, found=wrong
            )
    yield from _strangers(kit, proof, file)


def _field_findings(file: str, card: Card, name: str, fields: Fields) -> Iterator[Finding]:
    for key in dict.fromkeys((*fields, *card.fields)):
        wanted, found = fields.get(key), card.fields.get(key)
        if wanted != found:
            yield Finding(
                ERROR,
                "field",
                "this disagrees with the rules",
                file,
                card=card.entry,
                name=name,
                subject=key,
                expected=_shown(wanted),
                found=_shown(found),
                hint='if this is intended, set "variant = true" in kit.toml',
            )


def _shown(value: FieldValue | None) -> str:
    if value is None:
        return "nothing"
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _strangers(kit: Kit, proof: Proof, file: str) -> Iterator[Finding]:
    """Cards among the game's own that the game does not know, and cards of a variant that cannot be distinguished."""
    components = {card.component for card in kit.cards if card.entry in proof.cards}
    for card in kit.cards:
        if card.component in components and card.entry not in proof.cards:
            hint = "put it into a separate component"
            yield Finding(ERROR, "card-unknown", "the game has no such card", file, card=card.id, hint=hint)
    if kit.variant:
        entries = {card.entry: card for card in kit.cards if card.entry in proof.cards}
        marks = Counter(_identity(card, proof) for card in entries.values())
        for card in entries.values():
            if _identity(card, proof) and marks[_identity(card, proof)] > 1:
                message = "another card has the same number, or suit and rank"
                yield Finding(ERROR, "card-doubled", message, file, card=card.id)


def _identity(card: Card, proof: Proof) -> tuple[tuple[str, FieldValue], ...]:
    """What distinguishes a card from the others in play, beside its name."""
    return tuple((key, card.fields[key]) for key in proof.identity if key in card.fields)


RULES_FILE = "rules.toml"
POSITIONS = 240


def prove_kit_rules(
    kit: Kit, options: Mapping[str, Sequence[str]], *, positions: int = POSITIONS
) -> tuple[Finding, ...]:
    """Every row of a kit against the engine of its game; `options` are the options of each game as `K=V`.

    A row for a game that proves none is a finding. Without rows nothing is said.
    """
    findings: list[Finding] = []
    for game_id in dict.fromkeys(row.game for row in kit.rules):
        if game_id not in kit.games or find_row_proof(game_id) is None:
            message = "no proof is available for the rows of this game"
            findings.append(Finding(ERROR, "rule-row-unproved", message, RULES_FILE, subject=game_id))
            continue
        game = make_game(game_id, options.get(game_id, ()))
        findings += prove_rules(kit.rules, game, positions=positions)
    return tuple(findings)


def prove_rules(
    rows: Sequence[RuleRow], game: Game[Any], *, positions: int = POSITIONS
) -> tuple[Finding, ...]:
    """The rows of this game against its engine on many positions; the first difference of each is reported.

    A suit without a row on its card is a finding, and so is a row for a card or suit the game does not have.
    """
    proof = find_row_proof(game.id)
    if proof is None:
        raise LookupError(f"{game.id} proves no rows")
    rows = [row for row in rows if row.game == game.id]
    findings = list(_missing(rows, proof))
    wrong: set[tuple[str, str]] = set()
    for case in proof.cases(rows, game, positions):
        key = case.row.card, case.row.suit
        if case.said == case.played or key in wrong:
            continue
        wrong.add(key)
        findings.append(
            Finding(
                ERROR,
                "rule-row",
                f"the row disagrees with the game at {case.position}, {' then '.join(case.actions)}",
                RULES_FILE,
                card=case.row.card,
                subject=f"{case.row.suit}, {case.branch}",
                expected=str(case.played or "a choice"),
                found=str(case.said or "a choice"),
            )
        )
    return tuple(findings)


def _missing(rows: Sequence[RuleRow], proof: RowProof) -> Iterator[Finding]:
    present = {(row.card, row.suit) for row in rows}
    wanted = {(card, name) for card in proof.cards for name in proof.suits}
    for card, name in sorted(wanted - present):
        yield Finding(
            ERROR,
            "rule-row-missing",
            "the card has no row for this suit",
            RULES_FILE,
            card=card,
            subject=name,
        )
    for card, name in sorted(present - wanted):
        yield Finding(
            ERROR, "rule-row-unknown", "the game has no such turn", RULES_FILE, card=card, subject=name
        )


# ── checks what a box says of its kit: the things it counts, and for whom the games are ──────────────────────────────

KIT = "kit.toml"
_NUMBER = re.compile(r"\d+")


def prove_contents(kit: Kit) -> Iterator[Finding]:
    """What the box counts is in the kit; no text beside such a number has its own, and strips use the box's names."""
    for at, item in enumerate(kit.box.items if kit.box is not None else ()):
        for pattern in item.count:
            if not kit.copies_of((pattern,)):
                message = "nothing in the kit has such an id"
                yield _finding(kit, BOX, "name", message, (f"items[{at}].count", "", pattern))
        for language in kit.languages:
            said = _NUMBER.findall(kit.texts[language].get(item.text, "")) if item.count else []
            if said:
                message = "the box counts these itself, and the text says a number too"
                wanted = str(kit.copies_of(item.count))
                yield _finding(
                    kit, f"text.{language}.toml", "number", message, (item.text, wanted, " ".join(said))
                )
    yield from _names_in_strips(kit)


def _names_in_strips(kit: Kit) -> Iterator[Finding]:
    """A step of a strip that shows what the box counts, headed by their number, does not have the name of others."""
    items = [each for each in (kit.box.items if kit.box is not None else ()) if each.count]
    for strip in load_strips(kit).values() if items else ():
        for at, step in enumerate(strip.steps):
            shown = {each.partition(":")[2].partition("*")[0] for each in step if ":" in each}
            own = [item for item in items if shown and all(_fits(each, item.count) for each in shown)]
            key = f"{STRIP}.{strip.id}.{at + 1}"
            for language in kit.languages if len(own) == 1 else ():
                texts = kit.texts[language]
                name, head = texts.get(own[0].text, ""), texts.get(key, "").partition("\n")[0].strip()
                number = str(kit.copies_of(own[0].count))
                # `8 victory tokens`, 勝利点トークン8個: nothing else is so short.
                named = {re.fullmatch(form, head) for form in (rf"{number} (.+)", rf"(\D+){number}\D?")}
                said = {match[1].strip() for match in named if match} - {name}
                for other in said & {texts.get(each.text, "") for each in items}:
                    message = f"the box has “{name}” for these, and “{other}” for others"
                    yield _finding(kit, f"text.{language}.toml", "word", message, (key, name, head))


def _fits(thing: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(thing, pattern) for pattern in patterns)


def prove_facts(kit: Kit) -> Iterator[Finding]:
    """As many may play as the rules of the kit's games have seats, and it takes as long as the shelf says of them."""
    facts = kit.facts
    if facts is None:
        return
    seats = sorted(count for game in kit.games for count in _seats(game))
    if seats and facts.players != (seats[0], seats[-1]):
        yield _finding(
            kit,
            KIT,
            "number",
            "other players than the games have seats",
            ("facts.players", *_spans(seats, facts.players)),
        )
    stated = [each.minutes for each in kit.shelf.games.values() if each.minutes] if kit.shelf else []
    minutes = sorted(value for span in stated for value in span)
    if minutes and facts.minutes != (minutes[0], minutes[-1]):
        message = "another time than shelf.toml has for the games"
        yield _finding(kit, KIT, "number", message, ("facts.minutes", *_spans(minutes, facts.minutes)))


def _seats(game: str) -> tuple[int, ...]:
    """How many may play it."""
    module = find_module(game)
    allowed = next((each.allowed for each in module.options if each.key == module.seats_option), "")
    return tuple(map(int, filter(str.isdecimal, allowed.split("|")))) or (len(make_game(game, ()).seats),)


def _spans(wanted: list[int], found: tuple[int, int]) -> tuple[str, str]:
    return f"{wanted[0]} to {wanted[-1]}", f"{found[0]} to {found[1]}"


def _finding(kit: Kit, file: str, code: str, message: str, said: tuple[str, str, str]) -> Finding:
    """An error in a file of the kit; `said` is its key, what should stand there, and what does."""
    subject, expected, found = said
    place = f"{kit.folder.name}/{file}"
    return Finding(ERROR, code, message, place, subject=subject, expected=expected, found=found)
