"""[6.14, R36-R38] Divisions broken down into brigades, and with R37's option put together again."""
from __future__ import annotations

from frente.games.tscw.rules.ch09_stacking import LIMIT
from frente.games.tscw.rules.ch10_supply import traces
from frente.games.tscw.state.board import BRIGADE, CTV, DIVISION, GENERIC, INFANTRY, NAT, REP
from frente.games.tscw.state.frames import DONE, Administration
from frente.games.tscw.state.position import BROKEN, DEAD, POOL, Tscw, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side
from frente.kit.steps import Listed

Stock = list[tuple[str, int]]            # printed factors and brigade


def stock(p: Tscw, side: Side) -> Stock:
    """[R36] One-step infantry brigades that are free: unused generics first, then the deadpile."""
    b = p.board
    found: Stock = []
    for where in (POOL, DEAD):
        for v in b.ground[side]:
            if p.hex[v] == where and b.type[v] == INFANTRY and b.size_mark[v] == BRIGADE and b.full[v] == 1 \
                    and not b.international[v] and (b.turn[v] == GENERIC or side == REP):
                found.append((b.shape[v][1], v))
    return found


def classes(p: Tscw, u: int) -> list[str]:
    """[6.14.1, 6.14.2, R38] The brigades a division is worth; empty if its class is not listed."""
    b = p.board
    if b.full[u] != 2 or b.type[u] != INFANTRY or b.size_mark[u] != DIVISION or p.folk[u] >= CTV:
        return []
    return b.parts[b.side[u]].get(b.shape[u][2], [])


def fitting(p: Tscw, u: int, x: str, free: Stock, taken: list[int]) -> list[int]:
    """[6.14.1c] Free brigades of one class that may be part of a division: generic ones, then numbered ones."""
    found = [v for shape, v in free if shape == x and v not in taken]
    plain = [v for v in found if p.board.turn[v] == GENERIC]
    return [*plain, *[v for v in found if v not in plain and p.folk[v] == p.folk[u]]]


def parts_of(p: Tscw, u: int, free: Stock) -> list[int]:
    """Brigades that could replace a division; empty if it has none or too few are free."""
    wanted = classes(p, u)
    found: list[int] = []
    for x in wanted:
        found += fitting(p, u, x, free, found)[:1]
    return found if len(found) == len(wanted) else []


def breakable(p: Tscw, side: Side, u: int, free: Stock) -> bool:
    """[6.14a, 6.14b, R36] At full strength on the map, the parts at hand, and room for them."""
    if p.board.side[u] != side:
        return False
    if p.hex[u] == DEAD:
        return p.opt.dead_breakdown and bool(parts_of(p, u, free))
    if p.hex[u] < 0 or p.steps[u] != 2:
        return False
    parts = parts_of(p, u, free)
    return bool(parts) and p.halves[p.hex[u]] - 2 + len(parts) <= LIMIT


def whole_of(p: Tscw, u: int) -> list[int]:
    """[R37] The parts on the map, in one hex and in supply, that may be exchanged for a broken-down division."""
    b = p.board
    side = b.side[u]
    wanted = classes(p, u)
    for h in range(b.size):
        if p.holder(h) != side:
            continue
        found: list[int] = []
        for x in wanted:
            for v in sorted(p.stack_at(h)):
                if v not in found and b.type[v] == INFANTRY and b.full[v] == 1 and b.shape[v][1] == x \
                        and p.folk[v] == p.folk[u] and traces(p, v):
                    found.append(v)
                    break
        if len(found) == len(wanted):
            return found
    return []


