"""A player at the page: sees the states that the page receives, and acts only by mouse or keyboard."""
from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

from frente.differ import changed

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
        "--no-first-run", "--disable-sync"]
PATIENCE = 60.0                          # seconds; a busy machine is no fault

# The page itself tells which of its messages are not answered, and how many it has heard and dealt with.
WATCH = """(() => {
  const Plain = WebSocket;
  window.line = {open: new Set(), heard: 0};
  window.WebSocket = class extends Plain {
    constructor(...where) {
      super(...where);
      const mine = window.line = {open: new Set(), heard: 0};
      this.mine = mine;
      this.addEventListener("message", e => setTimeout(() => {       // when the page has done what it does about it
        mine.heard++;
        mine.open.delete(JSON.parse(e.data).id);
      }));
    }
    send(text) {
      const id = JSON.parse(text).id;
      if (id !== undefined) this.mine.open.add(id);      // hello is answered by the first state
      super.send(text);
    }
  };
})()"""
# The map is drawn, rests, and lies where it lay one frame ago.
STILL = """() => {
  const hit = document.querySelector("polygon.hit");
  if (!hit || document.querySelector(".drawing, .stage.moving")) return false;
  const box = hit.getBoundingClientRect(), lies = [box.x, box.y, box.width, box.height].join();
  const still = window.lay === lies;
  window.lay = lies;
  return still;
}"""
# A point at which a space, or a piece in it, lies on top: pieces of the next space may reach over its middle.
POINT = """name => {
  const box = document.querySelector(`polygon.hit[data-space="${name}"]`).getBoundingClientRect();
  for (const k of [0, -3, 3, -2, 2, -1, 1])
    for (const j of [0, 2, -2, 4, -4]) {
      const x = box.left + box.width * (0.5 + j / 12), y = box.top + box.height * (0.5 + k / 8);
      if (document.elementFromPoint(x, y)?.closest("[data-space]")?.dataset.space === name) return [x, y];
    }
  return null;
}"""


