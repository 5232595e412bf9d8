"""A player of a few lines, to show how a program takes a seat: it plays whatever is offered, at random.

    python examples/bot.py                              set up a table on this machine and play both sides of it
    python examples/bot.py http://localhost:8080/#/t/TABLE?invitation=I     take the seat of an invitation link

It needs nothing but the websockets package, which the server has as well. The server meets it as it meets people: what
it is sent is its own side's view, and what it may do is decided by the referee.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import urllib.request
from typing import Any

from websockets.asyncio.client import connect


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def set_up(server: str, scenario: str) -> tuple[str, str]:
    """A new table with both seats for us: its name and the key."""
    made = post(f"{server}/api/tables", {"game": "brunete", "scenario": scenario,
                                         "seats": {"republican": "human", "nationalist": "human"}})
    return made["table"], made["owner"]


def take(server: str, table: str, invitation: str) -> str:
    """The key of the seat we are invited to; the invitation is used up by this, so keep the key."""
    key: str = post(f"{server}/api/tables/{table}/join", {"invitation": invitation})["key"]
    return key


def choose(state: dict[str, Any], rng: random.Random) -> tuple[str, str] | None:
    """What to do now: a side of ours and one of the acts it is offered. Put your own wisdom here.

    state["view"] is everything the side may know: pieces, marks on spaces, tracks, hands, the question and its facts.
    """
    offered = [(side, act) for side, acts in state["acts"].items() for act in acts]
    return rng.choice(offered) if offered else None


async def play(server: str, table: str, key: str, rng: random.Random, pause: float, most: int) -> dict[str, Any]:
    """Play until the game is over, or *most* acts have been made; the last state."""
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    made = 0
    async for socket in connect(url, max_size=None):        # connects again if the line breaks
        try:
            await socket.send(json.dumps({"type": "hello", "key": key}))
            asked = -1                                      # what we have already answered
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "refused":
                    print("refused:", message["reasons"][0]["text"])
                    asked = -1
                if message["type"] != "state":
                    continue
                state: dict[str, Any] = message
                if state["over"] or made >= most:
                    return state
                dice = state["dice"]
                ours = [side for side in state["acts"] if side in dice["awaited"]]
                if dice["due"] and ours:                    # we add no number of our own, and nobody has to wait for it
                    await socket.send(json.dumps({"id": 0, "type": "roll-on", "side": ours[0]}))
                choice = choose(state, rng)
                if choice is None or state["at"] == asked:
                    continue
                await asyncio.sleep(pause)
                asked = state["at"]
                made += 1
                await socket.send(json.dumps({"id": made, "type": "act", "side": choice[0], "act": choice[1],
                                              "at": state["at"]}))
        except OSError:
            continue
    raise RuntimeError("the server is gone")


def main() -> None:
    parser = argparse.ArgumentParser(description="A player that plays at random.")
    parser.add_argument("link", nargs="?", default="http://localhost:8080", help="invitation link, or the server")
    parser.add_argument("--scenario", default="offensive", help="for a new table")
    parser.add_argument("--seed", help="to play the same way again")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds before each act")
    parser.add_argument("--acts", type=int, default=100_000, help="stop after so many")
    given = parser.parse_args()
    invited = re.fullmatch(r"(https?://[^/#]+)/?#/t/([\w-]+)\?invitation=([\w-]+)", given.link)
    if invited:
        server, table, invitation = invited.groups()
        key = take(server, table, invitation)
    else:
        server = given.link.rstrip("/")
        table, key = set_up(server, given.scenario)
        print(f"watch it at {server}/#/t/{table}")
    end = asyncio.run(play(server, table, key, random.Random(given.seed), given.pause, given.acts))
    how = f"winner: {end['outcome']['winner']}" if end["over"] else "going on"
    print(f"{end['at']} acts, turn {end['view']['turn']}, {how}")


if __name__ == "__main__":
    main()
