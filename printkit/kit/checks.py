"""Checks that need the whole kit, after its files are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from printkit.errors import InputError, Problem, nearest_hint
from printkit.fonts import STYLES, Font, find_font, font_files, missing_hint
from printkit.geometry import Rect
from printkit.kit.art_files import FONTS, misplaced_fonts, own_fonts
from printkit.kit.blocks import (
    Block,
    CodeBlock,
    EffectsBlock,
    EmblemBlock,
    NamesBlock,
    StartRulesBlock,
    StartTurnsBlock,
    TableBlock,
    TextBlock,
    WordedBlock,
    find_texts,
)
from printkit.kit.cards import named_texts
from printkit.kit.condition import names_in
from printkit.kit.data import TEXT_MISSING
from printkit.kit.leaflets import LEAFLETS, leaflets_show_pictures, lists_cards, strip_keys
from printkit.kit.model import Card, Kit
from printkit.kit.raw import KitFile, read_toml
from printkit.kit.text import plain
from printkit.material.font_data import SUFFIXES
from printkit.scene.inks import HOUSE_INKS

__all__ = [
    "check_fonts",
    "check_glyphs",
    "check_layout",
    "check_rules",
    "check_suits",
    "check_texts",
    "face_texts",
    "needed_texts",
]

KIT, CARDS, LAYOUT, RULES = "kit.toml", "cards.toml", "layout.toml", "rules.toml"
TOKENS, BOX, STICKS = "tokens.toml", "box.toml", "sticks.toml"
# The book that has the front of the box on its cover.
COVERED = ("walkthrough", "problems")
BOOKLET = "booklet.toml"
# The back of a component without cards is drawn for this one.
NO_CARD = Card("back", "", "", 0, {})
FONT_ROLES = ("display", "text")
# What the pictures of a board game's leaflets say beside the names of its pieces.
LEAFLET_WORDS = (
    "outside", "inside", "step", "double", "leap", "slide", "vault", "pass", "jump", "hop", "guard", "own", "theirs",
)  # fmt: skip
# What a rule book's pictures say beside the words of cards, suits and ways.
BOOKLET_WORDS = (
    "contents", "card", "max", "sum", "spent", "missing", "enough", "short", "choice", "move", "stay", "place",
    "deal", "win", "lose", "end", "drawn", "token-to", "card-to", "discarded", "games", "games-columns",
)  # fmt: skip

# What the books of games say, by the file that makes a kit have the book.
PUZZLE_WORDS = (
    "title", "puzzle", "lines", "unique", "share", "deal", "start", "ask", "ask-find", "goal-lower",
    "goal-upper", "goal-find", "pass", "answer", "solutions", "notes", "route", "hints",
    "hint", "hint-one", "hint-find", "move", "stay",
)  # fmt: skip
WALKTHROUGH_WORDS = (
    "title", "game", "game-after", "deal", "reversed", "from", "could-win", "could-not", "open", "replace", "done",
    "ended-win", "ended-lose", "given", "given-none", "shuffle", "option.terminals", "option.replacements",
    "why-start", "why-next", "why-clear", "why-close", "why-loss", "why-to", "why-from", "why-keep", "why-away",
)  # fmt: skip
WALKTHROUGH = "walkthrough.toml"
GAME_BOOKS = {
    "puzzles.toml": ("puzzles", PUZZLE_WORDS, "game"),
    "problems.toml": ("problems", ("title", "to-move", "in-hand", "rate"), "game"),
    WALKTHROUGH: ("walkthrough", WALKTHROUGH_WORDS, "name"),
}
# What walkthroughs say of games of several seats; what happens there the game names by keys of its own.
NARRATION = "narration"


def check_suits(kit: Kit, spec: KitFile) -> list[Problem]:
    """The kit's own size exists, and everything prints in known inks."""
    problems = [
        Problem(f"unknown ink {ink!r}", file, key, nearest_hint(ink, kit.inks))
        for ink, key, file in _inks_named(kit)
        if ink not in kit.inks
    ]
    if isinstance(spec.colours, Mapping):
        problems += [
            Problem(f"unknown ink {ink!r}", KIT, f"colours.{colour}", nearest_hint(ink, kit.inks))
            for colour, ink in spec.colours.items()
            if ink not in kit.inks
        ]
    problems += [
        Problem(f"unknown icon {icon!r}", KIT, f"shorthand.{sign}", nearest_hint(icon, kit.icons))
        for sign, icon in spec.shorthand.items()
        if isinstance(icon, str) and icon not in kit.icons
    ]
    if spec.size not in kit.sizes:
        hint = nearest_hint(spec.size, kit.sizes)
        problems.append(Problem(f"unknown card size {spec.size!r}", KIT, "size", hint))
    return problems


