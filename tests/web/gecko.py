"""Firefox as it is installed, driven by WebDriver BiDi: Playwright speaks only to a Firefox of its own making."""
from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import connect

FIREFOX = "/usr/bin/firefox-esr"
PATIENCE = 60.0                          # seconds; a busy machine is no fault
# How many messages of the page are not answered yet, and how far on the answers say that the game is.
WATCH = """() => {
  const Plain = WebSocket;
  window.line = {open: new Set(), at: -1};
  window.WebSocket = class extends Plain {
    constructor(...where) {
      super(...where);
      const mine = window.line = {open: new Set(), at: -1};
      this.mine = mine;
      this.addEventListener("message", e => setTimeout(() => {       // when the page has done what it does about it
        const said = JSON.parse(e.data);
        if (said.id !== undefined && said.at > mine.at) mine.at = said.at;
        mine.open.delete(said.id);
      }));
    }
    send(text) {
      const id = JSON.parse(text).id;
      if (id !== undefined) this.mine.open.add(id);
      super.send(text);
    }
  };
}"""
PREFS = {"ui.prefersReducedMotion": 1, "intl.accept_languages": "en-GB", "browser.shell.checkDefaultBrowser": False,
         "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True,
         "browser.startup.page": 0, "remote.active-protocols": 1}


class Firefox:
    """One window of a Firefox with a profile of its own."""

    def __init__(self, profile: Path, width: int = 1440, height: int = 900) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFS.items()]
        (profile / "user.js").write_text("\n".join(lines))
        said = profile / "said"
        with said.open("w") as out:
            self.process = subprocess.Popen(
                [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"],
                stdout=out, stderr=out)
        until, found = time.monotonic() + PATIENCE, None
        while not (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text())):
            assert self.process.poll() is None, said.read_text()
            assert time.monotonic() < until, said.read_text()
            time.sleep(0.1)
        url = found[1]
        self.line = ExitStack()
        self.socket = self.line.enter_context(connect(f"{url}/session", max_size=None, ping_interval=None))
        self.asked = 0
        self.faults: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.ask("script.addPreloadScript", functionDeclaration=WATCH)
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": width, "height": height})

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(PATIENCE))
            if answer.get("id") == self.asked:
                assert answer["type"] == "success", answer
                found: dict[str, Any] = answer["result"]
                return found
            said = answer.get("params", {})
            if said.get("level") == "error":
                self.faults.append(str(said.get("text")))

    def open(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.window, url=url, wait="complete")

    def evaluate(self, function: str, *given: Any) -> Any:
        """What a function of the page gives, as JSON would hold it."""
        call = f"() => JSON.stringify(({function})(...{json.dumps(given)})) ?? 'null'"
        answer = self.ask("script.callFunction", functionDeclaration=call, target={"context": self.window},
                          awaitPromise=False)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait(self, function: str, *given: Any) -> Any:
        """Until a function of the page gives something."""
        until = time.monotonic() + PATIENCE
        while not (found := self.evaluate(function, *given)):
            assert time.monotonic() < until, f"in vain waited for {function} {given}"
            time.sleep(0.05)
        return found

    def click(self, point: str, *given: Any) -> None:
        """The mouse at a point that a function of the page gives, when all is loaded and it gives the same twice."""
        last, found = None, None
        while found is None or found != last:
            self.wait("() => document.fonts.status === 'loaded' && [...document.images].every(x => x.complete)")
            last, found = found, self.wait(point, *given)
            time.sleep(0.1)
        x, y = (round(n) for n in found)
        mouse = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}, {"type": "pointerMove", "x": 1, "y": 1}]
        self.ask("input.performActions", context=self.window, actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": mouse}])

    def press(self, key: str) -> None:
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.window, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: object) -> None:
        self.line.close()
        self.process.terminate()
        self.process.wait()
