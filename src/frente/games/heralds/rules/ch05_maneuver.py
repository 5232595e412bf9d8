"""[5.2.3, 4.1, 4.4] A maneuver order: down the chain of command, then stack by stack."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import compound_holder, holder
from frente.games.heralds.rules.ch04_lines import GIVE_UP, in_contact, open_leg, usable, villa
from frente.games.heralds.rules.ch06_reaction import DONE
from frente.games.heralds.rules.ch07_ruin import air_raid
from frente.games.heralds.rules.ch09_special import blast_refusal
from frente.games.heralds.rules.ch11_will import gain_ip, shift
from frente.games.heralds.state.board import (
    AGENT,
    CND,
    COMBAT,
    DECOY,
    HQ,
    LEADER,
    NEUTRAL,
    PCE,
    SIDES,
    SPACES,
    SQUARES,
)
from frente.games.heralds.state.frames import BY_MOUTH, MADE, MANEUVER, Order, Stack
from frente.games.heralds.state.frames_combat import Blast
from frente.games.heralds.state.position import NEXT_TURN, WHOLE, Heralds, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step
from frente.kit.steps import Listed

RECON: Final = Act("recon")

# Places in the sequence of an order.
DESIGNATE: Final = 2
STACKS: Final = 5


# -- from the token


def level_1(p: Heralds) -> bool:
    """[4.4.1a, R119] Whether the CND has a headquarters its chain can start from."""
    b = p.board
    return any(p.alive(h) and p.side[h] == CND for h in (b.hq_centro, b.hq_gerc))


def address_refusal(p: Heralds, side: Side, u: int) -> tuple[str, str]:
    """[4.1.1f, 4.4.1a, 4.4.2a, R34, R63, R119] What keeps the token from addressing a pawn."""
    b = p.board
    piece = p.who[u]
    kind = b.kind[piece]
    if p.obeys(u) != side:
        return ("4a", "not-your-pawn")
    if not p.alive(u):
        return ("4a", "not-on-board")
    if kind not in (HQ, LEADER, AGENT, DECOY):
        return ("4.1.1f", "not-addressed-by-token")
    if not usable(p, u):
        return ("9.8a", "sleeps")
    if kind == HQ and p.points(u) < 1:
        return ("4.1.1a", "no-command-points")
    if side == PCE or kind == DECOY or (kind == AGENT and not b.level[piece]):
        return ("", "")
    if level_1(p):
        return ("", "") if kind == HQ and b.level[u] == 1 else ("4.4.1a", "chain-of-command")
    if kind == HQ:
        return ("", "") if p.opt.token_orders_hqs else ("R119", "no-level-1")
    return ("", "")


class Address(Listed[Order, Heralds]):
    """[4.1.1f, 4.3a] The token names one headquarters, leader or agent; or the Subsuelo blasts (9.6b)."""

    rule = "4.1.1f"
    verbs = ("address", "blast", "give-up")

    def ask(self, f: Order, p: Heralds) -> Choices:
        b = p.board
        acts = b.unit_verbs["address"]
        found = [acts[u] for u in range(b.units) if not address_refusal(p, f.side, u)[0]]
        found += [b.space_verbs["blast"][c] for c in range(SQUARES, SPACES) if not blast_refusal(p, f.side, c)[0]]
        return {f.side: [*found, GIVE_UP]}

    def do(self, f: Order, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == GIVE_UP:
            return f.close()
        if act.verb == "blast":
            f.pending = -1 - act.arg
            open_leg(p, side, -1, b.subsuelo, p.at[b.subsuelo], False, False)
            return True
        f.pending = act.arg
        open_leg(p, side, -1, act.arg, p.at[act.arg], False, False)
        return True

    def why(self, f: Order, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "blast":
            rule, key = blast_refusal(p, side, act.arg)
            return [refusal(p, rule, key, -1, act.arg)]
        rule, key = address_refusal(p, side, act.arg)
        return [refusal(p, rule, key, act.arg)]


class Reached(Step[Order, Heralds]):
    """[4.3.1a, R40, R126] An order that reaches nobody is spent."""

    rule = "4.3.1a"

    def auto(self, f: Order, p: Heralds) -> None:
        b = p.board
        u = f.pending
        f.pending = -1
        if not p.answer:
            f.close()
            return
        if u < 0:                        # [9.6b]
            f.close()
            p.call(Blast(f.side, -1 - u))        # [9.6b]
            return
        f.legs += [-1, u, f.way]
        if b.kind[p.who[u]] == HQ:
            f.held.append(u)
        else:
            f.active.append(u)
            f.at = STACKS


# -- down the chain


def payer(p: Heralds, f: Order, h: int) -> int:
    """[4.4.1b, R32] A neutral headquarters spends nothing; the one above it pays. The first of a chain always pays."""
    while p.side[h] == NEUTRAL and h != f.held[0]:
        up = p.board.above[h]
        h = up if up >= 0 else f.held[0]
    return h


def two_neutral(p: Heralds, h: int) -> bool:
    """[4.4.1c] A neutral division under a neutral corps."""
    up = p.board.above[h]
    return up >= 0 and p.side[h] == NEUTRAL and p.side[up] == NEUTRAL


def price(p: Heralds, h: int, u: int) -> int:
    """[4.1.1b, 4.4.1c, R31, R32] Points for passing an order on to one addressee; with the option two neutral levels
    cost nothing more."""
    if p.opt.double_neutral_cheap and (two_neutral(p, h) or (u in p.board.hqs and two_neutral(p, u))):
        return 0
    return 1


def pass_refusal(p: Heralds, f: Order, h: int, u: int) -> tuple[str, str]:
    """[4.1.1a, 4.1.2a, 4.4.1a, 4.4.1c, 5.2.3b] What keeps a headquarters that holds the order from passing it on to a
    pawn it commands."""
    if p.at[u] == NEXT_TURN:             # nobody but the aviation is ever there
        return ("9.4f", "air-used")
    if not p.alive(u):
        return ("4a", "not-on-board")
    hq = u in p.board.hqs
    if p.obeys(u) != f.side and not (f.side == CND and hq and p.side[u] == NEUTRAL):
        return ("4.1.2a", "not-your-pawn")
    if u in f.held or u in f.active:
        return ("5.2.3b", "already-active")
    if p.captive[u]:
        return ("7.1.7g", "prisoner")
    if not usable(p, u):
        return ("9.8a", "sleeps")
    if h in f.dual:                      # a division, which commands no headquarters
        return ("4.4.1c", "one-through-two-neutrals")
    if p.points(payer(p, f, h)) < price(p, h, u):
        return ("4.1.1a", "no-command-points")
    return ("", "")


def subordinates(p: Heralds, f: Order, h: int) -> list[int]:
    """[4.1.2a, 4.4.1a, 4.4.2b]"""
    return p.board.cnd_subs[h] if f.side == CND else p.board.pce_subs[h]


def issuers_for(p: Heralds, f: Order, u: int) -> list[int]:
    """[R33] Headquarters holding the order that may pass it to a pawn: in contact before others, then the lowest."""
    piece = p.who[u]
    found = [h for h in reversed(f.held) if piece in subordinates(p, f, h) and not pass_refusal(p, f, h, u)[0]]
    near = [h for h in found if villa(p, f.side, u) or in_contact(p, f.side, p.at[h], p.at[u])]
    return [*near, *[h for h in found if h not in near]]


def issuer_for(p: Heralds, f: Order, u: int) -> int:
    """[4.3.3e, R33] Who passes the order to a pawn if nobody is named; -2 none, -1 the token's own courier."""
    found = issuers_for(p, f, u)
    if found:
        return found[0]
    if u in f.couriers and u not in f.active and p.alive(u):
        h = f.issuers[f.couriers.index(u)]
        if h < 0 or p.points(payer(p, f, h)) >= 1:
            return h
    return -2


