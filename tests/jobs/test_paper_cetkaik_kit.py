"""The kit of 紙機戦: its strips are those of the rules, on paper too, and a spoilt one is found."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import chain, groupby

import pytest

from printkit.atelier.glyphs import MOTTOS, NUMBERS
from printkit.compose.faces.context import Choices
from printkit.errors import InputError, WrongError
from printkit.games.find import make_game
from printkit.games.mak_hup import lays
from printkit.games.mak_kaik import rank_of
from printkit.games.nam_to import HANDS, ranks_of
from printkit.games.narration import SeatItem
from printkit.games.paper_cetkaik.deck import DECK, KINDS
from printkit.games.record import read_record, replay
from printkit.games.ta_xot import ending_of
from printkit.geometry import Size
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.parts.leaflet import bound_book
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.leaflets import load_strips, strip_words
from printkit.kit.load import load_kit
from printkit.kit.text import Names
from tests import air_kits

KIT = "paper-cetkaik"

spoilt, files = (partial(each, KIT) for each in (air_kits.spoilt, air_kits.files))


def test_the_kit_has_the_48_cards_of_the_rules():
    kit = load_kit(find_kit(KIT).folder)
    strips = Counter({card.id: card.copies for card in kit.cards_of("deck")})
    assert strips == Counter(DECK)
    assert all(card.fields["piece"] == KINDS[card.id[1]] for card in kit.cards_of("deck"))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("strength = 5", "strength = 4", "field"),
        ('piece = "馬"', 'piece = "虎"', "field"),
        ('colour = "black"', 'colour = "red"', "field"),
        ("copies = 3", "copies = 2", "card-doubled"),
        ('id = "b6"', 'id = "b9"', "card-missing"),
    ],
)
def test_a_spoilt_card_count_or_strength_is_refused(tmp_path, old, new, code):
    folder = spoilt(tmp_path, "cards.toml", old, new)
    if code == "card-missing":
        for language in ("ja", "en"):
            text = folder / f"text.{language}.toml"
            text.write_text(
                text.read_text(encoding="utf-8").replace("[card.b6]", "[card.b9]"), encoding="utf-8"
            )
    (report,) = check_reports([folder])
    assert code in {finding.code for finding in report.findings}
    with pytest.raises(WrongError):
        files(tmp_path / "out", "deck", folder=folder)


def test_cards_in_small_are_cards_of_the_deck():
    """In strips and on reminders of every kit a sign has its own number, or none if the deck gives it none."""
    deck = {
        str(card.fields["colour"])[0] + str(card.fields["piece"]) + card.entry[1:].strip("ske")
        for card in find_kit(KIT).cards
    }
    shown = set()
    for kit in map(find_kit, kit_ids()):
        steps = chain.from_iterable(strip.steps for strip in load_strips(kit).values())
        named = (each.partition("*")[0] for each in chain.from_iterable(steps))
        shown |= {each.removeprefix("card:") for each in named if each.startswith("card:")}
        faces = (face for token in kit.tokens for face in (token.front, token.back) if face)
        shown |= {card for face in faces for card in face.cards if card[0] in "br"}
    assert len(shown) > 20
    assert shown <= deck


@pytest.mark.parametrize("asked", [{}, {"ink": "low"}, {"press": "x1a-2003"}], ids=["full", "low", "press"])
def test_the_deck_is_read_back_from_its_sheets(tmp_path, asked):
    (deck,) = files(tmp_path, "deck", **asked)
    (report,) = check_reports([deck])
    assert report.clean, report.findings
    assert "48 faces" in report.seen
    assert "4 pages compared" in report.seen


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("number-5.svg", "number-6.svg"),
        ("glyph-horse.svg", "glyph-tiger.svg"),
        ("motto-king-1", "motto-ship-1"),
    ],
)
def test_another_sign_on_paper_is_found(tmp_path, old, new):
    """The spoilt deck is compared with the kit printkit ships."""
    folder = spoilt(tmp_path, "kit.toml", "1.0", "1.0")
    glyphs = tmp_path / "air/glyphs.toml"
    glyphs.write_text(glyphs.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    # A picture whose title says what it shows is refused before anything is printed.
    for picture in (tmp_path / "air/art").glob(f"{new.removesuffix('.svg')}*.svg"):
        text = picture.read_text(encoding="utf-8")
        picture.write_text(re.sub("<title>.*</title>\n", "", text), encoding="utf-8")
    (deck,) = files(tmp_path / "out", "deck", folder=folder)
    (report,) = check_reports([deck], KIT)
    assert {finding.code for finding in report.findings} & {"ink-extra", "ink-missing"}


def test_sticks_and_reminders_of_a_press_are_read_back_with_little_ink(tmp_path):
    """At home: `tests/test_every_part.py`."""
    (tokens,) = files(tmp_path, "tokens", ink="low", press="x1a-2003")
    (report,) = check_reports([tokens])
    assert report.clean, report.findings


def test_a_counting_stick_too_few_is_found(tmp_path):
    folder = spoilt(tmp_path, "tokens.toml", "stick-25 = 20", "stick-25 = 19")
    (tokens,) = files(tmp_path / "out", "tokens", folder=folder)
    (report,) = check_reports([tokens], KIT)
    assert not report.clean
    assert {each.code for each in report.findings} & {"ink-missing", "page-count", "text", "figure"}, (
        report.findings
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('motif = "track", figure = "×2-9"', 'motif = "track"', "figure and motif do not fit"),
        ('shape = "round"', 'shape = "strip"', "shape and motif do not fit"),
        ('figure = "×2-9"', 'figure = "2"', "the track has no first and last number"),
        ('height = "77mm"', 'height = "2mm"', "a height of 2 mm"),
        ("stick-25 = 20", "stick-50 = 20", "no shared token is called 'stick-50'"),
        ('shape = "round"', 'shape = "round"\nfoot = "round"', "only a standee has a foot"),
        ('cards = ["r車3"', 'cards = ["r"', "'r' is neither a card, such as b兵1 or r王"),
    ],
)
def test_a_strip_that_cannot_be_drawn_is_refused(tmp_path, old, new, message):
    folder = spoilt(tmp_path, "tokens.toml", old, new)
    with pytest.raises(InputError) as refused:
        load_kit(folder)
    assert any(message in problem.message for problem in refused.value.problems)


GAMES = ("mok-kaik", "ta-xot", "mak-kaik", "niek-hi", "mak-hup", "nam-to", "ni-ne")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_kit_has_words_for_whatever_may_happen(game_id):
    kit = load_kit(find_kit(KIT).folder)
    for seed in range(6):
        game = make_game(game_id, [f"players={2 + seed % 3}", "seasons=2"])
        actions = air_kits.random_actions(game, seed)
        air_kits.assert_narrated(kit, game, actions, headed=False)


def test_a_season_is_narrated_with_its_reasons():
    """The first trick of the walkthrough: a lead nobody can beat, then hands that cannot."""
    record = read_record((find_kit(KIT).folder / "games/mok-kaik.txt").read_text(encoding="utf-8"), "record")
    game = make_game("mok-kaik", [f"{key}={value}" for key, value in record.options])
    frames = game.module.narration(game, list(replay(record, game)))
    assert [sentence.key for sentence in frames[0].sentences] == [
        "begin", "dealt", "mok-kaik.lead", "mok-kaik.safe",
    ]  # fmt: skip
    assert [sentence.key for sentence in frames[2].sentences] == [
        "mok-kaik.discard", "mok-kaik.cannot", "mok-kaik.trick",
    ]  # fmt: skip
    assert frames[-1].sentences[-2].values["list"] == (
        SeatItem("A", "+10"),
        SeatItem("B", "−6"),
        SeatItem("C", "−4"),
    )


def test_leaflets_and_walkthrough_are_read_back(tmp_path):
    """Four sheets of leaflet a language, up to sixteen pages: each game with a turn that was played."""
    for path in files(tmp_path, "leaflet", "walkthrough", lang="ja"):
        if path.suffix != ".pdf" or path.stem.endswith("print"):
            continue
        (report,) = check_reports([path])
        assert report.clean, report.findings
        assert "leaflet" not in path.stem or re.search("(?:16|20) pages", report.seen)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_staking_leaflets_warn_of_gambling(language):
    text = (find_kit(KIT).folder / f"rules.{language}.md").read_text(encoding="utf-8")
    chapters = {part.split("}")[0]: part for part in text.split("{#")[1:]}
    words = "お金を賭けることは" if language == "ja" else "gambling is an offence in Japan"
    assert all(words in chapters[name] for name in ("deck", "mak-kaik", "nam-to"))


def pictured(strip, step):
    """The cards that one step of a picture in the rules shows, as records name them."""
    kinds = {piece: kind for kind, piece in KINDS.items()}
    shown = (each.partition("*") for each in load_strips(find_kit(KIT))[f"strip-{strip}"].steps[step - 1])
    lots = ([f"{name[5]}{kinds[name[6]]}"] * int(count or 1) for name, _, count in shown if "card:" in name)
    return tuple(card for lot in lots for card in lot)


def test_the_pictures_of_the_rules_show_what_the_engines_say():
    """Hands from the strongest, named as the engine has them; what six cards may be; what is laid on what."""
    best = [ranks_of((), pictured("hands", step))[0] for step in range(1, 10)]
    # The named ones lie above one card, a set and a run.
    assert [rank[0] for rank in best] == [*range(len(HANDS) + 2, -1, -1)]
    assert [ending_of(pictured("six", step)) for step in (1, 2, 3, 4)] == [2, 2, 2, 3]
    ranks = [rank_of(pictured("best", step), ())[0] for step in (1, 2, 3, 4)]
    assert ranks == [3, 2, 1, 0]
    end, *laid = pictured("roads", 1)
    assert f"sum {end} {' '.join(sorted(laid))}" in lays(tuple(sorted(laid)), (end,))
    one, other, joined = pictured("roads", 2)
    assert lays((joined,), (one, other)) != ()


def reminded(game):
    """The cards between two signs on the reminder of a game, as records name them."""
    kinds = {piece: kind for kind, piece in KINDS.items()}
    (face,) = (token.front for token in find_kit(KIT).tokens if token.id == f"reminder-{game}")
    lots = (own for is_card, own in groupby(face.cards, lambda each: each[0] in "br") if is_card)
    return [tuple(f"{card[0]}{kinds[card[1]]}" for card in own) for own in lots]


def test_reminders_show_what_beats_what_as_the_engines_say():
    best = [ranks_of((), cards)[0] for cards in reminded("nam-to")]
    assert [rank[0] for rank in best] == [*range(len(HANDS) + 2, -1, -1)]
    assert [rank_of(cards, ())[0] for cards in reminded("mak-kaik")] == [3, 2, 1]
    assert ending_of(tuple(chain.from_iterable(reminded("ta-xot")))) == 2
    end, laid, one, other, joined = reminded("mak-hup")
    assert f"sum {end[0]} {' '.join(sorted(laid))}" in lays(tuple(sorted(laid)), end)
    assert lays(joined, (*one, *other)) != ()
    assert [len(cards) for game in ("mok-kaik", "niek-hi", "ni-ne") for cards in reminded(game)] == [
        2, 2, 2, 2, 3, 2, 1, 3
    ]  # fmt: skip


def test_names_of_hands_stand_below_their_cards():
    for language in ("ja", "en"):
        kit = find_kit(KIT)
        said = [" ".join(words) for words in strip_words(kit, language, load_strips(kit)["strip-hands"])]
        for words, name in zip(said, reversed(HANDS), strict=False):
            assert name in words
            assert Names(kit, language).of(name).partition(" (")[0] in words


@pytest.mark.parametrize("language", ["ja", "en"])
def test_each_game_fills_a_spread_of_the_leaflet(tmp_path, language):
    """Its rules begin on the left, and each page but that of words at a glance has a picture."""
    kit = find_kit(KIT)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(KIT,), only=("leaflet",)), choices, Scenes(kit, choices))
    book = bound_book(job, language, Size(148.5, 210.0)).book
    begun = {anchor: page.number for page in book.pages for anchor, _ in page.anchors}
    assert [begun[game] for game in kit.games] == [4, 6, 8, 10, 12, 14, 16]
    shows = [any(role == "Figure" for part in page.parts for role, _ in part.path) for page in book.pages]
    # At a glance there is text alone, on one page with its title; the first game has the last one.
    assert shows == [True] * 17 + [False, True]
    assert (begun["glance"], begun["first"]) == (18, 19)


def test_a_sheet_holds_one_colour():
    cards = load_kit(find_kit(KIT).folder).cards_of("deck")
    rows = [card.fields["colour"] for card in cards for _ in range(card.copies)]
    assert rows == ["black"] * 24 + ["red"] * 24


def test_no_number_sign_or_motto_has_a_nib_or_a_hair_gap():
    signs = [*NUMBERS.values(), *(brush for row in MOTTOS.values() for brush in row)]
    for brush in signs:
        mass = brush.mass()
        nibs = mass - mass.shrunk(0.6, "miter").grown(0.62, "miter")
        assert max((part.area for part in nibs.parts()), default=0.0) < 0.8
