"""[2.9, scs.within, scn.*.setup, R123-R125, R136, R137] Set-up as play: one unit a question, the least free first."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.guadalajara.state.board import FN, ITALIAN
from frente.games.guadalajara.state.position import ATTACHED, FROM_EAST, PINNED, Guadalajara
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play

MODE: Final = Act("mode")
EAST_OF: Final = 20                      # scn.4.nat.sr3


@dataclass
class SetUp(Frame):
    """One side places its units."""

    side: Side
    done: int = 0
    gun: int = -1


def next_unit(f: SetUp, p: Guadalajara) -> int:
    order = p.board.setup_order[f.side]
    return order[f.done] if f.done < len(order) else -1


def legal_hexes(f: SetUp, p: Guadalajara, u: int) -> list[int]:
    """[scs.within, 1.1a, 1.11a.1, 1.11b, scn.4.rep.sr] Hexes of the list where the unit may stand, others included."""
    b = p.board
    found = [h for h in b.choice[u] if not spot_refusals(f, p, u, h)]
    return found or b.choice[u]


def place_refusals(f: SetUp, p: Guadalajara, u: int, h: int) -> list[Refusal]:
    if h not in p.board.choice[u]:
        return [Refusal("scs.within", "not-in-its-set-up", placed(p, u, h))]
    return spot_refusals(f, p, u, h)


def spot_refusals(f: SetUp, p: Guadalajara, u: int, h: int) -> list[Refusal]:
    """Of a hex of its list."""
    b = p.board
    if p.holder(h) == 1 - f.side:
        return [Refusal("R123", "enemy-there", {**placed(p, u, h), "left": ""})]
    if b.truck[u]:
        return []
    rule = p.room([u], h)
    if rule:
        return [Refusal(rule, "stack-not-legal", placed(p, u, h))]
    if h == b.pass_hex and p.top[h] >= 0:                    # in a list of the Republican's scenario 4 only
        return [Refusal("scn.4.rep.sr", "only-one-unit", placed(p, u, h))]
    if b.armour[u] and not others_fit(f, p, u, h):
        return [Refusal("1.11a.1", "others-need-it", placed(p, u, h))]
    return []


def placed(p: Guadalajara, u: int, h: int) -> dict[str, Fact]:
    return {"unit": p.board.uid[u], "hex": p.board.names[h]}


def others_fit(f: SetUp, p: Guadalajara, u: int, h: int) -> bool:
    """[1.11a.1, R136] Whether the armour still to come finds a hex each if this unit takes hex *h*."""
    b = p.board
    rest = [v for v in b.setup_order[f.side][f.done + 1:] if b.armour[v]]
    taken: dict[int, int] = {h: u}
    return all(seat(f, p, v, taken, set()) for v in rest)


def seat(f: SetUp, p: Guadalajara, v: int, taken: dict[int, int], tried: set[int]) -> bool:
    """[1.11a.1] A matching of armour and hexes, one unit at a time."""
    b = p.board
    for h in b.choice[v]:
        if h in tried or p.room([v], h):
            continue
        tried.add(h)
        other = taken.get(h, -1)
        if other < 0 or (other != next_unit(f, p) and seat(f, p, other, taken, tried)):
            taken[h] = v
            return True
    return False


class Deploy(Step[SetUp, Guadalajara]):
    """[scs.within] Where does this unit start?"""

    rule = "scs.within"
    verbs = ("hex",)

    def ask(self, f: SetUp, p: Guadalajara) -> Choices:
        u = next_unit(f, p)
        if u < 0:
            return {}
        found = legal_hexes(f, p, u)
        if len(found) == 1:
            return {}
        return {f.side: [p.board.hex_acts[h] for h in found]}

    def do(self, f: SetUp, p: Guadalajara, side: Side, act: Act) -> bool:
        deploy(f, p, next_unit(f, p), act.arg)
        return f.gun >= 0

    def auto(self, f: SetUp, p: Guadalajara) -> None:
        u = next_unit(f, p)
        if u >= 0:
            deploy(f, p, u, legal_hexes(f, p, u)[0])
            if f.gun < 0:
                f.at = 0

    def why(self, f: SetUp, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        u = next_unit(f, p)
        return place_refusals(f, p, u, act.arg)


def deploy(f: SetUp, p: Guadalajara, u: int, h: int) -> None:
    b = p.board
    p.put(u, h)                          # [scs.within]
    f.done += 1
    if b.two_faced[u]:
        f.gun = u                        # [1.8a.1]
    if b.scenario == 4:
        if b.nation[u] == ITALIAN:
            if b.parent[u] == "VI" and b.division[u] == FN:
                p.state[u] |= ATTACHED   # [scn.4.nat.sr2, R92]
            if b.column[h] > EAST_OF:
                p.state[u] |= FROM_EAST  # [scn.4.nat.sr3]
        elif h == b.pass_hex:
            p.state[u] |= PINNED         # [scn.4.rep.sra]


class StartFace(Step[SetUp, Guadalajara]):
    """[R150] The owner chooses the face of artillery."""

    rule = "1.8a.1"
    verbs = ("mode", "pass")

    def ask(self, f: SetUp, p: Guadalajara) -> Choices:
        return {f.side: [PASS, MODE]} if f.gun >= 0 else {}

    def do(self, f: SetUp, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == MODE:
            p.turn_face(f.gun, 1)
        f.gun = -1
        f.at = 0
        return False



play(SetUp, Deploy(), StartFace())
