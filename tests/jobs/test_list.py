"""`printkit list`: one summary a kit, by id."""

from __future__ import annotations

import json
from types import SimpleNamespace

from printkit.jobs.list import KitSummary, summarise


def _kit(kit_id, copies=()):
    return SimpleNamespace(
        id=kit_id,
        version="1.0",
        languages=("ja", "en"),
        components=(SimpleNamespace(id="deck"), SimpleNamespace(id="mats")),
        games=("one", "two"),
        cards=tuple(SimpleNamespace(copies=count) for count in copies),
    )


def test_a_summary_counts_copies_as_cards():
    assert summarise([_kit("a", copies=(1, 1, 3))]) == (
        KitSummary("a", "1.0", ("ja", "en"), ("deck", "mats"), ("one", "two"), 5),
    )


def test_kits_come_in_the_order_of_their_ids():
    assert [kit.id for kit in summarise([_kit("b"), _kit("a")])] == ["a", "b"]


def test_the_command_shows_every_kit(run):
    answer = run("list")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("cetkaik ")
    assert "\ntottarot " in answer.out
    assert "\nyouscout " in answer.out
    assert "youscout-simplified" in answer.out
    lines = answer.out.splitlines()
    assert "\n  parts: deck, start, leaflet, leaflet-playing, tokens, box" in answer.out, (
        "what `build --only` takes"
    )
    assert lines[-1].endswith(": beginner, easy, medium, strong.")
    assert max(map(len, lines)) <= 100


def test_the_command_speaks_json(run):
    answer = run("list", "--json")
    assert (answer.code, answer.err) == (0, "")
    (youscout,) = (kit for kit in json.loads(answer.out) if kit["id"] == "youscout")
    assert set(youscout) == {"id", "version", "languages", "components", "games", "cards", "parts"}
    assert {"youscout", "youscout-simplified"} <= set(youscout["games"])
    assert "deck" in youscout["components"]
    assert {"box", "booklet", "mat"} <= set(youscout["parts"])
