"""What the book prints as tables, for a screen: movement, intensity, morale, bombardment and prices."""
from __future__ import annotations

from typing import Any

from frente.games.storm.state.board import Board


def charts(b: Board) -> list[dict[str, Any]]:
    levels = sorted(b.morale_name, reverse=True)
    return [
        chart("intensity", "9.4.1.C4a", "intensity", [
            ("il-base", str(b.intensity)), ("il-assault", signed(b.il_assault)),
            ("il-outnumbered", signed(b.il_outnumbered)), ("il-shock", signed(b.il_shock)),
            ("il-exhausted", signed(b.il_exhausted)), ("il-tanks", signed(b.tanks))]),
        chart("movement", "9.2d", "points", [
            ("web.chart-step", str(b.step_cost)), ("web.chart-leaving", signed(b.leaving_cost)),
            ("web.chart-entering", signed(b.entering_cost)), ("web.chart-river", signed(b.river_cost))]),
        chart("morale-test", "3.4.2a", "die", [
            ("web.chart-retreats", f"{b.retreats_from}–{b.eliminated_from - 1}"),
            ("web.chart-eliminated", f"≥ {b.eliminated_from}"), ("mod-air", signed(b.test_air)),
            ("mod-outnumbering", signed(b.test_outnumbering)), ("mod-urban", signed(b.test_urban)),
            ("mod-council", signed(b.test_council)),
            *[(f"name.{b.morale_name[n]}", signed(n)) for n in levels]]),
        chart("bombardment", "9.3g", "dice", [
            (str(n), signed(b.battery_bonus[n])) for n in range(1, len(b.battery_bonus))]),
        chart("prices", "5c", "support", [
            ("web.chart-chit", str(b.chit_price)), ("web.chart-large", str(b.large_price)),
            ("web.chart-battery", str(b.battery_price)), ("web.chart-prepared", str(b.prepare_price))])]


def chart(name: str, rule: str, head: str, rows: list[tuple[str, str]]) -> dict[str, Any]:
    return {"id": name, "rule": rule, "corner": "", "head": [f"web.chart-{head}"], "rows": [list(row) for row in rows]}


def signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−") if n else "0"
