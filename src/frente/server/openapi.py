"""The interface described: OpenAPI for programs, and the same as a page for people, without any script."""
from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any, Final

import msgspec

from frente import __version__
from frente.server import frames
from frente.server.edit import described as packs
from frente.server.people import described

REF: Final = "#/components/schemas/{name}"
KEY: Final = ("Authorization", "header", "Bearer and the seat key; without one you are a spectator", False)
TABLE: Final = ("id", "path", "the table", True)
SLUG: Final = ("slug", "path", "the game, such as brunete", True)
Parameter = tuple[str, str, str, bool]

INTRODUCTION: Final = """A table is one game being played. Whoever sets it up gets a key for every seat that a person
takes at his screen, and an invitation for every other one, which whoever uses it first exchanges for a key. A seat key
is all one needs to play; it is sent as “Authorization: Bearer KEY” and never stands in an address. Acts are words such
as “unit:r-101-1”, “hex:2111” or “pass”; the state lists those that are offered, and the referee takes no other. “at”
is the number of acts the client has seen: if something else has happened meanwhile, the request is refused and nothing
changes. Refusals have a list of reasons, each with the rule it comes from, a key of the catalogue of texts with its
facts, and the text in words."""

# path, method, what it does, parameters, body, answer
CALLS: Final[list[tuple[str, str, str, list[Parameter], str, str]]] = [
    ("/api/games", "get", "Games with their sides, scenarios, options and computer players.", [], "", "Games"),
    ("/api/games/{slug}/board", "get", "Everything printed on map and counters, in the units of the map drawing.",
     [SLUG], "", "Board"),
    ("/api/games/{slug}/look", "get", "Sides, terrain and objectives as they look, and what the page shows.",
     [SLUG], "", "Look"),
    ("/api/games/{slug}/cover", "get", "A picture for a list of games, 520 by 280, or the map.", [SLUG], "", ""),
    ("/api/games/{slug}/map.svg", "get", "The map as a drawing.", [SLUG], "", ""),
    ("/api/games/{slug}/texts/{language}", "get", "The catalogue of texts; language en or es.",
     [SLUG, ("language", "path", "en or es", True)], "", "Texts"),
    ("/api/games/{slug}/rules", "get", "Rules and rulings in our words; English where they are not translated.",
     [SLUG, ("lang", "query", "en or es; else as Accept-Language says", False)], "", "Rules"),
    ("/api/games/{slug}/lesson", "get", "The lesson of the game: what it says and wants, step by step.",
     [SLUG, ("lang", "query", "en or es; else as Accept-Language says", False)], "", "Lesson"),
    ("/api/games/{slug}/lesson", "post", "A table on which the lesson begins, against the computer.", [SLUG], "",
     "Created"),
    ("/api/qr", "post", "A text, such as a link to a seat, as a code for a camera (SVG).", [], "Code", ""),
    ("/api/tables", "post", "Set up a table. Seats: human (your own screen), open (a friend) or bot:NAME.", [],
     "NewTable", "Created"),
    ("/api/tables/held", "post", "Games that have to do with some keys, the latest first, a page at a time.", [],
     "Held", "Summaries"),
    ("/api/tables/{id}", "get", "What the list of games shows of one table.", [TABLE, KEY], "", "Summary"),
    ("/api/tables/{id}", "patch", "Rename a table; for whoever set it up.", [TABLE, KEY], "Rename", "Renamed"),
    ("/api/tables/{id}", "delete", "Delete a table; for whoever set it up.", [TABLE, KEY], "", ""),
    ("/api/tables/{id}/state", "get", "The game as the key may see it.",
     [TABLE, KEY, ("side", "query", "whose view, if the key plays several sides", False),
      ("since", "query", "tell events from this act on", False)], "", "State"),
    ("/api/tables/{id}/log", "get", "Events between two acts, as far as the key may know them.",
     [TABLE, KEY, ("since", "query", "first act", False), ("until", "query", "before this act", False)], "", "Log"),
    ("/api/tables/{id}/acts", "post", "Carry out one of the offered acts.", [TABLE, KEY], "PostAct", "Taken"),
    ("/api/tables/{id}/dice", "post", "Give a number to the dice, sealed and then shown, or wait no longer for others.",
     [TABLE, KEY], "PostDice", "Taken"),
    ("/api/tables/{id}/standing", "get", "The standing orders of your own seats, by side.", [TABLE, KEY], "", "Orders"),
    ("/api/tables/{id}/standing", "put", "Leave a question to a standing order, or withdraw it.", [TABLE, KEY],
     "PutStanding", "SeatOrders"),
    ("/api/tables/{id}/notes", "get", "Notes beside acts: those of your own sides, and all when the game is over.",
     [TABLE, KEY], "", "Notes"),
    ("/api/tables/{id}/notes", "put", "Write a note beside a position, or take it away.", [TABLE, KEY], "PutNote",
     "Notes"),
    ("/api/tables/{id}/record", "get",
     "The whole record when the game is over or for whoever plays all seats; else a copy as your side knows the game.",
     [TABLE, KEY], "", "Record"),
    ("/api/tables/{id}/story", "get", "What a finished game tells: course, luck, front, notable units.",
     [TABLE], "", "Story"),
    ("/api/tables/{id}/proof", "get", "A finished game verified: what its dice prove, in words and figures.",
     [TABLE], "", "Proof"),
    ("/api/tables/{id}/replay", "get", "An earlier position; the other side's view (or “both”) after the end.",
     [TABLE, KEY, ("at", "query", "number of acts", True), ("side", "query", "a side or both", False),
      ("since", "query", "tell events from this act on", False)], "", "State"),
    ("/api/tables/{id}/film", "get",
     "What happened between two acts as scenes, as one side saw it, and a staff report of it.",
     [TABLE, KEY, ("from", "query", "first act", False), ("to", "query", "before this act", False),
      ("side", "query", "whose view", False)], "", "Film"),
    ("/api/tables/{id}/branch", "post",
     "Play on from an earlier point at a new table: as it was, if nothing in it is hidden from you, else as your side "
     "saw it.", [TABLE, KEY], "Branch", "Created"),
    ("/api/tables/{id}/plan", "post", "A private copy to try things out, drawn from what your side may know.",
     [TABLE, KEY], "OfSide", "Created"),
    ("/api/tables/{id}/rematch", "post", "The same players with sides swapped; your key opens your new seat.",
     [TABLE, KEY], "", "Created"),
    ("/api/tables/{id}/invitations", "post",
     "A new link to a seat, in place of an earlier one: to one nobody has taken, for whoever set up the table; to your "
     "own, to take it to another device with all that your key opens.", [TABLE, KEY], "OfSide", "Invited"),
    ("/api/tables/{id}/join", "post", "Take the seat of an invitation; it is worth nothing afterwards.", [TABLE],
     "Join", "Joined"),
    ("/api/tables/{id}/key", "post",
     "A new key for all that yours opens; yours is worth nothing afterwards, and its sockets are closed.", [TABLE, KEY],
     "", "Renewed"),
    ("/api/import", "post", "Open a record or a copy at a new table; it is verified first.", [], "Record", "Created"),
    *described.CALLS, *packs.CALLS,
    ("/api/openapi.json", "get", "This description for programs.", [], "", "OpenAPI"),
    ("/api/docs", "get", "This description for people.", [], "", ""),
]

