"""[scn.*] The order of battle: every list of the four scenarios, as printed, against the counters of the data."""
from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from tests.guadalajara.book import MARKERS, lists
from tests.guadalajara.lay import tables

with (GAME.folder / "rules.toml").open("rb") as _file:
    RULES: dict[str, dict[str, Any]] = {r["id"]: r for r in tomllib.load(_file)["rule"]}
LIST = re.compile(r"scn\.(\d)\.(rep|nat)\.(setup|T\d+x?)\.\d+")
LISTS = [x for x in RULES if LIST.fullmatch(x)]
BOOK = lists()
UNITS: list[dict[str, Any]] = tables()["units"]["unit"]
SAME = {"Cam/1Bis": "Cam/MCC", "JC/1Bis": "JC/MCC", "CdH/1Bis": "CdH/MCC", "Arty": ""}           # R16
SIDE = {"rep": "republican", "nat": "nationalist"}


def plain(name: str) -> str:
    """[R19] Designations without their blanks."""
    name = name.replace(" ", "")
    return SAME.get(name, name)


def printed(u: dict[str, Any], what: str, name: str) -> bool:
    """Whether a counter is the one that a list means; the six groups of the CTV are listed together."""
    if what == "truck":
        return bool(u["kind"] == "truck")
    if what == "Arty/CTV":
        return bool(u["designation"] == what)
    return bool(u.get("factors") == what) and plain(name) in ("", plain(u["designation"]))


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
    turn = 0 if when == "setup" else int(when.strip("Tx"))
    markers = [x for x in tables()["units"]["reserve_markers"] if x["rule"] == rule]
    assert [x["count"] for x in markers] == ([MARKERS[rule]] if rule in MARKERS else [])
    assert all((x["scenario"], x["side"], x["turn"]) == (scenario, side, turn) for x in markers)
    place, items = BOOK.get(rule, ("", []))
    assert items or markers
    left = [(u, e) for u in UNITS for e in u["entry"] if e["rule"] == rule]
    for u, e in left:
        assert (e["scenario"], u["side"], e["turn"], "phase" in e) == (scenario, side, turn, when.endswith("x"))
        assert ("emergency_group" in e) == (place == "emergency")
        if place[0].isdigit():
            *hexes, last = place.split()
            radius = int(last[1:]) if last[0] == "+" else None
            assert (e["hexes"], e.get("radius")) == (hexes if radius else [*hexes, last], radius)
        elif "Area" in place:
            assert e["area"] == {"any": "any"}.get(place.split()[0], place.split()[1])
    for number, what, name, steps in items:
        fit = [x for x in left if printed(x[0], what, name) and x[1].get("steps", 0) == steps][:number]
        assert len(fit) == number, (what, name)
        left = [x for x in left if x not in fit]
    assert left == []


def test_every_list_of_the_book_is_a_rule_of_the_catalogue() -> None:
    assert set(BOOK) | set(MARKERS) == set(LISTS)


SPLIT = re.compile(r"(\d+)-(\d+)-(\d+)|\+(\d)/(-\d)-(\d+)|\((\d+)\)-(\d)-(\d+|rr)")


@pytest.mark.rule("1.2c.2", "1.3b", "1.8b.1", "1.6b.3")
@pytest.mark.parametrize(("uid", "want"), [
    ("n-tor-iv", {"attack": 5, "defence": 8, "movement": 6}), ("r-tk-1-bt", {
        "attack_drm": 3, "defence_drm": -2, "movement": 10}),
    ("n-arty-ctv-4", {"barrage": 18, "range": 7, "movement": 2}), ("n-hq-lit", {
        "supply_range": 9, "defence": 1, "movement": 14})])
def test_factors_are_read_as_the_counters_have_them(uid: str, want: dict[str, int]) -> None:
    u = next(x for x in UNITS if x["id"] == uid)
    assert {k: u[k] for k in want} == want


def test_the_parts_of_every_counter_are_those_of_its_printed_factors() -> None:
    for u in UNITS:
        if u["kind"] == "truck":
            continue
        m = SPLIT.fullmatch(u["factors"])
        assert m is not None
        if m[1]:
            assert (u["attack"], u["defence"], u["movement"]) == (int(m[1]), int(m[2]), int(m[3]))
        elif m[4]:
            assert (u["attack_drm"], u["defence_drm"], u["movement"]) == (int(m[4]), int(m[5]), int(m[6]))
        else:
            first = "supply_range" if u["kind"] == "headquarters" else "barrage"
            second = "defence" if u["kind"] == "headquarters" else "range"
            assert (u[first], u[second], u.get("movement", "rr")) == (int(m[7]), int(m[8]),
                                                                     "rr" if m[9] == "rr" else int(m[9]))


# -- the provenance of everything


SAYS = {"provenance": "rule", "by": "rule", "source": "", "steps_source": "steps_rule", "hex_provenance": "hex_rule",
        "vp_provenance": ""}


def unnamed(x: Any, way: str, above: str = "") -> list[str]:
    """Data from the text that name no rule of the catalogue, by their way through the tables."""
    found: list[str] = []
    if isinstance(x, dict):
        here = str(x.get("rule", above))
        for key, rule in SAYS.items():
            if x.get(key) == "text" and rule:
                ids = re.findall(r"\d+\.[\w.]*\w|(?:scn|gen|scs|note|seq)\.[\w.]+", str(x.get(rule, here)))
                if not ids or not all(i in RULES or any(r.startswith(i) for r in RULES) for i in ids):
                    found += [f"{way}.{key}"] if "historical notes" not in str(x.get(rule, "")) else []
        for k, v in x.items():
            found += unnamed(v, f"{way}.{k}", here)
    elif isinstance(x, list):
        for i, v in enumerate(x):
            found += unnamed(v, f"{way}[{i}]", above)
    return found


def test_every_datum_from_the_text_names_its_rule() -> None:
    assert [way for name in ("map", "terrain", "units", "tables") for way in unnamed(tables()[name], name)] == []
    assert [u["id"] for u in UNITS if not all(e["rule"] in RULES for e in u["entry"])] == []
    assert unnamed({"a": [{"provenance": "text"}, {"provenance": "text", "rule": "9.99"}]}, "x") == [
        "x.a[0].provenance", "x.a[1].provenance"]
