"""A whole game at the table by real clicks, from its own page to its end, and what the page said on the way."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import NamedTuple

from printkit.games.core import CHANCE
from printkit.games.record import write_record
from printkit.jobs.play.advise import Question, answer_as
from printkit.solver.seats import HUMAN
from printkit.web.session import Session, act, advance, record_of_session, resumed, sit
from tests.web.visit import Visit

__all__ = ["MOST_CLICKS", "Whole", "play_whole", "seat_at_table", "unspoken"]

MOST_CLICKS = 1500
"""A game that has not ended after so many clicks does not end."""

# Options that make a game short, where it has them; the page of the game offers them to everybody.
_SHORT = {"seasons": "1", "rounds": "1"}

_SPANS = """() => {
    const spans = performance.getEntriesByName("act").map((each) => each.duration);
    performance.clearMeasures();
    return spans;
}"""


class Whole(NamedTuple):
    """A game as it went: its table at the end, its clicks, what was said after changes, its end, and ms."""

    table: str
    clicks: int
    said: tuple[str, ...]
    end: str
    spans: tuple[float, ...]


def seat_at_table(visit: Visit, game: str, level: str, seed: int) -> str:
    """Begin a game from its own page by clicks: alone or against players of one level, as few and short as may be."""
    page = visit.page
    page.evaluate("game => location.hash = `#/setup/${game}`", game)
    page.wait_for_function("game => document.querySelector('.how')?.dataset.game === game", arg=game)
    if page.locator(".level").count():
        page.click(f".level:has([value={level}])")
        while page.locator(".place .less").count():
            page.click(".place .less")
    for summary in page.locator(".how details:not(.research) > summary").all():
        summary.click()
    for option, value in _SHORT.items():
        if page.locator(f".how input[name={option}]").count():
            page.fill(f".how input[name={option}]", value)
    page.fill(".how [name=deal]", str(seed))
    page.click(".how .do button.main")
    return _at_table(visit)


def _at_table(visit: Visit) -> str:
    visit.page.wait_for_selector("#main[data-table] :is(.picture .thing, .handover button)")
    return str(visit.page.get_attribute("#main", "data-table"))


def play_whole(visit: Visit, state: Path, game: str, level: str, seed: int, most: int = MOST_CLICKS) -> Whole:
    """Play it to its end, each click on what luck finds among all that is offered.

    After `most` clicks the game is played on without the page, from the record in the folder `state`, and its record,
    but for what ends it, is brought to the page as text: what ends it is a click again.
    Raises AssertionError where it does not go on.
    """
    table = seat_at_table(visit, game, level, seed)
    page, rng = visit.page, Random(seed)
    page.evaluate(_SPANS)  # those of the game before
    said: list[str] = []
    clicks, shown = 0, visit.shown()

    def click(action: str = "") -> bool:
        nonlocal clicks, shown
        seen = visit.click(rng.random(), action)
        if seen is None:
            return False
        if seen.shown != shown:
            said.append(seen.said)
        clicks, shown = clicks + 1, seen.shown
        return True

    while clicks < most and click():
        pass
    if visit.offers():
        assert most < MOST_CLICKS, f"{game}: no end after {clicks} clicks"
        before, last = _before_the_end(
            resumed((state / f"{table}.txt").read_text(encoding="utf-8"), table), rng
        )
        table = _bring(visit, write_record(record_of_session(before)))
        while page.locator(".handover button").count():
            assert click()
        assert click(last)
    return Whole(table, clicks, tuple(said), page.inner_text(".end .result"), tuple(page.evaluate(_SPANS)))


def _before_the_end(session: Session, rng: Random) -> tuple[Session, str]:
    """The last moment of a game that is played on by luck and its players, and what is done then by a person."""
    while True:
        seat, before, action = session.state.to_move(), session, ""
        if session.waits_for is not None:
            session = sit(session, session.waits_for)
            continue
        if session.mover == HUMAN:
            action = rng.choice(session.state.legal())
            session = act(session, action)
        elif seat == CHANCE:
            session = advance(session)
        else:
            question = Question(session.game.id, tuple(session.game.options.items()), session.actions, "")
            seed = session.seed * 1_000_003 + len(session.actions)
            session = advance(session, answer_as(question, session.mover, seed))
        if session.over:
            return before, action


def _bring(visit: Visit, record: str) -> str:
    """The table of a record whose text is pasted on the first page."""
    page = visit.page
    page.evaluate("location.hash = '#/'")
    page.fill(".drop textarea", record)
    page.click(".drop button")
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    return _at_table(visit)


# Keys of texts, values of programs, and the names of things in drawings.
_RAW = re.compile(
    r"\b(zone|verb|result|narration|front|level|player)\.|undefined|null|NaN|\[object|[<>{}]|\bthing-|\bcard-"
)


def unspoken(said: str, codes: frozenset[str]) -> list[str]:
    """What in an announcement is no word for people: keys, marks of programs, and the codes of cards."""
    if not said.strip():
        return ["nothing is said"]
    return [*(each.group() for each in _RAW.finditer(said)), *sorted(codes & {*re.findall(r"[\w-]+", said)})]
