"""The card of a combat or barrage before one commits: strengths, shifts and dice with their rules, chances, notes.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.guadalajara.rules.ch01_barrage import (
    Barrage,
    Fire,
    column_names,
    column_of,
    left_shifts,
    strength,
    table_column,
)
from frente.games.guadalajara.rules.ch01_battle import (
    Attack,
    Item,
    anti_tank,
    armour_of,
    attack_of,
    attack_total,
    column,
    defence_total,
    duel_drm,
    duellists,
    modifiers,
    odds,
    shifts,
)
from frente.games.guadalajara.rules.ch01_combat import Combat, able, targets
from frente.games.guadalajara.rules.ch01_move import Move, group
from frente.games.guadalajara.rules.ch01_overrun import overrun_refusals
from frente.games.guadalajara.rules.ch01_results import longer
from frente.games.guadalajara.show.fog import covered, knows_able, laid_open, murky
from frente.games.guadalajara.show.knowledge import calm
from frente.games.guadalajara.state.board import TankResult
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Fact, Side
from frente.kit.scs.odds import POINT, rung, spelled

UNKNOWN: Final = "?"                     # odds against units that are out of sight
HOPELESS: Final = "A2r2"                 # the result without dice (1.18a)
TWO_DICE: Final = {roll: 6 - abs(roll - 7) for roll in range(2, 13)}         # of 36


def battle_card(p: Guadalajara, viewer: Side | None) -> dict[str, Any]:
    """The combat or barrage being prepared or resolved; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, Attack):
            return attack_card(p, f, viewer)
        if isinstance(f, Fire):
            return fire_card(p, f, viewer)
        if isinstance(f, Combat | Move) and not knows_able(p, viewer, f.side):
            return {}
        if isinstance(f, Combat):
            return {"targets": {p.board.names[t]: best_odds(p, f.side, t, viewer) for t in targets(f, p)}}
        if isinstance(f, Barrage):
            return {}
        if isinstance(f, Move):
            return overrun_card(p, f, viewer)
    return {}


def best_odds(p: Guadalajara, side: Side, t: int, viewer: Side | None) -> str:
    """Odds if everybody of one nationality who is able took part."""
    b = p.board
    all_of = able(p, side, t)
    if murky(p, viewer, [*all_of, *p.stack_at(t)]):
        return UNKNOWN
    total = max((sum(attack_of(p, u, t) for u in all_of if b.nation[u] == n) for n in range(3)), default=0)
    return spelled(rung(total, defence_total(p, p.stack_at(t), t, side), p.opt.defender_favour))


def overrun_card(p: Guadalajara, f: Move, viewer: Side | None) -> dict[str, Any]:
    """The overruns that the moving group may make from where it stands, each with its card."""
    units = group(f, p)
    if not units or f.over >= 0:
        return {}
    b = p.board
    found: dict[str, dict[str, Any]] = {}
    for t in b.nb[p.hex[units[0]]]:
        if p.holder(t) == 1 - f.side and not overrun_refusals(f, p, units, t):
            found[b.names[t]] = attack_card(p, Attack(f.side, t, units, overrun=True), viewer)
    return {"overruns": found} if found else {}


def in_sight(p: Guadalajara, viewer: Side | None, units: Sequence[int]) -> list[str]:
    open_units = laid_open(p)
    return [p.board.uid[u] for u in units if not covered(p, viewer, u, open_units)]


def lines(items: list[Item]) -> list[dict[str, Any]]:
    """The lines of a reckoning."""
    return [{"columns": x.value, "rule": x.rule, "key": x.key} for x in items]


# -- combat


