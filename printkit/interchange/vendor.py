"""A deck for one print service: the cards of a set, their faces, images and the folded leaflet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from printkit.backends.png import scene_png
from printkit.compose.faces.context import Choices
from printkit.compose.faces.extras import EXTRA, Extra, extra_cards
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.kit.leaflets import RULES, reference_files
from printkit.kit.model import Card, Kit
from printkit.preflight.profile import Product, Profile
from printkit.scene.model import Group, Scene
from printkit.sheets.marks import fold_line
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet

__all__ = ["CardSet", "SetFaces", "card_set", "folded_spread", "set_pictures"]

# More cards than these to fill a set with is a mistake, not a wish.
MOST_EXTRAS = 40


@dataclass(frozen=True, slots=True)
class CardSet:
    """What a box holds: the cards in order, those made up to fill it, and the rule cards that become a leaflet.

    `backs` is the back of each card that keeps its own; all others have the first card's.
    """

    cards: tuple[Card, ...]
    extras: tuple[Extra, ...]
    leaflet: tuple[Card, ...]
    backs: Mapping[str, str]

    @property
    def ids(self) -> tuple[str, ...]:
        """The cards' ids in order, each as often as it is there."""
        own = tuple(card.id for card in self.cards for _ in range(card.copies))
        return (*own, *(extra.id for extra in self.extras))


def set_cards(kit: Kit) -> tuple[Card, ...]:
    """The cards every set holds: those of the first component, and of others not apart all that are no rule cards."""
    rules, first = {row.card for row in kit.rules}, kit.components[0].id
    return tuple(
        card
        for component in kit.components
        for card in kit.cards_of(component.id)
        if component.id == first or (card.id not in rules and not component.apart)
    )


def card_set(kit: Kit, choices: Choices, profile: Profile | None, count: int = 0) -> CardSet:
    """A set of that many cards; 0 is what the profile has, and what its printer sells for it.

    Rule cards that find no room come as a leaflet; what is free is filled with other games' rule cards first and
    then with cards made for it.
    """
    component = kit.components[0].id
    own = set_cards(kit)
    backs = {card.id: kit.back_name(card) for card in own}
    bare = next((card.component for card in own if not card.back), "")
    if bare and any(backs.values()):
        raise InputError(f"the cards of {bare} have no back, others have one", key=f"components.{bare}.back")
    games = reference_files(kit)[RULES]
    rule_cards = {row.card for row in kit.rules if row.game in games}
    every = sum(card.copies for card in own)
    played = tuple(card for card in own if card.id not in rule_cards)
    least = sum(card.copies for card in played)
    wanted = count or (profile.count if profile else 0) or every
    if profile is not None and not count:
        wanted = profile.sold_count(wanted)
    if wanted < least:
        raise InputError(
            f"a set of {wanted} is too small for the {least} cards of {kit.id}",
            key="--set",
            hint=f"{least} or more",
        )
    if wanted < every:
        leaflet = tuple(card for card in kit.cards if card.id in rule_cards)
        return CardSet(played, _filled(kit, choices, component, wanted - least), leaflet, backs)
    free = wanted - every
    others = tuple(card for card in kit.cards if card.id in rule_cards and card not in own)[:free]
    return CardSet((*own, *others), _filled(kit, choices, component, free - len(others)), (), backs)


def _filled(kit: Kit, choices: Choices, component: str, number: int) -> tuple[Extra, ...]:
    if number > MOST_EXTRAS:
        raise InputError(
            f"{number} spare cards would be needed to fill the set", key="--set", hint="name a smaller set"
        )
    return extra_cards(kit, component, choices, number)


class SetFaces:
    """The faces of a set, made-up ones too, which have the first card's back."""

    def __init__(self, scenes: Callable[[FaceKey], Scene], cards: CardSet, bleed: float) -> None:
        self._scenes = scenes
        usual = cards.backs[cards.cards[0].id]
        self._backs = {card.id: cards.backs.get(card.id, usual) for card in cards.cards}
        # A card that has each back.
        self._cards = {self._backs[card.id]: card.id for card in reversed(cards.cards)}
        self._usual = usual
        self._bleed = bleed
        self._extras = {extra.id: cache(extra.face) for extra in cards.extras}
        self._bled = cache(self._bled_back)

    def _bled_back(self, back: str) -> Scene:
        return self._scenes(FaceKey(self._cards[back], "back")).reaching(self._bleed)

    def back_of(self, card_id: str) -> str:
        """The name of the card's back."""
        return self._backs.get(card_id, self._usual)

    def __call__(self, key: FaceKey) -> Scene:
        if key.side == "back":
            return self._bled(self.back_of(key.card))
        if key.card.startswith(f"{EXTRA}-") and key.card in self._extras:
            return self._extras[key.card]()
        return self._scenes(key)


def set_pictures(
    cards: CardSet, faces: SetFaces, sides: Sequence[FaceSide], profile: Profile, product: Product
) -> Iterator[tuple[str, bytes]]:
    """One picture a face under the printer's own names; a back that all cards share once, others for each card."""

    def picture(card: str, side: FaceSide) -> bytes:
        scene = _fitted(replace(faces(FaceKey(card, side)), bleed=profile.bleed), product)
        return scene_png(scene, profile.resolution / 25.4)

    for number, card in enumerate(cards.ids, 1):
        yield profile.front_name.format(number=number, card=card), picture(card, "front")
    if "back" not in sides:
        return
    backs: dict[str, bytes] = {}
    several = len({faces.back_of(card) for card in cards.ids}) > 1
    for number, card in enumerate(cards.ids, 1):
        back = faces.back_of(card)
        if back not in backs:
            backs[back] = picture(card, "back")
        if several:
            yield profile.numbered_back(number), backs[back]
    if not several:
        yield profile.back_name, next(iter(backs.values()))


def _fitted(scene: Scene, product: Product) -> Scene:
    """The face at the product's size, where its own is not quite that: as much smaller or larger as fills it."""
    if product.fits(scene.width, scene.height):
        return scene
    scale = max(product.width / scene.width, product.height / scene.height)
    left, top = (product.width - scale * scene.width) / 2, (product.height - scale * scene.height) / 2
    items = (Group(scene.items, Affine(scale, 0.0, 0.0, scale, left, top)),)
    return Scene(scene.id, product.width, product.height, scene.bleed, items)


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
