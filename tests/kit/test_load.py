"""kit.load: a good folder becomes a frozen Kit; every fault is named with file, key and hint, all at once."""

from __future__ import annotations

import shutil
from dataclasses import FrozenInstanceError

import pytest

from printkit.errors import EXIT_UNUSABLE, InputError
from printkit.kit import load
from printkit.kit.art import art_of, art_source
from printkit.kit.load import load_kit, trust
from printkit.paths import templates_dir
from tests.tiny_kit import spoil, write_kit


def test_a_good_folder_becomes_a_kit(tmp_path):
    kit = load_kit(write_kit(tmp_path))
    assert [card.id for card in kit.cards] == ["one", "two"]
    assert kit.cards[0].fields == {"number": 1, "sword": (3, 7)}
    assert kit.size().width == 40.0
    assert kit.text("ja", "card.one.name") == "一"
    assert kit.cards_of("deck") == kit.cards


def test_a_deck_alone_is_built_without_what_lies_beside_it(tmp_path):
    folder = write_kit(tmp_path)
    (folder / "mat.toml").write_text("spread = 1", encoding="utf-8")
    assert load_kit(folder, only=("deck",)).mat is None
    for only in ((), ("deck", "mat"), ("nonsense",)):
        with pytest.raises(InputError, match=r"mat\.toml \[places\]: the key is missing"):
            load_kit(folder, only=only)


def test_a_file_in_the_place_of_the_pictures_is_one_line(tmp_path):
    folder = write_kit(tmp_path)
    shutil.rmtree(folder / "art", ignore_errors=True)
    (folder / "art").write_text("x", encoding="utf-8")
    with pytest.raises(InputError) as failed:
        load_kit(folder)
    (problem,) = failed.value.problems
    assert "should be the folder of the kit's pictures" in problem.message
    assert problem.file.endswith("art")


def test_a_kit_is_frozen(tmp_path):
    kit = load_kit(write_kit(tmp_path))
    with pytest.raises(FrozenInstanceError):
        kit.version = "2"  # type: ignore[misc]


