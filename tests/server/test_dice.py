"""Fair dice at a table: who is asked for a number, what waits for it, and what nobody ever learns."""
from __future__ import annotations

import json
import secrets
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente.kernel.chance import Dice, Opening, sealed
from frente.kernel.proof import verify
from frente.kernel.record import opening_in, parse
from tests.server.helpers import BOT, HOT_SEAT, INVITED, Seat, act, bearer, new, play, state

FAIR: dict[str, Any] = {"seed": None, "scenario": "offensive"}     # three placements of the Republican, then dice


def seal(seat: Seat, side: str, number: str) -> dict[str, Any]:
    dice = seat.state["dice"]
    return seat.ask("seal", side=side, seal=sealed(dice["table"], side, dice["commitment"], number))


def give(*seats: Seat) -> dict[str, str]:
    """Every seat seals a number and shows it, as pages do."""
    numbers = {s.side: secrets.token_hex(32) for s in seats}
    for s in seats:
        assert seal(s, s.side, numbers[s.side])["type"] == "ok"
    for s in seats:
        assert s.ask("show", side=s.side, number=numbers[s.side])["type"] == "ok"
    return numbers


def test_the_server_is_bound_before_any_number_is_known_and_no_die_falls_before_all_are(client: TestClient):
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        dice = one.state["dice"]
        assert dice["commitment"] == table["commitment"]
        assert (dice["grade"], dice["awaited"], dice["seed"]) == ("fair", ["republican", "nationalist"], None)
        mine = secrets.token_hex(32)
        seal(one, "republican", mine)
        placed(one)
        assert (one.state["dice"]["due"], one.state["at"], one.state["acts"]["republican"]) == (True, 3, [])
        theirs = secrets.token_hex(32)
        seal(two, "nationalist", theirs)
        assert one.ask("show", side="republican", number=mine)["type"] == "ok"
        assert state(client, table)["at"] == 3
        assert two.ask("show", side="nationalist", number=theirs)["type"] == "ok"
        now = state(client, table)
        assert now["dice"]["shown"] == {"republican": mine, "nationalist": theirs}
        assert (now["at"] > 3, now["dice"]["due"]) == (True, False)


def placed(seat: Seat) -> None:
    """The three placements before the first die."""
    for at in range(3):
        seat.seen(at)
        answer = seat.act()
        assert answer["type"] == "ok", answer
    seat.seen(3)


def test_a_seat_can_neither_show_early_nor_change_its_number_nor_speak_for_another(client: TestClient):
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one:
        number = secrets.token_hex(32)
        assert seal(one, "republican", number)["type"] == "ok"
        for fault in (one.ask("show", side="republican", number=number), seal(one, "republican", "0" * 64)):
            assert fault["reasons"][0]["key"] == "server.dice"
        for other in (seal(one, "nationalist", number), one.ask("show", side="nationalist", number=number),
                      one.ask("roll-on", side="nationalist")):
            assert other["reasons"][0]["key"] == "server.not-your-side"
        assert one.ask("seal", side="republican", seal="short")["type"] == "refused"
        assert one.state["dice"]["sealed"].keys() == {"republican"}


def test_a_player_can_roll_on_without_somebody_who_is_not_there_and_that_shows(client: TestClient):
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one:
        number = secrets.token_hex(32)
        seal(one, "republican", number)
        assert one.ask("roll-on", side="republican")["type"] == "ok"
        placed(one)
        assert one.ask("show", side="republican", number=number)["type"] == "ok"
    assert state(client, table)["at"] > 3
    record = parse(json.dumps(finished(client, table)).encode())
    assert record.dice[0].given == ["republican"]
    assert "nationalist gave no number" in str(verify(record).dice[0])


def finished(client: TestClient, table: dict[str, Any]) -> Any:
    with Seat(client, table, "nationalist") as two:
        two.ask("resign", side="nationalist")
    return client.get(f"/api/tables/{table['table']}/record").json()


