"""[9.6, 9.7, 9.8] The Subsuelo's blast, the Francoists, and the Army Group's command."""
from __future__ import annotations

from frente.games.heralds.rules.ch04_lines import GIVE_UP, open_leg, usable
from frente.games.heralds.rules.ch06_reaction import spendable
from frente.games.heralds.rules.ch06_stacks import Part
from frente.games.heralds.rules.ch07_strength import ammo_reach
from frente.games.heralds.rules.ch11_will import judge, kill, lose_resource, shift
from frente.games.heralds.state.board import CND, PCE, SIDES, SQUARES
from frente.games.heralds.state.frames import OFFENSIVE, Francoist
from frente.games.heralds.state.frames_combat import Blast
from frente.games.heralds.state.position import FIRE, LAUNCHED, RUIN, WHOLE, WITHDRAWN, Heralds, refusal
from frente.kernel.flow import PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

# -- the Subsuelo


def blast_refusal(p: Heralds, side: Side, c: int) -> tuple[str, str]:
    """[9.6a, 9.6b, R100] What keeps the Subsuelo from blasting a compound."""
    b = p.board
    u = b.subsuelo
    if side != PCE or p.blasted:
        return ("9.6a", "one-blast")
    if not p.alive(u) or p.side[u] != PCE:
        return ("9.6b", "no-subsuelo")
    if c < SQUARES or b.site[c]:
        return ("9.6a", "compounds-only")
    if p.state[c] != WHOLE:
        return ("4.5.4b", "compound-destroyed")
    here = p.square(u)
    if b.parent[c] != here and b.parent[c] not in b.to[here]:
        return ("9.6b", "out-of-reach")
    if not ammo_reach(p, PCE, here, b.v["blast.ammo_line"], True):
        return ("9.6b", "no-ammo")
    return ("", "")


class ValleJoins(Listed[Blast, Heralds]):
    """[9.6b] Lopez Valle may join if he is with the unit. Asked whoever is there."""

    rule = "9.6b"
    verbs = ("helper", "pass")

    def ask(self, f: Blast, p: Heralds) -> Choices:
        b = p.board
        u = p.handle(b.valle)
        here = p.square(b.subsuelo)
        there = [v for v in p.around(here) if v in b.handles[PCE]]
        if not any(v == u or not p.seen[v] for v in there):
            return {}
        return {PCE: [*([b.unit_verbs["helper"][u]] if u in there else []), PASS]}

    def do(self, f: Blast, p: Heralds, side: Side, act: Act) -> bool:
        if act != PASS:
            p.disclose(act.arg, "9.6b")
            f.valle = True
        return True

    def why(self, f: Blast, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "9.6b", "only-lopez-valle", act.arg)]


class BlastPoints(Listed[Blast, Heralds]):
    """[9.6d]"""

    rule = "9.6d"
    verbs = ("ip",)

    def ask(self, f: Blast, p: Heralds) -> Choices:
        return {PCE: spendable(p, PCE)} if p.ip[PCE] else {}

    def do(self, f: Blast, p: Heralds, side: Side, act: Act) -> bool:
        f.ip = act.arg
        p.ip[PCE] -= act.arg
        return True

    def why(self, f: Blast, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("9.6d", "too-few-ip", {"points": p.ip[side]})]


def blast_parts(p: Heralds, f: Blast) -> list[Part]:
    """[9.6d]"""
    b = p.board
    found: list[Part] = []
    if p.square(b.subsuelo) != b.parent[f.space]:
        found.append((b.v["blast.connected"], "9.6d", "blast-connected"))
    if f.valle:
        found.append((b.modifier[b.valle], "9.6d", "blast-valle"))
    found.append((f.ip, "9.6d", "blast-ip"))
    return [x for x in found if x[0]]


class BlastDie(Die[Blast, Heralds]):
    """[9.6d] More than 6 brings the building down."""

    rule = "9.6d"


class BlastFalls(Step[Blast, Heralds]):
    """[9.6d, 9.6e, 4.5.4a] Everything inside is lost; the sappers leave play whatever happened."""

    rule = "9.6d"

    def auto(self, f: Blast, p: Heralds) -> None:
        b = p.board
        total = f.die + sum([x[0] for x in blast_parts(p, f)])
        good = total > b.v["blast.above"]
        p.blasted = 1
        p.tell("9.6d", "blast-succeeds" if good else "blast-fails",
               {"space": b.names[f.space], "die": f.die, "total": total})
        p.eliminate(b.subsuelo, "9.6e")
        if f.valle:
            p.eliminate(p.handle(b.valle), "9.6e")
        if good:
            p.state[f.space] = RUIN if b.bridge[f.space] else FIRE
            p.mark(f.space, -1)
            for u in p.units(f.space):
                kill(p, u, "9.6d")
            for r in b.at_space[f.space]:
                lose_resource(p, r)
        judge(p)


play(Blast, ValleJoins(), BlastPoints(), BlastDie(), BlastFalls())

# -- the Francoists


def offensive_refusal(p: Heralds, side: Side) -> tuple[str, str]:
    """[9.7e]"""
    return ("9.7e", "offensive-used") if side == CND and p.offensive else liaison_refusal(p, side)


