"""The games of a walkthrough: records of a kit, or deals played on demand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, cast

from printkit.compose.walkthrough.narration import NarratedGame
from printkit.compose.youscout.sample_games import ChoiceValue, SampleGame
from printkit.errors import InputError, install_hint
from printkit.games.core import UNFINISHED
from printkit.games.deals import Deals, find_deals
from printkit.games.find import find_module, find_narration, kit_cards, make_game, share_options
from printkit.games.game import Game, winners_of
from printkit.games.record import Record, read_record, replay, write_record
from printkit.games.zones import signed
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.play.journal import read_choice_values
from printkit.jobs.play.play_book import play_steps
from printkit.kit.booklet import WalkthroughBook, load_walkthrough_book, read_text
from printkit.kit.model import Kit
from printkit.solver.laboratory import required

__all__ = ["Chapter", "chapter_of_record", "chapters_of", "chapters_of_deals", "chapters_of_kit"]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A game to show, and the text of its record."""

    sample: SampleGame | NarratedGame
    file: str
    text: str


def chapters_of(kit: Kit, request: BuildRequest) -> tuple[Chapter, ...]:
    """The games a build shows: those of records that were read back, of the deals requested, or the kit's own."""
    if request.records:
        chapters = tuple(
            chapter_of_record(kit, text, number, name)
            for number, (name, text) in enumerate(request.records, 1)
        )
    elif request.deals:
        chapters = chapters_of_deals(kit, request.deals, request.options)
    else:
        chapters = chapters_of_kit(kit, load_walkthrough_book(kit))
    if len(chapters) == 1 and isinstance(sample := chapters[0].sample, NarratedGame):
        return (replace(chapters[0], sample=replace(sample, alone=True)),)
    return chapters


def chapters_of_kit(kit: Kit, book: WalkthroughBook) -> tuple[Chapter, ...]:
    """The kit's own games, replayed; raises like `replay` for a record that is not one or not legal."""
    chapters = []
    for number, name in enumerate(book.games, 1):
        path = kit.folder / name
        text = read_text(kit, name)
        chapters.append(chapter_of_record(kit, text, number, path.as_posix()))
    return tuple(chapters)


def chapters_of_deals(kit: Kit, codes: Sequence[str], options: Sequence[str]) -> tuple[Chapter, ...]:
    """Each deal in each game of the kit, as the advised player plays it under these options.

    Raises `InputError` for a wrong code before any work is done, and where the extra `lab` is missing.
    """
    reader = _reader(kit)
    deals = [_read_deal(reader, code) for code in codes]
    if find_spec("numba") is None:
        hint = f"{install_hint('lab')}, or leave out --deal for the games that come with the kit"
        raise InputError("playing a deal needs the extra 'lab'", key="--deal", hint=hint)
    shared = share_options(kit.games, options)
    games = [make_game(game_id, shared[game_id], kit_cards(kit, game_id)) for game_id in _playable(kit)]
    pairs = [(deal, game) for deal in deals for game in games]
    return tuple(
        chapter_of_record(kit, write_record(required(game.id, "walkthrough")(game, deal)), number)
        for number, (deal, game) in enumerate(pairs, 1)
    )


def chapter_of_record(kit: Kit, text: str, number: int, file: str = "") -> Chapter:
    """One game replayed from its record; raises `InputError` and `WrongError` naming `file`."""
    record = read_record(text, file)
    try:
        game = _game(kit, record)
    except InputError as error:
        raise InputError(problems=[replace(each, file=file) for each in error.problems]) from None
    if record.game not in kit.games or record.result in (None, UNFINISHED):
        raise InputError(f"no finished game of kit {kit.id}", file=file, hint=", ".join(kit.games))
    make = _sample if find_deals(game.id) else _narrated
    sample = make(kit, game, record, number, file)
    return Chapter(sample, sample.record, text)


def _game(kit: Kit, record: Record) -> Game[Any]:
    """The record's game with the kit's own cards, where it is one of the kit's and plays with them."""
    cards = kit_cards(kit, record.game) if record.game in kit.games else None
    return make_game(record.game, dict(record.options), cards)


def _narrated(kit: Kit, game: Game[Any], record: Record, number: int, file: str) -> NarratedGame:
    """A play as its game describes it, else action by action."""
    narrate = find_narration(game.id)
    steps = tuple(replay(record, game, file))
    outcome = steps[-1].state.outcome() if steps else None
    name, frames = _file_name(kit, game, record, number), narrate(game, steps)
    counted = bool(steps) and hasattr(steps[-1].state, "points")
    points = _points(game, outcome.scores, counted) if outcome else ()
    return NarratedGame(number, game.id, _unusual(kit, game), name, winners_of(game, outcome), frames, points)


def _points(game: Game[Any], scores: Sequence[int], counted: bool) -> tuple[tuple[str, str], ...]:
    """What seats have at the end as it is printed; nothing where it only says who won and none are `counted`."""
    if max(map(abs, scores), default=0) <= 1 and not counted:
        return ()
    show = signed if min(scores) < 0 else str
    return tuple(zip(game.seats, map(show, scores), strict=True))


def _sample(kit: Kit, game: Game[Any], record: Record, number: int, file: str) -> SampleGame:
    """A solo game, with what its choices were value."""
    values = dict(read_choice_values(record, file))
    steps = play_steps(kit, game, record, file)
    _check_values(values, [line.text for line in record.lines], file)
    return SampleGame(
        number=number,
        game=game.id,
        code=dict(record.headers).get("deal", ""),
        options=_unusual(kit, game),
        record=_file_name(kit, game, record, number),
        sign=_reader(kit).sign(cast("Sequence[str]", steps[0].facts["board"])),
        steps=steps,
        values=values,
    )


def _reader(kit: Kit) -> Deals:
    """What reads a deal's code: that of the first of the kit's games that has one."""
    for game_id in kit.games:
        if deals := find_deals(game_id):
            return deals
    raise InputError(f"the games of {kit.id} have no deal codes", key="--deal")


def _read_deal(reader: Deals, code: str) -> Any:
    try:
        return reader.read(code)
    except InputError as error:
        raise InputError(problems=[replace(each, key="--deal") for each in error.problems]) from None


def _playable(kit: Kit) -> Iterable[str]:
    """The kit's solo games that its rule rows describe."""
    games = dict.fromkeys(row.game for row in kit.rules if row.game in kit.games)
    return (game_id for game_id in games if not find_module(game_id).seats_option)


def _unusual(kit: Kit, game: Game[Any]) -> tuple[str, ...]:
    """The options that are not those the kit is usually played with, as `K=V`."""
    usual = make_game(game.id, share_options(kit.games, kit.options)[game.id]).options
    return tuple(f"{key}={value}" for key, value in game.options.items() if usual.get(key) != value)


def _check_values(values: dict[int, tuple[ChoiceValue, ...]], lines: Sequence[str], file: str) -> None:
    """Every value is one of a line there is, and what was done there is among the answers."""
    for number, answers in values.items():
        if not 1 <= number <= len(lines) or lines[number - 1] not in {each.action for each in answers}:
            raise InputError(f"the header worth-{number} does not fit line {number}", file=file)


def _file_name(kit: Kit, game: Game[Any], record: Record, number: int) -> str:
    """What the record is called in the output folder and inside the PDF."""
    code = dict(record.headers).get("deal", "").lower()
    words = (
        kit.id,
        "walkthrough",
        str(number),
        "" if game.id == kit.id else game.id.removeprefix(f"{kit.id}-"),
        code,
    )
    return "-".join(filter(None, words)) + ".txt"
