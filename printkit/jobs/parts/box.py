"""The tuck box on one sheet, or as two halves to glue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.pieces.box import BLEED, BoxNet, compose_box
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size, length_text
from printkit.jobs.build.part import (
    Document,
    Job,
    chosen_pages,
    document_info,
    file_name,
    labelled_with,
    made_for,
    on_paper,
    print_hints,
    sheet_words,
)
from printkit.kit.box import TuckBox
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import segment
from printkit.sheets.box import BoxSize, Net, box_size, nets
from printkit.sheets.cutter import cut_line, cutter_room, cutter_strip, fold_lines, registration_marks
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet, find_paper
from printkit.sheets.tiling import foot_strip

__all__ = ["LIGHT_CUT", "LIGHT_FOLD", "documents", "front_of_box"]

# There is something to cut by machine.
PART = "box"
# The printing may run this far over the paper's margin: it is bleed there.
TICK = 4.0
# An upright ruler with its label, and how long that may be.
STRIP = 5.0 + RULER_WIDTH + 1.5
LABEL_LENGTH = 180.0
# By how much a sleeve is wider and higher than its card, mm: that of the usual makers for 63 × 88 and for tarot.
SLEEVE_MORE = 3.0
# Widths of the light lines under folds and cuts, mm.
LIGHT_FOLD, LIGHT_CUT = 0.25, 0.6


def documents(job: Job, name: str) -> Iterator[Document]:
    """The box for the measured stack, or for as many cards as the component has."""
    tuck = job.kit.box
    if tuck is None:
        return
    size = _size(job, tuck)
    paper, (sheets, nets) = on_paper(job, name, lambda paper: _sheets(job, size, paper))
    stack = length_text(_stack(job, tuck))
    yield Document(
        name=file_name(job, PART, paper=paper),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=lambda key: _face(job, tuck, size, nets, key),
        info=document_info(job, PART),
        facts={
            "paper": paper,
            "card": job.choices.size,
            "press": "home",
            "ink": job.choices.ink,
            "stack": stack,
        },
    )


def front_of_box(job: Job) -> Scene | None:
    """The front of the closed box; None for a kit without one, InputError where no sheet is large enough."""
    tuck = job.kit.box
    if tuck is None:
        return None
    size = _size(job, tuck)
    _, (_, nets) = on_paper(job, PART, lambda paper: _sheets(job, size, paper))
    for number, net in enumerate(nets):
        panel = net.panel("front")
        if panel is not None:
            whole = _face(job, tuck, size, nets, FaceKey(f"box-{number}", "front"))
            shown = Group((Use(whole),), Affine.translation(-panel.x, -panel.y))
            return Scene("box-front", panel.width, panel.height, 0.0, (shown,))
    return None


def _stack(job: Job, tuck: TuckBox) -> float:
    """The measured stack, else how deep the box is, or cards × caliper and what lies on them; mm.

    Sleeves make a stack thicker that was not measured.
    """
    count = sum(card.copies for card in job.kit.cards_of(tuck.component))
    sleeves = 2 * job.request.sleeve * count
    if tuck.inside is not None and not job.request.stack:
        return tuck.inside[2] + sleeves
    return (job.request.stack or count * tuck.caliper + sleeves) + tuck.room


def _size(job: Job, tuck: TuckBox) -> BoxSize:
    card = job.kit.size(job.choices.size)
    flaps = (tuck.tuck, tuck.glue, tuck.dust)
    more = SLEEVE_MORE if job.request.sleeve else 0.0
    width, height = tuck.inside[:2] if tuck.inside else (card.width, card.height)
    inside = Size(width + more, height + more)
    return box_size(inside, _stack(job, tuck), tuck.play, tuck.board, flaps)


def _face(job: Job, tuck: TuckBox, size: BoxSize, nets: Sequence[Net], key: FaceKey) -> Scene:
    number = int(key.card.rpartition("-")[2])
    net = nets[number]

    def composed() -> Scene:
        panels: dict[str, Rect] = {panel.name: panel.box for panel in net.panels}
        return compose_box(job.kit, tuck, BoxNet(*net.size, size.depth, panels), job.choices, number)

    return job.scenes.once((PART, number, net, size.depth), composed)


def _sheets(job: Job, size: BoxSize, paper: str) -> tuple[list[Sheet], tuple[Net, ...]]:
    """The sheets of the first way to unfold the box that fits, and its nets; none fits: InputError."""
    given = find_paper(paper)
    way = _way(job, size, given)
    if way is None:
        stack = size.depth - _more(job, size)
        most = _most(job, size, given)
        named = f" of {job.choices.size} cards" if job.choices.size else ""
        cards = f"a stack of {length_text(stack)} mm{named}"
        raise InputError(
            f"a box for {cards} does not fit on {paper} ({given})",
            key="--stack" if job.request.stack else "--paper",
            hint=f"up to {most} mm fit, or choose a larger paper" if most else "choose a larger paper",
        )
    total = len(way)
    sheets = [_sheet(job, net, page, place, number, total) for number, (net, page, place) in enumerate(way)]
    return sheets, tuple(net for net, _, _ in way)


def _way(job: Job, size: BoxSize, given: Size) -> list[tuple[Net, Size, Rect]] | None:
    """The nets of the first way to unfold the box that fits, each with its paper and its place there."""
    upright = Size(min(given), max(given))
    for way in nets(size):
        laid = [(net, _laid(net, (upright, upright.turned()), job)) for net in way]
        found = [(net, *place) for net, place in laid if place is not None]
        if len(found) == len(way):
            return found
    return None


def _more(job: Job, size: BoxSize) -> float:
    """By how much the box is deeper than the stack that is measured, what lies on it included; mm."""
    tuck = job.kit.box
    assert tuck is not None
    room = 0.0 if tuck.inside is not None and not job.request.stack else tuck.room
    return size.depth - _stack(job, tuck) + room


def _most(job: Job, size: BoxSize, given: Size) -> int:
    """The thickest box in whole mm of stack that fits, 0 if none does."""
    more = _more(job, size)
    low, high = 0, 1000
    while low < high:
        middle = (low + high + 1) // 2
        fits = _way(job, size._replace(depth=middle + more), given) is not None
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def _laid(net: Net, papers: Sequence[Size], job: Job) -> tuple[Size, Rect] | None:
    """The paper and the place on it where the net fits with its ruler, the first way round that does."""
    cutter = "cutter" in job.request.marks
    for paper in papers:
        if cutter:
            room = cutter_room(paper)
        else:
            room = Rect(0.0, 0.0, *paper).grown(-job.request.margin)
        if net.size.width > room.width + 1e-6 or net.size.height > room.height + 1e-6:
            continue
        x = room.x + (room.width - net.size.width) / 2
        y = room.y + (room.height - net.size.height) / 2
        place = Rect(x, y, *net.size)
        # The ruler stands in a corner no flap reaches, or below.
        if _furniture(net, paper, place, job) is not None:
            return paper, place
        lifted = place._replace(y=room.y)
        if _furniture(net, paper, lifted, job) is not None:
            return paper, lifted
    return None


def _furniture(net: Net, paper: Size, place: Rect, job: Job) -> tuple[Rect, Rect] | None:
    """The ruler's box and the label's area: in a strip at the foot or the left, or above the flaps by the lid."""
    margin = job.request.margin
    if "cutter" in job.request.marks:
        strip = cutter_strip(paper)
        return None if strip[0] is None else strip
    line, label = foot_strip(paper, margin)
    if place.bottom + BLEED + TICK < line.y:
        return line, label
    if place.x - BLEED - margin >= STRIP and paper.height - 2 * margin >= RULER_LENGTH:
        top = max(margin, (paper.height - LABEL_LENGTH) / 2)
        height = min(LABEL_LENGTH, paper.height - 2 * margin)
        return Rect(margin + 5.0, top, RULER_WIDTH, RULER_LENGTH), Rect(margin, top, 4.5, height)
    back = net.panel("back")
    free = net.top - 20.0
    if back is not None and free >= 12.0:
        left = place.x + back.right + BLEED + 3.0
        right = paper.width - margin
        if right - left >= RULER_LENGTH:
            top = max(place.y, margin)
            return Rect(left, top + 5.5, RULER_LENGTH, RULER_WIDTH), Rect(left, top, right - left, 4.5)
    return None


def _sheet(job: Job, net: Net, paper: Size, place: Rect, number: int, total: int) -> Sheet:
    shift = Affine.translation(place.x, place.y)
    cuts = (cut_line(net.cut.moved_by(shift)), fold_lines(*(fold.moved_by(shift) for fold in net.folds)))
    furniture = _furniture(net, paper, place, job)
    if "cutter" in job.request.marks:
        marks: tuple[Item, ...] = (registration_marks(paper, 5.0),)
    else:
        marks = (*_light_cuts(net, shift), *_light_folds(net, shift), *_ticks(net, shift), *cuts)
    if furniture is not None:
        marks += (ruler(furniture[0]),)
    window = place.grown(BLEED)
    sheet = Sheet(
        number + 1,
        "front",
        paper,
        (Placement(FaceKey(f"box-{number}", "front"), shift, place, window),),
        marks,
        furniture[0] if furniture else None,
        furniture[1] if furniture else None,
        cuts=cuts,
        press_boxes=(place, window),
    )
    named = " ".join(filter(None, (job.kit.id, PART, job.kit.version, job.choices.size)))
    title = f"{named}{made_for(job)} · {number + 1}/{total}"
    return labelled_with(
        sheet, (title, sheet_words("box", job.kit.languages), *print_hints(job.kit.languages))
    )


def _light_cuts(net: Net, shift: Affine) -> tuple[Item, ...]:
    """Light under the cuts that run through the printing, so that they are seen there."""
    return (Group((Path(net.cut.moved_by(shift), stroke=PAPER, width=LIGHT_CUT),), layer="light"),)


def _light_folds(net: Net, shift: Affine) -> tuple[Item, ...]:
    """Light under the dashes of the folds, so that they are seen on a dark ground."""
    folds = (Path(fold.moved_by(shift), stroke=PAPER, width=LIGHT_FOLD) for fold in net.folds)
    return (Group(tuple(folds), layer="light"),)


def _ticks(net: Net, shift: Affine) -> tuple[Item, ...]:
    """Short marks outside the printing in line with the folds and edges that cannot be seen in it."""
    body = net.panels[1].box
    right, bottom = net.size.width, body.bottom
    lines = Outline("", ())
    for panel in net.panels[1:]:
        for x in (panel.box.x, panel.box.right):
            if x <= right:
                lines += segment(x, body.y - BLEED - TICK, x, body.y - BLEED - 0.5)
                lines += segment(x, bottom + BLEED + 0.5, x, bottom + BLEED + TICK)
    for y in (body.y, bottom):
        lines += segment(right + BLEED + 0.5, y, right + BLEED + TICK, y)
    outline = lines.moved_by(shift)
    return (Group((Path(outline, stroke=BLACK, width=0.25),), layer="guide"),)
