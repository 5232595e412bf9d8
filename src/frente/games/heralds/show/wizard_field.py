"""What each answer in the field costs, risks and promises: steps, reactions, fights."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from frente.games.heralds.rules.ch06_reaction import bystanders
from frente.games.heralds.rules.ch06_stacks import (
    alone,
    has_fighters,
    reactors,
    ready,
    step_cost,
    where,
    window_on_entry,
)
from frente.games.heralds.rules.ch07_assault import AVIATION, GUNS, WITHHOLD
from frente.games.heralds.rules.ch07_engage import defenders_at, engage_parts, fight_cost
from frente.games.heralds.rules.ch07_strength import ADDED, DEDUCTED, attack_initiative, defence_initiative
from frente.games.heralds.show.odds import (
    COST,
    INFO,
    RISK,
    SAFE,
    Note,
    assault_card,
    at_least,
    caught_at,
    caught_stack,
    likely,
    note,
    reaction_card,
    round_odds,
)
from frente.games.heralds.state.board import DOWNTOWN, SIDES, SQUARES
from frente.games.heralds.state.frames import Leg, Reaction, Stack, stack
from frente.games.heralds.state.frames_combat import ASSAULT, Assault
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act


def stack_choices(p: Heralds, f: Stack, acts: Sequence[Act]) -> dict[str, Any]:
    """What each step or fight of a stack costs and risks."""
    b = p.board
    if not f.units:
        return {}
    a = where(p, f)
    armed = has_fighters(p, f.units)
    found: dict[str, Any] = {}
    for act in acts:
        t = act.arg
        if act.verb == "move":
            cost = step_cost(p, f, a, b.to[a].index(t), armed)
            notes = [note(COST, "6.3a", "note-mp", points=cost, left=f.credit)]
            caught = step_risk(p, f, a, t, armed)
            if caught >= 0:
                notes.append(likely(RISK if caught else SAFE, "6.4d", "note-intercepted", caught))
            found[f"move:{b.names[t]}"] = {"notes": notes, "cost": cost}
        elif act.verb in ("assault", "fix"):
            g = Assault(f.side, t, ASSAULT)
            g.defenders = defenders_at(p, 1 - f.side, t)
            g.engaged = t >= SQUARES or (bool(g.defenders) and all(p.fixed[u] for u in g.defenders))
            q = p.clone()
            q.stack.append(g)
            odds = assault_card(q, g)
            found[f"{act.verb}:{b.names[t]}"] = fight_choice(p, f, t, act.verb, odds)
    return found


def step_risk(p: Heralds, f: Stack, a: int, t: int, armed: bool) -> float:
    """[6.4] The chance to be intercepted on a step; -1 where nobody may react."""
    sq = p.board.parent[t]
    if alone(p, f.units) and t < SQUARES and a < SQUARES:
        return caught_at(p, f.side, f.units[0], a, t)
    if not alone(p, f.units) and sq != p.board.parent[a] and window_on_entry(p, f, sq, armed):
        return caught_stack(p, f, a, t, reactors(p, 1 - f.side, sq))
    return -1.0


def fight_choice(p: Heralds, f: Stack, t: int, verb: str, odds: dict[str, Any]) -> dict[str, Any]:
    k = 0 if t >= SQUARES else 1 if p.board.space[t] == DOWNTOWN else 2
    notes = [note(COST, ("7.1.1a", "7.1.2a", "7.1.3a")[k], "note-mp", points=fight_cost(p, t), left=f.credit)]
    found: dict[str, Any] = {"notes": notes, "odds": odds}
    if "engage" in odds:
        notes.append(likely(INFO, ("", "7.1.2b", "7.1.3b")[k], "note-engage", odds["engage"]))
    if verb == "assault":
        found |= round_choice(odds, notes)
    elif "engage" in odds:
        found |= {"chance": odds["engage"], "of": "success"}
    return found


def round_choice(odds: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """What a round promises with the better use of the differential, and whether the compound may burn."""
    found: dict[str, Any] = {}
    rounds = [odds[x] for x in ("round", "deducted", "added") if x in odds]
    if rounds:
        best = max(rounds, key=_wins)
        found = {"chance": best["won"] * odds.get("engage", 1.0), "of": "won"}
        notes += [likely(INFO, "7.1.4d", "note-hits", best["hit"]), likely(RISK, "7.1.4d", "note-is-hit", best["hurt"])]
    if odds.get("fire"):
        notes.append(likely(RISK, "7.1.8a", "note-fire", odds["fire"]))
    return found


def support_choices(p: Heralds, f: Assault) -> dict[str, Any]:
    """[7.1.4c, R144] The round with the weapons of each answer."""
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        g = f.clone()
        g.silent = act in (AVIATION, WITHHOLD)
        g.waits = act in (GUNS, WITHHOLD)
        odds = assault_card(p, g)
        notes: list[Note] = []
        found[act.verb] = {"notes": notes, "odds": odds, **round_choice(odds, notes)}
    return found


def _wins(odds: dict[str, float]) -> float:
    return odds["won"]


def extra_choices(p: Heralds, f: Stack) -> dict[str, Any]:
    """[6.3g, 6.4d] The chance that the best unit at the end of the step intercepts, by points spent beyond its cost."""
    b = p.board
    men = reactors(p, 1 - f.side, b.parent[f.to])
    g = Reaction(1 - f.side, b.parent[f.to], where(p, f), f.to)
    g.units = [max(men, key=p.initiative_of)]
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        q = p.clone()
        stack(q).extra = act.arg
        found[f"extra:{act.arg}"] = {"notes": [likely(RISK, "6.4d", "note-extra", reaction_card(q, g)["success"])]}
    return found


# -- the answers of the other side


def call_choices(p: Heralds, f: Leg) -> dict[str, Any]:
    """[4.3.4g, 8c] A call over one's own exchange."""
    return {"allow": {"notes": [note(SAFE, "8c", "note-you-learn")]},
            "refuse": {"notes": [note(INFO, "4.3.4g", "note-cut-off", side=SIDES[f.side])]}}


