"""Setting up tables, playing at them over HTTP, and everything that makes new tables of old ones."""
from __future__ import annotations

import hashlib
import json
from pathlib import Path

from starlette.testclient import TestClient

import frente
from tests.server.helpers import BOT, HOT_SEAT, INVITED, Seat, act, bearer, games_of, inside, new, play, reasons, state


def test_one_key_plays_both_sides_at_one_screen(client: TestClient):
    table = new(client)
    assert table["keys"]["republican"] == table["keys"]["nationalist"] == table["owner"]
    s = state(client, table, "republican")
    assert s["you"] == ["republican", "nationalist"]
    assert set(s["views"]) == set(s["cards"]) == {"republican", "nationalist"}
    assert s["view"]["viewer"] in s["view"]["waiting"]


def test_an_invited_friend_has_a_key_of_his_own_and_sees_only_his_side(client: TestClient):
    table = new(client, INVITED)
    assert table["keys"]["nationalist"] not in (table["keys"]["republican"], "")
    s = state(client, table, "nationalist")
    assert s["you"] == ["nationalist"]
    assert s["view"]["viewer"] == "nationalist"
    assert "views" not in s
    assert not s["owner"]


def test_without_a_key_one_is_a_spectator_and_a_wrong_key_is_refused(client: TestClient):
    table = new(client, INVITED)
    s = state(client, table)
    assert (s["you"], s["acts"], s["view"]["viewer"], s["view"]["acts"]) == ([], {}, "", [])
    answer = client.get(f"/api/tables/{table['table']}/state", headers=bearer("x" * 32))
    assert (answer.status_code, reasons(answer)) == (403, ["server.bad-key"])


def test_the_commitment_is_the_hash_of_the_seed_and_the_seed_stays_hidden(client: TestClient):
    table = new(client)
    s = state(client, table, "republican")
    assert s["dice"]["commitment"] == table["commitment"] == hashlib.sha256(b"a test").hexdigest()
    assert s["dice"]["seed"] is None
    assert s["dice"]["grade"] == "chosen"
    assert "a test" not in json.dumps(s)


def test_an_offered_act_is_taken_and_any_other_refused_with_its_rule(client: TestClient):
    table = new(client)
    s = state(client, table, "republican")
    word = s["acts"]["republican"][0]
    assert act(client, table, "republican", word, s["at"]).json() == {"type": "ok", "at": s["at"] + 1}
    answer = act(client, table, "republican", "pass", s["at"] + 1)
    assert answer.status_code == 409
    assert answer.json()["reasons"][0]["rule"] == state(client, table, "republican")["view"]["rule"]
    assert reasons(act(client, table, "republican", "fly:moon", s["at"] + 1)) == ["kernel.unknown-act"]
    assert state(client, table)["at"] == s["at"] + 1


def test_an_act_decided_on_an_old_position_is_refused(client: TestClient):
    table = new(client)
    s = state(client, table, "republican")
    word = s["acts"]["republican"][0]
    assert act(client, table, "republican", word, s["at"]).status_code == 200
    answer = act(client, table, "republican", word, s["at"])
    assert (answer.status_code, reasons(answer)) == (409, ["server.stale"])
    assert state(client, table)["at"] == s["at"] + 1


def test_a_key_acts_only_for_its_own_side(client: TestClient):
    table = new(client, INVITED)
    s = state(client, table, "republican")
    answer = client.post(f"/api/tables/{table['table']}/acts", headers=bearer(table["keys"]["nationalist"]),
                         json={"side": "republican", "act": s["acts"]["republican"][0], "at": s["at"]})
    assert (answer.status_code, reasons(answer)) == (403, ["server.not-your-side"])


def test_seats_must_name_every_side_and_a_player_that_exists(client: TestClient):
    for seats in ({"republican": "human"}, {**HOT_SEAT, "carlist": "human"}, {**HOT_SEAT, "republican": "bot:nobody"},
                  {**HOT_SEAT, "republican": "ghost"}):
        answer = client.post("/api/tables", json={"game": "brunete", "seats": seats})
        assert answer.status_code == 422
        assert reasons(answer)[0] in ("server.seats", "server.seat")


def test_unknown_games_scenarios_and_options_are_named(client: TestClient):
    for wrong, word in ({"game": "waterloo"}, "waterloo"), ({"scenario": "winter"}, "winter"), (
            {"options": {"moon": True}}, "moon"), ({"options": {"solitaire": "perhaps"}}, "perhaps"):
        answer = client.post("/api/tables", json={"game": "brunete", "seats": HOT_SEAT, **wrong})
        assert answer.status_code == 422
        assert word in answer.json()["text"]


def test_the_list_shows_the_games_of_the_keys_one_holds_and_no_others(client: TestClient):
    mine, other = new(client, INVITED, name="mine"), new(client, name="another")
    found = games_of(client, mine["keys"]["nationalist"])
    assert [(t["table"], t["name"], t["you"], t["owner"]) for t in found] == [
        (mine["table"], "mine", ["nationalist"], False)]
    both = games_of(client, mine["owner"], other["owner"], "nonsense", "")
    assert {t["table"] for t in both} == {mine["table"], other["table"]}
    assert games_of(client) == games_of(client, "") == []
    assert both[0]["waiting"] == ["republican"]


