"""Only what has changed: the difference between two states, and a state made of another and a difference.

A difference is ``[value]`` where something else stands now, and otherwise a table: ``drop`` names what is gone, ``in``
holds the differences of what has changed or come. A list of things that each have an ``id`` of their own is told the
same way under ``rows``, by id, with ``order`` where that is not the old one with what is new at its end.

What a client has been sent is kept to be compared with the next state: a large part, such as a view, as it is, for
nothing in it is ever changed; what is small as JSON. Rows mostly stay as many and in their places, so they are compared
place by place first, and their ids asked for only where that fails.
"""
from __future__ import annotations

from typing import Any, Final

import msgspec

DEEPER: Final = (b"{", b"[{")            # how a text begins that may have changed in part
ENCODER: Final = msgspec.json.Encoder()


class Part(dict[str, Any]):
    """A large part of a state. It stays as it is, and whoever is told what has changed in it shares that."""

    since: tuple[Part, Any] | None = None            # what has changed since another, worked out once
    rows: frozenset[str] = frozenset()               # the fields in which rows are known to have each its own id


class Sheet:
    """What a client has been sent last. It is told the next state as what has changed, or whole if it wants that."""

    def __init__(self, changes: bool) -> None:
        self.changes = changes
        self.number = 0                  # of states sent
        self._held: dict[str, Any] | None = None

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
        return ENCODER.encode({"type": "change", "from": self.number - 1, "diff": _since(before, self._held)})


def kept(state: dict[str, Any]) -> dict[str, Any]:
    """A state as it is kept to be compared with the next: each of its values as JSON, except large parts. All are
    written at once, which is quicker; no text has a line of its own within."""
    found: dict[str, Any] = {k: value for k, value in state.items() if isinstance(value, Part)}
    plain = {k: value for k, value in state.items() if k not in found}
    found.update(zip(plain, ENCODER.encode_lines(list(plain.values())).splitlines()))
    return found


def _since(a: dict[str, Any], b: dict[str, Any]) -> Any:
    """The difference between two states that were kept."""
    changed: dict[str, Any] = {}
    for k, now in b.items():
        was = a.get(k)
        if isinstance(was, Part) and isinstance(now, Part):
            inner = difference(was, now)
        elif was == now:
            continue
        else:
            inner = _within(was, now)
        if inner is not None:
            changed[k] = inner
    return _told([k for k in a if k not in b], changed) or None


def _within(a: Any, b: Any) -> Any:
    """The same for two texts; a table or rows may have changed only in part."""
    if isinstance(b, Part):
        return [b]
    deep = isinstance(a, bytes) and a.startswith(DEEPER) and b.startswith(DEEPER)
    return difference(msgspec.json.decode(a), msgspec.json.decode(b)) if deep else [msgspec.Raw(b)]


def difference(a: Any, b: Any) -> Any:
    """From one value of JSON to another; None if they are the same. True and 1 count as the same here: nothing in a
    state is now the one, now the other."""
    if a is b:
        return None
    if isinstance(a, Part) and isinstance(b, Part):
        if b.since is None or b.since[0] is not a:
            b.since, a.since = (a, _of_parts(a, b)), None    # what came before *a* is wanted no more
        return b.since[1]
    if isinstance(a, list) and isinstance(b, list):
        return _of_lists(a, b)
    if a == b:
        return None
    if isinstance(a, dict) and isinstance(b, dict):
        return _of_tables(a, b)
    return [b]


def _of_parts(a: Part, b: Part) -> Any:
    a.rows |= {k for k, value in a.items() if k not in a.rows and isinstance(value, list) and _ids(value)}
    places = {k: _places(a[k], b[k]) for k in a.rows if isinstance(b.get(k), list)}
    b.rows = frozenset(k for k, found in places.items() if found is not None)
    inner = ((k, difference(a[k], value) if k in a else [value]) for k, value in b.items() if k not in b.rows)
    changed = {k: x for k, x in inner if x is not None}
    changed |= {k: _in_place(a[k], b[k], found) for k, found in places.items() if found}
    return _told([k for k in a if k not in b], changed) or None


def _of_tables(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for k, value in b.items():
        inner = difference(a[k], value) if k in a else [value]
        if inner is not None:
            changed[k] = inner
    return _told([k for k in a if k not in b], changed)


def _of_lists(a: list[Any], b: list[Any]) -> Any:
    places = _places(a, b)
    if places is not None and (not places or _ids(a) is not None):
        return _in_place(a, b, places) if places else None
    was, now = _by_id(a), _by_id(b)
    if was is None or now is None:
        return [b]
    return {"rows": _of_tables(was, now) | _order(was, now)}


def _places(a: list[Any], b: list[Any]) -> list[int] | None:
    """Where rows have changed; None if not all of them stand where they stood."""
    if len(a) != len(b):
        return None
    found = [n for n, (was, now) in enumerate(zip(a, b)) if was is not now and was != now]
    return found if all(_id(a[n]) is not None and _id(a[n]) == _id(b[n]) for n in found) else None


def _in_place(a: list[Any], b: list[Any], places: list[int]) -> Any:
    return {"rows": {"in": {a[n]["id"]: difference(a[n], b[n]) for n in places}}}


def _told(gone: list[str], changed: dict[str, Any]) -> dict[str, Any]:
    return {**({"drop": gone} if gone else {}), **({"in": changed} if changed else {})}


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


def _id(row: Any) -> str | None:
    return row.get("id") if isinstance(row, dict) else None


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
