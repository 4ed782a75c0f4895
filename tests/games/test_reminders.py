"""What the reminders and short cards of the card games say, beside the paragraph of the leaflet each line shortens."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

KIT = Path(__file__).resolve().parents[2] / "templates" / "paper-cetkaik"

SHORT = [
    # language, game, paragraph, what the leaflet says, what the strip makes of it
    (
        "en",
        "ta-xot",
        "3.7",
        "Multiply by the bonus if payer or payee is the dealer",
        "Dealer × bonus.",
    ),
    (
        "ja",
        "ta-xot",
        "3.7",
        "払う人か受け取る人が親なら、親の加点を掛けます",
        "親の受け払いは加点倍。",
    ),
    (
        "en",
        "niek-hi",
        "5.7",
        "if payer or winner is the dealer, times the bonus",
        "Dealer × bonus.",
    ),
    (
        "ja",
        "niek-hi",
        "5.7",
        "払う人か勝者が親なら、親の加点を掛けます",
        "親の受け払いは加点倍。",
    ),
    (
        "en",
        "mak-hup",
        "6.3",
        "if payer or winner is the dealer, times the bonus",
        "Dealer × bonus.",
    ),
    ("en", "ta-xot", "3.3", "players in between lose their turn", "Players in between lose their turn."),
    ("ja", "ta-xot", "3.3", "あいだの人は飛ばされ", "間の人は飛ばす。"),
    ("en", "ta-xot", "3.3", "With cards open you cannot call again", "Call a discard, with no cards open"),
    ("ja", "ta-xot", "3.3", "公開した組がある人は、もう開はできません", "公開した組がある人はできない。"),
    (
        "en",
        "ta-xot",
        "3.8",
        "only the player who discarded it, if not",
        "All pay for a drawn card, else the discarder.",
    ),
    (
        "en",
        "ta-xot",
        "3.4",
        "A set of four that you called brings the same",
        "A set of four, open or called, brings 1 from all.",
    ),
    ("ja", "ta-xot", "3.4", "開で作った4枚セットでも", "四友：引いた後か開で4枚セットを公開、全員から1点。"),
    ("en", "mak-kaik", "4.5", "**set of two, one card**", "set of two, then one card."),
    (
        "en",
        "niek-hi",
        "5.7",
        "have a general in them, you have won and it does nothing",
        "In your last cards it has no effect.",
    ),
    (
        "ja",
        "niek-hi",
        "5.7",
        "最後の組に将があれば、それだけで勝ちで、効果はありません",
        "最後の組の将は効果なし。",
    ),
    (
        "en",
        "mak-hup",
        "6.2",
        "**On a road that is only a boat, king or emperor** lay any one card with a number",
        "On a road that is only a boat, king or emperor lay any one number.",
    ),
    (
        "ja",
        "mak-hup",
        "6.2",
        "**船・王・皇だけの道**には、数のある札を何でも1枚",
        "船・王・皇だけの道には数の札を何でも1枚置ける。",
    ),
    (
        "en",
        "nam-to",
        "7.3",
        "After the first, second and third round turn up a card",
        "After rounds 1–3 turn up a card.",
    ),
    ("en", "nam-to", "7.4", "wins the pot", "The best combination takes the pot; 1 is the best."),
    ("ja", "nam-to", "7.4", "一番良い役の人が、場の点を取ります", "一番良い役の人が場の点を取る。"),
    (
        "en",
        "ni-ne",
        "8.7",
        "A winner who is dealer gets 1 point more",
        "most points win; a winner who is dealer adds 1.",
    ),
    ("ja", "ni-ne", "8.7", "勝者が親なら1点増えます", "高得点の人の勝ち、親なら+1。"),
    (
        "ja",
        "mak-hup",
        "6.3",
        "払う人か勝者が親なら、親の加点を掛けます",
        "親の受け払いは加点倍。",
    ),
]
"""R30, R31: a short line keeps the condition of its paragraph."""
LINES = 5


@pytest.mark.parametrize(("language", "game", "paragraph", "long", "short"), SHORT)
def test_a_reminder_says_what_its_paragraph_says(language, game, paragraph, long, short):
    leaflet = (KIT / f"rules.{language}.md").read_text(encoding="utf-8")
    (said,) = re.findall(rf"^{re.escape(paragraph)}\. .*(?:\n- .*)*", leaflet, re.MULTILINE)
    texts = tomllib.loads((KIT / f"text.{language}.toml").read_text(encoding="utf-8"))
    assert long in said
    assert short in texts["reminder"][game]["body"].replace("**", "")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_reminder_has_few_lines_below_its_picture(language):
    """A strict reader saw seven points of one weight on each."""
    texts = tomllib.loads((KIT / f"text.{language}.toml").read_text(encoding="utf-8"))["reminder"]
    assert {game: len(text["body"].splitlines()) for game, text in texts.items()} == {
        **dict.fromkeys(("mok-kaik", "ta-xot", "mak-kaik", "niek-hi", "ni-ne"), 4),
        "mak-hup": LINES,
        "nam-to": 2,
    }


def test_stakes_are_counting_sticks_and_nothing_else_is_called_a_counter():
    texts = tomllib.loads((KIT / "text.en.toml").read_text(encoding="utf-8"))["reminder"]
    bodies = {game: texts[game]["body"] for game in texts}
    assert not {game for game, body in bodies.items() if "ounter" in body or "pair" in body}
    assert all(bodies[game].endswith("Counting sticks only.") for game in ("mak-kaik", "nam-to"))
