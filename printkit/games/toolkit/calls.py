"""Calls out of turn: every seat answers in secret, and the best right goes first.

Seats that can do nothing but pass are not asked, and nothing shows who is: the answers are hidden, `ASK` among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["ASK", "PASS", "asked", "first_right", "possible_answers"]

ASK, PASS = "ask", "pass"
"""The answer that a seat has still to give, and that of a seat that claims nothing."""


def asked(answers: Sequence[str | None], after: int) -> int | None:
    """The seat that is to answer: the first to be asked behind the seat `after`; None where nobody is left."""
    for at in _behind(len(answers), after):
        if answers[at] == ASK:
            return at
    return None


def possible_answers(
    answers: Sequence[str | None], after: int, seat: int, rights: Callable[[], tuple[str, ...]]
) -> tuple[str | None, ...]:
    """What the hidden answer of `seat` may be, given what its hand gives it the right to (`PASS` among it)."""
    now = asked(answers, after)
    if seat in (after, now):
        return (answers[seat],)
    order = _behind(len(answers), after)
    if now is None or order.index(seat) < order.index(now):
        return rights()
    return (ASK,) if len(rights()) > 1 else (PASS,)


def first_right(answers: Sequence[str | None], after: int, words: Sequence[str]) -> int | None:
    """The seat whose answer begins with the earliest of `words`, nearest behind `after`; None where all pass."""
    for word in words:
        for at in _behind(len(answers), after):
            if (answers[at] or PASS).split()[0] == word:
                return at
    return None


def _behind(seats: int, after: int) -> tuple[int, ...]:
    return tuple((after + step) % seats for step in range(1, seats))