def reaction_choices(p: Heralds, f: Reaction) -> dict[str, Any]:
    """[6.4] The chance with the best unit, with each unit that may join, or with each number of points."""
    b = p.board
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        g = f.clone()
        word = act.verb
        if act.verb == "intercept":
            men = ready(p, f.side, bystanders(p, f))
            if men:
                g.units = [max(men, key=p.initiative_of)]
                found[word] = {"notes": [note(INFO, "6.4d", "note-best-unit")],
                               "chance": reaction_card(p, g)["success"], "of": "success"}
            continue
        if act.verb == "unit":
            word = f"unit:{b.uid[act.arg]}"
            g.units.append(act.arg)
        elif act.verb == "ip":
            word = f"ip:{act.arg}"
            g.ip = act.arg
        else:
            continue
        odds = reaction_card(p, g)
        found[word] = {"notes": [], "chance": odds["success"], "of": "success", "odds": odds}
    return found


def engage_choices(p: Heralds, f: Assault) -> dict[str, Any]:
    """[7.1.2b] The chance to engage by points spent."""
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        g = f.clone()
        g.ip = act.arg
        found[f"ip:{act.arg}"] = {
            "notes": [], "chance": at_least(engage_parts(p, g), p.board.v["assault.engaged"]), "of": "engage"}
    return found


def differential_choices(p: Heralds, f: Assault, side: int) -> dict[str, Any]:
    """[7.1.4b] Hitting and being hit, if the differential is added or deducted."""
    found: dict[str, Any] = {}
    for word, use in (("add", ADDED), ("deduct", DEDUCTED)):
        g = f.clone()
        g.use = use
        g.diff = abs(attack_initiative(p, f) - defence_initiative(p, f))
        g.by = side
        odds = round_odds(p, g)
        hits, hurt = (odds["hit"], odds["hurt"]) if side == f.side else (odds["hurt"], odds["hit"])
        found[word] = {
            "notes": [likely(INFO, "7.1.4d", "note-hits", hits), likely(RISK, "7.1.4d", "note-is-hit", hurt)],
            "chance": odds["won"] if side == f.side else 1 - odds["won"], "of": "won" if side == f.side else "holds"}
    return found
