"""Content streams split into words, and how many of them are remembered."""

from __future__ import annotations

from printkit.inspect import state
from printkit.inspect.state import stream_words


def test_a_stream_is_paths_operands_operators_pictures_and_texts_without_end():
    data = b"q 0 0 10 20 re f /F1 12 Tf (a\\)b) Tj BI /W 1 ID \x00\x01 EI Q (never closed"
    assert list(stream_words(data)) == [
        ("operator", "q"),
        ("path", b"0 0 10 20 re "),
        ("operator", "f"),
        ("operand", "/F1"),
        ("operand", 12.0),
        ("operator", "Tf"),
        ("operand", b"(a\\)b)"),
        ("operator", "Tj"),
        ("operator", "BI"),
        ("operand", "/W"),
        ("operand", 1.0),
        ("image", b" /W 1 "),
        ("operator", "Q"),
        ("open", b"("),
        ("operator", "never"),
        ("operator", "closed"),
    ]


def test_what_is_remembered_of_many_streams_is_bounded(monkeypatch):
    monkeypatch.setattr(state, "_KEPT", state._Kept())
    monkeypatch.setattr(state, "MOST_KEPT", 1_000)
    for number in range(100):
        data = b"%03d g " % number * 50
        assert [word for kind, word in stream_words(data) if kind == "operand"] == [float(number)] * 50
        assert sum(map(len, state._KEPT)) == state._KEPT.size <= 1_000
    assert stream_words(data) is stream_words(data)
