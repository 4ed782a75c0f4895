"""What rules of thumb are worth is compared with a search in the form it was played in, and a run goes on."""

from __future__ import annotations

import pytest
import thumbs

from printkit.games.find import find_games


def test_strong_is_played_wherever_it_is_not_greedy():
    from printkit.games.find import find_thumbs, make_game
    from printkit.solver.seats import level_names

    searched = {
        game
        for game in find_games()
        if game in thumbs.PLANS and find_thumbs(game) and level_names(make_game(game))["strong"] != "greedy"
    }
    assert searched == {*thumbs.STRONG}


def test_rows_of_strong_are_kept_by_form(tmp_path, monkeypatch):
    monkeypatch.setattr(thumbs, "STRONG", {"net-xy": thumbs.Form(("pieces=2", "players=2"), 2)})
    out = tmp_path / "rows.jsonl"
    (row,) = thumbs.strong_lines(thumbs.Kept(out), "net-xy", 1, ["random"])
    assert row.startswith("| `net-xy` pieces=2 players=2 | `random` | 2 |")
    kept = out.read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 2 * 10 * 2 + 2
    assert [*thumbs.strong_lines(thumbs.Kept(out), "net-xy", 1, ["random"])] == [row]
    assert out.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize(("own", "share"), [([1.0, 3.0], "50 %"), ([4.0, 4.0], "100 %")])
def test_the_share_of_the_way_is_that_of_the_means(own, share):
    assert thumbs.of_the_way([0.0], own, [4.0]) == share
    assert thumbs.of_the_way([4.0], own, [4.0]) == "–"


def test_a_game_without_a_plan_is_refused_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["thumbs.py", "lu-tu", "--strong"])
    with pytest.raises(SystemExit) as ended:
        thumbs.main()
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "nothing is planned for lu-tu (known: net-xy," in told.err
