"""The preview follows every save, and says what is wrong beside the last good page."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tiny_kit import write_kit
from tests.web.conftest import Running, Visitor


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