def test_only_whoever_set_up_a_table_renames_and_deletes_it(client: TestClient):
    table = new(client, INVITED)
    path = f"/api/tables/{table['table']}"
    friend = table["keys"]["nationalist"]
    assert client.patch(path, headers=bearer(friend), json={"name": "Stolen"}).status_code == 403
    assert client.delete(path, headers=bearer(friend)).status_code == 403
    assert client.patch(path, headers=bearer(table["owner"]), json={"name": ""}).status_code == 422
    assert client.patch(path, headers=bearer(table["owner"]), json={"name": "a\nb"}).status_code == 422
    assert client.patch(path, headers=bearer(table["owner"]), json={"name": "July"}).json()["name"] == "July"
    assert client.get(path, headers=bearer(friend)).json()["name"] == "July"
    assert client.delete(path, headers=bearer(table["owner"])).status_code == 204
    assert client.get(path).status_code == 404
    assert games_of(client, friend) == []


def test_a_finished_game_gives_its_record_to_all_and_an_unfinished_one_only_to_who_plays_all_seats(client: TestClient):
    table = new(client, INVITED)
    path = f"/api/tables/{table['table']}/record"
    answer = client.get(path)
    assert (answer.status_code, reasons(answer)) == (403, ["server.private-record"])
    for side in ("republican", "nationalist"):
        assert client.get(path, headers=bearer(table["keys"][side])).json()["kind"] == "copy"
    hot = new(client)
    own = client.get(f"/api/tables/{hot['table']}/record", headers=bearer(hot["owner"]))
    assert own.status_code == 200
    assert frente.kernel.proof.verify(frente.kernel.record.parse(own.content)).ok


def test_an_imported_record_is_played_on_where_it_stopped(client: TestClient):
    table = new(client, options={"solitaire": True})
    at = play(client, table, 60)
    text = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).text
    answer = client.post("/api/import", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    s = state(client, copy, "republican")
    assert s["at"] == at
    assert s["view"] == state(client, table, "republican")["view"]
    assert play(client, copy, 5) > at


def test_an_altered_record_is_not_imported(client: TestClient):
    table = new(client)
    play(client, table, 20)
    text = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).text
    record = frente.kernel.record.parse(text.encode())
    record.acts[3] = record.acts[3]._replace(word="hex:2111")
    for wrong in (text.replace("2111", "2112", 1), record.text(), text[:-20], "[]", "{}", '"x"', "nonsense"):
        answer = client.post("/api/import", content=wrong, headers={"content-type": "application/json"})
        assert answer.status_code == 422
        assert reasons(answer) == ["server.import"]


def test_a_replay_shows_an_earlier_position_under_the_fog_of_then(client: TestClient):
    table = new(client, INVITED, scenario="offensive")
    views = []
    for _ in range(120):
        s = state(client, table, "nationalist")
        views.append((s["at"], s["view"]))
        play(client, table, 1, seed=s["at"])
    for at, view in views[::17]:
        answer = client.get(f"/api/tables/{table['table']}/replay",
                            headers=bearer(table["keys"]["nationalist"]), params={"at": at})
        assert answer.json()["view"] == view
    for side in ("republican", "both"):
        answer = client.get(f"/api/tables/{table['table']}/replay",
                            headers=bearer(table["keys"]["nationalist"]), params={"at": 5, "side": side})
        assert (answer.status_code, reasons(answer)) == (403, ["server.over-side"])
    assert client.get(f"/api/tables/{table['table']}/replay", params={"at": 5}).json()["view"]["viewer"] == ""
    assert client.get(f"/api/tables/{table['table']}/replay", params={"at": 99999}).status_code == 422


def test_the_log_tells_each_side_its_own_secrets_only(client: TestClient):
    table = new(client, INVITED, scenario="offensive")
    at = play(client, table, 30)
    path = f"/api/tables/{table['table']}/log"
    told = {side: client.get(path, headers=bearer(table["keys"].get(side, ""))).json()["events"]
            for side in ("republican", "nationalist", "")}
    drawn = {side: [e for e in events if e["key"] == "resource-drawn"] for side, events in told.items()}
    assert drawn["republican"]
    assert all(e["only"] == "republican" for e in drawn["republican"])
    assert all(e["only"] == "nationalist" for e in drawn["nationalist"])
    assert drawn[""] == []
    assert all(0 <= e["n"] < at for e in told["republican"])


