"""Frame times of the board in Chromium while it is panned and zoomed: median, 95th percentile and worst, and the worst
of the second after it, in which the map is drawn anew.

    python scripts/frames.py guadalajara --scenario 1 --turn 3

A game is played at random up to a turn, opened from its record at 1440×900, and moved by one pointer event per frame.
Needs the packages of the browser tests and /usr/bin/chromium.
"""
from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, sync_playwright

from frente.kernel.referee import Match

# One pointer event or turn of the wheel before each frame, and the time from each frame to the next.
RUN = """([kind, frames]) => new Promise(done => {
  const map = document.querySelector(".map"), box = map.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2, times = [];
  const at = k => ({clientX: x + 220 * Math.sin(k / 14), clientY: y + 140 * Math.sin(k / 9),
                    pointerId: 1, bubbles: true, button: 0, buttons: 1, isPrimary: true, pointerType: "mouse"});
  const target = document.querySelector("polygon.hit");
  if (kind === "pan") target.dispatchEvent(new PointerEvent("pointerdown", at(0)));
  let last = 0, k = 0;
  const step = now => {
    if (last) times.push(now - last);
    last = now;
    if (k++ === frames) {
      if (kind === "pan") window.dispatchEvent(new PointerEvent("pointerup", at(k)));
      return done(times);
    }
    if (kind === "pan") window.dispatchEvent(new PointerEvent("pointermove", at(k)));
    if (kind === "in" || kind === "out") map.dispatchEvent(new WheelEvent("wheel",
      {deltaY: (k % 60 < 30) === (kind === "in") ? -40 : 40, clientX: x, clientY: y, cancelable: true, bubbles: true}));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


def played(slug: str, scenario: str, turn: int) -> str:
    """The record of a random game at the beginning of a turn."""
    match = Match.new(slug, scenario or None, {}, {}, "frames")
    rng = Random(1)
    while not match.over and match.view(None).turn < turn:
        side = min(match.choices())
        match.play(side, rng.choice(match.choices()[side]))
    return match.record().text()


def measure(page: Page, name: str, kind: str, frames: int) -> None:
    times: list[float] = sorted(page.evaluate(RUN, [kind, frames]))
    after = max(page.evaluate(RUN, ["", 60]))       # when the gesture is over and the map is drawn anew, sharp
    page.wait_for_timeout(1500)
    n = len(times)
    print(f"{name:26} median {times[n // 2]:6.1f}   p95 {times[int(0.95 * n)]:6.1f}   worst {times[-1]:6.1f}   "
          f"in the second after it {after:6.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Frame times of the board while it is panned and zoomed.")
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--turn", type=int, default=3)
    parser.add_argument("--frames", type=int, default=180)
    given = parser.parse_args()
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    url = f"http://localhost:{port}/"
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.json"
        record.write_text(played(given.game, given.scenario, given.turn))
        command = [sys.executable, "-m", "frente.server", "--port", str(port), "--data", folder, "--no-browser"]
        server: Any = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(url + "api/games", timeout=2).read()
                    break
                except OSError:
                    time.sleep(0.1)
            with sync_playwright() as p:
                browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(url)
                page.wait_for_selector(".shelf")
                page.set_input_files("#import", record)
                page.wait_for_selector(".stack", timeout=120_000)
                page.wait_for_selector(".drawing", state="detached", timeout=120_000)        # the map, too
                page.wait_for_timeout(1500)
                count = page.evaluate("() => [document.querySelectorAll('.counter').length, "
                                      "document.querySelectorAll('polygon.hit').length]")
                print(f"{given.game}: {count[0]} counters drawn, {count[1]} spaces; "
                      f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
                measure(page, "at rest", "", 60)
                measure(page, "pan, whole map", "pan", given.frames)
                measure(page, "zoom in and out by wheel", "in", given.frames)
                page.locator(".map").focus()
                for _ in range(4):
                    page.keyboard.press("+")
                page.wait_for_timeout(2500)
                measure(page, "pan, counters readable", "pan", given.frames)
                measure(page, "zoom out and in by wheel", "out", given.frames)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
