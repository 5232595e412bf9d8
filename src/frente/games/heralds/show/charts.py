"""What the book prints as tables, for a screen: action points, talks, propaganda, reaction, assault."""
from __future__ import annotations

from typing import Any

from frente.games.heralds.state.board import Board

# Rows by chart: what they are called, and the number of the rules that they show; a star is a modifier.
ROWS = {
    "action-points": ("5.1a", "points", (
        ("ap-large-hq", "action_points.large_hq*"), ("ap-hq", "action_points.hq*"),
        ("ap-square", "action_points.square*"), ("ap-alcala", "action_points.alcala*"),
        ("ap-exchange", "action_points.exchange*"), ("ap-no-corps-leader", "action_points.no_corps_leader*"),
        ("ap-no-level-1", "action_points.no_level_1*"))),
    "talks": ("5.2.2n", "die", (
        ("web.chart-success", "negotiation.success>"), ("web.chart-backfire", "negotiation.backfire<"),
        ("talk-not-highest", "negotiation.not_highest*"), ("talk-helpers", "negotiation.helper*"),
        ("talk-hierarchy", "negotiation.hierarchy*"), ("talk-formation", "negotiation.formation*"),
        ("talk-will", "negotiation.will*"), ("talk-phone", "negotiation.telephone*"),
        ("talk-summons", "negotiation.summons*"), ("talk-own-square", "negotiation.own_square*"),
        ("talk-enemy-square", "negotiation.enemy_square*"))),
    "propaganda": ("5.2.1g", "die", (
        ("web.chart-success", "propaganda.success>"), ("web.chart-backfire", "propaganda.backfire<"))),
    "reaction": ("6.4d", "die", (
        ("web.chart-success", "reaction.success>"), ("reaction-slower", "reaction.slower*"),
        ("reaction-will", "reaction.will*"), ("reaction-own-square", "reaction.own_square*"),
        ("reaction-alone", "reaction.alone*"))),
    "assault": ("7.1.2b", "die", (
        ("web.chart-engaged", "assault.engaged>"), ("web.chart-damage", "assault.damage>"),
        ("web.chart-support", "assault.support*"), ("web.chart-in-compound", "assault.compound_initiative*"))),
}


def charts(b: Board) -> list[dict[str, Any]]:
    return [{"id": name, "rule": rule, "corner": "", "head": [f"web.chart-{head}"],
             "rows": [[label, shown(b.v[value[:-1]], value[-1])] for label, value in rows]}
            for name, (rule, head, rows) in ROWS.items()]


def shown(n: int, how: str) -> str:
    return f"≥ {n}" if how == ">" else f"≤ {n}" if how == "<" else f"{n:+d}".replace("-", "−")
