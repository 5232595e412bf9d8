"""A player at the page: sees the states that the page receives, and acts only by mouse or keyboard."""
from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
        "--no-first-run", "--disable-sync"]


class Player:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.state: dict[str, Any] = {}
        self.frames: list[str] = []      # everything the server ever said
        self.faults: list[str] = []
        self.sent: set[int] = set()      # messages of the page that the server has not answered
        self.owed = -1                   # a state at least so far on is promised and has not come
        page.on("websocket", self._opened)
        page.on("pageerror", lambda e: self.faults.append(str(e)))
        page.on("console", lambda m: self.faults.append(m.text) if m.type == "error" and "WebSocket" not in m.text
                and "ERR_CONNECTION" not in m.text else None)

    def _opened(self, socket: WebSocket) -> None:
        self.sent.clear()
        socket.on("framesent", lambda data: self._said(str(data)))
        socket.on("framereceived", lambda data: self._heard(str(data)))

    def _said(self, text: str) -> None:
        message = json.loads(text)
        if "id" in message:
            self.sent.add(message["id"])

    def _heard(self, text: str) -> None:
        self.frames.append(text)
        message = json.loads(text)
        if message.get("type") == "state":
            self.state = message
            if self.at >= self.owed:
                self.owed = -1
        elif "id" in message:
            self.sent.discard(message["id"])
            if message.get("at", -1) > self.at:
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
        asked = [s for s in self.state["you"] if self.state["acts"].get(s)]
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
        """Nothing the page sent is under way."""
        return not self.sent and self.owed < 0

    # -- waiting

    def wait(self, test: Any, what: str, seconds: float = 30) -> None:
        for _ in range(int(seconds * 20)):
            if self.state and test():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"in vain waited for {what}; the page asks “{self.page.inner_text('.ask')}”")

    def my_turn(self, seconds: float = 60) -> None:
        """Until this screen has to decide and nothing it sent is under way; covers are lifted.

        A change of the state alone is no answer: where both sides choose at once it may be the other's choice."""
        def asked() -> bool:
            if self.page.get_attribute(".ask", "data-at") != str(self.at):
                return False             # the page has not drawn yet what it was told
            if self.page.locator(".cover button").count():
                self.page.click(".cover button")
                return False
            return self.settled and bool(self.side or self.state.get("outcome"))
        self.wait(asked, "an own decision", seconds)
        self.page.wait_for_timeout(60)

    # -- acting by mouse

    def space(self, name: str) -> Locator:
        return self.page.locator(f"polygon.hit[data-space='{name}']")

    def click_space(self, name: str) -> None:
        box = self.space(name).bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def go_to(self, name: str) -> None:
        """Choose a space, also one in which own units stand that could be chosen instead."""
        self.click_space(name)
        self.page.wait_for_timeout(60)
        if self.page.locator(".fan:not([hidden]) .go-here").count():
            self.page.click(".fan .go-here")

    def click_unit(self, unit: str) -> None:
        at = self.where(unit)
        if not self.space(at).count():   # in a box beside the map: it is shown with the question
            self.page.click(f".ask [data-piece='{unit}']")
            return
        before = self.at
        self.click_space(at)
        self.page.wait_for_timeout(100)
        if self.at != before:            # the only unit there that could be meant
            return
        card = self.page.locator(f".fan:not([hidden], .show-only) [data-piece='{unit}']")
        if card.count():
            card.click()

    def do(self, word: str) -> None:
        """One offered act, as a player with a mouse would do it."""
        assert word in self.words, f"{word} is not offered; offered are {self.words}"
        before = self.at
        verb, _, arg = word.partition(":")
        if verb == "hex":
            self.go_to(arg)
        elif verb in ("unit", "replace", "recover", "with"):
            self.click_unit(arg)
            self.page.wait_for_timeout(120)
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
        doubt = self.page.locator(".ask [data-word=anyway]")
        self.wait(lambda: self.at != before or doubt.count() > 0, f"the act {word} to be taken")
        if self.at == before:
            doubt.click()
            self.wait(lambda: self.at != before, f"the act {word} to be taken all the same")
