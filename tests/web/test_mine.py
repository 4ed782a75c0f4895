"""One's own games: counted once when they end, by game and level; saved, erased, and kept from what was spoiled."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from printkit.errors import InputError
from printkit.web.mine import Mine, Played, totals
from printkit.web.words import LANGUAGES, words_of
from tests.web.visit import DESK, PHONE, Visit

ONE = Played("abcdefgh", "lu-tu", "beginner", "won", 11, 10, 1, 0, "2026-11-27T10:00:00Z")


def play_on(visitor, table):
    """The table after a game to its end, each time the first of what may be done."""
    view = visitor.ask(f"/api/tables/{table}")
    while not view["over"]:
        wish, more = (
            ("act", {"action": view["actions"][0]["text"]}) if view.get("actions") else ("advance", {})
        )
        if view.get("handover"):
            wish, more = "sit", {"seat": view["handover"]}
        view = visitor.ask(f"/api/tables/{table}/{wish}", {"count": view["count"], **more})
    return dict(view)


def played(visitor, game="lu-tu", **body):
    table = str(
        visitor.ask(
            "/api/tables", {"game": game, "players": ["human", "beginner", "beginner"], "deal": "3", **body}
        )["id"]
    )
    play_on(visitor, table)
    return table


@pytest.fixture(autouse=True)
def nothing_counted(visitor):
    visitor.ask("/api/mine", method="DELETE")


def rows(visitor):
    return list(visitor.ask("/api/mine?lang=en")["rows"])


def test_a_game_that_ends_is_counted_by_game_and_level(visitor):
    options = ["players=2"]
    for level in ("beginner", "beginner", "easy"):
        played(visitor, options=options, players=["human", level])
    counts = {(row["game"], row["level"]): row["played"] for row in rows(visitor)}
    assert counts == {("lu-tu", "beginner"): 2, ("lu-tu", "easy"): 1}
    for row in rows(visitor):
        assert row["won"] + row["lost"] + row["drawn"] == row["counted"] == row["played"]
        assert row["name"] != row["game"]


@pytest.mark.parametrize(
    ("players", "level"),
    [
        (["human", "easy", "beginner"], "mixed"),
        (["human", "human", "easy"], "people"),
        (["human", "random", "random"], "random"),
    ],
)
def test_who_sat_there_is_the_level(visitor, players, level):
    played(visitor, players=players)
    (row,) = rows(visitor)
    assert row["level"] == level
    assert row["counted"] == (level != "people")


def test_a_game_taken_back_and_ended_again_is_one_game(visitor):
    table = played(visitor, "youscout")
    view = visitor.ask(f"/api/tables/{table}")
    assert view["undo"]
    view = visitor.ask(f"/api/tables/{table}/undo", {"count": view["count"]})
    assert not view["over"]
    play_on(visitor, table)
    (row,) = rows(visitor)
    assert (row["played"], row["undos"], row["level"]) == (1, 1, "alone")


def test_a_game_whose_end_was_known_is_not_counted(visitor):
    table = played(visitor)
    body = {"at": 2, "players": ["human", "beginner", "beginner"]}
    again = visitor.ask(f"/api/tables/{table}/continue", body)["id"]
    assert visitor.ask(f"/api/tables/{again}")["players"] == dict(zip("ABC", body["players"], strict=True))
    play_on(visitor, again)
    watched = visitor.ask("/api/tables", {"game": "lu-tu", "players": ["random"], "deal": "3"})["id"]
    play_on(visitor, watched)
    assert [row["played"] for row in rows(visitor)] == [1]


def test_hints_are_counted_and_the_table_may_go(visitor):
    table = visitor.ask("/api/tables", {"game": "lu-tu", "players": ["human", "random"], "deal": "3"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    while not view["actions"]:
        view = visitor.ask(f"/api/tables/{table}/advance", {"count": view["count"]})
    visitor.ask(f"/api/tables/{table}/advice", {"at": view["count"], "seconds": 0.1, "first": True})
    play_on(visitor, table)
    visitor.ask(f"/api/tables/{table}", method="DELETE")
    (row,) = rows(visitor)
    assert (row["played"], row["hints"]) == (1, 1)


def test_both_files_have_every_game(visitor):
    for deal in ("1", "2"):
        played(visitor, deal=deal)
    as_json = json.loads(visitor.send("GET", "/api/mine/games.json").body)
    answer = visitor.send("GET", "/api/mine/games.csv")
    assert "attachment" in answer.headers["content-disposition"]
    as_csv = list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"))))
    assert [row["table"] for row in as_csv] == [row["table"] for row in as_json]
    assert len(as_csv) == 2
    assert visitor.send("GET", "/api/mine/games.exe").status == 404


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{", "Invalid JSON"),
        ("{}", "valid array"),
        ("[{}]", "0.table: Field required"),
        (json.dumps([{"table": "x"}]), "0.table: .*pattern"),
        ("[[[[" * 5000, "Invalid JSON"),
    ],
)
def test_a_spoiled_file_is_said_and_can_be_erased(tmp_path, text, wrong):
    mine = Mine(tmp_path)
    mine.file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=wrong) as raised:
        mine.add(ONE)
    assert raised.value.problems[0].file == str(mine.file)
    assert mine.file.read_text(encoding="utf-8") == text
    mine.erase()
    mine.add(ONE)
    assert mine.games() == (ONE,)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", "../../x"),
        ("result", "best"),
        ("points", "7"),
        ("hints", -1),
        ("undos", True),
        ("ended", "yesterday"),
    ],
)
def test_a_game_that_cannot_be_is_refused(tmp_path, key, value):
    mine = Mine(tmp_path)
    mine.add(ONE)
    rows = json.loads(mine.as_json())
    mine.file.write_text(json.dumps([{**rows[0], key: value}]), encoding="utf-8")
    with pytest.raises(InputError, match=key):
        mine.games()


def test_a_game_that_cannot_be_counted_ends_and_says_so(visitor, server):
    file = server.state / "mine.json"
    file.write_text("{", encoding="utf-8")
    seats = ["human", "beginner", "beginner"]
    table = visitor.ask("/api/tables", {"game": "lu-tu", "players": seats, "deal": "3"})["id"]
    view = play_on(visitor, table)
    assert view["over"]
    assert str(file) in view["uncounted"]
    assert file.read_text(encoding="utf-8") == "{"


def test_the_best_points_and_the_latest_come_first():
    later = Played("bcdefghj", "youscout", "alone", "lost", None, 90, 0, 2, "2026-11-28T10:00:00Z")
    better = Played("cdefghjk", "lu-tu", "beginner", "drawn", 20, 10, 0, 0, "2026-11-26T10:00:00Z")
    first, second = totals([ONE, later, better])
    assert (first["game"], first["best"]) == ("youscout", None)
    assert (second["best"], second["won"], second["drawn"], second["hints"]) == (20, 1, 1, 1)
    assert second["last"] == ONE.ended


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_saves_and_asks_before_it_erases(browser, server, visitor, language):
    played(visitor)
    words = words_of(language)
    visit = Visit(browser, server.address, language, viewport=PHONE if language == "ja" else DESK)
    page = visit.page
    page.click("a[href='#/mine']")
    page.wait_for_selector(".own tbody tr")
    expect(page.locator(".own tbody tr")).to_have_count(1)
    assert words["beginner"] in page.inner_text(".own")
    with page.expect_download() as download:
        page.click("a[href$='games.csv']")
    assert "lu-tu" in Path(download.value.path()).read_text(encoding="utf-8")
    page.click(f"button:text-is('{words['mine.erase']}')")
    page.click(f"button:text-is('{words['cancel']}')")
    assert rows(visitor)
    page.click(f"button:text-is('{words['mine.erase']}')")
    page.click(f"button:text-is('{words['mine.erase-yes']}')")
    page.wait_for_selector(f"text={words['mine.none']}")
    assert rows(visitor) == []
    assert visit.complaints == []
    visit.close()
