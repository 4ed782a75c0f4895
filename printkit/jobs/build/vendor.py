"""The documents of a deck for one print service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.interchange.archive import Archive
from printkit.interchange.vendor import CardSet, SetFaces, card_set, folded_spread, set_pictures
from printkit.jobs.build.part import Document, Job, chosen_pages, document_info
from printkit.jobs.parts.cards import card_sheets
from printkit.preflight.profile import Form, Product, Profile
from printkit.sheets.impose import card_per_page
from printkit.sheets.model import FaceSide

__all__ = ["vendor_files"]

LEAFLET = "leaflet"


def vendor_files(job: Job, profile: Profile) -> Iterator[Document | Archive]:
    """The deck as the profile has it, then the leaflet if the rules found no room in the set.

    Raises InputError for a size the service does not sell.
    """
    cards = card_set(job.kit, job.choices, profile, job.request.count)
    size = job.kit.size(job.choices.size)
    product = profile.nearest(size.width, size.height)
    if product is None:
        raise InputError(f"{profile.title} sells no cards of {size.name}", key="--card")
    yield _MAKERS[profile.form](job, profile, product, cards)
    if cards.leaflet:
        yield _leaflet(job, profile, cards)


def _name(job: Job, profile: Profile, part: str, ending: str) -> str:
    """`<kit>-<part>[-<lang>][-<card>]-<profile>[-<set>][-<paper>][-low]`."""
    choices, request = job.choices, job.request
    words = [
        job.kit.id,
        part,
        job.kit.edition,
        choices.size if choices.size != job.kit.default_size else "",
        profile.name,
    ]
    paper = request.paper.lower()
    words += [str(request.count) if request.count else "", paper if paper != profile.paper else ""]
    words += ["low" if choices.ink == "low" else ""]
    return "-".join(filter(None, words)) + ending


def _facts(job: Job, profile: Profile, cards: CardSet) -> dict[str, str]:
    count = len(cards.ids)
    return {
        "paper": profile.paper or "card",
        "card": job.choices.size,
        "press": "home",
        "ink": job.choices.ink,
        "profile": profile.name,
        "cards": str(count),
        "sold": str(profile.sold_count(count)),
    }


def _component(job: Job) -> str:
    return job.kit.components[0].id


def _sides(job: Job, profile: Profile) -> tuple[FaceSide, ...]:
    has_back = bool(job.kit.backs_of(_component(job))) and job.request.duplex != "none"
    return cast("tuple[FaceSide, ...]", profile.order if has_back else ("front",))


def _card_pages(job: Job, profile: Profile, product: Product, cards: CardSet) -> Document:
    size = job.kit.size(job.choices.size)
    trim = Size(size.width, size.height)
    sheets = card_per_page(cards.ids, trim, profile.bleed, order=_sides(job, profile))
    part = _component(job)
    return Document(
        name=_name(job, profile, part, ".pdf"),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=SetFaces(job.scenes, cards, profile.bleed),
        info=document_info(job, part),
        cards=len(cards.ids),
        facts=_facts(job, profile, cards),
    )


def _full_sheets(job: Job, profile: Profile, product: Product, cards: CardSet) -> Document:
    component, paper = job.kit.components[0], job.request.paper.lower() or profile.paper
    sheets = card_sheets(job, component.id, component, cards.ids, paper)
    return Document(
        name=_name(job, profile, component.id, ".pdf"),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=SetFaces(job.scenes, cards, 0.0),
        info=document_info(job, component.id),
        cards=len(cards.ids),
        facts={**_facts(job, profile, cards), "paper": paper},
    )


def _pictures(job: Job, profile: Profile, product: Product, cards: CardSet) -> Archive:
    faces, sides = SetFaces(job.scenes, cards, profile.bleed), _sides(job, profile)
    return Archive(
        name=_name(job, profile, _component(job), ".zip"),
        members=lambda: set_pictures(cards, faces, sides, profile, product),
        cards=len(cards.ids),
        facts=_facts(job, profile, cards),
    )


_Maker = Callable[[Job, Profile, Product, CardSet], Document | Archive]
_MAKERS: dict[Form, _Maker] = {"cards": _card_pages, "sheets": _full_sheets, "pictures": _pictures}


def _leaflet(job: Job, profile: Profile, cards: CardSet) -> Document:
    """The rule cards two by two on a page that is folded to the size of a card: game by game, front and back."""
    size = job.kit.size(job.choices.size)
    pairs = [cards.leaflet[start : start + 2] for start in range(0, len(cards.leaflet), 2)]
    bleed = profile.bleed
    sheets = [
        folded_spread(pair, Size(size.width, size.height), bleed, number) for number, pair in enumerate(pairs)
    ]
    return Document(
        name=_name(job, profile, LEAFLET, ".pdf"),
        sheets=sheets,
        faces=job.scenes,
        info=document_info(job, LEAFLET),
        cards=len(cards.leaflet),
        facts={**_facts(job, profile, cards), "paper": LEAFLET, "cards": str(len(cards.leaflet))},
    )