def test_somebody_who_is_there_is_given_a_moment(client: TestClient):
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist"):
        seal(one, "republican", "0" * 64)
        answer = one.ask("roll-on", side="republican")
        assert [r["key"] for r in answer["reasons"]] == ["server.dice-moment"]


def test_a_seat_that_acts_without_a_number_has_given_none(client: TestClient):
    table = new(client, INVITED, seed=None)          # Brunete begins with placements, no die
    s = state(client, table, "republican")
    answer = act(client, table, "republican", s["acts"]["republican"][0], s["at"])
    assert answer.status_code == 200
    dice = state(client, table)["dice"]
    assert (dice["awaited"], list(dice["shown"])) == (["nationalist"], ["republican"])
    assert dice["grade"] == "fair"                   # the other's number may still come


def test_at_one_screen_silence_holds_for_both_seats_and_the_dice_are_the_houses(client: TestClient):
    table = new(client, HOT_SEAT, seed=None)
    assert play(client, table, 30) >= 30
    assert state(client, table)["dice"]["grade"] == "house"


def test_a_computer_player_is_not_asked_and_where_nobody_plays_the_dice_are_the_houses(client: TestClient):
    assert state(client, new(client, BOT, seed=None))["dice"]["sides"] == ["republican"]
    alone = state(client, new(client, dict.fromkeys(BOT, "bot:random"), seed=None))["dice"]
    assert (alone["sides"], alone["grade"]) == ([], "house")


def test_numbers_survive_the_table_being_closed(client: TestClient):
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one:
        seal(one, "republican", "a" * 64)
    client.app.app.state.hall._tables.clear()        # type: ignore[attr-defined]
    dice = state(client, table)["dice"]
    assert dice["sealed"] == {"republican": sealed(table["table"], "republican", table["commitment"], "a" * 64)}


# -- whatever begins elsewhere

def over(client: TestClient) -> dict[str, Any]:
    """A finished game with fair dice; Republican resigned."""
    table = new(client, INVITED, **FAIR)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        give(one, two)
    play(client, table, 25)
    with Seat(client, table, "republican") as one:
        one.ask("resign", side="republican")
    return table


def seeds(client: TestClient, table: dict[str, Any]) -> list[Opening]:
    return [opening_in(x) for x in client.get(f"/api/tables/{table['table']}/record").json()["dice"]]


def test_a_branch_of_a_finished_game_does_not_roll_its_dice(client: TestClient):
    table = over(client)
    parent = seeds(client, table)[0]
    answer = client.post(f"/api/tables/{table['table']}/branch", headers=bearer(table["keys"]["republican"]),
                         json={"at": 3})
    made = answer.json()
    assert answer.status_code == 201
    dice = state(client, made)["dice"]
    assert dice["parent"] == f"branch {table['table']}@3"
    assert (dice["commitment"] != parent.promised, dice["table"]) == (True, made["table"])
    assert (dice["due"], dice["awaited"]) == (True, ["republican", "nationalist"])
    assert client.post(f"/api/tables/{made['table']}/dice", json={"side": "republican"},
                       headers=bearer(made["owner"])).status_code == 200
    play(client, made, 40)
    hall = client.app.app.state.hall                 # type: ignore[attr-defined]
    match = hall._tables[made["table"]].match
    own = match.dice.opening
    rolls = range(own.first, own.first + 200)
    same = sum(Dice([parent]).at(k, 6) == match.dice.at(k, 6) for k in rolls)
    assert same < 70                                 # 33 by chance
    assert parent.seed not in (own.seed, "")