def _inks_named(kit: Kit) -> Iterator[tuple[str, str, str]]:
    """Every ink a file names, with its key and that file."""
    for name, suit in kit.suits.items():
        yield suit.ink, f"suits.{name}.ink", KIT
    for (face, size), blocks in kit.faces.items():
        for number, block in enumerate(blocks):
            for ink, key in block.inks():
                yield ink, f"faces.{face}.{size}[{number}].{key}", LAYOUT
    for number, token in enumerate(kit.tokens):
        for side, drawn in (("front", token.front), ("back", token.back)):
            yield drawn.ink, f"tokens[{number}].{side}.ink", TOKENS
    if kit.box:
        yield kit.box.ink, "ink", BOX
        yield kit.box.ground, "ground", BOX
    if kit.sticks:
        yield kit.sticks.ink, "ink", STICKS


def check_fonts(kit: Kit, spec: KitFile) -> list[Problem]:
    """Every font role is played by a font there is."""
    problems = []
    for role in FONT_ROLES:
        if role not in spec.fonts:
            problems.append(Problem("the key is missing", KIT, f"fonts.{role}"))
    for role, font in spec.font_names.items():
        if role not in (*FONT_ROLES, *STYLES):
            hint = nearest_hint(role, (*FONT_ROLES, *STYLES))
            problems.append(Problem("unknown key", KIT, f"fonts.{role}", hint))
        try:
            find_font(kit.fonts[role])
        except InputError as error:
            own = (name for name, path in own_fonts(kit.folders).items() if path.suffix.lower() in SUFFIXES)
            here = (f"move {name} into {FONTS}/" for name in misplaced_fonts(kit.folder, font))
            hint = next(here, nearest_hint(font, (*font_files(), *own)))
            unknown = Problem(f"unknown font {font!r}", KIT, f"fonts.{role}", hint)
            problems += [
                replace(each, key=f"fonts.{role}") if each.file else unknown for each in error.problems
            ]
    for name in spec.inks:
        srgb = spec.inks[name].srgb.lower()
        same = next((ink.name for ink in HOUSE_INKS.values() if srgb in (ink.hex, ink.srgb_hex)), "")
        if name in HOUSE_INKS or same:
            message = f"printkit has the ink {same or name!r} already"
            problems.append(Problem(message, KIT, f"inks.{name}", "give it another name and another colour"))
    return problems


def check_layout(kit: Kit, spec: KitFile) -> list[Problem]:
    """Every card has a face in every size, with fields for all its blocks, and no block leaves the bleed."""
    problems = list(_face_problems(kit))
    used = {card.face for card in kit.cards} | {card.back for card in kit.cards}
    used |= {component.back for component in kit.components}
    for (face, size_name), blocks in kit.faces.items():
        if face not in used and not spec.chooses_rows:
            problems.append(Problem("no card has this face", LAYOUT, f"faces.{face}"))
        size = kit.sizes[size_name]
        extent = Rect(0, 0, size.width, size.height).grown(size.bleed)
        for number, block in enumerate(blocks):
            place = f"faces.{face}.{size_name}[{number}]"
            problems += _language_problems(block, kit, face, place)
            if isinstance(block, TextBlock) and block.font not in kit.fonts:
                hint = nearest_hint(block.font, kit.fonts)
                problems.append(Problem(f"unknown font style {block.font!r}", LAYOUT, f"{place}.font", hint))
            known = ("id", *spec.fields)
            problems += [
                Problem(f"{name!r} is no field", LAYOUT, f"{place}.{key}", nearest_hint(name, known))
                for name, key in _fields_named(block)
                if name not in known
            ]
            for box in block.boxes():
                if not extent.contains(box):
                    told, most = (
                        f"[{each.x:g}, {each.y:g}, {each.width:g}, {each.height:g}]" for each in (box, extent)
                    )
                    hint = f"the largest box is {most}"
                    problems.append(Problem(f"{told} leaves the card's bleed", LAYOUT, place, hint))
            problems += _code_problems(blocks, number, Rect(0, 0, size.width, size.height), place)
            if isinstance(block, EmblemBlock) and block.suit not in (*kit.suits, *spec.fields):
                hint = nearest_hint(block.suit, (*kit.suits, *spec.fields))
                text = f"{block.suit!r} is neither a suit nor a field"
                problems.append(Problem(text, LAYOUT, f"{place}.suit", hint))
    return problems


