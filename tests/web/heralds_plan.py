"""Games of Heralds of Defeat that are planned beforehand: the dice of a seed are known, so a turn can be written down.

``eventful()`` looks for a second turn in which all happens that the page has to show: a propaganda order, a negotiation
by telephone that is refused, a courier who is intercepted, an assault with a follow-on. ``exchanged()`` plays one game
twice, with what two hidden pieces of the PCE are turned about, by the same acts.
"""
from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from frente.games.heralds import GAME
from frente.games.heralds.state.board import CND, HQ, PCE, SPACES
from frente.games.heralds.state.frames import Order, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act
from frente.kernel.referee import Match

WANTED = {"propaganda", "refused", "courier", "follow-on"}
FIRST = 1070                             # a seed that is known to be eventful
OPENING = ({"decline": 9, "pass": 9, "maneuver": 0.001, "helper": 0.01, "seat": 9},
           {"decline": 0.05, "affiliate": 6, "subvert": 0.1, "pass": 9, "maneuver": 0.001, "give-up": 0.02,
            "helper": 0.01, "seat": 9})


class Turn(NamedTuple):
    record: str                          # up to the second turn
    script: list[tuple[str, str]]        # side and act, from there to its end


def eventful() -> Turn:
    for k in (FIRST, *range(2000)):
        found = second_turn(k)
        if found:
            return found
    raise AssertionError("no seed leads there; the plan does not fit the game any more")


def second_turn(k: int) -> Turn | None:
    match, rng = Match.new("heralds", seed=f"h{k}"), Random(k)
    while not match.over and placed(match).turn < 2:
        side = min(match.choices())
        acts = match.choices()[side]
        match.play(side, rng.choices(acts, [OPENING[side].get(a.verb, 1.0) for a in acts])[0])
    record = match.record().text()
    script: list[tuple[str, str]] = []
    seen: set[str] = set()
    orders = [0, 0]
    while not match.over and placed(match).turn == 2 and len(script) < 100:
        p = placed(match)
        side = min(match.choices())
        act = first_alike(p, match.choices()[side], chosen(p, side, match.choices()[side], seen, orders, rng))
        frames = [type(f).__name__ for f in p.stack]
        running = "Leg" in frames and "Stack" in frames
        seen |= happens(p, act, frames)
        script.append((match.game.sides[side], match.word(act)))
        before = len(match.log)
        match.play(side, act)
        if running and any(e.key == "reaction-succeeds" for _, e in match.events_since(before)):
            seen.add("courier")
    return Turn(record, script) if seen == WANTED and placed(match).turn == 3 else None


def placed(match: Match) -> Heralds:
    assert isinstance(match.position, Heralds)
    return match.position


def happens(p: Heralds, act: Act, frames: list[str]) -> set[str]:
    by_phone = any(isinstance(f, Talk) and f.phone for f in p.stack)
    return {name for name, now in (
        ("propaganda", act.verb == "roll" and "Propaganda" in frames), ("refused", act.verb == "refuse" and by_phone),
        ("follow-on", act.verb == "again" and type(p.step()).__name__ == "FollowOn")) if now}


def first_alike(p: Heralds, acts: list[Act], act: Act) -> Act:
    """Of pawns that lie on one another the topmost: what a player can click."""
    if GAME.kinds().get(act.verb) != "unit":
        return act
    alike = [a for a in acts if a.verb == act.verb and _look(p, a.arg) == _look(p, act.arg)]
    return min(alike, key=_arg)


def _look(p: Heralds, u: int) -> tuple[Any, ...]:
    return (p.at[u], p.side[u], p.board.pname[p.who[u]], p.hid[u], p.damaged[u], p.fixed[u], p.seen[u])


def _arg(act: Act) -> int:
    return act.arg


