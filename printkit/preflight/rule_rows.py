"""The rows of a kit's rule cards, proved by the games that own them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.games.rule_rows import RowProof, find_row_proof
from printkit.kit.model import Kit
from printkit.kit.rules import RuleRow
from printkit.preflight.model import ERROR, Finding

__all__ = ["prove_kit_rules", "prove_rules"]

FILE = "rules.toml"
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
            findings.append(Finding(ERROR, "rule-row-unproved", message, FILE, subject=game_id))
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
                FILE,
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
            ERROR, "rule-row-missing", "the card has no row for this suit", FILE, card=card, subject=name
        )
    for card, name in sorted(present - wanted):
        yield Finding(ERROR, "rule-row-unknown", "the game has no such turn", FILE, card=card, subject=name)
