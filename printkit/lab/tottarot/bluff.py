"""Machine code for the turns of two bluffing players: strategies and their values.

A side holds a card, and knows the other's as well or does not. Both declare a token at once; then the one who decides
at these tokens takes one of two ways. Arrays have an axis for the two sides, each as it sees the turn itself: `odds`
[side, own card, other card], `payoffs` [side, own card, other card, own token, other token, way], `decides` [side, own
token, other token]. Strategies: `tokens` [side, own card, other card if seen (else 0), own token] and `ways` [side, own
card, other card if seen (else 0), own token, other token, way]. The functions the module keeps for itself take one turn
of it; the method is CFR+ (Tammelin 2014), the sides in turn.
"""

from __future__ import annotations

from typing import Any

from printkit.lab.compiled import compiled, inner, shared

__all__ = ["BEST_FIRST", "BEST_SECOND", "ROUNDS", "VALUE", "solve_turns"]

VALUE, BEST_FIRST, BEST_SECOND, ROUNDS = range(4)
"""What a row of results says: the worth to side 0, what the best answer of either side gets, rounds of learning."""

_LEARN, _BEST, _PLAY = range(3)
_FIRST_CHECK = 16


@inner
def _mix(weights: Any, shares: Any) -> None:
    """Shares in proportion to weights, even ones where all are 0."""
    total = 0.0
    for at in range(weights.shape[0]):
        total += weights[at]
    for at in range(weights.shape[0]):
        shares[at] = weights[at] / total if total > 0.0 else 1.0 / weights.shape[0]


@inner
def _weigh_ways(
    side: Any,
    card: Any,
    seen: Any,
    own: Any,
    other: Any,
    odds: Any,
    payoffs: Any,
    decides: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    pair: Any,
) -> None:
    """What the two ways are worth at these tokens; both alike where the other side decides."""
    first, last = (seen, seen + 1) if sees[side] else (0, odds.shape[1])
    pair[0] = 0.0
    pair[1] = 0.0
    for its in range(first, last):
        shown = card if sees[1 - side] else 0
        odd = odds[side, card, its] * tokens[1 - side, its, shown, other]
        one, two = payoffs[side, card, its, own, other, 0], payoffs[side, card, its, own, other, 1]
        if not decides[side, own, other]:
            share = ways[1 - side, its, shown, other, own, 0]
            one = two = share * one + (1.0 - share) * two
        pair[0] += odd * one
        pair[1] += odd * two


@shared
def _play_side(
    side: Any,
    mode: Any,
    odds: Any,
    payoffs: Any,
    decides: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    gains: Any,
    pair: Any,
    regrets: Any,
    way_regrets: Any,
) -> Any:
    """What a side gets against the other's strategy: as it plays itself, or at best; `_LEARN` adds up regrets."""
    cards, size = odds.shape[1], decides.shape[1]
    whole = 0.0
    for card in range(cards):
        for seen in range(cards if sees[side] else 1):
            mean, best = 0.0, -1e300
            for own in range(size):
                gains[own] = 0.0
                for other in range(size):
                    _weigh_ways(
                        side, card, seen, own, other, odds, payoffs, decides, sees, tokens, ways, pair
                    )
                    share = ways[side, card, seen, own, other, 0]
                    got = share * pair[0] + (1.0 - share) * pair[1]
                    if mode == _BEST:
                        got = max(pair[0], pair[1])
                    if mode == _LEARN and decides[side, own, other]:
                        row = way_regrets[side, card, seen, own, other]
                        row[0] = max(0.0, row[0] + pair[0] - got)
                        row[1] = max(0.0, row[1] + pair[1] - got)
                    gains[own] += got
                mean += tokens[side, card, seen, own] * gains[own]
                best = max(best, gains[own])
            if mode == _LEARN:
                for own in range(size):
                    regret = regrets[side, card, seen, own] + gains[own] - mean
                    regrets[side, card, seen, own] = max(0.0, regret)
            whole += best if mode == _BEST else mean
    return whole


