"""[scn.*] The order of battle: every list of the four scenarios against the counters of the data."""
from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from tests.guadalajara.lay import tables

with (GAME.folder / "rules.toml").open("rb") as _file:
    RULES: dict[str, dict[str, Any]] = {r["id"]: r for r in tomllib.load(_file)["rule"]}
LIST = re.compile(r"scn\.(\d)\.(rep|nat)\.(setup|T\d+x?)\.\d+")
LISTS = [x for x in RULES if LIST.fullmatch(x)]
SIDE = {"rep": "republican", "nat": "nationalist"}
ITEM = re.compile(r"(?:(\d+)x )?(.+?)(?: \[(.*)\])?")
HEX = re.compile(r"\b\d{1,2}\.\d\d\b")
SAME = {"Cam/1Bis": "Cam/MCC", "JC/1Bis": "JC/MCC", "CdH/1Bis": "CdH/MCC", "Cam/1 Bis": "Cam/MCC",
        "JC/1 Bis": "JC/MCC", "CdH/1 Bis": "CdH/MCC"}                # R16
FACTIONS = ("Communist", "Anarchist", "International", "Italian Volunteer", "Italian", "Falangist", "Carlist", "Mixed")


def items(rule: str) -> list[tuple[int, str, str, int]]:
    """What a list holds: number, factors or kind, designation, steps (0: full)."""
    body = RULES[rule]["says"].split("): ", 1)[1].rstrip(".")
    found: list[tuple[int, str, str, int]] = []
    for text in body.split("; ") if "[" not in body else re.split(r"; (?![^\[]*\])", body):
        m = ITEM.fullmatch(text)
        assert m is not None, text
        inside = [x.strip() for x in (m[3] or "").split(";")]
        steps = 1 if "1 step" in inside else 0
        names = [x for x in inside if x and x != "1 step" and not x.startswith(FACTIONS) and x != "no stripe"]
        found.append((int(m[1] or 1), m[2], names[-1] if names and names[-1] != "Arty" else "", steps))
    return found


