"""What the rules of Tottarot know of words and tokens, to hold a kit's other files to."""

from __future__ import annotations

from printkit.games.proof import TableFacts

__all__ = ["TABLE"]

_FATES = {
    "sun": ("太陽", "The Sun"),
    "star": ("星", "The Star"),
    "lovers": ("恋人", "The Lovers"),
    "hermit": ("隠者", "The Hermit"),
    "hanged-man": ("吊るされた男", "The Hanged Man"),
    "tower": ("塔", "The Tower"),
    "devil": ("悪魔", "The Devil"),
}
# The four icons (tottarot §4): their code, usual ink, names, and what they do.
_ICONS = {
    "mutual-look": (
        ("Mu", "red"),
        ("見せ合う", "Show each other"),
        (
            "次の宣告のあと、一人を選び、互いの運命を見せ合う。",
            "After the next proclamation choose a player: you show each other your fates.",
        ),
    ),
    "look": (
        ("Lo", "green"),
        ("のぞく", "Look"),
        (
            "次の宣告のあと、一人を選び、その運命をのぞき見る。",
            "After the next proclamation look at the fate of a player you choose.",
        ),
    ),
    "reveal": (
        ("Re", "gold"),
        ("明かす", "Show to all"),
        (
            "次の宣告のあと、自分の運命を全員に明かす。",
            "After the next proclamation show your fate to everybody.",
        ),
    ),
    "flip": (
        ("Fl", "blue"),
        ("さかさま", "Rotate"),
        (
            "すぐに、一つ前に決まった自分の運命をさかさまにする。点の正負が入れ替わる。",
            "At once: rotate the fate you fixed before this one by 180°; its points change sign.",
        ),
    ),
}
_WILLS = range(5)

TABLE = TableFacts(
    suits={icon: marks for icon, (marks, _, _) in _ICONS.items()},
    words=(
        {f"card.{kind}.name": dict(zip(("ja", "en"), pair, strict=True)) for kind, pair in _FATES.items()},
        {f"suit.{icon}.name": dict(zip(("ja", "en"), own[1], strict=True)) for icon, own in _ICONS.items()},
        {f"suit.{icon}.text": dict(zip(("ja", "en"), own[2], strict=True)) for icon, own in _ICONS.items()},
    ),
    figures=frozenset(str(number) for number in _WILLS),
    # A will is secret until it is turned (tottarot §2).
    alike=frozenset(f"will-{number}" for number in _WILLS),
)
"""The facts of Tottarot."""
