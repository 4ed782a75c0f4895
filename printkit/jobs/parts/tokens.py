"""Tokens and standees: a sheet of fronts and one of backs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal, cast

from printkit.compose.pieces.standees import glue_items, standee_folds, standee_outline
from printkit.compose.pieces.tokens import caption_items, token_height
from printkit.compose.table.legend import Legend, find_legend
from printkit.geometry import Affine, Rect, Size
from printkit.jobs.build.part import (
    Document,
    Job,
    chosen_pages,
    document_info,
    file_name,
    labelled,
    made_for,
    on_paper,
)
from printkit.kit.leaflets import load_strips
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle, rectangle, segment
from printkit.sheets.cutter import CUT_LINE, cut_line, fold_lines
from printkit.sheets.impose import behind_paper
from printkit.sheets.marks import ruler
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet, find_paper
from printkit.sheets.shapes import piece_ground, shelved

__all__ = ["documents"]

# There is something to cut by machine.
PART = "tokens"
GAP = 4.0
# What is kept for a name below a piece, beside the gap.
NAMED = 3.0
FOLD_GAP = 8.0
# What rounding may take from a room.
TOLERANCE = 1e-6
# How much farther apart standees stand where there is room, mm.
SPREAD = 22.0
# The line round a back: how far outside the cut, mm.
OUTSIDE = 0.7
# How far pieces are moved down on a sheet that is not full, mm.
LOWER = 6.0
# What a kit calls the pictures of what to do with its standees, and with its strips.
STANDEES, STRIPS = "strip-pieces", "strip-counters"


def documents(job: Job, name: str) -> Iterator[Document]:
    """All tokens with their backs, to be cut out along the lines."""
    tokens = _wanted(job, name)
    paper, sheets = on_paper(job, name, lambda paper: tuple(_sheets(job, name, tokens, paper)))

    def face(key: FaceKey) -> Scene:
        return job.scenes.token(next(token for token in tokens if token.id == key.card), key.side)

    yield Document(
        name=file_name(job, name, card=False, paper=paper),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=face,
        info=document_info(job, name),
        facts={"paper": paper, "press": "home", "ink": job.choices.ink},
    )


def _wanted(job: Job, name: str) -> tuple[Token, ...]:
    """The tokens of a part: all of them, or those of a set as often as it has them."""
    chosen = next((each for each in job.kit.token_sets if name == f"{PART}-{each.id}"), None)
    if chosen is None:
        return tuple(token for token in job.kit.tokens if not token.apart)
    side = next((token.size for token in job.kit.tokens if token.shape == "square"), 0.0)
    share = chosen.square / side if chosen.square and side else 1.0
    return tuple(
        token.model_copy(
            update={
                "copies": chosen.tokens[token.id],
                "size": min(token.size * share, chosen.square or math.inf)
                if token.front.motif == "glyph"
                else token.size,
            }
        )
        for token in job.kit.tokens
        if token.id in chosen.tokens
    )


@dataclass(frozen=True, slots=True)
class _Placing:
    """The paper tokens are laid on: where they may lie, how its back is seen, and what else stands there."""

    paper: Size
    room: Rect
    behind: Callable[[Rect], Rect]
    turn: int
    strip: tuple[Rect | None, Rect | None]
    marks: tuple[Item, ...]


def _placing(job: Job, paper: Size) -> _Placing:
    duplex = job.request.duplex
    ground = piece_ground(paper, job.request.margin, duplex, cutter="cutter" in job.request.marks)
    room, marks, strip = ground.room, ground.marks, (ground.ruler, ground.words)
    if duplex != "fold":
        behind, turn = behind_paper(paper, cast(Literal["long", "short"], duplex))
        return _Placing(paper, room, behind, turn, strip, marks)
    # One half of the sheet is folded behind the other and glued.
    y = room.center[1]
    half = Rect.from_edges(room.x, room.y, room.right, y - FOLD_GAP / 2)
    marks += (fold_lines(segment(room.x, y, room.right, y)),)
    return _Placing(
        paper,
        half,
        lambda rect: Rect(rect.x, 2 * y - rect.bottom, rect.width, rect.height),
        180,
        strip,
        marks,
    )


def _sheets(job: Job, name: str, wanted: Sequence[Token], paper_name: str) -> Iterator[Sheet]:
    placing = _placing(job, find_paper(paper_name))
    tokens = [token for token in wanted for _ in range(token.copies)]
    pieces, strips = (_legend(job, strip, placing.room.width) for strip in (STANDEES, STRIPS))
    # Names are farther from the row below them where that takes no sheet more.
    ways = [_shelved(tokens, placing.room, pieces.height, named) for named in (NAMED, 0.0)]
    placed = min(ways, key=_last)
    last = _last(placed)
    title = f"{job.kit.id} {name} {job.kit.version}{made_for(job)}"
    pages = [
        [(token, place) for token, (page, place) in placed if page == number] for number in range(last + 1)
    ]
    legends = _legends(pages, placing.room, pieces, strips)
    pages = [_lowered(page, placing.room, legend) for page, legend in zip(pages, legends, strict=False)]
    told: dict[int, Legend] = {}
    if name == PART and job.request.duplex != "none":
        # A sheet that is folded has pieces on both of its halves.
        behind = (
            ()
            if job.request.duplex == "fold"
            else [at for at, page in enumerate(pages, 1) if _two_sided(page)]
        )
        told = _told_at(placing, pages, legends, behind, _told_behind(job, placing.room.width))
    for number in (each for each in sorted(told) if each > len(pages)):
        # What has a sheet without pieces shares it.
        joined = legends[-1].and_then(told[number]) if len(legends) > len(pages) else Legend([])
        alone = not joined.pictures or joined.height > placing.room.height
        legends[len(legends) if alone else -1 :] = [told[number] if alone else joined]
    pages += [[] for _ in legends[len(pages) :]]
    count = len(pages)
    fronts = [
        labelled(_front(job, placing, number, page, legend), title, count, job.kit.languages)
        for number, (page, legend) in enumerate(zip(pages, legends, strict=True), 1)
    ]
    backs = [
        labelled(
            _back(job, placing, number, page, told.get(number, Legend([]))),
            title,
            count,
            job.kit.languages,
        )
        for number, page in enumerate(pages, 1)
        if _two_sided(page)
    ]
    if job.request.duplex in ("none", "fold"):
        yield from fronts
    elif job.request.duplex == "fronts-then-backs":
        yield from (*fronts, *backs)
    else:
        for front in fronts:
            yield front
            yield from (back for back in backs if back.number == front.number)


def _told_behind(job: Job, width: float) -> list[Legend]:
    """The strips of the kit that stand on the back of its pieces."""
    return [_legend(job, name, width) for name, strip in load_strips(job.kit).items() if strip.behind]


def _legend(job: Job, name: str, width: float) -> Legend:
    return job.scenes.once(
        (PART, name, job.languages, width),
        lambda: find_legend(job.kit, job.languages, job.choices, name, width),
    )


def _told_at(
    placing: _Placing,
    pages: Sequence[Page],
    legends: Sequence[Legend],
    backs: Sequence[int],
    told: Sequence[Legend],
) -> dict[int, Legend]:
    """What stands on which of the `backs` of pages, from 1; what has no room on any on the front of one after them.

    The first on the first with a legend in front, or the first; each further one on the next one, or below another.
    """
    found: dict[int, Legend] = {}
    order = sorted(backs, key=lambda number: (not legends[number - 1].pictures, number))
    for each in told:
        ways = [
            (number in found, at, number, found.get(number, Legend([])).and_then(each))
            for at, number in enumerate(order)
        ]
        fitting = [
            way for way in ways if _below(placing, pages[way[2] - 1]).height >= way[3].height - TOLERANCE
        ]
        after = len(pages) + 1
        *_, number, joined = (
            min(fitting, key=lambda way: way[:2])
            if fitting
            else (after, found.get(after, Legend([])).and_then(each))
        )
        found[number] = joined
    return found


def _lowered(page: Page, room: Rect, legend: Legend) -> list[tuple[Token, Rect]]:
    """Pieces somewhat lower where there is room, so that they are as far from the foot of their sheet as from its head.

    Those with a legend below them less: they only do not begin at the very edge.
    """
    spare = room.bottom - max(place.bottom for _, place in page) - legend.height
    down = min(max(spare / 2, 0.0), LOWER / 2 if legend.pictures else LOWER)
    return [(token, place.moved(0.0, down)) for token, place in page]


def _legends(pages: Sequence[Page], room: Rect, pieces: Legend, strips: Legend) -> list[Legend]:
    """The legend below the tokens of each page: of standees on their last, of others on the last that has room.

    One that has no room there has a page of its own, after all others.
    """
    own = [Legend([]) for _ in pages]
    free = [room.bottom - max(place.bottom for _, place in page) for page in pages]
    shapes = [{token.shape for token, _ in page} for page in pages]
    standing = [at for at, shown in enumerate(shapes) if "standee" in shown][-1:]
    anywhere = range(len(pages)) if any(shown & {"strip", "round"} for shown in shapes) else ()
    for legend, places in ((pieces, standing), (strips, anywhere)):
        if not legend.pictures or not places:
            continue
        roomy = [at for at in places if own[at].and_then(legend).height <= free[at] + TOLERANCE]
        if roomy:
            own[roomy[-1]] = own[roomy[-1]].and_then(legend)
        else:
            own.append(legend)
    return own


def _kinds(tokens: Sequence[Token], width: float) -> Iterator[tuple[bool, str]]:
    """For each token whether it is a strip, and what it stands together with."""
    row, high, free = 0, 0.0, 0.0
    for token in tokens:
        beside = token.size + _apart(token)
        if token.shape == "strip" and token.front.motif == "tally":
            yield True, token.id
        elif token.shape == "strip":
            if token.height != high or beside > free + TOLERANCE:
                row, high, free = row + 1, token.height, width + _apart(token)
            free -= beside
            yield True, f"row {row}"
        elif token.shape == "round" and token.size <= high and beside <= free + TOLERANCE:
            free -= beside
            yield True, f"row {row}"
        else:
            yield False, token.front.ink if token.shape == "square" else ""


def _apart(token: Token) -> float:
    """What is free between two of a kind: strips that lie share their cuts."""
    return 0.0 if token.shape == "strip" and token.height <= token.size else GAP


def _last(placed: Sequence[tuple[Token, tuple[int, Rect]]]) -> int:
    return max(page for _, (page, _) in placed)


def _shelved(
    tokens: Sequence[Token], room: Rect, kept: float, named: float
) -> list[tuple[Token, tuple[int, Rect]]]:
    """Each token with its page and place.

    Each kind of counting sticks, and each row of other strips, stand together on the first sheet that has room for
    them, below what is there. Square pieces begin a row with each ink; round tokens share one where they have room.
    On the first sheet so many mm are `kept` for what is said below them, and `named` for the name below a piece.
    """
    placed: list[tuple[Token, tuple[int, Rect]]] = []
    # Of each sheet, where it is free from, and the height of the strips that end there.
    free: list[tuple[float, float]] = []
    by_shape = sorted(tokens, key=lambda token: token.shape == "strip")
    if len(by_shape) > 1 and by_shape[0].shape == "round" and by_shape[1].shape == "strip":
        # One disc alone does not open a sheet: it stands beside the last strip, or below all of them.
        disc, *strips = by_shape
        by_shape = sorted(strips, key=lambda token: token.front.motif == "tally")
        at = len([token for token in strips if token.front.motif != "tally"])
        beside = at and [*_kinds([*by_shape[:at], disc], room.width)][-1][0]
        by_shape.insert(at if beside else len(by_shape), disc)
    kinds = _kinds(by_shape, room.width)
    for _kind, group in groupby(zip(kinds, by_shape, strict=True), key=itemgetter(0)):
        own = [token for _, token in group]
        names = [named * token.captioned for token in own]
        sizes = [Size(token.size, token_height(token) + name) for token, name in zip(own, names, strict=True)]
        if own[0].shape == "strip":
            # A disc beside strips has room round it.
            sizes = [
                Size(token.size + GAP, sizes[0].height) if token.shape == "round" else size
                for token, size in zip(own, sizes, strict=True)
            ]
        step = 0.0 if _apart(own[0]) else sizes[0].height
        spread = SPREAD if any(token.shape == "standee" for token in own) else 0.0
        alone = shelved(_in_one_row(own, sizes, room.width), room, _apart(own[0]), spread)
        high = alone[-1][1].bottom - room.y if not alone[-1][0] else room.height
        tops = [
            (page, foot + (GAP if not step or last != step else 0.0))
            for page, (foot, last) in enumerate(free)
        ]
        bottom = [room.bottom - (0.0 if page else kept) for page, _ in tops]
        fitting = (each for each, end in zip(tops, bottom, strict=True) if each[1] + high <= end + 1e-6)
        page, top = next(fitting, (len(free), room.y))
        placed += [
            (token, (page + later, _in_place(token, name, size, place.moved(0.0, top - room.y), room)))
            for token, name, size, (later, place) in zip(own, names, sizes, alone, strict=True)
        ]
        free += [(room.bottom, 0.0)] * (placed[-1][1][0] + 1 - len(free))
        free[placed[-1][1][0]] = alone[-1][1].bottom + top - room.y, step
    return placed


def _in_place(token: Token, name: float, size: Size, place: Rect, room: Rect) -> Rect:
    """Where a token lies in its place, above the room for its name; one beside strips keeps off their cut."""
    beside = size.width > token.size + TOLERANCE
    high = token.size if beside else size.height - name
    x = min(place.x + GAP, room.right - token.size) if beside else place.x
    return Rect(x, place.center[1] - (high + name) / 2, token.size, high)


def _in_one_row(tokens: Sequence[Token], sizes: Sequence[Size], width: float) -> Sequence[Size]:
    """What room each has: round ones of several sizes, that have room in a row, as high as the highest."""
    wide = math.fsum(size.width + GAP for size in sizes) - GAP
    if wide > width or any(token.shape != "round" for token in tokens):
        return sizes
    return [size._replace(height=max(each.height for each in sizes)) for size in sizes]


Page = Sequence["tuple[Token, Rect]"]


def _two_sided(page: Page) -> list[tuple[Token, Rect]]:
    """The tokens that have something on the back of the paper."""
    return [(token, place) for token, place in page if token.shape != "standee"]


def _front(job: Job, placing: _Placing, number: int, page: Page, legend: Legend) -> Sheet:
    """The fronts with the lines to cut and fold; with a fold their backs on the other half."""
    placements = [_placed(token, "front", place, 0) for token, place in page]
    names = _names(job, page, "front")
    if job.request.duplex == "fold":
        placements += _behind(placing, page)
        names += _names(job, page, "back", placing)
    cuts = _cuts(page)
    marks = placing.marks if "cutter" in job.request.marks else (*placing.marks, *cuts)
    marks += tuple(names)
    marks += tuple(legend.items(_below(placing, page)))
    line, furniture = placing.strip
    return Sheet(number, "front", placing.paper, tuple(placements), marks, line, furniture, cuts=cuts)


def _below(placing: _Placing, page: Page) -> Rect:
    """What is free below the tokens."""
    foot = max((place.bottom for _, place in page), default=placing.room.y)
    return Rect.from_edges(placing.room.x, foot, placing.room.right, placing.room.bottom)


def _back(job: Job, placing: _Placing, number: int, page: Page, legend: Legend) -> Sheet:
    """The backs, the glue of standees, and what the kit tells behind what to do with them."""
    placements = _behind(placing, page)
    names = tuple(_names(job, _two_sided(page), "back", placing))
    names += tuple(
        item
        for token, place in page
        if token.shape == "standee"
        for item in glue_items(token, placing.behind(place), job.kit.inks[token.front.ink])
    )
    if "cutter" not in job.request.marks:
        names += _framed(placing, page)
    room = placing.behind(_below(placing, page))
    told = tuple(legend.items(room))
    names += (Group(told, Affine.rotation(180, room.center)),) if placing.turn == 180 and told else told
    line, furniture = placing.strip
    if line is None or furniture is None:
        return Sheet(number, "back", placing.paper, tuple(placements), names)
    line, furniture = placing.behind(line), placing.behind(furniture)
    marks = (ruler(line), *names)
    return Sheet(number, "back", placing.paper, tuple(placements), marks, line, furniture)


def _framed(placing: _Placing, page: Page) -> tuple[Item, ...]:
    """Round backs that lie apart the line of their front, so far outside the cut that it is on none of them."""
    lines = [
        circle(*placing.behind(place).center, place.width / 2 + OUTSIDE)
        if token.shape == "round"
        else rectangle(placing.behind(place).grown(OUTSIDE))
        for token, place in _two_sided(page)
        if sum(place.grown(OUTSIDE).overlaps(other) for _, other in page) == 1
    ]
    return tuple(Path(line, stroke=BLACK, width=CUT_LINE) for line in lines)


def _behind(placing: _Placing, page: Page) -> list[Placement]:
    """The backs of a page's tokens."""
    return [_placed(token, "back", placing.behind(place), placing.turn) for token, place in _two_sided(page)]


