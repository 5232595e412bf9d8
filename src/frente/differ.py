"""Only what has changed: the difference between two states, and a state made of another and a difference.

A difference is ``[value]`` where something else stands now, and otherwise a table: ``drop`` names what is gone, ``in``
holds the differences of what has changed or come. A list of things that each have an ``id`` of their own is told the
same way under ``rows``, by id, with ``order`` where that is not the old one with what is new at its end.

What a client has been sent is kept as JSON, field by field, row by row: two texts show at once whether anything has
changed, and only the few that differ are looked into.
"""
from __future__ import annotations

from typing import Any, Final

import msgspec

DEEPER: Final = (b"{", b"[{")            # how a text begins that may have changed in part
ENCODER: Final = msgspec.json.Encoder()


class Part(dict[str, Any]):
    """A large part of a state, which is kept field by field. It stays as it is, and whoever is told it shares that."""

    fields: Fields | None = None


class Fields(dict[str, Any]):
    """A table by its keys, or rows by their ids; what stands there is JSON, or again such a table."""

    def __init__(self, rows: bool = False) -> None:
        self.rows = rows
        self.since: tuple[Fields, Any] | None = None         # what has changed since another, worked out once


class Sheet:
    """What a client has been sent last. It is told the next state as what has changed, or whole if it wants that."""

    def __init__(self, changes: bool) -> None:
        self.changes = changes
        self.number = 0                  # of states sent
        self._held: Any = None

    def forget(self) -> None:
        """The client has lost its way: the next state is told whole."""
        self._held = None

    def written(self, state: dict[str, Any]) -> bytes:
        if not self.changes:
            return ENCODER.encode(state)
        self.number += 1
        state = state | {"number": self.number}
        before, self._held = self._held, kept(state)
        if before is None:
            return ENCODER.encode(state)
        return ENCODER.encode({"type": "change", "from": self.number - 1, "diff": since(before, self._held)})


def kept(state: dict[str, Any]) -> Fields:
    """A state, or a part of one, as it is kept to be compared with the next."""
    found = Fields()
    plain: dict[str, Any] = {}
    for k, value in state.items():
        if isinstance(value, Part):
            if value.fields is None:
                value.fields = kept(value)
            found[k] = value.fields
        elif isinstance(value, list) and (ids := _ids(value)):
            found[k] = Fields(rows=True)
            found[k].update(zip(ids, _texts(value)))
        else:
            plain[k] = value
    found.update(zip(plain, _texts(list(plain.values()))))
    return found


def _texts(values: list[Any]) -> list[bytes]:
    """Each value as JSON. All are written at once, which is quicker; no text has a line of its own within."""
    return ENCODER.encode_lines(values).split(b"\n")


def since(a: Any, b: Any) -> Any:
    """The difference between two values that were kept."""
    if a is b:
        return None
    if not isinstance(a, Fields) or not isinstance(b, Fields):
        return None if a == b else _within(a, b)
    if b.since is None or b.since[0] is not a:
        b.since, a.since = (a, _between(a, b)), None         # what came before *a* is wanted no more
    return b.since[1]


def _between(a: Fields, b: Fields) -> Any:
    if a.rows != b.rows:
        return [_value(b)]
    gone = [k for k in a if k not in b]
    changed: dict[str, Any] = {}
    for k, now in [(k, now) for k, now in b.items() if a.get(k) != now]:     # most have not changed
        inner = since(a[k], now) if k in a else [_value(now)]
        if inner is not None:
            changed[k] = inner
    found = {**({"drop": gone} if gone else {}), **({"in": changed} if changed else {})}
    if not b.rows:
        return found or None
    found |= _order(a, b)
    return {"rows": found} if found else None


def _within(a: Any, b: Any) -> Any:
    """The same for two texts; a table or rows may have changed only in part."""
    deep = isinstance(a, bytes) and isinstance(b, bytes) and a.startswith(DEEPER) and b.startswith(DEEPER)
    return difference(msgspec.json.decode(a), msgspec.json.decode(b)) if deep else [_value(b)]


def _value(kept: Any) -> Any:
    if isinstance(kept, bytes):
        return msgspec.Raw(kept)
    return [_value(x) for x in kept.values()] if kept.rows else {k: _value(x) for k, x in kept.items()}


def difference(a: Any, b: Any) -> Any:
    """From one value of JSON to another; None if they are the same. True and 1 count as the same here: nothing in a
    state is now the one, now the other."""
    if a == b:
        return None
    if isinstance(a, dict) and isinstance(b, dict):
        return _of_tables(a, b)
    if isinstance(a, list) and isinstance(b, list):
        was, now = _by_id(a), _by_id(b)
        if was is not None and now is not None:
            return {"rows": _of_tables(was, now) | _order(was, now)}
    return [b]


def _of_tables(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    gone = [k for k in a if k not in b]
    changed: dict[str, Any] = {}
    for k, value in b.items():
        inner = difference(a[k], value) if k in a else [value]
        if inner is not None:
            changed[k] = inner
    if gone:
        found["drop"] = gone
    if changed:
        found["in"] = changed
    return found


def _order(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """The order of rows, where it is not the old one with what is new at its end."""
    now = list(b)
    if now == list(a) or now == [*(k for k in a if k in b), *(k for k in b if k not in a)]:
        return {}
    return {"order": now}


def _by_id(rows: list[Any]) -> dict[str, Any] | None:
    ids = _ids(rows)
    return None if ids is None else dict(zip(ids, rows))


def _ids(rows: list[Any]) -> list[str] | None:
    """The ids of rows; None if they have none, or not each its own."""
    try:
        ids = [row["id"] for row in rows]
    except (TypeError, KeyError):
        return None
    return ids if set(map(type, ids)) <= {str} and len(set(ids)) == len(ids) else None


def changed(a: Any, d: Any) -> Any:
    """What *a* has become; *a* itself stays as it was."""
    if d is None:
        return a
    if isinstance(d, list):
        return d[0]
    if "rows" in d:
        rows = changed({row["id"]: row for row in a}, d["rows"])
        return [rows[k] for k in d["rows"].get("order", rows)]
    gone = d.get("drop", ())
    found = {k: v for k, v in a.items() if k not in gone}
    for k, inner in d.get("in", {}).items():
        found[k] = changed(found.get(k), inner)
    return found
