"""Packs that are written in the browser: kept, checked with reason and place, owned, bounded, and played with."""
from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from frente.games.brunete.state.board import load_board
from frente.kernel.catalog import GAMES
from frente.server.edit import check, zips
from frente.server.edit.changes import Change, Wrong, checked, written
from frente.server.edit.form import form
from frente.server.settings import DAY, Limits
from tests.server.helpers import WIDE, Seat, bearer, hall_of, inside, reasons

Pack = dict[str, Any]
UNIT = ["unit", "r-101-1"]
STRONGER = [["units", [*UNIT, "attack"], 8], ["units", [*UNIT, "defence"], 8], ["units", [*UNIT, "face"], "8-8"]]
ROOT = Path(__file__).resolve().parents[2]


def begin(client: TestClient, game: str = "brunete") -> Pack:
    answer = client.post("/api/packs", json={"game": game, "name": "My copy"})
    assert answer.status_code == 201, answer.text
    found: Pack = answer.json()
    return found


def put(client: TestClient, pack: Pack, changes: list[Any], version: int = 1, key: str = "") -> Any:
    return client.put(f"/api/packs/{pack['pack']}", headers=bearer(key or pack["key"]),
                      json={"name": "My copy", "version": version, "changes": changes})


def get(client: TestClient, pack: Pack, more: str = "", key: str = "") -> Any:
    return client.get(f"/api/packs/{pack['pack']}{more}", headers=bearer(key or pack["key"]))


def zipped(**files: str) -> bytes:
    return zips.packed("mine", {name.replace("_", "."): text for name, text in files.items()})


def unzipped(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name.rpartition("/")[2]: archive.read(name) for name in archive.namelist()}


def upload(client: TestClient, raw: bytes, game: str = "brunete", kind: str = "application/zip") -> Any:
    return client.post(f"/api/games/{game}/packs?name=theirs", content=raw, headers={"content-type": kind})


# -- what can be edited


@pytest.mark.parametrize("game", GAMES)
def test_a_game_names_counters_ground_and_set_up_that_its_data_have(client: TestClient, game: str):
    found = client.get(f"/api/games/{game}/data").json()
    layout, files = found["layout"], found["files"]
    spaces = {x["id"] for x in client.get(f"/api/games/{game}/board").json()["spaces"]}
    for array in [layout["counters"], *layout["ground"]]:
        file, name = array.split(".")
        assert files[file]["values"][name]
        assert name in files[file]["items"]
    ground = {str(item["id"]) for array in layout["ground"] for item in
              files[array.split(".")[0]]["values"][array.split(".")[1]]}
    assert spaces <= ground
    file, name = layout["counters"].split(".")
    fields = files[file]["shape"]["fields"][name]["item"]["fields"]
    assert layout["start"].split(".")[0] in fields
    for array in [*layout["edges"], *layout["lines"]]:
        file, name, field = array.split(".")
        assert set(field.split()) <= set(files[file]["shape"]["fields"][name]["item"]["fields"])
    assert len(found["faces"]) > 100


# -- kept and checked


def test_a_change_is_kept_and_the_fault_it_makes_is_told_with_its_place(client: TestClient):
    pack = begin(client)
    answer = put(client, pack, [["units", [*UNIT, "attack"], 8], ["units", [*UNIT, "defence"], 8]]).json()
    assert answer["version"] == 2
    assert answer["check"]["problems"] == [{"file": "units", "path": [*UNIT, "face"],
                                            "reason": "the face of r-101-1 shows 7-8, its factors are 8-8"}]
    kept = get(client, pack).json()
    assert [c[1][2] for c in kept["changes"]] == ["attack", "defence"]
    assert kept["check"] == answer["check"]
    good = put(client, pack, STRONGER, 2).json()["check"]
    assert good["problems"] == []
    assert [(x["id"], x["factors"]) for x in good["faces"]] == [("r-101-1", "8-8")]
    assert list(good["painted"]["of"]) == ["r-101-1"]
    assert "8-8" in str(good["painted"]["strokes"])


def test_a_form_that_is_wrong_is_told_where_it_stands(client: TestClient):
    pack = begin(client)
    bad = [["units", [*UNIT, "attack"], 99], ["map", ["hex", "0601", "terrain"], "swamp"], ["map", ["lake"], 1]]
    problems = put(client, pack, bad[:2]).json()["check"]["problems"]
    assert [(x["file"], x["path"]) for x in problems] == [("map", ["hex", "0601", "terrain"]),
                                                         ("units", [*UNIT, "attack"])]
    assert "from 0 to 30" in problems[1]["reason"]
    [unknown] = put(client, pack, bad[2:], 2).json()["check"]["problems"]
    assert (unknown["file"], unknown["path"], "unknown key lake" in unknown["reason"]) == ("map", ["lake"], True)


