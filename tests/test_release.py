"""A release: what it consists of, and archives of PDFs for people without the program."""

from __future__ import annotations

import importlib.metadata
import json
import re
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from packaging.requirements import Requirement

from printkit.files import sha256_of
from printkit.kit.find import kit_ids
from printkit.release.__main__ import SUMS, Edition, editions, main, write_archives
from printkit.release.bill import licence_list, parts, software_bill

ROOT = Path(__file__).resolve().parent.parent


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def needed():
    """Every package that an installation without extras has, found from what is installed here."""
    found: dict[str, importlib.metadata.Distribution] = {}
    waiting = [Requirement(each) for each in importlib.metadata.requires("printkit-games") or ()]
    waiting = [each for each in waiting if each.marker is None or each.marker.evaluate({"extra": ""})]
    while waiting:
        package = waiting.pop()
        if (name := canonical(package.name)) in found:
            continue
        found[name] = importlib.metadata.distribution(package.name)
        for need in map(Requirement, found[name].requires or ()):
            extras = ("", *package.extras)
            if need.marker is None or any(need.marker.evaluate({"extra": each}) for each in extras):
                waiting.append(need)
    return found


def test_every_package_an_installation_needs_has_its_licence_and_no_other_has():
    packages = {canonical(each.name): each for each in parts(ROOT) if not each.digest}
    installed = needed()
    assert set(packages) == set(installed)
    spdx = get_spdx_licensing()
    for name, each in packages.items():
        assert spdx.validate(each.licence).errors == [], name
        declared = installed[name].metadata.get("License-Expression")
        assert declared in (None, each.licence), name


def test_every_font_has_a_row():
    fonts = [each for each in parts(ROOT) if each.digest]
    assert sorted(each.digest for each in fonts) == sorted(map(sha256_of, (ROOT / "fonts").glob("*.ttf")))


def test_the_bill_is_cyclonedx_and_the_same_each_time():
    bill = software_bill(ROOT, "1.2.3")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    assert software_bill(ROOT, "1.2.3") == bill
    named = {each["name"] for each in json.loads(bill)["components"]}
    assert named == {each.name for each in parts(ROOT)}
    assert json.loads(bill)["metadata"]["component"]["name"] == "printkit-games"


def test_the_list_of_licences_names_them_all():
    lines = licence_list(ROOT).splitlines()
    assert all(f"{each.name} {each.version}: {each.licence}" in lines for each in parts(ROOT))


EDITION = Edition("linked-ships", "letter", "low")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    made, _ = write_archives(tmp_path_factory.mktemp("release"), [EDITION])
    return made


def test_an_archive_holds_a_whole_kit(archive):
    assert archive.name == EDITION.name
    sums = archive.with_name(SUMS)
    assert sums.read_text() == f"{sha256_of(archive)}  {archive.name}\n"
    with zipfile.ZipFile(archive) as opened:
        names = opened.namelist()
        manifest = json.loads(opened.read("linked-ships/manifest.json"))
        page = opened.read("linked-ships/index.html").decode()
    listed = {f"linked-ships/{name}" for name in manifest["files"]}
    assert set(names) == {*listed, "linked-ships/manifest.json", "linked-ships/index.html"}
    assert all(f'href="{name}"' in page for name in manifest["files"])


def test_every_kit_has_an_edition_for_each_paper_and_ink():
    every = editions()
    assert len({each.name for each in every}) == len(every) == 4 * len(kit_ids())


def test_the_command_writes_the_same_archives_each_time_sums_and_bill(archive, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("printkit.release.__main__.PAPERS", ("letter",))
    monkeypatch.setattr("printkit.release.__main__.INKS", {"low": "low-ink"})
    assert main(["linked-ships", "--out", str(tmp_path)]) == 0
    assert (tmp_path / EDITION.name).read_bytes() == archive.read_bytes()
    names = {each.name for each in tmp_path.iterdir()}
    assert {SUMS, "printkit-games.cdx.json", "licences.txt"} < names
    assert capsys.readouterr().out.count("\n") == 2
    assert main(["no-such-kit", "--out", str(tmp_path)]) == 2
    assert "no-such-kit" in capsys.readouterr().err
