"""[6, 15.0d, R31] Event chits: drawing, playing, returning, and the windows in which Combat Events are played.

Whether a window opens depends on public facts alone: how many chits a side holds, which ones are still hidden, and
what stands on the map. Whoever is asked may hold nothing that fits and then has only the pass.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.storm.rules.ch03_morale import ATTACKED, STAMPEDE_LINE, who_tests
from frente.games.storm.state.board import (
    END_OF,
    FIRST_OF,
    KIND_OF,
    KINDS,
    LEGION,
    MOROCCAN,
    N3,
    N4A,
    N4B,
    N8A,
    N8B,
    N10A,
    N10B,
    N10C,
    N12,
    NAT,
    R3A,
    R3B,
    R3C,
    R4A,
    R4B,
    R7,
    R8A,
    R8B,
    REP,
    SIDES,
    USE_RULES,
    USES,
)
from frente.games.storm.state.frames import ASSAULT, ATTACK, Impulse, impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.steps import Listed

BUY: Final = Act("buy")

# Windows of R31.
DECLARATION: Final = 0                   # before step C2
FIRE: Final = 1                          # before the dice of defensive fire
BEFORE_DICE: Final = 2                   # after C6, before the attack dice
ATTACK_ROLL: Final = 3                   # after the attack dice
FIRE_ROLL: Final = 4                     # after the dice of defensive fire
END: Final = 5                           # end of the impulse
OPEN_TO: Final[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]] = (      # by window and side
    ((R4A, R4B, R8A, R8B), (N3, N4A, N4B, N8A, N8B)),
    ((R3C,), (N3, N12)),
    ((R3A, R3B, R4A, R4B), (N4A, N4B, N12)),
    ((), (N10A, N10B)),
    ((), (N10C,)),
    ((R7,), ()))
NATIONALIST_IMPULSE: Final = (N3, N4A, N8A, N8B, R3C, R4A, R4B, R8A, R8B, R3B, N10A, N10C)     # uses of such a one
REPUBLICAN_IMPULSE: Final = (R3A, N10B, R7)
WINDOW_RULE: Final = "15.0d"
CANCELS: Final = {N4B: (R4A, R4B), R8B: (N8A, N8B)}          # uses that take another chit's effect away


# -- what is known of a hand


def title_used(p: Storm, kind: int) -> bool:
    """[6d, R28]"""
    return p.opt.same_title_once and p.used[kind] > 0


def could_hold(p: Storm, side: Side, kind: int) -> bool:
    """[6c, 6f] Whether, for all that is public, the side may hold a chit of the kind."""
    return p.since[kind] > 0 and p.hand[kind] + p.pool[kind] > 0 and p.hand_size(side) > 0


def play_chit(p: Storm, side: Side, use: int) -> None:
    """[6g, 6h] The chit leaves the hand for good or until phase 4d; everybody sees it."""
    kind = KIND_OF[use]
    p.hand[kind] -= 1
    p.used[kind] += 1                    # [6d]
    if p.board.one_time[kind]:
        p.gone[kind] += 1
    else:
        p.played[kind] += 1
    p.reveal()
    p.tell(USE_RULES[use], "plays-chit", {"side": SIDES[side], "chit": USES[use]})


def chit_refusals(p: Storm, side: Side, use: int) -> list[Refusal]:
    """What keeps a side from playing a chit at all, whatever the occasion."""
    kind = KIND_OF[use]
    what: dict[str, Fact] = {"chit": USES[use]}
    if not FIRST_OF[side] <= kind < END_OF[side]:
        return [Refusal("6k", "not-your-chit", what)]
    found: list[Refusal] = []
    if title_used(p, kind):
        found.append(Refusal("6d", "title-used", what))
    if not p.hand[kind]:
        found.append(Refusal("6a", "chit-not-held", what))
    return found


# -- drawing and returning


@dataclass
class Draw(Frame):
    """[4.2b] One side draws chits."""

    side: Side


def enter_chits(p: Storm) -> None:
    """[6i, R30] Chits that are available from this turn on go into their pools."""
    b = p.board
    before = p.turn - 1 if p.turn > p.first_turn else 0      # a late start finds all earlier ones in the pools
    for k in range(KINDS):
        if before < b.enters[k] <= p.turn:
            p.pool[k] += b.copies[k]


def draw_refusal(p: Storm, side: Side) -> tuple[str, str]:
    """The first rule that keeps a side from drawing; ("", "") when it may."""
    if side == NAT and p.in_pause():
        return ("12.3m", "no-chits-in-pause")
    if p.sp[side] < p.board.chit_price:
        return ("6b", "no-support-points")
    if p.hand_size(side) >= p.board.hand_limit:
        return ("6c", "hand-full")
    if not sum(p.pool[FIRST_OF[side]:END_OF[side]]):
        return ("6a", "pool-empty")
    return ("", "")


class BuyChit(Step[Draw, Storm]):
    """[6a-6c, 6k] A player may stop after any draw."""

    rule = "6b"
    verbs = ("buy", "pass")

    def ask(self, f: Draw, p: Storm) -> Choices:
        return {} if draw_refusal(p, f.side)[0] else {f.side: [BUY, PASS]}

    def do(self, f: Draw, p: Storm, side: Side, act: Act) -> bool:
        if act == PASS:
            return f.close()
        p.spend(side, p.board.chit_price, "6b", "buys-chit")
        return True

    def auto(self, f: Draw, p: Storm) -> None:
        f.close()


class DrawChit(Step[Draw, Storm]):
    """[6a] At random from the side's own pool, hidden from the other."""

    rule = "6a"
    verbs = ("draw",)

    def ask(self, f: Draw, p: Storm) -> Choices:
        found: list[Act] = []
        for k in range(FIRST_OF[f.side], END_OF[f.side]):
            found += [DRAWS[k]] * p.pool[k]
        return {CHANCE: found}

    def do(self, f: Draw, p: Storm, side: Side, act: Act) -> bool:
        k = act.arg
        p.pool[k] -= 1
        p.hand[k] += 1
        for j in range(FIRST_OF[f.side], END_OF[f.side]):
            if p.pool[j] + p.hand[j] > 0:
                p.since[j] += 1
        p.tell("6a", "chit-drawn", {"chit": p.board.chit_ids[k]}, f.side)
        f.at = 0
        return False


