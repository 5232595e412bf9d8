"""How quick the page is in Chromium: a board that opens, and a click that leads to the next question.

    python scripts/clicks.py brunete storm heralds guadalajara tscw --clicks 60

A game is set up for two at one screen and its questions are answered by mouse with the first answer that is offered.
The time counts from the click to the frame that shows the next question. Needs the packages of the browser tests.
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
from typing import Any

from playwright.sync_api import Page, sync_playwright

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
ANSWERS = (".ask [data-word=anyway], .ask [data-word=check-end]",
           ".ask .answers button[data-word]:not([data-word=undo])", ".map .target", ".map .grip")


def ask(url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    header = {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}api/{path}", json.dumps(body).encode(), header)
    found: dict[str, Any] = json.load(urllib.request.urlopen(request))
    return found


def clicked(page: Page) -> float:
    """One answer by mouse: milliseconds to the next question."""
    for selector in ANSWERS:
        there = page.locator(selector)
        if there.count():
            box = there.first.bounding_box()
            assert box
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            break
    try:
        page.wait_for_function("() => window.shown > 0", timeout=4000)
    except Exception:                    # a click that only chose: the next one answers
        return 0.0
    return float(page.evaluate("() => window.shown - window.clicked"))


def measure(page: Page, url: str, game: str, clicks: int) -> None:
    sides = next(g["sides"] for g in json.load(urllib.request.urlopen(f"{url}api/games")) if g["slug"] == game)
    urllib.request.urlopen(f"{url}api/games/{game}/map.svg").read()      # drawn once, and kept between starts
    made = ask(url, "tables", {"game": game, "seats": dict.fromkeys(sides, "human"), "seed": "clicks"})
    held = json.dumps(json.dumps([{"table": made["table"], "key": made["owner"], "seen": 0}]))
    page.add_init_script(f"localStorage.setItem('frente.tables', {held})")
    page.goto(f"{url}#/t/{made['table']}")
    page.reload()
    opened = page.evaluate(OPENED)
    times: list[float] = []
    for _ in range(4 * clicks):
        if len(times) >= clicks:
            break
        if page.locator(".cover button").count():
            page.click(".cover button")
        page.wait_for_function(READY)
        took = clicked(page)
        times += [took] if took > 0 else []
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
                browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                page.add_init_script(WATCH)
                measure(page, found[0], game, given.clicks)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