LIVE: Final = "/api/tables/{id}/live"
LIVE_TEXT: Final = """Socket of a table, with JSON text messages. The client's first one is {"type":"hello"}, with
"key" for a seat, "since" for events from that act on, "lang":"es" for refusals in Spanish. The server sends
{"type":"state", …} after it and after every change and {"type":"thinking","side":…} when a computer player sets to
work, with "share" from 0 to 1 while one searches; {"type":"hurry"} makes it answer with the best it has. Every message
of the client has a type and may have an id, which the answer repeats: {"type":"ok"},
{"type":"answer", …} or {"type":"refused","reasons":[…]}."""


@lru_cache
def openapi() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for path, method, says, parameters, body, answers in CALLS:
        paths.setdefault(path, {})[method] = _operation(path, method, says, parameters, body, answers)
    paths[LIVE] = {"get": {
        "summary": "The socket of a table.", "description": LIVE_TEXT, "operationId": "live", "tags": ["tables"],
        "parameters": [_parameter(TABLE)], "responses": {"101": {"description": "a socket"}}}}
    return {
        "openapi": "3.1.0", "paths": paths,
        "info": {"title": "Frente", "version": __version__, "description": INTRODUCTION, "license": {"name": "MIT"}},
        "components": {"schemas": _schemas(), "securitySchemes": {"seat": {
            "type": "http", "scheme": "bearer", "description": "a seat key"}}}}


def _operation(path: str, method: str, says: str, parameters: list[Parameter], body: str,
               answers: str) -> dict[str, Any]:
    status = "201" if answers in ("Created", "Invited", "Offered", "Met", "NewDraft") else "200" if answers else "204"
    done: dict[str, Any] = {"description": "done"}
    if answers:
        done["content"] = {"application/json": {"schema": {"$ref": REF.format(name=answers)}}}
    found: dict[str, Any] = {
        "summary": says, "operationId": f"{method} {path}", "tags": [path.split("/")[2].partition(".")[0]],
        "parameters": [_parameter(p) for p in parameters if p != KEY],
        "responses": {status: done, "4XX": {
            "description": "refused; nothing has changed",
            "content": {"application/json": {"schema": {"$ref": REF.format(name="Refused")}}}}}}
    if KEY in parameters:
        found["security"] = [{"seat": []}, {}]
    if body:
        found["requestBody"] = {"required": True, "content": {
            "application/json": {"schema": {"$ref": REF.format(name=body)}}}}
    return found


