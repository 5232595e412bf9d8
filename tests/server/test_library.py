"""Games, boards, maps, texts, rules, the description of the interface, and the files of the page."""
from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient

from frente import look
from frente.draw import geometry, hexmap
from frente.games.brunete.show import cartography, picture
from frente.geo.hexgrid import parse
from frente.kernel.catalog import all_games, find
from frente.server import api, library
from frente.server.assets import Folder
from frente.server.edit import api as edit
from frente.server.openapi import CALLS
from frente.server.people import api as people
from frente.server.people import club_api, meet_api, talk_api, waiting
from frente.server.problem import LANGUAGES, Problem, texts


@pytest.fixture(scope="module")
def board(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/games/brunete/board").json()
    return found


def test_the_list_of_games_names_sides_scenarios_options_and_computer_players(client: TestClient):
    brunete = next(g for g in client.get("/api/games").json() if g["slug"] == "brunete")
    assert brunete["sides"] == ["republican", "nationalist"]
    assert [s["id"] for s in brunete["scenarios"]] == ["campaign", "offensive"]
    assert {"id": "solitaire", "default": False, "choices": [True, False], "rule": "11.4"} in brunete["options"]
    assert "captain" in brunete["bots"]
    assert brunete["line"]["en"].startswith("West of Madrid")
    assert set(brunete["line"]) == set(brunete["languages"]) == set(LANGUAGES)


def test_spaces_lie_exactly_where_the_map_draws_them(board: dict[str, Any]):
    sheet = geometry.Sheet(cartography.chart())
    assert board["radius"] == geometry.RADIUS
    assert picture.MARGIN == hexmap.MARGIN
    for space in board["spaces"]:
        place = parse(space["id"])
        assert (space["x"], space["y"]) == pytest.approx(sheet.centre(place), abs=0.001)
        assert [x for c in space["corners"] for x in c] == pytest.approx([x for c in sheet.corners(place) for x in c],
                                                                          abs=0.001)


def test_the_map_has_the_size_the_board_says_and_its_colours_follow_the_page(client: TestClient, board: dict[str, Any]):
    answer = client.get("/api/games/brunete/map.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    found = re.search(r'viewBox="([^"]*)"', answer.text)
    assert found is not None
    assert [float(x) for x in found[1].split()] == pytest.approx(board["viewBox"], abs=0.1)
    assert "var(--paper)" in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_neighbours_stand_clockwise_and_both_ways(board: dict[str, Any]):
    spaces = {s["id"]: s for s in board["spaces"]}
    for space in board["spaces"]:
        assert len(space["neighbours"]) == 6
        for k, other in enumerate(space["neighbours"]):
            if other is not None:
                assert spaces[other]["neighbours"][(k + 3) % 6] == space["id"]
                assert spaces[other]["routes"][(k + 3) % 6] == space["routes"][k]
                assert spaces[other]["water"][(k + 3) % 6] == space["water"][k]


def test_every_piece_place_and_track_of_a_view_is_on_the_board(board: dict[str, Any]):
    game = find("brunete")
    for scenario in game.scenarios:
        view = game.view(game.start(scenario.id, game.settled({})), 0)
        units = {u["id"]: u for u in board["units"]}
        places = {s["id"] for s in board["spaces"]} | {b["id"] for b in board["boxes"]} | {"unused"}
        for piece in view.pieces:
            assert piece["at"] in places
            assert (units[piece["id"]]["side"], units[piece["id"]]["elite"]) == (piece["side"], piece["elite"])
        tracks = {(t["id"], t["side"]) for t in board["tracks"]} | {("vp", "republican")}
        assert {(t["id"], t["side"]) for t in view.tracks} <= tracks
        assert {word.partition(":")[0] for word in view.acts} <= set(board["verbs"])


def test_titles_on_the_board_are_in_the_catalogue(client: TestClient, board: dict[str, Any]):
    for language in LANGUAGES:
        known = client.get(f"/api/games/brunete/texts/{language}").json()
        for thing in [*board["boxes"], *board["tracks"]]:
            assert thing["title_key"] in known


def test_towns_objectives_and_entries_are_marked(board: dict[str, Any]):
    spaces = {s["id"]: s for s in board["spaces"]}
    assert spaces["2111"]["name"] == "Brunete"
    assert spaces["2111"]["marks"] == ["town", "purple"]
    assert {"kind": "objective", "name": "Brunete", "colour": "purple", "dashed": False, "points": 2,
            "from": "text"} in spaces["2111"]["printed"]
    assert any(x["kind"] == "entry" and x["letter"] == "A" for x in spaces["1401"]["printed"])


def test_the_schedule_names_every_unit_that_arrives_on_a_turn_once(board: dict[str, Any]):
    come = [u for row in board["schedule"] for u in row.get("units", [])]
    assert len(come) == len(set(come)) > 20
    assert len(board["turns"]) == 14
    assert board["turns"][0] == {"n": 1, "start": "1937-07-06", "end": "1937-07-06"}


def test_the_catalogue_holds_referee_server_and_game_in_both_languages(client: TestClient):
    found = {language: client.get(f"/api/games/brunete/texts/{language}").json() for language in LANGUAGES}
    assert set(found["en"]) <= set(found["es"])
    assert {"kernel.game-over", "server.stale", "ChooseUnit"} <= set(found["en"])
    assert found["en"]["server.stale"] != found["es"]["server.stale"]
    assert client.get("/api/games/brunete/texts/fr").status_code == 404


def test_the_server_says_the_same_things_with_the_same_facts_in_both_languages():
    english, spanish = texts("en").entries, texts("es").entries
    assert set(english) == set(spanish)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", spanish[key])), key


def test_every_problem_the_server_names_is_in_its_catalogue_and_none_is_left_over():
    source = "".join(p.read_text(encoding="utf-8") for p in Path(api.__file__).parent.rglob("*.py"))
    used = set(re.findall(r'(?:Problem|WorkFailed|Unsound)\(\d+, "([\w-]+)"', source))
    used |= set(re.findall(r'"server\.([\w-]+)"', source))
    used |= set(re.findall(r'else "([\w-]+)",|"(not-a-message)" if', source)[0]) | {"not-json"}
    letters = set(re.findall(r'post\.send\([\w\[\]".]+, [\w\[\]".]+, "(\w+)"', source))
    notices = {f"notice.{kind}" for kind in ("push", waiting.MOVE, waiting.OFFER, waiting.BEGUN, waiting.OVER)}
    entries = set(texts("en").entries)
    assert used - {""} == {key.removeprefix("server.") for key in entries if key.startswith("server.")}
    assert {f"letter.{x}{end}" for x in letters for end in ("", "-subject")} | notices == {
        key for key in entries if not key.startswith("server.")}


def test_rules_are_given_in_the_language_asked_for(client: TestClient):
    path = "/api/games/brunete/rules"
    english, spanish = (client.get(path, params={"lang": x}).json() for x in LANGUAGES)
    assert [r["id"] for r in english["rules"]] == [r["id"] for r in spanish["rules"]]
    assert [r["rulings"] for r in english["rules"]] == [r["rulings"] for r in spanish["rules"]]
    same = [a["id"] for a, b in zip(english["rules"], spanish["rules"], strict=True) if a["says"] == b["says"]]
    assert same == []
    assert not [k for k, r in english["rulings"].items() if r["says"] == spanish["rulings"][k]["says"]]
    assert client.get(path, headers={"accept-language": "es"}).json() == spanish
    assert client.get(path).json() == english
    assert client.get(path, params={"lang": "fr"}).status_code == 404


def test_rules_are_given_with_their_rulings(client: TestClient):
    found = client.get("/api/games/brunete/rules").json()
    assert {"title", "says"} == set(found["rulings"]["R52"])
    assert {"id", "title", "says", "area", "optional", "rulings"} <= set(found["rules"][0])
    assert all(ruling in found["rulings"] for rule in found["rules"] for ruling in rule["rulings"])


def test_every_route_is_described_and_every_description_has_a_route(client: TestClient):
    routed = {(r.path.replace(":path", ""), m.lower()) for r in
              [*library.ROUTES, *api.ROUTES, *people.ROUTES, *meet_api.ROUTES, *talk_api.ROUTES, *club_api.ROUTES,
               *edit.ROUTES]
              if isinstance(r, Route)
              for m in (r.methods or set()) if m != "HEAD"}
    assert routed == {(path, method) for path, method, *_ in CALLS}
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert {r.path for r in api.ROUTES if isinstance(r, WebSocketRoute)} <= set(described["paths"])
    names = set(re.findall(r'"#/components/schemas/(\w+)"', client.get("/api/openapi.json").text))
    assert names <= set(described["components"]["schemas"])


def test_the_page_about_the_interface_needs_nothing_from_elsewhere(client: TestClient):
    page = client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "<script" not in page.text
    assert not re.search(r"(?:src|href)=.?https?:", page.text)
    for path, *_ in CALLS:
        assert path in page.text


def test_what_has_not_changed_is_not_sent_again(client: TestClient):
    for path in ("/", "/api/games", "/api/games/brunete/board", "/api/games/brunete/map.svg"):
        first = client.get(path)
        assert first.status_code == 200
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/api/games/brunete/board", headers={"accept-encoding": "identity"})
    small = client.get("/api/games/brunete/board")
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert plain.content == small.content


def test_files_have_their_types_and_nothing_outside_the_folder_is_served(tmp_path: Path):
    (tmp_path / "web").mkdir()
    (tmp_path / "secret.json").write_text("{}")
    for name in ("a.js", "a.css", "a.html", "a.woff2", "a.toml", ".env"):
        (tmp_path / "web" / name).write_text("x" * 1000)
    (tmp_path / "web" / "link.json").symlink_to(tmp_path / "secret.json")
    folder = Folder(tmp_path / "web")
    assert folder.find("a.js").kind.startswith("text/javascript")
    assert folder.find("a.css").kind.startswith("text/css")
    assert folder.find("a.woff2").kind == "font/woff2"
    for wrong in ("../secret.json", "/etc/passwd", "a.toml", ".env", "", ".", "none.js", "a\0.js", "link.json",
                  "x" * 5000):
        with pytest.raises(Problem):
            folder.find(wrong)
    first = folder.find("a.js").etag
    (tmp_path / "web" / "a.js").write_text("y" * 1001)
    assert folder.find("a.js").etag != first


@pytest.mark.parametrize("path", ["/../py.typed", "/%2e%2e/%2e%2e/pyproject.toml", "/js/%2e%2e/%2e%2e/x.py", "/js"])
def test_no_path_leads_out_of_the_page(client: TestClient, path: str):
    assert client.get(path).status_code == 404


def test_no_overlay_takes_a_key_that_the_page_needs_itself():
    page = set(re.findall(r'case "(.)":', (library.WEB / "js" / "keyboard.js").read_text()))
    assert {"h", "u", "?", "["} <= page
    for game in all_games():
        assert not page & set(look.read(game.folder).theme["keys"].values()), game.slug


def test_a_game_that_the_page_cannot_show_yet_is_not_offered(client: TestClient, monkeypatch: pytest.MonkeyPatch,
                                                             tmp_path: Path):
    assert library.shown("storm")
    game = find("storm")
    shutil.copytree(game.folder / "show", tmp_path / "show")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    theme = tmp_path / "show" / "theme.toml"
    written = theme.read_text(encoding="utf-8")
    assert library.shown("storm")
    look.read.cache_clear()
    theme.write_text("draft = true\n" + written, encoding="utf-8")
    assert not library.shown("storm")
    theme.unlink()
    assert not library.shown("storm")
    for path in ("map.svg", "look"):
        assert client.get(f"/api/games/storm/{path}").status_code == 404


def test_the_look_of_a_game_is_what_its_folder_says(client: TestClient):
    found = client.get("/api/games/heralds/look").json()
    assert list(found["sides"]) == ["cnd", "pce", "neutral"]
    assert found["sides"]["cnd"]["shape"] == "round"
    assert found["sides"]["cnd"]["colours"]["main"] == ["#f3c743", "#e9bb34"]
    assert found["terrain"]["downtown"] == "district"
    assert found["theme"]["complexity"] == 5


def test_the_cover_of_a_game_is_its_own(client: TestClient):
    answer = client.get("/api/games/storm/cover")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
