"""Walkthroughs of anybody's games: of as many players as may sit down, each prints."""

from __future__ import annotations

import pytest

from printkit.games.record import write_record
from printkit.inspect.pages import page_count
from printkit.jobs.play.play import play
from printkit.jobs.screen.screen_game import walkthrough_pdf
from printkit.kit.find import find_kit


@pytest.mark.parametrize(
    ("kit", "game", "seats", "player"),
    [
        ("paper-cetkaik", "ta-xot", 6, "random"),
        ("paper-cetkaik", "mok-kaik", 6, "random"),
        ("paper-cetkaik", "mak-hup", 6, "greedy"),
        ("linked-ships", "linked-ships", 4, "greedy"),
        ("mountain-road", "mountain-road", 4, "random"),
        ("throwing-sticks", "net-xy", 6, "greedy"),
    ],
)
def test_a_game_of_the_most_players_prints(kit, game, seats, player, tmp_path):
    """Their tables are higher than a page of three players' has room for: a browser could not print them."""
    record = play(game, seed=7, options=[f"players={seats}"], player=player)
    book = tmp_path / "book.pdf"
    book.write_bytes(walkthrough_pdf(find_kit(kit).folder, write_record(record), "en"))
    assert page_count(book) > 4