def test_of_two_windows_the_second_is_told(client: TestClient):
    pack = begin(client)
    assert put(client, pack, STRONGER).status_code == 200
    answer = put(client, pack, [])
    assert (answer.status_code, reasons(answer)) == (409, ["server.pack-elsewhere"])
    assert len(get(client, pack).json()["changes"]) == 3


@pytest.mark.parametrize("change", [
    ["units", [], 1], ["nothing", ["unit"], 1], ["../units", ["unit"], 1], ["units", ["remove"], True],
    ["units", ["unit", "x", "replace"], 1], ["units", [*UNIT, "attack"], {"remove": True}], ["units", ["a"] * 13, 1],
    ["units", [*UNIT, "attack"], [[[[[[[[[[1]]]]]]]]]]], ["units", [*UNIT, "attack"], 2**60],
    ["units", [*UNIT, "attack\n[x]"], 1], ["units", [*UNIT, "attack"], [None]]])
def test_what_no_pack_can_hold_is_refused(client: TestClient, change: list[Any]):
    answer = put(client, begin(client), [change])
    assert (answer.status_code, reasons(answer)) == (422, ["server.bad-change"])


# -- whose it is


def test_a_pack_is_open_to_its_key_alone(client: TestClient):
    pack, other = begin(client), begin(client)
    for key in ("", "x" * 32, other["key"]):
        header = bearer(key) if key else {}
        for answer in (client.get(f"/api/packs/{pack['pack']}", headers=header),
                       client.get(f"/api/packs/{pack['pack']}/file", headers=header),
                       client.get(f"/api/packs/{pack['pack']}/map.svg", headers=header),
                       client.delete(f"/api/packs/{pack['pack']}", headers=header),
                       client.put(f"/api/packs/{pack['pack']}", headers=header,
                                  json={"name": "x", "version": 1, "changes": []})):
            assert (answer.status_code, reasons(answer)) == (404, ["server.no-pack"])
    assert get(client, pack).json()["version"] == 1


def test_a_list_holds_the_packs_of_the_keys_that_were_shown(client: TestClient):
    pack, other = begin(client), begin(client, "storm")
    found = client.post("/api/packs/held", json={"keys": [other["key"], "x"]}).json()["packs"]
    assert [(x["pack"], x["game"]) for x in found] == [(other["pack"], "storm")]
    assert pack["key"] not in client.post("/api/packs/held", json={"keys": [pack["key"]]}).text


def test_the_packs_of_an_account_go_with_it(tmp_path: Path):
    with inside(tmp_path, hashing=(1, 64), peer="203.0.113.9") as client:
        mine = begin(client)
        answer = client.post("/api/account", json={"name": "Ana", "password": "correct horse battery"})
        assert answer.status_code in (200, 201), answer.text
        assert client.post("/api/account/games", json={"keys": [mine["key"]]}).status_code == 204
        later = begin(client)
        held = client.post("/api/packs/held", json={}).json()["packs"]
        assert {x["pack"] for x in held} == {mine["pack"], later["pack"]}
        assert all(x["expires"] is None for x in held)
        assert client.get(f"/api/packs/{later['pack']}").status_code == 200
        client.cookies.clear()
        assert client.get(f"/api/packs/{later['pack']}").status_code == 404
        assert get(client, later).status_code == 200


def test_quotas_and_expiry(tmp_path: Path):
    limits = Limits(**WIDE | {"packs": 2})
    with inside(tmp_path, limits, peer="203.0.113.7") as client:
        packs = [begin(client), begin(client)]
        answer = client.post("/api/packs", json={"game": "storm"})
        assert (answer.status_code, reasons(answer)) == (429, ["server.too-many-packs"])
        assert client.delete(f"/api/packs/{packs[0]['pack']}", headers=bearer(packs[0]["key"])).status_code == 204
        late = begin(client)
        [mine] = client.post("/api/packs/held", json={"keys": [late["key"]]}).json()["packs"]
        hall, portal = hall_of(client), client.portal
        assert portal is not None
        portal.call(hall.throw_away, mine["expires"] - 1)
        assert get(client, late).status_code == 200
        portal.call(hall.throw_away, mine["expires"] + 1)
        assert get(client, late).status_code == 404
        assert mine["expires"] - mine["updated"] == pytest.approx(365 * DAY)


# -- files


