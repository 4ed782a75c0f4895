"""The addresses of a table as a page uses them: players who think, records, walkthroughs, the list of tables."""

from __future__ import annotations

import http.client
import json
import resource
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import sleep

import pytest

from printkit.games.record import read_record
from printkit.web.store import Store


def opened(visitor, root, game):
    record = min((root / "tests" / "records" / game).glob("*.txt"), key=lambda file: file.stat().st_size)
    return str(visitor.ask("/api/open", {"text": record.read_text(encoding="utf-8")})["id"])


@pytest.mark.parametrize(("game", "language"), [("tottarot", "ja"), ("youscout", "en")])
def test_a_finished_game_becomes_a_walkthrough(visitor, root, game, language):
    table = opened(visitor, root, game)
    assert visitor.ask(f"/api/tables/{table}")["walkthrough"]
    answer = visitor.send("GET", f"/api/tables/{table}/walkthrough?lang={language}")
    assert answer.status == 200
    assert answer.body.startswith(b"%PDF-")
    assert len(answer.body) > 20_000


def test_a_game_that_goes_on_has_no_walkthrough(visitor):
    table = visitor.ask("/api/tables", {"game": "youscout", "players": ["human"], "deal": "3"})["id"]
    assert visitor.send("GET", f"/api/tables/{table}/walkthrough").status == 409


def test_every_game_offers_the_levels_and_other_players_for_researchers(visitor):
    home = visitor.ask("/api/home?lang=en")
    assert home["levels"] == ["beginner", "easy", "medium", "strong"]
    for game in home["games"]:
        assert "random" in game["players"]
        assert not {"human", *home["levels"]} & {*game["players"]}


def test_players_think_beside_the_server(visitor):
    table = visitor.ask(
        "/api/tables", {"game": "tottarot", "players": ["random", "greedy", "ismcts:5"], "deal": "3"}
    )["id"]
    view = visitor.ask(f"/api/tables/{table}")
    movers = set()
    for _ in range(8):
        movers.add(view["mover"])
        view = visitor.ask(f"/api/tables/{table}/advance", {"count": view["count"]})
    assert {"random", "greedy", "ismcts:5"} <= movers
    assert view["looks"] == ""


def test_a_secret_record_deal_and_hint_wait(visitor):
    table = visitor.ask("/api/tables", {"game": "nam-to", "players": ["human"], "deal": "3"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    assert view["handover"]
    assert view["deal"] == ""
    assert visitor.send("GET", f"/api/tables/{table}/record").status == 409
    for body in (
        {"at": 0, "seconds": 2},
        {"at": 5, "seconds": 2},
        {"at": -1, "seconds": 2},
        {"at": "0", "seconds": 2},
    ):
        assert "error" in visitor.ask(f"/api/tables/{table}/advice", body)
    assert "error" in visitor.ask(f"/api/tables/{table}/continue", {"at": 0})


def test_nothing_is_done_twice(visitor):
    table = visitor.ask("/api/tables", {"game": "youscout", "deal": "3"})["id"]
    assert visitor.ask(f"/api/tables/{table}/advance", {"count": 0})["count"] == 6
    assert visitor.ask(f"/api/tables/{table}/advance", {"count": 0})["stale"]
    assert visitor.ask(f"/api/tables/{table}")["count"] == 6


def test_an_illegal_action_is_refused_and_changes_nothing(server, visitor):
    table = visitor.ask("/api/tables", {"game": "youscout", "deal": "3"})["id"]
    for action in ("draw Co1", "place 9", "", "x" * 500):
        assert "error" in visitor.ask(f"/api/tables/{table}/act", {"count": 0, "action": action})
    assert read_record((server.state / f"{table}.txt").read_text(encoding="utf-8")).lines == ()


def test_tables_are_listed_the_latest_first_and_removed(visitor):
    one, two = (visitor.ask("/api/tables", {"game": "lu-tu", "deal": seed})["id"] for seed in ("1", "2"))
    assert [each["id"] for each in visitor.ask("/api/home?lang=en")["tables"]][:2] == [two, one]
    visitor.ask(f"/api/tables/{two}", method="DELETE")
    assert two not in [each["id"] for each in visitor.ask("/api/home?lang=en")["tables"]]
    assert visitor.send("GET", f"/api/tables/{two}").status == 404


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a record",
        "printkit-record 1\ngame: no-game\n---\n",
        "printkit-record 1\ngame: lu-tu\n---\n1 fly\n",
    ],
)
def test_what_is_no_record_is_explained(visitor, text):
    assert visitor.ask("/api/open", {"text": text})["error"]