def attack_card(p: Guadalajara, f: Attack, viewer: Side | None) -> dict[str, Any]:
    b = p.board
    defenders = f.defenders or p.stack_at(f.target)
    card: dict[str, Any] = {
        "target": b.names[f.target], "attackers": in_sight(p, viewer, f.units), "overrun": f.overrun,
        "defenders": in_sight(p, viewer, defenders)}
    if f.result:
        card |= {"dice": f.dice[:], "result": f.result[:]}
        return card
    if murky(p, viewer, [*f.units, *defenders]):
        card["unknown"] = True
        return card
    if not f.units:
        return card
    p = calm(p, viewer)                  # [4.6c] a modifier, or a longer retreat, would tell of panic
    trial = f.clone()
    trial.defenders = defenders
    attack, defence = attack_total(trial, p), defence_total(p, defenders, f.target, f.side)
    card |= {"attack": attack / POINT, "defence": defence / POINT, "base": spelled(odds(trial, p)),
             "shifts": lines(shifts(trial, p)), "drm": lines(modifiers(trial, p))}
    c = column(odds(trial, p) + sum(x["columns"] for x in card["shifts"]))
    card["column"] = b.columns[c] if c >= 0 else HOPELESS
    card["row"] = row(p, trial, c, sum(x["columns"] for x in card["drm"]))
    card["notes"] = armour_notes(p, trial, card) + aftermath_notes(p, trial, card["row"])
    return card


def row(p: Guadalajara, f: Attack, c: int, drm: int) -> dict[str, Any]:
    """Both dice as a distribution: results with their chances, expected steps, and the chance to empty the hex."""
    b = p.board
    steps = [sum(p.steps[u] for u in f.units if not b.armour[u]),
             sum(p.steps[u] for u in f.defenders if not b.armour[u])]
    results: list[dict[str, Any]] = []
    lost = [0, 0]
    emptied = back = 0
    for roll, n in TWO_DICE.items():
        k = min(max(roll + drm, 0), b.rows)
        cell = b.hopeless if c < 0 else b.results[c + k]
        lost[0] += n * min(cell.attacker, steps[0])
        lost[1] += n * min(cell.defender, steps[1])
        away = longer(p, f.defenders, cell.defender, cell.defender_retreat)
        flees = longer(p, f.units, cell.attacker, cell.attacker_retreat)
        gone = cell.defender >= steps[1]
        emptied += n if gone or away else 0
        back += n if flees else 0
        results.append({"die": roll, "chance": n / 36, "code": HOPELESS if c < 0 else b.ladder[c + k], "mark": "",
                        "attacker": cell.attacker, "attacker-retreat": flees, "defender": cell.defender,
                        "retreat": away, "sort": sort_of(cell.defender, away, gone),
                        "says": effects(cell.attacker, flees, cell.defender, away, gone)})
    return {"results": results, "attacker-loss": lost[0] / 36, "defender-loss": lost[1] / 36,
            "cleared": emptied / 36, "cleared-if-stubborn": emptied / 36, "attacker-retreats": back / 36,
            "facts": [fact("attacker-loss", lost[0] / 36), fact("defender-loss", lost[1] / 36),
                      share("hex-given-up", emptied), share("attacker-retreats", back)]}


def fact(key: str, value: float) -> dict[str, Any]:
    return {"key": f"card.{key}", "value": value}


def share(key: str, of_36: int) -> dict[str, Any]:
    return {"key": f"card.{key}", "share": of_36 / 36}


def sort_of(steps: int, hexes: int, gone: bool) -> str:
    """How hard the defender is hit: z not at all, a steps, b a short retreat, c a long one, e the end."""
    return "e" if gone else "c" if hexes > 1 else "b" if hexes else "a" if steps else "z"


def effects(attacker: int, flees: int, defender: int, away: int, gone: bool) -> list[dict[str, Any]]:
    said = [("effect-attacker-steps", attacker), ("effect-attacker-hexes", flees)]
    if gone:
        said.append(("effect-defender-gone", 1))
    else:
        said += [("effect-defender-steps", defender), ("effect-defender-hexes", away)]
    return [{"key": key, "facts": {"n": n}} for key, n in said if n] or [{"key": "effect-none", "facts": {}}]


def note(rule: str, key: str, facts: dict[str, Fact]) -> dict[str, Any]:
    return {"rule": rule, "key": key, "facts": facts}


def percent(n: int, of: int) -> str:
    return f"{round(100 * n / of)} %"