def _code_problems(blocks: Sequence[Block], number: int, trim: Rect, place: str) -> Iterator[Problem]:
    """A code leaves the card, or what is drawn later lies on it or on its quiet zone."""
    block = blocks[number]
    if not isinstance(block, CodeBlock):
        return
    if not trim.contains(block.box):
        yield Problem("a code leaves the card", LAYOUT, f"{place}.box", "keep it inside the trim")
    for later, other in enumerate(blocks[number + 1 :], number + 1):
        # What has conditions of its own may be on other cards.
        if other.when in ("", block.when) and any(box.overlaps(block.box) for box in other.boxes()):
            hint = "draw the code after it, or move one"
            yield Problem(f"block [{later}] lies on the code or its quiet zone", LAYOUT, place, hint)


def _fields_named(block: Block) -> Iterator[tuple[str, str]]:
    """The fields that decide how a block looks, each with its key."""
    for name in names_in(block.when) if block.when else ():
        yield name, "when"
    if isinstance(block, WordedBlock) and block.field:
        yield block.field, "field"
    ink = getattr(block, "ink", None)
    if isinstance(ink, Mapping):
        yield ink.get("by", ""), "ink.by"


def _language_problems(block: Block, kit: Kit, face: str, key: str) -> Iterator[Problem]:
    named: list[tuple[str, str, str]] = []
    if isinstance(block, NamesBlock):
        named = [(line.language, LAYOUT, key) for line in block.lines]
    elif isinstance(block, WordedBlock):
        named = [(language, LAYOUT, key) for language in block.languages or ()]
    elif isinstance(block, EffectsBlock | TableBlock):
        named = [(block.language, LAYOUT, key)]
    elif isinstance(block, StartRulesBlock | StartTurnsBlock):
        named = [
            (str(card.fields[block.language]), CARDS, f"card {card.id}.{block.language}")
            for card in kit.cards
            if face in (card.face, card.back) and block.language in card.fields
        ]
    for language, file, place in named:
        if language not in kit.languages:
            hint = nearest_hint(language, kit.languages)
            yield Problem(f"unknown language {language!r}", file, place, hint)


def _face_problems(kit: Kit) -> Iterator[Problem]:
    faces = {face for face, _ in kit.faces}
    needed = {(card.face, f"card {card.id}.face", CARDS) for card in kit.cards}
    own = [card for card in kit.cards if card.back and card.back != kit.component(card.component).back]
    needed |= {(card.back, f"card {card.id}.back", CARDS) for card in own}
    needed |= {(part.back, f"components.{part.id}.back", KIT) for part in kit.components if part.back}
    for face, key, file in sorted(needed, key=lambda item: item[1]):
        if face not in faces:
            yield Problem(f"unknown face {face!r}", file, key, nearest_hint(face, faces))
    for face in sorted(faces):
        for size in kit.sizes:
            if (face, size) not in kit.faces:
                yield Problem(f"there is no layout for card size {size!r}", LAYOUT, f"faces.{face}.{size}")
    backed = {card.component for card in kit.cards if card.back}
    for card in kit.cards:
        if not card.back and card.component in backed:
            hint = f"name one here, or one for all in kit.toml: components.{card.component}.back"
            yield Problem(
                "others of its component have a back, it has none", CARDS, f"card {card.id}.back", hint
            )
        for name in dict.fromkeys(_fields_needed(kit, card)):
            if name not in card.fields:
                hint = "" if name in kit_fields(kit) else "kit.toml declares no such field"
                yield Problem("the key is missing", CARDS, f"card {card.id}.{name}", hint)


def kit_fields(kit: Kit) -> frozenset[str]:
    """Every field some card carries."""
    return frozenset(name for card in kit.cards for name in card.fields)


def _fields_needed(kit: Kit, card: Card) -> Iterator[str]:
    for (name, _), blocks in kit.faces.items():
        if name in (card.face, card.back):
            for block in blocks:
                if block.shown(card.fields):
                    yield from block.field_names()


def check_rules(kit: Kit, spec: KitFile) -> list[Problem]:
    """Every row of the rules is for a game, a card and suits the kit has."""
    problems = []
    known = {
        "game": tuple(kit.games),
        "card": tuple(card.id for card in kit.cards),
        "suit": tuple(kit.suits),
    }
    for number, row in enumerate(kit.rules, 1):
        terms = (*row.greater, *row.than)
        suits = (row.suit, *(term.suit for term in terms if term.suit is not None))
        for key, words in (("game", (row.game,)), ("card", (row.card,)), ("suit", suits)):
            for word in dict.fromkeys(words):
                if word not in known[key]:
                    hint = nearest_hint(word, known[key])
                    problems.append(Problem(f"unknown {key} {word!r}", RULES, f"row {number}.{key}", hint))
    return problems


