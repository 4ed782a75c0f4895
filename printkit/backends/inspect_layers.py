"""Which layers of a PDF are printed."""

from __future__ import annotations

from typing import Any

from printkit.backends.inspect_objects import entry, kids, name, same_key

__all__ = ["Layers"]


class Layers:
    """The layers of a file as its usual settings show them on paper."""

    def __init__(self, structure: Any) -> None:
        properties = entry(structure.Root, "/OCProperties")
        usual = entry(properties, "/D")
        groups = {same_key(each): each for each in kids(entry(properties, "/OCGs"))}
        on, off = ({same_key(each) for each in kids(entry(usual, key))} for key in ("/ON", "/OFF"))
        all_off = name(entry(usual, "/BaseState")) == "OFF"
        self._off = {key for key in groups if key in off or (all_off and key not in on)}
        for setting in kids(entry(usual, "/AS")):
            if name(entry(setting, "/Event")) != "Print":
                continue
            for each in kids(entry(setting, "/OCGs")):
                state = name(entry(entry(entry(each, "/Usage"), "/Print"), "/PrintState"))
                if state:
                    (self._off.add if state == "OFF" else self._off.discard)(same_key(each))

    def hides(self, layer: Any) -> bool:
        """Whether what belongs to this layer, or to a rule over several, is not printed."""
        if layer is None:
            return False
        if name(entry(layer, "/Type")) != "OCMD":
            return same_key(layer) in self._off
        if entry(layer, "/VE") is not None:
            return False
        hidden = [same_key(each) in self._off for each in kids(entry(layer, "/OCGs"))]
        policy = name(entry(layer, "/P")) or "AnyOn"
        shown = {
            "AllOn": not any(hidden),
            "AnyOn": not all(hidden),
            "AnyOff": any(hidden),
            "AllOff": all(hidden),
        }
        return bool(hidden) and not shown.get(policy, True)
