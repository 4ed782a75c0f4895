"""A table into a kit: its rows become the kit's cards and names, whole or not at all."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.interchange.tables import table_bytes
from printkit.interchange.toml_text import with_cards, with_texts
from printkit.jobs.exchange.new import new_kit
from printkit.jobs.exchange.update import Update, update_kit
from printkit.kit.load import load_kit
from printkit.kit.text import flatten
from printkit.paths import templates_dir
from tests.tiny_kit import write_kit

TABLE = """\
id,face,art,number,sword,name.ja,name.en
two,plain,art/two.svg,2,"[5, 0]",二,Two
three,plain,art/one.svg,3,"[1, 1]",三,Three
"""


@pytest.fixture
def tiny(tmp_path):
    return write_kit(tmp_path)


def _file(tmp_path, text, name="cards.csv"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def _bytes(kit):
    return {path.name: path.read_bytes() for path in kit.iterdir() if path.is_file()}


def test_the_rows_are_the_deck(tiny, tmp_path):
    assert update_kit(tiny, _file(tmp_path, TABLE)) == Update(("three",), ("one",), ())
    kit = load_kit(tiny)
    assert [(card.id, card.fields["number"]) for card in kit.cards] == [("two", 2), ("three", 3)]
    assert kit.text("ja", "card.three.name") == "三"
    assert "card.one.name" not in kit.texts["en"]


def test_a_column_that_is_missing_stays_as_it_is_and_an_empty_cell_takes_away(tiny, tmp_path):
    done = update_kit(tiny, _file(tmp_path, "id,number,name.en\none,7,Uno\ntwo,,Two\n"))
    assert done == Update((), (), ("one", "two"))
    one, two = load_kit(tiny).cards
    assert (one.fields, one.art) == ({"number": 7, "sword": (3, 7)}, "art/one.svg")
    assert two.fields == {"sword": (5, 0)}
    assert load_kit(tiny).text("en", "card.one.name") == "Uno"
    assert load_kit(tiny).text("ja", "card.one.name") == "一"


def test_comments_stay_with_their_cards(tiny, tmp_path):
    cards = tiny / "cards.toml"
    cards.write_text("# All.\n\n# The first.\n" + cards.read_text() + "# its end\n", encoding="utf-8")
    update_kit(tiny, _file(tmp_path, "id,number\ntwo,2\none,1\n"))
    text = cards.read_text(encoding="utf-8")
    assert text.startswith('# All.\n\n[[card]]\nid = "two"')
    assert '# The first.\n[[card]]\nid = "one"' in text


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("kit_id", ["youscout", "tottarot"])
def test_a_kits_own_table_changes_no_byte(tmp_path, kit_id, form):
    kit = tmp_path / kit_id
    shutil.copytree(templates_dir() / kit_id, kit)
    file = tmp_path / f"cards.{form}"
    file.write_bytes(table_bytes(kit, form))
    before = _bytes(kit)
    assert update_kit(kit, file) == Update((), (), ())
    assert _bytes(kit) == before


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id,number\none,1\nTwo,2\n", "row 3, id]: 'Two' is not an id"),
        ("id,number\none,x\ntwo,2\n", "row 2, number]: 'x' is not a whole number"),
        ("id,number\none,100\ntwo,2\n", "row 2, number]: 100 is out of range; 0 to 99"),
        ("id,sword\none,3\ntwo,5 0\n", "row 2, sword]: '3' is not a pair of numbers"),
        ("id,face\none,plain\ntwo,plan\n", "row 3, face]: unknown face 'plan'"),
        ("id,art\none,art/one.svg\ntwo,art/2.svg\n", "row 3, art]: there is no art file 'art/2.svg'"),
        ("id,art\none,../one.svg\ntwo,art/two.svg\n", "row 2, art]: '../one.svg' leaves the kit's folder"),
        ("id,name.en\none,\ntwo,Two\n", "row 2, name.en]: the text is missing"),
        ("id,name.en\none,{One\ntwo,Two\n", "row 2, name.en]: '{One': an unmatched brace"),
        (
            "id,name.ja\none,𓀀\ntwo,二\n",
            "row 2, name.ja]: font shippori-mincho-extrabold has no glyph for '𓀀'",
        ),
        ("id,note.ja\none,x\ntwo,y\n", "row 2, note.ja]: this text is not used"),
        ("id,component\none,deck\ntwo,decks\n", "row 3, component]: unknown component 'decks'"),
        ("id,copies\none,1\ntwo,0\n", "row 3, copies]: 0: input should be greater than or equal to 1"),
    ],
)
def test_what_is_wrong_is_reported_by_row_and_column_and_nothing_changes(tiny, tmp_path, text, wanted):
    before = _bytes(tiny)
    file = _file(tmp_path, text)
    with pytest.raises(InputError) as caught:
        update_kit(tiny, file)
    assert str(caught.value.problems[0]).startswith(f"{file} [{wanted}")
    assert _bytes(tiny) == before


def test_a_mistake_in_a_picture_of_several_is_reported_at_their_row(tmp_path):
    kit = tmp_path / "tottarot"
    shutil.copytree(templates_dir() / "tottarot", kit)
    file = tmp_path / "cards.csv"
    file.write_text(
        table_bytes(kit, "csv").decode("utf-8-sig").replace("star-2.svg", "star-9.svg"), encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"cards.csv \[row 3, art\]: there is no art file 'star-9.svg'"):
        update_kit(kit, file)


def test_what_is_wrong_elsewhere_is_reported_in_the_kits_own_folder(tiny, tmp_path):
    (tiny / "layout.toml").write_text("[sizes]\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        update_kit(tiny, _file(tmp_path, TABLE))
    assert {problem.file for problem in caught.value.problems} == {(tiny / "layout.toml").as_posix()}


def test_a_folder_that_is_no_kit_is_refused(tmp_path):
    with pytest.raises(InputError, match="no kit in this folder"):
        update_kit(tmp_path, _file(tmp_path, TABLE))


def test_a_new_kit_begins_with_a_tables_cards(tiny, tmp_path):
    made = new_kit("other", str(tiny), tmp_path / "kits", _file(tmp_path, TABLE))
    assert [card.id for card in load_kit(made).cards] == ["two", "three"]


def test_a_new_kit_with_a_wrong_table_does_not_begin(tiny, tmp_path):
    with pytest.raises(InputError, match=r"row 1\]: there is no column id"):
        new_kit("other", str(tiny), tmp_path / "kits", _file(tmp_path, "x\n"))
    assert list((tmp_path / "kits").iterdir()) == []


def test_the_commands_say_what_they_did(run, tiny, tmp_path):
    file = _file(tmp_path, TABLE)
    assert run("update", str(tiny), str(file)) == (0, f"{tiny}: 1 added, 1 removed, 0 changed\n", "")
    answer = run("new", "other", "--like", str(tiny), "--cards", str(file), "--dir", str(tmp_path / "kits"))
    assert answer.code == 0
    assert run("update", str(tmp_path), str(file)).err.count("\n") == 1
    assert run("new", "other", "--dir", str(tmp_path)).code == 2


KEYS = st.text("abcdefgh-", min_size=1, max_size=4).map(lambda word: f"k{word}".strip("-"))
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text.strip() and not set(text) & set("{}")
)
TEXT_FILES = (
    '# top\n[kit]\ntitle = "x"  # a remark\n\n[card]\none.name = "1"\n# between\ntwo.name = "2"\n'
    '\n[suit]\na.name = "s"\n',
    'kit.title = "x"\ncard.one.name = "1"\ncard.two = { name = "2" }\nsuit.a.name = "s"\n',
    'card.one.name = """\n1"""\n[card.two]\nname = "2"\n[kit]\ntitle = "x"\n[suit.a]\nname = "s"\n',
    '[kit]\ntitle = "x"\n[suit]\na.name = "s"\n',
)


@given(
    st.sampled_from(TEXT_FILES), st.dictionaries(st.sampled_from(["one", "two"]) | KEYS, WORDS | st.none())
)
def test_texts_change_and_all_others_stay(source, names):
    changes = {f"card.{key}.name": text for key, text in names.items()}
    before, _ = flatten(tomllib.loads(source), "")
    after, _ = flatten(tomllib.loads(with_texts(source, changes)), "")
    assert after == {key: text for key, text in {**before, **changes}.items() if text is not None}


def test_a_text_that_stays_keeps_its_line_and_its_remark():
    text = with_texts(TEXT_FILES[0], {"card.two.name": "II", "card.three.name": "III", "card.one.name": None})
    assert text == TEXT_FILES[0].replace('one.name = "1"\n', "").replace(
        'two.name = "2"\n', 'two.name = "II"\nthree.name = "III"\n'
    )


VALUES = st.text(st.characters(exclude_categories=["Cs"])) | st.integers(-(2**62), 2**62) | st.booleans()


@given(st.lists(st.dictionaries(KEYS | st.sampled_from(["a b", "ä"]), VALUES | st.lists(VALUES)), min_size=1))
def test_entries_are_written_as_they_are_read(entries):
    assert tomllib.loads(with_cards("# head\n", entries)) == {"card": entries}
    assert with_cards("# head\n", entries).startswith("# head\n")


def test_a_comment_directly_above_a_card_is_that_cards():
    source = "# Deck.\n\n# The first.\n[[card]]\nid = 1\n\n# Its end.\n\n# The second.\n# Still.\n[[card]]\nid = 2\n"
    first, second = (
        "# The first.\n[[card]]\nid = 1\n\n# Its end.\n",
        "# The second.\n# Still.\n[[card]]\nid = 2\n",
    )
    assert with_cards(source, [{"id": 2}, {"id": 1}]) == f"# Deck.\n\n{second}\n{first}"
    assert with_cards(source, [{"id": 2}]) == f"# Deck.\n\n{second}"
    assert with_cards(source, [{"id": 1}]) == f"# Deck.\n\n{first}"


def test_a_card_that_changes_keeps_what_stays():
    source = '[[card]]\nid = "a"\nat = [ 1,2 ] # where\nsize = 1 # how large\n# end\n'
    wanted = '[[card]]\nid = "a"\nat = [ 1,2 ] # where\nsize = 2 # how large\nnew = "x"\n# end\n'
    assert with_cards(source, [{"id": "a", "size": 2, "at": [1, 2], "new": "x"}]) == wanted


def test_a_new_text_stands_before_the_comments_its_table_ends_with():
    source = '[card]\none.name = "1"\n\n# The suits.\n[suit]\na.name = "s"\n'
    assert with_texts(source, {"card.one.note": "n", "card.two.name": "2"}) == source.replace(
        '"1"\n', '"1"\none.note = "n"\ntwo.name = "2"\n'
    )


def test_text_in_which_tables_cannot_be_distinguished_is_written_anew():
    source = 'card = [{ id = "a" }, { id = "b" }]\n'
    assert with_cards(source, [{"id": "b"}, {"id": "a"}]) == '[[card]]\nid = "b"\n\n[[card]]\nid = "a"\n'
    tricky = '[[card]]\nid = "a"\ntext = """\n[[card]]\n"""\n'
    assert tomllib.loads(with_cards(tricky, [{"id": "c"}])) == {"card": [{"id": "c"}]}


def test_truth_and_one_are_two_values():
    assert with_cards("[[card]]\nflag = true\n", [{"flag": 1}]) == "[[card]]\nflag = 1\n"


def test_links_and_modes_of_files_stay(tiny, tmp_path):
    """H3: a link to texts of two kits became a file of its own, and a private file was public."""
    shared = tmp_path / "shared" / "texts.toml"
    shared.parent.mkdir()
    text = tiny / "text.en.toml"
    text.rename(shared)
    text.symlink_to(shared)
    shared.chmod(0o640)
    (tiny / "cards.toml").chmod(0o600)
    update_kit(tiny, _file(tmp_path, TABLE))
    assert text.readlink() == shared
    assert "Three" in shared.read_text(encoding="utf-8")
    assert [file.stat().st_mode & 0o777 for file in (shared, tiny / "cards.toml")] == [0o640, 0o600]
    assert [path.name for path in shared.parent.iterdir()] == ["texts.toml"]
    assert load_kit(tiny).text("en", "card.three.name") == "Three"
