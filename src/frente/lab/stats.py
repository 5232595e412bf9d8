"""The little statistics that simulations need."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any


def spread(values: Sequence[int]) -> dict[str, Any]:
    """Mean, limits, and how often each value came."""
    if not values:
        return {"mean": None, "min": None, "max": None, "counts": {}}
    counts = Counter(values)
    return {"mean": round(sum(values) / len(values), 3), "min": min(values), "max": max(values),
            "counts": {str(v): counts[v] for v in sorted(counts)}}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least *share* of all do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, ceil(share * len(ranked)) - 1)]
