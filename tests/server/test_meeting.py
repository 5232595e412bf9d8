"""People find one another: games offered, taken up by exactly one, watched, played again; and who somebody is."""
from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.helpers import asked, hall_of, reasons
from tests.server.people import PASSWORD, Browser, club
from tests.server.postgres import postgres

OFFER = {"game": "heralds", "scenario": "madrid", "side": "cnd"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with club(tmp_path_factory.mktemp("meeting")) as found:
        yield found


@pytest.fixture(scope="module")
def ana(client: TestClient) -> Browser:
    return Browser(client, "Ana")


@pytest.fixture(scope="module")
def eva(client: TestClient) -> Browser:
    return Browser(client, "Eva")


def offered(who: Browser, **more: Any) -> str:
    answer = who.ask("POST", "/api/challenges", {**OFFER, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["challenge"])


def seen(who: Browser, **asked_for: str) -> dict[str, Any]:
    query = "&".join(f"{k}={v}" for k, v in asked_for.items())
    return {x["id"]: x for x in who.ask("GET", f"/api/lobby?{query}").json()["offers"]}


def test_two_people_meet_and_their_accounts_open_their_seats(client: TestClient, ana: Browser, eva: Browser):
    id = offered(ana)
    found = seen(eva)[id]
    assert (found["by"], found["side"], found["scenario"], found["yours"]) == ("Ana", "cnd", "madrid", False)
    assert seen(ana)[id]["yours"]
    assert seen(Browser(client))[id]["by"] == "Ana", "whoever has no account sees what is going on"
    assert reasons(Browser(client).ask("POST", f"/api/challenges/{id}/accept")) == ["server.sign-in-first"]
    assert reasons(ana.ask("POST", f"/api/challenges/{id}/accept")) == ["server.offer-own"]
    met = eva.ask("POST", f"/api/challenges/{id}/accept").json()
    assert met["sides"] == ["pce"]
    path = f"/api/tables/{met['table']}"
    assert met["table"] in ana.ask("GET", "/api/lobby").json()["begun"]
    assert id not in seen(eva)
    a, e = ana.ask("GET", path + "/state").json(), eva.ask("GET", path + "/state").json()
    assert (a["you"], e["you"]) == (["cnd"], ["pce"])
    assert {s: x["name"] for s, x in a["seats"].items()} == {"cnd": "Ana", "pce": "Eva"}
    assert a["terms"] == {"watch": True, "rated": False, "pace": "none", "bank": 0, "step": 0, "late": "loss"}
    asked_first = ana if a["acts"]["cnd"] else eva
    side = "cnd" if asked_first is ana else "pce"
    word = asked_first.ask("GET", path + "/state").json()["acts"][side][0]
    assert asked_first.ask("POST", path + "/acts", {"side": side, "act": word, "at": a["at"]}).status_code == 200
    for who in (ana, eva):
        assert reasons(who.ask("DELETE", path)) == ["server.owner-only"], "it belongs to both, so neither deletes it"


def test_of_a_hundred_who_accept_exactly_one_sits_down(client: TestClient, ana: Browser):
    people = [Browser(client, f"Crowd {n}") for n in range(100)]
    id = offered(ana)

    async def all_at_once() -> list[tuple[int, bytes]]:
        return list(await asyncio.gather(*[
            asked(client, "POST", f"/api/challenges/{id}/accept", b"", f"10.0.0.{n}",
                  cookie=f"frente={p.cookies['frente']}")
            for n, p in enumerate(people)]))

    assert client.portal is not None
    answers = client.portal.call(all_at_once)
    assert sorted(status for status, _ in answers) == [201] + [409] * 99
    sat, = [p for p, (status, _) in zip(people, answers, strict=True) if status == 201]
    table, = [json.loads(body)["table"] for status, body in answers if status == 201]
    seats = client.get(f"/api/tables/{table}").json()["seats"]
    assert {s: x["name"] for s, x in seats.items()} == {"cnd": "Ana", "pce": sat.name}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url


def test_on_postgresql_too_one_of_those_who_accept_sits_down(server: str, tmp_path: Path):
    with club(tmp_path, database=server) as client:
        ana = Browser(client, "Ana")
        people = [Browser(client, f"Crowd {n}") for n in range(6)]
        id = offered(ana, to="Crowd 3")
        found = [p.ask("POST", f"/api/challenges/{id}/accept").status_code for p in people]
        assert found == [404, 404, 404, 201, 404, 404]
        assert people[3].ask("GET", "/api/players/ana").json()["games"] == []
        assert [x["seats"]["cnd"] for x in people[0].ask("GET", "/api/lobby").json()["watch"]] == ["Ana"]


def test_an_offer_to_a_friend_is_seen_by_nobody_else(client: TestClient, ana: Browser, eva: Browser):
    other = Browser(client, "Third")
    id = offered(ana, to="eva")
    assert seen(eva)[id]["for-you"]
    for stranger in (other, Browser(client)):
        assert id not in seen(stranger)
        assert stranger.ask("GET", f"/api/challenges/{id}").status_code == 404
    assert other.ask("POST", f"/api/challenges/{id}/accept").status_code == 404
    assert other.ask("DELETE", f"/api/challenges/{id}").status_code == 404
    assert eva.ask("DELETE", f"/api/challenges/{id}").status_code == 204, "whom it is meant for may decline"
    assert reasons(eva.ask("POST", f"/api/challenges/{id}/accept")) == ["server.offer-gone"]
    assert reasons(ana.ask("POST", "/api/challenges", {**OFFER, "to": "nobody here"})) == ["server.no-player"]
    assert reasons(ana.ask("POST", "/api/challenges", {**OFFER, "to": "ana"})) == ["server.no-player"]


def test_offers_are_found_by_game_and_pace_and_end_by_themselves(client: TestClient, ana: Browser, eva: Browser):
    live = offered(ana, pace="live", bank=3600, step=30)
    days = offered(ana, game="brunete", scenario="", side="", pace="days", step=3 * 24 * 3600)
    assert {live} == {live, days} & set(seen(eva, game="heralds"))
    assert {days} == {live, days} & set(seen(eva, pace="days"))
    assert {live, days} <= set(seen(eva, game="nonsense", pace="nonsense", scenario="%00", side="neither"))
    assert seen(eva)[days]["side"] == ""
    now = time.time
    try:
        time.time = lambda: now() + 3600
        assert live not in seen(eva)
        assert reasons(eva.ask("POST", f"/api/challenges/{live}/accept")) == ["server.offer-gone"]
        assert days in seen(eva)
    finally:
        time.time = now
    for id in (live, days):
        assert ana.ask("DELETE", f"/api/challenges/{id}").status_code == 204


def test_offers_are_found_by_scenario_by_the_side_one_would_play_and_by_ones_rating(ana: Browser, eva: Browser):
    mine, lots = offered(ana, side="cnd"), offered(ana, side="")
    there = {mine, lots}
    assert there & set(seen(eva, game="heralds", scenario="madrid")) == there
    assert there & set(seen(eva, game="brunete", scenario="offensive")) == set()
    assert there & set(seen(eva, game="heralds", side="pce")) == {mine}, "by lot it might be the other"
    assert there & set(seen(eva, game="heralds", side="cnd")) == set()
    strong = offered(ana, low=1501)
    assert {mine, lots, strong} & set(seen(eva)) == {mine, lots, strong}
    assert {mine, lots, strong} & set(seen(eva, fits="1")) == there, "whoever has no rating counts as 1500"
    for id in (mine, lots, strong):
        assert ana.ask("DELETE", f"/api/challenges/{id}").status_code == 204


@pytest.mark.parametrize("wrong", [
    {"game": "chess"}, {"scenario": "nowhere"}, {"side": "neither"}, {"pace": "soon"}, {"late": "never"},
    {"pace": "live", "bank": 1}, {"pace": "days", "step": 1}, {"pace": "none", "bank": 60}, {"options": {"x": True}},
    {"low": -1}, {"bank": 10**12}, {"more": 1}, {"to": "x" * 81}])
def test_offers_nobody_could_take_up_are_refused(ana: Browser, wrong: dict[str, Any]):
    answer = ana.ask("POST", "/api/challenges", {**OFFER, **wrong})
    assert answer.status_code == 422, answer.text
    assert answer.json()["text"]


def test_nobody_fills_the_room_with_offers(client: TestClient):
    greedy = Browser(client, "Greedy")
    made = [offered(greedy) for _ in range(20)]
    assert reasons(greedy.ask("POST", "/api/challenges", OFFER)) == ["server.many-offers"]
    for id in made:
        greedy.ask("DELETE", f"/api/challenges/{id}")
    greedy.ask("DELETE", f"/api/challenges/{offered(greedy)}")


def test_a_game_is_watched_only_if_its_players_allow_it_and_by_all_when_it_is_over(
        client: TestClient, ana: Browser, eva: Browser):
    tables = {}
    for watch in (True, False):
        id = offered(ana, watch=watch)
        tables[watch] = eva.ask("POST", f"/api/challenges/{id}/accept").json()["table"]
    shown = {x["table"] for x in Browser(client).ask("GET", "/api/lobby?game=heralds").json()["watch"]}
    assert (tables[True] in shown, tables[False] in shown) == (True, False)
    stranger = Browser(client)
    assert stranger.ask("GET", f"/api/tables/{tables[True]}/state").json()["you"] == []
    for what in ("", "/state", "/log", "/record"):
        assert reasons(stranger.ask("GET", f"/api/tables/{tables[False]}{what}")) == ["server.no-watching"]
    with client.websocket_connect(f"ws://localhost/api/tables/{tables[False]}/live") as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["reasons"][0]["key"] == "server.no-watching"
    table = hall_of(client)._tables[tables[False]]
    assert client.portal is not None
    client.portal.call(table.resign, 0)
    assert stranger.ask("GET", f"/api/tables/{tables[False]}/state").json()["over"]

    assert reasons(eva.ask("POST", f"/api/tables/{tables[True]}/rematch")) == ["server.not-over"]
    assert reasons(stranger.ask("POST", f"/api/tables/{tables[False]}/rematch")) == ["server.sign-in-first"]
    anew = eva.ask("POST", f"/api/tables/{tables[False]}/rematch").json()["challenge"]
    assert [n["link"] for n in ana.ask("GET", "/api/notices").json()["notices"] if n["kind"] == "offer"] == [
        f"#/meet/{anew}"]
    again = ana.ask("POST", f"/api/tables/{tables[False]}/rematch").json()
    found = ana.ask("GET", f"/api/tables/{again['table']}/state").json()
    assert {s: x["name"] for s, x in found["seats"].items()} == {"cnd": "Eva", "pce": "Ana"}
    assert (found["you"], found["terms"]["watch"], found["owner"]) == (["pce"], False, False)

    profile = stranger.ask("GET", "/api/players/ANA").json()
    assert [g["table"] for g in profile["games"]] == [tables[False]]
    assert profile["games"][0]["seats"] == {"cnd": "Ana", "pce": "Eva"}
    ana.ask("PATCH", "/api/account", {"hidden": True})
    assert stranger.ask("GET", "/api/players/ana").json()["games"] == []
    assert len(ana.ask("GET", "/api/players/ana").json()["games"]) == 1
    ana.ask("PATCH", "/api/account", {"hidden": False})
    assert reasons(stranger.ask("GET", "/api/players/nobody%20at%20all")) == ["server.no-player"]


def test_whoever_is_banned_neither_offers_nor_accepts(client: TestClient, ana: Browser):
    bad = Browser(client, "Bad")
    id = offered(ana)
    with hall_of(client).store._engine.begin() as c:
        c.exec_driver_sql(f"update account set banned = {time.time() + 3600} where id = '{bad.id}'")
    assert reasons(bad.ask("POST", "/api/challenges", OFFER)) == ["server.banned"]
    assert reasons(bad.ask("POST", f"/api/challenges/{id}/accept")) == ["server.banned"]


def test_nobody_waits_for_somebody_who_has_deleted_his_account(tmp_path: Path):
    with club(tmp_path) as client:
        ana, eva, leo = (Browser(client, name) for name in ("Ana", "Eva", "Leo"))
        open_to_all, for_leo = offered(ana), offered(ana, to="Leo")
        from_leo = offered(leo, to="Ana")
        met = eva.ask("POST", f"/api/challenges/{offered(ana, rated=True)}/accept").json()["table"]
        rung = ana.ask("POST", "/api/tournaments", {"name": "Of Ana", "game": "heralds"}).json()["tournament"]
        entered = eva.ask("POST", "/api/tournaments", {"name": "Of Eva", "game": "heralds"}).json()["tournament"]
        assert ana.ask("POST", f"/api/tournaments/{entered}/entrants").status_code == 204
        kept = ana.ask("GET", "/api/account/export").json()
        assert {x["id"] for x in kept["offers"]} >= {open_to_all, for_leo}
        assert [(x["name"], x["yours"]) for x in kept["tournaments"]] == [("Of Ana", True), ("Of Eva", False)]
        assert ana.ask("DELETE", "/api/account", {"name": "Ana", "password": PASSWORD}).status_code == 204
        end = eva.ask("GET", f"/api/tables/{met}/state").json()
        assert (end["over"], end["outcome"]["winner"]) == (True, "pce")
        assert eva.ask("GET", "/api/players/Eva").json()["ratings"][0]["rating"] > 1500
        assert [n["kind"] for n in eva.ask("GET", "/api/notices").json()["notices"]] == ["over"]
        assert seen(leo) == {}, "not even what was meant for him, and by him for her"
        for id in (open_to_all, for_leo, from_leo):
            assert reasons(leo.ask("POST", f"/api/challenges/{id}/accept")) == ["server.offer-gone"]
        assert reasons(leo.ask("GET", f"/api/tournaments/{rung}")) == ["server.no-tournament"]
        assert [x["name"] for x in eva.ask("GET", f"/api/tournaments/{entered}").json()["table"]] == ["Eva"]
