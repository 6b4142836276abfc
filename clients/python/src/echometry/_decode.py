"""Records of the server as dataclasses. Fields that a newer server adds are left out."""

from __future__ import annotations

import dataclasses
import types
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


@cache
def _fields(kind: type) -> tuple[tuple[str, str, Any], ...]:
    """Name, name in the record, and type of each field."""
    hints = get_type_hints(kind)
    return tuple((f.name, f.metadata.get("key", f.name), hints[f.name]) for f in dataclasses.fields(kind))


def keys_of(kind: type) -> set[str]:
    """Names of the fields of a record that a dataclass reads."""
    return {key for _, key, _ in _fields(kind)}


def decode(kind: type[Record], value: Any) -> Record:
    """The record as an instance of a dataclass."""
    result: Record = _decoded(kind, value)
    return result


def _decoded(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        others = [one for one in get_args(kind) if one is not type(None)]
        return _decoded(others[0], value) if len(others) == 1 else value
    if dataclasses.is_dataclass(kind):
        return kind(**{name: _decoded(hint, value[key]) for name, key, hint in _fields(kind) if key in value})  # type: ignore[arg-type, operator]
    if origin is list:
        (item,) = get_args(kind)
        return [_decoded(item, one) for one in value]
    if origin is tuple:
        return tuple(_decoded(item, one) for item, one in zip(get_args(kind), value, strict=True))
    if origin is dict:
        _, item = get_args(kind)
        return {key: _decoded(item, one) for key, one in value.items()}
    return value
