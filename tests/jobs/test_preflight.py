"""Files for printers, from build to check: each profile passes what is built for it, and other programs agree."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from collections.abc import Callable

import pikepdf
import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.inspect.pages import render_page
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_report import Report, write_annotations
from printkit.preflight.model import has_errors
from printkit.preflight.pictures import preflight_pictures
from printkit.preflight.profile import find_profile, profile_names
from printkit.preflight.structure.checks import preflight_pdf
from tests.preflight.press_deck import draw, plain_pdf, spoiled, write_press_deck
from tests.tiny_kit import spoil, write_kit

PICTURES = ("makeplayingcards", "the-game-crafter")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The tiny kit, in poker size, as each printer wants it."""
    folder = tmp_path_factory.mktemp("built")
    kit = write_kit(folder)
    spoil(kit, "layout.toml", 'width = "40mm"', 'width = "2.5in"')
    spoil(kit, "layout.toml", 'height = "60mm"', 'height = "3.5in"')
    spoil(kit, "layout.toml", "box = [-3, -3, 46, 66]", "box = [-3, -3, 69.5, 94.9]")
    made = {}
    for profile in profile_names():
        if profile == "makeplayingcards":
            spoil(kit, "layout.toml", 'width = "2.5in"', 'width = "70mm"')
            spoil(kit, "layout.toml", 'height = "3.5in"', 'height = "120mm"')
        request = BuildRequest(kit_dir=kit, out=folder / profile, profile=profile)
        made[profile] = build(request)[0].file
        if profile == "makeplayingcards":
            spoil(kit, "layout.toml", 'width = "70mm"', 'width = "2.5in"')
            spoil(kit, "layout.toml", 'height = "120mm"', 'height = "3.5in"')
    return made


def findings_of(file, profile):
    if profile in PICTURES:
        return preflight_pictures(file, file.name, find_profile(profile))[1]
    return preflight_pdf(file, "", find_profile(profile))


@pytest.mark.parametrize("profile", profile_names())
def test_each_printer_takes_what_is_built_for_it(profile, built):
    findings = findings_of(built[profile], profile)
    assert not has_errors(findings), [finding.text for finding in findings]


@pytest.mark.parametrize("profile", sorted(set(profile_names()) - set(PICTURES)))
def test_other_programs_have_nothing_to_say_either(profile, built):
    file = str(built[profile])
    assert subprocess.run(["qpdf", "--check", file], capture_output=True, check=False).returncode == 0
    words = ["gs", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-q", "-sDEVICE=nullpage", file]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    assert said.stdout + said.stderr == ""
    fonts = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(fonts) > 2
    assert all(" yes yes " in line for line in fonts[2:])


def test_the_resolution_is_the_one_other_programs_find(tmp_path):
    def image(pdf):
        stream = pdf.make_stream(bytes(60 * 30))
        stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        stream.ColorSpace, stream.BitsPerComponent = pikepdf.Name.DeviceGray, 8
        stream.Width, stream.Height = 60, 30
        return {"/P": stream}

    path = plain_pdf(tmp_path / "x.pdf", "q 72 0 0 72 20 20 cm /P Do Q", XObject=image)
    listed = subprocess.run(
        ["pdfimages", "-list", str(path)], capture_output=True, text=True, check=True
    ).stdout
    assert listed.splitlines()[2].split()[12:14] == ["60", "30"]
    (finding,) = preflight_pdf(path)
    assert (finding.code, finding.found) == ("resolution", "30")


# ------------------------------------------------------------------------------------------------- pictures, spoiled


def repacked(source, target, change):
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


def picture(mode, size, form="PNG"):
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, form)
    return stream.getvalue()


SPOILED: dict[str, tuple[str, Callable[[dict[str, bytes]], None]]] = {
    "other pixels": ("picture-size", lambda files: files.update({"001-one.png": picture("RGB", (900, 900))})),
    "transparency": (
        "picture-colour",
        lambda files: files.update({"001-one.png": picture("RGBA", (825, 1125))}),
    ),
    "not a picture": ("picture-format", lambda files: files.update({"001-one.png": b"hello"})),
    "a GIF": (
        "picture-format",
        lambda files: files.update({"001-one.png": picture("L", (825, 1125), "GIF")}),
    ),
    "a picture that is cut off": (
        "picture-damaged",
        lambda files: files.update({"001-one.png": files["001-one.png"][:2000]}),
    ),
    "a JPEG that is cut off": (
        "picture-damaged",
        lambda files: files.update({"001-one.png": picture("RGB", (825, 1125), "JPEG")[:900]}),
    ),
    "a picture with a wrong byte": (
        "picture-damaged",
        lambda files: files.update(
            {
                "001-one.png": files["001-one.png"][:1500]
                + bytes([files["001-one.png"][1500] ^ 0xFF])
                + files["001-one.png"][1501:]
            }
        ),
    ),
    "a name of its own": ("picture-name", lambda files: files.update({"x.png": files.pop("001-one.png")})),
    "a number left out": (
        "picture-number",
        lambda files: files.update({"009-one.png": files.pop("001-one.png")}),
    ),
    "no back": ("back-missing", lambda files: files.pop("back.png")),
}