def test_a_download_is_what_the_command_line_takes_and_comes_back_the_same(client: TestClient, tmp_path: Path):
    pack = begin(client)
    assert reasons(get(client, pack, "/file")) == ["server.empty-pack"]
    put(client, pack, [*STRONGER, ["map", ["hex", "0601", "terrain"], "forest"]])
    raw = get(client, pack, "/file").content
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "my-copy"
    assert sorted(x.name for x in folder.iterdir()) == ["map.toml", "units.toml"]
    assert (folder / "units.toml").read_text().splitlines()[1:] == [
        "", "[[unit]]", 'id = "r-101-1"', "attack = 8", "defence = 8", 'face = "8-8"']
    board = load_board(folder)
    assert board.attack[board.uid.index("r-101-1")][-1] == 8
    again = upload(client, raw).json()
    assert unzipped(get(client, again, "/file").content) == unzipped(raw)


def test_a_pack_that_was_written_by_hand_is_taken_in_whole(client: TestClient):
    folder = ROOT / "packs" / "example-own-counters"
    pack = upload(client, zips.packed("own", {x.name: x.read_text() for x in folder.iterdir()})).json()
    found = get(client, pack).json()
    assert found["check"]["problems"] == []
    assert found["check"]["version"] == load_board(folder).version
    assert unzipped(get(client, pack, "/file").content)["README.md"] == (folder / "README.md").read_bytes()


def test_another_grid_is_taken_in_too_though_its_hexes_come_in_another_order(client: TestClient):
    folder = ROOT / "packs" / "brunete-grid-b"
    raw = zips.packed("b", {x.name: x.read_text() for x in folder.iterdir()})
    pack = upload(client, raw).json()
    found = get(client, pack).json()
    assert found["check"]["problems"] == []
    gone = [c for c in found["changes"] if c[1][0] == "hex" and c[2] is None]
    assert len(gone) > 100
    again = upload(client, get(client, pack, "/file").content).json()
    assert sorted(map(str, get(client, again).json()["changes"])) == sorted(map(str, found["changes"]))


def test_files_of_a_folder_are_taken_as_well_as_a_zip(client: TestClient):
    body = b'{"units.toml": "[[unit]]\\nid = \\"r-101-1\\"\\nname = \\"Mine\\"\\n"}'
    pack = upload(client, body, kind="application/json").json()
    assert get(client, pack).json()["changes"] == [["units", [*UNIT, "name"], "Mine"]]


BOMB = b"[[unit]]\n" + b"#" * 40_000_000


