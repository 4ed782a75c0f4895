"""The rule cards agree with the engine: every row, every outcome pile, on random positions; an error is found."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from printkit.games.find import make_game, printed_words
from printkit.games.proof import find_row_proof
from printkit.games.youscout.cards import DEATH, FOOL
from printkit.games.youscout.rule_rows import Ground, Line, Reading
from printkit.kit.load import load_kit
from printkit.kit.rules import load_rules, parse_outcome, parse_term
from printkit.preflight.proof_kit import prove_kit_rules, prove_rules

FOLDER = Path(__file__).resolve().parents[2] / "templates/youscout"
ROWS, _ = load_rules(tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8")), "rules.toml")
GAME = make_game("youscout")
SIMPLE = make_game("youscout-simplified")


def cases(rows, game, positions):
    proof = find_row_proof(game.id)
    assert proof is not None
    return proof.cases(rows, game, positions)


# As many as a build plays.
BUILT = 60
BRANCHES = {
    ("rule-upper", "cup"): {"yes", "no"},
    ("rule-upper", "sword"): {"yes", "no"},
    ("rule-upper", "wand"): {"yes", "no"},
    ("rule-upper", "coin"): {"both"},
    ("rule-lower", "coin"): {"yes", "no"},
    ("rule-lower", "wand"): {"yes", "no"},
    ("rule-lower", "sword"): {"move", "stay", "no"},
    ("rule-lower", "cup"): {"both"},
}
SIMPLE_BRANCHES = {
    ("simple-upper", "cup"): {"both"},
    ("simple-upper", "sword"): {"yes", "no"},
    ("simple-upper", "wand"): {"yes", "no"},
    ("simple-upper", "coin"): {"both"},
    ("simple-lower", "coin"): {"both"},
    ("simple-lower", "wand"): {"yes", "no"},
    ("simple-lower", "sword"): {"move", "stay", "no"},
    ("simple-lower", "cup"): {"both"},
}


@pytest.mark.parametrize(
    "options",
    [{}, {"influence": "1", "court": "K10"}, {"influence": "3", "court": "K13b", "swap": "solid"}],
    ids=["usual", "small numbers", "large numbers"],
)
def test_every_row_is_what_the_engine_plays(options):
    assert prove_rules(ROWS, make_game("youscout", options), positions=600) == ()


@pytest.mark.parametrize(
    "options",
    [{}, {"comparison": "greater-equal"}, {"comparison": "greater-equal", "influence": "1", "court": "K10"}],
    ids=["usual", "ties win", "ties win often"],
)
def test_every_row_of_the_simplified_game_is_what_its_engine_plays(options):
    """Youscout §6.3 to §6.6."""
    assert prove_rules(ROWS, make_game("youscout-simplified", options), positions=600) == ()


def test_a_kit_is_proved_for_all_its_games():
    kit = load_kit(FOLDER, ())
    assert prove_kit_rules(kit, {"youscout-simplified": ("comparison=greater-equal",)}, positions=BUILT) == ()
    strange = replace(kit, rules=(*kit.rules, replace(kit.rules[0], game="chess")))
    (finding,) = prove_kit_rules(strange, {}, positions=BUILT)
    assert (finding.code, finding.subject) == ("rule-row-unproved", "chess")


def test_a_row_silent_on_ties_is_found():
    """Youscout §6.4: a row that does not mention ties is reported when they win."""
    row = row_of("simple-upper", "sword")
    silent = replace(row, equal="")
    game = make_game("youscout-simplified", {"comparison": "greater-equal", "influence": "1"})
    (finding,) = prove_rules([silent if each == row else each for each in ROWS], game, positions=600)
    assert (finding.card, finding.subject) == ("simple-upper", "sword, no")


@pytest.mark.parametrize(
    ("game", "branches"), [(GAME, BRANCHES), (SIMPLE, SIMPLE_BRANCHES)], ids=["original", "simplified"]
)
def test_every_branch_of_every_row_is_played_often(game, branches):
    played = Counter((case.row.card, case.row.suit, case.branch) for case in cases(ROWS, game, 600))
    wanted = {(*key, branch) for key, each in branches.items() for branch in each}
    assert set(played) == wanted
    assert min(played.values()) > 20
    assert sum(played.values()) > 3000
    built = Counter((case.row.card, case.row.suit, case.branch) for case in cases(ROWS, game, BUILT))
    assert set(built) == wanted


def test_the_exception_of_place_six_is_played():
    """Youscout §4.2: from place 6 the largest card goes to Co."""
    sword = row_of("rule-upper", "sword")
    places = Counter(
        "token=6" in case.position
        for case in cases([sword], GAME, 600)
        if case.branch == "no" and re.search(r" [456]=", case.position)
    )
    assert places[True] > 10
    assert places[False] > 10


def row_of(card, suit):
    return next(row for row in ROWS if (row.card, row.suit) == (card, suit))


def terms(*texts):
    return tuple(map(parse_term, texts))


LIES = {
    "wrong side of the pair": ("rule-upper", "cup", {"greater": terms("card", "cup right here")}),
    "wrong suit": ("rule-upper", "cup", {"than": terms("cup left forward")}),
    "wrong place": ("rule-upper", "sword", {"than": terms("card", "coin left forward")}),
    "a term forgotten": ("rule-upper", "wand", {"than": terms("sum here")}),
    "max instead of sum": ("rule-upper", "wand", {"than": terms("max here", "coin right here")}),
    "wrong way": ("rule-lower", "coin", {"move": "backward"}),
    "need forgotten": ("rule-upper", "wand", {"needs": None}),
    "largest spent": ("rule-lower", "wand", {"outcomes": "spent here > D", "by": "max here > D"}),
    "wrong pile": ("rule-upper", "cup", {"outcomes": "card > pile across", "by": "card > pile here"}),
    "no exception": (
        "rule-upper",
        "sword",
        {"outcomes": "max here > pile forward, 6 > Co", "by": "max here > pile forward"},
    ),
    "coins kept": ("rule-lower", "sword", {"outcomes": "all Co > D", "by": None}),
    "sword lost on staying": ("rule-lower", "sword", {"outcomes": "all here > D", "by": None}),
    "card at rest discarded": ("rule-upper", "coin", {"outcomes": "card > pile here", "by": "card > D"}),
    "number of the wrong suit": (
        "simple-upper",
        "sword",
        {"greater": terms("card", "max here else sword left")},
    ),
    "number of the wrong side": (
        "simple-upper",
        "wand",
        {"than": terms("sword left across", "max across else coin right")},
    ),
    "number added to the pile": (
        "simple-upper",
        "sword",
        {"greater": terms("card", "max here", "coin left here")},
    ),
    "winner's card kept": ("simple-lower", "wand", {"outcomes": "max here > D", "by": None}),
    "loser's card kept": ("simple-lower", "sword", {"outcomes": "max across > D", "by": None}),
    "moved without leave": ("simple-upper", "cup", {"move": "backward"}),
    "moved while resting": ("simple-lower", "cup", {"move": "forward"}),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found(lie):
    card, suit, changes = LIES[lie]
    row = row_of(card, suit)
    if "outcomes" in changes:
        stated, by = changes["outcomes"], changes["by"]
        outcomes = []
        for outcome in row.outcomes:
            if outcome != parse_outcome(outcome.when, stated):
                outcomes.append(outcome)
            elif by is not None:
                outcomes.append(parse_outcome(outcome.when, by))
        changes = {"outcomes": tuple(outcomes)}
    false = replace(row, **changes)
    assert false != row
    findings = prove_rules(
        [false if each == row else each for each in ROWS], make_game(row.game), positions=BUILT
    )
    assert [(finding.card, finding.subject.split(",")[0]) for finding in findings] == [(card, suit)]
    assert findings[0].code == "rule-row"
    assert "draw" in findings[0].message
    assert findings[0].expected != findings[0].found


def test_a_choice_where_the_engine_has_none_is_found():
    row = row_of("rule-upper", "sword")
    choice = tuple(parse_outcome(when, "card > Sw") for when in ("move", "stay"))
    false = replace(row, outcomes=(*choice, *[each for each in row.outcomes if each.when == "no"]))
    (finding,) = prove_rules([false if each == row else each for each in ROWS], GAME)
    assert finding.found == "a choice"


def test_no_choice_where_the_engine_has_one_is_found():
    row = row_of("rule-lower", "sword")
    kept = [replace(each, when="yes") for each in row.outcomes if each.when == "move"]
    false = replace(row, outcomes=(*kept, *[each for each in row.outcomes if each.when == "no"]))
    (finding,) = prove_rules([false if each == row else each for each in ROWS], GAME)
    assert finding.expected == "a choice"


def test_a_missing_row_and_a_stranger_are_found():
    stranger = replace(ROWS[0], card="rule-middle")
    findings = prove_rules([stranger, *ROWS[1:]], GAME)
    assert [(finding.code, finding.card, finding.subject) for finding in findings] == [
        ("rule-row-missing", "rule-upper", "cup"),
        ("rule-row-unknown", "rule-middle", "cup"),
    ]


def test_the_same_positions_every_time():
    first, again = ([case.position for case in cases(ROWS, GAME, 12)] for _ in range(2))
    assert first == again
    assert len(set(first)) == 12


GAME_WORDS = printed_words(("youscout",), ())


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("kind", ["rule", "simple"])
@pytest.mark.parametrize(
    ("card", "places", "terminal"), [("upper", (4, 5, 6), FOOL), ("lower", (1, 2, 3), DEATH)]
)
@pytest.mark.parametrize("key", ["foot", "foot-short"])
def test_the_foot_names_start_terminal_and_winning_places(language, kind, card, places, terminal, key):
    """Youscout §3.1 and §3.3."""
    table = tomllib.loads((FOLDER / f"text.{language}.toml").read_text(encoding="utf-8"))
    stated = table[kind][card][key]
    text = re.sub(r"\{([a-z]+-wins[a-z-]*)\}", lambda match: GAME_WORDS[match[1]], stated)
    numbers = [int(figure) for figure in re.findall(r"\d+", text)]
    assert numbers == [*places, int(terminal), *GAME.start.rules.goal[terminal]]
    assert ("{terminals}" if language == "ja" else "{terminals-ordinal-en}") in text


@pytest.mark.parametrize("game", [GAME, SIMPLE])
def test_what_counts_of_an_empty_pile_is_never_called_its_largest(game):
    """A place without a pile counts with its number of the table, and is named as that number."""
    proof = find_row_proof(game.id)
    kinds: Counter[str] = Counter()
    for case in cases(ROWS, game, 120):
        state = game.parse(case.position)
        weighed = proof.weigh(ROWS, game, state, case.actions[0].removeprefix("draw "))
        for term, _ in (*weighed.greater, *weighed.than):
            if term.kind == "backing":
                place = Reading(Line.of(weighed.row, game.options), Ground.of(state), "").pile(term.place)
                assert place, (case.position, case.actions)
            kinds[term.kind] += 1
    assert kinds["number"] > 50
    assert game is GAME or kinds["backing"] > 20
