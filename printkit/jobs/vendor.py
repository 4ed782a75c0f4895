"""A deck as one printer wants it: a job and a profile come in, the files for that printer go out, laid out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from printkit.backends.png import scene_png
from printkit.compose.extras import EXTRA, Extra, extra_cards
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.jobs.archive import Archive
from printkit.jobs.part import Document, Job, chosen_pages, document_info
from printkit.jobs.parts.cards import card_sheets
from printkit.jobs.request import BuildRequest
from printkit.kit.model import Card, CardSize, Kit
from printkit.kit.rule_files import RULES, reference_files
from printkit.preflight.profile import Form, Product, Profile
from printkit.scene.model import Scene
from printkit.sheets.impose import card_per_page
from printkit.sheets.marks import fold_line
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet

__all__ = ["CardSet", "card_set", "folded_spread", "vendor_files", "vendor_size"]

LEAFLET = "leaflet"
# More cards than these to fill a set with is a mistake, not a wish.
MOST_EXTRAS = 40


def vendor_size(kit: Kit, request: BuildRequest, profile: Profile) -> str:
    """The card size to lay out: the one asked for if the printer sells it, else the first the kit has of those."""
    if request.card:
        size = kit.size(request.card)
        if profile.product(size.width, size.height) is None:
            raise InputError(
                f"{profile.title} does not print cards of {Size(size.width, size.height)}",
                key="--card",
                hint=f"it prints {_offers(profile)}",
            )
        return size.name
    if not profile.products or profile.product(*_trim(kit.size())) is not None:
        return kit.default_size
    for product in profile.products:
        for size in kit.sizes.values():
            if product.fits(*_trim(size)):
                return size.name
    raise InputError(
        f"kit {kit.id} has no card size that {profile.title} prints",
        key="--profile",
        hint=f"it prints {_offers(profile)}; add one to layout.toml",
    )


def _trim(size: CardSize) -> Size:
    return Size(size.width, size.height)


def _offers(profile: Profile) -> str:
    return ", ".join(
        f"{product.name} ({Size(product.width, product.height)})" for product in profile.products
    )


@dataclass(frozen=True, slots=True)
class CardSet:
    """What a box holds: the cards in order, those made up to fill it, and the rule cards that become a leaflet."""

    cards: tuple[Card, ...]
    extras: tuple[Extra, ...]
    leaflet: tuple[Card, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The cards' ids in order, each as often as it is there."""
        own = tuple(card.id for card in self.cards for _ in range(card.copies))
        return (*own, *(extra.id for extra in self.extras))


def card_set(job: Job, profile: Profile | None, count: int = 0) -> CardSet:
    """A set of that many cards; 0 is what the profile has, and what its printer sells for it.

    Rule cards that find no room come as a leaflet; what is free is filled with other games' rule cards first and
    then with cards made for it.
    """
    kit = job.kit
    component = kit.components[0].id
    own = kit.cards_of(component)
    games = reference_files(kit)[RULES]
    told = {row.card for row in kit.rules if row.game in games}
    every = sum(card.copies for card in own)
    played = tuple(card for card in own if card.id not in told)
    least = sum(card.copies for card in played)
    wanted = count or (profile.count if profile else 0) or every
    if profile is not None and not count:
        wanted = profile.sold_count(wanted)
    if wanted < least:
        raise InputError(
            f"a set of {wanted} cannot hold the {least} cards of {kit.id}",
            key="--set",
            hint=f"{least} or more",
        )
    if wanted < every:
        leaflet = tuple(card for card in kit.cards if card.id in told)
        return CardSet(played, _filled(job, component, wanted - least), leaflet)
    free = wanted - every
    others = tuple(card for card in kit.cards if card.id in told and card.component != component)[:free]
    return CardSet((*own, *others), _filled(job, component, free - len(others)), ())


def _filled(job: Job, component: str, number: int) -> tuple[Extra, ...]:
    if number > MOST_EXTRAS:
        raise InputError(
            f"{number} cards would be made up to fill the set", key="--set", hint="name a smaller set"
        )
    return extra_cards(job.kit, component, job.choices, number)


