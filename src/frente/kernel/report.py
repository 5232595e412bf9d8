"""The staff report of a film: at most five sentences on what it changed, each with places to look at.

It is worked out from what one side saw before and after, and from the scenes between; only supply and the score name
the act that changed them, because nothing else on the map would.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from frente.kernel.film import MARCH, Film, Scene, Turned
from frente.kernel.views import Piece, View

MOST: Final = 5
NAMED: Final = 4                         # places and units named in one sentence
THREATS: Final = 2
HELD: Final = "held:"


class Said(NamedTuple):
    topic: str                           # ground, losses, supply, arrivals or threat
    key: str
    facts: dict[str, Any]
    places: list[str]

    def data(self) -> dict[str, Any]:
        return {"topic": self.topic, "rule": "", "key": "report." + self.key, "facts": self.facts,
                "places": self.places}


class Ground(NamedTuple):
    """What never changes on a map."""

    names: Mapping[str, str]
    neighbours: Mapping[str, Sequence[str]]


def report(film: Film, ground: Ground) -> list[dict[str, Any]]:
    """From the most pressing to the least; something is always said of the ground."""
    found = [*_score(film), *_ground(film, ground), *_supply(film), *_losses(film), *_arrivals(film),
             *_threats(film, ground)]
    return [x.data() for x in found[:MOST]]


def _score(film: Film) -> list[Said]:
    """The score from first to last; the act that moved it most, if a march did."""
    found: list[Said] = []
    for track, side in dict.fromkeys((x.track, x.side) for x in film.turned):
        turns = [x for x in film.turned if (x.track, x.side) == (track, side)]
        before, after = turns[0].before, turns[-1].after
        if before == after:
            continue
        facts: dict[str, Any] = {"track": track, "side": side, "before": before, "after": after}
        cause = max(turns, key=_swing).scene
        end = _end(cause)
        if cause is not None and end:
            found.append(Said("ground", "score-march", {**facts, "unit": cause.moves[0].units[0], "hex": end}, [end]))
        else:
            found.append(Said("ground", "score" if side else "score-alone", facts, []))
    return found


def _swing(x: Turned) -> int:
    return abs(x.after - x.before)


def _end(scene: Scene | None) -> str:
    """Where a march ended; empty for anything else."""
    return scene.moves[0].path[-1] if scene is not None and scene.kind == MARCH and scene.moves else ""


def _ground(film: Film, ground: Ground) -> list[Said]:
    was, now = _holders(film.first), _holders(film.view)
    taken: dict[str, list[str]] = {}
    for space, side in now.items():
        if was.get(space, side) != side:
            taken.setdefault(side, []).append(space)
    found: list[Said] = []
    for side, spaces in taken.items():
        named = [x for x in spaces if ground.names.get(x)]
        facts: dict[str, Any] = {"side": side, "n": len(spaces)}
        if named:
            found.append(Said("ground", "taken-places", {**facts, "space": named[:NAMED], "n": len(named)}, named))
        else:
            found.append(Said("ground", "taken", facts, spaces[:NAMED]))
    return found if found or film.turned else [Said("ground", "ground-none", {}, [])]


def _holders(view: View) -> dict[str, str]:
    return {space: mark.removeprefix(HELD) for space, marks in view.spaces.items() for mark in marks
            if mark.startswith(HELD)}


def _losses(film: Film) -> list[Said]:
    steps: Counter[str] = Counter()
    gone: list[str] = []
    places: list[str] = []
    for scene in film.scenes:
        for x in scene.lost:
            steps[x.side] += x.steps
            places.append(x.at)
            if x.gone:
                gone.append(x.unit)
    if not steps:
        return []
    mine = film.viewer or 0
    side, by = film.game.sides[mine], film.game.sides[1 - mine]
    facts: dict[str, Any] = {"side": side, "mine": steps[side], "by": by, "theirs": steps[by],
                             "unit": list(dict.fromkeys(gone))[:NAMED]}
    return [Said("losses", "losses-gone" if gone else "losses", facts, list(dict.fromkeys(places)))]


def _supply(film: Film) -> list[Said]:
    """Own units that are cut off, and by which march, if it was one; those that no longer are. Who has fallen since is
    among the losses."""
    where = {x["id"]: x["at"] for x in film.view.pieces if x["at"] in film.spaces}
    found: list[Said] = []
    by: dict[str, list[str]] = {}
    for unit, scene in film.cut.items():
        if unit not in where:
            continue
        by.setdefault(_end(scene) if scene is not None and scene.side != film.first.viewer else "", []).append(unit)
    for hex, units in by.items():
        facts: dict[str, Any] = {"unit": units[:NAMED], "n": len(units), "hex": hex}
        found.append(Said("supply", "cut-by" if hex else "cut", facts,
                          [*([hex] if hex else []), *dict.fromkeys(where[u] for u in units)]))
    fed = [u for u in dict.fromkeys(film.fed) if u not in film.cut and u in where]
    if fed:
        found.append(Said("supply", "fed", {"unit": fed[:NAMED], "n": len(fed)},
                          list(dict.fromkeys(where[u] for u in fed))))
    return found


def _arrivals(film: Film) -> list[Said]:
    """Units of others that have come, by formation."""
    mine = film.first.viewer
    pieces = {x["id"]: x for x in film.view.pieces if x["at"] in film.spaces}
    came: dict[str, dict[str, list[str]]] = {}
    for side, unit in film.came:
        if side != mine and unit in pieces:
            came.setdefault(side, {}).setdefault(pieces[unit]["formation"], []).append(unit)
    return [Said("arrivals", "arrivals", {
        "side": side, "n": sum(map(len, groups.values())), "unit": [u for g in groups.values() for u in g][:NAMED]},
        list(dict.fromkeys(pieces[u]["at"] for g in groups.values() for u in g))) for side, groups in came.items()]


def _threats(film: Film, ground: Ground) -> list[Said]:
    """Places worth something that are held by less than what stands around them."""
    staging, mine = film.game.film, film.first.viewer
    if not staging.near or not mine:
        return []
    worth = {space: next((int(m) for m in marks if m.isdecimal()), 0)
             for space, marks in film.game.overlay(film.p, film.viewer, staging.goals).items()}
    found: list[tuple[int, int, str, Said]] = []
    for space, points in worth.items():
        held = [x for x in film.view.pieces if x["at"] == space and x["side"] == mine]
        if not held or not points:
            continue
        around = _within(space, staging.near, ground)
        enemies = [x for x in film.view.pieces if x["at"] in around and x["side"] != mine]
        attack, defence = sum(map(_attack, enemies)), sum(map(_defence, held))
        if attack and attack >= defence:
            facts: dict[str, Any] = {"hex": space, "points": points, "attack": attack, "defence": defence,
                                     "near": staging.near, "n": len(enemies)}
            found.append((-points, defence - attack, space, Said("threat", "threat", facts, [space])))
    found.sort()
    return [x for _, _, _, x in found[:THREATS]]


def _within(space: str, steps: int, ground: Ground) -> set[str]:
    found = edge = {space}
    for _ in range(steps):
        edge = {y for x in edge for y in ground.neighbours.get(x, ()) if y not in found}
        found = found | edge
    return found


def _numbers(x: Piece) -> list[int]:
    return [int(n) for n in x["factors"].split("-") if n.isdecimal()]


def _attack(x: Piece) -> int:
    return next(iter(_numbers(x)), 0)


def _defence(x: Piece) -> int:
    """The second of three factors; where there are two, the first is good for both."""
    numbers = _numbers(x)
    return numbers[1] if len(numbers) > 2 else next(iter(numbers), 0)


def grounded(spaces: Iterable[Mapping[str, Any]]) -> Ground:
    """From the picture of a board."""
    listed = list(spaces)
    return Ground({x["id"]: x["name"] for x in listed if x["name"] and x["name"] != x["id"]},
                  {x["id"]: [y for y in x["neighbours"] if y] for x in listed})
