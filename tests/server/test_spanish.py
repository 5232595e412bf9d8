"""A game of Brunete in Spanish: whatever the page or the server tells a player is in the catalogue, and in Spanish.

The page puts texts together from keys and names of the catalogue (see web/js/texts.js). Here a whole game is walked
through, every key and name that a state needs is looked up as the page does it, and none may be missing or English.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.helpers import HOT_SEAT, INVITED, Seat, act, bearer, new, play, state

Catalogue = dict[str, str]

# Proper names, numbers, symbols and words that both languages write alike; everything else must differ.
ALIKE = {
    "phase.Game", "verb.pass", "mark.", "box.madrid", "box.carabanchel", "kernel.record-wrong",
    "kernel.no", "option.fifth_purple.villafranca_del_castillo", "option.fifth_purple.perales_de_milla",
    "option.fifth_purple.valdemorillo", "web.short-Madrid", "web.no", "web.asks", "web.overlay-control",
    "web.key-control", "web.edit-no", "web.field-control"}
PLAIN = ("unit", "hex", "left", "turn", "die", "dice", "column", "points", "n", "number", "steps", "to", "cp", "cost")


@pytest.fixture(scope="module")
def catalogue(client: TestClient) -> dict[str, Catalogue]:
    return {x: client.get(f"/api/games/brunete/texts/{x}").json() for x in ("en", "es")}


def test_only_names_and_symbols_read_the_same_in_both_languages(catalogue: dict[str, Catalogue]):
    english, spanish = catalogue["en"], catalogue["es"]
    assert set(english) <= set(spanish)
    assert {key for key, text in english.items() if text == spanish[key]} == ALIKE


def needed(view: dict[str, Any], spaces: set[str]) -> Iterator[str]:
    """Every key the page looks up to show a view."""
    yield from (f"phase.{x}" for x in view["phase"])
    yield from (f"side.{x}" for x in view["waiting"])
    yield view["question"]
    yield from (f"track.{t['id']}" for t in view["tracks"])
    for piece in view["pieces"]:
        yield f"symbol.{piece['symbol']}"
        yield f"unit.{piece['id']}"
        if not re.fullmatch(r"[IVX]*|\d*|Guadarrama", piece["formation"]):
            yield f"formation.{piece['formation']}"
        yield from (f"state.{x.partition(':')[0]}" for x in piece["state"])
        if piece["at"] not in spaces:
            yield f"box.{piece['at']}"
    for marks in view["spaces"].values():
        yield from (f"state.{x.partition(':')[0]}" for x in marks)
    for name, cards in view["hands"].items():
        yield f"hand.{name}"
        if isinstance(cards, list):
            yield from (f"resource.{c}" for c in cards)
    for word in view["acts"]:
        verb, _, name = word.partition(":")
        yield f"verb.{view['question']}.{verb}|verb.{verb}"
        if verb in ("resource", "support"):
            yield f"{verb}.{name}"


def named(facts: dict[str, Any], units: set[str], spaces: set[str]) -> Iterator[str]:
    """The names among the facts of an event or refusal: what is no number, unit or space must have one."""
    for fact, value in facts.items():
        values = value if isinstance(value, list) else [value]
        for x in values:
            if fact in ("side", "by"):
                yield "side." + (x if isinstance(x, str) else ("republican", "nationalist")[x])
            elif fact == "asked":
                yield from (f"side.{y}" for y in x.split(", "))
            elif fact == "question":
                yield x
            elif isinstance(x, str) and x not in units | spaces and not x.isdigit() and fact not in PLAIN:
                yield f"{fact}.{x}"


def test_a_whole_game_needs_no_text_that_is_missing_or_english(client: TestClient, catalogue: dict[str, Catalogue]):
    english, spanish = catalogue["en"], catalogue["es"]
    board = client.get("/api/games/brunete/board").json()
    spaces, units = {x["id"] for x in board["spaces"]}, {x["id"] for x in board["units"]}
    table = new(client, scenario="offensive", seed="in Spanish")
    seen: set[str] = set()
    rng = Random(2)
    with Seat(client, table, "republican", lang="es") as seat:
        while not seat.state["over"]:
            s = seat.state
            for view in s["views"].values():
                seen |= set(needed(view, spaces))
            for e in s["events"]:
                seen |= {e["key"], *named(e["facts"], units, spaces)}
            seen |= {x["key"] for card in s["cards"].values() for x in card.get("shifts", [])}
            side, words = rng.choice([(side, words) for side, words in s["acts"].items() if words])
            if rng.random() < 0.15:
                unit = rng.choice(sorted(units))
                for kind, arg in (("unit", unit), ("space", rng.choice(sorted(spaces))), ("button", "pass")):
                    for r in seat.ask("explain", side=side, kind=kind, arg=arg)["refusals"]:
                        seen |= {r["key"], *named(r["facts"], units, spaces)}
            at = seat.ask("act", side=side, act=rng.choice(words), at=s["at"])["at"]
            seat.seen(at)
        seen.add(seat.state["outcome"]["key"])
    missing = {key for key in seen if not any(x in spanish for x in key.split("|"))}
    assert missing == set()
    assert len(seen) > 250
    alike = {key for key in seen for x in key.split("|")[:1] if x in english and english[x] == spanish[x]}
    assert alike - ALIKE == set()


def test_the_board_the_options_and_the_scenarios_have_spanish_names(client: TestClient,
                                                                    catalogue: dict[str, Catalogue]):
    english, spanish = catalogue["en"], catalogue["es"]
    board = client.get("/api/games/brunete/board").json()
    game = next(g for g in client.get("/api/games").json() if g["slug"] == "brunete")
    keys = {f"terrain.{x}" for space in board["spaces"] for x in space["terrain"]}
    keys |= {f"web.from-{x}" for x in board["provenance"]}
    keys |= {f"web.from-{space['from']}" for space in board["spaces"] if space.get("from")}
    keys |= {f"web.printed-{x['kind']}" for space in board["spaces"] for x in space["printed"]}
    keys |= {f"web.colour-{x['colour']}" for space in board["spaces"] for x in space["printed"] if x.get("colour")}
    keys |= {f"web.overlay-{x}" for x in board["overlays"]}
    keys |= {thing["title_key"] for thing in [*board["boxes"], *board["tracks"]]}
    keys |= {f"web.bot-{x}" for x in game["bots"]}
    for o in game["options"]:
        keys |= {f"option.{o['id']}", f"option.{o['id']}.help"}
        keys |= {f"option.{o['id']}.{x}" for x in o["choices"] if isinstance(x, str)}
    for s in game["scenarios"]:
        keys |= {f"scenario.{s['id']}", f"scenario-title.{s['id']}"}
        assert s["titles"]["en"] != s["titles"]["es"] == spanish[f"scenario-title.{s['id']}"]
    assert keys - set(spanish) == set()
    assert {k for k in keys if english[k] == spanish[k]} - ALIKE == set()


def told(client: TestClient, method: str, path: str, **more: Any) -> list[str]:
    """What a refused request is told in English and in Spanish."""
    found = []
    for language in ("en", "es"):
        answer = client.request(method, path, headers={"accept-language": language}, **more)
        assert 400 <= answer.status_code < 500, answer.text
        body = answer.json()
        assert body["text"] == body["reasons"][0]["text"]
        found.append(body["text"])
    return found


def test_every_refused_request_is_told_in_spanish(client: TestClient):
    table = new(client, INVITED)
    at = play(client, table, 8)
    path, human = f"/api/tables/{table['table']}", {"seats": HOT_SEAT}
    side = state(client, table)["view"]["waiting"][0]
    post = {"side": side, "at": at}
    me, mine = {"headers": bearer(table["owner"])}, {"headers": bearer(table["keys"][side])}
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "/api/nothing", {}), ("PUT", "/api/games", {}), ("GET", "/api/tables/none", {}),
        ("GET", path, {"headers": bearer("wrong")}), ("GET", path + "?key=wrong", {}),
        ("GET", path, {"headers": {"authorization": "Basic x"}}),
        ("GET", path + "/record", {}), ("GET", path + "/replay?at=x", {}),
        ("GET", path + "/replay?at=9999", {}), ("GET", path + f"/replay?at=1&side={side}", {}),
        ("GET", path + "/replay?at=1&side=reds", {}), ("DELETE", path, {}),
        ("PATCH", path, {"json": {"name": ""}, **me}), ("POST", path + "/rematch", me),
        ("POST", path + "/join", {"json": {"invitation": "x"}}),
        ("POST", path + "/invitations", {"json": {"side": side}}), ("POST", path + "/key", {}),
        ("POST", path + "/acts", {"json": post | {"act": "fly:moon"}, **mine}),
        ("POST", path + "/acts", {"json": post | {"act": "unit:nobody"}, **mine}),
        ("POST", path + "/acts", {"json": post | {"act": "die:4"}, **mine}),
        ("POST", path + "/acts", {"json": post | {"act": "pass", "at": 9999}, **mine}),
        ("POST", path + "/acts", {"json": post | {"act": "pass", "side": "reds"}, **mine}),
        ("POST", "/api/tables", {"json": {"game": "chess", **human}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "scenario": "winter", **human}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "options": {"fly": True}, **human}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "options": {"solitaire": "x"}, **human}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "seats": {}}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "seats": {**HOT_SEAT, "republican": "bot:x"}}}),
        ("POST", "/api/tables", {"json": {"game": "brunete", "seed": "a\nb", **human}}),
        ("POST", "/api/tables", {"content": b"{}"}), ("POST", "/api/import", {"json": {}}),
        ("POST", "/api/import", {"json": {"format": 1, "acts": []}}),
        ("POST", "/api/import", {"content": b'{"format": 1', "headers": {"content-type": "application/json"}})]
    for method, where, more in asked:
        headers = more.pop("headers", {})
        if headers:
            texts = [client.request(method, where, headers={"accept-language": x, **headers}, **more).json()["text"]
                     for x in ("en", "es")]
        else:
            texts = told(client, method, where, **more)
        assert texts[0] != texts[1], (method, where, more)
        for english in (" the ", " is not ", " there ", " has no ", "choose "):
            assert english not in f" {texts[1].lower()} ", texts[1]


def test_an_altered_record_is_refused_in_spanish_with_its_reason(client: TestClient):
    table = new(client)
    play(client, table, 20)
    record = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).json()
    texts = told(client, "POST", "/api/import", json=record | {"seed": "better"})
    assert texts[1] == ("Este registro no se puede abrir: El archivo ha sido alterado: su suma de comprobación no "
                        "coincide. Usa una copia intacta.")


def test_whoever_sits_at_a_table_that_is_deleted_is_told_so_in_spanish(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican", lang="es") as seat:
        client.delete(f"/api/tables/{table['table']}", headers=bearer(table["owner"]))
        with pytest.raises(WebSocketDisconnect) as closed:
            seat.until("never")
    assert (closed.value.code, closed.value.reason) == (4404, "Esa mesa no existe; puede que la hayan borrado.")


def test_whose_decision_it_is_is_told_in_spanish(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "nationalist", lang="es") as seat:
        asked = seat.state["view"]["waiting"]
        assert asked == ["republican"]
        answer = seat.ask("act", side="nationalist", act="pass", at=seat.state["at"])
        (reason,) = answer["reasons"]
        assert reason["facts"]["asked"] == "republican"
        assert "Nacional" in reason["text"]
        assert "Republicano" in reason["text"]
        assert "nationalist" not in reason["text"]
    assert act(client, table, "republican", "pass", 99).status_code == 409
