"""The texts of the rules laboratory's report, by language."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["LANGUAGES", "WORDS"]

LANGUAGES = ("ja", "en")

_EN = {
    "title": "The atlas of Youscout",
    "subtitle": "What its rules are worth: {cells} cells, {games} games. printkit {version}",
    "intro": "Every number comes from simulated games whose luck follows from their number, so the same command gives "
    "the same number on any machine. Bars and brackets are 95 % intervals. All cells, with the command for each, are "
    "in {csv} and {json}.",
    "players": "random: random answers · move, stay: always the same answer · thumb: the rule of thumb · advised: "
    "rollouts at each choice · clairvoyant: knows the draw order",
    "youscout": "original",
    "youscout-simplified": "simplified, >",
    "youscout-simplified comparison=greater-equal": "simplified, ≥",
    "start": "start",
    "rate": "won, %",
    "starts.title": "Where to start, under the usual rules",
    "starts.note": "Wins by the place of the start. The terminal comes three times.",
    "draws": "draws",
    "tornado.title": "One rule at a time",
    "tornado.note": "By how many points the rate changes when one option does, the same player on the same deals, from "
    "a random start. Above: the rule of thumb; below: always moving and always staying.",
    "tornado.axis": "points",
    "court.title": "Court × influence",
    "court.note": "Won, % from a random start, by the values of the court cards and the factor of the numbers. "
    "Below each its 95 % interval. Colours compare within a panel.",
    "terminals.title": "How long a game should be",
    "terminals.note": "Won, % from a random start, by how often the terminal must come.",
    "terminals": "times the terminal comes",
    "length.title": "Length, and how long the token rests",
    "length.note": "Left: draws a game. Right: the longest row of minors that leave the token where it is (up to "
    "{rest}), by rule of thumb. Stuck: long passes ({long} minors or more) in which the token never moves.",
    "streak": "longest rest, minors",
    "games": "games, %",
    "stuck": "stuck",
    "places.title": "Where the token stands",
    "places.note": "Share of all minors drawn that found the token on each place, and in brackets of games that ended "
    "there; winning places are framed. Rule of thumb, three terminals.",
    "from": "from {start}",
    "worth.title": "What choices are worth",
    "worth.note": "Points of 100 a choice is worth, on average, to a player who goes by the rule of thumb afterwards. "
    "The truth lies "
    "between the two ends of a bar: the lower end takes which answer is better from other imagined games than "
    "how much better it is; the upper end takes both from the same games, and flatters. Dots: what always moving and "
    "always staying give away of it.",
    "worth.axis": "points a choice",
    "worth.row": "terminal {terminals} ×, {start}\n{choices} choices",
    "moving": "always moving loses",
    "staying": "always staying loses",
    "luck.title": "Luck and skill",
    "luck.note": "Left: of the variance of the result of random play, how much the board and "
    "start, the order of the talon and the answers decide, with the intervals of the two borders. Right: what "
    "better players win.",
    "board": "board and start",
    "talon": "talon",
    "answers": "answers",
    "share": "share of the variance, %",
    "tune.title": "Tuning Youscout",
    "tune.note": "{tried} games with other number tables, court values, factors, lengths and winning places were "
    "tried; {reached} reached all aims: starts within {spread:g} point, {choices:g} choices a game that are worth "
    "{worth:g} points each, at least a tenth of that by the rarer answer, at most {stuck:.0%} of long passes stuck. "
    "Each dot is one of them, the full ones are beaten by no other. Below, the best ones measured again on other "
    "deals, with the options that are not usual, and the numbers of the first.",
    "tune.line": "starts {spread:.2f} apart · {choices:.2f} choices worth {worth:.2f} ±{worth_reach:.2f}, rarer answer "
    "{lesser:.0%} · stuck {stuck:.2%} · from 1 to 6 won {rates} %",
    "tune.spread": "points between best and worst start",
    "tune.choices": "choices a game",
    "tune.youscout": "original",
    "tune.youscout-simplified": "simplified",
    "page": "{page} of {pages}",
}

_JA = {
    "title": "易双六の地図",
    "subtitle": "規則の値打ちを測る。{cells} 項目、{games} 局。printkit {version}",
    "intro": "すべての数はシミュレーションによる。"
    "運は局の番号だけで決まるので、同じコマンドはどの機械でも同じ数を出す。"
    "棒と括弧は 95 % 区間。全項目とそのコマンドは {csv} と {json} にある。",
    "players": "random：くじで答える　move、stay：いつも同じ答え　thumb：簡単な決まり　"
    "advised：選ぶたびに想像の局で試す　"
    "clairvoyant：山札が見える",
    "youscout": "元祖",
    "youscout-simplified": "略式 >",
    "youscout-simplified comparison=greater-equal": "略式 ≧",
    "start": "開始",
    "rate": "勝率 %",
    "starts.title": "どこから始めるか（ふつうの規則）",
    "starts.note": "開始の爻ごとの勝率。終わりの札は三回。",
    "draws": "枚数",
    "tornado.title": "規則を一つずつ変える",
    "tornado.note": "一つの規則を変えたとき勝率が何ポイント動くか。同じ打ち手、同じ配り、開始はくじ。"
    "上は簡単な決まり、下はいつも動く、いつもとどまる。",
    "tornado.axis": "ポイント",
    "court.title": "絵札の値 × 影響",
    "court.note": "開始はくじ。絵札の値と数の倍率ごとの勝率 % と 95 % 区間。色の濃さは枠ごとに比べる。",
    "terminals.title": "局の長さ",
    "terminals.note": "開始はくじ。終わりの札が出る回数ごとの勝率 %。",
    "terminals": "終わりの札の回数",
    "length.title": "長さと、駒の動かない長さ",
    "length.note": "左：一局に引く枚数。右：駒が動かないまま続く小アルカナの最長（{rest} 枚まで、簡単な決まり）。"
    "停滞：{long} 枚以上の一巡で駒が一度も動かない割合。",
    "streak": "動かない最長、枚",
    "games": "局 %",
    "stuck": "停滞",
    "places.title": "駒のいるところ",
    "places.note": "小アルカナを引いたとき駒がその爻にいた割合、括弧は終局の割合。"
    "枠は勝ちの爻。簡単な決まり、終わりの札は三回。",
    "from": "{start} から",
    "worth.title": "選択の値打ち",
    "worth.note": "選択一つが平均で何ポイントになるか（その後は簡単な決まりで打つ）。真の値は棒の両端の間にある。"
    "下端は、どちらがよいかとどれだけよいかを別々の想像の局から取る。上端は同じ局から取るので大きめに出る。"
    "点は、いつも動く、いつもとどまるときの損。",
    "worth.axis": "選択一つのポイント",
    "worth.row": "終わりの札 {terminals} 回、{start}\n{choices} 回の選択",
    "moving": "いつも動くと失う",
    "staying": "いつもとどまると失う",
    "luck.title": "運と腕",
    "luck.note": "左：くじで打つときの勝敗の分散を、盤と開始、山札の順、答えに分けたもの（境目に区間）。"
    "右：打ち手ごとの勝率。",
    "board": "盤と開始",
    "talon": "山札",
    "answers": "答え",
    "share": "分散の割合 %",
    "tune.title": "易双六の調整",
    "tune.note": "数の表、絵札の値、倍率、長さ、勝ちの爻を変えた {tried} 通りを試した。"
    "目標（開始の差 {spread:g} ポイント以内、一局に {choices:g} 回以上の選択、一つ {worth:g} ポイント以上、"
    "その一割以上は少ない方の答えによる、停滞 {stuck:.0%} 以内）をすべて満たすもの {reached} 通り。"
    "点は一通りずつ、濃い点はほかのどれにもすべてでは負けないもの。下は、よいものを別の配りで測り直した値（ふつうでない規則を添える）と、最初のものの数の表。",
    "tune.line": "開始の差 {spread:.2f} ポイント · 選択 {choices:.2f} 回、一つ {worth:.2f} ±{worth_reach:.2f}、"
    "うち少ない方の答え {lesser:.0%} · 停滞 {stuck:.2%} · 1から6の勝率 {rates} %",
    "tune.spread": "開始による差、ポイント",
    "tune.choices": "一局の選択",
    "tune.youscout": "元祖",
    "tune.youscout-simplified": "略式",
    "page": "{page} / {pages}",
}

WORDS: Mapping[str, Mapping[str, str]] = {"ja": _JA, "en": _EN}
"""The same keys in both languages."""
