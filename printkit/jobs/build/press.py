"""Chooses the press and profile of a build."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime

from printkit.backends.press import HOME, INK_LIMIT, Colours, Press, find_press
from printkit.errors import InputError
from printkit.jobs.build.request import BuildRequest
from printkit.preflight.profile import Profile, find_profile

__all__ = ["GREY", "chosen_press", "chosen_profile", "home_colours", "press_facts"]

# A printer at home that has black only.
GREY = "grey"
# The end of the year 9999.
LAST_MOMENT = 253_402_300_799


def chosen_profile(request: BuildRequest) -> Profile | None:
    """The profile requested; options that it decides itself are an InputError."""
    if not request.profile:
        return None

    profile = find_profile(request.profile)
    decided = {"--only": request.only, "--cards": request.cards, "--where": request.where}
    if profile.form != "sheets":
        decided["--paper"] = (request.paper,) if request.paper else ()
        decided["--marks"] = request.marks if request.marks != BuildRequest().marks else ()
    if profile.form == "pictures":
        decided |= {"--press": (request.press,) if request.press != HOME else ()}
        decided |= {"--pages": (request.pages,) if request.pages else ()}
    for option, given in decided.items():
        if given:
            message = f"the profile {profile.name} sets this itself"
            raise InputError(message, key=option, hint=f"leave out {option} or --profile")
    return profile


def chosen_press(request: BuildRequest, profile: Profile | None = None) -> Press | None:
    """The press requested, else the profile's; none is printing at home. What does not go together: InputError."""
    name = request.press
    if name == GREY:
        if profile is not None:
            raise InputError("is for home printing", key="--press", hint="leave out --profile")
        name = HOME
    if name == HOME and profile is not None:
        name = profile.press
    if name != HOME:
        limit = (profile.ink_limit if profile else 0.0) or INK_LIMIT
        own = profile.condition if profile and not request.icc else ""
        press = find_press(name, request.icc, request.condition or own, limit)
        return replace(press, date=_stated_date())
    for option, given in (("--icc", request.icc), ("--condition", request.condition)):
        if given:
            raise InputError(
                "is for a print shop, but the file is for home printing",
                key=option,
                hint="add --press x1a-2003 or x4",
            )
    return None


def _stated_date() -> str:
    """The moment SOURCE_DATE_EPOCH names (seconds since 1970, as reproducible builds use it), ISO 8601; else empty."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not said:
        return ""
    if not (said.isascii() and said.isdecimal() and len(said) <= 12 and int(said) <= LAST_MOMENT):
        hint = "seconds since 1970-01-01, like 1764000000"
        raise InputError(f"{said[:40]!r} is no moment", key="SOURCE_DATE_EPOCH", hint=hint)
    return datetime.fromtimestamp(int(said), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def home_colours(request: BuildRequest) -> Colours:
    """How inks are written for a printer at home: in sRGB, or in designed greys for one that has black only."""
    return "grey" if request.press == GREY else "srgb"


def press_facts(press: Press | None, request: BuildRequest) -> dict[str, str]:
    """What the manifest says of the press."""
    if press is None:
        return {"press": GREY if request.press == GREY else HOME}
    return {
        "press": press.standard.name,
        "condition": press.intent["OutputConditionIdentifier"],
        "ink_limit": f"{press.ink_limit:g}",
    }
