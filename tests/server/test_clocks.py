"""Clocks of people who agreed on one, and the ratings of those who play for them."""
from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, insert, text
from starlette.testclient import TestClient

from frente.server import clocks, hall
from frente.server.clocks import Clock
from frente.server.people import ratings
from frente.server.people.glicko import Rating, rated
from frente.server.people.schema import RATINGS
from frente.server.schema import Terms
from frente.server.settings import Settings
from tests.server.helpers import PATIENCE, hall_of, reasons
from tests.server.people import Browser, club
from tests.server.postgres import postgres

LIVE = Terms(True, False, "live", 600, 10, "loss")
DAYS = Terms(True, False, "days", 1000, 300, "loss")
NOW = 1_000_000.0


def test_a_live_clock_runs_while_its_side_is_asked_and_grows_when_the_turn_ends():
    first = clocks.turned(LIVE, clocks.begun(LIVE, 2), {0}, NOW)
    assert first == [Clock(0, 600.0, NOW, NOW + 600), Clock(1, 600.0)]
    assert clocks.turned(LIVE, first, {0}, NOW + 50) == first, "acts within a turn do not stop it"
    second = clocks.turned(LIVE, first, {1}, NOW + 100)
    assert second == [Clock(0, 510.0), Clock(1, 600.0, NOW + 100, NOW + 700)]
    assert clocks.turned(LIVE, second, set(), NOW + 701)[1] == Clock(1, 0.0), "who is late gets nothing added"


def test_over_days_each_turn_has_its_own_time_and_only_what_goes_beyond_comes_from_the_bank():
    first = clocks.turned(DAYS, clocks.begun(DAYS, 2), {0, 1}, NOW)
    assert [c.due for c in first] == [NOW + 1300, NOW + 1300], "where both choose at once both clocks run"
    in_time = clocks.turned(DAYS, first, {1}, NOW + 250)
    assert in_time[0] == Clock(0, 1000.0)
    late = clocks.turned(DAYS, in_time, {0}, NOW + 700)
    assert late[1] == Clock(1, 600.0)
    assert late[0].due == NOW + 2000
    assert (clocks.late(late, 0, NOW + 1999), clocks.late(late, 0, NOW + 2000), clocks.late(late, 1, NOW + 9999)) == (
        False, True, False)


def test_what_is_shown_is_what_is_left_for_this_turn():
    running = [Clock(0, 600.0, NOW, NOW + 600), Clock(1, 500.0)]
    assert clocks.shown(LIVE, running, ["a", "b"], NOW + 60) == {
        "a": {"left": 540.0, "runs": True}, "b": {"left": 500.0, "runs": False}}
    assert clocks.shown(DAYS, [Clock(0, 500.0)], ["a"], NOW) == {"a": {"left": 800.0, "runs": False}}
    assert clocks.shown(None, [], ["a"], NOW) == {}


def test_who_has_no_clock_has_none():
    assert clocks.begun(None, 2) == clocks.begun(Terms(True, False, "none", 0, 0, "loss"), 2) == []


# -- at the table


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, server: str, tmp_path: Path) -> Iterator[dict[str, Any]]:
    found: dict[str, Any] = {"data": tmp_path, **({"database": server} if request.param == "postgresql" else {})}
    yield found
    if request.param == "postgresql":
        engine = create_engine(Settings(**found).url)
        with engine.begin() as c:
            c.execute(text("drop schema public cascade"))
            c.execute(text("create schema public"))
        engine.dispose()


def meet(one: Browser, two: Browser, **more: Any) -> str:
    offer = one.ask("POST", "/api/challenges", {"game": "brunete", "side": "republican", "pace": "live", "bank": 600,
                                                "step": 10, **more})
    assert offer.status_code == 201, offer.text
    met = two.ask("POST", f"/api/challenges/{offer.json()['challenge']}/accept")
    assert met.status_code == 201, met.text
    return f"/api/tables/{met.json()['table']}"


