"""Reads what a PDF says of itself for those who have it read to them: the tree of its elements, and marked contents."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pikepdf

from printkit.errors import InputError
from printkit.inspect.objects import (
    MAX_OBJECTS,
    entry,
    is_dictionary,
    kids,
    name,
    resources_of,
    same_key,
    whole,
    words,
)

__all__ = [
    "Element",
    "Key",
    "Marked",
    "is_tagged",
    "marked_content",
    "numbered",
    "read_tree",
]

Key = tuple[int, int]

MAX_DEPTH = 64
_PAINTING = frozenset("Tj TJ ' \" f F f* B B* b b* S s sh Do EI".split())
# What may show text, a form included.
_TEXT = frozenset(("Tj", "TJ", "'", '"', "Do"))
_MARKING = frozenset(("BMC", "BDC", "EMC"))
_READ = " ".join(sorted(_PAINTING | _MARKING | {"BI", "ID", "INLINE IMAGE"}))


@dataclass(slots=True)
class Element:
    """One element of the tree: its role as mapped and as written, its dictionary, and what is in it.

    `above` is the number of the element it is in, None at the top; `below` those in it, in order. `contents` are pages
    and numbers of marked contents, `objects` the keys of annotations and forms.
    """

    role: str
    own: str
    value: Any
    above: int | None
    below: list[int] = field(default_factory=list)
    contents: list[tuple[Key | None, int]] = field(default_factory=list)
    objects: list[Key | None] = field(default_factory=list)


class Marked(NamedTuple):
    """The contents of a page: how much is painted in each numbered one, and by the ways in which content can be wrong.

    `loose` counts what is painted neither in a numbered content nor in an artifact, `crossed` the artifacts within
    numbered contents and the reverse, `doubled` are numbers used twice.
    `wordless` are those that show text without a language of its own, `languages` those that contents name.
    """

    painted: Mapping[int, int]
    loose: int
    crossed: int
    doubled: tuple[int, ...]
    wordless: frozenset[int] = frozenset()
    languages: frozenset[str] = frozenset()


def is_tagged(structure: Any) -> bool:
    """Whether the file says that it is tagged, or has a tree."""
    root = structure.Root
    return entry(root, "/StructTreeRoot") is not None or entry(root, "/MarkInfo") is not None


def read_tree(structure: Any) -> tuple[Element, ...]:
    """Every element of the tree, each after the one it is in; an endless tree is an InputError."""
    top = entry(structure.Root, "/StructTreeRoot")
    roles = entry(top, "/RoleMap")
    found: list[Element] = []
    seen: set[Key] = set()
    waiting: deque[tuple[Any, int | None, Any, int]] = deque(
        (each, None, None, 0) for each in kids(entry(top, "/K"))
    )
    while waiting:
        value, above, page, depth = waiting.popleft()
        key = same_key(value)
        if depth > MAX_DEPTH or len(found) > MAX_OBJECTS or (key is not None and key in seen):
            raise InputError("the tree of tags is no tree", hint="it is damaged")
        if not is_dictionary(value):
            continue
        seen.update([key] if key else [])
        own = name(entry(value, "/S"))
        element = Element(_mapped(own, roles), own, value, above)
        number = len(found)
        found.append(element)
        if above is not None:
            found[above].below.append(number)
        page = entry(value, "/Pg") or page
        for kid in kids(entry(value, "/K")):
            if name(entry(kid, "/Type")) == "MCR" and entry(kid, "/Stm") is not None:
                continue  # A content of a form, whose numbers are its own.
            if name(entry(kid, "/Type")) == "MCR":
                element.contents.append((same_key(entry(kid, "/Pg") or page), whole(entry(kid, "/MCID"))))
            elif name(entry(kid, "/Type")) == "OBJR":
                element.objects.append(same_key(entry(kid, "/Obj")))
            elif is_dictionary(kid):
                waiting.append((kid, number, page, depth + 1))
            else:
                element.contents.append((same_key(page), whole(kid)))
    return tuple(found)


def _mapped(role: str, roles: Any) -> str:
    """The role another one stands for; one that stands for itself in the end is an InputError."""
    for _ in range(MAX_DEPTH):
        target = name(entry(roles, f"/{role}"))
        if not target or target == role:
            return role
        role = target
    raise InputError("the map of roles has no end", hint="it is damaged")


def numbered(tree: Any, depth: int = 0) -> Iterator[tuple[int, Any]]:
    """The entries of a number tree."""
    if depth > MAX_DEPTH:
        raise InputError("a tree of numbers is no tree", hint="it is damaged")
    values = kids(entry(tree, "/Nums"))
    yield from ((whole(number), value) for number, value in zip(values[::2], values[1::2], strict=False))
    for kid in kids(entry(tree, "/Kids")):
        yield from numbered(kid, depth + 1)


class _Content:
    """Counts what a content stream paints, and where."""

    def __init__(self) -> None:
        self.painted: Counter[int] = Counter()
        self.begun: Counter[int] = Counter()
        self.loose = self.crossed = 0
        self.wordless: set[int] = set()
        self.languages: set[str] = set()

    def read(self, stream: Any, resources: Any, depth: int = 0) -> None:
        """One page or form; the numbers in forms are those of the form."""
        properties = entry(resources, "/Properties")
        # Of each open sequence: its number, -1 for an artifact, None for what does neither.
        opened: list[int | None] = []
        spoken: list[bool] = []
        for instruction in pikepdf.parse_content_stream(stream, _READ):
            operands: Any = instruction.operands
            what = str(instruction.operator)
            if what in ("BMC", "BDC"):
                opened.append(self._mark(operands, properties, opened, depth))
                listed = operands[1] if len(operands) > 1 else None
                language = entry(listed, "/Lang")
                spoken.append(language is not None)
                self.languages.update([words(language)] if language is not None else [])
            elif what == "EMC":
                opened[-1:], spoken[-1:] = [], []
            elif what in _PAINTING or what == "INLINE IMAGE":
                within = next((each for each in reversed(opened) if each is not None), None)
                if within is None and not depth and what == "Do":
                    self._form(entry(entry(resources, "/XObject"), f"/{name(operands[0])}"), depth)
                elif within is None and (what != "Do" or depth):
                    self.loose += 1
                elif within is not None and within >= 0 and not depth:
                    self.painted[within] += 1
                    self.wordless.update([within] if what in _TEXT and not any(spoken) else [])

    def _mark(self, operands: Any, properties: Any, opened: list[int | None], depth: int) -> int | None:
        around = [each for each in opened if each is not None]
        listed = operands[1] if len(operands) > 1 else None
        listed = listed if is_dictionary(listed) else entry(properties, f"/{name(listed)}")
        number = whole(entry(listed, "/MCID"))
        if name(operands[0]) == "Artifact":
            self.crossed += any(each >= 0 for each in around)
            return -1
        if number < 0:
            return None
        self.crossed += any(each < 0 for each in around)
        if not depth:
            self.begun[number] += 1
            self.painted[number] += 0
        return number

    def _form(self, form: Any, depth: int) -> None:
        if name(entry(form, "/Subtype")) == "Form":
            self.read(form, entry(form, "/Resources"), depth + 1)
        else:
            self.loose += 1


def marked_content(page: Any) -> Marked:
    """What the contents of a page are to a reader."""
    content = _Content()
    content.read(page, resources_of(page.obj))
    doubled = tuple(sorted(number for number, times in content.begun.items() if times > 1))
    return Marked(
        dict(sorted(content.painted.items())),
        content.loose,
        content.crossed,
        doubled,
        frozenset(content.wordless),
        frozenset(content.languages),
    )
