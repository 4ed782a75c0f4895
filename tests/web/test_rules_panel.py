"""The panel beside the table: the kit's rules at the place in force, in every game that has rules to read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import find_module
from printkit.jobs.check.check_kit import kit_report
from printkit.jobs.screen.guided import rule_places
from printkit.jobs.screen.legend import legend
from printkit.jobs.screen.rule_texts import has_rules
from printkit.jobs.screen.screen_kits import game_kits
from printkit.kit.booklet import read_text
from printkit.kit.markdown import anchors_of, parse_markdown
from printkit.web.words import words_of
from tests.tiny_kit import spoil, write_kit
from tests.web.visit import DESK, PHONE, Visit, serious

KITS = [kit.screen for kit in game_kits(None, "/part") if kit.screen and has_rules(kit.screen.kit)]
GAMES = [(screen, game) for screen in KITS for game in screen.kit.games]
PLAYS, LONGEST = 6, 500


def moments(game_id):
    """What occurs in a few games by any legal actions."""
    found = set()
    for seed in range(PLAYS):
        rng, state = Random(seed), find_module(game_id).game().start
        for _ in range(LONGEST):
            found.add(state.moment())
            if state.to_move() is None:
                break
            legal = state.legal()
            action = state.sample(rng) if state.to_move() == CHANCE else legal[int(rng.random() * len(legal))]
            state = state.after(action)
    return found


@pytest.mark.parametrize(("screen", "game"), GAMES, ids=[game for _, game in GAMES])
def test_every_moment_of_a_game_has_its_place_in_the_rules_of_each_language(screen, game):
    places = {moment: place for (of, moment), place in rule_places(screen).items() if of == game}
    assert moments(game) <= places.keys()
    for place in set(places.values()):
        for language in screen.kit.languages:
            name = f"{place.text}.{language}.md"
            assert place.anchor in anchors_of(parse_markdown(read_text(screen.kit, name), name)), place


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1.1", "1.7", "no place '1.7' in rules"),
        ("1.1", "leaflet-other#1.1", "no rule text 'leaflet-other'"),
    ],
)
def test_a_place_that_no_text_has_is_named_with_file_and_key(tmp_path, old, new, message):
    folder = spoil(write_kit(tmp_path), "kit.toml", 'size = "small"', 'size = "small"\ngames = ["lu-tu"]')
    (folder / "guide.toml").write_text(f'[games.lu-tu.rules]\nbet = "{new}"\n', encoding="utf-8")
    for language in ("ja", "en"):
        (folder / f"rules.{language}.md").write_text("# ab {#game}\n\n1.1. ab\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        kit_report(folder)
    assert old != new
    [problem] = caught.value.problems
    assert (Path(problem.file).name, problem.key) == ("guide.toml", "games.lu-tu.rules.bet")
    assert problem.message == message


def test_a_kit_without_rules_offers_no_panel(visitor):
    with_rules = visitor.ask("/api/tables", {"game": "lu-tu"})["id"]
    assert visitor.ask(f"/api/tables/{with_rules}")["rules"] == "throwing-sticks"
    assert visitor.ask(f"/api/tables/{with_rules}")["rule"] == {"text": "rules", "anchor": "1.4"}


SIGNS = {
    "youscout-simplified": {"Swords", "Coins", "Cups", "Wands"},
    "cetkaik-school": {"emperor", "black king", "red pawn"},
    "tottarot": {"Rotate", "The Sun"},
    "net-xy": {"pawn of A", "pawn of C"},
    "mak-hup": {"black emperor"},
}


@pytest.mark.parametrize(("screen", "game"), GAMES, ids=[game for _, game in GAMES])
def test_every_sign_of_a_game_has_a_drawing_and_a_name_in_each_language(screen, game):
    english, japanese = (legend(screen, screen.names(game, each, words_of(each))) for each in ("en", "ja"))
    assert [(each.kind, each.box, each.card) for each in english] == [
        (each.kind, each.box, each.card) for each in japanese
    ]
    assert all(each.name and bool(each.svg) != bool(each.card) for each in (*english, *japanese))
    assert len({(each.kind, each.name) for each in english}) == len(english)
    assert {each.name for each in english} >= SIGNS.get(game, set())


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_it_opens_at_the_place_in_force_and_closes_by_the_keyboard(browser, server, size):
    visit = Visit(browser, server.address, viewport=size)
    page = visit.page
    visit.start("lu-tu", players=["human", "human", "human"])
    assert page.locator(".beside").is_hidden()
    visit.step(Random(1))
    page.keyboard.press("?")
    page.wait_for_selector(".beside [id='at-4.2'].in-force")
    seen = page.evaluate(
        """() => {
            const [place, body] = [".in-force", ".beside .body"].map((each) =>
                document.querySelector(each).getBoundingClientRect());
            return place.top >= body.top && place.top < body.bottom;
        }"""
    )
    assert seen
    assert serious(page, "panel") == []
    page.click(".beside .tabs button:has-text('Signs')")
    page.wait_for_selector(".beside .body > p")
    assert serious(page, "signs") == []
    page.locator(".beside .body").focus()
    page.keyboard.press("Escape")
    assert page.locator(".beside").is_hidden()
    assert page.evaluate("document.activeElement.dataset.key") == "show-rules"
    assert visit.complaints == []
    visit.close()


def test_a_link_of_the_text_stays_at_the_table_and_the_panel_is_kept(browser, server):
    visit = Visit(browser, server.address, viewport=DESK)
    visit.start("tottarot", players=["human", "random", "random"])
    visit.page.click("[data-key=show-rules]")
    visit.page.wait_for_selector(".beside [id='at-3.1'].in-force")
    for _ in range(3):
        visit.step(Random(1))
    visit.page.wait_for_selector(".beside [id='at-3.3'].in-force")
    table = visit.page.evaluate("location.hash")
    visit.page.locator(".beside a[href$='/cards']").first.click()
    assert visit.page.evaluate("location.hash") == table
    visit.page.reload()
    visit.page.wait_for_selector(".beside .in-force")
    visit.close()
