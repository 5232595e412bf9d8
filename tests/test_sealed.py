"""Truths altered by hand, one hidden thing at a time: those that look the same to a side are one once they are sealed.

Twins are drawn from what a side knows, so they agree in whatever sealing may have left in. These do not.
"""
from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from frente.games.guadalajara.state.board import REP, VOLUNTEERS
from frente.games.guadalajara.state.position import AWAITED, OFF_MAP
from frente.games.storm.state.board import END_OF, FIRST_OF
from frente.games.tscw.rules.ch13_odds import Attack
from frente.kernel.catalog import Game, find
from frente.kernel.flow import Position, Side
from frente.kernel.twins import Twins
from frente.kernel.views import CannotDraw
from tests.test_twins import FOG, SCENARIO

# What a counter out of sight has, and nobody else may know.
MARKS: Final = {"tscw": ("state", "folk", "duty", "rolled"), "guadalajara": ("state", "began")}
Altered = Iterator[Position]


def covered(game: Game[Any], p: Any, foe: Side) -> list[int]:
    """Counters on the map that are not seen where they are, trucks and their passengers apart."""
    seen = {x["id"]: x["at"] for x in game.view(p, 1 - foe).pieces}
    b = p.board
    found = [u for u, h in enumerate(p.hex) if b.side[u] == foe and h >= 0 and seen.get(b.uid[u]) != b.names[h]]
    return [u for u in found if game.slug == "tscw" or not (b.truck[u] or p.aboard[u] >= 0)]


def counters(game: Game[Any], p: Any, foe: Side, rng: Random) -> Altered:
    """Two covered counters change places; one has other steps, marks, duties."""
    hidden = covered(game, p, foe)
    if len(hidden) < 2:
        return
    u, v = rng.sample(hidden, 2)
    q = p.clone()
    q.hex[u], q.hex[v] = q.hex[v], q.hex[u]
    yield game.restore(game.dump(q), p)
    q = p.clone()
    q.steps[u] = 3 - p.steps[u] if p.board.full[u] == 2 else p.steps[u]
    yield game.restore(game.dump(q), p)
    for name in MARKS[game.slug]:
        values = {getattr(p, name)[w] for w, side in enumerate(p.board.side) if side == foe and p.hex[w] >= 0}
        q = p.clone()
        getattr(q, name)[u] = rng.choice(sorted(values))
        yield game.restore(game.dump(q), p)


def chits(p: Any, foe: Side, rng: Random) -> Altered:
    """A chit is held in place of another that is in the pool."""
    kinds = range(FIRST_OF[foe], END_OF[foe])
    held = [k for k in kinds if p.hand[k]]
    free = [k for k in kinds if p.pool[k] and p.hand[k] < p.since[k]]
    if held and free:
        k, n = rng.choice(held), rng.choice(free)
        q = p.clone()
        for x, by in ((k, -1), (n, 1)):
            q.hand[x] += by
            q.pool[x] -= by
        yield q


def pieces(p: Any, foe: Side, rng: Random) -> Altered:
    """Two unseen handles hide each other's piece."""
    unseen = [u for u in p.board.handles[foe] if not p.seen[u]]
    if len(unseen) > 1:
        u, v = rng.sample(unseen, 2)
        q = p.clone()
        q.who[u], q.who[v] = q.who[v], q.who[u]
        yield q


def choices(p: Any, foe: Side, rng: Random) -> Altered:
    """Another resource picked, another support committed, another hand, another objective."""
    for k, f in enumerate(p.stack):
        for name in ("picks", "support"):
            if getattr(f, name, [-2, -2])[foe] >= -1:
                q = p.clone()
                getattr(q.stack[k], name)[foe] = rng.randrange(4)
                yield q
    q = p.clone()
    q.resources[foe] = sorted(rng.sample(range(5), len(p.resources[foe])))
    yield q
    q = p.clone()
    q.objective = p.board.secret[rng.randint(1, 6)] if p.objective >= 0 else -1
    yield q


def secrets(p: Any, foe: Side, rng: Random) -> Altered:
    """[4.6] Another turn of arrival and other markers; or other morale and panic."""
    places = {"morale": list(VOLUNTEERS), "panic": list(VOLUNTEERS)}
    if foe == REP:
        markers = list(range(len(p.markers)))
        rolled = [u for u in p.board.of[REP] if p.hex[u] >= 0 or p.hex[u] in (AWAITED, OFF_MAP)]
        places = {"due": rolled, "markers": markers, "flipped": markers}
    for name, found in places.items():
        if found:
            q = p.clone()
            getattr(q, name)[rng.choice(found)] = rng.randint(0, p.turn + 2)
            yield q


def altered(game: Game[Any], p: Position, foe: Side, rng: Random) -> Altered:
    if game.slug == "storm":
        yield from chits(p, foe, rng)
    elif game.slug == "heralds":
        yield from pieces(p, foe, rng)
    elif game.slug == "brunete":
        yield from choices(p, foe, rng)
    else:
        yield from counters(game, p, foe, rng)
        if game.slug == "guadalajara":
            yield from secrets(p, foe, rng)


def alike(game: Game[Any], p: Position, q: Position, viewer: Side) -> bool:
    """Whether a side sees the same and is asked the same."""
    return Twins(game, p, q, viewer, Random(1)).sight() == "" and game.dump(p) != game.dump(q)


def test_the_order_of_counters_under_the_top_one_is_taken_out_though_a_battle_lays_them_open() -> None:
    game, compared = find("tscw"), 0
    for seed in range(40):
        rng = Random(f"order {seed}")
        p: Any = game.start(game.scenarios[0].id, game.settled(FOG["tscw"]))
        for _ in range(1500):
            if not p.choices() or compared > 2:
                break
            for u in [u for f in p.stack if isinstance(f, Attack) for u in f.foes][:1]:
                foe, below = p.board.side[u], p.stack_at(p.hex[u])[1:]
                if len(below) > 1:
                    data = game.dump(p)
                    at = [n for n, v in enumerate(data["order"]) if v in below]
                    for n, v in zip(at, below):          # upside down
                        data["order"][n] = v
                    q = game.restore(data, p)
                    assert q.stack_at(q.hex[u])[1:] == below[::-1]
                    if alike(game, p, q, 1 - foe):
                        compared += 1
                        assert game.dump(game.seal(p, 1 - foe).base) == game.dump(game.seal(q, 1 - foe).base)
            side = rng.choice(sorted(p.choices()))
            p.apply(side, rng.choice(p.choices()[side]))
    assert compared > 2


@pytest.mark.parametrize("slug", ["brunete", "storm", "heralds", "guadalajara", "tscw"])
def test_truths_that_look_the_same_are_one_once_they_are_sealed(slug: str) -> None:
    game, rng = find(slug), Random(f"altered {slug}")
    options = {o.id: rng.choice(o.choices) for o in game.options} | FOG.get(slug, {})
    p = game.start(SCENARIO.get(slug) or rng.choice(game.scenarios).id, game.settled(options))
    compared = 0
    for n in range(900):
        if not p.choices():
            break
        for viewer in (0, 1) if n % 45 == 20 else ():
            try:
                known = game.seal(p, viewer)
            except CannotDraw:
                continue
            for q in altered(game, p, 1 - viewer, rng):
                q.reask()
                if alike(game, p, q, viewer):
                    compared += 1
                    other = game.seal(q, viewer)
                    assert game.dump(known.base) == game.dump(other.base)
                    assert game.dump(known.draw(Random(n))) == game.dump(other.draw(Random(n)))
                    assert Twins(game, p, q, viewer, rng).difference(1) is None
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
    assert compared > 8
