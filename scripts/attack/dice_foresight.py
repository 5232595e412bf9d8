"""Dice to come from a seed that is known: tried in branches, rematches, imports and files of running games."""
from __future__ import annotations

import json
import math
from random import Random
from typing import Any

from attack.frame import CALM, SIDES, Server, Verdict, server
from frente.kernel.chance import Dice
from frente.kernel.record import opening_in, parse

GAMES = 6
ACTS = 40
FAR = 4.0                                # standard errors that are no chance any more


def attack() -> Verdict:
    agree = expected = spread = 0.0
    rolls = seeds = 0
    with server() as s:
        for n in range(GAMES):
            first = _table(s)
            _play(s, first, n)
            running = _record(s, first)
            seeds += sum(bool(x["seed"]) for x in running["dice"])
            _resign(s, first)
            known = [opening_in(x) for x in _record(s, first)["dice"]]
            for other in (_branch(s, first), _import(s, first), _rematch(s, first)):
                _play(s, other, n + 100)
                _resign(s, other)
                _, proof = s.ask(f"/tables/{other['table']}/proof", client=CALM)
                own = max(x["first"] for x in proof["openings"])
                for roll, chances, those in proof["rolls"]:
                    if roll >= own and chances > 1:
                        likely = len(those) / chances
                        agree += Dice(known).at(roll, chances) in those
                        expected += likely
                        spread += likely * (1 - likely)
                        rolls += 1
    held = rolls > 50 and not seeds and agree - expected < FAR * math.sqrt(spread)
    return Verdict(held, f"of {rolls} dice after a known seed that seed tells {agree:.0f}, {expected:.0f} by chance; "
                         f"{seeds} files of running games hold a seed.")


def _table(s: Server) -> dict[str, Any]:
    status, made = s.ask("/tables", {"game": "brunete", "scenario": "offensive",
                                     "seats": dict.fromkeys(SIDES, "human")}, CALM)
    assert status == 201, made
    return dict(made)


def _play(s: Server, table: dict[str, Any], n: int) -> None:
    """Random acts of both sides; nobody gives a number."""
    rng = Random(n)
    path, key = f"/tables/{table['table']}", table["owner"]
    for _ in range(ACTS):
        _, state = s.ask(f"{path}/state", client=CALM, key=key)
        if state["dice"]["due"]:
            s.ask(f"{path}/dice", {"side": SIDES[0]}, CALM, key)
            continue
        mine = [(side, act) for side, acts in state["acts"].items() for act in acts]
        if not mine:
            return
        side, act = rng.choice(mine)
        status, answer = s.ask(f"{path}/acts", {"side": side, "act": act, "at": state["at"]}, CALM, key)
        assert status == 200, answer


def _record(s: Server, table: dict[str, Any]) -> dict[str, Any]:
    return dict(s.ask(f"/tables/{table['table']}/record", client=CALM, key=table["owner"])[1])


def _resign(s: Server, table: dict[str, Any]) -> None:
    s.tell(table["table"], table["owner"], {"type": "resign", "side": SIDES[0]})


def _branch(s: Server, table: dict[str, Any]) -> dict[str, Any]:
    return dict(s.ask(f"/tables/{table['table']}/branch", {"at": 5}, CALM, table["owner"])[1])


def _rematch(s: Server, table: dict[str, Any]) -> dict[str, Any]:
    return dict(s.ask(f"/tables/{table['table']}/rematch", {}, CALM, table["owner"])[1])


def _import(s: Server, table: dict[str, Any]) -> dict[str, Any]:
    record = parse(json.dumps(_record(s, table)).encode())
    record.result = None                 # as if nobody had given up
    return dict(s.ask("/import", client=CALM, raw=record.text().encode())[1])
