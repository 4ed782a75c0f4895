"""What the printed rules say of the games' authors, their terms and defaults, and of what is ours."""

from __future__ import annotations

import pytest

from printkit.paths import templates_dir

SAID = {
    "the author's reading": ("youscout/rules.ja.md", "{易双六|ようすこう}は"),
    "the author": ("youscout/rules.ja.md", "易双六（Youscout）はJRFさんのゲームです"),
    "a game that is not his": ("youscout/rules.ja.md", "JRFさんのゲームではなく、このキットで作りました"),
    "his way to exchange": ("youscout/rules.ja.md", "これが作者の**記念式**です"),
    "his other ways": ("youscout/rules.ja.md", "**固式**"),
    "his words for neighbours": (
        "youscout/rules.ja.md",
        "作者は、順と逆の隣を{比爻|ひこう}、向かいを{応爻|おうこう}と呼びます",
    ),
    "all upright, if easier": (
        "youscout/rules.ja.md",
        "6枚をすべて正位置で並べてもかまいません（作者の示す簡略です）",
    ),
    "one terminal in the text": ("youscout/rules.ja.md", "ルール原文では最初の1回で終わり"),
    "three as in his program": ("youscout/rules.ja.md", "作者のプログラムと同じ**3回**を普通とします"),
    "a slip of the source": ("youscout/rules.ja.md", "原文はここも「下（応爻）」と書きますが"),
    "how terminals are counted": ("youscout/rules.ja.md", "回数はトークンやチップで数えます"),
    "how often, not how many": ("youscout/rules.ja.md", "戦乱置換の回数"),
    "how a rotated card is read": ("youscout/rules.ja.md", "札を180°回し、上に来た行を左から読めば"),
    "the whole order": ("youscout/text.ja.toml", "順は1→2→3→4→5→6→1、応は1–4、2–5、3–6"),
    "the rest of the talon": ("youscout/text.ja.toml", "捨て札、残りの山札とまとめて切り直す"),
    "which way up after the exchange": ("youscout/text.ja.toml", "8は11に、11は8に替え、正逆は引き継ぐ"),
    "equal maxima": ("youscout/text.ja.toml", "最大が同じ数なら先に置いた札"),
    "the way of play": ("tottarot/rules.ja.md", "スタートプレイヤーから左隣へ、時計回り"),
    "what is reconstructed": ("tottarot/rules.ja.md", "**このキットで推定復元し、補ったもの**"),
    "the maker's note": ("tottarot/rules.ja.md", "製作者の名は書かれていません"),
    "a tie for the largest": ("tottarot/rules.ja.md", "一番大きい値を出した人が複数いれば"),
}
# Other names these things had.
GONE = (
    "ようすころく",
    "早見札",
    "人物札",
    "目的の札",
    "出す札",
    "吊られた男",
    "左回り",
    "いつも式",
    "堅実式",
)


@pytest.mark.parametrize("what", SAID)
def test_what_is_theirs_is_given_as_theirs(what):
    file, words = SAID[what]
    assert words in (templates_dir() / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GONE)
def test_one_thing_has_one_name(name):
    files = [
        path
        for kit in ("youscout", "tottarot")
        for path in (templates_dir() / kit).iterdir()
        if path.is_file()
    ]
    assert [path.name for path in files if name in path.read_text(encoding="utf-8")] == []
