"""Values, quickly: a class of typed fields comes in, and goes out as a dataclass with slots that is cheap to make.

The standard library's compiles six methods for every class, and loads `inspect` and half of Python's own tools to do
so: for the classes of a small deck a seventh of the build. Here one method is compiled, and the others are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeVar

__all__ = ["dataclass", "field", "replace"]

Value = TypeVar("Value")

_MISSING = object()


class _Field(NamedTuple):
    """A field, in the words of `dataclasses.field`; `hash` is None where it is as `compare`."""

    annotation: str = ""
    default: Any = _MISSING
    default_factory: Any = _MISSING
    compare: bool = True
    hash: bool | None = None

    def options(self) -> dict[str, Any]:
        """The words for a field that is not in every way usual."""
        said = {"default": self.default, "default_factory": self.default_factory}
        return {
            **{key: value for key, value in said.items() if value is not _MISSING},
            "compare": self.compare,
            "hash": self.hash,
        }


def _field(**options: Any) -> Any:
    return _Field(**options)


def _dataclass(
    *, slots: Literal[True], frozen: bool = False, eq: bool = True
) -> Callable[[type[Value]], type[Value]]:
    return lambda cls: _made(cls, frozen, eq)


def _replace(value: Value, /, **changes: Any) -> Value:
    made: Any = type(value)
    fields = getattr(made, "_value_fields", None)
    if fields is None:
        import dataclasses

        return dataclasses.replace(value, **changes)  # type: ignore[type-var]
    if not changes.keys() <= fields.keys():
        return made(**changes)  # type: ignore[no-any-return]
    return made(*map(changes.get, fields, made._value_told(value)))  # type: ignore[no-any-return]


# One dataclass to whoever reads types: the standard library's. Words it has and this one has not are refused at once.
if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, _field, _replace


def _made(cls: type[Value], frozen: bool, eq: bool) -> type[Value]:
    """The class once more, with slots for its own fields and what a dataclass can do."""
    own = {
        name: _own_field(cls, name, annotation)
        for name, annotation in vars(cls).get("__annotations__", {}).items()
        if not annotation.startswith("ClassVar")
    }
    inherited: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= vars(base).get("_value_fields", {})
    fields = inherited | own
    kept = {key: member for key, member in vars(cls).items() if key not in {"__dict__", "__weakref__", *own}}
    members = {
        **_shared(frozen, eq),
        **kept,
        "__slots__": tuple(name for name in own if name not in inherited),
        "__match_args__": tuple(fields),
        "__qualname__": cls.__qualname__,
        "_value_fields": fields,
        "_value_kind": {"frozen": frozen, "eq": eq},
        "_value_told": _teller(fields),
        "_value_compared": _teller(name for name, each in fields.items() if each.compare),
        "_value_hashed": _teller(
            name for name, each in fields.items() if (each.compare if each.hash is None else each.hash)
        ),
    }
    metaclass: Any = type(cls)
    made = metaclass(cls.__name__, cls.__bases__, members)
    if "__init__" not in kept:
        made.__init__ = _init(made, fields)
    return made  # type: ignore[no-any-return]


def _own_field(cls: type, name: str, annotation: str) -> _Field:
    said = vars(cls).get(name, _MISSING)
    return said._replace(annotation=annotation) if isinstance(said, _Field) else _Field(annotation, said)


def _teller(names: Iterable[str]) -> Any:
    """A function from a value to the tuple of these fields; it stays one when it is an attribute of a class."""
    names = tuple(names)
    if len(names) > 1:
        return attrgetter(*names)
    return staticmethod(lambda value: tuple([getattr(value, name) for name in names]))


def _init(cls: Any, fields: Mapping[str, _Field]) -> Any:
    """The one method that has to be compiled, because it is called often and with names."""
    known: dict[str, Any] = {"_MISSING": _MISSING}
    words, lines = ["self"], []
    for name, each in fields.items():
        # A slot set this way is set even where the class refuses changes.
        known[f"_set_{name}"] = getattr(cls, name).__set__
        value = name
        if each.default_factory is not _MISSING:
            known[f"_make_{name}"] = each.default_factory
            words.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif each.default is not _MISSING:
            known[f"_usual_{name}"] = each.default
            words.append(f"{name}=_usual_{name}")
        else:
            words.append(name)
        lines.append(f" _set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec("\n".join([f"def __init__({', '.join(words)}):", *lines, " return"]), known)
    return known["__init__"]


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._value_compared(self) == self._value_compared(other)


def _hash(self: Any) -> int:
    return hash(self._value_hashed(self))


def _repr(self: Any) -> str:
    told = zip(self._value_fields, self._value_told(self), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in told)})"


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), self._value_told(self)


class _Standard:
    """What the standard library keeps of a dataclass, made when it asks: for `fields`, `asdict` and its `replace`."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __get__(self, value: object, cls: Any) -> Any:
        import dataclasses

        rows = [
            (name, each.annotation, dataclasses.field(**each.options()))
            for name, each in cls._value_fields.items()
        ]
        twin = dataclasses.make_dataclass(cls.__name__, rows, **cls._value_kind)
        # Kept, because the standard `replace` asks each time.
        kept = getattr(twin, self._key)
        setattr(cls, self._key, kept)
        return kept


_ALWAYS: dict[str, Any] = {
    "__repr__": _repr,
    **{key: _Standard(key) for key in ("__dataclass_fields__", "__dataclass_params__")},
}
_FROZEN: dict[str, Any] = {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": _reduce}


def _shared(frozen: bool, eq: bool) -> dict[str, Any]:
    """The methods every class of this kind has, unless it has its own."""
    comparing = {"__eq__": _eq, "__hash__": _hash if frozen else None} if eq else {}
    return {**_ALWAYS, **comparing, **(_FROZEN if frozen else {})}
