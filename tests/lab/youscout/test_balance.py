"""`printkit balance`: shards and breaks change no byte, journals are checked, and the tables are whole."""

from __future__ import annotations

import csv
import errno
import json
import os

import pytest

from printkit.cli.app import main
from printkit.errors import InputError
from printkit.files import Staging
from printkit.jobs.play.journal import open_journal
from printkit.lab.youscout.jobs.balance import entries, read_shard

FAST = ("balance", "youscout", "--only", "terminals,terminals=1,player=move|stay,start=2", "--games", "2000")


def run(capsys, *words):
    code = main(list(words))
    stated = capsys.readouterr()
    return code, stated.out, stated.err


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    assert main([*FAST, "--out", str(out)]) == 0
    return out


def test_the_tables_hold_every_cell_with_interval_and_command(whole):
    atlas = json.loads((whole / "balance-youscout.json").read_text(encoding="utf-8"))
    assert len(atlas["cells"]) == 6
    for cell in atlas["cells"]:
        rate, low, high = cell["quantities"]["rate"]
        assert low < rate < high
        assert cell["counts"]["wins"] == round(rate * 2000)
    lines = list(csv.DictReader((whole / "balance-youscout.csv").read_text(encoding="utf-8").splitlines()))
    assert [float(line["value"]) for line in lines if line["quantity"] == "rate"] == [
        cell["quantities"]["rate"][0] for cell in atlas["cells"]
    ]


def test_a_cell_is_reproduced_by_its_command(whole, capsys):
    cell = json.loads((whole / "balance-youscout.json").read_text(encoding="utf-8"))["cells"][-1]
    code, out, _ = run(capsys, *cell["command"].split()[1:], "--json")
    assert code == 0
    assert json.loads(out)["wins"] == cell["counts"]["wins"]


def test_shards_merged_give_the_same_bytes(whole, tmp_path, capsys):
    journals = []
    for share in ("1/3", "2/3", "3/3"):
        code, out, _ = run(capsys, *FAST, "--shard", share, "--out", str(tmp_path))
        assert code == 0
        journals += ["--merge", out.strip()]
    lacking = run(capsys, *FAST, *journals[:4], "--out", str(tmp_path / "lacking"))
    assert lacking[0] == 1
    assert "are missing from these journals" in lacking[2]
    assert not (tmp_path / "lacking").exists()
    assert run(capsys, *FAST, *journals, "--out", str(tmp_path / "merged"))[0] == 0
    for kind in ("json", "csv"):
        name = f"balance-youscout.{kind}"
        assert (tmp_path / "merged" / name).read_bytes() == (whole / name).read_bytes()


def test_a_broken_run_goes_on_where_it_stopped(whole, tmp_path, capsys):
    journal = tmp_path / "balance-youscout.journal"
    lines = (whole / "balance-youscout.journal").read_text(encoding="utf-8").splitlines(keepends=True)
    # The plug was pulled in the middle of a line.
    journal.write_text("".join(lines[:3]) + lines[3][:40], encoding="utf-8")
    code, _, stated = run(capsys, *FAST, "--workers", "2", "--out", str(tmp_path))
    assert code == 0
    assert "2 of 6 chunks are already done" in stated
    name = "balance-youscout.json"
    assert (tmp_path / name).read_bytes() == (whole / name).read_bytes()
    assert sorted(journal.read_text(encoding="utf-8").splitlines()) == sorted(line.strip() for line in lines)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda text: text.replace('"journal":1', '"journal":2', 1), "not a journal"),
        (lambda text: text.replace('"engine":"', '"engine":"0', 1), "another version"),
        (lambda text: text.replace('"counts":[', '"counts":["x",', 1), "line 2 is damaged"),
        (lambda text: text.replace("\n", "\nnonsense\n", 1), "line 2 is damaged"),
        (lambda text: "", "not a journal"),
    ],
)
def test_journals_nobody_can_trust_are_refused(whole, tmp_path, capsys, spoil, complaint):
    journal = tmp_path / "balance-youscout.journal"
    journal.write_text(spoil((whole / journal.name).read_text(encoding="utf-8")), encoding="utf-8")
    code, _, stated = run(capsys, *FAST, "--out", str(tmp_path))
    assert code == 2
    assert complaint in stated


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "/", "a/b", "1/2/3", "-1/2"])
def test_shards_that_are_none_are_refused(text):
    with pytest.raises(InputError):
        read_shard(text)


def test_two_that_write_one_journal_are_kept_apart(tmp_path, capsys):
    """H22: the first went on writing to a file that was gone."""
    with open_journal(tmp_path / "balance-youscout.journal", entries()) as journal:
        journal.add("terminals", (1, 2))
        before = journal.file.read_bytes()
        code, out, err = run(capsys, *FAST, "--out", str(tmp_path))
        assert (code, out) == (2, "")
        assert "another balance is writing here (wait for it, or choose another --out)" in err
        assert journal.file.read_bytes() == before


def test_a_journal_that_finds_no_room_leaves_nothing_half_and_says_where(whole, tmp_path, monkeypatch):
    """H5: an empty file beside the journal stayed."""
    journal = tmp_path / "balance-youscout.journal"
    journal.write_bytes((whole / journal.name).read_bytes())

    def full(self, name, data):
        with self.open(name):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Staging, "write", full)
    with pytest.raises(InputError, match=r"cannot be written: No space left on device"):
        open_journal(journal, entries()).__enter__()
    assert journal.read_bytes() == (whole / journal.name).read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == [journal.name]