# file, what stands there, what is written instead, and the words the one line must have
FAULTS = {
    "unknown key in kit.toml": (
        "kit.toml",
        'size = "small"',
        'size = "small"\nsise = 1',
        ("kit.toml [sise]", "unknown key", "'size'"),
    ),
    "missing key": ("kit.toml", 'version = "1.0"\n', "", ("kit.toml [version]", "missing")),
    "unknown font": (
        "kit.toml",
        "shippori-mincho-extrabold",
        "shipori-mincho",
        ("kit.toml [fonts.display]", "unknown font"),
    ),
    "unknown font role": (
        "kit.toml",
        "[fonts]",
        '[fonts]\ntitel = "x"',
        ("kit.toml [fonts.titel]", "unknown key"),
    ),
    "unknown ink of a suit": ("kit.toml", '"blue"', '"bleu"', ("kit.toml [suits.sword.ink]", "'blue'")),
    "unknown size": ("kit.toml", 'size = "small"', 'size = "smal"', ("kit.toml [size]", "'small'")),
    "unknown back": ("kit.toml", 'back = "back"', 'back = "bakc"', ("components.deck.back", "'back'")),
    "unknown key of a card": (
        "cards.toml",
        "number = 1",
        "numbr = 1",
        ("[card one.numbr]", "unknown key", "'number'"),
    ),
    "wrong type": ("cards.toml", "number = 1", 'number = "1"', ("[card one.number]", "not a whole number")),
    "a truth value is no number": (
        "cards.toml",
        "number = 1",
        "number = true",
        ("[card one.number]", "True"),
    ),
    "out of range": ("cards.toml", "number = 1", "number = 100", ("[card one.number]", "100", "0 to 99")),
    "half a pair": ("cards.toml", "[3, 7]", "[3]", ("[card one.sword]", "pair")),
    "a list where a component is named": (
        "cards.toml",
        "number = 1",
        "number = 1\ncomponent = [[1]]",
        ("[card one.component]", "[[1]]: input should be a valid string"),
    ),
    "id twice": ("cards.toml", 'id = "two"', 'id = "one"', ("[card one]", "card[0]")),
    "bad id": ("cards.toml", 'id = "two"', 'id = "Two!"', ("[card[1].id]", "'Two!'")),
    "unknown face": ("cards.toml", 'face = "plain"', 'face = "plane"', ("[card one.face]", "'plain'")),
    "an unknown component": (
        "cards.toml",
        "number = 1",
        'number = 1\ncomponent = "dekc"',
        ("[card one.component]", "unknown component 'dekc'", "'deck'"),
    ),
    "a number for a picture": (
        "cards.toml",
        'art = "art/one.svg"',
        "art = 7",
        ("[card one.art]", "a file name is needed, or a list of them"),
    ),
    "no copies": (
        "cards.toml",
        "number = 1",
        "number = 1\ncopies = 0",
        ("[card one.copies]", "0: input should be greater than or equal to 1"),
    ),
    "a number of 5,000 digits": (
        "cards.toml",
        "number = 1",
        "number = " + "1" * 5000,
        ("cards.toml", "too many digits"),
    ),
    "a number no card can have": (
        "cards.toml",
        "number = 1",
        "number = 0x" + "f" * 5000,
        ("cards.toml [card[0].number]", "too large"),
    ),
    "no number at all": ("layout.toml", "right = 36", "right = nan", ("small[1].right", "not finite")),
    "an endless number": ("layout.toml", "right = 36", "right = -inf", ("small[1].right", "not finite")),
    "keys without end": (
        "text.en.toml",
        "two.name",
        ".".join("a" * 3000),
        ("text.en.toml [card.a.a.", "nested too deeply"),
    ),
    "an ink for words": (
        "layout.toml",
        'block = "picture"',
        'block = "shape"\nink = "bleu"',
        ("small[0].ink", "'blue'"),
    ),
    "missing art": ("cards.toml", "art/one.svg", "art/onne.svg", ("[card one.art]", "art/onne.svg")),
    "a path that leaves the kit": (
        "cards.toml",
        "art/one.svg",
        "../../etc/passwd",
        ("[card one.art]", "leaves"),
    ),
    "an absolute path": ("cards.toml", "art/one.svg", "/etc/passwd", ("[card one.art]", "leaves")),
    "unknown block": ("layout.toml", '"picture"', '"pictur"', ("faces.plain.small[0].block", "'picture'")),
    "unknown key of a block": (
        "layout.toml",
        "right = 36",
        "right = 36\nrigth = 1",
        ("faces.plain.small[1].rigth", "'right'"),
    ),
    "a box outside the bleed": (
        "layout.toml",
        "[5, 15, 30, 30]",
        "[5, 15, 30, 90]",
        ("small[0]", "leaves the card", "the largest box is [-3, -3, 46, 66]"),
    ),
    "an ink that is a number": (
        "layout.toml",
        'ink = "blue"',
        "ink = -1",
        ("back.small[0].ink]: -1", "valid string"),
    ),
    "an empty box": ("layout.toml", "[5, 15, 30, 30]", "[5, 15, 0, 30]", ("small[0].box", "above 0")),
    "impossible size": ("layout.toml", '"40mm"', '"-40mm"', ("sizes.small.width", "greater than 5")),
    "a length in furlongs": ("layout.toml", '"40mm"', '"40furlong"', ("sizes.small.width", "not a length")),
    "a safe margin that leaves nothing": (
        "layout.toml",
        'height = "60mm"',
        'height = "60mm"\nsafe = 20',
        ("sizes.small.safe", "leaves nothing"),
    ),
    "no layout for a size": (
        "layout.toml",
        "[[faces.plain",
        "[sizes.large]\nwidth = 50\nheight = 70\n[[faces.plain",
        ("faces.back.large", "no layout"),
    ),
    "missing text": ("text.en.toml", 'two.name = "Two"\n', "", ("text.en.toml [card.two.name]", "missing")),
    "a text nothing prints": (
        "text.en.toml",
        "two.name",
        "tow.name",
        ("text.en.toml [card.tow.name]", "this text is not used"),
    ),
    "an empty text": ("text.en.toml", '"Two"', '" "', ("text.en.toml [card.two.name]", "empty")),
    "a text that is a number": ("text.en.toml", '"Two"', "2", ("text.en.toml [card.two.name]", "2")),
    "broken ruby": ("text.ja.toml", '"二"', '"{二|に"', ("text.ja.toml [card.two.name]", "brace")),
    "missing glyph": ("text.ja.toml", '"二"', '"🂡"', ("text.ja.toml [card.two.name]", "no glyph", "🂡")),
    "H6: a misspelt font style of a text": (
        "layout.toml",
        '[[faces.plain.small]]\nblock = "names"',
        '[[faces.plain.small]]\nblock = "text"\ntext = "suit.sword.name"\nbox = [5, 15, 30, 30]\nem = 3\n'
        'font = "dislay"\n\n[[faces.plain.small]]\nblock = "names"',
        ("layout.toml [faces.plain.small[1].font]", "'dislay'", "did you mean 'display'"),
    ),
    "H6: an effect in no language": (
        "layout.toml",
        '[[faces.plain.small]]\nblock = "names"',
        '[[faces.plain.small]]\nblock = "effects"\nlanguage = "jaa"\nbox = [5, 15, 30, 30]\nem = 3\n'
        'game = "number"\n\n[[faces.plain.small]]\nblock = "names"',
        ("layout.toml [faces.plain.small[1]", "unknown language 'jaa'", "did you mean 'ja'"),
    ),
    "H24: an emblem without a height": (
        "layout.toml",
        '[[faces.plain.small]]\nblock = "names"',
        '[[faces.plain.small]]\nblock = "index"\nfield = "number"\nsuit = "sword"\nfigures = ["1", "2"]\nx = 5\n'
        'left = 2\nbaseline = 10\nem = 4\nemblem_y = 15\nemblem_height = 0\n\n[[faces.plain.small]]\nblock = "names"',
        ("layout.toml [faces.plain.small[1].emblem_height]", "0.5"),
    ),
    "art with a script": ("art/one.svg", "<rect", "<script>x</script><rect", ("art/one.svg", "script")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_named_with_file_and_key(fault, tmp_path):
    file, old, new, words = FAULTS[fault]
    kit = spoil(write_kit(tmp_path), file, old, new)
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    lines = [str(problem) for problem in caught.value.problems]
    assert any(all(word in line for word in words) for line in lines), "\n".join(lines)
    assert caught.value.exit_code == EXIT_UNUSABLE
    assert all(line.count("\n") == 0 for line in lines)


def test_a_drawing_with_a_view_of_no_size_is_as_large_as_what_is_in_it(tmp_path):
    """H7: the least number there is was a scale beyond the largest."""
    kit = write_kit(tmp_path)
    spoil(kit, "art/one.svg", 'viewBox="0 0 30 30"', 'viewBox="0 0 1e-300 1e-300"')
    art = art_of(art_source(load_kit(kit), "art/one.svg"))
    assert art.inexact == "no size"
    assert max(art.view.width, art.view.height) > 1


def test_art_in_an_unknown_ink_is_refused_where_a_kit_asks_for_that(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "art/one.svg", "#231f20", "#123456")
    assert load_kit(kit)
    spoil(kit, "kit.toml", "languages", 'colours = "exact"\nlanguages')
    with pytest.raises(InputError, match=r"art/one\.svg .*#123456"):
        load_kit(kit)


@pytest.mark.parametrize("fault", ["missing glyph", "art with a script"])
def test_what_can_be_drawn_is_asked_once_of_kits_that_were_packed(fault, tmp_path, monkeypatch):
    monkeypatch.setattr(load, "_trusted", [])
    packed, brought = tmp_path / "packed", tmp_path / "packed-not"
    for folder in (packed, brought):
        spoil(write_kit(folder), *FAULTS[fault][:3])
    trust(packed)
    (kit,) = packed.glob("**/kit.toml")
    assert load_kit(kit.parent).cards
    (kit,) = brought.glob("**/kit.toml")
    with pytest.raises(InputError):
        load_kit(kit.parent)


def test_a_packed_kit_whose_pictures_in_low_ink_are_not_there_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(load, "_trusted", [])
    kit = write_kit(tmp_path)
    trust(tmp_path)
    spoil(kit, "art/one.svg", "<rect", "<script>x</script><rect")
    assert load_kit(kit)
    with pytest.raises(InputError, match=r"art/one\.svg"):
        load_kit(kit, ("full", "low"))


def test_all_faults_come_together(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "cards.toml", "number = 1", "numbr = 1")
    spoil(kit, "layout.toml", '"picture"', '"pictur"')
    spoil(kit, "text.en.toml", '"Two"', '""')
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    text = str(caught.value)
    assert "cards.toml" in text
    assert "layout.toml" in text
    assert "text.en.toml" in text


def test_faults_only_the_whole_kit_shows_come_together_too(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "cards.toml", "art/one.svg", "art/gone.svg")
    spoil(kit, "text.en.toml", 'one.name = "One"\n', "")
    spoil(kit, "kit.toml", '"blue"', '"bleu"')
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("value", ['"swrd"', "7", "[]", "[[1]]", "{ a = 1 }"])
def test_what_is_no_suit_is_named_with_those_there_are(value, tmp_path):
    kit = spoil(
        write_kit(tmp_path), "kit.toml", "[fields.sword]", '[fields.own]\ntype = "suit"\n\n[fields.sword]'
    )
    spoil(kit, "cards.toml", "number = 1", f"number = 1\nown = {value}")
    with pytest.raises(InputError, match=r"\[card one\.own\].* is not a suit; known: sword"):
        load_kit(kit)


@pytest.mark.parametrize("name", ["kit.toml", "cards.toml", "layout.toml", "text.ja.toml"])
@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\xff\xfe\x00", "UTF-8"), (b"a = [", "TOML"), (b"a = " + b"[" * 100_000, "")],
    ids=["not UTF-8", "not TOML", "nested too deeply"],
)
def test_unreadable_toml_is_one_line(name, data, words, tmp_path):
    kit = write_kit(tmp_path)
    (kit / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert name in str(caught.value)
    assert words in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    kit = write_kit(tmp_path)
    (kit / "text.en.toml").unlink()
    with pytest.raises(InputError, match=r"text\.en\.toml: the file is missing"):
        load_kit(kit)


def test_a_kit_folder_that_is_a_file(tmp_path):
    file = tmp_path / "kit"
    file.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="a kit is a folder"):
        load_kit(file)


def test_a_kit_folder_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such kit folder"):
        load_kit(tmp_path / "nowhere")


def test_a_toml_file_that_is_a_folder(tmp_path):
    kit = write_kit(tmp_path)
    (kit / "cards.toml").unlink()
    (kit / "cards.toml").mkdir()
    with pytest.raises(InputError, match=r"cards\.toml: is a folder"):
        load_kit(kit)


def test_a_link_that_leaves_the_kit_is_refused(tmp_path):
    kit = write_kit(tmp_path)
    outside = tmp_path / "outside.svg"
    outside.write_text((kit / "art" / "one.svg").read_text(encoding="utf-8"), encoding="utf-8")
    (kit / "art" / "one.svg").unlink()
    (kit / "art" / "one.svg").symlink_to(outside)
    with pytest.raises(InputError, match=r"card one\.art"):
        load_kit(kit)


def test_a_kit_is_read_again_when_a_file_of_its_own_or_of_a_shared_folder_changes(tmp_path):
    kit = write_kit(tmp_path)
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "text.en.toml").write_text('note = "one"\n')
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nuses = ["shared"]')
    first = load_kit(kit)
    again = load_kit(kit)
    assert again == first
    assert load_kit(kit) is again
    assert load_kit(kit, ("full", "low")) is not again
    (shared / "text.en.toml").write_text('note = "two"\n')
    changed = load_kit(kit)
    assert changed is not again
    assert load_kit(kit) is changed
    (kit / "art" / "new.svg").write_text("")
    assert load_kit(kit) is not changed
    (kit / "kit.toml").unlink()
    with pytest.raises(InputError, match=r"kit\.toml"):
        load_kit(kit)


def test_few_kits_are_kept(tmp_path):
    kits = [write_kit(tmp_path / str(number)) for number in range(20)]
    first = load_kit(kits[0])
    for kit in kits[1:]:
        load_kit(kit)
    assert load_kit(kits[0]) is not first


def test_a_folder_beside_the_kit_goes_before_one_that_is_shipped_as_soon_as_it_is_there(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nuses = ["air"]')
    for _ in range(3):
        assert load_kit(kit).shared[0].parent != tmp_path
    (tmp_path / "air").mkdir()
    assert load_kit(kit).shared == (tmp_path / "air",)


def test_a_name_of_a_rank_is_a_text_that_a_token_needs(tmp_path):
    folder = tmp_path / "paper-cetkaik"
    shutil.copytree(templates_dir() / "paper-cetkaik", folder)
    tokens = (folder / "tokens.toml").read_text(encoding="utf-8")
    (folder / "tokens.toml").write_text(tokens.replace("strip.hands", "strip.none"), encoding="utf-8")
    with pytest.raises(InputError, match=r"strip\.none\.1"):
        load_kit(folder)