class BreakDown(Listed[Administration, Tscw]):
    """[6.14] Full divisions may be replaced by brigades; asked whenever one of a listed class is on the map."""

    rule = "6.14a"
    verbs = ("break", "combine", "done")

    def ask(self, f: Administration, p: Tscw) -> Choices:
        b = p.board
        listed = [u for u in b.ground[f.side] if (p.hex[u] >= 0 or p.hex[u] in (DEAD, BROKEN)) and classes(p, u)]
        if not any(p.hex[u] >= 0 for u in listed) and not p.opt.recombine and not p.opt.dead_breakdown:
            return {}
        if not listed:
            return {}
        free = stock(p, f.side)
        found = [Act("break", u) for u in listed if breakable(p, f.side, u, free)]
        if p.opt.recombine:
            found += [Act("combine", u) for u in listed if p.hex[u] == BROKEN and whole_of(p, u)]
        return {f.side: [*found, DONE]}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        if act == DONE:
            return True
        u = act.arg
        if act.verb == "combine":
            parts = whole_of(p, u)
            h = p.hex[parts[0]]
            for v in parts:
                p.box(v, POOL if p.board.turn[v] == GENERIC else DEAD)
            p.steps[u] = 2
            p.put(u, h)
            p.tell("R37", "recombined", {"unit": p.board.uid[u]}, side)
            return False
        f.division = u
        return True

    def why(self, f: Administration, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if p.board.side[u] != side:
            return [refusal(p, "6.14a", "not-your-unit", u)]
        if act.verb == "combine":
            return [refusal(p, "R37", "no-recombination", u)]
        if p.hex[u] < 0 and not (p.hex[u] == DEAD and p.opt.dead_breakdown):
            return [refusal(p, "6.14a", "not-on-map", u)]
        if p.board.full[u] == 2 and p.steps[u] != 2 and p.hex[u] >= 0:
            return [refusal(p, "6.14b", "only-full-strength", u)]
        if not parts_of(p, u, stock(p, side)):
            return [refusal(p, "6.14.2" if side == NAT else "6.14.1a", "no-parts", u)]
        return [refusal(p, "9.2a", "stack-full", u, p.hex[u])]


class ChooseParts(Listed[Administration, Tscw]):
    """[6.14.1c] Brigade after brigade; asked where a numbered one may stand for a generic one."""

    rule = "6.14.1c"
    verbs = ("unit",)

    def ask(self, f: Administration, p: Tscw) -> Choices:
        found = next_parts(p, f)
        return {f.side: [p.board.unit_acts[v] for v in found]} if len(found) > 1 else {}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        self._take(f, p, act.arg)
        return False

    def auto(self, f: Administration, p: Tscw) -> None:
        if f.division >= 0:
            f.at -= 1
            self._take(f, p, next_parts(p, f)[0])

    def _take(self, f: Administration, p: Tscw, v: int) -> None:
        f.parts.append(v)
        if len(f.parts) == len(classes(p, f.division)):
            fall_apart(p, f.division, f.parts)
            f.division = -1
            f.parts = []
            f.at -= 1                    # [6.14a] another one may follow

    def why(self, f: Administration, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if f.division < 0:
            return []
        return [refusal(p, "6.14.1c", "no-such-part", act.arg)]


def next_parts(p: Tscw, f: Administration) -> list[int]:
    """Brigades among which there is a choice for the next part: of generic ones, the first is as good as any."""
    if f.division < 0:
        return []
    wanted = classes(p, f.division)[len(f.parts):]
    found = fitting(p, f.division, wanted[0], stock(p, f.side), f.parts)
    if len(found) <= wanted.count(wanted[0]):
        return found[:1]                 # all of them are needed
    return [v for v in found if v == found[0] or p.board.turn[v] != GENERIC]


def fall_apart(p: Tscw, u: int, parts: list[int]) -> None:
    """[6.14a, R36] The brigades take the place of the division."""
    h = p.hex[u]
    folk = p.folk[u]
    p.box(u, BROKEN)
    for v in parts:
        p.steps[v] = 1
        if h >= 0:
            p.folk[v] = folk             # [R38, R159]
            p.put(v, h)
        else:
            p.box(v, DEAD)
    p.tell("6.14a", "broken-down", {"unit": p.board.uid[u]}, p.board.side[u])
