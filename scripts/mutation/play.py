"""Seeded random games as fingerprints: a mutant that plays differently is certainly not equivalent."""
from __future__ import annotations

import hashlib
from random import Random

PLAYS = 12
ACTS = 3000


def played(slug: str, unchanged: list[str] | None = None) -> list[str]:
    """Fingerprints of offers, events and a sample of refusals; up to the first that differs from *unchanged*."""
    prints: list[str] = []
    for seed in range(PLAYS):
        prints.append(one(slug, seed))
        if unchanged and prints[-1] != unchanged[seed]:
            break
    return prints


def one(slug: str, seed: int) -> str:
    from frente.kernel.catalog import find
    from frente.kernel.explain import refusals
    from frente.kernel.flow import Act
    game, rng, seen = find(slug), Random(seed), hashlib.sha1()
    try:
        options = {o.id: rng.choice(list(o.choices)) if seed % 2 else o.default for o in game.options}
        p = game.start(rng.choice(game.scenarios).id, game.settled(options))
        p.events = []
        words = game.words(p).vocabulary
        for n in range(ACTS):
            if not (asked := p.choices()):
                break
            side = rng.choice(sorted(asked))
            seen.update(repr(asked[side]).encode())
            if n % 20 == 0 and side >= 0 and (verb := rng.choice(sorted(p.step().verbs) or [""])) in words:
                named = range(len(words[verb] or [0]))
                for act in (Act(verb, i) for i in rng.sample(named, min(30, len(named)))):
                    if act not in asked[side]:
                        seen.update(repr(refusals(game, p, side, act)).encode())
            p.apply(side, rng.choice(asked[side]))
        seen.update(repr(p.events).encode())
    except Exception as fault:
        seen.update(repr(fault).encode())
    return seen.hexdigest()