def test_a_rematch_and_an_import_have_dice_of_their_own(client: TestClient):
    table = over(client)
    known = seeds(client, table)[0].seed
    again = client.post(f"/api/tables/{table['table']}/rematch", headers=bearer(table["keys"]["republican"])).json()
    assert state(client, again)["dice"]["parent"] == f"rematch {table['table']}"
    record = client.get(f"/api/tables/{table['table']}/record").json()
    opened = client.post("/api/import", content=_unfinished(record),
                         headers={"content-type": "application/json"}).json()
    assert "keys" in opened, opened
    dice = state(client, opened)["dice"]
    assert (dice["parent"], dice["first"]) == ("import", 1 + max(x[2] for x in record["acts"] if len(x) == 3))
    assert (dice["grade"], dice["earlier"]) == ("fair", ["filed"])
    hall = client.app.app.state.hall                 # type: ignore[attr-defined]
    for made in (again, opened):
        assert hall._tables[made["table"]].match.dice.opening.seed != known


def _unfinished(record: dict[str, Any]) -> str:
    """The record of a game that was given up, as it was before that."""
    found = parse(json.dumps(record).encode())
    found.result = None
    return found.text()


def test_a_finished_game_from_a_file_claims_no_more_than_the_file(client: TestClient):
    """Whoever wrote it may have known the seed when he chose the acts: its dice are not this server's word."""
    record = client.get(f"/api/tables/{over(client)['table']}/record").text
    opened = client.post("/api/import", content=record, headers={"content-type": "application/json"}).json()
    dice = state(client, opened)["dice"]
    assert (dice["grade"], dice["earlier"], dice["awaited"]) == ("filed", ["filed"], [])
    proof = client.get(f"/api/tables/{opened['table']}/proof").json()
    assert (proof["ok"], proof["problems"]) == (True, [])
    assert "stood in a file" in proof["words"][0]
    branch = client.post(f"/api/tables/{opened['table']}/branch", headers=bearer(opened["owner"]),
                         json={"at": 5}).json()
    assert state(client, branch)["dice"]["earlier"][0] == "filed"


def test_who_plays_all_seats_takes_no_seed_away_from_a_game_that_lasts(client: TestClient):
    table = new(client, HOT_SEAT, seed=None)
    play(client, table, 30)
    saved = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).json()
    assert [x["seed"] for x in saved["dice"]] == [""]
    branch = client.post(f"/api/tables/{table['table']}/branch", headers=bearer(table["owner"]), json={"at": 2}).json()
    taken = client.get(f"/api/tables/{branch['table']}/record", headers=bearer(branch["owner"])).json()
    assert [x["seed"] for x in taken["dice"]] == ["", ""]


def test_a_chosen_seed_is_marked_in_table_record_and_whatever_comes_of_it(client: TestClient):
    table = new(client)
    assert state(client, table)["dice"]["grade"] == "chosen"
    play(client, table, 20)
    branch = client.post(f"/api/tables/{table['table']}/branch", headers=bearer(table["owner"]), json={"at": 10}).json()
    saved = client.get(f"/api/tables/{branch['table']}/record", headers=bearer(branch["owner"])).json()
    assert [x["chosen"] for x in saved["dice"]] == [True, False]
    dice = state(client, branch)["dice"]
    assert (dice["grade"], dice["earlier"]) == ("fair", ["chosen"])


# -- the proof

def test_anybody_can_have_a_finished_game_verified(client: TestClient):
    table = over(client)
    proof = client.get(f"/api/tables/{table['table']}/proof").json()
    assert (proof["ok"], proof["problems"]) == (True, [])
    assert "are fair" in proof["words"][0]
    dice = Dice([opening_in(x) for x in proof["openings"]])
    assert all(dice.at(k, n) in those for k, n, those in proof["rolls"])
    assert len(proof["rolls"]) > 0


def test_a_game_that_lasts_is_not_proven(client: TestClient):
    answer = client.get(f"/api/tables/{new(client)['table']}/proof")
    assert answer.status_code == 409


@pytest.mark.parametrize("language, says", [("en", "are fair"), ("es", "son limpias")])
def test_what_was_proven_is_said_in_the_readers_language(client: TestClient, language: str, says: str):
    table = over(client)
    proof = client.get(f"/api/tables/{table['table']}/proof", headers={"accept-language": language}).json()
    assert says in proof["words"][0]