class _Faces:
    """The faces of a set, made-up ones too; all share the back of the component."""

    def __init__(self, job: Job, cards: CardSet, bleed: float) -> None:
        self._scenes = job.scenes
        self._back = cards.cards[0].id
        self._bleed = bleed
        self._extras = {extra.id: cache(extra.face) for extra in cards.extras}
        self._bled = cache(self._bled_back)

    def _bled_back(self) -> Scene:
        return self._scenes(FaceKey(self._back, "back")).reaching(self._bleed)

    def __call__(self, key: FaceKey) -> Scene:
        if key.side == "back":
            return self._bled()
        if key.card.startswith(f"{EXTRA}-") and key.card in self._extras:
            return self._extras[key.card]()
        return self._scenes(key)


def vendor_files(job: Job, profile: Profile) -> Iterator[Document | Archive]:
    """The deck as the profile has it, then the leaflet if the rules found no room in the set."""
    cards = card_set(job, profile, job.request.count)
    size = job.kit.size(job.choices.size)
    product = profile.product(size.width, size.height)
    assert product is not None
    yield _MAKERS[profile.form](job, profile, product, cards)
    if cards.leaflet:
        yield _leaflet(job, profile, cards)


def _name(job: Job, profile: Profile, part: str, ending: str) -> str:
    """`<kit>-<part>[-<card>]-<profile>[-<set>][-<paper>][-low]`."""
    choices, request = job.choices, job.request
    words = [job.kit.id, part, choices.size if choices.size != job.kit.default_size else "", profile.name]
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
    has_back = bool(job.kit.components[0].back) and job.request.duplex != "none"
    return cast("tuple[FaceSide, ...]", profile.order if has_back else ("front",))


def _card_pages(job: Job, profile: Profile, product: Product, cards: CardSet) -> Document:
    size = job.kit.size(job.choices.size)
    trim = Size(size.width, size.height)
    sheets = card_per_page(cards.ids, trim, profile.bleed, order=_sides(job, profile))
    part = _component(job)
    return Document(
        name=_name(job, profile, part, ".pdf"),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=_Faces(job, cards, profile.bleed),
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
        faces=_Faces(job, cards, 0.0),
        info=document_info(job, component.id),
        cards=len(cards.ids),
        facts={**_facts(job, profile, cards), "paper": paper},
    )


def _pictures(job: Job, profile: Profile, product: Product, cards: CardSet) -> Archive:
    """One picture a face under the printer's own names, the shared back once."""
    faces = _Faces(job, cards, profile.bleed)

    def members() -> Iterator[tuple[str, bytes]]:
        pictures = [(profile.front_name, number, card, "front") for number, card in enumerate(cards.ids, 1)]
        if "back" in _sides(job, profile):
            pictures.append((profile.back_name, 0, cards.cards[0].id, "back"))
        for pattern, number, card, side in pictures:
            scene = replace(faces(FaceKey(card, cast(FaceSide, side))), bleed=profile.bleed)
            yield pattern.format(number=number, card=card), scene_png(scene, profile.resolution / 25.4)

    return Archive(
        name=_name(job, profile, _component(job), ".zip"),
        members=members,
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


def folded_spread(pair: Sequence[Card], card: Size, bleed: float, index: int) -> Sheet:
    """Two cards side by side, `bleed` (mm) around both, the fold marked in it above and below; odd `index`: a back."""
    paper = Size(2 * card.width + 2 * bleed, card.height + 2 * bleed)
    trim = Rect(bleed, bleed, 2 * card.width, card.height)
    placements = []
    for column, each in enumerate(pair):
        box = Rect(bleed + column * card.width, bleed, *card)
        shift = Affine.translation(box.x, box.y)
        placements.append(Placement(FaceKey(each.id, "front"), shift, box, box))
    middle = trim.center[0]
    marks = tuple(
        fold_line(middle, top, middle, top + bleed * 0.8) for top in (0.0, trim.bottom + bleed * 0.2)
    )
    side: FaceSide = "back" if index % 2 else "front"
    return Sheet(
        index // 2 + 1,
        side,
        paper,
        tuple(placements),
        marks,
        trim_box=trim,
        bleed_box=trim.grown(bleed),
    )
