"""Words of the leaflets of air games held to the source and to what the kits print."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

KITS = Path(__file__).resolve().parents[2] / "templates"

SAID = [
    # R4: who says "we" in the source is the Japanese federation
    ("throwing-sticks/rules.en.md", "The Japanese cetkaik federation", "clubs"),
    ("throwing-sticks/rules.ja.md", "日本机戦連盟では", "共和国の連盟"),
    ("paper-cetkaik/rules.en.md", "the Japanese cetkaik federation", "picture of the federation"),
    ("paper-cetkaik/rules.ja.md", "日本机戦連盟の図", "、連盟の図"),
    # R5: readings as the source has them
    ("throwing-sticks/rules.ja.md", "六裁 ネッシュ ", "ネッシュー"),
    ("throwing-sticks/rules.ja.md", "ショーンマーク", "ションマーク"),
    ("paper-cetkaik/rules.ja.md", "マクホプ", "マゥ"),
    ("paper-cetkaik/text.ja.toml", "マクホプ", "マゥ"),
    # R7: 行行 is printed, its cards are not its own
    (
        "paper-cetkaik/rules.en.md",
        "prints the cards of the mounted archer beside the long journey, too",
        "not at all",
    ),
    ("paper-cetkaik/rules.ja.md", "草案は行行にも馬弓兵の札を並べています", "行行が抜けて"),
    # R11: six sticks lie in the box, five are thrown
    ("linked-ships/rules.en.md", "Throw five of the six sticks", "all five"),
    ("linked-ships/rules.ja.md", "1本は予備", "5本とも"),
    ("cetkaik/leaflet-school.en.md", "five of the six sticks", "one 皇, five sticks"),
    ("cetkaik/leaflet-school.ja.md", "もう1本は予備", "投げ棒5本、"),
    ("cetkaik/leaflet-standard.en.md", "so is the sixth stick", "one 皇, five throwing"),
    ("cetkaik/leaflet-standard.ja.md", "もう1本は予備", "投げ棒5本、"),
    # R12: 兵 raises the limit, and one action has one name
    ("mountain-road/text.en.toml", "Your hand limit is {pawn-gain} higher.", "dismantle · install"),
    ("mountain-road/text.ja.toml", "手札の規定枚数を{pawn-gain}増やす。", "手札の枚数"),
    # R14: sentences a reader can take in
    ("linked-ships/rules.en.md", "the number of notches that marks the colour", "as many cuts as"),
    ("mountain-road/rules.en.md", "the player who shows the most dark sides begins", "equal ones throw"),
    ("mountain-road/rules.en.md", "of all players, red ones too", "whosever"),
    # R42: how the first to act is found
    ("tottarot/rules.en.md", "draw lots for a start player", "choose a start player"),
    ("tottarot/rules.ja.md", "スタートプレイヤーをくじで決め", "スタートプレイヤーを決め"),
    # R36: the box holds four games
    ("cetkaik/text.en.toml", "four board games", "school and standard game"),
    ("cetkaik/text.ja.toml", "四つの机戦", "教育机戦と標準机戦。"),
]


@pytest.mark.parametrize(("file", "said", "no_more"), SAID)
def test_texts_say_what_the_source_and_the_box_have(file, said, no_more):
    text = (KITS / file).read_text(encoding="utf-8")
    assert said in text
    assert no_more not in text


@pytest.mark.parametrize("path", sorted(KITS.glob("*/*.en.md")), ids=lambda path: "/".join(path.parts[-2:]))
def test_english_books_have_typographic_quotation_marks(path):
    """R28: a straight mark prints as a closing one."""
    prose = re.sub(r"`[^`]*`|\{[^}]*\}|\]\([^)]*\)", "", path.read_text(encoding="utf-8"))
    assert '"' not in prose


@pytest.mark.parametrize("path", sorted(KITS.glob("*/*.md")), ids=lambda path: "/".join(path.parts[-2:]))
def test_no_book_names_another_licence_for_its_words_than_the_readme(path):
    """R19: texts and art of the kits are CC BY 4.0; the glyph forms somebody else drew are MIT."""
    assert not re.findall(r"MIT ?(?:licence|ライセンス)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kit", ["tottarot", "youscout"])
def test_colophons_name_the_licence(kit):
    for language in ("en", "ja"):
        assert "CC BY 4.0" in (KITS / kit / f"rules.{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(KITS.glob("*/text.en.toml")), ids=lambda path: path.parts[-2])
def test_r25_no_sentence_gives_several_seats_a_verb_of_one(path):
    assert not re.findall(
        r"<(?:seats|winners)> (?:wins|goes|takes|gets|has|is|pays)\b", path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("name", ["text.en.toml", "rules.en.md"])
def test_r12_several_coins_are_coins(name):
    text = (KITS / "mountain-road" / name).read_text(encoding="utf-8")
    assert not re.findall(r"(?:[2-9]|\{(?!tiger)[a-z-]+\}|<[a-z]+>) coin\b", text)
    assert "rice or coin from" not in text


AIR = ("cetkaik", "linked-ships", "mountain-road", "paper-cetkaik", "throwing-sticks")


@pytest.mark.parametrize("kit", AIR)
def test_r23_english_books_have_english_names(kit):
    """A sign stands in brackets after its English name, or in a heading."""
    folder = KITS / kit
    books = "\n".join(book.read_text(encoding="utf-8") for book in sorted(folder.glob("*.en.md")))
    said = [line for line in books.splitlines() if not line.startswith("#")]
    texts = tomllib.loads((folder / "text.en.toml").read_text(encoding="utf-8"))
    for reminder in texts.get("reminder", {}).values():
        # Its title has both names, as a chapter's has.
        reminder.pop("title")
    said += [text for text in _texts(texts) if text]
    left = [re.sub(r"\([^()]*\)", "", line) for line in said]
    assert not [line for line in left if re.search("[\u3040-\u30ff\u4e00-\u9fff]", line)]


def _texts(table):
    found = []
    for value in table.values():
        found += _texts(value) if isinstance(value, dict) else [str(value)]
    return found


@pytest.mark.parametrize(("language", "names"), [("en", "piece"), ("ja", "")])
def test_r29_the_effects_card_names_each_card_beside_its_glyph(language, names):
    """The texts of the card name other cards; that of its own is drawn beside the glyph, and said once."""
    texts = tomllib.loads((KITS / f"mountain-road/text.{language}.toml").read_text(encoding="utf-8"))
    pieces = tomllib.loads((KITS / f"air/text.{language}.toml").read_text(encoding="utf-8"))["piece"]
    for sign, text in texts["effect"].items():
        name = pieces[sign].split()[-1].capitalize() if names else sign
        assert not re.match(rf"{name}[:：]", text)


MARKS = {"en": "† Our choice: ", "ja": "† 私たちの選択です。"}


@pytest.mark.parametrize("language", MARKS)
def test_r38_choices_of_ours_have_one_wording(language):
    """A note to marks begins alike in every book, and every book that has a mark has the note."""
    for kit in AIR:
        for book in sorted((KITS / kit).glob(f"*.{language}.md")):
            text = book.read_text(encoding="utf-8")
            notes = re.findall(r"^† .*", text, re.MULTILINE)
            assert all(note.startswith(MARKS[language]) for note in notes), notes
            said = "† marks our choices" if language == "en" else "† は私たちの選択で"
            assert "†" not in text or notes or said in text, book.name


def test_r38_both_languages_mark_the_same_paragraphs():
    for kit in AIR:
        for book in sorted((KITS / kit).glob("*.en.md")):
            marked = [_marked(book), _marked(book.with_name(book.name.replace(".en.", ".ja.")))]
            assert marked[0] == marked[1], book.name


def _marked(book):
    return re.findall(r"^(\d+\.\d+)\.(?=.*†|.*(?:\n- .*)*†)", book.read_text(encoding="utf-8"), re.MULTILINE)
