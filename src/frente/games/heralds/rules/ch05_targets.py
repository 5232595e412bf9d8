"""[5.2.2] Who can be won or turned, by whom: brokering values, ranks, targets, envoys."""
from __future__ import annotations

from frente.games.heralds.rules.ch04_lines import usable
from frente.games.heralds.state.board import AGENT, COMBAT, HQ, LEADER, NEUTRAL, SUPPORT
from frente.games.heralds.state.frames import AFFILIATE, SUBVERT, SUMMON, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Side

# -- values and ranks


def brokering(p: Heralds, u: int) -> int:
    """[5.2.2m, 5.2.2q] What a pawn weighs in a negotiation."""
    b = p.board
    piece = p.who[u]
    if b.kind[piece] == HQ:
        return b.command[piece]
    if b.kind[piece] == SUPPORT:
        found = [p.initiative_of(v) for v in p.around(p.at[u]) if b.kind[v] == COMBAT
                 and b.formation[v] == b.formation[piece]]
        return max(found) if found else b.v["negotiation.support_value"]
    return p.initiative_of(u)


def rank(p: Heralds, u: int) -> int:
    """[R51] 1 a level 1 leader to 7 a unit; 9 for agents without a stripe, who have no rank."""
    b = p.board
    piece = p.who[u]
    kind, level = b.kind[piece], b.level[piece]
    if kind in (LEADER, AGENT):
        return 2 * level - 1 if level else 9
    return 2 * level if kind == HQ else 7


def related(p: Heralds, u: int, v: int) -> bool:
    """[R51] The same colour; Pertegaz has two."""
    b = p.board
    a, c = p.who[u], p.who[v]
    mine = [x for x in (b.formation[a], b.second[a]) if x >= 0]
    return any(x in mine for x in (b.formation[c], b.second[c]))


def below(p: Heralds, boss: int, u: int) -> bool:
    """[4.1.2a, R53] Whether a pawn is subordinate to another: a leader counts as his headquarters, and commands it."""
    b = p.board
    h, i = p.who[boss], p.who[u]
    if rank(p, boss) >= rank(p, u):
        return False
    if b.level[h] == 1:
        return b.kind[i] == HQ or b.formation[i] == b.formation[h]
    if b.formation[h] != b.formation[i]:
        return False
    return b.numeral[h] < 0 or b.numeral[h] == b.numeral[i]


# -- targets


def target_refusal(p: Heralds, side: Side, goal: int, u: int) -> tuple[str, str]:
    """[5.2.2a, R1, R50, R54, 7.1.6c, 9.8] What keeps a pawn from being the target of a goal."""
    b = p.board
    if b.kind[u] not in (HQ, LEADER, COMBAT, SUPPORT) or u == b.air:
        return ("R50", "no-target")
    if not p.alive(u) or p.captive[u]:
        return ("R50", "not-on-board")
    if b.gerc[u]:
        return ("9.8a", "gerc-apart")
    if goal == SUMMON:
        if b.kind[u] != LEADER:
            return ("R54", "only-leaders")
        if p.side[u] == side:
            return ("R54", "own-leader")
        return ("9.9.1c", "ortega-serves") if p.obeys(u) == side else ("", "")
    if goal == SUBVERT:
        return ("", "") if p.side[u] == 1 - side else ("5.2.2e", "not-enemy")
    if p.side[u] != NEUTRAL:
        return ("5.2.2e", "not-neutral")
    if b.reverse[u] != side and not (p.opt.armour_both and u in b.armours):
        return ("2.3.1b", "wrong-reverse")
    if p.damaged[u]:
        return ("7.1.6c", "damaged-neutral")
    return ("", "")


def speaks_for(p: Heralds, side: Side, u: int) -> bool:
    """[5.2.2a, 9.8a] Leaders and agents a side may send."""
    return p.alive(u) and p.obeys(u) == side and p.speaker(u) and usable(p, u)


def envoys(p: Heralds, side: Side, target: int) -> list[int]:
    """[5.2.2j, 13h, R60] Who may be sent; on turn 1 only those who are there."""
    sq = p.square(target)
    return [u for u in p.board.speakers[side] if speaks_for(p, side, u) and (p.turn > 1 or p.square(u) == sq)]


def first_of_group(p: Heralds, u: int) -> bool:
    """[5.2.2g, 7.1.6c] A brigade in one space is one target: its first detachment that can be won stands for it."""
    a, side = p.at[u], p.side[u]
    return all(p.at[v] != a or p.side[v] != side or p.captive[v] or (side == NEUTRAL and p.damaged[v])
               for v in range(p.board.eldest[u], u))


def targets(p: Heralds, side: Side) -> list[Act]:
    """[5.2.2e, 5.2.2g, 13h, R60] Every goal and target a side may declare; on turn 1 only where somebody can talk."""
    b = p.board
    found: list[Act] = []
    squares = [p.square(u) for u in b.speakers[side] if speaks_for(p, side, u)]
    for u in b.open_to_talks:
        if p.turn == 1 and p.square(u) not in squares:
            continue
        goal, verb = (AFFILIATE, "affiliate") if p.side[u] == NEUTRAL else (SUBVERT, "subvert")
        if not target_refusal(p, side, goal, u)[0] and first_of_group(p, u):
            found.append(b.unit_verbs[verb][u])
        if p.turn > 1 and not target_refusal(p, side, SUMMON, u)[0]:
            found.append(b.unit_verbs["summon"][u])
    return found


def higher_present(p: Heralds, f: Talk) -> bool:
    """[5.2.2h, R50] Whether a higher pawn of the target's own chain could have been engaged in the square."""
    return any(below(p, u, f.target) and not target_refusal(p, f.side, f.goal, u)[0]
               for u in p.around(p.at[f.target]))
