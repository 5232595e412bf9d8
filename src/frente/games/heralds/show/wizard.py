"""The order wizard: the line of command made so far, and what each answer on offer costs, risks and promises.

A line is a list of legs; a leg says from where to where, by which channel and past which spaces. A note is one thing to
know, with its rule and where it has one its chance. All of it rests on the functions that decide, and on the side's own
secrets (where its token hides, which agents it could send), so it is shown to that side alone.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.heralds.rules.ch04_lines import ALL, PHONE_ONLY, in_contact, start_of, villa
from frente.games.heralds.rules.ch05_maneuver import (
    addressees,
    issuer_for,
    issuers_for,
    payer,
    price,
    refused_before,
    two_neutral,
)
from frente.games.heralds.rules.ch05_negotiation import GOAL_OF, talk_parts
from frente.games.heralds.rules.ch05_targets import envoys
from frente.games.heralds.show.odds import (
    COST,
    INFO,
    RISK,
    SAFE,
    Note,
    at_least,
    channels,
    cheapest,
    likely,
    note,
    propaganda_card,
    talk_card,
)
from frente.games.heralds.show.wizard_field import (
    call_choices,
    differential_choices,
    engage_choices,
    extra_choices,
    reaction_choices,
    stack_choices,
    support_choices,
)
from frente.games.heralds.state.board import HQ, NEUTRAL, PCE, SIDES
from frente.games.heralds.state.frames import BY_COURIER, SEAT, Leg, Order, Orders, Propaganda, Reaction, Stack, Talk
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Side

CHANNEL_ORDER: Final = ("direct", "agent", "call", "courier")


# -- the line so far


def line(p: Heralds) -> list[dict[str, Any]]:
    """The legs of the order in progress, those made and the one being made."""
    found: list[dict[str, Any]] = []
    for f in p.stack:
        if isinstance(f, Order | Talk):
            for k in range(0, len(f.legs), 3):
                if p.alive(f.legs[k + 1]) and (f.legs[k] < 0 or p.alive(f.legs[k])):
                    found.append(made(p, f, f.legs[k], f.legs[k + 1], f.legs[k + 2]))
        elif isinstance(f, Propaganda):
            for k in range(0, len(f.legs), 3):
                found.append(tasked(p, f, f.legs[k + 1], f.legs[k + 2]))
        elif isinstance(f, Leg):
            found.append(asked(p, f))
    return found


def leg(p: Heralds, start: int, end: int, way: str, by: str = "", via: Sequence[str] = ()) -> dict[str, Any]:
    b = p.board
    return {"from": b.names[start] if start >= 0 else "", "to": b.names[end], "way": way, "by": by, "via": list(via),
            "notes": []}


def by_way(p: Heralds, start: int, end: int, way: int) -> dict[str, Any]:
    """A leg that was made, as its order remembers it."""
    b = p.board
    if way >= BY_COURIER:
        return leg(p, start, end, "courier", b.uid[way - BY_COURIER])
    if way:
        return leg(p, start, end, "call", b.rid[way - 1], [b.names[b.rat[way - 1]]])
    return leg(p, start, end, "direct")


def made(p: Heralds, f: Order | Talk, h: int, u: int, way: int) -> dict[str, Any]:
    found = by_way(p, p.at[p.token(f.side)] if h < 0 else p.at[h], p.at[u], way)
    found["unit"] = p.board.uid[u]
    found["issuer"] = p.board.uid[h] if h >= 0 else ""
    found["token"] = h < 0
    if h < 0:
        found["notes"].append(note(COST, "5.2a", "note-ap"))
    elif isinstance(f, Order) and not price(p, h, u):
        found["notes"].append(note(COST, "R32", "note-free"))
    elif isinstance(f, Order):
        pays = payer(p, f, h)
        found["notes"].append(
            note(COST, "4.1.1b", "note-paid", left=p.points(h)) if pays == h
            else note(COST, "4.4.1b", "note-cp", unit=p.board.uid[pays], left=p.points(pays)))
    return found


def tasked(p: Heralds, f: Propaganda, what: int, way: int) -> dict[str, Any]:
    b = p.board
    end = p.at[what - SEAT] if what >= SEAT else b.rat[what]
    found = by_way(p, p.at[p.token(f.side)], end, way)
    if way >= BY_COURIER and p.square(way - BY_COURIER) == b.parent[end]:
        found["way"] = "agent"
        found["from"] = b.names[p.at[way - BY_COURIER]]
    found["unit" if what >= SEAT else "resource"] = b.uid[what - SEAT] if what >= SEAT else b.rid[what]
    found["token"] = found["way"] != "agent"
    found["notes"].append(note(SAFE, "5.2.1f", "note-propaganda"))
    return found


def asked(p: Heralds, f: Leg) -> dict[str, Any]:
    """The leg that is being made; over an exchange once it is called."""
    b = p.board
    found = leg(p, start_of(p, f), f.space, "open")
    if f.exchange >= 0:
        found = leg(p, start_of(p, f), f.space, "call", b.rid[f.exchange], [b.names[b.rat[f.exchange]]])
    elif f.courier >= 0:
        found = leg(p, start_of(p, f), f.space, "courier", b.uid[f.courier])
    found["now"] = True
    found["token"] = f.origin < 0
    sender = next((x for x in reversed(p.stack) if isinstance(x, Order | Talk)), None)
    if f.origin >= 0 and sender is not None:
        who = sender.issuer if isinstance(sender, Order) else sender.envoy
        found["issuer"] = b.uid[who] if who >= 0 else ""
    if f.unit >= 0:
        found["unit"] = b.uid[f.unit]
    return found


def overheard(p: Heralds, f: Leg) -> list[dict[str, Any]]:
    """What everybody sees of a leg: whom it is for, and over which exchange; not where the token is."""
    found = asked(p, f)
    if f.origin < 0:
        found["from"] = ""
    return [found]


# -- channels


def channel_choices(p: Heralds, f: Leg) -> dict[str, Any]:
    """[4.3] Every channel of a leg, with its price and its risk."""
    b = p.board
    found: dict[str, Any] = {}
    for c in sorted(channels(p, f), key=_rank):
        word, drawn = "direct", leg(p, start_of(p, f), f.space, "direct")
        if c["channel"] == "call":
            word = f"call:{c['exchange']}"
            drawn = leg(p, start_of(p, f), f.space, "call", c["exchange"],
                        [b.names[b.rat[b.rid.index(c["exchange"])]]])
        elif c["channel"] != "direct":
            word = f"courier:{c['unit']}"
            here = start_of(p, f) if c["channel"] == "courier" else p.at[b.uid.index(c["unit"])]
            drawn = leg(p, here, f.space, c["channel"], c["unit"], c.get("way", [])[:-1])
        found[word] = {"leg": drawn, "notes": channel_notes(p, f, c)}
        if "arrives" in c:
            found[word] |= {"chance": c["arrives"], "of": "arrives"}
    return found


def _rank(c: dict[str, Any]) -> tuple[int, bool, float]:
    return (CHANNEL_ORDER.index(c["channel"]), bool(c.get("may-be-refused")), -c.get("arrives", 0.0))


def channel_notes(p: Heralds, f: Leg, c: dict[str, Any]) -> list[Note]:
    found: list[Note] = []
    foe = SIDES[1 - f.side]
    if c["channel"] == "direct":
        found.append(note(SAFE, "4.3.2a", "note-contact"))
    elif c["channel"] == "agent":
        found.append(note(SAFE, "5.2.1d", "note-agent-there"))
    elif c["channel"] == "call":
        if c["may-be-refused"]:
            found.append(note(RISK, "4.3.4g", "note-may-refuse", side=foe))
        if c["gives-ip"]:
            found.append(note(RISK, "8d" if c["rule"] == "4.3.4h" else "8c", "note-gives-ip", side=foe))
        if not c["may-be-refused"] and not c["gives-ip"]:
            found.append(note(SAFE, "4.3.4g", "note-no-ear"))
    else:
        found += journey_notes(p, c)
        if c["lost-afterwards"]:
            found.append(note(RISK, "4.3.3c", "note-decoy-lost"))
    if c["channel"] in ("agent", "courier") and p.hid[p.board.uid.index(c["unit"])] and not c.get("lost-afterwards"):
        found.append(note(RISK, "4.3.3c", "note-face-up"))
    if f.origin < 0 and p.hid[p.token(f.side)]:
        found.append(note(RISK if c["shows-token"] else SAFE, "4.3b",
                          "note-shows-token" if c["shows-token"] else "note-keeps-token"))
    return found


def journey_notes(p: Heralds, way: dict[str, Any]) -> list[Note]:
    """[6.2, 6.4] The way of a lone pawn: what it costs, and where it may be caught."""
    if not way["way"]:
        return []
    found = [likely(INFO if way["enough"] == 1 else RISK, "6.2a", "note-way", way["enough"], points=way["points"])]
    for risk in way["risks"]:
        found.append(likely(RISK, "6.4d", "note-caught", risk["caught"], space=risk["space"]))
    if not way["risks"]:
        found.append(note(SAFE, "6.4d", "note-free-way"))
    return found


def leg_notes(p: Heralds, f: Leg) -> list[Note]:
    """How a leg could be made, in short: the best of each channel."""
    if f.unit >= 0 and villa(p, f.side, f.unit):
        return [note(SAFE, "9.10a", "note-villa")]
    if f.origin >= 0 and in_contact(p, f.side, f.origin, f.space):
        return [note(SAFE, "4.3.2a", "note-contact")]
    all_ways = channels(p, f)
    found: list[Note] = []
    kinds = [c["channel"] for c in all_ways]
    if "direct" in kinds:
        found.append(note(SAFE, "4.3.2a", "note-contact"))
    if "agent" in kinds:
        found.append(note(SAFE, "5.2.1d", "note-agent-there"))
    calls = [c for c in all_ways if c["channel"] == "call"]
    if calls:
        heard = all(c["may-be-refused"] or c["gives-ip"] for c in calls)
        found.append(note(RISK if heard else SAFE, "4.3.4a", "note-calls-heard" if heard else "note-calls",
                          number=len(calls)))
    runs = [c["arrives"] for c in all_ways if c["channel"] == "courier"]
    if runs:
        found.append(likely(INFO, "4.3.3a", "note-courier", max(runs)))
    return found or [note(RISK, "4.3.1b", "note-no-line")]


# -- maneuver orders


def address_choices(p: Heralds, f: Order) -> dict[str, Any]:
    """[4.1.1f] Whom the token can address, and how."""
    b = p.board
    token = p.at[p.token(f.side)]
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        if act.verb != "address":
            continue
        u = act.arg
        notes = leg_notes(p, Leg(f.side, -1, u, p.at[u], ALL))
        if b.kind[p.who[u]] == HQ:
            notes.insert(0, note(INFO, "4.1.1a", "note-commands", points=p.points(u)))
        found[f"address:{b.uid[u]}"] = {"leg": leg(p, token, p.at[u], "open"), "notes": notes}
    return found


def pass_choices(p: Heralds, f: Order) -> dict[str, Any]:
    """[4.1, 4.4] Everybody the order can still be passed to: by whom, who pays, who learns of it."""
    uid = p.board.uid
    return {f"order:{uid[u]}": pass_choice(p, f, issuer_for(p, f, u), u) for u in addressees(p, f)}


def issuer_choices(p: Heralds, f: Order) -> dict[str, Any]:
    """[R33] The same for each headquarters that may pass it on."""
    uid = p.board.uid
    return {f"through:{uid[h]}": pass_choice(p, f, h, f.pending) for h in issuers_for(p, f, f.pending)}


def pass_choice(p: Heralds, f: Order, h: int, u: int) -> dict[str, Any]:
    b = p.board
    notes: list[Note] = []
    start = p.at[u]
    if h >= 0:
        start = p.at[h]
        pays = payer(p, f, h)
        cost = price(p, h, u)
        notes.append(note(COST, "4.1.1b", "note-cp", unit=b.uid[pays], left=p.points(pays)) if cost
                     else note(COST, "R32", "note-free"))
        if p.side[h] == NEUTRAL and not f.neutral:
            notes.append(note(RISK, "8j", "note-neutral", side=SIDES[PCE]))
        if two_neutral(p, h) and b.kind[p.who[u]] != HQ:
            notes.append(note(RISK, "4.4.1c", "note-two-neutrals"))
        notes += leg_notes(p, Leg(f.side, p.at[h], u, p.at[u], ALL, True, refused_before(f, h, u)))
    return {"leg": leg(p, start, p.at[u], "open"), "notes": notes}


# -- propaganda


def propaganda_choices(p: Heralds, f: Propaganda) -> dict[str, Any]:
    """[5.2.1] What each resource adds, and how it is reached; the odds of rolling now."""
    b = p.board
    token = p.at[p.token(f.side)]
    now = propaganda_card(p, f)
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        plus = [note(INFO, "5.2.1f", "note-propaganda")]
        if act.verb == "use":
            at = b.rat[act.arg]
            found[f"use:{b.rid[act.arg]}"] = {
                "leg": leg(p, token, at, "open"), "notes": plus + leg_notes(p, Leg(f.side, -1, -1, at, ALL))}
        elif act.verb == "task":
            at = p.at[act.arg]
            found[f"task:{b.uid[act.arg]}"] = {
                "leg": leg(p, token, at, "open"), "notes": plus + leg_notes(p, Leg(f.side, -1, act.arg, at, ALL))}
        elif act.verb == "ip":
            found[f"ip:{act.arg}"] = {"notes": [*plus, note(COST, "5.2.1f", "note-ip")]}
        elif act.verb == "roll":
            found["roll"] = {"chance": now["success"], "of": "success", "notes": will_notes(now)}
    return found


def will_notes(odds: dict[str, Any]) -> list[Note]:
    """[5.2.1g] A box of will won or lost."""
    found = [likely(SAFE, "11.2a", "note-will-up", odds["success"])]
    if odds["backfire"]:
        found.append(likely(RISK, "11.2e", "note-will-down", odds["backfire"]))
    return found


# -- negotiations


def goal_choices(p: Heralds, f: Orders) -> dict[str, Any]:
    """[5.2.2] For each target the envoy with the best odds once he is there."""
    b = p.board
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        if act.verb not in GOAL_OF:
            continue
        best, who = -1.0, -1
        for u in envoys(p, f.side, act.arg):
            chance = at_least(talk_parts(p, Talk(f.side, GOAL_OF[act.verb], act.arg, u)), b.v["negotiation.success"])
            near = chance + (0.01 if p.square(u) == p.square(act.arg) else 0.0)
            if near > best:
                best, who = near, u
        if who >= 0:
            there = p.square(who) == p.square(act.arg)
            found[f"{act.verb}:{b.uid[act.arg]}"] = {
                "chance": best - (0.01 if there else 0.0), "of": "success-there",
                "notes": [note(COST, "5.2a", "note-ap"),
                          note(INFO, "5.2.2j", "note-best-there" if there else "note-best-far", unit=b.uid[who])]}
    return found


def envoy_choices(p: Heralds, f: Talk) -> dict[str, Any]:
    """[5.2.2] For each leader or agent who could be sent: the odds on the spot, after a journey and by telephone."""
    b = p.board
    found: dict[str, Any] = {}
    for u in envoys(p, f.side, f.target):
        g = f.clone()
        g.envoy = u
        odds = talk_card(p, g)
        notes: list[Note] = []
        chance = odds["success"]
        if p.square(u) == p.square(f.target):
            notes.append(likely(SAFE, "5.2.2b", "note-there", chance))
        else:
            way = cheapest(p, f.side, u, p.square(u), p.square(f.target))
            chance = odds["success"] * way["enough"] * (1 - way["caught"])
            g.phone = True
            call = at_least(talk_parts(p, g), b.v["negotiation.success"])
            notes += [likely(INFO, "5.2.2j", "note-by-journey", chance), likely(INFO, "5.2.2o9", "note-by-phone", call)]
            chance = max(chance, call)
        if p.turn > 1:
            notes += leg_notes(p, Leg(f.side, -1, u, p.at[u], ALL))
        if p.hid[u]:
            notes.append(note(RISK, "5.2.2j", "note-face-up"))
        found[f"envoy:{b.uid[u]}"] = {
            "leg": leg(p, p.at[p.token(f.side)], p.at[u], "open"), "notes": notes, "chance": chance, "of": "success",
            "odds": odds}
    return found


def contact_choices(p: Heralds, f: Talk) -> dict[str, Any]:
    """[5.2.2j] The journey, or the call."""
    b = p.board
    way = cheapest(p, f.side, f.envoy, p.square(f.envoy), p.square(f.target))
    there = talk_card(p, f)
    g = f.clone()
    g.phone = True
    call = talk_card(p, g)
    start, end = p.at[f.envoy], p.at[f.target]
    return {
        "travel": {
            "leg": leg(p, start, end, "courier", b.uid[f.envoy], way["way"][:-1]), "of": "success", "odds": there,
            "chance": there["success"] * way["enough"] * (1 - way["caught"]), "notes": journey_notes(p, way)},
        "phone": {
            "leg": leg(p, start, end, "open"), "chance": call["success"], "of": "success", "odds": call,
            "notes": [note(RISK, "5.2.2o9", "note-phone-harder"),
                      *leg_notes(p, Leg(f.side, start, f.target, end, PHONE_ONLY))]}}


def point_choices(p: Heralds, f: Talk) -> dict[str, Any]:
    """[5.2.2k] The chance of the talks by points spent."""
    found: dict[str, Any] = {}
    for act in p.choices().get(f.side, []):
        g = f.clone()
        g.ip = act.arg
        odds = talk_card(p, g)
        found[f"ip:{act.arg}"] = {"notes": [], "chance": odds["success"], "of": "success", "odds": odds}
    return found


# -- all together


def choices(p: Heralds, side: Side) -> dict[str, Any]:
    """What there is to know of each answer on offer, by its word."""
    f = p.stack[-1] if p.stack else None
    if f is None or side not in p.choices():
        return {}
    name = type(p.step()).__name__
    if isinstance(f, Leg) and name == "Channel":
        return channel_choices(p, f)
    if isinstance(f, Order) and name == "Address":
        return address_choices(p, f)
    if isinstance(f, Order) and name == "Designate":
        return pass_choices(p, f)
    if isinstance(f, Order) and name == "ChooseIssuer":
        return issuer_choices(p, f)
    if isinstance(f, Propaganda) and name == "TaskResources":
        return propaganda_choices(p, f)
    if isinstance(f, Talk) and name == "ChooseEnvoy":
        return envoy_choices(p, f)
    if isinstance(f, Talk) and name == "Contact":
        return contact_choices(p, f)
    if isinstance(f, Stack) and name == "Acting":
        return stack_choices(p, f, p.choices().get(f.side, []))
    if isinstance(f, Stack) and name == "ExtraPoints":
        return extra_choices(p, f)
    if isinstance(f, Leg) and name == "AnswerCall":
        return call_choices(p, f)
    if isinstance(f, Reaction):
        return reaction_choices(p, f)
    if isinstance(f, Assault) and name == "EngagePoints":
        return engage_choices(p, f)
    if isinstance(f, Assault) and name == "Support":
        return support_choices(p, f)
    if isinstance(f, Assault) and name == "Differential":
        return differential_choices(p, f, side)
    if isinstance(f, Talk) and name == "TalkPoints":
        return point_choices(p, f)
    if isinstance(f, Orders) and name == "GiveNegotiation":
        return goal_choices(p, f)
    if isinstance(f, Orders) and name == "GivePropaganda":
        odds = propaganda_card(p, Propaganda(side, ip=1 if p.orders[side] else 0))
        notes = [note(COST, "5.2.1a", "note-ap"), *([note(COST, "5.2.1c", "note-ip")] if p.orders[side] else [])]
        return {"propaganda": {"notes": notes + will_notes(odds), "chance": odds["success"], "of": "success",
                               "odds": odds}}
    return {}