def over(who: Browser, path: str) -> dict[str, Any]:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found: dict[str, Any] = who.ask("GET", path + "/state").json()
        if found["over"]:
            return found
        time.sleep(0.05)
    raise AssertionError("the game did not end")


def run_out(client: TestClient, table: str) -> None:
    """As if all its time had passed, for the stored clock and for the one in memory."""
    found = hall_of(client)._tables.get(table)
    with hall_of(client).store._engine.begin() as c:
        c.execute(text("update clock set due = 1, since = 1 - \"left\" where due is not null and game_table = :t"),
                  {"t": table})
    if found is not None:
        found.clocks = [Clock(x.side, x.left, 1.0 - x.left, 1.0) if x.due else x for x in found.clocks]


def test_clocks_go_from_side_to_side_survive_a_restart_and_end_the_game_as_agreed(
        where: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    now = [time.time()]                  # moved by hand, so that a busy machine uses nobody's time
    monkeypatch.setattr(hall, "SWEEP", 0.05)
    monkeypatch.setattr(time, "time", lambda: now[0])
    with club(**where) as client:
        ana, eva = Browser(client, "Ana"), Browser(client, "Eva")
        lost, drawn = meet(ana, eva), meet(ana, eva, late="draw")
        for path in (lost, drawn):       # the first question is a die, and no clock runs before it
            assert not any(x["runs"] for x in ana.ask("GET", path + "/state").json()["clocks"].values())
            assert ana.ask("POST", path + "/dice", {"side": "republican"}).status_code == 200
        before = ana.ask("GET", lost + "/state").json()
        asked = next(side for who in (ana, eva)
                     for side, words in who.ask("GET", lost + "/state").json()["acts"].items() if words)
        assert before["clocks"]["republican"]["runs"] is (asked == "republican")
        assert before["terms"]["pace"] == "live"
        assert 0 < before["clocks"][asked]["left"] <= 600
        acted = False
        for _ in range(2000):            # until the other side is asked after a Republican act
            state = ana.ask("GET", lost + "/state").json()
            if acted and state["clocks"]["nationalist"]["runs"]:
                break
            for who, side in ((ana, "republican"), (eva, "nationalist")):
                words = who.ask("GET", lost + "/state").json()["acts"][side]
                if words:
                    now[0] += 7.0 if side == "republican" and not acted else 0.0
                    who.ask("POST", lost + "/acts", {"side": side, "act": words[-1], "at": state["at"]})
                    acted |= side == "republican"
                    break
        assert not state["clocks"]["republican"]["runs"]
        left = state["clocks"]["republican"]["left"]
        assert left == pytest.approx(600 - 7 + 10), "seven seconds were used, and the step was added"
    with club(**where) as client:
        ana.client = eva.client = client
        again = ana.ask("GET", lost + "/state").json()["clocks"]
        assert again["republican"] == {"left": left, "runs": False}
        assert again["nationalist"]["runs"]
        ana.ask("GET", drawn + "/state")
        for path in (lost, drawn):
            run_out(client, path.rsplit("/", 1)[1])
        end = over(ana, lost)
        assert end["outcome"]["winner"] == "republican"
        assert end["clocks"]["nationalist"] == {"left": 0.0, "runs": False}
        assert over(ana, drawn)["outcome"]["winner"] is None
        offered = ana.ask("POST", lost + "/rematch").json()
        assert list(offered) == ["challenge"], "nobody sets another's clock going"
        again_path = f"/api/tables/{eva.ask('POST', lost + '/rematch').json()['table']}"
        fresh = ana.ask("GET", again_path + "/state").json()["clocks"]
        assert max(x["left"] for x in fresh.values()) == 600.0, "whoever meets again begins anew"


def test_a_clock_nobody_has_run_out_is_left_alone(where: dict[str, Any]):
    with club(**where) as client:
        ana, eva = Browser(client, "Ana"), Browser(client, "Eva")
        path = meet(ana, eva)
        ana.ask("GET", path + "/state")
        table = hall_of(client)._tables[path.rsplit("/", 1)[1]]
        assert client.portal is not None
        for side in (0, 1):
            client.portal.call(table.flag, side)
        assert not ana.ask("GET", path + "/state").json()["over"]


# -- ratings


def test_the_example_of_the_paper_holds():
    found = rated(Rating(1500, 200, 0.06), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    assert found.mean == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_who_does_not_play_becomes_less_known_but_never_less_than_a_newcomer():
    away = rated(Rating(1700, 50, 0.06), [])
    assert (away.mean, away.deviation > 50) == (1700, True)
    assert rated(Rating(1700, 350, 0.06), []).deviation == 350


def test_a_rated_game_changes_both_ratings_once_and_an_unrated_one_none(where: dict[str, Any]):
    with club(**where) as client:
        ana, eva = Browser(client, "Ana"), Browser(client, "Eva")
        plain, counted = meet(ana, eva), meet(ana, eva, rated=True)
        assert client.portal is not None
        for path, loser in ((plain, 0), (counted, 1)):
            ana.ask("GET", path)
            client.portal.call(hall_of(client)._tables[path.rsplit("/", 1)[1]].resign, loser)
        a, e = (Browser(client).ask("GET", f"/api/players/{n}").json()["ratings"] for n in ("ana", "eva"))
        assert [x["game"] for x in a] == ["brunete"]
        assert (a[0]["rating"], e[0]["rating"]) == (1662, 1338)
        assert (a[0]["games"], a[0]["sure"]) == (1, False)
        low = ana.ask("POST", "/api/challenges", {"game": "brunete", "high": 1500}).json()["challenge"]
        high = ana.ask("POST", "/api/challenges", {"game": "brunete", "low": 1400}).json()["challenge"]
        assert eva.ask("POST", f"/api/challenges/{low}/accept").status_code == 201
        assert reasons(eva.ask("POST", f"/api/challenges/{high}/accept")) == ["server.offer-range"]


def test_of_whoever_has_not_played_for_long_less_is_known(where: dict[str, Any]):
    with club(**where) as client, hall_of(client).store._engine.begin() as c:
        for who, months in (("here", 0), ("away", 100)):
            c.execute(insert(RATINGS), {"account": who, "game": "g", "mean": 1700.0, "deviation": 60.0, "games": 9,
                                        "volatility": 0.06, "changed": time.time() - months * 30 * 86400})
        shown = [ratings.all_of(c, who)[0] for who in ("here", "away")]
        assert [(x["rating"], x["deviation"], x["sure"]) for x in shown] == [(1700, 60, True), (1700, 120, False)]
        for who in ("here", "away"):
            ratings.Result(who, "g", "s", who, f"foe of {who}", 0.0)(c)
        here, away = (1700 - ratings.all_of(c, who)[0]["rating"] for who in ("here", "away"))
        assert 0 < 2 * here < away, "what is less known changes more"


def test_a_scenario_that_favours_a_side_is_taken_into_account(where: dict[str, Any]):
    with club(**where) as client, hall_of(client).store._engine.begin() as c:
        assert ratings.favour(c, "g", "s") == 0
        for n in range(30):              # the first side has won them all
            ratings.Result(f"t{n}", "g", "s", f"a{n}", f"b{n}", 1.0)(c)
        assert ratings.favour(c, "g", "s") == pytest.approx(173.7178 * 1.3863, abs=0.1)      # ln(40/10)
        assert ratings.favour(c, "g", "other") == 0
        assert not ratings.Result("t0", "g", "s", "a0", "b0", 1.0)(c), "no game counts twice"
        ratings.Result("even", "g", "s", "new", "old", 1.0)(c)
        ratings.Result("fair", "g", "other", "new2", "old2", 1.0)(c)
        gain, plain = (ratings.of(c, who, "g", time.time()).mean - 1500 for who in ("new", "new2"))
        assert 0 < gain < plain, "the better side wins less by winning"
        assert 1500 - ratings.of(c, "old", "g", time.time()).mean == pytest.approx(gain)
