"""Figures and survivors of a sample."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from mutation.equivalents import Equivalent
from mutation.mutant import Mutant
from mutation.results import KILLED, REFUSED, SURVIVED, Result

SHARE = 0.05                             # of a game's mutants may be listed as equivalent before the tool is suspected


@dataclass
class Sample:
    """What was asked for, in order, and what is known of it."""

    judged: list[tuple[Mutant, Result]] = field(default_factory=list)
    refused: list[tuple[Mutant, Result]] = field(default_factory=list)
    equivalent: list[tuple[Mutant, Equivalent]] = field(default_factory=list)
    due: list[Mutant] = field(default_factory=list)            # not run yet


def interval(killed: int, of: int) -> tuple[float, float]:
    """95% interval of a share, in percent (Wilson)."""
    if not of:
        return 0.0, 100.0
    z = 1.96
    share, wide = killed / of, z * z / of
    half = z * sqrt(share * (1 - share) / of + wide / (4 * of))
    return 100 * (share + wide / 2 - half) / (1 + wide), 100 * (share + wide / 2 + half) / (1 + wide)


def figures(game: str, title: str, sample: Sample, of: int) -> list[str]:
    levels = Counter(r.level for _, r in sample.judged if r.status == KILLED)
    killed, judged = sum(levels.values()), len(sample.judged)
    survivors = [r for _, r in sample.judged if r.status == SURVIVED]
    noticed = sum(r.level == "others" for r in survivors)
    plays = sum(r.level == "play" for r in survivors)
    low, high = interval(killed, judged)
    data = sum(not m.function for m, _ in sample.judged)
    out = [f"{game}, {title}: {judged} mutants run ({judged - data} of code, {data} of data) of {of:,} possible; "
           f"{len(sample.equivalent)} equivalent ones left out, {len(sample.refused)} refused at load"
           + (f"; {len(sample.due)} NOT RUN YET" if sample.due else ""),
           f"killed by tests marked with the nearest rules {levels['rule']}, with other rules of the function "
           f"{levels['function']}: {killed} of {judged}"
           + (f", {100 * killed / judged:.1f}% (95% interval {low:.1f} to {high:.1f})" if judged else ""),
           f"survived {len(survivors)}: {noticed} noticed only by tests without a mark of the rule, "
           + (f"{plays} play differently, " if plays else "") + f"{len(survivors) - noticed - plays} by none"]
    if len(sample.equivalent) > SHARE * (judged + len(sample.equivalent)):
        out.append(f"Warning: more than {SHARE:.0%} of these mutants are listed as equivalent.")
    return out


def survivors(sample: Sample) -> list[str]:
    """By rule: place, change, and the test without the mark that notices."""
    out: list[str] = []
    last = ""
    found = [(m, r) for m, r in sample.judged if r.status == SURVIVED]
    for m, r in sorted(found, key=lambda x: (x[0].near[:1], x[0].file, x[0].line)):
        rules = ", ".join(m.near)
        if rules != last:
            out.append(f"{rules}")
        last = rules
        out.append(f"    {m.file}:{m.line} {m.function}  {m.kind}: {m.before}  →  {m.after}")
        if r.level == "others":
            out.append(f"        noticed by {r.by}, which carries none of the marks {', '.join(m.wide)}")
        elif r.level == "play":
            out.append("        random games are played differently")
    return out


def listing(mutants: Sequence[Mutant], left_out: int, rules: Sequence[str], game: str) -> list[str]:
    """What could be mutated, without running anything."""
    kinds, via = Counter(m.kind for m in mutants), Counter(m.via for m in mutants if m.function)
    with_mutant = {i for m in mutants for i in m.near}
    return [f"{game}: {len(mutants):,} mutants; {left_out:,} more belong to no rule or to too many and are left out",
            "by kind: " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()),
            "rules named: " + ", ".join(f"{k} {n}" for k, n in via.most_common()),
            f"rules with a mutant: {len(with_mutant & set(rules))} of {len(rules)}"]


def refusals(sample: Sample) -> list[str]:
    return [f"    {m.file}:{m.line} {m.before}  →  {m.after}: {r.by}" for m, r in sample.refused if r.status == REFUSED]
