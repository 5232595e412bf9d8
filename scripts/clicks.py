"""How quick the page is in Chromium: a board that opens, and a click that leads to the next question.

    PYTHONPATH=. python scripts/clicks.py brunete storm heralds guadalajara tscw --clicks 60

A game is set up for two at one screen and its questions are answered by mouse, with answers drawn at random, as the
browser tests answer them. The time counts from the click that answers to the frame that shows the next question. Needs
the packages of the browser tests.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from datetime import UTC, datetime
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.driver import ARGS, POINT, Player
from tests.web.test_lesson import do

# When the button of the mouse went down, and when the question was another one on the screen.
WATCH = """(() => {
  window.clicked = window.shown = 0;
  addEventListener("pointerdown", () => { window.clicked = performance.now(); window.shown = 0; }, true);
  let last = "";
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const at = document.querySelector(".ask")?.dataset.at ?? "";
    if (at === last) return;
    last = at;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.shown = performance.now(); }));
  }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-at"]}));
})()"""
READY = "() => document.querySelector('.ground > *') && !document.querySelector('.drawing, .stage.moving')"
OPENED = f"() => new Promise(done => {{ const look = () => ({READY})() ? requestAnimationFrame(() => done(" \
         "performance.now())) : requestAnimationFrame(look); look(); })"


def ask(url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    header = {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}api/{path}", json.dumps(body).encode(), header)
    found: dict[str, Any] = json.load(urllib.request.urlopen(request))
    return found


def at_hand(me: Player, word: str) -> bool:
    """Whether an answer has a button, or its place lies on the screen."""
    if me.page.locator(f".ask [data-word='{word}']").count():
        return True
    thing = word.partition(":")[2]
    place = next((p["at"] for p in me.view["pieces"] if p["id"] == thing), thing)
    return bool(me.space(place).count() and me.page.evaluate(POINT, place))


def clicked(me: Player, game: str, rng: Random) -> float:
    """One answer by mouse: milliseconds from its click to the next question."""
    word = rng.choice([w for w in me.words if at_hand(me, w)] or me.words)
    do(me, game, word)
    me.page.wait_for_function("() => window.shown > 0")
    return float(me.page.evaluate("() => window.shown - window.clicked"))


def measure(me: Player, url: str, game: str, clicks: int) -> None:
    page = me.page
    sides = next(g["sides"] for g in json.load(urllib.request.urlopen(f"{url}api/games")) if g["slug"] == game)
    urllib.request.urlopen(f"{url}api/games/{game}/map.svg").read()      # drawn once, and kept between starts
    made = ask(url, "tables", {"game": game, "seats": dict.fromkeys(sides, "human"), "seed": "clicks"})
    held = json.dumps(json.dumps([{"table": made["table"], "key": made["owner"], "seen": 0}]))
    page.add_init_script(f"localStorage.setItem('frente.tables', {held})")
    page.goto(f"{url}#/t/{made['table']}")
    page.reload()
    opened = page.evaluate(OPENED)
    rng = Random(1)
    times: list[float] = []
    while len(times) < clicks:
        me.my_turn()
        times.append(clicked(me, game, rng))
    times.sort()
    n = len(times)
    middle, most = times[n // 2], times[int(0.95 * n)]
    print(f"| {game} | {opened:.0f} | {n} | {middle:.0f} | {most:.0f} | {times[-1]:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Times of the page: a board that opens, a click to the next question.")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--clicks", type=int, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        command = [sys.executable, "-m", "frente.server", "--port", "0", "--data", folder, "--no-browser"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout
            found = re.search(r"http://localhost:\d+/", server.stdout.readline())
            assert found, "the server did not start"
            print(f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
            print("| game | board opens, ms | clicks | median | p95 | worst |\n|---|---|---|---|---|---|")
            for game in given.games:
                browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
                page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                page.add_init_script(WATCH)
                measure(Player(page), found[0], game, given.clicks)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