def addressees(p: Heralds, f: Order) -> list[int]:
    """[4.3.3e, 5.2.3b] Everybody the order can still be passed to."""
    found: list[int] = []
    for h in reversed(f.held):
        for piece in subordinates(p, f, h):
            u = p.handle(piece)
            if u not in found and not pass_refusal(p, f, h, u)[0]:
                found.append(u)
    for u in f.couriers:                 # one who has run twice stands there twice
        if u not in found and issuer_for(p, f, u) > -2:
            found.append(u)
    return sorted(found)


class Designate(Listed[Order, Heralds]):
    """[5.2.3b, 4.1.1a, 4.1.2a] Before any stack moves, every pawn that is to act is reached and paid for."""

    rule = "5.2.3b"
    verbs = ("order", "done")

    def ask(self, f: Order, p: Heralds) -> Choices:
        acts = p.board.order_acts
        return {f.side: [*[acts[u] for u in addressees(p, f)], DONE]}

    def do(self, f: Order, p: Heralds, side: Side, act: Act) -> bool:
        if act == DONE:
            f.at = STACKS
            return False
        f.pending = act.arg
        return True

    def why(self, f: Order, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        u = act.arg
        mine = p.obeys(u) == side
        piece = p.who[u] if mine else u
        found: list[Refusal] = []
        for h in f.held:
            if piece in subordinates(p, f, h):
                rule, key = pass_refusal(p, f, h, u)
                found.append(refusal(p, rule, key, u))
        if not found and mine and any(b.authority(h, piece) for h in f.held):
            return [refusal(p, "4.4.1a" if side == CND else "4.4.2b", "chain-of-command", u)]
        if not found and b.kind[piece] == HQ and any(b.level[piece] < b.level[h] for h in f.held):
            return [refusal(p, "4.1.1d", "no-orders-upwards", u)]
        return found or [refusal(p, "4.4.2b" if side == PCE and mine else "4.1.2a", "no-authority", u)]


def refused_before(f: Order, h: int, u: int) -> list[int]:
    """[4.3.4g, R41] Exchanges over which a headquarters was refused a call to this pawn in this order."""
    return [f.refused[k + 2] for k in range(0, len(f.refused), 3) if f.refused[k] == h and f.refused[k + 1] == u]


def issue(p: Heralds, f: Order, h: int) -> None:
    """[4.1.2a, 4.3.3e] A leg to the addressee; who brought the order himself needs none."""
    u = f.pending
    f.issuer = h
    if h < 0 or u in f.couriers:
        p.answer = MADE
        f.way = BY_MOUTH
    else:
        open_leg(p, f.side, p.at[h], u, p.at[u], True, False, refused_before(f, h, u))


class ChooseIssuer(Listed[Order, Heralds]):
    """[4.1.2a, R33] Which headquarters passes it on, if several may; not asked of a piece whose stripe is a secret."""

    rule = "4.1.2a"
    verbs = ("through",)

    def ask(self, f: Order, p: Heralds) -> Choices:
        u = f.pending
        if u in f.couriers or (u >= p.board.first and not p.seen[u]):
            return {}
        found = issuers_for(p, f, u)
        return {f.side: [p.board.unit_verbs["through"][h] for h in found]} if len(found) > 1 else {}

    def do(self, f: Order, p: Heralds, side: Side, act: Act) -> bool:
        issue(p, f, act.arg)
        return True

    def auto(self, f: Order, p: Heralds) -> None:
        issue(p, f, issuer_for(p, f, f.pending))

    def why(self, f: Order, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "4.1.2a", "cannot-pass-it-on", act.arg)]


