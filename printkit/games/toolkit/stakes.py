"""Stakes and pots that go from seat to seat, how games end by points, and calls out of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from printkit.games.core import SEATS, Outcome, Seat

__all__ = [
    "ASK",
    "PASS",
    "asked",
    "first_right",
    "most_points",
    "paid",
    "possible_answers",
    "shared",
    "shared_win",
]


# ── stakes: points that go from seat to seat, counted in sticks, and pots that are shared ────────────────────────────


def paid(points: Sequence[int], payer: int, payee: int, amount: int) -> tuple[int, ...]:
    """The points after one seat has paid another; a negative amount goes the other way."""
    left = list(points)
    left[payer] -= amount
    left[payee] += amount
    return tuple(left)


def shared(points: Sequence[int], winners: Iterable[int], pot: int) -> tuple[int, ...]:
    """The points after the winners have shared the pot; what does not divide goes to the first of them, one each."""
    order = tuple(winners)
    left = list(points)
    for at, winner in enumerate(order):
        left[winner] += pot // len(order) + (at < pot % len(order))
    return tuple(left)


# ── endings: points by seat as an outcome in words ───────────────────────────────────────────────────────────────────


def most_points(points: Sequence[int], seats: Sequence[Seat] = SEATS, *, cause: str = "points") -> Outcome:
    """Most points win; seats with as many share the win. `cause` is what ended the game."""
    best = max(points)
    noun = "point" if best == 1 else "points"
    return shared_win(points, [won == best for won in points], f"with {best} {noun}", seats, cause=cause)


def shared_win(
    points: Sequence[int],
    wins: Sequence[bool],
    how: str,
    seats: Sequence[Seat] = SEATS,
    *,
    cause: str = "",
    facts: tuple[tuple[str, str], ...] = (),
) -> Outcome:
    """The seats that win, in the order of `seats`; several share the win. `how` ends the sentence."""
    winners = [seat for seat, won in zip(seats, wins, strict=False) if won]
    verb = "share the win" if len(winners) > 1 else "wins"
    return Outcome("+".join(winners), tuple(points), f"{' and '.join(winners)} {verb} {how}", cause, facts)


# ── calls out of turn: every seat answers in secret, and the best right goes first ───────────────────────────────────

# Seats that can do nothing but pass are not asked, and nothing shows who is: the answers are hidden, `ASK` among them.

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