class Player:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.state: dict[str, Any] = {}
        self.frames: list[str] = []      # everything the server ever said
        self.faults: list[str] = []
        self.heard = 0                   # messages of the present socket
        self.owed = -1                   # a state at least so far on is promised and has not come
        page.add_init_script(WATCH)
        page.on("websocket", self._opened)
        page.on("pageerror", lambda e: self.faults.append(str(e)))
        page.on("console", lambda m: self.faults.append(m.text) if m.type == "error" and "WebSocket" not in m.text
                and "ERR_CONNECTION" not in m.text else None)

    def _opened(self, socket: WebSocket) -> None:
        self.socket = socket
        self.heard = 0
        self.owed = -1
        self.state = {}
        socket.on("framereceived", lambda data: self._heard(socket, str(data)))

    def _heard(self, socket: WebSocket, text: str) -> None:
        message = json.loads(text)
        if socket is not self.socket:                # a last word on a line that was left: it changes another state
            self.frames.append(text)
            return
        self.heard += 1
        if message.get("type") == "change":          # kept as the state that it makes
            message = changed(self.state, message["diff"])
            text = json.dumps(message, separators=(",", ":"))
        self.frames.append(text)
        if message.get("type") == "state":
            self.state = message
            if self.at >= self.owed:
                self.owed = -1
        elif "id" in message and message.get("at", -1) > self.at:
            self.owed = message["at"]

    # -- what is known

    @property
    def at(self) -> int:
        return int(self.state.get("at", -1))

    @property
    def question(self) -> str:
        return str(self.view["question"])

    @property
    def side(self) -> str:
        asked = [s for s in self.state.get("you", []) if self.state["acts"].get(s)]
        if len(asked) > 1:               # both at this screen: the page says whom it asks first
            return self.page.get_attribute(".ask", "data-side") or asked[0]
        return asked[0] if asked else ""

    @property
    def view(self) -> dict[str, Any]:
        views = self.state.get("views", {})
        found: dict[str, Any] = views.get(self.side) or self.state["view"]
        return found

    @property
    def words(self) -> list[str]:
        return list(self.state["acts"].get(self.side, []))

    def where(self, unit: str) -> str:
        return next(str(p["at"]) for p in self.view["pieces"] if p["id"] == unit)

    @property
    def settled(self) -> bool:
        """Nothing the page sent is under way, and it has dealt with all it was told."""
        line = self.page.evaluate("() => ({open: line.open.size, heard: line.heard})")
        return not line["open"] and line["heard"] == self.heard and self.owed < 0

    # -- waiting

    def wait(self, test: Any, what: str, seconds: float = PATIENCE) -> None:
        for _ in range(int(seconds * 20)):
            if self.state and test():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"in vain waited for {what}; the page asks “{self.page.inner_text('.ask')}”")

    def my_turn(self, seconds: float = PATIENCE) -> None:
        """Until this screen has to decide, nothing it sent is under way and the map lies still; covers are lifted.

        A change of the state alone is no answer: where both sides choose at once it may be the other's choice."""
        def asked() -> bool:
            if self.page.get_attribute(".ask", "data-at") != str(self.at):
                return False             # the page has not drawn yet what it was told
            if self.page.locator(".cover button").count():
                self.page.click(".cover button")
                return False
            return self.settled and bool(self.side or self.state.get("outcome"))
        self.wait(asked, "an own decision", seconds)
        self.still()

    def still(self) -> None:
        self.page.wait_for_function(STILL, timeout=180_000)      # a server that has just started still draws maps

    # -- acting by mouse

    def space(self, name: str) -> Locator:
        return self.page.locator(f"polygon.hit[data-space='{name}']")

    def click_space(self, name: str) -> None:
        self.point_at(POINT, name)

    def point_at(self, where: str, name: str) -> None:
        """Click a point of the map as soon as there is one: cards of a stack under the mouse may lie over the place."""
        self.still()
        self.page.mouse.move(1, 1)
        self.page.mouse.click(*self.page.wait_for_function(where, arg=name).json_value())

    def go_to(self, name: str) -> None:
        """Choose a space, also one in which own units stand that could be chosen instead."""
        self.click_space(name)
        if self.page.locator(".fan:not([hidden]) .go-here").count():
            self.page.click(".fan .go-here")

    def click_unit(self, unit: str) -> None:
        at = self.where(unit)
        if not self.space(at).count():   # in a box beside the map: it is shown with the question
            self.page.click(f".ask [data-piece='{unit}']")
            return
        offered = {word.partition(":")[2] for word in self.words}
        able = [p["id"] for p in self.view["pieces"] if p["at"] == at and p["id"] in offered]
        place = at in offered or self.page.locator(f".reach[data-space='{at}']").count() > 0
        self.click_space(at)
        if len(able) > 1 or (able and place):        # which is meant the click does not tell: cards lie open
            self.page.click(f".fan:not([hidden], .show-only) [data-piece='{unit}']")

    def do(self, word: str) -> None:
        """One offered act, as a player with a mouse would do it."""
        assert word in self.words, f"{word} is not offered; offered are {self.words}"
        before = self.at
        verb, _, arg = word.partition(":")
        if verb == "hex":
            self.go_to(arg)
        elif verb in ("unit", "replace", "recover", "with"):
            self.click_unit(arg)
            self.wait(lambda: self.settled, "what the click has begun")
            if self.at == before and self.page.locator(f".ask [data-word='{word}']").count():
                self.page.click(f".ask [data-word='{word}']")
            elif self.at == before and self.page.locator(".reach").count():
                self.click_unit(arg)     # a second click names the unit without a destination
        else:
            if verb == "support" and self.page.locator(".composer").count():
                artillery, aviation, command = arg[0], arg[2], arg[4:]
                for field, value in (("artillery", artillery), ("aviation", aviation), ("command", command)):
                    choice = self.page.locator(f"[data-word='compose-{field}-{value}']")
                    if choice.count():
                        choice.check(force=True)
            self.page.click(f".ask [data-word='{word}']")
        self.taken(word, before)

    @property
    def doubt(self) -> Locator:
        """The answer to a page that asks once more, before an act with a snag or the end of a phase."""
        return self.page.locator(".ask [data-word=anyway], .ask [data-word=check-end]")

    def taken(self, word: str, before: int) -> None:
        """Until an act has been taken; where the page asks once more, it is meant."""
        self.wait(lambda: self.at != before or self.doubt.count() > 0, f"the act {word} to be taken")
        if self.at == before:
            self.doubt.click()
            self.wait(lambda: self.at != before, f"the act {word} to be taken all the same")
