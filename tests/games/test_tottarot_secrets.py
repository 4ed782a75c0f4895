"""Tottarot §3.1, §3.3 and §4: no view shows what its seat may not know; a play is replayed with secrets exchanged."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import pytest

from printkit.games.core import SEATS
from printkit.games.players import sight_of
from printkit.solver.seats import seated
from tests.games.tottarot_plays import after, tottarot

OPTIONS = (
    ("players=2",),
    ("players=3",),
    ("players=4", "highest-token=4", "turns=5"),
    ("players=5", "turns=4"),
    ("players=6",),
)


def _lots(seed):
    """Numbers in [0, 1) that look unordered: the same for the same seed, everywhere."""
    number = 2 * seed + 1
    while True:
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        yield number / 2**64


def _played(options, seed):
    """The actions of a random play."""
    state, actions, lots = tottarot(*options).start, [], _lots(seed)
    while legal := state.legal():
        actions.append(legal[min(int(next(lots) * len(legal)), len(legal) - 1)])
        state = state.apply(actions[-1])
    return actions


def _replayed(table, actions):
    for action in actions:
        table = table.apply(action)
    return table


def _moments(options, actions):
    """Every moment in the middle of a turn: the table at the turn's start, the actions since, and the table now."""
    state = begin = tottarot(*options).start
    since: list[str] = []
    for action in actions:
        if state.phase == "draw" and state.at == 0:
            begin, since = state, []
        state, since = state.apply(action), [*since, action]
        if any(state.fates):
            yield begin, since, state


def _exchanges(begin, state, seat):
    """Ways to change what `seat` has not seen: two proclaimed fates exchanged, or one with a card of the deck.

    Each is a mapping: the index in the turn's actions, and the action that replaces it.
    """
    draws = {SEATS[begin.seat_at(offset)]: offset for offset in range(begin.rules.players)}
    hidden = [fate for fate in state.fates if fate and SEATS[seat] not in fate.known_to]
    for one, other in combinations(hidden, 2):
        if one.kind != other.kind:
            yield {draws[one.drawn_by]: f"draw {other.kind}", draws[other.drawn_by]: f"draw {one.kind}"}
    for fate in hidden:
        for kind in sorted({*state.undealt()}):
            if kind != fate.kind:
                yield {draws[fate.drawn_by]: f"draw {kind}"}


def _changed(begin, since, changes):
    return _replayed(begin, [changes.get(at, action) for at, action in enumerate(since)])


def _tables(options):
    """The moments of random games; one game of a large table, which has more turns and seats to look from."""
    players = len(tottarot(*options).seats)
    for seed in range(1, 1 + max(1, 8 - 2 * players)):
        yield from _moments(options, _played(options, seed))


def _every(count, items, lots):
    """This many of the items, at random."""
    kept = list(items)
    return [kept.pop(int(next(lots) * len(kept))) for _ in range(min(count, len(kept)))]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_s3_1_other_seats_views_stay_equal_when_hidden_fates_are_exchanged(options):
    """At every moment of every game; and a seat that has seen one of the fates sees that they were exchanged."""
    game, tried, noticed, lots = tottarot(*options), 0, 0, _lots(9)
    for begin, since, state in _tables(options):
        seat = int(next(lots) * len(game.seats))
        for changes in _every(2, _exchanges(begin, state, seat), lots):
            other = _changed(begin, since, changes)
            assert other != state
            for name in game.seats:
                # A fate gone to the discards since lies open; what moved is known to those who knew it.
                knows = any(
                    one != new and name in ((one and one.known_to) or (new and new.known_to) or "")
                    for one, new in zip(state.fates, other.fates, strict=True)
                )
                same = other.view(name) == state.view(name)
                assert same != knows, (since, changes, name)
                assert same == (game.picture(other, name) == game.picture(state, name))
                noticed += knows
            assert other.view(game.seats[seat]) == state.view(game.seats[seat])
            tried += 1
    assert tried > 100
    assert noticed > 100


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_s3_3_other_seats_views_stay_equal_when_declared_tokens_are_exchanged(options):
    """Whatever any number of seats laid, the others see the same until the last token lies."""
    game, tried, lots = tottarot(*options), 0, _lots(5)
    for begin, since, state in _tables(options):
        if state.phase != "declare" or state.at == 0:
            continue
        first = len(since) - state.at
        actors = [state.seat_at(at) for at in range(state.at)]
        for chosen in _every(2, [set(actors[at:]) for at in range(state.at)], lots):
            tokens = [
                _every(1, [token for token in state.rules.tokens if token not in state.used[seat]], lots)[0]
                if seat in chosen
                else state.declared[seat]
                for seat in actors
            ]
            other = _replayed(begin, [*since[:first], *(f"declare {token}" for token in tokens)])
            for seat, name in enumerate(game.seats):
                same = other.declared[seat] == state.declared[seat]
                assert (other.view(name) == state.view(name)) == same, (since, tokens)
                assert (game.picture(other, name) == game.picture(state, name)) == same
                tried += 1
    assert tried > 50


def test_the_exchange_is_seen_by_whoever_has_seen_the_fate():
    # A has met B, so that exchanging B's fate must change what A and B see, and nobody else.
    met = "lovers star hermit 0 1 3 forgo sun {} star meet-B"
    one, other = after(met.format("devil")), after(met.format("tower"))
    changed = [seat for seat in "ABC" if one.view(seat) != other.view(seat)]
    assert changed == ["A", "B"]
    game = tottarot()
    assert [seat for seat in "ABC" if game.picture(one, seat) != game.picture(other, seat)] == ["A", "B"]


def test_a_seat_remembers_a_fate_it_saw_when_another_takes_it():
    # C looked at A's sun; B takes it. D knows nothing, A, B and C know where the sun is.
    line = "star star hermit sun 0 1 2 3 forgo  sun devil tower tower look-A 1 2 0 2 seize-A"
    table = after(line, "players=4")
    assert (table.phase, table.to_move()) == ("seize", "D")
    shown = {seat: "sun:A:ABC" in table.view(seat) for seat in "ABCD"}
    assert shown == {"A": True, "B": True, "C": True, "D": False}
    assert "?:A:ABC" in table.view("D")


def test_the_deck_is_in_no_view():
    one, other = after("sun devil"), after("sun star")
    assert one.view("A") == other.view("A")
    assert one.view("C") == other.view("C")
    assert one.chances() != other.chances()


def test_what_is_over_lies_open_to_all():
    table = after("sun devil star 0 3 1 forgo", "turns=1", "victories=1")
    assert len({table.view(seat).partition(" ")[2] for seat in "ABC"}) == 1
    assert "?" not in table.view("B")


@pytest.mark.parametrize("name", ["random", "cautious", "greedy", "ismcts:2", "flat:4", "minimax:1"])
def test_players_decide_by_the_view_alone(name):
    """Each decision of a play is asked for again with all that is hidden exchanged: it stays the same."""
    options = ("players=3",)
    game, asked = tottarot(*options), 0

    def ask(state):
        return seated(game, name, Random(4))(sight_of(game, state, state.to_move()))

    for begin, since, state in _moments(options, _played(options, 7)):
        if state.to_move() in game.seats:
            for changes in islice(_exchanges(begin, state, state.actor), 3):
                assert ask(_changed(begin, since, changes)) == ask(state)
                asked += 1
    assert asked > 20
