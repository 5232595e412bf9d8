"""[13, 15] Set-up: the chart, and the pieces each side places where it likes."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import compound_holder
from frente.games.heralds.state.board import DOWNTOWN, PCE, PLACES, SPACES, SQUARES
from frente.games.heralds.state.frames import Setup
from frente.games.heralds.state.position import UNPLACED, Heralds, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Listed

JACA_OR_TOWN: Final = PLACES.index("jaca-or-downtown")
CHART: Final = PLACES.index("chart")
RULE_OF: Final = ("15.free.cnd", "15.free.pce")


def rule_of_place(p: Heralds, piece: int) -> int:
    """[R9] Where a piece may be set up, with the option that fixes Alvarez in G2."""
    if piece == p.board.alvarez and p.opt.alvarez_fixed:
        return CHART
    return p.board.free[piece]


def chart_space(p: Heralds, piece: int) -> int:
    return p.board.g2 if piece == p.board.alvarez else p.board.start_at[piece]


def suits(p: Heralds, piece: int, sq: int) -> bool:
    """[15.free.cnd, 15.free.pce, 15.free.pce.b] Whether a large square answers a piece's line of the chart."""
    return p.board.free_squares[rule_of_place(p, piece)][sq]


def could_begin(p: Heralds, piece: int, a: int) -> bool:
    """Whether the chart lets a piece be set up in a space: what the other side can tell from where it lay at first."""
    b = p.board
    where = rule_of_place(p, piece)
    if where == CHART:
        return a == chart_space(p, piece)
    return suits(p, piece, b.parent[a]) and (where != JACA_OR_TOWN or b.space[b.parent[a]] == DOWNTOWN or a == b.jaca)


def placed(p: Heralds, side: Side) -> list[int]:
    """[15.free.a, R16] By large square, compounds included: freely placed pieces of a side."""
    b = p.board
    found = [0] * SQUARES
    for u in [*b.handles[side], b.pertegaz]:
        if p.at[u] >= 0 and p.side[u] == side and rule_of_place(p, p.who[u]) != CHART:
            found[b.parent[p.at[u]]] += 1
    return found


def crowded_out(p: Heralds, side: Side, sq: int, u: int, count: list[int]) -> bool:
    """Whether the last place in a square is one that another piece still needs."""
    limit = p.board.free_limit
    if count[sq] + 1 < limit:
        return False
    for v in p.board.handles[side]:
        piece = p.who[v]
        if v == u or p.at[v] != UNPLACED or not suits(p, piece, sq):
            continue
        if not any(t != sq and suits(p, piece, t) and count[t] < limit for t in range(SQUARES)):
            return True
    return False


def place_refusal(p: Heralds, side: Side, u: int, a: int, count: list[int]) -> tuple[str, str]:
    """What keeps a piece from being set up in a space."""
    b = p.board
    piece = p.who[u]
    sq = b.parent[a]
    if rule_of_place(p, piece) == CHART:
        return ("", "") if a == chart_space(p, piece) else ("13b", "chart-fixes-place")
    if not could_begin(p, piece, a):
        return ("15.free.pce.b" if piece == b.pertegaz else RULE_OF[side], "chart-forbids-place")
    if a >= SQUARES and compound_holder(p, a) != side:
        return ("R16", "compound-not-yours")
    if count[sq] >= b.free_limit:
        return ("15.free.a", "three-are-there")
    if crowded_out(p, side, sq, u, count):
        return ("15.free.a", "place-needed")
    return ("", "")


def places(p: Heralds, side: Side, u: int) -> list[Act]:
    acts = p.board.space_verbs["place"]
    count = placed(p, side)
    return [acts[a] for a in range(SPACES) if not place_refusal(p, side, u, a, count)[0]]


class PlacePertegaz(Listed[Setup, Heralds]):
    """[15.free.pce.b, 9.9.2a, R10] In one of two reserves, face up."""

    rule = "15.free.pce.b"
    verbs = ("place",)

    def ask(self, f: Setup, p: Heralds) -> Choices:
        return {f.side: places(p, f.side, p.board.pertegaz)} if f.side == PCE else {}

    def do(self, f: Setup, p: Heralds, side: Side, act: Act) -> bool:
        p.put(p.board.pertegaz, act.arg)
        p.tell("15.free.pce.b", "set-up", {"unit": p.board.uid[p.board.pertegaz], "space": p.board.names[act.arg]})
        return True

    def why(self, f: Setup, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = place_refusal(p, side, p.board.pertegaz, act.arg, placed(p, side))
        return [refusal(p, rule, key, p.board.pertegaz, act.arg)]


class NextHandle(Step[Setup, Heralds]):
    """[13b] Handle by handle, so that the order tells nothing about what they hide."""

    rule = "13b"

    def auto(self, f: Setup, p: Heralds) -> None:
        f.unit = next((u for u in p.board.handles[f.side] if p.at[u] == UNPLACED), -1)
        if f.unit < 0:
            f.close()


class PickPiece(Listed[Setup, Heralds]):
    """[4b, R16, R123] The owner says in secret what the next decoy side hides."""

    rule = "4b"
    verbs = ("piece",)

    def ask(self, f: Setup, p: Heralds) -> Choices:
        b = p.board
        acts = b.unit_verbs["piece"]
        found: list[Act] = []
        seen: list[int] = []
        for u in b.handles[f.side]:
            if p.at[u] == UNPLACED and b.brigade[p.who[u]] not in seen:
                seen.append(b.brigade[p.who[u]])
                found.append(acts[p.who[u]])
        return {f.side: found}

    def do(self, f: Setup, p: Heralds, side: Side, act: Act) -> bool:
        other = p.handle(act.arg)
        p.who[other], p.who[f.unit] = p.who[f.unit], act.arg
        return True

    def why(self, f: Setup, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        if act.arg < b.first or b.reverse[act.arg] != side:
            return [Refusal("4b", "no-decoy-side", {"piece": b.piece[act.arg]})]
        return [Refusal("4b", "piece-taken", {"piece": b.piece[act.arg]})]


class PlacePiece(Listed[Setup, Heralds]):
    """[15.free.a, 15.free.cnd, 15.free.pce]"""

    rule = "15.free.a"
    verbs = ("place",)

    def ask(self, f: Setup, p: Heralds) -> Choices:
        return {f.side: places(p, f.side, f.unit)}

    def do(self, f: Setup, p: Heralds, side: Side, act: Act) -> bool:
        p.put(f.unit, act.arg)
        p.home[f.unit] = act.arg
        p.tell("13b", "set-up", {"unit": p.board.uid[f.unit], "space": p.board.names[act.arg]})
        f.at = 1
        return False

    def why(self, f: Setup, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = place_refusal(p, side, f.unit, act.arg, placed(p, side))
        return [refusal(p, rule, key, f.unit, act.arg)]


def affiliate_armour(p: Heralds) -> None:
    """[15.free.pce, R14] The armour unit in Sanchez's square joins the PCE; the sight of it is a hint."""
    b = p.board
    u = p.handle(b.sanchez)
    for t in b.armours:
        if p.square(t) == p.square(u):
            p.reveal()
            p.join(t, PCE)
            if compound_holder(p, p.at[t]) != PCE:
                p.put(t, b.parent[p.at[t]])
            p.tell("15.free.pce", "armour-joins", {"unit": b.uid[t]})
            return


play(Setup, PlacePertegaz(), NextHandle(), PickPiece(), PlacePiece())
