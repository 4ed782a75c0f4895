"""The preview follows every save, and says what is wrong beside the last good page."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tiny_kit import spoil, write_kit
from tests.web.conftest import Running, Visitor
from tests.web.visit import PHONE, chromium


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return write_kit(tmp_path)


@pytest.fixture
def watching(kit: Path, tmp_path: Path) -> Iterator[Visitor]:
    running = Running(tmp_path / "tables", kit)
    yield running.visitor()
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 5, "an open stream does not keep the server"


def events(visitor: Visitor, kit: Path) -> Iterator[dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    try:
        connection.request("GET", f"/preview/{kit.name}/events", headers={"Cookie": visitor.cookie})
        answer = connection.getresponse()
        assert answer.headers["content-type"].startswith("text/event-stream")
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
        answer.close()
    finally:
        connection.close()


def test_every_save_makes_it_anew_and_errors_stand_beside_it(watching: Visitor, kit: Path) -> None:
    stream = events(watching, kit)
    first = next(stream)
    assert first["problems"] == []
    assert first["sizes"] == ["small"]
    text = kit / "text.en.toml"
    good = text.read_text(encoding="utf-8")
    time.sleep(0.3)
    text.write_text(good.replace('"One"', '"Another"'), encoding="utf-8")
    second = next(each for each in stream if each["stamp"] != first["stamp"])
    assert second["problems"] == []
    assert "Another" in watching.send("GET", f"/preview/{kit.name}").body.decode()
    text.write_text(good + "\n[broken\n", encoding="utf-8")
    third = next(each for each in stream if each["problems"])
    assert "text.en.toml" in third["problems"][0]
    assert third["stamp"] == second["stamp"]
    assert "Another" in watching.send("GET", f"/preview/{kit.name}").body.decode()
    stream.close()


def test_the_page_is_shut_in_a_frame(watching: Visitor, kit: Path) -> None:
    policy = watching.send("GET", f"/preview/{kit.name}").headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "connect-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy


def test_only_the_kit_that_was_named_is_shown(watching: Visitor) -> None:
    for name in ("youscout", "..", "%2e%2e%2f", "no-kit"):
        assert watching.send("GET", f"/preview/{name}").status == 404


def test_a_size_the_kit_does_not_have_is_a_problem_beside_no_page(watching: Visitor, kit: Path) -> None:
    assert watching.send("GET", f"/preview/{kit.name}?card=small").body
    answer = watching.send("GET", f"/preview/{kit.name}?card=huge")
    assert (answer.status, answer.body) == (200, b"")


def test_a_browser_shows_the_cards_and_their_sizes(kit: Path, tmp_path: Path) -> None:
    layout = kit / "layout.toml"
    words = layout.read_text(encoding="utf-8")
    larger = words.replace(".small", ".large").replace('"40mm"', '"50mm"').replace('"60mm"', '"70mm"')
    layout.write_text(words + larger, encoding="utf-8")
    long = f'two.name = "{"Far too long " * 9}"'
    spoil(kit, "text.en.toml", 'two.name = "Two"', long)
    running = Running(tmp_path / "tables", kit)
    with chromium() as browser:
        page = browser.new_page(viewport=PHONE)
        said: list[str] = []
        page.on(
            "console",
            lambda line: said.append(f"{line.text} {line.location}") if line.type == "error" else None,
        )
        page.goto(running.address)
        page.goto(f"http://127.0.0.1:{running.port}/#/preview/{kit.name}")
        for size, shape in (("small", 60 / 40), ("large", 70 / 50)):
            page.wait_for_selector("select:not([hidden])")
            page.select_option("select", size)
            frame = page.frame_locator(f'iframe[src*="card={size}"]')
            picture = frame.locator("figure[data-card=one] img")
            picture.wait_for()
            page.wait_for_timeout(500)
            wide, high = picture.evaluate("image => [image.naturalWidth, image.naturalHeight]")
            assert high / wide == pytest.approx(shape, abs=0.02), "the picture was loaded"
            assert "mm wide where" in frame.locator("figure[data-card=two] ul").inner_text()
        assert "mm wide where" in page.locator(".preview .panel").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The small picture on the home page is of the card that does not fit.
        assert [line for line in said if "/part/" not in line] == []
    running.stop()
