"""What a counter is called and the mark of its size; the rulebook lists units by abbreviations."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

# By the last word of its type. A "group" of artillery is a battalion; headquarters are those of divisions.
SIZES: Final = {"Bn": "II", "Grp": "II", "Co": "I", "Det": "•••", "Rgt": "III", "HQ": "XX"}


def full_name(unit: Mapping[str, Any]) -> str:
    """Its name, and the formation in brackets where that does not show from the name."""
    name = str(unit.get("name") or unit["designation"] or unit["type"])
    parent = str(unit["parent"])
    return f"{name} ({parent})" if parent and "Littorio" not in name else name


def size_mark(unit: Mapping[str, Any]) -> str:
    return SIZES.get(str(unit["type"]).removesuffix(" (-)").rpartition(" ")[2], "")
