"""`printkit balance` of any game: every quantity with its interval, the same digits by any way, kept as it goes."""

from __future__ import annotations

import csv
import json
from xml.etree import ElementTree

import pytest

from printkit.errors import InputError
from printkit.jobs.play.option_balance import (
    Part,
    Plan,
    Run,
    compare_options,
    count,
    engine_state,
    write_compared,
)

PLAN = Plan("last-trick", ("players=2",), games=5)
ENDINGS = ("json", "csv", "svg")


def files(out):
    return [(out / f"options-{PLAN.game}.{ending}").read_bytes() for ending in ENDINGS]


def made(plan, out, run=None):
    compared = compare_options(plan, out, run or Run())
    write_compared(compared, out)
    return compared


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    made(PLAN, out)
    return out


def test_every_quantity_of_every_value_has_its_interval_and_its_command(whole):
    facts = json.loads(files(whole)[0])
    cells = {row["options"] for row in facts["rows"]}
    assert cells == {"usual", "players=2"}
    for options in cells:
        rows = {row["quantity"]: row for row in facts["rows"] if row["options"] == options}
        assert (
            {"decisions", "first", "drawn", "skill", "unfinished"}
            <= rows.keys()
            <= facts["quantities"].keys()
        )
        assert all(row["low"] <= row["value"] <= row["high"] for row in rows.values())
        assert rows["decisions"]["of"] == 5
        assert rows["skill"]["of"] == 2
        command = rows["first"]["command"]
        assert command.startswith("printkit balance last-trick")
        assert options == "usual" or f"--option {options}" in command
    lines = list(csv.DictReader(files(whole)[1].decode().splitlines()))
    assert [float(line["value"]) for line in lines] == [row["value"] for row in facts["rows"]]
    drawn = ElementTree.fromstring(files(whole)[2])
    assert sum(each.tag.endswith("circle") for each in drawn.iter()) == len(facts["rows"])


def test_two_processes_give_the_same_bytes(whole, tmp_path):
    told: list[tuple[int, int]] = []
    made(PLAN, tmp_path, Run(workers=2, progress=lambda done, total: told.append((done, total))))
    assert files(tmp_path) == files(whole)
    assert [done for done, _ in told] == [*range(1, told[0][1] + 1)]


def test_a_dask_cluster_gives_the_same_bytes(whole, tmp_path):
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address="") as cluster:
        made(PLAN, tmp_path, Run(dask=cluster.scheduler_address))
    assert files(tmp_path) == files(whole)


def test_a_run_that_was_broken_off_goes_on(whole, tmp_path, monkeypatch):
    def stopped(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(PLAN, tmp_path, Run(progress=stopped))
    journal = tmp_path / "options-last-trick.journal"
    # As a full disk or a lost machine leaves it.
    journal.write_text(journal.read_text(encoding="utf-8") + '{"part": "last-', encoding="utf-8")
    again: list[Part] = []

    def counted(part):
        again.append(part)
        return count(part)

    monkeypatch.setattr("printkit.jobs.play.option_balance.count", counted)
    made(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)
    parts = len((whole / journal.name).read_text(encoding="utf-8").splitlines()) - 1
    assert len(again) == parts - 3


def test_a_command_of_a_row_makes_the_row_again(whole, tmp_path, run):
    row = json.loads(files(whole)[0])["rows"][-1]
    answer = run(*row["command"].split()[1:], "--out", str(tmp_path), "--json")
    assert answer.code == 0
    assert row in json.loads(answer.out)["rows"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nothing", "line 1 is damaged"),
        ('{"part": "a"}', "not a journal"),
        ('{"journal": 1, "engine": "b"}', "another version"),
        (
            f'{{"journal": 1, "engine": "{engine_state()}"}}\n{{"chunk": "a", "counts": {{"x": [1]}}}}',
            "line 2 is damaged",
        ),
    ],
)
def test_a_journal_of_others_is_refused(tmp_path, line, words):
    (tmp_path / "options-last-trick.journal").write_text(
        line.replace("OURS", engine_state()) + "\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match=words):
        compare_options(PLAN, tmp_path, Run())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("last-trick", "--option", "nothing=1"), "no option 'nothing'"),
        (("last-trick", "--option", "players"), "players names no values (like players=2|3|4)"),
        (("cetkaik", "--points", "1"), "--points"),
        (("last-trick", "--only", "usual"), "--only"),
        (("youscout", "--seed", "3"), "--seed"),
    ],
)
def test_wrong_words_are_one_line(words, said, tmp_path, run):
    answer = run("balance", *words, "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert said in answer.err
    assert len(answer.err.splitlines()) <= 2
    assert not (tmp_path / "out").exists()


def test_a_cluster_nobody_runs_is_one_line(tmp_path, run):
    answer = run("balance", "last-trick", "--dask", "tcp://127.0.0.1:9", "--out", str(tmp_path))
    assert answer.code == 2
    assert "[--dask]: no cluster answers" in answer.err


def test_a_game_for_one_is_compared_too(tmp_path):
    rows = {row.quantity: row for row in made(Plan("staircase", games=8), tmp_path).rows}
    assert "drawn" not in rows
    assert -1 <= rows["skill"].value <= 1