DRAWS: Final = [Act("draw", k) for k in range(KINDS)]
play(Draw, BuyChit(), DrawChit())


@dataclass
class Return(Frame):
    """[4.4d, 6j] One side puts unplayed chits back."""

    side: Side


class ReturnChits(Listed[Return, Storm]):
    """[6j] Any of the chits in hand; those kept count against the limit."""

    rule = "6j"
    verbs = ("return", "pass")

    def ask(self, f: Return, p: Storm) -> Choices:
        acts = [p.board.return_acts[k] for k in range(FIRST_OF[f.side], END_OF[f.side]) if p.hand[k]]
        return {f.side: [*acts, PASS]} if acts else {}

    def do(self, f: Return, p: Storm, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        p.hand[act.arg] -= 1
        p.pool[act.arg] += 1
        p.tell("6j", "chit-returned", {"side": SIDES[side]})
        return False

    def why(self, f: Return, p: Storm, side: Side, act: Act) -> list[Refusal]:
        what: dict[str, Fact] = {"chit": p.board.chit_ids[act.arg]}
        if not FIRST_OF[side] <= act.arg < END_OF[side]:
            return [Refusal("6k", "not-your-chit", what)]
        return [Refusal("6j", "chit-not-held", what)]


play(Return, ReturnChits())


def played_back(p: Storm) -> None:
    """[6h, R29]"""
    for k in range(KINDS):
        p.pool[k] += p.played[k]
        p.played[k] = 0
        p.used[k] = 0


# -- Combat Events


@dataclass
class Window(Frame):
    """[15.0d] Both players in turn, player A first, until both decline."""

    window: int
    who: Side                            # who speaks next
    declined: int = 0
    last: int = -1                       # the use just played: a standing order may wait for it


def misfit(p: Storm, im: Impulse, f: Window, use: int) -> tuple[str, str]:
    """Why a use does not fit the combat as everybody sees it; ("", "") when it does."""
    rule = USE_RULES[use]
    nat = im.side == NAT
    on = im.effects
    if use in NATIONALIST_IMPULSE and not nat:               # [15.R3b, 15.R4a, 15.R8a, 15.N3, 15.N4a, 15.N8a]
        return (rule, "only-nationalist-impulse")
    if use in REPUBLICAN_IMPULSE and nat:                    # [15.R3a, 15.R7, 15.N10b]
        return (rule, "only-republican-impulse")
    if use in on:                                            # [15.0d]
        return (rule, "already-in-force")
    if use in CANCELS:                                       # [15.N4b, 15.R8b]
        return ("", "") if any(x in on for x in CANCELS[use]) else (rule, "nothing-to-cancel")
    if use in (N8A, N8B):                                    # [15.N8a, 15.N8b]
        fits = R8A not in on and stampeding(p, im.area, use)
        return ("", "") if fits else (rule, "no-stampede-here")
    if use == R8A:                                           # [15.R8a]
        fits = bool(who_tests(p, im.area, ATTACKED)) or N8A in on or N8B in on
        return ("", "") if fits else (rule, "no-test-to-cancel")
    if use == R4B:                                           # [15.R4b]
        fits = bool(im.counter) if f.window == BEFORE_DICE else N3 not in on
        return ("", "") if fits else (rule, "no-counter-attack")
    if use == R3B:                                           # [15.R3b]
        return ("", "") if im.counter else (rule, "no-counter-attack")
    if use == N12:                                           # [15.N12]
        if nat != (f.window == FIRE) or (nat and not p.opt.alfereces_fire):
            return (rule, "no-defence-value")
        point = im.point if nat else im.bpoint
        return ("", "") if p.board.faction[point] in (LEGION, MOROCCAN) else (rule, "point-unit-not-legion")
    if use in (N10A, N10B, N10C) and im.rerolled:            # [15.N10a, 15.N10b, 15.N10c]
        return ("R75", "one-reroll")
    if use == R7 and not (is_combat(im) or p.opt.plans_any):             # [15.R7]
        return (rule, "only-after-combat")
    return ("", "")


def stampeding(p: Storm, a: int, use: int) -> bool:
    """[15.N8a, 15.N8b] Whether a Stampede would make anybody test who does not test anyway."""
    if use == N8A:
        return p.board.urban[a] and bool(who_tests(p, a, STAMPEDE_LINE))
    return not p.board.urban[a] and any(p.shock(u) for u in p.units(REP, a))


def askable(p: Storm, im: Impulse, f: Window, side: Side) -> bool:
    """[6d, 6f, 15.0d] Whether a side must be asked: it might hold something that fits."""
    for use in OPEN_TO[f.window][side]:
        kind = KIND_OF[use]
        if could_hold(p, side, kind) and not title_used(p, kind) and not misfit(p, im, f, use)[0]:
            return True
    return False


def speaker(p: Storm, f: Window) -> int:
    """Who is asked now, or -1 when the window is over."""
    who = f.who
    declined = f.declined
    im = impulse(p)
    while declined < 2:
        if askable(p, im, f, who):
            return who
        who = 1 - who
        declined += 1
    return -1


class PlayEvents(Listed[Window, Storm]):
    """[6f, 15.0d, R31]"""

    rule = WINDOW_RULE
    verbs = ("chit", "pass")

    def ask(self, f: Window, p: Storm) -> Choices:
        side = speaker(p, f)
        if side < 0:
            return {}
        im = impulse(p)
        acts = [p.board.chit_acts[use] for use in OPEN_TO[f.window][side]          # [6d, 6f, 15.0d]
                if p.hand[KIND_OF[use]] and not title_used(p, KIND_OF[use]) and not misfit(p, im, f, use)[0]]
        return {side: [*acts, PASS]}

    def do(self, f: Window, p: Storm, side: Side, act: Act) -> bool:
        if act == PASS:
            f.declined += 1
            f.who = 1 - side
            return False
        play_chit(p, side, act.arg)
        apply_use(p, act.arg)
        f.declined = 0
        f.who = 1 - side
        f.last = act.arg
        return False

    def why(self, f: Window, p: Storm, side: Side, act: Act) -> list[Refusal]:
        use = act.arg
        found = chit_refusals(p, side, use)
        if use not in OPEN_TO[f.window][side]:
            found.append(Refusal("6f", "not-in-this-window", {"chit": USES[use]}))
        else:
            rule, key = misfit(p, impulse(p), f, use)
            if rule:
                found.append(Refusal(rule, key, {"chit": USES[use]}))
        return found


play(Window, PlayEvents())


def apply_use(p: Storm, use: int) -> None:
    """What a Combat Event changes at once; its lasting part is its place among the effects of the impulse."""
    im = impulse(p)
    if use in CANCELS:                   # [15.N4b, 15.R8b]
        gone = [x for x in im.effects if x in CANCELS[use]][-1]          # the last one played
        im.effects.remove(gone)
        p.tell(USE_RULES[use], "chit-cancelled", {"chit": USES[gone]})
        return
    im.effects.append(use)
    if use == R8A:                       # [15.R8a, R99] also a test that a Stampede has caused
        im.effects = [x for x in im.effects if x not in (N8A, N8B)]
    elif use == R7:                      # [15.R7]
        im.again = True
    elif use in (N10A, N10B, N10C):      # [15.N10a, 15.N10b, 15.N10c] all dice of the roll again
        im.rerolled = True
        im.dice = []


def open_window(p: Storm, window: int) -> None:
    p.call(Window(window, impulse(p).side))


def is_combat(im: Impulse) -> bool:
    """[6f] Standard combat and assault are combat activations."""
    return im.kind in (ATTACK, ASSAULT)