def test_a_branch_of_ones_own_game_keeps_its_past_rolls_new_dice_and_can_be_verified(client: TestClient):
    table = new(client)
    at = play(client, table, 80)
    path = f"/api/tables/{table['table']}"
    half = at // 2
    answer = client.post(path + "/branch", headers=bearer(table["owner"]), json={"at": half})
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    replay = client.get(path + "/replay", headers=bearer(table["owner"]),
                        params={"at": half, "side": "republican"}).json()
    now = state(client, copy, "republican", side="republican")
    if now["at"] == half:                # else a die was due at this point and has been rolled anew
        assert now["view"] == replay["view"]
    play(client, copy, 30, seed=7)
    record = client.get(f"/api/tables/{copy['table']}/record", headers=bearer(copy["owner"])).content
    parsed = frente.kernel.record.parse(record)
    report = frente.kernel.proof.verify(parsed)
    assert report.ok, report.problems
    assert state(client, table, "republican")["at"] == at
    kept = {x.roll for x in parsed.acts[half:] if x.roll >= 0}
    assert kept.isdisjoint({x.roll for r in parsed.rollbacks for x in r.dropped})


def test_after_the_end_anybody_may_play_on_from_any_point(client: TestClient):
    table = new(client, INVITED)
    play(client, table, 12)
    path = f"/api/tables/{table['table']}/branch"
    assert client.post(path, headers=bearer(""), json={"at": 5}).status_code == 403
    with Seat(client, table, "republican") as seat:
        seat.ask("resign", side="republican")
    copy = client.post(path, headers=bearer(""), json={"at": 5}).json()
    s = state(client, copy, "republican")
    assert (s["you"], s["over"]) == (["republican", "nationalist"], False)
    assert client.post(path, headers=bearer(""), json={"at": 500}).status_code == 422
    other = client.post(path, headers=bearer(""),
                        json={"at": 5, "seats": {"republican": "human", "nationalist": "bot:random"}})
    assert set(other.json()["keys"]) == {"republican"}


def test_a_branch_against_an_opponent_is_drawn_from_what_the_asker_may_know(client: TestClient):
    table = new(client, BOT, scenario="offensive")
    s = state(client, table, "republican")
    answer = client.post(f"/api/tables/{table['table']}/branch", headers=bearer(table["owner"]), json={"at": s["at"]})
    copy = answer.json()
    assert set(copy["keys"]) == {"republican"}      # the computer player keeps its seat
    shown = state(client, copy, "republican")["view"]
    assert shown["pieces"] == s["view"]["pieces"]
    answer = client.get(f"/api/tables/{copy['table']}/record", headers=bearer(copy["owner"]))
    assert answer.json()["kind"] == "copy"


def test_a_planning_copy_is_private_unlisted_and_leaves_the_game_alone(client: TestClient):
    table = new(client, INVITED)
    at = play(client, table, 25)
    answer = client.post(f"/api/tables/{table['table']}/plan",
                         headers=bearer(table["keys"]["nationalist"]), json={"side": "nationalist"})
    made = answer.json()
    plan = {"table": made["plan"], "keys": dict.fromkeys(HOT_SEAT, made["key"])}
    s = state(client, plan, "nationalist", side="nationalist")
    assert s["plan"]
    assert s["you"] == ["republican", "nationalist"]
    assert s["view"] == state(client, table, "nationalist")["view"]
    play(client, plan, 20)
    assert state(client, plan, "nationalist")["at"] > 0
    assert state(client, table, "nationalist")["at"] == at
    assert games_of(client, made["key"]) == []
    path = f"/api/tables/{plan['table']}/record"
    assert client.get(path, headers=bearer(made["key"])).json()["kind"] == "copy"
    with Seat(client, plan, "nationalist") as seat:
        seat.ask("resign", side="nationalist")
    assert reasons(client.get(path, headers=bearer(made["key"]))) == ["server.what-if-record"]


def test_a_branch_of_a_planning_copy_goes_on_from_its_own_beginning(client: TestClient):
    table = new(client)
    play(client, table, 40)
    made = client.post(f"/api/tables/{table['table']}/plan",
                       headers=bearer(table["owner"]), json={"side": "republican"}).json()
    plan = {"table": made["plan"], "keys": dict.fromkeys(HOT_SEAT, made["key"])}
    first = state(client, plan, "republican", side="republican")
    play(client, plan, 10)
    copy = client.post(f"/api/tables/{plan['table']}/branch", headers=bearer(made["key"]),
                       json={"at": first["at"]}).json()
    assert state(client, copy, "republican", side="republican")["view"] == first["view"]


def test_a_game_is_the_same_after_the_server_was_started_anew(tmp_path: Path):
    with inside(tmp_path) as one:
        table = new(one, scenario="offensive")
        at = play(one, table, 130)
        before = state(one, table, "republican")
        made = one.post(f"/api/tables/{table['table']}/plan",
                        headers=bearer(table["owner"]), json={"side": "republican"}).json()
        plan = {"table": made["plan"], "keys": dict.fromkeys(HOT_SEAT, made["key"])}
        play(one, plan, 10)
        planned = state(one, plan, "republican")
    with inside(tmp_path) as two:
        after = state(two, table, "republican")
        assert after["at"] == at
        for name in ("view", "views", "acts", "events", "card", "undo", "offer", "dice"):
            assert after[name] == before[name], name
        assert play(two, table, 10) > at
        again = state(two, plan, "republican")
        assert (again["view"], again["acts"]) == (planned["view"], planned["acts"])
        play(two, plan, 5)
