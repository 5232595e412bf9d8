"""A game of counters on a ground, with everything answered that can be answered for all of them.

A game names its parts; whatever it does otherwise it overrides. Nothing is hidden here: hidden counters, hands and
chits need a ``view`` and ``seal`` of the game's own.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.catalog import Game
from frente.kernel.components import Component
from frente.kernel.flow import CHANCE, Act, Refusal, Side, steps_of
from frente.kernel.texts import Texts
from frente.kernel.views import Known, Open, Piece, Track, View
from frente.kernel.way import Walker
from frente.kit import battle, move, preview, show
from frente.kit.board import Board
from frente.kit.counters import Counters
from frente.kit.supply import Lines

TEXT: Final = Path(__file__).parent / "text"
C = TypeVar("C", bound=Counters)


@mypyc_attr(allow_interpreted_subclasses=True)
class WarGame(Game[C], Generic[C]):
    """What a game leaves out is answered here."""

    things: ClassVar[Mapping[str, str]] = {"unit": "unit", "hex": "space"}   # verb -> kind of thing it names
    boxes: ClassVar[Mapping[int, str]] = {-1: "box"}                         # places off the map
    marks: ClassVar[Mapping[int, str]] = {}                                  # state bit -> its name
    moving: ClassVar[move.Rules[Any] | None] = None
    fighting: ClassVar[battle.Rules[Any] | None] = None
    zone_rule: ClassVar[str] = ""        # the rule of zones of control, if there are any
    supply_rule: ClassVar[str] = ""      # of supply
    options = ()

    # -- what a game says

    def board(self, p: C) -> Board:
        raise NotImplementedError

    def lines(self, p: C, side: Side) -> Lines:
        """The supply of a side; asked only of games that name a rule of supply."""
        raise NotImplementedError

    def tracks(self, p: C) -> list[Track]:
        """Numbers on display."""
        return []

    def factors(self, p: C, u: int) -> str:
        """What is printed on a counter as it stands now."""
        return f"{p.force.strength[u]}-{p.force.move[u]}"

    # -- words

    def data_version(self, p: C) -> str:
        return self.board(p).version

    def vocabulary(self, p: C) -> dict[str, list[str] | None]:
        """The verbs of all steps that the game plays."""
        found: dict[str, list[str] | None] = {}
        for kind in self.frames.values():
            for step in steps_of(kind):
                for verb in step.verbs:
                    found[verb] = self.names(p, verb)
        return found

    def names(self, p: C, verb: str) -> list[str] | None:
        """What a verb may name: units, spaces, a number (None) or nothing ([])."""
        kind = self.things.get(verb, "")
        return p.force.uid if kind == "unit" else p.ground.names if kind == "space" else None if verb == "die" else []

    def kinds(self) -> Mapping[str, str]:
        return self.things

    def texts(self, language: str = "en") -> Texts:
        """The game's own, over those that the kit has for its steps."""
        return _texts(self.folder / "text" / f"{language}.toml", TEXT / f"{language}.toml")

    # -- records

    def dump(self, p: C) -> dict[str, Any]:
        return super().dump(p) | {"order": p.order()}

    # -- what is seen; nothing is hidden

    def view(self, p: C, viewer: Side | None) -> View:
        asked = p.choices()
        words = self.words(p)
        step = p.step() if p.stack else None
        ended = self.outcome(p)
        return View(
            game=self.slug, scenario=self.playing(p), viewer="" if viewer is None else self.sides[viewer], turn=p.turn,
            phase=[type(f).__name__ for f in p.stack], waiting=[self.sides[s] for s in sorted(asked) if s != CHANCE],
            question=(step.prompt or type(step).__name__) if step else "", rule=step.rule if step else "",
            facts=self.facts(p), acts=[words.word(a) for a in asked.get(viewer, [])] if viewer is not None else [],
            pieces=[self.piece(p, u) for u in range(p.force.size)], spaces=self.spaces(p), tracks=self.tracks(p),
            hands={},
            result="" if ended is None else "draw" if ended.winner is None else self.sides[ended.winner])

    def playing(self, p: C) -> str:
        """The scenario of a position."""
        return self.scenarios[0].id

    def piece(self, p: C, u: int) -> Piece:
        force, at = p.force, p.hex[u]
        return {"id": force.uid[u], "name": force.name[u], "side": self.sides[force.side[u]], "symbol": force.symbol[u],
                "size": force.mark[u], "formation": force.formation[u], "factors": self.factors(p, u),
                "steps": p.steps[u], "elite": False, "at": p.ground.names[at] if at >= 0 else self.boxes[at],
                "state": [name for bit, name in self.marks.items() if p.state[u] & bit]}

    def spaces(self, p: C) -> dict[str, list[str]]:
        """Marks on spaces: who was last in each town."""
        return {p.ground.names[h]: ["held:" + self.sides[p.last[h]]] for h in range(p.ground.size)
                if p.ground.titles[h] and p.last[h] >= 0}

    def facts(self, p: C) -> dict[str, Any]:
        """The move or attack in progress."""
        found: dict[str, Any] = {}
        uid, names = p.force.uid, p.ground.names
        for f in p.stack:
            if isinstance(f, move.Move):
                found |= {"unit": uid[f.unit], "left": f.left}
            elif isinstance(f, battle.Attack):
                found |= {"target": names[f.target], "attackers": [uid[u] for u in f.units],
                          "defenders": [uid[u] for u in p.pile(f.target)], "owed": f.owed[:], "retreat": f.retreat}
                if f.unit >= 0:
                    found |= {"unit": uid[f.unit], "path": [names[h] for h in f.path]}
        return found

    def seal(self, p: C, viewer: Side) -> Known:
        return Open(p.clone(), viewer)

    def components(self, p: C, texts: Texts) -> list[Component]:
        return show.components(self.board(p), [s.id for s in self.scenarios])

    def picture(self, p: C) -> dict[str, Any]:
        words = self.words(p)
        return show.picture(self.board(p), [name for where, name in self.boxes.items()], self.tracks(p), self.turns(p),
                            {verb: self.things.get(verb, "button") for verb in words.vocabulary})

    def turns(self, p: C) -> list[dict[str, Any]]:
        """The turns with the days on which they start and end, if the game has dates."""
        return []

    # -- before one commits

    def reach(self, p: C, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        if self.moving is None:
            return {}
        names = p.ground.names
        first = [] if isinstance(p.stack[-1], move.Move) else [f"unit:{p.force.uid[unit]}"]
        return {names[h]: (left, first + [f"hex:{names[t]}" for t in way])
                for h, (left, way) in preview.reach(p, side, unit, self.moving).items()}

    def range(self, p: C, unit: int) -> dict[str, int]:
        if self.moving is None:
            return {}
        return {p.ground.names[h]: left for h, left in preview.span(p, unit, self.moving).items()}

    def walkers(self, p: C, side: Side, unit: int) -> Sequence[Walker]:
        if self.moving is None or p.hex[unit] < 0:
            return ()
        rule = next((r for r, _ in self.moving.reasons.values()), "")
        return [preview.Marcher(p, unit, self.moving, self.fighting, self.zone_rule, rule)]

    def card(self, p: C, viewer: Side | None) -> dict[str, Any]:
        return preview.card(p, self.fighting) if self.fighting is not None else {}

    def warnings(self, p: C, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        if not self.supply_rule or not isinstance(p.stack[-1], (move.Movement, move.Move)) or acts[-1].verb != "hex":
            return []
        return preview.warnings(p, side, acts, self.lines, self.supply_rule)

    def supply_line(self, p: C, unit: int, eyes: Sequence[Side]) -> list[str]:
        if not self.supply_rule or p.hex[unit] < 0:
            return []
        return [p.ground.names[h] for h in self.lines(p, p.force.side[unit]).way(p.hex[unit])]

    def overlays(self) -> Sequence[str]:
        ruled = {"zones": self.zone_rule, "supply": self.supply_rule}
        return [*[name for name, rule in ruled.items() if rule], "control", "objectives"]

    def overlay(self, p: C, viewer: Side | None, name: str) -> dict[str, list[str]]:
        if name == "zones":
            return preview.zones(p, self.sides)
        if name == "supply":
            return preview.supply(p, self.sides, [self.lines(p, s) for s in range(len(self.sides))])
        if name == "objectives":
            return show.goals(self.board(p), p)
        return preview.control(p, self.sides)

    # -- laws

    def broken_laws(self, p: C) -> list[str]:
        """What holds wherever there are counters; a game adds its own."""
        return p.pile_faults() + p.zone_faults()


@lru_cache
def _texts(own: Path, shared: Path) -> Texts:
    entries = dict(Texts.load(shared).entries) if shared.exists() else {}
    return Texts({**entries, **Texts.load(own).entries})
