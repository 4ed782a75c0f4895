"""What a mouse does fingers and keys do too: pieces are dragged, and a whole game is played."""

from __future__ import annotations

from math import dist

import pytest

from printkit.games.record import read_record
from tests.web.visit import DESK, PHONE, Visit

Point = tuple[float, float]


def live_places(visit):
    return list(visit.page.locator(".thing.live").evaluate_all("all => all.map((each) => each.dataset.id)"))


def middle(visit, place):
    box = visit.page.locator(f"[data-id='{place}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(visit):
    mouse = visit.page.mouse
    done = {"down": mouse.down, "move": lambda: None, "up": mouse.up}

    def do(what, point):
        mouse.move(*point)
        done[what]()

    return do


def by_touch(visit):
    session = visit.context.new_cdp_session(visit.page)
    names = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}

    def do(what, point):
        points = [] if what == "up" else [{"x": point[0], "y": point[1]}]
        session.send("Input.dispatchTouchEvent", {"type": names[what], "touchPoints": points})

    return do


@pytest.mark.parametrize(("hand", "size"), [(by_mouse, DESK), (by_touch, PHONE)], ids=["mouse", "touch"])
def test_a_piece_is_dragged_to_where_it_goes(
    browser,
    server,
    hand,
    size,
):
    """The board faces who looks; both squares are marked afterwards."""
    visit = Visit(browser, server.address, viewport=size, has_touch=hand is by_touch)
    table = visit.start("cetkaik-school", players=["human", "random"])
    while not visit.page.query_selector(".thing.live"):
        visit.page.click(".next")
        visit.page.wait_for_selector("#main:not([aria-busy])")
    before = visit.shown()
    assert before.split()[2] == "A", "the seat above the board as it is printed"
    do, pieces = hand(visit), live_places(visit)
    x, y = middle(visit, pieces[0])
    do("down", (x, y))
    for step in (4, 8, 12):
        do("move", (x + step, y - step))
    visit.page.wait_for_selector(".thing.dragged")
    place = next(place for place in live_places(visit) if place not in pieces)
    target = middle(visit, place)
    do("move", target)
    do("up", target)
    visit.moved(before)
    record = (server.state / f"{table}.txt").read_text(encoding="utf-8")
    assert all(each.rpartition("-")[2] in record for each in (pieces[0], place)), record
    assert visit.page.evaluate("document.documentElement.scrollTop") == 0
    visit.close()


# What has the focus: whether it can be done, whether it is a thing, and where the nearest live thing lies from it.
_FOCUS = """() => {
    const active = document.activeElement, middle = (each) => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    return {
        does: active.matches(".thing.live, [data-action]"),
        thing: active.matches(".thing"),
        at: middle(active),
        live: [...document.querySelectorAll(".thing.live")].map(middle),
    };
}"""


def towards(at, goal):
    """The arrow key that leads there."""
    right, down = goal[0] - at[0], goal[1] - at[1]
    if abs(right) > abs(down):
        return "ArrowRight" if right > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


def reach_something_to_do(visit):
    """By Tab and arrow keys alone."""
    for press in range(60):
        focus = visit.page.evaluate(_FOCUS)
        if focus["does"]:
            return
        # From a thing with nothing to do the arrows lead to one that has; where they do not, Tab goes on.
        arrows = focus["thing"] and focus["live"] and press % 6 < 5
        nearest = min(focus["live"], key=lambda each: dist(each, focus["at"]), default=None)
        visit.page.keyboard.press(towards(focus["at"], nearest) if arrows and nearest else "Tab")
    raise AssertionError("nothing to do is reached by keys")


def test_a_whole_game_is_played_by_keys(browser, server):
    """From the first card to the last, without a click."""
    visit = Visit(browser, server.address, viewport=DESK)
    page = visit.page
    table = visit.start("youscout", options=["terminals=1"])
    chosen = 0
    while not page.evaluate("!!document.querySelector('.end .result')"):
        before = visit.shown()
        if page.evaluate("!!document.querySelector('.next')"):
            page.keyboard.press("n")
        else:
            reach_something_to_do(visit)
            page.keyboard.press("Enter")
            chosen += 1
            if visit.shown() == before and page.evaluate("!!document.querySelector('.thing.chosen')"):
                continue
        visit.moved(before)
        if chosen == 1:
            taken, chosen = visit.shown(), 2
            page.keyboard.press("u")
            visit.moved(taken)
            undone = visit.shown()
            page.keyboard.press("r")
            visit.moved(undone)
    last = visit.shown()
    page.keyboard.press(",")
    visit.moved(last)
    record = read_record((server.state / f"{table}.txt").read_text(encoding="utf-8"))
    assert record.result in ("win", "lose")
    assert chosen > 2
    assert visit.complaints == []
    visit.close()
