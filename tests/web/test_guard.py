"""Who is refused: other hosts, other pages, those without the cookie, too much at once."""

from __future__ import annotations

import socket

import pytest

from tests.web.conftest import Running, Visitor


def raw(port, text):
    """The first line of the answer to a request written by hand."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode())
        return connection.recv(4000).decode("latin-1").partition("\r\n")[0]


def test_the_token_becomes_a_cookie_and_leaves_the_address(server):
    stranger = Visitor(server.port, server.token)
    answer = stranger.send("GET", f"/?token={server.token}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"printkit-{server.port}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert server.token.lower() not in cookie


@pytest.mark.parametrize("path", ["/", "/api/home", "/static/app.js", "/?token=wrong", "/api/home?token=x"])
def test_without_the_cookie_nothing_is_shown(server, path):
    assert Visitor(server.port, server.token).send("GET", path).status == 401


def test_a_wrong_cookie_is_none(visitor):
    visitor.cookie = f"printkit-{visitor.port}=guessed"
    assert visitor.send("GET", "/").status == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "[::1]:PORT", ""]
)
def test_foreign_hosts_are_refused(visitor, host):
    assert visitor.send("GET", "/", Host=host.replace("PORT", str(visitor.port))).status == 400


def test_a_missing_or_doubled_host_is_refused(server):
    host = f"Host: 127.0.0.1:{server.port}\n"
    assert " 400 " in raw(server.port, "GET / HTTP/1.1\nConnection: close\n\n")
    assert " 400 " in raw(server.port, f"GET / HTTP/1.1\n{host}{host}Connection: close\n\n")


def test_other_pages_cannot_make_it_do_anything(visitor):
    body = b'{"game": "lu-tu"}'
    assert visitor.send("POST", "/api/tables", body, Origin="http://evil.example").status == 403
    assert visitor.send("POST", "/api/tables", body, Origin="null").status == 403
    assert (
        visitor.send("POST", "/api/tables", body, Origin=f"http://127.0.0.1:{visitor.port + 1}").status == 403
    )
    assert visitor.send("DELETE", "/api/tables/abcdefgh", Origin="http://evil.example").status == 403
    assert visitor.send("GET", "/api/home", **{"Sec-Fetch-Site": "cross-site"}).status == 403


def test_other_methods_are_refused(visitor):
    assert visitor.send("PUT", "/api/tables", b"{}").status == 405
    assert visitor.send("TRACE", "/").status == 405


def test_large_bodies_are_refused_before_and_while_they_are_read(server, visitor):
    assert visitor.send("POST", "/api/open", b"", **{"Content-Length": "3000000"}).status == 413
    chunk = b"x" * 100_000
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        head = (
            f"POST /api/open HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {visitor.origin}\r\n"
            f"Cookie: {visitor.cookie}\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        connection.sendall(head.encode())
        try:
            for _ in range(30):
                connection.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            connection.sendall(b"0\r\n\r\n")
        except OSError:
            pass
        assert b" 413 " in connection.recv(4000)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py", "/static/%2e%2e/application.py", "/static/index.html", "/static/",
        "/part/x/../../etc.svg", "/part/plain/card-x.svg", "/font/lato.woff2", "/api/tables/..%2f..%2fx",
        "/api/tables/abcdefgh", "/etc/passwd",
    ],
)  # fmt: skip
def test_no_file_but_its_own_is_reached(visitor, path):
    assert visitor.send("GET", path).status == 404


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b'{"game": 3}', b'{"game": "no-game"}', b'{"game": "lu-tu", "options": ["players=99"]}',
        b'{"game": "lu-tu", "players": ["nobody"]}', b'{"game": "lu-tu", "players": 3}', b"[" * 5000,
        b'{"game": "youscout", "deal": "XXXX"}', b'{"game": "lu-tu", "deal": "ABCD-EFGH"}', b'{"game": "../x"}',
    ],
)  # fmt: skip
def test_what_cannot_be_is_explained_in_one_line(visitor, body):
    answer = visitor.send("POST", "/api/tables", body)
    text = answer.body.decode()
    assert answer.status == 400
    assert "error" in text
    assert "Traceback" not in text


def test_every_answer_is_shut_in(visitor):
    headers = visitor.send("GET", "/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert headers["server"] is None


def test_only_this_machine_is_served(server):
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        own = "127.0.0.2"
    with (
        pytest.raises((ConnectionRefusedError, TimeoutError)),
        socket.create_connection((own, server.port), 2),
    ):
        pass


def test_too_many_requests_are_refused(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("busy"))
    stranger = Visitor(running.port, running.token)
    answers = [stranger.send("GET", "/favicon.ico").status for _ in range(1300)]
    running.stop()
    assert answers[0] == 401
    assert answers[-1] == 429


def test_strangers_do_not_lock_the_owner_out(tmp_path):
    """W1: 1,300 refused requests, and the page had "too many requests" for ten seconds."""
    running = Running(tmp_path)
    owner, late, stranger = (Visitor(running.port, running.token) for _ in range(3))
    owner.enter()
    answers = [stranger.send("GET", "/favicon.ico").status for _ in range(1300)]
    assert (answers[0], answers[-1]) == (401, 429)
    assert owner.send("GET", "/favicon.ico").status == 204
    late.enter()
    assert late.send("GET", "/favicon.ico").status == 204
    running.stop()


@pytest.mark.parametrize("first", [True, False], ids=["the first", "a later one"])
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_a_head_without_end_is_not_waited_for(first, said, tmp_path, monkeypatch):
    """W1: 210 connections without a word, and nobody else was let in as long as they stayed."""
    monkeypatch.setattr("printkit.web.local_server.HEAD_SECONDS", 0.2)
    running = Running(tmp_path)
    with socket.create_connection(("127.0.0.1", running.port), 9) as silent:
        if not first:
            silent.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 400 " in silent.recv(4096)
        silent.sendall(said)
        while silent.recv(4096):
            pass
    running.stop()
