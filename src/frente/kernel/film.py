"""A film of acts: what happened while one did not look, folded into scenes.

Scenes are read from nothing but one side's views before and after each act, and from the events that side may hear. So
a game whose log has no moves gets its marches all the same, and nothing is shown that the side could not see.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from frente.kernel.catalog import Game
from frente.kernel.flow import CHANCE, EVERYONE, Act, Position, Side
from frente.kernel.views import Piece, View

MARCH: Final = "march"
BATTLE: Final = "battle"
STRIKE: Final = "strike"
TALK: Final = "talk"
ARRIVAL: Final = "arrival"
NOTE: Final = "note"                     # nothing to be seen on the map
CUT: Final = "unsupplied"                # state of a piece

Said = dict[str, Any]


class Lost(NamedTuple):
    """Steps that a piece lost in a space; *gone*: it is no longer on the map."""

    unit: str
    side: str
    at: str
    steps: int
    gone: bool


class Move:
    """Pieces of one side that went the same way."""

    def __init__(self, side: str, units: list[str], path: list[str]) -> None:
        self.side = side
        self.units = units
        self.path = path

    def data(self) -> dict[str, Any]:
        return {"side": self.side, "units": self.units, "path": self.path}


class Scene:
    def __init__(self, kind: str, name: str, side: str, first: int, whole: bool = True) -> None:
        self.kind = kind
        self.name = name                 # of the activity, for what is more than a march
        self.side = side                 # whose it is
        self.first = first
        self.last = first                # numbers of acts
        self.whole = whole               # False: it had begun before the film did
        self.over = True                 # False: it goes on
        self.moves: list[Move] = []
        self.lost: list[Lost] = []
        self.rolls: list[tuple[int, dict[str, Any]]] = []    # number of a roll, and the card it was made on
        self.said: list[Said] = []
        self.pieces: dict[str, Piece] = {}       # as they are afterwards, if they have changed
        self.gone: list[str] = []                # no longer seen
        self.spaces: dict[str, list[str]] = {}   # marks that have changed

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "side": self.side, "first": self.first, "last": self.last,
                "whole": self.whole, "over": self.over, "moves": [m.data() for m in self.moves],
                "lost": [x._asdict() for x in self.lost], "rolls": [{"n": n, "card": card} for n, card in self.rolls],
                "said": self.said, "pieces": list(self.pieces.values()), "gone": self.gone, "spaces": self.spaces}


class Turned(NamedTuple):
    """The score changed with an act."""

    n: int
    scene: Scene | None                  # None: nothing was to be seen
    track: str
    side: str
    before: int
    after: int


class Film:
    """Folds acts that are shown to it one after the other. *p* is its own: it plays on it."""

    def __init__(self, game: Game[Any], p: Position, viewer: Side | None, spaces: set[str]) -> None:
        self.game = game
        self.p = p
        self.viewer = viewer
        self.spaces = spaces
        self.view = self.first = game.view(p, viewer)
        self.scenes: list[Scene] = []
        self.now: Scene | None = None
        self.turned: list[Turned] = []
        self.came: list[tuple[str, str]] = []    # side and piece that came on to the map
        self.cut: dict[str, Scene | None] = {}   # own pieces that are out of supply since a scene
        self.fed: list[str] = []                 # own pieces that are no longer
        p.events = []
        self._begin("", 0, whole=False)

    def act(self, n: int, side: Side, act: Act) -> None:
        """One act more, number *n* of the log."""
        p, before, game = self.p, self.view, self.game
        card = game.card(p, self.viewer) if side == CHANCE and self.now is not None else {}
        p.apply(side, act)
        events = p.events or []
        p.events = []
        self.view = after = game.view(p, self.viewer)
        said = [{"n": n, "rule": e.rule, "key": e.key, "facts": e.facts} for e in events
                if e.only in (EVERYONE, self.viewer)]
        who = game.sides[side] if side != CHANCE else self.now.side if self.now is not None else ""
        was = {x["id"]: x for x in before.pieces}
        moves = self._moves(was, after)
        self._begin(who, n)
        self.came += [(m.side, u) for m in moves if m.path[0] not in self.spaces for u in m.units]
        if self.now is None:
            self._seen(n, who, moves, bool(said))
        elif who and not self.now.side and (self.now.whole or self.now.kind != BATTLE):
            self.now.side = who
        scene = self._last()
        if scene is not None:
            scene.last = n
            scene.said += said
            if card:
                scene.rolls.append((n, card))
            if scene.kind not in (MARCH, ARRIVAL):
                _join(scene, moves)
            self._changed(scene, before, after, was)
        self._score(n, before, after)
        self._supply(was, after)
        if self.now is not None:
            found = self._activity(after)
            if found is None or found[0] != self.now.name:
                self._close()

    def end(self) -> None:
        """No more acts come: what is still going on goes on."""
        if self.now is not None:
            self.now.over = False
            self._close()

    def _activity(self, view: View) -> tuple[str, str] | None:
        """The activity in progress that is one scene, and of which kind."""
        kinds = self.game.film.kinds
        return next(((name, kinds[name]) for name in view.phase if name in kinds), None)

    def _begin(self, who: str, n: int, whole: bool = True) -> None:
        """A scene of more than one act, if one is in progress now; each side's strikes are a scene."""
        found = self._activity(self.view)
        now = self.now
        if now is not None and now.kind == STRIKE and who and now.side not in ("", who):
            self._close()
            now = None
        if found is None or now is not None:
            return
        name, kind = found
        self.now = Scene(kind, name, who, n, whole)
        self.scenes.append(self.now)

    def _close(self) -> None:
        """The scene in progress is over; a strike of which nothing is to be seen is a note."""
        x = self.now
        if x is not None and x.kind == STRIKE and not (x.rolls or x.lost or x.moves or x.spaces):
            x.kind = NOTE
        self.now = None

    def _seen(self, n: int, who: str, moves: list[Move], said: bool) -> None:
        """Marches, arrivals and the rest: the last scene goes on if this belongs to it."""
        last = self.scenes[-1] if self.scenes else None
        marched = [m for m in moves if m.path[0] in self.spaces]
        came = [m for m in moves if m.path[0] not in self.spaces]
        if marched:
            for move in marched:
                self._march(n, who or move.side, move)
        elif came:
            if last is None or last.kind != ARRIVAL or last.side != who:
                last = Scene(ARRIVAL, "", who, n)
                self.scenes.append(last)
            last.moves += came
        elif said and (last is None or last.kind not in (MARCH, ARRIVAL, NOTE) or last.side != who):
            self.scenes.append(Scene(NOTE, "", who, n))

    def _march(self, n: int, who: str, move: Move) -> None:
        last = self.scenes[-1] if self.scenes else None
        if last is not None and last.kind == MARCH and last.side == who:
            old = last.moves[0]
            if set(move.units) <= set(old.units) and old.path[-1] == move.path[0]:
                if len(move.units) < len(old.units):     # some stay behind
                    old.units = [u for u in old.units if u not in move.units]
                    self._add(Scene(MARCH, "", who, n), Move(move.side, move.units, [*old.path, move.path[-1]]))
                else:
                    old.path.append(move.path[-1])
                return
        if last is not None and last.kind == ARRIVAL and last.side == who and last.moves[-1].units == move.units:
            start = last.moves.pop()             # it came on to the map and marches on at once
            move = Move(move.side, move.units, [*start.path[1:], move.path[-1]])
            n = last.last
            if not last.moves:
                last.kind, last.moves = MARCH, [move]
                return
        self._add(Scene(MARCH, "", who, n), move)

    def _add(self, scene: Scene, move: Move) -> None:
        scene.moves = [move]
        self.scenes.append(scene)

    def _last(self) -> Scene | None:
        """The scene to which the last act belongs."""
        if self.now is not None:
            return self.now
        return self.scenes[-1] if self.scenes else None

    def _moves(self, was: dict[str, Piece], after: View) -> list[Move]:
        """Pieces that stand elsewhere than before, by where from and where to."""
        ways: dict[tuple[str, str, str], list[str]] = {}
        for x in after.pieces:
            old = was.get(x["id"])
            if old is not None and old["at"] != x["at"] and x["at"] in self.spaces and not self._veiled(old["at"]):
                ways.setdefault((x["side"], old["at"], x["at"]), []).append(x["id"])
        return [Move(side, units, [a, b]) for (side, a, b), units in ways.items()]

    def _veiled(self, at: str) -> bool:
        """Somewhere on the map, out of sight."""
        return at in self.game.film.veiled

    def _changed(self, scene: Scene, before: View, after: View, was: dict[str, Piece]) -> None:
        now = {x["id"]: x for x in after.pieces}
        for id, x in now.items():
            old = was.get(id)
            if old == x:
                continue
            scene.pieces[id] = x
            if old is not None and old["at"] in self.spaces:
                dead = x["at"] in self.game.film.dead
                steps = max(old["steps"], 1) if dead else old["steps"] - x["steps"] if x["at"] in self.spaces else 0
                if steps > 0:
                    scene.lost.append(Lost(id, x["side"], old["at"], steps, dead))
        for id in was:
            if id not in now:
                scene.gone.append(id)
                scene.pieces.pop(id, None)
        for space in {*before.spaces, *after.spaces}:
            marks = after.spaces.get(space, [])
            if before.spaces.get(space, []) != marks:
                scene.spaces[space] = marks

    def _score(self, n: int, before: View, after: View) -> None:
        had = {(t["id"], t["side"]): t["value"] for t in before.tracks}
        for t in after.tracks:
            old, new = had.get((t["id"], t["side"])), t["value"]
            if t["id"] in self.game.film.score and old is not None and new is not None and old != new:
                self.turned.append(Turned(n, self._last(), t["id"], t["side"], old, new))

    def _supply(self, was: dict[str, Piece], after: View) -> None:
        mine = "" if self.viewer is None else self.game.sides[self.viewer]
        for x in after.pieces:
            old = was.get(x["id"])
            if x["side"] != mine or old is None or x["at"] not in self.spaces:
                continue
            if CUT in x["state"] and CUT not in old["state"]:
                self.cut[x["id"]] = self._last()
            elif CUT in old["state"] and CUT not in x["state"]:
                self.fed.append(x["id"])
                self.cut.pop(x["id"], None)


def _join(scene: Scene, moves: list[Move]) -> None:
    """Moves inside a scene: whoever goes on, goes the same way on."""
    for move in moves:
        old = next((m for m in scene.moves if m.units == move.units and m.path[-1] == move.path[0]), None)
        if old is not None:
            old.path.append(move.path[-1])
        else:
            scene.moves.append(move)


def together(scenes: Sequence[Scene]) -> list[Scene]:
    """Marches from one place to another, one after the other, are one with all who went."""
    found: list[Scene] = []
    for x in scenes:
        last = found[-1] if found else None
        if last is not None and x.kind == last.kind == MARCH and _same_way(last, x):
            last.moves[0].units += [u for u in x.moves[0].units if u not in last.moves[0].units]
            last.last = x.last
            last.lost += x.lost
            last.said += x.said
            last.pieces |= x.pieces
            last.gone += x.gone
            last.spaces |= x.spaces
        else:
            found.append(x)
    return found


def _same_way(a: Scene, b: Scene) -> bool:
    p, q = a.moves[0].path, b.moves[0].path
    return a.side == b.side and p[0] == q[0] and p[-1] == q[-1]
