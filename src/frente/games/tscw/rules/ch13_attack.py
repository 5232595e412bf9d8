"""[13.1-13.6, 13.12-13.15, 8.4, R101, R102] Combat: choosing an attack, naming attackers, committing support."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from frente.games.tscw.rules.ch04_victory import judge_madrid
from frente.games.tscw.rules.ch07_chits import chit_refusal, hand, held, spend
from frente.games.tscw.rules.ch07_duties import MADRID, objectives
from frente.games.tscw.rules.ch08_air import air_reasons, available, is_northern
from frente.games.tscw.rules.ch12_movement import at_odds
from frente.games.tscw.rules.ch13_odds import (
    Attack,
    attack_parts,
    defence_parts,
    firsts,
    shift_parts,
    table_column,
    train_defends,
    worth,
)
from frente.games.tscw.rules.ch13_results import AttackerLosses, BattleResult, Breakthrough, DefenderLosses, pursuit
from frente.games.tscw.rules.ch13_targets import (
    able,
    attackable,
    called,
    counts,
    must,
    needed,
    positive,
    ready,
    spared,
    targets,
    unit_refusal,
)
from frente.games.tscw.rules.ch15_optional import Scout, can_scout
from frente.games.tscw.state.board import CANTABRIAN, HQ, KONDOR, MEDITERRANEAN, NAT, REP, SIDES, TOWN, TRAIN
from frente.games.tscw.state.position import (
    FOUGHT,
    INTACT,
    OOS,
    SPENT,
    Tscw,
    refusal,
)
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

GO: Final = Act("go")
NAVAL_GUNS: Final = Act("naval")
FIRST_FLEET: Final = 3                   # turn (13.15d)
EAST_OF: Final = 11                      # hexrow (13.15b)
NAMES: Final = (("soviet-aircraft", "north-aircraft", "tactical-surprise", "town-defense", "republican-determination"),
                ("german-aircraft", "goicoechea"))           # combat chits by side


# -- which hex


@dataclass
class Combat(Frame):
    """[13.4] A side's combat phase, attack after attack."""

    side: Side
    hit: list[int] = field(default_factory=list)             # hexes attacked in this phase


