"""The command certify: what it prints, how it goes on from a file, and what it refuses."""

from __future__ import annotations

import json
from inspect import signature

import pytest

from printkit.cli.research import certify as command
from printkit.errors import InputError
from printkit.files import only_writer
from printkit.lab.youscout.certificate import DECKS, ROLLOUTS
from printkit.lab.youscout.jobs.certify import FORMAT, Limit, certify

ONE = ("--option", "terminals=1", "--rollouts", "64")


def test_certify_prints_one_object(run):
    answer = run("certify", "youscout", *ONE, "--games", "4", "--json")
    assert (answer.code, answer.err) == (0, "")
    facts = json.loads(answer.out)
    least, most = facts["certified95"]
    assert 0 <= least < facts["lower"]
    assert facts["upper"] < most <= 1
    assert facts["gap"] == pytest.approx(most - least)
    assert (facts["game"], facts["options"]["terminals"], facts["boards"]) == ("youscout", "1", 4)


def test_certify_reads_well(run):
    answer = run("certify", "youscout", *ONE, "--games", "4")
    assert [line.split()[0] for line in answer.out.splitlines()[2:]] == [
        "certified",
        "lower",
        "upper",
        "time",
    ]


def test_a_certificate_goes_on_from_its_file(run, tmp_path):
    file = tmp_path / "certificate.json"

    def numbers(*more):
        facts = json.loads(run("certify", "youscout", *ONE, "--json", *more).out)
        return [facts[key] for key in ("boards", "lower", "upper", "certified95")]

    first = numbers("--games", "4", "--resume", str(file))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    both = numbers("--games", "8", "--resume", str(file))
    assert first[0] == 4
    assert both == numbers("--games", "8", "--workers", "2")


def test_two_that_resume_one_file_are_kept_apart(tmp_path, run):
    """H22: the last to write would win over what the other found."""
    file = tmp_path / "certificate.json"
    words = ("certify", "youscout", *ONE, "--games", "4", "--resume", str(file))
    with only_writer(file, "certify", ""):
        answer = run(*words)
    assert answer == (
        2,
        "",
        f"printkit: error: {file}: another certify is writing here (wait for it, or name a new file)\n",
    )
    assert run(*words).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_it_goes_on_until_the_bounds_are_near_enough():
    report = certify("youscout", options=["terminals=1"], rollouts=64, limit=Limit(gap=0.5))
    assert 4 < report.bounds.boards < 200
    assert report.bounds.gap <= 0.5


def test_minutes_end_it():
    with pytest.raises(InputError, match="no board was finished in this time"):
        certify("youscout", options=["terminals=1"], rollouts=64, limit=Limit(minutes=0.0001))


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("seed", 1),
        ("options", {}),
        ("format", "printkit-certificate 4"),
        ("value", "another"),
        ("rollouts", 65),
        ("decks", 9),
    ],
)
def test_a_file_of_another_question_is_refused(tmp_path, key, wrong):
    file = tmp_path / "certificate.json"
    ask = {"options": ["terminals=1"], "rollouts": 64, "resume": file, "limit": Limit(boards=4)}
    certify("youscout", **ask)
    facts = json.loads(file.read_text())
    file.write_text(json.dumps({**facts, key: wrong}))
    with pytest.raises(InputError, match=f"another {key}"):
        certify("youscout", **ask)


def test_a_file_of_an_older_format_is_refused_by_its_format(tmp_path):
    file = tmp_path / "certificate.json"
    file.write_text('{"format": "printkit-certificate 4", "upper": [5], "lower": [4], "rated": [3]}')
    with pytest.raises(InputError, match="another format"):
        certify("youscout", options=["terminals=1"], resume=file, limit=Limit(boards=4))


def test_the_commands_usual_effort_is_the_questions():
    usual = {name: each.default for name, each in signature(command).parameters.items()}
    assert (usual["rollouts"], usual["decks"]) == (ROLLOUTS, DECKS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps(
            {"format": FORMAT, "gains": [0.5], "played": [], "rated": [], "given_up": 0, "seconds": 0}
        ),
    ],
)
def test_what_is_no_certificate_is_refused(tmp_path, text):
    file = tmp_path / "certificate.json"
    file.write_text(text)
    with pytest.raises(InputError, match="not a certificate"):
        certify("youscout", options=["terminals=1"], resume=file, limit=Limit(boards=4))


PUBLISHED = ("youscout-1", "youscout-2", "youscout-3", "youscout-3-fine", "youscout-simplified-1")


def test_every_row_of_boards_is_published_and_small(root):
    files = sorted((root / "benchmarks" / "rows").glob("youscout*"))
    assert {each.stem for each in files} == set(PUBLISHED)
    assert max(each.stat().st_size for each in files) < 1_000_000


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_bounds_are_what_the_kept_boards_prove(root, tmp_path, name):
    """With the shipped value and policy; `--resume` can go on from these files."""
    kept = root / "benchmarks" / "rows" / f"{name}.json"
    file = tmp_path / kept.name
    file.write_bytes(kept.read_bytes())
    facts = json.loads(file.read_text())
    report = certify(
        facts["game"],
        options=[f"terminals={facts['options']['terminals']}"],
        seed=facts["seed"],
        rollouts=facts["rollouts"],
        resume=file,
        limit=Limit(boards=1),
    )
    found = report.bounds
    numbers = [100 * each for each in (found.lower, found.upper, found.least, found.most, found.gap)]
    row = "| {:,} | {:.2f} % | {:.2f} % | {:.2f} % to {:.2f} % | {:.2f} |".format(found.boards, *numbers)
    assert row in (root / "docs" / "findings.md").read_text(encoding="utf-8")
    assert facts["seed"] != 0, "development saw the boards of seed 0"


def test_it_needs_a_limit_when_to_stop(run):
    answer = run("certify", "youscout")
    assert answer.code == 2
    assert "--until GAP" in answer.err


def test_other_games_are_refused(run):
    answer = run("certify", "tottarot", "--games", "1")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
