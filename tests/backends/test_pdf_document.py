"""The small objects of a PDF file, held against another writer's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfdoc

from printkit.backends.pdf_document import array, dictionary, name, text

CONTEXT = pdfdoc.DummyDoc()


def _another(words):
    return bytes(pdfdoc.format(pdfdoc.PDFString(words), CONTEXT))


def test_a_string_of_any_character_is_the_other_writers():
    # Three codes mean nothing in PDFDocEncoding; the other writer says them as they are unless pikepdf is loaded.
    codes = ({*range(0x180)} - {0x7F, 0x9F, 0xAD}) | {
        *range(0x2000, 0x2220),
        0xFB01,
        0xFB02,
        0x5263,
        0x1F0A1,
        0x20000,
    }
    words = [f"a{chr(code)}b" for code in sorted(codes)]
    assert list(map(text, words)) == list(map(_another, words))


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x7f\x9f\xad"), max_size=20))
def test_a_string_is_the_other_writers(words):
    assert text(words) == _another(words)


def test_a_character_without_a_code_makes_the_string_utf_16():
    assert text("\x7f") == rb"(\376\377\000\177)"


@pytest.mark.parametrize("words", ["剣 Sword (1)", r"back\slash", ")(", ""])
def test_brackets_and_strokes_are_escaped(words):
    assert text(words) == _another(words)


@given(st.text(st.characters(min_codepoint=0x10, max_codepoint=0x7E), max_size=20))
def test_a_name_is_the_other_writers(word):
    assert name(word) == str(pdfdoc.PDFName(word))


def test_a_name_says_two_digits_for_every_byte():
    assert name("a\tb") == "/a#09b"
    assert name("易") == "/#e6#98#93"


@pytest.mark.parametrize("number", [0, 1, -3, 12345, 2.0, 0.5, -1.25, 0.1234567, 1234.5])
def test_a_number_reads_as_the_other_writers(number):
    ours = array([number]).removeprefix(b"[ ").removesuffix(b" ]")
    assert float(ours) == float(pdfdoc.format(number, CONTEXT))
    assert b"e" not in ours


def test_keys_stand_in_the_order_of_the_alphabet_six_a_line():
    entries = {key: index for index, key in enumerate("GFEDCBA")}
    assert dictionary(entries) == b"<<\n/A 6 /B 5 /C 4 /D 3 /E 2 /F 1 \n  /G 0\n>>"
