"""`printkit doctor`: what is installed with its version, what is missing with the command that installs it."""

from __future__ import annotations

import json

import pytest

from printkit import __version__
from printkit.errors import InputError
from printkit.installed import install_command
from printkit.jobs import doctor
from printkit.jobs.doctor import Requirement, examine, required_missing, scripts


def _by_name():
    return {requirement.name: requirement for requirement in examine()}


def test_everything_is_there_on_a_machine_that_runs_the_tests():
    requirements = _by_name()
    assert required_missing(requirements.values()) == ()
    assert requirements["printkit"].version == __version__
    assert requirements["libcairo"].version.count(".") == 2


def test_packages_come_from_the_projects_own_metadata(monkeypatch):
    lines = [
        "typer>=0.15",
        "no-such-package>=1",
        "numba>=0.61; extra == 'lab'",
        "numba>=0.61; extra == 'solver'",
        "ruff; extra == 'dev'",
    ]
    monkeypatch.setattr(doctor, "requirements", lambda: lines)
    requirements = _by_name()
    assert requirements["typer"].version == doctor.metadata.version("typer")
    assert requirements["no-such-package"] == Requirement(
        "required", "no-such-package", "", "", f"type: {install_command(['no-such-package'])}"
    )
    assert (requirements["numba"].group, requirements["numba"].detail) == ("extra", "lab")
    assert "ruff" not in requirements


def test_another_project_with_the_same_package_is_named(monkeypatch):
    both = {"printkit": ["printkit_games", "PrintKit"], "typer": ["typer"]}
    monkeypatch.setattr(doctor.metadata, "packages_distributions", lambda: both)
    (wrong,) = required_missing(examine())
    assert wrong.detail.startswith("PrintKit ")
    assert "uninstall PrintKit and printkit-games" in wrong.hint
    monkeypatch.setattr(doctor.metadata, "packages_distributions", lambda: {"printkit": ["printkit-games"]})
    assert required_missing(examine()) == ()


def test_a_missing_tool_names_its_package(monkeypatch):
    monkeypatch.setattr(doctor.shutil, "which", lambda _: None)
    requirements = _by_name()
    assert (requirements["qpdf"].version, requirements["qpdf"].hint) == ("", "apt-get install qpdf")
    assert (requirements["pdftoppm"].version, requirements["pdftoppm"].hint) == (
        "",
        "apt-get install poppler-utils",
    )
    assert required_missing(requirements.values()) == ()


def test_a_missing_libcairo_stops_nothing(monkeypatch):
    monkeypatch.setitem(doctor.sys.modules, "cairocffi", None)
    cairo = _by_name()["libcairo"]
    assert (cairo.version, cairo.required) == ("", False)
    assert "libcairo2" in cairo.hint


def test_every_shipped_font_is_counted_and_covers_its_scripts():
    fonts = {requirement.name: requirement for requirement in examine() if requirement.group == "font"}
    latin = {f"{family}-{style}" for family in ("caladea", "lato")
             for style in ("regular", "italic", "bold", "bold-italic")}  # fmt: skip
    assert {*fonts} - latin == {
        "biz-udpgothic-bold", "biz-udpgothic-regular",
        "shippori-mincho-extrabold", "zen-kaku-gothic-new-bold",
    }  # fmt: skip
    assert latin <= {*fonts}
    assert fonts["biz-udpgothic-regular"].version == "1.051"
    for name, font in fonts.items():
        assert "latin 94/94" in font.detail
        assert name in latin or "kanji 2965/2965" in font.detail
    assert fonts["biz-udpgothic-regular"].detail.startswith("12812 glyphs, ")


def test_a_font_without_a_script_is_counted_honestly(monkeypatch):
    monkeypatch.setattr(doctor, "scripts", lambda: {"arabic": "ابت", "mixed": "aب"})
    details = {
        requirement.detail.partition(", ")[2] for requirement in examine() if requirement.group == "font"
    }
    assert details == {"arabic 0/3, mixed 1/2"}


def test_a_broken_font_is_missing_and_required(monkeypatch, tmp_path):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    monkeypatch.setattr(doctor, "font_files", lambda: {"broken": broken})
    missing = required_missing(examine())
    assert [(requirement.name, requirement.detail) for requirement in missing] == [
        ("broken", "cannot be read")
    ]


def test_lost_fonts_are_missing_and_required(monkeypatch):
    def lost():
        raise InputError("the folder fonts/ is missing from this installation")

    monkeypatch.setattr(doctor, "font_files", lost)
    assert [requirement.name for requirement in required_missing(examine())] == ["fonts"]
    monkeypatch.setattr(doctor, "font_files", dict)
    assert [requirement.detail for requirement in required_missing(examine())] == ["the folder is empty"]


def test_scripts_are_each_character_once_in_order():
    for characters in scripts().values():
        assert list(characters) == sorted(set(characters))
    assert scripts()["kanji"].startswith("一丁七")
    assert len(scripts()["kanji"]) == 2965
    assert {"ぁ", "ん", "ヴ", "ー"} <= set(scripts()["kana"])


def test_the_command_shows_one_line_a_thing(run):
    answer = run("doctor")
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == len(examine())


def test_the_command_speaks_json(run):
    rows = json.loads(run("doctor", "--json").out)
    assert [row["name"] for row in rows] == [requirement.name for requirement in examine()]
    assert set(rows[0]) == {"group", "name", "version", "detail", "hint", "required"}


@pytest.mark.parametrize("words", [("doctor",), ("doctor", "--json")])
def test_the_command_ends_with_1_when_something_required_is_missing(run, monkeypatch, words):
    monkeypatch.setattr(
        doctor, "examine", lambda: (Requirement("required", "typer", "", "", "pip install typer"),)
    )
    answer = run(*words)
    assert answer.code == 1
    assert "pip install typer" in answer.out
    assert answer.err == ""
