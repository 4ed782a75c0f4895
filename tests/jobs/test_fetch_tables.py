"""Tables from an address: fetched by `update` alone, from a server of our own; the kit keeps the copy."""

from __future__ import annotations

import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.jobs.exchange.update import fetch_tables
from printkit.kit.load import load_kit
from printkit.paths import templates_dir

TABLE = "Name,Land,Points,Count\nPine wood,forest,1,6\nHigh moor,hill,2,4\n"
CHANGED = TABLE + "Long lake,lake,,5\n"


class Pages(BaseHTTPRequestHandler):
    """Answers by its path."""

    table = TABLE

    def do_GET(self):
        path = self.path.partition("?")[0]
        if path in ("/moved", "/loop", "/out"):
            self.send_response(302)
            port = self.server.server_address[1]
            places = {"/moved": "/pub", "/loop": "/loop"}
            place = f"http://127.0.0.1:{port}{places[path]}" if path in places else "ftp://127.0.0.1/x"
            self.send_header("Location", place)
            self.end_headers()
            return
        if path in ("/gone", "/private", "/broken"):
            self.send_error({"/gone": 404, "/private": 401, "/broken": 500}[path])
            return
        bodies = {
            "/html": b"<!DOCTYPE html><title>Sign in</title>",
            "/hidden": b"\n <html>",
            "/empty": b"",
            "/zip": b"PK\x03\x04\0\0",
        }
        body = bodies.get(path, type(self).table.encode())
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if path == "/html" else "text/csv; charset=utf-8")
        if path == "/short":
            self.send_header("Content-Length", str(len(body) + 9))
        self.end_headers()
        if path == "/silent":
            time.sleep(1.0)
        if path == "/large":
            body = b"x" * 100_000
        for part in range(30) if path == "/slow" else range(1):
            self.wfile.write(body if path != "/slow" else b"a,b\n")
            if path == "/slow":
                self.wfile.flush()
                time.sleep(0.05 * bool(part))

    def log_message(self, *_):
        """Nothing is said."""


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(Pages, "table", TABLE)
    monkeypatch.setenv("no_proxy", "*")
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}"
    httpd.shutdown()
    httpd.server_close()
    thread.join()


def kit(tmp_path, *addresses):
    folder = Path(shutil.copytree(templates_dir() / "starters" / "tiles", tmp_path / "tiles"))
    (folder / "cards.csv").unlink()
    text = (folder / "kit.toml").read_text()
    named = ", ".join(f'"{each}"' for each in addresses)
    (folder / "kit.toml").write_text(text.replace('files = ["cards.csv"]', f"files = [{named}]"))
    return folder


def test_update_fetches_and_build_needs_no_network(server, tmp_path, run, monkeypatch):
    folder = kit(tmp_path, f"{server}/moved?output=csv")
    build = ("build", "--kit-dir", str(folder), "--out", str(tmp_path / "out"))
    answer = run(*build)
    assert (answer.code, "there is no copy of" in answer.err, "printkit update" in answer.err) == (
        2,
        True,
        True,
    )
    answer = run("update", str(folder))
    assert (answer.code, "cards.csv  changed, from" in answer.out) == (0, True), answer
    assert (folder / "tables" / "cards.csv").read_text() == TABLE
    lock = (folder / "tables.lock.toml").read_bytes()
    assert f'address = "{server}/moved?output=csv"'.encode() in lock
    assert "unchanged" in run("update", str(folder)).out
    assert (folder / "tables.lock.toml").read_bytes() == lock
    monkeypatch.setattr("urllib.request.build_opener", None)
    assert [card.copies for card in load_kit(folder).cards] == [6, 4]
    assert run(*build).code == 0


def test_a_table_that_changed_is_fetched_anew_and_errors_name_the_copy(server, tmp_path, monkeypatch):
    folder = kit(tmp_path, f"{server}/pub", f"{server}/pub?gid=2")
    fetch_tables(folder)
    assert (folder / "tables" / "cards-2.csv").exists()
    monkeypatch.setattr(Pages, "table", CHANGED.replace("hill", "hlil"))
    assert [each.changed for each in fetch_tables(folder)] == [True, True]
    with pytest.raises(InputError, match="hlil"):
        load_kit(folder)


def test_a_copy_that_was_edited_or_lost_is_named(server, tmp_path):
    folder = kit(tmp_path, f"{server}/pub")
    fetch_tables(folder)
    copy = folder / "tables" / "cards.csv"
    copy.write_text(CHANGED)
    with pytest.raises(InputError, match=r"tables/cards.csv: is not the copy that was fetched"):
        load_kit(folder)
    copy.unlink()
    with pytest.raises(InputError, match="there is no copy of"):
        load_kit(folder)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/gone", "the server answers 404"),
        ("/private", "the server answers 401"),
        ("/broken", "the server answers 500"),
        ("/html", "is a page, not a table"),
        ("/hidden", "is a page, not a table"),
        ("/empty", "is no CSV"),
        ("/zip", "is no CSV"),
        ("/loop", "the server answers 302"),
        ("/out", "leads to ftp://127.0.0.1/x"),
        ("/short", "broke off"),
        ("/large", "has more than 50,000 bytes"),
        ("/silent", "no answer in 0.3 s"),
        ("/slow", "takes too long to arrive"),
    ],
)
def test_what_is_no_table_is_one_clear_line_and_changes_nothing(server, tmp_path, monkeypatch, path, said):
    monkeypatch.setattr("printkit.jobs.exchange.update.MOST_BYTES", 50_000)
    folder = kit(tmp_path, f"{server}/pub", f"{server}{path}")
    with pytest.raises(InputError) as caught:
        fetch_tables(folder, silence=0.3, longest=0.5)
    (problem,) = caught.value.problems
    assert said in str(problem)
    assert "\n" not in str(problem)
    assert server in problem.file
    assert problem.hint
    assert not (folder / "tables").exists()
    assert not (folder / "tables.lock.toml").exists()


def test_a_server_that_is_not_there_is_named(tmp_path):
    folder = kit(tmp_path, "http://127.0.0.1:9/x")
    with pytest.raises(InputError, match="cannot be reached"):
        fetch_tables(folder)


@pytest.mark.parametrize("address", ["http://", "https://user:secret@example.org/x", "http://exa mple.org/"])
def test_what_is_no_address_is_refused(tmp_path, address):
    with pytest.raises(InputError, match="is no address of a table"):
        fetch_tables(kit(tmp_path, address))


def test_a_kit_without_addresses_says_so_and_a_link_out_of_it_is_refused(server, tmp_path, run):
    folder = kit(tmp_path, "cards.csv")
    answer = run("update", str(folder))
    assert (answer.code, "comes from an address" in answer.err) == (2, True)
    shutil.rmtree(folder)
    folder = kit(tmp_path, f"{server}/pub")
    (folder / "tables").symlink_to(tmp_path)
    with pytest.raises(InputError, match="leads out of the kit"):
        fetch_tables(folder)
