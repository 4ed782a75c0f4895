"""What a built file is, and how it is printed: for the list after a build, its page and the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["LANGUAGES", "PrintUse", "print_use"]

LANGUAGES = ("en", "ja")
# What the manifest calls the press of a printer at home.
AT_HOME = ("home", "grey")

# What a file is, by its kind and use; a use of its own comes before the kind.
_WHAT: dict[str, tuple[str, str]] = {
    "cards": ("cards to cut", "切り分けるカード"),
    "rules": ("rule cards", "ルールのカード"),
    "folded": ("rule cards to fold, instead", "二つ折りのルールのカード（代わりに使えます）"),
    "reference": ("quick reference", "早見表"),
    "leaflet": ("leaflet of rules", "折り説明書"),
    "leaflets": ("leaflet of rules", "折り説明書"),
    "advice": ("leaflet of advice", "上手な遊び方の紙"),
    "overlays": ("labels for a deck you own", "手持ちのカードに貼るシール"),
    "boards": ("board", "盤"),
    "mat": ("mat", "プレイマット"),
    "tokens": ("tokens", "駒"),
    "sticks": ("throwing sticks", "投げ棒"),
    "box": ("tuck box", "キャラメル箱"),
    "booklet": ("rule book", "ルールブック"),
    "walkthrough": ("games turn by turn", "実戦譜"),
    "puzzles": ("puzzles", "問題集"),
    "problems": ("puzzles", "問題集"),
    "record": ("record of a game", "棋譜"),
    "order": ("for the print service", "印刷サービスに送るファイル"),
}
# How the printer is set for it.
_SETTING: dict[str, tuple[str, str]] = {
    "none": ("one side", "片面"),
    "long": ("both sides, flip on long edge", "両面・長辺とじ"),
    "short": ("both sides, flip on short edge", "両面・短辺とじ"),
    "fold": ("one side, then fold", "片面・折って貼り合わせる"),
    "fronts-then-backs": ("all fronts, then all backs", "表面をすべて刷ってから裏面"),
    "screen": ("to read on a screen", "画面で読む"),
    "kept": ("not printed", "印刷しない"),
    "order": ("to send as it is", "そのまま送る"),
}


class PrintUse(NamedTuple):
    """What a file is and how it is printed, as words of the manifest.

    `kind` and `setting` are keys of `what` and `how`; `first` counts the parts to print first from 1, 0 for others.
    """

    kind: str = "record"
    setting: str = "kept"
    paper: str = ""
    first: int = 0

    def what(self, language: str) -> str:
        """What the file is, in a language of LANGUAGES."""
        return _WHAT[self.kind][LANGUAGES.index(language)]

    def how(self, language: str) -> str:
        """How it is printed, in a language of LANGUAGES."""
        return _SETTING[self.setting][LANGUAGES.index(language)]

    @property
    def printed_first(self) -> int:
        """Its place among what is printed first, from 1; 0 for what is not, as pages for a screen or other forms."""
        return 0 if self.setting in ("screen", "kept") or self.kind in ("folded", "reference") else self.first


def print_use(entry: Mapping[str, Any]) -> PrintUse:
    """What a file's entry of the manifest says of it; what older manifests do not say counts as cards of one side."""
    if "profile" in entry:
        return PrintUse("order", "order", str(entry.get("paper", "")))
    if "press" not in entry:
        return PrintUse()
    use = str(entry.get("use", ""))
    kind = use if use in _WHAT else str(entry.get("kind", "cards"))
    setting = "screen" if use == "screen" else str(entry.get("duplex", "none"))
    if entry["press"] not in AT_HOME:
        setting = "order"
    if kind not in _WHAT or setting not in _SETTING:
        return PrintUse("cards", "none", str(entry.get("paper", "")))
    first = str(entry.get("first", "0"))
    return PrintUse(kind, setting, str(entry.get("paper", "")), int(first) if first.isdecimal() else 0)