def entries(scenario: int, side: str, when: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The counters of a list of the data: set-up, a turn, or the Exploitation Phase of a turn."""
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for u in tables()["units"]["unit"]:
        for e in u["entry"]:
            turn = "setup" if e["turn"] == 0 else f"T{e['turn']}" + ("x" if e.get("phase") == "exploitation" else "")
            if (e["scenario"], u["side"], turn) == (scenario, side, when):
                found.append((u, e))
    return found


@pytest.mark.rule(
    "scn.1.rep.setup.01", "scn.1.rep.setup.02", "scn.1.rep.setup.03", "scn.1.rep.setup.04", "scn.1.rep.setup.05",
    "scn.1.rep.setup.06", "scn.1.rep.setup.07", "scn.1.rep.setup.08", "scn.1.rep.setup.09", "scn.1.rep.setup.10",
    "scn.1.rep.setup.11", "scn.1.rep.setup.12", "scn.1.rep.setup.13", "scn.1.rep.setup.14", "scn.1.rep.T1.01",
    "scn.1.rep.T2.01", "scn.1.rep.T2.02", "scn.1.rep.T2.03", "scn.1.rep.T2.04", "scn.1.rep.T3.01", "scn.1.rep.T3.02",
    "scn.1.rep.T4.01", "scn.1.rep.T4.02", "scn.1.rep.T5.01", "scn.1.rep.T5.02", "scn.1.rep.T5.03",
    "scn.1.rep.T5x.01", "scn.1.rep.T5x.02", "scn.1.rep.T6.01", "scn.1.rep.T6.02", "scn.1.rep.T6.03",
    "scn.1.rep.T6.04", "scn.1.rep.T6.05", "scn.1.rep.T7.01", "scn.1.rep.T7.02", "scn.1.rep.T7.03", "scn.1.rep.T7.04",
    "scn.1.rep.T8.01", "scn.1.rep.T8.02", "scn.1.nat.setup.01", "scn.1.nat.setup.02", "scn.1.nat.setup.03",
    "scn.1.nat.setup.04", "scn.1.nat.setup.05", "scn.1.nat.setup.06", "scn.1.nat.setup.07", "scn.1.nat.setup.08",
    "scn.1.nat.setup.09", "scn.1.nat.setup.10", "scn.1.nat.setup.11", "scn.1.nat.setup.12", "scn.1.nat.setup.13",
    "scn.1.nat.setup.14", "scn.1.nat.T2.01", "scn.1.nat.T2.02", "scn.1.nat.T3.01", "scn.1.nat.T4.01",
    "scn.1.nat.T4.02", "scn.1.nat.T10.01", "scn.1.nat.T11.01", "scn.2.rep.setup.01", "scn.2.rep.setup.02",
    "scn.2.rep.setup.03", "scn.2.rep.setup.04", "scn.2.rep.setup.05", "scn.2.rep.setup.06", "scn.2.rep.setup.07",
    "scn.2.rep.setup.08", "scn.2.rep.setup.09", "scn.2.rep.setup.10", "scn.2.rep.setup.11", "scn.2.rep.T1.01",
    "scn.2.rep.T2.01", "scn.2.rep.T2.02", "scn.2.rep.T3.01", "scn.2.rep.T3.02", "scn.2.nat.setup.01",
    "scn.2.nat.setup.02", "scn.2.nat.setup.03", "scn.2.nat.setup.04", "scn.2.nat.setup.05", "scn.2.nat.setup.06",
    "scn.2.nat.T2.01", "scn.2.nat.T2.02", "scn.2.nat.T3.01", "scn.3.rep.setup.01", "scn.3.rep.setup.02",
    "scn.3.rep.setup.03", "scn.3.rep.setup.04", "scn.3.rep.T1.01", "scn.3.rep.T2.01", "scn.3.rep.T4.01",
    "scn.3.rep.T5.01", "scn.3.rep.T6.01", "scn.3.rep.T6.02", "scn.3.rep.T6.03", "scn.3.rep.T7.01", "scn.3.rep.T8.01",
    "scn.3.rep.T8.02", "scn.3.nat.setup.01", "scn.3.nat.setup.02", "scn.3.nat.setup.03", "scn.3.nat.setup.04",
    "scn.3.nat.setup.05", "scn.3.nat.setup.06", "scn.3.nat.setup.07", "scn.3.nat.T10.01", "scn.3.nat.T11.01",
    "scn.4.rep.setup.01", "scn.4.rep.setup.02", "scn.4.rep.setup.03", "scn.4.rep.setup.04", "scn.4.rep.setup.05",
    "scn.4.rep.setup.06", "scn.4.rep.setup.07", "scn.4.rep.setup.08", "scn.4.rep.setup.09", "scn.4.rep.setup.10",
    "scn.4.rep.setup.11", "scn.4.rep.setup.12", "scn.4.rep.T10.01", "scn.4.nat.setup.01", "scn.4.nat.setup.02",
    "scn.4.nat.setup.03", "scn.4.nat.setup.04", "scn.4.nat.setup.05", "scn.4.nat.setup.06", "scn.4.nat.setup.07",
    "scn.4.nat.setup.08", "scn.4.nat.setup.09", "scn.4.nat.setup.10", "scn.4.nat.setup.11", "scn.4.nat.setup.12",
    "scn.4.nat.setup.13", "scn.4.nat.setup.14", "scn.4.nat.setup.15")
@pytest.mark.parametrize("rule", LISTS)
def test_a_list_of_the_rulebook_is_in_the_data(rule: str) -> None:
    m = LIST.fullmatch(rule)
    assert m is not None
    scenario, side, when = int(m[1]), SIDE[m[2]], m[3]
    there = entries(scenario, side, when)
    where = RULES[rule]["says"].split("(", 1)[1].split("): ", 1)[0]
    for number, what, name, steps in items(rule):
        if "Reserve marker" in what:
            turn = 0 if when == "setup" else int(when.strip("Tx"))
            markers = [x for x in tables()["units"]["reserve_markers"]
                       if (x["scenario"], x["side"], x["turn"]) == (scenario, side, turn)]
            assert number in [x["count"] for x in markers]
            continue
        if what == "Truck":
            fit = [(u, e) for u, e in there if u["kind"] == "truck" and (not name or u["designation"] == name)]
        elif "various" in what:
            fit = [(u, e) for u, e in there if u["designation"] == "Arty/CTV"]
        else:
            factors, kind = what.split(" ", 1)
            fit = [(u, e) for u, e in there if u.get("factors") == factors
                   and (kind.startswith("Arty") or u["type"] == kind)
                   and (not name or SAME.get(name, name).replace(" ", "") == u["designation"].replace(" ", ""))
                   and e.get("steps", 0) == steps]
        assert len(fit) >= number, (what, name)
        if name:
            place = next(e for _, e in fit)
            assert set(HEX.findall(where)) <= {*place.get("hexes", []), *HEX.findall(place["where"])}, (what, name)


@pytest.mark.parametrize(("scenario", "side"), [(s, x) for s in (1, 2, 3, 4) for x in ("rep", "nat")])
def test_the_lists_and_the_data_count_the_same(scenario: int, side: str) -> None:
    whens = {m[3] for x in LISTS if (m := LIST.fullmatch(x)) and (int(m[1]), m[2]) == (scenario, side)}
    for when in whens:
        listed: Counter[str] = Counter()
        for rule in LISTS:
            m = LIST.fullmatch(rule)
            if m is not None and (int(m[1]), m[2], m[3]) == (scenario, side, when):
                for number, what, _, _ in items(rule):
                    if "Reserve" not in what:
                        listed["truck" if what == "Truck" else "unit"] += number
        data = Counter("truck" if u["kind"] == "truck" else "unit" for u, _ in entries(scenario, SIDE[side], when))
        assert data == listed, when