def _names(job: Job, page: Page, side: FaceSide, placing: _Placing | None = None) -> list[Item]:
    """What the tokens are called, once for equal ones side by side; seen from behind where a placing is given."""
    items: list[Item] = []
    for _, group in groupby(page, key=lambda each: (each[0].id, each[1].y)):
        token, first = (row := list(group))[0]
        whole = Rect.from_edges(first.x, first.y, row[-1][1].right, first.bottom)
        place = placing.behind(whole) if placing else whole
        named = tuple(caption_items(job.kit, token, side, place))
        turned = placing is not None and placing.turn == 180
        items += [Group(named, Affine.rotation(180, place.center))] if turned and named else named
    return items


def _placed(token: Token, side: FaceSide, place: Rect, turn: int) -> Placement:
    transform = Affine.translation(place.x, place.y)
    if turn == 180:
        transform = Affine(-1.0, 0.0, 0.0, -1.0, place.right, place.bottom)
    return Placement(FaceKey(token.id, side), transform, place, place, turn)


def _cuts(page: Page) -> tuple[Item, ...]:
    """What is cut out and folded on the front."""
    outlines = [
        circle(*place.center, token.size / 2) if token.shape == "round" else standee_outline(token, place)
        for token, place in page
    ]
    folds = [
        segment(place.x, place.y + y, place.right, place.y + y)
        for token, place in page
        if token.shape == "standee"
        for y in standee_folds(token)
    ]
    return (cut_line(*outlines), *((fold_lines(*folds),) if folds else ()))
