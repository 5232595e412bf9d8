"""Only what has changed: the difference between two states, and a state made of another and a difference.

A difference is ``[value]`` where something else stands now, and otherwise a table: ``drop`` names what is gone, ``in``
holds the differences of what has changed or come. A list of things that each have an ``id`` of their own is told the
same way under ``rows``, by id, with ``order`` where that is not the old one with what is new at its end.
"""
from __future__ import annotations

from typing import Any

import msgspec


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
            return msgspec.json.encode(state)
        self.number += 1
        whole = msgspec.json.encode(state | {"number": self.number})
        before, self._held = self._held, msgspec.json.decode(whole)
        if before is None:
            return whole
        return msgspec.json.encode({"type": "change", "from": self.number - 1, "diff": difference(before, self._held)})


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
            found = _of_tables(was, now)
            if list(now) != [*(k for k in was if k in now), *(k for k in now if k not in was)]:
                found["order"] = list(now)
            return {"rows": found}
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


def _by_id(rows: list[Any]) -> dict[str, Any] | None:
    """Rows by their id; None if they have none, or not each its own."""
    found: dict[str, Any] = {}
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("id"), str) or row["id"] in found:
            return None
        found[row["id"]] = row
    return found


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