def tricky(name: str, body: bytes = b"", attr: int = 0, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = attr
        archive.writestr(info, body, how)
    return made.getvalue()


@pytest.mark.parametrize(("raw", "reason"), [
    (b"PK\x03\x04 nothing", "damaged"), (b"\x00\x01", "neither a zip"), (b"[1]", "neither a zip"),
    (tricky("../units.toml"), "no name"), (tricky("/etc/units.toml"), "no name"), (tricky("a\\units.toml"), "no name"),
    (tricky("units.toml", BOMB), "larger than"), (tricky("units.toml", b"x", 0o120777 << 16), "is a link"),
    (tricky("units.toml", b"\xff\xfe"), "not UTF-8"), (tricky("units.toml", b"unit = ["), "not valid TOML"),
    (tricky("cats.toml", b"a = 1"), "unknown file cats.toml"), (tricky("inner.zip", b"PK"), "unknown file"),
    (tricky("units.toml", b"x = " + b"[" * 5000), "nested too deeply"),
    (tricky("units.toml", b"x", how=zipfile.ZIP_LZMA), "packed in a way"),
    (tricky("units.toml", b"a." * 200_000 + b"a = 1"), "a key of more than sixty parts"),
    (zipped(README_md="hello"), "the pack is empty"),
    (zips.packed("m", {f"a{n}.toml": "" for n in range(30)}), "at most 20"),
    (tricky("units.toml", b'[[unit]]\nid = "r-101-1"\nattack = { x = 1 }'), "must be a single value")])
def test_a_bad_file_is_refused_in_one_clear_sentence(client: TestClient, raw: bytes, reason: str):
    answer = upload(client, raw)
    assert answer.status_code == 422
    assert reason in answer.json()["text"]
    assert reason in answer.json()["problems"][0]["reason"]


def test_an_upload_is_bounded(client: TestClient):
    answer = upload(client, b"x" * 600_000)
    assert (answer.status_code, reasons(answer)) == (413, ["server.too-large"])
    answer = client.put("/api/packs/x", json={"name": "x", "version": 1, "changes": ["x" * 600_000]})
    assert (answer.status_code, reasons(answer)) == (413, ["server.too-large"])
    assert upload(client, b"x", kind="text/plain").status_code == 415


# -- played with


def test_a_table_with_a_pack_is_played_with_its_numbers(client: TestClient):
    pack = begin(client)
    body = {"game": "brunete", "scenario": "offensive", "pack": pack["pack"],
            "seats": {"republican": "human", "nationalist": "bot:random"}}
    empty = client.post("/api/tables", json=body, headers=bearer(pack["key"]))
    assert reasons(empty) == ["server.empty-pack"]
    put(client, pack, STRONGER[:2])
    unsound = client.post("/api/tables", json=body, headers=bearer(pack["key"]))
    assert (unsound.status_code, reasons(unsound)) == (409, ["server.unsound-pack"])
    put(client, pack, STRONGER, 2)
    assert client.post("/api/tables", json=body).status_code == 404
    table = client.post("/api/tables", json=body, headers=bearer(pack["key"])).json()
    with Seat(client, table, "republican") as seat:
        shown = next(p for p in seat.state["view"]["pieces"] if p["id"] == "r-101-1")
        assert (shown["factors"], seat.state["pack"]) == ("8-8", "My copy")
    key = bearer(table["owner"])
    board = client.get(f"/api/tables/{table['table']}/board", headers=key).json()
    assert board["version"] != client.get("/api/games/brunete/board").json()["version"]
    # The game keeps the pack it was begun with, whatever becomes of the draft.
    client.delete(f"/api/packs/{pack['pack']}", headers=bearer(pack["key"]))
    hall_of(client).forget(table["table"])
    state = client.get(f"/api/tables/{table['table']}/state", headers=key).json()
    assert next(p for p in state["view"]["pieces"] if p["id"] == "r-101-1")["factors"] == "8-8"
    branch = client.post(f"/api/tables/{table['table']}/plan", json={"side": "republican"}, headers=key).json()
    again = client.get(f"/api/tables/{branch['plan']}/state", headers=bearer(branch["key"])).json()
    assert next(p for p in again["view"]["pieces"] if p["id"] == "r-101-1")["factors"] == "8-8"
    # What is taken away of it names the pack.
    client.post(f"/api/tables/{table['table']}/acts", headers=key, json={"side": "republican", "act": "x", "at": 0})
    assert client.get(f"/api/tables/{table['table']}/film?from=0&to=0", headers=key).status_code == 200


def test_the_map_of_a_pack_is_drawn_with_its_ground(client: TestClient):
    pack = begin(client)
    put(client, pack, [["map", ["place", "Quijorna"], None], ["map", ["hex", "0601", "terrain"], "swamp"]])
    assert reasons(get(client, pack, "/map.svg")) == ["server.unsound-pack"]
    put(client, pack, [["map", ["hex", "0601", "terrain"], "forest"]], 2)
    drawn = get(client, pack, "/map.svg")
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
    assert drawn.text != client.get("/api/games/brunete/map.svg").text


# -- whatever is sent


scalars = st.one_of(st.integers(-10**6, 10**6), st.booleans(), st.text(max_size=12), st.floats(allow_nan=False))
values = st.recursive(scalars, lambda x: st.one_of(st.lists(x, max_size=3), st.dictionaries(
    st.text(max_size=6), x, max_size=3)), max_leaves=6)


def places(slug: str) -> st.SearchStrategy[tuple[str, tuple[str, ...]]]:
    """Places that the data have, and some that they have not."""
    f = form(slug)
    found: list[tuple[str, tuple[str, ...]]] = []
    for name in f.names:
        for key, value in f.tables[name].items():
            found.append((name, (key,)))
            if isinstance(value, dict):
                found += [(name, (key, inner)) for inner in value]
        for dotted, items in f.keys.get(name, {}).items():
            value = f.tables[name]
            for step in dotted.split("."):
                value = value[step]
            for item in value[:6]:
                called = told_as(item, items.key)
                found += [(name, (*dotted.split("."), called, field)) for field in item]
                found.append((name, (*dotted.split("."), called)))
    names = st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=4)
    odd = st.tuples(st.sampled_from(f.names), names.map(tuple))
    return st.one_of(st.sampled_from(found), odd)


def told_as(item: dict[str, Any], key: tuple[str, ...]) -> str:
    return "|".join("/".join(sorted(map(str, item[k]))) if isinstance(item[k], list) else str(item[k]) for k in key)


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_a_pack_changes_it_is_checked_without_a_fault_of_our_own(slug: str):
    f = form(slug)

    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(places(slug), st.one_of(st.none(), values)), min_size=1, max_size=3))
    def look(wanted: list[tuple[tuple[str, tuple[str, ...]], Any]]) -> None:
        try:
            changes = [checked(f, Change(file, path, value)) for (file, path), value in wanted]
        except Wrong:
            return
        found = check.looked_at(slug, changes)
        for x in found["problems"]:
            assert x["file"] in f.names, x
        files = written(f, changes).files
        if files and not found["problems"]:
            raw = zips.packed("x", {f"{name}.toml": text for name, text in files})
            back = check.taken(slug, raw, 10**6)
            again = [Change(file, tuple(path), value) for file, path, value in back["changes"]]
            assert check.looked_at(slug, again)["version"] == found["version"]

    look()