@shared
def _add_up(
    side: Any,
    weight: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    regrets: Any,
    way_regrets: Any,
    sums: Any,
    way_sums: Any,
) -> None:
    """Add the side's strategy to its sums, and make the next one from its regrets."""
    cards, size = tokens.shape[1], tokens.shape[3]
    for card in range(cards):
        for seen in range(cards if sees[side] else 1):
            for own in range(size):
                reach = weight * tokens[side, card, seen, own]
                sums[side, card, seen, own] += reach
                for other in range(size):
                    row = ways[side, card, seen, own, other]
                    way_sums[side, card, seen, own, other, 0] += reach * row[0]
                    way_sums[side, card, seen, own, other, 1] += reach * row[1]
                    _mix(way_regrets[side, card, seen, own, other], row)
            _mix(regrets[side, card, seen], tokens[side, card, seen])


@shared
def _average(sees: Any, tokens: Any, ways: Any, sums: Any, way_sums: Any) -> None:
    """The strategy the sums stand for."""
    cards, size = tokens.shape[1], tokens.shape[3]
    for side in range(2):
        for card in range(cards):
            for seen in range(cards if sees[side] else 1):
                _mix(sums[side, card, seen], tokens[side, card, seen])
                for own in range(size):
                    for other in range(size):
                        _mix(way_sums[side, card, seen, own, other], ways[side, card, seen, own, other])


@compiled
def solve_turns(
    odds: Any,
    payoffs: Any,
    best_payoffs: Any,
    decides: Any,
    sees: Any,
    target: Any,
    most: Any,
    desk: Any,
    way_desk: Any,
    gains: Any,
    mean_tokens: Any,
    mean_ways: Any,
    results: Any,
) -> None:
    """Solve turns, one for each row of all arrays but the desks, up to a gap of `target` or `most` rounds.

    `best_payoffs` are the payoffs where the side plays its best answer ever after. Written are `mean_tokens` and
    `mean_ways`, the strategies, and `results`, fields as above. `desk` [tokens, regrets, sums] and `way_desk`
    the same for ways, `gains` [2, tokens] are room to work in.
    """
    tokens, regrets, sums = desk[0], desk[1], desk[2]
    ways, way_regrets, way_sums = way_desk[0], way_desk[1], way_desk[2]
    worth, pair = gains[0], gains[1]
    for at in range(odds.shape[0]):
        regrets[:] = 0.0
        sums[:] = 0.0
        way_regrets[:] = 0.0
        way_sums[:] = 0.0
        tokens[:] = 1.0 / tokens.shape[3]
        ways[:] = 0.5
        odd, pay, who, eyes = odds[at], payoffs[at], decides[at], sees[at]
        check, done, gap = _FIRST_CHECK, 0, 1e300
        while gap > target and done < most:
            done += 1
            for side in range(2):
                _play_side(side, _LEARN, odd, pay, who, eyes, tokens, ways, worth, pair, regrets, way_regrets)
                _add_up(side, float(done), eyes, tokens, ways, regrets, way_regrets, sums, way_sums)
            if done == check or done == most:
                check += check
                _average(eyes, mean_tokens[at], mean_ways[at], sums, way_sums)
                gap = 0.0
                for side in range(2):
                    gap += _play_side(
                        side, _BEST, odd, pay, who, eyes, mean_tokens[at],
                        mean_ways[at], worth, pair, regrets, way_regrets,
                    )  # fmt: skip
        for field, side, mode, paid in (
            (VALUE, 0, _PLAY, pay),
            (BEST_FIRST, 0, _BEST, best_payoffs[at]),
            (BEST_SECOND, 1, _BEST, best_payoffs[at]),
        ):
            results[at, field] = _play_side(
                side, mode, odd, paid, who, eyes, mean_tokens[at],
                mean_ways[at], worth, pair, regrets, way_regrets,
            )  # fmt: skip
        results[at, ROUNDS] = done
