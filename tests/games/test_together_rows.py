"""The rule cards of Youscout together agree with its engine for the token whose turn it is; an error is found."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE, PLAYER
from printkit.games.find import make_game
from printkit.games.proof import find_row_proof
from printkit.games.youscout_together.one_token import one_token
from printkit.kit.rules import load_rules, parse_outcome, parse_term
from printkit.preflight.proof_kit import prove_rules

FOLDER = Path(__file__).resolve().parents[2] / "templates/youscout"
ROWS, _ = load_rules(tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8")), "rules.toml")
GAME_ID = "youscout-together"


@pytest.mark.parametrize(
    "options", [(), ("players=2", "comparison=greater-equal"), ("players=4", "influence=1", "court=K10")]
)
def test_every_row_is_what_the_engine_plays(options):
    game, proof = make_game(GAME_ID, options), find_row_proof(GAME_ID)
    assert prove_rules(ROWS, game, positions=240) == ()
    branches = {(case.row.card, case.row.suit, case.branch) for case in proof.cases(ROWS, game, 240)}
    assert ("together-lower", "sword", "stay") in branches
    assert len({branch[:2] for branch in branches}) == 8


@pytest.mark.parametrize(
    ("card", "suit", "change"),
    [
        ("together-upper", "cup", {"move": "stay"}),
        ("together-upper", "sword", {"outcomes": (parse_outcome("yes", "card > D"),)}),
        ("together-lower", "wand", {"than": (parse_term("sword left backward"),)}),
        ("together-lower", "sword", {"move": "forward"}),
    ],
)
def test_a_row_that_lies_is_found(card, suit, change):
    rows = [
        replace(row, **change) if (row.card, row.suit) == (card, suit) else row
        for row in ROWS
        if row.game == GAME_ID
    ]
    findings = prove_rules(rows, make_game(GAME_ID), positions=120)
    assert [(finding.code, finding.card) for finding in findings] == [("rule-row", card)]


def test_any_card_that_lies_nowhere_can_be_the_open_one_that_is_taken():
    game = one_token(make_game(GAME_ID, ["influence=1"]))
    table = game.parse("board=14,15,16,17,18,19 token=1 terminal=13 1=Cu9,Cu14 D=Sw1")
    assert (table.token, table.to_move(), len(table.legal())) == (1, CHANCE, 53)
    waiting = table.apply("draw Sw14")
    assert (waiting.drawn, waiting.to_move()) == ("Sw14", PLAYER)
    assert (waiting.apply("move").token, waiting.apply("stay").token) == (4, 1)
    with pytest.raises(InputError, match="token"):
        game.parse("board=14,15,16,17,18,19 terminal=13")


def test_a_game_for_one_stays_as_it_is():
    game = make_game("youscout-simplified")
    assert one_token(game) is game