def liaisons(p: Heralds) -> list[int]:
    """[9.7b] Fifth column agents who can speak to the Francoists."""
    b = p.board
    return [u for u in b.handles[CND] if p.alive(u) and b.fifth[p.who[u]] and usable(p, u)]


def liaison_refusal(p: Heralds, side: Side) -> tuple[str, str]:
    """[9.7b] What keeps a side from asking the Francoists for anything."""
    if side != CND:
        return ("9.7b", "cnd-only")
    return ("", "") if liaisons(p) else ("9.7b", "no-fifth-column")


class ChooseLiaison(Listed[Francoist, Heralds]):
    """[9.7b] A fifth column agent is reached, but not by telephone, and disclosed."""

    rule = "9.7b"
    verbs = ("envoy", "give-up")

    def ask(self, f: Francoist, p: Heralds) -> Choices:
        b = p.board
        acts = b.unit_verbs["envoy"]
        return {CND: [*[acts[u] for u in liaisons(p)], GIVE_UP]}

    def do(self, f: Francoist, p: Heralds, side: Side, act: Act) -> bool:
        if act == GIVE_UP:
            return f.close()
        f.agent = act.arg
        open_leg(p, side, -1, act.arg, p.at[act.arg], False, True)
        return True

    def why(self, f: Francoist, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if p.board.fifth[p.who[u]] and p.alive(u):
            return [refusal(p, "9.8a", "sleeps", u)]
        return [refusal(p, "9.7b", "no-fifth-column", u)]


class LiaisonMade(Step[Francoist, Heralds]):
    """[9.7c-e, R102] The bridge opens or closes; or the offensive begins."""

    rule = "9.7c"

    def auto(self, f: Francoist, p: Heralds) -> None:
        b = p.board
        if not p.answer:
            f.close()
            return
        p.disclose(f.agent, "9.7b")
        if f.what == OFFENSIVE:
            p.offensive = LAUNCHED
            p.tell("9.7e", "offensive-called", {"side": SIDES[CND]})
            return
        f.close()
        p.closed = 0 if p.closed else 1
        for u in p.units(b.arganda):     # while it is closed nobody is on it
            p.put(u, b.parent[b.arganda])
        p.tell("9.7d", "bridge-closed" if p.closed else "bridge-opened", {"space": b.names[b.arganda]})
        judge(p)


class OffensiveDice(Die[Francoist, Heralds]):
    """[9.7h] Two dice."""

    rule = "9.7h"

    def do(self, f: Francoist, p: Heralds, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if len(f.dice) < 2:
            return False
        f.left = sum(f.dice)
        p.tell("9.7h", "offensive-demands", {"number": f.left})
        return True


def at_front(p: Heralds) -> list[int]:
    """[9.7f, 9.7g, R101] Pawns the PCE must give up: those in the two reserves squares, then its own elsewhere."""
    b = p.board
    there = [u for sq in b.fronts for u in p.around(sq)]
    near = [u for u in b.front_units if u in there and p.side[u] != CND and not p.captive[u]]
    return near or [u for u in b.front_units if p.alive(u) and p.side[u] == PCE]


class WithdrawToFront(Listed[Francoist, Heralds]):
    """[9.7f, 9.7g] One after another, the PCE choosing."""

    rule = "9.7f"
    verbs = ("withdraw",)

    def ask(self, f: Francoist, p: Heralds) -> Choices:
        if not f.left:
            return {}
        found = at_front(p)
        return {PCE: [p.board.unit_verbs["withdraw"][u] for u in found]} if found else {}

    def do(self, f: Francoist, p: Heralds, side: Side, act: Act) -> bool:
        p.box(act.arg, WITHDRAWN)
        f.left -= 1
        p.tell("9.7h", "goes-to-front", {"unit": p.board.uid[act.arg]})
        judge(p)
        return False

    def why(self, f: Francoist, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if u not in p.board.front_units:
            return [refusal(p, "9.7g", "not-of-the-front", u)]
        return [refusal(p, "9.7f", "reserves-first", u)]


class OffensiveEnds(Step[Francoist, Heralds]):
    """[9.7i, 11.2h, 11.2i, 11.2l, R101]"""

    rule = "9.7i"

    def auto(self, f: Francoist, p: Heralds) -> None:
        v = p.board.v
        asked = sum(f.dice)
        if f.left:
            shift(p, PCE, -1, "11.2i")
        elif asked >= v["offensive.met_from"]:
            shift(p, PCE, 1, "11.2h")
        if asked >= v["offensive.heavy_from"]:
            shift(p, CND, -1, "11.2l")


play(Francoist, ChooseLiaison(), LiaisonMade(), OffensiveDice(), WithdrawToFront(), OffensiveEnds())

# -- GERC


def join_gerc(p: Heralds) -> None:
    """[9.8a, 9.8b] Headquarters, leader and agents of the Army Group join the CND; no roll, no domino."""
    for u in p.board.staff:
        p.join(u, CND)
    p.tell("9.8a", "gerc-joins", {"side": SIDES[CND]})