def chosen(p: Heralds, side: int, acts: list[Act], seen: set[str], orders: list[int], rng: Random) -> Act:
    """The CND spreads propaganda and attacks; the PCE telephones and sends couriers."""
    name = type(p.step()).__name__
    talk = next((f for f in p.stack if isinstance(f, Talk)), None)
    order = next((f for f in p.stack if isinstance(f, Order)), None)
    runs = side == PCE and order is not None and "courier" not in seen
    if name == "GiveManeuver":
        orders[side] += 1
    attacks = side == CND and "follow-on" not in seen and orders[CND] < 6
    active = len(order.active) if order else 0
    weights: dict[str, dict[str, float]] = {
        "GivePropaganda": {"propaganda": 9 if side == CND and "propaganda" not in seen else 0.0001},
        "TaskResources": {"roll": 2, "ip": 0.1}, "AffiliateSeats": {"pass": 9}, "ChooseMotor": {"motor": 0.001},
        "GiveNegotiation": {"decline": 0.01 if side == PCE and "refused" not in seen else 9999, "bridge": 0,
                            "offensive": 0, "affiliate": 3, "shift": 0.001, "subvert": 0.5, "summon": 0.3},
        "Contact": {"phone": 9, "travel": 0.1}, "AnswerCall": {"refuse": 99 if talk and talk.phone else 0.001},
        "GiveManeuver": {"pass": 0.0001 if attacks or (side == PCE and "courier" not in seen) else 9999},
        "Channel": {"courier": 30 if runs else 0.2, "direct": 1 if runs else 30, "call": 1 if runs else 9,
                    "give-up": 0.001 if order else 0.01},
        "ChooseReaction": {"intercept": 30, "pass": 0.1}, "FollowOn": {"again": 30},
        "Address": {"give-up": 0.001, "blast": 0},
        "Designate": {"order": 3, "done": (1 if active > 1 else 0.1) if side == CND else 0.3 if runs else 99},
        "Compose": {"motor": 0, "join": 5}, "NextStack": {"done": 0.2 if "follow-on" not in seen else 99, "bomb": 0},
        "Acting": {"assault": 90, "stop": 0.5, "move": 3, "destroy": 0.001}, "Refit": {"done": 99},
        "Helpers": {"pass": 99}}
    if talk and talk.phone and name == "Channel" and getattr(p.stack[-1], "tried", None):
        weights["Channel"] = {"give-up": 50, "call": 0.01}
    mine = weights.get(name, {})
    return rng.choices(acts, [mine.get(a.verb, 1.0) * bent(p, side, name, a) for a in acts])[0]


def bent(p: Heralds, side: int, name: str, act: Act) -> float:
    """Towards the enemy, and in few steps."""
    b = p.board
    foes = (1 - side) * SPACES
    if name == "ExtraPoints":
        return 9.0 if act.arg == 0 else 0.1
    if name == "Address" and act.verb == "address" and b.kind[p.who[act.arg]] != HQ:
        return 0.1
    if name == "Acting" and act.verb == "move":
        return 1.0 + 8 * min(2, p.fighters[foes + act.arg] + p.fighters[foes + b.parent[act.arg]])
    if name == "Designate" and act.verb == "order" and p.at[act.arg] >= 0:
        here = p.square(act.arg)
        return 1.0 + 6 * min(2, sum(p.fighters[foes + t] for t in (here, *b.to[here])))
    return 1.0


# -- one game twice


PAIR = ("piece:dieguez", "piece:barrios")  # two agents who may start in the same places


class Twins(NamedTuple):
    seed: str
    scripts: tuple[list[tuple[str, str]], list[tuple[str, str]]]
    swapped: dict[str, str]              # what two handles of the PCE hide in the first game


def exchanged(acts: int = 16) -> Twins:
    """Two games of one seed that look the same to the CND: two picks of the PCE are turned about, all else is equal."""
    for k in range(200):
        found = _twins(k, acts)
        if found:
            return found
    raise AssertionError("no two hidden pieces can be turned about")


def _twins(k: int, acts: int) -> Twins | None:
    rng = Random(k)
    one, two = (Match.new("heralds", seed=f"twin{k}") for _ in range(2))
    scripts: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    picks = after = 0
    while after < acts:
        if one.over or sorted(one.choices()) != sorted(two.choices()):
            return None
        side = min(one.choices())
        also = two.view(side).acts
        ours = [w for w in one.view(side).acts if w in also]
        if picks < 2 and side == PCE and one.view(None).question == "PickPiece":
            word, other = PAIR[picks], PAIR[1 - picks]
            picks += 1
        elif ours:
            word = other = rng.choice([w for w in ours if w not in ("pass", "decline")] or ours)
        else:
            return None
        after += one.view(None).turn > 0
        for match, script, what in ((one, scripts[0], word), (two, scripts[1], other)):
            script.append((match.game.sides[side], what))
            match.play(side, what)
        if one.view(CND) != two.view(CND):
            return None                  # one of the two has been shown
    p = placed(one)
    swapped = {b: p.board.piece[p.who[u]] for u, b in enumerate(p.board.uid) if p.who[u] != placed(two).who[u]}
    return Twins(f"twin{k}", scripts, swapped) if len(swapped) == 2 else None