# The key of every text that is printed, to its font role and to where it is requested.
NeededTexts = Mapping[str, tuple[str, str]]


def needed_texts(kit: Kit) -> NeededTexts:
    """Every text that is printed."""
    needed: dict[str, tuple[str, str]] = {}
    by_face: dict[str, dict[str, Card]] = {}
    for card in kit.cards:
        for face in (card.face, card.back):
            by_face.setdefault(face, {})[card.entry] = card
        name = f"card.{card.entry}.name"
        # Narrations name cards; elsewhere a card that prints no name needs none.
        if kit.games or kit.is_written(name):
            needed[name] = ("display", f"card {card.entry}")
    for back in (component.back for component in kit.components):
        by_face.setdefault(back, {"": NO_CARD})
    for (face, size), blocks in kit.faces.items():
        if face not in by_face:
            # No row of this face was chosen: its words are no texts too many.
            unchosen = {
                key: (role, f"faces.{face}.{size}") for key, role in find_texts(blocks, "", {}) if role
            }
            needed = {key: place for key, place in unchosen.items() if "card." not in key} | needed
        for card in by_face.get(face, {}).values():
            for key, role in find_texts(blocks, card.entry, card.fields):
                own = dict.fromkeys(_with_named(kit, card, key), (role, f"faces.{face}.{size}"))
                # A code has no font: what is set in letters elsewhere needs those.
                needed = needed | own if role else own | needed
    for row in kit.rules:
        needed[row.text] = ("display", row.text)
    for suit in kit.suits:
        needed[f"suit.{suit}.name"] = ("display", f"suits.{suit}")
    needed["kit.title"] = ("display", "kit")
    signed = [each for each in COVERED if kit.box and kit.box.glyph and kit.is_written(f"cover.{each}")]
    needed |= {f"cover.{part}": ("display", f"covers.{part}") for part in (*kit.covers, *signed)}
    for name, openings in kit.openings.items():
        for chapter, each in openings.items():
            needed |= {each.label: ("display", f"openings.{name}.{chapter}")} if each.label else {}
    needed |= {key: ("text", "glyphs.toml") for key in _written(kit, "name.", "piece.") if kit.glyphs}
    shown = _shown_in_walkthrough(kit)
    if (kit.folder / BOOKLET).is_file() or "games" in shown:
        needed |= {f"booklet.{key}": ("text", BOOKLET) for key in BOOKLET_WORDS}
    if "records" in shown or (shown and _narrated(kit)):
        keys = ("walkthrough.title", *sorted(_narrated(kit) | _written(kit, "walkthrough.contents")))
        needed |= dict.fromkeys(keys, ("text", WALKTHROUGH))
    for file, (prefix, words, name) in GAME_BOOKS.items():
        if "games" in shown if file == WALKTHROUGH else (kit.folder / file).is_file():
            keys = (*words, *(f"{name}.{game}" for game in kit.games))
            needed |= {f"{prefix}.{key}": ("display", file) for key in keys}
    if kit.has_leaflet:
        listed = lists_cards(kit)
        needed |= {key: ("text", key) for key in _leaflet_texts(kit) if listed or kit.is_written(key)}
    if kit.boards and leaflets_show_pictures(kit):
        keys = (*(f"leaflet.{word}" for word in LEAFLET_WORDS), *_pieces(kit))
        needed |= dict.fromkeys(keys, ("text", LEAFLETS))
    for key, role in (*_reference_texts(kit), *strip_keys(kit)):
        needed.setdefault(key, (role, key))
    for part in (kit.mat, kit.box, kit.overlays, kit.shelf, kit.guide, *kit.boards, *kit.tokens):
        for key, role in part.text_keys() if part is not None else ():
            needed.setdefault(key, (role, key))
    return needed


def face_texts(kit: Kit) -> frozenset[str]:
    """Every text that faces of cards print."""
    return frozenset(
        key
        for card in kit.cards
        for (name, _), blocks in kit.faces.items()
        if name in (card.face, card.back)
        for key, _ in find_texts(blocks, card.entry, card.fields)
    )


def _with_named(kit: Kit, card: Card, key: str) -> Iterator[str]:
    """A text on a card's face and those of the card's texts that stand in it."""
    found, wanted = set[str](), [key]
    while wanted:
        each = wanted.pop()
        if each not in found:
            found.add(each)
            wanted += named_texts(kit, card, each)
            yield each


