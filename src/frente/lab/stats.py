"""The little statistics that simulations need."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any, Final

Z95: Final = 1.959963984540054           # normal quantile of a two-sided 95 % interval


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share: it holds near 0 and 1 and for few games, where the plain one does not."""
    if not n:
        return 0.0, 1.0
    share = hits / n
    centre = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)


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
