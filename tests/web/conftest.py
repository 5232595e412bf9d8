"""A real server in a process of its own, and a real browser."""
from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from websockets.sync.client import connect

from frente.ai import opponent
from frente.kernel.record import CHANCE_NAME, parse
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.web.driver import ARGS, Player

CHROMIUM = "/usr/bin/chromium"
PATIENCE = 60_000                        # milliseconds; a busy machine is no fault

expect.set_options(timeout=PATIENCE)


class Server:
    """The web app on a port of its own choice; it can be killed and started again on the same one."""

    def __init__(self, data: Path, module: str = "frente.server", *more: str) -> None:
        self.data = data
        self.module = module
        self.more = more
        self.port = 0
        self.start()
        self.url = f"http://localhost:{self.port}/"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.module, "--port", str(self.port), "--data", str(self.data), "--no-browser",
             *self.more],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()            # it says where it is when it can be asked
        found = re.search(r"http://localhost:(\d+)/", said)
        assert found, f"the server did not start: {said}"
        self.port = int(found[1])

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("games"))
    yield found
    found.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def person(chromium: Browser) -> Iterator[Callable[..., Player]]:
    """Somebody at a browser of his own: person(width=…, locale=…)."""
    opened: list[BrowserContext] = []

    def sit(width: int = 1440, height: int = 900, **how: object) -> Player:
        context = chromium.new_context(viewport={"width": width, "height": height}, **{
            "locale": "en-GB", "reduced_motion": "reduce", **how})  # type: ignore[arg-type]
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return Player(page)

    yield sit
    for context in opened:
        context.close()


Stop = Callable[[Match], bool]


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Stop], Path]:
    """Records of games that were played up to a point."""
    folder = tmp_path_factory.mktemp("records")

    def make(name: str, stop: Stop) -> Path:
        path = folder / f"{name}.json"
        if not path.exists():
            match = Match.new("brunete", seed="x1")
            rng = Random(5)
            players = [opponent("greedy", match.game) for _ in match.game.sides]
            while not match.over and not stop(match):
                side = min(match.choices())
                match.play(side, players[side].choose(SeatView(match.game, match.position, side), rng))
            path.write_text(match.record().text())
        return path

    return make


def ask(server: Server, path: str, body: dict[str, Any], key: str = "") -> dict[str, Any]:
    """A request as a program would make it."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(f"{server.url}api/{path}", json.dumps(body).encode(), headers)
    found: dict[str, Any] = json.load(urllib.request.urlopen(request))
    return found


def set_up(server: Server, **body: Any) -> dict[str, Any]:
    """A table whose seats, all of them open, have been taken: its keys are here."""
    made = ask(server, "tables", {"setup": "free", **body})
    for side, invitation in made["invitations"].items():
        made["keys"][side] = ask(server, f"tables/{made['table']}/join", {"invitation": invitation})["key"]
    return made


def seen_by(server: Server, table: str, key: str) -> dict[str, Any]:
    """The table as a program with a key is told of it."""
    url = f"{server.url}api/tables/{table}/state"
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {key}"})
    found: dict[str, Any] = json.load(urllib.request.urlopen(request))
    return found


def until_asked(server: Server, table: str, side: str, key: str, asked: str) -> None:
    """A side lets everything pass, until the other one has to decide."""
    while True:
        state = seen_by(server, table, key)
        words = state["acts"].get(side, [])
        if asked in state["view"]["waiting"] or not words:
            return
        word = next((w for w in ("pass", "decline", "done", "stop") if w in words), words[-1])
        ask(server, f"tables/{table}/acts", {"side": side, "act": word, "at": state["at"]}, key)


def take_seat(page: Page, server: Server, made: dict[str, Any], side: str) -> None:
    """Open a table in a browser that holds the key of a seat."""
    held = json.dumps(json.dumps([{"table": made["table"], "key": made["keys"][side], "seen": 0}]))
    page.add_init_script(f'localStorage.getItem("frente.tables") ?? localStorage.setItem("frente.tables", {held})')
    page.goto(f"{server.url}#/t/{made['table']}")


def play_again(server: Server, made: dict[str, Any], acts: list[tuple[str, str]]) -> None:
    """By socket, a side's acts together: requests one by one would leave the page none of what a client may ask."""
    url = f"{server.url.replace('http', 'ws', 1)}api/tables/{made['table']}/live"
    with connect(url, max_size=None, open_timeout=60, ping_interval=None) as socket:
        socket.send(json.dumps({"type": "hello", "key": made["owner"]}))
        at = -1
        while at < 0:                    # the state, once the key is known
            state = json.loads(socket.recv(60))
            at = state["at"] if state["type"] == "state" else -1
        while acts:
            side = acts[0][0]
            some = next((k for k, act in enumerate(acts[:200]) if act[0] != side), min(200, len(acts)))
            words = [word for _, word in acts[:some]]
            socket.send(json.dumps({"id": 1, "type": "moves", "side": side, "acts": words, "at": at}))
            while (answer := json.loads(socket.recv(60))).get("id") != 1:
                pass
            if answer["type"] == "refused" and answer["reasons"][0]["key"] == "server.too-fast":
                time.sleep(0.3)
                continue
            assert answer["type"] == "ok", answer
            acts, at = acts[answer["done"]:], answer["at"]


def open_planned(page: Page, server: Server, path: Path) -> None:
    """A game at one screen that goes on as it was planned: a saved one gets dice of its own, these keep their seed."""
    record = parse(path.read_bytes())
    made = ask(server, "tables", {"game": record.game, "scenario": record.scenario, "options": record.options,
                                  "seed": record.dice[0].seed, "setup": "free",
                                  "seats": dict.fromkeys(record.seats, "human")})
    play_again(server, made, [(x.side, x.word) for x in record.acts if x.side != CHANCE_NAME])
    page.goto(server.url)
    page.evaluate("held => localStorage.setItem('frente.tables', JSON.stringify([held]))",
                  {"table": made["table"], "key": made["owner"], "seen": 0})
    page.goto("about:blank")             # else only the part behind the # would change, and nothing be read again
    page.goto(f"{server.url}#/t/{made['table']}")
    page.wait_for_selector(".stack", timeout=120_000)


def start_form(page: Page, server: Server, game: str, setup: str = "free") -> None:
    """The form of a new game, from the first page."""
    page.goto(server.url)
    page.click(f"[data-new={game}]")
    page.check(f"input[name=setup][value={setup}]")


def open_record(page: Page, server: Server, record: Path) -> None:
    """Open a saved game from the first page."""
    page.goto(server.url)
    page.wait_for_selector(".shelf")
    page.set_input_files("#import", record)
    page.wait_for_selector(".stack")


def republican_moves(match: Match) -> bool:
    view = match.view(None)
    return view.turn >= 2 and view.question == "ChooseUnit" and view.waiting == ["republican"]


def republican_attacks(match: Match) -> bool:
    view = match.view(None)
    return (view.turn >= 2 and view.question == "ChooseAttackers" and view.waiting == ["republican"]
            and "declare" in match.view(0).acts)