def armour_notes(p: Guadalajara, f: Attack, card: dict[str, Any]) -> list[dict[str, Any]]:
    """[1.11f, 1.11h] The tank combat or the roll of the armour afterwards, with what it may cost."""
    b = p.board
    a, d = duellists(f, p)
    if a >= 0:
        drm = duel_drm(f, p)
        lines = [tank_line(b.tank_vs_tank, die + drm - b.tvt_low) for die in range(1, 7)]
        mine = sum(1 for x in lines if x.attacker_steps or x.attacker_disabled)
        theirs = sum(1 for x in lines if x.defender_steps or x.defender_disabled)
        card["duel"] = {"attacker": b.uid[a], "defender": b.uid[d], "drm": drm}
        return [note("1.11h", "note-duel", {"unit": b.uid[a], "enemy": b.uid[d], "drm": f"{drm:+d}",
                                            "ours": percent(mine, 6), "theirs": percent(theirs, 6)})]
    tank = armour_of(p, f.units)
    tank = tank if tank >= 0 else armour_of(p, f.defenders)
    if tank < 0 or b.flame[tank]:
        return []
    drm = 1 if tank in f.units and anti_tank(f, p) else 0
    card["tank-roll"] = {"unit": b.uid[tank], "drm": drm}
    lines = [tank_line(b.after_combat, die + drm) for die in range(1, 7)]
    hurt = sum(1 for x in lines if x.attacker_steps or x.attacker_disabled)
    return [note("1.11f.2", "note-tank-roll", {"unit": b.uid[tank], "drm": f"{drm:+d}", "ours": percent(hurt, 6)})]


def tank_line(table: list[TankResult], at: int) -> TankResult:
    return table[min(max(at, 0), len(table) - 1)]


def aftermath_notes(p: Guadalajara, f: Attack, chances: dict[str, Any]) -> list[dict[str, Any]]:
    """What comes after the result: retreats, longer ones, the advance."""
    found: list[dict[str, Any]] = []
    if any(r["retreat"] or r["attacker-retreat"] for r in chances["results"]):
        found.append(note("scs.ret.1", "note-retreat", {}))
    for key, units in (("note-longer-attacker", f.units), ("note-longer-defender", f.defenders)):
        extra = longer(p, units, 1, 1) - 1
        if extra:
            found.append(note("1.6c.2", key, {"n": extra}))
    if chances["cleared"]:
        rule, key = ("scs.ovr.3", "note-overrun") if f.overrun else ("scs.adv.1", "note-advance")
        found.append(note(rule, key, {"hex": p.board.names[f.target]}))
    return found


# -- barrages


def fire_card(p: Guadalajara, f: Fire, viewer: Side | None) -> dict[str, Any]:
    b = p.board
    card: dict[str, Any] = {
        "barrage": True, "camps": ["card.barrage", "card.under-fire"], "target": b.names[f.target],
        "attackers": in_sight(p, viewer, f.guns), "air": f.points,
        "defenders": in_sight(p, viewer, p.stack_at(f.target)), "columns": column_names(p)}
    if len(f.dice) == 2:                 # whose guns they were no longer matters, and may be out of sight
        return card | {"dice": f.dice[:]}
    if (not f.guns and not f.points) or murky(p, viewer, f.guns):
        return card
    c = table_column(f, p)
    results: list[dict[str, Any]] = []
    steps = hit = 0
    for roll, n in TWO_DICE.items():
        code = b.barrage_rows[roll][c]
        lost = int(code) if code.isdigit() else 0
        steps += n * lost
        hit += n if code != "NE" else 0
        said = [{"key": "effect-steps", "facts": {"n": lost}}] if lost else []
        said.append({"key": "effect-none" if code == "NE" else "effect-disorganised", "facts": {}})
        results.append({"die": roll, "chance": n / 36, "code": code, "mark": "", "attacker": 0, "defender": lost,
                        "retreat": 0, "sort": "c" if lost else "a" if code == "DG" else "z", "says": said})
    card |= {"attack": strength(f, p), "base": card["columns"][column_of(p, strength(f, p))],
             "column": card["columns"][c],
             "shifts": [{"columns": -n, "rule": rule, "key": key} for n, rule, key in left_shifts(f, p)],
             "row": {"results": results, "attacker-loss": 0.0, "defender-loss": steps / 36, "cleared": hit / 36,
                     "cleared-if-stubborn": hit / 36, "facts": [fact("steps", steps / 36), share("effect", hit)]},
             "notes": [note("1.8f.2", "note-disorganised", {})]}
    return card

