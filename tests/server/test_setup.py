"""Tables are set up as in history unless somebody wants to place everything himself."""
from __future__ import annotations

from starlette.testclient import TestClient

from tests.server.helpers import HOT_SEAT, Seat, new, state

MADRID = {"cnd": "human", "pce": "human"}


def test_a_new_table_begins_with_the_first_decision_of_play(client: TestClient) -> None:
    for game, seats, side, question in (("brunete", HOT_SEAT, "republican", "InfiltrationMove"),
                                        ("heralds", MADRID, "pce", "GiveNegotiation")):
        made = client.post("/api/tables", json={"game": game, "seats": seats, "seed": "a test"}).json()
        found = state(client, made, side)
        assert found["view"]["question"] == question
        assert found["setup"] is None


def test_a_free_set_up_is_asked_for_counted_and_finished_as_in_history(client: TestClient) -> None:
    made = new(client)
    assert state(client, made)["setup"] is None, "whoever watches places nothing"
    with Seat(client, made, "republican") as seat:
        assert seat.state["view"]["question"] == "PlaceTanks"
        assert seat.state["setup"] == {"placed": 0, "of": 3}
        assert seat.ask(type="act", side="republican", act="hex:1802", at=0)["type"] == "ok"
        assert state(client, made, "republican")["setup"] == {"placed": 1, "of": 3}
        assert seat.ask(type="deploy", side="republican", at=1)["type"] == "ok"
        found = state(client, made, "republican")
        assert found["setup"] is None
        placed = {p["at"] for p in found["view"]["pieces"] if p["id"].startswith("r-tk18")}
        assert placed == {"1602", "1702", "1802"}
        refused = seat.ask(type="deploy", side="republican", at=found["at"])
        assert [r["key"] for r in refused["reasons"]] == ["server.no-set-up"]


def test_a_word_for_the_set_up_that_is_none_is_refused(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"game": "brunete", "seats": HOT_SEAT, "setup": "sideways"})
    assert answer.status_code in (400, 422)
    assert "setup" in answer.text