class ChooseTarget(Listed[Combat, Tscw]):
    """[13.1, 13.2, 13.4] Any number of attacks, each on one hex, in any order; what is owed before the end."""

    rule = "13.1"
    verbs = ("attack", "scout", "pass")

    def ask(self, f: Combat, p: Tscw) -> Choices:
        acts = p.board.attack_acts
        found = targets(p, f.side, f.hit)
        owed = must(p, f.side, found)
        offers = [acts[t] for t in found if spared(p, f.side, t, f.hit)]         # [7.33a]
        if f.side == REP:                # [15.1a]
            offers += [Act("scout", u) for u in p.board.hqs[REP] if can_scout(p, u)]
        if not owed:                     # [7.22a, 7.33a]
            offers.append(PASS)
        return {f.side: offers}

    def do(self, f: Combat, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "scout":          # [15.1a]
            p.call(Scout(act.arg))
            return False
        f.hit.append(act.arg)
        p.call(Attack(side, act.arg))
        return False

    def why(self, f: Combat, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act == PASS:
            return [Refusal("7.22a" if side == NAT else "7.33a", "attack-owed", {})]
        if act.verb == "scout":
            return [refusal(p, "15.1a", "cannot-scout", act.arg)]
        t = act.arg
        if p.holder(t) != 1 - side:
            return [refusal(p, "13.2", "no-enemy-there", -1, t)]
        if t in f.hit:
            return [refusal(p, "13.3b", "hex-already-attacked", -1, t)]
        if not p.fighters(t):
            return [refusal(p, "R152", "only-headquarters", -1, t)]
        if not attackable(p, side, t, f.hit):
            return [refusal(p, "R113", "nobody-can-attack", -1, t)]
        return [Refusal("7.33a", "attack-owed", {})]


play(Combat, ChooseTarget())


# -- attackers


def kept_out(p: Tscw, f: Attack, u: int, units: Sequence[int]) -> tuple[str, str]:
    """[7.33a, 15.7.2] What keeps a unit next to the hex from attacking it beside others."""
    if needed(p, f.side, f.target, u, units, combat(p).hit):
        return ("7.33a", "kept-for-offensive")
    if p.opt.politics and any(at_odds(p, u, v) for v in units):
        return ("15.7.2c" if p.board.code[u] == "C" else "15.7.2b", "parties-apart-attack")
    return ("", "")


def joins(p: Tscw, f: Attack, u: int) -> bool:
    """[13.3, 13.12a, 13.24, 7.33a, 15.7.2] Whether a unit next to the hex may be added, so that somebody can carry the
    attack."""
    if u in f.units or unit_refusal(p, f.side, u)[0]:
        return False
    if p.board.type[u] == HQ:
        return any(p.hex[v] == p.hex[u] for v in f.units)    # there is one headquarters in a hex (9.2b)
    if kept_out(p, f, u, f.units)[0]:
        return False
    both = [*f.units, u]
    return any(positive(p, v) and not kept_out(p, f, v, both)[0] for v in able(p, f.side, f.target))


def candidates(p: Tscw, f: Attack) -> list[int]:
    found: list[int] = []
    for h in p.board.nb[f.target]:
        for u in p.stack_at(h):
            if joins(p, f, u):
                found.append(u)
    return sorted(found)


def owed_units(p: Tscw, f: Attack, found: Sequence[int]) -> bool:
    """[7.22a, 7.33a, 13.5, R59, R60] Somebody who must be in this attack, because no other is left to him."""
    hit = combat(p).hit                  # this hex among them
    if f.side == NAT:
        for u in found:
            if p.duty[u] == MADRID and not any(
                    attackable(p, NAT, t, hit, f.units) for t in p.board.nb[p.hex[u]]):
                return True
        return False
    if not called(p, REP) or f.target not in objectives(p):
        return False
    others = ready(p, hit, f.units)
    lacking = p.quota - len(others) - sum([1 for u in f.units if counts(p, u)])
    return lacking > 0 and any(counts(p, u) and u not in others for u in found)


def combat(p: Tscw) -> Combat:
    for f in reversed(p.stack):
        if isinstance(f, Combat):
            return f
    return Combat(NAT)


class ChooseAttackers(Listed[Attack, Tscw]):
    """[13.2, 13.5, 13.24] Units next to the hex, one by one; zero factors may ride along with others."""

    rule = "13.2"
    verbs = ("unit", "go")

    def ask(self, f: Attack, p: Tscw) -> Choices:
        if f.fight:
            return {}
        found = candidates(p, f)
        acts = [p.board.unit_acts[u] for u in found]
        if any(positive(p, u) for u in f.units) and not owed_units(p, f, found):
            acts.append(GO)
        return {f.side: acts}

    def do(self, f: Attack, p: Tscw, side: Side, act: Act) -> bool:
        if act == GO:
            return True
        f.units.append(act.arg)
        return False

    def why(self, f: Attack, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act == GO:
            if any(positive(p, u) for u in f.units):
                return [Refusal("7.22a" if side == NAT else "7.33a", "attacker-owed", {})]
            return [Refusal("13.24", "needs-attack-factor", {})]
        u = act.arg
        rule, key = unit_refusal(p, side, u)
        if rule:
            return [refusal(p, rule, key, u)]
        if u in f.units:
            return [refusal(p, "13.3a", "already-chosen", u)]
        if f.target not in p.board.nb[p.hex[u]]:
            return [refusal(p, "13.2", "not-next-to-target", u, f.target)]
        if p.board.type[u] == HQ:
            return [refusal(p, "13.12a", "hq-needs-company", u)]
        rule, key = kept_out(p, f, u, f.units)
        if not rule:                     # it would leave nobody to carry the attack
            rule, key = ("7.33a", "kept-for-offensive") if called(p, side) else ("15.7.2b", "parties-apart-attack")
        return [refusal(p, rule, key, u)]


class Declare(Step[Attack, Tscw]):
    """[13.6, R101] Both stacks are shown, the odds of the ground units worked out; there is no way back."""

    rule = "13.6"

    def auto(self, f: Attack, p: Tscw) -> None:
        b = p.board
        f.foes = p.stack_at(f.target)
        for u in f.units:
            p.state[u] |= FOUGHT         # [13.3b]
        for u in f.foes:                 # [15.3] one battle a turn, and defence comes first
            if b.type[u] == TRAIN and train_defends(p, f, u):
                p.state[u] |= SPENT
        if not f.fight:
            f.pursuers = pursuit(p, f)   # [13.28a]
            if p.offensive == p.turn and f.target in objectives(p):            # held by the Nationalist
                named = sum([1 for u in f.units if counts(p, u)])
                p.quota = max(0, p.quota - named)                # [7.33a]
        p.reveal()
        p.tell("13.6", "attack-declared", {
            "side": SIDES[f.side], "hex": b.title(f.target), "attack": worth(attack_parts(p, f)),
            "defence": worth(defence_parts(p, f)), "units": len(f.units)})


# -- support


class Support(Listed[Attack, Tscw]):
    """[7.8c] What a side may bring into a battle besides its units; nothing into the fights of the coup."""

    rule = "7.8c"
    defending: ClassVar[bool] = False

    def ask(self, f: Attack, p: Tscw) -> Choices:
        side = 1 - f.side if self.defending else f.side
        found = [] if f.fight else self.offer(f, p, side)
        return {side: found} if found else {}

    def offer(self, f: Attack, p: Tscw, side: Side) -> list[Act]:
        raise NotImplementedError


class AttackerGuns(Support):
    """[13.12b-13.12f, 13.12i] One headquarters a side may shift the odds; the attacker commits first."""

    rule = "13.12e"
    verbs = ("support", "pass")
    prompt = "Guns"

    def offer(self, f: Attack, p: Tscw, side: Side) -> list[Act]:
        if not any(p.hex[u] >= 0 and not p.state[u] & SPENT for u in p.board.guns[side]):
            return []
        return [*[Act("support", u) for u in p.board.guns[side] if not gun_refusal(p, f, side, u)[0]], PASS]

    def do(self, f: Attack, p: Tscw, side: Side, act: Act) -> bool:
        if act != PASS:
            if self.defending:
                f.counter = act.arg
            else:
                f.guns = act.arg
            p.state[act.arg] |= SPENT
            p.reveal()
            p.tell("13.12d", "hq-supports", {"unit": p.board.uid[act.arg]})
        return True

    def why(self, f: Attack, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        rule, key = gun_refusal(p, f, side, act.arg)
        return [refusal(p, rule, key, act.arg)]


class DefenderGuns(AttackerGuns):
    """[13.12e] Then the defender."""

    defending: ClassVar[bool] = True


def gun_refusal(p: Tscw, f: Attack, side: Side, u: int) -> tuple[str, str]:
    b = p.board
    if b.side[u] != side or not b.artillery[u]:
        return ("13.12b", "no-artillery")
    if p.hex[u] < 0:
        return ("13.12b", "not-on-map")
    if p.state[u] & SPENT:
        return ("13.12f", "artillery-spent")
    if p.state[u] & OOS and (side == f.side or not b.town[p.hex[u]]):
        return ("13.12i", "hq-unsupplied")                   # [10.7, R103] in a town it is supplied for defence
    places = [f.target] if side != f.side else [p.hex[v] for v in f.units]
    if not any(x == p.hex[u] or x in b.nb[p.hex[u]] for x in places):
        return ("13.12c", "hq-too-far")
    return ("", "")


class AttackerAir(Support):
    """[8.4a] Any number of ready air units within range; the attacker first."""

    rule = "8.4a"
    verbs = ("air", "pass")
    prompt = "AirSupport"

    def parties(self, f: Attack) -> tuple[list[int], list[int]]:
        """[8.3a] Ground units of whoever is asked, and the others."""
        return (f.foes, f.units) if self.defending else (f.units, f.foes)

    def offer(self, f: Attack, p: Tscw, side: Side) -> list[Act]:
        found = [Act("air", a) for a in available(p, side, f.target, *self.parties(f))]
        return [*found, PASS] if found else []

    def do(self, f: Attack, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        f.air.append(act.arg)
        p.state[act.arg] |= SPENT
        p.tell("8.4a", "air-supports", {"unit": p.board.uid[act.arg]})
        return False

    def why(self, f: Attack, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return air_reasons(p, side, act.arg, f.target, *self.parties(f))


class DefenderAir(AttackerAir):
    """[8.4a] Then the defender."""

    defending: ClassVar[bool] = True


class AttackerNaval(Support):
    """[13.15] Naval gunfire at a coastal hex, once a turn."""

    rule = "13.15a"
    verbs = ("naval", "pass")
    prompt = "Naval"

    def offer(self, f: Attack, p: Tscw, side: Side) -> list[Act]:
        return [] if naval_refusal(p, f, side)[0] else [NAVAL_GUNS, PASS]

    def do(self, f: Attack, p: Tscw, side: Side, act: Act) -> bool:
        if act == NAVAL_GUNS:
            f.naval |= 2 if self.defending else 1
            p.naval[side] = 1
            p.tell("13.15a", "naval-supports", {"side": SIDES[side]})
        return True


class DefenderNaval(AttackerNaval):
    """[13.15a] Then the defender."""

    defending: ClassVar[bool] = True


def naval_refusal(p: Tscw, f: Attack, side: Side) -> tuple[str, str]:
    """[13.15b-13.15d, R105]"""
    b = p.board
    sea = b.coast[f.target]
    if p.naval[side]:
        return ("13.15a", "naval-used")
    if side == NAT:
        return ("", "") if sea in (CANTABRIAN, MEDITERRANEAN) else ("13.15c", "not-that-coast")
    if not p.fleet:
        return ("7.8b", "fleet-gone")
    if p.turn < FIRST_FLEET:
        return ("13.15d", "fleet-not-ready")
    if sea != MEDITERRANEAN or b.column[f.target] <= EAST_OF:
        return ("13.15b", "not-that-coast")
    return ("", "")


class AttackerChits(Support):
    """[13.13, 7.3b] Combat chits, singly or together; asked of whoever holds any chit at all."""

    rule = "13.13"
    verbs = ("chit", "pass")
    prompt = "CombatChits"

    def offer(self, f: Attack, p: Tscw, side: Side) -> list[Act]:
        if not hand(p, side):
            return []
        b = p.board
        return [*[b.chit_acts[b.kinds.index(name)] for name in NAMES[side]
                  if held(p, side, name) >= 0 and not chit_misfit(p, f, name)[0]], PASS]

    def do(self, f: Attack, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        name = p.board.kinds[act.arg]
        spend(p, side, held(p, side, name))
        f.chits.append(act.arg)
        if name == "goicoechea":
            p.goicoechea = 1             # [7.14, R54] for good
        return False

    def why(self, f: Attack, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        name = p.board.kinds[act.arg]
        what: dict[str, Fact] = {"chit": name}
        if name not in NAMES[side]:
            return [Refusal("13.13", "no-combat-chit", what)]
        found: list[Refusal] = []
        if held(p, side, name) < 0:
            found.append(chit_refusal(p, name))
        rule, key = chit_misfit(p, f, name)
        if rule:
            found.append(Refusal(rule, key, what))
        return found


class DefenderChits(AttackerChits):
    """[13.13] The attacker declares first."""

    defending: ClassVar[bool] = True


def chit_misfit(p: Tscw, f: Attack, name: str) -> tuple[str, str]:
    """[7.14, 7.30, 7.31, 7.38a, 7.39, 7.40a, R42, R65, R67] Why a combat chit does not fit this battle."""
    b = p.board
    rule = b.kind_rule[b.kinds.index(name)]
    own = f.units if f.side == REP else f.foes
    if name == "german-aircraft":
        fits = any(p.folk[a] == KONDOR for a in f.air)
    elif name == "goicoechea":
        fits = f.target == b.bilbao and f.side == NAT and p.fort[f.target] == INTACT and not p.goicoechea
    elif name == "soviet-aircraft":
        fits = any(b.side[a] == REP for a in f.air)
    elif name == "north-aircraft":
        fits = any(is_northern(p, u) for u in own)
        rule = "7.38a"
    elif name == "tactical-surprise":
        fits = f.side == REP
    elif name == "town-defense":
        rule = "7.40a"
        fits = f.side == NAT and b.town[f.target] == TOWN and any(p.column(u) for u in f.foes)
    else:                                # Republican Determination
        fits = f.side == NAT
    return ("", "") if fits else (rule, "chit-does-not-fit")


class Committed(Step[Attack, Tscw]):
    """[13.11a, 13.12h, 15.5, 15.6] Everything is fixed before the die is rolled."""

    rule = "13.11a"

    def auto(self, f: Attack, p: Tscw) -> None:
        f.first = firsts(p, f)
        p.italians_attack |= f.first & 1
        p.italians_defend |= f.first >> 1 & 1
        p.russians |= f.first >> 2 & 1
        p.tell("13.7", "odds", {
            "attack": worth(attack_parts(p, f)), "defence": worth(defence_parts(p, f)),
            "shift": f"{worth(shift_parts(p, f)):+d}", "column": p.board.columns[table_column(p, f)]})


class BattleDie(Die[Attack, Tscw]):
    """[13.10a]"""

    rule = "13.10a"


class AfterBattle(Step[Attack, Tscw]):
    """[R12] Supply may have reached Madrid."""

    rule = "4.2a"

    def auto(self, f: Attack, p: Tscw) -> None:
        judge_madrid(p)


play(Attack, ChooseAttackers(), Declare(), AttackerGuns(), DefenderGuns(), AttackerAir(), DefenderAir(),
     AttackerNaval(), DefenderNaval(), AttackerChits(), DefenderChits(), Committed(), BattleDie(), BattleResult(),
     AttackerLosses(), DefenderLosses(), Breakthrough(), AfterBattle())


def begin_combat(p: Tscw, side: Side) -> None:
    """[5.2.B, 5.2.C, 13.3b, R73] Marks of the last combat phase go."""
    for s in (REP, NAT):
        for u in p.board.ground[s]:
            p.state[u] &= ~FOUGHT
        if p.opt.naval_phase:
            p.naval[s] = 0
    p.call(Combat(side))