def test_a_drawing_is_kept_for_ever(visitor):
    art = visitor.ask("/api/home?lang=ja")["kits"][0]["art"][0]
    answer = visitor.send("GET", art)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert b"<svg" in answer.body


def act(visitor, table, view):
    """The table after the first action that may be done, or after the next of those that nobody chooses."""
    if not view["actions"]:
        return dict(visitor.ask(f"/api/tables/{table}/advance", {"count": view["count"]}))
    body = {"count": view["count"], "action": view["actions"][0]["text"]}
    return dict(visitor.ask(f"/api/tables/{table}/act", body))


def test_a_hint_in_flight_overwrites_no_action(server, visitor, monkeypatch, tmp_path):
    # Where no machine code lies, none is loaded or compiled, which takes long beside other tests.
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    table = visitor.ask("/api/tables", {"game": "youscout", "players": ["human"], "deal": "3"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    while not view["actions"]:
        view = act(visitor, table, view)
    lost, hints = [], 0
    with ThreadPoolExecutor(4) as beside:
        for _ in range(50):
            if not view["actions"]:
                view = act(visitor, table, view)
                continue
            asked = {"at": view["count"], "seconds": 0.1, "first": True}
            path = f"/api/tables/{table}/advice"
            # The first makes the answer, which the others find ready: they are quick, as the action is.
            hints += "error" not in visitor.ask(path, asked)
            flying = [beside.submit(visitor.ask, path, asked) for _ in range(4)]
            done = act(visitor, table, view)
            hints += sum("error" not in each.result() for each in flying)
            view = visitor.ask(f"/api/tables/{table}")
            # What the page shows, and what a server that is started anew reads.
            kept = (view["count"], len(Store(server.state).get(table).actions))
            lost += [kept] if kept != (done["count"],) * 2 else []
    assert lost == []
    assert hints > 20


def test_a_search_ends_with_the_page_that_asked_for_it(visitor, monkeypatch, tmp_path, caplog):
    """Whether it was stopped or the window closed: the next does not wait for it, and nothing is an error."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    table = visitor.ask("/api/tables", {"game": "youscout", "players": ["human"], "deal": "3"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    while not view["actions"]:
        view = act(visitor, table, view)
    path = f"/api/tables/{table}/advice"
    head = {"Cookie": visitor.cookie, "Origin": visitor.origin}
    # Two searches that together take longer than the visitor waits for an answer.
    for seconds in (39, 40):
        with closing(http.client.HTTPConnection("127.0.0.1", visitor.port)) as window:
            window.request("POST", path, json.dumps({"at": view["count"], "seconds": seconds}), head)
            sleep(0.5)
    assert visitor.ask(path, {"at": view["count"], "seconds": 0.1})["actions"]
    assert [record.getMessage() for record in caplog.records] == []


def test_a_table_that_is_removed_stays_removed(server, visitor):
    """Also when a player thinks there and answers afterwards."""
    table = visitor.ask("/api/tables", {"game": "tottarot", "players": ["ismcts:30"], "deal": "3"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    while view["mover"] != "ismcts:30":
        view = visitor.ask(f"/api/tables/{table}/advance", {"count": view["count"]})
    with ThreadPoolExecutor(1) as beside:
        thinking = beside.submit(visitor.ask, f"/api/tables/{table}/advance", {"count": view["count"]})
        sleep(0.05)
        visitor.ask(f"/api/tables/{table}", method="DELETE")
        thinking.result()
    assert not (server.state / f"{table}.txt").exists()
    assert visitor.send("GET", f"/api/tables/{table}").status == 404


def test_a_full_disk_is_said_in_words(server, visitor):
    table = visitor.ask("/api/tables", {"game": "youscout", "deal": "3"})["id"]
    before = (server.state / f"{table}.txt").read_bytes()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, usual[1]))
    try:
        answers = [
            visitor.send("POST", f"/api/tables/{table}/advance", b'{"count": 0}'),
            visitor.send("POST", "/api/tables", b'{"game": "lu-tu"}'),
        ]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    for answer in answers:
        assert answer.status == 507
        assert "make room" in json.loads(answer.body)["hint"]
    assert (server.state / f"{table}.txt").read_bytes() == before
    assert visitor.ask(f"/api/tables/{table}/advance", {"count": 0})["count"] == 6
