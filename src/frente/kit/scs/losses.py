"""Step losses of the series: the first from the strongest unit, the next ones from anybody."""
from __future__ import annotations

from collections.abc import Sequence


def strongest(units: Sequence[int], strength: Sequence[int]) -> list[int]:
    """[scs.loss.1] Those of the units, with their strengths in the same order, that may lose the first step."""
    if not units:
        return []
    most = max(strength)
    return [u for u, value in zip(units, strength) if value == most]