def _parameter(p: Parameter) -> dict[str, Any]:
    name, where, says, required = p
    kind = "integer" if name in ("at", "since", "until", "from", "to") else "string"
    return {"name": name, "in": where, "description": says, "required": required, "schema": {"type": kind}}


def _schemas() -> dict[str, Any]:
    """Bodies and messages as the server itself reads them; answers as they are documented."""
    read = (frames.NewTable, frames.Code, frames.Rename, frames.PostAct, frames.PostDice, frames.PutStanding,
            frames.PutNote, frames.Branch, frames.OfSide, frames.Join, frames.Held,
            *described.BODIES, *packs.BODIES, frames.AnyFrame)
    schemas, components = msgspec.json.schema_components(read, ref_template=REF)
    return {**components, "Message": list(schemas)[-1], **ANSWERS}


def _object(says: str, **properties: str) -> dict[str, Any]:
    kinds: dict[str, dict[str, Any]] = {
        "n": {"type": "integer"}, "s": {"type": "string"}, "b": {"type": "boolean"}, "o": {"type": "object"},
        "a": {"type": "array", "items": {}}, "any": {}}
    return {"type": "object", "description": says, "properties": {
        name: {**kinds[kind.partition(" ")[0]], "description": kind.partition(" ")[2]}
        for name, kind in properties.items()}}


def _list(of: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": REF.format(name=of)}}


ANSWERS: Final[dict[str, Any]] = {
    "Refused": _object("Why not.", type="s refused", text="s the first reason in words", reasons="a of Reason"),
    "Reason": _object("One reason.", rule="s the rule it comes from", key="s of the catalogue", facts="o", text="s"),
    "Games": _list("Game"),
    "Game": _object("A game.", slug="s", title="s", line="o when and where, by language",
                    like="o what it is like, by language", names="o of the sides, by language", sides="a",
                    lesson="b whether it has one",
                    scenarios="a", options="a", standing="a questions that standing orders can answer: id, rule, "
                    "sides, answers, conditions in which one can still be asked (unless)", overlays="a", languages="a",
                    bots="a names of computer players"),
    "Board": _object("What never changes on the board.", version="s", orientation="s", viewBox="a of the drawing",
                     radius="n of a space", spaces="a", units="a", boxes="a", tracks="a",
                     verbs="o verb to what it is about", turns="a dates", schedule="a arrivals", provenance="o"),
    "Texts": _object("Patterns by key; facts stand in braces."),
    "Story": _object("What a game tells afterwards.", sides="a", acts="n", rolls="n", last_turn="n", turns="a",
                     held="a spaces by turn and side", tracks="a", luck="o", units="o by side", score="a tracks"),
    "Look": _object("How a game looks; a colour is a pair, light and dark.", sides="o by name: shape and colours",
                    terrain="o what each is drawn like", goals="o frames of objectives",
                    theme="o what the page shows and where"),
    "Lesson": _object("A lesson.", side="s who learns", chapters="a title and steps: say, show (spaces and pieces), "
                      "allow (acts that fit), want (what it waits for; nothing: to be read), else"),
    "Rules": _object("Rules and rulings.", rules="a", rulings="o"),
    "Created": _object("A new table.", table="s", keys="o side to seat key", owner="s your own key",
                       invitations="o side to what a friend exchanges for a key",
                       commitment="s hash of the seed", plan="s table of a planning copy", key="s its key"),
    "Invited": _object("An invitation.", table="s", side="s", invitation="s"),
    "Joined": _object("A seat.", table="s", key="s", sides="a"),
    "Renewed": _object("A new key.", table="s", key="s"),
    "Summaries": _object("A page of games.", tables="a of Summary", more="b ask for those after these"),
    "Summary": _object("A table in the list of games.", table="s", name="s", game="s", scenario="s", at="n", turn="n",
                       waiting="a sides that have to decide", over="b", outcome="any", you="a", owner="b", seats="o",
                       created="n", updated="n", options="o", rematch="any",
                       expires="any when it is thrown away if nobody touches it"),
    "Orders": _object("Side to SeatOrders."),
    "SeatOrders": _object("Standing orders of one seat, known to nobody else.",
                          orders="o question to its answer and the conditions in which the player is asked (unless)",
                          asked="s the question asked now, if a standing order can answer it",
                          now="s what an order is about to answer to the question asked now"),
    "Notes": _object("Notes.", notes="a at (acts before the position), side, text"),
    "Renamed": _object("The new name.", table="s", name="s"),
    "Taken": _object("The act was carried out and is stored.", type="s ok", at="n acts in the log now"),
    "Log": _object("Events.", since="n", until="n", events="a of Event"),
    "Event": _object("Something that happened.", n="n act that caused it", rule="s", key="s", facts="o",
                     only="s side whose secret it is"),
    "Film": _object("Scenes of what happened.", side="s whose view", turn="n", pieces="a before the first scene",
                    spaces="o marks before it", scenes="a kind, side, first and last act, moves, losses, rolls with "
                    "their cards, events, and what looks different afterwards", report="a at most five sentences: "
                    "topic, key, facts, places", **{"from": "n", "to": "n"}),
    "Record": _object("A saved game; see docs/save-format.md."),
    "Proof": _object("A finished game verified.", ok="b", problems="a", words="a what was proven of the dice",
                     openings="a seeds, commitments and numbers", rolls="a number, chances, those that give what came"),
    "OpenAPI": _object("OpenAPI 3.1."),
    **{name: _object(says, **fields) for name, (says, fields) in (described.ANSWERS | packs.ANSWERS).items()},
    "State": _object(
        "A game as one key may see it.", table="s", game="s", scenario="s", name="s", options="o", plan="b",
        pack="s the pack that is laid over the game, if there is one",
        at="n acts in the log", version="n grows with every change", since="n first act of the events told",
        seats="o side to kind, name, taken, connected", you="a sides of this key", owner="b",
        terms="any on what two people met: watch, rated, pace, bank, step, late",
        clocks="o side to the seconds left for this turn (left), and whether its clock runs (runs)",
        view="o what the side sees",
        views="o by side, if the key plays several", acts="o side to the acts offered", card="o the battle prepared",
        cards="o by side", standing="o side to SeatOrders, for the sides of this key",
        undo="o side to whether it may take back its last act", offer="any draw or rollback that waits",
        events="a of Event", dice="o what the next rolls follow from; the seed at the end",
        over="b", outcome="any", rematch="any table of the rematch", thinking="a computer players at work",
        trouble="a why a computer player could not go on, or the view is an older one; send wake",
        replay="b an earlier position",
        last="n acts of the whole game, in a replay"),
}


# -- for people


@lru_cache
def docs_page() -> str:
    rows = "".join(_call(*call) for call in CALLS)
    messages = "".join(_schema(name, s) for name, s in sorted(_schemas().items()) if "type" in s.get("properties", {})
                       and name not in ANSWERS)
    bodies = "".join(_schema(name, s) for name, s in sorted(_schemas().items())
                     if name in ANSWERS or (name != "Message" and "type" not in s.get("properties", {})))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Frente: HTTP and socket API</title>'
        f'<meta name="viewport" content="width=device-width"><style>{CSS}</style></head><body><main>'
        f"<h1>Frente: HTTP and socket API</h1><p>{escape(INTRODUCTION)}</p>"
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"<h2>Requests</h2>{rows}<h2>Socket</h2><h3><code>{LIVE}</code></h3><p>{escape(LIVE_TEXT)}</p>"
        f"<h2>Messages of the client</h2>{messages}<h2>Bodies and answers</h2>{bodies}</main></body></html>")


