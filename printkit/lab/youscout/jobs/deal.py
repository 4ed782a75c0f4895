"""Shows a deal: its board, hexagram, draw orders and winning starts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printkit.games.youscout.board import line_pattern, swapped, whirl
from printkit.games.youscout.cards import DEATH, MINORS, hexagram
from printkit.games.youscout.seeded_deal import DEALS, Deal, read_deal
from printkit.jobs.play.play_book import kit_game
from printkit.solver.laboratory import required

__all__ = ["NEW", "TERMINAL_SIGN", "deal_lines", "show_deal"]

NEW = "new"
"""Stands for the code of a random deal."""

TERMINAL_SIGN = "T"
"""The terminal in an order, whether it is 0 or 13."""

_SHOWN_PASSES = 12
_SHOWN_CARDS = 14


def show_deal(
    code: str,
    *,
    game_id: str = "youscout",
    options: Mapping[str, str] | Sequence[str] = (),
    solve: bool = False,
    kit_dir: Path | None = None,
) -> dict[str, Any]:
    """All there is to say of a deal under these rules, ready for JSON; with `solve`, what each start can win.

    `passes` are the orders of the whole talon, one for each time the terminal is shuffled in (12 at most);
    with fewer cards in it, the same order without the others. `kit_dir` is the kit whose cards are
    played with (None: see `kit_game`). Raises `InputError` for a wrong code.
    """
    deal = Deal(secrets.randbelow(DEALS)) if code == NEW else read_deal(code)
    game = kit_game(game_id, options, kit_dir)
    rules = game.start.rules
    laid = deal.laid()
    board = swapped(laid, rules.swap)
    forced = whirl(board, rules.swap)
    sign = hexagram(line_pattern(board))
    facts: dict[str, Any] = {
        "code": deal.code,
        "number": deal.number,
        "game": game.id,
        "options": dict(game.options),
        "laid": list(laid),
        "board": list(board),
        "hexagram": {"number": sign.number, "symbol": sign.symbol, "ja": sign.ja, "en": sign.en},
        "starts": list(forced.start if forced else range(1, 7)),
        "passes": [
            [TERMINAL_SIGN if card == DEATH else card for card in deal.order(after, (*MINORS, DEATH))]
            for after in range(min(rules.terminals, _SHOWN_PASSES))
        ],
    }
    return {**facts, "solutions": _solutions(game, deal)} if solve else facts


def _solutions(game: Any, deal: Deal) -> list[dict[str, object]]:
    return [
        {
            "start": each.start,
            "won": each.won,
            "lines": each.lines,
            "exact": each.exact,
            "line": list(each.line),
            "draws": each.draws,
        }
        for each in required(game.id, "deal")(game).starts(deal)
    ]


def deal_lines(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The same for reading."""
    sign = facts["hexagram"]
    swap = "" if facts["laid"] == facts["board"] else f"   (laid: {' '.join(facts['laid'])})"
    lines = [
        f"deal {facts['code']}",
        f"board, places 1 to 6: {' '.join(facts['board'])}{swap}",
        f"hexagram {sign['number']} {sign['symbol']} {sign['ja']} {sign['en']}",
        f"starts: {' '.join(map(str, facts['starts']))}",
    ]
    for number, order in enumerate(facts["passes"], 1):
        at = order.index(TERMINAL_SIGN) + 1
        lines.append(f"pass {number}, whole deck: terminal at {at}: {' '.join(order[:_SHOWN_CARDS])} …")
    for each in facts.get("solutions", ()):
        lines.append(_solution_line(each))
    return tuple(lines)


def _solution_line(each: Mapping[str, Any]) -> str:
    if each["won"] is None:
        return f"start {each['start']}: unresolved"
    if not each["won"]:
        return f"start {each['start']}: cannot be won"
    number = f"{'' if each['exact'] else 'at least '}{each['lines']}"
    answers = " ".join(each["line"]) or "no choice to make"
    return f"start {each['start']}: won by {number} of the lines, such as: {answers}"