def _shown_in_walkthrough(kit: Kit) -> frozenset[str]:
    """What the walkthrough has: solo `games`, `records` of several seats; other problems are reported later."""
    try:
        return frozenset(read_toml(kit.folder / WALKTHROUGH, WALKTHROUGH)) & {"games", "records"}
    except InputError:
        return frozenset()


def _narrated(kit: Kit) -> set[str]:
    """Everything under `narration.` in any language: a record the kit does not hold may be shown as well."""
    return _written(kit, f"{NARRATION}.") | {f"{NARRATION}.heading", f"{NARRATION}.nobody"}


def _written(kit: Kit, *starts: str) -> set[str]:
    """Every key that begins so, in any language."""
    return {key for texts in kit.texts.values() for key in texts if key.startswith(starts)}


def _leaflet_texts(kit: Kit) -> Iterator[str]:
    """The texts a leaflet's list of cards may need: what emblems mean, notes to flags, and pieces' names."""
    meanings = (f"suit.{suit}.text" for suit in kit.suits)
    yield from (key for key in meanings if kit.games or any(key in texts for texts in kit.texts.values()))
    yield from (f"note.{flag}" for flag in kit.flags)
    yield from _pieces(kit)


def _pieces(kit: Kit) -> list[str]:
    return [f"{table}.{glyph}" for table in ("piece", "reading") for glyph in kit.glyphs]


def _reference_texts(kit: Kit) -> Iterator[tuple[str, str]]:
    """The texts of the quick references, which a kit has as soon as it has rule rows for its games."""
    games = dict.fromkeys(row.game for row in kit.rules if row.game in kit.games)
    if games:
        yield from ((f"reference.{key}", "text") for key in ("table", "upright", "reversed"))
        yield from ((f"reference.pair.{suit}", "text") for suit in kit.suits)
    for game in games:
        yield f"reference.{game}.title", "display"
        yield f"reference.{game}.setup", "text"
        yield f"reference.{game}.setup-short", "text"


def check_texts(kit: Kit, needed: NeededTexts, *, every: bool = True) -> list[Problem]:
    """Every printed text stands in every language, and every text is printed somewhere.

    The second is only known where the kit was read whole: `every`.
    """
    problems = []
    for language in kit.languages:
        file, texts = f"text.{language}.toml", kit.texts[language]
        problems += [Problem(TEXT_MISSING, file, key) for key in sorted(needed) if key not in texts]
        unused = [key for key in texts if every and key not in needed]
        lost = _lost_books(kit, unused)
        problems += lost.values()
        problems += [
            Problem("this text is not used", file, key, _near_key(key, needed))
            for key in unused
            if key.partition(".")[0] not in lost
        ]
    return list(dict.fromkeys(problems))


def _lost_books(kit: Kit, unused: Iterable[str]) -> dict[str, Problem]:
    """Books that have texts but no file, by the table of their texts: one line instead of one a text."""
    files = {prefix: name for name, (prefix, _, _) in GAME_BOOKS.items()} | {"booklet": BOOKLET}
    tables = dict.fromkeys(key.partition(".")[0] for key in unused)
    return {
        table: Problem(f"the file is missing, so the texts of [{table}] are not used", files[table])
        for table in tables
        if table in files and not (kit.folder / files[table]).is_file()
    }


def _near_key(key: str, needed: Iterable[str]) -> str:
    """The nearest key that is printed; a list of all of them would help nobody."""
    from difflib import get_close_matches

    near = get_close_matches(key, list(needed), n=1)
    return f"did you mean {near[0]!r}?" if near else ""


def _readable_fonts(kit: Kit) -> Iterator[tuple[str, Font]]:
    for role, font in kit.fonts.items():
        with suppress(InputError):
            yield role, find_font(font)


def check_glyphs(kit: Kit, needed: NeededTexts) -> list[Problem]:
    """The font a text is set in has every character of it."""
    problems = []
    fonts = dict(_readable_fonts(kit))
    known: dict[str, set[str]] = {role: set("0123456789") for role in fonts}
    for key, (role, _) in needed.items():
        for language in kit.languages:
            text = plain(kit.texts[language].get(key, "")).replace("\n", "")
            new = set(text) - known.get(role, set(text))
            missing = fonts[role].missing("".join(sorted(new))) if new else ""
            known.get(role, set()).update(new - set(missing))
            if missing:
                message = f"font {fonts[role].id} has no glyph for {', '.join(map(repr, missing[:20]))}"
                problems.append(Problem(message, f"text.{language}.toml", key, missing_hint(missing)))
    return problems
