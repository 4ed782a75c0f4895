"""Which of a kit's card sizes a print service sells."""

from __future__ import annotations

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.kit.model import CardSize, Kit
from printkit.preflight.profile import Profile

__all__ = ["fitted_note", "vendor_size"]


def vendor_size(kit: Kit, card: str, profile: Profile) -> str:
    """The card size to lay out: the one requested if the printer sells it, else the first the kit has of those."""
    if card:
        size = kit.size(card)
        if profile.nearest(size.width, size.height) is None:
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
    near = next((size.name for size in kit.sizes.values() if profile.nearest(*_trim(size))), "")
    if near:
        return near
    raise InputError(
        f"kit {kit.id} has no card size that {profile.title} prints",
        key="--profile",
        hint=f"it prints {_offers(profile)}; add one to layout.toml",
    )


def fitted_note(profile: Profile, size: CardSize) -> tuple[str, ...]:
    """What to know where cards are not quite of the size the printer sells."""
    product = profile.nearest(size.width, size.height)
    if product is None or product.fits(size.width, size.height):
        return ()
    wanted = Size(product.width, product.height)
    return (f"cards of {_trim(size)} are drawn at {wanted}, the size {profile.title} sells",)


def _trim(size: CardSize) -> Size:
    return Size(size.width, size.height)


def _offers(profile: Profile) -> str:
    return ", ".join(
        f"{product.name} ({Size(product.width, product.height)})" for product in profile.products
    )
