"""What `check` says at the end of many files: three lines a kit, each file's own with -v."""

from __future__ import annotations

from printkit.jobs.check.check_report import Report, closing_lines
from printkit.preflight.model import ERROR, NOTE, Finding

WRONG = Finding(ERROR, "figure", "not the number the rules require", "b.pdf", 1)
NOTED = Finding(NOTE, "backs-drift", "all backs are offset", "c.pdf", 1)


def of_kit(name, *findings, compared=True):
    return Report(name, "sun", "1 sheet", findings, faces=9, figures=40, compared=compared)


def test_good_files_are_three_lines():
    first, second, third = closing_lines([of_kit("a.pdf"), of_kit("b.pdf")])
    assert first == "sun: 2 files, 18 faces, 80 figures, pages compared with the kit's"
    assert second == "  drawn as the kit's, structural checks passed"
    assert "-v" in third


def test_errors_are_counted_and_their_files_named():
    lines = list(closing_lines([of_kit("a.pdf"), of_kit("b.pdf", WRONG, WRONG), of_kit("c.pdf", NOTED)]))
    assert lines[1] == "  2 errors, 1 note; errors in b.pdf"
    many = [of_kit(f"{number}.pdf", WRONG) for number in range(5)]
    assert list(closing_lines(many))[1] == "  5 errors; errors in 0.pdf, 1.pdf, 2.pdf and 2 more"


def test_what_was_not_compared_is_said():
    lines = list(closing_lines([of_kit("a.pdf"), of_kit("b.pdf", compared=False)]))
    assert lines[0].endswith("pages compared with the kit's, but for 1 file")
    assert lines[1] == "  structural checks passed"


def test_kits_apart_and_files_of_none_last():
    stranger = Report("x.pdf", "", "no kit's file", ())
    lines = list(closing_lines([stranger, of_kit("a.pdf"), Report("kits/moon", "moon", "9 cards", ())]))
    assert lines[0] == "kits/moon: 9 cards: structural checks passed"
    assert lines[1].startswith("sun: 1 file,")
    assert lines[4] == "files of no kit: 1 file, structural checks alone"


def test_one_file_has_its_own_line_and_many_have_theirs_with_v(run, tmp_path):
    assert run("build", "linked-ships", "--only", "slips,sticks", "--out", str(tmp_path)).code == 0
    files = sorted(map(str, tmp_path.rglob("*.pdf")))
    assert run("check", files[0]).out.count("\n") == 1
    summed, whole = run("check", *files), run("check", *files, "-v")
    assert summed.code == whole.code == 0
    assert summed.out.startswith(f"linked-ships: {len(files)} files, ")
    assert summed.out.count("\n") == 3
    assert [line.partition(": ")[0] for line in whole.out.splitlines()] == files