def _call(path: str, method: str, says: str, parameters: list[Parameter], body: str, answers: str) -> str:
    rows = "".join(_row(name, where, says, required) for name, where, says, required in parameters)
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    ends = "".join(f'<p>{label}: <a href="#{name}">{name}</a></p>'
                   for label, name in (("Body", body), ("Answer", answers)) if name)
    return (f"<section><h3><b>{method.upper()}</b> <code>{escape(path)}</code></h3><p>{escape(says)}</p>"
            f"{table}{ends}</section>")


def _schema(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = "".join(_row(field, _kind(s), s.get("description", ""), field in required)
                   for field, s in schema.get("properties", {}).items())
    says = escape(schema.get("description", ""))
    return f'<section id="{name}"><h3>{name}</h3><p>{says}</p><table><tbody>{rows}</tbody></table></section>'


def _row(name: str, kind: str, says: str, required: bool) -> str:
    must = ", required" if required else ""
    return f"<tr><td><code>{escape(name)}</code></td><td>{escape(kind)}{must}</td><td>{escape(says)}</td></tr>"


def _kind(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_kind(s) for s in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"“{v}”" for v in schema["enum"])
    return str(schema.get("type", schema.get("$ref", "any").rpartition("/")[2]))


CSS: Final = """
:root{color-scheme:light dark}body{font:16px/1.5 Georgia,serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:52rem;margin:auto;padding:1rem}h1,h2,h3{line-height:1.2}h2{border-bottom:1px solid;margin-top:2.5rem}
code{font-size:.95em}section{margin:1.2rem 0}section p{margin:.3rem 0}td{padding:.1rem .8rem .1rem 0;vertical-align:top}
h3 b{font-family:monospace}
"""