@pytest.mark.parametrize("case", SPOILED)
def test_pictures_a_printer_cannot_take_are_found(case, built, tmp_path):
    code, change = SPOILED[case]
    file = repacked(built["the-game-crafter"], tmp_path / "x.zip", change)
    assert code in {finding.code for finding in findings_of(file, "the-game-crafter")}


def test_two_cards_are_sold_as_eighteen(built, tmp_path):
    def fewer(files):
        for name in [name for name in files if name.startswith("fronts/") and name > "fronts/003"]:
            del files[name]

    file = repacked(built["makeplayingcards"], tmp_path / "x.zip", fewer)
    (finding,) = findings_of(file, "makeplayingcards")
    assert (finding.severity, finding.code, finding.expected, finding.found) == (
        "note",
        "card-count",
        "18",
        "2",
    )


@pytest.mark.parametrize("data", [b"", b"PK\3\4 nothing", b"hello"])
def test_an_archive_that_cannot_be_read_is_an_input_error(data, tmp_path):
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(InputError):
        list(check_reports([tmp_path / "x.zip"], profile="makeplayingcards"))


def test_an_archive_needs_a_printer_of_pictures(tmp_path):
    for profile in ("", "home"):
        with pytest.raises(InputError, match="--profile"):
            list(check_reports([tmp_path / "x.zip"], profile=profile))


# -------------------------------------------------------------------------------------------------- notes on a copy


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faulty")
    good = write_press_deck(folder / "good.pdf")
    return spoiled(good, folder / "faulty.pdf", draw("1 0 0 rg 20 50 12 6 re f"))


@pytest.fixture(scope="module")
def report(faulty):
    return Report(faulty.as_posix(), "", "", preflight_pdf(faulty, "", find_profile("drivethrucards")))


def test_findings_are_drawn_on_a_copy(faulty, report, tmp_path):
    before = faulty.read_bytes()
    copy = write_annotations(report, tmp_path / "seen.pdf")
    assert faulty.read_bytes() == before
    with pikepdf.open(copy) as pdf:
        notes = [str(note.Contents) for page in pdf.pages for note in page.obj.get("/Annots", ())]
    assert sorted(notes) == sorted(finding.text for finding in report.findings)
    place = next(finding.rect for finding in report.findings if finding.code == "colour-space")
    assert place is not None
    page = render_page(copy, 1, 254, gray=False)
    # The frame stands around the place, in red, and the place itself is as it was.
    edge = page[round((place.y + 3) * 10), round((place.x - 0.7) * 10)]
    assert edge[0] > 180
    assert max(edge[1:]) < 90
    assert list(page[round((place.y + 3) * 10), round((place.x + 6) * 10)]) == [255, 0, 0]


def test_the_same_notes_give_the_same_bytes(report, tmp_path):
    one, other = (write_annotations(report, tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf"))
    assert one == other


def test_a_copy_never_takes_the_place_of_the_file(faulty, report):
    with pytest.raises(InputError, match="overwrite"):
        write_annotations(report, faulty)


# ------------------------------------------------------------------------------------------------------- the command


def test_the_command_judges_for_a_printer(faulty, tmp_path, run):
    target = tmp_path / "seen.pdf"
    answer = run("check", str(faulty), "--profile", "drivethrucards", "--annotate", str(target), "--json")
    assert (answer.code, answer.err) == (1, "")
    (report,) = json.loads(answer.out)["reports"]
    found = {finding["code"]: finding for finding in report["findings"]}
    assert found["no-known-face"]["severity"] == "note"
    assert found["colour-space"]["page"] == 2
    assert found["colour-space"]["rect_mm"] == pytest.approx([20, 50, 12, 6], abs=0.1)
    assert target.is_file()


def test_a_strangers_file_that_is_well_made_ends_with_0(tmp_path, run):
    path = plain_pdf(tmp_path / "x.pdf", "0.5 g 20 20 60 60 re f")
    answer = run("check", str(path))
    assert answer.code == 0, answer.out
    assert answer.out.splitlines()[-1].endswith("structural checks passed; 1 finding")
    assert "proved" not in answer.out.splitlines()[-1]
    assert "card-missing" not in answer.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("x.pdf", "--profile", "drivethrucard"), "drivethrucards"),
        (("x.pdf", "y.pdf", "--annotate", "seen.pdf"), "--annotate"),
        (("folder", "--annotate", "seen.pdf"), "--annotate"),
        (("x.zip",), "--profile"),
    ],
)
def test_what_cannot_be_checked_is_one_line(words, says, run):
    answer = run("check", *words)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert says in answer.err