class Delivered(Step[Order, Heralds]):
    """[4.1.1b, 4.4.1b, 4.4.1c, R40] Paid when it has arrived; a leg that failed costs nothing more."""

    rule = "4.1.1b"

    def auto(self, f: Order, p: Heralds) -> None:
        b = p.board
        u, h = f.pending, f.issuer
        f.pending = -1
        f.issuer = -1
        f.at = DESIGNATE
        if not p.answer:
            return
        f.legs += [h, u, f.way]
        if h >= 0:
            if p.side[h] == NEUTRAL:
                if not f.neutral:
                    f.neutral = True
                    gain_ip(p, PCE, "8j")
                if two_neutral(p, h):
                    f.dual.append(h)
            p.spent[payer(p, f, h)] += price(p, h, u)
        if u in b.hqs:
            f.held.append(u)
        else:
            f.active.append(u)
        p.tell("4.1.1b", "ordered", {"unit": b.uid[u], "side": SIDES[f.side]})


# -- stack by stack


class NextStack(Listed[Order, Heralds]):
    """[6.1a, 5.2.3d, 5.2.3e, 9.4b] The active pawns act one stack after another."""

    rule = "6.1a"
    verbs = ("stack", "recon", "bomb", "done")

    def ask(self, f: Order, p: Heralds) -> Choices:
        b = p.board
        found: list[Act] = []
        for u in f.active:
            if u == b.air:
                if p.alive(u):
                    found.append(RECON)
                    found += [b.space_verbs["bomb"][a] for a in range(SPACES) if not bomb_refusal(p, a)[0]]
            elif not stack_refusal(p, f, u)[0]:
                found.append(b.unit_verbs["stack"][u])
        return {f.side: [*found, DONE]} if found else {}

    def do(self, f: Order, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == DONE:
            return f.close()
        if act.verb != "stack":
            f.active.remove(b.air)
            p.box(b.air, NEXT_TURN)
            if act == RECON:
                gain_ip(p, side, "8k")
            else:
                air_strikes(p)
                air_raid(p, act.arg)
            return False
        u = act.arg
        f.active.remove(u)
        p.call(Stack(side, [u], MANEUVER, lead=u if p.speaker(u) else -1))
        return False

    def auto(self, f: Order, p: Heralds) -> None:
        f.close()

    def why(self, f: Order, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "stack":          # [6.1c]
            rule, key = stack_refusal(p, f, act.arg)
            return [refusal(p, rule, key, act.arg)]
        if p.board.air not in f.active:
            return [refusal(p, "9.4c", "air-not-active", p.board.air)]
        rule, key = bomb_refusal(p, act.arg)
        return [refusal(p, rule, key, -1, act.arg)]


def stack_refusal(p: Heralds, f: Order, u: int) -> tuple[str, str]:
    """[6b, 6.1c, 9.1a, R63] Who may start a stack."""
    if u not in f.active:
        return ("6.1c", "not-active")
    if not p.alive(u) or p.obeys(u) != f.side:
        return ("4a", "not-on-board")
    if p.kind(u) == COMBAT or p.lone(u):
        return ("", "")
    return ("9.1a", "guns-need-company")


def bomb_refusal(p: Heralds, a: int) -> tuple[str, str]:
    """[9.4e, R20] PCE combat units in the open, or a compound in PCE hands."""
    if p.state[a] != WHOLE:
        return ("4.5.4b", "compound-destroyed")
    if a < SQUARES:
        good = p.fighters[SPACES + a] > 0
    elif p.board.site[a]:
        good = holder(p, p.board.parent[a]) == PCE
    else:
        good = compound_holder(p, a) == PCE
    return ("", "") if good else ("9.4e", "no-target-there")


def air_strikes(p: Heralds) -> None:
    """[11.2g, R99] The first attack from the air costs the PCE a box."""
    if not p.bombed:
        p.bombed = 1
        shift(p, PCE, -1, "11.2g")
